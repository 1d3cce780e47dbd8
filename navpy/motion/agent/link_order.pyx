"""Who crosses a link first, where two would meet on it.

Off-mesh links have room for one: who climbs a ladder cannot pass whoever comes down. So of agents that come from both ends those go
first who are on the link already, then whoever came to it first; the others wait at a distance that lets them off. Agents in one
direction follow each other. It is the ends that count, not the link: one may lead up and another one down beside it. Unity's links
have one user at a time (OffMeshLink.occupied), whatever the direction."""
from libc.stdint cimport int32_t
from libc.string cimport memcpy
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.geom cimport distance3
from navpy.motion.agent.agent cimport ON_LINK, TURN_CROSSES, TURN_WAITS, Agent, is_active
from navpy.motion.agent.agent_params cimport AgentParams
from navpy.motion.agent.dials cimport TOUCHING
from navpy.motion.agent.path_following cimport FollowedPath, corner_at, corner_count
from navpy.motion.agent.step_schedule cimport StepSchedule, makes_step


cdef void leave_links(LinkOrder* order, const vector[Agent]* agents, const StepSchedule* schedule) noexcept nogil:
    cdef const Agent* agent
    cdef size_t i, kept = 0
    cdef int32_t slot
    for i in range(order.slots.size()):
        slot = order.slots[i]
        agent = &agents.at(slot)
        if agent.generation & 1 and not makes_step(schedule, slot) and uses_link(agent):
            order.slots[kept] = slot
            kept += 1
    order.slots.resize(kept)


cdef bint describe(const Agent* agent, FollowedPath* path, LinkUser* out) noexcept nogil:
    """False: it has no link any more."""
    cdef int32_t corner = agent.next_corner
    out.crosses = agent.where == ON_LINK
    if out.crosses:
        memcpy(out.start, agent.link_start, sizeof(out.start))
        memcpy(out.end, agent.link_end, sizeof(out.end))
    elif not is_active(agent) or corner + 1 >= corner_count(path) or path.links[corner] < 0:
        return False
    else:
        memcpy(out.start, corner_at(path, corner), sizeof(out.start))
        memcpy(out.end, corner_at(path, corner + 1), sizeof(out.end))
    out.wait = agent.link_wait
    return True


cdef bint comes_first(const LinkUser* a, const LinkUser* b) noexcept nogil:
    if a.crosses or b.crosses:
        return a.crosses
    return a.wait > b.wait or (a.wait == b.wait and a.slot < b.slot)


cdef bint would_meet(const LinkUser* a, const AgentParams* of_a, const LinkUser* b, const AgentParams* of_b) noexcept nogil:
    """True if each goes to where the other comes from."""
    cdef double reach = of_a.radius + of_b.radius
    return (of_a.avoidance_mask & of_b.avoidance_layers or of_b.avoidance_mask & of_a.avoidance_layers) \
        and distance3(a.start, b.end) < reach and distance3(a.end, b.start) < reach


cdef int order_links(LinkOrder* order, vector[Agent]* agents, vector[FollowedPath]* paths) except -1 nogil:
    cdef const LinkUser* a
    cdef const LinkUser* b
    cdef const AgentParams* of_a
    cdef const AgentParams* of_b
    cdef Agent* agent
    cdef LinkUser user
    cdef double widest = 0.0
    cdef size_t i, k
    if order.slots.empty():
        return 0
    # 1. Who is there, by place.
    sort(order.slots.begin(), order.slots.end())
    order.users.clear()
    order.places.clear()
    for i in range(order.slots.size()):
        user.slot = order.slots[i]
        agent = &agents.at(user.slot)
        if agent.params.avoidance_enabled and describe(agent, &paths.at(user.slot), &user):
            order.places.push_back(pair[double, int32_t](0.5 * (user.start[0] + user.end[0]), <int32_t>order.users.size()))
            order.users.push_back(user)
            widest = max(widest, agent.params.radius)
            if not user.crosses:
                agent.link_turn, agent.link_room = TURN_CROSSES, 0.0
    sort(order.places.begin(), order.places.end())
    # 2. Of each two who would meet one waits.
    for i in range(order.users.size()):
        a = &order.users[order.places[i].second]
        for k in range(i + 1, order.users.size()):
            b = &order.users[order.places[k].second]
            if order.places[k].first - order.places[i].first > 2.0 * widest:
                break
            of_a, of_b = agents.at(a.slot).params, agents.at(b.slot).params
            if would_meet(a, of_a, b, of_b) and not (a.crosses and b.crosses):
                agent = &agents.at(b.slot if comes_first(a, b) else a.slot)
                agent.link_turn = TURN_WAITS
                agent.link_room = max(agent.link_room, TOUCHING * (of_a.radius + of_b.radius))
    return 0
