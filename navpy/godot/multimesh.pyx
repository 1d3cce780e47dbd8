"""Instances of a MultiMesh, set all at once."""
from libc.math cimport cos, sin
from libc.stdint cimport int64_t

from navpy.godot.binding cimport intern
from navpy.godot.gd cimport PACKED_FLOAT32_ARRAY, BuiltinMethod, GDExtensionConstTypePtr, GdPacked, VariantType, navpy_gd

cdef enum Bind:
    GET_FORMAT
    SET_FORMAT
    GET_COUNT
    SET_COUNT
    USES_COLORS
    USES_DATA
    GET_BUFFER
    SET_BUFFER
    BIND_COUNT

cdef enum:
    TRANSFORM_3D = 1
    FLOATS = 12                     # of a transform: three rows of basis and origin

METHODS = (
    (GET_FORMAT, "get_transform_format", 2444156481), (SET_FORMAT, "set_transform_format", 2404750322),
    (GET_COUNT, "get_instance_count", 3905245786), (SET_COUNT, "set_instance_count", 1286410249),
    (USES_COLORS, "is_using_colors", 36873697), (USES_DATA, "is_using_custom_data", 36873697),
    (GET_BUFFER, "get_buffer", 675695659), (SET_BUFFER, "set_buffer", 2899603908),
)

cdef const void* binds[<int>BIND_COUNT]
cdef BuiltinMethod floats_size, floats_resize


cdef int bind_multimesh() except -1:
    global floats_size, floats_resize
    for index, method, hash_ in METHODS:
        binds[<int>index] = navpy_gd.classdb_get_method_bind(intern("MultiMesh"), intern(method), hash_)
        if binds[<int>index] == NULL:
            raise RuntimeError(f"this Godot has no MultiMesh.{method} as 4.6 knows it")
    floats_size = navpy_gd.variant_get_ptr_builtin_method(<VariantType>PACKED_FLOAT32_ARRAY, intern("size"), 3173160232)
    floats_resize = navpy_gd.variant_get_ptr_builtin_method(<VariantType>PACKED_FLOAT32_ARRAY, intern("resize"), 848867239)
    return 0


cdef int64_t number(Bind method, void* multimesh) noexcept nogil:
    cdef int64_t value = 0
    navpy_gd.object_method_bind_ptrcall(binds[<int>method], multimesh, NULL, &value)
    return value


cdef void put(Bind method, void* multimesh, const void* argument) noexcept nogil:
    cdef const void* args[1]
    args[0] = argument
    navpy_gd.object_method_bind_ptrcall(binds[<int>method], multimesh, <const GDExtensionConstTypePtr*>args, NULL)


cdef void write_transform(const Stance* stance, float* out) noexcept nogil:
    cdef float c = <float>cos(stance.yaw), s = <float>sin(stance.yaw)
    out[0], out[1], out[2], out[3] = c, 0, s, <float>stance.position[0]
    out[4], out[5], out[6], out[7] = 0, 1, 0, <float>stance.position[1]
    out[8], out[9], out[10], out[11] = -s, 0, c, <float>stance.position[2]


cdef void resize(GdPacked* floats, int64_t count) noexcept nogil:
    cdef int64_t error = 0
    cdef const void* args[1]
    args[0] = &count
    floats_resize(floats, <const GDExtensionConstTypePtr*>args, &error, 1)


cdef bint show(void* multimesh, const Stance* stances, int64_t count) noexcept nogil:
    cdef int64_t format = TRANSFORM_3D, i, size = 0
    cdef int64_t stride = FLOATS + (4 if number(USES_COLORS, multimesh) else 0) + (4 if number(USES_DATA, multimesh) else 0)
    cdef GdPacked buffer
    cdef float* floats
    if number(GET_FORMAT, multimesh) != TRANSFORM_3D:
        if number(GET_COUNT, multimesh) > 0:
            return False
        put(SET_FORMAT, multimesh, &format)
    if number(GET_COUNT, multimesh) != count:
        put(SET_COUNT, multimesh, &count)
    if count == 0:
        return True
    navpy_gd.ctor0[<int>PACKED_FLOAT32_ARRAY](&buffer, NULL)
    if stride > FLOATS:                         # only then: the renderer may have to fetch it from the GPU
        navpy_gd.object_method_bind_ptrcall(binds[<int>GET_BUFFER], multimesh, NULL, &buffer)
    floats_size(&buffer, NULL, &size, 0)
    if size != stride * count:
        resize(&buffer, stride * count)
    floats = navpy_gd.packed_float32_array_operator_index(&buffer, 0)
    for i in range(count):
        write_transform(&stances[i], floats + i * stride)
    put(SET_BUFFER, multimesh, &buffer)
    navpy_gd.dtor[<int>PACKED_FLOAT32_ARRAY](&buffer)
    return True
