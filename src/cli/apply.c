// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include "base/bits.h"

#include <stdio.h>
#include <stdlib.h>

// How often the position that stands now has stood, itself included (R2).
static int times_seen(const Key *keys, int count)
{
    int times = 0;
    for (int i = 0; i < count; i++)
        times += keys[i] == keys[count - 1];
    return times;
}

static void print_result(u8 winners, bool drawn)
{
    if (!winners) puts(drawn ? "draw" : "*");
    for (u8 rest = winners; rest; rest &= (u8)(rest - 1))
        printf("%d%s", bits_first(rest) + 1, rest & (rest - 1) ? "+" : "\n");
}

// Plays the moves; `keys` has room for one more than there are.
static ExitStatus play_all(Position *position, Key *keys, char **moves, int count, bool *drawn)
{
    const Game *game = position->head.variant->game;
    keys[0] = game->key(position);
    for (int i = 0; i < count; i++) {
        Fault why;
        Move move;
        Status status = move_read(position, text_of(moves[i]), &move, &why);
        if (status == OK && *drawn)
            status = fault(&why, ILLEGAL, "illegal move %q: %s", text_of(moves[i]),
                           refusal_text(REFUSED_GAME_OVER));
        if (status != OK) return complain_status(status, &why);
        game->play(position, move);
        keys[i + 1] = game->key(position);
        *drawn = times_seen(keys, i + 2) >= 3;
    }
    return EXIT_DONE;
}

static ExitStatus run(int argc, char **argv)
{
    PositionArgs args = { 0 };
    const Option options[] = { { "--layout", &args.layout, NULL },
                               { "--position", &args.position, NULL },
                               { 0 } };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    if (left < 1) return complain(EXIT_BAD, "apply needs a variant");
    Position position;
    ExitStatus status = args_position(argv[0], args, &position);
    if (status != EXIT_DONE) return status;

    Key *keys = malloc((size_t)left * sizeof *keys);
    if (!keys) return complain(EXIT_BAD, "out of memory");
    bool drawn = false;
    status = play_all(&position, keys, argv + 1, left - 1, &drawn);
    free(keys);
    if (status != EXIT_DONE) return status;

    char text[POSITION_TEXT_MOST];
    Out out = out_to(text, sizeof text);
    position.head.variant->game->write(&position, &out);
    puts(text);
    print_result(position.head.variant->game->winners(&position), drawn);
    return EXIT_DONE;
}

const Command COMMAND_APPLY = {
    .name = "apply",
    .synopsis = "VARIANT [--layout NAME | --position TEXT] MOVE...",
    .summary = "play moves and print the position reached",
    .help = "Line 1 is the position, line 2 the result: '*' while the game goes on, 'draw' when a\n"
            "position stands for the third time, else the winners' numbers ('2', '1+3').\n"
            "An illegal move, or a move after the end, is named and ends with status 1.\n",
    .run = run,
};
