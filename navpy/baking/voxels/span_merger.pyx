"""
Merges surfaces into spans where they come in.

Most columns have one span: it absorbs their surfaces one by one, which needs no list of them. What cannot be absorbed, for it
lies apart or has another area, begins a further span of the column. In the end those of a column that touch become one.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libcpp.algorithm cimport sort

cdef enum:
    NO_SPAN = -1
    NOTHING = -1                    # `high` of a column that nothing came to
    MOST_TRIED = 8                  # further spans that are tried; without a limit a column of n of them would take n² steps


cdef int add_to_further(SpanMerger* merger, size_t column, int low, int high, int surface) except -1 nogil:
    """What add_surface does where the column's own span cannot absorb the surface."""
    cdef FurtherGathered* tried
    cdef FurtherGathered further
    cdef int32_t i = merger.further[column]
    cdef int steps = 0
    while i != NO_SPAN and steps < MOST_TRIED:
        tried = &merger.further_gathered[i]
        if meets(&tried.gathered, low, high) and agrees(&tried.gathered, surface >> 16):
            absorb(&tried.gathered, low, high, surface)
            # Its neighbours come next, and most often: the column's own span is tried first.
            tried.gathered, merger.columns[column] = merger.columns[column], tried.gathered
            return 0
        i = tried.next
        steps += 1
    further.gathered.low, further.gathered.high, further.gathered.surface = low, high, surface
    further.next = merger.further[column]
    merger.further[column] = <int32_t>merger.further_gathered.size()
    merger.further_gathered.push_back(further)
    return 0


cdef int start_merging(SpanMerger* merger, size_t columns) except -1 nogil:
    """Empty columns."""
    cdef Gathered nothing
    cdef size_t i
    nothing.low, nothing.high, nothing.surface = 65536 << 1, NOTHING, 0
    merger.area, merger.mixed = AREA_NONE, False
    merger.columns.resize(columns)
    merger.further.resize(columns)
    merger.further_gathered.clear()
    for i in range(columns):
        merger.columns[i] = nothing
        merger.further[i] = NO_SPAN
    return 0


cdef size_t most_spans(const SpanMerger* merger) noexcept nogil:
    """No more are written for all columns together."""
    cdef size_t i, count = merger.further_gathered.size()
    for i in range(merger.columns.size()):
        count += merger.columns[i].high != NOTHING
    return count


cdef inline uint64_t pack(const Gathered* gathered) noexcept nogil:
    """Ordered by where they begin; what is packed can be taken out by the next three."""
    return <uint64_t>gathered.low << 40 | <uint64_t>(gathered.high >> 1) << 24 | <uint64_t>gathered.surface


cdef inline uint32_t low_of(uint64_t packed) noexcept nogil:
    return <uint32_t>(packed >> 40)


cdef inline int top_of(uint64_t packed) noexcept nogil:
    return <int>(packed >> 24 & 0xFFFF)


cdef inline int surface_of(uint64_t packed) noexcept nogil:
    return <int>(packed & 0xFFFFFF)


cdef int sort_column(SpanMerger* merger, size_t column) except -1 nogil:
    """Fill `sorted` with what a column gathered."""
    cdef int32_t i = merger.further[column]
    merger.sorted.clear()
    merger.sorted.push_back(pack(&merger.columns[column]))
    while i != NO_SPAN:
        merger.sorted.push_back(pack(&merger.further_gathered[i].gathered))
        i = merger.further_gathered[i].next
    sort(merger.sorted.begin(), merger.sorted.end())
    return 0


cdef inline void write_span(Span* span, uint32_t low, int top_vx, int surface) noexcept nogil:
    span.bottom_vx, span.top_vx, span.area_top_vx = low >> 1, top_vx, surface & 0xFFFF
    span.area, span.flags = surface >> 16, 0 if low & 1 else SPAN_BACK_FACE


cdef int write_sorted(const uint64_t* packed, const uint64_t* end, int merge_vx, Span* out) noexcept nogil:
    """Write the spans of a column: what overlaps or touches becomes one. Only areas near its top count, the largest of them."""
    cdef const uint64_t* part
    cdef uint32_t low
    cdef int top_vx, surface, count = 0
    while packed < end:
        low, top_vx = low_of(packed[0]), top_of(packed[0])      # at the same bottom a back face comes first
        part = packed + 1
        while part < end and <int>(low_of(part[0]) >> 1) <= top_vx:
            top_vx = max(top_vx, top_of(part[0]))
            part += 1
        surface = top_vx
        while packed < part:
            if (surface_of(packed[0]) & 0xFFFF) >= top_vx - merge_vx:
                surface = max(surface, surface_of(packed[0]))
            packed += 1
        write_span(out + count, low, top_vx, surface)
        count += 1
    return count


cdef int write_spans(SpanMerger* merger, size_t column, int merge_vx, Span* out) except -1 nogil:
    """Write the spans of a column, upwards, and return how many."""
    cdef const Gathered* gathered = &merger.columns[column]
    cdef int top_vx = gathered.high >> 1
    cdef bint near_top = (gathered.surface & 0xFFFF) >= top_vx - merge_vx
    if gathered.high == NOTHING:
        return 0
    if merger.further[column] == NO_SPAN:
        write_span(out, gathered.low, top_vx, gathered.surface if near_top else top_vx)
        return 1
    sort_column(merger, column)
    return write_sorted(merger.sorted.data(), merger.sorted.data() + merger.sorted.size(), merge_vx, out)
