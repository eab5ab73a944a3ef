// SPDX-License-Identifier: MIT
// The cost of operations: bench-op FILE MODE COUNT [GROUP]
//
//     event      a move: C between two statements on SQLite
//     follow     a row that depends on others
//
// With GROUP the calls go to the database in groups of that size, without the queue; without it,
// one by one through store_write, each committed. Count instructions, not time: build with
// -Dportable=true and take the difference of `valgrind --tool=callgrind` for COUNT 6000 and 2000.
#include "server/games/game_ops.h"
#include "server/identity/person_ops.h"
#include "sql/store_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 500 };

// --- a follow ------------------------------------------------------------------------------------

typedef struct Tie {
    i64 person, other;
    i64 at_ms;
} Tie;
static const Field TIE_FIELDS[] = { FIELD(Tie, person), FIELD(Tie, other), FIELD(Tie, at_ms) };
static const Shape TIE = SHAPE_OF(Tie, TIE_FIELDS);

#define HERE(person) "EXISTS (SELECT 1 FROM person WHERE id = " person " AND gone_ms = 0)"
enum { FOLLOW, OPS };
static const StoreOp BENCH_OPS[OPS] = {
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
        const NewGame game = { .id = 1 + i,
                               .variant = text_of("abalone"),
                               .setup = text_of("600+5 belgian-daisy"),
                               .speed = text_of("rapid") };
        const NewPerson person = { .now = { .id = 1 + i, .kind = PERSON_ANONYMOUS } };
        const StoreWrite writes[] = {
            store_op(&GAME_OPS[GAMES_ADD], &game),
            store_op(&PERSON_OPS[PERSONS_ADD], &person),
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
    StoredEvent *events = calloc((size_t)count, sizeof *events);
    Tie *ties = calloc((size_t)count, sizeof *ties);
    for (int i = 0; i < count; i++) {
        int number = i / GAMES;
        events[i] = (StoredEvent){ .game = 1 + i % GAMES,
                                   .number = number,
                                   .kind = 3,
                                   .ply = number,
                                   .at_ms = 1700000000000 + i,
                                   .body = text_of("e4e5 599.000 12") };
        ties[i] = (Tie){ .person = 1 + i % GAMES,
                         .other = 1 + (i + 1 + i / GAMES) % GAMES,
                         .at_ms = 1700000000000 + i };
        writes[i] = strcmp(mode, "event") ? store_op(&BENCH_OPS[FOLLOW], &ties[i])
                                          : store_op(&GAME_OPS[GAMES_ADD_EVENT], &events[i]);
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
