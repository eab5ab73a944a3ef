// SPDX-License-Identifier: MIT
// `meydan bot`: a player of the runner's (the engine in this program, or one that speaks UGI) in
// seats of a server.
//
//     bot.c      the command and its options
//     loop.c     the line to the server, kept and opened again; signals; the end
//     games.c    which games it takes, and what the server says of them
//     game.c     one game
//
// One thread talks to the server; each game thinks in a thread of its own, which writes a byte
// to a pipe when it has a move.
#ifndef MEYDAN_CLI_BOT_BOT_H
#define MEYDAN_CLI_BOT_BOT_H

#include "base/speed.h"
#include "cli/bot/game.h"
#include "cli/cli.h"
#include "client/channel.h"
#include "variants/variants.h"

enum {
    BOT_GAMES_MAX = 16,
    TOKEN_MAX = 256,
    PATIENCE_MS = 10000, // for the server to answer
};

typedef struct Bot {
    Url url;
    char token[TOKEN_MAX];
    bool variant[VARIANTS_MAX]; // which ones it plays
    bool speed[SPEEDS];         // and how fast
    bool rated, casual;
    i64 rating_min, rating_max; // of those who challenge it
    const char *game;           // the one it is for, or NULL
    bool lobby;                 // joins open games there
    i64 games;                  // then it ends; 0: never
    i64 at_once;
    BotManners manners;

    char name[64];
    Channel *channel;
    i64 retry, retry_at; // ms
    i64 move_at;         // ms: the server asked us to open another line; 0 if it did not
    i64 look_at;
    i64 again_at; // ms: the server found us too fast; 0 if it did not
    i64 leave_at; // ms: then seats where nobody has come are given up; 0 while nobody wants to
                  // leave
    int wake[2];
    BotGame bot_game[BOT_GAMES_MAX];
    i64 begun, ended; // games
    bool failed;
    atomic_bool leaving, hurry; // one signal, two signals
} Bot;

// Plays until there is nothing left to play, or a signal comes.
ExitStatus bot_play(Bot *bot);

// Games in progress, or about to start.
int games_taken(const Bot *bot);
// May there be one more?
bool games_have_room(const Bot *bot);
// A place for the game; one that only waits for a rematch is given up for it.
void games_take(Bot *bot, const char *id);
void games_drop(Bot *bot, BotGame *bot_game);
// Own games, and those it is invited to, which need not be public. False if the server refuses.
bool games_look(Bot *bot, Fault *why);
// Tells the server which challenges it accepts, so that nobody sends others.
void games_tell_rules(Bot *bot);
// A message of the server's.
void games_hear(Bot *bot, struct json_object *message);
// One line about a game, with whatever others wrote made printable.
void games_report(const BotGame *bot_game, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
