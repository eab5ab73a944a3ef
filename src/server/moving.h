// SPDX-License-Identifier: MIT
// Sends the players of a node to the other nodes of the site: because it is about to stop, or
// because it cannot save while others can.
//
//     moving_leave   not ready -> (the balancer notices) -> no new sockets, sockets are asked to
//                    reconnect -> those that stay are closed -> done
//     cannot save    for a second, while another node can: no new sockets, sockets are asked to
//                    reconnect; over as soon as commits work again
//
// A client that is asked opens a new socket at a random moment of the time it is given, and lets
// go of the old one when the new one stands. So nobody is without a socket, and the other nodes
// are not stormed.
#ifndef MEYDAN_SERVER_MOVING_H
#define MEYDAN_SERVER_MOVING_H

#include "base/types.h"

#include <uv.h>

typedef enum MovingStage {
    MOVING_NOT,
    MOVING_UNWELL,  // cannot save; others can
    MOVING_NOTICED, // leaves: health says so
    MOVING_ASKED,   // sockets were asked to reconnect
    MOVING_CLOSING, // those that are left are being closed
    MOVING_DONE,
} MovingStage;

typedef struct MovingSetup {
    int notice_ms; // between "not ready" and the first socket that is asked to go
    void *owner;
    bool (*well)(void *owner);      // this node can save
    bool (*elsewhere)(void *owner); // another node stays and can save
    int (*sockets)(void *owner);    // that are open
    void (*ask)(void *owner, int within_ms);
    void (*close)(void *owner);
    void (*done)(void *owner); // after moving_leave: nobody is left, or nobody can go anywhere
} MovingSetup;

typedef struct Moving {
    MovingSetup setup;
    MovingStage stage;
    i64 since_ms; // of the stage; while it is MOVING_NOT: when it was last well
    int within_ms;
    uv_timer_t timer;
} Moving;

void moving_start(Moving *moving, uv_loop_t *loop, const MovingSetup *setup);
void moving_leave(Moving *moving);
// Whether new sockets are to be refused.
bool moving_refuses(const Moving *moving);
bool moving_leaves(const Moving *moving);

// How long clients are given: so many sockets reconnect to the others at a rate they can bear.
int moving_within(int sockets);

// One look, every MOVING_LOOK_MS while players go; for tests.
enum { MOVING_LOOK_MS = 50 };
void moving_look(Moving *moving, i64 now_ms);

#endif
