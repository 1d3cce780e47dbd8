"""Merges the height ranges that surfaces fill in a column into solid spans; their order does not matter (Recast, addSpan)."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.area cimport AREA_CLOSED, AREA_COUNT, AREA_NONE

cdef enum:
    MAX_HEIGHT_VX = 65535           # what fits into a span's heights

cdef enum SpanFlag:
    SPAN_BACK_FACE = 1              # the underside is a surface that faces up: the ceiling of the inside of a closed solid
    SPAN_CLOSED = 2                 # not walkable because the floor on top is closed

cdef struct Span:                   # one solid interval of one column
    uint16_t bottom_vx              # lowest solid height, in cell heights above origin[1]
    uint16_t top_vx                 # height of the surface, in cell heights above origin[1]; > bottom_vx
    uint8_t area                    # of its top surface
    uint8_t flags                   # SpanFlag bits

# A span under construction: its bottom, its top and its highest floor.
cdef struct PartialSpan:
    int32_t low                     # bottom_vx * 2, and 1 if no surface there is a back face
    int32_t high                    # top_vx * 2 + 1: not below the low of what it touches
    int32_t floor                   # its height and rank, see floor_at

cdef struct ExtraSpan:
    PartialSpan partial
    int32_t next                    # another span of the same column, or NO_SPAN

cdef cppclass SpanMerger:
    vector[PartialSpan] columns        # one span a column, which most surfaces merge into
    vector[int32_t] first_extra        # of each column: the first of its further spans in `extras`, or NO_SPAN
    vector[ExtraSpan] extras
    vector[uint64_t] sorted         # the spans of one column, packed and in order

cdef inline int floor_rank(int area) noexcept nogil:
    """Of floors of the same height the one with the greatest rank counts, that with the least area id. 0: it is no floor."""
    return 0 if area == AREA_NONE else AREA_COUNT - area % AREA_CLOSED

cdef inline int floor_at(int rank, int top_vx) noexcept nogil:
    """A floor as a number: the greater one of two is higher, or of the same height and a greater rank."""
    return top_vx << 8 | rank if rank else 0

cdef inline bint meets(const PartialSpan* partial, int low, int high) noexcept nogil:
    """Whether a surface overlaps or touches the span, or the span is empty."""
    return ((partial.high - low) ^ (high - partial.low)) >= 0         # an empty span is below and above everything

cdef inline void absorb(PartialSpan* partial, int low, int high, int floor) noexcept nogil:
    partial.low = low if low < partial.low else partial.low
    partial.high = high if high > partial.high else partial.high
    partial.floor = floor if floor > partial.floor else partial.floor

cdef inline int add_surface(SpanMerger* merger, size_t column, int low, int high, int floor) except -1 nogil:
    """Add a surface, given as the fields of a PartialSpan, to a column."""
    cdef PartialSpan* partial = merger.columns.data() + column
    if meets(partial, low, high):
        absorb(partial, low, high, floor)
        return 0
    return add_extra(merger, column, low, high, floor)

cdef int add_extra(SpanMerger* merger, size_t column, int low, int high, int floor) except -1 nogil
cdef int start_merging(SpanMerger* merger, size_t columns) except -1 nogil
cdef size_t most_spans(const SpanMerger* merger) noexcept nogil
cdef int write_spans(SpanMerger* merger, size_t column, int merge_vx, Span* out) except -1 nogil
