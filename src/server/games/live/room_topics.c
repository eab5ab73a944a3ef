// SPDX-License-Identifier: MIT
// The messages between nodes about games: new games, events, outages, vacations.
//
// A move is urgent only to the nodes that show the game to a client: they receive it at once, all
// others with the next beat.
#include "server/games/live/rooms.h"

#include "server/cluster/cluster.h"
#include "server/games/correspondence_ops.h"
#include "server/games/game_ops.h"

// --- a new game ----------------------------------------------------------------------------------

static void receive_made(void *owner, Arrival arrival, const void *message)
{
    (void)arrival;
    rooms_receive_made(((RoomTopics *)owner)->rooms, ((const GameArg *)message)->game);
}

static const Topic MADE = {
    .name = "rooms.made", .shape = &GAME_ARG, .receive = receive_made, .older = { OLDER_MADE, "g" }
};

// --- events of one commit ------------------------------------------------------------------------

typedef struct EventNews {
    int number, kind, ply;
    bool takes_back;
    i64 at_ms;
    Text body;
} EventNews;
static const Shape EVENT =
    SHAPE(EventNews, FIELD(EventNews, number), FIELD(EventNews, kind), FIELD(EventNews, ply),
          FIELD(EventNews, takes_back), FIELD(EventNews, at_ms), FIELD(EventNews, body));

enum { EVENTS_TOLD = 4, BODY_TOLD_MAX = 400 };
typedef struct EventsNews {
    i64 game;
    int count;
    EventNews event[EVENTS_TOLD];
} EventsNews;
static const Shape EVENTS_SHAPE =
    SHAPE(EventsNews, FIELD(EventsNews, game), FIELD_ARRAY(EventsNews, event, count, &EVENT));

static void receive_events(void *owner, Arrival arrival, const void *message)
{
    const EventsNews *news = message;
    StoredEvent stored[EVENTS_TOLD];
    (void)arrival;
    for (int i = 0; i < news->count; i++) {
        const EventNews *event = &news->event[i];
        stored[i] = (StoredEvent){ .game = news->game,
                                   .number = event->number,
                                   .kind = event->kind,
                                   .ply = event->ply,
                                   .at_ms = event->at_ms,
                                   .body = event->body,
                                   .takes_back = event->takes_back };
    }
    rooms_receive_events(((RoomTopics *)owner)->rooms, stored, news->count);
}

static const Topic EVENTS = { .name = "rooms.events",
                              .shape = &EVENTS_SHAPE,
                              .receive = receive_events,
                              .older = { OLDER_EVENTS, "ge" } };

// --- outages and vacations -----------------------------------------------------------------------

typedef struct OutageNews {
    i64 node;                // of that node,
    i64 from_ago, until_ago; // in ms before now
} OutageNews;
static const Shape OUTAGE_SHAPE = SHAPE(OutageNews, FIELD(OutageNews, node),
                                        FIELD(OutageNews, from_ago), FIELD(OutageNews, until_ago));

static void receive_outage(void *owner, Arrival arrival, const void *message)
{
    const OutageNews *news = message;
    (void)arrival;
    rooms_receive_outage(((RoomTopics *)owner)->rooms, (u64)news->node, news->from_ago,
                         news->until_ago);
}

static const Topic OUTAGE = { .name = "rooms.outage",
                              .shape = &OUTAGE_SHAPE,
                              .receive = receive_outage,
                              .older = { OLDER_OUTAGE, "ogc" } };

typedef struct VacationNews {
    i64 person;
    Text body;
} VacationNews;
static const Shape VACATION_SHAPE =
    SHAPE(VacationNews, FIELD(VacationNews, person), FIELD(VacationNews, body));

static void receive_vacation(void *owner, Arrival arrival, const void *message)
{
    const VacationNews *news = message;
    Vacation vacation;
    (void)arrival;
    if (vacation_read(news->body, &vacation))
        rooms_vacation(((RoomTopics *)owner)->rooms, news->person, &vacation);
}

static const Topic VACATION = { .name = "rooms.vacation",
                                .shape = &VACATION_SHAPE,
                                .receive = receive_vacation,
                                .older = { OLDER_VACATION, "pb" } };

static const Topic *const TOPICS[] = { &EVENTS, &MADE, &OUTAGE, &VACATION, NULL };

// --- after a commit ------------------------------------------------------------------------------

// Nodes that show a game to a client: where its players have sockets, where it is watched, and
// where its computers are kept.
enum { SHOWN_MAX = 16 };
typedef struct Shown {
    NodeId node[SHOWN_MAX];
    int count;
    bool everywhere; // too many, or unknown
} Shown;

static void add_shown(Shown *shown, NodeId node)
{
    if (node == THIS_NODE) return;
    for (int i = 0; i < shown->count; i++)
        if (shown->node[i] == node) return;
    if (shown->count == SHOWN_MAX)
        shown->everywhere = true;
    else
        shown->node[shown->count++] = node;
}

static void add_all(Shown *shown, const RoomTopics *topics, PlaceKind kind, i64 game, i64 person)
{
    for (const Place *at = presence_first(topics->presence, kind, game, person); at;
         at = presence_next(at))
        add_shown(shown, at->node);
}

static void find_shown(Shown *shown, const RoomTopics *topics, i64 game)
{
    const Nodes *nodes = cluster_nodes(topics->cluster);
    const Room *room = rooms_find(topics->rooms, game);
    // During an upgrade some hear only what all hear.
    shown->everywhere = !room || !speed_is_live(room->speed) ||
                        nodes_others(nodes, 0, NODE_HAS_INBOX | NODE_IS_WORKER);
    if (shown->everywhere) return;
    add_all(shown, topics, PLACE_WATCHERS, game, 0);
    for (int i = 0; i < room_players(room); i++) {
        if (room->seat[i].person) add_all(shown, topics, PLACE_SOCKETS, 0, room->seat[i].person);
        if (room->seat[i].level && !nodes_keeps(nodes, game, NODE_HAS_COMPUTERS))
            add_shown(shown, nodes_keeper(nodes, game, NODE_HAS_COMPUTERS));
    }
}

static void tell_events(const RoomTopics *topics, const EventsNews *events)
{
    Nodes *nodes = cluster_nodes(topics->cluster);
    Shown shown = { .everywhere = false };
    if (!events->count) return;
    for (int i = 0; i < events->count; i++)
        shown.everywhere |= events->event[i].kind != EVENT_MOVE;
    if (!shown.everywhere) find_shown(&shown, topics, events->game);
    if (shown.everywhere) return nodes_tell(nodes, &EVENTS, events);
    for (int i = 0; i < shown.count; i++)
        nodes_tell_one(nodes, shown.node[i], &EVENTS, events);
    nodes_tell_later(nodes, &EVENTS, events);
}

// An event that is too long is left out: the others see the gap.
static void add_event(const RoomTopics *topics, EventsNews *events, const StoredEvent *event)
{
    if (event->body.length > BODY_TOLD_MAX) return;
    if (event->game != events->game || events->count == EVENTS_TOLD) {
        tell_events(topics, events);
        events->count = 0;
    }
    events->game = event->game;
    events->event[events->count++] = (EventNews){ .number = event->number,
                                                  .kind = event->kind,
                                                  .ply = event->ply,
                                                  .takes_back = event->takes_back,
                                                  .at_ms = event->at_ms,
                                                  .body = event->body };
}

void room_topics_committed(RoomTopics *topics, const StoreWrite *writes, int count)
{
    EventsNews events = { 0 };
    if (!topics->rooms || nodes_count(cluster_nodes(topics->cluster)) == 1) return;
    for (int i = 0; i < count; i++) {
        const StoreOp *op = writes[i].op;
        const void *args = writes[i].args;
        if (op == &GAME_OPS[GAMES_ADD]) // the others read it with its events
            return cluster_tell(topics->cluster, &MADE, &(GameArg){ ((const NewGame *)args)->id });
        if (op == &GAME_OPS[GAMES_ADD_EVENT]) add_event(topics, &events, args);
        if (op == &CORRESPONDENCE_OPS[VACATION_SET] || op == &CORRESPONDENCE_OPS[VACATION_ADD]) {
            const StoredVacation *vacation = args;
            cluster_tell(topics->cluster, &VACATION,
                         &(VacationNews){ vacation->person, vacation->body });
        }
    }
    tell_events(topics, &events);
}

// --- as an owner of topics -----------------------------------------------------------------------

static void tell_outage(void *context, u64 node, i64 from_ago, i64 until_ago)
{
    cluster_tell(context, &OUTAGE, &(OutageNews){ (i64)node, from_ago, until_ago });
}

static void on_event(void *owner, const NodeEvent *event)
{
    const RoomTopics *topics = owner;
    Rooms *rooms = topics->rooms;
    switch (event->kind) {
    case NODE_JOINED:
    case NODE_CHANGED: rooms_owners_changed(rooms); break;
    case NODE_STALLED: rooms_node_stalled(rooms, event->node, event->ms); break;
    case NODE_UNREACHABLE: rooms_node_unreachable(rooms, event->node, event->ms); break;
    case NODE_DEAF: rooms_link_lost(rooms, event->ms); break;
    case NODE_MISSED:
    case NODE_POLL: rooms_poll(rooms); break;
    case NODE_LINK: rooms_link(rooms, event->yes); break;
    case NODE_ANNOUNCED: rooms_each_outage(rooms, tell_outage, topics->cluster); break;
    case NODE_LEFT:
    case NODE_RETOLD: // the hub has told them (watching.c)
    case NODE_RETELLS:
    case NODE_IGNORED:
    case NODE_WORKERS:
    case NODE_STRANGER:
    case NODE_JOBS:
    case NODE_ANNOUNCE: break;
    }
}

static i64 stuck_ms(void *owner)
{
    return rooms_stuck_ms(((const RoomTopics *)owner)->rooms);
}

void room_topics_add(RoomTopics *topics)
{
    cluster_add(topics->cluster, &(ClusterOwner){ topics, TOPICS, on_event, stuck_ms });
}
