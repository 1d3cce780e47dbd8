"""The geometry of a level, kept by the node that it comes from, so that only what has changed is parsed again.

A source is a node with all below it. Nodes that only hold others (BRANCHES) are passed through: their children are sources of
their own, so that one building of many is one source."""
from libc.math cimport INFINITY, ceil, floor, sqrt
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcmp
from libcpp.vector cimport vector
from navpy.godot.baker.baker cimport Baker
from navpy.godot.binding.engine cimport as_class, global_transform, node_parent, tag_node3d
from navpy.godot.binding.gd cimport GdTransform3D, navpy_gd
from navpy.godot.baker.source_nodes cimport (GeometryParser, child_at, child_count, class_of, close_parser, group_size, is_in_group,
                                             is_there, marked_area, open_parser, parse_node, tree_root)

cdef enum SourceMode:               # NavigationMesh.SourceGeometryMode
    PARENTS_CHILDREN
    GROUP_WITH_CHILDREN
    GROUP_EXPLICIT

cdef enum:
    HEIGHT_RANGE = 30000            # cell heights above and below the baker that tiles reach: no tower changes their grid

cdef double NOISE = 1e-5            # tiles: a level that ends this near to a tile's border ends there

BRANCHES = frozenset(("Node", "Node3D", "Marker3D", "NavigationRegion3D", "NavMeshBaker"))


cdef class Part:
    pass


# ---- space ------------------------------------------------------------------------------------------------------

cdef void frame_of(void* node3d, GdTransform3D* frame) noexcept nogil:
    """The node's place without its scale and tilt: up stays up, and a meter a meter."""
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


cdef void to_frame(float* points, int64_t count, const GdTransform3D* space, const GdTransform3D* frame, float* low,
                   float* high) noexcept nogil:
    """Moves points from `space` to `frame`, both given in world space; `frame` only turns and shifts. Their box is put out."""
    cdef const float* a = &space.basis[0]
    cdef const float* b = &frame.basis[0]
    cdef double x, y, z
    cdef int64_t i
    cdef int k
    for k in range(3):
        low[k], high[k] = INFINITY, -INFINITY
    for i in range(count):
        x = <double>a[0] * points[3*i] + <double>a[1] * points[3*i+1] + <double>a[2] * points[3*i+2] + space.origin.x - frame.origin.x
        y = <double>a[3] * points[3*i] + <double>a[4] * points[3*i+1] + <double>a[5] * points[3*i+2] + space.origin.y - frame.origin.y
        z = <double>a[6] * points[3*i] + <double>a[7] * points[3*i+1] + <double>a[8] * points[3*i+2] + space.origin.z - frame.origin.z
        points[3*i] = <float>(b[0] * x + b[6] * z)
        points[3*i+1] = <float>y
        points[3*i+2] = <float>(b[2] * x + b[8] * z)
        for k in range(3):
            low[k], high[k] = min(low[k], points[3*i+k]), max(high[k], points[3*i+k])


cdef bint is_flat(const GdTransform3D* place) noexcept nogil:
    """Scaled to nothing along an axis: the engine cannot turn that round, and there is nothing to see."""
    cdef const float* b = &place.basis[0]
    return (b[0] * (b[4] * b[8] - b[5] * b[7]) - b[1] * (b[3] * b[8] - b[5] * b[6]) + b[2] * (b[3] * b[7] - b[4] * b[6])) == 0


cdef void place_of(void* node, GdTransform3D* out) noexcept nogil:
    """Where a node is; those without a place are where the world begins."""
    cdef int i
    if as_class(node, tag_node3d()) != NULL:
        global_transform(node, out)
        return
    for i in range(9):
        out.basis[i] = 1 if i % 4 == 0 else 0
    out.origin.x = out.origin.y = out.origin.z = 0


# ---- which nodes ------------------------------------------------------------------------------------------------

cdef bint is_branch(Baker* baker, void* node, dict known) except -1:
    """Whether the children of a node are sources of their own. `known`: what was found out before."""
    cdef uint64_t id = navpy_gd.object_get_instance_id(node)
    found = known.get(id)
    if found is None:
        found = known[id] = class_of(node) in BRANCHES
    return found


cdef int visit(Baker* baker, void* node, dict known, vector[Source]* sources, vector[Branch]* branches, bint is_root=False) except -1:
    """The sources at and below a node. Where collecting begins is a branch whatever it is."""
    cdef Source source
    cdef Branch branch
    cdef int64_t i
    source.id = navpy_gd.object_get_instance_id(node)
    source.alone = is_root or is_branch(baker, node, known)
    sources.push_back(source)
    if source.alone:
        branch.id, branch.children = source.id, child_count(node)
        branches.push_back(branch)
        for i in range(branch.children):
            visit(baker, child_at(node, i), known, sources, branches)
    return 0


cdef int visit_group(Baker* baker, void* node, dict known, vector[Source]* sources, vector[Branch]* branches) except -1:
    """The sources at and below the group's nodes that are at or below a node."""
    cdef Source source
    cdef int64_t i
    cdef bint is_member = is_in_group(node, &baker.group)
    if is_member and baker.source_geometry_mode == GROUP_WITH_CHILDREN:
        return visit(baker, node, known, sources, branches)
    if is_member:
        source.id, source.alone = navpy_gd.object_get_instance_id(node), True
        sources.push_back(source)
    for i in range(child_count(node)):
        visit_group(baker, child_at(node, i), known, sources, branches)
    return 0


cdef int find_sources(Baker* baker, dict known, vector[Source]* sources, vector[Branch]* branches) except -1:
    cdef void* root
    if baker.source_geometry_mode == PARENTS_CHILDREN:
        root = node_parent(baker.owner)
        return visit(baker, root, known, sources, branches, True) if root != NULL else 0
    root = tree_root(baker.owner)
    return visit_group(baker, root, known, sources, branches) if root != NULL else 0


cdef int sources_of(Baker* baker, void* node, vector[Source]* out) except -1:
    """Which sources a node belongs to: the one that it is part of, or those below it."""
    cdef void* root = node_parent(baker.owner)
    cdef void* at = node
    cdef vector[void*] chain        # from the node up to where collecting begins
    cdef vector[Branch] branches
    cdef Source source
    cdef size_t begin = 0, i
    cdef dict known = {}
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
        source.id, source.alone = navpy_gd.object_get_instance_id(chain[begin - 1]), True
        out.push_back(source)
        return 0
    for i in range(begin):
        at = chain[begin - 1 - i]
        if at == node or not (at == root or is_branch(baker, at, known)):
            return visit(baker, at, known, out, &branches, at == root)
    return 0


# ---- what they give ---------------------------------------------------------------------------------------------

cdef Part parse_part(GeometryParser* parser, void* node, bint alone, const GdTransform3D* frame):
    """None where there is nothing."""
    cdef GdTransform3D space
    cdef list geometry = []
    cdef bytes vertices
    cdef Part part
    cdef float low[3]
    cdef float high[3]
    place_of(node, &space)
    if is_flat(&space) or not parse_node(parser, node, alone, geometry):
        return None
    part = Part()
    vertices = geometry[0]
    to_frame(<float*><char*>vertices, len(vertices) // 12, &space, frame, low, high)    # nobody else has seen these bytes
    part.vertices, part.triangles = vertices, geometry[1]
    part.low, part.high = (low[0], low[1], low[2]), (high[0], high[1], high[2])
    part.area = marked_area(node)
    return part


cdef class SourceGeometry:
    """Every known source and what was parsed from it; belongs to a baker."""

    def __cinit__(self):
        self.parts, self.wanted, self.dropped, self.touched = {}, [], [], []

    cdef bint has_notes(self) except -1:
        return bool(self.wanted or self.dropped or self.touched)

    cdef int clear(self) except -1:
        """Nothing is known any more."""
        self.parts = {}
        self.tracked.clear()
        self.index.clear()
        self.branches.clear()
        self.is_complete, self.is_outgrown, self.bounds = False, False, None
        return 0

    cdef list known_parts(self):
        return [part for part in self.parts.values() if part is not None]

    cdef int note(self, uint64_t id, bint alone, Part part) except -1:
        """The source and where it is now are known."""
        cdef Tracked tracked
        cdef void* node = navpy_gd.object_get_instance_from_id(id)
        self.parts[id] = part
        tracked.id, tracked.alone, tracked.has_geometry = id, alone, part is not None
        place_of(node, &tracked.place)
        if self.index.count(id):
            self.tracked[self.index[id]] = tracked
        else:
            self.index[id] = self.tracked.size()
            self.tracked.push_back(tracked)
        return 0

    cdef int parse_again(self, Baker* baker, vector[Source]* sources, list boxes) except -1:
        """Parse these; `boxes` gets (low, high) of what they gave before and give now."""
        cdef GeometryParser parser
        cdef GdTransform3D frame
        cdef void* node
        cdef Part part
        cdef size_t i
        frame_of(baker.owner, &frame)
        open_parser(&parser, baker.parsed_geometry_type, baker.collision_mask)
        try:
            for i in range(sources.size()):
                node = navpy_gd.object_get_instance_from_id(sources[0][i].id)
                part = self.parts.get(sources[0][i].id)
                if part is not None:
                    boxes.append((part.low, part.high))
                part = parse_part(&parser, node, sources[0][i].alone, &frame)
                if part is not None:
                    boxes.append((part.low, part.high))
                    self.is_outgrown = self.is_outgrown or self.is_out(part) and not has_baking_box(baker)
                self.note(sources[0][i].id, sources[0][i].alone, part)
        finally:
            close_parser(&parser)
        return 0

    cdef bint is_out(self, Part part) except -1:
        """Whether it reaches out of the bounds of the bake, by more than numbers do."""
        if self.bounds is None:
            return False
        low, high = self.bounds
        slack = NOISE * (high[0] - low[0])
        return any([part.low[k] < low[k] - slack or part.high[k] > high[k] + slack for k in range(3)])

    cdef int walk(self, Baker* baker, vector[Source]* sources) except -1:
        """All sources as they are now; the branches are those of now from here on."""
        cdef dict known = {}
        cdef size_t i
        for i in range(self.branches.size()):
            known[self.branches[i].id] = True
        self.branches.clear()
        find_sources(baker, known, sources, &self.branches)
        if baker.source_geometry_mode != PARENTS_CHILDREN:
            self.members = group_size(baker.owner, &baker.group)
        return 0

    cdef int collect(self, Baker* baker) except -1:
        """Parse the whole level."""
        cdef vector[Source] sources
        self.clear()
        self.wanted, self.dropped, self.touched = [], [], []
        self.walk(baker, &sources)
        self.parse_again(baker, &sources, [])
        self.is_complete = True
        return 0

    cdef bint compare(self, Baker* baker, bint everything) noexcept nogil:
        """Looks which sources are gone and, of everything, which have moved and whether there are others. True: something is."""
        cdef GdTransform3D place
        cdef void* node
        cdef size_t i
        cdef bint differs = False
        self.gone.clear()
        self.moved.clear()
        for i in range(self.tracked.size()):
            node = navpy_gd.object_get_instance_from_id(self.tracked[i].id)
            if node == NULL or not is_there(node):
                self.gone.push_back(self.tracked[i].id)
            elif everything and self.tracked[i].has_geometry:
                place_of(node, &place)
                if memcmp(&place, &self.tracked[i].place, sizeof(place)) != 0:
                    self.tracked[i].place = place
                    if not baker.has_moved:             # else they have moved with it
                        self.moved.push_back(self.tracked[i].id)
        if everything:
            baker.has_moved = False
            differs = self.has_new(baker)
        return differs or not self.gone.empty() or not self.moved.empty()

    cdef bint has_new(self, Baker* baker) noexcept nogil:
        """Whether nodes have come or gone where sources are looked for."""
        cdef void* node
        cdef size_t i
        for i in range(self.branches.size()):
            node = navpy_gd.object_get_instance_from_id(self.branches[i].id)
            if node == NULL or child_count(node) != self.branches[i].children:
                return True
        return baker.source_geometry_mode != PARENTS_CHILDREN and group_size(baker.owner, &baker.group) != self.members

    cdef int take_differences(self, Baker* baker, list boxes) except -1:
        """Parse what `compare` has found to be moved, and forget what is gone."""
        cdef vector[Source] changed
        cdef Source source
        cdef size_t i
        self.take_gone(boxes)
        for i in range(self.moved.size()):
            source.id, source.alone = self.moved[i], self.tracked[self.index[self.moved[i]]].alone
            changed.push_back(source)
        self.moved.clear()
        self.parse_again(baker, &changed, boxes)
        if self.has_new(baker):
            self.find_new(baker, boxes)
        return 0

    cdef int find_new(self, Baker* baker, list boxes) except -1:
        """Parse the sources that have come, and forget those that are none any more."""
        cdef vector[Source] sources, changed
        cdef set seen = set()
        cdef size_t i
        self.walk(baker, &sources)
        for i in range(sources.size()):
            seen.add(sources[i].id)
            if sources[i].id not in self.parts:
                changed.push_back(sources[i])
        for id in [id for id in self.parts if id not in seen]:
            self.forget(id, True, boxes)
        self.parse_again(baker, &changed, boxes)
        return 0

    cdef int take_gone(self, list boxes) except -1:
        cdef size_t i
        for i in range(self.gone.size()):
            self.forget(self.gone[i], True, boxes)
        self.gone.clear()
        return 0

    cdef list take_notes(self, Baker* baker):
        """Parse anew what was noted, and return the boxes (low, high) in which the level is another than before."""
        cdef vector[Source] sources
        cdef void* node
        cdef size_t i
        boxes, wanted, dropped = self.touched, dict.fromkeys(self.wanted), self.dropped
        self.touched, self.wanted, self.dropped = [], [], []
        for id in wanted:
            node = navpy_gd.object_get_instance_from_id(id)
            if node != NULL and is_there(node):
                sources_of(baker, node, &sources)
        self.parse_again(baker, &sources, boxes)
        sources.clear()
        for id in dropped:
            node = navpy_gd.object_get_instance_from_id(id)
            if node != NULL and is_there(node):
                sources_of(baker, node, &sources)
        for i in range(sources.size()):
            self.forget(sources[i].id, False, boxes)
        self.compare(baker, False)
        self.take_gone(boxes)
        return boxes

    cdef int forget(self, uint64_t id, bint for_good, list boxes) except -1:
        """A source gives nothing from here on. Not for good: it is still known, so that it isn't taken for a new one."""
        cdef Part part
        cdef size_t place
        if id not in self.parts:
            return 0
        part = self.parts[id]
        if part is not None:
            boxes.append((part.low, part.high))
        place = self.index[id]
        if not for_good:
            self.parts[id] = None
            self.tracked[place].has_geometry = False
            return 0
        del self.parts[id]
        self.index.erase(id)
        if place + 1 < self.tracked.size():
            self.tracked[place] = self.tracked.back()
            self.index[self.tracked[place].id] = place
        self.tracked.pop_back()
        return 0


# ---- bounds -----------------------------------------------------------------------------------------------------

cdef tuple level_bounds(Baker* baker, list parts):
    """The box to bake, in the baker's space: what filter_baking_aabb says, or None for the geometry's own. With tiles it begins
    and ends with a tile of the grid that passes through the baker, and its height does not depend on the geometry while that is
    near: so a change within it leaves the grid as it is."""
    cdef Part part
    cdef int k
    low, high = [INFINITY] * 3, [-INFINITY] * 3
    for part in parts:
        low, high = list(map(min, low, part.low)), list(map(max, high, part.high))
    if has_baking_box(baker):
        offset = (baker.baking_aabb_offset.x, baker.baking_aabb_offset.y, baker.baking_aabb_offset.z)
        low = [<double>baker.baking_aabb.position[k] + offset[k] for k in range(3)]
        high = [low[k] + <double>baker.baking_aabb.size[k] for k in range(3)]
        return tuple(low), tuple(high)
    if baker.tile_size == 0:
        return None
    size, reach = baker.tile_size * baker.cell_size, HEIGHT_RANGE * baker.cell_height
    for k in (0, 2):
        low[k], high[k] = floor(low[k] / size + NOISE) * size, ceil(high[k] / size - NOISE) * size
        if low[k] == high[k]:
            high[k] += size
    if -0.5 * reach < low[1] and high[1] < 0.5 * reach:
        low[1], high[1] = -reach, reach
    return tuple(low), tuple(high)


cdef inline bint has_baking_box(Baker* baker) noexcept nogil:
    return baker.baking_aabb.size[0] > 0 and baker.baking_aabb.size[1] > 0 and baker.baking_aabb.size[2] > 0
