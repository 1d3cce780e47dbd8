"""Instances of a MultiMesh, set all at once."""
from libc.stdint cimport int64_t

from navpy.base.elementary cimport unit_vector
from navpy.base.vec2 cimport Vec2
from navpy.godot.binding.gd cimport PACKED_FLOAT32_ARRAY, GdPacked, navpy_gd
from navpy.godot.binding.packed cimport resize, size_of
from navpy.godot.binding.plane cimport UNITS_PER_METER
from navpy.godot.binding.ptrcall cimport find_method, get, get_bool, get_int, put

cdef enum:
    TRANSFORM_2D = 0
    TRANSFORM_3D = 1
    FLOATS_2D = 8                   # of a transform: two rows of basis, 0 and origin
    FLOATS_3D = 12                  # three rows of basis and origin
    FARTHEST = 1 << 23              # pixels: as far as a float tells half pixels apart

cdef const void* GET_FORMAT = find_method(b"MultiMesh", b"get_transform_format", 2444156481)
cdef const void* SET_FORMAT = find_method(b"MultiMesh", b"set_transform_format", 2404750322)
cdef const void* GET_COUNT = find_method(b"MultiMesh", b"get_instance_count", 3905245786)
cdef const void* SET_COUNT = find_method(b"MultiMesh", b"set_instance_count", 1286410249)
cdef const void* USES_COLORS = find_method(b"MultiMesh", b"is_using_colors", 36873697)
cdef const void* USES_DATA = find_method(b"MultiMesh", b"is_using_custom_data", 36873697)
cdef const void* GET_BUFFER = find_method(b"MultiMesh", b"get_buffer", 675695659)
cdef const void* SET_BUFFER = find_method(b"MultiMesh", b"set_buffer", 2899603908)
cdef const void* GET_BOUNDS = find_method(b"MultiMesh", b"get_custom_aabb", 1068685055)
cdef const void* SET_BOUNDS = find_method(b"MultiMesh", b"set_custom_aabb", 259215842)


cdef void never_cull(void* multimesh) noexcept nogil:
    """A canvas item keeps its MultiMesh's rectangle of the first drawing, and is not drawn where that is out of sight.
    So a MultiMesh without bounds of its own gets some that hold everything."""
    cdef float[6] bounds                        # position, size
    get(GET_BOUNDS, multimesh, &bounds[0])
    if bounds[3] == 0.0 and bounds[4] == 0.0:
        bounds[0], bounds[1], bounds[2] = -FARTHEST, -FARTHEST, -1.0
        bounds[3], bounds[4], bounds[5] = 2.0 * FARTHEST, 2.0 * FARTHEST, 2.0
        put(SET_BOUNDS, multimesh, &bounds[0], NULL)


cdef void write_transform(const Stance* stance, float* out) noexcept nogil:
    cdef Vec2 side = unit_vector(stance.yaw)
    cdef float c = <float>side.x, s = <float>side.y
    out[0], out[1], out[2], out[3] = c, 0, s, <float>stance.position[0]
    out[4], out[5], out[6], out[7] = 0, 1, 0, <float>stance.position[1]
    out[8], out[9], out[10], out[11] = -s, 0, c, <float>stance.position[2]


cdef void write_flat_transform(const Stance* stance, float* out) noexcept nogil:
    """In the plane the front is +X."""
    cdef Vec2 side = unit_vector(stance.yaw)
    cdef float c = <float>-side.y, s = <float>-side.x
    out[0], out[1], out[2], out[3] = c, -s, 0, <float>(stance.position[0] * UNITS_PER_METER)
    out[4], out[5], out[6], out[7] = s, c, 0, <float>(stance.position[2] * UNITS_PER_METER)


cdef bint show(void* multimesh, const Stance* stances, int64_t count, bint plane) noexcept nogil:
    cdef int64_t format = TRANSFORM_2D if plane else TRANSFORM_3D, size = FLOATS_2D if plane else FLOATS_3D, i
    cdef int64_t stride = size + (4 if get_bool(USES_COLORS, multimesh) else 0) + (4 if get_bool(USES_DATA, multimesh) else 0)
    cdef GdPacked buffer
    cdef float* floats
    if get_int(GET_FORMAT, multimesh) != format:
        if get_int(GET_COUNT, multimesh) > 0:
            return False
        put(SET_FORMAT, multimesh, &format, NULL)
    if get_int(GET_COUNT, multimesh) != count:
        put(SET_COUNT, multimesh, &count, NULL)
        if plane:
            never_cull(multimesh)
    if count == 0:
        return True
    navpy_gd.ctor0[<int>PACKED_FLOAT32_ARRAY](&buffer, NULL)
    if stride > size:                           # only then: the renderer may have to fetch it from the GPU
        get(GET_BUFFER, multimesh, &buffer)
    if size_of(PACKED_FLOAT32_ARRAY, &buffer) != stride * count:
        resize(PACKED_FLOAT32_ARRAY, &buffer, stride * count)
    floats = navpy_gd.packed_float32_array_operator_index(&buffer, 0)
    for i in range(count):
        if plane:
            write_flat_transform(&stances[i], floats + i * stride)
        else:
            write_transform(&stances[i], floats + i * stride)
    put(SET_BUFFER, multimesh, &buffer, NULL)
    navpy_gd.dtor[<int>PACKED_FLOAT32_ARRAY](&buffer)
    return True
