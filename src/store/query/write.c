// SPDX-License-Identifier: MIT
// Writes. Every statement says itself under which conditions it applies; one that
// had to change a row and did not has met a conflict.
#include "sql/op.h"
#include "store/query/query.h"

typedef enum WriteQuery {
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
    QUERIES
} WriteQuery;
#define HERE(person) "EXISTS (SELECT 1 FROM person WHERE id = " person " AND gone_ms = 0)"
const char *const SQL_WRITES[QUERIES + 1] = {
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
    return end_tokens(c, person);
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

static StoreStatus become(SqlConnection *c, i64 from, i64 to)
{
    sql_bind_i64(c->write[BECOME], 1, from);
    sql_bind_i64(c->write[BECOME], 2, to);
    return change_one(c, BECOME);
}

// --- all -----------------------------------------------------------------------------------------

StoreStatus sql_apply(SqlConnection *c, const StoreWrite *write)
{
    switch (write->kind) {
    case WRITE_OP: return op_run(c, write->op.op, write->op.args);
    case WRITE_PERSON: return set_person(c, &write->person, ADD_PERSON);
    case WRITE_PERSON_CHANGED: return set_person(c, &write->person, CHANGE_PERSON);
    case WRITE_PERSON_GONE: return forget_person(c, write->gone.id, write->gone.at_ms);
    case WRITE_IF_PASSWORD: return password_is(c, &write->person);
    case WRITE_SESSION: return add_session(c, &write->session);
    case WRITE_SESSION_GONE: return end_session(c, &write->session.hash);
    case WRITE_SESSIONS_GONE: return end_sessions(c, write->session.person, &write->session.hash);
    case WRITE_TOKEN: return add_token(c, &write->token);
    case WRITE_TOKEN_GONE: return end_token(c, &write->token);
    case WRITE_MOVE_GAMES: return become(c, write->move.from, write->move.to);
    case WRITE_TOKENS_GONE: return end_tokens(c, write->token.person);
    default: return query_account(c, write);
    }
}
