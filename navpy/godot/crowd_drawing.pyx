"""A Crowd's agents without nodes in its MultiMesh, in every physics frame.

An agent in the distance makes one step of several frames' length at once (motion/agent/step_schedule). The drawing follows in as many
frames as the step was long, so it is as fast as the agent, on the way between two places of it. Where steps become shorter, as the
focus comes near, it catches up at double speed. An agent that steps in every frame is drawn where it is."""
from libc.math cimport M_PI, remainder
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy
from libcpp.vector cimport vector

from navpy.base.geom cimport distance2
from navpy.base.vec2 cimport vec2
from navpy.godot.binding.engine cimport in_editor, node_update_warnings
from navpy.godot.binding.log cimport node_error, node_path
from navpy.godot.binding.multimesh cimport show
from navpy.godot.crowd_node_data cimport CrowdNode, OwnAgent
from navpy.godot.world.character_body cimport turn_towards
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.animation_state cimport heading_share, is_settled
from navpy.motion.crowd.crowd_agents cimport slot_of
from navpy.motion.agent.step_schedule cimport StepSchedule, makes_step, time_of

cdef double CATCH_UP = 2.0              # times the agent's speed
cdef double SAME_TIME = 1e-6            # seconds: less is rounding

cdef vector[CrowdNode*] in_worlds


# ---- Crowds with one MultiMesh ----

cdef CrowdNode* other_with(CrowdNode* node) noexcept nogil:
    cdef size_t i
    if node.multimesh != NULL:
        for i in range(in_worlds.size()):
            if in_worlds[i] != node and in_worlds[i].multimesh == node.multimesh:
                return in_worlds[i]
    return NULL


cdef void check_multimesh(CrowdNode* node) noexcept nogil:
    """Of two Crowds with the same MultiMesh the second prints an error."""
    cdef CrowdNode* other = other_with(node)
    node.is_checked = True
    if other == NULL or not other.is_checked or other.own.empty():
        return
    with gil:
        node_error(node.owner, f"its multimesh is also that of {node_path(other.owner)}, and they overwrite each other's instances: "
                               "give each Crowd a MultiMesh of its own")


cdef void update_multimesh_users(CrowdNode* node) noexcept nogil:
    cdef size_t i
    node.is_checked = False
    if in_editor():
        for i in range(in_worlds.size()):
            node_update_warnings(in_worlds[i].owner)


cdef void enter_drawing(CrowdNode* node) noexcept nogil:
    in_worlds.push_back(node)
    update_multimesh_users(node)


cdef void leave_drawing(CrowdNode* node) noexcept nogil:
    cdef size_t i
    for i in range(in_worlds.size()):
        if in_worlds[i] == node:
            in_worlds.erase(in_worlds.begin() + i)
            break
    update_multimesh_users(node)


# ---- what is drawn ----

cdef void read_agent(OwnAgent* own, const Agent* agent) noexcept nogil:
    memcpy(own.position, agent.position, sizeof(own.position))
    own.most_speed, own.radius = agent.params.max_speed, agent.params.radius
    own.heading = vec2(agent.smoothed_velocity[0], agent.smoothed_velocity[1])
    own.turn_rate = agent.params.turn_rate * heading_share(agent)
    own.is_settled = is_settled(agent)


cdef void follow(OwnAgent* own, double delta) noexcept nogil:
    """Never farther behind than the agent walks in `trail` seconds: it was put there else."""
    cdef double time = (CATCH_UP if own.trail > own.step + SAME_TIME else 1.0) * delta, share
    cdef double behind = distance2(own.drawn[0], own.drawn[2], own.position[0], own.position[2])
    cdef int k
    if not own.trail > time or not behind <= own.most_speed * own.trail + own.radius:
        own.trail = 0.0
        memcpy(own.drawn, own.position, sizeof(own.drawn))
        return
    share = time / own.trail
    own.trail -= time
    for k in range(3):
        own.drawn[k] += share * (own.position[k] - own.drawn[k])


cdef void turn(OwnAgent* own, double delta) noexcept nogil:
    """Turns the agent to its smoothed velocity, as face_way does a body."""
    own.yaw = remainder(own.yaw + turn_towards(own.heading.x, -own.heading.y, own.yaw, own.turn_rate, delta), 2.0 * M_PI)


cdef void draw(CrowdNode* node, double delta) noexcept nogil:
    """Agents that wait are not read, as their last step has left them as they are, unless a script has changed something."""
    cdef const StepSchedule* schedule = &node.crowd.data.avoidance.schedule
    cdef bint has_stepped = node.crowd.frame != node.drawn_frame, steps
    cdef OwnAgent* own
    cdef int32_t slot
    cdef size_t i
    node.drawn_frame = node.crowd.frame
    node.settles = False
    node.stances.resize(node.own.size())
    for i in range(node.own.size()):
        own = &node.own[i]
        slot = slot_of(own.id)
        steps = has_stepped and makes_step(schedule, slot)
        if steps:
            own.step = time_of(schedule, slot, 0.0)
            own.trail += own.step
        if steps or node.has_changed:
            read_agent(own, &node.crowd.data.agents[slot])
        follow(own, delta)
        turn(own, delta)
        node.settles = node.settles or not own.is_settled or own.trail > 0.0
        memcpy(node.stances[i].position, own.drawn, sizeof(own.drawn))
        node.stances[i].yaw = own.yaw
    node.has_changed = False
    if not node.is_checked and not node.own.empty():
        check_multimesh(node)
    if node.multimesh != NULL and not show(node.multimesh, node.stances.data(), <int64_t>node.own.size(), node.cls.is_plane) \
            and not node.has_format_error:
        node.has_format_error = True
        with gil:
            node_error(node.owner, "its multimesh draws in three dimensions: set its transform_format to 2D before its instances"
                       if node.cls.is_plane else
                                   "its multimesh draws in two dimensions: set its transform_format to 3D before its instances")
