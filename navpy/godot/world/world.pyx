"""One map a World3D, and one a navigation map that scripts have made. Nodes enter and leave it with the scene tree; the joined navmesh
is made when it's next asked for, so that a scene with many bakers joins them once."""
from cpython.ref cimport Py_DECREF, PyObject
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.godot.binding.engine cimport node_parent
from navpy.godot.world.engine_crowd cimport NEVER, EngineCrowd, drop_obstacles, end_crowd, step_crowd
from navpy.godot.binding.gd cimport GdTransform3D, navpy_gd
from navpy.godot.binding.overlay cimport offer_overlay
from navpy.godot.world.scene_regions cimport Region, list_regions, map_key, region_link, regions_version, watch_regions
from navpy.godot.world.world_data cimport FIRST_LINK, LinkSource, Listener, Source, World, link_id
from navpy.godot.world.world_map cimport remake_map
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.crowd_agents cimport crowd_set_mesh
from navpy.navmesh.navmesh cimport NavMesh

cdef vector[World*] worlds
cdef uint64_t stays = 0             # of crowds in worlds, so far


# ---- coming and going -------------------------------------------------------------------------------------------

cdef World* world_enter(void* node, uint64_t map) noexcept nogil:
    """The map of the world that the node is in, or another one; every call wants one `world_leave`. NULL: the node is in no world."""
    cdef uint64_t id = map_key(node, map)
    cdef World* world
    cdef size_t i
    if id == 0:
        return NULL
    offer_overlay(node)
    for i in range(worlds.size()):
        if worlds[i].id == id:
            worlds[i].users += 1
            return worlds[i]
    world = new World()                         # all zero
    world.id = id
    world.users = 1
    world.crowd.frame = NEVER
    worlds.push_back(world)
    return world


cdef void world_leave(World* world) noexcept nogil:
    cdef size_t i
    world.users -= 1
    if world.users > 0:
        return
    for i in range(worlds.size()):
        if worlds[i] == world:
            worlds.erase(worlds.begin() + i)
            break
    with gil:
        if world.navmesh != NULL:
            Py_DECREF(<object>world.navmesh)
        if world.copied != NULL:
            Py_DECREF(<object>world.copied)
    end_crowd(&world.crowd)
    del world


# ---- what it consists of ----------------------------------------------------------------------------------------

cdef Source* source_of(World* world, void* baker) noexcept nogil:
    cdef size_t i
    for i in range(world.sources.size()):
        if world.sources[i].baker == baker:
            return &world.sources[i]
    return NULL


cdef LinkSource* link_of(World* world, void* node) noexcept nogil:
    cdef size_t i
    for i in range(world.links.size()):
        if world.links[i].node == node:
            return &world.links[i]
    return NULL


cdef void world_set_source(World* world, void* baker, PyObject* navmesh, const GdTransform3D* frame, uint32_t layers,
                           double enter_cost, double travel_cost) noexcept nogil:
    """Adds or replaces what the baker gives to the map."""
    cdef Source* known = source_of(world, baker)
    cdef Source source
    memset(&source, 0, sizeof(source))
    source.baker, source.navmesh, source.frame, source.layers = baker, navmesh, frame[0], layers
    source.enter_cost, source.travel_cost = enter_cost, travel_cost
    if known != NULL:
        known[0] = source
    else:
        world.sources.push_back(source)
    world.stale = True
    world_announce(world)


cdef void world_remove_source(World* world, void* baker) noexcept nogil:
    """Takes the baker off the map; to announce it is the baker's, which has more to tell."""
    cdef Source* known = source_of(world, baker)
    if known != NULL:
        world.sources.erase(world.sources.begin() + (known - world.sources.data()))
        world.stale = True


cdef void world_mesh_changed(World* world, void* baker) noexcept nogil:
    """The baker's navmesh has changed where it is. Where it is the map itself, whoever walks on it sees its version."""
    cdef Source* known = source_of(world, baker)
    if known != NULL and known.navmesh != world.navmesh:
        world.stale = True
    world_announce(world)


cdef void world_set_link(World* world, const LinkSource* link) noexcept nogil:
    """Adds or replaces what the node gives to the map, if it is another than before."""
    cdef LinkSource* known = link_of(world, link.node)
    cdef LinkSource own = link[0]
    own.id = link_id(navpy_gd.object_get_instance_id(link.node))
    if known != NULL and memcmp(known, &own, sizeof(own)) == 0:
        return
    if known != NULL:
        known[0] = own
    else:
        world.links.push_back(own)
    world.stale = True
    world_announce(world)


cdef void world_remove_link(World* world, void* node) noexcept nogil:
    cdef LinkSource* known = link_of(world, node)
    if known != NULL:
        world.links.erase(world.links.begin() + (known - world.links.data()))
        world.stale = True
        world_announce(world)


cdef void* world_link_node(World* world, int32_t id) noexcept nogil:
    cdef size_t i
    for i in range(world.links.size()):
        if world.links[i].id == id:
            return world.links[i].node
    return region_link(world.id, id - FIRST_LINK) if id >= FIRST_LINK else NULL


cdef uint32_t world_flags(World* world, uint32_t layers) noexcept nogil:
    """0: nothing of the ground is on any of these layers. Bits that stand for no layers are set, so that who walks everywhere has
    them all. Listeners are told when the answer may be another one."""
    cdef uint32_t closed = 0
    cdef size_t i
    for i in range(world.masks.size()):
        if not world.masks[i] & layers:
            closed |= 1 << i
    if world.ground_masks != 0 and (closed & world.ground_masks) == world.ground_masks:
        return 0
    return 0xffff & ~closed


cdef void world_add_listener(World* world, void* instance, void (*map_changed)(void*) noexcept nogil) noexcept nogil:
    cdef Listener listener
    listener.instance = instance
    listener.map_changed = map_changed
    world.listeners.push_back(listener)


cdef void world_remove_listener(World* world, void* instance) noexcept nogil:
    cdef size_t i
    for i in range(world.listeners.size()):
        if world.listeners[i].instance == instance:
            world.listeners[i] = world.listeners.back()
            world.listeners.pop_back()
            return


cdef void world_announce(World* world) noexcept nogil:
    """Tells everybody that the map, or whether one is being baked, has changed."""
    cdef size_t i
    for i in range(world.listeners.size()):
        world.listeners[i].map_changed(world.listeners[i].instance)


# ---- its navmesh ------------------------------------------------------------------------------------------------

cdef void remake(World* world) noexcept with gil:
    cdef const MeshView* view = NULL
    cdef vector[uint32_t] masks = world.masks
    cdef uint32_t ground_masks = world.ground_masks
    cdef size_t i
    world.stale = False
    if remake_map(world):
        if world.navmesh != NULL:
            view = &(<NavMesh>world.navmesh).view
        crowd_set_mesh(&world.crowd.data, view)
        for i in range(world.crowds.size()):
            crowd_set_mesh(&world.crowds[i].data, view)
    if masks != world.masks or ground_masks != world.ground_masks:
        world_announce(world)           # layers have other flags now


cdef void look_at_regions(World* world) noexcept nogil:
    """Is the map to be of the scene's regions, and are they other ones than it is made of?"""
    cdef bint of_regions = world.bakers == 0
    cdef uint64_t version = 0
    if of_regions:
        watch_regions(frame_begins)
        version = regions_version(world.id)
    if of_regions != world.of_regions or version != world.regions_version:
        world.of_regions, world.regions_version, world.stale = of_regions, version, True


cdef void frame_begins() noexcept nogil:
    """Those who wait for a way hear of changes of regions; those who walk look for themselves."""
    cdef uint64_t version
    cdef size_t i = 0
    while i < worlds.size():
        if worlds[i].bakers == 0 and not worlds[i].listeners.empty():
            version = worlds[i].regions_version
            look_at_regions(worlds[i])
            if version != worlds[i].regions_version:
                world_announce(worlds[i])
        i += 1


cdef const MeshView* world_mesh(World* world) noexcept nogil:
    """The map as it stands now; NULL: there is none."""
    if world.bakers == 0 or world.of_regions:
        look_at_regions(world)
    if world.stale:
        remake(world)
    return world.crowd.data.mesh


cdef void* world_ground_node(World* world, PolyRef poly) noexcept nogil:
    cdef size_t i
    for i in range(world.ground_ends.size()):
        if 0 <= poly < world.ground_ends[i]:
            return navpy_gd.object_get_instance_from_id(world.ground_nodes[i])
    return NULL


cdef bint world_has_regions(World* world) noexcept nogil:
    cdef vector[Region*] found
    cdef size_t i
    if world.bakers > 0:
        return False
    watch_regions(frame_begins)
    with gil:
        list_regions(world.id, &found)
    for i in range(found.size()):
        if not found[i].is_link:
            return True
    return False


# ---- crowds -----------------------------------------------------------------------------------------------------

cdef EngineCrowd* world_crowd_of(World* world, void* node) noexcept nogil:
    """The crowd of the nearest Crowd node above, else the world's own."""
    cdef size_t i
    node = node_parent(node) if not world.crowds.empty() else NULL
    while node != NULL:
        for i in range(world.crowds.size()):
            if world.crowds[i].owner == node:
                return world.crowds[i]
        node = node_parent(node)
    return &world.crowd


cdef void world_add_crowd(World* world, EngineCrowd* crowd) noexcept nogil:
    global stays
    stays += 1
    crowd.stay = stays
    world.crowds.push_back(crowd)
    crowd_set_mesh(&crowd.data, world.crowd.data.mesh)      # as it stands; whoever asks for a path has it made anew if need be


cdef void world_remove_crowd(World* world, EngineCrowd* crowd) noexcept nogil:
    cdef size_t i
    for i in range(world.crowds.size()):
        if world.crowds[i] == crowd:
            world.crowds.erase(world.crowds.begin() + i)
            break
    drop_obstacles(crowd)
    crowd_set_mesh(&crowd.data, NULL)


cdef void advance_crowd(World* world, EngineCrowd* crowd, int64_t frame, double delta) noexcept nogil:
    """Steps the crowd, if it has not been in this physics frame, on the map as it stands now."""
    world_mesh(world)
    step_crowd(crowd, frame, delta)
