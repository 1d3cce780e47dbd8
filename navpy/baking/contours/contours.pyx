"""Contours of the regions: traced, simplified, their holes joined (Recast, rcBuildContours).

Where simplified lines cross or touch, of one region or of two, or nothing is left of a region, the edges concerned are simplified
less. So no region is lost, none overlaps another, and every contour can be triangulated.
"""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.base.interrupts cimport check_signals
from navpy.base.arrays cimport int_array
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.contours.conflicts cimport ConflictFinder, REFINE_ANY, find_conflicts, spread_needs
from navpy.baking.contours.corners cimport Contour, ContourCorner, same_place
from navpy.baking.contours.holes cimport HoleWorkspace, bridge_holes
from navpy.baking.contours.simplification cimport Chain, Tolerance, choose_corners, refine
from navpy.baking.contours.tracing cimport RawContours, set_heights, trace_contours


cdef int index_lines(const RawContours* raw, int32_t region_count, SimplifiedRegions* simplified) except -1 nogil:
    """Index the lines by region, and mark all as fresh."""
    cdef size_t i
    cdef int32_t region
    simplified.lines.assign(raw.contours.begin(), raw.contours.end())
    simplified.fresh.resize(raw.contours.size(), True)
    simplified.closed.resize(raw.contours.size())
    simplified.marked.resize(raw.corners.size())
    simplified.first_line.resize(region_count + 2)
    for i in range(raw.contours.size()):
        simplified.first_line[raw.contours[i].region + 1] += 1
    for region in range(region_count + 1):
        simplified.first_line[region + 1] += simplified.first_line[region]
    simplified.joined.resize(region_count + 1)
    simplified.unmerged.resize(region_count + 1)
    simplified.unjoined.resize(region_count + 1, True)
    return 0


cdef int gather_line(CompactHeightfield compact, const RawContours* raw, const Contour* line, SimplifiedRegions* simplified,
                     Contour* out) except -1 nogil:
    """Append the marked corners of a line, with their heights, without edges of no length in the ground plane."""
    cdef vector[ContourCorner]* corners = &simplified.corners
    cdef ContourCorner corner
    cdef int32_t i, first = <int32_t>corners.size()
    for i in range(line.first, line.first + line.count):
        if simplified.marked[i] and not (<int32_t>corners.size() > first and same_place(&corners.back(), &raw.corners[i])):
            corner = raw.corners[i]
            set_heights(compact, raw.edges[i], &corner)
            corners.push_back(corner)
            simplified.places.push_back(i)
    while <int32_t>corners.size() > first + 1 and same_place(&corners.back(), &corners[0][first]):
        corners[0][first].across = corners.back().across
        corners.pop_back()
        simplified.places.pop_back()
    out.first, out.count = first, <int32_t>corners.size() - first
    return 0


cdef int gather_fresh_lines(CompactHeightfield compact, const RawContours* raw, SimplifiedRegions* simplified) except -1 nogil:
    cdef size_t i
    for i in range(raw.contours.size()):
        if simplified.fresh[i]:
            gather_line(compact, raw, &raw.contours[i], simplified, &simplified.lines[i])
            simplified.unjoined[raw.contours[i].region] = True
    return 0


cdef bint refine_edges(const RawContours* raw, const Tolerance* tolerance, const ConflictFinder* finder,
                       SimplifiedRegions* simplified) except -1 nogil:
    """Refine the edges that need it. Lines that this changes become fresh, all others do not. → whether there are any"""
    cdef const Contour* line
    cdef Chain chain
    cdef size_t i
    cdef int32_t k
    cdef bint changed = False
    simplified.fresh.clear()
    simplified.fresh.resize(raw.contours.size(), False)
    for i in range(finder.edges.size()):
        if finder.needs[i] and (finder.edges[i].bent or finder.needs[i] == REFINE_ANY):
            k = finder.edges[i].line
            line = &raw.contours[k]
            chain.begin = simplified.places[finder.edges[i].from_] - line.first
            chain.end = simplified.places[finder.edges[i].to] - line.first
            chain.cuts = 0
            if chain.end <= chain.begin:
                chain.end += line.count
            if refine(&raw.corners[line.first], line.count, chain, line.region, simplified.closed[k], tolerance,
                      &simplified.marked[line.first], simplified.chains) > 0:
                simplified.fresh[k] = changed = True
    return changed


cdef bint bridge_regions(const RawContours* raw, int32_t region_count, ConflictFinder* finder,
                         SimplifiedRegions* simplified) except -1 nogil:
    """Join the lines of each region. → whether edges of regions with holes that could not be joined can be refined"""
    cdef vector[ContourCorner] outline
    cdef vector[uint8_t] failed
    cdef HoleWorkspace work
    cdef Contour* joined
    cdef size_t i
    cdef int32_t region, count
    failed.resize(region_count + 1)
    for region in range(1, region_count + 1):
        check_signals()
        count = simplified.first_line[region + 1] - simplified.first_line[region]
        if not simplified.unjoined[region] or count == 0:
            continue
        joined = &simplified.joined[region]
        joined[0] = simplified.lines[simplified.first_line[region]]
        simplified.unmerged[region] = bridge_holes(outline, simplified.corners.data(),
                                                   &simplified.lines[simplified.first_line[region]], count, &work)
        failed[region] = simplified.unmerged[region] > 0
        simplified.unjoined[region] = False
        joined.first, joined.count = <int32_t>simplified.joined_corners.size(), <int32_t>outline.size()
        simplified.joined_corners.insert(simplified.joined_corners.end(), outline.begin(), outline.end())
    for i in range(finder.edges.size()):
        finder.needs[i] = <uint8_t>(REFINE_ANY if failed[finder.edges[i].region] else 0)
    return spread_needs(finder)


cdef int simplify_regions(CompactHeightfield compact, const RawContours* raw, double max_error, int edge_max_length_vx,
                          SimplifiedRegions* simplified) except -1 nogil:
    """Simplify all lines, then refine edges in conflict until there are none."""
    cdef vector[uint8_t] areas
    cdef ConflictFinder finder
    cdef Tolerance tolerance
    cdef const Contour* line
    cdef size_t i
    index_lines(raw, compact.region_count, simplified)
    areas.resize(compact.region_count + 1)
    for i in range(raw.contours.size()):
        areas[raw.contours[i].region] = <uint8_t>raw.contours[i].area
    tolerance.max_error, tolerance.edge_max_length_vx, tolerance.areas = max_error, edge_max_length_vx, areas.data()
    for i in range(raw.contours.size()):
        check_signals()
        line = &raw.contours[i]
        simplified.closed[i] = choose_corners(&raw.corners[line.first], line.count, line.region, &tolerance,
                                              &simplified.marked[line.first], simplified.chains)
    while True:
        gather_fresh_lines(compact, raw, simplified)
        finder.given.raw, finder.given.corners, finder.given.places = raw, simplified.corners.data(), simplified.places.data()
        finder.given.lines, finder.given.fresh = simplified.lines.data(), simplified.fresh.data()
        if find_conflicts(compact, &finder) and refine_edges(raw, &tolerance, &finder, simplified):
            continue
        if not (bridge_regions(raw, compact.region_count, &finder, simplified)
                and refine_edges(raw, &tolerance, &finder, simplified)):
            return 0


cdef int build_contours(ContourSet self, CompactHeightfield compact, double max_error, int edge_max_length_vx) except -1 nogil:
    cdef SimplifiedRegions simplified
    cdef Contour contour
    cdef int32_t region, first
    trace_contours(compact, &self.raw_contours)
    if self.raw_contours.contours.empty():
        return 0
    simplify_regions(compact, &self.raw_contours, max_error, edge_max_length_vx, &simplified)
    for region in range(1, compact.region_count + 1):
        if simplified.first_line[region] == simplified.first_line[region + 1]:
            continue
        contour = simplified.joined[region]
        first, contour.first = contour.first, <int32_t>self.corners.size()
        self.corners.insert(self.corners.end(), simplified.joined_corners.begin() + first,
                            simplified.joined_corners.begin() + first + contour.count)
        self.contours.push_back(contour)
        self.unmerged_holes += simplified.unmerged[region]
    return 0


cdef class ContourSet:
    """The simplified outlines of the regions of a compact heightfield (Recast, rcContourSet).

    In a tile, edges across which the mesh goes on in a neighboring tile end only where regions meet, the area on either side changes
    or a wall begins: what both tiles know of gives both the same ends.

    Parameters
    ----------
    compact : CompactHeightfield
        With regions.
    max_error : float
        Cells that a simplified wall may deviate from the voxels'; less where lines would cross. The border between two regions of one
        area becomes straight, but with 0 every corner is kept.
    edge_max_length_vx : int
        Cells; longer edges along walls are split. 0: no limit.

    Raises
    ------
    ValueError
        No regions, an argument out of range.
    """

    def __init__(self, CompactHeightfield compact not None, double max_error, int edge_max_length_vx):
        if not 0.0 <= max_error < 1e9:
            raise ValueError(f"max_error: must be finite and at least 0 cells, is {max_error}")
        if edge_max_length_vx < 0:
            raise ValueError(f"edge_max_length_vx: must be at least 0 cells, is {edge_max_length_vx}")
        if compact.regions.size() != compact.floors.size():
            raise ValueError("compact: must have regions, has none yet")
        self.compact = compact
        self.corners.clear()
        self.contours.clear()
        self.unmerged_holes = 0
        with nogil:
            build_contours(self, compact, max_error, edge_max_length_vx)

    def clear(self):
        """Free the memory of all lines; region_cells and unmerged_holes stay."""
        cdef vector[ContourCorner] corners
        cdef vector[Contour] contours
        cdef RawContours raw
        self.corners.swap(corners)
        self.contours.swap(contours)
        self.raw_contours.corners.swap(raw.corners)
        self.raw_contours.edges.swap(raw.edges)
        self.raw_contours.contours.swap(raw.contours)

    @property
    def region_cells(self):
        """Number of floors of each region: array("i") of region_count + 1; empty where there are no regions."""
        return int_array(self.raw_contours.region_cells)
