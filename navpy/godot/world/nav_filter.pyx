"""NavFilter: rules of searches, as a resource shared by agents, crowds and queries. Its rules name polygons by places in world space,
so it holds on every map and after every bake."""
from libc.math cimport INFINITY, NAN, floor, isfinite, isnan
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy
from libcpp.algorithm cimport nth_element, sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector
from navpy.base.area cimport AREA_COUNT
from navpy.base.geom cimport distance3, is_point
from navpy.godot.binding.binding cimport instance_of, register_class
from navpy.godot.binding.class_spec cimport HINT_LAYERS_3D_NAVIGATION, ClassData, ClassSpec, GdDictionary, GdPackedInt32Array
from navpy.godot.binding.engine cimport dictionary_put, game_frame, physics_ticks, variant_from_float, variant_from_int
from navpy.godot.binding.gd cimport ARRAY, FLOAT, GdString, GdStringName, GdVariant, GdVector3, INT, STRING, STRING_NAME, navpy_gd
from navpy.godot.binding.log cimport node_error, quoted
from navpy.godot.binding.packed cimport (
    array_element, dictionary_keys, dictionary_values, fill_ints, ints_of, size_of, text_of, text_of_name, text_of_variant)
from navpy.godot.binding.plane cimport meter_of, place_text
from navpy.godot.binding.vector cimport put_place
from navpy.godot.world.area_names cimport area_of
from navpy.godot.world.nav_filter_data cimport NO_END, BlockedPlace, KnownPlace, NavFilter
from navpy.godot.world.world cimport world_drop_filter

cdef enum:
    LEAST_COMPACTED = 1024              # places of a filter at which places within later places are removed first
    LEAF_PLACES = 8                     # of a k-d tree: few enough to be compared one by one

cdef double KNOWN_CELLS = 8.0           # places with centers in the same cell of this fraction of their radius are one place

cdef struct KdNode:                 # of a k-d tree over places (Bentley 1975)
    double low[3]                   # meters, the box around their centers
    double high[3]
    double radius                   # meters, the greatest
    size_t latest                   # index of the latest

cdef cppclass PlaceTree:
    const KnownPlace* places
    vector[pair[double, size_t]] order      # index of each place, with its coordinate along the axis that it was sorted by last
    vector[KdNode] branches         # the root is 1, and of branch b the children are 2 b and 2 b + 1

cdef const ClassData* cls = NULL


cdef NavFilter* nav_filter_of(void* resource) noexcept nogil:
    return <NavFilter*>instance_of(resource, cls)


cdef void on_made(NavFilter* filter) noexcept nogil:
    cdef int area
    filter.navigation_layers = 0xffffffff
    filter.use_links = filter.knows_all = True
    filter.unknown_cost = INFINITY
    filter.next_end = NO_END
    filter.version, filter.most_known = 1, LEAST_COMPACTED
    for area in range(AREA_COUNT):
        filter.area_costs[area] = NAN


cdef void on_freed(NavFilter* filter) noexcept nogil:
    world_drop_filter(filter)


cdef void on_changed(NavFilter* filter, const char* property) noexcept nogil:
    filter.version += 1


cdef bint check_place(NavFilter* filter, const char* method, const GdVector3* point, double radius) noexcept nogil:
    """False, after saying so: the ball is none."""
    cdef double center[3]
    put_place(point, center)
    if is_point(center) and isfinite(radius) and radius >= 0.0:
        return True
    with gil:
        plane = filter.cls.is_plane
        node_error(filter.owner, f"{method.decode()}: the point must be finite, and the radius finite and at least 0, not "
                                 f"{place_text(point, plane)} and {radius * meter_of(plane):g}; nothing has changed")
    return False


# ---- areas ----

cdef double get_area_cost(NavFilter* filter, int64_t area) noexcept nogil:
    cdef double cost = filter.area_costs[area] if 0 <= area < AREA_COUNT else NAN
    return INFINITY if cost < 0.0 else cost


cdef void put_area_cost(NavFilter* filter, int64_t area, double cost) noexcept nogil:
    filter.area_costs[area] = -1.0 if cost == INFINITY else cost


cdef void set_area_cost(NavFilter* filter, int64_t area, double cost) noexcept nogil:
    if not 0 <= area < AREA_COUNT:
        with gil:
            node_error(filter.owner, f"there is no area {area}, areas are 0 to {AREA_COUNT - 1}; its cost is ignored")
    elif cost < 0.0:
        with gil:
            node_error(filter.owner, f"the cost of area {area} must be at least 0, or INF to exclude it, not {cost:g}; it is ignored")
    else:
        put_area_cost(filter, area, cost)
        filter.version += 1


cdef void get_area_costs(NavFilter* filter, GdDictionary* out) noexcept nogil:
    cdef GdVariant key
    cdef GdVariant value
    cdef int area
    for area in range(AREA_COUNT):
        if not isnan(filter.area_costs[area]):
            variant_from_int(&key, area)
            variant_from_float(&value, get_area_cost(filter, area))
            dictionary_put(out, &key, &value)


cdef bint read_area(const GdVariant* variant, int64_t* out) noexcept:
    """The id of an area, by its id or its name. False: it is neither."""
    cdef int type = navpy_gd.variant_get_type(variant)
    cdef const void* inside = navpy_gd.var_ptr[type](<void*>variant) if type == STRING or type == STRING_NAME else NULL
    cdef double number
    if inside == NULL:
        if not read_number(variant, &number) or floor(number) != number or not 0 <= number < AREA_COUNT:
            return False
        out[0] = <int64_t>number
        return True
    out[0] = area_of(text_of(<const GdString*>inside) if type == STRING else text_of_name(<const GdStringName*>inside))
    return out[0] >= 0


cdef int64_t get_area_id(NavFilter* none, const GdString* name) noexcept with gil:
    """A static method, without an instance."""
    return area_of(text_of(name))


cdef bint read_number(const GdVariant* variant, double* out) noexcept nogil:
    cdef int type = navpy_gd.variant_get_type(variant)
    if type == FLOAT:
        out[0] = (<double*>navpy_gd.var_ptr[<int>FLOAT](<void*>variant))[0]
    elif type == INT:
        out[0] = <double>(<int64_t*>navpy_gd.var_ptr[<int>INT](<void*>variant))[0]
    else:
        return False
    return True


cdef void refuse_cost(NavFilter* filter, const GdVariant* key, const GdVariant* value, str why) noexcept:
    node_error(filter.owner, f"area_costs: the entry {quoted(text_of_variant(key))}: {quoted(text_of_variant(value))} is ignored, as "
                             f"{why}")


cdef void set_area_costs(NavFilter* filter, const GdDictionary* costs) noexcept with gil:
    cdef void* keys = NULL
    cdef void* values = NULL
    cdef GdVariant key
    cdef GdVariant value
    cdef double cost
    cdef int64_t i, area
    navpy_gd.ctor0[<int>ARRAY](&keys, NULL)
    navpy_gd.ctor0[<int>ARRAY](&values, NULL)
    dictionary_keys(costs, &keys)
    dictionary_values(costs, &values)
    for i in range(AREA_COUNT):
        filter.area_costs[i] = NAN
    for i in range(size_of(ARRAY, &keys)):
        array_element(&keys, i, &key)
        array_element(&values, i, &value)
        if not read_area(&key, &area):
            refuse_cost(filter, &key, &value, f"the key is neither an area id, 0 to {AREA_COUNT - 1}, nor a name in the project "
                                              f"setting "
                                              "navpy/areas/names")
        elif not read_number(&value, &cost) or not cost >= 0.0:
            refuse_cost(filter, &key, &value, "a cost is a number of at least 0, or INF to exclude the area")
        else:
            put_area_cost(filter, area, cost)
        navpy_gd.variant_destroy(&key)
        navpy_gd.variant_destroy(&value)
    navpy_gd.dtor[<int>ARRAY](&values)
    navpy_gd.dtor[<int>ARRAY](&keys)
    filter.version += 1


cdef void get_exit_only_areas(NavFilter* filter, GdPackedInt32Array* out) noexcept nogil:
    cdef vector[int32_t] areas
    cdef int area
    for area in range(AREA_COUNT):
        if filter.exit_only_areas >> area & 1:
            areas.push_back(area)
    fill_ints(out, areas.data(), areas.size())


cdef void set_exit_only_areas(NavFilter* filter, const GdPackedInt32Array* areas) noexcept nogil:
    cdef int64_t i, count = 0
    cdef const int32_t* given = ints_of(areas, &count)
    filter.exit_only_areas = 0
    for i in range(count):
        if 0 <= given[i] < AREA_COUNT:
            filter.exit_only_areas |= <uint64_t>1 << given[i]
        else:
            with gil:
                node_error(filter.owner, f"exit_only_areas: there is no area {given[i]}, areas are 0 to {AREA_COUNT - 1}; it is "
                                         f"ignored")
    filter.version += 1


cdef void get_link_kinds(NavFilter* filter, GdPackedInt32Array* out) noexcept nogil:
    fill_ints(out, filter.link_kinds.data(), filter.link_kinds.size())


cdef void set_link_kinds(NavFilter* filter, const GdPackedInt32Array* kinds) noexcept nogil:
    cdef int64_t count = 0
    cdef const int32_t* given = ints_of(kinds, &count)
    filter.link_kinds.assign(&given[0], &given[count])
    sort(filter.link_kinds.begin(), filter.link_kinds.end())
    filter.version += 1


# ---- what is known ----

cdef uint64_t cell_of(const KnownPlace* place) noexcept nogil:
    """Hash of the cell of the place's center, and of its radius."""
    cdef uint64_t hash_ = 0, part
    cdef double value
    cdef int k
    for k in range(4):
        value = place.radius if k == 3 else floor(place.center[k] * KNOWN_CELLS / max(place.radius, 1e-3))
        memcpy(&part, &value, sizeof(part))
        hash_ = (hash_ ^ part) * <uint64_t>0x9E3779B97F4A7C15U
        hash_ ^= hash_ >> 32
    return hash_


cdef bint is_same_cell(const KnownPlace* a, const KnownPlace* b) noexcept nogil:
    cdef double scale = KNOWN_CELLS / max(a.radius, 1e-3)
    cdef int k
    for k in range(3):
        if floor(a.center[k] * scale) != floor(b.center[k] * scale):
            return False
    return a.radius == b.radius


cdef bint contains(const KnownPlace* outer, const KnownPlace* inner) noexcept nogil:
    return distance3(outer.center, inner.center) + inner.radius <= outer.radius


cdef void measure_branch(const PlaceTree* tree, size_t begin, size_t end, KdNode* out) noexcept nogil:
    cdef const KnownPlace* place
    cdef size_t i
    cdef int k
    out.radius, out.latest = 0.0, 0
    for k in range(3):
        out.low[k], out.high[k] = INFINITY, -INFINITY
    for i in range(begin, end):
        place = tree.places + tree.order[i].second
        for k in range(3):
            out.low[k], out.high[k] = min(out.low[k], place.center[k]), max(out.high[k], place.center[k])
        out.radius, out.latest = max(out.radius, place.radius), max(out.latest, tree.order[i].second)


cdef void grow(PlaceTree* tree, size_t begin, size_t end, size_t branch) noexcept nogil:
    """Makes a branch of the places begin … end−1 of the order, halved along its longest axis."""
    cdef KdNode* own
    cdef size_t i, middle = (begin + end) // 2
    cdef int k, axis = 0
    if tree.branches.size() <= branch:
        tree.branches.resize(branch + 1)
    own = &tree.branches[branch]
    measure_branch(tree, begin, end, own)
    if end - begin <= LEAF_PLACES:
        return
    for k in range(1, 3):
        if own.high[k] - own.low[k] > own.high[axis] - own.low[axis]:
            axis = k
    for i in range(begin, end):
        tree.order[i].first = tree.places[tree.order[i].second].center[axis]
    nth_element(tree.order.begin() + begin, tree.order.begin() + middle, tree.order.begin() + end)
    grow(tree, begin, middle, 2 * branch)
    grow(tree, middle, end, 2 * branch + 1)


cdef bint is_covered(const PlaceTree* tree, size_t index, size_t begin, size_t end, size_t branch) noexcept nogil:
    """True if a place lies within a later place of the branch."""
    cdef const KdNode* own = &tree.branches[branch]
    cdef const KnownPlace* place = tree.places + index
    cdef double nearest[3]
    cdef size_t i, middle = (begin + end) // 2
    cdef int k
    for k in range(3):
        nearest[k] = min(max(place.center[k], own.low[k]), own.high[k])
    if own.latest <= index or distance3(nearest, place.center) + place.radius > own.radius:
        return False
    if end - begin > LEAF_PLACES:
        return is_covered(tree, index, begin, middle, 2 * branch) or is_covered(tree, index, middle, end, 2 * branch + 1)
    for i in range(begin, end):
        if tree.order[i].second > index and contains(tree.places + tree.order[i].second, place):
            return True
    return False


cdef void compact_known(NavFilter* filter) noexcept nogil:
    """Removes the places within a later place: its polygons include theirs. The next time is at twice the length."""
    cdef PlaceTree tree
    cdef vector[KnownPlace] kept
    cdef size_t i, count = filter.known.size()
    tree.places = filter.known.data()
    tree.order.resize(count)
    for i in range(count):
        tree.order[i].second = i
    grow(&tree, 0, count, 1)
    for i in range(count):
        if not is_covered(&tree, i, 0, count, 1):
            kept.push_back(filter.known[i])
    filter.known.swap(kept)
    filter.known_cells.clear()
    filter.known_version += 1
    filter.most_known = max(2 * filter.known.size(), <size_t>LEAST_COMPACTED)


cdef void note_known(NavFilter* filter, const GdVector3* point, double radius, bint known) noexcept nogil:
    cdef KnownPlace place
    cdef uint64_t cell
    put_place(point, place.center)
    place.radius, place.known = radius, known
    cell = cell_of(&place)
    if known:
        if filter.known_cells.count(cell) and is_same_cell(&place, &filter.known[filter.known_cells[cell]]):
            return
        filter.known_cells[cell] = filter.known.size()
    else:
        filter.known_cells.clear()          # places seen from now on come after this
    filter.known.push_back(place)
    if filter.known.size() >= filter.most_known:
        compact_known(filter)
    filter.version += 1


cdef void reveal(NavFilter* filter, const GdVector3* point, double radius) noexcept nogil:
    if check_place(filter, b"reveal", point, radius):
        note_known(filter, point, radius, True)


cdef void forget(NavFilter* filter, const GdVector3* point, double radius) noexcept nogil:
    if check_place(filter, b"forget", point, radius):
        note_known(filter, point, radius, False)


cdef void forget_all(NavFilter* filter) noexcept nogil:
    filter.known.clear()
    filter.known_cells.clear()
    filter.known_version += 1
    filter.version += 1


cdef void set_only_known(NavFilter* filter, uint8_t value) noexcept nogil:
    filter.knows_all = not value
    filter.version += 1


cdef uint8_t get_only_known(NavFilter* filter) noexcept nogil:
    return not filter.knows_all


cdef void set_unknown_cost(NavFilter* filter, double value) noexcept nogil:
    if value == 0.0:
        filter.unknown_cost = INFINITY
    elif value >= 1.0 and isfinite(value):
        filter.unknown_cost = value
    else:
        with gil:
            node_error(filter.owner, f"unknown_cost must be 0, or finite and at least 1, not {value:g}; it stays as it was")
        return
    filter.version += 1


cdef double get_unknown_cost(NavFilter* filter) noexcept nogil:
    return filter.unknown_cost if isfinite(filter.unknown_cost) else 0.0


# ---- blocks ----

cdef void add_block(NavFilter* filter, const GdVector3* point, double radius, double penalty, double seconds) noexcept nogil:
    cdef BlockedPlace place
    cdef double frames = seconds * physics_ticks()
    if not check_place(filter, b"add_block", point, radius):
        return
    if not (penalty > 0.0 and seconds > 0.0):
        with gil:
            node_error(filter.owner, f"add_block: the penalty and the seconds must be above 0, INF perhaps, not "
                                     f"{penalty * meter_of(filter.cls.is_plane):g} and {seconds:g}; nothing is blocked")
        return
    put_place(point, place.center)
    place.radius, place.penalty = radius, penalty
    place.end = game_frame() + <int64_t>frames if frames < 1e15 else NO_END
    filter.blocks.push_back(place)
    filter.next_end = min(filter.next_end, place.end)
    filter.version += 1


cdef void clear_blocks(NavFilter* filter) noexcept nogil:
    filter.blocks.clear()
    filter.next_end = NO_END
    filter.version += 1


# ---- the class's declaration ----

def register():
    global cls
    cdef ClassSpec[NavFilter] c
    cdef NavFilter* f = NULL
    c.declare(b"NavFilter", b"Resource", b"Who may go where, and at what cost.",
              b"Rules of a kind of agent: which ground and links it may use, what a meter there costs it, and what it knows of the "
              b"level. [member NavAgent.filter], [member Crowd.agent_filter] and the queries of [NavMap] take one. Edit it in the "
              b"inspector and save it, or change it at run time: whoever has it follows at once. An agent searches its path anew "
              b"where a way may have become dearer, cheaper or closed. Agents that share a filter share its cost, one packed graph "
              b"for each map.\nPlaces that were revealed, forgotten or blocked are {balls|circles} in world space. They hold on every "
              b"map, also after a bake, and are not saved with the resource. Duplicate the resource for an agent with a knowledge of "
              b"its own.")
    c.on_made(on_made)
    c.on_freed(on_freed)
    c.on_changed(on_changed)
    c.in_plane_too()
    c.layers(b"navigation_layers", &f.navigation_layers, HINT_LAYERS_3D_NAVIGATION,
             b"Layers that paths may lead over, beside those of an agent: ground must have one of both.")
    c.layers(b"excluded_layers", &f.excluded_layers, HINT_LAYERS_3D_NAVIGATION,
             b"Layers that paths may not lead over: ground that has one of them is excluded.")
    c.property(b"area_costs", get_area_costs, set_area_costs,
               b"By area id or name (0 to 63, as [member NavModifierVolume.area] sets them; ordinary ground is 63) the cost of a "
               b"meter, in place of the map's. [constant @GDScript.INF] excludes the area.")
    c.property(b"exit_only_areas", get_exit_only_areas, set_exit_only_areas,
               b"Ids of areas that may be left but not entered: one who stands there, or was pushed there, gets out.")
    c.flag(b"use_links", &f.use_links, b"Paths may take links: [NavLink]{, [NavigationLink3D] and those of a bake| and "
           b"[NavigationLink3D]}.")
    c.property(b"link_kinds", get_link_kinds, set_link_kinds,
               b"Kinds of links that paths may take, as [member NavLink.kind] has them. Empty: all.")
    c.number(b"path_radius", &f.path_radius,
             b"Queries by this filter keep paths this far from walls, where it is above the bake's agent_radius. Agents have one of "
             b"their own, [member NavAgent.path_radius].").range(b"0,10,0.01,or_greater,suffix:m").at_least(0)
    c.group(b"Knowledge")
    c.property(b"only_known", get_only_known, set_only_known,
               b"Paths lead over ground that was revealed only, or over unknown ground at [member unknown_cost].")
    c.property(b"unknown_cost", get_unknown_cost, set_unknown_cost,
               b"Factor on the cost of a meter over ground that is not known, at least 1, where [member only_known] is on. 0: no path "
               b"leads over it.").range(b"0,10,0.1,or_greater")
    c.method(b"set_area_cost", set_area_cost, b"Sets the cost of a meter through an area; [constant @GDScript.INF] excludes it, NAN "
                                              b"gives it the "
             b"map's cost back.", b"area", b"cost")
    c.method(b"get_area_cost", get_area_cost, b"The cost of a meter through an area, NAN where the map's counts.", b"area").constant()
    c.method(b"get_area_id", get_area_id, b"The id of an area by its name in the project setting [code]navpy/areas/names[/code], "
                                          b"\xe2\x88\x921 for "
             b"none.", b"name").without_instance()
    c.method(b"reveal", reveal, b"Makes the ground known that comes within [param radius] meters of a point in world space. It may "
                                b"be called in "
             b"each frame: places that are close together count as one.", b"point", b"radius").length_argument(1)
    c.method(b"forget", forget, b"Makes the ground unknown again that comes within [param radius] meters of a point.", b"point",
             b"radius").length_argument(1)
    c.method(b"forget_all", forget_all, b"Makes all ground unknown again.")
    c.method(b"add_block", add_block,
             b"Blocks the ground that comes within [param radius] meters of a point, whole polygons of the navmesh: entering them "
             b"costs "
             b"[param penalty] meters of walking more, or is impossible where it is [constant @GDScript.INF]. The block ends after "
             b"[param seconds] "
             b"of physics frames.", b"point", b"radius", b"penalty", b"seconds").optional(INFINITY).optional(INFINITY) \
        .length_argument(1).length_argument(2)
    c.method(b"clear_blocks", clear_blocks, b"Removes all blocks.")
    cls = register_class(&c)
