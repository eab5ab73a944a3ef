// SPDX-License-Identifier: MIT
// Quick pairing for sockets: the people who wait, the rounds, and the games made in them.
//
// A person waits while a socket that asked is open, and two tabs are one person. For games with
// days per move people don't wait: they take such a seat in the lobby, or open one there.
#include "server/api/peer.h"
#include "server/games/rating_ops.h"
#include "server/identity/persons.h"

#include "server/api/own_games.h"
#include "server/games/rating/ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const Feature PAIRING;

enum {
    SOON_MS = 150,   // after an arrival, as others often follow
    ROUND_MS = 1000, // while people wait
};

// --- to people -----------------------------------------------------------------------------------

typedef struct PairGiven {
    char variant[32], clock[CLOCK_TEXT_MAX];
    bool rated;
} PairGiven;
static const Field PAIR_GIVEN_FIELDS[] = {
    FIELD(PairGiven, variant),
    FIELD(PairGiven, clock),
    FIELD(PairGiven, rated, .flags = FIELD_OPTIONAL),
};
static const Shape PAIR_GIVEN = SHAPE_NAMED("PairMessage", PairGiven, PAIR_GIVEN_FIELDS);

// A pool in which a person waits.
typedef struct PlaceView {
    PoolView pool;
    int seats;
    i64 since;
    bool offered, agreed;
    int agreeing;
} PlaceView;
static const Field PLACE_FIELDS[] = {
    FIELD_SHAPE(PlaceView, pool, &POOL_VIEW, .flags = FIELD_INLINE),
    FIELD(PlaceView, seats, .says = "of a table"),
    FIELD(PlaceView, since, .as = AS_TIME),
    FIELD(PlaceView, offered, .says = "computers are offered for the free seats"),
    FIELD(PlaceView, agreed, .says = "the person has agreed to them"),
    FIELD(PlaceView, agreeing, .says = "how many people have"),
};
static const Shape PLACE_VIEW = SHAPE_NAMED("PlaceInfo", PlaceView, PLACE_FIELDS);

typedef struct PairingView {
    const char *t;
    i64 n;
    PlaceView place[OWN_POOLS_MAX];
    int places;
    i64 now;
    const char *error;
} PairingView;
static const Field PAIRING_FIELDS[] = {
    FIELD(PairingView, t, .type = "string"),
    FIELD(PairingView, n, .flags = FIELD_OMIT, .none = -1),
    FIELD_ARRAY(PairingView, place, places, &PLACE_VIEW, .key = "pools"),
    FIELD(PairingView, now, .as = AS_TIME),
    FIELD(PairingView, error, .flags = FIELD_OMIT, .type = "string",
          .says = "why a game could not be created"),
};
static const Shape PAIRING_VIEW = SHAPE_NAMED("Pairing", PairingView, PAIRING_FIELDS);

static PlaceView place_view(const Hub *hub, i64 person, int pool, i64 now)
{
    int waiting, seats = pool_at(pool).variant->players;
    const Seeker *seekers = pairing_seekers(hub->pairing, pool, &waiting);
    PlaceView place = { .pool = pool_view(pool, waiting), .seats = seats };
    for (int k = 0; k < waiting; k++) {
        if (seekers[k].agreed_ms) place.agreeing++;
        if (seekers[k].person != person) continue;
        place.since = seekers[k].since_ms;
        place.offered =
            rooms_has_computers(hub->rooms) && matching_offered(&seekers[k], seats, now);
        place.agreed = seekers[k].agreed_ms != 0;
    }
    return place;
}

static void write_pairing(Hub *hub, i64 person, i64 n, ErrorCode code)
{
    int pools[OWN_POOLS_MAX];
    PairingView view = { .t = "pairing",
                         .n = n,
                         .places = pairing_pools_of(hub->pairing, person, pools),
                         .now = hub_now(hub),
                         .error = code == ERROR_NONE ? NULL : error_name(code) };
    for (int i = 0; i < view.places; i++)
        view.place[i] = place_view(hub, person, pools[i], view.now);
    js_shape(hub_fresh(hub), NULL, &PAIRING_VIEW, &view, NULL);
}

typedef struct PairedView {
    const char *t;
    i64 game;
} PairedView;
static const Field PAIRED_FIELDS[] = {
    FIELD(PairedView, t, .type = "string"),
    FIELD(PairedView, game, .as = AS_GAME, .type = "string"),
};
static const Shape PAIRED_VIEW = SHAPE_NAMED("Paired", PairedView, PAIRED_FIELDS);

static void write_paired(Hub *hub, i64 game)
{
    js_shape(hub_fresh(hub), NULL, &PAIRED_VIEW, &(PairedView){ .t = "paired", game }, NULL);
}

// To every socket of the person that asked; those are few.
static void send_to(Hub *hub, i64 person)
{
    for (HashLink *at = hash_first(&hub->pairs, (u64)person); at; at = hash_next(at))
        peer_send_json(((PairLink *)at)->peer);
}

static void unlink_peer(Peer *peer)
{
    if (!peer->pairs) return;
    hash_remove(&peer->hub->pairs, &peer->pair_link.link);
    peer->pairs = false;
}

// Notifies all sockets of the person, and clears their request if they no longer wait anywhere.
static void tell_person(Hub *hub, i64 person, ErrorCode code)
{
    int pools[OWN_POOLS_MAX];
    write_pairing(hub, person, -1, code);
    send_to(hub, person);
    if (pairing_pools_of(hub->pairing, person, pools)) return;
    for (HashLink *at; (at = hash_first(&hub->pairs, (u64)person));)
        unlink_peer(((PairLink *)at)->peer);
}

// --- between nodes -------------------------------------------------------------------------------

// The pairing found a game for a person.
typedef struct PairedNews {
    i64 person, game;
} PairedNews;
static const Shape PAIRED_NEWS =
    SHAPE(PairedNews, FIELD(PairedNews, person), FIELD(PairedNews, game));

static void receive_paired(void *owner, Arrival arrival, const void *message)
{
    Hub *hub = owner;
    const PairedNews *news = message;
    (void)arrival;
    write_paired(hub, news->game);
    send_to(hub, news->person);
    pairing_leave(hub->pairing, news->person);
    tell_person(hub, news->person, ERROR_NONE);
}

const Topic HUB_PAIRED = { .name = "pairing.paired",
                           .shape = &PAIRED_NEWS,
                           .receive = receive_paired,
                           .older = { OLDER_PAIRED, "pg" } };

// A person waits at a node, or agrees to the opponents found.
typedef struct WaitsNews {
    i64 person;
    int pool, rating, deviation;
    bool agreed;
} WaitsNews;
static const Shape WAITS_SHAPE =
    SHAPE(WaitsNews, FIELD(WaitsNews, person), FIELD(WaitsNews, pool), FIELD(WaitsNews, rating),
          FIELD(WaitsNews, deviation), FIELD(WaitsNews, agreed));

static void receive_waits(void *owner, Arrival arrival, const void *message);
const Topic HUB_WAITS = { .name = "pairing.waits",
                          .shape = &WAITS_SHAPE,
                          .receive = receive_waits,
                          .older = { OLDER_WAITS, "pgcoy" } };

static void receive_stops(void *owner, Arrival arrival, const void *message);
const Topic HUB_STOPS_WAITING = { .name = "pairing.stops",
                                  .shape = &PERSON_ARG,
                                  .receive = receive_stops,
                                  .older = { OLDER_WAITS_NOT, "p" } };

// --- games ---------------------------------------------------------------------------------------

typedef struct PendingTable {
    Hub *hub;
    Paired paired;
} PendingTable;

static void on_made(void *context, const ActResult *result)
{
    PendingTable *pending = context;
    Hub *hub = pending->hub;
    if (result->code == ERROR_NONE) pairing_begun(hub->pairing, &pending->paired, result->game);
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        i64 person = pending->paired.person[seat];
        if (!person) continue;
        if (result->code == ERROR_NONE) {
            write_paired(hub, result->game);
            send_to(hub, person);
            hub_share(hub, &HUB_PAIRED, &(PairedNews){ person, result->game });
        }
        tell_person(hub, person, result->code);
    }
    free(pending);
}

static void start_of(const Pool *pool, GameSetup *setup)
{
    const Game *game = pool->variant->game;
    *setup = (GameSetup){ .clock = pool_clock(pool), .open_to_all = true };
    game->read(pool->variant, text_of(pool_layout(pool)->position), &setup->start, NULL);
}

static void on_paired(void *context, const Paired *paired)
{
    enum { COMPUTER_LEVEL = 5 }; // in the seats that stay empty
    Hub *hub = context;
    Pool pool = pool_at(paired->pool);
    GameSetup setup;
    PendingTable *pending = malloc(sizeof *pending);
    i64 maker = 0;
    start_of(&pool, &setup);
    setup.seated = true;
    setup.rated = pool.rated && paired->people == pool.variant->players;
    for (int seat = 0; seat < pool.variant->players; seat++) {
        i64 person = paired->person[seat];
        if (person)
            setup.seat[seat].person = maker = person;
        else
            setup.seat[seat].level = COMPUTER_LEVEL;
    }
    if (!pending) { // everyone at the table has left the queue and is notified
        for (int seat = 0; seat < pool.variant->players; seat++)
            if (paired->person[seat]) tell_person(hub, paired->person[seat], ERROR_FAILED);
        return;
    }
    *pending = (PendingTable){ hub, *paired };
    rooms_make(hub->rooms, &setup, maker, on_made, pending);
}

// --- rounds --------------------------------------------------------------------------------------

// Those at a table that is not full see how it fills up, and when computers are offered.
static void tell_tables(Hub *hub)
{
    i64 now = hub_now(hub);
    for (int pool = 0; pool < pool_count(); pool++) {
        int count, seats = pool_at(pool).variant->players;
        const Seeker *seekers = pairing_seekers(hub->pairing, pool, &count);
        if (seats < 3) continue;
        u32 seen = (u32)count;
        for (int i = 0; i < count; i++)
            seen += 1000u * (seekers[i].agreed_ms != 0) +
                    1000000u * matching_offered(&seekers[i], seats, now);
        if (seen == hub->pool_seen[pool]) continue;
        hub->pool_seen[pool] = seen;
        for (int i = 0; i < count; i++) {
            i64 person = seekers[i].person;
            write_pairing(hub, person, -1, ERROR_NONE);
            send_to(hub, person);
        }
    }
}

// Of several nodes one makes the tables; all know who waits.
static bool finds_tables(const Hub *hub)
{
    const Cluster *cluster = hub->setup.cluster;
    return !cluster || cluster_keeps(cluster, 0, NODE_HAS_PEOPLE);
}

static void round_now(uv_timer_t *timer)
{
    Hub *hub = timer->data;
    if (finds_tables(hub) && pairing_round(hub->pairing, hub_now(hub), on_paired, hub))
        lobby_mark(hub, false);
    tell_tables(hub);
    if (pairing_people(hub->pairing)) uv_timer_start(timer, round_now, ROUND_MS, 0);
}

static void round_soon(Hub *hub)
{
    uv_timer_start(&hub->pairs_timer, round_now, SOON_MS, 0);
    lobby_mark(hub, false);
}

// --- days per move -------------------------------------------------------------------------------

typedef struct SeekSearch {
    Hub *hub;
    Pool pool;
    i64 person;
    i32 rating, gap;
    i64 found;
} SeekSearch;

// Whether a seat is open there, and everybody who sits there would play with them, and soon.
static bool can_sit(const SeekSearch *search, const Room *room)
{
    const HubSetup *setup = &search->hub->setup;
    bool open = false;
    for (int seat = 0; seat < room_players(room); seat++) {
        const Seat *at = &room->seat[seat];
        i64 person = at->person ? at->person : at->invited;
        open = open || (!person && !at->level);
        if (person == search->person || vacation_at(at->vacation, hub_now(search->hub)))
            return false;
        if (person && setup->may_meet && !setup->may_meet(setup->owner, search->person, person))
            return false;
    }
    return open;
}

static bool look_at_seek(void *context, const Room *room)
{
    SeekSearch *search = context;
    ClockSpec clock = pool_clock(&search->pool);
    if (!room->open_to_all || room_variant(room) != search->pool.variant ||
        room->rated != search->pool.rated || room->layout != pool_layout(&search->pool) ||
        memcmp(&room->match.spec, &clock, sizeof clock) != 0 || room->maker == search->person ||
        !can_sit(search, room))
        return true;
    for (int seat = 0; seat < room_players(room); seat++) {
        i32 rating = room->seat[seat].rating, gap = abs(rating - search->rating);
        if (!room->seat[seat].person || room->seat[seat].invited) continue;
        if (!search->found || gap < search->gap) {
            search->found = room->id;
            search->gap = gap;
        }
    }
    return true;
}

typedef struct PendingSeat {
    Peer *peer;
    i64 n;
} PendingSeat;

static void on_seat(void *context, const ActResult *result)
{
    PendingSeat *pending = context;
    Peer *peer = pending->peer;
    peer->pending--;
    if (result->code == ERROR_NONE)
        peer_accept(peer, pending->n, result->game);
    else
        peer_refuse(peer, pending->n, result->code, result->text);
    free(pending);
    peer_free_if_done(peer);
}

// Sits down in the lobby's nearest seat of the kind, or opens one.
static void take_slow_seat(Peer *peer, i64 n, int pool, const Entrant *entrant)
{
    Hub *hub = peer->hub;
    SeekSearch search = {
        .hub = hub, .pool = pool_at(pool), .person = peer->person, .rating = entrant->rating
    };
    PendingSeat *pending = malloc(sizeof *pending);
    if (!pending) {
        peer_refuse(peer, n, ERROR_FAILED, "out of memory");
        return;
    }
    *pending = (PendingSeat){ peer, n };
    peer->pending++;
    rooms_each(hub->rooms, ROOM_OPEN, look_at_seek, &search);
    if (search.found) {
        const Action join = {
            .kind = ACT_JOIN, .game = search.found, .person = peer->person, .seat = -1
        };
        rooms_act(hub->rooms, &join, on_seat, pending);
        return;
    }
    GameSetup setup;
    start_of(&search.pool, &setup);
    setup.rated = search.pool.rated;
    setup.lot = true;
    setup.seat[0].person = peer->person;
    rooms_make(hub->rooms, &setup, peer->person, on_seat, pending);
}

// --- what sockets ask ----------------------------------------------------------------------------

// Whether the person plays a game with other people and a clock of seconds, so that an opponent
// waits for them.
static bool plays(const Room *room, i64 person)
{
    if (room->state != ROOM_LIVE || !speed_is_live(room->speed)) return false;
    int people = 0;
    for (int seat = 0; seat < room_players(room); seat++)
        people += room->seat[seat].person && !room->seat[seat].out;
    int own = room_seat_of(room, person);
    return own >= 0 && !room->seat[own].out && people > 1;
}

typedef struct Playing {
    i64 person;
    bool plays;
} Playing;

static bool look_at_own(void *context, const Room *room)
{
    Playing *playing = context;
    playing->plays = plays(room, playing->person);
    return !playing->plays;
}

static ErrorCode check(const Peer *peer, int pool, const char **why)
{
    Hub *hub = peer->hub;
    StoredPerson person;
    Playing playing = { .person = peer->person };
    if (!peer->person || !person_by_id(hub->setup.store, peer->person, &person)) {
        *why = "this socket has no session: POST /visit first, then connect again";
        return ERROR_NOT_SIGNED_IN;
    }
    if (person.kind == PERSON_BOT) {
        *why = "quick pairing is for people; bots are challenged";
        return ERROR_FORBIDDEN;
    }
    if (pool_at(pool).rated && person.kind != PERSON_ACCOUNT) {
        *why = "a rated game is for people with accounts";
        return ERROR_NOT_RATED;
    }
    rooms_each_of(hub->rooms, peer->person, look_at_own, &playing);
    if (playing.plays) {
        *why = "finish your game first";
        return ERROR_TOO_MANY;
    }
    if (!own_games_may_make(hub->rooms, hub->setup.limits, peer->person)) {
        *why = "you have too many games at once; finish some first";
        return ERROR_TOO_MANY;
    }
    return ERROR_NONE;
}

static Entrant entrant_of(const Peer *peer, int pool)
{
    Pool where = pool_at(pool);
    ClockSpec clock = pool_clock(&where);
    RatingNow rating = { 0 };
    const char *speed = speed_pool(speed_of(&clock), false);
    if (!ratings_now(peer->hub->setup.store, peer->person, text_of(where.variant->id),
                     text_of(speed), &rating))
        rating.now = rating_new();
    return (Entrant){ peer->person, (i32)lround(rating.now.rating),
                      (i32)lround(rating.now.deviation) };
}

// --- several nodes -------------------------------------------------------------------------------

static void share_waiting(Hub *hub, int pool, const Entrant *entrant, bool agreed)
{
    hub_share(hub, &HUB_WAITS,
              &(WaitsNews){ entrant->person, pool, entrant->rating, entrant->deviation, agreed });
}

static bool leave_pools(Hub *hub, i64 person)
{
    if (!pairing_leave(hub->pairing, person)) return false;
    hub_share(hub, &HUB_STOPS_WAITING, &(PersonArg){ person });
    lobby_mark(hub, false);
    return true;
}

static void receive_waits(void *owner, Arrival arrival, const void *message)
{
    Hub *hub = owner;
    const WaitsNews *news = message;
    const Entrant entrant = { news->person, news->rating, news->deviation };
    const Place place = { PLACE_WAITS, 0, news->person, arrival.from, 1 };
    if (presence_set(hub->setup.presence, &place) < 0) return;
    if (news->agreed)
        pairing_agree(hub->pairing, news->person, hub_now(hub));
    else if (news->pool < 0 || news->pool >= pool_count() ||
             pairing_enter(hub->pairing, news->pool, &entrant, hub_now(hub)) != ENTERED)
        return;
    round_soon(hub);
}

// The person stopped waiting at that place.
static void stop_waiting(void *context, const Place *place)
{
    Hub *hub = context;
    if (presence_first(hub->setup.presence, PLACE_WAITS, 0, place->person)) return;
    if (hash_first(&hub->pairs, (u64)place->person)) return; // here they do
    if (pairing_leave(hub->pairing, place->person)) lobby_mark(hub, false);
}

static void receive_stops(void *owner, Arrival arrival, const void *message)
{
    const Hub *hub = owner;
    const Place place = { PLACE_WAITS, 0, ((const PersonArg *)message)->person, arrival.from, 0 };
    presence_set(hub->setup.presence, &place);
    stop_waiting(owner, &place);
}

static void announce_waiting(Hub *hub)
{
    for (int pool = 0; pool < pool_count(); pool++) {
        int count;
        const Seeker *seekers = pairing_seekers(hub->pairing, pool, &count);
        for (int i = 0; i < count; i++) {
            const Seeker *seeker = &seekers[i];
            if (!hash_first(&hub->pairs, (u64)seeker->person)) continue;
            share_waiting(hub, pool,
                          &(Entrant){ seeker->person, seeker->rating, seeker->deviation }, false);
        }
    }
}

void pairs_on_node_event(Hub *hub, const NodeEvent *event)
{
    if (event->kind == NODE_ANNOUNCE)
        announce_waiting(hub);
    else if (event->kind == NODE_LEFT || event->kind == NODE_RETOLD)
        presence_sweep(hub->setup.presence, PLACE_WAITS, event, stop_waiting, hub);
}

static void receive_pair(const App *app, Peer *peer, i64 n, const void *message)
{
    const PairGiven *given = message;
    (void)app;
    Hub *hub = peer->hub;
    int pool =
        pool_find(variant_find(text_of(given->variant)), text_of(given->clock), given->rated);
    const char *why = NULL;
    if (pool == NO_POOL) {
        peer_refuse(peer, n, ERROR_NOT_FOUND, "there is no such pool");
        return;
    }
    ErrorCode code = check(peer, pool, &why);
    if (code == ERROR_NONE && !peer_may_make(peer)) {
        hub->setup.metrics->too_fast++;
        code = ERROR_TOO_FAST;
        why = "too many games; wait a little";
    }
    if (code != ERROR_NONE) {
        peer_refuse(peer, n, code, why);
        return;
    }
    Entrant entrant = entrant_of(peer, pool);
    Pool where = pool_at(pool);
    if (pool_is_slow(&where)) {
        take_slow_seat(peer, n, pool, &entrant);
        return;
    }
    switch (pairing_enter(hub->pairing, pool, &entrant, hub_now(hub))) {
    case ENTERED_TOO_MANY:
        peer_refuse(peer, n, ERROR_TOO_MANY, "you wait in too many pools");
        return;
    case ENTERED_CALLED_OFF:
        peer_refuse(peer, n, ERROR_CALLED_OFF,
                    "you have called off several games: wait a few minutes");
        return;
    case ENTERED_NO_MEMORY: peer_refuse(peer, n, ERROR_FAILED, "out of memory"); return;
    case ENTERED: round_soon(hub); break;
    case ENTERED_BEFORE: break;
    }
    if (!peer->pairs) {
        peer->pairs = true;
        peer->pair_link.peer = peer;
        hash_add_last(&hub->pairs, &peer->pair_link.link, (u64)peer->person);
    }
    share_waiting(hub, pool, &entrant, false);
    peer_accept(peer, n, 0);
    write_pairing(hub, peer->person, -1, ERROR_NONE);
    send_to(hub, peer->person);
}

static void receive_unpair(const App *app, Peer *peer, i64 n, const void *message)
{
    (void)app;
    (void)message;
    if (peer->person) leave_pools(peer->hub, peer->person);
    peer_accept(peer, n, 0);
    tell_person(peer->hub, peer->person, ERROR_NONE);
}

static void receive_fill(const App *app, Peer *peer, i64 n, const void *message)
{
    Hub *hub = peer->hub;
    (void)app;
    (void)message;
    if (!rooms_has_computers(hub->rooms)) {
        peer_refuse(peer, n, ERROR_FORBIDDEN, "computers do not play on this server");
        return;
    }
    pairing_agree(hub->pairing, peer->person, hub_now(hub));
    share_waiting(hub, NO_POOL, &(Entrant){ .person = peer->person }, true);
    peer_accept(peer, n, 0);
    if (pairing_people(hub->pairing)) round_soon(hub);
}

void pairs_closed(Peer *peer)
{
    if (!peer->pairs) return;
    unlink_peer(peer);
    if (hash_first(&peer->hub->pairs, (u64)peer->person)) return; // another tab waits
    leave_pools(peer->hub, peer->person);
}

void pairs_started(Hub *hub, const Room *room)
{
    for (int seat = 0; seat < room_players(room); seat++) {
        i64 person = room->seat[seat].person;
        if (person && plays(room, person) && leave_pools(hub, person))
            tell_person(hub, person, ERROR_NONE);
    }
}

void pairs_called_off(Hub *hub, const Room *room, i64 by)
{
    for (int seat = 0; seat < room_players(room); seat++)
        pairing_called_off(hub->pairing, room->id, room->seat[seat].person, by, hub_now(hub));
}

int hub_pool_waiting(const Hub *hub, int pool)
{
    return pairing_waiting(hub->pairing, pool);
}

bool pairs_open(Hub *hub)
{
    hub->pairing = pairing_new(&(PairingSetup){
        .may_meet = hub->setup.may_meet, .context = hub->setup.owner, .seed = uv_hrtime() });
    return hub->pairing && hash_init(&hub->pairs);
}

// --- the row -------------------------------------------------------------------------------------

static const SocketMessage PAIRING_MESSAGES[] = {
    { .name = "pair",
      .scope = SCOPE_PLAY,
      .role = FOR_ANYBODY,
      .plays = true,
      .shape = &PAIR_GIVEN,
      .receive = receive_pair,
      .says = "waits for an opponent ([pairing](pairing.md)); again for another pool, up to eight"
              " at once. `not_signed_in` without a person" },
    { .name = "unpair",
      .scope = SCOPE_PLAY,
      .role = FOR_ANYBODY,
      .shape = &NOTHING,
      .receive = receive_unpair,
      .says = "leaves all pools" },
    { .name = "fill",
      .scope = SCOPE_PLAY,
      .role = FOR_ANYBODY,
      .shape = &NOTHING,
      .receive = receive_fill,
      .says = "agrees to computers in the free seats of a table for three or four, once they are"
              " offered" },
};
const Feature PAIRING = {
    .name = "pairing",
    .tables = (const char *const[]){ NULL },
    .messages = PAIRING_MESSAGES,
    .messages_count = sizeof PAIRING_MESSAGES / sizeof *PAIRING_MESSAGES,
};
