"""Makes the compact heightfield: the open spaces above walkable spans, connected where an agent can walk across."""
from libc.stdint cimport int32_t
from libc.stdlib cimport abs
from libc.string cimport memcpy

from navpy.bake.heightfield cimport AREA_NONE, MAX_HEIGHT_VX, Heightfield, Span


cdef int offset_x(int direction) noexcept nogil:
    """Step along x in one of the four directions."""
    return 1 if direction == 2 else -1 if direction == 0 else 0


cdef int offset_z(int direction) noexcept nogil:
    """Step along z in one of the four directions."""
    return 1 if direction == 1 else -1 if direction == 3 else 0


cdef int reserve_floors(CompactHeightfield compact, Heightfield field) except -1 nogil:
    """Room for one floor for each walkable span."""
    cdef size_t i, count = 0
    for i in range(field.spans.size()):
        count += field.spans[i].area != AREA_NONE
    compact.first.resize(field.first.size())
    compact.floors.reserve(count)
    compact.areas.reserve(count)
    return 0


cdef int collect_row(CompactHeightfield compact, Heightfield field, int z) except -1 nogil:
    """The floors of a row of columns, column by column, upwards."""
    cdef const int32_t* spans_first = field.first.data() + <size_t>z * field.width
    cdef int32_t* first = compact.first.data() + <size_t>z * field.width
    cdef const Span* span
    cdef const Span* end
    cdef Floor floor
    cdef int x, direction
    for direction in range(DIRECTIONS):
        floor.neighbors[direction] = NO_NEIGHBOR
    for x in range(field.width):
        span = field.spans.data() + spans_first[x]
        end = field.spans.data() + spans_first[x + 1]
        while span < end:
            if span.area != AREA_NONE:
                floor.y_vx = span.top_vx
                floor.headroom_vx = MAX_HEIGHT_VX if span + 1 == end else span[1].bottom_vx - span.top_vx
                compact.floors.push_back(floor)
                compact.areas.push_back(span.area)
            span += 1
        first[x + 1] = <int32_t>compact.floors.size()
    return 0


cdef inline bint is_walkable(const Floor* floor, const Floor* other, int height_vx, int climb_vx) noexcept nogil:
    """Whether an agent can walk between two floors of columns that lie beside each other."""
    cdef int bottom = max(<int>floor.y_vx, <int>other.y_vx)
    cdef int top = min(<int>floor.y_vx + floor.headroom_vx, <int>other.y_vx + other.headroom_vx)
    return top - bottom >= height_vx and abs(<int>floor.y_vx - <int>other.y_vx) <= climb_vx


cdef inline int32_t lowest_walkable(const Floor* floors, const Floor* floor, int32_t begin, int32_t end, int height_vx,
                                    int climb_vx) noexcept nogil:
    """The lowest of a column's floors begin … end−1 that can be walked to, NO_NEIGHBOR if none can."""
    cdef int32_t i
    for i in range(begin, end):
        if <int>floors[i].y_vx - <int>floor.y_vx > climb_vx:
            break
        if is_walkable(floor, &floors[i], height_vx, climb_vx):
            return i
    return NO_NEIGHBOR


cdef inline void connect_columns(CompactHeightfield compact, const int32_t* column, const int32_t* other,
                                 int direction) noexcept nogil:
    """Connect a column's floors with those of the column in the given direction.

    Where an agent climbs higher than it is tall, two floors may claim the same neighbor: it is the neighbor of the lowest.
    """
    cdef Floor* floors = compact.floors.data()
    cdef int32_t i, k
    for i in range(column[0], column[1]):
        k = lowest_walkable(floors, &floors[i], other[0], other[1], compact.height_vx, compact.climb_vx)
        if k != NO_NEIGHBOR and (column[1] - column[0] == 1 or i == lowest_walkable(
                floors, &floors[k], column[0], column[1], compact.height_vx, compact.climb_vx)):
            floors[i].neighbors[direction] = k
            floors[k].neighbors[direction ^ 2] = i


cdef int make_floors(CompactHeightfield compact, Heightfield field) except -1 nogil:
    """Collect the floors row by row, and connect them with those on their left and with those of the row before."""
    cdef const int32_t* first
    cdef int x, z
    reserve_floors(compact, field)
    for z in range(compact.depth):
        collect_row(compact, field, z)
        first = compact.first.data() + <size_t>z * compact.width
        for x in range(compact.width):
            if x > 0:
                connect_columns(compact, first + x, first + x - 1, 0)
            if z > 0:
                connect_columns(compact, first + x, first + x - compact.width, 3)
    return 0


cdef class CompactHeightfield:
    """Walkable floors of a heightfield, each with the floor that can be walked to in each of the four directions.

    Two floors of adjacent columns are connected where the space open to both is at least height_vx high and they differ
    by at most climb_vx (Recast). Connections are mutual. border_vx: columns on each side of the window that belong to the
    neighboring tiles. Raises ValueError for height_vx below 1, climb_vx below 0 or a border that leaves no column.
    """

    def __init__(self, Heightfield heightfield not None, int height_vx, int climb_vx, int border_vx=0):
        if height_vx < 1 or climb_vx < 0:
            raise ValueError(f"height_vx must be at least 1 and climb_vx at least 0, not {height_vx} and {climb_vx}")
        if border_vx < 0 or 2 * border_vx >= min(heightfield.width, heightfield.depth):
            raise ValueError(f"border_vx must be at least 0 and leave some of the {heightfield.width} × {heightfield.depth} "
                             f"columns, not {border_vx}")
        self.x0, self.z0, self.border_vx = heightfield.x0, heightfield.z0, border_vx
        self.width, self.depth = heightfield.width, heightfield.depth
        self.cell_size, self.cell_height = heightfield.cell_size, heightfield.cell_height
        self.height_vx, self.climb_vx = height_vx, climb_vx
        memcpy(self.origin, heightfield.origin, sizeof(self.origin))
        memcpy(self.bounds_min, heightfield.origin, sizeof(self.bounds_min))
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
    def bounds(self):
        """The level's box: two corners (x, y, z), metres."""
        return tuple([self.bounds_min[k] for k in range(3)]), tuple([self.bounds_max[k] for k in range(3)])

    @property
    def floor_count(self):
        """Number of floors."""
        return self.floors.size()

    @property
    def column_starts(self):
        """First floor of every column x + z * width and, last, the number of floors: int32 (width * depth + 1,)."""
        import numpy as np
        return np.array(self.first, dtype=np.int32)

    @property
    def floor_heights(self):
        """Height of every floor, cell heights above the box's bottom: uint16 (n,)."""
        import numpy as np
        return np.array([floor.y_vx for floor in self.floors], dtype=np.uint16)

    @property
    def floor_headrooms(self):
        """Open cell heights above every floor, 65535 where there is no ceiling: uint16 (n,)."""
        import numpy as np
        return np.array([floor.headroom_vx for floor in self.floors], dtype=np.uint16)

    @property
    def floor_neighbors(self):
        """Floor reached from every floor towards −x, +z, +x, −z, or −1: int32 (n, 4)."""
        import numpy as np
        return np.array([floor.neighbors for floor in self.floors], dtype=np.int32).reshape(-1, 4)

    @property
    def floor_areas(self):
        """Area of every floor, 0 where it is not walkable: uint8 (n,)."""
        import numpy as np
        return np.array(self.areas, dtype=np.uint8)

    @property
    def floor_distances(self):
        """Distance of every floor from the border, 2 an orthogonal step: uint16 (n,), empty before it is built."""
        import numpy as np
        return np.array(self.distances, dtype=np.uint16)

    @property
    def floor_regions(self):
        """Region of every floor, 0 where it is in none: int32 (n,), empty before they are built."""
        import numpy as np
        return np.array(self.regions, dtype=np.int32)
