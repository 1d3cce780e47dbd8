"""Height ranges that surfaces fill in columns → the columns' solid spans, whatever order they come in."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
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

cdef struct FurtherSpan:
    Span span
    int32_t next                    # of the same column, or NO_SPAN

# While a span gathers, it stands for two surfaces, which is all that can come to matter of those that it absorbed: the highest,
# and the highest of the one area that can be walked on, if any (area_top_vx, area). Both begin at its bottom.
cdef cppclass SpanMerger:
    vector[Span] spans              # one for each column; top_vx is 0 where nothing came yet
    vector[int32_t] further         # of each column, those that its span could not absorb, or NO_SPAN
    vector[FurtherSpan] further_spans
    vector[uint64_t] sorted         # of one column

cdef inline bint absorbs(const Span* span, int bottom_vx, int top_vx, int area) noexcept nogil:
    """Whether a surface overlaps or touches what was gathered, and there are not two areas then that can be walked on."""
    return (((bottom_vx <= span.top_vx) & (span.bottom_vx <= top_vx)) | (span.top_vx == 0)) \
        & ((area == span.area) | (area == AREA_NONE) | (span.area == AREA_NONE))

cdef inline void absorb(Span* span, int bottom_vx, int top_vx, int area, int flags) noexcept nogil:
    cdef int low_vx = span.bottom_vx if span.top_vx else MAX_HEIGHT_VX      # without branches, which would be taken at random
    cdef int own_area = span.area
    span.flags = (flags if bottom_vx <= low_vx else 0) | (span.flags if low_vx <= bottom_vx else 0)
    span.area_top_vx = max(top_vx if area >= own_area else 0, <int>span.area_top_vx if own_area >= area else 0)
    span.area = max(area, own_area)
    span.bottom_vx = min(bottom_vx, low_vx)
    span.top_vx = max(top_vx, <int>span.top_vx)

cdef inline int add_surface(SpanMerger* merger, size_t column, int bottom_vx, int top_vx, int area, int flags) except -1 nogil:
    """A surface that fills a column from bottom_vx to top_vx."""
    cdef Span* span = merger.spans.data() + column
    if absorbs(span, bottom_vx, top_vx, area):
        absorb(span, bottom_vx, top_vx, area, flags)
        return 0
    return add_to_further(merger, column, bottom_vx, top_vx, area, flags)

cdef int add_to_further(SpanMerger* merger, size_t column, int bottom_vx, int top_vx, int area, int flags) except -1 nogil
cdef int start_merging(SpanMerger* merger, size_t columns) except -1 nogil
cdef size_t most_spans(const SpanMerger* merger) noexcept nogil
cdef Span* write_spans(SpanMerger* merger, size_t column, int merge_vx, Span* out) except NULL nogil
