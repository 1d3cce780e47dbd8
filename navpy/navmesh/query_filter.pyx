"""QueryFilter: what parts of a mesh one who searches may use, at what cost, and the packed graph that follows from it."""
from cython.operator cimport dereference
from libc.math cimport INFINITY, isfinite
from libc.stdint cimport int32_t, uint16_t, uint64_t
from libcpp.algorithm cimport lower_bound
from libcpp.memory cimport make_shared, shared_ptr
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_finite, read_indices, read_length, read_limit, read_time, read_unsigned, read_whole
from navpy.base.core cimport PolyRef
from navpy.mesh.mesh_view cimport AREA_COUNT, MeshView, Tile, still_there, tile_at
from navpy.mesh.portal_graph cimport forget_tile, start_rules, update_portal_graph
from navpy.mesh.half_edges cimport HalfEdge, PortalGraph, Face, FilterRules

from _thread import allocate_lock
from array import array

cdef ViewOf view_of_mesh = NULL


cdef int register_meshes(ViewOf view_of) except -1:
    global view_of_mesh
    view_of_mesh = view_of
    return 0


cdef const MeshView* find_view(mesh) except NULL:
    if view_of_mesh == NULL:
        raise RuntimeError("QueryFilter needs navpy.navmesh, which is not imported")
    try:
        return view_of_mesh(mesh)
    except TypeError:
        raise ValueError(f"mesh: must be a NavMesh, is {mesh!r}") from None


# ---- what Python gives ----

cdef int read_polygons(const MeshView* view, polygons, version, vector[PolyRef]* out) except -1:
    cdef const int32_t[:] given
    cdef uint64_t known_at = view.version
    cdef Py_ssize_t i
    try:
        given = polygons
    except (TypeError, ValueError, BufferError):
        given = None
    if given is None:
        given = read_indices("polygons", polygons)
    if version is not None:
        known_at = read_unsigned("version", version)
    out.reserve(given.shape[0])
    for i in range(given.shape[0]):
        if still_there(view, given[i], known_at):
            out.push_back(given[i])
        elif version is None:
            raise ValueError(f"polygons: there is no polygon {given[i]}")
    return 0


def read_ids(ids):
    """Ids of links, ascending, each once."""
    try:
        return sorted({read_whole("links", number, 0, 0x7fffffff) for number in ids})
    except TypeError:
        raise ValueError(f"links: must be ids of links, are {ids!r}") from None


cdef size_t place_of(vector[int32_t]* ascending, int32_t value) noexcept nogil:
    """Index of the first that is not below the value."""
    return lower_bound(ascending.begin(), ascending.end(), value) - ascending.begin()


# ---- polygons for other meshes of the same tiles ----

cdef dict by_tiles(const MeshView* view, dict entries):
    """{polygon: value} as {(x, z) of its tile: [(its place in the tile, value)]}."""
    cdef PolyRef poly
    cdef const Tile* tile
    found = {}
    for poly, value in entries.items():
        tile = &view.tiles[view.polys[poly].tile]
        found.setdefault((tile.x, tile.z), []).append((poly - tile.first_poly, value))
    return found


cdef dict from_tiles(const MeshView* view, dict entries):
    """by_tiles turned round; what the mesh does not have is left out."""
    cdef int32_t tile, i
    found = {}
    for (x, z), values in entries.items():
        tile = tile_at(view, x, z)
        for i, value in values:
            if tile >= 0 and 0 <= i < view.tiles[tile].poly_count:
                found[view.tiles[tile].first_poly + i] = value
    return found


def restore_filter(mesh, options, known, blocked, blocked_links, penalties):
    """What QueryFilter.__reduce__ gives, made into a filter again."""
    cdef QueryFilter filter = QueryFilter(mesh, **options)
    filter.know(from_tiles(filter.view, known))
    for poly, until in from_tiles(filter.view, blocked).items():
        filter.block([poly], until=until)
    for link, until in blocked_links.items():
        filter.block(links=[link], until=until)
    for poly, metres in from_tiles(filter.view, penalties).items():
        filter.set_penalty([poly], metres)
    return filter


cdef class QueryFilter:
    """QueryFilter(mesh, *, include_flags=0xffff, exclude_flags=0, area_costs=None, links=True, knows_all=True, time=0)

    What parts of a mesh may be used in a search, and what they cost: given to searches as ``filter``. It is of that one mesh and
    follows its changes.

    include_flags, exclude_flags: 16 bits; a polygon is used if it has one of the former flags (NavMesh.set_flags) and none of
    the latter, as in Detour. area_costs: {area id: factor on the length of a way, inf: not to be used}, in place of the mesh's.
    links: True, all; False, none; or the kinds of off-mesh links that are used. knows_all: False, only polygons that were made
    known (`know`) are used. time: seconds by the game's clock. ValueError: which of these is bad and why.

    Polygons are indices in the mesh, in a buffer of int32 (the fastest) or any iterable. What is said of a polygon holds until its
    tile is replaced or taken away: the polygons of the new tile are other ones, of which nothing was said. ``version``: that of the
    mesh when the indices were got; those that are gone since are left out. Without it all must be there.

    Changes take effect with the next search, those of few polygons at the cost of packing the tiles that they are on. Searches in
    other threads end by the rules that they began with.
    """

    def __cinit__(self, mesh, *, include_flags=0xffff, exclude_flags=0, area_costs=None, links=True, knows_all=True, time=0.0):
        self.view = find_view(mesh)
        self.mesh, self.lock = mesh, allocate_lock()
        self.own_costs = {}
        self.next_end = INFINITY
        start_rules(&self.rules)
        self.include_flags, self.exclude_flags = include_flags, exclude_flags
        self.links, self.knows_all, self.time = links, knows_all, time
        if area_costs is not None:
            try:
                pairs = list(area_costs.items())
            except AttributeError:
                raise ValueError(f"area_costs: must be a dict, is {area_costs!r}") from None
            for area, cost in pairs:
                self.set_area_cost(area, cost)

    # ---- following the mesh ----

    cdef int touch(self, PolyRef poly) except -1:
        """What holds for a polygon is another than before."""
        cdef int32_t tile = self.view.polys[poly].tile if 0 <= poly < self.view.poly_count else -1
        if tile < 0:
            return 0
        if self.stale_tiles.size() <= <size_t>tile:
            self.stale_tiles.resize(self.view.tile_count)
        self.stale_tiles[tile] = self.stale = True
        return 0

    cdef int touch_all(self) except -1:
        self.stale = self.all_stale = True
        return 0

    cdef int follow_mesh(self) except -1:
        """Drop what was said of polygons that are gone, and find out which tiles another change of the mesh concerns."""
        cdef const MeshView* view = self.view
        cdef const Tile* tile
        cdef int32_t i
        cdef PolyRef poly
        if self.version == view.version:
            return 0
        self.stale = True
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
                    self.touch(poly)
            self.rules_version = view.rules_version
        self.version = view.version
        return 0

    cdef int follow_costs(self) except -1:
        """Costs of areas: the filter's own, and else the mesh's."""
        cdef const double* costs = self.view.area_costs
        cdef int32_t area
        cdef double own
        cdef bint same = self.rules.area_costs.size() == AREA_COUNT and self.exit_only_areas == self.view.exit_only_areas
        cdef vector[double] wanted
        wanted.resize(AREA_COUNT)
        for area in range(AREA_COUNT):
            own = self.own_costs.get(area, costs[area])
            wanted[area] = own
            same = same and self.rules.area_costs[area] == own
        if not same:
            self.touch_all()
        self.exit_only_areas = self.view.exit_only_areas
        self.rules.area_costs.swap(wanted)
        return 0

    cdef shared_ptr[PortalGraph] graph_of(self, const MeshView* view, object owner) except *:
        if owner is not self.mesh:
            raise ValueError("filter: it is of another mesh")
        with self.lock:
            self.follow_mesh()
            if self.stale or self.graph.get() == NULL:
                self.pack()
            return self.graph

    cdef int pack(self) except -1:
        """Bring the graph up to date, or a copy of it where others hold it. All of a mesh is packed without the GIL; what the filter
        is told meanwhile is for the next time."""
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
            self.touch_all()

    @property
    def exclude_flags(self):
        """16 bits: a polygon must have none of these flags."""
        return self.rules.exclude_flags

    @exclude_flags.setter
    def exclude_flags(self, flags):
        cdef uint16_t value = read_whole("exclude_flags", flags, 0, 0xffff)
        if value != self.rules.exclude_flags:
            self.rules.exclude_flags = value
            self.touch_all()

    @property
    def area_costs(self):
        """{area id: cost} of the areas that have another than the mesh's; a copy."""
        return {area: cost if cost >= 0.0 else INFINITY for area, cost in sorted(self.own_costs.items())}

    def set_area_cost(self, area, cost):
        """Ways through an area id, 0 … 63, count as ``cost`` times as long, not below 0; inf: it is not used. None: as the mesh
        has it. ValueError: another id or cost."""
        cdef int32_t index = read_whole("area", area, 0, AREA_COUNT - 1)
        if cost is None:
            self.own_costs.pop(index, None)
        else:
            factor = read_limit(f"cost of area {index}", cost, "meters a meter")
            self.own_costs[index] = factor if isfinite(factor) else -1.0        # −1: not to be used, for portal_graph
        self.follow_costs()

    @property
    def links(self):
        """True: all off-mesh links are used; False: none; else the kinds that are, a frozenset."""
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
        self.stale = True

    # ---- penalties ----

    def set_penalty(self, polygons, meters, version=None):
        """Entering one of the polygons counts for so many metres, not below 0. ValueError: another number, no such polygon."""
        cdef vector[PolyRef] chosen
        cdef PolyRef poly
        cdef double penalty = read_length("meters", meters)
        self.follow_mesh()
        read_polygons(self.view, polygons, version, &chosen)
        if penalty > 0.0 and self.rules.penalties.size() < <size_t>self.view.poly_count:
            self.rules.penalties.resize(self.view.poly_count)
        for poly in chosen:
            if <size_t>poly < self.rules.penalties.size() and self.rules.penalties[poly] != penalty:
                self.rules.penalties[poly] = penalty
                self.touch(poly)

    @property
    def penalties(self):
        """{polygon: metres} of those with one."""
        cdef PolyRef i
        self.follow_mesh()
        return {i: self.rules.penalties[i] for i in range(min(self.view.poly_count, <int32_t>self.rules.penalties.size()))
                if self.rules.penalties[i] > 0.0 and self.view.polys[i].count > 0}

    # ---- what is known ----

    @property
    def knows_all(self):
        """False: only polygons that were made known are used."""
        return bool(self.rules.knows_all)

    @knows_all.setter
    def knows_all(self, value):
        cdef bint all_ = bool(value)
        if all_ != self.rules.knows_all:
            self.rules.knows_all = all_
            self.touch_all()

    cdef int set_known(self, vector[PolyRef]* polygons, bint known) except -1:
        cdef PolyRef poly
        if self.rules.known.size() < <size_t>self.view.poly_count:
            self.rules.known.resize(self.view.poly_count)
        for poly in polygons[0]:
            if self.rules.known[poly] != known:
                self.rules.known[poly] = known
                if not self.rules.knows_all:
                    self.touch(poly)
        return 0

    def know(self, polygons, version=None):
        """Make polygons known, to a filter that does not know all. ValueError: no such polygon."""
        cdef vector[PolyRef] chosen
        self.follow_mesh()
        read_polygons(self.view, polygons, version, &chosen)
        self.set_known(&chosen, True)

    def forget(self, polygons=None, version=None):
        """Make polygons unknown again, all by default. ValueError: no such polygon."""
        cdef vector[PolyRef] chosen
        self.follow_mesh()
        read_polygons(self.view, self.known if polygons is None else polygons, version, &chosen)
        self.set_known(&chosen, False)

    @property
    def known(self):
        """Polygons that were made known, ascending, array("i")."""
        cdef PolyRef i
        self.follow_mesh()
        return array("i", [i for i in range(min(self.view.poly_count, <int32_t>self.rules.known.size()))
                           if self.rules.known[i] and self.view.polys[i].count > 0])

    # ---- what is blocked ----

    @property
    def time(self):
        """Seconds by the game's clock, which the game sets: blocks that end at this time or before are over, for good."""
        return self.clock

    @time.setter
    def time(self, seconds):
        cdef double now = read_finite("time", seconds, "seconds")
        self.clock = now
        if self.next_end <= now:
            self.follow_mesh()
            self.end_blocks()

    cdef int end_blocks(self) except -1:
        """Take away the blocks that are over."""
        cdef size_t i, kept = 0
        self.next_end = INFINITY
        for i in range(self.rules.blocked.size()):
            if not self.rules.blocked[i]:
                continue
            if self.poly_ends[i] <= self.clock:
                self.rules.blocked[i] = False
                self.touch(<PolyRef>i)
            else:
                self.next_end = min(self.next_end, self.poly_ends[i])
        for i in range(self.rules.blocked_links.size()):
            if self.link_ends[i] <= self.clock:
                self.stale = True
                continue
            self.next_end = min(self.next_end, self.link_ends[i])
            self.rules.blocked_links[kept], self.link_ends[kept] = self.rules.blocked_links[i], self.link_ends[i]
            kept += 1
        self.rules.blocked_links.resize(kept)
        self.link_ends.resize(kept)
        return 0

    def block(self, polygons=(), links=(), until=INFINITY, version=None):
        """Shut polygons, and links by their ids, until a time in seconds, for good by default. What is shut already stays so
        until the later of the two times. ValueError: no such polygon, no id of a link, no time."""
        cdef vector[PolyRef] chosen
        cdef PolyRef poly
        cdef int32_t link
        cdef size_t at
        cdef double end = read_time("until", until)
        ids = read_ids(links)
        self.follow_mesh()
        read_polygons(self.view, polygons, version, &chosen)
        if end <= self.clock or (chosen.empty() and not ids):
            return
        self.next_end = min(self.next_end, end)
        if not chosen.empty() and self.rules.blocked.size() < <size_t>self.view.poly_count:
            self.poly_ends.resize(self.view.poly_count)
            self.rules.blocked.resize(self.view.poly_count)
        for poly in chosen:
            if not self.rules.blocked[poly]:
                self.rules.blocked[poly], self.poly_ends[poly] = True, end
                self.touch(poly)
            self.poly_ends[poly] = max(self.poly_ends[poly], end)
        for link in ids:
            at = place_of(&self.rules.blocked_links, link)
            if at == self.rules.blocked_links.size() or self.rules.blocked_links[at] != link:
                self.link_ends.insert(self.link_ends.begin() + at, end)
                self.rules.blocked_links.insert(self.rules.blocked_links.begin() + at, link)
                self.stale = True
            self.link_ends[at] = max(self.link_ends[at], end)

    def unblock(self, polygons=(), links=(), version=None):
        """Open polygons and links again that were shut. ValueError: no such polygon, no id of a link."""
        cdef vector[PolyRef] chosen
        cdef PolyRef poly
        cdef int32_t link
        cdef size_t at
        ids = read_ids(links)
        self.follow_mesh()
        read_polygons(self.view, polygons, version, &chosen)
        for poly in chosen:
            if <size_t>poly < self.rules.blocked.size() and self.rules.blocked[poly]:
                self.rules.blocked[poly] = False
                self.touch(poly)
        for link in ids:
            at = place_of(&self.rules.blocked_links, link)
            if at < self.rules.blocked_links.size() and self.rules.blocked_links[at] == link:
                self.rules.blocked_links.erase(self.rules.blocked_links.begin() + at)
                self.link_ends.erase(self.link_ends.begin() + at)
                self.stale = True

    @property
    def blocked(self):
        """{polygon: seconds until it opens} of those that are shut."""
        cdef PolyRef i
        self.follow_mesh()
        return {i: self.poly_ends[i] for i in range(min(self.view.poly_count, <int32_t>self.rules.blocked.size()))
                if self.rules.blocked[i] and self.view.polys[i].count > 0}

    @property
    def blocked_links(self):
        """{id: seconds until they open} of the links that are shut."""
        return dict(zip(self.rules.blocked_links, self.link_ends))

    # ---- copies ----

    cdef dict options(self):
        return dict(include_flags=self.include_flags, exclude_flags=self.exclude_flags, area_costs=self.area_costs,
                    links=self.links, knows_all=self.knows_all, time=self.time)

    def copy(self):
        """Another filter of the same mesh with the same rules. They share what was packed until one of them changes."""
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
