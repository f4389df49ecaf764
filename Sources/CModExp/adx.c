// Rows of products with mulx and two carry chains: adcx adds the high half of the product before, adox what stands in
// the row.
#include "ring.h"

#if defined(__x86_64__)

// One limb: `high` takes the high half of this product, `low` holds the one before it.
#define LIMB(offset, before, high)          \
    "mulx " offset "(%[x]), %%r8, " high "\n\t" \
    "adcx " before ", %%r8\n\t"             \
    "adox " offset "(%[t]), %%r8\n\t"       \
    "movq %%r8, " offset "(%[t])\n\t"

static inline uint64_t row(uint64_t *t, const uint64_t *x, size_t n, uint64_t y) {
    uint64_t carry;
    size_t count = n;
    // lea and jrcxz keep both carry flags across the loop.
    __asm__ volatile(
        "xorl %%r9d, %%r9d\n"
        "1:\n\t" LIMB("0", "%%r9", "%%r10") LIMB("8", "%%r10", "%%r9") LIMB("16", "%%r9", "%%r10")
            LIMB("24", "%%r10", "%%r9") LIMB("32", "%%r9", "%%r10") LIMB("40", "%%r10", "%%r9")
                LIMB("48", "%%r9", "%%r10") LIMB("56", "%%r10", "%%r9")
        "leaq 64(%[x]), %[x]\n\t"
        "leaq 64(%[t]), %[t]\n\t"
        "leaq -8(%[count]), %[count]\n\t"
        "jrcxz 2f\n\t"
        "jmp 1b\n"
        "2:\n\t"
        "movl $0, %%r8d\n\t"
        "adcx %%r8, %%r9\n\t"
        "adox %%r8, %%r9\n\t"
        "movq %%r9, %[carry]"
        : [t] "+r"(t), [x] "+r"(x), [count] "+c"(count), [carry] "=r"(carry)
        : "d"(y)
        : "r8", "r9", "r10", "cc", "memory");
    return carry;
}

#define ROW row
#include "montgomery64.h"

const struct kernel tamga_adx = {prepare,       load,        store,       multiply, square,
                                 multiply_half, square_half, select_entry};

#endif
