// Finds paths with Debian's librecast (Detour) for bench_path.py to compare with, on the polygons that it is given.
// Input on stdin, binary: int32 counts of vertices, polygons, corners, detail vertices, detail triangles, pairs; double radius,
// height, climb, reach[3]; double vertices (x, y, z) of corners; int32 corners a polygon; int32 vertex indices, counter-clockwise
// seen from above, at most 6 a polygon; int32 detail vertices a polygon, then these (double x, y, z); int32 detail triangles a
// polygon, then these, int32 triples into the polygon's corners and detail vertices; double pairs (start, goal).
// Then a line "run" finds all paths once and is answered by a line with the seconds that took; "paths" is answered by a line
// with the size of a cell in meters, and for each pair the length in the ground plane and the polygons of its corridor, 0 −1
// where it doesn't lead from the start to the goal.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#include <recastnavigation/DetourNavMeshQuery.h>
#include "detour_mesh.h"

static const int MAX_NODES = 65535, MAX_PATH = 8192;

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
    const Level level = read_level(head);
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
