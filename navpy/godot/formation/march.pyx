"""The march of a NavFormation: its request, its frames, its place in the scene tree.

A reference point moves along the way. It waits for members that lag behind, slows down in turns, and ranks are narrowed before a
narrow stretch (navpy.motion.formation). Only error messages take the GIL."""
from libc.math cimport INFINITY, isfinite
from libc.stdint cimport int32_t, uint8_t, uint64_t

from navpy.base.core cimport *
from navpy.base.vec2 cimport Vec2, add, length, scale, square, subtract, to_plan, unit, vec2
from navpy.godot.binding.class_spec cimport GdPackedStringArray
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3, navpy_gd
from navpy.godot.binding.log cimport add_message, node_error, node_path
from navpy.godot.binding.plane cimport length_text, place_text
from navpy.godot.binding.vector cimport is_same_place
from navpy.godot.formation.leading cimport (
    LEAST_SPACING, MOST_LAG, RETRY_AFTER, advance_members, form_up, halt_members, is_in_place, make_slots, read_positions)
from navpy.godot.formation.members cimport leader_of, leading_member, release_member, update_members
from navpy.godot.formation.nav_formation_data cimport (
    MARCH_BEHIND_LEADER, MARCH_NONE, MARCH_TO_TARGET, FormationAgent, NavFormation)
from navpy.godot.formation.way cimport follow_leader, forget_way, place_beside_way, plan_way
from navpy.godot.world.world cimport world_add_listener, world_enter, world_leave, world_mesh, world_remove_listener
from navpy.mesh.mesh_view cimport MeshView, still_there
from navpy.motion.crowd.crowd_agents cimport notice_changes
from navpy.motion.formation.dubins cimport Pose, path_pose

cdef enum:
    NOTIFICATION_CHILD_ORDER_CHANGED = 24

# ---- requests ----

cdef str reason_text(NavFormation* formation):
    off_by = length_text(formation.off_by, formation.cls.is_plane)
    return {
        REASON_NONE: "",
        REASON_NO_REQUEST: "the formation has no request, or no members: put NavAgents below it or call add_member, then requestPath",
        REASON_NO_NAVMESH: "there is no navmesh here: add a NavMeshBaker to the scene and bake it",
        REASON_BAKING: "the navmesh is still being baked",
        REASON_INVALID_INPUT: "the target has a coordinate that is not finite",
        REASON_START_OFF_MESH: f"its members are {off_by} off the navmesh",
        REASON_GOAL_OFF_MESH: f"the target is {off_by} off the navmesh: request NavMap.of(self).closest_point(target) instead",
        REASON_GOAL_UNREACHABLE: "no path leads to the target: it is on another island of the navmesh",
        REASON_STOPPED: "cancel_request was called",
        REASON_PATH_LOST: "the way was lost: the navmesh has changed, or the members or the leader were removed or left behind",
    }.get(formation.reason, "no path leads to the target")


cdef int fail(NavFormation* formation, int reason) noexcept nogil:
    end_march(formation, reason)
    return STATUS_FAILURE


cdef void end_march(NavFormation* formation, int reason) noexcept nogil:
    """The members stand still."""
    cdef size_t i
    for i in range(formation.members.size()):
        release_member(&formation.members[i])
    formation.march, formation.status, formation.reason = MARCH_NONE, STATUS_FAILURE, <uint8_t>reason
    formation.awaits_navmesh = formation.is_formed = formation.goes_on = False
    forget_way(formation)
    if formation.world != NULL:
        node_set_physics(formation.owner, False)


cdef bint stands_together(NavFormation* formation) noexcept nogil:
    """True if the members are still where the formation is, on the whole."""
    cdef Vec2 off = vec2(0.0, 0.0)
    cdef size_t i
    read_positions(formation, False)
    for i in range(formation.positions.size()):
        off = add(off, subtract(formation.positions[i], to_plan(formation.members[formation.present[i]].slot)))
    return length(off) <= formation.positions.size() * MOST_LAG * formation.core.spacing


cdef void find_start(NavFormation* formation, double* out) noexcept nogil:
    """The place of the member nearest to the middle of all."""
    cdef Vec2 middle = vec2(0.0, 0.0)
    cdef double least = INFINITY
    cdef size_t i
    read_positions(formation, False)
    read_place(formation.members[formation.present[0]].agent.parent, out)
    for i in range(formation.positions.size()):
        middle = add(middle, scale(formation.positions[i], 1.0 / formation.positions.size()))
    for i in range(formation.positions.size()):
        if square(subtract(formation.positions[i], middle)) < least:
            least = square(subtract(formation.positions[i], middle))
            read_place(formation.members[formation.present[i]].agent.parent, out)


cdef const MeshView* present_mesh(NavFormation* formation) noexcept nogil:
    """The navmesh of the world. The crowds of the members have noticed its changes: else their walkable areas are those of the mesh
    before."""
    cdef const MeshView* mesh = world_mesh(formation.world)
    cdef size_t i
    for i in range(formation.present.size()):
        notice_changes(&formation.members[formation.present[i]].agent.crowd.data)
    return mesh


cdef bint is_mesh_new(const NavFormation* formation, const MeshView* mesh) noexcept nogil:
    """True if the navmesh, or its version, is another than when the way was planned."""
    return mesh != formation.mesh or mesh == NULL or mesh.version != formation.mesh_version


cdef bint is_way_valid(const NavFormation* formation) noexcept nogil:
    """True if the navmesh still has the polygons of the way."""
    cdef const MeshView* mesh = formation.world.crowd.data.mesh
    cdef size_t i
    if mesh != formation.mesh or mesh == NULL:
        return False
    for i in range(formation.way.size()):
        if not still_there(mesh, formation.way[i].poly, formation.mesh_version):
            return False
    return not formation.way.empty()


cdef int plan_march(NavFormation* formation, bint continues) except -1 nogil:
    """A way to the target, and slots along it. Returns the ReasonCode."""
    cdef double start[3]
    cdef Pose pose
    cdef int reason
    cdef size_t i
    make_slots(formation)
    for i in range(formation.present.size()):
        formation.members[formation.present[i]].has_arrived = False
    continues = continues and is_way_valid(formation) and stands_together(formation)
    if continues:
        pose = path_pose(&formation.core.path, formation.core.traveled)
        place_beside_way(formation, formation.core.traveled, pose.at, start)
    else:
        find_start(formation, start)
    reason = plan_way(formation, start, &continues)
    formation.mesh, formation.mesh_version = formation.world.crowd.data.mesh, formation.world.crowd.data.mesh.version
    formation.is_under_way = True
    if reason == REASON_NONE and (not continues or formation.has_new_ranks):
        form_up(formation)
    return reason


cdef int begin_march(NavFormation* formation, bint continues) noexcept nogil:
    """Search the way of the request. Returns the StatusCode."""
    cdef int reason
    formation.awaits_navmesh = False
    if present_mesh(formation) == NULL:
        if formation.world.baking_count == 0:
            return fail(formation, REASON_NO_NAVMESH)
        formation.awaits_navmesh, formation.status, formation.reason = True, STATUS_RUNNING, REASON_BAKING
        return STATUS_RUNNING
    reason = plan_march(formation, continues)
    if reason != REASON_NONE:
        return fail(formation, reason)
    formation.status, formation.reason = STATUS_RUNNING, REASON_NONE
    return STATUS_RUNNING


cdef int refuse(NavFormation* formation, int reason, bint is_new) noexcept nogil:
    """A request without a way. The same request in the next tick says nothing more."""
    formation.target_frame = game_frame()
    if is_new:
        with gil:
            node_error(formation.owner, "requestPath: " + {
                REASON_INVALID_INPUT: f"the target {place_text(&formation.target, formation.cls.is_plane)} is not a place: its "
                                      f"coordinates must be finite",
                REASON_NO_NAVMESH: "the formation is not in the scene tree: add it first",
                REASON_NO_REQUEST: "the formation has no members in its world: put NavAgents below it, or call add_member"}[reason])
    return fail(formation, reason)


cdef int request_march(NavFormation* formation, const GdVector3* target) noexcept nogil:
    cdef bint continues = formation.march == MARCH_TO_TARGET
    cdef bint is_new = formation.target_frame == 0 or formation.reason == REASON_STOPPED \
        or not is_same_place(target, &formation.target)
    cdef bint has_failed = formation.reason == REASON_GOAL_OFF_MESH or formation.reason == REASON_GOAL_UNREACHABLE \
        or formation.reason == REASON_START_OFF_MESH or formation.reason == REASON_INVALID_INPUT
    cdef double since = (game_frame() - formation.target_frame) * physics_delta(formation.owner)
    cdef size_t i
    # 1. The same request as before goes on. A search that has failed is repeated after a while.
    if not is_new and (continues or has_failed and since < RETRY_AFTER):
        return formation.status
    formation.target, formation.target_frame = target[0], game_frame()
    # 2. Requests without a way.
    if not (isfinite(target.x) and isfinite(target.y) and isfinite(target.z)):
        return refuse(formation, REASON_INVALID_INPUT, is_new)
    if formation.world == NULL:
        return refuse(formation, REASON_NO_NAVMESH, is_new)
    for i in range(formation.members.size()):
        formation.members[i].is_away = False
    formation.has_new_nodes = True
    update_members(formation)
    if formation.present.empty():
        return refuse(formation, REASON_NO_REQUEST, is_new)
    if leader_of(formation) != NULL and leading_member(formation) < 0:
        if is_new:
            with gil:
                node_error(formation.owner, f"requestPath: its leader {node_path(leader_of(formation))} is no member, and the "
                                            f"formation follows "
                                            "it: move the leader, or set leader to null or to the body of a member")
        return STATUS_FAILURE
    # 3. The way.
    formation.march = MARCH_TO_TARGET
    node_set_physics(formation.owner, True)
    return begin_march(formation, continues)


cdef void choose_march(NavFormation* formation) noexcept nogil:
    """A leader that is no member is followed from now on."""
    cdef bint follows
    if formation.world == NULL or in_editor():
        return
    formation.has_new_nodes = True
    update_members(formation)
    follows = leader_of(formation) != NULL and leading_member(formation) < 0
    if formation.march == MARCH_BEHIND_LEADER or follows:
        end_march(formation, REASON_NO_REQUEST)
    if follows:
        formation.march, formation.status, formation.reason = MARCH_BEHIND_LEADER, STATUS_RUNNING, REASON_NONE
        node_set_physics(formation.owner, True)


# ---- a physics frame ----

cdef int front_axis(const NavFormation* formation) noexcept nogil:
    """The axis along which nodes look: +X in the plane, −Z in space."""
    return 0 if formation.cls.is_plane else 2


cdef Vec2 direction_of(const NavFormation* formation, const GdTransform3D* frame) noexcept nogil:
    cdef int axis = front_axis(formation)
    cdef Vec2 ahead = unit(vec2(-frame.basis[axis], frame.basis[6 + axis]))
    return scale(ahead, -1.0) if axis == 0 else ahead


cdef bint has_direction(NavFormation* formation, void* leader, const GdTransform3D* frame) noexcept nogil:
    """True if the leader is at a place and looks somewhere. The error is printed once until it does."""
    cdef const float* b = &frame.basis[0]
    cdef double sum = frame.origin.x + frame.origin.y + frame.origin.z, ahead2 = 0.0
    cdef int i
    for i in range(9):
        sum += b[i]
    for i in range(front_axis(formation), 9, 3):
        ahead2 += <double>b[i] * b[i]
    if isfinite(sum) and ahead2 > 0.0:
        formation.has_leader_error = False
        return True
    if not formation.has_leader_error:
        formation.has_leader_error = True
        with gil:
            node_error(formation.owner, f"its leader {node_path(leader)} at {place_text(&frame.origin, formation.cls.is_plane)} has "
                                        f"no direction: its transform is {'scaled to zero' if isfinite(sum) else 'not finite'}; the "
                                        f"members stand until that is "
                                        "mended")
    return False


cdef bint follow(NavFormation* formation) except -1 nogil:
    """Extend the way behind a leader. False: there is no way yet, or no more, or the members are to stand."""
    cdef void* leader = leader_of(formation)
    cdef const MeshView* mesh = present_mesh(formation)
    cdef GdTransform3D frame
    cdef double place[3]
    cdef bint begins
    if leader == NULL or leading_member(formation) >= 0:
        end_march(formation, REASON_PATH_LOST)
        return False
    if mesh == NULL or formation.present.empty() or not node_in_tree(leader):
        return False
    if is_mesh_new(formation, mesh):
        forget_way(formation)
        formation.mesh, formation.mesh_version = mesh, mesh.version
    global_transform(leader, &frame)
    if not has_direction(formation, leader, &frame):
        return False
    read_place(leader, place)
    if formation.way.empty():
        make_slots(formation)
    if not follow_leader(formation, place, direction_of(formation, &frame), &begins):
        return False
    if begins:
        form_up(formation)
    return True


cdef bint keep_way(NavFormation* formation) noexcept nogil:
    """Plan the way anew after a change of the navmesh. False: the march is over, or waits."""
    if formation.march == MARCH_BEHIND_LEADER:
        return follow(formation)
    if not is_mesh_new(formation, present_mesh(formation)):
        return True
    if formation.status == STATUS_RUNNING:
        return begin_march(formation, True) == STATUS_RUNNING and not formation.awaits_navmesh
    if is_way_valid(formation):                 # it has arrived, and stands where it stood
        formation.mesh_version = formation.world.crowd.data.mesh.version
    elif formation.world.crowd.data.mesh == NULL or plan_march(formation, False) != REASON_NONE:
        fail(formation, REASON_PATH_LOST)
    return formation.march != MARCH_NONE


cdef bint keep_ranks(NavFormation* formation) noexcept nogil:
    """Close the ranks after a change of the members or of the shape. False: the march is over, or waits."""
    cdef double half_width = formation.half_width
    update_members(formation)
    if formation.present.empty() and formation.march == MARCH_TO_TARGET:
        fail(formation, REASON_PATH_LOST)
        return False
    if not keep_way(formation):
        return False
    if not formation.has_new_ranks and not formation.is_restart:
        return True
    make_slots(formation)
    if formation.march == MARCH_TO_TARGET and (formation.is_restart or formation.half_width > half_width) \
            and plan_march(formation, True) != REASON_NONE:
        fail(formation, REASON_PATH_LOST)
        return False
    formation.is_restart = False
    form_up(formation)
    return True


cdef void emit_changes(NavFormation* formation, uint8_t status) noexcept nogil:
    """Signals of a frame. A handler may free the node. status: before the frame."""
    cdef void* owner = formation.owner
    cdef uint64_t id = navpy_gd.object_get_instance_id(owner)
    cdef bint formed = formation.march != MARCH_NONE and is_in_place(formation), was_formed = formation.is_formed
    cdef uint8_t now = formation.status
    formation.is_formed = formed
    if formed != was_formed:
        emit(owner, formed_up_signal if formed else broke_up_signal, NULL, 0)
    if status == STATUS_RUNNING and now != STATUS_RUNNING and navpy_gd.object_get_instance_from_id(id) != NULL:
        emit(owner, arrived_signal if now == STATUS_SUCCESS else failed_signal, NULL, 0)


cdef void physics_process(NavFormation* formation) noexcept nogil:
    cdef double dt = physics_delta(formation.owner)
    cdef uint8_t status = formation.status
    if not dt > 0.0:
        return
    if formation.awaits_navmesh:
        update_members(formation)
        if formation.present.empty():
            fail(formation, REASON_PATH_LOST)
        else:
            begin_march(formation, False)
    elif formation.march != MARCH_NONE and not keep_ranks(formation):
        halt_members(formation)
    elif formation.march != MARCH_NONE and formation.is_under_way:
        advance_members(formation, dt)
    if formation.march == MARCH_NONE or not formation.awaits_navmesh and formation.core.member_of.size() == formation.present.size():
        emit_changes(formation, status)


# ---- the node ----

cdef void on_made(NavFormation* formation) noexcept nogil:
    formation.spacing = 1.5
    formation.status, formation.reason = STATUS_FAILURE, REASON_NO_REQUEST
    formation.core.leader = -1
    formation.leader_at[0] = INFINITY


cdef void enter_tree(NavFormation* formation) noexcept nogil:
    """All nodes below are in the tree. A request that was RUNNING when the formation left it goes on in the next frame."""
    choose_march(formation)
    if formation.goes_on and formation.march == MARCH_NONE:
        formation.march, formation.status, formation.reason = MARCH_TO_TARGET, STATUS_RUNNING, REASON_NONE
        formation.goes_on, formation.awaits_navmesh = False, True
        node_set_physics(formation.owner, True)


cdef void leave_tree(NavFormation* formation) noexcept nogil:
    cdef bint goes_on = formation.march == MARCH_TO_TARGET and formation.status == STATUS_RUNNING
    if formation.world == NULL:
        return
    end_march(formation, REASON_NO_REQUEST)
    formation.goes_on = goes_on
    formation.present.clear()
    world_remove_listener(formation.world, formation)
    world_leave(formation.world)
    formation.world = NULL


cdef void on_freed(NavFormation* formation) noexcept nogil:
    leave_tree(formation)


cdef void map_changed(void* instance) noexcept nogil:
    if in_editor():
        node_update_warnings((<NavFormation*>instance).owner)


cdef void on_notification(NavFormation* formation, int32_t what) noexcept nogil:
    if what == NOTIFICATION_INTERNAL_PHYSICS_PROCESS and formation.world != NULL:
        physics_process(formation)
    elif what == NOTIFICATION_ENTER_TREE:
        formation.world = world_enter(formation, 0)
        if formation.world != NULL:
            world_add_listener(formation.world, formation, map_changed)
    elif what == NOTIFICATION_POST_ENTER_TREE or what == NOTIFICATION_CHILD_ORDER_CHANGED:
        formation.has_new_nodes = True
        if what == NOTIFICATION_POST_ENTER_TREE:
            enter_tree(formation)
        if formation.world != NULL and in_editor():
            node_update_warnings(formation.owner)
    elif what == NOTIFICATION_EXIT_TREE:
        leave_tree(formation)


cdef void on_changed(NavFormation* formation, const char* property) noexcept nogil:
    formation.is_restart = formation.march != MARCH_NONE
    if formation.world != NULL and in_editor():
        node_update_warnings(formation.owner)


cdef void configuration_warnings(NavFormation* formation, GdPackedStringArray* out) noexcept with gil:
    cdef FormationAgent* member
    cdef size_t i
    if formation.world == NULL:
        return
    formation.has_new_nodes = True
    update_members(formation)
    if formation.members.empty():
        add_message(out, formation.cls.is_plane, "It has no members: put bodies with NavAgents below it, or add them by add_member.")
    for i in range(formation.members.size()):
        member = &formation.members[i]
        if member.agent.world != NULL and member.agent.world != formation.world:
            add_message(out, formation.cls.is_plane, f"{node_path(member.agent.owner)} is on another navigation map, so it is not in "
                                                     f"the ranks: "
                                                     "take it off that map.")
        if 2.0 * member.agent.params.radius > formation.spacing:
            plane = formation.cls.is_plane
            add_message(out, formation.cls.is_plane, f"spacing is {length_text(formation.spacing, plane)}, and "
                                                     f"{node_path(member.agent.owner)} is "
                                                     f"{length_text(2.0 * member.agent.params.radius, plane)} wide: slots are "
                                                     f"{length_text(LEAST_SPACING * formation.widest, plane)} apart instead. Make "
                                                     f"spacing larger "
                                                     "than that.")
            break
    if leader_of(formation) != NULL and world_of(leader_of(formation), formation.cls.is_plane) != world_of(formation.owner,
                                                                                                           formation.cls.is_plane):
        add_message(out, formation.cls.is_plane, f"Its leader {node_path(leader_of(formation))} is in another world: choose one in "
                                                 f"the world of the "
                                                 "formation.")
