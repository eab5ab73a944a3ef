// SPDX-License-Identifier: MIT
// Messages from a server to `meydan bot`, one per line. Every message that the bot sends must be
// JSON. The bot doesn't search (the build replaces its threads), because fuzzing has no time for
// that.
#include "cli/bot/bot.h"

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);

// libFuzzer keeps its own copy of the real standard error.
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    stdout = fopen("/dev/null", "w");
    return 0;
}

int fuzz_no_thread(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *on)
{
    (void)thread;
    (void)how;
    (void)run;
    (void)on;
    return 1;
}

static struct json_object *read_json(Text text)
{
    struct json_tokener *tokener = json_tokener_new();
    struct json_object *read = json_tokener_parse_ex(tokener, text.at, (int)text.length);
    json_tokener_free(tokener);
    return read;
}

static bool say(void *context, Text message)
{
    (void)context;
    struct json_object *said = read_json(message);
    must(json_object_is_type(said, json_type_object));
    json_object_put(said);
    return true;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    static Bot bot;
    char *bytes = malloc(size ? size : 1);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)data[i];
    bot = (Bot){ .name = "Engine", .lobby = true, .at_once = 3, .rated = true, .casual = true };
    bot.manners = (BotManners){ .offers = { .takebacks = size % 2, .draws = size % 3 } };
    for (int i = 0; i < VARIANTS; i++)
        bot.variant[i] = true;
    for (int i = 0; i < SPEEDS; i++)
        bot.speed[i] = true;
    for (int i = 0; i < BOT_GAMES_MAX; i++) {
        BotGame *bot_game = &bot.bot_game[i];
        bot_game->manners = &bot.manners;
        bot_game->index = i;
        bot_game->wake = -1;
        bot_game->say = say;
    }
    Text rest = { bytes, size }, line;
    i64 now = 0;
    while (text_split(&rest, '\n', &line)) {
        struct json_object *message = read_json(line);
        if (message) games_hear(&bot, message);
        json_object_put(message);
        for (int i = 0; i < BOT_GAMES_MAX; i++)
            bot_tick(&bot.bot_game[i], now += 1000);
    }
    must(games_taken(&bot) <= BOT_GAMES_MAX);
    for (int i = 0; i < BOT_GAMES_MAX; i++)
        bot_close(&bot.bot_game[i]);
    free(bytes);
    return 0;
}
