"""Searches over clusters of tiles.

A search first tries without: a weighted search for the path itself (Pohl 1970), from the start and then from the goal, ends soon where
one of the two lies open. Where neither does, the way over the exits of clusters tells the tiles that the path may go through, and those
around them; the path is searched for in these alone. Where all ways lead back that is done from both ends to an exit in the middle: loops
are taken out of what they find together, it is pulled taut, and a shorter way looked for around the middle."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset
from libcpp.algorithm cimport reverse
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_length, read_point
from navpy.base.core cimport NO_POLY, PolyRef, REASON_GOAL_UNREACHABLE
from navpy.base.geom cimport distance2
from navpy.base.heap cimport heap_pop, heap_put, heap_reset
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView, island_of, tile_at
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.clusters cimport (MOST_SIDE, Cluster, Exit, Hierarchy, Hop, TautPath, allow_tiles, cluster_at,
                                   start_hierarchy, taut_cost, update_hierarchy)
from navpy.query.polyanya.polyanya_search cimport advance_exact, begin_exact_within
from navpy.query.corridor.crossings cimport pull_path
from navpy.navmesh.given_ends cimport path_tuple, read_ends
from navpy.query.clearance.local_search cimport Arrival, arrive_at, search_locally, trace_ways
from navpy.query.path cimport ALGORITHM_HIERARCHY, PathBuffer, PathOptions, default_options, finish_path, place_ends
from navpy.query.path_result cimport PathResult
from navpy.query.corridor.path_shaping cimport plan_length
from navpy.query.polyanya.polyanya cimport trace_exact
from navpy.query.corridor.refinement cimport path_cost, refine_path

cdef enum:
    LEAST_CONES = 300               # expansions that a search may take before it is helped
    CONES_A_TILE = 12               # and this many more for each tile that start and goal are apart
    AROUND = 2                      # tiles on all sides of the way over the exits that a path may go through; one fewer for A*
    MOST_CONES = 2000               # expansions that looking for a shorter way in the middle is worth


# ---- a search over the exits ----

cdef int start_search(const Hierarchy* hierarchy, ClusterSearch* search) except -1 nogil:
    cdef size_t count = hierarchy.node_cluster.size()
    if search.visits.size() != count or search.visit == 0xffffffffU:
        search.visits.clear()
        search.visits.resize(count)
        search.visit = 0
    search.costs.resize(count)
    search.parents.resize(count)
    heap_reset(&search.heap, count)
    search.visit += 1
    return 0


cdef inline int offer_node(NavView nav, const Exit* exit, ClusterSearch* search, int32_t node,
                           int32_t parent, double cost, const NearestPoly* goal) except -1 nogil:
    if search.visits[node] == search.visit and search.costs[node] <= cost:
        return 0
    search.visits[node], search.costs[node], search.parents[node] = search.visit, cost, parent
    return heap_put(&search.heap, node, cost + nav.graph.least_cost * distance2(exit.land[0], exit.land[2], goal.point[0], goal.point[2]))


cdef int search_cluster(NavView nav, const Cluster* cluster, ClusterSearch* search,
                        const NearestPoly* end, bint backwards) except -1 nogil:
    """What it costs to come from an end to everywhere in its cluster; backwards: from everywhere to it."""
    search.local.links = &cluster.links
    allow_tiles(nav.mesh, &cluster.tiles, 1, &search.allowed)
    search_locally(nav, &search.local, end.poly, end.point, backwards, NO_POLY, NULL)
    allow_tiles(nav.mesh, &cluster.tiles, 0, &search.allowed)
    search.searched += search.local.searched
    return 0


cdef int connect_start(NavView nav, const Hierarchy* hierarchy, ClusterSearch* search,
                       int32_t index, const NearestPoly* start, const NearestPoly* goal) except -1 nogil:
    """Offer the exits of the start's cluster."""
    cdef const Cluster* cluster = &hierarchy.clusters[index]
    cdef TautPath path
    cdef Arrival arrival
    cdef size_t i
    search_cluster(nav, cluster, search, start, False)
    search.first_tiles.resize(cluster.exits.size())
    search.direct = INFINITY
    if cluster_at(nav.mesh, hierarchy, goal.poly) == index:
        arrive_at(nav, &search.local, goal.poly, goal.point, &arrival)
        search.direct = taut_cost(nav, &search.local, goal.point, goal.poly, &arrival, &path)
        search.direct_tiles = arrival.marks
    for i in range(cluster.exits.size()):
        arrive_at(nav, &search.local, cluster.exits[i].poly, cluster.exits[i].leave, &arrival)
        search.first_tiles[i] = arrival.marks
        if arrival.cost < INFINITY:
            offer_node(nav, &cluster.exits[i], search, cluster.first_node + <int32_t>i, -1,
                       taut_cost(nav, &search.local, cluster.exits[i].leave, cluster.exits[i].poly, &arrival, &path)
                       + cluster.exits[i].cost, goal)
    return 0


cdef int connect_goal(NavView nav, const Hierarchy* hierarchy, ClusterSearch* search,
                      int32_t index, const NearestPoly* goal) except -1 nogil:
    """What is left of the way from each entry of the goal's cluster."""
    cdef const Cluster* cluster = &hierarchy.clusters[index]
    cdef TautPath path
    cdef Arrival arrival
    cdef size_t i
    search_cluster(nav, cluster, search, goal, True)
    search.rests.resize(cluster.entries.size())
    search.rest_tiles.resize(cluster.entries.size())
    for i in range(cluster.entries.size()):
        arrive_at(nav, &search.local, cluster.entries[i].poly, cluster.entries[i].point, &arrival)
        search.rest_tiles[i] = arrival.marks
        search.rests[i] = taut_cost(nav, &search.local, cluster.entries[i].point, cluster.entries[i].poly, &arrival, &path)
    return 0


cdef inline const Exit* exit_of(const Hierarchy* hierarchy, int32_t node) noexcept nogil:
    cdef const Cluster* cluster = &hierarchy.clusters[hierarchy.node_cluster[node]]
    return &cluster.exits[node - cluster.first_node]


cdef int32_t search_exits(NavView nav, const Hierarchy* hierarchy, ClusterSearch* search,
                          const NearestPoly* start, const NearestPoly* goal) except -2 nogil:
    """The last exit on the cheapest way over the clusters, −1 where the direct one is the cheapest, or none leads there."""
    cdef int32_t start_cluster = cluster_at(nav.mesh, hierarchy, start.poly), goal_cluster = cluster_at(nav.mesh, hierarchy, goal.poly)
    cdef int32_t node, last = -1
    cdef const Cluster* cluster
    cdef const Exit* exit
    cdef const Hop* hops
    cdef double best
    cdef size_t k
    start_search(hierarchy, search)
    search.local.allowed, search.local.tile_marks = search.allowed.data(), &hierarchy.tile_marks
    connect_start(nav, hierarchy, search, start_cluster, start, goal)
    best = search.direct
    connect_goal(nav, hierarchy, search, goal_cluster, goal)
    while search.heap.entries.size() > 0 and search.heap.entries[0].key < best:
        node = heap_pop(&search.heap)
        search.searched += 1
        exit = exit_of(hierarchy, node)
        if exit.cluster == goal_cluster and search.costs[node] + search.rests[exit.entry] < best:
            best = search.way_cost = search.costs[node] + search.rests[exit.entry]
            last = node
        cluster = &hierarchy.clusters[exit.cluster]
        if cluster.exits.empty():
            continue
        hops = &cluster.hops[<size_t>exit.entry * cluster.exits.size()]
        for k in range(cluster.exits.size()):
            if hops[k].cost < INFINITY:
                offer_node(nav, &cluster.exits[k], search, cluster.first_node + <int32_t>k, node,
                           search.costs[node] + hops[k].cost + cluster.exits[k].cost, goal)
    return last


cdef int choose_tiles(const MeshView* mesh, const Cluster* cluster, int32_t side, uint64_t tiles, int32_t around,
                      ClusterSearch* search) except -1 nogil:
    """The tiles of a cluster that are in a set, and those around them."""
    cdef int32_t i, k, dx, dz, tile, width = 2 * around + 1
    for i in range(side * side):
        if tiles >> i & 1:
            for k in range(width * width):
                dx, dz = k % width - around, k // width - around
                tile = tile_at(mesh, cluster.x * side + i % side + dx, cluster.z * side + i // side + dz)
                if tile >= 0 and mesh.tiles[tile].poly_count > 0 and not search.allowed[mesh.tiles[tile].first_poly]:
                    memset(&search.allowed[mesh.tiles[tile].first_poly], 1, mesh.tiles[tile].poly_count)
                    search.chosen.push_back(tile)
    return 0


cdef int choose_way(const MeshView* mesh, const Hierarchy* hierarchy, ClusterSearch* search, const NearestPoly* goal, int32_t last,
                    int32_t around) except -1 nogil:
    """The tiles around the way over the exits."""
    cdef const Exit* before
    cdef const Cluster* cluster = &hierarchy.clusters[cluster_at(mesh, hierarchy, goal.poly)]
    cdef int32_t node = last, parent
    search.chosen.clear()
    choose_tiles(mesh, cluster, hierarchy.side, search.direct_tiles if last < 0 else search.rest_tiles[exit_of(hierarchy, last).entry],
                 around, search)
    while node >= 0:
        parent = search.parents[node]
        cluster = &hierarchy.clusters[hierarchy.node_cluster[node]]
        if parent >= 0:
            before = exit_of(hierarchy, parent)
            choose_tiles(mesh, cluster, hierarchy.side,
                         cluster.hops[<size_t>before.entry * cluster.exits.size() + (node - cluster.first_node)].tiles, around,
                         search)
        else:
            choose_tiles(mesh, cluster, hierarchy.side, search.first_tiles[node - cluster.first_node], around, search)
        node = parent
    return 0


# ---- a search for the path ----

cdef bint search_cones_within(NavView nav, ClusterSearch* search, const NearestPoly* start,
                              const NearestPoly* goal, const uint8_t* allowed, double tolerance, int32_t limit) except -1 nogil:
    """Is the search over before the limit, −1: none?"""
    cdef bint over
    begin_exact_within(nav, &search.exact, start, goal, allowed, 1.0 + tolerance)
    over = advance_exact(nav, &search.exact, limit)
    search.searched += search.exact.searched
    return over


cdef int turn_round(vector[PolyRef]* corridor, vector[double]* points, vector[PolyRef]* point_polys) except -1 nogil:
    """The same path the other way; there are no links in it."""
    cdef size_t i, count = point_polys.size()
    cdef int k
    reverse(corridor.begin(), corridor.end())
    reverse(point_polys.begin(), point_polys.end())
    for i in range(count // 2):
        for k in range(3):
            points[0][3 * i + k], points[0][3 * (count - 1 - i) + k] = points[0][3 * (count - 1 - i) + k], points[0][3 * i + k]
    return 0


cdef int drop_loops(const MeshView* mesh, ClusterSearch* search, vector[PolyRef]* corridor, vector[int32_t]* entries) except -1 nogil:
    """A shortest path goes through a convex polygon once."""
    cdef size_t i, kept = 0, count = corridor.size()
    search.last_place.resize(mesh.poly_count)
    for i in range(count):
        search.last_place[corridor.at(i)] = <int32_t>i
    i = 0
    while i < count:
        corridor[0][kept], entries[0][kept] = corridor.at(i), entries.at(i)
        kept += 1
        i = search.last_place[corridor.at(i)] + 1
    corridor.resize(kept)
    entries.resize(kept)
    return 0


cdef bint mend_middle(NavView nav, ClusterSearch* search, double reach, vector[PolyRef]* corridor,
                      vector[int32_t]* entries, const vector[double]* points, const vector[PolyRef]* point_polys) except -1 nogil:
    """Look for a shorter way between the points of the path that are a reach before and behind its half."""
    cdef const double* p = points.data()
    cdef double at = 0.0, half = 0.5 * plan_length(points)
    cdef size_t i, from_ = 0, to = point_polys.size() - 1, first = 0, last = corridor.size() - 1
    cdef NearestPoly a, b
    cdef vector[double] new_points
    cdef vector[PolyRef] new_polys
    cdef vector[int32_t] new_links
    for i in range(1, point_polys.size()):
        at += distance2(p[3 * i - 3], p[3 * i - 1], p[3 * i], p[3 * i + 2])
        if at <= half - reach:
            from_ = i
        elif at >= half + reach:
            to = i
            break
    a.poly, b.poly = point_polys.at(from_), point_polys.at(to)
    for i in range(3):
        a.point[i], b.point[i] = p[3 * from_ + i], p[3 * to + i]
    while first < last and corridor.at(first) != a.poly:
        first += 1
    while last > first and corridor.at(last) != b.poly:
        last -= 1
    if corridor.at(first) != a.poly or corridor.at(last) != b.poly \
            or not search_cones_within(nav, search, &a, &b, search.allowed.data(), 0.0, MOST_CONES) \
            or not trace_exact(nav, &search.exact, &a, &b, &search.way, &search.way_entries, &new_points, &new_polys, &new_links):
        return False
    search.way.insert(search.way.end(), corridor.begin() + last + 1, corridor.end())
    search.way_entries.insert(search.way_entries.end(), entries.begin() + last + 1, entries.end())
    search.way_entries[0] = entries.at(first)
    corridor.resize(first)
    entries.resize(first)
    corridor.insert(corridor.end(), search.way.begin(), search.way.end())
    entries.insert(entries.end(), search.way_entries.begin(), search.way_entries.end())
    drop_loops(nav.mesh, search, corridor, entries)
    return True


cdef int32_t middle_exit(const Hierarchy* hierarchy, const ClusterSearch* search, int32_t last) noexcept nogil:
    """The exit on the way over the exits that is the nearest to its half; −1: there is none."""
    cdef double half = 0.5 * search.way_cost
    cdef int32_t best = last
    while last >= 0:
        if fabs(search.costs[last] - half) < fabs(search.costs[best] - half):
            best = last
        last = search.parents[last]
    return best


cdef bint find_halves(NavView nav, const Hierarchy* hierarchy, ClusterSearch* search,
                      const NearestPoly* start, const NearestPoly* goal, int32_t middle, double tolerance, vector[PolyRef]* corridor,
                      vector[int32_t]* entries, vector[double]* points, vector[PolyRef]* point_polys,
                      vector[int32_t]* point_links) except -1 nogil:
    """From both ends to an exit in the middle, then pulled taut; in one where not all ways lead back."""
    cdef NearestPoly place
    cdef const Exit* exit
    cdef int i
    if middle < 0 or not hierarchy.two_way:
        search_cones_within(nav, search, start, goal, search.allowed.data(), tolerance, -1)
        search.cost = nav.graph.ground_cost * search.exact.best
        return trace_exact(nav, &search.exact, start, goal, corridor, entries, points, point_polys, point_links)
    exit = exit_of(hierarchy, middle)
    place.poly, place.distance = exit.next, 0.0
    for i in range(3):
        place.point[i] = exit.land[i]
    search_cones_within(nav, search, goal, &place, search.allowed.data(), tolerance, -1)
    if not trace_exact(nav, &search.exact, goal, &place, &search.way, &search.way_entries, points, point_polys, point_links):
        return False
    reverse(search.way.begin(), search.way.end())
    search_cones_within(nav, search, start, &place, search.allowed.data(), tolerance, -1)
    if not trace_exact(nav, &search.exact, start, &place, corridor, entries, points, point_polys, point_links):
        return False
    corridor.insert(corridor.end(), search.way.begin() + 1, search.way.end())
    entries.insert(entries.end(), search.way_entries.begin() + 1, search.way_entries.end())
    drop_loops(nav.mesh, search, corridor, entries)
    pull_path(nav.mesh, corridor, entries, start.point, goal.point, points, point_polys, point_links)
    if mend_middle(nav, search, hierarchy.side * nav.mesh.tile_size, corridor, entries, points, point_polys):
        pull_path(nav.mesh, corridor, entries, start.point, goal.point, points, point_polys, point_links)
    search.cost = nav.graph.ground_cost * plan_length(points)
    return True


cdef bint find_cheapest(NavView nav, const Hierarchy* hierarchy, ClusterSearch* search,
                        const NearestPoly* start, const NearestPoly* goal, const uint8_t* allowed, vector[PolyRef]* corridor,
                        vector[int32_t]* entries, vector[double]* points, vector[PolyRef]* point_polys,
                        vector[int32_t]* point_links) except -1 nogil:
    """Where they don't: the cheapest path in the corridor of A* over the middles of the portals."""
    cdef Arrival arrival
    search.local.allowed = allowed
    search.local.tile_marks = NULL
    search.local.links = &hierarchy.links
    search_locally(nav, &search.local, start.poly, start.point, False, goal.poly, goal.point)
    arrive_at(nav, &search.local, goal.poly, goal.point, &arrival)
    search.searched += search.local.searched
    if arrival.cost == INFINITY:
        return False
    trace_ways(nav, &search.local, goal.poly, &arrival, corridor, entries)
    pull_path(nav.mesh, corridor, entries, start.point, goal.point, points, point_polys, point_links)
    refine_path(nav, corridor, entries, points, point_polys, point_links)
    search.cost = path_cost(nav, corridor, entries, points, point_links)
    return True


cdef bint are_near(const MeshView* mesh, const Hierarchy* hierarchy, PolyRef a, PolyRef b) noexcept nogil:
    """Are two polygons in one cluster, or in two that touch?"""
    cdef const Cluster* first = &hierarchy.clusters[cluster_at(mesh, hierarchy, a)]
    cdef const Cluster* second = &hierarchy.clusters[cluster_at(mesh, hierarchy, b)]
    return -1 <= first.x - second.x <= 1 and -1 <= first.z - second.z <= 1


cdef bint find_over_clusters(NavView nav, const Hierarchy* hierarchy, ClusterSearch* search,
                             const NearestPoly* start, const NearestPoly* goal, double tolerance, double patience,
                             vector[PolyRef]* corridor, vector[int32_t]* entries, vector[double]* points,
                             vector[PolyRef]* point_polys, vector[int32_t]* point_links) except -1 nogil:
    cdef bint found, near
    cdef int32_t limit = -1, last
    search.searched, search.wide, search.cost = 0, False, INFINITY
    corridor.clear()
    entries.clear()
    points.clear()
    point_polys.clear()
    point_links.clear()
    if island_of(nav.mesh, start.poly) != island_of(nav.mesh, goal.poly) or nav.graph.costs[start.poly] < 0.0 or nav.graph.costs[goal.poly] < 0.0:
        return False
    near = nav.mesh.tile_size == 0.0 or are_near(nav.mesh, hierarchy, start.poly, goal.poly)
    if nav.graph.uniform:
        if not near:
            limit = <int32_t>min(1e9, patience * (LEAST_CONES + CONES_A_TILE / nav.mesh.tile_size * distance2(
                start.point[0], start.point[2], goal.point[0], goal.point[2])))
        if search_cones_within(nav, search, start, goal, NULL, tolerance, limit):
            search.cost = nav.graph.ground_cost * search.exact.best
            return trace_exact(nav, &search.exact, start, goal, corridor, entries, points, point_polys, point_links)
        if hierarchy.two_way and search_cones_within(nav, search, goal, start, NULL, tolerance, limit):
            search.cost = nav.graph.ground_cost * search.exact.best
            found = trace_exact(nav, &search.exact, goal, start, corridor, entries, points, point_polys, point_links)
            turn_round(corridor, points, point_polys)
            return found
    elif near:
        return find_cheapest(nav, hierarchy, search, start, goal, NULL, corridor, entries, points, point_polys, point_links)
    search.wide = True
    if search.allowed.size() != <size_t>nav.mesh.poly_count:
        search.allowed.clear()
        search.allowed.resize(nav.mesh.poly_count)
    last = search_exits(nav, hierarchy, search, start, goal)
    if last < 0 and search.direct == INFINITY:
        return False
    choose_way(nav.mesh, hierarchy, search, goal, last, AROUND if nav.graph.uniform else AROUND - 1)
    if nav.graph.uniform:
        found = find_halves(nav, hierarchy, search, start, goal, middle_exit(hierarchy, search, last), tolerance, corridor,
                            entries, points, point_polys, point_links)
    else:
        found = find_cheapest(nav, hierarchy, search, start, goal, search.allowed.data(), corridor, entries, points, point_polys,
                              point_links)
    allow_tiles(nav.mesh, &search.chosen, 0, &search.allowed)
    return found


# ---- Python ----

cdef class HierarchicalSearch:
    """HierarchicalSearch(mesh, cluster_tiles=3, tolerance=0.02, patience=1.0): paths over a large NavMesh of tiles.

    Where all polygons cost the same, a path that is found without the clusters, as all between clusters that touch are, is at most
    the tolerance longer than the shortest one, as a share of it; the others are so in the tiles around the way over the clusters, which
    rarely misses a shorter one. Elsewhere it is the cheapest one through the polygons that A* finds in these tiles.

    cluster_tiles: tiles along a cluster, 1 … 8. patience: how long it may be searched without the clusters, 1 as long as is usual, 0
    not at all. Clusters whose tiles, links or costs have changed are computed anew by the next search. One object is for one thread
    at a time. ValueError: another number of tiles, a tolerance or patience that isn't finite or is below 0."""
    cdef NavMesh mesh
    cdef Hierarchy hierarchy
    cdef ClusterSearch search
    cdef double tolerance, patience

    def __cinit__(self, NavMesh mesh not None, int32_t cluster_tiles=3, tolerance=0.02, patience=1.0):
        if not 1 <= cluster_tiles <= MOST_SIDE:
            raise ValueError(f"cluster_tiles: must be 1 … {MOST_SIDE}, is {cluster_tiles}")
        self.mesh = mesh
        self.tolerance, self.patience = read_length("tolerance", tolerance), read_length("patience", patience)
        start_hierarchy(&self.hierarchy, cluster_tiles)

    def update(self):
        """Compute the clusters anew that have changed, and return how many there were."""
        with nogil:
            update_hierarchy(view_of(&self.mesh.view, self.mesh.view.graph), &self.hierarchy, &self.search.local)
        return self.hierarchy.computed

    def find_path(self, start, goal):
        """The path from start to goal, (x, y, z) in metres each, as a PathResult; NavMesh.find_path says what there is to know."""
        cdef PathResult result = PathResult.__new__(PathResult)
        cdef PathBuffer* out = &result.data
        cdef PathOptions options = default_options()
        cdef double a[3]
        cdef double b[3]
        cdef const MeshView* view = &self.mesh.view
        read_point("start", start, a)
        read_point("goal", goal, b)
        with nogil:
            if place_ends(view_of(view, view.graph), a, b, out):
                out.algorithm = ALGORITHM_HIERARCHY
                update_hierarchy(view_of(view, view.graph), &self.hierarchy, &self.search.local)
                if find_over_clusters(view_of(view, view.graph), &self.hierarchy, &self.search, &out.start, &out.goal, self.tolerance,
                                      self.patience, &out.corridor, &out.entries, &out.points, &out.point_polys,
                                      &out.point_links):
                    finish_path(view_of(view, view.graph), &options, out)
                else:
                    out.reason = REASON_GOAL_UNREACHABLE
        out.searched = self.searched if out.algorithm == ALGORITHM_HIERARCHY else 0
        return result

    def path(self, PolyRef start_poly, start, PolyRef goal_poly, goal):
        """(cost, points, a polygon for each, link ids, corridor, entries) of a path between two points on given polygons; None
        where there is none. ValueError: a polygon that the mesh does not have, a point that is not finite."""
        cdef NearestPoly a, b
        cdef vector[PolyRef] polys, point_polys
        cdef vector[int32_t] entries, links
        cdef vector[double] points
        cdef bint found
        read_ends(self.mesh, "path", start_poly, start, goal_poly, goal, &a, &b)
        with nogil:
            update_hierarchy(view_of(&self.mesh.view, self.mesh.view.graph), &self.hierarchy, &self.search.local)
            found = find_over_clusters(view_of(&self.mesh.view, self.mesh.view.graph), &self.hierarchy, &self.search, &a, &b, self.tolerance,
                                       self.patience, &polys, &entries, &points, &point_polys, &links)
        if not found:
            return None
        return path_tuple(self.search.cost, &points, &point_polys, &links, &polys, &entries)

    @property
    def searched(self):
        """How many cones, ways and exits the last search took from its open lists."""
        return self.search.searched

    @property
    def wide(self):
        """Whether the last search needed the clusters."""
        return self.search.wide

    @property
    def clusters(self):
        """How many clusters are kept, those included that a tile was in before the last changes."""
        return self.hierarchy.clusters.size()

    @property
    def exits(self):
        """((x, y, z), (x, y, z)) of each exit, metres: where it is left and where it leads to; cluster by cluster, by z, then x."""
        out = []
        for cluster in self.hierarchy.order:
            for exit in self.hierarchy.clusters[cluster].exits:
                out.append(((exit.leave[0], exit.leave[1], exit.leave[2]), (exit.land[0], exit.land[1], exit.land[2])))
        return out

    @property
    def hops(self):
        """[entry][exit] costs of each cluster, infinite where no way leads there inside of it; by z, then x."""
        cdef Cluster* cluster
        out = []
        for index in self.hierarchy.order:
            cluster = &self.hierarchy.clusters[index]
            count = cluster.exits.size()
            out.append([[cluster.hops[i * count + k].cost for k in range(count)] for i in range(cluster.entries.size())])
        return out
