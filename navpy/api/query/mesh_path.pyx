"""MeshPath: a path to be shaped, as Python sees it."""
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_length, read_place, read_whole
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport closest_on_segment, distance2
from navpy.base.guard cimport Guard, Inside, enter, settle
from navpy.base.tolerances cimport IN_LINE
from navpy.mesh.mesh_view cimport OffMeshLink
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.path_data cimport (
    POINT_CORNER, POINT_END, POINT_LIMIT, POINT_LINK_END, POINT_LINK_START, POINT_SLOPE, POINT_START, Path, clear_path)
from navpy.navmesh.navmesh cimport NavMesh
from navpy.query.corridor.path_shaping cimport (
    add_point, add_slope_points, flag_points, limit_length, limit_radius, path_length, retrace, sample_ground, simplify,
    surface_length)
from navpy.query.surface.leg cimport Leg, leg_slack, pass_polys

from enum import IntFlag

__all__ = ["MeshPath", "PointFlag"]

cdef double OFF_PLACE = 0.01            # meters that a point may be off the place where it should be
cdef double AHEAD = 10.0                # times what rounding may have moved a point by: certainly beyond that


class PointFlag(IntFlag):
    """What a point of a path is; see MeshPath.flags."""
    START = POINT_START                 #: the first one
    END = POINT_END                     #: the last one
    CORNER = POINT_CORNER               #: the path turns there, seen from above
    LINK_START = POINT_LINK_START       #: a link is taken from here to the next point
    LINK_END = POINT_LINK_END           #: a link that is taken from the point before ends here
    SLOPE = POINT_SLOPE                 #: added because the ground bends there
    LIMIT = POINT_LIMIT                 #: the path was cut here


cdef object rows(const vector[double] points):
    import numpy as np
    return np.array(points, dtype=np.float64).reshape(-1, 3)


cdef class MeshPath:
    """A path on a navmesh that is given by its points, to be shaped: what find_path found, or a path of one's own.

    Parameters
    ----------
    mesh : NavMesh
    points : (n, 3), n ≥ 1
        Meters; the straight way from each to the next must be free. The first point must lie on the mesh; the others count by their
        place in the ground plane, on the floor that the way leads along.
    links : sequence of n int, optional
        For each point the id of the link that leads to the next point, −1 for none; by default none.

    Raises
    ------
    ValueError
        A first point off the mesh, a way that leaves the mesh or that a wall is in, a link that is not there.

    Notes
    -----
    A MeshPath holds for the mesh as it is. After a change of the mesh only what was known of the path can be read; every method raises
    a ValueError.
    """
    cdef Path data
    cdef NavMesh mesh
    cdef Guard guard
    cdef uint64_t version                   # of the mesh

    def __init__(self, NavMesh mesh not None, points, links=None):
        cdef Py_ssize_t i
        cdef int32_t link
        cdef Inside inside
        points, links = list(points), None if links is None else list(links)
        self.mesh, self.guard.name = mesh, b"the path"
        inside.changes(&self.guard)
        inside.reads(&mesh.guard)
        enter(&inside)
        self.version = mesh.view.version
        self.read(points, links)
        self.data.point_polys[0] = self.find_start()
        for i in range(<Py_ssize_t>self.data.point_polys.size() - 1):
            if self.data.point_links[i] < 0:
                self.data.point_polys[i + 1] = self.end_of_leg(i)
                if self.data.point_polys[i + 1] == NO_POLY:
                    raise ValueError(f"points: the way from point {i} to the next one leaves the navmesh")
                continue
            link = self.find_link(i)
            if link < 0:
                raise ValueError(f"links: there is no link {self.data.point_links[i]} that leads from point {i} to the next one")
            self.data.entries.push_back(link)
            self.data.point_polys[i + 1] = mesh.view.links[link].end_poly
        if not retrace(self.nav(), &self.data):
            raise ValueError("points: a link does not begin where the way to it ends")
        flag_points(&self.data)

    cdef NavView nav(self) noexcept nogil:
        return view_of(&self.mesh.view, &self.mesh.graph)

    cdef int read(self, list points, list links) except -1:
        cdef double at[3]
        cdef Py_ssize_t i
        if not points:
            raise ValueError("points: there are none")
        if links is not None and len(links) != len(points):
            raise ValueError(f"links: must be as many as points, are {len(links)} for {len(points)}")
        clear_path(&self.data)
        for i in range(len(points)):
            read_place(f"points: point {i}", points[i], at)
            add_point(at, NO_POLY, 0, &self.data)
            if links is not None:
                self.data.point_links[i] = read_whole(f"links: entry {i}", links[i], -0x80000000, 0x7fffffff)
        if self.data.point_links[len(points) - 1] >= 0:
            raise ValueError("links: none can begin at the last point")
        return 0

    cdef int check_mesh(self, Inside* inside) except -1:
        """Enter. A change of the mesh gives polygons and links other indices."""
        inside.changes(&self.guard)
        inside.reads(&self.mesh.guard)
        enter(inside)
        if self.mesh.view.version != self.version:
            raise ValueError("the navmesh has changed since the path was made on it: make a new one")
        return 0

    cdef PolyRef find_start(self) except -2:
        """The polygon that the first point lies on. At a vertex whose polygons are not all joined around it, the polygon that the
        first leg leads into."""
        cdef const double* a = self.data.points.data()
        cdef const double* b = a + 3
        cdef double share
        found = self.mesh.locate((a[0], a[1], a[2]))
        if found is None or found[2] > OFF_PLACE:
            raise ValueError("points: the first one is not on the navmesh")
        self.data.point_polys[0] = found[0]
        if self.data.point_polys.size() == 1 or self.data.point_links[0] >= 0 or self.end_of_leg(0) != NO_POLY:
            return found[0]
        share = min(AHEAD * leg_slack(a, b) / max(distance2(a[0], a[2], b[0], b[2]), IN_LINE), 1.0)
        ahead = self.mesh.locate((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])))
        return found[0] if ahead is None else ahead[0]

    cdef PolyRef end_of_leg(self, Py_ssize_t i) except -2:
        """The polygon that the leg from a point to the next one ends on, NO_POLY if a wall is in the way."""
        cdef Leg leg
        cdef const double* a = &self.data.points[3 * i]
        pass_polys(self.nav(), self.data.point_polys[i], a, a + 3, leg_slack(a, a + 3), &leg)
        return leg.stretches.back().poly if leg.arrived else NO_POLY

    cdef int32_t find_link(self, Py_ssize_t i):
        """Index of the link that leads from a point to the next one, −1: none."""
        cdef const double* a = &self.data.points[3 * i]
        cdef const double* b = a + 3
        cdef double off, best = OFF_PLACE, x, z
        cdef const OffMeshLink* link
        cdef int32_t k, found = -1
        for k in range(self.mesh.view.link_count):
            link = &self.mesh.view.links[k]
            if link.id != self.data.point_links[i] or link.start_poly == NO_POLY or link.end_poly == NO_POLY:
                continue
            off = closest_on_segment(a[0], a[2], link.leave[0][0], link.leave[0][2], link.leave[1][0], link.leave[1][2], &x, &z)
            off += closest_on_segment(b[0], b[2], link.land[0][0], link.land[0][2], link.land[1][0], link.land[1][2], &x, &z)
            if off < best:
                best, found = off, k
        return found

    @property
    def points(self):
        """float64 (n, 3), meters."""
        settle(&self.guard)
        return rows(self.data.points)

    @property
    def links(self):
        """int32 (n,): id of the link that leads from each point to the next one, −1 for none."""
        import numpy as np
        settle(&self.guard)
        return np.array(self.data.point_links, dtype=np.int32)

    @property
    def polys(self):
        """int32 (n,): a polygon that each point lies on."""
        import numpy as np
        settle(&self.guard)
        return np.array(self.data.point_polys, dtype=np.int32)

    @property
    def corridor(self):
        """int32 (m,), polygons from start to end."""
        import numpy as np
        settle(&self.guard)
        return np.array(self.data.corridor, dtype=np.int32)

    @property
    def flags(self):
        """List of n PointFlags: what each point is."""
        settle(&self.guard)
        cdef vector[uint8_t] bits = self.data.point_flags
        return [PointFlag(flags) for flags in bits]

    @property
    def length(self):
        """Meters, straight from point to point."""
        settle(&self.guard)
        return path_length(&self.data)

    @property
    def surface_length(self):
        """Meters along the ground, and straight along links."""
        cdef Inside inside
        self.check_mesh(&inside)
        return surface_length(self.nav(), &self.data)

    def add_slope_points(self, height_error):
        """Add points where the ground bends, so that no leg but a link's is anywhere more than height_error meters above or below the
        ground; returns how many."""
        cdef double error = read_length("height_error", height_error)
        cdef Py_ssize_t added
        cdef Inside inside
        self.check_mesh(&inside)
        with nogil:
            added = add_slope_points(self.nav(), &self.data, error, False)
        return added

    def sample_ground(self, spacing=0.0):
        """float64 (n, 3), meters: this path's points, and more on the ground between them, at most spacing meters apart in the ground
        plane; spacing 0: wherever the ground bends. There are none along links, and at most a million along another leg."""
        cdef Path out
        cdef double step = read_length("spacing", spacing)
        cdef Inside inside
        self.check_mesh(&inside)
        with nogil:
            sample_ground(self.nav(), &self.data, step, &out)
        return rows(out.points)

    def simplify(self, epsilon):
        """Drop points where the straight way is free, costs no more, and passes within epsilon meters of them, seen from above;
        returns how many. Start, end and the ends of links stay."""
        cdef double limit = read_length("epsilon", epsilon)
        cdef Py_ssize_t dropped
        cdef Inside inside
        self.check_mesh(&inside)
        with nogil:
            dropped = simplify(self.nav(), &self.data, limit)
        return dropped

    def limit_length(self, max_length):
        """Cut the path where it is max_length meters long; if that is on a link, where the link begins. Returns the meters that were
        cut off, 0: none."""
        cdef double limit = read_length("max_length", max_length), remainder
        cdef Inside inside
        self.check_mesh(&inside)
        with nogil:
            limit_length(self.nav(), &self.data, limit, &remainder)
        return remainder

    def limit_radius(self, radius, center=None, bint in_plan=False):
        """Cut the path where it first gets farther than radius meters from the center, by default its start; if that is on a link,
        where the link begins. in_plan: distances are seen from above. Returns the meters that were cut off, 0: none."""
        cdef double limit = read_length("radius", radius), remainder
        cdef double around[3]
        cdef const double* middle = NULL
        if center is not None:
            middle = around
            read_place("center", center, around)
        cdef Inside inside
        self.check_mesh(&inside)
        with nogil:
            limit_radius(self.nav(), &self.data, middle, limit, in_plan, &remainder)
        return remainder

    def __repr__(self):
        return f"<MeshPath {self.data.point_polys.size()} points, {self.length:g} m>"
