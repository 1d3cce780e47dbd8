"""Writes down the path that Polyanya has found."""
from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport int32_t
from libcpp.algorithm cimport reverse

from navpy.base.geom cimport cross
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.tolerances cimport IN_LINE
from navpy.base.vec2 cimport Vec2, det, dot, square, subtract, to_plan, vec2
from navpy.mesh.half_edges cimport PortalGraph, before_around, corner_after, corner_at, next_around, prefetch
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_index cimport PathIndex, ScannedPoly
from navpy.mesh.poly_surface cimport height_at
from navpy.mesh.path_data cimport Path, clear_path, cut_points, keep_point, push_poly
from navpy.query.polyanya.polyanya cimport advance_polyanya, begin_polyanya
from navpy.query.polyanya.search_node cimport (
    AT_LINK_END, NO_NODE, ONLY_A_TURN, PolyanyaSearch, SearchNode, VertexNode, is_by_index, is_vertex_node, link_of, vertex_index)
from navpy.query.polyanya.visibility_graph cimport VertexOrigin, VisibilityGraph
from navpy.query.polyanya.visibility_search cimport poly_of_sight


# ---- backwards from the goal ----

cdef int add_reversed(const double* point, PolyRef poly, int32_t link, Path* out) except -1 nogil:
    """Append a point to a path that is written backwards, in the order z, y, x."""
    cdef int i
    for i in range(3):
        out.points.push_back(point[2 - i])
    out.point_polys.push_back(poly)
    out.point_links.push_back(link)
    return 0


cdef int add_vertex(NavView nav, int32_t half_edge, PolyRef poly, Path* out) except -1 nogil:
    return add_reversed(nav.mesh.vertices + 3 * <size_t>nav.mesh.corners[half_edge], poly, -1, out)


cdef void trace_link(const MeshView* mesh, const SearchNode* node, Vec2* place, double* land, double* leave) noexcept nogil:
    cdef const OffMeshLink* link = &mesh.links[link_of(node.edge)]
    cdef Vec2 root = vec2(node.x, node.y), a = to_plan(link.land[0]), along = subtract(to_plan(link.land[1]), a), way
    cdef double across, t
    if node.turn == AT_LINK_END:
        t = dot(subtract(root, a), along) / square(along) if along.x != 0.0 or along.y != 0.0 else 0.0
    else:
        way = subtract(place[0], root)
        across = det(along, way)
        t = -det(subtract(a, root), way) / across if across != 0.0 else 0.5
    t = 0.0 if not t > 0.0 else 1.0 if t > 1.0 else t
    link_place(mesh, link.end_poly, link.land[0], link.land[1], t, land)
    link_place(mesh, link.start_poly, link.leave[0], link.leave[1], t, leave)
    place[0] = to_plan(leave)


cdef void link_place(const MeshView* mesh, PolyRef poly, const double* a, const double* b, double t, double* out) noexcept nogil:
    """The place at t, 0 … 1, of the way from a to b, the ends of a link's side."""
    cdef int i
    for i in range(3):
        out[i] = b[i] if t == 1.0 else a[i] + t * (b[i] - a[i])
    if a[0] != b[0] or a[2] != b[2]:
        out[1] = height_at(mesh, poly, out[0], out[2])


cdef int trace_umbrella(const PortalGraph* graph, int32_t umbrella, PolyRef first, PolyRef last, bint clockwise,
                        Path* out) except -1 nogil:
    """Add the polygons around a vertex from ``last`` back to ``first``, without ``first``. clockwise: where they are looked for at
    first."""
    cdef size_t begin = out.corridor.size()
    cdef PolyRef at
    cdef int32_t corner
    if first == last:
        return 0
    for _way in range(2):
        at = first
        corner = corner_at(graph, first, umbrella)
        while at != last and corner >= 0:
            corner = before_around(graph, &at, corner) if clockwise else next_around(graph, &at, corner)
            out.corridor.push_back(at)
        if at == last:
            break
        out.corridor.resize(begin)
        clockwise = not clockwise
    reverse(out.corridor.begin() + begin, out.corridor.end())
    out.entries.resize(out.corridor.size(), -1)
    return 0


cdef PolyRef first_around(const PortalGraph* graph, const PolyanyaSearch* search, int32_t umbrella, PolyRef poly,
                          int32_t* parent) noexcept nogil:
    """The first polygon of a vertex's umbrella on the straight stretch to it; ``poly`` is the stretch's last polygon. ``parent``, the
    stretch's last search node, becomes the node by which it enters the first polygon."""
    cdef const SearchNode* node
    cdef int32_t edge
    while parent[0] >= 0:
        node = &search.intervals.nodes[parent[0]]
        edge = node.edge
        if graph.half_edges[edge].umbrella != umbrella and graph.half_edges[corner_after(&graph.faces[node.poly],
                                                                                         edge)].umbrella != umbrella:
            break
        poly, parent[0] = node.poly, node.parent
    return poly


cdef int32_t trace_vertex(NavView nav, const PolyanyaSearch* search, int32_t index, PolyRef* poly, Path* out) except? -1 nogil:
    """Add a vertex, the polygons of its umbrella, and the polygons that the line from the previous vertex crosses. The umbrella's are
    added backwards from ``poly``, where the path leaves the vertex. ``poly`` becomes the polygon where the line begins, which is not
    added. Returns the parent of the vertex node, or of the first search node on the way that its umbrella leads over."""
    cdef const VertexNode* node = &search.vertices.nodes[index]
    cdef const VertexOrigin* origin = &search.visibility.origins[node.vertex]
    cdef const ScannedPoly* polys = search.visibility.polys.data()
    cdef int32_t scanned = node.scanned, parent = node.parent, umbrella = nav.graph.half_edges[origin.corner].umbrella
    cdef PolyRef first = first_around(nav.graph, search, umbrella, poly_of_sight(search, node), &parent)
    if node.parent == NO_NODE:
        polys = search.vertices.start_scan.polys.data()
    trace_umbrella(nav.graph, umbrella, first, poly[0], False, out)
    add_vertex(nav, origin.corner, first, out)
    while scanned >= 0 and polys[scanned].before >= 0:
        push_poly(polys[scanned].poly, -1, out)
        scanned = polys[scanned].before
    poly[0] = polys[scanned].poly if scanned >= 0 else first
    return parent


# ---- backwards, of a search by index ----

cdef PolyRef last_of(const ScannedPoly* polys, int32_t scanned) noexcept nogil:
    """The polygon in which the line of sight to a scanned polygon begins."""
    while polys[scanned].before >= 0:
        scanned = polys[scanned].before
    return polys[scanned].poly


cdef PolyRef trace_line(const ScannedPoly* polys, int32_t scanned, Path* out) except? -1 nogil:
    """Add the polygons of a line of sight from its end on; the polygon in which it begins is returned instead."""
    while polys[scanned].before >= 0:
        push_poly(polys[scanned].poly, -1, out)
        scanned = polys[scanned].before
    return polys[scanned].poly


cdef PolyRef trace_line_from_eye(const ScannedPoly* polys, int32_t scanned, Path* out) except? -1 nogil:
    """Add the polygons of a line of sight from the eye on; the polygon in which it ends is returned instead."""
    cdef size_t begin = out.corridor.size()
    push_poly(trace_line(polys, scanned, out), -1, out)
    reverse(out.corridor.begin() + begin, out.corridor.end())
    out.corridor.pop_back()
    out.entries.pop_back()
    return polys[scanned].poly


cdef void prefetch_path(NavView nav, const PolyanyaSearch* search) noexcept nogil:
    """Prefetch what `trace_indexed` reads of each vertex of the path and of the polygon before it."""
    cdef const PathIndex* index = search.index
    cdef const VertexNode* node
    cdef int32_t at = search.best_node
    if index.first_view.empty():
        return
    while at >= 0:
        node = &search.vertices.nodes[at]
        prefetch(&index.scanned[node.scanned])
        prefetch(&nav.graph.half_edges[index.vertices[node.vertex].corner])
        prefetch(&nav.mesh.corners[index.vertices[node.vertex].corner])
        at = node.parent
    at = search.best_node
    while at >= 0:
        node = &search.vertices.nodes[at]
        prefetch(&nav.graph.faces[index.scanned[node.scanned].poly])
        prefetch(&nav.mesh.vertices[3 * <size_t>nav.mesh.corners[index.vertices[node.vertex].corner]])
        at = node.parent


cdef int trace_indexed(NavView nav, const PolyanyaSearch* search, Path* out) except -1 nogil:
    """Add the points and polygons of the path that a search by index has found. Views are seen from their vertices, scans from the
    ends."""
    cdef const PathIndex* index = search.index
    cdef const VertexNode* node = &search.vertices.nodes[search.best_node]
    cdef const ScannedPoly* polys = index.scanned.data()
    cdef int32_t corner, sight = search.indexed.states[node.vertex].goal_sight
    cdef bint has_views = not index.first_view.empty()
    cdef PolyRef first, poly                # in which the path comes to a vertex, and leaves it
    # how it leaves it
    cdef double dx = search.goal_x - index.vertices[node.vertex].x, dy = search.goal_y - index.vertices[node.vertex].y
    prefetch_path(nav, search)
    poly = trace_line(polys, sight, out) if has_views else trace_line_from_eye(search.vertices.goal_scan.polys.data(), sight, out)
    while True:
        if node.parent < 0 and not has_views:
            polys = search.vertices.start_scan.polys.data()
        first = last_of(polys, node.scanned) if node.parent < 0 and has_views else polys[node.scanned].poly
        corner = index.vertices[node.vertex].corner
        trace_umbrella(nav.graph, nav.graph.half_edges[corner].umbrella, first, poly, cross(node.dx, node.dy, dx, dy) < 0.0, out)
        add_vertex(nav, corner, first, out)
        if node.parent < 0 and has_views:
            trace_line_from_eye(polys, node.scanned, out)
        else:
            poly = trace_line(polys, node.scanned, out)
        if node.parent < 0:
            return 0
        dx, dy = node.dx, node.dy
        node = &search.vertices.nodes[node.parent]


cdef int trace_nodes(NavView nav, const PolyanyaSearch* search, const NearestPoly* goal, Path* out) except -1 nogil:
    """Add the points and polygons of the best path, node by node from the goal back to the start."""
    cdef int32_t index = search.best_node
    cdef const SearchNode* node
    cdef const OffMeshLink* link
    cdef PolyRef poly = NO_POLY                             # polygon in which the path leaves the next traced vertex
    cdef Vec2 place = to_plan(goal.point)                   # the next point of the path as seen from the node's root
    cdef double land[3]
    cdef double leave[3]
    if search.best_turn >= 0:
        add_vertex(nav, search.best_turn, goal.poly, out)
        place = vec2(nav.graph.half_edges[search.best_turn].x, nav.graph.half_edges[search.best_turn].y)
    if is_vertex_node(index):
        poly = search.vertices.last_polys[0]
        out.corridor.assign(search.vertices.last_polys.rbegin(), search.vertices.last_polys.rend() - 1)
        out.entries.resize(out.corridor.size(), -1)
    while index != NO_NODE:
        if is_vertex_node(index):
            index = trace_vertex(nav, search, vertex_index(index), &poly, out)
            continue
        node = &search.intervals.nodes[index]
        index, poly = node.parent, node.poly
        if node.edge >= 0:
            push_poly(nav.graph.half_edges[node.edge].neighbor, -1, out)
        elif node.edge != ONLY_A_TURN:
            link = &nav.mesh.links[link_of(node.edge)]
            push_poly(link.end_poly, link_of(node.edge), out)
            trace_link(nav.mesh, node, &place, land, leave)
            add_reversed(land, link.end_poly, -1, out)
            add_reversed(leave, link.start_poly, link.id, out)
        if node.turn >= 0:
            place = vec2(nav.graph.half_edges[node.turn].x, nav.graph.half_edges[node.turn].y)
            add_vertex(nav, node.turn, poly, out)
    return 0


# ---- the path ----

cdef bint is_bend(const double* before, const double* at, const double* after) noexcept nogil:
    """True if a path bends at a point by more than rounding."""
    cdef double dx = after[0] - before[0], dz = after[2] - before[2], length = sqrt(dx * dx + dz * dz)
    if at[0] == before[0] and at[2] == before[2]:
        return False
    return fabs(cross(at[0] - before[0], at[2] - before[2], dx, dz)) > IN_LINE * length


cdef int drop_straight_points(Path* path) except -1 nogil:
    """Drop points without a bend, except at links, and points that repeat the previous point."""
    cdef const double* p = path.points.data()
    cdef size_t i, kept = 1, count = path.point_polys.size()
    for i in range(1, count):
        if p[3 * i] == p[3 * kept - 3] and p[3 * i + 2] == p[3 * kept - 1] and path.point_links[kept - 1] < 0:
            path.point_links[kept - 1] = path.point_links[i]        # a link that begins here begins at the point before
            continue
        if i + 1 < count and path.point_links[i] < 0 and path.point_links[i - 1] < 0 \
                and not is_bend(&p[3 * kept - 3], &p[3 * i], &p[3 * i + 3]):
            continue
        keep_point(path, kept, i)
        kept += 1
    cut_points(path, kept)
    return 0


cdef bint trace_polyanya(NavView nav, const PolyanyaSearch* search, const NearestPoly* start, const NearestPoly* goal,
                         Path* out) except -1 nogil:
    clear_path(out)
    if not search.over or search.best == INFINITY or (is_by_index(search) and search.index.version != search.version):
        return False
    add_reversed(goal.point, goal.poly, -1, out)
    if is_by_index(search):
        trace_indexed(nav, search, out)
    else:
        trace_nodes(nav, search, goal, out)
    push_poly(start.poly, -1, out)
    add_reversed(start.point, start.poly, -1, out)
    reverse(out.corridor.begin(), out.corridor.end())
    reverse(out.entries.begin(), out.entries.end())
    reverse(out.points.begin(), out.points.end())
    reverse(out.point_polys.begin(), out.point_polys.end())
    reverse(out.point_links.begin(), out.point_links.end())
    drop_straight_points(out)
    return True


cdef bint find_polyanya(NavView nav, PolyanyaSearch* search, VisibilityGraph* visibility, const NearestPoly* start,
                        const NearestPoly* goal, Path* out) except -1 nogil:
    begin_polyanya(nav, search, visibility, start, goal, NULL)
    advance_polyanya(nav, search, -1)
    return trace_polyanya(nav, search, start, goal, out)
