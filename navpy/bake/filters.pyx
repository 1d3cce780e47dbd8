"""Takes walkability away from spans that cannot be stood on, and gives it to low obstacles (Recast's three filters)."""
from libc.stdint cimport int32_t, uint8_t

from navpy.bake.heightfield cimport AREA_NONE, MAX_HEIGHT_VX, Heightfield, Span


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


cdef inline bint drops_into(const Span* span, const Span* end, int floor_vx, int ceiling_vx, int height_vx, int climb_vx,
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


cdef void remove_column_ledges(Heightfield field, int x, int z, int height_vx, int climb_vx, int spread_vx) noexcept nogil:
    """One column, not on the level's edge: ledges are floors beside a drop, or between floors that lie too far apart."""
    cdef const int32_t* first = field.first.data() + x + <size_t>z * field.width
    cdef Span* spans = field.spans.data()
    cdef Span* span = spans + first[0]
    cdef Span* end = spans + first[1]
    cdef bint west = x > 0, east = x < field.width - 1, south = z > 0, north = z < field.depth - 1     # inside the window
    cdef int floor_vx, ceiling_vx, lowest_vx, highest_vx
    while span < end:
        if span.area != AREA_NONE:
            floor_vx = lowest_vx = highest_vx = span.top_vx
            ceiling_vx = ceiling_of(span, end)
            if (west and drops_into(spans + first[-1], spans + first[0], floor_vx, ceiling_vx, height_vx, climb_vx,
                                    &lowest_vx, &highest_vx)) \
                    or (east and drops_into(spans + first[1], spans + first[2], floor_vx, ceiling_vx, height_vx, climb_vx,
                                            &lowest_vx, &highest_vx)) \
                    or (south and drops_into(spans + first[-field.width], spans + first[1 - field.width], floor_vx, ceiling_vx,
                                             height_vx, climb_vx, &lowest_vx, &highest_vx)) \
                    or (north and drops_into(spans + first[field.width], spans + first[field.width + 1], floor_vx, ceiling_vx,
                                             height_vx, climb_vx, &lowest_vx, &highest_vx)) \
                    or highest_vx - lowest_vx > spread_vx:
                span.area = AREA_NONE
        span += 1


cdef inline bint is_single(const int32_t* column) noexcept nogil:
    return column[1] - column[0] == 1


cdef inline bint is_single_ledge(const Span* span, const Span* west, const Span* east, const Span* south, const Span* north,
                                 int height_vx, int climb_vx, int spread_vx) noexcept nogil:
    """Whether the only span of a column is a ledge, where each column beside has only one and none is near the field's top."""
    cdef int floor_vx = span.top_vx
    cdef int highest_step_vx = floor_vx + climb_vx, highest_vx = floor_vx
    cdef int lowest_vx = min(min(west.top_vx, east.top_vx), min(south.top_vx, north.top_vx))
    cdef int bottom_vx = max(max(west.bottom_vx, east.bottom_vx), max(south.bottom_vx, north.bottom_vx))
    if lowest_vx < floor_vx - climb_vx or bottom_vx - floor_vx >= height_vx:
        return True
    highest_vx = max(highest_vx, west.top_vx if west.top_vx <= highest_step_vx else floor_vx)
    highest_vx = max(highest_vx, east.top_vx if east.top_vx <= highest_step_vx else floor_vx)
    highest_vx = max(highest_vx, south.top_vx if south.top_vx <= highest_step_vx else floor_vx)
    highest_vx = max(highest_vx, north.top_vx if north.top_vx <= highest_step_vx else floor_vx)
    return highest_vx - min(lowest_vx, floor_vx) > spread_vx


cdef void remove_row_ledges(Heightfield field, int z, int height_vx, int climb_vx, int spread_vx) noexcept nogil:
    """One row that is neither on the level's edge nor on the window's."""
    cdef const int32_t* column = field.first.data() + <size_t>z * field.width + 1
    cdef Span* spans = field.spans.data()
    cdef Span* span
    cdef int x, width = field.width, safe_vx = <int>MAX_HEIGHT_VX - height_vx - climb_vx
    for x in range(1, width - 1):
        if is_single(column) and column[2] - column[-1] == 3 and is_single(column - 1) and is_single(column - width) \
                and is_single(column + width) and spans[column[0]].top_vx <= safe_vx:
            span = spans + column[0]
            if span.area != AREA_NONE and is_single_ledge(
                    span, span - 1, span + 1, spans + column[-width], spans + column[width], height_vx, climb_vx, spread_vx):
                span.area = AREA_NONE
        else:
            remove_column_ledges(field, x, z, height_vx, climb_vx, spread_vx)
        column += 1


cdef void remove_ledges(Heightfield field, int height_vx, int climb_vx, int spread_vx) noexcept nogil:
    cdef int x, z, i
    cdef const int32_t* first
    for z in range(field.depth):
        first = field.first.data() + <size_t>z * field.width
        for x in range(field.width):
            if not (0 < field.x0 + x < field.level_width - 1 and 0 < field.z0 + z < field.level_depth - 1):
                for i in range(first[x], first[x + 1]):
                    field.spans[i].area = AREA_NONE
            elif x == 0 or x == field.width - 1 or z == 0 or z == field.depth - 1:
                remove_column_ledges(field, x, z, height_vx, climb_vx, spread_vx)
        if 0 < z < field.depth - 1:
            remove_row_ledges(field, z, height_vx, climb_vx, spread_vx)


cdef void remove_low_spaces(Span* span, Span* end, int height_vx) noexcept nogil:
    while span < end:
        if ceiling_of(span, end) - span.top_vx < height_vx:
            span.area = AREA_NONE
        span += 1


cdef int check_agent(int height_vx, int climb_vx) except -1:
    if height_vx < 1 or climb_vx < 0:
        raise ValueError(f"height_vx must be at least 1 and climb_vx at least 0, not {height_vx} and {climb_vx}")
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
