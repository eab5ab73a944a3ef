// SPDX-License-Identifier: MIT
// A connection and its statements, whichever database runs them. `$1`, `$2` ... are the values:
// integers of 64 bits, truth as 0 or 1 in an integer, texts and blobs.
//
//     SqlStatement *row = op_statement(connection, op);
//     sql_bind_i64(row, 1, id);
//     bool found = sql_step(row) == SQL_ROW;
//     if (found) i64 id = sql_column_i64(row, 0);
//     sql_reset(row);
//
// sql_change writes. SQLite answers at once. PostgreSQL takes all statements of a call and answers
// when the call is committed, so a write doesn't see what an earlier one of its call has changed,
// except by sql_step.
#ifndef MEYDAN_SQL_DRIVER_H
#define MEYDAN_SQL_DRIVER_H

#include "sql/database.h"

// The results of a step.
enum { SQL_ROW, SQL_DONE, SQL_FAILED };

typedef struct SqlConnection SqlConnection;
typedef struct SqlDriver SqlDriver;
struct OpStatements;

// The first member of a driver's own struct.
typedef struct SqlStatement {
    SqlConnection *of;
    bool row_has_texts; // its rows don't outlive the step
} SqlStatement;

// Locks that are held until the commit. SQLite needs none, since it has one writer.
typedef enum SqlLock {
    LOCK_ENDS,    // ends of games are numbered in the order of their commits
    LOCK_RATINGS, // no other game is rated
    LOCK_AUDIT,   // one entry at a time enters the log
    LOCKS
} SqlLock;

struct SqlDriver {
    // Prepares a statement with that many parameters. `is_long`: its rows arrive in pieces. NULL,
    // with the cause in the connection, if it can't be prepared.
    SqlStatement *(*prepare)(SqlConnection *connection, const char *sql, int places, bool is_long);
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
    // Counts rows that a statement scanned without returning them. NULL: the database counts
    // itself.
    void (*looked)(SqlConnection *connection, int rows);
};

struct SqlConnection {
    const SqlDriver *driver;
    struct OpStatements *ops;    // of op.c, or NULL
    char cause[STORE_CAUSE_MAX]; // of the last failure
    bool failed;                 // a step has failed since store_failed was last asked
};

// --- statements ----------------------------------------------------------------------------------

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

// An empty text isn't NULL.
static inline void bind_text(SqlStatement *statement, int place, Text text)
{
    statement->of->driver->bind_text(statement, place, text);
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

// Ends a statement. False if its last step, whose result is given, failed.
static inline bool finish(SqlStatement *statement, int result)
{
    sql_reset(statement);
    return result == SQL_DONE || result == SQL_ROW;
}

// Runs a statement that writes. With `one` any number of rows but one is a conflict.
static inline StoreStatus sql_change(SqlStatement *statement, bool one)
{
    return statement->of->driver->change(statement, one);
}

static inline StoreStatus sql_lock(SqlConnection *connection, SqlLock lock)
{
    return connection->driver->lock(connection, lock);
}

#endif
