"""What the commands of the command line have in common: options, errors in one line, reading of levels and navmeshes."""
import os
import sys
import warnings
from contextlib import contextmanager
from difflib import get_close_matches
from math import isfinite

from navpy.api.baking.levels import join_levels
from navpy.baking.settings import FIELDS, BakeSettings
from navpy.baking.voxels.level_shape import LevelShape
from navpy.base.extras import MissingLibrary, require
from navpy.base.setting import unknown_keyword
from navpy.navmesh.navmesh import NavMesh
from navpy.studio.level_files import FORMATS, load_level
from navpy.studio.level_spec import LevelSpec, read_spec

try:
    click, rich_console, progress = (require(name) for name in ("click", "rich.console", "rich.progress"))
except MissingLibrary as error:
    sys.exit(f"navpy: {error}")

WARNINGS = "navpy.warnings"             # of a command's click.Context.meta: how many it has printed
EXIT_OK, EXIT_FAULTY, EXIT_BAD_INPUT, EXIT_STOPPED = 0, 1, 2, 130      # exit codes; the last one is that of shells


# ---- messages ----

class Commands(click.Group):
    """A group of commands that end in one line after an error of the user, or after Ctrl-C."""

    def resolve_command(self, ctx, args):
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise click.UsageError(unknown_keyword(ctx.command_path, args[0], self.list_commands(ctx), "command"), ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx):
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            at = error.ctx or ctx
            if isinstance(error, click.NoSuchOption):
                options = [name for option in at.command.get_params(at) for name in option.opts + option.secondary_opts]
                text = unknown_keyword(at.command_path, error.option_name, options, "option")
            else:
                text = " ".join(error.format_message().split()).rstrip(".")
                text = text[:1].lower() + text[1:]
            print_message(f"error: {text}{'' if text.endswith('?') else ';'} `{at.command_path} --help` tells more")
            ctx.exit(EXIT_BAD_INPUT)
        except KeyboardInterrupt:
            print_message("stopped")
            ctx.exit(EXIT_STOPPED)


@contextmanager
def one_line_errors():
    """Ends the command with one line and exit code 2 after an error in its input."""
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_: print_warning(message)
            yield
    except MissingLibrary as error:
        print_message(f"error: {error}")
    except FileNotFoundError as error:
        print_message(f"error: {error.filename or 'file'}: there is no such file{nearest_file(error.filename)}")
    except OSError as error:
        print_message(f"error: {error.filename or 'file'}: {error.strerror or error}")
    except ValueError as error:
        print_message(f"error: {' '.join(str(error).split())}")
    except MemoryError:
        print_message("error: not enough memory: set a larger --cell-size, or a --tile-size")
    else:
        return
    sys.exit(EXIT_BAD_INPUT)


def nearest_file(path):
    """A hint at the file whose name is nearest to that of one that is not there."""
    folder, name = os.path.split(os.fspath(path or ""))
    if folder and not os.path.isdir(folder):
        return f", as the folder {folder} is not there either"
    near = get_close_matches(name, sorted(os.listdir(folder or ".")), 1)
    return f"; did you mean {os.path.join(folder, near[0])}?" if near else ""


def print_message(text):
    click.echo(f"navpy: {text}", err=True)


def print_warning(text):
    """What the summary of a command counts."""
    meta = click.get_current_context().meta
    meta[WARNINGS] = printed_warnings() + 1
    print_message(f"warning: {text}")


def printed_warnings():
    return click.get_current_context().meta.get(WARNINGS, 0)


def progress_bar(quiet):
    """A progress bar, which is not shown if the output is not a terminal."""
    console = rich_console.Console(stderr=True)
    return progress.Progress(progress.TextColumn("{task.description:<16}"), progress.BarColumn(), progress.TaskProgressColumn(),
                             progress.TimeElapsedColumn(), console=console, transient=True, disable=quiet or not console.is_terminal)


# ---- options ----

def number_of(text):
    """The text as a number; None if it isn't a finite one."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) else None


class Numbers(click.ParamType):
    """So many numbers with commas between them, such as x,y,z."""

    def __init__(self, name, example):
        self.name, self.example = name, example

    def convert(self, value, param, ctx):
        if isinstance(value, tuple):
            return value
        numbers = tuple(number_of(part) for part in value.split(","))
        if len(numbers) != self.name.count(",") + 1 or None in numbers:
            self.fail(f"must be {self.name} in meters, finite, such as {self.example}, is {value!r}", param, ctx)
        return numbers


class Finite(click.FloatRange):
    """A number within limits that is not nan."""

    def convert(self, value, param, ctx):
        number = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"must be finite, is {value!r}", param, ctx)
        return number


class AreaOf(click.ParamType):
    """NAME=ID"""
    name = "NAME=ID"

    def convert(self, value, param, ctx):
        if isinstance(value, tuple):
            return value
        name, _, area = value.rpartition("=")
        if not name or not area.isdecimal():
            self.fail(f"must be NAME=ID, such as water*=5, is {value!r}", param, ctx)
        return name, int(area)


POINT, PLACE, AREA_OF = Numbers("x,y,z", "1.5,0,-3"), Numbers("x,y,z,turn", "10,0,0,90"), AreaOf()


def setting_options(command):
    """Adds an option to the command for each bake setting in FIELDS."""
    for field in reversed(FIELDS):
        flag = "--" + field.name.replace("_", "-")
        help_text = field.doc + (f" [{field.unit}]" if field.unit else "")
        if field.type is bool:
            option = click.option(f"{flag}/--no-{flag[2:]}", field.name, default=field.default, show_default=True, help=help_text)
        elif field.choices:
            names = [name.lower() for name in field.choices]
            option = click.option(flag, field.name, type=click.Choice(names, case_sensitive=False), default=names[field.default],
                                  show_default=True, help=help_text)
        else:
            option = click.option(flag, field.name, type=field.type, default=field.default, show_default=True, help=help_text)
        command = option(command)
    return command


def level_options(command):
    command = click.option("--scale", type=float, default=1.0, show_default=True,
                           help="Meters in one unit of the level file.")(command)
    return click.option("--up", type=click.Choice(["y", "z"]), default="y", show_default=True,
                        help="Axis of the level file that points up.")(command)


def spec_options(command):
    """Adds the options for what a level has beside its triangles."""
    command = click.option("--seed", "seeds", type=POINT, multiple=True,
                           help="Keep only ground that can be reached from this point; may be given several times.")(command)
    command = click.option("--area", "areas", type=AREA_OF, multiple=True,
                           help="Area id of the objects with this name, in which * stands for any text; 0 is not walkable.")(command)
    return click.option("--with", "spec_path", metavar="FILE",
                        help="A .toml or .json file with settings, areas, volumes, links, seeds, bounds and costs.")(command)


def color_option(command):
    return click.option("--color", type=click.Choice(["island", "area", "polygon"]), default="island", show_default=True,
                        help="Each island, area or polygon gets one color.")(command)


# ---- levels and navmeshes ----

def spec_from(path, areas, seeds):
    """The LevelSpec in the file of --with, with what other options add."""
    spec = read_spec(path) if path else LevelSpec()
    spec.areas = {**spec.areas, **dict(areas)}
    spec.seeds += seeds
    return spec


def settings_from(values, spec):
    """The BakeSettings by the options, and by the file of --with where an option is left out; ValueError where they are not valid."""
    source_of = click.get_current_context().get_parameter_source
    for field in FIELDS:
        if field.name in spec.settings and source_of(field.name) is click.core.ParameterSource.DEFAULT:
            values[field.name] = spec.settings[field.name]
    settings = BakeSettings(**values)
    settings.validate()
    return settings


def load_levels(paths, up, scale):
    """The Level of all files."""
    return join_levels(load_level(path, up, scale) for path in paths)


def load_mesh(path):
    """The NavMesh in a file, after a check that it is sound. ValueError, which names the file, where it isn't."""
    mesh = NavMesh.load(path)
    try:
        mesh.validate()
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return mesh


def up_hint(level, up):
    """A hint for a level on which nothing is walkable: the file's other axis may point up. "": more of the level faces the present
    one."""
    shape = LevelShape(level.vertices, level.triangles)
    other, facing = ("z", shape.forward) if up == "y" else ("y", shape.back)        # of the file, whose y is −z here if its z is up
    return f"; more of the level faces {other} than {up}: try --up {other}" if facing > shape.up else ""


def check_output(path):
    """ValueError where no file can be written, for want of its folder or because it is one."""
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.isdir(path):
        raise ValueError(f"{path}: is a folder; name a file in it")
    if not os.path.isdir(folder):
        raise ValueError(f"{path}: its folder does not exist; make {folder} first")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise ValueError(f"{path}: may not be written; its permissions or those of its folder forbid it")


def check_navmesh_name(path):
    """ValueError where a navmesh would get the name of a level, or take the place of one."""
    ending = os.path.splitext(path)[1].lower()
    if ending[1:] in FORMATS:
        raise ValueError(f"{path}: {ending} is the ending of a level; name the navmesh {os.path.splitext(path)[0]}.navmesh")


def describe(mesh):
    count, islands = mesh.polygon_count, mesh.island_count
    return (f"{count:,} polygon{'s' * (count != 1)} · {mesh.area:,.1f} m² · {islands:,} island{'s' * (islands != 1)}"
            f" · agent {mesh.agent_radius:g} m in radius, {mesh.agent_height:g} m high")
