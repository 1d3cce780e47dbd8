"""Few entries are sorted as numbers that hold the key and the place, many by radix."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

cdef enum:
    DIGIT = 11                      # bits of a key that are sorted at once: as many buckets fit a processor's first cache


cdef int sort_few(vector[Keyed]* entries) except -1 nogil:
    """Fewer entries than a digit has buckets."""
    cdef vector[uint64_t] keys
    cdef vector[Keyed] sorted_
    cdef size_t i
    cdef Keyed* at = entries.data()
    keys.resize(entries.size())
    for i in range(keys.size()):
        keys[i] = at[i].key << DIGIT | i
    sort(keys.begin(), keys.end())
    sorted_.resize(keys.size())
    for i in range(keys.size()):
        sorted_[i] = at[keys[i] & ((1 << DIGIT) - 1)]
    entries.swap(sorted_)
    return 0


cdef int sort_many(vector[Keyed]* entries, int32_t bits) except -1 nogil:
    """From the lowest digit up; digits in which no two keys differ, as between the corners of tiles, are passed over."""
    cdef vector[Keyed] other
    cdef vector[int32_t] places
    cdef uint64_t differ = 0
    cdef int32_t bit = 0, i, at, count
    cdef int32_t digit_end = 1 << DIGIT
    for i in range(<int32_t>entries.size()):
        differ |= entries[0][i].key ^ entries[0][0].key
    other.resize(entries.size())
    while bit < bits:
        if differ >> bit & <uint64_t>(digit_end - 1):
            places.clear()
            places.resize(digit_end, 0)
            for i in range(<int32_t>entries.size()):
                places[entries[0][i].key >> bit & <uint64_t>(digit_end - 1)] += 1
            at = 0
            for i in range(digit_end):
                count = places[i]
                places[i] = at
                at += count
            for i in range(<int32_t>entries.size()):
                count = <int32_t>(entries[0][i].key >> bit & <uint64_t>(digit_end - 1))
                other[places[count]] = entries[0][i]
                places[count] += 1
            entries.swap(other)
        bit += DIGIT
    return 0


cdef int sort_keyed(vector[Keyed]* entries, int32_t bits) except -1 nogil:
    if entries.size() <= 1 << DIGIT and bits + DIGIT <= 64:
        return sort_few(entries)
    return sort_many(entries, bits)
