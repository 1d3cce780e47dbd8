"""NavMesh: the class that owns a mesh, made from polygons, from tiles or from bytes."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.arguments cimport read_ground_place, read_length, read_positive, read_whole
from navpy.base.core cimport PolyRef
from navpy.base.guard cimport Inside, change, read
from navpy.mesh.tiles.link_attachment cimport attach_links
from navpy.base.area cimport AREA_COUNT
from navpy.mesh.mesh_view cimport OffMeshLink as LinkData
from navpy.mesh.tiles.mesh_data cimport copy_tile, place_tile, start_mesh
from navpy.navmesh.navmesh_file cimport read_mesh, write_mesh
from navpy.mesh.off_mesh_link cimport list_links, read_link
from navpy.base.parallel cimport Runner, executor_runner
from navpy.mesh.path_index cimport PathIndex, drop_path_index
from navpy.mesh.portal_graph cimport forget_packed, forget_tile, update_portal_graph
from navpy.navmesh.poly_arguments cimport as_polygons, read_areas, read_polygons
from navpy.mesh.tiles.tile cimport NavMeshTile
from navpy.mesh.tiles.tile_data cimport TileData
from navpy.mesh.tiles.tile_links cimport remove_tile_links, list_tile_links, add_tile_links, replace_tile_links
from navpy.mesh.tiles.tiling cimport find_unconnected, join_tiles, add_tile, remove_tile, tile_misfit

from navpy.mesh.off_mesh_link import OffMeshLink
from navpy.mesh.cleanup.polygon_soup import clean_polygons


cdef uint64_t meshes = 0               # how many were made


cdef NavMesh mesh_from_bytes(const uint8_t* data, int64_t size, const Runner* runner, list faults):
    cdef NavMesh mesh = NavMesh(_start=True)
    cdef str fault = read_mesh(data, size, &mesh.data, &mesh.graph, &mesh.path_index, runner)
    if fault is not None:
        faults.append(fault)
    mesh.refresh()
    return mesh


cdef str loose_end(const LinkData* at, list links):
    """What is wrong with the first of the links without a polygon at both ends. at: their directions."""
    for index, link in enumerate(links):
        if at.start_poly < 0 or at.end_poly < 0:
            name, place = ("start", link.start) if at.start_poly < 0 else ("end", link.end)
            return (f"link {index}: there is no polygon within {at.radius:g} m of its {name}, ({place[0]:g}, {place[1]:g}, "
                    f"{place[2]:g})")
        at += 2 if link.two_way else 1


cdef class NavMesh(MeshQueries):
    """Convex polygons in space that agents walk on.

    Without polygons it is empty but valid. Made by this constructor its polygons never change; a mesh from tiles (`from_tiles`)
    changes when tiles are added and removed.

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
    `has_polygon(index, v)`; arrays of all polygons have an empty row for a free place.

    Any number of threads may search a mesh at once. A call that changes it waits until those inside have ended, and later ones wait
    for it; it is a RuntimeError within a call of its own thread, as in a function that an executor runs there.
    """

    def __cinit__(self, const double[:, ::1] vertices=None, const int32_t[::1] offsets=None, const int32_t[::1] corners=None,
                  const int32_t[::1] areas=None, const int32_t[::1] detail_offsets=None, const int32_t[::1] detail_triangles=None, *,
                  const int32_t[::1] flags=None, agent_radius=0.0, agent_height=0.0, climb=0.0, bint _flip=False, bint _start=False):
        cdef NavMeshTile tile
        global meshes
        meshes += 1
        self.graph.serial = meshes
        self.workspaces, self.clearances = [], {}
        self.view.graph = &self.graph
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
        """Follow the data. It keeps the GIL: whoever has it reads a whole mesh."""
        self.view = self.data.view
        self.view.graph = &self.graph
        update_portal_graph(&self.view, NULL, &self.graph)
        if self.path_index.version == self.view.version:
            self.view.path_index = &self.path_index
        else:
            drop_path_index(&self.path_index)
        return 0

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
        those of the old tile; links of other tiles that lead to it are removed where they have no polygon any more. Links added by
        hand all stay.

        It waits for calls of other threads that search the mesh or step a crowd on it.

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
        RuntimeError
            A call of this thread that reads the mesh has not ended.
        """
        if self.view.tile_size == 0.0:
            raise ValueError("tile: the mesh was not made from tiles")
        cdef bint joined
        cdef int32_t lost = 0
        cdef Inside inside
        change(&self.guard, &inside)
        self.check_fit(&tile.data)
        joined = add_tile(&self.data, &tile.data)
        if joined:
            lost = replace_tile_links(&self.data, tile.data.x, tile.data.z, &tile.directions)
        self.refresh()
        if not joined:
            raise ValueError(f"tile ({tile.x}, {tile.z}): it or a neighbor has polygons too thin to be joined")
        return lost

    def remove_tile(self, int32_t x, int32_t z):
        """Remove the tile at x and z, and its links. Links of other tiles that lead to it stay, unattached until a tile is added
        there. ValueError: there is no such tile. It waits as `add_tile` does."""
        cdef Inside inside
        change(&self.guard, &inside)
        cdef int32_t tile = self.find_tile(x, z)
        remove_tile(&self.data, tile)
        remove_tile_links(&self.data, x, z)
        self.refresh()

    def tile(self, int32_t x, int32_t z):
        """NavMeshTile: that at x and z as it was added, with those of its links that the mesh has. ValueError: there is no such
        tile."""
        cdef NavMeshTile found = NavMeshTile.__new__(NavMeshTile)
        cdef Inside inside
        read(&self.guard, &inside)
        copy_tile(&self.data, self.find_tile(x, z), &found.data)
        list_tile_links(&self.data, x, z, &found.directions)
        return found

    def unconnected_tiles(self):
        """list of (int, int): x and z of the tiles on both sides of each portal edge without a neighbor, sorted.

        There is none in a level baked as a whole. After single tiles were replaced, those listed that were not replaced are out of
        date, as are places within the level that have no tile."""
        cdef vector[pair[int32_t, int32_t]] found
        cdef Inside inside
        read(&self.guard, &inside)
        with nogil:
            find_unconnected(&self.data, &found)
        return sorted({(place.first, place.second) for place in found})

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
            strict, and there is such a link, which is named by its index; then no link is added.
        """
        cdef vector[LinkData] directions
        cdef size_t before
        cdef Inside inside
        links = list(links)
        for index, link in enumerate(links):
            read_link(link, index, self.view.agent_radius or 0.5, &directions)
        if directions.empty():
            return []
        change(&self.guard, &inside)
        before = self.data.links.size()
        self.data.links.insert(self.data.links.end(), directions.begin(), directions.end())
        self.find_links()
        loose = [link for link in list_links(&self.data.links, before) if min(link.start_poly, link.end_poly) < 0]
        if strict and loose:
            fault = loose_end(self.data.links.data() + before, links)
            self.data.links.resize(before)
            self.find_links()
            raise ValueError(fault)
        self.rules_changed()
        return loose

    def remove_links(self, *ids):
        """Remove all links with one of these ids, as a single change of the mesh; returns their number."""
        cdef size_t i, kept = 0
        cdef Inside inside
        chosen = frozenset(ids)
        change(&self.guard, &inside)
        count = sum([link.id in chosen for link in list_links(&self.data.links, 0)])
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
        """Add OffMeshLinks that a bake found, as links of the tiles that they begin on. They are cut to the polygons at their ends;
        parts without a polygon, and duplicates of jumps found from the other side, are left out."""
        cdef vector[LinkData] directions
        cdef Inside inside
        for index, link in enumerate(links):
            read_link(link, index, self.view.agent_radius or 0.5, &directions, True)
        change(&self.guard, &inside)
        add_tile_links(&self.data, &directions)
        self.rules_changed()

    cdef int find_links(self) except -1:
        """Attach all links and find the islands."""
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
        cdef Inside inside
        read(&self.guard, &inside)
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
        cdef double factor = read_length(f"cost of area {index}", cost, "meters a meter")
        cdef Inside inside
        change(&self.guard, &inside)
        self.data.area_costs[index] = factor
        self.repack()

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
        cdef Inside inside
        given = as_polygons(polygons)
        change(&self.guard, &inside)
        read_polygons(&self.view, given, None, &chosen)
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
        cdef uint64_t chosen = read_areas("areas", areas)
        cdef Inside inside
        change(&self.guard, &inside)
        self.data.view.exit_only_areas = chosen
        self.repack()

    def to_bytes(self, *, bint with_path_index=True):
        """bytes: the mesh, little-endian, with a version and a checksum; see from_bytes and docs/file-format.md. Its path index, if it
        has one, is among them, unless with_path_index is false."""
        cdef vector[uint8_t] data
        cdef const PathIndex* index
        cdef Inside inside
        read(&self.guard, &inside)
        index = self.view.path_index if with_path_index else NULL
        with nogil:
            write_mesh(&self.data, &self.graph, index, &data)
        return (<const char*>data.data())[:data.size()]

    @staticmethod
    def from_bytes(const uint8_t[::1] data not None, executor=None):
        """Read a mesh from the bytes of to_bytes, which are checked in full. A path index that is damaged is left out, with a warning
        that says why.

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
        cdef list faults = []
        mesh = mesh_from_bytes(&data[0] if data.shape[0] else NULL, data.shape[0], &runner, faults)
        if faults:
            from warnings import warn
            warn(faults[0], stacklevel=2)
        return mesh

    def save(self, path, *, with_path_index=True):
        """Write the mesh to a file. Other readers of the file see the old mesh or the new one, never a part. A symbolic link stays,
        and so do the file's permissions.

        Parameters
        ----------
        path : str or os.PathLike
        with_path_index : bool
            Whether the path index is written, too, if there is one.

        Raises
        ------
        OSError
            The file cannot be written.
        TypeError
            No path.
        """
        from navpy.base.whole_file import whole_file        # what it imports is not in the engine's library
        data = self.to_bytes(with_path_index=with_path_index)
        with whole_file(path) as file:
            file.write(data)

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
        TypeError
            No path, as a file descriptor is none.
        ValueError
            The file is no navmesh.
        """
        from navpy.base.whole_file import path_text
        name = path_text(path)
        with open(name, "rb") as file:
            data = file.read()
        try:
            return NavMesh.from_bytes(data, executor)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None

    def __reduce__(self):
        return NavMesh.from_bytes, (self.to_bytes(),)

    def __eq__(self, other):
        """Whether both hold the same: the same tiles, in whatever order they were added, links, costs of areas and measures of the
        agent. A path index is no part of it. As a mesh can change, it has no hash."""
        cdef NavMesh given
        if not isinstance(other, NavMesh):
            return NotImplemented
        given = other
        return self is given or self.to_bytes(with_path_index=False) == given.to_bytes(with_path_index=False)

    def __repr__(self):
        polygons, islands = (f"{count} {name}{'s' * (count != 1)}"
                             for count, name in ((self.polygon_count, "polygon"), (self.view.island_count, "island")))
        return f"<NavMesh of {polygons}, {self.area:.1f} m², {islands}>"
