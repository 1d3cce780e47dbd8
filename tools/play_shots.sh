#!/bin/sh
# Draws the demo's menu and each scene with its panel, as `make play` shows them:  tools/play_shots.sh [SCENE …]
# The pictures are written to build/shots/play; the scenes' pictures in the menu, godot_project/pictures, are replaced. Needs the built addon.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
godot=$("$root/tools/get_godot.sh")
out=$root/build/shots/play
mkdir -p "$out"
"$godot" --path "$root/godot_project" --headless --import >"$out/log" 2>&1 || { cat "$out/log" >&2; exit 1; }
xvfb-run -a -s "-screen 0 1280x720x24" "$godot" --path "$root/godot_project" --rendering-driver opengl3 --audio-driver Dummy \
    --resolution 1280x720 --fixed-fps 60 -s "$root/tools/play_shots.gd" -- "$out" "$root/godot_project/pictures" "$@" >"$out/log" 2>&1 ||
    { cat "$out/log" >&2; exit 1; }
echo "$out"
