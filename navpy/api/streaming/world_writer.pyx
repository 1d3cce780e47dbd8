"""The file of a NavWorld, written of its tiles: `NavWorld.write`."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector

from navpy.api.streaming.world_reader cimport FileReader
from navpy.base.arguments cimport read_ground_place, read_length, read_positive
from navpy.base.parallel cimport Runner, executor_runner
from navpy.mesh.tiles.tile cimport NavMeshTile
from navpy.streaming.graph_making cimport GraphFault, make_graph
from navpy.streaming.world_file cimport WORLD_HEADER, append_tile, sort_tiles, write_index
from navpy.streaming.world_index cimport WorldIndex

from navpy.base.whole_file import whole_file


def write_world(path, tiles, tile_size_m, origin, agent_radius, agent_height, climb, executor):
    cdef Runner runner = executor_runner(executor)
    cdef WorldIndex index
    cdef GraphFault fault
    cdef FileReader reader
    cdef vector[uint8_t] out
    cdef vector[uint8_t] header
    cdef int32_t twice
    cdef double corner[3]
    cdef NavMeshTile tile
    read_ground_place("origin", origin, corner)
    index.tile_size, index.origin_x, index.origin_z = read_positive("tile_size_m", tile_size_m), corner[0], corner[2]
    index.agent_radius, index.agent_height = read_length("agent_radius", agent_radius), read_length("agent_height", agent_height)
    index.climb, index.link_reach = read_length("climb", climb), 0.0
    with whole_file(path) as file:
        file.write(bytes(WORLD_HEADER))
        for given in tiles:
            if not isinstance(given, NavMeshTile):
                raise ValueError(f"tiles: must be NavMeshTiles, one is {given!r}")
            tile = given
            append_tile(&index, &tile.data, &tile.directions, file.tell(), &out)
            file.write((<const char*>out.data())[:out.size()])
        file.flush()
        twice = sort_tiles(&index)
        if twice >= 0:
            raise ValueError(f"tiles: two at ({index.tiles[twice].x}, {index.tiles[twice].z})")
        reader = FileReader(file)
        with nogil:
            make_graph(&reader.source, &index, &runner, &fault)
        if fault.tile >= 0:
            raise ValueError(f"tile ({index.tiles[fault.tile].x}, {index.tiles[fault.tile].z}): {fault.wrong.decode()}")
        file.seek(0, 2)
        write_index(&index, file.tell(), &out, &header)
        file.write((<const char*>out.data())[:out.size()])
        file.seek(0)
        file.write((<const char*>header.data())[:header.size()])
