// Bakes a level with Debian's librecast, in one piece or in tiles, and prints what came out, for bench_bake.py to compare with.
// Input on stdin, binary: 18 doubles of settings, vertex count, triangle count (int32), float vertices, int32 triangles.
// Settings: cell size, cell height, height, radius, climb (meters), slope (degrees), region min and merge size (cells),
// edge length (meters), edge error (cells), vertices a polygon, detail distance (cells), detail error (cell heights), tile size
// (cells, 0: one piece), repeats, 1 to measure the peak of the heap instead of the time, 1 to list the surface's triangles,
// 1 to filter ledges.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <vector>
#include <recastnavigation/Recast.h>

struct Settings {
    double cell, step, height, radius, climb, slope, min_size, merge_size, edge_length, edge_error, corners, detail_distance,
        detail_error, tile, repeats, measure_heap, list_surface, filter_ledges;
};

struct Level {
    std::vector<float> vertices;
    std::vector<int> triangles;
    float low[3], high[3];
};

struct Tile {
    rcPolyMesh* mesh;
    rcPolyMeshDetail* detail;
};

static void need(bool ok, const char* what) {
    if (!ok) { std::fprintf(stderr, "recast_bake: %s failed\n", what); std::exit(1); }
}

static Tile bake(const Settings& s, const Level& level, const std::vector<int>& triangles, int width, int depth, int border,
                 const float* low, const float* high) {
    rcContext context(false);
    const int vertex_count = int(level.vertices.size() / 3), triangle_count = int(triangles.size() / 3);
    const float cell = float(s.cell), step = float(s.step);
    const int height = int(std::ceil(s.height / s.step)), radius = int(std::ceil(s.radius / s.cell));
    const int climb = int(std::floor(s.climb / s.step + 1e-6));
    rcHeightfield* solid = rcAllocHeightfield();
    need(rcCreateHeightfield(&context, *solid, width, depth, low, high, cell, step), "heightfield");
    std::vector<unsigned char> areas(triangle_count, 0);
    rcMarkWalkableTriangles(&context, float(s.slope), level.vertices.data(), vertex_count, triangles.data(), triangle_count, areas.data());
    need(rcRasterizeTriangles(&context, level.vertices.data(), vertex_count, triangles.data(), areas.data(), triangle_count, *solid, climb), "rasterize");
    rcFilterLowHangingWalkableObstacles(&context, climb, *solid);
    if (s.filter_ledges != 0)
        rcFilterLedgeSpans(&context, height, climb, *solid);
    rcFilterWalkableLowHeightSpans(&context, height, *solid);
    rcCompactHeightfield* open = rcAllocCompactHeightfield();
    need(rcBuildCompactHeightfield(&context, height, climb, *solid, *open), "compact heightfield");
    rcFreeHeightField(solid);
    need(rcErodeWalkableArea(&context, radius, *open), "erode");
    need(rcBuildDistanceField(&context, *open), "distance field");
    need(rcBuildRegions(&context, *open, border, int(s.min_size * s.min_size), int(s.merge_size * s.merge_size)), "regions");
    rcContourSet* contours = rcAllocContourSet();
    need(rcBuildContours(&context, *open, float(s.edge_error), int(s.edge_length / s.cell), *contours), "contours");
    Tile tile = {rcAllocPolyMesh(), rcAllocPolyMeshDetail()};
    need(rcBuildPolyMesh(&context, *contours, int(s.corners), *tile.mesh), "polygons");
    need(rcBuildPolyMeshDetail(&context, *tile.mesh, *open, float(s.detail_distance * s.cell), float(s.detail_error * s.step), *tile.detail), "detail mesh");
    rcFreeContourSet(contours);
    rcFreeCompactHeightfield(open);
    return tile;
}

// The triangles whose boxes touch a tile, three indices each, tile by tile.
static std::vector<std::vector<int>> bucket(const Level& level, int columns, int rows, float side, float rim) {
    std::vector<std::vector<int>> buckets(size_t(columns) * rows);
    for (size_t t = 0; t < level.triangles.size(); t += 3) {
        float least[2] = {1e30f, 1e30f}, most[2] = {-1e30f, -1e30f};
        for (int k = 0; k < 3; ++k)
            for (int axis = 0; axis < 2; ++axis) {
                const float value = level.vertices[3 * size_t(level.triangles[t + k]) + 2 * axis] - level.low[2 * axis];
                least[axis] = std::fmin(least[axis], value);
                most[axis] = std::fmax(most[axis], value);
            }
        const int x0 = std::max(0, int(std::floor((least[0] - rim) / side))), x1 = std::min(columns - 1, int(std::floor((most[0] + rim) / side)));
        const int z0 = std::max(0, int(std::floor((least[1] - rim) / side))), z1 = std::min(rows - 1, int(std::floor((most[1] + rim) / side)));
        for (int z = z0; z <= z1; ++z)
            for (int x = x0; x <= x1; ++x)
                buckets[size_t(z) * columns + x].insert(buckets[size_t(z) * columns + x].end(), &level.triangles[t], &level.triangles[t] + 3);
    }
    return buckets;
}

static std::vector<Tile> bake_all(const Settings& s, const Level& level, int& columns) {
    int width, depth;
    rcCalcGridSize(level.low, level.high, float(s.cell), &width, &depth);
    const int size = int(s.tile);
    columns = 1;
    if (size == 0)
        return {bake(s, level, level.triangles, width, depth, 0, level.low, level.high)};
    columns = (width + size - 1) / size;
    const int rows = (depth + size - 1) / size, border = int(std::ceil(s.radius / s.cell)) + 3;
    const float side = size * float(s.cell), rim = border * float(s.cell);
    std::vector<std::vector<int>> buckets = bucket(level, columns, rows, side, rim);
    std::vector<Tile> tiles;
    for (int z = 0; z < rows; ++z)
        for (int x = 0; x < columns; ++x) {
            float low[3] = {level.low[0] + x * side - rim, level.low[1], level.low[2] + z * side - rim};
            float high[3] = {level.low[0] + (x + 1) * side + rim, level.high[1], level.low[2] + (z + 1) * side + rim};
            tiles.push_back(bake(s, level, buckets[size_t(z) * columns + x], size + 2 * border, size + 2 * border, border, low, high));
        }
    return tiles;
}

static void free_all(std::vector<Tile>& tiles) {
    for (Tile& tile : tiles) { rcFreePolyMesh(tile.mesh); rcFreePolyMeshDetail(tile.detail); }
    tiles.clear();
}

static int find(std::vector<int>& parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

struct Portal { int poly; double a, b, ya, yb; };       // along the border, a < b, in meters

// Portal edges of one tile on one of its sides (0 −x, 1 +z, 2 +x, 3 −z).
static std::vector<Portal> portals(const rcPolyMesh& mesh, int first_poly, int side, double step) {
    std::vector<Portal> found;
    for (int i = 0; i < mesh.npolys; ++i) {
        const unsigned short* corner = mesh.polys + i * 2 * mesh.nvp;
        int count = 0;
        while (count < mesh.nvp && corner[count] != RC_MESH_NULL_IDX) ++count;
        for (int k = 0; k < count; ++k) {
            if (corner[mesh.nvp + k] == RC_MESH_NULL_IDX || corner[mesh.nvp + k] != (0x8000 | side)) continue;
            const unsigned short *a = mesh.verts + 3 * corner[k], *b = mesh.verts + 3 * corner[(k + 1) % count];
            const int axis = side == 0 || side == 2 ? 2 : 0;
            if (a[axis] > b[axis]) std::swap(a, b);
            const double origin = mesh.bmin[axis];
            found.push_back({first_poly + i, origin + a[axis] * mesh.cs, origin + b[axis] * mesh.cs, a[1] * step, b[1] * step});
        }
    }
    return found;
}

static void join(const std::vector<Portal>& ours, const std::vector<Portal>& theirs, double climb, std::vector<int>& parent) {
    for (const Portal& p : ours)
        for (const Portal& q : theirs) {
            const double from = std::fmax(p.a, q.a), to = std::fmin(p.b, q.b);
            if (to - from < 0.01) continue;
            const double middle = 0.5 * (from + to);
            const double yp = p.ya + (p.yb - p.ya) * (middle - p.a) / (p.b - p.a), yq = q.ya + (q.yb - q.ya) * (middle - q.a) / (q.b - q.a);
            if (std::fabs(yp - yq) <= climb) parent[find(parent, p.poly)] = find(parent, q.poly);
        }
}

static void report(const Settings& s, const std::vector<Tile>& tiles, int columns, double value) {
    std::vector<int> parent, first;
    std::vector<double> areas;          // m² of every polygon, in the ground plane
    double area = 0;
    int vertices = 0, detail = 0;
    for (const Tile& tile : tiles) {
        first.push_back(int(parent.size()));
        for (int i = 0; i < tile.mesh->npolys; ++i) parent.push_back(int(parent.size()));
        vertices += tile.mesh->nverts;
        detail += tile.detail->ntris;
    }
    for (size_t t = 0; t < tiles.size(); ++t) {
        const rcPolyMesh& mesh = *tiles[t].mesh;
        for (int i = 0; i < mesh.npolys; ++i) {
            const unsigned short* corner = mesh.polys + i * 2 * mesh.nvp;
            int count = 0;
            double covered = 0;
            while (count < mesh.nvp && corner[count] != RC_MESH_NULL_IDX) ++count;
            for (int k = 0; k < count; ++k) {
                const unsigned short *a = mesh.verts + 3 * corner[k], *b = mesh.verts + 3 * corner[(k + 1) % count];
                covered += 0.5 * (double(a[0]) * b[2] - double(b[0]) * a[2]) * mesh.cs * mesh.cs;
                const unsigned short across = corner[mesh.nvp + k];
                if (across != RC_MESH_NULL_IDX && !(across & 0x8000)) parent[find(parent, first[t] + i)] = find(parent, first[t] + across);
            }
            areas.push_back(std::fabs(covered));
            area += areas.back();
        }
        if (t + 1 < tiles.size() && int(t + 1) % columns)
            join(portals(mesh, first[t], 2, s.step), portals(*tiles[t + 1].mesh, first[t + 1], 0, s.step), s.climb, parent);
        if (t + columns < tiles.size())
            join(portals(mesh, first[t], 1, s.step), portals(*tiles[t + columns].mesh, first[t + columns], 3, s.step), s.climb, parent);
    }
    std::vector<double> size(parent.size(), 0);
    int islands = 0, large = 0;
    for (size_t i = 0; i < parent.size(); ++i) size[find(parent, int(i))] += areas[i];
    for (double covered : size) {
        islands += covered > 0;
        large += covered >= s.min_size * s.min_size * s.cell * s.cell;
    }
    std::printf("{\"polygons\": %zu, \"vertices\": %d, \"detail_triangles\": %d, \"area\": %.3f, \"islands\": %d, \"large\": %d, \"value\": %.6f",
                parent.size(), vertices, detail, area, islands, large, value);
    if (s.list_surface != 0) {
        std::printf(", \"surface\": [");
        const char* comma = "";
        for (const Tile& tile : tiles)
            for (int m = 0; m < tile.detail->nmeshes; ++m) {
                const unsigned int* part = tile.detail->meshes + 4 * m;
                for (unsigned int t = part[2]; t < part[2] + part[3]; ++t)
                    for (int k = 0; k < 3; ++k) {
                        const float* v = tile.detail->verts + 3 * (part[0] + tile.detail->tris[4 * t + k]);
                        std::printf("%s%.6f,%.6f,%.6f", comma, v[0], v[1], v[2]);
                        comma = ",";
                    }
            }
        std::printf("]");
    }
    std::printf("}\n");
}

int main() {
    Settings s;
    int counts[2], columns;
    Level level;
    need(std::fread(&s, sizeof s, 1, stdin) == 1 && std::fread(counts, sizeof counts, 1, stdin) == 1, "reading");
    level.vertices.resize(3 * size_t(counts[0]));
    level.triangles.resize(3 * size_t(counts[1]));
    need(std::fread(level.vertices.data(), 4, level.vertices.size(), stdin) == level.vertices.size(), "reading vertices");
    need(std::fread(level.triangles.data(), 4, level.triangles.size(), stdin) == level.triangles.size(), "reading triangles");
    rcCalcBounds(level.vertices.data(), counts[0], level.low, level.high);
    std::vector<double> times;
    std::vector<Tile> tiles;
    if (s.measure_heap != 0) {
        auto reset = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "heap_reset"));
        auto peak = reinterpret_cast<long (*)()>(dlsym(RTLD_DEFAULT, "heap_peak"));
        need(reset && peak, "finding the allocator hook");
        reset();
        tiles = bake_all(s, level, columns);
        times.push_back(double(peak()));
    } else for (int i = 0; i < int(s.repeats); ++i) {
        free_all(tiles);
        const auto start = std::chrono::steady_clock::now();
        tiles = bake_all(s, level, columns);
        times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    for (size_t i = 0; i < times.size(); ++i)
        for (size_t k = i + 1; k < times.size(); ++k)
            if (times[k] < times[i]) std::swap(times[i], times[k]);
    report(s, tiles, columns, times[times.size() / 2]);
    free_all(tiles);
}
