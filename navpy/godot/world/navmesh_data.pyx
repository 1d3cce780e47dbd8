"""NavMeshData: a baked navmesh as a resource that is saved with its scene or as a file of its own."""
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int32_t, int64_t, uint8_t
from navpy.godot.binding.binding cimport ClassRow, create_instance, instance_of, register_class
from navpy.godot.binding.engine_mesh cimport new_navigation_mesh
from navpy.godot.binding.gd cimport GDExtensionConstTypePtr, GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_error, node_warning
from navpy.godot.world.navigation_mesh cimport navigation_mesh_of, navmesh_of
from navpy.godot.binding.packed cimport bytes_fill, bytes_of, vectors_data, vectors_resize
from navpy.godot.binding.pool cimport by_pool
from navpy.godot.binding.class_spec import Argument, Method, NodeClass, Property, USAGE_STORAGE
from navpy.mesh.mesh_view cimport MeshView, fan_pivot, surface_at, surface_size
from navpy.navmesh.navmesh cimport NavMesh, mesh_from_bytes

cdef ClassRow* class_row = NULL


cdef void* make(void* owner) noexcept nogil:
    cdef NavMeshData* data = new NavMeshData()
    data.owner = owner
    data.navmesh = NULL
    return data


cdef void destroy(void* instance) noexcept nogil:
    cdef NavMeshData* data = <NavMeshData*>instance
    if data.navmesh != NULL:
        with gil:
            Py_DECREF(<object>data.navmesh)
    del data


cdef NavMeshData* navmesh_data_of(void* resource) noexcept nogil:
    return <NavMeshData*>instance_of(resource, class_row)


cdef void navmesh_data_add_user(NavMeshData* data, void* instance, void (*data_changed)(void*) noexcept nogil) noexcept nogil:
    cdef DataUser user
    user.instance = instance
    user.data_changed = data_changed
    data.users.push_back(user)


cdef void navmesh_data_remove_user(NavMeshData* data, void* instance) noexcept nogil:
    cdef size_t i
    for i in range(data.users.size()):
        if data.users[i].instance == instance:
            data.users.erase(data.users.begin() + i)
            return


cdef void* navmesh_data_new(object navmesh) except NULL:
    cdef void* owner = create_instance(class_row, True)
    Py_INCREF(navmesh)
    navmesh_data_of(owner).navmesh = <PyObject*>navmesh
    return owner


cdef const MeshView* view_of(void* instance) noexcept nogil:
    cdef PyObject* navmesh = (<NavMeshData*>instance).navmesh
    return &(<NavMesh>navmesh).view if navmesh != NULL else NULL


# ---- properties -------------------------------------------------------------------------------------------------

cdef void get_data(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef PyObject* navmesh = (<NavMeshData*>instance).navmesh
    bytes_fill(ret, (<object>navmesh).to_bytes() if navmesh != NULL else b"")


cdef void replace(NavMeshData* data, object navmesh) noexcept:
    """The resource holds this NavMesh, or none, from now on, and those who use it hear of it."""
    cdef PyObject* old = data.navmesh
    cdef size_t i
    data.navmesh = NULL
    if navmesh is not None:
        Py_INCREF(navmesh)
        data.navmesh = <PyObject*>navmesh
    for i in range(data.users.size()):
        data.users[i].data_changed(data.users[i].instance)
    if old != NULL:
        Py_DECREF(<object>old)


cdef void set_data(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef int64_t size
    cdef const uint8_t* content = bytes_of(args[0], &size)
    try:
        navmesh = mesh_from_bytes(content, size, by_pool, NULL) if size > 0 else None
    except ValueError as error:
        node_error(NULL, f"NavMeshData: {error}; it stays as it was, bake it again")
        return
    replace(<NavMeshData*>instance, navmesh)


cdef void get_polygon_count(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef const MeshView* view = view_of(instance)
    cdef int64_t count = 0
    cdef int32_t p
    for p in range(view.poly_count if view != NULL else 0):
        count += view.polys[p].count > 0        # the places of exchanged tiles stay free for a while
    (<int64_t*>ret)[0] = count


cdef void get_vertex_count(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef const MeshView* view = view_of(instance)
    (<int64_t*>ret)[0] = view.vertex_count if view != NULL else 0


cdef void get_island_count(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef const MeshView* view = view_of(instance)
    (<int64_t*>ret)[0] = view.island_count if view != NULL else 0


cdef void get_area(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef PyObject* navmesh = (<NavMeshData*>instance).navmesh
    (<double*>ret)[0] = (<object>navmesh).area if navmesh != NULL else 0.0


# ---- for drawing ------------------------------------------------------------------------------------------------

cdef void put_vertex(const MeshView* view, int32_t index, GdVector3* out) noexcept nogil:
    cdef const double* vertex = view.vertices + 3 * <int64_t>index
    out.x = <float>vertex[0]
    out.y = <float>vertex[1]
    out.z = <float>vertex[2]


cdef int64_t put_surface(const MeshView* view, int32_t poly, GdVector3* out) noexcept nogil:
    cdef int32_t i, pivot = fan_pivot(view, poly), size = surface_size(view, poly)
    cdef int32_t triangle[3]
    for i in range(size):
        surface_at(view, poly, pivot, i, triangle)
        put_vertex(view, triangle[0], &out[3 * i])
        put_vertex(view, triangle[2], &out[3 * i + 1])      # clockwise is Godot's front
        put_vertex(view, triangle[1], &out[3 * i + 2])
    return 3 * size


cdef void get_triangles(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef const MeshView* view = view_of(instance)
    cdef GdVector3* out
    cdef int64_t n = 0
    cdef int32_t p
    if view == NULL or view.poly_count == 0:
        return
    for p in range(view.poly_count):
        n += 3 * surface_size(view, p)
    vectors_resize(ret, n)
    out = vectors_data(ret)
    n = 0
    for p in range(view.poly_count):
        n += put_surface(view, p, &out[n])


cdef void get_edges(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef const MeshView* view = view_of(instance)
    cdef GdVector3* out
    cdef int64_t n = 0
    cdef int32_t p, i, first, count
    if view == NULL or view.poly_count == 0:
        return
    for p in range(view.poly_count):
        n += 2 * view.polys[p].count
    vectors_resize(ret, n)
    out = vectors_data(ret)
    n = 0
    for p in range(view.poly_count):
        first = view.polys[p].first
        count = view.polys[p].count
        for i in range(count):
            put_vertex(view, view.corners[first + i], &out[n])
            put_vertex(view, view.corners[first + (i + 1) % count], &out[n + 1])
            n += 2


# ---- Godot's own navigation meshes ------------------------------------------------------------------------------

cdef void to_navigation_mesh(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef const MeshView* view = view_of(instance)
    navpy_gd.ref_set_object(ret, navigation_mesh_of(view) if view != NULL else new_navigation_mesh())


cdef void from_navigation_mesh(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept with gil:
    cdef void* navigation_mesh = (<void**>args[0])[0] if args[0] != NULL else NULL
    (<uint8_t*>ret)[0] = 0
    try:
        if navigation_mesh == NULL:
            raise ValueError("there is no NavigationMesh")
        navmesh, message = navmesh_of(navigation_mesh)
        if navmesh is None:
            raise ValueError("the NavigationMesh has no polygons, bake it first")
    except ValueError as error:
        node_error(NULL, f"NavMeshData.from_navigation_mesh: {error}; it stays as it was")
        return
    if message:
        node_warning(NULL, f"NavMeshData.from_navigation_mesh: {message}")
    replace(<NavMeshData*>instance, navmesh)
    (<uint8_t*>ret)[0] = 1


def register():
    global class_row
    class_row = register_class(NodeClass(
        "NavMeshData", "Resource", "A baked navigation mesh.",
        "What a [NavMeshBaker] bakes: convex polygons in the baker's own space. It is saved with the scene, or as a "
        "file of its own, and needs no baking when the game starts.",
        make=<size_t>&make, destroy=<size_t>&destroy,
        properties=(
            Property("data", "PackedByteArray", "The navmesh in the format of navpy's [code]NavMesh.to_bytes[/code]. "
                     "Bytes that are damaged are refused with an error.",
                     getter=<size_t>&get_data, setter=<size_t>&set_data, usage=USAGE_STORAGE),
            Property("polygon_count", "int", "Number of polygons.", getter=<size_t>&get_polygon_count),
            Property("vertex_count", "int", "Number of vertices.", getter=<size_t>&get_vertex_count),
            Property("island_count", "int", "Number of parts that cannot be reached from each other.",
                     getter=<size_t>&get_island_count),
            Property("area", "float", "Walkable area in square metres.", getter=<size_t>&get_area),
        ),
        methods=(
            Method("get_triangles", <size_t>&get_triangles, "The surface as triangles, three points each, for drawing.",
                   returns="PackedVector3Array", const=True),
            Method("get_edges", <size_t>&get_edges, "All polygon edges, two points each, for drawing.",
                   returns="PackedVector3Array", const=True),
            Method("to_navigation_mesh", <size_t>&to_navigation_mesh,
                   "A Godot [NavigationMesh] with the same polygons, for a [NavigationRegion3D] or the "
                   "[NavigationServer3D]. Where the surface lies more than a cell height (0.25 m) above or below a "
                   "polygon, it gets the triangles of the surface instead. The agent's radius, height and highest step are "
                   "set; areas and links have no place in it.", returns="NavigationMesh", const=True),
            Method("from_navigation_mesh", <size_t>&from_navigation_mesh,
                   "Takes over the polygons of a baked or hand-made Godot [NavigationMesh]: vertices within a millimetre "
                   "become one, concave polygons are split, those without area left out. A warning tells what was left out "
                   "and where edges touch without being shared. Returns [code]false[/code], with an error that says why, and "
                   "stays as it was where the mesh has no polygons or faulty ones.",
                   (Argument("mesh", "NavigationMesh"),), returns="bool"),
        )))
