"""
Contours of the regions: traced, simplified, holes bridged in (Mononen, Recast).

Where simplifying makes the lines of a region run into each other, or leaves nothing of it, that region is simplified again,
step by step more finely, so that no region is ever lost and every contour can be cut into triangles.
"""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.bake.compact cimport CompactHeightfield
from navpy.bake.corners cimport Contour, ContourCorner, same_place
from navpy.bake.holes cimport HoleWorkspace, bridge_holes, is_tangled
from navpy.bake.simplification cimport ChosenCorners, LEVEL_EXACT, LEVEL_FREE, Tolerance, choose_corners
from navpy.bake.tracing cimport RawContours, corner_height, trace_contours


cdef int file_lines(const RawContours* raw, int32_t region_count, double max_error, SimplifiedRegions* simplified) except -1 nogil:
    """Note where the lines of each region lie; at first all are to be simplified."""
    cdef size_t i
    cdef int32_t region
    simplified.lines.assign(raw.contours.begin(), raw.contours.end())
    simplified.first_line.resize(region_count + 2)
    for i in range(raw.contours.size()):
        simplified.first_line[raw.contours[i].region + 1] += 1
    for region in range(region_count + 1):
        simplified.first_line[region + 1] += simplified.first_line[region]
    simplified.joined.resize(region_count + 1)
    simplified.unmerged.resize(region_count + 1)
    simplified.levels.resize(region_count + 1, <uint8_t>(LEVEL_FREE if max_error > 0.0 else LEVEL_EXACT))
    simplified.stale.resize(region_count + 1, True)
    return 0


cdef int simplify_line(CompactHeightfield compact, const RawContours* raw, const Contour* line, const Tolerance* tolerance,
                       ChosenCorners* chosen, SimplifiedRegions* simplified, Contour* out) except -1 nogil:
    """Append the chosen corners, with their heights and without edges that have no length in the ground plane."""
    cdef vector[ContourCorner]* corners = &simplified.corners
    cdef ContourCorner corner
    cdef int32_t i, first = <int32_t>corners.size()
    choose_corners(&raw.corners[line.first], line.count, line.region, tolerance, chosen)
    for i in range(line.count):
        if chosen.marked[i]:
            corner = raw.corners[line.first + i]
            corner.y_vx = corner_height(compact, raw.edges[line.first + i])
            corners.push_back(corner)
    out.first, out.count = first, <int32_t>corners.size() - first
    return 0


cdef int simplify_stale_lines(CompactHeightfield compact, const RawContours* raw, const Tolerance* tolerance,
                              ChosenCorners* chosen, SimplifiedRegions* simplified) except -1 nogil:
    cdef size_t i
    for i in range(raw.contours.size()):
        if simplified.stale[raw.contours[i].region]:
            simplify_line(compact, raw, &raw.contours[i], tolerance, chosen, simplified, &simplified.lines[i])
    return 0


cdef bint join_lines(SimplifiedRegions* simplified, int32_t region, HoleWorkspace* work,
                     vector[ContourCorner]& outline) except -1 nogil:
    """Make the region's lines one. → whether that went well"""
    cdef const Contour* lines = &simplified.lines[simplified.first_line[region]]
    cdef int32_t count = simplified.first_line[region + 1] - simplified.first_line[region]
    cdef bint exact = simplified.levels[region] == LEVEL_EXACT
    cdef Contour* joined = &simplified.joined[region]
    if not exact and is_tangled(simplified.corners.data(), lines, count, work):
        return False
    simplified.unmerged[region] = bridge_holes(outline, simplified.corners.data(), lines, count, work)
    if simplified.unmerged[region] > 0 and not exact:
        return False
    joined[0] = lines[0]
    joined.first, joined.count = <int32_t>simplified.joined_corners.size(), <int32_t>outline.size()
    simplified.joined_corners.insert(simplified.joined_corners.end(), outline.begin(), outline.end())
    return True


cdef int mark_stale(const RawContours* raw, const vector[uint8_t]& refined, SimplifiedRegions* simplified) except -1 nogil:
    """What was refined must be simplified again, and so must its neighbours."""
    cdef const Contour* line
    cdef size_t i
    cdef int32_t k, across
    simplified.stale.assign(refined.begin(), refined.end())
    for i in range(raw.contours.size()):
        line = &raw.contours[i]
        for k in range(line.first, line.first + line.count):
            across = raw.corners[k].across
            if across > 0 and refined[across]:
                simplified.stale[line.region] = True
    return 0


cdef int simplify_regions(CompactHeightfield compact, const RawContours* raw, double max_error, int edge_max_length_vx,
                          SimplifiedRegions* simplified) except -1 nogil:
    """Simplify, and refine the regions of which the lines run into each other, until there are none."""
    cdef vector[uint8_t] areas, refined
    cdef vector[ContourCorner] outline
    cdef ChosenCorners chosen
    cdef HoleWorkspace work
    cdef Tolerance tolerance
    cdef size_t i
    cdef int32_t region
    cdef bint again = True
    file_lines(raw, compact.region_count, max_error, simplified)
    areas.resize(compact.region_count + 1)
    for i in range(raw.contours.size()):
        areas[raw.contours[i].region] = <uint8_t>raw.contours[i].area
    tolerance.max_error, tolerance.edge_max_length_vx = max_error, edge_max_length_vx
    tolerance.areas, tolerance.levels = areas.data(), simplified.levels.data()
    while again:
        again = False
        refined.clear()
        refined.resize(compact.region_count + 1, False)
        simplify_stale_lines(compact, raw, &tolerance, &chosen, simplified)
        for region in range(1, compact.region_count + 1):
            if (simplified.stale[region] and simplified.first_line[region] < simplified.first_line[region + 1]
                    and not join_lines(simplified, region, &work, outline)):
                simplified.levels[region] += 1
                refined[region] = again = True
        if again:
            mark_stale(raw, refined, simplified)
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


cdef list points_of(const ContourCorner* corners, int32_t count):
    return [(corners[i].x_vx, corners[i].y_vx, corners[i].z_vx) for i in range(count)]


cdef class ContourSet:
    """
    The outlines of the regions of a compact heightfield.

    max_error: cells that a simplified wall may deviate from the traced one (Douglas-Peucker); the line between two
    regions of one area runs straight, unless max_error is 0, which keeps every turn. Regions of which the lines would run
    into each other when simplified are simplified less.
    edge_max_length_vx: longest wall edge in cells, longer ones are split; 0: no limit.
    In a tile, edges across which the mesh goes on in the neighboring tile end only where the area on either side changes
    or a wall begins, and where regions meet: what both tiles know of gives both the same ends.
    Needs the regions. Raises ValueError if they are missing or if an argument is out of range.
    """

    def __init__(self, CompactHeightfield compact not None, double max_error, int edge_max_length_vx):
        if not 0.0 <= max_error < 1e9:
            raise ValueError(f"max_error must be a finite number of cells >= 0, got {max_error}")
        if edge_max_length_vx < 0:
            raise ValueError(f"edge_max_length_vx must be >= 0 cells, got {edge_max_length_vx}")
        if compact.regions.size() != compact.floors.size():
            raise ValueError("compact has no regions yet: build them first")
        self.compact = compact
        self.corners.clear()
        self.contours.clear()
        self.unmerged_holes = 0
        with nogil:
            build_contours(self, compact, max_error, edge_max_length_vx)

    @property
    def raw(self):
        """As traced, outlines and holes apart: a list of (region, [(x, y, z), …]) in voxel units."""
        cdef vector[ContourCorner] corners
        cdef Contour contour
        cdef size_t i
        corners.assign(self.raw_contours.corners.begin(), self.raw_contours.corners.end())
        for i in range(corners.size()):
            corners[i].y_vx = corner_height(self.compact, self.raw_contours.edges[i])
        return [(contour.region, points_of(&corners[contour.first], contour.count)) for contour in self.raw_contours.contours]

    @property
    def merged(self):
        """Simplified, holes bridged in, one a region: a list of (region, [(x, y, z), …]) in voxel units."""
        cdef Contour contour
        return [(contour.region, points_of(&self.corners[contour.first], contour.count)) for contour in self.contours]
