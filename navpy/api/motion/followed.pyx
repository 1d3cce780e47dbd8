"""Filters and fields that agents of a crowd follow."""
from navpy.api.grid.flow_tiles cimport FlowGroup
from navpy.api.grid.integration_field cimport IntegrationField
from navpy.grid.tiles.field_guide cimport guide_by_field, guide_by_tiles


cdef class CrowdFilter:
    """A filter of some agents, and the rules by which the crowd walks: those of the filter when it was last followed. Other threads may
    change the filter during a step."""

    cdef int follow(self) except -1:
        with self.filter.lock:
            self.filter.follow_mesh()
            if self.rules.changes != self.filter.rules.changes:
                self.rules = self.filter.rules
        return 0


cdef class CrowdField:
    """A field, or a group of flow tiles, that agents follow or followed last."""

    cdef int read(self, field) except -1:
        cdef IntegrationField whole
        cdef FlowGroup group
        self.field = field
        if isinstance(field, IntegrationField):
            whole = field
            whole.need_flow()
            self.guide = guide_by_field(&whole.cost_field.grid, &whole.field, &whole.flow_)
        else:
            group = field
            self.guide = guide_by_tiles(&group.tiles.core, group.route)
        return 0


cdef int enter_field(Inside* inside, field) except -1:
    cdef IntegrationField whole
    if isinstance(field, FlowGroup):
        inside.changes(&(<FlowGroup>field).tiles.guard)
        inside.reads(&(<FlowGroup>field).tiles.cost_field.guard)
        return 0
    whole = field
    if whole.has_flow:
        inside.reads(&whole.guard)
    else:
        inside.changes(&whole.guard)
    inside.reads(&whole.cost_field.guard)
    return 0
