"""Searches spread over frames: many requests, answered one after the other, a bounded number of nodes at a time."""
from libc.stdint cimport int64_t, uint64_t
from libcpp.memory cimport shared_ptr

from navpy.api.query.path_result cimport PathResult, read_options
from navpy.base.arguments cimport read_point
from navpy.base.guard cimport Guard, Inside, enter
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport view_of
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.query.clearance.shared_clearance cimport SharedClearance, map_of, share_clearance
from navpy.query.path cimport PathOptions, PathSearch, advance_path, begin_path

__all__ = ["PathQueue", "PathTicket"]


cdef class PathTicket:
    """A request that was put into a PathQueue."""
    cdef PathResult result
    cdef PathOptions options
    cdef QueryFilter filter
    cdef double start[3]
    cdef double goal[3]
    cdef readonly bint is_over          #: the answer is there, or the request was cancelled

    def __repr__(self):
        return f"<PathTicket {'over' if self.is_over else 'waiting'}>"


cdef class PathQueue:
    """Paths for many who can wait a few frames, those of NavMesh.find_path.

    ``start`` puts a request in, ``advance`` works on the requests in their order, by a limited number of nodes, and ``finish`` gives
    the answer when it is there. If the mesh changes during a search, that begins again; if a filter changes, the search goes on with
    what the filter was.

    Parameters
    ----------
    mesh : NavMesh

    Notes
    -----
    One working memory serves the whole queue: threads that advance it at once wait for each other. A request that is cancelled while
    another thread searches for it has no answer, as at any other time.
    """
    cdef NavMesh mesh
    cdef Guard guard                    # of the search, which advance alone changes
    cdef PathSearch search
    cdef list waiting                   # tickets
    cdef bint begun                     # has the search for the first of them?
    cdef uint64_t version               # of the mesh when it began
    cdef shared_ptr[PortalGraph] held   # keeps a filter's graph alive
    cdef const PortalGraph* graph       # that is searched
    cdef SharedClearance clearance      # likewise, for a radius

    def __cinit__(self, NavMesh mesh not None):
        self.mesh, self.waiting, self.begun, self.guard.name = mesh, [], False, b"the queue"

    def __repr__(self):
        return f"<PathQueue: {len(self)} waiting>"

    def __len__(self):
        """Requests that are not over."""
        return len(self.waiting)

    def start(self, start, goal, bint allow_partial=False, *, QueryFilter filter=None, **options):
        """Put in a request, with the parameters and errors of find_path.

        Returns
        -------
        PathTicket
        """
        cdef PathTicket ticket = PathTicket.__new__(PathTicket)
        read_point("start", start, ticket.start)
        read_point("goal", goal, ticket.goal)
        read_options(&ticket.options, allow_partial, options, self.mesh)
        ticket.result = PathResult.__new__(PathResult)
        if filter is not None and filter.mesh is not self.mesh:
            raise ValueError("filter: is one of another mesh")
        ticket.filter = filter
        self.waiting.append(ticket)
        return ticket

    def advance(self, max_iterations):
        """Search on, by at most so many nodes; beginning with a request counts as one more. Returns how many requests are not over
        yet."""
        return self.search_on(min(max_iterations, 1 << 62))

    cdef Py_ssize_t search_on(self, int64_t max_iterations) except -1:
        cdef PathTicket ticket
        cdef PathResult result
        cdef int64_t before
        cdef bint over
        cdef Inside inside
        inside.changes(&self.guard)
        inside.reads(&self.mesh.guard)
        enter(&inside)
        while self.waiting and max_iterations > 0:
            ticket = self.waiting[0]
            result = ticket.result          # held: cancel takes it from the ticket
            if not self.begun or self.version != self.mesh.view.version:
                self.begun = False
                self.graph = self.mesh.graph_for(ticket.filter, &self.held)
                self.clearance = share_clearance(self.mesh, self.graph, self.held, ticket.options.radius)
                ticket.options.clearance = map_of(self.clearance)
                self.begun, self.version, max_iterations = True, self.mesh.view.version, max_iterations - 1
                with nogil:
                    over = begin_path(view_of(&self.mesh.view, self.graph), &ticket.options, &self.search, ticket.start,
                                      ticket.goal, &result.data)
            else:
                before = result.data.searched
                with nogil:
                    over = advance_path(view_of(&self.mesh.view, self.graph), &ticket.options, &self.search, max_iterations,
                                        &result.data)
                max_iterations -= max(result.data.searched - before, 1)
            if ticket.is_over:              # cancelled meanwhile
                self.begun = False
            elif over:
                self.leave(ticket)
        return len(self.waiting)

    cdef int leave(self, PathTicket ticket) except -1:
        if self.waiting[0] is ticket:
            self.begun = False
        self.waiting.remove(ticket)
        ticket.is_over = True
        return 0

    def finish(self, PathTicket ticket not None):
        """PathResult or None: the answer to a request; None while it is not over, and if it was cancelled."""
        return ticket.result if ticket.is_over else None

    def cancel(self, PathTicket ticket not None):
        """Take a request back: it has no answer then. Does nothing if the request is over."""
        if not ticket.is_over and ticket in self.waiting:
            self.leave(ticket)
            ticket.result = None
