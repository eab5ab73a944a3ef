// SPDX-License-Identifier: MIT
#include "server/games/state/room.h"

#include "base/bits.h"
#include "game/walk.h"
#include "platform/plies.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROOM_PLIES = 1 << 14 // the longest game, at whose end players can still agree or resign
};
static const i64 CHALLENGE_MS = 600000; // how long a challenge with a live clock stays open
static const i64 IDLE =
    14 * (i64)CLOCK_DAY; // without a clock, a player who makes no move for this long leaves

// --- reading -------------------------------------------------------------------------------------

bool seat_taken(const Seat *seat)
{
    return seat->person || seat->level;
}

i64 seat_grace(const Seat *seat)
{
    return lag_given(&seat->quota, seat->lag_ms);
}

int room_turn(const Room *room)
{
    bool moves = room->state == ROOM_LIVE && !room->match.outcome.over;
    return moves ? match_turn(&room->match) : -1;
}

int room_seat_of(const Room *room, i64 person)
{
    int found = -1, turn = room_turn(room);
    if (!person) return -1;
    for (int i = 0; i < room_players(room); i++)
        if (room->seat[i].person == person && (found < 0 || i == turn)) found = i;
    return found;
}

int room_invited_seat(const Room *room, i64 person)
{
    for (int i = 0; person && i < room_players(room); i++)
        if (!room->seat[i].person && room->seat[i].invited == person) return i;
    return -1;
}

int room_seat_at(const Room *room, int seat, u32 ply)
{
    return ply < match_swaps(&room->match) ? !seat : seat;
}

int room_stood(const Room *room, i64 person)
{
    for (int i = 0; i < SEAT_RETURNS; i++)
        if (room->seat_return[i].person == person) return room->seat_return[i].times;
    return 0;
}

void room_result(const Room *room, Out *out)
{
    outcome_write(&room->match.outcome, room_variant(room), out);
}

const char *room_reason(const Room *room)
{
    if (room->state != ROOM_OVER) return NULL;
    return room->aborted ? "aborted" : reason_name(room->match.outcome.reason);
}

i64 room_time(const Room *room, i64 now)
{
    if (!room->frozen_ms || now < room->frozen_ms) return now;
    i64 since = room->match.since;
    return room->frozen_ms > since ? room->frozen_ms : since;
}

bool room_clock_runs(const Room *room)
{
    return room_turn(room) >= 0 && !clock_spec_none(&room->match.spec) && !room->frozen_ms;
}

i64 room_rest(const Room *room, i64 from, i64 until)
{
    int turn = room_turn(room);
    return turn < 0 ? 0 : vacation_within(room->seat[turn].vacation, from, until);
}

i64 room_used(const Room *room, i64 now)
{
    i64 used = now - room->match.since - room_rest(room, room->turn_ms, now);
    return used > 0 ? used : 0;
}

i64 room_deadline(const Room *room)
{
    int turn = room_turn(room);
    i64 deadline = match_deadline(&room->match);
    return turn < 0 ? deadline
                    : vacation_put_off(room->seat[turn].vacation, room->turn_ms, deadline);
}

ClockFace room_clock(const Room *room, int seat, i64 now)
{
    if (room->state == ROOM_OPEN) now = room->match.now;
    const Match *match = &room->match;
    now = room_time(room, now);
    // A match knows no vacations: charge only the time outside them.
    if (seat == room_turn(room) && room_rest(room, room->turn_ms, now))
        return clock_face(&match->spec, match->clock[seat], room_used(room, now));
    return match_clock(match, seat, now);
}

bool room_under_way(const Room *room)
{
    return room->state != ROOM_OPEN && match_under_way(&room->match);
}

i64 room_claim_at(const Room *room, int seat)
{
    const Seat *who = &room->seat[seat];
    if (room->state != ROOM_LIVE || !who->person || who->out || who->here) return CLOCK_NEVER;
    if (!room_under_way(room)) return CLOCK_NEVER;
    i64 away = speed_away(room->speed, who->on_purpose);
    return away == CLOCK_NEVER ? CLOCK_NEVER : who->away_since + away;
}

bool room_has_open_seat(const Room *room)
{
    for (int i = 0; i < room_players(room); i++)
        if (!seat_taken(&room->seat[i]) && !room->seat[i].invited) return true;
    return false;
}

// A challenge expires soon, unless the game has days per move; a rematch stays longer.
static i64 open_time(const Room *room)
{
    i64 longest = speed_open(room->speed);
    bool challenge = !room_has_open_seat(room) && !room->rematch_of;
    return challenge && speed_is_live(room->speed) ? CHALLENGE_MS : longest;
}

i64 room_due(const Room *room, Due *due)
{
    const Match *match = &room->match;
    *due = DUE_EXPIRY;
    if (room->state == ROOM_OPEN) return room->created_ms + open_time(room);
    int turn = room_turn(room);
    *due = DUE_NOTHING;
    if (turn < 0 || room->frozen_ms || room->seat[turn].level)
        return CLOCK_NEVER; // computers watch their own clock
    *due = DUE_IDLE;
    if (room->speed == SPEED_UNLIMITED) return match->since + IDLE;
    *due = DUE_FLAG;
    i64 flag = room_deadline(room) + seat_grace(&room->seat[turn]);
    i64 first = match_first_move_due(match, speed_first_move(room->speed));
    if (first == CLOCK_NEVER) return flag;
    *due = DUE_FIRST_MOVE;
    return first < flag ? first : flag;
}

void room_moves(const Room *room, SeeMove *see, void *context)
{
    const Game *game = room_variant(room)->game;
    for (MatchWalk walk = match_walk(&room->match); match_walk_next(&walk);) {
        if (!walk.ply) continue;
        char text[MOVE_TEXT_MAX];
        Out out = out_to(text, sizeof text);
        game->write_move(&walk.position, walk.ply->move, &out);
        see(context, (int)walk.plies, (Text){ text, out.length });
    }
}

// --- events --------------------------------------------------------------------------------------

void room_start(Room *room, i64 id, i64 maker, i64 created_ms, const GameSetup *setup)
{
    *room = (Room){
        .id = id,
        .layout = setup_layout(&setup->start),
        .speed = speed_of(&setup->clock),
        .lot = !setup->seated && (setup->lot || setup->rated),
        .rated = setup->rated,
        .open_to_all = setup->open_to_all,
        .maker = maker,
        .rematch_of = setup->rematch_of,
        .created_ms = created_ms,
        .began_ms = created_ms,
        .number = -1,
    };
    const Layout *base;
    room->handicap = handicap_of(&setup->start, &setup->clock, &base);
    match_start(&room->match, &setup->start, setup->clock, created_ms);
    for (int i = 0; i < room_players(room); i++) {
        const SeatSetup *seat = &setup->seat[i];
        room->seat[i] = (Seat){ .person = seat->person,
                                .invited = seat->invited,
                                .level = seat->level,
                                .away_since = created_ms };
    }
}

Status room_grow(Room *room, Fault *why)
{
    Match *match = &room->match;
    if (match->count < match->capacity) return OK;
    if (match->count >= ROOM_PLIES)
        return fault(why, ILLEGAL, "a game has at most %d plies", ROOM_PLIES);
    return plies_grow(match) ? OK : fault(why, FULL, "out of memory");
}

void room_free_plies(Room *room)
{
    free(room->match.plies);
    room->match.plies = NULL;
}

// Advances the match to that instant without calling a flag, which would be a separate event.
static void advance(Match *match, i64 at)
{
    if (match->outcome.over) return;
    i64 due = match_deadline(match), now = at > match->now ? at : match->now;
    if (now >= due) now = due > match->since ? due - 1 : match->since;
    match_set_time(match, match->since, now);
}

// Ends the turn at that instant; the event has its cost.
static void advance_turn(Match *match, i64 at)
{
    i64 now = at > match->now ? at : match->now;
    match_set_time(match, now, now);
}

static void begin_turn(Room *room, i64 at)
{
    if (at > room->began_ms) room->began_ms = at;
}

// The clocks of a finished game follow from its events alone, so that every node shows the same.
static void stop_clocks(Room *room, i64 at)
{
    Match *match = &room->match;
    i64 left = clock_left(&match->spec, match->clock[match_turn(match)]);
    i64 used = at > room->began_ms ? at - room->began_ms : 0;
    if (used >= left) used = left > 0 ? left - 1 : 0; // a flag would be a separate event
    match_set_time(match, room->began_ms, room->began_ms + used);
}

static Status cannot_be(const Event *event, Fault *why)
{
    return fault(why, ILLEGAL, "event %d: %s is not possible here", event->number,
                 event_name(event->kind));
}

// Presence and lag move with a person to the new seat.
static Seat seat_for(Sitter sitter, const Seat *old, int count)
{
    for (int i = 0; sitter.person && i < count; i++)
        if (old[i].person == sitter.person) return old[i];
    return (Seat){ .person = sitter.person, .level = sitter.level };
}

static Status apply_start(Room *room, const Event *event, Fault *why)
{
    if (room->state != ROOM_OPEN || room->match.outcome.over) return cannot_be(event, why);
    Match *match = &room->match;
    Seat old[PLAYERS_MAX];
    memcpy(old, room->seat, sizeof old);
    for (int i = 0; i < room_players(room); i++) {
        room->seat[i] = seat_for(event->sitter[i], old, room_players(room));
        room->seat[i].invited = 0;
        room->seat[i].quota = lag_start(&match->spec);
    }
    Match before = *match;
    match_start(match, &before.start, before.spec, event->at);
    if (before.plies) match_lend(match, before.plies, before.capacity);
    room->state = ROOM_LIVE;
    room->started_ms = room->began_ms = event->at;
    return OK;
}

static bool can_move(const Room *room, const Event *event)
{
    return room_turn(room) >= 0 && (u32)event->ply == room->match.count;
}

// Changes that a move makes outside the match.
static void note_move(Room *room, const Event *event)
{
    lag_spend(&room->seat[event->seat].quota, event->lag_ms);
    for (int i = 0; i < room_players(room); i++)
        room->seat[i].offers = 0;
    if (!event_swaps(event)) return;
    Seat first = room->seat[0];
    room->seat[0] = room->seat[1];
    room->seat[1] = first;
}

static Status apply_move(Room *room, const Event *event, Fault *why)
{
    Match *match = &room->match;
    Move move;
    if (!can_move(room, event)) return cannot_be(event, why);
    Status status = move_read(&match->position, text_of(event->move), &move, why);
    if (status != OK) return status;
    advance_turn(match, event->at);
    begin_turn(room, event->at);
    note_move(room, event);
    return match_restore_judged(match, move, event->clock, why);
}

Status room_play(Room *room, Event *event, Move move, i64 used, Fault *why)
{
    Match *match = &room->match;
    i64 now = event->at > match->now ? event->at : match->now;
    match_set_time(match, 0, used);
    Status status = match_play_judged(match, event->seat, move, used, why);
    if (status != OK) return status;
    match_set_time(match, now, now);
    const Ply *ply = &match->plies[match->count - 1]; // a swap has exchanged the clocks
    event->clock = (Clock){ ply->main, ply->periods };
    note_move(room, event);
    begin_turn(room, event->at);
    if (match->outcome.over) stop_clocks(room, event->at);
    room->turn_ms = event->at;
    room->number = event->number;
    return OK;
}

Status room_take_move(Room *room, const Event *event, const Match *after, Fault *why)
{
    if (event->number != room->number + 1 || !can_move(room, event)) return cannot_be(event, why);
    i64 now = event->at > room->match.now ? event->at : room->match.now;
    note_move(room, event);
    room->match = *after;
    match_set_time(&room->match, now, now);
    begin_turn(room, event->at);
    if (room->match.outcome.over) stop_clocks(room, event->at);
    room->turn_ms = event->at;
    room->number = event->number;
    return OK;
}

static Status apply_leave(Room *room, const Event *event, Fault *why)
{
    Match *match = &room->match;
    if (room_turn(room) < 0) return cannot_be(event, why);
    if (room_turn(room) == event->seat) {
        advance_turn(match, event->at);
        begin_turn(room, event->at);
    } else {
        advance(match, event->at);
    }
    u32 ply = match->count;
    Status status = match_restore_leave(match, event->seat, event->reason, event->clock, why);
    if (status != OK) return status;
    room->seat[event->seat].out = true;
    room->seat[event->seat].reason = (u8)event->reason;
    room->leave[room->leaves++] =
        (Leave){ .ply = ply, .seat = event->seat, .reason = (u8)event->reason };
    return OK;
}

static Status apply_end(Room *room, const Event *event, Fault *why)
{
    Match *match = &room->match;
    const Outcome *outcome = &match->outcome;
    advance(match, event->at);
    if (event->aborted) {
        Status status = match_abort(match, match->now, why);
        if (status != OK) return status;
    } else if (!outcome->over || outcome->reason != event->reason) {
        return cannot_be(event, why);
    }
    room->state = ROOM_OVER;
    room->ended_ms = event->at;
    room->aborted = event->aborted;
    room->has_ratings = event->rated;
    room->uncounted = (u8)event->uncounted;
    memcpy(room->shown, event->rating, sizeof room->shown);
    return OK;
}

// Offers and answers.
static Status apply_talk(Room *room, const Event *event, Fault *why)
{
    Match *match = &room->match;
    if (room_turn(room) < 0) return cannot_be(event, why);
    advance(match, event->at);
    Seat *seat = &room->seat[event->seat];
    if ((event->kind == EVENT_DRAW || event->kind == EVENT_ASK) && seat->offers < UINT8_MAX)
        seat->offers++;
    if (event->kind == EVENT_DRAW) return match_offer_draw(match, event->seat, match->now, why);
    if (event->kind == EVENT_NODRAW) return match_decline_draw(match, event->seat, match->now, why);
    if (event->kind == EVENT_ASK) return match_ask_takeback(match, event->seat, match->now, why);
    if (event->kind == EVENT_AGREE)
        return match_agree_takeback(match, event->seat, match->now, why);
    return match_decline_takeback(match, event->seat, match->now, why);
}

// Replaces the entry with the fewest returns by the new person.
static void note_stander(Room *room, i64 person)
{
    SeatReturn *found = &room->seat_return[0];
    for (int i = 0; i < SEAT_RETURNS && found->person != person; i++)
        if (room->seat_return[i].person == person || room->seat_return[i].times < found->times)
            found = &room->seat_return[i];
    if (found->person != person) *found = (SeatReturn){ .person = person };
    if (found->times < UINT8_MAX) found->times++;
    if (room->stands < UINT8_MAX) room->stands++;
}

static Status apply_sit(Room *room, const Event *event, Fault *why)
{
    Seat *seat = &room->seat[event->seat];
    bool sits = event->kind == EVENT_SIT;
    if (room->state != ROOM_OPEN || seat_taken(seat) == sits || seat->level)
        return cannot_be(event, why);
    if (!sits) note_stander(room, seat->person);
    *seat = (Seat){ .person = sits ? event->person : 0,
                    .invited = seat->invited,
                    .away_since = event->at };
    return OK;
}

// The seat becomes open to all, unless the game is called off.
static Status apply_decline(Room *room, const Event *event, Fault *why)
{
    Seat *seat = &room->seat[event->seat];
    if (room->state != ROOM_OPEN || seat->person || !seat->invited) return cannot_be(event, why);
    if (room->declines < DECLINES_MAX)
        room->decline[room->declines++] =
            (Decline){ .person = seat->invited, .seat = event->seat, .reason = (u8)event->decline };
    *seat = (Seat){ .away_since = event->at };
    return OK;
}

// Shifts the beginning of the turn, which was under way then.
static void apply_pause(Room *room, const Event *event)
{
    i64 since = room->began_ms + event->pause_ms;
    if (since > event->at) since = event->at > room->began_ms ? event->at : room->began_ms;
    room->began_ms = since;
    match_set_time(&room->match, since, since);
    advance(&room->match, event->at);
}

Status room_apply(Room *room, const Event *event, Fault *why)
{
    Status status = OK;
    int turn = room_turn(room);
    u32 plies = room->match.count;
    bool was_over = room->match.outcome.over;
    if (room->state == ROOM_OVER || event->number != room->number + 1) return cannot_be(event, why);
    switch (event->kind) {
    case EVENT_SIT:
    case EVENT_STAND: status = apply_sit(room, event, why); break;
    case EVENT_START: status = apply_start(room, event, why); break;
    case EVENT_MOVE: status = apply_move(room, event, why); break;
    case EVENT_TAKEBACK: // the last EVENT_AGREE took the moves back
        if (event->plies != room->match.count) status = cannot_be(event, why);
        if (room->takebacks < UINT16_MAX) room->takebacks++;
        break;
    case EVENT_LEAVE: status = apply_leave(room, event, why); break;
    case EVENT_END: status = apply_end(room, event, why); break;
    case EVENT_PAUSE:
        if (room_turn(room) < 0) return cannot_be(event, why);
        apply_pause(room, event);
        break;
    case EVENT_DECLINE: status = apply_decline(room, event, why); break;
    case EVENT_DRAW:
    case EVENT_NODRAW:
    case EVENT_ASK:
    case EVENT_AGREE:
    case EVENT_NOASK: status = apply_talk(room, event, why); break;
    case EVENT_KINDS: return cannot_be(event, why);
    }
    if (plies > room->match.count) begin_turn(room, event->at); // moves were taken back
    if (!was_over && room->match.outcome.over) stop_clocks(room, event->at);
    if (turn != room_turn(room) || plies != room->match.count) room->turn_ms = event->at;
    if (status == OK) room->number = event->number;
    return status;
}

// --- names of games ------------------------------------------------------------------------------

static const char DIGITS[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
enum { BASE = sizeof DIGITS - 1 };

void game_id_write(i64 id, char text[GAME_ID_LENGTH + 1])
{
    for (int i = GAME_ID_LENGTH - 1; i >= 0; i--, id /= BASE)
        text[i] = DIGITS[id % BASE];
    text[GAME_ID_LENGTH] = '\0';
}

bool game_id_read(Text text, i64 *id)
{
    i64 number = 0;
    if (text.length != GAME_ID_LENGTH) return false;
    for (int i = 0; i < GAME_ID_LENGTH; i++) {
        const char *digit = text.at[i] ? strchr(DIGITS, text.at[i]) : NULL;
        if (!digit) return false;
        number = number * BASE + (digit - DIGITS);
    }
    if (!number) return false;
    *id = number;
    return true;
}
