"""NavMesh: owns the polygons and all that is derived from them; algorithms borrow its view."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from navpy.base.parallel cimport Runner
from navpy.navmesh.mesh_queries cimport MeshQueries
from navpy.mesh.tiles.tile_data cimport TileData

cdef class NavMesh(MeshQueries):
    cdef list workspaces            # working memories of searches, each used by one call at a time
    cdef dict clearances            # clearance maps by radius, made when a search first needs one
    cdef object __weakref__
    cdef int refresh(self) except -1
    cdef int check_fit(self, const TileData* tile) except -1
    cdef int find_links(self) except -1
    cdef int rules_changed(self) except -1
    cdef int repack(self) except -1


# NavMesh.from_bytes in parallel. faults: gets a line on what was left out.
cdef NavMesh mesh_from_bytes(const uint8_t* data, int64_t size, const Runner* runner, list faults)
