"""Takes walkability away inside closed solids: where the air reaches neither the sky nor the rim of the level, and the
ceilings are the backs of surfaces that face up.

Air is the gaps of the columns: between two spans, above the highest, below the lowest. Gaps of columns side by side hang
together where they overlap in height. A window of the level sees only a part of some of these spaces; what several
windows know of them is put together by `inside_of_solids`."""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.arrays cimport Borrowed, borrow, int_array
from navpy.base.area cimport AREA_NONE
from navpy.baking.voxels.heightfield cimport MAX_HEIGHT_VX, SPAN_BACK_FACE, Heightfield, Span
from navpy.base.union_find cimport root_of, unite

cdef enum:
    OUTSIDE = 0                     # the open air, as a label
    UNKNOWN = -1

ctypedef pair[pair[int64_t, int32_t], int32_t] Meeting      # ((column, floor), number of a space)

cdef cppclass Air:
    vector[int32_t] labels          # one a gap between two spans, column by column, upwards
    vector[int32_t] parent          # by label: union-find, the lowest label of a space is its root
    vector[int32_t] backs           # by label: ceilings that are backs of surfaces less those that are not
    vector[uint8_t] cut             # by label: the space reaches beyond the window
    vector[int32_t] numbers         # by root: 0, or the space's number among those that other windows may see too

cdef cppclass Rows:                 # what a window tells of its spaces
    vector[int32_t] meetings        # x, z, floor_vx and number of every gap where windows meet
    vector[int32_t] backs           # by number, of the columns that belong to this window alone
    vector[int32_t] floors          # x, z and top_vx of the walkable floors of numbered spaces
    vector[int32_t] floor_numbers

cdef inline void meet(int32_t* label, int32_t other, int32_t* parent) noexcept nogil:
    """Make a gap's label, which may be unknown, that of a gap beside it."""
    other = parent[other]           # soon the same for most of a space
    if label[0] == UNKNOWN:
        label[0] = other
    elif label[0] != other:
        unite(parent, label[0], other)
        label[0] = parent[label[0]]


cdef inline void meet_outside(const Span* a, int32_t* a_labels, int32_t a_gaps, const Span* b, int32_t b_gaps,
                              int32_t* parent) noexcept nogil:
    """Unite a column's gaps with the open air below and above the spans beside it, where they share a cell height."""
    cdef int under = b[0].bottom_vx if b_gaps >= 0 else <int>MAX_HEIGHT_VX + 1
    cdef int over = b[b_gaps].top_vx if b_gaps >= 0 else 0
    cdef int32_t i
    for i in range(a_gaps):
        if (a[i].top_vx < under or a[i + 1].bottom_vx > over) and a_labels[i] != OUTSIDE:
            meet(&a_labels[i], OUTSIDE, parent)


cdef void join_columns(const Span* a, int32_t* a_labels, int32_t a_gaps, const Span* b, int32_t* b_labels, int32_t b_gaps,
                       int32_t* parent) noexcept nogil:
    """Unite the gaps of two columns side by side that share at least one cell height. Gaps: −1 where there is no span."""
    cdef int32_t i = 0, k = 0
    cdef int a_bottom, b_bottom
    meet_outside(a, a_labels, a_gaps, b, b_gaps, parent)
    meet_outside(b, b_labels, b_gaps, a, a_gaps, parent)
    while i < a_gaps and k < b_gaps:
        a_bottom, b_bottom = a[i + 1].bottom_vx, b[k + 1].bottom_vx
        if a[i].top_vx < b_bottom and b[k].top_vx < a_bottom:
            meet(&a_labels[i], b_labels[k], parent)
        if a_bottom < b_bottom:
            i += 1
        else:
            k += 1


cdef inline void join_pairs(const Span* a, int32_t* a_label, const Span* b, int32_t* b_label, int32_t* parent) noexcept nogil:
    """`join_columns` for two columns of two spans each, which most of those with a gap are."""
    cdef int a_low = a[0].top_vx, a_high = a[1].bottom_vx, b_low = b[0].top_vx, b_high = b[1].bottom_vx
    if (a_low < b[0].bottom_vx or a_high > b[1].top_vx) and a_label[0] != OUTSIDE:
        meet(a_label, OUTSIDE, parent)
    if (b_low < a[0].bottom_vx or b_high > a[1].top_vx) and b_label[0] != OUTSIDE:
        meet(b_label, OUTSIDE, parent)
    if a_low < b_high and b_low < a_high:
        meet(a_label, b_label[0], parent)


cdef int settle_column(Air* air, const Span* spans, int32_t* labels, int32_t gaps, bint rim, bint cut) except -1 nogil:
    """Give the column's gaps that met none a label, and count the ceilings."""
    cdef int32_t i
    for i in range(gaps):
        if rim:
            meet(&labels[i], OUTSIDE, air.parent.data())
        elif labels[i] == UNKNOWN:
            labels[i] = <int32_t>air.parent.size()
            air.parent.push_back(labels[i])
            air.backs.push_back(0)
            air.cut.push_back(0)
        if labels[i] != OUTSIDE:
            air.backs[labels[i]] += 1 if spans[i + 1].flags & SPAN_BACK_FACE else -1
            if cut:
                air.cut[labels[i]] = True
    return 0


cdef int32_t label_row(Heightfield field, Air* air, int z, int32_t* labels, int32_t* behind_labels) except -1 nogil:
    """Label the gaps of a row of columns by those of the columns before them along x and z; returns how many gaps."""
    cdef const Span* spans = field.spans.data()
    cdef const int32_t* here = field.first.data() + <size_t>z * field.width
    cdef const int32_t* behind = here - field.width if z > 0 else here
    cdef int32_t* start = labels
    cdef int32_t* left_labels = labels
    cdef int32_t gaps, left_gaps = 0, behind_gaps = 0
    cdef int rim_vx = 0 if field.fringe else 1          # columns of the level that are taken to be open to what is outside
    cdef bint whole_rim = field.z0 + z < rim_vx or field.z0 + z >= field.level_depth - rim_vx
    cdef bint whole_edge = z == 0 or z == field.depth - 1
    cdef int first_inner = rim_vx - field.x0, last_inner = field.level_width - rim_vx - 1 - field.x0, x
    cdef bint rim
    for x in range(field.width):
        gaps = here[x + 1] - here[x] - 1
        if z > 0:
            behind_gaps = behind[x + 1] - behind[x] - 1
        if gaps == 1 and behind_gaps == 1:
            join_pairs(spans + here[x], labels, spans + behind[x], behind_labels, air.parent.data())
        elif z > 0 and (gaps > 0 or behind_gaps > 0):
            join_columns(spans + here[x], labels, gaps, spans + behind[x], behind_labels, behind_gaps, air.parent.data())
        behind_labels += max(behind_gaps, 0)
        if gaps == 1 and left_gaps == 1:
            join_pairs(spans + here[x], labels, spans + here[x - 1], left_labels, air.parent.data())
        elif x > 0 and (gaps > 0 or left_gaps > 0):
            join_columns(spans + here[x], labels, gaps, spans + here[x - 1], left_labels, left_gaps, air.parent.data())
        left_labels, left_gaps = labels, gaps
        if gaps > 0:
            rim = whole_rim or x < first_inner or x > last_inner
            settle_column(air, spans + here[x], labels, gaps, rim, not rim and (whole_edge or x == 0 or x == field.width - 1))
            labels += gaps
    return <int32_t>(labels - start)


cdef int label_gaps(Heightfield field, Air* air) except -1 nogil:
    cdef int32_t* behind = air.labels.data()
    cdef int32_t* here = behind
    cdef int32_t gaps
    cdef int z
    for z in range(field.depth):
        gaps = label_row(field, air, z, here, behind)
        behind, here = here, here + gaps
    return 0


cdef int weigh_spaces(Heightfield field, Air* air) except -1 nogil:
    """Label all gaps, make every label's parent the root and add up at the roots."""
    cdef size_t label
    cdef int32_t root
    air.parent.push_back(OUTSIDE)
    air.backs.push_back(0)
    air.cut.push_back(0)
    label_gaps(field, air)
    for label in range(1, air.parent.size()):
        root = air.parent[label] = air.parent[air.parent[label]]        # roots come first
        if root != <int32_t>label:
            air.backs[root] += air.backs[label]
            air.cut[root] |= air.cut[label]
    return 0


cdef bint is_inside(const Air* air, int32_t root) noexcept nogil:
    return root != OUTSIDE and not air.cut[root] and air.backs[root] > 0


cdef void remove_insides(Heightfield field, const Air* air) noexcept nogil:
    cdef int32_t column, i
    cdef size_t gap = 0, label
    cdef bint any_inside = False
    for label in range(air.parent.size()):
        any_inside = any_inside or is_inside(air, air.parent[label])
    if not any_inside:
        return
    for column in range(field.width * field.depth):
        for i in range(field.first[column], field.first[column + 1] - 1):
            if air.labels[gap] != OUTSIDE and is_inside(air, air.parent[air.labels[gap]]):
                field.spans[i].area = AREA_NONE
            gap += 1


cdef size_t count_gaps(Heightfield field, bint* back_ceilings) noexcept nogil:
    """How many gaps there are between two spans, and whether the back of a surface is the ceiling of any."""
    cdef int32_t column, i, flags = 0
    cdef size_t gaps = 0
    for column in range(field.width * field.depth):
        for i in range(field.first[column] + 1, field.first[column + 1]):
            flags |= field.spans[i].flags
            gaps += 1
    back_ceilings[0] = (flags & SPAN_BACK_FACE) != 0
    return gaps


# ---- what a window tells ----

cdef inline bint is_own(Heightfield field, int x, int z, int border) noexcept nogil:
    return border <= x < field.width - border and border <= z < field.depth - border


cdef inline bint is_meeting(Heightfield field, int x, int z, int border) noexcept nogil:
    """Is the column the last along x or z of those of a window, this one or the one before it? Both see it."""
    return ((x == border - 1 or x == field.width - border - 1) and border <= z < field.depth - border) \
        or ((z == border - 1 or z == field.depth - border - 1) and border <= x < field.width - border)


cdef int list_meetings(Heightfield field, Air* air, int border, Rows* rows) except -1 nogil:
    """Number the spaces that other windows see too, in the order of the columns."""
    cdef int32_t column = 0, root, i
    cdef size_t gap = 0
    cdef int x, z
    air.numbers.resize(air.parent.size())
    rows.backs.push_back(0)
    for z in range(field.depth):
        for x in range(field.width):
            if field.first[column + 1] - field.first[column] > 1 and not is_meeting(field, x, z, border):
                gap += field.first[column + 1] - field.first[column] - 1
            else:
                for i in range(field.first[column], field.first[column + 1] - 1):
                    root = air.parent[air.labels[gap]]
                    if root != OUTSIDE and air.numbers[root] == 0:
                        air.numbers[root] = <int32_t>rows.backs.size()
                        rows.backs.push_back(0)
                    rows.meetings.push_back(field.x0 + x)
                    rows.meetings.push_back(field.z0 + z)
                    rows.meetings.push_back(field.spans[i].top_vx)
                    rows.meetings.push_back(air.numbers[root])
                    gap += 1
            column += 1
    return 0


cdef int list_floors(Heightfield field, const Air* air, int border, Rows* rows) except -1 nogil:
    """Weigh the window's share of the numbered spaces, and list the floors in them whose lot is open."""
    cdef int32_t column = 0, root, i
    cdef size_t gap = 0
    cdef int x, z
    cdef bint own
    for z in range(field.depth):
        for x in range(field.width):
            own = is_own(field, x, z, border)
            for i in range(field.first[column], field.first[column + 1]):
                if i + 1 < field.first[column + 1]:
                    root = air.parent[air.labels[gap]]
                    if own and air.numbers[root] > 0:
                        rows.backs[air.numbers[root]] += 1 if field.spans[i + 1].flags & SPAN_BACK_FACE else -1
                        if air.cut[root] and field.spans[i].area != AREA_NONE:
                            rows.floors.push_back(field.x0 + x)
                            rows.floors.push_back(field.z0 + z)
                            rows.floors.push_back(field.spans[i].top_vx)
                            rows.floor_numbers.push_back(air.numbers[root])
                    gap += 1
            column += 1
    return 0


class EnclosedSpaces:
    """What one window tells of the closed spaces that reach beyond it. Can be pickled.

    meetings: x, z (global columns), height of the floor in cell heights and label of each gap where windows meet, four
    numbers a gap; label 0 is the open air. backs: by label, ceilings in the window's own columns that are backs of
    surfaces less those that are not. floors: x, z (global columns) and height in cell heights of the window's own walkable
    floors in spaces whose lot is open, three numbers a floor. labels: those spaces', one a floor. All are array("i").
    """

    __slots__ = ("meetings", "backs", "floors", "labels")

    def __init__(self, meetings, backs, floors, labels):
        self.meetings, self.backs, self.floors, self.labels = meetings, backs, floors, labels


def filter_enclosed_spaces(Heightfield heightfield not None, int border_vx=0):
    """Make spans unwalkable that lie inside closed solids: under air that reaches neither the sky nor the rim of the level
    and has more ceilings that are backs of surfaces than others. Rooms without a way in, whose ceilings face them, stay: a level
    may be nothing else, or its doors be shut. The rim is what lies just outside the level where the field holds that
    (Heightfield.rasterize), else the level's outermost columns. A ceiling whose underside and top are in one cell height counts as a back, so that
    solids that stand on each other are closed; a closed room under such a one goes.

    border_vx: columns on each side of the window that belong to its neighbors. A window of a part of the level leaves floors
    in spaces that reach beyond it as they are and returns the EnclosedSpaces that tell of them, for `inside_of_solids`; or
    None where there are no such spaces, as for a whole level. To be called when no other filter follows.
    Raises ValueError for a border that is negative, leaves no column, or is missing for a part of a level.
    """
    cdef Air air
    cdef Rows rows
    cdef bint back_ceilings
    cdef bint whole = heightfield.x0 <= 0 and heightfield.z0 <= 0 \
        and heightfield.x0 + heightfield.width >= heightfield.level_width \
        and heightfield.z0 + heightfield.depth >= heightfield.level_depth
    if border_vx < 0 or 2 * border_vx >= min(heightfield.width, heightfield.depth) or (border_vx == 0 and not whole):
        raise ValueError(f"border_vx: must be at least {0 if whole else 1} and leave some of the {heightfield.width} × "
                         f"{heightfield.depth} columns, is {border_vx}")
    with nogil:
        air.labels.resize(count_gaps(heightfield, &back_ceilings), UNKNOWN)
        if air.labels.size() > 0 and (back_ceilings or not whole):
            weigh_spaces(heightfield, &air)
            remove_insides(heightfield, &air)
            if not whole:
                list_meetings(heightfield, &air, border_vx, &rows)
                if rows.backs.size() > 1:
                    list_floors(heightfield, &air, border_vx, &rows)
    if rows.meetings.empty():
        return None
    return EnclosedSpaces(int_array(rows.meetings), int_array(rows.backs), int_array(rows.floors), int_array(rows.floor_numbers))


# ---- what the windows know together ----

cdef int add_meetings(given, int32_t first_label, vector[Meeting]* meetings) except -1:
    cdef Borrowed borrowed = borrow("meetings", given, "i", 0)
    cdef const int32_t* rows = <const int32_t*>borrowed.data
    cdef Meeting meeting
    cdef Py_ssize_t i
    for i in range(0, borrowed.rows, 4):
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
        root = root_of(parent.data(), <int32_t>i)
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
            root = root_of(parent.data(), before + label)
            if root != OUTSIDE and backs[root] > 0:
                found.append(label)
        inside.append(frozenset(found))
    return inside
