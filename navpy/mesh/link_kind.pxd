"""Kinds of off-mesh links, as bakes number them and NavLink shows them."""

cdef enum LinkKind:
    LINK_CUSTOM = 0
    LINK_DROP = 1                   # down, too high to climb back
    LINK_CLIMB = 2                  # down and up again; a ladder of NavLink
    LINK_JUMP = 3                   # across a gap, both ways
