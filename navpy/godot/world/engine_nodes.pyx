"""Our questions to the engine's own navigation nodes. Nodes of the plane differ by the names of their classes and by their vectors, so
a single function reads both through a table of methods."""
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from libcpp.vector cimport vector
from navpy.godot.binding.engine cimport SignalHandler, as_class, connect, global_transform, object_in, root_of_tree
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.packed cimport array_element, bytes_of, size_of, vectors_of
from navpy.godot.binding.plane cimport UNITS_PER_METER, get_places, in_space, is_flat, meter_of
from navpy.godot.binding.ptrcall cimport find_class, find_method, get, get_bool, get_double, get_int, get_object, invoke, put

cdef struct NavigationClasses:      # of one dimension: tags of the classes, and methods of theirs
    void* region
    void* link
    void* obstacle
    const void* region_mesh
    const void* region_enabled
    const void* region_layers
    const void* region_travel_cost
    const void* region_enter_cost
    const void* region_map
    const void* region_rid
    const void* region_joins_edges
    const void* link_enabled
    const void* link_two_way
    const void* link_layers
    const void* link_start
    const void* link_end
    const void* link_enter_cost
    const void* link_travel_cost
    const void* link_map
    const void* link_rid
    const void* obstacle_avoidance
    const void* obstacle_affects_mesh
    const void* obstacle_carves_mesh
    const void* obstacle_layers
    const void* obstacle_radius
    const void* obstacle_velocity
    const void* obstacle_vertices
    const void* obstacle_map
    const void* map_margin
    const void* map_joins_edges
    GdStringName* server
    const void* maps
    const void* map_of_region

cdef double FLAT_HEIGHT = 1.0       # meters, of obstacles in the plane, where agents are at a height of 0

cdef const void* FIND_CHILDREN = find_method(b"Node", b"find_children", 2560337219)
cdef const void* OBSTACLE_HEIGHT = find_method(b"NavigationObstacle3D", b"get_height", 1740695150)
cdef const void* TILES_ENABLED = find_method(b"TileMapLayer", b"is_enabled", 36873697)
cdef const void* TILES_NAVIGATE = find_method(b"TileMapLayer", b"is_navigation_enabled", 36873697)
cdef const void* TILES_MAP = find_method(b"TileMapLayer", b"get_navigation_map", 2944877500)
cdef const void* TILES_SET = find_method(b"TileMapLayer", b"get_tile_set", 2678226422)
cdef const void* TILES_DATA = find_method(b"TileMapLayer", b"get_tile_map_data_as_array", 2362200018)
cdef const void* SET_LAYER_COUNT = find_method(b"TileSet", b"get_navigation_layers_count", 3905245786)
cdef const void* SET_LAYERS = find_method(b"TileSet", b"get_navigation_layer_layers", 923996154)
cdef void* tiles_tag = find_class(b"TileMapLayer")
cdef GdStringName* server_name = intern(b"NavigationServer2D")
cdef GdStringName* map_changed = intern(b"map_changed")
cdef GdStringName* tiles_changed = intern(b"changed")
cdef GdStringName* mesh_changed = intern(b"navigation_mesh_changed")
cdef GdStringName* polygon_changed = intern(b"navigation_polygon_changed")

cdef NavigationClasses space        # NavigationRegion3D and its kin
cdef NavigationClasses plane_too    # NavigationRegion2D and its kin


cdef int bind_classes(NavigationClasses* c, bytes dimension, bytes mesh, int64_t mesh_hash, int64_t vector_hash,
                      int64_t vectors_hash) except -1:
    """The hashes are those of functions that return a mesh, a vector, and an array of vectors; the others are alike in both
    dimensions."""
    cdef int64_t flag = 36873697, number = 1740695150, whole = 3905245786, rid = 2944877500
    cdef bytes region = b"NavigationRegion" + dimension, link = b"NavigationLink" + dimension, \
        obstacle = b"NavigationObstacle" + dimension
    cdef bytes server = b"NavigationServer" + dimension
    c.region, c.link, c.obstacle = find_class(region), find_class(link), find_class(obstacle)
    c.region_mesh = find_method(region, b"get_navigation_" + mesh, mesh_hash)
    c.region_enabled = find_method(region, b"is_enabled", flag)
    c.region_layers = find_method(region, b"get_navigation_layers", whole)
    c.region_travel_cost = find_method(region, b"get_travel_cost", number)
    c.region_enter_cost = find_method(region, b"get_enter_cost", number)
    c.region_map = find_method(region, b"get_navigation_map", rid)
    c.region_rid = find_method(region, b"get_rid", rid)
    c.region_joins_edges = find_method(region, b"get_use_edge_connections", flag)
    c.link_enabled = find_method(link, b"is_enabled", flag)
    c.link_two_way = find_method(link, b"is_bidirectional", flag)
    c.link_layers = find_method(link, b"get_navigation_layers", whole)
    c.link_start = find_method(link, b"get_global_start_position", vector_hash)
    c.link_end = find_method(link, b"get_global_end_position", vector_hash)
    c.link_enter_cost = find_method(link, b"get_enter_cost", number)
    c.link_travel_cost = find_method(link, b"get_travel_cost", number)
    c.link_map = find_method(link, b"get_navigation_map", rid)
    c.link_rid = find_method(link, b"get_rid", rid)
    c.obstacle_avoidance = find_method(obstacle, b"get_avoidance_enabled", flag)
    c.obstacle_affects_mesh = find_method(obstacle, b"get_affect_navigation_mesh", flag)
    c.obstacle_carves_mesh = find_method(obstacle, b"get_carve_navigation_mesh", flag)
    c.obstacle_layers = find_method(obstacle, b"get_avoidance_layers", whole)
    c.obstacle_radius = find_method(obstacle, b"get_radius", number)
    c.obstacle_velocity = find_method(obstacle, b"get_velocity", vector_hash)
    c.obstacle_vertices = find_method(obstacle, b"get_vertices", vectors_hash)
    c.obstacle_map = find_method(obstacle, b"get_navigation_map", rid)
    c.server = intern(server)
    c.map_of_region = find_method(server, b"region_get_map", 3814569979)
    c.maps = find_method(server, b"get_maps", 3995934104)
    c.map_margin = find_method(server, b"map_get_edge_connection_margin", 866169185)
    c.map_joins_edges = find_method(server, b"map_get_use_edge_connections", 4155700596)
    return 0


bind_classes(&space, b"3D", b"mesh", 1468720886, 3360562783, 497664490)
bind_classes(&plane_too, b"2D", b"polygon", 1046532237, 3341600327, 2961356807)


# ---- which nodes there are ----

cdef inline const NavigationClasses* classes_of(bint plane) noexcept nogil:
    return &plane_too if plane else &space


cdef NodeKind kind_of(void* node, bint plane) noexcept nogil:
    cdef const NavigationClasses* c = classes_of(plane)
    if as_class(node, c.region) != NULL:
        return REGION
    if as_class(node, c.link) != NULL:
        return LINK
    if as_class(node, c.obstacle) != NULL:
        return OBSTACLE
    return TILES if plane and as_class(node, tiles_tag) != NULL else NO_NAVIGATION


cdef const GdStringName* change_signal(NodeKind kind, bint plane) noexcept nogil:
    if kind == TILES:
        return tiles_changed
    if kind == REGION:
        return polygon_changed if plane else mesh_changed
    return NULL


cdef int find_nodes(void* root, const char* class_name, vector[void*]* out) except -1 nogil:
    cdef GdString pattern, name
    cdef GdPacked found                         # an Array is no larger
    cdef GdVariant element
    cdef GDExtensionBool recursive = True, owned = False
    cdef int64_t count = 0, i
    cdef const void* args[4]
    navpy_gd.string_new_with_utf8_chars(&pattern, b"*")
    navpy_gd.string_new_with_utf8_chars(&name, class_name)
    navpy_gd.ctor0[<int>ARRAY](&found, NULL)
    args[0], args[1], args[2], args[3] = &pattern, &name, &recursive, &owned
    invoke(FIND_CHILDREN, root, args, &found)
    count = size_of(ARRAY, &found)
    for i in range(count):
        array_element(&found, i, &element)
        out.push_back(object_in(&element))
        navpy_gd.variant_destroy(&element)
    navpy_gd.dtor[<int>ARRAY](&found)
    navpy_gd.dtor[<int>STRING](&name)
    navpy_gd.dtor[<int>STRING](&pattern)
    return 0


cdef int find_navigation_nodes(void* tree, bint plane, vector[void*]* out) except -1 nogil:
    cdef void* root = root_of_tree(tree)
    find_nodes(root, b"NavigationRegion2D" if plane else b"NavigationRegion3D", out)
    find_nodes(root, b"NavigationLink2D" if plane else b"NavigationLink3D", out)
    find_nodes(root, b"NavigationObstacle2D" if plane else b"NavigationObstacle3D", out)
    if plane:
        find_nodes(root, b"TileMapLayer", out)
    return 0


# ---- what they say ----

cdef double call_length(const void* method, void* object, bint plane) noexcept nogil:
    return get_double(method, object) / meter_of(plane)


cdef GdVector3 call_place(const void* method, void* object, bint plane) noexcept nogil:
    cdef GdVector3 place
    cdef GdVector2 flat
    if plane:
        get(method, object, &flat)
        return in_space(&flat)
    get(method, object, &place)
    return place


cdef void* region_navigation_mesh(void* region) noexcept nogil:
    return get_object(classes_of(is_flat(region)).region_mesh, region)


cdef void read_region(void* region, EngineRegion* out) noexcept nogil:
    cdef bint plane = is_flat(region)
    cdef const NavigationClasses* c = classes_of(plane)
    memset(out, 0, sizeof(EngineRegion))        # also what lies between its fields: it is compared as bytes
    out.enabled = get_bool(c.region_enabled, region)
    out.joins_edges = get_bool(c.region_joins_edges, region)
    out.layers = <uint32_t>get_int(c.region_layers, region)
    out.travel_cost = get_double(c.region_travel_cost, region)
    out.enter_cost = call_length(c.region_enter_cost, region, plane)
    get(c.region_map, region, &out.map)
    global_transform(region, &out.frame)


cdef bint is_known(const NavigationClasses* c, uint64_t map) noexcept nogil:
    """True if the server has the map: nodes keep a map freed by a script."""
    cdef void* maps = NULL                      # an Array
    cdef GdVariant value
    cdef uint64_t one
    cdef bint found = False
    cdef int64_t i
    navpy_gd.ctor0[<int>ARRAY](&maps, NULL)
    get(c.maps, navpy_gd.global_get_singleton(c.server), &maps)
    for i in range(size_of(ARRAY, &maps)):
        array_element(&maps, i, &value)
        navpy_gd.var_to[<int>RID](&one, &value)
        navpy_gd.variant_destroy(&value)
        found = found or one == map
    navpy_gd.dtor[<int>ARRAY](&maps)
    return found


cdef bint has_region(const NavigationClasses* c, uint64_t map, void* region) noexcept nogil:
    """A map that was freed has none. The server learns with its next synchronization that a region is on a map."""
    cdef uint64_t rid = 0, present = 0
    if as_class(region, c.region) == NULL:
        return False
    get(c.region_rid, region, &rid)
    put(c.map_of_region, navpy_gd.global_get_singleton(c.server), &rid, &present)
    return present == map


cdef double edge_margin_of(uint64_t map, void* node, bint plane) noexcept nogil:
    cdef const NavigationClasses* c = classes_of(plane)
    cdef uint8_t joins = False
    cdef double margin = 0.0
    if map != 0 and (has_region(c, map, node) or is_known(c, map)):
        put(c.map_joins_edges, navpy_gd.global_get_singleton(c.server), &map, &joins)
    if joins:
        put(c.map_margin, navpy_gd.global_get_singleton(c.server), &map, &margin)
    return margin / UNITS_PER_METER if plane else margin


cdef void read_tiles(void* layer, EngineRegion* out) noexcept nogil:
    """The server has a region for each of its cells, with a region's first properties."""
    cdef void* tile_set = NULL
    cdef int64_t first = 0, layers = 0
    memset(out, 0, sizeof(EngineRegion))        # as above
    out.enabled = get_bool(TILES_ENABLED, layer) and get_bool(TILES_NAVIGATE, layer)
    out.joins_edges, out.travel_cost = True, 1.0
    get(TILES_MAP, layer, &out.map)
    global_transform(layer, &out.frame)
    get(TILES_SET, layer, &tile_set)
    if tile_set != NULL and get_int(SET_LAYER_COUNT, tile_set) > 0:
        put(SET_LAYERS, tile_set, &first, &layers)
    out.layers = <uint32_t>layers
    navpy_gd.ref_set_object(&tile_set, NULL)


cdef void connect_map_changes(SignalHandler handler) noexcept nogil:
    connect(navpy_gd.global_get_singleton(server_name), map_changed, NULL, handler)


cdef uint64_t tiles_hash(void* layer) noexcept nogil:
    cdef GdPacked packed
    cdef const uint8_t* data
    cdef int64_t count, i
    cdef uint64_t value = 0xcbf29ce484222325ULL             # FNV-1a
    navpy_gd.ctor0[<int>PACKED_BYTE_ARRAY](&packed, NULL)
    get(TILES_DATA, layer, &packed)
    data = bytes_of(&packed, &count)
    for i in range(count):
        value = (value ^ data[i]) * 0x100000001b3ULL
    navpy_gd.dtor[<int>PACKED_BYTE_ARRAY](&packed)
    return value | 1


cdef void read_link(void* link, EngineLink* out) noexcept nogil:
    cdef bint plane = is_flat(link)
    cdef const NavigationClasses* c = classes_of(plane)
    memset(out, 0, sizeof(EngineLink))          # as above
    out.enabled = get_bool(c.link_enabled, link)
    out.two_way = get_bool(c.link_two_way, link)
    out.layers = <uint32_t>get_int(c.link_layers, link)
    out.enter_cost = call_length(c.link_enter_cost, link, plane)
    out.travel_cost = get_double(c.link_travel_cost, link)
    get(c.link_map, link, &out.map)
    out.start, out.end = call_place(c.link_start, link, plane), call_place(c.link_end, link, plane)


cdef void read_obstacle(void* obstacle, EngineObstacle* out) noexcept nogil:
    cdef bint plane = is_flat(obstacle)
    cdef const NavigationClasses* c = classes_of(plane)
    memset(out, 0, sizeof(EngineObstacle))      # as above
    out.avoidance_enabled = get_bool(c.obstacle_avoidance, obstacle)
    out.affects_mesh = get_bool(c.obstacle_affects_mesh, obstacle)
    out.carves_mesh = get_bool(c.obstacle_carves_mesh, obstacle)
    out.layers = <uint32_t>get_int(c.obstacle_layers, obstacle)
    out.radius = call_length(c.obstacle_radius, obstacle, plane)
    out.height = FLAT_HEIGHT if plane else get_double(OBSTACLE_HEIGHT, obstacle)
    out.velocity = call_place(c.obstacle_velocity, obstacle, plane)
    get(c.obstacle_map, obstacle, &out.map)
    global_transform(obstacle, &out.frame)


cdef void read_obstacle_vertices(void* obstacle, vector[GdVector3]* out) noexcept nogil:
    cdef GdPacked packed
    cdef const GdVector3* points
    cdef int64_t count, i
    cdef bint plane = is_flat(obstacle)
    navpy_gd.ctor0[<int>PACKED_VECTOR3_ARRAY](&packed, NULL)
    get_places(classes_of(plane).obstacle_vertices, obstacle, plane, &packed)
    points = vectors_of(&packed, &count)
    out.clear()
    for i in range(count):
        out.push_back(points[i])
    navpy_gd.dtor[<int>PACKED_VECTOR3_ARRAY](&packed)


cdef uint64_t rid_of(void* node) noexcept nogil:
    cdef uint64_t rid = 0
    cdef bint plane = is_flat(node)
    cdef NodeKind kind = kind_of(node, plane)
    if kind == REGION:
        get(classes_of(plane).region_rid, node, &rid)
    elif kind == LINK:
        get(classes_of(plane).link_rid, node, &rid)
    return rid
