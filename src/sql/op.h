// SPDX-License-Identifier: MIT
// An operation on the store is a value: its SQL, the structs of its arguments and of its rows, and
// the consequences of its commit. Features declare theirs in one array; the store knows none by
// name.
//
//     enum { ADD, LIST, OPS };
//     static const StoreOp FAVOURITE_OPS[OPS] = {
//         [ADD] = { .name = "favourites.add", .does = OP_CHANGES_ONE, .args = &FAVOURITE,
//                   .sql = "INSERT INTO favourite (person, game, note) VALUES ($1, $2, $3)" },
//         [LIST] = { .name = "favourites.list", .does = OP_READS, .args = &PERSON_ARG,
//                    .row = &STARRED, .sql = "SELECT ... WHERE person = $1" },
//     };
//     const StoreWrite write = store_op(&FAVOURITE_OPS[ADD], &favourite);
//     store_write(store, &write, 1, done, context);
//     store_select(reading, &FAVOURITE_OPS[LIST], &(PersonArg){ person }, see, context);
//
// `$1`, `$2` ... are the fields of `args` in order, those of a nested struct included; each is
// used. A SELECT returns the fields of `row` in order. Both databases read the same SQL where they
// can; `postgres` is a second text where they can't. Not portable: `::` (use CAST), CROSS JOIN to
// fix an order, UPDATE OR IGNORE, bool columns, julianday.
//
// A statement states the conditions under which it applies: on PostgreSQL the statements of a call
// leave without waiting, so no earlier read may decide about a later write.
//
// store_write copies the arguments with all their texts, by the shape.
#ifndef MEYDAN_SQL_OP_H
#define MEYDAN_SQL_OP_H

#include "platform/shape.h"
#include "sql/driver.h"

// There is no default: an operation that doesn't state this is refused when the program starts.
typedef enum OpDoes {
    OP_UNSTATED,
    OP_CHANGES_ONE, // exactly one row. Any other number is a conflict, which undoes the whole call
    OP_CHANGES_ANY, // any number of rows, also none
    OP_REQUIRES,    // a SELECT. No row is a conflict, which undoes the whole call
    OP_RUNS,        // `run`: C between statements, in the transaction. Costs round trips
    OP_READS,       // a SELECT of a page of rows or fewer
    OP_READS_LONG,  // a SELECT of any number of rows, with an ORDER BY. Rows arrive in pieces
} OpDoes;

// Which entries of the cache of persons the operation makes wrong, here and on other nodes.
typedef enum OpForgets {
    FORGETS_NOTHING, // it writes neither person nor session nor token; a test checks that
    FORGETS_UNUSED,  // none: it only deletes sessions and tokens that expired, and persons unseen
                     // for longer than the cache keeps a session
    FORGETS_PERSON,  // the person whose id is $1
    FORGETS_SECRET,  // the session or token whose hash is $1
    FORGETS_ALL,
} OpForgets;

struct Topic; // server/api/feature.h

struct StoreOp {
    const char *name; // "favourites.add": in faults, metrics and tests
    OpDoes does;
    const char *sql;
    const char *postgres; // NULL: the same as `sql`
    // OP_RUNS. It calls op_run, op_find and op_select on this connection. The first status other
    // than STORED ends the call.
    StoreStatus (*run)(SqlConnection *connection, const void *args);
    const Shape *args; // NULL: none
    const Shape *row;  // reads have one, the others NULL
    OpForgets forgets;
    // It changes one row at most, and nothing before that. Alone in a call it needs no savepoint.
    bool single;
    // PostgreSQL doesn't commit it concurrently with operations that have the same $1.
    bool orders;
    // OP_RUNS, `single` and `orders`: PostgreSQL runs this statement instead, and the calls of a
    // group that have no other operation share it. Its places are arrays: one for each argument,
    // and one with a number drawn for each call. It returns the first argument of those stored, in
    // its order. `own` has the same places, and returns the first argument of the rows that are
    // there and have the call's number: after a lost connection the group is sent again.
    const char *many, *own;
    bool visible;              // store_queued sees it
    const struct Topic *tells; // other nodes receive `args` on this topic after the commit
};

enum { OP_ARGS_MAX = 16, OP_ROW_MAX = 4096, OPS_MAX = 768 };

// A write of an operation. store_write copies `args`; it must have the type of the operation's
// `args`, or store_write fails. Without arguments: store_op(&OP, &NO_ARGS).
#define store_op(op, args) store_op_of((op), (args), sizeof *(args))
// Whether a cached entry is wrong once the operation is committed.
static inline bool op_forgets(const StoreOp *op)
{
    return op->forgets > FORGETS_UNUSED;
}

static inline StoreWrite store_op_of(const StoreOp *op, const void *args, size_t size)
{
    size_t wanted = op->args ? op->args->size : sizeof(Nothing);
    return (StoreWrite){ op, size == wanted ? args : NULL };
}
extern const Nothing NO_ARGS;

// Arguments that many operations share.
typedef struct PersonArg {
    i64 person;
} PersonArg;
typedef struct PersonMove {
    i64 from, to;
} PersonMove;
typedef struct GameArg {
    i64 game;
} GameArg;
typedef struct PruneArg {
    i64 now_ms;
} PruneArg;
extern const Shape PERSON_ARG, PERSON_MOVE, GAME_ARG, PRUNE_ARG;

// --- reading -------------------------------------------------------------------------------------

// Calls `see` for each row, a struct of the operation's `row` whose texts live until `see` returns.
// `see` returns false to stop. Returns false on a read error.
typedef bool SeeRow(void *context, const void *row);
bool store_select(Store *store, const StoreOp *op, const void *args, SeeRow *see, void *context);
// The first row. False if there is none, or on a read error (store_failed tells them apart). A row
// with a Text can't be read like this.
bool store_find(Store *store, const StoreOp *op, const void *args, void *row);
// As store_find, with a status: STORE_CONFLICT without a row, STORE_FAILED on a read error.
StoreStatus store_look(Store *store, const StoreOp *op, const void *args, void *row);
// Calls `see` with the arguments of each write of a `visible` operation that is still in the queue,
// oldest first. The queue is locked meanwhile.
void store_queued(Store *store, const StoreOp *op, SeeRow *see, void *context);
// Charges a read for rows that its statement scanned without returning them (store_work).
void store_looked(Store *store, int rows);
// Why the last read failed.
const char *store_cause(Store *store);

// --- inside a transaction, for `run` -------------------------------------------------------------

StoreStatus op_run(SqlConnection *connection, const StoreOp *op, const void *args);
// As store_select and store_find. STORE_FAILED on an error; op_find without a row: STORE_CONFLICT.
StoreStatus op_select(SqlConnection *connection, const StoreOp *op, const void *args, SeeRow *see,
                      void *context);
StoreStatus op_find(SqlConnection *connection, const StoreOp *op, const void *args, void *row);

// --- when the program starts ---------------------------------------------------------------------

// Whether the operation states all that it must and nothing that contradicts it. False, with its
// name.
bool op_check(const StoreOp *op, Fault *why);
// The same for all of them; and this store's database prepares their statements, as far as it can
// without a round trip (PostgreSQL can't).
bool store_check_ops(Store *store, const StoreOp *ops, int count, Fault *why);
// Whether the database, with a round trip for PostgreSQL, accepts the statement. For tests.
bool store_prepare_op(Store *store, const StoreOp *op, Fault *why);

// --- for caches, store.c and the drivers --------------------------------------------------------

// The statement, prepared on this connection; NULL, with the cause in it, if it can't be.
SqlStatement *op_statement(SqlConnection *connection, const StoreOp *op);
// The number that is the first argument.
i64 op_first(const StoreOp *op, const void *args);
void op_finalize_all(SqlConnection *connection);

#endif
