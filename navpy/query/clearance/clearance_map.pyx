"""Makes clearance maps: zones around walls are cut out of polygons, and the pieces joined to a mesh."""
from libc.stdint cimport int32_t
from libc.string cimport memset
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport closest_on_segment, cross, distance2
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.poly_surface cimport to_surface
from navpy.base.area cimport AREA_COUNT
from navpy.mesh.mesh_view cimport DEFAULT_FLAGS, MeshView, OffMeshLink, Poly, Tile
from navpy.mesh.portal_graph cimport forget_packed, start_rules, update_portal_graph
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.clearance.near_walls cimport ALL_POLYS, Wall, WallSearch, collect_walls
from navpy.query.clearance.piece_joining cimport Draft, JoinedPieces, add_pieces, join_pieces
from navpy.query.clearance.wall_zones cimport WallCorners, Zone, make_zones, measure_corners
from navpy.query.clearance.zone_cutting cimport SAME, Cutter, Piece, PieceCorner, cut_zones
from navpy.base.union_find cimport root_of, unite
from navpy.base.vec2 cimport Vec2, add, det, length, scale, subtract, to_plan, to_world, vec2

ROUNDING = 4e-6
cdef double OUTSIDE_ARC = 1.04          # the corners of tangents lie beyond their arc by less than this factor
cdef double ASIDE = 8.0                 # radii that a place on the map may be away from a point

cdef enum:
    FIRST_POLYS = 64                    # polygons that walls are looked for on at first


# ---- pieces ----

cdef int copy_poly(const PortalGraph* graph, PolyRef poly, Cutter* cutter, vector[double]* place) except -1 nogil:
    """A polygon as a single piece, and its corners as a place."""
    cdef PieceCorner corner
    cdef Piece piece
    cdef int32_t i
    piece.way_out = False
    place.clear()
    for i in range(graph.faces[poly].first, graph.faces[poly].first + graph.faces[poly].count):
        corner.x, corner.y, corner.edge = graph.half_edges[i].x, graph.half_edges[i].y, i
        piece.corners.push_back(corner)
        place.push_back(corner.x)
        place.push_back(corner.y)
    cutter.pieces.clear()
    cutter.pieces.push_back(piece)
    return 0


cdef int cut_poly(NavView nav, const WallCorners* corners, PolyRef poly, double radius,
                  WallSearch* search, vector[Zone]* zones, vector[double]* place, Cutter* cutter) except -1 nogil:
    """Cut a polygon into pieces. Few walls are collected at first, as those nearby leave nothing of most polygons where the radius is
    large."""
    cdef int32_t most = FIRST_POLYS
    while True:
        copy_poly(nav.graph, poly, cutter, place)
        collect_walls(nav, search, poly, NO_POLY, place.data(), nav.graph.faces[poly].count, OUTSIDE_ARC * radius, most, False)
        make_zones(nav.graph, corners, search, radius, zones)
        cut_zones(cutter, zones)
        if cutter.pieces.empty() or search.visits.size() <= <size_t>most:
            return 0
        most = 16 * most if most < ALL_POLYS // 16 else <int32_t>ALL_POLYS


cdef int cut_polys(NavView nav, double radius, Draft* draft) except -1 nogil:
    cdef WallSearch search
    cdef WallCorners corners
    cdef vector[Zone] zones
    cdef vector[double] place
    cdef Cutter cutter
    cdef PolyRef poly
    measure_corners(nav, &corners)
    for poly in range(nav.mesh.poly_count):
        check_signals()
        if nav.mesh.polys[poly].count > 0 and nav.graph.costs[poly] >= 0.0:
            cut_poly(nav, &corners, poly, radius, &search, &zones, &place, &cutter)
            add_pieces(draft, poly, &cutter.pieces)
    return 0


# ---- the mesh of pieces ----

cdef bint is_closed(NavView nav, const JoinedPieces* pieces, int32_t corner) noexcept nogil:
    """True if the edge between two pieces may not be crossed."""
    cdef int32_t twin = pieces.twins[corner], from_ = pieces.owners[corner], to = pieces.owners[twin], edge = pieces.edges[corner]
    cdef bint into_way_out = pieces.ways_out[to] and not pieces.ways_out[from_]
    if pieces.polys[from_] == pieces.polys[to]:
        return into_way_out
    if edge < 0 and pieces.edges[twin] >= 0:
        edge = nav.mesh.twins[pieces.edges[twin]]
    if edge < 0 or nav.graph.half_edges[edge].neighbor != pieces.polys[to]:
        return True
    return into_way_out and nav.graph.half_edges[nav.mesh.twins[edge]].neighbor != NO_POLY


cdef int fill_polys(NavView nav, ClearanceMap* out) except -1 nogil:
    """Polygons, corners and vertices of the view."""
    cdef const JoinedPieces* pieces = &out.pieces
    cdef int32_t count = <int32_t>pieces.polys.size(), i, k, vertex, axis
    cdef PolyRef poly
    cdef Poly entry
    out.polys.clear()
    out.vertices.clear()
    out.vertices.resize(pieces.places.size() // 2 * 3)
    out.centers.clear()
    out.centers.resize(3 * count)
    out.first_piece.clear()
    for i in range(count):
        poly = pieces.polys[i]
        while out.first_piece.size() <= <size_t>poly:
            out.first_piece.push_back(i)
        memset(&entry, 0, sizeof(entry))
        entry.first, entry.count = pieces.first[i], pieces.first[i + 1] - pieces.first[i]
        entry.area, entry.flags, entry.first_link = nav.mesh.polys[poly].area, DEFAULT_FLAGS, -1
        out.polys.push_back(entry)
        for k in range(entry.first, entry.first + entry.count):
            vertex = pieces.corners[k]
            to_surface(nav.mesh, poly, vec2(pieces.places[2 * vertex], pieces.places[2 * vertex + 1]), &out.vertices[3 * vertex])
            for axis in range(3):
                out.centers[3 * i + axis] += out.vertices[3 * vertex + axis] / entry.count
    while out.first_piece.size() <= <size_t>nav.mesh.poly_count:
        out.first_piece.push_back(count)
    return 0


cdef int fill_rules(NavView nav, ClearanceMap* out) except -1 nogil:
    """Neighbors, closed edges, and costs of areas."""
    cdef const JoinedPieces* pieces = &out.pieces
    cdef size_t i
    cdef PolyRef poly
    start_rules(&out.rules)
    out.rules.narrow.resize(pieces.corners.size(), 0)
    out.neighbors.clear()
    out.neighbors.resize(pieces.corners.size(), NO_POLY)
    for i in range(pieces.corners.size()):
        if pieces.twins[i] >= 0:
            out.neighbors[i] = pieces.owners[pieces.twins[i]]
            out.rules.narrow[i] = is_closed(nav, pieces, i)
    out.rules.area_costs.insert(out.rules.area_costs.end(), nav.mesh.area_costs, nav.mesh.area_costs + <int>AREA_COUNT)
    out.penalties = False
    for i in range(pieces.polys.size() if not nav.graph.penalties.empty() else 0):
        out.penalties = out.penalties or nav.graph.penalties[pieces.polys[i]] > 0.0 \
            or (not nav.graph.regions.empty() and nav.graph.enter_costs[pieces.polys[i]] > 0.0)
    for poly in range(nav.mesh.poly_count):
        if nav.graph.costs[poly] >= 0.0:
            out.rules.area_costs[nav.mesh.polys[poly].area] = nav.graph.costs[poly]
    return 0


cdef int label_islands(ClearanceMap* out, const vector[OffMeshLink]* links) except -1 nogil:
    """Pieces connected by edges or links are one island."""
    cdef vector[int32_t] parent
    cdef int32_t i, islands = 0
    cdef size_t k
    out.islands.clear()
    for i in range(<int32_t>out.polys.size()):
        parent.push_back(i)
    for i in range(<int32_t>out.neighbors.size()):
        if out.neighbors[i] != NO_POLY and not (out.rules.narrow[i] and out.rules.narrow[out.pieces.twins[i]]):
            unite(parent.data(), out.pieces.owners[i], out.neighbors[i])
    for k in range(links.size()):
        unite(parent.data(), links.at(k).start_poly, links.at(k).end_poly)
    for i in range(<int32_t>out.polys.size()):
        if parent[i] == i:
            out.polys[i].component = islands
            out.islands.push_back(islands)
            islands += 1
        else:
            out.polys[i].component = out.polys[root_of(parent.data(), i)].component
    return 0


cdef int set_view(const MeshView* mesh, ClearanceMap* out) except -1 nogil:
    """Set the view to the arrays."""
    cdef MeshView* view = &out.view
    cdef Tile tile
    memset(&tile, 0, sizeof(tile))
    tile.live, tile.next, tile.version, tile.poly_count = 1, -1, mesh.version, <int32_t>out.polys.size()
    out.tiles.clear()
    out.tiles.push_back(tile)
    memset(view, 0, sizeof(MeshView))
    view.vertices, view.polys, view.corners = out.vertices.data(), out.polys.data(), out.pieces.corners.data()
    view.neighbors, view.twins, view.centers = out.neighbors.data(), out.pieces.twins.data(), out.centers.data()
    view.links, view.graph, view.islands = out.links.data(), &out.graph, out.islands.data()
    view.area_costs, view.tiles, view.tile_count = out.rules.area_costs.data(), out.tiles.data(), 1
    view.version, view.rules_version = mesh.version, mesh.rules_version
    view.vertex_count, view.poly_count = <int32_t>(out.vertices.size() // 3), <int32_t>out.polys.size()
    view.corner_count, view.island_count = <int32_t>out.pieces.corners.size(), <int32_t>out.islands.size()
    view.link_count = <int32_t>out.links.size()
    view.climb, view.agent_radius, view.agent_height = mesh.climb, mesh.agent_radius, mesh.agent_height
    return 0


# ---- places on the map ----

cdef double closest_on_piece(const ClearanceMap* pieces, PolyRef piece, Vec2 at, Vec2* out) noexcept nogil:
    """The place of a piece nearest to another; returns the distance."""
    cdef const Poly* poly = &pieces.polys[piece]
    cdef const double* a
    cdef const double* b
    cdef Vec2 place
    cdef double best = -1.0, distance
    cdef bint inside = True
    cdef int32_t i
    for i in range(poly.first, poly.first + poly.count):
        a = &pieces.pieces.places[2 * pieces.pieces.corners[i]]
        b = &pieces.pieces.places[2 * pieces.pieces.corners[i + 1 if i + 1 < poly.first + poly.count else poly.first]]
        inside = inside and cross(b[0] - a[0], b[1] - a[1], at.x - a[0], at.y - a[1]) >= 0.0
        distance = closest_on_segment(at.x, at.y, a[0], a[1], b[0], b[1], &place.x, &place.y)
        if best < 0.0 or distance < best:
            best, out[0] = distance, place
    if inside:
        best, out[0] = 0.0, at
    return best


cdef bint is_blocked(const WallSearch* search, Vec2 p, Vec2 q) noexcept nogil:
    """True if a wall crosses the straight line from p to q."""
    cdef const Wall* wall
    cdef Vec2 way = subtract(q, p), a, b, along
    cdef size_t i
    for i in range(search.walls.size()):
        wall = &search.walls[i]
        a, b = vec2(wall.ax, wall.ay), vec2(wall.bx, wall.by)
        along = subtract(b, a)
        if det(along, subtract(p, a)) >= 0.0 and det(along, subtract(q, a)) < -SAME * length(along) \
                and det(way, subtract(a, p)) * det(way, subtract(b, p)) <= 0.0:
            return True
    return False


cdef inline bint nearer(const PiecePlace& a, const PiecePlace& b) noexcept nogil:
    return a.distance < b.distance or (a.distance == b.distance and a.piece < b.piece)


cdef bint is_on_map(const ClearanceMap* pieces, PolyRef poly, Vec2 at, bint arriving, PiecePlace* out) noexcept nogil:
    """True if a point of a polygon is on one of its pieces. Pieces that are no way out are preferred."""
    cdef PolyRef piece
    cdef bint found = False
    out.distance, out.visit = 0.0, 0
    for piece in range(pieces.first_piece[poly], pieces.first_piece[poly + 1]):
        if pieces.pieces.ways_out[piece] and (arriving or found):
            continue
        if closest_on_piece(pieces, piece, at, &out.at) == 0.0:
            out.piece, found = piece, True
            if not pieces.pieces.ways_out[piece]:
                break
    out.at = at
    return found


cdef int find_places(NavView nav, const ClearanceMap* pieces, WallSearch* search,
                     PolyRef poly, Vec2 at, bint arriving, vector[PiecePlace]* out) except -1 nogil:
    cdef vector[PiecePlace] found
    cdef vector[int32_t] islands
    cdef PiecePlace place
    cdef Vec2 inwards = subtract(to_plan(nav.mesh.centers + 3 * <size_t>poly), at)
    cdef double off = length(inwards)
    cdef size_t i, k
    cdef int32_t island
    out.clear()
    if is_on_map(pieces, poly, at, arriving, &place):
        collect_walls(nav, search, poly, NO_POLY, &at.x, 1, 0.0, 0, arriving)  # no farther than the polygon itself
        out.push_back(place)
        return 0
    collect_walls(nav, search, poly, NO_POLY, &at.x, 1, ASIDE * pieces.radius, ALL_POLYS, arriving)
    for i in range(search.visits.size()):
        for place.piece in range(pieces.first_piece[search.visits[i].poly], pieces.first_piece[search.visits[i].poly + 1]):
            place.distance = closest_on_piece(pieces, place.piece, at, &place.at)
            place.visit = <int32_t>i
            if place.distance > ASIDE * pieces.radius:
                continue
            if pieces.pieces.ways_out[place.piece] and (arriving or place.distance > 0.0):
                continue
            found.push_back(place)
    sort(found.begin(), found.end(), nearer)
    off = min(1e-6 / off, 0.5) if off > 0.0 else 0.0    # from inside of the polygon: at a wall's corner all ways are blocked
    for i in range(found.size()):
        island = pieces.polys[found[i].piece].component
        for k in range(islands.size()):
            if islands[k] == island:
                break
        else:
            if found[i].distance > 0.0 and is_blocked(search, add(at, scale(inwards, off)), found[i].at):
                continue
            islands.push_back(island)
            out.push_back(found[i])
            if found[i].distance == 0.0:
                break
    return 0


# ---- links ----

cdef void place_at(const double* a, const double* b, double t, double* out) noexcept nogil:
    cdef int i
    for i in range(3):
        out[i] = a[i] + t * (b[i] - a[i])


cdef void clip_to_piece(const ClearanceMap* pieces, PolyRef piece, const double* a, const double* b, double* low,
                        double* high) noexcept nogil:
    """Narrow low … high to the part of a → b, 0 … 1, that lies in a piece."""
    cdef const Poly* poly = &pieces.polys[piece]
    cdef Vec2 begin = to_plan(a), way = subtract(to_plan(b), begin)
    cdef const double* p
    cdef const double* q
    cdef double at, slope
    cdef int32_t i
    for i in range(poly.first, poly.first + poly.count):
        p = &pieces.pieces.places[2 * pieces.pieces.corners[i]]
        q = &pieces.pieces.places[2 * pieces.pieces.corners[i + 1 if i + 1 < poly.first + poly.count else poly.first]]
        at = cross(q[0] - p[0], q[1] - p[1], begin.x - p[0], begin.y - p[1])
        slope = cross(q[0] - p[0], q[1] - p[1], way.x, way.y)
        if slope > 0.0:
            low[0] = max(low[0], -at / slope)
        elif slope < 0.0:
            high[0] = min(high[0], -at / slope)
        elif at < 0.0:
            high[0] = low[0] - 1.0


cdef int add_wide_link(const OffMeshLink* link, int32_t index, double margin, ClearanceMap* out) except -1 nogil:
    """Add the parts of a link's width that lead from piece to piece; returns their number."""
    cdef OffMeshLink part = link[0]
    cdef LinkPlaces places
    cdef int32_t count = 0
    cdef PolyRef start, end
    cdef double low, high, width = distance2(link.leave[0][0], link.leave[0][2], link.leave[1][0], link.leave[1][2])
    places.link, places.aside = index, False
    for start in range(out.first_piece[link.start_poly], out.first_piece[link.start_poly + 1]):
        for end in range(out.first_piece[link.end_poly], out.first_piece[link.end_poly + 1]):
            if out.pieces.ways_out[end]:
                continue
            low, high = margin, 1.0 - margin
            clip_to_piece(out, start, link.leave[0], link.leave[1], &low, &high)
            clip_to_piece(out, end, link.land[0], link.land[1], &low, &high)
            if (high - low) * width <= SAME:
                continue
            part.start_poly, part.end_poly = start, end
            place_at(link.leave[0], link.leave[1], low, part.leave[0])
            place_at(link.leave[0], link.leave[1], high, part.leave[1])
            place_at(link.land[0], link.land[1], low, part.land[0])
            place_at(link.land[0], link.land[1], high, part.land[1])
            out.links.push_back(part)
            out.link_places.push_back(places)
            count += 1
    return count


cdef int add_point_link(NavView nav, const OffMeshLink* link, int32_t index, WallSearch* search, ClearanceMap* out) except -1 nogil:
    """Add a link along its middle line, from and to the places of the map nearest to its ends."""
    cdef OffMeshLink way = link[0]
    cdef LinkPlaces places
    cdef vector[PiecePlace] starts, ends
    cdef size_t i, k
    cdef int side
    places.link = index
    place_at(link.leave[0], link.leave[1], 0.5, places.leave)
    place_at(link.land[0], link.land[1], 0.5, places.land)
    find_places(nav, out, search, link.start_poly, to_plan(places.leave), True, &starts)
    find_places(nav, out, search, link.end_poly, to_plan(places.land), False, &ends)
    for i in range(starts.size()):
        for k in range(ends.size()):
            way.start_poly, way.end_poly = starts[i].piece, ends[k].piece
            places.aside = starts[i].distance > 0.0 or ends[k].distance > 0.0
            for side in range(2):
                to_world(starts[i].at, places.leave[1], way.leave[side])
                to_world(ends[k].at, places.land[1], way.land[side])
            out.links.push_back(way)
            out.link_places.push_back(places)
    return 0


cdef int add_links(NavView nav, double radius, ClearanceMap* out) except -1 nogil:
    cdef WallSearch search
    cdef const OffMeshLink* link
    cdef double width
    cdef int32_t i
    out.links.clear()
    out.link_places.clear()
    for i in range(nav.mesh.link_count):
        link = &nav.mesh.links[i]
        if nav.graph.link_factors[i] < 0.0:
            continue
        width = distance2(link.leave[0][0], link.leave[0][2], link.leave[1][0], link.leave[1][2])
        out.rules.area_costs[link.area] = nav.graph.link_factors[i]
        if width <= SAME and link.width <= SAME:
            add_point_link(nav, link, i, &search, out)
        elif width >= 2.0 * radius and add_wide_link(link, i, radius / width, out) == 0:
            add_point_link(nav, link, i, &search, out)
    for i in range(<int32_t>out.links.size() - 1, -1, -1):
        out.links[i].next = out.polys[out.links[i].start_poly].first_link
        out.polys[out.links[i].start_poly].first_link = i
    return 0


cdef void add_ways_to_links(ClearanceMap* out) noexcept nogil:
    """Add the straight ways between the map and the ends of links to the links' costs."""
    cdef const LinkPlaces* places
    cdef const OffMeshLink* link
    cdef double across, factor
    cdef size_t i
    for i in range(out.links.size()):
        places, link = &out.link_places[i], &out.links[i]
        if places.aside and out.graph.link_factors[i] >= 0.0:
            factor = out.graph.link_factors[i] / out.graph.ground_cost
            across = distance2(places.leave[0], places.leave[2], places.land[0], places.land[2])
            out.graph.link_costs[i] = factor * across \
                + distance2(link.leave[0][0], link.leave[0][2], places.leave[0], places.leave[2]) \
                + distance2(link.land[0][0], link.land[0][2], places.land[0], places.land[2])


# ---- the map ----

cdef int update_clearance_map(NavView nav, double radius, ClearanceMap* out) except -1 nogil:
    cdef Draft draft
    cdef double kept = radius + ROUNDING + 100.0 * nav.graph.rounding
    cdef vector[OffMeshLink] none
    if out.version == nav.graph.version and out.rules_version == nav.graph.rules_version and out.radius == radius:
        return 0
    out.version, out.radius = 0, radius
    if radius > 0.0:
        cut_polys(nav, kept, &draft)
        join_pieces(nav.graph, &draft, &out.pieces)
        fill_polys(nav, out)
        fill_rules(nav, out)
        label_islands(out, &none)
        add_links(nav, radius, out)
        label_islands(out, &out.links)
        set_view(nav.mesh, out)
        forget_packed(&out.graph)
        update_portal_graph(&out.view, &out.rules, &out.graph)
        add_ways_to_links(out)
    out.version, out.rules_version = nav.graph.version, nav.graph.rules_version
    return 0
