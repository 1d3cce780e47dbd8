"""Which nodes are two-dimensional, and arrays of places in the plane and in space."""
from libc.stdint cimport int64_t
from navpy.godot.binding.gd cimport GdVector2, GdVector3, navpy_gd
from navpy.godot.binding.packed cimport resize_vectors, resize_vectors2, vectors2_of, vectors_of
from navpy.godot.binding.ptrcall cimport find_class

cdef void* node2d_tag = find_class(b"Node2D")
cdef bint used = False


cdef bint is_flat(const void* node) noexcept nogil:
    return used and node != NULL and navpy_gd.object_cast_to(node, node2d_tag) != NULL


cdef bint in_use() noexcept nogil:
    return used


cdef void use_plane() noexcept nogil:
    global used
    used = True


cdef void to_space(const void* packed_vector2_array, void* packed_vector3_array) noexcept nogil:
    cdef int64_t i, count = 0
    cdef const GdVector2* flat = vectors2_of(packed_vector2_array, &count)
    cdef GdVector3* out = resize_vectors(packed_vector3_array, count)
    for i in range(count):
        out[i] = in_space(&flat[i])


cdef void to_plane(const void* packed_vector3_array, void* packed_vector2_array) noexcept nogil:
    cdef int64_t i, count = 0
    cdef const GdVector3* places = vectors_of(packed_vector3_array, &count)
    cdef GdVector2* out = resize_vectors2(packed_vector2_array, count)
    for i in range(count):
        out[i] = in_plane(&places[i])
