"""Contours: the outlines of the regions, simplified, with their holes joined to them."""
from libc.stdint cimport int32_t, uint8_t
from libcpp.vector cimport vector
from navpy.baking.voxels.compact cimport CompactHeightfield
from navpy.baking.contours.corners cimport Contour, ContourCorner
from navpy.baking.contours.simplification cimport Chain
from navpy.baking.contours.tracing cimport RawContours

cdef cppclass SimplifiedRegions:
    vector[uint8_t] marked          # of each raw corner: whether it is kept
    vector[uint8_t] closed          # of each line: whether no corner of it must be kept
    vector[ContourCorner] corners   # the kept corners of all lines, and leftovers of lines that were simplified again
    vector[int32_t] places          # of each corner: index of the same raw corner
    vector[Contour] lines           # one for each raw contour, in the same order
    vector[uint8_t] fresh           # of each line: whether its corners were chosen anew
    vector[int32_t] first_line      # region_count + 2 entries: lines of region r are lines[first_line[r]] … up to first_line[r+1]
    vector[ContourCorner] joined_corners
    vector[Contour] joined          # of each region: all its lines as one, into joined_corners
    vector[int32_t] unmerged        # of each region: number of holes that could not be joined
    vector[uint8_t] unjoined        # of each region: whether its lines have changed since they were joined
    vector[Chain] chains            # working memory of simplification

cdef class ContourSet:
    cdef CompactHeightfield compact         # that the contours were made of
    cdef RawContours raw_contours
    cdef vector[ContourCorner] corners      # simplified
    cdef vector[Contour] contours           # one a region, holes joined, into corners
    cdef public int unmerged_holes          # number of holes that no bridge reached: they are filled
