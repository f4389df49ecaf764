// The kernel on 52-bit limbs in vectors of eight, for one size: the including file defines LIMBS (40 or 60), VECTORS
// (LIMBS/8, rounded up) and SIZED(name).
//
// R = 2^(52·LIMBS) is at least 2^32·N. So with operands below 2N the reduced values are below N(1 + 2^-28), and no
// subtraction is ever needed between products. Two things take its place:
//  - b' = (ad + bc − q)/R modulo N is computed from ad + bc + (R − 1 − q) + K with K = N·⌈R/N⌉ − R + 1: the digits of
//    R − 1 − q are the complements of q's digits, and the sum differs from the wanted one by a multiple of N.
//  - a value that should be a' − N, b' + 1 may stay a', b': it stands for the same element.

typedef __m512i SIZED(half)[VECTORS];

/// acc += low (or high) 52 bits of each x·y, without the lowest vector: what that one is to take is summed apart, so
/// that the chain from one quotient to the next is short.
static inline void SIZED(add_low)(__m512i *acc, const __m512i *x, __m512i y) {
    for (int j = 1; j < VECTORS; j++) acc[j] = _mm512_madd52lo_epu64(acc[j], x[j], y);
}

static inline void SIZED(add_high)(__m512i *acc, const __m512i *x, __m512i y) {
    for (int j = 1; j < VECTORS; j++) acc[j] = _mm512_madd52hi_epu64(acc[j], x[j], y);
}

/// Limbs below 2^62 to limbs below 2^52 of the same number.
static inline void SIZED(normalise)(__m512i *acc) {
    const __m512i digit = _mm512_set1_epi64(DIGIT);
    __m512i before = _mm512_setzero_si512();
    for (int j = 0; j < VECTORS; j++) {
        __m512i carry = _mm512_srli_epi64(acc[j], 52);
        acc[j] = _mm512_add_epi64(_mm512_and_si512(acc[j], digit), _mm512_alignr_epi64(carry, before, 7));
        before = carry;
    }
    // Now each limb carries 1 or nothing, and a limb of all ones passes a carry on: as in a carry look-ahead adder, one
    // addition of the two bit maps finds the limbs that a carry reaches.
    uint64_t makes = 0, passes = 0;
    for (int j = 0; j < VECTORS; j++) {
        makes |= (uint64_t)_mm512_cmpgt_epu64_mask(acc[j], digit) << (8 * j);
        passes |= (uint64_t)_mm512_cmpeq_epu64_mask(acc[j], digit) << (8 * j);
    }
    uint64_t reached = ((makes << 1) + passes) ^ passes;
    for (int j = 0; j < VECTORS; j++) {
        __m512i one = _mm512_maskz_set1_epi64((__mmask8)(reached >> (8 * j)), 1);
        acc[j] = _mm512_and_si512(_mm512_add_epi64(acc[j], one), digit);
    }
}

/// The digit that makes the lowest limb a multiple of 2^52, in every lane; only its low 52 bits count.
static inline __m512i SIZED(quotient)(__m512i lowest, __m512i inverse) {
    return _mm512_madd52lo_epu64(_mm512_setzero_si512(), _mm512_broadcastq_epi64(_mm512_castsi512_si128(lowest)),
                                 inverse);
}

/// What the lowest limb carries once the quotient's product has been added: its low 52 bits become 0, with a carry
/// unless they were 0 before.
static inline __m512i SIZED(carry)(__m512i lowest) {
    return _mm512_maskz_srli_epi64(1, _mm512_add_epi64(lowest, _mm512_set1_epi64(DIGIT)), 52);
}

/// Adds m·N, whose low halves make the lowest limb a multiple of 2^52, and moves one limb to the right.
/// - Parameter apart: what the lowest vector is to take besides
static inline void SIZED(reduce)(__m512i *acc, const __m512i *modulus, __m512i m, __m512i apart) {
    acc[0] = _mm512_madd52lo_epu64(acc[0], modulus[0], m);
    SIZED(add_low)(acc, modulus, m);
    for (int j = 0; j + 1 < VECTORS; j++) acc[j] = _mm512_alignr_epi64(acc[j + 1], acc[j], 1);
    acc[VECTORS - 1] = _mm512_alignr_epi64(_mm512_setzero_si512(), acc[VECTORS - 1], 1);
    acc[0] = _mm512_add_epi64(acc[0], _mm512_madd52hi_epu64(apart, modulus[0], m));
    SIZED(add_high)(acc, modulus, m);
}

/// The high half of x·y and the low half of x·next in the lowest vector, on top of a sum.
static inline __m512i SIZED(ahead)(__m512i sum, const __m512i *x, __m512i y, __m512i next) {
    return _mm512_madd52lo_epu64(_mm512_madd52hi_epu64(sum, x[0], y), x[0], next);
}

/// Limb i in every lane; 0 behind the last one.
static inline __m512i SIZED(limb)(const uint64_t *x, int i) {
    return _mm512_set1_epi64(i < LIMBS ? (long long)x[i] : 0);
}

/// One limb of Montgomery's product: acc = (acc + x·y + m·N)/2^52. The lowest vector has the low half of x·y already
/// and takes that of x·next.
/// - Returns: m, the quotient's digit
static inline __m512i SIZED(step)(
    __m512i *acc, const __m512i *modulus, __m512i inverse, const __m512i *x, __m512i y, __m512i next) {
    __m512i m = SIZED(quotient)(acc[0], inverse);
    __m512i apart = SIZED(ahead)(SIZED(carry)(acc[0]), x, y, next);
    SIZED(add_low)(acc, x, y);
    SIZED(reduce)(acc, modulus, m, apart);
    SIZED(add_high)(acc, x, y);
    return m;
}

static inline void SIZED(keep)(uint64_t *half, __m512i *acc) {
    SIZED(normalise)(acc);
    for (int j = 0; j < VECTORS; j++) ((__m512i *)half)[j] = acc[j];
}

static void SIZED(multiply)(
    const struct tamga_ring *ring, uint64_t *result, const uint64_t *x, const uint64_t *y) {
    const __m512i digit = _mm512_set1_epi64(DIGIT), inverse = _mm512_set1_epi64((long long)ring->inverse);
    const __m512i *modulus = (const __m512i *)ring->own_modulus, *a = (const __m512i *)x, *b = a + VECTORS;
    const uint64_t *z = y + 8 * VECTORS;
    SIZED(half) first, second;
    for (int j = 0; j < VECTORS; j++) {
        first[j] = _mm512_setzero_si512();
        second[j] = ((const __m512i *)ring->complement)[j];
    }
    __m512i c = SIZED(limb)(y, 0), d = SIZED(limb)(z, 0);
    first[0] = _mm512_madd52lo_epu64(first[0], a[0], c);
    second[0] = _mm512_madd52lo_epu64(_mm512_madd52lo_epu64(second[0], b[0], c), a[0], d);
    for (int i = 0; i < LIMBS; i++) {
        __m512i next = SIZED(limb)(y, i + 1), next_d = SIZED(limb)(z, i + 1);
        __m512i m = SIZED(step)(first, modulus, inverse, a, c, next);
        second[0] = _mm512_add_epi64(second[0], _mm512_maskz_andnot_epi64(1, m, digit));
        m = SIZED(quotient)(second[0], inverse);
        __m512i apart = SIZED(ahead)(SIZED(ahead)(SIZED(carry)(second[0]), b, c, next), a, d, next_d);
        SIZED(add_low)(second, b, c);
        SIZED(add_low)(second, a, d);
        SIZED(reduce)(second, modulus, m, apart);
        SIZED(add_high)(second, b, c);
        SIZED(add_high)(second, a, d);
        c = next;
        d = next_d;
    }
    SIZED(keep)(result, first);
    SIZED(keep)(result + 8 * VECTORS, second);
}

/// ad + bc is b·2a here: the doubled limbs are made once.
static void SIZED(square)(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x) {
    const __m512i digit = _mm512_set1_epi64(DIGIT), inverse = _mm512_set1_epi64((long long)ring->inverse);
    const __m512i *modulus = (const __m512i *)ring->own_modulus, *a = (const __m512i *)x, *b = a + VECTORS;
    SIZED(half) first, second;
    _Alignas(64) uint64_t doubled[8 * VECTORS];
    for (int j = 0; j < VECTORS; j++) first[j] = _mm512_add_epi64(a[j], a[j]);
    SIZED(normalise)(first);
    for (int j = 0; j < VECTORS; j++) {
        ((__m512i *)doubled)[j] = first[j];
        first[j] = _mm512_setzero_si512();
        second[j] = ((const __m512i *)ring->complement)[j];
    }
    __m512i c = SIZED(limb)(x, 0), twice = SIZED(limb)(doubled, 0);
    first[0] = _mm512_madd52lo_epu64(first[0], a[0], c);
    second[0] = _mm512_madd52lo_epu64(second[0], b[0], twice);
    for (int i = 0; i < LIMBS; i++) {
        __m512i next = SIZED(limb)(x, i + 1), next_twice = SIZED(limb)(doubled, i + 1);
        __m512i m = SIZED(step)(first, modulus, inverse, a, c, next);
        second[0] = _mm512_add_epi64(second[0], _mm512_maskz_andnot_epi64(1, m, digit));
        SIZED(step)(second, modulus, inverse, b, twice, next_twice);
        c = next;
        twice = next_twice;
    }
    SIZED(keep)(result, first);
    SIZED(keep)(result + 8 * VECTORS, second);
}

static void SIZED(multiply_half)(
    const struct tamga_ring *ring, uint64_t *result, const uint64_t *x, const uint64_t *y) {
    const __m512i inverse = _mm512_set1_epi64((long long)ring->inverse);
    const __m512i *modulus = (const __m512i *)ring->own_modulus, *a = (const __m512i *)x;
    SIZED(half) first;
    for (int j = 0; j < VECTORS; j++) first[j] = _mm512_setzero_si512();
    __m512i c = SIZED(limb)(y, 0);
    first[0] = _mm512_madd52lo_epu64(first[0], a[0], c);
    for (int i = 0; i < LIMBS; i++) {
        __m512i next = SIZED(limb)(y, i + 1);
        SIZED(step)(first, modulus, inverse, a, c, next);
        c = next;
    }
    SIZED(keep)(result, first);
}

static void SIZED(square_half)(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x) {
    SIZED(multiply_half)(ring, result, x, x);
}
