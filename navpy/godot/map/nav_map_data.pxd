"""The state of a NavMap."""
from libc.stdint cimport uint64_t
from navpy.godot.binding.class_spec cimport Instance
from navpy.godot.world.navigation_map cimport NavigationMap
from navpy.query.surface.random_points cimport RandomPlaces

cdef cppclass NavMap(Instance):
    NavigationMap* world                     # kept; NULL: made by a script
    RandomPlaces places                 # for random_point
    uint64_t places_version             # of the map, if they are all places of it
