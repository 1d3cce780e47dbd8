"""Keeps the regions and links of NavigationServer3D that show a baker's navmesh and its world's NavLinks to scripts which ask the engine's
server. They are on the navigation map of the baker's World3D; our own agents do not use them."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset
from libcpp.vector cimport vector
from navpy.godot.baker.baker cimport Baker, ServerLink, ServerRegion
from navpy.godot.baker.source_geometry cimport upright_frame
from navpy.godot.binding.gd cimport GdStringName, GdTransform3D, GdVector3, navpy_gd
from navpy.godot.binding.vector cimport to_world, vector_of
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.path_objects cimport navigation_map_of
from navpy.godot.binding.ptrcall cimport find_method, get, put, put2
from navpy.godot.world.navigation_mesh cimport navigation_mesh_of
from navpy.godot.world.world_data cimport FIRST_LINK, MapLink
from navpy.mesh.mesh_view cimport MeshView, Tile, tile_at

cdef const void* FREE_RID = find_method(b"NavigationServer3D", b"free_rid", 2722037293)
cdef const void* REGION_CREATE = find_method(b"NavigationServer3D", b"region_create", 529393457)
cdef const void* REGION_SET_MAP = find_method(b"NavigationServer3D", b"region_set_map", 395945892)
cdef const void* REGION_SET_MESH = find_method(b"NavigationServer3D", b"region_set_navigation_mesh", 2764952978)
cdef const void* REGION_SET_EDGES = find_method(b"NavigationServer3D", b"region_set_use_edge_connections", 1265174801)
cdef const void* REGION_SET_TRANSFORM = find_method(b"NavigationServer3D", b"region_set_transform", 3935195649)
cdef const void* REGION_SET_LAYERS = find_method(b"NavigationServer3D", b"region_set_navigation_layers", 3411492887)
cdef const void* REGION_SET_ENTER_COST = find_method(b"NavigationServer3D", b"region_set_enter_cost", 1794382983)
cdef const void* REGION_SET_TRAVEL_COST = find_method(b"NavigationServer3D", b"region_set_travel_cost", 1794382983)
cdef const void* REGION_SET_OWNER = find_method(b"NavigationServer3D", b"region_set_owner_id", 3411492887)
cdef const void* LINK_CREATE = find_method(b"NavigationServer3D", b"link_create", 529393457)
cdef const void* LINK_SET_MAP = find_method(b"NavigationServer3D", b"link_set_map", 395945892)
cdef const void* LINK_SET_BIDIRECTIONAL = find_method(b"NavigationServer3D", b"link_set_bidirectional", 1265174801)
cdef const void* LINK_SET_LAYERS = find_method(b"NavigationServer3D", b"link_set_navigation_layers", 3411492887)
cdef const void* LINK_SET_START = find_method(b"NavigationServer3D", b"link_set_start_position", 3227306858)
cdef const void* LINK_SET_END = find_method(b"NavigationServer3D", b"link_set_end_position", 3227306858)
cdef const void* LINK_SET_ENTER_COST = find_method(b"NavigationServer3D", b"link_set_enter_cost", 1794382983)
cdef const void* LINK_SET_TRAVEL_COST = find_method(b"NavigationServer3D", b"link_set_travel_cost", 1794382983)
cdef const void* LINK_SET_OWNER = find_method(b"NavigationServer3D", b"link_set_owner_id", 3411492887)
cdef const void* MAP_CELL_SIZE = find_method(b"NavigationServer3D", b"map_get_cell_size", 866169185)
cdef const void* MAP_CELL_HEIGHT = find_method(b"NavigationServer3D", b"map_get_cell_height", 866169185)
cdef const void* MAP_GET_SCALE = find_method(b"NavigationServer3D", b"map_get_merge_rasterizer_cell_scale", 866169185)
cdef const void* MAP_SET_SCALE = find_method(b"NavigationServer3D", b"map_set_merge_rasterizer_cell_scale", 1794382983)
cdef const void* MESH_SET_CELL_SIZE = find_method(b"NavigationMesh", b"set_cell_size", 373806689)
cdef const void* MESH_SET_CELL_HEIGHT = find_method(b"NavigationMesh", b"set_cell_height", 373806689)
cdef GdStringName* server_name = intern(b"NavigationServer3D")

cdef double MERGE_SCALE = 0.01          # of the map's cell size, the least that the server takes: nearer corners of polygons count as one there


cdef inline void* server() noexcept nogil:
    return navpy_gd.global_get_singleton(server_name)


cdef void free_rid(uint64_t rid) noexcept nogil:
    put(FREE_RID, server(), &rid, NULL)


cdef void clear(Baker* baker) noexcept nogil:
    cdef size_t i
    for i in range(baker.server_regions.size()):
        free_rid(baker.server_regions[i].rid)
    for i in range(baker.server_links.size()):
        free_rid(baker.server_links[i].rid)
    baker.server_regions.clear()
    baker.server_links.clear()
    baker.server_map = 0


# ---- the regions ------------------------------------------------------------------------------------------------

cdef double read_map(const void* method, uint64_t map) noexcept nogil:
    cdef double value = 0.0
    put(method, server(), &map, &value)
    return value


cdef int show_tile(ServerRegion* region, uint64_t map, const MeshView* view, const Tile* tile) except -1 nogil:
    """The region gets the tile's polygons. The server wants the cells of its map; it uses them to find edges that meet."""
    cdef void* mesh = NULL
    cdef double cell_size = read_map(MAP_CELL_SIZE, map), cell_height = read_map(MAP_CELL_HEIGHT, map)
    navpy_gd.ref_set_object(&mesh, navigation_mesh_of(view, tile))
    put(MESH_SET_CELL_SIZE, mesh, &cell_size, NULL)
    put(MESH_SET_CELL_HEIGHT, mesh, &cell_height, NULL)
    put2(REGION_SET_MESH, server(), &region.rid, &mesh, NULL)
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
    cdef ServerRegion region
    cdef const Tile* tile
    cdef uint8_t joins_edges = 0        # the tiles' edges meet exactly; to look for near ones the server compares each free edge with all others
    cdef vector[uint8_t] is_known       # by tile: it has a region
    cdef size_t i, kept = 0
    cdef int32_t index
    is_known.resize(view.tile_count)
    for i in range(baker.server_regions.size()):
        index = tile_at(view, baker.server_regions[i].x, baker.server_regions[i].z)
        if index < 0:
            free_rid(baker.server_regions[i].rid)
            continue
        is_known[index] = True
        if not is_shown(&baker.server_regions[i], view):
            show_tile(&baker.server_regions[i], baker.server_map, view, &view.tiles[index])
        baker.server_regions[i].mesh_version = view.version
        baker.server_regions[kept] = baker.server_regions[i]
        kept += 1
    baker.server_regions.resize(kept)
    for index in range(view.tile_count):
        tile = &view.tiles[index]
        if not tile.live or is_known[index]:
            continue
        get(REGION_CREATE, server(), &region.rid)
        region.x, region.z, region.mesh_version = tile.x, tile.z, view.version
        put2(REGION_SET_MAP, server(), &region.rid, &baker.server_map, NULL)
        put2(REGION_SET_EDGES, server(), &region.rid, &joins_edges, NULL)
        show_tile(&region, baker.server_map, view, tile)
        baker.server_regions.push_back(region)
    return 0


cdef void set_properties(Baker* baker, const GdTransform3D* frame) noexcept nogil:
    cdef int64_t layers = baker.navigation_layers, owner = navpy_gd.object_get_instance_id(baker.owner)
    cdef uint64_t rid
    cdef size_t i
    for i in range(baker.server_regions.size()):
        rid = baker.server_regions[i].rid
        put2(REGION_SET_TRANSFORM, server(), &rid, frame, NULL)
        put2(REGION_SET_LAYERS, server(), &rid, &layers, NULL)
        put2(REGION_SET_ENTER_COST, server(), &rid, &baker.enter_cost, NULL)
        put2(REGION_SET_TRAVEL_COST, server(), &rid, &baker.travel_cost, NULL)
        put2(REGION_SET_OWNER, server(), &rid, &owner, NULL)


# ---- the links --------------------------------------------------------------------------------------------------

cdef GdVector3 placed(const GdTransform3D* frame, const double* point) noexcept nogil:
    cdef double place[3]
    to_world(frame, point, place)
    return vector_of(place)


cdef bint shows_nodes(const Baker* baker) noexcept nogil:
    """True if this baker shows the links of nodes: the first one of its world that has a copy does."""
    cdef const Baker* other
    cdef size_t i
    for i in range(baker.world.bakers.size()):
        other = <const Baker*>baker.world.bakers[i].instance
        if other.server_map != 0:
            return other == baker
    return False


cdef int collect_links(const Baker* baker, const MeshView* view, vector[ServerLink]* out) except -1 nogil:
    """The links that the bake has found, one for each direction, and those of NavLinks."""
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


cdef void set_link(ServerLink* link) noexcept nogil:
    put2(LINK_SET_BIDIRECTIONAL, server(), &link.rid, &link.both_ways, NULL)
    put2(LINK_SET_START, server(), &link.rid, &link.start, NULL)
    put2(LINK_SET_END, server(), &link.rid, &link.end, NULL)
    put2(LINK_SET_LAYERS, server(), &link.rid, &link.layers, NULL)
    put2(LINK_SET_ENTER_COST, server(), &link.rid, &link.enter_cost, NULL)
    put2(LINK_SET_TRAVEL_COST, server(), &link.rid, &link.travel_cost, NULL)
    put2(LINK_SET_OWNER, server(), &link.rid, &link.owner, NULL)


cdef int update_server_links(Baker* baker, const MeshView* view) except -1 nogil:
    cdef vector[ServerLink] links
    cdef size_t i, shown = baker.server_links.size()
    if baker.server_map == 0:
        return 0
    collect_links(baker, view, &links)
    for i in range(links.size(), shown):
        free_rid(baker.server_links[i].rid)
    for i in range(links.size()):
        if i < shown:
            links[i].rid = baker.server_links[i].rid
            if memcmp(&links[i], &baker.server_links[i], sizeof(ServerLink)) == 0:
                continue
        else:
            get(LINK_CREATE, server(), &links[i].rid)
            put2(LINK_SET_MAP, server(), &links[i].rid, &baker.server_map, NULL)
        set_link(&links[i])
    baker.server_links = links
    return 0


# ---- all of it --------------------------------------------------------------------------------------------------

cdef int update_server_copy(Baker* baker, const MeshView* view) except -1 nogil:
    cdef GdTransform3D frame
    cdef uint64_t map = navigation_map_of(baker.owner, False) if baker.world != NULL and baker.use_navigation_server and view != NULL else 0
    cdef double scale
    if map == 0 or map != baker.server_map:
        clear(baker)
    if map == 0:
        return 0
    if baker.server_map == 0:
        scale = min(read_map(MAP_GET_SCALE, map), MERGE_SCALE)
        put2(MAP_SET_SCALE, server(), &map, &scale, NULL)
        baker.server_map = map
    upright_frame(baker.owner, &frame)
    update_regions(baker, view)
    set_properties(baker, &frame)
    return 0
