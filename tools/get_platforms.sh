#!/bin/sh
# Unpacks what tests/platforms runs the extension on into private folders that all checkouts share, and prints where they are:
#
#   get_platforms.sh godot.arm64    Debian's Godot for arm64, and qemu, which runs it on other machines
#   get_platforms.sh bullseye       the C library of Debian 11 and nothing else
#   get_platforms.sh bookworm       that of Debian 12
#   get_platforms.sh wine           Wine, see run_in_wine.sh
#   get_platforms.sh godot.linux    Godot for older Linux, see build_godot.sh
#   get_platforms.sh godot.windows  Godot for Windows
#
# Without a name it unpacks all. Progress and complaints go to stderr.
set -eu

here=$(dirname "$0")
. "$here/debian.sh"
folder=${XDG_CACHE_HOME:-$HOME/.cache}/navpy

# unpack FOLDER SUITE ARCHITECTURE HOW PACKAGE…: HOW is `download` for these packages alone, `install` for all that they need.
unpack() {
    into=$1 suite=$2 architecture=$3 how=$4; shift 4
    [ "$how" = download ] || how="install -y --download-only"
    rm -rf "$fresh/apt"
    # shellcheck disable=SC2086
    { open_suite "$fresh/apt" "$suite" "$architecture" && private_apt "$fresh/apt" $how "$@"; } ||
        fail "no $* of Debian's $suite, and $problem"
    unpack_packages "$fresh/apt" "$into"
}

write_launcher() {
    cat >"$1/godot" <<'LAUNCHER'
#!/bin/sh
here=$(dirname "$(realpath "$0")")
lib=$here/root/usr/lib/aarch64-linux-gnu
exec "$here/qemu-aarch64" -L "$here/root" "$lib/ld-linux-aarch64.so.1" \
    --library-path "$lib:$lib/pulseaudio:$lib/blas:$lib/lapack" "$here/root/usr/bin/godot" "$@"
LAUNCHER
    chmod +x "$1/godot"
}

unpack_godot() {
    unpack "$1/root" forky arm64 install godot
    unpack "$fresh/qemu" bookworm "$(dpkg --print-architecture)" download qemu-user-static
    cp "$fresh/qemu/usr/bin/qemu-aarch64-static" "$1/qemu-aarch64"
    write_launcher "$1"
}

# make COMMAND ARGUMENT…: has the command fill a new folder, given to it as its first argument.
make() {
    if [ -d "$cache" ]; then return; fi
    echo "fetching $name into $cache" >&2
    command=$1; shift
    mkdir "$fresh/new"
    "$command" "$fresh/new" "$@"
    mv "$fresh/new" "$cache"        # the finished folder appears by one rename
}

get() {
    name=$1 cache=$folder/platforms/$1
    if [ ! -d "$cache" ]; then
        case $name in
            godot.arm64) with_lock make unpack_godot ;;
            bullseye | bookworm) with_lock make unpack "$name" amd64 install libc6 ;;
            *) fail "there is no platform $name, only godot.arm64, bullseye, bookworm, wine, godot.linux and godot.windows" ;;
        esac
    fi
    echo "$cache"
}

[ "$(uname -m)" = x86_64 ] || fail "other platforms run on x86_64 machines only, this is $(uname -m)"
if [ $# -eq 0 ]; then set -- godot.arm64 bullseye bookworm wine godot.linux godot.windows; fi
for each in "$@"; do
    case $each in
        wine) "$here/run_in_wine.sh" ;;
        godot.linux | godot.windows) "$here/build_godot.sh" "${each#godot.}" ;;
        *) (get "$each") ;;
    esac
done
