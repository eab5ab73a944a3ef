#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the whole program with two more variants (more_variants.c): program.sh PROGRAM
set -eu
meydan=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail()
{
    echo "program.sh: $*" >&2
    exit 1
}

for variant in abalone-small quoridor-short; do
    "$meydan" show $variant --ascii | grep -q e || fail "$variant is not drawn"
    move=$("$meydan" moves $variant | head -n 1)
    "$meydan" apply $variant "$move" >/dev/null || fail "$variant: $move is not played"
    "$meydan" explain $variant >/dev/null || fail "$variant is not explained"
    printf 'setoption name UGI_Variant value %s\nsetoption name Level value 4\nposition startpos\ngo depth 4\n' $variant |
        "$meydan" engine | grep -q '^bestmove [a-i]' || fail "no engine plays $variant"
    printf 'help\n%s\nresign\n' "$move" |
        "$meydan" play $variant --no-lot --computer 2:2 --save "$folder/game" --lang en >"$folder/out" || fail "$variant is not played"
    grep -q 'Winner' "$folder/out" || fail "$variant has no end at the terminal"
    "$meydan" match $variant --player "engine level=3" --player greedy --games 2 --openings start --record "$folder/match" \
        >/dev/null 2>&1 || fail "no match of $variant"
    "$meydan" replay "$folder/match" >/dev/null || fail "the records of $variant are not read"
    "$meydan" analyse --nodes 100 "$folder/match" >/dev/null 2>&1 || fail "the records of $variant are not analysed"
done
