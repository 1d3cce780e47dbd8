"""Area ids: what a floor, a polygon or a link is made of. Header-only."""

cdef enum:
    AREA_NONE = 0                   # not walkable
    AREA_WALKABLE = 63              # ground without another area, and the highest id
    AREA_COUNT = AREA_WALKABLE + 1
    AREA_CLOSED = AREA_COUNT        # of a triangle alone: an agent could walk there, but the area that was given is AREA_NONE
