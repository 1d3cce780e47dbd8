"""Clusters of tiles, kept up to date."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport distance2
from navpy.base.interrupts cimport check_signals
from navpy.mesh.half_edges cimport Face, PortalGraph, corner_after, corner_before, enter_cost, is_open
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink, Tile, tile_at
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.path_data cimport Path, plan_length
from navpy.mesh.tiles.tile_changes cimport TilePlace, find_changed_tiles
from navpy.mesh.tiles.tile_bytes cimport hash_bytes
from navpy.query.clearance.local_search cimport Arrival, LocalSearch, arrive_at, search_locally, trace_ways
from navpy.query.corridor.crossings cimport pull_path

cdef enum:
    MOST_AROUND = 64                      # polygons around a vertex, at most

cdef int64_t ROW = <int64_t>1 << 32     # between the keys of two places whose z differ by 1
cdef double SPACING = 1.0 / 4.0         # of a cluster's side: an entrance of that width has one transition

cdef struct EntrancePortal:         # a portal of an entrance
    int32_t edge                    # half-edge
    PolyRef poly
    int32_t cluster                 # that it leads to
    int32_t after                   # index of the next portal of the entrance, to the left seen from outside; −1: none
    bint first                      # of its entrance


cdef int start_hierarchy(Hierarchy* hierarchy, int32_t side) except -1 nogil:
    hierarchy.side, hierarchy.version, hierarchy.computed = side, 0, 0
    hierarchy.two_way = False
    hierarchy.clusters.clear()
    hierarchy.free.clear()
    hierarchy.order.clear()
    hierarchy.cluster_of.clear()
    hierarchy.tile_marks.clear()
    hierarchy.links.clear()
    hierarchy.tiles.clear()
    hierarchy.contents.clear()
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
    if cluster.x != x or cluster.z != z:
        return -1
    return hierarchy.order[low]


cdef inline int64_t place_key(int32_t x, int32_t z) noexcept nogil:
    """Orders places by z, then x."""
    return <int64_t>z * ROW + x


cdef int sort_clusters(Hierarchy* hierarchy) except -1 nogil:
    cdef vector[pair[int64_t, int32_t]] keys
    cdef pair[int64_t, int32_t] key
    cdef size_t i
    for i in range(hierarchy.order.size()):
        key.second = hierarchy.order[i]
        key.first = place_key(hierarchy.clusters[key.second].x, hierarchy.clusters[key.second].z)
        keys.push_back(key)
    sort(keys.begin(), keys.end())
    hierarchy.order.clear()
    for i in range(keys.size()):
        hierarchy.order.push_back(keys[i].second)
    return 0


cdef int place_cluster(Hierarchy* hierarchy, int32_t x, int32_t z) except -1 nogil:
    """A new cluster, where one has gone or behind all."""
    cdef Cluster none
    cdef int32_t index
    if hierarchy.free.empty():
        index = <int32_t>hierarchy.clusters.size()
        hierarchy.clusters.push_back(none)
    else:
        index = hierarchy.free.back()
        hierarchy.free.pop_back()
    hierarchy.clusters[index].x, hierarchy.clusters[index].z, hierarchy.clusters[index].changed = x, z, True
    hierarchy.clusters[index].one_way, hierarchy.clusters[index].first_node = False, 0
    hierarchy.order.push_back(index)
    return 0


cdef int add_clusters(const MeshView* mesh, Hierarchy* hierarchy) except -1 nogil:
    """Make clusters for tiles that are in none yet."""
    cdef vector[int64_t] keys
    cdef int32_t i, x, z
    cdef size_t k
    for i in range(mesh.tile_count):
        x, z = floor_div(mesh.tiles[i].x, hierarchy.side), floor_div(mesh.tiles[i].z, hierarchy.side)
        if mesh.tiles[i].live and find_cluster(hierarchy, x, z) < 0:
            keys.push_back(place_key(x, z))
    sort(keys.begin(), keys.end())
    for k in range(keys.size()):
        if k == 0 or keys[k] != keys[k - 1]:
            x = <int32_t>keys[k]            # its low half
            place_cluster(hierarchy, x, <int32_t>((keys[k] - x) // ROW))
    if keys.size() > 0:
        sort_clusters(hierarchy)
    return 0


cdef void mark_around(Hierarchy* hierarchy, int32_t x, int32_t z) noexcept nogil:
    """Mark the clusters of a tile and of its eight neighbors, whose half-edges may have changed with it."""
    cdef int32_t dx, dz, cluster
    for dz in range(-1, 2):
        for dx in range(-1, 2):
            cluster = find_cluster(hierarchy, floor_div(x + dx, hierarchy.side), floor_div(z + dz, hierarchy.side))
            if cluster >= 0:
                hierarchy.clusters[cluster].changed = True


cdef uint64_t sum_content(const PortalGraph* graph, const Tile* tile, vector[uint8_t]* bytes) except? 0 nogil:
    """A checksum of what rules make of a tile: which of its edges may be crossed, and what its polygons cost."""
    cdef const uint8_t* costs = <const uint8_t*>&graph.costs[tile.first_poly]
    cdef size_t size = sizeof(double) * tile.poly_count
    cdef const Face* face
    cdef PolyRef poly
    cdef int32_t i
    bytes.clear()
    if tile.poly_count == 0:
        return 0
    bytes.insert(bytes.end(), costs, costs + size)
    if not graph.penalties.empty():
        costs = <const uint8_t*>&graph.penalties[tile.first_poly]
        bytes.insert(bytes.end(), costs, costs + size)
    if not graph.regions.empty():
        costs = <const uint8_t*>&graph.enter_costs[tile.first_poly]
        bytes.insert(bytes.end(), costs, costs + size)
    for poly in range(tile.first_poly, tile.first_poly + tile.poly_count):
        face = &graph.faces[poly]
        for i in range(face.first, face.first + face.count):
            bytes.push_back(graph.half_edges[i].neighbor != NO_POLY)
    return hash_bytes(bytes.data(), <int64_t>bytes.size())


cdef int find_changed(NavView nav, Hierarchy* hierarchy) except -1 nogil:
    """Mark the clusters around tiles that have changed themselves, or that changed rules have made something else of."""
    cdef vector[TilePlace] changed
    cdef vector[uint8_t] bytes
    cdef uint64_t content
    cdef int32_t i, k
    find_changed_tiles(nav.mesh, &hierarchy.tiles, &changed)
    hierarchy.contents.resize(nav.mesh.tile_count, 0)
    for place in changed:
        mark_around(hierarchy, place.x, place.z)
        for k in range(9):                  # those around it may have got or lost ways too
            i = tile_at(nav.mesh, place.x + k % 3 - 1, place.z + k // 3 - 1)
            if i >= 0:
                hierarchy.contents[i] = sum_content(nav.graph, &nav.mesh.tiles[i], &bytes)
    if nav.graph.rules_version <= hierarchy.version:
        return 0
    for i in range(nav.mesh.tile_count):
        if not nav.mesh.tiles[i].live:
            continue
        content = sum_content(nav.graph, &nav.mesh.tiles[i], &bytes)
        if content != hierarchy.contents[i]:
            hierarchy.contents[i] = content
            mark_around(hierarchy, nav.mesh.tiles[i].x, nav.mesh.tiles[i].z)
    return 0


cdef int list_tiles(const MeshView* mesh, Hierarchy* hierarchy) except -1 nogil:
    """Tell which cluster each tile is in, and list the tiles of each cluster."""
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


cdef int drop_clusters(Hierarchy* hierarchy) except -1 nogil:
    """Drop the clusters that have no tiles any more."""
    cdef Cluster* cluster
    cdef size_t i, kept = 0
    for i in range(hierarchy.order.size()):
        cluster = &hierarchy.clusters[hierarchy.order[i]]
        if not cluster.tiles.empty():
            hierarchy.order[kept] = hierarchy.order[i]
            kept += 1
            continue
        cluster.links.clear()
        cluster.exits.clear()
        cluster.entries.clear()
        cluster.edges.clear()
        hierarchy.free.push_back(hierarchy.order[i])
    hierarchy.order.resize(kept)
    return 0


cdef void know_link(NavView nav, const Hierarchy* hierarchy, int32_t index,
                    KnownLink* out) noexcept nogil:
    cdef const OffMeshLink* link = &nav.mesh.links[index]
    cdef int i
    memset(out, 0, sizeof(KnownLink))
    out.start = out.end = NO_POLY
    out.cluster = -1
    if nav.graph.link_factors[index] < 0.0:
        return
    out.start, out.end, out.cluster = link.start_poly, link.end_poly, cluster_at(nav.mesh, hierarchy, link.start_poly)
    for i in range(3):
        out.leave[i], out.land[i] = 0.5 * (link.leave[0][i] + link.leave[1][i]), 0.5 * (link.land[0][i] + link.land[1][i])
    out.cost = nav.graph.link_costs[index] * nav.graph.ground_cost
    out.cost += enter_cost(nav.graph, out.start, out.end)


cdef int find_changed_links(NavView nav, Hierarchy* hierarchy) except -1 nogil:
    """Mark the clusters that a link leaves which has changed."""
    cdef vector[KnownLink] now
    cdef int32_t i, known = <int32_t>hierarchy.known_links.size()
    now.resize(nav.mesh.link_count)
    for i in range(nav.mesh.link_count):
        know_link(nav, hierarchy, i, &now[i])
    for i in range(max(nav.mesh.link_count, known)):
        if i < nav.mesh.link_count and i < known and memcmp(&now[i], &hierarchy.known_links[i], sizeof(KnownLink)) == 0:
            continue
        if i < nav.mesh.link_count and now[i].cluster >= 0:
            hierarchy.clusters[now[i].cluster].changed = True
        if i < known and hierarchy.known_links[i].cluster >= 0:
            hierarchy.clusters[hierarchy.known_links[i].cluster].changed = True
    hierarchy.known_links.swap(now)
    return 0


# ---- entrances and their transitions ----

cdef int list_portals(NavView nav, const Hierarchy* hierarchy, int32_t index,
                      vector[EntrancePortal]* out) except -1 nogil:
    """The portals that lead out of a cluster."""
    cdef const Tile* tile
    cdef EntrancePortal portal
    cdef int32_t i
    cdef size_t t
    cdef PolyRef poly, next
    out.clear()
    portal.after, portal.first = -1, True
    for t in range(hierarchy.clusters[index].tiles.size()):
        tile = &nav.mesh.tiles[hierarchy.clusters[index].tiles[t]]
        for poly in range(tile.first_poly, tile.first_poly + tile.poly_count):
            for i in range(nav.graph.faces[poly].first, nav.graph.faces[poly].first + nav.graph.faces[poly].count):
                next = nav.graph.half_edges[i].neighbor
                if next != NO_POLY and nav.mesh.polys[next].tile != nav.mesh.polys[poly].tile and cluster_at(nav.mesh, hierarchy, next) != index:
                    portal.edge, portal.poly, portal.cluster = i, poly, cluster_at(nav.mesh, hierarchy, next)
                    out.push_back(portal)
    return 0


cdef int32_t edge_after(const PortalGraph* graph, const vector[int32_t]* places, PolyRef poly, int32_t edge) noexcept nogil:
    """Of the portals in ``places`` the one that begins where an edge ends, around their vertex on the inner side; −1: a wall comes first."""
    edge = corner_after(&graph.faces[poly], edge)
    for _poly in range(MOST_AROUND):
        if places.at(edge) >= 0:
            return edge
        if not is_open(graph, edge):
            return -1
        poly = graph.half_edges[edge].neighbor
        edge = corner_after(&graph.faces[poly], graph.half_edges[edge].twin)
    return -1


cdef bint meets_outside(const PortalGraph* graph, int32_t edge, int32_t after) noexcept nogil:
    """Do two portals that follow each other on the inner side also do so on the outer side?"""
    cdef PolyRef poly = graph.half_edges[edge].neighbor
    cdef int32_t at
    if not (is_open(graph, edge) and is_open(graph, after)):
        return False
    at = corner_before(&graph.faces[poly], graph.half_edges[edge].twin)
    for _poly in range(MOST_AROUND):
        if at == graph.half_edges[after].twin:
            return True
        if not is_open(graph, at):
            return False
        poly = graph.half_edges[at].neighbor
        at = corner_before(&graph.faces[poly], graph.half_edges[at].twin)
    return False


cdef int join_portals(const PortalGraph* graph, vector[int32_t]* places, vector[EntrancePortal]* portals) except -1 nogil:
    """Chain up the portals of each entrance. places: −1 for all half-edges, and again when this is over."""
    cdef size_t i
    cdef int32_t edge
    cdef EntrancePortal* at
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


cdef inline double width_of(const PortalGraph* graph, const EntrancePortal* at) noexcept nogil:
    cdef int32_t end = corner_after(&graph.faces[at.poly], at.edge)
    return distance2(graph.half_edges[at.edge].x, graph.half_edges[at.edge].y, graph.half_edges[end].x, graph.half_edges[end].y)


cdef void place_exit(NavView nav, const EntrancePortal* at, double t, Exit* out) noexcept nogil:
    """The exit at 0 … 1 of a portal."""
    cdef int32_t end = corner_after(&nav.graph.faces[at.poly], at.edge)
    cdef const double* a = nav.mesh.vertices + 3 * <size_t>nav.mesh.corners[at.edge]
    cdef const double* b = nav.mesh.vertices + 3 * <size_t>nav.mesh.corners[end]
    cdef int i
    for i in range(3):
        out.leave[i] = out.land[i] = a[i] + t * (b[i] - a[i])
    out.poly, out.next, out.cluster, out.entry = at.poly, nav.graph.half_edges[at.edge].neighbor, at.cluster, -1
    out.cost = enter_cost(nav.graph, out.poly, out.next)


cdef int add_exits(NavView nav, const vector[EntrancePortal]* portals, int32_t first, double spacing,
                   vector[Exit]* exits) except -1 nogil:
    """Add 1 to 3 exits, evenly over the width of an entrance."""
    cdef Exit out
    cdef double width = 0.0, passed = 0.0, wide, at
    cdef int32_t i = first, count, k = 0
    while i >= 0:
        width += width_of(nav.graph, &portals.at(i))
        i = portals.at(i).after
    count = 1 if width <= spacing else 2 if width <= 2.0 * spacing else 3
    i = first
    while i >= 0 and k < count:
        wide = width_of(nav.graph, &portals.at(i))
        while k < count:
            at = (k + 0.5) / count * width - passed
            if at > wide and portals.at(i).after >= 0:
                break
            place_exit(nav, &portals.at(i), min(1.0, at / wide) if wide > 0.0 else 0.0, &out)
            exits.push_back(out)
            k += 1
        passed += wide
        i = portals.at(i).after
    return 0


cdef int add_link_exits(NavView nav, Hierarchy* hierarchy, int32_t index) except -1 nogil:
    """List the links inside a cluster, and add an exit for each link that leaves it."""
    cdef Cluster* cluster = &hierarchy.clusters[index]
    cdef const KnownLink* link
    cdef Exit out
    cdef int32_t i, k
    cluster.links.clear()
    for i in range(nav.mesh.link_count):
        link = &hierarchy.known_links[i]
        if link.cluster != index:
            continue
        if cluster_at(nav.mesh, hierarchy, link.end) == index:
            cluster.links.push_back(i)
            continue
        for k in range(3):
            out.leave[k], out.land[k] = link.leave[k], link.land[k]
        out.poly, out.next, out.cluster, out.entry = link.start, link.end, cluster_at(nav.mesh, hierarchy, link.end), -1
        out.cost = link.cost
        cluster.exits.push_back(out)
    return 0


cdef int find_exits(NavView nav, Hierarchy* hierarchy) except -1 nogil:
    """Find the exits of the clusters that have changed."""
    cdef vector[EntrancePortal] portals
    cdef vector[int32_t] places
    cdef Cluster* cluster
    cdef int32_t i
    cdef size_t k
    places.resize(nav.mesh.corner_count, -1)
    for i in hierarchy.order:
        cluster = &hierarchy.clusters[i]
        if not cluster.changed:
            continue
        cluster.exits.clear()
        list_portals(nav, hierarchy, i, &portals)
        join_portals(nav.graph, &places, &portals)
        for k in range(portals.size()):
            if portals[k].first:
                add_exits(nav, &portals, k, SPACING * hierarchy.side * nav.mesh.tile_size, &cluster.exits)
        add_link_exits(nav, hierarchy, i)
    return 0


# ---- edges of the abstract graph ----

cdef bint same_entries(const vector[Entry]* a, const vector[Entry]* b) noexcept nogil:
    cdef size_t i
    if a.size() != b.size():
        return False
    for i in range(a.size()):
        if a.at(i).poly != b.at(i).poly or memcmp(a.at(i).point, b.at(i).point, 24) != 0:
            return False
    return True


cdef int find_entries(Hierarchy* hierarchy) except -1 nogil:
    """Tell every exit its entry; clusters whose entries differ from before have changed, too."""
    cdef vector[vector[Entry]] entries
    cdef Entry entry
    cdef Exit* exit
    cdef int32_t index
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
    for index in hierarchy.order:
        if hierarchy.clusters[index].changed or not same_entries(&entries[index], &hierarchy.clusters[index].entries):
            hierarchy.clusters[index].changed = True
            hierarchy.clusters[index].entries.swap(entries[index])
    return 0


cdef double taut_cost(NavView nav, LocalSearch* local, const double* point, PolyRef poly,
                      const Arrival* arrival, Path* path) except -1.0 nogil:
    """What the way to an arrival costs once its corridor is pulled taut. If costs differ, or if it takes links, it stays what it is."""
    cdef const double* from_ = &local.point[0]
    cdef const double* to = point
    cdef size_t i
    if not nav.graph.uniform or arrival.cost == INFINITY:
        return arrival.cost
    trace_ways(nav, local, poly, arrival, &path.corridor, &path.entries)
    for i in range(path.entries.size()):
        if path.entries[i] >= 0:
            return arrival.cost
    if local.backwards:
        from_, to = point, &local.point[0]
    pull_path(nav.mesh, from_, to, path)
    return nav.graph.ground_cost * plan_length(&path.points)


cdef int find_edges(NavView nav, Cluster* cluster, LocalSearch* local) except -1 nogil:
    cdef Path path
    cdef Arrival arrival
    cdef IntraEdge edge
    cdef size_t i, k
    local.links = &cluster.links
    cluster.edges.clear()
    for i in range(cluster.entries.size()):
        search_locally(nav, local, cluster.entries[i].poly, cluster.entries[i].point, False, NO_POLY, NULL)
        for k in range(cluster.exits.size()):
            arrive_at(nav, local, cluster.exits[k].poly, cluster.exits[k].leave, &arrival)
            edge.cost = taut_cost(nav, local, cluster.exits[k].leave, cluster.exits[k].poly, &arrival, &path)
            edge.tiles = arrival.marks
            cluster.edges.push_back(edge)
    return 0


cdef void allow_tiles(const MeshView* mesh, const vector[int32_t]* tiles, uint8_t value, vector[uint8_t]* allowed) noexcept nogil:
    cdef size_t i
    for i in range(tiles.size()):
        if mesh.tiles[tiles.at(i)].poly_count > 0:
            memset(allowed.data() + mesh.tiles[tiles.at(i)].first_poly, value, mesh.tiles[tiles.at(i)].poly_count)


cdef bint leads_back(NavView nav, const vector[int32_t]* tiles) noexcept nogil:
    """May every edge of some tiles that may be crossed be crossed both ways?"""
    cdef const Tile* tile
    cdef PolyRef poly
    cdef int32_t i
    cdef size_t t
    for t in range(tiles.size()):
        tile = &nav.mesh.tiles[tiles.at(t)]
        for poly in range(tile.first_poly, tile.first_poly + tile.poly_count):
            for i in range(nav.graph.faces[poly].first, nav.graph.faces[poly].first + nav.graph.faces[poly].count):
                if nav.graph.half_edges[i].neighbor != NO_POLY and not is_open(nav.graph, i):
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


cdef int update_clusters(NavView nav, Hierarchy* hierarchy, LocalSearch* local) except -1 nogil:
    cdef vector[uint8_t] allowed
    cdef Cluster* cluster
    cdef int32_t i
    add_clusters(nav.mesh, hierarchy)
    find_changed(nav, hierarchy)
    list_tiles(nav.mesh, hierarchy)
    drop_clusters(hierarchy)
    find_changed_links(nav, hierarchy)
    find_exits(nav, hierarchy)
    find_entries(hierarchy)
    allowed.resize(nav.mesh.poly_count)
    local.allowed, local.tile_marks = allowed.data(), &hierarchy.tile_marks
    for i in hierarchy.order:
        cluster = &hierarchy.clusters[i]
        if cluster.changed:
            check_signals()
            allow_tiles(nav.mesh, &cluster.tiles, 1, &allowed)
            find_edges(nav, cluster, local)
            cluster.one_way = not leads_back(nav, &cluster.tiles)
            allow_tiles(nav.mesh, &cluster.tiles, 0, &allowed)
            cluster.changed = False
            hierarchy.computed += 1
    number_nodes(hierarchy)
    hierarchy.two_way = nav.mesh.link_count == 0
    for i in hierarchy.order:
        hierarchy.two_way = hierarchy.two_way and not hierarchy.clusters[i].one_way
    return 0


cdef int update_hierarchy(NavView nav, Hierarchy* hierarchy, LocalSearch* local) except -1 nogil:
    cdef int32_t i
    hierarchy.computed = 0
    if hierarchy.version == nav.mesh.version:
        return 0
    if hierarchy.version == 0 or hierarchy.uniform != nav.graph.uniform or hierarchy.ground != nav.graph.ground_cost:
        start_hierarchy(hierarchy, hierarchy.side)
    if nav.mesh.tile_size > 0.0:            # without tiles it is searched as a whole, on its links
        update_clusters(nav, hierarchy, local)
    hierarchy.links.clear()
    for i in range(nav.mesh.link_count):
        hierarchy.links.push_back(i)
    hierarchy.version, hierarchy.uniform, hierarchy.ground = nav.mesh.version, nav.graph.uniform, nav.graph.ground_cost
    return 0
