// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

static ExitStatus run(int argc, char **argv)
{
    PositionArgs args = { 0 };
    const Option options[] = { { "--layout", &args.layout, NULL },
                               { "--position", &args.position, NULL },
                               { 0 } };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    if (left != 1) return complain(EXIT_BAD, "moves needs a variant and nothing else");
    Position position;
    ExitStatus status = args_position(argv[0], args, &position);
    if (status != EXIT_DONE) return status;

    const Game *game = position.head.variant->game;
    Move moves[MOVES_MOST];
    char texts[MOVES_MOST][MOVE_TEXT_MOST];
    int count = game->moves(&position, moves);
    for (int i = 0; i < count; i++) {
        Out out = out_to(texts[i], sizeof texts[i]);
        game->write_move(&position, moves[i], &out);
    }
    qsort(texts, (size_t)count, sizeof *texts, by_bytes);
    for (int i = 0; i < count; i++)
        puts(texts[i]);
    return EXIT_DONE;
}

const Command COMMAND_MOVES = {
    .name = "moves",
    .synopsis = "VARIANT [--layout NAME | --position TEXT]",
    .summary = "list the legal moves, one a line",
    .help = "In byte order; nothing once the game is won.\n",
    .run = run,
};
