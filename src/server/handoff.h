// SPDX-License-Identifier: MIT
// Sends the players of a node to the other nodes of the site: because it is about to stop, or
// because it cannot save while others can.
//
//     handoff_leave   not ready -> (the balancer notices) -> no new sockets, sockets are asked to
//                     reconnect -> those that stay are closed -> done
//     cannot save     for a second, while another node can: no new sockets, sockets are asked to
//                     reconnect; over as soon as commits work again
//
// A client that is asked opens a new socket at a random moment of the time it is given, and lets
// go of the old one when the new one stands. So nobody is without a socket, and the other nodes
// are not stormed.
#ifndef MEYDAN_SERVER_HANDOFF_H
#define MEYDAN_SERVER_HANDOFF_H

#include "base/types.h"

#include <uv.h>

typedef enum HandoffStage {
    HANDOFF_IDLE,
    HANDOFF_UNWELL,    // cannot save; others can
    HANDOFF_ANNOUNCED, // leaves: health says so
    HANDOFF_ASKED,     // sockets were asked to reconnect
    HANDOFF_CLOSING,   // those that are left are being closed
    HANDOFF_DONE,
} HandoffStage;

typedef struct HandoffSetup {
    int notice_ms; // between "not ready" and the first socket that is asked to go
    void *owner;
    bool (*well)(void *owner);      // this node can save
    bool (*elsewhere)(void *owner); // another node stays and can save
    int (*sockets)(void *owner);    // that are open
    void (*ask)(void *owner, int within_ms);
    void (*close)(void *owner);
    void (*done)(void *owner); // after handoff_leave: nobody is left, or nobody can go anywhere
} HandoffSetup;

typedef struct Handoff {
    HandoffSetup setup;
    HandoffStage stage;
    i64 since_ms; // of the stage; while it is HANDOFF_IDLE: when it was last well
    int within_ms;
    uv_timer_t timer;
} Handoff;

void handoff_start(Handoff *handoff, uv_loop_t *loop, const HandoffSetup *setup);
void handoff_leave(Handoff *handoff);
// Whether new sockets are to be refused.
bool handoff_refuses_sockets(const Handoff *handoff);
bool handoff_leaving(const Handoff *handoff);

// How long clients are given: so many sockets reconnect to the others at a rate they can bear.
int handoff_within(int sockets);

// One look, every HANDOFF_CHECK_MS while players go; for tests.
enum { HANDOFF_CHECK_MS = 50 };
void handoff_check(Handoff *handoff, i64 now_ms);

#endif
