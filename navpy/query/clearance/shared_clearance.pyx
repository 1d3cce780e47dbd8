"""Clearance maps that all searches of a mesh share: made when a radius is first asked for, and anew when the mesh has changed."""
from libcpp.memory cimport shared_ptr

from navpy.mesh.nav_view cimport view_of
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.clearance.clearance_map cimport update_clearance_map

cdef int MOST = 8                       # maps that a mesh keeps, those asked for last: radii of agents, with and without filters


cdef class SharedClearance:
    """A clearance map of a navmesh."""


cdef SharedClearance share_clearance(NavMesh mesh, const PortalGraph* graph, shared_ptr[PortalGraph] held, double radius):
    cdef SharedClearance shared
    if radius <= 0.0:
        return None
    key = (radius, <size_t>graph)
    shared = mesh.clearances.pop(key, None)
    if shared is not None and shared.map.version == mesh.view.version and shared.map.rules_version == mesh.view.rules_version:
        mesh.clearances[key] = shared       # last: dicts keep the order of insertion
        return shared
    shared = SharedClearance.__new__(SharedClearance)
    shared.held = held                      # so that no other graph gets the address in the key while the map lives
    with nogil:
        update_clearance_map(view_of(&mesh.view, graph), radius, &shared.map)
    while len(mesh.clearances) >= MOST:
        mesh.clearances.pop(next(iter(mesh.clearances)), None)
    mesh.clearances[key] = shared
    return shared
