"""Questions to a NavFlowField. Each takes in first what has changed."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.base.parallel cimport Runner, parallel_for
from navpy.base.vec2 cimport Vec2, add, det, dot, scale, square, vec2
from navpy.godot.binding.class_spec cimport GdVector2i
from navpy.godot.binding.gd cimport PACKED_FLOAT32_ARRAY, PACKED_VECTOR3_ARRAY
from navpy.godot.binding.packed cimport fill, resize_vectors, resized_elements, vectors_of
from navpy.godot.binding.plane cimport meter_of
from navpy.godot.binding.pool cimport pool_runner
from navpy.godot.field.field_grid cimport cell_in, frame_of, is_finite, place_in, point_of, read_cells, refresh, turned
from navpy.godot.field.nav_flow_field_data cimport GridFrame
from navpy.grid.cost_grid cimport cell_at, cell_count, to_cells, to_meters
from navpy.grid.flow cimport direction_at, value_at
from navpy.grid.integration cimport goal_in

cdef enum:
    POINTS_PER_TASK = 1024              # enough to outweigh the hand-over to another thread

cdef enum Mark:                         # of cells, in would_block
    CLOSED = 1                          # a wall would stand there, or the flood was there
    WANTED = 2                          # a place to come from

cdef struct Places:                     # a call for many points; what is NULL is not asked for
    NavFlowField* field
    GridFrame frame
    bint any                            # there are ways
    const GdVector3* points
    int64_t count
    float* distances
    GdVector3* directions


# ---- ways -------------------------------------------------------------------------------------------------------

cdef double distance_at(const Places* all, const GdVector3* point) noexcept nogil:
    cdef NavFlowField* field = all.field
    if not all.any or not is_finite(point):
        return INFINITY
    return value_at(&field.flow, &field.ways, &field.grid, place_in(&all.frame, point))


cdef GdVector3 direction_from(const Places* all, const GdVector3* point) noexcept nogil:
    """A unit vector for scripts, whose call turns meters into pixels in the plane."""
    cdef NavFlowField* field = all.field
    cdef Vec2 found = vec2(0.0, 0.0)
    if all.any and is_finite(point):
        found = direction_at(&field.flow, &field.ways, &field.grid, place_in(&all.frame, point))
    return turned(&all.frame, scale(found, 1.0 / meter_of(field.cls.is_plane)))


cdef Places places_of(NavFlowField* field, const GdPackedVector3Array* points) noexcept nogil:
    cdef Places all
    all.field, all.count = field, 0
    all.points = NULL
    if points != NULL:
        all.points = vectors_of(points, &all.count)
    all.distances = NULL
    all.directions = NULL
    all.any = refresh(field)
    all.frame = frame_of(field)
    return all


cdef int find_ways(void* userdata, int32_t index) except -1 nogil:
    """A task of find_all."""
    cdef Places* all = <Places*>userdata
    cdef int64_t i
    for i in range(index * <int64_t>POINTS_PER_TASK, min(all.count, <int64_t>(index + 1) * POINTS_PER_TASK)):
        if all.distances != NULL:
            all.distances[i] = <float>distance_at(all, &all.points[i])
        if all.directions != NULL:
            all.directions[i] = direction_from(all, &all.points[i])
    return 0


cdef int find_all(Places* all) except -1 nogil:
    """The engine's threads share the work."""
    cdef Runner runner = pool_runner()
    if all.count > 0:
        parallel_for(&runner, find_ways, all, <int32_t>((all.count + POINTS_PER_TASK - 1) // POINTS_PER_TASK))
    return 0


cdef double get_distance(NavFlowField* field, const GdVector3* point) noexcept nogil:
    cdef Places all = places_of(field, NULL)
    return distance_at(&all, point)


cdef GdVector3 get_direction(NavFlowField* field, const GdVector3* point) noexcept nogil:
    cdef Places all = places_of(field, NULL)
    return direction_from(&all, point)


cdef uint8_t is_reachable(NavFlowField* field, const GdVector3* point) noexcept nogil:
    cdef Places all = places_of(field, NULL)
    return distance_at(&all, point) < INFINITY


cdef void get_distances(NavFlowField* field, const GdPackedVector3Array* points, GdPackedFloat32Array* out) noexcept nogil:
    cdef Places all = places_of(field, points)
    all.distances = <float*>resized_elements(PACKED_FLOAT32_ARRAY, out, all.count)
    find_all(&all)


cdef void get_directions(NavFlowField* field, const GdPackedVector3Array* points, GdPackedVector3Array* out) noexcept nogil:
    cdef Places all = places_of(field, points)
    all.directions = resize_vectors(out, all.count)
    find_all(&all)


# ---- paths ------------------------------------------------------------------------------------------------------

cdef int follow(const NavFlowField* field, Vec2 at, vector[Vec2]* out) except -1 nogil:
    """Steps of a quarter of a cell, which lead into no wall. A stretch that is straight has its ends alone."""
    cdef Py_ssize_t goal = goal_in(&field.ways, cell_in(&field.grid, to_cells(&field.grid, at)))
    cdef double step = 0.25 * field.grid.cell_size
    cdef int64_t left = 8 * <int64_t>field.grid.rows * field.grid.columns       # twice what a way through all cells takes
    cdef Vec2 before = vec2(0.0, 0.0), along
    out.push_back(at)
    while goal < 0 and left > 0:
        along = direction_at(&field.flow, &field.ways, &field.grid, at)
        if square(along) == 0.0:
            return 0
        at, left = add(at, scale(along, step)), left - 1
        if det(before, along) == 0.0 and dot(before, along) > 0.0:
            out.pop_back()
        out.push_back(at)
        before, goal = along, goal_in(&field.ways, cell_in(&field.grid, to_cells(&field.grid, at)))
    if goal >= 0:
        out.push_back(to_meters(&field.grid, vec2(field.ways.goals[goal].x, field.ways.goals[goal].y)))
    return 0


cdef void trace_path(NavFlowField* field, const GdVector3* start, GdPackedVector3Array* out) noexcept nogil:
    cdef Places all = places_of(field, NULL)
    cdef vector[Vec2] points
    cdef GdVector3* found
    cdef size_t k
    if not distance_at(&all, start) < INFINITY:
        return
    follow(field, place_in(&all.frame, start), &points)
    found = resize_vectors(out, <int64_t>points.size())
    for k in range(points.size()):
        found[k] = point_of(&all.frame, points[k])


# ---- walls to be ------------------------------------------------------------------------------------------------

cdef int close_cells(NavFlowField* field, const vector[GdVector2i]* cells) except -1 nogil:
    cdef int64_t row, column
    cdef size_t k
    field.marks.clear()
    field.marks.resize(cell_count(&field.grid), <uint8_t>0)
    for k in range(cells.size()):
        row, column = <int64_t>cells.at(k).y - field.laid.position.y, <int64_t>cells.at(k).x - field.laid.position.x
        if 0 <= row < field.grid.rows and 0 <= column < field.grid.columns:
            field.marks[cell_at(&field.grid, <int32_t>row, <int32_t>column)] = CLOSED
    return 0


cdef int64_t want_places(NavFlowField* field, const Places* all) noexcept nogil:
    """Marks the cells that a way leads from today; how many there are. Those in walls that are to be count, too: nothing finds them."""
    cdef Vec2 at
    cdef int32_t cell
    cdef int64_t i, count = 0
    for i in range(all.count):
        if not is_finite(&all.points[i]):
            continue
        at = to_cells(&field.grid, place_in(&all.frame, &all.points[i]))
        cell = cell_in(&field.grid, at)
        if field.ways.first[cell] < INFINITY and not field.marks[cell] & WANTED:
            field.marks[cell] |= WANTED
            count += 1
    return count


cdef inline int64_t enter(NavFlowField* field, int32_t cell) except -1 nogil:
    """1: the flood has come to a place that was wanted."""
    if field.marks[cell] & CLOSED or not field.grid.costs[cell] < INFINITY:
        return 0
    field.open.push_back(cell)
    field.marks[cell] |= CLOSED
    return field.marks[cell] & WANTED != 0


cdef bint is_cut_off(NavFlowField* field, int64_t wanted) except -1 nogil:
    """Whether a flood from the goals, from side to side of cells, misses some of the places. Ways lead where it comes, by each of the methods."""
    cdef int32_t cell
    cdef size_t k
    field.open.clear()
    for k in range(field.ways.goals.size()):
        wanted -= enter(field, field.ways.goals[k].cell)
    while wanted > 0 and not field.open.empty():
        cell = field.open.back()
        field.open.pop_back()
        wanted -= enter(field, cell - 1) + enter(field, cell + 1)
        wanted -= enter(field, cell - field.grid.stride) + enter(field, cell + field.grid.stride)
    return wanted > 0


cdef uint8_t would_block(NavFlowField* field, const GdArray* cells, const GdPackedVector3Array* points) noexcept nogil:
    cdef Places all = places_of(field, points)
    cdef vector[GdVector2i] closed
    if not read_cells(field, cells, b"would_block", &closed) or not all.any:
        return False
    close_cells(field, &closed)
    return is_cut_off(field, want_places(field, &all))


# ---- the triangles ----------------------------------------------------------------------------------------------

cdef void get_triangles(NavFlowField* field, GdPackedVector3Array* out) noexcept nogil:
    """Of squares within cells, so that each corner is nearest to its own cell's center."""
    cdef Places all = places_of(field, NULL)
    cdef vector[GdVector3] found
    cdef GdVector3 corners[4]
    cdef double half = 0.45 * field.grid.cell_size
    cdef Vec2 middle
    cdef int32_t row, column, k
    for row in range(field.grid.rows if all.any else 0):
        for column in range(field.grid.columns):
            if not field.ways.first[cell_at(&field.grid, row, column)] < INFINITY:
                continue
            middle = to_meters(&field.grid, vec2(column + 0.5, row + 0.5))
            for k in range(4):
                corners[k] = point_of(&all.frame, add(middle, vec2(half if k == 1 or k == 2 else -half, half if k >= 2 else -half)))
            for k in range(6):                  # Godot's front faces are clockwise
                found.push_back(corners[k if k < 3 else (k - 1) % 4])
    fill(PACKED_VECTOR3_ARRAY, out, found.data(), found.size())
