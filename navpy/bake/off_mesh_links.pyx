"""
Off-mesh links found in the geometry: drops, climbs and jumps from the navmesh's walls to floors beyond.

Every wall edge is sampled cell by cell. From each sample the way straight out is followed to the first floor that the agent's
limits allow, and the body's way there is checked against the solid spans. Neighbouring samples that end alike become one link as
wide as they are together. (The idea of sampling along boundary edges: Mononen, "Automatic annotation of navigation meshes".)
"""
from libc.math cimport ceil, fabs, floor, sqrt
from libc.stdint cimport int32_t, int64_t
from libcpp.algorithm cimport binary_search, sort
from libcpp.vector cimport vector

from navpy.bake.compact cimport CompactHeightfield
from navpy.bake.heightfield cimport AREA_NONE, Heightfield
from navpy.bake.polygons cimport PolyMesh

cdef enum LinkKind:
    LINK_DROP = 1                   # down, too high to climb back
    LINK_CLIMB = 2                  # down and up again
    LINK_JUMP = 3                   # across a gap, both ways

cdef enum:
    NO_FLOOR = -1

cdef double ARC = 0.25              # height of a jump's arc for each metre of its length


cdef struct Limits:                 # cells and cell heights
    double radius
    double drop, rise, jump         # deepest drop, highest climb, widest gap; 0: none
    double step                     # what is walked, no link is needed for it
    double height                   # of the agent
    double nearest                  # how far beyond a wall's line the agent's body has left the ledge

cdef struct Landing:                # where the way straight out from a sample ends
    double distance                 # cells from the wall's line
    double y                        # cell heights
    LinkKind kind

cdef struct Sample:
    double x, y, z                  # on the wall's line; cells of the window and cell heights
    Landing landing
    bint lands

cdef struct Link:
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
    """The highest floor of the navmesh at a place, between two heights; of the neighbouring tiles' in the border."""
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


cdef bint is_free(Heightfield field, double x, double z, double radius, double low, double high) noexcept nogil:
    """Is a cylinder of air, in cells and cell heights, free of solid spans? What lies outside the window is not known to be."""
    cdef int column_x, column_z
    cdef int32_t i, column
    cdef double dx, dz
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


# Following the way out

cdef bint can_drop(Heightfield field, const Limits* limits, const Sample* at, double nx, double nz, double distance,
                   double bottom) noexcept nogil:
    """Out at the height of the ledge, then straight down."""
    cdef double out = 0.0
    while out < distance:
        if not is_free(field, at.x + out * nx, at.z + out * nz, limits.radius, at.y + limits.step, at.y + limits.height):
            return False
        out += 1.0
    return is_free(field, at.x + distance * nx, at.z + distance * nz, limits.radius, bottom + limits.step, at.y + limits.height)


cdef bint can_jump(Heightfield field, const Limits* limits, const Sample* at, double nx, double nz, double distance, double end_y,
                   double arc) noexcept nogil:
    """Along a parabola over the straight line between both feet."""
    cdef double out = 0.0, t, feet
    while out <= distance:
        t = out / distance
        feet = at.y + t * (end_y - at.y) + 4.0 * arc * t * (1.0 - t)
        if out < limits.radius or out > distance - limits.radius:
            feet += limits.step         # the ledges that it leaves and reaches are walked on
        if not is_free(field, at.x + out * nx, at.z + out * nz, limits.radius, feet + 1.0, feet + limits.height):
            return False
        out += 1.0
    return True


cdef Landing follow(Heightfield field, CompactHeightfield compact, const Limits* limits, const Sample* at, double nx, double nz,
                    double arc_scale) noexcept nogil:
    """The first floor straight out that can be reached; distance 0 where there is none."""
    cdef Landing found
    cdef double distance = limits.nearest, deepest = max(limits.drop, limits.rise), reach, x, z
    cdef int32_t i
    reach = max(limits.jump, limits.nearest + 3.0 if deepest > 0 else 0.0)
    found.distance, found.y, found.kind = 0.0, 0.0, LINK_JUMP
    while distance <= reach:
        x, z = at.x + distance * nx, at.z + distance * nz
        if distance <= limits.jump:
            i = floor_at(compact, x, z, at.y - limits.step, at.y + limits.step)
            if i != NO_FLOOR and can_jump(field, limits, at, nx, nz, distance, compact.floors[i].y_vx, arc_scale * distance):
                found.distance, found.y = distance, compact.floors[i].y_vx
                return found
        if deepest > limits.step and distance <= limits.nearest + 3.0:
            i = floor_at(compact, x, z, at.y - deepest, at.y - limits.step - 1.0)
            if i != NO_FLOOR and can_drop(field, limits, at, nx, nz, distance, compact.floors[i].y_vx):
                found.distance, found.y = distance, compact.floors[i].y_vx
                found.kind = LINK_CLIMB if at.y - found.y <= limits.rise else LINK_DROP
                if found.kind == LINK_CLIMB or at.y - found.y <= limits.drop:
                    return found
                found.distance = 0.0
        distance += 1.0
    return found


# From samples to links

cdef bint is_own_way(CompactHeightfield compact, const Sample* at, double nx, double nz) noexcept nogil:
    """A jump leads both ways and is met from both sides; it is made from the side of the lesser place."""
    if at.landing.kind != LINK_JUMP:
        return True
    return nx > 0 or (nx == 0 and nz > 0)


cdef bint goes_on(const Sample* a, const Sample* b, const Limits* limits) noexcept nogil:
    """Do two neighbouring samples land alike?"""
    return (b.lands and a.landing.kind == b.landing.kind and a.landing.distance == b.landing.distance
            and fabs(a.landing.y - b.landing.y) <= limits.step and fabs(a.y - b.y) <= limits.step)


cdef int append_link(const vector[Sample]& samples, size_t begin, size_t end, double spacing, double nx, double nz,
                     vector[Link]& links) except -1 nogil:
    """One link for the samples begin … end−1."""
    cdef Link link
    cdef const Sample* a = &samples[begin]
    cdef const Sample* b = &samples[end - 1]
    link.start[0], link.start[1], link.start[2] = 0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z)
    link.end[0], link.end[2] = link.start[0] + a.landing.distance * nx, link.start[2] + a.landing.distance * nz
    link.end[1] = 0.5 * (a.landing.y + b.landing.y)
    link.width = (end - begin - 1) * spacing
    link.kind = a.landing.kind
    links.push_back(link)
    return 0


cdef int link_edge(Heightfield field, CompactHeightfield compact, const Limits* limits, const double* a, const double* b,
                   double arc_scale, vector[Sample]& samples, vector[Link]& links) except -1 nogil:
    """Links from one wall edge, a to b, with the navmesh to its left."""
    cdef double dx = b[0] - a[0], dz = b[2] - a[2], length = sqrt(dx * dx + dz * dz)
    cdef double nx = -dz / length, nz = dx / length, t
    cdef int count = max(1, <int>(length + 0.5)), i
    cdef int32_t under
    cdef size_t begin, end
    cdef Sample sample
    samples.clear()
    for i in range(count):
        t = (i + 0.5) / count
        sample.x, sample.z = a[0] + t * dx, a[2] + t * dz
        under = floor_at(compact, sample.x - 0.5 * nx, sample.z - 0.5 * nz, min(a[1], b[1]) - limits.step,
                         max(a[1], b[1]) + limits.step)
        sample.lands = under != NO_FLOOR
        if sample.lands:
            sample.y = compact.floors[under].y_vx
            sample.landing = follow(field, compact, limits, &sample, nx, nz, arc_scale)
            sample.lands = sample.landing.distance > 0 and is_own_way(compact, &sample, nx, nz)
        samples.push_back(sample)
    begin = 0
    while begin < samples.size():
        end = begin + 1
        if samples[begin].lands:
            while end < samples.size() and goes_on(&samples[end - 1], &samples[end], limits):
                end += 1
            append_link(samples, begin, end, length / count, nx, nz, links)
        begin = end
    return 0


cdef inline int64_t directed_edge(int32_t a, int32_t b) noexcept nogil:
    return (<int64_t>a << 32) | b


cdef int find_links(Heightfield field, CompactHeightfield compact, PolyMesh polygons, const Limits* limits, double arc_scale,
                    vector[Link]& links) except -1 nogil:
    cdef vector[int64_t] edges
    cdef vector[Sample] samples
    cdef double ends[2][3]
    cdef int32_t poly, k, last, v, side
    cdef int32_t corner[2]
    for poly in range(<int32_t>polygons.area_data.size()):
        last = polygons.offset_data[poly + 1] - 1
        for k in range(polygons.offset_data[poly], last + 1):
            edges.push_back(directed_edge(polygons.corner_data[k], polygons.corner_data[k + 1 if k < last else polygons.offset_data[poly]]))
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
            link_edge(field, compact, limits, ends[0], ends[1], arc_scale, samples, links)
    return 0


cdef tuple metres(CompactHeightfield compact, const double* point):
    return (compact.origin[0] + (compact.x0 + point[0]) * compact.cell_size, compact.origin[1] + point[1] * compact.cell_height,
            compact.origin[2] + (compact.z0 + point[2]) * compact.cell_size)


def generate_links(Heightfield heightfield not None, CompactHeightfield compact not None, PolyMesh polygons not None, *,
                   double agent_radius, double agent_height, double agent_max_climb, double drop_height=0.0,
                   double climb_height=0.0, double jump_distance=0.0):
    """
    Links from the wall edges of the polygons, each as (start, end, width, two_way, kind): points (x, y, z) in metres on the
    navmesh's edge and on a floor beyond it, metres across, and 1 for a drop, 2 for a climb, 3 for a jump.

    drop_height: deepest way down, one way. climb_height: highest ledge that is climbed, and dropped from, both ways.
    jump_distance: widest gap between two edges of the navmesh that lie within agent_max_climb of each other, both ways. All in
    metres, 0: none. heightfield: the spans that compact was made of. The body on its way, agent_height tall and agent_radius
    wide, touches no span; beyond the window nothing is known, so links stay inside of it.
    """
    cdef Limits limits
    cdef vector[Link] links
    cdef double cell = compact.cell_size, step = compact.cell_height
    cdef size_t i
    if not (drop_height > agent_max_climb or climb_height > agent_max_climb or jump_distance > 0):
        return []
    limits.radius, limits.height, limits.step = agent_radius / cell, agent_height / step, <double>compact.climb_vx
    limits.drop, limits.rise, limits.jump = drop_height / step, climb_height / step, jump_distance / cell
    limits.nearest = ceil(2.0 * limits.radius) + 1.0
    with nogil:
        find_links(heightfield, compact, polygons, &limits, ARC * cell / step, links)
    return [(metres(compact, links[i].start), metres(compact, links[i].end), links[i].width * cell, links[i].kind != LINK_DROP,
             <int>links[i].kind) for i in range(links.size())]
