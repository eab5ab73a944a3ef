// SPDX-License-Identifier: MIT
// `meydan tournament`: chooses the sub-command.
#include "cli/tournament/tournament.h"

#include "cli/language.h"

#include <string.h>

static const char *const EXPORTS[] = { "json", "csv", "calendar", "paper", "trf26", "trf16", NULL };

static ExitStatus run(int argc, char **argv)
{
    const char *round = NULL, *to = NULL, *ties = NULL, *explain = NULL, *by = NULL, *why = NULL,
               *rated = NULL, *name = NULL;
    const Option options[] = {
        { "--round", &round, NULL },     { "--to", &to, NULL },     { "--tie-breaks", &ties, NULL },
        { "--explain", &explain, NULL }, { "--by", &by, NULL },     { "--why", &why, NULL },
        { "--rating", &rated, NULL },    { "--name", &name, NULL }, { 0 },
    };
    language_from_environment();
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
    i64 rating = 0;
    if (rated && !args_number(rated, "rating", 9999, &rating)) return EXIT_BAD;
    if (left == 3 && !strcmp(argv[0], "decide"))
        return tournament_decide(argv[1], argv[2], name, by, why);
    if (left == 3 && !strcmp(argv[0], "enter"))
        return tournament_add(argv[1], argv[2], (int)rating, by);
    if (left == 2 && !strcmp(argv[0], "next")) return tournament_advance(argv[1]);
    if (left == 2 && !strcmp(argv[0], "show")) return tournament_show(argv[1]);
    if (left == 2 && !strcmp(argv[0], "check")) return tournament_check(argv[1]);
    if (left == 2 && !strcmp(argv[0], "convert") && to) return tournament_convert(argv[1], to);
    if (left == 2 && !strcmp(argv[0], "export") && to) {
        for (const char *const *format = EXPORTS; *format; format++)
            if (!strcmp(to, *format)) return tournament_export(argv[1], to);
        return complain(EXIT_BAD, "unknown format %s", quote(to).text);
    }
    return complain(
        EXIT_BAD, "tournament needs: decide FILE DECISION, enter FILE NAME, next FILE, show FILE, "
                  "check FILE, export FILE --to FORMAT, pair FILE, standings FILE, compare FOLDER, "
                  "or convert FILE --to FORMAT");
}

const Command COMMAND_TOURNAMENT = {
    .name = "tournament",
    .synopsis = "decide FILE DECISION [--name NAME] [--by NAME] [--why TEXT]\n"
                "       meydan tournament enter FILE NAME [--rating N] [--by NAME]\n"
                "       meydan tournament next|show|check FILE\n"
                "       meydan tournament export FILE --to json|csv|calendar|paper|trf26|trf16\n"
                "       meydan tournament pair FILE [--round N]\n"
                "       meydan tournament standings FILE [--tie-breaks LIST] [--explain NUMBER]\n"
                "       meydan tournament compare FOLDER\n"
                "       meydan tournament convert FILE --to trf26|trf16",
    .summary = "run tournaments at the table; pair, check and convert them",
    .help =
        "A tournament at the table is a file of decisions:\n"
        "decide adds one, such as \"create swiss rounds=5\", \"start\" or \"result 3 1 1 2\" "
        "(table 3,\n"
        "game 1: the first of the table won); create makes the file. --name names the tournament,\n"
        "--by the person who decides; --why gives the reason.\n"
        "enter adds an entry, with --rating, and prints its number.\n"
        "next decides what is due and prints the new tables, or ends the tournament.\n"
        "show prints the standings.\n"
        "check computes every pairing and the standings again and prints the first difference; "
        "the\n"
        "status is then 1.\n"
        "export writes another format; paper is HTML to be printed: pairings, standings, score\n"
        "cards. It also reads TRF: from TRF to JSON it is an import.\n"
        "\n"
        "With files in FIDE's format TRF:\n"
        "pair prints the pairings of the next round of a Swiss tournament, or of round --round: a\n"
        "line for each board, the player who moves first first, numbers as in the file. Players "
        "with\n"
        "a bye in that round are absent.\n"
        "standings prints the standings by the tie-breaks of the file, or by --tie-breaks such as\n"
        "BH/C1,BH,SB,DE,WIN. --explain prints how those of one player were computed.\n"
        "compare pairs every round of a TRF file, or of all .trf files in a folder, again and "
        "prints\n"
        "the pairs that differ; the status is then 1.\n"
        "convert writes the file as TRF26 or TRF16 to standard output.\n"
        "docs/tournaments.md describes the rules and all decisions.\n",
    .run = run,
};
