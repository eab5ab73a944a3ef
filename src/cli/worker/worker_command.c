// SPDX-License-Identifier: MIT
// `meydan worker`: does background work for several nodes.
#include "cli/cli.h"
#include "cli/puzzles/puzzle_checker.h"

#include "server/app/worker_process.h"
#include "server/features/puzzles/puzzle_set.h"
#include "server/games/jobs/jobs.h"
#include "sql/store.h"
#include "variants/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WORKER_THREADS_MAX = 256, REVIEW_NODES = 100000, PORT_MAX = 65535 };

typedef struct WorkerArgs {
    const char *store, *bus, *threads, *port, *nodes, *level, *format;
    bool no_reviews, audit;
} WorkerArgs;

// The state of the audit thread: a checker for the variant of the last puzzle.
typedef struct Auditor {
    PuzzleSet *set;
    PuzzleChecker checker;
    bool open;
} Auditor;

static void say(const char *line)
{
    fprintf(stderr, "meydan: %s\n", line);
}

// A line that begins with its time, or JSON.
static void say_bare(const char *line)
{
    fprintf(stderr, "%s\n", line);
}

static bool is_plain(const char *format)
{
    return !format || !strcmp(format, "plain");
}

static const char *audit(void *context, u32 id)
{
    Auditor *auditor = context;
    const Puzzle *puzzle = puzzle_set_find(auditor->set, id);
    CanonView view;
    if (!puzzle) return "there is no such puzzle in this program";
    const Variant *variant = puzzle->position.head.variant;
    if (!auditor->open || auditor->checker.variant != variant) {
        if (auditor->open) checker_close(&auditor->checker);
        auditor->open = checker_open(&auditor->checker, variant);
        if (!auditor->open) return "out of memory";
    }
    PuzzleChecker *checker = &auditor->checker;
    if (puzzle->id != (u32)(canon_key(&checker->canon, &puzzle->position, &view) >> 32))
        return "its name is not that of its position";
    return plain_holds(checker, puzzle) ? NULL : "it does not hold";
}

// Passwords come from the environment, because every user of the machine can read command lines.
static const char *given_or(const char *given, const char *variable)
{
    const char *value = given ? given : getenv(variable);
    return value && *value ? value : NULL;
}

static bool read_level(const char *name, LogLevel *level)
{
    for (int i = 0; i < LOG_LEVELS; i++)
        if (!strcmp(name, log_level_name((LogLevel)i))) {
            *level = (LogLevel)i;
            return true;
        }
    complain(EXIT_BAD, "there is no log level %s", quote(name).text);
    return false;
}

static ExitStatus work(WorkerSetup *setup)
{
    Fault why = { 0 };
    Auditor auditor = { .set = puzzle_set_new(&why) };
    if (!auditor.set) return complain(EXIT_BAD, "%s", why.message);
    setup->context = &auditor;
    WorkerProcess *process = worker_process_new(setup, &why);
    if (process) {
        printf("Meydan's worker is running\n");
        if (worker_process_port(process) >= 0)
            printf("  http://%s:%d/health\n", setup->host, worker_process_port(process));
        fflush(stdout);
        worker_process_run(process);
        worker_process_free(process);
    }
    if (auditor.open) checker_close(&auditor.checker);
    puzzle_set_free(auditor.set);
    return process ? EXIT_DONE : complain(EXIT_BAD, "%s", why.message);
}

// --- asking for audits ---------------------------------------------------------------------------

typedef struct AuditTally {
    u32 puzzle;
    int all, sound, unsound;
} AuditTally;

static void tally_audit(AuditTally *tally, const StoredJob *job)
{
    tally->all++;
    tally->sound += job->state == JOB_ANSWERED;
    if (job->state != JOB_SET_ASIDE) return;
    printf("%08x %s\n", (unsigned)tally->puzzle, *job->text ? job->text : "its auditors vanished");
    tally->unsound++;
}

static void note_status(void *context, StoreStatus status)
{
    int *left = context;
    *left = status == STORED ? 0 : -1;
}

// One call for each puzzle file. Waits until it is committed.
static bool ask_for(Store *store, const StoreWrite *writes, int count)
{
    int left = 1;
    const struct timespec moment = { .tv_nsec = 1000000 };
    if (!count) return true;
    if (!store_write(store, writes, count, note_status, &left)) return false;
    while (left > 0) {
        store_collect(store);
        nanosleep(&moment, NULL);
    }
    return !left;
}

// Requests today's audits only once.
static ExitStatus ask_for_audits(const char *where)
{
    enum { AT_ONCE = 500 };
    static StoreWrite writes[AT_ONCE];
    static JobAsk jobs[AT_ONCE];
    Fault why = { 0 };
    AuditTally tally = { 0 };
    int count = 0, today = (int)(time(NULL) / 86400);
    PuzzleSet *set = puzzle_set_new(&why);
    Store *store = set ? store_open(&(StoreSetup){ .where = where }, &why) : NULL;
    bool fine = store != NULL;
    for (int i = 0; fine && i < puzzle_set_count(set); i++) {
        jobs[count] =
            (JobAsk){ .kind = JOB_AUDIT, .key = puzzle_set_at(set, i)->id, .number = today };
        writes[count] = store_op(&JOB_OPS[JOBS_ASK], &jobs[count]);
        count++;
        if (count < AT_ONCE && i + 1 < puzzle_set_count(set)) continue;
        fine = ask_for(store, writes, count);
        count = 0;
    }
    if (store && !fine) fault(&why, FULL, "nothing can be saved");
    for (int i = 0; fine && i < puzzle_set_count(set); i++) {
        StoredJob job;
        tally.puzzle = puzzle_set_at(set, i)->id;
        if (job_find(store, JOB_AUDIT, tally.puzzle, &job)) tally_audit(&tally, &job);
        fine = !store_failed(store);
    }
    if (store) store_close(store);
    puzzle_set_free(set);
    if (!fine)
        return complain(EXIT_BAD, "%s", why.message[0] ? why.message : "cannot read the store");
    printf("%d puzzles: %d hold, %d do not, %d wait\n", tally.all, tally.sound, tally.unsound,
           tally.all - tally.sound - tally.unsound);
    return tally.unsound ? EXIT_NO : EXIT_DONE;
}

static ExitStatus run(int argc, char **argv)
{
    WorkerArgs args = { 0 };
    const Option options[] = {
        { "--store", &args.store, NULL },        { "--bus", &args.bus, NULL },
        { "--threads", &args.threads, NULL },    { "--port", &args.port, NULL },
        { "--review-nodes", &args.nodes, NULL }, { "--no-reviews", NULL, &args.no_reviews },
        { "--audit", NULL, &args.audit },        { "--log-level", &args.level, NULL },
        { "--log-format", &args.format, NULL },  { 0 },
    };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    if (left) return args_unexpected(argv[0]);
    i64 threads = sysconf(_SC_NPROCESSORS_ONLN), port = -1, nodes = REVIEW_NODES;
    LogLevel level = LEVEL_INFO;
    const char *store = given_or(args.store, "MEYDAN_STORE"),
               *bus = given_or(args.bus, "MEYDAN_BUS");
    if (store && args.audit) return ask_for_audits(store);
    if (!store || !bus) return complain(EXIT_BAD, "worker needs --store and --bus");
    if ((args.threads && !args_number(args.threads, "threads", WORKER_THREADS_MAX, &threads)) ||
        (args.port && !args_number(args.port, "port", PORT_MAX, &port)) ||
        (args.nodes && !args_number(args.nodes, "review-nodes", INT32_MAX, &nodes)) ||
        (args.level && !read_level(args.level, &level)))
        return EXIT_BAD;
    if (!is_plain(args.format) && strcmp(args.format, "time") && strcmp(args.format, "json"))
        return complain(EXIT_BAD, "--log-format %s is none of: plain time json",
                        quote(args.format).text);
    if (threads < 1) return complain(EXIT_BAD, "threads must be at least 1");
    return work(&(WorkerSetup){ .store = store,
                                .bus = bus,
                                .host = "127.0.0.1",
                                .port = (int)port,
                                .threads = (int)threads,
                                .review_nodes = args.no_reviews ? 0 : nodes,
                                .audit = audit,
                                .version = MEYDAN_VERSION,
                                .log_level = level,
                                .log_format = log_format_of(args.format ? args.format : "plain"),
                                .say = is_plain(args.format) ? say : say_bare });
}

const Command COMMAND_WORKER = {
    .name = "worker",
    .synopsis = "--store STORE --bus redis://... [--threads N] [--port PORT] [...]\n"
                "       meydan worker --store STORE --audit",
    .summary = "compute moves, reviews and audits for nodes that share a store",
    .help =
        "\n"
        "  --store STORE      the store that the nodes share: a file, or postgresql://...\n"
        "  --bus redis://...  the Redis that they share\n"
        "  --threads N        threads for computers' moves (one per processor)\n"
        "  --port PORT        /health and /metrics on this port of localhost (none); 0: any\n"
        "  --review-nodes N   nodes per search of a review (100000)\n"
        "  --no-reviews       leave reviews to other workers\n"
        "  --log-level LEVEL  messages on standard error: error, warning, info (the default),\n"
        "                     debug\n"
        "  --log-format HOW   plain (the default, for journald), time (with the time), json\n"
        "  --audit            request an audit of every puzzle, unless that was done today; "
        "print wrong\n"
        "                     puzzles and the number still queued; status 1 if any is wrong\n"
        "The environment variables MEYDAN_STORE and MEYDAN_BUS replace --store and --bus.\n"
        "On SIGINT and SIGTERM the worker returns its jobs to the queue and ends with status 0; "
        "a second\n"
        "signal ends it at once. It waits while the database or Redis is unavailable. See "
        "docs/scale.md.\n",
    .run = run,
};
