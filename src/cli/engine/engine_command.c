// SPDX-License-Identifier: MIT
// Connects the protocol to standard input and output.
#include "cli/cli.h"

#include "protocol/qtp.h"
#include "protocol/ugi.h"

#include <stdio.h>
#include <unistd.h>

enum { LINE_LENGTH_MAX = 1 << 20, HASH_MAX = 1 << 16 };

static void write_line(void *context, Text line)
{
    (void)context;
    fwrite(line.at, 1, line.length, stdout);
    putchar('\n');
    fflush(stdout); // the reader waits for whole lines
}

// The machine's memory in megabytes. A table that is swapped out is useless.
static int memory_mb(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return HASH_MAX;
    long mb = (long)((unsigned long long)pages * (unsigned long long)page >> 20);
    return mb < 1 ? 1 : mb > HASH_MAX ? HASH_MAX : (int)mb;
}

// Returns false at the end of the input. Truncates lines that are too long.
static bool read_line(char *line, size_t *length, bool *cut)
{
    int c;
    *length = 0;
    *cut = false;
    while ((c = getchar_unlocked()) != EOF && c != '\n') {
        if (*length < LINE_LENGTH_MAX)
            line[(*length)++] = (char)c;
        else
            *cut = true;
    }
    return c != EOF || *length > 0;
}

static void write_answer(void *context, Text text)
{
    (void)context;
    fwrite(text.at, 1, text.length, stdout);
    fflush(stdout);
}

typedef struct QtpArgs {
    const char *level, *movetime, *nodes, *hash, *threads;
} QtpArgs;

static ExitStatus run_qtp(const QtpArgs *args)
{
    static char line[LINE_LENGTH_MAX];
    i64 level = 10, movetime = 0, nodes = 0, hash = 32, threads = 1;
    if ((args->level && !args_number(args->level, "level", 10, &level)) ||
        (args->movetime && !args_number(args->movetime, "movetime", 86400000, &movetime)) ||
        (args->nodes && !args_number(args->nodes, "nodes", 1000000000000, &nodes)) ||
        (args->hash && !args_number(args->hash, "hash", memory_mb(), &hash)) ||
        (args->threads && !args_number(args->threads, "threads", 64, &threads)))
        return EXIT_BAD;
    if (!level || !hash || !threads)
        return complain(EXIT_BAD, "level, hash and threads are at least 1");
    Qtp *qtp = qtp_new((QtpHost){ .write = write_answer,
                                  .version = MEYDAN_VERSION,
                                  .hash_mb = (int)hash,
                                  .threads = (int)threads,
                                  .level = (int)level,
                                  .movetime_ms = movetime,
                                  .nodes = (u64)nodes });
    if (!qtp) return complain(EXIT_BAD, "out of memory");
    size_t length;
    bool cut, going = true;
    while (going && read_line(line, &length, &cut))
        going = qtp_line(qtp, (Text){ line, length });
    qtp_free(qtp);
    return EXIT_DONE;
}

static ExitStatus run(int argc, char **argv)
{
    static char line[LINE_LENGTH_MAX];
    static char buffer[BUFSIZ];
    bool qtp = false;
    QtpArgs args = { 0 };
    const Option options[] = { { "--qtp", NULL, &qtp },
                               { "--level", &args.level, NULL },
                               { "--movetime", &args.movetime, NULL },
                               { "--nodes", &args.nodes, NULL },
                               { "--hash", &args.hash, NULL },
                               { "--threads", &args.threads, NULL },
                               { 0 } };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    bool set = args.level || args.movetime || args.nodes || args.hash || args.threads;
    if (!left && set && !qtp)
        return complain(EXIT_BAD, "only --qtp takes these options; UGI has setoption and go");
    if (!left && qtp) return run_qtp(&args);
    if (left > 0) return complain(EXIT_BAD, "engine takes no arguments, not '%.40s'", argv[0]);
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    Ugi *ugi = ugi_new(
        (UgiHost){ .write = write_line, .version = MEYDAN_VERSION, .hash_max = memory_mb() });
    if (!ugi) return complain(EXIT_BAD, "out of memory");
    size_t length;
    bool cut, going = true;
    while (going && read_line(line, &length, &cut)) {
        if (cut)
            ugi_remark(ugi, "a line of more than 1048576 bytes is ignored");
        else
            going = ugi_line(ugi, (Text){ line, length });
    }
    if (going) ugi_finish(ugi);
    ugi_free(ugi);
    return EXIT_DONE;
}

const Command COMMAND_ENGINE = {
    .name = "engine",
    .synopsis = "[--qtp [--level N] [--movetime MS | --nodes N] [--hash MB] [--threads N]]",
    .summary = "speak UGI or QTP, the protocols of engines, on standard input and output",
    .help =
        "For programs that run engines, or for typing:\n"
        "  ugi                                   name, options, ugiok\n"
        "  isready                               readyok, once memory is allocated\n"
        "  setoption name NAME value VALUE       UGI_Variant, Layout, Hash, Threads, MultiPV,\n"
        "                                        Level, Seed\n"
        "  uginewgame                            clear the results of earlier searches\n"
        "  position startpos|fen TEXT [moves MOVE...]\n"
        "  go LIMIT...                           p1time MS ... p4time MS, p1inc MS ... p4inc MS,\n"
        "                                        movetime MS, depth N, nodes N, infinite, ponder,\n"
        "                                        and last searchmoves MOVE...\n"
        "  stop                                  end the search with its bestmove\n"
        "  ponderhit                             the move pondered about was played\n"
        "  query gameover|p1turn|turn|result|moves|fen\n"
        "  d                                     the board as text\n"
        "  eval                                  the static evaluation of each player\n"
        "  quit\n"
        "At the end of the input, a search with a limit still finishes.\n"
        "\n"
        "With --qtp it speaks QTP, the Quoridor dialect of the Go Text Protocol (KataQuoridor,\n"
        "zquoridor): play, genmove, legal_moves, winner, walls, dist, undo, showboard and others,\n"
        "at that level (10) and with that time (1000 ms) or number of nodes for each move.\n",
    .run = run,
};
