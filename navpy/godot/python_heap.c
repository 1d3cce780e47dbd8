/* The memory of the Python inside this library. CPython never frees all of it: types and interned names last as long as the
 * process. Here they last as long as the library, whose end gives everything back. */
#include <Python.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "python_heap.h"

typedef struct Block {
    struct Block *next, *previous;      /* 16 bytes, so that the memory after it is aligned as malloc aligns */
} Block;

static Block blocks = {&blocks, &blocks};
static PyObjectArenaAllocator arenas_below;     /* CPython's, which asks the system for arenas */
static struct { void *address; size_t size; } arenas[1024];     /* 1 MiB each */
static bool ended;
static atomic_flag busy = ATOMIC_FLAG_INIT;     /* Python may ask for raw memory without its lock */

static void lock(void) {
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) {}
}

static void unlock(void) {
    atomic_flag_clear_explicit(&busy, memory_order_release);
}

static void *keep(Block *block) {
    if (!block)
        return NULL;
    lock();
    block->next = &blocks, block->previous = blocks.previous;
    blocks.previous->next = block, blocks.previous = block;
    unlock();
    return block + 1;
}

static Block *forget(void *memory) {
    Block *block = memory ? (Block *)memory - 1 : NULL;
    if (block) {
        lock();
        block->previous->next = block->next, block->next->previous = block->previous;
        unlock();
    }
    return block;
}

static void *heap_malloc(void *Py_UNUSED(context), size_t size) {
    return size > PY_SSIZE_T_MAX - sizeof(Block) ? NULL : keep(malloc(sizeof(Block) + size));
}

static void *heap_calloc(void *context, size_t count, size_t size) {
    void *memory = size && count > PY_SSIZE_T_MAX / size ? NULL : heap_malloc(context, count * size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

static void *heap_realloc(void *context, void *memory, size_t size) {
    Block *old, *block;

    if (!memory || size > PY_SSIZE_T_MAX - sizeof(Block))
        return memory ? NULL : heap_malloc(context, size);
    old = forget(memory);
    block = realloc(old, sizeof(Block) + size);
    if (block)
        return keep(block);
    keep(old);
    return NULL;
}

static void heap_free(void *Py_UNUSED(context), void *memory) {
    free(forget(memory));
}

/* Arenas come and go with Python's lock held. An arena without room in the list is CPython's own affair. */
static void *arena_alloc(void *Py_UNUSED(context), size_t size) {
    void *address = arenas_below.alloc(arenas_below.ctx, size);

    for (size_t i = 0; address && i < Py_ARRAY_LENGTH(arenas); i++)
        if (!arenas[i].address) {
            arenas[i].address = address, arenas[i].size = size;
            break;
        }
    return address;
}

static void arena_free(void *Py_UNUSED(context), void *address, size_t size) {
    for (size_t i = 0; i < Py_ARRAY_LENGTH(arenas); i++)
        if (arenas[i].address == address)
            arenas[i].address = NULL;
    arenas_below.free(arenas_below.ctx, address, size);
}

void navpy_begin_heap(void) {
    PyMemAllocatorEx raw = {NULL, heap_malloc, heap_calloc, heap_realloc, heap_free};
    PyObjectArenaAllocator arena = {NULL, arena_alloc, arena_free};

    ended = false;
    PyMem_SetAllocator(PYMEM_DOMAIN_RAW, &raw);
    if (!arenas_below.alloc)            /* not where Python has run before, and goes on with what it left */
        PyObject_GetArenaAllocator(&arenas_below);
    PyObject_SetArenaAllocator(&arena);
}

void navpy_end_heap(void) {
    ended = true;
}

/* When the library is unloaded. Where Python still runs then, the process ends in the midst of something. */
__attribute__((destructor))
static void free_all(void) {
    if (!ended)
        return;
    while (blocks.next != &blocks)
        free(forget(blocks.next + 1));
    for (size_t i = 0; i < Py_ARRAY_LENGTH(arenas); i++)
        if (arenas[i].address)
            arenas_below.free(arenas_below.ctx, arenas[i].address, arenas[i].size);
}
