// SPDX-License-Identifier: MIT
// Reading people, their sessions and tokens.
#include "store/query/query.h"

#include <string.h>

typedef enum PeopleQuery {
    PERSON_BY_ID,
    PERSON_BY_KEY,
    PERSON_BY_SESSION,
    PERSON_BY_TOKEN,
    PEOPLE,
    SESSIONS,
    TOKENS,
    PEOPLE_LIKE,
    QUERIES
} PeopleQuery;
#define PERSON "SELECT id, kind, name, password, person.created_ms, gone_ms, became FROM "
const char *const SQL_PEOPLE[QUERIES + 1] = {
    [PERSON_BY_ID] = PERSON "person WHERE id = ?1",
    [PERSON_BY_KEY] = PERSON "person WHERE key = ?1",
    [PERSON_BY_SESSION] = "SELECT id, kind, name, password, person.created_ms, gone_ms, became,"
                          " expires_ms FROM session JOIN person ON id = session.person"
                          " WHERE hash = ?1 AND expires_ms > ?2 AND gone_ms = 0",
    [PERSON_BY_TOKEN] =
        "SELECT person.id, kind, name, password, person.created_ms, gone_ms, became,"
        " expires_ms, scopes FROM token JOIN person ON person.id = token.person"
        " WHERE hash = ?1 AND gone_ms = 0"
        " AND (expires_ms = 0 OR expires_ms > ?2)",
    [PEOPLE] = "/* long */ " PERSON "person ORDER BY id",
    [SESSIONS] =
        "SELECT hash, created_ms, expires_ms, label, used_ms FROM session WHERE person = ?1"
        " ORDER BY created_ms",
    [TOKENS] = "SELECT id, hash, label, created_ms, scopes, expires_ms, used_ms FROM token WHERE "
               "person = ?1"
               " ORDER BY created_ms, id",
    [PEOPLE_LIKE] = PERSON "person WHERE key >= ?1 AND key < ?1 || ?3 AND gone_ms = 0"
                           " ORDER BY key LIMIT ?2",
};
_Static_assert((int)QUERIES <= (int)STATEMENTS_MAX, "space for the statements");

// --- people --------------------------------------------------------------------------------------

static void keep(char *to, size_t capacity, Text text)
{
    Out out = out_to(to, capacity);
    out_text(&out, text);
}

void query_read_person(SqlStatement *row, StoredPerson *person)
{
    *person = (StoredPerson){
        .id = sql_column_i64(row, 0),
        .kind = (PersonKind)sql_column_int(row, 1),
        .created_ms = sql_column_i64(row, 4),
        .gone_ms = sql_column_i64(row, 5),
        .became = sql_column_i64(row, 6),
    };
    keep(person->name, sizeof person->name, column_text(row, 2));
    keep(person->password_hash, sizeof person->password_hash, column_text(row, 3));
}

bool query_person(void *connection, const PersonWanted *wanted, StoredPerson *person)
{
    static const PeopleQuery QUERY[] = {
        [BY_ID] = PERSON_BY_ID,
        [BY_KEY] = PERSON_BY_KEY,
        [BY_SESSION] = PERSON_BY_SESSION,
        [BY_TOKEN] = PERSON_BY_TOKEN,
    };
    SqlStatement *row = ((SqlConnection *)connection)->people[QUERY[wanted->by]];
    switch (wanted->by) {
    case BY_ID: sql_bind_i64(row, 1, wanted->id); break;
    case BY_KEY: bind_text(row, 1, wanted->key); break;
    case BY_SESSION:
    case BY_TOKEN:
        bind_hash(row, 1, &wanted->hash);
        sql_bind_i64(row, 2, wanted->now_ms);
        break;
    }
    bool found = sql_step(row) == SQL_ROW;
    if (found) {
        query_read_person(row, person);
        if (wanted->by == BY_SESSION || wanted->by == BY_TOKEN)
            person->proof_expires_ms = sql_column_i64(row, 7);
        if (wanted->by == BY_TOKEN) person->proof_scopes = sql_column_int(row, 8);
    }
    sql_reset(row);
    return found;
}

bool query_people(void *connection, SeePerson *see, void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->people[PEOPLE];
    StoredPerson person;
    int result;
    while ((result = sql_step(row)) == SQL_ROW) {
        query_read_person(row, &person);
        if (!see(context, &person)) break;
    }
    return finish(row, result);
}

static void read_hash(SqlStatement *row, int i, SecretHash *hash)
{
    const void *bytes = sql_column_blob(row, i);
    if (bytes && sql_column_bytes(row, i) == SECRET_BYTES) memcpy(hash->bytes, bytes, SECRET_BYTES);
}

bool query_people_like(void *connection, Text key, int limit, SeePerson *see, void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->people[PEOPLE_LIKE];
    StoredPerson person;
    int result;
    bind_text(row, 1, key);
    sql_bind_i64(row, 2, limit);
    bind_text(row, 3, text_of("\xf4\x8f\xbf\xbf")); // U+10FFFF is behind every letter
    while ((result = sql_step(row)) == SQL_ROW) {
        query_read_person(row, &person);
        if (!see(context, &person)) break;
    }
    return finish(row, result);
}

bool query_sessions(void *connection, i64 person, SeeSession *see, void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->people[SESSIONS];
    sql_bind_i64(row, 1, person);
    int result;
    while ((result = sql_step(row)) == SQL_ROW) {
        StoredSession session = {
            .person = person,
            .created_ms = sql_column_i64(row, 1),
            .expires_ms = sql_column_i64(row, 2),
            .label = column_text(row, 3),
            .used_ms = sql_column_i64(row, 4),
        };
        read_hash(row, 0, &session.hash);
        if (!see(context, &session)) break;
    }
    return finish(row, result);
}

bool query_tokens(void *connection, i64 person, SeeToken *see, void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->people[TOKENS];
    sql_bind_i64(row, 1, person);
    int result;
    while ((result = sql_step(row)) == SQL_ROW) {
        StoredToken token = {
            .id = sql_column_i64(row, 0),
            .person = person,
            .label = column_text(row, 2),
            .created_ms = sql_column_i64(row, 3),
            .scopes = sql_column_int(row, 4),
            .expires_ms = sql_column_i64(row, 5),
            .used_ms = sql_column_i64(row, 6),
        };
        read_hash(row, 1, &token.hash);
        if (!see(context, &token)) break;
    }
    return finish(row, result);
}
