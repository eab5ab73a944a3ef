// SPDX-License-Identifier: MIT
#include "server/identity/person_ops.h"

// --- arguments and rows --------------------------------------------------------------------------

static const Shape NOW =
    SHAPE(PersonNow, FIELD(PersonNow, id), FIELD(PersonNow, kind), FIELD(PersonNow, name),
          FIELD(PersonNow, key), FIELD(PersonNow, password_hash));
static const Shape NEW = SHAPE(NewPerson, FIELD(NewPerson, now.id), FIELD(NewPerson, now.kind),
                               FIELD(NewPerson, now.name), FIELD(NewPerson, now.key),
                               FIELD(NewPerson, now.password_hash), FIELD(NewPerson, created_ms));
static const Shape END = SHAPE(PersonEnd, FIELD(PersonEnd, person), FIELD(PersonEnd, at_ms));
static const Shape PASSWORD =
    SHAPE(PersonPassword, FIELD(PersonPassword, person), FIELD(PersonPassword, hash));
static const Shape PREFIX = SHAPE(KeyPrefix, FIELD(KeyPrefix, key), FIELD(KeyPrefix, limit));

static const Shape KEY = SHAPE(NameKey, FIELD(NameKey, key));

// A person has the first fields. One found by a session has one more, by a token two.
enum { PERSON_COLUMNS = 7 };
static const Field PERSON_FIELDS[] = {
    FIELD(StoredPerson, id),           FIELD(StoredPerson, kind),
    FIELD(StoredPerson, name),         FIELD(StoredPerson, password_hash),
    FIELD(StoredPerson, created_ms),   FIELD(StoredPerson, gone_ms),
    FIELD(StoredPerson, became),       FIELD(StoredPerson, proof_expires_ms),
    FIELD(StoredPerson, proof_scopes),
};
#define PERSON_SHAPE(columns)                                                                      \
    { .name = "StoredPerson",                                                                      \
      .size = sizeof(StoredPerson),                                                                \
      .field = PERSON_FIELDS,                                                                      \
      .count = (columns) }
static const Shape PERSON = PERSON_SHAPE(PERSON_COLUMNS);
static const Shape PERSON_OF_SESSION = PERSON_SHAPE(PERSON_COLUMNS + 1);
static const Shape PERSON_OF_TOKEN = PERSON_SHAPE(PERSON_COLUMNS + 2);

static const Shape NEW_SESSION = SHAPE(SessionStart, FIELD(SessionStart, hash),
                                       FIELD(SessionStart, person), FIELD(SessionStart, created_ms),
                                       FIELD(SessionStart, expires_ms), FIELD(SessionStart, label));
static const Shape SESSION =
    SHAPE(StoredSession, FIELD(StoredSession, hash), FIELD(StoredSession, person),
          FIELD(StoredSession, created_ms), FIELD(StoredSession, expires_ms),
          FIELD(StoredSession, label), FIELD(StoredSession, used_ms));
static const Shape SECRET = SHAPE(SecretArg, FIELD(SecretArg, hash));
static const Shape OTHER =
    SHAPE(OtherSessions, FIELD(OtherSessions, person), FIELD(OtherSessions, kept));
static const Shape USE = SHAPE(SecretUse, FIELD(SecretUse, hash), FIELD(SecretUse, at_ms));
static const Shape NEW_TOKEN =
    SHAPE(TokenGrant, FIELD(TokenGrant, hash), FIELD(TokenGrant, id), FIELD(TokenGrant, person),
          FIELD(TokenGrant, label), FIELD(TokenGrant, created_ms), FIELD(TokenGrant, scopes),
          FIELD(TokenGrant, expires_ms));
static const Shape TOKEN =
    SHAPE(StoredToken, FIELD(StoredToken, id), FIELD(StoredToken, hash), FIELD(StoredToken, person),
          FIELD(StoredToken, label), FIELD(StoredToken, created_ms), FIELD(StoredToken, scopes),
          FIELD(StoredToken, expires_ms), FIELD(StoredToken, used_ms));
static const Shape TOKEN_KEY = SHAPE(TokenKey, FIELD(TokenKey, person), FIELD(TokenKey, id));

static const Shape PRUNING =
    SHAPE(PersonPruning, FIELD(PersonPruning, before_ms), FIELD(PersonPruning, now_ms),
          FIELD_RESULT(PersonPruning, reached));

typedef struct PieceArg {
    i64 after;
    int limit;
} PieceArg;
typedef struct Piece {
    i64 last;
    int count;
} Piece;
typedef struct PieceIdle {
    i64 after, last, before_ms;
} PieceIdle;
static const Shape PIECE_ARG = SHAPE(PieceArg, FIELD(PieceArg, after), FIELD(PieceArg, limit));
static const Shape PIECE = SHAPE(Piece, FIELD(Piece, last), FIELD(Piece, count));
static const Shape IDLE =
    SHAPE(PieceIdle, FIELD(PieceIdle, after), FIELD(PieceIdle, last), FIELD(PieceIdle, before_ms));

// --- pruning -------------------------------------------------------------------------------------

enum { PIECE_SIZE = 500 }; // persons looked at in one write

// Begins again after the last person.
static StoreStatus prune(SqlConnection *c, const void *args)
{
    static const int DROPS[] = { PERSONS_DROP_VISITORS_SESSIONS, PERSONS_DROP_VISITORS };
    static const int EXPIRES[] = { PERSONS_EXPIRE_SESSIONS, PERSONS_EXPIRE_TOKENS };
    const PersonPruning *pruning = args;
    const PruneArg now = { pruning->now_ms };
    const PieceArg asked = { *pruning->reached, PIECE_SIZE };
    Piece piece;
    StoreStatus status = op_find(c, &PERSON_OPS[PERSONS_PIECE], &asked, &piece);
    if (status != STORED) return status;
    const PieceIdle idle = { asked.after, piece.last, pruning->before_ms };
    for (int i = 0; i < 2 && status == STORED && piece.count; i++)
        status = op_run(c, &PERSON_OPS[DROPS[i]], &idle);
    *pruning->reached = piece.count < PIECE_SIZE ? 0 : piece.last;
    for (int i = 0; i < 2 && status == STORED; i++)
        status = op_run(c, &PERSON_OPS[EXPIRES[i]], &now);
    return status;
}

// --- operations ----------------------------------------------------------------------------------

#define COLUMNS      "id, kind, name, password, person.created_ms, gone_ms, became"
#define HERE(person) "EXISTS (SELECT 1 FROM person WHERE id = " person " AND gone_ms = 0)"
// A visitor without a game, to whom no other row refers and who wasn't here since $3.
#define IDLE_VISITOR                                                                               \
    "SELECT id FROM person WHERE id > $1 AND id <= $2 AND kind = 0 AND became IS NULL"             \
    " AND created_ms < $3"                                                                         \
    " AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.person = person.id)"                           \
    " AND NOT EXISTS (SELECT 1 FROM game WHERE maker = person.id)"                                 \
    " AND NOT EXISTS (SELECT 1 FROM flag WHERE flag.person = person.id)"                           \
    " AND NOT EXISTS (SELECT 1 FROM rating_change WHERE rating_change.person = person.id)"         \
    " AND NOT EXISTS (SELECT 1 FROM person AS other WHERE other.became = person.id)"               \
    " AND NOT EXISTS (SELECT 1 FROM session WHERE session.person = person.id"                      \
    "  AND used_ms >= $3)"

// clang-format off
const StoreOp PERSON_OPS[PERSONS_OPS] = {
    [PERSONS_ADD] = {
        .name = "persons.add", .does = OP_CHANGES_ONE, .args = &NEW, .forgets = FORGETS_PERSON,
        .sql = "INSERT INTO person (id, kind, name, key, password, created_ms)"
               " VALUES ($1, $2, nullif($3, ''), nullif($4, ''), nullif($5, ''), $6)" },
    [PERSONS_CHANGE] = {
        .name = "persons.change", .does = OP_CHANGES_ONE, .args = &NOW, .forgets = FORGETS_PERSON,
        .sql = "UPDATE person SET kind = $2, name = nullif($3, ''), key = nullif($4, ''),"
               " password = nullif($5, '') WHERE id = $1 AND gone_ms = 0"
               " AND became IS NULL AND (key IS NULL OR key = nullif($4, ''))" },
    [PERSONS_END] = {
        .name = "persons.end", .does = OP_CHANGES_ONE, .args = &END, .forgets = FORGETS_PERSON,
        .sql = "UPDATE person SET kind = 3, name = NULL, key = NULL, password = NULL,"
               " gone_ms = $2 WHERE id = $1 AND gone_ms = 0" },
    [PERSONS_BECOME] = {
        .name = "persons.become", .does = OP_CHANGES_ONE, .args = &PERSON_MOVE,
        .forgets = FORGETS_PERSON,
        .sql = "UPDATE person SET became = $2 WHERE id = $1 AND id <> $2 AND gone_ms = 0"
               " AND key IS NULL AND " HERE("$2") },
    [PERSONS_IF_PASSWORD] = {
        .name = "persons.if_password", .does = OP_REQUIRES, .args = &PASSWORD,
        .sql = "SELECT 1 FROM person WHERE id = $1 AND password = $2" },

    [PERSONS_BY_ID] = {
        .name = "persons.by_id", .does = OP_READS, .args = &PERSON_ARG, .row = &PERSON,
        .sql = "SELECT " COLUMNS " FROM person WHERE id = $1" },
    [PERSONS_BY_KEY] = {
        .name = "persons.by_key", .does = OP_READS, .args = &KEY, .row = &PERSON,
        .sql = "SELECT " COLUMNS " FROM person WHERE key = $1" },
    [PERSONS_BY_SESSION] = {
        .name = "persons.by_session", .does = OP_READS, .args = &USE,
        .row = &PERSON_OF_SESSION,
        .sql = "SELECT " COLUMNS ", expires_ms FROM session JOIN person ON id = session.person"
               " WHERE hash = $1 AND expires_ms > $2 AND gone_ms = 0" },
    [PERSONS_BY_TOKEN] = {
        .name = "persons.by_token", .does = OP_READS, .args = &USE, .row = &PERSON_OF_TOKEN,
        .sql = "SELECT person." COLUMNS ", expires_ms, scopes"
               " FROM token JOIN person ON person.id = token.person WHERE hash = $1 AND gone_ms = 0"
               " AND (expires_ms = 0 OR expires_ms > $2)" },
    [PERSONS_LIST] = {
        .name = "persons.list", .does = OP_READS_LONG, .row = &PERSON,
        .sql = "SELECT " COLUMNS " FROM person ORDER BY id" },
    // U+10FFFF comes after every letter.
    [PERSONS_LIKE] = {
        .name = "persons.like", .does = OP_READS, .args = &PREFIX, .row = &PERSON,
        .sql = "SELECT " COLUMNS " FROM person WHERE key >= $1 AND key < $1 || '\xf4\x8f\xbf\xbf'"
               " AND gone_ms = 0 ORDER BY key LIMIT $2" },

    [PERSONS_ADD_SESSION] = {
        .name = "persons.add_session", .does = OP_CHANGES_ONE, .args = &NEW_SESSION,
        .forgets = FORGETS_SECRET,
        .sql = "INSERT INTO session (hash, person, created_ms, expires_ms, label)"
               " SELECT $1, $2, $3, $4, $5 WHERE " HERE("$2") },
    [PERSONS_END_SESSION] = {
        .name = "persons.end_session", .does = OP_CHANGES_ANY, .args = &SECRET,
        .forgets = FORGETS_SECRET, .sql = "DELETE FROM session WHERE hash = $1" },
    [PERSONS_END_SESSIONS] = {
        .name = "persons.end_sessions", .does = OP_CHANGES_ANY, .args = &PERSON_ARG,
        .forgets = FORGETS_PERSON, .sql = "DELETE FROM session WHERE person = $1" },
    [PERSONS_END_OTHER_SESSIONS] = {
        .name = "persons.end_other_sessions", .does = OP_CHANGES_ANY, .args = &OTHER,
        .forgets = FORGETS_PERSON, .sql = "DELETE FROM session WHERE person = $1 AND hash <> $2" },
    [PERSONS_USE_SESSION] = {
        .name = "persons.use_session", .does = OP_CHANGES_ANY, .args = &USE,
        .sql = "UPDATE session SET used_ms = $2 WHERE hash = $1" },
    [PERSONS_SESSIONS] = {
        .name = "persons.sessions", .does = OP_READS, .args = &PERSON_ARG, .row = &SESSION,
        .sql = "SELECT hash, person, created_ms, expires_ms, label, used_ms FROM session"
               " WHERE person = $1 ORDER BY created_ms" },

    [PERSONS_ADD_TOKEN] = {
        .name = "persons.add_token", .does = OP_CHANGES_ONE, .args = &NEW_TOKEN,
        .forgets = FORGETS_SECRET,
        .sql = "INSERT INTO token (hash, id, person, label, created_ms, scopes, expires_ms)"
               " SELECT $1, $2, $3, $4, $5, $6, $7 WHERE " HERE("$3")
               " AND (SELECT count(*) FROM token WHERE person = $3"
               "  AND (expires_ms = 0 OR expires_ms > $5)) < 20" },
    [PERSONS_END_TOKEN] = {
        .name = "persons.end_token", .does = OP_CHANGES_ONE, .args = &TOKEN_KEY,
        .forgets = FORGETS_PERSON, .sql = "DELETE FROM token WHERE person = $1 AND id = $2" },
    [PERSONS_END_TOKENS] = {
        .name = "persons.end_tokens", .does = OP_CHANGES_ANY, .args = &PERSON_ARG,
        .forgets = FORGETS_PERSON, .sql = "DELETE FROM token WHERE person = $1" },
    [PERSONS_USE_TOKEN] = {
        .name = "persons.use_token", .does = OP_CHANGES_ANY, .args = &USE,
        .sql = "UPDATE token SET used_ms = $2 WHERE hash = $1" },
    [PERSONS_TOKENS] = {
        .name = "persons.tokens", .does = OP_READS, .args = &PERSON_ARG, .row = &TOKEN,
        .sql = "SELECT id, hash, person, label, created_ms, scopes, expires_ms, used_ms FROM token"
               " WHERE person = $1 ORDER BY created_ms, id" },

    [PERSONS_PRUNE] = {
        .name = "persons.prune", .does = OP_RUNS, .args = &PRUNING, .forgets = FORGETS_UNUSED,
        .run = prune },
    [PERSONS_PIECE] = {
        .name = "persons.piece", .does = OP_READS, .args = &PIECE_ARG, .row = &PIECE,
        .sql = "SELECT max(id), count(*) FROM"
               " (SELECT id FROM person WHERE id > $1 ORDER BY id LIMIT $2) AS piece" },
    [PERSONS_DROP_VISITORS_SESSIONS] = {
        .name = "persons.drop_visitors_sessions", .does = OP_CHANGES_ANY, .args = &IDLE,
        .forgets = FORGETS_UNUSED, .sql = "DELETE FROM session WHERE person IN (" IDLE_VISITOR ")" },
    [PERSONS_DROP_VISITORS] = {
        .name = "persons.drop_visitors", .does = OP_CHANGES_ANY, .args = &IDLE,
        .forgets = FORGETS_UNUSED, .sql = "DELETE FROM person WHERE id IN (" IDLE_VISITOR ")" },
    [PERSONS_EXPIRE_SESSIONS] = {
        .name = "persons.expire_sessions", .does = OP_CHANGES_ANY, .args = &PRUNE_ARG,
        .forgets = FORGETS_UNUSED, .sql = "DELETE FROM session WHERE expires_ms <= $1" },
    [PERSONS_EXPIRE_TOKENS] = {
        .name = "persons.expire_tokens", .does = OP_CHANGES_ANY, .args = &PRUNE_ARG,
        .forgets = FORGETS_UNUSED,
        .sql = "DELETE FROM token WHERE expires_ms > 0 AND expires_ms < $1" },
};
// clang-format on
_Static_assert((int)PERSON_ANONYMOUS == 0 && (int)PERSON_GONE == 3 && (int)TOKENS_MAX == 20,
               "numbers in statements");
