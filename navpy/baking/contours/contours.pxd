"""Contours: the outlines of the regions, simplified, with their holes bridged in."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.contours.corners cimport Contour, ContourCorner
from navpy.baking.contours.simplification cimport Chain
from navpy.baking.contours.tracing cimport RawContours

cdef cppclass SimplifiedRegions:
    vector[uint8_t] marked          # one a raw corner: whether it is chosen
    vector[uint8_t] closed          # one a line: whether no corner of it must be kept
    vector[ContourCorner] corners   # chosen, of all lines; with leftovers of lines simplified anew
    vector[int32_t] places          # one a corner: index of the raw corner it is
    vector[Contour] lines           # one a raw contour, in their order
    vector[uint8_t] fresh           # one a line: its corners were chosen anew
    vector[int32_t] first_line      # region_count + 2 entries: lines of region r are lines[first_line[r]] … up to first_line[r+1]
    vector[ContourCorner] joined_corners
    vector[Contour] joined          # one a region: its lines made one, into joined_corners
    vector[int32_t] unmerged        # one a region: holes that are not in it
    vector[uint8_t] unjoined        # one a region: its lines have changed since they were joined
    vector[Chain] chains            # lent to simplification

cdef class ContourSet:
    cdef CompactHeightfield compact         # what it was made of
    cdef RawContours raw_contours
    cdef vector[ContourCorner] corners      # simplified
    cdef vector[Contour] contours           # one a region, holes bridged in, into corners
    cdef public int unmerged_holes          # holes that no bridge reached: they are filled
