#!/bin/sh
# Runs a Windows program (x86_64): run_in_wine.sh PROGRAM.exe [ARGUMENT…]   Its exit code and output are the program's.
# Without a program: prints the path of a launcher that does the same wherever it is called.
# Wine is Debian's, unpacked into a private folder that all checkouts share; any user will do. PROGRAM is a path of this
# system; in arguments /a/b is called Z:/a/b. WINEPREFIX names another folder for Wine's drive C: and registry, which
# Wine makes at the first run (700 MB, 6 s); the one in the cache is ready.
set -eu

. "$(dirname "$0")/debian.sh"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/navpy/wine
suite=bookworm          # Wine 8; its Unix side needs the C library of Debian 12 or a newer one

# mscoree, mshtml: no offer to fetch .NET and a browser; winemenubuilder: no entries in the user's menus
write_launcher() {
    cat >"$1/wine" <<'LAUNCHER'
#!/bin/sh
folder=$(dirname "$(realpath "$0")")
export WINEPREFIX="${WINEPREFIX:-$folder/prefix}" WINEDEBUG="${WINEDEBUG:--all}"
export WINEDLLOVERRIDES="${WINEDLLOVERRIDES:-mscoree,mshtml,winemenubuilder.exe=}"
export LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu"
exec "$folder/root/usr/lib/wine/wine64" "$@"
LAUNCHER
    chmod +x "$1/wine"
}

# Puts Wine into $1/root and a fresh drive C: into $1/prefix. Of the 116 packages on which Wine depends, these are what
# a program needs that has no window and no sound.
install_wine() {
    [ "$(uname -m)" = x86_64 ] || fail "Wine needs an x86_64 machine"
    { open_suite "$1/apt" $suite && private_apt "$1/apt" download wine64 libwine libunwind8 liblzma5 libz-mingw-w64; } ||
        fail "no Wine, and $problem"
    unpack_packages "$1/apt" "$1/root"
    rm -r "$1/apt"
    lib=$1/root/usr/lib
    mv "$lib/wine/wineserver64" "$lib/wine/wineserver"      # in the place of a script that looks in /usr/lib
    rm -r "$lib/x86_64-linux-gnu/wine/i386-windows"
    zlib=$lib/x86_64-linux-gnu/wine/x86_64-windows/zlib1.dll
    cp "$1/root/usr/x86_64-w64-mingw32/lib/zlib1.dll" "$zlib"
    printf 'Wine builtin DLL%016d' 0 | tr 0 '\0' |          # Wine's own mark, without which it does not take the library
        dd of="$zlib" bs=1 seek=64 conv=notrunc status=none
    write_launcher "$1"
    server=$lib/wine/wineserver prefix=$1/prefix
    {   WINEPREFIX=$prefix "$1/wine" wineboot -i || true    # complains that 32-bit programs cannot be run
        WINEPREFIX=$prefix "$server" -w
        WINEPREFIX=$prefix "$1/wine" cmd /c exit 0; } >"$1/log" 2>&1 </dev/null 9>&- ||
        fail "Wine does not start here: $(tail -n 1 "$1/log")"
    WINEPREFIX=$prefix "$server" -w
    rm "$1/log"
}

# The finished folder appears by one rename.
fetch_wine() {
    if [ -d "$cache" ]; then return; fi
    echo "fetching Debian's Wine into $cache" >&2
    install_wine "$fresh/wine"
    mv "$fresh/wine" "$cache"
}

[ -d "$cache" ] || with_lock fetch_wine
if [ $# -eq 0 ]; then echo "$cache/wine"; else exec "$cache/wine" "$@"; fi
