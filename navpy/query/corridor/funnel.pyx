"""The funnel as a deque (Lee & Preparata 1984): left chain, apex, right chain. A portal's end is pushed once and popped at most
once."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.core cimport PolyRef
from navpy.base.geom cimport clockwise_area2, distance2
from navpy.base.tolerances cimport IN_LINE
from navpy.mesh.mesh_view cimport MeshView

cdef enum:
    LEFT = -1
    RIGHT = 1

cdef struct FunnelVertex:               # an end of a portal; start and goal are portals of no width
    double point[3]                     # meters
    PolyRef poly                        # a polygon that it lies on

cdef cppclass Funnel:
    vector[FunnelVertex] vertices       # left chain backwards, apex, right chain; both chains are taut and bend outwards
    Py_ssize_t chain_ends[2]            # index of the last vertex of the left chain, of the right chain
    Py_ssize_t apex                     # index of the vertex up to which the path is known


cdef int side_of(const FunnelVertex* a, const FunnelVertex* b, const FunnelVertex* c) noexcept nogil:
    """On which side of a → b c lies in the ground plane: LEFT, RIGHT, or 0 if a, b and c are in line."""
    cdef double area = clockwise_area2(a.point[0], a.point[2], b.point[0], b.point[2], c.point[0], c.point[2])
    cdef double ab = distance2(a.point[0], a.point[2], b.point[0], b.point[2])
    cdef double ac = distance2(a.point[0], a.point[2], c.point[0], c.point[2])
    cdef double slack = IN_LINE * (ab if ab > ac else ac)
    return LEFT if area < -slack else RIGHT if area > slack else 0


cdef bint same_place(const FunnelVertex* a, const FunnelVertex* b) noexcept nogil:
    return distance2(a.point[0], a.point[2], b.point[0], b.point[2]) <= IN_LINE


cdef bint crosses_chain(const FunnelVertex* apex, const FunnelVertex* first, const FunnelVertex* next, int side) noexcept nogil:
    """True if the straight line from the apex to ``next``, a vertex of one side, crosses the chain of the other side from ``first``
    on. If the three are in line, it does only if it gets as far: a nearer end of a portal seen edge-on must not push the path on."""
    cdef int seen = side_of(apex, first, next)
    if seen != 0:
        return seen == -side
    cdef double fx = first.point[0] - apex.point[0], fz = first.point[2] - apex.point[2]
    cdef double nx = next.point[0] - apex.point[0], nz = next.point[2] - apex.point[2]
    return fx * nx + fz * nz > 0.0 and fx * fx + fz * fz <= nx * nx + nz * nz


cdef int append_point(const FunnelVertex* vertex, vector[double]* points, vector[PolyRef]* point_polys) except -1 nogil:
    """Append a point to the path, unless it is the path's last already."""
    cdef size_t size = points.size()
    cdef int i
    if size >= 3 and points[0][size - 3] == vertex.point[0] and points[0][size - 2] == vertex.point[1] \
            and points[0][size - 1] == vertex.point[2]:
        return 0
    for i in range(3):
        points.push_back(vertex.point[i])
    point_polys.push_back(vertex.poly)
    return 0


cdef int tighten(Funnel* funnel, int side, const FunnelVertex* next, vector[double]* points,
                 vector[PolyRef]* point_polys) except -1 nogil:
    """Add the next portal's end on one side. The vertices of this side's chain that it cuts off are popped. Where it crosses the other
    side's chain, the path turns at that chain's vertices, and the apex moves on to the last of them."""
    cdef FunnelVertex* vertices = funnel.vertices.data()
    cdef Py_ssize_t end = funnel.chain_ends[side > 0]
    cdef Py_ssize_t other_end = funnel.chain_ends[side < 0]
    while end != funnel.apex and side_of(&vertices[end - side], &vertices[end], next) != side:
        end -= side
    if end == funnel.apex:
        while funnel.apex != other_end and not same_place(&vertices[funnel.apex], next) \
                and crosses_chain(&vertices[funnel.apex], &vertices[funnel.apex - side], next, side):
            funnel.apex -= side
            append_point(&vertices[funnel.apex], points, point_polys)
        end = funnel.apex
    if not same_place(&vertices[end], next):
        end += side
        vertices[end] = next[0]
    funnel.chain_ends[side > 0] = end
    return 0


cdef bint find_portal(const MeshView* mesh, PolyRef poly, PolyRef next, int32_t* right, int32_t* left) noexcept nogil:
    """Vertices of the portal from one polygon to the next; false if the two are no neighbors. Edges in line to the same polygon are a
    single portal: it begins where the edge before leads elsewhere."""
    cdef int32_t first = mesh.polys[poly].first, count = mesh.polys[poly].count, i, previous
    for i in range(count):
        previous = i - 1 if i > 0 else count - 1
        if mesh.neighbors[first + i] == next and mesh.neighbors[first + previous] != next:
            right[0] = mesh.corners[first + i]
            while mesh.neighbors[first + i] == next:
                i = i + 1 if i + 1 < count else 0
            left[0] = mesh.corners[first + i]
            return True
    return False


cdef void set_vertex(FunnelVertex* vertex, const double* point, PolyRef poly) noexcept nogil:
    vertex.point[0], vertex.point[1], vertex.point[2], vertex.poly = point[0], point[1], point[2], poly


cdef int string_pull(const MeshView* mesh, const PolyRef* corridor, Py_ssize_t corridor_length, const double* start,
                     const double* goal, vector[double]* points, vector[PolyRef]* point_polys) except -1 nogil:
    """The shortest path in the ground plane from start to goal inside the corridor's polygons: start, the vertices that it turns at,
    goal; 3 coordinates a point, no point twice in a row. Where two polygons that follow each other are no neighbors, the corridor is
    cut: the path leads straight on from there."""
    cdef Funnel funnel
    cdef FunnelVertex vertex
    cdef Py_ssize_t i
    cdef int32_t right = 0, left = 0
    points.clear()
    point_polys.clear()
    if corridor_length <= 0:
        return 0
    funnel.vertices.resize(2 * corridor_length + 3)     # the apex begins in the middle: room for every portal's end on either side
    funnel.apex = funnel.chain_ends[0] = funnel.chain_ends[1] = corridor_length + 1
    set_vertex(&vertex, start, corridor[0])
    funnel.vertices[funnel.apex] = vertex
    append_point(&vertex, points, point_polys)
    for i in range(corridor_length - 1):
        if not find_portal(mesh, corridor[i], corridor[i + 1], &right, &left):
            continue
        set_vertex(&vertex, mesh.vertices + 3 * <size_t>left, corridor[i + 1])
        tighten(&funnel, LEFT, &vertex, points, point_polys)
        set_vertex(&vertex, mesh.vertices + 3 * <size_t>right, corridor[i + 1])
        tighten(&funnel, RIGHT, &vertex, points, point_polys)
    set_vertex(&vertex, goal, corridor[corridor_length - 1])
    tighten(&funnel, RIGHT, &vertex, points, point_polys)
    for i in range(funnel.apex + 1, funnel.chain_ends[1] + 1):
        append_point(&funnel.vertices[i], points, point_polys)
    append_point(&vertex, points, point_polys)
    return 0
