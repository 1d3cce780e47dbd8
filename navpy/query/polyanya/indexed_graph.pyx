"""Finds the graph of a path index: all vertices, their arcs, and their views of the polygons.

The vertices are numbered so that neighbors have near numbers: halves of halves (k-d tree: Bentley 1975). A line-of-sight scan from
each vertex finds its arcs, and the visible part of each polygon. This part lies between two directions, as a polygon is convex and
entered by one edge."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.mesh.half_edges cimport Face
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.path_index cimport (
    MOST_REGIONS, IndexedArc, IndexedVertex, PathIndex, ScannedPoly, View, turns_in, vertex_in, with_turns)
from navpy.query.polyanya.visibility_graph cimport (
    TURN_LEFT, TURN_RIGHT, Scan, VisibilityGraph, scan_wholly, update_visibility, vertex_at)

cdef enum:
    REGION_VERTICES = 64                # vertices of a region, about: fewer make the index longer, more make searches look aside
    # views of a polygon on average, 24 bytes each with the lines to them; if there are more, searches scan
    MOST_VIEWS = 128

cdef struct VertexPlace:                      # of a vertex
    double x, y                         # meters
    int32_t vertex                      # its index in the visibility graph


# ---- vertices ----

cdef bint before_in_x(const VertexPlace& a, const VertexPlace& b) noexcept nogil:
    return a.x < b.x or (a.x == b.x and (a.y < b.y or (a.y == b.y and a.vertex < b.vertex)))


cdef bint before_in_y(const VertexPlace& a, const VertexPlace& b) noexcept nogil:
    return a.y < b.y or (a.y == b.y and (a.x < b.x or (a.x == b.x and a.vertex < b.vertex)))


cdef int divide(VertexPlace* places, int32_t first, int32_t count, int32_t regions, vector[int32_t]* region_first) except -1 nogil:
    """Sort places so that neighbors are near each other, and note where each of ``regions`` regions begins."""
    cdef double least_x = INFINITY, most_x = -INFINITY, least_y = INFINITY, most_y = -INFINITY
    cdef int32_t i, half = count // 2
    if regions == 1:
        region_first.push_back(first)
    elif regions > 1:
        half = <int32_t>(<int64_t>count * (regions // 2) // regions)
    if count < 2:
        return 0
    for i in range(first, first + count):
        least_x, most_x = min(least_x, places[i].x), max(most_x, places[i].x)
        least_y, most_y = min(least_y, places[i].y), max(most_y, places[i].y)
    if most_x - least_x > most_y - least_y:
        sort(places + first, places + first + count, before_in_x)
    else:
        sort(places + first, places + first + count, before_in_y)
    divide(places, first, half, regions // 2, region_first)
    return divide(places, first + half, count - half, regions - regions // 2 if regions > 1 else 0, region_first)


cdef int find_vertices(NavView nav, VisibilityGraph* visibility) except -1 nogil:
    cdef const Face* face
    cdef int32_t poly, corner
    update_visibility(nav, visibility)
    for poly in range(<int32_t>nav.graph.faces.size()):
        face = &nav.graph.faces[poly]
        for corner in range(face.first, face.first + face.count):
            if nav.graph.half_edges[corner].umbrella >= 0:
                vertex_at(nav.graph, visibility, poly, corner)
    return 0


cdef int number_vertices(const VisibilityGraph* visibility, PathIndex* index, vector[int32_t]* at,
                         vector[int32_t]* region_first) except -1 nogil:
    """Number the vertices, and cut their sequence into regions. at: gets by number the index in the visibility graph."""
    cdef int32_t count = <int32_t>visibility.vertices.size(), i, region = 0
    cdef IndexedVertex* vertex
    cdef vector[VertexPlace] places
    places.resize(count)
    for i in range(count):
        places[i].x, places[i].y, places[i].vertex = visibility.states[i].x, visibility.states[i].y, i
    index.region_count = max(1, min(count // REGION_VERTICES, MOST_REGIONS))
    divide(places.data(), 0, count, index.region_count, region_first)
    region_first.push_back(count)
    at.resize(count)
    index.vertices.resize(count)
    index.walls.resize(count)
    for i in range(count):
        while region_first.at(region + 1) <= i:
            region += 1
        at.data()[i] = places[i].vertex
        vertex = &index.vertices[i]
        vertex.x, vertex.y, vertex.region = places[i].x, places[i].y, region
        vertex.corner = visibility.origins[places[i].vertex].corner
        vertex.is_spiral = visibility.vertices[places[i].vertex].is_spiral
        index.walls[i].right_x = visibility.vertices[places[i].vertex].right_x
        index.walls[i].right_y = visibility.vertices[places[i].vertex].right_y
        index.walls[i].left_x = visibility.vertices[places[i].vertex].left_x
        index.walls[i].left_y = visibility.vertices[places[i].vertex].left_y
    return 0


# ---- arcs and views ----

cdef int keep_views(const Scan* scan, int32_t seer, PathIndex* out) except -1 nogil:
    """Keep what a scan saw of each polygon."""
    cdef int32_t base = <int32_t>out.scanned.size()
    cdef ScannedPoly poly
    cdef View view
    cdef size_t k
    view.seer = seer
    for k in range(scan.polys.size()):
        poly = scan.polys[k]
        if poly.before >= 0:
            poly.before += base
        view.right, view.left, view.scanned = scan.looked[k].right, scan.looked[k].left, <int32_t>out.scanned.size()
        out.scanned.push_back(poly)
        out.views.push_back(view)
    return 0


cdef int keep_lines(const Scan* scan, vector[int32_t]* kept_at, PathIndex* out) except -1 nogil:
    """Keep the scanned polygons on the lines to visible vertices. kept_at: gets the place of each."""
    cdef ScannedPoly poly
    cdef int32_t scanned
    cdef size_t k
    kept_at.clear()
    kept_at.resize(scan.polys.size(), -1)
    for k in range(scan.seen.size()):
        scanned = scan.seen[k].scanned
        while scanned >= 0 and kept_at.at(scanned) < 0:
            kept_at.data()[scanned] = 0
            scanned = scan.polys[scanned].before
    for k in range(scan.polys.size()):
        if kept_at.at(k) == 0:
            poly.poly, poly.before = scan.polys[k].poly, -1
            if scan.polys[k].before >= 0:
                poly.before = kept_at.at(scan.polys[k].before)
            kept_at.data()[k] = <int32_t>out.scanned.size()
            out.scanned.push_back(poly)
    return 0


cdef bint scan_vertex(NavView nav, VisibilityGraph* visibility, int32_t vertex, const vector[int32_t]* numbers, int32_t turn,
                      int32_t seer, bint keeps_views, vector[int32_t]* kept_at, PathIndex* out) except -1 nogil:
    """Append the arcs of a vertex in the directions of a turn. False: too much is visible."""
    cdef Scan scan
    cdef IndexedArc arc
    cdef int32_t base = <int32_t>out.scanned.size()
    cdef size_t k
    if not scan_wholly(nav.graph, visibility, vertex, turn, &scan):
        return False
    if keeps_views:
        keep_views(&scan, seer, out)
    else:
        keep_lines(&scan, kept_at, out)
    arc.flags.words[0] = arc.flags.words[1] = arc.flags.words[2] = arc.flags.words[3] = 0
    for k in range(scan.seen.size()):
        arc.end = with_turns(numbers.at(vertex_in(scan.seen[k].end)), turns_in(scan.seen[k].end))
        arc.scanned = base + scan.seen[k].scanned if keeps_views else kept_at.at(scan.seen[k].scanned)
        out.arcs.push_back(arc)
    return True


cdef bint find_arcs(NavView nav, VisibilityGraph* visibility, const vector[int32_t]* at, bint keeps_views,
                    PathIndex* out) except -1 nogil:
    """The arcs of all vertices. False: too much is visible from a vertex, or there are too many views."""
    cdef vector[int32_t] numbers, kept_at
    cdef IndexedVertex* vertex
    cdef int32_t n, turns, end
    cdef size_t most = MOST_VIEWS * nav.graph.faces.size()
    out.arcs.clear()
    out.scanned.clear()
    out.views.clear()
    numbers.resize(at.size())
    for n in range(<int32_t>at.size()):
        numbers[at.at(n)] = n
    for n in range(<int32_t>at.size()):
        check_signals()
        vertex = &out.vertices[n]
        vertex.first = <int32_t>out.arcs.size()
        turns = TURN_LEFT | TURN_RIGHT if vertex.is_spiral else TURN_LEFT
        if not scan_vertex(nav, visibility, at.at(n), &numbers, TURN_LEFT, 4 * n + turns, keeps_views, &kept_at, out):
            return False
        end = <int32_t>out.arcs.size()
        vertex.left_count, vertex.right_count = end - vertex.first, 0
        if not vertex.is_spiral:
            if not scan_vertex(nav, visibility, at.at(n), &numbers, TURN_RIGHT, 4 * n + TURN_RIGHT, keeps_views, &kept_at, out):
                return False
            vertex.right_count = <int32_t>out.arcs.size() - end
        if keeps_views and out.views.size() > most:
            return False
    return True


cdef int sort_views(int32_t poly_count, PathIndex* index) except -1 nogil:
    """Sort the views by their polygons; the views of a polygon keep their order."""
    cdef vector[View] sorted
    cdef vector[int32_t]* first = &index.first_view
    cdef int32_t* place
    cdef size_t i
    first.clear()
    first.resize(poly_count + 2, 0)
    for i in range(index.views.size()):
        first.data()[index.scanned[index.views[i].scanned].poly + 2] += 1
    for i in range(2, first.size()):
        first.data()[i] += first.at(i - 1)
    sorted.resize(index.views.size())
    for i in range(index.views.size()):
        place = first.data() + index.scanned[index.views[i].scanned].poly + 1
        sorted[place[0]] = index.views[i]
        place[0] += 1
    first.pop_back()
    index.views.swap(sorted)
    return 0


cdef bint find_indexed_graph(NavView nav, PathIndex* out, vector[int32_t]* region_first) except -1 nogil:
    cdef VisibilityGraph visibility
    cdef vector[int32_t] at
    cdef int32_t n
    find_vertices(nav, &visibility)
    number_vertices(&visibility, out, &at, region_first)
    out.first_view.clear()
    out.vertex_of.clear()
    if find_arcs(nav, &visibility, &at, True, out):
        sort_views(<int32_t>nav.graph.faces.size(), out)
        return True
    out.vertex_of.resize(nav.graph.half_edges.size(), -1)
    for n in range(<int32_t>at.size()):
        out.vertex_of[nav.graph.half_edges[out.vertices[n].corner].umbrella] = n
    return find_arcs(nav, &visibility, &at, False, out)
