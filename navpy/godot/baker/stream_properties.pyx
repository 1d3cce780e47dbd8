"""The properties, methods and signals of a NavMeshBaker that streams a world."""
from libc.stdint cimport int64_t, uint8_t
from navpy.godot.baker.baker_navmesh cimport navmesh_of
from navpy.godot.baker.world_stream cimport (
    WorldStream, is_opening, tile_loaded_signal, tile_unloaded_signal, update_stream, world_file_of)
from navpy.godot.streaming.world_writing cimport write_world
from navpy.godot.binding.class_spec cimport type_spec
from navpy.godot.binding.gd cimport STRING, STRING_NAME, GdString, GdStringName
from navpy.godot.binding.log cimport add_message, node_error, quoted
from navpy.godot.binding.packed cimport assign, text_of
from navpy.godot.binding.threads cimport on_main_thread
from navpy.godot.world.navmesh_data cimport navmesh_data_of
from navpy.navmesh.navmesh cimport NavMesh

cdef enum:
    HINT_FILE = 13                  # PROPERTY_HINT_FILE


cdef void get_world_file(Baker* baker, GdString* out) noexcept nogil:
    assign(STRING, out, &baker.world_file)


cdef void set_world_file(Baker* baker, const GdString* path) noexcept with gil:
    if not on_main_thread() and baker.world != NULL:
        node_error(baker.owner, "world_file was set on a thread, and keeps its former value: only the main thread may exchange the "
                                "navmesh of a baker in the scene tree. Use set_deferred()")
        return
    assign(STRING, &baker.world_file, path)
    update_stream(baker)


cdef void get_stream_group(Baker* baker, GdStringName* out) noexcept nogil:
    assign(STRING_NAME, out, &baker.stream_group)


cdef void set_stream_group(Baker* baker, const GdStringName* group) noexcept nogil:
    assign(STRING_NAME, &baker.stream_group, group)


# ---- readings ----

cdef uint8_t get_is_streaming(Baker* baker) noexcept nogil:
    return baker.stream != NULL


cdef uint8_t get_is_opening(Baker* baker) noexcept nogil:
    return is_opening(baker)


cdef int64_t get_loaded_count(Baker* baker) noexcept nogil:
    return <int64_t>(<WorldStream>baker.stream).tiles.loaded.size() if baker.stream != NULL else 0


cdef int64_t get_world_count(Baker* baker) noexcept nogil:
    return <int64_t>(<WorldStream>baker.stream).reader.index.tiles.size() if baker.stream != NULL else 0


cdef int64_t get_starved_count(Baker* baker) noexcept nogil:
    return (<WorldStream>baker.stream).tiles.starved if baker.stream != NULL else 0


cdef int64_t get_loaded_bytes(Baker* baker) noexcept nogil:
    return (<WorldStream>baker.stream).tiles.loaded_bytes if baker.stream != NULL else 0


# ---- writing ----

cdef object missing_for_world(Baker* baker):
    """Why the baker's navmesh makes no world; None: it does."""
    cdef NavMesh navmesh
    if navmesh_of(baker) == NULL:
        return "there is no navmesh, bake it first"
    navmesh = <NavMesh>navmesh_of(baker)
    if baker.stream != NULL:
        return "this navmesh is streamed from a world already, of which it is a part"
    if not navmesh.tiles:
        return "the navmesh was baked in one piece: set tile_size, to 64 for instance, and bake it again"
    if not navmesh_data_of(baker.data).layer_masks.empty():
        return ("the level has ground with nav_layers of its own, which a world's file does not keep: take these metadata away, and "
                "bake again")
    return None


cdef uint8_t save_world(Baker* baker, const GdString* path) noexcept with gil:
    name = text_of(path)
    missing = missing_for_world(baker)
    try:
        if missing is not None:
            raise ValueError(missing)
        write_world(<NavMesh>navmesh_of(baker), name)
    except (OSError, ValueError, MemoryError) as error:
        node_error(baker.owner, f"save_world: {quoted(name)}: {str(error) or 'there is no memory for it'}; nothing was written")
        return False
    return True


# ---- the class's declaration ----

cdef int add_stream_remarks(Baker* baker, void* packed_string_array) except -1:
    if world_file_of(baker) == "":
        return 0
    if baker.data != NULL and baker.stream == NULL:
        add_message(packed_string_array, baker.cls.is_plane, "The scene has a navmesh and a world_file, which replaces it when the "
                                                             "game starts: clear navmesh, so that it is not saved with the scene.")
    if baker.track_sources:
        add_message(packed_string_array, baker.cls.is_plane, "With a world_file nothing is baked, so track_sources has no effect.")
    return 0


cdef int declare_stream(ClassSpec[Baker]* c) except -1:
    cdef Baker* b = NULL
    c.group(b"Streaming")
    c.property(b"world_file", get_world_file, set_world_file,
               b"The file of a world that is larger than what is to be in memory, written by [method save_world] or by Python's "
               b"[code]NavWorld.write[/code]. In the game the baker bakes nothing then: it opens the file, and loads the tiles near "
               b"the nodes of [member stream_group] and the camera into [member navmesh]. Another path closes the former world once "
               b"the file is open; an empty one closes it, and leaves no navmesh. An exported game needs [code]*.navworld[/code] "
               b"among the non-resource files of its export preset.").hint(HINT_FILE, b"*.navworld")
    c.property(b"stream_group", get_stream_group, set_stream_group,
               b"Nodes of this group ask for ground within [member stream_distance], if they are in the baker's world.")
    c.flag(b"stream_camera", &b.stream_camera, b"The current camera of the baker's viewport asks for ground, too.")
    c.number(b"stream_distance", &b.stream_distance,
             b"Tiles that come this near to somebody who asks for ground are loaded. They are removed one tile's size farther away, "
             b"so that who walks along that distance loads nothing again and "
             b"again.").range(b"0,2000,1,or_greater,suffix:m").at_least(0)
    c.number(b"stream_memory", &b.stream_memory,
             b"Megabytes that loaded tiles may take at most. Where more are asked for, the farthest ones stay out, see [member "
             b"starved_tile_count].").range(b"1,1000,1,or_greater,suffix:MB").at_least(0)
    c.number(b"stream_budget", &b.stream_budget,
             b"Milliseconds of a physics frame in which tiles are added and removed: no further one is begun then. A frame adds one "
             b"and removes one in any case, if there are some.").range(b"0.1,16,0.1,or_greater,suffix:ms").at_least(0)
    c.reading(b"loaded_tile_count", get_loaded_count, b"Tiles of the world that are loaded.")
    c.reading(b"world_tile_count", get_world_count, b"Tiles that the world has; 0: none is open.")
    c.reading(b"starved_tile_count", get_starved_count, b"Tiles that are asked for, and that [member stream_memory] has no room for.")
    c.reading(b"loaded_bytes", get_loaded_bytes, b"Bytes that the loaded tiles take, at most [member stream_memory].")
    return 0


cdef int declare_stream_methods(ClassSpec[Baker]* c) except -1:
    c.method(b"is_streaming", get_is_streaming, b"True while the navmesh is that of an open [member world_file].").constant()
    c.method(b"is_opening_world", get_is_opening,
             b"True until the file of [member world_file] is open and the first tiles are there. Agents wait meanwhile, as they do "
             b"for a bake.").constant()
    c.method(b"save_world", save_world,
             b"Writes the navmesh, which has to be baked in tiles, as a file for [member world_file]. An error tells why nothing was "
             b"written, and the result is [code]false[/code]; a file that was there stays as it was.", b"path")
    c.signal(b"tile_loaded", &tile_loaded_signal, b"A tile of the world was added to the navmesh: [param x] and [param z] are its "
                                                  b"place in the grid of "
             b"tiles.").argument(b"x", type_spec[int64_t]()).argument(b"z", type_spec[int64_t]())
    c.signal(b"tile_unloaded", &tile_unloaded_signal, b"A tile of the world was removed from the navmesh.").argument(
        b"x", type_spec[int64_t]()).argument(b"z", type_spec[int64_t]())
    return 0
