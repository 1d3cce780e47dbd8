"""Crowd: the agents below this node are stepped together, in one call a physics frame, by the node itself."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from navpy.godot.binding cimport register_class
from navpy.godot.engine cimport *
from navpy.godot.gd cimport GDExtensionConstTypePtr
from navpy.godot.table import Method, NodeClass
from navpy.godot.world cimport (NEVER, EngineCrowd, World, advance_crowd, world_add_crowd, world_enter, world_leave,
                                world_remove_crowd)

cdef cppclass CrowdNode:
    void* owner
    World* world                    # NULL outside the tree
    EngineCrowd crowd


cdef void* make(void* owner) noexcept nogil:
    cdef CrowdNode* node = new CrowdNode()  # all zero
    node.owner = owner
    node.crowd.owner = owner
    node.crowd.frame = NEVER
    return node


cdef void destroy(void* instance) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    del node


cdef void notify(void* instance, int32_t what, uint8_t reversed_) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    if what == NOTIFICATION_ENTER_TREE:
        node.world = world_enter(node.owner)
        if node.world != NULL:
            world_add_crowd(node.world, &node.crowd)
            node_set_physics(node.owner, not in_editor())
    elif what == NOTIFICATION_EXIT_TREE and node.world != NULL:
        world_remove_crowd(node.world, &node.crowd)
        world_leave(node.world)
        node.world = NULL
    elif what == NOTIFICATION_INTERNAL_PHYSICS_PROCESS and node.world != NULL and not node.crowd.data.active.empty():
        advance_crowd(node.world, &node.crowd, physics_frame(), physics_delta(node.owner))


cdef void get_agent_count(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    cdef CrowdNode* node = <CrowdNode*>instance
    (<int64_t*>ret)[0] = node.crowd.data.agents.size() - node.crowd.data.free_slots.size()


cdef void get_walking_count(void* row, void* instance, const GDExtensionConstTypePtr* args, void* ret) noexcept nogil:
    (<int64_t*>ret)[0] = (<CrowdNode*>instance).crowd.data.active.size()


def register():
    register_class(NodeClass(
        "Crowd", "Node", "Steps the agents below it together.",
        "Every [NavAgent] below this node, at any depth, belongs to its crowd; all of them are stepped by one call a physics "
        "frame, and avoid each other but not those of another crowd. The node is optional: agents outside one share a crowd of "
        "their world.",
        make=<size_t>&make, destroy=<size_t>&destroy, notify=<size_t>&notify,
        methods=(
            Method("get_agent_count", <size_t>&get_agent_count, "Number of agents below this node.", returns="int", const=True),
            Method("get_walking_count", <size_t>&get_walking_count, "Number of them that have a path to walk.",
                   returns="int", const=True),
        )))
