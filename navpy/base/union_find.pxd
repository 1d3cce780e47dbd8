"""Disjoint sets as a forest in an array of parents, inline and header-only (Galler & Fischer 1964)."""
from libc.stdint cimport int32_t


cdef inline int32_t root_of(int32_t* parent, int32_t node) noexcept nogil:
    """The node that stands for the set; halves the path to it (Tarjan & van Leeuwen 1984)."""
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


cdef inline void unite(int32_t* parent, int32_t a, int32_t b) noexcept nogil:
    """Make two sets one; the lesser of their roots stands for it."""
    a, b = root_of(parent, a), root_of(parent, b)
    if a < b:
        parent[b] = a
    else:
        parent[a] = b
