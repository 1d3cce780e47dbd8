#!/bin/sh
# Prints the path of a Godot 4.6 or newer: $GODOT, else godot or godot4 on PATH, else Debian's current package, unpacked
# into a private folder that all checkouts share (the system stays as it is). With --templates the export templates
# are made available too. Progress and complaints go to stderr.
set -eu

. "$(dirname "$0")/debian.sh"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/navpy/godot
suite=forky             # the oldest Debian whose Godot is 4.6
processor=$(uname -m | sed s/aarch64/arm64/)        # as Godot names it

# 4.6.3.stable.debian… → true for 4.6 and all that follow
is_new_enough() {
    version=$("$1" --headless --version 2>/dev/null | tail -n 1) || return 1
    major=${version%%.*}; rest=${version#*.}; minor=${rest%%[!0-9]*}
    case $major$minor in '' | *[!0-9]*) return 1 ;; esac
    [ "$major" -gt 4 ] || { [ "$major" -eq 4 ] && [ "${minor:-0}" -ge 6 ]; }
}

find_installed() {
    for name in godot godot4; do
        path=$(command -v "$name") && is_new_enough "$path" && { echo "$path"; return; }
    done
    return 1
}

write_launcher() {      # the engine needs a newer C library than an older Debian has, so it brings its own
    cat >"$1/godot" <<'LAUNCHER'
#!/bin/sh
root=$(dirname "$(realpath "$0")")/root
lib=$(echo "$root"/usr/lib/*-linux-gnu)         # of the one processor that it is for
exec "$lib"/ld-linux-*.so.* --library-path "$lib:$lib/pulseaudio:$lib/blas:$lib/lapack" "$root/usr/bin/godot" "$@"
LAUNCHER
    chmod +x "$1/godot"
}

# Downloads packages and all they need into $1/root. $1 is a temporary folder: nobody looks there before it is whole.
unpack() {
    dir=$1; shift
    { open_suite "$dir/apt" $suite && private_apt "$dir/apt" install -y --download-only "$@"; } ||
        fail "no Godot 4.6 found and $problem: install Godot or set GODOT to its path"
    unpack_packages "$dir/apt" "$dir/root"
    rm -r "$dir/apt"
}

# The finished folder appears by one rename.
fetch_engine() {
    if [ -x "$cache/godot" ] && is_new_enough "$cache/godot"; then return; fi
    echo "fetching Debian's Godot into $cache" >&2
    unpack "$fresh/engine" godot
    write_launcher "$fresh/engine"
    is_new_enough "$fresh/engine/godot" || fail "Debian's Godot does not start here: set GODOT to the path of one that does"
    rm -rf "$cache"
    mv "$fresh/engine" "$cache"
}

# Godot's export looks for the templates of its own version here.
template_folder() {
    version=$("$godot" --headless --version | tail -n 1 | sed -nE 's/^([0-9.]+\.[a-z0-9]+).*/\1/p')
    echo "${XDG_DATA_HOME:-$HOME/.local/share}/godot/export_templates/$version"
}

has_templates() { [ -e "$1/linux_release.$processor" ] && [ -e "$1/linux_debug.$processor" ]; }

fetch_templates() {
    if has_templates "$1"; then return; fi
    bin=$cache/root/usr/bin
    if ! { [ -e "$bin/godot-template-release" ] && [ -e "$bin/godot-template-debug" ]; }; then
        echo "fetching Debian's export templates" >&2
        unpack "$fresh/templates" godot-template-release godot-template-debug
        bin=$fresh/templates/root/usr/bin
    fi
    version=$(basename "$1")
    grep -aqF "v$version." "$bin/godot-template-release" ||
        fail "no export templates for Godot $version: install them through its editor"
    mkdir -p "$1"
    for kind in release debug; do
        cp "$bin/godot-template-$kind" "$1/new_$kind"
        mv "$1/new_$kind" "$1/linux_$kind.$processor"
    done
}

if [ -n "${GODOT:-}" ]; then
    godot=$(command -v "$GODOT") || fail "GODOT is set to $GODOT, which is no program"
    is_new_enough "$godot" || fail "GODOT is set to $GODOT, which is not Godot 4.6 or newer"
elif ! godot=$(find_installed); then
    [ -x "$cache/godot" ] || with_lock fetch_engine
    godot=$cache/godot
fi
case $godot in /*) ;; *) godot=$PWD/$godot ;; esac
if [ "${1:-}" = --templates ] && ! has_templates "$(template_folder)"; then
    with_lock fetch_templates "$(template_folder)"
fi
echo "$godot"
