"""Polygons and edges closed to searches: ways blocked by standing agents (crowd_detours), and bottlenecks that an agent has left for
another way (congestion)."""
from libc.stdint cimport int32_t, int64_t
from libcpp.vector cimport vector

from navpy.mesh.half_edges cimport PortalGraph
from navpy.mesh.portal_graph cimport forget_tile, update_portal_graph
from navpy.motion.agent.agent cimport LEFT_BOTTLENECKS, Agent
from navpy.motion.crowd.crowd_data cimport BlockedWay, CrowdData, Bottleneck

cdef enum:
    TILES_PACKED = 9                    # a closed edge packs its tile and those around it


cdef bint has_blocked_way(const CrowdData* crowd, const Agent* agent) noexcept nogil:
    """True if there are blocked ways, and the agent is as wide as all agents that found them. A thinner agent may fit through."""
    cdef size_t i
    for i in range(crowd.blocked_ways.size()):
        if agent.params.radius < crowd.blocked_ways[i].radius:
            return False
    return not crowd.blocked_ways.empty() and crowd.blocked_version == crowd.mesh_version


cdef int count_blocked(CrowdData* crowd, const BlockedWay* way, int change) except -1 nogil:
    """Packs the tiles around the way anew."""
    cdef size_t i
    cdef int32_t twin
    crowd.unblocked_rules.blocked.resize(crowd.mesh.poly_count, 0)
    crowd.unblocked_rules.narrow.resize(crowd.mesh.corner_count, 0)
    for i in range(way.polys.size()):
        crowd.unblocked_rules.blocked[way.polys[i]] += change
        forget_tile(&crowd.unblocked_graph, crowd.mesh.polys[way.polys[i]].tile)
    for i in range(way.edges.size()):
        twin = crowd.mesh.graph.half_edges[way.edges[i]].twin
        crowd.unblocked_rules.narrow[way.edges[i]] += change
        crowd.unblocked_rules.narrow[twin] += change
        forget_tile(&crowd.unblocked_graph, crowd.mesh.polys[crowd.mesh.graph.half_edges[way.edges[i]].neighbor].tile)
        forget_tile(&crowd.unblocked_graph, crowd.mesh.polys[crowd.mesh.graph.half_edges[twin].neighbor].tile)
    update_portal_graph(crowd.mesh, &crowd.unblocked_rules, &crowd.unblocked_graph)
    return 0


cdef int close_edges(CrowdData* crowd, const vector[int32_t]* edges) except -1 nogil:
    """Counts what it costs, too."""
    cdef const PortalGraph* graph = crowd.mesh.graph
    cdef BlockedWay way
    cdef size_t i
    way.until = way.radius = 0.0
    way.edges = edges[0]
    crowd.blocked_ways.push_back(way)
    for i in range(edges.size()):
        crowd.spent += 2 * min(crowd.mesh.poly_count, TILES_PACKED * crowd.mesh.tiles[
            crowd.mesh.polys[graph.half_edges[edges.at(i)].neighbor].tile].poly_count)
    return count_blocked(crowd, &way, 1)


cdef int reopen_edges(CrowdData* crowd) except -1 nogil:
    count_blocked(crowd, &crowd.blocked_ways.back(), -1)
    crowd.blocked_ways.pop_back()
    return 0


cdef int collect_left(const CrowdData* crowd, const Agent* agent, vector[int32_t]* edges, vector[int64_t]* ids) except -1 nogil:
    cdef const Bottleneck* bottleneck
    cdef size_t i
    cdef int32_t k
    for i in range(crowd.bottlenecks.size()):
        bottleneck = &crowd.bottlenecks[i]
        for k in range(LEFT_BOTTLENECKS):
            if agent.left_bottlenecks[k] == 0:
                break
            if agent.left_bottlenecks[k] == bottleneck.id:
                edges.insert(edges.end(), bottleneck.edges, bottleneck.edges + bottleneck.edge_count)
                ids.push_back(bottleneck.id)
    return 0


cdef bint close_left_bottlenecks(CrowdData* crowd, const Agent* agent) except -1 nogil:
    cdef vector[int32_t] edges
    cdef vector[int64_t] ids
    if agent.left_bottlenecks[0] == 0 or crowd.bottlenecks_version != crowd.mesh_version \
            or crowd.blocked_version != crowd.mesh_version:
        return False
    collect_left(crowd, agent, &edges, &ids)
    if edges.empty():
        return False
    close_edges(crowd, &edges)
    return True
