"""Finds boundary edges that overlap in line, by the vertices that lie along each."""
from libc.math cimport fabs, sqrt
from libc.stdint cimport int32_t, int64_t
from libcpp.algorithm cimport lower_bound, sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport border_tolerance, clockwise_area2, distance2
from navpy.mesh.mesh_view cimport MeshView


cdef inline const double* vertex_at(const double* vertices, int32_t index) noexcept nogil:
    return vertices + 3 * <size_t>index


cdef cppclass BoundaryGrid:             # boundary edges by their end vertices, vertices by their cell
    vector[BoundaryEdge] edges
    vector[pair[int32_t, int32_t]] ends             # (vertex, edge), sorted
    vector[pair[int64_t, int32_t]] cells            # (cell, vertex), sorted
    double min_x, min_z, cell
    int64_t width, depth


cdef int fill_grid(const MeshView* mesh, const int32_t* neighbors, BoundaryGrid* grid) except -1 nogil:
    cdef BoundaryEdge edge
    cdef pair[int32_t, int32_t] end
    cdef pair[int64_t, int32_t] place
    cdef const double* p
    cdef double max_x, max_z
    cdef int32_t i, k
    cdef size_t e
    for i in range(mesh.poly_count):
        for k in range(mesh.polys[i].count):
            if neighbors[mesh.polys[i].first + k] == NO_POLY:
                edge.poly, edge.a = i, mesh.corners[mesh.polys[i].first + k]
                edge.b = mesh.corners[mesh.polys[i].first + (k + 1 if k + 1 < mesh.polys[i].count else 0)]
                end.second = <int32_t>grid.edges.size()
                end.first = edge.a
                grid.ends.push_back(end)
                end.first = edge.b
                grid.ends.push_back(end)
                grid.edges.push_back(edge)
    sort(grid.ends.begin(), grid.ends.end())
    if grid.ends.empty():
        return 0
    p = vertex_at(mesh.vertices, grid.ends[0].first)
    grid.min_x, grid.min_z, max_x, max_z = p[0], p[2], p[0], p[2]
    for e in range(grid.ends.size()):
        p = vertex_at(mesh.vertices, grid.ends[e].first)
        grid.min_x, max_x = min(grid.min_x, p[0]), max(max_x, p[0])
        grid.min_z, max_z = min(grid.min_z, p[2]), max(max_z, p[2])
    grid.cell = max(max(max_x - grid.min_x, max_z - grid.min_z) / (1.0 + sqrt(<double>grid.edges.size())), 1e-3)
    grid.width, grid.depth = <int64_t>((max_x - grid.min_x) / grid.cell) + 1, <int64_t>((max_z - grid.min_z) / grid.cell) + 1
    for e in range(grid.ends.size()):
        if e == 0 or grid.ends[e].first != grid.ends[e - 1].first:
            p = vertex_at(mesh.vertices, grid.ends[e].first)
            place.first = <int64_t>((p[0] - grid.min_x) / grid.cell) + <int64_t>((p[2] - grid.min_z) / grid.cell) * grid.width
            place.second = grid.ends[e].first
            grid.cells.push_back(place)
    sort(grid.cells.begin(), grid.cells.end())
    return 0


cdef inline int64_t cell_of(double value, int64_t count) noexcept nogil:
    """Column or row within the grid."""
    return 0 if value < 0.0 else count - 1 if value >= <double>count else <int64_t>value


cdef bint is_near_line(const double* p, const double* a, const double* b, double length, double reach) noexcept nogil:
    """Is p within the reach of the line through a and b, in space?"""
    cdef double along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[2] - a[2]) * (b[2] - a[2])) / (length * length)
    return fabs(clockwise_area2(a[0], a[2], b[0], b[2], p[0], p[2])) <= reach * length \
        and fabs(a[1] + along * (b[1] - a[1]) - p[1]) <= reach


cdef bint lie_along(const double* vertices, const BoundaryEdge* one, const BoundaryEdge* other, double weld_distance) noexcept nogil:
    """Do two edges of opposite directions overlap over more than the reach? Then both ends of the overlap lie on both."""
    cdef const double* a = vertex_at(vertices, one.a)
    cdef const double* b = vertex_at(vertices, one.b)
    cdef const double* c = vertex_at(vertices, other.b)             # reversed: in the direction of a → b
    cdef const double* d = vertex_at(vertices, other.a)
    cdef double dx = b[0] - a[0], dz = b[2] - a[2], length = sqrt(dx * dx + dz * dz)
    cdef double reach = max(weld_distance, border_tolerance(a[0], a[2])), from_, to, s, t
    cdef double p[3]
    cdef int k
    from_ = ((c[0] - a[0]) * dx + (c[2] - a[2]) * dz) / length
    to = ((d[0] - a[0]) * dx + (d[2] - a[2]) * dz) / length
    if not to > from_ or min(to, length) - max(from_, 0.0) <= reach:
        return False
    s = (max(from_, 0.0) - from_) / (to - from_)
    t = (min(to, length) - from_) / (to - from_)
    for k in range(3):
        p[k] = c[k] + s * (d[k] - c[k])
    if not is_near_line(p, a, b, length, reach):
        return False
    for k in range(3):
        p[k] = c[k] + t * (d[k] - c[k])
    return is_near_line(p, a, b, length, reach)


cdef int find_junctions(const MeshView* mesh, const int32_t* neighbors, double weld_distance, Junctions* out) except -1 nogil:
    """Where two edges overlap in line, an end of one lies on the other: so look up the vertices along every edge."""
    cdef BoundaryGrid grid
    cdef vector[char] marked
    cdef pair[int64_t, int32_t] place
    cdef pair[int32_t, int32_t] end
    cdef size_t e, v, f
    cdef const double* a
    cdef const double* b
    cdef double reach, low_x, high_x, low_z, high_z
    cdef int64_t row, first_row, last_row
    out.count = 0
    fill_grid(mesh, neighbors, &grid)
    marked.resize(grid.edges.size())
    for e in range(grid.edges.size()):
        check_signals()
        a, b = vertex_at(mesh.vertices, grid.edges[e].a), vertex_at(mesh.vertices, grid.edges[e].b)
        reach = max(weld_distance, border_tolerance(a[0], a[2]))
        low_z, high_z = min(a[2], b[2]) - reach, max(a[2], b[2]) + reach
        first_row = cell_of((low_z - grid.min_z) / grid.cell, grid.depth)
        last_row = cell_of((high_z - grid.min_z) / grid.cell, grid.depth)
        for row in range(first_row, last_row + 1):
            clip_to_row(a, b, grid.min_z + row * grid.cell - 2 * reach, grid.min_z + (row + 1) * grid.cell + 2 * reach, &low_x,
                        &high_x)
            place.first = row * grid.width + cell_of((low_x - 2 * reach - grid.min_x) / grid.cell, grid.width)
            place.second = -1
            v = lower_bound(grid.cells.begin(), grid.cells.end(), place) - grid.cells.begin()
            place.first = row * grid.width + cell_of((high_x + 2 * reach - grid.min_x) / grid.cell, grid.width)
            while v < grid.cells.size() and grid.cells[v].first <= place.first:
                end.first, end.second = grid.cells[v].second, -1
                v += 1
                if not is_near_line(vertex_at(mesh.vertices, end.first), a, b, distance2(a[0], a[2], b[0], b[2]), 2 * reach):
                    continue
                f = lower_bound(grid.ends.begin(), grid.ends.end(), end) - grid.ends.begin()
                while f < grid.ends.size() and grid.ends[f].first == end.first:
                    if grid.edges[grid.ends[f].second].poly != grid.edges[e].poly \
                            and lie_along(mesh.vertices, &grid.edges[e], &grid.edges[grid.ends[f].second], weld_distance):
                        if out.count == 0:
                            out.one, out.other = grid.edges[e], grid.edges[grid.ends[f].second]
                        out.count += not marked[e]
                        marked[e] = True
                        out.count += not marked[grid.ends[f].second]
                        marked[grid.ends[f].second] = True
                    f += 1
    return 0


cdef void clip_to_row(const double* a, const double* b, double low_z, double high_z, double* low_x, double* high_x) noexcept nogil:
    """The range of x of a segment between two z; of the whole segment where its z hardly changes."""
    cdef double s = 0.0, t = 1.0, dz = b[2] - a[2]
    if fabs(dz) > 1e-9:
        s, t = (low_z - a[2]) / dz, (high_z - a[2]) / dz
        if s > t:
            s, t = t, s
        s, t = min(max(s, 0.0), 1.0), max(min(t, 1.0), 0.0)
    low_x[0], high_x[0] = a[0] + s * (b[0] - a[0]), a[0] + t * (b[0] - a[0])
    if low_x[0] > high_x[0]:
        low_x[0], high_x[0] = high_x[0], low_x[0]
