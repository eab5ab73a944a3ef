#!/bin/sh
# SPDX-License-Identifier: MIT
# meydan engine and meydan bench as programs: tests/cli/engine.sh MEYDAN
set -u
meydan=$1
failed=0

# check WHAT GOT WANTED
check() {
    [ "$2" = "$3" ] && return
    printf '%s: got "%s", not "%s"\n' "$1" "$2" "$3"
    failed=1
}

# At the end of the input a search with a limit still finishes; the last line needs no line end.
said=$(printf 'setoption name UGI_Variant value quoridor\ngo depth 4' | "$meydan" engine)
check 'exit status' $? 0
check 'depths' "$(echo "$said" | grep -c '^info depth [1-4] ')" 4
check 'answers' "$(echo "$said" | grep -c '^bestmove [a-i]')" 1
check 'last line' "$(echo "$said" | tail -n 1 | cut -d ' ' -f 1)" bestmove

# The end of the input and quit stop a search without a limit; nothing is read after quit.
check 'endless' "$(printf 'go infinite\n' | "$meydan" engine | grep -c '^bestmove')" 1
check 'quit' "$(printf 'go\nquit\nisready\n' | "$meydan" engine | grep -c -e '^bestmove' -e ready)" 1

# Lines have a maximum length; the next one is read normally.
said=$({ head -c 1048577 /dev/zero && printf '\nisready\n'; } | "$meydan" engine)
check 'long line' "$said" 'info string a line of more than 1048576 bytes is ignored
readyok'
said=$({ printf 'isready' && head -c 1048569 /dev/zero | tr '\0' ' '; } | "$meydan" engine)
check 'longest line' "$said" readyok

"$meydan" engine x </dev/null 2>/dev/null
check 'engine with an argument' $? 2

# The variants' nodes add up to the signature.
sum=0
for variant in abalone abalone-3 abalone-4 abalone-4-pairs quoridor quoridor-4; do
    part=$("$meydan" bench 3 --variant $variant | sed -n 's/^nodes //p')
    check "positions of $variant" "$("$meydan" bench 2 --variant $variant | grep -c " $variant ")" 5
    sum=$((sum + part))
done
check 'signature' "$("$meydan" bench 3 | sed -n 's/^nodes //p')" "$sum"
for bad in 0 128 x '3 4' '--variant chess'; do
    # shellcheck disable=SC2086
    "$meydan" bench $bad >/dev/null 2>&1
    check "bench $bad" $? 2
done
exit $failed
