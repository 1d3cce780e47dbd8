#!/bin/sh
# Renders the demo and saves a picture of it:  tools/demo_shot.sh [OUT.png] [SECONDS] [SCENE]
# OUT defaults to docs/images/demo.png; SECONDS of game time pass before the picture is taken; SCENE is a file of
# godot_project/scenes, the demo's first one unless said otherwise. Needs the built addon.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=$(realpath -m "${1:-$root/docs/images/demo.png}")
seconds=${2:-5}
scene=${3:-01_a_character_walks.tscn}
command -v xvfb-run >/dev/null || {
    echo "demo_shot.sh: xvfb-run is missing; install the packages xvfb, xauth and libgl1-mesa-dri" >&2
    exit 1
}
godot=$("$root/tools/get_godot.sh")
python3 "$root/tools/stage_addon.py" "$root/godot_project"
mkdir -p "$(dirname "$out")"
frames=$(mktemp -d)
trap 'rm -rf "$frames"' EXIT
# Godot's movie writer draws at a fixed step however slow the machine is; the last frame is the picture.
xvfb-run -a -s "-screen 0 1280x720x24" "$godot" --path "$root/godot_project" "res://scenes/$scene" --rendering-driver opengl3 \
    --audio-driver Dummy --resolution 1280x720 --fixed-fps 10 --write-movie "$frames/shot.png" \
    --quit-after $((seconds * 10)) >"$frames/log" 2>&1 || { cat "$frames/log" >&2; exit 1; }
last=$(ls "$frames"/shot*.png | tail -1)
mv "$last" "$out"
echo "$out"
