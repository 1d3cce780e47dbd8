"""The enumerations of ``core.pxd`` as Python sees them."""
from enum import IntEnum

cdef extern from *:
    const char* NAVPY_VERSION           # as addons/navpy/plugin.cfg has it

VERSION = NAVPY_VERSION.decode()


class Status(IntEnum):
    """Outcome of a request that takes time. Compare it by name; RUNNING is 0, so it must not be tested for truth."""
    RUNNING = STATUS_RUNNING
    SUCCESS = STATUS_SUCCESS
    FAILURE = STATUS_FAILURE


class PathStatus(IntEnum):
    """Outcome of a path search."""
    COMPLETE = PATH_COMPLETE
    PARTIAL = PATH_PARTIAL
    FAILED = PATH_FAILED


class Reason(IntEnum):
    """Why a status is what it is."""
    NONE = REASON_NONE
    NO_REQUEST = REASON_NO_REQUEST
    NO_NAVMESH = REASON_NO_NAVMESH
    BAKING = REASON_BAKING
    INVALID_INPUT = REASON_INVALID_INPUT
    START_OFF_MESH = REASON_START_OFF_MESH
    GOAL_OFF_MESH = REASON_GOAL_OFF_MESH
    GOAL_UNREACHABLE = REASON_GOAL_UNREACHABLE
    STOPPED = REASON_STOPPED
    PATH_LOST = REASON_PATH_LOST
    SEARCH_LIMIT = REASON_SEARCH_LIMIT
    COSTS_DIFFER = REASON_COSTS_DIFFER
    TOO_NARROW = REASON_TOO_NARROW
    LENGTH_LIMIT = REASON_LENGTH_LIMIT
    RADIUS_LIMIT = REASON_RADIUS_LIMIT
