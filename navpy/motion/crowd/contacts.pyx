"""Contacts: overlaps that avoidance leaves where it is too crowded for it are taken out of the velocities before anybody moves."""
from libc.math cimport sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.crowd.agent cimport Agent
from navpy.motion.crowd.crowd_avoidance cimport Avoidance, AvoidanceMemory, CloseOnes, keep_on_surface
from navpy.motion.crowd.local_boundary cimport LocalBoundary
from navpy.base.vec2 cimport Vec2, scale, square, subtract, truncate, vec2

cdef enum:
    ROUNDS = 8                          # that agents are put apart in


cdef inline bint is_close_to(const CloseOnes* close, int32_t other) noexcept nogil:
    cdef int32_t k
    for k in range(close.count):
        if close.others[k] == other:
            return True
    return False


cdef int find_contacts(const Avoidance* all, const vector[Agent]* agents, ContactMemory* memory) except -1 nogil:
    """Pairs of which one at least moves, in their order. Who stands and does not step aside is not moved."""
    cdef const Agent* agent
    cdef const Agent* other
    cdef const CloseOnes* close
    cdef Contact contact
    cdef int32_t k
    cdef bint b_moves, a_cares, b_cares
    memory.contacts.clear()
    for contact.a in range(<int32_t>all.bodies.size()):
        close = &all.close[contact.a]
        agent = &agents.at(all.manners[contact.a].slot)
        if not (agent.active or agent.is_pushed):
            continue
        for k in range(close.count):
            contact.b = close.others[k]
            other = &agents.at(all.manners[contact.b].slot)
            b_moves = (other.active or other.is_pushed) and all.close[contact.b].count > 0
            if b_moves and contact.b < contact.a and is_close_to(&all.close[contact.b], contact.a):
                continue
            contact.reach = all.bodies[contact.a].radius + all.bodies[contact.b].radius
            a_cares = agent.params.avoidance_mask & other.params.avoidance_layers != 0
            b_cares = b_moves and other.params.avoidance_mask & agent.params.avoidance_layers != 0
            contact.part = 0.5 if a_cares and b_cares else 1.0 if a_cares else 0.0
            if a_cares or b_cares:
                memory.contacts.push_back(contact)
    return 0


cdef bint push_apart(const Contact* contact, ContactMemory* memory) noexcept nogil:
    cdef Vec2 a = memory.ends[contact.a], b = memory.ends[contact.b], off = subtract(b, a)
    cdef double apart = square(off), distance, depth, x = 1.0, y = 0.0
    if apart >= contact.reach * contact.reach:
        return False
    distance = sqrt(apart)
    depth = contact.reach - distance
    if distance > 0.0:
        x, y = off.x / distance, off.y / distance
    memory.ends[contact.a] = vec2(a.x - contact.part * depth * x, a.y - contact.part * depth * y)
    memory.moved[contact.a] = True
    if contact.part < 1.0:
        memory.ends[contact.b] = vec2(b.x + (1.0 - contact.part) * depth * x, b.y + (1.0 - contact.part) * depth * y)
        memory.moved[contact.b] = True
    return True


cdef int separate(const MeshView* mesh, const Avoidance* all, vector[Agent]* agents, const vector[LocalBoundary]* boundaries, double dt,
                  ContactMemory* memory, AvoidanceMemory* surface) except -1 nogil:
    """Where the agents are going to be they are put apart, pair by pair, a few times over (position based dynamics: Müller, Heidelberger,
    Hennix & Ratcliff 2007), and their velocities are those that lead there, no faster than they can go and not off the surface."""
    cdef Agent* agent
    cdef Vec2 velocity
    cdef size_t i
    cdef bint any
    find_contacts(all, agents, memory)
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
        keep_on_surface(mesh, boundaries.at(all.manners[i].slot).walkable, agent, &velocity, dt, surface)
        agent.velocity[0], agent.velocity[1], agent.velocity[2], agent.is_pushed = velocity.x, 0.0, -velocity.y, True
    return 0
