"""The enumerations of ``core.pxd`` as Python sees them."""
from enum import IntEnum

cdef extern from *:
    const char* NAVPY_VERSION           # as addons/navpy/plugin.cfg has it

VERSION = NAVPY_VERSION.decode()


class Status(IntEnum):
    """Outcome of a request that takes time. Compare it by name; RUNNING is 0, so it must not be tested for truth."""
    RUNNING = STATUS_RUNNING            #: neither has happened yet
    SUCCESS = STATUS_SUCCESS            #: what was asked for is done
    FAILURE = STATUS_FAILURE            #: it cannot be done, or was taken back; there is a Reason


class PathStatus(IntEnum):
    """Outcome of a path search."""
    COMPLETE = PATH_COMPLETE            #: it leads to the goal
    PARTIAL = PATH_PARTIAL              #: ends at the reachable point nearest to the goal; only for those who asked for it
    FAILED = PATH_FAILED                #: there is no path, and a Reason


class Reason(IntEnum):
    """Why a status is what it is."""
    NONE = REASON_NONE                  #: nothing to explain
    NO_REQUEST = REASON_NO_REQUEST      #: nobody has asked for a path yet
    NO_NAVMESH = REASON_NO_NAVMESH      #: no navmesh, or one without polygons
    BAKING = REASON_BAKING              #: the navmesh is still being made
    INVALID_INPUT = REASON_INVALID_INPUT  #: a coordinate is not finite, or beyond any world (1e30 m)
    START_OFF_MESH = REASON_START_OFF_MESH  #: no polygon within reach of the start
    GOAL_OFF_MESH = REASON_GOAL_OFF_MESH  #: no polygon within reach of the goal
    GOAL_UNREACHABLE = REASON_GOAL_UNREACHABLE  #: both ends are on the navmesh, on different islands
    STOPPED = REASON_STOPPED            #: the request was taken back
    PATH_LOST = REASON_PATH_LOST        #: the way there was lost while walking: the navmesh or the agent was moved
    SEARCH_LIMIT = REASON_SEARCH_LIMIT  #: the search took as many nodes as it was allowed to
    COSTS_DIFFER = REASON_COSTS_DIFFER  #: an exact path was asked for, where areas, links or penalties make some ways dearer
    TOO_NARROW = REASON_TOO_NARROW      #: every way to the goal is too narrow for the agent's radius
    LENGTH_LIMIT = REASON_LENGTH_LIMIT  #: the path was cut off at the length that was asked for
    RADIUS_LIMIT = REASON_RADIUS_LIMIT  #: the path was cut off where it leaves the circle that was asked for
