"""PathResult, and find_path as Python calls it."""
from array import array

from libc.stdint cimport int64_t
from libcpp.memory cimport shared_ptr

from navpy.base.arguments cimport read_length, read_limit, read_point
from navpy.base.core cimport REASON_GOAL_OFF_MESH, REASON_START_OFF_MESH
from navpy.base.guard cimport Inside, read
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.query.clearance.shared_clearance cimport SharedClearance, map_of, share_clearance
from navpy.query.corridor.astar cimport AT_CENTERS, AT_CLAMPED, AT_MIDPOINTS
from navpy.query.path cimport (
    ALGORITHM_AUTO, ALGORITHM_CENTERS, ALGORITHM_CORRIDOR, ALGORITHM_EXACT, default_options, find_path as search_path)
from navpy.query.path_message cimport path_message, remainder

from navpy.base.core import PathStatus, Reason
from navpy.base.setting import unknown_keyword

__all__ = ["PathResult", "find_path"]

ALGORITHMS = {"auto": ALGORITHM_AUTO, "exact": ALGORITHM_EXACT, "corridor": ALGORITHM_CORRIDOR, "centers": ALGORITHM_CENTERS}
PORTAL_POINTS = {"clamped": AT_CLAMPED, "midpoints": AT_MIDPOINTS, "centers": AT_CENTERS}
OPTIONS = ("allow_partial", "filter", "algorithm", "portal_points", "max_searched", "radius", "simplify", "height_error", "max_length",
           "max_radius")


cdef class PathResult:
    """What a search found, and how it went: test ``status``, the object itself is always true.

    The result of a search that failed has no points, the length 0, and a ``reason``."""

    @property
    def status(self):
        """navpy.PathStatus: COMPLETE, PARTIAL (only with allow_partial or a limit on the path) or FAILED."""
        return PathStatus(self.data.status)

    @property
    def reason(self):
        """navpy.Reason: NONE if the path is complete."""
        return Reason(self.data.reason)

    @property
    def algorithm(self):
        """str: what found it, "exact", "corridor", "centers"; "auto" if nothing was searched."""
        return next(name for name, code in ALGORITHMS.items() if code == self.data.algorithm)

    @property
    def length(self):
        """Meters from point to point in space. Between two points the ground may rise and fall below the straight line, so the way on
        the ground is as long or longer: ``navpy.query.MeshPath(mesh, path.points, path.links).surface_length``."""
        return self.data.length

    @property
    def searched(self):
        """How many nodes the search took from its open list: Polyanya's (exact), else portals and links."""
        return self.data.searched

    @property
    def off_by(self):
        """Meters that the end named by the reason is off the navmesh, infinite if none of that may be walked on; else 0."""
        return self.data.off_by if self.data.reason in (REASON_START_OFF_MESH, REASON_GOAL_OFF_MESH) else 0.0

    @property
    def remainder(self):
        """Meters from the end of the path, or from the start if the search failed, straight to the goal that was asked for. 0 if the
        path is complete, however high over its floor the goal is."""
        return remainder(&self.data)

    @property
    def points(self):
        """float32 (n, 3), meters: start, the corners that the path turns at, start and end of the links that it takes, goal. Between
        two points the height is that of the floor, not of the straight line; along a link there is no floor."""
        import numpy as np
        cdef float[:, ::1] out = np.empty((self.data.point_polys.size(), 3), dtype=np.float32)
        cdef Py_ssize_t i, k
        for i in range(out.shape[0]):
            for k in range(3):
                out[i, k] = <float>self.data.points[3 * i + k]
        return out.base

    @property
    def polygons(self):
        """int32 (n,): for each point a polygon that it lies on."""
        import numpy as np
        return np.array(self.data.point_polys, dtype=np.int32)

    @property
    def links(self):
        """int32 (n,): for each point the id of the link that begins there and leads to the next point, −1 for none."""
        import numpy as np
        return np.array(self.data.point_links, dtype=np.int32)

    @property
    def link_kinds(self):
        """int32 (n,): for each point the kind of the link that begins there, as OffMeshLink.kind has it, −1 for none."""
        import numpy as np
        return np.array(self.data.point_kinds, dtype=np.int32)

    @property
    def flags(self):
        """uint8 (n,): what each point is, navpy.query.PointFlag: START, END, CORNER, LINK_START, LINK_END, SLOPE, LIMIT."""
        import numpy as np
        return np.array(self.data.point_flags, dtype=np.uint8)

    @property
    def corridor(self):
        """int32 (n,), polygons from start to goal."""
        import numpy as np
        return np.array(self.data.corridor, dtype=np.int32)

    @property
    def message(self):
        """One sentence that says how it went, with the numbers."""
        return path_message(&self.data)

    def __reduce__(self):
        return path_of, (state_of(&self.data),)

    def __repr__(self):
        return f"<PathResult {self.status.name}: {self.message}>"


# ---- pickled ----

cdef tuple state_of(PathBuffer* path):
    """All that a path has, as objects that pickle knows."""
    return (path.status, path.reason, path.algorithm, path.off_by, path.start_off_by, path.length, path.searched, path.one_island,
            tuple(path.asked), place_state(&path.start), place_state(&path.goal), array("d", path.points),
            array("i", path.point_polys),
            array("i", path.point_links), array("i", path.point_kinds), bytes(path.point_flags), array("i", path.corridor),
            array("i", path.entries))


cdef tuple place_state(NearestPoly* place):
    return place.poly, tuple(place.point), place.distance


cdef int read_state(tuple state, PathBuffer* out) except -1:
    (out.status, out.reason, out.algorithm, out.off_by, out.start_off_by, out.length, out.searched, out.one_island, asked, start, goal,
     points, polys, links, kinds, flags, corridor, entries) = state
    for i in range(6):
        out.asked[i] = asked[i]
    read_place_state(start, &out.start)
    read_place_state(goal, &out.goal)
    out.points, out.point_polys, out.point_links, out.point_kinds = points, polys, links, kinds
    out.point_flags, out.corridor, out.entries = flags, corridor, entries
    return 0


cdef int read_place_state(tuple state, NearestPoly* out) except -1:
    out.poly, (out.point[0], out.point[1], out.point[2]), out.distance = state
    return 0


def path_of(tuple state not None):
    """A path from the result of PathResult.__reduce__."""
    cdef PathResult result = PathResult.__new__(PathResult)
    read_state(state, &result.data)
    return result


# ---- options and working memory ----

cdef class Workspace:
    """Working memory of searches."""


cdef Workspace borrow(NavMesh mesh):
    return mesh.workspaces.pop() if mesh.workspaces else Workspace.__new__(Workspace)


cdef object choice(str name, dict choices, value):
    try:
        return choices[value]
    except (KeyError, TypeError):
        raise ValueError(f"{name}: must be one of {', '.join(map(repr, choices))}, is {value!r}") from None


cdef int read_options(PathOptions* options, bint allow_partial, dict given, NavMesh mesh) except -1:
    """Options as find_path names them; those that are not given stay as default_options has them."""
    cdef double value
    options[0] = default_options()
    options.allow_partial = allow_partial
    for name in given:
        if name == "algorithm":
            options.algorithm = choice(name, ALGORITHMS, given[name])
        elif name == "portal_points":
            options.portal_points = choice(name, PORTAL_POINTS, given[name])
        elif name == "max_searched":
            value = read_limit(name, given[name], "nodes")
            options.max_searched = <int64_t>value if value < 9e18 else options.max_searched
        elif name == "radius":
            value = 0.0 if given[name] is None else read_length(name, given[name])
            options.radius = max(value - mesh.view.agent_radius, 0.0)
        elif name == "simplify":
            options.epsilon = -1.0 if given[name] is None else read_limit(name, given[name])
        elif name == "height_error":
            options.height_error = read_limit(name, given[name])
        elif name == "max_length":
            options.max_length = read_limit(name, given[name])
        elif name == "max_radius":
            options.max_radius = read_limit(name, given[name])
        else:
            raise TypeError(unknown_keyword("find_path()", name, OPTIONS))
    if options.radius > 0.0 and options.algorithm not in (ALGORITHM_AUTO, ALGORITHM_EXACT):
        raise ValueError(f"algorithm: a path for a wider agent is found by 'auto' or 'exact', not by {given['algorithm']!r}")
    return 0


def find_path(NavMesh mesh not None, start, goal, bint allow_partial=False, *, QueryFilter filter=None, **options):
    """The path from start to goal.

    Parameters
    ----------
    mesh : NavMesh
    start, goal : (x, y, z)
        Meters. Both are taken to the floor under them (NavMesh.locate).
    allow_partial : bool
        A goal that cannot be reached is replaced by the reachable point nearest to it; a goal that only a narrower agent could get to,
        by the nearest point that ways wide enough for the radius lead to.
    filter : QueryFilter, optional
        Of this mesh: what may be used, and what it costs.
    radius : float, optional
        The agent's, meters. If it is more than the radius of the mesh, the path keeps the difference away from walls, and out of gaps
        that are too narrow; from an end closer to a wall it leads straight to the nearest place that is not. max_searched doesn't
        count then.
    algorithm : {"auto", "exact", "corridor", "centers"}
        "auto": as in the notes; "exact", "corridor": force one; "centers": through the middles of the corridor's portals.
    portal_points : {"clamped", "midpoints", "centers"}
        Where A* enters a portal: at the point nearest to the straight line from start to goal, in its middle, or at the center of the
        polygon.
    max_searched : int, optional
        Nodes that the search may take from its open list.
    simplify : float, optional
        Meters that the path may be off in the ground plane, never off the mesh, for fewer points.
    height_error : float, optional
        Meters that the straight legs may be above or below the ground, for which points are added.
    max_length, max_radius : float, optional
        Meters along the path, and around its start, beyond which it is cut off.

    Returns
    -------
    PathResult
        Everything that is no bad argument, a NaN too, is a status with a reason. So is a limit that was hit.

    Raises
    ------
    ValueError
        A point that has not 3 coordinates, a bad option.

    Notes
    -----
    If all polygons cost the same, the path is the shortest one in the ground plane (Polyanya: Cui, Harabor & Grastien 2017). If not,
    it goes through the polygons that A* finds cheapest (Hart, Nilsson & Raphael 1968), is pulled taut in them (the funnel of Lee &
    Preparata 1984) and then moved to where it costs least. It crosses links straight ahead, and enters no area that is exit-only.
    """
    cdef PathResult result = PathResult.__new__(PathResult)
    cdef Workspace workspace
    cdef PathOptions chosen
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph
    cdef SharedClearance clearance
    cdef Inside inside
    cdef double a[3]
    cdef double b[3]
    read_point("start", start, a)
    read_point("goal", goal, b)
    read_options(&chosen, allow_partial, options, mesh)
    read(&mesh.guard, &inside)
    graph = mesh.graph_for(filter, &held)
    clearance = share_clearance(mesh, graph, held, chosen.radius)
    chosen.clearance = map_of(clearance)
    workspace = borrow(mesh)
    with nogil:
        search_path(view_of(&mesh.view, graph), &chosen, &workspace.search, a, b, &result.data)
    mesh.workspaces.append(workspace)
    return result
