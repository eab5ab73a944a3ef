// SPDX-License-Identifier: MIT
#include "server/features/moderation/audit_watch.h"

#include "platform/array.h"
#include "server/features/moderation/measure.h"
#include "server/features/moderation/moderation_ops.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_MS = 1000, ENTRIES_MAX = 200 };

struct AuditWatch {
    AuditWatchSetup setup;
    uv_timer_t timer;
    bool timing, closing;
    bool looking, again; // a read is under way; another one follows it
    i64 seen;            // the last entry handled
    i64 started_ms;      // a minute before that, as other machines' clocks differ
};

// One read of the log, on a reader's thread.
typedef struct Look {
    AuditWatch *watch;
    i64 after, last;
    Rulings *rulings; // NULL: nothing new, or a read error
    i64 subject[ENTRIES_MAX];
    bool signs_out[ENTRIES_MAX];
    int subjects;
    i64 *game; // annulled or restored
    size_t games, games_capacity;
    bool lost; // out of memory
} Look;

static void see_games(Look *look, const AuditEntry *entry)
{
    i64 games[ANNUL_MAX];
    size_t count = (size_t)measure_games(entry->kind, entry->detail, games);
    if (!count) return;
    i64 *grown = array_grow(look->game, &look->games_capacity, look->games + count, sizeof *grown);
    look->lost = look->lost || !grown;
    if (!grown) return;
    look->game = grown;
    memcpy(look->game + look->games, games, count * sizeof *games);
    look->games += count;
}

static bool see_entry(void *context, const void *row)
{
    const AuditEntry *entry = row;
    Look *look = context;
    look->last = entry->number;
    if (entry->subject) {
        // Sockets end with the process, so older entries need none of this.
        look->signs_out[look->subjects] =
            entry->at_ms >= look->watch->started_ms && measure_signs_out(entry->kind);
        look->subject[look->subjects++] = entry->subject;
    }
    see_games(look, entry);
    return true;
}

static void read_look(void *context, Store *reading)
{
    Look *look = context;
    if (audit_last(reading).number <= look->after) return;
    const EntriesWanted wanted = { .from = look->after, .limit = ENTRIES_MAX };
    if (store_select(reading, &MODERATION_OP[MODERATION_ENTRIES_UP], &wanted, see_entry, look) &&
        !look->lost)
        look->rulings = rulings_read(reading);
}

static void see_to(AuditWatch *watch, i64 person)
{
    const AuditWatchSetup *setup = &watch->setup;
    setup->renamed(setup->owner, person);
    if (access_bar(watch->setup.access, person, setup->now(setup->owner)))
        setup->barred(setup->owner, person);
}

static void end_look(void *context, bool was_read)
{
    Look *look = context;
    AuditWatch *watch = look->watch;
    watch->looking = false;
    bool more = look->rulings && look->last < look->after + ENTRIES_MAX ? watch->again
                                                                        : look->rulings != NULL;
    if (look->rulings && was_read && !watch->closing) {
        watch->seen = look->last;
        access_set_rulings(watch->setup.access, look->rulings);
        for (int i = 0; i < look->subjects; i++) {
            if (look->signs_out[i]) watch->setup.signed_out(watch->setup.owner, look->subject[i]);
            see_to(watch, look->subject[i]);
        }
        for (size_t i = 0; i < look->games; i++)
            watch->setup.annulled(watch->setup.owner, look->game[i]);
    } else {
        rulings_free(look->rulings);
        more = watch->again;
    }
    free(look->game);
    free(look);
    if (more && !watch->closing) audit_watch_look(watch);
}

void audit_watch_look(AuditWatch *watch)
{
    watch->again = watch->looking;
    if (watch->looking || watch->closing) return;
    Look *look = calloc(1, sizeof *look);
    if (!look) return; // the timer repeats
    look->watch = watch;
    look->after = watch->seen;
    watch->looking = store_read(watch->setup.store, READ_SHORT, read_look, end_look, look);
    if (!watch->looking) free(look);
}

static void on_timer(uv_timer_t *timer)
{
    audit_watch_look(timer->data);
}

AuditWatch *audit_watch_new(const AuditWatchSetup *setup)
{
    AuditWatch *watch = calloc(1, sizeof *watch);
    if (watch) watch->setup = *setup;
    return watch;
}

void audit_watch_start(AuditWatch *watch)
{
    watch->started_ms = watch->setup.now(watch->setup.owner) - 60000;
    uv_timer_init(watch->setup.loop, &watch->timer);
    watch->timing = true;
    watch->timer.data = watch;
    uv_timer_start(&watch->timer, on_timer, LOOK_MS, LOOK_MS);
    audit_watch_look(watch); // the whole log, including people barred meanwhile
}

void audit_watch_close(AuditWatch *watch)
{
    watch->closing = true;
    if (watch->timing) uv_close((uv_handle_t *)&watch->timer, NULL);
    watch->timing = false;
}

void audit_watch_free(AuditWatch *watch)
{
    free(watch);
}
