// SPDX-License-Identifier: MIT
// Sockets that hear when a tournament changes: its number only, at most one message a second. They
// read again what they show, so that no message depends on an earlier one.
#include "server/features/tournaments/tournaments_internal.h"

#include <stdlib.h>

enum { SUBSCRIBED_MAX = 4, MANY = 200 }; // of one socket; of one tournament
static const i64 TELL_MS = 1000, TELL_MANY_MS = 4000;

typedef struct TournamentNamed {
    i64 tournament;
} TournamentNamed;
static const Shape TOURNAMENT_NAMED =
    SHAPE(TournamentNamed, FIELD(TournamentNamed, tournament, .as = AS_GAME));

typedef struct TournamentMoved {
    const char *t;
    i64 tournament, number;
} TournamentMoved;
static const Shape TOURNAMENT_MOVED =
    SHAPE(TournamentMoved, FIELD(TournamentMoved, t),
          FIELD(TournamentMoved, tournament, .as = AS_GAME, .type = "string"),
          FIELD(TournamentMoved, number));

// --- telling -------------------------------------------------------------------------------------

void subscribers_tell(Tournaments *all, i64 tournament, i64 number)
{
    Held *held = held_find(all, tournament);
    HashLink *first = hash_first(&all->subscribers, (u64)tournament);
    if (!held) return;
    if (number > held->seen) held->seen = number;
    if (!first || held->told >= held->seen) return;
    int count = 0;
    for (HashLink *at = first; at; at = hash_next(at))
        count++;
    i64 now = app_now(all->app);
    if (now - held->told_ms < (count > MANY ? TELL_MANY_MS : TELL_MS)) return; // the timer does
    held->told_ms = now;
    held->told = held->seen;
    const TournamentMoved moved = { .t = "tournament", tournament, held->seen };
    js_shape(hub_fresh(all->app->hub), NULL, &TOURNAMENT_MOVED, &moved, NULL);
    for (HashLink *at = first; at; at = hash_next(at))
        peer_send_json(((Subscriber *)at)->peer);
}

// --- subscribing ---------------------------------------------------------------------------------

static void end_subscription(Tournaments *all, Subscriber *subscriber)
{
    Subscriber **link = &all->first_subscriber;
    while (*link != subscriber)
        link = &(*link)->next;
    *link = subscriber->next;
    hash_remove(&all->subscribers, &subscriber->link);
    free(subscriber);
}

void subscribers_closed(Tournaments *all, const Peer *peer)
{
    for (Subscriber *at = all->first_subscriber, *next; at; at = next) {
        next = at->next;
        if (at->peer == peer) end_subscription(all, at);
    }
}

static Subscriber *find_subscription(const Tournaments *all, const Peer *peer, i64 tournament)
{
    for (HashLink *at = hash_first(&all->subscribers, (u64)tournament); at; at = hash_next(at))
        if (((Subscriber *)at)->peer == peer) return (Subscriber *)at;
    return NULL;
}

static int count_of(const Tournaments *all, const Peer *peer)
{
    int count = 0;
    for (const Subscriber *at = all->first_subscriber; at; at = at->next)
        count += at->peer == peer;
    return count;
}

typedef struct Subscription {
    Ask ask;
    Tournaments *all;
    Peer *peer;
    i64 n;
} Subscription;

static void may_subscribe(Ask *ask, Held *held, Store *reading)
{
    (void)reading;
    if (!held_may_see(held, ask->by))
        ask_refuse(ask, ERROR_NOT_FOUND, "there is no such tournament");
}

static void subscribe(Ask *ask)
{
    Subscription *wanted = (Subscription *)ask;
    Peer *peer = wanted->peer;
    Tournaments *all = wanted->all;
    Subscriber *subscriber = NULL;
    peer->pending--;
    if (ask->code == ERROR_NONE && peer->socket) subscriber = malloc(sizeof *subscriber);
    if (ask->code != ERROR_NONE) {
        peer_refuse(peer, wanted->n, ask->code, ask->why.message);
    } else if (subscriber) {
        *subscriber = (Subscriber){ .next = all->first_subscriber,
                                    .peer = peer,
                                    .tournament = ask->tournament };
        all->first_subscriber = subscriber;
        hash_add_last(&all->subscribers, &subscriber->link, (u64)ask->tournament);
        peer_accept(peer, wanted->n, 0);
    }
    free(wanted);
    peer_free_if_done(peer);
}

static void receive_tournament(const App *app, Peer *peer, i64 n, const void *message)
{
    const TournamentNamed *named = message;
    Tournaments *all = app_state(app, &TOURNAMENTS);
    if (find_subscription(all, peer, named->tournament)) return peer_accept(peer, n, 0);
    if (count_of(all, peer) >= SUBSCRIBED_MAX)
        return peer_refuse(peer, n, ERROR_TOO_MANY, "this socket hears of four tournaments");
    Subscription *wanted = calloc(1, sizeof *wanted);
    if (!wanted) return peer_refuse(peer, n, ERROR_FAILED, "out of memory");
    *wanted = (Subscription){ .ask = { .tournament = named->tournament,
                                       .job = may_subscribe,
                                       .done = subscribe,
                                       .by = peer->person,
                                       .now_ms = app_now(app) },
                              .all = all,
                              .peer = peer,
                              .n = n };
    peer->pending++;
    held_ask(all, &wanted->ask);
}

static void receive_untournament(const App *app, Peer *peer, i64 n, const void *message)
{
    Tournaments *all = app_state(app, &TOURNAMENTS);
    Subscriber *at = find_subscription(all, peer, ((const TournamentNamed *)message)->tournament);
    if (at) end_subscription(all, at);
    peer_accept(peer, n, 0);
}

const SocketMessage TOURNAMENT_MESSAGES[TOURNAMENT_MESSAGE_COUNT] = {
    { .name = "tournament",
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .shape = &TOURNAMENT_NAMED,
      .receive = receive_tournament,
      .says = "hears of a tournament: `tournament` with the number of its last decision, after"
              " each change" },
    { .name = "untournament",
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .shape = &TOURNAMENT_NAMED,
      .receive = receive_untournament,
      .says = "hears of it no more" },
};
