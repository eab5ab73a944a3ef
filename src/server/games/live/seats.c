// SPDX-License-Identifier: MIT
#include "server/games/live/seats.h"

#include "base/rng.h"
#include "engine/engine.h"
#include "game/handicap.h"
#include "server/games/rating/ratings.h"
#include "server/games/rating_ops.h"
#include "server/identity/persons.h"

#include <math.h>
#include <string.h>

// --- people --------------------------------------------------------------------------------------

bool person_now(Store *store, i64 person, StoredPerson *found)
{
    enum { STEPS_MAX = 8 }; // a chain of sign-ins is never longer
    for (int i = 0; i < STEPS_MAX && person_by_id(store, person, found); i++) {
        if (!found->became) return true;
        person = found->became;
    }
    return false;
}

bool person_is_account(const StoredPerson *person)
{
    return person->kind == PERSON_ACCOUNT || person->kind == PERSON_BOT;
}

static i64 become(Store *store, i64 person)
{
    StoredPerson found;
    return person && person_now(store, person, &found) ? found.id : person;
}

static void know_seat(Seat *seat, Store *store)
{
    StoredPerson found;
    seat->invited = become(store, seat->invited);
    i64 *who = seat->person ? &seat->person : &seat->invited;
    seat->name[0] = '\0';
    seat->kind = PERSON_ANONYMOUS;
    seat->rating = 0;
    seat->provisional = false;
    if (!*who || !person_now(store, *who, &found)) return;
    if (!seat->person && found.kind == PERSON_GONE) { // a deleted person's invitation is void
        seat->invited = 0;
        return;
    }
    *who = found.id;
    seat->kind = (u8)found.kind;
    memcpy(seat->name, found.name, sizeof seat->name);
}

const char *room_pool(const Room *room)
{
    bool bots = false;
    for (int i = 0; i < room_players(room); i++)
        bots = bots || room->seat[i].kind == PERSON_BOT;
    return speed_pool(room->speed, bots);
}

// Call once all people are known, since games with a bot have separate ratings.
static void know_rating(const Room *room, Seat *seat, Store *store)
{
    RatingNow rating;
    bool account = seat->kind == PERSON_ACCOUNT || seat->kind == PERSON_BOT;
    if (!account || clock_spec_none(&room->match.spec)) return;
    i64 person = seat->person ? seat->person : seat->invited;
    bool has = ratings_now(store, person, text_of(room_variant(room)->id), text_of(room_pool(room)),
                           &rating);
    if (!has) rating.now = rating_new();
    seat->rating = (i32)lround(rating.now.rating);
    seat->provisional = rating_provisional(rating.now);
}

void room_know(Room *room, Store *store)
{
    room->maker = become(store, room->maker);
    for (int i = 0; i < room->declines; i++) {
        StoredPerson found;
        Decline *decline = &room->decline[i];
        decline->name[0] = '\0';
        if (!person_now(store, decline->person, &found)) continue;
        decline->person = found.id;
        memcpy(decline->name, found.name, sizeof decline->name);
    }
    for (int i = 0; i < room_players(room); i++)
        if (!room->seat[i].level) know_seat(&room->seat[i], store);
    for (int i = 0; i < room_players(room); i++)
        if (!room->seat[i].level) know_rating(room, &room->seat[i], store);
}

// --- making --------------------------------------------------------------------------------------

static ErrorCode check_rated(const GameSetup *setup, i64 maker, Store *store, Fault *why)
{
    int players = setup->start.head.variant->players;
    StoredPerson made;
    if (!person_now(store, maker, &made) || !person_is_account(&made)) {
        fault(why, ILLEGAL, "a rated game is for people with accounts");
        return ERROR_NOT_RATED;
    }
    if (clock_spec_none(&setup->clock)) {
        fault(why, ILLEGAL, "a rated game needs a clock");
        return ERROR_NOT_RATED;
    }
    if (!setup_layout(&setup->start)) {
        fault(why, ILLEGAL, "a rated game starts from one of the standard layouts");
        return ERROR_NOT_RATED;
    }
    if (setup->start.head.swap || setup->clock.less_of) {
        fault(why, ILLEGAL, "a game with the swap rule or a handicap is not rated");
        return ERROR_NOT_RATED;
    }
    for (int i = 0; i < players; i++) {
        const SeatSetup *seat = &setup->seat[i];
        i64 person = seat->person ? seat->person : seat->invited;
        StoredPerson found;
        if (!seat->level && !person) continue;
        if (!seat->level && person_now(store, person, &found) && person_is_account(&found))
            continue;
        fault(why, ILLEGAL, "a rated game is for people with accounts");
        return ERROR_NOT_RATED;
    }
    return ERROR_NONE;
}

// The swap rule is for two people (R12). A lot would decide who gives a handicap.
static ErrorCode check_rules(const GameSetup *setup, Store *store, Fault *why)
{
    const Layout *layout;
    int players = setup->start.head.variant->players;
    for (int i = 0; setup->start.head.swap && i < players; i++) {
        const SeatSetup *seat = &setup->seat[i];
        i64 person = seat->person ? seat->person : seat->invited;
        StoredPerson found;
        bool bot = person && person_now(store, person, &found) && found.kind == PERSON_BOT;
        if (!seat->level && !bot) continue;
        fault(why, ILLEGAL, "the swap rule is for two people");
        return ERROR_FORBIDDEN;
    }
    if (setup->clock.less_of > players || (setup->clock.less_of && players != 2)) {
        fault(why, MALFORMED, "a shorter time is for games of two players");
        return ERROR_MALFORMED;
    }
    if (setup->lot && handicap_of(&setup->start, &setup->clock, &layout).kind) {
        fault(why, ILLEGAL, "with a handicap the seats are not drawn by lot");
        return ERROR_FORBIDDEN;
    }
    return ERROR_NONE;
}

ErrorCode setup_check(const GameSetup *setup, i64 maker, Store *store, bool computers, Fault *why)
{
    const Variant *variant = setup->start.head.variant;
    if (variant->game->winners(&setup->start) || setup->start.head.out) {
        fault(why, ILLEGAL,
              "a game cannot begin with a position that is won or that players have "
              "left");
        return ERROR_MALFORMED;
    }
    int people = 0;
    for (int i = 0; i < variant->players; i++) {
        const SeatSetup *seat = &setup->seat[i];
        bool several = (seat->level != 0) + (seat->person != 0) + (seat->invited != 0) > 1;
        if (seat->level > LEVELS || seat->person < 0 || seat->invited < 0 || several) {
            fault(why, MALFORMED, "seat %d is not exactly one thing", i + 1);
            return ERROR_MALFORMED;
        }
        people += !seat->level;
        i64 person = seat->person ? seat->person : seat->invited;
        for (int k = 0; person && k < i; k++)
            if (setup->seat[k].person == person || setup->seat[k].invited == person) {
                fault(why, MALFORMED, "somebody has two seats");
                return ERROR_MALFORMED;
            }
    }
    if (!people) {
        fault(why, MALFORMED, "only computers would play");
        return ERROR_MALFORMED;
    }
    ErrorCode code = setup->rated ? check_rated(setup, maker, store, why) : ERROR_NONE;
    if (code == ERROR_NONE) code = check_rules(setup, store, why);
    if (code == ERROR_NONE && people < variant->players && !computers) {
        fault(why, ILLEGAL, "computers do not play on this server");
        code = ERROR_FORBIDDEN;
    }
    return code;
}

bool room_is_full(const Room *room)
{
    for (int i = 0; i < room_players(room); i++)
        if (!seat_taken(&room->seat[i])) return false;
    return true;
}

// --- sitting down --------------------------------------------------------------------------------

// Uniform in 0 .. below-1, for small numbers.
static int draw_below(RandomSource random, int below)
{
    return (int)((random.random(random.context) >> 32) * (u64)below >> 32);
}

void seats_final(const Room *room, RandomSource random, Sitter sitter[PLAYERS_MAX])
{
    int players = room_players(room);
    for (int i = 0; i < players; i++)
        sitter[i] = (Sitter){ .person = room->seat[i].person, .level = room->seat[i].level };
    for (int left = players; room->lot && left > 1; left--) {
        int drawn = draw_below(random, left);
        Sitter last = sitter[left - 1];
        sitter[left - 1] = sitter[drawn];
        sitter[drawn] = last;
    }
}

static int free_seat(const Room *room, i64 invited)
{
    for (int i = 0; i < room_players(room); i++)
        if (!seat_taken(&room->seat[i]) && room->seat[i].invited == invited) return i;
    return -1;
}

ErrorCode seat_to_take(const Room *room, i64 person, int wanted, int *seat, Fault *why)
{
    int own = room_seat_of(room, person);
    *seat = -1;
    if (own >= 0 && (wanted < 0 || wanted == own)) return ERROR_NONE;
    if (own >= 0) {
        fault(why, ILLEGAL, "you already have seat %d", own + 1);
        return ERROR_TAKEN;
    }
    if (wanted >= room_players(room)) {
        fault(why, MALFORMED, "there is no seat %d", wanted + 1);
        return ERROR_MALFORMED;
    }
    if (wanted < 0) {
        *seat = free_seat(room, person);
        if (*seat < 0) *seat = free_seat(room, 0);
        if (*seat >= 0) return ERROR_NONE;
        fault(why, ILLEGAL, "no seat is open");
        return ERROR_FULL;
    }
    const Seat *asked = &room->seat[wanted];
    int kept = free_seat(room, person);
    if (kept >= 0 && kept != wanted) { // no other person could take that one
        fault(why, ILLEGAL, "seat %d is reserved for you", kept + 1);
        return ERROR_FORBIDDEN;
    }
    if (seat_taken(asked)) {
        fault(why, ILLEGAL, "seat %d is taken", wanted + 1);
        return ERROR_TAKEN;
    }
    if (asked->invited && asked->invited != person) {
        fault(why, ILLEGAL, "seat %d is reserved for somebody else", wanted + 1);
        return ERROR_FORBIDDEN;
    }
    *seat = wanted;
    return ERROR_NONE;
}

// --- rematch -------------------------------------------------------------------------------------

void rematch_setup(const Room *room, i64 asker, GameSetup *setup)
{
    int players = room_players(room);
    *setup = (GameSetup){ .start = room->match.start,
                          .clock = room->match.spec,
                          .rated = room->rated,
                          .open_to_all = room->open_to_all,
                          .rematch_of = room->id };
    // A handicap stays with its giver. After a swap the seats have been exchanged already.
    bool stay = room->handicap.kind || match_swaps(&room->match);
    for (int i = 0; i < players; i++) {
        const Seat *old = &room->seat[i];
        bool asks = old->person == asker;
        setup->seat[(i + !stay) % players] = (SeatSetup){ .person = asks ? asker : 0,
                                                          .invited = asks ? 0 : old->person,
                                                          .level = old->level };
    }
}
