// Bakes a level with Debian's librecast and prints what came out, for bench_bake.py to compare with.
// Input on stdin, binary: 13 doubles of settings, vertex count, triangle count (int32), float vertices, int32 triangles.
// Settings: cell size, cell height, height, radius, climb (metres), slope (degrees), region min and merge size (cells),
// edge length (metres), edge error (cells), vertices a polygon, repeats, unused.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <recastnavigation/Recast.h>

static void need(bool ok, const char* what) {
    if (!ok) { std::fprintf(stderr, "recast_bake: %s failed\n", what); std::exit(1); }
}

static rcPolyMesh* bake(const double* s, const std::vector<float>& vertices, const std::vector<int>& triangles) {
    rcContext context(false);
    const int vertex_count = int(vertices.size() / 3), triangle_count = int(triangles.size() / 3);
    const float cell = float(s[0]), step = float(s[1]);
    const int height = int(std::ceil(s[2] / s[1])), radius = int(std::ceil(s[3] / s[0])), climb = int(std::floor(s[4] / s[1] + 1e-6));
    float low[3], high[3];
    int width, depth;
    rcCalcBounds(vertices.data(), vertex_count, low, high);
    rcCalcGridSize(low, high, cell, &width, &depth);
    rcHeightfield* solid = rcAllocHeightfield();
    need(rcCreateHeightfield(&context, *solid, width, depth, low, high, cell, step), "heightfield");
    std::vector<unsigned char> areas(triangle_count, 0);
    rcMarkWalkableTriangles(&context, float(s[5]), vertices.data(), vertex_count, triangles.data(), triangle_count, areas.data());
    need(rcRasterizeTriangles(&context, vertices.data(), vertex_count, triangles.data(), areas.data(), triangle_count, *solid, climb), "rasterize");
    rcFilterLowHangingWalkableObstacles(&context, climb, *solid);
    rcFilterLedgeSpans(&context, height, climb, *solid);
    rcFilterWalkableLowHeightSpans(&context, height, *solid);
    rcCompactHeightfield* open = rcAllocCompactHeightfield();
    need(rcBuildCompactHeightfield(&context, height, climb, *solid, *open), "compact heightfield");
    rcFreeHeightField(solid);
    need(rcErodeWalkableArea(&context, radius, *open), "erode");
    need(rcBuildDistanceField(&context, *open), "distance field");
    need(rcBuildRegions(&context, *open, 0, int(s[6] * s[6]), int(s[7] * s[7])), "regions");
    rcContourSet* contours = rcAllocContourSet();
    need(rcBuildContours(&context, *open, float(s[9]), int(s[8] / s[0]), *contours), "contours");
    rcPolyMesh* mesh = rcAllocPolyMesh();
    need(rcBuildPolyMesh(&context, *contours, int(s[10]), *mesh), "polygons");
    rcFreeContourSet(contours);
    rcFreeCompactHeightfield(open);
    return mesh;
}

static int find(std::vector<int>& parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static void report(const rcPolyMesh& mesh, double seconds) {
    std::vector<int> parent(mesh.npolys), size(mesh.npolys, 0);
    for (int i = 0; i < mesh.npolys; ++i) parent[i] = i;
    double area = 0;
    for (int i = 0; i < mesh.npolys; ++i) {
        const unsigned short* corner = mesh.polys + i * 2 * mesh.nvp;
        int count = 0;
        while (count < mesh.nvp && corner[count] != RC_MESH_NULL_IDX) ++count;
        for (int k = 0; k < count; ++k) {
            const unsigned short *a = mesh.verts + 3 * corner[k], *b = mesh.verts + 3 * corner[(k + 1) % count];
            area += 0.5 * (double(a[0]) * b[2] - double(b[0]) * a[2]) * mesh.cs * mesh.cs;
            const unsigned short across = corner[mesh.nvp + k];
            if (across != RC_MESH_NULL_IDX && !(across & 0x8000)) parent[find(parent, i)] = find(parent, across);
        }
    }
    int islands = 0, largest = 0;
    for (int i = 0; i < mesh.npolys; ++i) ++size[find(parent, i)];
    for (int count : size) { islands += count > 0; if (count > largest) largest = count; }
    std::printf("{\"polygons\": %d, \"vertices\": %d, \"area\": %.3f, \"islands\": %d, \"largest\": %d, \"seconds\": %.6f}\n",
                mesh.npolys, mesh.nverts, std::fabs(area), islands, largest, seconds);
}

int main() {
    double settings[13];
    int counts[2];
    need(std::fread(settings, sizeof settings, 1, stdin) == 1 && std::fread(counts, sizeof counts, 1, stdin) == 1, "reading");
    std::vector<float> vertices(3 * counts[0]);
    std::vector<int> triangles(3 * counts[1]);
    need(std::fread(vertices.data(), 4, vertices.size(), stdin) == vertices.size(), "reading vertices");
    need(std::fread(triangles.data(), 4, triangles.size(), stdin) == triangles.size(), "reading triangles");
    std::vector<double> times;
    rcPolyMesh* mesh = nullptr;
    for (int i = 0; i < int(settings[11]); ++i) {
        if (mesh) rcFreePolyMesh(mesh);
        const auto start = std::chrono::steady_clock::now();
        mesh = bake(settings, vertices, triangles);
        times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    for (size_t i = 0; i < times.size(); ++i)
        for (size_t k = i + 1; k < times.size(); ++k)
            if (times[k] < times[i]) std::swap(times[i], times[k]);
    report(*mesh, times[times.size() / 2]);
    rcFreePolyMesh(mesh);
}
