"""Wall avoidance and wall following of vehicles on a navmesh."""
from libcpp.memory cimport shared_ptr

from navpy.api.motion.arrays cimport vectors_of
from navpy.api.motion.vehicle cimport Vehicles
from navpy.base.arguments cimport read_number, read_numbers
from navpy.base.guard cimport Inside, read
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.nearest_poly cimport NearestPoly, SearchExtents, default_extents, locate
from navpy.motion.steering.wall_steering cimport MOST_FEELERS, Feeler, avoid_walls_force, follow_wall_force
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.query.surface.flood cimport Flood
from navpy.base.vec2 cimport Vec2, to_world

__all__ = ["avoid_walls", "follow_wall"]


cdef bint find_floor(NavView nav, const Vehicle* vehicle, double height, NearestPoly* at) noexcept nogil:
    cdef double place[3]
    cdef SearchExtents extents = default_extents(nav.mesh)
    to_world(vehicle.position, 0.0, place)
    place[1] = height
    return locate(nav, place, &extents, at)


def avoid_walls(NavMesh mesh not None, Vehicles vehicles not None, heights, lengths=(2.0, 1.2, 1.2), angles=(0.0, 0.7, -0.7),
                clearance=0.0, QueryFilter filter=None):
    """Forces away from the walls that feelers meet.

    A vehicle that has enough force stops before each wall or turns along it. A corner that projects between two feelers is not
    noticed.

    Parameters
    ----------
    mesh : NavMesh
    vehicles : Vehicles
        n vehicles in the plan, (x, −z) of the world.
    heights : float or array (n,)
        Height y of each vehicle in meters, which tells the floor that it is on.
    lengths : array (k,)
        Lengths of the feelers in meters, 1 to 16 of them.
    angles : float or array (k,)
        Angles of the feelers in radians from the heading, counter-clockwise.
    clearance : float
        Meters to keep between a vehicle and a wall.
    filter : QueryFilter, optional
        Polygons that it excludes are behind walls.

    Returns
    -------
    array (n, 2)
        Forces in newtons, at most ``max_force``; 0 for a vehicle that is over no floor or whose feelers meet no wall.

    Raises
    ------
    ValueError
        An argument of another shape, a number that is not finite, a length or clearance below 0, a filter of another mesh.

    Notes
    -----
    "Containment" in Reynolds 1999, "Steering Behaviors For Autonomous Characters".
    """
    import numpy as np
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    cdef Py_ssize_t count = len(vehicles), i
    cdef Py_ssize_t feeler_count = np.size(lengths)
    if not 0 < feeler_count <= MOST_FEELERS:
        raise ValueError(f"lengths: must be of 1 … {MOST_FEELERS} feelers, are {feeler_count}")
    cdef const double[::1] y = read_numbers("heights", heights, count, -1e30, 1e30)
    cdef const double[::1] reach = read_numbers("lengths", lengths, feeler_count, 0.0, 1e30)
    cdef const double[::1] turns = read_numbers("angles", angles, feeler_count, -1e9, 1e9)
    cdef double room = read_number("clearance", clearance, 0.0, 1e30)
    cdef Feeler feelers[MOST_FEELERS]
    cdef NearestPoly at
    for i in range(feeler_count):
        feelers[i].length, feelers[i].angle = reach[i], turns[i]
    forces = np.zeros((count, 2))
    cdef Vec2* out = vectors_of(forces)
    with nogil:
        for i in range(count):
            if find_floor(view_of(&mesh.view, graph), &vehicles.vehicles[i], y[i], &at):
                out[i] = avoid_walls_force(view_of(&mesh.view, graph), &vehicles.vehicles[i], &at, feelers, <int>feeler_count, room)
    return forces


def follow_wall(NavMesh mesh not None, Vehicles vehicles not None, heights, side, distance, QueryFilter filter=None):
    """Forces along the nearest wall, around convex and concave corners.

    Parameters
    ----------
    mesh : NavMesh
    vehicles : Vehicles
        n vehicles in the plan, (x, −z) of the world.
    heights : float or array (n,)
        Height y of each vehicle in meters, which tells the floor that it is on.
    side : {"left", "right"}
        Where the wall is kept.
    distance : float or array (n,)
        Meters to keep between the vehicle and the wall, above 0.
    filter : QueryFilter, optional
        Polygons that it excludes are behind walls.

    Returns
    -------
    array (n, 2)
        Forces in newtons, at most ``max_force``; 0 for a vehicle that is over no floor, or where there is no wall.

    Raises
    ------
    ValueError
        An argument of another shape, a number that is not finite, another side, a distance not above 0, a filter of another mesh.

    Notes
    -----
    "Wall following" in Reynolds 1999, "Steering Behaviors For Autonomous Characters".
    """
    import numpy as np
    cdef shared_ptr[PortalGraph] held
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef const PortalGraph* graph = mesh.graph_for(filter, &held)
    cdef Py_ssize_t count = len(vehicles), i
    cdef const double[::1] y = read_numbers("heights", heights, count, -1e30, 1e30)
    cdef const double[::1] keep = read_numbers("distance", distance, count, 1e-6, 1e30)
    if side not in ("left", "right"):
        raise ValueError(f"side: must be 'left' or 'right', is {side!r}")
    cdef double hand = 1.0 if side == "left" else -1.0
    cdef NearestPoly at
    cdef Flood flood
    forces = np.zeros((count, 2))
    cdef Vec2* out = vectors_of(forces)
    with nogil:
        for i in range(count):
            if find_floor(view_of(&mesh.view, graph), &vehicles.vehicles[i], y[i], &at):
                follow_wall_force(view_of(&mesh.view, graph), &flood, &vehicles.vehicles[i], &at, hand, keep[i], &out[i])
    return forces
