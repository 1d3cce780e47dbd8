"""Merges navmeshes. Each is valid by itself, so only boundaries are compared: where those of two parts meet, their corners are welded,
and edges are split at each other's corners."""
from libc.math cimport fabs, floor, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset
from libcpp.algorithm cimport lower_bound, sort
from libcpp.pair cimport pair
from libcpp.unordered_map cimport unordered_map
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_length
from navpy.base.core cimport NO_POLY
from navpy.base.area cimport AREA_COUNT, AREA_WALKABLE
from navpy.base.elementary cimport unit_vector
from navpy.base.guard cimport Inside, enter, read
from navpy.base.vec2 cimport Vec2
from navpy.mesh.mesh_view cimport BY_HAND, MeshView, OffMeshLink as LinkData, Poly
from navpy.mesh.tiles.mesh_data cimport MeshData, move_tile_in, copy_tile, place_tile, update_view
from navpy.navmesh.navmesh cimport NavMesh
from navpy.mesh.tiles.tile cimport NavMeshTile
from navpy.mesh.tiles.tile_data cimport TileData, finish_tile
from navpy.mesh.tiles.tiling cimport join_tiles
from navpy.mesh.topology cimport Fault, fault_message

cdef double WELD = 1e-3                 # meters between corners that are one

cdef struct OpenEdge:               # an edge without a neighbor
    int32_t a, b                        # vertices
    int32_t slot                        # corner of the merged mesh at which it begins

cdef struct EdgeCut:                        # a corner inside an edge
    int32_t slot
    double along                        # meters from the edge's beginning
    int32_t vertex

cdef cppclass MeshDraft:                    # the merged mesh while it is made
    vector[double] vertices
    vector[Poly] polys
    vector[int32_t] corners
    vector[int32_t] detail
    vector[vector[OpenEdge]] boundaries      # by part
    vector[size_t] ends                 # by part: where its corners end
    vector[EdgeCut] cuts

cdef struct Anchor:                         # a vertex to which corners of other parts are welded
    int32_t vertex, sheet

cdef struct PartBox:
    double low[3]
    double high[3]


# ---- parts side by side ----

cdef void place(const Part* part, const double* point, double* out) noexcept nogil:
    cdef const double* b = &part.basis[0]
    out[0] = b[0] * point[0] + b[1] * point[1] + b[2] * point[2] + part.origin[0]
    out[1] = b[3] * point[0] + b[4] * point[1] + b[5] * point[2] + part.origin[1]
    out[2] = b[6] * point[0] + b[7] * point[1] + b[8] * point[2] + part.origin[2]


cdef int32_t add_vertex(const Part* part, int32_t vertex, vector[int32_t]* index_of, MeshDraft* draft) except -1 nogil:
    cdef double at[3]
    if index_of[0][vertex] < 0:
        place(part, part.mesh.vertices + 3 * <size_t>vertex, at)
        index_of[0][vertex] = <int32_t>(draft.vertices.size() // 3)
        draft.vertices.insert(draft.vertices.end(), &at[0], &at[0] + 3)
    return index_of[0][vertex]


cdef inline uint16_t flags_in_place(const Part* part, uint16_t given) noexcept nogil:
    cdef uint16_t flags = 0
    cdef int bit
    for bit in range(FLAG_BITS):
        if given >> bit & 1:
            flags |= part.flags[bit]
    return flags


cdef int add_part(const Part* part, MeshDraft* draft) except -1 nogil:
    """Add the part's polygons with their surfaces, and list its boundary."""
    cdef const MeshView* mesh = part.mesh
    cdef vector[int32_t] index_of
    cdef vector[OpenEdge] boundaries
    cdef const Poly* given
    cdef OpenEdge edge
    cdef Poly poly
    cdef int32_t p, k, last
    index_of.resize(mesh.vertex_count, -1)
    for p in range(mesh.poly_count):
        given = &mesh.polys[p]
        if given.count == 0:
            continue
        memset(&poly, 0, sizeof(Poly))
        poly.first, poly.count, poly.first_link = <int32_t>draft.corners.size(), given.count, -1
        poly.detail_first, poly.detail_count = <int32_t>(draft.detail.size() // 3), given.detail_count
        poly.area, poly.flags = given.area, given.flags
        if part.area != 0 and given.area == AREA_WALKABLE:
            poly.area = <uint16_t>part.area
        if part.flags[0] != 0:
            poly.flags = flags_in_place(part, given.flags)
        for k in range(given.first, given.first + given.count):
            draft.corners.push_back(add_vertex(part, mesh.corners[k], &index_of, draft))
        for k in range(3 * given.detail_first, 3 * (given.detail_first + given.detail_count)):
            draft.detail.push_back(add_vertex(part, mesh.detail_triangles[k], &index_of, draft))
        last = poly.first + poly.count - 1
        for k in range(poly.count):
            if mesh.neighbors[given.first + k] == NO_POLY:
                edge.slot = poly.first + k
                edge.a, edge.b = draft.corners[edge.slot], draft.corners[edge.slot + 1 if edge.slot < last else poly.first]
                boundaries.push_back(edge)
        draft.polys.push_back(poly)
    draft.boundaries.push_back(boundaries)
    draft.ends.push_back(draft.corners.size())
    return 0


# ---- where boundaries meet ----

cdef void box_of(const MeshDraft* draft, const vector[OpenEdge]* boundaries, PartBox* box) noexcept nogil:
    cdef const double* at
    cdef size_t i
    cdef int k
    for k in range(3):
        box.low[k], box.high[k] = 1e300, -1e300
    for i in range(boundaries.size()):
        at = draft.vertices.data() + 3 * <size_t>boundaries[0][i].a
        for k in range(3):
            box.low[k], box.high[k] = min(box.low[k], at[k]), max(box.high[k], at[k])


cdef bint overlap(const PartBox* a, const PartBox* b, PartBox* out) noexcept nogil:
    cdef int k
    cdef bint meet = True
    for k in range(3):
        out.low[k], out.high[k] = max(a.low[k], b.low[k]) - WELD, min(a.high[k], b.high[k]) + WELD
        meet = meet and out.low[k] <= out.high[k]
    return meet


cdef bint may_meet(const vector[Part]* parts, const vector[PartBox]* boxes, size_t a, size_t b, PartBox* shared) noexcept nogil:
    """Whether two parts are of one sheet, and their boundaries share a box."""
    return parts[0][a].sheet == parts[0][b].sheet and overlap(&boxes[0][a], &boxes[0][b], shared)


cdef inline bint within(const PartBox* box, const double* at) noexcept nogil:
    return box.low[0] <= at[0] <= box.high[0] and box.low[1] <= at[1] <= box.high[1] and box.low[2] <= at[2] <= box.high[2]


cdef bint touches(const PartBox* box, const double* a, const double* b) noexcept nogil:
    cdef int k
    for k in range(3):
        if max(a[k], b[k]) < box.low[k] or min(a[k], b[k]) > box.high[k]:
            return False
    return True


cdef inline int64_t key_of(int64_t x, int64_t y, int64_t z) noexcept nogil:
    return <int64_t>(<uint64_t>x * 0x9E3779B97F4A7C15ULL ^ <uint64_t>y * 0xC2B2AE3D27D4EB4FULL ^ <uint64_t>z * 0x165667B19E3779F9ULL)


cdef int32_t find_near(const MeshDraft* draft, unordered_map[int64_t, vector[Anchor]]* cells, int32_t sheet, const double* at,
                       double* distance) except -2 nogil:
    """The nearest vertex of a sheet in the cells that is less than WELD away, and how far that is; −1: none."""
    cdef unordered_map[int64_t, vector[Anchor]].iterator found
    cdef Anchor anchor
    cdef double away
    cdef const double* other
    cdef int32_t x, y, z, nearest = -1
    cdef int64_t cx = <int64_t>floor(at[0] / WELD), cy = <int64_t>floor(at[1] / WELD), cz = <int64_t>floor(at[2] / WELD)
    distance[0] = WELD
    for x in range(-1, 2):
        for y in range(-1, 2):
            for z in range(-1, 2):
                found = cells.find(key_of(cx + x, cy + y, cz + z))
                if found == cells.end():
                    continue
                for anchor in cells.at(key_of(cx + x, cy + y, cz + z)):
                    other = draft.vertices.data() + 3 * <size_t>anchor.vertex
                    away = max(fabs(other[0] - at[0]), max(fabs(other[1] - at[1]), fabs(other[2] - at[2])))
                    if away < distance[0] and anchor.sheet == sheet:
                        distance[0], nearest = away, anchor.vertex
    return nearest


cdef int list_shared(const MeshDraft* draft, const vector[PartBox]* boxes, const vector[Part]* parts, size_t part,
                     vector[uint8_t]* listed, vector[int32_t]* out) except -1 nogil:
    """The vertices of a part's boundary that lie near the boundary of another part of its sheet, each once."""
    cdef PartBox shared
    cdef size_t k, e
    cdef int32_t vertex
    out.clear()
    for k in range(draft.boundaries.size()):
        if k == part or not may_meet(parts, boxes, part, k, &shared):
            continue
        for e in range(draft.boundaries[part].size()):
            vertex = draft.boundaries[part][e].a
            if not listed[0][vertex] and within(&shared, draft.vertices.data() + 3 * <size_t>vertex):
                listed[0][vertex] = True
                out.push_back(vertex)
    return 0


cdef int weld(MeshDraft* draft, const vector[PartBox]* boxes, const vector[Part]* parts) except -1 nogil:
    """Corners of a part that lie on corners of earlier parts are replaced by these, the nearest first; corners of one part are never
    welded to each other."""
    cdef unordered_map[int64_t, vector[Anchor]] cells
    cdef Anchor new
    cdef vector[int32_t] anchors, shared        # anchors: by vertex, −1 while unknown
    cdef vector[uint8_t] listed                 # by vertex
    cdef vector[size_t] welded_by               # by vertex, 1 + the last part that welded a corner to it
    cdef vector[pair[double, int32_t]] order
    cdef pair[double, int32_t] one
    cdef const double* at
    cdef double distance
    cdef size_t i
    cdef int32_t vertex, anchor
    listed.resize(draft.vertices.size() // 3, False)
    welded_by.resize(listed.size(), 0)
    anchors.resize(listed.size(), -1)
    for i in range(draft.boundaries.size()):
        new.sheet = parts[0][i].sheet
        list_shared(draft, boxes, parts, i, &listed, &shared)
        order.clear()
        for one.second in shared:
            if find_near(draft, &cells, new.sheet, draft.vertices.data() + 3 * <size_t>one.second, &one.first) >= 0:
                order.push_back(one)
        sort(order.begin(), order.end())
        for one in order:
            anchor = find_near(draft, &cells, new.sheet, draft.vertices.data() + 3 * <size_t>one.second, &distance)
            if welded_by[anchor] != i + 1:
                welded_by[anchor], anchors[one.second] = i + 1, anchor
        for vertex in shared:
            if anchors[vertex] < 0:
                at = draft.vertices.data() + 3 * <size_t>vertex
                new.vertex = anchors[vertex] = vertex
                cells[key_of(<int64_t>floor(at[0] / WELD), <int64_t>floor(at[1] / WELD), <int64_t>floor(at[2] / WELD))].push_back(new)
        replace_vertices(draft, i, &anchors)
    return 0


cdef int replace_vertices(MeshDraft* draft, size_t part, const vector[int32_t]* anchors) except -1 nogil:
    cdef OpenEdge* edge
    cdef size_t e, i, first = 0
    for e in range(draft.boundaries[part].size()):
        edge = &draft.boundaries[part][e]
        if anchors[0][edge.a] >= 0:
            edge.a = anchors[0][edge.a]
        if anchors[0][edge.b] >= 0:
            edge.b = anchors[0][edge.b]
    if part > 0:
        first = draft.ends[part - 1]
    for i in range(first, draft.ends[part]):
        if anchors[0][draft.corners[i]] >= 0:
            draft.corners[i] = anchors[0][draft.corners[i]]
    return 0


cdef bint lies_inside(const double* p, const double* a, const double* b, double* along) noexcept nogil:
    """Is p on the edge from a to b, between its ends, within the tolerance of convex polygons?"""
    cdef double dx = b[0] - a[0], dz = b[2] - a[2], length = sqrt(dx * dx + dz * dz), aside
    if length == 0.0:
        return False
    along[0] = ((p[0] - a[0]) * dx + (p[2] - a[2]) * dz) / length
    aside = fabs((p[0] - a[0]) * dz - (p[2] - a[2]) * dx) / length
    return 0.0 < along[0] < length and aside <= 1e-5 + 2e-7 * max(fabs(p[0]), fabs(p[2])) \
        and fabs(p[1] - a[1] - (b[1] - a[1]) * along[0] / length) <= WELD


cdef int find_cuts(MeshDraft* draft, size_t part, size_t other, const PartBox* shared) except -1 nogil:
    """Find the corners of the other part's boundary that lie inside edges of this part's."""
    cdef vector[pair[double, int32_t]] order
    cdef pair[double, int32_t] one
    cdef const double* vertices = draft.vertices.data()
    cdef const double* a
    cdef const double* b
    cdef int axis = 0 if shared.high[0] - shared.low[0] >= shared.high[2] - shared.low[2] else 2
    cdef const OpenEdge* edge
    cdef EdgeCut cut
    cdef size_t e, at
    for e in range(draft.boundaries[other].size()):
        if within(shared, vertices + 3 * <size_t>draft.boundaries[other][e].a):
            one.first, one.second = vertices[3 * <size_t>draft.boundaries[other][e].a + axis], draft.boundaries[other][e].a
            order.push_back(one)
    sort(order.begin(), order.end())
    for e in range(draft.boundaries[part].size()):
        edge = &draft.boundaries[part][e]
        a, b = vertices + 3 * <size_t>edge.a, vertices + 3 * <size_t>edge.b
        if not touches(shared, a, b):
            continue
        one.first, one.second = min(a[axis], b[axis]) - WELD, -1
        at = lower_bound(order.begin(), order.end(), one) - order.begin()
        while at < order.size() and order[at].first <= max(a[axis], b[axis]) + WELD:
            cut.vertex = order[at].second
            if cut.vertex != edge.a and cut.vertex != edge.b and lies_inside(vertices + 3 * <size_t>cut.vertex, a, b, &cut.along):
                cut.slot = edge.slot
                draft.cuts.push_back(cut)
            at += 1
    return 0


cdef bint cut_before(const EdgeCut& a, const EdgeCut& b) noexcept nogil:
    if a.slot != b.slot:
        return a.slot < b.slot
    return a.along < b.along if a.along != b.along else a.vertex < b.vertex


cdef int write_outlines(MeshDraft* draft, TileData* out) except -1 nogil:
    """Write the polygons' corners, with the cuts of their edges between them."""
    cdef int32_t p, k, first
    cdef size_t c = 0
    sort(draft.cuts.begin(), draft.cuts.end(), cut_before)
    out.corners.reserve(draft.corners.size() + draft.cuts.size())
    for p in range(<int32_t>draft.polys.size()):
        first = <int32_t>out.corners.size()
        for k in range(draft.polys[p].first, draft.polys[p].first + draft.polys[p].count):
            out.corners.push_back(draft.corners[k])
            while c < draft.cuts.size() and draft.cuts[c].slot == k:
                if out.corners.back() != draft.cuts[c].vertex:
                    out.corners.push_back(draft.cuts[c].vertex)
                c += 1
        draft.polys[p].first, draft.polys[p].count = first, <int32_t>out.corners.size() - first
    return 0


cdef bint merge_parts(const vector[Part]* parts, TileData* out, Fault* fault) except -1 nogil:
    cdef MeshDraft draft
    cdef vector[PartBox] boxes
    cdef PartBox shared
    cdef size_t i, k
    for i in range(parts.size()):
        add_part(&parts[0][i], &draft)
    boxes.resize(parts.size())
    for i in range(parts.size()):
        box_of(&draft, &draft.boundaries[i], &boxes[i])
    if parts.size() > 1:
        weld(&draft, &boxes, parts)
    for i in range(parts.size()):
        for k in range(parts.size()):
            if k != i and may_meet(parts, &boxes, i, k, &shared):
                find_cuts(&draft, i, k, &shared)
    write_outlines(&draft, out)
    out.x = out.z = 0
    out.vertices.swap(draft.vertices)
    out.polys.swap(draft.polys)
    out.detail.swap(draft.detail)
    return finish_tile(out, False, fault)


# ---- the merged mesh ----

cdef int add_links(const vector[Part]* parts, MeshData* mesh) except -1 nogil:
    """Add the links of all parts, as links added by hand, under ids that are different from part to part."""
    cdef LinkData link
    cdef int32_t i, last = 0, most
    cdef size_t p
    for p in range(parts.size()):
        most = last
        for i in range(parts[0][p].mesh.link_count):
            link = parts[0][p].mesh.links[i]
            place(&parts[0][p], parts[0][p].mesh.links[i].start, link.start)
            place(&parts[0][p], parts[0][p].mesh.links[i].end, link.end)
            if p > 0 and link.id <= 0x3fffffff - last:
                link.id += last
            link.of_tile, link.flags = BY_HAND, flags_in_place(&parts[0][p], 0xffff)
            most = max(most, link.id)
            mesh.links.push_back(link)
        last = most
    return 0


cdef int merge_costs(const vector[Part]* parts, MeshData* mesh) except -1 nogil:
    """Costs of areas: those of the first part that has another cost than 1."""
    cdef size_t p
    cdef int area
    for p in range(parts.size()):
        mesh.view.exit_only_areas |= parts[0][p].mesh.exit_only_areas
        for area in range(AREA_COUNT):
            if mesh.area_costs[area] == 1.0:
                mesh.area_costs[area] = parts[0][p].mesh.area_costs[area]
    return 0


cdef int set_regions(const vector[Part]* parts, MeshData* mesh) except -1 nogil:
    """Set the polygons' regions, the parts they come from, where a part has an enter_cost."""
    cdef bint counts = False
    cdef int32_t i
    cdef size_t p
    for p in range(parts.size()):
        counts = counts or parts[0][p].enter_cost > 0.0
    if not counts or parts.size() < 2:
        return 0
    for p in range(parts.size()):
        for i in range(parts[0][p].mesh.poly_count):
            if parts[0][p].mesh.polys[i].count > 0:
                mesh.regions.push_back(<int32_t>p)
                mesh.enter_costs.push_back(parts[0][p].enter_cost)
    return 0


cdef NavMesh merged_mesh(const vector[Part]* parts):
    """ValueError: two polygons lie on the same side of an edge, as in a mesh merged with itself."""
    cdef double radius = 0.0, height = 0.0, climb = 0.0
    cdef NavMesh mesh
    cdef TileData tile
    cdef Fault fault
    cdef bint sound
    cdef size_t p
    for p in range(parts.size()):
        radius, height = max(radius, parts[0][p].mesh.agent_radius), max(height, parts[0][p].mesh.agent_height)
        climb = max(climb, parts[0][p].mesh.climb)
    mesh = NavMesh(agent_radius=radius, agent_height=height, climb=climb, _start=True)
    with nogil:
        sound = merge_parts(parts, &tile, &fault)
        if sound:
            move_tile_in(&mesh.data, &tile)
            add_links(parts, &mesh.data)
            merge_costs(parts, &mesh.data)
            set_regions(parts, &mesh.data)
            update_view(&mesh.data)
            join_tiles(&mesh.data)
    if not sound:
        raise ValueError(fault_message(&fault))
    mesh.refresh()
    return mesh


cdef NavMesh copied_mesh(NavMesh mesh):
    """A copy of the mesh."""
    cdef NavMesh copy = NavMesh(_start=True)
    cdef uint64_t serial = copy.graph.serial
    cdef Inside inside
    read(&mesh.guard, &inside)
    with nogil:
        copy.data = mesh.data
        copy.graph = mesh.graph
        update_view(&copy.data)
    copy.graph.serial = serial
    copy.refresh()
    return copy


cdef void shift_links(vector[LinkData]* links, const double* by) noexcept nogil:
    cdef size_t i
    cdef int k
    for i in range(links.size()):
        for k in range(3):
            links[0][i].start[k] += by[k]
            links[0][i].end[k] += by[k]


cdef void shift_tile(TileData* tile, const double* by) noexcept nogil:
    cdef size_t i
    for i in range(tile.vertices.size()):
        tile.vertices[i] += by[i % 3]


cdef NavMesh shifted_mesh(NavMesh mesh, const double* by):
    """A copy of the mesh with its tiles moved by meters along x, y and z."""
    cdef NavMesh copy = NavMesh(_start=True)
    cdef TileData tile
    cdef int32_t i
    cdef Inside inside
    read(&mesh.guard, &inside)
    with nogil:
        copy.data.view.agent_radius, copy.data.view.agent_height = mesh.view.agent_radius, mesh.view.agent_height
        copy.data.view.climb, copy.data.view.tile_size = mesh.view.climb, mesh.view.tile_size
        copy.data.view.origin_x, copy.data.view.origin_z = mesh.view.origin_x + by[0], mesh.view.origin_z + by[2]
        copy.data.view.exit_only_areas = mesh.view.exit_only_areas
        for i in range(mesh.view.tile_count):
            if mesh.view.tiles[i].live:
                copy_tile(&mesh.data, i, &tile)
                shift_tile(&tile, by)
                place_tile(&copy.data, &tile)
        copy.data.area_costs = mesh.data.area_costs
        copy.data.links = mesh.data.links
        shift_links(&copy.data.links, by)
        update_view(&copy.data)
        join_tiles(&copy.data)
    copy.refresh()
    return copy


cdef int update_copy(NavMesh copy, NavMesh mesh, const double* by, uint64_t version) except -1:
    """Repeat on a copy, moved by meters, the changes of the mesh's tiles since a version of the mesh."""
    cdef NavMeshTile tile
    cdef int32_t i
    cdef Inside inside
    read(&mesh.guard, &inside)
    gone = set(copy.tiles)
    for i in range(mesh.view.tile_count):
        if not mesh.view.tiles[i].live:
            continue
        gone.discard((mesh.view.tiles[i].x, mesh.view.tiles[i].z))
        if mesh.view.tiles[i].version > version:
            tile = mesh.tile(mesh.view.tiles[i].x, mesh.view.tiles[i].z)
            shift_tile(&tile.data, by)
            shift_links(&tile.directions, by)
            copy.add_tile(tile)
    for x, z in sorted(gone):
        copy.remove_tile(x, z)
    return 0


def merge_meshes(meshes, places=None, flags=None, enter_costs=None):
    """Merge navmeshes into one, connected where their boundaries meet: corners less than a millimeter apart become one, and edges are
    split at each other's corners.

    Parameters
    ----------
    meshes : iterable of NavMesh
    places : sequence of (x, y, z, turn), optional
        Of each mesh, meters and radians about the Y axis; where it is by default.
    flags : sequence of int, optional
        Of the polygons and links of each mesh, 1 … 0xffff; their own by default.
    enter_costs : sequence of float, optional
        Meters, not below 0: cost in searches of entering each mesh from another one, by an edge or a link; 0 by default.

    Returns
    -------
    NavMesh
        With the links of all meshes, under ids that are different from mesh to mesh.

    Raises
    ------
    ValueError
        Two polygons lie on the same side of an edge, as where a mesh is merged with itself.
    """
    cdef vector[Part] parts
    cdef Part part
    cdef NavMesh mesh
    cdef Vec2 ahead
    cdef Inside inside
    meshes = list(meshes)
    for mesh, (x, y, z, turn), bits, enter_cost in zip(meshes, places or [(0.0, 0.0, 0.0, 0.0)] * len(meshes),
                                                       flags or [0] * len(meshes),
                                                       enter_costs or [0.0] * len(meshes)):
        memset(&part, 0, sizeof(Part))
        part.mesh = &mesh.view
        ahead = unit_vector(turn)
        part.basis[0] = part.basis[8] = ahead.x
        part.basis[2], part.basis[6], part.basis[4] = ahead.y, -ahead.y, 1.0
        part.origin[0], part.origin[1], part.origin[2] = x, y, z
        part.enter_cost = read_length("enter_costs", enter_cost)
        for bit in range(FLAG_BITS):
            part.flags[bit] = bits
        parts.push_back(part)
        inside.reads(&mesh.guard)
    enter(&inside)
    return merged_mesh(&parts)


def copy_mesh(NavMesh mesh not None, shift=None):
    """A copy of a mesh.

    Parameters
    ----------
    mesh : NavMesh
    shift : (x, y, z), optional
        Meters that the copy is moved by; `update_copied_mesh` repeats later changes of tiles on it.

    Returns
    -------
    NavMesh
    """
    cdef double by[3]
    if shift is None:
        return copied_mesh(mesh)
    by[0], by[1], by[2] = shift
    return shifted_mesh(mesh, by)


def update_copied_mesh(NavMesh copy not None, NavMesh mesh not None, shift=(0.0, 0.0, 0.0), version=0):
    """Repeat on a copy the changes of a mesh's tiles.

    Parameters
    ----------
    copy : NavMesh
        Made by `copy_mesh` from the mesh, with the same shift.
    mesh : NavMesh
    shift : (x, y, z)
        Meters.
    version : int
        Of the mesh, since which its tiles have changed.
    """
    cdef double by[3]
    by[0], by[1], by[2] = shift
    update_copy(copy, mesh, by, version)
