// A crowd of Debian's librecast (DetourCrowd) for bench_crowd.py to compare with, on the polygons that it is given.
// Input on stdin, binary: what detour_mesh.h reads; the pairs are starts and goals of agents. Then lines:
// "crowd radius height speed" puts agents at the starts and asks for ways to the goals, with RecastDemo's other settings, its highest
// quality of obstacle avoidance, and separation; "goal agent x y z" asks for a way to another place; "step dt" is one update, answered by
// a double, the seconds that it took with the requests since the one before, and floats x, y, z of each agent.
#include <chrono>
#include <recastnavigation/DetourCrowd.h>
#include <recastnavigation/DetourNavMeshQuery.h>
#include "detour_mesh.h"

using Clock = std::chrono::steady_clock;
static const int QUALITY = 3;

static double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

static void aim(dtCrowd& crowd, const dtNavMeshQuery& query, const float* reach, int agent, const float* goal) {
    dtPolyRef poly = 0;
    float on[3];
    query.findNearestPoly(goal, reach, crowd.getFilter(0), &poly, on);
    need(poly && crowd.requestMoveTarget(agent, poly, on), "asking for a way");
}

static dtCrowd* make_crowd(dtNavMesh* mesh, const dtNavMeshQuery& query, const float* reach, const std::vector<float>& pairs,
                           float radius, float height, float speed) {
    const int count = int(pairs.size() / 6);
    dtCrowd* crowd = dtAllocCrowd();
    need(crowd && crowd->init(count, radius, mesh), "making the crowd");
    dtObstacleAvoidanceParams high = *crowd->getObstacleAvoidanceParams(0);
    high.velBias = 0.5f; high.adaptiveDivs = 7; high.adaptiveRings = 3; high.adaptiveDepth = 3;
    crowd->setObstacleAvoidanceParams(QUALITY, &high);
    dtCrowdAgentParams params = {};
    params.radius = radius; params.height = height; params.maxSpeed = speed; params.maxAcceleration = 8.0f;
    params.collisionQueryRange = radius * 12.0f; params.pathOptimizationRange = radius * 30.0f;
    params.separationWeight = 2.0f; params.obstacleAvoidanceType = QUALITY;
    params.updateFlags = DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OBSTACLE_AVOIDANCE | DT_CROWD_SEPARATION | DT_CROWD_OPTIMIZE_VIS
        | DT_CROWD_OPTIMIZE_TOPO;
    for (int i = 0; i < count; ++i) {
        need(crowd->addAgent(&pairs[6 * size_t(i)], &params) == i, "adding an agent");
        aim(*crowd, query, reach, i, &pairs[6 * size_t(i) + 3]);
    }
    return crowd;
}

int main() {
    const std::vector<int> head = read<int>(6);
    const Level level = read_level(head);
    const std::vector<double> given = read<double>(6 * size_t(head[5]));
    const std::vector<float> pairs(given.begin(), given.end());
    const float reach[3] = {float(level.sizes[3]), float(level.sizes[4]), float(level.sizes[5])};
    double cell, seconds = 0;
    dtNavMesh* mesh = make_mesh(level, &cell);
    dtNavMeshQuery* query = dtAllocNavMeshQuery();
    need(dtStatusSucceed(query->init(mesh, 2048)), "making the query");
    dtCrowd* crowd = nullptr;
    char line[128];
    while (std::fgets(line, sizeof line, stdin)) {
        float a, b, c;
        int agent;
        if (std::sscanf(line, "crowd %f %f %f", &a, &b, &c) == 3) {
            dtFreeCrowd(crowd);
            crowd = make_crowd(mesh, *query, reach, pairs, a, b, c);
        } else if (std::sscanf(line, "goal %d %f %f %f", &agent, &a, &b, &c) == 4) {
            const float goal[3] = {a, b, c};
            const auto begin = Clock::now();
            aim(*crowd, *query, reach, agent, goal);
            seconds += since(begin);
        } else {
            need(std::sscanf(line, "step %f", &a) == 1, "understanding a line");
            const auto begin = Clock::now();
            crowd->update(a, nullptr);
            seconds += since(begin);
            std::fwrite(&seconds, sizeof seconds, 1, stdout);
            seconds = 0;
            for (int i = 0; i < head[5]; ++i) std::fwrite(crowd->getAgent(i)->npos, sizeof(float), 3, stdout);
            std::fflush(stdout);
        }
    }
}
