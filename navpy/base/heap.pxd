"""Indexed binary heap, header-only: the least key first, equal keys by the lower item, so that its order is total."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector


cdef struct HeapEntry:
    double key
    int32_t item


cdef cppclass IndexedHeap:
    vector[HeapEntry] entries
    vector[int32_t] slots           # by item: its place in entries, −1 when it is not in the heap


cdef inline bint heap_before(const HeapEntry* a, const HeapEntry* b) noexcept nogil:
    return a.key < b.key or (a.key == b.key and a.item < b.item)


cdef inline void heap_sift_up(IndexedHeap* heap, int32_t slot, HeapEntry entry) noexcept nogil:
    cdef HeapEntry* entries = heap.entries.data()
    cdef int32_t parent
    while slot > 0:
        parent = (slot - 1) >> 1
        if not heap_before(&entry, &entries[parent]):
            break
        entries[slot] = entries[parent]
        heap.slots[entries[slot].item] = slot
        slot = parent
    entries[slot] = entry
    heap.slots[entry.item] = slot


cdef inline void heap_sift_down(IndexedHeap* heap, int32_t slot, HeapEntry entry) noexcept nogil:
    cdef HeapEntry* entries = heap.entries.data()
    cdef int32_t size = <int32_t>heap.entries.size(), child
    while True:
        child = 2 * slot + 1
        if child >= size:
            break
        if child + 1 < size and heap_before(&entries[child + 1], &entries[child]):
            child += 1
        if not heap_before(&entries[child], &entry):
            break
        entries[slot] = entries[child]
        heap.slots[entries[slot].item] = slot
        slot = child
    entries[slot] = entry
    heap.slots[entry.item] = slot


cdef inline int heap_reset(IndexedHeap* heap, size_t items) except -1 nogil:
    """Empty the heap, for items 0 … items−1; takes time in proportion to the entries left in it, unless the size changes."""
    cdef size_t i
    if heap.slots.size() != items:
        heap.slots.clear()
        heap.slots.resize(items, -1)
    else:
        for i in range(heap.entries.size()):
            heap.slots[heap.entries[i].item] = -1
    heap.entries.clear()
    return 0


cdef inline int heap_put(IndexedHeap* heap, int32_t item, double key) except -1 nogil:
    """Insert the item, or lower its key when it is in the heap."""
    cdef HeapEntry entry
    entry.key, entry.item = key, item
    cdef int32_t slot = heap.slots[item]
    if slot < 0:
        slot = <int32_t>heap.entries.size()
        heap.entries.push_back(entry)
    heap_sift_up(heap, slot, entry)
    return 0


cdef inline int32_t heap_pop(IndexedHeap* heap) noexcept nogil:
    """Remove the first item of a heap that is not empty and return it."""
    cdef int32_t item = heap.entries[0].item
    cdef HeapEntry last = heap.entries.back()
    heap.entries.pop_back()
    heap.slots[item] = -1
    if heap.entries.size() > 0:
        heap_sift_down(heap, 0, last)
    return item
