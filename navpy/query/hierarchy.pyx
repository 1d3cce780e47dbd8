"""Clusters of tiles, kept up to date, and searches over them.

A search first tries without: a weighted search for the path itself (Pohl 1970) ends soon where nothing leads it astray. Where it
doesn't, the way over the exits of clusters tells the tiles that it may go through, and those around them; all others are left out of
the search for the path."""
from libc.math cimport INFINITY, fabs
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset
from libcpp.algorithm cimport reverse, sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.arguments cimport measure
from navpy.core cimport NO_POLY, PolyRef
from navpy.geom cimport distance2
from navpy.heap cimport heap_pop, heap_put, heap_reset
from navpy.location cimport Location
from navpy.mesh cimport MeshView, OffMeshLink, Tile, island_of, still_there, tile_at
from navpy.navmesh cimport NavMesh
from navpy.portals cimport PortalGraph, corner_after, corner_before
from navpy.query.cone_search cimport search_some_cones
from navpy.query.crossings cimport pull_path
from navpy.query.local_search cimport Arrival, LocalSearch, arrive_at, search_locally, trace_ways
from navpy.query.polyanya cimport trace_exact

cdef enum:
    LEAST_CONES = 300               # expansions that a search may take before it is helped
    CONES_A_TILE = 12               # and this many more for each tile that start and goal are apart
    MOST_CONES = 2000               # expansions that looking for a shorter way in the middle is worth
    TURNS = 64                      # polygons around a vertex

cdef int64_t ROW = <int64_t>1 << 32     # between the keys of two places whose z differ by 1
cdef double SPACING = 1.0 / 6.0         # of a cluster's side: a stretch of that width has one exit

cdef struct Stretch:                # a portal of one
    int32_t edge                    # corner index
    PolyRef poly
    int32_t cluster                 # that it leads to
    int32_t after                   # place in the list of the next one to the left seen from outside; −1: none
    bint first


cdef cppclass TautPath:
    vector[PolyRef] corridor, point_polys
    vector[int32_t] entries, point_links
    vector[double] points


cdef int start_hierarchy(Hierarchy* hierarchy, int32_t side) except -1 nogil:
    hierarchy.side, hierarchy.version, hierarchy.rules_version, hierarchy.computed = side, 0, 0, 0
    hierarchy.two_way = False
    hierarchy.clusters.clear()
    hierarchy.order.clear()
    hierarchy.cluster_of.clear()
    hierarchy.tile_marks.clear()
    hierarchy.links.clear()
    hierarchy.tiles.clear()
    hierarchy.known_links.clear()
    hierarchy.node_cluster.clear()
    return 0


# ---- which clusters have changed ----

cdef inline int32_t floor_div(int32_t a, int32_t b) noexcept nogil:
    return a // b if a >= 0 else -((b - 1 - a) // b)


cdef int32_t find_cluster(const Hierarchy* hierarchy, int32_t x, int32_t z) noexcept nogil:
    """Index of the cluster at these cluster coordinates, −1 where there is none."""
    cdef size_t low = 0, high = hierarchy.order.size(), middle
    cdef const Cluster* cluster
    while low < high:
        middle = (low + high) // 2
        cluster = &hierarchy.clusters[hierarchy.order[middle]]
        if cluster.z < z or (cluster.z == z and cluster.x < x):
            low = middle + 1
        else:
            high = middle
    if low == hierarchy.order.size():
        return -1
    cluster = &hierarchy.clusters[hierarchy.order[low]]
    return hierarchy.order[low] if cluster.x == x and cluster.z == z else -1


cdef inline int64_t place_key(int32_t x, int32_t z) noexcept nogil:
    """Orders places by z, then x."""
    return <int64_t>z * ROW + x


cdef int sort_clusters(Hierarchy* hierarchy) except -1 nogil:
    cdef vector[pair[int64_t, int32_t]] keys
    cdef pair[int64_t, int32_t] key
    cdef size_t i
    for i in range(hierarchy.clusters.size()):
        key.first, key.second = place_key(hierarchy.clusters[i].x, hierarchy.clusters[i].z), <int32_t>i
        keys.push_back(key)
    sort(keys.begin(), keys.end())
    hierarchy.order.clear()
    for i in range(keys.size()):
        hierarchy.order.push_back(keys[i].second)
    return 0


cdef int add_clusters(const MeshView* mesh, Hierarchy* hierarchy) except -1 nogil:
    """Make clusters for tiles that have none yet."""
    cdef vector[int64_t] keys
    cdef Cluster none
    cdef int32_t i, x, z
    cdef size_t k
    none.changed, none.one_way, none.first_node = True, False, 0
    for i in range(mesh.tile_count):
        x, z = floor_div(mesh.tiles[i].x, hierarchy.side), floor_div(mesh.tiles[i].z, hierarchy.side)
        if mesh.tiles[i].live and find_cluster(hierarchy, x, z) < 0:
            keys.push_back(place_key(x, z))
    sort(keys.begin(), keys.end())
    for k in range(keys.size()):
        if k == 0 or keys[k] != keys[k - 1]:
            none.x = <int32_t>keys[k]          # its low half
            none.z = <int32_t>((keys[k] - none.x) // ROW)
            hierarchy.clusters.push_back(none)
    if keys.size() > 0:
        sort_clusters(hierarchy)
    return 0


cdef void mark_around(Hierarchy* hierarchy, int32_t x, int32_t z) noexcept nogil:
    """The clusters of a tile and of those that share a vertex with it: these may have got other corners."""
    cdef int32_t dx, dz, cluster
    for dz in range(-1, 2):
        for dx in range(-1, 2):
            cluster = find_cluster(hierarchy, floor_div(x + dx, hierarchy.side), floor_div(z + dz, hierarchy.side))
            if cluster >= 0:
                hierarchy.clusters[cluster].changed = True


cdef int find_changed(const MeshView* mesh, Hierarchy* hierarchy) except -1 nogil:
    cdef KnownTile none
    cdef KnownTile* known
    cdef const Tile* tile
    cdef int32_t i
    none.version, none.x, none.z, none.live = 0, 0, 0, False
    hierarchy.tiles.resize(mesh.tile_count, none)
    for i in range(mesh.tile_count):
        known, tile = &hierarchy.tiles[i], &mesh.tiles[i]
        if known.version == tile.version and known.live == tile.live:
            continue
        if known.live:
            mark_around(hierarchy, known.x, known.z)
        if tile.live:
            mark_around(hierarchy, tile.x, tile.z)
        known.version, known.x, known.z, known.live = tile.version, tile.x, tile.z, tile.live
    return 0


cdef int list_tiles(const MeshView* mesh, Hierarchy* hierarchy) except -1 nogil:
    """Which cluster each tile is in, and the tiles of each."""
    cdef vector[pair[int64_t, int32_t]] keys
    cdef pair[int64_t, int32_t] key
    cdef Cluster* cluster
    cdef size_t k
    cdef int32_t i
    for k in range(hierarchy.clusters.size()):
        hierarchy.clusters[k].tiles.clear()
    for i in range(mesh.tile_count):
        if mesh.tiles[i].live:
            key.first, key.second = place_key(mesh.tiles[i].x, mesh.tiles[i].z), i
            keys.push_back(key)
    sort(keys.begin(), keys.end())
    hierarchy.cluster_of.clear()
    hierarchy.cluster_of.resize(mesh.tile_count, -1)
    hierarchy.tile_marks.clear()
    hierarchy.tile_marks.resize(mesh.tile_count, 0)
    for k in range(keys.size()):
        i = keys[k].second
        hierarchy.cluster_of[i] = find_cluster(hierarchy, floor_div(mesh.tiles[i].x, hierarchy.side),
                                               floor_div(mesh.tiles[i].z, hierarchy.side))
        cluster = &hierarchy.clusters[hierarchy.cluster_of[i]]
        cluster.tiles.push_back(i)
        hierarchy.tile_marks[i] = <uint64_t>1 << (mesh.tiles[i].x - cluster.x * hierarchy.side
                                                  + hierarchy.side * (mesh.tiles[i].z - cluster.z * hierarchy.side))
    return 0


cdef inline int32_t cluster_at(const MeshView* mesh, const Hierarchy* hierarchy, PolyRef poly) noexcept nogil:
    return hierarchy.cluster_of[mesh.polys[poly].tile]


cdef void know_link(const MeshView* mesh, const PortalGraph* graph, const Hierarchy* hierarchy, int32_t index,
                    KnownLink* out) noexcept nogil:
    cdef const OffMeshLink* link = &mesh.links[index]
    cdef int i
    memset(out, 0, sizeof(KnownLink))
    out.start = out.end = NO_POLY
    out.cluster = -1
    if graph.link_factors[index] < 0.0:
        return
    out.start, out.end, out.cluster = link.start_poly, link.end_poly, cluster_at(mesh, hierarchy, link.start_poly)
    for i in range(3):
        out.leave[i], out.land[i] = 0.5 * (link.leave[0][i] + link.leave[1][i]), 0.5 * (link.land[0][i] + link.land[1][i])
    out.cost = graph.link_costs[index] * graph.ground


cdef int find_changed_links(const MeshView* mesh, const PortalGraph* graph, Hierarchy* hierarchy) except -1 nogil:
    """Mark the clusters that another link than before leaves."""
    cdef vector[KnownLink] now
    cdef int32_t i, known = <int32_t>hierarchy.known_links.size()
    now.resize(mesh.link_count)
    for i in range(mesh.link_count):
        know_link(mesh, graph, hierarchy, i, &now[i])
    for i in range(max(mesh.link_count, known)):
        if i < mesh.link_count and i < known and memcmp(&now[i], &hierarchy.known_links[i], sizeof(KnownLink)) == 0:
            continue
        if i < mesh.link_count and now[i].cluster >= 0:
            hierarchy.clusters[now[i].cluster].changed = True
        if i < known and hierarchy.known_links[i].cluster >= 0:
            hierarchy.clusters[hierarchy.known_links[i].cluster].changed = True
    hierarchy.known_links.swap(now)
    return 0


# ---- exits ----

cdef inline bint is_passable(const PortalGraph* graph, int32_t edge) noexcept nogil:
    """May one cross the edge both ways?"""
    return graph.corners[edge].next != NO_POLY and graph.corners[graph.corners[edge].twin].next != NO_POLY


cdef int list_portals(const MeshView* mesh, const PortalGraph* graph, const Hierarchy* hierarchy, int32_t index,
                      vector[Stretch]* out) except -1 nogil:
    """The portals that lead out of a cluster."""
    cdef const Tile* tile
    cdef Stretch stretch
    cdef int32_t i
    cdef size_t t
    cdef PolyRef poly, next
    out.clear()
    stretch.after, stretch.first = -1, True
    for t in range(hierarchy.clusters[index].tiles.size()):
        tile = &mesh.tiles[hierarchy.clusters[index].tiles[t]]
        for poly in range(tile.first_poly, tile.first_poly + tile.poly_count):
            for i in range(graph.rings[poly].first, graph.rings[poly].first + graph.rings[poly].count):
                next = graph.corners[i].next
                if next != NO_POLY and mesh.polys[next].tile != mesh.polys[poly].tile and cluster_at(mesh, hierarchy, next) != index:
                    stretch.edge, stretch.poly, stretch.cluster = i, poly, cluster_at(mesh, hierarchy, next)
                    out.push_back(stretch)
    return 0


cdef int32_t edge_after(const PortalGraph* graph, const vector[int32_t]* places, PolyRef poly, int32_t edge) noexcept nogil:
    """Of the portals in ``places`` the one that begins where an edge ends, round the vertex on the inner side; −1: a wall is first."""
    cdef int32_t turn
    edge = corner_after(&graph.rings[poly], edge)
    for turn in range(TURNS):
        if places.at(edge) >= 0:
            return edge
        if graph.corners[edge].next == NO_POLY or not is_passable(graph, edge):
            return -1
        poly = graph.corners[edge].next
        edge = corner_after(&graph.rings[poly], graph.corners[edge].twin)
    return -1


cdef bint meets_outside(const PortalGraph* graph, int32_t edge, int32_t after) noexcept nogil:
    """Do two portals that follow each other also do so on the outer side?"""
    cdef PolyRef poly = graph.corners[edge].next
    cdef int32_t turn, at
    if not (is_passable(graph, edge) and is_passable(graph, after)):
        return False
    at = corner_before(&graph.rings[poly], graph.corners[edge].twin)
    for turn in range(TURNS):
        if at == graph.corners[after].twin:
            return True
        if graph.corners[at].next == NO_POLY or not is_passable(graph, at):
            return False
        poly = graph.corners[at].next
        at = corner_before(&graph.rings[poly], graph.corners[at].twin)
    return False


cdef int join_portals(const PortalGraph* graph, vector[int32_t]* places, vector[Stretch]* portals) except -1 nogil:
    """Chain up those of one stretch. places: −1 for all corners, and again when this is over."""
    cdef size_t i
    cdef int32_t edge
    cdef Stretch* at
    for i in range(portals.size()):
        places[0][portals[0][i].edge] = <int32_t>i
    for i in range(portals.size()):
        at = &portals[0][i]
        edge = edge_after(graph, places, at.poly, at.edge)
        if edge >= 0 and portals[0][places[0][edge]].cluster == at.cluster and meets_outside(graph, at.edge, edge):
            at.after = places[0][edge]
            portals[0][at.after].first = False
    for i in range(portals.size()):
        places[0][portals[0][i].edge] = -1
    return 0


cdef inline double width_of(const PortalGraph* graph, const Stretch* at) noexcept nogil:
    cdef int32_t end = corner_after(&graph.rings[at.poly], at.edge)
    return distance2(graph.corners[at.edge].x, graph.corners[at.edge].y, graph.corners[end].x, graph.corners[end].y)


cdef void place_exit(const MeshView* mesh, const PortalGraph* graph, const Stretch* at, double t, Exit* out) noexcept nogil:
    """The exit at 0 … 1 of a portal."""
    cdef int32_t end = corner_after(&graph.rings[at.poly], at.edge)
    cdef const double* a = mesh.vertices + 3 * <size_t>mesh.corners[at.edge]
    cdef const double* b = mesh.vertices + 3 * <size_t>mesh.corners[end]
    cdef int i
    for i in range(3):
        out.leave[i] = out.land[i] = a[i] + t * (b[i] - a[i])
    out.poly, out.next, out.cluster, out.entry = at.poly, graph.corners[at.edge].next, at.cluster, -1
    out.cost = graph.penalties[out.next] if not graph.penalties.empty() else 0.0


cdef int add_exits(const MeshView* mesh, const PortalGraph* graph, const vector[Stretch]* portals, int32_t first, double spacing,
                   vector[Exit]* exits) except -1 nogil:
    """1 to 3 exits, evenly over the width of a stretch."""
    cdef Exit out
    cdef double width = 0.0, passed = 0.0, wide, at
    cdef int32_t i = first, count, k = 0
    while i >= 0:
        width += width_of(graph, &portals.at(i))
        i = portals.at(i).after
    count = 1 if width <= spacing else 2 if width <= 2.0 * spacing else 3
    i = first
    while i >= 0 and k < count:
        wide = width_of(graph, &portals.at(i))
        while k < count:
            at = (k + 0.5) / count * width - passed
            if at > wide and portals.at(i).after >= 0:
                break
            place_exit(mesh, graph, &portals.at(i), min(1.0, at / wide) if wide > 0.0 else 0.0, &out)
            exits.push_back(out)
            k += 1
        passed += wide
        i = portals.at(i).after
    return 0


cdef int add_link_exits(const MeshView* mesh, const PortalGraph* graph, Hierarchy* hierarchy, int32_t index) except -1 nogil:
    """The links of a cluster: those that leave it are exits."""
    cdef Cluster* cluster = &hierarchy.clusters[index]
    cdef const KnownLink* link
    cdef Exit out
    cdef int32_t i, k
    cluster.links.clear()
    for i in range(mesh.link_count):
        link = &hierarchy.known_links[i]
        if link.cluster != index:
            continue
        if cluster_at(mesh, hierarchy, link.end) == index:
            cluster.links.push_back(i)
            continue
        for k in range(3):
            out.leave[k], out.land[k] = link.leave[k], link.land[k]
        out.poly, out.next, out.cluster, out.entry = link.start, link.end, cluster_at(mesh, hierarchy, link.end), -1
        out.cost = link.cost + (graph.penalties[out.next] if not graph.penalties.empty() else 0.0)
        cluster.exits.push_back(out)
    return 0


cdef int find_exits(const MeshView* mesh, const PortalGraph* graph, Hierarchy* hierarchy) except -1 nogil:
    """Of the clusters that have changed."""
    cdef vector[Stretch] portals
    cdef vector[int32_t] places
    cdef Cluster* cluster
    cdef size_t i, k
    places.resize(mesh.corner_count, -1)
    for i in range(hierarchy.clusters.size()):
        cluster = &hierarchy.clusters[i]
        if not cluster.changed:
            continue
        cluster.exits.clear()
        list_portals(mesh, graph, hierarchy, i, &portals)
        join_portals(graph, &places, &portals)
        for k in range(portals.size()):
            if portals[k].first:
                add_exits(mesh, graph, &portals, k, SPACING * hierarchy.side * mesh.tile_size, &cluster.exits)
        add_link_exits(mesh, graph, hierarchy, i)
    return 0


# ---- hops ----

cdef bint same_entries(const vector[Entry]* a, const vector[Entry]* b) noexcept nogil:
    cdef size_t i
    if a.size() != b.size():
        return False
    for i in range(a.size()):
        if a.at(i).poly != b.at(i).poly or memcmp(a.at(i).point, b.at(i).point, 24) != 0:
            return False
    return True


cdef int find_entries(Hierarchy* hierarchy) except -1 nogil:
    """Tell every exit its entry; clusters with other entries than before have changed too."""
    cdef vector[vector[Entry]] entries
    cdef Entry entry
    cdef Exit* exit
    cdef size_t i, k, m
    entries.resize(hierarchy.clusters.size())
    for i in range(hierarchy.order.size()):
        for k in range(hierarchy.clusters[hierarchy.order[i]].exits.size()):
            exit = &hierarchy.clusters[hierarchy.order[i]].exits[k]
            exit.entry = <int32_t>entries[exit.cluster].size()
            entry.poly = exit.next
            for m in range(3):
                entry.point[m] = exit.land[m]
            entries[exit.cluster].push_back(entry)
    for i in range(hierarchy.clusters.size()):
        if hierarchy.clusters[i].changed or not same_entries(&entries[i], &hierarchy.clusters[i].entries):
            hierarchy.clusters[i].changed = True
            hierarchy.clusters[i].entries.swap(entries[i])
    return 0


cdef double flat_length(const vector[double]* points) noexcept nogil:
    cdef const double* p = points.data()
    cdef double length = 0.0
    cdef size_t i
    for i in range(3, points.size(), 3):
        length += distance2(p[i - 3], p[i - 1], p[i], p[i + 2])
    return length


cdef double cost_of(const PortalGraph* graph, const vector[int32_t]* entries, const vector[double]* points,
                    const vector[int32_t]* point_links) noexcept nogil:
    """Of a path where all polygons cost the same."""
    cdef const double* p = points.data()
    cdef double length = 0.0
    cdef size_t i
    for i in range(1, point_links.size()):
        if point_links.at(i - 1) < 0:
            length += distance2(p[3 * i - 3], p[3 * i - 1], p[3 * i], p[3 * i + 2])
    for i in range(entries.size()):
        if entries.at(i) >= 0:
            length += graph.link_costs[entries.at(i)]
    return graph.ground * length


cdef double taut_cost(const MeshView* mesh, const PortalGraph* graph, LocalSearch* local, const double* point, PolyRef poly,
                      const Arrival* arrival, TautPath* path) except -1.0 nogil:
    """What an arrival costs once its corridor is pulled taut; where costs differ, or links are taken, it stays what it is."""
    cdef const double* from_ = &local.point[0]
    cdef const double* to = point
    cdef size_t i
    if not graph.uniform or arrival.cost == INFINITY:
        return arrival.cost
    trace_ways(mesh, graph, local, poly, arrival, &path.corridor, &path.entries)
    for i in range(path.entries.size()):
        if path.entries[i] >= 0:
            return arrival.cost
    if local.backwards:
        from_, to = point, &local.point[0]
    pull_path(mesh, &path.corridor, &path.entries, from_, to, &path.points, &path.point_polys, &path.point_links)
    return graph.ground * flat_length(&path.points)


cdef int find_hops(const MeshView* mesh, const PortalGraph* graph, Cluster* cluster, LocalSearch* local) except -1 nogil:
    cdef TautPath path
    cdef Arrival arrival
    cdef Hop hop
    cdef size_t i, k
    local.links = &cluster.links
    cluster.hops.clear()
    for i in range(cluster.entries.size()):
        search_locally(mesh, graph, local, cluster.entries[i].poly, cluster.entries[i].point, False, NO_POLY, NULL)
        for k in range(cluster.exits.size()):
            arrive_at(mesh, graph, local, cluster.exits[k].poly, cluster.exits[k].leave, &arrival)
            hop.cost = taut_cost(mesh, graph, local, cluster.exits[k].leave, cluster.exits[k].poly, &arrival, &path)
            hop.tiles = arrival.marks
            cluster.hops.push_back(hop)
    return 0


cdef void allow_tiles(const MeshView* mesh, const vector[int32_t]* tiles, uint8_t value, vector[uint8_t]* allowed) noexcept nogil:
    cdef size_t i
    for i in range(tiles.size()):
        if mesh.tiles[tiles.at(i)].poly_count > 0:
            memset(allowed.data() + mesh.tiles[tiles.at(i)].first_poly, value, mesh.tiles[tiles.at(i)].poly_count)


cdef bint leads_back(const MeshView* mesh, const PortalGraph* graph, const vector[int32_t]* tiles) noexcept nogil:
    """May all edges of some tiles that may be crossed be crossed both ways?"""
    cdef const Tile* tile
    cdef PolyRef poly
    cdef int32_t i
    cdef size_t t
    for t in range(tiles.size()):
        tile = &mesh.tiles[tiles.at(t)]
        for poly in range(tile.first_poly, tile.first_poly + tile.poly_count):
            for i in range(graph.rings[poly].first, graph.rings[poly].first + graph.rings[poly].count):
                if graph.corners[i].next != NO_POLY and graph.corners[graph.corners[i].twin].next == NO_POLY:
                    return False
    return True


cdef int number_nodes(Hierarchy* hierarchy) except -1 nogil:
    cdef size_t i
    cdef int32_t cluster
    hierarchy.node_cluster.clear()
    for i in range(hierarchy.order.size()):
        cluster = hierarchy.order[i]
        hierarchy.clusters[cluster].first_node = <int32_t>hierarchy.node_cluster.size()
        hierarchy.node_cluster.resize(hierarchy.node_cluster.size() + hierarchy.clusters[cluster].exits.size(), cluster)
    return 0


cdef int update_hierarchy(const MeshView* mesh, const PortalGraph* graph, Hierarchy* hierarchy, LocalSearch* local) except -1 nogil:
    cdef vector[uint8_t] allowed
    cdef Cluster* cluster
    cdef size_t i
    hierarchy.computed = 0
    if mesh.tile_size == 0.0 or (hierarchy.version == mesh.version and hierarchy.rules_version == graph.rules_version):
        return 0
    if hierarchy.version == 0 or hierarchy.rules_version != graph.rules_version or hierarchy.uniform != graph.uniform \
            or hierarchy.ground != graph.ground:
        start_hierarchy(hierarchy, hierarchy.side)
    add_clusters(mesh, hierarchy)
    find_changed(mesh, hierarchy)
    list_tiles(mesh, hierarchy)
    find_changed_links(mesh, graph, hierarchy)
    find_exits(mesh, graph, hierarchy)
    find_entries(hierarchy)
    allowed.resize(mesh.poly_count)
    local.allowed, local.tile_marks = allowed.data(), &hierarchy.tile_marks
    for i in range(hierarchy.clusters.size()):
        cluster = &hierarchy.clusters[i]
        if cluster.changed:
            allow_tiles(mesh, &cluster.tiles, 1, &allowed)
            find_hops(mesh, graph, cluster, local)
            cluster.one_way = not leads_back(mesh, graph, &cluster.tiles)
            allow_tiles(mesh, &cluster.tiles, 0, &allowed)
            cluster.changed = False
            hierarchy.computed += 1
    number_nodes(hierarchy)
    hierarchy.two_way = mesh.link_count == 0
    for i in range(hierarchy.clusters.size()):
        hierarchy.two_way = hierarchy.two_way and not hierarchy.clusters[i].one_way
    hierarchy.links.clear()
    for i in range(<size_t>mesh.link_count):
        hierarchy.links.push_back(<int32_t>i)
    hierarchy.version, hierarchy.rules_version = mesh.version, graph.rules_version
    hierarchy.uniform, hierarchy.ground = graph.uniform, graph.ground
    return 0


# ---- a search over the exits ----

cdef int start_search(const Hierarchy* hierarchy, WideSearch* search) except -1 nogil:
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


cdef inline int offer_node(const MeshView* mesh, const PortalGraph* graph, const Exit* exit, WideSearch* search, int32_t node,
                           int32_t parent, double cost, const Location* goal) except -1 nogil:
    if search.visits[node] == search.visit and search.costs[node] <= cost:
        return 0
    search.visits[node], search.costs[node], search.parents[node] = search.visit, cost, parent
    return heap_put(&search.heap, node, cost + graph.least_cost * distance2(exit.land[0], exit.land[2], goal.point[0], goal.point[2]))


cdef int connect_start(const MeshView* mesh, const PortalGraph* graph, const Hierarchy* hierarchy, WideSearch* search,
                       int32_t index, const Location* start, const Location* goal) except -1 nogil:
    """Offer the exits of the start's cluster."""
    cdef const Cluster* cluster = &hierarchy.clusters[index]
    cdef TautPath path
    cdef Arrival arrival
    cdef size_t i
    search.local.links = &cluster.links
    allow_tiles(mesh, &cluster.tiles, 1, &search.allowed)
    search_locally(mesh, graph, &search.local, start.poly, start.point, False, NO_POLY, NULL)
    allow_tiles(mesh, &cluster.tiles, 0, &search.allowed)
    search.searched += search.local.searched
    search.first_tiles.resize(cluster.exits.size())
    search.direct = INFINITY
    if cluster_at(mesh, hierarchy, goal.poly) == index:
        arrive_at(mesh, graph, &search.local, goal.poly, goal.point, &arrival)
        search.direct = taut_cost(mesh, graph, &search.local, goal.point, goal.poly, &arrival, &path)
        search.direct_tiles = arrival.marks
    for i in range(cluster.exits.size()):
        arrive_at(mesh, graph, &search.local, cluster.exits[i].poly, cluster.exits[i].leave, &arrival)
        search.first_tiles[i] = arrival.marks
        if arrival.cost < INFINITY:
            offer_node(mesh, graph, &cluster.exits[i], search, cluster.first_node + <int32_t>i, -1,
                       taut_cost(mesh, graph, &search.local, cluster.exits[i].leave, cluster.exits[i].poly, &arrival, &path)
                       + cluster.exits[i].cost, goal)
    return 0


cdef int connect_goal(const MeshView* mesh, const PortalGraph* graph, const Hierarchy* hierarchy, WideSearch* search,
                      int32_t index, const Location* goal) except -1 nogil:
    """What is left of the way from each entry of the goal's cluster."""
    cdef const Cluster* cluster = &hierarchy.clusters[index]
    cdef TautPath path
    cdef Arrival arrival
    cdef size_t i
    search.local.links = &cluster.links
    allow_tiles(mesh, &cluster.tiles, 1, &search.allowed)
    search_locally(mesh, graph, &search.local, goal.poly, goal.point, True, NO_POLY, NULL)
    allow_tiles(mesh, &cluster.tiles, 0, &search.allowed)
    search.searched += search.local.searched
    search.rests.resize(cluster.entries.size())
    search.rest_tiles.resize(cluster.entries.size())
    for i in range(cluster.entries.size()):
        arrive_at(mesh, graph, &search.local, cluster.entries[i].poly, cluster.entries[i].point, &arrival)
        search.rest_tiles[i] = arrival.marks
        search.rests[i] = taut_cost(mesh, graph, &search.local, cluster.entries[i].point, cluster.entries[i].poly, &arrival, &path)
    return 0


cdef inline const Exit* exit_of(const Hierarchy* hierarchy, int32_t node) noexcept nogil:
    cdef const Cluster* cluster = &hierarchy.clusters[hierarchy.node_cluster[node]]
    return &cluster.exits[node - cluster.first_node]


cdef int32_t search_exits(const MeshView* mesh, const PortalGraph* graph, const Hierarchy* hierarchy, WideSearch* search,
                          const Location* start, const Location* goal) except -2 nogil:
    """The last exit on the cheapest way over the clusters, −1 where the direct one is the cheapest, or none leads there."""
    cdef int32_t start_cluster = cluster_at(mesh, hierarchy, start.poly), goal_cluster = cluster_at(mesh, hierarchy, goal.poly)
    cdef int32_t node, last = -1
    cdef const Cluster* cluster
    cdef const Exit* exit
    cdef const Hop* hops
    cdef double best
    cdef size_t k
    start_search(hierarchy, search)
    search.local.allowed, search.local.tile_marks = search.allowed.data(), &hierarchy.tile_marks
    connect_start(mesh, graph, hierarchy, search, start_cluster, start, goal)
    best = search.direct
    connect_goal(mesh, graph, hierarchy, search, goal_cluster, goal)
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
                offer_node(mesh, graph, &cluster.exits[k], search, cluster.first_node + <int32_t>k, node,
                           search.costs[node] + hops[k].cost + cluster.exits[k].cost, goal)
    return last


cdef int choose_tiles(const MeshView* mesh, const Cluster* cluster, int32_t side, uint64_t tiles, WideSearch* search) except -1 nogil:
    """The tiles of a cluster that are in a set, and all that share a vertex with them."""
    cdef int32_t i, k, dx, dz, tile
    for i in range(side * side):
        if tiles >> i & 1:
            for k in range(9):
                dx, dz = k % 3 - 1, k // 3 - 1
                tile = tile_at(mesh, cluster.x * side + i % side + dx, cluster.z * side + i // side + dz)
                if tile >= 0 and mesh.tiles[tile].poly_count > 0 and not search.allowed[mesh.tiles[tile].first_poly]:
                    memset(&search.allowed[mesh.tiles[tile].first_poly], 1, mesh.tiles[tile].poly_count)
                    search.chosen.push_back(tile)
    return 0


cdef int choose_way(const MeshView* mesh, const Hierarchy* hierarchy, WideSearch* search, const Location* goal,
                    int32_t last) except -1 nogil:
    """The tiles around the way over the exits."""
    cdef const Exit* exit
    cdef const Exit* before
    cdef const Cluster* cluster = &hierarchy.clusters[cluster_at(mesh, hierarchy, goal.poly)]
    cdef int32_t node = last, parent
    search.chosen.clear()
    choose_tiles(mesh, cluster, hierarchy.side, search.direct_tiles if last < 0 else search.rest_tiles[exit_of(hierarchy, last).entry],
                 search)
    while node >= 0:
        parent, exit = search.parents[node], exit_of(hierarchy, node)
        cluster = &hierarchy.clusters[hierarchy.node_cluster[node]]
        if parent >= 0:
            before = exit_of(hierarchy, parent)
            choose_tiles(mesh, cluster, hierarchy.side,
                         cluster.hops[<size_t>before.entry * cluster.exits.size() + (node - cluster.first_node)].tiles, search)
        else:
            choose_tiles(mesh, cluster, hierarchy.side, search.first_tiles[node - cluster.first_node], search)
        node = parent
    return 0


# ---- a search ----

cdef bint search_cones_within(const MeshView* mesh, const PortalGraph* graph, WideSearch* search, const Location* start,
                              const Location* goal, const uint8_t* allowed, double tolerance, int32_t limit) except -1 nogil:
    """Is the search over before the limit?"""
    cdef bint over
    search.exact.allowed, search.exact.weight = allowed, 1.0 + tolerance
    over = search_some_cones(mesh, graph, &search.exact, start, goal, limit)
    search.searched += search.exact.searched
    return over


cdef int turn_round(const MeshView* mesh, vector[PolyRef]* corridor, vector[int32_t]* entries, vector[double]* points,
                    vector[PolyRef]* point_polys) except -1 nogil:
    """The same path the other way; there are no links in it."""
    cdef size_t i, count = point_polys.size()
    cdef int k
    reverse(corridor.begin(), corridor.end())
    reverse(point_polys.begin(), point_polys.end())
    for i in range(count // 2):
        for k in range(3):
            points[0][3 * i + k], points[0][3 * (count - 1 - i) + k] = points[0][3 * (count - 1 - i) + k], points[0][3 * i + k]
    return 0


cdef int drop_loops(const MeshView* mesh, WideSearch* search, vector[PolyRef]* corridor, vector[int32_t]* entries) except -1 nogil:
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


cdef bint mend_middle(const MeshView* mesh, const PortalGraph* graph, WideSearch* search, double reach, vector[PolyRef]* corridor,
                      vector[int32_t]* entries, const vector[double]* points, const vector[PolyRef]* point_polys) except -1 nogil:
    """Look for a shorter way between the points of the path that are a reach before and behind its half."""
    cdef const double* p = points.data()
    cdef double at = 0.0, half = 0.5 * flat_length(points)
    cdef size_t i, from_ = 0, to = point_polys.size() - 1, first = 0, last = corridor.size() - 1
    cdef Location a, b
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
            or not search_cones_within(mesh, graph, search, &a, &b, search.allowed.data(), 0.0, MOST_CONES) \
            or not trace_exact(mesh, graph, &search.exact, &a, &b, &search.way, &search.way_entries, &new_points, &new_polys, &new_links):
        return False
    search.way.insert(search.way.end(), corridor.begin() + last + 1, corridor.end())
    search.way_entries.insert(search.way_entries.end(), entries.begin() + last + 1, entries.end())
    search.way_entries[0] = entries.at(first)
    corridor.resize(first)
    entries.resize(first)
    corridor.insert(corridor.end(), search.way.begin(), search.way.end())
    entries.insert(entries.end(), search.way_entries.begin(), search.way_entries.end())
    drop_loops(mesh, search, corridor, entries)
    return True


cdef int32_t middle_exit(const Hierarchy* hierarchy, const WideSearch* search, int32_t last) noexcept nogil:
    """The exit on the way over the exits that is the nearest to its half; −1: there is none."""
    cdef double half = 0.5 * search.way_cost
    cdef int32_t best = last
    while last >= 0:
        if fabs(search.costs[last] - half) < fabs(search.costs[best] - half):
            best = last
        last = search.parents[last]
    return best


cdef bint find_halves(const MeshView* mesh, const PortalGraph* graph, const Hierarchy* hierarchy, WideSearch* search,
                      const Location* start, const Location* goal, int32_t middle, double tolerance, vector[PolyRef]* corridor,
                      vector[int32_t]* entries, vector[double]* points, vector[PolyRef]* point_polys,
                      vector[int32_t]* point_links) except -1 nogil:
    """From both ends to an exit in the middle, then pulled taut."""
    cdef Location place
    cdef const Exit* exit
    cdef int i
    if middle < 0:
        search_cones_within(mesh, graph, search, start, goal, search.allowed.data(), tolerance, INT32_MAX)
        search.cost = graph.ground * search.exact.best
        return trace_exact(mesh, graph, &search.exact, start, goal, corridor, entries, points, point_polys, point_links)
    exit = exit_of(hierarchy, middle)
    place.poly, place.distance = exit.next, 0.0
    for i in range(3):
        place.point[i] = exit.land[i]
    if hierarchy.two_way:
        search_cones_within(mesh, graph, search, goal, &place, search.allowed.data(), tolerance, INT32_MAX)
        if not trace_exact(mesh, graph, &search.exact, goal, &place, &search.way, &search.way_entries, points, point_polys, point_links):
            return False
        turn_round(mesh, &search.way, &search.way_entries, points, point_polys)
    else:
        search_cones_within(mesh, graph, search, &place, goal, search.allowed.data(), tolerance, INT32_MAX)
        if not trace_exact(mesh, graph, &search.exact, &place, goal, &search.way, &search.way_entries, points, point_polys, point_links):
            return False
    search_cones_within(mesh, graph, search, start, &place, search.allowed.data(), tolerance, INT32_MAX)
    if not trace_exact(mesh, graph, &search.exact, start, &place, corridor, entries, points, point_polys, point_links):
        return False
    corridor.insert(corridor.end(), search.way.begin() + 1, search.way.end())
    entries.insert(entries.end(), search.way_entries.begin() + 1, search.way_entries.end())
    drop_loops(mesh, search, corridor, entries)
    pull_path(mesh, corridor, entries, start.point, goal.point, points, point_polys, point_links)
    if mend_middle(mesh, graph, search, hierarchy.side * mesh.tile_size, corridor, entries, points, point_polys):
        pull_path(mesh, corridor, entries, start.point, goal.point, points, point_polys, point_links)
    search.cost = cost_of(graph, entries, points, point_links)
    return True


cdef bint find_cheapest(const MeshView* mesh, const PortalGraph* graph, const Hierarchy* hierarchy, WideSearch* search,
                        const Location* start, const Location* goal, const uint8_t* allowed, vector[PolyRef]* corridor,
                        vector[int32_t]* entries, vector[double]* points, vector[PolyRef]* point_polys,
                        vector[int32_t]* point_links) except -1 nogil:
    """Where they don't: A* over the middles of the portals, pulled taut."""
    cdef Arrival arrival
    search.local.allowed = allowed
    search.local.tile_marks = NULL
    search.local.links = &hierarchy.links
    search_locally(mesh, graph, &search.local, start.poly, start.point, False, goal.poly, goal.point)
    arrive_at(mesh, graph, &search.local, goal.poly, goal.point, &arrival)
    search.searched += search.local.searched
    search.cost = arrival.cost
    if arrival.cost == INFINITY:
        return False
    trace_ways(mesh, graph, &search.local, goal.poly, &arrival, corridor, entries)
    pull_path(mesh, corridor, entries, start.point, goal.point, points, point_polys, point_links)
    return True


cdef bint are_near(const MeshView* mesh, const Hierarchy* hierarchy, PolyRef a, PolyRef b) noexcept nogil:
    """Are two polygons in one cluster, or in two that touch?"""
    cdef const Cluster* first = &hierarchy.clusters[cluster_at(mesh, hierarchy, a)]
    cdef const Cluster* second = &hierarchy.clusters[cluster_at(mesh, hierarchy, b)]
    return -1 <= first.x - second.x <= 1 and -1 <= first.z - second.z <= 1


cdef bint find_wide(const MeshView* mesh, const PortalGraph* graph, const Hierarchy* hierarchy, WideSearch* search,
                    const Location* start, const Location* goal, double tolerance, vector[PolyRef]* corridor,
                    vector[int32_t]* entries, vector[double]* points, vector[PolyRef]* point_polys,
                    vector[int32_t]* point_links) except -1 nogil:
    cdef bint found, clustered = mesh.tile_size > 0.0
    cdef int32_t limit = INT32_MAX, last
    search.searched, search.wide, search.cost = 0, False, INFINITY
    corridor.clear()
    entries.clear()
    points.clear()
    point_polys.clear()
    point_links.clear()
    if island_of(mesh, start.poly) != island_of(mesh, goal.poly) or graph.costs[start.poly] < 0.0 or graph.costs[goal.poly] < 0.0:
        return False
    if graph.uniform:
        if clustered:
            limit = <int32_t>min(1e9, LEAST_CONES + CONES_A_TILE * distance2(start.point[0], start.point[2], goal.point[0], goal.point[2])
                                 / mesh.tile_size)
        if search_cones_within(mesh, graph, search, start, goal, NULL, tolerance, limit):
            search.cost = graph.ground * search.exact.best
            return trace_exact(mesh, graph, &search.exact, start, goal, corridor, entries, points, point_polys, point_links)
        if hierarchy.two_way and search_cones_within(mesh, graph, search, goal, start, NULL, tolerance, limit):
            search.cost = graph.ground * search.exact.best
            found = trace_exact(mesh, graph, &search.exact, goal, start, corridor, entries, points, point_polys, point_links)
            turn_round(mesh, corridor, entries, points, point_polys)
            return found
    elif not clustered or are_near(mesh, hierarchy, start.poly, goal.poly):
        return find_cheapest(mesh, graph, hierarchy, search, start, goal, NULL, corridor, entries, points, point_polys, point_links)
    search.wide = True
    if search.allowed.size() != <size_t>mesh.poly_count:
        search.allowed.clear()
        search.allowed.resize(mesh.poly_count)
    last = search_exits(mesh, graph, hierarchy, search, start, goal)
    if last < 0 and search.direct == INFINITY:
        return False
    choose_way(mesh, hierarchy, search, goal, last)
    if graph.uniform:
        found = find_halves(mesh, graph, hierarchy, search, start, goal, middle_exit(hierarchy, search, last), tolerance, corridor,
                            entries, points, point_polys, point_links)
    else:
        found = find_cheapest(mesh, graph, hierarchy, search, start, goal, search.allowed.data(), corridor, entries, points, point_polys,
                              point_links)
    allow_tiles(mesh, &search.chosen, 0, &search.allowed)
    return found


# ---- Python ----

cdef class HierarchicalSearch:
    """HierarchicalSearch(mesh, cluster_tiles=3, tolerance=0.02): paths over a large NavMesh of tiles.

    cluster_tiles: tiles along a cluster, 1 … 8. tolerance: a path that is found without the clusters is at most that much
    longer than the shortest one, as a share of it; one that is found with them, than the shortest one in the tiles around the
    way over the clusters. What tiles have changed is computed anew by the next search. One object is for one thread at a
    time. ValueError: another number of tiles, a tolerance that isn't finite or is below 0."""
    cdef NavMesh mesh
    cdef Hierarchy hierarchy
    cdef WideSearch search
    cdef double tolerance

    def __cinit__(self, NavMesh mesh not None, int32_t cluster_tiles=3, tolerance=0.02):
        if not 1 <= cluster_tiles <= MOST_SIDE:
            raise ValueError(f"cluster_tiles: must be 1 … {MOST_SIDE}, is {cluster_tiles}")
        self.mesh = mesh
        self.tolerance = measure("tolerance", tolerance)
        start_hierarchy(&self.hierarchy, cluster_tiles)

    def update(self):
        """Compute the clusters anew that have changed, and return how many there were."""
        with nogil:
            update_hierarchy(&self.mesh.view, self.mesh.view.graph, &self.hierarchy, &self.search.local)
        return self.hierarchy.computed

    def path(self, PolyRef start_poly, start, PolyRef goal_poly, goal):
        """(cost, points, a polygon for each, link ids, corridor, entries) of a path between two points on given polygons; None
        where there is none. ValueError: a polygon that the mesh does not have."""
        cdef Location a, b
        cdef vector[PolyRef] polys, point_polys
        cdef vector[int32_t] entries, links
        cdef vector[double] points
        cdef bint found
        a.poly, a.point[0], a.point[1], a.point[2] = start_poly, start[0], start[1], start[2]
        b.poly, b.point[0], b.point[1], b.point[2] = goal_poly, goal[0], goal[1], goal[2]
        for poly in (start_poly, goal_poly):
            if not still_there(&self.mesh.view, poly, self.mesh.view.version):
                raise ValueError(f"path: there is no polygon {poly}, there are {self.mesh.view.poly_count}")
        with nogil:
            update_hierarchy(&self.mesh.view, self.mesh.view.graph, &self.hierarchy, &self.search.local)
            found = find_wide(&self.mesh.view, self.mesh.view.graph, &self.hierarchy, &self.search, &a, &b, self.tolerance, &polys,
                              &entries, &points, &point_polys, &links)
        if not found:
            return None
        return (self.search.cost, [(points[3 * i], points[3 * i + 1], points[3 * i + 2]) for i in range(<int>point_polys.size())],
                list(point_polys), list(links), list(polys), list(entries))

    @property
    def searched(self):
        """How many cones, ways and exits the last search took from its open lists."""
        return self.search.searched

    @property
    def wide(self):
        """Whether the last search needed the clusters."""
        return self.search.wide

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
