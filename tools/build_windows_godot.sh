#!/bin/sh
# Prints the path of a Godot 4.6 for Windows (x86_64) that runs under Wine as if it were this system's, so that
# GODOT=$(tools/build_windows_godot.sh) lets the tests try the extension for Windows. It is a debug export
# template (the release one says nothing of errors in scripts) without renderers: run it with --headless, and in a
# project that an editor has imported. It is compiled here from Debian's sources by Debian's MinGW, which takes about
# 20 minutes of one core once (JOBS=2 for two processes at a time); all checkouts share it.
set -eu

. "$(dirname "$0")/debian.sh"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/navpy/windows_godot
tool_suite=bookworm     # MinGW's gcc 12; its programs need the C library of Debian 12 or a newer one

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
tools='binutils-mingw-w64-x86-64 mingw-w64-common mingw-w64-x86-64-dev gcc-mingw-w64-base
    gcc-mingw-w64-x86-64-posix-runtime gcc-mingw-w64-x86-64-posix g++-mingw-w64-x86-64-posix
    libgmp10 libisl23 libmpfr6 libmpc3 libzstd1 zlib1g'

# MinGW and SCons into $1.
fetch_tools() {
    # shellcheck disable=SC2086
    { open_suite "$1/apt-tools" $tool_suite && private_apt "$1/apt-tools" download $tools; } || fail "no MinGW, and $problem"
    unpack_packages "$1/apt-tools" "$1/mingw"
    for tool in gcc g++ gcc-ar gcc-ranlib; do       # Godot looks for the names without the kind of threads
        ln -s "x86_64-w64-mingw32-$tool-posix" "$1/mingw/usr/bin/x86_64-w64-mingw32-$tool"
    done
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

# disable_path_overrides=no: --path and --script work as in the editor. The libraries that are missing belong to what is
# left out: renderers, text shaping (without text_server_*, text has no glyphs), sound and image formats, network.
compile() {
    cd "$1/godot"
    # shellcheck disable=SC2086
    PATH=$1/mingw/usr/bin:$PATH LD_LIBRARY_PATH=$1/mingw/usr/lib/x86_64-linux-gnu PYTHONPATH=$1/scons BUILD_NAME=navpy \
        nice -n 15 python3 -m SCons -j "${JOBS:-1}" platform=windows arch=x86_64 target=template_debug \
        optimize=custom ccflags=-O1 scu_build=yes warnings=no progress=no windows_subsystem=console disable_path_overrides=no \
        vulkan=no d3d12=no opengl3=no accesskit=no sdl=no brotli=no builtin_certs=no modules_enabled_by_default=no \
        $(for module in gdscript godot_physics_2d godot_physics_3d navigation_2d navigation_3d csg gridmap
          do echo module_${module}_enabled=yes; done) >"$1/log" 2>&1 ||
        fail "Godot does not compile: $(grep -m 1 -E 'error|ERROR' "$1/log" || tail -n 1 "$1/log")"
}

# Arguments that are absolute paths of this system become Windows's. Wine is where run_in_wine.sh puts it, beside $cache.
write_launcher() {
    cat >"$1/godot" <<'LAUNCHER'
#!/bin/sh
folder=$(dirname "$(realpath "$0")")
count=$#
while [ "$count" -gt 0 ]; do
    argument=$1; shift
    case $argument in /*) argument=Z:$argument ;; esac
    set -- "$@" "$argument"
    count=$((count - 1))
done
exec "$folder/../wine/wine" "$folder/godot.exe" "$@" </dev/null
LAUNCHER
    chmod +x "$1/godot"
}

build() {
    if [ -d "$cache" ]; then return; fi
    command -v python3 >/dev/null || fail "no python3 to build Godot with"
    echo "fetching sources and compiler of Godot for Windows" >&2
    mkdir "$fresh/work" "$fresh/done"
    fetch_tools "$fresh/work"
    fetch_sources "$fresh/work"
    complete_sources "$fresh/work"
    echo "compiling Godot for Windows into $cache" >&2
    (compile "$fresh/work")
    cp "$fresh/work/godot/bin/godot.windows.template_debug.x86_64.exe" "$fresh/done/godot.exe"
    write_launcher "$fresh/done"
    mv "$fresh/done" "$cache"                       # the finished folder appears by one rename
}

"$(dirname "$0")/run_in_wine.sh" >/dev/null
[ -d "$cache" ] || with_lock build
echo "$cache/godot"
