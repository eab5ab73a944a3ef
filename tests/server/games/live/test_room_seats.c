// SPDX-License-Identifier: MIT
// The actions that each person may take in a game in progress: every refusal, set-ups, seats,
// drawing lots.
#include "server/games/game_ops.h"
#include "server/identity/person_ops.h"
#include "support/lab.h"

// --- refusals ------------------------------------------------------------------------------------

static ErrorCode send_move(i64 game, i64 person, int ply, const char *move)
{
    int before = lab.done;
    const Action action = {
        .kind = ACT_MOVE, .game = game, .person = person, .ply = ply, .move = text_of(move)
    };
    rooms_act(lab.rooms, &action, NULL, NULL); // without a callback
    lab_settle();
    assert_int_equal(lab.done, before);
    return lab_move(game, person, move);
}

static ErrorCode move_at(i64 game, i64 person, int ply, const char *move)
{
    return lab_do(&(Action){
        .kind = ACT_MOVE, .game = game, .person = person, .ply = ply, .move = text_of(move) });
}

static void refusals(void **state)
{
    (void)state;
    i64 game = lab_make(lab_setup("quoridor", "600+0"), (i64[]){ ADA, 0 });
    assert_int_equal(lab_move(game, ADA, "e2"), ERROR_NOT_STARTED);
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), ERROR_NOT_STARTED);
    assert_int_equal(lab_act(ACT_DRAW, game, BOB), ERROR_NOT_YOURS);
    assert_int_equal(lab_act(ACT_ABORT, game, BOB), ERROR_NOT_YOURS);
    assert_int_equal(lab_act(ACT_LEAVE, game, BOB), ERROR_NOT_YOURS);
    assert_int_equal(lab_act(ACT_JOIN, game, 0), ERROR_NOT_YOURS);
    assert_int_equal(lab_act(ACT_REMATCH, game, ADA), ERROR_FORBIDDEN);
    assert_int_equal(lab_seat(game, BOB, 0), ERROR_TAKEN);
    assert_int_equal(lab_seat(game, BOB, 2), ERROR_MALFORMED);
    assert_int_equal(lab_seat(game, ADA, 1), ERROR_TAKEN);      // one seat each
    assert_int_equal(lab_act(ACT_JOIN, game, ADA), ERROR_NONE); // harmless
    assert_int_equal(lab_act(ACT_JOIN, game, BOB), ERROR_NONE);
    assert_int_equal(lab_act(ACT_JOIN, game, BOB), ERROR_NONE);
    assert_int_equal(lab_act(ACT_JOIN, game, CEM), ERROR_FULL);
    assert_int_equal(lab_act(ACT_LEAVE, game, ADA), ERROR_FORBIDDEN);

    const Room *room = lab_room(game);
    int number = room->number;
    assert_int_equal(lab_move(game, BOB, "e8"), ERROR_OUT_OF_TURN);
    assert_int_equal(lab_move(game, CEM, "e2"), ERROR_NOT_YOURS);
    assert_int_equal(lab_move(game, 0, "e2"), ERROR_NOT_YOURS);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_ILLEGAL_MOVE);
    assert_int_equal(lab.result.refusal, REFUSED_PAWN_REACH);
    assert_int_equal(lab_move(game, ADA, "nonsense"), ERROR_ILLEGAL_MOVE);
    assert_int_equal(lab_move(game, ADA, ""), ERROR_ILLEGAL_MOVE);
    assert_int_equal(lab_move(game, ADA, "e2e2e2e2e2e2e2e2"), ERROR_ILLEGAL_MOVE);
    assert_int_equal(move_at(game, ADA, 1, "e2"), ERROR_STALE);
    assert_int_equal(move_at(game, ADA, -1, "e2"), ERROR_STALE);
    assert_int_equal(lab_act(ACT_NODRAW, game, ADA), ERROR_FORBIDDEN);
    assert_int_equal(lab_act(ACT_TAKEBACK, game, ADA), ERROR_FORBIDDEN); // no move yet
    assert_int_equal(lab_act(ACT_NOTAKEBACK, game, ADA), ERROR_FORBIDDEN);
    assert_int_equal(lab_act(ACT_CLAIM, game, ADA), ERROR_FORBIDDEN); // one's own turn
    assert_int_equal(lab_act(ACT_CLAIM, game, BOB), ERROR_FORBIDDEN); // not away long enough
    assert_int_equal(lab_act(ACT_REMATCH, game, ADA), ERROR_FORBIDDEN);
    assert_int_equal(lab_act(ACT_MOVE + 100, game, ADA), ERROR_MALFORMED);
    assert_int_equal(lab_act(ACT_DRAW, 12345, ADA), ERROR_NOT_FOUND);
    assert_int_equal(room->number, number); // none of that changed the game

    assert_int_equal(lab_move(game, ADA, "e2"), ERROR_NONE);
    assert_int_equal(move_at(game, ADA, 0, "e2"), ERROR_NONE); // sent twice
    assert_int_equal(move_at(game, ADA, 0, "d1"), ERROR_STALE);
    assert_int_equal(move_at(game, BOB, 0, "e2"), ERROR_STALE);
    assert_int_equal(room->match.count, 1);
    assert_int_equal(send_move(game, BOB, 1, "e8"), ERROR_OUT_OF_TURN); // it had been made
    assert_int_equal(lab_act(ACT_ABORT, game, ADA), ERROR_FORBIDDEN);   // everybody has moved
    assert_int_equal(lab_act(ACT_RESIGN, game, BOB), ERROR_NONE);
    for (ActionKind kind = 0; kind < ACTIONS; kind++) {
        if (kind == ACT_REMATCH || kind == ACT_JOIN) continue;
        assert_int_equal(lab_act(kind, game, ADA), ERROR_OVER);
    }
    assert_int_equal(move_at(game, BOB, 1, "e8"), ERROR_NONE); // also after the end
    lab_wait(600000);                                          // it is dropped from memory
    assert_null(rooms_find(lab.rooms, game));
    assert_int_equal(lab_last()->kind, NEWS_CLOSED);
    assert_int_equal(lab_act(ACT_DRAW, game, ADA), ERROR_OVER);
}

static ErrorCode make(GameSetup setup)
{
    lab_make(setup, NULL);
    return lab.result.code;
}

static void setups_refused(void **state)
{
    (void)state;
    GameSetup setup = lab_setup("abalone", "-");
    setup.rated = true;
    assert_int_equal(make(setup), ERROR_NOT_RATED); // no clock
    setup = lab_setup("abalone", "60+1");
    setup.rated = true;
    setup.seat[0].person = GUEST;
    assert_int_equal(make(setup), ERROR_NOT_RATED);
    setup.seat[0] = (SeatSetup){ .level = 3 };
    assert_int_equal(make(setup), ERROR_NOT_RATED);
    setup.seat[0] = (SeatSetup){ .person = ADA };
    assert_int_equal(make(setup), ERROR_NONE);
    assert_int_equal(lab_act(ACT_JOIN, lab.result.game, GUEST), ERROR_NOT_RATED);
    setup.rated = false;
    setup.seat[1].person = ADA;
    assert_int_equal(make(setup), ERROR_MALFORMED); // two seats
    setup.seat[0] = setup.seat[1] = (SeatSetup){ .level = 1 };
    assert_int_equal(make(setup), ERROR_MALFORMED); // without players
    setup.seat[0] = (SeatSetup){ .level = 11 };
    assert_int_equal(make(setup), ERROR_MALFORMED);
    setup.seat[0] = (SeatSetup){ .level = 1, .person = ADA };
    assert_int_equal(make(setup), ERROR_MALFORMED);
    setup.seat[0] = (SeatSetup){ .person = -1 };
    assert_int_equal(make(setup), ERROR_MALFORMED);
    setup.seat[0] = (SeatSetup){ 0 };
    setup.start.head.out = 1;
    assert_int_equal(make(setup), ERROR_MALFORMED);
}

// --- seats ---------------------------------------------------------------------------------------

static void seats(void **state)
{
    (void)state;
    GameSetup setup = lab_setup("abalone-3", "600+5");
    setup.seat[1].invited = CEM;
    i64 game = lab_make(setup, NULL); // Ada made it without a seat
    const Room *room = lab_room(game);
    assert_string_equal(room->seat[1].name, "Cem");
    assert_int_equal(lab_seat(game, BOB, 1), ERROR_FORBIDDEN);
    assert_int_equal(lab_act(ACT_JOIN, game, BOB), ERROR_NONE);
    assert_int_equal(lab_seat(game, CEM, 2), ERROR_FORBIDDEN); // the reserved seat would stay empty
    assert_int_equal(lab_act(ACT_JOIN, game, CEM), ERROR_NONE); // the reserved seat
    assert_int_equal(room->seat[1].person, CEM);
    assert_int_equal(lab_act(ACT_LEAVE, game, CEM), ERROR_NONE);
    assert_int_equal(room->seat[1].person, 0);
    assert_int_equal(room->seat[1].invited, CEM);
    assert_int_equal(lab_act(ACT_JOIN, game, GUEST), ERROR_NONE);
    assert_int_equal(lab_act(ACT_JOIN, game, DAN), ERROR_FULL); // the last one is reserved
    lab_restart(1000, true);
    room = lab_room(game);
    assert_int_equal(room->state, ROOM_OPEN);
    assert_int_equal(lab_act(ACT_JOIN, game, CEM), ERROR_NONE);
    assert_int_equal(room->state, ROOM_LIVE);
    const Told *start = lab_last();
    assert_int_equal(start->event.kind, EVENT_START);
    assert_int_equal(start->event.sitter[0].person, BOB);
    assert_int_equal(start->event.sitter[2].person, GUEST);

    // Called off by the creator, or by time.
    game = lab_make(setup, NULL);
    assert_int_equal(lab_act(ACT_ABORT, game, ADA), ERROR_NONE);
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
    const NewPerson visitor = { .now = { .id = id, .kind = PERSON_ANONYMOUS } };
    const StoreWrite write = store_op(&PERSON_OPS[PERSONS_ADD], &visitor);
    assert_true(store_write(lab.store, &write, 1, NULL, NULL));
}

static ErrorCode come_and_go(i64 game, i64 person)
{
    ErrorCode code = lab_act(ACT_JOIN, game, person);
    return code == ERROR_NONE ? lab_act(ACT_LEAVE, game, person) : code;
}

// Joining and leaving is limited, for each person and for the game.
static void seats_without_end(void **state)
{
    (void)state;
    i64 game = lab_make(lab_setup("abalone-3", "600+5"), NULL);
    for (int i = 0; i < 5; i++)
        assert_int_equal(come_and_go(game, BOB), ERROR_NONE);
    assert_int_equal(come_and_go(game, BOB), ERROR_FORBIDDEN);
    lab_check_restart(game);
    assert_int_equal(come_and_go(game, BOB), ERROR_FORBIDDEN);
    int left = 5;
    for (i64 person = 1000; left < 100; person++) {
        add_visitor(person);
        for (int i = 0; i < 5 && left < 100; i++, left++)
            assert_int_equal(come_and_go(game, person), ERROR_NONE);
    }
    int number = lab_room(game)->number;
    assert_int_equal(come_and_go(game, GUEST), ERROR_FORBIDDEN); // but they have a seat
    assert_int_equal(come_and_go(game, GAST), ERROR_FORBIDDEN);
    assert_int_equal(lab_room(game)->number, number + 2);
    assert_int_equal(lab_act(ACT_JOIN, game, ADA), ERROR_NONE);
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
    rooms_each_of(lab.rooms, person, count_room, &count);
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
    assert_int_equal(lab_act(ACT_JOIN, first, GUEST), ERROR_NONE);
    assert_int_equal(rooms_of(GUEST), 2);
    // The guest signs in as Eve.
    const PersonMove move = { GUEST, EVE };
    const StoreWrite moves[] = { store_op(&PERSON_OPS[PERSONS_BECOME], &move),
                                 store_op(&GAME_OPS[GAMES_MOVE_SEATS], &move),
                                 store_op(&GAME_OPS[GAMES_MOVE_MADE], &move) };
    assert_true(store_write(lab.store, moves, 3, NULL, NULL));
    lab_settle();
    rooms_person(lab.rooms, GUEST, EVE);
    assert_int_equal(rooms_of(GUEST), 0);
    assert_int_equal(rooms_of(EVE), 2);
    assert_int_equal(lab_last()->kind, NEWS_RESET);
    assert_string_equal(lab_room(first)->seat[1].name, "Eve");
    assert_int_equal(lab_act(ACT_JOIN, second, EVE), ERROR_NONE);
    assert_int_equal(lab_room(second)->seat[0].person, EVE);
    lab_restart(0, false);
    assert_int_equal(rooms_of(EVE), 2);
    assert_int_equal(lab_room(first)->seat[1].person, EVE);
    int open = 0, live = 0;
    rooms_each(lab.rooms, ROOM_OPEN, count_room, &open);
    rooms_each(lab.rooms, ROOM_LIVE, count_room, &live);
    assert_int_equal(open, 1);
    assert_int_equal(live, 1);
    assert_int_equal(lab_act(ACT_ABORT, first, EVE), ERROR_NONE);
    assert_int_equal(rooms_of(EVE), 1);
    assert_int_equal(rooms_counts(lab.rooms).over, 1);
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
        rooms_make(lab.rooms, &setup, ADA, NULL, NULL);
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
        rooms_make(lab.rooms, &setup, ADA, NULL, NULL);
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
    // With a computer too, and the store's rows are right.
    lab.threads = 1;
    lab_restart(0, false);
    for (int i = 0; i < 10; i++) {
        setup = lab_setup("quoridor", "-");
        setup.lot = true;
        setup.seat[1].level = 1;
        i64 game = lab_make(setup, NULL);
        assert_int_equal(lab_act(ACT_JOIN, game, BOB), ERROR_NONE);
        assert_int_equal(lab_room(game)->state, ROOM_LIVE);
        lab_check_loaded(game);
        StoredSeat stored = { .seat = -1 };
        const GameReader reader = { .context = &stored, .game = see_game, .seat = see_seat };
        assert_true(games_load(lab.store, game, &reader, NULL));
        assert_int_equal(stored.seat, room_seat_of(lab_room(game), BOB));
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, lab_open, lab_close)
    const struct CMUnitTest tests[] = {
        TEST(refusals),          TEST(setups_refused),  TEST(seats),
        TEST(seats_without_end), TEST(found_by_person), TEST(the_lot_is_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
