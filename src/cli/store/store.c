// SPDX-License-Identifier: MIT
// Maintains a server's store from the command line; the server may be running.
#include "cli/store/store.h"

#include "server/games/rating_ops.h"
#include "server/identity/person_ops.h"
#include "sql/copy.h"

#include "cli/cli.h"
#include "server/games/live/restore.h"
#ifdef MEYDAN_SERVER
#include "cli/moderate.h"
#include "server/kernel/lock.h"
#endif

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

static Store *open_to_read(const char *file)
{
    Fault why;
    Store *store = store_open(&(StoreSetup){ .where = file, .read_only = true }, &why);
    if (!store) complain(EXIT_BAD, "%s", why.message);
    return store;
}

// Whether the file may be written: it doesn't exist, or --force is given.
static bool may_replace(const char *path, bool force)
{
    struct stat there;
    if (force || lstat(path, &there)) return true;
    complain(EXIT_BAD, "%s exists; --force replaces it", quote(path).text);
    return false;
}

// --- backup --------------------------------------------------------------------------------------

static ExitStatus run_backup(char **argv, bool force)
{
    Fault why;
    if (!may_replace(argv[1], force)) return EXIT_BAD;
    return store_backup(argv[0], argv[1], &why) ? EXIT_DONE : complain(EXIT_BAD, "%s", why.message);
}

static void see_copied(void *context, const CopiedTable *table)
{
    (void)context;
    printf("%-13s %10lld rows  ", table->name, (long long)table->rows);
    for (int i = 0; i < 16; i++)
        printf("%02x", table->sum.bytes[i]);
    putchar('\n');
    fflush(stdout);
}

// --- restore -------------------------------------------------------------------------------------

static ExitStatus check_soundness(const char *file)
{
    Fault why;
    Store *store = open_to_read(file);
    if (!store) return EXIT_BAD;
    bool sound = store_check(store, &why);
    store_close(store);
    return sound ? EXIT_DONE : complain(EXIT_NO, "%s", why.message);
}

// The write-ahead log of the old store must not be applied to the restored one.
static bool drop_log(const char *store)
{
    static const char *const ENDS[] = { "-wal", "-shm" };
    char path[PATH_SIZE];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s%s", store, ENDS[i]);
        if (unlink(path) && errno != ENOENT) return false;
    }
    return true;
}

// The store has its old contents or the restored ones at any time.
static ExitStatus restore_file(const char *copy, const char *store)
{
    Fault why;
    char fresh[PATH_SIZE];
    if (snprintf(fresh, sizeof fresh, "%s.restored", store) + 4 >= (int)sizeof fresh)
        return complain(EXIT_BAD, "the name of the file is too long");
    int lock = -1;
#ifdef MEYDAN_SERVER
    struct stat there;
    if (!stat(store, &there) && (lock = lock_take(store, false, &why)) < 0)
        return complain(EXIT_BAD, "%s", why.message);
#endif
    ExitStatus status = EXIT_DONE;
    if (!store_backup(copy, fresh, &why))
        status = complain(EXIT_BAD, "%s", why.message);
    else if (!drop_log(store) || rename(fresh, store))
        status = complain(EXIT_BAD, "cannot replace %s: %s", quote(store).text, strerror(errno));
    if (status != EXIT_DONE) unlink(fresh);
#ifdef MEYDAN_SERVER
    lock_release(lock);
#else
    (void)lock;
#endif
    return status;
}

static ExitStatus run_restore(char **argv, bool force)
{
    const char *copy = argv[0], *store = argv[1];
    Fault why;
    ExitStatus status = check_soundness(copy);
    if (status != EXIT_DONE) return status;
    if (store_is_file(store))
        return may_replace(store, force) ? restore_file(copy, store) : EXIT_BAD;
    if (store_copy(copy, store, see_copied, NULL, &why)) return EXIT_DONE;
    return complain(EXIT_BAD, "nothing was restored: %s", why.message);
}

// --- export --------------------------------------------------------------------------------------

// Writes to another name until the file is complete and on disk.
static ExitStatus export_to(Store *store, const char *path)
{
    char part[PATH_SIZE];
    if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part)
        return complain(EXIT_BAD, "the name of the file is too long");
    FILE *out = fopen(part, "w");
    if (!out) return complain(EXIT_BAD, "cannot write %s: %s", quote(path).text, strerror(errno));
    Fault why;
    bool read = export_store(store, out, &why);
    bool written = !fflush(out) && !ferror(out) && !fsync(fileno(out));
    written = !fclose(out) && written;
    if (read && written && !rename(part, path)) return EXIT_DONE;
    int error = errno;
    unlink(part);
    if (!read && written) return complain(EXIT_BAD, "%s", why.message);
    return complain(EXIT_BAD, "cannot write %s: %s", quote(path).text, strerror(error));
}

static ExitStatus run_export(const char *file, const char *output, bool force)
{
    if (output && !may_replace(output, force)) return EXIT_BAD;
    Store *store = open_to_read(file);
    if (!store) return EXIT_BAD;
    Fault why;
    ExitStatus status = output                              ? export_to(store, output)
                        : export_store(store, stdout, &why) ? EXIT_DONE
                        : ferror(stdout)                    ? EXIT_BAD // main() reports it
                                                            : complain(EXIT_BAD, "%s", why.message);
    store_close(store);
    return status;
}

static ExitStatus run_public(const char *file, const char *folder)
{
#ifdef MEYDAN_SERVER
    return export_public(file, folder);
#else
    (void)file;
    (void)folder;
    return complain(EXIT_BAD, "this program is built without the server, which --public needs");
#endif
}

// --- check ---------------------------------------------------------------------------------------

typedef struct Checked {
    int games, live, people, changes;
    int broken;
    char first[GAME_ID_LENGTH + 1]; // the first broken games
    Fault why;
} Checked;

static void see_room(void *context, const Room *room)
{
    Checked *checked = context;
    checked->games++;
    checked->live += room->state != ROOM_OVER;
    free(room->match.plies);
}

static void see_broken(void *context, i64 game, const Fault *why)
{
    Checked *checked = context;
    if (checked->broken++) return;
    game_id_write(game, checked->first);
    checked->why = *why;
}

static bool count_person(void *context, const void *row)
{
    const StoredPerson *person = row;
    ((Checked *)context)->people += person->kind != PERSON_GONE;
    return true;
}

static bool count_change(void *context, const StoredChange *change)
{
    (void)change;
    ((Checked *)context)->changes++;
    return true;
}

// Replays every game.
static bool check_games(Store *store, Checked *checked, Fault *why)
{
    const RestoreSee see = { checked, see_room, see_broken };
    GameIds ids;
    if (!game_ids(store, &ids, why)) return false;
    bool fine = true;
    for (int i = 0; fine && i < ids.count; i++)
        fine = restore_rooms(store, ids.id[i], &see, why);
    free(ids.id);
    return fine;
}

static ExitStatus run_check(char **argv)
{
    Store *store = open_to_read(argv[0]);
    if (!store) return EXIT_BAD;
    Checked checked = { 0 };
    Fault why;
    bool sound = store_check(store, &why) && check_games(store, &checked, &why);
    store_select(store, &PERSON_OPS[PERSONS_LIST], NULL, count_person, &checked);
    ratings_changes(store, &(ChangeFilter){ .annulled_too = true }, count_change, &checked);
    store_close(store);
    if (!sound) return complain(EXIT_NO, "%s", why.message);
    if (checked.broken)
        return complain(EXIT_NO, "games that cannot be played through: %d; the first is %s: %s",
                        checked.broken, checked.first, checked.why.message);
    printf("sound: people %d, games %d, of them going on %d, rating changes %d\n", checked.people,
           checked.games, checked.live, checked.changes);
    return EXIT_DONE;
}

// --- annul ---------------------------------------------------------------------------------------

static ExitStatus run_annul(char **argv, const char *reason)
{
    i64 game;
    if (!game_id_read(text_of(argv[1]), &game))
        return complain(EXIT_BAD, "%s is not a game id", quote(argv[1]).text);
#ifdef MEYDAN_SERVER
    Measure measure = { .kind = MEASURE_ANNUL,
                        .actor_role = ROLE_OPERATOR,
                        .now_ms = moderate_now_ms(),
                        .game = game };
    Out out = out_to(measure.reason, sizeof measure.reason);
    if (reason) out_str(&out, reason);
    return moderate(argv[0], &measure);
#else
    (void)reason;
    return complain(EXIT_BAD, "this program is built without the server, which annulling needs");
#endif
}

// --- copy ----------------------------------------------------------------------------------------

static ExitStatus run_copy(char **argv)
{
    Fault why;
    if (store_copy(argv[0], argv[1], see_copied, NULL, &why)) return EXIT_DONE;
    return complain(EXIT_BAD, "nothing was copied: %s", why.message);
}

// --- the command ---------------------------------------------------------------------------------

static ExitStatus run(int argc, char **argv)
{
    const char *output = NULL, *reason = NULL, *public = NULL;
    bool force = false;
    const Option options[] = { { "--output", &output, NULL },
                               { "--force", NULL, &force },
                               { "--reason", &reason, NULL },
                               { "--public", &public, NULL },
                               { 0 } };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    const char *verb = left ? argv[0] : "";
    bool exports = !strcmp(verb, "export"), checks = !strcmp(verb, "check");
    bool backs_up = !strcmp(verb, "backup"), annuls = !strcmp(verb, "annul");
    bool copies = !strcmp(verb, "copy"), restores = !strcmp(verb, "restore");
    if (!exports && !checks && !backs_up && !annuls && !copies && !restores)
        return complain(EXIT_BAD, "store needs backup, restore, export, check, annul or copy; see "
                                  "meydan store --help");
    int wanted = exports || checks ? 2 : 3;
    if (left < wanted)
        return complain(EXIT_BAD, "store %s needs %s", verb,
                        backs_up   ? "a store and a name for the copy"
                        : restores ? "a copy and the store to replace"
                        : copies   ? "a store and one to copy it to"
                        : annuls   ? "a store and the id of a game"
                                   : "a store");
    if (left > wanted) return args_unexpected(argv[wanted]);
    if (output && !exports) return complain(EXIT_BAD, "--output goes with store export");
    if (public && (!exports || output))
        return complain(EXIT_BAD, "--public goes with store export, without --output");
    if (reason && !annuls) return complain(EXIT_BAD, "--reason goes with store annul");
    if (force && !backs_up && !restores && !output)
        return complain(EXIT_BAD, "--force goes with store backup, restore and export --output");
    if (public) return run_public(argv[1], public);
    if (exports) return run_export(argv[1], output, force);
    if (copies) return run_copy(argv + 1);
    if (restores) return run_restore(argv + 1, force);
    return checks     ? run_check(argv + 1)
           : backs_up ? run_backup(argv + 1, force)
                      : run_annul(argv + 1, reason);
}

const Command COMMAND_STORE = {
    .name = "store",
    .synopsis = "backup FILE COPY [--force] | restore COPY FILE [--force] | export FILE [--output "
                "NAME [--force] | --public FOLDER] | check FILE | "
                "annul FILE GAME [--reason TEXT] | "
                "copy FROM TO",
    .summary = "back up, export and check a server's store",
    .help = "FILE is a server's store, or postgresql://... The server may be running.\n"
            "\n"
            "  backup   copies a consistent snapshot; COPY appears when it is complete. It\n"
            "           overwrites a file only with --force\n"
            "  restore  checks a backup, then puts it in the place of FILE, which no server may\n"
            "           use. It overwrites a file only with --force; a database must be empty\n"
            "  export   writes everything but secrets as JSON, one object per line: people,\n"
            "           games with their events and records, rating changes. It overwrites NAME\n"
            "           only with --force. With --public it writes open data to FOLDER instead:\n"
            "           finished public games by month, ratings and puzzles, with a README, a\n"
            "           schema and checksums. Months that are there and complete are kept\n"
            "  check    checks the store for errors and replays every game\n"
            "  annul    removes a rated game from the ratings, as if it had not been rated.\n"
            "           GAME is the id in the game's address. Same as meydan admin annul --game\n"
            "           GAME: the audit log gets an entry, and meydan admin undo reverses it\n"
            "  copy     copies a store to another database, in either direction. TO must be new\n"
            "           or empty. The checksums of all rows are compared\n",
    .run = run,
};
