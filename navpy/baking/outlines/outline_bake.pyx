"""The bake from outlines: its stages in a row, in one piece or tile by tile.

All is done on one grid of whole numbers, so that every question of left and right, inside and outside has an exact answer: outlines are
noded (noding), triangulated (constrained_delaunay), the boundary of what is free is traced (boundary) and moved inward by the agent's
radius (offset), what is left is noded and triangulated in turn, and triangles are merged to convex polygons (convex_polygons).
"""
from libc.math cimport ceil, fabs, floor
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t
from libc.string cimport memset
from libcpp.vector cimport vector

from navpy.base.area cimport AREA_NONE, AREA_WALKABLE
from navpy.base.arguments cimport read_length, read_number, read_positive
from navpy.baking.outlines.boundary cimport trace_boundary
from navpy.baking.outlines.constrained_delaunay cimport Triangulation, triangulate
from navpy.baking.outlines.convex_polygons cimport merge_convex
from navpy.baking.outlines.noding cimport RawSide, node
from navpy.baking.outlines.offset cimport Cycles, offset_cycles
from navpy.baking.outlines.outlines cimport LAYER_AREA, LAYER_OBSTRUCTION, LAYER_TRAVERSABLE, Outlines, read_areas, read_outlines
from navpy.baking.outlines.planar_graph cimport MAX_GRID, GridPoint, PlanarGraph
from navpy.baking.outlines.windows cimport Window, add_clipped, set_window
from navpy.mesh.mesh_view cimport DEFAULT_FLAGS, Poly
from navpy.mesh.tiles.mesh_data cimport place_tile
from navpy.mesh.tiles.tile cimport SIDE_NONE, NavMeshTile, TileData, finish_tile
from navpy.mesh.tiles.tiling cimport join_tiles
from navpy.mesh.topology cimport Fault, fault_message
from navpy.navmesh.navmesh cimport NavMesh

from navpy.base.progress import report

# Of the radius: a right angle has two vertices between its ends. As an arc keeps its area, a path around a corner comes nearer to it by a
# fortieth of the radius at most, which is less than bodies leave between them and a wall.
cdef double CORNER_ERROR = 1.0 / 16.0
cdef double LEAST_UNIT = 1.0 / 65536        # so that no triangle of the grid is too small for a mesh (MIN_AREA2 of mesh/topology)
cdef double MAX_COORDINATE = 1e9
cdef double MAX_TILES = 1 << 20
cdef int32_t FEW_CORNERS = 40               # of an outline: all pairs of its sides are tried faster than it is noded
cdef double MARGIN = 4.0                    # units, more than rounding moves a point: that a tile's window reaches farther than the radius

STAGES = (                          # name, fraction of a bake that is over when it starts
    ("outlines", 0.0),
    ("erosion", 0.3),
    ("polygons", 0.5),
    ("navmesh", 0.8),
    ("done", 1.0),
)

cdef cppclass Bake:
    Outlines outlines               # in units, whole numbers; left of each lies what it encloses, or it is a hole
    Window bounds                   # of the traversable outlines
    double unit                     # a unit of the grid in the outlines' unit: a power of two
    double radius, corner_error     # units
    double height                   # of the mesh

cdef cppclass Plane:                # the working memory of a bake
    vector[RawSide] raw
    PlanarGraph graph
    Triangulation triangulation
    vector[uint8_t] area            # by triangle, AREA_NONE where there is no floor
    Cycles cycles
    vector[vector[int32_t]] polygons
    vector[uint8_t] polygon_area

cdef cppclass Tiling:
    double size                     # units, a whole number
    double reach                    # units around a tile that have an effect on it
    int32_t x, z, columns, rows     # of the tiles that the traversable outlines touch
    vector[int32_t] first           # by tile, and the end
    vector[int32_t] outline_of      # those within reach of each tile


# ---- the grid ----

cdef bint choose_unit(Bake* bake, double radius) noexcept nogil:
    """Choose the unit for the traversable outlines, with room around them for the offset curve; false where they are too small for the
    agent."""
    cdef const double* at = bake.outlines.points.data()
    cdef Window* bounds = &bake.bounds
    cdef double reach
    cdef int32_t i, k
    cdef bint any_ = False
    for i in range(<int32_t>bake.outlines.layer.size()):
        if bake.outlines.layer[i] != LAYER_TRAVERSABLE:
            continue
        for k in range(bake.outlines.first[i], bake.outlines.first[i + 1]):
            if not any_:
                bounds.low_x, bounds.low_y, bounds.high_x, bounds.high_y = at[2 * k], at[2 * k + 1], at[2 * k], at[2 * k + 1]
                any_ = True
            bounds.low_x, bounds.high_x = min(bounds.low_x, at[2 * k]), max(bounds.high_x, at[2 * k])
            bounds.low_y, bounds.high_y = min(bounds.low_y, at[2 * k + 1]), max(bounds.high_y, at[2 * k + 1])
    if not any_ or min(bounds.high_x - bounds.low_x, bounds.high_y - bounds.low_y) <= 2.0 * radius:
        return False
    reach = 2.0 * radius + max(max(fabs(bounds.low_x), fabs(bounds.high_x)), max(fabs(bounds.low_y), fabs(bounds.high_y)))
    bake.unit = LEAST_UNIT
    while bake.unit * (MAX_GRID - 2) < reach:
        bake.unit *= 2.0
    return True


cdef inline double snapped(double x, double unit) noexcept nogil:
    return floor(x / unit + 0.5)


cdef int snap_outlines(Bake* bake) except -1 nogil:
    """Bring all points to the grid, and turn all solid outlines the same way."""
    cdef Outlines out
    cdef Plane plane
    cdef double* at = bake.outlines.points.data()
    cdef double unit = bake.unit
    cdef int32_t i
    for i in range(<int32_t>bake.outlines.points.size()):
        at[i] = snapped(at[i], unit)
    set_window(&bake.bounds, snapped(bake.bounds.low_x, unit), snapped(bake.bounds.low_y, unit), snapped(bake.bounds.high_x, unit),
               snapped(bake.bounds.high_y, unit))
    out.first.push_back(0)
    out.area.swap(bake.outlines.area)
    for i in range(<int32_t>bake.outlines.layer.size()):
        at = bake.outlines.points.data() + 2 * bake.outlines.first[i]
        if bake.outlines.layer[i] == LAYER_TRAVERSABLE:
            copy_outline(at, bake.outlines.first[i + 1] - bake.outlines.first[i], False, LAYER_TRAVERSABLE, &out)
        else:
            add_solid(bake, at, bake.outlines.first[i + 1] - bake.outlines.first[i], bake.outlines.layer[i], &plane, &out)
    bake.outlines = out
    return 0


# ---- solid outlines ----

cdef int copy_outline(const double* at, int32_t count, bint turned, int16_t layer, Outlines* out) except -1 nogil:
    cdef int32_t i, k
    for i in range(count):
        k = count - 1 - i if turned else i
        out.points.push_back(at[2 * k])
        out.points.push_back(at[2 * k + 1])
    out.first.push_back(<int32_t>(out.points.size() // 2))
    out.layer.push_back(layer)
    return 0


cdef inline double turn_at(const double* a, const double* b, const double* c) noexcept nogil:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


cdef bint turns_one_way(const double* at, int32_t count) noexcept nogil:
    """Whether an outline never turns left, or never right: then no winding numbers of both signs occur in it."""
    cdef double turn
    cdef int32_t i
    cdef bint left = False, right = False
    for i in range(count):
        turn = turn_at(at + 2 * i, at + 2 * ((i + 1) % count), at + 2 * ((i + 2) % count))
        left, right = left or turn > 0.0, right or turn < 0.0
    return not (left and right)


cdef inline bint are_apart(const double* a, const double* b, const double* c, const double* d) noexcept nogil:
    """Whether a line separates a → b from c → d: one along either of them, or along an axis."""
    return max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]) or max(a[1], b[1]) < min(c[1], d[1]) \
        or max(c[1], d[1]) < min(a[1], b[1]) or turn_at(a, b, c) * turn_at(a, b, d) > 0.0 or turn_at(c, d, a) * turn_at(c, d, b) > 0.0


cdef bint is_plain(const double* at, int32_t count) noexcept nogil:
    """Whether no two sides of an outline of few corners meet but those that follow each other, which turn."""
    cdef int32_t i, k
    for i in range(count):
        if turn_at(at + 2 * i, at + 2 * ((i + 1) % count), at + 2 * ((i + 2) % count)) == 0.0:
            return False
        for k in range(i + 2, count if i else count - 1):
            if not are_apart(at + 2 * i, at + 2 * i + 2, at + 2 * k, at + 2 * ((k + 1) % count)):
                return False
    return True


cdef bint is_simple(const PlanarGraph* graph) except -1 nogil:
    """Whether two sides meet at each point of an outline."""
    cdef vector[int32_t] sides
    cdef size_t i
    sides.clear()
    sides.resize(graph.points.size(), 0)
    for i in range(graph.sides.size()):
        sides[graph.sides[i].begin] += 1
        sides[graph.sides[i].end] += 1
    for i in range(sides.size()):
        if sides[i] != 2:
            return False
    return True


cdef int add_solid(Bake* bake, const double* at, int32_t count, int16_t layer, Plane* plane, Outlines* out) except -1 nogil:
    """Add an obstruction or an area so that winding numbers are not below 0 anywhere: where two overlap, they cannot cancel out each
    other. One that crosses itself, with parts that wind either way, is replaced by the boundary of what it encloses."""
    cdef double area = 0.0
    cdef int32_t i, last = count - 1, first
    cdef bint within = True
    cdef GridPoint corner
    for i in range(1, count - 1):
        area += turn_at(at, at + 2 * i, at + 2 * i + 2)
    if turns_one_way(at, count) or (count <= FEW_CORNERS and is_plain(at, count)):
        return copy_outline(at, count, area < 0.0, layer, out)
    plane.raw.clear()
    for i in range(count):
        within = within and bake.bounds.low_x <= at[2 * i] <= bake.bounds.high_x and bake.bounds.low_y <= at[2 * i + 1] <= bake.bounds.high_y
        add_clipped(&bake.bounds, at[2 * last], at[2 * last + 1], at[2 * i], at[2 * i + 1], 0, 1, &plane.raw)
        last = i
    node(&plane.raw, &plane.graph)
    plane.raw.clear()
    if within and is_simple(&plane.graph):
        return copy_outline(at, count, area < 0.0, layer, out)
    triangulate(&plane.graph, 1, &plane.triangulation)
    plane.area.clear()
    for i in range(<int32_t>plane.triangulation.winding.size()):
        plane.area.push_back(<uint8_t>(plane.triangulation.winding[i] != 0))
    trace_boundary(&plane.graph, &plane.triangulation, &plane.area, &plane.cycles)
    for i in range(<int32_t>plane.cycles.first.size() - 1):
        for first in range(plane.cycles.first[i], plane.cycles.first[i + 1]):
            corner = plane.cycles.points[first]
            out.points.push_back(corner.x)
            out.points.push_back(corner.y)
        out.first.push_back(<int32_t>(out.points.size() // 2))
        out.layer.push_back(layer)
    return 0


# ---- the stages ----

cdef int add_outline(const Bake* bake, int32_t outline, Window* window, vector[RawSide]* out) except -1 nogil:
    cdef const double* at = bake.outlines.points.data()
    cdef int32_t k, last = bake.outlines.first[outline + 1] - 1
    for k in range(bake.outlines.first[outline], last + 1):
        add_clipped(window, at[2 * last], at[2 * last + 1], at[2 * k], at[2 * k + 1], bake.outlines.layer[outline],
                    1, out)
        last = k
    return 0


cdef int add_outlines(const Bake* bake, bint areas, bint ground, Window* window, vector[RawSide]* out) except -1 nogil:
    cdef int32_t i
    for i in range(<int32_t>bake.outlines.layer.size()):
        if areas if bake.outlines.layer[i] >= LAYER_AREA else ground:
            add_outline(bake, i, window, out)
    return 0


cdef int find_areas(const Bake* bake, Plane* plane, int32_t layers, bint eroded) except -1 nogil:
    """The area id of each triangle."""
    cdef const int16_t* winding = plane.triangulation.winding.data()
    cdef int32_t t, layer, count = <int32_t>(plane.triangulation.origin.size() // 3)
    plane.area.clear()
    plane.area.resize(count, AREA_NONE)
    for t in range(count):
        if (winding[LAYER_TRAVERSABLE] == 1 if eroded else winding[LAYER_TRAVERSABLE] != 0) and winding[LAYER_OBSTRUCTION] == 0:
            layer = layers - 1
            while layer >= LAYER_AREA and winding[layer] == 0:
                layer -= 1
            plane.area[t] = bake.outlines.area[layer - LAYER_AREA] if layer >= LAYER_AREA else AREA_WALKABLE
        winding += layers
    return 0


cdef int make_triangles(const Bake* bake, Plane* plane, int32_t layers, bint eroded) except -1 nogil:
    """From raw sides to triangles with their area ids."""
    node(&plane.raw, &plane.graph)
    plane.raw.clear()
    triangulate(&plane.graph, layers, &plane.triangulation)
    return find_areas(bake, plane, layers, eroded)


cdef int erode(const Bake* bake, Plane* plane) except -1 nogil:
    """From the triangles that are free to the raw sides around what is free after the erosion."""
    trace_boundary(&plane.graph, &plane.triangulation, &plane.area, &plane.cycles)
    return offset_cycles(&plane.cycles, bake.radius, bake.corner_error, &plane.raw)


cdef inline int8_t portal_of(GridPoint a, GridPoint b, const Window* tile) noexcept nogil:
    """The side of a tile that an edge lies on. Where the two tiles are rounded differently, there may be edges of a unit on one side."""
    if fabs(a.x - b.x) + fabs(a.y - b.y) < MARGIN:
        return SIDE_NONE
    if a.x == b.x:
        return 0 if a.x == tile.low_x else 2 if a.x == tile.high_x else SIDE_NONE
    if a.y == b.y:
        return 3 if a.y == tile.low_y else 1 if a.y == tile.high_y else SIDE_NONE
    return SIDE_NONE


cdef int fill_tile(const Bake* bake, const Plane* plane, const Window* tile, TileData* out) except -1 nogil:
    """Polygons as a mesh has them: z is y, so what is counter-clockwise in the plane turns the other way in the mesh. tile: NULL for a
    mesh without tiles."""
    cdef vector[int32_t] index
    cdef Poly poly
    cdef int32_t i, k, point, next
    index.clear()
    index.resize(plane.graph.points.size(), -1)
    memset(&poly, 0, sizeof(Poly))
    poly.flags, poly.first_link = DEFAULT_FLAGS, -1
    for i in range(<int32_t>plane.polygons.size()):
        poly.first, poly.count, poly.area = <int32_t>out.corners.size(), <int32_t>plane.polygons[i].size(), plane.polygon_area[i]
        out.polys.push_back(poly)
        for k in range(poly.count - 1, -1, -1):
            point = plane.polygons[i][k]
            if index[point] < 0:
                index[point] = <int32_t>(out.vertices.size() // 3)
                out.vertices.push_back(plane.graph.points[point].x * bake.unit)
                out.vertices.push_back(bake.height)
                out.vertices.push_back(plane.graph.points[point].y * bake.unit)
            out.corners.push_back(index[point])
            if tile != NULL:
                next = plane.polygons[i][k - 1 if k else poly.count - 1]
                out.portals.push_back(portal_of(plane.graph.points[point], plane.graph.points[next], tile))
    return 0


# ---- tiles ----

cdef int find_tiles(const Bake* bake, Tiling* tiling) except -1 nogil:
    """Which outlines are within reach of each tile."""
    cdef vector[int32_t] touched            # low and high column, low and high row of each outline
    cdef const double* at = bake.outlines.points.data()
    cdef double low, high, begin
    cdef int32_t i, k, x, z, axis, most, pass_
    tiling.x, tiling.z = <int32_t>floor(bake.bounds.low_x / tiling.size), <int32_t>floor(bake.bounds.low_y / tiling.size)
    tiling.columns = <int32_t>ceil(bake.bounds.high_x / tiling.size) - tiling.x
    tiling.rows = <int32_t>ceil(bake.bounds.high_y / tiling.size) - tiling.z
    for i in range(<int32_t>bake.outlines.layer.size()):
        for axis in range(2):
            low = high = at[2 * bake.outlines.first[i] + axis]
            for k in range(bake.outlines.first[i], bake.outlines.first[i + 1]):
                low, high = min(low, at[2 * k + axis]), max(high, at[2 * k + axis])
            begin, most = (tiling.z if axis else tiling.x) * tiling.size, (tiling.rows if axis else tiling.columns)
            touched.push_back(<int32_t>max(floor((low - tiling.reach - begin) / tiling.size), 0.0))
            touched.push_back(<int32_t>min(floor((high + tiling.reach - begin) / tiling.size), most - 1.0))
    tiling.first.clear()
    tiling.first.resize(<size_t>tiling.columns * tiling.rows + 2, 0)        # counts lie two places on, as in noding
    for pass_ in range(2):
        for i in range(<int32_t>bake.outlines.layer.size()):
            for z in range(touched[4 * i + 2], touched[4 * i + 3] + 1):
                for x in range(touched[4 * i], touched[4 * i + 1] + 1):
                    k = z * tiling.columns + x
                    if pass_ == 0:
                        tiling.first[k + 2] += 1
                    else:
                        tiling.outline_of[tiling.first[k + 1]] = i
                        tiling.first[k + 1] += 1
        if pass_ == 0:
            for i in range(2, <int32_t>tiling.first.size()):
                tiling.first[i] += tiling.first[i - 1]
            tiling.outline_of.resize(tiling.first.back())
    tiling.first.pop_back()
    return 0


cdef int find_lines(const Tiling* tiling, double low, double high, vector[double]* out) except -1 nogil:
    """The lines of all tiles and of the windows around them from low to high: every window within which a side lies cuts it at the same
    places, so neighbors have the same boundary before the erosion and the same curve after it."""
    cdef double line = floor((low - tiling.reach) / tiling.size) * tiling.size
    cdef double at
    cdef int32_t way
    out.clear()
    while line - tiling.reach <= high:
        for way in range(-1, 2):
            at = line + way * tiling.reach
            if low <= at <= high:
                out.push_back(at)
        line += tiling.size
    return 0


cdef bint bake_tile(const Bake* bake, const Tiling* tiling, int32_t x, int32_t z, Plane* plane, TileData* out, Fault* fault) except -1 nogil:
    """A tile, from the outlines within reach alone. What is clipped beyond ends at the window, whose border counts as a wall, so far away
    that it makes no difference."""
    cdef vector[RawSide] curve
    cdef int32_t i, index = (z - tiling.z) * tiling.columns + x - tiling.x, layers = LAYER_AREA + <int32_t>bake.outlines.area.size()
    cdef bint area, eroded = bake.radius > 0.0
    cdef Window tile, around
    set_window(&tile, x * tiling.size, z * tiling.size, (x + 1) * tiling.size, (z + 1) * tiling.size)
    set_window(&around, tile.low_x - tiling.reach, tile.low_y - tiling.reach, tile.high_x + tiling.reach, tile.high_y + tiling.reach)
    find_lines(tiling, around.low_x, around.high_x, &around.columns)
    find_lines(tiling, around.low_y, around.high_y, &around.rows)
    plane.raw.clear()
    for i in range(tiling.first[index], tiling.first[index + 1]):
        area = bake.outlines.layer[tiling.outline_of[i]] >= LAYER_AREA
        if not (area and eroded):
            add_outline(bake, tiling.outline_of[i], &around, &plane.raw)
    make_triangles(bake, plane, LAYER_AREA if eroded else layers, False)
    if eroded:
        erode(bake, plane)
        curve.swap(plane.raw)
        for i in range(<int32_t>curve.size()):
            add_clipped(&tile, curve[i].begin.x, curve[i].begin.y, curve[i].end.x, curve[i].end.y, LAYER_TRAVERSABLE, curve[i].winding,
                        &plane.raw)
        for i in range(tiling.first[index], tiling.first[index + 1]):
            if bake.outlines.layer[tiling.outline_of[i]] >= LAYER_AREA:
                add_outline(bake, tiling.outline_of[i], &tile, &plane.raw)
        make_triangles(bake, plane, layers, True)
    merge_convex(&plane.graph, &plane.triangulation, &plane.area, &plane.polygons, &plane.polygon_area)
    out.x, out.z = x, z
    fill_tile(bake, plane, &tile, out)
    return finish_tile(out, False, fault)


# ---- Python ----

cdef NavMesh bake_whole(Bake* bake, double agent_radius, progress):
    cdef NavMesh mesh = NavMesh(agent_radius=agent_radius, _start=True)
    cdef Plane plane
    cdef TileData tile
    cdef Fault fault
    cdef int32_t layers = LAYER_AREA + <int32_t>bake.outlines.area.size()
    cdef bint good, eroded = bake.radius > 0.0
    with nogil:
        add_outlines(bake, not eroded, True, &bake.bounds, &plane.raw)
        make_triangles(bake, &plane, LAYER_AREA if eroded else layers, False)
    if eroded:
        report(progress, *STAGES[1])
        with nogil:
            erode(bake, &plane)
            add_outlines(bake, True, False, &bake.bounds, &plane.raw)
            make_triangles(bake, &plane, layers, True)
    report(progress, *STAGES[2])
    with nogil:
        merge_convex(&plane.graph, &plane.triangulation, &plane.area, &plane.polygons, &plane.polygon_area)
    report(progress, *STAGES[3])
    with nogil:
        tile.x = tile.z = 0
        fill_tile(bake, &plane, NULL, &tile)
        good = finish_tile(&tile, False, &fault)
    if not good:
        raise AssertionError(fault_message(&fault))
    with nogil:
        place_tile(&mesh.data, &tile)
        join_tiles(&mesh.data)
    mesh.refresh()
    return mesh


cdef NavMesh bake_tiles(const Bake* bake, double tile_size, double agent_radius, progress):
    cdef Tiling tiling
    cdef Plane plane
    cdef NavMeshTile tile
    cdef Fault fault
    cdef bint good
    cdef int32_t x, z
    tiling.size = max(snapped(tile_size, bake.unit), 1.0)
    tiling.reach = ceil(bake.radius + bake.corner_error + MARGIN) if bake.radius > 0.0 else 0.0
    if (bake.bounds.high_x - bake.bounds.low_x) * (bake.bounds.high_y - bake.bounds.low_y) > MAX_TILES * tiling.size * tiling.size:
        raise ValueError(f"tile_size: {tile_size:g} makes more than {MAX_TILES} tiles of the level")
    with nogil:
        find_tiles(bake, &tiling)
    tiles = []
    for z in range(tiling.z, tiling.z + tiling.rows):
        if z > tiling.z:
            report(progress, "tiles", (z - tiling.z) / <double>tiling.rows)
        for x in range(tiling.x, tiling.x + tiling.columns):
            tile = NavMeshTile.__new__(NavMeshTile)
            with nogil:
                good = bake_tile(bake, &tiling, x, z, &plane, &tile.data, &fault)
            if not good:
                raise AssertionError(fault_message(&fault))
            if tile.data.polys.size():
                tiles.append(tile)
    return NavMesh.from_tiles(tiles, tiling.size * bake.unit, agent_radius=agent_radius)


def outline_navmesh(traversable, obstructions, agent_radius, corner_error, areas, tile_size, plane_height, links, progress):
    """What `bake_outlines` returns, without its warning."""
    cdef Bake bake
    cdef NavMesh mesh
    cdef bint possible
    cdef double radius = read_length("agent_radius", agent_radius, "the outlines' unit")
    cdef double error = radius * CORNER_ERROR if corner_error is None else read_positive("corner_error", corner_error, "the outlines' unit")
    cdef double size = read_length("tile_size", tile_size, "the outlines' unit")
    bake.height = <float>read_number("plane_height", plane_height, -MAX_COORDINATE, MAX_COORDINATE)
    report(progress, *STAGES[0])
    read_outlines("traversable", traversable, LAYER_TRAVERSABLE, &bake.outlines)
    read_outlines("obstructions", obstructions, LAYER_OBSTRUCTION, &bake.outlines)
    read_areas(areas, &bake.outlines)
    with nogil:
        possible = choose_unit(&bake, radius)
        if possible:
            bake.radius = radius / bake.unit
            bake.corner_error = max(error / bake.unit, 0.5)         # the grid can tell no less
            snap_outlines(&bake)
    if possible:
        mesh = bake_tiles(&bake, size, radius, progress) if size else bake_whole(&bake, radius, progress)
    else:
        mesh = NavMesh.from_tiles((), size, agent_radius=radius) if size else NavMesh(agent_radius=radius)
    mesh.add_links(links)
    report(progress, *STAGES[4])
    return mesh


def bake_outlines(traversable, obstructions=(), *, agent_radius=0.0, corner_error=None, areas=(), tile_size=0.0, plane_height=0.0,
                  links=(), progress=None):
    """Bake a NavMesh from outlines in the ground plane, as TileMap and Polygon2D users have them, exactly: without voxels.

    If nothing is left, as all is obstructed, a warning says so and the NavMesh has no polygons.

    Parameters
    ----------
    traversable, obstructions : iterable of outlines
        Each a sequence of at least 3 points (x, y), closed by itself. Outlines may cross themselves and each other, touch, overlap and
        nest. x stays x, y becomes z of the mesh, in the outlines' own unit: a two-dimensional level with y down, in pixels, is seen from
        above with the same sides left and right.
    agent_radius : float
        How far the mesh stays away from all boundaries, in the outlines' unit.
    corner_error : float, optional
        How far a round corner may be off its circle, in the outlines' unit; a 16th of the radius by default.
    areas : iterable of (outline, area id)
        Polygons inside an outline get its area id, 0 … 63, and end at it; where outlines overlap, the last one counts. Ground inside
        none has 63. Area 0 is no ground; agents may come as near to it as they like.
    tile_size : float
        In the outlines' unit, rounded to the grid: the mesh consists of tiles of this size, counted from the origin. 0: one piece.
    plane_height : float
        y of the mesh.
    links : iterable of OffMeshLink
        Placed by hand; ValueError for an end without a polygon within its radius.
    progress : callable, optional
        Called as progress(stage, fraction) before each stage and at the end, with a name of STAGES, or "tiles" between two rows of tiles,
        and 0 … 1. The bake stops if it returns False.

    Returns
    -------
    NavMesh

    Raises
    ------
    ValueError
        An outline of fewer than 3 points, a coordinate that is not finite or farther than 1e9 from 0, a wrong area id.
    BakeCancelled
        When progress returned False.

    Notes
    -----
    The rule is that of Godot's NavigationPolygon: a place is inside where the winding number of the traversable outlines is not 0. So
    outlines of the same direction are united, and one of the other direction inside another is a hole in it. Obstructions are solid
    whichever direction they have.

    Points are rounded to a grid of 2^25 units across the level, but not below 2^-16 of the outlines' unit; the result has no larger
    error than that but for round corners, which keep the area of the circle.
    """
    mesh = outline_navmesh(traversable, obstructions, agent_radius, corner_error, areas, tile_size, plane_height, links, progress)
    if not mesh.polygon_count:
        from warnings import warn
        warn("bake_outlines: no floor is left, the traversable outlines have no area, are too narrow for the agent, or the obstructions "
             "cover them", stacklevel=2)
    return mesh
