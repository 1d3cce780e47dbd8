"""Avoidance by sampling for arrays of agents."""
from libc.math cimport INFINITY
from libc.stdint cimport int32_t

from navpy.base.arguments cimport LARGEST, read_length, read_number, read_positive, read_rows, read_whole
from navpy.base.neighbor_grid cimport NeighborGrid, build_grid, cell_for
from navpy.api.motion.arrays cimport AgentRows, numbers_of, read_agents, vectors_of
from navpy.motion.avoidance.sampling_avoidance cimport (
    MAX_DIVISIONS, MAX_RINGS, QUALITY_GOOD, QUALITY_HIGH, QUALITY_LOW, QUALITY_MEDIUM, ObstacleQuery, SampledAgent, SamplingParams,
    add_circle, add_segment, process_sample, sampled_velocities, set_agent, set_quality)
from navpy.motion.avoidance.velocity_obstacle cimport offset_between
from navpy.base.vec2 cimport Vec2

from navpy.base.setting import unknown_keyword

__all__ = ["sample_penalties", "sample_velocities", "sampling_params"]

QUALITIES = {"low": QUALITY_LOW, "medium": QUALITY_MEDIUM, "good": QUALITY_GOOD, "high": QUALITY_HIGH}


cdef SamplingParams read_params(quality, dict changed) except *:
    """The parameters of a quality, some of them changed by name."""
    cdef SamplingParams params
    if not isinstance(quality, str) or quality not in QUALITIES:
        raise ValueError(f"quality: must be one of {', '.join(QUALITIES)}, is {quality!r}")
    set_quality(&params, QUALITIES[quality])
    known = dict(params)
    given = {**known, **changed}
    for name in changed:
        if name not in known:
            raise ValueError(unknown_keyword("the sampling", name, known))
    params.horizon, params.bias = read_positive("horizon", given["horizon"], "seconds"), read_number("bias", given["bias"], 0.0, 1.0)
    params.weight_desired = read_number("weight_desired", given["weight_desired"], 0.0, LARGEST)
    params.weight_current = read_number("weight_current", given["weight_current"], 0.0, LARGEST)
    params.weight_side = read_number("weight_side", given["weight_side"], 0.0, LARGEST)
    params.weight_toi = read_number("weight_toi", given["weight_toi"], 0.0, LARGEST)
    params.grid_size = read_whole("grid_size", given["grid_size"], 2, 1024)
    params.divisions = read_whole("divisions", given["divisions"], 1, MAX_DIVISIONS)
    params.rings, params.depth = read_whole("rings", given["rings"], 1, MAX_RINGS), read_whole("depth", given["depth"], 1, 16)
    return params


cdef object read_walls(walls):
    return read_rows("walls", () if walls is None else walls, -1, 4)


def sampling_params(quality="high"):
    """Look up the parameters of a quality.

    Parameters
    ----------
    quality : {"low", "medium", "good", "high"}
        Of RecastDemo's crowd: 11, 22, 45 and 66 samples.

    Returns
    -------
    params : dict
        horizon in seconds; bias, 0 … 1; weight_desired, weight_current, weight_side and weight_toi; grid_size, divisions, rings and
        depth, numbers of samples. `sample_velocities` takes each as a keyword.

    Raises
    ------
    ValueError
        Another quality.
    """
    return read_params(quality, {})


def sample_velocities(positions, velocities, preferred, radii, max_speeds, walls=None, *, quality="high", pattern="adaptive",
                      neighbor_distance, max_neighbors=6, **changed):
    """Choose new velocities of agents that avoid each other and walls by sampling, all from the same state (DetourCrowd, Mononen
    2010).

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
    walls : array_like, shape (m, 4), optional
        x and y of both ends in meters, with walkable ground on the left from the first to the second. Walls stop the agent's center
        and not its disc, and count within a second.
    quality : {"low", "medium", "good", "high"}
        Of RecastDemo's crowd: 11, 22, 45 and 66 samples.
    pattern : {"adaptive", "grid"}
        Rings that become finer, or a square grid over all velocities.
    neighbor_distance : float
        Meters between centers, 0 or more: agents farther away do not count.
    max_neighbors : int
        How many agents count, the nearest ones.
    **changed
        Parameters of `sampling_params` that differ from the quality's.

    Returns
    -------
    new_velocities : ndarray, shape (n, 2)
        Meters a second.

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or out of its range.
    """
    import numpy as np
    cdef SamplingParams params = read_params(quality, changed)
    cdef NeighborGrid grid
    cdef AgentRows rows = read_agents(positions, velocities, preferred, radii, max_speeds)
    segments = read_walls(walls)
    cdef const double* wall = numbers_of(segments.reshape(-1))
    cdef int32_t wall_count = len(segments), neighbor_limit = read_whole("max_neighbors", max_neighbors, 0, 1 << 30)
    cdef double distance = read_length("neighbor_distance", neighbor_distance)
    if pattern not in ("adaptive", "grid"):
        raise ValueError(f"pattern: must be adaptive or grid, is {pattern!r}")
    cdef bint adaptive = pattern == "adaptive"
    cdef double[:, ::1] out
    new_velocities = np.zeros((rows.agents.count, 2))
    if rows.agents.count > 0:
        out = new_velocities
        with nogil:
            build_grid(&grid, rows.agents.positions, rows.agents.count, cell_for(rows.agents.positions, rows.agents.count, distance))
            sampled_velocities(&rows.agents, &grid, wall, wall_count, &params, distance, neighbor_limit, adaptive, 0,
                               rows.agents.count,
                               &out[0, 0])
    return new_velocities


def sample_penalties(candidates, positions, velocities, preferred, radii, max_speeds, walls=None, *, quality="high", **changed):
    """Compute the penalties of velocities of the first agent, with all other agents and all walls as obstacles.

    Parameters
    ----------
    candidates : array_like, shape (k, 2)
        Meters a second.
    positions, velocities, preferred, radii, max_speeds, walls, quality, **changed
        As in `sample_velocities`; max_speeds of the first agent must be above 0.

    Returns
    -------
    penalties : ndarray, shape (k,)

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or out of its range.
    """
    import numpy as np
    cdef SamplingParams params = read_params(quality, changed)
    cdef AgentRows rows = read_agents(positions, velocities, preferred, radii, max_speeds)
    asked, segments = read_rows("candidates", candidates, -1, 2), read_walls(walls)
    cdef const Vec2* candidate = vectors_of(asked)
    cdef const Vec2* wall = vectors_of(segments.reshape(-1, 2))
    cdef const Vec2* position = <const Vec2*>rows.agents.positions
    cdef const Vec2* velocity = <const Vec2*>rows.agents.velocities
    cdef const Vec2* preferred_velocity = <const Vec2*>rows.agents.preferred_velocities
    cdef ObstacleQuery query
    cdef SampledAgent agent
    cdef int32_t i
    if rows.agents.count == 0 or not rows.agents.max_speeds[0] > 0.0:
        raise ValueError("max_speeds: that of the first agent must be above 0")
    set_agent(&agent, velocity[0], preferred_velocity[0], rows.agents.max_speeds[0])
    for i in range(1, rows.agents.count):
        add_circle(&query, offset_between(&rows.agents, 0, i), rows.agents.radii[0] + rows.agents.radii[i], velocity[i],
                   preferred_velocity[i], preferred_velocity[0])
    for i in range(<int32_t>len(segments)):
        add_segment(&query, position[0], wall[2 * i], wall[2 * i + 1])
    penalties = np.zeros(len(asked))
    for i in range(<int32_t>len(asked)):
        penalties[i] = process_sample(&query, &params, &agent, candidate[i], INFINITY)
    return penalties
