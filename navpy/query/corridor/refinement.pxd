"""Where a path crosses the portals and links of its corridor, if its polygons cost differently."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView

cdef struct Gate:                   # from one polygon of the corridor to the next: a portal, or a link where it is two segments
    double out_x, out_z             # metres, the left end of where the polygon before is left
    double in_x, in_z               # metres, the left end of where the next one is entered
    double dx, dz                   # metres from the left ends to the right ones
    double t                        # where it is crossed: 0 left … 1 right
    double factor                   # what a metre through the next polygon costs
    Py_ssize_t entry                # the next polygon's place in the corridor
    int32_t link                    # index of the link, −1: a portal
    int32_t right, left             # vertices of the portal
    bint anchored                   # the path is not just taut there

cdef struct Row:                    # of the tridiagonal system for a Newton step
    double slope                    # of the costs by t
    double bend                     # second derivative by t
    double mixed                    # likewise by t and that of the next gate
    double step                     # the solution

cdef double path_cost(NavView nav, const vector[PolyRef]* corridor,
                      const vector[int32_t]* entries, const vector[double]* points,
                      const vector[int32_t]* point_links) noexcept nogil
cdef int refine_path(NavView nav, const vector[PolyRef]* corridor,
                     const vector[int32_t]* entries, vector[double]* points, vector[PolyRef]* point_polys,
                     vector[int32_t]* point_links) except -1 nogil
