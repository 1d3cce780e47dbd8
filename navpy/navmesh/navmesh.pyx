"""NavMesh: the class that owns a mesh, made from polygons, from tiles or from bytes."""
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
from navpy.base.area cimport AREA_COUNT
from navpy.mesh.mesh_view cimport (MeshView, OffMeshLink as LinkData, Poly, fan_pivot, island_of, still_there, surface_at,
                                   surface_size, tile_at)
from navpy.mesh.tiles.mesh_data cimport copy_tile, place_tile, start_mesh
from navpy.navmesh.navmesh_file cimport read_mesh, write_mesh
from navpy.mesh.off_mesh_link cimport list_links, read_link
from navpy.base.parallel cimport Runner, executor_runner
from navpy.mesh.poly_grid cimport first_unfindable
from navpy.mesh.portal_graph cimport forget_packed, forget_tile, update_portal_graph
from navpy.mesh.half_edges cimport PortalGraph
from navpy.navmesh.query_filter cimport MeshOwner, QueryFilter, read_areas, read_polygons
from navpy.mesh.tiles.tile cimport NavMeshTile, TileData
from navpy.mesh.tiles.tile_links cimport remove_tile_links, list_tile_links, add_tile_links, replace_tile_links
from navpy.mesh.tiles.tiling cimport find_unconnected, join_tiles, add_tile, remove_tile, tile_misfit
from navpy.mesh.topology cimport FAULT_GRID, Fault, check_topology, clockwise_poly_area2, fault_message

from array import array
from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.mesh.cleanup.polygon_soup import clean_polygons


cdef uint64_t meshes = 0               # how many were made

cdef object query_find_path = None
cdef object query_find_paths = None
cdef object query_goal_field = None


def register_query(find_path, find_paths, goal_field):
    """Give NavMesh its methods ``find_path``, ``find_paths`` and ``goal_field``; navpy.query calls this when it is imported."""
    global query_find_path, query_find_paths, query_goal_field
    query_find_path, query_find_paths, query_goal_field = find_path, find_paths, goal_field


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


cdef class NavMesh(MeshOwner):
    """Convex polygons in space that agents walk on.

    Without polygons it is empty but valid. Made by this constructor its polygons never change; a mesh from tiles (`from_tiles`) changes
    when tiles are added and removed.

    Parameters
    ----------
    vertices : float64 (n, 3)
        Meters, Y up. This and the other arrays are buffers of exactly these types, which are copied; no numpy is needed.
    offsets : int32 (polygons + 1,)
        Polygon i has the corners offsets[i] … offsets[i+1]−1.
    corners : int32 (m,)
        Vertex indices, counter-clockwise seen from above.
    areas : int32 (polygons,), optional
        Area ids 0 … 63; 63, walkable ground, by default.
    detail_offsets, detail_triangles : int32, optional
        Surfaces other than the fan of a polygon's corners, see NavMeshTile.
    flags : int32 (polygons,), optional
        Flags 0 … 0xffff; 1 by default.
    agent_radius, agent_height, climb : float
        Meters that the mesh was baked for, 0 where unknown.

    Raises
    ------
    ValueError
        Names the polygon: a vertex that is not finite, an index out of range, fewer than 3 corners, a polygon that is degenerate,
        clockwise or not convex in the ground plane (corners in line are fine), an edge of more than two polygons or of two on the same
        side.

    Notes
    -----
    Polygons are neighbors where they share both vertices of an edge; equal positions under different indices are not joined. Where two
    polygons share several edges with a gap between them, only exact searches use the edges after the first.

    A polygon's index stays the same as long as its tile does. An index obtained at `version` v still names that polygon where
    `has_polygon(index, v)`; arrays of all polygons have an empty row for a free place. No thread may search the mesh while another one
    changes it.
    """

    def __cinit__(self, const double[:, ::1] vertices=None, const int32_t[::1] offsets=None,
                  const int32_t[::1] corners=None, const int32_t[::1] areas=None, const int32_t[::1] detail_offsets=None,
                  const int32_t[::1] detail_triangles=None, *, const int32_t[::1] flags=None, agent_radius=0.0, agent_height=0.0, climb=0.0,
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
            tile = NavMeshTile(vertices, offsets, corners, areas, None, detail_offsets, detail_triangles, flags=flags, _flip=_flip)
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
        """The graph that a search with a filter, or None, reads; valid while it is held and the mesh does not change."""
        if filter is None:
            return self.view.graph
        held[0] = filter.graph_of(self)
        return held.get()

    cdef int check_fit(self, const TileData* tile) except -1:
        cdef const char* wrong = tile_misfit(&self.data, tile)
        if wrong != NULL:
            raise ValueError(f"tile ({tile.x}, {tile.z}): {wrong.decode()}")
        return 0

    @staticmethod
    def from_polygons(vertices, polygons, areas=None, *, weld_distance=0.001, agent_radius=0.0, agent_height=0.0, climb=0.0):
        """A NavMesh from polygons as people and modeling programs make them, cleaned by navpy.clean_polygons.

        A warning says which polygons were left out, and where edges lie along each other without being shared.

        Parameters
        ----------
        vertices : (n, 3)
            Meters; whatever numpy takes.
        polygons : iterable of sequences of int
            Vertex indices.
        areas : iterable of int, optional
            Area id of each polygon.
        weld_distance : float
            Meters; vertices nearer to each other become one.
        agent_radius, agent_height, climb : float
            Meters, 0 where unknown.

        Returns
        -------
        NavMesh

        Raises
        ------
        ValueError
            As clean_polygons.
        """
        cleaned = clean_polygons(vertices, polygons, areas, weld_distance=weld_distance)
        mesh = NavMesh(cleaned.vertices, cleaned.offsets, cleaned.corners, cleaned.areas, agent_radius=agent_radius,
                       agent_height=agent_height, climb=climb)
        if cleaned.message:
            from warnings import warn
            warn(f"NavMesh.from_polygons: {cleaned.message}", stacklevel=2)
        return mesh

    @staticmethod
    def from_tiles(tiles, tile_size_m, origin=(0.0, 0.0), *, agent_radius=0.0, agent_height=0.0, climb=0.0):
        """A NavMesh of tiles. Portal edges of neighboring tiles are joined where they overlap and their heights differ by no more than
        the climb.

        Parameters
        ----------
        tiles : iterable of NavMeshTile
            May be empty.
        tile_size_m : float
            Meters along x and z.
        origin : (x, z) or (x, y, z)
            Meters, where tile (0, 0) begins; y is ignored.
        agent_radius, agent_height, climb : float
            Meters, 0 where unknown.

        Returns
        -------
        NavMesh

        Raises
        ------
        ValueError
            Two tiles in one place, or a tile that reaches beyond its bounds or has a portal off its border.
        """
        cdef NavMesh mesh = NavMesh(agent_radius=agent_radius, agent_height=agent_height, climb=climb, _start=True)
        cdef NavMeshTile tile
        cdef vector[LinkData] directions
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
            directions.insert(directions.end(), tile.directions.begin(), tile.directions.end())
        with nogil:
            bent = join_tiles(&mesh.data)
        if bent >= 0:
            raise ValueError(f"tile ({mesh.data.tiles[bent].x}, {mesh.data.tiles[bent].z}): has polygons too thin to be joined "
                             "to its neighbors")
        with nogil:
            add_tile_links(&mesh.data, &directions)
        mesh.refresh()
        return mesh

    def add_tile(self, NavMeshTile tile not None):
        """Add a tile, in place of one at the same x and z.

        Polygons of other tiles keep their index, and their corners except those on the border to this tile. The tile's links replace
        those of the old tile; links of other tiles that lead to it are removed where they have no polygon any more. Links added by hand
        all stay.

        Parameters
        ----------
        tile : NavMeshTile

        Returns
        -------
        int
            Number of links of other tiles that were removed.

        Raises
        ------
        ValueError
            A mesh without tiles, or a tile that does not fit.
        """
        if self.view.tile_size == 0.0:
            raise ValueError("tile: the mesh was not made from tiles")
        self.check_fit(&tile.data)
        cdef bint joined
        cdef int32_t lost = 0
        with nogil:
            joined = add_tile(&self.data, &tile.data)
            if joined:
                lost = replace_tile_links(&self.data, tile.data.x, tile.data.z, &tile.directions)
        self.refresh()
        if not joined:
            raise ValueError(f"tile ({tile.x}, {tile.z}): it or a neighbor has polygons too thin to be joined")
        return lost

    def remove_tile(self, int32_t x, int32_t z):
        """Remove the tile at x and z, and its links. Links of other tiles that lead to it stay, unattached until a tile is added there.
        ValueError: there is no such tile."""
        cdef int32_t tile = self.find_tile(x, z)
        with nogil:
            remove_tile(&self.data, tile)
            remove_tile_links(&self.data, x, z)
        self.refresh()

    def find_tile(self, int32_t x, int32_t z):
        """Index of the tile in the mesh's arrays. ValueError: there is no such tile."""
        cdef int32_t tile = tile_at(&self.view, x, z) if self.view.tile_size > 0.0 else -1
        if tile < 0:
            raise ValueError(f"tile ({x}, {z}): there is none")
        return tile

    def tile(self, int32_t x, int32_t z):
        """The NavMeshTile at x and z as it was added, with those of its links that the mesh has. ValueError: there is no such tile."""
        cdef NavMeshTile found = NavMeshTile.__new__(NavMeshTile)
        copy_tile(&self.data, self.find_tile(x, z), &found.data)
        list_tile_links(&self.data, x, z, &found.directions)
        return found

    def tile_of(self, PolyRef poly):
        """(x, z) of the polygon's tile. ValueError: there is no such polygon."""
        if not self.has_polygon(poly):
            raise ValueError(f"polygon {poly}: there is none")
        cdef int32_t tile = self.view.polys[poly].tile
        return self.view.tiles[tile].x, self.view.tiles[tile].z

    def tile_version(self, int32_t x, int32_t z):
        """The mesh's version when the tile was added. ValueError: there is no such tile."""
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
        """(x, z) of the tiles on both sides of each portal edge without a neighbor, sorted.

        There is none in a level baked as a whole. After single tiles were replaced, those listed that were not replaced are out of date,
        as are places within the level that have no tile."""
        cdef vector[pair[int32_t, int32_t]] found
        with nogil:
            find_unconnected(&self.data, &found)
        return sorted({(place.first, place.second) for place in found})

    @property
    def tile_size(self):
        """Meters; 0 for a mesh that was not made from tiles."""
        return self.view.tile_size

    @property
    def version(self):
        """Counts the changes of the mesh; 1 for a new one."""
        return self.view.version

    def add_link(self, start, end, **arguments):
        """Add an OffMeshLink of these arguments, which joins the islands at its ends, even if it leads one way only. ValueError: a bad
        argument, or an end without a polygon within the radius."""
        self.add_links([OffMeshLink(start, end, **arguments)])

    def add_links(self, links, bint strict=True):
        """Add off-mesh links, as a single change of the mesh.

        Parameters
        ----------
        links : iterable of OffMeshLink
        strict : bool
            Every end must have a polygon within the link's radius.

        Returns
        -------
        list of OffMeshLink
            Those with an end without a polygon within their radius; they are attached when a tile brings one.

        Raises
        ------
        ValueError
            strict, and there is such a link; then no link is added.
        """
        cdef vector[LinkData] directions
        cdef size_t before = self.data.links.size()
        for link in links:
            read_link(link, self.view.agent_radius or 0.5, &directions)
        if directions.empty():
            return []
        self.data.links.insert(self.data.links.end(), directions.begin(), directions.end())
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
        """Remove all links with one of these ids, as a single change of the mesh; returns their number."""
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
        """Add OffMeshLinks that a bake found, as links of the tiles that they begin on. They are cut to the polygons at their ends; parts
        without a polygon, and duplicates of jumps found from the other side, are left out."""
        cdef vector[LinkData] directions
        for link in links:
            read_link(link, self.view.agent_radius or 0.5, &directions, True)
        with nogil:
            add_tile_links(&self.data, &directions)
        self.rules_changed()

    cdef int find_links(self) except -1:
        """Attach all links and find the islands."""
        with nogil:
            attach_links(&self.data)
        self.refresh()
        return 0

    cdef int rules_changed(self) except -1:
        """Links, costs or flags have changed."""
        self.data.view.version += 1
        self.data.view.rules_version = self.data.view.version
        return self.refresh()

    cdef int repack(self) except -1:
        """Costs of areas or exit-only areas have changed."""
        forget_packed(&self.graph)
        return self.rules_changed()

    @property
    def links(self):
        """list of OffMeshLink with their present start_poly and end_poly, unattached links included."""
        return list_links(&self.data.links, 0)

    def area_cost(self, area):
        """Cost of a meter through polygons of an area id, 0 … 63; 1 unless set. ValueError: another id."""
        return self.data.area_costs[read_whole("area", area, 0, AREA_COUNT - 1)]

    def set_area_cost(self, area, cost):
        """Set the cost of a meter through polygons of an area, a change of the mesh.

        Parameters
        ----------
        area : int
            0 … 63.
        cost : float
            Finite, not below 0.

        Raises
        ------
        ValueError
            Another area or cost.
        """
        cdef int32_t index = read_whole("area", area, 0, AREA_COUNT - 1)
        self.data.area_costs[index] = read_length(f"cost of area {index}", cost, "meters a meter")
        self.repack()

    @property
    def flags(self):
        """uint16 (n,), flags of each polygon, which filters include or exclude; 1 unless set, 0 of a free place."""
        import numpy as np
        return np.array([self.view.polys[i].flags for i in range(self.view.poly_count)], dtype=np.uint16)

    def set_flags(self, polygons, flags):
        """Set the flags of polygons, a change of the mesh. They are lost when the polygon's tile is replaced or removed.

        Parameters
        ----------
        polygons : int32 buffer or iterable of int
        flags : int
            16 bits, which filters include or exclude; 0: not walkable.

        Raises
        ------
        ValueError
            No such polygon, or other flags.
        """
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
        """frozenset of the area ids that searches leave but do not enter from another area."""
        return frozenset([area for area in range(AREA_COUNT) if self.view.exit_only_areas >> area & 1])

    def set_exit_only_areas(self, areas):
        """Set the areas that searches leave but do not enter from another area, a change of the mesh.

        Parameters
        ----------
        areas : iterable of int
            Area ids, 0 … 63; all others may be entered.

        Raises
        ------
        ValueError
            Another area.
        """
        self.data.view.exit_only_areas = read_areas("areas", areas)
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
        """The floor under a point.

        Parameters
        ----------
        point : (x, y, z)
            Meters, of an agent's feet.
        reach : (horizontal, up, down), optional
            Meters, not below 0, that the floor may be away from the point; by default two agent radii (1 m at least), the climb (0.5 m
            at least) and 4 m. By default, too, a point below all floors belongs to the nearest floor above it, up to the agent's height.
        filter : QueryFilter, optional
            Polygons that it leaves out are no floor.

        Returns
        -------
        (polygon, (x, y, z), distance) or None
            The place on the polygon and the distance to it in space, meters. None where there is no floor.

        Raises
        ------
        ValueError
            A point that is not three finite numbers within 1e30 m, another reach, or a filter of another mesh.

        Notes
        -----
        It is the highest surface at the point's x and z that is at most ``up`` above and ``down`` below the point. Where there is none,
        or only one farther down than the agent's height (1.5 m at least) and a jump of 0.75 m, a surface within the horizontal distance
        is the floor if it is not as deep.

        A border belongs to the polygons on both sides, and a point that rounding to float32 has put outside is still on it. Surfaces
        within 1 cm of the highest are one floor; of their polygons that wins which the point is inside of, or nearest to in the ground
        plane, then the highest, then that of the lowest index.
        """
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
        """`locate` for many points at once.

        Parameters
        ----------
        points : (n, 3)
            Meters; whatever numpy takes.
        reach : (horizontal, up, down), optional
        filter : QueryFilter, optional

        Returns
        -------
        (int32 (n,), float64 (n, 3), float64 (n,))
            Polygons, places and distances in meters. A point without a floor, not finite or beyond 1e30 m has polygon −1, itself as the
            place, and an infinite distance.

        Raises
        ------
        ValueError
            Points of another shape, another reach, or a filter of another mesh.
        """
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
        """The point of the surface that is nearest to a point in space.

        Parameters
        ----------
        point : (x, y, z)
            Meters.
        extents : (x, y, z), optional
            Meters, not below 0: half sizes of a box around the point that the result must lie in; no box by default.
        filter : QueryFilter, optional
            Polygons that it leaves out do not count, nor do those with flags of 0.

        Returns
        -------
        (polygon, (x, y, z), distance) or None
            The point on the polygon and the distance in meters; of equally near ones that of the lowest index. None where there is none.

        Raises
        ------
        ValueError
            A point that is not three finite numbers within 1e30 m, other extents, or a filter of another mesh.
        """
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

    def goal_field(self, goals, **options):
        """The shortest ways from everywhere to the nearest of some goals; see navpy.query.GoalField."""
        if query_goal_field is None:
            raise RuntimeError("NavMesh.goal_field needs navpy.query, which is not imported")
        return query_goal_field(self, goals, **options)

    def to_bytes(self):
        """The mesh as bytes, little-endian, with a version and a checksum; see from_bytes and docs/file-format.md."""
        cdef vector[uint8_t] data
        with nogil:
            write_mesh(&self.data, &data)
        return (<const char*>data.data())[:data.size()]

    @staticmethod
    def from_bytes(const uint8_t[::1] data not None, executor=None):
        """Read a mesh from the bytes of to_bytes, which are checked in full.

        Parameters
        ----------
        data : buffer of bytes
        executor : concurrent.futures.Executor, optional
            Of threads, which read together with this one, without the GIL.

        Returns
        -------
        NavMesh

        Raises
        ------
        ValueError
            Says what is wrong with the bytes.
        """
        cdef Runner runner = executor_runner(executor)
        return mesh_from_bytes(&data[0] if data.shape[0] else NULL, data.shape[0], &runner)

    def save(self, path):
        """Write the mesh to a file. Other readers of the file see the old mesh or the new one, never a part.

        Parameters
        ----------
        path : str or os.PathLike

        Raises
        ------
        OSError
            The file cannot be written.
        """
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
        """Read a mesh from a file that save wrote.

        Parameters
        ----------
        path : str or os.PathLike
        executor : concurrent.futures.Executor, optional
            As from_bytes takes it.

        Returns
        -------
        NavMesh

        Raises
        ------
        OSError
            The file cannot be read.
        ValueError
            The file is no navmesh.
        """
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
        """float64 (n, 3), meters, what only surfaces use and free places included; a copy."""
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
        """m² in the ground plane: a slope counts as its shadow at noon, floors over each other count each."""
        cdef double sum = 0.0
        for i in range(self.view.poly_count):
            if self.view.polys[i].count:
                sum -= 0.5 * clockwise_poly_area2(&self.view, &self.view.polys[i])
        return sum

    @property
    def bounds(self):
        """((x, y, z) least, (x, y, z) greatest) of the vertices, meters; None without vertices."""
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
        """Meters, as baked; 0 where unknown."""
        return self.view.agent_radius

    @property
    def agent_height(self):
        """Meters, as baked; 0 where unknown."""
        return self.view.agent_height

    @property
    def climb(self):
        """Meters: a floor this far above the feet is still the floor one stands on."""
        return self.view.climb
