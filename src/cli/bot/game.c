// SPDX-License-Identifier: MIT
#include "cli/bot/game.h"

#include "base/bits.h"
#include "cli/bot/members.h"
#include "client/requests.h"
#include "platform/plies.h"
#include "protocol/now.h"
#include "variants/variants.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    GRACE_MS = 2000,  // for a program that is out of time to stop
    MARGIN_MS = 100,  // clock time kept for the network
    TROUBLES_MAX = 3, // consecutive errors of the engine
    CLAIM_AGAIN_MS = 5000,
    CLAIM_LATE_MS = 10000, // extra time before claiming a win against an absent player
    NOT_SHOWN = -2,        // below -1, which is before the first event
};

static void enter(BotGame *bot_game, BotStage stage)
{
    bot_game->stage = stage;
    bot_game->since = now_ms();
}

bool bot_ask(BotGame *bot_game, BotAsk ask, const char *kind)
{
    char text[REQUEST_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    request_write(&out, kind, bot_game->index * ASKS + (int)ask, bot_game->id);
    return bot_game->say(bot_game->context, (Text){ text, out.length });
}

void bot_open(BotGame *bot_game, const char *id)
{
    Out out = out_to(bot_game->id, sizeof bot_game->id);
    out_str(&out, id);
    bot_game->own = 0;
    bot_game->asked_next = false;
    bot_game->number = NOT_SHOWN;
    bot_game->answer_ply = UINT32_MAX;
    bot_game->offered_draw = bot_game->failed = false;
    bot_game->troubles = 0;
    bot_game->opponent = opponent_of(0, (u64)now_ms());
    bot_game->opponent.manners = bot_game->manners->offers;
    enter(bot_game, STAGE_ASKED);
    bot_greet(bot_game);
}

static void stop_thinking(BotGame *bot_game)
{
    if (!bot_game->thinking) return;
    atomic_store(&bot_game->stop, true);
    pthread_join(bot_game->thread, NULL);
    atomic_store(&bot_game->stop, false);
    atomic_store(&bot_game->done, false);
    bot_game->thinking = false;
}

void bot_close(BotGame *bot_game)
{
    stop_thinking(bot_game);
    player_free(bot_game->player);
    free(bot_game->plies);
    bot_game->player = NULL;
    bot_game->plies = NULL;
    bot_game->capacity = 0;
    enter(bot_game, STAGE_FREE);
}

void bot_greet(BotGame *bot_game)
{
    if (bot_game->stage != STAGE_FREE) bot_ask(bot_game, ASK_WATCH, "watch");
}

// A set of seats.

// Seats.
static u8 set_at(struct json_object *object, const char *key)
{
    struct json_object *array = member(object, key);
    u8 set = 0;
    for (size_t i = 0; i < length_of(array); i++)
        set |= (u8)bit(json_object_get_int(json_object_array_get_idx(array, i)) & 7);
    return set;
}

static bool grow_plies(BotGame *bot_game)
{
    Match *match = &bot_game->match;
    if (!plies_grow(match)) return false;
    bot_game->plies = match->plies;
    bot_game->capacity = match->capacity;
    return true;
}

static void read_clocks(BotGame *bot_game, struct json_object *told)
{
    struct json_object *clocks = member(told, "clocks");
    Match *match = &bot_game->match;
    bot_game->told = now_ms();
    bot_game->server_now = number_at(told, "now", 0);
    for (int i = 0; i < PLAYERS_MAX; i++) {
        struct json_object *clock =
            (size_t)i < length_of(clocks) ? json_object_array_get_idx(clocks, (size_t)i) : NULL;
        ClockFace *face = &bot_game->face[i];
        face->main = (u32)number_at(clock, "main", 0);
        face->period = number_at(clock, "period", 0);
        face->periods = (u8)number_at(clock, "periods", 0);
        match->clock[i] = (Clock){ face->main, face->periods };
    }
}

static bool add_move(BotGame *bot_game, const char *text)
{
    Move move;
    Match *match = &bot_game->match;
    if (match->count == bot_game->capacity && !grow_plies(bot_game)) return false;
    return move_read(&match->position, text_of(text), &move, NULL) == OK &&
           match_restore(match, move, match->clock[match_turn(match)], NULL) == OK;
}

// Replays moves and departures in order. Returns false if they don't form a game.
static bool replay(BotGame *bot_game, struct json_object *game)
{
    struct json_object *moves = member(game, "moves"), *leaves = member(game, "leaves");
    size_t left = 0;
    for (size_t ply = 0;; ply++) {
        for (; left < length_of(leaves); left++) {
            struct json_object *leave = json_object_array_get_idx(leaves, left);
            Reason reason = REASON_RESIGNATION;
            if ((size_t)number_at(leave, "ply", 0) != ply) break;
            int seat = (int)number_at(leave, "seat", 0);
            if (seat < 0 || seat >= match_variant(&bot_game->match)->players) return false;
            reason_read(text_of(text_at(leave, "reason")), &reason, NULL);
            if (reason != REASON_TIME && reason != REASON_ABANDONED) reason = REASON_RESIGNATION;
            if (match_leave(&bot_game->match, seat, reason, 0, NULL) != OK) return false;
        }
        if (ply == length_of(moves)) return true;
        const char *move = json_object_get_string(json_object_array_get_idx(moves, ply));
        if (!move || !add_move(bot_game, move)) return false;
    }
}

static bool read_game(BotGame *bot_game, struct json_object *game)
{
    const Variant *variant = variant_find(text_of(text_at(game, "variant")));
    Position start;
    ClockSpec spec;
    if (!variant || clock_read(text_of(text_at(game, "clock")), &spec, NULL) != OK ||
        variant->game->read(variant, text_of(text_at(game, "start")), &start, NULL) != OK)
        return false;
    match_start(&bot_game->match, &start, spec, 0);
    match_lend(&bot_game->match, bot_game->plies, bot_game->capacity);
    if (!replay(bot_game, game)) return false;
    read_clocks(bot_game, game);
    bot_game->number = number_at(game, "number", -1);
    bot_game->own = set_at(game, "you");
    for (int i = 0; i < PLAYERS_MAX; i++)
        bot_game->claim[i] = CLOCK_NEVER;
    Out out = out_to(bot_game->result, sizeof bot_game->result);
    out_str(&out, text_at(game, "result"));
    out = out_to(bot_game->reason, sizeof bot_game->reason);
    out_str(&out, text_at(game, "reason"));
    return true;
}

// --- thinking ------------------------------------------------------------------------------------

static void *think(void *context)
{
    BotGame *bot_game = context;
    const Variant *variant = match_variant(&bot_game->asked);
    const ClockSpec *spec = &bot_game->asked.spec;
    bool timed = !clock_spec_none(spec) && !clock_spec_days(spec);
    if (!bot_game->player) {
        PlayerSetup setup = { .spec = bot_game->manners->spec,
                              .variant = variant,
                              .budget.movetime = timed ? 0 : bot_game->manners->movetime,
                              .grace_ms = GRACE_MS,
                              .interrupt = &bot_game->stop };
        bot_game->player = player_new(&setup, &bot_game->why);
        bot_game->failed =
            !bot_game->player ||
            !player_new_game(bot_game->player, bot_game->opponent.seed, &bot_game->why);
    }
    if (!bot_game->failed && bot_game->about_draw)
        bot_game->takes_draw =
            player_takes_draw(bot_game->player, &bot_game->question, &bot_game->manners->offers,
                              bits_first(bot_game->own & match_in(&bot_game->asked)));
    else if (!bot_game->failed)
        player_think(bot_game->player, &bot_game->question, &bot_game->answer);
    atomic_store(&bot_game->done, true);
    char index = (char)bot_game->index;
    while (write(bot_game->wake, &index, 1) < 0 && errno == EINTR)
        continue;
    return NULL;
}

static void set_question(BotGame *bot_game)
{
    Match *match = &bot_game->asked;
    *match = bot_game->match;
    // Subtract the time since the clock arrived, and the delay of the answer.
    int turn = match_turn(match);
    const ClockFace *face = &bot_game->face[turn];
    i64 left = CLOCK_NEVER, gone = now_ms() - bot_game->told;
    if (!clock_spec_none(&match->spec)) {
        left = face->main +
               (face->periods ? face->period + (face->periods - 1) * match->spec.period : 0);
        gone += left / 10 < MARGIN_MS ? left / 10 : MARGIN_MS;
        left = left > gone ? left - gone : 1;
        u32 *main = &match->clock[turn].main;
        *main = *main > gone ? *main - (u32)gone : 0;
    }
    bot_game->question = (PlayerQuestion){ match, opponent_game(match, bot_game->moves), left };
}

static void start_thinking(BotGame *bot_game, bool about_draw)
{
    set_question(bot_game);
    bot_game->about_draw = about_draw;
    bot_game->thinking = !pthread_create(&bot_game->thread, NULL, think, bot_game);
}

static void send_move(BotGame *bot_game)
{
    char text[REQUEST_TEXT_MAX], name[MOVE_TEXT_MAX];
    const Match *match = &bot_game->match;
    Out out = out_to(name, sizeof name);
    match_variant(match)->game->write_move(&match->position, bot_game->answer_move, &out);
    out = out_to(text, sizeof text);
    request_write_move(&out, bot_game->index * ASKS + ASK_MOVE, bot_game->id, match->count, name);
    bot_game->say(bot_game->context, (Text){ text, out.length });
}

static bool asked_same(const BotGame *bot_game)
{
    return bot_game->match.count == bot_game->asked.count &&
           bot_game->match.departures == bot_game->asked.departures;
}

// Searches for the answer to a draw offer; then, on its own turn, searches for a move or sends the
// result. A result for another position is discarded.
static void consider(BotGame *bot_game)
{
    Match *match = &bot_game->match;
    bool playing = bot_game->stage == STAGE_PLAYING && !match->outcome.over;
    bool ours = playing && bits_has(bot_game->own, match_turn(match));
    if (bot_game->thinking) {
        bool wanted = bot_game->about_draw ? playing : ours;
        if (!wanted || !asked_same(bot_game)) atomic_store(&bot_game->stop, true);
        return;
    }
    if (playing && bot_game->offered_draw) return start_thinking(bot_game, true);
    if (!ours) return;
    if (bot_game->answer_ply == match->count &&
        move_check(&match->position, bot_game->answer_move, NULL) == OK) {
        send_move(bot_game);
        return;
    }
    start_thinking(bot_game, false);
}

// --- offers --------------------------------------------------------------------------------------

// Handles a draw offer by these seats; it is considered next.
static void take_draw_offer(BotGame *bot_game, u8 seats)
{
    u8 own = (u8)(bot_game->own & match_in(&bot_game->match));
    bot_game->offered_draw = own && seats && !(seats & own);
}

static void answer_takeback(BotGame *bot_game, int takeback)
{
    u8 own = (u8)(bot_game->own & match_in(&bot_game->match));
    if (bot_game->stage != STAGE_PLAYING || !own) return;
    const Variant *variant = match_variant(&bot_game->match);
    if (takeback < 0 || takeback >= variant->players) return;
    if (variant_teammates(variant, takeback) & own) return; // not ours to grant
    bot_ask(bot_game, ASK_OTHER, bot_game->manners->offers.takebacks ? "takeback" : "notakeback");
}

// --- messages of the server ----------------------------------------------------------------------

void bot_show(BotGame *bot_game, struct json_object *game)
{
    const char *state = text_at(game, "state");
    if (!read_game(bot_game, game)) {
        // An unknown variant: the bot can't play this game.
        enter(bot_game, STAGE_OVER);
        return;
    }
    if (!strcmp(state, "over")) {
        if (bot_game->stage != STAGE_OVER) enter(bot_game, STAGE_OVER);
    } else if (!strcmp(state, "live")) {
        if (bot_game->stage != STAGE_PLAYING) enter(bot_game, STAGE_PLAYING);
    } else if (bot_game->own) {
        if (bot_game->stage != STAGE_SEATED) enter(bot_game, STAGE_SEATED);
    } else if (bot_game->stage != STAGE_JOINING) {
        enter(bot_game, STAGE_JOINING);
        bot_ask(bot_game, ASK_JOIN, "join");
    }
    struct json_object *takeback = member(game, "takeback");
    take_draw_offer(bot_game, set_at(game, "draw"));
    answer_takeback(bot_game, (int)number_at(takeback, "seat", -1));
    consider(bot_game);
}

void bot_event(BotGame *bot_game, struct json_object *event)
{
    const char *kind = text_at(event, "kind");
    Match *match = &bot_game->match;
    i64 number = number_at(event, "number", 0);
    if (bot_game->number == NOT_SHOWN || number <= bot_game->number) return;
    int seat = (int)number_at(event, "seat", -1);
    bool next = number == bot_game->number + 1, known = true;
    bot_game->number = number;
    if (!strcmp(kind, "move")) {
        next = next && number_at(event, "ply", -1) == match->count && seat == match_turn(match) &&
               add_move(bot_game, text_at(event, "move"));
        read_clocks(bot_game, event);
        if (bits_has(bot_game->own, seat & 7))
            bot_game->offered_draw = false; // it has moved, which declines
    } else if (!strcmp(kind, "draw")) {
        take_draw_offer(bot_game, (u8)bit(seat & 7));
    } else if (!strcmp(kind, "ask")) {
        answer_takeback(bot_game, seat);
    } else {
        known = false;
    }
    // Other events are rare; request the whole game.
    if (!next || !known)
        bot_ask(bot_game, ASK_WATCH, "watch");
    else
        consider(bot_game);
}

void bot_here(BotGame *bot_game, struct json_object *message)
{
    struct json_object *claim = member(message, "claim");
    for (size_t i = 0; i < PLAYERS_MAX && i < length_of(claim); i++) {
        struct json_object *at = json_object_array_get_idx(claim, i);
        bot_game->claim[i] = at ? number_of(at) + CLAIM_LATE_MS : CLOCK_NEVER;
    }
}

bool bot_refused(BotGame *bot_game, BotAsk ask, ErrorCode code)
{
    if (ask == ASK_OTHER) return true;
    if (ask != ASK_MOVE) return false;
    // Another event came first, or the server has a problem: request the whole game.
    if (code == ERROR_ILLEGAL_MOVE) {
        if (++bot_game->troubles > TROUBLES_MAX) return false;
        bot_game->answer_ply = UINT32_MAX;
    }
    return bot_ask(bot_game, ASK_WATCH, "watch");
}

// --- answers of the engine -----------------------------------------------------------------------

// Answers a draw offer by the search's verdict, unless the position has changed since.
static void draw_thought(BotGame *bot_game)
{
    if (bot_game->offered_draw && asked_same(bot_game)) {
        bot_game->offered_draw = false;
        bot_ask(bot_game, ASK_OTHER, bot_game->takes_draw ? "draw" : "nodraw");
    }
    consider(bot_game);
}

bool bot_thought(BotGame *bot_game, Fault *why)
{
    if (!bot_game->thinking || !atomic_load(&bot_game->done)) return true;
    pthread_join(bot_game->thread, NULL);
    bot_game->thinking = false;
    atomic_store(&bot_game->done, false);
    bool dropped = atomic_exchange(&bot_game->stop, false);
    if (bot_game->failed) {
        *why = bot_game->why;
        return false;
    }
    if (bot_game->about_draw) return draw_thought(bot_game), true;
    PlayerAnswer *answer = &bot_game->answer;
    bool fine = !dropped && !answer->trouble && !answer->interrupted &&
                move_check(&bot_game->asked.position, answer->move, &answer->why) == OK;
    if (fine) {
        bot_game->troubles = 0;
        bot_game->answer_ply = bot_game->asked.count;
        bot_game->answer_move = answer->move;
        if (answer->scored && opponent_resigns(&bot_game->opponent, answer_score(answer)))
            return bot_ask(bot_game, ASK_OTHER, "resign"), true;
    } else {
        // Restart a program that was stopped or failed.
        player_free(bot_game->player);
        bot_game->player = NULL;
        if (!dropped && ++bot_game->troubles > TROUBLES_MAX) {
            *why = answer->why;
            return false;
        }
    }
    consider(bot_game);
    return true;
}

void bot_tick(BotGame *bot_game, i64 now)
{
    if (bot_game->stage != STAGE_PLAYING || bot_game->match.outcome.over) return;
    int turn = match_turn(&bot_game->match);
    if (bot_game->claim[turn] == CLOCK_NEVER || bits_has(bot_game->own, turn)) return;
    if (bot_game->server_now + now - bot_game->told < bot_game->claim[turn]) return;
    bot_game->claim[turn] += CLAIM_AGAIN_MS;
    bot_ask(bot_game, ASK_OTHER, "claim");
}
