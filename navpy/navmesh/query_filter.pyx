"""QueryFilter: rules of a search, which parts of a mesh it may use and at what cost, and the packed graph that follows from them."""
from cython.operator cimport dereference
from libc.math cimport INFINITY, isfinite
from libc.stdint cimport int32_t, uint16_t, uint64_t
from libcpp.algorithm cimport lower_bound
from libcpp.memory cimport make_shared, shared_ptr
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_finite, read_length, read_limit, read_time, read_whole
from navpy.base.core cimport PolyRef
from navpy.base.area cimport AREA_COUNT
from navpy.mesh.mesh_view cimport MeshView, Tile
from navpy.mesh.portal_graph cimport forget_tile, start_rules, update_portal_graph
from navpy.mesh.half_edges cimport FilterRules, PortalGraph
from navpy.navmesh.poly_arguments cimport as_polygons, by_tiles, from_tiles, read_areas, read_ids, read_polygons

from _thread import allocate_lock
from array import array


cdef size_t place_of(vector[int32_t]* ascending, int32_t value) noexcept nogil:
    """Index of the first that is not below the value."""
    return lower_bound(ascending.begin(), ascending.end(), value) - ascending.begin()


def restore_filter(mesh, options, known, blocked, blocked_links, penalties):
    """A filter from the result of QueryFilter.__reduce__."""
    cdef QueryFilter filter = QueryFilter(mesh, **options)
    filter.know(from_tiles(filter.view, known))
    for poly, until in from_tiles(filter.view, blocked).items():
        filter.block([poly], until=until)
    for link, until in blocked_links.items():
        filter.block(links=[link], until=until)
    for poly, meters in from_tiles(filter.view, penalties).items():
        filter.set_penalty([poly], meters)
    return filter


cdef class QueryFilter:
    """Rules of a search: which parts of a mesh it may use, and at what cost. Searches take it as ``filter``.

    Parameters
    ----------
    mesh : NavMesh
        The filter works with this mesh only, and follows its changes.
    include_flags, exclude_flags : int
        16 bits; a polygon may be used if it has one of the former flags (NavMesh.set_flags) and none of the latter, as in Detour.
    area_costs : dict of {int: float}, optional
        By area id the cost of a meter, inf: not to be used; in place of the mesh's costs.
    links : bool or iterable of int
        True: all off-mesh links may be used; False: none; else the kinds that may be used.
    exit_only_areas : iterable of int
        Area ids that may be left but not entered, beside those of the mesh.
    knows_all : bool
        False: only polygons that were made known (`know`) may be used.
    unknown_factor : float
        At least 1, on the cost of a meter through polygons that are not known; inf: they may not be used.
    time : float
        Seconds by the game's clock.

    Raises
    ------
    ValueError
        Names the argument that is bad, and why.

    Notes
    -----
    Methods take polygons as indices in the mesh, in a buffer of int32 (the fastest) or any iterable. Rules of a polygon hold until its
    tile is replaced or removed; the polygons of a new tile have no rules. ``version`` is that of the mesh when the indices were
    obtained: polygons that are gone since are left out. Without a version all must be there.

    Changes take effect with the next search, which packs the tiles of the changed polygons again. Searches in other threads end by the
    rules that they began with.
    """

    def __cinit__(self, mesh, *, include_flags=0xffff, exclude_flags=0, area_costs=None, links=True, exit_only_areas=(),
                  knows_all=True, unknown_factor=INFINITY, time=0.0):
        if not isinstance(mesh, MeshOwner):
            raise ValueError(f"mesh: must be a NavMesh, is {mesh!r}")
        self.mesh, self.lock = mesh, allocate_lock()
        self.view = &self.mesh.view
        self.own_costs = {}
        self.next_end = INFINITY
        start_rules(&self.rules)
        self.include_flags, self.exclude_flags = include_flags, exclude_flags
        self.links, self.exit_only_areas, self.time = links, exit_only_areas, time
        self.knows_all, self.unknown_factor = knows_all, unknown_factor
        if area_costs is not None:
            try:
                pairs = list(area_costs.items())
            except AttributeError:
                raise ValueError(f"area_costs: must be a dict, is {area_costs!r}") from None
            for area, cost in pairs:
                self.set_area_cost(area, cost)

    # ---- following the mesh ----

    cdef int invalidate_tile_of(self, PolyRef poly) except -1:
        """The rules of a polygon have changed."""
        self.rules.changes += 1
        cdef int32_t tile = self.view.polys[poly].tile if 0 <= poly < self.view.poly_count else -1
        if tile < 0:
            return 0
        if self.stale_tiles.size() <= <size_t>tile:
            self.stale_tiles.resize(self.view.tile_count)
        self.stale_tiles[tile] = self.stale = True
        return 0

    cdef int invalidate_all(self) except -1:
        self.rules.changes += 1
        self.stale = self.all_stale = True
        return 0

    cdef int invalidate_links(self) except -1:
        """The rules of links have changed: no tile is packed anew."""
        self.rules.changes += 1
        self.stale = True
        return 0

    cdef int follow_mesh(self) except -1:
        """Drop the rules of polygons that are gone, and find the tiles that other changes of the mesh invalidate."""
        cdef const MeshView* view = self.view
        cdef const Tile* tile
        cdef int32_t i
        cdef PolyRef poly
        if self.version == view.version:
            return 0
        self.stale = True
        self.rules.changes += 1
        self.rules.discoveries += 1         # whoever has a path follows the mesh's changes, too
        self.tile_versions.resize(view.tile_count)
        self.flags.resize(view.poly_count)
        for i in range(view.tile_count):
            tile = &view.tiles[i]
            if self.tile_versions[i] == tile.version:
                continue
            self.tile_versions[i] = tile.version
            for poly in range(tile.first_poly, tile.first_poly + tile.poly_count):
                self.flags[poly] = view.polys[poly].flags
                if <size_t>poly < self.rules.known.size():
                    self.rules.known[poly] = False
                if <size_t>poly < self.rules.blocked.size():
                    self.rules.blocked[poly] = False
                if <size_t>poly < self.rules.penalties.size():
                    self.rules.penalties[poly] = 0.0
        if self.rules_version != view.rules_version:
            self.follow_costs()
            for poly in range(view.poly_count):
                if self.flags[poly] != view.polys[poly].flags:
                    self.flags[poly] = view.polys[poly].flags
                    self.invalidate_tile_of(poly)
            self.rules_version = view.rules_version
        self.version = view.version
        return 0

    cdef int follow_costs(self) except -1:
        """Costs of areas: the filter's own where it has one, else the mesh's."""
        cdef const double* costs = self.view.area_costs
        cdef int32_t area
        cdef double own
        cdef bint same = self.rules.area_costs.size() == AREA_COUNT and self.mesh_exit_only == self.view.exit_only_areas
        cdef vector[double] wanted
        wanted.resize(AREA_COUNT)
        for area in range(AREA_COUNT):
            own = self.own_costs.get(area, costs[area])
            wanted[area] = own
            same = same and self.rules.area_costs[area] == own
        if not same:
            self.invalidate_all()
        self.mesh_exit_only = self.view.exit_only_areas
        self.rules.area_costs.swap(wanted)
        return 0

    cdef shared_ptr[PortalGraph] graph_of(self, MeshOwner mesh) except *:
        if mesh is not self.mesh:
            raise ValueError("filter: must be of the mesh that is searched, is of another one")
        with self.lock:
            self.follow_mesh()
            if self.stale or self.graph.get() == NULL:
                self.pack()
            return self.graph

    cdef int pack(self) except -1:
        """Update the graph, or a copy of it where others hold it. A whole mesh is packed without the GIL; rules that change meanwhile
        take effect with the next call."""
        cdef int32_t tile
        cdef FilterRules rules
        cdef bint all_ = self.all_stale or self.graph.get() == NULL
        if all_:
            self.graph = make_shared[PortalGraph]()
            rules = self.rules
        elif self.graph.use_count() > 1:
            self.graph = make_shared[PortalGraph](dereference(self.graph.get()))
        for tile in range(<int32_t>self.stale_tiles.size()):
            if self.stale_tiles[tile]:
                forget_tile(self.graph.get(), tile)
        self.stale_tiles.clear()
        self.stale = self.all_stale = False
        try:
            if all_:
                with nogil:
                    update_portal_graph(self.view, &rules, self.graph.get())
            else:
                update_portal_graph(self.view, &self.rules, self.graph.get())
        except MemoryError:
            self.graph.reset()          # packed in part
            raise
        return 0

    # ---- flags, areas, links ----

    @property
    def include_flags(self):
        """16 bits: a polygon must have one of these flags."""
        return self.rules.include_flags

    @include_flags.setter
    def include_flags(self, flags):
        cdef uint16_t value = read_whole("include_flags", flags, 0, 0xffff)
        if value != self.rules.include_flags:
            self.rules.include_flags = value
            self.invalidate_all()

    @property
    def exclude_flags(self):
        """16 bits: a polygon must have none of these flags."""
        return self.rules.exclude_flags

    @exclude_flags.setter
    def exclude_flags(self, flags):
        cdef uint16_t value = read_whole("exclude_flags", flags, 0, 0xffff)
        if value != self.rules.exclude_flags:
            self.rules.exclude_flags = value
            self.invalidate_all()

    @property
    def area_costs(self):
        """dict: {area id: cost} of the areas with a cost of the filter's own; a copy."""
        return {area: cost if cost >= 0.0 else INFINITY for area, cost in sorted(self.own_costs.items())}

    def set_area_cost(self, area, cost):
        """Set the cost of a meter through an area.

        Parameters
        ----------
        area : int
            0 … 63.
        cost : float or None
            Not below 0; inf: the area may not be used; None: the mesh's cost.

        Raises
        ------
        ValueError
            Another area or cost.
        """
        cdef int32_t index = read_whole("area", area, 0, AREA_COUNT - 1)
        if cost is None:
            self.own_costs.pop(index, None)
        else:
            factor = read_limit(f"cost of area {index}", cost, "meters a meter")
            self.own_costs[index] = factor if isfinite(factor) else -1.0        # −1: not to be used, for portal_graph
        self.follow_costs()

    @property
    def links(self):
        """True: all off-mesh links may be used; False: none; else a frozenset of the kinds that may."""
        return frozenset(self.rules.link_kinds) if self.rules.takes_links and not self.rules.link_kinds.empty() \
            else bool(self.rules.takes_links)

    @links.setter
    def links(self, links):
        cdef vector[int32_t] kinds
        if links is not True and links is not False:
            try:
                for kind in sorted({read_whole("links", kind, -0x7fffffff - 1, 0x7fffffff) for kind in links}):
                    kinds.push_back(kind)
            except TypeError:
                raise ValueError(f"links: must be True, False or kinds of links, is {links!r}") from None
        self.rules.takes_links = links is True or not kinds.empty()
        self.rules.link_kinds = kinds
        self.invalidate_links()

    @property
    def exit_only_areas(self):
        """frozenset of the area ids that may be left but not entered, beside those of the mesh."""
        return frozenset([area for area in range(AREA_COUNT) if self.rules.exit_only_areas >> area & 1])

    @exit_only_areas.setter
    def exit_only_areas(self, areas):
        cdef uint64_t bits = read_areas("exit_only_areas", areas)
        if bits != self.rules.exit_only_areas:
            self.rules.exit_only_areas = bits
            self.invalidate_all()

    # ---- penalties ----

    def set_penalty(self, polygons, meters, version=None):
        """Set the cost of entering polygons.

        Parameters
        ----------
        polygons : int32 buffer or iterable of int
        meters : float
            Finite, not below 0.
        version : int, optional

        Raises
        ------
        ValueError
            Another number of meters, or no such polygon.
        """
        cdef vector[PolyRef] chosen
        cdef PolyRef poly
        cdef double penalty = read_length("meters", meters)
        given = as_polygons(polygons)
        self.follow_mesh()
        read_polygons(self.view, given, version, &chosen)
        if penalty > 0.0 and self.rules.penalties.size() < <size_t>self.view.poly_count:
            self.rules.penalties.resize(self.view.poly_count)
        for poly in chosen:
            if <size_t>poly < self.rules.penalties.size() and self.rules.penalties[poly] != penalty:
                self.rules.penalties[poly] = penalty
                self.invalidate_tile_of(poly)

    @property
    def penalties(self):
        """dict: {polygon: meters} of the polygons with a penalty."""
        cdef PolyRef i
        self.follow_mesh()
        return {i: self.rules.penalties[i] for i in range(min(self.view.poly_count, <int32_t>self.rules.penalties.size()))
                if self.rules.penalties[i] > 0.0 and self.view.polys[i].count > 0}

    # ---- known polygons ----

    @property
    def knows_all(self):
        """False: only polygons that were made known may be used."""
        return bool(self.rules.knows_all)

    @knows_all.setter
    def knows_all(self, value):
        cdef bint all_ = bool(value)
        if all_ != self.rules.knows_all:
            self.rules.knows_all = all_
            self.invalidate_all()

    @property
    def unknown_factor(self):
        """Factor on the cost of a meter through polygons that are not known; inf: they may not be used."""
        return self.rules.unknown_factor if self.rules.unknown_factor >= 0.0 else INFINITY

    @unknown_factor.setter
    def unknown_factor(self, value):
        cdef double factor = read_limit("unknown_factor", value)
        if factor < 1.0:
            raise ValueError(f"unknown_factor: must be at least 1, is {value!r}")
        factor = factor if isfinite(factor) else -1.0
        if factor != self.rules.unknown_factor:
            self.rules.unknown_factor = factor
            self.invalidate_all()

    cdef int set_known(self, vector[PolyRef]* polygons, bint known) except -1:
        cdef uint64_t before = self.rules.changes
        cdef PolyRef poly
        if self.rules.known.size() < <size_t>self.view.poly_count:
            self.rules.known.resize(self.view.poly_count)
        for poly in polygons[0]:
            if self.rules.known[poly] != known:
                self.rules.known[poly] = known
                if not self.rules.knows_all:
                    self.invalidate_tile_of(poly)
        if known:
            self.rules.discoveries += self.rules.changes - before
        return 0

    def know(self, polygons, version=None):
        """Make polygons known, for a filter that does not know all.

        Parameters
        ----------
        polygons : int32 buffer or iterable of int
        version : int, optional

        Raises
        ------
        ValueError
            No such polygon.
        """
        cdef vector[PolyRef] chosen
        given = as_polygons(polygons)
        self.follow_mesh()
        read_polygons(self.view, given, version, &chosen)
        self.set_known(&chosen, True)

    def forget(self, polygons=None, version=None):
        """Make polygons unknown again.

        Parameters
        ----------
        polygons : int32 buffer or iterable of int, optional
            All known ones by default.
        version : int, optional

        Raises
        ------
        ValueError
            No such polygon.
        """
        cdef vector[PolyRef] chosen
        given = as_polygons(self.known if polygons is None else polygons)
        self.follow_mesh()
        read_polygons(self.view, given, version, &chosen)
        self.set_known(&chosen, False)

    @property
    def known(self):
        """array("i") of the polygons that were made known, ascending."""
        cdef PolyRef i
        self.follow_mesh()
        return array("i", [i for i in range(min(self.view.poly_count, <int32_t>self.rules.known.size()))
                           if self.rules.known[i] and self.view.polys[i].count > 0])

    # ---- blocked polygons and links ----

    @property
    def time(self):
        """Seconds by the game's clock, set by the game: blocks that end at this time or before are removed."""
        return self.clock

    @time.setter
    def time(self, seconds):
        cdef double now = read_finite("time", seconds, "seconds")
        self.clock = now
        if self.next_end <= now:
            self.follow_mesh()
            self.end_blocks()

    cdef int end_blocks(self) except -1:
        """Remove the blocks that have ended."""
        cdef size_t i, kept = 0
        self.next_end = INFINITY
        for i in range(self.rules.blocked.size()):
            if not self.rules.blocked[i]:
                continue
            if self.poly_ends[i] <= self.clock:
                self.rules.blocked[i] = False
                self.invalidate_tile_of(<PolyRef>i)
            else:
                self.next_end = min(self.next_end, self.poly_ends[i])
        for i in range(self.rules.blocked_links.size()):
            if self.link_ends[i] <= self.clock:
                self.invalidate_links()
                continue
            self.next_end = min(self.next_end, self.link_ends[i])
            self.rules.blocked_links[kept], self.link_ends[kept] = self.rules.blocked_links[i], self.link_ends[i]
            kept += 1
        self.rules.blocked_links.resize(kept)
        self.link_ends.resize(kept)
        return 0

    def block(self, polygons=(), links=(), until=INFINITY, version=None):
        """Block polygons and links until a time. What is blocked already stays so until the later of both times.

        Parameters
        ----------
        polygons : int32 buffer or iterable of int
        links : iterable of int
            Ids.
        until : float
            Seconds by the game's clock; for good by default.
        version : int, optional

        Raises
        ------
        ValueError
            No such polygon, no id of a link, no time.
        """
        cdef vector[PolyRef] chosen
        cdef PolyRef poly
        cdef int32_t link
        cdef size_t at
        cdef double end = read_time("until", until)
        ids, given = read_ids(links), as_polygons(polygons)
        self.follow_mesh()
        read_polygons(self.view, given, version, &chosen)
        if end <= self.clock or (chosen.empty() and not ids):
            return
        self.next_end = min(self.next_end, end)
        if not chosen.empty() and self.rules.blocked.size() < <size_t>self.view.poly_count:
            self.poly_ends.resize(self.view.poly_count)
            self.rules.blocked.resize(self.view.poly_count)
        for poly in chosen:
            if not self.rules.blocked[poly]:
                self.rules.blocked[poly], self.poly_ends[poly] = True, end
                self.invalidate_tile_of(poly)
            self.poly_ends[poly] = max(self.poly_ends[poly], end)
        for link in ids:
            at = place_of(&self.rules.blocked_links, link)
            if at == self.rules.blocked_links.size() or self.rules.blocked_links[at] != link:
                self.link_ends.insert(self.link_ends.begin() + at, end)
                self.rules.blocked_links.insert(self.rules.blocked_links.begin() + at, link)
                self.invalidate_links()
            self.link_ends[at] = max(self.link_ends[at], end)

    def unblock(self, polygons=(), links=(), version=None):
        """Remove blocks of polygons and links.

        Parameters
        ----------
        polygons : int32 buffer or iterable of int
        links : iterable of int
            Ids.
        version : int, optional

        Raises
        ------
        ValueError
            No such polygon, no id of a link.
        """
        cdef vector[PolyRef] chosen
        cdef PolyRef poly
        cdef int32_t link
        cdef size_t at
        ids, given = read_ids(links), as_polygons(polygons)
        self.follow_mesh()
        read_polygons(self.view, given, version, &chosen)
        for poly in chosen:
            if <size_t>poly < self.rules.blocked.size() and self.rules.blocked[poly]:
                self.rules.blocked[poly] = False
                self.invalidate_tile_of(poly)
        for link in ids:
            at = place_of(&self.rules.blocked_links, link)
            if at < self.rules.blocked_links.size() and self.rules.blocked_links[at] == link:
                self.rules.blocked_links.erase(self.rules.blocked_links.begin() + at)
                self.link_ends.erase(self.link_ends.begin() + at)
                self.invalidate_links()

    @property
    def blocked(self):
        """dict: {polygon: time in seconds until which it is blocked}."""
        cdef PolyRef i
        self.follow_mesh()
        return {i: self.poly_ends[i] for i in range(min(self.view.poly_count, <int32_t>self.rules.blocked.size()))
                if self.rules.blocked[i] and self.view.polys[i].count > 0}

    @property
    def blocked_links(self):
        """dict: {id: time in seconds until which the links are blocked}."""
        return dict(zip(self.rules.blocked_links, self.link_ends))

    # ---- copies ----

    cdef dict options(self):
        return dict(include_flags=self.include_flags, exclude_flags=self.exclude_flags, area_costs=self.area_costs,
                    links=self.links, exit_only_areas=self.exit_only_areas, knows_all=self.knows_all,
                    unknown_factor=self.unknown_factor, time=self.time)

    def copy(self):
        """QueryFilter: another one of the same mesh with the same rules; both share the packed graph until one of them changes."""
        cdef QueryFilter other = QueryFilter(self.mesh, **self.options())
        with self.lock:
            self.follow_mesh()
            other.follow_mesh()
            other.rules = self.rules
            other.poly_ends, other.link_ends, other.next_end = self.poly_ends, self.link_ends, self.next_end
            other.graph = self.graph
            other.stale, other.all_stale, other.stale_tiles = self.stale, self.all_stale, self.stale_tiles
        return other

    def __copy__(self):
        return self.copy()

    def __reduce__(self):
        return restore_filter, (self.mesh, self.options(), by_tiles(self.view, dict.fromkeys(self.known, True)),
                                by_tiles(self.view, self.blocked), self.blocked_links, by_tiles(self.view, self.penalties))

    def __repr__(self):
        parts = [f"flags {self.include_flags:#x} without {self.exclude_flags:#x}", f"links {self.links}"]
        if self.own_costs:
            parts.append(f"area costs {self.area_costs}")
        for name, count in (("known", -1 if self.knows_all else len(self.known)), ("blocked", len(self.blocked) or -1),
                            ("links blocked", len(self.blocked_links) or -1), ("penalties", len(self.penalties) or -1)):
            if count >= 0:
                parts.append(f"{count} {name}")
        return f"<QueryFilter: {', '.join(parts)}>"
