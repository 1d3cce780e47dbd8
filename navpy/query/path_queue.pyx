"""Searches spread over frames: many requests, answered one after the other, a bounded number of nodes at a time."""
from libc.stdint cimport int64_t, uint64_t
from libcpp.memory cimport shared_ptr

from navpy.base.arguments cimport read_point
from navpy.mesh.nav_view cimport view_of
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.path cimport PathOptions, PathSearch, advance_path, begin_path
from navpy.query.path_result cimport PathResult, read_options
from navpy.navmesh.packed cimport packed_graph
from navpy.query.clearance.shared_clearance cimport SharedClearance, map_of, share_clearance
from navpy.navmesh.query_filter cimport QueryFilter


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
    """PathQueue(mesh): paths for many who can wait a few frames.

    ``start`` puts a request in, ``advance`` works on the requests in their order, by at most so many nodes, and ``finish``
    gives the answer when it is there. The paths are those of NavMesh.find_path. A search that the mesh changes under
    begins anew; one that a filter changes under goes on with what the filter was. One working memory serves the whole queue, which
    is for one thread at a time; what is taken back while another thread searches for it has no answer, as at any other time."""
    cdef NavMesh mesh
    cdef PathSearch search
    cdef list waiting                   # tickets; the first is the one that is searched for
    cdef bint begun                     # is it?
    cdef uint64_t version               # of the mesh when it was
    cdef shared_ptr[PortalGraph] held   # what it is searched on with a filter
    cdef const PortalGraph* graph       # what it is searched on
    cdef SharedClearance clearance      # likewise with a radius

    def __cinit__(self, NavMesh mesh not None):
        self.mesh, self.waiting, self.begun = mesh, [], False

    def __len__(self):
        """Requests that are not over."""
        return len(self.waiting)

    def start(self, start, goal, bint allow_partial=False, *, QueryFilter filter=None, **options):
        """A PathTicket for the path from start to goal, with the options of find_path. ValueError likewise."""
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
        """Search on, by at most so many nodes; a request counts as one more. Returns how many requests are not over yet."""
        return self.search_on(min(max_iterations, 1 << 62))

    cdef Py_ssize_t search_on(self, int64_t max_iterations) except -1:
        cdef PathTicket ticket
        cdef PathResult result
        cdef int64_t before
        cdef bint over
        while self.waiting and max_iterations > 0:
            ticket = self.waiting[0]
            result = ticket.result          # held: who takes the ticket back meanwhile takes its result from it
            if not self.begun or self.version != self.mesh.view.version:
                self.begun = False
                self.graph = packed_graph(self.mesh, ticket.filter, &self.held)
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
            if ticket.is_over:              # taken back meanwhile
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
        """The PathResult of a request, None while it is not over and where it was cancelled."""
        return ticket.result if ticket.is_over else None

    def cancel(self, PathTicket ticket not None):
        """Take a request back; it has no answer then. Nothing happens where it is over."""
        if not ticket.is_over and ticket in self.waiting:
            self.leave(ticket)
            ticket.result = None
