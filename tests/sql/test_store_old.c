// SPDX-License-Identifier: MIT
// Stores of earlier versions: their rows are kept, and they become like new stores.
#include "server/games/game_lists.h"
#include "server/games/game_ops.h"
#include "server/games/rating_ops.h"
#include "support/stored.h"

#include "server/features/moderation/moderation_ops.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void make_old(const char *name)
{
    char file[4096], sql[16384];
    snprintf(file, sizeof file, "%s/%s", getenv("STORES"), name);
    FILE *in = fopen(file, "r");
    if (!in) fail_msg("no %s", file);
    sql[fread(sql, 1, sizeof sql - 1, in)] = 0;
    fclose(in);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static bool add_event(void *context, const StoredEvent *event)
{
    assert_true(event->number >= 0 && text_is(event->body, "a1b2"));
    *(int *)context += event->ply == NO_PLY ? 100 : 1;
    return true;
}

static bool any_game(void *context, const StoredGame *game)
{
    (void)context;
    assert_true(game->created_ms == 1000 && !game->rated && !game->maker && !game->annulled);
    assert_int_equal(game->plies, game->id == 1 ? 2 : 0);
    return true;
}

static void version_1(void **state)
{
    (void)state;
    make_old("version-1.sql");
    assert_null(store_open(&(StoreSetup){ .where = path, .read_only = true }, &why));
    assert_non_null(strstr(why.message, "has version 1"));

    Store *store = open_store(0);
    int events = 0;
    const GameReader reader = { .context = &events, .game = any_game, .event = add_event };
    assert_true(games_load(store, 1, &reader, &why));
    assert_int_equal(events, 102);
    events = 0;
    assert_true(games_load_live(store, &reader, &why));
    assert_int_equal(events, 101);
    // Games continue where they were.
    assert_int_equal(write_one(store, move_of(2, 2, 0)), STORE_CONFLICT);
    assert_int_equal(write_one(store, move_of(2, 2, 1)), STORED);
    assert_int_equal(write_one(store, move_of(3, 0, 0)), STORED);
    if (!store_check(store, &why)) fail_msg("%s", why.message);
    i64 next;
    assert_true(games_list(store, &(GameFilter){ .limit = 9 }, any_game, NULL, &next));
    store_close(store);
}

static void touch(const char *file)
{
    FILE *made = fopen(file, "w");
    assert_non_null(made);
    fclose(made);
}

static void many_copies(void **state)
{
    (void)state;
    char copy[4200];
    Store *store;
    make_old("version-1.sql");
    snprintf(copy, sizeof copy, "%s.version-1", path);
    touch(copy);
    for (int i = 2; i < 10; i++) {
        snprintf(copy, sizeof copy, "%s.version-1.%d", path, i);
        touch(copy);
    }
    store = open_store(0);
    store_close(store);
    snprintf(copy, sizeof copy, "%s.version-1.10", path);
    assert_int_equal(access(copy, R_OK), 0);
}

static void no_copy_no_migration(void **state)
{
    (void)state;
    char copy[4200];
    make_old("version-1.sql");
    snprintf(copy, sizeof copy, "%s.version-1", path);
    touch(copy);
    for (int i = 2; i < 1000; i++) {
        snprintf(copy, sizeof copy, "%s.version-1.%d", path, i);
        touch(copy);
    }
    assert_null(store_open(&(StoreSetup){ .where = path }, &why));
    assert_non_null(strstr(why.message, "cannot be migrated: 999 copies"));
    assert_null(store_open(&(StoreSetup){ .where = path, .read_only = true }, &why));
    assert_non_null(strstr(why.message, "has version 1"));
}

static bool see_change(void *context, const StoredChange *change)
{
    assert_true(change->game == 1 && change->discount == 0 && change->at_ms == 9000);
    *(int *)context += 1;
    return true;
}

static void version_2(void **state)
{
    (void)state;
    make_old("version-2.sql");
    Store *store = open_store(0);
    int changes = 0;
    assert_true(ratings_changes(store, &(ChangeFilter){ 0 }, see_change, &changes));
    assert_int_equal(changes, 2);
    assert_int_equal(ratings_games_between(store, 11, 12, 8000), 1);
    assert_int_equal(ratings_games_between(store, 11, 12, 9000), 0);
    if (!store_check(store, &why)) fail_msg("%s", why.message);
    store_close(store);
}

static bool see_finished(void *context, const void *row)
{
    const FinishedGame *one = row;
    assert_true(one->number == 1 && one->game == 1);
    *(int *)context += 1;
    return true;
}

// Rows that were never counted are counted, and finished games get their numbers.
static void version_3(void **state)
{
    (void)state;
    make_old("version-3.sql");
    Store *store = open_store(0);
    PersonCounts counts;
    assert_true(games_counts(store, 11, &counts) && counts.games == 1 && counts.wins == 1);
    assert_true(games_counts(store, 12, &counts) && counts.games == 1 && counts.losses == 1);
    int finished = 0;
    assert_true(store_select(store, &GAME_OPS[GAMES_FINISHED], &(FinishedWanted){ 0, 9 },
                             see_finished, &finished) &&
                finished == 1);
    if (!store_check(store, &why)) fail_msg("%s", why.message);
    store_close(store);
}

static void has_no_rows(const char *table)
{
    char sql[64];
    sqlite3 *db;
    sqlite3_stmt *row;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(row, 0), 0);
    sqlite3_finalize(row);
    sqlite3_close(db);
}

static void version_4(void **state)
{
    (void)state;
    make_old("version-4.sql");
    Store *store = open_store(0);
    LastEntry last;
    assert_true(audit_check(store, &last, &why) && !last.number);
    if (!store_check(store, &why)) fail_msg("%s", why.message);
    store_close(store);
    has_no_rows("role");
    has_no_rows("attempt");
    has_no_rows("solver");
}

// The texts of all tables and indexes.
static void schema_of(const char *file, char *text, size_t room)
{
    sqlite3 *db;
    sqlite3_stmt *row;
    Out out = out_to(text, room);
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    sqlite3_prepare_v2(db, "SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name", -1,
                       &row, NULL);
    while (sqlite3_step(row) == SQLITE_ROW) {
        out_str(&out, (const char *)sqlite3_column_text(row, 0));
        out_char(&out, '\n');
    }
    sqlite3_finalize(row);
    sqlite3_close(db);
    assert_false(out.lost);
}

static void old_and_new_are_alike(void **state)
{
    (void)state;
    static char old[16384], new[16384];
    static const char *const OLD[] = { "version-1.sql", "version-2.sql", "version-3.sql",
                                       "version-4.sql" };
    store_close(open_store(0));
    schema_of(path, new, sizeof new);
    for (int i = 0; i < 4; i++) {
        empty_folder(NULL);
        make_old(OLD[i]);
        Store *store = open_store(0);
        assert_int_not_equal(store_identity(store), 0);
        store_close(store);
        schema_of(path, old, sizeof old);
        assert_string_equal(old, new);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(version_1),
        STORE_TEST(many_copies),
        STORE_TEST(no_copy_no_migration),
        STORE_TEST(version_2),
        STORE_TEST(version_3),
        STORE_TEST(version_4),
        STORE_TEST(old_and_new_are_alike),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
