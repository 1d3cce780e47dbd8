"""The path index of a NavMesh, as Python builds it."""
from libcpp.algorithm cimport swap

from navpy.base.guard cimport Inside, change, read
from navpy.base.parallel cimport Runner, executor_runner
from navpy.mesh.nav_view cimport NavView, view_of
from navpy.mesh.path_index cimport PathIndex
from navpy.navmesh.navmesh cimport NavMesh
from navpy.query.polyanya.arc_flags cimport INDEX_BUILT, build_arc_flags
from navpy.query.polyanya.visibility_graph cimport supports_visibility_graph

__all__ = ["build_path_index"]


cdef int build(NavMesh mesh, const Runner* runner, PathIndex* out) except -1:
    cdef Inside inside
    read(&mesh.guard, &inside)
    cdef NavView nav = view_of(&mesh.view, mesh.view.graph)
    if not supports_visibility_graph(nav):
        raise ValueError("build_path_index: the mesh is empty, has links, ways that lead one way only, or polygons that cost "
                         "differently")
    if build_arc_flags(nav, runner, NULL, NULL, out) != INDEX_BUILT:
        raise ValueError("build_path_index: more polygons are visible from a corner than an index holds")
    return 0


def build_path_index(NavMesh mesh not None, executor=None):
    """Build an index of a mesh that does not change: exact paths are then found several times as fast on large levels.

    find_path, find_paths and whatever else searches exact paths without a filter use it by themselves. The paths are the same; among
    paths of one length, another one may be found. The index is dropped when the mesh changes, and searches go on without it. It is
    saved with the mesh (NavMesh.save).

    The index holds the taut visibility graph with arc flags (Lauther 2004; Hilger, Köhler, Möhring & Schilling 2009): for each of at
    most 256 regions, and each arc of the graph, whether a shortest path into that region begins with that arc. The lengths to 64
    landmarks (Goldberg & Harrelson 2005) tell for each corner how long the rest of a way is at least. The index also lists for each
    polygon which corners see a part of it, unless these are more than 128 on average; searches then look for them. Building takes a
    time in proportion to the square of the number of corners, the index 40 bytes an arc, 200 a corner, and 24 for each polygon that a
    corner sees.

    Parameters
    ----------
    mesh : NavMesh
        Other threads may search it meanwhile. If one of them changes it, the index is dropped when it is done.
    executor : concurrent.futures.Executor, optional
        Of threads, which build regions at once; the result is the same.

    Returns
    -------
    int
        Bytes that the index takes (NavMesh.path_index_bytes).

    Raises
    ------
    ValueError
        An empty mesh, or one whose paths need the search without a visibility graph: with links, with ways that lead one way only, or
        with polygons that cost differently; a mesh on which a corner sees more than a million polygons, counted once for each view; no
        executor.
    """
    cdef Runner runner = executor_runner(executor)
    cdef PathIndex built
    cdef Inside inside
    build(mesh, &runner, &built)
    change(&mesh.guard, &inside)
    if built.version == mesh.view.version:
        swap(mesh.path_index, built)
        mesh.view.path_index = &mesh.path_index
    return mesh.path_index_bytes
