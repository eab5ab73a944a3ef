// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // pipe2
#include "cli/bot/bot.h"

#include "cli/terminal.h"
#include "protocol/now.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum {
    TICK_MS = 500,
    RETRY_MS = 500, // before the first retry, doubled for each further one
    RETRY_MOST_MS = 30000,
    MOVE_AGAIN_MS = 400,
    SILENT_MS = 20000,  // then sends a ping
    DEAD_MS = 45000,    // then reconnects
    REMATCH_MS = 60000, // how long a slot is kept for one
    LEAVE_MS = 1000,    // how long a seat is kept when leaving
    SEATED_MS = 600000, // how long to wait for other players
};

#define SOCKET_PATH "/api/v1/socket"

// --- the line ------------------------------------------------------------------------------------

static void hang_up(Bot *bot)
{
    channel_close(bot->channel);
    bot->channel = NULL;
}

static bool say(void *context, Text message)
{
    Bot *bot = context;
    // A broken connection is detected when reading. Requests are then repeated.
    return bot->channel && channel_say(bot->channel, message);
}

static void hear(void *context, Text text)
{
    struct json_tokener *tokener = json_tokener_new();
    struct json_object *message =
        tokener ? json_tokener_parse_ex(tokener, text.at, (int)text.length) : NULL;
    if (message) games_hear(context, message);
    json_object_put(message);
    if (tokener) json_tokener_free(tokener);
}

static void greet_all(Bot *bot)
{
    for (int i = 0; i < BOT_GAMES_MAX; i++)
        bot_greet(&bot->bot_game[i]);
    if (bot->lobby) say(bot, text_of("{\"t\":\"lobby\"}"));
    if (!bot->game) say(bot, text_of("{\"t\":\"challenges\"}"));
}

// Failure is harmless: the old connection still exists and is reopened when it ends.
static void move_line(Bot *bot)
{
    int status;
    Fault why;
    Wait wait = { now_ms() + PATIENCE_MS, &bot->hurry };
    Channel *channel = channel_open(&bot->url, SOCKET_PATH, bot->token, wait, &status, &why);
    bot->move_at = channel ? 0 : now_ms() + MOVE_AGAIN_MS;
    if (!channel) return;
    hang_up(bot);
    bot->channel = channel;
    greet_all(bot);
}

// Returns false if retrying is pointless.
static bool connect_line(Bot *bot, Fault *why)
{
    int status;
    Wait wait = { now_ms() + PATIENCE_MS, &bot->hurry };
    bot->channel = channel_open(&bot->url, SOCKET_PATH, bot->token, wait, &status, why);
    if (!bot->channel) {
        bot->retry = bot->retry ? 2 * bot->retry : RETRY_MS;
        if (bot->retry > RETRY_MOST_MS) bot->retry = RETRY_MOST_MS;
        bot->retry_at = now_ms() + bot->retry;
        return status != 401 && status != 403;
    }
    bot->retry = bot->move_at = 0;
    greet_all(bot);
    if (bot->game && !bot->begun && !games_taken(bot)) games_take(bot, bot->game);
    return true;
}

static void keep_line(Bot *bot, i64 now)
{
    if (!bot->channel) return;
    i64 silent = now - channel_heard(bot->channel);
    if (silent > DEAD_MS)
        hang_up(bot);
    else if (silent > SILENT_MS && !channel_ping(bot->channel))
        hang_up(bot);
}

// --- the turns of the loop -----------------------------------------------------------------------

static void tick(Bot *bot, i64 now)
{
    Fault why;
    keep_line(bot, now);
    bool again = bot->again_at && now >= bot->again_at;
    if (again) bot->again_at = 0;
    for (int i = 0; i < BOT_GAMES_MAX; i++) {
        BotGame *bot_game = &bot->bot_game[i];
        if (again && bot->channel) bot_greet(bot_game);
        bot_tick(bot_game, now);
        i64 waited = now - bot_game->since;
        bool stale = (bot_game->stage == STAGE_OVER && waited > REMATCH_MS) ||
                     (bot_game->stage == STAGE_SEATED && waited > SEATED_MS && !bot->game);
        if (stale) games_drop(bot, bot_game);
    }
    if (bot->channel && !bot->game && now >= bot->look_at && games_have_room(bot))
        games_look(bot, &why);
}

static void take_thoughts(Bot *bot)
{
    char index[64];
    if (read(bot->wake[0], index, sizeof index) < 0) return;
    for (int i = 0; i < BOT_GAMES_MAX; i++) {
        Fault why = { 0 };
        BotGame *bot_game = &bot->bot_game[i];
        if (bot_thought(bot_game, &why)) continue;
        games_report(bot_game, "the engine failed: %s", why.message);
        bot_close(bot_game);
        bot->failed = true;
    }
}

static bool finished(const Bot *bot)
{
    if (atomic_load(&bot->hurry)) return true;
    bool playing = games_taken(bot) > 0;
    if (bot->failed || atomic_load(&bot->leaving)) return !playing;
    return !playing && bot->games && bot->ended >= bot->games;
}

// A game without opponents isn't being played, so its seat can be left. But an opponent may have
// joined a moment ago, and the message may be on its way.
static void leave_waiting(Bot *bot, i64 now)
{
    if (!bot->leave_at) bot->leave_at = now + LEAVE_MS;
    for (int i = 0; i < BOT_GAMES_MAX; i++) {
        BotGame *bot_game = &bot->bot_game[i];
        if (bot_game->stage > STAGE_FREE && bot_game->stage < STAGE_PLAYING && now >= bot->leave_at)
            games_drop(bot, bot_game);
    }
}

static ExitStatus play_on(Bot *bot)
{
    Fault why = { 0 };
    while (!finished(bot)) {
        i64 now = now_ms();
        if (!bot->channel && now >= bot->retry_at && !connect_line(bot, &why))
            return complain(EXIT_BAD, "%s", why.message);
        if (bot->channel && bot->move_at && now >= bot->move_at) move_line(bot);
        struct pollfd files[2] = { { bot->wake[0], POLLIN, 0 }, { -1, POLLIN, 0 } };
        if (bot->channel) files[1].fd = channel_file(bot->channel);
        // Data that arrived with the handshake has left the kernel.
        if (bot->channel && !channel_read(bot->channel, hear, bot))
            hang_up(bot);
        else if (poll(files, 2, TICK_MS) > 0 && files[0].revents)
            take_thoughts(bot);
        tick(bot, now_ms());
        if (atomic_load(&bot->leaving)) leave_waiting(bot, now_ms());
    }
    return bot->failed ? EXIT_NO : EXIT_DONE;
}

// --- begin and end -------------------------------------------------------------------------------

static Bot *signalled; // the bot that signals apply to

static void on_signal(int number)
{
    int saved = errno;
    (void)number;
    if (atomic_exchange(&signalled->leaving, true)) atomic_store(&signalled->hurry, true);
    if (write(signalled->wake[1], "", 1) < 0) errno = saved;
    errno = saved;
}

static bool set_up(Bot *bot)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN }, act = { .sa_handler = on_signal };
    if (pipe2(bot->wake, O_CLOEXEC | O_NONBLOCK) != 0) return false;
    signalled = bot;
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    for (int i = 0; i < BOT_GAMES_MAX; i++) {
        BotGame *bot_game = &bot->bot_game[i];
        bot_game->manners = &bot->manners;
        bot_game->index = i;
        bot_game->wake = bot->wake[1];
        bot_game->say = say;
        bot_game->context = bot;
    }
    return true;
}

ExitStatus bot_play(Bot *bot)
{
    Fault why;
    if (!set_up(bot)) return complain(EXIT_BAD, "not enough files");
    if (!games_look(bot, &why)) return complain(EXIT_BAD, "%s", why.message);
    if (!bot->game) games_tell_rules(bot);
    terminal_print(text_of(bot->name));
    printf(" at %s\n", bot->url.authority);
    fflush(stdout);
    ExitStatus status = play_on(bot);
    for (int i = 0; i < BOT_GAMES_MAX; i++)
        bot_close(&bot->bot_game[i]);
    hang_up(bot);
    return status;
}
