// SPDX-License-Identifier: MIT
// The cost of the store: moves at a given rate in many live games, each durable before it is sent.
//
//     bench-store FILE [GAMES] [MOVES PER SECOND] [SECONDS] [GATHER MS]
//
// Creates the store. Reports how long a move waits for its commit, what the writer costs, and how
// long it takes to load all live games at the end.
#include "sql/store.h"
#include "server/games/game_ops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static i64 now_us(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

typedef struct Sent {
    i64 at_us;
    u32 *took;
} Sent;

static int conflicts, commits;

static void answered(void *context, StoreStatus status)
{
    Sent *sent = context;
    if (status != STORED) conflicts++;
    if (sent->took) *sent->took = (u32)(now_us(CLOCK_MONOTONIC) - sent->at_us);
}

static void woken(void *context)
{
    (void)context;
    __atomic_add_fetch(&commits, 1, __ATOMIC_RELAXED);
}

static int by_value(const void *a, const void *b)
{
    u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return x < y ? -1 : x > y;
}

static bool one_game(void *context, const StoredGame *game)
{
    (void)game;
    ++*(int *)context;
    return true;
}

static bool one_event(void *context, const StoredEvent *event)
{
    (void)context;
    return event->number >= 0;
}

static void pause_us(i64 us)
{
    if (us > 0) nanosleep(&(struct timespec){ us / 1000000, us % 1000000 * 1000 }, NULL);
}

int main(int argc, char **argv)
{
    if (argc < 2) return 2;
    int games = argc > 2 ? atoi(argv[2]) : 5000, rate = argc > 3 ? atoi(argv[3]) : 2000;
    int seconds = argc > 4 ? atoi(argv[4]) : 20, gather = argc > 5 ? atoi(argv[5]) : 3;
    char name[4096];
    for (const char *const *end = (const char *const[]){ "", "-wal", "-shm", NULL }; *end; end++) {
        snprintf(name, sizeof name, "%s%s", argv[1], *end);
        unlink(name);
    }
    Fault why;
    Store *store =
        store_open(&(StoreSetup){ .where = argv[1], .gather_ms = gather, .wake = woken }, &why);
    if (!store) return fprintf(stderr, "%s\n", why.message), 1;

    int moves = rate * seconds, *number = calloc((size_t)games, sizeof *number);
    i64 *id = calloc((size_t)games, sizeof *id);
    Sent *sent = calloc((size_t)(moves + games), sizeof *sent);
    u32 *took = calloc((size_t)moves, sizeof *took);
    for (int i = 0; i < games; i++) {
        id[i] = 1 + (i64)((u64)i * 0x9e3779b97f4a7c15 % 218340105584896); // spread like random ids
        const NewGame made = { .id = id[i],
                               .variant = text_of("abalone"),
                               .setup = text_of("600+5 belgian-daisy"),
                               .speed = text_of("rapid"),
                               .created_ms = 1700000000000 };
        const StoreWrite game = store_op(&GAME_OPS[GAMES_ADD], &made);
        while (!store_write(store, &game, 1, answered, &sent[moves + i]))
            store_collect(store);
    }
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    i64 cpu = now_us(CLOCK_PROCESS_CPUTIME_ID), mine = now_us(CLOCK_THREAD_CPUTIME_ID);
    i64 start = now_us(CLOCK_MONOTONIC);
    int commits_before = commits;
    for (int i = 0; i < moves; i++) {
        i64 due = start + (i64)i * 1000000 / rate;
        while (now_us(CLOCK_MONOTONIC) < due) {
            i64 rest = due - now_us(CLOCK_MONOTONIC);
            pause_us(rest < 500 ? rest : 500);
            store_collect(store);
        }
        int g = (int)((u64)i * 2654435761u % (u64)games);
        const StoredEvent event = { .game = id[g],
                                    .number = number[g],
                                    .kind = 3,
                                    .ply = number[g],
                                    .at_ms = 1700000000000 + i,
                                    .body = text_of("e4e5 599.000 12") };
        const StoreWrite move = store_op(&GAME_OPS[GAMES_ADD_EVENT], &event);
        number[g]++;
        sent[i] = (Sent){ now_us(CLOCK_MONOTONIC), &took[i] };
        // The move waits here if the disk can't keep up.
        while (!store_write(store, &move, 1, answered, &sent[i]))
            store_collect(store);
    }
    for (int i = 0; i < moves; i++)
        while (!took[i]) {
            pause_us(200);
            store_collect(store);
        }
    cpu = now_us(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    mine = now_us(CLOCK_THREAD_CPUTIME_ID) - mine;
    getrusage(RUSAGE_SELF, &after);
    qsort(took, (size_t)moves, sizeof *took, by_value);
    printf("moves         %d over %d games, %d refused\n", moves, games, conflicts);
    printf("commits       %d, %.1f moves each\n", commits - commits_before,
           (double)moves / (commits - commits_before));
    printf("writer        %.1f us of CPU a move\n", (double)(cpu - mine) / moves);
    printf("written       %.0f bytes per move\n",
           (double)(after.ru_oublock - before.ru_oublock) * 512 / moves);
    printf("wait          p50 %.1f  p99 %.1f  p99.9 %.1f  most %.1f ms\n", took[moves / 2] / 1e3,
           took[moves / 100 * 99] / 1e3, took[moves / 1000 * 999] / 1e3, took[moves - 1] / 1e3);
    store_close(store);

    i64 opened = now_us(CLOCK_MONOTONIC);
    int seen = 0;
    store = store_open(&(StoreSetup){ .where = argv[1] }, &why);
    const GameReader reader = { .context = &seen, .game = one_game, .event = one_event };
    if (!store || !games_load_live(store, &reader, &why))
        return fprintf(stderr, "%s\n", why.message), 1;
    printf("load          %d games in %.3f s\n", seen,
           (double)(now_us(CLOCK_MONOTONIC) - opened) / 1e6);
    store_close(store);
    return 0;
}
