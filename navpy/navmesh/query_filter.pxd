"""QueryFilter: rules of one who searches, compiled into a packed graph of a mesh."""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport MeshView
from navpy.mesh.half_edges cimport PortalGraph, FilterRules

ctypedef const MeshView* (*ViewOf)(object mesh) except NULL     # TypeError: no mesh

cdef int register_meshes(ViewOf view_of) except -1              # navpy.navmesh tells what a NavMesh's view is

# Indices of polygons from what Python gives: a buffer of int32 or any iterable. version: None, all must be there; else the mesh's when
# they were got, those gone since are left out
cdef int read_polygons(const MeshView* view, polygons, version, vector[PolyRef]* out) except -1

cdef class QueryFilter:
    cdef readonly object mesh           #: the NavMesh that the filter is of
    cdef const MeshView* view           # of that mesh
    cdef FilterRules rules                    # as of the mesh when it was last followed
    cdef dict own_costs                 # {area: cost} in place of the mesh's
    cdef double clock                   # seconds
    cdef vector[double] poly_ends       # seconds, parallel to rules.blocked
    cdef vector[double] link_ends       # seconds, parallel to rules.blocked_links
    cdef double next_end                # seconds, the least of both
    cdef object lock                    # of the graph, as packing it lets go of the GIL
    cdef shared_ptr[PortalGraph] graph  # never changed while anybody else holds it
    cdef bint stale                     # not what the rules say
    cdef bint all_stale                 # and all of it is to be packed anew
    cdef vector[uint8_t] stale_tiles    # by tile, otherwise: not 0 where it is to be
    cdef vector[uint64_t] tile_versions     # by tile: of the mesh when it was last followed, and so are these:
    cdef vector[uint16_t] flags         # by polygon
    cdef uint64_t exit_only_areas, version, rules_version
    # What the mesh is under these rules now, packed. Who holds what is returned may read it without the GIL while others change the
    # filter; to be let go of with the GIL. ``owner`` is the mesh, ``view`` its view. ValueError: the filter is of another mesh
    cdef shared_ptr[PortalGraph] graph_of(self, const MeshView* view, object owner) except *
    cdef int pack(self) except -1
    cdef int follow_mesh(self) except -1
    cdef int follow_costs(self) except -1
    cdef int touch(self, PolyRef poly) except -1
    cdef int touch_all(self) except -1
    cdef int set_known(self, vector[PolyRef]* polygons, bint known) except -1
    cdef int end_blocks(self) except -1
    cdef dict options(self)
