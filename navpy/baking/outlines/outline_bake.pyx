"""The bake from outlines: its stages in a row, in one piece or tile by tile.

All is done on one grid of whole numbers, so that every question of left and right, inside and outside has an exact answer: outlines
are noded (noding), triangulated (constrained_delaunay), the boundary of what is free is traced (boundary) and moved inward by the
agent's radius (offset), what is left is noded and triangulated in turn, and triangles are merged to convex polygons (convex_polygons).
"""
from libc.math cimport INFINITY, ceil, fabs, floor
from libc.stdint cimport int32_t, uint8_t
from libcpp.utility cimport move
from libcpp.vector cimport vector

from navpy.base.tolerances cimport MAX_COORDINATE
from navpy.base.arguments cimport read_length, read_number, read_positive, read_vec2, read_whole
from navpy.base.parallel cimport Runner, executor_runner, parallel_for
from navpy.base.vec2 cimport Vec2
from navpy.baking.outlines.convex_polygons cimport merge_convex
from navpy.baking.outlines.outlines cimport (
    LAYER_AREA, LAYER_OBSTRUCTION, LAYER_TRAVERSABLE, Outlines, append_outline, read_areas, read_outlines)
from navpy.baking.outlines.noding cimport RawSide
from navpy.baking.outlines.planar_graph cimport MAX_GRID
from navpy.baking.outlines.solids cimport add_solid
from navpy.baking.outlines.stages cimport OutlineMemory, add_outline, erode, layer_count, make_triangles
from navpy.baking.outlines.tile_bake cimport bake_tile, fill_whole, find_tiles, set_tile_size
from navpy.baking.outlines.windows cimport OutlineWindow, set_window
from navpy.mesh.tiles.mesh_data cimport place_tile
from navpy.mesh.tiles.tile cimport NavMeshTile
from navpy.mesh.tiles.tile_data cimport TileData, finish_tile
from navpy.mesh.tiles.tiling cimport join_tiles
from navpy.mesh.topology cimport Fault, fault_message
from navpy.navmesh.navmesh cimport NavMesh

from navpy.base.interrupts import report

# Of the radius: a right angle has two vertices between its ends. As an arc keeps its area, a path around a corner comes nearer to it
# by a fortieth of the radius at most, which is less than bodies leave between them and a wall.
cdef double CORNER_ERROR = 1.0 / 16.0
cdef double LEAST_UNIT = 1.0 / 65536        # so that no triangle of the grid is too small for a mesh (MIN_AREA2 of mesh/topology)
cdef double MAX_TILES = 1 << 20
cdef int32_t MAX_PLACE = 1000000000         # of a tile
cdef double ROUNDING = 8.0                  # units: a point is rounded, the window's margin is, and where a side is cut

STAGES = (                          # name, fraction of a bake that is over when it starts
    ("outlines", 0.0),
    ("erosion", 0.3),
    ("polygons", 0.5),
    ("navmesh", 0.8),
    ("done", 1.0),
)


# ---- the grid ----

cdef bint widen(const Outlines* outlines, OutlineWindow* box) noexcept nogil:
    """Widen a box by the traversable outlines; false where there are none."""
    cdef const double* at = outlines.points.data()
    cdef int32_t i, k
    cdef bint any_ = False
    for i in range(<int32_t>outlines.layer.size()):
        if outlines.layer[i] != LAYER_TRAVERSABLE:
            continue
        any_ = True
        for k in range(outlines.first[i], outlines.first[i + 1]):
            box.low_x, box.high_x = min(box.low_x, at[2 * k]), max(box.high_x, at[2 * k])
            box.low_y, box.high_y = min(box.low_y, at[2 * k + 1]), max(box.high_y, at[2 * k + 1])
    return any_


cdef inline void make_empty(OutlineWindow* box) noexcept nogil:
    box.low_x = box.low_y = INFINITY
    box.high_x = box.high_y = -INFINITY


cdef inline double snapped(double x, double unit) noexcept nogil:
    return floor(x / unit + 0.5)


cdef int add_outlines(const Bake* bake, bint areas, bint ground, OutlineWindow* window, vector[RawSide]* out) except -1 nogil:
    cdef int32_t i
    for i in range(<int32_t>bake.outlines.layer.size()):
        if areas if bake.outlines.layer[i] >= LAYER_AREA else ground:
            add_outline(bake, i, window, out)
    return 0


cdef cppclass RowWork:
    const Bake* bake
    const Tiling* tiling
    int32_t z
    vector[TileData] tiles          # by column
    vector[Fault] faults
    vector[uint8_t] good


cdef int bake_in_row(void* userdata, int32_t column) except -1 nogil:
    cdef RowWork* row = <RowWork*>userdata
    cdef OutlineMemory plane
    row.good[column] = bake_tile(row.bake, row.tiling, row.tiling.x + column, row.z, &plane, &row.tiles[column], &row.faults[column])
    return 0


cdef double unit_of(const OutlineWindow* bounds, double radius) noexcept nogil:
    cdef double unit = LEAST_UNIT
    cdef double reach = 2.0 * radius + max(max(fabs(bounds.low_x), fabs(bounds.high_x)), max(fabs(bounds.low_y), fabs(bounds.high_y)))
    while unit * (MAX_GRID - 2) < reach:
        unit *= 2.0
    return unit


cdef class OutlineSource:
    """What all tiles of a bake share: outlines, snapped to the grid once they are complete."""

    def __init__(self, agent_radius=0.0, corner_error=None, tile_size=0.0, plane_height=0.0, bounds=None):
        cdef Vec2 low, high
        self.agent_radius = read_length("agent_radius", agent_radius, "the outlines' unit")
        self.corner_error = self.agent_radius * CORNER_ERROR if corner_error is None else \
            read_positive("corner_error", corner_error, "the outlines' unit")
        self.tile_size = read_length("tile_size", tile_size, "the outlines' unit")
        self.bake.height = <float>read_number("plane_height", plane_height, -MAX_COORDINATE, MAX_COORDINATE)
        self.bake.is_cropped = bounds is not None
        make_empty(&self.bake.bounds)
        if bounds is not None:
            try:
                least, greatest = bounds
            except (TypeError, ValueError):
                raise ValueError(f"bounds: must be ((x, y) least, (x, y) greatest), is {bounds!r:.80}") from None
            low, high = read_vec2("bounds[0]", least, MAX_COORDINATE), read_vec2("bounds[1]", greatest, MAX_COORDINATE)
            if not (low.x < high.x and low.y < high.y):
                raise ValueError(f"bounds: the first corner must be less than the second, they are {bounds!r:.80}")
            self.bake.bounds.low_x, self.bake.bounds.low_y = low.x, low.y
            self.bake.bounds.high_x, self.bake.bounds.high_y = high.x, high.y

    cdef int read(self, traversable, obstructions, areas) except -1:
        read_outlines("traversable", traversable, LAYER_TRAVERSABLE, &self.bake.outlines)
        read_outlines("obstructions", obstructions, LAYER_OBSTRUCTION, &self.bake.outlines)
        return read_areas(areas, &self.bake.outlines)

    cdef int complete(self) except -1:
        with nogil:
            self.has_floor = self.choose_unit()
            if self.has_floor:
                self.bake.radius = self.agent_radius / self.bake.unit
                self.bake.corner_error = max(self.corner_error / self.bake.unit, 0.5)         # the grid can tell no less
                self.snap_outlines()
                set_tile_size(&self.bake, self.tile_size, &self.tiling)
        return 0

    cdef bint choose_unit(self) noexcept nogil:
        """Choose the unit for the bounds, with room around them for the offset curve; false where nothing can be left."""
        cdef OutlineWindow* bounds = &self.bake.bounds
        cdef OutlineWindow floor_box
        cdef double radius = self.agent_radius
        make_empty(&floor_box)
        if not widen(&self.bake.outlines, bounds if not self.bake.is_cropped else &floor_box):
            return False
        if not self.bake.is_cropped and min(bounds.high_x - bounds.low_x, bounds.high_y - bounds.low_y) <= 2.0 * radius:
            return False
        self.bake.unit = unit_of(bounds, radius)
        return True

    cdef double reach(self) noexcept nogil:
        return self.agent_radius + self.corner_error + ROUNDING * unit_of(&self.bake.bounds, self.agent_radius)

    cdef int snap_outlines(self) except -1 nogil:
        """Bring all points to the grid, and turn all solid outlines the same way."""
        cdef Outlines out
        cdef OutlineMemory plane
        cdef Bake* bake = &self.bake
        cdef double* at = bake.outlines.points.data()
        cdef double unit = bake.unit
        cdef int32_t i, count
        for i in range(<int32_t>bake.outlines.points.size()):
            at[i] = snapped(at[i], unit)
        set_window(&bake.bounds, snapped(bake.bounds.low_x, unit), snapped(bake.bounds.low_y, unit), snapped(bake.bounds.high_x, unit),
                   snapped(bake.bounds.high_y, unit))
        out.first.push_back(0)
        out.area.swap(bake.outlines.area)
        for i in range(<int32_t>bake.outlines.layer.size()):
            at = bake.outlines.points.data() + 2 * bake.outlines.first[i]
            count = bake.outlines.first[i + 1] - bake.outlines.first[i]
            if bake.outlines.layer[i] == LAYER_TRAVERSABLE:
                append_outline(at, count, False, LAYER_TRAVERSABLE, &out)
            else:
                add_solid(&bake.bounds, at, count, bake.outlines.layer[i], &plane, &out)
        bake.outlines.points.swap(out.points)
        bake.outlines.first.swap(out.first)
        bake.outlines.layer.swap(out.layer)
        bake.outlines.area.swap(out.area)
        return 0

    # ---- in one piece ----

    cdef NavMesh whole(self, progress):
        cdef NavMesh mesh = NavMesh(agent_radius=self.agent_radius, _start=True)
        cdef Bake* bake = &self.bake
        cdef OutlineMemory plane
        cdef TileData tile
        cdef Fault fault
        cdef int32_t layers = layer_count(bake)
        cdef bint good, eroded = bake.radius > 0.0
        with nogil:
            add_outlines(bake, not eroded, True, &bake.bounds, &plane.raw)
        if eroded:
            report(progress, *STAGES[1])
            with nogil:
                erode(bake, &plane)
                add_outlines(bake, True, False, &bake.bounds, &plane.raw)
        report(progress, *STAGES[2])
        with nogil:
            make_triangles(bake, &plane, layers, eroded)
            merge_convex(&plane.graph, &plane.triangulation, &plane.area, &plane.polygons, &plane.polygon_area)
        report(progress, *STAGES[3])
        with nogil:
            tile.x = tile.z = 0
            fill_whole(bake, &plane, &tile)
            good = finish_tile(&tile, False, &fault)
        if not good:
            raise AssertionError(fault_message(&fault))
        with nogil:
            place_tile(&mesh.data, &tile)
            join_tiles(&mesh.data)
        mesh.refresh()
        return mesh

    # ---- in tiles ----

    cdef int open_all_tiles(self) except -1:
        """Find the outlines of all tiles that have floor."""
        cdef OutlineWindow box
        cdef OutlineWindow* bounds = &self.bake.bounds
        cdef double size = self.tiling.size, columns, rows
        make_empty(&box)
        widen(&self.bake.outlines, &box)
        box.low_x, box.low_y = max(box.low_x, bounds.low_x), max(box.low_y, bounds.low_y)
        box.high_x, box.high_y = min(box.high_x, bounds.high_x), min(box.high_y, bounds.high_y)
        columns, rows = max(ceil(box.high_x / size) - floor(box.low_x / size), 0.0), \
            max(ceil(box.high_y / size) - floor(box.low_y / size), 0.0)
        if columns * rows > MAX_TILES:
            raise ValueError(f"tile_size: makes {columns:g} × {rows:g} tiles of the level, the limit is {MAX_TILES:g} in all; make "
                             f"it larger")
        return self.open_tiles(<int32_t>floor(box.low_x / size), <int32_t>floor(box.low_y / size), <int32_t>columns, <int32_t>rows)

    cdef int open_tiles(self, int32_t x, int32_t z, int32_t columns, int32_t rows) except -1:
        self.tiling.x, self.tiling.z, self.tiling.columns, self.tiling.rows = x, z, columns, rows
        with nogil:
            find_tiles(&self.bake, &self.tiling)
        return 0

    cdef list row_of_tiles(self, int32_t z, const Runner* runner):
        cdef RowWork row
        cdef NavMeshTile tile
        cdef int32_t i
        cdef list found = []
        row.bake, row.tiling, row.z = &self.bake, &self.tiling, z
        row.tiles.resize(self.tiling.columns)
        row.faults.resize(self.tiling.columns)
        row.good.resize(self.tiling.columns)
        with nogil:
            parallel_for(runner, bake_in_row, &row, self.tiling.columns)
        for i in range(self.tiling.columns):
            if not row.good[i]:
                raise AssertionError(fault_message(&row.faults[i]))
            if row.tiles[i].polys.size():
                tile = NavMeshTile.__new__(NavMeshTile)
                tile.data = move(row.tiles[i])
                found.append(tile)
        return found

    cdef NavMesh in_tiles(self, const Runner* runner, progress):
        cdef list tiles = []
        cdef int32_t z
        self.open_all_tiles()
        for z in range(self.tiling.z, self.tiling.z + self.tiling.rows):
            if z > self.tiling.z:
                report(progress, "tiles", (z - self.tiling.z) / <double>self.tiling.rows)
            tiles += self.row_of_tiles(z, runner)
        return NavMesh.from_tiles(tiles, self.tiling.size * self.bake.unit, agent_radius=self.agent_radius)

    cdef NavMeshTile tile(self, int32_t x, int32_t z):
        cdef NavMeshTile tile = NavMeshTile.__new__(NavMeshTile)
        cdef OutlineMemory plane
        cdef Fault fault
        cdef bint good = True
        tile.data.x, tile.data.z = x, z
        with nogil:
            if self.has_floor:
                good = bake_tile(&self.bake, &self.tiling, x, z, &plane, &tile.data, &fault)
            else:
                good = finish_tile(&tile.data, False, &fault)
        if not good:
            raise AssertionError(fault_message(&fault))
        return tile

    cdef NavMesh mesh(self, const Runner* runner, progress):
        if not self.has_floor:
            return NavMesh.from_tiles((), self.tile_size, agent_radius=self.agent_radius) if self.tile_size \
                else NavMesh(agent_radius=self.agent_radius)
        return self.in_tiles(runner, progress) if self.tile_size else self.whole(progress)


# ---- Python ----

def bake_outlines(traversable, obstructions=(), *, agent_radius=0.0, corner_error=None, areas=(), tile_size=0.0, plane_height=0.0,
                  links=(), bounds=None, executor=None, progress=None):
    """Bake a NavMesh from outlines in the ground plane, as TileMap and Polygon2D users have them, exactly: without voxels.

    If nothing is left, as all is obstructed, a warning says so and the NavMesh has no polygons.

    Parameters
    ----------
    traversable, obstructions : iterable of outlines
        Each a sequence of at least 3 points (x, y), closed by itself; those in buffers of float64, shape (n, 2), are read fastest.
        Outlines may cross themselves and each other, touch, overlap and nest. x stays x, y becomes z of the mesh, in the outlines' own
        unit: a two-dimensional level with y down, in pixels, is seen from above with the same sides left and right.
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
    bounds : ((x, y), (x, y)), optional
        Corners of the box to bake, least and greatest; those of the traversable outlines when left out. Ground ends there, as at a
        wall. Tiles that are replaced later need the same bounds, as the grid follows from them.
    executor : concurrent.futures.Executor of threads, optional
        Bakes the tiles of a row at once. The result is the same to the byte.
    progress : callable, optional
        Called as progress(stage, fraction) before each stage and at the end, with a name of STAGES, or "tiles" between two rows of
        tiles, and 0 … 1. The bake stops if it returns False.

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
    mesh = outline_navmesh(traversable, obstructions, agent_radius, corner_error, areas, tile_size, plane_height, links, bounds,
                           executor, progress)
    if not mesh.polygon_count:
        from warnings import warn
        warn("bake_outlines: no floor is left, the traversable outlines have no area, are too narrow for the agent, or the "
             "obstructions cover them", stacklevel=2)
    return mesh


def outline_navmesh(traversable, obstructions, agent_radius, corner_error, areas, tile_size, plane_height, links, bounds, executor,
                    progress):
    """What `bake_outlines` returns, without its warning."""
    cdef OutlineSource source = OutlineSource(agent_radius, corner_error, tile_size, plane_height, bounds)
    cdef Runner runner = executor_runner(executor)
    report(progress, *STAGES[0])
    source.read(traversable, obstructions, areas)
    source.complete()
    mesh = source.mesh(&runner, progress)
    mesh.add_links(links)
    report(progress, *STAGES[4])
    return mesh


def bake_outline_tile(traversable, obstructions, x, z, *, tile_size, bounds, agent_radius=0.0, corner_error=None, areas=(),
                      plane_height=0.0):
    """Bake one tile of a two-dimensional level again, for NavMesh.add_tile.

    It is the same to the byte as that of a bake of the whole level with these bounds. A change of the level alters the tiles within
    agent_radius + corner_error of it, and some units of the grid more.

    Parameters
    ----------
    traversable, obstructions, agent_radius, corner_error, areas, plane_height
        Those of the whole level, as in `bake_outlines`.
    x, z : int
        Tile coordinates: it begins at x · tile_size, z · tile_size.
    tile_size : float
        As in `bake_outlines`.
    bounds : ((x, y), (x, y))
        Those of the whole level's bake.

    Returns
    -------
    NavMeshTile
        Without polygons where no ground is left; NavMesh.remove_tile is for that.
    """
    cdef OutlineSource source = OutlineSource(agent_radius, corner_error, read_positive("tile_size", tile_size, "the outlines' unit"),
                                              plane_height, bounds)
    cdef int32_t column = read_whole("x", x, -MAX_PLACE, MAX_PLACE), row = read_whole("z", z, -MAX_PLACE, MAX_PLACE)
    if bounds is None:
        raise ValueError("bounds: must be those of the whole level's bake, is None")
    source.read(traversable, obstructions, areas)
    source.complete()
    if source.has_floor:
        source.open_tiles(column, row, 1, 1)
    return source.tile(column, row)
