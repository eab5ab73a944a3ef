// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static ExitStatus run(int argc, char **argv)
{
    DrawStyle style = { .last = MOVE_NONE };
    style.colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    const Option options[] = { { "--ascii", NULL, &style.ascii }, { 0 } };
    const Needs needs = { .command = "show", .what = "a variant", .options = options };
    Position position;
    ExitStatus status = args_opening(&argc, argv, &needs, &position);
    if (status != EXIT_DONE) return status;

    char drawing[DRAWING_TEXT_MAX];
    Out out = out_to(drawing, sizeof drawing);
    position.head.variant->game->draw(&position, style, &out);
    fputs(drawing, stdout);
    return EXIT_DONE;
}

const Command COMMAND_SHOW = {
    .name = "show",
    .synopsis = "VARIANT [--layout NAME | --position TEXT] [--ascii]",
    .summary = "draw a position",
    .help =
        "Lists the players below the board, with the marbles they pushed out or the walls they\n"
        "have left; '>' marks the player to move. --ascii draws without Unicode.\n",
    .run = run,
};
