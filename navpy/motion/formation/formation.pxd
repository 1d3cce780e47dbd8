"""Formations: a reference point that leads rows of members along a path of arcs and straights."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.motion.formation.dubins cimport ArcPathData
from navpy.base.vec2 cimport Vec2

cdef enum:
    AS_SLOTS = 1 << 30              # in place of a number of files

cdef struct FormationMember:                 # a place in the formation, taken by one agent
    Vec2 from_place, to_place       # meters from the front of its row, along the path and to the left, before and after a change
    int32_t slot                    # its slot; in a narrowed row the slot before that

cdef struct FormationRow:                    # members that change their places together: a rank of a column, the whole of a band
    int32_t first, end              # members
    int32_t files                   # number of files in its present or target arrangement; AS_SLOTS: as the slots
    double change_begin             # meters along the path where its front begins the change
    double change_length            # meters along the path of the change; 0: done
    double from_depth, to_depth     # meters from its front to the front of the next row, before and after the change
    double slot_depth               # the same in the arrangement of the slots
    double reach                    # meters along the path of its longest change

cdef struct WidthInterval:          # of the path, from the end of the interval before
    double end                      # meters along the path
    int32_t files                   # number of files that fit; AS_SLOTS: all

cdef struct FormationPlace:
    Vec2 position                   # meters
    double heading                  # radians, of the path there
    double along                    # meters along the path

cdef cppclass FormationData:
    ArcPathData path
    vector[FormationRow] rows
    vector[FormationMember] members
    vector[Vec2] slot_places        # places as the slots, meters from the front of their row, row by row
    vector[int32_t] slots           # slots of these
    vector[int32_t] member_of       # by agent; empty until the first step
    int32_t leader                  # agent that takes the place in front, −1: none
    vector[WidthInterval] widths    # probed so far
    vector[FormationPlace] places, next_places   # of the members
    double spacing                  # meters between files and between ranks where a row is narrowed
    double width                    # meters that the slots need from side to side
    double lead                     # meters from the reference point to the front of the first row
    double look_ahead               # meters from the front of the first row to the probe
    double speed, max_speed         # meters a second, of the reference point and of an agent
    double max_lag                  # meters behind its place at which the formation waits for an agent
    bint is_band                    # all members are one row
    double traveled                 # meters of the reference point along the path

# Forms rows of slots where the reference point is now.
cdef int form(FormationData* formation, const vector[Vec2]* slots) except -1 nogil
# Assigns the places to the agents.
cdef int assign_places(FormationData* formation, const Vec2* positions) except -1 nogil
# Moves on by dt seconds. targets, velocities: of each agent then. clear_width: meters at the probe.
cdef int advance(FormationData* formation, const Vec2* positions, double clear_width, double dt, Vec2* targets,
                 Vec2* velocities) except -1 nogil
# Continues along formation.path, which has just been set and has the reference point so many meters along it.
cdef void follow_path(FormationData* formation, double along) noexcept nogil
# Stores the clear width, meters, of the path from the last stored end to this end, meters along the path.
cdef int note_width(FormationData* formation, double end, double clear_width) except -1 nogil
# Meters along the path where the next step needs the clear width.
cdef double probe_distance(const FormationData* formation) noexcept nogil
cdef bint is_in_slots(const FormationData* formation) noexcept nogil        # no row is narrowed or changes
cdef bint is_settled(const FormationData* formation) noexcept nogil         # arrived, and no row changes any more
