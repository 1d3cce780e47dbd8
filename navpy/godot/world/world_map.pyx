"""Makes the navmesh of a world from the navmeshes of its bakers, or of its NavigationRegion3D nodes if it has no baker, and attaches
the links of nodes to it.

The navmesh of a single baker at the origin is the map's navmesh itself. If the baker is shifted, or if there are links of nodes, the
map gets a copy, because the navmesh belongs to the baker's resource; single tiles that change there are replaced in the copy. Several
navmeshes are merged into a new one, and so is a navmesh with a turn or a travel_cost."""
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from libcpp.pair cimport pair
from libcpp.vector cimport vector
from navpy.base.core cimport NO_POLY
from navpy.base.geom cimport distance2
from navpy.mesh.tiles.edge_connections cimport Ground, connect_edges, list_ground_between, list_seams
from navpy.godot.binding.gd cimport GdTransform3D, GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_error, node_path, node_warning
from navpy.godot.binding.path_objects cimport navigation_map_of
from navpy.godot.binding.plane cimport place_text
from navpy.godot.binding.vector cimport vector_of
from navpy.godot.world.engine_nodes cimport edge_margin_of
from navpy.godot.world.scene_regions cimport SceneEntry, list_scene_entries
from navpy.godot.world.navigation_map cimport (
    LINK_RADIUS, MAX_MASKS, MapLink, MapRegion, NavigationMap, NodeOverlap, link_id, share_layers)
from navpy.navmesh.overlaps cimport Overlap, find_overlaps
from navpy.navmesh.merging cimport FLAG_BITS, Part, copied_mesh, merged_mesh, shifted_mesh, update_copy
from navpy.mesh.lasting_numbers cimport FIRST_LINK
from navpy.mesh.tiles.link_attachment cimport attach_link, chain_links, forget_chain
from navpy.base.area cimport AREA_WALKABLE
from navpy.mesh.mesh_view cimport MeshView, OffMeshLink as LinkData
from navpy.mesh.tiles.mesh_data cimport MeshData, label_islands, update_view
from navpy.navmesh.navmesh cimport NavMesh

from array import array

cdef enum:
    ALL_POLYGONS = 0x7fffffff           # the end of a region that is the whole map: its polygon count may change in place

cdef double MIN_LINK_LENGTH = 0.01      # meters over which the enter_cost of a link is spread at least

ctypedef pair[double, int32_t] AreaCost


# ---- regions and links ----

cdef MapRegion region_of_entry(SceneEntry* entry) noexcept:
    cdef MapRegion region
    cdef int i
    memset(&region, 0, sizeof(region))
    region.node, region.navmesh, region.layers, region.masks = entry.node, entry.navmesh, entry.layers, &entry.masks
    region.enter_cost, region.travel_cost = max(entry.region.enter_cost, 0.0), max(entry.region.travel_cost, 0.0)
    region.joins_edges = entry.region.joins_edges
    if entry.is_in_own_space:
        region.frame = entry.region.frame
        return region
    for i in range(3):
        region.frame.basis[4 * i] = 1
    return region


cdef MapLink link_of_entry(SceneEntry* entry) noexcept:
    cdef MapLink link
    memset(&link, 0, sizeof(link))
    link.node, link.layers, link.two_way = entry.node, entry.link.layers, entry.link.two_way
    link.start[0], link.start[1], link.start[2] = entry.link.start.x, entry.link.start.y, entry.link.start.z
    link.end[0], link.end[1], link.end[2] = entry.link.end.x, entry.link.end.y, entry.link.end.z
    link.enter_cost, link.travel_cost = entry.link.enter_cost, entry.link.travel_cost
    link.id = link_id(entry.id)
    return link


cdef bint has_layers(const MapRegion* region) noexcept:
    return region.layers != 0 or region.masks != NULL and not region.masks.empty()


cdef int collect_regions(NavigationMap* world, vector[MapRegion]* regions, vector[MapLink]* links) except -1:
    """The regions with a polygon and a navigation layer, or with ground that has layers of its own, and the links with a layer."""
    cdef vector[SceneEntry*] entries
    cdef MapRegion region
    cdef MapLink link
    cdef size_t i
    for region in world.regions:
        if not world.uses_scene_regions and has_layers(&region) and (<NavMesh>region.navmesh).view.poly_count > 0:
            regions.push_back(region)
    if regions.empty():
        find_streamed_region(world, regions)
    if world.uses_scene_regions:
        list_scene_entries(world.id, &entries)
    for i in range(entries.size()):
        if entries[i].is_link and entries[i].link.layers != 0:
            link = link_of_entry(entries[i])
            links.push_back(link)
        elif not entries[i].is_link:
            region = region_of_entry(entries[i])
            if has_layers(&region):
                regions.push_back(region)
    for link in world.links:
        if link.layers != 0:
            links.push_back(link)
    return 0


cdef int find_streamed_region(const NavigationMap* world, vector[MapRegion]* regions) except -1:
    """A region that has no ground yet, but will have some: agents wait on its map."""
    cdef size_t i, k
    for i in range(world.regions.size()):
        for k in range(world.grounds.size()):
            if world.grounds[k].node == world.regions[i].node and has_layers(&world.regions[i]):
                regions.push_back(world.regions[i])
                return 0
    return 0


# ---- navigation layers ----

cdef uint16_t flag_for_layers(NavigationMap* world, uint32_t layers, void* node) except 0:
    """The flag that stands for these navigation layers on this map."""
    cdef size_t i
    for i in range(world.layer_masks.size()):
        if world.layer_masks[i] == layers:
            return <uint16_t>(1 << i)
    if world.layer_masks.size() == MAX_MASKS:
        if not world.has_reported_masks:
            node_error(node, f"this world has more than {MAX_MASKS} different values of navigation_layers: those of this node and of "
                             f"later ones count as {world.layer_masks.back()}; use fewer combinations of layers")
        world.has_reported_masks = True
        return 1 << MAX_MASKS - 1
    world.layer_masks.push_back(layers)
    return <uint16_t>(1 << world.layer_masks.size() - 1)


# ---- the navmesh without links of nodes ----

cdef bint is_only_shifted(const GdTransform3D* frame) noexcept:
    cdef int i
    for i in range(9):
        if frame.basis[i] != (1 if i % 4 == 0 else 0):
            return False
    return True


cdef uint64_t used_areas(const vector[MapRegion]* regions) noexcept:
    """Bits of the area ids that the regions use or have a rule for."""
    cdef uint64_t used = 1 | <uint64_t>1 << AREA_WALKABLE
    cdef size_t s
    for s in range(regions.size()):
        used |= areas_of(<NavMesh>regions[0][s].navmesh)
    return used


cdef uint64_t areas_of(NavMesh mesh) noexcept:
    cdef uint64_t used = mesh.view.exit_only_areas
    cdef int32_t i
    for i in range(mesh.view.poly_count):
        used |= <uint64_t>1 << mesh.view.polys[i].area
    for i in range(mesh.view.link_count):
        if mesh.view.links[i].id < FIRST_LINK:
            used |= <uint64_t>1 << mesh.view.links[i].area
    return used


cdef int32_t area_for_cost(double cost, uint64_t used, vector[AreaCost]* costs) noexcept:
    """The area id whose meter costs `cost`: AREA_WALKABLE for 1, else an unused id, taken from the top. If no id is unused, the id of
    the cost that is nearest."""
    cdef AreaCost one
    cdef size_t i, nearest = 0
    cdef int32_t area = AREA_WALKABLE - 1
    if cost == 1.0:
        return AREA_WALKABLE
    for i in range(costs.size()):
        if costs[0][i].first == cost:
            return costs[0][i].second
        if abs(costs[0][i].first - cost) < abs(costs[0][nearest].first - cost):
            nearest = i
        used |= <uint64_t>1 << costs[0][i].second
    while area > 0 and used >> area & 1:
        area -= 1
    if area == 0:
        return costs[0][nearest].second if not costs.empty() else AREA_WALKABLE
    one.first, one.second = cost, area
    costs.push_back(one)
    return area


cdef int record_region_ends(NavigationMap* world, const vector[MapRegion]* regions, list indices,
                            const vector[int32_t]* ends) except -1:
    """Records the polygons of each region in the merged navmesh."""
    world.region_ends = ends[0]
    world.region_nodes.clear()
    for i in indices:
        world.region_nodes.push_back(navpy_gd.object_get_instance_id(regions[0][<size_t>i].node))
    return 0


cdef double LEAST_OVERLAP = 0.01    # meters: less comes from the rounding of two bakes


cdef double edge_margin(const NavigationMap* world, const vector[MapRegion]* regions) noexcept:
    """Meters between edges that are connected at most, as the navigation map has it; 0: none are."""
    cdef uint64_t map = world.id
    if map >> 63:                           # the instance id of a World3D
        map = navigation_map_of(regions[0][0].node, world.is_plane)
    return edge_margin_of(map, regions[0][0].node, world.is_plane)


cdef int set_flags(NavigationMap* world, const MapRegion* region, Part* part) except -1:
    """Sets the flags that stand for the region's layers, and for those of its ground, on this map."""
    cdef uint16_t flag = flag_for_layers(world, region.layers, region.node)
    cdef size_t i
    for i in range(<size_t>FLAG_BITS):
        part.flags[i] = flag
    for i in range(region.masks.size() if region.masks != NULL else 0):
        part.flags[i + 1] = flag_for_layers(world, region.masks[0][i], region.node)
    return 0


cdef Part part_of(const MapRegion* region) noexcept:
    """With the region's own areas, and without flags."""
    cdef Part part
    cdef int k
    memset(&part, 0, sizeof(part))
    part.mesh = &(<NavMesh>region.navmesh).view
    for k in range(9):
        part.basis[k] = region.frame.basis[k]
    part.origin[0], part.origin[1], part.origin[2] = region.frame.origin.x, region.frame.origin.y, region.frame.origin.z
    return part


cdef bint are_fitting(const vector[MapRegion]* regions, list indices) except -1:
    """True if these regions can be merged."""
    cdef vector[Part] parts
    for i in indices:
        parts.push_back(part_of(&regions[0][<size_t>i]))
    try:
        merged_mesh(&parts)
    except ValueError:
        return False
    return True


cdef object merge_regions(NavigationMap* world, const vector[MapRegion]* regions, list sheets, uint64_t used,
                          vector[AreaCost]* costs):
    """The merged NavMesh of the regions whose indices each sheet lists; ValueError where two of a sheet overlap."""
    cdef list indices = []                      # parallel to parts: the regions
    cdef vector[Part] parts
    cdef vector[int32_t] ends                   # parallel to parts: number of polygons up to the part's last
    cdef vector[uint8_t] joins
    cdef vector[double] radii                   # meters, parallel to parts: how far ground may go on beyond the border
    cdef Part part
    cdef const MapRegion* region
    cdef NavMesh mesh
    cdef vector[Ground] ground
    cdef double beyond, margin = edge_margin(world, regions)
    cdef int32_t p, k, count = 0
    for k in range(len(sheets)):
        for i in sheets[k]:
            indices.append(i)
            region = &regions[0][<size_t>i]
            part = part_of(region)
            part.sheet = k
            set_flags(world, region, &part)
            part.area, part.enter_cost = area_for_cost(region.travel_cost, used, costs), region.enter_cost
            parts.push_back(part)
            for p in range(part.mesh.poly_count):
                count += part.mesh.polys[p].count > 0
            ends.push_back(count)
            joins.push_back(region.joins_edges)
            beyond = 0.5 * margin
            if not region.is_converted:
                beyond = part.mesh.agent_radius
            radii.push_back(beyond)
    mesh = merged_mesh(&parts)
    if parts.size() > 1 and not world.uses_scene_regions:
        note_overlaps(world, regions, indices, &mesh.view, &ends)
    if parts.size() > 1 and world.uses_scene_regions and margin > 0.0:
        list_seams(&mesh.data, &ends, &joins, margin, &ground)
    elif parts.size() > 1 and not world.uses_scene_regions and world.is_plane:
        list_ground_between(&mesh.data, &ends, &joins, &radii, &ground)
    if not ground.empty():
        mesh, indices = bridged_mesh(mesh, parts, &ground, &ends, indices)
    record_region_ends(world, regions, indices, &ends)
    if world.uses_scene_regions and parts.size() > 1 and margin > 0.0:
        joins.resize(ends.size(), False)
        connect_edges(&mesh.data, &ends, &joins, margin, FIRST_LINK - 1)     # edges that touch or overlap
        mesh.refresh()
    return mesh


cdef tuple bridged_mesh(NavMesh mesh, vector[Part] parts, const vector[Ground]* ground, vector[int32_t]* ends, list indices):
    """The merged NavMesh of the parts with the ground between them, and the regions of `ends`; both as before, if the ground is so
    narrow or oblique that it makes no polygons."""
    cdef Part part = parts[0]
    cdef NavMesh bridge, merged
    cdef int k
    try:
        bridge = mesh_of_ground(ground)
        part.mesh, part.enter_cost, part.area, part.sheet = &bridge.view, 0.0, AREA_WALKABLE, 0
        for k in range(9):
            part.basis[k] = k % 4 == 0
        part.origin[0] = part.origin[1] = part.origin[2] = 0.0
        parts.push_back(part)
        merged = merged_mesh(&parts)
    except ValueError:
        return mesh, indices
    give_to_owners(&merged.data, ground, ends.back())
    merged.repack()
    return merged, indices + indices_of_ground(ground, ends, indices)


cdef NavMesh mesh_of_ground(const vector[Ground]* ground):
    """Polygons that have corners in common are neighbors."""
    cdef const double* at
    cdef dict numbers = {}
    cdef size_t i
    cdef int k
    corners = array("i")
    for i in range(ground.size()):
        for k in range(4):
            at = ground.at(i).corners[k]
            corners.append(numbers.setdefault((at[0], at[1], at[2]), len(numbers)))
    points = array("d", [number for point in numbers for number in point])
    return NavMesh(memoryview(points).cast("B").cast("d", (len(numbers), 3)), array("i", range(0, len(corners) + 1, 4)), corners)


cdef void give_to_owners(MeshData* mesh, const vector[Ground]* ground, int32_t first) noexcept:
    cdef int32_t poly, beside
    cdef size_t i
    for i in range(ground.size()):
        poly, beside = first + <int32_t>i, ground.at(i).poly
        mesh.polys[poly].area, mesh.polys[poly].flags = mesh.polys[beside].area, mesh.polys[beside].flags
        if not mesh.regions.empty():
            mesh.regions[poly], mesh.enter_costs[poly] = mesh.regions[beside], mesh.enter_costs[beside]


cdef list indices_of_ground(const vector[Ground]* ground, vector[int32_t]* ends, list indices):
    """The regions of the ground, in its order, and the end of each region's ground."""
    cdef int32_t first = ends.back()
    cdef size_t i = 0, part
    cdef list out = []
    for part in range(<size_t>len(indices)):
        while i < ground.size() and ground.at(i).poly < ends.at(part):
            i += 1
        out.append(indices[part])
        ends.push_back(first + <int32_t>i)
    return out


cdef object merge_fitting_regions(NavigationMap* world, const vector[MapRegion]* regions, uint64_t used, vector[AreaCost]* costs):
    """The merged NavMesh of all regions without a shared edge on the same side of an earlier region. A second copy of a navmesh shares
    such edges."""
    cdef vector[NodeOverlap] told = world.overlaps
    cdef size_t i
    mesh = None
    world.overlaps.clear()
    try:
        mesh = merge_regions(world, regions, [list(range(regions.size()))], used, costs)
    except ValueError:
        mesh = merge_one_by_one(world, regions, used, costs)
    for i in range(world.overlaps.size()):
        if not was_told(&told, &world.overlaps[i]):
            tell_overlap(world, &world.overlaps[i])
    return mesh


cdef object merge_one_by_one(NavigationMap* world, const vector[MapRegion]* regions, uint64_t used, vector[AreaCost]* costs):
    """Regions that overlap others with which they share no layers lie on sheets of their own; those that share layers are left out."""
    cdef vector[NodeOverlap] left_out
    cdef NodeOverlap one
    cdef size_t i
    cdef list sheets = [[]]                     # the regions of each
    for i in range(regions.size()):
        memset(&one, 0, sizeof(one))
        if not put_on_sheet(regions, sheets, i, &one):
            one.node, one.is_left_out = navpy_gd.object_get_instance_id(regions[0][i].node), True
            left_out.push_back(one)
    mesh = merge_regions(world, regions, sheets, used, costs) if sheets[0] else None
    world.overlaps.insert(world.overlaps.end(), left_out.begin(), left_out.end())
    return mesh


cdef bint put_on_sheet(const vector[MapRegion]* regions, list sheets, size_t region, NodeOverlap* out) except -1:
    """Puts a region on the first sheet that it fits on. False: it overlaps one with which it shares layers, which is told."""
    cdef list sheet
    for sheet in sheets:
        sheet.append(region)
        if are_fitting(regions, sheet):
            return True
        sheet.pop()
        others = [i for i in sheet if not are_fitting(regions, [i, region])]
        for i in others:
            if share_layers(regions, i, <int32_t>region):
                out.other = navpy_gd.object_get_instance_id(regions[0][<size_t>i].node)
                return False
        if not others:                          # it overlaps what several make together
            return False
    sheets.append([region])
    return True


cdef int note_overlaps(NavigationMap* world, const vector[MapRegion]* regions, list indices, const MeshView* mesh,
                       const vector[int32_t]* ends) except -1:
    """Bakers with ground on another baker's, deeper than edges are connected over. Their polygons are on the map, and lead to each
    other only where edges meet."""
    cdef vector[Overlap] found
    cdef NodeOverlap one
    cdef size_t i
    find_overlaps(mesh, ends, max(edge_margin(world, regions), LEAST_OVERLAP), &found)
    world.overlaps.clear()
    for i in range(found.size()):
        if not share_layers(regions, indices[found[i].a], indices[found[i].b]):
            continue
        memset(&one, 0, sizeof(one))
        one.node = navpy_gd.object_get_instance_id(regions[0][<size_t>indices[found[i].b]].node)
        one.other = navpy_gd.object_get_instance_id(regions[0][<size_t>indices[found[i].a]].node)
        memcpy(one.place, found[i].place, sizeof(one.place))
        world.overlaps.push_back(one)
    return 0


cdef bint was_told(const vector[NodeOverlap]* told, const NodeOverlap* one) noexcept:
    cdef size_t i
    for i in range(told.size()):
        if told.at(i).node == one.node and told.at(i).other == one.other and told.at(i).is_left_out == one.is_left_out:
            return True
    return False


cdef str overlap_text(const NavigationMap* world, const NodeOverlap* one):
    """The fault of a region, without its own name, and the cure."""
    cdef void* other = navpy_gd.object_get_instance_from_id(one.other) if one.other != 0 else NULL
    cdef GdVector3 place = vector_of(one.place)
    kind = "NavMeshBaker"
    if world.uses_scene_regions:
        kind = "NavigationRegion2D or TileMapLayer" if world.is_plane else "NavigationRegion3D"
    name = node_path(other) if other != NULL else f"another {kind}"
    if one.is_left_out:
        return (f"its navmesh overlaps that of {name} and is left out, as the same ground would be there twice: remove one of the "
                f"two, move it away, or let them share no navigation layer")
    return f"its navmesh overlaps that of {name}, as at {place_text(&place, world.is_plane)}, and no path leads from one to the " \
           f"other there: let one {kind} collect both levels, or have their ground end at a common border"


cdef int tell_overlap(NavigationMap* world, const NodeOverlap* one) except -1:
    cdef void* node = navpy_gd.object_get_instance_from_id(one.node)
    if node != NULL and one.is_left_out:
        node_error(node, overlap_text(world, one))
    elif node != NULL:
        node_warning(node, overlap_text(world, one))
    return 0


cdef str overlap_of(const NavigationMap* world, void* node):
    cdef uint64_t id = navpy_gd.object_get_instance_id(node)
    cdef size_t i
    for i in range(world.overlaps.size()):
        if world.overlaps[i].node == id:
            return overlap_text(world, &world.overlaps[i])
    return ""


cdef object build_navmesh(NavigationMap* world, const vector[MapRegion]* regions, bint with_links, uint64_t used,
                          vector[AreaCost]* costs):
    """The world's NavMesh, without links of nodes unless it is the present one; None: nothing is walkable."""
    cdef const MapRegion* only = NULL
    cdef NavMesh given
    cdef double shift[3]
    cdef vector[int32_t] end
    if regions.empty():
        release_original(world)
        return None
    if regions.size() == 1:
        only = &regions[0][0]
    if only == NULL or not is_only_shifted(&only.frame) or only.travel_cost != 1.0:
        release_original(world)
        return merge_fitting_regions(world, regions, used, costs)
    world.layer_masks.push_back(only.layers)        # its polygons keep their flags, so the masks have the same order here
    if only.masks != NULL:
        world.layer_masks.insert(world.layer_masks.end(), only.masks.begin(), only.masks.end())
    end.push_back(ALL_POLYGONS)
    record_region_ends(world, regions, [0], &end)
    given = <NavMesh>only.navmesh
    shift[0], shift[1], shift[2] = only.frame.origin.x, only.frame.origin.y, only.frame.origin.z
    if shift[0] == 0 and shift[1] == 0 and shift[2] == 0 and not with_links:
        release_original(world)
        return given
    if world.original == <PyObject*>given and memcmp(shift, world.shift, sizeof(shift)) == 0:
        return follow_original(world)
    release_original(world)
    Py_INCREF(given)
    world.original, world.original_version = <PyObject*>given, given.view.version
    memcpy(world.shift, shift, sizeof(shift))
    return copy_original(world)


cdef NavMesh copy_original(NavigationMap* world):
    cdef NavMesh original = <NavMesh>world.original
    cdef bint is_shifted = world.shift[0] != 0 or world.shift[1] != 0 or world.shift[2] != 0
    return shifted_mesh(original, world.shift) if is_shifted else copied_mesh(original)


cdef NavMesh follow_original(NavigationMap* world):
    """The present navmesh, a copy, with the tiles that have changed in its original; a new copy if links or costs have changed."""
    cdef NavMesh given = <NavMesh>world.original
    cdef NavMesh mesh = <NavMesh>world.navmesh
    if given.view.version != world.original_version:
        if given.view.rules_version > world.original_version or given.view.tile_size == 0.0:
            world.original_version = given.view.version
            return copy_original(world)
        detach_links(&mesh.data)
        world.attached_links.clear()
        update_copy(mesh, given, world.shift, world.original_version)
        world.original_version = given.view.version
    return mesh


cdef int release_original(NavigationMap* world) except -1:
    cdef PyObject* old = world.original
    world.original = NULL
    if old != NULL:
        Py_DECREF(<object>old)
    return 0


# ---- the links of nodes ----

cdef void detach_links(MeshData* mesh) noexcept nogil:
    cdef size_t i, kept = 0
    for i in range(mesh.links.size()):
        forget_chain(mesh, &mesh.links[i])
        if mesh.links[i].id < FIRST_LINK:
            mesh.links[kept] = mesh.links[i]
            kept += 1
    mesh.links.resize(kept)
    chain_links(mesh)
    update_view(mesh)


cdef double link_cost(const MapLink* link) noexcept:
    """Cost of a meter along the link: its enter_cost is spread over its length."""
    cdef double length = distance2(link.start[0], link.start[2], link.end[0], link.end[2])
    return max(link.travel_cost, 0.0) + max(link.enter_cost, 0.0) / max(length, MIN_LINK_LENGTH)


cdef int add_link(MeshData* mesh, const MapLink* given, uint16_t flag, int32_t area, bint is_reversed) except -1:
    cdef LinkData link
    cdef double low, high
    memset(&link, 0, sizeof(link))
    memcpy(&link.end[0] if is_reversed else &link.start[0], given.start, sizeof(link.start))
    memcpy(&link.start[0] if is_reversed else &link.end[0], given.end, sizeof(link.end))
    link.radius, link.width, link.area, link.kind, link.id = LINK_RADIUS, given.width, area, given.kind, given.id
    link.flags, link.next, link.start_poly, link.end_poly = flag, -1, NO_POLY, NO_POLY
    attach_link(&mesh.view, &link, &low, &high)
    mesh.links.push_back(link)
    return 0


cdef bint are_equal(const vector[MapLink]* a, const vector[MapLink]* b) noexcept:
    return a.size() == b.size() and (a.empty() or memcmp(a.data(), b.data(), a.size() * sizeof(MapLink)) == 0)


cdef int update_links(NavigationMap* world, NavMesh mesh, const vector[MapLink]* links, bint is_new_mesh, uint64_t used,
                      vector[AreaCost]* costs) except -1:
    """Replaces the links of nodes in the mesh by these, and sets the costs of their areas."""
    cdef const MapLink* link
    cdef uint16_t flag
    cdef int32_t area
    cdef size_t i
    if not is_new_mesh and are_equal(links, &world.attached_links):
        return 0
    detach_links(&mesh.data)
    for i in range(links.size()):
        link = &links[0][i]
        flag, area = flag_for_layers(world, link.layers, link.node), area_for_cost(link_cost(link), used, costs)
        add_link(&mesh.data, link, flag, area, False)
        if link.two_way:
            add_link(&mesh.data, link, flag, area, True)
    world.attached_links = links[0]
    chain_links(&mesh.data)
    label_islands(&mesh.data)
    for i in range(costs.size()):
        mesh.data.area_costs[costs[0][i].second] = costs[0][i].first
    update_view(&mesh.data)
    if costs.empty():
        mesh.rules_changed()
    else:
        mesh.repack()
    return 0


# ---- the map ----

cdef bint rebuild_map(NavigationMap* world) except -1:
    cdef vector[MapRegion] regions
    cdef vector[MapLink] links
    cdef vector[AreaCost] costs
    cdef PyObject* old = world.navmesh
    cdef size_t i
    cdef uint64_t used = 0
    collect_regions(world, &regions, &links)
    if regions.empty():
        links.clear()
    for i in range(regions.size()):
        if regions[i].travel_cost != 1.0 or not links.empty():
            used = used_areas(&regions)
            break
    world.layer_masks.clear()
    navmesh = build_navmesh(world, &regions, not links.empty(), used, &costs)
    world.region_flags = (1 << world.layer_masks.size()) - 1
    if navmesh is None:
        world.attached_links.clear()
        world.navmesh = NULL
    else:
        if not links.empty() or not costs.empty() or world.attached_links.size() > 0 and <PyObject*>navmesh == old:
            update_links(world, navmesh, &links, <PyObject*>navmesh != old, used, &costs)
        else:
            world.attached_links.clear()
        Py_INCREF(navmesh)
        world.navmesh = <PyObject*>navmesh
    if old != NULL:
        Py_DECREF(<object>old)
    return old != world.navmesh
