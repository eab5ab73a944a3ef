// SPDX-License-Identifier: MIT
// Handles failed allocations.
//
// Our own code checks every allocation: the request is refused ("busy" or "failed"), the commit
// fails, and the server continues. Two libraries don't check, or abort without a message: json-c
// copies the names in a message, libuv its table of sockets. When those fail the server ends, with
// the cause on standard error and status 3. Acknowledged writes are in the store, and a supervisor
// restarts the server. libuv also aborts when it can't start its threads: they start here, before
// the server accepts connections.
#ifndef MEYDAN_SERVER_KERNEL_MEMORY_H
#define MEYDAN_SERVER_KERNEL_MEMORY_H

enum { EXIT_NO_MEMORY = 3 };

// Call it before the first loop of libuv.
void memory_guard(void);

#endif
