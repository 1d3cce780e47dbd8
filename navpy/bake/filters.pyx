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


cdef void remove_ledges(Heightfield field, int height_vx, int climb_vx, int spread_vx) noexcept nogil:
    cdef int x, z, i
    cdef const int32_t* first
    for z in range(field.depth):
        first = field.first.data() + <size_t>z * field.width
        for x in range(field.width):
            if 0 < field.x0 + x < field.level_width - 1 and 0 < field.z0 + z < field.level_depth - 1:
                remove_column_ledges(field, x, z, height_vx, climb_vx, spread_vx)
            else:
                for i in range(first[x], first[x + 1]):
                    field.spans[i].area = AREA_NONE


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
    than what that slope rises over two cells. Columns on the level's edge drop off; what lies outside a window of the level is not known and
    does not. Raises ValueError for
    height_vx below 1 or climb_vx below 0.
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
