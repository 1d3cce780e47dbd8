"use strict";
// The page around the plot: check boxes switch layers, two clicks show a path. `page` has mesh, figure, layers, legend, ends, origin
// (the point at the plot's 0), lift and pin_lift (meters by which a path, and the pins at its ends, are drawn higher).
(() => {
    const plot = document.getElementById("plot"), status = document.getElementById("status");
    const PATH_TRACE = page.figure.data.length - 2, ENDS_TRACE = PATH_TRACE + 1;        // the last two traces, which are empty at first
    const [x0, y0, z0] = page.origin;
    const shown = (p, lift) => [p[0] - x0, z0 - p[2], p[1] - y0 + lift];        // the plot's third axis points up
    const place = p => "(" + p.map(v => (Math.round(10 * v) / 10 || 0).toFixed(1)).join(", ") + ")";
    let ends = [];

    function say(text, none) {
        status.textContent = text;
        status.className = none ? "none" : "";
    }

    function show(points) {
        const pins = ends.map(end => shown(end.point, page.pin_lift)), line = points.map(p => shown(p, page.lift));
        if (pins.length) line.unshift(pins[0], shown(ends[0].point, page.lift));
        if (pins.length > 1 && points.length) line.push(pins[1]);
        const [[x, y, z], [ex, ey, ez]] = [line, pins].map(list => [0, 1, 2].map(k => list.map(p => p[k])));
        Plotly.restyle(plot, {x: [x, ex], y: [y, ey], z: [z, ez]}, [PATH_TRACE, ENDS_TRACE]);
    }

    function showEnds() {
        if (ends.length < 2) {
            show([]);
            say(ends.length ? "Start " + place(ends[0].point) + ". Click the goal." : "Click the navmesh where the path is to start.");
            return;
        }
        const path = NavpyPath.findPath(page.mesh, ends[0], ends[1]);
        page.path = path;
        show(path ? path.line : []);
        const from = place(ends[0].point) + " → " + place(ends[1].point) + ": ";
        if (path) say(from + path.length.toFixed(2) + " m with " + path.points.length + " points");
        else say(from + "no way leads there: " + (page.mesh.islands[ends[0].poly] === page.mesh.islands[ends[1].poly]
            ? "an exit-only area or a one-way link between them leads in the other direction only" : "they are on different islands"), true);
    }

    // The ray in world space that a pixel shows: the inverse of the plot's camera. The plot maps the axes' ranges to ±aspectratio / 2.
    function rayAt(clientX, clientY) {
        const scene = plot._fullLayout.scene, camera = (scene._scene && scene._scene.getCamera()) || scene.camera;
        const rect = plot.getBoundingClientRect(), axes = ["x", "y", "z"], {eye, center, up} = camera;
        const tangent = Math.tan(Math.PI / 8);              // half of the field of view of 45 degrees
        const sx = (2 * (clientX - rect.left) / rect.width - 1) * tangent * rect.width / rect.height;
        const sy = (1 - 2 * (clientY - rect.top) / rect.height) * tangent;
        const cross = (u, v) => ({x: u.y * v.z - u.z * v.y, y: u.z * v.x - u.x * v.z, z: u.x * v.y - u.y * v.x});
        const unit = u => { const n = Math.hypot(u.x, u.y, u.z); return {x: u.x / n, y: u.y / n, z: u.z / n}; };
        const forward = unit({x: center.x - eye.x, y: center.y - eye.y, z: center.z - eye.z});
        const right = unit(cross(forward, up)), above = cross(right, forward);
        const origin = {}, direction = {};
        for (const k of axes) {
            const range = scene[k + "axis"].range, meters = (range[1] - range[0]) / scene.aspectratio[k];
            origin[k] = 0.5 * (range[0] + range[1]) + eye[k] * meters;
            direction[k] = (forward[k] + sx * right[k] + sy * above[k]) * meters;
        }
        return {origin: [origin.x + x0, origin.z + y0 - page.lift, z0 - origin.y], direction: [direction.x, direction.z, -direction.y]};
    }

    function click(clientX, clientY) {
        const {origin, direction} = rayAt(clientX, clientY), end = NavpySurface.pick(page.mesh, origin, direction);
        if (!end) return say("There is no navmesh at this place.", true);
        ends = ends.length < 2 ? [...ends, end] : [end];
        showEnds();
    }

    function listLayers() {
        const box = document.getElementById("layers");
        for (const layer of page.layers) {
            const label = document.createElement("label"), input = document.createElement("input"), color = document.createElement("i");
            input.type = "checkbox";
            input.checked = layer.visible;
            input.onchange = () => Plotly.restyle(plot, {visible: input.checked}, layer.traces);
            color.style.background = layer.color;
            label.append(input, color, layer.name);
            box.append(label);
        }
        document.getElementById("legend").firstElementChild.textContent = page.legend.title;
        for (const entry of page.legend.rows) {
            const row = document.createElement("div"), color = document.createElement("i"), size = document.createElement("b");
            color.style.cssText = "width:12px;height:12px;border-radius:3px;background:" + entry.color;
            size.textContent = entry.text;
            row.append(color, entry.name, size);
            document.getElementById("legend").append(row);
        }
    }

    listLayers();
    const drawn = Plotly.newPlot(plot, page.figure.data, page.figure.layout, {displaylogo: false,
        modeBarButtonsToRemove: ["tableRotation", "hoverClosest3d"], scrollZoom: true});
    drawn.then(() => {
        let down = null;
        plot.addEventListener("pointerdown", event => { down = [event.clientX, event.clientY]; }, true);
        plot.addEventListener("pointerup", event => {
            const still = down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 4;
            if (still && event.button === 0 && event.target.closest(".modebar") === null) click(event.clientX, event.clientY);
            down = null;
        }, true);
        new ResizeObserver(() => Plotly.Plots.resize(plot)).observe(plot);
        ends = page.ends;
        showEnds();
        document.body.dataset.ready = "true";
    });
})();
