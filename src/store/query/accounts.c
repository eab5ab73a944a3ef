// SPDX-License-Identifier: MIT
// When a session or a token was used; and looking through the visitors, a piece at a time.
#include "store/query/query.h"

typedef enum AccountQuery {
    USE_SESSION,
    USE_TOKEN,
    PIECE_END,
    FORGET_VISITORS_SESSIONS,
    FORGET_VISITORS,
    EXPIRE_TOKENS,
    EXPIRE_NAMES,
    QUERIES
} AccountQuery;
// A visitor without a game, whom no other row needs and who was not here of late.
#define IDLE_VISITOR                                                                               \
    "SELECT id FROM person WHERE id > ?1 AND id <= ?2 AND kind = 0 AND became IS NULL"             \
    " AND created_ms < ?3"                                                                         \
    " AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.person = person.id)"                           \
    " AND NOT EXISTS (SELECT 1 FROM game WHERE maker = person.id)"                                 \
    " AND NOT EXISTS (SELECT 1 FROM flag WHERE flag.person = person.id)"                           \
    " AND NOT EXISTS (SELECT 1 FROM rating_change WHERE rating_change.person = person.id)"         \
    " AND NOT EXISTS (SELECT 1 FROM person AS other WHERE other.became = person.id)"               \
    " AND NOT EXISTS (SELECT 1 FROM session WHERE session.person = person.id"                      \
    "  AND used_ms >= ?3)"
const char *const SQL_ACCOUNTS[QUERIES + 1] = {
    [USE_SESSION] = "UPDATE session SET used_ms = ?2 WHERE hash = ?1",
    [USE_TOKEN] = "UPDATE token SET used_ms = ?2 WHERE hash = ?1",
    [PIECE_END] = "SELECT max(id), count(*) FROM"
                  " (SELECT id FROM person WHERE id > ?1 ORDER BY id LIMIT ?2) AS piece",
    [FORGET_VISITORS_SESSIONS] = "DELETE FROM session WHERE person IN (" IDLE_VISITOR ")",
    [FORGET_VISITORS] = "DELETE FROM person WHERE id IN (" IDLE_VISITOR ")",
    [EXPIRE_TOKENS] = "DELETE FROM token WHERE expires_ms > 0 AND expires_ms < ?1",
    [EXPIRE_NAMES] = "DELETE FROM kept_name WHERE until_ms < ?1",
};
_Static_assert((int)QUERIES <= (int)STATEMENTS_MAX, "space for the statements");

enum { PIECE = 500 }; // persons looked at in one write

static StoreStatus change(SqlConnection *c, AccountQuery query, bool one)
{
    return sql_change(c->account[query], one);
}

// For a person, and with a number.
static StoreStatus change_number(SqlConnection *c, AccountQuery query, i64 person, i64 number,
                                 bool one)
{
    sql_bind_i64(c->account[query], 1, person);
    if (c->account[query]->parameters > 1) sql_bind_i64(c->account[query], 2, number);
    return change(c, query, one);
}

static StoreStatus change_hash(SqlConnection *c, AccountQuery query, const SecretHash *hash,
                               i64 number)
{
    bind_hash(c->account[query], 1, hash);
    sql_bind_i64(c->account[query], 2, number);
    return change(c, query, false);
}

static StoreStatus use(SqlConnection *c, const SecretHash *hash, i64 at_ms)
{
    StoreStatus status = change_hash(c, USE_SESSION, hash, at_ms);
    return status == STORED ? change_hash(c, USE_TOKEN, hash, at_ms) : status;
}

// The next persons behind the last piece; behind the last person it begins again.
static StoreStatus prune(SqlConnection *c, i64 before_ms, i64 now_ms)
{
    static const AccountQuery STEPS[] = { FORGET_VISITORS_SESSIONS, FORGET_VISITORS };
    SqlStatement *s = c->account[PIECE_END];
    sql_bind_i64(s, 1, c->pruned_to);
    sql_bind_i64(s, 2, PIECE);
    bool found = sql_step(s) == SQL_ROW;
    i64 last = sql_column_i64(s, 0);
    int count = sql_column_int(s, 1);
    sql_reset(s);
    if (!found) return STORE_FAILED;
    StoreStatus status = STORED;
    for (int i = 0; i < 2 && status == STORED && count; i++) {
        s = c->account[STEPS[i]];
        sql_bind_i64(s, 1, c->pruned_to);
        sql_bind_i64(s, 2, last);
        sql_bind_i64(s, 3, before_ms);
        status = change(c, STEPS[i], false);
    }
    c->pruned_to = count < PIECE ? 0 : last;
    if (status == STORED) status = change_number(c, EXPIRE_TOKENS, now_ms, 0, false);
    return status == STORED ? change_number(c, EXPIRE_NAMES, now_ms, 0, false) : status;
}

StoreStatus query_account(SqlConnection *c, const StoreWrite *write)
{
    switch (write->kind) {
    case WRITE_USED: return use(c, &write->used.hash, write->used.at_ms);
    case WRITE_PRUNE: return prune(c, write->prune.before_ms, write->prune.now_ms);
    default: return STORE_FAILED;
    }
}
