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
from navpy.base.interrupts cimport check_signals
from navpy.baking.voxels.compact cimport CompactHeightfield, Floor
from navpy.baking.contours.corners cimport (
    ACROSS_WALL, Contour, ContourCorner, collide, crosses, dot, in_cone, is_straight, on_segment, same_place, side)
from navpy.baking.contours.tracing cimport RawContours

cdef struct HeightLookup:           # heights of the floors
    const Floor* floors
    int32_t height_vx               # least distance of two layers


# Edges in a grid

cdef void measure_chain(const RawContours* raw, const Contour* line, int32_t begin, int32_t end, OutlineEdge* edge) noexcept nogil:
    """Set whether the chain of raw corners deviates from its chord, and the box around both."""
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
        edge.line, edge.region, edge.fresh, edge.high_y_vx = <int32_t>k, line.region, given.fresh[k], -1
        for i in range(line.count):
            edge.from_, edge.to = line.first + i, line.first + (i + 1 if i + 1 < line.count else 0)
            edge.previous = start + (i if i > 0 else line.count) - 1
            measure_chain(given.raw, &given.raw.contours[k], given.places[edge.from_], given.places[edge.to], &edge)
            self.edges.push_back(edge)
        for i in range(start, <int32_t>self.edges.size()):
            self.edges[i].loose = self.edges[i].bent or self.edges[self.edges[i].previous].bent
    return 0


cdef inline void widen(CellRange* row, int32_t low, int32_t high) noexcept nogil:
    row.low, row.high = min(row.low, low), max(row.high, high)


cdef void cross_rows(const ContourCorner* a, const ContourCorner* b, int shift, CellRange* rows, int32_t first_row) noexcept nogil:
    """Widen the rows of cells that the segment ab passes to the cells that it reaches there."""
    cdef int32_t row, last, x, next_x
    cdef int64_t dx, dz
    if a.z_vx > b.z_vx:
        a, b = b, a
    dx, dz, last, x = b.x_vx - a.x_vx, b.z_vx - a.z_vx, b.z_vx >> shift, a.x_vx
    for row in range(a.z_vx >> shift, last + 1):
        next_x = <int32_t>((a.x_vx * dz + dx * (((row + 1) << shift) - a.z_vx)) // dz) if row < last else b.x_vx
        widen(&rows[row - first_row], min(x, next_x) >> shift, max(x, next_x) >> shift)
        x = next_x


cdef void find_rows(ConflictFinder* self, const OutlineEdge* edge, CellRange* rows) noexcept nogil:
    """Set the cells that an edge reaches into, row by row: those of its chord, of its chain and between the two."""
    cdef const RawContours* raw = self.given.raw
    cdef const Contour* line = &raw.contours[edge.line]
    cdef int32_t i = self.given.places[edge.from_], first_row = edge.low_z >> self.shift, row
    for row in range((edge.high_z >> self.shift) - first_row + 1):
        rows[row].low, rows[row].high = 1 << 30, -1
    cross_rows(&self.given.corners[edge.from_], &self.given.corners[edge.to], self.shift, rows, first_row)
    while edge.bent and i != self.given.places[edge.to]:
        i = i + 1 if i + 1 < line.first + line.count else line.first
        widen(&rows[(raw.corners[i].z_vx >> self.shift) - first_row], raw.corners[i].x_vx >> self.shift,
              raw.corners[i].x_vx >> self.shift)


cdef int build_grid(ConflictFinder* self, int width, int depth) except -1 nogil:
    """Sort the edges into a grid of about as many cells, each into all cells that it reaches into."""
    cdef const OutlineEdge* edge
    cdef const CellRange* row
    cdef int32_t i, k, x, cell, cells, count = <int32_t>self.edges.size()
    self.shift = 2
    while <int64_t>(width >> self.shift) * (depth >> self.shift) > count:
        self.shift += 1
    self.columns, self.rows = (width >> self.shift) + 1, (depth >> self.shift) + 1
    cells = self.columns * self.rows
    self.first_row.clear()
    self.first_row.resize(count + 1)
    for i in range(count):
        edge = &self.edges[i]
        self.first_row[i + 1] = self.first_row[i] + (edge.high_z >> self.shift) - (edge.low_z >> self.shift) + 1
    self.rows_of.resize(self.first_row[count])
    self.first.clear()
    self.first.resize(cells + 1)
    for i in range(count):
        find_rows(self, &self.edges[i], self.rows_of.data() + self.first_row[i])
        for k in range(self.first_row[i], self.first_row[i + 1]):
            row = &self.rows_of[k]
            for x in range(row.low, row.high + 1):
                self.first[x + ((self.edges[i].low_z >> self.shift) + k - self.first_row[i]) * self.columns] += 1
    for i in range(cells):
        self.first[i + 1] += self.first[i]
    self.members.resize(self.first[cells])
    for i in range(count - 1, -1, -1):
        for k in range(self.first_row[i], self.first_row[i + 1]):
            row = &self.rows_of[k]
            for x in range(row.low, row.high + 1):
                cell = x + ((self.edges[i].low_z >> self.shift) + k - self.first_row[i]) * self.columns
                self.first[cell] -= 1
                self.members[self.first[cell]] = i
    return 0


# Heights

cdef void measure_heights(const ConflictFinder* self, OutlineEdge* edge, const HeightLookup* over) noexcept nogil:
    """Set the heights of the floors along an edge's chain, unless they are known."""
    cdef const RawContours* raw = self.given.raw
    cdef const Contour* line = &raw.contours[edge.line]
    cdef int32_t i = self.given.places[edge.from_], height
    if edge.high_y_vx >= 0:
        return
    edge.low_y_vx = 1 << 30
    while i != self.given.places[edge.to]:
        i = i + 1 if i + 1 < line.first + line.count else line.first
        height = over.floors[raw.edges[i] >> 2].y_vx
        edge.low_y_vx, edge.high_y_vx = min(edge.low_y_vx, height), max(edge.high_y_vx, height)


cdef bint on_one_layer(const ConflictFinder* self, OutlineEdge* a, OutlineEdge* b, const HeightLookup* over) noexcept nogil:
    if a.region == b.region:
        return True
    measure_heights(self, a, over)
    measure_heights(self, b, over)
    return a.low_y_vx < b.high_y_vx + over.height_vx and b.low_y_vx < a.high_y_vx + over.height_vx


cdef bint near_corner(const ConflictFinder* self, OutlineEdge* edge, const OutlineEdge* other,
                      const HeightLookup* over) noexcept nogil:
    """Whether the start of another edge is on the layer of this one."""
    cdef int32_t height = self.given.corners[other.from_].y_vx
    if edge.region == other.region:
        return True
    measure_heights(self, edge, over)
    return edge.low_y_vx < height + over.height_vx and height < edge.high_y_vx + over.height_vx


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


cdef bint is_other_side(const ConflictFinder* self, const OutlineEdge* e, const OutlineEdge* f) noexcept nogil:
    cdef const ContourCorner* a = &self.given.corners[e.from_]
    cdef const ContourCorner* b = &self.given.corners[e.to]
    cdef const ContourCorner* c = &self.given.corners[f.from_]
    cdef const ContourCorner* d = &self.given.corners[f.to]
    return same_place(a, d) and same_place(b, c) and a.y_vx == d.y_vx and b.y_vx == c.y_vx


cdef void test_pair(ConflictFinder* self, int32_t i, int32_t k, const HeightLookup* over) noexcept nogil:
    cdef OutlineEdge* e = &self.edges[i]
    cdef OutlineEdge* f = &self.edges[k]
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
        if b.across == ACROSS_WALL and d.across == ACROSS_WALL and is_other_side(self, e, f):
            need(self, i, REFINE_BENT)          # both sides of a thin wall: as one edge they would lead through it
            need(self, k, REFINE_BENT)
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
    cdef OutlineEdge* edge = &self.edges[i]
    cdef const ContourCorner* p = &self.given.corners[self.edges[k].from_]
    if (edge.low_x < p.x_vx < edge.high_x and edge.low_z < p.z_vx < edge.high_z and near_corner(self, edge, &self.edges[k], over)
            and is_in_pocket(self, edge, p)):
        need(self, i, REFINE_BENT)


cdef void test_pairs(ConflictFinder* self, int32_t i, const HeightLookup* over) noexcept nogil:
    """Test a fresh edge with those that reach into a cell of its own, each once; two fresh ones from the first of them."""
    cdef const OutlineEdge* e = &self.edges[i]
    cdef const OutlineEdge* f
    cdef const CellRange* row = &self.rows_of[self.first_row[i]]
    cdef int32_t k, n, first, end
    cdef int z
    for z in range(e.low_z >> self.shift, (e.high_z >> self.shift) + 1):
        first, end = self.first[z * self.columns + row.low], self.first[z * self.columns + row.high + 1]
        row += 1
        for n in range(first, end):
            k = self.members[n]
            f = &self.edges[k]
            if (self.met[k] == i or (k <= i and f.fresh) or e.low_x > f.high_x or f.low_x > e.high_x or e.low_z > f.high_z
                    or f.low_z > e.high_z or not (e.loose or f.loose or e.region == f.region)):
                continue
            self.met[k] = i
            test_pair(self, i, k, over)
            if e.bent:
                test_pocket(self, i, k, over)
            if f.bent:
                test_pocket(self, k, i, over)


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
    cdef int32_t i
    over.floors, over.height_vx = compact.floors.data(), compact.height_vx
    gather_edges(finder)
    finder.needs.clear()
    finder.needs.resize(finder.edges.size())
    build_grid(finder, compact.width, compact.depth)
    test_lines(finder)
    finder.met.clear()
    finder.met.resize(finder.edges.size(), -1)
    for i in range(<int32_t>finder.edges.size()):
        if finder.edges[i].fresh:
            check_signals()
            test_pairs(finder, i, &over)
    return spread_needs(finder)


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
        cell = (finder.given.corners[e.from_].x_vx >> finder.shift) + (
            finder.given.corners[e.from_].z_vx >> finder.shift) * finder.columns
        for n in range(finder.first[cell], finder.first[cell + 1]):
            other = finder.members[n]
            if is_other_side(finder, e, &finder.edges[other]):
                finder.needs[other] |= finder.needs[refinable[i]]
    return not refinable.empty()
