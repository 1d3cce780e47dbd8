"""NavMeshData: a baked navmesh as a resource, saved with its scene or as a file of its own."""
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libcpp.vector cimport vector
from navpy.godot.binding.binding cimport create_instance, instance_of, register_class
from navpy.godot.binding.class_spec cimport (
    USAGE_STORAGE, ClassData, ClassSpec, GdNavigationMesh, GdPackedByteArray, GdPackedInt64Array, GdPackedInt32Array,
    GdPackedVector3Array, GdRef)
from navpy.godot.binding.engine_mesh cimport new_navigation_mesh
from navpy.godot.binding.gd cimport GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_error, node_warning
from navpy.godot.world.navigation_mesh cimport navigation_mesh_of, navmesh_of
from navpy.godot.world.navigation_map cimport MAX_GROUND_MASKS
from navpy.godot.binding.packed cimport bytes_of, fill_bytes, fill_ints, fill_longs, longs_of, resize_vectors
from navpy.base.parallel cimport Runner
from navpy.godot.binding.pool cimport pool_runner
from navpy.mesh.mesh_view cimport MeshView, fan_pivot, surface_at, surface_size
from navpy.navmesh.navmesh cimport NavMesh, mesh_from_bytes

cdef const ClassData* cls = NULL


cdef void on_freed(NavMeshData* data) noexcept nogil:
    if data.navmesh != NULL:
        with gil:
            Py_DECREF(<object>data.navmesh)


cdef NavMeshData* navmesh_data_of(void* resource) noexcept nogil:
    return <NavMeshData*>instance_of(resource, cls)


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


cdef void* navmesh_data_new(object navmesh, bint plane) except NULL:
    cdef void* owner = create_instance(<void*>(cls.twin if plane else cls), True)
    Py_INCREF(navmesh)
    navmesh_data_of(owner).navmesh = <PyObject*>navmesh
    return owner


cdef const MeshView* view_of(NavMeshData* data) noexcept nogil:
    return &(<NavMesh>data.navmesh).view if data.navmesh != NULL else NULL


# ---- properties ----

cdef void get_data(NavMeshData* data, GdPackedByteArray* out) noexcept with gil:
    fill_bytes(out, (<object>data.navmesh).to_bytes() if data.navmesh != NULL else b"")


cdef void set_navmesh(NavMeshData* data, object navmesh) noexcept:
    """Replaces the resource's NavMesh, by None perhaps, and calls its users."""
    cdef PyObject* old = data.navmesh
    data.navmesh = NULL
    if navmesh is not None:
        Py_INCREF(navmesh)
        data.navmesh = <PyObject*>navmesh
    call_users(data)
    if old != NULL:
        Py_DECREF(<object>old)


cdef void set_data(NavMeshData* data, const GdPackedByteArray* file) noexcept with gil:
    cdef int64_t size
    cdef const uint8_t* content = bytes_of(file, &size)
    cdef Runner runner = pool_runner()
    cdef list faults = []
    try:
        navmesh = mesh_from_bytes(content, size, &runner, faults) if size > 0 else None
    except ValueError as error:
        node_error(data.owner, f"data: {error}; the resource keeps its former navmesh, bake it again")
        return
    if faults:
        node_warning(data.owner, f"data: {faults[0]}; paths are found without it, bake it again")
    data.is_converted = False
    set_navmesh(data, navmesh)


cdef void get_layer_masks(NavMeshData* data, GdPackedInt64Array* out) noexcept nogil:
    cdef vector[int64_t] masks
    masks.assign(data.layer_masks.begin(), data.layer_masks.end())
    fill_longs(out, masks.data(), <int64_t>masks.size())


cdef void set_layer_masks(NavMeshData* data, const GdPackedInt64Array* masks) noexcept nogil:
    cdef int64_t count, i
    cdef const int64_t* given = longs_of(masks, &count)
    if count > MAX_GROUND_MASKS:
        with gil:
            node_error(data.owner, f"layer_masks: {count} are more than {MAX_GROUND_MASKS}; they stay as they were, bake the navmesh "
                                   f"again")
        return
    data.layer_masks.clear()
    for i in range(count):
        data.layer_masks.push_back(<uint32_t>given[i])
    call_users(data)


cdef void call_users(NavMeshData* data) noexcept nogil:
    cdef size_t i
    for i in range(data.users.size()):
        data.users[i].data_changed(data.users[i].instance)


cdef void on_changed(NavMeshData* data, const char* property) noexcept nogil:
    call_users(data)


cdef int64_t get_polygon_count(NavMeshData* data) noexcept nogil:
    cdef const MeshView* view = view_of(data)
    cdef int64_t count = 0
    cdef int32_t p
    for p in range(view.poly_count if view != NULL else 0):
        count += view.polys[p].count > 0        # 0: the place of a polygon whose tile was removed
    return count


cdef int64_t get_vertex_count(NavMeshData* data) noexcept nogil:
    cdef const MeshView* view = view_of(data)
    return view.vertex_count if view != NULL else 0


cdef int64_t get_island_count(NavMeshData* data) noexcept nogil:
    cdef const MeshView* view = view_of(data)
    return view.island_count if view != NULL else 0


cdef int64_t get_path_index_bytes(NavMeshData* data) noexcept with gil:
    return (<object>data.navmesh).path_index_bytes if data.navmesh != NULL else 0


cdef double get_area(NavMeshData* data) noexcept with gil:
    return (<object>data.navmesh).area if data.navmesh != NULL else 0.0


# ---- for drawing ----

cdef void write_vertex(const MeshView* view, int32_t index, GdVector3* out) noexcept nogil:
    cdef const double* vertex = view.vertices + 3 * <int64_t>index
    out.x = <float>vertex[0]
    out.y = <float>vertex[1]
    out.z = <float>vertex[2]


cdef int64_t write_surface(const MeshView* view, int32_t poly, GdVector3* out) noexcept nogil:
    cdef int32_t i, pivot = fan_pivot(view, poly), size = surface_size(view, poly)
    cdef int32_t triangle[3]
    for i in range(size):
        surface_at(view, poly, pivot, i, triangle)
        write_vertex(view, triangle[0], &out[3 * i])
        write_vertex(view, triangle[2], &out[3 * i + 1])    # Godot's front faces are clockwise
        write_vertex(view, triangle[1], &out[3 * i + 2])
    return 3 * size


cdef void get_triangles(NavMeshData* data, GdPackedVector3Array* packed) noexcept nogil:
    cdef const MeshView* view = view_of(data)
    cdef GdVector3* out
    cdef int64_t n = 0
    cdef int32_t p
    if view == NULL or view.poly_count == 0:
        return
    for p in range(view.poly_count):
        n += 3 * surface_size(view, p)
    out = resize_vectors(packed, n)
    n = 0
    for p in range(view.poly_count):
        n += write_surface(view, p, &out[n])


cdef void get_triangle_areas(NavMeshData* data, GdPackedInt32Array* out) noexcept nogil:
    cdef const MeshView* view = view_of(data)
    cdef vector[int32_t] areas
    cdef int32_t p
    for p in range(view.poly_count if view != NULL else 0):
        areas.insert(areas.end(), <size_t>surface_size(view, p), view.polys[p].area)
    fill_ints(out, areas.data(), <int64_t>areas.size())


cdef void get_edges(NavMeshData* data, GdPackedVector3Array* packed) noexcept nogil:
    cdef const MeshView* view = view_of(data)
    cdef GdVector3* out
    cdef int64_t n = 0
    cdef int32_t p, i, first, count
    if view == NULL or view.poly_count == 0:
        return
    for p in range(view.poly_count):
        n += 2 * view.polys[p].count
    out = resize_vectors(packed, n)
    n = 0
    for p in range(view.poly_count):
        first = view.polys[p].first
        count = view.polys[p].count
        for i in range(count):
            write_vertex(view, view.corners[first + i], &out[n])
            write_vertex(view, view.corners[first + (i + 1) % count], &out[n + 1])
            n += 2


# ---- Godot's own navigation meshes ----

cdef void to_navigation_mesh(NavMeshData* data, GdRef[GdNavigationMesh]* out) noexcept nogil:
    cdef const MeshView* view = view_of(data)
    cdef bint plane = data.cls.is_plane
    navpy_gd.ref_set_object(out, navigation_mesh_of(view, NULL, plane) if view != NULL else new_navigation_mesh(plane))


cdef uint8_t from_navigation_mesh(NavMeshData* data, GdNavigationMesh* navigation_mesh) noexcept with gil:
    try:
        if navigation_mesh == NULL:
            raise ValueError("the NavigationMesh is null")
        navmesh, cleaned = navmesh_of(navigation_mesh, data.cls.is_plane)
        if navmesh is None:
            raise ValueError("the NavigationMesh has no polygons, bake it first")
    except ValueError as error:
        node_error(data.owner, f"from_navigation_mesh: {error}; the resource keeps its former navmesh")
        return False
    if cleaned.message:
        node_warning(data.owner, f"from_navigation_mesh: {cleaned.message}")
    data.layer_masks.clear()
    data.is_converted = True
    set_navmesh(data, navmesh)
    return True


# ---- the class's declaration ----

def register():
    global cls
    cdef ClassSpec[NavMeshData] c
    cdef NavMeshData* data = NULL
    c.declare(b"NavMeshData", b"Resource", b"A baked navigation mesh.",
              b"The result of a [NavMeshBaker]: convex polygons in the baker's own space. It is saved with the scene, or as a file of "
              b"its own, so that nothing has to be baked when the game starts.")
    c.on_freed(on_freed)
    c.on_changed(on_changed)
    c.in_plane_too()
    c.property(b"data", get_data, set_data,
               b"The navmesh in the format of navpy's [code]NavMesh.to_bytes[/code]. Damaged bytes are an error and change "
               b"nothing.").usage(USAGE_STORAGE)
    c.property(b"layer_masks", get_layer_masks, set_layer_masks,
               b"Navigation layers of the ground that has the metadata [code]nav_layers[/code], by bit of the polygons' flags.").usage(
                   USAGE_STORAGE)
    c.flag(b"is_converted", &data.is_converted,
           b"Whether the navmesh is that of [method from_navigation_mesh], which may end at a wall as well as at a distance from it: "
           b"bakers join such a navmesh to another one where they are at most a pixel apart, as Godot's maps "
           b"do.").usage(USAGE_STORAGE).flat()
    c.reading(b"polygon_count", get_polygon_count, b"Number of polygons.")
    c.reading(b"vertex_count", get_vertex_count, b"Number of vertices.")
    c.reading(b"island_count", get_island_count, b"Number of islands: parts of the navmesh that no path connects.")
    c.reading(b"path_index_bytes", get_path_index_bytes,
              b"Bytes that the path index takes, in memory and nearly as many in the file; 0: there is none. See [member "
              b"NavMeshBaker.build_path_index].")
    c.reading(b"area", get_area, b"Walkable area in square meters.").spatial()
    c.method(b"get_triangles", get_triangles, b"The surface as triangles, three points each, for drawing.").constant()
    c.method(b"get_triangle_areas", get_triangle_areas, b"The area id of each triangle of [method get_triangles].").constant()
    c.method(b"get_edges", get_edges, b"All polygon edges, two points each, for drawing.").constant()
    c.method(b"to_navigation_mesh", to_navigation_mesh,
             b"A Godot [NavigationMesh] with the same polygons, for a [NavigationRegion3D] or the [NavigationServer3D].{ On uneven "
             b"ground a polygon whose surface lies more than a cell height (0.25 m) above or below it is replaced by the triangles "
             b"of its surface.|} What the navmesh knows of the agent, such as its radius, is set. Areas and links are "
             b"lost.").constant()
    c.method(b"from_navigation_mesh", from_navigation_mesh,
             b"Takes over the polygons of a baked or hand-made Godot [NavigationMesh]. Vertices {within a millimeter|that lie on each "
             b"other} become one, concave polygons are split, and polygons without area are left out. A warning tells what was left "
             b"out, and where edges touch without being shared. If the mesh has no polygons or faulty ones, an error tells why, the "
             b"resource keeps its former navmesh, and the result is [code]false[/code].", b"mesh")
    cls = register_class(&c)
