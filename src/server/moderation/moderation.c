// SPDX-License-Identifier: MIT
#include "server/moderation/moderation.h"

#include "containers/array.h"
#include "server/moderation/measure.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_MS = 1000, ENTRIES_MAX = 200 };

struct Moderation {
    ModerationSetup setup;
    Access *access;
    uv_timer_t timer;
    bool timing, closing;
    bool looking, again; // a look is under way; another one is wanted after it
    i64 seen;            // the last entry that was seen to
};

// One look, on a reader's thread and back.
typedef struct Look {
    Moderation *moderation;
    i64 after, last;
    Rulings *rulings; // NULL: nothing is new, or it could not be read
    i64 subject[ENTRIES_MAX];
    int subjects;
    i64 *game; // annulled, or brought back
    size_t games, games_capacity;
    bool lost; // out of memory
} Look;

static void see_games(Look *look, const StoredAudit *entry)
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

static bool see_entry(void *context, const StoredAudit *entry)
{
    Look *look = context;
    look->last = entry->number;
    if (entry->subject) look->subject[look->subjects++] = entry->subject;
    see_games(look, entry);
    return true;
}

static void read_look(void *context, Store *reading)
{
    Look *look = context;
    if (store_audit_last(reading) <= look->after) return;
    const AuditFilter filter = { .after = look->after, .limit = ENTRIES_MAX };
    if (store_audit(reading, &filter, see_entry, look) && !look->lost)
        look->rulings = rulings_read(reading);
}

static void see_to(Moderation *moderation, i64 person)
{
    const ModerationSetup *setup = &moderation->setup;
    setup->renamed(setup->owner, person);
    if (access_bar(moderation->access, person, setup->now(setup->owner)))
        setup->barred(setup->owner, person);
}

static void end_look(void *context, bool was_read)
{
    Look *look = context;
    Moderation *moderation = look->moderation;
    moderation->looking = false;
    bool more = look->rulings && look->last < look->after + ENTRIES_MAX ? moderation->again
                                                                        : look->rulings != NULL;
    if (look->rulings && was_read && !moderation->closing) {
        moderation->seen = look->last;
        access_set_rulings(moderation->access, look->rulings);
        for (int i = 0; i < look->subjects; i++)
            see_to(moderation, look->subject[i]);
        for (size_t i = 0; i < look->games; i++)
            moderation->setup.annulled(moderation->setup.owner, look->game[i]);
    } else {
        rulings_free(look->rulings);
        more = moderation->again;
    }
    free(look->game);
    free(look);
    if (more && !moderation->closing) moderation_look(moderation);
}

void moderation_look(Moderation *moderation)
{
    moderation->again = moderation->looking;
    if (moderation->looking || moderation->closing) return;
    Look *look = calloc(1, sizeof *look);
    if (!look) return; // the timer comes again
    look->moderation = moderation;
    look->after = moderation->seen;
    moderation->looking =
        store_read(moderation->setup.store, READ_SHORT, read_look, end_look, look);
    if (!moderation->looking) free(look);
}

static void on_timer(uv_timer_t *timer)
{
    moderation_look(timer->data);
}

Moderation *moderation_new(const ModerationSetup *setup, Fault *why)
{
    Moderation *moderation = calloc(1, sizeof *moderation);
    fault(why, MALFORMED, "cannot read who may play");
    if (!moderation) return NULL;
    moderation->setup = *setup;
    moderation->access = access_new();
    Rulings *rulings = moderation->access ? rulings_read(setup->store) : NULL;
    if (rulings && access_read_blocks(moderation->access, setup->store)) {
        access_set_rulings(moderation->access, rulings);
        return moderation;
    }
    rulings_free(rulings);
    moderation_free(moderation);
    return NULL;
}

void moderation_start(Moderation *moderation)
{
    uv_timer_init(moderation->setup.loop, &moderation->timer);
    moderation->timing = true;
    moderation->timer.data = moderation;
    uv_timer_start(&moderation->timer, on_timer, LOOK_MS, LOOK_MS);
    moderation_look(moderation); // all of the log: nobody who was barred meanwhile is left out
}

void moderation_close(Moderation *moderation)
{
    moderation->closing = true;
    if (moderation->timing) uv_close((uv_handle_t *)&moderation->timer, NULL);
    moderation->timing = false;
}

void moderation_free(Moderation *moderation)
{
    if (!moderation) return;
    access_free(moderation->access);
    free(moderation);
}

Access *moderation_access(Moderation *moderation)
{
    return moderation->access;
}
