// SPDX-License-Identifier: MIT
// A game that the bot plays: the match as the server sent it, the thought about it, moves and
// offers. The server is always right: a game that misses an event or cannot make
// sense of one asks to be shown the whole game again.
#ifndef MEYDAN_CLI_BOT_GAME_H
#define MEYDAN_CLI_BOT_GAME_H

#include "base/errors.h"
#include "game/match.h"
#include "runner/player.h"

#include <json-c/json.h>
#include <pthread.h>

enum { BOT_GAME_ID_MAX = 16 };

// How it plays, the same in all games.
typedef struct BotManners {
    const PlayerSpec *spec;
    i64 movetime; // ms, where no clock runs or it has days
    Manners offers;
} BotManners;

// What it asks of the server. Messages carry the number index * ASKS + ask, so that an error finds
// its way back.
typedef enum BotAsk { ASK_WATCH, ASK_JOIN, ASK_MOVE, ASK_OTHER, ASKS } BotAsk;

typedef enum BotStage {
    STAGE_FREE,    // no game here
    STAGE_ASKED,   // to be shown
    STAGE_JOINING, // a seat
    STAGE_SEATED,  // and waiting for others
    STAGE_PLAYING,
    STAGE_OVER, // kept for a while, for a rematch
} BotStage;

typedef struct BotGame {
    const BotManners *manners;
    int index;
    int wake; // where a byte goes when a thought has ended
    bool (*say)(void *context, Text message);
    void *context;

    BotStage stage;
    char id[BOT_GAME_ID_MAX];
    i64 since;       // when the stage began, ms
    u8 own;          // set of own seats
    bool asked_next; // for the rematch

    // The game as the server sent it.
    i64 number; // of the last event
    Match match;
    Ply *plies;
    u32 capacity;
    ClockFace face[PLAYERS_MAX]; // as of `told`
    i64 told, server_now;        // when that was, here and there
    i64 claim[PLAYERS_MAX];      // when a seat may be claimed, there; CLOCK_NEVER
    char result[RESULT_TEXT_MAX], reason[24];

    Opponent opponent; // seed, manners, and whether to resign; the level is the spec's
    bool offered_draw; // and the answer is still to be thought about

    // The current search.
    Player *player;
    atomic_bool stop; // ends it
    atomic_bool done;
    bool thinking;
    pthread_t thread;
    bool about_draw;         // else about a move
    Match asked;             // the match it is about
    Move moves[HISTORY_MAX]; // of the question
    PlayerQuestion question;
    PlayerAnswer answer;
    bool takes_draw;
    bool failed; // it cannot think at all; `why` says why
    Fault why;

    // What came of the last one: sent again if the line breaks.
    u32 answer_ply;
    Move answer_move;
    int troubles; // of the engine, in a row
} BotGame;

void bot_open(BotGame *bot_game, const char *id);
// Stops thinking and forgets the game.
void bot_close(BotGame *bot_game);
// The line is there (again): asks to be shown the game.
void bot_greet(BotGame *bot_game);

// {"t":"game"} and {"t":"event"}, {"t":"here"}, {"t":"rematch"} of this game.
void bot_show(BotGame *bot_game, struct json_object *game);
void bot_event(BotGame *bot_game, struct json_object *event);
void bot_here(BotGame *bot_game, struct json_object *message);
// A request was refused. False if the game cannot be played.
bool bot_refused(BotGame *bot_game, BotAsk ask, ErrorCode code);

// The thought has ended: plays the move. False if the engine is of no use any more.
bool bot_thought(BotGame *bot_game, Fault *why);
// Now and then: claims what can be claimed.
void bot_tick(BotGame *bot_game, i64 now);

bool bot_ask(BotGame *bot_game, BotAsk ask, const char *kind);

#endif
