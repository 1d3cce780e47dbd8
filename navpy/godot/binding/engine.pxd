"""Our questions to the engine, as plain functions. A ptrcall costs some 10 ns and needs no GIL."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from navpy.godot.binding.gd cimport (
    GDExtensionCallError, GDExtensionConstVariantPtr, GDExtensionInt, GdStringName, GdTransform3D, GdVariant, GdVector3)

cdef enum:
    NOTIFICATION_ENTER_TREE = 10
    NOTIFICATION_EXIT_TREE = 11
    NOTIFICATION_READY = 13
    NOTIFICATION_INTERNAL_PHYSICS_PROCESS = 26
    NOTIFICATION_POST_ENTER_TREE = 27      # each time, after those of the children
    NOTIFICATION_TRANSFORM_CHANGED = 2000

ctypedef void (*SignalHandler)(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                               GDExtensionCallError* error) noexcept nogil

cdef bint in_editor() noexcept nogil
cdef int64_t physics_frame() noexcept nogil
cdef bint in_physics_frame() noexcept nogil                        # else between two of them
cdef int64_t game_frame() noexcept nogil                            # physics frames without those of pauses, from 1 on
cdef int64_t last_game_frame() noexcept nogil                       # the last one that is over: within a frame, the one before
cdef int64_t walking_frame() noexcept nogil                         # this one, for a crowd that walks in it
cdef double physics_delta(void* node) noexcept nogil
cdef int64_t physics_ticks() noexcept nogil                         # physics frames a second
cdef void* as_class(void* object, void* tag) noexcept nogil
# In the plane (plane.pxd): a Node2D, a CharacterBody2D, a World2D. Functions of nodes and bodies below take either kind, and places in
# space.
cdef void* as_spatial(void* object, bint plane) noexcept nogil      # NULL: no Node3D
cdef void* as_body(void* object, bint plane) noexcept nogil         # NULL: no CharacterBody3D

cdef void* node_parent(void* node) noexcept nogil
cdef void* node_viewport(void* node) noexcept nogil                # the nearest; a viewport itself
cdef int64_t child_count(void* node) noexcept nogil                 # without internal ones
cdef void* child_at(void* node, int64_t index) noexcept nogil
cdef bint node_in_tree(void* node) noexcept nogil
cdef bint node_can_process(void* node) noexcept nogil              # it is in the tree, and neither paused nor disabled
cdef void node_set_physics(void* node, bint enable) noexcept nogil
cdef void node_update_warnings(void* node) noexcept nogil
cdef uint64_t world_of(void* node, bint plane) noexcept nogil      # instance id of its World3D, 0: none
cdef void* world_ref(void* node, bint plane) noexcept nogil         # a Ref to its World3D that the caller gives back; NULL: none
cdef void global_position(void* node, GdVector3* out) noexcept nogil
cdef void read_place(void* node, double* out) noexcept nogil      # the same, as the core takes it
# false, and out stays as it was, where a coordinate is not finite
cdef bint read_finite_place(void* node, double* out) noexcept nogil
cdef void set_global_position(void* node, const GdVector3* position) noexcept nogil
cdef void global_transform(void* node, GdTransform3D* out) noexcept nogil
cdef void set_notify_transform(void* node, bint enable) noexcept nogil
cdef void force_update_transform(void* node) noexcept nogil     # a node that asked for it is notified of its move at once
cdef void update_gizmos(void* node) noexcept nogil
cdef double flat_rotation(void* node2d) noexcept nogil              # radians, in world space
cdef void set_flat_rotation(void* node2d, double radians) noexcept nogil
cdef void get_rotation(void* node3d, GdVector3* out) noexcept nogil
cdef void set_rotation(void* node3d, const GdVector3* euler) noexcept nogil

cdef void body_velocity(void* body, GdVector3* out) noexcept nogil
cdef void body_set_velocity(void* body, const GdVector3* velocity) noexcept nogil
cdef void body_move_and_slide(void* body) noexcept nogil
cdef bint body_on_floor(void* body) noexcept nogil
cdef bint body_on_ceiling(void* body) noexcept nogil
cdef bint body_on_wall(void* body) noexcept nogil
cdef void body_gravity(void* body, GdVector3* out) noexcept nogil
cdef void body_platform_velocity(void* body, GdVector3* out) noexcept nogil    # of what a CharacterBody stood on after its last move
cdef bint body_floats(void* body) noexcept nogil
cdef double body_floor_angle(void* body) noexcept nogil            # radians

cdef bint is_heard(void* object, GdVariant* signal) noexcept nogil
cdef void emit(void* object, GdVariant* signal, const GdVariant* arguments, int count) noexcept nogil
cdef void variant_from_place(GdVariant* out, const GdVector3* value, bint plane) noexcept nogil        # a Vector2 in the plane
cdef void variant_from_direction(GdVariant* out, const GdVector3* value, bint plane) noexcept nogil    # likewise, without a unit
cdef void variant_from_float(GdVariant* out, double value) noexcept nogil
cdef void variant_from_bool(GdVariant* out, bint value) noexcept nogil
cdef void variant_from_int(GdVariant* out, int64_t value) noexcept nogil
cdef void variant_from_rid(GdVariant* out, uint64_t value) noexcept nogil
cdef void variant_from_object(GdVariant* out, void* object) noexcept nogil                 # NULL: null
cdef void dictionary_put(void* dictionary, const GdVariant* key, GdVariant* value) noexcept nogil      # takes the value over
cdef void dictionary_put_place(void* dictionary, const GdVariant* key, const GdVector3* value, bint plane) noexcept nogil
cdef void call_deferred_on_main(GdVariant* callable) noexcept nogil
cdef int64_t start_task(void (*run)(void*) noexcept nogil, void* userdata, const char* description) noexcept nogil
cdef void wait_for_task(int64_t task) noexcept nogil

cdef void connect(void* object, const GdStringName* signal, void* userdata, SignalHandler handler) noexcept nogil
cdef void* object_in(const void* variant) noexcept nogil            # NULL: another Variant, or the object was freed

cdef void* scene_tree() noexcept nogil                              # NULL: another main loop
cdef void* root_of_tree(void* tree) noexcept nogil
cdef void* construct(GdStringName* cls) noexcept nogil              # a new built-in object that nobody holds yet
