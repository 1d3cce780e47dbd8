#!/bin/sh
# Makes .venv with all that building and testing need, and meanwhile fetches compiler and engine. Debian packages that are
# missing are installed when this is root, else named in one line. With --screen also what drawing without a screen needs, with
# --tests what tests run: a browser without a screen, a compiler of C#.
# What is there is used again.
set -eu
cd "$(dirname "$0")/.."

fail() { echo "bootstrap: $*" >&2; exit 1; }

# Runs Python code quietly, for its exit code.
python_can() { python3 -c "$1" 2>/dev/null; }

missing_packages() {
    command -v make >/dev/null || echo make
    python_can 'import ensurepip, venv' || echo python3-venv
    case "${1:-}" in
    --screen)
        command -v xvfb-run >/dev/null || echo xvfb xauth
        ls /usr/lib/*/dri/swrast_dri.so >/dev/null 2>&1 || echo libgl1-mesa-dri libgl1
        ;;
    --tests)
        command -v chromium >/dev/null || echo chromium fonts-dejavu-core
        command -v chromedriver >/dev/null || echo chromium-driver
        command -v mcs >/dev/null || echo mono-mcs
        ;;
    esac
}

install_packages() {
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        fail "as root: apt-get install $*"
    fi
    echo "installing Debian packages: $*"
    log=$(mktemp)
    { apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "$@"; } >"$log" 2>&1 ||
        { tail -n 20 "$log" >&2; fail "apt-get could not install $*"; }
    rm "$log"
}

# What pyproject.toml asks for, to build, to test and for the command line, one requirement a line.
requirements() {
    python3 -c '
import tomllib
toml = tomllib.load(open("pyproject.toml", "rb"))
project = toml["project"]
extras = sum(project["optional-dependencies"].values(), [])
print(*toml["build-system"]["requires"], *project["dependencies"], *extras, sep="\n")'
}

# Makes this folder importable; its compiled modules are found by navpy/compiled.py.
link_checkout() {
    site=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    echo "$PWD" >"$site/navpy.pth"
}

# .venv/ready is written last, so a half-made environment is never taken for whole.
make_environment() {
    wanted=$(requirements)
    if [ -x .venv/bin/python ] && [ "$(cat .venv/ready 2>/dev/null)" = "$wanted" ]; then touch .venv/ready; return; fi
    echo "making .venv"
    rm -f .venv/ready
    if ! { [ -x .venv/bin/python ] && .venv/bin/python -m pip --version >/dev/null 2>&1; }; then
        python3 -m venv --clear .venv
    fi
    (.venv/bin/python tools/toolchain.py; tools/get_godot.sh) >/dev/null &      # what fails here is told by the build
    echo "$wanted" >.venv/requirements.txt
    .venv/bin/python -m pip install -q --disable-pip-version-check -r .venv/requirements.txt
    link_checkout
    wait
    echo "$wanted" >.venv/ready
}

command -v python3 >/dev/null || fail "as root: apt-get install python3"
python_can 'import sys; assert sys.version_info >= (3, 11)' || fail "Python 3.11 or newer is needed, python3 is $(python3 --version)"
packages=$(missing_packages "${1:-}" | tr '\n' ' ')
[ -z "$packages" ] || install_packages $packages
make_environment
