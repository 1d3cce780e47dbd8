"""A navmesh with all its ways the other way round: one-way links and edges lead back."""
from libcpp.vector cimport vector
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink, Poly
from navpy.mesh.nav_view cimport NavView

cdef cppclass ReversedNav:              # as of the last call of `reverse`
    MeshView mesh
    PortalGraph graph
    vector[Poly] polys
    vector[OffMeshLink] links           # by the index of the reversed link

# `back` gets the view of the reversed navmesh. It borrows from `nav` and from `out`, and is `nav` itself if all of its ways go both
# ways.
cdef int reverse(NavView nav, ReversedNav* out, NavView* back) except -1 nogil
