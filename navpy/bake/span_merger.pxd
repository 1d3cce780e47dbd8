"""Height ranges that surfaces fill in columns → the columns' solid spans, whatever order they come in."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libcpp.vector cimport vector

cdef enum:
    AREA_NONE = 0                   # cannot be stood on
    AREA_WALKABLE = 63              # the default walkable area, and the highest area id
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
    uint32_t low                    # bottom_vx * 2, and 1 if no surface there is a back face
    int32_t top_vx
    int32_t surface                 # area * 65536 + its highest top_vx

cdef struct FurtherGathered:
    Gathered gathered
    int32_t next                    # of the same column, or NO_SPAN

cdef cppclass SpanMerger:
    vector[Gathered] columns        # one for each
    vector[int32_t] further         # of each column, those that the one could not absorb, or NO_SPAN
    vector[FurtherGathered] further_gathered
    vector[uint64_t] sorted         # of one column

cdef inline bint absorbs(const Gathered* gathered, int bottom_vx, int top_vx, int area) noexcept nogil:
    """Whether a surface overlaps or touches what was gathered, if anything was, and there is only one area besides none."""
    cdef int own_area = gathered.surface >> 16
    if (bottom_vx > gathered.top_vx) ^ (top_vx < <int>(gathered.low >> 1)):     # above or below; where nothing was, both
        return False
    return area == own_area or own_area == AREA_NONE or area == AREA_NONE

cdef inline void absorb(Gathered* gathered, uint32_t low, int top_vx, int area) noexcept nogil:
    gathered.low = min(gathered.low, low)
    gathered.top_vx = max(gathered.top_vx, top_vx)
    gathered.surface = max(gathered.surface, area << 16 | top_vx)

cdef inline int add_surface(SpanMerger* merger, size_t column, int bottom_vx, int top_vx, int area, bint back_face) except -1 nogil:
    """A surface that fills a column from bottom_vx to top_vx."""
    cdef Gathered* gathered = merger.columns.data() + column
    cdef uint32_t low = <uint32_t>bottom_vx << 1 | (not back_face)
    if absorbs(gathered, bottom_vx, top_vx, area):
        absorb(gathered, low, top_vx, area)
        return 0
    return add_to_further(merger, column, low, top_vx, area)

cdef int add_to_further(SpanMerger* merger, size_t column, uint32_t low, int top_vx, int area) except -1 nogil
cdef int start_merging(SpanMerger* merger, size_t columns) except -1 nogil
cdef size_t most_spans(const SpanMerger* merger) noexcept nogil
cdef int write_spans(SpanMerger* merger, size_t column, int merge_vx, Span* out) except -1 nogil
