"""A path in the forms of the engine's own navigation and rendering."""
from libc.stdint cimport int32_t, int64_t, uint64_t
from navpy.godot.binding.gd cimport GdColor, GdPacked

cdef struct PathDrawing:                # a line on the rendering server
    uint64_t mesh                   # RIDs, 0: nothing is drawn
    uint64_t instance
    void* line_material             # Ref
    void* point_material            # Ref: a material with a point size draws lines as points, too
    uint64_t shown                  # the drawer's: which line it is

cdef uint64_t navigation_map_of(void* node, bint plane) noexcept nogil     # RID of its World3D's map, 0: none
cdef uint64_t new_server_agent(bint plane) noexcept nogil          # RID of an agent of NavigationServer3D that nothing is known of
cdef void free_server_rid(uint64_t rid, bint plane) noexcept nogil

# A NavigationPathQueryResult3D put into the Ref `out`, of the plane a NavigationPathQueryResult2D. points in space, length in meters.
cdef void new_path_result(void* out, bint plane, const GdPacked* points, const int32_t* types, int64_t type_count,
                          const uint64_t* rids, int64_t rid_count,
                          const uint64_t* owners, int64_t owner_count, double length) noexcept nogil
# In the node's world, over all that is before it; points in world space, in `lines` by pairs.
cdef void draw_line(void* node, const GdPacked* lines, const GdPacked* points, const GdColor* color, double point_size,
                    PathDrawing* out) noexcept nogil
# points in space; the line is drawn in the plane. line_width: pixels, below 0: by the points.
cdef void draw_flat_line(void* canvas_item, const GdPacked* points, const GdColor* color, double point_size, double line_width,
                         PathDrawing* out) noexcept nogil
cdef void erase_line(PathDrawing* drawing) noexcept nogil
