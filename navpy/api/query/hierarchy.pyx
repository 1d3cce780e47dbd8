"""HierarchicalSearch: paths over a large NavMesh of tiles."""
from libc.stdint cimport int32_t

from navpy.api.query.given_ends cimport path_tuple, read_ends
from navpy.api.query.path_result cimport PathResult
from navpy.base.arguments cimport read_length, read_point
from navpy.base.core cimport PolyRef, REASON_GOAL_UNREACHABLE
from navpy.base.guard cimport Guard, Inside, enter, settle
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path
from navpy.navmesh.navmesh cimport NavMesh
from navpy.query.clusters cimport MOST_SIDE, Cluster, Hierarchy, start_hierarchy, update_hierarchy
from navpy.query.hierarchy cimport ClusterSearch, find_over_clusters
from navpy.query.path cimport ALGORITHM_HIERARCHY, PathBuffer, PathOptions, default_options, finish_path, place_ends


cdef class HierarchicalSearch:
    """Paths over a large NavMesh of tiles, by way of clusters of tiles (HPA*: Botea, Müller & Schaeffer 2004).

    If all polygons cost the same, a path that is found without the clusters is longer than the shortest one by at most the tolerance,
    as a share of it; all paths between clusters that touch are such. Another path is so within the tiles around the way over the
    clusters, which rarely misses a shorter one. If polygons cost differently, it is the cheapest path through the polygons that A*
    finds in these tiles.

    Parameters
    ----------
    mesh : NavMesh
    cluster_tiles : int, 1 … 8
        Tiles along a cluster.
    tolerance : float, ≥ 0
        Share of its length by which a path may be longer than the shortest one.
    patience : float, ≥ 0
        How long a search may take without the clusters: 1 as long as is usual, 0 none of it.

    Raises
    ------
    ValueError
        Another number of tiles, a tolerance or patience that isn't finite or is below 0.

    Notes
    -----
    The next search computes the clusters again whose tiles, links or costs have changed. Threads that ask one object wait for each other.
    """
    cdef NavMesh mesh
    cdef Guard guard
    cdef Hierarchy hierarchy
    cdef ClusterSearch search
    cdef double tolerance, patience

    def __cinit__(self, NavMesh mesh not None, int32_t cluster_tiles=3, tolerance=0.02, patience=1.0):
        if not 1 <= cluster_tiles <= MOST_SIDE:
            raise ValueError(f"cluster_tiles: must be 1 … {MOST_SIDE}, is {cluster_tiles}")
        self.mesh, self.guard.name = mesh, b"the hierarchy"
        self.tolerance, self.patience = read_length("tolerance", tolerance), read_length("patience", patience)
        start_hierarchy(&self.hierarchy, cluster_tiles)

    cdef int go_in(self, Inside* inside) except -1:
        inside.changes(&self.guard)
        inside.reads(&self.mesh.guard)
        return enter(inside)

    cdef bint find(self, NavView nav, const NearestPoly* start, const NearestPoly* goal, Path* out) except -1 nogil:
        update_hierarchy(nav, &self.hierarchy, &self.search.local)
        return find_over_clusters(nav, &self.hierarchy, &self.search, start, goal, self.tolerance, self.patience, out)

    def __repr__(self):
        return f"<HierarchicalSearch over {self.hierarchy.order.size()} clusters of {self.hierarchy.side} × {self.hierarchy.side} tiles>"

    def update(self):
        """Compute the clusters again that have changed; returns how many there were."""
        cdef Inside inside
        self.go_in(&inside)
        with nogil:
            update_hierarchy(view_of(&self.mesh.view, self.mesh.view.graph), &self.hierarchy, &self.search.local)
        return self.hierarchy.computed

    def find_path(self, start, goal):
        """The path from start to goal, (x, y, z) in meters each, as a PathResult; see NavMesh.find_path.

        Raises
        ------
        ValueError
            A point that has not 3 coordinates.
        """
        cdef PathResult result = PathResult.__new__(PathResult)
        cdef PathBuffer* out = &result.data
        cdef PathOptions options = default_options()
        cdef NavView nav = view_of(&self.mesh.view, self.mesh.view.graph)
        cdef double a[3]
        cdef double b[3]
        cdef Inside inside
        read_point("start", start, a)
        read_point("goal", goal, b)
        self.go_in(&inside)
        with nogil:
            if place_ends(nav, a, b, out):
                out.algorithm = ALGORITHM_HIERARCHY
                if self.find(nav, &out.start, &out.goal, <Path*>out):
                    finish_path(nav, &options, out)
                else:
                    out.reason = REASON_GOAL_UNREACHABLE
                out.searched = self.search.searched
        return result

    def path(self, PolyRef start_poly, start, PolyRef goal_poly, goal):
        """(cost, points, a polygon for each, link ids, corridor, entries) of a path between two points on given polygons; None if there
        is none.

        Raises
        ------
        ValueError
            A polygon that the mesh does not have, a point that is not finite.
        """
        cdef NearestPoly a, b
        cdef Path path
        cdef bint found
        cdef Inside inside
        self.go_in(&inside)
        read_ends(self.mesh, "path", start_poly, start, goal_poly, goal, &a, &b)
        with nogil:
            found = self.find(view_of(&self.mesh.view, self.mesh.view.graph), &a, &b, &path)
        return path_tuple(self.search.cost, &path) if found else None

    @property
    def searched(self):
        """How many nodes of all kinds the last search took from its open lists."""
        return self.search.searched

    @property
    def wide(self):
        """Whether the last search needed the clusters."""
        return self.search.wide

    @property
    def clusters(self):
        """How many clusters are kept, with those that were left without tiles by the last changes."""
        return self.hierarchy.clusters.size()

    @property
    def exits(self):
        """((x, y, z), (x, y, z)) of each exit, meters: where it is left and where it leads to; cluster by cluster, by z, then x."""
        out = []
        settle(&self.guard)
        for cluster in self.hierarchy.order:
            for exit in self.hierarchy.clusters[cluster].exits:
                out.append(((exit.leave[0], exit.leave[1], exit.leave[2]), (exit.land[0], exit.land[1], exit.land[2])))
        return out

    @property
    def intra_edges(self):
        """`[entry][exit]` costs of each cluster, infinite if no way leads there inside it; by z, then x."""
        cdef Cluster* cluster
        out = []
        settle(&self.guard)
        for index in self.hierarchy.order:
            cluster = &self.hierarchy.clusters[index]
            count = cluster.exits.size()
            out.append([[cluster.edges[i * count + k].cost for k in range(count)] for i in range(cluster.entries.size())])
        return out
