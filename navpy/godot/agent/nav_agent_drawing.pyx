"""The rendering server draws a line through the points of the path, and the points."""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy
from navpy.godot.binding.engine cimport *
from navpy.godot.binding.gd cimport GdColor, GdPacked, GdVector3, PACKED_VECTOR3_ARRAY, navpy_gd
from navpy.godot.agent.nav_agent_data cimport NavAgent
from navpy.godot.agent.nav_agent_path cimport copy_path, path_point, point_count
from navpy.godot.binding.packed cimport resize_vectors
from navpy.godot.binding.path_objects cimport draw_flat_line, draw_line, erase_line

cdef double POINT_SIZE = 4.0        # pixels
cdef double RAISED = 0.02           # meters over the floor


cdef uint64_t fingerprint(NavAgent* agent) noexcept nogil:
    """FNV-1a of all that the drawing shows; 0: it shows nothing."""
    cdef uint64_t sum = 0xCBF29CE484222325U
    cdef uint64_t[4] words
    cdef GdVector3 point
    cdef int32_t i, k
    if not agent.debug_enabled or agent.parent == NULL or point_count(agent) < 2:
        return 0
    for i in range(point_count(agent) + 1):
        words[0] = words[1] = words[2] = words[3] = 0
        if i < point_count(agent):
            point = path_point(agent, i)
            memcpy(words, &point, sizeof(point))
        else:
            memcpy(words, &agent.debug_path_custom_color, sizeof(GdColor))
            memcpy(words + 2, &agent.debug_path_custom_point_size, sizeof(double))
            memcpy(words + 3, &agent.debug_path_custom_line_width, sizeof(double))
            words[3] = words[3] * 2 + agent.debug_use_custom
        for k in range(4):
            sum = (sum ^ words[k]) * 0x100000001B3U
    return max(sum, <uint64_t>1)


cdef void draw_path(NavAgent* agent) noexcept nogil:
    cdef uint64_t now = fingerprint(agent)
    cdef GdColor color = agent.debug_path_custom_color
    cdef double size = agent.debug_path_custom_point_size if agent.debug_use_custom else POINT_SIZE
    cdef GdPacked points, lines
    cdef GdVector3* raised
    cdef GdVector3* ends
    cdef int32_t i, count
    if now == agent.drawing.shown:
        return
    count = point_count(agent)
    erase_path(agent)
    if now == 0:
        return
    if not agent.debug_use_custom:
        color.r, color.g, color.b, color.a = 1, 0, 0, 1
    navpy_gd.ctor0[<int>PACKED_VECTOR3_ARRAY](&points, NULL)
    copy_path(agent, &points)
    if agent.cls.is_plane:
        draw_flat_line(agent.parent, &points, &color, size,
                       agent.debug_path_custom_line_width if agent.debug_use_custom else -1.0, &agent.drawing)
        navpy_gd.dtor[<int>PACKED_VECTOR3_ARRAY](&points)
        agent.drawing.shown = now
        return
    raised = resize_vectors(&points, count)     # their own size: they may be written
    for i in range(count):
        raised[i].y += <float>RAISED
    navpy_gd.ctor0[<int>PACKED_VECTOR3_ARRAY](&lines, NULL)
    ends = resize_vectors(&lines, 2 * (count - 1))
    for i in range(count - 1):
        ends[2 * i], ends[2 * i + 1] = raised[i], raised[i + 1]
    draw_line(agent.owner, &lines, &points, &color, size, &agent.drawing)
    navpy_gd.dtor[<int>PACKED_VECTOR3_ARRAY](&lines)
    navpy_gd.dtor[<int>PACKED_VECTOR3_ARRAY](&points)
    agent.drawing.shown = now


cdef void erase_path(NavAgent* agent) noexcept nogil:
    erase_line(&agent.drawing)
    agent.drawing.shown = 0
