// SPDX-License-Identifier: MIT
#include "cli/bot_table.h"

#include "base/bits.h"
#include "cli/bot_json.h"
#include "cli/draws.h"
#include "game/course.h"
#include "protocol/now.h"
#include "variants/variants.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    GRACE_MS = 2000,   // for a program that is out of time to stop
    MARGIN_MS = 100,   // of its clock that is left for the way to the server
    TROUBLES_MOST = 3, // of the engine in a row
    CLAIM_AGAIN_MS = 5000,
    CLAIM_LATE_MS = 10000, // somebody who is late is given a little more
    NOT_SHOWN = -2,        // -1 is before the first event
    FORCED = 100000,
    RESIGN_MOVES = 3,
};

static void enter(BotTable *table, Stage stage)
{
    table->stage = stage;
    table->since = now_ms();
}

bool bot_ask(BotTable *table, Ask ask, const char *kind)
{
    char text[128];
    Out out = out_to(text, sizeof text);
    out_format(&out, "{\"t\":\"%s\",\"n\":%d,\"game\":\"%s\"}", kind,
               table->index * ASKS + (int)ask, table->id);
    return table->say(table->context, (Text){ text, out.length });
}

void bot_open(BotTable *table, const char *id)
{
    Out out = out_to(table->id, sizeof table->id);
    out_str(&out, id);
    table->own = 0;
    table->asked_next = false;
    table->number = NOT_SHOWN;
    table->answer_ply = UINT32_MAX;
    table->scored = table->failed = false;
    table->behind = table->troubles = 0;
    enter(table, STAGE_ASKED);
    bot_greet(table);
}

static void stop_thinking(BotTable *table)
{
    if (!table->thinking) return;
    atomic_store(&table->stop, true);
    pthread_join(table->thread, NULL);
    atomic_store(&table->stop, false);
    atomic_store(&table->done, false);
    table->thinking = false;
}

void bot_close(BotTable *table)
{
    stop_thinking(table);
    player_free(table->player);
    free(table->plies);
    free(table->moves);
    table->player = NULL;
    table->plies = NULL;
    table->moves = NULL;
    table->room = 0;
    enter(table, STAGE_FREE);
}

void bot_greet(BotTable *table)
{
    if (table->stage != STAGE_FREE) bot_ask(table, ASK_WATCH, "watch");
}

// --- the game as told ----------------------------------------------------------------------------

// Seats.
static u8 set_at(struct json_object *object, const char *key)
{
    struct json_object *array = member(object, key);
    u8 set = 0;
    for (size_t i = 0; i < length_of(array); i++)
        set |= (u8)bit(json_object_get_int(json_object_array_get_idx(array, i)) & 7);
    return set;
}

static bool more_room(BotTable *table)
{
    u32 room = table->room ? 2 * table->room : 256;
    Ply *plies = realloc(table->plies, room * sizeof *plies);
    if (!plies) return false;
    table->plies = plies;
    table->room = room;
    match_lend(&table->match, table->plies, room);
    return true;
}

static void read_clocks(BotTable *table, struct json_object *told)
{
    struct json_object *clocks = member(told, "clocks");
    Match *match = &table->match;
    table->told = now_ms();
    table->server_now = number_at(told, "now", 0);
    for (int i = 0; i < PLAYERS_MOST; i++) {
        struct json_object *clock =
            (size_t)i < length_of(clocks) ? json_object_array_get_idx(clocks, (size_t)i) : NULL;
        ClockFace *face = &table->face[i];
        face->main = (u32)number_at(clock, "main", 0);
        face->period = number_at(clock, "period", 0);
        face->periods = (u8)number_at(clock, "periods", 0);
        match->clock[i] = (Clock){ face->main, face->periods };
    }
}

static bool add_move(BotTable *table, const char *text)
{
    Move move;
    Match *match = &table->match;
    if (match->count == table->room && !more_room(table)) return false;
    return move_read(&match->position, text_of(text), &move, NULL) == OK &&
           match_restore(match, move, match->clock[match_turn(match)], NULL) == OK;
}

// Moves and departures in their order. False if they are no game.
static bool replay(BotTable *table, struct json_object *game)
{
    struct json_object *moves = member(game, "moves"), *leaves = member(game, "leaves");
    size_t left = 0;
    for (size_t ply = 0;; ply++) {
        for (; left < length_of(leaves); left++) {
            struct json_object *leave = json_object_array_get_idx(leaves, left);
            Reason reason = REASON_RESIGNATION;
            if ((size_t)number_at(leave, "ply", 0) != ply) break;
            int seat = (int)number_at(leave, "seat", 0);
            if (seat < 0 || seat >= match_variant(&table->match)->players) return false;
            reason_read(text_of(text_at(leave, "reason")), &reason, NULL);
            if (reason != REASON_TIME && reason != REASON_ABANDONED) reason = REASON_RESIGNATION;
            if (match_leave(&table->match, seat, reason, 0, NULL) != OK) return false;
        }
        if (ply == length_of(moves)) return true;
        const char *move = json_object_get_string(json_object_array_get_idx(moves, ply));
        if (!move || !add_move(table, move)) return false;
    }
}

static bool read_game(BotTable *table, struct json_object *game)
{
    const Variant *variant = variant_find(text_of(text_at(game, "variant")));
    Position start;
    ClockSpec spec;
    if (!variant || clock_read(text_of(text_at(game, "clock")), &spec, NULL) != OK ||
        variant->game->read(variant, text_of(text_at(game, "start")), &start, NULL) != OK)
        return false;
    match_start(&table->match, &start, spec, 0);
    match_lend(&table->match, table->plies, table->room);
    if (!replay(table, game)) return false;
    read_clocks(table, game);
    table->number = number_at(game, "number", -1);
    table->own = set_at(game, "you");
    for (int i = 0; i < PLAYERS_MOST; i++)
        table->claim[i] = CLOCK_NEVER;
    Out out = out_to(table->result, sizeof table->result);
    out_str(&out, text_at(game, "result"));
    out = out_to(table->reason, sizeof table->reason);
    out_str(&out, text_at(game, "reason"));
    return true;
}

// --- thinking ------------------------------------------------------------------------------------

static void *think(void *context)
{
    BotTable *table = context;
    const Variant *variant = match_variant(&table->asked);
    const ClockSpec *spec = &table->asked.spec;
    bool timed = !clock_spec_none(spec) && !clock_spec_days(spec);
    if (!table->player) {
        PlayerSetup setup = { .spec = table->manners->spec,
                              .variant = variant,
                              .budget.movetime = timed ? 0 : table->manners->movetime,
                              .grace_ms = GRACE_MS,
                              .interrupt = &table->stop };
        table->player = player_new(&setup, &table->why);
        table->failed =
            !table->player || !player_new_game(table->player, (u64)now_ms(), &table->why);
    }
    if (!table->failed) player_think(table->player, &table->question, &table->answer);
    atomic_store(&table->done, true);
    char index = (char)table->index;
    while (write(table->wake, &index, 1) < 0 && errno == EINTR)
        continue;
    return NULL;
}

// The position since which nobody left, and the moves from there, as many as an engine remembers.
static bool set_question(BotTable *table)
{
    Match *match = &table->asked;
    *match = table->match;
    u32 first = course_base(match, HISTORY_MOST);
    Move *moves = realloc(table->moves, (match->count - first + 1) * sizeof *moves);
    if (!moves) return false;
    table->moves = moves;
    for (u32 i = first; i < match->count; i++)
        moves[i - first] = match->plies[i].move;

    // Of the clock, what has passed since it was told and what the way back takes is gone.
    int turn = match_turn(match);
    const ClockFace *face = &table->face[turn];
    i64 left = CLOCK_NEVER, gone = now_ms() - table->told;
    if (!clock_spec_none(&match->spec)) {
        left = face->main +
               (face->periods ? face->period + (face->periods - 1) * match->spec.period : 0);
        gone += left / 10 < MARGIN_MS ? left / 10 : MARGIN_MS;
        left = left > gone ? left - gone : 1;
        u32 *main = &match->clock[turn].main;
        *main = *main > gone ? *main - (u32)gone : 0;
    }
    table->question = (Question){ match, course_position(match, first), moves,
                                  (int)(match->count - first), left };
    return true;
}

static void send_move(BotTable *table)
{
    char text[160], name[MOVE_TEXT_MOST];
    const Match *match = &table->match;
    Out out = out_to(name, sizeof name);
    match_variant(match)->game->write_move(&match->position, table->answer_move, &out);
    out = out_to(text, sizeof text);
    out_format(&out, "{\"t\":\"move\",\"n\":%d,\"game\":\"%s\",\"ply\":%d,\"move\":\"%s\"}",
               table->index * ASKS + ASK_MOVE, table->id, (int)match->count, name);
    table->say(table->context, (Text){ text, out.length });
}

// Thinks, or sends what was thought, if it is an own seat's turn; a thought about another position
// is of no use any more.
static void consider(BotTable *table)
{
    Match *match = &table->match;
    bool ours = table->stage == STAGE_PLAYING && !match->outcome.over &&
                bits_has(table->own, match_turn(match));
    if (table->thinking) {
        bool same = ours && match->count == table->asked.count &&
                    match->departures == table->asked.departures;
        if (!same) atomic_store(&table->stop, true);
        return;
    }
    if (!ours) return;
    if (table->answer_ply == match->count &&
        move_check(&match->position, table->answer_move, NULL) == OK) {
        send_move(table);
        return;
    }
    table->thinking = set_question(table) && !pthread_create(&table->thread, NULL, think, table);
}

// --- offers --------------------------------------------------------------------------------------

static bool takes_draw(const BotTable *table)
{
    switch (table->manners->draws) {
    case DRAWS_NEVER: return false;
    case DRAWS_ALWAYS: return true;
    default: return table->scored && draw_is_welcome(table->match.count, table->score);
    }
}

static void answer_offers(BotTable *table, u8 draw, int takeback)
{
    u8 own = (u8)(table->own & match_in(&table->match));
    if (table->stage != STAGE_PLAYING || !own) return;
    if (draw && !(draw & own)) bot_ask(table, ASK_OTHER, takes_draw(table) ? "draw" : "nodraw");
    const Variant *variant = match_variant(&table->match);
    if (takeback < 0 || takeback >= variant->players) return;
    if (variant_teammates(variant, takeback) & own) return; // not ours to grant
    bot_ask(table, ASK_OTHER, table->manners->takebacks ? "takeback" : "notakeback");
}

// --- what the server tells -----------------------------------------------------------------------

void bot_show(BotTable *table, struct json_object *game)
{
    const char *state = text_at(game, "state");
    if (!read_game(table, game)) {
        // Rules that this program does not know: nothing to be done here.
        enter(table, STAGE_OVER);
        return;
    }
    if (!strcmp(state, "over")) {
        if (table->stage != STAGE_OVER) enter(table, STAGE_OVER);
    } else if (!strcmp(state, "live")) {
        if (table->stage != STAGE_PLAYING) enter(table, STAGE_PLAYING);
    } else if (table->own) {
        if (table->stage != STAGE_SEATED) enter(table, STAGE_SEATED);
    } else if (table->stage != STAGE_JOINING) {
        enter(table, STAGE_JOINING);
        bot_ask(table, ASK_JOIN, "join");
    }
    struct json_object *takeback = member(game, "takeback");
    answer_offers(table, set_at(game, "draw"), (int)number_at(takeback, "seat", -1));
    consider(table);
}

void bot_event(BotTable *table, struct json_object *event)
{
    const char *kind = text_at(event, "kind");
    Match *match = &table->match;
    i64 number = number_at(event, "number", 0);
    if (table->number == NOT_SHOWN || number <= table->number) return;
    int seat = (int)number_at(event, "seat", -1);
    bool next = number == table->number + 1, known = true;
    table->number = number;
    if (!strcmp(kind, "move")) {
        next = next && number_at(event, "ply", -1) == match->count && seat == match_turn(match) &&
               add_move(table, text_at(event, "move"));
        read_clocks(table, event);
    } else if (!strcmp(kind, "draw")) {
        answer_offers(table, (u8)bit(seat & 7), -1);
    } else if (!strcmp(kind, "ask")) {
        answer_offers(table, 0, seat);
    } else {
        known = false;
    }
    // The rest is rare, and shown whole.
    if (!next || !known)
        bot_ask(table, ASK_WATCH, "watch");
    else
        consider(table);
}

void bot_here(BotTable *table, struct json_object *message)
{
    struct json_object *claim = member(message, "claim");
    for (size_t i = 0; i < PLAYERS_MOST && i < length_of(claim); i++) {
        struct json_object *at = json_object_array_get_idx(claim, i);
        table->claim[i] = at ? json_object_get_int64(at) + CLAIM_LATE_MS : CLOCK_NEVER;
    }
}

bool bot_refused(BotTable *table, Ask ask, const char *code)
{
    if (ask == ASK_OTHER) return true;
    if (ask != ASK_MOVE) return false;
    // Something else came first, or the server is in trouble: the game as it stands tells.
    if (!strcmp(code, "illegal_move") && ++table->troubles > TROUBLES_MOST) return false;
    if (!strcmp(code, "illegal_move")) table->answer_ply = UINT32_MAX;
    return bot_ask(table, ASK_WATCH, "watch");
}

// --- what the engine tells -----------------------------------------------------------------------

static bool gives_up(BotTable *table)
{
    const Answer *answer = &table->answer;
    table->scored = answer->scored;
    table->score = !answer->mate ? answer->score : answer->score < 0 ? -FORCED : FORCED;
    bool lost = answer->scored && table->manners->resign && table->score <= -table->manners->resign;
    table->behind = lost ? table->behind + 1 : 0;
    return table->behind >= RESIGN_MOVES;
}

bool bot_thought(BotTable *table, Fault *why)
{
    if (!table->thinking || !atomic_load(&table->done)) return true;
    pthread_join(table->thread, NULL);
    table->thinking = false;
    atomic_store(&table->done, false);
    bool dropped = atomic_exchange(&table->stop, false);
    if (table->failed) {
        *why = table->why;
        return false;
    }
    Answer *answer = &table->answer;
    bool fine = !dropped && !answer->trouble && !answer->interrupted &&
                move_check(&table->asked.position, answer->move, &answer->why) == OK;
    if (fine) {
        table->troubles = 0;
        table->answer_ply = table->asked.count;
        table->answer_move = answer->move;
        if (gives_up(table)) return bot_ask(table, ASK_OTHER, "resign"), true;
    } else {
        // A program that was stopped or failed is started again.
        player_free(table->player);
        table->player = NULL;
        if (!dropped && ++table->troubles > TROUBLES_MOST) {
            *why = answer->why;
            return false;
        }
    }
    consider(table);
    return true;
}

void bot_tick(BotTable *table, i64 now)
{
    if (table->stage != STAGE_PLAYING || table->match.outcome.over) return;
    int turn = match_turn(&table->match);
    if (table->claim[turn] == CLOCK_NEVER || bits_has(table->own, turn)) return;
    if (table->server_now + now - table->told < table->claim[turn]) return;
    table->claim[turn] += CLAIM_AGAIN_MS;
    bot_ask(table, ASK_OTHER, "claim");
}
