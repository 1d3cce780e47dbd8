"""Takes walkability away from spans that cannot be stood on, and gives it to low obstacles (Recast's three filters)."""
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport abs

from navpy.base.area cimport AREA_NONE
from navpy.baking.voxels.heightfield cimport MAX_HEIGHT_VX, Heightfield, Span


cdef inline int ceiling_of(const Span* span, const Span* end) noexcept nogil:
    """Where the open space above a span of a column ends; end: behind the column's last."""
    return <int>MAX_HEIGHT_VX if span + 1 == end else span[1].bottom_vx


cdef void allow_low_obstacles(Span* span, Span* end, int climb_vx) noexcept nogil:
    """One column: an unwalkable span at most climb_vx above a walkable one gets its area."""
    cdef uint8_t own_area, area_below = AREA_NONE
    cdef int top_below = 0
    while span < end:
        own_area = span.area
        if own_area == AREA_NONE and area_below != AREA_NONE and span.top_vx - top_below <= climb_vx:
            span.area = area_below
        area_below = own_area       # not the area just given: it must not climb up a pile of obstacles
        top_below = span.top_vx
        span += 1


cdef bint drops_into(const Span* span, const Span* end, int floor_vx, int ceiling_vx, int height_vx, int climb_vx,
                     int* lowest_vx, int* highest_vx) noexcept nogil:
    """Whether there is a drop to a neighboring column's spans; if not, widen lowest … highest by the floors stepped to."""
    cdef int top_vx, open_vx = <int>MAX_HEIGHT_VX if span == end else span.bottom_vx
    if min(ceiling_vx, open_vx) - floor_vx >= height_vx:
        return True                 # nothing underneath
    while span < end:
        top_vx = span.top_vx
        if top_vx > floor_vx + climb_vx:
            return False            # and so are all above
        if min(ceiling_vx, ceiling_of(span, end)) - max(floor_vx, top_vx) >= height_vx:
            if top_vx < floor_vx - climb_vx:
                return True
            lowest_vx[0] = min(lowest_vx[0], top_vx)
            highest_vx[0] = max(highest_vx[0], top_vx)
        span += 1
    return False


cdef inline bint drops_beside(const Span* spans, const int32_t* column, int32_t storey, int floor_vx, int ceiling_vx,
                              int height_vx, int climb_vx, int* lowest_vx, int* highest_vx) noexcept nogil:
    """As drops_into, of a column beside. Most floors go on in it as a step on the same storey. Where no step is higher than the
    agent, no other floor there can then be stepped to or dropped to."""
    cdef int32_t last = column[1] - 1, i = min(column[0] + storey, last)
    cdef int top_vx, other_ceiling_vx
    if i >= column[0] and climb_vx <= height_vx:
        top_vx, other_ceiling_vx = spans[i].top_vx, <int>MAX_HEIGHT_VX if i == last else spans[i + 1].bottom_vx
        if abs(top_vx - floor_vx) <= climb_vx and min(ceiling_vx, other_ceiling_vx) - max(floor_vx, top_vx) >= height_vx:
            lowest_vx[0], highest_vx[0] = min(lowest_vx[0], top_vx), max(highest_vx[0], top_vx)
            return False
    return drops_into(spans + column[0], spans + column[1], floor_vx, ceiling_vx, height_vx, climb_vx, lowest_vx, highest_vx)


cdef void remove_column_ledges(Heightfield field, int x, int z, int height_vx, int climb_vx, int spread_vx) noexcept nogil:
    """One column, not on the level's edge: ledges are floors beside a drop, or between floors that lie too far apart."""
    cdef const int32_t* column = field.first.data() + x + <size_t>z * field.width
    cdef Span* spans = field.spans.data()
    cdef bint west = x > 0, east = x < field.width - 1, south = z > 0, north = z < field.depth - 1     # inside the window
    cdef int32_t i, storey, end = column[1], width = field.width
    cdef int floor_vx, ceiling_vx, lowest_vx, highest_vx
    for i in range(column[0], end):
        if spans[i].area == AREA_NONE:
            continue
        storey, ceiling_vx = i - column[0], ceiling_of(spans + i, spans + end)
        floor_vx = lowest_vx = highest_vx = spans[i].top_vx
        if (west and drops_beside(spans, column - 1, storey, floor_vx, ceiling_vx, height_vx, climb_vx, &lowest_vx, &highest_vx)) \
                or (east and drops_beside(spans, column + 1, storey, floor_vx, ceiling_vx, height_vx, climb_vx,
                                          &lowest_vx, &highest_vx)) \
                or (south and drops_beside(spans, column - width, storey, floor_vx, ceiling_vx, height_vx, climb_vx,
                                           &lowest_vx, &highest_vx)) \
                or (north and drops_beside(spans, column + width, storey, floor_vx, ceiling_vx, height_vx, climb_vx,
                                           &lowest_vx, &highest_vx)) \
                or highest_vx - lowest_vx > spread_vx:
            spans[i].area = AREA_NONE


cdef inline bint is_single(const int32_t* column) noexcept nogil:
    return column[1] - column[0] == 1


cdef inline bint is_gentle(const Span* spans, const int32_t* column, int width, int height_vx, int climb_vx) noexcept nogil:
    """Whether a column and the four beside have one span each, all within a step no higher than the agent and none near the
    field's top."""
    cdef int floor_vx, west_vx, east_vx, south_vx, north_vx, lowest_vx, highest_vx
    if climb_vx > height_vx or not (is_single(column) and column[2] - (column - 1)[0] == 3 and is_single(column - 1)
                                    and is_single(column - width) and is_single(column + width)):
        return False
    floor_vx, west_vx, east_vx = spans[column[0]].top_vx, spans[column[0] - 1].top_vx, spans[column[0] + 1].top_vx
    south_vx, north_vx = spans[(column - width)[0]].top_vx, spans[column[width]].top_vx
    lowest_vx = min(floor_vx, min(min(west_vx, east_vx), min(south_vx, north_vx)))
    highest_vx = max(floor_vx, max(max(west_vx, east_vx), max(south_vx, north_vx)))
    return highest_vx - lowest_vx <= climb_vx and highest_vx + height_vx <= MAX_HEIGHT_VX


cdef void remove_row_ledges(Heightfield field, int z, int begin, int end, int height_vx, int climb_vx, int spread_vx) noexcept nogil:
    """Columns begin … end−1 of a row, none on the level's edge."""
    cdef const int32_t* row = field.first.data() + <size_t>z * field.width
    cdef const Span* spans = field.spans.data()
    cdef int x, width = field.width
    cdef int inner_begin = max(begin, 1), inner_end = 0 if z == 0 or z == field.depth - 1 else width - 1
    for x in range(begin, end):
        if not (inner_begin <= x < inner_end and is_gentle(spans, row + x, width, height_vx, climb_vx)):
            remove_column_ledges(field, x, z, height_vx, climb_vx, spread_vx)


cdef void remove_all(Heightfield field, int z, int begin, int end) noexcept nogil:
    cdef const int32_t* first = field.first.data() + <size_t>z * field.width
    cdef int32_t i
    for i in range(first[begin], first[end]):
        field.spans[i].area = AREA_NONE


cdef void remove_ledges(Heightfield field, int height_vx, int climb_vx, int spread_vx) noexcept nogil:
    """Whatever is on the level's edge is beside a drop."""
    cdef int begin = min(max(1 - field.x0, 0), field.width), z
    cdef int end = max(min(field.level_width - 1 - field.x0, field.width), begin)
    for z in range(field.depth):
        if 0 < field.z0 + z < field.level_depth - 1:
            remove_all(field, z, 0, begin)
            remove_row_ledges(field, z, begin, end, height_vx, climb_vx, spread_vx)
            remove_all(field, z, end, field.width)
        else:
            remove_all(field, z, 0, field.width)


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
    """Make unwalkable spans walkable whose top is at most climb_vx above a walkable span right below: kerbs, steps.

    Recast, rcFilterLowHangingWalkableObstacles. Raises ValueError for a negative climb_vx.
    """
    cdef size_t column
    check_agent(1, climb_vx)
    with nogil:
        for column in range(heightfield.first.size() - 1):
            allow_low_obstacles(heightfield.spans.data() + heightfield.first[column],
                                heightfield.spans.data() + heightfield.first[column + 1], climb_vx)


def filter_ledge_spans(Heightfield heightfield not None, int height_vx, int climb_vx, spread_vx=None):
    """Make spans unwalkable from which a neighboring column drops more than climb_vx, or that lie on a steep slope.

    A slope is steep where the floors on both sides that can be stepped to differ by more than spread_vx, climb_vx if that
    is None (as in Recast, rcFilterLedgeSpans). Where the walkable slope is limited already, spread_vx is to be no less
    than what that slope rises over two cells. Columns on the level's edge drop off; what lies outside a window of the
    level is not known and does not. Raises ValueError for height_vx below 1 or climb_vx below 0.
    """
    cdef int spread = climb_vx if spread_vx is None else min(max(spread_vx, climb_vx), <int>MAX_HEIGHT_VX)
    check_agent(height_vx, climb_vx)
    with nogil:
        remove_ledges(heightfield, height_vx, climb_vx, spread)


def filter_walkable_low_height_spans(Heightfield heightfield not None, int height_vx):
    """Make spans unwalkable that have less than height_vx open above them.

    Recast, rcFilterWalkableLowHeightSpans. Raises ValueError for height_vx below 1.
    """
    cdef size_t column
    check_agent(height_vx, 0)
    with nogil:
        for column in range(heightfield.first.size() - 1):
            remove_low_spaces(heightfield.spans.data() + heightfield.first[column],
                              heightfield.spans.data() + heightfield.first[column + 1], height_vx)
