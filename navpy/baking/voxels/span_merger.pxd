"""Merges the height ranges that surfaces fill in a column into solid spans; their order does not matter (Recast, addSpan)."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.area cimport AREA_NONE

cdef enum:
    MAX_HEIGHT_VX = 65535           # what fits into a span's heights

cdef enum SpanFlag:
    SPAN_BACK_FACE = 1              # the underside is a surface that faces up: the ceiling of the inside of a closed solid

cdef struct Span:                   # one solid interval of one column
    uint16_t bottom_vx              # lowest solid height, in cell heights above origin[1]
    uint16_t top_vx                 # height of the surface, in cell heights above origin[1]; > bottom_vx
    uint16_t area_top_vx            # height of the surface that `area` comes from, within the merge threshold of top_vx
    uint8_t area                    # of its top surface
    uint8_t flags                   # SpanFlag bits

# A span under construction. It keeps its bottom, its top and the highest surface of the largest area id among those merged into it.
# That is enough as long as these have no more than one area besides AREA_NONE.
cdef struct PartialSpan:
    int32_t low                     # bottom_vx * 2, and 1 if no surface there is a back face
    int32_t high                    # top_vx * 2 + 1: not below the low of what it touches
    int32_t surface                 # area * 65536 + its highest top_vx

cdef struct ExtraSpan:
    PartialSpan partial
    int32_t next                    # another span of the same column, or NO_SPAN

cdef cppclass SpanMerger:
    vector[PartialSpan] columns        # one span a column, which most surfaces merge into
    vector[int32_t] first_extra        # of each column: the first of its further spans in `extras`, or NO_SPAN
    vector[ExtraSpan] extras
    vector[uint64_t] sorted         # the spans of one column, packed and in order
    int area                        # the area id of the surfaces so far, AREA_NONE while all are unwalkable
    bint mixed                      # surfaces with several area ids have come

cdef inline void note_area(SpanMerger* merger, int area) noexcept nogil:
    """Call before surfaces with an area id are added."""
    if area != AREA_NONE and area != merger.area:
        merger.mixed = merger.mixed or merger.area != AREA_NONE
        merger.area = area

cdef inline bint meets(const PartialSpan* partial, int low, int high) noexcept nogil:
    """Whether a surface overlaps or touches the span, or the span is empty."""
    return ((partial.high - low) ^ (high - partial.low)) >= 0         # an empty span is below and above everything

cdef inline bint agrees(const PartialSpan* partial, int area) noexcept nogil:
    """Whether the span and a surface have at most one area id besides AREA_NONE."""
    cdef int own_area = partial.surface >> 16
    return area == own_area or own_area == AREA_NONE or area == AREA_NONE

cdef inline void absorb(PartialSpan* partial, int low, int high, int surface) noexcept nogil:
    partial.low = low if low < partial.low else partial.low
    partial.high = high if high > partial.high else partial.high
    partial.surface = surface if surface > partial.surface else partial.surface

cdef inline int add_surface(SpanMerger* merger, size_t column, int low, int high, int surface) except -1 nogil:
    """Add a surface, given as the fields of a PartialSpan, to a column. Its area id has been noted."""
    cdef PartialSpan* partial = merger.columns.data() + column
    if meets(partial, low, high) and (not merger.mixed or agrees(partial, surface >> 16)):
        absorb(partial, low, high, surface)
        return 0
    return add_extra(merger, column, low, high, surface)

cdef int add_extra(SpanMerger* merger, size_t column, int low, int high, int surface) except -1 nogil
cdef int start_merging(SpanMerger* merger, size_t columns) except -1 nogil
cdef size_t most_spans(const SpanMerger* merger) noexcept nogil
cdef int write_spans(SpanMerger* merger, size_t column, int merge_vx, Span* out) except -1 nogil
