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
    Position position;
    const Needs needs = { .command = "moves", .what = "a variant" };
    ExitStatus status = args_opening(&argc, argv, &needs, &position);
    if (status != EXIT_DONE) return status;

    const Game *game = position.head.variant->game;
    Move moves[MOVES_MAX];
    char texts[MOVES_MAX][MOVE_TEXT_MAX];
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
    .summary = "list the legal moves, one per line",
    .help = "In byte order; nothing once the game is won.\n",
    .run = run,
};
