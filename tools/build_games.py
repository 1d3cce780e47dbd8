"""Exports the demo's games as a developer of one would, with the addon out of its zip:  build_games.py [-o FOLDER] [PLATFORM…]

    build/games/<platform>/<game>/      the program, its pack and the library, whose sizes are printed

Without a name these are this machine's and windows.x86_64. A platform whose library or export template is not there is left out, and a
line says how to get it. A named one that is left out is a failure.
"""
import argparse
import dataclasses
import os
import pathlib
import platform as machine
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEMO = ROOT / "godot_project"
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "navpy"
GAMES = {"museum": "Night at the museum", "bridgehead": "Bridgehead"}
FILE = re.compile(r'"(?:res://)?([\w./]+\.(?:gd|tscn|tres|gdshader))"')
SUFFIXES = (".gd", ".tscn", ".tres", ".gdshader")
HEADLESS = "a debug template without renderers, which runs with --headless alone"


@dataclasses.dataclass(frozen=True)
class Platform:
    exporter: str           # as Godot calls it
    program: str            # suffix of its file
    library: str
    template: str           # name of the release template
    compiled: pathlib.Path | None   # the engine that tools/build_godot.sh makes, a template for checks
    advice: str             # where there is no template
    options: str            # of its export


PLATFORMS = {
    "linux.x86_64": Platform("Linux", ".x86_64", "libnavpy.so", "linux_release.x86_64", CACHE / "platforms/godot.linux/godot",
                             "tools/get_godot.sh --templates fetches Debian's", ""),
    "linux.arm64": Platform("Linux", ".arm64", "libnavpy.so", "linux_release.arm64", None,
                            "tools/get_godot.sh --templates fetches Debian's on such a machine", ""),
    "windows.x86_64": Platform("Windows Desktop", ".exe", "navpy.dll", "windows_release_x86_64.exe",
                               CACHE / "platforms/godot.windows/godot.exe",
                               "Godot's editor installs it (Editor > Manage Export Templates), and "
                               f"tools/build_godot.sh windows compiles {HEADLESS}",
                               "application/modify_resources=false\ndebug/export_console_wrapper=0\n"),
}


def output_of(*command):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout


def pack_addon(folder, platforms):
    """The zip that game developers get, with the libraries of these platforms."""
    return output_of(sys.executable, ROOT / "tools/pack_addon.py", "-o", folder, *platforms).split()[0]


def list_files(game):
    """The game's own files, those of all games, and what they name elsewhere in the project."""
    found = [path for name in (game, "common") for path in sorted((DEMO / "games" / name).iterdir()) if path.suffix in SUFFIXES]
    for path in found:              # which grows
        for name in FILE.findall(path.read_text()):
            for named in (DEMO / name, path.parent / name):
                if named.is_file() and named not in found and DEMO / "addons" not in named.parents:
                    found.append(named)
    return found


def make_project(game, packed_addon, project):
    """The game alone as a project, and the addon unpacked from the zip."""
    for path in list_files(game):
        copy = project / path.relative_to(DEMO)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    with zipfile.ZipFile(packed_addon) as archive:
        archive.extractall(project)
    settings = (DEMO / "project.godot").read_text()
    settings = re.sub(r"\[autoload\]\n[^\[]*", "", settings)
    settings = re.sub("config/description=.*\n", "", settings)
    settings = re.sub("(?<=config/name=).*", f'"{GAMES[game]}"', settings)
    settings = re.sub("(?<=run/main_scene=).*", f'"res://games/{game}/main.tscn"', settings)
    (project / "project.godot").write_text(settings)
    (project / ".godot").mkdir()
    (project / ".godot/extension_list.cfg").write_text("res://addons/navpy/navpy.gdextension\n")


def write_preset(project, name, template):
    """TEMPLATE: a path, or None for the installed one."""
    exporter, options, processor = PLATFORMS[name].exporter, PLATFORMS[name].options, name.partition(".")[2]
    if template:
        options += f'custom_template/debug="{template}"\ncustom_template/release="{template}"\n'
    (project / "export_presets.cfg").write_text(
        f'[preset.0]\nname="game"\nplatform="{exporter}"\nrunnable=true\nexport_filter="all_resources"\nscript_export_mode=2\n'
        f'[preset.0.options]\nbinary_format/embed_pck=false\nbinary_format/architecture="{processor}"\ntexture_format/s3tc_bptc=true\n{options}')


def export(godot, game, name, packed_addon, folder, template=None):
    """The game's program in a new folder."""
    platform = PLATFORMS[name]
    program = folder / f"{game}{platform.program}"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as project:
        project = pathlib.Path(project)
        make_project(game, packed_addon, project)
        write_preset(project, name, template)
        kind = "--export-debug" if template else "--export-release"
        command = [godot, "--headless", "--path", project, kind, "game", program]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode or not program.exists():
        sys.exit(f"build_games: {game} was not exported for {name}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return program


def find_template(godot, platform):
    """(The compiled engine or None for the installed template, what is missing)."""
    version = re.match(r"[\d.]+\.[a-z0-9]+", output_of(godot, "--headless", "--version").split()[-1]).group()
    data = pathlib.Path(os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local/share")
    if (data / "godot/export_templates" / version / platform.template).exists():
        return None, ""
    if platform.compiled and platform.compiled.exists():
        return platform.compiled, ""
    return None, f"no export template {platform.template} of Godot {version}: {platform.advice}"


def what_is_missing(godot, name):
    """(Template, reason why the platform is left out or empty)."""
    if not (ROOT / "addons/navpy/bin" / name / PLATFORMS[name].library).exists():
        return None, f"no library for it: make addon PLATFORM={name} builds it"
    return find_template(godot, PLATFORMS[name])


def build(name, folder, godot):
    """False where something is missing for a platform."""
    template, missing = what_is_missing(godot, name)
    if missing:
        print(f"{name}: left out, {missing}", flush=True)
        return False
    with tempfile.TemporaryDirectory() as packed:
        packed_addon = pack_addon(packed, [name])
        for game in GAMES:
            program = export(godot, game, name, packed_addon, folder / name / game, template)
            sizes = ", ".join(f"{path.name} {path.stat().st_size / 1e6:.1f} MB" for path in sorted(program.parent.iterdir()))
            print(f"{program.parent}: {sizes}{' (' + HEADLESS + ')' if template else ''}", flush=True)
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-o", dest="folder", type=pathlib.Path, default=ROOT / "build/games")
    parser.add_argument("platforms", nargs="*", choices=[[], *PLATFORMS], metavar="PLATFORM")
    arguments = parser.parse_args()
    godot = output_of(ROOT / "tools/get_godot.sh", "--templates").strip()
    usual = ["linux.arm64" if machine.machine() == "aarch64" else "linux.x86_64", "windows.x86_64"]
    built = [build(name, arguments.folder.resolve(), godot) for name in arguments.platforms or usual]
    sys.exit(not all(built) if arguments.platforms else not any(built))


if __name__ == "__main__":
    main()
