"""Questions to a NavFlowField: directions, distances, ways, and the effect of walls on them."""
from libc.stdint cimport int64_t, uint8_t
from navpy.godot.binding.class_spec cimport GdArray, GdPackedFloat32Array, GdPackedVector3Array
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.field.nav_flow_field_data cimport NavFlowField

cdef double get_distance(NavFlowField* field, const GdVector3* point, int64_t number) noexcept nogil
cdef GdVector3 get_direction(NavFlowField* field, const GdVector3* point, int64_t number) noexcept nogil
cdef uint8_t is_reachable(NavFlowField* field, const GdVector3* point, int64_t number) noexcept nogil
cdef void get_distances(NavFlowField* field, const GdPackedVector3Array* points, int64_t number,
                        GdPackedFloat32Array* out) noexcept nogil
cdef void get_directions(NavFlowField* field, const GdPackedVector3Array* points, int64_t number,
                         GdPackedVector3Array* out) noexcept nogil
cdef void trace_path(NavFlowField* field, const GdVector3* start, int64_t number, GdPackedVector3Array* out) noexcept nogil
cdef uint8_t would_block(NavFlowField* field, const GdArray* cells, const GdPackedVector3Array* points, int64_t number) noexcept nogil
cdef void get_triangles(NavFlowField* field, int64_t number, GdPackedVector3Array* out) noexcept nogil
cdef void get_arrows(NavFlowField* field, int64_t number, GdPackedVector3Array* out) noexcept nogil
