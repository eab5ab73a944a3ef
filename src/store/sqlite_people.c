// SPDX-License-Identifier: MIT
// Reading people, their sessions and tokens, and ratings.
#include "store/sqlite.h"

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
    CHANGES_OF_VARIANT,
    CHANGES,
    LEADERS,
    RATING_AT,
    PEOPLE_LIKE,
    GAMES_BETWEEN,
    SHARE_TRACE,
    HAS_TRACE,
    FACTOR,
    OTHER_GAMES,
    FLAGS,
    QUERIES
} PeopleQuery;
#define PERSON "SELECT id, kind, name, password, person.created_ms, gone_ms, became FROM "
#define CHANGE                                                                                     \
    "/* long */ SELECT number, person, variant, speed, game, rating_before, deviation_before,"     \
    " volatility_before, rating, deviation, volatility, at_ms, annulled, discount FROM "           \
    "rating_change WHERE "
const char *const SQLITE_PEOPLE[QUERIES + 1] = {
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
    [GAMES_BETWEEN] = "SELECT count(*) FROM rating_change AS mine JOIN rating_change AS other"
                      " ON other.game = mine.game AND other.person = ?2"
                      " WHERE mine.person = ?1 AND mine.at_ms > ?3 AND mine.annulled = 0",
    [SHARE_TRACE] = "SELECT 1 FROM trace AS mine JOIN trace AS other ON other.person = ?2"
                    " AND other.kind = mine.kind AND other.key = mine.key AND other.at_ms > ?3"
                    " WHERE mine.person = ?1 AND mine.at_ms > ?3 LIMIT 1",
    [HAS_TRACE] = "SELECT 1 FROM trace WHERE person = ?1 AND kind = ?2 AND key = ?3",
    [FACTOR] = "SELECT secret, since_ms, step,"
               " (SELECT count(*) FROM recovery WHERE recovery.person = factor.person)"
               " FROM factor WHERE person = ?1",
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

void sqlite_read_person(sqlite3_stmt *row, StoredPerson *person)
{
    *person = (StoredPerson){
        .id = sqlite3_column_int64(row, 0),
        .kind = (PersonKind)sqlite3_column_int(row, 1),
        .created_ms = sqlite3_column_int64(row, 4),
        .gone_ms = sqlite3_column_int64(row, 5),
        .became = sqlite3_column_int64(row, 6),
    };
    keep(person->name, sizeof person->name, column_text(row, 2));
    keep(person->password_hash, sizeof person->password_hash, column_text(row, 3));
}

bool sqlite_person(void *connection, const PersonWanted *wanted, StoredPerson *person)
{
    static const PeopleQuery QUERY[] = {
        [BY_ID] = PERSON_BY_ID,
        [BY_KEY] = PERSON_BY_KEY,
        [BY_SESSION] = PERSON_BY_SESSION,
        [BY_TOKEN] = PERSON_BY_TOKEN,
    };
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[QUERY[wanted->by]];
    switch (wanted->by) {
    case BY_ID: sqlite3_bind_int64(row, 1, wanted->id); break;
    case BY_KEY: bind_text(row, 1, wanted->key); break;
    case BY_SESSION:
    case BY_TOKEN:
        bind_hash(row, 1, &wanted->hash);
        sqlite3_bind_int64(row, 2, wanted->now_ms);
        break;
    }
    bool found = sqlite3_step(row) == SQLITE_ROW;
    if (found) {
        sqlite_read_person(row, person);
        if (wanted->by == BY_SESSION || wanted->by == BY_TOKEN)
            person->proof_expires_ms = sqlite3_column_int64(row, 7);
        if (wanted->by == BY_TOKEN) person->proof_scopes = sqlite3_column_int(row, 8);
    }
    sqlite3_reset(row);
    return found;
}

bool sqlite_people(void *connection, SeePerson *see, void *context)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[PEOPLE];
    StoredPerson person;
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        sqlite_read_person(row, &person);
        if (!see(context, &person)) break;
    }
    return finish(row, result);
}

static void read_hash(sqlite3_stmt *row, int i, SecretHash *hash)
{
    const void *bytes = sqlite3_column_blob(row, i);
    if (bytes && sqlite3_column_bytes(row, i) == SECRET_BYTES)
        memcpy(hash->bytes, bytes, SECRET_BYTES);
}

bool sqlite_people_like(void *connection, Text key, int limit, SeePerson *see, void *context)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[PEOPLE_LIKE];
    StoredPerson person;
    int result;
    bind_text(row, 1, key);
    sqlite3_bind_int(row, 2, limit);
    bind_text(row, 3, text_of("\xf4\x8f\xbf\xbf")); // U+10FFFF is behind every letter
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        sqlite_read_person(row, &person);
        if (!see(context, &person)) break;
    }
    return finish(row, result);
}

bool sqlite_sessions(void *connection, i64 person, SeeSession *see, void *context)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[SESSIONS];
    sqlite3_bind_int64(row, 1, person);
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        StoredSession session = {
            .person = person,
            .created_ms = sqlite3_column_int64(row, 1),
            .expires_ms = sqlite3_column_int64(row, 2),
            .label = column_text(row, 3),
            .used_ms = sqlite3_column_int64(row, 4),
        };
        read_hash(row, 0, &session.hash);
        if (!see(context, &session)) break;
    }
    return finish(row, result);
}

bool sqlite_tokens(void *connection, i64 person, SeeToken *see, void *context)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[TOKENS];
    sqlite3_bind_int64(row, 1, person);
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        StoredToken token = {
            .id = sqlite3_column_int64(row, 0),
            .person = person,
            .label = column_text(row, 2),
            .created_ms = sqlite3_column_int64(row, 3),
            .scopes = sqlite3_column_int(row, 4),
            .expires_ms = sqlite3_column_int64(row, 5),
            .used_ms = sqlite3_column_int64(row, 6),
        };
        read_hash(row, 1, &token.hash);
        if (!see(context, &token)) break;
    }
    return finish(row, result);
}

bool sqlite_factor(void *connection, i64 person, StoredFactor *factor)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[FACTOR];
    sqlite3_bind_int64(row, 1, person);
    bool found = sqlite3_step(row) == SQLITE_ROW && sqlite3_column_bytes(row, 0) == FACTOR_BYTES;
    if (found) {
        *factor = (StoredFactor){ .person = person,
                                  .since_ms = sqlite3_column_int64(row, 1),
                                  .step = sqlite3_column_int64(row, 2),
                                  .recovery = sqlite3_column_int(row, 3) };
        memcpy(factor->secret, sqlite3_column_blob(row, 0), FACTOR_BYTES);
    }
    sqlite3_reset(row);
    return found;
}

// --- ratings -------------------------------------------------------------------------------------

static Rating read_rating(sqlite3_stmt *row, int i)
{
    return (Rating){
        .rating = sqlite3_column_double(row, i),
        .deviation = sqlite3_column_double(row, i + 1),
        .volatility = sqlite3_column_double(row, i + 2),
    };
}

bool sqlite_ratings(void *connection, i64 person, SeeRating *see, void *context)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[RATINGS];
    sqlite3_bind_int64(row, 1, person);
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        const StoredRating rating = {
            .person = person,
            .variant = column_text(row, 0),
            .speed = column_text(row, 1),
            .now = read_rating(row, 2),
            .at_ms = sqlite3_column_int64(row, 5),
            .games = sqlite3_column_int(row, 6),
        };
        if (!see(context, &rating)) break;
    }
    return finish(row, result);
}

bool sqlite_rating(void *connection, i64 person, Text variant, Text speed, RatingNow *now)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[RATING];
    sqlite3_bind_int64(row, 1, person);
    bind_text(row, 2, variant);
    bind_text(row, 3, speed);
    bool found = sqlite3_step(row) == SQLITE_ROW;
    if (found) *now = (RatingNow){ read_rating(row, 0), sqlite3_column_int64(row, 3) };
    sqlite3_reset(row);
    return found;
}

static bool wanted(const ChangeFilter *filter, const StoredChange *change)
{
    return (!filter->person || filter->person == change->person) &&
           (!filter->variant.length || text_equal(filter->variant, change->variant)) &&
           (!filter->speed.length || text_equal(filter->speed, change->speed)) &&
           (filter->annulled_too || !change->annulled);
}

bool sqlite_changes(void *connection, const ChangeFilter *filter, SeeChange *see, void *context)
{
    PeopleQuery query = filter->game                                     ? CHANGES_OF_GAME
                        : filter->latest_first                           ? LATEST_OF_PERSON
                        : filter->person                                 ? CHANGES_OF_PERSON
                        : filter->variant.length && filter->speed.length ? CHANGES_OF_VARIANT
                                                                         : CHANGES;
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[query];
    sqlite3_bind_int64(row, 2,
                       !filter->latest_first ? filter->after
                       : filter->before      ? filter->before
                                             : INT64_MAX);
    if (query == CHANGES_OF_VARIANT) {
        bind_text(row, 1, filter->variant);
        bind_text(row, 3, filter->speed);
    } else if (query != CHANGES) {
        sqlite3_bind_int64(row, 1, filter->game ? filter->game : filter->person);
    }
    int result, looked = 0;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        if (filter->latest_first && looked++ == SCAN_MAX) {
            see(context, &(StoredChange){ .number = sqlite3_column_int64(row, 0) + 1 });
            break;
        }
        const StoredChange change = {
            .number = sqlite3_column_int64(row, 0),
            .person = sqlite3_column_int64(row, 1),
            .variant = column_text(row, 2),
            .speed = column_text(row, 3),
            .game = sqlite3_column_int64(row, 4),
            .before = read_rating(row, 5),
            .after = read_rating(row, 8),
            .at_ms = sqlite3_column_int64(row, 11),
            .annulled = sqlite3_column_int(row, 12),
            .discount = sqlite3_column_double(row, 13),
        };
        if (wanted(filter, &change) && !see(context, &change)) break;
    }
    return finish(row, result);
}

// --- fairness ------------------------------------------------------------------------------------

int sqlite_games_between(void *connection, i64 person, i64 other, i64 since_ms)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[GAMES_BETWEEN];
    sqlite3_bind_int64(row, 1, person);
    sqlite3_bind_int64(row, 2, other);
    sqlite3_bind_int64(row, 3, since_ms);
    int games = sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_int(row, 0) : 0;
    sqlite3_reset(row);
    return games;
}

bool sqlite_leaders(void *connection, Text variant, Text speed, PersonKind kind, SeeLeader *see,
                    void *context)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[LEADERS];
    int result;
    bind_text(row, 1, variant);
    bind_text(row, 2, speed);
    sqlite3_bind_int(row, 3, (int)kind);
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        const StoredLeader leader = {
            .person = sqlite3_column_int64(row, 0),
            .name = column_text(row, 1),
            .now = read_rating(row, 2),
            .at_ms = sqlite3_column_int64(row, 5),
            .games = sqlite3_column_int(row, 6),
        };
        if (!see(context, &leader)) break;
    }
    return finish(row, result);
}

bool sqlite_rating_at(void *connection, i64 person, Text variant, Text speed, i64 at_ms,
                      double *rating)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[RATING_AT];
    sqlite3_bind_int64(row, 1, person);
    sqlite3_bind_int64(row, 2, at_ms);
    bind_text(row, 3, variant);
    bind_text(row, 4, speed);
    bool found = sqlite3_step(row) == SQLITE_ROW;
    if (found) *rating = sqlite3_column_double(row, 0);
    sqlite3_reset(row);
    return found;
}

bool sqlite_share_trace(void *connection, i64 person, i64 other, i64 since_ms)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[SHARE_TRACE];
    sqlite3_bind_int64(row, 1, person);
    sqlite3_bind_int64(row, 2, other);
    sqlite3_bind_int64(row, 3, since_ms);
    bool share = sqlite3_step(row) == SQLITE_ROW;
    sqlite3_reset(row);
    return share;
}

bool sqlite_has_trace(void *connection, i64 person, TraceKind kind, i64 key)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[HAS_TRACE];
    sqlite3_bind_int64(row, 1, person);
    sqlite3_bind_int(row, 2, (int)kind);
    sqlite3_bind_int64(row, 3, key);
    bool has = sqlite3_step(row) == SQLITE_ROW;
    sqlite3_reset(row);
    return has;
}

OtherGames sqlite_other_games(void *connection, i64 person, i64 but)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[OTHER_GAMES];
    OtherGames found = { 0 };
    sqlite3_bind_int64(row, 1, person);
    sqlite3_bind_int64(row, 2, but);
    if (sqlite3_step(row) == SQLITE_ROW)
        found = (OtherGames){ sqlite3_column_int(row, 0), sqlite3_column_int(row, 1) };
    sqlite3_reset(row);
    return found;
}

bool sqlite_flags(void *connection, i64 game, SeeFlag *see, void *context)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->people[FLAGS];
    sqlite3_bind_int64(row, 1, game);
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        const StoredFlag flag = {
            .game = sqlite3_column_int64(row, 0),
            .person = sqlite3_column_int64(row, 1),
            .kind = column_text(row, 2),
            .detail = column_text(row, 3),
            .at_ms = sqlite3_column_int64(row, 4),
        };
        if (!see(context, &flag)) break;
    }
    return finish(row, result);
}
