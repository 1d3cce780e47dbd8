"""The askers for ground of a NavMeshBaker with a streamed world: nodes of its group, and the viewport's camera."""
from libc.stdint cimport int64_t
from libcpp.vector cimport vector
from navpy.godot.baker.source_geometry cimport upright_frame
from navpy.godot.binding.engine cimport as_spatial, node_viewport, object_in, read_finite_place, scene_tree, world_of
from navpy.godot.binding.gd cimport ARRAY, GdPacked, GdVariant, navpy_gd
from navpy.godot.binding.packed cimport array_element, size_of
from navpy.godot.binding.ptrcall cimport find_method, get_object, put
from navpy.godot.streaming.streamed_ground cimport StreamedGround, to_ground

cdef const void* NODES_IN_GROUP = find_method(b"SceneTree", b"get_nodes_in_group", 689397652)
cdef const void* CAMERA = find_method(b"Viewport", b"get_camera_3d", 2285090890)
cdef const void* CAMERA2D = find_method(b"Viewport", b"get_camera_2d", 3551466917)


cdef int add_focus(const StreamedGround* ground, void* node, vector[double]* out) except -1 nogil:
    cdef double place[3]
    cdef double own[3]
    if read_finite_place(node, place):
        to_ground(ground, place, own)
        out.push_back(own[0])
        out.push_back(own[2])
    return 0


cdef int list_focus(Baker* baker, vector[double]* out) except -1 nogil:
    cdef StreamedGround ground
    cdef GdPacked found                         # an Array is no larger
    cdef GdVariant element
    cdef void* node
    cdef bint plane = baker.cls.is_plane
    cdef int64_t i
    upright_frame(baker.owner, &ground.frame)
    navpy_gd.ctor0[<int>ARRAY](&found, NULL)
    if scene_tree() != NULL:
        put(NODES_IN_GROUP, scene_tree(), &baker.stream_group, &found)
    for i in range(size_of(ARRAY, &found)):
        array_element(&found, i, &element)
        node = as_spatial(object_in(&element), plane)
        if node != NULL and world_of(node, plane) == baker.world.id:
            add_focus(&ground, node, out)
        navpy_gd.variant_destroy(&element)
    navpy_gd.dtor[<int>ARRAY](&found)
    if baker.stream_camera and node_viewport(baker.owner) != NULL:
        node = get_object(CAMERA2D if plane else CAMERA, node_viewport(baker.owner))
        if node != NULL:
            add_focus(&ground, node, out)
    return 0
