// SPDX-License-Identifier: MIT
// A game that the bot plays: the match as the server told it, the thought about it, moves and
// offers. What the server tells is always right: a table that misses an event or cannot make sense
// of one asks to be shown the whole game again.
#ifndef MEYDAN_CLI_BOT_TABLE_H
#define MEYDAN_CLI_BOT_TABLE_H

#include "game/match.h"
#include "runner/player.h"

#include <json-c/json.h>
#include <pthread.h>

enum { TABLE_ID_MOST = 16 };

typedef enum DrawPolicy { DRAWS_BY_SCORE, DRAWS_NEVER, DRAWS_ALWAYS } DrawPolicy;

// How it plays, the same at all tables.
typedef struct BotManners {
    const PlayerSpec *spec;
    i64 movetime; // ms, where no clock runs or it has days
    DrawPolicy draws;
    bool takebacks; // are granted
    i64 resign;     // when its own score is below minus that, in hundredths; 0: never
} BotManners;

// What a table asks of the server. Messages carry the number table * ASKS + ask, so that an error
// finds its way back.
typedef enum Ask { ASK_WATCH, ASK_JOIN, ASK_MOVE, ASK_OTHER, ASKS } Ask;

typedef enum Stage {
    STAGE_FREE,    // no game at this table
    STAGE_ASKED,   // to be shown
    STAGE_JOINING, // a seat
    STAGE_SEATED,  // and waiting for others
    STAGE_PLAYING,
    STAGE_OVER, // kept for a while, for a rematch
} Stage;

typedef struct BotTable {
    const BotManners *manners;
    int index;
    int wake; // where a byte goes when a thought has ended
    bool (*say)(void *context, Text message);
    void *context;

    Stage stage;
    char id[TABLE_ID_MOST];
    i64 since;       // when the stage began, ms
    u8 own;          // set of own seats
    bool asked_next; // for the rematch

    // The game as the server told it.
    i64 number; // of the last event
    Match match;
    Ply *plies;
    u32 room;
    ClockFace face[PLAYERS_MOST]; // as of `told`
    i64 told, server_now;         // when that was, here and there
    i64 claim[PLAYERS_MOST];      // when a seat may be claimed, there; CLOCK_NEVER
    char result[RESULT_TEXT_MOST], reason[24];

    // The thought under way.
    Player *player;
    atomic_bool stop; // ends it
    atomic_bool done;
    bool thinking;
    pthread_t thread;
    Match asked; // the match it is about
    Move *moves; // of the question
    Question question;
    Answer answer;
    bool failed; // it cannot think at all; `why` tells
    Fault why;

    // What came of the last one: sent again if the line breaks.
    u32 answer_ply;
    Move answer_move;
    bool scored;
    i32 score;    // hundredths, forced wins beyond all others; of the last own move
    int behind;   // own moves in a row with a score to resign at
    int troubles; // of the engine, in a row
} BotTable;

void bot_open(BotTable *table, const char *id);
// Stops thinking and forgets the game.
void bot_close(BotTable *table);
// The line is there (again): asks to be shown the game.
void bot_greet(BotTable *table);

// {"t":"game"} and {"t":"event"}, {"t":"here"}, {"t":"rematch"} of this table's game.
void bot_show(BotTable *table, struct json_object *game);
void bot_event(BotTable *table, struct json_object *event);
void bot_here(BotTable *table, struct json_object *message);
// A request was refused. False if the game cannot be played.
bool bot_refused(BotTable *table, Ask ask, const char *code);

// The thought has ended: plays the move. False if the engine is of no use any more.
bool bot_thought(BotTable *table, Fault *why);
// Now and then: claims what can be claimed.
void bot_tick(BotTable *table, i64 now);

bool bot_ask(BotTable *table, Ask ask, const char *kind);

#endif
