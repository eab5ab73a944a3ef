#!/bin/sh
# SPDX-License-Identifier: MIT
# manuals.sh MEYDAN: each option of each command is in its help; tools/manuals writes pages that can be formatted and
# completions that bash, zsh and fish can read and that name every option.
set -eu
meydan=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$root/tools/manuals" --check "$meydan"
for tool in lowdown mandoc zsh fish; do
    command -v "$tool" >/dev/null || { echo "$tool is not installed"; exit 77; }
done
"$root/tools/manuals" "$meydan" "$work"
if command -v groff >/dev/null; then
    for page in "$work"/man1/* "$work"/man5/*; do
        said=$(groff -man -t -ww -K utf8 -Tutf8 -z "$page" 2>&1)
        [ -z "$said" ] || { echo "${page##*/}: $said" >&2; exit 1; }
    done
fi
mandoc -Tlint -Werror "$work"/man1/*.1
bash -n "$work/bash/meydan"
zsh -n "$work/zsh/_meydan"
fish -n "$work/fish/meydan.fish"
"$meydan" --list | cut -f 1 | while read -r name; do
    [ -s "$work/man1/meydan-$name.1" ] || { echo "no page for $name" >&2; exit 1; }
    "$meydan" --list "$name" | while read -r option _; do
        page=$(printf '%s' "$option" | sed 's/-/\\-/g')
        grep -qF -e "$page" "$work/man1/meydan-$name.1" || { echo "$name: no $option in its page" >&2; exit 1; }
        for file in "$work/bash/meydan" "$work/zsh/_meydan"; do
            grep -qF -e "$option" "$file" || { echo "$name: no $option in $file" >&2; exit 1; }
        done
        grep -q -e "from $name' -l ${option#--}\b" "$work/fish/meydan.fish" ||
            { echo "$name: no $option for fish" >&2; exit 1; }
    done
done
# What bash offers.
bash -c '. "$0"; COMP_WORDS=(meydan perft --la); COMP_CWORD=2; _meydan; [ "${COMPREPLY[*]}" = --layout ]' "$work/bash/meydan"
