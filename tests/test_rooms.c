// SPDX-License-Identifier: MIT
// Games in progress: whole games with restarts in the middle, every refusal, seats, offers,
// rematches, and what happens when a commit fails.
#include "lab.h"

#include "base/bits.h"
#include "base/rng.h"
#include "record/replay.h"
#include "server/farewell.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static Rng rng = { 7 };

// --- whole games ---------------------------------------------------------------------------------

static void check_loaded(i64 game)
{
    Fault why;
    Room *loaded = play_load_over(lab.store, game, &why);
    assert_non_null(loaded);
    lab_same_room(lab_room(game), loaded);
    play_free_room(loaded);
}

static void check_restart(i64 game)
{
    Room before = *lab_room(game);
    Ply *plies = malloc((before.match.count + 1) * sizeof *plies);
    memcpy(plies, before.match.plies, before.match.count * sizeof *plies);
    before.match.plies = plies;
    lab_restart(0, false);
    lab_same_room(&before, lab_room(game));
    free(plies);
}

// Something other than a move, by anybody.
static void talk(i64 game)
{
    static const ActionKind KIND[] = { ACT_DRAW,     ACT_NODRAW,     ACT_TAKEBACK, ACT_TAKEBACK,
                                       ACT_TAKEBACK, ACT_NOTAKEBACK, ACT_CLAIM,    ACT_DRAW };
    const Room *room = lab_room(game);
    int who = (int)rng_below(&rng, (u32)room_players(room));
    ActionKind kind = KIND[rng_below(&rng, 8)];
    int number = room->number;
    Code code = lab_act(kind, game, room->seat[who].person);
    assert_true(code == CODE_OK || code == CODE_FORBIDDEN || code == CODE_OVER);
    if (code != CODE_OK) assert_int_equal(room->number, number);
}

static void check_record(i64 game)
{
    const Room *room = lab_room(game);
    size_t length;
    char *text = room_record(room, lab.now, &length);
    RecordReader reader = record_reader((Text){ text, length });
    Record record;
    Fault why;
    Replay replay;
    assert_int_equal(record_next(&reader, &record, &why), RECORD_READ);
    Key *keys = malloc(record_replay_room(&record) * sizeof *keys);
    if (record_replay(&record, keys, &replay, &why) != OK) fail_msg("%s\n%s", why.message, text);
    assert_int_equal(replay.plies, room->match.count);
    assert_string_equal(position_text(&replay.position).at,
                        position_text(&room->match.position).at);
    assert_int_equal(replay.outcome.winners, room->match.outcome.winners);
    assert_int_equal(replay.outcome.drawn, room->match.outcome.drawn);
    free(keys);
    free(text);
}

// The texts of room_moves lead to the position that stands.
typedef struct Walk {
    const Room *room;
    Position position;
    int ply, departed;
} Walk;

static void leave_until(Walk *walk)
{
    const Match *match = &walk->room->match;
    for (; walk->departed < match->departures; walk->departed++) {
        const Departure *departure = &match->departure[walk->departed];
        if (departure->ply != (u32)walk->ply) return;
        room_variant(walk->room)->game->leave(&walk->position, departure->player);
    }
}

static void walk_move(void *context, int ply, Text text)
{
    Walk *walk = context;
    Move move;
    assert_int_equal(ply, walk->ply);
    leave_until(walk);
    assert_int_equal(move_read(&walk->position, text, &move, NULL), OK);
    room_variant(walk->room)->game->play(&walk->position, move);
    walk->ply++;
}

static void check_moves(const Room *room)
{
    Walk walk = { .room = room, .position = room->match.start };
    room_moves(room, walk_move, &walk);
    leave_until(&walk);
    assert_int_equal(walk.ply, room->match.count);
    assert_string_equal(position_text(&walk.position).at, position_text(&room->match.position).at);
}

static void play_whole_game(const char *variant, const char *clock, int restart_at)
{
    GameSetup setup = lab_setup(variant, clock);
    setup.lot = rng_below(&rng, 2);
    i64 game = lab_make(setup, NULL);
    assert_int_equal(lab_room(game)->state, ROOM_OPEN);
    for (int i = 0; i < setup.start.head.variant->players; i++)
        assert_int_equal(lab_act(ACT_JOIN, game, ADA + i), CODE_OK);
    assert_int_equal(lab_room(game)->state, ROOM_LIVE);
    for (int i = 0; lab_room(game)->state == ROOM_LIVE && i < 200; i++) {
        lab_wait(rng_below(&rng, 4000));
        if (rng_below(&rng, 6) == 0)
            talk(game);
        else if (lab_room(game)->state == ROOM_LIVE)
            assert_int_equal(lab_any_move(game), CODE_OK);
        if (i == restart_at) check_restart(game);
    }
    if (lab_room(game)->state == ROOM_LIVE) {
        i64 first = lab_room(game)->seat[room_turn(lab_room(game))].person;
        assert_int_equal(lab_act(ACT_RESIGN, game, first), CODE_OK);
    }
    while (lab_room(game)->state == ROOM_LIVE)
        lab_wait(600000);
    check_loaded(game);
    check_record(game);
    check_moves(lab_room(game));
}

static void whole_games(void **state)
{
    (void)state;
    static const char *const CLOCK[] = { "600+5", "60+2+3x10", "-", "3d", "0+5" };
    for (int v = 0; v < VARIANTS; v++)
        for (int i = 0; i < 2; i++)
            play_whole_game(variant_at(v)->id, CLOCK[(v + i * 2) % 5], (int)rng_below(&rng, 60));
}

// Anybody does anything, in any game. Whatever comes of it, memory and store agree.
static void anything(void **state)
{
    (void)state;
    enum { GAMES = 12, STEPS = 600 };
    i64 game[GAMES];
    int done[CODES] = { 0 }, made = 0;
    for (int step = 0; step < STEPS; step++) {
        lab.now += rng_below(&rng, 1000);
        if (made < GAMES || !rng_below(&rng, 40)) {
            GameSetup setup = lab_setup(variant_at((int)rng_below(&rng, VARIANTS))->id,
                                        rng_below(&rng, 2) ? "-" : "3d");
            setup.lot = rng_below(&rng, 2);
            setup.seat[0].person = rng_below(&rng, 2) ? ADA + rng_below(&rng, 5) : 0;
            setup.seat[1].invited = rng_below(&rng, 3) ? 0 : GUEST;
            i64 new = lab_make(setup, NULL);
            game[made < GAMES ? made++ : (int)rng_below(&rng, GAMES)] = new;
        }
        i64 *one = &game[rng_below(&rng, (u32)made)];
        const Room *room = play_find(lab.play, *one);
        if (!room) continue;
        i64 person = rng_below(&rng, 8) ? ADA + rng_below(&rng, 5) : GUEST;
        ActionKind kind = rng_below(&rng, 3) ? ACT_JOIN : rng_below(&rng, ACTIONS);
        if (rng_below(&rng, 100) == 0) lab_restart(0, rng_below(&rng, 2));
        room = play_find(lab.play, *one);
        if (!room) continue;
        int turn = room_turn(room);
        Code code = turn >= 0 && rng_below(&rng, 4) ? lab_any_move(*one)
                    : kind == ACT_MOVE              ? lab_move(*one, person, "e2")
                                                    : lab_act(kind, *one, person);
        done[code]++;
        if (code == CODE_OK && kind == ACT_REMATCH && lab.result.game) *one = lab.result.game;
        check_loaded(*one);
        check_moves(lab_room(*one));
    }
    assert_true(done[CODE_OK] > STEPS / 4);
    assert_int_equal(done[CODE_FAILED] + done[CODE_BUSY], 0);
}

// The moves that are told are those that were made, in order and without gaps.
static void news_are_in_order(void **state)
{
    (void)state;
    i64 game = lab_game("60+0");
    int from = lab.told_count;
    for (int i = 0; i < 12; i++)
        assert_int_equal(lab_any_move(game), CODE_OK);
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), CODE_OK);
    int number = lab.told[from].event.number - 1;
    for (int i = from; i < lab.told_count; i++) {
        assert_int_equal(lab.told[i].kind, NEWS_EVENT);
        assert_int_equal(lab.told[i].event.number, ++number);
    }
    const Told *end = lab_last();
    assert_int_equal(end->event.kind, EVENT_END);
    assert_int_equal(end->event.reason, REASON_RESIGNATION);
    assert_int_equal(lab.told[lab.told_count - 2].event.kind, EVENT_LEAVE);
    assert_int_equal(lab.told[lab.told_count - 2].state, ROOM_OVER); // committed together
    assert_int_equal(end->turn, -1);
}

// --- refusals ------------------------------------------------------------------------------------

static Code send_move(i64 game, i64 person, int ply, const char *move)
{
    int before = lab.done;
    const Action action = {
        .kind = ACT_MOVE, .game = game, .person = person, .ply = ply, .move = text_of(move)
    };
    play_act(lab.play, &action, NULL, NULL); // nobody listens: fine
    lab_settle();
    assert_int_equal(lab.done, before);
    return lab_move(game, person, move);
}

static Code move_at(i64 game, i64 person, int ply, const char *move)
{
    return lab_do(&(Action){
        .kind = ACT_MOVE, .game = game, .person = person, .ply = ply, .move = text_of(move) });
}

static void refusals(void **state)
{
    (void)state;
    i64 game = lab_make(lab_setup("quoridor", "600+0"), (i64[]){ ADA, 0 });
    assert_int_equal(lab_move(game, ADA, "e2"), CODE_NOT_STARTED);
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), CODE_NOT_STARTED);
    assert_int_equal(lab_act(ACT_DRAW, game, BOB), CODE_NOT_YOURS);
    assert_int_equal(lab_act(ACT_ABORT, game, BOB), CODE_NOT_YOURS);
    assert_int_equal(lab_act(ACT_LEAVE, game, BOB), CODE_NOT_YOURS);
    assert_int_equal(lab_act(ACT_JOIN, game, 0), CODE_NOT_YOURS);
    assert_int_equal(lab_act(ACT_REMATCH, game, ADA), CODE_FORBIDDEN);
    assert_int_equal(lab_seat(game, BOB, 0), CODE_TAKEN);
    assert_int_equal(lab_seat(game, BOB, 2), CODE_MALFORMED);
    assert_int_equal(lab_seat(game, ADA, 1), CODE_TAKEN);    // one seat each
    assert_int_equal(lab_act(ACT_JOIN, game, ADA), CODE_OK); // harmless
    assert_int_equal(lab_act(ACT_JOIN, game, BOB), CODE_OK);
    assert_int_equal(lab_act(ACT_JOIN, game, BOB), CODE_OK);
    assert_int_equal(lab_act(ACT_JOIN, game, CEM), CODE_FULL);
    assert_int_equal(lab_act(ACT_LEAVE, game, ADA), CODE_FORBIDDEN);

    const Room *room = lab_room(game);
    int number = room->number;
    assert_int_equal(lab_move(game, BOB, "e8"), CODE_OUT_OF_TURN);
    assert_int_equal(lab_move(game, CEM, "e2"), CODE_NOT_YOURS);
    assert_int_equal(lab_move(game, 0, "e2"), CODE_NOT_YOURS);
    assert_int_equal(lab_move(game, ADA, "e3"), CODE_ILLEGAL_MOVE);
    assert_int_equal(lab.result.refusal, REFUSED_PAWN_REACH);
    assert_int_equal(lab_move(game, ADA, "nonsense"), CODE_ILLEGAL_MOVE);
    assert_int_equal(lab_move(game, ADA, ""), CODE_ILLEGAL_MOVE);
    assert_int_equal(lab_move(game, ADA, "e2e2e2e2e2e2e2e2"), CODE_ILLEGAL_MOVE);
    assert_int_equal(move_at(game, ADA, 1, "e2"), CODE_STALE);
    assert_int_equal(move_at(game, ADA, -1, "e2"), CODE_STALE);
    assert_int_equal(lab_act(ACT_NODRAW, game, ADA), CODE_FORBIDDEN);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), CODE_FORBIDDEN); // no move yet
    assert_int_equal(lab_act(ACT_NOTAKEBACK, game, ADA), CODE_FORBIDDEN);
    assert_int_equal(lab_act(ACT_CLAIM, game, ADA), CODE_FORBIDDEN); // one's own turn
    assert_int_equal(lab_act(ACT_CLAIM, game, BOB), CODE_FORBIDDEN); // not away long enough
    assert_int_equal(lab_act(ACT_REMATCH, game, ADA), CODE_FORBIDDEN);
    assert_int_equal(lab_act(ACT_MOVE + 100, game, ADA), CODE_MALFORMED);
    assert_int_equal(lab_act(ACT_DRAW, 12345, ADA), CODE_NOT_FOUND);
    assert_int_equal(room->number, number); // nothing of that left a trace

    assert_int_equal(lab_move(game, ADA, "e2"), CODE_OK);
    assert_int_equal(move_at(game, ADA, 0, "e2"), CODE_OK); // came twice
    assert_int_equal(move_at(game, ADA, 0, "d1"), CODE_STALE);
    assert_int_equal(move_at(game, BOB, 0, "e2"), CODE_STALE);
    assert_int_equal(room->match.count, 1);
    assert_int_equal(send_move(game, BOB, 1, "e8"), CODE_OUT_OF_TURN); // it had been made
    assert_int_equal(lab_act(ACT_ABORT, game, ADA), CODE_FORBIDDEN);   // everybody has moved
    assert_int_equal(lab_act(ACT_RESIGN, game, BOB), CODE_OK);
    for (ActionKind kind = 0; kind < ACTIONS; kind++) {
        if (kind == ACT_REMATCH || kind == ACT_JOIN) continue;
        assert_int_equal(lab_act(kind, game, ADA), CODE_OVER);
    }
    assert_int_equal(move_at(game, BOB, 1, "e8"), CODE_OK); // also after the end
    lab_wait(600000);                                       // it is dropped from memory
    assert_null(play_find(lab.play, game));
    assert_int_equal(lab_last()->kind, NEWS_CLOSED);
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), CODE_OVER);
}

static Code make(GameSetup setup)
{
    lab_make(setup, NULL);
    return lab.result.code;
}

static void setups_refused(void **state)
{
    (void)state;
    GameSetup setup = lab_setup("abalone", "-");
    setup.rated = true;
    assert_int_equal(make(setup), CODE_NOT_RATED); // no clock
    setup = lab_setup("abalone", "60+1");
    setup.rated = true;
    setup.seat[0].person = GUEST;
    assert_int_equal(make(setup), CODE_NOT_RATED);
    setup.seat[0] = (SeatSetup){ .level = 3 };
    assert_int_equal(make(setup), CODE_NOT_RATED);
    setup.seat[0] = (SeatSetup){ .person = ADA };
    assert_int_equal(make(setup), CODE_OK);
    assert_int_equal(lab_act(ACT_JOIN, lab.result.game, GUEST), CODE_NOT_RATED);
    setup.rated = false;
    setup.seat[1].person = ADA;
    assert_int_equal(make(setup), CODE_MALFORMED); // two seats
    setup.seat[0] = setup.seat[1] = (SeatSetup){ .level = 1 };
    assert_int_equal(make(setup), CODE_MALFORMED); // nobody plays
    setup.seat[0] = (SeatSetup){ .level = 11 };
    assert_int_equal(make(setup), CODE_MALFORMED);
    setup.seat[0] = (SeatSetup){ .level = 1, .person = ADA };
    assert_int_equal(make(setup), CODE_MALFORMED);
    setup.seat[0] = (SeatSetup){ .person = -1 };
    assert_int_equal(make(setup), CODE_MALFORMED);
    setup.seat[0] = (SeatSetup){ 0 };
    setup.start.head.out = 1;
    assert_int_equal(make(setup), CODE_MALFORMED);
}

// --- seats ---------------------------------------------------------------------------------------

static void seats(void **state)
{
    (void)state;
    GameSetup setup = lab_setup("abalone-3", "600+5");
    setup.seat[1].invited = CEM;
    i64 game = lab_make(setup, NULL); // Ada made it and does not sit
    const Room *room = lab_room(game);
    assert_string_equal(room->seat[1].name, "Cem");
    assert_int_equal(lab_seat(game, BOB, 1), CODE_FORBIDDEN);
    assert_int_equal(lab_act(ACT_JOIN, game, BOB), CODE_OK);
    assert_int_equal(lab_seat(game, CEM, 2), CODE_FORBIDDEN); // then theirs would stay empty
    assert_int_equal(lab_act(ACT_JOIN, game, CEM), CODE_OK);  // the one kept for them
    assert_int_equal(room->seat[1].person, CEM);
    assert_int_equal(lab_act(ACT_LEAVE, game, CEM), CODE_OK);
    assert_int_equal(room->seat[1].person, 0);
    assert_int_equal(room->seat[1].invited, CEM);
    assert_int_equal(lab_act(ACT_JOIN, game, GUEST), CODE_OK);
    assert_int_equal(lab_act(ACT_JOIN, game, DAN), CODE_FULL); // one is left, but kept
    lab_restart(1000, true);
    room = lab_room(game);
    assert_int_equal(room->state, ROOM_OPEN);
    assert_int_equal(lab_act(ACT_JOIN, game, CEM), CODE_OK);
    assert_int_equal(room->state, ROOM_LIVE);
    const Told *start = lab_last();
    assert_int_equal(start->event.kind, EVENT_START);
    assert_int_equal(start->event.sitter[0].person, BOB);
    assert_int_equal(start->event.sitter[2].person, GUEST);

    // Called off by the maker, or by time.
    game = lab_make(setup, NULL);
    assert_int_equal(lab_act(ACT_ABORT, game, ADA), CODE_OK);
    assert_string_equal(room_reason(lab_room(game)), "aborted");
    game = lab_make(setup, NULL);
    lab_wait((i64)24 * 60 * 60 * 1000 - 1);
    assert_int_equal(lab_room(game)->state, ROOM_OPEN);
    lab_wait(1);
    assert_int_equal(lab_room(game)->state, ROOM_OVER);
    i64 days = lab_make(lab_setup("abalone", "3d"), NULL);
    lab_wait((i64)7 * 24 * 60 * 60 * 1000 - 1);
    assert_int_equal(lab_room(days)->state, ROOM_OPEN);
    lab_wait(1);
    assert_int_equal(lab_room(days)->state, ROOM_OVER);
}

static void add_visitor(i64 id)
{
    const StoreWrite write = { .kind = WRITE_PERSON,
                               .person = { .id = id, .kind = PERSON_ANONYMOUS } };
    assert_true(store_write(lab.store, &write, 1, NULL, NULL));
}

static Code come_and_go(i64 game, i64 person)
{
    Code code = lab_act(ACT_JOIN, game, person);
    return code == CODE_OK ? lab_act(ACT_LEAVE, game, person) : code;
}

// Coming and going ends, for each person and for the game.
static void seats_without_end(void **state)
{
    (void)state;
    i64 game = lab_make(lab_setup("abalone-3", "600+5"), NULL);
    for (int i = 0; i < 5; i++)
        assert_int_equal(come_and_go(game, BOB), CODE_OK);
    assert_int_equal(come_and_go(game, BOB), CODE_FORBIDDEN);
    check_restart(game);
    assert_int_equal(come_and_go(game, BOB), CODE_FORBIDDEN);
    int left = 5;
    for (i64 person = 1000; left < 100; person++) {
        add_visitor(person);
        for (int i = 0; i < 5 && left < 100; i++, left++)
            assert_int_equal(come_and_go(game, person), CODE_OK);
    }
    int number = lab_room(game)->number;
    assert_int_equal(come_and_go(game, GUEST), CODE_FORBIDDEN); // but they sit
    assert_int_equal(come_and_go(game, GAST), CODE_FORBIDDEN);
    assert_int_equal(lab_room(game)->number, number + 2);
    assert_int_equal(lab_act(ACT_JOIN, game, ADA), CODE_OK);
    assert_int_equal(lab_room(game)->state, ROOM_LIVE);
}

static bool count_room(void *context, const Room *room)
{
    (void)room;
    ++*(int *)context;
    return true;
}

static int rooms_of(i64 person)
{
    int count = 0;
    play_each_of(lab.play, person, count_room, &count);
    return count;
}

static void found_by_person(void **state)
{
    (void)state;
    i64 first = lab_make(lab_setup("quoridor", "-"), (i64[]){ ADA, 0 });
    GameSetup setup = lab_setup("quoridor", "-");
    setup.seat[0].invited = GUEST;
    i64 second = lab_make(setup, NULL); // made by Ada, for a guest
    assert_int_equal(rooms_of(ADA), 2);
    assert_int_equal(rooms_of(GUEST), 1);
    assert_int_equal(lab_act(ACT_JOIN, first, GUEST), CODE_OK);
    assert_int_equal(rooms_of(GUEST), 2);
    // The guest signs in as Eve.
    const StoreWrite move = { .kind = WRITE_MOVE_GAMES, .move = { .from = GUEST, .to = EVE } };
    assert_true(store_write(lab.store, &move, 1, NULL, NULL));
    lab_settle();
    play_person(lab.play, GUEST, EVE);
    assert_int_equal(rooms_of(GUEST), 0);
    assert_int_equal(rooms_of(EVE), 2);
    assert_int_equal(lab_last()->kind, NEWS_RESET);
    assert_string_equal(lab_room(first)->seat[1].name, "Eve");
    assert_int_equal(lab_act(ACT_JOIN, second, EVE), CODE_OK);
    assert_int_equal(lab_room(second)->seat[0].person, EVE);
    lab_restart(0, false);
    assert_int_equal(rooms_of(EVE), 2);
    assert_int_equal(lab_room(first)->seat[1].person, EVE);
    int open = 0, live = 0;
    play_each(lab.play, ROOM_OPEN, count_room, &open);
    play_each(lab.play, ROOM_LIVE, count_room, &live);
    assert_int_equal(open, 1);
    assert_int_equal(live, 1);
    assert_int_equal(lab_act(ACT_ABORT, first, EVE), CODE_OK);
    assert_int_equal(rooms_of(EVE), 1);
    assert_int_equal(play_counts(lab.play).over, 1);
}

static bool see_game(void *context, const StoredGame *game)
{
    (void)context;
    (void)game;
    return true;
}

static bool see_seat(void *context, const StoredSeat *seat)
{
    StoredSeat *only = context;
    assert_int_equal(only->seat, -1);
    *only = *seat;
    return true;
}

static void the_lot_is_fair(void **state)
{
    (void)state;
    enum { GAMES = 600 };
    int first[2] = { 0 };
    GameSetup setup = lab_setup("quoridor", "-");
    setup.lot = true;
    for (int i = 0; i < GAMES; i++) {
        setup.seat[0].person = ADA;
        setup.seat[1].person = BOB;
        play_make(lab.play, &setup, ADA, NULL, NULL);
    }
    int from = lab.told_count;
    lab_settle();
    for (int i = from; i < lab.told_count; i++)
        first[lab_room(lab.told[i].game)->seat[0].person == BOB]++;
    assert_int_equal(first[0] + first[1], GAMES);
    assert_in_range(first[0], GAMES / 2 - 75, GAMES / 2 + 75); // six standard deviations
    // All orders of four turn up.
    setup = lab_setup("quoridor-4", "-");
    setup.lot = true;
    int orders[256] = { 0 }, seen = 0;
    for (int i = 0; i < 300; i++) {
        for (int k = 0; k < 4; k++)
            setup.seat[k].person = ADA + k;
        play_make(lab.play, &setup, ADA, NULL, NULL);
    }
    from = lab.told_count;
    lab_settle();
    for (int i = from; i < lab.told_count; i++) {
        const Room *room = lab_room(lab.told[i].game);
        int order = 0;
        for (int k = 0; k < 4; k++)
            order = order * 4 + (int)(room->seat[k].person - ADA);
        seen += !orders[order]++;
    }
    assert_int_equal(seen, 24);
    // With a computer too, and what the store knows of it is right.
    lab.threads = 1;
    lab_restart(0, false);
    for (int i = 0; i < 10; i++) {
        setup = lab_setup("quoridor", "-");
        setup.lot = true;
        setup.seat[1].level = 1;
        i64 game = lab_make(setup, NULL);
        assert_int_equal(lab_act(ACT_JOIN, game, BOB), CODE_OK);
        assert_int_equal(lab_room(game)->state, ROOM_LIVE);
        check_loaded(game);
        StoredSeat stored = { .seat = -1 };
        const StoreReader reader = { .context = &stored, .game = see_game, .seat = see_seat };
        assert_true(store_load_game(lab.store, game, &reader, NULL));
        assert_int_equal(stored.seat, room_seat_of(lab_room(game), BOB));
    }
}

// --- offers --------------------------------------------------------------------------------------

static void draws_and_takebacks(void **state)
{
    (void)state;
    i64 game = lab_game("600+0");
    const Room *room = lab_room(game);
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), CODE_OK);
    int number = room->number;
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), CODE_OK); // offered already
    assert_int_equal(room->number, number);
    assert_int_equal(lab_act(ACT_NODRAW, game, BOB), CODE_OK);
    assert_int_equal(room->match.draw_agreed, 0);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), CODE_OK);
    assert_int_equal(lab_last()->event.kind, EVENT_ASK);
    check_restart(game);
    room = lab_room(game);
    assert_int_equal(lab_act(ACT_NOTAKEBACK, game, BOB), CODE_OK);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, BOB), CODE_OK);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), CODE_OK);
    assert_int_equal(lab_last()->event.kind, EVENT_TAKEBACK);
    assert_int_equal(lab_last()->event.plies, 1);
    assert_int_equal(room->match.count, 1);
    assert_int_equal(lab_move(game, BOB, "d9"), CODE_OK); // the same ply, once more
    check_restart(game);
    room = lab_room(game);
    assert_int_equal(lab_act(ACT_DRAW, game, BOB), CODE_OK);
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), CODE_OK);
    assert_int_equal(room->state, ROOM_OVER);
    assert_string_equal(room_reason(room), "agreement");
    check_loaded(game);
}

// Nobody has to hear the same again and again; to agree is another thing.
static void offers_without_end(void **state)
{
    (void)state;
    i64 game = lab_game("600+0");
    for (int i = 0; i < 5; i++) {
        assert_int_equal(lab_act(i % 2 ? ACT_DRAW : ACT_TAKEBACK, game, ADA), CODE_OK);
        assert_int_equal(lab_act(i % 2 ? ACT_NODRAW : ACT_NOTAKEBACK, game, BOB), CODE_OK);
    }
    check_restart(game);
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), CODE_FORBIDDEN);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), CODE_FORBIDDEN);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, BOB), CODE_OK);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), CODE_OK);
    assert_int_equal(lab_last()->event.kind, EVENT_TAKEBACK);
    assert_int_equal(lab_move(game, BOB, "d9"), CODE_OK);
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), CODE_OK);
    check_restart(game);
}

static void takebacks_without_end(void **state)
{
    (void)state;
    i64 game = lab_game("600+5");
    for (int i = 0; i < 300; i++) {
        assert_int_equal(lab_any_move(game), CODE_OK);
        assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), CODE_OK);
        assert_int_equal(lab_act(ACT_TAKEBACK, game, BOB), CODE_OK);
        assert_int_equal(lab_last()->event.kind, EVENT_TAKEBACK);
    }
    assert_int_equal(lab_any_move(game), CODE_OK);
    check_restart(game);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), CODE_FORBIDDEN);
    assert_int_equal(lab_any_move(game), CODE_OK);
}

// R5: who leaves is out, the others play on.
static void three_players(void **state)
{
    (void)state;
    i64 game = lab_make(lab_setup("abalone-3", "60+0"), (i64[]){ ADA, BOB, CEM });
    const Room *room = lab_room(game);
    for (int i = 0; i < 3; i++)
        assert_int_equal(lab_any_move(game), CODE_OK);
    assert_int_equal(lab_act(ACT_RESIGN, game, BOB), CODE_OK); // not their turn
    assert_int_equal(room->state, ROOM_LIVE);
    assert_true(room->seat[1].out);
    assert_int_equal(lab_act(ACT_RESIGN, game, BOB), CODE_FORBIDDEN);
    assert_int_equal(lab_any_move(game), CODE_OK);
    assert_int_equal(room_turn(room), 2);
    check_restart(game);
    room = lab_room(game);
    lab_wait(60000); // Cem's flag
    assert_int_equal(room->state, ROOM_OVER);
    assert_int_equal(room->match.outcome.winners, bit(0));
    assert_int_equal(room->leaves, 2);
    assert_int_equal(room->leave[1].seat, 2);
    assert_int_equal(room->leave[1].reason, REASON_TIME);
    check_loaded(game);
    check_record(game);
}

static void aborts(void **state)
{
    (void)state;
    i64 game = lab_make(lab_setup("quoridor", "600+0"), (i64[]){ ADA, BOB });
    assert_int_equal(lab_act(ACT_ABORT, game, CEM), CODE_NOT_YOURS);
    assert_int_equal(lab_move(game, ADA, "e2"), CODE_OK);
    assert_int_equal(lab_act(ACT_ABORT, game, BOB), CODE_OK);
    const Room *room = lab_room(game);
    assert_true(room->aborted);
    assert_string_equal(room_reason(room), "aborted");
    char result[RESULT_TEXT_MOST];
    Out out = out_to(result, sizeof result);
    room_result(room, &out);
    assert_string_equal(result, "*");
    check_loaded(game);
}

// --- rematch -------------------------------------------------------------------------------------

static void rematches(void **state)
{
    (void)state;
    i64 game = lab_game("60+0");
    assert_int_equal(lab_act(ACT_RESIGN, game, BOB), CODE_OK);
    assert_int_equal(lab_act(ACT_REMATCH, game, CEM), CODE_NOT_YOURS);
    // Both ask at once: one makes it, the other joins.
    play_act(lab.play, &(Action){ .kind = ACT_REMATCH, .game = game, .person = BOB }, NULL, NULL);
    assert_int_equal(lab_act(ACT_REMATCH, game, ADA), CODE_OK);
    i64 next = lab.result.game;
    const Room *room = lab_room(next);
    assert_int_equal(room->rematch_of, game);
    assert_int_equal(lab_room(game)->rematch, next);
    assert_int_equal(room->state, ROOM_LIVE);
    assert_int_equal(room->seat[0].person, BOB);
    assert_int_equal(room->seat[1].person, ADA);
    assert_int_equal(lab_act(ACT_REMATCH, game, BOB), CODE_OK); // to where it is
    assert_int_equal(lab.result.game, next);

    // Asked for long after, called off, and asked for again.
    assert_int_equal(lab_act(ACT_ABORT, next, ADA), CODE_OK);
    lab_wait(700000);
    assert_null(play_find(lab.play, next));
    assert_int_equal(lab_act(ACT_REMATCH, next, ADA), CODE_OK);
    i64 third = lab.result.game;
    assert_int_equal(lab_room(third)->state, ROOM_OPEN);
    assert_int_equal(lab_room(third)->seat[1].invited, BOB);
    assert_int_equal(lab_act(ACT_ABORT, third, ADA), CODE_OK);
    assert_int_equal(lab_act(ACT_REMATCH, next, BOB), CODE_OK);
    assert_int_not_equal(lab.result.game, third);
    assert_int_equal(lab_room(next)->rematch, lab.result.game);
    Fault why;
    Room *loaded = play_load_over(lab.store, next, &why);
    assert_int_equal(loaded->rematch, lab.result.game);
    play_free_room(loaded);
    assert_int_equal(lab_act(ACT_REMATCH, third, ADA), CODE_FORBIDDEN); // it never began
}

static void note_farewell(void *context)
{
    ++*(int *)context;
}

// Somebody with many games goes: all of them are given up before, however many.
static void a_farewell(void **state)
{
    (void)state;
    enum { GAMES = 300 };
    i64 game[GAMES];
    int then = 0;
    farewell(lab.play, CEM, note_farewell, &then); // who has none
    assert_int_equal(then, 1);
    for (int i = 0; i < GAMES; i++) {
        GameSetup setup = lab_setup(i % 4 < 2 ? "quoridor" : "abalone-3", "600+5");
        setup.rated = i % 4 == 0;
        switch (i % 4) {
        case 0:
        case 1: game[i] = lab_make(setup, (i64[]){ CEM, BOB }); break;
        case 2: game[i] = lab_make(setup, (i64[]){ BOB, CEM, 0 }); break;
        default: setup.seat[1].invited = CEM; game[i] = lab_make(setup, (i64[]){ BOB, 0, 0 });
        }
        if (i % 4 > 1) continue;
        assert_int_equal(lab_any_move(game[i]), CODE_OK);
        assert_int_equal(lab_any_move(game[i]), CODE_OK);
    }
    GameSetup own = lab_setup("quoridor", "-");
    i64 made = 0;
    play_make(lab.play, &own, CEM, NULL, NULL);
    lab_settle();
    made = lab_last()->game;
    // A game of three that they have left, and one that has a commit under way.
    i64 left = lab_make(lab_setup("abalone-3", "600+5"), (i64[]){ ADA, BOB, CEM });
    assert_int_equal(lab_act(ACT_RESIGN, left, CEM), CODE_OK);
    int number = lab_room(left)->number;
    play_act(lab.play, &(Action){ .kind = ACT_DRAW, .game = game[0], .person = BOB }, NULL, NULL);
    farewell(lab.play, CEM, note_farewell, &then);
    assert_int_equal(then, 1);
    for (int i = 0; then == 1 && i < GAMES; i++)
        lab_settle();
    assert_int_equal(then, 2);
    for (int i = 0; i < GAMES; i++) {
        const Room *room = lab_room(game[i]);
        assert_int_equal(room->state, i % 4 < 2 ? ROOM_OVER : ROOM_OPEN);
        if (i % 4 < 2) assert_string_equal(room_reason(room), "resignation");
        assert_int_equal(room->has_ratings, i % 4 == 0);
        if (i % 4 >= 2) assert_int_equal(room_seat_of(room, CEM), -1);
    }
    assert_int_equal(lab_room(made)->state, ROOM_OVER);
    assert_int_equal(lab_room(left)->number, number);
    farewell(lab.play, CEM, note_farewell, &then);
    assert_int_equal(then, 3);
}

// --- ratings -------------------------------------------------------------------------------------

static void rated_games(void **state)
{
    (void)state;
    GameSetup setup = lab_setup("quoridor", "60+0");
    setup.rated = true;
    for (int i = 0; i < 3; i++) {
        i64 game = lab_make(setup, (i64[]){ ADA, BOB });
        lab_move(game, ADA, "e2");
        lab_move(game, BOB, "e8");
        assert_int_equal(lab_act(ACT_RESIGN, game, BOB), CODE_OK);
        const Room *room = lab_room(game);
        assert_true(room->has_ratings);
        assert_true(room->shown[0].after > room->shown[0].before);
        assert_true(room->shown[1].after < room->shown[1].before);
        if (i == 0) assert_int_equal(room->shown[0].before, 1500);
        check_loaded(game);
    }
    // Several ends at the same instant go on from each other.
    i64 many[4];
    for (int i = 0; i < 4; i++) {
        many[i] = lab_make(setup, (i64[]){ ADA, BOB });
        lab_move(many[i], ADA, "e2");
        lab_move(many[i], BOB, "e8");
    }
    for (int i = 0; i < 4; i++)
        play_act(lab.play, &(Action){ .kind = ACT_RESIGN, .game = many[i], .person = BOB }, NULL,
                 NULL);
    lab_settle();
    for (int i = 1; i < 4; i++)
        assert_int_equal(lab_room(many[i])->shown[0].before, lab_room(many[i - 1])->shown[0].after);
    RatingNow now;
    assert_true(store_rating(lab.store, ADA, text_of("quoridor"), text_of("bullet"), &now));
    assert_true(now.now.rating > 1600);
    // Not what was called off, and not if an account is gone.
    i64 game = lab_make(setup, (i64[]){ ADA, BOB });
    assert_int_equal(lab_act(ACT_ABORT, game, ADA), CODE_OK);
    assert_false(lab_room(game)->has_ratings);
    game = lab_make(setup, (i64[]){ ADA, BOB });
    lab_move(game, ADA, "e2");
    lab_move(game, BOB, "e8");
    const StoreWrite gone = { .kind = WRITE_PERSON_GONE, .gone = { BOB, lab.now } };
    assert_true(store_write(lab.store, &gone, 1, NULL, NULL));
    lab_settle();
    play_person(lab.play, BOB, BOB);
    assert_string_equal(lab_room(game)->seat[1].name, "");
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), CODE_OK);
    assert_false(lab_room(game)->has_ratings);
}

// --- a commit that fails -------------------------------------------------------------------------

// Another server writes into the same store behind our back, so that ours is refused.
static void intrude(const StoreWrite *write)
{
    Fault why;
    Store *other = store_open(&(StoreSetup){ .where = lab.path }, &why);
    assert_non_null(other);
    assert_true(store_write(other, write, 1, NULL, NULL));
    store_close(other);
}

static void a_commit_fails(void **state)
{
    (void)state;
    i64 game = lab_game("600+0");
    const Room *room = lab_room(game);
    int number = room->number;
    intrude(&(StoreWrite){ .kind = WRITE_EVENT,
                           .event = { .game = game,
                                      .number = number + 1,
                                      .kind = EVENT_DRAW,
                                      .ply = NO_PLY,
                                      .at_ms = lab.now,
                                      .body = text_of("2") } });
    int told = lab.told_count;
    // A second action waits behind the first: it is not done either.
    play_act(
        lab.play,
        &(Action){ .kind = ACT_MOVE, .game = game, .person = ADA, .ply = 2, .move = text_of("e3") },
        NULL, NULL);
    assert_int_equal(lab_act(ACT_DRAW, game, BOB), CODE_FAILED);
    assert_int_equal(lab.told_count, told + 1);
    assert_int_equal(lab_last()->kind, NEWS_RESET);
    room = lab_room(game);
    assert_int_equal(room->match.count, 2);
    assert_int_equal(room->number, number + 1);
    assert_int_equal(room->match.draw_agreed, bit(1)); // what the store knew
    assert_int_equal(lab_move(game, ADA, "e3"), CODE_OK);
    // A game that another server has ended.
    intrude(&(StoreWrite){
        .kind = WRITE_END,
        .game = { .id = game, .ended_ms = 1, .result = text_of("*"), .reason = text_of("x") } });
    assert_int_equal(lab_move(game, BOB, "e7"), CODE_FAILED);
    assert_int_equal(play_counts(lab.play).failed, 2);
    assert_int_equal(lab_room(game)->state, ROOM_OVER);
    assert_string_equal(room_reason(lab_room(game)), "aborted");
}

// Nothing can be written for a while: every action is refused, and then all goes on.
static void a_full_disk(void **state)
{
    (void)state;
    i64 game = lab_game("60+0");
    struct rlimit limit, none;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    none = limit;
    none.rlim_cur = 1;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    assert_int_equal(lab_move(game, ADA, "e3"), CODE_FAILED);
    assert_int_equal(lab_last()->kind, NEWS_RESET);
    assert_int_equal(lab_act(ACT_RESIGN, game, BOB), CODE_FAILED);
    assert_int_equal(lab_make(lab_setup("quoridor", "60+0"), (i64[]){ ADA, BOB }), 0);
    assert_int_equal(lab.result.code, CODE_FAILED);
    assert_int_equal(play_counts(lab.play).live, 1);
    lab_wait(60000); // the flag cannot be kept either
    assert_int_equal(lab_room(game)->state, ROOM_LIVE);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    lab_wait(1000);
    assert_int_equal(lab_room(game)->state, ROOM_OVER);
    assert_string_equal(room_reason(lab_room(game)), "time");
    assert_int_equal(play_counts(lab.play).waiting, 0);
    check_loaded(game);
}

// A store that was tampered with does not keep the server from starting.
static void a_broken_game(void **state)
{
    (void)state;
    i64 game = lab_game("600+0"), other = lab_game("600+0");
    sqlite3 *db;
    char sql[100];
    snprintf(sql, sizeof sql, "UPDATE event SET body = 'e9 1 1 1' WHERE game = %lld AND number = 1",
             (long long)game);
    assert_int_equal(sqlite3_open(lab.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    lab_restart(0, false);
    assert_null(play_find(lab.play, game));
    assert_non_null(play_find(lab.play, other));
    assert_int_equal(lab.said, 1);
    Fault why;
    assert_null(play_load_over(lab.store, game, &why));
    assert_true(why.message[0]);
    assert_null(play_load_over(lab.store, 999, &why));
    assert_false(why.message[0]);
}

static void ids(void **state)
{
    (void)state;
    char text[GAME_ID_LENGTH + 1];
    i64 id;
    game_id_write(1, text);
    assert_string_equal(text, "00000001");
    game_id_write(218340105584895, text);
    assert_string_equal(text, "zzzzzzzz");
    for (i64 i = 1; i < 218340105584896; i = i * 7 + 3) {
        game_id_write(i, text);
        assert_true(game_id_read(text_of(text), &id));
        assert_int_equal(id, i);
    }
    assert_false(game_id_read(text_of("00000000"), &id));
    assert_false(game_id_read(text_of("0000001"), &id));
    assert_false(game_id_read(text_of("000000001"), &id));
    assert_false(game_id_read(text_of("0000-001"), &id));
    assert_false(game_id_read((Text){ "0000\0001", 8 }, &id));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, lab_open, lab_close)
    const struct CMUnitTest tests[] = {
        TEST(whole_games),
        TEST(anything),
        TEST(news_are_in_order),
        TEST(refusals),
        TEST(setups_refused),
        TEST(seats),
        TEST(seats_without_end),
        TEST(takebacks_without_end),
        TEST(found_by_person),
        TEST(the_lot_is_fair),
        TEST(draws_and_takebacks),
        TEST(offers_without_end),
        TEST(three_players),
        TEST(aborts),
        TEST(rematches),
        TEST(a_farewell),
        TEST(rated_games),
        TEST(a_commit_fails),
        TEST(a_full_disk),
        TEST(a_broken_game),
        TEST(ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
