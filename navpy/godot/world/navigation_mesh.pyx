"""Conversion of a NavMesh to Godot's NavigationMesh and back.

Godot's polygons are clockwise seen from above and have no detail mesh: their heights are interpolated between their corners. So a polygon
whose surface lies farther from that than a cell height becomes one Godot polygon for each triangle of its surface."""
from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t
from libcpp.algorithm cimport lower_bound, reverse, sort, unique
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

ctypedef pair[int32_t, int32_t] Edge            # vertices
ctypedef pair[int32_t, Edge] PolyEdge           # of which polygon


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


cdef int append_boundary(const MeshView* mesh, int32_t poly, vector[PolyEdge]* out) except -1 nogil:
    """Appends the boundary edges of a polygon's detail triangles, ascending: edges whose opposite direction no triangle has."""
    cdef const Poly* p = &mesh.polys[poly]
    cdef vector[Edge] edges
    cdef PolyEdge outer
    cdef Edge edge, back
    cdef const int32_t* triangle
    cdef size_t e, place
    cdef int32_t i, k
    for i in range(p.detail_first, p.detail_first + p.detail_count):
        triangle = mesh.detail_triangles + 3 * <size_t>i
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
    """Appends the vertices between begin and end on the boundary of a polygon that is given as triangles, in the order from end back to begin;
    none if the boundary doesn't lead from begin to end."""
    cdef vector[int32_t] between
    cdef size_t place, most = <size_t>(3 * mesh.polys[poly].detail_count)        # edges of its triangles
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
    """The polygon's corners; on an edge to a neighbor that is given as triangles, also the vertices that these triangles have there."""
    cdef int32_t k, next
    out.clear()
    for k in range(poly.first, poly.first + poly.count):
        out.push_back(mesh.corners[k])
        if mesh.neighbors[k] != NO_POLY:
            next = k + 1 if k + 1 < poly.first + poly.count else poly.first
            append_boundary_vertices(mesh, boundaries, mesh.neighbors[k], mesh.corners[next], mesh.corners[k], out)
    return 0


cdef int find_boundaries(const MeshView* mesh, int32_t first, int32_t end, double max_error, vector[PolyEdge]* boundaries) except -1 nogil:
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


cdef int add_corners(const int32_t* corners, int32_t count, vector[int32_t]* polygons, vector[int32_t]* ends) except -1 nogil:
    """Adds a polygon, clockwise."""
    cdef int32_t i
    for i in range(count):
        polygons.push_back(corners[count - 1 - i])
    ends.push_back(<int32_t>polygons.size())
    return 0


cdef int collect_polygons(const MeshView* mesh, int32_t first, int32_t end, double max_error, vector[int32_t]* polygons,
                          vector[int32_t]* ends) except -1 nogil:
    """Godot's polygons: their vertices one after the other, and where each one ends."""
    cdef vector[PolyEdge] boundaries
    cdef vector[int32_t] outline
    cdef size_t split = 0               # boundary edges of the polygons before
    cdef int32_t i, k
    find_boundaries(mesh, first, end, max_error, &boundaries)
    for i in range(first, end):
        if mesh.polys[i].count == 0:
            continue
        while split < boundaries.size() and boundaries[split].first < i:
            split += 1
        if split == boundaries.size() or boundaries[split].first != i:
            append_outline(mesh, &mesh.polys[i], &boundaries, &outline)
            add_corners(outline.data(), <int32_t>outline.size(), polygons, ends)
            continue
        for k in range(mesh.polys[i].detail_first, mesh.polys[i].detail_first + mesh.polys[i].detail_count):
            add_corners(mesh.detail_triangles + 3 * <size_t>k, 3, polygons, ends)
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


cdef void* navigation_mesh_of(const MeshView* view, const Tile* tile) except NULL nogil:
    cdef void* out = new_navigation_mesh()
    cdef EngineAgent agent
    cdef vector[int32_t] polygons, ends, used
    cdef vector[double] vertices
    cdef int32_t begin = 0
    cdef size_t i
    read_agent(out, &agent)
    agent.radius, agent.max_climb = view.agent_radius, max(view.climb - agent.cell_height, 0.0)
    if view.agent_height > 0.0:
        agent.height = view.agent_height
    set_agent(out, &agent)
    if tile == NULL:                    # of all of the mesh the vertices keep their indices
        collect_polygons(view, 0, view.poly_count, agent.cell_height, &polygons, &ends)
        set_vertices(out, view.vertices, view.vertex_count)
    else:
        collect_polygons(view, tile.first_poly, tile.first_poly + tile.poly_count, agent.cell_height, &polygons, &ends)
        keep_used(&polygons, &used)
        for i in range(used.size()):
            vertices.insert(vertices.end(), view.vertices + 3 * <size_t>used[i], view.vertices + 3 * <size_t>used[i] + 3)
        set_vertices(out, vertices.data(), <int64_t>used.size())
    for i in range(ends.size()):
        add_polygon(out, polygons.data() + begin, ends[i] - begin)
        begin = ends[i]
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
