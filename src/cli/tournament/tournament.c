// SPDX-License-Identifier: MIT
// `meydan tournament`: chooses the sub-command.
#include "cli/tournament/tournament.h"

#include <string.h>

static ExitStatus run(int argc, char **argv)
{
    const char *round = NULL, *to = NULL, *ties = NULL, *explain = NULL;
    const Option options[] = {
        { "--round", &round, NULL },
        { "--to", &to, NULL },
        { "--tie-breaks", &ties, NULL },
        { "--explain", &explain, NULL },
        { 0 },
    };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    i64 number = 0;
    if (round && (!args_number(round, "round", ROUNDS_MAX, &number) || number < 1))
        return complain(EXIT_BAD, "unknown round %s", quote(round).text);
    i64 player = 0;
    if (explain && !args_number(explain, "explain", 9999, &player)) return EXIT_BAD;
    if (left == 2 && !strcmp(argv[0], "standings"))
        return tournament_standings(argv[1], ties, (int)player);
    if (left == 2 && !strcmp(argv[0], "compare")) return tournament_compare(argv[1]);
    if (left == 2 && !strcmp(argv[0], "pair")) return tournament_pair(argv[1], (int)number);
    if (left == 2 && !strcmp(argv[0], "convert") && to) return tournament_convert(argv[1], to);
    return complain(EXIT_BAD,
                    "tournament needs: pair FILE, standings FILE, compare FOLDER, or convert FILE "
                    "--to FORMAT");
}

const Command COMMAND_TOURNAMENT = {
    .name = "tournament",
    .synopsis = "pair FILE [--round N]\n"
                "       meydan tournament standings FILE [--tie-breaks LIST] [--explain NUMBER]\n"
                "       meydan tournament compare FOLDER\n"
                "       meydan tournament convert FILE --to trf26|trf16",
    .summary = "pair Swiss tournaments, compare pairings with ours",
    .help =
        "pair prints the pairings of the next round of a Swiss tournament in FIDE's format TRF, "
        "or\n"
        "of round --round: a line for each board, the player who moves first first, numbers as "
        "in the\n"
        "file. Players with a bye in that round are absent.\n"
        "standings prints the standings by the tie-breaks of the file, or by --tie-breaks such "
        "as\n"
        "BH/C1,BH,SB,DE,WIN. --explain prints how those of one player were computed.\n"
        "compare pairs every round of a TRF file, or of all .trf files in a folder, again and\n"
        "prints the pairs that differ; the status is then 1.\n"
        "convert writes the file as TRF26 or TRF16 to standard output.\n"
        "docs/tournaments.md describes the rules.\n",
    .run = run,
};
