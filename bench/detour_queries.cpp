// Asks Debian's librecast (Detour) the questions of bench_queries.py, on the polygons that it is given, as detour_paths.cpp is.
// Then a line "rays", "walls", "moves" or "nearest" answers all questions of that kind once, and is answered by a line with the seconds that
// took and one number for each question: how far the ray went, 0 … 1; meters to the nearest wall; meters left to the move's end; meters to the
// nearest point. −1: no polygon is under the start.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#include <recastnavigation/DetourNavMeshQuery.h>
#include "detour_mesh.h"

static const int MAX_NODES = 65535, MAX_VISITED = 1024;
static const float FARTHEST = 1000;

struct Asked {
    const dtNavMeshQuery& query;
    dtQueryFilter filter;
    float reach[3];
};

static float ray(const Asked& asked, dtPolyRef from, const float* start, const float* end) {
    static dtPolyRef visited[MAX_VISITED];
    float t = 0, normal[3];
    int count = 0;
    asked.query.raycast(from, start, end, &asked.filter, &t, normal, visited, &count, MAX_VISITED);
    return std::fmin(t, 1.0f);
}

static float wall(const Asked& asked, dtPolyRef from, const float* start, const float*) {
    float distance = 0, at[3], normal[3];
    asked.query.findDistanceToWall(from, start, FARTHEST, &asked.filter, &distance, at, normal);
    return distance;
}

static float move(const Asked& asked, dtPolyRef from, const float* start, const float* end) {
    static dtPolyRef visited[MAX_VISITED];
    float at[3];
    int count = 0;
    asked.query.moveAlongSurface(from, start, end, &asked.filter, at, visited, &count, MAX_VISITED);
    return std::hypot(end[0] - at[0], end[2] - at[2]);
}

static float nearest(const Asked& asked, const float* end) {
    dtPolyRef to = 0;
    float at[3];
    asked.query.findNearestPoly(end, asked.reach, &asked.filter, &to, at);
    return to ? std::sqrt((end[0] - at[0]) * (end[0] - at[0]) + (end[1] - at[1]) * (end[1] - at[1]) + (end[2] - at[2]) * (end[2] - at[2])) : -1;
}

int main() {
    const std::vector<int> head = read<int>(6);
    const Level level = read_level(head);
    const std::vector<double> given = read<double>(6 * size_t(head[5]));
    const std::vector<float> pairs(given.begin(), given.end());
    double cell;
    dtNavMesh* mesh = make_mesh(level, &cell);
    dtNavMeshQuery* query = dtAllocNavMeshQuery();
    need(dtStatusSucceed(query->init(mesh, MAX_NODES)), "making the query");
    Asked asked = {*query, dtQueryFilter(), {float(level.sizes[3]), float(level.sizes[4]), float(level.sizes[5])}};
    std::vector<float> found(head[5]);
    char line[16];
    while (std::fgets(line, sizeof line, stdin)) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < head[5]; ++i) {
            const float* start = &pairs[6 * size_t(i)];
            const float* end = start + 3;
            dtPolyRef from = 0;
            float at[3];
            if (line[0] == 'n') { found[i] = nearest(asked, end); continue; }
            query->findNearestPoly(start, asked.reach, &asked.filter, &from, at);
            found[i] = !from ? -1 : line[0] == 'r' ? ray(asked, from, at, end) : line[0] == 'w' ? wall(asked, from, at, end) : move(asked, from, at, end);
        }
        std::printf("%.9g", std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        for (float number : found) std::printf(" %.9g", number);
        std::printf("\n");
        std::fflush(stdout);
    }
}
