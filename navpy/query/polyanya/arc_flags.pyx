"""Builds the path index: a shortest path tree to each vertex of the visibility graph, and the flags of the arcs that it has.

The vertices are numbered so that neighbors have near numbers: halves of halves (k-d tree: Bentley 1975). The trees to two neighbors are
nearly the same, so a tree is not grown by a heap alone: vertices are relaxed in the order of the tree before. A vertex whose length
becomes less after its turn is relaxed again, from a heap (label correcting). So the order decides about time, and about nothing else."""
from libc.math cimport INFINITY, sqrt
from libc.stdint cimport int32_t, int64_t, uint64_t
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.heap cimport IndexedHeap, heap_pop, heap_put, heap_reset
from navpy.base.parallel cimport Runner, parallel_for
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.path_index cimport MOST_REGIONS, IndexedVertex, PathIndex, RegionSet
from navpy.query.polyanya.visibility_graph cimport (TURN_LEFT, TURN_RIGHT, EdgeRange, Scan, Vertex, VisibilityGraph, VisibleEdge,
                                                    scan_ahead, scan_wholly)

cdef int64_t NO_LIMIT = 0x7fffffffffffffff

cdef enum:
    REGION_VERTICES = 64                # vertices of a region, about: fewer make the index longer, more make searches look aside

cdef struct Place:                      # of a vertex
    double x, y                         # meters
    int32_t vertex                      # its index in the visibility graph

cdef struct Incoming:                   # an arc as its end sees it
    double length                       # meters
    int32_t tail                        # the vertex where it begins
    int32_t arc                         # −1: an arc without a flag

cdef cppclass Arcs:                     # what all trees read
    # The arcs to vertex i are incoming[first[3i] … first[3i+3]−1]: those whose paths may only turn left there, from first[3i+1] on those
    # that may turn either way, from first[3i+2] on those that may only turn right.
    vector[int32_t] first
    vector[Incoming] incoming
    vector[int32_t] same                # by arc: the arc between the same vertices for paths that turn the other way, −1: none
    vector[int32_t] region_first        # by region: its first vertex; at last the number of vertices
    vector[uint64_t] leads              # region by region, `words` each: bit i is the flag of arc i
    int32_t arc_count, words
    PathIndex* index

cdef cppclass Tree:                     # the shortest paths from all vertices to its root
    vector[double] length               # by vertex: meters to the root, infinite: there is no path
    vector[int32_t] arc                 # by vertex: the first arc of its path; −1: none, or it has no flag
    vector[int32_t] order               # the vertices, nearly by their lengths in the tree before
    vector[int32_t] place               # by vertex: its place in `order`
    vector[int32_t] bucket_first        # of a sort
    IndexedHeap heap
    int32_t passed                      # vertices whose place is below this have had their turn


# ---- numbers of vertices ----

cdef bint before_in_x(const Place& a, const Place& b) noexcept nogil:
    return a.x < b.x or (a.x == b.x and (a.y < b.y or (a.y == b.y and a.vertex < b.vertex)))


cdef bint before_in_y(const Place& a, const Place& b) noexcept nogil:
    return a.y < b.y or (a.y == b.y and (a.x < b.x or (a.x == b.x and a.vertex < b.vertex)))


cdef int divide(Place* places, int32_t first, int32_t count, int32_t regions, vector[int32_t]* region_first) except -1 nogil:
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


cdef int number_vertices(const VisibilityGraph* visibility, Arcs* arcs, vector[int32_t]* numbers) except -1 nogil:
    """Number the vertices, and cut their sequence into regions. numbers: by vertex of the visibility graph."""
    cdef int32_t count = <int32_t>visibility.vertices.size(), i, region = 0
    cdef PathIndex* index = arcs.index
    cdef vector[Place] places
    places.resize(count)
    for i in range(count):
        places[i].x, places[i].y, places[i].vertex = visibility.states[i].x, visibility.states[i].y, i
    index.region_count = max(1, min(count // REGION_VERTICES, MOST_REGIONS))
    divide(places.data(), 0, count, index.region_count, &arcs.region_first)
    arcs.region_first.push_back(count)
    numbers.resize(count)
    index.vertices.resize(count)
    for i in range(count):
        while arcs.region_first[region + 1] <= i:
            region += 1
        numbers.data()[places[i].vertex] = i
        index.vertices[i].region = region
        index.vertex_of[visibility.origins[places[i].vertex].corner] = i
    return 0


# ---- arcs ----

cdef int32_t kept_count(const EdgeRange* edges) noexcept nogil:
    return edges.count if edges.first >= 0 else 0


cdef int number_arcs(const VisibilityGraph* visibility, const vector[int32_t]* numbers, Arcs* arcs) except -1 nogil:
    """Number the kept edges of the visibility graph, vertex by vertex, and find the arcs that differ in the turn alone."""
    cdef PathIndex* index = arcs.index
    cdef const Vertex* vertex
    cdef IndexedVertex* indexed
    cdef int32_t i, k, n
    cdef vector[int32_t] at
    at.resize(numbers.size())
    for i in range(<int32_t>numbers.size()):
        at[numbers.at(i)] = i
    arcs.arc_count = 0
    for n in range(<int32_t>at.size()):
        vertex = &visibility.vertices[at[n]]
        indexed = &index.vertices[n]
        indexed.first, indexed.left_count, indexed.right_count = arcs.arc_count, kept_count(&vertex.on_left), kept_count(&vertex.on_right)
        arcs.arc_count += indexed.left_count + indexed.right_count
        arcs.same.resize(arcs.arc_count, -1)
        for i in range(indexed.left_count):
            for k in range(indexed.right_count):
                if visibility.edges[vertex.on_left.first + i].end >> 2 == visibility.edges[vertex.on_right.first + k].end >> 2:
                    arcs.same[indexed.first + i] = indexed.first + indexed.left_count + k
                    arcs.same[indexed.first + indexed.left_count + k] = indexed.first + i
    arcs.words = (arcs.arc_count + 63) >> 6
    return 0


cdef int note_arcs(const VisibilityGraph* visibility, const vector[int32_t]* numbers, int32_t vertex, const VisibleEdge* edges,
                   int32_t count, int32_t arc, vector[int32_t]* groups, vector[Incoming]* out) except -1 nogil:
    """Append the edges of a vertex to the list of all, and their places in Arcs.first. arc: the number of the first one, −1: they have no
    flags."""
    cdef Incoming incoming
    cdef double dx, dy
    cdef int32_t k, end, turns, group
    incoming.tail = numbers.at(vertex)
    for k in range(count):
        end = edges[k].end >> 2
        dx, dy = visibility.states[end].x - visibility.states[vertex].x, visibility.states[end].y - visibility.states[vertex].y
        incoming.length, incoming.arc = sqrt(dx * dx + dy * dy), -1
        if arc >= 0:
            incoming.arc = arc + k
        turns = edges[k].end & 3
        group = 0 if turns == TURN_LEFT else 2 if turns == TURN_RIGHT else 1
        groups.push_back(3 * numbers.at(end) + group)
        out.push_back(incoming)
    return 0


cdef bint note_all_arcs(const PortalGraph* graph, VisibilityGraph* visibility, const vector[int32_t]* numbers, Arcs* arcs,
                        vector[int32_t]* groups, vector[Incoming]* out) except -1 nogil:
    cdef Scan scan
    cdef const IndexedVertex* indexed
    cdef EdgeRange edges
    cdef int32_t i, turn, arc
    for i in range(<int32_t>numbers.size()):
        indexed = &arcs.index.vertices[numbers.at(i)]
        arc = indexed.first
        for turn in range(TURN_LEFT, TURN_RIGHT + 1):
            edges = visibility.vertices[i].on_left
            if turn == TURN_RIGHT:
                edges = visibility.vertices[i].on_right
            if edges.first >= 0:
                note_arcs(visibility, numbers, i, visibility.edges.data() + edges.first, edges.count, arc, groups, out)
                arc += edges.count
                continue
            if not scan_wholly(graph, visibility, i, turn, &scan):
                return False
            note_arcs(visibility, numbers, i, scan.seen.data(), <int32_t>scan.seen.size(), -1, groups, out)
    return True


cdef bint find_arcs(const PortalGraph* graph, VisibilityGraph* visibility, const vector[int32_t]* numbers, Arcs* arcs) except -1 nogil:
    """All arcs by their ends. False: too much is visible from a vertex."""
    cdef vector[Incoming] all
    cdef vector[int32_t] groups
    cdef size_t i
    if not note_all_arcs(graph, visibility, numbers, arcs, &groups, &all):
        return False
    arcs.first.resize(3 * numbers.size() + 2, 0)
    for i in range(groups.size()):
        arcs.first[groups[i] + 2] += 1
    for i in range(2, arcs.first.size()):
        arcs.first[i] += arcs.first[i - 1]
    arcs.incoming.resize(all.size())
    for i in range(all.size()):
        arcs.incoming[arcs.first[groups[i] + 1]] = all[i]
        arcs.first[groups[i] + 1] += 1
    return True


# ---- trees ----

cdef int relax(const Arcs* arcs, Tree* tree, int32_t vertex) except -1 nogil:
    """Shorten the paths of the vertices whose arcs lead to a vertex. Where its own path turns left or right, it is no shortest path from
    an arc that may not turn so."""
    cdef const int32_t* first = arcs.first.data() + 3 * <size_t>vertex
    cdef const Incoming* arc = arcs.incoming.data() + first[0]
    cdef const Incoming* last = arcs.incoming.data() + first[3]
    cdef const IndexedVertex* indexed = &arcs.index.vertices[vertex]
    cdef double* length = tree.length.data()
    cdef double from_here = length[vertex], by
    cdef int32_t next = tree.arc[vertex]
    if next >= 0 and arcs.same[next] < 0:
        if next < indexed.first + indexed.left_count:
            last = arcs.incoming.data() + first[2]
        else:
            arc = arcs.incoming.data() + first[1]
    while arc < last:
        by = from_here + arc.length
        if by < length[arc.tail]:
            length[arc.tail] = by
            tree.arc[arc.tail] = arc.arc
            if tree.place[arc.tail] < tree.passed:
                heap_put(&tree.heap, arc.tail, by)
        arc += 1
    return 0


cdef int grow(const Arcs* arcs, Tree* tree, int32_t root) except -1 nogil:
    """The shortest paths to a vertex."""
    cdef int32_t i, vertex, count = <int32_t>tree.order.size()
    tree.length.clear()
    tree.length.resize(count, INFINITY)
    heap_reset(&tree.heap, count)
    tree.length[root], tree.arc[root] = 0.0, -1
    for i in range(count):
        vertex = tree.order[i]
        while tree.heap.entries.size() > 0 and tree.heap.entries[0].key <= tree.length[vertex]:
            relax(arcs, tree, heap_pop(&tree.heap))
        tree.passed = i + 1
        if tree.length[vertex] < INFINITY:
            relax(arcs, tree, vertex)
    while tree.heap.entries.size() > 0:
        relax(arcs, tree, heap_pop(&tree.heap))
    return 0


cdef int sort_order(Tree* tree) except -1 nogil:
    """Sort the vertices by their lengths, so far as as many equal intervals of length tell them apart."""
    cdef int32_t count = <int32_t>tree.order.size(), i, bucket
    cdef double longest = 0.0, scale
    for i in range(count):
        if tree.length[i] < INFINITY:
            longest = max(longest, tree.length[i])
    scale = (count - 1) / longest if longest > 0.0 else 0.0
    tree.bucket_first.clear()
    tree.bucket_first.resize(count + 2, 0)
    for i in range(count):
        bucket = count if tree.length[i] == INFINITY else <int32_t>(tree.length[i] * scale)
        tree.bucket_first[bucket + 1] += 1
        tree.place[i] = bucket
    for i in range(count + 1):
        tree.bucket_first[i + 1] += tree.bucket_first[i]
    for i in range(count):
        bucket = tree.place[i]
        tree.place[i] = tree.bucket_first[bucket]
        tree.order[tree.place[i]] = i
        tree.bucket_first[bucket] += 1
    return 0


cdef int flag_region(void* userdata, int32_t region) except -1 nogil:
    """Flag the arcs of the trees to a region's vertices."""
    cdef Arcs* arcs = <Arcs*>userdata
    cdef uint64_t* flags = arcs.leads.data() + <size_t>region * arcs.words
    cdef Tree tree
    cdef int32_t count = <int32_t>arcs.index.vertices.size(), root, i, arc
    tree.arc.resize(count)
    tree.order.resize(count)
    tree.place.resize(count)
    for i in range(count):
        tree.order[i] = tree.place[i] = i
    for root in range(arcs.region_first[region], arcs.region_first[region + 1]):
        grow(arcs, &tree, root)
        for i in range(count):
            arc = tree.arc[i] if tree.length[i] < INFINITY else -1
            if arc >= 0:
                flags[arc >> 6] |= <uint64_t>1 << (arc & 63)
                arc = arcs.same[arc]
            if arc >= 0:
                flags[arc >> 6] |= <uint64_t>1 << (arc & 63)
        sort_order(&tree)
    return 0


# ---- the index ----

cdef int gather_flags(const Arcs* arcs, PathIndex* out) except -1 nogil:
    """The flags by arc, from those by region."""
    cdef int32_t region, word, arc
    cdef uint64_t bits
    cdef RegionSet none
    none.words[0] = none.words[1] = none.words[2] = none.words[3] = 0
    out.flags.clear()
    out.flags.resize(arcs.arc_count, none)
    for region in range(out.region_count):
        for word in range(arcs.words):
            bits = arcs.leads[<size_t>region * arcs.words + word]
            arc = 64 * word
            while bits != 0:
                if bits & 1:
                    out.flags[arc].words[region >> 6] |= <uint64_t>1 << (region & 63)
                bits >>= 1
                arc += 1
    return 0


cdef bint build_arc_flags(NavView nav, const Runner* runner, PathIndex* out) except -1 nogil:
    cdef VisibilityGraph visibility
    cdef vector[int32_t] numbers
    cdef Arcs arcs
    out.version = 0
    scan_ahead(nav, &visibility, NO_LIMIT)
    arcs.index = out
    out.vertex_of.clear()
    out.vertex_of.resize(nav.graph.half_edges.size(), -1)
    number_vertices(&visibility, &arcs, &numbers)
    number_arcs(&visibility, &numbers, &arcs)
    if not find_arcs(nav.graph, &visibility, &numbers, &arcs):
        return False
    arcs.leads.resize(<size_t>arcs.words * out.region_count, 0)
    parallel_for(runner, flag_region, &arcs, out.region_count)
    gather_flags(&arcs, out)
    out.version = nav.mesh.version
    return True


# ---- questions ----

cdef int32_t first_arc(const PathIndex* index, const VisibilityGraph* visibility, int32_t vertex, int32_t turn,
                       int32_t count) noexcept nogil:
    cdef const IndexedVertex* indexed
    cdef int32_t number = index.vertex_of[visibility.origins[vertex].corner]
    if number < 0:
        return -1
    indexed = &index.vertices[number]
    if turn == TURN_LEFT:
        return indexed.first if indexed.left_count == count else -1
    return indexed.first + indexed.left_count if indexed.right_count == count else -1


cdef bint add_region(const PathIndex* index, const VisibilityGraph* visibility, int32_t vertex, RegionSet* regions) noexcept nogil:
    cdef int32_t number = index.vertex_of[visibility.origins[vertex].corner]
    if number < 0:
        return False
    regions.words[index.vertices[number].region >> 6] |= <uint64_t>1 << (index.vertices[number].region & 63)
    return True
