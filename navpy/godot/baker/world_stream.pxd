"""The streaming of a world by a NavMeshBaker. Functions that are not nogil are called under the GIL."""
from libc.stdint cimport int64_t
from navpy.godot.baker.baker cimport Baker
from navpy.godot.baker.world_reader cimport TileReadRef, WorldReader
from navpy.godot.binding.gd cimport GdVariant
from navpy.navmesh.navmesh cimport NavMesh
from navpy.streaming.tile_stream cimport TileStream

cdef GdVariant* tile_loaded_signal
cdef GdVariant* tile_unloaded_signal

cdef class WorldStream:
    cdef WorldReader reader
    cdef TileStream tiles
    cdef NavMesh navmesh            # of the loaded tiles; the baker's
    cdef TileReadRef arrived        # was read, and is the next to be added
    cdef int64_t asked              # tiles to be loaded that are being read, or were read and not added yet
    cdef int64_t asked_targets      # likewise tiles that a target is on
    cdef bint is_filling            # the first tiles are still to come: agents of the world wait for it
    cdef bint has_warned            # that nothing asks for ground
    cdef bint has_told_unreadable   # that tiles cannot be read: a single error for all of them

# Opens world_file where it is not the present world's; an empty path ends the present world. To be called in the tree.
cdef void update_stream(Baker* baker) noexcept
cdef void leave_stream(Baker* baker) noexcept           # the baker leaves the tree, or is freed
cdef void move_stream(Baker* baker) noexcept nogil      # the baker has moved
cdef bint is_opening(const Baker* baker) noexcept nogil     # the world, or the first tiles of it, are still to come
cdef void advance_stream(Baker* baker) noexcept nogil   # once a physics frame
cdef void update_processing(Baker* baker) noexcept nogil     # the baker has physics frames while it streams, or tracks its sources
cdef str world_file_of(const Baker* baker)
