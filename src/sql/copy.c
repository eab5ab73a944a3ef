// SPDX-License-Identifier: MIT
#include "sql/copy.h"

#include "sql/driver.h"
#include "sql/migrations.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS_MAX = 16 };

// A new store has a row in this one. A copy replaces the row, since it takes the place of the
// original.
static bool begins_with_row(const StoreTable *table)
{
    return !strcmp(table->name, "identity");
}

typedef struct Columns {
    int count, later; // `later`: the column that is written once all rows exist, or -1
    char name[COLUMNS_MAX][32];
    char kind[COLUMNS_MAX]; // I, R, T, B: the first letters of SQLite's types
} Columns;

// One side of a copy.
typedef struct Side {
    const Database *database;
    SqlConnection *connection;
} Side;

static bool cannot(const Side *side, const char *table, Fault *why)
{
    fault(why, MALFORMED, "table %s: %s", table, side->connection->cause);
    return false;
}

static SqlStatement *prepare(const Side *side, const char *sql, int places)
{
    return side->connection->driver->prepare(side->connection, sql, places, false);
}

static SqlStatement *prepare_long(const Side *side, const char *sql)
{
    return side->connection->driver->prepare(side->connection, sql, 0, true);
}

static void finalize(const Side *side, SqlStatement *statement)
{
    if (!statement) return;
    sql_reset(statement);
    side->connection->driver->finalize(statement);
}

// --- tables and columns --------------------------------------------------------------------------

static bool read_columns(const Side *side, const StoreTable *table, Columns *columns, Fault *why)
{
    SqlStatement *row = prepare(side, side->database->columns, 1);
    int result = SQL_FAILED;
    *columns = (Columns){ .later = -1 };
    if (row) {
        bind_text(row, 1, text_of(table->name));
        while ((result = sql_step(row)) == SQL_ROW && columns->count < COLUMNS_MAX) {
            int i = columns->count++;
            Out out = out_to(columns->name[i], sizeof columns->name[i]);
            out_text(&out, column_text(row, 0));
            columns->kind[i] = column_text(row, 1).at[0];
            if (table->later && !strcmp(table->later, columns->name[i])) columns->later = i;
        }
    }
    finalize(side, row);
    if (result != SQL_DONE || !columns->count) return cannot(side, table->name, why);
    return true;
}

static bool same_columns(const Columns *one, const Columns *other)
{
    bool same = one->count == other->count;
    for (int i = 0; same && i < one->count; i++)
        same = !strcmp(one->name[i], other->name[i]) && one->kind[i] == other->kind[i];
    return same;
}

// Whether the store has no table besides those of the migrations.
static bool all_are_known(const Side *side, Fault *why)
{
    SqlStatement *row = prepare(side, side->database->tables, 0);
    int result = SQL_FAILED;
    bool known = true;
    while (known && row && (result = sql_step(row)) == SQL_ROW) {
        known = false;
        for (int i = 0; i < STORE_TABLES_COUNT && !known; i++)
            known = text_is(column_text(row, 0), STORE_TABLES[i].name);
        if (!known) {
            char name[64];
            Out out = out_to(name, sizeof name);
            out_text(&out, column_text(row, 0));
            fault(why, MALFORMED, "table %s is not one that can be copied", name);
        }
    }
    finalize(side, row);
    if (known && result != SQL_DONE) return cannot(side, "all", why);
    return known;
}

static bool is_empty(const Side *side, Fault *why)
{
    bool empty = true;
    for (int i = 0; i < STORE_TABLES_COUNT && empty; i++) {
        char sql[96];
        if (begins_with_row(&STORE_TABLES[i])) continue;
        snprintf(sql, sizeof sql, "SELECT 1 FROM %s LIMIT 1", STORE_TABLES[i].name);
        SqlStatement *row = prepare(side, sql, 0);
        int result = row ? sql_step(row) : SQL_FAILED;
        finalize(side, row);
        if (result == SQL_FAILED) return cannot(side, STORE_TABLES[i].name, why);
        empty = result == SQL_DONE;
    }
    if (!empty) fault(why, MALFORMED, "the store to copy to is not empty");
    return empty;
}

// --- rows ----------------------------------------------------------------------------------------

static SqlStatement *prepare_select(const Side *side, const StoreTable *table,
                                    const Columns *columns)
{
    char sql[1024];
    Out out = out_to(sql, sizeof sql);
    out_str(&out, "SELECT ");
    for (int i = 0; i < columns->count; i++) {
        if (i) out_str(&out, ", ");
        out_str(&out, columns->name[i]);
    }
    out_str(&out, " FROM ");
    out_str(&out, table->name);
    out_str(&out, " ORDER BY ");
    out_str(&out, table->key);
    return prepare_long(side, sql);
}

static SqlStatement *prepare_insert(const Side *side, const StoreTable *table,
                                    const Columns *columns)
{
    char sql[1024], place[16];
    Out out = out_to(sql, sizeof sql);
    out_str(&out, "INSERT INTO ");
    out_str(&out, table->name);
    for (int i = 0; i < columns->count; i++) {
        out_str(&out, i ? ", " : " (");
        out_str(&out, columns->name[i]);
    }
    out_str(&out, ") VALUES (");
    for (int i = 0; i < columns->count; i++) {
        snprintf(place, sizeof place, "%s$%d", i ? ", " : "", i + 1);
        out_str(&out, place);
    }
    out_char(&out, ')');
    return prepare(side, sql, columns->count);
}

static void add_value(crypto_generichash_state *sum, SqlStatement *row, int i, char kind)
{
    bool null = sql_column_null(row, i);
    Text bytes = !null && (kind == 'T' || kind == 'B') ? column_text(row, i) : (Text){ "", 0 };
    i64 integer = null ? 0 : kind == 'I' ? sql_column_i64(row, i) : (i64)bytes.length;
    double real = !null && kind == 'R' ? sql_column_double(row, i) : 0;
    const u8 head[2] = { (u8)kind, null };
    crypto_generichash_update(sum, head, sizeof head);
    crypto_generichash_update(sum, (const u8 *)&integer, sizeof integer);
    crypto_generichash_update(sum, (const u8 *)&real, sizeof real);
    crypto_generichash_update(sum, (const u8 *)bytes.at, bytes.length);
}

static void bind_value(SqlStatement *insert, SqlStatement *row, int i, char kind)
{
    if (sql_column_null(row, i))
        sql_bind_null(insert, i + 1);
    else if (kind == 'I')
        sql_bind_i64(insert, i + 1, sql_column_i64(row, i));
    else if (kind == 'R')
        sql_bind_double(insert, i + 1, sql_column_double(row, i));
    else if (kind == 'T')
        bind_text(insert, i + 1, column_text(row, i));
    else
        sql_bind_blob(insert, i + 1, column_text(row, i).at, column_text(row, i).length);
}

static bool delete_rows(const Side *side, const StoreTable *table, Fault *why)
{
    char sql[96];
    snprintf(sql, sizeof sql, "DELETE FROM %s", table->name);
    return side->database->run(side->connection, sql) || cannot(side, table->name, why);
}

// Reads all rows of one side, and writes them to the other unless that is NULL.
static bool read_rows(const Side *from, const Side *to, const StoreTable *table,
                      const Columns *columns, CopiedTable *copied, Fault *why)
{
    crypto_generichash_state sum;
    SqlStatement *row = prepare_select(from, table, columns);
    SqlStatement *insert = to ? prepare_insert(to, table, columns) : NULL;
    int result = SQL_FAILED, written = SQL_DONE;
    crypto_generichash_init(&sum, NULL, 0, SECRET_BYTES);
    *copied = (CopiedTable){ .name = table->name };
    bool fine = row && (!to || insert);
    while (fine && written == SQL_DONE && (result = sql_step(row)) == SQL_ROW) {
        copied->rows++;
        for (int i = 0; i < columns->count; i++) {
            add_value(&sum, row, i, columns->kind[i]);
            if (!insert) continue;
            if (i == columns->later)
                sql_bind_null(insert, i + 1);
            else
                bind_value(insert, row, i, columns->kind[i]);
        }
        if (!insert) continue;
        written = sql_step(insert);
        sql_reset(insert);
    }
    crypto_generichash_final(&sum, copied->sum.bytes, SECRET_BYTES);
    if (!fine || written != SQL_DONE) cannot(to ? to : from, table->name, why);
    if (fine && written == SQL_DONE && result != SQL_DONE) cannot(from, table->name, why);
    if (to) finalize(to, insert);
    finalize(from, row);
    return fine && written == SQL_DONE && result == SQL_DONE;
}

// Writes the column that refers to rows of the same table, now that all rows exist.
static bool write_later(const Side *from, const Side *to, const StoreTable *table, Fault *why)
{
    char select[256], update[256];
    snprintf(select, sizeof select, "SELECT %s, %s FROM %s WHERE %s IS NOT NULL ORDER BY %s",
             table->key, table->later, table->name, table->later, table->key);
    snprintf(update, sizeof update, "UPDATE %s SET %s = $2 WHERE %s = $1", table->name,
             table->later, table->key);
    SqlStatement *row = prepare_long(from, select), *change = prepare(to, update, 2);
    int result = SQL_FAILED, written = SQL_DONE;
    while (row && change && written == SQL_DONE && (result = sql_step(row)) == SQL_ROW) {
        sql_bind_i64(change, 1, sql_column_i64(row, 0));
        sql_bind_i64(change, 2, sql_column_i64(row, 1));
        written = sql_step(change);
        sql_reset(change);
    }
    bool fine = result == SQL_DONE && written == SQL_DONE;
    if (!fine) cannot(written == SQL_DONE ? from : to, table->name, why);
    finalize(to, change);
    finalize(from, row);
    return fine;
}

// --- tables --------------------------------------------------------------------------------------

static bool copy_table(const Side *from, const Side *to, const StoreTable *table,
                       CopiedTable *copied, Fault *why)
{
    Columns here, there;
    CopiedTable again;
    if (!read_columns(from, table, &here, why) || !read_columns(to, table, &there, why))
        return false;
    if (!same_columns(&here, &there)) {
        fault(why, MALFORMED, "table %s has other columns in the other store", table->name);
        return false;
    }
    if ((begins_with_row(table) && !delete_rows(to, table, why)) ||
        !read_rows(from, to, table, &here, copied, why) ||
        (table->later && !write_later(from, to, table, why)) ||
        !read_rows(to, NULL, table, &here, &again, why))
        return false;
    if (again.rows == copied->rows && !memcmp(&again.sum, &copied->sum, sizeof again.sum))
        return true;
    fault(why, MALFORMED, "table %s is not the same in the other store", table->name);
    return false;
}

static bool copy_all(const Side *from, const Side *to, SeeCopied *see, void *context, Fault *why)
{
    if (!all_are_known(from, why)) return false;
    if (!to->database->run(to->connection, "BEGIN")) return cannot(to, "all", why);
    bool fine = is_empty(to, why);
    for (int i = 0; fine && i < STORE_TABLES_COUNT; i++) {
        CopiedTable copied;
        fine = copy_table(from, to, &STORE_TABLES[i], &copied, why);
        if (fine && see) see(context, &copied);
    }
    if (fine && !(fine = to->database->run(to->connection, to->database->copied) &&
                         to->database->run(to->connection, "COMMIT")))
        cannot(to, "all", why);
    if (!fine) to->database->run(to->connection, "ROLLBACK");
    return fine;
}

bool store_copy(const char *from, const char *to, SeeCopied *see, void *context, Fault *why)
{
    Side source = { .database = database_of(from) }, target = { .database = database_of(to) };
    if (sodium_init() < 0) return false;
    source.connection = source.database->open(from, OPEN_SNAPSHOT, why);
    if (source.connection) target.connection = target.database->open(to, OPEN_COPYING, why);
    bool fine = target.connection && copy_all(&source, &target, see, context, why);
    if (target.connection) target.database->close(target.connection);
    if (source.connection) source.database->close(source.connection);
    return fine;
}

static void see_nothing(void *context, const CopiedTable *table)
{
    (void)context;
    (void)table;
}

// Copies a server's store into a file first, then backs the file up: the backup gets its name when
// it is complete and on the disk.
bool store_backup(const char *from, const char *to, Fault *why)
{
    const Database *database = database_of(from);
    char copied[4096];
    if (database->backup) return database->backup(from, to, why);
    if (snprintf(copied, sizeof copied, "%s.copied", to) >= (int)sizeof copied) {
        fault(why, MALFORMED, "that name is too long");
        return false;
    }
    const Database *file = database_of(copied);
    if (!file->backup) {
        fault(why, MALFORMED, "a backup is a file; meydan store copy fills a database");
        return false;
    }
    bool fine = store_copy(from, copied, see_nothing, NULL, why) && file->backup(copied, to, why);
    remove(copied);
    return fine;
}
