"""A flood over neighboring polygons, inline and header-only. Its time and memory grow with the polygons that it visits, not with the
mesh: visits are found by hashing (open addressing, Knuth, The Art of Computer Programming 3, section 6.4)."""
from libc.stdint cimport int32_t, uint32_t
from libcpp.vector cimport vector
from navpy.base.core cimport PolyRef
from navpy.base.heap cimport IndexedHeap
from navpy.base.vec2 cimport Vec2

cdef struct Visit:
    PolyRef poly
    int32_t parent                  # index of the visit from which the polygon was reached, −1: the flood begins here
    int32_t slot                    # its index in Flood.table
    Vec2 at                         # meters: place where the polygon was entered
    double cost                     # sort key in Flood.heap; 0 in floods that do not use the heap

cdef cppclass Flood:                # working memory, one a thread, reused from flood to flood
    vector[Visit] visits            # one for each polygon, in the order of the flood
    # indices of visits by hash of their polygon, −1: free; its size is a power of two, at most half is used
    vector[int32_t] table
    IndexedHeap heap                # indices of visits that are not expanded yet, by cost


cdef inline int32_t visit_slot(const Flood* flood, PolyRef poly) noexcept nogil:
    """Index in the table at which the polygon's visit is, or would be added."""
    cdef uint32_t mask = <uint32_t>flood.table.size() - 1, slot = <uint32_t>poly * 0x9E3779B1U & mask
    while flood.table[slot] >= 0 and flood.visits[flood.table[slot]].poly != poly:
        slot = slot + 1 & mask
    return <int32_t>slot


cdef inline int32_t visit_of(const Flood* flood, PolyRef poly) noexcept nogil:
    """Index of the polygon's visit, −1 if there is none."""
    return flood.table[visit_slot(flood, poly)]


cdef inline int32_t add_visit(Flood* flood, PolyRef poly, int32_t parent, Vec2 at, double cost) except -1 nogil:
    """Add a visit of a polygon that has none; returns its index."""
    cdef Visit visit
    cdef size_t size = flood.table.size()
    cdef int32_t i
    visit.poly, visit.parent, visit.at, visit.cost = poly, parent, at, cost
    if 2 * (flood.visits.size() + 1) > size:
        flood.table.clear()
        flood.table.resize(2 * size, -1)
        for i in range(<int32_t>flood.visits.size()):
            flood.visits[i].slot = visit_slot(flood, flood.visits[i].poly)
            flood.table[flood.visits[i].slot] = i
    visit.slot = visit_slot(flood, poly)
    flood.visits.push_back(visit)
    flood.heap.slots.push_back(-1)
    flood.table[visit.slot] = <int32_t>flood.visits.size() - 1
    return flood.table[visit.slot]


cdef inline int start_flood(Flood* flood, PolyRef poly, Vec2 at) except -1 nogil:
    """Forget the last flood, and begin another at a place of the polygon, with visit 0."""
    cdef size_t i
    if flood.table.empty():
        flood.table.resize(64, -1)
    for i in range(flood.visits.size()):
        flood.table[flood.visits[i].slot] = -1
    flood.visits.clear()
    flood.heap.entries.clear()
    flood.heap.slots.clear()
    add_visit(flood, poly, -1, at, 0.0)
    return 0
