"""PolyMesh: the contours as convex polygons that share vertices."""
from libc.stdint cimport int8_t, int32_t, int64_t
from libcpp.vector cimport vector
from navpy.baking.contours.corners cimport ContourCorner

cdef enum:
    NO_PORTAL = -1

cdef struct SharedEdge:             # a candidate for merging across
    int64_t length2
    int32_t edge

cdef struct Successor:              # a polygon's edge from a vertex on
    int32_t to                      # vertex
    int32_t region                  # the polygon's
    int32_t next                    # another edge from the same vertex, −1: none

cdef struct EdgeOverlap:                # an edge that has polygons of two regions on its left
    ContourCorner from_, to
    int32_t regions[2]

cdef cppclass VertexIndex:          # finds vertices by place, and polygons' edges by their ends
    vector[int32_t] buckets         # of each hash bucket: its newest vertex, −1: none
    vector[int32_t] next            # of each vertex: an older one of the same bucket
    vector[int32_t] first_edge      # of each vertex: into `edges`, −1: none
    vector[Successor] edges

cdef class PolyMesh:
    cdef public int vertices_per_polygon
    cdef public int x0, z0                      # global index of the window's first column
    cdef public double cell_size                # meters, x and z
    cdef public double cell_height              # meters, y
    cdef double origin[3]                       # meters: the least corner of global column (0, 0)
    cdef vector[ContourCorner] grid_vertices    # voxel units from the window's first column; only their place counts
    cdef vector[double] vertex_data             # meters, 3 a vertex: origin + (x0 + x_vx) * cell_size …, alike in all windows
    cdef vector[int32_t] offset_data            # polygon i is corner_data[offset_data[i]] … up to offset_data[i+1]
    cdef vector[int32_t] corner_data
    # of each corner's edge: the side of the tile across which the mesh goes on in the neighboring tile (a direction of the compact
    # heightfield), or NO_PORTAL
    cdef vector[int8_t] portal_data
    cdef vector[int32_t] area_data              # area id of every polygon
    cdef vector[int32_t] region_data            # region of every polygon
    cdef public int untriangulated              # number of contours that could be triangulated in part only
    # number of polygons without neighbors, as they overlap one with which they share an edge
    cdef public int overlapping
    cdef vector[EdgeOverlap] overlaps               # of each of these: that edge, the first of several
