"""What rounding may make of two numbers that are equal by rights: the tolerances that all queries share, header-only.

They are far above the errors of double arithmetic and far below anything that can be seen. A coordinate up to 100 km is a multiple
of 1.5e-11 meters, so a distance from a line, which takes a few of them, is wrong by some 1e-10 at most. A sum of n lengths is wrong
by n · 1.1e-16 of itself, and two sums of one path's lengths differ by no more than twice that. With them what else all rooms agree on:
how far a level may reach, and which heights are one floor."""

cdef extern from *:
    """
    #define NAVPY_IN_LINE 1e-9
    #define NAVPY_SAME_COST 1e-12
    #define NAVPY_LONGER 1e-9
    #define NAVPY_SLIVER_AREA2 2e-13
    #define NAVPY_MAX_COORDINATE 1e9
    #define NAVPY_SAME_FLOOR 0.01
    """
    const double IN_LINE "NAVPY_IN_LINE"        # meters: a point this near to a line lies on it
    const double SAME_COST "NAVPY_SAME_COST"    # of a cost: two sums of the same lengths, 4000 or fewer, differ by less
    const double LONGER "NAVPY_LONGER"          # of a cost: what is longer by this is a longer path, not the same one rounded
    const double SLIVER_AREA2 "NAVPY_SLIVER_AREA2"      # m²: twice the area of a triangle whose corners are taken to be in line
    # meters, or units of an outline; beyond it squares and areas lose their meaning
    const double MAX_COORDINATE "NAVPY_MAX_COORDINATE"
    const double SAME_FLOOR "NAVPY_SAME_FLOOR"  # meters between two surfaces that are one floor, as at a shared border
