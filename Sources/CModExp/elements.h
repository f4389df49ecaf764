// Elements and halves in and out of a kernel's form.
#pragma once
#include "ring.h"

/// a, b as 64-bit limbs into a kernel's limbs, without changing the value.
static inline void load_element(const struct tamga_ring *ring, uint64_t *element, const uint64_t *limbs) {
    ring->kernel->load(ring, element, limbs);
    ring->kernel->load(ring, element + ring->words, limbs + ring->limbs);
}

/// The value X of an element X, out of Montgomery form, with both halves below N.
///
/// The kernel's product with 1 leaves a ≤ N and b ≤ N + 1: from operands below 2N, (2N + (R−1)N)/R < N + 1 and
/// (2N + N + R + (R−1)N)/R < N + 2. One subtraction each is enough, also for the 1 that a = N gives b.
///
/// Never inlined: what it leaves of the value on the stack must lie below the caller's `tamga_wipe_stack`.
__attribute__((noinline)) static inline void store_element(const struct tamga_ring *ring, uint64_t *limbs, const uint64_t *element) {
    size_t n = ring->limbs;
    struct element one = {{0}}, plain;
    uint64_t half[MAX_LIMBS + 1];
    one.words[0] = 1;
    ring->kernel->multiply(ring, plain.words, element, one.words);
    ring->kernel->store(ring, half, plain.words);
    uint64_t carry = subtract_once(half, &half[n], ring->modulus, n);
    for (size_t i = 0; i < n; i++) limbs[i] = half[i];
    ring->kernel->store(ring, half, plain.words + ring->words);
    for (size_t i = 0; i < n; i++) carry = add_carry(&half[i], half[i], 0, carry);
    half[n] += carry;
    subtract_once(half, &half[n], ring->modulus, n);
    for (size_t i = 0; i < n; i++) limbs[n + i] = half[i];
}
