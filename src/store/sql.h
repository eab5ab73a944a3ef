// SPDX-License-Identifier: MIT
// Statements, as the store's files use them, whichever database runs them. The SQL of reads and
// writes stands once, in words that both databases know: `?1`, `?2` ... are the values, integers
// are 64 bits wide, truth is 0 or 1 in an integer, and a text or a blob is what it is.
//
//     SqlStatement *row = connection->people[PERSON_BY_ID];
//     sql_bind_i64(row, 1, id);
//     bool found = sql_step(row) == SQL_ROW;
//     if (found) i64 id = sql_column_i64(row, 0);
//     sql_reset(row);
//
// A statement for a list that can be long begins with `/* long */`: PostgreSQL then sends its rows
// in pieces, and what nobody asks for is not read. It has an ORDER BY.
//
// Writes go by sql_change. SQLite answers at once. PostgreSQL takes them all and answers when the
// call is committed, so a write does not look at what an earlier one of the same call has changed,
// unless it asks by sql_step.
#ifndef MEYDAN_STORE_SQL_H
#define MEYDAN_STORE_SQL_H

#include "store/database.h"

// What a step gives.
enum { SQL_ROW, SQL_DONE, SQL_FAILED };

typedef struct SqlConnection SqlConnection;
typedef struct SqlDriver SqlDriver;
struct OpStatements;

// Begins what a driver has for one.
typedef struct SqlStatement {
    SqlConnection *of;
    int parameters;     // the highest number behind a `?`
    bool row_has_texts; // of an operation: its rows don't outlive the step
} SqlStatement;

// What must not be done by two at the same time, until the commit. SQLite has one writer anyway.
typedef enum SqlLock {
    LOCK_ENDS,    // ends of games are numbered in the order of their commits
    LOCK_RATINGS, // nobody else is rated
    LOCK_AUDIT,   // the log grows by one after the other
    LOCKS
} SqlLock;

struct SqlDriver {
    // NULL, and the cause in the connection, if it cannot.
    SqlStatement *(*prepare)(SqlConnection *connection, const char *sql);
    // The statement of an operation (sql/op.h).
    SqlStatement *(*prepare_op)(SqlConnection *connection, const StoreOp *op);
    // Whether the server accepts it, with a round trip; NULL: prepare_op has asked.
    bool (*accepts)(SqlStatement *statement, const StoreOp *op);
    void (*finalize)(SqlStatement *statement);
    void (*bind_i64)(SqlStatement *statement, int place, i64 value);
    void (*bind_double)(SqlStatement *statement, int place, double value);
    void (*bind_null)(SqlStatement *statement, int place);
    // The bytes outlive the step.
    void (*bind_text)(SqlStatement *statement, int place, Text text);
    void (*bind_blob)(SqlStatement *statement, int place, const void *bytes, size_t length);
    int (*step)(SqlStatement *statement);
    void (*reset)(SqlStatement *statement);
    bool (*column_null)(SqlStatement *statement, int i);
    i64 (*column_i64)(SqlStatement *statement, int i);
    double (*column_double)(SqlStatement *statement, int i);
    Text (*column_bytes)(SqlStatement *statement, int i); // of a text or a blob

    StoreStatus (*change)(SqlStatement *statement, bool one);
    // Runs a SELECT; no row is a conflict.
    StoreStatus (*require)(SqlStatement *statement);
    StoreStatus (*lock)(SqlConnection *connection, SqlLock lock);
    // Runs StoreOp.many for one call; NULL: StoreOp.run does.
    StoreStatus (*change_many)(SqlStatement *statement, const StoreOp *op, const void *args);
    // So many rows were looked at for a statement that gave few; NULL: the database counts itself.
    void (*looked)(SqlConnection *connection, int rows);
};

enum { STATEMENTS_MAX = 64 };
struct SqlConnection {
    const SqlDriver *driver;
    SqlStatement *write[STATEMENTS_MAX]; // by the enum of query/write.c, or none
    SqlStatement *people[STATEMENTS_MAX];
    SqlStatement *account[STATEMENTS_MAX]; // of query/accounts.c: writes
    struct OpStatements *ops;              // of sql/op.c, or NULL
    char cause[STORE_CAUSE_MAX];           // of the last that failed
    i64 pruned_to;                         // the last visitor who was looked at
    bool failed;                           // a step has failed since store_failed was last asked
};

// --- statements ----------------------------------------------------------------------------------

// All that a connection of that kind needs; false, with the cause in it, if one cannot be had.
bool sql_prepare_all(SqlConnection *connection, bool writes);
void sql_finalize_all(SqlConnection *connection);

static inline void sql_bind_i64(SqlStatement *statement, int place, i64 value)
{
    statement->of->driver->bind_i64(statement, place, value);
}

static inline void sql_bind_double(SqlStatement *statement, int place, double value)
{
    statement->of->driver->bind_double(statement, place, value);
}

static inline void sql_bind_null(SqlStatement *statement, int place)
{
    statement->of->driver->bind_null(statement, place);
}

static inline void sql_bind_blob(SqlStatement *statement, int place, const void *at, size_t length)
{
    statement->of->driver->bind_blob(statement, place, at, length);
}

// Empty texts too are texts, not NULL.
static inline void bind_text(SqlStatement *statement, int place, Text text)
{
    statement->of->driver->bind_text(statement, place, text);
}

static inline void bind_hash(SqlStatement *statement, int place, const SecretHash *hash)
{
    sql_bind_blob(statement, place, hash->bytes, SECRET_BYTES);
}

static inline int sql_step(SqlStatement *statement)
{
    int result = statement->of->driver->step(statement);
    if (result == SQL_FAILED) statement->of->failed = true;
    return result;
}

static inline void sql_reset(SqlStatement *statement)
{
    statement->of->driver->reset(statement);
}

static inline bool sql_column_null(SqlStatement *statement, int i)
{
    return statement->of->driver->column_null(statement, i);
}

static inline i64 sql_column_i64(SqlStatement *statement, int i)
{
    return statement->of->driver->column_i64(statement, i);
}

static inline int sql_column_int(SqlStatement *statement, int i)
{
    return (int)statement->of->driver->column_i64(statement, i);
}

static inline double sql_column_double(SqlStatement *statement, int i)
{
    return statement->of->driver->column_double(statement, i);
}

static inline Text column_text(SqlStatement *statement, int i)
{
    return statement->of->driver->column_bytes(statement, i);
}

static inline const void *sql_column_blob(SqlStatement *statement, int i)
{
    return statement->of->driver->column_bytes(statement, i).at;
}

static inline int sql_column_bytes(SqlStatement *statement, int i)
{
    return (int)statement->of->driver->column_bytes(statement, i).length;
}

// Ends a statement; false if it failed. `result` is that of its last step.
static inline bool finish(SqlStatement *statement, int result)
{
    sql_reset(statement);
    return result == SQL_DONE || result == SQL_ROW;
}

// Runs a statement that writes. With `one` it has to change one row, else it is a conflict.
static inline StoreStatus sql_change(SqlStatement *statement, bool one)
{
    return statement->of->driver->change(statement, one);
}

static inline StoreStatus sql_lock(SqlConnection *connection, SqlLock lock)
{
    return connection->driver->lock(connection, lock);
}

// One write of a call, by query/write.c.
StoreStatus sql_apply(SqlConnection *connection, const StoreWrite *write);

#endif
