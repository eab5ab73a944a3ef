// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include "base/bits.h"
#include "game/match.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void print_result(const Outcome *outcome)
{
    if (!outcome->winners) puts(outcome->drawn ? "draw" : "*");
    for (u8 rest = outcome->winners; rest; rest &= (u8)(rest - 1))
        printf("%d%s", bits_first(rest) + 1, rest & (rest - 1) ? "+" : "\n");
}

static Status play_move(Match *match, Text text, Fault *why)
{
    Move move;
    Status status = move_read(&match->position, text, &move, why);
    if (status == OK && match->outcome.over)
        status = fault(why, ILLEGAL, "illegal move %q: %s", text, refusal_text(REFUSED_GAME_OVER));
    if (status == OK) status = match_play(match, match_turn(match), move, 0, why);
    return status;
}

// Plays without clocks. The match detects threefold repetition.
static ExitStatus play_all(Match *match, char **moves, int count)
{
    for (int i = 0; i < count; i++) {
        Fault why;
        Status status = play_move(match, text_of(moves[i]), &why);
        if (status != OK) return complain_status(status, &why);
    }
    char text[POSITION_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    match_variant(match)->game->write(&match->position, &out);
    puts(text);
    print_result(&match->outcome);
    return EXIT_DONE;
}

static ExitStatus run(int argc, char **argv)
{
    Position start;
    ExitStatus status = args_opening(
        &argc, argv, &(Needs){ .command = "apply", .what = "a variant", .most = INT_MAX }, &start);
    if (status != EXIT_DONE) return status;
    Ply *plies = malloc(((size_t)argc + 1) * sizeof *plies);
    if (!plies) return complain(EXIT_BAD, "out of memory");
    Match match;
    match_start(&match, &start, (ClockSpec){ 0 }, 0);
    match_lend(&match, plies, (u32)argc + 1);
    status = play_all(&match, argv, argc);
    free(plies);
    return status;
}

const Command COMMAND_APPLY = {
    .name = "apply",
    .synopsis = "VARIANT [--layout NAME | --position TEXT] MOVE...",
    .summary = "play moves and print the position reached",
    .help = "Line 1 is the position, line 2 the result: '*' while the game goes on, 'draw' when a\n"
            "position occurs for the third time, otherwise the winners' numbers ('2', '1+3').\n"
            "An illegal move, or a move after the end, is named and ends with status 1.\n",
    .run = run,
};
