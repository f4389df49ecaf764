// Rows of products in C.
#include "ring.h"

static inline uint64_t row(uint64_t *t, const uint64_t *x, size_t n, uint64_t y) {
    uint64_t carry = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned __int128 sum = (unsigned __int128)x[i] * y + t[i] + carry;
        t[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    return carry;
}

#define ROW row
#include "montgomery64.h"

const struct kernel tamga_portable = {prepare,       load,        store,       multiply, square,
                                      multiply_half, square_half, select_entry};
