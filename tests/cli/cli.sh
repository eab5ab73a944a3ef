#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line from outside: output, standard error, and exit status.
#
#   tests/cli/cli.sh build/meydan
#
# gives STATUS ARGS...      checks the exit status, that a failure prints one line on standard error
# and
#                           nothing on standard output, and that a success prints nothing on
# standard
#                           error; leaves the output in $out and $err
# prints TEXT / says TEXT   checks that $out equals TEXT / that $err contains it
meydan=$1
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0 checks=0
nl='
'

complain() {
    failed=$((failed + 1))
    echo "FAILED: meydan $args"
    echo "    $1"
}

gives() {
    wanted=$1
    shift
    args=$*
    # Truncate long arguments in reports.
    [ ${#args} -gt 120 ] && args=$(printf %.120s "$args")...
    checks=$((checks + 1))
    "$meydan" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    out=$(cat "$work/out")
    err=$(cat "$work/err")
    [ $status -eq "$wanted" ] || complain "exit status $status, not $wanted: $err"
    if [ "$wanted" -eq 0 ]; then
        [ -s "$work/err" ] && complain "remarks on standard error: $err"
    else
        [ -s "$work/out" ] && complain "something on standard output: $out"
        [ "$(wc -l <"$work/err")" -eq 1 ] || complain "not one line on standard error: $err"
        case $err in
        meydan:\ *) ;;
        *) complain "no 'meydan: ' before the message: $err" ;;
        esac
        [ "$(wc -c <"$work/err")" -lt 600 ] || complain "the message is too long"
    fi
}

prints() {
    [ "$out" = "$1" ] || complain "prints '$out', not '$1'"
}

says() {
    case $err in
    *"$1"*) ;;
    *) complain "says '$err', not '$1'" ;;
    esac
}

# --- usage ----------------------------------------------------------------------------------------
gives 2
says 'see meydan --help'
gives 2 nonsense
says "unknown command 'nonsense'"
gives 2 ''
gives 2 --nonsense
gives 0 --help
gives 0 -h
gives 0 help
gives 0 --version
for command in apply explain moves perft show; do
    depth=
    [ $command = perft ] && depth=1
    gives 0 $command --help
    case $out in
    "usage: meydan $command "*) ;;
    *) complain 'no usage line' ;;
    esac
    gives 2 $command
    gives 2 $command chess $depth
    says "unknown variant 'chess'"
    gives 2 $command '' $depth
    gives 2 $command abalone $depth --layout
    says "option '--layout' needs a value"
    gives 2 $command abalone $depth --position
    says "option '--position' needs a value"
    gives 2 $command abalone $depth --nonsense
    says "unknown option '--nonsense'"
    gives 2 $command abalone $depth --nonsense=1
    gives 2 $command abalone $depth --layout=standard --layout=standard
    says 'is given twice'
    gives 2 $command abalone $depth --layout=
    says "abalone has no layout ''"
done
for command in explain moves show 'perft quoridor 1'; do
    case $command in
    perft*) ;;
    *) command="$command abalone" ;;
    esac
    # shellcheck disable=SC2086 # words on purpose
    gives 2 $command extra more
    says "unexpected argument 'extra'"
done
gives 2 perft abalone
says 'perft needs a variant and a depth'
gives 2 show abalone --ascii --ascii
says "option '--ascii' is given twice"
gives 2 perft abalone 1 --divide --layout standard --divide
says "option '--divide' is given twice"
gives 2 show abalone --ascii=yes
says 'takes no value'
gives 2 moves abalone --layout nonsense
says "abalone has no layout 'nonsense'"
gives 2 moves quoridor --layout belgian-daisy
gives 2 moves abalone --layout standard --position x
says '--layout and --position exclude each other'

# --- perft ----------------------------------------------------------------------------------------
gives 0 perft abalone 0
prints 1
gives 0 perft abalone 3
prints 98912
gives 0 perft abalone 2 --layout belgian-daisy
prints 2692
gives 0 perft abalone 2 --layout=german-daisy
prints 6244
gives 0 perft --layout swiss-daisy abalone 2
prints 4066
gives 0 perft abalone 2 --layout dutch-daisy
prints 1946
gives 0 perft abalone-3 2
prints 1587
gives 0 perft abalone-4 2
prints 1696
gives 0 perft abalone-4-pairs 2
prints 1849
gives 0 perft quoridor 2
prints 16677
gives 0 perft quoridor-4 2
prints 16677
gives 0 perft quoridor 1 --position '- / - / e9 e2 / 10 10 / 2'
prints 0
for depth in '' ' 1' -1 +1 1x 1.0 21 99999999999999999999 0x1; do
    gives 2 perft abalone "$depth"
    says "depth '$depth' is not a number"
done

# --- moves ----------------------------------------------------------------------------------------
gives 0 moves abalone
[ "$(echo "$out" | wc -l)" -eq 44 ] || complain 'not 44 moves'
echo "$out" | LC_ALL=C sort -c -u || complain 'not in byte order'
gives 0 moves quoridor
[ "$(echo "$out" | wc -l)" -eq 131 ] || complain 'not 131 moves'
echo "$out" | LC_ALL=C sort -c -u || complain 'not in byte order'
gives 0 moves quoridor --position 'a4 c4 e4 g4 a6 c6 e6 g6 a2 c2 / a8 b8 c8 d8 e8 f8 g8 h8 a3 b3 / e5 e1 / 0 0 / 2'
prints ''
gives 0 moves quoridor --position 'a4 c4 e4 g4 a6 c6 e6 g6 a2 c2 / a8 b8 c8 d8 e8 f8 g8 h8 a3 c3 / e5 e7 / 0 0 / 2'
prints "d7${nl}e8${nl}f7"

# --- apply ----------------------------------------------------------------------------------------
gives 0 apply abalone
prints "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0${nl}*"
gives 0 apply abalone a1b2
prints "wwwww/wwwwww/2www2/8/9/3b4/2bbb2/bbbbbb/1bbbb w 0-0${nl}*"
gives 0 apply quoridor e2 e8 e3h -- e7v
prints "e3 / e7 / e2 e8 / 9 9 / 1${nl}*"
gives 0 apply quoridor e2 e8 e1 e9 e2 e8 e1
prints "- / - / e1 e8 / 10 10 / 2${nl}*"
gives 0 apply quoridor e2 e8 e1 e9 e2 e8 e1 e9
prints "- / - / e1 e9 / 10 10 / 1${nl}draw"
gives 1 apply quoridor e2 e8 e1 e9 e2 e8 e1 e9 e2
says "illegal move 'e2': the game is over"
gives 2 apply quoridor e2 e8 e1 e9 e2 e8 e1 e9 nonsense
gives 0 apply quoridor --position '- / - / e8 a3 / 10 10 / 1' e9
prints "- / - / e9 a3 / 10 10 / 2${nl}1"
gives 1 apply quoridor --position '- / - / e8 a3 / 10 10 / 1' e9 a2
says "illegal move 'a2': the game is over"
gives 0 apply abalone --position 'wwwww/www3/7/8/wbb6/8/b6/bbbbbb/bbbbb b 5-0' e3e2
prints "wwwww/www3/7/8/bb7/8/b6/bbbbbb/bbbbb w 6-0${nl}1"
gives 0 apply abalone-4 --position 'ccccc/c5/wwwwww1/aaaaaaaa/cab6/8/7/bbbbbb/bb3 b 5-0' e3e2
prints "ccccc/c5/wwwwww1/aaaaaaaa/ab7/8/7/bbbbbb/bb3 w 6-0${nl}1+3"
gives 0 apply quoridor-4 --position '- / - / - - e9 - / 5 5 5 5 / 3'
prints "- / - / - - e9 - / 5 5 5 5 / 3${nl}3"
gives 1 apply abalone a1b2 i5h6
says "illegal move 'i5h6': a marble moves one cell, to a neighbour"
gives 1 apply abalone b6b5
says "illegal move 'b6b5': at most three marbles move at once"
gives 1 apply abalone pass
says 'you may pass only if you have no legal move'
gives 1 apply quoridor e9
gives 1 apply quoridor e3h e3v
says "illegal move 'e3v': the wall crosses another"
gives 1 apply quoridor a1h e8 d1 e9 c1 e8 b1 e9 a1 b1v
says "illegal move 'b1v': it shuts in player 1"
gives 2 apply quoridor e2 zz
says "move 'zz': there is no such square"
gives 2 apply abalone ''
gives 2 apply abalone a1b2 ''

# --- show -----------------------------------------------------------------------------------------
gives 0 show abalone --ascii
prints "    i w w w w w
   h w w w w w w
  g . . w w w . .
 f . . . . . . . .
e . . . . . . . . .
 d . . . . . . . . 9
  c . . b b b . . 8
   b b b b b b b 7
    a b b b b b 6
       1 2 3 4 5
 > b b  0
   w w  0"
gives 0 show quoridor --ascii --position 'e3 / b7 / e2 e8 / 9 9 / 2'
out=$(echo "$out" | sed 's/ *$//')
prints "9  .   .   .   .   .   .   .   .   .

8  .   . | .   .   2   .   .   .   .
         |
7  .   . | .   .   .   .   .   .   .

6  .   .   .   .   .   .   .   .   .

5  .   .   .   .   .   .   .   .   .

4  .   .   .   .   .   .   .   .   .
                  =======
3  .   .   .   .   .   .   .   .   .

2  .   .   .   .   1   .   .   .   .

1  .   .   .   .   .   .   .   .   .
   a   b   c   d   e   f   g   h   i
   1  ||||||||| 9
 > 2  ||||||||| 9"
gives 0 show abalone-3
gives 0 show abalone-4
gives 0 show quoridor
gives 0 show quoridor-4
case $out in
*"$(printf '\033')"*) complain 'colours, though this is no terminal' ;;
esac

# --- bad, long and odd input ----------------------------------------------------------------------
gives 2 moves abalone --position ''
says 'bad position: the position is empty'
gives 2 moves abalone --position 'wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 x'
says "players out 'x'"
gives 2 show quoridor --position '- / - / e1 e9 / 10 10 / 1 / more'
says 'trailing text'
gives 2 perft quoridor 1 --position 'a1 / b1 / a1 e9 / 9 9 / 1'
says 'player 1 is shut in'
gives 2 moves abalone --position "a${nl}b${nl}c"
gives 2 moves "a${nl}b"
gives 2 "a${nl}b"
gives 2 apply abalone "a1${nl}b2"
gives 2 apply quoridor "e2${nl}"
gives 2 moves abalone "--a${nl}b"
gives 2 moves abalone --layout "a${nl}b"
gives 2 perft abalone "1${nl}2"
odd=$(printf '\001\033[31m\177\200\377%%s%%n')
gives 2 "$odd"
says "unknown command '??[31m???%s%n', see"
gives 2 "$(printf '\377\376')"
says "unknown command '??', see"
gives 2 moves "$(printf '\303\247ay')"
says "unknown variant '??ay', there"
gives 2 replay "$(printf '/none/\303\247\377')"
says "$(printf "cannot read '/none/\303\247?': ")"
gives 2 moves "$odd"
gives 2 moves abalone --layout "$odd"
gives 2 moves abalone --position "$odd"
gives 2 moves quoridor --position "$odd"
gives 2 apply abalone "$odd"
gives 2 apply quoridor "$odd"
gives 2 perft abalone "$odd"
long=$(printf '%0100000d' 0)
gives 2 "$long"
forty=$(printf %.40s "$long")
says "unknown command '$forty...', see"
gives 2 "$forty"
says "unknown command '$forty', see"
gives 2 moves "$long"
says "unknown variant '$forty...', there"
gives 2 moves abalone "--$long"
gives 2 moves abalone --layout "$long"
gives 2 moves abalone --position "$long"
gives 2 moves quoridor --position "$long"
gives 2 apply abalone "$long"
gives 2 apply quoridor "$long"
gives 2 perft abalone "$long"

# --- nowhere to write -----------------------------------------------------------------------------
if [ -c /dev/full ]; then
    for command in 'moves abalone' 'show quoridor' 'apply abalone' 'perft abalone 1' --help; do
        checks=$((checks + 1))
        args="$command >/dev/full"
        # shellcheck disable=SC2086 # words on purpose
        "$meydan" $command >/dev/full 2>"$work/err"
        status=$?
        err=$(cat "$work/err")
        [ $status -eq 2 ] || complain "exit status $status, not 2"
        says 'cannot write to standard output'
    done
fi

echo "$checks command lines, $failed faults"
[ $failed -eq 0 ]
