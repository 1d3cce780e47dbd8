"""Checks the polygons of a tile and links them to each other."""
from libc.stdint cimport int32_t
from libc.string cimport memset
from libcpp.algorithm cimport reverse, rotate
from libcpp.vector cimport vector

from navpy.base.geom cimport surface_pivot, surface_start, surface_triangle
from navpy.base.union_find cimport unite
from navpy.mesh.topology cimport (
    FAULT_NONE, PolyShape, check_detail, check_indices, check_vertices, clockwise_poly_area2, link_polys, measure_shape)


cdef void borrow_tile(TileData* tile, MeshView* view) noexcept nogil:
    """A view of the tile as a whole mesh, with the arrays that topology reads."""
    memset(view, 0, sizeof(MeshView))
    view.vertices, view.vertex_count = tile.vertices.data(), <int32_t>(tile.vertices.size() // 3)
    view.polys, view.poly_count = tile.polys.data(), <int32_t>tile.polys.size()
    view.corners, view.corner_count = tile.corners.data(), <int32_t>tile.corners.size()
    view.neighbors, view.twins = tile.neighbors.data(), tile.twins.data()
    view.detail_triangles = tile.detail.data()


cdef int rotate_corners(TileData* tile, const Poly* poly) except -1 nogil:
    """Rotate the polygon to begin at the corner that shapes its surface."""
    cdef int32_t first = poly.first, middle, last = poly.first + poly.count
    middle = first + surface_start(tile.vertices.data(), tile.corners.data() + first, poly.count)
    rotate(tile.corners.begin() + first, tile.corners.begin() + middle, tile.corners.begin() + last)
    rotate(tile.portals.begin() + first, tile.portals.begin() + middle, tile.portals.begin() + last)
    return 0


cdef int add_detail_triangles(TileData* tile) except -1 nogil:
    """Polygons with a portal get the fan of their surface as detail triangles, which corners that stitching adds do not change."""
    cdef vector[int32_t] detail
    cdef Poly* poly
    cdef int32_t i, k, t, pivot
    cdef int32_t triangle[3]
    cdef bint portal
    for i in range(<int32_t>tile.polys.size()):
        poly = &tile.polys[i]
        portal = False
        for k in range(poly.first, poly.first + poly.count):
            portal = portal or tile.portals[k] != SIDE_NONE
        t = <int32_t>(detail.size() // 3)
        for k in range(3 * poly.detail_first, 3 * (poly.detail_first + poly.detail_count)):
            detail.push_back(tile.detail[k])
        if portal and poly.detail_count == 0:
            pivot = surface_pivot(tile.vertices.data(), tile.corners.data() + poly.first, poly.count)
            for k in range(1, poly.count - 1):
                surface_triangle(k, pivot, poly.count, triangle)
                detail.push_back(tile.corners[poly.first + triangle[0]])
                detail.push_back(tile.corners[poly.first + triangle[1]])
                detail.push_back(tile.corners[poly.first + triangle[2]])
        poly.detail_first, poly.detail_count = t, <int32_t>(detail.size() // 3) - t
    tile.detail.swap(detail)
    return 0


cdef int find_components(TileData* tile, vector[int32_t]* parent) except -1 nogil:
    """Number the connected components in the order of their lowest polygon, which is each one's root. parent: scratch."""
    cdef Poly* polys = tile.polys.data()
    cdef int32_t* parents
    cdef int32_t i, k, count = <int32_t>tile.polys.size()
    parent.resize(count)
    parents = parent.data()
    for i in range(count):
        parents[i] = i
        for k in range(polys[i].first, polys[i].first + polys[i].count):
            if 0 <= tile.neighbors[k] < i:
                unite(parents, tile.neighbors[k], i)
    tile.component_count = 0
    for i in range(count):
        if parents[i] == i:
            polys[i].component = tile.component_count
            tile.component_count += 1
        else:
            polys[i].component = polys[parents[i]].component
    return 0


cdef bint finish_tile(TileData* tile, bint flip, Fault* fault) except -1 nogil:
    """Check the polygons, rotate each to the corner that shapes its surface, and find neighbors and components. flip: reverse
    clockwise polygons first, for tiles without portals. False where there is a fault. An edge that two polygons share is no portal."""
    cdef MeshView view
    cdef vector[int32_t] parent
    cdef PolyShape shape
    cdef int32_t i, k
    tile.portals.resize(tile.corners.size(), SIDE_NONE)
    tile.neighbors.resize(tile.corners.size())
    tile.twins.resize(tile.corners.size())
    borrow_tile(tile, &view)
    fault.kind = FAULT_NONE
    if not (check_vertices(&view, fault) and check_indices(&view, fault)):
        return False
    for i in range(view.poly_count):
        if flip and clockwise_poly_area2(&view, &tile.polys[i]) > 0.0:
            reverse(tile.corners.begin() + tile.polys[i].first,
                    tile.corners.begin() + tile.polys[i].first + tile.polys[i].count)
        rotate_corners(tile, &tile.polys[i])
        if not (measure_shape(&view, i, 1.0, &shape, fault) and check_detail(&view, i, shape.clockwise_area2, fault)):
            return False
    if not link_polys(&view, tile.neighbors.data(), tile.twins.data(), fault):
        return False
    for k in range(view.corner_count):
        if tile.twins[k] >= 0:
            tile.portals[k] = SIDE_NONE
    add_detail_triangles(tile)
    find_components(tile, &parent)
    return True
