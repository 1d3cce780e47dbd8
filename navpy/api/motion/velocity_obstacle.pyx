"""Velocity obstacles for arrays of agents."""
from libc.math cimport INFINITY

from navpy.base.arguments cimport read_length, read_positive, read_real, read_rows, read_vec2, read_whole
from navpy.base.neighbor_grid cimport NeighborGrid, build_grid, cell_for
from navpy.api.motion.arrays cimport AgentRows, read_agents, vectors_of
from navpy.motion.avoidance.velocity_obstacle cimport (
    KIND_HRVO, KIND_RVO, KIND_VO, AvoidanceOptions, VelocityObstacle, clearpath_velocities, contains, make_velocity_obstacle)
from navpy.base.vec2 cimport Vec2, length

__all__ = ["avoid", "is_inside", "velocity_obstacle"]

KINDS = {"vo": KIND_VO, "rvo": KIND_RVO, "hrvo": KIND_HRVO}


cdef double read_horizon(time_horizon) except -1.0:
    cdef double seconds = read_real("time_horizon", time_horizon, "seconds")
    if not seconds > 0.0:
        raise ValueError(f"time_horizon: must be a number of seconds above 0, is {seconds}")
    return seconds


cdef int read_kind(kind) except -1:
    if not isinstance(kind, str) or kind not in KINDS:
        raise ValueError(f"kind: must be one of {', '.join(KINDS)}, is {kind!r}")
    return KINDS[kind]


def avoid(positions, velocities, preferred, radii, max_speeds, *, kind="rvo", neighbor_distance, max_neighbors,
          time_horizon=INFINITY, dt, safety_factor=1.0):
    """Choose new velocities of agents that avoid each other by velocity obstacles, all from the same state.

    Each agent gets the velocity nearest to its preferred one that no velocity obstacle contains (Guy et al. 2009, ClearPath). Where
    there is none, it gets one with the least penalty, safety_factor / time to collision + deviation from the preferred velocity.

    Parameters
    ----------
    positions : array_like, shape (n, 2)
        Meters.
    velocities, preferred : array_like, shape (n, 2)
        Meters a second: the current and the preferred velocities.
    radii : float or array_like, shape (n,)
        Meters, 0 or more.
    max_speeds : float or array_like, shape (n,)
        Meters a second, 0 or more.
    kind : {"vo", "rvo", "hrvo"}
        Velocity obstacles (Fiorini & Shiller 1998), reciprocal (van den Berg, Lin & Manocha 2008), hybrid reciprocal (Snape et al.
        2011).
    neighbor_distance : float
        Meters between centers, 0 or more: agents farther away do not count.
    max_neighbors : int
        How many agents count, the nearest ones.
    time_horizon : float
        Seconds, above 0, may be infinite: later collisions do not count.
    dt : float
        Seconds, above 0: discs that overlap are to part within this time.
    safety_factor : float
        Meters, 0 or more.

    Returns
    -------
    new_velocities : ndarray, shape (n, 2)
        Meters a second.

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or out of its range.

    Notes
    -----
    With "vo" two agents that meet oscillate. So may two with "rvo" that cross at their maximum speeds, as they can only turn; with
    speed to spare, and with "hrvo", they do not.
    """
    import numpy as np
    cdef AvoidanceOptions options
    cdef NeighborGrid grid
    cdef AgentRows rows = read_agents(positions, velocities, preferred, radii, max_speeds)
    cdef double[:, ::1] out
    options.kind = read_kind(kind)
    options.neighbor_distance = read_length("neighbor_distance", neighbor_distance)
    options.max_neighbors = read_whole("max_neighbors", max_neighbors, 0, 1 << 30)
    options.time_horizon, options.dt = read_horizon(time_horizon), read_positive("dt", dt, "seconds")
    options.safety_factor = read_length("safety_factor", safety_factor)
    new_velocities = np.zeros((rows.agents.count, 2))
    if rows.agents.count > 0:
        out = new_velocities
        with nogil:
            build_grid(&grid, rows.agents.positions, rows.agents.count,
                       cell_for(rows.agents.positions, rows.agents.count, options.neighbor_distance))
            clearpath_velocities(&rows.agents, &grid, &options, 0, rows.agents.count, &out[0, 0])
    return new_velocities


def velocity_obstacle(offset, radius, velocity, other_velocity, *, kind="rvo"):
    """Compute the cone that a disc makes for an agent.

    Parameters
    ----------
    offset : (float, float)
        Meters from the agent to the disc; farther than the radius.
    radius : float
        Meters, 0 or more: the sum of both radii.
    velocity, other_velocity : (float, float)
        Meters a second, of the agent and of the disc.
    kind : {"vo", "rvo", "hrvo"}
        As in `avoid`.

    Returns
    -------
    apex, left, right : (float, float)
        The apex in meters a second, and the unit directions of the legs. None instead of the three if the radius is 0.

    Raises
    ------
    ValueError
        A number is not finite or out of its range, or the discs overlap or touch, which is no cone.
    """
    cdef VelocityObstacle obstacle
    cdef Vec2 p = read_vec2("offset", offset)
    cdef Vec2 own = read_vec2("velocity", velocity), other = read_vec2("other_velocity", other_velocity)
    if not make_velocity_obstacle(read_kind(kind), p, read_length("radius", radius), own, other, INFINITY, 1.0, &obstacle):
        return None
    if obstacle.overlap:
        raise ValueError(f"offset: must be longer than the radius {radius}, is {length(p)}")
    return (obstacle.apex.x, obstacle.apex.y), (obstacle.left.x, obstacle.left.y), (obstacle.right.x, obstacle.right.y)


def is_inside(candidates, offset, radius, velocity, other_velocity, *, kind="rvo", time_horizon=INFINITY, dt=1.0):
    """Tell which velocities are inside of the velocity obstacle that a disc makes for an agent.

    Parameters
    ----------
    candidates : array_like, shape (n, 2)
        Meters a second.
    offset : (float, float)
        Meters from the agent to the disc, not 0.
    radius : float
        Meters, 0 or more: the sum of both radii.
    velocity, other_velocity : (float, float)
        Meters a second, of the agent and of the disc.
    kind, time_horizon, dt
        As in `avoid`.

    Returns
    -------
    inside : ndarray of bool, shape (n,)

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or out of its range.
    """
    import numpy as np
    cdef VelocityObstacle obstacle
    cdef Vec2 p = read_vec2("offset", offset)
    cdef Vec2 own = read_vec2("velocity", velocity), other = read_vec2("other_velocity", other_velocity)
    rows = read_rows("candidates", candidates, -1, 2)
    cdef const Vec2* candidate = vectors_of(rows)
    cdef Py_ssize_t i, count = len(rows)
    inside = np.zeros(count, bool)
    if make_velocity_obstacle(read_kind(kind), p, read_length("radius", radius), own, other,
                              read_horizon(time_horizon), read_positive("dt", dt, "seconds"), &obstacle):
        for i in range(count):
            inside[i] = contains(&obstacle, candidate[i])
    return inside
