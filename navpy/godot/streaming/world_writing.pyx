"""Writes the file of a streamed world from a navmesh in tiles, see docs/file-format.md. The file is written beside its place, and
takes it when it is complete and was read back."""
from libc.stdint cimport int64_t, uint8_t
from libcpp.mutex cimport mutex
from libcpp.vector cimport vector
from navpy.base.parallel cimport Runner
from navpy.godot.streaming.files cimport (
    check_replaceable, close_file, flush_file, linked_file, open_to_read, open_to_write, read_file, remove_file, rename_file,
    write_file)
from navpy.godot.binding.pool cimport pool_runner
from navpy.mesh.tiles.tile cimport NavMeshTile
from navpy.streaming.graph_making cimport GraphFault, make_graph
from navpy.streaming.world_file cimport WORLD_HEADER, ByteSource, append_tile, open_world, sort_tiles, write_index
from navpy.streaming.world_index cimport WorldIndex

cdef cppclass SharedFile:           # a FileAccess that several threads read
    void* file                      # a Ref
    mutex guard


cdef int read_shared(void* userdata, int64_t offset, int64_t size, uint8_t* out) noexcept nogil:
    cdef SharedFile* shared = <SharedFile*>userdata
    cdef int result
    shared.guard.lock()
    result = read_file(shared.file, offset, size, out)
    shared.guard.unlock()
    return result


cdef int write_world(NavMesh navmesh, str path) except -1:
    check_replaceable(path)
    target = linked_file(path)
    part = target + ".part"
    try:
        write_part(navmesh, part)
        rename_file(part, target)
    except BaseException:
        remove_file(part)
        raise
    return 0


cdef int write_part(NavMesh navmesh, str path) except -1:
    cdef void* file = open_to_write(path)
    cdef WorldIndex world
    cdef vector[uint8_t] header, index
    cdef int64_t end
    world.agent_radius, world.agent_height, world.climb = navmesh.view.agent_radius, navmesh.view.agent_height, navmesh.view.climb
    world.tile_size, world.origin_x, world.origin_z = navmesh.view.tile_size, navmesh.view.origin_x, navmesh.view.origin_z
    try:
        end = write_tiles(navmesh, file, &world)
        sort_tiles(&world)                      # no tile of a navmesh is there twice
        with_source(path, &world, True)
        write_index(&world, end, &index, &header)
        write_file(file, end, &index)
        write_file(file, 0, &header)
        flush_file(file)
    finally:
        close_file(&file)
    return with_source(path, &world, False)


cdef int64_t write_tiles(NavMesh navmesh, void* file, WorldIndex* world) except -1:
    """Where the tiles end."""
    cdef NavMeshTile tile
    cdef vector[uint8_t] bytes
    cdef int64_t offset = WORLD_HEADER
    bytes.resize(WORLD_HEADER)                              # of 0
    write_file(file, 0, &bytes)
    for x, z in navmesh.tiles:
        tile = navmesh.tile(x, z)
        append_tile(world, &tile.data, &tile.directions, offset, &bytes)
        write_file(file, offset, &bytes)
        offset += <int64_t>bytes.size()
    flush_file(file)
    return offset


cdef int with_source(str path, WorldIndex* world, bint makes_graph) except -1:
    """Reads the written file: for its coarse graph, or as a check."""
    cdef SharedFile shared
    cdef ByteSource source
    cdef Runner runner = pool_runner()
    cdef GraphFault fault
    cdef WorldIndex read
    cdef const char* wrong = NULL
    shared.file = open_to_read(path)
    source.userdata, source.read = &shared, read_shared
    try:
        if makes_graph:
            make_graph(&source, world, &runner, &fault)
            wrong = fault.wrong
        else:
            open_world(&source, &read, &wrong)
    finally:
        close_file(&shared.file)
    if wrong != NULL:
        raise OSError(f"it was not written as it should be: {wrong.decode()}")
    return 0
