"""Makes floors unwalkable inside closed solids: where the air reaches neither the sky nor the rim of the level, and the ceilings
are the back faces of surfaces that face up.

The air of a column is the gaps between its spans, above the highest and below the lowest. Gaps of neighboring columns are connected
where they overlap in height; connected-component labeling gives the spaces. A window of the level sees only a part of some spaces;
`inside_of_solids` puts together what several windows know of them.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t
from libcpp.algorithm cimport sort
from libcpp.pair cimport pair
from libcpp.vector cimport vector

from navpy.base.interrupts cimport check_signals
from navpy.base.arrays cimport Borrowed, borrow, int_array
from navpy.base.area cimport AREA_NONE
from navpy.baking.voxels.heightfield cimport MAX_HEIGHT_VX, SPAN_BACK_FACE, Heightfield, Span
from navpy.base.union_find cimport root_of, unite

cdef enum:
    OUTSIDE = 0                     # label of the open air
    UNKNOWN = -1

ctypedef pair[pair[int64_t, int32_t], int32_t] SharedGap      # ((column, height of its floor), number of its space)

cdef cppclass AirSpaces:
    vector[int32_t] labels          # one a gap between two spans, column by column, upwards
    vector[int32_t] parent          # by label: union-find, the lowest label of a space is its root
    vector[int32_t] back_faces      # by label: number of ceilings that are back faces, less that of others
    vector[uint8_t] open_ended      # by label: whether the space reaches beyond the window
    vector[int32_t] numbers         # by root: number of a space that other windows may see too, or 0

cdef cppclass WindowReport:                 # the spaces of a window that reach beyond it
    # x, z, height of its floor and number of its space, for each gap of a column that two windows see
    vector[int32_t] shared_gaps
    vector[int32_t] back_faces              # by number, counted in the columns that belong to this window alone
    vector[int32_t] floors                  # x, z and top_vx of the walkable floors of numbered spaces
    vector[int32_t] floor_numbers

cdef inline void join_gap(int32_t* label, int32_t other, int32_t* parent) noexcept nogil:
    """Connect a gap, whose label may be unknown, to a gap beside it."""
    other = parent[other]           # for most gaps of a space this soon is its root
    if label[0] == UNKNOWN:
        label[0] = other
    elif label[0] != other:
        unite(parent, label[0], other)
        label[0] = parent[label[0]]


cdef inline void join_outside(const Span* a, int32_t* a_labels, int32_t a_gaps, const Span* b, int32_t b_gaps,
                              int32_t* parent) noexcept nogil:
    """Connect a column's gaps to the open air below and above the spans of the column beside it, where they overlap in height."""
    cdef int under = b[0].bottom_vx if b_gaps >= 0 else <int>MAX_HEIGHT_VX + 1
    cdef int over = b[b_gaps].top_vx if b_gaps >= 0 else 0
    cdef int32_t i
    for i in range(a_gaps):
        if (a[i].top_vx < under or a[i + 1].bottom_vx > over) and a_labels[i] != OUTSIDE:
            join_gap(&a_labels[i], OUTSIDE, parent)


cdef void join_columns(const Span* a, int32_t* a_labels, int32_t a_gaps, const Span* b, int32_t* b_labels, int32_t b_gaps,
                       int32_t* parent) noexcept nogil:
    """Connect the gaps of two neighboring columns that overlap in height. The number of gaps is −1 where there is no span."""
    cdef int32_t i = 0, k = 0
    cdef int a_bottom, b_bottom
    join_outside(a, a_labels, a_gaps, b, b_gaps, parent)
    join_outside(b, b_labels, b_gaps, a, a_gaps, parent)
    while i < a_gaps and k < b_gaps:
        a_bottom, b_bottom = a[i + 1].bottom_vx, b[k + 1].bottom_vx
        if a[i].top_vx < b_bottom and b[k].top_vx < a_bottom:
            join_gap(&a_labels[i], b_labels[k], parent)
        if a_bottom < b_bottom:
            i += 1
        else:
            k += 1


cdef inline void join_pairs(const Span* a, int32_t* a_label, const Span* b, int32_t* b_label, int32_t* parent) noexcept nogil:
    """As join_columns, for two columns of two spans each; most columns with a gap are such."""
    cdef int a_low = a[0].top_vx, a_high = a[1].bottom_vx, b_low = b[0].top_vx, b_high = b[1].bottom_vx
    if (a_low < b[0].bottom_vx or a_high > b[1].top_vx) and a_label[0] != OUTSIDE:
        join_gap(a_label, OUTSIDE, parent)
    if (b_low < a[0].bottom_vx or b_high > a[1].top_vx) and b_label[0] != OUTSIDE:
        join_gap(b_label, OUTSIDE, parent)
    if a_low < b_high and b_low < a_high:
        join_gap(a_label, b_label[0], parent)


cdef int label_new_gaps(AirSpaces* air, const Span* spans, int32_t* labels, int32_t gaps, bint rim, bint cut) except -1 nogil:
    """Give the column's gaps without a label a new one, and count the ceilings."""
    cdef int32_t i
    for i in range(gaps):
        if rim:
            join_gap(&labels[i], OUTSIDE, air.parent.data())
        elif labels[i] == UNKNOWN:
            labels[i] = <int32_t>air.parent.size()
            air.parent.push_back(labels[i])
            air.back_faces.push_back(0)
            air.open_ended.push_back(0)
        if labels[i] != OUTSIDE:
            air.back_faces[labels[i]] += 1 if spans[i + 1].flags & SPAN_BACK_FACE else -1
            if cut:
                air.open_ended[labels[i]] = True
    return 0


cdef int32_t label_row(Heightfield field, AirSpaces* air, int z, int32_t* labels, int32_t* behind_labels) except -1 nogil:
    """Label the gaps of a row of columns from the columns before them along x and z. → number of gaps"""
    cdef const Span* spans = field.spans.data()
    cdef const int32_t* here = field.first.data() + <size_t>z * field.width
    cdef const int32_t* behind = here - field.width if z > 0 else here
    cdef int32_t* start = labels
    cdef int32_t* left_labels = labels
    cdef int32_t gaps, left_gaps = 0, behind_gaps = 0
    cdef int rim_vx = 0 if field.fringe else 1          # columns at the rim of the level that count as open
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
            label_new_gaps(air, spans + here[x], labels, gaps, rim, not rim and (whole_edge or x == 0 or x == field.width - 1))
            labels += gaps
    return <int32_t>(labels - start)


cdef int label_gaps(Heightfield field, AirSpaces* air) except -1 nogil:
    cdef int32_t* behind = air.labels.data()
    cdef int32_t* here = behind
    cdef int32_t gaps
    cdef int z
    for z in range(field.depth):
        check_signals()
        gaps = label_row(field, air, z, here, behind)
        behind, here = here, here + gaps
    return 0


cdef int label_spaces(Heightfield field, AirSpaces* air) except -1 nogil:
    """Label all gaps, replace every label's parent by its root, and add up the counts of each space at its root."""
    cdef size_t label
    cdef int32_t root
    air.parent.push_back(OUTSIDE)
    air.back_faces.push_back(0)
    air.open_ended.push_back(0)
    label_gaps(field, air)
    for label in range(1, air.parent.size()):
        root = air.parent[label] = air.parent[air.parent[label]]        # roots have lower labels
        if root != <int32_t>label:
            air.back_faces[root] += air.back_faces[label]
            air.open_ended[root] |= air.open_ended[label]
    return 0


cdef bint is_inside(const AirSpaces* air, int32_t root) noexcept nogil:
    return root != OUTSIDE and not air.open_ended[root] and air.back_faces[root] > 0


cdef void remove_insides(Heightfield field, const AirSpaces* air) noexcept nogil:
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
    """Number of gaps between two spans. back_ceilings: whether any has a back face as its ceiling."""
    cdef int32_t column, i, flags = 0
    cdef size_t gaps = 0
    for column in range(field.width * field.depth):
        for i in range(field.first[column] + 1, field.first[column + 1]):
            flags |= field.spans[i].flags
            gaps += 1
    back_ceilings[0] = (flags & SPAN_BACK_FACE) != 0
    return gaps


# ---- the report of a window ----

cdef inline bint is_own(Heightfield field, int x, int z, int border) noexcept nogil:
    return border <= x < field.width - border and border <= z < field.depth - border


cdef inline bint is_shared(Heightfield field, int x, int z, int border) noexcept nogil:
    """Whether the column is the last own one, along x or z, of this window or of the one before it, so that both see it."""
    return ((x == border - 1 or x == field.width - border - 1) and border <= z < field.depth - border) \
        or ((z == border - 1 or z == field.depth - border - 1) and border <= x < field.width - border)


cdef int list_shared_gaps(Heightfield field, AirSpaces* air, int border, WindowReport* rows) except -1 nogil:
    """List the gaps of shared columns, and number their spaces in the order of the columns."""
    cdef int32_t column = 0, root, i
    cdef size_t gap = 0
    cdef int x, z
    air.numbers.resize(air.parent.size())
    rows.back_faces.push_back(0)
    for z in range(field.depth):
        for x in range(field.width):
            if field.first[column + 1] - field.first[column] > 1 and not is_shared(field, x, z, border):
                gap += field.first[column + 1] - field.first[column] - 1
            else:
                for i in range(field.first[column], field.first[column + 1] - 1):
                    root = air.parent[air.labels[gap]]
                    if root != OUTSIDE and air.numbers[root] == 0:
                        air.numbers[root] = <int32_t>rows.back_faces.size()
                        rows.back_faces.push_back(0)
                    rows.shared_gaps.push_back(field.x0 + x)
                    rows.shared_gaps.push_back(field.z0 + z)
                    rows.shared_gaps.push_back(field.spans[i].top_vx)
                    rows.shared_gaps.push_back(air.numbers[root])
                    gap += 1
            column += 1
    return 0


cdef int list_floors(Heightfield field, const AirSpaces* air, int border, WindowReport* rows) except -1 nogil:
    """Count the ceilings of numbered spaces in the window's own columns, and list the floors that are still undecided."""
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
                        rows.back_faces[air.numbers[root]] += 1 if field.spans[i + 1].flags & SPAN_BACK_FACE else -1
                        if air.open_ended[root] and field.spans[i].area != AREA_NONE:
                            rows.floors.push_back(field.x0 + x)
                            rows.floors.push_back(field.z0 + z)
                            rows.floors.push_back(field.spans[i].top_vx)
                            rows.floor_numbers.push_back(air.numbers[root])
                    gap += 1
            column += 1
    return 0


class EnclosedSpaces:
    """The closed spaces of one window that reach beyond it. Can be pickled.

    Attributes
    ----------
    shared_gaps : array("i")
        Four numbers for each gap of a column that two windows see: x and z (global columns), height of its floor in cell heights,
        label of its space; 0 is the open air.
    back_faces : array("i")
        By label: number of ceilings in the window's own columns that are back faces, less that of others.
    floors : array("i")
        Three numbers for each of the window's own walkable floors that this window alone cannot decide on: x and z (global columns),
        height in cell heights.
    labels : array("i")
        The label of each of these floors' space.
    """

    __slots__ = ("shared_gaps", "back_faces", "floors", "labels")

    def __init__(self, shared_gaps, back_faces, floors, labels):
        self.shared_gaps, self.back_faces, self.floors, self.labels = shared_gaps, back_faces, floors, labels


def filter_enclosed_spaces(Heightfield heightfield not None, int border_vx=0):
    """Make spans unwalkable inside closed solids, the last of the filters.

    Inside is a space of air that reaches neither the sky nor the rim of the level, and in which back faces are the majority of the
    ceilings. Closed rooms whose ceilings face down stay: a level may be nothing else, or its doors may be shut. The rim is the
    columns just outside the level where the field holds them (Heightfield.rasterize), else the level's outermost columns. A ceiling
    with its underside and its top in one cell height counts as a back face, so that solids that stand on each other are closed; a
    closed room under such a ceiling becomes unwalkable.

    Parameters
    ----------
    heightfield : Heightfield
        The whole level or a window of it.
    border_vx : int
        Columns on each side of the window that belong to its neighbors; at least 1 for a part of the level.

    Returns
    -------
    EnclosedSpaces or None
        For `inside_of_solids`: the spaces that reach beyond a window, whose floors stay as they are. None where there are none.

    Raises
    ------
    ValueError
        A border that is negative, leaves no column, or is missing for a part of a level.
    """
    cdef AirSpaces air
    cdef WindowReport rows
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
            label_spaces(heightfield, &air)
            remove_insides(heightfield, &air)
            if not whole:
                list_shared_gaps(heightfield, &air, border_vx, &rows)
                if rows.back_faces.size() > 1:
                    list_floors(heightfield, &air, border_vx, &rows)
    if rows.shared_gaps.empty():
        return None
    return EnclosedSpaces(int_array(rows.shared_gaps), int_array(rows.back_faces), int_array(rows.floors),
                          int_array(rows.floor_numbers))


# ---- the reports of all windows ----

cdef int add_shared_gaps(given, int32_t first_label, vector[SharedGap]* shared_gaps) except -1:
    cdef Borrowed borrowed = borrow("shared_gaps", given, "i", 0)
    cdef const int32_t* rows = <const int32_t*>borrowed.data
    cdef SharedGap shared
    cdef Py_ssize_t i
    for i in range(0, borrowed.rows, 4):
        shared.first.first = (<int64_t>rows[i] << 32) + rows[i + 1]
        shared.first.second = rows[i + 2]
        shared.second = OUTSIDE if rows[i + 3] == OUTSIDE else first_label + rows[i + 3]
        shared_gaps.push_back(shared)
    return 0


cdef int join_windows(vector[SharedGap]* shared_gaps, vector[int32_t]* parent, vector[int32_t]* back_faces) except -1 nogil:
    """Unite the labels of gaps that two windows report, and add up their counts."""
    cdef size_t i
    cdef int32_t root
    sort(shared_gaps.begin(), shared_gaps.end())
    for i in range(1, shared_gaps.size()):
        if shared_gaps[0][i].first == shared_gaps[0][i - 1].first:
            unite(parent.data(), shared_gaps[0][i].second, shared_gaps[0][i - 1].second)
    for i in range(parent.size()):
        root = root_of(parent.data(), <int32_t>i)
        if root != <int32_t>i:
            back_faces[0][root] += back_faces[0][i]
    return 0


def inside_of_solids(spaces):
    """The labels of the spaces that are inside closed solids.

    Parameters
    ----------
    spaces : iterable of EnclosedSpaces or None
        One for each window. The windows must be all that hold a span, with the same border; their own columns tile the level.

    Returns
    -------
    list of frozenset
        Labels, one set for each window.
    """
    cdef vector[SharedGap] shared_gaps
    cdef vector[int32_t] parent, back_faces
    cdef int32_t label, before
    given, first_labels = list(spaces), []
    if not any([window is not None and len(window.floors) for window in given]):
        return [frozenset() for _ in given]
    parent.push_back(OUTSIDE)
    back_faces.push_back(0)
    for window in given:
        before = <int32_t>parent.size() - 1
        first_labels.append(before)
        if window is None:
            continue
        for weight in window.back_faces[1:]:
            parent.push_back(<int32_t>parent.size())
            back_faces.push_back(weight)
        add_shared_gaps(window.shared_gaps, before, &shared_gaps)
    with nogil:
        join_windows(&shared_gaps, &parent, &back_faces)
    inside = []
    for window, before in zip(given, first_labels):
        found = []
        for label in set(window.labels if window is not None else ()):
            root = root_of(parent.data(), before + label)
            if root != OUTSIDE and back_faces[root] > 0:
                found.append(label)
        inside.append(frozenset(found))
    return inside
