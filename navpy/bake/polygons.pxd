"""PolyMesh: the contours cut into convex polygons that share their vertices."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.bake.corners cimport ContourCorner

cdef struct Triangle:
    int32_t corners[3]              # indices into a contour, counter-clockwise seen from above

cdef cppclass EarRing:              # what ear clipping has left of a contour, as a ring; one entry a corner
    vector[int32_t] before
    vector[int32_t] after
    vector[uint8_t] is_ear          # the diagonal that cuts the corner off is free

cdef class PolyMesh:
    cdef public int vertices_per_polygon
    cdef vector[ContourCorner] grid_vertices    # voxel units
    cdef vector[double] vertex_data             # metres, 3 a vertex
    cdef vector[int32_t] offset_data            # polygon i is corner_data[offset_data[i]] … up to offset_data[i+1]
    cdef vector[int32_t] corner_data
    cdef vector[int32_t] area_data              # area id of every polygon
    cdef vector[int32_t] region_data            # region of every polygon
    cdef public int untriangulated              # contours that could only be triangulated in part
    cdef public int overlapping                 # polygons linked to none, as they lie over a polygon they share an edge with
