// SPDX-License-Identifier: MIT
#include "server/api/peer.h"

#include <stdlib.h>

enum { CLOSE_SIGNED_OUT = 4001 };

bool peer_expired(Peer *peer)
{
    if (!peer->expires_ms || hub_now(peer->hub) < peer->expires_ms) return false;
    if (peer->socket) socket_close(peer->socket, CLOSE_SIGNED_OUT, "signed out");
    return true;
}

void peer_send(Peer *peer, Frame *frame)
{
    if (!peer->socket || peer_expired(peer)) return;
    socket_send(peer->socket, frame);
    peer->hub->setup.metrics->frames++;
}

void peer_send_json(Peer *peer)
{
    Json *json = &peer->hub->json;
    Frame *frame = json->lost ? NULL : frame_new(js_view(json));
    peer_send(peer, frame);
    frame_release(frame);
}

Json *hub_fresh(Hub *hub)
{
    js_clear(&hub->json);
    return &hub->json;
}

void peer_refuse(Peer *peer, i64 n, ErrorCode code, const char *text)
{
    reply_write_error(hub_fresh(peer->hub), n, code, text, ALLOWED);
    peer_send_json(peer);
}

void peer_accept(Peer *peer, i64 n, i64 game)
{
    if (n < 0) return; // no socket subscribed
    reply_write_ok(hub_fresh(peer->hub), n, game);
    peer_send_json(peer);
}

void peer_hear(Peer *peer, bool hears)
{
    HashTable *hearers = &peer->hub->hearers;
    if (peer->hears == hears || !peer->person) return;
    peer->hears = hears;
    peer->notification_link.peer = peer;
    if (hears)
        hash_add_last(hearers, &peer->notification_link.link, (u64)peer->person);
    else
        hash_remove(hearers, &peer->notification_link.link);
}

typedef struct NoticeNews {
    i64 person;
    Text json;
} NoticeNews;
static const Shape NOTICE_SHAPE =
    SHAPE(NoticeNews, FIELD(NoticeNews, person), FIELD(NoticeNews, json));

static void send_notice(Hub *hub, i64 person, Text json)
{
    HashLink *at = hash_first(&hub->hearers, (u64)person);
    Frame *frame = at ? frame_new(json) : NULL;
    for (; at; at = hash_next(at))
        peer_send(((NotificationLink *)at)->peer, frame);
    frame_release(frame);
}

static void receive_notice(void *owner, Arrival arrival, const void *message)
{
    const NoticeNews *news = message;
    (void)arrival;
    send_notice(owner, news->person, news->json);
}

const Topic HUB_NOTICE = { .name = "people.notice",
                           .shape = &NOTICE_SHAPE,
                           .receive = receive_notice,
                           .older = { OLDER_NOTICE, "pb" } };

void hub_tell_person(Hub *hub, i64 person, Text json)
{
    send_notice(hub, person, json);
    hub_share(hub, &HUB_NOTICE, &(NoticeNews){ person, json });
}

void peer_free_if_done(Peer *peer)
{
    if (peer->socket || peer->pending) return;
    free(peer->watch);
    free(peer);
}
