"""What wrappers of searches that begin at a point of the surface share."""
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.navmesh.navmesh cimport NavMesh

# The floor at a point, as NavMesh.locate finds it; false where there is none. ValueError: not three finite numbers within 1e30 m.
cdef bint find_start(NavMesh mesh, const PortalGraph* graph, str name, point, NearestPoly* at) except -1
