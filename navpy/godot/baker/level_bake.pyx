"""The bake of a level, or of its changed tiles, as jobs of a worker thread."""
from libc.math cimport ceil, floor
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy, memset
from libcpp.vector cimport vector
from navpy.godot.baker.bake_job cimport BakeJob
from navpy.godot.baker.source_parts cimport OutlinePart, SourcePart, append_near
from navpy.godot.world.navigation_map cimport MAX_GROUND_MASKS
from navpy.base.area cimport AREA_COUNT, AREA_NONE, AREA_WALKABLE
from navpy.base.parallel cimport Runner
from navpy.baking.outlines.outline_bake cimport OutlineSource
from navpy.baking.outlines.outlines cimport Outlines
from navpy.godot.binding.pool cimport pool_runner
from navpy.mesh.mesh_view cimport tile_at
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.navmesh.navmesh cimport NavMesh
from navpy.query.polyanya.arc_flags cimport INDEX_BUILT, INDEX_CANCELLED, build_arc_flags
from navpy.query.polyanya.visibility_graph cimport supports_visibility_graph

from array import array
from navpy.baking.level_check import bake_remarks, level_remarks
from navpy.baking.pipeline import BakeCancelled, bake_source, tile_of, tile_reach
from navpy.baking.settings import BakeSettings
from navpy.baking.source import BakeSource


CURES = {                       # the remedy in the editor for a LevelRemark, by its kind
    "reversed": "turn the faces of its meshes round, in the modeling program",
    "unit": "set the root scale of its import to {scale:g}, or scale its nodes, if that is not meant so",
    "large": "set the baker's tile_size, or a larger cell_size",
    "small": "set the baker's agent_radius, or the root scale of the level's import",
    "z": "turn its nodes about their X axis by -90 degrees, if that is not meant so",
    "-z": "turn its nodes about their X axis by 90 degrees, if that is not meant so",
}
NOTHING_LEFT = "no floor is left: the traversable outlines have no area, are too narrow for agent_radius, or obstructions cover them"


# ---- a level's triangles ----

cdef tuple class_of(SourcePart part, list masks):
    """The area id and the flags of a part's floor."""
    return (<int>part.area if part.area >= 0 else AREA_WALKABLE, 2 << masks.index(part.layers) if part.layers >= 0 else 1)


def special_first(pair):
    """The order of classes: by area, and the baker's own layers, the lowest flag, last."""
    return pair[0], -pair[1]


cdef dict number_classes(list parts, list volumes, list masks):
    """The number of each class of floors, (area, flags): the lower number counts where floors fall together. So classes of an area
    with layers of their own come before the others. None where no part has navigation layers of its own.
    Appends the layers that are new to masks. ValueError: too many of either."""
    cdef SourcePart part
    own = dict.fromkeys([part.layers for part in parts if part.layers >= 0])
    if not own:
        return None
    masks += [layers for layers in own if layers not in masks]
    if len(masks) > MAX_GROUND_MASKS:
        raise ValueError(f"the level has {len(masks)} different values of the metadata nav_layers, at most {MAX_GROUND_MASKS} can be "
                         f"baked; "
                         "values that are no longer in use count until the whole level is baked again")
    classes = {class_of(part, masks) for part in parts}
    classes |= {(volume.area, flags) for volume in volumes for _, flags in classes}
    classes = sorted([pair for pair in classes if pair[0] != AREA_NONE], key=special_first)
    if len(classes) >= AREA_COUNT:
        raise ValueError(f"the level has {len(classes)} combinations of areas and nav_layers, at most {AREA_COUNT - 1} can be baked: "
                         f"use fewer")
    return {pair: number for number, pair in enumerate([(AREA_NONE, 1), *classes])}


cdef int number_of(SourcePart part, dict classes, list masks) except -1:
    """The bake's number for the floor of a part: its class, or its area id where there are no classes."""
    if classes is None:
        return <int>part.area if part.area >= 0 else AREA_WALKABLE
    return classes[class_of(part, masks)] if part.area != AREA_NONE else 0


cdef void append_part(float* vertices, int32_t* triangles, uint8_t* areas, SourcePart part, int64_t first, int area) noexcept:
    """Copies a part into the joined buffers; its first vertex gets the index `first`."""
    cdef const float* points = <const float*><const char*>part.vertices
    cdef const int32_t* corners = <const int32_t*><const char*>part.triangles
    cdef int64_t floats = len(part.vertices) // 4, ints = len(part.triangles) // 4, i
    with nogil:
        memcpy(vertices, points, floats * sizeof(float))
        for i in range(ints):
            triangles[i] = <int32_t>(corners[i] + first)
        memset(areas, area, ints // 3)


cdef tuple join_parts(list parts, dict classes, list masks):
    """(vertices, triangles, areas) of all parts as buffers; areas are None if no part has an area or a class."""
    cdef SourcePart part
    cdef int64_t points = 0, count = 0
    cdef bint marked = classes is not None
    for part in parts:
        points += len(part.vertices) // 12
        count += len(part.triangles) // 12
        marked = marked or part.area >= 0
    cdef bytearray vertices = bytearray(12 * points)
    cdef bytearray triangles = bytearray(12 * count)
    cdef bytearray areas = bytearray(count)
    points = count = 0
    for part in parts:
        append_part(<float*><char*>vertices + 3 * points, <int32_t*><char*>triangles + 3 * count,
                    <uint8_t*><char*>areas + count, part, points, number_of(part, classes, masks))
        points += len(part.vertices) // 12
        count += len(part.triangles) // 12
    return (memoryview(vertices).cast("f", (points, 3)), memoryview(triangles).cast("i", (count, 3)),
            memoryview(areas) if marked else None)


cdef void select_triangles(const float* vertices, const int32_t* triangles, int64_t begin, int64_t end, const double* box,
                           vector[int32_t]* out) noexcept nogil:
    """Appends the triangles whose bounds in the ground plane touch the box: lowest x and z, highest x and z."""
    cdef const float* a
    cdef const float* b
    cdef const float* c
    cdef int64_t i
    for i in range(begin, end):
        a, b = vertices + 3 * <int64_t>triangles[3 * i], vertices + 3 * <int64_t>triangles[3 * i + 1]
        c = vertices + 3 * <int64_t>triangles[3 * i + 2]
        if max(a[0], max(b[0], c[0])) >= box[0] and min(a[0], min(b[0], c[0])) <= box[2] \
                and max(a[2], max(b[2], c[2])) >= box[1] and min(a[2], min(b[2], c[2])) <= box[3]:
            out.push_back(<int32_t>i)


cdef object triangles_near(list parts, const float[:, ::1] vertices, const int32_t[:, ::1] triangles, double x, double z, double side,
                           double reach):
    """array("i") of the joined triangles within reach of the tile at (x, z)."""
    cdef double[4] box = [x - reach, z - reach, x + side + reach, z + side + reach]
    cdef vector[int32_t] chosen
    cdef SourcePart part
    cdef int64_t begin = 0, end
    for part in parts:
        end = begin + len(part.triangles) // 12
        if part.high[0] >= box[0] and part.low[0] <= box[2] and part.high[2] >= box[1] and part.low[2] <= box[3]:
            with nogil:
                select_triangles(&vertices[0, 0], &triangles[0, 0], begin, end, box, &chosen)
        begin = end
    found = array("i")
    if chosen.size():
        found.frombytes((<const char*>chosen.data())[:4 * chosen.size()])
    return found


# ---- the jobs ----

cdef bint index_progress(void* job, double fraction) except -1:
    return BakeJob.__call__(<LevelBake>job, "path index", 0.5 + 0.5 * fraction)


cdef int build_index(LevelBake job) except -1:
    """Builds the path index of the baked navmesh, if one is wanted. A warning says why it can have none."""
    cdef NavMesh mesh = job.navmesh
    cdef NavView nav = view_of(&mesh.view, mesh.view.graph)
    cdef Runner runner = pool_runner()
    cdef int outcome
    if not job.builds_index or mesh.view.poly_count == 0:
        return 0
    if not supports_visibility_graph(nav):
        job.warnings.append("build_path_index: this navmesh has no path index, as it has links, or areas that cost differently")
        return 0
    outcome = build_arc_flags(nav, &runner, index_progress, <void*>job, &mesh.path_index)
    if outcome == INDEX_CANCELLED:
        raise BakeCancelled("the bake was cancelled while its path index was built")
    if outcome == INDEX_BUILT:
        mesh.view.path_index = &mesh.path_index
    else:
        job.warnings.append("build_path_index: this navmesh has no path index, as more polygons are visible from one corner than an "
                            "index holds")
    return 0


cdef class LevelBake(BakeJob):
    """The bake of a whole level."""

    def __call__(self, stage, fraction):
        return BakeJob.__call__(self, stage, 0.5 * fraction if self.builds_index else fraction)

    cdef int bake(self) except -1:
        classes = number_classes(self.parts, self.volumes, self.layer_masks)
        vertices, triangles, areas = join_parts(self.parts, classes, self.layer_masks)
        source = BakeSource(vertices, triangles, BakeSettings(**self.settings), areas, self.volumes, self.bounds, classes)
        remarks = bake_remarks(level_remarks(source), CURES)
        stages = bake_source(source, self, keep=False)
        self.navmesh = stages.mesh
        self.warnings = remarks + stages.warnings
        set_costs(self.navmesh, self.area_costs)
        return build_index(self)


cdef class OutlineBake(LevelBake):
    """The bake of a two-dimensional level."""

    cdef int bake(self) except -1:
        cdef Runner runner = pool_runner()
        cdef OutlineSource source = outline_source(self, None)
        source.complete()
        self.navmesh = source.mesh(&runner, self)
        self.warnings = [] if self.navmesh.polygon_count else [NOTHING_LEFT]
        set_costs(self.navmesh, self.area_costs)
        return build_index(self)


cdef OutlineSource outline_source(LevelBake job, tuple box):
    """The outlines of a level, or those that touch a box (least x, least z, greatest x, greatest z). Volumes lie over all others."""
    cdef OutlinePart part
    cdef OutlineSource source
    cdef Outlines* out
    cdef const Outlines* outlines
    cdef double[4] near
    cdef const double* inside = NULL
    bounds = None
    if job.bounds is not None:
        bounds = [(corner[0], corner[2]) for corner in job.bounds]
    source = OutlineSource(bounds=bounds, **job.settings)
    if box is not None:
        near[0], near[1], near[2], near[3] = box
        inside = near
    out = &source.bake.outlines
    for part in job.parts:
        if box is None or part.low[0] <= box[2] and part.high[0] >= box[0] and part.low[2] <= box[3] and part.high[2] >= box[1]:
            outlines = &part.outlines
            with nogil:
                append_near(outlines, inside, out)
    solid = [outline for outline, area, eroded in job.volumes if eroded and area == AREA_NONE]
    source.read((), solid, [(outline, area) for outline, area, eroded in job.volumes if not eroded or area != AREA_NONE])
    return source


cdef int set_costs(navmesh, list costs) except -1:
    """Sets the areas' costs that differ from those of the mesh."""
    for area in range(AREA_COUNT):
        cost = costs[area] if area < len(costs) else 1.0
        if navmesh.area_cost(area) != cost:
            navmesh.set_area_cost(area, cost)
    return 0


cdef class TileBake(LevelBake):
    """The bake of a level's tiles: at tile_coords, or near the boxes."""

    cdef int bake(self) except -1:
        self.open_source()
        self.tiles = []
        for x, z in sorted(self.tile_coords):
            if self.cancelled:
                raise BakeCancelled("the bake was cancelled between two tiles")
            tile = self.baked_tile(x, z) if self.source is not None else None
            self.tiles.append((x, z, tile if tile is not None and tile.polygon_count else None))
        if self.is_shared:
            self.navmesh = NavMesh.from_bytes(self.navmesh.to_bytes(with_path_index=False))
            self.replace_tiles(self.navmesh)
        return 0

    cdef int choose_tiles(self) except -1:
        """The tiles in the grid, once it is known."""
        cdef TileGrid* grid = &self.grid
        if self.tile_coords is None:
            self.tile_coords = tiles_near(self.boxes, grid)
        self.tile_coords = {(x, z) for x, z in self.tile_coords if grid.low_x <= x < grid.end_x and grid.low_z <= z < grid.end_z}
        return 0

    cdef int open_source(self) except -1:
        cdef TileGrid* grid = &self.grid
        settings = BakeSettings(**self.settings)
        low, high = self.bounds
        grid.x, grid.z, grid.side, grid.reach = low[0], low[2], settings.tile_size * settings.cell_size, \
            tile_reach(settings) + settings.cell_size
        grid.low_x = grid.low_z = 0
        grid.end_x, grid.end_z = [-(-floor((high[k] - low[k]) / settings.cell_size + 0.5) // settings.tile_size) for k in (0, 2)]
        self.choose_tiles()
        if self.parts:
            classes = number_classes(self.parts, self.volumes, self.layer_masks)
            vertices, triangles, areas = join_parts(self.parts, classes, self.layer_masks)
            self.source = BakeSource(vertices, triangles, settings, areas, self.volumes, self.bounds, classes)
        return 0

    cdef object baked_tile(self, int64_t x, int64_t z):
        cdef TileGrid* grid = &self.grid
        subset = triangles_near(self.parts, self.source.vertices, self.source.triangles, grid.x + x * grid.side,
                                grid.z + z * grid.side, grid.side,
                                grid.reach)
        return tile_of(self.source, x, z, subset) if subset else None

    cdef int replace_tiles(self, navmesh) except -1:
        """Replaces tiles of the mesh by the baked ones."""
        cdef NavMesh mesh = navmesh
        for x, z, tile in self.tiles:
            if tile is not None:
                mesh.add_tile(tile)
            elif tile_at(&mesh.view, x, z) >= 0:
                mesh.remove_tile(x, z)
        return 0

    cdef set unconnected_tiles(self):
        """(x, z) of tiles that no longer fit to the edges of the baked tiles, as where a building was closed; each tile once a
        change."""
        return set(self.navmesh.unconnected_tiles()) - self.baked_coords - self.tile_coords


cdef class OutlineTileBake(TileBake):
    """Likewise, of a two-dimensional level. A tile hangs on nothing that is farther away than its reach."""

    cdef int open_source(self) except -1:
        cdef TileGrid* grid = &self.grid
        cdef OutlineSource source = OutlineSource(bounds=[(corner[0], corner[2]) for corner in self.bounds], **self.settings)
        low, high = self.bounds
        grid.x, grid.z, grid.side, grid.reach = 0.0, 0.0, source.tile_size, source.reach()
        grid.low_x, grid.low_z = <int64_t>floor(low[0] / grid.side), <int64_t>floor(low[2] / grid.side)
        grid.end_x, grid.end_z = <int64_t>ceil(high[0] / grid.side), <int64_t>ceil(high[2] / grid.side)
        self.choose_tiles()
        if not self.tile_coords:
            return 0
        columns, rows = [x for x, _ in self.tile_coords], [z for _, z in self.tile_coords]
        source = outline_source(self, (min(columns) * grid.side - grid.reach, min(rows) * grid.side - grid.reach,
                                       (max(columns) + 1) * grid.side + grid.reach, (max(rows) + 1) * grid.side + grid.reach))
        source.complete()
        if source.has_floor:
            source.open_tiles(min(columns), min(rows), max(columns) - min(columns) + 1, max(rows) - min(rows) + 1)
        self.source = source
        return 0

    cdef object baked_tile(self, int64_t x, int64_t z):
        return (<OutlineSource>self.source).tile(x, z)

    cdef set unconnected_tiles(self):
        return set()


cdef object tile_range(double low, double high, int64_t first, int64_t end):
    """The range of the tiles in a row that a stretch touches, in sides of a tile."""
    return range(<int64_t>min(max(floor(low), <double>first), <double>end),
                 <int64_t>min(max(floor(high) + 1.0, <double>first), <double>end))


cdef set tiles_near(list boxes, const TileGrid* grid):
    """(x, z) of the level's tiles within reach of the boxes, which may be far larger than the level."""
    coords = set()
    for least, greatest in boxes:
        along_x = tile_range((least[0] - grid.reach - grid.x) / grid.side, (greatest[0] + grid.reach - grid.x) / grid.side, grid.low_x,
                             grid.end_x)
        along_z = tile_range((least[2] - grid.reach - grid.z) / grid.side, (greatest[2] + grid.reach - grid.z) / grid.side, grid.low_z,
                             grid.end_z)
        coords.update([(x, z) for x in along_x for z in along_z])
    return coords
