// SPDX-License-Identifier: MIT
#include "server/games/live/rooms.h"

#include "platform/array.h"

enum { AT_ONCE = 64 };

typedef struct GivingUp {
    i64 game;
    ActionKind kind;
} GivingUp;

typedef struct Leaving {
    Rooms *rooms;
    i64 person;
    bool barred;
    void (*then)(void *context);
    void *context;
    GivingUp *game;
    size_t count, capacity;
    size_t next; // index of the next game to resign
    int asked;   // requests without a result
    bool going;  // inside `go_on`, which gets immediate results
} Leaving;

static bool how_to_leave(const Room *room, i64 person, bool barred, ActionKind *kind)
{
    int seat = room_seat_of(room, person);
    if (room->state == ROOM_LIVE) {
        *kind = barred ? ACT_BAR : ACT_RESIGN;
        return seat >= 0 && !room->seat[seat].out;
    }
    *kind = room->maker == person ? ACT_ABORT : ACT_LEAVE;
    return room->maker == person || seat >= 0;
}

static bool note(void *context, const Room *room)
{
    Leaving *leaving = context;
    ActionKind kind;
    if (!how_to_leave(room, leaving->person, leaving->barred, &kind)) return true;
    GivingUp *game =
        array_grow(leaving->game, &leaving->capacity, leaving->count + 1, sizeof *game);
    if (!game) return false; // the opponents will win on time
    leaving->game = game;
    leaving->game[leaving->count++] = (GivingUp){ room->id, kind };
    return true;
}

static void go_on(Leaving *leaving);

static void decided(void *context, const ActResult *result)
{
    Leaving *leaving = context;
    (void)result;
    leaving->asked--;
    if (!leaving->going) go_on(leaving);
}

static void go_on(Leaving *leaving)
{
    leaving->going = true;
    while (leaving->next < leaving->count && leaving->asked < AT_ONCE) {
        const GivingUp *given = &leaving->game[leaving->next++];
        const Action action = {
            .kind = given->kind, .game = given->game, .person = leaving->person, .seat = -1
        };
        leaving->asked++;
        rooms_act(leaving->rooms, &action, decided, leaving);
    }
    leaving->going = false;
    if (leaving->asked) return;
    leaving->then(leaving->context);
    free(leaving->game);
    free(leaving);
}

void give_up_all(Rooms *rooms, i64 person, bool barred, void (*then)(void *context), void *context)
{
    Leaving *made = calloc(1, sizeof *made);
    if (!made) {
        then(context);
        return;
    }
    *made = (Leaving){
        .rooms = rooms, .person = person, .barred = barred, .then = then, .context = context
    };
    rooms_each_of(rooms, person, note, made);
    go_on(made);
}
