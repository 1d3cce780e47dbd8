"use strict";
// Path search on the page's navmesh.
// mesh: {vertices: [x, y, z, …], polygons: [[corner, …], …], neighbors: [[polygon or -1, …], …],
//        areas, islands: [one number for each polygon], triangles: [a, b, c, …], triangle_polygons: [one polygon for each triangle],
//        area_costs: [one number for each area id], exit_only_areas: [area, …],
//        links: [{link, start_poly, end_poly, area, leave: [left, right], land: [left, right]}, …]}
// There is one entry in links for each direction of a link; both directions of a link have the same number. leave and land are the
// segments at its ends; without width their two points are the same. Points are [x, y, z] in meters, Y up. Polygons that are not
// walkable have no corners.
//
// If all polygons cost the same and no link costs less, the path is the shortest one in the plan: Polyanya (Cui, Harabor & Grastien
// 2017) searches the intervals that are visible from the start and from the corners at which a path may bend. Otherwise A* selects a
// corridor, entering each portal at the point nearest to the straight line, and the path is the cheapest one inside this corridor; a
// path through other polygons may be cheaper. Both searches are those of navpy.query, without its optimizations.

const NavpyPath = (() => {
    const {distance, flat, area2, plus, minus, between, vertex, surface, heightAt, arc, along} = NavpySurface;
    const IN_LINE = 1e-9;                   // meters: points this near to a line count as on it
    const SNAP = 1e-4;                      // meters: a crossing this near to the end of a portal is moved there; smaller bends are removed
    const SAME_COST = 1 + 1e-12;            // ratio: rounding makes two sums of the same lengths differ by less

    const toLeft = (a, b, c) => -area2(a, b, c);            // above 0 where c lies left of a → b seen from above

    // Parameter, 0 … 1, of the point of a → b that is nearest to p in the plan.
    function nearestPart(p, a, b) {
        const x = b[0] - a[0], z = b[2] - a[2], size = x * x + z * z;
        return size > 0 ? Math.min(Math.max(((p[0] - a[0]) * x + (p[2] - a[2]) * z) / size, 0), 1) : 0.5;
    }
    function offSegment(p, a, b) {          // squared distance between p and a → b in the plan, m²
        const t = nearestPart(p, a, b), x = a[0] + t * (b[0] - a[0]) - p[0], z = a[2] + t * (b[2] - a[2]) - p[2];
        return x * x + z * z;
    }

    // The mirror image of a point in the line through a and b.
    function mirrored(p, [a, b]) {
        const x = b[0] - a[0], z = b[2] - a[2], t = 2 * area2(a, b, p) / (x * x + z * z);
        return [p[0] + t * z, p[1], p[2] - t * x];
    }

    // -1 where c lies left of a → b seen from above, 1 right, 0 in line.
    function turn(a, b, c) {
        const area = area2(a, b, c), slack = IN_LINE * Math.max(flat(a, b), flat(a, c));
        return area < -slack ? -1 : area > slack ? 1 : 0;
    }

    class Heap {                            // the lowest key comes first; of equal keys the one of the lower node
        constructor() { this.items = []; }
        static before(a, b) { return a.key < b.key || (a.key === b.key && a.node < b.node); }
        push(item) {
            const {items} = this;
            let i = items.push(item) - 1;
            for (let up = (i - 1) >> 1; i > 0 && Heap.before(item, items[up]); i = up, up = (i - 1) >> 1) items[i] = items[up];
            items[i] = item;
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

    // The graph that searches read, made once for each mesh. By polygon and edge: corners (points), next (the polygon beyond the edge,
    // -1: the edge cannot be crossed), twins (index of the edge in that polygon), fans (one object for all polygons around a vertex that
    // edges connect, null where no shortest path bends), nodes (a number for each edge). By polygon: costs, and the links that leave it.
    function prepare(mesh) {
        if (mesh.ready) return mesh.ready;
        const mayChange = (from, to) => from === to || !mesh.exit_only_areas.includes(to);       // an exit-only area is entered from itself alone
        const around = mesh.neighbors, costs = mesh.areas.map(area => mesh.area_costs[area]);
        const corners = mesh.polygons.map(ring => ring.map(i => vertex(mesh, i)));
        const after = (poly, i) => (i + 1) % corners[poly].length, before = (poly, i) => (i || corners[poly].length) - 1;
        const next = around.map((row, poly) => row.map(to => (to >= 0 && mayChange(mesh.areas[poly], mesh.areas[to]) ? to : -1)));
        const twins = around.map((row, poly) => row.map((to, i) => {
            const a = corners[poly][i], b = corners[poly][after(poly, i)];
            const off = k => (around[to][k] === poly ? flat(a, corners[to][after(to, k)]) + flat(b, corners[to][k]) : Infinity);
            return to < 0 ? -1 : around[to].reduce((best, _, k) => (off(k) < off(best) ? k : best), 0);
        }));
        const back = (poly, i) => around[poly][i] >= 0 && next[around[poly][i]][twins[poly][i]] >= 0;
        const open = (poly, i) => next[poly][i] >= 0 && back(poly, i), oneWay = (poly, i) => (next[poly][i] >= 0) !== back(poly, i);
        const fans = corners.map(ring => ring.map(() => undefined));
        const nameFan = (poly, corner) => {
            let [p, i] = [poly, corner], angle = 0, bends = false;
            do {                                                        // clockwise to the first one
                if (!open(p, i)) { bends = true; break; }
                [p, i] = [next[p][i], after(next[p][i], twins[p][i])];
            } while (p !== poly || i !== corner);
            const members = [], anywhere = oneWay(p, i);
            for (let edge; ; [p, i] = [next[p][edge], twins[p][edge]]) {
                const at = corners[p][i], u = minus(corners[p][after(p, i)], at), v = minus(corners[p][before(p, i)], at);
                if (members.some(([q, k]) => q === p && k === i)) break;
                members.push([p, i]);
                angle += Math.atan2(Math.abs(u[2] * v[0] - u[0] * v[2]), u[0] * v[0] + u[2] * v[2]);
                edge = before(p, i);
                if (!open(p, edge)) { bends = bends && (anywhere || oneWay(p, edge) || angle > Math.PI - 1e-6); break; }
            }
            const fan = bends ? {} : null;
            for (const [q, k] of members) fans[q][k] = fan;
        };
        fans.forEach((row, poly) => row.forEach((fan, i) => fan === undefined && nameFan(poly, i)));
        const links = corners.map(() => []), factors = costs.filter((_, poly) => corners[poly].length);
        const ground = factors.length ? factors[0] : 0, equal = factors.every(cost => cost === ground);
        let node = 0, least = factors.reduce((a, b) => Math.min(a, b), Infinity);
        const nodes = next.map(row => row.map(() => node++));
        for (const link of mesh.links) {
            const from = mesh.areas[link.start_poly], cost = mesh.area_costs[link.area];
            if (!mayChange(from, mesh.areas[link.end_poly]) || !mayChange(from, link.area)) continue;
            links[link.start_poly].push({...link, node: node++, cost, wide: flat(...link.leave) > 0});
            least = Math.min(least, cost);
        }
        mesh.ready = {corners, next, twins, fans, nodes, costs, links, least, ground, uniform: equal && ground > 0 && least >= ground};
        return mesh.ready;
    }

    function isReachable({next, links}, start, goal) {
        const found = new Set([start]);
        for (const poly of found) {
            for (const to of next[poly]) if (to >= 0) found.add(to);
            for (const link of links[poly]) found.add(link.end_poly);
        }
        return found.has(goal);
    }

    // The points at which a path leaves the surface onto a link and lands again: t from the link's left side (0) to its right side (1).
    function crossingOf(mesh, link, t) {
        const enter = between(...link.leave, t), leave = between(...link.land, t);
        if (link.wide) {
            enter[1] = heightAt(mesh, link.start_poly, enter[0], enter[2]);
            leave[1] = heightAt(mesh, link.end_poly, leave[0], leave[2]);
        }
        return {enter, leave};
    }

    // ---- the shortest path (Polyanya) ----
    // A root is a point to which a path is known: {at, cost, parent (the root before), link (the link from the parent), taken (links on
    // the path), view (the view in which it was found), fan, seen (polygons)}. A view is the part of a polygon that is visible from a
    // root: between the rays to the points right and left, or all of it. A root may also see through a link with a width: then the
    // link's land side takes the place of its leave side, and the root is moved by the same vector (a root with through: the link);
    // what lies on the near side of the land side is seen from the root's mirror image.

    // True if p lies beyond the land side through which the view passes.
    const isBeyond = (view, p) => !view.gate || toLeft(...view.gate, p) * toLeft(...view.gate, view.root.at) <= 0;
    const isSeen = (view, p) => isBeyond(view, p)
        && (!view.right || (turn(view.root.at, view.right, p) <= 0 && turn(view.root.at, view.left, p) >= 0));

    // The part of a → b beyond the land side, or null.
    function clip(view, a, b) {
        const ins = [isBeyond(view, a), isBeyond(view, b)];
        if (!ins[0] && !ins[1]) return null;
        if (ins[0] && ins[1]) return [a, b];
        const off = [toLeft(...view.gate, a), toLeft(...view.gate, b)], cut = between(a, b, off[0] / (off[0] - off[1]));
        return ins[0] ? [a, cut] : [cut, b];
    }

    // [right, left]: the visible part of a → b, which runs from right to left; null if none is visible. Limits that do not change stay
    // the view's own objects.
    function sightOf({root: {at}, right, left}, a, b) {
        if (!(toLeft(at, a, b) > 0)) return null;
        if (!right) return [a, b];
        if (!(toLeft(at, right, b) > 0 && toLeft(at, left, a) < 0)) return null;
        return [toLeft(at, right, a) >= 0 ? a : right, toLeft(at, left, b) <= 0 ? b : left];
    }

    // Lower bound of the distance from the root to the goal, in meters, through the interval between two points (Polyanya's h-value).
    function leastThrough({root: {at}, right, left}, a, b, goal) {
        const end = toLeft(a, b, goal) > 0 ? mirrored(goal, [a, b]) : goal;     // the path has to touch a → b
        const post = toLeft(at, right, end) < 0 ? right : toLeft(at, left, end) > 0 ? left : null, edgeOn = turn(at, right, left) === 0;
        return post && !edgeOn ? flat(at, post) + flat(post, end) : flat(at, end);
    }

    function findShortest(mesh, start, goal) {
        const {corners, next, fans, links, ground} = prepare(mesh), heap = new Heap(), best = new Map(), landings = [];
        let found = {cost: Infinity}, count = 0;
        const push = (view, rest) => {
            const key = view.root.cost + rest;
            if (key < found.cost) heap.push({key, node: count++, view});
        };
        const lookAround = (root, poly, before) => {
            if (root.seen.has(poly)) return;
            root.seen.add(poly);
            push({root, poly, before, depth: 0}, flat(root.at, goal.point));
        };
        const isNew = landing => {          // false if an earlier crossing of the link is as good for every landing point
            const covers = other => other.link === landing.link && other.low <= landing.low && other.high >= landing.high
                && other.cost + flat(other.at, landing.at) <= landing.cost * SAME_COST;
            return !landings.some(covers) && landings.push(landing) > 0;
        };
        const over = (root, link, view) => ({cost: root.cost + flat(link.leave[0], link.land[0]) * link.cost / ground, parent: root, view,
                                             taken: [...root.taken, link.link], seen: new Set()});
        const landAt = (view, link, t) => {
            const {enter, leave} = crossingOf(mesh, link, t), {root} = view, cost = root.cost + flat(root.at, enter);
            if (!isNew({link, at: enter, low: -1, high: 2, cost})) return;
            const before = {at: enter, cost, parent: root, taken: root.taken, view, link};
            lookAround({...over(before, link, view), at: leave}, link.end_poly, view);
        };
        const takeLink = (view, link) => {
            const {root} = view, across = minus(link.land[0], link.leave[0]), [a, b] = link.leave;
            for (let t = 0; t <= (link.wide ? 1 : 0); t++) if (isSeen(view, link.leave[t])) landAt(view, link, t);
            if (link.wide && offSegment(root.at, a, b) <= IN_LINE ** 2) landAt(view, link, nearestPart(root.at, a, b));
            const part = link.wide && turn(root.at, a, b) !== 0 && clip(view, a, b);
            const seen = part && (sightOf(view, ...part) || sightOf(view, part[1], part[0]));
            if (!seen) return;
            const ends = seen.map(foot => { const s = toLeft(root.at, foot, a), u = toLeft(root.at, foot, b); return s / (s - u); });
            if (!isNew({link, at: root.at, low: Math.min(...ends), high: Math.max(...ends), cost: root.cost})) return;
            const moved = [root.at, ...seen].map(p => plus(p, across)), [at, left, right] = moved.map(p => mirrored(p, link.land));
            for (const [from, first, last] of [moved, [at, right, left]]) {
                push({root: {...over(root, link, view), at: from, through: link}, poly: link.end_poly, right: first, left: last,
                      gate: link.land, before: view, depth: 0}, flat(from, goal.point));
            }
        };
        const bend = (view, fan, at) => {
            const {root} = view, cost = root.cost + flat(root.at, at), known = best.get(fan);
            if (known && known.cost <= cost * SAME_COST) return;
            best.set(fan, {at, cost, parent: root, taken: root.taken, view, fan, seen: new Set()});
            lookAround(best.get(fan), view.poly, view);
        };
        const expand = view => {
            const {root, poly} = view, ring = corners[poly];
            if (poly === goal.poly && isSeen(view, goal.point)) {
                const cost = root.cost + flat(root.at, goal.point);
                if (cost < found.cost) found = {cost, view};
            }
            ring.forEach((corner, i) => {
                const to = next[poly][i], end = ring[(i + 1) % ring.length];
                if (fans[poly][i] && isSeen(view, corner)) bend(view, fans[poly][i], corner);
                if (to < 0 || to === view.from) return;
                if (!view.right && offSegment(root.at, corner, end) <= IN_LINE ** 2) { lookAround(root, to, view); return; }
                const part = clip(view, corner, end), sight = part && sightOf(view, ...part);
                if (!sight || view.depth > corners.length) return;
                const through = {root, poly: to, from: poly, right: sight[0], left: sight[1], before: view, depth: view.depth + 1};
                push(through, leastThrough(through, ...part, goal.point));
            });
            for (const link of links[poly]) if (!root.taken.includes(link.link)) takeLink(view, link);
        };
        if (!isReachable(prepare(mesh), start.poly, goal.poly)) return null;
        lookAround({at: start.point, cost: 0, taken: [], seen: new Set()}, start.poly, null);
        while (heap.items.length && heap.items[0].key < found.cost) {
            const {view} = heap.pop();
            if (!view.root.fan || best.get(view.root.fan) === view.root) expand(view);      // otherwise a cheaper path to the corner was found meanwhile
        }
        return found.view ? {cost: found.cost * ground, ...trace(mesh, found.view, goal)} : null;
    }

    // {points: [{at, link: the link that begins there, or undefined}, …], polys} of the path that ends in a view.
    function trace(mesh, view, goal) {
        const points = [{at: goal.point}], polys = new Set();
        for (let {root} = view; root; root = root.parent) {
            if (!root.through) { points.unshift({at: root.at, link: root.link}); continue; }
            const [s, u] = root.through.land.map(end => toLeft(root.at, points[0].at, end));
            const {enter, leave} = crossingOf(mesh, root.through, Math.min(Math.max(s / (s - u) || 0, 0), 1));
            points.unshift({at: enter, link: root.through}, {at: leave});
        }
        for (let v = view; v; v = v.before) polys.add(v.poly);
        return {points: withoutStraight(points, IN_LINE), polys};
    }

    // The points of a path, without points that lie on a straight line, up to some meters, and without double points.
    function withoutStraight(points, slack) {
        const kept = [points[0]];
        points.forEach((p, i) => {
            const last = kept[kept.length - 1], follows = points[i + 1];
            if (i === 0) return;
            if (!last.link && flat(last.at, p.at) === 0) {
                kept[kept.length - 1] = {at: last.at, link: p.link};
                return;
            }
            const off = follows && Math.abs(area2(last.at, follows.at, p.at)) / (flat(last.at, follows.at) || 1);
            if (!follows || p.link || last.link || off > slack) kept.push(p);
        });
        return kept;
    }

    // ---- the cheapest path inside a corridor ----

    // The point of the portal a → b that is nearest to the straight line from start to goal.
    function clampedPoint(a, b, start, goal) {
        const sides = [toLeft(a, b, start) > 0, toLeft(a, b, goal) > 0], s = toLeft(start, goal, a), u = toLeft(start, goal, b);
        if (sides[0] !== sides[1] && (s > 0) !== (u > 0)) return between(a, b, s / (s - u));
        const tried = [[0, offSegment(a, start, goal)], [1, offSegment(b, start, goal)]];
        for (const p of [start, goal]) tried.push([nearestPart(p, a, b), offSegment(p, a, b)]);
        return between(a, b, tried.reduce((best, one) => (one[1] < best[1] ? one : best))[0]);
    }

    // [{poly, to, enter, leave, link (or null), node}, …] from start to goal, or null.
    function findCorridor(mesh, start, goal) {
        const {corners, next, nodes, costs, links, least} = prepare(mesh);
        if (mesh.islands[start.poly] !== mesh.islands[goal.poly]) return null;
        const best = new Map(), heap = new Heap();
        let found = start.poly === goal.poly ? costs[goal.poly] * distance(start.point, goal.point) : Infinity, last = null;
        const offer = (exit, before, from, parent) => {
            const crossing = exit.link ? exit.link.cost * distance(exit.enter, exit.leave) : 0;
            const cost = before + (costs[exit.poly] * distance(from, exit.enter) + crossing), known = best.get(exit.node);
            if (known && known.cost <= cost) return;
            const entry = {cost, parent, exit, order: known ? known.order : best.size};
            best.set(exit.node, entry);
            heap.push({key: cost + least * distance(exit.leave, goal.point), node: entry.order, entry});
        };
        const expand = (poly, from, parent, before) => {
            const back = parent && !parent.exit.link ? parent.exit.poly : -1, ring = corners[poly];
            next[poly].forEach((to, i) => {
                if (to < 0 || to === back) return;
                const place = clampedPoint(ring[i], ring[(i + 1) % ring.length], start.point, goal.point);
                offer({poly, to, enter: place, leave: place, link: null, node: nodes[poly][i]}, before, from, parent);
            });
            for (const link of links[poly]) {
                const [enter, leave] = [link.leave, link.land].map(ends => between(...ends, 0.5));
                offer({poly, to: link.end_poly, enter, leave, link, node: link.node}, before, from, parent);
            }
        };
        expand(start.poly, start.point, null, 0);
        while (heap.items.length && heap.items[0].key < found) {
            const {entry} = heap.pop(), {to, leave} = entry.exit;
            if (best.get(entry.exit.node) !== entry) continue;         // a cheaper path to the node was found meanwhile
            const whole = to === goal.poly ? entry.cost + costs[to] * distance(leave, goal.point) : Infinity;
            if (whole < found) { found = whole; last = entry; }
            expand(to, leave, entry, entry.cost);
        }
        if (found === Infinity) return null;
        const corridor = [];
        for (; last; last = last.parent) corridor.unshift(last.exit);
        return corridor;
    }

    // The ends [left, right] of the portal between two polygons. Collinear edges that lead to the same polygon form one portal.
    function portal({corners, next}, poly, to) {
        const ring = corners[poly], row = next[poly], count = ring.length;
        const first = row.findIndex((other, i) => other === to && row[(i + count - 1) % count] !== to);
        let end = first;
        while (row[end % count] === to) end++;
        return [ring[end % count], ring[first]];
    }

    // The gates between the polygons of a corridor, portals or links. A path crosses each at t, from its left end (0) to its right end (1).
    function gateOf(ready, {poly, to, link}) {
        const [left, right] = link ? link.leave : portal(ready, poly, to), ends = link || {leave: [left, right], land: [left, right]};
        return {...ends, start_poly: poly, end_poly: to, along: minus(right, left), factor: ready.costs[to], link,
                crossing: link ? link.cost * flat(link.leave[0], link.land[0]) : 0};
    }

    // Moves the crossings of the gates to the cheapest path in the plan. Its cost is a convex function of the crossings: Newton's method
    // with a logarithmic barrier at the ends of the gates, whose weight decreases; lengths are smoothed near 0 by the same amount.
    function placeGates(gates, first, start, goal) {
        const count = gates.length, factors = [first, ...gates.map(gate => gate.factor)];
        const legs = ts => factors.map((_, i) => {
            const place = (k, side) => [0, 2].map(axis => gates[k][side][0][axis] + ts[k] * gates[k].along[axis]);
            const a = i ? place(i - 1, "land") : [start[0], start[2]], b = i < count ? place(i, "leave") : [goal[0], goal[2]];
            return [b[0] - a[0], b[1] - a[1]];
        });
        const costOf = (ts, weight) => legs(ts).reduce((sum, [x, z], i) => sum + Math.hypot(factors[i] * x, factors[i] * z, weight), 0)
            - weight * ts.reduce((sum, t) => sum + Math.log(t * (1 - t)), 0);
        const stepFrom = (ts, weight) => {
            const slope = ts.map(t => weight * (1 / (1 - t) - 1 / t)), bend = ts.map(t => weight * (1 / (1 - t) ** 2 + 1 / t ** 2));
            const mixed = ts.map(() => 0), step = [];
            legs(ts).forEach(([x, z], i) => {
                const c = factors[i] ** 2, h = Math.hypot(factors[i] * x, factors[i] * z, weight);
                const [u, v] = [[i - 1, -1], [i, 1]].filter(([k]) => k >= 0 && k < count).map(([k, sign]) => {
                    const gx = sign * gates[k].along[0], gz = sign * gates[k].along[2], pull = c * (gx * x + gz * z) / h;
                    slope[k] += pull;
                    bend[k] += (c * (gx * gx + gz * gz) - pull * pull) / h;
                    return {gx, gz, pull};
                });
                if (v) mixed[i - 1] = (c * (u.gx * v.gx + u.gz * v.gz) - u.pull * v.pull) / h;
            });
            ts.forEach((_, k) => {                              // Gauss's elimination of a tridiagonal system
                const share = k ? mixed[k - 1] / bend[k - 1] : 0;
                if (k) bend[k] -= share * mixed[k - 1];
                step.push(-slope[k] - (k ? share * step[k - 1] : 0));
            });
            for (let k = count - 1; k >= 0; k--) step[k] = (step[k] - (k < count - 1 ? mixed[k] * step[k + 1] : 0)) / bend[k];
            return {step, fall: -step.reduce((sum, s, k) => sum + s * slope[k], 0)};
        };
        let ts = gates.map(() => 0.5);
        const share = count ? costOf(ts, 0) / count : 0;
        for (let weight = 0.25 * share; weight > 1e-10 * share; weight *= 0.2) {
            for (let round = 0; round < 50; round++) {
                const {step, fall} = stepFrom(ts, weight), here = costOf(ts, weight);
                const roomy = step.map((s, k) => (s < 0 ? -0.99 * ts[k] / s : s > 0 ? 0.99 * (1 - ts[k]) / s : 1));
                let far = roomy.reduce((least, part) => Math.min(least, part), 1);
                const moved = () => ts.map((t, k) => t + far * step[k]);
                while (far > 1e-9 && !(costOf(moved(), weight) <= here - 0.1 * far * fall)) far *= 0.5;
                if (!(fall > 0 && far > 1e-9)) break;
                ts = moved();
                if (fall < 0.1 * weight) break;
            }
        }
        return gates.map((gate, k) => {
            const width = Math.hypot(gate.along[0], gate.along[2]);
            return ts[k] * width <= SNAP ? 0 : (1 - ts[k]) * width <= SNAP ? 1 : ts[k];
        });
    }

    // {cost, points, polys}, as findShortest returns it.
    function findCheapest(mesh, start, goal) {
        const corridor = findCorridor(mesh, start, goal), ready = prepare(mesh);
        if (!corridor) return null;
        const gates = corridor.map(exit => gateOf(ready, exit)), points = [{at: start.point}];
        let from = start.point, factor = ready.costs[start.poly], cost = 0;
        const walkTo = (at, link) => {
            cost += factor * flat(from, at);
            points.push({at, link});
        };
        placeGates(gates, factor, start.point, goal.point).forEach((t, k) => {
            const gate = gates[k], {enter, leave} = crossingOf(mesh, {...gate, wide: gate.link ? gate.link.wide : t % 1 > 0}, t);
            walkTo(enter, gate.link);
            if (gate.link) points.push({at: leave});
            [from, factor, cost] = [leave, gate.factor, cost + gate.crossing];
        });
        walkTo(goal.point);
        return {cost, points: withoutStraight(points, SNAP), polys: new Set([start.poly, ...corridor.map(exit => exit.to)])};
    }

    // {points, line, length, cost} of the path from start to goal; null if there is none. line: the points, with points between them where
    // the path crosses triangles of the surface, and on arcs along links. cost: length in the plan, weighted by the areas' costs.
    function findPath(mesh, start, goal) {
        const way = prepare(mesh).uniform ? findShortest(mesh, start, goal) : findCheapest(mesh, start, goal);
        if (!way) return null;
        const triangles = [...way.polys].flatMap(poly => surface(mesh, poly));
        const points = way.points.map(p => p.at), line = [points[0]];
        let length = 0;
        way.points.slice(1).forEach(({at}, i) => {
            line.push(...(way.points[i].link ? [...arc(points[i], at), at] : along(triangles, points[i], at)));
            length += distance(points[i], at);
        });
        return {points, line, length, cost: way.cost};
    }

    return {findPath};
})();
