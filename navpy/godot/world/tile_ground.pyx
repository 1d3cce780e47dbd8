"""The ground of a TileMapLayer's tiles, which have navigation polygons: one navmesh of all of its cells, whose polygons are united. The engine's
server has a region for each cell."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t, int64_t, uint32_t
from libcpp.vector cimport vector
from navpy.base.area cimport AREA_WALKABLE
from navpy.godot.binding.engine_mesh cimport read_polygons
from navpy.godot.binding.gd cimport ARRAY, GDExtensionBool, GdTransform3D, GdVariant, GdVector2, GdVector3, navpy_gd
from navpy.godot.binding.packed cimport array_element, size_of
from navpy.godot.binding.plane cimport in_space
from navpy.godot.binding.ptrcall cimport find_method, get, invoke, put
from navpy.godot.world.world_data cimport MAX_MASKS
from navpy.navmesh.navmesh cimport NavMesh

from navpy.baking.outlines.outline_bake import outline_navmesh

cdef extern from "interface.h":
    enum:
        VECTOR2I "GDEXTENSION_VARIANT_TYPE_VECTOR2I"

cdef const void* USED_CELLS = find_method(b"TileMapLayer", b"get_used_cells", 3995934104)
cdef const void* CELL_DATA = find_method(b"TileMapLayer", b"get_cell_tile_data", 205084707)
cdef const void* FLIPPED_H = find_method(b"TileMapLayer", b"is_cell_flipped_h", 3900751641)
cdef const void* FLIPPED_V = find_method(b"TileMapLayer", b"is_cell_flipped_v", 3900751641)
cdef const void* TRANSPOSED = find_method(b"TileMapLayer", b"is_cell_transposed", 3900751641)
cdef const void* CELL_PLACE = find_method(b"TileMapLayer", b"map_to_local", 108438297)
cdef const void* TILE_SET = find_method(b"TileMapLayer", b"get_tile_set", 2678226422)
cdef const void* LAYER_COUNT = find_method(b"TileSet", b"get_navigation_layers_count", 3905245786)
cdef const void* LAYERS = find_method(b"TileSet", b"get_navigation_layer_layers", 923996154)
cdef const void* TILE_POLYGON = find_method(b"TileData", b"get_navigation_polygon", 2907127272)

cdef struct Cell:
    int32_t at[2]                   # its coordinates in the map
    void* data                      # TileData, NULL: a scene
    GDExtensionBool flips[3]        # horizontally, vertically, transposed


cdef class CellReader:
    """Reads the cells of a layer. A tile's polygons are read once."""
    cdef void* layer
    cdef list layers                # of the tile set: navigation layers, by its own navigation layer
    cdef dict shapes                # (address of the TileData, its flips) → list of (navigation layers, points around the cell's middle)

    cdef int open(self, void* layer) except -1:
        cdef void* tile_set = NULL
        cdef int64_t count = 0, i, layers
        self.layer, self.layers, self.shapes = layer, [], {}
        get(TILE_SET, layer, &tile_set)
        if tile_set == NULL:
            return 0
        get(LAYER_COUNT, tile_set, &count)
        for i in range(count):
            put(LAYERS, tile_set, &i, &layers)
            self.layers.append(<uint32_t>layers)
        navpy_gd.ref_set_object(&tile_set, NULL)
        return 0

    cdef list shapes_of(self, Cell* cell):
        key = (<size_t>cell.data, cell.flips[0], cell.flips[1], cell.flips[2])
        shapes = self.shapes.get(key)
        if shapes is None:
            shapes = self.shapes[key] = self.read_shapes(cell)
        return shapes

    cdef list read_shapes(self, Cell* cell):
        """Where a tile has the same polygons on two navigation layers, its ground is on both."""
        cdef int64_t i
        by_shape = {}
        for i in range(len(self.layers) if cell.data != NULL else 0):
            for points in polygons_of(cell, i):
                by_shape[points] = by_shape.get(points, 0) | <uint32_t>self.layers[i]
        return [(layers, points) for points, layers in by_shape.items()]


cdef list polygons_of(Cell* cell, int64_t navigation_layer):
    """The polygons of a tile, each a tuple of points (x, z), meters, that goes round the same way as all others."""
    cdef vector[double] vertices
    cdef vector[vector[int32_t]] polygons
    cdef void* polygon = NULL
    cdef const void* args[4]
    cdef double area
    cdef size_t i, k
    cdef list found = []
    args[0], args[1], args[2], args[3] = &navigation_layer, &cell.flips[0], &cell.flips[1], &cell.flips[2]
    invoke(TILE_POLYGON, cell.data, args, &polygon)
    if polygon == NULL:
        return found
    read_polygons(polygon, True, &vertices, &polygons)
    navpy_gd.ref_set_object(&polygon, NULL)
    for i in range(polygons.size()):
        points = [(vertices[3 * k], vertices[3 * k + 2]) for k in polygons[i] if 3 * k < vertices.size()]
        area = 0.0
        for one, other in zip(points, points[1:] + points[:1]):
            area += one[0] * other[1] - other[0] * one[1]
        if 0 < fabs(area) < INFINITY:           # neither flat nor of points that are no numbers
            found.append(tuple(points if area > 0 else points[::-1]))
    return found


cdef void read_cell(void* layer, const void* used_cells, int64_t index, Cell* out) noexcept nogil:
    cdef GdVariant element
    cdef const int32_t* at
    array_element(used_cells, index, &element)
    at = <const int32_t*>navpy_gd.var_ptr[<int>VECTOR2I](&element)
    out.at[0], out.at[1], out.data = at[0], at[1], NULL
    navpy_gd.variant_destroy(&element)
    put(CELL_DATA, layer, out.at, &out.data)
    put(FLIPPED_H, layer, out.at, &out.flips[0])
    put(FLIPPED_V, layer, out.at, &out.flips[1])
    put(TRANSPOSED, layer, out.at, &out.flips[2])


cdef list placed(tuple points, const GdVector3* middle, const GdTransform3D* frame):
    cdef const float* b = &frame.basis[0]
    cdef double x, z
    out = []
    for x, z in points:
        x, z = x + middle.x, z + middle.z
        out.append((b[0] * x + b[2] * z + frame.origin.x, b[6] * x + b[8] * z + frame.origin.z))
    return out


cdef bint has_tile_ground(void* layer) except -1:
    return len(outlines_of(layer, NULL)) > 0


cdef list tile_outlines(void* layer, const GdTransform3D* frame):
    return outlines_of(layer, frame)


cdef list outlines_of(void* layer, const GdTransform3D* frame):
    """Those of all cells, in world space; without a frame, those of the first cell that has some, around its middle."""
    cdef CellReader reader = CellReader()
    cdef void* used_cells = NULL
    cdef Cell cell
    cdef GdVector2 flat
    cdef GdVector3 middle
    cdef int64_t i
    cdef list out = []
    reader.open(layer)
    navpy_gd.ctor0[<int>ARRAY](&used_cells, NULL)
    if reader.layers:
        get(USED_CELLS, layer, &used_cells)
    for i in range(size_of(ARRAY, &used_cells)):
        read_cell(layer, &used_cells, i, &cell)
        shapes = reader.shapes_of(&cell)
        if shapes and frame == NULL:
            out = shapes
            break
        put(CELL_PLACE, layer, cell.at, &flat)
        middle = in_space(&flat)
        for layers, points in shapes:
            out.append((layers, placed(points, &middle, frame)))
    navpy_gd.dtor[<int>ARRAY](&used_cells)
    return out


# ---- the navmesh ------------------------------------------------------------------------------------------------

cdef object tile_navmesh(list outlines, list covered, vector[uint32_t]* masks):
    """Ground of several navigation layers is told from the other by an area, which becomes a flag. Where polygons of different layers overlap
    in part, that of more layers counts."""
    cdef NavMesh mesh
    cdef int32_t p, area
    masks.clear()
    kinds = sorted({layers for layers, _ in outlines}, key=lambda layers: (layers.bit_count(), layers))
    if len(kinds) > MAX_MASKS:
        raise ValueError(f"its tiles have {len(kinds)} different combinations of navigation layers, at most {MAX_MASKS} are possible")
    for layers in kinds:
        masks.push_back(layers)
    number = {layers: i for i, layers in enumerate(kinds)}
    areas = sorted([(points, number[layers]) for layers, points in outlines if number[layers] > 0], key=lambda pair: pair[1])
    mesh = outline_navmesh([points for _, points in outlines], covered, 0.0, None, areas, 0.0, 0.0, (), None, None, None)
    if mesh.polygon_count == 0:
        return None
    for p in range(<int32_t>mesh.data.polys.size() if areas else 0):
        area = mesh.data.polys[p].area
        if area != AREA_WALKABLE:
            mesh.data.polys[p].area, mesh.data.polys[p].flags = AREA_WALKABLE, 1 << area
    if areas:
        mesh.refresh()
    return mesh
