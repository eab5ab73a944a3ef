// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>

enum { DEPTH_MAX = 20 };

// Prints the count below each move, to find where two programs differ.
static void divide(const Position *position, int depth)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        Out out = out_to(text, sizeof text);
        game->write_move(position, moves[i], &out);
        Position child = *position;
        game->play(&child, moves[i]);
        printf("%s %" PRIu64 "\n", text, game->perft(&child, depth - 1));
        fflush(stdout);
    }
}

static ExitStatus run(int argc, char **argv)
{
    bool divided = false;
    const Option options[] = { { "--divide", NULL, &divided }, { 0 } };
    const Needs needs = { .command = "perft",
                          .what = "a variant and a depth",
                          .least = 1,
                          .most = 1,
                          .options = options };
    Position position;
    i64 depth;
    ExitStatus status = args_opening(&argc, argv, &needs, &position);
    if (status != EXIT_DONE) return status;
    if (!args_number(argv[0], "depth", DEPTH_MAX, &depth)) return EXIT_BAD;
    if (divided && depth > 0) divide(&position, (int)depth);
    printf("%" PRIu64 "\n", position.head.variant->game->perft(&position, (int)depth));
    return EXIT_DONE;
}

const Command COMMAND_PERFT = {
    .name = "perft",
    .synopsis = "VARIANT DEPTH [--layout NAME | --position TEXT] [--divide]",
    .summary = "count the leaves of the game tree",
    .help = "A won game has no moves; repetition is ignored. The last line is the number.\n"
            "--divide prints the count below each move first.\n",
    .run = run,
};
