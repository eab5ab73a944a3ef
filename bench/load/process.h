// SPDX-License-Identifier: MIT
// The measured server as a child process: started, killed, observed from outside.
#ifndef MEYDAN_BENCH_PROCESS_H
#define MEYDAN_BENCH_PROCESS_H

#include "base/types.h"

#include <sys/types.h>

typedef struct Process {
    const char *program; // meydan
    const char *folder;  // contains the store and the log
    char **extra;        // further server options, NULL-terminated
    int port;
    pid_t pid; // 0 if not running
} Process;

// A free port of the loopback interface; 0 if there is none.
int free_port(void);
// Starts it and returns at once. Returns false on failure.
bool process_start(Process *process);
// Waits until it accepts connections. Returns the microseconds since `process_start`, or -1.
i64 process_ready(Process *process, i64 within_us);
// Sends SIGTERM, and SIGKILL after 20 s; sends SIGKILL at once. Returns -1 if it had ended before.
int process_stop(Process *process);
void process_kill(Process *process);

i64 process_memory(const Process *process); // resident bytes
i64 process_cpu_us(const Process *process); // total CPU time of all threads
i64 own_cpu_us(void);

#endif
