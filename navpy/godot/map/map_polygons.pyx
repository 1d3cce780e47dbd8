"""NavMap's polygons: at a place or in a shape, and their properties."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy
from libcpp.vector cimport vector
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport cross
from navpy.godot.binding.class_spec cimport *
from navpy.godot.binding.gd cimport GdVector3
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.packed cimport fill_ints, resize_vectors, vectors_of
from navpy.godot.binding.vector cimport put_place, vector_of
from navpy.godot.map.query cimport MapQuery, begin, begin_at, begin_on, nowhere
from navpy.godot.world.world cimport world_mesh, world_region_node
from navpy.godot.world.navigation_map cimport version_base
from navpy.mesh.mesh_view cimport MeshView, still_there
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.poly_surface cimport height_at
from navpy.query.surface.flood cimport Flood
from navpy.query.surface.overlap cimport (
    polygons_in_box as find_in_box, polygons_in_circle as find_in_circle, polygons_in_shape as find_in_shape)

cdef enum:
    MOST_CORNERS = 1024                 # of an outline, which is compared with each edge nearby

cdef Flood flood                        # working memory, used by one call at a time: callers hold the lock


# ---- in a shape ----

cdef int put_visits(const vector[int32_t]* found, GdPackedInt32Array* out) except -1 nogil:
    cdef vector[int32_t] polys
    cdef size_t i
    for i in range(found.size()):
        polys.push_back(flood.visits[found.at(i)].poly)
    fill_ints(out, polys.data(), polys.size())
    return 0


cdef void polygons_in_box(NavMap* map, const GdAabb* box, GdNavFilter* filter, GdPackedInt32Array* out) noexcept nogil:
    cdef MapQuery query
    cdef vector[PolyRef] found
    cdef double low[3]
    cdef double high[3]
    cdef int k
    for k in range(3):
        low[k] = min(box.position[k], box.position[k] + box.size[k])
        high[k] = max(box.position[k], box.position[k] + box.size[k])
    if begin(map, filter, &query):
        find_in_box(query.nav, low, high, &found)
    fill_ints(out, found.data(), found.size())


cdef void polygons_in_circle(NavMap* map, const GdVector3* center, double radius, GdNavFilter* filter,
                             GdPackedInt32Array* out) noexcept nogil:
    cdef MapQuery query
    cdef NearestPoly at
    cdef double place[3]
    cdef vector[int32_t] found
    put_place(center, place)
    if begin_at(map, filter, center, &query, &at) and radius >= 0.0:
        find_in_circle(query.nav, &flood, at.poly, at.point, place, radius, &found)
    put_visits(&found, out)


cdef void polygons_in_outline(NavMap* map, const GdVector3* start, const GdPackedVector3Array* outline, GdNavFilter* filter,
                              GdPackedInt32Array* out) noexcept nogil:
    cdef int64_t count = 0
    cdef const GdVector3* corners = vectors_of(outline, &count)
    cdef MapQuery query
    cdef NearestPoly at
    cdef vector[double] plan
    cdef vector[int32_t] found
    if not read_outline(corners, count, &plan):
        with gil:
            node_error(map.owner, f"polygons_in_outline: the outline must be convex, seen from above, and have 3 to {MOST_CORNERS} "
                                  f"corners, all finite")
        return
    if begin_at(map, filter, start, &query, &at):
        find_in_shape(query.nav, &flood, at.poly, at.point, plan.data(), <int32_t>count, &found)
    put_visits(&found, out)


cdef double turn_at(const vector[double]* plan, size_t i) noexcept nogil:
    """Above 0 where the outline turns to the left at its corner i."""
    cdef size_t n = plan.size() // 2, j = (i + 1) % n, k = (i + 2) % n
    return cross(plan.at(2 * j) - plan.at(2 * i), plan.at(2 * j + 1) - plan.at(2 * i + 1),
                 plan.at(2 * k) - plan.at(2 * j), plan.at(2 * k + 1) - plan.at(2 * j + 1))


cdef bint winds_once(const vector[double]* plan) noexcept nogil:
    """An outline with turns of a single sense winds around once if its x grows in a stretch and falls in another."""
    cdef size_t n = plan.size() // 2, i
    cdef int changes = 0, before = 0, now
    cdef double dx
    for i in range(2 * n):
        dx = plan.at(2 * ((i + 1) % n)) - plan.at(2 * (i % n))
        now = (dx > 0.0) - (dx < 0.0)
        changes += i >= n and now != 0 and now != before
        before = now if now != 0 else before
    return changes <= 2


cdef bint read_outline(const GdVector3* corners, int64_t count, vector[double]* out) except -1 nogil:
    """Corners in the plan, counter-clockwise. False: they are no convex outline."""
    cdef int64_t i
    cdef int lefts = 0, rights = 0
    cdef double turn
    if not 3 <= count <= MOST_CORNERS:
        return False
    for i in range(count):
        if not (corners[i].x - corners[i].x == 0.0 and corners[i].z - corners[i].z == 0.0):
            return False
        out.push_back(corners[i].x)
        out.push_back(-corners[i].z)
    for i in range(count):
        turn = turn_at(out, i)
        lefts += turn > 0.0
        rights += turn < 0.0
    if (lefts > 0 and rights > 0) or lefts + rights == 0 or not winds_once(out):
        return False
    if rights > 0:
        for i in range(count):
            out[0][2 * i], out[0][2 * i + 1] = corners[count - 1 - i].x, -corners[count - 1 - i].z
    return True


# ---- one polygon ----

cdef const MeshView* mesh_with(NavMap* map, int64_t poly) noexcept nogil:
    """The navmesh of the map; NULL, after saying so: it has no such polygon."""
    cdef const MeshView* mesh = world_mesh(map.world) if map.world != NULL else NULL
    if mesh != NULL and 0 <= poly < mesh.poly_count and mesh.polys[poly].count > 0:
        return mesh
    with gil:
        node_error(map.owner, f"there is no polygon {poly} on this map, or not any more; ask has_polygon(polygon, version) first")
    return NULL


cdef int64_t polygon_at(NavMap* map, const GdVector3* point, GdNavFilter* filter) noexcept nogil:
    cdef MapQuery query
    cdef NearestPoly at
    return at.poly if begin_on(map, filter, point, 0.0, &query, &at) else NO_POLY


cdef uint8_t has_polygon(NavMap* map, int64_t poly, int64_t version) noexcept nogil:
    cdef const MeshView* mesh = world_mesh(map.world) if map.world != NULL else NULL
    return mesh != NULL and 0 <= poly <= 0x7fffffff and version >= <int64_t>version_base(map.world) \
        and still_there(mesh, <PolyRef>poly, version - version_base(map.world))


cdef void get_polygon_outline(NavMap* map, int64_t poly, GdPackedVector3Array* out) noexcept nogil:
    cdef const MeshView* mesh = mesh_with(map, poly)
    cdef GdVector3* corner
    cdef int32_t i
    if mesh != NULL:
        corner = resize_vectors(out, mesh.polys[poly].count)
        for i in range(mesh.polys[poly].count):
            corner[i] = vector_of(mesh.vertices + 3 * <size_t>mesh.corners[mesh.polys[poly].first + i])


cdef void get_polygon_neighbors(NavMap* map, int64_t poly, GdPackedInt32Array* out) noexcept nogil:
    cdef const MeshView* mesh = mesh_with(map, poly)
    cdef vector[int32_t] found
    cdef int32_t i
    if mesh != NULL:
        for i in range(mesh.polys[poly].first, mesh.polys[poly].first + mesh.polys[poly].count):
            if mesh.neighbors[i] != NO_POLY:
                found.push_back(mesh.neighbors[i])
    fill_ints(out, found.data(), found.size())


cdef GdVector3 get_polygon_center(NavMap* map, int64_t poly) noexcept nogil:
    cdef const MeshView* mesh = mesh_with(map, poly)
    cdef double center[3]
    if mesh == NULL:
        return nowhere()
    memcpy(center, mesh.centers + 3 * <size_t>poly, sizeof(center))
    center[1] = height_at(mesh, <PolyRef>poly, center[0], center[2])
    return vector_of(center)


cdef int64_t get_polygon_area(NavMap* map, int64_t poly) noexcept nogil:
    cdef const MeshView* mesh = mesh_with(map, poly)
    return mesh.polys[poly].area if mesh != NULL else 0


cdef int64_t get_polygon_layers(NavMap* map, int64_t poly) noexcept nogil:
    """The mask that the polygon's flag stands for."""
    cdef const MeshView* mesh = mesh_with(map, poly)
    cdef size_t i
    for i in range(map.world.layer_masks.size() if mesh != NULL else 0):
        if mesh.polys[poly].flags >> i & 1:
            return map.world.layer_masks[i]
    return 0


cdef void get_polygon_owner(NavMap* map, int64_t poly, GdRef[GdNode]* out) noexcept nogil:
    if mesh_with(map, poly) != NULL:
        out.object = <GdNode*>world_region_node(map.world, <PolyRef>poly)


# ---- the declaration ----

cdef void declare_polygons(ClassSpec[NavMap]* c) noexcept:
    c.method(b"polygon_at", polygon_at, b"The polygon on which one stands who stands at a point, \xe2\x88\x921 for none.",
             b"point", b"filter").optional().constant()
    c.method(b"polygons_in_box", polygons_in_box,
             b"The polygons {whose surface touches a box|that a rectangle touches}.", b"box", b"filter").optional().constant()
    c.method(b"polygons_in_circle", polygons_in_circle,
             b"The polygons that are connected with the ground at a center inside a circle{, seen from above|}, the nearest first.",
             b"center", b"radius", b"filter").optional().constant().length_argument(1)
    c.method(b"polygons_in_outline", polygons_in_outline,
             b"The polygons that are connected with the ground at a point inside a convex outline{, seen from above|}.",
             b"from", b"outline", b"filter").optional().constant()
    c.method(b"has_polygon", has_polygon, b"Whether a polygon of an earlier [member version] is still there: polygons keep their "
                                          b"numbers while "
             b"their tile is not baked again.", b"polygon", b"version").constant()
    c.method(b"get_polygon_outline", get_polygon_outline,
             b"The corners of a polygon, counter-clockwise {seen from above|on the screen}.", b"polygon").constant()
    c.method(b"get_polygon_neighbors", get_polygon_neighbors, b"The polygons that share an edge with a polygon.",
             b"polygon").constant()
    c.method(b"get_polygon_center", get_polygon_center,
             b"A point in the middle of a polygon{, on its surface|}.", b"polygon").constant()
    c.method(b"get_polygon_area", get_polygon_area, b"The area id of a polygon; ordinary ground is 63.", b"polygon").constant()
    c.method(b"get_polygon_layers", get_polygon_layers, b"The navigation layers of a polygon.", b"polygon").constant()
    c.method(b"get_polygon_owner", get_polygon_owner, b"The [NavMeshBaker] or [NavigationRegion3D] that a polygon comes from.",
             b"polygon").constant()
