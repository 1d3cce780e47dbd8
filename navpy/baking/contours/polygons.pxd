"""PolyMesh: the contours cut into convex polygons that share their vertices."""
from libc.stdint cimport int8_t, int32_t, int64_t
from libcpp.vector cimport vector
from navpy.baking.contours.corners cimport ContourCorner

cdef enum:
    NO_PORTAL = -1

cdef struct SharedEdge:             # candidate for merging
    int64_t length2
    int32_t edge

cdef struct Successor:              # a polygon's edge from a vertex on
    int32_t to                      # vertex
    int32_t region                  # the polygon's
    int32_t next                    # another one from the same vertex, −1: no more

cdef struct Overlap:                # an edge that has polygons of two regions on its left
    ContourCorner from_, to
    int32_t regions[2]

cdef cppclass VertexIndex:          # finds vertices by their place, and polygons' edges by their ends
    vector[int32_t] buckets         # newest vertex of the bucket, −1: empty
    vector[int32_t] next            # one a vertex: an older one of the same bucket
    vector[int32_t] first_edge      # one a vertex: into `edges`
    vector[Successor] edges

cdef class PolyMesh:
    cdef public int vertices_per_polygon
    cdef public int x0, z0                      # global index of the window's first column
    cdef public double cell_size                # metres, x and z
    cdef public double cell_height              # metres, y
    cdef double origin[3]                       # metres: the least corner of global column (0, 0)
    cdef vector[ContourCorner] grid_vertices    # voxel units, from the window's first column; only the place is meant
    cdef vector[double] vertex_data             # metres, 3 a vertex: origin + (x0 + x_vx) * cell_size …, alike in all windows
    cdef vector[int32_t] offset_data            # polygon i is corner_data[offset_data[i]] … up to offset_data[i+1]
    cdef vector[int32_t] corner_data
    # one a corner, of the edge that starts there: the side of the tile on which the mesh goes on in the neighboring tile, a
    # compact direction, or NO_PORTAL
    cdef vector[int8_t] portal_data
    cdef vector[int32_t] area_data              # area id of every polygon
    cdef vector[int32_t] region_data            # region of every polygon
    cdef public int untriangulated              # contours that could only be triangulated in part
    cdef public int overlapping                 # polygons linked to none, as they lie over a polygon they share an edge with
    cdef vector[Overlap] overlaps               # that edge, or the first of several, of each of them
