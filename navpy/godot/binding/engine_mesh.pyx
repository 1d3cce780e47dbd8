"""What we ask of the engine's navigation meshes, as plain functions."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector
from navpy.godot.binding.engine cimport construct
from navpy.godot.binding.gd cimport GdPacked, GdStringName, GdVector3, PACKED_INT32_ARRAY, PACKED_VECTOR3_ARRAY, navpy_gd
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.packed cimport fill_ints, ints_of, resize_vectors, vectors_of
from navpy.godot.binding.vector cimport vector_of
from navpy.godot.binding.ptrcall cimport find_method, get, put

cdef const void* NAVMESH_SET_RADIUS = find_method(b"NavigationMesh", b"set_agent_radius", 373806689)
cdef const void* NAVMESH_SET_HEIGHT = find_method(b"NavigationMesh", b"set_agent_height", 373806689)
cdef const void* NAVMESH_SET_CLIMB = find_method(b"NavigationMesh", b"set_agent_max_climb", 373806689)
cdef const void* NAVMESH_GET_RADIUS = find_method(b"NavigationMesh", b"get_agent_radius", 191475506)
cdef const void* NAVMESH_GET_HEIGHT = find_method(b"NavigationMesh", b"get_agent_height", 1740695150)
cdef const void* NAVMESH_GET_CLIMB = find_method(b"NavigationMesh", b"get_agent_max_climb", 1740695150)
cdef const void* NAVMESH_GET_CELL_HEIGHT = find_method(b"NavigationMesh", b"get_cell_height", 1740695150)
cdef const void* NAVMESH_SET_VERTICES = find_method(b"NavigationMesh", b"set_vertices", 334873810)
cdef const void* NAVMESH_GET_VERTICES = find_method(b"NavigationMesh", b"get_vertices", 497664490)
cdef const void* NAVMESH_ADD_POLYGON = find_method(b"NavigationMesh", b"add_polygon", 3614634198)
cdef const void* NAVMESH_POLYGON_COUNT = find_method(b"NavigationMesh", b"get_polygon_count", 3905245786)
cdef const void* NAVMESH_GET_POLYGON = find_method(b"NavigationMesh", b"get_polygon", 3668444399)
cdef GdStringName* navigation_mesh_name = intern(b"NavigationMesh")


cdef void* new_navigation_mesh() noexcept nogil:
    return construct(navigation_mesh_name)


cdef int64_t polygon_count(void* navigation_mesh) noexcept nogil:
    cdef int64_t count = 0
    get(NAVMESH_POLYGON_COUNT, navigation_mesh, &count)
    return count


cdef void read_agent(void* navigation_mesh, EngineAgent* out) noexcept nogil:
    get(NAVMESH_GET_RADIUS, navigation_mesh, &out.radius)
    get(NAVMESH_GET_HEIGHT, navigation_mesh, &out.height)
    get(NAVMESH_GET_CLIMB, navigation_mesh, &out.max_climb)
    get(NAVMESH_GET_CELL_HEIGHT, navigation_mesh, &out.cell_height)


cdef void set_agent(void* navigation_mesh, const EngineAgent* agent) noexcept nogil:
    put(NAVMESH_SET_RADIUS, navigation_mesh, &agent.radius, NULL)
    put(NAVMESH_SET_HEIGHT, navigation_mesh, &agent.height, NULL)
    put(NAVMESH_SET_CLIMB, navigation_mesh, &agent.max_climb, NULL)


cdef void set_vertices(void* navigation_mesh, const double* vertices, int64_t count) noexcept nogil:
    cdef GdPacked packed
    cdef GdVector3* out
    cdef int64_t i
    navpy_gd.ctor0[<int>PACKED_VECTOR3_ARRAY](&packed, NULL)
    out = resize_vectors(&packed, count)
    for i in range(count):
        out[i] = vector_of(vertices + 3 * i)
    put(NAVMESH_SET_VERTICES, navigation_mesh, &packed, NULL)
    navpy_gd.dtor[<int>PACKED_VECTOR3_ARRAY](&packed)


cdef void add_polygon(void* navigation_mesh, const int32_t* corners, int64_t count) noexcept nogil:
    cdef GdPacked packed
    navpy_gd.ctor0[<int>PACKED_INT32_ARRAY](&packed, NULL)
    fill_ints(&packed, corners, count)
    put(NAVMESH_ADD_POLYGON, navigation_mesh, &packed, NULL)
    navpy_gd.dtor[<int>PACKED_INT32_ARRAY](&packed)


cdef int read_polygons(void* navigation_mesh, vector[double]* vertices, vector[vector[int32_t]]* polygons) except -1 nogil:
    cdef GdPacked packed
    cdef const GdVector3* points
    cdef const int32_t* corners
    cdef int64_t i, count, corner_count
    navpy_gd.ctor0[<int>PACKED_VECTOR3_ARRAY](&packed, NULL)
    get(NAVMESH_GET_VERTICES, navigation_mesh, &packed)
    points = vectors_of(&packed, &count)
    for i in range(count):
        vertices.push_back(points[i].x)
        vertices.push_back(points[i].y)
        vertices.push_back(points[i].z)
    navpy_gd.dtor[<int>PACKED_VECTOR3_ARRAY](&packed)
    count = polygon_count(navigation_mesh)
    polygons.resize(count)
    for i in range(count):
        navpy_gd.ctor0[<int>PACKED_INT32_ARRAY](&packed, NULL)
        put(NAVMESH_GET_POLYGON, navigation_mesh, &i, &packed)
        corners = ints_of(&packed, &corner_count)
        if corner_count > 0:
            polygons[0][i].assign(&corners[0], &corners[corner_count])
        navpy_gd.dtor[<int>PACKED_INT32_ARRAY](&packed)
    return 0
