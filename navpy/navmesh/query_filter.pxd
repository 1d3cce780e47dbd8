"""QueryFilter: rules of one who searches, compiled into a packed graph of a mesh."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph, FilterRules
from navpy.navmesh.mesh_owner cimport MeshOwner

cdef class QueryFilter:
    cdef readonly MeshOwner mesh        #: the filter's NavMesh
    cdef const MeshView* view           # of that mesh
    cdef FilterRules rules              # as of `version`
    cdef dict own_costs                 # {area: cost} in place of the mesh's
    cdef double clock                   # seconds
    cdef vector[double] poly_ends       # seconds, parallel to rules.blocked
    cdef vector[double] link_ends       # seconds, parallel to rules.blocked_links
    cdef double next_end                # seconds, the least of both
    cdef object lock                    # of the graph, as packing releases the GIL
    cdef shared_ptr[PortalGraph] graph  # never changed while others hold it
    cdef bint stale                     # the graph does not follow the rules any more
    cdef bint all_stale                 # and all of it must be packed again
    cdef vector[uint8_t] stale_tiles    # by tile, unless all_stale: not 0 where it must be packed again
    # The mesh's state that the rules follow:
    cdef vector[uint64_t] tile_versions     # by tile
    cdef vector[uint16_t] flags         # by polygon
    cdef uint64_t mesh_exit_only, version, rules_version
    # The mesh packed under the rules. While it is held it may be read without the GIL, whoever changes the filter; release it with the
    # GIL. ValueError: the filter is of another mesh
    cdef shared_ptr[PortalGraph] graph_of(self, MeshOwner mesh) except *
    cdef int pack(self) except -1
    cdef int follow_mesh(self) except -1
    cdef int follow_costs(self) except -1
    cdef int invalidate_tile_of(self, PolyRef poly) except -1
    cdef int invalidate_all(self) except -1
    cdef int invalidate_links(self) except -1
    cdef int set_known(self, vector[PolyRef]* polygons, bint known) except -1
    cdef int end_blocks(self) except -1
    cdef dict options(self)
