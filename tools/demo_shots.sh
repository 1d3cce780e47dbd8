#!/bin/sh
# Draws every scene of the demo (see demo_shot.sh), some as a moving picture (demo_movie.py), the scenes as `make play` shows them, and the editor:
#   tools/demo_shots.sh
# The pictures that the documentation shows are replaced, the others are written to build/shots.
set -eu
cd "$(dirname "$0")/.."
while read -r picture seconds scene; do
    tools/demo_shot.sh "$picture" "$seconds" "$scene.tscn" </dev/null
done <<END
docs/images/demo.png 5 01_a_character_walks
docs/images/crowds.png 5 02_two_crowds_in_a_doorway
docs/images/walls.png 16 03_walls_come_and_go
docs/images/links.png 5 04_jump_drop_and_climb
docs/images/thousand.png 7 05_a_thousand_through_a_doorway
docs/images/patrol.png 5 06_chase_and_patrol
docs/images/questions.png 3 09_questions
docs/images/flock.png 11 10_flock
docs/images/formation.png 4 11_formation
docs/images/animation.png 7 12_animation
docs/images/two_doors.png 8 13_two_doors
docs/images/top_down.png 4 14_top_down
docs/images/town_of_tiles.png 8 15_town_of_tiles
docs/images/plaza.png 12 16_plaza
docs/images/squad.png 7 18_squad
docs/images/platformer.png 5 20_platformer
docs/images/horde.png 14 21_horde
docs/images/goal_field.png 2 22_goal_field
docs/images/tower_defence.png 14 23_tower_defence
docs/images/streaming_world.png 12 24_streaming_world
build/shots/ten_thousand.png 1 07_ten_thousand
build/shots/from_navigation_agent.png 3 08_from_navigation_agent
build/shots/from_navigation_agent_2d.png 3 17_from_navigation_agent_2d
build/shots/chase_and_patrol_2d.png 8 19_chase_and_patrol_2d
END
.venv/bin/python tools/demo_movie.py
tools/play_shots.sh
cp build/shots/play/22_goal_field.png docs/images/play.png
tools/editor_shot.sh
