"""Keeps regions and links of NavigationServer3D, in the plane of NavigationServer2D. They show a baker's navmesh and its world's
NavLinks to scripts that ask the engine's server. They are on the navigation map of the baker's world; our own agents do not use
them."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset
from libcpp.vector cimport vector
from navpy.godot.baker.baker cimport Baker, ServerLink, ServerRegion
from navpy.godot.baker.source_geometry cimport upright_frame
from navpy.godot.binding.gd cimport GdStringName, GdTransform2D, GdTransform3D, GdVector2, GdVector3, navpy_gd
from navpy.godot.binding.vector cimport transform_point, vector_of
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.path_objects cimport navigation_map_of
from navpy.godot.binding.plane cimport frame_in_plane, in_plane, meter_of
from navpy.godot.binding.ptrcall cimport find_method, get, put, put2
from navpy.godot.world.navigation_mesh cimport navigation_mesh_of
from navpy.godot.world.navigation_map cimport MapLink
from navpy.mesh.lasting_numbers cimport FIRST_LINK
from navpy.mesh.mesh_view cimport MeshView, Tile, tile_at

cdef struct ServerMethods:
    GdStringName* name
    const void* free_rid
    const void* region_create
    const void* region_set_map
    const void* region_set_mesh
    const void* region_set_edges
    const void* region_set_transform
    const void* region_set_layers
    const void* region_set_enter_cost
    const void* region_set_travel_cost
    const void* region_set_owner
    const void* region_set_enabled
    const void* link_create
    const void* link_set_map
    const void* link_set_bidirectional
    const void* link_set_layers
    const void* link_set_start
    const void* link_set_end
    const void* link_set_enter_cost
    const void* link_set_travel_cost
    const void* link_set_owner
    const void* map_cell_size
    const void* map_get_scale
    const void* map_set_scale
    const void* mesh_set_cell_size

cdef const void* MAP_CELL_HEIGHT = find_method(b"NavigationServer3D", b"map_get_cell_height", 866169185)
cdef const void* MESH_SET_CELL_HEIGHT = find_method(b"NavigationMesh", b"set_cell_height", 373806689)
cdef ServerMethods space            # of NavigationServer3D
cdef ServerMethods plane_too        # of NavigationServer2D


cdef int bind_server(ServerMethods* m, bytes dimension, bytes mesh, bytes mesh_setter, int64_t mesh_hash, int64_t transform_hash,
                     int64_t place_hash) except -1:
    """The hashes are those of methods whose signature differs."""
    cdef bytes cls = b"NavigationServer" + dimension
    cdef int64_t with_rid = 395945892, with_flag = 1265174801, with_number = 1794382983, with_whole = 3411492887
    m.name = intern(cls)
    m.free_rid = find_method(cls, b"free_rid", 2722037293)
    m.region_create = find_method(cls, b"region_create", 529393457)
    m.region_set_map = find_method(cls, b"region_set_map", with_rid)
    m.region_set_mesh = find_method(cls, mesh_setter, mesh_hash)
    m.region_set_edges = find_method(cls, b"region_set_use_edge_connections", with_flag)
    m.region_set_transform = find_method(cls, b"region_set_transform", transform_hash)
    m.region_set_layers = find_method(cls, b"region_set_navigation_layers", with_whole)
    m.region_set_enter_cost = find_method(cls, b"region_set_enter_cost", with_number)
    m.region_set_travel_cost = find_method(cls, b"region_set_travel_cost", with_number)
    m.region_set_owner = find_method(cls, b"region_set_owner_id", with_whole)
    m.region_set_enabled = find_method(cls, b"region_set_enabled", with_flag)
    m.link_create = find_method(cls, b"link_create", 529393457)
    m.link_set_map = find_method(cls, b"link_set_map", with_rid)
    m.link_set_bidirectional = find_method(cls, b"link_set_bidirectional", with_flag)
    m.link_set_layers = find_method(cls, b"link_set_navigation_layers", with_whole)
    m.link_set_start = find_method(cls, b"link_set_start_position", place_hash)
    m.link_set_end = find_method(cls, b"link_set_end_position", place_hash)
    m.link_set_enter_cost = find_method(cls, b"link_set_enter_cost", with_number)
    m.link_set_travel_cost = find_method(cls, b"link_set_travel_cost", with_number)
    m.link_set_owner = find_method(cls, b"link_set_owner_id", with_whole)
    m.map_cell_size = find_method(cls, b"map_get_cell_size", 866169185)
    m.map_get_scale = find_method(cls, b"map_get_merge_rasterizer_cell_scale", 866169185)
    m.map_set_scale = find_method(cls, b"map_set_merge_rasterizer_cell_scale", with_number)
    m.mesh_set_cell_size = find_method(mesh, b"set_cell_size", 373806689)
    return 0


bind_server(&space, b"3D", b"NavigationMesh", b"region_set_navigation_mesh", 2764952978, 3935195649, 3227306858)
bind_server(&plane_too, b"2D", b"NavigationPolygon", b"region_set_navigation_polygon", 3633623451, 1246044741, 3201125042)

# of the map's cell size, the least that the server takes: it merges nearer corners of polygons
cdef double MERGE_SCALE = 0.01


cdef inline const ServerMethods* methods_of(const Baker* baker) noexcept nogil:
    return &plane_too if baker.cls.is_plane else &space


cdef inline void* server_of(const Baker* baker) noexcept nogil:
    return navpy_gd.global_get_singleton(methods_of(baker).name)


cdef void free_rid(const Baker* baker, uint64_t rid) noexcept nogil:
    put(methods_of(baker).free_rid, server_of(baker), &rid, NULL)


cdef void set_length(const Baker* baker, const void* method, uint64_t rid, double meters) noexcept nogil:
    cdef double length = meters * meter_of(baker.cls.is_plane)
    put2(method, server_of(baker), &rid, &length, NULL)


cdef void set_place(const Baker* baker, const void* method, uint64_t rid, const GdVector3* place) noexcept nogil:
    cdef GdVector2 flat = in_plane(place)
    put2(method, server_of(baker), &rid, <const void*>&flat if baker.cls.is_plane else <const void*>place, NULL)


cdef void mark_change(Baker* baker, uint64_t map) noexcept nogil:
    """Scripts wait for the first iteration of their navigation map, as the engine's manual tells them, or for the signal map_changed.
    So a region switched off, without polygons, changes whenever the navmesh does. map: 0: there is no navmesh, or the server has a
    copy, which changes."""
    cdef const ServerMethods* m = methods_of(baker)
    cdef void* server = server_of(baker)
    cdef uint8_t off = 0
    if baker.server_mark != 0 and map != baker.marked_map:
        free_rid(baker, baker.server_mark)
        baker.server_mark = 0
    baker.marked_map = map
    if map == 0:
        return
    if baker.server_mark == 0:
        get(m.region_create, server, &baker.server_mark)
        put2(m.region_set_enabled, server, &baker.server_mark, &off, NULL)
        put2(m.region_set_map, server, &baker.server_mark, &map, NULL)
    baker.mark_layers = 3 - baker.mark_layers if baker.mark_layers else 1
    put2(m.region_set_layers, server, &baker.server_mark, &baker.mark_layers, NULL)


cdef void clear(Baker* baker) noexcept nogil:
    cdef size_t i
    for i in range(baker.server_regions.size()):
        free_rid(baker, baker.server_regions[i].rid)
    for i in range(baker.server_links.size()):
        free_rid(baker, baker.server_links[i].rid)
    baker.server_regions.clear()
    baker.server_links.clear()
    baker.server_map = 0


# ---- the regions ----

cdef double read_map(const Baker* baker, const void* method, uint64_t map) noexcept nogil:
    cdef double value = 0.0
    put(method, server_of(baker), &map, &value)
    return value


cdef int show_tile(const Baker* baker, ServerRegion* region, const MeshView* view, const Tile* tile) except -1 nogil:
    """The region gets the tile's polygons. The server wants the cells of its map; it uses them to find edges that meet."""
    cdef const ServerMethods* m = methods_of(baker)
    cdef void* mesh = NULL
    cdef double cell_size = read_map(baker, m.map_cell_size, baker.server_map), cell_height
    navpy_gd.ref_set_object(&mesh, navigation_mesh_of(view, tile, baker.cls.is_plane))
    put(m.mesh_set_cell_size, mesh, &cell_size, NULL)
    if not baker.cls.is_plane:
        cell_height = read_map(baker, MAP_CELL_HEIGHT, baker.server_map)
        put(MESH_SET_CELL_HEIGHT, mesh, &cell_height, NULL)
    put2(m.region_set_mesh, server_of(baker), &region.rid, &mesh, NULL)
    navpy_gd.ref_set_object(&mesh, NULL)
    region.version = tile.version
    return 0


cdef bint is_shown(const ServerRegion* region, const MeshView* view) noexcept nogil:
    """True if the region shows its tile as it is; a tile has other corners, too, after one beside it has changed."""
    cdef int32_t dx, dz, tile
    for dz in range(-1, 2):
        for dx in range(-1, 2):
            tile = tile_at(view, region.x + dx, region.z + dz)
            if tile >= 0 and view.tiles[tile].version > region.mesh_version:
                return False
    return tile_at(view, region.x, region.z) >= 0 and view.tiles[tile_at(view, region.x, region.z)].version == region.version


cdef int update_regions(Baker* baker, const MeshView* view) except -1 nogil:
    cdef const ServerMethods* m = methods_of(baker)
    cdef ServerRegion region
    cdef const Tile* tile
    # the tiles' edges meet exactly; to look for near ones the server compares each free edge with all others
    cdef uint8_t joins_edges = 0
    cdef vector[uint8_t] is_known       # by tile: it has a region
    cdef size_t i, kept = 0
    cdef int32_t index
    is_known.resize(view.tile_count)
    for i in range(baker.server_regions.size()):
        index = tile_at(view, baker.server_regions[i].x, baker.server_regions[i].z)
        if index < 0:
            free_rid(baker, baker.server_regions[i].rid)
            continue
        is_known[index] = True
        if not is_shown(&baker.server_regions[i], view):
            show_tile(baker, &baker.server_regions[i], view, &view.tiles[index])
        baker.server_regions[i].mesh_version = view.version
        baker.server_regions[kept] = baker.server_regions[i]
        kept += 1
    baker.server_regions.resize(kept)
    for index in range(view.tile_count):
        tile = &view.tiles[index]
        if not tile.live or is_known[index]:
            continue
        get(m.region_create, server_of(baker), &region.rid)
        region.x, region.z, region.mesh_version = tile.x, tile.z, view.version
        put2(m.region_set_map, server_of(baker), &region.rid, &baker.server_map, NULL)
        put2(m.region_set_edges, server_of(baker), &region.rid, &joins_edges, NULL)
        show_tile(baker, &region, view, tile)
        baker.server_regions.push_back(region)
    return 0


cdef void set_properties(Baker* baker, const GdTransform3D* frame) noexcept nogil:
    cdef const ServerMethods* m = methods_of(baker)
    cdef void* server = server_of(baker)
    cdef int64_t layers = baker.navigation_layers, owner = navpy_gd.object_get_instance_id(baker.owner)
    cdef GdTransform2D flat
    cdef uint64_t rid
    cdef size_t i
    frame_in_plane(frame, &flat)
    for i in range(baker.server_regions.size()):
        rid = baker.server_regions[i].rid
        put2(m.region_set_transform, server, &rid, <const void*>&flat if baker.cls.is_plane else <const void*>frame, NULL)
        put2(m.region_set_layers, server, &rid, &layers, NULL)
        set_length(baker, m.region_set_enter_cost, rid, baker.enter_cost)
        put2(m.region_set_travel_cost, server, &rid, &baker.travel_cost, NULL)
        put2(m.region_set_owner, server, &rid, &owner, NULL)


# ---- the links ----

cdef GdVector3 placed(const GdTransform3D* frame, const double* point) noexcept nogil:
    cdef double place[3]
    transform_point(frame, point, place)
    return vector_of(place)


cdef bint shows_nodes(const Baker* baker) noexcept nogil:
    """True if this baker shows the links of nodes: the first baker of its world with a copy does."""
    cdef const Baker* other
    cdef size_t i
    for i in range(baker.world.bakers.size()):
        other = <const Baker*>baker.world.bakers[i].instance
        if other.server_map != 0:
            return other == baker
    return False


cdef int collect_links(const Baker* baker, const MeshView* view, vector[ServerLink]* out) except -1 nogil:
    """The links of the bake, each direction by itself, and the links of NavLinks."""
    cdef GdTransform3D frame
    cdef ServerLink link
    cdef const MapLink* of_node
    cdef int32_t i
    cdef size_t k
    memset(&link, 0, sizeof(link))              # with its gaps: links are compared as bytes
    upright_frame(baker.owner, &frame)
    link.owner, link.layers, link.travel_cost = navpy_gd.object_get_instance_id(baker.owner), baker.navigation_layers, 1.0
    for i in range(view.link_count):
        if view.links[i].id < FIRST_LINK:
            link.start, link.end = placed(&frame, view.links[i].start), placed(&frame, view.links[i].end)
            out.push_back(link)
    for k in range(baker.world.links.size() if shows_nodes(baker) else 0):
        of_node = &baker.world.links[k]
        link.start, link.end = vector_of(of_node.start), vector_of(of_node.end)
        link.owner, link.layers, link.both_ways = navpy_gd.object_get_instance_id(of_node.node), of_node.layers, of_node.two_way
        link.enter_cost, link.travel_cost = of_node.enter_cost, of_node.travel_cost
        out.push_back(link)
    return 0


cdef void set_link(const Baker* baker, ServerLink* link) noexcept nogil:
    cdef const ServerMethods* m = methods_of(baker)
    cdef void* server = server_of(baker)
    put2(m.link_set_bidirectional, server, &link.rid, &link.both_ways, NULL)
    set_place(baker, m.link_set_start, link.rid, &link.start)
    set_place(baker, m.link_set_end, link.rid, &link.end)
    put2(m.link_set_layers, server, &link.rid, &link.layers, NULL)
    set_length(baker, m.link_set_enter_cost, link.rid, link.enter_cost)
    put2(m.link_set_travel_cost, server, &link.rid, &link.travel_cost, NULL)
    put2(m.link_set_owner, server, &link.rid, &link.owner, NULL)


cdef int update_server_links(Baker* baker, const MeshView* view) except -1 nogil:
    cdef vector[ServerLink] links
    cdef size_t i, shown = baker.server_links.size()
    if baker.server_map == 0:
        return 0
    collect_links(baker, view, &links)
    for i in range(links.size(), shown):
        free_rid(baker, baker.server_links[i].rid)
    for i in range(links.size()):
        if i < shown:
            links[i].rid = baker.server_links[i].rid
            if memcmp(&links[i], &baker.server_links[i], sizeof(ServerLink)) == 0:
                continue
        else:
            get(methods_of(baker).link_create, server_of(baker), &links[i].rid)
            put2(methods_of(baker).link_set_map, server_of(baker), &links[i].rid, &baker.server_map, NULL)
        set_link(baker, &links[i])
    baker.server_links = links
    return 0


# ---- all of it ----

cdef int update_server_copy(Baker* baker, const MeshView* view) except -1 nogil:
    cdef GdTransform3D frame
    cdef uint64_t map = navigation_map_of(baker.owner, baker.cls.is_plane) if baker.world != NULL and view != NULL else 0
    cdef double scale
    mark_change(baker, 0 if baker.use_navigation_server else map)
    if not baker.use_navigation_server:
        map = 0
    if map == 0 or map != baker.server_map:
        clear(baker)
    if map == 0:
        return 0
    if baker.server_map == 0:
        scale = min(read_map(baker, methods_of(baker).map_get_scale, map), MERGE_SCALE)
        put2(methods_of(baker).map_set_scale, server_of(baker), &map, &scale, NULL)
        baker.server_map = map
    upright_frame(baker.owner, &frame)
    update_regions(baker, view)
    set_properties(baker, &frame)
    return 0
