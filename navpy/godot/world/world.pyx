"""The navigation maps: one for each World3D, and for each map made by a script with agents on it.

Nodes enter and leave a map with the scene tree. The map's navmesh is made when something next asks for it, so a scene with many
bakers merges their navmeshes once."""
from cpython.ref cimport Py_DECREF, PyObject
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.godot.binding.class_spec cimport Instance     # no-cython-lint: it sees no base of a cppclass
from navpy.godot.binding.engine cimport (
    game_frame, in_editor, node_can_process, node_parent, node_update_warnings, physics_ticks, walking_frame)
from navpy.godot.world.engine_crowd cimport NEVER, EngineCrowd, read_members, release_crowd, step_members
from navpy.godot.binding.gd cimport GdTransform3D, navpy_gd
from navpy.godot.binding.log cimport node_warning
from navpy.godot.binding.overlay cimport offer_overlay
from navpy.godot.binding.threads cimport on_main_thread
from navpy.godot.world.map_rules cimport MapRules, is_current, update_map_rules
from navpy.godot.world.nav_filter_data cimport NO_END, NavFilter
from navpy.godot.world.scene_obstacles cimport forget_world, has_scene_obstacles, update_scene_obstacles
from navpy.godot.world.scene_regions cimport find_scene_link, find_scene_region, scene_version, watch_scene
from navpy.godot.streaming.streamed_ground cimport CrowdGuideRef, StreamedGround, update_map_guide
from navpy.godot.world.viewports cimport follow_worlds, watch_viewport
from navpy.godot.world.navigation_map cimport (
    ALL_MASKS, Listener, MapBaker, MapLink, MapRegion, NavigationMap, link_id, map_key_of, version_base)
from navpy.godot.world.world_map cimport rebuild_map
from navpy.mesh.half_edges cimport FilterRules, prefetch
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent_memory cimport PREFETCHED
from navpy.motion.crowd.crowd_agents cimport crowd_drop_filter, crowd_set_mesh
from navpy.motion.crowd.obstacle_outlines cimport stop_outlines
from navpy.motion.crowd.visitors cimport OtherCrowd, are_near
from navpy.motion.agent.walkable cimport (
    ALL_FLAGS, WalkableArea, find_walkable, invalidate, invalidate_filtered, make_walkable, update_clearance)
from navpy.navmesh.navmesh cimport NavMesh
from navpy.streaming.crowd_guide cimport WorldView, next_goal

cdef extern from *:
    """
    #include <chrono>
    static uint64_t navpy_random_seed() {
        return (uint64_t)std::chrono::steady_clock::now().time_since_epoch().count() * 0x9E3779B97F4A7C15u;
    }
    """
    uint64_t random_seed "navpy_random_seed"() noexcept nogil

cdef enum:
    MAX_QUERY_AREAS = 16            # areas of a map for queries by scripts, for each filter and path_radius

cdef vector[NavigationMap*] worlds


# ---- nodes enter and leave ----

cdef NavigationMap* world_enter(const Instance* instance, uint64_t map) noexcept nogil:
    """The map with this RID, 0: of the World3D that the node is in, World2D of a node of the plane. NULL: it is in none. Each call
    needs one `world_leave`."""
    return world_of_node(instance.owner, map, instance.cls.is_plane)


cdef NavigationMap* world_of_node(void* node, uint64_t map, bint plane) noexcept nogil:
    cdef uint64_t id = map_key_of(node, map, plane)
    if id == 0:
        return NULL
    offer_overlay(node, plane)
    watch_viewport(node, plane)
    watch_scene(plane, on_frame_start)
    return world_of_id(id, plane)


cdef NavigationMap* world_of_id(uint64_t id, bint plane) noexcept nogil:
    cdef NavigationMap* world
    cdef size_t i
    for i in range(worlds.size()):
        if worlds[i].id == id:
            worlds[i].user_count += 1
            return worlds[i]
    world = new NavigationMap()          # all zero
    world.id, world.is_plane = id, plane
    world.user_count, world.random_state = 1, random_seed()
    world.crowd.frame = world.crowd.read_frame = NEVER
    worlds.push_back(world)
    return world


cdef void world_keep(NavigationMap* world) noexcept nogil:
    world.user_count += 1


cdef void world_leave(NavigationMap* world) noexcept nogil:
    cdef size_t i
    world.user_count -= 1
    if world.user_count > 0:
        return
    for i in range(worlds.size()):
        if worlds[i] == world:
            worlds.erase(worlds.begin() + i)
            break
    forget_world(world)
    with gil:
        if world.navmesh != NULL:
            Py_DECREF(<object>world.navmesh)
        if world.original != NULL:
            Py_DECREF(<object>world.original)
    release_crowd(&world.crowd)
    for i in range(world.rules.size()):
        del world.rules[i]
    del world


# ---- bakers, regions, links, listeners ----

cdef void world_add_baker(NavigationMap* world, void* instance, bint (*is_rebaking)(void*) noexcept nogil) noexcept nogil:
    cdef MapBaker baker
    baker.instance, baker.is_rebaking = instance, is_rebaking
    world.bakers.push_back(baker)


cdef void world_remove_baker(NavigationMap* world, void* instance) noexcept nogil:
    cdef size_t i
    for i in range(world.bakers.size()):
        if world.bakers[i].instance == instance:
            world.bakers.erase(world.bakers.begin() + i)
            return


cdef bint world_is_pending(NavigationMap* world) noexcept nogil:
    """True if a baker is at work, so that the navmesh is about to change."""
    cdef size_t i
    if world.baking_count > 0:
        return True
    for i in range(world.bakers.size()):
        if world.bakers[i].is_rebaking(world.bakers[i].instance):
            return True
    return False


cdef bint world_hides_regions(const NavigationMap* world) noexcept nogil:
    return not world.bakers.empty() and world.regions.empty() and find_scene_region(world.id) != NULL


cdef void* world_scene_region(const NavigationMap* world) noexcept nogil:
    return find_scene_region(world.id)


cdef void report_hidden_regions(NavigationMap* world) noexcept with gil:
    world.has_reported_hidden = True
    node_warning((<Instance*>world.bakers[0].instance).owner,
                 "it is disabled or has no navmesh, and hides the scene's NavigationRegion3D nodes, as "
                 "agents walk on NavMeshBakers alone where there is one: bake it and set enabled, or remove it from the scene")


cdef MapRegion* find_region(NavigationMap* world, void* node) noexcept nogil:
    cdef size_t i
    for i in range(world.regions.size()):
        if world.regions[i].node == node:
            return &world.regions[i]
    return NULL


cdef MapLink* find_link(NavigationMap* world, void* node) noexcept nogil:
    cdef size_t i
    for i in range(world.links.size()):
        if world.links[i].node == node:
            return &world.links[i]
    return NULL


cdef void world_set_region(NavigationMap* world, void* node, PyObject* navmesh, const vector[uint32_t]* masks,
                           const GdTransform3D* frame,
                           uint32_t layers, double enter_cost, double travel_cost, bint is_converted) noexcept nogil:
    """Adds the node's region, or replaces its former region."""
    cdef MapRegion* known = find_region(world, node)
    cdef MapRegion region
    memset(&region, 0, sizeof(region))
    region.node, region.navmesh, region.frame, region.layers = node, navmesh, frame[0], layers
    region.masks, region.enter_cost, region.travel_cost = masks, enter_cost, travel_cost
    region.joins_edges, region.is_converted = True, is_converted
    if known != NULL:
        known[0] = region
    else:
        world.regions.push_back(region)
    world.is_stale = True
    world_notify_listeners(world)


cdef void world_remove_region(NavigationMap* world, void* node) noexcept nogil:
    """Removes the node's region. The caller notifies the listeners, because it changes more of the map first."""
    cdef MapRegion* known = find_region(world, node)
    if known != NULL:
        world.regions.erase(world.regions.begin() + (known - world.regions.data()))
        world.is_stale = True


cdef void world_update_region(NavigationMap* world, void* node) noexcept nogil:
    """The node's navmesh was changed in place. If it is the map's navmesh itself, its version tells the crowds; else the map is made
    anew."""
    cdef MapRegion* known = find_region(world, node)
    if known != NULL and known.navmesh != world.navmesh:
        world.is_stale = True
    world_notify_listeners(world)


# ---- streamed ground ----

cdef void update_guides(NavigationMap* world) noexcept nogil:
    cdef size_t i
    update_map_guide(&world.crowd.guide, &world.crowd.data, &world.grounds)
    for i in range(world.crowds.size()):
        update_map_guide(&world.crowds[i].guide, &world.crowds[i].data, &world.grounds)


cdef void world_set_stream(NavigationMap* world, void* node, const GdTransform3D* frame, const WorldView* view) noexcept nogil:
    cdef StreamedGround ground
    cdef size_t i = 0
    ground.node, ground.frame, ground.view = node, frame[0], view[0]
    while i < world.grounds.size() and world.grounds[i].node != node:
        i += 1
    if i < world.grounds.size():
        world.grounds[i] = ground
    else:
        world.grounds.push_back(ground)
    update_guides(world)


cdef void world_remove_stream(NavigationMap* world, void* node) noexcept nogil:
    cdef size_t i
    for i in range(world.grounds.size()):
        if world.grounds[i].node == node:
            world.grounds.erase(world.grounds.begin() + i)
            update_guides(world)
            return


cdef bint world_next_goal(NavigationMap* world, void* node, CrowdGuideRef* guide, int32_t* asker, int32_t* tile) noexcept nogil:
    cdef EngineCrowd* crowd
    cdef size_t i, k
    for i in range(world.grounds.size()):
        if world.grounds[i].node != node:
            continue
        for k in range(world.crowds.size() + 1):
            crowd = world.crowds[k] if k < world.crowds.size() else &world.crowd
            tile[0] = next_goal(crowd.guide.guides[i].get(), asker)
            if tile[0] >= 0:
                guide[0] = crowd.guide.guides[i]
                return True
    return False


# ---- links ----

cdef void world_set_link(NavigationMap* world, const MapLink* link) noexcept nogil:
    """Adds the node's link, or replaces its former link if they differ."""
    cdef MapLink* known = find_link(world, link.node)
    cdef MapLink own = link[0]
    own.id = link_id(navpy_gd.object_get_instance_id(link.node))
    if known != NULL and memcmp(known, &own, sizeof(own)) == 0:
        return
    if known != NULL:
        known[0] = own
    else:
        world.links.push_back(own)
    world.is_stale = True
    world_notify_listeners(world)


cdef void world_remove_link(NavigationMap* world, void* node) noexcept nogil:
    cdef MapLink* known = find_link(world, node)
    if known != NULL:
        world.links.erase(world.links.begin() + (known - world.links.data()))
        world.is_stale = True
        world_notify_listeners(world)


cdef void* world_link_node(NavigationMap* world, int32_t id) noexcept nogil:
    cdef size_t i
    for i in range(world.links.size()):
        if world.links[i].id == id:
            return world.links[i].node
    return find_scene_link(world.id, id)


cdef uint32_t world_flags(NavigationMap* world, uint32_t layers) noexcept nogil:
    """Bits of the layer masks that share a layer with `layers`; 0: no region has any of these layers. Bits without a mask are set,
    too, so an agent without limits has all 16. Listeners are called when the result may have changed."""
    cdef uint32_t closed = 0
    cdef size_t i
    for i in range(world.layer_masks.size()):
        if not world.layer_masks[i] & layers:
            closed |= 1 << i
    if world.region_flags != 0 and (closed & world.region_flags) == world.region_flags:
        return 0
    return ALL_MASKS & ~closed


cdef void world_add_listener(NavigationMap* world, void* instance, void (*map_changed)(void*) noexcept nogil) noexcept nogil:
    cdef Listener listener
    listener.instance = instance
    listener.map_changed = map_changed
    world.listeners.push_back(listener)


cdef void world_remove_listener(NavigationMap* world, void* instance) noexcept nogil:
    cdef size_t i
    for i in range(world.listeners.size()):
        if world.listeners[i].instance == instance:
            world.listeners[i] = world.listeners.back()
            world.listeners.pop_back()
            return


cdef void world_notify_listeners(NavigationMap* world) noexcept nogil:
    """Calls all listeners: the map has changed, or a bake of it has begun or ended."""
    cdef size_t i
    for i in range(world.listeners.size()):
        if i + PREFETCHED < world.listeners.size():
            prefetch(world.listeners[i + PREFETCHED].instance)
        world.listeners[i].map_changed(world.listeners[i].instance)


# ---- the navmesh ----

cdef void rebuild_navmesh(NavigationMap* world) noexcept with gil:
    cdef const MeshView* view = NULL
    cdef vector[uint32_t] masks = world.layer_masks
    cdef uint32_t region_flags = world.region_flags
    cdef size_t i
    world.is_stale = False
    if rebuild_map(world):
        world.mesh_count += 1
        if world.navmesh != NULL:
            view = &(<NavMesh>world.navmesh).view
        crowd_set_mesh(&world.crowd.data, view)
        for i in range(world.crowds.size()):
            crowd_set_mesh(&world.crowds[i].data, view)
    if masks != world.layer_masks or region_flags != world.region_flags:
        world_notify_listeners(world)       # the flags of navigation layers have changed


cdef void check_scene(NavigationMap* world) noexcept nogil:
    """Marks the navmesh as stale if the scene's regions have changed, or if the first baker has come or the last has gone."""
    cdef bint uses_scene_regions = world.bakers.empty()
    cdef uint64_t version = 0
    if uses_scene_regions:
        watch_scene(world.is_plane, on_frame_start)
        version = scene_version(world.id)
    if uses_scene_regions != world.uses_scene_regions or version != world.scene_version:
        world.uses_scene_regions, world.scene_version, world.is_stale = uses_scene_regions, version, True


cdef void world_read_obstacles() noexcept nogil:
    if has_scene_obstacles():
        update_scene_obstacles(&worlds, 0.0)


cdef void update_baker_warnings(NavigationMap* world) noexcept nogil:
    cdef uint64_t version = scene_version(world.id)
    cdef size_t i
    if version != world.warned_version:
        world.warned_version = version
        for i in range(world.bakers.size()):
            node_update_warnings((<Instance*>world.bakers[i].instance).owner)


cdef void on_frame_start() noexcept nogil:
    """At the beginning of a physics frame, takes nodes to the world of their viewport, reads the scene's obstacles and notifies the
    listeners of changed regions. A node that waits for a navmesh isn't processed and cannot ask. Nodes that are processed ask by
    `world_mesh`."""
    cdef uint64_t version
    cdef size_t i = 0
    follow_worlds()
    if has_scene_obstacles():
        update_scene_obstacles(&worlds, 1.0 / physics_ticks())
    while i < worlds.size():
        if worlds[i].bakers.empty() and not worlds[i].listeners.empty():
            version = worlds[i].scene_version
            check_scene(worlds[i])
            if version != worlds[i].scene_version:
                world_notify_listeners(worlds[i])
            if not in_editor():
                world_mesh(worlds[i])           # for other threads; while tiles are painted nobody needs it
        if in_editor():
            update_baker_warnings(worlds[i])
        i += 1


cdef const MeshView* world_mesh(NavigationMap* world) noexcept nogil:
    """The map's navmesh, made anew if it is stale; NULL: nothing is walkable. The regions of the scene are nodes, and the engine lets
    the main thread alone read them: other threads get the regions of the frame's beginning."""
    cdef bint uses_scene = world.bakers.empty() or world.uses_scene_regions
    if not uses_scene or on_main_thread():
        if uses_scene:
            check_scene(world)
        if world.is_stale:
            rebuild_navmesh(world)
    if not world.rules.empty():
        update_rules(world)
    if world.crowd.data.mesh == NULL and world.baking_count == 0 and not world.has_reported_hidden and not in_editor() \
            and on_main_thread() \
            and world_hides_regions(world):
        report_hidden_regions(world)
    return world.crowd.data.mesh


# ---- filters ----

cdef uint32_t flags_with(const NavigationMap* world, uint32_t layers) noexcept nogil:
    """Bits of the layer masks that share a layer with `layers`."""
    cdef uint32_t flags = 0
    cdef size_t i
    for i in range(world.layer_masks.size()):
        if world.layer_masks[i] & layers:
            flags |= 1 << i
    return flags


cdef int update_rules(NavigationMap* world) except -1 nogil:
    cdef const MeshView* mesh = world.crowd.data.mesh
    cdef MapRules* own
    cdef uint32_t included, excluded
    cdef size_t i
    for i in range(world.rules.size()):
        own = world.rules[i]
        end_blocks(own.filter)
        included, excluded = world_flags(world, own.filter.navigation_layers), flags_with(world, own.filter.excluded_layers)
        if not is_current(own, mesh) or own.rules.include_flags != included or own.rules.exclude_flags != excluded:
            update_map_rules(own, mesh, included, excluded)
    return 0


cdef void end_blocks(NavFilter* filter) noexcept nogil:
    """Removes the blocks that have ended."""
    cdef int64_t now
    cdef size_t i, kept = 0
    if filter.next_end == NO_END:
        return
    now = game_frame()
    if now < filter.next_end:
        return
    filter.next_end = NO_END
    for i in range(filter.blocks.size()):
        if filter.blocks[i].end > now:
            filter.next_end = min(filter.next_end, filter.blocks[i].end)
            filter.blocks[kept] = filter.blocks[i]
            kept += 1
    filter.blocks.resize(kept)
    filter.version += 1


cdef const FilterRules* world_rules(NavigationMap* world, NavFilter* filter) except NULL nogil:
    cdef MapRules* own
    cdef size_t i
    for i in range(world.rules.size()):
        if world.rules[i].filter == filter:
            return &world.rules[i].rules
    own = new MapRules()            # all zero
    own.filter = filter
    world.rules.push_back(own)
    update_rules(world)
    return &own.rules


cdef void world_drop_filter(NavFilter* filter) noexcept nogil:
    cdef NavigationMap* world
    cdef size_t w, i, k
    for w in range(worlds.size()):
        world = worlds[w]
        for i in range(world.rules.size()):
            if world.rules[i].filter == filter:
                crowd_drop_filter(&world.crowd.data, &world.rules[i].rules)
                for k in range(world.crowds.size()):
                    crowd_drop_filter(&world.crowds[k].data, &world.rules[i].rules)
                world.query_areas.areas.clear()
                world.query_areas.flag_graphs.clear()
                del world.rules[i]
                world.rules.erase(world.rules.begin() + i)
                break


cdef int world_query_area(NavigationMap* world, NavFilter* filter, const WalkableArea** out) except -1 nogil:
    cdef const MeshView* mesh = world.crowd.data.mesh
    cdef const FilterRules* rules = NULL
    cdef uint64_t version = version_base(world) + mesh.version
    cdef double radius = 0.0
    out[0] = NULL
    if filter == NULL:
        return 0
    rules, radius = world_rules(world, filter), filter.path_radius
    if world.query_version != version:
        invalidate(&world.query_areas, version_base(world) > world.query_version)
        world.query_version = version
    else:
        invalidate_filtered(&world.query_areas)
    if not find_walkable(&world.query_areas, ALL_FLAGS, rules, radius, out):
        if world.query_areas.areas.size() > MAX_QUERY_AREAS:        # path_radius was changed many times
            world.query_areas.areas.clear()
        out[0] = make_walkable(&world.query_areas, ALL_FLAGS, rules, radius)
    return update_clearance(mesh, <WalkableArea*>out[0])


cdef void* world_region_node(NavigationMap* world, PolyRef poly) noexcept nogil:
    cdef size_t i
    for i in range(world.region_ends.size()):
        if 0 <= poly < world.region_ends[i]:
            return navpy_gd.object_get_instance_from_id(world.region_nodes[i])
    return NULL


# ---- crowds ----

cdef EngineCrowd* world_crowd_of(NavigationMap* world, void* node) noexcept nogil:
    """The crowd of the nearest Crowd node above the node, else the world's own crowd."""
    cdef size_t i
    node = node_parent(node) if not world.crowds.empty() else NULL
    while node != NULL:
        for i in range(world.crowds.size()):
            if world.crowds[i].owner == node:
                return world.crowds[i]
        node = node_parent(node)
    return &world.crowd


cdef void world_add_crowd(NavigationMap* world, EngineCrowd* crowd) noexcept nogil:
    world.crowds.push_back(crowd)
    crowd_set_mesh(&crowd.data, world.crowd.data.mesh)      # perhaps a stale one: the next call of world_mesh replaces it
    update_map_guide(&crowd.guide, &crowd.data, &world.grounds)


cdef void world_remove_crowd(NavigationMap* world, EngineCrowd* crowd) noexcept nogil:
    cdef size_t i
    for i in range(world.crowds.size()):
        if world.crowds[i] == crowd:
            world.crowds.erase(world.crowds.begin() + i)
            break
    for i in range(world.rules.size()):
        crowd_drop_filter(&crowd.data, &world.rules[i].rules)
    crowd_set_mesh(&crowd.data, NULL)
    update_map_guide(&crowd.guide, &crowd.data, NULL)


cdef bint is_here(const NavigationMap* world, const EngineCrowd* crowd) noexcept nogil:
    cdef size_t i
    for i in range(world.crowds.size()):
        if world.crowds[i] == crowd:
            return True
    return crowd == &world.crowd


cdef inline bint is_idle(const EngineCrowd* crowd, int64_t frame) noexcept nogil:
    """True if no member makes its step: none walks."""
    return crowd.frame != frame and crowd.data.active.empty() and (crowd.owner == NULL or node_can_process(crowd.owner))


cdef void step_one(NavigationMap* world, EngineCrowd* crowd, int64_t frame, double delta, vector[EngineCrowd*]* idle) noexcept nogil:
    """The step of a crowd that sees the others. A crowd that made none in the frame before stands, as it is idle or must not be
    processed. idle: idle crowds nearby are appended; NULL: they are not asked for."""
    cdef vector[OtherCrowd] others
    cdef OtherCrowd other
    cdef EngineCrowd* seen
    cdef size_t i
    stop_outlines(&world.outlines, frame - 1)
    crowd.data.avoidance.outlines, crowd.data.avoidance.with_cut_out = &world.outlines, world.bakers.empty()
    read_members(crowd, frame, delta)
    for i in range(world.crowds.size() + 1):
        seen = world.crowds[i] if i < world.crowds.size() else &world.crowd
        if seen == crowd:
            continue
        if seen.read_frame != frame:
            read_members(seen, frame, delta)
        other.crowd = &seen.data
        other.stands = seen.frame < frame - 1
        others.push_back(other)
        if idle != NULL and is_idle(seen, frame) and are_near(&crowd.data, &seen.data):
            idle.push_back(seen)
    step_members(crowd, &others, frame, delta)


cdef void advance_crowd(NavigationMap* world, EngineCrowd* crowd, double delta) noexcept nogil:
    """Steps the crowd on the map's present navmesh, unless it was stepped in this frame already, or time stands still. Then
    idle crowds nearby, as some of their agents may have to step aside. Scripts of nodes that a crowd moves may free crowds and take
    nodes out of the world."""
    cdef vector[EngineCrowd*] idle
    cdef int64_t frame
    cdef size_t i
    world_mesh(world)
    if not delta > 0.0:
        return
    frame = walking_frame()
    if crowd.frame == frame:
        return
    world_keep(world)
    step_one(world, crowd, frame, delta, &idle)
    for i in range(idle.size()):
        if is_here(world, idle[i]) and is_idle(idle[i], frame):
            step_one(world, idle[i], frame, delta, NULL)
    world_leave(world)
