"""The ground of a TileMapLayer's tiles with navigation polygons: a navmesh of all of its cells, with united polygons. The engine's
server has a region for each cell."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t, int64_t, uint32_t
from libcpp.algorithm cimport find
from libcpp.vector cimport vector
from navpy.base.area cimport AREA_WALKABLE
from navpy.base.parallel cimport Runner, executor_runner
from navpy.baking.outlines.outline_bake cimport OutlineSource
from navpy.baking.outlines.outlines cimport LAYER_AREA, LAYER_OBSTRUCTION, LAYER_TRAVERSABLE, Outlines, append_outline
from navpy.godot.binding.engine_mesh cimport read_polygons
from navpy.godot.binding.gd cimport GdTransform3D, GdVector2, navpy_gd
from navpy.godot.binding.plane cimport UNITS_PER_METER
from navpy.godot.binding.ptrcall cimport find_method, put
from navpy.godot.world.tile_cells cimport (
    WORLD, Cell, Placing, TileCells, TileOutline, TileShape, append_placed, placing_of, tile_polygon, used_cells)
from navpy.godot.world.navigation_map cimport MAX_MASKS
from navpy.navmesh.navmesh cimport NavMesh

cdef enum:
    ALL_KINDS = -1

cdef const void* LAYERS = find_method(b"TileSet", b"get_navigation_layer_layers", 923996154)


# ---- cells ----

cdef class GroundCells(TileCells):
    """The polygons of navigation polygons."""
    cdef vector[uint32_t] masks     # by kind of outline: its navigation layers

    cdef int read_tile(self, void* tile_data, int flags, TileShape* out) except -1:
        """Where a tile has the same polygons on two navigation layers, its ground is on both."""
        cdef vector[GdVector2] packed
        cdef GdVector2 corner
        cdef int64_t i, layers
        by_shape = {}
        for i in range(self.navigation_layers):
            layers = 0
            put(LAYERS, self.tile_set, &i, &layers)
            for points in polygons_of(tile_data, i, flags):
                by_shape[points] = by_shape.get(points, 0) | <uint32_t>layers
        for points, mask in by_shape.items():
            packed.clear()
            for x, y in points:
                corner.x, corner.y = <float>x, <float>y
                packed.push_back(corner)
            self.add_points(packed.data(), <int64_t>packed.size(), self.kind_of(mask), 0, out)
        return 0

    cdef int kind_of(self, uint32_t mask) except -1:
        cdef int kind = <int>(find(self.masks.begin(), self.masks.end(), mask) - self.masks.begin())
        if kind == <int>self.masks.size():
            self.masks.push_back(mask)
        return kind


cdef list polygons_of(void* tile_data, int64_t navigation_layer, int flags):
    """The polygons of a tile, each a tuple of points (x, y), pixels, that goes round the same way as all others."""
    cdef vector[double] vertices
    cdef vector[vector[int32_t]] polygons
    cdef void* polygon = tile_polygon(tile_data, navigation_layer, flags)
    cdef double area
    cdef size_t i, k
    cdef list found = []
    if polygon == NULL:
        return found
    read_polygons(polygon, True, &vertices, &polygons)
    navpy_gd.ref_set_object(&polygon, NULL)
    for i in range(polygons.size()):
        points = [(vertices[3 * k] * UNITS_PER_METER, vertices[3 * k + 2] * UNITS_PER_METER) for k in polygons[i]
                  if 3 * k < vertices.size()]
        area = 0.0
        for one, other in zip(points, points[1:] + points[:1]):
            area += one[0] * other[1] - other[0] * one[1]
        if 0 < fabs(area) < INFINITY:           # neither flat nor of points that are no numbers
            found.append(tuple(points if area > 0 else points[::-1]))
    return found


cdef bint has_tile_ground(void* layer) except -1:
    cdef GroundCells cells = GroundCells()
    cdef vector[Cell] used
    cdef GdVector2 middle
    cdef size_t i
    if cells.open(layer) and cells.navigation_layers > 0:
        used_cells(layer, &used)
    for i in range(used.size()):
        if cells.shape_at(used[i], &middle) != NULL:
            return True
    return False


cdef TileGround tile_ground(void* layer, const GdTransform3D* frame):
    cdef TileGround ground = TileGround()
    cdef GroundCells cells = GroundCells()
    cdef Placing placing = placing_of(frame, &WORLD)
    cdef vector[Cell] used
    cdef const TileShape* shape
    cdef const TileOutline* one
    cdef GdVector2 middle
    cdef size_t i, k
    if cells.open(layer) and cells.navigation_layers > 0:
        used_cells(layer, &used)
    for i in range(used.size()):
        shape = cells.shape_at(used[i], &middle)
        for k in range(shape.outlines.size() if shape != NULL else 0):
            one = &shape.outlines.at(k)
            if not append_placed(&placing, cells.points.data() + one.first, one.count, middle.x, middle.y, one.kind, &ground.outlines):
                raise ValueError(f"the cell ({used[i].x}, {used[i].y}) has a point that is not finite or beyond 16e9 px")
    ground.masks = cells.masks
    return ground


# ---- the navmesh ----

cdef int append_outlines(const Outlines* outlines, int kind, int layer, Outlines* out) except -1:
    """The outlines of a kind, or all."""
    cdef size_t i
    for i in range(outlines.layer.size()):
        if kind == ALL_KINDS or kind == outlines.layer[i]:
            append_outline(outlines.points.data() + 2 * <size_t>outlines.first[i], outlines.first[i + 1] - outlines.first[i], False,
                           layer, out)
    return 0


cdef object tile_navmesh(TileGround ground, list others, vector[uint32_t]* masks):
    """Ground of several navigation layers is told from the other by an area, which becomes a flag. Where polygons of different layers
    overlap in part, that of more layers counts."""
    cdef OutlineSource source = OutlineSource()
    cdef Outlines* out = &source.bake.outlines
    cdef Runner runner = executor_runner(None)
    cdef TileGround other
    cdef NavMesh mesh
    cdef int32_t p, area
    cdef int number, kind
    masks.clear()
    kinds = sorted(range(ground.masks.size()), key=lambda kind: (ground.masks[kind].bit_count(), ground.masks[kind]))
    if len(kinds) > MAX_MASKS:
        raise ValueError(f"its tiles have {len(kinds)} different combinations of navigation layers, at most {MAX_MASKS} are possible")
    append_outlines(&ground.outlines, ALL_KINDS, LAYER_TRAVERSABLE, out)
    for other in others:
        append_outlines(&other.outlines, ALL_KINDS, LAYER_OBSTRUCTION, out)
    for number, kind in enumerate(kinds):
        masks.push_back(ground.masks[kind])
        if number > 0:
            out.area.push_back(number)
            append_outlines(&ground.outlines, kind, LAYER_AREA + number - 1, out)
    source.complete()
    mesh = source.mesh(&runner, None)
    if mesh.polygon_count == 0:
        return None
    for p in range(<int32_t>mesh.data.polys.size() if len(kinds) > 1 else 0):
        area = mesh.data.polys[p].area
        if area != AREA_WALKABLE:
            mesh.data.polys[p].area, mesh.data.polys[p].flags = AREA_WALKABLE, 1 << area
    if len(kinds) > 1:
        mesh.refresh()
    return mesh
