#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh SOURCE BUILD VERSION: installs to a temporary folder, and builds and runs the example
# against that installation like another program: shared and static.
set -eu
source=$1
build=$2
version=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "$1" >&2
    exit 1
}

meson install -C "$build" --no-rebuild --quiet --destdir "$work/root"
pc=$(find "$work/root" -name meydan.pc)
[ -n "$pc" ] || fail "no meydan.pc is installed"
export PKG_CONFIG_LIBDIR="${pc%/*}" PKG_CONFIG_SYSROOT_DIR="$work/root"
flags=$(pkg-config --cflags --libs meydan)
lib=$(pkg-config --variable=libdir meydan)
case $lib in "$work"/*) ;; *) lib=$work/root$lib ;; esac
[ "$(pkg-config --modversion meydan)" = "$version" ] || fail "meydan.pc has another version"

# Only public names are exported, in both libraries.
for names in "nm -D --defined-only $lib/libmeydan.so" "nm -g --defined-only $lib/libmeydan.a"; do
    stray=$($names | awk 'NF == 3 && $3 !~ /^meydan_/ { print $3 }')
    [ -z "$stray" ] || fail "not meydan_*, but exported: $stray"
done

# Exported names must stay, and new ones must be listed in debian/libmeydan0.symbols.
nm -D --defined-only "$lib/libmeydan.so" | awk 'NF == 3 { print $3 }' | sort >"$work/exported"
sed -n 's/^ \([a-z_]*\)@Base .*/\1/p' "$source/debian/libmeydan0.symbols" | sort >"$work/promised"
diff "$work/promised" "$work/exported" >&2 || fail "the library does not export what debian/libmeydan0.symbols says"

cc=${CC:-cc}
# The engine works in another program.
# shellcheck disable=SC2086
$cc -std=c17 -Wall -Wextra -Werror "$source/examples/best_move.c" $flags -o "$work/best"
LD_LIBRARY_PATH=$lib "$work/best" quoridor 2000 e2 e8 | grep -q '^best [a-i][1-9]' || fail "no best move"
# So does the opponent; the same seed gives the same game.
# shellcheck disable=SC2086
$cc -std=c17 -Wall -Wextra -Werror "$source/examples/play_level.c" $flags -o "$work/levels"
LD_LIBRARY_PATH=$lib "$work/levels" quoridor 1 2 7 >"$work/first"
LD_LIBRARY_PATH=$lib "$work/levels" quoridor 1 2 7 >"$work/second"
cmp "$work/first" "$work/second" || fail "levels do not repeat themselves"
grep -q '^winners [12] ' "$work/first" || fail "no game of levels"
# shellcheck disable=SC2086
$cc -std=c17 -Wall -Wextra -Werror "$source/examples/random_game.c" $flags -o "$work/shared"
# shellcheck disable=SC2086
$cc "$source/examples/random_game.c" ${flags%%-l*} "$lib/libmeydan.a" -o "$work/static"
for variant in abalone abalone-3 abalone-4 abalone-4-pairs quoridor quoridor-4; do
    LD_LIBRARY_PATH=$lib "$work/shared" "$variant" 7 >"$work/a"
    "$work/static" "$variant" 7 >"$work/b"
    cmp "$work/a" "$work/b"
    grep -q "with Meydan $version, " "$work/a" || fail "$variant: $(tail -n 1 "$work/a")"
done
"$(find "$work/root" -name meydan -type f)" --version | grep -qx "meydan $version" ||
    fail "the installed program has another version"
