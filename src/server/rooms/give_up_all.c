// SPDX-License-Identifier: MIT
#include "server/rooms/give_up_all.h"

#include <stdlib.h>

enum { AT_ONCE = 64, FIRST_SIZE = 16 };

typedef struct GivingUp {
    i64 game;
    ActionKind kind;
} GivingUp;

typedef struct Farewell {
    Rooms *rooms;
    i64 person;
    void (*then)(void *context);
    void *context;
    GivingUp *parting;
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
    Farewell *give_up_all = context;
    ActionKind kind;
    if (!how_to_leave(room, give_up_all->person, &kind)) return true;
    if (give_up_all->count == give_up_all->room) {
        int more = give_up_all->room ? 2 * give_up_all->room : FIRST_SIZE;
        GivingUp *parting = realloc(give_up_all->parting, (size_t)more * sizeof *parting);
        if (!parting) return false; // those who are left find out by their clocks
        give_up_all->parting = parting;
        give_up_all->room = more;
    }
    give_up_all->parting[give_up_all->count++] = (GivingUp){ room->id, kind };
    return true;
}

static void go_on(Farewell *give_up_all);

static void decided(void *context, const ActResult *result)
{
    Farewell *give_up_all = context;
    (void)result;
    give_up_all->asked--;
    if (!give_up_all->going) go_on(give_up_all);
}

static void go_on(Farewell *give_up_all)
{
    give_up_all->going = true;
    while (give_up_all->next < give_up_all->count && give_up_all->asked < AT_ONCE) {
        const GivingUp *parting = &give_up_all->parting[give_up_all->next++];
        const Action action = {
            .kind = parting->kind, .game = parting->game, .person = give_up_all->person, .seat = -1
        };
        give_up_all->asked++;
        rooms_act(give_up_all->rooms, &action, decided, give_up_all);
    }
    give_up_all->going = false;
    if (give_up_all->asked) return;
    give_up_all->then(give_up_all->context);
    free(give_up_all->parting);
    free(give_up_all);
}

void give_up_all(Rooms *rooms, i64 person, void (*then)(void *context), void *context)
{
    Farewell *made = calloc(1, sizeof *made);
    if (!made) {
        then(context);
        return;
    }
    *made = (Farewell){ .rooms = rooms, .person = person, .then = then, .context = context };
    rooms_each_of(rooms, person, note, made);
    go_on(made);
}
