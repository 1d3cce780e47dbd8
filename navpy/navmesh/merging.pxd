"""Merges several navmeshes into one: placed in space, and connected where their boundaries meet."""
from libc.stdint cimport int32_t, uint16_t, uint64_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport MeshView
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.tiles.tile_data cimport TileData
from navpy.mesh.topology cimport Fault

cdef enum:
    FLAG_BITS = 16

cdef struct Part:
    const MeshView* mesh
    double basis[9]                 # rows: rotation about Y from the mesh's own space to that of the merged mesh
    double origin[3]                # meters
    # by bit of its polygons' flags: those in its place; links get all of them. All 0: polygons keep theirs
    uint16_t flags[FLAG_BITS]
    int32_t area                    # area id in place of AREA_WALKABLE; 0: unchanged
    double enter_cost               # meters: cost of entering it from another part
    int32_t sheet                   # parts of different sheets are never connected, and may lie over each other

cdef void place(const Part* part, const double* point, double* out) noexcept nogil
# false: two polygons of a sheet lie on the same side of an edge
cdef bint merge_parts(const vector[Part]* parts, TileData* out, Fault* fault) except -1 nogil
cdef NavMesh merged_mesh(const vector[Part]* parts)      # with the links of all parts; ValueError: as above
cdef NavMesh copied_mesh(NavMesh mesh)
cdef NavMesh shifted_mesh(NavMesh mesh, const double* by)            # meters
cdef int update_copy(NavMesh copy, NavMesh mesh, const double* by, uint64_t version) except -1
