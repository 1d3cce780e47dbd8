"""The queue of path searches. In each physics frame it goes on for a millisecond in all, however many there are, first come first
served."""
from libc.stdint cimport INT64_MAX, int64_t
from libcpp.deque cimport deque
from navpy.base.core cimport REASON_NO_NAVMESH
from navpy.godot.binding.engine cimport connect, root_of_tree, scene_tree
from navpy.godot.binding.gd cimport (
    GDEXTENSION_CALL_OK, CallErrorType, GDExtensionCallError, GDExtensionConstVariantPtr, GDExtensionInt, GdStringName, navpy_gd)
from navpy.godot.binding.names cimport intern
from navpy.godot.binding.threads cimport lock, now_us, unlock
from navpy.godot.map.nav_path cimport NAV_PATH_SEARCHING, finish_nav_path, refuse_nav_path, write_nav_path
from navpy.godot.map.query cimport GroundState, MapQuery, begin_query, ground_state, is_same_ground, path_options
from navpy.godot.world.world cimport world_keep, world_leave
from navpy.query.path cimport PathBuffer, PathOptions, PathSearch, advance_path, begin_path

cdef enum:
    FRAME_BUDGET = 1000             # microseconds of a physics frame: a sixteenth of a frame at 60 a second
    EXPANSIONS = 64                 # nodes between two looks at the clock: some ten microseconds
    MOST_BEGINS = 8                 # then a search goes on to its end at once: its map or filter changes in each frame

cdef struct Ticket:                 # a search
    NavPath* path
    void* path_ref                  # Ref, keeps the path alive
    NavigationMap* world                 # kept, too
    NavFilter* filter               # NULL: none
    void* filter_ref                # Ref
    double start[3]                 # meters
    double goal[3]                  # meters
    int begins                      # how often its search has begun

cdef deque[Ticket] tickets          # the first is being searched
cdef bint has_begun = False         # the search of the first ticket
cdef GroundState begun              # of the ground when it began
cdef PathSearch search
cdef PathBuffer buffer
cdef bint is_connected = False
cdef bint has_ended = False         # the nodes have left the tree for good
cdef GdStringName* physics_frame_signal = intern(b"physics_frame")
cdef GdStringName* tree_exiting_signal = intern(b"tree_exiting")


cdef int queue_path(NavPath* path, NavigationMap* world, NavFilter* filter, const double* start, const double* goal) except -1 nogil:
    global is_connected
    cdef Ticket ticket
    cdef int k
    if has_ended or scene_tree() == NULL:           # no frame will come
        refuse_nav_path(path, NULL, REASON_NO_NAVMESH)
        return 0
    if not is_connected:
        connect(scene_tree(), physics_frame_signal, NULL, on_physics_frame)
        connect(root_of_tree(scene_tree()), tree_exiting_signal, NULL, on_tree_exiting)
        is_connected = True
    ticket.path, ticket.world, ticket.filter, ticket.begins = path, world, filter, 0
    ticket.path_ref = ticket.filter_ref = NULL
    navpy_gd.ref_set_object(&ticket.path_ref, path.owner)
    if filter != NULL:
        navpy_gd.ref_set_object(&ticket.filter_ref, filter.owner)
    for k in range(3):
        ticket.start[k], ticket.goal[k] = start[k], goal[k]
    world_keep(world)
    path.status = NAV_PATH_SEARCHING
    tickets.push_back(ticket)
    return 0


cdef void remove_first(bint emits) noexcept nogil:
    """The handlers of its signal may queue more."""
    global has_begun
    cdef Ticket ticket = tickets.front()
    tickets.pop_front()
    has_begun = False
    if emits:
        finish_nav_path(ticket.path)
    world_leave(ticket.world)
    navpy_gd.ref_set_object(&ticket.path_ref, NULL)
    navpy_gd.ref_set_object(&ticket.filter_ref, NULL)


cdef bint advance_first() except -1 nogil:
    """Goes on with the first search. Returns True if it is finished."""
    global has_begun, begun
    cdef Ticket* ticket = &tickets.front()
    cdef MapQuery query
    cdef PathOptions options
    cdef GroundState ground
    cdef bint is_over
    if not begin_query(ticket.world, ticket.filter, &query):
        refuse_nav_path(ticket.path, ticket.world, REASON_NO_NAVMESH)
        return True
    options = path_options(&query)
    ground = ground_state(ticket.world, &query)
    if not has_begun or not is_same_ground(&ground, &begun):
        is_over = begin_path(query.nav, &options, &search, ticket.start, ticket.goal, &buffer)
        has_begun, begun = True, ground
        ticket.begins += 1
    else:
        is_over = advance_path(query.nav, &options, &search, EXPANSIONS if ticket.begins < MOST_BEGINS else INT64_MAX, &buffer)
    if is_over:
        write_nav_path(ticket.path, ticket.world, query.nav.mesh, &buffer)
    return is_over


cdef void on_physics_frame(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                           GDExtensionCallError* error) noexcept nogil:
    cdef int64_t end
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    if tickets.empty() or not lock(b"physics_frame"):
        return
    end = now_us() + FRAME_BUDGET
    while not tickets.empty():
        if tickets.front().path.status != NAV_PATH_SEARCHING:       # canceled
            remove_first(False)
        elif advance_first():
            remove_first(True)
        if now_us() >= end:
            break
    unlock()


cdef void on_tree_exiting(void* userdata, const GDExtensionConstVariantPtr* args, GDExtensionInt count, void* ret,
                          GDExtensionCallError* error) noexcept nogil:
    """Gives up all searches. Scripts end after the tree, and the handlers of a path's signal with them: no path may live longer."""
    global has_ended
    error.error = <CallErrorType>GDEXTENSION_CALL_OK
    if not lock(b"tree_exiting"):
        return
    has_ended = True
    while not tickets.empty():
        remove_first(False)
    unlock()
