"""The geometry of a level, kept for each source node, so that only changed nodes are parsed again.

A source is a node with all nodes below it. A node of a grouping class (GROUPING_CLASSES) is a branch: its children are sources of
their own, so a change of a building parses that building alone."""
from libc.math cimport INFINITY, ceil, floor, sqrt
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcmp
from libcpp.vector cimport vector
from navpy.godot.baker.baker cimport GROUP_EXPLICIT, GROUP_WITH_CHILDREN, PARENTS_CHILDREN, Baker
from navpy.godot.baker.baker_settings cimport CELL_HEIGHT, CELL_SIZE, tile_size_of
from navpy.godot.baker.cell_source cimport CellSource
from navpy.godot.baker.grid_cells cimport GridCells, is_grid_map
from navpy.godot.baker.outline_source cimport parse_outlines
from navpy.godot.baker.source_parts cimport OutlinePart, SourcePart, add_differences, is_singular, triangles_part
from navpy.godot.baker.tile_layer cimport TileLayer, is_tile_layer
from navpy.godot.binding.engine cimport as_spatial, child_at, child_count, global_transform, node_parent
from navpy.godot.binding.gd cimport GdTransform3D, navpy_gd
from navpy.godot.binding.log cimport class_of
from navpy.godot.binding.plane cimport METERS_PER_UNIT
from navpy.godot.baker.source_nodes cimport (
    GeometryParser, close_parser, ground_of, group_size, is_ground_told_below, is_in_group, is_in_scene, open_parser, parse_node,
    tree_root)

cdef enum:
    # of the comparison of a source of cells: cells are fetched, compared, and read where they differ
    LEAST_STEPS = 3
    HEIGHT_RANGE = 30000            # cell heights above and below the baker that the box of a tiled bake reaches

cdef double FARTHEST = 4e8              # meters: half of where the bake from outlines ends
cdef double TILE_TOLERANCE = 1e-5       # tiles: geometry that crosses a tile's border by less counts as ending there

GROUPING_CLASSES = frozenset(("Node", "Node3D", "Marker3D", "NavigationRegion3D", "NavMeshBaker", "Node2D", "Marker2D",
                              "NavigationRegion2D",
                              "NavMeshBaker2D", "CanvasLayer", "TileMapLayer"))


# ---- space ----

cdef void upright_frame(void* node3d, GdTransform3D* frame) noexcept nogil:
    """The node's position and its turn about Y, without scale and tilt: up stays up, and a meter stays a meter."""
    cdef double x, z, length
    global_transform(node3d, frame)
    x = frame.basis[0]
    z = frame.basis[6]
    length = sqrt(x * x + z * z)
    if length == 0 or (z == 0 and x > 0):
        x = 1
        z = 0
    else:
        x /= length
        z /= length
    frame.basis[0] = x
    frame.basis[1] = 0
    frame.basis[2] = -z
    frame.basis[3] = 0
    frame.basis[4] = 1
    frame.basis[5] = 0
    frame.basis[6] = z
    frame.basis[7] = 0
    frame.basis[8] = x


cdef void transform_of(void* node, bint plane, GdTransform3D* out) noexcept nogil:
    """The node's transform in world space; the identity for a node without one."""
    cdef int i
    if as_spatial(node, plane) != NULL:
        global_transform(node, out)
        return
    for i in range(9):
        out.basis[i] = 1 if i % 4 == 0 else 0
    out.origin.x = out.origin.y = out.origin.z = 0


# ---- the source nodes ----

cdef bint is_branch(Baker* baker, void* node, dict known) except -1:
    """True if the node's children are sources of their own. known: earlier results, by instance id."""
    cdef uint64_t id = navpy_gd.object_get_instance_id(node)
    found = known.get(id)
    if found is None:
        found = known[id] = class_of(node) in GROUPING_CLASSES
    return found


cdef int add_sources(Baker* baker, void* node, dict known, vector[Source]* sources, vector[Branch]* branches,
                     bint is_root=False) except -1:
    """Appends the sources at and below a node. The root of the collection is a branch whatever its class."""
    cdef Source source
    cdef Branch branch
    cdef int64_t i
    source.id = navpy_gd.object_get_instance_id(node)
    source.without_children = is_root or is_branch(baker, node, known)
    sources.push_back(source)
    if source.without_children:
        branch.id, branch.children = source.id, child_count(node)
        branches.push_back(branch)
        for i in range(branch.children):
            add_sources(baker, child_at(node, i), known, sources, branches)
    return 0


cdef int add_group_sources(Baker* baker, void* node, dict known, vector[Source]* sources, vector[Branch]* branches) except -1:
    """Appends the sources at and below the group's members that are at or below a node."""
    cdef Source source
    cdef int64_t i
    cdef bint is_member = is_in_group(node, &baker.group)
    if is_member and baker.source_geometry_mode == GROUP_WITH_CHILDREN:
        return add_sources(baker, node, known, sources, branches)
    if is_member:
        source.id, source.without_children = navpy_gd.object_get_instance_id(node), True
        sources.push_back(source)
    for i in range(child_count(node)):
        add_group_sources(baker, child_at(node, i), known, sources, branches)
    return 0


cdef int add_own_outlines(Baker* baker, vector[Source]* sources) except -1:
    """The baker is the source of its outlines, also where it does not collect itself."""
    cdef Source source
    cdef size_t i
    source.id, source.without_children = navpy_gd.object_get_instance_id(baker.owner), True
    for i in range(sources.size()):
        if sources.at(i).id == source.id:
            return 0
    sources.push_back(source)
    return 0


cdef int find_sources(Baker* baker, dict known, vector[Source]* sources, vector[Branch]* branches) except -1:
    cdef void* root
    if baker.source_geometry_mode == PARENTS_CHILDREN:
        root = node_parent(baker.owner)
        return add_sources(baker, root, known, sources, branches, True) if root != NULL else 0
    root = tree_root(baker.owner)
    return add_group_sources(baker, root, known, sources, branches) if root != NULL else 0


cdef int sources_of(Baker* baker, void* node, vector[Source]* out) except -1:
    """Appends the sources of a node: the source around it, or the sources below it."""
    cdef void* root = node_parent(baker.owner)
    cdef void* at = node
    cdef vector[void*] chain        # from the node up to the root of the collection
    cdef vector[Branch] branches
    cdef Source source
    cdef size_t begin = 0, i
    cdef dict known = {}
    if node == baker.owner and baker.cls.is_plane:
        add_own_outlines(baker, out)
        return 0
    while at != NULL:
        chain.push_back(at)
        if baker.source_geometry_mode == PARENTS_CHILDREN:
            if at == root:
                begin = chain.size()
                break
        elif is_in_group(at, &baker.group):
            begin = chain.size()
            if baker.source_geometry_mode == GROUP_EXPLICIT:
                break
        at = node_parent(at)
    if begin and baker.source_geometry_mode == GROUP_EXPLICIT:
        source.id, source.without_children = navpy_gd.object_get_instance_id(chain[begin - 1]), True
        out.push_back(source)
        return 0
    for i in range(begin):
        at = chain[begin - 1 - i]
        if at == node or not (at == root or is_branch(baker, at, known)):
            return add_sources(baker, at, known, out, &branches, at == root)
    return 0


# ---- their geometry ----

cdef int parse_parts(GeometryParser* parser, void* node, bint without_children, const GdTransform3D* frame, dict grounds,
                     list out) except -1:
    """Appends the geometry of a node, and of those below it unless without_children: as a single part, or a part for each node where
    some below have an area or layers of their own."""
    cdef int64_t i
    cdef bint is_split = not without_children and is_ground_told_below(node)
    cdef SourcePart part = parse_part(parser, node, without_children or is_split, frame, grounds)
    if part is not None:
        out.append(part)
    if is_split:
        for i in range(child_count(node)):
            parse_parts(parser, child_at(node, i), False, frame, grounds, out)
    return 0


cdef SourcePart parse_part(GeometryParser* parser, void* node, bint without_children, const GdTransform3D* frame, dict grounds):
    """The geometry of a node; None if it has none."""
    cdef GdTransform3D space
    cdef list geometry = []
    cdef tuple ground
    transform_of(node, False, &space)
    if is_singular(&space) or not parse_node(parser, node, without_children, geometry):
        return None
    ground = ground_of(node, grounds)
    return triangles_part(geometry[0], geometry[1], &space, frame, ground[0], ground[1])


cdef class SourceGeometry:
    """All sources of a baker and their geometry."""

    def __cinit__(self):
        self.parts, self.layers = {}, {}
        self.forget_changes()

    cdef int forget_changes(self) except -1:
        self.changed_ids, self.excluded_ids, self.changed_boxes = [], [], []
        self.changed_places.clear()
        return 0

    cdef bint has_changes(self) except -1:
        return bool(self.changed_ids or self.excluded_ids or self.changed_boxes) or not self.changed_places.empty()

    cdef int clear(self) except -1:
        """Forgets all sources."""
        self.parts, self.layers, self.has_layers = {}, {}, False
        self.tracked.clear()
        self.index.clear()
        self.branches.clear()
        self.is_complete, self.is_outgrown, self.bounds = False, False, None
        return 0

    cdef list known_parts(self):
        return [part for parts in self.parts.values() for part in parts]

    cdef int store_parts(self, Baker* baker, uint64_t id, bint without_children, object parts) except -1:
        """Keeps a source's geometry and its present transform."""
        cdef TrackedSource tracked
        cdef void* node = navpy_gd.object_get_instance_from_id(id)
        self.parts[id] = parts
        tracked.id, tracked.without_children, tracked.has_geometry = id, without_children, len(parts) > 0
        for part in parts:
            self.is_outgrown = self.is_outgrown or self.exceeds_bounds(part) and not has_baking_box(baker)
        transform_of(node, baker.cls.is_plane, &tracked.transform)
        if self.index.count(id):
            self.tracked[self.index[id]] = tracked
        else:
            self.index[id] = self.tracked.size()
            self.tracked.push_back(tracked)
        return 0

    cdef int parse_again(self, Baker* baker, vector[Source]* sources, list boxes) except -1:
        """Parses these sources again. Appends to boxes the (low, high) in which their geometry has changed."""
        cdef GeometryParser parser
        cdef GdTransform3D frame
        cdef void* node
        cdef size_t i
        cdef dict grounds = {}
        upright_frame(baker.owner, &frame)
        open_parser(&parser, baker.cls.is_plane, baker.parsed_geometry_type, baker.collision_mask)
        try:
            for i in range(sources.size()):
                node = navpy_gd.object_get_instance_from_id(sources[0][i].id)
                if is_tile_layer(node) if baker.cls.is_plane else is_grid_map(node):
                    self.read_layer(baker, sources[0][i], &frame, boxes)
                    continue
                parts = []
                if baker.cls.is_plane:
                    part = parse_outlines(baker, &parser, node, sources[0][i].without_children, &frame)
                    parts += [part] if part is not None else []
                else:
                    parse_parts(&parser, node, sources[0][i].without_children, &frame, grounds, parts)
                add_changes(self.parts.get(sources[0][i].id, ()), parts, boxes)
                self.store_parts(baker, sources[0][i].id, sources[0][i].without_children, parts)
        finally:
            close_parser(&parser)
        return 0

    cdef int read_layer(self, Baker* baker, Source source, const GdTransform3D* frame, list boxes) except -1:
        cdef CellSource layer = self.layers.get(source.id)
        if layer is None:
            layer = self.layers[source.id] = TileLayer() if baker.cls.is_plane else GridCells()
            layer.id = source.id
            self.has_layers = True
        layer.read_all(baker, frame, boxes)
        return self.store_parts(baker, source.id, source.without_children, layer.parts())

    cdef int compare_layers(self, Baker* baker, int64_t calls, list boxes) except -1:
        """Takes a step of the comparison of one source of cells, and of more where there are many: so each has its steps within the
        calls."""
        cdef CellSource source
        cdef GdTransform3D frame
        cdef list sources = list(self.layers.values())
        cdef Py_ssize_t count = len(sources), turns = (LEAST_STEPS * count + calls - 1) // calls, _i
        upright_frame(baker.owner, &frame)
        for _i in range(turns):
            self.next_layer = self.next_layer + 1 if self.next_layer + 1 < count else 0
            source = sources[self.next_layer]
            source.compare_some(baker, &frame, turns * calls // count, boxes)
        return self.note_growth(baker, boxes)

    cdef int note_growth(self, Baker* baker, list boxes) except -1:
        """Of sources of cells: their blocks are not stored singly."""
        if not has_baking_box(baker):
            self.is_outgrown = self.is_outgrown or any([self.exceeds(low, high) for low, high in boxes])
        return 0

    cdef int find_near(self, Baker* baker, list boxes, vector[Source]* sources) except -1:
        """Reads cells near the changed places anew, and lists the other sources there."""
        cdef GdTransform3D frame
        cdef ChangedPlace place
        cdef CellSource layer
        cdef Source source
        cdef SourcePart part
        cdef double x, z, dx, dz
        upright_frame(baker.owner, &frame)
        for place in self.changed_places:
            dx, dz = place.x - frame.origin.x, place.z - frame.origin.z
            x, z = frame.basis[0] * dx + frame.basis[6] * dz, frame.basis[2] * dx + frame.basis[8] * dz
            for id, parts in self.parts.items():
                layer = self.layers.get(id)
                if layer is not None:
                    found = []
                    layer.read_near(baker, &frame, place.x, place.z, place.radius, found)
                    self.note_growth(baker, found)
                    boxes += found
                    continue
                for part in parts:
                    if part.low[0] <= x + place.radius and part.high[0] >= x - place.radius and part.low[2] <= z + place.radius \
                            and part.high[2] >= z - place.radius:
                        source.id, source.without_children = id, self.tracked[self.index[id]].without_children
                        sources.push_back(source)
                        break
        self.changed_places.clear()
        return 0

    cdef bint exceeds_bounds(self, SourcePart part) except -1:
        """True if a part reaches out of the bounds of the bake by more than rounding does."""
        if self.bounds is None:
            return False
        if isinstance(part, OutlinePart) and not (<OutlinePart>part).has_floor:
            return False
        return self.exceeds(part.low, part.high)

    cdef bint exceeds(self, object least, object greatest) except -1:
        if self.bounds is None:
            return False
        low, high = self.bounds
        slack = TILE_TOLERANCE * (high[0] - low[0])
        return any([least[k] < low[k] - slack or greatest[k] > high[k] + slack for k in range(3)])

    cdef int list_sources(self, Baker* baker, vector[Source]* sources) except -1:
        """Lists the present sources, and keeps the present branches and the size of the group for the next comparison."""
        cdef dict known = {}
        cdef size_t i
        for i in range(self.branches.size()):
            known[self.branches[i].id] = True
        self.branches.clear()
        find_sources(baker, known, sources, &self.branches)
        if baker.cls.is_plane:
            add_own_outlines(baker, sources)
        if baker.source_geometry_mode != PARENTS_CHILDREN:
            self.members = group_size(baker.owner, &baker.group)
        return 0

    cdef int collect(self, Baker* baker) except -1:
        """Parses the whole level."""
        cdef vector[Source] sources
        self.clear()
        self.forget_changes()
        self.list_sources(baker, &sources)
        self.parse_again(baker, &sources, [])
        self.is_complete = True
        return 0

    cdef bint find_differences(self, Baker* baker, bint everything) noexcept nogil:
        """Finds removed sources and, if everything is True, moved sources. True: some are, or some are new."""
        cdef GdTransform3D transform
        cdef void* node
        cdef size_t i
        cdef bint differs = False
        self.gone_ids.clear()
        self.moved_ids.clear()
        for i in range(self.tracked.size()):
            node = navpy_gd.object_get_instance_from_id(self.tracked[i].id)
            if node == NULL or not is_in_scene(node):
                self.gone_ids.push_back(self.tracked[i].id)
            elif everything and self.tracked[i].has_geometry:
                transform_of(node, baker.cls.is_plane, &transform)
                if memcmp(&transform, &self.tracked[i].transform, sizeof(transform)) != 0:
                    self.tracked[i].transform = transform
                    if not baker.has_moved:             # if the baker has moved, sources may have moved with it
                        self.moved_ids.push_back(self.tracked[i].id)
        if everything:
            baker.has_moved = False
            differs = self.has_new_sources(baker)
        return differs or not self.gone_ids.empty() or not self.moved_ids.empty()

    cdef bint has_new_sources(self, Baker* baker) noexcept nogil:
        """True if the number of a branch's children, or of the group's members, has changed."""
        cdef void* node
        cdef size_t i
        for i in range(self.branches.size()):
            node = navpy_gd.object_get_instance_from_id(self.branches[i].id)
            if node == NULL or child_count(node) != self.branches[i].children:
                return True
        return baker.source_geometry_mode != PARENTS_CHILDREN and group_size(baker.owner, &baker.group) != self.members

    cdef int apply_differences(self, Baker* baker, list boxes) except -1:
        """Parses new sources and those moved according to find_differences, and forgets removed sources."""
        cdef vector[Source] changed
        cdef Source source
        cdef size_t i
        self.forget_gone_sources(boxes)
        for i in range(self.moved_ids.size()):
            source.id, source.without_children = self.moved_ids[i], self.tracked[self.index[self.moved_ids[i]]].without_children
            changed.push_back(source)
        self.moved_ids.clear()
        self.parse_again(baker, &changed, boxes)
        if self.has_new_sources(baker):
            self.parse_new_sources(baker, boxes)
        return 0

    cdef int parse_new_sources(self, Baker* baker, list boxes) except -1:
        """Parses new sources, and forgets those out of the collection."""
        cdef vector[Source] sources, changed
        cdef set seen = set()
        cdef size_t i
        self.list_sources(baker, &sources)
        for i in range(sources.size()):
            seen.add(sources[i].id)
            if sources[i].id not in self.parts:
                changed.push_back(sources[i])
        for id in [id for id in self.parts if id not in seen]:
            self.forget_source(id, True, boxes)
        self.parse_again(baker, &changed, boxes)
        return 0

    cdef int forget_gone_sources(self, list boxes) except -1:
        cdef size_t i
        for i in range(self.gone_ids.size()):
            self.forget_source(self.gone_ids[i], True, boxes)
        self.gone_ids.clear()
        return 0

    cdef list take_changes(self, Baker* baker):
        """Parses the changed nodes, leaves the excluded nodes out, and returns the boxes (low, high) in which the level has
        changed."""
        cdef vector[Source] sources
        cdef void* node
        cdef size_t i
        boxes, changed_ids, excluded_ids = self.changed_boxes, dict.fromkeys(self.changed_ids), self.excluded_ids
        self.changed_boxes, self.changed_ids, self.excluded_ids = [], [], []
        for id in changed_ids:
            node = navpy_gd.object_get_instance_from_id(id)
            if node != NULL and is_in_scene(node):
                sources_of(baker, node, &sources)
        self.find_near(baker, boxes, &sources)
        self.parse_again(baker, &sources, boxes)
        sources.clear()
        for id in excluded_ids:
            node = navpy_gd.object_get_instance_from_id(id)
            if node != NULL and is_in_scene(node):
                sources_of(baker, node, &sources)
        for i in range(sources.size()):
            self.forget_source(sources[i].id, False, boxes)
        self.find_differences(baker, False)
        self.forget_gone_sources(boxes)
        return boxes

    cdef int forget_source(self, uint64_t id, bint for_good, list boxes) except -1:
        """Drops the geometry of a source. If not for good, the source itself stays known, and is not mistaken for a new source."""
        cdef size_t slot
        if id not in self.parts:
            return 0
        add_changes(self.parts[id], (), boxes)
        self.layers.pop(id, None)
        self.has_layers = len(self.layers) > 0
        slot = self.index[id]
        if not for_good:
            self.parts[id] = ()
            self.tracked[slot].has_geometry = False
            return 0
        del self.parts[id]
        self.index.erase(id)
        if slot + 1 < self.tracked.size():
            self.tracked[slot] = self.tracked.back()
            self.index[self.tracked[slot].id] = slot
        self.tracked.pop_back()
        return 0


cdef int add_changes(olds, news, list boxes) except -1:
    """Appends the boxes in which the former parts of a source differ from its new parts."""
    cdef SourcePart part
    if len(olds) == 1 and len(news) == 1:
        return add_differences(next(iter(olds)), news[0], boxes)
    for part in olds:
        boxes.append((part.low, part.high))
    for part in news:
        boxes.append((part.low, part.high))
    return 0


# ---- bounds ----

cdef double tile_side(const Baker* baker) noexcept nogil:
    return tile_size_of(baker) * (METERS_PER_UNIT if baker.cls.is_plane else baker.settings[CELL_SIZE].real)


cdef tuple plane_bounds(Baker* baker, list parts):
    """Without tiles None. With tiles a square around the baker at least twice as large as the level, of 2ⁿ tiles, so that the grid
    stays as it is while the level grows. Outlines do not cost by it."""
    cdef SourcePart part
    cdef double half = tile_side(baker), far = 0.0
    if half == 0:
        return None
    for part in parts:
        if (<OutlinePart?>part).has_floor:
            far = max(far, max([abs(corner[k]) for corner in (part.low, part.high) for k in (0, 2)]))
    while half < 2.0 * far and half < FARTHEST:
        half *= 2.0
    return (-half, 0.0, -half), (half, 0.0, half)


cdef tuple level_bounds(Baker* baker, list parts):
    """The box to bake, in the baker's space: filter_baking_aabb, if it has a size. Else without tiles None, for the box of the
    geometry. With tiles the box contains the geometry, begins and ends at tiles of the grid through the baker, and has the same height
    for all geometry near the baker's height. So a change of the geometry leaves the grid as it is."""
    cdef SourcePart part
    cdef int k
    if baker.cls.is_plane:
        return plane_bounds(baker, parts)
    low, high = [INFINITY] * 3, [-INFINITY] * 3
    for part in parts:
        low, high = list(map(min, low, part.low)), list(map(max, high, part.high))
    if has_baking_box(baker):
        offset = (baker.baking_aabb_offset.x, baker.baking_aabb_offset.y, baker.baking_aabb_offset.z)
        low = [<double>baker.baking_aabb.position[k] + offset[k] for k in range(3)]
        high = [low[k] + <double>baker.baking_aabb.size[k] for k in range(3)]
        return tuple(low), tuple(high)
    if tile_size_of(baker) == 0:
        return None
    size, reach = tile_size_of(baker) * baker.settings[CELL_SIZE].real, HEIGHT_RANGE * baker.settings[CELL_HEIGHT].real
    for k in (0, 2):
        low[k], high[k] = floor(low[k] / size + TILE_TOLERANCE) * size, ceil(high[k] / size - TILE_TOLERANCE) * size
        if low[k] == high[k]:
            high[k] += size
    if -0.5 * reach < low[1] and high[1] < 0.5 * reach:
        low[1], high[1] = -reach, reach
    return tuple(low), tuple(high)


cdef inline bint has_baking_box(Baker* baker) noexcept nogil:
    return baker.baking_aabb.size[0] > 0 and baker.baking_aabb.size[1] > 0 and baker.baking_aabb.size[2] > 0
