"""How the members of a NavFormation are led to their slots."""
from navpy.godot.formation.nav_formation_data cimport NavFormation

cdef double RETRY_AFTER                         # seconds after which a failed request may search again
cdef double LEAST_SPACING                       # widths of the widest member
cdef double MOST_LAG                            # spacings behind its slot at which the formation waits for a member

cdef int make_slots(NavFormation* formation) except -1 nogil            # of the shape, for the members in the ranks
cdef int form_up(NavFormation* formation) except -1 nogil               # gives the slots to these members, by their places
# Positions of the members in the ranks. is_shifted: as they would be if no slot had been moved onto the surface.
cdef void read_positions(NavFormation* formation, bint is_shifted) noexcept nogil
cdef void advance_members(NavFormation* formation, double dt) noexcept nogil    # a frame of a formation that has slots
cdef void halt_members(NavFormation* formation) noexcept nogil          # they stand while the formation has no way
cdef bint is_in_place(NavFormation* formation) noexcept nogil           # all members are in their slots, and no rank is narrowed
