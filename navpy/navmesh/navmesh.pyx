"""NavMesh: the class that owns a mesh, made from polygons, from tiles or from bytes, and what Python sees of it."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libcpp.memory cimport shared_ptr
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_extents, read_ground_place, read_length, read_place, read_positive, read_rows, read_whole
from navpy.base.core cimport NO_POLY, PolyRef
from navpy.mesh.nav_view cimport view_of
from navpy.mesh.tiles.link_attachment cimport attach_links
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate, locate_nearest
from navpy.mesh.mesh_view cimport (AREA_COUNT, MeshView, OffMeshLink as LinkData, Poly, fan_pivot, island_of, still_there, surface_at,
                         surface_size, tile_at)
from navpy.mesh.tiles.mesh_data cimport copy_tile, place_tile, start_mesh
from navpy.navmesh.navmesh_file cimport read_mesh, write_mesh
from navpy.mesh.off_mesh_link cimport list_links, read_link
from navpy.base.parallel cimport Runner, executor_runner
from navpy.mesh.poly_grid cimport first_unfindable
from navpy.mesh.portal_graph cimport forget_packed, forget_tile, update_portal_graph
from navpy.mesh.half_edges cimport PortalGraph
from navpy.navmesh.query_filter cimport QueryFilter, read_polygons, register_meshes
from navpy.mesh.tiles.tile cimport NavMeshTile, TileData
from navpy.mesh.tiles.tile_links cimport remove_tile_links, list_tile_links, add_tile_links, replace_tile_links
from navpy.mesh.tiles.tiling cimport find_unconnected, join_tiles, add_tile, remove_tile, tile_misfit
from navpy.mesh.topology cimport FAULT_GRID, Fault, check_topology, fault_message, poly_area2

from array import array
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.mesh.cleanup.polygon_soup import clean_polygons


cdef uint64_t meshes = 0               # how many were made

cdef object query_find_path = None
cdef object query_find_paths = None


def register_query(find_path, find_paths):
    """Give NavMesh its methods ``find_path`` and ``find_paths``; navpy.query calls this when it is imported."""
    global query_find_path, query_find_paths
    query_find_path, query_find_paths = find_path, find_paths


cdef NavMesh mesh_from_bytes(const uint8_t* data, int64_t size, const Runner* runner):
    cdef NavMesh mesh = NavMesh(_start=True)
    read_mesh(data, size, &mesh.data, &mesh.graph, runner)
    mesh.refresh()
    return mesh


cdef int read_reach(const MeshView* mesh, reach, SearchExtents* limits) except -1:
    limits[0] = default_extents(mesh)
    if reach is None:
        return 0
    cdef double extents[3]
    read_extents("reach", reach, extents)
    limits.horizontal, limits.up, limits.down = extents[0], extents[1], extents[2]
    limits.up_fallback = limits.up
    return 0


cdef class NavMesh:
    """NavMesh(vertices=None, offsets=None, corners=None, areas=None, *, agent_radius=0, agent_height=0, climb=0)

    Convex polygons in space that agents walk on; without polygons it is empty but valid. Made this way it never changes;
    one that was made from tiles (`from_tiles`) changes when tiles are added and removed.

    vertices: float64 (n, 3), metres, Y up. offsets: int32 (polygons + 1,), polygon i has the corners
    offsets[i] … offsets[i+1]−1. corners: int32, vertex indices, counter-clockwise seen from above. areas: int32, an area
    id 0 … 63 a polygon, 63 (walkable ground) when left out. detail_offsets, detail_triangles: surfaces that are more than
    the fan of their corners, see NavMeshTile. All are buffers of exactly that type and are copied; no numpy is needed.
    agent_radius, agent_height, climb: metres, what the mesh was baked for, 0 where unknown.

    Polygons are neighbours where they share both vertices of an edge; equal positions under different indices are not
    joined. Two that share several stretches of edge with a gap between them are taken for neighbours by the first stretch only,
    except by exact searches. ValueError, naming the polygon: a vertex that is not finite, an index out of range, fewer than
    3 corners, a polygon that is degenerate, clockwise or not convex in the ground plane (corners in line are fine), an edge
    of more than two polygons or of two on the same side.

    A polygon is named by its index, which stays the same as long as its tile does. An index that was got at `version` v is
    still that polygon's where `has_polygon(index, v)`; the arrays of all polygons have an empty row for a free place. No
    thread may search the mesh while another one changes it.
    """

    def __cinit__(self, const double[:, ::1] vertices=None, const int32_t[::1] offsets=None,
                  const int32_t[::1] corners=None, const int32_t[::1] areas=None, const int32_t[::1] detail_offsets=None,
                  const int32_t[::1] detail_triangles=None, *, agent_radius=0.0, agent_height=0.0, climb=0.0,
                  bint _flip=False, bint _start=False):
        cdef NavMeshTile tile
        global meshes
        meshes += 1
        self.graph.serial = meshes
        self.workspaces, self.clearances = [], {}
        start_mesh(&self.data)
        self.data.view.agent_radius = read_length("agent_radius", agent_radius)
        self.data.view.agent_height = read_length("agent_height", agent_height)
        self.data.view.climb = read_length("climb", climb)
        if not _start:
            tile = NavMeshTile(vertices, offsets, corners, areas, None, detail_offsets, detail_triangles, _flip=_flip)
            place_tile(&self.data, &tile.data)
            join_tiles(&self.data)
        self.refresh()

    cdef int refresh(self) except -1:
        self.view = self.data.view
        with nogil:
            update_portal_graph(&self.view, NULL, &self.graph)
        self.view.graph = &self.graph
        return 0

    cdef const PortalGraph* graph_for(self, QueryFilter filter, shared_ptr[PortalGraph]* held) except NULL:
        """What searches with a filter, or None, read; valid as long as it is held and the mesh does not change."""
        if filter is None:
            return self.view.graph
        held[0] = filter.graph_of(&self.view, self)
        return held.get()

    cdef int check_fit(self, const TileData* tile) except -1:
        cdef const char* wrong = tile_misfit(&self.data, tile)
        if wrong != NULL:
            raise ValueError(f"tile ({tile.x}, {tile.z}): {wrong.decode()}")
        return 0

    @staticmethod
    def from_polygons(vertices, polygons, areas=None, *, weld_distance=0.001, agent_radius=0.0, agent_height=0.0, climb=0.0):
        """A NavMesh from polygons as people and modelling programs make them: whatever numpy takes for (n, 3) vertices and
        an iterable of index sequences. They are cleaned by navpy.clean_polygons: vertices nearer than weld_distance metres
        become one, polygons without area are left out, concave ones are split, clockwise ones turned round. A warning says
        what was left out, and where edges lie along each other without being shared; ValueError as clean_polygons raises."""
        cleaned = clean_polygons(vertices, polygons, areas, weld_distance=weld_distance)
        mesh = NavMesh(cleaned.vertices, cleaned.offsets, cleaned.corners, cleaned.areas, agent_radius=agent_radius,
                       agent_height=agent_height, climb=climb)
        if cleaned.message:
            from warnings import warn
            warn(f"NavMesh.from_polygons: {cleaned.message}", stacklevel=2)
        return mesh

    @staticmethod
    def from_tiles(tiles, tile_size_m, origin=(0.0, 0.0), *, agent_radius=0.0, agent_height=0.0, climb=0.0):
        """A NavMesh of NavMeshTiles, none at all if there are none yet.

        tile_size_m: metres along x and z. origin: (x, z) in metres, where tile (0, 0) begins; of (x, y, z) the y is
        ignored. Portal edges of neighbouring tiles are joined where they lie on each other and their heights agree within
        the climb. ValueError: two tiles in one place, one that reaches beyond its bounds or has a portal off its border."""
        cdef NavMesh mesh = NavMesh(agent_radius=agent_radius, agent_height=agent_height, climb=climb, _start=True)
        cdef NavMeshTile tile
        cdef vector[LinkData] ways
        cdef int32_t bent
        cdef double corner[3]
        read_ground_place("origin", origin, corner)
        mesh.data.view.tile_size = read_positive("tile_size_m", tile_size_m)
        mesh.data.view.origin_x, mesh.data.view.origin_z = corner[0], corner[2]
        places = set()
        tiles = list(tiles)
        for tile in tiles:
            if tile is None or (tile.x, tile.z) in places:
                raise ValueError("tiles: None is no tile" if tile is None else f"tiles: two at ({tile.x}, {tile.z})")
            places.add((tile.x, tile.z))
            mesh.check_fit(&tile.data)
            place_tile(&mesh.data, &tile.data)
            ways.insert(ways.end(), tile.ways.begin(), tile.ways.end())
        with nogil:
            bent = join_tiles(&mesh.data)
        if bent >= 0:
            raise ValueError(f"tile ({mesh.data.tiles[bent].x}, {mesh.data.tiles[bent].z}): has polygons too thin to be joined "
                             "to its neighbours")
        with nogil:
            add_tile_links(&mesh.data, &ways)
        mesh.refresh()
        return mesh

    def add_tile(self, NavMeshTile tile not None):
        """Put a tile in, in place of one that is at the same x and z. Polygons of other tiles keep their index and all but
        the corners on the border that they share with it. ValueError: a mesh without tiles, a tile that doesn't fit.

        The tile's links replace those that came with the old one; links of other tiles that lead to it stay as far as there
        are polygons where they end. Returns how many of those are gone. Links put in by hand all stay."""
        if self.view.tile_size == 0.0:
            raise ValueError("tile: the mesh was not made from tiles")
        self.check_fit(&tile.data)
        cdef bint joined
        cdef int32_t lost = 0
        with nogil:
            joined = add_tile(&self.data, &tile.data)
            if joined:
                lost = replace_tile_links(&self.data, tile.data.x, tile.data.z, &tile.ways)
        self.refresh()
        if not joined:
            raise ValueError(f"tile ({tile.x}, {tile.z}): it or a neighbour has polygons too thin to be joined")
        return lost

    def remove_tile(self, int32_t x, int32_t z):
        """Take the tile at x and z out, and the links that came with it; those of other tiles that lead to it wait for
        another one. ValueError: there is none."""
        cdef int32_t tile = self.find_tile(x, z)
        with nogil:
            remove_tile(&self.data, tile)
            remove_tile_links(&self.data, x, z)
        self.refresh()

    def find_tile(self, int32_t x, int32_t z):
        """Index of the tile in this mesh's arrays; ValueError where there is none."""
        cdef int32_t tile = tile_at(&self.view, x, z) if self.view.tile_size > 0.0 else -1
        if tile < 0:
            raise ValueError(f"tile ({x}, {z}): there is none")
        return tile

    def tile(self, int32_t x, int32_t z):
        """The NavMeshTile at x and z as it was put in, with those of its links that the mesh has. ValueError: there is none."""
        cdef NavMeshTile found = NavMeshTile.__new__(NavMeshTile)
        copy_tile(&self.data, self.find_tile(x, z), &found.data)
        list_tile_links(&self.data, x, z, &found.ways)
        return found

    def tile_of(self, PolyRef poly):
        """(x, z) of the polygon's tile. ValueError: there is no such polygon."""
        if not self.has_polygon(poly):
            raise ValueError(f"polygon {poly}: there is none")
        cdef int32_t tile = self.view.polys[poly].tile
        return self.view.tiles[tile].x, self.view.tiles[tile].z

    def tile_version(self, int32_t x, int32_t z):
        """The mesh's version when the tile was added. ValueError: there is none."""
        cdef int32_t tile = self.find_tile(x, z)
        return self.view.tiles[tile].version

    def has_polygon(self, PolyRef poly, version=None):
        """Is there such a polygon, and was it already there at that version?"""
        return still_there(&self.view, poly, self.view.version if version is None else version)

    @property
    def tiles(self):
        """(x, z) of all tiles, sorted; empty for a mesh that was not made from tiles."""
        return sorted([(self.view.tiles[i].x, self.view.tiles[i].z) for i in range(self.view.tile_count)
                       if self.view.tiles[i].live and self.view.tile_size > 0.0])

    def unconnected_tiles(self):
        """(x, z) of the tiles on both sides of borders that a floor leads across but meets no polygon there, sorted. Of a level
        baked as a whole there are none; after single tiles were replaced, those among them that were not are out of date, and
        so are places without a tile that are within the level."""
        cdef vector[pair[int32_t, int32_t]] found
        with nogil:
            find_unconnected(&self.data, &found)
        return sorted({(place.first, place.second) for place in found})

    @property
    def tile_size(self):
        """Metres; 0 for a mesh that was not made from tiles."""
        return self.view.tile_size

    @property
    def version(self):
        """Counts the changes of the mesh; 1 for a new one."""
        return self.view.version

    def add_link(self, start, end, **arguments):
        """A way off the surface, such as a ladder or a jump: an OffMeshLink of these arguments. It joins the islands at its
        ends, even if it leads one way only. ValueError: a bad argument, an end without a polygon within the radius."""
        self.add_links([OffMeshLink(start, end, **arguments)])

    def add_links(self, links, bint strict=True):
        """Add OffMeshLinks, all at once; a single change of the mesh. Returns a list of those that have an end without a
        polygon within their radius: they lead nowhere until a tile brings one. strict: such a one is a ValueError instead
        that names it and its end, and none is added."""
        cdef vector[LinkData] ways
        cdef size_t before = self.data.links.size()
        for link in links:
            read_link(link, self.view.agent_radius or 0.5, &ways)
        if ways.empty():
            return []
        self.data.links.insert(self.data.links.end(), ways.begin(), ways.end())
        self.find_links()
        loose = [link for link in list_links(&self.data.links, before) if min(link.start_poly, link.end_poly) < 0]
        if strict and loose:
            self.data.links.resize(before)
            self.find_links()
            link = loose[0]
            end = "start" if link.start_poly < 0 else "end"
            at = link.start if link.start_poly < 0 else link.end
            raise ValueError(f"{end}: there is no polygon within {link.radius:g} m of ({at[0]:g}, {at[1]:g}, {at[2]:g}), where a "
                             f"link {'begins' if end == 'start' else 'ends'}")
        self.rules_changed()
        return loose

    def remove_links(self, *ids):
        """Take out all links with one of these ids, all at once; returns how many."""
        cdef size_t i, kept = 0
        chosen = frozenset(ids)
        count = sum([link.id in chosen for link in self.links])
        if count:
            for i in range(self.data.links.size()):
                if self.data.links[i].id not in chosen:
                    self.data.links[kept] = self.data.links[i]
                    kept += 1
            self.data.links.resize(kept)
            self.find_links()
            self.rules_changed()
        return count

    def add_found_links(self, links):
        """Add OffMeshLinks that a bake found, as those of the tiles that they begin on, cut to the polygons at their ends: what has
        none, and what others lead back, is left out."""
        cdef vector[LinkData] ways
        for link in links:
            read_link(link, self.view.agent_radius or 0.5, &ways, True)
        with nogil:
            add_tile_links(&self.data, &ways)
        self.rules_changed()

    cdef int find_links(self) except -1:
        """Find the polygons of all links and the islands anew."""
        with nogil:
            attach_links(&self.data)
        self.refresh()
        return 0

    cdef int rules_changed(self) except -1:
        """What ways lead where, or what they cost, is another than before."""
        self.data.view.version += 1
        self.data.view.rules_version = self.data.view.version
        return self.refresh()

    cdef int repack(self) except -1:
        """What polygons cost, or whether they may be entered, is another than before."""
        forget_packed(&self.graph)
        return self.rules_changed()

    @property
    def links(self):
        """list of OffMeshLink, those that lead nowhere too; their start_poly and end_poly are as of now."""
        return list_links(&self.data.links, 0)

    def area_cost(self, area):
        """Factor on the length of a way through polygons of an area id, 0 … 63; 1 unless set. ValueError: another id."""
        return self.data.area_costs[read_whole("area", area, 0, AREA_COUNT - 1)]

    def set_area_cost(self, area, cost):
        """Ways through polygons of an area id, 0 … 63, count as ``cost`` times as long in searches: finite, not below 0.
        Counts as a change of the mesh. ValueError: another id or cost."""
        cdef int32_t index = read_whole("area", area, 0, AREA_COUNT - 1)
        self.data.area_costs[index] = read_length(f"cost of area {index}", cost, "meters a meter")
        self.repack()

    @property
    def flags(self):
        """uint16 (n,), flags a polygon: the user's, for filters to choose by; 1 unless set, 0 of a free place."""
        import numpy as np
        return np.array([self.view.polys[i].flags for i in range(self.view.poly_count)], dtype=np.uint16)

    def set_flags(self, polygons, flags):
        """Give polygons (indices) the flags, 16 bits: filters choose by them, nobody walks where they are 0. They come and go
        with the polygon's tile. Counts as a change of the mesh. ValueError: no such polygon, other flags."""
        cdef vector[PolyRef] chosen
        cdef PolyRef poly
        cdef uint16_t value = read_whole("flags", flags, 0, 0xffff)
        read_polygons(&self.view, polygons, None, &chosen)
        for poly in chosen:
            self.data.polys[poly].flags = value
            forget_tile(&self.graph, self.data.polys[poly].tile)
        self.rules_changed()

    @property
    def exit_only_areas(self):
        """frozenset of the area ids that can be left but not entered from another area."""
        return frozenset([area for area in range(AREA_COUNT) if self.view.exit_only_areas >> area & 1])

    def set_soft_areas(self, areas):
        """Make these area ids, 0 … 63, the ones that searches leave but do not enter from another area, and no others.
        Counts as a change of the mesh. ValueError: another id."""
        cdef uint64_t bits = 0
        try:
            given = list(areas)
        except TypeError:
            raise ValueError(f"areas: must be area ids, are {areas!r}") from None
        for area in given:
            bits |= <uint64_t>1 << read_whole("areas", area, 0, AREA_COUNT - 1)
        self.data.view.exit_only_areas = bits
        self.repack()

    def validate(self):
        """ValueError with the first fault of what the mesh holds: vertices, shapes, surfaces, shared edges, links, islands,
        grids."""
        cdef Fault fault
        cdef bint good
        with nogil:
            good = check_topology(&self.view, &fault)
            if good:
                fault.poly, fault.kind = first_unfindable(&self.view), FAULT_GRID
                good = fault.poly == NO_POLY
        if not good:
            raise ValueError(fault_message(&fault))

    def locate(self, point, reach=None, QueryFilter filter=None):
        """(polygon, (x, y, z) on it, distance in metres) of the floor under the point's feet, or None.

        reach: (sideways, up, down) in metres that the floor may be away; by default twice the agent's radius or 1, the
        climb or 0.5, and 4. The highest surface within it straight above or below wins, never the storey above. Where
        there is none, or only one further down than an origin would float (the agent's height, at least 1.5, and
        a jump of 0.75), one sideways wins if it is not as deep. Polygons that nobody walks on (`set_flags`), or that a filter
        leaves out, are no floor.

        A border belongs to the polygons on both sides, and a point that rounding to float32 has put outside is still on it.
        Surfaces within 1 cm of the highest are one floor; of these the polygon wins that the point is inside of, or nearest
        to in the ground plane, then the highest, then the one of the lower index."""
        cdef double at[3]
        cdef SearchExtents limits
        cdef NearestPoly found
        cdef shared_ptr[PortalGraph] held
        cdef const PortalGraph* graph = self.graph_for(filter, &held)
        read_place("point", point, at)
        read_reach(&self.view, reach, &limits)
        if not locate(view_of(&self.view, graph), at, &limits, &found):
            return None
        return found.poly, (found.point[0], found.point[1], found.point[2]), found.distance

    def locate_many(self, points, reach=None, QueryFilter filter=None):
        """`locate` for many points at once: (polygons, points, distances), arrays int32 (n,), float64 (n, 3) in metres and
        float64 (n,) in metres. points: what numpy takes for (n, 3). One without a floor, or that is no point (not finite,
        beyond 1e30 m), has polygon −1, itself and an infinite distance. ValueError: another shape, a bad reach."""
        import numpy as np
        cdef SearchExtents limits
        cdef NearestPoly found
        cdef shared_ptr[PortalGraph] held
        cdef const PortalGraph* graph = self.graph_for(filter, &held)
        cdef Py_ssize_t i, count
        read_reach(&self.view, reach, &limits)
        given = read_rows("points", points, -1, 3, False, INFINITY)
        count = given.shape[0]
        polygons, places, distances = np.empty(count, np.int32), np.empty((count, 3)), np.empty(count)
        cdef const double[:, ::1] asked = given
        cdef int32_t[::1] polys = polygons
        cdef double[:, ::1] at = places
        cdef double[::1] away = distances
        with nogil:
            for i in range(count):
                locate(view_of(&self.view, graph), &asked[i, 0], &limits, &found)
                polys[i], away[i] = found.poly, found.distance
                at[i, 0], at[i, 1], at[i, 2] = found.point[0], found.point[1], found.point[2]
        return polygons, places, distances

    def nearest(self, point, extents=None, QueryFilter filter=None):
        """(polygon, (x, y, z) on it, distance in metres) of the surface's point nearest in space, or None where there is none;
        of equally near ones that of the lower polygon. Polygons that nobody walks on (`set_flags`), or that a filter leaves out,
        do not count.

        extents: half sizes (x, y, z) in metres of a box around the point that is looked into; all of the mesh if left out."""
        cdef double at[3]
        cdef double half[3]
        cdef const double* within = NULL
        cdef NearestPoly found
        cdef shared_ptr[PortalGraph] held
        cdef const PortalGraph* graph = self.graph_for(filter, &held)
        read_place("point", point, at)
        if extents is not None:
            read_extents("extents", extents, half)
            within = half
        if not locate_nearest(view_of(&self.view, graph), at, within, &found):
            return None
        return found.poly, (found.point[0], found.point[1], found.point[2]), found.distance

    def find_path(self, start, goal, allow_partial=False, **options):
        """The shortest way from start to goal, or where costs differ the cheapest that is found; see navpy.query.find_path."""
        if query_find_path is None:
            raise RuntimeError("NavMesh.find_path needs navpy.query, which is not imported")
        return query_find_path(self, start, goal, allow_partial, **options)

    def find_paths(self, starts, goals, executor=None, **options):
        """Many paths at once; see navpy.query.find_paths."""
        if query_find_paths is None:
            raise RuntimeError("NavMesh.find_paths needs navpy.query, which is not imported")
        return query_find_paths(self, starts, goals, executor, **options)

    def to_bytes(self):
        """The mesh as bytes, little-endian, with a version and a checksum; see from_bytes and docs/file-format.md."""
        cdef vector[uint8_t] data
        with nogil:
            write_mesh(&self.data, &data)
        return (<const char*>data.data())[:data.size()]

    @staticmethod
    def from_bytes(const uint8_t[::1] data not None, executor=None):
        """A NavMesh from what to_bytes gave. ValueError, saying what is wrong, for anything else: nothing in the bytes
        is believed before it is checked.

        executor: a concurrent.futures.Executor of threads; they and this one share the work, without the GIL."""
        cdef Runner runner = executor_runner(executor)
        return mesh_from_bytes(&data[0] if data.shape[0] else NULL, data.shape[0], &runner)

    def save(self, path):
        """Write the mesh to a file; whoever reads it meanwhile sees the old file or the new one, never a part."""
        import os
        from stat import S_IMODE
        path = os.fsdecode(os.fspath(path))
        data = self.to_bytes()
        part = f"{path}.{os.urandom(8).hex()}.part"     # of this call alone, whoever else saves to the path
        try:
            with open(part, "xb") as file:
                file.write(data)
            if os.path.isfile(path):
                os.chmod(part, S_IMODE(os.stat(path).st_mode))
            os.replace(part, path)
        except BaseException as error:
            if os.path.exists(part):
                os.remove(part)
            if isinstance(error, OSError):
                raise OSError(error.errno, error.strerror, path) from None
            raise

    @staticmethod
    def load(path, executor=None):
        """A NavMesh from a file that save wrote. OSError where it cannot be read, ValueError where it is no navmesh. executor: as
        from_bytes takes it."""
        with open(path, "rb") as file:
            return NavMesh.from_bytes(file.read(), executor)

    def __reduce__(self):
        return NavMesh.from_bytes, (self.to_bytes(),)

    def __repr__(self):
        return f"<NavMesh of {self.polygon_count} polygons, {self.area:.1f} m², {self.view.island_count} islands>"

    def polygon(self, Py_ssize_t index):
        """Vertex indices of a polygon, counter-clockwise seen from above; it may begin with another than it was made
        with, as the first corner shapes the surface."""
        if index < 0 or index >= self.view.poly_count:
            raise IndexError(f"polygon {index}: there are {self.view.poly_count}")
        cdef const Poly* poly = &self.view.polys[index]
        return tuple([self.view.corners[poly.first + i] for i in range(poly.count)])

    @property
    def vertices(self):
        """float64 (n, 3), metres, what only surfaces use and free places included; a copy."""
        import numpy as np
        if self.view.vertex_count == 0:
            return np.zeros((0, 3))
        return np.array(<double[:self.view.vertex_count, :3]>self.data.vertices.data())

    @property
    def polygons(self):
        """Vertex indices, a tuple a polygon."""
        return [self.polygon(i) for i in range(self.view.poly_count)]

    @property
    def areas(self):
        """int32 (n,), area id a polygon."""
        import numpy as np
        return np.array([self.view.polys[i].area for i in range(self.view.poly_count)], dtype=np.int32)

    @property
    def islands(self):
        """int32 (n,), a label a polygon: those that reach each other carry the same, 0 … island_count−1; −1 a free
        place."""
        import numpy as np
        return np.array([island_of(&self.view, <int32_t>i) if self.view.polys[i].count else -1
                         for i in range(self.view.poly_count)], dtype=np.int32)

    @property
    def neighbors(self):
        """Polygon across each edge, −1 at a wall, a tuple a polygon; edge i runs from corner i to corner i+1."""
        cdef const Poly* poly
        rows = []
        for i in range(self.view.poly_count):
            poly = &self.view.polys[i]
            rows.append(tuple([self.view.neighbors[poly.first + k] for k in range(poly.count)]))
        return rows

    @property
    def triangles(self):
        """Vertex indices of the polygons cut into triangles, array("i"), three a triangle; heights are those of its planes."""
        cdef int32_t pivot, i, k
        cdef int32_t triangle[3]
        out = array("i")
        for i in range(self.view.poly_count):
            pivot = fan_pivot(&self.view, i)
            for k in range(surface_size(&self.view, i)):
                surface_at(&self.view, i, pivot, k, triangle)
                out.extend((triangle[0], triangle[1], triangle[2]))
        return out

    @property
    def area(self):
        """m² in the ground plane: a slope counts as its shadow at noon, storeys over each other count each."""
        cdef double sum = 0.0
        for i in range(self.view.poly_count):
            if self.view.polys[i].count:
                sum -= 0.5 * poly_area2(&self.view, &self.view.polys[i])
        return sum

    @property
    def bounds(self):
        """((x, y, z) least, (x, y, z) greatest) of the vertices, metres; None without vertices."""
        cdef double low[3]
        cdef double high[3]
        cdef int32_t k, i, tile
        cdef bint any = False
        for tile in range(self.view.tile_count):
            for i in range(self.data.records[tile].vertices.first, self.data.records[tile].vertices.first
                           + self.data.records[tile].vertices.count if self.view.tiles[tile].live else 0):
                for k in range(3):
                    low[k] = min(low[k], self.view.vertices[3 * <size_t>i + k]) if any else self.view.vertices[3 * <size_t>i + k]
                    high[k] = max(high[k], self.view.vertices[3 * <size_t>i + k]) if any else self.view.vertices[3 * <size_t>i + k]
                any = True
        return ((low[0], low[1], low[2]), (high[0], high[1], high[2])) if any else None

    @property
    def polygon_count(self):
        """Polygons, free places not counted."""
        return sum([self.view.tiles[i].poly_count for i in range(self.view.tile_count)])

    @property
    def vertex_count(self):
        """Vertices, free places included."""
        return self.view.vertex_count

    @property
    def island_count(self):
        return self.view.island_count

    @property
    def agent_radius(self):
        """Metres, as baked; 0 where unknown."""
        return self.view.agent_radius

    @property
    def agent_height(self):
        """Metres, as baked; 0 where unknown."""
        return self.view.agent_height

    @property
    def climb(self):
        """Metres: a floor this far above the feet is still the floor one stands on."""
        return self.view.climb


cdef const MeshView* mesh_view_of(mesh) except NULL:
    return &(<NavMesh?>mesh).view


register_meshes(mesh_view_of)
