"""Conversion of a NavMesh to Godot's NavigationMesh, in the plane to its NavigationPolygon, and back.

Godot's polygons are clockwise seen from above and have no detail mesh: they are flat, in the plane of their first three corners, or
for some questions fans of triangles around the first. So a polygon whose surface lies farther from the plane of any three corners in a
row than a cell height becomes one Godot polygon for each triangle of its surface."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t, int64_t
from libcpp.algorithm cimport lower_bound, reverse, sort, unique
from libcpp.pair cimport pair
from libcpp.vector cimport vector
from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport clockwise_area2, in_line
from navpy.godot.binding.engine_mesh cimport (
    EngineAgent, add_polygon, new_navigation_mesh, read_agent, read_polygons, set_agent, set_vertices)
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.godot.binding.vector cimport transform_point
from navpy.mesh.mesh_view cimport MeshView, Poly, Tile, fan_pivot, surface_at, surface_size
from navpy.navmesh.navmesh import NavMesh
from navpy.mesh.cleanup.polygon_soup import clean_polygons

from array import array

ctypedef pair[int32_t, int32_t] VertexPair            # vertices
ctypedef pair[int32_t, VertexPair] PolyEdge           # of which polygon


cdef double plane_error(const MeshView* mesh, const Poly* poly, const int32_t* outline, int32_t count, int32_t begin) noexcept nogil:
    """Meters between the polygon's surface and the plane of the first three corners of its outline from `begin` on, clockwise;
    infinite where these are in line."""
    cdef const double* a = mesh.vertices + 3 * <size_t>outline[begin]
    cdef const double* b = mesh.vertices + 3 * <size_t>outline[begin - 1 if begin >= 1 else begin - 1 + count]
    cdef const double* c = mesh.vertices + 3 * <size_t>outline[begin - 2 if begin >= 2 else begin - 2 + count]
    cdef const double* at
    cdef double v, w, area = clockwise_area2(a[0], a[2], b[0], b[2], c[0], c[2]), error = 0.0
    cdef int32_t i
    if in_line(c, b, a):
        return INFINITY
    for i in range(count + 3 * poly.detail_count):
        at = mesh.vertices + 3 * <size_t>(outline[i] if i < count else mesh.detail_triangles[3 * poly.detail_first + i - count])
        v, w = clockwise_area2(a[0], a[2], at[0], at[2], c[0], c[2]) / area, \
            clockwise_area2(a[0], a[2], b[0], b[2], at[0], at[2]) / area
        error = max(error, fabs(a[1] + v * (b[1] - a[1]) + w * (c[1] - a[1]) - at[1]))
    return error


cdef int32_t best_first(const MeshView* mesh, const Poly* poly, const int32_t* outline, int32_t count, double max_error,
                        double* error) noexcept nogil:
    """The corner of the outline to begin with: the first if its plane is near enough to the surface, else the corner of the nearest
    plane."""
    cdef double next_error
    cdef int32_t i, best = 0
    error[0] = 0.0
    if count == 3 and poly.detail_count == 0:
        return 0
    error[0] = plane_error(mesh, poly, outline, count, 0)
    for i in range(1, count if error[0] > max_error else 0):
        next_error = plane_error(mesh, poly, outline, count, i)
        if next_error < error[0]:
            best, error[0] = i, next_error
    return best


cdef bint is_rough(const MeshView* mesh, const Poly* poly, double max_error) noexcept nogil:
    cdef double error = 0.0
    if poly.count > 0:
        best_first(mesh, poly, mesh.corners + poly.first, poly.count, max_error, &error)
    return error > max_error


cdef int append_boundary(const MeshView* mesh, int32_t poly, vector[PolyEdge]* out) except -1 nogil:
    """Appends the boundary edges of the triangles of a polygon's surface, ascending: edges whose opposite direction no triangle
    has."""
    cdef vector[VertexPair] edges
    cdef PolyEdge outer
    cdef VertexPair edge, back
    cdef int32_t triangle[3]
    cdef size_t e, place
    cdef int32_t i, k, pivot = fan_pivot(mesh, poly)
    for i in range(surface_size(mesh, poly)):
        surface_at(mesh, poly, pivot, i, triangle)
        for k in range(3):
            edge.first, edge.second = triangle[k], triangle[(k + 1) % 3]
            edges.push_back(edge)
    sort(edges.begin(), edges.end())
    outer.first = poly
    for e in range(edges.size()):
        back.first, back.second = edges[e].second, edges[e].first
        place = lower_bound(edges.begin(), edges.end(), back) - edges.begin()
        if place == edges.size() or edges[place] != back:
            outer.second = edges[e]
            out.push_back(outer)
    return 0


cdef size_t find_edge(vector[PolyEdge]* boundaries, int32_t poly, int32_t begin) noexcept nogil:
    """Index of the polygon's boundary edge that begins at this vertex; where there is none, size()."""
    cdef PolyEdge edge
    cdef size_t place
    edge.first, edge.second.first, edge.second.second = poly, begin, -1
    place = lower_bound(boundaries.begin(), boundaries.end(), edge) - boundaries.begin()
    return place if place < boundaries.size() and boundaries[0][place].first == poly and boundaries[0][place].second.first == begin \
        else boundaries.size()


cdef int append_boundary_vertices(const MeshView* mesh, vector[PolyEdge]* boundaries, int32_t poly, int32_t begin, int32_t end,
                                  vector[int32_t]* out) except -1 nogil:
    """Appends the vertices between begin and end on the boundary of a polygon given as triangles, in the order from end back to begin.
    None if the boundary doesn't lead from begin to end."""
    cdef vector[int32_t] between
    cdef size_t place, most = <size_t>(3 * surface_size(mesh, poly))        # edges of its triangles
    cdef int32_t at = begin
    while at != end:
        place = find_edge(boundaries, poly, at)
        if place == boundaries.size() or between.size() > most:
            return 0
        at = boundaries[0][place].second.second
        if at != end:
            between.push_back(at)
    reverse(between.begin(), between.end())
    out.insert(out.end(), between.begin(), between.end())
    return 0


cdef int append_outline(const MeshView* mesh, const Poly* poly, vector[PolyEdge]* boundaries, vector[int32_t]* out) except -1 nogil:
    """The polygon's corners; on an edge to a neighbor given as triangles, also the vertices that these triangles have there."""
    cdef int32_t k, next
    out.clear()
    for k in range(poly.first, poly.first + poly.count):
        out.push_back(mesh.corners[k])
        if mesh.neighbors[k] != NO_POLY:
            next = k + 1 if k + 1 < poly.first + poly.count else poly.first
            append_boundary_vertices(mesh, boundaries, mesh.neighbors[k], mesh.corners[next], mesh.corners[k], out)
    return 0


cdef int find_boundaries(const MeshView* mesh, int32_t first, int32_t end, double max_error,
                         vector[PolyEdge]* boundaries) except -1 nogil:
    """The boundaries of the polygons of a range, and of their neighbors, that are given as triangles; ascending."""
    cdef vector[int32_t] near
    cdef int32_t i, k, other
    cdef size_t n
    for i in range(first, end):
        near.push_back(i)
        for k in range(mesh.polys[i].first, mesh.polys[i].first + mesh.polys[i].count):
            other = mesh.neighbors[k]
            if other != NO_POLY and not first <= other < end:
                near.push_back(other)
    sort(near.begin(), near.end())
    for n in range(near.size()):
        if (n == 0 or near[n] != near[n - 1]) and is_rough(mesh, &mesh.polys[near[n]], max_error):
            append_boundary(mesh, near[n], boundaries)
    return 0


cdef int add_corners(const int32_t* corners, int32_t count, int32_t begin, vector[int32_t]* polygons,
                     vector[int32_t]* ends) except -1 nogil:
    """Adds a polygon, clockwise."""
    cdef int32_t i
    for i in range(count):
        polygons.push_back(corners[begin - i if i <= begin else begin - i + count])
    ends.push_back(<int32_t>polygons.size())
    return 0


cdef int collect_polygons(const MeshView* mesh, int32_t first, int32_t end, double max_error, vector[int32_t]* polygons,
                          vector[int32_t]* ends) except -1 nogil:
    """Godot's polygons: all their vertices in a row, and the end of each polygon."""
    cdef vector[PolyEdge] boundaries
    cdef vector[int32_t] outline
    cdef int32_t triangle[3]
    cdef double error = 0.0
    cdef size_t split = 0               # boundary edges of the polygons before
    cdef int32_t i, k, begin, pivot
    find_boundaries(mesh, first, end, max_error, &boundaries)
    for i in range(first, end):
        if mesh.polys[i].count == 0:
            continue
        while split < boundaries.size() and boundaries[split].first < i:
            split += 1
        if split == boundaries.size() or boundaries[split].first != i:
            append_outline(mesh, &mesh.polys[i], &boundaries, &outline)
            begin = best_first(mesh, &mesh.polys[i], outline.data(), <int32_t>outline.size(), max_error, &error)
            add_corners(outline.data(), <int32_t>outline.size(), begin, polygons, ends)
            continue
        pivot = fan_pivot(mesh, i)
        for k in range(surface_size(mesh, i)):
            surface_at(mesh, i, pivot, k, triangle)
            add_corners(triangle, 3, 0, polygons, ends)
    return 0


cdef int keep_used(vector[int32_t]* polygons, vector[int32_t]* used) except -1 nogil:
    """The vertices of the polygons, ascending, which have these indices from now on."""
    cdef size_t i
    used[0] = polygons[0]
    sort(used.begin(), used.end())
    used.erase(unique(used.begin(), used.end()), used.end())
    for i in range(polygons.size()):
        polygons[0][i] = <int32_t>(lower_bound(used.begin(), used.end(), polygons[0][i]) - used.begin())
    return 0


cdef void* navigation_mesh_of(const MeshView* view, const Tile* tile, bint plane) except NULL nogil:
    cdef void* out = new_navigation_mesh(plane)
    cdef EngineAgent agent
    cdef vector[int32_t] polygons, ends, used
    cdef vector[double] vertices
    cdef int32_t begin = 0
    cdef size_t i
    read_agent(out, plane, &agent)
    agent.radius, agent.max_climb = view.agent_radius, max(view.climb - agent.cell_height, 0.0)
    if view.agent_height > 0.0:
        agent.height = view.agent_height
    set_agent(out, plane, &agent)
    if tile == NULL:                    # of all of the mesh the vertices keep their indices
        collect_polygons(view, 0, view.poly_count, agent.cell_height, &polygons, &ends)
        set_vertices(out, plane, view.vertices, view.vertex_count)
    else:
        collect_polygons(view, tile.first_poly, tile.first_poly + tile.poly_count, agent.cell_height, &polygons, &ends)
        keep_used(&polygons, &used)
        for i in range(used.size()):
            vertices.insert(vertices.end(), view.vertices + 3 * <size_t>used[i], view.vertices + 3 * <size_t>used[i] + 3)
        set_vertices(out, plane, vertices.data(), <int64_t>used.size())
    for i in range(ends.size()):
        add_polygon(out, plane, polygons.data() + begin, ends[i] - begin)
        begin = ends[i]
    return out


cdef object navmesh_of(void* navigation_mesh, bint plane, const GdTransform3D* frame=NULL, bint leave_out_faulty=False):
    """(NavMesh, transformed by the frame unless it is NULL; its CleanedPolygons). (None, None) for a mesh without polygons. ValueError
    where no polygon is walkable, or a polygon is faulty and not to be left out."""
    cdef vector[double] vertices
    cdef vector[vector[int32_t]] polygons
    cdef EngineAgent agent
    cdef size_t i
    with nogil:
        read_polygons(navigation_mesh, plane, &vertices, &polygons)
        read_agent(navigation_mesh, plane, &agent)
        for i in range(vertices.size() // 3 if frame != NULL else 0):
            transform_point(frame, &vertices[3 * i], &vertices[3 * i])
    if polygons.empty() or vertices.empty():
        return None, None
    points = memoryview(array("d", <list>vertices)).cast("B").cast("d", (vertices.size() // 3, 3))
    cleaned = clean_polygons(points, <list>polygons, leave_out_faulty=leave_out_faulty)
    mesh = NavMesh(cleaned.vertices, cleaned.offsets, cleaned.corners, cleaned.areas, agent_radius=agent.radius,
                   agent_height=agent.height, climb=agent.max_climb + agent.cell_height)
    if mesh.polygon_count == 0:
        raise ValueError(f"the NavigationMesh has no walkable polygon: {cleaned.message}")
    return mesh, cleaned
