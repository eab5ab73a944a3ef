// SPDX-License-Identifier: MIT
// Reports to a supervisor such as systemd (Type=notify), by its datagrams: ready, stopping, and a
// sign of life from the loop, so that a loop that hangs is restarted (WatchdogSec=). Without a
// supervisor nothing is sent.
#ifndef MEYDAN_SERVER_KERNEL_SUPERVISOR_H
#define MEYDAN_SERVER_KERNEL_SUPERVISOR_H

#include "base/text.h"

#include <stdbool.h>
#include <uv.h>

typedef struct Supervisor {
    uv_timer_t timer; // for the signs of life
    bool timing;
} Supervisor;

// The process is ready. Call it when the loop is about to run.
void supervisor_start(Supervisor *supervisor, uv_loop_t *loop);
// The process is stopping; the signs of life go on.
void supervisor_stopping(void);
// Then run the loop once more.
void supervisor_close(Supervisor *supervisor);

#endif
