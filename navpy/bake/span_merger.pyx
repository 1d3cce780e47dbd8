"""
Merges surfaces into spans where they come in.

Most columns have one span: it absorbs their surfaces one by one, which needs no list of them. What cannot be absorbed, for it
lies apart or has another area, begins a further span of the column. In the end those of a column that touch become one.
"""
from libc.stdint cimport int32_t, uint64_t
from libcpp.algorithm cimport sort

cdef enum:
    NO_SPAN = -1
    MOST_TRIED = 8                  # further spans that are tried; without a limit a column of n of them would take n² steps


cdef int add_to_further(SpanMerger* merger, size_t column, int bottom_vx, int top_vx, int area, int flags) except -1 nogil:
    """What add_surface does where the column's own span cannot absorb the surface."""
    cdef FurtherSpan further
    cdef FurtherSpan* tried
    cdef int32_t i = merger.further[column]
    cdef int steps = 0
    while i != NO_SPAN and steps < MOST_TRIED:
        tried = &merger.further_spans[i]
        if absorbs(&tried.span, bottom_vx, top_vx, area):
            absorb(&tried.span, bottom_vx, top_vx, area, flags)
            return 0
        i = tried.next
        steps += 1
    further.span.bottom_vx, further.span.top_vx, further.span.area_top_vx = bottom_vx, top_vx, top_vx
    further.span.area, further.span.flags = area, flags
    further.next = merger.further[column]
    merger.further[column] = <int32_t>merger.further_spans.size()
    merger.further_spans.push_back(further)
    return 0


cdef int start_merging(SpanMerger* merger, size_t columns) except -1 nogil:
    """Empty columns."""
    cdef Span nothing
    nothing.bottom_vx = nothing.top_vx = nothing.area_top_vx = nothing.area = nothing.flags = 0
    merger.spans.assign(columns, nothing)
    merger.further.assign(columns, NO_SPAN)
    merger.further_spans.clear()
    return 0


cdef size_t most_spans(const SpanMerger* merger) noexcept nogil:
    """No more are written for all columns together."""
    cdef size_t i, count = merger.further_spans.size()
    for i in range(merger.spans.size()):
        count += merger.spans[i].top_vx != 0
    return count


cdef inline uint64_t pack(const Span* span) noexcept nogil:
    """Orders by bottom_vx, and beyond that somehow."""
    return (<uint64_t>span.bottom_vx << 48 | <uint64_t>span.top_vx << 32 | <uint64_t>span.area_top_vx << 16
            | <uint64_t>span.area << 8 | span.flags)


cdef inline Span unpack(uint64_t packed) noexcept nogil:
    cdef Span span
    span.bottom_vx, span.top_vx, span.area_top_vx = packed >> 48, packed >> 32 & 0xFFFF, packed >> 16 & 0xFFFF
    span.area, span.flags = packed >> 8 & 0xFF, packed & 0xFF
    return span


cdef int sort_column(SpanMerger* merger, size_t column) except -1 nogil:
    """Fill `sorted` with the column's gathered spans."""
    cdef int32_t i = merger.further[column]
    merger.sorted.clear()
    merger.sorted.push_back(pack(&merger.spans[column]))
    while i != NO_SPAN:
        merger.sorted.push_back(pack(&merger.further_spans[i].span))
        i = merger.further_spans[i].next
    sort(merger.sorted.begin(), merger.sorted.end())
    return 0


cdef Span joined(const uint64_t* packed, size_t count, int bottom_vx, int top_vx, int merge_vx) noexcept nogil:
    """Gathered spans that make one together. Only areas within merge_vx of its top count, the largest of them."""
    cdef size_t i
    cdef int highest = top_vx, flags = 0, threshold = top_vx - merge_vx
    cdef Span span
    for i in range(count):
        span = unpack(packed[i])
        if span.area_top_vx >= threshold:
            highest = max(highest, span.area << 16 | span.area_top_vx)      # by area, then by height
        if span.bottom_vx == bottom_vx:
            flags |= span.flags
    span.bottom_vx, span.top_vx, span.flags = bottom_vx, top_vx, flags
    span.area, span.area_top_vx = highest >> 16, highest & 0xFFFF
    return span


cdef Span* write_spans(SpanMerger* merger, size_t column, int merge_vx, Span* out) except NULL nogil:
    """Write the spans of a column, upwards. Returns where the next column's go."""
    cdef const Span* span = &merger.spans[column]
    cdef const uint64_t* packed
    cdef size_t begin = 0, end, count
    cdef int bottom_vx, top_vx
    if span.top_vx == 0:
        return out
    if merger.further[column] == NO_SPAN:
        out[0] = span[0]
        if span.area_top_vx < span.top_vx - merge_vx:
            out.area, out.area_top_vx = AREA_NONE, span.top_vx
        return out + 1
    sort_column(merger, column)
    packed, count = merger.sorted.data(), merger.sorted.size()
    while begin < count:
        bottom_vx, top_vx = unpack(packed[begin]).bottom_vx, unpack(packed[begin]).top_vx
        end = begin + 1
        while end < count and unpack(packed[end]).bottom_vx <= top_vx:
            top_vx = max(top_vx, <int>unpack(packed[end]).top_vx)
            end += 1
        out[0] = joined(packed + begin, end - begin, bottom_vx, top_vx, merge_vx)
        out += 1
        begin = end
    return out
