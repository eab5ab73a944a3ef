// SPDX-License-Identifier: MIT
// Measures the server's cost and speed. Run it through bench/serve and bench/soak, which build it.
//
//     bench-serve [--program MEYDAN] [--games N] [--rate N] [--seconds N] [--only PART]
//                 [-- OPTION...]
//     bench-serve --soak MINUTES ...
//
// Each part starts a server of its own with an empty store in a temporary folder, which is removed
// unless something went wrong. Options behind `--` go to the server. The table goes to standard
// output, progress to standard error; status 1 if an aim was missed, 2 if something broke.
#define _GNU_SOURCE // memmem
#include "process.h"
#include "tables.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    READY_US = 30000000,
    SETTLE_US = 1500000, // before measuring memory
    PARALLEL = 32,       // HTTP connections
    SAMPLED = 200,       // games that are continued after a restart
    SPECTATOR_MOVES_US = 400000,
    SOAK_STEP_S = 10,
    SOAK_PLIES = 40,
};

static struct Plan {
    const char *program, *only;
    int games, spectators;
    double rate;
    int seconds, soak_minutes;
    char **extra;
} plan = {
    .program = "build/meydan", .games = 5000, .spectators = 5000, .rate = 2000, .seconds = 30
};

static char folder[64];
static Process server;
static bool missed;

// --- the table -----------------------------------------------------------------------------------

static void print_line(const char *what, double value, const char *unit, double most)
{
    bool fine = value <= most;
    printf("%-58s %10.2f %-6s", what, value, unit);
    if (most < 1e9) printf(" %8.4g  %s", most, fine ? "ok" : "MISSED");
    putchar('\n');
    fflush(stdout);
    if (!fine) missed = true;
}

static void print_fact(const char *what, double value, const char *unit)
{
    print_line(what, value, unit, 1e9);
}

static void progress(const char *what)
{
    fprintf(stderr, "... %s\n", what);
}

static void remove_store(void)
{
    static const char *const NAMES[] = { "games.db",   "games.db-wal",    "games.db-shm",
                                         "server.log", "page/index.html", "page" };
    char path[128];
    for (int i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, NAMES[i]);
        remove(path);
    }
}

static void fail(const char *what)
{
    fprintf(stderr, "bench-serve: %s; the server's log is in %s\n", what, folder);
    process_kill(&server);
    exit(2);
}

static void start_server(void)
{
    server.program = plan.program;
    server.folder = folder;
    server.extra = plan.extra;
    server.port = free_port();
    if (!process_start(&server) || process_ready(&server, READY_US) < 0)
        fail("the server does not start");
}

static void stop_server(void)
{
    if (process_stop(&server) != 0) fail("the server did not end well");
    remove_store();
}

static Row *seat_games(Wire *wire, int count, u32 length)
{
    Fault why;
    Row *row = row_new(wire, count, 20261116, length);
    if (!row) fail("out of memory");
    if (!row_seat(row, "3600+10", PARALLEL, &why)) fail(why.message);
    return row;
}

static void connect_games(Row *row)
{
    Fault why;
    if (!row_connect(row, &why)) fail(why.message);
}

static bool wanted(const char *part)
{
    return !plan.only || !strcmp(plan.only, part);
}

// --- idle sockets --------------------------------------------------------------------------------

static int idle_open, idle_gone;

static void told_idle(Link *link, LinkNews news, Text text)
{
    (void)text;
    if (news == LINK_OPEN) idle_open++;
    if (news != LINK_GONE) return;
    idle_gone++;
    *(Link **)link->owner = NULL;
}

static void open_idle(Wire *wire, Link **link, int from, int to)
{
    i64 until = now_us() + READY_US;
    for (int i = from; (i < to || idle_open < to) && !idle_gone && now_us() < until;) {
        for (int most = idle_open + 200; i < to && i < most; i++) {
            link[i] = wire_socket(wire, "", told_idle, &link[i], i);
            if (!link[i]) fail("not enough sockets; raise ulimit -n");
        }
        wire_run(wire, now_us() + 2000, NULL);
    }
    if (idle_open < to || idle_gone) fail("not all idle sockets were let in");
    wire_run(wire, now_us() + SETTLE_US, NULL);
}

// Ignores the first ones, because a server that has just started grows anyway.
static void measure_idle(void)
{
    int count = 2 * plan.games, first = count / 5;
    progress("idle sockets");
    start_server();
    Wire *wire = wire_new(server.port);
    Link **link = calloc((size_t)count, sizeof *link);
    if (!wire || !link) fail("out of memory");
    open_idle(wire, link, 0, first);
    i64 before = process_memory(&server);
    open_idle(wire, link, first, count);
    double each = (double)(process_memory(&server) - before) / (count - first) / 1024;
    print_line("memory of an idle socket", each, "kB", 16);
    for (int i = 0; i < count; i++)
        link_close(link[i]);
    wire_free(wire);
    free(link);
    stop_server();
}

// --- moves, and a restart ------------------------------------------------------------------------

typedef struct Check {
    Row *row;
    u64 lost, wrong; // acknowledged moves that were lost, invalid answers
    int step;        // the sampling interval of games
} Check;

static void build_look(void *context, int i, Errand *errand)
{
    Check *check = context;
    errand->method = "GET";
    snprintf(errand->path, sizeof errand->path, "/api/v1/games/%s", check->row->table[i].id);
}

static void look_answered(void *context, int i, const Link *link, Text body)
{
    Check *check = context;
    Table *table = &check->row->table[i];
    static const char PLIES[] = "\"plies\":";
    const char *at = memmem(body.at, body.length, PLIES, sizeof PLIES - 1);
    if (link->status != 200 || !at) {
        check->wrong++;
        return;
    }
    u32 plies = (u32)strtoul(at + sizeof PLIES - 1, NULL, 10);
    if (plies < table->acked) check->lost += table->acked - plies;
    // A move may have been stored without a notification; skip that board.
    table->state = plies == table->ply ? TABLE_READY : TABLE_OPEN;
}

static void build_move(void *context, int i, Errand *errand)
{
    Check *check = context;
    Table *table = &check->row->table[i * check->step];
    const Game *game = table->position.head.variant->game;
    Move moves[MOVES_MAX];
    char name[MOVE_TEXT_MAX];
    Out out = out_to(name, sizeof name);
    game->moves(&table->position, moves);
    game->write_move(&table->position, moves[0], &out);
    errand->cookie = table->cookie[table->first ^ table->position.head.turn];
    snprintf(errand->path, sizeof errand->path, "/api/v1/games/%s/move", table->id);
    snprintf(errand->body, sizeof errand->body, "{\"ply\":%u,\"move\":\"%s\"}", table->ply, name);
}

static void move_answered(void *context, int i, const Link *link, Text body)
{
    Check *check = context;
    (void)i;
    if (link->status == 200) return;
    check->wrong++;
    fprintf(stderr, "... refused after the restart: %.*s\n", (int)body.length, body.at);
}

static void measure_restart(Row *row)
{
    progress("kill -9 and restart");
    process_kill(&server);
    row_disconnect(row);
    if (!process_start(&server)) fail("the server does not start again");
    i64 began = now_us(), ready = process_ready(&server, READY_US);
    if (ready < 0) fail("the server does not start again");
    Wire *wire = wire_new(server.port);
    int sampled = row->count < SAMPLED ? row->count : SAMPLED;
    Check check = { row, 0, 0, row->count / sampled };
    Errands moves = { sampled, PARALLEL, READY_US, build_move, move_answered, &check };
    bool fine = wire_errands(wire, &moves);
    i64 moved = now_us() - began;
    print_line("kill -9: until connections are accepted", (double)ready / 1e6, "s", 2);
    print_line("kill -9: until moves in 200 of the games are acknowledged", (double)moved / 1e6,
               "s", 2);
    Errands looks = { row->count, PARALLEL, READY_US, build_look, look_answered, &check };
    fine = wire_errands(wire, &looks) && fine && !check.wrong;
    print_line("kill -9: acknowledged moves that were lost", (double)check.lost, "", 0);
    wire_free(wire);
    if (!fine) fail("not every game is there after the restart");
}

static void measure_moves(void)
{
    progress("games by HTTP");
    start_server();
    Wire *wire = wire_new(server.port);
    wire_run(wire, now_us() + SETTLE_US, NULL);
    i64 before = process_memory(&server), began = now_us();
    Row *row = seat_games(wire, plan.games, 0);
    i64 took = now_us() - began;
    wire_run(wire, now_us() + SETTLE_US, NULL);
    i64 seated = process_memory(&server);
    print_line("memory of a live game", (double)(seated - before) / plan.games / 1024, "kB", 16);
    print_fact("games made and joined by HTTP", plan.games * 1e6 / (double)took, "/s");

    progress("sockets");
    connect_games(row);
    wire_run(wire, now_us() + SETTLE_US, NULL);
    print_fact("memory of a player's socket that watches a game",
               (double)(process_memory(&server) - seated) / plan.games / 2 / 1024, "kB");
    progress("moves");
    row_play(row, plan.rate, 5000000);
    i64 cpu = process_cpu_us(&server), own = own_cpu_us();
    began = now_us();
    row_play(row, plan.rate, plan.seconds * (i64)1000000);
    double moves = row->moves ? (double)row->moves : 1, time = (double)(now_us() - began);
    print_fact("moves seen by the opponent", (double)row->moves / plan.seconds, "/s");
    print_line("move sent to seen by the opponent, p50", sample_ms(&row->seen, 0.5), "ms", 25);
    print_line("move sent to seen by the opponent, p99", sample_ms(&row->seen, 0.99), "ms", 25);
    print_fact("the same, longest", sample_ms(&row->seen, 1), "ms");
    print_fact("the same from the planned instant, p99", sample_ms(&row->planned, 0.99), "ms");
    print_fact("move sent to acknowledged, p99", sample_ms(&row->acknowledged, 0.99), "ms");
    print_line("CPU of the server for a move", (double)(process_cpu_us(&server) - cpu) / moves,
               "us", 100);
    print_fact("CPU of the load generator", 100.0 * (double)(own_cpu_us() - own) / time, "%");
    print_line("moves that could not be made in time",
               100.0 * (double)row->skipped / (moves + (double)row->skipped), "%", 1);
    print_line("refusals and lost sockets", (double)(row->errors + row->lost), "", 0);
    if (row->errors) fprintf(stderr, "... %s\n", row->error);
    if (wanted("restart")) measure_restart(row);
    row_free(row);
    wire_free(wire);
    stop_server();
}

// --- spectators ----------------------------------------------------------------------------------

static struct {
    int shown, told;
    i64 sent;
    Sample seen;
} hall;

static void told_spectator(Link *link, LinkNews news, Text text)
{
    const Table *table = link->owner;
    if (news == LINK_GONE) fail("a spectator was shown the door");
    if (news == LINK_OPEN) {
        char watch[64];
        int length = snprintf(watch, sizeof watch, "{\"t\":\"watch\",\"game\":\"%s\"}", table->id);
        link_say(link, (Text){ watch, (size_t)length });
    } else if (memmem(text.at, text.length, "\"t\":\"game\"", 10)) {
        hall.shown++;
    } else if (memmem(text.at, text.length, "\"kind\":\"move\"", 13)) {
        hall.told++;
        sample_add(&hall.seen, now_us() - hall.sent);
    }
}

static void measure_spectators(void)
{
    progress("spectators");
    start_server();
    Wire *wire = wire_new(server.port);
    Row *row = seat_games(wire, 1, 0);
    connect_games(row);
    Link **link = calloc((size_t)plan.spectators, sizeof *link);
    if (!link) fail("out of memory");
    i64 until = now_us() + READY_US;
    for (int i = 0; hall.shown < plan.spectators && now_us() < until;) {
        for (int most = hall.shown + 200; i < plan.spectators && i < most; i++) {
            link[i] = wire_socket(wire, "", told_spectator, &row->table[0], i);
            if (!link[i]) fail("not enough sockets; raise ulimit -n");
        }
        wire_run(wire, now_us() + 2000, NULL);
    }
    if (hall.shown < plan.spectators) fail("not all spectators were let in");
    wire_run(wire, now_us() + SETTLE_US, NULL);
    i64 cpu = process_cpu_us(&server);
    int moves = plan.seconds * 1000000 / SPECTATOR_MOVES_US;
    for (int i = 0; i < moves; i++) {
        hall.sent = now_us();
        if (!table_move(&row->table[0], hall.sent)) row->skipped++;
        wire_run(wire, hall.sent + SPECTATOR_MOVES_US, NULL);
    }
    print_line("move sent to seen by the spectators, p50", sample_ms(&hall.seen, 0.5), "ms", 250);
    print_line("move sent to seen by the spectators, p99", sample_ms(&hall.seen, 0.99), "ms", 250);
    print_fact("CPU of the server for a move to one of them",
               (double)(process_cpu_us(&server) - cpu) / (hall.told ? hall.told : 1), "us");
    print_line("moves that did not reach them", (double)moves * plan.spectators - (double)hall.told,
               "", 0);
    for (int i = 0; i < plan.spectators; i++)
        link_close(link[i]);
    free(link);
    sample_clear(&hall.seen);
    row_free(row);
    wire_free(wire);
    stop_server();
}

// --- an hour -------------------------------------------------------------------------------------

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *value, int count)
{
    qsort(value, (size_t)count, sizeof *value, by_value);
    return value[count / 2];
}

// Half the rate, with games that end and are followed by others. During the first half all caches
// and buffers fill and drain once; then the median of the last quarter must not exceed that of the
// previous one by more than chance.
static void soak(void)
{
    int steps = plan.soak_minutes * 60 / SOAK_STEP_S;
    double *memory = calloc((size_t)steps, sizeof *memory);
    start_server();
    Wire *wire = wire_new(server.port);
    Row *row = seat_games(wire, plan.games, SOAK_PLIES);
    connect_games(row);
    u64 moves = 0, games = 0, errors = 0;
    double worst = 0;
    i64 cpu = process_cpu_us(&server);
    if (!memory) fail("out of memory");
    for (int i = 0; i < steps; i++) {
        row_play(row, plan.rate / 2, SOAK_STEP_S * (i64)1000000);
        memory[i] = (double)process_memory(&server) / 1048576;
        moves += row->moves;
        games += row->games;
        errors += row->errors + row->lost;
        double p99 = sample_ms(&row->seen, 0.99);
        if (i && p99 > worst) worst = p99;
        if (row->errors) fprintf(stderr, "... %s\n", row->error);
        fprintf(stderr, "... %4d s: %.1f MB, %llu moves, %llu games, p99 %.1f ms\n",
                (i + 1) * SOAK_STEP_S, memory[i], (unsigned long long)moves,
                (unsigned long long)games, p99);
    }
    print_fact("minutes", plan.soak_minutes, "");
    print_fact("moves", (double)moves, "");
    print_fact("games ended and followed by another", (double)games, "");
    print_fact("CPU of the server for a move",
               (double)(process_cpu_us(&server) - cpu) / (double)moves, "us");
    print_fact("worst p99 of ten seconds", worst, "ms");
    print_line("refusals and lost sockets", (double)errors, "", 0);
    int quarter = steps / 4;
    double before = median(memory + 2 * quarter, quarter),
           after = median(memory + 3 * quarter, quarter);
    print_fact("memory, third quarter", before, "MB");
    print_fact("memory, last quarter", after, "MB");
    print_line("growth", 100 * (after - before) / before, "%", 1);
    free(memory);
    row_free(row);
    wire_free(wire);
    stop_server();
}

// --- the command ---------------------------------------------------------------------------------

static int usage(void)
{
    fprintf(stderr,
            "usage: bench-serve [--program MEYDAN] [--games N] [--spectators N] [--rate N]\n"
            "    [--seconds N] [--only idle|moves|restart|spectators] [--soak MINUTES]\n"
            "    [-- OPTION-OF-THE-SERVER...]\n");
    return 2;
}

static bool read_args(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--")) {
            plan.extra = argv + i + 1;
            return true;
        }
        if (i + 1 == argc) return false;
        char *value = argv[++i];
        if (!strcmp(argv[i - 1], "--program"))
            plan.program = value;
        else if (!strcmp(argv[i - 1], "--only"))
            plan.only = value;
        else if (!strcmp(argv[i - 1], "--games"))
            plan.games = atoi(value);
        else if (!strcmp(argv[i - 1], "--spectators"))
            plan.spectators = atoi(value);
        else if (!strcmp(argv[i - 1], "--rate"))
            plan.rate = atof(value);
        else if (!strcmp(argv[i - 1], "--seconds"))
            plan.seconds = atoi(value);
        else if (!strcmp(argv[i - 1], "--soak"))
            plan.soak_minutes = atoi(value);
        else
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    if (!read_args(argc, argv) || plan.games < 1 || plan.rate <= 0 || plan.seconds < 1)
        return usage();
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < (rlim_t)(2 * plan.games + 200)) {
        fprintf(stderr, "bench-serve: ulimit -n is %llu, %d are needed\n",
                (unsigned long long)files.rlim_cur, 2 * plan.games + 200);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    snprintf(folder, sizeof folder, "%s/meydan-bench-XXXXXX",
             access("/var/tmp", W_OK) ? "." : "/var/tmp");
    if (!mkdtemp(folder)) {
        perror("bench-serve: no temporary folder");
        return 2;
    }
    if (plan.soak_minutes) {
        soak();
    } else {
        printf("%-58s %10s %-6s %8s\n", "", "measured", "", "at most");
        if (wanted("idle")) measure_idle();
        if (wanted("moves") || wanted("restart")) measure_moves();
        if (wanted("spectators")) measure_spectators();
    }
    rmdir(folder);
    return missed;
}
