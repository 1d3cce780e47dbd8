"""The bake settings as properties of a NavMeshBaker, by the table that BakeSettings is made from."""
from libc.stdint cimport int64_t, uint8_t
from navpy.godot.baker.baker cimport Baker
from navpy.baking.settings import FIELDS
from navpy.godot.binding.class_spec import Property


cdef dict setting_offsets():
    """Where each row of the settings' table lives in the node."""
    cdef Baker* b = NULL
    return dict(
        cell_size=<size_t>&b.cell_size, cell_height=<size_t>&b.cell_height, agent_height=<size_t>&b.agent_height,
        agent_radius=<size_t>&b.agent_radius, agent_max_climb=<size_t>&b.agent_max_climb,
        agent_max_slope=<size_t>&b.agent_max_slope, region_min_size=<size_t>&b.region_min_size,
        region_merge_size=<size_t>&b.region_merge_size, edge_max_length=<size_t>&b.edge_max_length,
        edge_max_error=<size_t>&b.edge_max_error, border_size=<size_t>&b.border_size, vertices_per_polygon=<size_t>&b.vertices_per_polygon,
        detail_sample_distance=<size_t>&b.detail_sample_distance,
        detail_sample_max_error=<size_t>&b.detail_sample_max_error,
        link_drop_height=<size_t>&b.link_drop_height, link_climb_height=<size_t>&b.link_climb_height,
        link_jump_distance=<size_t>&b.link_jump_distance, sample_partition_type=<size_t>&b.sample_partition_type, tile_size=<size_t>&b.tile_size,
        filter_enclosed_spaces=<size_t>&b.filter_enclosed_spaces, filter_median_areas=<size_t>&b.filter_median_areas,
        filter_low_hanging_obstacles=<size_t>&b.filter_low_hanging_obstacles,
        filter_ledge_spans=<size_t>&b.filter_ledge_spans,
        filter_walkable_low_height_spans=<size_t>&b.filter_walkable_low_height_spans)


cdef dict OFFSETS = setting_offsets()


cdef void apply_defaults(Baker* baker) noexcept:
    cdef char* base = <char*>baker
    for field in FIELDS:
        if field.type is float:
            (<double*>(base + <size_t>OFFSETS[field.name]))[0] = field.default
        elif field.type is int:
            (<int64_t*>(base + <size_t>OFFSETS[field.name]))[0] = field.default
        else:
            (<uint8_t*>(base + <size_t>OFFSETS[field.name]))[0] = field.default


cdef dict settings_of(Baker* baker):
    cdef char* base = <char*>baker
    settings = {}
    for field in FIELDS:
        if field.type is float:
            settings[field.name] = (<double*>(base + <size_t>OFFSETS[field.name]))[0]
        elif field.type is int:
            settings[field.name] = (<int64_t*>(base + <size_t>OFFSETS[field.name]))[0]
        else:
            settings[field.name] = bool((<uint8_t*>(base + <size_t>OFFSETS[field.name]))[0])
    return settings


def setting_properties():
    for field in FIELDS:
        hint_string = ""
        if field.minimum is not None:
            suffix = {"": "", "m": ",suffix:m", "degrees": ",degrees"}.get(field.unit, f",suffix:{field.unit}")
            hint_string = f"{field.minimum:g},{field.maximum:g},{field.step:g}{suffix}"
        if field.choices:
            hint_string = ",".join(field.choices)
        yield Property(field.name, field.type.__name__, field.doc, default=field.default, offset=OFFSETS[field.name],
                       hint=2 if field.choices else 1 if hint_string else 0, hint_string=hint_string, minimum=field.minimum,
                       maximum=field.maximum, group="Bake Settings")
