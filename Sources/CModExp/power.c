// Exponentiation. Left to right; a public exponent by a sliding window over odd powers, a secret one by a fixed window
// whose table is read as a whole.
#include <string.h>

#include "elements.h"
#include "ring.h"

/// Bits of a window of a secret exponent: 15 products for the table, and one for every four bits.
#define SECRET_WINDOW 4
#define SECRET_ENTRIES (1 << SECRET_WINDOW)
/// Bits of the widest window of a public exponent.
#define PUBLIC_WINDOW 6
#define PUBLIC_ENTRIES (1 << (PUBLIC_WINDOW - 1))

/// Which products a public exponent asks for: after the square for a bit, the power with this odd exponent, or none
/// where it is 0.
struct schedule {
    uint8_t odd[MAX_EXPONENT_BITS];
    size_t length;
    /// Odd powers that occur: 1, 3, … 2·entries − 1.
    size_t entries;
};

static unsigned bit_at(const uint64_t *number, size_t bit) { return number[bit / 64] >> (bit % 64) & 1; }

static void plan(struct schedule *schedule, const uint64_t *exponent, size_t bits) {
    // A wider window halves the products of a long exponent and doubles the table.
    size_t width = bits > 700 ? PUBLIC_WINDOW : bits > 200 ? 5 : 4;
    memset(schedule, 0, sizeof *schedule);
    while (bits > 0 && !bit_at(exponent, bits - 1)) bits--;
    schedule->length = bits;
    size_t end = bits;
    while (end > 0) {
        if (!bit_at(exponent, end - 1)) {
            end--;
            continue;
        }
        size_t start = end > width ? end - width : 0;
        while (!bit_at(exponent, start)) start++;
        uint8_t value = 0;
        for (size_t bit = end; bit > start; bit--) value = (uint8_t)(value << 1 | bit_at(exponent, bit - 1));
        schedule->odd[start] = value;
        if (value / 2u + 1 > schedule->entries) schedule->entries = value / 2u + 1;
        end = start;
    }
}

/// Everything secret of one exponentiation, to be wiped in one go.
struct workspace {
    struct element open[PUBLIC_ENTRIES];
    struct element secret[SECRET_ENTRIES];
    struct element value;
    struct element taken;
    uint64_t window;
};

/// Brings a base into Montgomery form.
static void enter(const struct tamga_ring *ring, struct element *element, const uint64_t *base) {
    load_element(ring, element->words, base);
    ring->kernel->multiply(ring, element->words, element->words, ring->square_of_radix.words);
}

/// base, base³, base⁵, …
static void fill_open(const struct tamga_ring *ring, struct workspace *work, const uint64_t *base, size_t entries) {
    enter(ring, &work->open[0], base);
    ring->kernel->square(ring, work->taken.words, work->open[0].words);
    for (size_t i = 1; i < entries; i++) {
        ring->kernel->multiply(ring, work->open[i].words, work->open[i - 1].words, work->taken.words);
    }
}

/// 1, base, base², …
static void fill_secret(const struct tamga_ring *ring, struct workspace *work, const uint64_t *base) {
    work->secret[0] = ring->one;
    enter(ring, &work->secret[1], base);
    for (size_t i = 2; i < SECRET_ENTRIES; i += 2) {
        ring->kernel->square(ring, work->secret[i].words, work->secret[i / 2].words);
        ring->kernel->multiply(ring, work->secret[i + 1].words, work->secret[i].words, work->secret[1].words);
    }
}

static void run(const struct tamga_ring *ring, struct workspace *work, const struct schedule *schedule,
                const struct tamga_secret_power *secret) {
    const struct kernel *kernel = ring->kernel;
    size_t secret_bits = secret ? secret->bits : 0;
    size_t bits = schedule->length > secret_bits ? schedule->length : secret_bits;
    work->value = ring->one;
    for (size_t bit = bits; bit-- > 0;) {
        kernel->square(ring, work->value.words, work->value.words);
        if (bit < schedule->length && schedule->odd[bit]) {
            kernel->multiply(ring, work->value.words, work->value.words, work->open[schedule->odd[bit] / 2].words);
        }
        if (bit < secret_bits && bit % SECRET_WINDOW == 0) {
            work->window = secret->exponent[bit / 64] >> (bit % 64) & (SECRET_ENTRIES - 1);
            kernel->select(work->taken.words, work->secret, SECRET_ENTRIES, 2 * ring->words, work->window);
            kernel->multiply(ring, work->value.words, work->value.words, work->taken.words);
        }
    }
}

__attribute__((noinline)) void tamga_wipe_stack(void) {
    uint8_t below[8192];
    tamga_wipe(below, sizeof below);
}

int tamga_power(const struct tamga_ring *ring, uint64_t *result, const struct tamga_public_power *open,
                const struct tamga_secret_power *secret) {
    if (open && open->bits > MAX_EXPONENT_BITS) return -1;
    if (secret && (secret->bits > MAX_EXPONENT_BITS || secret->bits % 64)) return -1;
    struct schedule schedule = {.length = 0, .entries = 0};
    struct workspace work;
    if (open) {
        plan(&schedule, open->exponent, open->bits);
        fill_open(ring, &work, open->base, schedule.entries);
    }
    if (secret) fill_secret(ring, &work, secret->base);
    run(ring, &work, &schedule, secret);
    store_element(ring, result, work.value.words);
    tamga_wipe(&work, sizeof work);
    tamga_wipe_stack();
    return 0;
}

void tamga_multiply(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x, const uint64_t *y) {
    struct element left, right;
    enter(ring, &left, x);
    enter(ring, &right, y);
    ring->kernel->multiply(ring, left.words, left.words, right.words);
    store_element(ring, result, left.words);
    tamga_wipe(&left, sizeof left);
    tamga_wipe(&right, sizeof right);
    tamga_wipe_stack();
}

void tamga_square(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x) {
    struct element value;
    enter(ring, &value, x);
    ring->kernel->square(ring, value.words, value.words);
    store_element(ring, result, value.words);
    tamga_wipe(&value, sizeof value);
    tamga_wipe_stack();
}

/// A half out of Montgomery form, below N: as `store_element`.
static void store_half(const struct tamga_ring *ring, uint64_t *limbs, const uint64_t *value) {
    struct element one = {{0}}, plain;
    uint64_t half[MAX_LIMBS + 1];
    one.words[0] = 1;
    ring->kernel->multiply_half(ring, plain.words, value, one.words);
    ring->kernel->store(ring, half, plain.words);
    subtract_once(half, &half[ring->limbs], ring->modulus, ring->limbs);
    memcpy(limbs, half, 8 * ring->limbs);
}

int tamga_power_half(const struct tamga_ring *ring, uint64_t *result, const uint64_t *base, const uint64_t *exponent,
                     size_t bits) {
    if (bits > MAX_EXPONENT_BITS) return -1;
    const struct kernel *kernel = ring->kernel;
    struct schedule schedule;
    struct element table[PUBLIC_ENTRIES], value = ring->one, square;
    plan(&schedule, exponent, bits);
    kernel->load(ring, table[0].words, base);
    // The first half of R² modulo N² is R² modulo N.
    kernel->multiply_half(ring, table[0].words, table[0].words, ring->square_of_radix.words);
    kernel->square_half(ring, square.words, table[0].words);
    for (size_t i = 1; i < schedule.entries; i++) {
        kernel->multiply_half(ring, table[i].words, table[i - 1].words, square.words);
    }
    for (size_t bit = schedule.length; bit-- > 0;) {
        kernel->square_half(ring, value.words, value.words);
        size_t odd = schedule.odd[bit];
        if (odd) kernel->multiply_half(ring, value.words, value.words, table[odd / 2].words);
    }
    store_half(ring, result, value.words);
    return 0;
}
