"""Finds the gates of tiles that are stitched to their neighbors: portal edges that lie end to end and join the same two components,
on ground of the same two classes."""
from libc.math cimport fabs
from libc.stdint cimport int16_t, int32_t, uint8_t
from libc.string cimport memset
from libcpp.algorithm cimport sort
from libcpp.vector cimport vector

from navpy.base.core cimport NO_POLY, PolyRef
from navpy.base.geom cimport border_tolerance, distance2
from navpy.mesh.half_edges cimport Face, corner_after, is_open
from navpy.mesh.mesh_view cimport OffMeshLink
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.tiles.mesh_data cimport MeshData
from navpy.streaming.world_index cimport GATE_LINK, GATE_ON_X, GATE_ON_Z, WorldGate, class_of

cdef enum:
    SIDE_Z = 1                      # towards +z, see tile_data
    SIDE_X = 2                      # towards +x

cdef struct BorderPiece:                 # a piece of a border that both tiles share
    int32_t components[2]           # of this tile and of the neighbor
    int16_t classes[2]              # of their polygons
    double ends[2]                  # meters along the border, ascending
    double heights[2]               # meters, at the ends
    PolyRef polys[2]


cdef bint comes_before(const BorderPiece& a, const BorderPiece& b) noexcept nogil:
    cdef int k
    for k in range(2):
        if a.components[k] != b.components[k]:
            return a.components[k] < b.components[k]
    for k in range(2):
        if a.classes[k] != b.classes[k]:
            return a.classes[k] < b.classes[k]
    if a.ends[0] != b.ends[0]:
        return a.ends[0] < b.ends[0]
    return a.polys[0] < b.polys[0] or (a.polys[0] == b.polys[0] and a.polys[1] < b.polys[1])


cdef inline int16_t class_at(const WorldIndex* world, const MeshData* mesh, PolyRef poly) noexcept nogil:
    return <int16_t>class_of(world, mesh.polys[poly].area, mesh.polys[poly].flags, 0, False)


cdef int list_portals(const WorldIndex* world, const MeshData* mesh, NavView nav, int32_t tile, int side,
                      vector[BorderPiece]* out) except -1 nogil:
    """The portals on one side of a tile that may be crossed, component by component, class by class, along the border."""
    cdef int axis = 2 if side == SIDE_X else 0, k
    cdef int32_t first = mesh.records[tile].polys.first, poly, edge, at
    cdef const Face* face
    cdef const double* ends[2]
    cdef BorderPiece portal
    for poly in range(first, first + mesh.records[tile].polys.count):
        face = &nav.graph.faces[poly]
        for edge in range(face.first, face.first + face.count):
            if mesh.records[tile].portals[mesh.own_edges[edge]] != side or not is_open(nav.graph, edge):
                continue
            portal.polys[0], portal.polys[1] = poly, nav.graph.half_edges[edge].neighbor
            for k in range(2):
                portal.components[k], portal.classes[k] = mesh.polys[portal.polys[k]].component, class_at(world, mesh, portal.polys[k])
                at = edge if k == 0 else corner_after(face, edge)
                ends[k] = mesh.vertices.data() + 3 * <size_t>mesh.corners[at]
            if ends[0][axis] > ends[1][axis]:
                ends[0], ends[1] = ends[1], ends[0]
            for k in range(2):
                portal.ends[k], portal.heights[k] = ends[k][axis], ends[k][1]
            out.push_back(portal)
    sort(out.begin(), out.end(), comes_before)
    return 0


cdef bint follows(const MeshData* mesh, const BorderPiece* before, const BorderPiece* portal, double tolerance) noexcept nogil:
    """Does a portal begin where another one ends, between the same components, on ground of the same classes?"""
    return before.components[0] == portal.components[0] and before.components[1] == portal.components[1] \
        and before.classes[0] == portal.classes[0] and before.classes[1] == portal.classes[1] \
        and fabs(portal.ends[0] - before.ends[1]) <= tolerance \
        and fabs(portal.heights[0] - before.heights[1]) <= mesh.view.climb + tolerance


cdef int add_gate(const MeshData* mesh, const vector[BorderPiece]* portals, const vector[int32_t]* stretch, int32_t tile, int side,
                  double line, const vector[int32_t]* entries, vector[FoundGate]* out) except -1 nogil:
    """The gate of portals that lie end to end. Its middle is on one of them."""
    cdef FoundGate found
    cdef WorldGate* gate = &found.gate
    cdef double low = portals.at(stretch.front()).ends[0], high = portals.at(stretch.back()).ends[1], middle = 0.5 * (low + high), \
        share
    cdef const BorderPiece* at
    cdef size_t i = 0
    cdef int k
    while i + 1 < stretch.size() and portals.at(stretch.at(i)).ends[1] < middle:
        i += 1
    at = &portals.at(stretch.at(i))
    share = (middle - at.ends[0]) / (at.ends[1] - at.ends[0]) if at.ends[1] > at.ends[0] else 0.0
    memset(&found, 0, sizeof(found))
    found.classes.link = -1
    gate.kind, gate.half_width = GATE_ON_X if side == SIDE_X else GATE_ON_Z, <float>(0.5 * (high - low))
    gate.point[0], gate.point[2] = <float>(line if side == SIDE_X else middle), <float>(middle if side == SIDE_X else line)
    gate.point[1] = <float>(at.heights[0] + share * (at.heights[1] - at.heights[0]))
    for k in range(3):
        gate.land[k] = gate.point[k]
    for k in range(2):
        gate.tiles[k] = entries.at(mesh.polys[at.polys[k]].tile)
        gate.polys[k] = at.polys[k] - mesh.records[mesh.polys[at.polys[k]].tile].polys.first
        found.classes.ends[k] = at.classes[k]
    out.push_back(found)
    return 0


cdef int find_side(const WorldIndex* world, const MeshData* mesh, NavView nav, int32_t tile, int side, const vector[int32_t]* entries,
                   vector[FoundGate]* out) except -1 nogil:
    cdef vector[BorderPiece] portals
    cdef vector[int32_t] stretch
    cdef vector[uint8_t] taken
    cdef double line = mesh.view.origin_x + (mesh.tiles[tile].x + 1) * mesh.view.tile_size if side == SIDE_X \
        else mesh.view.origin_z + (mesh.tiles[tile].z + 1) * mesh.view.tile_size
    cdef double tolerance
    cdef size_t i, k
    list_portals(world, mesh, nav, tile, side, &portals)
    taken.clear()
    taken.resize(portals.size(), False)
    for i in range(portals.size()):
        if taken[i]:
            continue
        tolerance = border_tolerance(line, portals[i].ends[0])
        stretch.clear()
        stretch.resize(1, <int32_t>i)
        for k in range(i + 1, portals.size()):
            if not taken[k] and follows(mesh, &portals[stretch.back()], &portals[k], tolerance):
                taken[k] = True
                stretch.push_back(<int32_t>k)
        add_gate(mesh, &portals, &stretch, tile, side, line, entries, out)
    return 0


cdef int find_link_gates(const WorldIndex* world, const MeshData* mesh, NavView nav, int32_t tile, const vector[int32_t]* entries,
                         vector[FoundGate]* out) except -1 nogil:
    cdef const OffMeshLink* link
    cdef FoundGate found
    cdef WorldGate* gate = &found.gate
    cdef PolyRef ends[2]
    cdef size_t i
    cdef int k
    for i in range(mesh.links.size()):
        link = &mesh.links[i]
        ends[0], ends[1] = link.start_poly, link.end_poly
        if ends[0] == NO_POLY or ends[1] == NO_POLY or mesh.polys[ends[0]].tile != tile or mesh.polys[ends[1]].tile == tile \
                or nav.graph.link_factors[i] < 0.0:
            continue
        memset(&found, 0, sizeof(found))
        found.classes.link = <int16_t>class_of(world, link.area, link.flags, link.kind, True)
        gate.kind, gate.half_width = GATE_LINK, <float>(0.5 * link.width)
        for k in range(3):
            gate.point[k], gate.land[k] = <float>(0.5 * (link.leave[0][k] + link.leave[1][k])), \
                    <float>(0.5 * (link.land[0][k] + link.land[1][k]))
        gate.cost = <float>distance2(gate.point[0], gate.point[2], gate.land[0], gate.land[2])
        for k in range(2):
            gate.tiles[k] = entries.at(mesh.polys[ends[k]].tile)
            gate.polys[k] = ends[k] - mesh.records[mesh.polys[ends[k]].tile].polys.first
            found.classes.ends[k] = class_at(world, mesh, ends[k])
        out.push_back(found)
    return 0


cdef int find_gates(const WorldIndex* world, const MeshData* mesh, NavView nav, int32_t tile, const vector[int32_t]* entries,
                    vector[FoundGate]* out) except -1 nogil:
    find_side(world, mesh, nav, tile, SIDE_Z, entries, out)
    find_side(world, mesh, nav, tile, SIDE_X, entries, out)
    return find_link_gates(world, mesh, nav, tile, entries, out)
