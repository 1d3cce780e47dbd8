"""Questions to a NavFlowField. Each takes in first what has changed. Of flow tiles it also notes where they are needed."""
from libc.math cimport INFINITY, copysign, fabs, isnan
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.base.parallel cimport Runner, parallel_for
from navpy.base.vec2 cimport Vec2, add, det, dot, scale, square, vec2
from navpy.godot.binding.class_spec cimport GdVector2i
from navpy.godot.binding.gd cimport PACKED_FLOAT32_ARRAY, PACKED_VECTOR3_ARRAY
from navpy.godot.binding.packed cimport fill, resize_vectors, resized_elements, vectors_of
from navpy.godot.binding.plane cimport meter_of
from navpy.godot.binding.pool cimport POINTS_PER_TASK, pool_runner
from navpy.godot.field.field_goals cimport refresh
from navpy.godot.field.field_grid cimport read_cells
from navpy.godot.field.field_places cimport cell_in, frame_of, is_finite, place_in, point_of, turned
from navpy.godot.field.field_search cimport air_value, do_all
from navpy.godot.field.nav_flow_field_data cimport Answer, GoalSet, GridFrame
from navpy.grid.cost_grid cimport CellRect, CostGrid, cell_at, cell_count, column_of, row_of, to_cells, to_meters
from navpy.grid.flow cimport direction_at
from navpy.grid.tiles.field_guide cimport FieldGuide, goal_here, guided_value
from navpy.grid.tiles.sectors cimport sector_at
from navpy.grid.tiles.tile_flow cimport AIR_LINE, FIELD, GATE, NOTHING, DirectionSource, ask_ahead, tile_direction_at

cdef enum:
    NEAR = 8                            # cells around walls to be that are looked at first: some more than a tower has
    MOST_NEAR = 1 << 16                 # cells in all: for more, the flood over the whole grid takes hardly longer

cdef double ROUNDING = 2.0 ** -22           # of a float's value: a few times its last bit, for the sum, its parts and a turned frame

cdef enum Mark:                         # of cells, in would_block
    WALL_TO_BE = 1
    WANTED = 2                          # a place to come from
    FLOODED = 4

cdef struct FlowFieldCall:                     # a call for many points; results that are NULL are not asked for
    NavFlowField* field
    const FieldGuide* guide             # NULL: there are no ways
    GoalSet* goal_set
    GridFrame frame
    const GdVector3* points
    int64_t count
    float* distances
    GdVector3* directions
    Answer* answers                     # of flow tiles, to note what the directions need


# ---- directions and distances ----

cdef double distance_at(const FlowFieldCall* all, const GdVector3* point) noexcept nogil:
    cdef double value
    if all.guide == NULL or not is_finite(point):
        return INFINITY
    value = guided_value(all.guide, place_in(&all.frame, point))
    return air_value(all.field, all.goal_set, place_in(&all.frame, point)) if isnan(value) else value


cdef Vec2 direction_of(const FieldGuide* guide, Vec2 place, DirectionSource* kind) noexcept nogil:
    if guide.tiles != NULL:
        return tile_direction_at(guide.tiles, guide.route, place, kind)
    kind[0] = FIELD
    return direction_at(guide.flow, guide.field, guide.grid, place)


cdef inline bint is_wall(const CostGrid* grid, int32_t row, int32_t column) noexcept nogil:
    return 0 <= row < grid.rows and 0 <= column < grid.columns and not grid.costs[cell_at(grid, row, column)] < INFINITY


cdef Vec2 keep_off_walls(const CostGrid* grid, Vec2 place, Vec2 direction, double rounding) noexcept nogil:
    """A direction fades before walls, so that half a cell of it ends at them. For places that are rounded, in cells, it ends so far
    before them."""
    cdef Vec2 at = to_cells(grid, place)
    cdef int32_t cell = cell_in(grid, at), row = row_of(grid, cell), column = column_of(grid, cell)
    cdef int32_t up = 1 if direction.y > 0.0 else -1, right = 1 if direction.x > 0.0 else -1
    cdef double most_x = max(0.0, 2.0 * ((column + 1 - at.x if right > 0 else at.x - column) - rounding))
    cdef double most_y = max(0.0, 2.0 * ((row + 1 - at.y if up > 0 else at.y - row) - rounding))
    cdef bint beside = is_wall(grid, row, column + right), before = is_wall(grid, row + up, column)
    if is_wall(grid, row, column):
        return direction
    if not beside and not before and is_wall(grid, row + up, column + right) and fabs(direction.x) > most_x \
            and fabs(direction.y) > most_y:
        beside, before = most_x >= most_y, most_x < most_y
    return vec2(copysign(min(fabs(direction.x), most_x), direction.x) if beside else direction.x,
                copysign(min(fabs(direction.y), most_y), direction.y) if before else direction.y)


cdef GdVector3 direction_from(const FlowFieldCall* all, const GdVector3* point, Answer* answer) noexcept nogil:
    """A unit vector for scripts, whose call turns meters into pixels in the plane. Scripts add a part of it to the point, in
    floats."""
    cdef Vec2 place
    answer.direction, answer.guide = vec2(0.0, 0.0), NOTHING
    if all.guide != NULL and is_finite(point):
        place = place_in(&all.frame, point)
        answer.direction = direction_of(all.guide, place, &answer.guide)
        answer.direction = keep_off_walls(all.guide.grid, place, answer.direction,
                                          ROUNDING * (fabs(point.x) + fabs(point.z)) / all.guide.grid.cell_size)
    return turned(&all.frame, scale(answer.direction, 1.0 / meter_of(all.field.cls.is_plane)))


cdef int note_need(const FlowFieldCall* all, const GdVector3* point, const Answer* answer) except -1 nogil:
    """Of flow tiles: the point's own sector, and for a direction what lies around the point and ahead, too."""
    if all.guide == NULL or all.guide.tiles == NULL or not is_finite(point):
        return 0
    if answer == NULL:
        return ask_ahead(all.guide.tiles, all.guide.route, place_in(&all.frame, point), vec2(0.0, 0.0), NOTHING)
    return ask_ahead(all.guide.tiles, all.guide.route, place_in(&all.frame, point), answer.direction, answer.guide)


cdef FlowFieldCall places_of(NavFlowField* field, const GdPackedVector3Array* points, int64_t number,
                             const char* method) noexcept nogil:
    cdef FlowFieldCall all
    all.field, all.count = field, 0
    all.points = NULL
    if points != NULL:
        all.points = vectors_of(points, &all.count)
    all.distances = NULL
    all.directions = NULL
    all.answers = NULL
    all.guide = NULL
    all.goal_set = refresh(field, number, method)
    if all.goal_set != NULL:
        all.guide = &all.goal_set.guide
    all.frame = frame_of(field)
    return all


cdef int answer_some(void* userdata, int32_t index) except -1 nogil:
    """A task of answer_all."""
    cdef FlowFieldCall* all = <FlowFieldCall*>userdata
    cdef Answer unused
    cdef int64_t i
    for i in range(index * <int64_t>POINTS_PER_TASK, min(all.count, <int64_t>(index + 1) * POINTS_PER_TASK)):
        if all.distances != NULL:
            all.distances[i] = <float>distance_at(all, &all.points[i])
        if all.directions != NULL:
            all.directions[i] = direction_from(all, &all.points[i], &all.answers[i] if all.answers != NULL else &unused)
    return 0


cdef int answer_all(FlowFieldCall* all) except -1 nogil:
    """The engine's threads share the work; a single thread notes the needs of flow tiles."""
    cdef Runner runner = pool_runner()
    cdef bint by_tiles = all.guide != NULL and all.guide.tiles != NULL
    cdef int64_t i
    if by_tiles and all.directions != NULL:
        all.field.answers.resize(all.count)
        all.answers = all.field.answers.data()
    if all.count > 0:
        parallel_for(&runner, answer_some, all, <int32_t>((all.count + POINTS_PER_TASK - 1) // POINTS_PER_TASK))
    for i in range(all.count if by_tiles else 0):
        note_need(all, &all.points[i], &all.answers[i] if all.answers != NULL else NULL)
    return 0


cdef double get_distance(NavFlowField* field, const GdVector3* point, int64_t number) noexcept nogil:
    cdef FlowFieldCall all = places_of(field, NULL, number, b"get_distance")
    note_need(&all, point, NULL)
    return distance_at(&all, point)


cdef GdVector3 get_direction(NavFlowField* field, const GdVector3* point, int64_t number) noexcept nogil:
    cdef FlowFieldCall all = places_of(field, NULL, number, b"get_direction")
    cdef Answer answer
    cdef GdVector3 out = direction_from(&all, point, &answer)
    note_need(&all, point, &answer)
    return out


cdef uint8_t is_reachable(NavFlowField* field, const GdVector3* point, int64_t number) noexcept nogil:
    cdef FlowFieldCall all = places_of(field, NULL, number, b"is_reachable")
    note_need(&all, point, NULL)
    return distance_at(&all, point) < INFINITY


cdef void get_distances(NavFlowField* field, const GdPackedVector3Array* points, int64_t number,
                        GdPackedFloat32Array* out) noexcept nogil:
    cdef FlowFieldCall all = places_of(field, points, number, b"get_distances")
    all.distances = <float*>resized_elements(PACKED_FLOAT32_ARRAY, out, all.count)
    answer_all(&all)


cdef void get_directions(NavFlowField* field, const GdPackedVector3Array* points, int64_t number,
                         GdPackedVector3Array* out) noexcept nogil:
    cdef FlowFieldCall all = places_of(field, points, number, b"get_directions")
    all.directions = resize_vectors(out, all.count)
    answer_all(&all)


# ---- paths ----

cdef int find_direction(NavFlowField* field, const FieldGuide* guide, Vec2 place, Vec2* out) except -1 nogil:
    """Where flow tiles know only the way over gates, the sector's field is computed at once."""
    cdef DirectionSource kind
    out[0] = direction_of(guide, place, &kind)
    if kind == AIR_LINE or kind == GATE:
        ask_ahead(guide.tiles, guide.route, place, out[0], kind)
        do_all(field)
        out[0] = direction_of(guide, place, &kind)
    return 0


cdef int follow(NavFlowField* field, const FieldGuide* guide, Vec2 at, vector[Vec2]* out) except -1 nogil:
    """Steps of a quarter of a cell, which lead into no wall. A stretch that is straight has its ends alone."""
    cdef double step = 0.25 * field.grid.cell_size
    cdef int64_t left = 8 * <int64_t>field.grid.rows * field.grid.columns       # twice what a way through all cells takes
    cdef Vec2 before = vec2(0.0, 0.0), along, goal
    out.push_back(at)
    while not goal_here(guide, at, &goal):
        find_direction(field, guide, at, &along)
        if square(along) == 0.0 or left == 0:
            return 0
        at, left = add(at, scale(along, step)), left - 1
        if det(before, along) == 0.0 and dot(before, along) > 0.0:
            out.pop_back()
        out.push_back(at)
        before = along
    out.push_back(goal)
    return 0


cdef void trace_path(NavFlowField* field, const GdVector3* start, int64_t number, GdPackedVector3Array* out) noexcept nogil:
    """Points with the same floats count once."""
    cdef FlowFieldCall all = places_of(field, NULL, number, b"trace_path")
    cdef vector[Vec2] points
    cdef vector[GdVector3] found
    cdef GdVector3 point
    cdef Vec2 unused
    cdef size_t k
    if all.guide == NULL or not is_finite(start):
        return
    find_direction(field, all.guide, place_in(&all.frame, start), &unused)
    if not distance_at(&all, start) < INFINITY:
        return
    follow(field, all.guide, place_in(&all.frame, start), &points)
    for k in range(points.size()):
        point = point_of(&all.frame, points[k])
        if found.empty() or not (point.x == found.back().x and point.z == found.back().z):
            found.push_back(point)
    fill(PACKED_VECTOR3_ARRAY, out, found.data(), found.size())


# ---- walls to be ----

cdef int32_t laid_cell(const NavFlowField* field, GdVector2i cell) noexcept nogil:
    """Its index in the grid; −1: it is outside of the region."""
    cdef int64_t row = <int64_t>cell.y - field.laid.position.y, column = <int64_t>cell.x - field.laid.position.x
    if not (0 <= row < field.grid.rows and 0 <= column < field.grid.columns):
        return -1
    return cell_at(&field.grid, <int32_t>row, <int32_t>column)


cdef int mark_walls(NavFlowField* field, const vector[GdVector2i]* cells) except -1 nogil:
    cdef int32_t cell
    cdef size_t k
    field.marks.clear()
    field.marks.resize(cell_count(&field.grid), <uint8_t>0)
    for k in range(cells.size()):
        cell = laid_cell(field, cells.at(k))
        if cell >= 0:
            field.marks[cell] = WALL_TO_BE
    return 0


cdef bint has_ways_around(NavFlowField* field, const vector[GdVector2i]* cells) except -1 nogil:
    """True if all cells beside the planned walls stay connected near these: then every way through the walls has a way around them,
    and a unit off these ways is not cut off. False: it may be so from farther away."""
    cdef CellRect near
    cdef int32_t cell, row, column, width, at, beside = 0, steps[4]
    cdef int k
    cdef size_t i
    near.row = near.column = 0x7fffffff
    near.row_end = near.column_end = -1
    for i in range(cells.size()):
        cell = laid_cell(field, cells.at(i))
        if cell >= 0:
            row, column = row_of(&field.grid, cell), column_of(&field.grid, cell)
            near.row, near.row_end = min(near.row, row - NEAR), max(near.row_end, row + NEAR + 1)
            near.column, near.column_end = min(near.column, column - NEAR), max(near.column_end, column + NEAR + 1)
    if near.row_end < 0:
        return True
    near.row, near.row_end = max(-1, near.row), min(field.grid.rows + 1, near.row_end)
    near.column, near.column_end = max(-1, near.column), min(field.grid.columns + 1, near.column_end)
    width = near.column_end - near.column
    if <int64_t>width * (near.row_end - near.row) > MOST_NEAR:
        return False
    # The border of this part is closed, as what lies beyond it is not looked at.
    field.marks.clear()
    field.marks.resize(<size_t>width * (near.row_end - near.row), <uint8_t>FLOODED)
    for row in range(near.row + 1, near.row_end - 1):
        for column in range(near.column + 1, near.column_end - 1):
            if field.grid.costs[cell_at(&field.grid, row, column)] < INFINITY:
                field.marks[(row - near.row) * width + column - near.column] = 0
    steps[0], steps[1], steps[2], steps[3] = -1, 1, -width, width
    field.open.clear()
    for i in range(cells.size()):
        cell = laid_cell(field, cells.at(i))
        if cell >= 0 and field.grid.costs[cell] < INFINITY:
            field.marks[(row_of(&field.grid, cell) - near.row) * width + column_of(&field.grid, cell) - near.column] = WALL_TO_BE
    for i in range(field.marks.size()):
        if field.marks[i] != WALL_TO_BE:
            continue
        for k in range(4):
            at = <int32_t>i + steps[k]
            if field.marks[at] == 0:
                field.marks[at] = WANTED
                beside += 1
                if field.open.empty():
                    field.open.push_back(at)
    if beside == 0:
        return True
    field.marks[field.open[0]] = FLOODED
    beside -= 1
    while beside > 0 and not field.open.empty():
        cell = field.open.back()
        field.open.pop_back()
        for k in range(4):
            at = cell + steps[k]
            if not field.marks[at] & (FLOODED | WALL_TO_BE):
                beside -= field.marks[at] == WANTED
                field.marks[at] = FLOODED
                field.open.push_back(at)
    return beside == 0


cdef bint are_on(const NavFlowField* field, const FlowFieldCall* all, const vector[GdVector2i]* cells) noexcept nogil:
    """True if a point or a goal is on any of the cells."""
    cdef int32_t cell
    cdef size_t i, k
    for i in range(cells.size()):
        cell = laid_cell(field, cells.at(i))
        for k in range(all.goal_set.goals.size()):
            if cell == cell_in(&field.grid, vec2(all.goal_set.goals[k].x - field.laid.position.x,
                                                 all.goal_set.goals[k].y - field.laid.position.y)):
                return True
        for k in range(<size_t>all.count):
            if is_finite(&all.points[k]) and cell == cell_in(&field.grid, to_cells(&field.grid, place_in(&all.frame, &all.points[k]))):
                return True
    return False


cdef int64_t want_places(NavFlowField* field, const FlowFieldCall* all) noexcept nogil:
    """Marks the cells of the points; how many there are."""
    cdef int32_t cell
    cdef int64_t i, count = 0
    for i in range(all.count):
        if is_finite(&all.points[i]):
            cell = cell_in(&field.grid, to_cells(&field.grid, place_in(&all.frame, &all.points[i])))
            if field.grid.costs[cell] < INFINITY and not field.marks[cell] & WANTED:
                field.marks[cell] |= WANTED
                count += 1
    return count


cdef inline int64_t enter(NavFlowField* field, int32_t cell, uint8_t closed) except -1 nogil:
    """1: the flood has come to a place that was wanted."""
    if field.marks[cell] & closed or not field.grid.costs[cell] < INFINITY:
        return 0
    field.open.push_back(cell)
    field.marks[cell] |= FLOODED
    return field.marks[cell] & WANTED != 0


cdef int64_t enter_around(NavFlowField* field, int32_t cell, uint8_t closed) except -1 nogil:
    return enter(field, cell - 1, closed) + enter(field, cell + 1, closed) + enter(field, cell - field.grid.stride, closed) \
        + enter(field, cell + field.grid.stride, closed)


cdef int64_t flood(NavFlowField* field, uint8_t closed, int64_t wanted) except -1 nogil:
    """From side to side of cells; ways lead where it comes, by each of the methods. Ends with the last place that is wanted; returns
    how many it has come to."""
    cdef int32_t cell
    cdef int64_t found = 0
    while found < wanted and not field.open.empty():
        cell = field.open.back()
        field.open.pop_back()
        found += enter_around(field, cell, closed)
    return found


cdef bint cuts_off(NavFlowField* field, const GoalSet* goal_set, const vector[GdVector2i]* cells, int64_t wanted) except -1 nogil:
    """A flood from the goals stops at the walls that are to be. Of the places out of its reach, some have a way today: the search
    comes to these as soon as it goes on through the walls."""
    cdef int32_t cell
    cdef size_t k
    field.open.clear()
    for k in range(goal_set.goals.size()):
        cell = cell_in(&field.grid, vec2(goal_set.goals[k].x - field.laid.position.x, goal_set.goals[k].y - field.laid.position.y))
        wanted -= enter(field, cell, FLOODED | WALL_TO_BE)
    wanted -= flood(field, FLOODED | WALL_TO_BE, wanted)
    if wanted == 0:
        return False
    for k in range(goal_set.goals.size()):
        cell = cell_in(&field.grid, vec2(goal_set.goals[k].x - field.laid.position.x, goal_set.goals[k].y - field.laid.position.y))
        if enter(field, cell, FLOODED):
            return True
    for k in range(cells.size()):
        cell = laid_cell(field, cells.at(k))
        if cell >= 0 and is_beside_flood(field, cell) and enter(field, cell, FLOODED):
            return True
    return flood(field, FLOODED, 1) > 0


cdef bint is_beside_flood(const NavFlowField* field, int32_t cell) noexcept nogil:
    return (field.marks[cell - 1] | field.marks[cell + 1] | field.marks[cell - field.grid.stride]
            | field.marks[cell + field.grid.stride]) & FLOODED != 0


cdef uint8_t would_block(NavFlowField* field, const GdArray* cells, const GdPackedVector3Array* points, int64_t number) noexcept nogil:
    cdef FlowFieldCall all = places_of(field, points, number, b"would_block")
    cdef vector[GdVector2i] walls
    if not read_cells(field, cells, b"would_block", b"", &walls) or all.guide == NULL:
        return False
    if has_ways_around(field, &walls) and not are_on(field, &all, &walls):
        return False
    mark_walls(field, &walls)
    return cuts_off(field, all.goal_set, &walls, want_places(field, &all))


# ---- drawings ----

cdef int drawn_cells(const FlowFieldCall* all, vector[Vec2]* middles, vector[Vec2]* directions) except -1 nogil:
    """Cells that ways lead from, in meters; of flow tiles only cells in sectors with a field. Asks for no field."""
    cdef const NavFlowField* field = all.field
    cdef const FieldGuide* guide = all.guide
    cdef DirectionSource kind
    cdef Vec2 middle, direction
    cdef int32_t row, column
    for row in range(field.grid.rows if guide != NULL else 0):
        for column in range(field.grid.columns):
            if guide.tiles != NULL and guide.tiles.routes[guide.route].tile_at[sector_at(&guide.tiles.map, row, column)] < 0:
                continue
            middle = to_meters(&field.grid, vec2(column + 0.5, row + 0.5))
            direction = direction_of(guide, middle, &kind)
            if kind == FIELD and guided_value(guide, middle) < INFINITY:
                middles.push_back(middle)
                directions.push_back(direction)
    return 0


cdef void get_triangles(NavFlowField* field, int64_t number, GdPackedVector3Array* out) noexcept nogil:
    """Of squares within cells, so that each corner is nearest to its own cell's center."""
    cdef FlowFieldCall all = places_of(field, NULL, number, b"get_triangles")
    cdef vector[Vec2] middles, directions
    cdef vector[GdVector3] found
    cdef GdVector3 corners[4]
    cdef double half = 0.45 * field.grid.cell_size
    cdef size_t i
    cdef int32_t k
    drawn_cells(&all, &middles, &directions)
    for i in range(middles.size()):
        for k in range(4):
            corners[k] = point_of(&all.frame, add(middles[i], vec2(half if k == 1 or k == 2 else -half, half if k >= 2 else -half)))
        for k in range(6):                  # Godot's front faces are clockwise
            found.push_back(corners[k if k < 3 else (k - 1) % 4])
    fill(PACKED_VECTOR3_ARRAY, out, found.data(), found.size())


cdef void get_arrows(NavFlowField* field, int64_t number, GdPackedVector3Array* out) noexcept nogil:
    cdef FlowFieldCall all = places_of(field, NULL, number, b"get_arrows")
    cdef vector[Vec2] middles, directions
    cdef vector[GdVector3] found
    cdef double half = 0.25 * field.grid.cell_size
    cdef Vec2 tip, along, aside
    cdef size_t i
    drawn_cells(&all, &middles, &directions)
    for i in range(middles.size()):
        along = scale(directions[i], half)
        aside = vec2(-0.5 * along.y, 0.5 * along.x)
        tip = add(middles[i], along)
        found.push_back(point_of(&all.frame, add(middles[i], scale(along, -1.0))))
        found.push_back(point_of(&all.frame, tip))
        found.push_back(point_of(&all.frame, tip))
        found.push_back(point_of(&all.frame, add(middles[i], aside)))
        found.push_back(point_of(&all.frame, tip))
        found.push_back(point_of(&all.frame, add(middles[i], scale(aside, -1.0))))
    fill(PACKED_VECTOR3_ARRAY, out, found.data(), found.size())
