"""find_path: locate both ends, find the corridor, pull it taut, say how it went."""
from libc.math cimport INFINITY
from libc.stdint cimport uint8_t
from libc.string cimport memcpy
from libcpp.vector cimport vector

from navpy.arguments cimport read_point
from navpy.core cimport (NO_POLY, PATH_COMPLETE, PATH_FAILED, PATH_PARTIAL, REASON_GOAL_OFF_MESH,
                         REASON_GOAL_UNREACHABLE, REASON_INVALID_INPUT, REASON_NO_NAVMESH, REASON_NONE,
                         REASON_START_OFF_MESH)
from navpy.geom cimport distance3, is_point
from navpy.location cimport Location, Reach, closest_on_poly, default_reach, locate, locate_nearest
from navpy.mesh cimport MeshView, island_of
from navpy.navmesh cimport NavMesh
from navpy.query.astar cimport find_corridor, find_reachable
from navpy.query.crossings cimport pull_path

from navpy.core import PathStatus, Reason

cdef Py_ssize_t CHUNK = 64                # paths a piece: enough to outweigh its hand-over


cdef void clear(PathBuffer* out) noexcept nogil:
    out.status, out.reason = PATH_FAILED, REASON_NONE
    out.off_by, out.length, out.searched, out.one_island = 0.0, 0.0, 0, False
    out.start.poly = out.goal.poly = NO_POLY
    out.start.distance = out.goal.distance = INFINITY
    out.corridor.clear()
    out.entries.clear()
    out.points.clear()
    out.point_polys.clear()
    out.point_links.clear()


cdef int nearest_reachable(const MeshView* mesh, PolyRef start, const double* point, Location* out) except -1 nogil:
    """Of all that can be walked to from a polygon, the point nearest to the given one in space; the lower polygon of
    equally near ones."""
    cdef vector[uint8_t] reached
    cdef PolyRef poly
    cdef double q[3]
    cdef double distance
    find_reachable(mesh, start, &reached)
    out.poly, out.distance = NO_POLY, INFINITY
    for poly in range(mesh.poly_count):
        if not reached[poly]:
            continue
        distance = closest_on_poly(mesh, poly, point, q)
        if distance < out.distance:
            out.poly, out.distance = poly, distance
            memcpy(out.point, q, sizeof(q))
    return 0


cdef bint locate_ends(const MeshView* mesh, const double* start, const double* goal, PathBuffer* out) noexcept nogil:
    """Start and goal on the mesh, and the reason why not; true where the start is."""
    cdef Reach reach
    if not (is_point(start) and is_point(goal)):
        out.reason = REASON_INVALID_INPUT
        return False
    if mesh == NULL or mesh.island_count == 0:
        out.reason = REASON_NO_NAVMESH
        return False
    reach = default_reach(mesh)
    if not locate(mesh, mesh.graph, start, &reach, &out.start):
        out.reason = REASON_START_OFF_MESH
        locate_nearest(mesh, mesh.graph, start, NULL, &out.start)
        out.off_by = out.start.distance
        return False
    if not locate(mesh, mesh.graph, goal, &reach, &out.goal):
        out.reason = REASON_GOAL_OFF_MESH
        locate_nearest(mesh, mesh.graph, goal, NULL, &out.goal)
        out.off_by = out.goal.distance
    return True


cdef int find_path(const MeshView* mesh, Search* search, const double* start, const double* goal,
                   bint allow_partial, PathBuffer* out) except -1 nogil:
    """Fill ``out`` with the path from start to goal and return its PathStatusCode. Ends are taken to the floor within
    ``default_reach``. With allow_partial a goal that is off the mesh or that no way leads to is replaced by the reachable
    point nearest to it; the reason stays."""
    cdef double cost
    cdef size_t i
    clear(out)
    if not locate_ends(mesh, start, goal, out):
        return out.status
    if out.reason == REASON_NONE:
        out.one_island = island_of(mesh, out.start.poly) == island_of(mesh, out.goal.poly)
        if find_corridor(mesh, search, &out.start, &out.goal, &out.corridor, &out.entries, &cost):
            out.status = PATH_COMPLETE
        else:
            out.reason = REASON_GOAL_UNREACHABLE
        out.searched = search.searched
    if out.status == PATH_FAILED:
        if not allow_partial:
            return out.status
        nearest_reachable(mesh, out.start.poly, goal, &out.goal)
        find_corridor(mesh, search, &out.start, &out.goal, &out.corridor, &out.entries, &cost)
        out.status, out.searched = PATH_PARTIAL, out.searched + search.searched
    pull_path(mesh, &out.corridor, &out.entries, out.start.point, out.goal.point, &out.points, &out.point_polys,
              &out.point_links)
    for i in range(1, out.point_polys.size()):
        out.length += distance3(&out.points[3 * i - 3], &out.points[3 * i])
    return out.status


# ---- Python ----

cdef str place(const double* point):
    return f"({point[0]:g}, {point[1]:g}, {point[2]:g})"


cdef class PathResult:
    """What a search found, and how it went: test ``status``, the object itself is always true.

    A search of a path that failed has no points, the length 0, and its ``reason``."""
    cdef PathBuffer data
    cdef double asked[6]

    @property
    def status(self):
        """navpy.core.PathStatus: COMPLETE, PARTIAL (only where it was allowed) or FAILED."""
        return PathStatus(self.data.status)

    @property
    def reason(self):
        """navpy.core.Reason: NONE where the path is complete."""
        return Reason(self.data.reason)

    @property
    def length(self):
        """Metres along the points in 3D."""
        return self.data.length

    @property
    def searched(self):
        """How many portals and links the search took from its open list."""
        return self.data.searched

    @property
    def off_by(self):
        """Metres that the end named by the reason is off the navmesh, else 0."""
        return self.data.off_by

    @property
    def points(self):
        """float32 (n, 3), metres: start, the corners that the path turns at, start and end of the links that it takes,
        goal. Heights between two points are those of the floor, not of the straight line; along a link there is none."""
        import numpy as np
        cdef Py_ssize_t count = self.data.point_polys.size()
        if count == 0:
            return np.zeros((0, 3), dtype=np.float32)
        return np.array(<double[:count, :3]>self.data.points.data(), dtype=np.float32)

    @property
    def links(self):
        """int32 (n,): for each point the id of the link that begins there and leads to the next point, −1 for none."""
        import numpy as np
        return np.array(self.data.point_links, dtype=np.int32)

    @property
    def corridor(self):
        """int32 (n,), polygons from start to goal."""
        import numpy as np
        return np.array(self.data.corridor, dtype=np.int32)

    @property
    def message(self):
        """One sentence that says how it went, with the numbers."""
        cdef double* start = self.asked
        cdef double* goal = self.asked + 3
        cdef int reason = self.data.reason
        cdef str text
        if reason == REASON_NONE:
            return f"path of {self.data.length:.2f} m with {self.data.point_polys.size()} points"
        if reason == REASON_INVALID_INPUT:
            name = "goal" if is_point(start) else "start"
            return f"{name} {place(goal if is_point(start) else start)} is not finite and within 1e30 m"
        if reason == REASON_NO_NAVMESH:
            return "the navmesh has no polygons"
        if reason == REASON_START_OFF_MESH:
            return (f"start {place(start)} is {self.data.off_by:.2f} m off the navmesh; "
                    f"nearest point {place(self.data.start.point)}")
        if reason == REASON_GOAL_OFF_MESH:
            text = f"goal {place(goal)} is {self.data.off_by:.2f} m off the navmesh"
        elif self.data.one_island:
            text = (f"goal {place(goal)} is cut off from start {place(start)} by what leads one way only, such as a "
                    "soft area or a one-way link")
        else:
            text = f"goal {place(goal)} is on another island than start {place(start)}"
        if self.data.status == PATH_PARTIAL:
            return text + f"; path ends at the nearest reachable point {place(self.data.goal.point)}"
        if reason == REASON_GOAL_OFF_MESH:
            return text + f"; nearest point {place(self.data.goal.point)}"
        return text + ", no way leads there"

    def __repr__(self):
        return f"<PathResult {self.status.name}: {self.message}>"


def find_path_between(NavMesh mesh not None, start, goal, bint allow_partial=False):
    """The path from start to goal, (x, y, z) in metres each, as a PathResult.

    Both ends are taken to the floor under them (NavMesh.locate); the way goes through the polygons that A* finds cheapest
    by the middles of their portals and links and the costs of their areas (Hart, Nilsson, Raphael 1968) and is the shortest
    one inside these (the funnel of Lee & Preparata 1984), straight ahead across links. It enters no soft area. With
    allow_partial, a goal that cannot be reached is replaced by the reachable point nearest to it. ValueError: a point that
    has not 3 coordinates. Everything else, a NaN too, is a status with a reason."""
    cdef PathResult result = PathResult.__new__(PathResult)
    cdef Search search
    read_point("start", start, result.asked)
    read_point("goal", goal, result.asked + 3)
    with nogil:
        find_path(&mesh.view, &search, result.asked, result.asked + 3, allow_partial, &result.data)
    return result


cdef int search_all(const MeshView* mesh, const double* starts, const double* goals, Py_ssize_t count,
                    vector[PathBuffer]* out) except -1 nogil:
    cdef Search search
    cdef Py_ssize_t i
    out.resize(count)
    for i in range(count):
        find_path(mesh, &search, starts + 3 * i, goals + 3 * i, False, &out[0][i])
    return 0


def search_chunk(NavMesh mesh not None, const double[:, ::1] starts, const double[:, ::1] goals):
    """PathResults of one piece of find_paths, with a working memory of its own and without the GIL while it searches."""
    cdef vector[PathBuffer] found
    cdef PathResult result
    cdef Py_ssize_t i, count = starts.shape[0]
    results = []
    if count == 0:
        return results
    with nogil:
        search_all(&mesh.view, &starts[0, 0], &goals[0, 0], count, &found)
    for i in range(count):
        result = PathResult.__new__(PathResult)
        result.data = found[i]
        memcpy(result.asked, &starts[i, 0], 24)
        memcpy(result.asked + 3, &goals[i, 0], 24)
        results.append(result)
    return results


def find_paths(NavMesh mesh not None, starts, goals, executor=None):
    """Paths from starts[i] to goals[i], both (n, 3) in metres, as a list of n PathResults, each as find_path gives it.

    executor: a concurrent.futures.Executor of threads; it is given pieces that run without the GIL. ValueError: arrays
    of another shape, or of two lengths."""
    import numpy as np
    starts = np.ascontiguousarray(starts, dtype=np.float64)
    goals = np.ascontiguousarray(goals, dtype=np.float64)
    for name, points in (("starts", starts), ("goals", goals)):
        if points.ndim != 2 or points.shape[1] != 3:
            raise ValueError(f"{name}: must have the shape (n, 3), have {points.shape}")
    if len(starts) != len(goals):
        raise ValueError(f"goals: must be as many as starts, are {len(goals)} for {len(starts)}")
    if executor is None:
        return search_chunk(mesh, starts, goals)
    pieces = [executor.submit(search_chunk, mesh, starts[i:i + CHUNK], goals[i:i + CHUNK])
              for i in range(0, len(starts), CHUNK)]
    return [result for piece in pieces for result in piece.result()]
