// SPDX-License-Identifier: MIT
// The server that is measured, as a process of its own: started, killed, looked at from outside.
#ifndef MEYDAN_BENCH_PROCESS_H
#define MEYDAN_BENCH_PROCESS_H

#include "base/types.h"

#include <sys/types.h>

typedef struct Process {
    const char *program; // meydan
    const char *folder;  // the store and the log are there
    char **extra;        // more options for the server, ended with NULL
    int port;
    pid_t pid; // 0: not running
} Process;

// A port of loopback that is free now; 0 if there is none.
int free_port(void);
// Starts it and returns at once; false if it cannot.
bool process_start(Process *process);
// Waits until it accepts connections; how long that took since `process_start`, in us, or -1.
i64 process_ready(Process *process, i64 within_us);
// SIGTERM, and SIGKILL if that takes more than 20 s; SIGKILL at once. -1 if it had ended before.
int process_stop(Process *process);
void process_kill(Process *process);

i64 process_memory(const Process *process); // resident bytes
i64 process_cpu_us(const Process *process); // used so far, by all threads
i64 own_cpu_us(void);

#endif
