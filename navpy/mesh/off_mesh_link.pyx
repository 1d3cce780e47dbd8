"""OffMeshLink: an off-mesh link of Python users, and its reading into the one or two directions that a mesh or a tile holds."""
from libc.math cimport isfinite
from libc.stdint cimport int32_t
from libc.string cimport memcpy, memset
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_length, read_point, read_whole
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport is_point
from navpy.base.area cimport AREA_COUNT, AREA_WALKABLE
from navpy.mesh.mesh_view cimport BACK_OF_TILE, BY_HAND, OF_TILE, OffMeshLink as LinkData


cdef void store_link(const LinkData* link, StoredLink* stored) noexcept nogil:
    memset(stored, 0, sizeof(StoredLink))
    memcpy(stored.start, link.start, sizeof(stored.start))
    memcpy(stored.end, link.end, sizeof(stored.end))
    stored.radius, stored.width, stored.of_tile = link.radius, link.width, link.of_tile
    stored.area, stored.kind, stored.id = link.area, link.kind, link.id


cdef bint restore_link(const StoredLink* stored, LinkData* link) noexcept nogil:
    memset(link, 0, sizeof(LinkData))
    memcpy(link.start, stored.start, sizeof(stored.start))
    memcpy(link.end, stored.end, sizeof(stored.end))
    link.radius, link.width, link.of_tile = stored.radius, stored.width, stored.of_tile
    link.area, link.kind, link.id = stored.area, stored.kind, stored.id
    link.start_poly, link.end_poly, link.next = NO_POLY, NO_POLY, -1
    return is_point(stored.start) and is_point(stored.end) and isfinite(stored.radius) and stored.radius >= 0.0 \
        and isfinite(stored.width) and stored.width >= 0.0 and 0 < stored.area < AREA_COUNT and stored.id >= 0 \
        and BY_HAND <= stored.of_tile <= BACK_OF_TILE


cdef class OffMeshLink:
    """OffMeshLink(start, end, *, radius=None, width=0, two_way=True, area=63, kind=0, id=0)

    An off-mesh link: a ladder, a jump, a drop. Plain data for a NavMesh.

    Links are equal where all of their parameters are.

    Parameters
    ----------
    start, end : (x, y, z)
        Meters, on the surface or near it.
    radius : float, optional
        Meters that each end may be off the surface; by default the agent's radius of the mesh, or 0.5.
    width : float
        Meters across the link at both ends, 0 for a point. A wide link is crossed straight ahead, from any point of its start that
        lies on the polygon there to a point of its end that lies on the polygon there.
    two_way : bool
        Whether it also leads from its end to its start.
    area : int
        Area id 1 … 63, whose cost counts for each meter.
    kind : int
        For the user.
    id : int
        For the user, at least 0. A path has it at the point where the link begins.

    Raises
    ------
    ValueError
        A bad parameter, by its name.
    """
    cdef readonly tuple start           #: (x, y, z), meters
    cdef readonly tuple end             #: (x, y, z), meters
    cdef readonly object radius         #: meters, None: that of the mesh's agent
    cdef readonly double width          #: meters
    cdef readonly bint two_way
    cdef readonly int32_t area          #: area id
    cdef readonly int32_t kind
    cdef readonly int32_t id
    cdef readonly PolyRef start_poly    #: polygon at its start, −1: none within the radius, or it is in no mesh
    cdef readonly PolyRef end_poly      #: polygon at its end, −1 as above
    cdef readonly bint of_tile          #: it was added with the tile that it begins on, and is removed with the tile

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
        self.radius = None if radius is None else read_length("radius", radius)
        self.width, self.two_way = read_length("width", width), two_way
        self.area = read_whole("area", area, 1, AREA_COUNT - 1)
        self.kind, self.id = read_whole("kind", kind, -0x7fffffff - 1, 0x7fffffff), read_whole("id", id, 0, 0x7fffffff)
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


cdef int read_link(link, Py_ssize_t index, double default_radius, vector[LinkData]* out, bint of_tile=False) except -1:
    cdef OffMeshLink given
    cdef LinkData one
    cdef int back, i
    if not isinstance(link, OffMeshLink):
        raise ValueError(f"link {index}: must be an OffMeshLink, is {link!r:.80}")
    given = link
    memset(&one, 0, sizeof(one))
    one.radius, one.width = default_radius if given.radius is None else given.radius, given.width
    one.area, one.kind, one.id, one.next = given.area, given.kind, given.id, -1
    one.start_poly = one.end_poly = NO_POLY
    for back in range(2 if given.two_way else 1):
        one.of_tile = (BACK_OF_TILE if back else OF_TILE) if of_tile else BY_HAND
        for i in range(3):
            one.start[i], one.end[i] = (given.end if back else given.start)[i], (given.start if back else given.end)[i]
        out.push_back(one)
    return 0


cdef bint are_opposite(const LinkData* a, const LinkData* b) noexcept nogil:
    """Are they the two directions of one link?"""
    cdef int i
    for i in range(3):
        if a.start[i] != b.end[i] or a.end[i] != b.start[i]:
            return False
    return a.radius == b.radius and a.width == b.width and a.area == b.area and a.kind == b.kind and a.id == b.id


cdef bint is_two_way(const vector[LinkData]* directions, size_t i) noexcept nogil:
    return i + 1 < directions.size() and are_opposite(&directions[0][i], &directions[0][i + 1])


cdef list list_links(const vector[LinkData]* directions, size_t i):
    cdef const LinkData* at
    cdef OffMeshLink link
    cdef bint both
    found = []
    while i < directions.size():
        at = &directions[0][i]
        both = is_two_way(directions, i)
        link = OffMeshLink((at.start[0], at.start[1], at.start[2]), (at.end[0], at.end[1], at.end[2]), radius=at.radius,
                           width=at.width, two_way=both, area=at.area, kind=at.kind, id=at.id)
        link.start_poly, link.end_poly, link.of_tile = at.start_poly, at.end_poly, at.of_tile != BY_HAND
        found.append(link)
        i += 2 if both else 1
    return found
