// SPDX-License-Identifier: MIT
// Challenges: open games with reserved seats. After each change the subscribed sockets of the
// people concerned get the whole list, so that no message depends on an earlier one.
#include "server/api/peer.h"

#include <stdlib.h>

extern const Feature CHALLENGES;

enum { CHALLENGES_MAX = 20 }; // in each direction

typedef struct ChallengeView {
    SummaryView game;
    PersonShown by;
    i64 expires;
} ChallengeView;
static const Field CHALLENGE_FIELDS[] = {
    FIELD_SHAPE(ChallengeView, game, &SUMMARY, .flags = FIELD_INLINE),
    FIELD_SHAPE(ChallengeView, by, &PERSON_SHOWN, .flags = FIELD_NULL),
    FIELD(ChallengeView, expires, .as = AS_TIME),
};
static const Shape CHALLENGE_VIEW = SHAPE_NAMED("Challenge", ChallengeView, CHALLENGE_FIELDS);

typedef struct ChallengesView {
    const char *t;
    i64 n;
    const ChallengeView *in, *out;
    int ins, outs;
    i64 now;
} ChallengesView;
static const Field CHALLENGES_FIELDS[] = {
    FIELD(ChallengesView, t, .type = "string"),
    FIELD(ChallengesView, n, .flags = FIELD_OMIT, .none = -1),
    FIELD_LIST(ChallengesView, in, ins, &CHALLENGE_VIEW, .says = "to the person"),
    FIELD_LIST(ChallengesView, out, outs, &CHALLENGE_VIEW, .says = "by the person"),
    FIELD(ChallengesView, now, .as = AS_TIME),
};
static const Shape CHALLENGES_VIEW = SHAPE_NAMED("Challenges", ChallengesView, CHALLENGES_FIELDS);

typedef struct ChallengeList {
    const Hub *hub;
    i64 person;
    bool incoming;
    ChallengeView *list;
    int count;
} ChallengeList;

static const Seat *maker_seat(const Room *room)
{
    for (int i = 0; i < room_players(room); i++)
        if (room->maker && room->seat[i].person == room->maker) return &room->seat[i];
    return NULL;
}

static bool is_challenge(const Room *room)
{
    bool invites = false;
    for (int i = 0; i < room_players(room); i++)
        invites = invites || (room->seat[i].invited && !room->seat[i].person);
    return room->state == ROOM_OPEN && invites && !room->rematch_of;
}

static bool list_challenge(void *context, const Room *room)
{
    ChallengeList *list = context;
    Due due;
    if (!is_challenge(room)) return true;
    bool incoming = room_invited_seat(room, list->person) >= 0;
    if (list->incoming ? !incoming : room->maker != list->person) return true;
    if (list->incoming && !hub_seek_waits(list->hub, room)) return true;
    ChallengeView *view = &list->list[list->count++];
    const Seat *maker = maker_seat(room);
    summary_view(&view->game, room, 0);
    if (maker) person_shown(&view->by, maker->person, (PersonKind)maker->kind, maker->name);
    view->expires = room_due(room, &due);
    return list->count < CHALLENGES_MAX;
}

static void write_list(Hub *hub, i64 person, i64 n)
{
    Json *json = hub_fresh(hub);
    ChallengeView *views = calloc(2 * CHALLENGES_MAX, sizeof *views);
    ChallengeList in = { hub, person, .incoming = true, .list = views };
    ChallengeList out = { hub, person, .list = views + CHALLENGES_MAX };
    if (!views) {
        json->lost = true;
        return;
    }
    if (person) rooms_each_of(hub->rooms, person, list_challenge, &in);
    if (person) rooms_each_of(hub->rooms, person, list_challenge, &out);
    const ChallengesView view = {
        .t = "challenges", n, in.list, out.list, in.count, out.count, hub_now(hub)
    };
    js_shape(json, NULL, &CHALLENGES_VIEW, &view, NULL);
    free(views);
}

static void receive_challenges(const App *app, Peer *peer, i64 n, const void *message)
{
    (void)app;
    (void)message;
    peer->challenges = true;
    write_list(peer->hub, peer->person, n);
    peer_send_json(peer);
}

static void tell(Hub *hub, i64 person)
{
    bool written = false;
    if (!person) return;
    for (HashLink *at = hash_first(&hub->people, (u64)person); at; at = hash_next(at)) {
        Peer *peer = ((PersonPeer *)at)->peer;
        if (!peer->challenges) continue;
        if (!written) write_list(hub, person, -1);
        written = true;
        peer_send_json(peer);
    }
}

void challenges_changed(Hub *hub, const Room *room)
{
    enum { PEOPLE_MAX = 2 * PLAYERS_MAX + DECLINES_MAX + 1 };
    i64 person[PEOPLE_MAX];
    int count = 0;
    person[count++] = room->maker;
    for (int i = 0; i < room_players(room); i++) {
        person[count++] = room->seat[i].person;
        person[count++] = room->seat[i].invited;
    }
    for (int i = 0; i < room->declines; i++)
        person[count++] = room->decline[i].person;
    for (int i = 0; i < count; i++) {
        bool again = false;
        for (int k = 0; k < i; k++)
            again = again || person[k] == person[i];
        if (!again) tell(hub, person[i]);
    }
}

static const SocketMessage CHALLENGE_MESSAGES[] = {
    { .name = "challenges",
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .shape = &NOTHING,
      .receive = receive_challenges,
      .says = "sends the challenges to and by the caller, now and when they change" },
};
const Feature CHALLENGES = {
    .name = "challenges",
    .tables = (const char *const[]){ NULL },
    .messages = CHALLENGE_MESSAGES,
    .messages_count = sizeof CHALLENGE_MESSAGES / sizeof *CHALLENGE_MESSAGES,
};
