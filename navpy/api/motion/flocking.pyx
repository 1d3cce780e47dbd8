"""Flocking: separation, alignment and cohesion of many agents (Reynolds 1987, "Flocks, Herds, and Schools"; Reynolds 1999). Their
forces are in the unit of all behaviors of navpy.motion: newtons, mass / 0.5 s · (desired velocity − velocity). So they can be added to
those of `seek`."""
from libc.math cimport M_PI
from libc.stdint cimport int32_t
from libcpp.vector cimport vector

from navpy.base.arguments cimport LARGEST, read_number, read_rows
from navpy.base.neighbor_grid cimport NeighborGrid, build_grid, cell_for, find_within
from navpy.motion.steering.flocking cimport FlockParams, flock_range, flock_reach

__all__ = ["alignment", "cohesion", "flock_forces", "neighbor_counts", "separation"]


cdef object compute_forces(positions, velocities, const FlockParams* params):
    import numpy as np
    cdef const double[:, ::1] places = read_rows("positions", positions, -1, 2)
    cdef const double[:, ::1] moving = read_rows("velocities", velocities, places.shape[0], 2)
    cdef int32_t count = places.shape[0]
    cdef NeighborGrid grid
    cdef double[:, ::1] out
    forces = np.empty((count, 2))
    out = forces
    if count > 0:
        with nogil:
            build_grid(&grid, &places[0, 0], count, cell_for(&places[0, 0], count, flock_reach(params)))
            flock_range(&grid, &places[0, 0], &moving[0, 0], 0, count, params, &out[0, 0])
    return forces


cdef FlockParams read_params(view_angle, mass, max_force, max_speed) except *:
    """What all behaviors need; radii and weights are 0."""
    cdef FlockParams params
    params.view_angle = read_number("view_angle", view_angle, 0.0, 2.0 * M_PI)
    params.mass = read_number("mass", mass, 1e-6, 1e12)
    params.max_force = read_number("max_force", max_force, 0.0, LARGEST)
    params.max_speed = read_number("max_speed", max_speed, 0.0, LARGEST)
    params.separation_radius = params.alignment_radius = params.cohesion_radius = 0.0
    params.separation_weight = params.alignment_weight = params.cohesion_weight = 0.0
    return params


def flock_forces(positions, velocities, *, separation_radius, alignment_radius, cohesion_radius, separation_weight=1.0,
                 alignment_weight=1.0, cohesion_weight=1.0, view_angle=2.0 * M_PI, mass=1.0, max_force, max_speed):
    """Compute the steering forces of a flock: the weighted, truncated sum of `separation`, `alignment` and `cohesion`.

    Each of the three is mass / 0.5 s · (desired velocity − velocity), as the force of `seek` is: so a weight of 1.5 makes separation
    half as strong again as `seek` for vehicles with this mass, max_force and max_speed.
    Neighbors are found by a uniform grid: the cost of an agent depends on its neighbors and not on the number of all agents.

    Parameters
    ----------
    positions : array_like, shape (n, 2)
        Meters.
    velocities : array_like, shape (n, 2)
        Meters a second.
    separation_radius, alignment_radius, cohesion_radius : float
        Meters, 0 or more: the neighborhoods.
    separation_weight, alignment_weight, cohesion_weight : float
        0 or more.
    view_angle : float
        Radians, 0 … 2π: agents see neighbors within this angle, centered on their velocity; agents at rest see all round.
    mass : float
        Kilograms, 1e-6 … 1e12, of each agent.
    max_force : float
        Newtons, 0 or more: limit of each of the three forces and of their sum.
    max_speed : float
        Meters a second, 0 or more.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons.

    Raises
    ------
    ValueError
        A shape does not fit, or a number is not finite or out of its range.
    """
    cdef FlockParams params = read_params(view_angle, mass, max_force, max_speed)
    params.separation_radius = read_number("separation_radius", separation_radius, 0.0, LARGEST)
    params.alignment_radius = read_number("alignment_radius", alignment_radius, 0.0, LARGEST)
    params.cohesion_radius = read_number("cohesion_radius", cohesion_radius, 0.0, LARGEST)
    params.separation_weight = read_number("separation_weight", separation_weight, 0.0, LARGEST)
    params.alignment_weight = read_number("alignment_weight", alignment_weight, 0.0, LARGEST)
    params.cohesion_weight = read_number("cohesion_weight", cohesion_weight, 0.0, LARGEST)
    return compute_forces(positions, velocities, &params)


def separation(positions, velocities, *, radius, view_angle=2.0 * M_PI, mass=1.0, max_force, max_speed):
    """Steer at full speed away from the neighbors, with weights of 1 / distance (Reynolds 1999, "Separation").

    Agents in one place separate in different directions.

    Parameters
    ----------
    positions, velocities, view_angle, mass, max_force, max_speed
        As in `flock_forces`.
    radius : float
        Meters, 0 or more: the neighborhood.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        As in `flock_forces`.
    """
    cdef FlockParams params = read_params(view_angle, mass, max_force, max_speed)
    params.separation_radius, params.separation_weight = read_number("radius", radius, 0.0, LARGEST), 1.0
    return compute_forces(positions, velocities, &params)


def alignment(positions, velocities, *, radius, view_angle=2.0 * M_PI, mass=1.0, max_force, max_speed):
    """Steer towards the mean velocity of the neighbors (Reynolds 1987, "velocity matching"; 1999, "Alignment").

    Parameters
    ----------
    positions, velocities, view_angle, mass, max_force, max_speed
        As in `flock_forces`.
    radius : float
        Meters, 0 or more: the neighborhood.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        As in `flock_forces`.
    """
    cdef FlockParams params = read_params(view_angle, mass, max_force, max_speed)
    params.alignment_radius, params.alignment_weight = read_number("radius", radius, 0.0, LARGEST), 1.0
    return compute_forces(positions, velocities, &params)


def cohesion(positions, velocities, *, radius, view_angle=2.0 * M_PI, mass=1.0, max_force, max_speed):
    """Steer at full speed towards the mean position of the neighbors (Reynolds 1999, "Cohesion").

    Parameters
    ----------
    positions, velocities, view_angle, mass, max_force, max_speed
        As in `flock_forces`.
    radius : float
        Meters, 0 or more: the neighborhood.

    Returns
    -------
    forces : ndarray, shape (n, 2)
        Newtons, each at most max_force.

    Raises
    ------
    ValueError
        As in `flock_forces`.
    """
    cdef FlockParams params = read_params(view_angle, mass, max_force, max_speed)
    params.cohesion_radius, params.cohesion_weight = read_number("radius", radius, 0.0, LARGEST), 1.0
    return compute_forces(positions, velocities, &params)


def neighbor_counts(positions, *, radius):
    """Count the neighbors of each agent, in all directions: the pairs that its forces cost.

    Parameters
    ----------
    positions : array_like, shape (n, 2)
        Meters.
    radius : float
        Meters, 0 or more.

    Returns
    -------
    counts : ndarray of int32, shape (n,)

    Raises
    ------
    ValueError
        Another shape, or a number that is not finite or out of its range.
    """
    import numpy as np
    cdef const double[:, ::1] places = read_rows("positions", positions, -1, 2)
    cdef double reach = read_number("radius", radius, 0.0, LARGEST)
    cdef int32_t count = places.shape[0], i
    cdef NeighborGrid grid
    cdef vector[int32_t] near
    cdef int32_t[::1] out
    counts = np.zeros(count, dtype=np.int32)
    out = counts
    if count > 0:
        with nogil:
            build_grid(&grid, &places[0, 0], count, cell_for(&places[0, 0], count, reach))
            for i in range(count):
                find_within(&grid, places[i, 0], places[i, 1], reach, &near)
                out[i] = <int32_t>near.size() - 1
    return counts
