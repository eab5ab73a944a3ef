#!/bin/sh
# SPDX-License-Identifier: MIT
# The threads of the engine, of the store and of the server's computers under ThreadSanitizer:
# tests/tsan.sh [BUILD-FOLDER], by default build-tsan.
# Builds there and runs the tests that search in several threads and stop at every moment, and those
# that write while others read.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-build-tsan}
[ -e "$folder/build.ninja" ] ||
    meson setup "$folder" -Db_sanitize=thread -Db_lundef=false --buildtype=debugoptimized \
        -Dwasm=disabled -Dtests=enabled
ninja -C "$folder" tests/test_computers tests/test_store tests/test_store_people \
    tests/test_thinker tests/test_ugi
export TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1 ${TSAN_OPTIONS:-}"
"$folder/tests/test_thinker"
"$folder/tests/test_ugi"
"$folder/tests/test_store"
"$folder/tests/test_store_people"
"$folder/tests/test_computers"
