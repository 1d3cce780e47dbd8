"""Costs of cells read off tiles, a GridMap, an image or a navmesh. On the main thread, but for the navmesh, whose rows threads
share."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset
from libcpp.vector cimport vector
from navpy.base.parallel cimport Runner, parallel_for
from navpy.godot.binding.class_spec cimport GdRect2i, GdVector2i
from navpy.godot.binding.engine cimport global_transform, node_in_tree
from navpy.godot.binding.gd cimport (
    ARRAY, FLOAT, INT, STRING, VECTOR3I, GdColor, GdString, GdTransform2D, GdTransform3D, GdVariant, GdVector3, navpy_gd)
from navpy.godot.binding.log cimport node_error, node_path
from navpy.godot.binding.packed cimport array_element, size_of
from navpy.godot.binding.plane cimport METERS_PER_UNIT, frame_in_plane
from navpy.godot.binding.pool cimport pool_runner
from navpy.godot.binding.ptrcall cimport find_method, get, get_bool, get_int, put, put2
from navpy.godot.binding.vector cimport put_place
from navpy.godot.field.field_grid cimport check_region, take_costs
from navpy.godot.field.field_places cimport frame_of, place_of_cell, point_of
from navpy.godot.field.nav_flow_field_data cimport GridFrame
from navpy.godot.map.query cimport MapQuery, begin_query
from navpy.godot.world.nav_filter cimport nav_filter_of
from navpy.godot.world.tile_cells cimport Cell, has_tile_set, tile_polygon, used_cells
from navpy.godot.world.world cimport world_leave, world_of_node
from navpy.godot.world.navigation_map cimport NavigationMap
from navpy.grid.cost_grid cimport LEAST, MOST
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate

cdef double DARKEST = 0.5 / 255             # brightness that counts as black: less than a step of a picture's byte
cdef double HIGH = 1e6                      # meters: as far below and above as there may be ground

cdef const void* TILE_SET = find_method(b"TileMapLayer", b"get_tile_set", 2678226422)
cdef const void* TILE_DATA = find_method(b"TileMapLayer", b"get_cell_tile_data", 205084707)
cdef const void* TILE_SHAPE = find_method(b"TileSet", b"get_tile_shape", 716918169)
cdef const void* TILE_SIZE = find_method(b"TileSet", b"get_tile_size", 3690982128)
cdef const void* NAVIGATION_LAYERS = find_method(b"TileSet", b"get_navigation_layers_count", 3905245786)
cdef const void* PHYSICS_LAYERS = find_method(b"TileSet", b"get_physics_layers_count", 3905245786)
cdef const void* DATA_LAYER = find_method(b"TileSet", b"get_custom_data_layer_by_name", 1321353865)
cdef const void* CUSTOM_DATA = find_method(b"TileData", b"get_custom_data_by_layer_id", 4227898402)
cdef const void* COLLISION_POLYGONS = find_method(b"TileData", b"get_collision_polygons_count", 923996154)
cdef const void* IMAGE_EMPTY = find_method(b"Image", b"is_empty", 36873697)
cdef const void* IMAGE_COMPRESSED = find_method(b"Image", b"is_compressed", 36873697)
cdef const void* IMAGE_SIZE = find_method(b"Image", b"get_size", 3690982128)
cdef const void* IMAGE_PIXEL = find_method(b"Image", b"get_pixel", 2165839948)
cdef const void* SET_TRANSFORM = find_method(b"Node3D", b"set_global_transform", 2952846383)
cdef const void* SET_TRANSFORM_2D = find_method(b"Node2D", b"set_global_transform", 2761652528)


cdef struct Vector3i:
    int32_t x, y, z


# ---- places ----

cdef bint refuse(NavFlowField* field, str method, str why) noexcept:
    node_error(field.owner, f"{method}: {why}: nothing has changed")
    return False


cdef bint are_in_tree(NavFlowField* field, void* node, str method) noexcept:
    if node == NULL:
        return refuse(field, method, "there is no node")
    if not node_in_tree(field.owner) or not node_in_tree(node):
        return refuse(field, method, "the field and what it is made from have to be in the scene tree")
    return True


cdef GridFrame frame_in(const GdTransform3D* space, double* scale_x, double* scale_z) noexcept nogil:
    """Of a node's transform, and how long its axes are in the ground plane: as floats, or a turned node would not have a scale of
    1."""
    cdef const float* b = &space.basis[0]
    cdef GridFrame out
    cdef double size = sqrt(<double>b[0] * b[0] + <double>b[6] * b[6])
    out.x, out.y, out.z = space.origin.x, space.origin.y, space.origin.z
    out.cos, out.sin = (b[0] / size, b[6] / size) if size > 0.0 else (1.0, 0.0)
    scale_x[0], scale_z[0] = <float>size, <float>sqrt(<double>b[2] * b[2] + <double>b[8] * b[8])
    return out


cdef bint is_square(double width, double depth) noexcept nogil:
    """To the rounding of floats."""
    return LEAST <= width <= MOST and fabs(width - depth) <= 1e-5 * width


cdef void take_place(NavFlowField* field, const GridFrame* frame) noexcept nogil:
    """Puts the node where the cells of the frame are."""
    cdef GridFrame now = frame_of(field)
    cdef GdTransform3D to
    cdef GdTransform2D flat
    if now.x == frame.x and now.y == frame.y and now.z == frame.z and now.cos == frame.cos and now.sin == frame.sin:
        return
    memset(&to, 0, sizeof(to))
    to.basis[0] = to.basis[8] = <float>frame.cos
    to.basis[6], to.basis[2], to.basis[4] = <float>frame.sin, <float>-frame.sin, 1
    to.origin.x, to.origin.y, to.origin.z = <float>frame.x, <float>frame.y, <float>frame.z
    if field.cls.is_plane:
        frame_in_plane(&to, &flat)
        put(SET_TRANSFORM_2D, field.owner, &flat, NULL)
    else:
        put(SET_TRANSFORM, field.owner, &to, NULL)


cdef bint bounds_of(NavFlowField* field, const vector[GdVector2i]* cells, str method, GdRect2i* out) except -1:
    """The region of cells that are not none. False, after saying so: a field has no such region."""
    cdef GdVector2i low, high
    cdef size_t k
    low = high = cells.at(0)
    for k in range(cells.size()):
        low.x, low.y = min(low.x, cells.at(k).x), min(low.y, cells.at(k).y)
        high.x, high.y = max(high.x, cells.at(k).x), max(high.y, cells.at(k).y)
    out.position, out.size.x, out.size.y = low, high.x - low.x + 1, high.y - low.y + 1
    return check_region(field, out[0], method.encode())


# ---- tiles ----

cdef class Tiles:
    """The costs of the cells with a tile of a tile set."""
    cdef void* tile_set                     # a Ref
    cdef int64_t navigation_layers, physics_layers
    cdef int64_t data_layer                 # with costs; -1: there is none
    cdef double default_cost
    cdef void* last_tile
    cdef double last_cost

    def __dealloc__(self):
        navpy_gd.ref_set_object(&self.tile_set, NULL)

    cdef int open(self, void* layer, double default_cost) except -1:
        cdef GdString name
        get(TILE_SET, layer, &self.tile_set)
        self.default_cost = default_cost
        self.navigation_layers, self.physics_layers = get_int(NAVIGATION_LAYERS, self.tile_set), get_int(PHYSICS_LAYERS, self.tile_set)
        navpy_gd.string_new_with_utf8_chars(&name, b"cost")
        put(DATA_LAYER, self.tile_set, &name, &self.data_layer)
        navpy_gd.dtor[<int>STRING](&name)
        return 0

    cdef double cost_of(self, void* tile) noexcept:
        """NaN: its custom data is no cost."""
        if tile != self.last_tile:          # most cells beside each other have the same tile
            self.last_tile, self.last_cost = tile, self.read_cost(tile)
        return self.last_cost

    cdef double read_cost(self, void* tile) noexcept:
        cdef void* polygon
        cdef double cost = self.read_data(tile)
        cdef int64_t i, count
        if cost != 0.0:
            return INFINITY if cost < 0.0 else cost
        for i in range(self.navigation_layers):
            polygon = tile_polygon(tile, i, 0)
            if polygon != NULL:
                navpy_gd.ref_set_object(&polygon, NULL)
                return self.default_cost
        for i in range(self.physics_layers if self.navigation_layers == 0 else 0):
            count = 0
            put(COLLISION_POLYGONS, tile, &i, &count)
            if count > 0:
                return INFINITY
        return self.default_cost if self.navigation_layers == 0 else INFINITY

    cdef double read_data(self, void* tile) noexcept:
        """0: there is none."""
        cdef GdVariant value
        cdef double number = 0.0
        cdef int type
        if self.data_layer < 0:
            return 0.0
        value.o[0] = value.o[1] = value.o[2] = 0
        put(CUSTOM_DATA, tile, &self.data_layer, &value)
        type = navpy_gd.variant_get_type(&value)
        if type == FLOAT:
            number = (<double*>navpy_gd.var_ptr[type](&value))[0]
        elif type == INT:
            number = <double>(<int64_t*>navpy_gd.var_ptr[type](&value))[0]
        navpy_gd.variant_destroy(&value)
        return number


cdef uint8_t from_tile_layer(NavFlowField* field, GdTileMapLayer* layer) noexcept with gil:
    cdef Tiles tiles = Tiles()
    cdef GdTransform3D space
    cdef GridFrame frame
    cdef GdRect2i region
    cdef GdVector2i size, at
    cdef vector[Cell] used
    cdef vector[GdVector2i] cells
    cdef vector[float] costs
    cdef void* tile
    cdef double scale_x, scale_y, cost
    cdef size_t k
    cdef int64_t shape
    if not are_in_tree(field, layer, "from_tile_layer"):
        return False
    if not has_tile_set(layer):
        return refuse(field, "from_tile_layer", f"{node_path(layer)} has no tile set")
    tiles.open(layer, field.default_cost)
    used_cells(layer, &used)
    if used.empty():
        return refuse(field, "from_tile_layer", f"{node_path(layer)} has no tiles")
    get(TILE_SIZE, tiles.tile_set, &size)
    shape = get_int(TILE_SHAPE, tiles.tile_set)
    global_transform(layer, &space)
    frame = frame_in(&space, &scale_x, &scale_y)
    scale_x, scale_y = scale_x * size.x * METERS_PER_UNIT, scale_y * size.y * METERS_PER_UNIT
    if shape != 0 or not is_square(scale_x, scale_y):
        return refuse(field, "from_tile_layer", f"the tiles of {node_path(layer)} are no squares: set costs by a script")
    for k in range(used.size()):
        at.x, at.y = used[k].x, used[k].y
        cells.push_back(at)
    if not bounds_of(field, &cells, "from_tile_layer", &region):
        return False
    costs.resize(<size_t>region.size.x * region.size.y, <float>INFINITY)
    for k in range(cells.size()):
        at, tile = cells[k], NULL
        put(TILE_DATA, layer, &at, &tile)
        cost = tiles.cost_of(tile) if tile != NULL else INFINITY
        if not (LEAST <= cost <= MOST or cost == INFINITY):
            return refuse(field, "from_tile_layer", f"the custom data \"cost\" of the tile in the cell ({at.x}, {at.y}) is {cost:g}, "
                                                    f"which is no cost")
        costs[<size_t>(at.y - region.position.y) * region.size.x + (at.x - region.position.x)] = <float>cost
    take_place(field, &frame)
    field.cell_size = scale_x
    take_costs(field, region, &costs)
    return True


# ---- GridMap ----

cdef uint8_t from_grid_map(NavFlowField* field, GdGridMap* map, int64_t level) noexcept with gil:
    """The methods of GridMap are looked up here: an engine may be built without it."""
    cdef GdTransform3D space
    cdef GridFrame frame
    cdef GdRect2i region
    cdef GdVector2i at
    cdef GdVector3 size
    cdef GdVariant value
    cdef Vector3i cell
    cdef vector[GdVector2i] used
    cdef vector[float] costs
    cdef void* cells = NULL
    cdef double scale_x, scale_z, up
    cdef int64_t i
    cdef size_t k
    if not are_in_tree(field, map, "from_grid_map"):
        return False
    get(find_method(b"GridMap", b"get_cell_size", 3360562783), map, &size)
    global_transform(map, &space)
    frame = frame_in(&space, &scale_x, &scale_z)
    up = space.basis[4] * size.y
    scale_x, scale_z = scale_x * size.x, scale_z * size.z
    if not is_square(scale_x, scale_z):
        return refuse(field, "from_grid_map", f"the cells of {node_path(map)} are not as deep as wide: set costs by a script")
    navpy_gd.ctor0[<int>ARRAY](&cells, NULL)
    get(find_method(b"GridMap", b"get_used_cells", 3995934104), map, &cells)
    for i in range(size_of(ARRAY, &cells)):
        array_element(&cells, i, &value)
        cell = (<Vector3i*>navpy_gd.var_ptr[<int>VECTOR3I](&value))[0]
        navpy_gd.variant_destroy(&value)
        if cell.y == level:
            at.x, at.y = cell.x, cell.z
            used.push_back(at)
    navpy_gd.dtor[<int>ARRAY](&cells)
    if used.empty():
        return refuse(field, "from_grid_map", f"{node_path(map)} has no items on level {level}")
    if not bounds_of(field, &used, "from_grid_map", &region):
        return False
    costs.resize(<size_t>region.size.x * region.size.y, <float>INFINITY)
    for k in range(used.size()):
        costs[<size_t>(used[k].y - region.position.y) * region.size.x + (used[k].x - region.position.x)] = <float>field.default_cost
    frame.y += level * up
    take_place(field, &frame)
    field.cell_size = scale_x
    take_costs(field, region, &costs)
    return True


# ---- images ----

cdef double brightness_of(const GdColor* color) noexcept nogil:
    """Rec. 709 luminance; a transparent color is as dark."""
    return <double>color.a * (0.2126 * color.r + 0.7152 * color.g + 0.0722 * color.b)


cdef uint8_t from_image(NavFlowField* field, GdImage* image) noexcept with gil:
    cdef GdRect2i region = field.region
    cdef vector[float] costs
    cdef GdColor color
    cdef double bright
    cdef int64_t x, y
    if image == NULL or get_bool(IMAGE_EMPTY, image):
        return refuse(field, "from_image", "the image has no pixels")
    if get_bool(IMAGE_COMPRESSED, image):
        return refuse(field, "from_image", "the image is compressed: call its decompress()")
    get(IMAGE_SIZE, image, &region.size)
    if not check_region(field, region, b"from_image"):
        return False
    costs.resize(<size_t>region.size.x * region.size.y)
    for y in range(region.size.y):
        for x in range(region.size.x):
            put2(IMAGE_PIXEL, image, &x, &y, &color)
            bright = brightness_of(&color)
            costs[y * region.size.x + x] = <float>min(field.default_cost / bright, MOST) if bright >= DARKEST else <float>INFINITY
    take_costs(field, region, &costs)
    return True


# ---- navmeshes ----

cdef struct NavmeshCall:                         # a call of from_navmesh
    const NavFlowField* field
    GridFrame frame
    MapQuery query
    float* costs


cdef int read_row(void* userdata, int32_t row) except -1 nogil:
    """A cell whose center is above or below ground is free. A task of from_navmesh."""
    cdef NavmeshCall* ground = <NavmeshCall*>userdata
    cdef const NavFlowField* field = ground.field
    cdef float* costs = ground.costs + <size_t>row * field.region.size.x
    cdef SearchExtents reach = default_extents(ground.query.nav.mesh)
    cdef NearestPoly at
    cdef GdVector3 center
    cdef double place[3]
    cdef int32_t column
    reach.horizontal, reach.down, reach.up_fallback, reach.down_first = 0.0, HIGH, HIGH, HIGH
    for column in range(field.region.size.x):
        center = point_of(&ground.frame, place_of_cell(field, &ground.frame, field.region.position.x + column + 0.5,
                                                       field.region.position.y + row + 0.5))
        put_place(&center, place)
        if locate(ground.query.nav, place, &reach, &at):
            costs[column] = <float>max(LEAST, min(field.default_cost * ground.query.nav.graph.costs[at.poly], MOST))
    return 0


cdef bint read_ground(NavFlowField* field, NavigationMap* world, GdNavFilter* filter) except -1:
    cdef Runner runner = pool_runner()
    cdef vector[float] costs
    cdef NavmeshCall ground
    if not begin_query(world, nav_filter_of(filter), &ground.query):
        return False
    costs.resize(<size_t>field.region.size.x * field.region.size.y, <float>INFINITY)
    ground.field, ground.frame, ground.costs = field, frame_of(field), costs.data()
    with nogil:
        parallel_for(&runner, read_row, &ground, field.region.size.y)
    take_costs(field, field.region, &costs)
    return True


cdef uint8_t from_navmesh(NavFlowField* field, GdNavFilter* filter) noexcept with gil:
    cdef NavigationMap* world
    cdef bint found
    if not are_in_tree(field, field.owner, "from_navmesh"):
        return False
    world = world_of_node(field.owner, 0, field.cls.is_plane)
    found = world != NULL and read_ground(field, world, filter)
    if world != NULL:
        world_leave(world)
    return found or refuse(field, "from_navmesh", "there is no navmesh to walk on; wait for NavMeshBaker.bake_finished")
