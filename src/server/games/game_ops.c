// SPDX-License-Identifier: MIT
#include "server/games/game_ops.h"

#include "server/games/game_lists.h"

static const Shape NEW_GAME =
    SHAPE(NewGame, FIELD(NewGame, id), FIELD(NewGame, variant), FIELD(NewGame, setup),
          FIELD(NewGame, speed), FIELD(NewGame, created_ms), FIELD(NewGame, maker),
          FIELD(NewGame, rematch_of), FIELD(NewGame, rated), FIELD(NewGame, open_to_all),
          FIELD(NewGame, rematch_after));

const Shape STORED_GAME =
    SHAPE(StoredGame, FIELD(StoredGame, id), FIELD(StoredGame, variant), FIELD(StoredGame, setup),
          FIELD(StoredGame, speed), FIELD(StoredGame, created_ms), FIELD(StoredGame, maker),
          FIELD(StoredGame, rematch_of), FIELD(StoredGame, rated), FIELD(StoredGame, open_to_all),
          FIELD(StoredGame, ended_ms), FIELD(StoredGame, result), FIELD(StoredGame, reason),
          FIELD(StoredGame, plies), FIELD(StoredGame, annulled));

static const Shape EVENT =
    SHAPE(StoredEvent, FIELD(StoredEvent, game), FIELD(StoredEvent, number),
          FIELD(StoredEvent, kind), FIELD(StoredEvent, ply), FIELD(StoredEvent, at_ms),
          FIELD(StoredEvent, body), FIELD(StoredEvent, takes_back));

typedef struct EventBefore {
    i64 game;
    int number; // of the event that follows
} EventBefore;
static const Shape BEFORE =
    SHAPE(EventBefore, FIELD(EventBefore, game), FIELD(EventBefore, number));
typedef struct Plies {
    int plies;
} Plies;
static const Shape PLIES = SHAPE(Plies, FIELD(Plies, plies));
typedef struct EventRow {
    i64 game;
    int number, kind, ply;
    i64 at_ms;
    Text body;
    int plies; // after it
} EventRow;
static const Shape EVENT_ROW = SHAPE(
    EventRow, FIELD(EventRow, game), FIELD(EventRow, number), FIELD(EventRow, kind),
    FIELD(EventRow, ply), FIELD(EventRow, at_ms), FIELD(EventRow, body), FIELD(EventRow, plies));

static const Shape END =
    SHAPE(GameEnd, FIELD(GameEnd, game), FIELD(GameEnd, ended_ms), FIELD(GameEnd, result),
          FIELD(GameEnd, reason), FIELD(GameEnd, plies));
// The half points of each seat; -1 without a result.
typedef struct SeatsEnd {
    i64 game, ended_ms;
    int first, second, third, fourth;
} SeatsEnd;
static const Shape SEATS_END =
    SHAPE(SeatsEnd, FIELD(SeatsEnd, game), FIELD(SeatsEnd, ended_ms), FIELD(SeatsEnd, first),
          FIELD(SeatsEnd, second), FIELD(SeatsEnd, third), FIELD(SeatsEnd, fourth));

static const Shape SEAT =
    SHAPE(StoredSeat, FIELD(StoredSeat, game), FIELD(StoredSeat, seat), FIELD(StoredSeat, person));

static const Shape SEAT_KEY = SHAPE(SeatKey, FIELD(SeatKey, game), FIELD(SeatKey, seat));

static const Shape FLAG =
    SHAPE(StoredFlag, FIELD(StoredFlag, game), FIELD(StoredFlag, person), FIELD(StoredFlag, kind),
          FIELD(StoredFlag, detail), FIELD(StoredFlag, at_ms));

static const Shape LIVE_NUMBER =
    SHAPE(LiveNumber, FIELD(LiveNumber, game), FIELD(LiveNumber, number));

static const Shape FINISHED_WANTED =
    SHAPE(FinishedWanted, FIELD(FinishedWanted, after), FIELD(FinishedWanted, limit));

static const Shape FINISHED_GAME =
    SHAPE(FinishedGame, FIELD(FinishedGame, number), FIELD(FinishedGame, game));

static const Shape INSTANT = SHAPE(Instant, FIELD(Instant, at_ms));

static StoreStatus run_event(SqlConnection *c, const void *args);
static StoreStatus run_end(SqlConnection *c, const void *args);

// Events of many games at once. The game is looked up by a subquery: a join is planned while the
// tables are empty, and then reads all live games for each event.
#define NEXT_EVENTS                                                                                \
    "INSERT INTO event (game, number, kind, ply, at_ms, body, plies, made_by)"                     \
    " SELECT g, n, k, p, t, b, CASE WHEN p IS NULL THEN coalesce(e.plies, 0)"                      \
    "  WHEN back = 1 THEN p ELSE p + 1 END, m"                                                     \
    " FROM (SELECT g, n, k, nullif(ply, -1) AS p, t, b, back, m"                                   \
    "  FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) AS sent (g, n, k, ply, t, b, back, m)) AS new"  \
    " LEFT JOIN event AS e ON e.game = g AND e.number = n - 1"                                     \
    " WHERE (SELECT ended_ms FROM game WHERE id = g) = 0"                                          \
    " AND (n = 0 OR e.number IS NOT NULL) AND (p IS NULL"                                          \
    "  OR back = 0 AND p = coalesce(e.plies, 0)"                                                   \
    "  OR back = 1 AND p >= 0 AND p <= coalesce(e.plies, 0))"                                      \
    " ORDER BY g, n ON CONFLICT DO NOTHING RETURNING game"

#define HERE(person) "EXISTS (SELECT 1 FROM person WHERE id = " person " AND gone_ms = 0)"
_Static_assert(NO_PLY == -1, "a number in statements");
const StoreOp GAME_OPS[GAMES_OPS] = {
    [GAMES_ADD] = { .name = "games.add",
                    .does = OP_CHANGES_ONE,
                    .args = &NEW_GAME,
                    .orders = true,
                    .sql = "INSERT INTO game (id, variant, setup, speed, created_ms, maker,"
                           " rematch_of, rated, open_to_all, rematch_after) VALUES ($1, $2, $3,"
                           " $4, $5, nullif($6, 0), nullif($7, 0), $8, $9, $10)" },
    [GAMES_ADD_EVENT] = { .name = "games.add_event",
                          .does = OP_RUNS,
                          .run = run_event,
                          .args = &EVENT,
                          .single = true,
                          .orders = true,
                          .many = NEXT_EVENTS,
                          .own = "SELECT game FROM event JOIN unnest($1, $2, $8) AS own (g, n, m)"
                                 " ON game = g AND number = n AND made_by = m" },
    [GAMES_END] = { .name = "games.end",
                    .does = OP_RUNS,
                    .run = run_end,
                    .args = &END,
                    .orders = true },
    [GAMES_SIT] = { .name = "games.sit",
                    .does = OP_CHANGES_ONE,
                    .args = &SEAT,
                    .orders = true,
                    .sql = "INSERT INTO seat (game, seat, person) SELECT $1, $2, $3 WHERE EXISTS"
                           " (SELECT 1 FROM game WHERE id = $1 AND ended_ms = 0) AND " HERE(
                               "$3") " ON CONFLICT (game, seat) DO UPDATE SET"
                                     " person = excluded.person" },
    [GAMES_STAND] = { .name = "games.stand",
                      .does = OP_CHANGES_ANY,
                      .args = &SEAT_KEY,
                      .orders = true,
                      .sql = "DELETE FROM seat WHERE game = $1 AND seat = $2 AND ended_ms = 0" },
    [GAMES_MOVE_SEATS] = { .name = "games.move_seats",
                           .does = OP_CHANGES_ANY,
                           .args = &PERSON_MOVE,
                           .sql = "UPDATE seat SET person = $2 WHERE person = $1" },
    [GAMES_MOVE_MADE] = { .name = "games.move_made",
                          .does = OP_CHANGES_ANY,
                          .args = &PERSON_MOVE,
                          .sql = "UPDATE game SET maker = $2 WHERE maker = $1" },
    [GAMES_ADD_FLAG] = { .name = "games.add_flag",
                         .does = OP_CHANGES_ONE,
                         .args = &FLAG,
                         .sql = "INSERT INTO flag (game, person, kind, detail, at_ms)"
                                " VALUES ($1, $2, $3, $4, $5)" },
    [GAMES_SET_ALIVE] = { .name = "games.set_alive",
                          .does = OP_CHANGES_ONE,
                          .args = &INSTANT,
                          .sql = "INSERT INTO alive (one, at_ms) VALUES (1, $1)"
                                 " ON CONFLICT (one) DO UPDATE SET at_ms = excluded.at_ms" },

    // Returns no row if the previous event is missing. The primary key refuses a duplicate.
    [GAMES_PLIES_BEFORE] = { .name = "games.plies_before",
                             .does = OP_READS,
                             .args = &BEFORE,
                             .row = &PLIES,
                             .sql = "SELECT coalesce(event.plies, 0) FROM game LEFT JOIN event"
                                    " ON event.game = id AND number = $2 - 1 WHERE id = $1"
                                    " AND ended_ms = 0 AND ($2 = 0 OR number IS NOT NULL)" },
    [GAMES_INSERT_EVENT] = { .name = "games.insert_event",
                             .does = OP_CHANGES_ONE,
                             .args = &EVENT_ROW,
                             .sql = "INSERT INTO event (game, number, kind, ply, at_ms, body,"
                                    " plies) VALUES ($1, $2, $3, nullif($4, -1), $5, $6, $7)" },
    [GAMES_MARK_END] = { .name = "games.mark_end",
                         .does = OP_CHANGES_ONE,
                         .args = &END,
                         .sql = "UPDATE game SET ended_ms = $2, result = $3, reason = $4,"
                                " plies = $5 WHERE id = $1 AND ended_ms = 0" },
    [GAMES_END_SEATS] = { .name = "games.end_seats",
                          .does = OP_CHANGES_ANY,
                          .args = &SEATS_END,
                          .sql = "UPDATE seat SET ended_ms = $2, score = nullif(CASE seat"
                                 " WHEN 0 THEN $3 WHEN 1 THEN $4 WHEN 2 THEN $5 ELSE $6 END, -1)"
                                 " WHERE game = $1" },
    [GAMES_END_JOBS] = { .name = "games.end_jobs",
                         .does = OP_CHANGES_ANY,
                         .args = &GAME_ARG,
                         .sql = "DELETE FROM job WHERE kind = 0 AND key = $1" },
    [GAMES_FINISH] = { .name = "games.finish",
                       .does = OP_CHANGES_ONE,
                       .args = &GAME_ARG,
                       .sql = "INSERT INTO finished (game) VALUES ($1)" },

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

// --- writing -------------------------------------------------------------------------------------

// On SQLite, where one statement for both steps takes 2.5 times as long. PostgreSQL has `many`.
static StoreStatus run_event(SqlConnection *c, const void *args)
{
    const StoredEvent *event = args;
    Plies before;
    StoreStatus status = op_find(c, &GAME_OPS[GAMES_PLIES_BEFORE],
                                 &(EventBefore){ event->game, event->number }, &before);
    if (status != STORED) return status;
    int ply = event->ply, plies = before.plies;
    if (ply != NO_PLY) {
        if (event->takes_back ? ply < 0 || ply > plies : ply != plies) return STORE_CONFLICT;
        plies = event->takes_back ? ply : ply + 1;
    }
    const EventRow row = { event->game,  event->number, event->kind, ply,
                           event->at_ms, event->body,   plies };
    return op_run(c, &GAME_OPS[GAMES_INSERT_EVENT], &row);
}

// The half points of the next seat in `1-0` or `1/2-1/2`; -1 if there are none.
static int next_score(Text *result)
{
    Text piece;
    if (!text_split(result, '-', &piece)) return -1;
    return text_is(piece, "1") ? 2 : text_is(piece, "1/2") ? 1 : text_is(piece, "0") ? 0 : -1;
}

static StoreStatus run_end(SqlConnection *c, const void *args)
{
    const GameEnd *end = args;
    const GameArg game = { end->game };
    SeatsEnd seats = { .game = end->game, .ended_ms = end->ended_ms };
    Text result = end->result;
    seats.first = next_score(&result);
    seats.second = next_score(&result);
    seats.third = next_score(&result);
    seats.fourth = next_score(&result);
    const struct {
        const StoreOp *op;
        const void *args;
    } steps[] = {
        { &GAME_OPS[GAMES_MARK_END], end },          { &GAME_OPS[GAMES_END_SEATS], &seats },
        { &FIGURE_OPS[FIGURES_COUNT_SEATS], &game }, { &FIGURE_OPS[FIGURES_COUNT_RESULTS], &game },
        { &GAME_OPS[GAMES_END_JOBS], &game },        { &GAME_OPS[GAMES_FINISH], &game },
    };
    StoreStatus status = sql_lock(c, LOCK_ENDS);
    for (size_t i = 0; status == STORED && i < sizeof steps / sizeof *steps; i++)
        status = op_run(c, steps[i].op, steps[i].args);
    return status;
}

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
