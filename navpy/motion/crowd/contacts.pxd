"""Contacts: overlaps that avoidance leaves in dense crowds are taken out of the velocities before the agents move."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.mesh.mesh_view cimport MeshView
from navpy.motion.agent.agent cimport Agent
from navpy.motion.crowd.crowd_avoidance cimport AvoidanceMemory
from navpy.motion.crowd.participants cimport Avoidance
from navpy.motion.agent.local_boundary cimport LocalBoundary

cdef struct Contact:                # two participants that might touch in this step
    int32_t a, b
    double radii                    # meters, sum of their radii
    double share                    # a's part of a correction; the rest is b's

cdef cppclass ContactMemory:
    vector[Contact] contacts
    vector[uint8_t] moved           # by participant: a correction has moved its place

cdef int solve_contacts(const MeshView* mesh, Avoidance* avoidance, vector[Agent]* agents, const vector[LocalBoundary]* boundaries,
                        double dt, ContactMemory* memory, AvoidanceMemory* surface) except -1 nogil
