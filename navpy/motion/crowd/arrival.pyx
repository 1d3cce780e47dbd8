"""Arrival by density: it spreads from the one who stands on the goal to those who touch it, and on from these, as far as they fill the ground
round it: a file that reaches back through a door has not arrived."""
from libc.math cimport exp2
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.core cimport STATUS_SUCCESS
from navpy.base.geom cimport distance3
from navpy.motion.crowd.agent cimport Agent, pace_of
from navpy.motion.crowd.crowd_avoidance cimport Avoidance, AvoidanceMemory
from navpy.base.neighbor_grid cimport find_within
from navpy.motion.crowd.right_of_way cimport has_its_place
from navpy.base.vec2 cimport Vec2, length, subtract

cdef double HEADWAY = 0.1               # of its radius: by how much a way must have become shorter to count
cdef double CREEP = 0.02                # of its full speed: who gets on more slowly than that might as well stand
cdef double SETTLES = 2.5               # paces without headway after which an agent settles where it may
cdef double FILLS = 0.35                # of a disc round the goal, out to where an agent is, that those who rest there must cover for it to rest, too
cdef double HALVES = 20.0               # paces of more waiting that halve that: in corridors and corners there are no discs
cdef double RETURNS = 3.0               # paces after which one goes back to where it has stepped aside from
cdef double HOME = 4.0                  # of its radius from where it stood: near enough, where others stand in between
cdef double TOUCHES = 1.3               # of the sum of their radii: agents nearer to each other touch

cdef enum:
    TRIES = 3                           # to get back to where it stood, after which one stays where it is


cdef void note_headway(Agent* agent, double dt) noexcept nogil:
    if agent.distance_left < agent.nearest - max(HEADWAY * agent.params.radius, CREEP * agent.params.max_speed * agent.waited):
        agent.nearest, agent.waited = agent.distance_left, 0.0
    else:
        agent.waited += dt


cdef bint is_ground_full(const Avoidance* all, int32_t own, const Agent* agent, AvoidanceMemory* memory) except -1 nogil:
    """Do those who rest at its goal fill the way that is left?"""
    cdef double waited = agent.waited / pace_of(agent) - SETTLES, covered = 0.0
    cdef double needed = FILLS * agent.distance_left * agent.distance_left * exp2(-waited / HALVES)
    cdef Vec2 goal = all.manners[own].goal
    cdef int32_t near
    cdef size_t k
    find_within(&all.grid, goal.x, goal.y, agent.distance_left, &memory.near)
    for k in range(memory.near.size()):
        near = memory.near[k]
        if has_its_place(&all.manners[near], &all.manners[own]):
            covered += all.bodies[near].radius * all.bodies[near].radius
    return covered >= needed


cdef bint touches_its_own(const Avoidance* all, int32_t own, bint anybody, AvoidanceMemory* memory) except -1 nogil:
    cdef double radius = all.bodies[own].radius
    cdef Vec2 place = all.bodies[own].position
    cdef int32_t k, near
    find_within(&all.grid, place.x, place.y, TOUCHES * (radius + all.widest), &memory.near)
    for k in range(<int32_t>memory.near.size()):
        near = memory.near[k]
        if near != own and length(subtract(all.bodies[near].position, place)) <= TOUCHES * (radius + all.bodies[near].radius) and (
                anybody or has_its_place(&all.manners[near], &all.manners[own])):
            return True
    return False


cdef bint has_settled(const Avoidance* all, const vector[Agent]* agents, int32_t own, AvoidanceMemory* memory) except -1 nogil:
    """Who has succeeded rests against anybody, others against those who rest where they want to go, too."""
    cdef const Agent* agent = &agents.at(all.manners[own].slot)
    if agent.waited < SETTLES * pace_of(agent):
        return False
    if agent.status == STATUS_SUCCESS:
        return touches_its_own(all, own, True, memory)
    return touches_its_own(all, own, False, memory) and is_ground_full(all, own, agent, memory)


cdef bint is_home(const Agent* agent) noexcept nogil:
    return distance3(agent.position, agent.home) < HOME * agent.params.radius or agent.returns == TRIES


cdef bint is_left_alone(Agent* agent, double dt) noexcept nogil:
    """Has it not been pushed for a while since it stepped aside, and has somewhere to go back to?"""
    if agent.is_pushed:
        agent.waited = 0.0
        return False
    agent.waited += dt
    return agent.waited > RETURNS * pace_of(agent) and agent.status == STATUS_SUCCESS \
        and distance3(agent.position, agent.home) > agent.params.radius
