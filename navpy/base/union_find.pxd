"""Disjoint sets as a forest in an array of parents, inline and header-only (Galler & Fischer 1964)."""
from libc.stdint cimport int32_t


cdef inline int32_t root_of(int32_t* parent, int32_t node) noexcept nogil:
    """The root of a node's set, with path halving (Tarjan & van Leeuwen 1984)."""
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


cdef inline void unite(int32_t* parent, int32_t a, int32_t b) noexcept nogil:
    """Unite two sets; the lesser of their roots is the root."""
    a, b = root_of(parent, a), root_of(parent, b)
    if a < b:
        parent[b] = a
    else:
        parent[a] = b
