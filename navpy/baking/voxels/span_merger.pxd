"""Height ranges that surfaces fill in columns → the columns' solid spans, whatever order they come in."""
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

# What a span needs to know of the surfaces that it absorbed: its bottom, its top, and the highest of those of the largest area.
# As long as they have no more than one area besides AREA_NONE no other can come to matter.
cdef struct Gathered:
    int32_t low                     # bottom_vx * 2, and 1 if no surface there is a back face
    int32_t high                    # top_vx * 2 + 1: not below the low of what it touches
    int32_t surface                 # area * 65536 + its highest top_vx

cdef struct FurtherGathered:
    Gathered gathered
    int32_t next                    # of the same column, or NO_SPAN

cdef cppclass SpanMerger:
    vector[Gathered] columns        # one for each
    vector[int32_t] further         # of each column, those that the one could not absorb, or NO_SPAN
    vector[FurtherGathered] further_gathered
    vector[uint64_t] sorted         # of one column
    int area                        # of all surfaces so far that have one, or AREA_NONE
    bint mixed                      # there are several

cdef inline void announce_area(SpanMerger* merger, int area) noexcept nogil:
    """Surfaces of an area are about to be added."""
    if area != AREA_NONE and area != merger.area:
        merger.mixed = merger.mixed or merger.area != AREA_NONE
        merger.area = area

cdef inline bint meets(const Gathered* gathered, int low, int high) noexcept nogil:
    """Whether a surface overlaps or touches what was gathered, or nothing was."""
    return ((gathered.high - low) ^ (high - gathered.low)) >= 0         # above or below; where nothing was, both

cdef inline bint agrees(const Gathered* gathered, int area) noexcept nogil:
    """Whether there is only one area besides none."""
    cdef int own_area = gathered.surface >> 16
    return area == own_area or own_area == AREA_NONE or area == AREA_NONE

cdef inline void absorb(Gathered* gathered, int low, int high, int surface) noexcept nogil:
    gathered.low = low if low < gathered.low else gathered.low
    gathered.high = high if high > gathered.high else gathered.high
    gathered.surface = surface if surface > gathered.surface else gathered.surface

cdef inline int add_surface(SpanMerger* merger, size_t column, int low, int high, int surface) except -1 nogil:
    """A surface that fills a column, as it is Gathered; its area has been announced."""
    cdef Gathered* gathered = merger.columns.data() + column
    if meets(gathered, low, high) and (not merger.mixed or agrees(gathered, surface >> 16)):
        absorb(gathered, low, high, surface)
        return 0
    return add_to_further(merger, column, low, high, surface)

cdef int add_to_further(SpanMerger* merger, size_t column, int low, int high, int surface) except -1 nogil
cdef int start_merging(SpanMerger* merger, size_t columns) except -1 nogil
cdef size_t most_spans(const SpanMerger* merger) noexcept nogil
cdef int write_spans(SpanMerger* merger, size_t column, int merge_vx, Span* out) except -1 nogil
