"""PathCache: paths of a NavMesh that are found once."""
from libc.stdint cimport int32_t, int64_t

from navpy.api.query.given_ends cimport path_tuple, read_ends
from navpy.api.query.path_result cimport PathResult
from navpy.base.arguments cimport read_length, read_point
from navpy.base.core cimport PATH_COMPLETE, PolyRef, REASON_GOAL_UNREACHABLE
from navpy.base.guard cimport Guard, Inside, change, enter
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.navmesh.navmesh cimport NavMesh
from navpy.query.path cimport ALGORITHM_EXACT, PathBuffer, PathOptions, PathSearch, default_options, find_path, finish_path, place_ends
from navpy.query.path_cache cimport Cache, CachedPath, insert, look_up, remove_all, start_cache
from navpy.query.polyanya.polyanya_path cimport find_polyanya

__all__ = ["PathCache"]


cdef class PathCache:
    """Exact paths of a NavMesh, each found once.

    A path is found again if it is asked for between the same ends on the same polygons. It is what a search would find now, whatever
    has changed since.

    Parameters
    ----------
    mesh : NavMesh
    capacity : int, 0 … 2²⁴
        Paths; the least recently used one goes first.
    tolerance : float, ≥ 0
        Meters. Unless it is 0, ends that round to the same multiple of it along all axes count as the same; a path then comes from
        the ends that it was first asked for with.

    Raises
    ------
    ValueError
        Another capacity, a tolerance that isn't finite or is below 0.

    Notes
    -----
    Threads that ask one object wait for each other.
    """
    cdef NavMesh mesh
    cdef Guard guard
    cdef Cache cache
    cdef PathSearch search

    def __cinit__(self, NavMesh mesh not None, int64_t capacity=256, tolerance=0.0):
        if not 0 <= capacity <= 1 << 24:
            raise ValueError(f"capacity: must be 0 … {1 << 24}, is {capacity}")
        self.mesh, self.guard.name = mesh, b"the cache"
        start_cache(&self.cache, <int32_t>capacity, read_length("tolerance", tolerance))

    cdef int go_in(self, Inside* inside) except -1:
        inside.changes(&self.guard)
        inside.reads(&self.mesh.guard)
        return enter(inside)

    cdef bint recall(self, NavView nav, const NearestPoly* start, const NearestPoly* goal, Path* out, double* cost) except -1 nogil:
        """The path between the ends, from the cache or searched; false if there is none."""
        cdef const CachedPath* found = look_up(nav, &self.cache, start, goal, 0)
        self.search.exact.searched = 0
        if found != NULL:
            out[0], cost[0] = found.path, found.cost
            return True
        if not find_polyanya(nav, &self.search.exact, &self.search.visibility, start, goal, out):
            return False
        cost[0] = nav.graph.ground_cost * self.search.exact.best
        insert(nav, &self.cache, start, goal, 0, cost[0], out)
        return True

    def find_path(self, start, goal):
        """The path from start to goal, (x, y, z) in meters each, as NavMesh.find_path finds it: a PathResult. If costs differ it is
        searched each time.

        Raises
        ------
        ValueError
            A point that has not 3 coordinates.
        """
        cdef PathResult result = PathResult.__new__(PathResult)
        cdef PathBuffer* out = &result.data
        cdef PathOptions options = default_options()
        cdef NavView nav = view_of(&self.mesh.view, self.mesh.view.graph)
        cdef double cost
        cdef double a[3]
        cdef double b[3]
        cdef Inside inside
        read_point("start", start, a)
        read_point("goal", goal, b)
        self.go_in(&inside)
        with nogil:
            if not nav.graph.uniform:
                find_path(nav, &options, &self.search, a, b, out)
            elif place_ends(nav, a, b, out):
                out.algorithm = ALGORITHM_EXACT
                if self.recall(nav, &out.start, &out.goal, <Path*>out, &cost):
                    out.searched = self.search.exact.searched
                    finish_path(nav, &options, PATH_COMPLETE, out)
                else:
                    out.reason = REASON_GOAL_UNREACHABLE
        return result

    def path(self, PolyRef start_poly, start, PolyRef goal_poly, goal):
        """The path between two points on given polygons, as ExactFinder.path returns it: (length in the ground plane, points, a
        polygon for each, link ids, corridor, entries); None if there is no way, which isn't kept.

        Raises
        ------
        ValueError
            A polygon that the mesh does not have, a point that is not finite.
        """
        cdef NearestPoly a, b
        cdef Path path
        cdef NavView nav = view_of(&self.mesh.view, self.mesh.view.graph)
        cdef double cost
        cdef bint found
        cdef Inside inside
        self.go_in(&inside)
        read_ends(self.mesh, "path", start_poly, start, goal_poly, goal, &a, &b)
        with nogil:
            found = self.recall(nav, &a, &b, &path, &cost)
        return path_tuple(cost / nav.graph.ground_cost, &path) if found else None

    def clear(self):
        """Remove all paths; the counts stay."""
        cdef Inside inside
        change(&self.guard, &inside)
        remove_all(&self.cache)

    def __repr__(self):
        return f"<PathCache of {len(self)} paths: {self.hits} hits, {self.misses} misses>"

    def __len__(self):
        return self.cache.count

    @property
    def hits(self):
        """How many paths were there when they were asked for."""
        return self.cache.hits

    @property
    def misses(self):
        """How many had to be searched."""
        return self.cache.misses

    @property
    def invalidated(self):
        """How many were dropped because the mesh had changed where a better path could be now."""
        return self.cache.invalidated
