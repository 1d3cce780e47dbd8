#!/bin/sh
# Takes a picture of Godot's editor with the addon at work:  tools/editor_shot.sh [OUT.png] [SCENE] [PROJECT]
# The editor opens a copy of PROJECT (the demo's), with settings of its own, and bakes the navmesh of SCENE, a path in PROJECT, by the
# toolbar's button. Needs the built addon.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=$(realpath -m "${1:-$root/docs/images/editor.png}")
scene=${2:-scenes/01_a_character_walks.tscn}
project=$(realpath "${3:-$root/godot_project}")
godot=$("$root/tools/get_godot.sh")
python3 "$root/tools/stage_addon.py" "$project"
mkdir -p "$(dirname "$out")"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -rL "$project" "$copy/project"
mkdir -p "$copy/project/addons/shot"
cp "$root/tools/editor_shot.gd" "$copy/project/addons/shot/plugin.gd"
printf '[plugin]\nname="shot"\ndescription=""\nauthor=""\nversion="1"\nscript="plugin.gd"\n' >"$copy/project/addons/shot/plugin.cfg"
sed -i 's|"res://addons/navpy/plugin.cfg"|&, "res://addons/shot/plugin.cfg"|' "$copy/project/project.godot"
export XDG_CONFIG_HOME="$copy/config" XDG_DATA_HOME="$copy/data" XDG_CACHE_HOME="$copy/cache"
"$godot" --path "$copy/project" --headless --import >"$copy/log" 2>&1 || { cat "$copy/log" >&2; exit 1; }
rm -f "$out"
timeout 180 xvfb-run -a -s "-screen 0 1280x720x24" "$godot" --path "$copy/project" --editor --rendering-driver opengl3 \
    --audio-driver Dummy --resolution 1280x720 -- "res://$scene" "$out" >"$copy/log" 2>&1 || { cat "$copy/log" >&2; exit 1; }
[ -f "$out" ] || { cat "$copy/log" >&2; echo "editor_shot.sh: the editor took no picture" >&2; exit 1; }
echo "$out"
