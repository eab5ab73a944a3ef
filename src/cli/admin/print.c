// SPDX-License-Identifier: MIT
// Prints reports, people and the audit log, one line each.
#include "cli/admin/admin.h"

#include "server/features/moderation/moderation_ops.h"
#include "server/games/game_lists.h"
#include "server/games/live/rooms.h"
#include "server/identity/persons.h"

#include <stdio.h>
#include <time.h>

enum { LINES_MAX = 1000, WORDS_SIZE = 512 };

typedef struct Words {
    char text[WORDS_SIZE];
} Words;

// Text from users on one line: replaces control characters by blanks.
static Words on_a_line(Text text)
{
    Words words;
    Out out = out_to(words.text, sizeof words.text);
    out_text(&out, text);
    for (char *at = words.text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127) *at = ' ';
    return words;
}

static Words name_of(Store *store, i64 id)
{
    StoredPerson person;
    Words words;
    if (!id)
        snprintf(words.text, sizeof words.text, "-");
    else if (person_by_id(store, id, &person) && person.name[0])
        snprintf(words.text, sizeof words.text, "%s", person.name);
    else
        snprintf(words.text, sizeof words.text, "#%lld", (long long)id);
    return words;
}

static Words time_of(i64 ms)
{
    Words words;
    time_t seconds = (time_t)(ms / 1000);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    strftime(words.text, sizeof words.text, "%Y-%m-%dT%H:%MZ", &utc);
    return words;
}

static Words game_of(i64 game)
{
    Words words = { "-" };
    if (game) game_id_write(game, words.text);
    return words;
}

typedef struct Printing {
    Store *store;
    int count;
    i64 now_ms;
} Printing;

static bool print_report(void *context, const void *row)
{
    const Report *report = row;
    Printing *printing = context;
    printing->count++;
    printf("%lld %s %s by %s game %s %s%s%s %s\n", (long long)report->number,
           time_of(report->at).text, name_of(printing->store, report->person).text,
           name_of(printing->store, report->reporter).text, game_of(report->game).text,
           on_a_line(report->reason).text, report->taken ? " taken by " : "",
           report->taken ? name_of(printing->store, report->taken).text : "",
           on_a_line(report->text).text);
    return true;
}

static bool print_sanction(void *context, const void *row)
{
    const Sanction *sanction = row;
    Printing *printing = context;
    printing->count++;
    printf("  entry %lld %s %s%s%s%s: %s\n", (long long)sanction->entry, time_of(sanction->at).text,
           sanction_name(sanction->kind), sanction->until ? " until " : "",
           sanction->until ? time_of(sanction->until).text : "",
           sanction->lifted ? " (undone)" : "", on_a_line(sanction->reason).text);
    return true;
}

static bool print_entry(void *context, const void *row)
{
    const AuditEntry *entry = row;
    Printing *printing = context;
    printing->count++;
    printf("%lld %s %s %s by %s%s%s: %s\n", (long long)entry->number, time_of(entry->at_ms).text,
           on_a_line(entry->kind).text, name_of(printing->store, entry->subject).text,
           entry->actor ? name_of(printing->store, entry->actor).text : "this machine",
           entry->detail.length ? ", " : "", on_a_line(entry->detail).text,
           on_a_line(entry->reason).text);
    return true;
}

void print_queue(Store *store)
{
    Printing printing = { .store = store };
    store_select(store, &MODERATION_OP[MODERATION_REPORTS_OPEN],
                 &(ReportsWanted){ .limit = LINES_MAX }, print_report, &printing);
    if (!printing.count) puts("no open reports");
}

void print_case(Store *store, const StoredPerson *person)
{
    Printing printing = { .store = store };
    PersonCounts counts = { 0 };
    games_counts(store, person->id, &counts);
    printf("%s #%lld, %s, since %s, games %d\n", name_of(store, person->id).text,
           (long long)person->id, role_name(role_read(store, person->id)),
           time_of(person->created_ms).text, counts.games);
    puts("decided:");
    store_select(store, &MODERATION_OP[MODERATION_SANCTIONS_OF], &(PersonArg){ person->id },
                 print_sanction, &printing);
    if (!printing.count) puts("  nothing");
    puts("reported:");
    printing.count = 0;
    store_select(store, &MODERATION_OP[MODERATION_REPORTS_ABOUT],
                 &(ReportsWanted){ .of = person->id, .limit = LINES_MAX }, print_report, &printing);
    if (!printing.count) puts("  never");
}

static bool print_bar(void *context, const void *row)
{
    const Bar *bar = row;
    Printing *printing = context;
    if (bar->until_ms && bar->until_ms <= printing->now_ms) return true;
    printing->count++;
    printf("entry %lld %s %s%s%s: %s\n", (long long)bar->entry,
           name_of(printing->store, bar->person).text, sanction_name(bar->kind),
           bar->until_ms ? " until " : "", bar->until_ms ? time_of(bar->until_ms).text : "",
           on_a_line(text_of(bar->reason)).text);
    return true;
}

void print_sanctions(Store *store, i64 now_ms)
{
    Printing printing = { .store = store, .now_ms = now_ms };
    store_select(store, &IDENTITY_OPS[IDENTITY_BARS], NULL, print_bar, &printing);
    if (!printing.count) puts("nobody is suspended or banned");
}

void print_audit(Store *store, i64 subject)
{
    Printing printing = { .store = store };
    i64 after = 0;
    int before;
    do {
        before = printing.count;
        const EntriesWanted wanted = { .from = after, .subject = subject, .limit = LINES_MAX };
        store_select(store, &MODERATION_OP[MODERATION_ENTRIES_UP], &wanted, print_entry, &printing);
        after += LINES_MAX;
    } while (!subject && printing.count - before == LINES_MAX);
}
