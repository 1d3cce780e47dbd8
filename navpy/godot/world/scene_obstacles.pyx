"""Keeps a list of the scene's NavigationObstacle3D and NavigationObstacle2D nodes for scene_regions, which finds them. The engine's
nodes have no signal for a change, so their properties are read once in a physics frame. The crowds' agents avoid them like a
NavObstacle, and bakers cut them out once they rest, as the engine never bakes on its own when an obstacle has moved."""
from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memcpy
from libcpp.vector cimport vector
from navpy.godot.world.engine_nodes cimport EngineObstacle, read_obstacle, read_obstacle_vertices
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.binding.plane cimport is_flat
from navpy.godot.world.obstacle cimport (
    MOVE_THRESHOLD, REST_TIME, WorldObstacle, advance_rest, enter_world, exit_world, update_avoidance, update_carving, waits_for_rest)
from navpy.godot.world.navigation_map cimport NavigationMap, map_key_of

cdef cppclass SceneObstacle:
    EngineObstacle known            # the node's properties as last read
    WorldObstacle obstacle
    bint is_reshaped                # the shape that a baker cuts out has changed, other than by its place

cdef vector[SceneObstacle*] obstacles   # in the order in which their nodes entered the tree
cdef vector[GdVector3] vertices         # scratch


cdef bint has_scene_obstacles() noexcept nogil:
    return not obstacles.empty()


cdef void add_scene_obstacle(void* node) noexcept nogil:
    cdef SceneObstacle* entry
    cdef size_t i
    for i in range(obstacles.size()):
        if obstacles[i].obstacle.node == node:
            return
    entry = new SceneObstacle()         # all zero
    entry.obstacle.node, entry.obstacle.is_engine_node, entry.obstacle.carve_when_resting = node, True, True
    entry.obstacle.rest_time, entry.obstacle.move_threshold = REST_TIME, MOVE_THRESHOLD
    obstacles.push_back(entry)


cdef void remove_scene_obstacle(void* node) noexcept nogil:
    cdef SceneObstacle* entry
    cdef size_t i
    for i in range(obstacles.size()):
        if obstacles[i].obstacle.node == node:
            entry = obstacles[i]
            obstacles.erase(obstacles.begin() + i)
            exit_world(&entry.obstacle)
            del entry
            return


cdef void forget_world(const NavigationMap* world) noexcept nogil:
    cdef size_t i
    for i in range(obstacles.size()):
        if obstacles[i].obstacle.world == world:
            exit_world(&obstacles[i].obstacle)


# ---- once a physics frame ----

cdef bint read_properties(SceneObstacle* entry) noexcept nogil:
    """True: a property has changed, or the node's place. Sets is_reshaped."""
    cdef WorldObstacle* obstacle = &entry.obstacle
    cdef EngineObstacle now
    read_obstacle(obstacle.node, &now)
    read_obstacle_vertices(obstacle.node, &vertices)
    entry.is_reshaped = vertices.size() != obstacle.vertices.size() or now.radius != obstacle.radius or now.height != obstacle.height \
        or now.affects_mesh != obstacle.affect_navigation_mesh or now.carves_mesh != obstacle.carve_navigation_mesh \
        or memcmp(vertices.data(), obstacle.vertices.data(), vertices.size() * sizeof(GdVector3)) != 0
    if not entry.is_reshaped and memcmp(&now, &entry.known, sizeof(now)) == 0:
        return False
    memcpy(&entry.known, &now, sizeof(now))
    obstacle.vertices.swap(vertices)
    obstacle.radius, obstacle.height, obstacle.velocity = now.radius, now.height, now.velocity
    obstacle.avoidance_layers, obstacle.avoidance_enabled = now.layers, now.avoidance_enabled
    obstacle.affect_navigation_mesh, obstacle.carve_navigation_mesh = now.affects_mesh, now.carves_mesh
    return True


cdef NavigationMap* find_world(const vector[NavigationMap*]* worlds, const SceneObstacle* entry) noexcept nogil:
    """The navigation map of the node: its own, or its World3D's. NULL: no node of ours is there."""
    cdef uint64_t key = map_key_of(entry.obstacle.node, entry.known.map, is_flat(entry.obstacle.node))
    cdef size_t i
    for i in range(worlds.size()):
        if worlds[0][i].id == key:
            return worlds[0][i]
    return NULL


cdef void update_scene_obstacles(const vector[NavigationMap*]* worlds, double delta) noexcept nogil:
    cdef WorldObstacle* obstacle
    cdef NavigationMap* world
    cdef size_t i
    cdef bint has_changed
    for i in range(obstacles.size()):
        obstacle = &obstacles[i].obstacle
        has_changed = read_properties(obstacles[i])
        world = find_world(worlds, obstacles[i])
        if world != obstacle.world:
            exit_world(obstacle)
            enter_world(obstacle, world)
        elif has_changed:
            update_avoidance(obstacle)
            if obstacles[i].is_reshaped or not waits_for_rest(obstacle):
                update_carving(obstacle)
        if waits_for_rest(obstacle):
            advance_rest(obstacle, delta)
