"""The methods, properties, signals and constants of NavFormation for the engine, with their help."""
from libc.stdint cimport int64_t, uint8_t
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.godot.binding.binding cimport register_class
from navpy.godot.binding.class_spec cimport ClassSpec, GdNode, GdNode3D, GdRef
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdString, GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_error, node_path, put_message
from navpy.godot.binding.vector cimport vector_of
from navpy.godot.formation.march cimport (
    arrived_signal, broke_up_signal, choose_march, configuration_warnings, end_march, failed_signal, formed_up_signal, on_changed,
    on_freed, on_made, on_notification, reason_text, request_march)
from navpy.godot.formation.members cimport add_agent, agent_at, find_member, leader_of, release_member, update_members
from navpy.godot.formation.nav_formation_data cimport (
    MARCH_NONE, MARCH_TO_TARGET, SHAPE_BAND, SHAPE_BOX, SHAPE_COLUMN, SHAPE_LINE, SHAPE_WEDGE, FormationAgent, NavFormation)
from navpy.base.core cimport REASON_STOPPED

cdef enum:
    HINT_NODE_TYPE = 34             # PROPERTY_HINT_NODE_TYPE
    MOST_FILES = 4096


# ---- methods ----

cdef int64_t request_path(NavFormation* formation, const GdVector3* target) noexcept nogil:
    return request_march(formation, target)


cdef int64_t has_arrived(NavFormation* formation) noexcept nogil:
    return formation.status


cdef void cancel_request(NavFormation* formation) noexcept nogil:
    if formation.march != MARCH_NONE or formation.goes_on:
        end_march(formation, REASON_STOPPED)


cdef NavAgent* agent_of(NavFormation* formation, void* node, const char* method) noexcept nogil:
    """NULL, after saying so: the node is no agent."""
    cdef NavAgent* agent = agent_at(formation, node)
    if agent == NULL:
        with gil:
            given = node_path(node) if node != NULL else "null"
            node_error(formation.owner, f"{method.decode()}: {given} is neither a NavAgent nor a body above one in the world of the "
                                        f"formation")
    return agent


cdef void add_member(NavFormation* formation, GdNode* node) noexcept nogil:
    cdef NavAgent* agent = agent_of(formation, node, b"add_member")
    if agent != NULL:
        add_agent(formation, agent, True)
        if formation.world != NULL and in_editor():
            node_update_warnings(formation.owner)


cdef void remove_member(NavFormation* formation, GdNode* node) noexcept nogil:
    cdef NavAgent* agent = agent_of(formation, node, b"remove_member")
    cdef FormationAgent* member = find_member(formation, agent) if agent != NULL else NULL
    if member == NULL:
        return
    release_member(member)
    member.is_added, member.is_away = False, True
    formation.has_new_nodes = True


cdef int64_t get_member_count(NavFormation* formation) noexcept nogil:
    cdef int64_t count = 0
    cdef size_t i
    if formation.world != NULL and formation.march == MARCH_NONE:
        formation.has_new_nodes = True
        update_members(formation)
    for i in range(formation.members.size()):
        count += not formation.members[i].is_away
    return count


cdef GdVector3 get_slot_position(NavFormation* formation, GdNode* node) noexcept nogil:
    cdef NavAgent* agent = agent_of(formation, node, b"get_slot_position")
    cdef FormationAgent* member = find_member(formation, agent) if agent != NULL else NULL
    cdef GdVector3 out
    out.x = out.y = out.z = 0
    if agent != NULL and agent.parent != NULL:
        global_position(agent.parent, &out)
    if member != NULL and member.is_led:
        out = vector_of(member.slot)
    return out


cdef int64_t get_reason(NavFormation* formation) noexcept nogil:
    return formation.reason


cdef void get_reason_text(NavFormation* formation, GdString* out) noexcept with gil:
    put_message(out, formation.cls.is_plane, reason_text(formation))


cdef uint8_t get_is_formed_up(NavFormation* formation) noexcept nogil:
    return formation.is_formed


cdef double get_distance_left(NavFormation* formation) noexcept nogil:
    if formation.march != MARCH_TO_TARGET or formation.core.path.ends.empty():
        return 0
    return formation.core.path.ends.back() - formation.core.traveled


cdef void get_leader(NavFormation* formation, GdRef[GdNode3D]* out) noexcept nogil:
    out.object = <GdNode3D*>leader_of(formation)


cdef void set_leader(NavFormation* formation, GdNode3D* leader) noexcept nogil:
    formation.leader = navpy_gd.object_get_instance_id(leader) if leader != NULL else 0
    choose_march(formation)
    on_changed(formation, b"leader")


# ---- what it declares ----

cdef int declare_properties(ClassSpec[NavFormation]* c) except -1:
    cdef NavFormation* f = NULL
    c.number(b"shape", &f.shape,
             b"BOX: ranks of [member files]. LINE: all abreast. WEDGE: a leader, and two wings that fall back at 45\xc2\xb0. COLUMN: "
             b"a leader, and [member files] behind it. BAND: a loose group behind its leader.").choices(
                 b"Box,Line,Wedge,Column,Band").at_least(<int>SHAPE_BOX).at_most(<int>SHAPE_BAND).enumeration(b"NavFormation.Shape")
    c.number(b"spacing", &f.spacing,
             b"Distance between neighbors; of a BAND the least one. It should exceed twice the radius of the members: slots are at "
             b"least 2.2 times the radius of the widest one apart.").range(
                 b"0.1,20,0.05,or_greater,suffix:m").at_least(0.1).at_most(1000)
    c.number(b"files", &f.files,
             b"Files side by side in a BOX or a COLUMN. 0: a BOX as deep as it is wide, a COLUMN of one file.").range(
                 b"0,20,1,or_greater").at_least(0).at_most(MOST_FILES)
    c.number(b"speed", &f.speed,
             b"Speed of the formation, at most that of its slowest member. 0: four fifths of that, so that members who fall behind "
             b"can catch up.").range(b"0,20,0.05,or_greater,suffix:m/s").at_least(0)
    c.property(b"leader", get_leader, set_leader,
               b"The body of a member takes the place in front, in the middle. Any other node is followed along its trail from now "
               b"on, until the leader is another one or [method cancel_request] is called.").hint(HINT_NODE_TYPE, b"Node3D")
    c.group(b"State")
    c.reading(b"status", has_arrived, b"What [method hasArrived] returns.").enumeration(b"NavAgent.Status")
    c.reading(b"reason", get_reason, b"The reason of the status.").enumeration(b"NavAgent.Reason")
    c.reading(b"reason_text", get_reason_text, b"The reason as a sentence.")
    c.reading(b"is_formed_up", get_is_formed_up,
              b"All members in the ranks are in their slots, and no rank is narrowed for a passage.")
    c.reading(b"member_count", get_member_count, b"Number of members, without those that have left the ranks until the next request.")
    c.reading(b"distance_left", get_distance_left,
              b"Meters along the way of the formation to its target{, in the ground plane|}.").length()
    return 0


def register():
    cdef ClassSpec[NavFormation] c
    c.declare(b"NavFormation", b"Node3D", b"Agents that march in a formation.",
              b"The [NavAgent]s below this node, at any depth, and those that [method add_member] adds, march as one: each takes the "
              b"nearest slot of the [member shape]. [method requestPath] leads the formation to a target. It waits for members that "
              b"fall behind, wheels in turns, goes through narrow passages in fewer files and forms up again behind them. Where a "
              b"member is freed, removed, stopped or sent elsewhere by a script, the others close ranks.")
    c.on_made(on_made)
    c.in_plane_too()
    c.on_freed(on_freed)
    c.on_notification(on_notification)
    c.on_changed(on_changed)
    c.overrides(b"_get_configuration_warnings", configuration_warnings)
    c.constant(b"Shape", b"BOX", SHAPE_BOX, b"Ranks of [member files].")
    c.constant(b"Shape", b"LINE", SHAPE_LINE, b"All abreast.")
    c.constant(b"Shape", b"WEDGE", SHAPE_WEDGE, b"A leader, and two wings that fall back from it.")
    c.constant(b"Shape", b"COLUMN", SHAPE_COLUMN, b"A leader, and [member files] behind it.")
    c.constant(b"Shape", b"BAND", SHAPE_BAND, b"A loose group behind its leader.")
    declare_properties(&c)
    c.method(b"requestPath", request_path,
             b"Leads the formation to [param target] (world space), where the middle of its front stops. The members walk at once to "
             b"the nearest slots. The "
             b"status is returned at once: RUNNING; FAILURE, if there is no path, with a [member reason]. A second call with the "
             b"same target changes "
             b"nothing.", b"target").alias(b"request_path").enumeration(b"NavAgent.Status")
    c.method(b"hasArrived", has_arrived,
             b"RUNNING on the way; SUCCESS when all members in the ranks stand in their slots at the target, or near them where "
             b"somebody else stands "
             b"there; FAILURE, if there is no path or no request. Behind a leader that is no member it is "
             b"RUNNING.").alias(b"has_arrived").enumeration(b"NavAgent.Status").constant()
    c.method(b"cancel_request", cancel_request, b"Cancels the request, or ceases to follow the [member leader]. The members stand "
                                                b"still.")
    c.method(b"add_member", add_member,
             b"Adds a [NavAgent], or the one below the body [param node], that need not be below the formation. On the march it joins "
             b"the ranks at once.", b"node")
    c.method(b"remove_member", remove_member,
             b"Removes a [NavAgent], or the one below the body [param node]; it stands still. One below the formation is a member "
             b"again at the next [method requestPath].", b"node")
    c.method(b"get_slot_position", get_slot_position,
             b"Where the slot of a member is now, on the navmesh in world space. Of an agent that is not led, the place of its "
             b"body.", b"node").constant()
    c.signal(b"formed_up", &formed_up_signal, b"All members are in their slots.")
    c.signal(b"broke_up", &broke_up_signal, b"Members have left their slots, or ranks are narrowed for a passage.")
    c.signal(b"arrived", &arrived_signal, b"All members in the ranks stand in their slots at the target.")
    c.signal(b"failed", &failed_signal, b"There is no way any more, or nobody to walk it.")
    register_class(&c)
