"""Our questions to the engine's navigation meshes, as plain functions: to a NavigationMesh, or, where `plane` is true, to a
NavigationPolygon. All
is in meters."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector

cdef struct EngineAgent:            # for which a navigation mesh was baked, meters; in the plane all but the radius is 0
    double radius
    double height
    double max_climb
    double cell_height

cdef void* new_navigation_mesh(bint plane) noexcept nogil           # held by nobody yet
cdef int64_t polygon_count(void* navigation_mesh, bint plane) noexcept nogil
cdef void read_agent(void* navigation_mesh, bint plane, EngineAgent* out) noexcept nogil
cdef void set_agent(void* navigation_mesh, bint plane, const EngineAgent* agent) noexcept nogil     # but for the cell height
cdef void set_vertices(void* navigation_mesh, bint plane, const double* vertices, int64_t count) noexcept nogil
cdef void add_polygon(void* navigation_mesh, bint plane, const int32_t* corners, int64_t count) noexcept nogil
cdef int read_polygons(void* navigation_mesh, bint plane, vector[double]* vertices, vector[vector[int32_t]]* polygons) except -1 nogil
