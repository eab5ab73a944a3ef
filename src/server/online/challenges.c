// SPDX-License-Identifier: MIT
// Challenges: open games with seats that are kept for somebody. Everybody concerned who asked gets
// the whole list whenever it changes, so that nothing depends on what was heard before.
#include "server/online/peer.h"

static void write_list(Hub *hub, i64 person, i64 n)
{
    GamesView view = hub_view(hub);
    message_write_challenges(hub_fresh(hub), n, &view, person, hub_now(hub));
}

void challenges_ask(Peer *peer, const Message *message)
{
    peer->challenges = true;
    write_list(peer->hub, peer->person, message->n);
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
