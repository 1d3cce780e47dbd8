"""Corners of contours and polygons in voxel units, for tests and pictures."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.baking.contours.contours cimport ContourSet
from navpy.baking.contours.corners cimport Contour, ContourCorner
from navpy.baking.contours.polygons cimport PolyMesh
from navpy.baking.contours.tracing cimport set_heights


cdef list points_of(const ContourCorner* corners, int32_t count):
    return [(corners[i].x_vx, corners[i].y_vx, corners[i].z_vx) for i in range(count)]


def raw_contours(ContourSet contours not None):
    """The contours as traced, outlines and holes apart: a list of (region, [(x, y, z), …]) in voxel units."""
    cdef vector[ContourCorner] corners
    cdef Contour contour
    cdef size_t i
    corners.assign(contours.raw_contours.corners.begin(), contours.raw_contours.corners.end())
    for i in range(corners.size()):
        set_heights(contours.compact, contours.raw_contours.edges[i], &corners[i])
    return [(contour.region, points_of(&corners[contour.first], contour.count)) for contour in contours.raw_contours.contours]


def simplified_contours(ContourSet contours not None):
    """The contours simplified, holes bridged in, one a region: a list of (region, [(x, y, z), …]) in voxel units."""
    cdef Contour contour
    return [(contour.region, points_of(&contours.corners[contour.first], contour.count)) for contour in contours.contours]


def grid_corners(PolyMesh polygons not None):
    """The polygons' vertices in voxel units from the window's first column, exact: a list of (x, y, z)."""
    return [(vertex.x_vx, vertex.y_vx, vertex.z_vx) for vertex in polygons.grid_vertices]
