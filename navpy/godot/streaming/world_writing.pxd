"""Writes the file of a streamed world from a navmesh in tiles."""
from navpy.navmesh.navmesh cimport NavMesh

# OSError, ValueError: it was not written, and a file that was there is still the same.
cdef int write_world(NavMesh navmesh, str path) except -1
