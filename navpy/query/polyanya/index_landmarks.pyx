"""Chooses the landmarks of a path index, and finds the lengths to them.

Each landmark is the vertex farthest from those before it, so most of them lie on the rim of the level and around obstacles (Goldberg &
Werneck 2005). A length counts all arcs both ways, whichever way a path may turn: so by any arc it changes by no more than the arc's
length, which makes it a lower bound."""
from libc.math cimport INFINITY
from libc.stdint cimport int16_t, int32_t
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.base.geom cimport distance2
from navpy.base.heap cimport IndexedHeap, heap_pop, heap_put, heap_reset
from navpy.mesh.path_index cimport LANDMARKS, IndexedVertex, PathIndex, vertex_in
from navpy.query.polyanya.search_node cimport PolyanyaSearch

cdef enum:
    MOST_UNITS = 0x7fff                 # the longest length to a landmark, so that differences fit into 16 bits

cdef struct LandmarkNeighbor:
    double length                       # meters
    int32_t vertex

cdef cppclass Lengths:                  # of the shortest ways from one vertex
    vector[LandmarkNeighbor] neighbors          # of vertex i: neighbors[first[i] … first[i+1]−1]
    vector[int32_t] first
    vector[double] length               # by vertex: meters, infinite: there is no way
    vector[int32_t] reached             # the vertices that there is a way to
    IndexedHeap heap


# ---- lengths ----

cdef int find_neighbors(const PathIndex* index, Lengths* out) except -1 nogil:
    cdef const IndexedVertex* vertex
    cdef const IndexedVertex* end
    cdef LandmarkNeighbor neighbor
    cdef int32_t n, arc, at, count = <int32_t>index.vertices.size(), way
    out.first.resize(count + 2, 0)
    out.neighbors.resize(2 * index.arcs.size())
    for way in range(2):                                # count them, then list them
        for n in range(count):
            vertex = &index.vertices[n]
            for arc in range(vertex.first, vertex.first + vertex.left_count + vertex.right_count):
                at = vertex_in(index.arcs[arc].end)
                if way == 0:
                    out.first[n + 2] += 1
                    out.first[at + 2] += 1
                    continue
                end = &index.vertices[at]
                neighbor.length = distance2(vertex.x, vertex.y, end.x, end.y)
                neighbor.vertex = at
                out.neighbors[out.first[n + 1]] = neighbor
                out.first[n + 1] += 1
                neighbor.vertex = n
                out.neighbors[out.first[at + 1]] = neighbor
                out.first[at + 1] += 1
        for n in range(2, count + 2 if way == 0 else 0):
            out.first[n] += out.first[n - 1]
    return 0


cdef int find_lengths(Lengths* lengths, int32_t root) except -1 nogil:
    """Dijkstra's algorithm."""
    cdef const LandmarkNeighbor* neighbor
    cdef double by
    cdef int32_t vertex, k
    heap_reset(&lengths.heap, lengths.first.size() - 2)
    lengths.length.clear()
    lengths.length.resize(lengths.first.size() - 2, INFINITY)
    lengths.reached.clear()
    lengths.length[root] = 0.0
    heap_put(&lengths.heap, root, 0.0)
    while lengths.heap.entries.size() > 0:
        vertex = heap_pop(&lengths.heap)
        lengths.reached.push_back(vertex)
        for k in range(lengths.first[vertex], lengths.first[vertex + 1]):
            neighbor = &lengths.neighbors[k]
            by = lengths.length[vertex] + neighbor.length
            if by < lengths.length[neighbor.vertex]:
                lengths.length[neighbor.vertex] = by
                heap_put(&lengths.heap, neighbor.vertex, by)
    return 0


# ---- landmarks ----

cdef int begin_choice(Lengths* lengths, vector[double]* nearest) except -1 nogil:
    """Meters of each vertex from some vertex of its island. An island that has less than a landmark's share of the vertices gets none:
    0."""
    cdef int32_t n, vertex, count = <int32_t>nearest.size()
    cdef double share
    for n in range(count):
        if nearest.at(n) < INFINITY:
            continue
        find_lengths(lengths, n)
        share = 1.0 if LANDMARKS * lengths.reached.size() >= <size_t>count else 0.0
        for vertex in lengths.reached:
            nearest.data()[vertex] = share * lengths.length[vertex]
    return 0


cdef int32_t farthest(const vector[double]* nearest) noexcept nogil:
    cdef int32_t n, found = 0
    for n in range(1, <int32_t>nearest.size()):
        if nearest.at(n) > nearest.at(found):
            found = n
    return found


cdef int find_landmarks(PathIndex* out) except -1 nogil:
    cdef Lengths lengths
    cdef vector[double] nearest             # by vertex: meters to the nearest landmark
    cdef vector[float] found                # landmark by landmark, by vertex: meters, 0: there is no way
    cdef size_t count = out.vertices.size(), k
    cdef int32_t landmark = 0, next, vertex
    cdef float longest = 0.0
    nearest.resize(count, INFINITY)
    found.resize(LANDMARKS * count, 0.0)
    find_neighbors(out, &lengths)
    begin_choice(&lengths, &nearest)
    while landmark < LANDMARKS and count > 0:
        check_signals()
        next = farthest(&nearest)
        if nearest[next] == 0.0:
            break
        find_lengths(&lengths, next)
        for vertex in lengths.reached:
            nearest[vertex] = min(nearest[vertex], lengths.length[vertex])
            found[landmark * count + vertex] = <float>lengths.length[vertex]
            longest = max(longest, <float>lengths.length[vertex])
        landmark += 1
    out.length_unit = longest / MOST_UNITS if longest > 0.0 else 1.0
    for k in range(count):
        for landmark in range(LANDMARKS):
            out.vertices[k].lengths[landmark] = <int16_t>(found[landmark * count + k] / out.length_unit + 0.5)
    return 0


# ---- a search's goal ----

cdef void find_goal_lengths(const PolyanyaSearch* search, const PathIndex* index, GoalLengths* out) noexcept nogil:
    cdef const IndexedVertex* vertex
    cdef int16_t to_goal
    cdef size_t i
    cdef int32_t k
    for k in range(LANDMARKS):
        out.most[k], out.least[k] = 0, MOST_UNITS
    for i in range(search.indexed.goal_seers.size()):
        vertex = &index.vertices[vertex_in(search.indexed.goal_seers[i].end)]
        to_goal = <int16_t>min(distance2(vertex.x, vertex.y, search.goal_x, search.goal_y) / index.length_unit, <double>MOST_UNITS)
        for k in range(LANDMARKS):
            out.most[k] = max(out.most[k], <int16_t>(vertex.lengths[k] - to_goal))
            out.least[k] = min(out.least[k], <int16_t>(min(vertex.lengths[k], <int16_t>(MOST_UNITS - to_goal)) + to_goal))
