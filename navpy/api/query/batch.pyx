"""Many paths at once: arrays in, arrays out, in chunks for an executor."""
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy
from libcpp.memory cimport shared_ptr
from libcpp.vector cimport vector

from navpy.api.query.path_result cimport PathResult, Workspace, borrow, read_options
from navpy.base.guard cimport Inside, read
from navpy.base.interrupts cimport check_signals
from navpy.base.parallel cimport Runner, executor_runner, parallel_for
from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.path_data cimport Path, append_path, copy_part
from navpy.navmesh.navmesh cimport NavMesh
from navpy.navmesh.query_filter cimport QueryFilter
from navpy.query.clearance.shared_clearance cimport SharedClearance, map_of, share_clearance
from navpy.query.path cimport PathBuffer, PathOptions, PathSearch, find_path

__all__ = ["Paths", "find_paths"]

cdef Py_ssize_t CHUNK = 256             # paths a piece: enough to outweigh its hand-over


cdef int store(const PathBuffer* path, PathStore* out) except -1 nogil:
    cdef PathHead head
    head.status, head.reason, head.algorithm, head.off_by = path.status, path.reason, path.algorithm, path.off_by
    head.length, head.searched, head.one_island = path.length, path.searched, path.one_island
    head.start, head.goal = path.start, path.goal
    memcpy(head.asked, path.asked, sizeof(head.asked))
    head.points, head.corridor = out.point_polys.size(), out.corridor.size()
    out.heads.push_back(head)
    out.point_kinds.insert(out.point_kinds.end(), path.point_kinds.begin(), path.point_kinds.end())
    return append_path(<const Path*>path, <Path*>out)


cdef int append(const PathStore* more, PathStore* out) except -1 nogil:
    cdef int64_t points = out.point_polys.size(), corridor = out.corridor.size()
    cdef size_t first = out.heads.size(), i
    out.heads.insert(out.heads.end(), more.heads.begin(), more.heads.end())
    for i in range(first, out.heads.size()):
        out.heads[i].points += points
        out.heads[i].corridor += corridor
    out.point_kinds.insert(out.point_kinds.end(), more.point_kinds.begin(), more.point_kinds.end())
    return append_path(<const Path*>more, <Path*>out)


cdef int search_all(NavView nav, const PathOptions* options, PathSearch* search,
                    const double* starts, const double* goals, Py_ssize_t count, PathStore* out) except -1 nogil:
    cdef PathBuffer path
    cdef Py_ssize_t i
    for i in range(count):
        find_path(nav, options, search, starts + 3 * i, goals + 3 * i, &path)
        store(&path, out)
        check_signals()
    return 0


# ---- Python ----

cdef class Paths:
    """The answers to many searches: a sequence of PathResults, and their fields as arrays."""

    def __len__(self):
        return self.data.heads.size()

    def __getitem__(self, index):
        cdef PathResult result = PathResult.__new__(PathResult)
        cdef Py_ssize_t count = self.data.heads.size(), i
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(count))]
        if not -count <= index < count:
            raise IndexError(f"path {index}: there are {count}")
        i = index + count if index < 0 else index
        cdef const PathHead* head = &self.data.heads[i]
        cdef int64_t points_end = self.data.heads[i + 1].points if i + 1 < count else <int64_t>self.data.point_polys.size()
        cdef int64_t corridor_end = self.data.heads[i + 1].corridor if i + 1 < count else <int64_t>self.data.corridor.size()
        cdef PathBuffer* out = &result.data
        out.status, out.reason, out.algorithm, out.off_by = head.status, head.reason, head.algorithm, head.off_by
        out.length, out.searched, out.one_island = head.length, head.searched, head.one_island
        out.start, out.goal = head.start, head.goal
        memcpy(out.asked, head.asked, sizeof(out.asked))
        out.point_kinds.assign(self.data.point_kinds.begin() + head.points, self.data.point_kinds.begin() + points_end)
        copy_part(<const Path*>&self.data, head.points, points_end, head.corridor, corridor_end, <Path*>out)
        return result

    @property
    def status(self):
        """int8 (n,), navpy.PathStatus."""
        import numpy as np
        return np.array([head.status for head in self.data.heads], dtype=np.int8)

    @property
    def reason(self):
        """int8 (n,), navpy.Reason."""
        import numpy as np
        return np.array([head.reason for head in self.data.heads], dtype=np.int8)

    @property
    def lengths(self):
        """float64 (n,), meters from point to point in space, as PathResult.length; 0 if there is no path."""
        import numpy as np
        return np.array([head.length for head in self.data.heads], dtype=np.float64)

    @property
    def offsets(self):
        """int64 (n + 1,): path i has the points offsets[i] … offsets[i + 1] − 1."""
        import numpy as np
        return np.array([head.points for head in self.data.heads] + [self.data.point_polys.size()], dtype=np.int64)

    @property
    def points(self):
        """float32 (k, 3), meters: the points of all paths, one after the other."""
        import numpy as np
        cdef Py_ssize_t count = self.data.point_polys.size()
        if count == 0:
            return np.zeros((0, 3), dtype=np.float32)
        return np.array(<double[:count, :3]>self.data.points.data(), dtype=np.float32)

    def __reduce__(self):
        return paths_of, (list(self),)

    def __repr__(self):
        return f"<Paths: {len(self)}>"


def paths_of(list results not None):
    """Paths from the result of Paths.__reduce__."""
    cdef Paths all = Paths.__new__(Paths)
    cdef PathResult result
    for result in results:
        store(&result.data, &all.data)
    return all


cdef class Batch:
    """Many searches, in pieces: what each piece reads, and its paths."""
    cdef NavMesh mesh
    cdef NavView nav
    cdef const PathOptions* options
    cdef const double* starts           # (n, 3)
    cdef const double* goals            # (n, 3)
    cdef Py_ssize_t count
    cdef Py_ssize_t size                # of a piece
    cdef PathStore* out                 # of each piece

    cdef int search_piece(self, int32_t index) except -1:
        """With a working memory of its own, and without the GIL while it searches."""
        cdef Workspace workspace = borrow(self.mesh)
        cdef Py_ssize_t first = self.size * index
        with nogil:
            search_all(self.nav, self.options, &workspace.search, self.starts + 3 * first, self.goals + 3 * first,
                       min(self.size, self.count - first), &self.out[index])
        self.mesh.workspaces.append(workspace)
        return 0


cdef int search_piece(void* userdata, int32_t index) except -1 with gil:
    return (<Batch>userdata).search_piece(index)


def find_paths(NavMesh mesh not None, starts, goals, executor=None, *, bint allow_partial=False, QueryFilter filter=None, **options):
    """Paths from starts[i] to goals[i], each as find_path finds it.

    Parameters
    ----------
    mesh : NavMesh
    starts, goals : (n, 3)
        Meters.
    executor : concurrent.futures.Executor, optional
        Of threads, which search pieces together with the calling one, without the GIL.
    allow_partial, filter
        As of find_path, and so are all other options.

    Returns
    -------
    Paths

    Raises
    ------
    ValueError
        Arrays of another shape, or of two lengths; no executor; a bad option.
    """
    import numpy as np
    cdef Paths all = Paths.__new__(Paths)
    cdef Batch batch = Batch.__new__(Batch)
    cdef Runner runner = executor_runner(executor)
    cdef const double[:, ::1] begins
    cdef const double[:, ::1] ends
    cdef PathOptions chosen
    cdef SharedClearance clearance
    cdef shared_ptr[PortalGraph] held
    cdef const PortalGraph* graph
    cdef vector[PathStore] pieces
    cdef Inside inside
    cdef size_t i
    read_options(&chosen, allow_partial, options, mesh)
    try:
        starts, goals = np.ascontiguousarray(starts, dtype=np.float64), np.ascontiguousarray(goals, dtype=np.float64)
    except OverflowError:
        raise ValueError("starts, goals: a coordinate is too large for a float") from None
    starts, goals = [points if points.size else points.reshape(0, 3) for points in (starts, goals)]
    for name, points in (("starts", starts), ("goals", goals)):
        if points.ndim != 2 or points.shape[1] != 3:
            raise ValueError(f"{name}: must have the shape (n, 3), have {points.shape}")
    if len(starts) != len(goals):
        raise ValueError(f"goals: must be as many as starts, are {len(goals)} for {len(starts)}")
    begins, ends = starts, goals
    read(&mesh.guard, &inside)
    graph = mesh.graph_for(filter, &held)
    if begins.shape[0] == 0:
        return all
    clearance = share_clearance(mesh, graph, held, chosen.radius)
    chosen.clearance = map_of(clearance)
    batch.mesh, batch.nav, batch.options = mesh, view_of(&mesh.view, graph), &chosen
    batch.starts, batch.goals, batch.count = &begins[0, 0], &ends[0, 0], begins.shape[0]
    batch.size, batch.out = batch.count, &all.data
    if executor is not None:
        pieces.resize((batch.count + CHUNK - 1) // CHUNK)
        batch.size, batch.out = CHUNK, pieces.data()
    with nogil:
        parallel_for(&runner, search_piece, <void*>batch, <int32_t>((batch.count + batch.size - 1) // batch.size))
    for i in range(pieces.size()):
        append(&pieces[i], &all.data)
    return all
