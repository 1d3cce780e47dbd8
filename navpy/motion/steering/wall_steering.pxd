"""Steering by the navmesh's border (Reynolds 1999): wall avoidance ("Containment") and wall following. Vehicles move in the plan:
their position (x, y) is (x, height, −y) in the world."""
from libc.stdint cimport int32_t
from navpy.mesh.nav_view cimport NavView
from navpy.mesh.nearest_poly cimport NearestPoly
from navpy.motion.steering.context_steering cimport ContextMaps
from navpy.motion.steering.vehicle cimport Vehicle
from navpy.query.surface.flood cimport Flood
from navpy.base.vec2 cimport Vec2

cdef enum:
    MOST_FEELERS = 16

cdef struct Feeler:                 # a ray from the vehicle
    double length                   # meters
    double angle                    # radians from the heading, counter-clockwise

cdef struct FeelerWall:                   # a wall that a feeler meets
    Vec2 normal                     # unit, away from the wall
    double distance                 # meters between the vehicle and the line along the wall

# at: the floor that the vehicle is on. clearance: meters. A force in newtons.
cdef Vec2 avoid_walls_force(NavView nav, const Vehicle* vehicle, const NearestPoly* at,
                            const Feeler* feelers, int count, double clearance) noexcept nogil
# side: 1 keeps the wall on the left, −1 on the right; distance: meters to keep. A force in newtons.
cdef int follow_wall_force(NavView nav, Flood* flood, const Vehicle* vehicle,
                           const NearestPoly* at, double side, double distance, Vec2* force) except -1 nogil
# Writes the danger of walls within look_ahead meters, above 0, into the maps of an agent that stands there.
cdef void write_wall_danger(NavView nav, const NearestPoly* at, ContextMaps* maps, int32_t agent, double look_ahead) noexcept nogil
