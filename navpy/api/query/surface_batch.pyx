"""Many rays, moves and nearest walls at once: arrays in, arrays out, on the threads of an executor."""
cimport cython
from libc.math cimport INFINITY, NAN
from libc.stdint cimport int8_t, int32_t, uint8_t
from libc.string cimport memcpy
from libcpp.algorithm cimport fill_n
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_length, read_rows
from navpy.base.core cimport NO_POLY, REASON_INVALID_INPUT, REASON_NONE, REASON_START_OFF_MESH, PolyRef
from navpy.base.geom cimport is_point
from navpy.base.guard cimport Inside, read
from navpy.base.interrupts cimport check_signals
from navpy.base.parallel cimport ROWS_PER_TASK, Runner, Task, executor_runner, parallel_for
from navpy.mesh.half_edges cimport PortalGraph, corner_after
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.query.surface.flood cimport Flood
from navpy.query.surface.raycast cimport MoveResult, RayHit, move_along_surface as move_along, raycast as cast_ray
from navpy.query.surface.wall_distance cimport WallHit, distance_to_wall as find_wall

__all__ = ["Raycasts", "SurfaceMoves", "WallDistances", "distances_to_wall", "moves_along_surface", "raycasts"]

cdef struct SurfaceRows:                  # questions and answers, a row each
    NavView nav
    SearchExtents reach
    Py_ssize_t count
    double limit                    # meters
    const double* starts            # (n, 3)
    const double* ends              # (n, 3), NULL: one point a question
    int8_t* reasons                 # (n,)
    int32_t* polys                  # (n,)
    double* points                  # (n, 3)
    double* numbers                 # (n,), t or distance
    uint8_t* flags                  # (n,), a wall was met, or the end was reached
    double* normals                 # (n, 2)
    double* edges                   # (n, 6)


cdef bint begin(SurfaceRows* batch, Py_ssize_t row, NearestPoly* at) noexcept nogil:
    """Find the floor at a row's start, and fill the answer with that of a row without one. False: there is none."""
    cdef const double* start = batch.starts + 3 * row
    batch.polys[row], batch.reasons[row] = NO_POLY, REASON_NONE
    memcpy(batch.points + 3 * row, start, 3 * sizeof(double))
    if batch.numbers != NULL:
        batch.numbers[row] = 0.0
        if batch.ends == NULL:
            batch.numbers[row] = INFINITY
    if batch.flags != NULL:
        batch.flags[row] = False
    if batch.normals != NULL:
        batch.normals[2 * row] = batch.normals[2 * row + 1] = 0.0
        fill_n(batch.edges + 6 * row, 6, NAN)
    if not is_point(start) or (batch.ends != NULL and not is_point(batch.ends + 3 * row)):
        batch.reasons[row] = REASON_INVALID_INPUT
    elif not locate(batch.nav, start, &batch.reach, at):
        batch.reasons[row] = REASON_START_OFF_MESH
    return batch.reasons[row] == REASON_NONE


cdef void store_edge(SurfaceRows* batch, Py_ssize_t row, PolyRef poly, int32_t edge, const double* normal) noexcept nogil:
    cdef const MeshView* mesh = batch.nav.mesh
    cdef int32_t next = corner_after(&mesh.graph.faces[poly], edge)
    memcpy(batch.normals + 2 * row, normal, 2 * sizeof(double))
    memcpy(batch.edges + 6 * row, mesh.vertices + 3 * <size_t>mesh.corners[edge], 3 * sizeof(double))
    memcpy(batch.edges + 6 * row + 3, mesh.vertices + 3 * <size_t>mesh.corners[next], 3 * sizeof(double))


# ---- tasks ----

cdef int cast_rays(void* userdata, int32_t index) except -1 nogil:
    cdef SurfaceRows* batch = <SurfaceRows*>userdata
    cdef NearestPoly at
    cdef RayHit hit
    cdef Py_ssize_t row
    for row in range(ROWS_PER_TASK * <Py_ssize_t>index, min(ROWS_PER_TASK * (<Py_ssize_t>index + 1), batch.count)):
        if begin(batch, row, &at):
            batch.flags[row] = cast_ray(batch.nav, at.poly, at.point, batch.ends + 3 * row, &hit)
            batch.polys[row], batch.numbers[row] = hit.poly, hit.t
            memcpy(batch.points + 3 * row, hit.point, sizeof(hit.point))
            if batch.flags[row]:
                store_edge(batch, row, hit.edge_poly, hit.edge, hit.normal)
    return 0


cdef int move_all(void* userdata, int32_t index) except -1 nogil:
    cdef SurfaceRows* batch = <SurfaceRows*>userdata
    cdef NearestPoly at
    cdef MoveResult move
    cdef Flood flood
    cdef vector[PolyRef] visited
    cdef Py_ssize_t row
    for row in range(ROWS_PER_TASK * <Py_ssize_t>index, min(ROWS_PER_TASK * (<Py_ssize_t>index + 1), batch.count)):
        if begin(batch, row, &at):
            move_along(batch.nav, &flood, at.poly, at.point, batch.ends + 3 * row, &move, &visited)
            batch.polys[row], batch.flags[row] = move.poly, move.arrived
            memcpy(batch.points + 3 * row, move.point, sizeof(move.point))
        check_signals()                 # a flood may go over all of the mesh
    return 0


cdef int find_walls(void* userdata, int32_t index) except -1 nogil:
    cdef SurfaceRows* batch = <SurfaceRows*>userdata
    cdef NearestPoly at
    cdef Flood flood
    cdef WallHit hit
    cdef Py_ssize_t row
    for row in range(ROWS_PER_TASK * <Py_ssize_t>index, min(ROWS_PER_TASK * (<Py_ssize_t>index + 1), batch.count)):
        if begin(batch, row, &at) and find_wall(batch.nav, &flood, at.poly, at.point, batch.limit, &hit):
            batch.polys[row], batch.numbers[row] = hit.poly, hit.distance
            memcpy(batch.points + 3 * row, hit.point, sizeof(hit.point))
            store_edge(batch, row, hit.poly, hit.edge, hit.normal)
        check_signals()                 # as in move_all
    return 0


# ---- arrays ----

cdef double* doubles(array) except? NULL:
    """Where a numpy array of float64 begins; NULL: it has no elements."""
    cdef double[::1] flat = array.reshape(-1)
    return &flat[0] if flat.shape[0] > 0 else NULL


cdef uint8_t* bytes_of(array) except? NULL:
    """The same, of an array with elements of one byte."""
    cdef uint8_t[::1] flat = array.view("u1")
    return &flat[0] if flat.shape[0] > 0 else NULL


@cython.auto_pickle(True)
cdef class Answers:
    """Base of the answers to many questions: arrays, a row for each question."""
    cdef readonly object reason         #: int8 (n,), navpy.Reason: NONE, or INVALID_INPUT or START_OFF_MESH where a row has no answer
    cdef readonly object polygons       #: int32 (n,), −1 without an answer
    cdef readonly object points         #: float64 (n, 3), meters; without an answer the point that was asked about

    def __len__(self):
        return len(self.reason)

    def __repr__(self):
        return f"<{type(self).__name__}: {len(self)}>"

    cdef int ask(self, NavMesh mesh, QueryFilter filter, executor, Task task, SurfaceRows* batch, const double[:, ::1] starts,
                 const double[:, ::1] ends) except -1:
        """Answer all questions. The batch has the arrays of the derived class, all as long as starts."""
        import numpy as np
        cdef Runner runner = executor_runner(executor)
        cdef shared_ptr[PortalGraph] held
        cdef Inside inside
        read(&mesh.guard, &inside)
        cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
        cdef Py_ssize_t count = starts.shape[0]
        cdef int32_t[::1] polys = np.empty(count, np.int32)
        if ends is not None and ends.shape[0] != count:
            raise ValueError(f"ends: must be as many as starts, are {ends.shape[0]} for {count}")
        self.reason, self.polygons, self.points = np.empty(count, np.int8), np.asarray(polys), np.empty((count, 3))
        if count == 0:
            return 0
        batch.nav, batch.reach, batch.count = view_of(&mesh.view, graph), default_extents(&mesh.view), count
        batch.starts = &starts[0, 0]
        batch.ends = NULL
        if ends is not None:
            batch.ends = &ends[0, 0]
        batch.reasons, batch.polys, batch.points = <int8_t*>bytes_of(self.reason), &polys[0], doubles(self.points)
        with nogil:
            parallel_for(&runner, task, batch, <int32_t>((count + ROWS_PER_TASK - 1) // ROWS_PER_TASK))
        return 0


# ---- Python ----

@cython.auto_pickle(True)
cdef class Raycasts(Answers):
    """Where many rays along the surface ended: polygons and points, and the walls that they met there."""
    cdef readonly object hit            #: bool (n,): a wall was met
    cdef readonly object t              #: float64 (n,), 0 … 1 along the ray, where it ended; 0 without an answer
    cdef readonly object normals        #: float64 (n, 2), x and z of the wall's unit normal on the ray's side; 0 without a wall
    cdef readonly object edges          #: float64 (n, 2, 3), meters, the wall's ends; NaN without a wall


def raycasts(NavMesh mesh not None, starts, ends, executor=None, *, QueryFilter filter=None):
    """How far one can walk straight from starts[i] towards ends[i], each as raycast tells.

    Parameters
    ----------
    mesh : NavMesh
    starts, ends : (n, 3)
        Meters; of the ends only x and z count.
    executor : concurrent.futures.Executor, optional
        Of threads, which share the rows with the calling one, without the GIL.
    filter : QueryFilter, optional
        Edges of polygons that it leaves out are walls.

    Returns
    -------
    Raycasts
        A row whose start has no floor (NavMesh.locate), or with a coordinate that is not finite or beyond 1e30 m, has a reason.

    Raises
    ------
    ValueError
        Arrays of another shape, or of two lengths; no executor; a filter of another mesh.
    """
    import numpy as np
    cdef Raycasts out = Raycasts.__new__(Raycasts)
    cdef SurfaceRows batch
    given, aims = read_rows("starts", starts, -1, 3, False, INFINITY), read_rows("ends", ends, -1, 3, False, INFINITY)
    count = len(given)
    out.hit, out.t, out.normals, out.edges = np.empty(count, bool), np.empty(count), np.empty((count, 2)), np.empty((count, 2, 3))
    batch.flags, batch.numbers, batch.normals, batch.edges = bytes_of(out.hit), doubles(out.t), doubles(out.normals), \
        doubles(out.edges)
    out.ask(mesh, filter, executor, cast_rays, &batch, given, aims)
    return out


@cython.auto_pickle(True)
cdef class SurfaceMoves(Answers):
    """Where many moves along the surface ended: polygons and points."""
    cdef readonly object arrived        #: bool (n,): the point is the end, in the ground plane


def moves_along_surface(NavMesh mesh not None, starts, ends, executor=None, *, QueryFilter filter=None):
    """Move from starts[i] towards ends[i], each as move_along_surface does.

    Parameters
    ----------
    mesh : NavMesh
    starts, ends : (n, 3)
        Meters; of the ends only x and z count.
    executor : concurrent.futures.Executor, optional
        Of threads, which share the rows with the calling one, without the GIL.
    filter : QueryFilter, optional
        Edges of polygons that it leaves out are walls.

    Returns
    -------
    SurfaceMoves
        A row whose start has no floor (NavMesh.locate), or with a coordinate that is not finite or beyond 1e30 m, has a reason.

    Raises
    ------
    ValueError
        Arrays of another shape, or of two lengths; no executor; a filter of another mesh.
    """
    import numpy as np
    cdef SurfaceMoves out = SurfaceMoves.__new__(SurfaceMoves)
    cdef SurfaceRows batch
    given, aims = read_rows("starts", starts, -1, 3, False, INFINITY), read_rows("ends", ends, -1, 3, False, INFINITY)
    out.arrived = np.empty(len(given), bool)
    batch.flags = bytes_of(out.arrived)
    batch.numbers = batch.normals = batch.edges = NULL
    out.ask(mesh, filter, executor, move_all, &batch, given, aims)
    return out


@cython.auto_pickle(True)
cdef class WallDistances(Answers):
    """The walls nearest to many points: their polygons, and their places nearest to the points."""
    cdef readonly object distances      #: float64 (n,), meters in the ground plane; infinite without a wall
    cdef readonly object normals        #: float64 (n, 2), x and z, unit, from the wall to the point; 0 without a wall
    cdef readonly object edges          #: float64 (n, 2, 3), meters, the wall's ends; NaN without a wall


def distances_to_wall(NavMesh mesh not None, points, max_distance=None, executor=None, *, QueryFilter filter=None):
    """The nearest wall that the surface leads to from each of many points, each as distance_to_wall tells.

    Parameters
    ----------
    mesh : NavMesh
    points : (n, 3)
        Meters.
    max_distance : float, optional
        Meters in the ground plane, not below 0; however far by default.
    executor : concurrent.futures.Executor, optional
        Of threads, which share the rows with the calling one, without the GIL.
    filter : QueryFilter, optional
        Edges of polygons that it leaves out are walls.

    Returns
    -------
    WallDistances
        A row whose point has no floor (NavMesh.locate), or with a coordinate that is not finite or beyond 1e30 m, has a reason; one
        without a wall within the distance has polygon −1 and none.

    Raises
    ------
    ValueError
        Points of another shape; a max_distance that is not finite or below 0; no executor; a filter of another mesh.
    """
    import numpy as np
    cdef WallDistances out = WallDistances.__new__(WallDistances)
    cdef SurfaceRows batch
    batch.limit = INFINITY if max_distance is None else read_length("max_distance", max_distance)
    given = read_rows("points", points, -1, 3, False, INFINITY)
    count = len(given)
    out.distances, out.normals, out.edges = np.empty(count), np.empty((count, 2)), np.empty((count, 2, 3))
    batch.numbers, batch.normals, batch.edges = doubles(out.distances), doubles(out.normals), doubles(out.edges)
    batch.flags = NULL
    out.ask(mesh, filter, executor, find_walls, &batch, given, None)
    return out
