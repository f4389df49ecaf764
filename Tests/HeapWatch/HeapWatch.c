#define _GNU_SOURCE
#include "HeapWatch.h"

#include <errno.h>
#include <malloc.h>
#include <string.h>

static bool flag_of(const struct heap_needles *needles, uint64_t piece) { return needles->beginnings[piece & 0xFFFF]; }

static bool has(const struct heap_needles *needles, uint64_t masked) {
    size_t low = 0, high = needles->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (needles->pieces[middle] == masked) return true;
        if (needles->pieces[middle] < masked) low = middle + 1;
        else high = middle;
    }
    return false;
}

size_t heap_find(const struct heap_needles *needles, const void *memory, size_t size, size_t from, uint64_t *found) {
    for (size_t at = from; at + 8 <= size; at++) {
        uint64_t piece;
        memcpy(&piece, (const uint8_t *)memory + at, 8);
        if (!flag_of(needles, piece) || !has(needles, piece ^ needles->mask)) continue;
        *found = piece ^ needles->mask;
        return at;
    }
    return size;
}

static _Thread_local heap_look current_look;
static _Thread_local void *current_context;

void heap_watch(heap_look look, void *context) {
    current_context = context;
    current_look = look;
}

void heap_watch_end(void) { current_look = NULL; }

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITISED 1
#endif
#endif

#ifdef SANITISED
bool heap_can_watch(void) { return false; }
#else
bool heap_can_watch(void) { return true; }

/// While a block is being shown, what the looker allocates is its own affair.
static _Thread_local bool is_looking;

void *__libc_malloc(size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static bool is_watched(void) { return current_look && !is_looking; }

static void *cleared(void *block) {
    if (block && is_watched()) memset(block, 0, malloc_usable_size(block));
    return block;
}

void *malloc(size_t size) { return cleared(__libc_malloc(size)); }

void *aligned_alloc(size_t alignment, size_t size) { return cleared(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *made = cleared(__libc_memalign(alignment, size));
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

void free(void *block) {
    if (block && is_watched()) {
        int error = errno;
        is_looking = true;
        current_look(block, malloc_usable_size(block), current_context);
        is_looking = false;
        errno = error;
    }
    __libc_free(block);
}

void *realloc(void *block, size_t size) {
    if (!block || !size || !is_watched()) return __libc_realloc(block, size);
    // The library's own would move without a word.
    void *moved = malloc(size);
    if (!moved) return NULL;
    size_t old = malloc_usable_size(block);
    memcpy(moved, block, old < size ? old : size);
    free(block);
    return moved;
}
#endif
