"""The points of the path and their metadata, as the engine has them."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcmp, memcpy
from libcpp.algorithm cimport sort, unique
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef, REASON_NONE, STATUS_SUCCESS
from navpy.base.geom cimport distance2, distance3
from navpy.godot.binding.engine cimport *
from navpy.godot.world.engine_nodes cimport rid_of
from navpy.godot.binding.gd cimport DICTIONARY, GdPacked, GdVariant, GdVector3, PACKED_VECTOR3_ARRAY, navpy_gd
from navpy.godot.binding.names cimport name_variant
from navpy.godot.agent.nav_agent_data cimport REQUEST_FIELD, NavAgent, core_agent
from navpy.godot.world.navmesh_data cimport write_surface
from navpy.godot.binding.packed cimport resize_vectors
from navpy.godot.binding.vector cimport vector_of
from navpy.godot.binding.path_objects cimport new_path_result
from navpy.godot.world.world cimport world_region_node, world_link_node
from navpy.mesh.mesh_view cimport MeshView, surface_size
from navpy.mesh.nav_view cimport view_of
from navpy.motion.agent.agent cimport ON_LINK, Agent
from navpy.motion.crowd.crowd_agents cimport slot_of
from navpy.motion.agent.path_following cimport FollowedPath
from navpy.query.surface.raycast cimport RayHit, is_walked, trace_ray

cdef enum SegmentType:              # NavigationPathQueryResult3D.PathSegmentType
    SEGMENT_REGION = 0
    SEGMENT_LINK = 1

cdef double REACHED_WITHIN = 0.01   # meters in the ground plane: a path that reaches its target may end this far beside it

cdef GdVariant* position_key = name_variant(b"position")
cdef GdVariant* type_key = name_variant(b"type")
cdef GdVariant* rid_key = name_variant(b"rid")
cdef GdVariant* owner_key = name_variant(b"owner")
cdef GdVariant* entry_key = name_variant(b"link_entry_position")
cdef GdVariant* exit_key = name_variant(b"link_exit_position")


# ---- points ----

cdef FollowedPath* path_of(NavAgent* agent) noexcept nogil:
    return &agent.crowd.data.paths[slot_of(agent.id)] if core_agent(agent) != NULL else NULL


cdef int32_t point_count(NavAgent* agent) noexcept nogil:
    cdef FollowedPath* path = path_of(agent)
    return <int32_t>(path.points.size() // 3) if path != NULL else 0


cdef GdVector3 path_point(NavAgent* agent, int32_t index) noexcept nogil:
    cdef GdVector3 out
    cdef int32_t count = point_count(agent)
    out.x = out.y = out.z = 0
    if count > 0:
        out = vector_of(path_of(agent).points.data() + 3 * min(max(index, 0), count - 1))
    elif agent.parent != NULL:
        global_position(agent.parent, &out)
    return out


cdef bint ends_at_target(NavAgent* agent) noexcept nogil:
    """True if the path ends within target_desired_distance of the target. A target over the end of a complete path counts as there. A
    flow field ends at its goals."""
    cdef Agent* core = core_agent(agent)
    cdef FollowedPath* path = path_of(agent)
    cdef const double* end
    cdef double near = max(agent.params.target_desired_distance, REACHED_WITHIN)
    if core != NULL and agent.request == REQUEST_FIELD:
        return core.status == STATUS_SUCCESS
    if core == NULL or path.points.empty():
        return False
    end = path.points.data() + path.points.size() - 3
    if core.reason != REASON_NONE:
        return distance3(end, core.target) <= agent.params.target_desired_distance
    return not core.allow_partial or distance2(end[0], end[2], core.target[0], core.target[2]) <= near


cdef void* owner_of(NavAgent* agent, int32_t index) noexcept nogil:
    """The node of the link that begins at this point, else of the ground there. NULL: a baked link, or the node was freed."""
    cdef FollowedPath* path = path_of(agent)
    if path.links[index] >= 0:
        return world_link_node(agent.world, path.links[index])
    return world_region_node(agent.world, path.polys[index])


# ---- signals ----

cdef void make_details(NavAgent* agent, int32_t index, GdVariant* out) noexcept nogil:
    """The argument of waypoint_reached and link_reached: a Dictionary, as a Variant."""
    cdef FollowedPath* path = path_of(agent)
    cdef bint is_link = path.links[index] >= 0
    cdef int64_t flags = agent.path_metadata_flags
    cdef void* details = NULL
    cdef void* owner = owner_of(agent, index)
    cdef GdVariant value
    cdef GdVector3 place = path_point(agent, index)
    navpy_gd.ctor0[<int>DICTIONARY](&details, NULL)
    dictionary_put_place(&details, position_key, &place, agent.cls.is_plane)
    if flags & INCLUDE_TYPES:
        variant_from_int(&value, SEGMENT_LINK if is_link else SEGMENT_REGION)
        dictionary_put(&details, type_key, &value)
    if flags & INCLUDE_RIDS:
        variant_from_rid(&value, rid_of(owner))
        dictionary_put(&details, rid_key, &value)
    if flags & INCLUDE_OWNERS:
        variant_from_object(&value, owner)
        dictionary_put(&details, owner_key, &value)
    if is_link:
        dictionary_put_place(&details, entry_key, &place, agent.cls.is_plane)
        place = path_point(agent, index + 1)
        dictionary_put_place(&details, exit_key, &place, agent.cls.is_plane)
    navpy_gd.var_from[<int>DICTIONARY](out, &details)
    navpy_gd.dtor[<int>DICTIONARY](&details)


cdef bint emit_checked(NavAgent* agent, GdVariant* signal, const GdVariant* details) noexcept nogil:
    """False: a handler has freed the node, taken it out of the tree or requested another path."""
    cdef uint64_t id = navpy_gd.object_get_instance_id(agent.owner)
    cdef int32_t replans = agent.emitted_replans
    if is_heard(agent.owner, signal):
        emit(agent.owner, signal, details, 0 if details == NULL else 1)
        if navpy_gd.object_get_instance_from_id(id) == NULL or core_agent(agent) == NULL or agent.emitted_replans != replans:
            return False
    return core_agent(agent).replans == replans


cdef bint emit_point(NavAgent* agent) noexcept nogil:
    """waypoint_reached for the next point, and link_reached where a link begins there."""
    cdef int32_t index = agent.emitted_points
    cdef FollowedPath* path = path_of(agent)
    cdef bint is_link = path.links[index] >= 0, goes_on
    cdef GdVariant details
    agent.emitted_points += 1
    if is_link:
        agent.has_told_link = True
        memcpy(agent.link_entry, path.points.data() + 3 * index, sizeof(agent.link_entry))
    if not is_heard(agent.owner, waypoint_reached_signal) and not (is_link and is_heard(agent.owner, link_reached_signal)):
        return core_agent(agent).replans == agent.emitted_replans
    make_details(agent, index, &details)
    goes_on = emit_checked(agent, waypoint_reached_signal, &details)
    if goes_on and is_link:
        goes_on = emit_checked(agent, link_reached_signal, &details)
    navpy_gd.variant_destroy(&details)
    return goes_on


cdef bint has_same_points(NavAgent* agent) noexcept nogil:
    """True if the next point is the same as in the last frame. Else the path was repaired."""
    cdef FollowedPath* path = path_of(agent)
    return agent.emitted_points < point_count(agent) and memcmp(path.points.data() + 3 * agent.emitted_points, agent.next_point,
                                                                sizeof(agent.next_point)) == 0


cdef bint begins_with_told_link(NavAgent* agent) noexcept nogil:
    """True if the path begins with the link that the agent is on already. So it is where another path is searched there, also because
    the link has gone."""
    cdef FollowedPath* path = path_of(agent)
    return agent.has_told_link and not path.points.empty() and path.links[0] >= 0 \
        and memcmp(path.points.data(), agent.link_entry, sizeof(agent.link_entry)) == 0


cdef bint emit_progress(NavAgent* agent) noexcept nogil:
    """path_changed for a new path, then waypoint_reached for each point that the agent has passed. The first point of a path is passed
    at once."""
    cdef Agent* core = core_agent(agent)
    agent.has_told_link = agent.has_told_link and core.where == ON_LINK
    if core.replans != agent.emitted_replans:
        agent.emitted_replans = core.replans
        agent.emitted_points = begins_with_told_link(agent)
        if not emit_checked(agent, path_changed_signal, NULL):
            return False
    elif not has_same_points(agent):
        agent.emitted_points = core_agent(agent).next_corner
    while agent.emitted_points < min(core_agent(agent).next_corner, point_count(agent)):
        if not emit_point(agent):
            return False
    if agent.emitted_points < point_count(agent):
        memcpy(agent.next_point, path_of(agent).points.data() + 3 * agent.emitted_points, sizeof(agent.next_point))
    return True


cdef bint emit_last_point(NavAgent* agent) noexcept nogil:
    """An agent within target_desired_distance has reached it, too."""
    cdef double near = max(agent.params.path_desired_distance, agent.params.target_desired_distance)
    if agent.emitted_points == point_count(agent) - 1 and core_agent(agent).distance_left <= near:
        return emit_point(agent)
    return True


# ---- the whole path ----

cdef void copy_path(NavAgent* agent, void* packed_vector3_array) noexcept nogil:
    cdef int32_t count = point_count(agent), i
    cdef GdVector3* out
    if count == 0:
        return
    out = resize_vectors(packed_vector3_array, count)
    for i in range(count):
        out[i] = path_point(agent, i)


cdef int find_corridor(const MeshView* mesh, const FollowedPath* path, vector[PolyRef]* out) except -1 nogil:
    """The polygons of the path, each once, without those under its links. The crowd keeps the corners alone, so that each leg is
    traced again. A leg off the navmesh, found only in paths that the funnel has not pulled taut, adds the polygons at both ends."""
    cdef size_t i, k, count = path.polys.size()
    cdef vector[PolyRef] leg
    cdef RayHit hit
    for i in range(count):
        if is_walked(mesh, path.polys[i]):
            out.push_back(path.polys[i])
        if i + 1 < count and path.links[i] < 0:
            trace_ray(view_of(mesh, mesh.graph), path.polys[i], path.points.data() + 3 * i, path.points.data() + 3 * (i + 1), &hit,
                      &leg)
            for k in range(leg.size()):
                out.push_back(leg[k])
    sort(out.begin(), out.end())
    out.erase(unique(out.begin(), out.end()), out.end())
    return 0


cdef int put_corridor(NavAgent* agent, void* packed_vector3_array) except -1 nogil:
    cdef FollowedPath* path = path_of(agent)
    cdef const MeshView* mesh = agent.crowd.data.mesh if path != NULL else NULL
    cdef vector[PolyRef] corridor
    cdef int64_t count = 0
    cdef GdVector3* out
    cdef size_t i
    if mesh == NULL or path.points.empty():
        return 0
    find_corridor(mesh, path, &corridor)
    for i in range(corridor.size()):
        count += 3 * surface_size(mesh, corridor[i])
    if count == 0:
        return 0
    out = resize_vectors(packed_vector3_array, count)
    for i in range(corridor.size()):
        out += write_surface(mesh, corridor[i], out)
    return 0


cdef void put_result(NavAgent* agent, void* out) noexcept nogil:
    """Writes a NavigationPathQueryResult3D. Arrays whose flag is off are empty, as those of the engine."""
    cdef int32_t count = point_count(agent), i
    cdef int64_t flags = agent.path_metadata_flags
    cdef vector[int32_t] types
    cdef vector[uint64_t] rids, owners
    cdef GdPacked points
    cdef void* owner
    for i in range(count):
        types.push_back(SEGMENT_LINK if path_of(agent).links[i] >= 0 else SEGMENT_REGION)
        owner = owner_of(agent, i)
        owners.push_back(navpy_gd.object_get_instance_id(owner) if owner != NULL else 0)
        rids.push_back(rid_of(owner))
    navpy_gd.ctor0[<int>PACKED_VECTOR3_ARRAY](&points, NULL)
    copy_path(agent, &points)
    new_path_result(out, agent.cls.is_plane, &points, types.data(), types.size() if flags & INCLUDE_TYPES else 0,
                    rids.data(), rids.size() if flags & INCLUDE_RIDS else 0,
                    owners.data(), owners.size() if flags & INCLUDE_OWNERS else 0, core_agent(agent).path_length if count > 0 else 0)
    navpy_gd.dtor[<int>PACKED_VECTOR3_ARRAY](&points)
