// SPDX-License-Identifier: MIT
// A move is parsed, judged and played once on the node that takes it, and once on a node that
// receives it. The linker redirects the calls of other files to the counters here (--wrap).
#include "support/lab.h"

static int judged, played;

Status __real_move_read(const Position *position, Text text, Move *move, Fault *why);
Status __wrap_move_read(const Position *position, Text text, Move *move, Fault *why);
Status __wrap_move_read(const Position *position, Text text, Move *move, Fault *why)
{
    judged++;
    return __real_move_read(position, text, move, why);
}

Status __real_move_check(const Position *position, Move move, Fault *why);
Status __wrap_move_check(const Position *position, Move move, Fault *why);
Status __wrap_move_check(const Position *position, Move move, Fault *why)
{
    judged++;
    return __real_move_check(position, move, why);
}

Status __real_match_play(Match *match, int player, Move move, i64 now, Fault *why);
Status __wrap_match_play(Match *match, int player, Move move, i64 now, Fault *why);
Status __wrap_match_play(Match *match, int player, Move move, i64 now, Fault *why)
{
    played++;
    return __real_match_play(match, player, move, now, why);
}

Status __real_match_restore(Match *match, Move move, Clock clock, Fault *why);
Status __wrap_match_restore(Match *match, Move move, Clock clock, Fault *why);
Status __wrap_match_restore(Match *match, Move move, Clock clock, Fault *why)
{
    played++;
    return __real_match_restore(match, move, clock, why);
}

Status __real_match_play_judged(Match *match, int player, Move move, i64 now, Fault *why);
Status __wrap_match_play_judged(Match *match, int player, Move move, i64 now, Fault *why);
Status __wrap_match_play_judged(Match *match, int player, Move move, i64 now, Fault *why)
{
    played++;
    return __real_match_play_judged(match, player, move, now, why);
}

Status __real_match_restore_judged(Match *match, Move move, Clock clock, Fault *why);
Status __wrap_match_restore_judged(Match *match, Move move, Clock clock, Fault *why);
Status __wrap_match_restore_judged(Match *match, Move move, Clock clock, Fault *why)
{
    played++;
    return __real_match_restore_judged(match, move, clock, why);
}

static void on_the_node_that_takes_it(void **state)
{
    (void)state;
    i64 game = lab_game("600+0");
    judged = played = 0;
    assert_int_equal(lab_move(game, ADA, "e3"), ERROR_NONE);
    assert_int_equal(judged, 1);
    assert_int_equal(played, 1);
    lab_check_loaded(game);
}

static void on_a_node_that_receives_it(void **state)
{
    (void)state;
    i64 game = lab_game("600+0");
    const Room *room = lab_room(game);
    u32 plies = room->match.count;
    const StoredEvent move = { .game = game,
                               .number = room->number + 1,
                               .kind = EVENT_MOVE,
                               .ply = (int)plies,
                               .at_ms = lab.now,
                               .body = text_of("e3 600000 0 0") };
    judged = played = 0;
    rooms_receive_events(lab.rooms, &move, 1);
    assert_int_equal(lab_room(game)->match.count, plies + 1);
    assert_int_equal(judged, 1);
    assert_int_equal(played, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(on_the_node_that_takes_it, lab_open, lab_close),
        cmocka_unit_test_setup_teardown(on_a_node_that_receives_it, lab_open_shared, lab_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
