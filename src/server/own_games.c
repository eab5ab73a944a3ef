// SPDX-License-Identifier: MIT
#include "server/own_games.h"

enum { GAMES_MOST = 200, OPEN_MOST = 25 };

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

static Own count(const Play *play, i64 person)
{
    Own own = { .person = person };
    play_each_of(play, person, count_own, &own);
    return own;
}

bool own_games_may_make(const Play *play, const Limits *limits, i64 person)
{
    Own own = count(play, person);
    return limits_room(limits, own.games, GAMES_MOST) && limits_room(limits, own.open, OPEN_MOST);
}

bool own_games_may_act(const Play *play, const Limits *limits, i64 person, ActionKind kind,
                       i64 game)
{
    if (kind != ACT_JOIN && kind != ACT_REMATCH) return true;
    const Room *room = play_find(play, game);
    if (kind == ACT_REMATCH && room && room->rematch) { // it is there to be joined
        kind = ACT_JOIN;
        room = play_find(play, room->rematch);
    }
    if (kind == ACT_REMATCH) return own_games_may_make(play, limits, person);
    bool comes =
        room && room->state == ROOM_OPEN && room->maker != person && room_seat_of(room, person) < 0;
    return !comes || limits_room(limits, count(play, person).games, GAMES_MOST);
}
