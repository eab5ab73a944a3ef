// SPDX-License-Identifier: MIT
// `meydan store` while a server is running and games are played.
#include "server/games/rating_ops.h"
#include "server/identity/person_ops.h"
#include "support/stored.h"

#include "server/games/live/rooms.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static i64 now_ms = 1000000;

static i64 tell_time(void *context)
{
    (void)context;
    return now_ms;
}

static void no_news(void *context, const News *news)
{
    (void)context;
    (void)news;
}

static void no_timer(void *context, i64 ms)
{
    (void)context;
    (void)ms;
}

static void no_wake(void *context)
{
    (void)context;
}

typedef struct Answer {
    bool given;
    ErrorCode code;
    i64 game;
} Answer;

static void take_answer(void *context, const ActResult *result)
{
    *(Answer *)context = (Answer){ true, result->code, result->game };
    if (result->code != ERROR_NONE) print_message("%s\n", result->text);
}

static i64 wait_for(Store *store, const Answer *answer)
{
    while (!answer->given) {
        nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
        store_collect(store);
    }
    assert_int_equal(answer->code, ERROR_NONE);
    return answer->game;
}

static i64 make_game(Rooms *rooms, Store *store)
{
    GameSetup setup = { .seat = { { .person = 1 }, { .person = 2 } },
                        .rated = true,
                        .open_to_all = true };
    variant_start(variant_find(text_of("quoridor")), &setup.start);
    assert_int_equal(clock_read(text_of("600+5"), &setup.clock, &why), OK);
    Answer answer = { 0 };
    rooms_make(rooms, &setup, 1, take_answer, &answer);
    return wait_for(store, &answer);
}

// Both players move back and forth. Rated games draw lots for the seats.
static void make_moves(Rooms *rooms, Store *store, i64 game, int count)
{
    const char *const MOVES[] = { "e2", "e8", "d2", "d8" };
    for (int i = 0; i < count; i++) {
        Answer answer = { 0 };
        now_ms += 1500;
        rooms_act(rooms,
                  &(Action){ .kind = ACT_MOVE,
                             .game = game,
                             .person = rooms_find(rooms, game)->seat[i % 2].person,
                             .ply = i,
                             .move = text_of(MOVES[i % 4]) },
                  take_answer, &answer);
        wait_for(store, &answer);
    }
}

static void resign(Rooms *rooms, Store *store, i64 game, i64 person)
{
    Answer answer = { 0 };
    now_ms += 1500;
    rooms_act(rooms, &(Action){ .kind = ACT_RESIGN, .game = game, .person = person }, take_answer,
              &answer);
    wait_for(store, &answer);
}

static char said[200000];

// Runs the program; both outputs are in `said`.
static int run(const char *arguments)
{
    char command[4096];
    snprintf(command, sizeof command, "%s %s 2>&1", getenv("MEYDAN"), arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    said[fread(said, 1, sizeof said - 1, pipe)] = 0;
    return WEXITSTATUS(pclose(pipe));
}

// The command would overwrite the existing copy_path.
static void refuses_to_overwrite(const char *arguments)
{
    struct stat before, after;
    char forced[500];
    assert_int_equal(stat(copy_path, &before), 0);
    assert_int_equal(run(arguments), 2);
    if (!strstr(said, "exists; --force replaces it")) fail_msg("%s: %s", arguments, said);
    assert_int_equal(stat(copy_path, &after), 0);
    assert_true(before.st_ino == after.st_ino && before.st_size == after.st_size);
    snprintf(forced, sizeof forced, "%s --force", arguments);
    assert_int_equal(run(forced), 0);
    assert_string_equal(said, "");
    assert_int_equal(stat(copy_path, &after), 0);
    assert_true(before.st_ino != after.st_ino);
}

static int count_of(const char *text)
{
    int count = 0;
    for (const char *at = said; (at = strstr(at, text)); at++)
        count++;
    return count;
}

// A backup takes the store's place only if no server uses it, and the restore removes the old
// write-ahead log.
static void restoring(const char *store, const char *backup)
{
    char arguments[1200], log_path[600];
    snprintf(arguments, sizeof arguments, "store restore %s %s", backup, store);
    assert_int_equal(run(arguments), 2);
    assert_non_null(strstr(said, "exists; --force replaces it"));
    snprintf(arguments, sizeof arguments, "store restore %s %s --force", backup, store);
    int lock = open(store, O_RDWR | O_CLOEXEC); // as a server does
    assert_true(lock >= 0 && !flock(lock, LOCK_EX));
    assert_int_equal(run(arguments), 2);
    assert_non_null(strstr(said, "is in use by another server"));
    close(lock);
    snprintf(log_path, sizeof log_path, "%s-wal", store);
    FILE *log = fopen(log_path, "w");
    assert_non_null(log);
    fputs("of another store", log);
    fclose(log);
    assert_int_equal(run(arguments), 0);
    assert_int_not_equal(access(log_path, F_OK), 0);
    snprintf(arguments, sizeof arguments, "store check %s", store);
    assert_int_equal(run(arguments), 0);
    assert_string_equal(said, "sound: people 2, games 3, of them going on 0, rating changes 6\n");
    snprintf(arguments, sizeof arguments, "store restore /etc/passwd %s --force", store);
    assert_int_not_equal(run(arguments), 0); // not a store: the old one stays
    snprintf(arguments, sizeof arguments, "store check %s", store);
    assert_int_equal(run(arguments), 0);
}

static void beside_a_server(void **state)
{
    (void)state;
    Store *store = open_store(0);
    static const NewPerson ADA = { { 1, PERSON_ACCOUNT, "Ada", "ada", "$argon2id$secret" }, 1 };
    static const NewPerson BO = { { 2, PERSON_ACCOUNT, "Bo", "bo", "$argon2id$secret" }, 1 };
    StoreWrite people[2];
    for (int i = 0; i < 2; i++)
        people[i] = kept_op(&PERSON_OPS[PERSONS_ADD], i ? &BO : &ADA);
    assert_int_equal(write_now(store, people, 2), STORED);
    Rooms *rooms = rooms_new(&(RoomsSetup){ .store = store,
                                            .now = tell_time,
                                            .news = no_news,
                                            .wake_at = no_timer,
                                            .wake = no_wake },
                             &why);
    if (!rooms) fail_msg("%s", why.message);
    i64 first = make_game(rooms, store), second = make_game(rooms, store);
    i64 third = make_game(rooms, store);
    make_moves(rooms, store, first, 9); // four moves each count for the ratings
    make_moves(rooms, store, second, 8);
    make_moves(rooms, store, third, 8);
    resign(rooms, store, first, 2);
    RatingNow before, after;
    const Text variant = text_of("quoridor"), speed = text_of("rapid");
    assert_true(ratings_now(store, 1, variant, speed, &before));
    resign(rooms, store, second, 1);

    char arguments[400], id[GAME_ID_LENGTH + 1];
    snprintf(arguments, sizeof arguments, "store check %s", path);
    int status = run(arguments);
    assert_string_equal(said, "sound: people 2, games 3, of them going on 1, rating changes 4\n");
    assert_int_equal(status, 0);

    snprintf(arguments, sizeof arguments, "store export %s", path);
    assert_int_equal(run(arguments), 0);
    assert_int_equal(count_of("\n"), 2 + 3 + 4);
    assert_int_equal(count_of("{\"type\":\"person\","), 2);
    assert_int_equal(count_of("\"name\":\"Ada\""), 2 - 1);
    assert_int_equal(count_of("secret"), 0);
    assert_int_equal(count_of("{\"type\":\"game\","), 3);
    assert_int_equal(count_of("\"seats\":[\"1\",\"2\"]") + count_of("\"seats\":[\"2\",\"1\"]"), 3);
    assert_int_equal(count_of("\"record\":\"[Game \\\"quoridor\\\"]\\n"), 3);
    assert_int_equal(count_of("{\"type\":\"rating\","), 4);
    snprintf(arguments, sizeof arguments, "store export %s --output %s", path, copy_path);
    assert_int_equal(run(arguments), 0);
    assert_string_equal(said, "");
    refuses_to_overwrite(arguments);

    // The second game no longer counts: Ada's rating is the one after the first.
    game_id_write(second, id);
    snprintf(arguments, sizeof arguments, "store annul %s %s", path, id);
    assert_int_equal(run(arguments), 0);
    assert_string_equal(said, "games: 1, rated again: 0, people: 2\n");
    assert_true(ratings_now(store, 1, variant, speed, &after));
    assert_memory_equal(&after, &before, sizeof after);
    assert_int_equal(run(arguments), 1);
    assert_string_equal(said, "meydan: that game has been annulled\n");
    // The server continues from there.
    resign(rooms, store, third, 1);
    game_id_write(first, id);
    snprintf(arguments, sizeof arguments, "store annul %s %s", path, id);
    assert_int_equal(run(arguments), 0);
    assert_string_equal(said, "games: 1, rated again: 1, people: 2\n");

    // Each annulment is an entry of the audit log and can be undone.
    snprintf(arguments, sizeof arguments, "admin audit --store %s", path);
    assert_int_equal(run(arguments), 0);
    assert_int_equal(count_of("annul"), 2);
    snprintf(arguments, sizeof arguments, "admin undo 2 --store %s", path);
    assert_int_equal(run(arguments), 0);
    assert_string_equal(said, "games: 1, rated again: 2, people: 2\n");
    snprintf(arguments, sizeof arguments, "store annul %s %s --reason twice", path, id);
    assert_int_equal(run(arguments), 0);
    snprintf(arguments, sizeof arguments, "store backup %s %s", path, copy_path);
    refuses_to_overwrite(arguments);
    snprintf(arguments, sizeof arguments, "store check %s", copy_path);
    assert_int_equal(run(arguments), 0);
    assert_string_equal(said, "sound: people 2, games 3, of them going on 0, rating changes 6\n");
    rooms_stop(rooms);
    store_close(store);
    rooms_free(rooms);
    restoring(path, copy_path);
}

// Tampering with the store is detected.
static void unsound(void **state)
{
    (void)state;
    const struct {
        const char *sql, *says;
    } CASES[] = {
        { "UPDATE event SET number = 5 WHERE number = 1", "events are missing in game 1" },
        { "UPDATE event SET ply = 7, plies = 8 WHERE number = 1", "plies do not follow" },
        { "UPDATE event SET ply = NULL WHERE number = 1", "plies do not follow" },
        { "INSERT INTO person (id, kind, created_ms) VALUES (1, 0, 0);"
          "INSERT INTO person_count VALUES (1, 3, 1, 1, 1)",
          "games are counted wrongly, of person 1" },
        { "UPDATE game SET ended_ms = 5, plies = 9", "the number of plies is wrong in game 1" },
        { "INSERT INTO seat VALUES (9, 0, 1, 0, NULL)", "a row refers to a missing one, in seat" },
        { "INSERT INTO person (id, kind, created_ms) VALUES (1, 0, 0);"
          "INSERT INTO rating VALUES (1, 'abalone', 'blitz', 1, 2, 3, 4, 1)",
          "of person 1" },
        // An index with a wrong key. Missing keys would be found by SQLite 3.46's count first.
        { "PRAGMA writable_schema = 1;"
          "UPDATE sqlite_schema SET sql = 'CREATE INDEX live_game ON game (variant)"
          "  WHERE ended_ms = 0' WHERE name = 'live_game'",
          "the file: row 1 missing from index live_game" },
        { "SELECT 1", "games that cannot be played through: 1; the first is 00000001" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Store *store = open_store(0);
        const StoreWrite writes[] = { game_of(1), move_of(1, 0, 0), move_of(1, 1, 1),
                                      move_of(1, 2, 2) };
        assert_int_equal(write_now(store, writes, 4), STORED);
        store_close(store);
        sqlite3 *db;
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, CASES[i].sql, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
        char arguments[400];
        snprintf(arguments, sizeof arguments, "store check %s", path);
        assert_int_equal(run(arguments), 1);
        if (!strstr(said, CASES[i].says)) fail_msg("%s: %s", CASES[i].sql, said);
        empty_folder(NULL);
    }
}

static void usage(void **state)
{
    (void)state;
    const struct {
        const char *arguments, *says;
    } CASES[] = {
        { "store", "store needs backup, restore, export, check, annul or copy" },
        { "store mend x", "store needs backup, restore, export, check, annul or copy" },
        { "store check", "store check needs a store" },
        { "store backup x", "store backup needs a store and a name for the copy" },
        { "store restore x", "store restore needs a copy and the store to replace" },
        { "store restore /nowhere/x /nowhere/y", "unable to open database file" },
        { "store annul x", "store annul needs a store and the id of a game" },
        { "store check /nowhere/x", "unable to open database file" },
        { "store annul /nowhere/x 00000001", "unable to open database file" },
        { "store annul x 1", "'1' is not a game id" },
        { "store check x y", "unexpected argument 'y'" },
        { "store check x --output y", "--output goes with store export" },
        { "store check x --force", "--force goes with store backup, restore and export --output" },
        { "store check x --public y", "--public goes with store export, without --output" },
        { "store check x --reason y", "--reason goes with store annul" },
        { "store export x --force", "--force goes with store backup, restore and export --output" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        assert_int_equal(run(CASES[i].arguments), 2);
        if (!strstr(said, CASES[i].says)) fail_msg("%s: %s", CASES[i].arguments, said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(beside_a_server),
        STORE_TEST(unsound),
        STORE_TEST(usage),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
