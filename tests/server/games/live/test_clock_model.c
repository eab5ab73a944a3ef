// SPDX-License-Identifier: MIT
// The clock rule as a model, and every interleaving of it up to a bound.
//
//    node         UP --freeze, cut--> OUT --2 s--> GIVEN UP
//                  ^------thaw, heal--- | <--------- | (it joins again)
//    connection   NOWHERE, HERE (at this node), THERE (at the other one)
//    turn         the opponent's, then Ada's from the opponent's move to her own
//
// The rule: of her turn Ada is charged at most the time in which she was connected to a node that
// was up, or had left while no node was out. And she gains at most the time of the outages: this
// node refunds nothing else. An interleaving is a path through the model; the rooms get the
// messages that they would get in it, at the same times, and must keep the rule.
#include "server/games/live/rooms_internal.h"

#include "support/lab.h"

#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OTHER = 77, STEP_MS = 700, GIVE_UP_MS = 2000, RETURN_MS = 2000, APART_MS = 30000 };

typedef enum Step {
    WAIT,
    COME_HERE,
    COME_THERE,
    LEAVE,
    FREEZE, // the other node's process stops
    CUT,    // or it is cut off
    BACK,
    MOVE, // the opponent's: Ada's turn begins
    STEPS
} Step;
static const char NAME[] = "whtlfcbm";

typedef enum At { NOWHERE, HERE, THERE } At;
typedef struct Model {
    i64 game;
    At at;
    At announced; // where the other node said last that she is: THERE or NOWHERE
    bool out, frozen, given_up;
    i64 out_ms;    // since when the other node is out
    i64 return_ms; // until when its players have time to return
    bool turn;
    i64 left;                     // on Ada's clock when her turn began
    i64 charged, outages, lasted; // of her turn: the most to charge, the most to refund, its length
} Model;

static Model model;
static i64 paths;

static i64 out_for(void)
{
    return model.out ? lab.now - model.out_ms : 0;
}

// The other node reports Ada's place, unless it is out.
static void announce(void)
{
    At there = model.at == THERE ? THERE : NOWHERE;
    if (model.out || there == model.announced) return;
    model.announced = there;
    rooms_presence_at(lab.rooms, OTHER, model.game, ADA, there == THERE, false);
    lab_settle();
}

static void be_at(At at)
{
    At before = model.at;
    model.at = at;
    if (before == HERE) rooms_presence(lab.rooms, model.game, ADA, false, false);
    lab_settle();
    announce();
    if (at == HERE) rooms_presence(lab.rooms, model.game, ADA, true, false);
    lab_settle();
}

static void end_outage(void)
{
    i64 ms = out_for();
    bool given_up = model.given_up, frozen = model.frozen;
    model.out = model.frozen = model.given_up = false;
    lab.silent = 0;
    lab.silent_ms = 0;
    if (!given_up && frozen)
        rooms_node_stalled(lab.rooms, OTHER, ms);
    else if (!given_up)
        rooms_node_unreachable(lab.rooms, OTHER, ms);
    lab_settle();
    announce();
}

// Whether this moment counts against Ada.
static bool counts(void)
{
    bool out = model.out && out_for() <= GIVE_UP_MS + RETURN_MS;
    return model.at == HERE || !out;
}

static void pass(i64 ms)
{
    for (i64 slice; ms > 0; ms -= slice) {
        slice = ms < 100 ? ms : 100;
        bool before = counts(), out = (model.out && !model.given_up) || lab.now < model.return_ms;
        if (model.turn) {
            model.lasted += slice;
            model.charged += before ? slice : 0;
            model.outages += out ? slice : 0;
        }
        if (model.out && !model.given_up) {
            lab.silent = OTHER;
            lab.silent_ms = out_for() + slice;
        }
        lab_wait(slice);
        if (model.out && !model.given_up && out_for() > GIVE_UP_MS) {
            model.given_up = true;
            model.announced = NOWHERE;
            model.return_ms = lab.now + RETURN_MS;
            lab.silent = 0;
            lab.silent_ms = 0;
            rooms_node_left(lab.rooms, OTHER, out_for(), NULL, NULL);
            lab_settle();
        }
    }
}

static bool possible(const Model *m, Step step)
{
    switch (step) {
    case WAIT: return true;
    case COME_HERE: return m->at != HERE;
    case COME_THERE: return m->at != THERE && !m->out;
    case LEAVE: return m->at != NOWHERE;
    case FREEZE:
    case CUT: return !m->out;
    case BACK: return m->out;
    case MOVE: return !m->turn;
    case STEPS: break;
    }
    return false;
}

static void take(Step step)
{
    switch (step) {
    case COME_HERE: be_at(HERE); break;
    case COME_THERE: be_at(THERE); break;
    case LEAVE: be_at(NOWHERE); break;
    case FREEZE:
    case CUT:
        model.out = true;
        model.frozen = step == FREEZE;
        model.out_ms = lab.now;
        break;
    case BACK: end_outage(); break;
    case MOVE:
        model.turn = true;
        assert_int_equal(lab_move(model.game, BOB, "e7"), ERROR_NONE);
        model.left = lab_left(model.game, 0);
        break;
    case WAIT:
    case STEPS: break;
    }
}

static void fail_path(const Step *path, int length, const char *why, i64 was)
{
    char text[64] = "";
    for (int i = 0; i < length; i++)
        text[i] = NAME[path[i]];
    fail_msg("%s: %s (%lld ms, of %lld; outages %lld, charged at most %lld)", text, why,
             (long long)was, (long long)model.lasted, (long long)model.outages,
             (long long)model.charged);
}

static void run(const Step *path, int length)
{
    model = (Model){ .game = lab_game("600+0") };
    assert_int_equal(lab_move(model.game, ADA, "e3"), ERROR_NONE);
    for (int i = 0; i < length; i++) {
        take(path[i]);
        pass(STEP_MS);
    }
    if (model.at != HERE) be_at(HERE);
    pass(50);
    i64 before = model.left;
    assert_int_equal(lab_move(model.game, ADA, "e4"), ERROR_NONE);
    i64 was = before - lab_left(model.game, 0);
    if (was > model.charged) fail_path(path, length, "Ada pays for an outage", was);
    if (was < model.lasted - model.outages) fail_path(path, length, "Ada gains", was);
    if (model.out) end_outage();
    assert_int_equal(lab_act(ACT_RESIGN, model.game, ADA), ERROR_NONE);
    if (model.at == HERE) rooms_presence(lab.rooms, model.game, ADA, false, false);
    pass(APART_MS); // the next path has outages of its own
    paths++;
}

// Applies the steps so far to the model, without the rooms.
static Model follow(const Step *path, int length)
{
    Model m = { .at = NOWHERE };
    for (int i = 0; i < length; i++) {
        if (path[i] == COME_HERE) m.at = HERE;
        if (path[i] == COME_THERE) m.at = THERE;
        if (path[i] == LEAVE) m.at = NOWHERE;
        if (path[i] == FREEZE || path[i] == CUT) m.out = true;
        if (path[i] == BACK) m.out = false;
        if (path[i] == MOVE) m.turn = true;
    }
    return m;
}

static void explore(Step *path, int length, int most)
{
    Model m = follow(path, length);
    if (length == most) {
        if (m.turn) run(path, length);
        return;
    }
    for (Step step = WAIT; step < STEPS; step++) {
        if (!possible(&m, step)) continue;
        path[length] = step;
        explore(path, length + 1, most);
    }
}

static void nobody_is_charged_for_an_outage(void **state)
{
    (void)state;
    enum { MOST = 4 }; // 348 interleavings; 5 steps: 1,775
    const char *given = getenv("CLOCK_MODEL_STEPS");
    int most = given ? atoi(given) : MOST;
    Step path[16];
    paths = 0;
    explore(path, 0, most);
    printf("%lld interleavings of %d steps\n", (long long)paths, most);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nobody_is_charged_for_an_outage, lab_open_shared,
                                        lab_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
