// The kernels on 64-bit limbs, R = 2^(64n): included once for each way to compute a row of products. The including file
// defines ROW(t, x, n, y), which adds x·y to the n limbs of t and returns the limb that is carried out; n is a multiple
// of eight.
//
// N-adic products: for X = a + bN, Y = c + dN and Montgomery's reduction ac + qN = R·T' of ac,
//   XY = R·T' + N(ad + bc − q) modulo N², so XY/R = T' + N·((ad + bc − q)/R mod N).
// A reduction costs as much as a product: a square takes a² (half a product), ab and two reductions.
#include <string.h>

#include "ring.h"

static void prepare(struct tamga_ring *ring) {
    ring->words = ring->limbs;
    ring->radix_bits = 64 * ring->limbs;
    // Newton's iteration for the inverse modulo 2^64; an odd number is its own inverse modulo 8.
    uint64_t inverse = ring->modulus[0];
    for (int i = 0; i < 5; i++) inverse *= 2 - ring->modulus[0] * inverse;
    ring->inverse = 0 - inverse;
    memcpy(ring->own_modulus, ring->modulus, 8 * ring->limbs);
}

static void load(const struct tamga_ring *ring, uint64_t *half, const uint64_t *limbs) {
    memcpy(half, limbs, 8 * ring->limbs);
}

static void store(const struct tamga_ring *ring, uint64_t *limbs, const uint64_t *half) {
    memcpy(limbs, half, 8 * ring->limbs);
    limbs[ring->limbs] = 0;
}

/// t += x·y over 2n limbs.
/// - Returns: the carry out
static uint64_t add_product(uint64_t *t, const uint64_t *x, const uint64_t *y, size_t n) {
    uint64_t carry = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t high = ROW(t + i, x, n, y[i]);
        carry = add_carry(&t[i + n], t[i + n], high, carry);
    }
    return carry;
}

/// t = x² over 2n limbs: the products of different blocks of eight limbs once, doubled, and then those of each block
/// with itself.
static void set_square(uint64_t *t, const uint64_t *x, size_t n) {
    memset(t, 0, 16 * n);
    for (size_t i = 0; i + 8 < n; i++) {
        size_t next = (i / 8 + 1) * 8;
        // t[i + n] has not been written before: rows end one limb further each time.
        t[i + n] = ROW(t + i + next, x + next, n - next, x[i]);
    }
    uint64_t bit = 0;
    for (size_t i = 0; i < 2 * n; i++) {
        uint64_t word = t[i];
        t[i] = word << 1 | bit;
        bit = word >> 63;
    }
    uint64_t carry = 0;
    for (size_t block = 0; block < n; block += 8) {
        uint64_t own[16] = {0};
        for (size_t i = 0; i < 8; i++) own[i + 8] = ROW(own + i, x + block, 8, x[block + i]);
        for (size_t i = 0; i < 16; i++) carry = add_carry(&t[2 * block + i], t[2 * block + i], own[i], carry);
    }
}

/// Makes the low n limbs of t zero by adding q·N; the rest, t/R, is in the high ones.
/// - Parameter q: n limbs, the quotient −t/N modulo R
/// - Returns: the carry out
static uint64_t reduce(const struct tamga_ring *ring, uint64_t *t, uint64_t *q) {
    size_t n = ring->limbs;
    uint64_t carry = 0;
    for (size_t i = 0; i < n; i++) {
        q[i] = t[i] * ring->inverse;
        uint64_t high = ROW(t + i, ring->own_modulus, n, q[i]);
        carry = add_carry(&t[i + n], t[i + n], high, carry);
    }
    return carry;
}

/// a' and b' from t = ac and u = ad + bc, where `top` is what u carried out.
///
/// u − q may be negative, but not below −R; so (u − q + q'N)/R > −1 is an integer, and at least 0. With the 1 that a'
/// gives up it stays below 3N, because ad + bc ≤ 2(N−1)².
static void finish(const struct tamga_ring *ring, uint64_t *result, uint64_t *t, uint64_t *u, uint64_t top) {
    size_t n = ring->limbs;
    uint64_t q[MAX_LIMBS], borrow = 0, carry;
    uint64_t above = reduce(ring, t, q);
    carry = subtract_once(t + n, &above, ring->modulus, n);
    for (size_t i = 0; i < n; i++) borrow = sub_borrow(&u[i], u[i], q[i], borrow);
    for (size_t i = n; i < 2 * n; i++) borrow = sub_borrow(&u[i], u[i], 0, borrow);
    top -= borrow;
    top += reduce(ring, u, q);
    for (size_t i = n; i < 2 * n; i++) carry = add_carry(&u[i], u[i], 0, carry);
    top += carry;
    subtract_once(u + n, &top, ring->modulus, n);
    subtract_once(u + n, &top, ring->modulus, n);
    memcpy(result, t + n, 8 * n);
    memcpy(result + n, u + n, 8 * n);
}

static void multiply(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x, const uint64_t *y) {
    size_t n = ring->limbs;
    uint64_t t[2 * MAX_LIMBS], u[2 * MAX_LIMBS];
    memset(t, 0, 16 * n);
    memset(u, 0, 16 * n);
    add_product(t, x, y, n);
    uint64_t top = add_product(u, x, y + n, n);
    top += add_product(u, x + n, y, n);
    finish(ring, result, t, u, top);
}

static void square(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x) {
    size_t n = ring->limbs;
    uint64_t t[2 * MAX_LIMBS], u[2 * MAX_LIMBS], top = 0;
    set_square(t, x, n);
    memset(u, 0, 16 * n);
    add_product(u, x, x + n, n);
    for (size_t i = 0; i < 2 * n; i++) {
        uint64_t word = u[i];
        u[i] = word << 1 | top;
        top = word >> 63;
    }
    finish(ring, result, t, u, top);
}

static void finish_half(const struct tamga_ring *ring, uint64_t *result, uint64_t *t) {
    uint64_t q[MAX_LIMBS];
    uint64_t top = reduce(ring, t, q);
    subtract_once(t + ring->limbs, &top, ring->modulus, ring->limbs);
    memcpy(result, t + ring->limbs, 8 * ring->limbs);
}

static void multiply_half(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x, const uint64_t *y) {
    uint64_t t[2 * MAX_LIMBS];
    memset(t, 0, 16 * ring->limbs);
    add_product(t, x, y, ring->limbs);
    finish_half(ring, result, t);
}

static void square_half(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x) {
    uint64_t t[2 * MAX_LIMBS];
    set_square(t, x, ring->limbs);
    finish_half(ring, result, t);
}

static void select_entry(
    uint64_t *result, const struct element *table, size_t count, size_t words, uint64_t index) {
    memset(result, 0, 8 * words);
    for (size_t entry = 0; entry < count; entry++) {
        uint64_t difference = entry ^ index;
        // 1 exactly when the difference is 0.
        uint64_t mask = mask_of(((difference | (0 - difference)) >> 63) ^ 1);
        for (size_t i = 0; i < words; i++) result[i] |= table[entry].words[i] & mask;
    }
}
