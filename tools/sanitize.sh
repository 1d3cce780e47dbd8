#!/bin/sh
# Builds the core with sanitizers and runs tests: all of the core's under ASan and UBSan, the files with threads under TSan.
# A sanitizer must be loaded before Python, and sees an object of Python's only where malloc made it.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python

# Python keeps what it has until its end, so leaks are not looked for. The first report ends the tests that it comes from.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1:suppressions=$PWD/tools/tsan.suppressions
export PYTEST_TIMEOUT=1800      # sanitized tests take many times as long as plain ones

fail() { echo "sanitize: $*" >&2; exit 1; }

find_library() {
    found=$("${CXX:-c++}" -print-file-name="lib$1.so")
    case $found in /*) echo "$found" ;; *) fail "${CXX:-c++} has no lib$1.so; Debian's g++ brings it" ;; esac
}

# begin VARIANT NAME LIBRARY TEST…     runs tests in the background; what they and the sanitizer print goes to a file
begin() {
    variant=$1 log=build/$1/$2.log library=$3; shift 3
    $fixed_addresses env LD_PRELOAD="$library $standard" PYTHONMALLOC=malloc NAVPY_BUILD="$variant" \
        $python -m pytest -q -p no:cacheprovider --capture=sys -o faulthandler_timeout=1830 "$@" >"$log" 2>&1 &
    running="$running $!:$log"
}

# Of each that was begun the last line, or all where there is a fault.
wait_for_all() {
    failed=0
    for one in $running; do
        log=${one#*:}
        if wait "${one%%:*}"; then echo "$log: $(tail -n 1 "$log")"; else cat "$log"; failed=1; fi
    done
    running=
    [ "$failed" -eq 0 ] || fail "there is a report above"
}

asan=$(find_library asan)
tsan=$(find_library tsan)
standard=$(find_library stdc++)
fixed_addresses=        # ThreadSanitizer of older compilers does not start where addresses are chosen at random from a wide range
if setarch -R true 2>/dev/null; then fixed_addresses="setarch -R"; fi
began=$(date +%s)
$python setup.py build_ext --sanitize
echo "built in $(($(date +%s) - began)) s; testing"
running=
trap 'for one in $running; do kill "${one%%:*}" || true; done' EXIT
trap 'exit 1' INT TERM
# test_memory limits the address space, of which ASan's shadow takes terabytes.
begin asan baking "$asan" tests/baking --ignore tests/baking/test_memory.py
begin asan others "$asan" tests --ignore tests/baking --ignore tests/engine --ignore tests/godot --ignore tests/studio \
    --ignore tests/test_imports.py --ignore tests/test_readme.py
# shellcheck disable=SC2046
begin tsan threads "$tsan" $(grep -rl ThreadPoolExecutor tests --include='test_*.py' | grep -v 'tests/\(engine\|studio\)/')
wait_for_all
echo "built and tested in $(($(date +%s) - began)) s"
