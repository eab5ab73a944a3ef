// SPDX-License-Identifier: MIT
// Moderation from the command line, on the store's file. A running server applies the changes.
#include "cli/admin/admin.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/moderate.h"
#include "server/features/features.h"
#include "server/games/live/rooms.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DAYS_MAX = 36500 };

typedef struct AdminOptions {
    const char *store, *reason, *days, *since, *until, *other, *game, *report, *as, *note;
    bool check;
} AdminOptions;

// Accepts "2026-11-16", optionally with "T20:30"; UTC.
static bool read_time(const char *text, i64 *ms)
{
    int year, month, day, hour = 0, minute = 0, length = 0;
    if (!text) return true;
    bool fits = sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &length) == 3;
    if (fits && text[length] == 'T') {
        int more = 0;
        fits = sscanf(text + length, "T%2d:%2d%n", &hour, &minute, &more) == 2;
        length += more;
    }
    if (!fits || text[length] || year < 1970 || month < 1 || month > 12 || day < 1 || day > 31) {
        complain(EXIT_BAD, "%s is not a day such as 2026-11-16 or 2026-11-16T20:30 (UTC)",
                 quote(text).text);
        return false;
    }
    struct tm utc = { .tm_year = year - 1900,
                      .tm_mon = month - 1,
                      .tm_mday = day,
                      .tm_hour = hour,
                      .tm_min = minute };
    *ms = (i64)timegm(&utc) * 1000;
    return true;
}

static void copy(char *to, size_t size, const char *from)
{
    Out out = out_to(to, size);
    if (from) out_str(&out, from);
}

// --- measures ------------------------------------------------------------------------------------

// The acting moderator, if named.
static bool read_actor(const AdminOptions *options, Measure *measure)
{
    StoredPerson person;
    if (!options->as) return true;
    Store *store = moderate_open(options->store, true);
    if (!store) return false;
    bool found = person_find(store, text_of(options->as), &person);
    store_close(store);
    if (!found) complain(EXIT_NO, "nobody has the name %s", quote(options->as).text);
    measure->actor = found ? person.id : 0;
    return found;
}

static ExitStatus read_measure(MeasureKind kind, int argc, char **argv, const AdminOptions *options,
                               Measure *measure)
{
    i64 number;
    *measure = (Measure){ .kind = kind, .actor_role = ROLE_OPERATOR, .now_ms = moderate_now_ms() };
    bool two = kind == MEASURE_RENAME || kind == MEASURE_ROLE;
    bool any = kind == MEASURE_ANNUL || kind == MEASURE_DISMISS;
    int least = two ? 2 : any ? 0 : 1, most = two ? 2 : kind == MEASURE_DISMISS ? 0 : 1;
    if (argc < least)
        return complain(EXIT_BAD, "admin %s needs %s", MEASURE_NAMES[kind],
                        kind == MEASURE_RENAME ? "a name and a new one"
                        : kind == MEASURE_ROLE ? "a name and a role"
                        : kind == MEASURE_UNDO ? "the number of an entry"
                                               : "a name");
    if (argc > most) return args_unexpected(argv[most]);
    if (kind == MEASURE_UNDO) {
        if (!args_number(argv[0], "the number of an entry", (i64)1 << 53, &measure->entry))
            return EXIT_BAD;
    } else if (argc) {
        copy(measure->person, sizeof measure->person, argv[0]);
    }
    if (kind == MEASURE_RENAME) copy(measure->name, sizeof measure->name, argv[1]);
    if (kind == MEASURE_ROLE && !role_find(text_of(argv[1]), &measure->role))
        return complain(EXIT_BAD, "a role is player, moderator or operator");
    if (kind == MEASURE_SUSPEND && !options->days)
        return complain(EXIT_BAD, "admin suspend needs --days");
    if (options->days) {
        if (!args_number(options->days, "--days", DAYS_MAX, &number)) return EXIT_BAD;
        measure->until_ms = measure->now_ms + number * CLOCK_DAY;
    }
    if (options->report &&
        !args_number(options->report, "--report", (i64)1 << 53, &measure->report))
        return EXIT_BAD;
    if (options->game && !game_id_read(text_of(options->game), &measure->game))
        return complain(EXIT_BAD, "%s is not a game id", quote(options->game).text);
    if (!read_time(options->since, &measure->since_ms) ||
        !read_time(options->until, &measure->until_ms))
        return EXIT_BAD;
    copy(measure->other, sizeof measure->other, options->other);
    copy(measure->reason, sizeof measure->reason, options->reason);
    return read_actor(options, measure) ? EXIT_DONE : EXIT_BAD;
}

// --- accounts ------------------------------------------------------------------------------------

// A password of 80 random bits, without letters that look alike. Prints it once it is stored.
static ExitStatus reset_password(const char *file, Measure *measure)
{
    static const char LETTERS[] = "abcdefghjkmnpqrstuvwxyz23456789A";
    char password[17] = "";
    _Static_assert(sizeof LETTERS == 33, "five bits each");
    for (int i = 0; i < 16; i++)
        password[i] = LETTERS[randombytes_uniform(32)];
    if (crypto_pwhash_str(measure->password_hash, password, 16, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE))
        return complain(EXIT_BAD, "out of memory");
    ExitStatus status = moderate(file, measure);
    if (status == EXIT_DONE) printf("the new password of %s: %s\n", measure->person, password);
    sodium_memzero(password, sizeof password);
    return status;
}

// --- looking -------------------------------------------------------------------------------------

static ExitStatus check_audit(Store *store, const char *note)
{
    Fault why;
    LastEntry last;
    char hex[2 * SECRET_BYTES + 1];
    if (!audit_check(store, &last, &why)) return complain(EXIT_NO, "%s", why.message);
    sodium_bin2hex(hex, sizeof hex, last.hash.bytes, SECRET_BYTES);
    if (note && strcmp(note, hex))
        return complain(EXIT_NO, "the last entry has the hash %s, not the one that was noted", hex);
    printf("sound: %lld entries, the last has the hash %s\n", (long long)last.number, hex);
    return EXIT_DONE;
}

static ExitStatus look(const char *verb, int argc, char **argv, const AdminOptions *options)
{
    StoredPerson person = { 0 };
    bool shows = !strcmp(verb, "show"), audits = !strcmp(verb, "audit");
    bool sanctions = !strcmp(verb, "sanctions");
    if (shows && !argc) return complain(EXIT_BAD, "admin show needs a name");
    if (argc > (shows || audits)) return args_unexpected(argv[shows || audits]);
    Store *store = moderate_open(options->store, true);
    if (!store) return EXIT_BAD;
    ExitStatus status = EXIT_DONE;
    if (argc && !person_find(store, text_of(argv[0]), &person))
        status = complain(EXIT_NO, "nobody has that name");
    else if (shows)
        print_case(store, &person);
    else if (audits && options->check)
        status = check_audit(store, options->note);
    else if (audits)
        print_audit(store, person.id);
    else if (sanctions)
        print_sanctions(store, moderate_now_ms());
    else
        print_queue(store);
    store_close(store);
    return status;
}

// --- the command ---------------------------------------------------------------------------------

static ExitStatus run(int argc, char **argv)
{
    AdminOptions given = { 0 };
    const Option options[] = {
        { "--store", &given.store, NULL }, { "--reason", &given.reason, NULL },
        { "--days", &given.days, NULL },   { "--with", &given.other, NULL },
        { "--game", &given.game, NULL },   { "--since", &given.since, NULL },
        { "--until", &given.until, NULL }, { "--report", &given.report, NULL },
        { "--as", &given.as, NULL },       { "--check", NULL, &given.check },
        { "--noted", &given.note, NULL },  { 0 }
    };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    const char *verb = left ? argv[0] : "";
    MeasureKind kind = MEASURES;
    bool looks = !strcmp(verb, "queue") || !strcmp(verb, "show") || !strcmp(verb, "audit") ||
                 !strcmp(verb, "sanctions");
    if (!looks && !measure_find(text_of(verb), &kind))
        return complain(EXIT_BAD,
                        "admin needs queue, show, audit, sanctions, warn, suspend, ban, rename, "
                        "annul, undo, dismiss, role, reset-password, sign-out, factor-off or "
                        "delete; see meydan admin --help");
    if (!given.store) return complain(EXIT_BAD, "admin needs --store FILE, the server's store");
    if (sodium_init() < 0) return complain(EXIT_BAD, "libsodium does not start");
    if (looks) return look(verb, left - 1, argv + 1, &given);
    Measure measure;
    ExitStatus status = read_measure(kind, left - 1, argv + 1, &given, &measure);
    measure.features = FEATURES;
    if (status == EXIT_DONE && kind == MEASURE_PASSWORD)
        return reset_password(given.store, &measure);
    return status == EXIT_DONE ? moderate(given.store, &measure) : status;
}

const Command COMMAND_ADMIN = {
    .name = "admin",
    .synopsis =
        "queue | show NAME | audit [NAME] [--check [--noted HASH]] | sanctions | warn NAME | "
        "suspend NAME "
        "--days N | ban NAME | rename NAME NEW | annul [NAME] | undo ENTRY | dismiss | role NAME "
        "ROLE | reset-password NAME | sign-out NAME | factor-off NAME | delete NAME; --store FILE "
        "[--reason TEXT] [--with NAME] [--game ID] [--since DAY] [--until DAY] "
        "[--report N] [--as NAME]",
    .summary = "moderate: reports, sanctions, roles, the audit log",
    .help =
        "FILE is a server's store. A running server applies the changes within a second. Every\n"
        "user who may write the file is an operator. NAME is an account, or # and the number\n"
        "of a person.\n"
        "\n"
        "  queue    the open reports\n"
        "  show     the measures against a person, and the reports about them\n"
        "  audit    all measures, in order. --check verifies the chain of hashes;\n"
        "           --noted HASH, printed by an earlier check, verifies that it is still in\n"
        "           the chain\n"
        "  sanctions   the suspensions and bans that hold now\n"
        "  warn, suspend, ban   need --reason, which the person sees\n"
        "  rename   gives an account another name\n"
        "  annul    removes rated games from the ratings: --game ID, or all games of NAME;\n"
        "           --with NAME selects those against one opponent, --since and --until\n"
        "           those that ended between two days (UTC)\n"
        "  undo     reverses the measure with that number in the audit log\n"
        "  dismiss  closes --report N without a measure; other measures with --report N\n"
        "           close it too\n"
        "  role     player, moderator or operator\n"
        "  reset-password   gives the account a new password and prints it; sessions and tokens\n"
        "           end. A second factor stays\n"
        "  sign-out    ends all sessions and tokens of the account\n"
        "  factor-off  turns the second factor off, and ends sessions and tokens\n"
        "  delete   deletes the account, as its owner would: games stay, without a name.\n"
        "           This and the three before cannot be undone\n",
    .run = run,
};
