"""What we ask of the engine's navigation meshes, as plain functions."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector

cdef struct EngineAgent:            # of a NavigationMesh, meters
    double radius
    double height
    double max_climb
    double cell_height

cdef void* new_navigation_mesh() noexcept nogil                     # a NavigationMesh nobody holds yet
cdef int64_t polygon_count(void* navigation_mesh) noexcept nogil
cdef void read_agent(void* navigation_mesh, EngineAgent* out) noexcept nogil
cdef void set_agent(void* navigation_mesh, const EngineAgent* agent) noexcept nogil     # but for the cell height
cdef void set_vertices(void* navigation_mesh, const double* vertices, int64_t count) noexcept nogil
cdef void add_polygon(void* navigation_mesh, const int32_t* corners, int64_t count) noexcept nogil
cdef int read_polygons(void* navigation_mesh, vector[double]* vertices, vector[vector[int32_t]]* polygons) except -1 nogil
