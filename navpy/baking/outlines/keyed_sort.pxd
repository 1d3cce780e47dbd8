"""Sorts by whole numbers, by their bits."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

cdef struct Keyed:
    uint64_t key
    int32_t of                      # what it is the key of

cdef inline int32_t bits_of(uint64_t number) noexcept nogil:
    cdef int32_t bits = 0
    while number:
        number >>= 1
        bits += 1
    return bits

# By ascending keys, which are below 2^bits; those with the same one stay in their order.
cdef int sort_keyed(vector[Keyed]* entries, int32_t bits) except -1 nogil
