"""Finds simplified contours that cross or touch where the raw ones do not (Saalfeld 1999, "Topologically Consistent Line
Simplification with the Douglas-Peucker Algorithm").

An edge replaces a chain of raw corners. No corner of any line may lie between an edge and its chain; wherever two edges cross, one
does. Lines that meet in a corner are compared by the side to which they leave it. Only edges whose chain deviates from them can be at
fault, and these are cut to follow their chain more closely. So the search ends with the raw contours at the latest.

Lines on layers above each other are no conflict. Floors of one column are at least an agent's height apart: so if two lines come
nearer in height than that, anywhere along their chains, they lie side by side and must stay so. Chains that climb near a layer above
are told apart from it once they are shorter.

The refinement of an edge follows from its ends, its chain and its surroundings, so both regions at the edge get the same. At corners
one region alone may see the conflict: `spread_needs` passes the refinement on to the other.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield, Floor
from navpy.baking.contours.corners cimport Contour, ContourCorner, collide, crosses, dot, in_cone, is_straight, on_segment, same_place, side
from navpy.baking.contours.tracing cimport RawContours

cdef struct HeightLookup:           # heights of the floors
    const Floor* floors
    int32_t height_vx               # least distance of two layers


# Edges in a grid

cdef void measure_chain(const RawContours* raw, const Contour* line, int32_t begin, int32_t end, OutlineEdge* edge) noexcept nogil:
    """Set whether the chain of raw corners deviates from its chord, and the box around it."""
    cdef const ContourCorner* a = &raw.corners[begin]
    cdef const ContourCorner* b = &raw.corners[end]
    cdef int32_t steps = end - begin if end > begin else end - begin + line.count, i = begin
    edge.low_x, edge.high_x = min(a.x_vx, b.x_vx), max(a.x_vx, b.x_vx)
    edge.low_z, edge.high_z = min(a.z_vx, b.z_vx), max(a.z_vx, b.z_vx)
    edge.bent = not is_straight(a, b, steps)
    if not edge.bent:
        return
    while i != end:
        edge.low_x, edge.high_x = min(edge.low_x, raw.corners[i].x_vx), max(edge.high_x, raw.corners[i].x_vx)
        edge.low_z, edge.high_z = min(edge.low_z, raw.corners[i].z_vx), max(edge.high_z, raw.corners[i].z_vx)
        i = i + 1 if i + 1 < line.first + line.count else line.first


cdef int gather_edges(ConflictFinder* self) except -1 nogil:
    cdef SimplifiedLines* given = &self.given
    cdef const Contour* line
    cdef OutlineEdge edge
    cdef size_t k
    cdef int32_t i, start
    self.edges.clear()
    for k in range(given.raw.contours.size()):
        line = &given.lines[k]
        start = <int32_t>self.edges.size()
        edge.line, edge.region, edge.fresh = <int32_t>k, line.region, given.fresh[k]
        for i in range(line.count):
            edge.from_, edge.to = line.first + i, line.first + (i + 1 if i + 1 < line.count else 0)
            edge.previous = start + (i if i > 0 else line.count) - 1
            measure_chain(given.raw, &given.raw.contours[k], given.places[edge.from_], given.places[edge.to], &edge)
            self.edges.push_back(edge)
        for i in range(start, <int32_t>self.edges.size()):
            self.edges[i].loose = self.edges[i].bent or self.edges[self.edges[i].previous].bent
    return 0


cdef int build_grid(ConflictFinder* self, int width, int depth) except -1 nogil:
    """Sort the edges into a grid of about as many cells, each into all cells that its box touches."""
    cdef const OutlineEdge* edge
    cdef int32_t i, cells
    cdef int x, z
    self.shift = 2
    while <int64_t>(width >> self.shift) * (depth >> self.shift) > <int64_t>self.edges.size():
        self.shift += 1
    self.columns, self.rows = (width >> self.shift) + 1, (depth >> self.shift) + 1
    cells = self.columns * self.rows
    self.first.clear()
    self.first.resize(cells + 1)
    for i in range(<int32_t>self.edges.size()):
        edge = &self.edges[i]
        for z in range(edge.low_z >> self.shift, (edge.high_z >> self.shift) + 1):
            for x in range(edge.low_x >> self.shift, (edge.high_x >> self.shift) + 1):
                self.first[x + z * self.columns] += 1
    for i in range(cells):
        self.first[i + 1] += self.first[i]
    self.members.resize(self.first[cells])
    for i in range(<int32_t>self.edges.size() - 1, -1, -1):
        edge = &self.edges[i]
        for z in range(edge.low_z >> self.shift, (edge.high_z >> self.shift) + 1):
            for x in range(edge.low_x >> self.shift, (edge.high_x >> self.shift) + 1):
                self.first[x + z * self.columns] -= 1
                self.members[self.first[x + z * self.columns]] = i
    return 0


# Heights

cdef void height_range(const ConflictFinder* self, const OutlineEdge* edge, const HeightLookup* over, int32_t* low, int32_t* high) noexcept nogil:
    """The lowest and the highest floor along an edge's chain."""
    cdef const RawContours* raw = self.given.raw
    cdef const Contour* line = &raw.contours[edge.line]
    cdef int32_t i = self.given.places[edge.from_], height
    low[0], high[0] = 1 << 30, -1
    while i != self.given.places[edge.to]:
        i = i + 1 if i + 1 < line.first + line.count else line.first
        height = over.floors[raw.edges[i] >> 2].y_vx
        low[0], high[0] = min(low[0], height), max(high[0], height)


cdef bint on_one_layer(const ConflictFinder* self, const OutlineEdge* a, const OutlineEdge* b, const HeightLookup* over) noexcept nogil:
    cdef int32_t a_low, a_high, b_low, b_high
    if a.region == b.region:
        return True
    height_range(self, a, over, &a_low, &a_high)
    height_range(self, b, over, &b_low, &b_high)
    return a_low < b_high + over.height_vx and b_low < a_high + over.height_vx


cdef bint near_corner(const ConflictFinder* self, const OutlineEdge* edge, const OutlineEdge* other, const HeightLookup* over) noexcept nogil:
    """Whether the start of another edge is on the layer of this one."""
    cdef int32_t low, high, height = self.given.corners[other.from_].y_vx
    if edge.region == other.region:
        return True
    height_range(self, edge, over, &low, &high)
    return low < height + over.height_vx and height < high + over.height_vx


# Tests of two edges

cdef bint cones_overlap(const ContourCorner* a_before, const ContourCorner* a, const ContourCorner* a_after,
                        const ContourCorner* b_before, const ContourCorner* b_after) noexcept nogil:
    """Whether the insides of two lines that have a corner at the same place overlap there."""
    return (same_place(a_after, b_after) or in_cone(a_before, a, a_after, b_before) or in_cone(a_before, a, a_after, b_after)
            or in_cone(b_before, a, b_after, a_before) or in_cone(b_before, a, b_after, a_after))


cdef inline void need(ConflictFinder* self, int32_t edge, uint8_t what) noexcept nogil:
    self.needs[edge] |= what


cdef void test_touch(ConflictFinder* self, int32_t i, int32_t k) noexcept nogil:
    """Where edge k ends on edge i, not in a corner of it: i must be cut, or k if k runs into the region of i."""
    cdef const OutlineEdge* host = &self.edges[i]
    cdef const OutlineEdge* other = &self.edges[k]
    cdef const ContourCorner* a = &self.given.corners[host.from_]
    cdef const ContourCorner* b = &self.given.corners[host.to]
    cdef const ContourCorner* end = &self.given.corners[other.from_]
    cdef const ContourCorner* beyond = &self.given.corners[other.to]
    for _ in range(2):
        if on_segment(a, b, end) and not (same_place(a, end) or same_place(b, end)):
            if host.bent or host.region == other.region:
                need(self, i, REFINE_ANY)
            elif side(a, b, beyond) > 0:
                need(self, k, REFINE_BENT)
        end, beyond = beyond, end


cdef void test_pair(ConflictFinder* self, int32_t i, int32_t k, const HeightLookup* over) noexcept nogil:
    cdef const OutlineEdge* e = &self.edges[i]
    cdef const OutlineEdge* f = &self.edges[k]
    cdef const ContourCorner* corners = self.given.corners
    cdef const ContourCorner* a = &corners[e.from_]
    cdef const ContourCorner* b = &corners[e.to]
    cdef const ContourCorner* c = &corners[f.from_]
    cdef const ContourCorner* d = &corners[f.to]
    if same_place(a, c):
        if (e.region == f.region or a.y_vx - over.height_vx < c.y_vx < a.y_vx + over.height_vx) and cones_overlap(
                &corners[self.edges[e.previous].from_], a, b, &corners[self.edges[f.previous].from_], d):
            need(self, i, REFINE_BENT)
            need(self, k, REFINE_BENT)
            need(self, e.previous, REFINE_BENT)
            need(self, f.previous, REFINE_BENT)
    elif same_place(a, d) and same_place(b, c):
        return
    if collide(a, b, c, d) and on_one_layer(self, e, f, over):
        if crosses(a, b, c, d):
            need(self, i, REFINE_BENT)
            need(self, k, REFINE_BENT)
        else:
            test_touch(self, i, k)
            test_touch(self, k, i)


cdef bint is_in_pocket(const ConflictFinder* self, const OutlineEdge* edge, const ContourCorner* p) noexcept nogil:
    """Whether an edge and its chain enclose p: parity of the crossings of a ray from p along x. The chain runs along cells' edges, so
    the ray crosses its steps along z in the row of p."""
    cdef const RawContours* raw = self.given.raw
    cdef const Contour* line = &raw.contours[edge.line]
    cdef const ContourCorner* a = &self.given.corners[edge.from_]
    cdef const ContourCorner* b = &self.given.corners[edge.to]
    cdef const ContourCorner* at
    cdef const ContourCorner* after
    cdef int32_t i = self.given.places[edge.from_]
    cdef int64_t away = side(a, b, p)
    cdef bint inside = (a.z_vx > p.z_vx) != (b.z_vx > p.z_vx) and away != 0 and (away < 0) == (b.z_vx > a.z_vx)
    if on_segment(a, b, p):
        return False
    while i != self.given.places[edge.to]:
        at = &raw.corners[i]
        i = i + 1 if i + 1 < line.first + line.count else line.first
        after = &raw.corners[i]
        if same_place(after, p):
            return False
        inside ^= at.z_vx != after.z_vx and min(at.z_vx, after.z_vx) == p.z_vx and at.x_vx > p.x_vx
    return inside


cdef void test_pocket(ConflictFinder* self, int32_t i, int32_t k, const HeightLookup* over) noexcept nogil:
    """Test whether the start of edge k lies between edge i and its chain."""
    cdef const OutlineEdge* edge = &self.edges[i]
    cdef const ContourCorner* p = &self.given.corners[self.edges[k].from_]
    if (edge.low_x < p.x_vx < edge.high_x and edge.low_z < p.z_vx < edge.high_z and is_in_pocket(self, edge, p)
            and near_corner(self, edge, &self.edges[k], over)):
        need(self, i, REFINE_BENT)


cdef void test_cell(ConflictFinder* self, int32_t cell, const HeightLookup* over) noexcept nogil:
    """Test the pairs of edges in a cell of the grid. A pair is tested in the first cell that both reach into."""
    cdef const OutlineEdge* e
    cdef const OutlineEdge* f
    cdef int x = cell % self.columns, z = cell // self.columns
    cdef int32_t m, n, end = self.first[cell + 1]
    for m in range(self.first[cell], end):
        e = &self.edges[self.members[m]]
        for n in range(m + 1, end):
            f = &self.edges[self.members[n]]
            if (e.low_x > f.high_x or f.low_x > e.high_x or e.low_z > f.high_z or f.low_z > e.high_z
                    or not (e.fresh or f.fresh) or not (e.loose or f.loose or e.region == f.region)
                    or max(e.low_x, f.low_x) >> self.shift != x or max(e.low_z, f.low_z) >> self.shift != z):
                continue
            test_pair(self, self.members[m], self.members[n], over)
            if e.bent:
                test_pocket(self, self.members[m], self.members[n], over)
            if f.bent:
                test_pocket(self, self.members[n], self.members[m], over)


# Single lines

cdef bint turns_back(const ConflictFinder* self, const OutlineEdge* edge) noexcept nogil:
    cdef const ContourCorner* before = &self.given.corners[self.edges[edge.previous].from_]
    cdef const ContourCorner* corner = &self.given.corners[edge.from_]
    cdef const ContourCorner* after = &self.given.corners[edge.to]
    return side(before, corner, after) == 0 and dot(corner, before, after) > 0


cdef int64_t doubled_area(const ContourCorner* corners, int32_t count) noexcept nogil:
    """Twice the enclosed area in cells: positive for an outline, negative for a hole, 0 for a slit."""
    cdef int64_t total = 0
    cdef int32_t i
    for i in range(1, count - 1):
        total += side(&corners[0], &corners[i], &corners[i + 1])
    return total


cdef void test_lines(ConflictFinder* self) noexcept nogil:
    """Test single lines: whether one encloses nothing, is turned inside out, or turns back on itself."""
    cdef const Contour* line
    cdef size_t i
    cdef int32_t k
    for i in range(self.edges.size()):
        line = &self.given.lines[self.edges[i].line]
        if not self.edges[i].fresh:
            continue
        if self.edges[i].loose and turns_back(self, &self.edges[i]):
            need(self, <int32_t>i, REFINE_BENT)
            need(self, self.edges[i].previous, REFINE_BENT)
        if self.edges[i].from_ == line.first and (line.count < 3 or (
                doubled_area(self.given.corners + line.first, line.count) <= 0) != line.is_hole):
            for k in range(line.count):
                need(self, <int32_t>i + k, REFINE_ANY)


# All of them

cdef bint find_conflicts(CompactHeightfield compact, ConflictFinder* finder) except -1 nogil:
    """Set the refinement of each edge in `needs`. → whether any edge can be given what it needs"""
    cdef HeightLookup over
    cdef int32_t cell
    over.floors, over.height_vx = compact.floors.data(), compact.height_vx
    gather_edges(finder)
    finder.needs.clear()
    finder.needs.resize(finder.edges.size())
    build_grid(finder, compact.width, compact.depth)
    test_lines(finder)
    for cell in range(finder.columns * finder.rows):
        test_cell(finder, cell, &over)
    return spread_needs(finder)


cdef bint is_other_side(const ConflictFinder* self, const OutlineEdge* e, const OutlineEdge* f) noexcept nogil:
    cdef const ContourCorner* a = &self.given.corners[e.from_]
    cdef const ContourCorner* b = &self.given.corners[e.to]
    cdef const ContourCorner* c = &self.given.corners[f.from_]
    cdef const ContourCorner* d = &self.given.corners[f.to]
    return same_place(a, d) and same_place(b, c) and a.y_vx == d.y_vx and b.y_vx == c.y_vx


cdef bint can_be_refined(const ConflictFinder* self, const OutlineEdge* edge, uint8_t need) noexcept nogil:
    return edge.bent or (need == REFINE_ANY and edge.high_x - edge.low_x + edge.high_z - edge.low_z > 1)


cdef bint spread_needs(ConflictFinder* finder) except -1 nogil:
    """Give the other side of an edge the same refinement. → whether any edge can be given what it needs"""
    cdef const OutlineEdge* e
    cdef size_t i
    cdef int32_t n, other, cell
    cdef vector[int32_t] refinable
    for i in range(finder.needs.size()):
        if finder.needs[i] and can_be_refined(finder, &finder.edges[i], finder.needs[i]):
            refinable.push_back(<int32_t>i)
    for i in range(refinable.size()):
        e = &finder.edges[refinable[i]]
        cell = (e.low_x >> finder.shift) + (e.low_z >> finder.shift) * finder.columns
        for n in range(finder.first[cell], finder.first[cell + 1]):
            other = finder.members[n]
            if is_other_side(finder, e, &finder.edges[other]):
                finder.needs[other] |= finder.needs[refinable[i]]
    return not refinable.empty()
