// SPDX-License-Identifier: MIT
#include "server/games/live/decide.h"

#include "base/bits.h"
#include "game/walk.h"
#include "server/games/live/counting.h"
#include "server/games/rating_ops.h"
#include "server/identity/persons.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Limits on actions that could otherwise be repeated forever, and are stored every time.
enum {
    STANDS_EACH = 5,     // how often one person may leave an open game and come back
    STANDS_MAX = 100,    // how often all people together may leave it
    OFFERS_MAX = 5,      // of one player between two moves
    TAKEBACKS_MAX = 300, // per game
};

static void begin(Decision *decision, const Room *room)
{
    decision->draft = *room;
    decision->count = 0;
    decision->code = ERROR_NONE;
    decision->why = (Fault){ 0 };
    decision->discount = 0;
    decision->shared = false;
    decision->circle = 0;
    decision->rates = false;
}

static void refuse(Decision *decision, ErrorCode code, const char *text)
{
    decision->code = code;
    fault(&decision->why, ILLEGAL, "%s", text);
}

// Applies one event to the draft. Returns false if the rules of the match forbid it.
static bool happen(Decision *decision, Event event)
{
    if (decision->count == EVENTS_AT_ONCE) {
        refuse(decision, ERROR_FAILED, "too many events at once");
        return false;
    }
    event.number = decision->draft.number + 1;
    if (room_apply(&decision->draft, &event, &decision->why) != OK) {
        decision->code = ERROR_FORBIDDEN;
        return false;
    }
    decision->event[decision->count++] = event;
    return true;
}

// --- the end -------------------------------------------------------------------------------------

static i32 shown(Rating rating)
{
    double most = 9999, value = rating.rating;
    return (i32)lround(value < 0 ? 0 : value > most ? most : value);
}

// False if the game isn't rated after all: it doesn't count, or a player is unknown. A player who
// has left a game of three and deleted the account is still rated, which spares no opponent.
static bool rate(Decision *decision, Store *store, bool rate_shared, Event *end)
{
    const Room *draft = &decision->draft;
    const Variant *variant = room_variant(draft);
    Counting counting = counting_of(store, draft, end->at, rate_shared);
    decision->shared = counting.shared;
    decision->circle = counting.circle;
    decision->discount = counting.discount;
    end->uncounted = counting.why;
    if (counting.why != COUNTED) return false;
    for (int i = 0; i < variant->players; i++) {
        i64 person = draft->seat[i].person;
        StoredPerson found;
        RatingNow now;
        if (!person_by_id(store, person, &found)) return false;
        bool has =
            ratings_now(store, person, text_of(variant->id), text_of(room_pool(draft)), &now);
        decision->rated[i] =
            (RatedSeat){ .before = has ? now.now : rating_new(), .last_ms = has ? now.at_ms : 0 };
    }
    ratings_rate(variant, &draft->match.outcome, end->at, counting.discount, decision->rated);
    for (int i = 0; i < variant->players; i++)
        end->rating[i] =
            (RatingShown){ shown(decision->rated[i].before), shown(decision->rated[i].after) };
    return true;
}

// decide_ratings adds the end of a rated game, on a thread that may read.
static void end_if_over(Decision *decision, i64 at)
{
    const Outcome *outcome = &decision->draft.match.outcome;
    if (decision->code != ERROR_NONE || !outcome->over) return;
    decision->rates = decision->draft.rated;
    decision->ends_at = at;
    if (!decision->rates)
        happen(decision, (Event){ .kind = EVENT_END, .at = at, .reason = outcome->reason });
}

void decide_ratings(Decision *decision, Store *reading, bool rate_shared)
{
    Event end = { .kind = EVENT_END,
                  .at = decision->ends_at,
                  .reason = decision->draft.match.outcome.reason };
    assert(decision->rates);
    end.rated = rate(decision, reading, rate_shared, &end);
    happen(decision, end);
}

// `person` is the person who called it off, or 0.
static void call_off(Decision *decision, i64 person, i64 at)
{
    happen(decision, (Event){ .kind = EVENT_END, .at = at, .person = person, .aborted = true });
}

// A player's clock if they stop at that instant.
static Clock clock_at(const Room *room, int player, i64 at)
{
    const Match *match = &room->match;
    i64 used = player == match_turn(match) ? room_used(room, at) : 0;
    return clock_spend(&match->spec, match->clock[player], used);
}

// Before all players have moved the game is called off instead of lost.
static void leave(Decision *decision, int seat, Reason reason, i64 at)
{
    if (!room_under_way(&decision->draft))
        return call_off(decision, decision->draft.seat[seat].person, at);
    happen(decision, (Event){ .kind = EVENT_LEAVE,
                              .at = at,
                              .seat = (u8)seat,
                              .reason = reason,
                              .clock = clock_at(&decision->draft, seat, at) });
    end_if_over(decision, at);
}

// --- before the start ----------------------------------------------------------------------------

static void start_if_full(Decision *decision, const Judge *judge, i64 at)
{
    if (decision->code != ERROR_NONE || !room_is_full(&decision->draft)) return;
    Event start = { .kind = EVENT_START, .at = at };
    seats_final(&decision->draft, judge->random, start.sitter);
    happen(decision, start);
}

// A game must not start with a clock that is stopped at once.
static bool on_vacation(const Judge *judge, Speed speed, i64 person, i64 at)
{
    return speed == SPEED_CORRESPONDENCE && judge->registry &&
           vacation_at(registry_vacation(judge->registry, person), at);
}

ErrorCode setup_is_manned(const GameSetup *setup, const Judge *judge, i64 at, Fault *why)
{
    for (int i = 0; i < PLAYERS_MAX; i++) {
        if (!on_vacation(judge, speed_of(&setup->clock), setup->seat[i].person, at)) continue;
        fault(why, ILLEGAL, "you are on vacation: end it first");
        return ERROR_FORBIDDEN;
    }
    return ERROR_NONE;
}

static void decide_join(Decision *decision, const Judge *judge, const ActRequest *request)
{
    const Room *room = &decision->draft;
    const Action *action = &request->action;
    int seat;
    StoredPerson found;
    if (room->state != ROOM_OPEN) {
        if (room_seat_of(room, action->person) >= 0) return;
        if (room->state == ROOM_OVER) return refuse(decision, ERROR_OVER, "the game is over");
        return refuse(decision, ERROR_FULL, "the game has started");
    }
    decision->code = seat_to_take(room, action->person, action->seat, &seat, &decision->why);
    if (decision->code != ERROR_NONE || seat < 0) return;
    if (room_stood(room, action->person) >= STANDS_EACH)
        return refuse(decision, ERROR_FORBIDDEN, "you have left this game too often");
    if (room->rated &&
        !(person_by_id(judge->store, action->person, &found) && person_is_account(&found)))
        return refuse(decision, ERROR_NOT_RATED, "a rated game is for people with accounts");
    if (room->match.start.head.swap && person_by_id(judge->store, action->person, &found) &&
        found.kind == PERSON_BOT)
        return refuse(decision, ERROR_FORBIDDEN, "the swap rule is for two people");
    if (on_vacation(judge, room->speed, action->person, request->at))
        return refuse(decision, ERROR_FORBIDDEN, "you are on vacation: end it first");
    for (int i = 0; judge->apart && i < room_players(room); i++)
        if (room->seat[i].person &&
            judge->apart(judge->context, action->person, room->seat[i].person))
            return refuse(decision, ERROR_FORBIDDEN, "you cannot play with somebody in this game");
    happen(decision,
           (Event){
               .kind = EVENT_SIT, .at = request->at, .seat = (u8)seat, .person = action->person });
    start_if_full(decision, judge, request->at);
}

ErrorCode setup_meets(const GameSetup *setup, i64 maker, const Judge *judge, Fault *why)
{
    for (int i = 0; judge->apart && i < PLAYERS_MAX; i++) {
        i64 person = setup->seat[i].person ? setup->seat[i].person : setup->seat[i].invited;
        if (!person || !judge->apart(judge->context, maker, person)) continue;
        fault(why, ILLEGAL, "you cannot play with somebody in this game");
        return ERROR_FORBIDDEN;
    }
    return ERROR_NONE;
}

static void decide_stand(Decision *decision, const ActRequest *request)
{
    const Room *room = &decision->draft;
    int seat = room_seat_of(room, request->action.person);
    if (seat < 0) return refuse(decision, ERROR_NOT_YOURS, "you have no seat in this game");
    if (room->state == ROOM_OVER) return refuse(decision, ERROR_OVER, "the game is over");
    if (room->state == ROOM_LIVE)
        return refuse(decision, ERROR_FORBIDDEN, "the game has started: resign instead");
    if (room->stands >= STANDS_MAX)
        return refuse(decision, ERROR_FORBIDDEN, "too many have left this game already");
    happen(decision, (Event){ .kind = EVENT_STAND, .at = request->at, .seat = (u8)seat });
}

// Ends a game of two; at a larger table it opens the seat.
static void decide_decline(Decision *decision, const ActRequest *request)
{
    const Room *room = &decision->draft;
    if (room->state == ROOM_OVER) return refuse(decision, ERROR_OVER, "the game is over");
    int seat = room_invited_seat(room, request->action.person);
    if (room->state != ROOM_OPEN || seat < 0)
        return refuse(decision, ERROR_NOT_YOURS, "no seat is kept for you in this game");
    happen(decision, (Event){ .kind = EVENT_DECLINE,
                              .at = request->at,
                              .seat = (u8)seat,
                              .decline = request->action.decline });
    if (decision->code == ERROR_NONE && room_players(room) == 2) call_off(decision, 0, request->at);
}

static void decide_abort(Decision *decision, const ActRequest *request)
{
    const Room *room = &decision->draft;
    if (room->state == ROOM_OVER) return refuse(decision, ERROR_OVER, "the game is over");
    if (room->state == ROOM_OPEN && room->maker != request->action.person)
        return refuse(decision, ERROR_NOT_YOURS,
                      "only the player who created the game can call it off");
    if (room->state == ROOM_LIVE && room_seat_of(room, request->action.person) < 0)
        return refuse(decision, ERROR_NOT_YOURS, "you do not play in this game");
    if (room_under_way(room))
        return refuse(decision, ERROR_FORBIDDEN, "everybody has moved: it is too late to abort");
    call_off(decision, request->action.person, request->at);
}

// --- moves ---------------------------------------------------------------------------------------

// A repeated move of the same player at the same ply: the message was sent twice.
static bool is_repeated(const Room *room, const ActRequest *request)
{
    const Match *match = &room->match;
    const Action *action = &request->action;
    u32 ply = (u32)action->ply;
    if (action->ply < 0 || ply >= match->count) return false;
    int seat = room_seat_at(room, match->plies[ply].player, ply);
    if (room->seat[seat].person != action->person || !action->person) return false;
    Position position = match_walk_position(match, ply);
    Move move;
    return move_read(&position, action->move, &move, NULL) == OK && move == match->plies[ply].move;
}

// The time that the move costs: the player's measured lag is refunded; a computer pays only for
// thinking.
static i64 time_used(const Room *room, const ActRequest *request, int seat, i64 *given)
{
    const Match *match = &room->match;
    i64 used = room_used(room, request->at);
    *given = 0;
    if (request->server_seat >= 0) {
        i64 most = clock_left(&match->spec, match->clock[seat]) - 1;
        return request->think_ms < most ? request->think_ms : most;
    }
    *given = seat_grace(&room->seat[seat]);
    if (*given > used) *given = used;
    return used - *given;
}

static void decide_move(Decision *decision, const ActRequest *request, int seat)
{
    Room *draft = &decision->draft;
    Match *match = &draft->match;
    const Action *action = &request->action;
    if ((u32)action->ply < match->count && action->ply >= 0)
        return refuse(decision, ERROR_STALE, "that ply has been played");
    if (match_turn(match) != seat)
        return refuse(decision, ERROR_OUT_OF_TURN, "it is not your turn");
    if ((u32)action->ply != match->count)
        return refuse(decision, ERROR_STALE, "that ply has not been reached yet");
    // Playing on declines an offer, so the player must answer it in person.
    if (request->lines_version &&
        (bits_has(match_draw_asked(match), seat) || match_takeback_asked(match)))
        return refuse(decision, ERROR_FORBIDDEN, "another player waits for an answer");
    // The only place where a player's move is parsed and judged. The room takes over the result.
    Move move = request->thought;
    Status status = request->server_seat < 0
                        ? move_read(&match->position, action->move, &move, &decision->why)
                        : move_check(&match->position, move, &decision->why);
    if (status != OK) {
        decision->code = ERROR_ILLEGAL_MOVE;
        return;
    }
    Event event = { .kind = EVENT_MOVE,
                    .number = draft->number + 1,
                    .at = request->at,
                    .seat = (u8)seat,
                    .ply = action->ply };
    Out text = out_to(event.move, sizeof event.move);
    room_variant(draft)->game->write_move(&match->position, move, &text);
    i64 used = time_used(draft, request, seat, &event.lag_ms);
    if (room_play(draft, &event, move, used, &decision->why) != OK) {
        decision->code = ERROR_FULL;
        return;
    }
    decision->event[decision->count++] = event;
    end_if_over(decision, request->at);
}

// --- talk ----------------------------------------------------------------------------------------

// Agreeing is always possible; repeated requests are limited.
static bool may_offer(Decision *decision, int seat)
{
    if (decision->draft.seat[seat].offers < OFFERS_MAX) return true;
    refuse(decision, ERROR_FORBIDDEN, "you have asked too often; wait for the next move");
    return false;
}

static void talk(Decision *decision, EventKind kind, int seat, i64 at)
{
    happen(decision, (Event){ .kind = kind, .at = at, .seat = (u8)seat });
    end_if_over(decision, at);
}

static void decide_takeback(Decision *decision, int seat, i64 at)
{
    const Match *match = &decision->draft.match;
    if (match->takeback_by == seat || bits_has(match->takeback_agreed, seat)) return;
    bool asks = match->takeback_by == NOBODY;
    if (asks && decision->draft.takebacks >= TAKEBACKS_MAX)
        return refuse(decision, ERROR_FORBIDDEN,
                      "too many moves have been taken back in this game");
    if (asks && !may_offer(decision, seat)) return;
    talk(decision, asks ? EVENT_ASK : EVENT_AGREE, seat, at);
    if (decision->code == ERROR_NONE && !asks && match->takeback_by == NOBODY)
        happen(decision, (Event){ .kind = EVENT_TAKEBACK, .at = at, .plies = match->count });
}

static void decide_claim(Decision *decision, int seat, i64 at)
{
    const Room *room = &decision->draft;
    int turn = room_turn(room);
    if (bits_has(variant_teammates(room_variant(room), turn), seat))
        return refuse(decision, ERROR_FORBIDDEN, "it is your side's own turn");
    if (!room_under_way(room))
        return refuse(decision, ERROR_FORBIDDEN,
                      "not everybody has moved yet: abort the game instead");
    if (room->frozen_ms) return refuse(decision, ERROR_BUSY, "the game is waiting for the server");
    if (room_claim_at(room, turn) > at)
        return refuse(decision, ERROR_FORBIDDEN,
                      "the player to move has not been away for long enough");
    leave(decision, turn, REASON_ABANDONED, at);
}

// A barred player loses as if they had left, unless a partner would lose with them.
static void decide_bar(Decision *decision, int seat, i64 at)
{
    u8 side = variant_teammates(room_variant(&decision->draft), seat);
    if (side != bit(seat)) return call_off(decision, 0, at);
    leave(decision, seat, REASON_ABANDONED, at);
}

// --- all actions ---------------------------------------------------------------------------------

static void decide_live(Decision *decision, const ActRequest *request)
{
    const Room *room = &decision->draft;
    const Match *match = &room->match;
    i64 at = request->at;
    int seat = request->server_seat >= 0 ? request->server_seat
                                         : room_seat_of(room, request->action.person);
    if (seat < 0) return refuse(decision, ERROR_NOT_YOURS, "you do not play in this game");
    if (room->state == ROOM_OPEN)
        return refuse(decision, ERROR_NOT_STARTED, "the game has not started");
    if (request->action.kind == ACT_MOVE && is_repeated(room, request)) return;
    if (room->state == ROOM_OVER) return refuse(decision, ERROR_OVER, "the game is over");
    if (room->seat[seat].out) return refuse(decision, ERROR_FORBIDDEN, "you have left this game");
    switch (request->action.kind) {
    case ACT_MOVE: return decide_move(decision, request, seat);
    case ACT_RESIGN: return leave(decision, seat, REASON_RESIGNATION, at);
    case ACT_DRAW:
        if (bits_has(match->draw_agreed, seat)) return;
        if (!match->draw_agreed && !may_offer(decision, seat)) return;
        return talk(decision, EVENT_DRAW, seat, at);
    case ACT_NODRAW: return talk(decision, EVENT_NODRAW, seat, at);
    case ACT_TAKEBACK: return decide_takeback(decision, seat, at);
    case ACT_NOTAKEBACK: return talk(decision, EVENT_NOASK, seat, at);
    case ACT_CLAIM: return decide_claim(decision, seat, at);
    case ACT_BAR: return decide_bar(decision, seat, at);
    case ACT_JOIN:
    case ACT_LEAVE:
    case ACT_ABORT:
    case ACT_REMATCH:
    case ACT_DECLINE:
    case ACTIONS: break;
    }
    refuse(decision, ERROR_MALFORMED, "there is no such action");
}

void decide_action(Decision *decision, const Room *room, const Judge *judge,
                   const ActRequest *request)
{
    begin(decision, room);
    switch (request->action.kind) {
    case ACT_JOIN: return decide_join(decision, judge, request);
    case ACT_LEAVE: return decide_stand(decision, request);
    case ACT_ABORT: return decide_abort(decision, request);
    case ACT_DECLINE: return decide_decline(decision, request);
    case ACT_MOVE:
    case ACT_RESIGN:
    case ACT_DRAW:
    case ACT_NODRAW:
    case ACT_TAKEBACK:
    case ACT_NOTAKEBACK:
    case ACT_CLAIM:
    case ACT_REMATCH:
    case ACT_BAR:
    case ACTIONS: return decide_live(decision, request);
    }
}

void decide_due(Decision *decision, const Room *room, Due due, i64 at)
{
    begin(decision, room);
    int turn = room_turn(room);
    switch (due) {
    case DUE_NOTHING: return;
    case DUE_FLAG: return leave(decision, turn, REASON_TIME, room_deadline(room));
    case DUE_FIRST_MOVE:
    case DUE_EXPIRY: return call_off(decision, 0, at);
    case DUE_IDLE: return leave(decision, turn, REASON_ABANDONED, at);
    }
}

void decide_pause(Decision *decision, const Room *room, i64 pause_ms, i64 at)
{
    begin(decision, room);
    happen(decision, (Event){ .kind = EVENT_PAUSE, .at = at, .pause_ms = pause_ms });
}

void decide_start(Decision *decision, const Room *room, const Judge *judge, i64 at)
{
    begin(decision, room);
    start_if_full(decision, judge, at);
}
