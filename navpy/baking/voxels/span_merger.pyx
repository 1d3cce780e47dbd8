"""Merges surfaces into spans one by one, without a list of all surfaces.

Most columns have one span, which absorbs all their surfaces. A surface that lies apart from it begins an extra span of the column.
When the spans are written, those of a column that touch become one.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libcpp.algorithm cimport sort

cdef enum:
    NO_SPAN = -1
    EMPTY = -1                    # `high` of a column without a surface
    MOST_TRIED = 8                # extra spans that are tried; without a limit a column of n of them would take n² steps


cdef int add_extra(SpanMerger* merger, size_t column, int low, int high, int floor) except -1 nogil:
    """Merge a surface into an extra span of its column, or begin one."""
    cdef ExtraSpan* tried
    cdef ExtraSpan extra
    cdef int32_t i = merger.first_extra[column]
    cdef int steps = 0
    while i != NO_SPAN and steps < MOST_TRIED:
        tried = &merger.extras[i]
        if meets(&tried.partial, low, high):
            absorb(&tried.partial, low, high, floor)
            # The next surface often lies beside this one, and the column's own span is tried first.
            tried.partial, merger.columns[column] = merger.columns[column], tried.partial
            return 0
        i = tried.next
        steps += 1
    extra.partial.low, extra.partial.high, extra.partial.floor = low, high, floor
    extra.next = merger.first_extra[column]
    merger.first_extra[column] = <int32_t>merger.extras.size()
    merger.extras.push_back(extra)
    return 0


cdef int start_merging(SpanMerger* merger, size_t columns) except -1 nogil:
    """Begin with empty columns."""
    cdef PartialSpan nothing
    cdef size_t i
    nothing.low, nothing.high, nothing.floor = 65536 << 1, EMPTY, 0
    merger.columns.resize(columns)
    merger.first_extra.resize(columns)
    merger.extras.clear()
    for i in range(columns):
        merger.columns[i] = nothing
        merger.first_extra[i] = NO_SPAN
    return 0


cdef size_t most_spans(const SpanMerger* merger) noexcept nogil:
    """An upper bound of the spans that write_spans writes for all columns."""
    cdef size_t i, count = merger.extras.size()
    for i in range(merger.columns.size()):
        count += merger.columns[i].high != EMPTY
    return count


cdef inline uint64_t pack(const PartialSpan* partial) noexcept nogil:
    """A span as a number: in order by the bottom. low_of, top_of and floor_of take it apart."""
    return <uint64_t>partial.low << 40 | <uint64_t>(partial.high >> 1) << 24 | <uint64_t>partial.floor


cdef inline uint32_t low_of(uint64_t packed) noexcept nogil:
    return <uint32_t>(packed >> 40)


cdef inline int top_of(uint64_t packed) noexcept nogil:
    return <int>(packed >> 24 & 0xFFFF)


cdef inline int floor_of(uint64_t packed) noexcept nogil:
    return <int>(packed & 0xFFFFFF)


cdef int sort_column(SpanMerger* merger, size_t column) except -1 nogil:
    """Fill `sorted` with the packed spans of a column, in order."""
    cdef int32_t i = merger.first_extra[column]
    merger.sorted.clear()
    merger.sorted.push_back(pack(&merger.columns[column]))
    while i != NO_SPAN:
        merger.sorted.push_back(pack(&merger.extras[i].partial))
        i = merger.extras[i].next
    sort(merger.sorted.begin(), merger.sorted.end())
    return 0


cdef inline void write_span(Span* span, uint32_t low, int top_vx, int floor, int merge_vx) noexcept nogil:
    """The area is that of the highest floor, if that is near the top."""
    cdef int rank = floor & 0xFF if floor >> 8 >= top_vx - merge_vx else 0
    span.bottom_vx, span.top_vx = low >> 1, top_vx
    span.area = <uint8_t>(AREA_COUNT - rank if rank else AREA_NONE)
    span.flags = (0 if low & 1 else SPAN_BACK_FACE) | (SPAN_CLOSED if rank == AREA_COUNT else 0)


cdef int write_sorted(const uint64_t* packed, const uint64_t* end, int merge_vx, Span* out) noexcept nogil:
    """Write the spans of a column: those that overlap or touch become one."""
    cdef uint32_t low
    cdef int top_vx, floor, count = 0
    while packed < end:
        low, top_vx, floor = low_of(packed[0]), top_of(packed[0]), floor_of(packed[0])     # of the same bottom a back face comes first
        packed += 1
        while packed < end and <int>(low_of(packed[0]) >> 1) <= top_vx:
            top_vx, floor = max(top_vx, top_of(packed[0])), max(floor, floor_of(packed[0]))
            packed += 1
        write_span(out + count, low, top_vx, floor, merge_vx)
        count += 1
    return count


cdef int write_spans(SpanMerger* merger, size_t column, int merge_vx, Span* out) except -1 nogil:
    """Write the spans of a column, upwards, and return how many."""
    cdef const PartialSpan* partial = &merger.columns[column]
    if partial.high == EMPTY:
        return 0
    if merger.first_extra[column] == NO_SPAN:
        write_span(out, partial.low, partial.high >> 1, partial.floor, merge_vx)
        return 1
    sort_column(merger, column)
    return write_sorted(merger.sorted.data(), merger.sorted.data() + merger.sorted.size(), merge_vx, out)
