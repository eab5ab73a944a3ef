#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the tests with several engine threads, and those that write while others read, under
# ThreadSanitizer: the threads of the engine, the store, the server's computers and Web Push.
# tests/tools/tsan.sh [BUILD-FOLDER], by default build-tsan, which it builds.
set -eu
cd "$(dirname "$0")/../.."
folder=${1:-build-tsan}
[ -e "$folder/build.ninja" ] ||
    meson setup "$folder" -Dwerror=true -Db_sanitize=thread -Db_lundef=false --buildtype=debugoptimized \
        -Dwasm=disabled -Dtests=enabled
ninja -C "$folder" tests/server/games/live/test_computers tests/sql/test_store \
    tests/sql/test_store_people tests/sql/test_readers tests/server/games/jobs/test_jobs_stored tests/protocol/test_thinker tests/protocol/test_ugi \
    tests/server/features/notifications/test_pusher
export TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1 ${TSAN_OPTIONS:-}"
"$folder/tests/protocol/test_thinker"
"$folder/tests/protocol/test_ugi"
"$folder/tests/sql/test_store"
"$folder/tests/sql/test_store_people"
"$folder/tests/sql/test_readers"
"$folder/tests/server/games/jobs/test_jobs_stored"
"$folder/tests/server/games/live/test_computers"
"$folder/tests/server/features/notifications/test_pusher"
