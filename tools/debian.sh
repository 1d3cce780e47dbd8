# Sourced by scripts that fetch Debian's packages into a folder of their own, $cache, which all checkouts share; the
# system stays as it is. Progress and complaints go to stderr.
# shellcheck shell=sh

fail() { echo "$(basename "$0" .sh): $*" >&2; exit 1; }

# The mirror that this machine's apt uses for Debian itself, from either style of source list.
debian_mirror() {
    cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
        sed -nE 's/^URIs:[[:space:]]*([^[:space:]]+).*/\1/p; s/^deb[[:space:]]+(\[[^]]*\][[:space:]]+)?([^[:space:]]+).*/\2/p' |
        grep -m 1 -E '/debian/?$|/debian\.list$'
}

# private_apt FOLDER ARGUMENT…: apt-get with lists, cache and package status of its own in FOLDER (see open_suite). Files
# that it downloads by name come into FOLDER. If that fails, $problem says why.
private_apt() {
    own=$1; shift
    (cd "$own" && apt-get -q -o Dir::Etc::sourcelist="$own/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::Lists="$own/lists" -o Dir::State::status="$own/status" -o Dir::Cache="$own/cache" \
        -o APT::Architecture="$(cat "$own/architecture")" -o APT::Architectures="$(cat "$own/architecture")" \
        -o APT::Install-Recommends=0 -o APT::Update::Error-Mode=any -o APT::Sandbox::User=root \
        -o Debug::NoLocking=1 "$@") >"$own/log" 2>&1 ||
        { problem="apt could not fetch it ($(grep -m 1 '^E:' "$own/log" || echo 'no reason given'))"; return 1; }
}

# open_suite FOLDER SUITE [ARCHITECTURE]: makes FOLDER know the packages and source packages of one Debian, for this machine
# unless told otherwise. If that fails, $problem says why.
open_suite() {
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    for tool in apt-get dpkg-deb flock; do
        command -v $tool >/dev/null || { problem="there is no $tool to fetch it with"; return 1; }
    done
    mirror=$(debian_mirror) || { problem="apt's sources name no Debian mirror to fetch it from"; return 1; }
    mkdir -p "$1/lists/partial" "$1/cache/archives/partial"
    for kind in deb deb-src; do echo "$kind [signed-by=$keyring] $mirror $2 main"; done >"$1/sources.list"
    : >"$1/status"
    echo "${3:-$(dpkg --print-architecture)}" >"$1/architecture"
    private_apt "$1" update
}

# unpack_packages FOLDER ROOT: unpacks what private_apt has downloaded into FOLDER.
unpack_packages() {
    mkdir -p "$2"
    for package in "$1"/*.deb "$1"/cache/archives/*.deb; do
        if [ -e "$package" ]; then dpkg-deb -x "$package" "$2"; fi
    done
}

# Runs "$@" with a folder $fresh beside $cache while nobody else does; who comes second finds the work done.
with_lock() {
    mkdir -p "$(dirname "$cache")"
    exec 9>"$cache.lock"
    flock 9
    fresh=$(mktemp -d "$cache.XXXXXX")
    trap 'rm -rf "$fresh"' EXIT
    trap 'exit 1' INT TERM
    "$@"
    rm -rf "$fresh"
    exec 9>&-
}
