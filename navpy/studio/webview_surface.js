"use strict";
// The surface of the page's navmesh (see webview.js): its heights, lines along it, and its intersection with a ray.

const NavpySurface = (() => {
    const IN_LINE = 1e-9;                   // meters

    const distance = (a, b) => {            // computed as in the library: of paths with the same cost, rounding decides
        const x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
        return Math.sqrt(x * x + y * y + z * z);
    };
    const flat = (a, b) => Math.hypot(b[0] - a[0], b[2] - a[2]);
    const area2 = (a, b, c) => (b[0] - a[0]) * (c[2] - a[2]) - (c[0] - a[0]) * (b[2] - a[2]);
    const plus = (a, b) => [0, 1, 2].map(k => a[k] + b[k]);
    const minus = (a, b) => [0, 1, 2].map(k => a[k] - b[k]);
    const between = (a, b, t) => (t === 1 ? [...b] : [0, 1, 2].map(k => a[k] + t * (b[k] - a[k])));
    const vertex = (mesh, i) => [mesh.vertices[3 * i], mesh.vertices[3 * i + 1], mesh.vertices[3 * i + 2]];

    // The triangles of a polygon's surface: [[a, b, c], …].
    function surface(mesh, poly) {
        if (!mesh.surfaces) {
            mesh.surfaces = mesh.polygons.map(() => []);
            mesh.triangle_polygons.forEach((owner, i) =>
                mesh.surfaces[owner].push([0, 1, 2].map(k => vertex(mesh, mesh.triangles[3 * i + k]))));
        }
        return mesh.surfaces[poly];
    }

    // Height of a triangle's plane at a point.
    function planeHeight([a, b, c], x, z) {
        const p = [x, 0, z], whole = area2(a, b, c);
        return (area2(b, c, p) * a[1] + area2(c, a, p) * b[1] + area2(a, b, p) * c[1]) / whole;
    }

    // Height of a polygon's surface at a point: on the triangle that contains the point, or on the nearest one.
    function heightAt(mesh, poly, x, z) {
        const off = (p, q) => area2(p, q, [x, 0, z]) / (flat(p, q) || 1);
        const outside = ([a, b, c]) => Math.max(off(a, b), off(b, c), off(c, a));
        const flatOnes = surface(mesh, poly).filter(triangle => area2(...triangle) !== 0);
        return planeHeight(flatOnes.reduce((best, next) => (outside(next) < outside(best) ? next : best)), x, z);
    }

    // Points of the arc that is drawn for a link.
    function arc(a, b) {
        return Array.from({length: 11}, (_, i) => {
            const t = (i + 1) / 12, [x, y, z] = between(a, b, t);
            return [x, y + distance(a, b) * t * (1 - t), z];
        });
    }

    // Points of the straight line between two points along the triangles, without its start. Where triangles lie above each other, it
    // continues on the one whose height is nearest to the last point.
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

    // {poly, point}: the first intersection of a ray with the surface, or null (Möller & Trumbore 1997).
    function pick(mesh, origin, direction) {
        let best = null, nearest = Infinity;
        const cross = (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        const dot = (u, v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
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

    return {distance, flat, area2, plus, minus, between, vertex, surface, heightAt, arc, along, pick};
})();
