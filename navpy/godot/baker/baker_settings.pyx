"""The bake settings as properties of a NavMeshBaker, from the table of which BakeSettings is made (FIELDS)."""
from libc.stdint cimport int64_t, uint8_t
from navpy.godot.baker.baker cimport Baker
from navpy.godot.binding.class_spec cimport ClassSpec, PropertySpec
from navpy.baking.settings import FIELDS


cdef size_t double_offset(double* field) noexcept:
    return <size_t>field


cdef size_t int_offset(int64_t* field) noexcept:
    return <size_t>field


cdef size_t flag_offset(uint8_t* field) noexcept:
    return <size_t>field


cdef dict setting_offsets():
    """Offset of each setting in the struct Baker, by its name in FIELDS."""
    cdef Baker* b = NULL
    return dict(
        cell_size=double_offset(&b.cell_size), cell_height=double_offset(&b.cell_height), agent_height=double_offset(&b.agent_height),
        agent_radius=double_offset(&b.agent_radius), agent_max_climb=double_offset(&b.agent_max_climb),
        agent_max_slope=double_offset(&b.agent_max_slope), region_min_size=double_offset(&b.region_min_size),
        region_merge_size=double_offset(&b.region_merge_size), edge_max_length=double_offset(&b.edge_max_length),
        edge_max_error=double_offset(&b.edge_max_error), border_size=double_offset(&b.border_size),
        vertices_per_polygon=int_offset(&b.vertices_per_polygon), detail_sample_distance=double_offset(&b.detail_sample_distance),
        detail_sample_max_error=double_offset(&b.detail_sample_max_error), link_drop_height=double_offset(&b.link_drop_height),
        link_climb_height=double_offset(&b.link_climb_height), link_jump_distance=double_offset(&b.link_jump_distance),
        sample_partition_type=int_offset(&b.sample_partition_type), tile_size=int_offset(&b.tile_size),
        filter_enclosed_spaces=flag_offset(&b.filter_enclosed_spaces),
        filter_median_areas=flag_offset(&b.filter_median_areas), filter_low_hanging_obstacles=flag_offset(&b.filter_low_hanging_obstacles),
        filter_ledge_spans=flag_offset(&b.filter_ledge_spans), filter_walkable_low_height_spans=flag_offset(&b.filter_walkable_low_height_spans))


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


cdef int declare_settings(ClassSpec[Baker]* c) except -1:
    cdef PropertySpec* property
    cdef bytes name, doc
    for field in FIELDS:
        name, doc = field.name.encode(), field.doc.encode()
        if field.type is float:
            c.number(name, <double*><size_t>OFFSETS[field.name], doc)
        elif field.type is int:
            c.number(name, <int64_t*><size_t>OFFSETS[field.name], doc)
        else:
            c.flag(name, <uint8_t*><size_t>OFFSETS[field.name], doc)
        property = &c.properties.back()
        if field.minimum is not None:
            suffix = {"": "", "m": ",suffix:m", "degrees": ",degrees"}.get(field.unit, f",suffix:{field.unit}")
            property.range(f"{field.minimum:g},{field.maximum:g},{field.step:g}{suffix}".encode())
            property.at_least(field.minimum).at_most(field.maximum)
        if field.choices:
            property.choices(",".join(field.choices).encode())
    return 0
