// SPDX-License-Identifier: MIT
// Games in progress on one of several nodes: writes of another node, and players who come from a
// dead one.
#include "support/lab.h"

#include "base/bits.h"
#include "server/games/game_ops.h"
#include "server/games/live/rooms_internal.h"

#include <limits.h>

enum { OTHER = 7, THIRD }; // ids of nodes

// The other node writes into the same store, and its news is lost.
static void write_elsewhere(const StoreOp *op, const void *args)
{
    const StoreWrite write = store_op_of(op, args, op->args->size);
    Fault why;
    Store *other = store_open(&(StoreSetup){ .where = lab.path }, &why);
    assert_non_null(other);
    assert_true(store_write(other, &write, 1, NULL, NULL));
    store_close(other);
}

static bool was_told(int from, NewsKind kind)
{
    for (int i = from; i < lab.told_count; i++)
        if (lab.told[i].kind == kind) return true;
    return false;
}

static int pauses_since(int from)
{
    int count = 0;
    for (int i = from; i < lab.told_count; i++)
        count += lab.told[i].kind == NEWS_EVENT && lab.told[i].event.kind == EVENT_PAUSE;
    return count;
}

static void who_is_refused_shows_what_the_other_wrote(void **state)
{
    (void)state;
    i64 game = lab_game("600+0");
    write_elsewhere(&GAME_OPS[GAMES_ADD_EVENT],
                    &(StoredEvent){ .game = game,
                                    .number = lab_room(game)->number + 1,
                                    .kind = EVENT_DRAW,
                                    .ply = NO_PLY,
                                    .at_ms = lab.now,
                                    .body = text_of("2") });
    int told = lab.told_count;
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE); // judged again
    assert_true(was_told(told, NEWS_RESET));
    assert_int_equal(lab.told[told].kind, NEWS_RESET); // before any later news
    assert_int_equal(lab_room(game)->match.count, 3);
}

// Another node makes a game, and a player sits down while this node reads it: the second read ends
// after the first, and wins.
static void a_later_read_counts(void **state)
{
    (void)state;
    const i64 game = 4242;
    char text[SETUP_TEXT_MAX], body[EVENT_TEXT_MAX];
    GameSetup setup = lab_setup("quoridor", "600+0");
    Out out = out_to(text, sizeof text);
    setup_write(&setup, &out);
    write_elsewhere(&GAME_OPS[GAMES_ADD], &(NewGame){ .id = game,
                                                      .variant = text_of("quoridor"),
                                                      .setup = { text, out.length },
                                                      .speed = text_of("rapid"),
                                                      .created_ms = lab.now,
                                                      .maker = ADA,
                                                      .open_to_all = true });
    rooms_receive_made(lab.rooms,
                       game); // read now; the result is taken when the store is polled
    const Event sits = { .kind = EVENT_SIT, .at = lab.now, .seat = 1, .person = BOB };
    out = out_to(body, sizeof body);
    event_write(&sits, 2, &out);
    const StoredEvent stored = { .game = game,
                                 .kind = EVENT_SIT,
                                 .ply = NO_PLY,
                                 .at_ms = lab.now,
                                 .body = { body, out.length } };
    write_elsewhere(&GAME_OPS[GAMES_ADD_EVENT], &stored);
    rooms_receive_events(lab.rooms, &stored, 1);
    lab_settle();
    assert_int_equal(lab_room(game)->seat[1].person, BOB);
}

static void early_presence_wraps_around(void **state)
{
    (void)state;
    const Presence *presence = lab.rooms->presence;
    lab.rooms->earlies = UINT32_MAX;
    for (i64 unknown = 5000; unknown < 5000 + EARLY_MAX; unknown++)
        rooms_presence_at(lab.rooms, OTHER, unknown, ADA, true, false);
    assert_true(presence_is_at(presence, PLACE_GAME, 5000, ADA, OTHER));
    for (i64 unknown = 6000; unknown < 6002; unknown++)
        rooms_presence_at(lab.rooms, OTHER, unknown, ADA, true, false);
    assert_false(presence_is_at(presence, PLACE_GAME, 5000, ADA, OTHER));
    assert_false(presence_is_at(presence, PLACE_GAME, 5001, ADA, OTHER));
    assert_true(presence_is_at(presence, PLACE_GAME, 5002, ADA, OTHER));
    assert_true(presence_is_at(presence, PLACE_GAME, 6001, ADA, OTHER));
}

static void nobody_is_charged_for_a_silent_node(void **state)
{
    (void)state;
    i64 game = lab_game("600+0"), left = lab_left(game, 0);
    int told = lab.told_count;
    rooms_presence_at(lab.rooms, OTHER, game, ADA, true, false);
    lab_wait(100);
    lab_wait(1500); // the other node is silent from now on
    lab.silent_ms = 1500;
    rooms_presence(lab.rooms, game, ADA, true, false);
    lab_settle();
    assert_int_equal(pauses_since(told), 1);
    lab_wait(50);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(lab_left(game, 0), left - 150);
}

static void a_second_tab_gains_nothing(void **state)
{
    (void)state;
    i64 game = lab_game("600+0"), left = lab_left(game, 0);
    int told = lab.told_count;
    rooms_presence_at(lab.rooms, OTHER, game, ADA, true, false);
    lab_wait(1500);
    lab.silent_ms = 250; // the longest time between two signs of life
    rooms_presence(lab.rooms, game, ADA, true, false);
    lab_settle();
    assert_int_equal(pauses_since(told), 0);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(lab_left(game, 0), left - 1500);
}

// --- a node that is out --------------------------------------------------------------------------

// A game in which Ada is to move, and has this much left.
static i64 game_of_ada(i64 *left)
{
    i64 game = lab_game("600+0");
    *left = lab_left(game, 0);
    return game;
}

static void come(i64 game, bool here)
{
    rooms_presence(lab.rooms, game, ADA, here, false);
    lab_settle();
}

static void come_at(u64 node, i64 game, bool here)
{
    rooms_presence_at(lab.rooms, node, game, ADA, here, false);
    lab_settle();
}

static void fall_silent(u64 node, i64 ms)
{
    lab.silent = node;
    lab.silent_ms = ms;
}

// Ada moves, and was charged this much.
static void charged(i64 game, i64 left, i64 ms)
{
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(lab_left(game, 0), left - ms);
}

// It woke up and announced that its players have left before they reconnected elsewhere.
static void nobody_is_charged_for_a_node_that_woke_up(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come_at(OTHER, game, true);
    lab_wait(100);
    lab_wait(1700); // the other node freezes
    rooms_node_stalled(lab.rooms, OTHER, 1700);
    come_at(OTHER, game, false);
    lab_wait(20);
    come(game, true);
    lab_wait(30);
    charged(game, left, 150);
}

// The turn began while the other node stood still, so Ada never saw it.
static void nor_for_a_turn_that_it_did_not_show(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come_at(OTHER, game, true);
    lab_wait(700);
    rooms_node_stalled(lab.rooms, OTHER, 1700); // the turn began after 1,000 ms of it
    come_at(OTHER, game, false);
    come(game, true);
    lab_wait(30);
    charged(game, left, 30);
}

// Ada's connection to this node broke, and the balancer sent her to a silent one.
static void nobody_is_charged_on_the_way_to_a_silent_node(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come(game, true);
    lab_wait(100);
    come(game, false);
    lab_wait(50);
    lab_wait(1500); // the other node is silent from now on
    fall_silent(OTHER, 1500);
    come(game, true);
    lab_wait(30);
    charged(game, left, 180);
}

static void nor_on_the_way_to_one_that_woke_up(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come(game, true);
    lab_wait(100);
    lab_wait(300); // the other node freezes
    come(game, false);
    lab_wait(1000);
    rooms_node_stalled(lab.rooms, OTHER, 1300);
    come(game, true);
    lab_wait(30);
    charged(game, left, 430); // she was connected to a live node
}

static void nor_on_the_way_to_one_that_is_gone(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come(game, true);
    lab_wait(100);
    come(game, false);
    lab_wait(2100);
    fall_silent(OTHER, 0);
    rooms_node_left(lab.rooms, OTHER, 2100, NULL, NULL);
    lab_settle();
    lab_wait(500);
    come(game, true);
    lab_wait(30);
    charged(game, left, 130);
}

// Ada's move at another node, which announced it to no one: moves are announced late to nodes that
// show them to no client.
static void move_elsewhere(i64 game)
{
    char body[EVENT_TEXT_MAX];
    const Room *room = lab_room(game);
    Event move = { .kind = EVENT_MOVE, .move = "e3", .clock = room->match.clock[0] };
    Out out = out_to(body, sizeof body);
    event_write(&move, 2, &out);
    write_elsewhere(&GAME_OPS[GAMES_ADD_EVENT], &(StoredEvent){ .game = game,
                                                                .number = room->number + 1,
                                                                .kind = EVENT_MOVE,
                                                                .ply = (int)room->match.count,
                                                                .at_ms = lab.now,
                                                                .body = { body, out.length } });
}

static void who_comes_sees_the_last_move(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    move_elsewhere(game);
    int told = lab.told_count;
    rooms_presence(lab.rooms, game, BOB, true, false);
    lab_settle();
    assert_int_equal(lab_room(game)->match.count, 3);
    assert_true(was_told(told, NEWS_RESET));
    told = lab.told_count;
    come(game, true); // there is nothing new
    assert_false(was_told(told, NEWS_RESET));
}

// The node of Ada's move dies before its announcement, and Bob was connected to it.
static void nobody_is_charged_for_a_turn_that_was_told_late(void **state)
{
    (void)state;
    i64 game = lab_game("600+0"), left = lab_left(game, 1);
    rooms_presence_at(lab.rooms, OTHER, game, BOB, true, false);
    move_elsewhere(game);
    lab_wait(2100);
    rooms_node_left(lab.rooms, OTHER, 2100, NULL, NULL);
    rooms_poll(lab.rooms); // finds the move
    lab_settle();
    assert_int_equal(lab_room(game)->match.count, 3);
    lab_wait(1000);
    rooms_presence(lab.rooms, game, BOB, true, false);
    lab_settle();
    lab_wait(30);
    assert_int_equal(lab_move(game, BOB, "e7"), ERROR_NONE);
    assert_in_range(left - lab_left(game, 1), 30, 60);
}

static void who_goes_is_charged_while_all_nodes_live(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come(game, true);
    lab_wait(100);
    come(game, false);
    lab_wait(1500);
    fall_silent(OTHER, 250);
    rooms_node_left(lab.rooms, THIRD, 200, NULL, NULL); // says goodbye
    come(game, true);
    charged(game, left, 1600);
}

static void who_has_long_gone_is_charged(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come(game, true);
    come(game, false);
    lab_wait(10500);
    lab_wait(1500);
    rooms_node_stalled(lab.rooms, OTHER, 1000);
    fall_silent(OTHER, 1500);
    rooms_node_left(lab.rooms, THIRD, 1500, NULL, NULL);
    come(game, true);
    charged(game, left, 12000);
}

static void who_is_at_a_node_that_lives_is_charged(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come_at(THIRD, game, true);
    come_at(OTHER, game, true);
    lab_wait(1500);
    fall_silent(OTHER, 1500);
    rooms_node_stalled(lab.rooms, OTHER, 1500); // she has a second tab
    come(game, true);
    lab_wait(500);
    rooms_node_stalled(lab.rooms, OTHER, 500);
    charged(game, left, 2000);
}

// Ada connected to a node which never announced it: it doesn't matter where she was.
static void nobody_is_charged_at_a_node_that_did_not_tell(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come(game, true);
    lab_wait(100);
    come(game, false); // to the other node, whose announcement is lost
    lab_wait(5000);
    lab_wait(1500); // then it is silent
    fall_silent(OTHER, 1500);
    come(game, true);
    lab_wait(30);
    charged(game, left, 5130);
}

// She is back before any node can know of the outage.
static void nor_if_it_becomes_known_when_they_are_back(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    int told = lab.told_count;
    come_at(OTHER, game, true);
    lab_wait(100);
    lab_wait(1300); // the other node freezes, but we can't know, since we receive no messages
    come(game, true);
    assert_int_equal(pauses_since(told), 0);
    lab_wait(20);
    rooms_node_stalled(lab.rooms, OTHER, 1320);
    lab_settle();
    assert_int_equal(pauses_since(told), 1); // an event, so that all nodes count alike
    rooms_node_stalled(lab.rooms, OTHER, 1320);
    lab_settle();
    assert_int_equal(pauses_since(told), 1);
    lab_wait(30);
    charged(game, left, 150);
}

// The node that stood still blocked the store, too, so all clocks here were stopped.
static void nor_if_the_store_was_held_up_with_it(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come_at(OTHER, game, true);
    lab_wait(100);
    lab_hold_store(true);
    rooms_act(lab.rooms, &(Action){ .kind = ACT_DRAW, .game = game, .person = BOB }, NULL, NULL);
    for (int i = 0; i < 17; i++) {
        lab.now += 100; // the other node freezes
        rooms_tick(lab.rooms);
    }
    assert_true(lab_room(game)->frozen_ms);
    rooms_node_stalled(lab.rooms, OTHER, 1700);
    lab_hold_store(false);
    lab_settle();
    assert_false(lab_room(game)->frozen_ms);
    come_at(OTHER, game, false);
    come(game, true);
    lab_wait(30);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_in_range(left - lab_left(game, 0), 130, 230);
}

// A node that cannot save serves no player; its players leave it before it recovers.
static void nor_at_a_node_that_cannot_save(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come_at(OTHER, game, true);
    lab_wait(100);
    lab_wait(3000); // it cannot save
    fall_silent(OTHER, 3000);
    come_at(OTHER, game, false);
    lab_wait(50);
    fall_silent(0, 0);
    rooms_node_unreachable(lab.rooms, OTHER, 3050);
    come(game, true);
    lab_wait(30);
    charged(game, left, 130);
}

// Redis is silent: Ada's node doesn't know that it is her turn, and she comes here, where it is
// known.
static void nor_for_a_turn_that_was_not_heard_of(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come_at(OTHER, game, true);
    lab_wait(1600);
    lab.silent_ms = 1700; // all nodes are silent
    come(game, true);
    lab_wait(30);
    charged(game, left, 30);
    assert_int_equal(lab_move(game, BOB, "e7"), ERROR_NONE);
    left = lab_left(game, 0);
    come(game, false);
    come_at(OTHER, game, true);
    lab_wait(1600);
    lab.silent_ms = 0;
    rooms_link_lost(lab.rooms, 1600); // Redis works again
    come_at(OTHER, game, false);
    come(game, true);
    lab_wait(40);
    assert_int_equal(lab_move(game, ADA, "e4"), ERROR_NONE);
    assert_int_equal(lab_left(game, 0), left - 40);
}

// Each moment is refunded once, however many nodes were out and whichever reports it.
static void each_moment_is_given_back_once(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come_at(OTHER, game, true);
    lab_wait(1000);
    lab_wait(1000); // one node is out
    rooms_node_stalled(lab.rooms, OTHER, 1000);
    lab_wait(500); // then the third one, for all of the 1,500 ms
    rooms_node_stalled(lab.rooms, THIRD, 1500);
    rooms_receive_outage(lab.rooms, THIRD, 1500, 0);
    rooms_receive_outage(lab.rooms, OTHER, 1500, 500);
    come_at(OTHER, game, false);
    come(game, true);
    lab_wait(30);
    charged(game, left, 1030);
}

// An outage counts for ten seconds at most: by then every player can have reconnected.
static void no_outage_gives_more_than_ten_seconds(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come(game, true);
    come(game, false);
    lab_wait(25000);
    rooms_node_stalled(lab.rooms, OTHER, 25000);
    come(game, true);
    charged(game, left, 15000);
}

// Our own node was killed, is back before the others declare it dead, and doesn't know of the
// outage.
static void nobody_is_charged_for_a_restart_among_others(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    come(game, true);
    lab_wait(100);
    lab_restart(1500, true);
    come(game, true);
    lab_wait(30);
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_in_range(left - lab_left(game, 0), 30, 130);
}

// A restarted node receives the outages before it from the others.
static void a_newcomer_hears_of_outages(void **state)
{
    (void)state;
    i64 left, game = game_of_ada(&left);
    lab_wait(100);
    lab_wait(1500); // Ada's node is out
    lab_wait(200);
    rooms_receive_outage(lab.rooms, OTHER, 1700, 200);
    rooms_receive_outage(lab.rooms, OTHER, 200, 1700); // an invalid one
    rooms_receive_outage(lab.rooms, OTHER, (i64)1 << 62, 0);
    come(game, true);
    charged(game, left, 300);
}

static void on_ended(void *context, const Place *place)
{
    if (rooms_presence_ended(lab.rooms, place)) *(i64 *)context += place->game;
}

// That node has announced all that it has again.
static i64 retold(u64 node)
{
    i64 changed = 0;
    const NodeEvent event = { .kind = NODE_RETOLD, .node = node };
    presence_sweep(lab.rooms->presence, PLACE_GAME, &event, on_ended, &changed);
    return changed;
}

// A node announces its players again; an earlier announcement was lost.
static void whom_a_node_does_not_name_is_not_there(void **state)
{
    (void)state;
    i64 one = lab_game("600+0"), other = lab_game("600+0");
    come_at(OTHER, one, true);
    come_at(OTHER, other, true);
    come_at(THIRD, other, true);
    presence_doubt(lab.rooms->presence, OTHER);
    assert_true(lab_room(one)->seat[0].here);
    come_at(OTHER, other, true);
    assert_int_equal(retold(OTHER), one);
    assert_false(lab_room(one)->seat[0].here);
    presence_doubt(lab.rooms->presence, OTHER);
    assert_int_equal(retold(OTHER), 0);
    assert_true(lab_room(other)->seat[0].here); // at the third one
    presence_doubt(lab.rooms->presence, THIRD);
    retold(THIRD);
    assert_false(lab_room(other)->seat[0].here);
}

static void a_player_is_at_any_number_of_nodes(void **state)
{
    (void)state;
    enum { NODES = 20, FIRST = 100 };
    i64 game = lab_game("600+0");
    for (int i = 0; i < NODES; i++)
        come_at((u64)(FIRST + i), game, true);
    for (int i = 0; i < NODES; i++) {
        assert_true(lab_room(game)->seat[0].here);
        come_at((u64)(FIRST + i), game, false);
    }
    assert_false(lab_room(game)->seat[0].here);
}

// A game that is dropped from memory takes its places along.
static void places_end_with_the_room(void **state)
{
    (void)state;
    i64 game = lab_game("600+0");
    come(game, true);
    come_at(OTHER, game, true);
    assert_true(presence_is_at(lab.rooms->presence, PLACE_GAME, game, ADA, OTHER));
    assert_int_equal(lab_act(ACT_RESIGN, game, ADA), ERROR_NONE);
    for (int i = 0; i < 100 && rooms_find(lab.rooms, game); i++)
        lab_wait(60000);
    assert_null(rooms_find(lab.rooms, game));
    assert_null(presence_first(lab.rooms->presence, PLACE_GAME, game, ADA));
}

// A walk over the rooms goes on and ends, whatever is listed again meanwhile, also in a walk
// within.
static void rooms_are_listed_again_during_a_walk(void **state)
{
    (void)state;
    enum { GAMES = 5 };
    RoomRegistry *registry = &lab.rooms->registry;
    i64 game[GAMES];
    int steps = 0;
    RoomWalk walk, inner;
    for (int i = 0; i < GAMES; i++)
        game[i] = lab_game("600+0");
    for (ActiveRoom *active = registry_first(registry, &walk, ROOM_OPEN, ROOM_LIVE); active;
         active = registry_next(&walk)) {
        assert_in_range(++steps, 1, 100);
        assert_ptr_equal(registry_find(registry, active->room.id), active);
        // The room that comes next becomes the newest one, in a walk within this one.
        for (ActiveRoom *other = registry_first(registry, &inner, ROOM_OPEN, ROOM_LIVE); other;
             other = registry_next(&inner))
            if (other == walk.next && steps < GAMES) {
                registry_unlist(registry, other);
                registry_list(registry, other);
            }
    }
    assert_in_range(steps, 1, GAMES);
    assert_null(registry->walk);
    for (int i = 0; i < GAMES; i++)
        assert_non_null(registry_find(registry, game[i]));
}

// This node freezes, which players elsewhere don't notice.
static void only_our_own_gain_by_our_standing_still(void **state)
{
    (void)state;
    lab.thread_check_ms = 100;
    lab_restart(0, false);
    i64 left, game = game_of_ada(&left);
    come_at(OTHER, game, true);
    lab_wait(50);
    lab.now += 3000;
    come(game, true);
    lab_wait(50);
    charged(game, left, 3100);
    assert_int_equal(lab_move(game, BOB, "e7"), ERROR_NONE);
    left = lab_left(game, 0);
    lab_wait(50);
    lab.now += 3000;
    rooms_tick(lab.rooms);
    assert_in_range(left - lab_left(game, 0), 50, 150);
}

// This node stood still while Ada was on her way here, and has yet to receive that she left the
// other node.
static void nobody_is_charged_on_the_way_to_us(void **state)
{
    (void)state;
    lab.thread_check_ms = 100;
    lab_restart(0, false);
    for (int heard_first = 0; heard_first < 2; heard_first++) {
        i64 left, game = game_of_ada(&left);
        come_at(OTHER, game, true);
        rooms_tick(lab.rooms);
        lab.now += 1000;
        if (heard_first) come_at(OTHER, game, false);
        come(game, true);
        come_at(OTHER, game, false);
        lab_wait(30);
        assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
        assert_in_range(left - lab_left(game, 0), 30, 130);
    }
}

// This node calls no flag that may be due to an outage.
static void no_flag_falls_before_a_node_is_given_up(void **state)
{
    (void)state;
    i64 game = lab_game("3+0");
    come_at(OTHER, game, true);
    lab_wait(2900);
    fall_silent(OTHER, 2000);
    lab_wait(2200);
    assert_int_equal(lab_room(game)->state, ROOM_LIVE);
    rooms_node_left(lab.rooms, OTHER, 2200, NULL, NULL);
    lab_settle();
    lab_wait(100);
    come(game, true);
    assert_in_range(lab_left(game, 0), 50, 150);
}

// The bus is down: ADA may be at another node, where she would see that it is her turn.
static void nobody_is_taken_for_gone_while_nodes_cannot_be_heard(void **state)
{
    (void)state;
    i64 game = lab_game("600+0");
    rooms_presence(lab.rooms, game, ADA, true, false);
    rooms_presence(lab.rooms, game, ADA, false, false);
    rooms_link(lab.rooms, false);
    lab.now += 2 * 60 * 1000;
    assert_int_equal(lab_act(ACT_CLAIM, game, BOB), ERROR_BUSY);
    rooms_link(lab.rooms, true);
    // she still has time to return
    assert_int_equal(lab_act(ACT_CLAIM, game, BOB), ERROR_FORBIDDEN);
    lab.now += 2 * 60 * 1000;
    assert_int_equal(lab_act(ACT_CLAIM, game, BOB), ERROR_NONE);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, lab_open_shared, lab_close)
    const struct CMUnitTest tests[] = {
        TEST(who_is_refused_shows_what_the_other_wrote),
        TEST(a_later_read_counts),
        TEST(early_presence_wraps_around),
        TEST(nobody_is_charged_for_a_silent_node),
        TEST(a_second_tab_gains_nothing),
        TEST(nobody_is_charged_for_a_node_that_woke_up),
        TEST(nor_for_a_turn_that_it_did_not_show),
        TEST(nobody_is_charged_on_the_way_to_a_silent_node),
        TEST(nor_on_the_way_to_one_that_woke_up),
        TEST(nor_on_the_way_to_one_that_is_gone),
        TEST(who_comes_sees_the_last_move),
        TEST(nobody_is_charged_for_a_turn_that_was_told_late),
        TEST(who_goes_is_charged_while_all_nodes_live),
        TEST(who_has_long_gone_is_charged),
        TEST(who_is_at_a_node_that_lives_is_charged),
        TEST(nobody_is_charged_at_a_node_that_did_not_tell),
        TEST(nor_if_it_becomes_known_when_they_are_back),
        TEST(nor_if_the_store_was_held_up_with_it),
        TEST(nor_at_a_node_that_cannot_save),
        TEST(nor_for_a_turn_that_was_not_heard_of),
        TEST(each_moment_is_given_back_once),
        TEST(no_outage_gives_more_than_ten_seconds),
        TEST(nobody_is_charged_for_a_restart_among_others),
        TEST(a_newcomer_hears_of_outages),
        TEST(whom_a_node_does_not_name_is_not_there),
        TEST(a_player_is_at_any_number_of_nodes),
        TEST(places_end_with_the_room),
        TEST(rooms_are_listed_again_during_a_walk),
        TEST(only_our_own_gain_by_our_standing_still),
        TEST(nobody_is_charged_on_the_way_to_us),
        TEST(no_flag_falls_before_a_node_is_given_up),
        TEST(nobody_is_taken_for_gone_while_nodes_cannot_be_heard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
