"""The bake settings as properties of a NavMeshBaker, from the table of which BakeSettings is made (FIELDS)."""
from libc.stdint cimport int64_t, uint8_t
from navpy.godot.baker.baker cimport Baker
from navpy.godot.binding.class_spec cimport ClassSpec
from navpy.godot.binding.setting_properties cimport declare_rows
from navpy.baking.settings import FIELDS


cdef tuple real(double* field):
    return <size_t>field, sizeof(double)


cdef tuple whole(int64_t* field):
    return <size_t>field, sizeof(int64_t)


cdef tuple flag(uint8_t* field):
    return <size_t>field, sizeof(uint8_t)


cdef dict setting_places():
    """Where the value of each row of the settings' table lies in the node."""
    cdef Baker* b = NULL
    return dict(
        cell_size=real(&b.cell_size), cell_height=real(&b.cell_height), agent_height=real(&b.agent_height),
        agent_radius=real(&b.agent_radius), agent_max_climb=real(&b.agent_max_climb),
        agent_max_slope=real(&b.agent_max_slope), region_min_size=real(&b.region_min_size),
        region_merge_size=real(&b.region_merge_size), edge_max_length=real(&b.edge_max_length),
        edge_max_error=real(&b.edge_max_error), border_size=real(&b.border_size),
        vertices_per_polygon=whole(&b.vertices_per_polygon), detail_sample_distance=real(&b.detail_sample_distance),
        detail_sample_max_error=real(&b.detail_sample_max_error), link_drop_height=real(&b.link_drop_height),
        link_climb_height=real(&b.link_climb_height), link_jump_distance=real(&b.link_jump_distance),
        sample_partition_type=whole(&b.sample_partition_type), tile_size=whole(&b.tile_size),
        filter_enclosed_spaces=flag(&b.filter_enclosed_spaces),
        filter_median_areas=flag(&b.filter_median_areas), filter_low_hanging_obstacles=flag(&b.filter_low_hanging_obstacles),
        filter_ledge_spans=flag(&b.filter_ledge_spans), filter_walkable_low_height_spans=flag(&b.filter_walkable_low_height_spans))


cdef dict PLACES = setting_places()
ROWS = [field.at(PLACES[field.name]) for field in FIELDS]


cdef void apply_defaults(Baker* baker) noexcept:
    cdef char* base = <char*>baker
    for field in ROWS:
        if field.type is float:
            (<double*>(base + <size_t>field.place[0]))[0] = field.default
        elif field.type is int:
            (<int64_t*>(base + <size_t>field.place[0]))[0] = field.default
        else:
            (<uint8_t*>(base + <size_t>field.place[0]))[0] = field.default


cdef dict settings_of(Baker* baker):
    cdef char* base = <char*>baker
    settings = {}
    for field in ROWS:
        if field.type is float:
            settings[field.name] = (<double*>(base + <size_t>field.place[0]))[0]
        elif field.type is int:
            settings[field.name] = (<int64_t*>(base + <size_t>field.place[0]))[0]
        else:
            settings[field.name] = bool((<uint8_t*>(base + <size_t>field.place[0]))[0])
    return settings


cdef int declare_settings(ClassSpec[Baker]* c) except -1:
    return declare_rows(c, ROWS, 0)
