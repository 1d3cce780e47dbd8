"""The command line: navpy bake, view, check, merge, export and demo, for people and for build pipelines."""
import csv
import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from math import radians

from navpy.baking import pipeline
from navpy.baking.level_check import bake_remarks, inside_out_remarks, level_remarks
from navpy.baking.settings import BakeSettings
from navpy.baking.source import BakeSource
from navpy.base.core import VERSION, PathStatus
from navpy.base.extras import require
from navpy.base.whole_file import whole_file
from navpy.navmesh.merging import merge_meshes
from navpy.studio.options import (EXIT_FAULTY, EXIT_OK, PLACE, POINT, Commands, Finite, check_navmesh_name, check_output, click,
                                  color_option, describe, level_options, load_levels, load_mesh, number_of, one_line_errors,
                                  print_message, print_warning, printed_warnings, progress_bar, rich_console, setting_options,
                                  settings_from, spec_from, spec_options, up_hint)

rich_table = require("rich.table")

MAX_LISTED_ISLANDS = 12             # in the summary of a bake
TILED_STAGES_WARNING = "a bake in tiles keeps no stages, so the stages shown are those of a bake in one piece"
CURES = {                           # what to do about a LevelRemark, by its kind
    "reversed": "flip the normals of its faces in the modeling program",
    "inside out": "have the modeling program recalculate their normals",
    "unit": "try --scale {scale:g}",
    "small": "try --scale, or set --agent-radius",
    "large": "set --tile-size, or a larger --cell-size",
    "z": "try --up z",
    "-z": "turn the level by 90 degrees about its x axis in the modeling program",
}
CURES_TURNED = {**CURES, "-z": "try --up y"}      # of a level that came with it


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(VERSION, prog_name="navpy", message="%(prog)s %(version)s")
def main():
    """Bake navmeshes, view them, and check the paths on them."""


# ---- bake ----

@main.command()
@click.argument("levels", nargs=-1, required=True, metavar="LEVEL…")
@click.option("-o", "--output", required=True, help="The .navmesh to write.")
@level_options
@spec_options
@click.option("--threads", type=click.IntRange(1, 256), show_default="one for each processor",
              help="Number of threads that bake; without --tile-size there is one.")
@click.option("--allow-empty", is_flag=True, help="Write the navmesh even if it has no polygons.")
@click.option("--intermediate", metavar="DIR", help="Write each stage of the bake into this folder, as .ply and .png.")
@click.option("--quiet", is_flag=True, help="Print nothing but warnings and errors.")
@setting_options
def bake(levels, output, up, scale, spec_path, areas, seeds, threads, allow_empty, intermediate, quiet, **values):
    """Bake all LEVELs (.obj, .gltf, .glb, .ply, .stl) into one navmesh.

    Exit code 0: the navmesh is written. 1: it has no polygons, and is not written. 2: bad input."""
    with one_line_errors():
        spec = spec_from(spec_path, areas, seeds)
        settings = settings_from(values, spec)
        check_output(output)
        check_navmesh_name(output)
        started = time.perf_counter()
        level = load_levels(levels, up, scale)
        load_seconds = time.perf_counter() - started
        stages = run_bake(level, settings, up, spec, threads, quiet)
        total_seconds = time.perf_counter() - started
        written = allow_empty or stages.mesh.polygon_count > 0
        if written:
            stages.mesh.save(output)
        if intermediate:
            names = write_stages(intermediate, level, bake_whole(level, settings, up, spec, stages))
            if not quiet:
                click.echo(f"stages written to {intermediate}: {', '.join(names)}")
        if not written:
            print_message(f"error: the navmesh has no polygons, so {output} is not written; --allow-empty writes it nevertheless")
            sys.exit(EXIT_FAULTY)
        if not quiet:
            print_summary(stages, output, len(level.triangles), load_seconds, total_seconds)


def run_bake(level, settings, up, spec, threads=None, quiet=True):
    """The BakeStages of the level, after what is probably wrong with it and the bake's warnings were printed. up: the level file's
    axis that points up."""
    areas = level.areas(spec.areas) if spec.areas else None
    try:
        source = BakeSource(*level, settings, areas, spec.volumes, spec.bounds)
        remarks = level_remarks(source) + inside_out_remarks(source)
        for line in bake_remarks(remarks, CURES_TURNED if up == "z" else CURES):
            print_warning(line)
        with progress_bar(quiet) as bar, ThreadPoolExecutor(threads) if threads else nullcontext() as executor:
            task = bar.add_task("start", total=1.0)
            stages = pipeline.bake_source(source, lambda stage, fraction: bar.update(task, description=stage, completed=fraction),
                                          executor, links=spec.links, seeds=spec.seeds or None)
    except ValueError as error:
        raise ValueError(f"{error}{up_hint(level, up)}") from None
    spec.apply(stages.mesh)
    is_turned = any(remark.kind in ("z", "-z") for remark in remarks)
    hint = "" if stages.mesh.polygon_count or is_turned else up_hint(level, up)
    for warning in stages.warnings:
        print_warning(f"{warning}{hint}")
    return stages


def bake_whole(level, settings, up, spec, stages=None):
    """BakeStages that hold every stage: the given ones, or those of a bake in one piece if the given bake was tiled."""
    if not settings.tile_size:
        return stages or run_bake(level, settings, up, spec)
    print_warning(TILED_STAGES_WARNING)
    return run_bake(level, BakeSettings(**{**settings.as_dict(), "tile_size": 0}), up, spec)


def write_stages(folder, level, stages):
    """Writes each stage as a .ply and a .png. Returns the names of the files without their endings."""
    from navpy.studio import debug
    from navpy.studio import level_files
    from navpy.studio import plot
    os.makedirs(folder, exist_ok=True)
    drawings = {"level": debug.draw_level(*level), **debug.draw_stages(stages),
                "surface": debug.draw_surface(stages.mesh)}
    written = []
    for number, (name, drawing) in enumerate(drawings.items()):
        if not len(drawing):
            continue
        stem = f"{number:02d}_{name.replace(' ', '_')}"
        level_files.save_drawing(os.path.join(folder, stem + ".ply"), drawing)
        save_picture(os.path.join(folder, stem + ".png"), plot.draw_image(name, f"{drawing!r}"[1:-1], solids=[drawing], width=900))
        written.append(stem)
    return written


def save_picture(path, image):
    with whole_file(path) as file:
        image.save(file, "PNG")


def print_summary(stages, output, triangle_count, load_seconds, total_seconds):
    mesh, console = stages.mesh, rich_console.Console()
    table = rich_table.Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    rows = [("navmesh", f"{output}, {os.path.getsize(output):,} bytes"), ("level", f"{triangle_count:,} triangles"),
            ("polygons", f"{mesh.polygon_count:,}"), ("vertices", f"{mesh.vertex_count:,}"), ("area", f"{mesh.area:,.1f} m²"),
            ("islands", islands_text(mesh)), ("warnings", f"{printed_warnings()}")]
    rows += [(stage, f"{1000 * seconds:,.1f} ms") for stage, seconds in getattr(stages, "seconds", {}).items()]
    rows += [("reading", f"{load_seconds:,.2f} s"), ("in all", f"{total_seconds:,.2f} s")]
    for name, value in rows:
        table.add_row(name, value)
    console.print(table)


def islands_text(mesh):
    from navpy.studio.debug import island_areas
    if not mesh.polygon_count:
        return "none"
    sizes = sorted(island_areas(mesh), reverse=True)
    more = f" and {len(sizes) - MAX_LISTED_ISLANDS} smaller" if len(sizes) > MAX_LISTED_ISLANDS else ""
    return f"{len(sizes)}: {', '.join(f'{size:,.1f}' for size in sizes[:MAX_LISTED_ISLANDS])} m²{more}"


# ---- view ----

@main.command()
@click.argument("file")
@click.option("-o", "--output", "outputs", metavar="FILE", multiple=True,
              help="File to write: a .png picture, or a .html page, which needs no network; may be given several times.")
@click.option("--level", "levels", multiple=True, help="Level that FILE was baked from: it is shown with the navmesh.")
@click.option("--stages", is_flag=True, help="Bake --level again, and show each stage of the bake as a layer of the page.")
@click.option("--from", "start", type=POINT, help="Start of a path to show.")
@click.option("--to", "goal", type=POINT, help="Goal of the path.")
@color_option
@click.option("--turn", type=Finite(), default=30.0, show_default=True,
              help="Direction of the picture's camera, in degrees around the level.")
@click.option("--tilt", type=Finite(5, 90), default=48.0, show_default=True, help="Degrees by which the camera looks down.")
@level_options
@spec_options
@setting_options
def view(file, outputs, levels, stages, start, goal, color, turn, tilt, up, scale, spec_path, areas, seeds, **values):
    """Show FILE, a .navmesh or a level, as a picture and as an interactive page. A level is baked first.

    Without -o it writes a .png and a .html beside FILE. The settings apply where a level is baked.

    Exit code 0: it is written. 1: it is written, but no path leads from --from to --to. 2: bad input."""
    with one_line_errors():
        if (start is None) != (goal is None):
            raise ValueError("--from and --to must be given together")
        is_mesh = file.lower().endswith(".navmesh")
        if stages and is_mesh and not levels:
            raise ValueError("--stages needs the --level that the navmesh was baked from")
        png, page = output_files(outputs, os.path.splitext(file)[0])
        if stages and not page:
            raise ValueError("--stages needs a page: add -o with a .html file; for pictures of them use `navpy bake --intermediate`")
        spec = spec_from(spec_path, areas, seeds)
        settings = settings_from(values, spec)
        level = load_levels(levels or [file], up, scale) if levels or not is_mesh else None
        mesh = load_mesh(file) if is_mesh else None
        baked = None
        if mesh is None:
            baked = run_bake(level, settings, up, spec)
            mesh = baked.mesh
        if stages:
            baked = bake_whole(level, settings, up, spec, baked)
        if not len(mesh.triangles) and level is None:
            raise ValueError(f"{file}: has no polygons; `navpy bake` says why, when it bakes the level again")
        result = mesh.find_path(start, goal, True) if start is not None else None
        text = describe(mesh) + (f" · {result.message}" if result is not None else "")
        if png:
            from navpy.studio.mesh_picture import draw_mesh
            image = draw_mesh(mesh, level=level, paths=[result] if result is not None else (), color=color,
                              title=os.path.basename(file), subtitle=text, turn=turn, tilt=tilt)
            save_picture(png, image)
        if page:
            route = None if result is None else (start, goal, result)
            write_page(page, os.path.basename(file), text, mesh, level, baked if stages else None, route, color)
        click.echo("\n".join(filter(None, (png, page))))
        if result is not None and result.status != PathStatus.COMPLETE:
            print_message(f"error: no path: {result.message}")
            sys.exit(EXIT_FAULTY)


def output_files(given, stem):
    """(picture, page) to write, None for neither; both with this stem if no file is given."""
    if not given:
        return stem + ".png", stem + ".html"
    found = {}
    for path in given:
        kind = os.path.splitext(path)[1].lower()
        if kind not in (".png", ".html") or kind in found:
            raise ValueError(f"{path}: must be one .png or one .html file")
        check_output(path)
        found[kind] = path
    return found.get(".png"), found.get(".html")


def write_page(path, title, text, mesh, level, baked, route, color):
    from navpy.studio import debug
    from navpy.studio.webview import Layer, navmesh_layers, stage_layers, write_html
    layers = [Layer("level", debug.draw_level(*level), shade="--level")] if level else []
    stages = stage_layers(baked) if baked is not None else []
    write_html(path, title, text, mesh, layers + stages + navmesh_layers(mesh), route, color)


# ---- check ----

@main.command()
@click.argument("file")
@click.option("--from", "starts", type=POINT, multiple=True, help="Start of a path; may be given several times, each with a --to.")
@click.option("--to", "goals", type=POINT, multiple=True, help="Goal that the path must reach.")
@click.option("--pairs", metavar="CSV", help="File with a start and a goal in each line: x,y,z,x,y,z. A header line is skipped.")
@click.option("--max-length", type=Finite(0), help="Longest path allowed, in meters.")
@click.option("--min-area", type=Finite(0), help="Smallest area of the navmesh allowed, in m².")
@click.option("--max-islands", type=click.IntRange(0), help="Highest number of islands allowed.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def check(file, starts, goals, pairs, max_length, min_area, max_islands, as_json):
    """Check that a .navmesh is sound and not empty, and that a path leads from each --from to its --to.

    Exit code 0: all checks have passed. 1: some have failed, and each is named. 2: bad input."""
    with one_line_errors():
        if len(starts) != len(goals):
            raise ValueError(f"--from and --to must be given equally often, are given {len(starts)} and {len(goals)} times")
        wanted = list(zip(starts, goals)) + (read_pairs(pairs) if pairs else [])
        if max_length is not None and not wanted:
            raise ValueError("--max-length needs paths: give --from and --to, or --pairs")
        mesh = load_mesh(file)
        findings = [check_pair(mesh, start, goal, max_length) for start, goal in wanted]
        faults = [] if mesh.polygon_count else ["the navmesh has no polygons"]
        if min_area is not None and not mesh.area >= min_area:
            faults.append(f"the navmesh has {mesh.area:.2f} m², must have at least {min_area:g} m²")
        if max_islands is not None and mesh.island_count > max_islands:
            faults.append(f"the navmesh has {mesh.island_count} islands, must have at most {max_islands}")
        is_ok = not faults and all(finding["ok"] for finding in findings)
        if as_json:
            click.echo(json.dumps({"file": file, "ok": is_ok, "polygons": mesh.polygon_count, "area": mesh.area,
                                   "islands": mesh.island_count, "faults": faults, "paths": findings}, indent=2))
        else:
            print_findings(mesh, findings, faults)
        sys.exit(EXIT_OK if is_ok else EXIT_FAULTY)


def check_pair(mesh, start, goal, max_length):
    result = mesh.find_path(start, goal)
    complete, message = result.status == PathStatus.COMPLETE, result.message
    if complete and max_length is not None and result.length > max_length:
        complete, message = False, f"{message}, more than the {max_length:g} m allowed"
    return {"from": start, "to": goal, "ok": complete, "reason": result.reason.name, "length": result.length, "message": message}


def read_pairs(path):
    """[(start, goal)] from a file. ValueError where the file has no pair, or, with the line's number, where a line isn't six
    numbers."""
    found = []
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            rows = [[cell.strip() for cell in row] for row in csv.reader(file)]
    except (UnicodeDecodeError, csv.Error):
        raise ValueError(f"{path}: is not a text file with x,y,z,x,y,z in each line") from None
    for number, row in enumerate(rows, 1):
        if not any(row) or row[0].startswith("#"):
            continue
        values = [number_of(cell) for cell in row]
        if number == 1 and all(value is None for value in values):
            continue
        if len(values) != 6 or None in values:
            raise ValueError(f"{path}: line {number} is not six numbers x,y,z,x,y,z")
        found.append((tuple(values[:3]), tuple(values[3:])))
    if not found:
        raise ValueError(f"{path}: holds no pair x,y,z,x,y,z")
    return found


def print_findings(mesh, findings, faults):
    place = lambda point: "(" + ", ".join(f"{value:g}" for value in point) + ")"       # noqa: E731
    click.echo(f"sound: {describe(mesh)}")
    for finding in findings:
        click.echo(f"{'ok  ' if finding['ok'] else 'FAIL'} {place(finding['from'])} → {place(finding['to'])}: {finding['message']}")
    for fault in faults:
        click.echo(f"FAIL {fault}")


# ---- merge ----

@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("-o", "--output", required=True, help="The .navmesh to write.")
@click.option("--place", "places", type=PLACE, multiple=True,
              help="Where a FILE's origin is put, in meters, and its turn about Y in degrees, once for each FILE in their order.")
def merge(files, output, places):
    """Merge several .navmesh FILEs into one, connected where their boundaries meet."""
    with one_line_errors():
        if places and len(places) != len(files):
            raise ValueError(f"--place must be given once for each of the {len(files)} files or never, is given {len(places)} times")
        check_output(output)
        check_navmesh_name(output)
        mesh = merge_meshes([load_mesh(file) for file in files], [(x, y, z, radians(turn)) for x, y, z, turn in places] or None)
        mesh.save(output)
        click.echo(f"{output}: {describe(mesh)}")


# ---- export ----

@main.command()
@click.argument("file")
@click.option("-o", "--output", required=True, help="File to write: .obj, .ply, .stl, .gltf or .glb.")
@color_option
def export(file, output, color):
    """Write the surface of a .navmesh as triangles for other tools."""
    with one_line_errors():
        from navpy.studio import debug
        from navpy.studio import level_files
        level_files.format_of(output)
        check_output(output)
        drawing = debug.draw_surface(load_mesh(file), color)
        if not len(drawing):
            raise ValueError(f"{file}: has no polygons; `navpy bake` says why, when it bakes the level again")
        level_files.save_drawing(output, drawing)
        click.echo(f"{output}: {len(drawing):,} triangles")


# ---- demo ----

@main.command()
@click.argument("name")
@click.option("-o", "--output", metavar="FILE", help="File to write, .gif or .html.  [default: NAME.gif]")
@click.option("--seconds", type=Finite(0.05, 600), show_default="the demo's own", help="Duration of the demo.")
@click.option("--size", type=click.IntRange(120, 4000), default=640, show_default=True, help="Width of the picture in pixels.")
@click.option("--fps", type=click.Choice(["20", "10", "5"]), default="20", show_default=True, help="Frames a second in a .gif.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def demo(name, output, seconds, size, fps, quiet):
    """Play the demo NAME: steering, flocking, crossing, circle, doorway or formation.

    A page needs no network, and can be paused and rewound."""
    with one_line_errors():
        from navpy.studio import player
        path = output or f"{name}.gif"
        player.check_demo(name, path)
        check_output(path)
        with progress_bar(quiet) as bar:
            recording = player.record(name, seconds, progress_callback(bar, "playing"))
            player.write(path, recording, size, 20 // int(fps), progress_callback(bar, "drawing"))
        if not quiet:
            gap = recording.least_gap
            click.echo(f"{path}: {len(recording.frames):,} frames · {recording.seconds:.2f} s · least gap between discs {gap:.3f} m"
                       f" · {os.path.getsize(path):,} bytes")


def progress_callback(bar, stage):
    """A function that shows the progress of a stage, a fraction, on the bar."""
    task = bar.add_task(stage, total=1.0)
    return lambda fraction: bar.update(task, completed=fraction)


if __name__ == "__main__":
    main()
