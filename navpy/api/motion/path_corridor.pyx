"""PathCorridor: a path that moves along with its agent and its goal."""
from libcpp.memory cimport shared_ptr

from navpy.base.arguments cimport read_point
from navpy.base.guard cimport Guard, Inside, enter, read, settle
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport view_of
from navpy.motion.agent.path_corridor cimport CorridorData, CorridorUpdate, corridor_move, corridor_retarget, corridor_search
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.query.path cimport PathBuffer, default_options
from navpy.api.query.path_result cimport PathResult, Workspace, borrow
from navpy.query.surface.flood cimport Flood

__all__ = ["PathCorridor"]


cdef class PathCorridor:
    """PathCorridor(mesh, start, goal, *, allow_partial=False, filter=None): a path that is kept while its agent walks.

    ``move`` tells where the agent is, ``retarget`` where it wants to go. The path is searched anew only when the agent was carried off
    the surface that it can walk on, when the goal has moved by more than a twentieth of the path since the last search or to where it
    cannot walk, and when the mesh has changed so that the path is not clear any more. So the path is longer than the shortest one by
    about a tenth at most, unless the mesh offers a new one. Where costs differ, the path is the cheapest one of its corridor, and it
    is searched anew also when rules or costs have changed, or changed tiles have made it dearer. The goal may be unreachable: then
    ``path`` tells why, and each call searches again.

    Parameters
    ----------
    mesh : NavMesh
    start, goal : (x, y, z)
        In meters.
    allow_partial : bool
        Where the goal is unreachable, a path to the nearest reachable point.
    filter : QueryFilter, optional

    Raises
    ------
    ValueError
        A point that is not three numbers, a filter of another mesh.

    Notes
    -----
    Detour's dtPathCorridor, after Mononen 2010.
    """
    cdef NavMesh mesh
    cdef Guard guard
    cdef CorridorData data
    cdef Flood flood
    cdef QueryFilter filter
    cdef shared_ptr[PortalGraph] held

    def __cinit__(self, NavMesh mesh not None, start, goal, *, bint allow_partial=False, QueryFilter filter=None):
        cdef double a[3]
        cdef double b[3]
        cdef Workspace workspace
        cdef const PortalGraph* graph
        read_point("start", start, a)
        read_point("goal", goal, b)
        cdef Inside inside
        read(&mesh.guard, &inside)
        self.mesh, self.filter, self.guard.name = mesh, filter, b"the corridor"
        self.data.options = default_options()
        self.data.options.allow_partial = allow_partial
        self.data.searches = self.data.repairs = self.data.shortcuts = 0
        graph = mesh.graph_for(filter, &self.held)
        workspace = borrow(self.mesh)
        with nogil:
            corridor_search(view_of(&mesh.view, graph), &self.data, &workspace.search, a, b)
        self.mesh.workspaces.append(workspace)

    cdef int update(self, CorridorUpdate change, str name, point) except -1:
        cdef double at[3]
        cdef Workspace workspace
        cdef const PortalGraph* graph
        cdef Inside inside
        read_point(name, point, at)
        inside.changes(&self.guard)
        inside.reads(&self.mesh.guard)
        enter(&inside)
        graph = self.mesh.graph_for(self.filter, &self.held)
        workspace = borrow(self.mesh)
        with nogil:
            change(view_of(&self.mesh.view, graph), &self.data, &workspace.search, &self.flood, at)
        self.mesh.workspaces.append(workspace)
        return 0

    def move(self, position):
        """The agent is at another position now.

        Parameters
        ----------
        position : (x, y, z)
            In meters.

        Raises
        ------
        ValueError
            A position that is not three numbers.
        """
        self.update(corridor_move, "position", position)

    def retarget(self, goal):
        """The agent wants to go to another goal now.

        Parameters
        ----------
        goal : (x, y, z)
            In meters.

        Raises
        ------
        ValueError
            A goal that is not three numbers.
        """
        self.update(corridor_retarget, "goal", goal)

    @property
    def path(self):
        """PathResult: from the agent to its goal."""
        cdef PathResult result = PathResult.__new__(PathResult)
        settle(&self.guard)
        result.data = self.data.path
        return result

    @property
    def next_corner(self):
        """(x, y, z) or None: the corner in meters that the agent walks straight to; the goal itself at the goal, None without a
        path."""
        cdef PathBuffer* path = &self.data.path
        cdef Py_ssize_t i
        settle(&self.guard)
        if path.points.empty():
            return None
        i = 3 if path.points.size() > 3 else 0
        return path.points[i], path.points[i + 1], path.points[i + 2]

    @property
    def searches(self):
        """int: paths searched so far, the first included."""
        return self.data.searches

    @property
    def repairs(self):
        """int: changes of the mesh after which the path was kept without a search."""
        return self.data.repairs

    @property
    def shortcuts(self):
        """int: corners skipped because the one after them was in sight."""
        return self.data.shortcuts

    def __repr__(self):
        return f"<PathCorridor {self.path!r}, searched {self.data.searches} times>"
