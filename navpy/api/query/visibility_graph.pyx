"""The taut visibility graph as Python sees it: for tests."""
from libc.stdint cimport int32_t, int64_t

from navpy.base.core cimport PolyRef
from navpy.base.guard cimport Guard, Inside, enter
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.path_index cimport turns_in, vertex_in
from navpy.navmesh.navmesh cimport NavMesh
from navpy.query.polyanya.visibility_graph cimport (
    TOO_MANY, TURN_LEFT, TURN_RIGHT, EdgeRange, VertexState, VisibilityGraph, VisibleEdge, edges_of, scan_ahead, update_visibility,
    vertex_at)


cdef class CornerVisibility:
    """The taut visibility graph of a NavMesh, kept until the mesh changes."""
    cdef NavMesh mesh
    cdef Guard guard
    cdef VisibilityGraph graph

    def __cinit__(self, NavMesh mesh not None):
        self.mesh, self.guard.name = mesh, b"the graph"

    cdef int go_in(self, Inside* inside) except -1:
        inside.changes(&self.guard)
        inside.reads(&self.mesh.guard)
        return enter(inside)

    def seen_from(self, PolyRef poly, int32_t i):
        """The corners that a path may go straight to which turns at corner ``i`` of a polygon.

        Returns
        -------
        ([corners], [corners]), None if too much is visible, or if no path turns at the corner
            For paths that turn left, and right. Each is (x, z, turns, polygons that the line there crosses); turns: 1 (left), 2
            (right) or 3 (both).

        Raises
        ------
        ValueError
            No such corner, or a mesh that has no visibility graph: one with links, or with ways that lead one way only.
        """
        cdef const PortalGraph* packed = self.mesh.view.graph
        cdef EdgeRange edges
        cdef int32_t k, corner, vertex
        cdef Inside inside
        self.go_in(&inside)
        if not (0 <= poly < self.mesh.view.poly_count and 0 <= i < packed.faces[poly].count):
            raise ValueError(f"corner: there is no corner {i} of polygon {poly}")
        if not packed.symmetric:
            raise ValueError("corner: the mesh has links or ways that lead one way only")
        corner = packed.faces[poly].first + i
        if packed.half_edges[corner].umbrella < 0:
            return None
        update_visibility(view_of(&self.mesh.view, packed), &self.graph)
        vertex = vertex_at(packed, &self.graph, poly, corner)
        out = []
        for turn in (TURN_LEFT, TURN_RIGHT):
            edges_of(packed, &self.graph, vertex, turn, &edges)
            if edges.first == TOO_MANY:
                return None
            out.append([self.seen_by(&self.graph.edges[edges.first + k]) for k in range(edges.count)])
        return tuple(out)

    def scan_ahead(self, int64_t steps):
        """Scan from corners that no scan was made from yet, for about so many steps of a hundred nanoseconds; are all done?"""
        cdef Inside inside
        self.go_in(&inside)
        return scan_ahead(view_of(&self.mesh.view, self.mesh.view.graph), &self.graph, steps)

    @property
    def scans(self):
        """How many scans were made since nothing was kept."""
        return self.graph.scans

    cdef tuple seen_by(self, const VisibleEdge* edge):
        cdef const VertexState* state = &self.graph.states[vertex_in(edge.end)]
        cdef int32_t scanned = edge.scanned
        polys = []
        while scanned >= 0:
            polys.append(self.graph.polys[scanned].poly)
            scanned = self.graph.polys[scanned].before
        return state.x, -state.y, turns_in(edge.end), polys[::-1]
