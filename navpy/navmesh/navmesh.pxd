"""NavMesh: owns the polygons and all that is derived from them; algorithms borrow its view."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.memory cimport shared_ptr
from navpy.mesh.tiles.mesh_data cimport MeshData
from navpy.base.parallel cimport Runner
from navpy.mesh.half_edges cimport PortalGraph
from navpy.navmesh.query_filter cimport MeshOwner, QueryFilter
from navpy.mesh.tiles.tile cimport TileData

cdef class NavMesh(MeshOwner):
    cdef MeshData data
    cdef PortalGraph graph
    cdef list workspaces            # working memories of searches, each used by one call at a time
    cdef dict clearances            # clearance maps by radius, made when a search first needs one
    cdef object __weakref__
    cdef int refresh(self) except -1
    cdef const PortalGraph* graph_for(self, QueryFilter filter, shared_ptr[PortalGraph]* held) except NULL
    cdef int check_fit(self, const TileData* tile) except -1
    cdef int find_links(self) except -1
    cdef int rules_changed(self) except -1
    cdef int repack(self) except -1


cdef NavMesh mesh_from_bytes(const uint8_t* data, int64_t size, const Runner* runner)       # NavMesh.from_bytes in parallel
