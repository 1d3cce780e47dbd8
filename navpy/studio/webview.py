"""Writes a navmesh, its level and the stages of its bake as one HTML file that needs no network. The page draws by WebGL and finds
paths by the core itself."""
import html
import json

import numpy as np

from navpy.base.whole_file import whole_file
from navpy.studio import debug, web_page
from navpy.studio.web_arrays import Arrays, element_arrays

FRAME = ("link", "address", "theme", "colors", "panel", "blocks", "camera", "surface", "handles")
SCRIPTS = ("core/unpack", *(f"frame/{name}" for name in FRAME),
           *(f"view/{name}" for name in ("arrays", "navmesh", "islands", "route", "viewer")))
SURFACE_LIFT = 3                # of the navmesh, as a Layer's
STEPS = 6                       # of the agent's radius: a layer's lift is a number of such steps
MAX_VISIBLE_EDGES = 20_000      # with more shared edges, a page opens with their layer switched off: they would hide the surface
FLAT = 0.002                    # of a level's size: what the steps of an agent without a radius are parts of


class Layer:
    """
    A layer of the page, which can be switched on and off.

    Parameters
    ----------
    name : str
    drawing : Drawing
        Triangles or lines.
    visible : bool, optional
        The layer is on when the page opens.
    stage : bool, optional
        It is a stage of the bake.
    lift : int, optional
        How far the layer is drawn nearer to the eye than it is, so that what it lies on does not hide it: sixths of the agent's
        radius, 0 … 6. A navmesh stays away from walls by this radius, so no lift shows it through a wall.
    thickness : float, optional
        Width of lines in pixels.
    shade : str, optional
        The color of the style sheet that the layer has in place of its own.
    islands : (m,) int, optional
        The island of each element, with which it is switched off; the layer has one color.
    """

    __slots__ = ("name", "drawing", "visible", "stage", "lift", "thickness", "shade", "islands")

    def __init__(self, name, drawing, visible=True, stage=False, lift=0, thickness=2, shade=None, islands=None):
        self.name, self.drawing, self.visible, self.stage = name, drawing, visible, stage
        self.lift, self.thickness, self.shade, self.islands = lift, thickness, shade, islands


def navmesh_layers(mesh):
    """The Layers of a NavMesh's walls, edges, tiles' borders and off-mesh links."""
    edges = debug.Edges(mesh)
    ranks = debug.island_ranks(mesh)[edges.polygons] if len(mesh.polygons) else edges.polygons
    layers = []
    for name, chosen, color, lift, thickness in (("walls", edges.walls(), debug.WALL, 4, 2.5),
                                                 ("shared edges", edges.shared(), debug.PORTAL, 4, 1),
                                                 ("borders of tiles", edges.between_tiles(), debug.TILE, 6, 2.5)):
        is_visible = name == "walls" or name == "shared edges" and int(np.count_nonzero(chosen)) <= MAX_VISIBLE_EDGES
        layers.append(Layer(name, edges.draw(chosen, color), is_visible, lift=lift, thickness=thickness, islands=ranks[chosen]))
    return [*layers, Layer("off-mesh links", debug.draw_links(mesh), lift=6, thickness=3)]


def stage_layers(stages):
    """The Layers of what a BakeStages holds, which are off when the page opens, and lie upon the navmesh when they are on."""
    return [Layer(name, drawing, visible=False, stage=True, lift=5 if drawing.lines is None else 6)
            for name, drawing in debug.draw_stages(stages).items()]


def write_html(path, title, subtitle, mesh, layers, route=None, by="island"):
    """
    Writes the page.

    Parameters
    ----------
    path : str
    title, subtitle : str
    mesh : NavMesh
        The navmesh that is shown, and on which the page finds paths.
    layers : list of Layer
        What is shown with it.
    route : (start, goal, PathResult), optional
        A path to show, and the points between which it was asked for.
    by : str, optional
        "island", "area" or "polygon": what gets one color when the page opens.

    Raises
    ------
    ValueError
        There is nothing to draw.
    """
    drawn = [layer for layer in layers if len(layer.drawing)]
    spread = [layer.drawing.points for layer in drawn] + ([mesh.vertices] if len(mesh.triangles) else [])
    if not spread:
        raise ValueError("there is nothing to draw: all drawings are empty")
    low, high = (np.array([f(points, axis=0) for points in spread], dtype=np.float64) for f in (np.min, np.max))
    low, high = low.min(0), high.max(0)
    origin = np.round((low + high) / 2)                     # graphics processors use float32, which has the finest steps near 0
    arrays = Arrays()
    page = {
        "origin": origin.tolist(), "low": (low - origin).tolist(), "high": (high - origin).tolist(), "by": by,
        "step": (mesh.agent_radius or FLAT * max(np.linalg.norm(high - low), 1.0)) / STEPS, "surfaceLift": SURFACE_LIFT,
        "layers": [_add_layer(arrays, f"layer {i}", layer, origin) for i, layer in enumerate(drawn)],
        "navmesh": _add_navmesh(arrays, mesh, origin), "route": _route(mesh, *route) if route else None,
    }
    core = web_page.core()
    page["arrays"] = arrays.listing
    text = web_page.fill((web_page.SCRIPTS / "view/index.html").read_text(encoding="utf-8"), {
        "TITLE": html.escape(title), "SUBTITLE": html.escape(subtitle),
        "STYLE": web_page.style("style", "view/view"), "SCRIPTS": web_page.script(*SCRIPTS),
        "WORKER": web_page.script(*web_page.WORKER),
        "WASM": web_page.as_text(core) if core else "", "LICENSES": web_page.licenses() if core else "", "ARRAYS": arrays.text(),
        "DATA": json.dumps(page, separators=(",", ":")).replace("</", "<\\/")})
    with whole_file(path) as file:
        file.write(text.encode())


def _add_layer(arrays, key, layer, origin):
    drawing = layer.drawing
    is_lines = drawing.lines is not None
    points = (drawing.points - origin).astype(np.float32)
    keys = drawing.colors if layer.islands is None else layer.islands
    positions, index, vertex_keys = element_arrays(points, drawing.lines if is_lines else drawing.triangles, keys)
    arrays.add(f"{key} positions", positions)
    arrays.add(f"{key} index", index)
    used = np.unique(drawing.colors)
    if layer.islands is not None:
        arrays.add(f"{key} islands", vertex_keys.astype(np.uint32))
    elif len(used) > 1:
        arrays.add(f"{key} colors", vertex_keys.astype(np.uint8))
    return {"key": key, "name": layer.name, "stage": layer.stage, "visible": layer.visible, "lines": is_lines, "lift": layer.lift,
            "width": layer.thickness, "shade": layer.shade, "palette": drawing.palette.tolist(), "used": used.tolist()}


def _add_navmesh(arrays, mesh, origin):
    """The surface, its polygons' islands and areas, and the bytes that the core reads."""
    triangles, polys = debug.surface_triangles(mesh)
    if len(triangles):
        positions, index, owners = element_arrays((mesh.vertices - origin).astype(np.float32), triangles, polys)
        arrays.add("surface positions", positions)
        arrays.add("surface index", index)
        arrays.add("surface polygons", owners.astype(np.uint32))
        arrays.add("islands", debug.island_ranks(mesh).astype(np.uint32))
        arrays.add("areas", mesh.areas.astype(np.uint8))
    arrays.add("file", np.frombuffer(mesh.to_bytes(with_path_index=False), np.uint8))
    return {"triangles": len(triangles), "palette": debug.DISTINCT.tolist(), "ground": debug.GROUND_AREA,
            "islands": [size for _, size, _ in debug.legend_rows(mesh, "island")],
            "areas": [[name, size, color] for name, size, color in debug.legend_rows(mesh, "area")]}


def _route(mesh, start, goal, result):
    """The path that the page opens with, and which it shows until its own core has started."""
    return {"start": list(start), "goal": list(goal), "message": result.message, "complete": result.reason.name == "NONE",
            "line": np.round(debug.path_on_surface(mesh, result), 6).ravel().tolist()}
