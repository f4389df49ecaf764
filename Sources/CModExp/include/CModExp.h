// Powers modulo N² and N for an odd N, 2048 or 3072 bits in every kernel, in time that depends on sizes and public exponents
// only. An element of Z_(N²) is a + bN with a, b in [0, N): two halves of n little-endian 64-bit limbs each, a first
// (docs/adr/0004).
#pragma once
#include <stddef.h>
#include <stdint.h>

/// How a product is computed. The values are stable names for tests and benchmarks.
enum tamga_kernel {
    /// C on 128-bit products: every platform.
    tamga_kernel_portable = 0,
    /// mulx, adcx and adox: x86-64 with BMI2 and ADX.
    tamga_kernel_adx = 1,
    /// Eight 52-bit limbs a vector: x86-64 with AVX-512 IFMA.
    tamga_kernel_ifma = 2,
};

/// Whether this processor and this build have a kernel.
int tamga_kernel_is_available(enum tamga_kernel kernel);

/// Whether a kernel is made for a length: 2048 and 3072 bits all of them, those on 64-bit limbs any multiple of 512 up
/// to 3072 (their squares take blocks of eight limbs).
int tamga_kernel_takes(enum tamga_kernel kernel, size_t bits);

/// The fastest available kernel for a length that the portable one takes; the processor was asked once.
enum tamga_kernel tamga_kernel_fastest(size_t bits);

/// What is computed once for a modulus; public, read by any number of threads.
struct tamga_ring;

/// - Parameters:
///   - modulus: `bits`/64 limbs: odd, with its top bit set
///   - bits: a length that the kernel takes
/// - Returns: NULL when an argument is not of this form, the kernel is not available or memory is exhausted
struct tamga_ring *tamga_ring_create(const uint64_t *modulus, size_t bits, enum tamga_kernel kernel);
void tamga_ring_free(struct tamga_ring *ring);

/// A public exponent: the order of products and the look-ups follow its bits.
struct tamga_public_power {
    /// Any element; may be secret.
    const uint64_t *base;
    const uint64_t *exponent;
    /// Length of the exponent; at most 3072.
    size_t bits;
};

/// A secret exponent: a fixed window, its table read as a whole for every look-up.
struct tamga_secret_power {
    const uint64_t *base;
    const uint64_t *exponent;
    /// A public bound of the exponent's length: a multiple of 64, at most 3072.
    size_t bits;
};

/// The product of both powers modulo N², sharing the squarings. Either may be NULL: it then counts as 1.
/// - Parameter result: an element; may be one of the bases
/// - Returns: 0, or −1 when a length is out of bounds: nothing was computed
int tamga_power(const struct tamga_ring *ring, uint64_t *result, const struct tamga_public_power *open,
                const struct tamga_secret_power *secret);

/// x·y modulo N². `result` may be x or y.
void tamga_multiply(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x, const uint64_t *y);

/// x² modulo N². `result` may be x.
void tamga_square(const struct tamga_ring *ring, uint64_t *result, const uint64_t *x);

/// base^exponent modulo N for a public exponent; base and result are one half, n limbs, below N.
/// - Returns: 0, or −1 when `bits` is above 3072
int tamga_power_half(const struct tamga_ring *ring, uint64_t *result, const uint64_t *base, const uint64_t *exponent,
                     size_t bits);

/// Overwrites 8 KiB of the stack below the caller: compilers keep secrets in registers and spill them there. The powers
/// and products above do so themselves.
void tamga_wipe_stack(void);
