"""What a NavMesh answers to Python: the floor under a point, the nearest point, paths."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t
from libc.string cimport memcpy
from libcpp.memory cimport shared_ptr

from navpy.base.arguments cimport read_extents, read_place, read_rows
from navpy.base.core cimport NO_POLY
from navpy.base.guard cimport Inside, read
from navpy.base.parallel cimport ROWS_PER_TASK, Runner, executor_runner, parallel_for
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.path_index cimport path_index_bytes
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate, locate_nearest
from navpy.mesh.poly_grid cimport first_unfindable
from navpy.mesh.topology cimport FAULT_GRID, Fault, check_topology, fault_message
from navpy.navmesh.query_filter cimport QueryFilter

cdef object query_find_path = None
cdef object query_find_paths = None
cdef object query_goal_field = None
cdef object query_build_path_index = None


def register_query(find_path, find_paths, goal_field, build_path_index):
    """Give NavMesh its methods ``find_path``, ``find_paths``, ``goal_field`` and ``build_path_index``; navpy.query calls this when it
    is imported."""
    global query_find_path, query_find_paths, query_goal_field, query_build_path_index
    query_find_path, query_find_paths, query_goal_field, query_build_path_index = find_path, find_paths, goal_field, build_path_index


cdef int read_reach(const MeshView* mesh, reach, SearchExtents* limits) except -1:
    limits[0] = default_extents(mesh)
    if reach is None:
        return 0
    cdef double extents[3]
    read_extents("reach", reach, extents)
    limits.horizontal, limits.up, limits.down = extents[0], extents[1], extents[2]
    limits.up_fallback = limits.up
    return 0


# ---- places of many points ----

cdef struct Places:                     # points, and what is found for each
    NavView nav
    SearchExtents reach                 # of locate
    const double* within                # of locate_nearest: half sizes of its box, NULL: no box
    bint is_floor                       # locate, or else locate_nearest
    Py_ssize_t count
    const double* points                # (n, 3)
    int32_t* polys                      # (n,)
    double* found                       # (n, 3)
    double* distances                   # (n,)


cdef int find_some(void* userdata, int32_t index) except -1 nogil:
    cdef Places* places = <Places*>userdata
    cdef NearestPoly at
    cdef const double* point
    cdef Py_ssize_t row
    for row in range(ROWS_PER_TASK * <Py_ssize_t>index, min(ROWS_PER_TASK * (<Py_ssize_t>index + 1), places.count)):
        point = places.points + 3 * row
        if places.is_floor:
            locate(places.nav, point, &places.reach, &at)
        else:
            locate_nearest(places.nav, point, places.within, &at)
        places.polys[row], places.distances[row] = at.poly, at.distance
        memcpy(places.found + 3 * row, at.point, sizeof(at.point))
    return 0


cdef tuple find_places(Places* places, points, executor):
    """→ polygons, places and distances of all points"""
    import numpy as np
    cdef Runner runner = executor_runner(executor)
    given = read_rows("points", points, -1, 3, False, INFINITY)
    places.count = given.shape[0]
    polygons, found, distances = np.empty(places.count, np.int32), np.empty((places.count, 3)), np.empty(places.count)
    cdef const double[:, ::1] asked = given
    cdef int32_t[::1] polys = polygons
    cdef double[:, ::1] at = found
    cdef double[::1] away = distances
    if places.count > 0:
        places.points, places.polys, places.found, places.distances = &asked[0, 0], &polys[0], &at[0, 0], &away[0]
        with nogil:
            parallel_for(&runner, find_some, places, <int32_t>((places.count + ROWS_PER_TASK - 1) // ROWS_PER_TASK))
    return polygons, found, distances


# ---- the class ----

cdef class MeshQueries(MeshOwner):
    """Base of NavMesh."""

    cdef const PortalGraph* graph_for(self, QueryFilter filter, shared_ptr[PortalGraph]* held) except NULL:
        """The graph that a search with a filter, or None, reads; valid while it is held and the mesh does not change."""
        if filter is None:
            return self.view.graph
        held[0] = filter.graph_of(self)
        return held.get()

    def validate(self):
        """ValueError with the first fault of what the mesh holds: vertices, shapes, surfaces, shared edges, links, islands,
        grids."""
        cdef Fault fault
        cdef bint good
        cdef Inside inside
        read(&self.guard, &inside)
        with nogil:
            good = check_topology(&self.view, &fault)
            if good:
                fault.poly, fault.kind = first_unfindable(&self.view), FAULT_GRID
                good = fault.poly == NO_POLY
        if not good:
            raise ValueError(fault_message(&fault))

    def locate(self, point, reach=None, QueryFilter filter=None):
        """The floor under a point.

        Parameters
        ----------
        point : (x, y, z)
            Meters, of an agent's feet.
        reach : (horizontal, up, down), optional
            Meters, not below 0, that the floor may be away from the point; by default two agent radii (1 m at least), the climb (0.5 m
            at least) and 4 m. By default, too, a point below all floors belongs to the nearest floor above it, up to the agent's
            height.
        filter : QueryFilter, optional
            Polygons that it leaves out are no floor.

        Returns
        -------
        (polygon, (x, y, z), distance) or None
            The place on the polygon and the distance to it in space, meters. None where there is no floor.

        Raises
        ------
        ValueError
            A point that is not three finite numbers within 1e30 m, another reach, or a filter of another mesh.

        Notes
        -----
        It is the highest surface at the point's x and z that is at most ``up`` above and ``down`` below the point. Where there is
        none, or only one farther down than the agent's height (1.5 m at least) and a jump of 0.75 m, a surface within the horizontal
        distance is the floor if it is not as deep.

        A border belongs to the polygons on both sides, and a point that rounding to float32 has put outside is still on it. Surfaces
        within 1 cm of the highest are one floor; of their polygons that wins which the point is inside of, or nearest to in the ground
        plane, then the highest, then that of the lowest index.
        """
        cdef double at[3]
        cdef SearchExtents limits
        cdef NearestPoly found
        cdef shared_ptr[PortalGraph] held
        cdef const PortalGraph* graph
        cdef Inside inside
        read_place("point", point, at)
        read(&self.guard, &inside)
        graph = self.graph_for(filter, &held)
        read_reach(&self.view, reach, &limits)
        if not locate(view_of(&self.view, graph), at, &limits, &found):
            return None
        return found.poly, (found.point[0], found.point[1], found.point[2]), found.distance

    def locate_many(self, points, reach=None, QueryFilter filter=None, *, executor=None):
        """`locate` for many points at once.

        Parameters
        ----------
        points : (n, 3)
            Meters; whatever numpy takes.
        reach : (horizontal, up, down), optional
        filter : QueryFilter, optional
        executor : concurrent.futures.Executor, optional
            Of threads, which share the points with the calling one, without the GIL.

        Returns
        -------
        (int32 (n,), float64 (n, 3), float64 (n,))
            Polygons, places and distances in meters. A point without a floor, not finite or beyond 1e30 m has polygon −1, itself as
            the place, and an infinite distance.

        Raises
        ------
        ValueError
            Points of another shape, another reach, a filter of another mesh, or no executor.
        """
        cdef Places places
        cdef shared_ptr[PortalGraph] held
        cdef Inside inside
        read(&self.guard, &inside)
        read_reach(&self.view, reach, &places.reach)
        places.nav, places.is_floor = view_of(&self.view, self.graph_for(filter, &held)), True
        places.within = NULL
        return find_places(&places, points, executor)

    def nearest(self, point, extents=None, QueryFilter filter=None):
        """The point of the surface that is nearest to a point in space.

        Parameters
        ----------
        point : (x, y, z)
            Meters.
        extents : (x, y, z), optional
            Meters, not below 0: half sizes of a box around the point that the result must lie in; no box by default.
        filter : QueryFilter, optional
            Polygons that it leaves out do not count, nor do those with flags of 0.

        Returns
        -------
        (polygon, (x, y, z), distance) or None
            The point on the polygon and the distance in meters; of equally near ones that of the lowest index. None where there is
            none.

        Raises
        ------
        ValueError
            A point that is not three finite numbers within 1e30 m, other extents, or a filter of another mesh.
        """
        cdef double at[3]
        cdef double half[3]
        cdef const double* within = NULL
        cdef NearestPoly found
        cdef shared_ptr[PortalGraph] held
        cdef const PortalGraph* graph
        cdef Inside inside
        read_place("point", point, at)
        read(&self.guard, &inside)
        graph = self.graph_for(filter, &held)
        if extents is not None:
            read_extents("extents", extents, half)
            within = half
        if not locate_nearest(view_of(&self.view, graph), at, within, &found):
            return None
        return found.poly, (found.point[0], found.point[1], found.point[2]), found.distance

    def nearest_many(self, points, extents=None, QueryFilter filter=None, *, executor=None):
        """`nearest` for many points at once.

        Parameters
        ----------
        points : (n, 3)
            Meters; whatever numpy takes.
        extents : (x, y, z), optional
        filter : QueryFilter, optional
        executor : concurrent.futures.Executor, optional
            Of threads, which share the points with the calling one, without the GIL.

        Returns
        -------
        (int32 (n,), float64 (n, 3), float64 (n,))
            Polygons, places and distances in meters. A point without one, not finite or beyond 1e30 m has polygon −1, itself as the
            place, and an infinite distance.

        Raises
        ------
        ValueError
            Points of another shape, other extents, a filter of another mesh, or no executor.
        """
        cdef Places places
        cdef double half[3]
        cdef shared_ptr[PortalGraph] held
        cdef Inside inside
        read(&self.guard, &inside)
        places.nav, places.is_floor = view_of(&self.view, self.graph_for(filter, &held)), False
        places.within = NULL
        if extents is not None:
            read_extents("extents", extents, half)
            places.within = half
        return find_places(&places, points, executor)

    def find_path(self, start, goal, allow_partial=False, **options):
        """The shortest way from start to goal, or where costs differ the cheapest that is found; see navpy.query.find_path."""
        if query_find_path is None:
            raise RuntimeError("NavMesh.find_path needs navpy.query, which is not imported")
        return query_find_path(self, start, goal, allow_partial, **options)

    def find_paths(self, starts, goals, executor=None, **options):
        """Many paths at once; see navpy.query.find_paths."""
        if query_find_paths is None:
            raise RuntimeError("NavMesh.find_paths needs navpy.query, which is not imported")
        return query_find_paths(self, starts, goals, executor, **options)

    def goal_field(self, goals=None, **options):
        """The shortest ways from everywhere to the nearest of some goals; see navpy.query.GoalField."""
        if query_goal_field is None:
            raise RuntimeError("NavMesh.goal_field needs navpy.query, which is not imported")
        return query_goal_field(self, goals, **options)

    def build_path_index(self, executor=None):
        """Build an index by which exact paths are found several times as fast, until the mesh changes; see
        navpy.query.build_path_index."""
        if query_build_path_index is None:
            raise RuntimeError("NavMesh.build_path_index needs navpy.query, which is not imported")
        return query_build_path_index(self, executor)

    @property
    def path_index_bytes(self):
        """Bytes that the path index takes; 0 where there is none, or where the mesh has changed since it was built."""
        return path_index_bytes(self.view.path_index) if self.view.path_index != NULL else 0
