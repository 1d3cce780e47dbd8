"""The choices that are kept of each way inside a tile whose ground is of several classes.

What a way costs is a sum over classes: its meters on them, times prices that are known only to who asks. The cheapest way for given
prices is one of a few. They are found by searches at prices that tell them apart:

1. The shortest way, all prices 1. Then each class that it uses is closed, then each that the way found then uses, and so on: whatever
classes a
   filter closes, a way that is left is among those found.
2. Between a way that uses a class and one that was found with this class closed lie ways that use it less. The two cost the same at
one price of the class. If
   the cheapest way at that price costs less than both, it is kept, and lies between them in turn (Eisner & Severance 1976, for all
   breakpoints of a parametric minimum). Where no way is left without the class, its place is taken by the way that uses least of it.
3. Likewise of a class that the shortest way makes little use of, a road: at a price of almost 0 most of it is used.

Prices of several classes that are neither 1 nor closed have no searches of their own: of the choices the best one is taken."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint64_t
from libcpp.memory cimport make_shared, shared_ptr
from libcpp.vector cimport vector

from navpy.base.area cimport AREA_COUNT
from navpy.base.core cimport NO_POLY
from navpy.mesh.half_edges cimport FilterRules, PortalGraph
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.portal_graph cimport start_rules, update_portal_graph
from navpy.query.corridor.refinement cimport walk_path
from navpy.query.dijkstra cimport length_to
from navpy.streaming.lone_tile cimport place_gate
from navpy.streaming.world_index cimport Share, class_of, gate_count, leads_in, leads_out

cdef enum:
    MOST_WAYS = 64                  # kept of one way: a limit for tiles of many classes that lie in stripes

cdef double CLOSED = -1.0           # price
cdef double DEAR = 1e3              # price at which as little of a class is used as there may be
cdef double SAVING = 0.01           # of the cost: a way that saves less where it saves most is not kept

cdef cppclass Priced:               # the tile's graph at some prices
    vector[double] prices           # by class of the tile
    PortalGraph graph

cdef cppclass Way:                  # one that was found
    vector[double] meters           # by class of the tile
    uint64_t uses                   # bits of the classes of its polygons and links, be it in a single point
    uint64_t closed                 # bits of the classes that were closed

cdef cppclass Finding:
    LoneTile* lone                  # areas of its polygons and links are indices in classes
    const vector[int32_t]* classes
    vector[shared_ptr[Priced]] graphs       # of prices that are 1 or closed
    vector[double] on_polys, on_links       # of walk_path
    vector[Way] ways                # of the present pair of gates
    NearestPoly start, goal


# ---- the tile ----

cdef int list_tile_classes(const WorldIndex* world, const LoneTile* lone, vector[int32_t]* out) except -1 nogil:
    cdef vector[int32_t] found
    cdef size_t i
    found.resize(world.classes.size(), 0)
    for i in range(lone.mesh.polys.size()):
        if lone.mesh.polys[i].count > 0 and lone.mesh.polys[i].flags != 0:
            found[class_of(world, lone.mesh.polys[i].area, lone.mesh.polys[i].flags, 0, False)] = 1
    for i in range(lone.mesh.links.size()):
        if lone.mesh.links[i].start_poly != NO_POLY and lone.mesh.links[i].end_poly != NO_POLY:
            found[class_of(world, lone.mesh.links[i].area, lone.mesh.links[i].flags, lone.mesh.links[i].kind, True)] = 1
    out.clear()
    for i in range(found.size()):
        if found[i]:
            out.push_back(<int32_t>i)
    return 0


cdef int32_t local_class(const vector[int32_t]* classes, int32_t ground) noexcept nogil:
    cdef int32_t i = 0
    while classes.at(i) != ground:
        i += 1
    return i


cdef int rename_areas(const WorldIndex* world, Finding* finding) except -1 nogil:
    """To the tile's classes, so that rules price them by areas."""
    cdef LoneTile* lone = finding.lone
    cdef size_t i
    for i in range(lone.mesh.polys.size()):
        if lone.mesh.polys[i].count > 0 and lone.mesh.polys[i].flags != 0:
            lone.mesh.polys[i].area = local_class(finding.classes,
                                                  class_of(world, lone.mesh.polys[i].area, lone.mesh.polys[i].flags, 0, False))
    for i in range(lone.mesh.links.size()):
        if lone.mesh.links[i].start_poly != NO_POLY and lone.mesh.links[i].end_poly != NO_POLY:
            lone.mesh.links[i].area = local_class(finding.classes, class_of(world, lone.mesh.links[i].area, lone.mesh.links[i].flags,
                                                                            lone.mesh.links[i].kind, True))
    return 0


cdef int make_priced(const LoneTile* lone, const vector[double]* prices, Priced* out) except -1 nogil:
    cdef FilterRules rules
    start_rules(&rules)
    rules.area_costs.resize(AREA_COUNT, 1.0)
    for i in range(<Py_ssize_t>prices.size()):
        rules.area_costs[i] = prices.at(i)
    out.prices = prices[0]
    return update_portal_graph(&lone.mesh.view, &rules, &out.graph)


# ---- one search ----

cdef bint search_on(Finding* finding, const PortalGraph* graph, uint64_t closed, Way* out) except -1 nogil:
    """The cheapest way on a graph; false: there is none."""
    cdef NavView nav = view_of(&finding.lone.mesh.view, graph)
    cdef const vector[int32_t]* entries = &finding.lone.search.path.entries
    cdef int32_t ground
    cdef size_t i
    if not length_to(nav, &finding.lone.search, &finding.start, &finding.goal) < INFINITY:
        return False
    finding.on_polys.clear()
    finding.on_polys.resize(entries.size(), 0.0)
    finding.on_links.clear()
    finding.on_links.resize(entries.size(), 0.0)
    walk_path(nav, &finding.lone.search.path, finding.on_polys.data(), finding.on_links.data())
    out.closed, out.uses = closed, 0
    out.meters.clear()
    out.meters.resize(finding.classes.size(), 0.0)
    for i in range(entries.size()):
        ground = finding.lone.mesh.polys[finding.lone.search.path.corridor[i]].area
        out.meters[ground] += finding.on_polys[i]
        out.uses |= <uint64_t>1 << ground
        if entries.at(i) >= 0:
            ground = finding.lone.mesh.links[entries.at(i)].area
            out.meters[ground] += finding.on_links[i]
            out.uses |= <uint64_t>1 << ground
    return True


cdef bint search_closed(Finding* finding, uint64_t closed, Way* out) except -1 nogil:
    """The shortest way that uses no closed class. Its graph is kept for the ways between other gates."""
    cdef vector[double] prices
    cdef size_t i, k
    for i in range(finding.classes.size()):
        prices.push_back(CLOSED if closed >> i & 1 else 1.0)
    k = 0
    while k < finding.graphs.size() and finding.graphs[k].get().prices != prices:
        k += 1
    if k == finding.graphs.size():
        finding.graphs.push_back(make_shared[Priced]())
        make_priced(finding.lone, &prices, finding.graphs[k].get())
    return search_on(finding, &finding.graphs[k].get().graph, closed, out)


cdef bint search_at(Finding* finding, uint64_t closed, size_t ground, double price, Way* out) except -1 nogil:
    """The cheapest way where one class has a price and others are closed."""
    cdef vector[double] prices
    cdef Priced priced
    cdef size_t i
    for i in range(finding.classes.size()):
        prices.push_back(CLOSED if closed >> i & 1 else price if i == ground else 1.0)
    make_priced(finding.lone, &prices, &priced)
    return search_on(finding, &priced.graph, closed, out)


# ---- the choices of one way ----

cdef double total(const Way* way) noexcept nogil:
    cdef double meters = 0.0
    for i in range(<Py_ssize_t>way.meters.size()):
        meters += way.meters[i]
    return meters


cdef int find_between(Finding* finding, const Way* more, const Way* less, uint64_t closed, size_t ground) except -1 nogil:
    """The ways between one that uses more of a class and one that uses less of it."""
    cdef double use = more.meters[ground] - less.meters[ground]
    cdef double gain = (total(less) - less.meters[ground]) - (total(more) - more.meters[ground]), price, at_both
    cdef Way middle
    if not (use > 0.0 and gain > 0.0) or finding.ways.size() >= MOST_WAYS:
        return 0
    price = gain / use
    at_both = total(less) + (price - 1.0) * less.meters[ground]
    if not search_at(finding, closed, ground, price, &middle) \
            or total(&middle) + (price - 1.0) * middle.meters[ground] >= (1.0 - SAVING) * at_both:
        return 0
    finding.ways.push_back(middle)
    find_between(finding, more, &middle, closed, ground)
    return find_between(finding, &middle, less, closed, ground)


cdef int close_classes(Finding* finding, Way way, vector[uint64_t]* tried) except -1 nogil:
    """A way's classes, one after the other, and those of the ways that are found then."""
    cdef uint64_t closed
    cdef Way other
    cdef size_t i, k
    cdef bint found
    for i in range(way.meters.size()):
        closed = way.closed | <uint64_t>1 << i
        if not way.uses >> i & 1 or finding.ways.size() >= MOST_WAYS:
            continue
        k = 0
        while k < tried.size() and tried.at(k) != closed:
            k += 1
        if k < tried.size():
            continue
        tried.push_back(closed)
        found = search_closed(finding, closed, &other)
        if found:
            finding.ways.push_back(other)
            close_classes(finding, other, tried)
        elif not search_at(finding, way.closed, i, DEAR, &other):
            continue
        else:
            finding.ways.push_back(other)
        find_between(finding, &way, &other, way.closed, i)
    return 0


cdef bint is_no_worse(const Way* a, const Way* b) noexcept nogil:
    """Whatever the prices?"""
    if a.uses & ~b.uses:
        return False
    for i in range(<Py_ssize_t>a.meters.size()):
        if <float>a.meters[i] > <float>b.meters[i]:
            return False
    return True


cdef int keep_ways(Finding* finding, WayChoices* out) except -1 nogil:
    """Those that are the cheapest at some prices."""
    cdef Share share
    cdef size_t i, k
    cdef bint is_needed
    for i in range(finding.ways.size()):
        is_needed = True
        for k in range(finding.ways.size()):
            if k != i and is_no_worse(&finding.ways[k], &finding.ways[i]) \
                    and (k < i or not is_no_worse(&finding.ways[i], &finding.ways[k])):
                is_needed = False
        if not is_needed:
            continue
        for k in range(finding.classes.size()):
            share.ground, share.meters = finding.classes.at(k), <float>finding.ways[i].meters[k]
            if finding.ways[i].uses >> k & 1:
                out.shares.push_back(share)
        out.first_share.push_back(<int32_t>out.shares.size())
    return 0


cdef int find_way_choices(Finding* finding) except -1 nogil:
    """Of the way from finding.start to finding.goal."""
    cdef vector[uint64_t] tried
    cdef Way shortest, most
    cdef size_t i
    finding.ways.clear()
    if not search_closed(finding, 0, &shortest):
        return 0
    finding.ways.push_back(shortest)
    close_classes(finding, shortest, &tried)
    for i in range(finding.classes.size()):
        if finding.classes.size() > 2 and shortest.meters[i] < total(&shortest) and search_at(finding, 0, i, 1.0 / DEAR, &most) \
                and most.meters[i] > shortest.meters[i]:
            finding.ways.push_back(most)
            find_between(finding, &most, &shortest, 0, i)
    return 0


# ---- all of them ----

cdef int find_choices(const WorldIndex* world, LoneTile* lone, int32_t tile, const vector[int32_t]* classes,
                      WayChoices* out) except -1 nogil:
    cdef Finding finding
    cdef int32_t count = gate_count(world, tile), i, k, from_, to
    finding.lone, finding.classes = lone, classes
    rename_areas(world, &finding)
    if out.first_choice.empty():
        start_choices(out)
    for i in range(count):
        for k in range(count):
            from_, to = world.tile_gates[world.first_gate[tile] + i], world.tile_gates[world.first_gate[tile] + k]
            if i != k and world.costs[world.first_cost[tile] + count * i + k] < INFINITY and leads_in(&world.gates[from_], tile) \
                    and leads_out(&world.gates[to], tile) and place_gate(world, lone, tile, from_, &finding.start) \
                    and place_gate(world, lone, tile, to, &finding.goal):
                find_way_choices(&finding)
                keep_ways(&finding, out)
            out.first_choice.push_back(<int32_t>out.first_share.size() - 1)
    return 0


cdef int start_choices(WayChoices* out) except -1 nogil:
    out.first_choice.clear()
    out.first_choice.push_back(0)
    out.first_share.clear()
    out.first_share.push_back(0)
    out.shares.clear()
    return 0


cdef int append_choices(const WayChoices* more, WayChoices* out) except -1 nogil:
    cdef int32_t choices = <int32_t>out.first_share.size() - 1, shares = <int32_t>out.shares.size()
    cdef size_t i
    for i in range(1, more.first_choice.size()):
        out.first_choice.push_back(choices + more.first_choice[i])
    for i in range(1, more.first_share.size()):
        out.first_share.push_back(shares + more.first_share[i])
    out.shares.insert(out.shares.end(), more.shares.begin(), more.shares.end())
    return 0
