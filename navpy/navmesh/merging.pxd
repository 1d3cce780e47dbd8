"""Several navmeshes made into one: placed in space, and joined where their borders meet."""
from libc.stdint cimport int32_t, uint16_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport MeshView
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.tiles.tile cimport TileData
from navpy.mesh.topology cimport Fault

cdef struct Part:
    const MeshView* mesh
    double basis[9]                 # rows: from the mesh's own space to that of the whole; up stays up
    double origin[3]                # meters
    uint16_t flags                  # of its polygons, but for those that nobody walks on; 0: as they are
    int32_t area                    # area id of its ground; 0: as it is
    double enter_cost               # meters that coming to it from another part counts for

cdef void place(const Part* part, const double* point, double* out) noexcept nogil
cdef bint join_parts(const vector[Part]* parts, TileData* out, Fault* fault) except -1 nogil     # false: they contradict each other
cdef NavMesh joined(const vector[Part]* parts)      # with the links of all; None: they contradict each other
cdef NavMesh copied(NavMesh mesh)
cdef NavMesh shifted(NavMesh mesh, const double* by)            # meters
cdef int follow(NavMesh copy, NavMesh mesh, const double* by, unsigned long version) except -1
