"""Takes walkability away from spans that cannot be stood on, and gives it to low obstacles (Recast's three filters)."""
from libc.stdint cimport int32_t, uint8_t

from navpy.bake.heightfield cimport AREA_NONE, MAX_HEIGHT_VX, NO_SPAN, Heightfield


cdef inline int ceiling_of(Heightfield field, int32_t span) noexcept nogil:
    """Where the open space above a span ends."""
    cdef int32_t above = field.spans[span].next
    return <int>MAX_HEIGHT_VX if above == NO_SPAN else field.spans[above].bottom_vx


cdef void allow_low_obstacles(Heightfield field, int32_t lowest, int climb_vx) noexcept nogil:
    """One column: an unwalkable span at most climb_vx above a walkable one gets its area."""
    cdef int32_t span = lowest
    cdef uint8_t own_area, area_below = AREA_NONE
    cdef int top_below = 0
    while span != NO_SPAN:
        own_area = field.spans[span].area
        if own_area == AREA_NONE and area_below != AREA_NONE and field.spans[span].top_vx - top_below <= climb_vx:
            field.spans[span].area = area_below
        area_below = own_area       # not the area just given: it must not climb up a pile of obstacles
        top_below = field.spans[span].top_vx
        span = field.spans[span].next


cdef bint scan_neighbor(Heightfield field, int32_t column, int floor_vx, int ceiling_vx, int height_vx, int climb_vx,
                        int* lowest_step_vx, int* highest_step_vx) noexcept nogil:
    """Widen the range of steps by the floors of a neighboring column that can be stepped to; True where it drops off."""
    cdef int32_t span = field.columns[column]
    cdef int bottom_vx = <int>MAX_HEIGHT_VX if span == NO_SPAN else field.spans[span].bottom_vx
    cdef int step_vx
    if min(ceiling_vx, bottom_vx) - floor_vx >= height_vx:
        return True                 # nothing underneath
    while span != NO_SPAN:
        step_vx = field.spans[span].top_vx - floor_vx
        if min(ceiling_vx, ceiling_of(field, span)) - (floor_vx + max(step_vx, 0)) >= height_vx:
            if step_vx < -climb_vx:
                return True
            if step_vx <= climb_vx:
                lowest_step_vx[0] = min(lowest_step_vx[0], step_vx)
                highest_step_vx[0] = max(highest_step_vx[0], step_vx)
        span = field.spans[span].next
    return False


cdef bint is_ledge(Heightfield field, int x, int z, int32_t span, int height_vx, int climb_vx,
                   int spread_vx) noexcept nogil:
    """Whether a neighboring column drops off, or the floors that can be stepped to lie too far apart."""
    cdef int floor_vx = field.spans[span].top_vx
    cdef int ceiling_vx = ceiling_of(field, span)
    cdef int lowest_step_vx = 0, highest_step_vx = 0
    cdef int32_t column = x + z * field.width
    cdef int32_t* sides = [column - 1, column + 1, column - field.width, column + field.width]
    cdef int i
    if x == 0 or z == 0 or x == field.width - 1 or z == field.depth - 1:
        return True
    for i in range(4):
        if scan_neighbor(field, sides[i], floor_vx, ceiling_vx, height_vx, climb_vx, &lowest_step_vx, &highest_step_vx):
            return True
    return highest_step_vx - lowest_step_vx > spread_vx


cdef void remove_ledges(Heightfield field, int height_vx, int climb_vx, int spread_vx) noexcept nogil:
    cdef int x, z
    cdef int32_t span
    for z in range(field.depth):
        for x in range(field.width):
            span = field.columns[x + z * field.width]
            while span != NO_SPAN:
                if field.spans[span].area != AREA_NONE \
                        and is_ledge(field, x, z, span, height_vx, climb_vx, spread_vx):
                    field.spans[span].area = AREA_NONE
                span = field.spans[span].next


cdef void remove_low_spaces(Heightfield field, int32_t lowest, int height_vx) noexcept nogil:
    cdef int32_t span = lowest
    while span != NO_SPAN:
        if ceiling_of(field, span) - field.spans[span].top_vx < height_vx:
            field.spans[span].area = AREA_NONE
        span = field.spans[span].next


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
        for column in range(heightfield.columns.size()):
            allow_low_obstacles(heightfield, heightfield.columns[column], climb_vx)


def filter_ledge_spans(Heightfield heightfield not None, int height_vx, int climb_vx, spread_vx=None):
    """Make spans unwalkable from which a neighboring column drops more than climb_vx, or that lie on a steep slope.

    A slope is steep where the floors on both sides that can be stepped to differ by more than spread_vx, climb_vx if that
    is None (as in Recast, rcFilterLedgeSpans). Where the walkable slope is limited already, spread_vx is to be no less
    than what that slope rises over two cells. Columns on the edge of the heightfield drop off. Raises ValueError for
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
        for column in range(heightfield.columns.size()):
            remove_low_spaces(heightfield, heightfield.columns[column], height_vx)
