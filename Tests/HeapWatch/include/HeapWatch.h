// Blocks of memory as they are given back: with this target in a program, `malloc`, `free` and `realloc` are its own
// and call the C library's. A short block is taken again at once, so that a look at the heap afterwards says little
// about whether it was erased; here it is looked at before it goes.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Pieces of secrets, eight bytes each, that must not be found. All under `mask`, so that this list is none of the
/// places where they are.
struct heap_needles {
    /// 65,536 flags: whether a piece begins with these 16 bits, not masked.
    const bool *beginnings;
    /// Sorted.
    const uint64_t *pieces;
    size_t count;
    uint64_t mask;
};

/// The first piece from an offset on.
/// - Returns: the offset, with the masked piece in `found`; `size` when there is none
size_t heap_find(const struct heap_needles *needles, const void *memory, size_t size, size_t from, uint64_t *found);

/// Looks at a block that is about to be given back; may itself allocate.
typedef void (*heap_look)(const void *block, size_t size, void *context);

/// Shows every block that this thread gives back from now on. Blocks that are taken meanwhile begin as zeros, so that
/// nobody answers for what an earlier owner has left.
void heap_watch(heap_look look, void *context);
void heap_watch_end(void);

/// False under a sanitiser, which has an allocator of its own.
bool heap_can_watch(void);
