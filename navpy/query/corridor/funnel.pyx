"""The funnel, kept as a deque: left side, apex, right side. Each portal end is pushed once and popped at most once."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.core cimport PolyRef
from navpy.base.geom cimport area2, distance2
from navpy.mesh.mesh_view cimport MeshView, still_there
from navpy.navmesh.navmesh cimport NavMesh

from array import array

cdef double IN_LINE = 1e-9              # metres: a point this near to a line lies on it, rounding does not decide

cdef enum:
    LEFT = -1
    RIGHT = 1

cdef struct Post:                       # an end of a portal
    double point[3]                     # metres
    PolyRef poly                        # a polygon it lies on

cdef cppclass Funnel:
    vector[Post] posts                  # left side backwards, apex, right side; both sides are taut and bend outwards
    Py_ssize_t ends[2]                  # index of the last post on the left, on the right
    Py_ssize_t apex                     # index of the post that the path has surely reached


cdef int turn(const Post* a, const Post* b, const Post* c) noexcept nogil:
    """Where c lies seen along a → b in the ground plane: LEFT, RIGHT, or 0 where a, b and c are in line."""
    cdef double area = area2(a.point[0], a.point[2], b.point[0], b.point[2], c.point[0], c.point[2])
    cdef double ab = distance2(a.point[0], a.point[2], b.point[0], b.point[2])
    cdef double ac = distance2(a.point[0], a.point[2], c.point[0], c.point[2])
    cdef double slack = IN_LINE * (ab if ab > ac else ac)
    return LEFT if area < -slack else RIGHT if area > slack else 0


cdef bint same_place(const Post* a, const Post* b) noexcept nogil:
    return distance2(a.point[0], a.point[2], b.point[0], b.point[2]) <= IN_LINE


cdef bint passes(const Post* apex, const Post* post, const Post* next, int side) noexcept nogil:
    """Does the straight line from the apex to ``next`` lead round ``post``, the first one on the side opposite to
    ``side``? In line it does where it gets that far: a nearer end of a portal seen edge-on must not push the path on."""
    cdef int seen = turn(apex, post, next)
    if seen != 0:
        return seen == -side
    cdef double px = post.point[0] - apex.point[0], pz = post.point[2] - apex.point[2]
    cdef double nx = next.point[0] - apex.point[0], nz = next.point[2] - apex.point[2]
    return px * nx + pz * nz > 0.0 and px * px + pz * pz <= nx * nx + nz * nz


cdef int emit(const Post* post, vector[double]* points, vector[PolyRef]* point_polys) except -1 nogil:
    """Append a corner of the path, unless the path already stands there."""
    cdef size_t size = points.size()
    cdef int i
    if size >= 3 and points[0][size - 3] == post.point[0] and points[0][size - 2] == post.point[1] \
            and points[0][size - 1] == post.point[2]:
        return 0
    for i in range(3):
        points.push_back(post.point[i])
    point_polys.push_back(post.poly)
    return 0


cdef int narrow(Funnel* funnel, int side, const Post* next, vector[double]* points,
                vector[PolyRef]* point_polys) except -1 nogil:
    """Take in the next portal end on one side. What it cuts off there goes; where it crosses the opposite side, the
    path turns round that side's posts and the apex moves on to the last of them."""
    cdef Post* posts = funnel.posts.data()
    cdef Py_ssize_t end = funnel.ends[side > 0]
    cdef Py_ssize_t other_end = funnel.ends[side < 0]
    while end != funnel.apex and turn(&posts[end - side], &posts[end], next) != side:
        end -= side
    if end == funnel.apex:
        while funnel.apex != other_end and not same_place(&posts[funnel.apex], next) \
                and passes(&posts[funnel.apex], &posts[funnel.apex - side], next, side):
            funnel.apex -= side
            emit(&posts[funnel.apex], points, point_polys)
        end = funnel.apex
    if not same_place(&posts[end], next):
        end += side
        posts[end] = next[0]
    funnel.ends[side > 0] = end
    return 0


cdef bint find_portal(const MeshView* mesh, PolyRef poly, PolyRef next, int32_t* right, int32_t* left) noexcept nogil:
    """Vertices of the portal from one polygon to the next. Edges in line that lead to the same polygon are one portal:
    it begins where the edge before leads elsewhere. False where the two are no neighbours."""
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


cdef void set_post(Post* post, const double* point, PolyRef poly) noexcept nogil:
    post.point[0], post.point[1], post.point[2], post.poly = point[0], point[1], point[2], poly


cdef int string_pull(const MeshView* mesh, const PolyRef* corridor, Py_ssize_t corridor_length, const double* start,
                     const double* goal, vector[double]* points, vector[PolyRef]* point_polys) except -1 nogil:
    """The shortest path from start to goal, in the ground plane, inside the corridor's polygons: start, the vertices
    that it turns at, goal; 3 coordinates a point, nothing twice in a row. A corridor is cut where two polygons that
    follow each other are no neighbours, the path then leads straight from there on."""
    cdef Funnel funnel
    cdef Post post
    cdef Py_ssize_t i
    cdef int32_t right = 0, left = 0
    points.clear()
    point_polys.clear()
    if corridor_length <= 0:
        return 0
    funnel.posts.resize(2 * corridor_length + 3)        # the apex begins in the middle, room for all on either side
    funnel.apex = funnel.ends[0] = funnel.ends[1] = corridor_length + 1
    set_post(&post, start, corridor[0])
    funnel.posts[funnel.apex] = post
    emit(&post, points, point_polys)
    for i in range(corridor_length - 1):
        if not find_portal(mesh, corridor[i], corridor[i + 1], &right, &left):
            continue
        set_post(&post, mesh.vertices + 3 * <size_t>left, corridor[i + 1])
        narrow(&funnel, LEFT, &post, points, point_polys)
        set_post(&post, mesh.vertices + 3 * <size_t>right, corridor[i + 1])
        narrow(&funnel, RIGHT, &post, points, point_polys)
    set_post(&post, goal, corridor[corridor_length - 1])
    narrow(&funnel, RIGHT, &post, points, point_polys)
    for i in range(funnel.apex + 1, funnel.ends[1] + 1):
        emit(&funnel.posts[i], points, point_polys)
    emit(&post, points, point_polys)
    return 0


def pull(NavMesh mesh not None, corridor, start, goal):
    """Points of the shortest path from start to goal inside a corridor (polygon indices), a list of (x, y, z), and a
    polygon that each lies on. ValueError: an empty corridor, a polygon that the mesh does not have."""
    cdef PolyRef[::1] polys = array("i", corridor)
    cdef double a[3]
    cdef double b[3]
    cdef vector[double] points
    cdef vector[PolyRef] point_polys
    cdef Py_ssize_t i
    if polys.shape[0] == 0:
        raise ValueError("corridor: has no polygon")
    for i in range(polys.shape[0]):
        if not still_there(&mesh.view, polys[i], mesh.view.version):
            raise ValueError(f"corridor: there is no polygon {polys[i]}, there are {mesh.view.poly_count}")
    a[0], a[1], a[2] = start[0], start[1], start[2]
    b[0], b[1], b[2] = goal[0], goal[1], goal[2]
    with nogil:
        string_pull(&mesh.view, &polys[0], polys.shape[0], a, b, &points, &point_polys)
    return [(points[3 * i], points[3 * i + 1], points[3 * i + 2]) for i in range(<Py_ssize_t>point_polys.size())], list(point_polys)
