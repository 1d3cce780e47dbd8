"""Searches over clusters of tiles (HPA*: Botea, Müller & Schaeffer 2004).

A search first tries without clusters: weighted A* on Polyanya's nodes (Pohl 1970), from the start and then from the goal, ends soon if
one of the two lies open. If neither does, A* over the abstract graph tells the tiles that the path may cross, and those around them; the
path is searched in these alone. If all ways lead back, that is done from both ends to a transition in the middle. Loops are taken out of
the two halves together, they are pulled taut, and a shorter way is looked for around the middle."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset
from libcpp.algorithm cimport reverse

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport distance2
from navpy.base.heap cimport heap_pop, heap_put, heap_reset
from navpy.mesh.mesh_view cimport MeshView, island_of, tile_at
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.path_data cimport Path, clear_path, plan_length
from navpy.query.clearance.local_search cimport Arrival, arrive_at, search_locally, trace_ways
from navpy.query.clusters cimport Cluster, Exit, Hierarchy, IntraEdge, allow_tiles, cluster_at, taut_cost
from navpy.query.corridor.crossings cimport pull_path
from navpy.query.corridor.refinement cimport path_cost, refine_path
from navpy.query.polyanya.polyanya_path cimport trace_polyanya
from navpy.query.polyanya.polyanya cimport advance_polyanya, begin_polyanya

cdef enum:
    LEAST_NODES = 300               # expansions that a search may take before it is helped
    NODES_A_TILE = 12               # and as many more for each tile that start and goal are apart
    AROUND = 2                      # tiles on all sides of the abstract way that a path may cross; one fewer for A*
    MOST_NODES = 2000               # expansions that looking for a shorter way around the middle is worth


# ---- A* over the abstract graph ----

cdef int start_search(const Hierarchy* hierarchy, ClusterSearch* search) except -1 nogil:
    cdef size_t count = hierarchy.node_cluster.size()
    if search.visits.size() != count or search.visit == 0xffffffffU:
        search.visits.clear()
        search.visits.resize(count)
        search.visit = 0
    search.costs.resize(count)
    search.parents.resize(count)
    heap_reset(&search.open_list, count)
    search.visit += 1
    return 0


cdef inline int relax(NavView nav, const Exit* exit, ClusterSearch* search, int32_t node,
                      int32_t parent, double cost, const NearestPoly* goal) except -1 nogil:
    if search.visits[node] == search.visit and search.costs[node] <= cost:
        return 0
    search.visits[node], search.costs[node], search.parents[node] = search.visit, cost, parent
    return heap_put(&search.open_list, node, cost + nav.graph.least_cost * distance2(exit.land[0], exit.land[2], goal.point[0], goal.point[2]))


cdef int search_cluster(NavView nav, const Cluster* cluster, ClusterSearch* search,
                        const NearestPoly* end, bint backwards) except -1 nogil:
    """What it costs to come from an end to everywhere in its cluster; backwards: from everywhere to the end."""
    search.local.links = &cluster.links
    allow_tiles(nav.mesh, &cluster.tiles, 1, &search.allowed)
    search_locally(nav, &search.local, end.poly, end.point, backwards, NO_POLY, NULL)
    allow_tiles(nav.mesh, &cluster.tiles, 0, &search.allowed)
    search.searched += search.local.searched
    return 0


cdef int connect_start(NavView nav, const Hierarchy* hierarchy, ClusterSearch* search,
                       int32_t index, const NearestPoly* start, const NearestPoly* goal) except -1 nogil:
    """Insert the start into the abstract graph: relax the exits of its cluster."""
    cdef const Cluster* cluster = &hierarchy.clusters[index]
    cdef Path path
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
            relax(nav, &cluster.exits[i], search, cluster.first_node + <int32_t>i, -1,
                  taut_cost(nav, &search.local, cluster.exits[i].leave, cluster.exits[i].poly, &arrival, &path)
                  + cluster.exits[i].cost, goal)
    return 0


cdef int connect_goal(NavView nav, const Hierarchy* hierarchy, ClusterSearch* search,
                      int32_t index, const NearestPoly* goal) except -1 nogil:
    """Insert the goal: what the way from each entry of its cluster to the goal costs."""
    cdef const Cluster* cluster = &hierarchy.clusters[index]
    cdef Path path
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
    """The last exit on the cheapest way over the abstract graph; −1 if the direct way is the cheapest, or if there is none."""
    cdef int32_t start_cluster = cluster_at(nav.mesh, hierarchy, start.poly), goal_cluster = cluster_at(nav.mesh, hierarchy, goal.poly)
    cdef int32_t node, last = -1
    cdef const Cluster* cluster
    cdef const Exit* exit
    cdef const IntraEdge* edges
    cdef double best
    cdef size_t k
    start_search(hierarchy, search)
    search.local.allowed, search.local.tile_marks = search.allowed.data(), &hierarchy.tile_marks
    connect_start(nav, hierarchy, search, start_cluster, start, goal)
    best = search.direct
    connect_goal(nav, hierarchy, search, goal_cluster, goal)
    while search.open_list.entries.size() > 0 and search.open_list.entries[0].key < best:
        node = heap_pop(&search.open_list)
        search.searched += 1
        exit = exit_of(hierarchy, node)
        if exit.cluster == goal_cluster and search.costs[node] + search.rests[exit.entry] < best:
            best = search.abstract_cost = search.costs[node] + search.rests[exit.entry]
            last = node
        cluster = &hierarchy.clusters[exit.cluster]
        if cluster.exits.empty():
            continue
        edges = &cluster.edges[<size_t>exit.entry * cluster.exits.size()]
        for k in range(cluster.exits.size()):
            if edges[k].cost < INFINITY:
                relax(nav, &cluster.exits[k], search, cluster.first_node + <int32_t>k, node,
                      search.costs[node] + edges[k].cost + cluster.exits[k].cost, goal)
    return last


cdef int choose_tiles(const MeshView* mesh, const Cluster* cluster, int32_t side, uint64_t tiles, int32_t around,
                      ClusterSearch* search) except -1 nogil:
    """Allow the tiles of a cluster that are in a set, and those around them."""
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
    """Allow the tiles around the abstract way."""
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
                         cluster.edges[<size_t>before.entry * cluster.exits.size() + (node - cluster.first_node)].tiles, around,
                         search)
        else:
            choose_tiles(mesh, cluster, hierarchy.side, search.first_tiles[node - cluster.first_node], around, search)
        node = parent
    return 0


# ---- the search for the path ----

cdef bint search_within(NavView nav, ClusterSearch* search, const NearestPoly* start, const NearestPoly* goal, const uint8_t* allowed,
                        double tolerance, int32_t limit) except -1 nogil:
    """Polyanya; is the search over before the limit, −1: none?"""
    cdef bint over
    begin_polyanya(nav, &search.exact, NULL, start, goal, allowed, 1.0 + tolerance)
    over = advance_polyanya(nav, &search.exact, limit)
    search.searched += search.exact.searched
    return over


cdef bint trace_found(NavView nav, ClusterSearch* search, const NearestPoly* start, const NearestPoly* goal, Path* out) except -1 nogil:
    search.cost = nav.graph.ground_cost * search.exact.best
    return trace_polyanya(nav, &search.exact, start, goal, out)


cdef int reverse_path(Path* path) except -1 nogil:
    """The same path from its end to its start; it has no links."""
    cdef size_t i, count = path.point_polys.size()
    cdef int k
    reverse(path.corridor.begin(), path.corridor.end())
    reverse(path.point_polys.begin(), path.point_polys.end())
    for i in range(count // 2):
        for k in range(3):
            path.points[3 * i + k], path.points[3 * (count - 1 - i) + k] = path.points[3 * (count - 1 - i) + k], path.points[3 * i + k]
    return 0


cdef int drop_loops(const MeshView* mesh, ClusterSearch* search, Path* path) except -1 nogil:
    """Shorten the corridor to cross each polygon once, as a shortest path does with convex polygons."""
    cdef size_t i, kept = 0, count = path.corridor.size()
    search.last_place.resize(mesh.poly_count)
    for i in range(count):
        search.last_place[path.corridor[i]] = <int32_t>i
    i = 0
    while i < count:
        path.corridor[kept], path.entries[kept] = path.corridor[i], path.entries[i]
        kept += 1
        i = search.last_place[path.corridor[i]] + 1
    path.corridor.resize(kept)
    path.entries.resize(kept)
    return 0


cdef bint mend_middle(NavView nav, ClusterSearch* search, double reach, Path* path) except -1 nogil:
    """Look for a shorter way between the points of the path that are at least so many meters before and behind its half; put the
    corridor of that into the path's."""
    cdef const double* p = path.points.data()
    cdef double at = 0.0, half = 0.5 * plan_length(&path.points)
    cdef size_t i, from_ = 0, to = path.point_polys.size() - 1, first = 0, last = path.corridor.size() - 1
    cdef NearestPoly a, b
    cdef Path* middle = &search.middle
    for i in range(1, path.point_polys.size()):
        at += distance2(p[3 * i - 3], p[3 * i - 1], p[3 * i], p[3 * i + 2])
        if at <= half - reach:
            from_ = i
        elif at >= half + reach:
            to = i
            break
    a.poly, b.poly = path.point_polys[from_], path.point_polys[to]
    for i in range(3):
        a.point[i], b.point[i] = p[3 * from_ + i], p[3 * to + i]
    while first < last and path.corridor[first] != a.poly:
        first += 1
    while last > first and path.corridor[last] != b.poly:
        last -= 1
    if path.corridor[first] != a.poly or path.corridor[last] != b.poly \
            or not search_within(nav, search, &a, &b, search.allowed.data(), 0.0, MOST_NODES) \
            or not trace_polyanya(nav, &search.exact, &a, &b, middle):
        return False
    middle.corridor.insert(middle.corridor.end(), path.corridor.begin() + last + 1, path.corridor.end())
    middle.entries.insert(middle.entries.end(), path.entries.begin() + last + 1, path.entries.end())
    middle.entries[0] = path.entries[first]
    path.corridor.resize(first)
    path.entries.resize(first)
    path.corridor.insert(path.corridor.end(), middle.corridor.begin(), middle.corridor.end())
    path.entries.insert(path.entries.end(), middle.entries.begin(), middle.entries.end())
    drop_loops(nav.mesh, search, path)
    return True


cdef int32_t middle_exit(const Hierarchy* hierarchy, const ClusterSearch* search, int32_t last) noexcept nogil:
    """The exit on the abstract way that is the nearest to its half; −1: there is none."""
    cdef double half = 0.5 * search.abstract_cost
    cdef int32_t best = last
    while last >= 0:
        if fabs(search.costs[last] - half) < fabs(search.costs[best] - half):
            best = last
        last = search.parents[last]
    return best


cdef bint find_halves(NavView nav, const Hierarchy* hierarchy, ClusterSearch* search, const NearestPoly* start, const NearestPoly* goal,
                      int32_t middle, double tolerance, Path* out) except -1 nogil:
    """Search from both ends to an exit in the middle and pull the two halves taut; in one go if not all ways lead back."""
    cdef NearestPoly place
    cdef const Exit* exit
    cdef Path* half = &search.half
    cdef int i
    if middle < 0 or not hierarchy.two_way:
        search_within(nav, search, start, goal, search.allowed.data(), tolerance, -1)
        return trace_found(nav, search, start, goal, out)
    exit = exit_of(hierarchy, middle)
    place.poly, place.distance = exit.next, 0.0
    for i in range(3):
        place.point[i] = exit.land[i]
    search_within(nav, search, goal, &place, search.allowed.data(), tolerance, -1)
    if not trace_polyanya(nav, &search.exact, goal, &place, half):
        return False
    reverse(half.corridor.begin(), half.corridor.end())
    search_within(nav, search, start, &place, search.allowed.data(), tolerance, -1)
    if not trace_polyanya(nav, &search.exact, start, &place, out):
        return False
    out.corridor.insert(out.corridor.end(), half.corridor.begin() + 1, half.corridor.end())
    out.entries.insert(out.entries.end(), half.entries.begin() + 1, half.entries.end())
    drop_loops(nav.mesh, search, out)
    pull_path(nav.mesh, start.point, goal.point, out)
    if mend_middle(nav, search, hierarchy.side * nav.mesh.tile_size, out):
        pull_path(nav.mesh, start.point, goal.point, out)
    search.cost = nav.graph.ground_cost * plan_length(&out.points)
    return True


cdef bint find_cheapest(NavView nav, const Hierarchy* hierarchy, ClusterSearch* search, const NearestPoly* start,
                        const NearestPoly* goal, const uint8_t* allowed, Path* out) except -1 nogil:
    """If costs differ: the cheapest path in the corridor of A* over the middles of the portals."""
    cdef Arrival arrival
    search.local.allowed = allowed
    search.local.tile_marks = NULL
    search.local.links = &hierarchy.links
    search_locally(nav, &search.local, start.poly, start.point, False, goal.poly, goal.point)
    arrive_at(nav, &search.local, goal.poly, goal.point, &arrival)
    search.searched += search.local.searched
    if arrival.cost == INFINITY:
        return False
    trace_ways(nav, &search.local, goal.poly, &arrival, &out.corridor, &out.entries)
    pull_path(nav.mesh, start.point, goal.point, out)
    refine_path(nav, out)
    search.cost = path_cost(nav, out)
    return True


cdef bint are_near(const MeshView* mesh, const Hierarchy* hierarchy, PolyRef a, PolyRef b) noexcept nogil:
    """Are two polygons in one cluster, or in two clusters that touch?"""
    cdef const Cluster* first = &hierarchy.clusters[cluster_at(mesh, hierarchy, a)]
    cdef const Cluster* second = &hierarchy.clusters[cluster_at(mesh, hierarchy, b)]
    return -1 <= first.x - second.x <= 1 and -1 <= first.z - second.z <= 1


cdef bint find_over_clusters(NavView nav, const Hierarchy* hierarchy, ClusterSearch* search, const NearestPoly* start,
                             const NearestPoly* goal, double tolerance, double patience, Path* out) except -1 nogil:
    cdef bint found, near
    cdef int32_t limit = -1, last
    search.searched, search.wide, search.cost = 0, False, INFINITY
    clear_path(out)
    if island_of(nav.mesh, start.poly) != island_of(nav.mesh, goal.poly) or nav.graph.costs[start.poly] < 0.0 \
            or nav.graph.costs[goal.poly] < 0.0:
        return False
    # 1. Without the abstract graph, while that promises to end soon.
    near = nav.mesh.tile_size == 0.0 or are_near(nav.mesh, hierarchy, start.poly, goal.poly)
    if nav.graph.uniform:
        if not near:
            limit = <int32_t>min(1e9, patience * (LEAST_NODES + NODES_A_TILE / nav.mesh.tile_size * distance2(
                start.point[0], start.point[2], goal.point[0], goal.point[2])))
        if search_within(nav, search, start, goal, NULL, tolerance, limit):
            return trace_found(nav, search, start, goal, out)
        if hierarchy.two_way and search_within(nav, search, goal, start, NULL, tolerance, limit):
            found = trace_found(nav, search, goal, start, out)
            reverse_path(out)
            return found
    elif near:
        return find_cheapest(nav, hierarchy, search, start, goal, NULL, out)
    # 2. A* over the abstract graph chooses tiles.
    search.wide = True
    if search.allowed.size() != <size_t>nav.mesh.poly_count:
        search.allowed.clear()
        search.allowed.resize(nav.mesh.poly_count)
    last = search_exits(nav, hierarchy, search, start, goal)
    if last < 0 and search.direct == INFINITY:
        return False
    choose_way(nav.mesh, hierarchy, search, goal, last, AROUND if nav.graph.uniform else AROUND - 1)
    # 3. The path inside these tiles.
    if nav.graph.uniform:
        found = find_halves(nav, hierarchy, search, start, goal, middle_exit(hierarchy, search, last), tolerance, out)
    else:
        found = find_cheapest(nav, hierarchy, search, start, goal, search.allowed.data(), out)
    allow_tiles(nav.mesh, &search.chosen, 0, &search.allowed)
    return found
