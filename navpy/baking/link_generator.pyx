"""Finds off-mesh links: drops, climbs and jumps from the boundary edges of the navmesh to floors beyond (after Mononen, "Automatic
annotation of navigation meshes").

Every boundary edge is sampled cell by cell. From each sample the trajectory goes straight out to the first floor that the agent's
limits allow, and the body is checked against the solid spans along it. Successive samples with similar landings become one link of
their common width, extended to the ends of the edge, and to the next link, where these are free, too.
"""
from libc.math cimport ceil, fabs, floor, sqrt
from libc.stdint cimport int32_t, int64_t
from libcpp.algorithm cimport binary_search, sort
from libcpp.vector cimport vector

from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.base.interrupts cimport check_signals
from navpy.base.area cimport AREA_NONE
from navpy.mesh.link_kind cimport LINK_CLIMB, LINK_DROP, LINK_JUMP, LinkKind
from navpy.baking.voxels.heightfield cimport Heightfield
from navpy.baking.contours.polygons cimport PolyMesh

cdef enum:
    NO_FLOOR = -1

cdef double ARC = 0.25              # height of a jump's arc per meter of its length
cdef double STRIDE = 0.5            # cells between the checks along a trajectory
# cells from an edge to where its floor is searched: nearly a cell's center, never on a border of cells
cdef double INSIDE = 0.499
cdef double SHORTEST = 3.0          # cells; narrower gaps may be dents that a simplified outline cuts off
cdef double DEEPEST_DENT = 2.0      # cells between a simplified outline and its floor, at most
cdef double SLACK = 2.0             # cells that the rims of a gap may be wider together where it runs across the grid
cdef double HAIR = 1e-3             # cells by which a check stays on its own side of a border of cells


cdef struct Limits:                 # cells and cell heights
    double radius                   # of the body, at least half a cell
    double drop, rise, jump         # deepest drop, highest climb, widest gap between two ledges; 0: none
    double farthest                 # distance of the navmesh's edges on both sides of the widest gap
    double step                     # highest step that is walked without a link
    double height                   # of the agent
    double nearest                  # distance from an edge at which the agent's body has left the ledge
    int shift_x, shift_z            # from columns of the compact field's window to those of the heightfield's

cdef struct Landing:                # where the trajectory from a sample ends
    double distance                 # cells from the edge; 0: there is no landing
    double y                        # cell heights
    LinkKind kind

cdef struct EdgeSample:
    double x, y, z                  # on the edge; cells of the window and cell heights
    bint has_floor                  # there is a floor to start from
    Landing landing

cdef struct LinkCandidate:
    double start[3]                 # cells of the window and cell heights
    double end[3]
    double width                    # cells
    LinkKind kind


# The floors and the air above them

cdef inline bint in_window(CompactHeightfield compact, double x, double z) noexcept nogil:
    return 0 <= x < compact.width and 0 <= z < compact.depth


cdef inline bint in_border(CompactHeightfield compact, int x, int z) noexcept nogil:
    cdef int rim = compact.border_vx
    return x < rim or z < rim or x >= compact.width - rim or z >= compact.depth - rim


cdef int32_t floor_at(CompactHeightfield compact, double x, double z, double low, double high) noexcept nogil:
    """The highest floor of the navmesh at a place, between two heights; in the border, of the neighboring tiles' navmesh."""
    cdef int32_t column, i
    cdef bint border
    if not in_window(compact, x, z):
        return NO_FLOOR
    column = <int32_t>x + <int32_t>z * compact.width
    border = in_border(compact, <int>x, <int>z)
    for i in range(compact.first[column + 1] - 1, compact.first[column] - 1, -1):
        if low <= compact.floors[i].y_vx <= high and compact.areas[i] != AREA_NONE and (border or compact.regions[i] != 0):
            return i
    return NO_FLOOR


cdef bint is_free(Heightfield field, const Limits* limits, double x, double z, double low, double high) noexcept nogil:
    """Whether the body's cylinder at a place, between two heights, is free of solid spans; False where it reaches outside the
    window."""
    cdef int column_x, column_z
    cdef int32_t i, column
    cdef double dx, dz, radius = limits.radius
    x += limits.shift_x
    z += limits.shift_z
    if x - radius < 0 or z - radius < 0 or x + radius > field.width or z + radius > field.depth:
        return False
    for column_z in range(<int>floor(z - radius), <int>ceil(z + radius)):
        for column_x in range(<int>floor(x - radius), <int>ceil(x + radius)):
            dx, dz = max(fabs(column_x + 0.5 - x) - 0.5, 0.0), max(fabs(column_z + 0.5 - z) - 0.5, 0.0)
            if dx * dx + dz * dz >= radius * radius:
                continue
            column = column_x + column_z * field.width
            for i in range(field.first[column], field.first[column + 1]):
                if field.spans[i].bottom_vx < high and field.spans[i].top_vx > low:
                    return False
    return True


# Trajectories

cdef bint can_drop(Heightfield field, const Limits* limits, const EdgeSample* at, double nx, double nz, double distance,
                   double bottom) noexcept nogil:
    """Whether the body can move out at the height of the ledge, then straight down."""
    cdef double out = 0.0
    while out < distance:
        if not is_free(field, limits, at.x + out * nx, at.z + out * nz, at.y + limits.step, at.y + limits.height):
            return False
        out += STRIDE
    return is_free(field, limits, at.x + distance * nx, at.z + distance * nz, bottom + limits.step, at.y + limits.height)


cdef double distance_to_ledge(Heightfield field, const Limits* limits, double x, double z, double y, double nx, double nz,
                              double distance) noexcept nogil:
    """Distance to the ledge: how far out the ground goes on, walkable or not, until it ends or rises by more than a step."""
    cdef double out = 0.5 * STRIDE
    cdef int32_t column, i
    while out < distance:
        if not (0 <= x + out * nx < field.width and 0 <= z + out * nz < field.depth):
            break
        column = <int32_t>(x + out * nx) + <int32_t>(z + out * nz) * field.width
        for i in range(field.first[column], field.first[column + 1]):
            if fabs(field.spans[i].top_vx - y) <= limits.step:
                y = field.spans[i].top_vx
                break
        else:
            break
        out += STRIDE
    return min(out - 0.5 * STRIDE, distance)


cdef bint is_gap_narrow(Heightfield field, const Limits* limits, const EdgeSample* at, double nx, double nz, double distance,
                        double end_y) noexcept nogil:
    """Whether a gap is no wider than the widest: measured from ledge to ledge or, where the ground goes on, between the edges of the
    navmesh less the agent's radius on both sides."""
    cdef double x = at.x + limits.shift_x, z = at.z + limits.shift_z
    cdef double near = distance_to_ledge(field, limits, x, z, at.y, nx, nz, distance)
    if near >= distance:
        return distance - 2.0 * ceil(limits.radius - HAIR) <= limits.jump + HAIR
    return distance - near - distance_to_ledge(field, limits, x + distance * nx, z + distance * nz, end_y, -nx, -nz, distance) \
        <= limits.jump + HAIR


cdef bint can_jump(Heightfield field, const Limits* limits, const EdgeSample* at, double nx, double nz, double distance, double end_y,
                   double arc) noexcept nogil:
    """Whether the body can move along a parabola from floor to floor. Spans no higher than the floor on their side are no obstacle:
    the ground is up to a cell height lower than the floors."""
    cdef double out = 0.0, t, bottom, low
    while out <= distance + 0.5 * STRIDE:
        t = min(out / distance, 1.0)
        bottom = at.y + t * (end_y - at.y) + 4.0 * arc * t * (1.0 - t)
        low = max(bottom - 1.0, at.y if t < 0.5 else end_y)
        if out < limits.radius or out > distance - limits.radius:
            low = bottom + limits.step + 1.0      # the body may step on the ledges at both ends
        if not is_free(field, limits, at.x + t * distance * nx, at.z + t * distance * nz, low, bottom + limits.height):
            return False
        out += STRIDE
    return True


cdef Landing landing_at(Heightfield field, CompactHeightfield compact, const Limits* limits, const EdgeSample* at, double nx,
                        double nz, bint over, double distance, double arc_scale) noexcept nogil:
    """The landing of a jump, or of a drop, at a distance; its distance is 0 where there is none."""
    cdef Landing landing
    cdef double x = at.x + distance * nx, z = at.z + distance * nz
    cdef int32_t i
    landing.distance, landing.y, landing.kind = 0.0, 0.0, LINK_JUMP
    if over:
        i = floor_at(compact, x, z, at.y - limits.step, at.y + limits.step)
        if i != NO_FLOOR and is_gap_narrow(field, limits, at, nx, nz, distance - INSIDE, compact.floors[i].y_vx) \
                and can_jump(field, limits, at, nx, nz, distance, compact.floors[i].y_vx, arc_scale * distance):
            landing.distance, landing.y = distance, compact.floors[i].y_vx
        return landing
    i = floor_at(compact, x, z, at.y - max(limits.drop, limits.rise), at.y - limits.step - 1.0)
    if i != NO_FLOOR and can_drop(field, limits, at, nx, nz, distance, compact.floors[i].y_vx):
        landing.distance, landing.y = distance, compact.floors[i].y_vx
        landing.kind = LINK_CLIMB if at.y - landing.y <= limits.rise else LINK_DROP
    return landing


cdef Landing find_landing(Heightfield field, CompactHeightfield compact, const Limits* limits, const EdgeSample* at, double nx,
                          double nz, bint over, double arc_scale) noexcept nogil:
    """The nearest landing straight out."""
    cdef Landing landing
    cdef double gap = max(limits.nearest, SHORTEST) if over else limits.nearest
    cdef double widest = limits.farthest if over else limits.nearest + 3.0
    landing.distance = 0.0
    while gap <= widest and landing.distance == 0.0:
        landing = landing_at(field, compact, limits, at, nx, nz, over, gap + INSIDE, arc_scale)
        gap += STRIDE
    return landing


# From samples to links

cdef bint find_start(CompactHeightfield compact, const Limits* limits, double low, double high, double nx, double nz,
                     EdgeSample* at) noexcept nogil:
    """Find the floor inside an edge, which may lie off its floors where the outline was simplified."""
    cdef double inside = INSIDE
    cdef int32_t i
    while inside < DEEPEST_DENT:
        i = floor_at(compact, at.x - inside * nx, at.z - inside * nz, low - limits.step, high + limits.step)
        if i != NO_FLOOR:
            at.y = compact.floors[i].y_vx
            return True
        inside += STRIDE
    return False


cdef size_t end_of_run(Heightfield field, CompactHeightfield compact, const Limits* limits, const vector[EdgeSample]& samples,
                       size_t begin, double nx, double nz, double arc_scale, Landing* shared) noexcept nogil:
    """End of the run of samples from `begin` on that have similar landings: all can land as far out as the farthest of them."""
    cdef size_t end = begin + 1, i, checked
    cdef bint over = samples[begin].landing.kind == LINK_JUMP
    cdef const EdgeSample* last
    cdef const EdgeSample* at
    cdef double nearest = samples[begin].landing.distance, farthest = nearest, reach
    shared[0] = samples[begin].landing
    while end < samples.size():
        last = &samples[end - 1]
        at = &samples[end]
        if (at.landing.distance == 0.0 or at.landing.kind != last.landing.kind or fabs(at.y - last.y) > limits.step
                or fabs(at.landing.y - last.landing.y) > limits.step):
            break
        reach = max(farthest, at.landing.distance)
        nearest = min(nearest, at.landing.distance)
        if reach - nearest > 1.0:
            break
        checked = begin if reach > farthest else end
        for i in range(checked, end + 1):
            if landing_at(field, compact, limits, &samples[i], nx, nz, over, reach, arc_scale).distance == 0.0:
                break
        else:
            farthest = reach
            end += 1
            continue
        break
    shared.distance = farthest
    shared.y = 0.5 * (samples[begin].landing.y + samples[end - 1].landing.y)
    return end


cdef bint can_extend(Heightfield field, CompactHeightfield compact, const Limits* limits, const EdgeSample* last,
                     const Landing* shared,
                     double dx, double dz, double nx, double nz, double arc_scale, EdgeSample* at) noexcept nogil:
    """Whether a run that ends at a sample can be extended by (dx, dz), half the way to the next sample."""
    cdef double length = sqrt(dx * dx + dz * dz), part = (length - HAIR) / length
    cdef Landing landing
    at.x, at.z = last.x + part * dx, last.z + part * dz
    if not find_start(compact, limits, last.y, last.y, nx, nz, at):
        return False
    landing = landing_at(field, compact, limits, at, nx, nz, shared.kind == LINK_JUMP, shared.distance, arc_scale)
    at.x, at.z = last.x + dx, last.z + dz
    return landing.distance > 0.0 and fabs(landing.y - last.landing.y) <= limits.step


cdef int append_link(const EdgeSample* a, const EdgeSample* b, const Landing* landing, double nx, double nz,
                     vector[LinkCandidate]& links) except -1 nogil:
    """Append one link for the run from a to b, of the width that is known to be free."""
    cdef LinkCandidate link
    link.start[0], link.start[1], link.start[2] = 0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z)
    link.end[0], link.end[2] = link.start[0] + landing.distance * nx, link.start[2] + landing.distance * nz
    link.end[1] = landing.y
    link.width = sqrt((b.x - a.x) * (b.x - a.x) + (b.z - a.z) * (b.z - a.z))
    link.kind = landing.kind
    links.push_back(link)
    return 0


cdef int link_edge(Heightfield field, CompactHeightfield compact, const Limits* limits, const double* a, const double* b,
                   double arc_scale, vector[EdgeSample]& samples, vector[LinkCandidate]& links) except -1 nogil:
    """Append the links of one boundary edge from a to b, with the navmesh on its left."""
    cdef double dx = b[0] - a[0], dz = b[2] - a[2], length = sqrt(dx * dx + dz * dz)
    cdef double nx = -dz / length, nz = dx / length, t
    cdef int count = max(1, <int>(length + 0.5)), i, over
    cdef double half_x = 0.5 * dx / count, half_z = 0.5 * dz / count
    cdef size_t begin, end
    cdef EdgeSample sample, first, last
    cdef Landing shared
    samples.clear()
    for i in range(count):
        t = (i + 0.5) / count
        sample.x, sample.z = a[0] + t * dx, a[2] + t * dz
        sample.has_floor = find_start(compact, limits, min(a[1], b[1]), max(a[1], b[1]), nx, nz, &sample)
        samples.push_back(sample)
    for over in range(2):
        if not (limits.jump > 0 if over else max(limits.drop, limits.rise) > limits.step):
            continue
        for begin in range(samples.size()):
            samples[begin].landing.distance = 0.0
            if samples[begin].has_floor:
                samples[begin].landing = find_landing(field, compact, limits, &samples[begin], nx, nz, over, arc_scale)
        begin = 0
        while begin < samples.size():
            end = begin + 1
            if samples[begin].landing.distance > 0.0:
                end = end_of_run(field, compact, limits, samples, begin, nx, nz, arc_scale, &shared)
                if not can_extend(field, compact, limits, &samples[begin], &shared, -half_x, -half_z, nx, nz, arc_scale, &first):
                    first = samples[begin]
                if not can_extend(field, compact, limits, &samples[end - 1], &shared, half_x, half_z, nx, nz, arc_scale, &last):
                    last = samples[end - 1]
                append_link(&first, &last, &shared, nx, nz, links)
            begin = end
    return 0


cdef inline int64_t directed_edge(int32_t a, int32_t b) noexcept nogil:
    return (<int64_t>a << 32) | b


cdef int find_links(Heightfield field, CompactHeightfield compact, PolyMesh polygons, const Limits* limits, double arc_scale,
                    vector[LinkCandidate]& links) except -1 nogil:
    cdef vector[int64_t] edges
    cdef vector[EdgeSample] samples
    cdef double ends[2][3]
    cdef int32_t poly, k, last, v, side
    cdef int32_t corner[2]
    for poly in range(<int32_t>polygons.area_data.size()):
        last = polygons.offset_data[poly + 1] - 1
        for k in range(polygons.offset_data[poly], last + 1):
            edges.push_back(directed_edge(polygons.corner_data[k],
                                          polygons.corner_data[k + 1 if k < last else polygons.offset_data[poly]]))
    sort(edges.begin(), edges.end())
    for poly in range(<int32_t>polygons.area_data.size()):
        last = polygons.offset_data[poly + 1] - 1
        for k in range(polygons.offset_data[poly], last + 1):
            corner[0] = polygons.corner_data[k]
            corner[1] = polygons.corner_data[k + 1 if k < last else polygons.offset_data[poly]]
            if polygons.portal_data[k] >= 0 or binary_search(edges.begin(), edges.end(), directed_edge(corner[1], corner[0])):
                continue
            for side in range(2):
                v = corner[side]
                ends[side][0], ends[side][1] = polygons.grid_vertices[v].x_vx, polygons.grid_vertices[v].y_vx
                ends[side][2] = polygons.grid_vertices[v].z_vx
            check_signals()
            link_edge(field, compact, limits, ends[0], ends[1], arc_scale, samples, links)
    return 0


cdef tuple in_meters(CompactHeightfield compact, const double* point):
    return (compact.origin[0] + (compact.x0 + point[0]) * compact.cell_size, compact.origin[1] + point[1] * compact.cell_height,
            compact.origin[2] + (compact.z0 + point[2]) * compact.cell_size)


def jump_reach(double agent_radius, double cell_size, double jump_distance):
    """Meters of the widest jump from edge to edge of the navmesh: the gap and, on both sides, the agent's radius and the ledge
    filter's cell, which the navmesh leaves out."""
    return jump_distance + (2.0 * ceil(agent_radius / cell_size - HAIR) + 2.0 + SLACK) * cell_size


def generate_links(Heightfield heightfield not None, CompactHeightfield compact not None, PolyMesh polygons not None, *,
                   double agent_radius, double agent_height, double agent_max_climb, double drop_height=0.0,
                   double climb_height=0.0, double jump_distance=0.0):
    """Find links from the boundary edges of the polygons.

    The body touches no span on its way. Nothing is known beyond the window, so links stay inside of it. A gap is found from both of
    its sides, and ends are not cut to polygons: `NavMesh.add_found_links` sees to both.

    Parameters
    ----------
    heightfield : Heightfield
        The spans that compact was made of; its window holds compact's.
    compact : CompactHeightfield
    polygons : PolyMesh
    agent_radius, agent_height, agent_max_climb : float
        Meters.
    drop_height : float
        Deepest way down, one way; meters, 0: none.
    climb_height : float
        Highest ledge that is climbed and dropped from, both ways; meters, 0: none.
    jump_distance : float
        Widest gap between two ledges, or unwalkable strip, with the navmesh on both sides within agent_max_climb of each other in
        height, both ways; measured on the voxels; meters, 0: none.

    Returns
    -------
    list of (start, end, width, two_way, kind)
        Points (x, y, z) in meters on the navmesh's edge and on a floor beyond it, meters across, bool, and 1 for a drop, 2 for a
        climb, 3 for a jump.
    """
    cdef Limits limits
    cdef vector[LinkCandidate] links
    cdef double cell = compact.cell_size, step = compact.cell_height
    cdef size_t i
    if not (drop_height > agent_max_climb or climb_height > agent_max_climb or jump_distance > 0):
        return []
    limits.radius, limits.height, limits.step = max(agent_radius / cell, 0.5), agent_height / step, <double>compact.climb_vx
    limits.shift_x, limits.shift_z = compact.x0 - heightfield.x0, compact.z0 - heightfield.z0
    limits.drop, limits.rise, limits.jump = drop_height / step, climb_height / step, jump_distance / cell
    limits.farthest = jump_reach(agent_radius, cell, jump_distance) / cell
    limits.nearest = ceil(2.0 * agent_radius / cell) + 1.0
    with nogil:
        find_links(heightfield, compact, polygons, &limits, ARC * cell / step, links)
    return [(in_meters(compact, links[i].start), in_meters(compact, links[i].end), links[i].width * cell, links[i].kind != LINK_DROP,
             <int>links[i].kind) for i in range(links.size())]
