// SPDX-License-Identifier: MIT
// Resumes games after a start: reads all open and live ones from the store, and refunds the time
// without a server.
#include "server/games/correspondence_ops.h"
#include "server/games/game_ops.h"
#include "server/games/live/rooms_internal.h"

#include "server/games/live/restore.h"

#include <stdlib.h>
#include <time.h>

enum {
    PAUSES_AT_ONCE = 500,
    COMMIT_MS = 1000, // the longest plausible commit
    ALIVE_MS = 3000,  // a node with such a recent sign of life is still running
};

typedef struct ResumeLoading {
    Rooms *rooms;
    ActiveRoom *first; // chained by `older`
    bool full;
} ResumeLoading;

static void load_room(void *context, const Room *room)
{
    ResumeLoading *loading = context;
    ActiveRoom *active = active_room_new(loading->rooms, room);
    if (!active) {
        loading->full = true;
        free(room->match.plies);
        return;
    }
    active->older = loading->first;
    loading->first = active;
}

static void say_broken(void *context, i64 game, const Fault *why)
{
    const ResumeLoading *loading = context;
    const RoomsSetup *setup = &loading->rooms->setup;
    char id[GAME_ID_LENGTH + 1], line[sizeof why->message + 40];
    if (!setup->say) return;
    game_id_write(game, id);
    Out out = out_to(line, sizeof line);
    out_format(&out, "game %s cannot be restored: %s", id, why->message);
    setup->say(setup->context, line);
}

static bool see_vacation(void *context, const void *row)
{
    Vacation vacation;
    Rooms *rooms = context;
    const StoredVacation *stored = row;
    return !vacation_read(stored->body, &vacation) ||
           registry_set_vacation(&rooms->registry, stored->person, &vacation);
}

static bool load_rooms(Rooms *rooms, Fault *why)
{
    if (!store_select(rooms->setup.store, &CORRESPONDENCE_OPS[VACATION_ALL], NULL, see_vacation,
                      rooms)) {
        fault(why, FULL, "the vacations cannot be read");
        return false;
    }
    ResumeLoading loading = { .rooms = rooms };
    const RestoreSee see = { .context = &loading, .room = load_room, .broken = say_broken };
    bool fine = restore_rooms(rooms->setup.store, 0, &see, why);
    i64 now = rooms_clock(rooms);
    for (ActiveRoom *active = loading.first, *next; active; active = next) {
        next = active->older;
        Room *room = &active->room;
        room_know(room, rooms->setup.store);
        for (int i = 0; i < room_players(room); i++)
            room->seat[i].away_since = now;
        registry_add(&rooms->registry, active);
    }
    if (loading.full || !timers_reserve(&rooms->timers, rooms->registry.by_id.count)) {
        fault(why, FULL, "out of memory");
        return false;
    }
    return fine;
}

// Refunds the down time, and a second for the commit of the previous move, whose duration the store
// doesn't know. The refund is stored too, so that the next restart knows it.
typedef struct Pauses {
    Rooms *rooms;
    StoreWrite write[PAUSES_AT_ONCE];
    StoredEvent event[PAUSES_AT_ONCE];
    char body[PAUSES_AT_ONCE][EVENT_TEXT_MAX];
    int count;
    int waiting, failed;
    int forestalled; // refunds already written by a node that starts at the same time
} Pauses;

static void on_paused(void *context, StoreStatus status)
{
    Pauses *pauses = context;
    pauses->waiting--;
    pauses->forestalled += status == STORE_CONFLICT;
    pauses->failed += status != STORED;
}

static void write_pauses(Pauses *pauses)
{
    if (!pauses->count) return;
    bool room =
        store_write(pauses->rooms->setup.store, pauses->write, pauses->count, on_paused, pauses);
    pauses->waiting += room;
    pauses->failed += !room;
    pauses->count = 0;
}

static void add_pause(Pauses *pauses, Room *room, i64 now, i64 alive)
{
    i64 last = alive > room->match.now ? alive : room->match.now, used = last - room->match.since;
    if (!room_clock_runs(room) || now <= last) return;
    Event event = { .kind = EVENT_PAUSE,
                    .number = room->number + 1,
                    .at = now,
                    .pause_ms = now - last - room_rest(room, last, now) +
                                (used < COMMIT_MS ? used : COMMIT_MS) };
    room_apply(room, &event, NULL);
    char *body = pauses->body[pauses->count];
    Out out = out_to(body, EVENT_TEXT_MAX);
    event_write(&event, room_players(room), &out);
    StoredEvent *stored = &pauses->event[pauses->count];
    *stored = (StoredEvent){ .game = room->id,
                             .number = event.number,
                             .kind = (int)event.kind,
                             .ply = NO_PLY,
                             .at_ms = now,
                             .body = { body, out.length } };
    pauses->write[pauses->count++] = store_op(&GAME_OPS[GAMES_ADD_EVENT], stored);
    if (pauses->count == PAUSES_AT_ONCE) write_pauses(pauses);
}

static bool give_back_down_time(Rooms *rooms, bool *again, Fault *why)
{
    Pauses *pauses = calloc(1, sizeof *pauses);
    if (!pauses) {
        fault(why, FULL, "out of memory");
        return false;
    }
    pauses->rooms = rooms;
    i64 now = rooms_clock(rooms), alive = games_alive_ms(rooms->setup.store);
    bool shared = rooms->setup.owns != NULL;
    // While another node ran there was no down time.
    rooms->among_others = shared && now - alive < ALIVE_MS;
    for (ActiveRoom *active = rooms->registry.newest[ROOM_LIVE]; active && !rooms->among_others;
         active = active->older) {
        add_pause(pauses, &active->room, now, alive);
        if (shared) write_pauses(pauses); // separately, since another node may be faster
    }
    write_pauses(pauses);
    while (pauses->waiting) {
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
        store_collect(rooms->setup.store);
    }
    *again = shared && pauses->forestalled;
    bool fine = pauses->failed == (shared ? pauses->forestalled : 0);
    if (!fine) fault(why, ILLEGAL, "the store cannot be written");
    free(pauses);
    return fine;
}

void rooms_arm_all(Rooms *rooms)
{
    outage_before_start(rooms);
    RoomWalk walk;
    for (ActiveRoom *active = registry_first(&rooms->registry, &walk, ROOM_OPEN, ROOM_LIVE); active;
         active = registry_next(&walk)) {
        outage_turn(active, rooms->among_others ? active->room.began_ms : rooms_clock(rooms));
        active_room_go_on(active);
    }
}

bool rooms_resume(Rooms *rooms, Fault *why)
{
    bool again = false;
    if (!load_rooms(rooms, why) || !give_back_down_time(rooms, &again, why)) return false;
    if (!again) return true;
    registry_free(&rooms->registry); // another node has written the same refund
    return registry_init(&rooms->registry) && load_rooms(rooms, why);
}
