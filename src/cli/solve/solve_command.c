// SPDX-License-Identifier: MIT
// `meydan solve`: solves Quoridor on a small board, and checks the files of a solved one.
#include "cli/cli.h"
#include "solve/recheck.h"
#include "solve/solve.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER_SIZE = 4096, PART_MAX = 1000000, THREADS_MAX = 64 };

typedef struct SolveArgs {
    const char *board, *walls, *folder, *threads, *part;
    bool check, forget;
} SolveArgs;

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    (void)number;
    interrupted = 1;
}

// Progress goes to one line of a terminal, which is written over.
static void print_progress(const char *what, int size, u64 done, u64 total, double seconds_left)
{
    if (!isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r%s boards with %d walls: %d %%", what, size, (int)(done * 100 / total));
    if (seconds_left > 0) fprintf(stderr, ", %d min left", (int)(seconds_left / 60) + 1);
    fprintf(stderr, "\033[K");
}

static void end_progress(void)
{
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r\033[K");
}

static bool watch_solving(void *context, const SolveProgress *progress)
{
    (void)context;
    u64 now = progress->done - progress->done_before;
    double left =
        now ? progress->seconds / (double)now * (double)(progress->total - progress->done) : 0;
    print_progress("solving", progress->size, progress->done, progress->total, left);
    return !interrupted;
}

static bool watch_checking(void *context, int size, u64 done, u64 total)
{
    (void)context;
    if (done % 1000 == 1) print_progress("checking", size, done, total, 0);
    return !interrupted;
}

static ExitStatus check(SolvedGame game, const char *folder, u64 part)
{
    u64 checked;
    RecheckSetup setup = { .game = game, .folder = folder, .part = part, .watch = watch_checking };
    RecheckResult result = recheck_run(&setup, &checked);
    end_progress();
    if (result == RECHECK_FAILED) return EXIT_BAD; // the cause was printed
    if (result == RECHECK_WRONG) return EXIT_NO;
    printf("%llu sets of walls checked%s, all right\n", (unsigned long long)checked,
           result == RECHECK_STOPPED ? " until the interruption" : "");
    return EXIT_DONE;
}

static ExitStatus solve(SolvedGame game, const char *folder, int threads, bool forget)
{
    static const char *const SAYS[] = { [SOLVE_FIRST_WINS] = "the first player wins",
                                        [SOLVE_SECOND_WINS] = "the second player wins",
                                        [SOLVE_DRAW] = "a draw" };
    if (mkdir(folder, 0755) && errno != EEXIST)
        return complain(EXIT_BAD, "%s: %s", folder, strerror(errno));
    SolveSetup setup = {
        .game = game, .folder = folder, .threads = threads, .forget = forget, .watch = watch_solving
    };
    SolveResult result = solve_run(&setup);
    end_progress();
    if (result == SOLVE_FAILED) return EXIT_BAD; // the cause was printed
    if (result == SOLVE_STOPPED)
        return complain(EXIT_NO, "interrupted; the same command continues from %s", folder);
    printf("%dx%d with %d walls each: %s\n", game.width, game.height, game.walls, SAYS[result]);
    return EXIT_DONE;
}

static bool read_board(const char *text, SolvedGame *game)
{
    char end;
    return text && sscanf(text, "%1dx%1d%c", &game->width, &game->height, &end) == 2;
}

static ExitStatus run(int argc, char **argv)
{
    SolveArgs args = { .threads = "1" };
    const Option options[] = {
        { "--board", &args.board, NULL },   { "--walls", &args.walls, NULL },
        { "--folder", &args.folder, NULL }, { "--threads", &args.threads, NULL },
        { "--check", NULL, &args.check },   { "--part", &args.part, NULL },
        { "--forget", NULL, &args.forget }, { 0 }
    };
    argc = args_options(argc, argv, options);
    if (argc < 0) return EXIT_BAD;
    if (argc < 1 || strcmp(argv[0], "quoridor") != 0)
        return complain(EXIT_BAD, "only quoridor can be solved, see meydan solve --help");
    if (argc > 1) return args_unexpected(argv[1]);
    SolvedGame game;
    i64 walls, threads, part = 1;
    if (!read_board(args.board, &game))
        return complain(EXIT_BAD, "solve needs a board such as --board 5x5");
    if (!args.walls) return complain(EXIT_BAD, "solve needs --walls, the walls of each player");
    if (!args_number(args.walls, "number of walls", SOLVE_WALLS_MAX, &walls)) return EXIT_BAD;
    if (!args_number(args.threads, "number of threads", THREADS_MAX, &threads)) return EXIT_BAD;
    if (args.part && !args_number(args.part, "part", PART_MAX, &part)) return EXIT_BAD;
    if (threads < 1 || part < 1) return complain(EXIT_BAD, "--threads and --part are at least 1");
    if (args.part && !args.check) return complain(EXIT_BAD, "--part goes with --check");
    game.walls = (int)walls;
    const char *refused = solve_refuses(game);
    if (refused) return complain(EXIT_BAD, "%s", refused);
    char usual[FOLDER_SIZE];
    snprintf(usual, sizeof usual, "quoridor-%dx%d-%d", game.width, game.height, game.walls);
    const char *folder = args.folder ? args.folder : usual;
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (args.check) return check(game, folder, (u64)part);
    return solve(game, folder, (int)threads, args.forget);
}

const Command COMMAND_SOLVE = {
    .name = "solve",
    .synopsis = "quoridor --board WxH --walls N [--folder FOLDER] [--threads N] [--forget] "
                "[--check [--part N]]",
    .summary = "find out who wins on a small board",
    .help =
        "Both pawns start in the middle column (right of the middle if the width is even), each\n"
        "player has N walls, and a game that can't make progress is a draw. The board has at most "
        "64\n"
        "squares, 9 on a side.\n"
        "\n"
        "The outcome of every position goes to files in FOLDER (quoridor-WxH-N), some gigabytes "
        "for\n"
        "the larger boards; docs/theory.md says how many. They are also the checkpoint: after an\n"
        "interruption the same command continues. --forget deletes files that solving needs no "
        "longer.\n"
        "--check computes the files again with other, plainer code and prints the first "
        "difference;\n"
        "with --part N only every Nth set of walls.\n",
    .run = run,
};
