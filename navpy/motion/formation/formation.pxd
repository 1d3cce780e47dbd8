"""Formations: a reference point that leads rows of members along a path of steering circles."""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.motion.formation.dubins cimport Arc, ArcPath
from navpy.base.vec2 cimport Vec2

cdef struct Member:                     # a place of the formation, taken by one agent
    Vec2 leaving, taking                # metres from its row's front, along the path and to the left: places it changes from and to
    int32_t slot                        # that it stands in, or stood in before its row was narrowed

cdef struct Row:                        # members that change their places together: a rank of a column, the whole of a band
    int32_t first, end                  # members
    int32_t files                       # files that it stands in or changes to; AS_SLOTS: as its slots say
    double begins, over                 # metres along the path where its front begins the change, and how far that stretches; 0: done
    double leaving_depth, taking_depth  # metres from its front to that of the next row, before and after the change
    double own_depth                    # the same where it stands as its slots say
    double reach                        # metres that its longest change stretches over

cdef struct Run:                        # a stretch of the path, from where the one before ends
    double until                        # metres along the path
    int32_t files                       # that fit there; AS_SLOTS: all

cdef struct Spot:
    Vec2 at                             # metres
    double heading                      # radians, of the path there

cdef Row empty_row(int32_t first) noexcept nogil
cdef void place(const vector[Row]* rows, const vector[Member]* members, const vector[Arc]* arcs, const vector[double]* ends,
                double front, double push, Spot* spots) noexcept nogil

cdef class Formation:
    cdef ArcPath path
    cdef vector[Row] rows
    cdef vector[Member] members
    cdef vector[Vec2] own               # places as the slots say, metres from their row's front, row by row
    cdef vector[int32_t] own_slot       # whose they are
    cdef vector[int32_t] member_of      # by agent; empty until the first step
    cdef vector[Run] runs
    cdef vector[Spot] spots, next_spots
    cdef double spacing, width, lead, ahead, speed, max_speed, patience     # metres and metres a second
    cdef bint together                  # all members are one row
    cdef double travelled               # metres of the reference point along the path

    cdef int stand(self, const vector[Vec2]* places) except -1
    cdef int form_rows(self, const vector[Vec2]* slots, list order, bint together) except -1
    cdef int measure_rows(self, double rear, double side) except -1
    cdef double probed(self) noexcept nogil
    cdef int note_width(self, double clear_width) except -1 nogil
    cdef int32_t files_between(self, double start, double end) noexcept nogil
    cdef int change(self, Row* row, int32_t files, double front) except -1 nogil
    cdef int32_t files_wanted(self, const Row* row, double front) noexcept nogil
    cdef int narrow_rows(self) except -1 nogil
    cdef int plan_changes(self) except -1 nogil
    cdef double haste(self, const Vec2* positions) noexcept nogil
    cdef bint is_walkable(self, double progress, double most) noexcept nogil
    cdef int go_on(self, const Vec2* positions, double dt) except -1 nogil
    cdef int lead_on(self, const Vec2* positions, double clear_width, double dt, Vec2* targets, Vec2* velocities) except -1 nogil
    cdef int take_places(self, const Vec2* positions) except -1 nogil
    cdef vector[Vec2] read_agents(self, positions, size_t count) except *
