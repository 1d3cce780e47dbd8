"""Conversion of a NavMesh to Godot's NavigationMesh and back.

Godot's polygons are clockwise seen from above and have no detail mesh: their heights are interpolated between their corners. So a polygon
whose surface lies farther from that than a cell height becomes one Godot polygon for each triangle of its surface."""
from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.algorithm cimport lower_bound, reverse, sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector
from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport clockwise_area2, surface_pivot, surface_triangle
from navpy.godot.binding.engine_mesh cimport (EngineAgent, add_polygon, new_navigation_mesh, read_agent, read_polygons, set_agent,
                                              set_vertices)
from navpy.godot.binding.gd cimport GdTransform3D
from navpy.godot.binding.vector cimport to_world
from navpy.mesh.mesh_view cimport MeshView, Poly, Tile
from navpy.navmesh.navmesh import NavMesh
from navpy.mesh.cleanup.polygon_soup import clean_polygons

from array import array

ctypedef pair[int32_t, int32_t] Edge


cdef double fan_height(const MeshView* mesh, const Poly* poly, int32_t pivot, const double* at) noexcept nogil:
    """Height of the polygon's triangle fan at a point's x and z, in the triangle that contains the point or is nearest to it."""
    cdef const int32_t* corners = mesh.corners + poly.first
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef double area, u, v, w, inside, most = -1e300, height = at[1]
    cdef int32_t triangle[3]
    cdef int32_t i
    for i in range(1, poly.count - 1):
        surface_triangle(i, pivot, poly.count, triangle)
        a = mesh.vertices + 3 * <size_t>corners[triangle[0]]
        b = mesh.vertices + 3 * <size_t>corners[triangle[1]]
        c = mesh.vertices + 3 * <size_t>corners[triangle[2]]
        area = clockwise_area2(a[0], a[2], b[0], b[2], c[0], c[2])
        if area == 0.0:
            continue
        v, w = clockwise_area2(a[0], a[2], at[0], at[2], c[0], c[2]) / area, clockwise_area2(a[0], a[2], b[0], b[2], at[0], at[2]) / area
        u = 1.0 - v - w
        inside = min(u, min(v, w))
        if inside > most:
            most, height = inside, u * a[1] + v * b[1] + w * c[1]
    return height


cdef bint is_rough(const MeshView* mesh, const Poly* poly, double max_error) noexcept nogil:
    """True if a vertex of the surface lies more than max_error meters above or below the triangle fan of the corners."""
    cdef const double* at
    cdef int32_t i, pivot
    if poly.detail_count == 0:
        return False
    pivot = surface_pivot(mesh.vertices, mesh.corners + poly.first, poly.count)
    for i in range(3 * poly.detail_first, 3 * (poly.detail_first + poly.detail_count)):
        at = mesh.vertices + 3 * <size_t>mesh.detail_triangles[i]
        if fabs(at[1] - fan_height(mesh, poly, pivot, at)) > max_error:
            return True
    return False


cdef int find_boundary(const MeshView* mesh, const Poly* poly, vector[Edge]* boundary) except -1 nogil:
    """The boundary edges of a polygon's detail triangles, sorted: edges whose opposite direction no triangle has."""
    cdef vector[Edge] edges
    cdef Edge edge, back
    cdef const int32_t* triangle
    cdef size_t e, place
    cdef int32_t i, k
    for i in range(poly.detail_first, poly.detail_first + poly.detail_count):
        triangle = mesh.detail_triangles + 3 * <size_t>i
        for k in range(3):
            edge.first, edge.second = triangle[k], triangle[(k + 1) % 3]
            edges.push_back(edge)
    sort(edges.begin(), edges.end())
    for e in range(edges.size()):
        back.first, back.second = edges[e].second, edges[e].first
        place = lower_bound(edges.begin(), edges.end(), back) - edges.begin()
        if place == edges.size() or edges[place] != back:
            boundary.push_back(edges[e])
    return 0


cdef int append_boundary_vertices(vector[Edge]* boundary, int32_t begin, int32_t end, vector[int32_t]* out) except -1 nogil:
    """Appends the boundary's vertices between begin and end, in the order from end back to begin; none if the boundary doesn't lead from
    begin to end."""
    cdef vector[int32_t] between
    cdef Edge edge
    cdef size_t place, steps = 0
    cdef int32_t at = begin
    while at != end:
        edge.first, edge.second = at, -1
        place = lower_bound(boundary.begin(), boundary.end(), edge) - boundary.begin()
        if place == boundary.size() or boundary[0][place].first != at or steps > boundary.size():
            return 0
        at = boundary[0][place].second
        steps += 1
        if at != end:
            between.push_back(at)
    reverse(between.begin(), between.end())
    out.insert(out.end(), between.begin(), between.end())
    return 0


cdef int append_outline(const MeshView* mesh, const Poly* poly, vector[vector[Edge]]* boundaries, vector[int32_t]* out) except -1 nogil:
    """The polygon's corners; on an edge to a neighbor that is given as triangles, also the vertices that these triangles have there."""
    cdef int32_t k, other, next
    out.clear()
    for k in range(poly.first, poly.first + poly.count):
        out.push_back(mesh.corners[k])
        other = mesh.neighbors[k]
        if other != NO_POLY and not boundaries[0][other].empty():
            next = k + 1 if k + 1 < poly.first + poly.count else poly.first
            append_boundary_vertices(&boundaries[0][other], mesh.corners[next], mesh.corners[k], out)
    return 0


cdef int find_boundaries(const MeshView* mesh, int32_t first, int32_t end, double max_error, vector[vector[Edge]]* boundaries) except -1 nogil:
    """The boundaries of the polygons of a range, and of their neighbors, that are given as triangles; empty for the others."""
    cdef vector[uint8_t] seen
    cdef int32_t i, k, other
    seen.resize(mesh.poly_count)
    boundaries.resize(mesh.poly_count)
    for i in range(first, end):
        for k in range(-1, mesh.polys[i].count):
            other = i if k < 0 else mesh.neighbors[mesh.polys[i].first + k]
            if other == NO_POLY or seen[other]:
                continue
            seen[other] = True
            if is_rough(mesh, &mesh.polys[other], max_error):
                find_boundary(mesh, &mesh.polys[other], &boundaries[0][other])
    return 0


cdef int add_corners(void* out, const int32_t* corners, int32_t count, vector[int32_t]* places, vector[int32_t]* used) except -1 nogil:
    """Adds a polygon, clockwise. places: by vertex of the mesh its index in the NavigationMesh, -1: not used yet; used: the inverse."""
    cdef vector[int32_t] own
    cdef int32_t i, vertex
    for i in range(count):
        vertex = corners[count - 1 - i]
        if places[0][vertex] < 0:
            places[0][vertex] = <int32_t>used.size()
            used.push_back(vertex)
        own.push_back(places[0][vertex])
    add_polygon(out, own.data(), count)
    return 0


cdef void* navigation_mesh_of(const MeshView* view, const Tile* tile) except NULL nogil:
    cdef void* out = new_navigation_mesh()
    cdef int32_t first = tile.first_poly if tile != NULL else 0
    cdef int32_t end = tile.first_poly + tile.poly_count if tile != NULL else view.poly_count
    cdef EngineAgent agent
    cdef vector[vector[Edge]] boundaries
    cdef vector[int32_t] corners, places, used
    cdef vector[double] vertices
    cdef int32_t i, k
    read_agent(out, &agent)
    agent.radius, agent.max_climb = view.agent_radius, max(view.climb - agent.cell_height, 0.0)
    if view.agent_height > 0.0:
        agent.height = view.agent_height
    set_agent(out, &agent)
    places.resize(view.vertex_count, -1)
    for i in range(view.vertex_count if tile == NULL else 0):       # of all of the mesh the vertices keep their indices
        places[i] = i
        used.push_back(i)
    find_boundaries(view, first, end, agent.cell_height, &boundaries)
    for i in range(first, end):
        if view.polys[i].count == 0:
            continue
        if boundaries[i].empty():
            append_outline(view, &view.polys[i], &boundaries, &corners)
            add_corners(out, corners.data(), <int32_t>corners.size(), &places, &used)
            continue
        for k in range(view.polys[i].detail_first, view.polys[i].detail_first + view.polys[i].detail_count):
            add_corners(out, view.detail_triangles + 3 * <size_t>k, 3, &places, &used)
    for i in range(<int32_t>used.size()):
        vertices.insert(vertices.end(), view.vertices + 3 * <size_t>used[i], view.vertices + 3 * <size_t>used[i] + 3)
    set_vertices(out, vertices.data(), <int64_t>used.size())
    return out


cdef object navmesh_of(void* navigation_mesh, const GdTransform3D* frame=NULL, bint leave_out_faulty=False):
    """(NavMesh, transformed by the frame unless it is NULL; its CleanedPolygons). (None, None) for a mesh without polygons. ValueError where
    no polygon is walkable, or one is faulty and not to be left out."""
    cdef vector[double] vertices
    cdef vector[vector[int32_t]] polygons
    cdef EngineAgent agent
    cdef size_t i
    with nogil:
        read_polygons(navigation_mesh, &vertices, &polygons)
        read_agent(navigation_mesh, &agent)
        for i in range(vertices.size() // 3 if frame != NULL else 0):
            to_world(frame, &vertices[3 * i], &vertices[3 * i])
    if polygons.empty() or vertices.empty():
        return None, None
    points = memoryview(array("d", <list>vertices)).cast("B").cast("d", (vertices.size() // 3, 3))
    cleaned = clean_polygons(points, <list>polygons, leave_out_faulty=leave_out_faulty)
    mesh = NavMesh(cleaned.vertices, cleaned.offsets, cleaned.corners, cleaned.areas, agent_radius=agent.radius,
                   agent_height=agent.height, climb=agent.max_climb + agent.cell_height)
    if mesh.polygon_count == 0:
        raise ValueError(f"the NavigationMesh has no walkable polygon: {cleaned.message}")
    return mesh, cleaned
