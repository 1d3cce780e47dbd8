#!/bin/sh
# Prints the path of a Godot 4.6 (x86_64) on which the tests try the extension, as if it were this system's:
#
#   build_godot.sh windows      runs under Wine; compiled by Debian's MinGW
#   build_godot.sh linux        runs on Linux with glibc 2.28 or newer; Debian's own needs 2.38. Compiled by zig.
#
# It is a debug export template (the release one says nothing of errors in scripts) without renderers: run it with --headless,
# and in a project that an editor has imported. It is compiled here from Debian's sources, which takes about half an hour
# of one core once (JOBS=2 for two processes at a time); all checkouts share it.
set -eu

tools=$(cd "$(dirname "$0")" && pwd)
. "$tools/debian.sh"
system=${1:-}
case $system in windows | linux) ;; *) fail "usage: build_godot.sh windows | linux" ;; esac
cache=${XDG_CACHE_HOME:-$HOME/.cache}/navpy/platforms/godot.$system

# SHA-256, suite, source package, file. What Debian leaves out of Godot's sources comes from the libraries' own.
sources='
2c7f6b7b2566182869d3f50829b8260179137ff169c34026640f9e8f9c3c0506 forky godot godot_4.6.3+ds.orig.tar.xz
d2f4a25e6e21d72f0cea4dd45152c790ffb312d7675582126602242102bdfec7 forky recastnavigation recastnavigation_1.6.0+dfsg.orig.tar.gz
60dd315c07f616887caa029408308a018ace66e3d142726a97db164b3b8f69fb trixie zlib zlib_1.3.dfsg+really1.3.1.orig.tar.gz
0c092ef267edce57ba7f3f2645c861f72eaf5e76273c6c3632869423464b90a5 trixie libzstd libzstd_1.5.7+dfsg.orig.tar.xz
8fb65fae8dcae5840f793c0a334860a411f884cc537ea290ce1c52bb64ca007a trixie mbedtls mbedtls_3.6.6.orig.tar.bz2
b17e99026055727e8cba99160c3a9a7f9af788e9f786daeadded5a42243f1dd0 trixie libpng1.6 libpng1.6_1.6.48.orig.tar.gz
'
scons='scons==4.11.1 --hash=sha256:454cef364348053422696e3d2ecb4fa593c96a624f955842eaaea64f95c8d11d'
mingw_suite=bookworm    # MinGW's gcc 12; its programs need the C library of Debian 12 or a newer one
mingw='binutils-mingw-w64-x86-64 mingw-w64-common mingw-w64-x86-64-dev gcc-mingw-w64-base
    gcc-mingw-w64-x86-64-posix-runtime gcc-mingw-w64-x86-64-posix g++-mingw-w64-x86-64-posix
    libgmp10 libisl23 libmpfr6 libmpc3 libzstd1 zlib1g'

# MinGW into $1/mingw.
fetch_compiler_windows() {
    # shellcheck disable=SC2086
    { open_suite "$1/apt-mingw" $mingw_suite && private_apt "$1/apt-mingw" download $mingw; } || fail "no MinGW, and $problem"
    unpack_packages "$1/apt-mingw" "$1/mingw"
    for tool in gcc g++ gcc-ar gcc-ranlib; do       # Godot looks for the names without the kind of threads
        ln -s "x86_64-w64-mingw32-$tool-posix" "$1/mingw/usr/bin/x86_64-w64-mingw32-$tool"
    done
}

# Programs $1/bin/cc and c++, which run zig. SCons drops the environment, so they name zig's cache.
fetch_compiler_linux() {
    zig=$(python3 "$tools/toolchain.py" | head -n 1)
    mkdir "$1/bin"
    for kind in cc c++; do
        printf '#!/bin/sh\nexport ZIG_GLOBAL_CACHE_DIR="%s"\nexec "%s" %s -target x86_64-linux-gnu.2.28 -fno-sanitize=undefined -g0 "$@"\n' \
            "$1/zig" "$zig" "$kind" >"$1/bin/$kind"
        chmod +x "$1/bin/$kind"
    done
}

# SCons into $1/scons.
fetch_scons() {
    echo "$scons" >"$1/requirements.txt"
    python3 -m pip install -q --no-deps --require-hashes --target "$1/scons" -r "$1/requirements.txt" >"$1/log" 2>&1 ||
        fail "pip could not fetch SCons ($(grep -m 1 '^ERROR' "$1/log" || echo 'no reason given'))"
}

# The source files into $1, each into a folder named for its package.
fetch_sources() {
    echo "$sources" | while read -r checksum suite package file; do
        [ -n "$file" ] || continue
        own=$1/apt-$suite
        [ -d "$own" ] || open_suite "$own" "$suite" || fail "no sources of Godot, and $problem"
        private_apt "$own" source --download-only --tar-only "$package" || fail "no sources of $package, and $problem"
        [ -e "$own/$file" ] || fail "Debian's $suite has no $file any more, but $(cd "$own" && ls "${package}"_*.orig.tar.*)"
        echo "$checksum  $own/$file" | sha256sum --quiet --check >/dev/null 2>&1 || fail "$file is not the file that this script knows"
        mkdir "$1/$package"
        tar -xf "$own/$file" -C "$1/$package" --strip-components 1
    done
}

# Godot's build wants the libraries inside its thirdparty folder.
complete_sources() {
    thirdparty=$1/godot/thirdparty
    mkdir "$thirdparty/zlib" "$thirdparty/libpng" "$thirdparty/mbedtls" "$thirdparty/recastnavigation" "$thirdparty/certs"
    cp "$1"/zlib/*.[ch] "$thirdparty/zlib/"
    cp -r "$1/libzstd/lib" "$thirdparty/zstd"
    cp -r "$1"/libpng1.6/*.[ch] "$1/libpng1.6/intel" "$thirdparty/libpng/"
    cp "$1/libpng1.6/scripts/pnglibconf.h.prebuilt" "$thirdparty/libpng/pnglibconf.h"
    cp -r "$1/recastnavigation/Recast" "$thirdparty/recastnavigation/"
    cp -r "$1/mbedtls/include" "$1/mbedtls/library" "$thirdparty/mbedtls/"
    # Two files of Godot's own inside mbedtls went with it. These hold what its core uses: hashes, AES, Base64, random numbers.
    for part in AES_C BASE64_C CIPHER_MODE_CBC CIPHER_MODE_CFB CTR_DRBG_C ENTROPY_C MD_C MD5_C SHA1_C SHA256_C \
        NO_PLATFORM_ENTROPY PLATFORM_C; do
        echo "#define MBEDTLS_$part"
    done >"$thirdparty/mbedtls/include/godot_core_mbedtls_config.h"
    printf '#include "%s"\n' platform.c platform_util.c >"$thirdparty/mbedtls/library/godot_core_mbedtls_platform.c"
    : >"$thirdparty/certs/ca-bundle.crt"            # the build reads it, though nothing uses it
}

compile_windows() {
    PATH=$1/mingw/usr/bin:$PATH LD_LIBRARY_PATH=$1/mingw/usr/lib/x86_64-linux-gnu \
        compile "$1" windows windows_subsystem=console d3d12=no
}

compile_linux() {
    compile "$1" linuxbsd CC="$1/bin/cc" CXX="$1/bin/c++" LINK="$1/bin/c++" lto=none use_static_cpp=no execinfo=no \
        $(without x11 wayland fontconfig dbus speechd udev pulseaudio alsa)
}

without() { printf '%s=no ' "$@"; }

# compile FOLDER PLATFORM OPTION…
# disable_path_overrides=no: --path and --script work as in the editor. The libraries that are missing belong to what is
# left out: renderers, text shaping (without text_server_*, text has no glyphs), sound and image formats, network.
compile() {
    work=$1 platform=$2; shift 2
    cd "$work/godot"
    # shellcheck disable=SC2046
    PYTHONPATH=$work/scons BUILD_NAME=navpy nice -n 15 python3 -m SCons -j "${JOBS:-1}" platform="$platform" "$@" \
        arch=x86_64 target=template_debug optimize=custom ccflags=-O1 debug_symbols=no scu_build=yes warnings=no progress=no \
        disable_path_overrides=no $(without vulkan opengl3 accesskit sdl brotli builtin_certs modules_enabled_by_default) \
        $(printf 'module_%s_enabled=yes ' gdscript godot_physics_2d godot_physics_3d navigation_2d navigation_3d csg gridmap) \
        >"$work/log" 2>&1 ||
        fail "Godot does not compile: $(grep -m 1 -E 'error|ERROR' "$work/log" || tail -n 1 "$work/log")"
}

install_windows() {
    cp "$1/godot/bin/godot.windows.template_debug.x86_64.exe" "$2/godot.exe"
    write_launcher "$2"
}

install_linux() { cp "$1/godot/bin/godot.linuxbsd.template_debug.x86_64" "$2/godot"; }

# Arguments that are absolute paths of this system become Windows's.
write_launcher() {
    cat >"$1/godot" <<LAUNCHER
#!/bin/sh
wine=$("$tools/run_in_wine.sh")
LAUNCHER
    cat >>"$1/godot" <<'LAUNCHER'
folder=$(dirname "$(realpath "$0")")
count=$#
while [ "$count" -gt 0 ]; do
    argument=$1; shift
    case $argument in /*) argument=Z:$argument ;; esac
    set -- "$@" "$argument"
    count=$((count - 1))
done
exec "$wine" "$folder/godot.exe" "$@" </dev/null
LAUNCHER
    chmod +x "$1/godot"
}

build() {
    if [ -d "$cache" ]; then return; fi
    command -v python3 >/dev/null || fail "no python3 to build Godot with"
    echo "fetching sources and compiler of Godot for $system" >&2
    mkdir "$fresh/work" "$fresh/done"
    "fetch_compiler_$system" "$fresh/work"
    fetch_scons "$fresh/work"
    fetch_sources "$fresh/work"
    complete_sources "$fresh/work"
    echo "compiling Godot for $system into $cache" >&2
    ("compile_$system" "$fresh/work")
    "install_$system" "$fresh/work" "$fresh/done"
    mv "$fresh/done" "$cache"                       # the finished folder appears by one rename
}

[ "$system" = linux ] || "$tools/run_in_wine.sh" >/dev/null
[ -d "$cache" ] || with_lock build
echo "$cache/godot"
