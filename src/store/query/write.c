// SPDX-License-Identifier: MIT
// Writes. Every statement says itself under which conditions it applies; one that
// had to change a row and did not has met a conflict.
#include "sql/op.h"
#include "store/query/query.h"

typedef enum WriteQuery {
    ADD_GAME,
    PLIES_BEFORE,
    ADD_EVENT,
    END_GAME,
    END_SEATS,
    COUNT_SEATS,
    FINISH_GAME,
    SIT,
    STAND,
    ADD_PERSON,
    CHANGE_PERSON,
    PASSWORD_IS,
    FORGET_PERSON,
    FORGET_SESSIONS,
    FORGET_TOKENS,
    ADD_SESSION,
    EXPIRE_SESSIONS,
    END_SESSION,
    ADD_TOKEN,
    END_TOKEN,
    BECOME,
    MOVE_SEATS,
    MOVE_COUNTS,
    DROP_COUNTS,
    MOVE_MADE,
    RATE,
    ADD_CHANGE,
    ALIVE,
    ADD_FLAG,
    END_JOBS,
    QUERIES
} WriteQuery;
// Where there are counts already, these come on top.
#define COUNT_ON                                                                                   \
    " ON CONFLICT (person) DO UPDATE SET games = person_count.games + excluded.games,"             \
    " wins = person_count.wins + excluded.wins, draws = person_count.draws + excluded.draws,"      \
    " losses = person_count.losses + excluded.losses"
#define HERE(person) "EXISTS (SELECT 1 FROM person WHERE id = " person " AND gone_ms = 0)"
const char *const SQL_WRITES[QUERIES + 1] = {
    [ADD_GAME] = "INSERT INTO game (id, variant, setup, speed, created_ms, maker, rematch_of,"
                 " rated, open_to_all, rematch_after)"
                 " VALUES (?1, ?2, ?3, ?4, ?5, nullif(?6, 0), nullif(?7, 0), ?8, ?9, ?10)",
    // How many plies there are before event ?2 of a game that goes on. No row if the event before
    // is missing; that this one is not there yet the primary key sees to.
    [PLIES_BEFORE] = "SELECT coalesce(event.plies, 0) FROM game LEFT JOIN event"
                     " ON event.game = id AND number = ?2 - 1"
                     " WHERE id = ?1 AND ended_ms = 0 AND (?2 = 0 OR number IS NOT NULL)",
    [ADD_EVENT] = "INSERT INTO event (game, number, kind, ply, at_ms, body, plies)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [END_GAME] = "UPDATE game SET ended_ms = ?2, result = ?3, reason = ?4, plies = ?5"
                 " WHERE id = ?1 AND ended_ms = 0",
    [END_SEATS] = "UPDATE seat SET ended_ms = ?2,"
                  " score = CASE seat WHEN 0 THEN ?3 WHEN 1 THEN ?4 WHEN 2 THEN ?5 ELSE ?6 END"
                  " WHERE game = ?1",
    [COUNT_SEATS] = "INSERT INTO person_count SELECT person, count(*),"
                    " count(*) FILTER (WHERE score = 2), count(*) FILTER (WHERE score = 1),"
                    " count(*) FILTER (WHERE score = 0) FROM seat"
                    " WHERE game = ?1 AND score IS NOT NULL GROUP BY person" COUNT_ON,
    [FINISH_GAME] = "INSERT INTO finished (game) VALUES (?1)",
    [SIT] = "INSERT INTO seat (game, seat, person) SELECT ?1, ?2, ?3"
            " WHERE EXISTS (SELECT 1 FROM game WHERE id = ?1 AND ended_ms = 0) AND " HERE(
                "?3") " ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person",
    [STAND] = "DELETE FROM seat WHERE game = ?1 AND seat = ?2 AND ended_ms = 0",

    [ADD_PERSON] = "INSERT INTO person (id, kind, name, key, password, created_ms)"
                   " VALUES (?1, ?2, nullif(?3, ''), nullif(?4, ''), nullif(?5, ''), ?6)",
    [CHANGE_PERSON] = "UPDATE person SET kind = ?2, name = nullif(?3, ''), key = nullif(?4, ''),"
                      " password = nullif(?5, '') WHERE id = ?1 AND gone_ms = 0"
                      " AND became IS NULL AND (key IS NULL OR key = nullif(?4, ''))",
    [PASSWORD_IS] = "SELECT 1 FROM person WHERE id = ?1 AND password = ?2",
    [FORGET_PERSON] = "UPDATE person SET kind = ?3, name = NULL, key = NULL, password = NULL,"
                      " gone_ms = ?2 WHERE id = ?1 AND gone_ms = 0",
    [FORGET_SESSIONS] = "DELETE FROM session WHERE person = ?1 AND hash <> ?2",
    [FORGET_TOKENS] = "DELETE FROM token WHERE person = ?1",
    [ADD_SESSION] = "INSERT INTO session (hash, person, created_ms, expires_ms, label)"
                    " SELECT ?1, ?2, ?3, ?4, ?5 WHERE " HERE("?2"),
    [EXPIRE_SESSIONS] = "DELETE FROM session WHERE expires_ms <= ?1",
    [END_SESSION] = "DELETE FROM session WHERE hash = ?1",
    [ADD_TOKEN] = "INSERT INTO token (id, hash, person, label, created_ms, scopes, expires_ms)"
                  " SELECT ?1, ?2, ?3, ?4, ?5, ?7, ?8 WHERE " HERE(
                      "?3") " AND (SELECT count(*) FROM token WHERE person = ?3"
                            "  AND (expires_ms = 0 OR expires_ms > ?5)) < ?6",
    [END_TOKEN] = "DELETE FROM token WHERE id = ?1 AND person = ?2",
    [BECOME] = "UPDATE person SET became = ?2 WHERE id = ?1 AND id <> ?2 AND gone_ms = 0"
               " AND key IS NULL AND " HERE("?2"),
    [MOVE_SEATS] = "UPDATE seat SET person = ?2 WHERE person = ?1",
    [MOVE_COUNTS] = "INSERT INTO person_count SELECT ?2, games, wins, draws, losses"
                    " FROM person_count WHERE person = ?1" COUNT_ON,
    [DROP_COUNTS] = "DELETE FROM person_count WHERE person = ?1 AND ?1 <> ?2",
    [MOVE_MADE] = "UPDATE game SET maker = ?2 WHERE maker = ?1",

    // A rating that somebody else has changed in the meantime is a conflict.
    [RATE] = "INSERT INTO rating (person, variant, speed, rating, deviation, volatility, at_ms,"
             " games) VALUES (?1, ?2, ?3, ?8, ?9, ?10, ?11, 1)"
             " ON CONFLICT (person, variant, speed) DO UPDATE SET rating = excluded.rating,"
             " deviation = excluded.deviation, volatility = excluded.volatility,"
             " at_ms = excluded.at_ms, games = rating.games + 1"
             " WHERE rating.rating = ?5 AND rating.deviation = ?6 AND rating.volatility = ?7",
    [ADD_CHANGE] = "INSERT INTO rating_change (person, variant, speed, game, rating_before,"
                   " deviation_before, volatility_before, rating, deviation, volatility, at_ms,"
                   " discount) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",

    [ALIVE] = "INSERT INTO alive (one, at_ms) VALUES (1, ?1)"
              " ON CONFLICT (one) DO UPDATE SET at_ms = excluded.at_ms",

    [ADD_FLAG] = "INSERT INTO flag (game, person, kind, detail, at_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
    [END_JOBS] = "DELETE FROM job WHERE kind = 0 AND key = ?1",
};
_Static_assert((int)QUERIES <= (int)STATEMENTS_MAX, "space for the statements");

// A write that may change any number of rows, also none.
static StoreStatus change_any(SqlConnection *c, WriteQuery query)
{
    return sql_change(c->write[query], false);
}

static StoreStatus change_one(SqlConnection *c, WriteQuery query)
{
    return sql_change(c->write[query], true);
}

// --- games ---------------------------------------------------------------------------------------

static StoreStatus add_game(SqlConnection *c, const StoredGame *game)
{
    SqlStatement *s = c->write[ADD_GAME];
    sql_bind_i64(s, 1, game->id);
    bind_text(s, 2, game->variant);
    bind_text(s, 3, game->setup);
    bind_text(s, 4, game->speed);
    sql_bind_i64(s, 5, game->created_ms);
    sql_bind_i64(s, 6, game->maker);
    sql_bind_i64(s, 7, game->rematch_of);
    sql_bind_i64(s, 8, game->rated);
    sql_bind_i64(s, 9, game->open_to_all);
    sql_bind_i64(s, 10, game->rematch_after);
    return change_one(c, ADD_GAME);
}

static StoreStatus plies_before(SqlConnection *c, const StoredEvent *event, int *plies)
{
    SqlStatement *s = c->write[PLIES_BEFORE];
    sql_bind_i64(s, 1, event->game);
    sql_bind_i64(s, 2, event->number);
    int result = sql_step(s);
    if (result == SQL_ROW) *plies = sql_column_int(s, 0);
    sql_reset(s);
    return result == SQL_ROW ? STORED : result == SQL_DONE ? STORE_CONFLICT : STORE_FAILED;
}

static StoreStatus add_event(SqlConnection *c, const StoredEvent *event)
{
    if (c->driver->add_event) return c->driver->add_event(c, event);
    int plies = 0, ply = event->ply;
    StoreStatus status = plies_before(c, event, &plies);
    if (status != STORED) return status;
    if (ply != NO_PLY) {
        if (event->takes_back ? ply < 0 || ply > plies : ply != plies) return STORE_CONFLICT;
        plies = event->takes_back ? ply : ply + 1;
    }
    SqlStatement *s = c->write[ADD_EVENT];
    sql_bind_i64(s, 1, event->game);
    sql_bind_i64(s, 2, event->number);
    sql_bind_i64(s, 3, event->kind);
    if (ply == NO_PLY)
        sql_bind_null(s, 4);
    else
        sql_bind_i64(s, 4, ply);
    sql_bind_i64(s, 5, event->at_ms);
    bind_text(s, 6, event->body);
    sql_bind_i64(s, 7, plies);
    return change_one(c, ADD_EVENT);
}

// `1-0`, `1/2-1/2`: the half points of each seat; no result, no points.
static void bind_scores(SqlStatement *statement, int place, Text result)
{
    Text piece;
    for (int seat = 0; seat < 4; seat++, place++) {
        sql_bind_null(statement, place);
        if (!text_split(&result, '-', &piece)) continue;
        int halves = text_is(piece, "1") ? 2 : text_is(piece, "1/2") ? 1 : 0;
        if (halves || text_is(piece, "0")) sql_bind_i64(statement, place, halves);
    }
}

static StoreStatus end_game(SqlConnection *c, const StoredGame *game)
{
    if (sql_lock(c, LOCK_ENDS) != STORED) return STORE_FAILED;
    SqlStatement *s = c->write[END_GAME];
    sql_bind_i64(s, 1, game->id);
    sql_bind_i64(s, 2, game->ended_ms);
    bind_text(s, 3, game->result);
    bind_text(s, 4, game->reason);
    sql_bind_i64(s, 5, game->plies);
    StoreStatus status = change_one(c, END_GAME);
    if (status != STORED) return status;
    s = c->write[END_SEATS];
    sql_bind_i64(s, 1, game->id);
    sql_bind_i64(s, 2, game->ended_ms);
    bind_scores(s, 3, game->result);
    status = change_any(c, END_SEATS);
    if (status != STORED) return status;
    sql_bind_i64(c->write[COUNT_SEATS], 1, game->id);
    status = change_any(c, COUNT_SEATS);
    if (status == STORED) status = query_count_results(c, game->id);
    sql_bind_i64(c->write[END_JOBS], 1, game->id);
    if (status == STORED) status = change_any(c, END_JOBS);
    if (status != STORED) return status;
    sql_bind_i64(c->write[FINISH_GAME], 1, game->id);
    return change_one(c, FINISH_GAME);
}

static StoreStatus set_seat(SqlConnection *c, const StoredSeat *seat)
{
    WriteQuery query = seat->person ? SIT : STAND;
    SqlStatement *s = c->write[query];
    sql_bind_i64(s, 1, seat->game);
    sql_bind_i64(s, 2, seat->seat);
    if (seat->person) sql_bind_i64(s, 3, seat->person);
    return seat->person ? change_one(c, query) : change_any(c, query);
}

// --- people --------------------------------------------------------------------------------------

static StoreStatus set_person(SqlConnection *c, const PersonWrite *person, WriteQuery query)
{
    // What does not fit could not be read back.
    if (person->name.length >= PERSON_NAME_MAX || person->password_hash.length >= PASSWORD_HASH_MAX)
        return STORE_CONFLICT;
    SqlStatement *s = c->write[query];
    sql_bind_i64(s, 1, person->id);
    sql_bind_i64(s, 2, (int)person->kind);
    bind_text(s, 3, person->name);
    bind_text(s, 4, person->key);
    bind_text(s, 5, person->password_hash);
    if (query == ADD_PERSON) sql_bind_i64(s, 6, person->created_ms);
    return change_one(c, query);
}

static StoreStatus password_is(SqlConnection *c, const PersonWrite *person)
{
    SqlStatement *s = c->write[PASSWORD_IS];
    sql_bind_i64(s, 1, person->id);
    bind_text(s, 2, person->password_hash);
    int result = sql_step(s);
    sql_reset(s);
    return result == SQL_ROW ? STORED : result == SQL_DONE ? STORE_CONFLICT : STORE_FAILED;
}

static StoreStatus end_sessions(SqlConnection *c, i64 person, const SecretHash *but)
{
    sql_bind_i64(c->write[FORGET_SESSIONS], 1, person);
    bind_hash(c->write[FORGET_SESSIONS], 2, but);
    return change_any(c, FORGET_SESSIONS);
}

static StoreStatus end_tokens(SqlConnection *c, i64 person)
{
    sql_bind_i64(c->write[FORGET_TOKENS], 1, person);
    return change_any(c, FORGET_TOKENS);
}

static StoreStatus forget_person(SqlConnection *c, i64 person, i64 at_ms)
{
    static const SecretHash NONE;
    SqlStatement *s = c->write[FORGET_PERSON];
    sql_bind_i64(s, 1, person);
    sql_bind_i64(s, 2, at_ms);
    sql_bind_i64(s, 3, PERSON_GONE);
    StoreStatus status = change_one(c, FORGET_PERSON);
    if (status == STORED) status = end_sessions(c, person, &NONE);
    if (status != STORED) return status;
    status = query_forget_items(c, person);
    return status == STORED ? end_tokens(c, person) : status;
}

static StoreStatus add_session(SqlConnection *c, const StoredSession *session)
{
    sql_bind_i64(c->write[EXPIRE_SESSIONS], 1, session->created_ms);
    StoreStatus status = change_any(c, EXPIRE_SESSIONS);
    if (status != STORED) return status;
    SqlStatement *s = c->write[ADD_SESSION];
    bind_hash(s, 1, &session->hash);
    sql_bind_i64(s, 2, session->person);
    sql_bind_i64(s, 3, session->created_ms);
    sql_bind_i64(s, 4, session->expires_ms);
    bind_text(s, 5, session->label);
    return change_one(c, ADD_SESSION);
}

static StoreStatus end_session(SqlConnection *c, const SecretHash *hash)
{
    bind_hash(c->write[END_SESSION], 1, hash);
    return change_any(c, END_SESSION);
}

static StoreStatus add_token(SqlConnection *c, const StoredToken *token)
{
    SqlStatement *s = c->write[ADD_TOKEN];
    sql_bind_i64(s, 1, token->id);
    bind_hash(s, 2, &token->hash);
    sql_bind_i64(s, 3, token->person);
    bind_text(s, 4, token->label);
    sql_bind_i64(s, 5, token->created_ms);
    sql_bind_i64(s, 6, TOKENS_MAX);
    sql_bind_i64(s, 7, token->scopes);
    sql_bind_i64(s, 8, token->expires_ms);
    return change_one(c, ADD_TOKEN);
}

static StoreStatus end_token(SqlConnection *c, const StoredToken *token)
{
    sql_bind_i64(c->write[END_TOKEN], 1, token->id);
    sql_bind_i64(c->write[END_TOKEN], 2, token->person);
    return change_one(c, END_TOKEN);
}

static StoreStatus move_games(SqlConnection *c, i64 from, i64 to)
{
    static const WriteQuery STEPS[] = { BECOME, MOVE_SEATS, MOVE_COUNTS, DROP_COUNTS, MOVE_MADE };
    StoreStatus status = STORED;
    for (int i = 0; i < 5 && status == STORED; i++) {
        sql_bind_i64(c->write[STEPS[i]], 1, from);
        sql_bind_i64(c->write[STEPS[i]], 2, to);
        status = i ? change_any(c, STEPS[i]) : change_one(c, STEPS[i]);
    }
    if (status == STORED) status = query_move_items(c, from, to);
    return status == STORED ? query_move_society(c, from, to) : status;
}

// --- ratings -------------------------------------------------------------------------------------

static void bind_rating(SqlStatement *statement, int place, Rating rating)
{
    sql_bind_double(statement, place, rating.rating);
    sql_bind_double(statement, place + 1, rating.deviation);
    sql_bind_double(statement, place + 2, rating.volatility);
}

static StoreStatus add_change(SqlConnection *c, const StoredChange *change)
{
    static const WriteQuery STEPS[] = { RATE, ADD_CHANGE };
    StoreStatus status = STORED;
    for (int i = 0; i < 2 && status == STORED; i++) {
        SqlStatement *s = c->write[STEPS[i]];
        sql_bind_i64(s, 1, change->person);
        bind_text(s, 2, change->variant);
        bind_text(s, 3, change->speed);
        sql_bind_i64(s, 4, change->game);
        bind_rating(s, 5, change->before);
        bind_rating(s, 8, change->after);
        sql_bind_i64(s, 11, change->at_ms);
        if (STEPS[i] == ADD_CHANGE) sql_bind_double(s, 12, change->discount);
        status = change_one(c, STEPS[i]);
    }
    return status;
}

// --- flags ---------------------------------------------------------------------------------------

static StoreStatus add_flag(SqlConnection *c, const StoredFlag *flag)
{
    SqlStatement *s = c->write[ADD_FLAG];
    sql_bind_i64(s, 1, flag->game);
    sql_bind_i64(s, 2, flag->person);
    bind_text(s, 3, flag->kind);
    bind_text(s, 4, flag->detail);
    sql_bind_i64(s, 5, flag->at_ms);
    return change_one(c, ADD_FLAG);
}

// --- all -----------------------------------------------------------------------------------------

StoreStatus sql_apply(SqlConnection *c, const StoreWrite *write)
{
    switch (write->kind) {
    case WRITE_OP: return op_run(c, write->op.op, write->op.args);
    case WRITE_GAME: return add_game(c, &write->game);
    case WRITE_EVENT: return add_event(c, &write->event);
    case WRITE_END: return end_game(c, &write->game);
    case WRITE_SEAT: return set_seat(c, &write->seat);
    case WRITE_PERSON: return set_person(c, &write->person, ADD_PERSON);
    case WRITE_PERSON_CHANGED: return set_person(c, &write->person, CHANGE_PERSON);
    case WRITE_PERSON_GONE: return forget_person(c, write->gone.id, write->gone.at_ms);
    case WRITE_IF_PASSWORD: return password_is(c, &write->person);
    case WRITE_SESSION: return add_session(c, &write->session);
    case WRITE_SESSION_GONE: return end_session(c, &write->session.hash);
    case WRITE_SESSIONS_GONE: return end_sessions(c, write->session.person, &write->session.hash);
    case WRITE_TOKEN: return add_token(c, &write->token);
    case WRITE_TOKEN_GONE: return end_token(c, &write->token);
    case WRITE_MOVE_GAMES: return move_games(c, write->move.from, write->move.to);
    case WRITE_RATING: return add_change(c, &write->change);
    case WRITE_ALIVE: sql_bind_i64(c->write[ALIVE], 1, write->at_ms); return change_one(c, ALIVE);
    case WRITE_FLAG: return add_flag(c, &write->flag);
    case WRITE_TOKENS_GONE: return end_tokens(c, write->token.person);
    case WRITE_ITEM:
    case WRITE_ITEM_ONCE:
    case WRITE_IF_ITEM:
    case WRITE_ITEM_GONE: return query_item(c, write);
    default: return query_account(c, write);
    }
}
