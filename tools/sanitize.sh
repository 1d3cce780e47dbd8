#!/bin/sh
# Builds the core with sanitizers and runs tests: all of the core's under ASan and UBSan, the files with threads under TSan.
# A sanitizer must be loaded before Python, and sees an object of Python's only where malloc made it.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python
find_library() { "${CXX:-c++}" -print-file-name="lib$1.so"; }

# sanitized VARIANT LIBRARY TEST…
sanitized() {
    variant=$1; library=$2; shift 2
    $python tools/build.py "$variant"
    began=$(date +%s)
    LD_PRELOAD="$(find_library "$library") $(find_library stdc++)" PYTHONMALLOC=malloc NAVPY_BUILD=$variant \
        $python -m pytest -q -p no:cacheprovider -o faulthandler_timeout=1830 "$@"
    echo "$variant: $(($(date +%s) - began)) s"
}

# Python keeps what it has until its end, so leaks are not looked for.
# Sanitized tests take many times as long as plain ones.
export PYTEST_TIMEOUT=1800
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1:suppressions=$PWD/tools/tsan.suppressions

# test_memory limits the address space, of which ASan's shadow takes terabytes.
sanitized asan asan tests --ignore tests/engine --ignore tests/studio --ignore tests/baking/test_memory.py
# shellcheck disable=SC2046
sanitized tsan tsan $(grep -rl ThreadPoolExecutor tests --include='test_*.py' | grep -v 'tests/\(engine\|studio\)/')
