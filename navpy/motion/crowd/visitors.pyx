"""Crowds that see each other step in turn, and yet see each other at the same moment: a crowd shows its bodies and roles from the
begin of its step, even after the step. Counts of steps tell whether another crowd has made its step: it has if it saw, in its last
step, this crowd as it still is. So the order of the steps is free, may change, and needs no clock.

The preferred velocities and pressing of visitors are of that moment, too, where their crowd has made its step, else of its step
before."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.geom cimport is_point
from navpy.base.vec2 cimport Vec2, to_plan
from navpy.motion.agent.agent cimport ON_LINK, Agent
from navpy.motion.agent.dials cimport DETOUR_REACH
from navpy.motion.crowd.participants cimport Extent, Visitor
from navpy.motion.crowd.crowd_data cimport CrowdData, Sight
from navpy.motion.crowd.right_of_way cimport agent_hash
from navpy.motion.agent.step_schedule cimport makes_step


cdef bint has_seen(const CrowdData* other, const CrowdData* crowd) noexcept nogil:
    """True if the other crowd, in its last step, saw this crowd in its present state."""
    cdef size_t i
    for i in range(other.sights.size()):
        if other.sights[i].crowd_number == crowd.avoidance.crowd_number:
            return other.sights[i].step_count == crowd.step_count
    return False


cdef void take_number(CrowdData* crowd, const vector[OtherCrowd]* others) noexcept nogil:
    """A crowd with the number of another takes a new number."""
    cdef uint64_t greatest = 0
    cdef bint is_taken = False
    cdef size_t i
    for i in range(others.size()):
        greatest = max(greatest, others.at(i).crowd.avoidance.crowd_number)
        is_taken = is_taken or others.at(i).crowd.avoidance.crowd_number == crowd.avoidance.crowd_number
    if is_taken:
        crowd.avoidance.crowd_number = greatest + 1


cdef double sight_of(const Extent* own, const Extent* other) noexcept nogil:
    """Meters: beyond, no line has a weight, as two would touch after more than two time horizons (crowd_avoidance)."""
    return min(own.reach, max(DETOUR_REACH, own.radius + other.radius + 2.0 * own.horizon * (own.speed + other.speed)))


cdef bint are_near(const CrowdData* crowd, const CrowdData* other) noexcept nogil:
    cdef const Extent* a = &crowd.avoidance.extent
    cdef const Extent* b = &other.avoidance.extent
    cdef double sight = sight_of(a, b)
    return a.low.x - sight <= b.high.x and b.low.x <= a.high.x + sight and a.low.y - sight <= b.high.y and b.low.y <= a.high.y + sight


cdef inline bint is_within(const Extent* extent, double sight, Vec2 place) noexcept nogil:
    return extent.low.x - sight <= place.x <= extent.high.x + sight and extent.low.y - sight <= place.y <= extent.high.y + sight


cdef int add_agents(CrowdData* crowd, const CrowdData* other, bint stands, bint only_waiting) except -1 nogil:
    """Agents with avoidance, as they are; or of these the agents that waited in the other crowd's last step."""
    cdef const Extent* extent = &crowd.avoidance.extent
    cdef double sight = sight_of(extent, &other.avoidance.extent)
    cdef const Agent* agent
    cdef Visitor visitor
    visitor.body = NULL
    visitor.role = NULL
    visitor.crowd_number, visitor.stands, visitor.waits_for = other.avoidance.crowd_number, stands, 0.0
    for visitor.slot in range(<int32_t>other.agents.size()):
        agent = &other.agents[visitor.slot]
        if only_waiting and makes_step(&other.avoidance.schedule, visitor.slot):
            continue
        if agent.generation & 1 and is_within(extent, sight, to_plan(agent.position)) and is_point(agent.position) \
                and agent.params.avoidance_enabled and agent.where != ON_LINK:
            visitor.agent = agent
            visitor.path = &other.paths[visitor.slot]
            crowd.avoidance.visitors.push_back(visitor)
    return 0


cdef int add_participants(CrowdData* crowd, const CrowdData* other) except -1 nogil:
    """The participants of the other crowd's last step, as they were before it, unless they have been removed since."""
    cdef const Extent* extent = &crowd.avoidance.extent
    cdef double sight = sight_of(extent, &other.avoidance.extent)
    cdef Visitor visitor
    cdef int32_t i
    visitor.crowd_number, visitor.stands, visitor.waits_for = other.avoidance.crowd_number, False, 0.0
    for i in range(other.avoidance.own_count):
        visitor.body = &other.avoidance.bodies[i]
        visitor.role = &other.avoidance.roles[i]
        visitor.slot = visitor.role.slot
        visitor.agent = &other.agents[visitor.slot]
        visitor.path = &other.paths[visitor.slot]
        if is_within(extent, sight, visitor.body.position) and visitor.agent.generation & 1 \
                and visitor.role.id_hash == agent_hash(visitor.crowd_number, visitor.slot, visitor.agent.generation):
            crowd.avoidance.visitors.push_back(visitor)
    return 0


cdef int see_others(CrowdData* crowd, const vector[OtherCrowd]* others) except -1 nogil:
    cdef const CrowdData* other
    cdef Sight sight
    cdef size_t i
    cdef bint is_ahead
    crowd.avoidance.visitors.clear()
    crowd.sights.clear()
    take_number(crowd, others)
    for i in range(others.size()):
        other = others.at(i).crowd
        is_ahead = not others.at(i).stands and has_seen(other, crowd)
        sight.crowd_number, sight.step_count = other.avoidance.crowd_number, other.step_count - is_ahead
        crowd.sights.push_back(sight)
        if not are_near(crowd, other):
            continue
        if is_ahead:
            add_participants(crowd, other)
            if not other.avoidance.schedule.points.empty():
                add_agents(crowd, other, False, True)
        else:
            add_agents(crowd, other, others.at(i).stands, False)
    return 0
