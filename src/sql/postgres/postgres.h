// SPDX-License-Identifier: MIT
// The store in PostgreSQL, by libpq: declarations shared by its files. A connection belongs to one
// thread, which waits for the server's answers. Nothing here runs on the server's loop.
//
//     connect.c    detecting a lost connection, connecting again
//     hosts.c      the hosts of an address; which of them is the primary
//     statement.c  statements that read; cursors for long lists
//     pipeline.c   the writer's pipeline of statements and their answers
//     arrays.c     calls of one operation, many in one statement
//     write.c      a group of calls: sent, answered, sent again after a loss
//     schema.c     the tables
//     integrity.c  whether the store is sound
//     postgres.c   opening, and the table that store.c sees
#ifndef MEYDAN_SQL_POSTGRES_POSTGRES_H
#define MEYDAN_SQL_POSTGRES_POSTGRES_H

#include "sql/driver.h"

#include <libpq-fe.h>
#include <pthread.h>

enum { PG_PLACES_MAX = 16, PG_HOSTS_MAX = 16 };

// Types, by their numbers in every PostgreSQL.
enum { PG_BLOB = 17, PG_BIGINT = 20, PG_TEXT = 25, PG_DOUBLE = 701 };

typedef struct PgConnection PgConnection;

// How a statement is sent: as it is; as one that must change one row; as one that must find a row;
// StoreOp.many for one call, which must be stored; StoreOp.own.
typedef enum PgWay { PG_PLAIN, PG_CHANGES_ONE, PG_FINDS, PG_ONE_OF_MANY, PG_OWN, PG_WAYS } PgWay;

typedef struct PgStatement {
    SqlStatement shared;
    char *sql;
    const char *own; // StoreOp.own, or NULL
    bool is_long, writes;
    int places; // arguments
    int id;
    u64 prepared[PG_WAYS]; // the connection (`epoch`) on which it was prepared, by way
    Oid type[PG_PLACES_MAX];
    const char *value[PG_PLACES_MAX];
    int length[PG_PLACES_MAX];
    u8 number[PG_PLACES_MAX][8]; // what a value points to, if it is a number
    // Set while rows are being read.
    PGresult *rows;
    int row;
    bool last;  // there are no rows behind these
    int piece;  // the size of the last piece
    u64 cursor; // the transaction in which it has one, or 0
} PgStatement;

// A statement in the pipeline whose answer hasn't arrived.
typedef enum PgExpected {
    EXPECT_PREPARED,
    EXPECT_CHANGED,
    EXPECT_ROWS,   // of a statement that is stepped through
    EXPECT_STORED, // the first arguments of the calls of a batch that are stored
    EXPECT_SYNC,
} PgExpected;
typedef struct PgPending {
    PgExpected what;
    PgStatement *statement; // to mark as not prepared, if it failed
    PgWay way;
    int call, first, count; // one call, or the calls of a batch
} PgPending;

// The progress of a call.
typedef struct PgCall {
    i64 made_by;
    bool decided, sent_before;
    bool alone;  // sent alone, because the batch that contained it was refused
    bool failed; // in the transaction that is under way
    int tries;
    char state[6], constraint[32]; // of the first error in it
} PgCall;

typedef struct PgWriter {
    PgPending *pending;
    int first, count;
    size_t capacity;
    StoreCall *calls;
    PgCall *call; // as many
    int calls_count, capacity_calls;
    int current;  // the call whose statements are being sent, or -1
    int *batched; // calls that go in batches, one batch behind the other
    int batched_count;
    // The first operation with `many` that was written. Only its calls are batched.
    const StoreOp *batched_op;
    PgStatement *rows; // the statement whose rows are being read
    char *arrays;      // of a batch
    size_t arrays_capacity;
    char *snapshot; // of the last check for writes of others
    i64 looked_ms, pruned_ms;
    i64 node; // a random number drawn when the store is opened
} PgWriter;

struct PgConnection {
    SqlConnection shared;
    OpenMode mode;
    char *where;
    PGconn *pg;    // NULL: lost
    u64 epoch;     // how many there have been
    char born[64]; // when the server was started: another one is another server
    i64 timeline;  // of the server's log: a promoted standby has a higher one
    int statements;
    u64 transaction, transactions; // the one with cursors that is open, or 0
    int cursors;
    u64 work;
    PgWriter *writer;     // or NULL
    pthread_mutex_t lock; // of all below
    bool giving_up;
    i64 giving_up_ms;
    bool waits;
    char waits_for[STORE_CAUSE_MAX];
};

// --- connect.c -----------------------------------------------------------------------------------

i64 pg_now_ms(void);
// Returns when it is connected, when that time has passed (0: no limit) or when the store gives up.
// Without a connection `shared.cause` says why.
bool pg_connect(PgConnection *c, i64 until_ms);
void pg_drop(PgConnection *c);
bool pg_gives_up(PgConnection *c);
// Notes in the connection what the store waits for; NULL if it doesn't wait.
void pg_note_waiting(PgConnection *c, const char *cause);
// The next result. NULL at the end, or with `*lost` if the connection was lost.
PGresult *pg_result(PgConnection *c, bool *lost);
// Runs a statement without rows. False, with the cause, if it fails. Then `pg` may be NULL.
bool pg_run(PgConnection *c, const char *sql);
// As pg_run, for a statement with one value, which is read as text. Empty without a row.
bool pg_ask(PgConnection *c, const char *sql, char *answer, size_t capacity);
void pg_note_cause(PgConnection *c, const PGresult *result);
// Keeps the first line of the words, and the state if there is one.
void pg_keep_cause(PgConnection *c, const char *words, const char *state);
// Whether an error means that the connection or the server was lost, not that the statement is
// wrong.
bool pg_is_outage(const char *state);

// --- hosts.c -------------------------------------------------------------------------------------

// A connection to the primary among the hosts of the address. NULL, with the cause, if there is
// none yet.
PGconn *hosts_connect(PgConnection *c);
// Notes the server's timeline. False, with the cause, if there is a newer primary.
bool hosts_note(PgConnection *c);
// Whether another connection to the same address has found a newer primary.
bool hosts_outdated(const PgConnection *c);

// --- statement.c, pipeline.c ---------------------------------------------------------------------

extern const SqlDriver PG_DRIVER;
int pg_read_step(PgStatement *statement);
void pg_read_reset(PgStatement *statement);
void pg_name(const PgStatement *statement, PgWay way, char name[24]);
// The text of the statement for that way. The caller frees it. NULL if out of memory.
char *pg_text(const PgStatement *statement, PgWay way);

// False if the connection was lost.
bool pipeline_begin(PgConnection *c);
bool pipeline_sync(PgConnection *c);
// Sends the statement. `pending` describes the expected answer; its `statement` is filled in here.
bool pipeline_send(PgConnection *c, PgStatement *statement, PgPending pending, PgWay way);
bool pipeline_expect(PgConnection *c, PgPending pending);
// Reads all answers. False if the connection was lost.
bool pipeline_drain(PgConnection *c);
StoreStatus pg_change(SqlStatement *statement, bool one);
StoreStatus pg_require(SqlStatement *statement);
StoreStatus pg_lock(SqlConnection *connection, SqlLock lock);
int pg_write_step(PgStatement *statement);

// --- arrays.c, write.c ---------------------------------------------------------------------------

// Fills in the parameter types of StoreOp.many.
void batch_types(const StoreOp *op, Oid *type);
// The calls batched[first] ..., of different first arguments.
bool batch_send(PgConnection *c, int first, int count, bool again);
// A call's first argument.
i64 batch_key(const PgWriter *w, int call);
StoreStatus pg_change_many(SqlStatement *statement, const StoreOp *op, const void *args);
// Takes an answer for a batch.
void batch_stored(PgConnection *c, const PgPending *pending, const PGresult *rows);

bool pg_write(void *connection, StoreCall *calls, int count);
// The transaction of a call or of a batch has ended.
void write_ended(PgConnection *c, const PgPending *pending);
bool pg_written_elsewhere(void *connection);

// --- schema.c, integrity.c -----------------------------------------------------------------------

// Reports the database's error, without the password.
void pg_refuse(PgConnection *c, Fault *why);
// Makes a store of an earlier version, for tests.
bool pg_migrate_to(const char *where, int version, Fault *why);
bool pg_migrate(PgConnection *c, bool only_look, Fault *why);
bool pg_check(void *connection, Fault *why);
bool pg_check_table(void *connection, int table, bool *more, Fault *why);

// Messages that servers sent unasked to any connection of this process: their number, and the last.
u64 pg_notices(char notice[STORE_CAUSE_MAX]);

#endif
