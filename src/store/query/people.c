// SPDX-License-Identifier: MIT
// Reading people, their sessions and tokens, and ratings.
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
    RATINGS,
    RATING,
    CHANGES_OF_GAME,
    CHANGES_OF_PERSON,
    LATEST_OF_PERSON,
    LATEST_OF_POOL,
    CHANGES_OF_VARIANT,
    CHANGES,
    LEADERS,
    RATING_AT,
    PEOPLE_LIKE,
    GAMES_BETWEEN,
    IS_PUBLIC,
    OTHER_GAMES,
    FLAGS,
    QUERIES
} PeopleQuery;
#define PERSON "SELECT id, kind, name, password, person.created_ms, gone_ms, became FROM "
#define CHANGE                                                                                     \
    "/* long */ SELECT number, person, variant, speed, game, rating_before, deviation_before,"     \
    " volatility_before, rating, deviation, volatility, at_ms, annulled, discount FROM "           \
    "rating_change WHERE "
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
    [RATINGS] = "SELECT variant, speed, rating, deviation, volatility, at_ms, games FROM rating"
                " WHERE person = ?1 ORDER BY variant, speed",
    [RATING] = "SELECT rating, deviation, volatility, at_ms FROM rating"
               " WHERE person = ?1 AND variant = ?2 AND speed = ?3",
    // All of one form: what it is looked up by, then the least number.
    [CHANGES_OF_GAME] = CHANGE "game = ?1 AND number > ?2 ORDER BY number",
    [CHANGES_OF_PERSON] = CHANGE "person = ?1 AND number > ?2 ORDER BY number",
    [LATEST_OF_PERSON] = CHANGE "person = ?1 AND number < ?2 ORDER BY number DESC",
    [LATEST_OF_POOL] = CHANGE "person = ?1 AND number < ?2 AND variant = ?3 AND speed = ?4"
                              " ORDER BY number DESC",
    [CHANGES_OF_VARIANT] = CHANGE "variant = ?1 AND number > ?2 AND speed = ?3 ORDER BY number",
    [CHANGES] = CHANGE "number > ?2 ORDER BY number",
    [LEADERS] = "/* long */ SELECT person.id, name, rating, deviation, volatility, at_ms, games"
                " FROM rating JOIN person ON person.id = rating.person"
                " WHERE variant = ?1 AND speed = ?2 AND kind = ?3 AND gone_ms = 0"
                " ORDER BY rating DESC",
    [RATING_AT] = "SELECT rating_before FROM rating_change WHERE person = ?1 AND at_ms > ?2"
                  " AND variant = ?3 AND speed = ?4 AND annulled = 0 ORDER BY at_ms LIMIT 1",
    [PEOPLE_LIKE] = PERSON "person WHERE key >= ?1 AND key < ?1 || ?3 AND gone_ms = 0"
                           " ORDER BY key LIMIT ?2",
    [IS_PUBLIC] = "SELECT 1 FROM game WHERE id = ?1 AND open_to_all = 1",
    [GAMES_BETWEEN] = "SELECT mine.game FROM rating_change AS mine JOIN rating_change AS other"
                      " ON other.game = mine.game AND other.person + 0 = ?2"
                      " WHERE mine.person = ?1 AND mine.at_ms > ?3 AND mine.annulled = 0"
                      " ORDER BY mine.at_ms DESC LIMIT ?4",
    [OTHER_GAMES] = "SELECT count(DISTINCT other.person), count(DISTINCT other.game)"
                    " FROM (SELECT game FROM rating_change WHERE person = ?1 AND annulled = 0"
                    "  ORDER BY number DESC LIMIT 200) AS mine"
                    " JOIN rating_change AS other ON other.game = mine.game"
                    " AND other.person NOT IN (?1, ?2)",
    [FLAGS] = "/* long */ SELECT game, person, kind, detail, at_ms FROM flag"
              " WHERE ?1 = 0 OR game = ?1 ORDER BY number",
};
_Static_assert((int)QUERIES <= (int)STATEMENTS_MAX, "space for the statements");

enum { SCAN_MAX = 10000 }; // changes looked at for a page: some milliseconds

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

// --- ratings -------------------------------------------------------------------------------------

static Rating read_rating(SqlStatement *row, int i)
{
    return (Rating){
        .rating = sql_column_double(row, i),
        .deviation = sql_column_double(row, i + 1),
        .volatility = sql_column_double(row, i + 2),
    };
}

bool query_ratings(void *connection, i64 person, SeeRating *see, void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->people[RATINGS];
    sql_bind_i64(row, 1, person);
    int result;
    while ((result = sql_step(row)) == SQL_ROW) {
        const StoredRating rating = {
            .person = person,
            .variant = column_text(row, 0),
            .speed = column_text(row, 1),
            .now = read_rating(row, 2),
            .at_ms = sql_column_i64(row, 5),
            .games = sql_column_int(row, 6),
        };
        if (!see(context, &rating)) break;
    }
    return finish(row, result);
}

bool query_rating(void *connection, i64 person, Text variant, Text speed, RatingNow *now)
{
    SqlStatement *row = ((SqlConnection *)connection)->people[RATING];
    sql_bind_i64(row, 1, person);
    bind_text(row, 2, variant);
    bind_text(row, 3, speed);
    bool found = sql_step(row) == SQL_ROW;
    if (found) *now = (RatingNow){ read_rating(row, 0), sql_column_i64(row, 3) };
    sql_reset(row);
    return found;
}

static bool wanted(const ChangeFilter *filter, const StoredChange *change)
{
    return (!filter->person || filter->person == change->person) &&
           (!filter->variant.length || text_equal(filter->variant, change->variant)) &&
           (!filter->speed.length || text_equal(filter->speed, change->speed)) &&
           (filter->annulled_too || !change->annulled);
}

bool query_changes(void *connection, const ChangeFilter *filter, SeeChange *see, void *context)
{
    bool pool = filter->variant.length && filter->speed.length;
    PeopleQuery query = filter->game                   ? CHANGES_OF_GAME
                        : filter->latest_first && pool ? LATEST_OF_POOL
                        : filter->latest_first         ? LATEST_OF_PERSON
                        : filter->person               ? CHANGES_OF_PERSON
                        : pool                         ? CHANGES_OF_VARIANT
                                                       : CHANGES;
    SqlStatement *row = ((SqlConnection *)connection)->people[query];
    sql_bind_i64(row, 2,
                 !filter->latest_first ? filter->after
                 : filter->before      ? filter->before
                                       : INT64_MAX);
    if (query == CHANGES_OF_VARIANT) {
        bind_text(row, 1, filter->variant);
        bind_text(row, 3, filter->speed);
    } else if (query != CHANGES) {
        sql_bind_i64(row, 1, filter->game ? filter->game : filter->person);
    }
    if (query == LATEST_OF_POOL) {
        bind_text(row, 3, filter->variant);
        bind_text(row, 4, filter->speed);
    }
    int result, looked = 0;
    while ((result = sql_step(row)) == SQL_ROW) {
        if (filter->latest_first && looked++ == SCAN_MAX) {
            see(context, &(StoredChange){ .number = sql_column_i64(row, 0) + 1 });
            break;
        }
        const StoredChange change = {
            .number = sql_column_i64(row, 0),
            .person = sql_column_i64(row, 1),
            .variant = column_text(row, 2),
            .speed = column_text(row, 3),
            .game = sql_column_i64(row, 4),
            .before = read_rating(row, 5),
            .after = read_rating(row, 8),
            .at_ms = sql_column_i64(row, 11),
            .annulled = sql_column_int(row, 12),
            .discount = sql_column_double(row, 13),
        };
        if (wanted(filter, &change) && !see(context, &change)) break;
    }
    return finish(row, result);
}

// --- fairness ------------------------------------------------------------------------------------

int query_games_between(void *connection, i64 person, i64 other, i64 since_ms,
                        i64 game[PAIR_SEEN_MAX])
{
    int games = 0;
    SqlStatement *row = ((SqlConnection *)connection)->people[GAMES_BETWEEN];
    sql_bind_i64(row, 1, person);
    sql_bind_i64(row, 2, other);
    sql_bind_i64(row, 3, since_ms);
    sql_bind_i64(row, 4, PAIR_SEEN_MAX);
    while (games < PAIR_SEEN_MAX && sql_step(row) == SQL_ROW)
        game[games++] = sql_column_i64(row, 0);
    sql_reset(row);
    return games;
}

bool query_leaders(void *connection, Text variant, Text speed, PersonKind kind, SeeLeader *see,
                   void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->people[LEADERS];
    int result;
    bind_text(row, 1, variant);
    bind_text(row, 2, speed);
    sql_bind_i64(row, 3, (int)kind);
    while ((result = sql_step(row)) == SQL_ROW) {
        const StoredLeader leader = {
            .person = sql_column_i64(row, 0),
            .name = column_text(row, 1),
            .now = read_rating(row, 2),
            .at_ms = sql_column_i64(row, 5),
            .games = sql_column_int(row, 6),
        };
        if (!see(context, &leader)) break;
    }
    return finish(row, result);
}

bool query_is_public(void *connection, i64 game)
{
    SqlStatement *row = ((SqlConnection *)connection)->people[IS_PUBLIC];
    sql_bind_i64(row, 1, game);
    bool found = sql_step(row) == SQL_ROW;
    sql_reset(row);
    return found;
}

bool query_rating_at(void *connection, i64 person, Text variant, Text speed, i64 at_ms,
                     double *rating)
{
    SqlStatement *row = ((SqlConnection *)connection)->people[RATING_AT];
    sql_bind_i64(row, 1, person);
    sql_bind_i64(row, 2, at_ms);
    bind_text(row, 3, variant);
    bind_text(row, 4, speed);
    bool found = sql_step(row) == SQL_ROW;
    if (found) *rating = sql_column_double(row, 0);
    sql_reset(row);
    return found;
}

OtherGames query_other_games(void *connection, i64 person, i64 but)
{
    SqlStatement *row = ((SqlConnection *)connection)->people[OTHER_GAMES];
    OtherGames found = { 0 };
    sql_bind_i64(row, 1, person);
    sql_bind_i64(row, 2, but);
    if (sql_step(row) == SQL_ROW)
        found = (OtherGames){ sql_column_int(row, 0), sql_column_int(row, 1) };
    sql_reset(row);
    return found;
}

bool query_flags(void *connection, i64 game, SeeFlag *see, void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->people[FLAGS];
    sql_bind_i64(row, 1, game);
    int result;
    while ((result = sql_step(row)) == SQL_ROW) {
        const StoredFlag flag = {
            .game = sql_column_i64(row, 0),
            .person = sql_column_i64(row, 1),
            .kind = column_text(row, 2),
            .detail = column_text(row, 3),
            .at_ms = sql_column_i64(row, 4),
        };
        if (!see(context, &flag)) break;
    }
    return finish(row, result);
}
