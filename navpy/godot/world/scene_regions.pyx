"""Keeps a list of the scene's regions and links, and of its TileMapLayers, which have the ground of their tiles. A walk through the
tree for each class finds them and the obstacles (scene_obstacles) of a dimension; later the tree's signals tell of nodes that enter
and leave.
Properties such as place and `enabled` have no signal, so those of all nodes on the list are read once a physics frame."""
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector
from navpy.godot.binding.engine cimport connect, node_in_tree, object_in, physics_frame, scene_tree
from navpy.godot.world.engine_nodes cimport (
    LINK, NO_NAVIGATION, OBSTACLE, TILES, EngineLink, EngineRegion, NodeKind, change_signal, find_navigation_nodes, edge_margin_of,
    kind_of, read_link, read_region, read_tiles, region_navigation_mesh, connect_map_changes, tiles_hash)
from navpy.godot.binding.engine_mesh cimport polygon_count
from navpy.godot.binding.gd cimport (
    GDEXTENSION_CALL_OK, CallErrorType, GDExtensionCallError, GDExtensionConstVariantPtr, GDExtensionInt, GdStringName, GdTransform3D,
    RID, navpy_gd)
from navpy.godot.binding.log cimport node_error, node_warning
from navpy.godot.binding.names cimport intern
from navpy.godot.world.navigation_mesh cimport navmesh_of
from navpy.godot.world.scene_obstacles cimport add_scene_obstacle, remove_scene_obstacle
from navpy.godot.world.tile_ground cimport TileGround, has_tile_ground, tile_ground, tile_navmesh
from navpy.godot.world.navigation_map cimport link_id, map_key_of
from navpy.godot.binding.threads cimport lock, on_main_thread, unlock

cdef double MAX_TILT = 1e-6             # elements of a basis below this count as 0

cdef vector[SceneEntry*] entries        # in the order in which their nodes entered the tree
cdef unordered_map[uint64_t, uint64_t] versions     # by key of a map
cdef unordered_map[uint64_t, double] margins        # by RID of a map: as it was when `versions` changed last
cdef void* watched_tree = NULL          # the SceneTree
cdef bint is_space_watched = False      # its nodes of three dimensions are on the list
cdef bint is_plane_watched = False      # likewise, of two
cdef int64_t last_read_frame = -1       # physics frame in which all properties were read
cdef void (*on_frame_start)() noexcept nogil
cdef GdStringName* node_added = intern(b"node_added")
cdef GdStringName* node_removed = intern(b"node_removed")
cdef GdStringName* physics_frame_signal = intern(b"physics_frame")


# ---- the list ----

cdef void increment_version(uint64_t map_key) noexcept nogil:
    if map_key != 0:
        versions[map_key] += 1


cdef void update_entry_map(SceneEntry* entry) noexcept nogil:
    """After a change of the node: the version of its map grows, and if it changed to another map, the version of the former map,
    too."""
    cdef uint64_t before = entry.map_key
    entry.map_key = map_key_of(entry.node, entry.link.map if entry.is_link else entry.region.map, entry.is_plane)
    tell_map(entry, entry.map_key)
    if before != entry.map_key:
        tell_map(entry, before)


cdef void tell_map(const SceneEntry* entry, uint64_t map_key) noexcept nogil:
    """Of a change of the node: a map where TileMapLayers lie on each other has the first layer's ground there."""
    cdef size_t i
    increment_version(map_key)
    for i in range(entries.size() if entry.kind == TILES else 0):
        if entries[i].kind == TILES and entries[i].map_key == map_key:
            entries[i].needs_conversion = True


cdef SceneEntry* find_entry(uint64_t id) noexcept nogil:
    cdef size_t i
    for i in range(entries.size()):
        if entries[i].id == id:
            return entries[i]
    return NULL


cdef NodeKind kind_here(void* node, bint* plane) noexcept nogil:
    """The kind of a node of a watched dimension; plane: true if this is the plane."""
    cdef NodeKind kind = kind_of(node, False) if is_space_watched else NO_NAVIGATION
    plane[0] = kind == NO_NAVIGATION
    return kind_of(node, True) if is_plane_watched and plane[0] else kind


cdef void add_scene_node(void* node, NodeKind kind, bint plane) noexcept nogil:
    """Adds a navigation node in the tree to its list."""
    cdef const GdStringName* changed = change_signal(kind, plane)
    cdef SceneEntry* entry
    cdef uint64_t id
    if kind == OBSTACLE:
        add_scene_obstacle(node)
        return
    id = navpy_gd.object_get_instance_id(node)
    entry = find_entry(id)
    if entry == NULL:
        entry = new SceneEntry()        # all zero
        entry.node, entry.id, entry.kind, entry.is_plane = node, id, kind, plane
        entry.is_link, entry.needs_conversion = kind == LINK, kind != LINK
        entries.push_back(entry)
        if changed != NULL:
            connect(node, changed, <void*>id, on_mesh_changed)
        if kind == TILES:
            connect_map_changes(on_map_changed)
    read_entry(entry)
    update_entry_map(entry)


cdef void remove_scene_node(void* node) noexcept nogil:
    cdef SceneEntry* entry
    cdef size_t i
    remove_scene_obstacle(node)
    for i in range(entries.size()):
        if entries[i].node == node:
            entry = entries[i]
            entries.erase(entries.begin() + i)
            tell_map(entry, entry.map_key)
            release_navmesh(entry)
            del entry
            return


cdef void release_navmesh(SceneEntry* entry) noexcept nogil:
    if entry.navmesh != NULL:
        with gil:
            Py_DECREF(<object>entry.navmesh)
        entry.navmesh = NULL


cdef void on_node_added(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                        GDExtensionCallError* error) noexcept nogil:
    cdef void* node = object_in(args[0])
    cdef bint plane = False
    cdef NodeKind kind = kind_here(node, &plane)
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    if kind != NO_NAVIGATION and lock(b"node_added"):
        add_scene_node(node, kind, plane)
        unlock()


cdef void on_node_removed(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                          GDExtensionCallError* error) noexcept nogil:
    cdef void* node = object_in(args[0])
    cdef bint plane = False
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    if kind_here(node, &plane) != NO_NAVIGATION and lock(b"node_removed"):
        remove_scene_node(node)
        unlock()


cdef void on_mesh_changed(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                          GDExtensionCallError* error) noexcept nogil:
    cdef SceneEntry* entry
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    if not lock(b"the change of a navigation mesh"):
        return
    entry = find_entry(<uint64_t>userdata)
    if entry != NULL:                   # NULL: the node is outside the tree
        entry.needs_conversion = True
        tell_map(entry, entry.map_key)
    unlock()


cdef void on_map_changed(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                         GDExtensionCallError* error) noexcept nogil:
    cdef uint64_t map = (<const uint64_t*>navpy_gd.var_ptr[<int>RID](<void*>args[0]))[0]
    cdef size_t i
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    if lock(b"map_changed"):
        for i in range(entries.size()):
            entries[i].compares_tiles = entries[i].compares_tiles or entries[i].region.map == map
        unlock()


cdef void on_physics_frame(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                           GDExtensionCallError* error) noexcept nogil:
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    if lock(b"physics_frame"):
        on_frame_start()
        unlock()


cdef bint watch_tree(void (*on_frame)() noexcept nogil) noexcept nogil:
    """Connects the tree's signals. They stay connected, because the tree outlives navpy's nodes. False: there is no tree."""
    global watched_tree, on_frame_start
    if watched_tree != NULL:
        return True
    watched_tree = scene_tree()
    if watched_tree == NULL:
        return False
    on_frame_start = on_frame
    connect(watched_tree, node_added, NULL, on_node_added)
    connect(watched_tree, node_removed, NULL, on_node_removed)
    connect(watched_tree, physics_frame_signal, NULL, on_physics_frame)
    return True


cdef void watch_scene(bint plane, void (*on_frame)() noexcept nogil) noexcept nogil:
    global is_space_watched, is_plane_watched
    cdef vector[void*] found
    cdef size_t i
    if (is_plane_watched if plane else is_space_watched) or not on_main_thread() or not watch_tree(on_frame):
        return                          # only the main thread may walk through the tree
    if plane:
        is_plane_watched = True
    else:
        is_space_watched = True
    with gil:
        find_navigation_nodes(watched_tree, plane, &found)
    for i in range(found.size()):
        if node_in_tree(found[i]):      # else it is about to enter the tree, which its signal tells
            add_scene_node(found[i], kind_of(found[i], plane), plane)


# ---- properties and meshes ----

cdef bint has_other_tiles(SceneEntry* entry) noexcept nogil:
    """Of a TileMapLayer: true if its cells have changed since the last call."""
    cdef uint64_t cells
    if entry.tiles_hash != 0 and not entry.compares_tiles:
        return False
    entry.compares_tiles, cells = False, tiles_hash(entry.node)
    if cells == entry.tiles_hash:
        return False
    entry.tiles_hash, entry.needs_conversion = cells, True
    return True


cdef bint read_entry(SceneEntry* entry) noexcept nogil:
    """Reads the node's properties. True: a property has changed."""
    cdef EngineRegion now
    cdef EngineLink link
    cdef bint have_changed = False
    if entry.is_link:
        read_link(entry.node, &link)
        if memcmp(&link, &entry.link, sizeof(link)) == 0:
            return False
        memcpy(&entry.link, &link, sizeof(link))
        return True
    if entry.kind == TILES:
        read_tiles(entry.node, &now)
        have_changed = has_other_tiles(entry)
    else:
        read_region(entry.node, &now)
        entry.layers = now.layers
    if memcmp(&now, &entry.region, sizeof(now)) == 0:
        return have_changed
    memcpy(&entry.region, &now, sizeof(now))
    if not (entry.is_in_own_space and is_upright_frame(&now.frame)):
        entry.needs_conversion = True
    return True


cdef void read_margins() noexcept nogil:
    """The margin is a property of the map, which connects the edges of its regions by it."""
    cdef const SceneEntry* former = NULL
    cdef double margin = 0.0
    cdef size_t i
    for i in range(entries.size()):
        if entries[i].is_link:
            continue
        if former == NULL or entries[i].region.map != former.region.map:
            margin = edge_margin_of(entries[i].region.map, entries[i].node, entries[i].is_plane)
        former = entries[i]
        if margins[former.region.map] != margin:
            margins[former.region.map] = margin
            increment_version(former.map_key)


cdef uint64_t scene_version(uint64_t map_key) noexcept nogil:
    global last_read_frame
    cdef int64_t frame = physics_frame()
    cdef size_t i
    if frame != last_read_frame:
        last_read_frame = frame
        for i in range(entries.size()):
            if read_entry(entries[i]):
                update_entry_map(entries[i])
        read_margins()
    return versions[map_key]


cdef bint is_upright_frame(const GdTransform3D* frame) noexcept nogil:
    """True if the frame keeps vertical lines vertical, and up up."""
    cdef const float* b = &frame.basis[0]
    return fabs(b[1]) < MAX_TILT and fabs(b[3]) < MAX_TILT and fabs(b[5]) < MAX_TILT and fabs(b[7]) < MAX_TILT and b[4] > 0 \
        and b[0] * b[8] - b[2] * b[6] > MAX_TILT


cdef void warn_of_faulty(void* node, object faulty) noexcept:
    if faulty:
        node_warning(node, f"{len(faulty)} polygons of its navigation mesh are left out, the first is {faulty[0]}: they cross "
                           f"themselves, or another "
                           "polygon lies on the same side of one of their edges. Bake it again, or correct it")


cdef object region_navmesh(SceneEntry* entry):
    """If the region is upright, its NavMesh is in the region's own space and stays valid when the region moves; else it is in world
    space."""
    cdef void* mesh = region_navigation_mesh(entry.node)
    cdef const GdTransform3D* frame = NULL
    entry.is_in_own_space = is_upright_frame(&entry.region.frame)
    if not entry.is_in_own_space:
        frame = &entry.region.frame
    if mesh == NULL:
        return None
    try:
        navmesh, cleaned = navmesh_of(mesh, entry.is_plane, frame, True)
    finally:
        navpy_gd.ref_set_object(&mesh, NULL)
    if navmesh is not None:
        warn_of_faulty(entry.node, cleaned.faulty)
    return navmesh


cdef object ground_of_tiles(SceneEntry* entry):
    """The ground of a TileMapLayer's tiles, less that of the layers before it on its map."""
    cdef vector[uint32_t] masks
    cdef SceneEntry* other
    cdef size_t i
    cdef TileGround ground = tile_ground(entry.node, &entry.region.frame)
    cdef list others = []
    entry.layers, entry.is_in_own_space = 0, False
    entry.masks.clear()
    if ground.masks.empty():
        return None
    for i in range(entries.size()):
        other = entries[i]
        if other == entry:
            break
        if other.kind == TILES and other.map_key == entry.map_key and other.region.enabled:
            others.append(tile_ground(other.node, &other.region.frame))
    navmesh = tile_navmesh(ground, others, &masks)
    for i in range(masks.size()):
        if i == 0:
            entry.layers = masks[0]
        else:
            entry.masks.push_back(masks[i])
    return navmesh


cdef void convert_navmesh(SceneEntry* entry) noexcept:
    """Makes a NavMesh of what the engine's node has."""
    release_navmesh(entry)
    entry.needs_conversion = False
    try:
        navmesh = ground_of_tiles(entry) if entry.kind == TILES else region_navmesh(entry)
        if navmesh is not None:
            Py_INCREF(navmesh)
            entry.navmesh = <PyObject*>navmesh
    except ValueError as error:
        node_error(entry.node, f"its navigation mesh is left out, bake it again or correct it: {error}")


cdef int list_scene_entries(uint64_t map_key, vector[SceneEntry*]* out) except -1:
    """The links and regions on the map that are enabled; regions only with a navmesh."""
    cdef SceneEntry* entry
    cdef size_t i
    for i in range(entries.size()):
        entry = entries[i]
        if entry.map_key != map_key or not (entry.link.enabled if entry.is_link else entry.region.enabled):
            continue
        if entry.needs_conversion:
            convert_navmesh(entry)
        if entry.is_link or entry.navmesh != NULL:
            out.push_back(entry)
    return 0


cdef bint has_polygons(const SceneEntry* entry) noexcept nogil:
    cdef void* mesh
    cdef bint found
    if entry.kind == TILES:
        with gil:
            return has_tile_ground(entry.node)
    mesh = region_navigation_mesh(entry.node)
    found = mesh != NULL and polygon_count(mesh, entry.is_plane) > 0
    navpy_gd.ref_set_object(&mesh, NULL)
    return found


cdef void* find_scene_region(uint64_t map_key) noexcept nogil:
    cdef size_t i
    scene_version(map_key)              # reads the properties
    for i in range(entries.size()):
        if not entries[i].is_link and entries[i].map_key == map_key and entries[i].region.enabled and has_polygons(entries[i]):
            return entries[i].node
    return NULL


cdef void* find_scene_link(uint64_t map_key, int32_t id) noexcept nogil:
    cdef size_t i
    for i in range(entries.size()):
        if entries[i].map_key == map_key and entries[i].is_link and link_id(entries[i].id) == id:
            return entries[i].node
    return NULL
