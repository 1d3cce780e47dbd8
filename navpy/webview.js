"use strict";
// Paths on the navmesh that a page holds: A* over portals, then the funnel, as navpy.query does it.
// mesh: {vertices: [x, y, z, …], polygons: [[corner, …], …], neighbors: [[polygon or -1, …], …], areas, islands: [one a polygon],
//        triangles: [a, b, c, …], triangle_polygons: [one a triangle], area_costs: [64], soft_areas: [area, …],
//        links: [{start_poly, end_poly, area, leave: [left, right], land: [left, right]}, …], one a way, a link of no width with
//        the same point twice}. Points are [x, y, z] in metres, Y up.

const NavpyPath = (() => {
    const IN_LINE = 1e-9;                   // metres

    // In the same operations as the library has them: of ways that cost the same, rounding decides.
    const distance = (a, b) => {
        const x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
        return Math.sqrt(x * x + y * y + z * z);
    };
    const middle = (a, b) => [0, 1, 2].map(k => 0.5 * (a[k] + b[k]));
    const flat = (a, b) => Math.hypot(b[0] - a[0], b[2] - a[2]);
    const area2 = (a, b, c) => (b[0] - a[0]) * (c[2] - a[2]) - (c[0] - a[0]) * (b[2] - a[2]);
    const same = (a, b) => flat(a, b) <= IN_LINE;
    const between = (a, b, t) => [0, 1, 2].map(k => a[k] + t * (b[k] - a[k]));
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
            const place = middle(a, b);
            return {node: node++, to: mesh.neighbors[poly][i], enter: place, leave: place, link: null};
        }).filter(exit => exit.to >= 0));
        for (const link of mesh.links) {
            mesh.exits[link.start_poly].push({node: node++, to: link.end_poly, enter: middle(...link.leave),
                                              leave: middle(...link.land), link});
        }
        return mesh.exits;
    }

    // Into a soft area none but its own leads.
    const mayChange = (mesh, area, next) => area === next || !mesh.soft_areas.includes(next);
    const mayLeave = (mesh, poly, exit) => mayChange(mesh, mesh.areas[poly], mesh.areas[exit.to])
        && (!exit.link || mayChange(mesh, mesh.areas[poly], exit.link.area));

    // [[exit, …] from start to goal] or null. Ends: {poly, point}.
    function findCorridor(mesh, start, goal) {
        if (mesh.islands[start.poly] !== mesh.islands[goal.poly]) return null;
        const exits = exitsOf(mesh), costAt = poly => mesh.area_costs[mesh.areas[poly]], least = Math.min(...mesh.area_costs);
        const best = new Map(), heap = new Heap(), goalCost = costAt(goal.poly);
        let found = Infinity, last = null;
        if (start.poly === goal.poly) found = goalCost * distance(start.point, goal.point);
        const expand = (poly, from, parent, before) => {
            const back = parent && !parent.exit.link ? parent.from : -1;
            for (const exit of exits[poly]) {
                if ((exit.to === back && !exit.link) || !mayLeave(mesh, poly, exit)) continue;
                const crossing = exit.link ? mesh.area_costs[exit.link.area] * distance(exit.enter, exit.leave) : 0;
                const through = before + costAt(poly) * distance(from, exit.enter) + crossing;
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

    // The triangles of a polygon's surface, [[a, b, c], …].
    function surface(mesh, poly) {
        if (!mesh.surfaces) {
            mesh.surfaces = mesh.polygons.map(() => []);
            mesh.triangle_polygons.forEach((owner, i) =>
                mesh.surfaces[owner].push([0, 1, 2].map(k => vertex(mesh, mesh.triangles[3 * i + k]))));
        }
        return mesh.surfaces[poly];
    }

    // Height of a triangle's plane.
    function planeHeight([a, b, c], x, z) {
        const p = [x, 0, z], whole = area2(a, b, c);
        return (area2(b, c, p) * a[1] + area2(c, a, p) * b[1] + area2(a, b, p) * c[1]) / whole;
    }

    // Height of a polygon's surface: of the triangle there, or the nearest one.
    function heightAt(mesh, poly, x, z) {
        const outside = ([a, b, c]) => Math.max(...[[a, b], [b, c], [c, a]].map(([p, q]) => area2(p, q, [x, 0, z]) / (flat(p, q) || 1)));
        const flatOnes = surface(mesh, poly).filter(triangle => area2(...triangle) !== 0);
        return planeHeight(flatOnes.reduce((best, next) => (outside(next) < outside(best) ? next : best)), x, z);
    }

    // Where a link is left and come to, t from its left side (0) to its right one (1).
    function crossingOf(mesh, link, t) {
        const enter = between(...link.leave, t), leave = between(...link.land, t);
        if (flat(...link.leave) > 0) {
            enter[1] = heightAt(mesh, link.start_poly, enter[0], enter[2]);
            leave[1] = heightAt(mesh, link.end_poly, leave[0], leave[2]);
        }
        return {enter, leave};
    }

    // The t in 0 … 1 at which a convex function is least, by the golden section.
    function leastOf(f) {
        const share = (Math.sqrt(5) - 1) / 2;
        let low = 0, high = 1, a = high - share, b = low + share, fa = f(a), fb = f(b);
        for (let i = 0; i < 60; i++) {
            if (fa <= fb) { high = b; b = a; fb = fa; a = high - share * (high - low); fa = f(a); }
            else { low = a; a = b; fa = fb; b = low + share * (high - low); fb = f(b); }
        }
        return [0, 1, 0.5 * (low + high)].reduce((best, t) => (f(t) < f(best) ? t : best));
    }

    // Legs on the surface, [[point, …], …], between the links of a corridor, which are crossed straight ahead where the way is
    // shortest seen from above.
    function pullLegs(mesh, corridor, start, goal) {
        const legs = [[]], links = [];
        for (const {poly, exit} of corridor) {
            if (exit.link) { links.push(exit.link); legs.push([]); } else legs[legs.length - 1].push(portal(mesh, poly, exit.to));
        }
        const crossings = links.map(link => crossingOf(mesh, link, 0.5));
        const leg = k => pull(legs[k], k ? crossings[k - 1].leave : start, k < links.length ? crossings[k].enter : goal);
        const span = points => points.slice(1).reduce((sum, p, i) => sum + flat(points[i], p), 0);
        const wide = links.map((link, k) => k).filter(k => flat(...links[k].leave) > 0);
        for (let round = 0; round < (wide.length > 1 ? 20 : wide.length); round++) {
            for (const k of wide) {
                const cross = t => { crossings[k] = crossingOf(mesh, links[k], t); };
                cross(leastOf(t => { cross(t); return span(leg(k)) + span(leg(k + 1)); }));
            }
        }
        return legs.map((_, k) => leg(k));
    }

    // {points, line, length} from start to goal, or null where no way leads there; line: the points and those between them
    // where the way crosses the surface's triangles, or on arcs along links.
    function findPath(mesh, start, goal) {
        const corridor = findCorridor(mesh, start, goal);
        if (!corridor) return null;
        const legs = pullLegs(mesh, corridor, start.point, goal.point), points = legs.flat();
        const triangles = [...corridor.map(step => step.poly), goal.poly].flatMap(poly => surface(mesh, poly));
        const line = legs.flatMap((leg, k) => [...(k ? arc(legs[k - 1].at(-1), leg[0]) : []), leg[0], ...leg.slice(1).flatMap((p, i) => along(triangles, leg[i], p))]);
        let length = 0;
        for (let i = 1; i < points.length; i++) length += distance(points[i - 1], points[i]);
        return {points: points.filter((p, i) => !i || distance(points[i - 1], p) > 0), line, length};
    }

    // Points between the ends of a link, as it is drawn.
    function arc(a, b) {
        return Array.from({length: 11}, (_, i) => {
            const t = (i + 1) / 12, [x, y, z] = between(a, b, t);
            return [x, y + distance(a, b) * t * (1 - t), z];
        });
    }

    // Points of the straight way between two points over triangles, without its start. Of triangles over each other those go
    // on that are nearest in height to where it comes from.
    function along(triangles, start, end) {
        const d = [end[0] - start[0], 0, end[2] - start[2]], pieces = [];
        const at = t => [start[0] + t * d[0], 0, start[2] + t * d[2]];
        for (const triangle of triangles) {
            let low = 0, high = 1;
            triangle.forEach((a, k) => {
                const b = triangle[(k + 1) % 3], size = flat(a, b) || 1;
                const outside = area2(a, b, start) / size, slope = ((b[0] - a[0]) * d[2] - d[0] * (b[2] - a[2])) / size;
                if (slope > 0) high = Math.min(high, (IN_LINE - outside) / slope);
                else if (slope < 0) low = Math.max(low, (IN_LINE - outside) / slope);
                else if (outside > IN_LINE) high = -1;
            });
            if (high > low + IN_LINE && area2(...triangle) !== 0) pieces.push({low, high, triangle});
        }
        const out = [];
        for (let t = 0, height = start[1]; ;) {
            const off = piece => Math.abs(planeHeight(piece.triangle, at(t)[0], at(t)[2]) - height);
            const going = pieces.filter(piece => piece.low <= t + IN_LINE && piece.high > t + IN_LINE);
            if (!going.length) {
                const later = pieces.filter(piece => piece.low > t).map(piece => piece.low);
                if (!later.length) break;
                t = Math.min(...later);
                continue;
            }
            const next = going.reduce((best, piece) => (off(piece) < off(best) ? piece : best));
            t = next.high;
            const [x, , z] = at(t);
            height = planeHeight(next.triangle, x, z);
            out.push([x, height, z]);
        }
        return [...out, end];
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
