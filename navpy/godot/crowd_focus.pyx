"""Level of detail of a Crowd (motion/agent/step_schedule): its focus points are the places of the current camera and of a group's
nodes, and places set by a script. All of them are read before each step."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector

from navpy.base.geom cimport is_point
from navpy.base.vec2 cimport Vec2, to_plan
from navpy.godot.binding.class_spec cimport GdPackedVector3Array
from navpy.godot.binding.engine cimport as_spatial, node_viewport, object_in, read_finite_place, scene_tree
from navpy.godot.binding.gd cimport ARRAY, STRING_NAME, GdPacked, GdStringName, GdVariant, GdVector2, GdVector3, navpy_gd
from navpy.godot.binding.log cimport node_error
from navpy.godot.binding.packed cimport array_element, assign, size_of, vectors_of
from navpy.godot.binding.plane cimport in_space, place_text
from navpy.godot.binding.ptrcall cimport find_method, get, get_object, put
from navpy.godot.binding.threads cimport on_main_thread
from navpy.godot.binding.vector cimport put_place

cdef const void* CAMERA = find_method(b"Viewport", b"get_camera_3d", 2285090890)
cdef const void* CAMERA_2D = find_method(b"Viewport", b"get_camera_2d", 3551466917)
cdef const void* SCREEN_CENTER = find_method(b"Camera2D", b"get_screen_center_position", 3341600327)
cdef const void* NODES_IN_GROUP = find_method(b"SceneTree", b"get_nodes_in_group", 689397652)

cdef double FIRST_DISTANCE = 30.0       # meters
cdef enum:
    FIRST_STEPS = 16                    # a quarter of a second, at 60 steps a second
    MOST_STEPS = 1024                   # as in Python


# ---- the points ----

cdef int add_place(vector[Vec2]* points, const double* place) except -1 nogil:
    if is_point(place):
        points.push_back(to_plan(place))
    return 0


cdef int add_camera(CrowdNode* node, vector[Vec2]* points) except -1 nogil:
    """In the plane it is what the middle of the screen shows."""
    cdef void* viewport = node_viewport(node.owner)
    cdef void* camera
    cdef GdVector2 flat
    cdef GdVector3 center
    cdef double place[3]
    if viewport == NULL:
        return 0
    camera = get_object(CAMERA_2D if node.cls.is_plane else CAMERA, viewport)
    if camera == NULL:
        return 0
    if node.cls.is_plane:
        get(SCREEN_CENTER, camera, &flat)
        center = in_space(&flat)
        put_place(&center, place)
        return add_place(points, place)
    if read_finite_place(camera, place):
        add_place(points, place)
    return 0


cdef int add_group(CrowdNode* node, vector[Vec2]* points) except -1 nogil:
    """Nodes of the group that have a place."""
    cdef void* tree = scene_tree()
    cdef void* member
    cdef GdPacked found                         # an Array is no larger
    cdef GdVariant element
    cdef double place[3]
    cdef int64_t i
    if tree == NULL or node.focus_group.p == NULL:
        return 0
    navpy_gd.ctor0[<int>ARRAY](&found, NULL)
    put(NODES_IN_GROUP, tree, &node.focus_group, &found)
    for i in range(size_of(ARRAY, &found)):
        array_element(&found, i, &element)
        member = as_spatial(object_in(&element), node.cls.is_plane)
        if member != NULL and read_finite_place(member, place):
            add_place(points, place)
        navpy_gd.variant_destroy(&element)
    navpy_gd.dtor[<int>ARRAY](&found)
    return 0


cdef int collect_points(CrowdNode* node, vector[Vec2]* points) except -1 nogil:
    points.assign(node.focus_points.begin(), node.focus_points.end())
    if node.focuses_camera:
        add_camera(node, points)
    return add_group(node, points)


cdef void update_focus(CrowdNode* node) noexcept nogil:
    """Off the main thread nodes cannot be read: the points stay where they are."""
    if on_main_thread():
        collect_points(node, &node.crowd.data.avoidance.schedule.points)


cdef void apply_steps(CrowdNode* node) noexcept nogil:
    """The greatest power of two that is not above focus_steps."""
    cdef int32_t steps = 1
    while 2 * steps <= node.focus_steps:
        steps *= 2
    node.crowd.data.avoidance.schedule.most_steps = steps


cdef void make_focus(CrowdNode* node) noexcept nogil:
    navpy_gd.ctor0[<int>STRING_NAME](&node.focus_group, NULL)
    node.crowd.data.avoidance.schedule.distance, node.focus_steps = FIRST_DISTANCE, FIRST_STEPS
    apply_steps(node)


cdef void free_focus(CrowdNode* node) noexcept nogil:
    navpy_gd.dtor[<int>STRING_NAME](&node.focus_group)


# ---- what scripts call ----

cdef void get_group(CrowdNode* node, GdStringName* out) noexcept nogil:
    assign(STRING_NAME, out, &node.focus_group)


cdef void set_group(CrowdNode* node, const GdStringName* group) noexcept nogil:
    assign(STRING_NAME, &node.focus_group, group)


cdef void set_points(CrowdNode* node, const GdPackedVector3Array* positions) noexcept nogil:
    cdef int64_t count, i
    cdef const GdVector3* places = vectors_of(positions, &count)
    cdef vector[Vec2] points
    cdef double place[3]
    for i in range(count):
        put_place(&places[i], place)
        if not is_point(place):
            with gil:
                node_error(node.owner, f"set_focus_points needs positions that are finite and not beyond all measure, positions[{i}] "
                                       f"is {place_text(&places[i], node.cls.is_plane)}: nothing has changed")
            return
        points.push_back(to_plan(place))
    node.focus_points.swap(points)


# ---- what it declares ----

cdef int declare_focus(ClassSpec[CrowdNode]* c) except -1:
    cdef CrowdNode* node = NULL
    c.group(b"Level of Detail")
    c.flag(b"focus_camera", &node.focuses_camera,
           b"Agents without nodes that are far from the current camera of the viewport, from all nodes of [member focus_group] and "
           b"from all points of [method set_focus_points] make fewer and longer steps. Without any of these, as by default, all make "
           b"every step, and so do agents with nodes, in any case. [member multimesh] shows them move in every frame.")
    c.property(b"focus_group", get_group, set_group,
               b"Name of a group of nodes with a place, such as players and cameras, near which agents make every step. See [member "
               b"focus_camera].")
    c.number(b"focus_distance", &node.crowd.data.avoidance.schedule.distance,
             b"Within this distance agents make every step; with n such distances they make one of n steps, n rounded up to a power "
             b"of two. The ground is divided into squares of this side, whose agents step "
             b"together.").range(b"1,200,0.1,or_greater,suffix:m").at_least(0.01)
    c.number(b"focus_steps", &node.focus_steps,
             b"Even the farthest agents make one of so many steps, rounded down to a power of two.").range(
                 b"1,64,1,or_greater").at_least(1).at_most(MOST_STEPS)
    c.method(b"set_focus_points", set_points,
             b"Points (world space) near which agents make every step, in place of those of the last call; none by default. See "
             b"[member focus_camera].",
             b"positions")
    return 0
