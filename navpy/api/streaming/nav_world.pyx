"""NavWorld: a navmesh larger than memory, of which the tiles near some points are loaded."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy
from libcpp.memory cimport make_shared, shared_ptr
from libcpp.vector cimport vector

from navpy.api.query.path_result cimport PathResult, Workspace, borrow
from navpy.api.streaming.world_reader cimport FileReader, ReadTile, read_later
from navpy.base.arguments cimport read_limit, read_place, read_point, read_positive
from navpy.base.core cimport (
    NO_POLY, PATH_FAILED, PATH_PARTIAL, REASON_GOAL_OFF_MESH, REASON_GOAL_UNREACHABLE, REASON_NO_NAVMESH, REASON_NONE,
    REASON_START_OFF_MESH)
from navpy.base.geom cimport distance3, is_point
from navpy.base.guard cimport Inside, enter
from navpy.base.interrupts cimport hold_signals, release_signals
from navpy.base.parallel cimport check_executor
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.mesh_view cimport island_of, tile_at
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.tiles.tile cimport NavMeshTile
from navpy.mesh.topology cimport fault_message
from navpy.query.path cimport PathOptions, default_options, find_path
from navpy.streaming.coarse_place cimport (
    MOST_CANDIDATES, copy_loaded, direct_in_tile, is_straight_below, list_candidates, loaded_tile, place_in_tile, place_on_mesh)
from navpy.streaming.coarse_search cimport advance_coarse, begin_coarse, tile_after
from navpy.streaming.crowd_guide cimport next_goal, start_crowd_guide, take_goal
from navpy.streaming.route_costs cimport RouteCostsRef, price_routes
from navpy.streaming.route_stages cimport aim_at_gate, last_loaded_stage, loaded_from_begin
from navpy.streaming.tile_stream cimport (
    TILE_ASKED, TILE_AWAY, TILE_BAD, TILE_LOADED, choose_tiles, has_room, is_loaded_between, locate_loaded, note_added, note_dropped,
    start_stream)
from navpy.streaming.world_file cimport open_world, read_world_tile
from navpy.streaming.world_index cimport TileEntry, WorldGate, graph_bytes

from time import perf_counter
from weakref import ref

from navpy.api.streaming.world_reader import ReadThread
from navpy.api.streaming.world_route import WorldRoute
from navpy.api.streaming.world_writer import write_world
from navpy.base.core import PathStatus, Reason
from navpy.base.whole_file import path_text

__all__ = ["NavWorld"]

cdef enum:
    MOST_READS = 8                      # tiles that are being read, or were read and wait for their turn
    NO_LIMIT = 0x7fffffff               # expansions


# ---- the file ----

cdef str fault_of(const RawTile* raw):
    return raw.wrong.decode() or fault_message(&raw.fault)


# ---- the world ----

cdef class NavWorld:
    """A navmesh of tiles in a file, of which those near some points are loaded.

    Made by ``NavWorld.open``. The index of the tiles and a coarse graph of the ways between them are always in memory.

    Examples
    --------
    >>> world = navpy.NavWorld.open("world.navworld", memory=64e6)      # doctest: +SKIP
    >>> world.focus, world.distance = [(120.0, 0.0, 80.0)], 150.0       # doctest: +SKIP
    >>> world.update()                                                  # doctest: +SKIP
    """

    def __init__(self):
        raise TypeError("NavWorld: is made by NavWorld.open")

    @staticmethod
    def write(path, tiles, tile_size_m, origin=(0.0, 0.0), *, agent_radius=0.0, agent_height=0.0, climb=0.0, executor=None):
        """Write the file of a world. Others see the old file or the new one, never a part.

        Parameters
        ----------
        path : str or os.PathLike
        tiles : iterable of NavMeshTile
            In any order, no two in one place. They are taken one after the other; none is kept in memory.
        tile_size_m : float
            Meters along x and z.
        origin : (x, z) or (x, y, z)
            Meters, where tile (0, 0) begins; y is ignored.
        agent_radius, agent_height, climb : float
            Meters, 0 where unknown.
        executor : concurrent.futures.Executor, optional
            Of threads, which help to make the coarse graph. The file is the same to the byte.

        Raises
        ------
        OSError
            The file cannot be written.
        ValueError
            Two tiles in one place, a tile that does not fit or cannot be joined to its neighbors.

        Notes
        -----
        The tiles are read again for the coarse graph. Costs of areas are none of the file's: they are set on the loaded mesh, or by
        filters.
        """
        write_world(path, tiles, tile_size_m, origin, agent_radius, agent_height, climb, executor)

    @staticmethod
    def open(path, memory=64e6, *, executor=None):
        """Open the file of a world. Only its index and its coarse graph are read.

        Parameters
        ----------
        path : str or os.PathLike
        memory : float
            Bytes that the loaded tiles may take.
        executor : concurrent.futures.Executor, optional
            Of threads, which read tiles; by default a thread of the world's own.

        Returns
        -------
        NavWorld
            Without loaded tiles: set ``focus``, and call ``update``.

        Raises
        ------
        OSError
            The file cannot be opened.
        TypeError
            No path, as a file descriptor is none.
        ValueError
            The file is no world, is truncated or damaged.
        """
        cdef NavWorld world = NavWorld.__new__(NavWorld)
        cdef const char* wrong
        world.guard.name = b"the world"
        check_executor(executor)
        world.stream.memory, world.stream.distance = <int64_t>min(read_positive("memory", memory, "bytes"), 9e18), 100.0
        world.executor, world.reads, world.goal_reads, world.damaged_tiles, world.leads = executor, {}, [], [], []
        world.reader = FileReader(open(path_text(path), "rb", buffering=0))
        with nogil:
            open_world(&world.reader.source, &world.index, &wrong)
        if wrong != NULL:
            world.close()
            raise ValueError(f"world {str(path)!r}: {wrong.decode()}")
        start_stream(&world.index, &world.stream)
        world.navmesh = NavMesh.from_tiles([], world.index.tile_size, (world.index.origin_x, world.index.origin_z),
                                           agent_radius=world.index.agent_radius, agent_height=world.index.agent_height,
                                           climb=world.index.climb)
        return world

    def close(self):
        """Close the file. What is loaded stays."""
        with self.reader.lock:
            self.reader.file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.close()

    # ---- what is in it ----

    @property
    def mesh(self):
        """NavMesh of the loaded tiles, which ``update`` adds and removes."""
        return self.navmesh

    @property
    def tile_count(self):
        """int: tiles in the file."""
        return self.index.tiles.size()

    @property
    def tile_size(self):
        """Meters along x and z."""
        return self.index.tile_size

    @property
    def places(self):
        """list of (x, z): tile coordinates of all tiles in the file, by z, then x."""
        return [(entry.x, entry.z) for entry in self.index.tiles]

    @property
    def gate_count(self):
        """int: gates of the coarse graph, the stretches where two tiles join and the links between tiles."""
        return self.index.gates.size()

    @property
    def graph_bytes(self):
        """int: bytes that the coarse graph takes, which is always in memory."""
        return graph_bytes(&self.index)

    # ---- what is loaded ----

    @property
    def focus(self):
        """list of (x, y, z): points in meters around which tiles are loaded; y does not count."""
        return [(self.stream.focus[i], 0.0, self.stream.focus[i + 1]) for i in range(0, self.stream.focus.size(), 2)]

    @focus.setter
    def focus(self, points):
        cdef vector[double] read
        cdef double at[3]
        for i, point in enumerate(points):
            read_place(f"focus[{i}]", point, at)
            read.push_back(at[0])
            read.push_back(at[2])
        self.stream.focus.swap(read)

    @property
    def distance(self):
        """float: meters around each point of ``focus`` within which tiles are loaded, above 0."""
        return self.stream.distance

    @distance.setter
    def distance(self, distance):
        self.stream.distance = read_positive("distance", distance)

    @property
    def memory(self):
        """int: bytes that the loaded tiles may take."""
        return self.stream.memory

    @memory.setter
    def memory(self, memory):
        self.stream.memory = <int64_t>min(read_positive("memory", memory, "bytes"), 9e18)

    @property
    def loaded_bytes(self):
        """int: bytes that the mesh's arrays take for the loaded tiles."""
        return self.stream.loaded_bytes

    @property
    def starved(self):
        """int: tiles within ``distance`` that ``memory`` has no room for, at the last update: the farthest ones."""
        return self.stream.starved

    @property
    def damaged(self):
        """list of (x, z): tiles that could not be read or joined to their neighbors."""
        return list(self.damaged_tiles)

    def update(self, seconds=0.002):
        """Remove tiles that are no longer near a point of ``focus``, add those that were read, and ask for more.

        A tile is damaged where its bytes or its borders are wrong: a warning names it, and the world goes on without it. Calls of
        other threads that read the world or its mesh, as the steps of crowds, are waited for. Where an exception ends the call, each
        tile is there or not, and the next call goes on.

        Parameters
        ----------
        seconds : float or None
            How long tiles may be added and removed; one is in any case. None: until all are loaded, with all reads.

        Returns
        -------
        int
            Tiles that are still to be added.
        """
        cdef double limit = read_limit("seconds", seconds, "seconds"), end = perf_counter() + limit
        cdef int32_t left
        cdef Inside inside
        inside.changes(&self.guard)
        enter(&inside)
        choose_tiles(&self.index, &self.stream)
        self.drop_tiles(end)
        self.forget_unwanted()
        self.ask_for_goals(limit == INFINITY)
        left = self.add_tiles(end)
        self.ask_for_tiles()
        return left

    cdef WorldView view(self) noexcept:
        cdef WorldView out
        out.index, out.stream, out.data, out.mesh = &self.index, &self.stream, &self.navmesh.data, &self.navmesh.view
        return out

    cdef int drop_tiles(self, double end) except -1:
        cdef const TileEntry* entry
        cdef int32_t tile
        for tile in self.stream.to_drop:
            entry = &self.index.tiles[tile]
            if tile_at(&self.navmesh.view, entry.x, entry.z) >= 0:
                self.navmesh.remove_tile(entry.x, entry.z)
            note_dropped(&self.index, &self.stream, tile)
            if perf_counter() >= end:
                break
        return 0

    cdef int forget_unwanted(self) except -1:
        """Of the tiles that are to be read."""
        cdef ReadTile read
        for tile, read in list(self.reads.items()):
            if not self.stream.is_wanted[<int32_t>tile] and (read.is_done or not read.is_begun):
                read.is_begun = True                        # no thread begins any more
                del self.reads[tile]
                self.stream.states[<int32_t>tile] = TILE_AWAY
        return 0

    cdef int add_tiles(self, double end) except -1:
        """Nearest first, those that were read; all, if there is no end. Returns how many wanted tiles are still to come."""
        cdef ReadTile read
        cdef int32_t tile, left = 0
        cdef bint stopped = False
        for tile in self.stream.wanted:
            if self.stream.states[tile] == TILE_LOADED or self.stream.states[tile] == TILE_BAD:
                continue
            if end == INFINITY:
                self.ask_for_tiles()
            read = None if stopped or not has_room(&self.index, &self.stream, tile) else self.reads.get(tile)
            if read is not None and end == INFINITY:
                read.wait()
            if read is None or not read.is_done:
                left += 1
                continue
            self.add_read(tile, read)
            stopped = perf_counter() >= end
        return left

    cdef int add_read(self, int32_t tile, ReadTile read) except -1:
        """The tile stays among the reads until it is added, or found to be damaged."""
        cdef NavMeshTile made = NavMeshTile.__new__(NavMeshTile)
        cdef str wrong
        if read.raw.wrong == NULL:
            made.data, made.directions = read.raw.data, read.raw.directions
            try:
                self.navmesh.add_tile(made)
                note_added(&self.index, &self.stream, tile)
                del self.reads[tile]
                return 0
            except ValueError as error:
                wrong = str(error)
        else:
            wrong = f"tile ({self.index.tiles[tile].x}, {self.index.tiles[tile].z}): {fault_of(&read.raw)}"
        from warnings import warn
        del self.reads[tile]
        self.stream.states[tile] = TILE_BAD
        self.damaged_tiles.append((self.index.tiles[tile].x, self.index.tiles[tile].z))
        warn(f"world {wrong}", RuntimeWarning, stacklevel=2)
        return 0

    cdef int ask_for_tiles(self) except -1:
        cdef ReadTile read
        cdef int32_t tile
        for read in list(self.reads.values()):
            self.submit(read)                               # those that could not be before
        for tile in self.stream.wanted:
            if len(self.reads) >= MOST_READS:
                break
            if self.stream.states[tile] == TILE_AWAY:
                read = read_later(self, self.reader, &self.index, tile)
                self.reads[tile] = read
                self.stream.states[tile] = TILE_ASKED
                self.submit(read)
        return 0

    cdef int ask_for_goals(self, bint wait) except -1:
        """Tiles on which targets of crowds are."""
        cdef CrowdLead lead
        cdef ReadTile read
        cdef int32_t tile, asker = 0
        cdef bint took = True
        self.leads = [held for held in self.leads if held() is not None]
        while took:
            for held in self.leads:
                lead, tile = held(), 0
                while lead is not None and tile >= 0 and len(self.goal_reads) < MOST_READS:
                    tile = next_goal(&lead.guide, &asker)
                    if tile >= 0:
                        self.goal_reads.append((read_later(self, self.reader, &self.index, tile), lead, asker, tile))
            took = False
            for entry in list(self.goal_reads):
                read, lead, asker, tile = entry
                self.submit(read)
                if wait:
                    read.wait()
                if read.is_done:
                    self.goal_reads.remove(entry)
                    take_goal(&lead.guide, asker, tile, &read.raw)
                    took = wait
        return 0

    cdef int submit(self, ReadTile read) except -1:
        """Give a read to the executor, unless it has it."""
        if read.is_submitted or read.is_begun:
            return 0
        if self.executor is None:
            self.executor = ReadThread()
        self.executor.submit(read)
        read.is_submitted = True
        return 0

    # ---- ways ----

    cdef int read_now(self, int32_t tile, RawTile* out) except -1:
        cdef int32_t loaded = loaded_tile(&self.index, &self.navmesh.data, tile)
        hold_signals()
        try:
            with nogil:
                if loaded >= 0:
                    copy_loaded(&self.navmesh.data, loaded, out)
                    out.wrong = NULL
                else:
                    read_world_tile(&self.reader.source, &self.index, tile, out)
        finally:
            release_signals()
        return 0

    cdef int go_in(self, Inside* inside) except -1:
        """For a question about ways, which has the one working memory of the world."""
        inside.changes(&self.guard)
        inside.reads(&self.navmesh.guard)
        return enter(inside)

    cdef bint place(self, NavView nav, const RouteCosts* prices, const double* point, bint is_goal, CoarsePlace* out) except -1:
        """False: the point is on no polygon of the world. nav: of the loaded mesh."""
        cdef CoarsePlace found
        cdef double nearest = INFINITY, distance
        cdef int32_t tiles[MOST_CANDIDATES]
        cdef NearestPoly at
        cdef RawTile raw
        cdef int i
        if not is_point(point):
            return False
        if locate_loaded(&self.index, &self.stream, nav, point, &at):
            place_on_mesh(&self.index, prices, &self.navmesh.data, &at, is_goal, out)
            return True
        for i in range(list_candidates(&self.index, point, tiles)):
            self.read_now(tiles[i], &raw)
            if raw.wrong != NULL or not place_in_tile(&self.index, prices, tiles[i], &raw, point, is_goal, &found):
                continue
            distance = distance3(found.end.point, point)
            if distance < nearest:
                nearest, out[0] = distance, found
            if is_straight_below(&found.end, point):
                break
        return nearest < INFINITY

    cdef int find_route(self, QueryFilter filter, const double* start, const double* goal, CoarseRoute* out) except -1:
        """Returns the ReasonCode."""
        cdef RouteCostsRef prices = make_shared[RouteCosts]()
        cdef shared_ptr[PortalGraph] held
        cdef CoarsePlace a, b
        cdef RawTile raw
        cdef double direct = INFINITY
        cdef NavView nav = view_of(&self.navmesh.view, self.navmesh.graph_for(filter, &held))       # the filter follows the mesh
        price_routes(&self.index, &self.navmesh.view, &filter.rules if filter is not None else NULL, prices.get())
        out.cost = INFINITY
        if not self.place(nav, prices.get(), start, False, &a):
            return REASON_START_OFF_MESH
        if not self.place(nav, prices.get(), goal, True, &b):
            return REASON_GOAL_OFF_MESH
        if a.end.tile == b.end.tile:
            self.read_now(a.end.tile, &raw)
            direct = direct_in_tile(&self.index, prices.get(), &raw, &a, &b)
        with nogil:
            begin_coarse(&self.index, &self.search, prices, &a, &b, direct)
            advance_coarse(&self.index, &self.search, NO_LIMIT, out)
        return REASON_NONE if out.cost < INFINITY else REASON_GOAL_UNREACHABLE

    def route(self, start, goal, *, QueryFilter filter=None):
        """The way over the gates between tiles from one place of the world to another one, loaded or not.

        Tiles of the two ends that are not loaded are read.

        Parameters
        ----------
        start, goal : (x, y, z)
            Meters.
        filter : QueryFilter, optional
            Of ``mesh``: areas, flags and links that may be used, and what they cost. What it says of single polygons and links does
            not count.

        Returns
        -------
        WorldRoute

        Raises
        ------
        ValueError
            A point that has not 3 coordinates, a filter of another mesh.

        Notes
        -----
        The way inside each tile is a shortest one; each gate is crossed in its middle. So if the shortest path crosses gates of the
        widths w, the route is longer by at most the sum of w, usually by less than a tenth of itself. Where areas cost differently,
        the way inside a tile is the cheapest of those that the file keeps of it.
        """
        cdef CoarseRoute found
        cdef double a[3]
        cdef double b[3]
        cdef int reason
        cdef const WorldGate* gate
        cdef const TileEntry* entry
        cdef Inside inside
        read_point("start", start, a)
        read_point("goal", goal, b)
        self.go_in(&inside)
        reason = self.find_route(filter, a, b, &found)
        if reason != REASON_NONE:
            return WorldRoute(PathStatus.FAILED, Reason(reason), INFINITY, [], [])
        points = [(a[0], a[1], a[2])]
        entry = &self.index.tiles[self.search.start.end.tile]
        tiles = [(entry.x, entry.z)]
        for node in found.nodes:
            gate = &self.index.gates[node >> 1]
            points.append((gate.point[0], gate.point[1], gate.point[2]))
            if gate.cost > 0.0:
                points.append((gate.land[0], gate.land[1], gate.land[2]))
            entry = &self.index.tiles[tile_after(&self.index, node)]
            tiles.append((entry.x, entry.z))
        return WorldRoute(PathStatus.COMPLETE, Reason.NONE, found.cost, [*points, (b[0], b[1], b[2])], tiles)

    def find_path(self, start, goal, *, QueryFilter filter=None):
        """The path from start towards goal over the loaded mesh.

        Where all tiles around both ends are loaded, or those of the ``route``, it is as NavMesh.find_path gives it. Else it leads
        along the route as far as the loaded mesh does: its status is PARTIAL, its reason NO_NAVMESH.

        Parameters
        ----------
        start, goal : (x, y, z)
            Meters. The start must be on loaded ground.
        filter : QueryFilter, optional
            Of ``mesh``: what may be used, and what it costs; for the route as ``route`` takes it.

        Returns
        -------
        PathResult

        Raises
        ------
        ValueError
            A point that has not 3 coordinates, a filter of another mesh.
        """
        cdef PathResult result = PathResult.__new__(PathResult)
        cdef shared_ptr[PortalGraph] held
        cdef NavView nav
        cdef PathOptions options = default_options()
        cdef Inside inside
        cdef Workspace workspace
        cdef NearestPoly at, end
        cdef CoarseRoute found
        cdef double a[3]
        cdef double b[3]
        cdef double aim[3]
        cdef int32_t stage = -1
        cdef int reason = REASON_NONE
        cdef bint joined = False
        read_point("start", start, a)
        read_point("goal", goal, b)
        self.go_in(&inside)
        nav = view_of(&self.navmesh.view, self.navmesh.graph_for(filter, &held))
        at.poly = end.poly = NO_POLY
        memcpy(aim, b, sizeof(b))
        if is_point(a) and is_point(b) and locate_loaded(&self.index, &self.stream, nav, a, &at):
            joined = locate_loaded(&self.index, &self.stream, nav, b, &end) \
                    and island_of(nav.mesh, at.poly) == island_of(nav.mesh, end.poly)
            if not joined or (self.stream.loaded.size() < self.index.tiles.size()
                              and (filter is not None or not is_loaded_between(&self.index, &self.stream, a, b))):
                reason = self.find_route(filter, a, b, &found)
            if reason == REASON_NONE and filter is not None:
                stage = loaded_from_begin(&self.index, &self.navmesh.data, &found.nodes)
            elif reason == REASON_NONE:
                stage = last_loaded_stage(&self.index, &self.navmesh.data, at.poly, &found.nodes, -1)
            if stage == <int32_t>found.nodes.size():
                stage = -1
        if stage >= 0:
            aim_at_gate(&self.index, &self.navmesh.data, a, b, &found.nodes, stage, aim)
        workspace = borrow(self.navmesh)
        with nogil:
            find_path(nav, &options, &workspace.search, a, aim, &result.data)
        self.navmesh.workspaces.append(workspace)
        memcpy(&result.data.asked[3], b, sizeof(b))
        if stage >= 0 and result.data.status != PATH_FAILED:
            result.data.status, result.data.reason = PATH_PARTIAL, REASON_NO_NAVMESH
        elif reason == REASON_GOAL_UNREACHABLE and not joined:
            result.data.reason = reason
        return result

    def __repr__(self):
        return f"<NavWorld of {self.tile_count} tiles, {self.stream.loaded.size()} loaded>"


# ---- crowds ----

cdef class CrowdLead:
    """The guide of one crowd."""


cdef CrowdLead lead_crowd(NavWorld world):
    cdef CrowdLead lead = CrowdLead.__new__(CrowdLead)
    cdef WorldView view = world.view()
    lead.world = world
    start_crowd_guide(&view, &lead.guide)
    world.leads.append(ref(lead))
    return lead
