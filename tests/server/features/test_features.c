// SPDX-License-Identifier: MIT
// Tests of all features at once, for errors that neither the compiler nor the check at start-up can
// see. SQLite's authorizer names the tables that a statement writes.
#include "support/stored.h"

#include "server/features/features.h"
#include "server/games/live/rooms.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WRITES_MAX = 8, NAME_SIZE = 32 };
typedef struct Writes {
    char table[WRITES_MAX][NAME_SIZE];
    int count;
    bool cached; // a column that the cache of persons holds
} Writes;

static bool has(const Writes *writes, const char *table)
{
    for (int i = 0; i < writes->count; i++)
        if (!strcmp(writes->table[i], table)) return true;
    return false;
}

// Tables of which the cache of persons holds columns.
static const char *const CACHED[] = { "person", "session", "token", NULL };

static bool is_listed(const char *name, const char *const *list)
{
    for (; list && *list; list++)
        if (!strcmp(*list, name)) return true;
    return false;
}

static int authorize(void *context, int action, const char *table, const char *column,
                     const char *database, const char *trigger)
{
    Writes *writes = context;
    (void)database;
    bool changes = action == SQLITE_INSERT || action == SQLITE_UPDATE || action == SQLITE_DELETE;
    if (!changes || trigger) return SQLITE_OK; // a SELECT changes no table
    bool used = action == SQLITE_UPDATE && !strcmp(column, "used_ms");
    writes->cached |= !used && is_listed(table, CACHED);
    bool own = !strncmp(table, "sqlite_", 7); // a function like json_each declares its columns
    if (own || has(writes, table)) return SQLITE_OK;
    assert_true(writes->count < WRITES_MAX);
    snprintf(writes->table[writes->count++], NAME_SIZE, "%s", table);
    return SQLITE_OK;
}

static Writes writes_of(sqlite3 *db, const StoreOp *op)
{
    Writes writes = { .count = 0 };
    sqlite3_stmt *statement = NULL;
    sqlite3_set_authorizer(db, authorize, &writes);
    if (op->sql && sqlite3_prepare_v2(db, op->sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", op->name, sqlite3_errmsg(db));
    sqlite3_set_authorizer(db, NULL, NULL);
    sqlite3_finalize(statement);
    return writes;
}

// A new store whose SQLite reports the tables.
static sqlite3 *open_file(void)
{
    sqlite3 *db;
    store_close(store_open(&(StoreSetup){ .where = copy_path }, &why));
    assert_int_equal(sqlite3_open(copy_path, &db), SQLITE_OK);
    return db;
}

static void every_row_states_all_that_it_must(void **state)
{
    (void)state;
    Store *store = open_store(0);
    if (!features_check(FEATURES, store, &why)) fail_msg("%s", why.message);
    store_close(store);
}

// On PostgreSQL the check at start-up doesn't query the server.
static void the_database_accepts_every_operation(void **state)
{
    (void)state;
    Store *store = open_store(0);
    int count = 0;
    for (const Feature *const *f = FEATURES; *f; f++)
        for (int i = 0; i < (*f)->ops_count; i++) {
            const StoreOp *op = &(*f)->ops[i];
            if (!store_prepare_op(store, op, &why)) fail_msg("%s", why.message);
            count++;
        }
    assert_true(count > 5);
    store_close(store);
}

static void a_feature_writes_only_its_own_tables(void **state)
{
    (void)state;
    sqlite3 *db = open_file();
    for (const Feature *const *f = FEATURES; *f; f++)
        for (int i = 0; i < (*f)->ops_count; i++) {
            const StoreOp *op = &(*f)->ops[i];
            Writes writes = writes_of(db, op);
            for (int k = 0; k < writes.count; k++)
                if (!is_listed(writes.table[k], (*f)->tables))
                    fail_msg("%s writes the table \"%s\"", op->name, writes.table[k]);
            bool reads =
                op->does == OP_READS || op->does == OP_READS_LONG || op->does == OP_REQUIRES;
            if (reads && writes.count) fail_msg("%s says that it only reads", op->name);
        }
    sqlite3_close(db);
}

// Otherwise an ended session would stay valid for a minute.
static void the_cache_of_people_is_told(void **state)
{
    (void)state;
    sqlite3 *db = open_file();
    for (const Feature *const *f = FEATURES; *f; f++)
        for (int i = 0; i < (*f)->ops_count; i++) {
            const StoreOp *op = &(*f)->ops[i];
            if (writes_of(db, op).cached && op->forgets == FORGETS_NOTHING)
                fail_msg("%s writes persons, sessions or tokens but forgets nothing", op->name);
        }
    sqlite3_close(db);
}

// Tables of a person that no feature empties: nothing has to.
// clang-format off
static const char *const NOT_MOVED[] = {
    "game",
    "seat",
    "rating",
    "rating_change",
    "flag",
    "person_count",
    "sanction",
    "report",
    "result_count",
    "item",
    "person",
    NULL,
};
// clang-format on

static bool is_forgotten(sqlite3 *db, const char *table)
{
    for (const Feature *const *f = FEATURES; *f; f++)
        for (int i = 0; i < HOOK_OPS_MAX && (*f)->person.forget[i]; i++) {
            Writes writes = writes_of(db, (*f)->person.forget[i]);
            if (has(&writes, table)) return true;
        }
    return false;
}

static void every_table_of_a_person_is_emptied(void **state)
{
    (void)state;
    sqlite3 *db = open_file();
    sqlite3_stmt *row;
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT DISTINCT m.name FROM sqlite_schema AS m,"
                                        " pragma_foreign_key_list(m.name) AS k"
                                        " WHERE m.type = 'table' AND k.\"table\" = 'person'",
                                        -1, &row, NULL),
                     SQLITE_OK);
    int tables = 0;
    for (; sqlite3_step(row) == SQLITE_ROW; tables++) {
        const char *table = (const char *)sqlite3_column_text(row, 0);
        bool forgotten = is_forgotten(db, table), listed = is_listed(table, NOT_MOVED);
        if (!forgotten && !listed) fail_msg("no feature empties \"%s\"", table);
        if (forgotten && listed) fail_msg("take \"%s\" out of NOT_MOVED", table);
    }
    assert_true(tables > 10);
    sqlite3_finalize(row);
    sqlite3_close(db);
}

static int here, elsewhere;

static void count_here(const App *app, const News *news)
{
    (void)app;
    (void)news;
    here++;
}

static void count_elsewhere(const App *app, const News *news)
{
    (void)app;
    (void)news;
    elsewhere++;
}

static void a_hook_runs_on_its_node(void **state)
{
    (void)state;
    static const Feature BOTH = { .on_game = count_here, .on_game_elsewhere = count_elsewhere };
    static const Feature NEITHER;
    static const Feature *const ROWS[] = { &NEITHER, &BOTH, NULL };
    void *states[3] = { NULL };
    const App app = { .features = ROWS, .states = states };
    features_on_game(&app, &(News){ .elsewhere = true });
    assert_true(!here && elsewhere == 1);
    features_on_game(&app, &(News){ .elsewhere = false });
    assert_true(here == 1 && elsewhere == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(every_row_states_all_that_it_must),
        STORE_TEST(the_database_accepts_every_operation),
        STORE_TEST(a_feature_writes_only_its_own_tables),
        STORE_TEST(the_cache_of_people_is_told),
        STORE_TEST(every_table_of_a_person_is_emptied),
        cmocka_unit_test(a_hook_runs_on_its_node),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
