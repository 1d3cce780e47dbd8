"""Writes and reads the path index of a navmesh file.

Polygons and half-edges are numbered as the file has them: tile by tile in its order, polygon by polygon, edge by edge. In memory they
lie as the tiles were added. What is read is checked so far that searches end, and find polygons that lie one beside the other; whether
the paths are the shortest ones, the checksum alone tells."""
from libc.math cimport isfinite
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset
from libcpp.vector cimport vector

from navpy.base.core cimport PolyRef
from navpy.mesh.half_edges cimport Face, HalfEdge, PortalGraph, corner_at
from navpy.mesh.path_index cimport (
    LANDMARKS, MOST_REGIONS, IndexedArc, IndexedVertex, PathIndex, ScannedPoly, View, WallDirections, drop_path_index,
    settle_path_index)
from navpy.mesh.tiles.mesh_data cimport MeshData, TileRecord
from navpy.mesh.tiles.tile_bytes cimport ByteReader, hash_bytes, read_bytes, write_bytes

cdef struct IndexHead:                  # as written, little-endian; no padding
    uint64_t checksum                   # of all that follows in the section
    int32_t vertex_count
    int32_t arc_count
    int32_t scanned_count
    int32_t view_count
    int32_t region_count
    int32_t has_views                   # 0 or 1
    int32_t edge_count                  # half-edges of all polygons
    float length_unit

cdef struct StoredVertex:
    int32_t corner                      # number of its half-edge
    int32_t left_count, right_count
    int32_t region
    int32_t is_spiral
    int16_t lengths[LANDMARKS]

cdef cppclass SavedNumbers:                  # of polygons and half-edges in the file
    vector[PolyRef] polys               # by number
    vector[int32_t] half_edges          # by number
    vector[int32_t] of_poly             # by polygon: its number
    vector[int32_t] of_half_edge        # by half-edge: its number

cdef cppclass Eyes:                     # the lines of sight that were read
    vector[int32_t] root                # by polygon in sight: the first polygon of its line, an index in PathIndex.scanned
    # by polygon in sight that is a root: a vertex around which the polygon lies, −1: none is known yet
    vector[int32_t] vertex

cdef enum:
    CHECKED_FROM = 8                    # bytes before the checksum's range


cdef int number_all(const MeshData* mesh, const PortalGraph* graph, const vector[int32_t]* order, SavedNumbers* out) except -1 nogil:
    cdef const Face* face
    cdef const TileRecord* record
    cdef PolyRef poly
    cdef int32_t k
    cdef size_t i
    out.of_poly.resize(graph.faces.size(), -1)
    out.of_half_edge.resize(graph.half_edges.size(), -1)
    for i in range(order.size()):
        record = &mesh.records[order.at(i)]
        for poly in range(record.polys.first, record.polys.first + record.polys.count):
            face = &graph.faces[poly]
            out.of_poly[poly] = <int32_t>out.polys.size()
            out.polys.push_back(poly)
            for k in range(face.first, face.first + face.count):
                out.of_half_edge[k] = <int32_t>out.half_edges.size()
                out.half_edges.push_back(k)
    return 0


# ---- writing ----

cdef int write_views(const PathIndex* index, const SavedNumbers* numbers, vector[uint8_t]* out) except -1 nogil:
    """The views polygon by polygon, and where those of each begin."""
    cdef vector[View] views
    cdef vector[int32_t] first
    cdef View view
    cdef PolyRef poly
    cdef int32_t i
    cdef size_t number
    views.reserve(index.views.size())
    first.push_back(0)
    for number in range(numbers.polys.size()):
        poly = numbers.polys[number]
        for i in range(index.first_view[poly], index.first_view[poly + 1]):
            view = index.views[i]
            if view.right >= 0:
                view.right = numbers.of_half_edge[view.right]
            if view.left >= 0:
                view.left = numbers.of_half_edge[view.left]
            views.push_back(view)
        first.push_back(<int32_t>views.size())
    write_bytes(out, views.data(), sizeof(View) * views.size())
    return write_bytes(out, first.data(), 4 * first.size())


cdef int write_path_index(const MeshData* mesh, const PortalGraph* graph, const PathIndex* index, const vector[int32_t]* order,
                          vector[uint8_t]* out) except -1 nogil:
    cdef IndexHead head
    cdef SavedNumbers numbers
    cdef vector[StoredVertex] vertices
    cdef vector[ScannedPoly] scanned = index.scanned
    cdef StoredVertex vertex
    cdef size_t begin = out.size(), i
    cdef int64_t zero = 0
    number_all(mesh, graph, order, &numbers)
    memset(&head, 0, sizeof(head))
    head.vertex_count, head.arc_count = <int32_t>index.vertices.size(), <int32_t>index.arcs.size()
    head.scanned_count, head.view_count = <int32_t>scanned.size(), <int32_t>index.views.size()
    head.region_count, head.has_views, head.length_unit = index.region_count, not index.first_view.empty(), index.length_unit
    head.edge_count = <int32_t>numbers.half_edges.size()
    for i in range(index.vertices.size()):
        vertex.corner = numbers.of_half_edge[index.vertices[i].corner]
        vertex.left_count, vertex.right_count = index.vertices[i].left_count, index.vertices[i].right_count
        vertex.region, vertex.is_spiral = index.vertices[i].region, index.vertices[i].is_spiral
        memcpy(vertex.lengths, index.vertices[i].lengths, sizeof(vertex.lengths))
        vertices.push_back(vertex)
    for i in range(scanned.size()):
        scanned[i].poly = numbers.of_poly[scanned[i].poly]
    write_bytes(out, &head, sizeof(head))
    write_bytes(out, vertices.data(), sizeof(StoredVertex) * vertices.size())
    write_bytes(out, index.walls.data(), sizeof(WallDirections) * index.walls.size())
    write_bytes(out, index.arcs.data(), sizeof(IndexedArc) * index.arcs.size())
    write_bytes(out, scanned.data(), sizeof(ScannedPoly) * scanned.size())
    if head.has_views:
        write_views(index, &numbers, out)
    write_bytes(out, &zero, -<int64_t>(out.size() - begin) & 7)
    head.checksum = hash_bytes(out.data() + begin + CHECKED_FROM, out.size() - begin - CHECKED_FROM)
    memcpy(out.data() + begin, &head, CHECKED_FROM)
    return 0


# ---- reading ----

cdef bint fits(const IndexHead* head, int64_t polys, int64_t edges, int64_t size) noexcept nogil:
    """Does the head belong to a mesh of so many polygons and edges, and are the bytes as many as it asks for?"""
    cdef int64_t needed = sizeof(IndexHead)
    if min(min(head.vertex_count, head.arc_count), min(head.scanned_count, head.view_count)) < 0 \
            or not (0 < head.region_count <= MOST_REGIONS) or not (0 <= head.has_views <= 1) \
            or (head.view_count > 0 and not head.has_views) \
            or not (isfinite(head.length_unit) and head.length_unit > 0.0) or head.edge_count != edges:
        return False
    needed += (<int64_t>sizeof(StoredVertex) + <int64_t>sizeof(WallDirections)) * head.vertex_count
    needed += <int64_t>sizeof(IndexedArc) * head.arc_count + <int64_t>sizeof(ScannedPoly) * head.scanned_count
    needed += <int64_t>sizeof(View) * head.view_count + (4 * (polys + 1) if head.has_views else 0)
    return size - needed == (-needed & 7)


cdef const char* read_vertices(ByteReader* reader, const IndexHead* head, const PortalGraph* graph, const SavedNumbers* numbers,
                               PathIndex* out) except? NULL nogil:
    cdef vector[StoredVertex] stored
    cdef IndexedVertex* vertex
    cdef const StoredVertex* read
    cdef const HalfEdge* corner
    cdef int64_t arcs = 0
    cdef size_t i
    stored.resize(head.vertex_count)
    out.vertices.resize(head.vertex_count)
    out.walls.resize(head.vertex_count)
    read_bytes(reader, stored.data(), sizeof(StoredVertex) * stored.size())
    read_bytes(reader, out.walls.data(), sizeof(WallDirections) * out.walls.size())
    for i in range(stored.size()):
        read, vertex = &stored[i], &out.vertices[i]
        if not (0 <= read.corner < <int64_t>numbers.half_edges.size()) or read.left_count < 0 or read.right_count < 0 \
                or not (0 <= read.region < head.region_count):
            return b"a vertex is out of range"
        corner = &graph.half_edges[numbers.half_edges[read.corner]]
        if corner.umbrella < 0:
            return b"a vertex lies where no path turns"
        vertex.x, vertex.y, vertex.corner, vertex.region = corner.x, corner.y, numbers.half_edges[read.corner], read.region
        vertex.left_count, vertex.right_count, vertex.is_spiral = read.left_count, read.right_count, read.is_spiral
        memcpy(vertex.lengths, read.lengths, sizeof(vertex.lengths))
        vertex.first = <int32_t>arcs
        arcs += <int64_t>read.left_count + read.right_count
        if arcs > head.arc_count:
            return b"its vertices have more arcs than it holds"
    if arcs < head.arc_count:
        return b"its vertices have fewer arcs than it holds"
    return NULL


cdef bint is_around(const PortalGraph* graph, const PathIndex* index, PolyRef poly, int32_t vertex) noexcept nogil:
    """Is a polygon of a vertex's umbrella?"""
    return corner_at(graph, poly, graph.half_edges[index.vertices[vertex].corner].umbrella) >= 0


cdef bint begins_at(const PortalGraph* graph, const PathIndex* index, Eyes* eyes, int32_t scanned, int32_t vertex) noexcept nogil:
    """Does a line of sight begin around a vertex?"""
    cdef int32_t root = eyes.root[scanned]
    if eyes.vertex[root] != vertex:
        if not is_around(graph, index, index.scanned[root].poly, vertex):
            return False
        eyes.vertex[root] = vertex
    return True


cdef bint are_neighbors(const PortalGraph* graph, PolyRef a, PolyRef b) noexcept nogil:
    cdef const Face* face = &graph.faces[a]
    cdef int32_t k
    for k in range(face.first, face.first + face.count):
        if graph.half_edges[k].neighbor == b:
            return True
    return False


cdef const char* read_lines(ByteReader* reader, const IndexHead* head, const PortalGraph* graph, const SavedNumbers* numbers,
                            PathIndex* out, Eyes* eyes) except? NULL nogil:
    cdef ScannedPoly* scanned
    cdef size_t i
    out.scanned.resize(head.scanned_count)
    read_bytes(reader, out.scanned.data(), sizeof(ScannedPoly) * out.scanned.size())
    eyes.root.resize(head.scanned_count)
    eyes.vertex.resize(head.scanned_count, -1)
    for i in range(out.scanned.size()):
        scanned = &out.scanned[i]
        if not (0 <= scanned.poly < <int64_t>numbers.polys.size()) or not (-1 <= scanned.before < <int64_t>i):
            return b"a polygon in sight is out of range"
        scanned.poly = numbers.polys[scanned.poly]
        eyes.root[i] = <int32_t>i
        if scanned.before >= 0:
            eyes.root[i] = eyes.root[scanned.before]
            if not are_neighbors(graph, out.scanned[scanned.before].poly, scanned.poly):
                return b"a line of sight leads over polygons that are no neighbors"
    return NULL


cdef const char* check_arcs(const PortalGraph* graph, const PathIndex* index, Eyes* eyes) except? NULL nogil:
    cdef const IndexedVertex* vertex
    cdef const IndexedArc* arc
    cdef int32_t n, k, count = <int32_t>index.vertices.size()
    for n in range(count):
        vertex = &index.vertices[n]
        for k in range(vertex.first, vertex.first + vertex.left_count + vertex.right_count):
            arc = &index.arcs[k]
            if not (0 <= arc.end >> 2 < count) or not (0 <= arc.scanned < <int64_t>index.scanned.size()):
                return b"an arc is out of range"
            if not begins_at(graph, index, eyes, arc.scanned, n) \
                    or not is_around(graph, index, index.scanned[arc.scanned].poly, arc.end >> 2):
                return b"an arc's line of sight leads elsewhere"
    return NULL


cdef const char* read_views(ByteReader* reader, const IndexHead* head, const PortalGraph* graph, const SavedNumbers* numbers,
                            PathIndex* out, Eyes* eyes) except? NULL nogil:
    cdef View* view
    cdef int32_t poly, i, edges = <int32_t>numbers.half_edges.size()
    out.views.resize(head.view_count)
    out.first_view.resize(numbers.polys.size() + 1)
    read_bytes(reader, out.views.data(), sizeof(View) * out.views.size())
    read_bytes(reader, out.first_view.data(), 4 * out.first_view.size())
    if out.first_view[0] != 0 or out.first_view.back() != head.view_count:
        return b"its views are not those of its polygons"
    for poly in range(<int32_t>numbers.polys.size()):
        if not (out.first_view[poly] <= out.first_view[poly + 1] <= head.view_count):
            return b"its views are not those of its polygons"
        for i in range(out.first_view[poly], out.first_view[poly + 1]):
            view = &out.views[i]
            if not (0 <= view.seer >> 2 < head.vertex_count) or not (-1 <= view.right < edges) or not (-1 <= view.left < edges) \
                    or not (0 <= view.scanned < head.scanned_count) or out.scanned[view.scanned].poly != poly:
                return b"a view is out of range"
            if not begins_at(graph, out, eyes, view.scanned, view.seer >> 2):
                return b"a view's line of sight begins elsewhere"
            if view.right >= 0:
                view.right = numbers.half_edges[view.right]
            if view.left >= 0:
                view.left = numbers.half_edges[view.left]
    return NULL


cdef const char* read_all(ByteReader* reader, const IndexHead* head, const PortalGraph* graph, const SavedNumbers* numbers,
                          PathIndex* out) except? NULL nogil:
    cdef const char* wrong = read_vertices(reader, head, graph, numbers, out)
    cdef Eyes eyes
    cdef size_t i
    if wrong == NULL:
        out.arcs.resize(head.arc_count)
        read_bytes(reader, out.arcs.data(), sizeof(IndexedArc) * out.arcs.size())
        wrong = read_lines(reader, head, graph, numbers, out, &eyes)
    if wrong == NULL:
        wrong = check_arcs(graph, out, &eyes)
    if wrong == NULL and head.has_views:
        wrong = read_views(reader, head, graph, numbers, out, &eyes)
    if wrong != NULL:
        return wrong
    if not head.has_views:
        out.vertex_of.resize(graph.half_edges.size(), -1)
        for i in range(out.vertices.size()):
            out.vertex_of[graph.half_edges[out.vertices[i].corner].umbrella] = <int32_t>i
    out.region_count, out.length_unit, out.version = head.region_count, head.length_unit, graph.version
    settle_path_index(out)
    return NULL


cdef const char* read_path_index(const uint8_t* data, int64_t size, const MeshData* mesh, const PortalGraph* graph,
                                 PathIndex* out) except? NULL nogil:
    cdef IndexHead head
    cdef SavedNumbers numbers
    cdef ByteReader reader
    cdef vector[int32_t] order
    cdef const char* wrong
    cdef int32_t tile
    if size < <int64_t>sizeof(IndexHead):
        return b"it is too short"
    memcpy(&head, data, sizeof(IndexHead))
    if head.checksum != hash_bytes(data + CHECKED_FROM, size - CHECKED_FROM):
        return b"its checksum is wrong, it is damaged"
    for tile in range(<int32_t>mesh.tiles.size()):
        order.push_back(tile)
    number_all(mesh, graph, &order, &numbers)
    if not fits(&head, <int64_t>numbers.polys.size(), <int64_t>numbers.half_edges.size(), size):
        return b"its counts are not those of the mesh, or of its bytes"
    reader.at, reader.left = data + sizeof(IndexHead), size - sizeof(IndexHead)
    wrong = read_all(&reader, &head, graph, &numbers, out)
    if wrong != NULL:
        drop_path_index(out)
    return wrong
