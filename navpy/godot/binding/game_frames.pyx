"""The game's own frames: physics frames without those of a pause, so that what an agent remembers of the frame before is as old after
the pause as it was when the pause began. A frame of a pause counts if a crowd walks in it, as its nodes are always processed."""
from libc.stdint cimport int64_t
from navpy.godot.binding.engine cimport connect, in_physics_frame, scene_tree
from navpy.godot.binding.gd cimport (
    GDEXTENSION_CALL_OK, CallErrorType, GDExtensionCallError, GDExtensionConstVariantPtr, GDExtensionInt, GdStringName)
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.ptrcall cimport find_method, get_bool
from navpy.godot.binding.threads cimport on_main_thread

cdef const void* IS_PAUSED = find_method(b"SceneTree", b"is_paused", 36873697)
cdef GdStringName* physics_frame_signal = intern(b"physics_frame")
cdef void* tree = NULL
cdef int64_t frame = 1
cdef bint began_paused = False          # this physics frame
cdef bint has_walked = False            # a crowd, in this physics frame


cdef inline bint counts() noexcept nogil:
    """A frame has counted unless the pause began in it, before the crowds walked, or lasted through it."""
    return has_walked or not (began_paused or get_bool(IS_PAUSED, tree))


cdef void on_physics_frame(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                           GDExtensionCallError* error) noexcept nogil:
    """At the beginning of each physics frame, of a paused one, too."""
    global frame, began_paused, has_walked
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    frame += counts()
    began_paused, has_walked = get_bool(IS_PAUSED, tree), False


cdef int64_t game_frame() noexcept nogil:
    """The number of this frame, from 1 on. All frames of a pause have that of the frame after it."""
    global tree
    if tree == NULL and on_main_thread():
        tree = scene_tree()
        if tree != NULL:
            connect(tree, physics_frame_signal, NULL, on_physics_frame)
    return frame


cdef int64_t walking_frame() noexcept nogil:
    """The same, for a crowd that walks in this frame."""
    global has_walked
    has_walked = True
    return game_frame()


cdef int64_t last_game_frame() noexcept nogil:
    """The number of the last frame that is over. Within a frame this is the one before."""
    cdef int64_t now = game_frame()
    return now if tree != NULL and not in_physics_frame() and counts() else now - 1
