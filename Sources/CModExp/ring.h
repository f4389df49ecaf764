// What the files of this module share. A kernel keeps numbers below 2N in limbs of its own: a half has `words` of
// them, an element two halves.
#pragma once
#include "CModExp.h"

/// Limbs of the longest modulus on 64 bits.
#define MAX_LIMBS 48
/// Words of the longest half in any kernel: 60 limbs of 52 bits in whole vectors.
#define MAX_HALF 64
#define MAX_ELEMENT (2 * MAX_HALF)
#define MAX_EXPONENT_BITS 3072

/// An element in a kernel's own limbs, times R (Montgomery).
struct element {
    _Alignas(64) uint64_t words[MAX_ELEMENT];
};

struct kernel {
    /// Fills `words`, `radix_bits`, `inverse` and the modulus of the ring, whose `limbs` and `modulus` are there.
    void (*prepare)(struct tamga_ring *ring);
    /// n limbs of 64 bits into a half.
    void (*load)(const struct tamga_ring *ring, uint64_t *half, const uint64_t *limbs);
    /// A half into n + 1 limbs of 64 bits.
    void (*store)(const struct tamga_ring *ring, uint64_t *limbs, const uint64_t *half);
    /// x·y/R modulo N², and x²/R. Results may be operands.
    void (*multiply)(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x, const uint64_t *y);
    void (*square)(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x);
    /// The same modulo N, on halves.
    void (*multiply_half)(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x, const uint64_t *y);
    void (*square_half)(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x);
    /// table[index] by reading all entries; `words` of each, a multiple of eight.
    void (*select)(uint64_t *result, const struct element *table, size_t count, size_t words, uint64_t index);
};

struct tamga_ring {
    /// N in a kernel's limbs.
    _Alignas(64) uint64_t own_modulus[MAX_HALF];
    /// N·⌈R/N⌉ − R + 1 in a kernel's limbs; see ifma.h.
    _Alignas(64) uint64_t complement[MAX_HALF];
    /// R and R² modulo N², which are the Montgomery forms of 1 and R.
    struct element one;
    struct element square_of_radix;
    uint64_t modulus[MAX_LIMBS];
    const struct kernel *kernel;
    /// −N^-1 modulo the base of a kernel's limbs.
    uint64_t inverse;
    /// n: limbs of N on 64 bits.
    size_t limbs;
    /// Words of a half.
    size_t words;
    /// log2 R
    size_t radix_bits;
};

extern const struct kernel tamga_portable;
#if defined(__x86_64__)
extern const struct kernel tamga_adx;
extern const struct kernel tamga_ifma;
#endif

/// All ones when bit is 1, 0 when it is 0. The compiler cannot know which, so it cannot make a branch of it.
static inline uint64_t mask_of(uint64_t bit) {
    __asm__("" : "+r"(bit));
    return 0 - bit;
}

/// r = a + b + carry; returns the carry out.
static inline uint64_t add_carry(uint64_t *r, uint64_t a, uint64_t b, uint64_t carry) {
    unsigned long long out;
    *r = __builtin_addcll(a, b, carry, &out);
    return out;
}

/// r = a − b − borrow; returns the borrow out.
static inline uint64_t sub_borrow(uint64_t *r, uint64_t a, uint64_t b, uint64_t borrow) {
    unsigned long long out;
    *r = __builtin_subcll(a, b, borrow, &out);
    return out;
}

/// x − N in place when x ≥ N, where x is `top`·2^(64n) + n limbs; x < 2^(64n) + N.
/// - Returns: 1 when N was subtracted; `top` is then used up
static inline uint64_t subtract_once(uint64_t *x, uint64_t *top, const uint64_t *modulus, size_t n) {
    uint64_t difference[MAX_LIMBS], borrow = 0;
    for (size_t i = 0; i < n; i++) borrow = sub_borrow(&difference[i], x[i], modulus[i], borrow);
    // A top of 1 takes the borrow; a top of 2 keeps 1.
    uint64_t left;
    uint64_t is_less = sub_borrow(&left, *top, borrow, 0);
    uint64_t keep = mask_of(is_less);
    for (size_t i = 0; i < n; i++) x[i] = (x[i] & keep) | (difference[i] & ~keep);
    *top = (*top & keep) | (left & ~keep);
    return is_less ^ 1;
}

/// Zeros, in a way that the compiler may not leave out.
void tamga_wipe(void *bytes, size_t count);
