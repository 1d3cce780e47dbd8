"""Contacts: overlaps that avoidance leaves where it is too crowded for it are taken out of the velocities before anybody moves."""
from libc.math cimport sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.mesh cimport MeshView
from navpy.motion.agent cimport Agent
from navpy.motion.avoidance cimport Avoidance, AvoidanceMemory, Contact, keep_on_surface
from navpy.motion.local_boundary cimport LocalBoundary
from navpy.motion.neighbor_grid cimport find_within
from navpy.motion.right_of_way cimport meet
from navpy.vec2 cimport Vec2, scale, square, subtract, truncate, vec2

cdef enum:
    ROUNDS = 8                          # that agents are put apart in


cdef int find_contacts(const Avoidance* all, const vector[Agent]* agents, double dt, AvoidanceMemory* memory) except -1 nogil:
    """Pairs of which one at least moves, in their order. Who stands and does not step aside is not moved."""
    cdef const Agent* agent
    cdef const Agent* other
    cdef Contact contact
    cdef double reach, most = 0.0
    cdef int32_t k
    cdef bint a_moves, b_moves, a_cares, b_cares
    memory.contacts.clear()
    for k in range(<int32_t>all.bodies.size()):
        agent = &agents.at(all.manners[k].slot)
        most = max(most, all.bodies[k].radius + dt * agent.params.max_speed)
    for contact.a in range(<int32_t>all.bodies.size()):
        agent = &agents.at(all.manners[contact.a].slot)
        a_moves = agent.active or agent.is_pushed
        if not a_moves or not agent.is_close:
            continue
        reach = all.bodies[contact.a].radius + dt * agent.params.max_speed
        find_within(&all.grid, all.bodies[contact.a].position.x, all.bodies[contact.a].position.y, reach + most, &memory.near)
        for k in range(<int32_t>memory.near.size()):
            contact.b = memory.near[k]
            other = &agents.at(all.manners[contact.b].slot)
            b_moves = (other.active or other.is_pushed) and other.is_close
            if contact.b == contact.a or (b_moves and contact.b < contact.a) or not meet(&all.manners[contact.a], &all.manners[contact.b]):
                continue
            contact.reach = all.bodies[contact.a].radius + all.bodies[contact.b].radius
            a_cares = agent.params.avoidance_mask & other.params.avoidance_layers != 0
            b_cares = b_moves and other.params.avoidance_mask & agent.params.avoidance_layers != 0
            contact.part = 0.5 if a_cares and b_cares else 1.0 if a_cares else 0.0
            if a_cares or b_cares:
                memory.contacts.push_back(contact)
    return 0


cdef bint push_apart(const Contact* contact, AvoidanceMemory* memory) noexcept nogil:
    cdef Vec2 a = memory.ends[contact.a], b = memory.ends[contact.b], off = subtract(b, a)
    cdef double distance = sqrt(square(off)), depth = contact.reach - distance, x = 1.0, y = 0.0
    if depth <= 0.0:
        return False
    if distance > 0.0:
        x, y = off.x / distance, off.y / distance
    memory.ends[contact.a] = vec2(a.x - contact.part * depth * x, a.y - contact.part * depth * y)
    memory.moved[contact.a] = True
    if contact.part < 1.0:
        memory.ends[contact.b] = vec2(b.x + (1.0 - contact.part) * depth * x, b.y + (1.0 - contact.part) * depth * y)
        memory.moved[contact.b] = True
    return True


cdef int separate(const MeshView* mesh, const Avoidance* all, vector[Agent]* agents, const vector[LocalBoundary]* boundaries, double dt,
                  AvoidanceMemory* memory) except -1 nogil:
    """Where the agents are going to be they are put apart, pair by pair, a few times over (position based dynamics: Müller, Heidelberger,
    Hennix & Ratcliff 2007), and their velocities are those that lead there, no faster than they can go and not off the surface."""
    cdef Agent* agent
    cdef Vec2 velocity
    cdef size_t i
    cdef bint any
    find_contacts(all, agents, dt, memory)
    if memory.contacts.empty():
        return 0
    memory.ends.resize(all.bodies.size())
    memory.moved.clear()
    memory.moved.resize(all.bodies.size(), False)
    for i in range(all.bodies.size()):
        agent = &agents[0][all.manners[i].slot]
        velocity = vec2(agent.velocity[0], -agent.velocity[2]) if agent.active or agent.is_pushed else vec2(0.0, 0.0)
        memory.ends[i] = vec2(all.bodies[i].position.x + dt * velocity.x, all.bodies[i].position.y + dt * velocity.y)
    for _round in range(ROUNDS):
        any = False
        for i in range(memory.contacts.size()):
            any = push_apart(&memory.contacts[i], memory) or any
        if not any:
            break
    for i in range(all.bodies.size()):
        if not memory.moved[i]:
            continue
        agent = &agents[0][all.manners[i].slot]
        velocity = truncate(scale(subtract(memory.ends[i], all.bodies[i].position), 1.0 / dt), agent.params.max_speed)
        keep_on_surface(mesh, boundaries.at(all.manners[i].slot).walkable, agent, &velocity, dt, memory)
        agent.velocity[0], agent.velocity[1], agent.velocity[2], agent.is_pushed = velocity.x, 0.0, -velocity.y, True
    return 0
