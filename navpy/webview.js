"use strict";
// Paths on the navmesh that a page holds: A* over portals, then the funnel, as navpy.query does it.
// mesh: {vertices: [x, y, z, …], polygons: [[corner, …], …], neighbors: [[polygon or -1, …], …], areas, islands: [one a polygon],
//        triangles: [a, b, c, …], triangle_polygons: [one a triangle], links: [{start, end, start_poly, end_poly, area}, …],
//        area_costs: [64], soft_areas: [area, …]}. Points are [x, y, z] in metres, Y up.

const NavpyPath = (() => {
    const IN_LINE = 1e-9;                   // metres

    const distance = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    const flat = (a, b) => Math.hypot(b[0] - a[0], b[2] - a[2]);
    const area2 = (a, b, c) => (b[0] - a[0]) * (c[2] - a[2]) - (c[0] - a[0]) * (b[2] - a[2]);
    const same = (a, b) => flat(a, b) <= IN_LINE;
    const vertex = (mesh, i) => [mesh.vertices[3 * i], mesh.vertices[3 * i + 1], mesh.vertices[3 * i + 2]];

    class Heap {                            // least key first; equal keys by the lower node
        constructor() { this.items = []; }
        static before(a, b) { return a.key < b.key || (a.key === b.key && a.node < b.node); }
        push(item) {
            let i = this.items.push(item) - 1;
            for (let up = (i - 1) >> 1; i > 0 && Heap.before(item, this.items[up]); i = up, up = (i - 1) >> 1) this.items[i] = this.items[up];
            this.items[i] = item;
        }
        pop() {
            const top = this.items[0], item = this.items.pop(), size = this.items.length;
            for (let i = 0, child = 1; size > 0; child = 2 * i + 1) {
                if (child + 1 < size && Heap.before(this.items[child + 1], this.items[child])) child++;
                if (child >= size || !Heap.before(this.items[child], item)) { this.items[i] = item; break; }
                this.items[i] = this.items[child];
                i = child;
            }
            return top;
        }
    }

    // The ways out of every polygon, made once a mesh: {node, to, enter, leave, link}; a portal is entered and left at its middle.
    function exitsOf(mesh) {
        if (mesh.exits) return mesh.exits;
        let node = 0;
        mesh.exits = mesh.polygons.map((ring, poly) => ring.map((corner, i) => {
            const a = vertex(mesh, corner), b = vertex(mesh, ring[(i + 1) % ring.length]);
            const middle = [0, 1, 2].map(k => 0.5 * (a[k] + b[k]));
            return {node: node++, to: mesh.neighbors[poly][i], enter: middle, leave: middle, area: mesh.areas[poly], link: false};
        }).filter(exit => exit.to >= 0));
        for (const link of mesh.links) {
            const exit = {node: node++, to: link.end_poly, enter: link.start, leave: link.end, area: link.area, link: true};
            if (link.start_poly >= 0 && link.end_poly >= 0) mesh.exits[link.start_poly].push(exit);
        }
        return mesh.exits;
    }

    const cost = (mesh, area) => (mesh.area_costs.length ? mesh.area_costs[area] : 1);
    const mayEnter = (mesh, poly, next) => mesh.areas[next] === mesh.areas[poly] || !mesh.soft_areas.includes(mesh.areas[next]);

    // [[exit, …] from start to goal] or null. Ends: {poly, point}.
    function findCorridor(mesh, start, goal) {
        if (mesh.islands[start.poly] !== mesh.islands[goal.poly]) return null;
        const exits = exitsOf(mesh), least = mesh.area_costs.length ? Math.min(...mesh.area_costs) : 1;
        const best = new Map(), heap = new Heap(), goalCost = cost(mesh, mesh.areas[goal.poly]);
        let found = Infinity, last = null;
        if (start.poly === goal.poly) found = goalCost * distance(start.point, goal.point);
        const expand = (poly, from, parent, before) => {
            const back = parent && !parent.exit.link ? parent.from : -1;
            for (const exit of exits[poly]) {
                if ((exit.to === back && !exit.link) || (!exit.link && !mayEnter(mesh, poly, exit.to))) continue;
                const crossing = exit.link ? cost(mesh, exit.area) * distance(exit.enter, exit.leave) : 0;
                const through = before + cost(mesh, mesh.areas[poly]) * distance(from, exit.enter) + crossing;
                const known = best.get(exit.node);
                if (known && known.cost <= through) continue;
                const entry = {cost: through, parent, exit, from: poly};
                best.set(exit.node, entry);
                heap.push({key: through + least * distance(exit.leave, goal.point), node: exit.node, entry});
            }
        };
        expand(start.poly, start.point, null, 0);
        while (heap.items.length && heap.items[0].key < found) {
            const {entry, node} = heap.pop();
            if (best.get(node) !== entry) continue;         // a cheaper way to it was found meanwhile
            const poly = entry.exit.to;
            if (poly === goal.poly) {
                const whole = entry.cost + goalCost * distance(entry.exit.leave, goal.point);
                if (whole < found) { found = whole; last = entry; }
            }
            expand(poly, entry.exit.leave, entry, entry.cost);
        }
        if (found === Infinity) return null;
        const corridor = [];
        for (; last; last = last.parent) corridor.unshift({poly: last.from, exit: last.exit});
        return corridor;
    }

    // [left, right] ends of the portal between two polygons; edges in line that lead to the same one are one portal.
    function portal(mesh, poly, next) {
        const ring = mesh.polygons[poly], around = mesh.neighbors[poly], count = ring.length;
        for (let i = 0; i < count; i++) {
            if (around[i] !== next || around[(i + count - 1) % count] === next) continue;
            let end = i;
            while (around[end % count] === next) end++;
            return [vertex(mesh, ring[end % count]), vertex(mesh, ring[i])];
        }
        return null;
    }

    // -1 where c lies left of a → b seen from above, 1 right, 0 in line.
    function turn(a, b, c) {
        const area = area2(a, b, c), slack = IN_LINE * Math.max(flat(a, b), flat(a, c));
        return area < -slack ? -1 : area > slack ? 1 : 0;
    }

    // Does the way from the apex to next lead round post, the first one on the other side?
    function passes(apex, post, next, side) {
        const seen = turn(apex, post, next);
        if (seen !== 0) return seen === -side;
        const p = [post[0] - apex[0], post[2] - apex[2]], n = [next[0] - apex[0], next[2] - apex[2]];
        return p[0] * n[0] + p[1] * n[1] > 0 && p[0] * p[0] + p[1] * p[1] <= n[0] * n[0] + n[1] * n[1];
    }

    // The funnel as a deque (Lee & Preparata 1984): chains[-1], chains[1] are what is seen on the left and right of the apex.
    function pull(portals, start, goal) {
        const points = [start], chains = {"-1": [], "1": []};
        let apex = start;
        const emit = p => { if (distance(points[points.length - 1], p) > 0) points.push(p); };
        const narrow = (side, next) => {
            const mine = chains[side], other = chains[-side];
            while (mine.length) {
                const before = mine.length > 1 ? mine[mine.length - 2] : apex;
                if (turn(before, mine[mine.length - 1], next) === side) break;
                mine.pop();
            }
            if (!mine.length) {
                while (other.length && !same(apex, next) && passes(apex, other[0], next, side)) { apex = other.shift(); emit(apex); }
            }
            if (!same(mine.length ? mine[mine.length - 1] : apex, next)) mine.push(next);
        };
        for (const [left, right] of portals) { narrow(-1, left); narrow(1, right); }
        narrow(1, goal);
        chains[1].forEach(emit);
        emit(goal);
        return points;
    }

    // {points, length} from start to goal, or null where no way leads there.
    function findPath(mesh, start, goal) {
        const corridor = findCorridor(mesh, start, goal);
        if (!corridor) return null;
        let points = [start.point], portals = [], from = start.point;
        for (const {poly, exit} of corridor) {
            if (exit.link) {
                points.push(...pull(portals, from, exit.enter).slice(1), exit.leave);
                portals = [];
                from = exit.leave;
            } else portals.push(portal(mesh, poly, exit.to));
        }
        points.push(...pull(portals, from, goal.point).slice(1));
        let length = 0;
        for (let i = 1; i < points.length; i++) length += distance(points[i - 1], points[i]);
        return {points, length};
    }

    // {poly, point} where a ray first meets the surface, or null (Möller & Trumbore 1997).
    function pick(mesh, origin, direction) {
        let best = null, nearest = Infinity;
        const cross = (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        const dot = (u, v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2], minus = (u, v) => [u[0] - v[0], u[1] - v[1], u[2] - v[2]];
        for (let i = 0; i < mesh.triangle_polygons.length; i++) {
            const a = vertex(mesh, mesh.triangles[3 * i]);
            const ab = minus(vertex(mesh, mesh.triangles[3 * i + 1]), a), ac = minus(vertex(mesh, mesh.triangles[3 * i + 2]), a);
            const p = cross(direction, ac), det = dot(ab, p), t = minus(origin, a), u = dot(t, p) / det;
            if (!(u >= 0 && u <= 1)) continue;
            const q = cross(t, ab), v = dot(direction, q) / det, far = dot(ac, q) / det;
            if (v >= 0 && u + v <= 1 && far > 0 && far < nearest) {
                nearest = far;
                best = {poly: mesh.triangle_polygons[i], point: [0, 1, 2].map(k => origin[k] + far * direction[k])};
            }
        }
        return best;
    }

    return {findPath, pick};
})();

if (typeof module !== "undefined") module.exports = NavpyPath;
