// SPDX-License-Identifier: MIT
#include "sql/op.h"

#include "sql/store_internal.h"

#include <stdlib.h>
#include <string.h>

const Shape PERSON_ARG = SHAPE(PersonArg, FIELD(PersonArg, person));
const Shape PERSON_MOVE = SHAPE(PersonMove, FIELD(PersonMove, from), FIELD(PersonMove, to));
const Shape GAME_ARG = SHAPE(GameArg, FIELD(GameArg, game));
const Shape PRUNE_ARG = SHAPE(PruneArg, FIELD(PruneArg, now_ms));
const Nothing NO_ARGS;

// --- what an operation must state ----------------------------------------------------------------

static bool reads(const StoreOp *op)
{
    return op->does == OP_READS || op->does == OP_READS_LONG;
}

// The places of a shape, or of its columns: -1 if a field can be neither.
static int places_of(const Shape *shape)
{
    int places = 0;
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++)
        switch (f->kind) {
        case KIND_I64:
        case KIND_INT:
        case KIND_BOOL:
        case KIND_DOUBLE:
        case KIND_TEXT:
        case KIND_CHARS:
        case KIND_BYTES: places++; break;
        case KIND_RESULT: break;
        case KIND_SHAPE: {
            int inner = places_of(f->shape);
            if (inner < 0) return -1;
            places += inner;
            break;
        }
        case KIND_STRING:
        case KIND_ARRAY:
        case KIND_LIST: return -1;
        }
    return places;
}

static bool has_text(const Shape *shape)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++)
        if (f->kind == KIND_TEXT || (f->kind == KIND_SHAPE && has_text(f->shape))) return true;
    return false;
}

// The numbers behind `$`, one bit each, but for those in quotes.
static u32 places_in(const char *sql)
{
    u32 places = 0;
    bool quoted = false;
    for (const char *at = sql; *at; at++) {
        if (*at == '\'') quoted = !quoted;
        if (quoted || *at != '$') continue;
        int number = atoi(at + 1);
        places |= number > 0 && number < 32 ? (u32)1 << (number - 1) : (u32)1 << 31;
    }
    return places;
}

// Why the statement is invalid, or NULL.
static const char *wrong_statement(const StoreOp *op, const char *sql)
{
    u32 wanted = op->args ? ((u32)1 << places_of(op->args)) - 1 : 0;
    if (places_in(sql) != wanted) return "its places are not its arguments";
    if (op->does == OP_CHANGES_ONE && strstr(sql, "RETURNING"))
        return "it must not have RETURNING: the driver adds one";
    if (op->does == OP_READS_LONG && !strstr(sql, "ORDER BY")) return "it must have ORDER BY";
    return NULL;
}

static const char *wrong_shapes(const StoreOp *op, Fault *why)
{
    const Shape *args = op->args, *row = op->row;
    if (args && (!shape_check(args, why) || !shape_tiles(args, why))) return why->message;
    if (row && !shape_check(row, why)) return why->message;
    if (args && (places_of(args) < 0 || places_of(args) > OP_ARGS_MAX))
        return "an argument can't be bound, or there are too many";
    if (row && (places_of(row) < 1 || row->size > OP_ROW_MAX)) return "its row can't be read";
    return NULL;
}

// Whether all fields are of kinds that can be sent as arrays.
static bool fits_arrays(const Shape *shape)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++)
        if (f->kind != KIND_I64 && f->kind != KIND_INT && f->kind != KIND_BOOL &&
            f->kind != KIND_TEXT)
            return false;
    return true;
}

static const char *wrong_many(const StoreOp *op)
{
    if (!op->many != !op->own) return "`many` and `own` go together";
    if (!op->many) return NULL;
    if (op->does != OP_RUNS || !op->single || !op->orders)
        return "`many` is for OP_RUNS that is single and orders";
    if (!fits_arrays(op->args)) return "an argument can't be an element of an array";
    u32 numbered = ((u32)1 << (places_of(op->args) + 1)) - 1;
    if (places_in(op->many) != numbered || places_in(op->own) & ~numbered)
        return "its arrays are not its arguments and a number";
    return strstr(op->many, "RETURNING") ? NULL : "`many` must have RETURNING";
}

static const char *wrong(const StoreOp *op, Fault *why)
{
    const char *problem = wrong_shapes(op, why);
    const Field *first = op->args ? &op->args->field[0] : NULL;
    bool person = first && first->kind == KIND_I64;
    if (op->does == OP_UNSTATED) return "it doesn't state what it does";
    if (problem) return problem;
    if ((op->does == OP_RUNS) != (op->run != NULL)) return "only OP_RUNS has `run`";
    if ((op->does == OP_RUNS) != (op->sql == NULL)) return "all but OP_RUNS have `sql`";
    if (reads(op) != (op->row != NULL)) return "only reads have `row`";
    if ((reads(op) || op->does == OP_REQUIRES) && (op->forgets || op->tells || op->orders))
        return "it changes nothing, so it neither forgets nor tells nor orders";
    if (op->single && op->does != OP_CHANGES_ONE && op->does != OP_RUNS)
        return "`single` is for OP_CHANGES_ONE and OP_RUNS";
    if ((op->forgets == FORGETS_PERSON || op->orders) && !person) return "$1 must be an i64";
    if (op->forgets == FORGETS_SECRET && !(first && first->size == sizeof(SecretHash)))
        return "$1 must be a hash";
    if (op->tells && !op->args) return "it tells nothing";
    if (op->visible && (reads(op) || !op->args)) return "the queue has no arguments of it";
    if ((problem = wrong_many(op))) return problem;
    if (op->sql && strstr(op->sql, "::")) return "`::` is PostgreSQL's own: use CAST";
    if (op->sql && (problem = wrong_statement(op, op->sql))) return problem;
    return op->postgres ? wrong_statement(op, op->postgres) : NULL;
}

bool op_check(const StoreOp *op, Fault *why)
{
    Fault shape;
    const char *problem = op->name ? wrong(op, &shape) : "it has no name";
    if (problem) fault(why, MALFORMED, "operation \"%s\": %s", op->name ? op->name : "", problem);
    return !problem;
}

// --- statements ----------------------------------------------------------------------------------

// By the address of the operation, which is a constant: open addressing, never full.
enum { SLOTS = 1024 };
typedef struct OpSlot {
    const StoreOp *op;
    SqlStatement *statement;
} OpSlot;
struct OpStatements {
    OpSlot slot[SLOTS];
    int count;
};
_Static_assert((int)OPS_MAX < (int)SLOTS, "a free slot ends every search");

static OpSlot *slot_of(struct OpStatements *ops, const StoreOp *op)
{
    size_t i = (size_t)op / sizeof *op * 0x9e3779b1u >> 7;
    while (ops->slot[i % SLOTS].op && ops->slot[i % SLOTS].op != op)
        i++;
    return &ops->slot[i % SLOTS];
}

static bool cannot(SqlConnection *c, const char *cause)
{
    Out out = out_to(c->cause, sizeof c->cause);
    out_str(&out, cause);
    c->failed = true;
    return false;
}

static SqlStatement *prepare(SqlConnection *c, const StoreOp *op)
{
    Fault why;
    if (!op_check(op, &why)) return cannot(c, why.message), NULL;
    SqlStatement *statement = c->driver->prepare_op(c, op);
    if (!statement) c->failed = true; // `cause` is set already
    if (statement) statement->row_has_texts = op->row && has_text(op->row);
    return statement;
}

SqlStatement *op_statement(SqlConnection *c, const StoreOp *op)
{
    if (!c->ops && !(c->ops = calloc(1, sizeof *c->ops))) return cannot(c, "out of memory"), NULL;
    OpSlot *slot = slot_of(c->ops, op);
    if (slot->statement) return slot->statement;
    if (c->ops->count == OPS_MAX) return cannot(c, "too many operations"), NULL;
    SqlStatement *statement = prepare(c, op);
    if (!statement) return NULL;
    *slot = (OpSlot){ op, statement };
    c->ops->count++;
    return statement;
}

void op_finalize_all(SqlConnection *c)
{
    for (int i = 0; c->ops && i < SLOTS; i++)
        if (c->ops->slot[i].statement) c->driver->finalize(c->ops->slot[i].statement);
    free(c->ops);
    c->ops = NULL;
}

// --- arguments -----------------------------------------------------------------------------------

// Binds the fields from parameter `place` on. Returns the next free one.
static int bind(SqlStatement *s, int place, const Shape *shape, const void *of)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        const void *at = field_at(f, of);
        switch (f->kind) {
        case KIND_I64: sql_bind_i64(s, place++, *(const i64 *)at); break;
        case KIND_INT: sql_bind_i64(s, place++, *(const int *)at); break;
        case KIND_BOOL: sql_bind_i64(s, place++, *(const bool *)at); break;
        case KIND_DOUBLE: sql_bind_double(s, place++, *(const double *)at); break;
        case KIND_TEXT:
        case KIND_CHARS: bind_text(s, place++, field_text(f, of)); break;
        case KIND_BYTES: sql_bind_blob(s, place++, at, f->size); break;
        case KIND_SHAPE: place = bind(s, place, f->shape, at); break;
        case KIND_STRING:
        case KIND_ARRAY:
        case KIND_LIST:
        case KIND_RESULT: break;
        }
    }
    return place;
}

static SqlStatement *bound(SqlConnection *c, const StoreOp *op, const void *args)
{
    SqlStatement *s = op_statement(c, op);
    if (s && op->args) bind(s, 1, op->args, args);
    return s;
}

i64 op_first(const StoreOp *op, const void *args)
{
    return field_number(&op->args->field[0], args);
}

// --- writing -------------------------------------------------------------------------------------

StoreStatus op_run(SqlConnection *c, const StoreOp *op, const void *args)
{
    if (op->many && c->driver->change_many) {
        SqlStatement *statement = op_statement(c, op);
        return statement ? c->driver->change_many(statement, op, args) : STORE_FAILED;
    }
    if (op->does == OP_RUNS) return op->run(c, args);
    SqlStatement *s = bound(c, op, args);
    if (!s) return STORE_FAILED;
    switch (op->does) {
    case OP_CHANGES_ONE: return sql_change(s, true);
    case OP_CHANGES_ANY: return sql_change(s, false);
    case OP_REQUIRES: return c->driver->require(s);
    case OP_UNSTATED:
    case OP_RUNS:
    case OP_READS:
    case OP_READS_LONG: break;
    }
    return STORE_FAILED;
}

// --- reading -------------------------------------------------------------------------------------

// Reads the fields from that column on. Returns the next column.
static int read_row(SqlStatement *s, int column, const Shape *shape, void *row)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        void *at = (char *)row + f->offset;
        switch (f->kind) {
        case KIND_I64: *(i64 *)at = sql_column_i64(s, column++); break;
        case KIND_INT: *(int *)at = sql_column_int(s, column++); break;
        case KIND_BOOL: *(bool *)at = sql_column_i64(s, column++) != 0; break;
        case KIND_DOUBLE: *(double *)at = sql_column_double(s, column++); break;
        case KIND_TEXT: *(Text *)at = column_text(s, column++); break;
        case KIND_CHARS: {
            Out out = out_to(at, f->size);
            out_text(&out, column_text(s, column++));
            break;
        }
        case KIND_BYTES: {
            Text bytes = column_text(s, column++);
            memset(at, 0, f->size);
            if (bytes.length == f->size) memcpy(at, bytes.at, f->size);
            break;
        }
        case KIND_SHAPE: column = read_row(s, column, f->shape, at); break;
        case KIND_RESULT: *(void **)at = NULL; break;
        case KIND_STRING:
        case KIND_ARRAY:
        case KIND_LIST: break;
        }
    }
    return column;
}

StoreStatus op_select(SqlConnection *c, const StoreOp *op, const void *args, SeeRow *see,
                      void *context)
{
    SqlStatement *s = bound(c, op, args);
    if (!s || !op->row) return STORE_FAILED;
    _Alignas(16) char row[OP_ROW_MAX];
    int result;
    while ((result = sql_step(s)) == SQL_ROW) {
        read_row(s, 0, op->row, row);
        if (!see(context, row)) break;
    }
    return finish(s, result) ? STORED : STORE_FAILED;
}

StoreStatus op_find(SqlConnection *c, const StoreOp *op, const void *args, void *row)
{
    SqlStatement *s = bound(c, op, args);
    if (!s || !op->row) return STORE_FAILED;
    if (s->row_has_texts) return cannot(c, "the text of a row ends with it"), STORE_FAILED;
    int result = sql_step(s);
    if (result == SQL_ROW) read_row(s, 0, op->row, row);
    sql_reset(s);
    return result == SQL_ROW ? STORED : result == SQL_DONE ? STORE_CONFLICT : STORE_FAILED;
}

void store_queued(Store *store, const StoreOp *op, SeeRow *see, void *context)
{
    Store *whole = store->of ? store->of : store;
    bool more = true;
    pthread_mutex_lock(&whole->lock);
    for (const Job *job = whole->visible.first; more && job; job = job->next_visible)
        for (int i = 0; more && i < job->count; i++)
            if (job->write[i].op == op) more = see(context, job->write[i].args);
    pthread_mutex_unlock(&whole->lock);
}

static SqlConnection *reading(Store *store)
{
    if (store->counts_reads) store->reads_on_loop++;
    return store->reading;
}

bool store_select(Store *store, const StoreOp *op, const void *args, SeeRow *see, void *context)
{
    return op_select(reading(store), op, args, see, context) == STORED;
}

StoreStatus store_look(Store *store, const StoreOp *op, const void *args, void *row)
{
    return op_find(reading(store), op, args, row);
}

bool store_find(Store *store, const StoreOp *op, const void *args, void *row)
{
    return store_look(store, op, args, row) == STORED;
}

bool store_failed(Store *store)
{
    SqlConnection *c = store->reading;
    bool failed = c->failed;
    c->failed = false;
    return failed;
}

void store_looked(Store *store, int rows)
{
    SqlConnection *c = store->reading;
    if (c->driver->looked) c->driver->looked(c, rows);
}

const char *store_cause(Store *store)
{
    return ((SqlConnection *)store->reading)->cause;
}

typedef struct Identity {
    i64 id;
} Identity;
static const Shape IDENTITY = SHAPE(Identity, FIELD(Identity, id));

i64 store_identity(Store *store)
{
    static const StoreOp OP = { .name = "store.identity",
                                .does = OP_READS,
                                .row = &IDENTITY,
                                .sql = "SELECT id FROM identity" };
    Identity found = { 0 };
    store_find(store, &OP, NULL, &found);
    return found.id;
}

// --- when the program starts ---------------------------------------------------------------------

static bool refuse(const SqlConnection *c, const StoreOp *op, Fault *why)
{
    fault(why, MALFORMED, "operation \"%s\": %s", op->name, c->cause);
    return false;
}

// The writer's connection belongs to its thread, so the reader's prepares all statements.
bool store_check_ops(Store *store, const StoreOp *ops, int count, Fault *why)
{
    SqlConnection *c = store->reading;
    for (int i = 0; i < count; i++) {
        const StoreOp *op = &ops[i];
        if (!op_check(op, why)) return false;
        if (op->does == OP_RUNS) continue;
        SqlStatement *statement = c->driver->prepare_op(c, op);
        if (!statement) return refuse(c, op, why);
        c->driver->finalize(statement);
    }
    return true;
}

bool store_prepare_op(Store *store, const StoreOp *op, Fault *why)
{
    SqlConnection *c = store->reading;
    if (!store_check_ops(store, op, 1, why)) return false;
    if ((op->does == OP_RUNS && !op->many) || !c->driver->accepts) return true;
    SqlStatement *statement = c->driver->prepare_op(c, op);
    bool fine = statement && c->driver->accepts(statement, op);
    if (statement) c->driver->finalize(statement);
    return fine || refuse(c, op, why);
}
