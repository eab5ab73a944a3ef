// SPDX-License-Identifier: MIT
// Deliberate mistakes, which `tests/cluster --prove` must find. A build with -Dbroken=true links
// this file and puts it between the program's own functions (-Wl,--wrap); the environment variable
// MEYDAN_BROKEN names the mistake. No other build contains any of it.
#include "server/games/game_ops.h"
#include "server/games/live/rooms_internal.h"
#include "sql/postgres/postgres.h"

#include <stdlib.h>
#include <string.h>

bool __real_store_write(Store *store, const StoreWrite *writes, int count, StoreDone *done,
                        void *context);
bool __wrap_store_write(Store *store, const StoreWrite *writes, int count, StoreDone *done,
                        void *context);
void __real_rooms_publish(Rooms *rooms, NewsKind kind, const Room *room, const Event *event,
                          i64 next);
void __wrap_rooms_publish(Rooms *rooms, NewsKind kind, const Room *room, const Event *event,
                          i64 next);
void __real_active_room_freeze(ActiveRoom *active, i64 from);
void __wrap_active_room_freeze(ActiveRoom *active, i64 from);
void __real_active_room_refund(ActiveRoom *active, i64 ms, i64 now);
void __wrap_active_room_refund(ActiveRoom *active, i64 ms, i64 now);
bool __real_hosts_note(PgConnection *c);
bool __wrap_hosts_note(PgConnection *c);

static bool is_broken(const char *what)
{
    const char *chosen = getenv("MEYDAN_BROKEN");
    return chosen && !strcmp(chosen, what);
}

typedef struct Ignorant {
    StoreDone *done;
    void *context;
} Ignorant;

static void ignore_refusal(void *context, StoreStatus status)
{
    Ignorant call = *(Ignorant *)context;
    free(context);
    call.done(call.context, status == STORE_CONFLICT ? STORED : status);
}

// ignore-refusal: a conflict counts as stored. acknowledge-early: a player's request is answered
// before its commit. Both concern the events of a game that exists; commit.c writes them.
bool __wrap_store_write(Store *store, const StoreWrite *writes, int count, StoreDone *done,
                        void *context)
{
    if (!done || !count || writes[0].op != &GAME_OPS[GAMES_ADD_EVENT])
        return __real_store_write(store, writes, count, done, context);
    Ignorant *call = is_broken("ignore-refusal") ? malloc(sizeof *call) : NULL;
    if (call) {
        *call = (Ignorant){ done, context };
        if (__real_store_write(store, writes, count, ignore_refusal, call)) return true;
        free(call);
        return false;
    }
    if (!__real_store_write(store, writes, count, done, context)) return false;
    if (is_broken("acknowledge-early")) {
        PendingCommit *pending = context;
        act_accept(&pending->request, pending->active->room.id);
        pending->request.done = NULL;
    }
    return true;
}

// flag-twice: the end of a game by time is published twice.
void __wrap_rooms_publish(Rooms *rooms, NewsKind kind, const Room *room, const Event *event,
                          i64 next)
{
    bool flag = kind == NEWS_EVENT && event->kind == EVENT_END && event->reason == REASON_TIME;
    __real_rooms_publish(rooms, kind, room, event, next);
    if (flag && is_broken("flag-twice")) __real_rooms_publish(rooms, kind, room, event, next);
}

// charge-outage: no clock is stopped and no time refunded.
void __wrap_active_room_freeze(ActiveRoom *active, i64 from)
{
    if (!is_broken("charge-outage")) __real_active_room_freeze(active, from);
}

void __wrap_active_room_refund(ActiveRoom *active, i64 ms, i64 now)
{
    if (!is_broken("charge-outage")) __real_active_room_refund(active, ms, now);
}

// commit-later: PostgreSQL acknowledges a commit before it is on the disk.
bool __wrap_hosts_note(PgConnection *c)
{
    return __real_hosts_note(c) &&
           (!is_broken("commit-later") || pg_run(c, "SET synchronous_commit = off"));
}
