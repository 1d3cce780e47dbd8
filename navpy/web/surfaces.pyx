"""What a NavMesh is made of."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.arrays cimport int_array
from navpy.base.core cimport NO_POLY
from navpy.mesh.mesh_view cimport fan_pivot, surface_at, surface_size
from navpy.navmesh.navmesh cimport NavMesh
from navpy.web.buffers cimport floats

from navpy.navmesh.navmesh import NavMesh as mesh_class


def mesh_bytes(NavMesh mesh):
    """The mesh as a file has it."""
    return mesh.to_bytes()


def mesh_of_bytes(data):
    """NavMesh out of a file's bytes."""
    return mesh_class.from_bytes(bytes(data))


def mesh_sizes(NavMesh mesh):
    """Polygons, vertices, islands and links."""
    return mesh.view.poly_count, mesh.view.vertex_count, mesh.view.island_count, mesh.view.link_count


def mesh_polygons(NavMesh mesh):
    """Outlines: vertices float32 (3 n,) in meters; int32 offsets (m + 1,) of each polygon's corners; the corners, indices of vertices;
    and parallel to them the polygon across each edge, −1 at a wall."""
    cdef vector[float] places
    cdef vector[int32_t] offsets, corners, neighbors
    cdef int32_t i, k
    places.resize(3 * <size_t>mesh.view.vertex_count)
    for i in range(3 * mesh.view.vertex_count):
        places[i] = <float>mesh.view.vertices[i]
    for i in range(mesh.view.poly_count):
        offsets.push_back(<int32_t>corners.size())
        for k in range(mesh.view.polys[i].first, mesh.view.polys[i].first + mesh.view.polys[i].count):
            corners.push_back(mesh.view.corners[k])
            neighbors.push_back(mesh.view.neighbors[k])
    offsets.push_back(<int32_t>corners.size())
    return floats(places), int_array(offsets), int_array(corners), int_array(neighbors)


def mesh_surface(NavMesh mesh):
    """The surface: vertices float32 (3 n,) in meters, int32 triangles (3 m,), and int32 (m,) the polygon that each triangle belongs
    to."""
    cdef vector[float] places
    cdef vector[int32_t] triangles, owners
    cdef int32_t triangle[3]
    cdef int32_t i, k, pivot
    places.resize(3 * <size_t>mesh.view.vertex_count)
    for i in range(3 * mesh.view.vertex_count):
        places[i] = <float>mesh.view.vertices[i]
    for i in range(mesh.view.poly_count):
        pivot = fan_pivot(&mesh.view, i)
        for k in range(surface_size(&mesh.view, i)):
            surface_at(&mesh.view, i, pivot, k, triangle)
            triangles.push_back(triangle[0])
            triangles.push_back(triangle[1])
            triangles.push_back(triangle[2])
            owners.push_back(i)
    return floats(places), int_array(triangles), int_array(owners)


def mesh_links(NavMesh mesh):
    """Off-mesh links with a polygon at both ends, float32 (7 n,): start and end in meters, and the width in meters. A link that leads
    both ways is two."""
    cdef vector[float] out
    cdef int32_t i, k
    for i in range(mesh.view.link_count):
        if mesh.view.links[i].start_poly == NO_POLY or mesh.view.links[i].end_poly == NO_POLY:
            continue
        for k in range(3):
            out.push_back(<float>mesh.view.links[i].start[k])
        for k in range(3):
            out.push_back(<float>mesh.view.links[i].end[k])
        out.push_back(<float>mesh.view.links[i].width)
    return floats(out)
