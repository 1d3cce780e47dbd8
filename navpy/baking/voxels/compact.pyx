"""Makes the compact heightfield (Recast, rcBuildCompactHeightfield): the open spaces above walkable spans, and their connections."""
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport abs
from libc.string cimport memcpy

from navpy.base.interrupts cimport check_signals
from navpy.base.area cimport AREA_NONE
from navpy.baking.voxels.heightfield cimport MAX_HEIGHT_VX, ColumnWindow, Heightfield, Span, read_window_inside, window_of


cdef inline const int32_t* first_span_of_row(CompactHeightfield compact, Heightfield field, int z) noexcept nogil:
    """For the columns of a row of the compact field: where their spans begin in the heightfield, which may be larger."""
    return field.first.data() + <size_t>(compact.z0 - field.z0 + z) * field.width + (compact.x0 - field.x0)


cdef inline int32_t count_floors(const int32_t* first, int width, const Span* spans) noexcept nogil:
    """Number of walkable spans in a row of columns."""
    cdef int32_t i, count = 0
    for i in range(first[0], first[width]):
        count += spans[i].area != AREA_NONE
    return count


cdef int reserve_floors(CompactHeightfield compact, Heightfield field) except -1 nogil:
    """Reserve a floor for each walkable span."""
    cdef size_t count = 0
    cdef int z
    for z in range(compact.depth):
        count += count_floors(first_span_of_row(compact, field, z), compact.width, field.spans.data())
    compact.first.resize(<size_t>compact.width * compact.depth + 1)
    compact.floors.reserve(count)
    compact.areas.reserve(count)
    return 0


cdef inline int32_t collect_column(Floor* floors, uint8_t* areas, const Span* span, const Span* end, int32_t count) noexcept nogil:
    """Append the floors of a column, upwards, to the `count` floors before. → number of floors"""
    cdef Floor* floor
    while span < end:
        if span.area != AREA_NONE:
            floor = floors + count
            floor.neighbors[0] = floor.neighbors[1] = floor.neighbors[2] = floor.neighbors[3] = NO_NEIGHBOR
            floor.y_vx = span.top_vx
            floor.headroom_vx = MAX_HEIGHT_VX if span + 1 == end else span[1].bottom_vx - span.top_vx
            areas[count] = span.area
            count += 1
        span += 1
    return count


cdef inline bint is_walkable(int floor_vx, int ceiling_vx, int other_vx, int other_ceiling_vx, int height_vx,
                             int climb_vx) noexcept nogil:
    """Whether an agent can walk between two floors, with their ceilings, of columns side by side."""
    return abs(floor_vx - other_vx) <= climb_vx and min(ceiling_vx, other_ceiling_vx) - max(floor_vx, other_vx) >= height_vx


cdef void connect_columns(Floor* floors, const int32_t* column, const int32_t* other, int direction, int height_vx,
                          int climb_vx) noexcept nogil:
    """Connect a column's floors with those of the column in a direction, where an agent can walk between them.

    Goes up both columns at once, past the lower ceiling in each step. Where an agent climbs higher than it is tall, two floors may
    reach the same neighbor: the lower one is connected to it.
    """
    cdef int32_t i = column[0], k = other[0], matched = NO_NEIGHBOR, other_matched = NO_NEIGHBOR
    cdef int floor_vx, ceiling_vx, other_vx, other_ceiling_vx
    if i == column[1] or k == other[1]:
        return
    floor_vx, other_vx = floors[i].y_vx, floors[k].y_vx
    ceiling_vx, other_ceiling_vx = floor_vx + floors[i].headroom_vx, other_vx + floors[k].headroom_vx
    while True:
        if is_walkable(floor_vx, ceiling_vx, other_vx, other_ceiling_vx, height_vx, climb_vx):
            if i != matched and k != other_matched:
                floors[i].neighbors[direction] = k
                floors[k].neighbors[direction ^ 2] = i
            matched, other_matched = i, k
        if ceiling_vx <= other_ceiling_vx:
            i += 1
            if i == column[1]:
                return
            floor_vx = floors[i].y_vx
            ceiling_vx = floor_vx + floors[i].headroom_vx
        else:
            k += 1
            if k == other[1]:
                return
            other_vx = floors[k].y_vx
            other_ceiling_vx = other_vx + floors[k].headroom_vx


cdef void connect_row(Floor* floors, const int32_t* column, const int32_t* other, int count, int direction, int height_vx,
                      int climb_vx) noexcept nogil:
    """Connect the floors of `count` columns with those of the columns in a direction: as connect_columns, faster for columns of one
    floor, which most are."""
    cdef Floor* a
    cdef Floor* b
    cdef int i
    for i in range(count):
        if column[i + 1] - column[i] != 1 or other[i + 1] - other[i] != 1:
            connect_columns(floors, column + i, other + i, direction, height_vx, climb_vx)
            continue
        a, b = floors + column[i], floors + other[i]
        if is_walkable(a.y_vx, <int>a.y_vx + a.headroom_vx, b.y_vx, <int>b.y_vx + b.headroom_vx, height_vx, climb_vx):
            a.neighbors[direction] = other[i]
            b.neighbors[direction ^ 2] = column[i]


cdef int make_floors(CompactHeightfield compact, Heightfield field) except -1 nogil:
    """Collect the floors row by row, and connect them with those of the columns before along x and along z."""
    cdef const Span* spans = field.spans.data()
    cdef const int32_t* spans_first
    cdef int32_t* first
    cdef Floor* floors
    cdef uint8_t* areas
    cdef int32_t count
    cdef int x, z, width = compact.width, height_vx = compact.height_vx, climb_vx = compact.climb_vx
    reserve_floors(compact, field)
    first, floors, areas = compact.first.data(), compact.floors.data(), compact.areas.data()
    for z in range(compact.depth):
        check_signals()
        spans_first = first_span_of_row(compact, field, z)
        count = first[0] + count_floors(spans_first, width, spans)
        compact.floors.resize(count)
        compact.areas.resize(count)
        for x in range(width):
            first[x + 1] = collect_column(floors, areas, spans + spans_first[x], spans + spans_first[x + 1], first[x])
        connect_row(floors, first + 1, first, width - 1, 0, height_vx, climb_vx)
        if z > 0:
            connect_row(floors, first, first - width, width, 3, height_vx, climb_vx)
        first += width
    return 0


cdef class CompactHeightfield:
    """Walkable floors of a heightfield, each with the floor that can be walked to in each of the four directions (Recast).

    Two floors of adjacent columns are connected where the space open to both is at least height_vx high and they differ by at most
    climb_vx. Connections are mutual.

    Parameters
    ----------
    heightfield : Heightfield
    height_vx, climb_vx : int
        Of the agent, cell heights; at least 1 and at least 0.
    border_vx : int
        Columns on each side of the window that belong to the neighboring tiles.
    window : (x0, z0, width, depth), optional
        The global columns to take, inside the heightfield's window; floors at its rim have no neighbors outside of it. All of the
        heightfield's when left out.

    Raises
    ------
    ValueError
        A number out of range, a window that is not inside the heightfield's, a border that leaves no column.
    """

    def __init__(self, Heightfield heightfield not None, int height_vx, int climb_vx, int border_vx=0, window=None):
        cdef ColumnWindow part = window_of(heightfield)
        if height_vx < 1 or climb_vx < 0:
            raise ValueError(f"height_vx and climb_vx: must be at least 1 and at least 0, are {height_vx} and {climb_vx}")
        if window is not None:
            part = read_window_inside(window, part)
        if border_vx < 0 or 2 * border_vx >= min(part.width, part.depth):
            raise ValueError(f"border_vx: must be at least 0 and leave some of the {part.width} × {part.depth} columns, is "
                             f"{border_vx}")
        self.x0, self.z0, self.width, self.depth = <int>part.x0, <int>part.z0, <int>part.width, <int>part.depth
        self.border_vx = border_vx
        self.cell_size, self.cell_height = heightfield.cell_size, heightfield.cell_height
        self.height_vx, self.climb_vx = height_vx, climb_vx
        memcpy(self.origin, heightfield.origin, sizeof(self.origin))
        memcpy(self.bounds_max, heightfield.bounds_max, sizeof(self.bounds_max))
        self.first.clear()
        self.floors.clear()
        self.areas.clear()
        self.distances.clear()
        self.regions.clear()
        self.max_distance = self.region_count = 0
        with nogil:
            make_floors(self, heightfield)

    @property
    def floor_count(self):
        """Number of floors."""
        return self.floors.size()
