"""Contacts: overlaps that avoidance leaves in dense crowds are taken out of the velocities before the agents move."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport Agent
from navpy.motion.crowd.crowd_avoidance cimport Avoidance, AvoidanceMemory
from navpy.motion.crowd.local_boundary cimport LocalBoundary
from navpy.base.vec2 cimport Vec2

cdef struct Contact:                # two participants that might touch in this step
    int32_t a, b
    double radii                    # meters, sum of their radii
    double share                    # a's part of a correction; the rest is b's

cdef cppclass ContactMemory:
    vector[Contact] contacts
    vector[Vec2] ends               # meters: place of each participant after the step
    vector[uint8_t] moves           # parallel: its velocity counts
    vector[uint8_t] moved           # parallel: a correction has moved the place

cdef int solve_contacts(const MeshView* mesh, const Avoidance* avoidance, vector[Agent]* agents, const vector[LocalBoundary]* boundaries,
                        double dt, ContactMemory* memory, AvoidanceMemory* surface) except -1 nogil
