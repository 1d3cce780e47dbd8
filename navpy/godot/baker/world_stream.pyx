"""Streams a world from its file. In each physics frame a baker chooses the tiles near places that need ground, has a worker thread
read them, and adds and removes tiles of its navmesh within the frame's budget.

World and tiles are read by a WorldReader. A world takes the place of the baker's navmesh when its file has been opened, so a file that
cannot be opened changes nothing. Agents of the map wait, as they do for a bake, until the first tiles are there."""
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcmp
from libcpp.memory cimport make_shared
from libcpp.pair cimport pair
from libcpp.vector cimport vector
from navpy.godot.baker.bake_job cimport MainCall, cancel_call, leave_job, start_job
from navpy.godot.baker.baker_navmesh cimport navmesh_of, release_data, set_data, shown_view, tiles_changed_signal
from navpy.godot.baker.level_bake cimport set_costs
from navpy.godot.baker.server_copy cimport update_server_copy
from navpy.godot.baker.source_geometry cimport upright_frame
from navpy.godot.baker.stream_focus cimport list_focus
from navpy.godot.baker.world_reader cimport TileRead, ask, has_asked, has_ready, new_reader, take_back, take_ready
from navpy.godot.binding.threads cimport now_us
from navpy.godot.binding.engine cimport emit, in_editor, node_set_physics, variant_from_int
from navpy.godot.binding.gd cimport GdTransform3D, GdVariant, STRING, navpy_gd
from navpy.godot.binding.log cimport node_error, node_path, node_warning, quoted
from navpy.godot.binding.packed cimport text_of, text_of_name
from navpy.godot.streaming.streamed_ground cimport StreamedGround
from navpy.godot.world.navmesh_data cimport navmesh_data_new
from navpy.godot.world.world cimport (
    world_next_goal, world_notify_listeners, world_remove_stream, world_set_stream, world_update_region)
from navpy.mesh.tiles.tile cimport NavMeshTile
from navpy.mesh.topology cimport fault_message
from navpy.streaming.crowd_guide cimport WorldView, take_goal
from navpy.streaming.tile_stream cimport (
    TILE_ASKED, TILE_AWAY, TILE_BAD, choose_tiles, has_room, note_added, note_dropped, start_stream)
from navpy.streaming.world_file cimport RawTile
from navpy.streaming.world_index cimport WorldIndex, find_entry

cdef enum:
    READ_AHEAD = 4                  # tiles that are asked for, or read and not added yet: a worker with a tile to read needs no more

cdef double MEGABYTE = 1e6          # bytes
cdef double MICROSECONDS = 1e3      # of a millisecond

ctypedef pair[int32_t, int32_t] WorldTile       # x and z


cdef str world_file_of(const Baker* baker):
    return text_of(&baker.world_file)


cdef WorldStream stream_of(Baker* baker):
    return <WorldStream>baker.stream if baker.stream != NULL else None


cdef str path_of(Baker* baker):
    """Of the world that the baker has, or is about to have; None: there is none."""
    if baker.opening != NULL:
        return (<WorldReader>baker.opening).path
    return stream_of(baker).reader.path if baker.stream != NULL else None


cdef void update_processing(Baker* baker) noexcept nogil:
    node_set_physics(baker.owner, (baker.track_sources or baker.stream != NULL) and baker.world != NULL and not in_editor())


# ---- agents wait ----

cdef bint is_opening(const Baker* baker) noexcept nogil:
    return baker.opening != NULL or (baker.stream != NULL and (<WorldStream>baker.stream).is_filling)


cdef void count_as_baking(Baker* baker, int change) noexcept nogil:
    """Agents of a map wait while one of its bakers bakes."""
    if baker.world != NULL:
        baker.world.baking_count += change
        world_notify_listeners(baker.world)


# ---- a world is opened ----

cdef void update_stream(Baker* baker) noexcept:
    path = world_file_of(baker)
    if baker.world == NULL or in_editor() or path == (path_of(baker) or ""):
        return
    stop_opening(baker)
    if path == "" and baker.stream != NULL:
        end_stream(baker)
        set_data(baker, NULL, False)
    if path == "":
        return
    reader = new_reader(path)
    reader.owner, reader.callback = baker, on_reader
    Py_INCREF(reader)
    baker.opening = <PyObject*>reader
    count_as_baking(baker, 1)
    start_job(reader)


cdef void stop_opening(Baker* baker) noexcept:
    if baker.opening != NULL:
        cancel_call(&baker.opening)
        count_as_baking(baker, -1)


cdef void on_reader(MainCall call) noexcept:
    """The worker has opened the file, or it has read all tiles asked for. The next frame looks at them."""
    cdef WorldReader reader = <WorldReader>call
    cdef Baker* baker = <Baker*>call.owner
    cdef void* other
    if not reader.done or baker.opening != <PyObject*>reader:
        return
    if reader.error is not None:
        node_error(baker.owner, f"world_file {quoted(reader.path)}: {quoted(reader.error)}; the baker keeps its former navmesh")
        stop_opening(baker)
        return
    other = streamer_beneath(baker, &reader.index)
    if other != NULL:
        node_error(baker.owner, f"world_file {quoted(reader.path)}: {node_path(other)} streams a world there already: move one of "
                                f"the two away, or "
                                "let one stream alone; the baker keeps its former navmesh")
        stop_opening(baker)
    else:
        begin_stream(baker, reader)


cdef bint have_place_in_common(const WorldIndex* a, const WorldIndex* b) noexcept nogil:
    """True if two worlds in the same grid of tiles have a tile at the same place."""
    cdef size_t i
    if a.tile_size != b.tile_size or a.origin_x != b.origin_x or a.origin_z != b.origin_z:
        return False
    for i in range(a.tiles.size()):
        if find_entry(b, a.tiles[i].x, a.tiles[i].z) >= 0:
            return True
    return False


cdef void* streamer_beneath(const Baker* baker, const WorldIndex* index) noexcept nogil:
    """The node that streams ground of the map where the baker's world would lie, NULL: none does."""
    cdef const StreamedGround* ground
    cdef GdTransform3D frame
    cdef size_t i
    upright_frame(baker.owner, &frame)
    for i in range(baker.world.grounds.size() if baker.enabled else 0):
        ground = &baker.world.grounds[i]
        if ground.node != baker.owner and memcmp(&ground.frame, &frame, sizeof(frame)) == 0 \
                and have_place_in_common(ground.view.index, index):
            return ground.node
    return NULL


cdef void begin_stream(Baker* baker, WorldReader reader) noexcept:
    cdef WorldStream stream = WorldStream()
    cdef const WorldIndex* index = &reader.index
    end_stream(baker)
    stream.reader = reader
    stream.navmesh = NavMesh.from_tiles((), index.tile_size, (index.origin_x, index.origin_z), agent_radius=index.agent_radius,
                                        agent_height=index.agent_height, climb=index.climb)
    set_costs(stream.navmesh, baker.area_costs)
    start_stream(index, &stream.tiles)
    stream.is_filling = True
    Py_INCREF(stream)
    baker.stream = <PyObject*>stream
    Py_DECREF(<object>baker.opening)            # the stream has the reader, and goes on counting as a bake
    baker.opening = NULL
    move_stream(baker)
    update_processing(baker)
    set_data(baker, navmesh_data_new(stream.navmesh, baker.cls.is_plane), True)


cdef void end_stream(Baker* baker) noexcept:
    """Lets go of the present world, but not of its navmesh."""
    cdef WorldStream stream = stream_of(baker)
    cdef TileReadRef one
    if stream is None:
        return
    while take_back(&stream.reader.queue, &one):
        pass
    if baker.world != NULL:
        world_remove_stream(baker.world, baker.owner)
    leave_job(stream.reader)
    baker.stream = NULL
    update_processing(baker)
    if stream.is_filling:
        count_as_baking(baker, -1)
    Py_DECREF(stream)


cdef void leave_stream(Baker* baker) noexcept:
    stop_opening(baker)
    if baker.stream != NULL:
        end_stream(baker)
        release_data(baker)


cdef void move_stream(Baker* baker) noexcept nogil:
    cdef PyObject* stream = baker.stream
    cdef GdTransform3D frame
    cdef WorldView view
    if stream == NULL or baker.world == NULL:
        return
    view.index, view.stream = &(<WorldStream>stream).reader.index, &(<WorldStream>stream).tiles
    view.data, view.mesh = &(<WorldStream>stream).navmesh.data, &(<WorldStream>stream).navmesh.view
    upright_frame(baker.owner, &frame)
    world_set_stream(baker.world, baker.owner, &frame, &view)


# ---- a frame ----

cdef void advance_stream(Baker* baker) noexcept nogil:
    """1. The tiles to be loaded. 2. The tiles for the worker to read. 3. The changes of the navmesh."""
    cdef PyObject* held = baker.stream
    cdef TileStream* tiles = &(<WorldStream>held).tiles
    cdef const WorldIndex* index = &(<WorldStream>held).reader.index
    tiles.focus.clear()
    list_focus(baker, &tiles.focus)
    tiles.distance, tiles.memory = baker.stream_distance, <int64_t>(baker.stream_memory * MEGABYTE)
    take_back_asked(<WorldStream>held)
    choose_tiles(index, tiles)
    ask_for_tiles(baker, <WorldStream>held)
    if needs_change(baker, <WorldStream>held):
        with gil:
            change_tiles(baker)


cdef void take_back_asked(WorldStream stream) noexcept nogil:
    """The waiting requests are chosen anew. Tiles of targets are asked for again first."""
    cdef TileReadRef one
    cdef vector[TileReadRef] targets
    cdef size_t i
    while take_back(&stream.reader.queue, &one):
        if one.get().guide.get() != NULL:
            targets.push_back(one)
        else:
            stream.tiles.states[one.get().tile] = TILE_AWAY
            stream.asked -= 1
    for i in range(targets.size()):
        ask(&stream.reader.queue, &targets[i])


cdef void ask_for_tiles(Baker* baker, WorldStream stream) noexcept nogil:
    """The tiles to be loaded, nearest first, and the tiles of targets."""
    cdef TileReadRef one
    cdef size_t i = 0
    while stream.asked < READ_AHEAD and i < stream.tiles.to_read.size():
        one = make_shared[TileRead]()
        one.get().tile = stream.tiles.to_read[i]
        stream.tiles.states[one.get().tile] = TILE_ASKED
        stream.asked += 1
        ask(&stream.reader.queue, &one)
        i += 1
    one = make_shared[TileRead]()
    while stream.asked_targets < READ_AHEAD and world_next_goal(baker.world, baker.owner, &one.get().guide, &one.get().asker,
                                                                &one.get().tile):
        stream.asked_targets += 1
        ask(&stream.reader.queue, &one)
        one = make_shared[TileRead]()


cdef bint needs_change(Baker* baker, WorldStream stream) noexcept nogil:
    return not stream.tiles.to_drop.empty() or stream.arrived.get() != NULL or has_ready(&stream.reader.queue) \
        or (stream.reader.task < 0 and has_asked(&stream.reader.queue)) or (stream.is_filling and stream.asked == 0) \
        or (stream.tiles.focus.empty() and not stream.has_warned) or navmesh_of(baker) != <PyObject*>stream.navmesh


cdef void change_tiles(Baker* baker) noexcept:
    """Adds and removes tiles, in turn, one of each at least, until the budget of the frame is spent. The handlers of the signals may
    free the node."""
    cdef WorldStream stream = stream_of(baker)
    cdef vector[WorldTile] loaded, unloaded
    cdef int64_t end = now_us() + <int64_t>(MICROSECONDS * baker.stream_budget)
    cdef size_t dropped = 0
    cdef bint goes_on = True
    if navmesh_of(baker) != <PyObject*>stream.navmesh:
        leave_for_other_navmesh(baker)
        return
    if stream.reader.task < 0 and has_asked(&stream.reader.queue):
        start_job(stream.reader)
    warn_without_focus(baker, stream)
    while goes_on:
        goes_on = dropped < stream.tiles.to_drop.size()
        if goes_on:
            drop_tile(stream, stream.tiles.to_drop[dropped], &unloaded)
            dropped += 1
        goes_on = take_tile(baker, stream, &loaded) or goes_on
        goes_on = goes_on and now_us() < end
    if loaded.size() + unloaded.size() > 0 and baker.world != NULL and baker.enabled:
        world_update_region(baker.world, baker.owner)
        update_server_copy(baker, shown_view(baker))
    if stream.is_filling and stream.asked == 0 and stream.tiles.to_read.empty():
        stream.is_filling = False
        count_as_baking(baker, -1)
    emit_changes(baker.owner, &loaded, &unloaded)


cdef void leave_for_other_navmesh(Baker* baker) noexcept:
    node_warning(baker.owner, f"its navmesh was set, so world_file {quoted(path_of(baker))} is streamed no longer: set world_file to "
                              f"\"\" before")
    navpy_gd.dtor[<int>STRING](&baker.world_file)
    navpy_gd.ctor0[<int>STRING](&baker.world_file, NULL)
    end_stream(baker)


cdef void warn_without_focus(Baker* baker, WorldStream stream) noexcept:
    if stream.tiles.focus.empty() and not stream.has_warned:
        stream.has_warned = True
        node_warning(baker.owner, "it streams nothing, as nothing asks for ground: the viewport has no current camera "
                                  "(stream_camera), and no node "
                                  f"of this world is in the group '{quoted(text_of_name(&baker.stream_group))}' (stream_group)")


cdef void drop_tile(WorldStream stream, int32_t tile, vector[WorldTile]* unloaded) noexcept:
    cdef int32_t x = stream.reader.index.tiles[tile].x, z = stream.reader.index.tiles[tile].z
    stream.navmesh.remove_tile(x, z)
    note_dropped(&stream.reader.index, &stream.tiles, tile)
    unloaded.push_back(WorldTile(x, z))


cdef bint take_tile(Baker* baker, WorldStream stream, vector[WorldTile]* loaded) noexcept:
    """Adds the tile that was read first. False: there is none, or others have to be removed first."""
    cdef const WorldIndex* index = &stream.reader.index
    cdef int32_t tile
    cdef RawTile* raw
    if stream.arrived.get() == NULL and not take_ready(&stream.reader.queue, &stream.arrived):
        return False
    tile, raw = stream.arrived.get().tile, &stream.arrived.get().raw
    if stream.arrived.get().guide.get() != NULL:
        take_goal(stream.arrived.get().guide.get(), stream.arrived.get().asker, tile, raw)
        stream.arrived.reset()
        stream.asked_targets -= 1
        return True
    if raw.is_unreadable:
        miss_tile(baker, stream, tile, raw.wrong.decode())
    elif raw.wrong != NULL:
        refuse_tile(baker, stream, tile, raw.wrong.decode() or fault_message(&raw.fault))
    elif not stream.tiles.is_wanted[tile]:
        stream.tiles.states[tile] = TILE_AWAY
    elif not has_room(index, &stream.tiles, tile):
        return False
    else:
        add_tile(baker, stream, tile, raw, loaded)
    stream.arrived.reset()
    stream.asked -= 1
    return True


cdef int add_tile(Baker* baker, WorldStream stream, int32_t tile, const RawTile* raw, vector[WorldTile]* loaded) except -1:
    cdef NavMeshTile read = NavMeshTile.__new__(NavMeshTile)
    read.data, read.directions = raw.data, raw.directions
    try:
        stream.navmesh.add_tile(read)
    except ValueError as error:
        refuse_tile(baker, stream, tile, str(error))
        return 0
    note_added(&stream.reader.index, &stream.tiles, tile)
    loaded.push_back(WorldTile(raw.data.x, raw.data.z))
    return 0


cdef int refuse_tile(Baker* baker, WorldStream stream, int32_t tile, str wrong) except -1:
    stream.tiles.states[tile] = TILE_BAD
    node_error(baker.owner, f"world_file {quoted(stream.reader.path)}: tile ({stream.reader.index.tiles[tile].x}, "
                            f"{stream.reader.index.tiles[tile].z}) {wrong}; it is left out: write the world anew")
    return 0


cdef int miss_tile(Baker* baker, WorldStream stream, int32_t tile, str wrong) except -1:
    """A tile that cannot be read: the file was cut off, or the disk fails. So are others then, and one error tells it."""
    stream.tiles.states[tile] = TILE_BAD
    if not stream.has_told_unreadable:
        stream.has_told_unreadable = True
        node_error(baker.owner, f"world_file {quoted(stream.reader.path)}: tile ({stream.reader.index.tiles[tile].x}, "
                                f"{stream.reader.index.tiles[tile].z}) {wrong}; it is left out, as are others that cannot be read. "
                                f"What is loaded "
                                "stays: put the file back, and set world_file anew")
    return 0


cdef void emit_changes(void* owner, const vector[WorldTile]* loaded, const vector[WorldTile]* unloaded) noexcept:
    cdef uint64_t id = navpy_gd.object_get_instance_id(owner)
    cdef GdVariant count
    cdef size_t i
    variant_from_int(&count, <int64_t>(loaded.size() + unloaded.size()))
    for i in range(unloaded.size()):
        emit_tile(id, tile_unloaded_signal, &unloaded.at(i))
    for i in range(loaded.size()):
        emit_tile(id, tile_loaded_signal, &loaded.at(i))
    if loaded.size() + unloaded.size() > 0 and navpy_gd.object_get_instance_from_id(id) != NULL:
        with nogil:
            emit(owner, tiles_changed_signal, &count, 1)


cdef void emit_tile(uint64_t id, GdVariant* signal, const WorldTile* place) noexcept:
    cdef void* owner = navpy_gd.object_get_instance_from_id(id)
    cdef GdVariant[2] numbers
    if owner == NULL:
        return
    variant_from_int(&numbers[0], place.first)
    variant_from_int(&numbers[1], place.second)
    with nogil:
        emit(owner, signal, numbers, 2)
