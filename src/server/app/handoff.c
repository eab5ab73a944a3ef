// SPDX-License-Identifier: MIT
#include "server/app/handoff.h"

enum {
    UNWELL_MS = 1000, // a commit that fails once is retried, which is no reason to go
    SOCKETS_PER_MS = 2,
    WITHIN_MIN = 300,
    WITHIN_MAX = 10000,
    REST_MS = 250,    // between checks while no player is sent away
    SLACK_MS = 1000,  // added to the time that clients were given
    CLOSING_MS = 2000 // for closing handshakes
};

static i64 now_ms(void)
{
    return (i64)(uv_hrtime() / 1000000);
}

int handoff_within(int sockets)
{
    int within = sockets / SOCKETS_PER_MS;
    return within < WITHIN_MIN ? WITHIN_MIN : within < WITHIN_MAX ? within : WITHIN_MAX;
}

static void enter(Handoff *handoff, HandoffStage stage, i64 now)
{
    handoff->stage = stage;
    handoff->since_ms = now;
}

static void ask(Handoff *handoff)
{
    const HandoffSetup *setup = &handoff->setup;
    handoff->within_ms = handoff_within(setup->sockets(setup->owner));
    setup->ask(setup->owner, handoff->within_ms);
}

static void end(Handoff *handoff, i64 now)
{
    enter(handoff, HANDOFF_DONE, now);
    uv_timer_stop(&handoff->timer);
    handoff->setup.done(handoff->setup.owner);
}

void handoff_check(Handoff *handoff, i64 now)
{
    const HandoffSetup *setup = &handoff->setup;
    bool elsewhere = setup->elsewhere(setup->owner);
    i64 since = now - handoff->since_ms;
    switch (handoff->stage) {
    case HANDOFF_IDLE:
        if (setup->well(setup->owner) || !elsewhere) {
            handoff->since_ms = now;
        } else if (since >= UNWELL_MS) {
            enter(handoff, HANDOFF_UNWELL, now);
            ask(handoff);
        }
        break;
    case HANDOFF_UNWELL:
        if (setup->well(setup->owner) || !elsewhere) enter(handoff, HANDOFF_IDLE, now);
        break;
    case HANDOFF_ANNOUNCED:
        if (!elsewhere) return end(handoff, now);
        if (since < setup->notice_ms) return;
        enter(handoff, HANDOFF_ASKED, now);
        ask(handoff);
        break;
    case HANDOFF_ASKED:
        if (!setup->sockets(setup->owner)) return end(handoff, now);
        if (elsewhere && since < handoff->within_ms + SLACK_MS) return;
        enter(handoff, HANDOFF_CLOSING, now);
        setup->close(setup->owner);
        break;
    case HANDOFF_CLOSING:
        if (!setup->sockets(setup->owner) || since >= CLOSING_MS) end(handoff, now);
        break;
    case HANDOFF_DONE: break;
    }
}

static void on_timer(uv_timer_t *timer)
{
    Handoff *handoff = timer->data;
    handoff_check(handoff, now_ms());
    if (handoff->stage == HANDOFF_DONE) return;
    uv_timer_start(timer, on_timer, handoff->stage == HANDOFF_IDLE ? REST_MS : HANDOFF_CHECK_MS, 0);
}

void handoff_start(Handoff *handoff, uv_loop_t *loop, const HandoffSetup *setup)
{
    *handoff = (Handoff){ .setup = *setup, .since_ms = now_ms() };
    uv_timer_init(loop, &handoff->timer);
    handoff->timer.data = handoff;
    uv_timer_start(&handoff->timer, on_timer, REST_MS, 0);
}

void handoff_leave(Handoff *handoff)
{
    if (handoff->stage >= HANDOFF_ANNOUNCED) return;
    enter(handoff, HANDOFF_ANNOUNCED, now_ms());
    uv_timer_start(&handoff->timer, on_timer, HANDOFF_CHECK_MS, 0);
}

bool handoff_refuses_sockets(const Handoff *handoff)
{
    return handoff->stage == HANDOFF_UNWELL || handoff->stage >= HANDOFF_ASKED;
}

bool handoff_leaving(const Handoff *handoff)
{
    return handoff->stage >= HANDOFF_ANNOUNCED;
}
