"""Takes navpy's nodes to the new world of their viewport.

The engine tells a Node3D and a CanvasItem of another world, but no other Node, such as an agent or a crowd; and nobody where world_2d
is set to null. So each viewport that nodes of ours have been in is asked once a physics frame, whatever their number. They go to the
new world as they would by leaving the scene tree and entering it again: walking agents walk on there."""
from libc.stdint cimport int32_t, uint64_t
from libcpp.vector cimport vector
from navpy.godot.binding.binding cimport instance_of, registered_class
from navpy.godot.binding.class_spec cimport ClassData, Instance
from navpy.godot.binding.engine cimport (
    NOTIFICATION_ENTER_TREE, NOTIFICATION_EXIT_TREE, NOTIFICATION_POST_ENTER_TREE, node_in_tree, node_viewport, world_of)
from navpy.godot.binding.gd cimport navpy_gd
from navpy.godot.world.engine_nodes cimport find_nodes

cdef struct WatchedViewport:
    uint64_t id                     # instance id of the Viewport
    uint64_t world                  # instance id of the World3D or World2D that its nodes are in
    bint is_plane

cdef vector[WatchedViewport] viewports


cdef void watch_viewport(void* node, bint plane) noexcept nogil:
    cdef void* viewport = node_viewport(node)
    cdef WatchedViewport watched
    cdef size_t i
    if viewport == NULL:
        return
    watched.id, watched.is_plane = navpy_gd.object_get_instance_id(viewport), plane
    for i in range(viewports.size()):
        if viewports[i].id == watched.id and viewports[i].is_plane == plane:
            return
    watched.world = world_of(viewport, plane)
    viewports.push_back(watched)


cdef void follow_worlds() noexcept nogil:
    cdef void* viewport
    cdef uint64_t world
    cdef bint plane
    cdef size_t i = 0
    while i < viewports.size():
        viewport, plane = navpy_gd.object_get_instance_from_id(viewports[i].id), viewports[i].is_plane
        if viewport == NULL or not node_in_tree(viewport):
            viewports.erase(viewports.begin() + i)          # nodes that come back with it watch it again
            continue
        world = world_of(viewport, plane)
        if world != viewports[i].world:
            viewports[i].world = world
            take_along(viewport, plane)
        i += 1


# ---- the nodes of a viewport ----

cdef Instance* node_of_ours(void* node, bint plane) noexcept:
    """NULL: it isn't in a world of this dimension."""
    cdef const ClassData* cls = registered_class(0)
    cdef Instance* instance
    cdef size_t i = 0
    while cls != NULL:
        if cls.when_notified != NULL and not cls.is_plane:
            instance = instance_of(node, cls)
            if instance != NULL:
                return instance if instance.cls.is_plane == plane else NULL
        i += 1
        cls = registered_class(i)
    return NULL


cdef void notify(uint64_t id, bint plane, int32_t what) noexcept:
    """The signals that a node emits may free others."""
    cdef void* node = navpy_gd.object_get_instance_from_id(id)
    cdef Instance* instance
    if node != NULL and node_in_tree(node):
        instance = node_of_ours(node, plane)
        instance.cls.when_notified(instance, what)


cdef void take_along(void* viewport, bint plane) noexcept with gil:
    """Nodes below another viewport go with that viewport."""
    cdef vector[void*] nodes
    cdef vector[uint64_t] ours
    cdef size_t i
    find_nodes(viewport, b"Node", &nodes)
    for i in range(nodes.size()):
        if node_viewport(nodes[i]) == viewport and node_of_ours(nodes[i], plane) != NULL:
            ours.push_back(navpy_gd.object_get_instance_id(nodes[i]))
    for i in range(ours.size()):
        notify(ours[ours.size() - 1 - i], plane, NOTIFICATION_EXIT_TREE)
    for i in range(ours.size()):
        notify(ours[i], plane, NOTIFICATION_EXIT_TREE)      # a signal's handler may have moved it about the tree meanwhile
        notify(ours[i], plane, NOTIFICATION_ENTER_TREE)
    for i in range(ours.size()):
        notify(ours[ours.size() - 1 - i], plane, NOTIFICATION_POST_ENTER_TREE)
