// SPDX-License-Identifier: MIT
// The cost of an operation beside a kind of write: bench-op FILE MODE COUNT [GROUP]
//
//     event      a move as WRITE_EVENT
//     event-op   the same as an operation with a C body and two statements
//     follow     a row that depends on others, as an operation
//
// With GROUP the calls go to the database in groups of that size, without the queue; without it,
// one by one through store_write, each committed. Count instructions, not time: build with
// -Dportable=true and take the difference of `valgrind --tool=callgrind` for COUNT 6000 and 2000.
#include "sql/op.h"
#include "store/store_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 500 };

// --- a move as an operation ----------------------------------------------------------------------

typedef struct EventArgs {
    i64 game;
    int number, kind, ply;
    i64 at_ms;
    Text body;
} EventArgs;
static const Field EVENT_FIELDS[] = {
    FIELD(EventArgs, game), FIELD(EventArgs, number), FIELD(EventArgs, kind),
    FIELD(EventArgs, ply),  FIELD(EventArgs, at_ms),  FIELD(EventArgs, body),
};
static const Shape EVENT = SHAPE_OF(EventArgs, EVENT_FIELDS);

typedef struct Before {
    i64 game;
    int number;
} Before;
static const Field BEFORE_FIELDS[] = { FIELD(Before, game), FIELD(Before, number) };
static const Shape BEFORE = SHAPE_OF(Before, BEFORE_FIELDS);

typedef struct Plies {
    int plies;
} Plies;
static const Field PLIES_FIELDS[] = { FIELD(Plies, plies) };
static const Shape PLIES = SHAPE_OF(Plies, PLIES_FIELDS);

typedef struct EventRow {
    EventArgs event;
    int plies;
} EventRow;
static const Field ROW_FIELDS[] = {
    FIELD_SHAPE(EventRow, event, &EVENT),
    FIELD(EventRow, plies),
};
static const Shape ROW = SHAPE_OF(EventRow, ROW_FIELDS);

typedef struct Tie {
    i64 person, other;
    i64 at_ms;
} Tie;
static const Field TIE_FIELDS[] = { FIELD(Tie, person), FIELD(Tie, other), FIELD(Tie, at_ms) };
static const Shape TIE = SHAPE_OF(Tie, TIE_FIELDS);

static StoreStatus run_event(SqlConnection *c, const void *args);

#define HERE(person) "EXISTS (SELECT 1 FROM person WHERE id = " person " AND gone_ms = 0)"
enum { RUN, FIND_PLIES, ADD, FOLLOW, OPS };
static const StoreOp BENCH_OPS[OPS] = {
    [RUN] = { .name = "bench.event",
              .does = OP_RUNS,
              .run = run_event,
              .args = &EVENT,
              .single = true,
              .orders = true },
    [FIND_PLIES] = { .name = "bench.plies",
                     .does = OP_READS,
                     .args = &BEFORE,
                     .row = &PLIES,
                     .sql = "SELECT coalesce(event.plies, 0) FROM game LEFT JOIN event"
                            " ON event.game = id AND number = $2 - 1"
                            " WHERE id = $1 AND ended_ms = 0 AND ($2 = 0 OR number IS NOT NULL)" },
    [ADD] = { .name = "bench.add",
              .does = OP_CHANGES_ONE,
              .args = &ROW,
              .sql = "INSERT INTO event (game, number, kind, ply, at_ms, body, plies)"
                     " VALUES ($1, $2, $3, nullif($4, -1), $5, $6, $7)" },
    [FOLLOW] = { .name = "bench.follow",
                 .does = OP_CHANGES_ONE,
                 .args = &TIE,
                 .sql = "INSERT INTO tie (person, kind, other, at_ms) SELECT $1, 0, $2, $3"
                        " WHERE $1 <> $2 AND " HERE("$1") " AND " HERE(
                            "$2") " AND (SELECT count(*) FROM tie WHERE person = $1 AND kind = 0) "
                                  "< 500"
                                  " ON CONFLICT (person, kind, other) DO UPDATE SET at_ms = "
                                  "tie.at_ms" },
};

static StoreStatus run_event(SqlConnection *c, const void *args)
{
    const EventArgs *event = args;
    Plies before;
    StoreStatus status =
        op_find(c, &BENCH_OPS[FIND_PLIES], &(Before){ event->game, event->number }, &before);
    if (status != STORED) return status;
    if (event->ply != before.plies) return STORE_CONFLICT;
    return op_run(c, &BENCH_OPS[ADD], &(EventRow){ *event, event->ply + 1 });
}

// --- the run -------------------------------------------------------------------------------------

static int stored;

static void count_stored(void *context, StoreStatus status)
{
    (void)context;
    stored += status == STORED;
}

static bool add_games_and_people(Store *store)
{
    for (int i = 0; i < GAMES; i++) {
        const StoreWrite writes[] = {
            { .kind = WRITE_GAME,
              .game = { .id = 1 + i,
                        .variant = text_of("abalone"),
                        .setup = text_of("600+5 belgian-daisy"),
                        .speed = text_of("rapid") } },
            { .kind = WRITE_PERSON, .person = { .id = 1 + i, .kind = PERSON_ANONYMOUS } },
        };
        if (!store_write(store, writes, 2, count_stored, NULL)) return false;
    }
    store_collect(store);
    bool fine = stored == GAMES;
    stored = 0;
    return fine;
}

static void write_all(Store *store, const StoreWrite *writes, int count, int group)
{
    for (int i = 0; !group && i < count; i++)
        store_write(store, &writes[i], 1, count_stored, NULL);
    store_collect(store);
    StoreCall *calls = calloc((size_t)count, sizeof *calls);
    for (int i = 0; group && i < count; i += group) {
        int n = count - i < group ? count - i : group;
        for (int k = 0; k < n; k++)
            calls[k] = (StoreCall){ .write = &writes[i + k], .count = 1 };
        store->database->write(store->writing, calls, n);
        for (int k = 0; k < n; k++)
            stored += calls[k].status == STORED;
    }
    free(calls);
}

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    const char *mode = argv[2];
    int count = atoi(argv[3]), group = argc > 4 ? atoi(argv[4]) : 0;
    Fault why = { .message = "cannot be set up" };
    Store *store = store_open(&(StoreSetup){ .where = argv[1], .alone = true }, &why);
    if (!store || !store_check_ops(store, BENCH_OPS, OPS, &why) || !add_games_and_people(store))
        return fprintf(stderr, "%s\n", why.message), 1;
    StoreWrite *writes = calloc((size_t)count, sizeof *writes);
    EventArgs *events = calloc((size_t)count, sizeof *events);
    Tie *ties = calloc((size_t)count, sizeof *ties);
    for (int i = 0; i < count; i++) {
        int number = i / GAMES;
        events[i] = (EventArgs){ .game = 1 + i % GAMES,
                                 .number = number,
                                 .kind = 3,
                                 .ply = number,
                                 .at_ms = 1700000000000 + i,
                                 .body = text_of("e4e5 599.000 12") };
        ties[i] = (Tie){ .person = 1 + i % GAMES,
                         .other = 1 + (i + 1 + i / GAMES) % GAMES,
                         .at_ms = 1700000000000 + i };
        if (!strcmp(mode, "event"))
            writes[i] = (StoreWrite){ .kind = WRITE_EVENT,
                                      .event = { .game = events[i].game,
                                                 .number = number,
                                                 .kind = 3,
                                                 .ply = number,
                                                 .at_ms = events[i].at_ms,
                                                 .body = events[i].body } };
        else if (!strcmp(mode, "event-op"))
            writes[i] = store_op(&BENCH_OPS[RUN], &events[i]);
        else
            writes[i] = store_op(&BENCH_OPS[FOLLOW], &ties[i]);
    }
    write_all(store, writes, count, group);
    printf("%s: %d of %d stored; sizeof(StoreWrite) %zu\n", mode, stored, count,
           sizeof(StoreWrite));
    store_close(store);
    free(writes);
    free(events);
    free(ties);
    return stored != count;
}
