"""Monotone partitioning of the walkable floors (Recast, rcBuildRegionsMonotone).

Row by row: a run of neighboring floors continues a region of the row before if the run touches no other region of that row, and no
other run touches the region; otherwise the run begins a new region. So a region is one run in each of successive rows: it is
connected, has no holes and never lies above itself.
"""
from libc.stdint cimport int32_t
from libcpp.vector cimport vector
from navpy.baking.regions.floor_graph cimport FloorGraph, MARK_OPEN

cdef enum:
    NO_REGION = 0
    SEVERAL_REGIONS = -1
    NO_RUN = -1
    SEVERAL_RUNS = -2


cdef int find_runs(FloorGraph* graph, int32_t begin, int32_t end, vector[Run]& runs, vector[int32_t]& touched_by) except -1 nogil:
    """Cut the floors begin … end−1 of a row into runs. Until partition_monotone writes their regions, graph.regions holds the indices
    of their runs."""
    cdef Run fresh
    cdef int32_t i, run, before
    fresh.before = NO_REGION
    runs.clear()
    for i in range(begin, end):
        if not graph.marks[i] & MARK_OPEN:
            continue
        if graph.marks[i] & 1:
            run = graph.regions[graph.floors[i].neighbors[0]]
        else:
            run = <int32_t>runs.size()
            runs.push_back(fresh)
        graph.regions[i] = run
        if graph.marks[i] & 8:
            before = graph.regions[graph.floors[i].neighbors[3]]
            if runs[run].before == NO_REGION:
                runs[run].before = before
            elif runs[run].before != before:
                runs[run].before = SEVERAL_REGIONS
            if touched_by[before] == NO_RUN:
                touched_by[before] = run
            elif touched_by[before] != run:
                touched_by[before] = SEVERAL_RUNS
    return 0


cdef int32_t partition_monotone(FloorGraph* graph) except -1 nogil:
    """Give every open floor a region. → number of regions"""
    cdef vector[Run] runs
    cdef vector[int32_t] touched_by                # by region: the run that touches it, NO_RUN or SEVERAL_RUNS
    cdef vector[int32_t] numbers                   # by run: its region
    cdef int32_t i, begin, end, before
    cdef int z
    cdef size_t run
    touched_by.push_back(NO_RUN)
    for z in range(graph.border_vx, graph.depth - graph.border_vx):
        begin = graph.first[graph.border_vx + z * graph.width]
        end = graph.first[(z + 1) * graph.width - graph.border_vx]
        find_runs(graph, begin, end, runs, touched_by)
        numbers.resize(runs.size())
        for run in range(runs.size()):
            before = runs[run].before
            if before > 0 and touched_by[before] == <int32_t>run:
                numbers[run] = before
                touched_by[before] = NO_RUN
            else:
                numbers[run] = <int32_t>touched_by.size()
                touched_by.push_back(NO_RUN)
        for i in range(begin, end):
            if graph.marks[i] & MARK_OPEN:
                graph.regions[i] = numbers[graph.regions[i]]
    return <int32_t>touched_by.size() - 1
