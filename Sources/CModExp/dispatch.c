// Which kernels this processor has.
#include "ring.h"

#if defined(__x86_64__)
#include <cpuid.h>

/// The instruction sets, and that the operating system keeps the vector registers (XCR0: SSE, AVX, the three of
/// AVX-512).
static unsigned find_kernels(void) {
    unsigned a, b, c, d, low, high, found = 1u << tamga_kernel_portable;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return found;
    int has_xsave = (c >> 27 & 1) != 0;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return found;
    int has_bmi2 = (b >> 8 & 1) != 0, has_adx = (b >> 19 & 1) != 0;
    if (has_bmi2 && has_adx) found |= 1u << tamga_kernel_adx;
    if (!has_xsave) return found;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    // F, DQ, IFMA, BW, VL
    unsigned wanted = 1u << 16 | 1u << 17 | 1u << 21 | 1u << 30 | 1u << 31;
    if (has_bmi2 && (b & wanted) == wanted && (low & 0xE6) == 0xE6) found |= 1u << tamga_kernel_ifma;
    return found;
}
#else
static unsigned find_kernels(void) { return 1u << tamga_kernel_portable; }
#endif

/// The set of kernels, found before main runs and never written again.
static unsigned kernels;

__attribute__((constructor)) static void remember_kernels(void) { kernels = find_kernels(); }

int tamga_kernel_is_available(enum tamga_kernel kernel) {
    return kernel >= tamga_kernel_portable && kernel <= tamga_kernel_ifma && (kernels >> kernel & 1);
}

int tamga_kernel_takes(enum tamga_kernel kernel, size_t bits) {
    if (bits == 2048 || bits == 3072) return 1;
    return kernel != tamga_kernel_ifma && bits > 0 && bits < 3072 && bits % 512 == 0;
}

enum tamga_kernel tamga_kernel_fastest(size_t bits) {
    int takes = tamga_kernel_takes(tamga_kernel_ifma, bits);
    if (takes && tamga_kernel_is_available(tamga_kernel_ifma)) return tamga_kernel_ifma;
    if (tamga_kernel_is_available(tamga_kernel_adx)) return tamga_kernel_adx;
    return tamga_kernel_portable;
}
