"""The open list of Polyanya's search, header-only: a binary heap, and beside it search.next, the best successor of the last
expansion."""
from navpy.query.polyanya.search_node cimport NO_NODE, OpenEntry, PolyanyaSearch


cdef inline int push_entry(PolyanyaSearch* search, OpenEntry entry) except -1 nogil:
    cdef size_t slot = search.open_list.size(), parent
    search.open_list.push_back(entry)
    cdef OpenEntry* heap = search.open_list.data()
    while slot > 0:
        parent = (slot - 1) >> 1
        if heap[parent].f < entry.f:
            break
        heap[slot] = heap[parent]
        slot = parent
    heap[slot] = entry
    return 0


cdef inline void replace_top(OpenEntry* heap, size_t size, OpenEntry entry) noexcept nogil:
    """Put an entry in place of the top. The empty slot sinks to the bottom by way of the lesser children, and the entry rises from
    there."""
    cdef size_t slot = 0, child = 1, parent
    while child + 1 < size:
        child += heap[child + 1].f < heap[child].f
        heap[slot] = heap[child]
        slot, child = child, 2 * child + 1
    if child < size:
        heap[slot] = heap[child]
        slot = child
    while slot > 0:
        parent = (slot - 1) >> 1
        if heap[parent].f <= entry.f:
            break
        heap[slot] = heap[parent]
        slot = parent
    heap[slot] = entry


cdef inline OpenEntry exchange_entry(PolyanyaSearch* search, OpenEntry entry) noexcept nogil:
    """Take the entry of the least f, and push ``entry``."""
    cdef OpenEntry first = search.open_list[0]
    replace_top(search.open_list.data(), search.open_list.size(), entry)
    return first


cdef inline OpenEntry pop_entry(PolyanyaSearch* search) noexcept nogil:
    """Take the entry of the least f."""
    cdef OpenEntry first = search.open_list[0], last = search.open_list.back()
    search.open_list.pop_back()
    if search.open_list.size() > 0:
        replace_top(search.open_list.data(), search.open_list.size(), last)
    return first


cdef inline int add_entry(PolyanyaSearch* search, OpenEntry entry) except -1 nogil:
    """Add an entry of the expansion under way: the best is held in search.next, the others are pushed."""
    if search.next.node == NO_NODE:
        search.next = entry
    elif entry.f <= search.next.f:
        push_entry(search, search.next)
        search.next = entry
    else:
        push_entry(search, entry)
    return 0
