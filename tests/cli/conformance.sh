#!/bin/sh
# SPDX-License-Identifier: MIT
# The conformance suite: our engine passes it in both protocols, a program that leaves out moves doesn't.
set -eu
meydan=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
"$root/tools/conformance" "$meydan" engine | tail -n 1 | grep -q '^166 of 166 agree$'
"$root/tools/conformance" --qtp "$meydan" engine --qtp | tail -n 1 | grep -q '^2 of 2 agree$'
# shellcheck disable=SC2016
if said=$("$root/tools/conformance" --variants quoridor sh -c '"$0" engine | sed -u "s/ e8h / /"' "$meydan"); then
    echo "a program without e8h passes" >&2
    exit 1
fi
echo "$said" | grep -q "missing \['e8h'\], not legal \[\]"
