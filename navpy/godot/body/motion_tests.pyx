"""Tests of motions and rays."""
from libc.stdint cimport int64_t, uint64_t
from navpy.godot.binding.engine cimport construct, global_transform, variant_from_rid, world_ref
from navpy.godot.binding.gd cimport *
from navpy.godot.binding.names cimport intern, name_variant
from navpy.godot.binding.ptrcall cimport find_builtin, find_method, get, get_double, get_int, get_object, invoke, put

cdef const void* TEST_MOVE = find_method(b"PhysicsBody3D", b"test_move", 2481691619)
cdef const void* SAFE_MARGIN = find_method(b"CharacterBody3D", b"get_safe_margin", 1740695150)
cdef const void* BODY_RID = find_method(b"CollisionObject3D", b"get_rid", 2944877500)
cdef const void* BODY_MASK = find_method(b"CollisionObject3D", b"get_collision_mask", 3905245786)
cdef const void* TRAVEL = find_method(b"KinematicCollision3D", b"get_travel", 3360562783)
cdef const void* CONTACTS = find_method(b"KinematicCollision3D", b"get_collision_count", 3905245786)
cdef const void* POINT = find_method(b"KinematicCollision3D", b"get_position", 1914908202)
cdef const void* NORMAL = find_method(b"KinematicCollision3D", b"get_normal", 1914908202)
cdef const void* WORLD_SPACE = find_method(b"World3D", b"get_direct_space_state", 2069328350)
cdef const void* INTERSECT_RAY = find_method(b"PhysicsDirectSpaceState3D", b"intersect_ray", 3957970750)
cdef const void* RAY_FROM = find_method(b"PhysicsRayQueryParameters3D", b"set_from", 3460891852)
cdef const void* RAY_TO = find_method(b"PhysicsRayQueryParameters3D", b"set_to", 3460891852)
cdef const void* RAY_MASK = find_method(b"PhysicsRayQueryParameters3D", b"set_collision_mask", 1286410249)
cdef const void* RAY_EXCLUDE = find_method(b"PhysicsRayQueryParameters3D", b"set_exclude", 381264803)
cdef BuiltinMethod array_append = find_builtin(ARRAY, b"append", 3316032543)
cdef GdStringName* collision_name = intern(b"KinematicCollision3D")
cdef GdStringName* ray_name = intern(b"PhysicsRayQueryParameters3D")
cdef GdVariant* position_key = name_variant(b"position")
cdef GdVariant* normal_key = name_variant(b"normal")
cdef int64_t MOST_CONTACTS = 4      # of a sweep


cdef void begin_tests(MotionTests* tests, void* body) noexcept nogil:
    cdef void* world = world_ref(body, False)
    tests.body, tests.collision, tests.ray, tests.space = body, NULL, NULL, NULL
    navpy_gd.ref_set_object(&tests.collision, construct(collision_name))
    global_transform(body, &tests.frame)
    tests.margin = get_double(SAFE_MARGIN, body)
    if world != NULL:
        tests.space = get_object(WORLD_SPACE, world)
        navpy_gd.ref_set_object(&world, NULL)


cdef void end_tests(MotionTests* tests) noexcept nogil:
    navpy_gd.ref_set_object(&tests.collision, NULL)
    if tests.ray != NULL:
        navpy_gd.ref_set_object(&tests.ray, NULL)


cdef bint sweep(MotionTests* tests, const GdVector3* place, const GdVector3* motion, GdVector3* travel) noexcept nogil:
    cdef GDExtensionBool hit = 0, recovery = 0
    cdef const void* args[6]
    tests.frame.origin = place[0]
    args[0], args[1], args[2], args[3], args[4], args[5] = &tests.frame, motion, &tests.collision, &tests.margin, &recovery, \
        &MOST_CONTACTS
    invoke(TEST_MOVE, tests.body, args, &hit)
    get(TRAVEL, tests.collision, travel)
    if not hit:
        travel[0] = motion[0]
    return hit


cdef int contact_count(MotionTests* tests) noexcept nogil:
    return <int>get_int(CONTACTS, tests.collision)


cdef void contact(MotionTests* tests, int index, GdVector3* point, GdVector3* normal) noexcept nogil:
    cdef int64_t i = index
    put(POINT, tests.collision, &i, point)
    put(NORMAL, tests.collision, &i, normal)


cdef void make_ray(MotionTests* tests) noexcept nogil:
    cdef GdPacked bodies
    cdef GdVariant rid
    cdef uint64_t number = 0
    cdef int64_t mask = get_int(BODY_MASK, tests.body)
    cdef const void* args[1]
    navpy_gd.ref_set_object(&tests.ray, construct(ray_name))
    put(RAY_MASK, tests.ray, &mask, NULL)
    get(BODY_RID, tests.body, &number)
    variant_from_rid(&rid, number)
    navpy_gd.ctor0[<int>ARRAY](&bodies, NULL)
    args[0] = &rid
    array_append(&bodies, <const GDExtensionConstTypePtr*>args, NULL, 1)
    put(RAY_EXCLUDE, tests.ray, &bodies, NULL)
    navpy_gd.dtor[<int>ARRAY](&bodies)


cdef bint cast_ray(MotionTests* tests, const GdVector3* a, const GdVector3* b, GdVector3* point, GdVector3* normal) noexcept nogil:
    cdef GdPacked found
    cdef void* place
    cdef void* facing
    cdef bint hit
    if tests.space == NULL:
        return False
    if tests.ray == NULL:
        make_ray(tests)
    put(RAY_FROM, tests.ray, a, NULL)
    put(RAY_TO, tests.ray, b, NULL)
    navpy_gd.ctor0[<int>DICTIONARY](&found, NULL)
    put(INTERSECT_RAY, tests.space, &tests.ray, &found)
    place = navpy_gd.dictionary_operator_index(&found, position_key)
    hit = navpy_gd.variant_get_type(place) == <int>VECTOR3
    if hit:
        navpy_gd.var_to[<int>VECTOR3](point, place)
        facing = navpy_gd.dictionary_operator_index(&found, normal_key)
        navpy_gd.var_to[<int>VECTOR3](normal, facing)
    navpy_gd.dtor[<int>DICTIONARY](&found)
    return hit
