// SPDX-License-Identifier: MIT
// `meydan bot`: plays on a server with the runner's players (the built-in engine, or a UGI
// program).
//
//     bot.c      the command and its options
//     loop.c     the connection and reconnecting; signals; the end
//     games.c    the choice of games, and messages about them
//     game.c     one game
//
// One thread communicates with the server. Each game searches in its own thread, which writes a
// byte to a pipe when it has a move.
#ifndef MEYDAN_CLI_BOT_BOT_H
#define MEYDAN_CLI_BOT_BOT_H

#include "base/speed.h"
#include "cli/bot/game.h"
#include "cli/cli.h"
#include "client/websocket.h"
#include "variants/variants.h"

enum {
    BOT_GAMES_MAX = 16,
    TOKEN_MAX = 256,
    PATIENCE_MS = 10000, // for a response of the server
};

typedef struct Bot {
    Url url;
    char token[TOKEN_MAX];
    bool variant[VARIANTS_MAX]; // variants it plays
    bool speed[SPEEDS];         // speeds it plays
    bool rated, casual;
    i64 rating_min, rating_max; // of challengers
    const char *game;           // the only game to play, or NULL
    bool lobby;                 // joins open games in the lobby
    i64 games;                  // number of games to play; 0 for no limit
    i64 at_once;
    BotManners manners;

    char name[64];
    Channel *channel;
    i64 retry, retry_at; // ms
    i64 move_at; // ms: when to open another connection at the server's request; 0 if not requested
    i64 look_at;
    i64 again_at; // ms: when to retry after a rate limit; 0 if none
    i64 leave_at; // ms: when to give up seats in games without opponents; 0 unless leaving
    int wake[2];
    BotGame bot_game[BOT_GAMES_MAX];
    i64 begun, ended; // number of games
    bool failed;
    atomic_bool leaving, hurry; // after one signal, after two signals
} Bot;

// Plays until there are no more games, or a signal arrives.
ExitStatus bot_play(Bot *bot);

// The number of games in progress or about to start.
int games_taken(const Bot *bot);
// Whether it may take another game.
bool games_have_room(const Bot *bot);
// Reserves a slot for the game, replacing one that only waits for a rematch.
void games_take(Bot *bot, const char *id);
void games_drop(Bot *bot, BotGame *bot_game);
// Finds its own games and invitations, which needn't be public. Returns false if the server
// refuses.
bool games_look(Bot *bot, Fault *why);
// Sends the rules for challenges to the server, which rejects all others.
void games_tell_rules(Bot *bot);
// Handles a message from the server.
void games_hear(Bot *bot, struct json_object *message);
// Prints one line about a game, with text from others made printable.
void games_report(const BotGame *bot_game, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
