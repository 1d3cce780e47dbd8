"""Recast's three filters of spans: low hanging obstacles become walkable, ledges and low spaces unwalkable."""
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport abs

from navpy.base.interrupts cimport check_signals
from navpy.base.area cimport AREA_NONE
from navpy.baking.voxels.heightfield cimport MAX_HEIGHT_VX, SPAN_CLOSED, Heightfield, Span


cdef inline int ceiling_of(const Span* span, const Span* end) noexcept nogil:
    """Where the open space above a span ends. end: one past the column's last span."""
    return <int>MAX_HEIGHT_VX if span + 1 == end else span[1].bottom_vx


cdef void allow_low_obstacles(Span* span, Span* end, int climb_vx) noexcept nogil:
    """In one column: an unwalkable span at most climb_vx above a walkable one gets the area id of that, unless it is closed."""
    cdef uint8_t own_area, area_below = AREA_NONE
    cdef int top_below = 0
    while span < end:
        own_area = span.area
        if own_area == AREA_NONE and area_below != AREA_NONE and span.top_vx - top_below <= climb_vx and not span.flags & SPAN_CLOSED:
            span.area = area_below
        area_below = own_area       # not the new area id: a pile of obstacles must not become walkable step by step
        top_below = span.top_vx
        span += 1


cdef bint drops_into(const Span* spans, const int32_t* column, int32_t* reached, int floor_vx, int ceiling_vx, int height_vx,
                     int climb_vx) noexcept nogil:
    """Whether a floor drops off into a neighboring column. reached: the search for it begins at this span, and moves it up past the
    spans whose open space ends below the floor. So a column of many floors is passed once for all floors of the column beside it,
    upwards."""
    cdef int32_t i = reached[0], last = column[1] - 1
    cdef int top_vx, open_vx = <int>MAX_HEIGHT_VX if last < column[0] else spans[column[0]].bottom_vx
    if min(ceiling_vx, open_vx) - floor_vx >= height_vx:
        return True                 # the column is open at this height, down to its lowest span
    while i < last and spans[i + 1].bottom_vx <= floor_vx:
        i += 1
    reached[0] = i
    while i <= last:
        top_vx = spans[i].top_vx
        if top_vx > floor_vx + climb_vx:
            return False            # this floor and all above are too high
        if top_vx < floor_vx - climb_vx and min(ceiling_vx, ceiling_of(spans + i, spans + last + 1)) - floor_vx >= height_vx:
            return True
        i += 1
    return False


cdef inline bint drops_beside(const Span* spans, const int32_t* column, int32_t level, int32_t* reached, int floor_vx, int ceiling_vx,
                              int height_vx, int climb_vx) noexcept nogil:
    """As drops_into; first the neighboring column's span of the same index is tried, on which most floors go on. Where no step is
    higher than the agent, no other floor of that column can then be dropped to."""
    cdef int32_t last = column[1] - 1, i = min(column[0] + level, last)
    cdef int top_vx, other_ceiling_vx
    if i >= column[0] and climb_vx <= height_vx:
        top_vx, other_ceiling_vx = spans[i].top_vx, <int>MAX_HEIGHT_VX if i == last else spans[i + 1].bottom_vx
        if abs(top_vx - floor_vx) <= climb_vx and min(ceiling_vx, other_ceiling_vx) - max(floor_vx, top_vx) >= height_vx:
            return False
    return drops_into(spans, column, reached, floor_vx, ceiling_vx, height_vx, climb_vx)


cdef void remove_column_ledges(Heightfield field, int x, int z, int height_vx, int climb_vx) noexcept nogil:
    """Remove the ledges of a column that is not on the level's edge: floors beside a drop."""
    cdef const int32_t* column = field.first.data() + x + <size_t>z * field.width
    cdef Span* spans = field.spans.data()
    # that side lies inside the window
    cdef bint west = x > 0, east = x < field.width - 1, south = z > 0, north = z < field.depth - 1
    cdef int32_t i, level, end = column[1], width = field.width
    cdef int32_t reached[4]
    cdef int floor_vx, ceiling_vx
    reached[0], reached[1] = (column - 1)[0] if west else 0, column[1] if east else 0
    reached[2], reached[3] = (column - width)[0] if south else 0, column[width] if north else 0
    for i in range(column[0], end):
        if spans[i].area == AREA_NONE:
            continue
        level, floor_vx, ceiling_vx = i - column[0], spans[i].top_vx, ceiling_of(spans + i, spans + end)
        if ceiling_vx - floor_vx < height_vx:
            continue                # nobody stands there to drop off
        if (west and drops_beside(spans, column - 1, level, &reached[0], floor_vx, ceiling_vx, height_vx, climb_vx)) \
                or (east and drops_beside(spans, column + 1, level, &reached[1], floor_vx, ceiling_vx, height_vx, climb_vx)) \
                or (south and drops_beside(spans, column - width, level, &reached[2], floor_vx, ceiling_vx, height_vx, climb_vx)) \
                or (north and drops_beside(spans, column + width, level, &reached[3], floor_vx, ceiling_vx, height_vx, climb_vx)):
            spans[i].area = AREA_NONE


cdef inline bint is_single(const int32_t* column) noexcept nogil:
    return column[1] - column[0] == 1


cdef inline bint is_gentle(const Span* spans, const int32_t* column, int width, int height_vx, int climb_vx) noexcept nogil:
    """Whether a column and its four neighbors have one span each, and the neighbors' are within a step of the column's: then no floor
    is a ledge. False near the field's top, and for agents that climb higher than they are tall."""
    cdef int floor_vx, west_vx, east_vx, south_vx, north_vx, lowest_vx, highest_vx
    if climb_vx > height_vx or not (is_single(column) and column[2] - (column - 1)[0] == 3 and is_single(column - 1)
                                    and is_single(column - width) and is_single(column + width)):
        return False
    floor_vx, west_vx, east_vx = spans[column[0]].top_vx, spans[column[0] - 1].top_vx, spans[column[0] + 1].top_vx
    south_vx, north_vx = spans[(column - width)[0]].top_vx, spans[column[width]].top_vx
    lowest_vx = min(floor_vx, min(min(west_vx, east_vx), min(south_vx, north_vx)))
    highest_vx = max(floor_vx, max(max(west_vx, east_vx), max(south_vx, north_vx)))
    return max(highest_vx - floor_vx, floor_vx - lowest_vx) <= climb_vx and highest_vx + height_vx <= MAX_HEIGHT_VX


cdef void remove_row_ledges(Heightfield field, int z, int begin, int end, int height_vx, int climb_vx) noexcept nogil:
    """Remove the ledges of the columns begin … end−1 of a row, none of them on the level's edge."""
    cdef const int32_t* row = field.first.data() + <size_t>z * field.width
    cdef const Span* spans = field.spans.data()
    cdef int x, width = field.width
    cdef int inner_begin = max(begin, 1), inner_end = 0 if z == 0 or z == field.depth - 1 else width - 1
    for x in range(begin, end):
        if not (inner_begin <= x < inner_end and is_gentle(spans, row + x, width, height_vx, climb_vx)):
            remove_column_ledges(field, x, z, height_vx, climb_vx)


cdef void remove_all(Heightfield field, int z, int begin, int end) noexcept nogil:
    cdef const int32_t* first = field.first.data() + <size_t>z * field.width
    cdef int32_t i
    for i in range(first[begin], first[end]):
        field.spans[i].area = AREA_NONE


cdef int remove_ledges(Heightfield field, int height_vx, int climb_vx) except -1 nogil:
    """Remove all ledges. Floors on the level's edge are beside a drop."""
    cdef int begin = min(max(1 - field.x0, 0), field.width), z
    cdef int end = max(min(field.level_width - 1 - field.x0, field.width), begin)
    for z in range(field.depth):
        check_signals()
        if 0 < field.z0 + z < field.level_depth - 1:
            remove_all(field, z, 0, begin)
            remove_row_ledges(field, z, begin, end, height_vx, climb_vx)
            remove_all(field, z, end, field.width)
        else:
            remove_all(field, z, 0, field.width)
    return 0


cdef void remove_low_spaces(Span* span, Span* end, int height_vx) noexcept nogil:
    while span < end:
        if ceiling_of(span, end) - span.top_vx < height_vx:
            span.area = AREA_NONE
        span += 1


cdef int check_agent(int height_vx, int climb_vx) except -1:
    if height_vx < 1 or climb_vx < 0:
        raise ValueError(f"height_vx and climb_vx: must be at least 1 and at least 0, are {height_vx} and {climb_vx}")
    return 0


def filter_low_hanging_obstacles(Heightfield heightfield not None, int climb_vx):
    """Make unwalkable spans walkable that are at most climb_vx above the walkable span below: curbs, steps. Closed floors stay so.

    Recast, rcFilterLowHangingWalkableObstacles.

    Parameters
    ----------
    heightfield : Heightfield
    climb_vx : int
        Cell heights, at least 0.
    """
    cdef size_t column
    check_agent(1, climb_vx)
    with nogil:
        for column in range(heightfield.first.size() - 1):
            allow_low_obstacles(heightfield.spans.data() + heightfield.first[column],
                                heightfield.spans.data() + heightfield.first[column + 1], climb_vx)


def filter_ledge_spans(Heightfield heightfield not None, int height_vx, int climb_vx):
    """Make spans unwalkable that are beside a drop of more than climb_vx (Recast, rcFilterLedgeSpans).

    Recast's also removes a span between two others that differ by more than climb_vx, although the agent can step to either: that
    cuts stairs and ramps. Here it stays.

    Columns on the level's edge are beside a drop. What lies outside a window of the level is not known and counts as no drop.

    Parameters
    ----------
    heightfield : Heightfield
    height_vx, climb_vx : int
        Of the agent, cell heights; at least 1 and at least 0.
    """
    check_agent(height_vx, climb_vx)
    with nogil:
        remove_ledges(heightfield, height_vx, climb_vx)


def filter_walkable_low_height_spans(Heightfield heightfield not None, int height_vx):
    """Make spans unwalkable that have less than height_vx open above them (Recast, rcFilterWalkableLowHeightSpans).

    Parameters
    ----------
    heightfield : Heightfield
    height_vx : int
        Cell heights, at least 1.
    """
    cdef size_t column
    check_agent(height_vx, 0)
    with nogil:
        for column in range(heightfield.first.size() - 1):
            remove_low_spaces(heightfield.spans.data() + heightfield.first[column],
                              heightfield.spans.data() + heightfield.first[column + 1], height_vx)
