// Finds paths with Debian's librecast (Detour) for bench_path.py to compare with, on the polygons that it is given.
// Input on stdin, binary: int32 counts of vertices, polygons, corners, detail vertices, detail triangles, pairs; double radius,
// height, climb, reach[3]; double vertices (x, y, z) of corners; int32 corners a polygon; int32 vertex indices, counter-clockwise
// seen from above, at most 6 a polygon; int32 detail vertices a polygon, then these (double x, y, z); int32 detail triangles a
// polygon, then these, int32 triples into the polygon's corners and detail vertices; double pairs (start, goal).
// Then a line "run" finds all paths once and is answered by a line with the seconds that took; "paths" is answered by a line
// with the size of a cell in metres, and for each pair the length in the ground plane and the polygons of its corridor, 0 −1
// where it doesn't lead from the start to the goal.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <vector>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>
#include <recastnavigation/DetourNavMeshQuery.h>
#include <recastnavigation/DetourStatus.h>

static const int CORNERS = 6, MAX_NODES = 65535, MAX_PATH = 8192;

static void need(bool ok, const char* what) {
    if (!ok) { std::fprintf(stderr, "detour_paths: %s failed\n", what); std::exit(1); }
}

template <class T> static std::vector<T> read(size_t count) {
    std::vector<T> out(count);
    need(std::fread(out.data(), sizeof(T), count, stdin) == count, "reading");
    return out;
}

struct Level {
    std::vector<double> sizes, vertices, detail_vertices;
    std::vector<int> counts, corners, vertex_counts, triangle_counts, triangles;
};

// The surface of each polygon: its own corners come first, the others follow.
struct Detail {
    std::vector<unsigned> meshes;
    std::vector<float> vertices;
    std::vector<unsigned char> triangles;
};

static Detail make_detail(const Level& level) {
    Detail out;
    size_t vertex = 0, triangle = 0, corner = 0;
    for (size_t p = 0; p < level.counts.size(); corner += level.counts[p++]) {
        const unsigned first = unsigned(out.vertices.size() / 3), count = unsigned(level.counts[p] + level.vertex_counts[p]);
        need(count < 256, "numbering a polygon's detail vertices");
        out.meshes.insert(out.meshes.end(), {first, count, unsigned(triangle), unsigned(level.triangle_counts[p])});
        for (int k = 0; k < level.counts[p]; ++k)
            for (int i = 0; i < 3; ++i) out.vertices.push_back(float(level.vertices[3 * size_t(level.corners[corner + k]) + i]));
        for (int k = 0; k < 3 * level.vertex_counts[p]; ++k) out.vertices.push_back(float(level.detail_vertices[vertex++]));
        std::set<std::pair<int, int>> edges;
        const int* own = &level.triangles[3 * triangle];
        for (int k = 0; k < 3 * level.triangle_counts[p]; ++k) edges.insert({own[k], own[k % 3 == 2 ? k - 2 : k + 1]});
        for (int k = 0; k < level.triangle_counts[p]; ++k, ++triangle, own += 3) {
            int flags = 0;              // two bits an edge: is it on the polygon's border?
            for (int i = 0; i < 3; ++i) {
                out.triangles.push_back((unsigned char)own[i]);
                if (!edges.count({own[(i + 1) % 3], own[i]})) flags |= DT_DETAIL_EDGE_BOUNDARY << (2 * i);
            }
            out.triangles.push_back((unsigned char)flags);
        }
    }
    return out;
}

// Detour's vertices are whole numbers of cells: as fine ones as 16 bits allow.
static dtNavMesh* make_mesh(const Level& level, double* cell) {
    const std::vector<double>& vertices = level.vertices;
    const std::vector<int>&counts = level.counts, &corners = level.corners;
    double low[3] = {1e30, 1e30, 1e30}, high[3] = {-1e30, -1e30, -1e30};
    for (size_t i = 0; i < vertices.size(); ++i) {
        low[i % 3] = std::min(low[i % 3], vertices[i]);
        high[i % 3] = std::max(high[i % 3], vertices[i]);
    }
    *cell = std::max(high[0] - low[0], high[2] - low[2]) / 65000;
    const double step = std::max(high[1] - low[1], 1.0) / 65000;
    std::vector<unsigned short> cells, polys;
    need(vertices.size() / 3 < 0xffff && counts.size() < 0x8000, "numbering vertices and polygons with 16 bits");
    for (size_t i = 0; i < vertices.size(); ++i)
        cells.push_back((unsigned short)std::lround((vertices[i] - low[i % 3]) / (i % 3 == 1 ? step : *cell)));
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
    const Detail detail = make_detail(level);
    std::vector<unsigned short> flags(counts.size(), 1);
    std::vector<unsigned char> areas(counts.size(), 0);
    dtNavMeshCreateParams params = {};
    params.verts = cells.data(); params.vertCount = int(cells.size() / 3);
    params.polys = polys.data(); params.polyFlags = flags.data(); params.polyAreas = areas.data();
    params.polyCount = int(counts.size()); params.nvp = CORNERS;
    params.detailMeshes = detail.meshes.data(); params.detailVerts = detail.vertices.data();
    params.detailVertsCount = int(detail.vertices.size() / 3);
    params.detailTris = detail.triangles.data(); params.detailTriCount = int(detail.triangles.size() / 4);
    params.walkableHeight = float(level.sizes[1]); params.walkableRadius = float(level.sizes[0]);
    params.walkableClimb = float(level.sizes[2]);
    for (int i = 0; i < 3; ++i) { params.bmin[i] = float(low[i]); params.bmax[i] = float(high[i]); }
    params.cs = float(*cell); params.ch = float(step); params.buildBvTree = true;
    unsigned char* data; int size;
    need(dtCreateNavMeshData(&params, &data, &size), "making the mesh's data");
    dtNavMesh* mesh = dtAllocNavMesh();
    need(dtStatusSucceed(mesh->init(data, size, DT_TILE_FREE_DATA)), "making the mesh");
    return mesh;
}

// An end may be taken to another place than the one below it, where a polygon's rounded edge is.
static bool moved(const float* from, const float* to) { return std::hypot(to[0] - from[0], to[2] - from[2]) > 0.01f; }

struct Found { double length; int corridor; };

static Found find(const dtNavMeshQuery& query, const dtQueryFilter& filter, const float* reach, const float* start,
                  const float* goal) {
    static dtPolyRef path[MAX_PATH];
    static float points[3 * MAX_PATH];
    const Found none = {0, -1};
    dtPolyRef from = 0, to = 0;
    float a[3], b[3];
    int count = 0, corners = 0;
    query.findNearestPoly(start, reach, &filter, &from, a);
    query.findNearestPoly(goal, reach, &filter, &to, b);
    if (!from || !to) return none;
    query.findPath(from, to, a, b, &filter, path, &count, MAX_PATH);
    if (count == 0 || path[count - 1] != to) return none;
    query.findStraightPath(a, b, path, count, points, nullptr, nullptr, &corners, MAX_PATH);
    double length = 0;
    for (int i = 1; i < corners; ++i)
        length += std::hypot(double(points[3 * i]) - points[3 * i - 3], double(points[3 * i + 2]) - points[3 * i - 1]);
    return moved(start, a) || moved(goal, b) ? none : Found{length, count};
}

int main() {
    const std::vector<int> head = read<int>(6);
    Level level;
    level.sizes = read<double>(6);
    level.vertices = read<double>(3 * size_t(head[0]));
    level.counts = read<int>(head[1]);
    level.corners = read<int>(head[2]);
    level.vertex_counts = read<int>(head[1]);
    level.detail_vertices = read<double>(3 * size_t(head[3]));
    level.triangle_counts = read<int>(head[1]);
    level.triangles = read<int>(3 * size_t(head[4]));
    const std::vector<double> given = read<double>(6 * size_t(head[5]));
    const std::vector<float> pairs(given.begin(), given.end());
    const float reach[3] = {float(level.sizes[3]), float(level.sizes[4]), float(level.sizes[5])};
    double cell;
    dtNavMesh* mesh = make_mesh(level, &cell);
    dtNavMeshQuery* query = dtAllocNavMeshQuery();
    need(dtStatusSucceed(query->init(mesh, MAX_NODES)), "making the query");
    dtQueryFilter filter;
    std::vector<Found> found(head[5]);
    char line[16];
    while (std::fgets(line, sizeof line, stdin)) {
        if (std::strcmp(line, "run\n") == 0) {
            const auto begin = std::chrono::steady_clock::now();
            for (int i = 0; i < head[5]; ++i)
                found[i] = find(*query, filter, reach, &pairs[6 * size_t(i)], &pairs[6 * size_t(i) + 3]);
            std::printf("%.9g", std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        } else {
            std::printf("%.9g", cell);
            for (const Found& f : found) std::printf(" %.9g %d", f.length, f.corridor);
        }
        std::printf("\n");
        std::fflush(stdout);
    }
}
