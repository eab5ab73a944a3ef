// SPDX-License-Identifier: MIT
#include "support/stored.h"

#include "support/postgres/postgres.h"

#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/meydan-store-XXXXXX";
char path[128], copy_path[64];
Fault why;

int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/store", folder);
    if (postgres_store()) snprintf(path, sizeof path, "%s", postgres_store());
    snprintf(copy_path, sizeof copy_path, "%s/copy", folder);
    return 0;
}

int empty_folder(void **state)
{
    (void)state;
    DIR *open = opendir(folder);
    for (struct dirent *entry; (entry = readdir(open));) {
        char name[512];
        snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.') unlink(name);
    }
    closedir(open);
    if (postgres_store()) postgres_empty();
    return 0;
}

int remove_folder(void **state)
{
    empty_folder(state);
    return rmdir(folder);
}

void run_sql(const char *sql)
{
    if (postgres_store()) return postgres_run(sql);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

// All numbers are 1, so that references between rows are valid.
void sqlite_fill(const char *file)
{
    static const char FILLS[] =
        "SELECT 'INSERT INTO ' || m.name || ' (' || group_concat(c.name) || ') VALUES ('"
        " || group_concat(CASE substr(c.type, 1, 1) WHEN 'I' THEN '1' WHEN 'R' THEN '-1.5e-7'"
        "  WHEN 'T' THEN quote('x' || char(39, 231)) ELSE 'zeroblob(32)' END) || ')'"
        " FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'"
        " AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'identity' GROUP BY m.name";
    sqlite3 *db;
    sqlite3_stmt *row;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, FILLS, -1, &row, NULL), SQLITE_OK);
    while (sqlite3_step(row) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(row, 0);
        if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
            fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    }
    sqlite3_finalize(row);
    sqlite3_close(db);
}

void sqlite_columns(const char *file, char *text, size_t capacity)
{
    sqlite3 *db;
    sqlite3_stmt *row;
    Out out = out_to(text, capacity);
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    sqlite3_prepare_v2(db,
                       "SELECT m.name || '.' || c.name FROM sqlite_schema AS m,"
                       " pragma_table_info(m.name) AS c WHERE m.type = 'table'"
                       " AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.name",
                       -1, &row, NULL);
    while (sqlite3_step(row) == SQLITE_ROW) {
        if (text[0]) out_char(&out, ' ');
        out_str(&out, (const char *)sqlite3_column_text(row, 0));
    }
    sqlite3_finalize(row);
    sqlite3_close(db);
    assert_false(out.lost);
}

Store *open_store(int gather_ms)
{
    Store *store = store_open(&(StoreSetup){ .where = path, .gather_ms = gather_ms }, &why);
    if (!store) fail_msg("%s", why.message);
    return store;
}

StoreWrite keep_op(const StoreOp *op, const void *args, size_t size)
{
    enum { COPIES = 64, SIZE = 512 };
    static _Alignas(16) char copies[COPIES][SIZE];
    static int next;
    char *copy = copies[next++ % COPIES];
    assert_true(size <= SIZE);
    memcpy(copy, args, size);
    return store_op_of(op, copy, size);
}

void *args_of(const StoreWrite *write)
{
    return (void *)(uintptr_t)write->args;
}

StoreWrite added_person(i64 id, PersonKind kind, const char *name)
{
    NewPerson person = { { .id = id, .kind = kind }, 100 + id };
    Out key = out_to(person.now.key, sizeof person.now.key);
    Out same = out_to(person.now.name, sizeof person.now.name);
    out_str(&same, name);
    for (const char *at = name; *at; at++)
        out_char(&key, text_lower(*at));
    return kept_op(&PERSON_OPS[PERSONS_ADD], &person);
}

StoreWrite game_of(i64 id)
{
    return kept_op(&GAME_OPS[GAMES_ADD], &(NewGame){ .id = id,
                                                     .variant = text_of("abalone"),
                                                     .setup = text_of("{\"clock\":\"600+5\"}"),
                                                     .created_ms = 1000 });
}

StoreWrite move_of(i64 game, int number, int ply)
{
    return kept_op(&GAME_OPS[GAMES_ADD_EVENT], &(StoredEvent){ .game = game,
                                                               .number = number,
                                                               .kind = 1,
                                                               .ply = ply,
                                                               .at_ms = 2000 + number,
                                                               .body = text_of("a1b2") });
}

StoreWrite end_of(i64 game)
{
    return kept_op(&GAME_OPS[GAMES_END],
                   &(GameEnd){ .game = game, .ended_ms = 9000, .result = text_of("1-0") });
}

void note_status(void *context, StoreStatus status)
{
    *(int *)context = (int)status;
}

// Writes and waits for the result.
StoreStatus write_now(Store *store, const StoreWrite *writes, int count)
{
    volatile int status = -1;
    assert_true(store_write(store, writes, count, note_status, (void *)&status));
    while (status < 0) {
        nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
        store_collect(store);
    }
    return (StoreStatus)status;
}

StoreStatus delete_person(Store *store, i64 person, i64 at_ms)
{
    const PersonEnd end = { person, at_ms };
    const PersonArg who = { person };
    const StoreWrite writes[] = { store_op(&PERSON_OPS[PERSONS_END], &end),
                                  store_op(&PERSON_OPS[PERSONS_END_SESSIONS], &who),
                                  store_op(&PERSON_OPS[PERSONS_END_TOKENS], &who) };
    return write_now(store, writes, 3);
}

StoreStatus write_one(Store *store, StoreWrite write)
{
    return write_now(store, &write, 1);
}
