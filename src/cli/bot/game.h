// SPDX-License-Identifier: MIT
// A game of the bot: the match as the server sent it, the search, moves and offers. The server is
// the authority: after missing an event or receiving an unexpected one, the bot requests the whole
// game again.
#ifndef MEYDAN_CLI_BOT_GAME_H
#define MEYDAN_CLI_BOT_GAME_H

#include "base/errors.h"
#include "game/match.h"
#include "runner/player.h"

#include <json-c/json.h>
#include <pthread.h>

enum { BOT_GAME_ID_MAX = 16 };

// Settings common to all games.
typedef struct BotManners {
    const PlayerSpec *spec;
    i64 movetime; // ms, without a clock or with days per move
    Manners offers;
} BotManners;

// Kinds of requests. Messages carry the number index * ASKS + ask, which identifies the request in
// an error.
typedef enum BotAsk { ASK_WATCH, ASK_JOIN, ASK_MOVE, ASK_OTHER, ASKS } BotAsk;

typedef enum BotStage {
    STAGE_FREE,    // unused
    STAGE_ASKED,   // requested the game
    STAGE_JOINING, // requested a seat
    STAGE_SEATED,  // seated and waiting for others
    STAGE_PLAYING,
    STAGE_OVER, // kept for a while in case of a rematch
} BotStage;

typedef struct BotGame {
    const BotManners *manners;
    int index;
    int wake; // receives a byte when a search has ended
    bool (*say)(void *context, Text message);
    void *context;

    BotStage stage;
    char id[BOT_GAME_ID_MAX];
    i64 since;       // start of the stage, ms
    u8 own;          // set of own seats
    bool asked_next; // requested a rematch

    // The game as the server sent it.
    i64 number; // of the last event
    Match match;
    Ply *plies;
    u32 capacity;
    ClockFace face[PLAYERS_MAX]; // at time `told`
    i64 told, server_now;        // when the clocks arrived, in local and in server time
    i64 claim[PLAYERS_MAX];      // server time at which a seat may be claimed; CLOCK_NEVER
    char result[RESULT_TEXT_MAX], reason[24];

    Opponent opponent; // seed, manners, and whether to resign; the level is in the spec
    bool offered_draw; // there is an offer that needs a search

    // The current search.
    Player *player;
    atomic_bool stop; // ends the search
    atomic_bool done;
    bool thinking;
    pthread_t thread;
    bool about_draw;         // the search is about a draw, not a move
    Match asked;             // the searched match
    Move moves[HISTORY_MAX]; // the moves of the question
    PlayerQuestion question;
    PlayerAnswer answer;
    bool takes_draw;
    bool failed; // searching is impossible; `why` has the reason
    Fault why;

    // The last result, sent again after a reconnect.
    u32 answer_ply;
    Move answer_move;
    int troubles; // consecutive errors of the engine
} BotGame;

void bot_open(BotGame *bot_game, const char *id);
// Stops the search and frees the slot.
void bot_close(BotGame *bot_game);
// Called after connecting: requests the game.
void bot_greet(BotGame *bot_game);

// {"t":"game"} and {"t":"event"}, {"t":"here"}, {"t":"rematch"} of this game.
void bot_show(BotGame *bot_game, struct json_object *game);
void bot_event(BotGame *bot_game, struct json_object *event);
void bot_here(BotGame *bot_game, struct json_object *message);
// Handles a rejected request. Returns false if the game can't be played.
bool bot_refused(BotGame *bot_game, BotAsk ask, ErrorCode code);

// Plays the move after a search. Returns false if the engine is unusable.
bool bot_thought(BotGame *bot_game, Fault *why);
// Called regularly: claims wins against absent players.
void bot_tick(BotGame *bot_game, i64 now);

bool bot_ask(BotGame *bot_game, BotAsk ask, const char *kind);

#endif
