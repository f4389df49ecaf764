// What is computed once for a modulus, and elements in and out of a kernel's form.
#define _GNU_SOURCE
#include "ring.h"

#include <stdlib.h>
#include <string.h>

#include "elements.h"

void tamga_wipe(void *bytes, size_t count) { explicit_bzero(bytes, count); }

static const struct kernel *kernel_of(enum tamga_kernel kernel) {
#if defined(__x86_64__)
    if (kernel == tamga_kernel_adx) return &tamga_adx;
    if (kernel == tamga_kernel_ifma) return &tamga_ifma;
#endif
    return kernel == tamga_kernel_portable ? &tamga_portable : NULL;
}

/// 2·(a + bN) of two halves below N.
static void double_element(uint64_t *element, const uint64_t *modulus, size_t n) {
    uint64_t carry = 0;
    for (size_t half = 0; half < 2; half++) {
        uint64_t *limbs = element + half * n;
        // The second half takes the N that the first one gives up; 2b + 1 < 2N.
        for (size_t i = 0; i < n; i++) {
            uint64_t word = limbs[i];
            limbs[i] = word << 1 | carry;
            carry = word >> 63;
        }
        carry = subtract_once(limbs, &carry, modulus, n);
    }
}

/// N·⌈R/N⌉ − R + 1 = N − (R mod N) + 1, in [2, N]: R mod N is not 0, because N is odd.
static void prepare_complement(struct tamga_ring *ring, const uint64_t *radix) {
    uint64_t value[MAX_LIMBS], borrow = 0, carry = 1;
    for (size_t i = 0; i < ring->limbs; i++) borrow = sub_borrow(&value[i], ring->modulus[i], radix[i], borrow);
    for (size_t i = 0; i < ring->limbs; i++) carry = add_carry(&value[i], value[i], 0, carry);
    ring->kernel->load(ring, ring->complement, value);
}

/// R and R² modulo N², the second as the Montgomery form of R = 2^radix_bits: the first bits of that exponent by
/// doubling, the others by squares and products.
static void prepare_radix(struct tamga_ring *ring) {
    size_t n = ring->limbs, rest = 0;
    while (ring->radix_bits >> rest > 32) rest++;
    // 2^(64n) = (2^(64n) − N) + 1·N.
    uint64_t power[2 * MAX_LIMBS] = {0}, borrow = 0;
    for (size_t i = 0; i < n; i++) borrow = sub_borrow(&power[i], 0, ring->modulus[i], borrow);
    power[n] = 1;
    for (size_t bit = 64 * n; bit < ring->radix_bits; bit++) double_element(power, ring->modulus, n);
    load_element(ring, ring->one.words, power);
    prepare_complement(ring, power);
    struct element two, *value = &ring->square_of_radix;
    double_element(power, ring->modulus, n);
    load_element(ring, two.words, power);
    for (size_t i = 1; i < ring->radix_bits >> rest; i++) double_element(power, ring->modulus, n);
    load_element(ring, value->words, power);
    while (rest-- > 0) {
        ring->kernel->square(ring, value->words, value->words);
        if (ring->radix_bits >> rest & 1) ring->kernel->multiply(ring, value->words, value->words, two.words);
    }
}

struct tamga_ring *tamga_ring_create(const uint64_t *modulus, size_t bits, enum tamga_kernel kernel) {
    if (!tamga_kernel_takes(kernel, bits)) return NULL;
    size_t n = bits / 64;
    if (!(modulus[0] & 1) || !(modulus[n - 1] >> 63) || !tamga_kernel_is_available(kernel)) return NULL;
    struct tamga_ring *ring = aligned_alloc(64, sizeof *ring);
    if (!ring) return NULL;
    memset(ring, 0, sizeof *ring);
    memcpy(ring->modulus, modulus, 8 * n);
    ring->limbs = n;
    ring->kernel = kernel_of(kernel);
    ring->kernel->prepare(ring);
    prepare_radix(ring);
    return ring;
}

void tamga_ring_free(struct tamga_ring *ring) { free(ring); }
