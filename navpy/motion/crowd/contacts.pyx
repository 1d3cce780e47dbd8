"""Position based dynamics (Müller, Heidelberger, Hennix & Ratcliff 2007): the constraints are the least distances of pairs."""
from libc.math cimport sqrt
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport Agent
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory, truncate_to_surface
from navpy.motion.crowd.participants cimport Avoidance, CloseOthers, foresee
from navpy.motion.agent.local_boundary cimport LocalBoundary
from navpy.motion.crowd.right_of_way cimport AvoidanceRole
from navpy.motion.agent.step_schedule cimport time_of
from navpy.base.vec2 cimport Vec2, scale, square, subtract, to_world, truncate, vec2

cdef enum:
    # of the solver at most; it ends earlier when no pair overlaps. With 8, rows of ten agents still overlap
    ITERATIONS = 20


cdef inline bint has_close(const Avoidance* avoidance, int32_t own, int32_t other) noexcept nogil:
    cdef int32_t k
    for k in range(avoidance.close_counts[own]):
        if avoidance.close[own].others[k] == other:
            return True
    return False


cdef void foresee_visitors(Avoidance* avoidance, double dt) noexcept nogil:
    """A visitor moves as it did at the start of the step."""
    cdef int32_t i
    for i in range(avoidance.own_count, <int32_t>avoidance.bodies.size()):
        foresee(avoidance, i, avoidance.roles[i].moves, avoidance.bodies[i].velocity, dt)


cdef int find_contacts(const Avoidance* avoidance, ContactMemory* memory) except -1 nogil:
    """Pairs of participants, each once and in their order. At least one of the two moves. An agent that stands and is not pushed keeps
    its place. Else the part of a goes from a third, as if a were twice as heavy as b, to two thirds, by its share of the avoidance. A
    visitor's part is made by its own crowd, and only foreseen here; both have the pair in one order."""
    cdef const CloseOthers* close
    cdef const AvoidanceRole* role
    cdef const AvoidanceRole* other
    cdef Contact contact
    cdef int32_t own, k
    cdef bint b_moves, a_avoids, b_avoids
    memory.contacts.clear()
    for own in range(avoidance.own_count):
        if not avoidance.moves[own] or avoidance.close_counts[own] == 0:
            continue
        close = &avoidance.close[own]
        role = &avoidance.roles[own]
        for k in range(avoidance.close_counts[own]):
            contact.a, contact.b = own, close.others[k]
            other = &avoidance.roles[contact.b]
            b_moves = avoidance.moves[contact.b] and (avoidance.close_counts[contact.b] > 0 or contact.b >= avoidance.own_count)
            if b_moves and contact.b < contact.a and has_close(avoidance, contact.b, contact.a):
                continue
            contact.radii = avoidance.bodies[contact.a].radius + avoidance.bodies[contact.b].radius
            a_avoids = role.mask & other.layers != 0
            b_avoids = b_moves and other.mask & role.layers != 0
            contact.share = 1.0 if not b_avoids else 0.0 if not a_avoids else (1.0 + close.shares[k]) / 3.0
            if contact.b >= avoidance.own_count and other.id_hash < role.id_hash:
                contact.a, contact.b, contact.share = contact.b, own, 1.0 - contact.share
            if a_avoids or b_avoids:
                memory.contacts.push_back(contact)
    return 0


cdef bint push_apart(const Contact* contact, Avoidance* avoidance, ContactMemory* memory) noexcept nogil:
    """Projects the constraint of one pair. Two bodies in the very same place part along x. Returns False if the two do not overlap."""
    cdef Vec2 a = avoidance.ends[contact.a], b = avoidance.ends[contact.b], gap = subtract(b, a)
    cdef double distance = square(gap), depth, x = 1.0, y = 0.0
    if distance >= contact.radii * contact.radii:
        return False
    distance = sqrt(distance)
    depth = contact.radii - distance
    if distance > 0.0:
        x, y = gap.x / distance, gap.y / distance
    avoidance.ends[contact.a] = vec2(a.x - contact.share * depth * x, a.y - contact.share * depth * y)
    memory.moved[contact.a] = True
    if contact.share < 1.0:
        avoidance.ends[contact.b] = vec2(b.x + (1.0 - contact.share) * depth * x, b.y + (1.0 - contact.share) * depth * y)
        memory.moved[contact.b] = True
    return True


cdef int solve_contacts(const MeshView* mesh, Avoidance* avoidance, vector[Agent]* agents, const vector[LocalBoundary]* boundaries,
                        double dt, ContactMemory* memory, AvoidanceMemory* surface) except -1 nogil:
    cdef Agent* agent
    cdef Vec2 velocity
    cdef double time
    cdef size_t k
    cdef int32_t i
    cdef bint any
    # 1. The places are known but those of visitors; find the pairs.
    foresee_visitors(avoidance, dt)
    find_contacts(avoidance, memory)
    if memory.contacts.empty():
        return 0
    memory.moved.clear()
    memory.moved.resize(avoidance.bodies.size(), False)
    # 2. Project the constraints, one after the other (Gauss-Seidel).
    for _iteration in range(ITERATIONS):
        any = False
        for k in range(memory.contacts.size()):
            any = push_apart(&memory.contacts[k], avoidance, memory) or any
        if not any:
            break
    # 3. The velocities that lead there, within the maximum speed and on the surface.
    for i in range(avoidance.own_count):
        if not memory.moved[i]:
            continue
        agent = &agents[0][avoidance.roles[i].slot]
        time = time_of(&avoidance.schedule, avoidance.roles[i].slot, dt)
        velocity = truncate(scale(subtract(avoidance.ends[i], avoidance.bodies[i].position), 1.0 / time), agent.params.max_speed)
        truncate_to_surface(mesh, &boundaries.at(avoidance.roles[i].slot), agent, &velocity, time, surface)
        to_world(velocity, 0.0, agent.velocity)
        agent.is_pushed = True
    return 0
