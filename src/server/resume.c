// SPDX-License-Identifier: MIT
// Games go on after a start: all that are open or live come out of the store, and nobody is charged
// for the time in which there was no server.
#include "server/playing.h"

#include "server/restore.h"

#include <stdlib.h>
#include <time.h>

enum {
    PAUSES_AT_ONCE = 500,
    COMMIT_MS = 1000, // as slow as a commit may be
};

typedef struct Loading {
    Play *play;
    Table *first; // chained by `older`
    bool full;
} Loading;

static void load_room(void *context, const Room *room)
{
    Loading *loading = context;
    Table *table = table_new(loading->play, room);
    if (!table) {
        loading->full = true;
        free(room->match.plies);
        return;
    }
    table->older = loading->first;
    loading->first = table;
}

static void say_broken(void *context, i64 game, const Fault *why)
{
    const Loading *loading = context;
    const PlaySetup *setup = &loading->play->setup;
    char id[GAME_ID_LENGTH + 1], line[sizeof why->message + 40];
    if (!setup->say) return;
    game_id_write(game, id);
    Out out = out_to(line, sizeof line);
    out_format(&out, "game %s cannot be restored: %s", id, why->message);
    setup->say(setup->context, line);
}

static bool load_rooms(Play *play, Fault *why)
{
    Loading loading = { .play = play };
    const RestoreSee see = { .context = &loading, .room = load_room, .broken = say_broken };
    bool fine = restore_rooms(play->setup.store, 0, &see, why);
    i64 now = play_clock(play);
    for (Table *table = loading.first, *next; table; table = next) {
        next = table->older;
        Room *room = &table->room;
        room_know(room, play->setup.store);
        for (int i = 0; i < room_players(room); i++)
            room->seat[i].away_since = now;
        hall_add(&play->hall, table);
    }
    if (loading.full || !timers_reserve(&play->timers, play->hall.count)) {
        fault(why, FULL, "out of memory");
        return false;
    }
    return fine;
}

// Down time was not played time. Nor is the time of the commit of the move before: the store does
// not know how long it took, so the player gets a second. That must be kept too, or the next
// restart would not know it.
typedef struct Pauses {
    Play *play;
    StoreWrite write[PAUSES_AT_ONCE];
    char body[PAUSES_AT_ONCE][EVENT_TEXT_MOST];
    int count;
    int waiting, failed;
} Pauses;

static void on_paused(void *context, StoreStatus status)
{
    Pauses *pauses = context;
    pauses->waiting--;
    pauses->failed += status != STORED;
}

static void write_pauses(Pauses *pauses)
{
    if (!pauses->count) return;
    bool room =
        store_write(pauses->play->setup.store, pauses->write, pauses->count, on_paused, pauses);
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
                    .pause_ms = now - last + (used < COMMIT_MS ? used : COMMIT_MS) };
    room_apply(room, &event, NULL);
    char *body = pauses->body[pauses->count];
    Out out = out_to(body, EVENT_TEXT_MOST);
    event_write(&event, room_players(room), &out);
    pauses->write[pauses->count++] = (StoreWrite){ .kind = WRITE_EVENT,
                                                   .event = { .game = room->id,
                                                              .number = event.number,
                                                              .kind = (int)event.kind,
                                                              .ply = NO_PLY,
                                                              .at_ms = now,
                                                              .body = { body, out.length } } };
    if (pauses->count == PAUSES_AT_ONCE) write_pauses(pauses);
}

static bool give_back_down_time(Play *play, Fault *why)
{
    Pauses *pauses = calloc(1, sizeof *pauses);
    if (!pauses) {
        fault(why, FULL, "out of memory");
        return false;
    }
    pauses->play = play;
    i64 now = play_clock(play), alive = store_alive_ms(play->setup.store);
    for (Table *table = play->hall.newest[ROOM_LIVE]; table; table = table->older)
        add_pause(pauses, &table->room, now, alive);
    write_pauses(pauses);
    while (pauses->waiting) {
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
        store_collect(play->setup.store);
    }
    bool fine = !pauses->failed;
    if (!fine) fault(why, ILLEGAL, "the store cannot be written");
    free(pauses);
    return fine;
}

void play_arm_all(Play *play)
{
    for (int state = ROOM_OPEN; state <= ROOM_LIVE; state++)
        for (Table *table = play->hall.newest[state], *older; table; table = older) {
            older = table->older;
            table_go_on(table);
        }
}

bool play_resume(Play *play, Fault *why)
{
    return load_rooms(play, why) && give_back_down_time(play, why);
}
