"""The source's surface asked at single places, for tests."""
from libc.math cimport INFINITY
from libcpp.vector cimport vector

from navpy.baking.detail.edge_profile cimport EdgeProfile, find_profile, find_stations
from navpy.baking.detail.source_heights cimport HeightQuery, SourceHeights, source_height, source_heights_along


def height_at(SourceHeights heights not None, double x, double z, double low_y, double high_y, double reach):
    """Height of the highest source surface at (x, z) between low_y and high_y; where there is none, of the nearest in plan within
    reach that is between them. None where that fails, too. All in meters."""
    cdef double found = source_height(&heights.view, x, z, low_y, high_y, reach)
    return found if found == found else None


def heights_along(SourceHeights heights not None, places, double z, double reach):
    """What height_at tells of several places (x, low_y, high_y) at the same z, by ascending x: a list."""
    cdef vector[HeightQuery] asked
    cdef HeightQuery place
    for place.x, place.low_y, place.high_y in places:
        asked.push_back(place)
    source_heights_along(&heights.view, asked.data(), asked.size(), z, reach)
    return [place.height if place.height == place.height else None for place in asked]


def profile_of(SourceHeights heights not None, a, b):
    """Stations of the profile from a to b, each (x, z) in meters: a sorted list of (t, y), t from 0 at a to 1 at b."""
    cdef EdgeProfile profile
    cdef double start[3]
    cdef double end[3]
    start[0], start[1], start[2] = a[0], 0.0, a[1]
    end[0], end[1], end[2] = b[0], 0.0, b[1]
    # nothing is that near: all intervals are found
    find_profile(&heights.view, start, end, -INFINITY, INFINITY, -1.0, 0.0, &profile)
    find_stations(&profile, 0.0, 0.0, -1.0, -1.0)
    return [(station.t, station.y) for station in profile.stations]
