#!/bin/sh
# Runs an exported Linux game in a root of its own that holds the unpacked engine's C and system libraries and nothing
# else: no Python, no home, no environment. Shows that the game needs nothing of the machine that built it, and also
# runs Debian's export templates where the machine's own C library is too old for them.
# usage: [BARE_ROOT=FOLDER] run_in_bare_root.sh EXPORT_FOLDER PROGRAM [ARGUMENT…]     needs root, or user namespaces
# BARE_ROOT is another root than the engine's, one of those that get_platforms.sh unpacks.
set -eu
PATH=$PATH:/usr/sbin:/sbin          # where chroot is, also for users who don't have these in theirs
root=${BARE_ROOT:-${XDG_CACHE_HOME:-$HOME/.cache}/navpy/godot/root}
[ -d "$root/usr" ] || { echo "run_in_bare_root: there is no $root: run tools/get_godot.sh without GODOT set, or tools/get_platforms.sh" >&2; exit 1; }
export_folder=$(realpath "$1"); program=$2; shift 2
bare=$(mktemp -d)
trap 'rmdir "$bare"' EXIT
as_root=
[ "$(id -u)" -eq 0 ] || as_root=--map-root-user

# Inside the new mount namespace; everything mounted here is gone when the game has ended.
# shellcheck disable=SC2016
inside='
set -eu
root=$1; game=$2; bare=$3; program=$4; shift 4
mount -t tmpfs tmpfs "$bare"
cd "$bare"
mkdir game dev proc tmp root
for name in usr bin lib lib64 sbin; do
    if [ -d "$root/$name" ]; then mkdir "$name"; mount --bind "$root/$name" "$name"; else ln -s "usr/$name" "$name"; fi
done
mount --bind "$game" game
mount --rbind /dev dev
mount --rbind /proc proc
if find "$root" -path "$root/usr/share" -prune -o -iname "*python*" -print | grep .; then echo "run_in_bare_root: there is Python in this root" >&2; exit 1; fi
libraries=/$(echo usr/lib/*-linux-gnu)
exec env -i HOME=/root PATH=/usr/bin LD_LIBRARY_PATH="$libraries:$libraries/pulseaudio:$libraries/blas:$libraries/lapack" \
    "$(command -v chroot)" "$bare" "/game/$program" "$@"
'
unshare $as_root --mount --fork sh -c "$inside" inside "$root" "$export_folder" "$bare" "$program" "$@"
