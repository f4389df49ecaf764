// Eight 52-bit limbs a vector (AVX-512 IFMA). No instruction here takes time that depends on values.
#include <string.h>

#include "ring.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,avx512ifma,bmi2"))), \
                             apply_to = function)

#define DIGIT ((1LL << 52) - 1)

#define LIMBS 40
#define VECTORS 5
#define SIZED(name) name##_40
#include "ifma.h"
#undef LIMBS
#undef VECTORS
#undef SIZED

#define LIMBS 60
#define VECTORS 8
#define SIZED(name) name##_60
#include "ifma.h"
#undef LIMBS
#undef VECTORS
#undef SIZED

/// Limbs of a modulus of n 64-bit limbs: 40 for 32, 60 for 48.
static size_t own_limbs(const struct tamga_ring *ring) { return ring->limbs * 5 / 4; }

static void load_ifma(const struct tamga_ring *ring, uint64_t *half, const uint64_t *limbs) {
    for (size_t i = 0; i < ring->words; i++) {
        size_t index = 52 * i / 64, shift = 52 * i % 64;
        uint64_t value = index < ring->limbs ? limbs[index] >> shift : 0;
        if (shift > 12 && index + 1 < ring->limbs) value |= limbs[index + 1] << (64 - shift);
        half[i] = value & DIGIT;
    }
}

static void store_ifma(const struct tamga_ring *ring, uint64_t *limbs, const uint64_t *half) {
    for (size_t i = 0; i <= ring->limbs; i++) limbs[i] = 0;
    for (size_t i = 0; i < own_limbs(ring); i++) {
        size_t index = 52 * i / 64, shift = 52 * i % 64;
        if (index > ring->limbs) break;
        limbs[index] |= half[i] << shift;
        if (shift > 12 && index < ring->limbs) limbs[index + 1] |= half[i] >> (64 - shift);
    }
}

static void prepare_ifma(struct tamga_ring *ring) {
    ring->words = (own_limbs(ring) + 7) / 8 * 8;
    ring->radix_bits = 52 * own_limbs(ring);
    uint64_t inverse = ring->modulus[0];
    for (int i = 0; i < 5; i++) inverse *= 2 - ring->modulus[0] * inverse;
    ring->inverse = (0 - inverse) & DIGIT;
    load_ifma(ring, ring->own_modulus, ring->modulus);
}

#define BY_SIZE(name, ...)                                     \
    do {                                                       \
        if (ring->limbs == 32) name##_40(ring, __VA_ARGS__);   \
        else name##_60(ring, __VA_ARGS__);                     \
    } while (0)

static void multiply_ifma(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x, const uint64_t *y) {
    BY_SIZE(multiply, result, x, y);
}

static void square_ifma(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x) {
    BY_SIZE(square, result, x);
}

static void multiply_half_ifma(
    const struct tamga_ring *ring, uint64_t *result, const uint64_t *x, const uint64_t *y) {
    BY_SIZE(multiply_half, result, x, y);
}

static void square_half_ifma(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x) {
    BY_SIZE(square_half, result, x);
}

static void select_ifma(
    uint64_t *result, const struct element *table, size_t count, size_t words, uint64_t index) {
    __m512i taken[MAX_ELEMENT / 8];
    for (size_t i = 0; i < words / 8; i++) taken[i] = _mm512_setzero_si512();
    __m512i wanted = _mm512_set1_epi64((long long)index);
    for (size_t entry = 0; entry < count; entry++) {
        __mmask8 mask = _mm512_cmpeq_epi64_mask(wanted, _mm512_set1_epi64((long long)entry));
        const __m512i *words_of_entry = (const __m512i *)table[entry].words;
        for (size_t i = 0; i < words / 8; i++) taken[i] = _mm512_mask_mov_epi64(taken[i], mask, words_of_entry[i]);
    }
    for (size_t i = 0; i < words / 8; i++) ((__m512i *)result)[i] = taken[i];
}

#pragma clang attribute pop

const struct kernel tamga_ifma = {prepare_ifma,       load_ifma,        store_ifma,       multiply_ifma, square_ifma,
                                  multiply_half_ifma, square_half_ifma, select_ifma};

#endif
