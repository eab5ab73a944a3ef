// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>

enum { DEPTH_MOST = 20 };

// The count below each move, for finding out where two programs differ.
static void divide(const Position *position, int depth)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MOST];
    int count = game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MOST];
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
    PositionArgs args = { 0 };
    bool divided = false;
    const Option options[] = { { "--layout", &args.layout, NULL },
                               { "--position", &args.position, NULL },
                               { "--divide", NULL, &divided },
                               { 0 } };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    if (left != 2) return complain(EXIT_BAD, "perft needs a variant and a depth");
    Position position;
    i64 depth;
    ExitStatus status = args_position(argv[0], args, &position);
    if (status != EXIT_DONE) return status;
    if (!args_number(argv[1], "depth", DEPTH_MOST, &depth)) return EXIT_BAD;
    if (divided && depth > 0) divide(&position, (int)depth);
    printf("%" PRIu64 "\n", position.head.variant->game->perft(&position, (int)depth));
    return EXIT_DONE;
}

const Command COMMAND_PERFT = {
    .name = "perft",
    .synopsis = "VARIANT DEPTH [--layout NAME | --position TEXT] [--divide]",
    .summary = "count the leaves of the game tree",
    .help = "A won game has no moves; repetition is not looked at. The last line is the number.\n"
            "--divide prints the count below each move first.\n",
    .run = run,
};
