"""Builds the path index: a shortest path tree to each vertex of its graph, and the flags of the arcs that it has.

The trees to two neighbors are nearly the same, so a tree is not grown by a heap alone: vertices are relaxed in the order of the tree
before. A vertex whose length becomes less after its turn is relaxed again, from a heap (label correcting). So the order decides about
time, and about nothing else."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.base.geom cimport distance2
from navpy.base.heap cimport IndexedHeap, heap_pop, heap_put, heap_reset
from navpy.base.parallel cimport Runner, parallel_for
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.path_index cimport IndexedVertex, PathIndex, add_region, drop_path_index, settle_path_index, turns_in, vertex_in
from navpy.query.polyanya.indexed_graph cimport find_indexed_graph
from navpy.query.polyanya.index_landmarks cimport find_landmarks
from navpy.query.polyanya.visibility_graph cimport TURN_LEFT, TURN_RIGHT

cdef enum:
    BATCHES = 16                        # of regions, about: after each batch progress is told; each thread has at least a region of it

cdef struct Incoming:                   # an arc as its end sees it
    double length                       # meters
    int32_t tail                        # the vertex where it begins
    int32_t arc

cdef cppclass Arcs:                     # the input of all trees
    # The arcs to vertex i are incoming[first[3i] … first[3i+3]−1]: first for paths with left turns only there, from first[3i+1] on
    # with turns either way, from first[3i+2] on with right turns only.
    vector[int32_t] first
    vector[Incoming] incoming
    vector[int32_t] same                # by arc: the arc between the same vertices for paths that turn the other way, −1: none
    vector[int32_t] region_first        # by region: its first vertex; at last the number of vertices
    vector[uint64_t] leads              # region by region, `words` each: bit i is the flag of arc i
    int32_t words
    PathIndex* index

cdef struct RegionBatch:                      # regions whose arcs are flagged at once
    Arcs* arcs
    int32_t first

cdef cppclass Tree:                     # the shortest paths from all vertices to its root
    vector[double] length               # by vertex: meters to the root, infinite: there is no path
    vector[int32_t] arc                 # by vertex: the first arc of its path, −1: none
    vector[int32_t] order               # the vertices, nearly by their lengths in the tree before
    vector[int32_t] place               # by vertex: its place in `order`
    vector[int32_t] bucket_first        # of a sort
    IndexedHeap heap
    int32_t passed                      # vertices whose place is below this have had their turn


# ---- arcs ----

cdef int find_same(Arcs* arcs) except -1 nogil:
    """Find the arcs that differ in the turn alone."""
    cdef const PathIndex* index = arcs.index
    cdef const IndexedVertex* vertex
    cdef int32_t left, right
    cdef size_t n
    arcs.same.resize(index.arcs.size(), -1)
    for n in range(index.vertices.size()):
        vertex = &index.vertices[n]
        for left in range(vertex.first, vertex.first + vertex.left_count):
            for right in range(vertex.first + vertex.left_count, vertex.first + vertex.left_count + vertex.right_count):
                if vertex_in(index.arcs[left].end) == vertex_in(index.arcs[right].end):
                    arcs.same[left], arcs.same[right] = right, left
    return 0


cdef inline int32_t group_of(int32_t end) noexcept nogil:
    """Index in Arcs.first of the arcs to a vertex that may turn there as an arc does."""
    cdef int32_t turns = turns_in(end)
    return 3 * vertex_in(end) + (0 if turns == TURN_LEFT else 2 if turns == TURN_RIGHT else 1)


cdef int sort_by_ends(Arcs* arcs) except -1 nogil:
    """All arcs by their ends."""
    cdef const PathIndex* index = arcs.index
    cdef const IndexedVertex* vertex
    cdef const IndexedVertex* end
    cdef Incoming incoming
    cdef int32_t group
    cdef size_t i
    arcs.first.resize(3 * index.vertices.size() + 2, 0)
    for i in range(index.arcs.size()):
        arcs.first[group_of(index.arcs[i].end) + 2] += 1
    for i in range(2, arcs.first.size()):
        arcs.first[i] += arcs.first[i - 1]
    arcs.incoming.resize(index.arcs.size())
    for incoming.tail in range(<int32_t>index.vertices.size()):
        vertex = &index.vertices[incoming.tail]
        for incoming.arc in range(vertex.first, vertex.first + vertex.left_count + vertex.right_count):
            end = &index.vertices[vertex_in(index.arcs[incoming.arc].end)]
            incoming.length = distance2(vertex.x, vertex.y, end.x, end.y)
            group = group_of(index.arcs[incoming.arc].end) + 1
            arcs.incoming[arcs.first[group]] = incoming
            arcs.first[group] += 1
    return 0


# ---- trees ----

cdef int relax(const Arcs* arcs, Tree* tree, int32_t vertex) except -1 nogil:
    """Shorten the paths of the vertices whose arcs lead to a vertex. Where its own path turns left or right, it is no shortest path
    from an arc that may not turn so."""
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


cdef int flag_region(Arcs* arcs, int32_t region) except -1 nogil:
    """Flag the arcs of the trees to a region's vertices."""
    cdef uint64_t* flags = arcs.leads.data() + <size_t>region * arcs.words
    cdef Tree tree
    cdef int32_t count = <int32_t>arcs.index.vertices.size(), root, i, arc
    tree.arc.resize(count)
    tree.order.resize(count)
    tree.place.resize(count)
    for i in range(count):
        tree.order[i] = tree.place[i] = i
    for root in range(arcs.region_first[region], arcs.region_first[region + 1]):
        check_signals()
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


cdef int flag_batch_task(void* userdata, int32_t index) except -1 nogil:
    cdef RegionBatch* batch = <RegionBatch*>userdata
    return flag_region(batch.arcs, batch.first + index)


cdef bint flag_regions(Arcs* arcs, const Runner* runner, Progress progress, void* context) except -1:
    """Flag the arcs for all regions, a batch at a time. False: `progress` has cancelled that."""
    cdef RegionBatch batch
    cdef int32_t count = arcs.index.region_count, size = max(1, max(runner.workers, count // BATCHES))
    batch.arcs, batch.first = arcs, 0
    while batch.first < count:
        with nogil:
            parallel_for(runner, flag_batch_task, &batch, min(size, count - batch.first))
        batch.first += size
        if progress != NULL and not progress(context, min(batch.first, count) / <double>count):
            return False
    return True


# ---- the index ----

cdef int gather_flags(const Arcs* arcs, PathIndex* out) except -1 nogil:
    """The flags by arc, from those by region."""
    cdef int32_t region, word, arc
    cdef uint64_t bits
    for region in range(out.region_count):
        for word in range(arcs.words):
            bits = arcs.leads[<size_t>region * arcs.words + word]
            arc = 64 * word
            while bits != 0:
                if bits & 1:
                    add_region(&out.arcs[arc].flags, region)
                bits >>= 1
                arc += 1
    return 0


cdef int build_arc_flags(NavView nav, const Runner* runner, Progress progress, void* context, PathIndex* out) except -1:
    cdef Arcs arcs
    cdef bint held
    drop_path_index(out)
    with nogil:
        held = find_indexed_graph(nav, out, &arcs.region_first)
    if not held:
        return INDEX_TOO_LARGE
    with nogil:
        arcs.index = out
        arcs.words = <int32_t>((out.arcs.size() + 63) >> 6)
        find_same(&arcs)
        sort_by_ends(&arcs)
        arcs.leads.resize(<size_t>arcs.words * out.region_count, 0)
        find_landmarks(out)
    if not flag_regions(&arcs, runner, progress, context):
        return INDEX_CANCELLED
    with nogil:
        gather_flags(&arcs, out)
        settle_path_index(out)
    out.version = nav.mesh.version
    return INDEX_BUILT
