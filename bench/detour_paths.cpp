// Finds paths with Debian's librecast (Detour) for bench_path.py to compare with, on the polygons that it is given.
// Input on stdin, binary: int32 vertex count, polygon count, corner count, pair count, repeats; double radius, height, climb,
// reach[3]; double vertices (x, y, z); int32 corners a polygon; int32 vertex indices, counter-clockwise seen from above, at
// most 6 a polygon; double pairs (start, goal). Output: median seconds a query, then a line with the length in the ground plane
// of each path, −1 where it doesn't lead from the start to the goal.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>
#include <recastnavigation/DetourNavMeshQuery.h>
#include <recastnavigation/DetourStatus.h>

static const int CORNERS = 6, MAX_NODES = 4096, MAX_PATH = 4096;

static void need(bool ok, const char* what) {
    if (!ok) { std::fprintf(stderr, "detour_paths: %s failed\n", what); std::exit(1); }
}

template <class T> static std::vector<T> read(size_t count) {
    std::vector<T> out(count);
    need(std::fread(out.data(), sizeof(T), count, stdin) == count, "reading");
    return out;
}

// Detour's vertices are whole numbers of cells: as fine ones as 16 bits allow.
static dtNavMesh* make_mesh(const std::vector<double>& vertices, const std::vector<int>& counts, const std::vector<int>& corners,
                            const std::vector<double>& sizes) {
    double low[3] = {1e30, 1e30, 1e30}, high[3] = {-1e30, -1e30, -1e30};
    for (size_t i = 0; i < vertices.size(); ++i) {
        low[i % 3] = std::min(low[i % 3], vertices[i]);
        high[i % 3] = std::max(high[i % 3], vertices[i]);
    }
    const double cell = std::max(high[0] - low[0], high[2] - low[2]) / 65000, step = std::max(high[1] - low[1], 1.0) / 65000;
    std::vector<unsigned short> cells, polys;
    for (size_t i = 0; i < vertices.size(); ++i)
        cells.push_back((unsigned short)std::lround((vertices[i] - low[i % 3]) / (i % 3 == 1 ? step : cell)));
    std::map<std::pair<int, int>, int> owner;
    size_t at = 0;
    for (size_t p = 0; p < counts.size(); at += counts[p++])
        for (int k = 0; k < counts[p]; ++k)
            owner[{corners[at + k], corners[at + (k + 1) % counts[p]]}] = int(p);
    at = 0;
    for (size_t p = 0; p < counts.size(); at += counts[p++]) {
        for (int k = 0; k < CORNERS; ++k) polys.push_back(k < counts[p] ? (unsigned short)corners[at + k] : 0xffff);
        for (int k = 0; k < CORNERS; ++k) {
            auto other = k < counts[p] ? owner.find({corners[at + (k + 1) % counts[p]], corners[at + k]}) : owner.end();
            polys.push_back(other == owner.end() ? 0xffff : (unsigned short)other->second);
        }
    }
    std::vector<unsigned short> flags(counts.size(), 1);
    std::vector<unsigned char> areas(counts.size(), 0);
    dtNavMeshCreateParams params = {};
    params.verts = cells.data(); params.vertCount = int(cells.size() / 3);
    params.polys = polys.data(); params.polyFlags = flags.data(); params.polyAreas = areas.data();
    params.polyCount = int(counts.size()); params.nvp = CORNERS;
    params.walkableRadius = float(sizes[0]); params.walkableHeight = float(sizes[1]); params.walkableClimb = float(sizes[2]);
    for (int i = 0; i < 3; ++i) { params.bmin[i] = float(low[i]); params.bmax[i] = float(high[i]); }
    params.cs = float(cell); params.ch = float(step); params.buildBvTree = true;
    unsigned char* data; int size;
    need(dtCreateNavMeshData(&params, &data, &size), "making the mesh's data");
    dtNavMesh* mesh = dtAllocNavMesh();
    need(dtStatusSucceed(mesh->init(data, size, DT_TILE_FREE_DATA)), "making the mesh");
    return mesh;
}

// Detour, which doesn't look at the detail mesh here, may take an end to another place than the one below it.
static bool moved(const float* from, const float* to) { return std::hypot(to[0] - from[0], to[2] - from[2]) > 0.01f; }

static double find(const dtNavMeshQuery& query, const dtQueryFilter& filter, const float* reach, const float* start, const float* goal) {
    static dtPolyRef path[MAX_PATH];
    static float points[3 * MAX_PATH];
    dtPolyRef from = 0, to = 0;
    float a[3], b[3];
    int count = 0, corners = 0;
    query.findNearestPoly(start, reach, &filter, &from, a);
    query.findNearestPoly(goal, reach, &filter, &to, b);
    if (!from || !to) return -1;
    query.findPath(from, to, a, b, &filter, path, &count, MAX_PATH);
    if (count == 0 || path[count - 1] != to) return -1;
    query.findStraightPath(a, b, path, count, points, nullptr, nullptr, &corners, MAX_PATH);
    double length = 0;
    for (int i = 1; i < corners; ++i)
        length += std::hypot(double(points[3 * i]) - points[3 * i - 3], double(points[3 * i + 2]) - points[3 * i - 1]);
    return moved(start, a) || moved(goal, b) ? -1 : length;
}

int main() {
    const std::vector<int> head = read<int>(5);
    const std::vector<double> sizes = read<double>(6), vertices = read<double>(3 * size_t(head[0]));
    const std::vector<int> counts = read<int>(head[1]), corners = read<int>(head[2]);
    const std::vector<double> given = read<double>(6 * size_t(head[3]));
    const std::vector<float> pairs(given.begin(), given.end());
    const float reach[3] = {float(sizes[3]), float(sizes[4]), float(sizes[5])};
    dtNavMesh* mesh = make_mesh(vertices, counts, corners, sizes);
    dtNavMeshQuery* query = dtAllocNavMeshQuery();
    need(dtStatusSucceed(query->init(mesh, MAX_NODES)), "making the query");
    dtQueryFilter filter;
    std::vector<double> times, lengths(head[3]);
    for (int r = 0; r < head[4]; ++r) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < head[3]; ++i)
            lengths[i] = find(*query, filter, reach, &pairs[6 * size_t(i)], &pairs[6 * size_t(i) + 3]);
        times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / head[3]);
    }
    std::sort(times.begin(), times.end());
    std::printf("%.9g\n", times[times.size() / 2]);
    for (double length : lengths) std::printf("%.9g ", length);
    std::printf("\n");
}
