// Counts what is allocated from the heap, for both sides of bench_bake.py alike: LD_PRELOAD this. heap_reset() makes the bytes in
// use now the state to measure from, heap_peak() tells by how much they were exceeded at most since.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);
extern void __libc_free(void*);

static atomic_long used, base, peak;

static void* enter(void* block) {
    if (!block) return block;
    const long now = atomic_fetch_add(&used, (long)malloc_usable_size(block)) + (long)malloc_usable_size(block);
    long before = atomic_load(&peak);
    while (now > before && !atomic_compare_exchange_weak(&peak, &before, now)) {}
    return block;
}

static void leave(void* block) {
    if (block) atomic_fetch_sub(&used, (long)malloc_usable_size(block));
}

void* malloc(size_t size) { return enter(__libc_malloc(size)); }
void* calloc(size_t count, size_t size) { return enter(__libc_calloc(count, size)); }
void* memalign(size_t alignment, size_t size) { return enter(__libc_memalign(alignment, size)); }
void* aligned_alloc(size_t alignment, size_t size) { return enter(__libc_memalign(alignment, size)); }
void free(void* block) { leave(block); __libc_free(block); }

int posix_memalign(void** out, size_t alignment, size_t size) {
    *out = enter(__libc_memalign(alignment, size));
    return *out ? 0 : ENOMEM;
}

void* realloc(void* block, size_t size) {
    leave(block);
    void* moved = __libc_realloc(block, size);
    if (moved) return enter(moved);
    if (size) enter(block);         // it failed and the old block lives
    return moved;
}

void heap_reset(void) { atomic_store(&base, atomic_load(&used)); atomic_store(&peak, atomic_load(&used)); }
long heap_peak(void) { return atomic_load(&peak) - atomic_load(&base); }
