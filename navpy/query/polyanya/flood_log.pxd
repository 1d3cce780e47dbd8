"""The log of a flood, to take it back to an earlier moment. After a change of the navmesh a flood begins where it has first read the
change, instead of at its start."""
from libc.stdint cimport int32_t, int64_t
from navpy.mesh.nav_view cimport NavView
from navpy.query.polyanya.search_node cimport FloodLog, HistoryNote, JoinNote, PolyanyaSearch, SearchNode

cdef void clear_log(FloodLog* log) noexcept nogil
# Before an expansion: notes the state of the flood.
cdef int note_moment(PolyanyaSearch* search) except -1 nogil
# Takes a flood back to the last moment before an expansion, its index in log.expanded. The graph is as it was in all polygons that the
# flood had entered by then; from there on the flood is, bit for bit, a flood begun anew.
cdef int return_to(NavView nav, PolyanyaSearch* search, int64_t expansion) except -1 nogil
# Gives back the memory that only a flood under way reads. `return_to` finds it again.
cdef int forget_history(PolyanyaSearch* search) except -1 nogil
cdef size_t log_bytes(const FloodLog* log) noexcept nogil


cdef inline int note_history(FloodLog* log, int32_t change, int32_t index, double x, double y) except -1 nogil:
    cdef HistoryNote note
    note.change, note.index, note.x, note.y = change, index, x, y
    log.history.push_back(note)
    return 0


cdef inline int note_join(FloodLog* log, const SearchNode* node, int32_t index) except -1 nogil:
    cdef JoinNote note
    note.node = index
    note.right_x, note.right_y, note.left_x, note.left_y = node.right_x, node.right_y, node.left_x, node.left_y
    log.joins.push_back(note)
    return 0
