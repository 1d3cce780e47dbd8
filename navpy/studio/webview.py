"""Writes a navmesh, its level and the stages of its bake as one HTML file that needs no network. plotly draws; webview.js finds
paths."""
import html
import json
import pathlib

import numpy as np

from navpy.studio import debug
from navpy.base.extras import require
from navpy.base.whole_file import whole_file
from navpy.studio.plot import ticks

HERE = pathlib.Path(__file__).resolve().parent
MAX_LEGEND_ROWS = 20
MAX_POINTS = 300_000                # a layer with more than twice as many triangles is shown as every n-th of their centers
PATH_LIFT, PIN_LIFT = 4, 14         # height of a path, and of the pins at its ends, over the surface: multiples of the page's step
SHADING = {"ambient": 0.38, "diffuse": 0.72, "specular": 0.02, "roughness": 0.95, "fresnel": 0.0, "vertexnormalsepsilon": 0,
           "facenormalsepsilon": 0}


class Layer:
    """
    A layer of the page, which can be switched on and off.

    Parameters
    ----------
    name : str
    drawings : list of Drawing
    visible : bool, optional
        The layer is on when the page opens.
    opacity : float, optional
        0 … 1.
    lift : int, optional
        Height at which the layer is drawn over its true height, so that layers do not hide each other: a multiple of the page's step.
    thickness : float, optional
        Width of lines in pixels.
    """

    __slots__ = ("name", "drawings", "visible", "opacity", "lift", "thickness")

    def __init__(self, name, drawings, visible=True, opacity=1.0, lift=0, thickness=3):
        self.name, self.drawings, self.visible, self.opacity = name, drawings, visible, opacity
        self.lift, self.thickness = lift, thickness


def write_html(path, title, subtitle, mesh, layers, ends=(), by="island"):
    """
    Writes the page.

    Parameters
    ----------
    path : str
    title, subtitle : str
    mesh : NavMesh
        The navmesh on which the page finds paths.
    layers : list of Layer
        The layers to show, those of the navmesh included.
    ends : tuple, optional
        Start and goal of a path to show, each a (polygon, (x, y, z)) as NavMesh.locate returns it.
    by : str, optional
        "island", "area" or "polygon": the color scheme of the surface, for the legend.

    Raises
    ------
    ValueError
        The layers are empty.
    """
    drawn = [drawing for layer in layers for drawing in layer.drawings if len(drawing)]
    if not drawn:
        raise ValueError("there is nothing to draw: all drawings are empty")
    require("plotly")
    low, high = (np.array([f(d.points, axis=0) for d in drawn], dtype=np.float64) for f in (np.min, np.max))
    low, high = low.min(0), high.max(0)
    step = 0.0015 * max(np.linalg.norm(high - low), 1.0)
    origin = np.round((low + high) / 2)                     # graphics processors use float32, which has the finest steps near 0
    traces, listed = [], []
    for layer in layers:
        new = [_trace(drawing, layer, step, origin) for drawing in layer.drawings if len(drawing)]
        if new:
            listed.append({"name": layer.name, "visible": layer.visible, "color": _swatch(layer.drawings),
                           "traces": list(range(len(traces), len(traces) + len(new)))})
            traces.extend(new)
    graph = require("plotly.graph_objects")
    color = _css(debug.PATH)
    traces.append(graph.Scatter3d(x=[], y=[], z=[], mode="lines", line={"color": color, "width": 8}, hoverinfo="skip"))
    traces.append(graph.Scatter3d(x=[], y=[], z=[], mode="markers", marker={"color": color, "size": 7}, hoverinfo="skip"))
    figure = graph.Figure(traces, _layout(low, high + (0, PIN_LIFT * step, 0), origin))
    page = {
        "figure": json.loads(figure.to_json()),
        "mesh": mesh_data(mesh),
        "layers": listed,
        "legend": {"title": {"island": "Islands", "area": "Areas"}.get(by, ""), "rows": _legend(mesh, by)},
        "ends": [{"poly": int(poly), "point": [float(v) for v in point]} for poly, point in ends],
        "origin": origin.tolist(), "lift": PATH_LIFT * step, "pin_lift": PIN_LIFT * step,
    }
    page["figure"]["layout"].pop("template", None)
    text = _filled({
        "title": html.escape(title), "subtitle": html.escape(subtitle), "plotly": require("plotly.offline").get_plotlyjs(),
        "library": library(),
        "viewer": (HERE / "webview_page.js").read_text(encoding="utf-8"),
        "data": json.dumps(page, separators=(",", ":")).replace("</", "<\\/")})
    with whole_file(path) as file:
        file.write(text.encode())


def library():
    """The page's scripts that need no document: NavpySurface and NavpyPath."""
    return "\n".join((HERE / name).read_text(encoding="utf-8") for name in ("webview_surface.js", "webview.js"))


def mesh_data(mesh):
    """The navmesh as webview.js takes it: lists and numbers, described in the script's first lines."""
    triangles, polys = debug.surface_triangles(mesh)
    open_ = mesh.flags != 0
    links = [{"link": link.link, "start_poly": link.start_poly, "end_poly": link.end_poly, "area": link.area,
              "leave": link.leave.tolist(), "land": link.land.tolist()} for link in debug.directed_links(mesh)
             if link.start_poly >= 0 and link.end_poly >= 0 and open_[link.start_poly] and open_[link.end_poly]]
    return {
        "vertices": mesh.vertices.ravel().tolist(),
        "polygons": [list(ring) if there else [] for ring, there in zip(mesh.polygons, open_)],
        "neighbors": [[other if other >= 0 and open_[other] else -1 for other in row] if there else []
                      for row, there in zip(mesh.neighbors, open_)],
        "areas": mesh.areas.tolist(), "islands": mesh.islands.tolist(), "triangles": triangles[open_[polys]].ravel().tolist(),
        "triangle_polygons": polys[open_[polys]].tolist(), "links": links,
        "area_costs": [mesh.area_cost(area) for area in range(debug.GROUND_AREA + 1)], "exit_only_areas": sorted(mesh.exit_only_areas)}


def _filled(parts):
    """webview.html with its placeholders, @name@, replaced by the parts. Placeholders inside a part are not replaced."""
    pieces = (HERE / "webview.html").read_text(encoding="utf-8").split("@")
    return "".join(parts[piece] if i % 2 else piece for i, piece in enumerate(pieces))


def _css(color):
    return "#%02x%02x%02x" % tuple(int(c) for c in color)


def _swatch(drawings):
    """A CSS background with the first three colors of the drawings."""
    colors = list(dict.fromkeys(_css(d.palette[k]) for d in drawings if len(d) for k in np.unique(d.colors)))[:3]
    stops = [f"{color} {100 * k // len(colors)}% {100 * (k + 1) // len(colors)}%" for k, color in enumerate(colors)]
    return f"linear-gradient(90deg, {', '.join(stops)})"


def _shown(points, lift, origin):
    """Points as coordinates of the plot, whose third axis points up: x, −z, y."""
    x, y, z = (points.astype(np.float64) - origin).T.astype(np.float32)
    return {"x": x, "y": -z, "z": y + np.float32(lift)}


def _scale(palette):
    """A plotly color scale with one constant step for each entry of the palette."""
    n = len(palette)
    return [[(k + side) / n, _css(color)] for k, color in enumerate(palette) for side in (0, 1)]


def _trace(drawing, layer, step, origin):
    graph = require("plotly.graph_objects")
    lift, palette = layer.lift * step, drawing.palette
    common = {"name": layer.name, "visible": layer.visible, "hoverinfo": "skip", "showlegend": False}
    shades = {"colorscale": _scale(palette), "cmin": -0.5, "cmax": len(palette) - 0.5}
    if drawing.triangles is not None and len(drawing) <= 2 * MAX_POINTS:
        i, j, k = drawing.triangles.T
        return graph.Mesh3d(**_shown(drawing.points, lift, origin), i=i, j=j, k=k, intensity=drawing.colors, intensitymode="cell",
                            **shades, showscale=False, opacity=layer.opacity, flatshading=True, lighting=SHADING,
                            lightposition={"x": 20000, "y": -40000, "z": 90000}, **common)
    if drawing.lines is not None:
        ends = np.full((len(drawing), 3, 3), np.nan, dtype=np.float32)
        ends[:, :2] = drawing.points[drawing.lines]
        return graph.Scatter3d(**_shown(ends.reshape(-1, 3), lift, origin), mode="lines", connectgaps=False, opacity=layer.opacity,
                               line={"color": np.repeat(drawing.colors, 3), "width": layer.thickness, **shades}, **common)
    points = drawing.points if drawing.triangles is None else drawing.points[drawing.triangles].mean(1)
    thin = slice(None, None, -(-len(points) // MAX_POINTS))
    return graph.Scatter3d(**_shown(points[thin], lift, origin), mode="markers", opacity=layer.opacity,
                           marker={"color": drawing.colors[thin], "size": 2, **shades}, **common)


def _layout(low, high, origin):
    """The plot's layout: axes in meters with one scale for all three. The second axis is −z, so its labels run backwards."""
    zero = np.array((origin[0], -origin[2], origin[1]))
    low, high = np.array((low[0], -high[2], low[1])), np.array((high[0], -low[2], high[1]))
    size = np.maximum(high - low, 0.02 * max(np.max(high - low), 1e-3))
    middle, size = (low + high) / 2, 1.04 * size
    axes = {}
    for k, name in enumerate("xyz"):
        near, far = middle[k] - size[k] / 2, middle[k] + size[k] / 2
        values = ticks(near, far, most=max(2, round(8 * size[k] / size.max())))
        texts = [f"{-v + 0.0 if k == 1 else v:g}" for v in values]
        axes[name + "axis"] = {
            "title": {"text": ("x [m]", "z [m]", "y [m]")[k]}, "range": [near - zero[k], far - zero[k]],
            "autorange": False, "tickmode": "array", "tickvals": [v - zero[k] for v in values], "ticktext": texts, "showspikes": False,
            "gridcolor": "#d5dce6", "backgroundcolor": "#f7f8fa", "showbackground": k == 2, "zeroline": False, "color": "#4a5a70"}
    ratio = size / np.cbrt(size.prod()) if size.min() > 0.1 * size.max() else 1.6 * size / size.max()
    camera = {"eye": dict(zip("xyz", map(float, _eye(ratio)))), "center": {"x": 0, "y": 0, "z": 0}, "up": {"x": 0, "y": 0, "z": 1}}
    return {"margin": {"l": 0, "r": 0, "t": 0, "b": 0}, "paper_bgcolor": "#f7f8fa", "showlegend": False, "hovermode": False,
            "scene": {**axes, "aspectmode": "manual", "aspectratio": dict(zip("xyz", map(float, ratio))), "camera": camera,
                      "dragmode": "turntable"}}


def _eye(size):
    """The position of a camera that sees all of a box around the origin, with a margin: the plot's camera has a vertical field of view
    of 45 degrees, and a horizontal one that is at least as wide."""
    toward = np.array((0.5, -0.9, 0.95)) / np.linalg.norm((0.5, -0.9, 0.95))
    right = np.cross((0.0, 0.0, 1.0), toward) / np.hypot(*toward[:2])
    corners = 0.5 * size * np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    aside = np.maximum(np.abs(corners @ np.cross(toward, right)), np.abs(corners @ right) / 1.2)
    return toward * np.max(corners @ toward + aside / (0.94 * np.tan(np.pi / 8)))


def _legend(mesh, by):
    found = debug.legend_rows(mesh, by)
    rows = [{"name": name, "color": _css(color), "text": f"{size:,.1f} m²"} for name, size, color in found[:MAX_LEGEND_ROWS]]
    if len(found) > MAX_LEGEND_ROWS:
        rows.append({"name": f"{len(found) - MAX_LEGEND_ROWS} more", "color": "transparent",
                     "text": f"{sum(size for _, size, _ in found[MAX_LEGEND_ROWS:]):,.1f} m²"})
    return rows
