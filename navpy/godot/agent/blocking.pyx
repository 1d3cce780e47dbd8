"""The contacts of a body's last move, and whose bodies they are."""
from libc.stdint cimport int64_t
from libcpp.vector cimport vector
from navpy.base.elementary cimport cos
from navpy.base.geom cimport distance2
from navpy.base.vec2 cimport Vec2, add, dot, left_of, length, scale, unit, vec2
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.godot.binding.engine cimport body_floor_angle
from navpy.godot.binding.gd cimport GdVector2, GdVector3, navpy_gd
from navpy.godot.binding.plane cimport in_space
from navpy.godot.binding.ptrcall cimport find_method, get, get_int, get_object, put
from navpy.godot.binding.vector cimport plan_of
from navpy.godot.world.engine_crowd cimport EngineCrowd
from navpy.motion.agent.agent cimport Agent

cdef const void* COLLISIONS = find_method(b"CharacterBody3D", b"get_slide_collision_count", 3905245786)
cdef const void* COLLISION = find_method(b"CharacterBody3D", b"get_slide_collision", 107003663)
cdef const void* CONTACTS = find_method(b"KinematicCollision3D", b"get_collision_count", 3905245786)
cdef const void* NORMAL = find_method(b"KinematicCollision3D", b"get_normal", 1914908202)
cdef const void* COLLIDER = find_method(b"KinematicCollision3D", b"get_collider", 2639523548)
cdef const void* COLLISIONS2D = find_method(b"CharacterBody2D", b"get_slide_collision_count", 3905245786)
cdef const void* COLLISION2D = find_method(b"CharacterBody2D", b"get_slide_collision", 860659811)
cdef const void* NORMAL2D = find_method(b"KinematicCollision2D", b"get_normal", 3341600327)
cdef const void* COLLIDER2D = find_method(b"KinematicCollision2D", b"get_collider", 1981248198)
cdef double TOUCH = 0.01            # meters between two agents that touch
cdef double ALONG = 1e-3            # sine of the angle by which a way along a surface may lead into it: normals are float32

cdef struct BodyContact:
    void* collider
    GdVector3 normal


cdef void* contact_of(void* collision, int64_t contact, bint plane, GdVector3* normal) noexcept nogil:
    """The collider of a contact, and the normal of its surface; NULL: it was freed."""
    cdef GdVector2 flat
    cdef void* collider = NULL
    if plane:
        get(NORMAL2D, collision, &flat)
        normal[0] = in_space(&flat)
        return get_object(COLLIDER2D, collision)
    put(NORMAL, collision, &contact, normal)
    put(COLLIDER, collision, &contact, &collider)
    return collider


cdef void collect_contacts(NavAgent* agent, vector[BodyContact]* out) noexcept nogil:
    """Of the body's last move, with all but floors."""
    cdef bint plane = agent.cls.is_plane
    cdef double steepest = 2.0 if plane else cos(body_floor_angle(agent.body))
    cdef int64_t i, k
    cdef void* collision
    cdef BodyContact contact
    for i in range(get_int(COLLISIONS2D if plane else COLLISIONS, agent.body)):
        collision = NULL                        # a Ref
        put(COLLISION2D if plane else COLLISION, agent.body, &i, &collision)
        for k in range(1 if plane else get_int(CONTACTS, collision)):
            contact.collider = contact_of(collision, k, plane, &contact.normal)
            if contact.collider != NULL and contact.normal.y < steepest:
                out.push_back(contact)
        navpy_gd.ref_set_object(&collision, NULL)


cdef void* blocker_of(NavAgent* agent, double x, double z) noexcept nogil:
    cdef vector[BodyContact] contacts
    cdef void* blocker = NULL
    cdef size_t i
    cdef double facing, most = 0.0
    if agent.body == NULL:
        return NULL
    collect_contacts(agent, &contacts)
    for i in range(contacts.size()):
        facing = -(contacts[i].normal.x * x + contacts[i].normal.z * z)
        if facing > most:
            most, blocker = facing, contacts[i].collider
    return blocker


cdef Vec2 unblocked_way(NavAgent* agent, Vec2 way, double side) noexcept nogil:
    cdef vector[BodyContact] contacts
    cdef Vec2 away = vec2(0.0, 0.0), normal
    cdef size_t i
    cdef bint is_blocked = True
    collect_contacts(agent, &contacts)
    for _ in range(<int>contacts.size() + 1):       # the tangent of a contact may lead into another
        is_blocked = False
        for i in range(contacts.size()):
            normal = unit(plan_of(&contacts[i].normal))
            if dot(way, normal) < -ALONG * length(way):
                way, is_blocked = scale(left_of(normal), -side * length(way)), True
        if not is_blocked:
            return way
    for i in range(contacts.size()):
        away = add(away, unit(plan_of(&contacts[i].normal)))
    return scale(unit(away), length(way))


cdef const Agent* agent_with(const EngineCrowd* crowd, void* body) noexcept nogil:
    cdef size_t slot
    for slot in range(crowd.members.size()):
        if crowd.members[slot].body == body and crowd.data.agents[slot].generation & 1 and not crowd.members[slot].is_obstacle:
            return &crowd.data.agents[slot]
    return NULL


cdef bint is_avoided(NavAgent* agent, const Agent* core, void* blocker) noexcept nogil:
    cdef const Agent* other = agent_with(&agent.world.crowd, blocker)
    cdef size_t i
    for i in range(agent.world.crowds.size()):
        if other == NULL:
            other = agent_with(agent.world.crowds[i], blocker)
    if other == NULL or not core.params.avoidance_enabled or not other.params.avoidance_enabled \
            or not other.params.avoidance_layers & core.params.avoidance_mask:
        return False
    return distance2(core.position[0], core.position[2], other.position[0], other.position[2]) \
        <= core.params.radius + other.params.radius + TOUCH
