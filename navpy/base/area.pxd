"""Area ids: what a floor, a polygon or a link is made of. Header-only."""

cdef enum:
    AREA_NONE = 0                   # not walkable
    AREA_WALKABLE = 63              # ground without another area, and the highest id
    AREA_COUNT = AREA_WALKABLE + 1
