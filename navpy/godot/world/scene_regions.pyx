"""Keeps a list of the scene's NavigationRegion3D and NavigationLink3D nodes: from one walk through the tree, and from its signals
afterwards. Where they are and whether they are enabled has no signal, so those on the list are asked once a physics frame."""
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcmp, memcpy
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector
from navpy.godot.binding.engine cimport (EngineLink, EngineRegion, as_class, connect, find_nodes, object_in, physics_frame, read_link,
                                         read_region, region_navigation_mesh, scene_tree, tag_link, tag_region, world_of)
from navpy.godot.binding.gd cimport (GDEXTENSION_CALL_OK, CallErrorType, GDExtensionCallError, GDExtensionConstVariantPtr,
                                     GDExtensionInt, GdStringName, GdTransform3D, navpy_gd)
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.names cimport intern
from navpy.godot.world.navigation_mesh cimport navmesh_of
from navpy.godot.binding.path_objects cimport navigation_map_of
from navpy.godot.binding.threads cimport lock, on_main_thread, unlock

cdef double TILT = 1e-6                 # of a basis, that counts for none

cdef vector[Region*] regions            # in the order in which they came
cdef unordered_map[uint64_t, uint64_t] versions     # by map
cdef void* watched = NULL               # the SceneTree
cdef int64_t asked_in = -1              # physics frame
cdef void (*frame_begins)() noexcept nogil
cdef GdStringName* node_added = intern(b"node_added")
cdef GdStringName* node_removed = intern(b"node_removed")
cdef GdStringName* physics_frame_signal = intern(b"physics_frame")
cdef GdStringName* navigation_mesh_changed = intern(b"navigation_mesh_changed")


cdef uint64_t map_key(void* node, uint64_t map) noexcept nogil:
    """No RID is an instance id: a World3D's has its highest bit set."""
    cdef uint64_t world = world_of(node)
    return map if world != 0 and map != 0 and map != navigation_map_of(node) else world


# ---- coming and going -------------------------------------------------------------------------------------------

cdef void note_change(uint64_t world) noexcept nogil:
    if world != 0:
        versions[world] += 1


cdef void place_region(Region* region) noexcept nogil:
    """Something of it has changed, maybe the map that it is on."""
    cdef uint64_t before = region.world
    region.world = map_key(region.node, region.link.map if region.is_link else region.region.map)
    note_change(region.world)
    if before != region.world:
        note_change(before)


cdef Region* find_region(uint64_t id) noexcept nogil:
    cdef size_t i
    for i in range(regions.size()):
        if regions[i].id == id:
            return regions[i]
    return NULL


cdef void add_node(void* node) noexcept nogil:
    """Puts a region or a link on the list."""
    cdef bint is_link = as_class(node, tag_link()) != NULL
    cdef Region* region
    cdef uint64_t id
    if not is_link and as_class(node, tag_region()) == NULL:
        return
    id = navpy_gd.object_get_instance_id(node)
    region = find_region(id)
    if region == NULL:
        region = new Region()           # all zero
        region.node, region.id, region.is_link, region.converts = node, id, is_link, not is_link
        regions.push_back(region)
        if not is_link:
            connect(node, navigation_mesh_changed, <void*>id, on_mesh_changed)
    ask_region(region)
    place_region(region)


cdef void remove_node(void* node) noexcept nogil:
    cdef Region* region
    cdef size_t i
    for i in range(regions.size()):
        if regions[i].node == node:
            region = regions[i]
            regions.erase(regions.begin() + i)
            note_change(region.world)
            forget_mesh(region)
            del region
            return


cdef void forget_mesh(Region* region) noexcept nogil:
    if region.navmesh != NULL:
        with gil:
            Py_DECREF(<object>region.navmesh)
        region.navmesh = NULL


cdef void on_node_added(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                        GDExtensionCallError* error) noexcept nogil:
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    if lock(b"node_added"):
        add_node(object_in(args[0]))
        unlock()


cdef void on_node_removed(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                          GDExtensionCallError* error) noexcept nogil:
    cdef void* node = object_in(args[0])
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    if (as_class(node, tag_region()) != NULL or as_class(node, tag_link()) != NULL) and lock(b"node_removed"):
        remove_node(node)
        unlock()


cdef void on_mesh_changed(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                          GDExtensionCallError* error) noexcept nogil:
    cdef Region* region
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    if not lock(b"navigation_mesh_changed"):
        return
    region = find_region(<uint64_t>userdata)
    if region != NULL:                  # outside the tree it is on no list
        region.converts = True
        note_change(region.world)
    unlock()


cdef void on_physics_frame(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                           GDExtensionCallError* error) noexcept nogil:
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    if lock(b"physics_frame"):
        frame_begins()
        unlock()


cdef void watch_regions(void (*on_frame)() noexcept nogil) noexcept nogil:
    """From the first call on; the tree outlives all that asks for it."""
    global watched, frame_begins
    cdef vector[void*] found
    cdef size_t i
    if watched != NULL or not on_main_thread():     # a thread may not walk through the tree
        return
    watched = scene_tree()
    if watched == NULL:
        return
    frame_begins = on_frame
    connect(watched, node_added, NULL, on_node_added)
    connect(watched, node_removed, NULL, on_node_removed)
    connect(watched, physics_frame_signal, NULL, on_physics_frame)
    with gil:
        find_nodes(watched, b"NavigationRegion3D", &found)
        find_nodes(watched, b"NavigationLink3D", &found)
    for i in range(found.size()):
        add_node(found[i])


cdef bint watches_regions() noexcept nogil:
    return watched != NULL


# ---- what they are ----------------------------------------------------------------------------------------------

cdef bint ask_region(Region* region) noexcept nogil:
    """Reads what may have changed; did it?"""
    cdef EngineRegion now
    cdef EngineLink link
    if region.is_link:
        read_link(region.node, &link)
        if memcmp(&link, &region.link, sizeof(link)) == 0:
            return False
        memcpy(&region.link, &link, sizeof(link))
        return True
    read_region(region.node, &now)
    if memcmp(&now, &region.region, sizeof(now)) == 0:
        return False
    memcpy(&region.region, &now, sizeof(now))
    if not (region.upright and is_upright(&now.frame)):
        region.converts = True
    return True


cdef uint64_t regions_version(uint64_t world) noexcept nogil:
    global asked_in
    cdef int64_t frame = physics_frame()
    cdef size_t i
    if frame != asked_in:
        asked_in = frame
        for i in range(regions.size()):
            if ask_region(regions[i]):
                place_region(regions[i])
    return versions[world]


cdef bint is_upright(const GdTransform3D* frame) noexcept nogil:
    """Does what lies in one plumb line stay in one, and what is above another above it?"""
    cdef const float* b = &frame.basis[0]
    return fabs(b[1]) < TILT and fabs(b[3]) < TILT and fabs(b[5]) < TILT and fabs(b[7]) < TILT and b[4] > 0 \
        and b[0] * b[8] - b[2] * b[6] > TILT


cdef void convert(Region* region) noexcept:
    """Godot's mesh as a NavMesh of our own: in its own space where the region is upright, so that it needs no other when it moves."""
    cdef void* mesh = region_navigation_mesh(region.node)
    cdef const GdTransform3D* frame = NULL
    forget_mesh(region)
    region.converts, region.upright = False, is_upright(&region.region.frame)
    if not region.upright:
        frame = &region.region.frame
    if mesh == NULL:
        return
    try:
        navmesh, _ = navmesh_of(mesh, frame)
        if navmesh is not None:
            Py_INCREF(navmesh)
            region.navmesh = <PyObject*>navmesh
    except ValueError as error:
        node_error(region.node, f"its navigation mesh is left out: {error}")
    navpy_gd.ref_set_object(&mesh, NULL)


cdef int list_regions(uint64_t world, vector[Region*]* out) except -1:
    """Those that are enabled and have something to give."""
    cdef Region* region
    cdef size_t i
    for i in range(regions.size()):
        region = regions[i]
        if region.world != world or not (region.link.enabled if region.is_link else region.region.enabled):
            continue
        if region.converts:
            convert(region)
        if region.is_link or region.navmesh != NULL:
            out.push_back(region)
    return 0


cdef void* region_link(uint64_t world, int32_t low_bits) noexcept nogil:
    cdef size_t i
    for i in range(regions.size()):
        if regions[i].world == world and regions[i].is_link and <int32_t>(regions[i].id & 0xffffff) == low_bits:
            return regions[i].node
    return NULL
