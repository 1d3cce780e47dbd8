"""Taking back a flood. Lists that have grown are cut off, a node gets back its fields from before it was expanded or joined, and
histories follow from their changes, in the log's order. Open lists are short, so the log has copies of them."""
from libc.stdint cimport int32_t, int64_t

from navpy.mesh.nav_view cimport NavView
from navpy.query.polyanya.search_node cimport (
    LENGTH_FOUND, TURNED_LEFT, FloodLog, FloodMoment, HistoryNote, JoinNote, OpenEntry, PolyanyaSearch, RootHistory, SearchNode,
    TurnHistory, link_across)


cdef void clear_log(FloodLog* log) noexcept nogil:
    log.expanded.clear()
    log.history.clear()
    log.joins.clear()
    log.open.clear()
    log.moments.clear()
    log.next_moment = 0


cdef int note_moment(PolyanyaSearch* search) except -1 nogil:
    """The next moment comes when as many nodes have been made as the open list has entries: all copies together are then smaller than
    the nodes."""
    cdef FloodLog* log = search.flood.log
    cdef FloodMoment moment
    moment.next, moment.immediate_f_limit, moment.used = search.next, search.immediate_f_limit, search.intervals.used
    moment.expanded, moment.history, moment.joins = log.expanded.size(), log.history.size(), log.joins.size()
    moment.windows, moment.full_views = search.flood.windows.size(), search.intervals.full_views.size()
    moment.link_nodes = search.intervals.link_nodes.size()
    moment.open_first, moment.open_count = log.open.size(), search.open_list.size()
    log.open.insert(log.open.end(), search.open_list.begin(), search.open_list.end())
    log.moments.push_back(moment)
    log.next_moment = search.intervals.used + max(moment.open_count, <int64_t>1)
    return 0


cdef int forget_history(PolyanyaSearch* search) except -1 nogil:
    search.intervals.root_history.clear()
    search.intervals.root_history.shrink_to_fit()
    search.intervals.turn_history.clear()
    search.intervals.turn_history.shrink_to_fit()
    search.flood.last_node.clear()
    search.flood.last_node.shrink_to_fit()
    search.open_list.clear()
    search.open_list.shrink_to_fit()
    return 0


cdef size_t log_bytes(const FloodLog* log) noexcept nogil:
    return log.expanded.capacity() * sizeof(int32_t) + log.history.capacity() * sizeof(HistoryNote) + log.joins.capacity() * sizeof(
        JoinNote) \
        + log.open.capacity() * sizeof(OpenEntry) + log.moments.capacity() * sizeof(FloodMoment)


# ---- back to a moment ----

cdef inline void open_again(NavView nav, SearchNode* node) noexcept nogil:
    """A node no longer expanded or joined knows the polygon again that its edge leaves."""
    if node.edge >= 0:
        node.poly = nav.mesh.neighbors[nav.graph.half_edges[node.edge].twin]


cdef void restore_nodes(NavView nav, PolyanyaSearch* search, const FloodMoment* moment) noexcept nogil:
    cdef const JoinNote* join
    cdef SearchNode* node
    cdef int64_t i
    for i in range(<int64_t>search.flood.log.joins.size() - 1, moment.joins - 1, -1):
        join = &search.flood.log.joins[i]
        if join.node < moment.used:
            node = &search.intervals.nodes[join.node]
            node.right_x, node.right_y, node.left_x, node.left_y = join.right_x, join.right_y, join.left_x, join.left_y
            open_again(nav, node)
    for i in range(moment.expanded, <int64_t>search.flood.log.expanded.size()):
        if search.flood.log.expanded[i] < moment.used:
            open_again(nav, &search.intervals.nodes[search.flood.log.expanded[i]])


cdef int restore_history(NavView nav, PolyanyaSearch* search, int64_t count) except -1 nogil:
    """Repeat the first changes of the histories."""
    cdef const HistoryNote* note
    cdef RootHistory* history
    cdef TurnHistory* turns
    cdef int64_t i
    search.intervals.root_history.clear()
    search.intervals.root_history.resize(nav.graph.half_edges.size())
    search.intervals.turn_history.resize(nav.graph.half_edges.size())
    for i in range(count):
        note = &search.flood.log.history[i]
        history, turns = &search.intervals.root_history[note.index], &search.intervals.turn_history[note.index]
        if note.change == LENGTH_FOUND:
            history.search_id, history.g, history.turned = search.search_id, note.x, False
            continue
        if not history.turned:
            history.turned = True
            turns.right_x = turns.right_y = turns.left_x = turns.left_y = 0.0
        if note.change == TURNED_LEFT:
            turns.left_x, turns.left_y = note.x, note.y
        else:
            turns.right_x, turns.right_y = note.x, note.y
    return 0


cdef int restore_lasts(NavView nav, PolyanyaSearch* search) except -1 nogil:
    """Restores the last notes of each polygon, half-edge and link."""
    cdef int32_t i
    search.flood.last_window.resize(nav.graph.faces.size())
    search.intervals.last_full_view.resize(nav.graph.faces.size())
    search.flood.last_node.resize(nav.graph.half_edges.size())
    search.intervals.last_link_node.resize(nav.mesh.link_count)
    for i in range(<int32_t>search.flood.windows.size()):
        search.flood.last_window[search.flood.windows[i].poly] = i
    for i in range(<int32_t>search.intervals.full_views.size()):
        search.intervals.last_full_view[search.intervals.full_views[i].poly] = i
    for i in range(search.intervals.used):
        if search.intervals.nodes[i].edge >= 0:
            search.flood.last_node[search.intervals.nodes[i].edge] = i
    for i in range(<int32_t>search.intervals.link_nodes.size()):
        search.intervals.last_link_node[link_across(&search.intervals.link_nodes[i])] = i
    return 0


cdef int return_to(NavView nav, PolyanyaSearch* search, int64_t expansion) except -1 nogil:
    cdef FloodLog* log = search.flood.log
    cdef FloodMoment moment
    while log.moments.back().expanded > expansion:
        log.moments.pop_back()
    moment = log.moments.back()
    restore_nodes(nav, search, &moment)
    restore_history(nav, search, moment.history)
    search.intervals.used, search.searched, search.over = moment.used, moment.expanded, False
    search.next, search.immediate_f_limit = moment.next, moment.immediate_f_limit
    search.open_list.assign(log.open.begin() + moment.open_first, log.open.begin() + moment.open_first + moment.open_count)
    search.flood.windows.resize(moment.windows)
    search.intervals.full_views.resize(moment.full_views)
    search.intervals.link_nodes.resize(moment.link_nodes)
    log.expanded.resize(moment.expanded)
    log.history.resize(moment.history)
    log.joins.resize(moment.joins)
    log.open.resize(moment.open_first + moment.open_count)
    log.next_moment = moment.used + max(moment.open_count, <int64_t>1)
    return restore_lasts(nav, search)
