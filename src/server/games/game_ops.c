// SPDX-License-Identifier: MIT
#include "server/games/game_ops.h"

static const Field GAME_FIELDS[] = {
    FIELD(StoredGame, id),         FIELD(StoredGame, variant),    FIELD(StoredGame, setup),
    FIELD(StoredGame, speed),      FIELD(StoredGame, created_ms), FIELD(StoredGame, maker),
    FIELD(StoredGame, rematch_of), FIELD(StoredGame, rated),      FIELD(StoredGame, open_to_all),
    FIELD(StoredGame, ended_ms),   FIELD(StoredGame, result),     FIELD(StoredGame, reason),
    FIELD(StoredGame, plies),      FIELD(StoredGame, annulled),
};
const Shape STORED_GAME = SHAPE_OF(StoredGame, GAME_FIELDS);

static const Field EVENT_FIELDS[] = {
    FIELD(StoredEvent, game),       FIELD(StoredEvent, number), FIELD(StoredEvent, kind),
    FIELD(StoredEvent, ply),        FIELD(StoredEvent, at_ms),  FIELD(StoredEvent, body),
    FIELD(StoredEvent, takes_back),
};
static const Shape EVENT = SHAPE_OF(StoredEvent, EVENT_FIELDS);

static const Field SEAT_FIELDS[] = {
    FIELD(StoredSeat, game),
    FIELD(StoredSeat, seat),
    FIELD(StoredSeat, person),
};
static const Shape SEAT = SHAPE_OF(StoredSeat, SEAT_FIELDS);

static const Field FLAG_FIELDS[] = {
    FIELD(StoredFlag, game),   FIELD(StoredFlag, person), FIELD(StoredFlag, kind),
    FIELD(StoredFlag, detail), FIELD(StoredFlag, at_ms),
};
static const Shape FLAG = SHAPE_OF(StoredFlag, FLAG_FIELDS);

static const Field NUMBER_FIELDS[] = { FIELD(LiveNumber, game), FIELD(LiveNumber, number) };
static const Shape LIVE_NUMBER = SHAPE_OF(LiveNumber, NUMBER_FIELDS);

static const Field WANTED_FIELDS[] = { FIELD(FinishedWanted, after), FIELD(FinishedWanted, limit) };
static const Shape FINISHED_WANTED = SHAPE_OF(FinishedWanted, WANTED_FIELDS);

static const Field FINISHED_FIELDS[] = { FIELD(FinishedGame, number), FIELD(FinishedGame, game) };
static const Shape FINISHED_GAME = SHAPE_OF(FinishedGame, FINISHED_FIELDS);

typedef struct Instant {
    i64 at_ms;
} Instant;
static const Field INSTANT_FIELDS[] = { FIELD(Instant, at_ms) };
static const Shape INSTANT = SHAPE_OF(Instant, INSTANT_FIELDS);

_Static_assert(NO_PLY == -1, "a number in statements");
const StoreOp GAME_OPS[GAMES_OPS] = {
    [GAMES_LIVE] = { .name = "games.live",
                     .does = OP_READS_LONG,
                     .row = &STORED_GAME,
                     .sql = "SELECT " GAME_COLUMNS " FROM game WHERE ended_ms = 0 ORDER BY id" },
    [GAMES_ONE] = { .name = "games.one",
                    .does = OP_READS,
                    .args = &GAME_ARG,
                    .row = &STORED_GAME,
                    .sql = "SELECT " GAME_COLUMNS " FROM game WHERE id = $1" },
    [GAMES_ALL] = { .name = "games.all",
                    .does = OP_READS_LONG,
                    .row = &STORED_GAME,
                    .sql = "SELECT " GAME_COLUMNS " FROM game ORDER BY id" },
    [GAMES_EVENTS] = { .name = "games.events",
                       .does = OP_READS,
                       .args = &GAME_ARG,
                       .row = &EVENT,
                       .sql = "SELECT game, number, kind, coalesce(ply, -1), at_ms, body,"
                              " CASE WHEN ply = plies THEN 1 ELSE 0 END FROM event"
                              " WHERE game = $1 ORDER BY number" },
    [GAMES_SEATS] = { .name = "games.seats",
                      .does = OP_READS,
                      .args = &GAME_ARG,
                      .row = &SEAT,
                      .sql = "SELECT game, seat, person FROM seat WHERE game = $1 ORDER BY seat" },
    [GAMES_LIVE_NUMBERS] = { .name = "games.live_numbers",
                             .does = OP_READS_LONG,
                             .row = &LIVE_NUMBER,
                             .sql = "SELECT id, coalesce((SELECT max(number) FROM event"
                                    " WHERE game = id), -1) FROM game WHERE ended_ms = 0"
                                    " ORDER BY id" },
    [GAMES_REMATCH] = { .name = "games.rematch",
                        .does = OP_READS,
                        .args = &GAME_ARG,
                        .row = &GAME_ARG,
                        .sql = "SELECT id FROM game WHERE rematch_of = $1"
                               " ORDER BY created_ms DESC, id LIMIT 1" },
    [GAMES_IS_PUBLIC] = { .name = "games.is_public",
                          .does = OP_READS,
                          .args = &GAME_ARG,
                          .row = &GAME_ARG,
                          .sql = "SELECT id FROM game WHERE id = $1 AND open_to_all = 1" },
    [GAMES_ALIVE_MS] = { .name = "games.alive_ms",
                         .does = OP_READS,
                         .row = &INSTANT,
                         .sql = "SELECT at_ms FROM alive" },
    [GAMES_FLAGS] = { .name = "games.flags",
                      .does = OP_READS,
                      .args = &GAME_ARG,
                      .row = &FLAG,
                      .sql = "SELECT game, person, kind, detail, at_ms FROM flag"
                             " WHERE game = $1 ORDER BY number" },
    [GAMES_FINISHED] = { .name = "games.finished",
                         .does = OP_READS,
                         .args = &FINISHED_WANTED,
                         .row = &FINISHED_GAME,
                         .sql = "SELECT number, game FROM finished WHERE number > $1"
                                " ORDER BY number LIMIT $2" },
};

// --- loading -------------------------------------------------------------------------------------

typedef struct Loading {
    Store *reading;
    const GameReader *reader;
    bool stopped, failed;
} Loading;

static bool see_seat(void *context, const void *row)
{
    Loading *loading = context;
    loading->stopped = !loading->reader->seat(loading->reader->context, row);
    return !loading->stopped;
}

static bool see_event(void *context, const void *row)
{
    Loading *loading = context;
    loading->stopped = !loading->reader->event(loading->reader->context, row);
    return !loading->stopped;
}

// False if the reader has stopped or the read failed.
static bool load_part(Loading *loading, const StoreOp *op, i64 game, SeeRow *see)
{
    loading->failed = !store_select(loading->reading, op, &(GameArg){ game }, see, loading);
    return !loading->stopped && !loading->failed;
}

static bool see_game(void *context, const void *row)
{
    Loading *loading = context;
    const GameReader *reader = loading->reader;
    const StoredGame *game = row;
    return reader->game(reader->context, game) &&
           (!reader->seat || load_part(loading, &GAME_OPS[GAMES_SEATS], game->id, see_seat)) &&
           (!reader->event || load_part(loading, &GAME_OPS[GAMES_EVENTS], game->id, see_event));
}

// The outer statement stays open, so all of this is one view of the store.
static bool load(Store *reading, const StoreOp *op, const void *args, const GameReader *reader,
                 Fault *why)
{
    Loading loading = { .reading = reading, .reader = reader };
    if (store_select(reading, op, args, see_game, &loading) && !loading.failed) return true;
    fault(why, MALFORMED, "cannot read the store: %s", store_cause(reading));
    return false;
}

bool games_load_live(Store *reading, const GameReader *reader, Fault *why)
{
    return load(reading, &GAME_OPS[GAMES_LIVE], NULL, reader, why);
}

bool games_load(Store *reading, i64 id, const GameReader *reader, Fault *why)
{
    return load(reading, &GAME_OPS[GAMES_ONE], &(GameArg){ id }, reader, why);
}

bool games_load_all(Store *reading, const GameReader *reader, Fault *why)
{
    return load(reading, &GAME_OPS[GAMES_ALL], NULL, reader, why);
}

// --- single facts --------------------------------------------------------------------------------

i64 games_rematch(Store *reading, i64 game)
{
    GameArg found = { 0 };
    store_find(reading, &GAME_OPS[GAMES_REMATCH], &(GameArg){ game }, &found);
    return found.game;
}

bool games_is_public(Store *reading, i64 game)
{
    GameArg found;
    return store_find(reading, &GAME_OPS[GAMES_IS_PUBLIC], &(GameArg){ game }, &found);
}

i64 games_alive_ms(Store *reading)
{
    Instant found = { 0 };
    store_find(reading, &GAME_OPS[GAMES_ALIVE_MS], NULL, &found);
    return found.at_ms;
}
