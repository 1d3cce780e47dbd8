"""Arrival by density: it spreads from the one who stands on the goal to those who touch it, and on from these."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.core cimport STATUS_SUCCESS
from navpy.geom cimport distance3
from navpy.motion.agent cimport Agent, pace_of
from navpy.motion.avoidance cimport Avoidance, AvoidanceMemory
from navpy.motion.neighbor_grid cimport find_within
from navpy.motion.right_of_way cimport has_its_place, meet
from navpy.vec2 cimport Vec2, length, subtract

cdef double HEADWAY = 0.1               # of its radius: by how much a way must have become shorter to count
cdef double CREEP = 0.02                # of its full speed: who gets on more slowly than that might as well stand
cdef double SETTLES = 2.5               # paces without headway after which an agent settles where it may
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


cdef bint has_settled(const Avoidance* all, const vector[Agent]* agents, int32_t own, AvoidanceMemory* memory) except -1 nogil:
    """Who has succeeded rests against anybody, others against those who rest where they want to go, too."""
    cdef const Agent* agent = &agents.at(all.manners[own].slot)
    cdef const Agent* other
    cdef Vec2 place = all.bodies[own].position
    cdef int32_t k, near
    if agent.waited < SETTLES * pace_of(agent):
        return False
    find_within(&all.grid, place.x, place.y, TOUCHES * (agent.params.radius + all.widest), &memory.near)
    for k in range(<int32_t>memory.near.size()):
        near = memory.near[k]
        other = &agents.at(all.manners[near].slot)
        if near == own or length(subtract(all.bodies[near].position, place)) > TOUCHES * (agent.params.radius + other.params.radius):
            continue
        if agent.status == STATUS_SUCCESS or (meet(&all.manners[near], &all.manners[own])
                                              and has_its_place(&all.manners[near], &all.manners[own])):
            return True
    return False


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
