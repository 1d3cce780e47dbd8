"""Our questions to the engine's navigation meshes, as plain functions, through tables of the methods of NavigationMesh and of
NavigationPolygon."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector
from navpy.godot.binding.engine cimport construct
from navpy.godot.binding.gd cimport (
    GdPacked, GdStringName, GdVector3, PACKED_INT32_ARRAY, PACKED_VECTOR2_ARRAY, PACKED_VECTOR3_ARRAY, navpy_gd)
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.packed cimport fill_ints, ints_of, resize_vectors, vectors_of
from navpy.godot.binding.plane cimport UNITS_PER_METER, get_places, meter_of, to_plane
from navpy.godot.binding.vector cimport vector_of
from navpy.godot.binding.ptrcall cimport find_method, get, put

cdef struct MeshMethods:
    GdStringName* name
    const void* set_radius
    const void* get_radius
    const void* set_vertices
    const void* get_vertices
    const void* add_polygon
    const void* polygon_count
    const void* get_polygon

cdef const void* SET_HEIGHT = find_method(b"NavigationMesh", b"set_agent_height", 373806689)
cdef const void* SET_CLIMB = find_method(b"NavigationMesh", b"set_agent_max_climb", 373806689)
cdef const void* GET_HEIGHT = find_method(b"NavigationMesh", b"get_agent_height", 1740695150)
cdef const void* GET_CLIMB = find_method(b"NavigationMesh", b"get_agent_max_climb", 1740695150)
cdef const void* GET_CELL_HEIGHT = find_method(b"NavigationMesh", b"get_cell_height", 1740695150)
cdef MeshMethods space              # of NavigationMesh
cdef MeshMethods plane_too          # of NavigationPolygon


cdef int bind_methods(MeshMethods* m, const char* cls, int64_t radius_hash, int64_t set_vertices_hash,
                      int64_t get_vertices_hash) except -1:
    """The hashes are those of methods whose signature differs."""
    m.name = intern(cls)
    m.set_radius = find_method(cls, b"set_agent_radius", 373806689)
    m.get_radius = find_method(cls, b"get_agent_radius", radius_hash)
    m.set_vertices = find_method(cls, b"set_vertices", set_vertices_hash)
    m.get_vertices = find_method(cls, b"get_vertices", get_vertices_hash)
    m.add_polygon = find_method(cls, b"add_polygon", 3614634198)
    m.polygon_count = find_method(cls, b"get_polygon_count", 3905245786)
    m.get_polygon = find_method(cls, b"get_polygon", 3668444399)
    return 0


bind_methods(&space, b"NavigationMesh", 191475506, 334873810, 497664490)
bind_methods(&plane_too, b"NavigationPolygon", 1740695150, 1509147220, 2961356807)


cdef inline const MeshMethods* methods_of(bint plane) noexcept nogil:
    return &plane_too if plane else &space


cdef void* new_navigation_mesh(bint plane) noexcept nogil:
    return construct(methods_of(plane).name)


cdef int64_t polygon_count(void* navigation_mesh, bint plane) noexcept nogil:
    cdef int64_t count = 0
    get(methods_of(plane).polygon_count, navigation_mesh, &count)
    return count


cdef void read_agent(void* navigation_mesh, bint plane, EngineAgent* out) noexcept nogil:
    get(methods_of(plane).get_radius, navigation_mesh, &out.radius)
    if plane:
        out.radius /= UNITS_PER_METER
        out.height = out.max_climb = out.cell_height = 0.0
        return
    get(GET_HEIGHT, navigation_mesh, &out.height)
    get(GET_CLIMB, navigation_mesh, &out.max_climb)
    get(GET_CELL_HEIGHT, navigation_mesh, &out.cell_height)


cdef void set_agent(void* navigation_mesh, bint plane, const EngineAgent* agent) noexcept nogil:
    cdef double radius = agent.radius * meter_of(plane)
    put(methods_of(plane).set_radius, navigation_mesh, &radius, NULL)
    if not plane:
        put(SET_HEIGHT, navigation_mesh, &agent.height, NULL)
        put(SET_CLIMB, navigation_mesh, &agent.max_climb, NULL)


cdef void set_vertices(void* navigation_mesh, bint plane, const double* vertices, int64_t count) noexcept nogil:
    cdef GdPacked packed, flat
    cdef GdVector3* out
    cdef int64_t i
    navpy_gd.ctor0[<int>PACKED_VECTOR3_ARRAY](&packed, NULL)
    out = resize_vectors(&packed, count)
    for i in range(count):
        out[i] = vector_of(vertices + 3 * i)
    if plane:
        navpy_gd.ctor0[<int>PACKED_VECTOR2_ARRAY](&flat, NULL)
        to_plane(&packed, &flat)
    put(methods_of(plane).set_vertices, navigation_mesh, &flat if plane else &packed, NULL)
    if plane:
        navpy_gd.dtor[<int>PACKED_VECTOR2_ARRAY](&flat)
    navpy_gd.dtor[<int>PACKED_VECTOR3_ARRAY](&packed)


cdef void add_polygon(void* navigation_mesh, bint plane, const int32_t* corners, int64_t count) noexcept nogil:
    cdef GdPacked packed
    navpy_gd.ctor0[<int>PACKED_INT32_ARRAY](&packed, NULL)
    fill_ints(&packed, corners, count)
    put(methods_of(plane).add_polygon, navigation_mesh, &packed, NULL)
    navpy_gd.dtor[<int>PACKED_INT32_ARRAY](&packed)


cdef int read_polygons(void* navigation_mesh, bint plane, vector[double]* vertices, vector[vector[int32_t]]* polygons) except -1 nogil:
    cdef GdPacked packed
    cdef const GdVector3* points
    cdef const int32_t* corners
    cdef int64_t i, count, corner_count
    navpy_gd.ctor0[<int>PACKED_VECTOR3_ARRAY](&packed, NULL)
    get_places(methods_of(plane).get_vertices, navigation_mesh, plane, &packed)
    points = vectors_of(&packed, &count)
    for i in range(count):
        vertices.push_back(points[i].x)
        vertices.push_back(points[i].y)
        vertices.push_back(points[i].z)
    navpy_gd.dtor[<int>PACKED_VECTOR3_ARRAY](&packed)
    count = polygon_count(navigation_mesh, plane)
    polygons.resize(count)
    for i in range(count):
        navpy_gd.ctor0[<int>PACKED_INT32_ARRAY](&packed, NULL)
        put(methods_of(plane).get_polygon, navigation_mesh, &i, &packed)
        corners = ints_of(&packed, &corner_count)
        if corner_count > 0:
            polygons[0][i].assign(&corners[0], &corners[corner_count])
        navpy_gd.dtor[<int>PACKED_INT32_ARRAY](&packed)
    return 0
