"""Finds the floor of a polygon in each column under it, of several above each other, and the height of the source there (Recast,
getHeightData)."""
from libc.math cimport INFINITY, NAN, fabs, floor
from libc.stdint cimport int32_t

from navpy.baking.voxels.compact cimport DIRECTIONS
from navpy.baking.contours.corners cimport ContourCorner
from navpy.baking.detail.source_heights cimport source_height

cdef int* STEP_X = [-1, 0, 1, 0]
cdef int* STEP_Z = [0, 1, 0, -1]

cdef double HIDDEN = 1e-3           # meters between two surfaces at one place
cdef double BESIDE = 1.0 / 32.0     # cells: distance within which the foot of a step is searched


cdef int span_rows(FloorMap* map, CompactHeightfield compact, PolyMesh polygons) except -1 nogil:
    """Set the rows of columns that the polygon touches, and one column around them."""
    cdef int32_t first = polygons.offset_data[map.polygon], count = polygons.offset_data[map.polygon + 1] - first
    cdef const ContourCorner* a
    cdef const ContourCorner* b
    cdef double slope, x0, x1
    cdef int32_t i, z, low = compact.depth, high = 0
    cdef FloorRow row
    for i in range(count):
        a = &polygons.grid_vertices[polygons.corner_data[first + i]]
        low, high = min(low, a.z_vx), max(high, a.z_vx)
    map.z = max(0, low - 1)
    row.begin, row.end = compact.width, 0
    map.rows.clear()
    map.rows.resize(min(compact.depth, high + 1) - map.z, row)
    for i in range(count):
        a = &polygons.grid_vertices[polygons.corner_data[first + i]]
        b = &polygons.grid_vertices[polygons.corner_data[first + (i + 1 if i + 1 < count else 0)]]
        if b.z_vx < a.z_vx:
            a, b = b, a
        slope = <double>(b.x_vx - a.x_vx) / max(1, b.z_vx - a.z_vx)
        for z in range(max(map.z, a.z_vx - 1), min(compact.depth, b.z_vx + 1)):
            x0 = a.x_vx + slope * max(0, min(b.z_vx, z) - a.z_vx)
            x1 = a.x_vx + slope * max(0, min(b.z_vx, z + 1) - a.z_vx) if a.z_vx < b.z_vx else b.x_vx
            map.rows[z - map.z].begin = max(0, min(map.rows[z - map.z].begin, <int32_t>floor(min(x0, x1)) - 1))
            map.rows[z - map.z].end = min(compact.width, max(map.rows[z - map.z].end, <int32_t>max(x0, x1) + 2))
    return 0


cdef int seed_floors(FloorMap* map, CompactHeightfield compact) except -1 nogil:
    """Enter the floors of the polygon's region, and collect the columns without one."""
    cdef const int32_t* first = compact.first.data()
    cdef const int32_t* regions = compact.regions.data()
    cdef int32_t* place
    cdef int32_t row, column, begin, at, end, low = compact.width, high = 0
    for row in range(<int32_t>map.rows.size()):
        if map.rows[row].begin < map.rows[row].end:
            low, high = min(low, map.rows[row].begin), max(high, map.rows[row].end)
    map.x, map.z = low - 1, map.z - 1
    map.width, map.depth = max(0, high - low) + 2, <int32_t>map.rows.size() + 2
    map.floor_of.clear()
    map.floor_of.resize(<size_t>map.width * map.depth, BEYOND)
    map.missing.clear()
    for row in range(<int32_t>map.rows.size()):
        begin = (map.z + 1 + row) * compact.width
        place = map.floor_of.data() + (row + 1) * map.width + map.rows[row].begin - map.x
        for column in range(begin + map.rows[row].begin, begin + map.rows[row].end):
            at, end = first[column], first[column + 1]
            while at < end and regions[at] != map.region:
                at += 1
            if at < end:
                place[0] = at
            else:
                place[0] = NO_FLOOR
                map.missing.push_back(<int32_t>(place - map.floor_of.data()))
            place += 1
    return 0


cdef inline int32_t floor_beside(const FloorMap* map, CompactHeightfield compact, const int32_t* place) noexcept nogil:
    """The floor of a column that is connected to the floor of a neighboring column in the map; the first in the order of
    directions."""
    cdef const int32_t* beside[4]
    cdef int32_t found
    cdef int direction
    beside[0], beside[1], beside[2], beside[3] = place + 1, place - map.width, place - 1, place + map.width
    for direction in range(DIRECTIONS):
        if beside[direction][0] >= 0:
            found = compact.floors[beside[direction][0]].neighbors[direction]
            if found != NO_NEIGHBOR:
                return found
    return NO_FLOOR


cdef int spread_floors(FloorMap* map, CompactHeightfield compact) except -1 nogil:
    """Give the columns without a floor one that is connected to the region's floors, ring by ring.

    Simplified borders leave floors of neighboring regions, and of the margin along walls, under the polygon.
    """
    cdef FoundFloor found
    cdef size_t i, left = map.missing.size() + 1, kept
    while map.missing.size() < left:
        left, kept = map.missing.size(), 0
        map.found.clear()
        for i in range(left):
            found.place = map.missing[i]
            found.floor = floor_beside(map, compact, &map.floor_of[found.place])
            if found.floor == NO_FLOOR:
                map.missing[kept] = found.place
                kept += 1
            else:
                map.found.push_back(found)
        map.missing.resize(kept)
        for i in range(map.found.size()):
            map.floor_of[map.found[i].place] = map.found[i].floor
    return 0


cdef inline double top_of(CompactHeightfield compact, int32_t at) noexcept nogil:
    return compact.origin[1] + compact.floors[at].y_vx * compact.cell_height


cdef void find_limits(FloorMap* map, CompactHeightfield compact) noexcept nogil:
    """Set the heights between which the source surfaces of all floors of the map lie."""
    cdef int32_t least = 0x10000, greatest = -1, y
    cdef size_t i
    for i in range(map.floor_of.size()):
        if map.floor_of[i] >= 0:
            y = compact.floors[map.floor_of[i]].y_vx
            least, greatest = min(least, y), max(greatest, y)
    map.low = compact.origin[1] + least * compact.cell_height - map.drop
    map.high = compact.origin[1] + greatest * compact.cell_height + map.slack


cdef int map_floors(FloorMap* map, CompactHeightfield compact, PolyMesh polygons) except -1 nogil:
    """Find the polygon's floor in every column that it touches, and in one column around them."""
    span_rows(map, compact, polygons)
    seed_floors(map, compact)
    spread_floors(map, compact)
    find_limits(map, compact)
    return 0


cdef void range_of_floor(FloorMap* map, CompactHeightfield compact, int32_t at, double* low, double* high) noexcept nogil:
    """The heights, meters, between which the source surface of a floor lies."""
    cdef double top = top_of(compact, at)
    low[0], high[0] = top - map.drop, top + map.slack


cdef bint find_floor(FloorMap* map, CompactHeightfield compact, double x, double z, double* low, double* high) noexcept nogil:
    """The heights, meters, between which the source surface of the polygon's floor at a place lies. → whether it has a floor there"""
    cdef int32_t x_vx = <int32_t>floor((x - compact.origin[0]) / compact.cell_size) - compact.x0 - map.x
    cdef int32_t z_vx = <int32_t>floor((z - compact.origin[2]) / compact.cell_size) - compact.z0 - map.z
    cdef int32_t there
    if not (0 <= x_vx < map.width and 0 <= z_vx < map.depth):
        return False
    there = map.floor_of[x_vx + z_vx * map.width]
    if there < 0:
        return False
    range_of_floor(map, compact, there, low, high)
    return True


cdef double floor_height(FloorMap* map, CompactHeightfield compact, double x, double z) noexcept nogil:
    """Height of the source surface of the polygon's floor at a place, meters; NaN where there is none."""
    cdef double low = 0.0, high = 0.0
    if not find_floor(map, compact, x, z, &low, &high):
        return NAN
    return source_height(map.source, x, z, low, high, map.reach)


cdef bint is_step(FloorMap* map, double x, double z, double y, double low, double high) noexcept nogil:
    """Whether the highest surface just beside a place is as high as y, a lower surface at the place: then this is the foot of a
    step."""
    cdef double height
    cdef int direction
    for direction in range(DIRECTIONS):
        height = source_height(map.source, x + STEP_X[direction] * BESIDE * map.cell_size,
                               z + STEP_Z[direction] * BESIDE * map.cell_size, low, high, 0.0)
        if fabs(height - y) <= 3.0 * BESIDE * map.cell_size:
            return True
    return False


cdef bint snap_to_floor(FloorMap* map, CompactHeightfield compact, double x, double z, double* y, double* ceiling) noexcept nogil:
    """Replace the height y of some surface at a place by that of the polygon's floor there.

    At a step that is the upper tread. Above the lower tread the fitted surface may rise to its ceiling: the upper tread, or the
    tolerance above the lower one if that is more. → False if the surface belongs to another layer
    """
    cdef double low = 0.0, high = 0.0, height
    if not find_floor(map, compact, x, z, &low, &high) or not low <= y[0] <= high:
        return False
    height = source_height(map.source, x, z, low, high, map.reach)
    if not height >= low:
        return False
    ceiling[0] = INFINITY
    if fabs(height - y[0]) > HIDDEN:
        map.mixed = map.mixed or fabs(height - y[0]) > map.tolerance or not is_step(map, x, z, y[0], low, high)
        ceiling[0] = max(y[0] + map.tolerance, height + HIDDEN)
    y[0] = height
    return True
