"""Polygons that a shape touches: the polygons connected within the shape, by Dijkstra's algorithm, or all polygons in a box."""
from libc.math cimport fabs, floor
from libc.stdint cimport int32_t
from libcpp.algorithm cimport sort, unique
from libcpp.vector cimport vector


from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport border_tolerance, cross, is_point
from navpy.base.heap cimport heap_pop, heap_put
from navpy.base.vec2 cimport Vec2, length, subtract, to_plan, vec2
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.mesh_view cimport MeshView, Tile, fan_pivot, surface_corners, surface_size, tile_at
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, corner_after, enter_cost
from navpy.query.surface.flood cimport Flood, add_visit, start_flood, visit_of
from navpy.query.surface.ray cimport closest_on_edge
from navpy.query.surface.raycast cimport is_walked

cdef struct Shape:                      # in the plan, meters
    Vec2 center                         # of a circle, if count is 0
    double radius
    const double* outline               # x, y of each corner, counter-clockwise
    int32_t count


# ---- polygons connected within a shape ----

cdef bint crosses_outline(const Shape* shape, const HalfEdge* a, const HalfEdge* b) noexcept nogil:
    """True if the segment touches the convex outline (Cyrus & Beck 1978)."""
    cdef const double* p = shape.outline + 2 * (shape.count - 1)
    cdef const double* q
    cdef double low = 0.0, high = 1.0, at_a, at_b
    cdef int32_t i
    for i in range(shape.count):
        q = shape.outline + 2 * i
        at_a = cross(q[0] - p[0], q[1] - p[1], a.x - p[0], a.y - p[1])
        at_b = cross(q[0] - p[0], q[1] - p[1], b.x - p[0], b.y - p[1])
        p = q
        if at_a < 0.0 and at_b < 0.0:
            return False
        if at_a < 0.0:
            low = max(low, at_a / (at_a - at_b))
        elif at_b < 0.0:
            high = min(high, at_a / (at_a - at_b))
    return low <= high


cdef inline bint touches(const PortalGraph* graph, PolyRef poly, int32_t edge, const Shape* shape) noexcept nogil:
    cdef Vec2 near
    if shape.count == 0:
        return closest_on_edge(graph, poly, edge, shape.center, &near) <= shape.radius
    return crosses_outline(shape, &graph.half_edges[edge], &graph.half_edges[corner_after(&graph.faces[poly], edge)])


cdef int expand(const PortalGraph* graph, Flood* flood, int32_t visit, const Shape* shape) except -1 nogil:
    """Relax the neighbors of a visited polygon across the edges that the shape touches; a neighbor is entered in the middle of the
    edge."""
    cdef PolyRef poly = flood.visits[visit].poly, next
    cdef const HalfEdge* a
    cdef const HalfEdge* b
    cdef Vec2 middle
    cdef double cost
    cdef int32_t i, other
    for i in range(graph.faces[poly].first, graph.faces[poly].first + graph.faces[poly].count):
        next = graph.half_edges[i].neighbor
        if next == NO_POLY or not touches(graph, poly, i, shape):
            continue
        a = &graph.half_edges[i]
        b = &graph.half_edges[corner_after(&graph.faces[poly], i)]
        middle = vec2(0.5 * (a.x + b.x), 0.5 * (a.y + b.y))
        cost = flood.visits[visit].cost + graph.costs[poly] * length(subtract(middle, flood.visits[visit].at))
        cost += enter_cost(graph, poly, next)
        other = visit_of(flood, next)
        if other < 0:
            other = add_visit(flood, next, visit, middle, cost)
        elif cost >= flood.visits[other].cost:
            continue
        flood.visits[other].parent, flood.visits[other].at, flood.visits[other].cost = visit, middle, cost
        heap_put(&flood.heap, other, cost)
    return 0


cdef int flood_shape(NavView nav, Flood* flood, PolyRef poly, const double* start,
                     const Shape* shape, vector[int32_t]* found) except -1 nogil:
    cdef int32_t visit
    found.clear()
    if not (is_walked(nav.mesh, poly) and is_point(start)):
        return 0
    start_flood(flood, poly, to_plan(start))
    heap_put(&flood.heap, 0, 0.0)
    while flood.heap.entries.size() > 0:
        visit = heap_pop(&flood.heap)
        found.push_back(visit)
        expand(nav.graph, flood, visit, shape)
    return 0


cdef int polygons_in_circle(NavView nav, Flood* flood, PolyRef poly, const double* start,
                            const double* center, double radius, vector[int32_t]* found) except -1 nogil:
    """Detour's findPolysAroundCircle: the polygons connected with the start's ``poly`` across open edges that touch a circle in the
    plan. The polygons are sorted by cost: the cost of the way from the start through the middles of edges, up to the edge by which the
    polygon is entered. The visits hold this cost, and the parents."""
    cdef Shape shape
    shape.center, shape.radius, shape.count = to_plan(center), radius, 0
    return flood_shape(nav, flood, poly, start, &shape, found)


cdef int polygons_in_shape(NavView nav, Flood* flood, PolyRef poly, const double* start,
                           const double* outline, int32_t count, vector[int32_t]* found) except -1 nogil:
    """Detour's findPolysAroundShape: as polygons_in_circle, with edges that touch a convex outline."""
    cdef Shape shape
    shape.outline, shape.count = outline, count
    return flood_shape(nav, flood, poly, start, &shape, found)


# ---- polygons in a box ----

cdef bint is_separating_axis(const double* axis, const double (*corners)[3], const double* half) noexcept nogil:
    """True if the axis separates a triangle from a box around the origin."""
    cdef double least = 0.0, most = 0.0, at
    cdef double reach = fabs(axis[0]) * half[0] + fabs(axis[1]) * half[1] + fabs(axis[2]) * half[2]
    cdef int i
    for i in range(3):
        at = axis[0] * corners[i][0] + axis[1] * corners[i][1] + axis[2] * corners[i][2]
        least, most = at if i == 0 else min(least, at), at if i == 0 else max(most, at)
    return least > reach or most < -reach


cdef bint in_box(const double* a, const double* b, const double* c, const double* middle, const double* half) noexcept nogil:
    """True if the triangle touches the box, by the 13 axes that may separate them (Akenine-Möller 2001)."""
    cdef double corners[3][3]
    cdef double sides[3][3]
    cdef double axis[3]
    cdef int i, k
    for i in range(3):
        corners[0][i], corners[1][i], corners[2][i] = a[i] - middle[i], b[i] - middle[i], c[i] - middle[i]
        sides[0][i], sides[1][i], sides[2][i] = b[i] - a[i], c[i] - b[i], a[i] - c[i]
    for i in range(3):
        axis[0] = axis[1] = axis[2] = 0.0
        axis[i] = 1.0
        if is_separating_axis(axis, corners, half):
            return False
    for i in range(3):
        axis[i] = sides[0][(i + 1) % 3] * sides[1][(i + 2) % 3] - sides[0][(i + 2) % 3] * sides[1][(i + 1) % 3]
    if is_separating_axis(axis, corners, half):
        return False
    for k in range(3):
        for i in range(3):
            axis[i], axis[(i + 1) % 3], axis[(i + 2) % 3] = 0.0, -sides[k][(i + 2) % 3], sides[k][(i + 1) % 3]
            if is_separating_axis(axis, corners, half):
                return False
    return True


cdef bint surface_in_box(const MeshView* mesh, PolyRef poly, const double* middle, const double* half) noexcept nogil:
    cdef const double* corner[3]
    cdef int32_t i, pivot = fan_pivot(mesh, poly)
    for i in range(surface_size(mesh, poly)):
        surface_corners(mesh, poly, pivot, i, corner)
        if in_box(corner[0], corner[1], corner[2], middle, half):
            return True
    return False


cdef inline int32_t clamped(double place, int32_t least, int32_t most) noexcept nogil:
    """The whole number at or below ``place``, clamped to least … most."""
    return least if not place > least else most if place >= most else <int32_t>floor(place)


cdef int scan_tile(const MeshView* mesh, const Tile* tile, const double* low, const double* high, double slack,
                   vector[PolyRef]* found) except -1 nogil:
    """List the polygons in the cells of a tile's grid that the box touches; a polygon may be listed more than once."""
    cdef double x0 = (low[0] - slack - tile.grid_min_x) / tile.grid_cell, x1 = (high[0] + slack - tile.grid_min_x) / tile.grid_cell
    cdef double z0 = (low[2] - slack - tile.grid_min_z) / tile.grid_cell, z1 = (high[2] + slack - tile.grid_min_z) / tile.grid_cell
    cdef int32_t x, z, k
    cdef size_t cell
    if tile.poly_count == 0 or x1 < 0.0 or z1 < 0.0 or x0 > tile.grid_width or z0 > tile.grid_depth:
        return 0
    for z in range(clamped(z0, 0, tile.grid_depth - 1), clamped(z1, 0, tile.grid_depth - 1) + 1):
        for x in range(clamped(x0, 0, tile.grid_width - 1), clamped(x1, 0, tile.grid_width - 1) + 1):
            cell = tile.first_cell + <size_t>z * tile.grid_width + x
            for k in range(mesh.cell_first[cell], mesh.cell_first[cell + 1]):
                found.push_back(mesh.cell_polys[k])
    return 0


cdef int scan(const MeshView* mesh, const double* low, const double* high, vector[PolyRef]* found) except -1 nogil:
    """Scan the tiles that the box touches: look up each place in the box, or, if the mesh has fewer tiles than places, try all
    tiles."""
    cdef double slack = border_tolerance(max(fabs(low[0]), fabs(high[0])), max(fabs(low[2]), fabs(high[2])))
    cdef double size = mesh.tile_size
    cdef int32_t x0, x1, z0, z1, x, z, tile
    if size > 0.0:
        x0 = clamped((low[0] - slack - mesh.origin_x) / size, -0x40000000, 0x40000000)
        x1 = clamped((high[0] + slack - mesh.origin_x) / size, -0x40000000, 0x40000000)
        z0 = clamped((low[2] - slack - mesh.origin_z) / size, -0x40000000, 0x40000000)
        z1 = clamped((high[2] + slack - mesh.origin_z) / size, -0x40000000, 0x40000000)
        if (<double>x1 - x0 + 1.0) * (<double>z1 - z0 + 1.0) < mesh.tile_count:
            for z in range(z0, z1 + 1):
                for x in range(x0, x1 + 1):
                    tile = tile_at(mesh, x, z)
                    if tile >= 0:
                        scan_tile(mesh, &mesh.tiles[tile], low, high, slack, found)
            return 0
    for tile in range(mesh.tile_count):
        if mesh.tiles[tile].live:
            scan_tile(mesh, &mesh.tiles[tile], low, high, slack, found)
    return 0


cdef int polygons_in_box(NavView nav, const double* low, const double* high, vector[PolyRef]* found) except -1 nogil:
    """Polygons whose surface touches a box in space, connected or not; none if a coordinate is not finite."""
    cdef double middle[3]
    cdef double half[3]
    cdef size_t i, kept = 0
    found.clear()
    if not (is_point(low) and is_point(high)):
        return 0
    for i in range(3):
        middle[i], half[i] = 0.5 * (low[i] + high[i]), 0.5 * (high[i] - low[i])
    scan(nav.mesh, low, high, found)
    sort(found.begin(), found.end())
    found.erase(unique(found.begin(), found.end()), found.end())
    for i in range(found.size()):
        if (nav.graph == NULL or nav.graph.costs[found[0][i]] >= 0.0) and surface_in_box(nav.mesh, found[0][i], middle, half):
            found[0][kept] = found[0][i]
            kept += 1
    found.resize(kept)
    return 0
