// SPDX-License-Identifier: MIT
// `meydan puzzles`: generates, checks and lists puzzles.
#include "cli/cli.h"
#include "cli/puzzles/puzzle_checker.h"
#include "variants/variants.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct PuzzlesArgs {
    const char *out, *want, *seed, *games, *every, *level;
} PuzzlesArgs;

typedef struct Tally {
    int all, good, proven, levels[LEVELS + 1], themes[THEMES], plies;
} Tally;

// Called for each puzzle of a file.
typedef bool PuzzleVisit(PuzzleChecker *checker, const Puzzle *puzzle, const char *line,
                         Tally *tally);

static ExitStatus each_puzzle(PuzzleChecker *checker, const char *path, i64 every,
                              PuzzleVisit *visit, Tally *tally)
{
    char line[PUZZLE_TEXT_MAX];
    FILE *file = fopen(path, "r");
    if (!file) return complain(EXIT_BAD, "cannot read '%.200s': %s", path, strerror(errno));
    ExitStatus status = EXIT_DONE;
    for (int number = 1; status == EXIT_DONE && fgets(line, sizeof line, file); number++) {
        Puzzle puzzle;
        Fault why;
        if (*line == '#' || !text_trim(text_of(line)).length) continue;
        if (puzzle_read(checker->variant, text_trim(text_of(line)), &puzzle, &why) != OK) {
            status = complain(EXIT_BAD, "%.200s: line %d: %s", path, number, why.message);
            break;
        }
        if (tally->all++ % every == 0) visit(checker, &puzzle, line, tally);
    }
    fclose(file);
    return status;
}

static bool visit_check(PuzzleChecker *checker, const Puzzle *puzzle, const char *line,
                        Tally *tally)
{
    CanonView view;
    bool named = puzzle->id == (u32)(canon_key(&checker->canon, &puzzle->position, &view) >> 32);
    bool good = named && plain_holds(checker, puzzle);
    tally->good += good;
    tally->levels[0]++;
    if (!good) fputs(line, stdout);
    return good;
}

static bool visit_count(PuzzleChecker *checker, const Puzzle *puzzle, const char *line,
                        Tally *tally)
{
    (void)checker;
    (void)line;
    tally->proven += puzzle->proven;
    tally->plies += puzzle->length;
    tally->levels[puzzle->level]++;
    for (int theme = 0; theme < THEMES; theme++)
        tally->themes[theme] += (puzzle->themes >> theme & 1) != 0;
    return true;
}

static ExitStatus check(PuzzleChecker *checker, const char *path, i64 every)
{
    Tally tally = { 0 };
    ExitStatus status = each_puzzle(checker, path, every, visit_check, &tally);
    if (status != EXIT_DONE) return status;
    printf("%d of %d checked, %d hold\n", tally.levels[0], tally.all, tally.good);
    return tally.good == tally.levels[0] ? EXIT_DONE : EXIT_NO;
}

static ExitStatus count(PuzzleChecker *checker, const char *path)
{
    Tally tally = { 0 };
    ExitStatus status = each_puzzle(checker, path, 1, visit_count, &tally);
    if (status != EXIT_DONE) return status;
    printf("puzzles %d, proven %d, plies %d\nlevels", tally.all, tally.proven, tally.plies);
    for (int level = 1; level <= LEVELS; level++)
        printf(" %d:%d", level, tally.levels[level]);
    printf("\nthemes");
    for (int theme = 0; theme < THEMES; theme++)
        if (tally.themes[theme]) printf(" %s:%d", theme_name(theme), tally.themes[theme]);
    printf("\n");
    return EXIT_DONE;
}

static ExitStatus run(int argc, char **argv)
{
    PuzzlesArgs args = { 0 };
    const Option options[] = {
        { "--out", &args.out, NULL },
        { "--want", &args.want, NULL },
        { "--seed", &args.seed, NULL },
        { "--games", &args.games, NULL },
        { "--every", &args.every, NULL },
        { "--level", &args.level, NULL },
        { 0 },
    };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    bool make = left == 2 && !strcmp(argv[0], "make");
    bool known = make || (left == 3 && (!strcmp(argv[0], "check") || !strcmp(argv[0], "count")));
    if (!known || (make && !args.out))
        return complain(EXIT_BAD, "puzzles needs: make VARIANT --out FILE, check VARIANT FILE, or "
                                  "count VARIANT FILE");
    const Variant *variant = variant_find(text_of(argv[1]));
    if (!variant) return complain(EXIT_BAD, "there is no variant %s", quote(argv[1]).text);
    MakeOrder order = { .out = args.out, .want = 100, .seed = 1, .games = 1000000 };
    i64 every = 1;
    if ((args.want && !args_number(args.want, "want", 1000000, &order.want)) ||
        (args.seed && !args_number(args.seed, "seed", INT32_MAX, &order.seed)) ||
        (args.games && !args_number(args.games, "games", INT32_MAX, &order.games)) ||
        (args.level && !args_number(args.level, "level", LEVELS, &order.level)) ||
        (args.every && !args_number(args.every, "every", 1000000, &every)) || every < 1)
        return EXIT_BAD;
    PuzzleChecker checker;
    if (!checker_open(&checker, variant)) return complain(EXIT_BAD, "out of memory");
    ExitStatus status = make                        ? puzzles_make(&checker, &order)
                        : !strcmp(argv[0], "check") ? check(&checker, argv[2], every)
                                                    : count(&checker, argv[2]);
    checker_close(&checker);
    return status;
}

const Command COMMAND_PUZZLES = {
    .name = "puzzles",
    .synopsis = "make VARIANT --out FILE [--want N] [--seed N] [--games N] [--level N]\n"
                "       meydan puzzles check VARIANT FILE [--every N]\n"
                "       meydan puzzles count VARIANT FILE",
    .summary = "generate, check and count puzzles",
    .help = "make plays games and writes a line for each position with a single good move. That is "
            "proven\n"
            "by trying every move where possible, otherwise by a margin of 35 points of the chance "
            "to win,\n"
            "confirmed by an independent search with ten times the nodes.\n"
            "make continues an existing file, until it has --want puzzles or --games have been "
            "played.\n"
            "--level skips puzzles that lower levels of the engine solve.\n"
            "check proves each puzzle again, or one of --every, with a plain solver that shares no "
            "code\n"
            "with the generator. It prints wrong puzzles; the status is then 1.\n"
            "docs/puzzles.md describes the lines.\n",
    .run = run,
};
