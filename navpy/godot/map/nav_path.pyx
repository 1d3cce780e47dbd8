"""NavPath: a path as a script gets it, a copy of what the search found. Nothing changes it later but the end of its own search."""
from libc.math cimport INFINITY
from libc.stdint cimport int64_t, uint8_t
from navpy.base.core cimport *
from navpy.base.geom cimport distance3
from navpy.godot.binding.binding cimport create_instance, instance_of, register_class
from navpy.godot.binding.class_spec cimport (
    ClassData, ClassSpec, GdNavPath, GdNode, GdPackedInt32Array, GdPackedVector3Array, GdRef, type_spec)
from navpy.godot.binding.engine cimport emit, variant_from_object
from navpy.godot.binding.gd cimport GdString, GdVariant, GdVector3, navpy_gd
from navpy.godot.binding.log cimport put_message
from navpy.godot.binding.plane cimport length_text
from navpy.godot.binding.packed cimport fill_ints, resize_vectors
from navpy.godot.binding.vector cimport vector_of
from navpy.godot.streaming.streamed_ground cimport is_partly_loaded, may_come
from navpy.godot.world.world cimport world_is_pending, world_link_node
from navpy.godot.world.navigation_map cimport NavigationMap, version_base
from navpy.mesh.mesh_view cimport MeshView
from navpy.query.path cimport PathBuffer

cdef const ClassData* cls = NULL
cdef GdVariant* finished_signal = NULL


# ---- from the search ----

cdef NavPath* new_nav_path(bint plane, void* out) noexcept nogil:
    cdef void* owner = create_instance(<void*>(cls.twin if plane else cls), True)
    navpy_gd.ref_set_object(out, owner)
    return <NavPath*>instance_of(owner, cls)


cdef void on_made(NavPath* path) noexcept nogil:
    path.status, path.reason, path.goal_offset = PATH_FAILED, REASON_NO_REQUEST, INFINITY


cdef void refuse_nav_path(NavPath* path, NavigationMap* world, int reason) noexcept nogil:
    path.status, path.reason = PATH_FAILED, reason
    path.is_pending = world != NULL and world_is_pending(world)
    if reason == REASON_NO_NAVMESH and path.is_pending:
        path.reason = REASON_BAKING


cdef bint is_for_want_of_ground(const NavigationMap* world, const PathBuffer* found) noexcept nogil:
    """True if the path does not reach the goal because a part of a streamed world is not loaded, or may not for this reason."""
    if found.reason == REASON_GOAL_OFF_MESH:
        return may_come(&world.grounds, &found.asked[3])
    return found.reason == REASON_GOAL_UNREACHABLE and is_partly_loaded(&world.grounds)


cdef int write_nav_path(NavPath* path, NavigationMap* world, const MeshView* mesh, const PathBuffer* found) except -1 nogil:
    cdef size_t i, k, count = found.points.size() // 3
    cdef void* node
    path.status, path.reason, path.off_by, path.length = found.status, found.reason, found.off_by, found.length
    path.is_pending, path.version = world_is_pending(world), version_base(world) + mesh.version
    if is_for_want_of_ground(world, found):
        path.reason = REASON_NO_NAVMESH
    if count == 0:
        return 0
    path.points, path.polys, path.links, path.corridor = found.points, found.point_polys, found.point_links, found.corridor
    path.start_offset = distance3(found.points.data(), found.asked)
    path.goal_offset = distance3(found.points.data() + 3 * (count - 1), &found.asked[3])
    path.areas.resize(count)
    path.link_nodes.resize(count)
    for i in range(count):
        path.areas[i] = mesh.polys[path.polys[i]].area
        if path.links[i] < 0:
            continue
        node = world_link_node(world, path.links[i])
        path.link_nodes[i] = navpy_gd.object_get_instance_id(node) if node != NULL else 0
        for k in range(<size_t>mesh.link_count):
            if mesh.links[k].id == path.links[i]:
                path.areas[i] = mesh.links[k].area
                break
    return 0


cdef void finish_nav_path(NavPath* path) noexcept nogil:
    cdef GdVariant argument
    variant_from_object(&argument, path.owner)
    emit(path.owner, finished_signal, &argument, 1)
    navpy_gd.variant_destroy(&argument)


# ---- for scripts ----

cdef int64_t get_status(NavPath* path) noexcept nogil:
    return path.status


cdef int64_t get_reason(NavPath* path) noexcept nogil:
    return path.reason


cdef void get_reason_text(NavPath* path, GdString* out) noexcept with gil:
    put_message(out, path.cls.is_plane, sentence_of(path))


cdef str sentence_of(NavPath* path):
    if path.status == NAV_PATH_SEARCHING:
        return "the path is still being searched: wait for finished"
    return {
        REASON_NONE: "",
        REASON_NO_REQUEST: "no path was asked for: NavMap.find_path gives one",
        REASON_NO_NAVMESH: "over the ground of the world that is loaded no path leads to the goal: this one ends at the nearest "
                           "place that is reached"
                           if path.points.size() else "there is no navmesh on this map: add a NavMeshBaker to the scene and bake it",
        REASON_BAKING: "the navmesh is still being baked: ask again when NavMap.is_pending() is false",
        REASON_INVALID_INPUT: "the start or the goal has a coordinate that is not finite",
        REASON_START_OFF_MESH: "the filter leaves no ground to walk on",
        REASON_GOAL_OFF_MESH: f"the goal is {length_text(path.off_by, path.cls.is_plane)} off the navmesh; ground that the filter "
                              f"excludes does not count",
        REASON_GOAL_UNREACHABLE: "no path leads to the goal" + (": this one ends at the nearest place that is reached"
                                                                if path.points.size() else ""),
        REASON_SEARCH_LIMIT: "the search ended at its limit",
        REASON_STOPPED: "the search was canceled",
        REASON_TOO_NARROW: "the ways to the goal are too narrow for the filter's path_radius",
    }.get(path.reason, "")


cdef uint8_t is_complete(NavPath* path) noexcept nogil:
    return path.status == PATH_COMPLETE


cdef uint8_t get_is_pending(NavPath* path) noexcept nogil:
    return path.is_pending


cdef double get_length(NavPath* path) noexcept nogil:
    return path.length


cdef double get_start_offset(NavPath* path) noexcept nogil:
    return path.start_offset


cdef double get_goal_offset(NavPath* path) noexcept nogil:
    return path.goal_offset


cdef int64_t get_version(NavPath* path) noexcept nogil:
    return path.version


cdef void get_points(NavPath* path, GdPackedVector3Array* out) noexcept nogil:
    cdef GdVector3* point = resize_vectors(out, path.points.size() // 3)
    cdef size_t i
    for i in range(path.points.size() // 3):
        point[i] = vector_of(&path.points[3 * i])


cdef void get_areas(NavPath* path, GdPackedInt32Array* out) noexcept nogil:
    fill_ints(out, path.areas.data(), path.areas.size())


cdef void get_links(NavPath* path, GdPackedInt32Array* out) noexcept nogil:
    fill_ints(out, path.links.data(), path.links.size())


cdef void get_polygons(NavPath* path, GdPackedInt32Array* out) noexcept nogil:
    fill_ints(out, path.corridor.data(), path.corridor.size())


cdef void get_link_node(NavPath* path, int64_t index, GdRef[GdNode]* out) noexcept nogil:
    if 0 <= index < <int64_t>path.link_nodes.size() and path.link_nodes[index] != 0:
        out.object = <GdNode*>navpy_gd.object_get_instance_from_id(path.link_nodes[index])


cdef void cancel_search(NavPath* path) noexcept nogil:
    if path.status == NAV_PATH_SEARCHING:
        path.status, path.reason = PATH_FAILED, REASON_STOPPED      # the queue leaves it out then


# ---- the class's declaration ----

def register():
    global cls
    cdef ClassSpec[NavPath] c
    c.declare(b"NavPath", b"RefCounted", b"A path that [method NavMap.find_path] has found.",
              b"What the search found, as of then: a later change of the level does not change it. Its points {lie on the ground; "
              b"where the ground bends between two corners, there is a point, too, so that a straight line from point to point is "
              b"never far off the ground|are corners, on the navmesh}.")
    c.on_made(on_made)
    c.in_plane_too()
    c.constant(b"Status", b"COMPLETE", PATH_COMPLETE, b"The path leads to the goal.")
    c.constant(b"Status", b"PARTIAL", PATH_PARTIAL, b"No path leads to the goal. This one ends at the nearest place that is reached.")
    c.constant(b"Status", b"FAILED", PATH_FAILED, b"There is no path; [member reason] says why.")
    c.constant(b"Status", b"SEARCHING", NAV_PATH_SEARCHING, b"The search of [method NavMap.find_path_async] is not finished yet.")
    c.reading(b"status", get_status, b"How the search went.").enumeration(b"NavPath.Status")
    c.reading(b"reason", get_reason, b"Why the status is what it is.").enumeration(b"NavAgent.Reason")
    c.reading(b"reason_text", get_reason_text, b"The same as a sentence for people; empty where there is nothing to explain.")
    c.reading(b"points", get_points, b"From start to goal, in world space.")
    c.reading(b"length", get_length, b"{Meters from point to point, straight. Where the ground rises and falls between two points, "
              b"the way on it is longer.|Pixels from point to point.}").length()
    c.reading(b"areas", get_areas, b"For each point the area id of the ground, or of the link, that leads on from there.")
    c.reading(b"links", get_links, b"For each point the id of the link that is taken from there to the next point, \xe2\x88\x921 for "
                                   b"none.")
    c.reading(b"polygons", get_polygons, b"The polygons that the path leads through, for [NavMap]'s methods, as of [member version].")
    c.reading(b"version", get_version, b"The version of the map on which the path was found, see [member NavMap.version].")
    c.reading(b"start_offset", get_start_offset, b"Meters from the start that was asked for to where the path begins.").length()
    c.reading(b"goal_offset", get_goal_offset, b"Meters from where the path ends to the goal that was asked for; INF without "
                                               b"a path.").length()
    c.method(b"is_complete", is_complete, b"Whether the path leads to the goal.").constant()
    c.method(b"is_pending", get_is_pending, b"Whether a baker was at work when the path was searched, so that another path may be "
                                            b"there "
             b"soon.").constant()
    c.method(b"get_link_node", get_link_node, b"The [NavLink] or [NavigationLink3D] that is taken from a point, null for none{, and "
             b"for links that a bake has found|}.", b"index").constant()
    c.method(b"cancel_search", cancel_search, b"Gives up a search of [method NavMap.find_path_async]; [signal finished] is not "
                                              b"emitted then.")
    c.signal(b"finished", &finished_signal, b"The search of [method NavMap.find_path_async] is finished.").argument(
        b"path", type_spec[GdRef[GdNavPath]]())
    cls = register_class(&c)
