"""Places around a goal: agents with the same goal end their ways in rings around anybody who stands there."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.base.vec2 cimport Vec2
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport Agent
from navpy.motion.agent.path_following cimport FollowedPath
from navpy.motion.crowd.participants cimport Avoidance


cdef struct Disc:                       # a body that stands near the goal
    Vec2 place                          # meters from the center
    double radius                       # meters
    uint8_t has_arrived                 # at this goal

cdef cppclass PlaceSearch:              # scratch of a search for places
    Vec2 center                         # meters, in the plan: of the body that stands at the goal, or the goal
    double inmost                       # meters, least distance of a place from the center
    double spacing                      # meters, least distance between two places
    double outmost                      # meters, greatest distance of a place from the center
    bint is_free                        # nobody stands at the goal
    # participants that have had places since the begin of this part of the step, some of them twice
    vector[int32_t] placed
    vector[int32_t] near                # participants
    vector[int32_t] comers              # participants that get places, the shortest way first
    vector[Disc] standing
    vector[int32_t] open                # directions that lead over ground
    vector[double] taken                # ascending: where those who have arrived stand, as a count of open directions
    vector[double] angles               # radians, of the places
    vector[Vec2] ring, best             # meters from the center: places
    vector[Vec2] from_                  # parallel to comers: meters from the center
    vector[int32_t] place_of            # parallel to comers: index in best

# True if the agent looks for a place in this step, or has one.
cdef bint uses_place(const Agent* agent) noexcept nogil
# Meters of its way to its place, around the agents at the goal.
cdef double way_to_place(const Agent* agent, const FollowedPath* path) noexcept nogil
# Places for a participant and for all others that come to its goal, if somebody stands there, or others come.
cdef int find_places(const MeshView* mesh, const Avoidance* avoidance, vector[Agent]* agents, vector[FollowedPath]* paths, int32_t own,
                     PlaceSearch* search) except -1 nogil
# Sets the preferred velocity of a participant for the next dt seconds. Returns True at the place.
cdef bint walk_to_place(Avoidance* avoidance, vector[Agent]* agents, vector[FollowedPath]* paths, int32_t own, double dt,
                        PlaceSearch* search) except -1 nogil
# The side on which the agent, on the way to its place, passes somebody standing: 1: on their right, −1: on their left, 0: not on its
# way.
cdef double side_around(const Agent* agent, Vec2 position) noexcept nogil
