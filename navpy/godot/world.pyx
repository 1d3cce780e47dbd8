"""One map a World3D. Nodes enter and leave it with the scene tree; the joined navmesh is made when it's next asked
for, so that a scene with many bakers joins them once."""
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy
from libcpp.vector cimport vector
from navpy.godot.engine cimport node_error, node_parent, node_set_physics, read_place, world_of
from navpy.godot.gd cimport GdTransform3D
from navpy.mesh cimport MeshView, surface_at
from navpy.motion.agent cimport Agent
from navpy.motion.crowd_agents cimport crowd_set_mesh
from navpy.motion.crowd_step cimport crowd_decide
from navpy.navmesh cimport NavMesh
from array import array
from navpy.godot.joining import join as join_parts

cdef vector[World*] worlds


# ---- coming and going -------------------------------------------------------------------------------------------

cdef World* world_enter(void* node) noexcept nogil:
    """The map of the world that the node is in; every call wants one `world_leave`. NULL: the node is in none."""
    cdef uint64_t id = world_of(node)
    cdef World* world
    cdef size_t i
    if id == 0:
        return NULL
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
    if world.navmesh != NULL:
        with gil:
            Py_DECREF(<object>world.navmesh)
    del world


cdef void world_set_source(World* world, void* baker, PyObject* navmesh, const GdTransform3D* frame, uint32_t layers) noexcept nogil:
    """Adds or replaces what the baker gives to the map."""
    cdef Source source
    cdef size_t i
    source.baker = baker
    source.navmesh = navmesh
    source.frame = frame[0]
    source.layers = layers
    for i in range(world.sources.size()):
        if world.sources[i].baker == baker:
            world.sources[i] = source
            break
    else:
        world.sources.push_back(source)
    world.stale = True
    world_announce(world)


cdef void world_remove_source(World* world, void* baker) noexcept nogil:
    """Takes the baker off the map; to announce it is the baker's, which has more to tell."""
    cdef size_t i
    for i in range(world.sources.size()):
        if world.sources[i].baker == baker:
            world.sources.erase(world.sources.begin() + i)
            world.stale = True
            return


cdef void world_mesh_changed(World* world, void* baker) noexcept nogil:
    """The baker's navmesh has changed where it is. Where it is the map itself, whoever walks on it sees its version."""
    cdef size_t i
    for i in range(world.sources.size()):
        if world.sources[i].baker == baker and world.sources[i].navmesh != world.navmesh:
            world.stale = True
    world_announce(world)


cdef uint32_t world_flags(World* world, uint32_t layers) noexcept nogil:
    return 0xffff


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


# ---- the joined navmesh -----------------------------------------------------------------------------------------

cdef void place(const GdTransform3D* frame, const double* point, double* out) noexcept nogil:
    cdef const float* b = &frame.basis[0]
    out[0] = b[0] * point[0] + b[1] * point[1] + b[2] * point[2] + frame.origin.x
    out[1] = b[3] * point[0] + b[4] * point[1] + b[5] * point[2] + frame.origin.y
    out[2] = b[6] * point[0] + b[7] * point[1] + b[8] * point[2] + frame.origin.z


cdef bint is_identity(const GdTransform3D* frame) noexcept nogil:
    cdef int i
    for i in range(9):
        if frame.basis[i] != (1 if i % 4 == 0 else 0):
            return False
    return frame.origin.x == 0 and frame.origin.y == 0 and frame.origin.z == 0


cdef object placed(NavMesh mesh, const GdTransform3D* frame):
    """The mesh's vertices in world space, as a list of triples."""
    cdef double out[3]
    cdef int32_t i
    points = []
    for i in range(mesh.view.vertex_count):
        place(frame, mesh.view.vertices + 3 * i, out)
        points.append((out[0], out[1], out[2]))
    return points


cdef object polygons_of(NavMesh mesh):
    """The mesh's polygons, as lists of vertex indices."""
    cdef const MeshView* view = &mesh.view
    cdef int32_t p, c
    return [[view.corners[view.polys[p].first + c] for c in range(view.polys[p].count)] for p in range(view.poly_count)
            if view.polys[p].count > 0]


cdef class Joined:
    """What all sources together are made of, as buffers for a NavMesh."""
    cdef object vertices, offsets, corners, areas, detail_offsets, detail

    def __init__(self):
        self.vertices, self.corners, self.areas, self.detail = array("d"), array("i"), array("i"), array("i")
        self.offsets, self.detail_offsets = array("i", [0]), array("i", [0])

    cdef int add(self, NavMesh mesh, list points, list polygons) except -1:
        """One source's polygons, their corners already among the vertices, with their areas and surfaces. What only a
        surface uses is added to the vertices."""
        cdef const MeshView* view = &mesh.view
        cdef int32_t p, i, k, row = 0
        cdef int32_t triangle[3]
        index_of = {}
        for p in range(view.poly_count):
            if view.polys[p].count == 0:
                continue
            self.corners.extend(polygons[row])
            self.offsets.append(len(self.corners))
            self.areas.append(view.polys[p].area)
            for i in range(view.polys[p].detail_count):
                surface_at(view, p, 0, i, triangle)
                for k in range(3):
                    index = index_of.get(triangle[k])
                    if index is None:
                        index = index_of[triangle[k]] = len(self.vertices) // 3
                        self.vertices.extend(points[triangle[k]])
                    self.detail.append(index)
            self.detail_offsets.append(len(self.detail) // 3)
            row += 1
        return 0

    cdef object mesh(self, double radius, double height, double climb):
        return NavMesh(memoryview(self.vertices).cast("B").cast("d", (len(self.vertices) // 3, 3)), self.offsets, self.corners,
                       self.areas, self.detail_offsets, self.detail, agent_radius=radius, agent_height=height, climb=climb)


cdef object join(World* world, list which):
    """One NavMesh of these sources, in world space; None where there is nothing to walk on."""
    cdef NavMesh mesh
    cdef size_t i
    which = [i for i in which if (<NavMesh>world.sources[<size_t>i].navmesh).view.poly_count > 0]
    if not which:
        return None
    if len(which) == 1 and is_identity(&world.sources[<size_t>which[0]].frame):
        return <NavMesh>world.sources[<size_t>which[0]].navmesh
    parts = []
    radius = height = climb = 0.0
    for i in which:
        mesh = <NavMesh>world.sources[i].navmesh
        parts.append((placed(mesh, &world.sources[i].frame), polygons_of(mesh)))
        radius = max(radius, mesh.view.agent_radius)
        height = max(height, mesh.view.agent_height)
        climb = max(climb, mesh.view.climb)
    points, polygons = join_parts(parts) if len(parts) > 1 else parts[0]
    joined = Joined()
    for point in points:
        joined.vertices.extend(point)
    begin = 0
    for i, part in zip(which, parts):
        joined.add(<NavMesh>world.sources[<size_t>i].navmesh, part[0], polygons[begin:begin + len(part[1])])
        begin += len(part[1])
    return joined.mesh(radius, height, climb)


cdef object join_what_fits(World* world):
    """All sources but those that contradict others before them, as the same navmesh put in twice does."""
    cdef size_t i
    try:
        return join(world, list(range(world.sources.size())))
    except ValueError:
        pass
    fitting = []
    for i in range(world.sources.size()):
        try:
            join(world, [*fitting, i])
            fitting.append(i)
        except ValueError as error:
            node_error(world.sources[i].baker, "its navmesh overlaps that of another NavMeshBaker of this world and is left "
                                               f"out: {error}")
    return join(world, fitting)


cdef void rejoin(World* world) noexcept with gil:
    cdef const MeshView* view = NULL
    cdef PyObject* old = world.navmesh
    cdef size_t i
    world.stale = False
    world.navmesh = NULL
    navmesh = join_what_fits(world)
    if navmesh is not None:
        Py_INCREF(navmesh)
        world.navmesh = <PyObject*>navmesh
        view = &(<NavMesh>navmesh).view
    crowd_set_mesh(&world.crowd.data, view)
    for i in range(world.crowds.size()):
        crowd_set_mesh(&world.crowds[i].data, view)
    if old != NULL:
        Py_DECREF(<object>old)


cdef const MeshView* world_mesh(World* world) noexcept nogil:
    """The map as it stands now; NULL: there is none."""
    if world.stale:
        rejoin(world)
    return world.crowd.data.mesh


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
    world.crowds.push_back(crowd)
    crowd_set_mesh(&crowd.data, world_mesh(world))


cdef void world_remove_crowd(World* world, EngineCrowd* crowd) noexcept nogil:
    cdef size_t i
    for i in range(world.crowds.size()):
        if world.crowds[i] == crowd:
            world.crowds.erase(world.crowds.begin() + i)
            break
    crowd_set_mesh(&crowd.data, NULL)


cdef void world_join_crowd(EngineCrowd* crowd, AgentId id, void* node, void* body) noexcept nogil:
    cdef Member member
    cdef size_t slot = <uint32_t>id
    member.node, member.body, member.frame = node, body, NEVER
    member.place[0] = member.place[1] = member.place[2] = 0
    if crowd.members.size() <= slot:
        crowd.members.resize(slot + 1)
    crowd.members[slot] = member


cdef inline bint takes_part(const Agent* agent) noexcept nogil:
    return agent.generation & 1 and (agent.active or agent.params.avoidance_enabled)


cdef void read_member(EngineCrowd* crowd, size_t slot, int64_t frame, double delta) noexcept nogil:
    """Where the agent is, and how fast it came there since the last frame, whoever moved it. Who came farther than any stride
    was put there."""
    cdef Agent* agent = &crowd.data.agents[slot]
    cdef Member* member = &crowd.members[slot]
    cdef double stride = agent.params.radius + delta * agent.params.max_speed
    cdef double x, z
    read_place(member.body, agent.position)
    x, z = agent.position[0] - member.place[0], agent.position[2] - member.place[2]
    if member.frame == frame - 1 and delta > 0 and x * x + z * z <= stride * stride:
        agent.velocity[0], agent.velocity[1], agent.velocity[2] = x / delta, 0, z / delta
    else:
        agent.velocity[0] = agent.velocity[1] = agent.velocity[2] = 0
    memcpy(member.place, agent.position, sizeof(member.place))
    member.frame = frame


cdef void advance_crowd(World* world, EngineCrowd* crowd, int64_t frame, double delta) noexcept nogil:
    """Steps the crowd once a physics frame, whoever of its members comes first: reads where the agents are and works out the
    velocities they wish for and those that they leave each other. Who stands and is to step aside, or to go back, is woken."""
    cdef Agent* agent
    cdef size_t slot
    if crowd.frame == frame:
        return
    crowd.frame = frame
    world_mesh(world)
    for slot in range(crowd.data.agents.size()):
        if takes_part(&crowd.data.agents[slot]):
            read_member(crowd, slot, frame, delta)
    crowd_decide(&crowd.data, delta)
    for slot in range(crowd.data.agents.size()):
        agent = &crowd.data.agents[slot]
        if agent.generation & 1 and agent.is_aside and (agent.is_pushed or agent.active):
            node_set_physics(crowd.members[slot].node, True)
