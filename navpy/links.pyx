"""Finds where off-mesh links leave the surface and where they lead to, and what Python sees of them."""
from libc.math cimport fabs
from libc.stdint cimport int32_t
from libc.string cimport memcpy, memset
from libcpp.vector cimport vector

from navpy.arguments cimport measure, read_point
from navpy.core cimport NO_POLY, PolyRef
from navpy.geom cimport area2, border_tolerance, distance2, is_point
from navpy.location cimport Location, Reach, default_reach, height_at, locate
from navpy.mesh cimport AREA_COUNT, AREA_WALKABLE, MeshView, OffMeshLink as LinkData
from navpy.mesh_data cimport MeshData, label_islands

cdef double MAX_WIDTH = 1e10            # metres; no polygon is as wide, and nothing overflows


# ---- where they lie on the surface ----

cdef PolyRef link_end(const MeshView* mesh, const double* point, double radius, double* on_surface) noexcept nogil:
    """The polygon that an end is on and its place there; NO_POLY where there is none within the radius."""
    cdef Reach reach = default_reach(mesh)
    cdef Location at
    reach.sideways = reach.up = reach.down = reach.sunken = max(radius, border_tolerance(point[0], point[2]))
    reach.body = reach.down
    memcpy(on_surface, point, sizeof(at.point))
    if locate(mesh, point, &reach, &at):
        memcpy(on_surface, at.point, sizeof(at.point))
    return at.poly


cdef void clip_line(const MeshView* mesh, PolyRef poly, const double* at, double dx, double dz, double* low,
                    double* high) noexcept nogil:
    """Narrow low … high to the t for which at + t·(dx, dz) lies in the polygon, in the ground plane. The place itself does;
    an edge that the line lies along leaves it as it is."""
    cdef int32_t first = mesh.polys[poly].first, count = mesh.polys[poly].count, i
    cdef const double* a
    cdef const double* b
    cdef double length, outside, slope
    for i in range(first, first + count):
        a = mesh.vertices + 3 * <size_t>mesh.corners[i]
        b = mesh.vertices + 3 * <size_t>mesh.corners[i + 1 if i + 1 < first + count else first]
        length = distance2(a[0], a[2], b[0], b[2])
        outside = area2(a[0], a[2], b[0], b[2], at[0], at[2]) / length
        slope = ((b[0] - a[0]) * dz - dx * (b[2] - a[2])) / length
        if fabs(slope) <= border_tolerance(at[0], at[2]):
            continue
        if slope > 0.0:
            high[0] = max(min(high[0], -outside / slope), 0.0)
        else:
            low[0] = min(max(low[0], -outside / slope), 0.0)


cdef void set_side(const MeshView* mesh, LinkData* link, int side, const double* start, const double* end, double dx,
                   double dz) noexcept nogil:
    """The link's left (0) or right (1) side, by (dx, dz) from where its middle leaves and lands."""
    link.leave[side][0], link.leave[side][2] = start[0] + dx, start[2] + dz
    link.leave[side][1] = height_at(mesh, link.start_poly, link.leave[side][0], link.leave[side][2])
    link.land[side][0], link.land[side][2] = end[0] + dx, end[2] + dz
    link.land[side][1] = height_at(mesh, link.end_poly, link.land[side][0], link.land[side][2])


cdef void attach_link(const MeshView* mesh, LinkData* link) noexcept nogil:
    """Its polygons, and how much of its width lies on both of them."""
    cdef double start[3]
    cdef double end[3]
    cdef double dx = link.end[0] - link.start[0], dz = link.end[2] - link.start[2]
    cdef double length = distance2(0.0, 0.0, dx, dz), low = -1.0, high = 1.0, half
    cdef int i
    link.start_poly = link_end(mesh, link.start, link.radius, start)
    link.end_poly = link_end(mesh, link.end, link.radius, end)
    for i in range(2):
        memcpy(link.leave[i], start, sizeof(start))
        memcpy(link.land[i], end, sizeof(end))
    if link.start_poly == NO_POLY or link.end_poly == NO_POLY or link.width == 0.0 \
            or length <= border_tolerance(link.start[0], link.start[2]):
        return
    half = 0.5 * min(link.width, MAX_WIDTH)
    dx, dz = half * dz / length, -half * dx / length        # to the left seen along the way
    clip_line(mesh, link.start_poly, start, dx, dz, &low, &high)
    clip_line(mesh, link.end_poly, end, dx, dz, &low, &high)
    set_side(mesh, link, 0, start, end, high * dx, high * dz)
    set_side(mesh, link, 1, start, end, low * dx, low * dz)


cdef bint is_near(const MeshView* mesh, int32_t x, int32_t z, const double* point, double radius) noexcept nogil:
    cdef double size = mesh.tile_size, slack = radius + border_tolerance(point[0], point[2])
    cdef double dx = point[0] - mesh.origin_x - x * size, dz = point[2] - mesh.origin_z - z * size
    return size == 0.0 or (-slack <= dx <= size + slack and -slack <= dz <= size + slack)


cdef void chain_links(MeshData* mesh) noexcept nogil:
    """Each polygon's links in the order of the list."""
    cdef LinkData* at
    cdef int32_t i
    for i in range(<int32_t>mesh.links.size()):
        if mesh.links[i].start_poly != NO_POLY:
            mesh.polys[mesh.links[i].start_poly].first_link = -1
    for i in range(<int32_t>mesh.links.size() - 1, -1, -1):
        at = &mesh.links[i]
        at.next = -1
        if at.start_poly != NO_POLY and at.end_poly != NO_POLY:
            at.next = mesh.polys[at.start_poly].first_link
            mesh.polys[at.start_poly].first_link = i


cdef void follow_tile(MeshData* mesh, int32_t x, int32_t z) noexcept nogil:
    """Look for the polygons of links anew that begin or end near a tile that has changed."""
    cdef LinkData* at
    cdef size_t i
    cdef bint moved = False
    for i in range(mesh.links.size()):
        at = &mesh.links[i]
        if is_near(&mesh.view, x, z, at.start, at.radius) or is_near(&mesh.view, x, z, at.end, at.radius):
            if at.start_poly != NO_POLY:        # chain_links won't know it any more
                mesh.polys[at.start_poly].first_link = -1
            attach_link(&mesh.view, at)
            moved = True
    if moved:
        chain_links(mesh)


cdef int attach_links(MeshData* mesh) except -1 nogil:
    cdef int32_t i
    for i in range(<int32_t>mesh.polys.size()):
        mesh.polys[i].first_link = -1
    for i in range(<int32_t>mesh.links.size()):
        attach_link(&mesh.view, &mesh.links[i])
    chain_links(mesh)
    return label_islands(mesh)


# ---- Python ----

cdef int32_t whole(str name, value, int32_t low, int32_t high) except? -1:
    try:
        number = value.__index__()
    except AttributeError:
        number = low - 1
    if not low <= number <= high:
        raise ValueError(f"{name}: must be a whole number in {low} … {high}, is {value!r}")
    return number


cdef class OffMeshLink:
    """OffMeshLink(start, end, *, radius=None, width=0, two_way=True, area=63, kind=0, id=0)

    A way off the surface, such as a ladder, a jump or a drop; plain data, to be given to a NavMesh.

    start, end: (x, y, z) in metres, on the surface or near it. radius: metres that each end may be off the surface, the
    agent's radius or 0.5 when left out. width: metres across the way at both ends, 0 for a point; it is crossed straight
    ahead, from anywhere on it that lies on the start's polygon to what lies there on the end's. two_way: leads back as
    well. area: area id, for its cost a metre. kind: the user's. id: the user's, not below 0; a path tells it where the
    link begins. ValueError: which of these is bad and why. Links are equal where all that is.
    """
    cdef readonly tuple start           #: (x, y, z), metres
    cdef readonly tuple end             #: (x, y, z), metres
    cdef readonly object radius         #: metres, None: that of the mesh's agent
    cdef readonly double width          #: metres
    cdef readonly bint two_way
    cdef readonly int32_t area          #: area id
    cdef readonly int32_t kind
    cdef readonly int32_t id
    cdef readonly PolyRef start_poly    #: polygon that it leaves, −1: none within the radius, or in no mesh yet
    cdef readonly PolyRef end_poly      #: polygon that it leads to, −1 likewise

    def __init__(self, start, end, *, radius=None, width=0.0, bint two_way=True, area=AREA_WALKABLE, kind=0, id=0):
        cdef double a[3]
        cdef double b[3]
        read_point("start", start, a)
        read_point("end", end, b)
        if not (is_point(a) and is_point(b)):
            raise ValueError(f"{'end' if is_point(a) else 'start'}: must be finite and within 1e30 m")
        self.start, self.end = (a[0], a[1], a[2]), (b[0], b[1], b[2])
        if self.start == self.end:
            raise ValueError(f"end: must be another place than the start, is {self.end}")
        self.radius = None if radius is None else measure("radius", radius)
        self.width, self.two_way = measure("width", width), two_way
        self.area = whole("area", area, 0, AREA_COUNT - 1)
        self.kind, self.id = whole("kind", kind, -0x7fffffff - 1, 0x7fffffff), whole("id", id, 0, 0x7fffffff)
        self.start_poly = self.end_poly = NO_POLY

    cdef tuple data(self):
        return self.start, self.end, self.radius, self.width, self.two_way, self.area, self.kind, self.id

    def __eq__(self, other):
        if not isinstance(other, OffMeshLink):
            return NotImplemented
        return self.data() == (<OffMeshLink>other).data()

    def __hash__(self):
        return hash(self.data())

    def __reduce__(self):
        return make_link, self.data()

    def __repr__(self):
        return (f"OffMeshLink({self.start}, {self.end}, radius={self.radius}, width={self.width}, two_way={bool(self.two_way)}, "
                f"area={self.area}, kind={self.kind}, id={self.id})")


def make_link(start, end, radius, width, two_way, area, kind, id):
    return OffMeshLink(start, end, radius=radius, width=width, two_way=two_way, area=area, kind=kind, id=id)


cdef int read_link(link, double default_radius, vector[LinkData]* out) except -1:
    cdef OffMeshLink given
    cdef LinkData one
    cdef int way, i
    if not isinstance(link, OffMeshLink):
        raise ValueError(f"links: must be OffMeshLinks, one is {link!r}")
    given = link
    memset(&one, 0, sizeof(one))
    one.radius, one.width = default_radius if given.radius is None else given.radius, given.width
    one.area, one.kind, one.id, one.next = given.area, given.kind, given.id, -1
    one.start_poly = one.end_poly = NO_POLY
    for way in range(2 if given.two_way else 1):
        for i in range(3):
            one.start[i], one.end[i] = (given.end if way else given.start)[i], (given.start if way else given.end)[i]
        out.push_back(one)
    return 0


cdef bint are_two_ways(const LinkData* a, const LinkData* b) noexcept nogil:
    """Are they the two ways of one link?"""
    cdef int i
    for i in range(3):
        if a.start[i] != b.end[i] or a.end[i] != b.start[i]:
            return False
    return a.radius == b.radius and a.width == b.width and a.area == b.area and a.kind == b.kind and a.id == b.id


cdef list list_links(const MeshData* mesh, size_t i):
    cdef const LinkData* at
    cdef OffMeshLink link
    cdef bint both
    found = []
    while i < mesh.links.size():
        at = &mesh.links[i]
        both = i + 1 < mesh.links.size() and are_two_ways(at, &mesh.links[i + 1])
        link = OffMeshLink((at.start[0], at.start[1], at.start[2]), (at.end[0], at.end[1], at.end[2]), radius=at.radius,
                           width=at.width, two_way=both, area=at.area, kind=at.kind, id=at.id)
        link.start_poly, link.end_poly = at.start_poly, at.end_poly
        found.append(link)
        i += 2 if both else 1
    return found
