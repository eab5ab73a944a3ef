// SPDX-License-Identifier: MIT
// Actions in a game: the socket messages join to decline, and the bodies of POST /games/ID/ACTION,
// which have the same fields.
#ifndef MEYDAN_SERVER_FEATURES_PLAY_ACTIONS_H
#define MEYDAN_SERVER_FEATURES_PLAY_ACTIONS_H

#include "server/api/feature.h"
#include "server/games/live/rooms.h"

enum { NO_SEAT = -1, MOVE_SIZE = 16 };

typedef struct ActionGiven {
    i64 game;
    int seat; // NO_SEAT: any
    int ply;
    char move[MOVE_SIZE];
    int reason; // DeclineReason
    ActionKind kind;
} ActionGiven;

enum { ACTION_MESSAGES_COUNT = ACT_DECLINE - ACT_JOIN + 1 };
extern const SocketMessage ACTION_MESSAGES[ACTION_MESSAGES_COUNT];

// The row of that name, or NULL.
const SocketMessage *action_row(Text name);
// Reads a body into `given`, which has the row's defaults.
Status action_read_body(Text body, const SocketMessage *row, ActionGiven *given, Fault *why);
Action action_of(const ActionGiven *given, i64 person, i64 lag_ms);

#endif
