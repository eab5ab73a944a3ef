// SPDX-License-Identifier: MIT
#include "cli/bot/bot.h"

#include "base/bits.h"
#include "base/json.h"
#include "cli/bot/members.h"
#include "cli/terminal.h"
#include "client/client_http.h"
#include "protocol/now.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    TOO_FAST_MS = 1000, // before retrying a request rejected by the rate limit
    LOOK_MS = 5000,     // between checks for invitations
};

#define ME_PATH    "/api/v1/me"
#define RULES_PATH "/api/v1/bot-rules"

void games_report(const BotGame *bot_game, const char *format, ...)
{
    char line[400];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    terminal_print(text_of(bot_game->id));
    fputs(": ", stdout);
    terminal_print(text_of(line));
    putchar('\n');
    fflush(stdout);
}

// --- bot_games -----------------------------------------------------------------------------------

int games_taken(const Bot *bot)
{
    int count = 0;
    for (int i = 0; i < BOT_GAMES_MAX; i++)
        count += bot->bot_game[i].stage != STAGE_FREE && bot->bot_game[i].stage != STAGE_OVER;
    return count;
}

static BotGame *bot_game_of(Bot *bot, const char *id)
{
    for (int i = 0; i < BOT_GAMES_MAX; i++)
        if (bot->bot_game[i].stage != STAGE_FREE && !strcmp(bot->bot_game[i].id, id))
            return &bot->bot_game[i];
    return NULL;
}

bool games_have_room(const Bot *bot)
{
    int taken = games_taken(bot);
    return !atomic_load(&bot->leaving) && taken < bot->at_once &&
           (!bot->games || bot->ended + taken < bot->games);
}

void games_take(Bot *bot, const char *id)
{
    BotGame *free_table = NULL;
    if (strlen(id) >= BOT_GAME_ID_MAX || bot_game_of(bot, id)) return;
    for (int i = 0; i < BOT_GAMES_MAX; i++)
        if (bot->bot_game[i].stage == STAGE_FREE) free_table = &bot->bot_game[i];
    for (int i = 0; i < BOT_GAMES_MAX && !free_table; i++)
        if (bot->bot_game[i].stage == STAGE_OVER) free_table = &bot->bot_game[i];
    if (!free_table) return;
    if (free_table->stage == STAGE_OVER) bot_close(free_table);
    bot_open(free_table, id);
}

void games_drop(Bot *bot, BotGame *bot_game)
{
    if (bot_game->stage == STAGE_SEATED || bot_game->stage == STAGE_JOINING)
        bot_ask(bot_game, ASK_OTHER, "leave");
    bot_ask(bot_game, ASK_OTHER, "unwatch");
    bot_close(bot_game);
    if (bot->game) bot->failed = true;
}

// Reacts to the change of a game's stage since `before`.
static void follow(Bot *bot, BotGame *bot_game, BotStage before)
{
    if (bot_game->stage == before) return;
    if (bot_game->stage == STAGE_PLAYING) {
        if (!bot_game->own) {
            // Another player took the seat.
            games_drop(bot, bot_game);
            return;
        }
        games_report(bot_game, "%s as player %d", match_variant(&bot_game->match)->id,
                     bits_first(bot_game->own) + 1);
        bot->begun++;
    } else if (bot_game->stage == STAGE_OVER) {
        if (before != STAGE_PLAYING && before != STAGE_SEATED) {
            games_drop(bot, bot_game);
            return;
        }
        games_report(bot_game, "%s %s", bot_game->result, bot_game->reason);
        bot->ended++;
        bool more = !atomic_load(&bot->leaving) && (!bot->games || bot->ended < bot->games);
        if (!more) bot_close(bot_game);
    }
}

// --- which games are accepted --------------------------------------------------------------------

static bool plays(const Bot *bot, struct json_object *game)
{
    const char *variant = text_at(game, "variant");
    Speed speed;
    bool rated = json_object_get_boolean(member(game, "rated"));
    if (!(rated ? bot->rated : bot->casual)) return false;
    if (!speed_read(text_of(text_at(game, "speed")), &speed) || !bot->speed[speed]) return false;
    for (int i = 0; i < variant_count(); i++)
        if (!strcmp(variant_at(i)->id, variant)) return bot->variant[i];
    return false;
}

typedef struct Places {
    bool own, invited, open;
} Places;

static Places find_places(const Bot *bot, struct json_object *game)
{
    Places places = { 0 };
    struct json_object *seats = member(game, "seats");
    for (size_t i = 0; i < length_of(seats); i++) {
        struct json_object *seat = json_object_array_get_idx(seats, i);
        struct json_object *person = member(seat, "person");
        const char *invited = text_at(seat, "invited");
        if (person)
            places.own |= !strcmp(text_at(person, "name"), bot->name);
        else if (!member(seat, "computer"))
            *(*invited ? &places.invited : &places.open) |=
                !*invited || !strcmp(invited, bot->name);
    }
    return places;
}

// Checks games of the lobby, or its own, for games to play.
static void look_through(Bot *bot, struct json_object *games)
{
    for (size_t i = 0; i < length_of(games); i++) {
        struct json_object *game = json_object_array_get_idx(games, i);
        Places places = find_places(bot, game);
        bool open = !strcmp(text_at(game, "state"), "open");
        const char *speed = text_at(game, "speed");
        // A stranger's game without a time limit would occupy a slot for days.
        bool slow = !strcmp(speed, "correspondence") || !strcmp(speed, "unlimited");
        bool accepted = places.own || (open && plays(bot, game) &&
                                       (places.invited || (bot->lobby && places.open && !slow)));
        // Its own games continue, whatever the options are now, and always get a slot.
        if (accepted && (places.own || games_have_room(bot))) games_take(bot, text_at(game, "id"));
    }
}

bool games_look(Bot *bot, Fault *why)
{
    HttpAsk ask = { .method = "GET", .path = ME_PATH, .token = bot->token };
    HttpAnswer answer;
    Wait wait = { now_ms() + PATIENCE_MS, &bot->hurry };
    bot->look_at = now_ms() + LOOK_MS;
    if (!http_ask(&bot->url, &ask, wait, &answer, why)) return false;
    struct json_object *me = json_tokener_parse(answer.body);
    struct json_object *person = member(me, "person");
    bool fine = answer.status == 200 && person;
    if (fine) {
        Out out = out_to(bot->name, sizeof bot->name);
        out_str(&out, text_at(person, "name"));
        if (!bot->game) look_through(bot, member(me, "games"));
    } else {
        fault(why, ILLEGAL,
              answer.status == 200 || answer.status == 401 ? "the server does not know the token"
                                                           : "the server answers with status %d",
              answer.status);
    }
    json_object_put(me);
    http_free(&answer);
    return fine;
}

// --- rules ---------------------------------------------------------------------------------------

void games_tell_rules(Bot *bot)
{
    char text[1024];
    Out out = out_to(text, sizeof text);
    Fault why;
    HttpAnswer answer;
    js_object(&out, NULL);
    js_array(&out, "variants");
    for (int i = 0; i < variant_count(); i++)
        if (bot->variant[i]) js_string(&out, NULL, variant_at(i)->id);
    js_close(&out, ']');
    js_array(&out, "speeds");
    for (int i = 0; i < SPEEDS; i++)
        if (bot->speed[i]) js_string(&out, NULL, speed_name((Speed)i));
    js_close(&out, ']');
    js_bool(&out, "rated", bot->rated);
    js_bool(&out, "casual", bot->casual);
    js_number(&out, "rating_min", bot->rating_min);
    js_number(&out, "rating_max", bot->rating_max);
    js_number(&out, "at_once", bot->at_once);
    js_close(&out, '}');
    HttpAsk ask = {
        .method = "POST", .path = RULES_PATH, .token = bot->token, .body = { text, out.length }
    };
    Wait wait = { now_ms() + PATIENCE_MS, &bot->hurry };
    // A person's account has no rules; then challenges are checked here.
    if (http_ask(&bot->url, &ask, wait, &answer, &why)) http_free(&answer);
}

// --- messages ------------------------------------------------------------------------------------

static void refused(Bot *bot, struct json_object *message)
{
    int number = json_object_get_int(member(message, "n"));
    ErrorCode code = error_find(text_of(text_at(message, "code")));
    // The rejected request isn't known, so request everything again; moves are then sent again.
    if (code == ERROR_TOO_FAST) {
        if (!bot->again_at) bot->again_at = now_ms() + TOO_FAST_MS;
        return;
    }
    if (!member(message, "n") || number < 0 || number >= BOT_GAMES_MAX * ASKS) return;
    BotGame *bot_game = &bot->bot_game[number / ASKS];
    if (bot_game->stage == STAGE_FREE || bot_refused(bot_game, (BotAsk)(number % ASKS), code))
        return;
    games_report(bot_game, "refused: %.200s", text_at(message, "text"));
    games_drop(bot, bot_game);
}

static void told_rematch(Bot *bot, BotGame *bot_game, const char *next)
{
    if (bot_game->stage != STAGE_OVER || bot_game->asked_next || !games_have_room(bot)) return;
    bot_game->asked_next = true;
    bot_ask(bot_game, ASK_OTHER, "unwatch");
    bot_close(bot_game);
    games_take(bot, next);
}

// The server shuts down: reconnects at a random moment within that time.
static void move_line(Bot *bot, i64 within_ms)
{
    enum { MOVE_MOST_MS = 60000 };
    u32 random = 0;
    if (getentropy(&random, sizeof random)) random = 0;
    i64 within = within_ms < 0 ? 0 : within_ms < MOVE_MOST_MS ? within_ms : MOVE_MOST_MS;
    bot->move_at = now_ms() + 1 + (i64)random % (within + 1);
}

void games_hear(Bot *bot, struct json_object *message)
{
    const char *t = text_at(message, "t");
    struct json_object *game = member(message, "game");
    bool whole = !strcmp(t, "game");
    BotGame *bot_game = bot_game_of(bot, whole ? text_at(game, "id") : text_at(message, "game"));
    BotStage before = bot_game ? bot_game->stage : STAGE_FREE;
    if (!strcmp(t, "lobby")) {
        if (!bot->game) look_through(bot, member(message, "open"));
    } else if (!strcmp(t, "challenges")) {
        if (!bot->game) look_through(bot, member(message, "in"));
    } else if (!strcmp(t, "reconnect")) {
        move_line(bot, number_at(message, "within", 0));
    } else if (!strcmp(t, "error")) {
        refused(bot, message);
    } else if (!bot_game) {
        return; // not one of our games
    } else if (whole) {
        bot_show(bot_game, game);
        follow(bot, bot_game, before);
        if (bot_game->stage == STAGE_OVER && *text_at(game, "rematch"))
            told_rematch(bot, bot_game, text_at(game, "rematch"));
    } else if (!strcmp(t, "event")) {
        bot_event(bot_game, message);
    } else if (!strcmp(t, "here")) {
        bot_here(bot_game, message);
    } else if (!strcmp(t, "rematch")) {
        told_rematch(bot, bot_game, text_at(message, "next"));
    }
}
