// SPDX-License-Identifier: MIT
#include "server/api/own_games.h"

enum { GAMES_MAX = 200, OPEN_GAMES_MAX = 25 };

typedef struct Own {
    i64 person;
    int games, open;
} Own;

static bool count_own(void *context, const Room *room)
{
    Own *own = context;
    bool made = room->maker == own->person;
    own->games += made || room_seat_of(room, own->person) >= 0;
    own->open += made && room->state == ROOM_OPEN;
    return true;
}

static Own count(const Rooms *rooms, i64 person)
{
    Own own = { .person = person };
    rooms_each_of(rooms, person, count_own, &own);
    return own;
}

bool own_games_may_make(const Rooms *rooms, const RateLimits *limits, i64 person)
{
    Own own = count(rooms, person);
    return limits_capacity(limits, own.games, GAMES_MAX) &&
           limits_capacity(limits, own.open, OPEN_GAMES_MAX);
}

bool own_games_may_act(const Rooms *rooms, const RateLimits *limits, i64 person, ActionKind kind,
                       i64 game)
{
    if (kind != ACT_JOIN && kind != ACT_REMATCH) return true;
    const Room *room = rooms_find(rooms, game);
    if (kind == ACT_REMATCH && room && room->rematch) { // the rematch exists and can be joined
        kind = ACT_JOIN;
        room = rooms_find(rooms, room->rematch);
    }
    if (kind == ACT_REMATCH) return own_games_may_make(rooms, limits, person);
    bool comes =
        room && room->state == ROOM_OPEN && room->maker != person && room_seat_of(room, person) < 0;
    return !comes || limits_capacity(limits, count(rooms, person).games, GAMES_MAX);
}
