"""The sources of a NavFlowField's costs: tiles, a GridMap, an image, a navmesh. False: nothing has changed, after saying why."""
from libc.stdint cimport int64_t, uint8_t
from navpy.godot.binding.class_spec cimport GdGridMap, GdImage, GdNavFilter, GdTileMapLayer
from navpy.godot.field.nav_flow_field_data cimport NavFlowField

cdef uint8_t from_tile_layer(NavFlowField* field, GdTileMapLayer* layer) noexcept nogil
cdef uint8_t from_grid_map(NavFlowField* field, GdGridMap* map, int64_t level) noexcept nogil
cdef uint8_t from_image(NavFlowField* field, GdImage* image) noexcept nogil
cdef uint8_t from_navmesh(NavFlowField* field, GdNavFilter* filter) noexcept nogil
