"""Steering by the navmesh's boundary (Reynolds 1999): away from walls ahead, or along a wall. Places of vehicles are in the plan, so
(x, height, −y) in the world."""
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.mesh.half_edges cimport PortalGraph
from navpy.query.surface.flood cimport Flood
from navpy.base.vec2 cimport Vec2

cdef enum:
    MOST_FEELERS = 16

cdef struct Feeler:
    double length                   # metres
    double angle                    # radians from the heading, counter-clockwise

cdef struct Wall:
    Vec2 normal                     # unit, away from the wall
    double distance                 # metres from it

# at: the floor that the vehicle is on.
cdef Vec2 avoid_walls_force(NavView nav, const Vehicle* vehicle, const NearestPoly* at,
                            const Feeler* feelers, int count, double clearance) noexcept nogil
# side: 1 keeps the wall on the left, −1 on the right.
cdef int follow_wall_force(NavView nav, Flood* flood, const Vehicle* vehicle,
                           const NearestPoly* at, double side, double distance, Vec2* force) except -1 nogil
