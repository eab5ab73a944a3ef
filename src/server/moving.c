// SPDX-License-Identifier: MIT
#include "server/moving.h"

enum {
    UNWELL_MS = 1000, // a commit that fails once is tried again; that is not yet a reason to go
    SOCKETS_PER_MS = 2,
    WITHIN_MIN = 300,
    WITHIN_MAX = 10000,
    REST_MS = 250,    // between looks while nobody goes
    SLACK_MS = 1000,  // for those who were asked, beyond the time that they were given
    CLOSING_MS = 2000 // for closing handshakes
};

static i64 now_ms(void)
{
    return (i64)(uv_hrtime() / 1000000);
}

int moving_within(int sockets)
{
    int within = sockets / SOCKETS_PER_MS;
    return within < WITHIN_MIN ? WITHIN_MIN : within < WITHIN_MAX ? within : WITHIN_MAX;
}

static void enter(Moving *moving, MovingStage stage, i64 now)
{
    moving->stage = stage;
    moving->since_ms = now;
}

static void ask(Moving *moving)
{
    const MovingSetup *setup = &moving->setup;
    moving->within_ms = moving_within(setup->sockets(setup->owner));
    setup->ask(setup->owner, moving->within_ms);
}

static void end(Moving *moving, i64 now)
{
    enter(moving, MOVING_DONE, now);
    uv_timer_stop(&moving->timer);
    moving->setup.done(moving->setup.owner);
}

void moving_look(Moving *moving, i64 now)
{
    const MovingSetup *setup = &moving->setup;
    bool elsewhere = setup->elsewhere(setup->owner);
    i64 since = now - moving->since_ms;
    switch (moving->stage) {
    case MOVING_NOT:
        if (setup->well(setup->owner) || !elsewhere) {
            moving->since_ms = now;
        } else if (since >= UNWELL_MS) {
            enter(moving, MOVING_UNWELL, now);
            ask(moving);
        }
        break;
    case MOVING_UNWELL:
        if (setup->well(setup->owner) || !elsewhere) enter(moving, MOVING_NOT, now);
        break;
    case MOVING_NOTICED:
        if (!elsewhere) return end(moving, now);
        if (since < setup->notice_ms) return;
        enter(moving, MOVING_ASKED, now);
        ask(moving);
        break;
    case MOVING_ASKED:
        if (!setup->sockets(setup->owner)) return end(moving, now);
        if (elsewhere && since < moving->within_ms + SLACK_MS) return;
        enter(moving, MOVING_CLOSING, now);
        setup->close(setup->owner);
        break;
    case MOVING_CLOSING:
        if (!setup->sockets(setup->owner) || since >= CLOSING_MS) end(moving, now);
        break;
    case MOVING_DONE: break;
    }
}

static void on_timer(uv_timer_t *timer)
{
    Moving *moving = timer->data;
    moving_look(moving, now_ms());
    if (moving->stage == MOVING_DONE) return;
    uv_timer_start(timer, on_timer, moving->stage == MOVING_NOT ? REST_MS : MOVING_LOOK_MS, 0);
}

void moving_start(Moving *moving, uv_loop_t *loop, const MovingSetup *setup)
{
    *moving = (Moving){ .setup = *setup, .since_ms = now_ms() };
    uv_timer_init(loop, &moving->timer);
    moving->timer.data = moving;
    uv_timer_start(&moving->timer, on_timer, REST_MS, 0);
}

void moving_leave(Moving *moving)
{
    if (moving->stage >= MOVING_NOTICED) return;
    enter(moving, MOVING_NOTICED, now_ms());
    uv_timer_start(&moving->timer, on_timer, MOVING_LOOK_MS, 0);
}

bool moving_refuses(const Moving *moving)
{
    return moving->stage == MOVING_UNWELL || moving->stage >= MOVING_ASKED;
}

bool moving_leaves(const Moving *moving)
{
    return moving->stage >= MOVING_NOTICED;
}
