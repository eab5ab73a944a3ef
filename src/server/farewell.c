// SPDX-License-Identifier: MIT
#include "server/farewell.h"

#include <stdlib.h>

enum { AT_ONCE = 64, FIRST_ROOM = 16 };

typedef struct Parting {
    i64 game;
    ActionKind kind;
} Parting;

typedef struct Farewell {
    Play *play;
    i64 person;
    void (*then)(void *context);
    void *context;
    Parting *parting;
    int count, room;
    int next;   // to be asked for
    int asked;  // and not decided
    bool going; // in `go_on`, which sees what is decided at once
} Farewell;

static bool how_to_leave(const Room *room, i64 person, ActionKind *kind)
{
    int seat = room_seat_of(room, person);
    if (room->state == ROOM_LIVE) {
        *kind = ACT_RESIGN;
        return seat >= 0 && !room->seat[seat].out;
    }
    *kind = room->maker == person ? ACT_ABORT : ACT_LEAVE;
    return room->maker == person || seat >= 0;
}

static bool note(void *context, const Room *room)
{
    Farewell *farewell = context;
    ActionKind kind;
    if (!how_to_leave(room, farewell->person, &kind)) return true;
    if (farewell->count == farewell->room) {
        int more = farewell->room ? 2 * farewell->room : FIRST_ROOM;
        Parting *parting = realloc(farewell->parting, (size_t)more * sizeof *parting);
        if (!parting) return false; // those who are left find out by their clocks
        farewell->parting = parting;
        farewell->room = more;
    }
    farewell->parting[farewell->count++] = (Parting){ room->id, kind };
    return true;
}

static void go_on(Farewell *farewell);

static void decided(void *context, const ActResult *result)
{
    Farewell *farewell = context;
    (void)result;
    farewell->asked--;
    if (!farewell->going) go_on(farewell);
}

static void go_on(Farewell *farewell)
{
    farewell->going = true;
    while (farewell->next < farewell->count && farewell->asked < AT_ONCE) {
        const Parting *parting = &farewell->parting[farewell->next++];
        const Action action = {
            .kind = parting->kind, .game = parting->game, .person = farewell->person, .seat = -1
        };
        farewell->asked++;
        play_act(farewell->play, &action, decided, farewell);
    }
    farewell->going = false;
    if (farewell->asked) return;
    farewell->then(farewell->context);
    free(farewell->parting);
    free(farewell);
}

void farewell(Play *play, i64 person, void (*then)(void *context), void *context)
{
    Farewell *made = calloc(1, sizeof *made);
    if (!made) {
        then(context);
        return;
    }
    *made = (Farewell){ .play = play, .person = person, .then = then, .context = context };
    play_each_of(play, person, note, made);
    go_on(made);
}
