"""
Contours of the regions (Mononen's Recast for tracing and for bridging holes; Douglas & Peucker 1973 for simplifying).

Two neighbouring regions must agree on every corner of their common border, or the polygons made of them do not meet.
Therefore everything decided about a corner depends on the floors around it alone and not on the contour it is met from.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.math cimport INFINITY, fabs
from libc.string cimport memcpy
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector
from navpy.bake.compact cimport CompactHeightfield, DIRECTIONS, NO_NEIGHBOR, offset_x, offset_z
from navpy.bake.corners cimport ContourCorner, collide, dot, in_cone, same_place, side, touches

cdef struct Around:                 # the floors around a corner, in turn from the one asked for
    int32_t floors[4]               # NO_NEIGHBOR where none can be walked to
    bint closed                     # one can walk all around the corner

cdef struct Chain:                  # a stretch of a raw contour between two corners that are kept
    int32_t begin, end              # end may lie past the contour's last corner: indices wrap

cdef struct Tolerance:              # what simplifying may do
    double max_error                # cells
    double height_error_vx          # cell heights
    int edge_max_length_vx          # cells, 0: no limit
    const uint8_t* areas            # area id of every region
    const uint8_t* exact            # regions whose borders keep every corner; never 0, the wall

cdef struct Bridge:                 # from a corner of the outline to one of a hole
    int64_t length2
    int32_t corner

cdef struct HoleOrder:
    int32_t x_vx, z_vx              # its leftmost corner
    int32_t leftmost                # index of that corner in the hole
    int32_t contour                 # index of the hole


# Tracing

cdef inline int32_t region_across(CompactHeightfield compact, int32_t floor, int direction) noexcept nogil:
    cdef int32_t neighbor = compact.floors[floor].neighbors[direction]
    return 0 if neighbor == NO_NEIGHBOR else compact.regions[neighbor]


cdef Around floors_around(CompactHeightfield compact, int32_t floor, int direction) noexcept nogil:
    """Walk around the corner where the floor's edges `direction` and `direction + 1` meet, both ways until stopped."""
    cdef Around around
    cdef int32_t at = floor
    cdef int i
    for i in range(4):
        around.floors[i] = NO_NEIGHBOR
    around.floors[0] = floor
    around.closed = False
    for i in range(1, 5):
        at = compact.floors[at].neighbors[(direction + i - 1) & 3]
        if at == NO_NEIGHBOR:
            break
        if i == 4:
            around.closed = at == floor
        else:
            around.floors[i] = at
    at = floor
    for i in range(3, 0, -1):
        if around.floors[i] != NO_NEIGHBOR:
            break
        # Backwards over the edge that leads from floor i on to floor i + 1.
        at = compact.floors[at].neighbors[(direction + i + 2) & 3]
        if at == NO_NEIGHBOR:
            break
        around.floors[i] = at
    return around


cdef ContourCorner make_corner(CompactHeightfield compact, int32_t floor, int direction, int x, int z) noexcept nogil:
    """The corner at the end of the floor's edge; (x, z) is the floor's column."""
    cdef Around around = floors_around(compact, floor, direction)
    cdef ContourCorner corner
    cdef int32_t regions[4]
    cdef int i, different = 0
    cdef bint has_wall = not around.closed
    corner.x_vx = x + (direction == 1 or direction == 2)
    corner.z_vx = z + (direction == 0 or direction == 1)
    corner.y_vx = 0
    corner.across = region_across(compact, floor, direction)
    for i in range(4):
        regions[i] = 0
        if around.floors[i] != NO_NEIGHBOR:
            regions[i] = compact.regions[around.floors[i]]
            corner.y_vx = max(corner.y_vx, <int32_t>compact.floors[around.floors[i]].y_vx)
        has_wall = has_wall or regions[i] == 0
    for i in range(4):
        if regions[i] != 0 and (i < 1 or regions[i] != regions[0]) and (i < 2 or regions[i] != regions[1]) and (
                i < 3 or regions[i] != regions[2]):
            different += 1
    corner.kept = different + has_wall >= 3 or (
        regions[0] == regions[2] and regions[1] == regions[3] and regions[0] != regions[1])
    return corner


cdef int trace_contour(CompactHeightfield compact, vector[uint8_t]& borders, int32_t start, int start_direction,
                       int x, int z, vector[ContourCorner]& out) except -1 nogil:
    """Follow one border once around, clearing its bits of `borders`; the region stays on the left."""
    cdef int32_t floor = start
    cdef int direction = start_direction
    while True:
        if region_across(compact, floor, direction) != compact.regions[floor]:
            out.push_back(make_corner(compact, floor, direction, x, z))
            borders[floor] &= <uint8_t>~(1 << direction)
            direction = (direction + 1) & 3
        else:
            x += offset_x(direction)
            z += offset_z(direction)
            floor = compact.floors[floor].neighbors[direction]
            direction = (direction + 3) & 3
        if floor == start and direction == start_direction:
            return 0


cdef int trace_contours(CompactHeightfield compact, vector[ContourCorner]& corners, vector[Contour]& contours) except -1 nogil:
    cdef vector[uint8_t] borders        # bit d of a floor: its edge d is on a border not traced yet
    cdef Contour contour
    cdef int32_t floor
    cdef int x, z, direction
    borders.resize(compact.floors.size(), 0)
    for floor in range(<int32_t>compact.floors.size()):
        if compact.regions[floor] != 0:
            for direction in range(DIRECTIONS):
                if region_across(compact, floor, direction) != compact.regions[floor]:
                    borders[floor] |= <uint8_t>(1 << direction)
    for z in range(compact.depth):
        for x in range(compact.width):
            for floor in range(compact.first[x + z * compact.width], compact.first[x + z * compact.width + 1]):
                for direction in range(DIRECTIONS):
                    if borders[floor] & (1 << direction) == 0:
                        continue
                    contour.region = compact.regions[floor]
                    contour.area = compact.areas[floor]
                    contour.first = <int32_t>corners.size()
                    trace_contour(compact, borders, floor, direction, x, z, corners)
                    contour.count = <int32_t>corners.size() - contour.first
                    contours.push_back(contour)
    return 0


# Simplifying

cdef inline bint comes_before(const ContourCorner* a, const ContourCorner* b) noexcept nogil:
    return a.x_vx < b.x_vx or (a.x_vx == b.x_vx and a.z_vx < b.z_vx)


cdef double deviation2(const ContourCorner* p, const ContourCorner* a, const ContourCorner* b) noexcept nogil:
    """Squared distance in cells from p to the segment ab; the same number for ba."""
    if comes_before(b, a):
        a, b = b, a
    cdef double length2 = <double>dot(a, b, b)
    cdef double along = <double>dot(a, b, p)
    cdef double across = <double>side(a, b, p)
    if along <= 0:
        return <double>dot(a, p, p)
    if along >= length2:
        return <double>dot(b, p, p)
    return across * across / length2


cdef int32_t farthest_corner(const ContourCorner* raw, int32_t count, Chain chain, double* worst) noexcept nogil:
    """The corner of the chain farthest from its chord; a tie goes to the smaller x, z so that both sides choose alike."""
    cdef const ContourCorner* a = &raw[chain.begin % count]
    cdef const ContourCorner* b = &raw[chain.end % count]
    cdef int32_t i, best = -1
    cdef double distance2
    worst[0] = 0.0
    for i in range(chain.begin + 1, chain.end):
        distance2 = deviation2(&raw[i % count], a, b)
        if distance2 > worst[0] or (best >= 0 and distance2 == worst[0] and comes_before(&raw[i % count], &raw[best % count])):
            worst[0] = distance2
            best = i
    return best


cdef double height_deviation(const ContourCorner* p, const ContourCorner* a, const ContourCorner* b) noexcept nogil:
    """Cell heights from p to the segment ab at the nearest place in the ground plane; the same number for ba."""
    cdef double length2, along
    if comes_before(b, a):
        a, b = b, a
    length2, along = <double>dot(a, b, b), <double>dot(a, b, p)
    if along <= 0:
        return fabs(p.y_vx - a.y_vx)
    if along >= length2:
        return fabs(p.y_vx - b.y_vx)
    return fabs(p.y_vx - a.y_vx - along / length2 * (b.y_vx - a.y_vx))


cdef int32_t highest_corner(const ContourCorner* raw, int32_t count, Chain chain, double* worst) noexcept nogil:
    """As `farthest_corner`, of heights: the corner farthest above or below the chord."""
    cdef const ContourCorner* a = &raw[chain.begin % count]
    cdef const ContourCorner* b = &raw[chain.end % count]
    cdef int32_t i, best = -1
    cdef double off
    worst[0] = 0.0
    for i in range(chain.begin + 1, chain.end):
        off = height_deviation(&raw[i % count], a, b)
        if off > worst[0] or (best >= 0 and off == worst[0] and comes_before(&raw[i % count], &raw[best % count])):
            worst[0] = off
            best = i
    return best


cdef double allowed_error(const ContourCorner* raw, int32_t count, Chain chain, int32_t region, bint closed,
                          const Tolerance* tolerance) noexcept nogil:
    """Cells that the chain may deviate: without limit between two regions of one area, where the mesh goes on."""
    cdef int32_t across = raw[(chain.begin + 1) % count].across
    if tolerance.exact[region] or tolerance.exact[across]:
        return 0.0
    if (tolerance.max_error == 0.0 or closed or across == 0 or tolerance.areas[across] != tolerance.areas[region]
            or same_place(&raw[chain.begin % count], &raw[chain.end % count])):
        return tolerance.max_error
    return INFINITY


cdef bint mark_first_corners(const ContourCorner* raw, vector[uint8_t]& marked) noexcept nogil:
    """A border without kept corners is a closed line: mark its lower left and its upper right corner. → whether it is"""
    cdef int32_t i, low = 0, high = 0
    for i in range(<int32_t>marked.size()):
        if marked[i]:
            return False
        if comes_before(&raw[i], &raw[low]):
            low = i
        if comes_before(&raw[high], &raw[i]):
            high = i
    marked[low] = marked[high] = True
    return True


cdef int split_chains(const vector[uint8_t]& marked, vector[Chain]& chains) except -1 nogil:
    """Cut the closed line at its marked corners, of which there is at least one."""
    cdef Chain chain
    cdef int32_t i, count = <int32_t>marked.size(), first = -1
    for i in range(count):
        if not marked[i]:
            continue
        if first < 0:
            first = i
        else:
            chain.end = i
            chains.push_back(chain)
        chain.begin = i
    chain.end = first + count
    chains.push_back(chain)
    return 0


cdef int32_t next_cut(const ContourCorner* raw, int32_t count, Chain chain, double max_error,
                      const Tolerance* tolerance) noexcept nogil:
    """
    Where the chain must be cut: at the corner that deviates most, in plan before in height, or half way if only too long a
    wall; −1: nowhere.
    """
    cdef const ContourCorner* a = &raw[chain.begin % count]
    cdef const ContourCorner* b = &raw[chain.end % count]
    cdef double worst = 0.0
    cdef int32_t middle = farthest_corner(raw, count, chain, &worst)
    if worst > max_error * max_error:
        return middle
    if tolerance.height_error_vx != INFINITY:
        middle = highest_corner(raw, count, chain, &worst)
        if worst > 0.5 * tolerance.height_error_vx:
            return middle
    middle = (chain.begin + chain.end) // 2
    if (tolerance.edge_max_length_vx > 0 and raw[(chain.begin + 1) % count].across == 0 and middle > chain.begin
            and <double>dot(a, b, b) > <double>tolerance.edge_max_length_vx * tolerance.edge_max_length_vx):
        return middle
    return -1


cdef int simplify_contour(const ContourCorner* raw, int32_t count, int32_t region, const Tolerance* tolerance,
                          vector[ContourCorner]& out) except -1 nogil:
    """Append the simplified contour to `out`."""
    cdef vector[uint8_t] marked
    cdef vector[Chain] chains
    cdef Chain chain
    cdef int32_t i, cut
    cdef bint closed
    marked.resize(count)
    for i in range(count):
        marked[i] = raw[i].kept
    closed = mark_first_corners(raw, marked)
    split_chains(marked, chains)
    while not chains.empty():
        chain = chains.back()
        chains.pop_back()
        cut = next_cut(raw, count, chain, allowed_error(raw, count, chain, region, closed, tolerance), tolerance)
        if cut >= 0:
            cut_chain(chain, cut, chains)
            marked[cut % count] = True
    return append_marked(raw, marked, out)


cdef int cut_chain(Chain chain, int32_t middle, vector[Chain]& chains) except -1 nogil:
    cdef int32_t end = chain.end
    chain.end = middle
    chains.push_back(chain)
    chain.begin, chain.end = middle, end
    chains.push_back(chain)
    return 0


cdef int append_marked(const ContourCorner* raw, const vector[uint8_t]& marked, vector[ContourCorner]& out) except -1 nogil:
    """Append the marked corners, without edges that have no length in the ground plane."""
    cdef size_t i, first = out.size()
    for i in range(marked.size()):
        if marked[i] and (out.size() == first or not same_place(&out.back(), &raw[i])):
            out.push_back(raw[i])
    while out.size() > first + 1 and same_place(&out.back(), &out[first]):
        out.pop_back()
    return 0


# Bridging holes

cdef int64_t doubled_area(const ContourCorner* corners, int32_t count) noexcept nogil:
    """Twice the enclosed cells: positive for an outline, negative for a hole, 0 for a slit."""
    cdef int64_t total = 0
    cdef int32_t i
    for i in range(1, count - 1):
        total += side(&corners[0], &corners[i], &corners[i + 1])
    return total


cdef bint is_blocked(const ContourCorner* p, const ContourCorner* q, const ContourCorner* corners, int32_t count) noexcept nogil:
    """Whether the segment pq touches the closed line anywhere but in its own ends."""
    cdef const ContourCorner* a
    cdef const ContourCorner* b
    cdef int32_t i
    for i in range(count):
        a = &corners[i]
        b = &corners[i + 1 if i + 1 < count else 0]
        if same_place(a, p) or same_place(a, q) or same_place(b, p) or same_place(b, q):
            continue
        if touches(p, q, a, b):
            return True
    return False


cdef bint is_shorter(const Bridge& a, const Bridge& b) noexcept nogil:
    return a.length2 < b.length2 or (a.length2 == b.length2 and a.corner < b.corner)


cdef bint lies_left(const HoleOrder& a, const HoleOrder& b) noexcept nogil:
    if a.x_vx != b.x_vx:
        return a.x_vx < b.x_vx
    return a.z_vx < b.z_vx if a.z_vx != b.z_vx else a.contour < b.contour


cdef int32_t find_bridge(const vector[ContourCorner]& outline, const ContourCorner* hole, int32_t count, int32_t corner,
                         const ContourCorner* corners, const vector[Contour]& holes, const vector[HoleOrder]& open_holes,
                         vector[Bridge]& bridges) except -2 nogil:
    """The nearest outline corner that sees the hole's corner, −1 if none does."""
    cdef const ContourCorner* p = &hole[corner]
    cdef const ContourCorner* before = &hole[corner - 1 if corner > 0 else count - 1]
    cdef const ContourCorner* after = &hole[corner + 1 if corner + 1 < count else 0]
    cdef int32_t size = <int32_t>outline.size(), i
    cdef size_t k, other
    cdef Bridge bridge
    cdef bint blocked
    bridges.clear()
    for i in range(size):
        if (in_cone(&outline[i - 1 if i > 0 else size - 1], &outline[i], &outline[i + 1 if i + 1 < size else 0], p)
                and in_cone(before, p, after, &outline[i])):
            bridge.length2 = dot(p, &outline[i], &outline[i])
            bridge.corner = i
            bridges.push_back(bridge)
    sort(bridges.begin(), bridges.end(), is_shorter)
    for k in range(bridges.size()):
        i = bridges[k].corner
        blocked = is_blocked(p, &outline[i], outline.data(), size)
        other = 0
        while not blocked and other < open_holes.size():
            blocked = is_blocked(p, &outline[i], corners + holes[open_holes[other].contour].first,
                                 holes[open_holes[other].contour].count)
            other += 1
        if not blocked:
            return i
    return -1


cdef int splice_hole(vector[ContourCorner]& outline, int32_t at, const ContourCorner* hole, int32_t count,
                     int32_t corner) except -1 nogil:
    """Walk from the outline's corner `at` to the hole's, once around the hole, and back."""
    cdef vector[ContourCorner] detour
    cdef int32_t i
    for i in range(count + 1):
        detour.push_back(hole[(corner + i) % count])
    detour.push_back(outline[at])
    outline.insert(outline.begin() + at + 1, detour.begin(), detour.end())
    return 0


cdef int order_holes(const ContourCorner* corners, const vector[Contour]& holes, vector[HoleOrder]& order) except -1 nogil:
    """From left to right: the way from a hole to the left is then free of holes that are still open."""
    cdef HoleOrder entry
    cdef const ContourCorner* hole
    cdef int32_t i
    cdef size_t k
    order.clear()
    for k in range(holes.size()):
        hole = corners + holes[k].first
        entry.leftmost = 0
        for i in range(1, holes[k].count):
            if comes_before(&hole[i], &hole[entry.leftmost]):
                entry.leftmost = i
        entry.x_vx, entry.z_vx = hole[entry.leftmost].x_vx, hole[entry.leftmost].z_vx
        entry.contour = <int32_t>k
        order.push_back(entry)
    sort(order.begin(), order.end(), lies_left)
    return 0


cdef bint bridge_one_hole(vector[ContourCorner]& outline, const ContourCorner* corners, const vector[Contour]& holes,
                          vector[HoleOrder]& open_holes, vector[Bridge]& bridges) except -1 nogil:
    """Bridge the first hole that has a free bridge, tried from its leftmost corner on. → whether there was one"""
    cdef const ContourCorner* hole
    cdef int32_t i, count, corner, at
    cdef size_t k
    for k in range(open_holes.size()):
        hole = corners + holes[open_holes[k].contour].first
        count = holes[open_holes[k].contour].count
        for i in range(count):
            corner = (open_holes[k].leftmost + i) % count
            at = find_bridge(outline, hole, count, corner, corners, holes, open_holes, bridges)
            if at >= 0:
                splice_hole(outline, at, hole, count, corner)
                open_holes.erase(open_holes.begin() + k)
                return True
    return False


cdef int32_t merge_holes(vector[ContourCorner]& outline, const ContourCorner* corners, const vector[Contour]& holes) except -1 nogil:
    """Bridge the holes into the outline. → number of holes left over"""
    cdef vector[HoleOrder] open_holes
    cdef vector[Bridge] bridges
    order_holes(corners, holes, open_holes)
    while not open_holes.empty() and bridge_one_hole(outline, corners, holes, open_holes, bridges):
        pass
    return <int32_t>open_holes.size()


# The stage

cdef int find_region_areas(CompactHeightfield compact, vector[uint8_t]& areas) except -1 nogil:
    cdef size_t i
    areas.clear()
    areas.resize(compact.region_count + 1, 0)
    for i in range(compact.floors.size()):
        if compact.regions[i] != 0:
            areas[compact.regions[i]] = compact.areas[i]
    return 0


cdef int simplify_contours(ContourSet self, const Tolerance* tolerance, SimplifiedRegions* simplified) except -1 nogil:
    cdef Contour contour
    cdef const ContourCorner* raw
    cdef size_t i
    simplified.corners.clear()
    for i in range(simplified.holes.size()):
        simplified.holes[i].clear()
    for i in range(self.raw_contours.size()):
        contour = self.raw_contours[i]
        raw = &self.raw_corners[contour.first]
        contour.first = <int32_t>simplified.corners.size()
        simplify_contour(raw, self.raw_contours[i].count, contour.region, tolerance, simplified.corners)
        contour.count = <int32_t>simplified.corners.size() - contour.first
        if doubled_area(raw, self.raw_contours[i].count) > 0:
            simplified.outlines[contour.region] = contour
        elif contour.count >= 2:
            simplified.holes[contour.region].push_back(contour)
    return 0


cdef int append_edges(const ContourCorner* corners, const Contour* contour, vector[ContourCorner]& edges) except -1 nogil:
    cdef int32_t i
    for i in range(contour.count):
        edges.push_back(corners[contour.first + i])
        edges.push_back(corners[contour.first + (i + 1) % contour.count])
    return 0


cdef bint is_tangled(SimplifiedRegions* simplified, int32_t region, vector[ContourCorner]& scratch) except -1 nogil:
    """Whether simplifying has made the region's borders run into each other or turned one inside out."""
    cdef const ContourCorner* corners = simplified.corners.data()
    cdef const Contour* outline = &simplified.outlines[region]
    cdef size_t i, k
    if outline.count < 3:
        return False
    scratch.clear()
    append_edges(corners, outline, scratch)
    for i in range(simplified.holes[region].size()):
        append_edges(corners, &simplified.holes[region][i], scratch)
    for i in range(0, scratch.size(), 2):
        for k in range(i + 2, scratch.size(), 2):
            if collide(&scratch[i], &scratch[i + 1], &scratch[k], &scratch[k + 1]):
                return True
    if doubled_area(corners + outline.first, outline.count) <= 0:
        return True
    scratch.assign(corners + outline.first, corners + outline.first + outline.count)
    return merge_holes(scratch, corners, simplified.holes[region]) > 0


cdef int simplify_untangled(ContourSet self, CompactHeightfield compact, double max_error, int edge_max_length_vx,
                            SimplifiedRegions* simplified) except -1 nogil:
    """Simplify; then, as long as borders of a region run into each other, again with every corner of that region kept."""
    cdef vector[uint8_t] areas, exact
    cdef vector[ContourCorner] scratch
    cdef Tolerance tolerance
    cdef int32_t region
    cdef bint again = True
    find_region_areas(compact, areas)
    exact.resize(compact.region_count + 1, False)
    tolerance.max_error, tolerance.edge_max_length_vx = max_error, edge_max_length_vx
    tolerance.height_error_vx = self.height_error_vx
    tolerance.areas, tolerance.exact = areas.data(), exact.data()
    while again:
        again = False
        simplify_contours(self, &tolerance, simplified)
        for region in range(1, compact.region_count + 1):
            if not exact[region] and is_tangled(simplified, region, scratch):
                exact[region] = again = True
    return 0


cdef int build_contours(ContourSet self, CompactHeightfield compact, double max_error, int edge_max_length_vx) except -1 nogil:
    cdef SimplifiedRegions simplified
    cdef vector[ContourCorner] outline
    cdef Contour contour
    cdef int32_t region
    simplified.outlines.resize(compact.region_count + 1)
    simplified.holes.resize(compact.region_count + 1)
    trace_contours(compact, self.raw_corners, self.raw_contours)
    simplify_untangled(self, compact, max_error, edge_max_length_vx, &simplified)
    for region in range(1, compact.region_count + 1):
        contour = simplified.outlines[region]
        if contour.count < 3 or doubled_area(&simplified.corners[contour.first], contour.count) <= 0:
            self.lost_regions += 1
            continue
        outline.assign(simplified.corners.begin() + contour.first, simplified.corners.begin() + contour.first + contour.count)
        self.unmerged_holes += merge_holes(outline, simplified.corners.data(), simplified.holes[region])
        contour.first = <int32_t>self.corners.size()
        contour.count = <int32_t>outline.size()
        self.corners.insert(self.corners.end(), outline.begin(), outline.end())
        self.contours.push_back(contour)
    return 0


cdef list listed(vector[Contour]& contours, vector[ContourCorner]& corners):
    """[(region, [(x, y, z), …]), …] in voxel units."""
    result = []
    for contour in contours:
        points = [(corners[i].x_vx, corners[i].y_vx, corners[i].z_vx)
                  for i in range(contour.first, contour.first + contour.count)]
        result.append((contour.region, points))
    return result


cdef class ContourSet:
    """
    The outlines of the regions of a compact heightfield.

    max_error: cells that a simplified wall may deviate from the traced one (Douglas-Peucker); the line between two
    regions of one area runs straight, unless max_error is 0, which keeps every corner. Regions whose borders would run
    into each other when simplified keep every corner too.
    edge_max_length_vx: longest wall edge in cells, longer ones are split; 0: no limit.
    height_error_vx: cell heights that the surface may lie above or below the floors. A traced corner may lie half as much
    above or below the edge that replaces it, as floors beside a straightened border are off it by some more.
    Needs the regions. Raises ValueError if they are missing or if an argument is out of range.
    """

    def __init__(self, CompactHeightfield compact not None, double max_error, int edge_max_length_vx,
                 double height_error_vx=INFINITY):
        if not 0.0 <= max_error < 1e9:
            raise ValueError(f"max_error must be a finite number of cells >= 0, got {max_error}")
        if edge_max_length_vx < 0:
            raise ValueError(f"edge_max_length_vx must be >= 0 cells, got {edge_max_length_vx}")
        if not height_error_vx >= 0.0:
            raise ValueError(f"height_error_vx must be >= 0 cell heights, got {height_error_vx}")
        if compact.regions.size() != compact.floors.size():
            raise ValueError("compact has no regions yet: build them first")
        self.compact, self.height_error_vx = compact, height_error_vx
        self.cell_size, self.cell_height = compact.cell_size, compact.cell_height
        memcpy(self.bounds_min, compact.bounds_min, sizeof(self.bounds_min))
        self.raw_corners.clear()
        self.raw_contours.clear()
        self.corners.clear()
        self.contours.clear()
        self.unmerged_holes = self.lost_regions = 0
        with nogil:
            build_contours(self, compact, max_error, edge_max_length_vx)

    @property
    def raw(self):
        """As traced, outlines and holes apart: a list of (region, [(x, y, z), …]) in voxel units."""
        return listed(self.raw_contours, self.raw_corners)

    @property
    def merged(self):
        """Simplified, holes bridged in, one a region: a list of (region, [(x, y, z), …]) in voxel units."""
        return listed(self.contours, self.corners)
