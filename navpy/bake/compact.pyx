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


cdef int collect_floors(CompactHeightfield compact, Heightfield field) except -1 nogil:
    """One floor for each walkable span, column by column, upwards."""
    cdef Floor floor
    cdef const Span* span
    cdef size_t column
    cdef int32_t i
    cdef int direction
    for direction in range(DIRECTIONS):
        floor.neighbors[direction] = NO_NEIGHBOR
    for column in range(field.first.size() - 1):
        compact.first.push_back(<int32_t>compact.floors.size())
        for i in range(field.first[column], field.first[column + 1]):
            span = &field.spans[i]
            if span.area != AREA_NONE:
                floor.y_vx = span.top_vx
                floor.headroom_vx = MAX_HEIGHT_VX if i + 1 == field.first[column + 1] else span[1].bottom_vx - span.top_vx
                compact.floors.push_back(floor)
                compact.areas.push_back(span.area)
    compact.first.push_back(<int32_t>compact.floors.size())
    return 0


cdef int32_t walkable_neighbor(CompactHeightfield compact, const Floor* floor, int x, int z) noexcept nogil:
    """Lowest floor of column (x, z) that an agent on the given floor beside it can walk to."""
    if x < 0 or z < 0 or x >= compact.width or z >= compact.depth:
        return NO_NEIGHBOR
    cdef int32_t column = x + z * compact.width
    cdef int32_t i
    cdef const Floor* other
    cdef int open_bottom, open_top
    for i in range(compact.first[column], compact.first[column + 1]):
        other = &compact.floors[i]
        open_bottom = max(<int>floor.y_vx, <int>other.y_vx)
        open_top = min(<int>floor.y_vx + floor.headroom_vx, <int>other.y_vx + other.headroom_vx)
        if open_top - open_bottom >= compact.height_vx and abs(<int>floor.y_vx - <int>other.y_vx) <= compact.climb_vx:
            return i
    return NO_NEIGHBOR


cdef void connect_floors(CompactHeightfield compact) noexcept nogil:
    cdef int x, z, direction
    cdef int32_t column, i
    for z in range(compact.depth):
        for x in range(compact.width):
            column = x + z * compact.width
            for i in range(compact.first[column], compact.first[column + 1]):
                for direction in range(DIRECTIONS):
                    compact.floors[i].neighbors[direction] = walkable_neighbor(
                        compact, &compact.floors[i], x + offset_x(direction), z + offset_z(direction))


cdef void keep_mutual_connections(CompactHeightfield compact) noexcept nogil:
    """Where an agent climbs higher than it is tall, two floors of a column may claim the same neighbor: keep one pair."""
    cdef Py_ssize_t i
    cdef int32_t neighbor
    cdef int direction
    for i in range(<Py_ssize_t>compact.floors.size()):
        for direction in range(DIRECTIONS):
            neighbor = compact.floors[i].neighbors[direction]
            if neighbor != NO_NEIGHBOR and compact.floors[neighbor].neighbors[(direction + 2) & 3] != i:
                compact.floors[i].neighbors[direction] = NO_NEIGHBOR


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
            collect_floors(self, heightfield)
            connect_floors(self)
            keep_mutual_connections(self)

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
