"""Makes the navmesh of a world from what its bakers give, or its NavigationRegion3D nodes where it has no baker, and puts the links of
nodes into it.

A single baker's navmesh that isn't moved is the map itself. With links of nodes it is copied, as they are not the resource's; a copy
follows what happens to single tiles. Several are joined, and so are those that are turned."""
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.math cimport hypot
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from libcpp.pair cimport pair
from libcpp.vector cimport vector
from navpy.base.core cimport NO_POLY
from navpy.mesh.tiles.edge_connections cimport connect_edges
from navpy.godot.binding.gd cimport GdTransform3D, navpy_gd
from navpy.godot.binding.log cimport node_error
from navpy.godot.world.scene_regions cimport Region, list_regions
from navpy.godot.world.world_data cimport FIRST_LINK, MAX_MASKS, LinkSource, Source, World, link_id
from navpy.navmesh.merging cimport Part, copied_mesh, merged_mesh, shifted_mesh, update_copy
from navpy.mesh.tiles.link_attachment cimport attach_link, chain_links, forget_chain
from navpy.base.area cimport AREA_WALKABLE
from navpy.mesh.mesh_view cimport OffMeshLink as LinkData
from navpy.mesh.tiles.mesh_data cimport MeshData, label_islands, update_view
from navpy.navmesh.navmesh cimport NavMesh

cdef enum:
    ALL_POLYGONS = 0x7fffffff

cdef double LINK_RADIUS = 1.0           # meters that a link's end may be off the surface, as Godot's maps have it
cdef double EDGE_MARGIN = 0.25          # meters between edges of regions that are connected, as Godot's maps have it
cdef double LEAST_LENGTH = 0.01         # meters of a link that its enter_cost is spread over

ctypedef pair[double, int32_t] AreaCost


# ---- what there is ----------------------------------------------------------------------------------------------

cdef Source source_of(Region* region) noexcept:
    cdef Source source
    cdef int i
    memset(&source, 0, sizeof(source))
    source.baker, source.navmesh, source.layers = region.node, region.navmesh, region.region.layers
    source.enter_cost, source.travel_cost = max(region.region.enter_cost, 0.0), max(region.region.travel_cost, 0.0)
    source.joins_edges = region.region.joins_edges
    if region.upright:
        source.frame = region.region.frame
        return source
    for i in range(3):
        source.frame.basis[4 * i] = 1
    return source


cdef LinkSource link_of(Region* region) noexcept:
    cdef LinkSource link
    memset(&link, 0, sizeof(link))
    link.node, link.layers, link.two_way = region.node, region.link.layers, region.link.two_way
    link.start[0], link.start[1], link.start[2] = region.link.start.x, region.link.start.y, region.link.start.z
    link.end[0], link.end[1], link.end[2] = region.link.end.x, region.link.end.y, region.link.end.z
    link.enter_cost, link.travel_cost = region.link.enter_cost, region.link.travel_cost
    link.id = link_id(region.id)
    return link


cdef int list_sources(World* world, vector[Source]* ground, vector[LinkSource]* links) except -1:
    """Those with something to walk on, on some layer."""
    cdef vector[Region*] regions
    cdef Source source
    cdef LinkSource link
    cdef size_t i
    for source in world.sources:
        if not world.of_regions and source.layers != 0 and (<NavMesh>source.navmesh).view.poly_count > 0:
            ground.push_back(source)
    if world.of_regions:
        list_regions(world.id, &regions)
    for i in range(regions.size()):
        if regions[i].is_link and regions[i].link.layers != 0:
            link = link_of(regions[i])
            links.push_back(link)
        elif not regions[i].is_link and regions[i].region.layers != 0:
            source = source_of(regions[i])
            ground.push_back(source)
    for link in world.links:
        if link.layers != 0:
            links.push_back(link)
    return 0


# ---- navigation layers ------------------------------------------------------------------------------------------

cdef uint16_t flag_of(World* world, uint32_t layers, void* node) except 0:
    """The flag that stands for these layers on this map."""
    cdef size_t i
    for i in range(world.masks.size()):
        if world.masks[i] == layers:
            return <uint16_t>(1 << i)
    if world.masks.size() == MAX_MASKS:
        if not world.told_masks:
            node_error(node, f"this world has more than {MAX_MASKS} different navigation_layers: those of this node, and of others "
                             f"from here on, count as {world.masks.back()}")
        world.told_masks = True
        return 1 << MAX_MASKS - 1
    world.masks.push_back(layers)
    return <uint16_t>(1 << world.masks.size() - 1)


# ---- the ground -------------------------------------------------------------------------------------------------

cdef bint is_only_shifted(const GdTransform3D* frame) noexcept:
    cdef int i
    for i in range(9):
        if frame.basis[i] != (1 if i % 4 == 0 else 0):
            return False
    return True


cdef uint64_t used_areas(const vector[Source]* ground) noexcept:
    """Bits of the area ids that the sources use, or that cost something."""
    cdef uint64_t used = 1 | <uint64_t>1 << AREA_WALKABLE
    cdef size_t s
    for s in range(ground.size()):
        used |= areas_of(<NavMesh>ground[0][s].navmesh)
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


cdef int32_t area_for(double cost, uint64_t used, vector[AreaCost]* costs) noexcept:
    """An area id that costs so much: ground, or one of its own, from 62 downwards. Where all are used, the nearest."""
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


cdef int note_ground(World* world, const vector[Source]* ground, list which, const vector[int32_t]* ends) except -1:
    """Which polygons of the map are whose."""
    world.ground_ends = ends[0]
    world.ground_nodes.clear()
    for i in which:
        world.ground_nodes.push_back(navpy_gd.object_get_instance_id(ground[0][<size_t>i].baker))
    return 0


cdef object join_sources(World* world, const vector[Source]* ground, list which, uint64_t used, vector[AreaCost]* costs):
    """One NavMesh of these sources; ValueError where they contradict each other."""
    cdef vector[Part] parts
    cdef vector[int32_t] ends                   # by part: polygons of the whole so far
    cdef vector[uint8_t] joins
    cdef Part part
    cdef const Source* source
    cdef NavMesh mesh
    cdef int32_t p, count = 0
    cdef int k
    for i in which:
        source = &ground[0][<size_t>i]
        memset(&part, 0, sizeof(part))
        part.mesh = &(<NavMesh>source.navmesh).view
        for k in range(9):
            part.basis[k] = source.frame.basis[k]
        part.origin[0], part.origin[1], part.origin[2] = source.frame.origin.x, source.frame.origin.y, source.frame.origin.z
        part.flags = flag_of(world, source.layers, source.baker)
        part.area, part.enter_cost = area_for(source.travel_cost, used, costs), source.enter_cost
        parts.push_back(part)
        for p in range(part.mesh.poly_count):
            count += part.mesh.polys[p].count > 0
        ends.push_back(count)
        joins.push_back(source.joins_edges)
    mesh = merged_mesh(&parts)
    note_ground(world, ground, which, &ends)
    if world.of_regions and parts.size() > 1:
        connect_edges(&mesh.data, &ends, &joins, EDGE_MARGIN, FIRST_LINK - 1)
        mesh.refresh()
    return mesh


cdef object join_what_fits(World* world, const vector[Source]* ground, uint64_t used, vector[AreaCost]* costs):
    """All sources but those that contradict others before them, as the same navmesh put in twice does."""
    cdef size_t i
    try:
        mesh = join_sources(world, ground, list(range(ground.size())), used, costs)
        world.left_out.clear()
        return mesh
    except ValueError:
        pass
    fitting, mesh = [], None
    for i in range(ground.size()):
        try:
            mesh = join_sources(world, ground, [*fitting, i], used, costs)
            fitting.append(i)
        except ValueError as error:
            tell_left_out(world, ground[0][i].baker, str(error))
    return mesh


cdef int tell_left_out(World* world, void* node, str why) except -1:
    """Once, as long as it lasts."""
    cdef size_t i
    for i in range(world.left_out.size()):
        if world.left_out[i] == node:
            return 0
    world.left_out.push_back(node)
    kind = "NavigationRegion3D" if world.of_regions else "NavMeshBaker"
    node_error(node, f"its navmesh overlaps that of another {kind} of this world and is left out: {why}")
    return 0


cdef object remake_ground(World* world, const vector[Source]* ground, bint with_links, uint64_t used, vector[AreaCost]* costs):
    """The world's NavMesh without links of nodes, or with those that are in it already; None: there is nothing to walk on."""
    cdef const Source* only = NULL
    cdef NavMesh given
    cdef double shift[3]
    cdef vector[int32_t] end
    if ground.empty():
        forget_copied(world)
        return None
    if ground.size() == 1:
        only = &ground[0][0]
    if only == NULL or not is_only_shifted(&only.frame) or only.travel_cost != 1.0:
        forget_copied(world)
        return join_what_fits(world, ground, used, costs)
    flag_of(world, only.layers, only.baker)
    end.push_back(ALL_POLYGONS)
    note_ground(world, ground, [0], &end)
    given = <NavMesh>only.navmesh
    shift[0], shift[1], shift[2] = only.frame.origin.x, only.frame.origin.y, only.frame.origin.z
    if shift[0] == 0 and shift[1] == 0 and shift[2] == 0 and not with_links:
        forget_copied(world)
        return given
    if world.copied == <PyObject*>given and memcmp(shift, world.shift, sizeof(shift)) == 0:
        return follow_copied(world, given)
    forget_copied(world)
    mesh = copied_mesh(given) if shift[0] == 0 and shift[1] == 0 and shift[2] == 0 else shifted_mesh(given, shift)
    Py_INCREF(given)
    world.copied, world.copied_version = <PyObject*>given, given.view.version
    memcpy(world.shift, shift, sizeof(shift))
    return mesh


cdef object follow_copied(World* world, NavMesh given):
    cdef NavMesh mesh = <NavMesh>world.navmesh
    if given.view.version != world.copied_version:
        if given.view.rules_version > world.copied_version or given.view.tile_size == 0.0:
            world.copied_version = given.view.version       # links or costs: all anew
            return copied_mesh(given) if world.shift[0] == 0 and world.shift[1] == 0 and world.shift[2] == 0 else shifted_mesh(given, world.shift)
        take_links_out(&mesh.data)
        world.put_links.clear()
        update_copy(mesh, given, world.shift, world.copied_version)
        world.copied_version = given.view.version
    return mesh


cdef int forget_copied(World* world) except -1:
    cdef PyObject* old = world.copied
    world.copied = NULL
    if old != NULL:
        Py_DECREF(<object>old)
    return 0


# ---- links of nodes ---------------------------------------------------------------------------------------------

cdef void take_links_out(MeshData* mesh) noexcept nogil:
    cdef size_t i, kept = 0
    for i in range(mesh.links.size()):
        forget_chain(mesh, &mesh.links[i])
        if mesh.links[i].id < FIRST_LINK:
            mesh.links[kept] = mesh.links[i]
            kept += 1
    mesh.links.resize(kept)
    chain_links(mesh)
    update_view(mesh)


cdef double cost_of(const LinkSource* link) noexcept:
    """What a meter costs: entering it costs so many meters on the way."""
    cdef double length = hypot(link.end[0] - link.start[0], link.end[2] - link.start[2])
    return max(link.travel_cost, 0.0) + max(link.enter_cost, 0.0) / max(length, LEAST_LENGTH)


cdef int put_way(MeshData* mesh, const LinkSource* source, uint16_t flag, int32_t area, bint back) except -1:
    cdef LinkData link
    cdef double low, high
    memset(&link, 0, sizeof(link))
    memcpy(&link.end[0] if back else &link.start[0], source.start, sizeof(link.start))
    memcpy(&link.start[0] if back else &link.end[0], source.end, sizeof(link.end))
    link.radius, link.width, link.area, link.kind, link.id = LINK_RADIUS, source.width, area, source.kind, source.id
    link.flags, link.next, link.start_poly, link.end_poly = flag, -1, NO_POLY, NO_POLY
    attach_link(&mesh.view, &link, &low, &high)
    mesh.links.push_back(link)
    return 0


cdef bint are_same(const vector[LinkSource]* a, const vector[LinkSource]* b) noexcept:
    return a.size() == b.size() and (a.empty() or memcmp(a.data(), b.data(), a.size() * sizeof(LinkSource)) == 0)


cdef int put_links(World* world, NavMesh mesh, const vector[LinkSource]* links, bint fresh, uint64_t used,
                   vector[AreaCost]* costs) except -1:
    """Has the mesh have these links of nodes, and no others; and the areas their costs."""
    cdef const LinkSource* link
    cdef uint16_t flag
    cdef int32_t area
    cdef size_t i
    if not fresh and are_same(links, &world.put_links):
        return 0
    take_links_out(&mesh.data)
    for i in range(links.size()):
        link = &links[0][i]
        flag, area = flag_of(world, link.layers, link.node), area_for(cost_of(link), used, costs)
        put_way(&mesh.data, link, flag, area, False)
        if link.two_way:
            put_way(&mesh.data, link, flag, area, True)
    world.put_links = links[0]
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


# ---- all of it --------------------------------------------------------------------------------------------------

cdef bint remake_map(World* world) except -1:
    cdef vector[Source] ground
    cdef vector[LinkSource] links
    cdef vector[AreaCost] costs
    cdef PyObject* old = world.navmesh
    cdef size_t i
    cdef uint64_t used = 0
    list_sources(world, &ground, &links)
    if ground.empty():
        links.clear()
    for i in range(ground.size()):
        if ground[i].travel_cost != 1.0 or not links.empty():
            used = used_areas(&ground)
            break
    world.masks.clear()
    navmesh = remake_ground(world, &ground, not links.empty(), used, &costs)
    world.ground_masks = (1 << world.masks.size()) - 1
    if navmesh is None:
        world.put_links.clear()
        world.navmesh = NULL
    else:
        if not links.empty() or not costs.empty() or world.put_links.size() > 0 and <PyObject*>navmesh == old:
            put_links(world, navmesh, &links, <PyObject*>navmesh != old, used, &costs)
        else:
            world.put_links.clear()
        Py_INCREF(navmesh)
        world.navmesh = <PyObject*>navmesh
    if old != NULL:
        Py_DECREF(<object>old)
    return old != world.navmesh
