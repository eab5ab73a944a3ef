// SPDX-License-Identifier: MIT
// Sends the players of a node to the other nodes of the site: because it is about to stop, or
// because it cannot save while others can.
//
//    handoff_leave   not ready -> (the balancer notices) -> no new sockets, clients receive
//                    "reconnect" -> remaining sockets are closed -> done
//    cannot save     for a second, while another node can: no new sockets, clients receive
//                    "reconnect"; over as soon as commits work again
//
// A client that receives "reconnect" opens a new socket at a random moment of the given time, and
// closes the old one when the new one is open. So no client is ever without a socket, and the other
// nodes are not flooded.
#ifndef MEYDAN_SERVER_APP_HANDOFF_H
#define MEYDAN_SERVER_APP_HANDOFF_H

#include "base/types.h"

#include <uv.h>

typedef enum HandoffStage {
    HANDOFF_IDLE,
    HANDOFF_UNWELL,    // cannot save; others can
    HANDOFF_ANNOUNCED, // leaving: health reports it
    HANDOFF_ASKED,     // clients have received "reconnect"
    HANDOFF_CLOSING,   // the remaining sockets are being closed
    HANDOFF_DONE,
} HandoffStage;

typedef struct HandoffSetup {
    int notice_ms; // between "not ready" and the first "reconnect"
    void *owner;
    bool (*well)(void *owner);      // this node can save
    bool (*elsewhere)(void *owner); // another node stays and can save
    int (*sockets)(void *owner);    // the number of open ones
    void (*ask)(void *owner, int within_ms);
    void (*close)(void *owner);
    void (*done)(
        void *owner); // after handoff_leave: no client is left, or there is no node to send them to
} HandoffSetup;

typedef struct Handoff {
    HandoffSetup setup;
    HandoffStage stage;
    i64 since_ms; // start of the stage; in HANDOFF_IDLE: when the node was last well
    int within_ms;
    uv_timer_t timer;
} Handoff;

void handoff_start(Handoff *handoff, uv_loop_t *loop, const HandoffSetup *setup);
void handoff_leave(Handoff *handoff);
// Whether to refuse new sockets.
bool handoff_refuses_sockets(const Handoff *handoff);
bool handoff_leaving(const Handoff *handoff);

// The time that clients are given: the other nodes can bear this many reconnects in it.
int handoff_within(int sockets);

// One check, every HANDOFF_CHECK_MS while players leave; for tests.
enum { HANDOFF_CHECK_MS = 50 };
void handoff_check(Handoff *handoff, i64 now_ms);

#endif
