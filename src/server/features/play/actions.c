// SPDX-License-Identifier: MIT
#include "server/features/play/actions.h"

#include "server/api/messages/shape_json.h"
#include "server/api/own_games.h"
#include "server/api/peer.h"

#include <stdlib.h>

// --- fields --------------------------------------------------------------------------------------

static const char *decline_word(int reason)
{
    return reason < DECLINE_REASONS ? decline_name((DeclineReason)reason) : NULL;
}

// The first field of each is missing in a body, whose path has it.
#define GAME FIELD(ActionGiven, game, .as = AS_GAME)
static const Field ACT_FIELDS[] = { GAME };
static const Field JOIN_FIELDS[] = {
    GAME,
    FIELD(ActionGiven, seat, .flags = FIELD_OPTIONAL, .max = PLAYERS_MAX - 1),
};
static const Field MOVE_FIELDS[] = {
    GAME,
    FIELD(ActionGiven, ply, .max = 1000000, .says = "how many plies were played before"),
    FIELD(ActionGiven, move),
};
static const Field DECLINE_FIELDS[] = {
    GAME,
    FIELD(ActionGiven, reason, .as = AS_WORD, .word_of = decline_word, .flags = FIELD_OPTIONAL,
          .says = "`unsaid` if omitted"),
};

#define ACTION_SHAPE(shape_name, fields, act)                                                      \
    { .name = (shape_name),                                                                        \
      .size = sizeof(ActionGiven),                                                                 \
      .field = (fields),                                                                           \
      .count = sizeof(fields) / sizeof *(fields),                                                  \
      .defaults = &(const ActionGiven){ .kind = (act), .seat = NO_SEAT, .ply = -1 } }
static const Shape JOIN = ACTION_SHAPE("JoinMessage", JOIN_FIELDS, ACT_JOIN);
static const Shape LEAVE = ACTION_SHAPE("ActionMessage", ACT_FIELDS, ACT_LEAVE);
static const Shape MOVE = ACTION_SHAPE("MoveMessage", MOVE_FIELDS, ACT_MOVE);
static const Shape RESIGN = ACTION_SHAPE("ActionMessage", ACT_FIELDS, ACT_RESIGN);
static const Shape ABORT = ACTION_SHAPE("ActionMessage", ACT_FIELDS, ACT_ABORT);
static const Shape DRAW = ACTION_SHAPE("ActionMessage", ACT_FIELDS, ACT_DRAW);
static const Shape NODRAW = ACTION_SHAPE("ActionMessage", ACT_FIELDS, ACT_NODRAW);
static const Shape TAKEBACK = ACTION_SHAPE("ActionMessage", ACT_FIELDS, ACT_TAKEBACK);
static const Shape NOTAKEBACK = ACTION_SHAPE("ActionMessage", ACT_FIELDS, ACT_NOTAKEBACK);
static const Shape CLAIM = ACTION_SHAPE("ActionMessage", ACT_FIELDS, ACT_CLAIM);
static const Shape REMATCH = ACTION_SHAPE("ActionMessage", ACT_FIELDS, ACT_REMATCH);
static const Shape DECLINE = ACTION_SHAPE("DeclineMessage", DECLINE_FIELDS, ACT_DECLINE);

// --- by socket -----------------------------------------------------------------------------------

typedef struct PendingAction {
    Peer *peer;
    i64 n;
    u64 began_ns;
} PendingAction;

static void acted(void *context, const ActResult *result)
{
    PendingAction *pending = context;
    Peer *peer = pending->peer;
    Metrics *metrics = peer->hub->setup.metrics;
    peer->pending--;
    if (result->code == ERROR_NONE) {
        histogram_add(&metrics->commit, (double)(uv_hrtime() - pending->began_ns) / 1e6);
        peer_accept(peer, pending->n, result->game);
    } else {
        if (result->code == ERROR_FAILED || result->code == ERROR_BUSY)
            metrics->failed++;
        else
            metrics->refused++;
        reply_write_error(hub_fresh(peer->hub), pending->n, result->code, result->text,
                          result->refusal);
        peer_send_json(peer);
    }
    free(pending);
    peer_free_if_done(peer);
}

static void receive_action(const App *app, Peer *peer, i64 n, const void *message)
{
    const ActionGiven *given = message;
    if (given->kind == ACT_REMATCH && !peer_may_make(peer)) {
        app->metrics->too_fast++;
        return peer_refuse(peer, n, ERROR_TOO_FAST, "too many games; wait a little");
    }
    if (!own_games_may_act(app->rooms, app->limits, peer->person, given->kind, given->game))
        return peer_refuse(peer, n, ERROR_TOO_MANY,
                           "you have too many games at once; finish some first");
    const Room *room = given->kind == ACT_JOIN ? rooms_find(app->rooms, given->game) : NULL;
    if (room && !hub_seek_waits(app->hub, room))
        return peer_refuse(peer, n, ERROR_AWAY, "whoever made this game is not there");
    PendingAction *pending = malloc(sizeof *pending);
    if (!pending) return peer_refuse(peer, n, ERROR_FAILED, "out of memory");
    *pending = (PendingAction){ peer, n, uv_hrtime() };
    peer->pending++;
    app->metrics->actions++;
    const Action action = action_of(given, peer->person, peer_lag_refund(peer) / 1000);
    rooms_act(app->rooms, &action, acted, pending);
}

#define SIGN_IN "this socket has no session: join by HTTP, then connect again"
const SocketMessage ACTION_MESSAGES[ACTION_MESSAGES_COUNT] = {
    { .name = "join",
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .plays = true,
      .sign_in = SIGN_IN,
      .shape = &JOIN,
      .receive = receive_action,
      .says = "takes an open seat, or the one reserved for the caller; without `seat`, the first "
              "suitable one. The last player to join starts the game" },
    { .name = "leave",
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .plays = true,
      .sign_in = SIGN_IN,
      .shape = &LEAVE,
      .receive = receive_action,
      .says = "gives the seat back before the start" },
    { .name = "move",
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .plays = true,
      .sign_in = SIGN_IN,
      .shape = &MOVE,
      .receive = receive_action,
      .says = "plays a move; sending the same move at the same ply again is answered `ok`" },
    { .name = "resign",
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .plays = true,
      .sign_in = SIGN_IN,
      .shape = &RESIGN,
      .receive = receive_action,
      .says = "before every player has moved once, the game is called off instead" },
    { .name = "abort",
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .plays = true,
      .sign_in = SIGN_IN,
      .shape = &ABORT,
      .receive = receive_action,
      .says = "calls the game off before every player has moved once; its creator may do so while "
              "it is open" },
    { .name = "draw",
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .plays = true,
      .sign_in = SIGN_IN,
      .shape = &DRAW,
      .receive = receive_action,
      .says = "offers a draw or agrees to one" },
    { .name = "nodraw",
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .plays = true,
      .sign_in = SIGN_IN,
      .shape = &NODRAW,
      .receive = receive_action,
      .says = "declines or withdraws a draw offer" },
    { .name = "takeback",
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .plays = true,
      .sign_in = SIGN_IN,
      .shape = &TAKEBACK,
      .receive = receive_action,
      .says = "asks to take back a move, or agrees" },
    { .name = "notakeback",
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .plays = true,
      .sign_in = SIGN_IN,
      .shape = &NOTAKEBACK,
      .receive = receive_action,
      .says = "declines or withdraws that" },
    { .name = "claim",
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .plays = true,
      .sign_in = SIGN_IN,
      .shape = &CLAIM,
      .receive = receive_action,
      .says = "the player to move has been away for too long and leaves as `abandoned`; not before "
              "every player has moved" },
    { .name = "rematch",
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .plays = true,
      .sign_in = SIGN_IN,
      .shape = &REMATCH,
      .receive = receive_action,
      .says = "after the end: creates the next game, or joins it. The answer has its `game`" },
    { .name = "decline",
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .plays = true,
      .sign_in = SIGN_IN,
      .shape = &DECLINE,
      .receive = receive_action,
      .says = "gives up the seat that is kept for the caller" },
};

// --- by HTTP -------------------------------------------------------------------------------------

const SocketMessage *action_row(Text name)
{
    for (int i = 0; i < ACTION_MESSAGES_COUNT; i++)
        if (text_is(name, ACTION_MESSAGES[i].name)) return &ACTION_MESSAGES[i];
    return NULL;
}

Status action_read_body(Text body, const SocketMessage *row, ActionGiven *given, Fault *why)
{
    Shape shape = *row->shape;
    shape.field++;
    shape.count--;
    return shape_read_json(body, &shape, given, why);
}

Action action_of(const ActionGiven *given, i64 person, i64 lag_ms)
{
    return (Action){ .kind = given->kind,
                     .game = given->game,
                     .person = person,
                     .seat = given->seat,
                     .ply = given->ply,
                     .move = text_of(given->move),
                     .decline = (DeclineReason)given->reason,
                     .lag_ms = lag_ms };
}
