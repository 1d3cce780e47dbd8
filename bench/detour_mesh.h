// The mesh that bench_path.py packs, as Detour's, of one tile.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>
#include <recastnavigation/DetourStatus.h>

static const int CORNERS = 6;

static void need(bool ok, const char* what) {
    if (!ok) { std::fprintf(stderr, "detour: %s failed\n", what); std::exit(1); }
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

// Counts of vertices, polygons, corners, detail vertices, detail triangles; they are read already.
static Level read_level(const std::vector<int>& head) {
    Level level;
    level.sizes = read<double>(6);
    level.vertices = read<double>(3 * size_t(head[0]));
    level.counts = read<int>(head[1]);
    level.corners = read<int>(head[2]);
    level.vertex_counts = read<int>(head[1]);
    level.detail_vertices = read<double>(3 * size_t(head[3]));
    level.triangle_counts = read<int>(head[1]);
    level.triangles = read<int>(3 * size_t(head[4]));
    return level;
}
