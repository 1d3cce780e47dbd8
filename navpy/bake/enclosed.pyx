"""Takes walkability away inside closed solids: where the air reaches neither the sky nor the rim of the level, and the
ceilings are the backs of surfaces that face up.

Air is the gaps of the columns: between two spans, above the highest, below the lowest. Gaps of columns side by side hang
together where they overlap in height. A window of the level sees only a part of some of these spaces; what several
windows know of them is put together by `inside_of_solids`."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.bake.heightfield cimport AREA_NONE, MAX_HEIGHT_VX, SPAN_BACK_FACE, Heightfield, Span

from array import array

cdef enum:
    OUTSIDE = 0                     # the open air, as a node and as a label

ctypedef pair[pair[int64_t, int32_t], int32_t] Meeting      # ((column, floor), label of a space)

cdef cppclass Air:                  # one entry a gap between two spans, column by column, upwards, after one for OUTSIDE
    vector[int32_t] parent          # union-find, the lowest entry of a space is its root
    vector[int32_t] backs           # by root: ceilings that are backs of surfaces less those that are not
    vector[uint8_t] cut             # by root: the space reaches beyond the window
    vector[int32_t] labels          # by root: 0, or the space's number among those that other windows may see too

cdef cppclass Rows:                 # what a window tells of its spaces
    vector[int32_t] meetings        # x, z, floor_vx and label of every gap where windows meet
    vector[int32_t] backs           # by label, of the columns that belong to this window alone
    vector[int32_t] floors          # walkable floors of labelled spaces, counted over all walkable floors
    vector[int32_t] floor_labels


cdef inline int32_t find(int32_t* parent, int32_t node) noexcept nogil:
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


cdef inline void unite(int32_t* parent, int32_t a, int32_t b) noexcept nogil:
    if parent[a] == parent[b]:
        return
    a, b = find(parent, a), find(parent, b)
    if a < b:
        parent[b] = a
    else:
        parent[a] = b


cdef inline bint at_rim(Heightfield field, int x, int z) noexcept nogil:
    """Is the column one of the outermost of the level, or beyond?"""
    return field.x0 + x <= 0 or field.z0 + z <= 0 or field.x0 + x >= field.level_width - 1 \
        or field.z0 + z >= field.level_depth - 1


cdef inline bint at_cut(Heightfield field, int x, int z) noexcept nogil:
    """Is the column one of the outermost of the window, and the level goes on there?"""
    return (x == 0 or z == 0 or x == field.width - 1 or z == field.depth - 1) and not at_rim(field, x, z)


cdef inline int32_t gap_node(int32_t gap, int32_t spans, int32_t first_node) noexcept nogil:
    """Entry of a column's gap 0 … spans, counted from below."""
    return OUTSIDE if gap == 0 or gap == spans else first_node + gap - 1


cdef void join_columns(const Span* a, int32_t a_count, int32_t a_node, const Span* b, int32_t b_count, int32_t b_node,
                       int32_t* parent) noexcept nogil:
    """Unite the gaps of two columns side by side that share at least one cell height."""
    cdef int32_t i = 0, k = 0
    cdef int a_low = 0, b_low = 0, a_high, b_high
    while True:
        a_high = a[i].bottom_vx if i < a_count else <int>MAX_HEIGHT_VX + 1
        b_high = b[k].bottom_vx if k < b_count else <int>MAX_HEIGHT_VX + 1
        if min(a_high, b_high) > max(a_low, b_low):
            unite(parent, gap_node(i, a_count, a_node), gap_node(k, b_count, b_node))
        if i == a_count and k == b_count:
            return
        if a_high <= b_high and i < a_count:
            a_low = a[i].top_vx
            i += 1
        else:
            b_low = b[k].top_vx
            k += 1


cdef int join_all(Heightfield field, Air* air) except -1 nogil:
    """Unite the gaps of all columns with those of the columns before them along x and z."""
    cdef const Span* spans = field.spans.data()
    cdef const int32_t* first = field.first.data()
    cdef int32_t column = 0, node = 1, behind = 1, left = 1, count, left_count, behind_count, i, gaps = 1
    cdef int32_t* parent
    cdef int x, z
    for column in range(field.width * field.depth):
        gaps += max(first[column + 1] - first[column] - 1, 0)
    air.parent.resize(gaps)
    parent = air.parent.data()
    for i in range(gaps):
        parent[i] = i
    column = 0
    for z in range(field.depth):
        left_count = 0
        for x in range(field.width):
            count = first[column + 1] - first[column]
            if x > 0 and (count > 1 or left_count > 1):
                join_columns(spans + first[column], count, node, spans + first[column - 1], left_count, left, parent)
            if z > 0:
                behind_count = first[column - field.width + 1] - first[column - field.width]
                if count > 1 or behind_count > 1:
                    join_columns(spans + first[column], count, node, spans + first[column - field.width], behind_count,
                                 behind, parent)
                behind += max(behind_count - 1, 0)
            left, left_count = node, count
            if count > 1:
                if at_rim(field, x, z):
                    for i in range(count - 1):
                        unite(parent, OUTSIDE, node + i)
                node += count - 1
            column += 1
    return 0


cdef int weigh_spaces(Heightfield field, Air* air) except -1 nogil:
    """Find every gap's root, count the roots' ceilings and mark those that are cut."""
    cdef int32_t column = 0, node = 1, i
    cdef int32_t* parent = air.parent.data()
    cdef int x, z
    cdef bint cut
    air.backs.resize(air.parent.size())
    air.cut.resize(air.parent.size())
    for z in range(field.depth):
        for x in range(field.width):
            if field.first[column + 1] - field.first[column] > 1:
                cut = at_cut(field, x, z)
                for i in range(field.first[column] + 1, field.first[column + 1]):
                    parent[node] = parent[parent[node]]         # roots come first
                    air.backs[parent[node]] += 1 if field.spans[i].flags & SPAN_BACK_FACE else -1
                    air.cut[parent[node]] |= cut
                    node += 1
            column += 1
    return 0


cdef void remove_insides(Heightfield field, const Air* air) noexcept nogil:
    cdef int32_t column, node = 1, root, i
    for column in range(field.width * field.depth):
        for i in range(field.first[column], field.first[column + 1] - 1):
            root = air.parent[node]
            if root != OUTSIDE and not air.cut[root] and air.backs[root] > 0:
                field.spans[i].area = AREA_NONE
            node += 1


cdef bint has_back_ceiling(Heightfield field) noexcept nogil:
    cdef int32_t column, i
    for column in range(field.width * field.depth):
        for i in range(field.first[column] + 1, field.first[column + 1]):
            if field.spans[i].flags & SPAN_BACK_FACE:
                return True
    return False


# ---- what a window tells ----

cdef inline bint is_own(Heightfield field, int x, int z, int border) noexcept nogil:
    return border <= x < field.width - border and border <= z < field.depth - border


cdef inline bint is_meeting(Heightfield field, int x, int z, int border) noexcept nogil:
    """Is the column the last along x or z of those of a window, this one or the one before it? Both see it."""
    return ((x == border - 1 or x == field.width - border - 1) and border <= z < field.depth - border) \
        or ((z == border - 1 or z == field.depth - border - 1) and border <= x < field.width - border)


cdef int list_meetings(Heightfield field, Air* air, int border, Rows* rows) except -1 nogil:
    """Number the spaces that other windows see too, in the order of the columns."""
    cdef int32_t column = 0, node = 1, root, i
    cdef int x, z
    air.labels.resize(air.parent.size())
    rows.backs.push_back(0)
    for z in range(field.depth):
        for x in range(field.width):
            if not is_meeting(field, x, z, border):
                node += max(field.first[column + 1] - field.first[column] - 1, 0)
            else:
                for i in range(field.first[column], field.first[column + 1] - 1):
                    root = air.parent[node]
                    if root != OUTSIDE and air.labels[root] == 0:
                        air.labels[root] = <int32_t>rows.backs.size()
                        rows.backs.push_back(0)
                    rows.meetings.push_back(field.x0 + x)
                    rows.meetings.push_back(field.z0 + z)
                    rows.meetings.push_back(field.spans[i].top_vx)
                    rows.meetings.push_back(air.labels[root])
                    node += 1
            column += 1
    return 0


cdef int list_floors(Heightfield field, const Air* air, int border, Rows* rows) except -1 nogil:
    """Weigh the window's share of the numbered spaces, and list the floors in them whose lot is open."""
    cdef int32_t column = 0, node = 1, root, i, floor = 0
    cdef int x, z
    cdef bint own
    for z in range(field.depth):
        for x in range(field.width):
            own = is_own(field, x, z, border)
            for i in range(field.first[column], field.first[column + 1]):
                if i + 1 < field.first[column + 1]:
                    root = air.parent[node]
                    if own and air.labels[root] > 0:
                        rows.backs[air.labels[root]] += 1 if field.spans[i + 1].flags & SPAN_BACK_FACE else -1
                        if air.cut[root] and field.spans[i].area != AREA_NONE:
                            rows.floors.push_back(floor)
                            rows.floor_labels.push_back(air.labels[root])
                    node += 1
                floor += field.spans[i].area != AREA_NONE
            column += 1
    return 0


cdef object as_array(const vector[int32_t]& values):
    result = array("i", bytes(4 * values.size()))
    cdef int32_t[::1] view = result
    cdef size_t i
    for i in range(values.size()):
        view[i] = values[i]
    return result


class EnclosedSpaces:
    """What one window tells of the closed spaces that reach beyond it. Can be pickled.

    meetings: x, z (global columns), height of the floor in cell heights and label of each gap where windows meet, four
    numbers a gap; label 0 is the open air. backs: by label, ceilings in the window's own columns that are backs of
    surfaces less those that are not. floors, labels: the window's own walkable floors in spaces whose lot is open, counted
    over all its walkable floors column by column upwards, as CompactHeightfield numbers them, and the spaces' labels. All
    are array("i").
    """

    __slots__ = ("meetings", "backs", "floors", "labels")

    def __init__(self, meetings, backs, floors, labels):
        self.meetings, self.backs, self.floors, self.labels = meetings, backs, floors, labels


def filter_enclosed_spaces(Heightfield heightfield not None, int border_vx=0):
    """Make spans unwalkable that lie inside closed solids: under air that reaches neither the sky nor the rim of the level
    and has more ceilings that are backs of surfaces than others. Rooms without a way in, whose ceilings face them, stay.

    border_vx: columns on each side of the window that belong to its neighbors. A window of a part of the level leaves floors
    in spaces that reach beyond it as they are and returns the EnclosedSpaces that tell of them, for `inside_of_solids`; or
    None where there are no such spaces, as for a whole level. To be called when no other filter follows.
    Raises ValueError for a border that is negative, leaves no column, or is missing for a part of a level.
    """
    cdef Air air
    cdef Rows rows
    cdef bint whole = heightfield.x0 <= 0 and heightfield.z0 <= 0 \
        and heightfield.x0 + heightfield.width >= heightfield.level_width \
        and heightfield.z0 + heightfield.depth >= heightfield.level_depth
    if border_vx < 0 or 2 * border_vx >= min(heightfield.width, heightfield.depth) or (border_vx == 0 and not whole):
        raise ValueError(f"border_vx must be at least {0 if whole else 1} and leave some of the {heightfield.width} × "
                         f"{heightfield.depth} columns, not {border_vx}")
    with nogil:
        if not whole or has_back_ceiling(heightfield):
            join_all(heightfield, &air)
            weigh_spaces(heightfield, &air)
            remove_insides(heightfield, &air)
        if not whole:
            list_meetings(heightfield, &air, border_vx, &rows)
            list_floors(heightfield, &air, border_vx, &rows)
    if rows.meetings.empty():
        return None
    return EnclosedSpaces(as_array(rows.meetings), as_array(rows.backs), as_array(rows.floors), as_array(rows.floor_labels))


# ---- what the windows know together ----

cdef int add_meetings(const int32_t[::1] rows, int32_t first_label, vector[Meeting]* meetings) except -1:
    cdef Meeting meeting
    cdef Py_ssize_t i
    for i in range(0, rows.shape[0], 4):
        meeting.first.first = (<int64_t>rows[i] << 32) + rows[i + 1]
        meeting.first.second = rows[i + 2]
        meeting.second = OUTSIDE if rows[i + 3] == OUTSIDE else first_label + rows[i + 3]
        meetings.push_back(meeting)
    return 0


cdef int join_windows(vector[Meeting]* meetings, vector[int32_t]* parent, vector[int32_t]* backs) except -1 nogil:
    """Unite the labels that meet in a gap and add up what they weigh."""
    cdef size_t i
    cdef int32_t root
    sort(meetings.begin(), meetings.end())
    for i in range(1, meetings.size()):
        if meetings[0][i].first == meetings[0][i - 1].first:
            unite(parent.data(), meetings[0][i].second, meetings[0][i - 1].second)
    for i in range(parent.size()):
        root = find(parent.data(), <int32_t>i)
        if root != <int32_t>i:
            backs[0][root] += backs[0][i]
    return 0


def inside_of_solids(spaces):
    """The labels of the spaces inside closed solids, a frozenset for each of the windows, whose EnclosedSpaces or None are
    given. The windows must be all that hold a span, each with the same border; their own columns tile the level."""
    cdef vector[Meeting] meetings
    cdef vector[int32_t] parent, backs
    cdef int32_t label, before
    given, first_labels = list(spaces), []
    if not any([window is not None and len(window.floors) for window in given]):
        return [frozenset() for _ in given]
    parent.push_back(OUTSIDE)
    backs.push_back(0)
    for window in given:
        before = <int32_t>parent.size() - 1
        first_labels.append(before)
        if window is None:
            continue
        for weight in window.backs[1:]:
            parent.push_back(<int32_t>parent.size())
            backs.push_back(weight)
        add_meetings(window.meetings, before, &meetings)
    with nogil:
        join_windows(&meetings, &parent, &backs)
    inside = []
    for window, before in zip(given, first_labels):
        found = []
        for label in set(window.labels if window is not None else ()):
            root = find(parent.data(), before + label)
            if root != OUTSIDE and backs[root] > 0:
                found.append(label)
        inside.append(frozenset(found))
    return inside
