// SPDX-License-Identifier: MIT
// Without memory: what happens when an allocation is refused.
//
// Our own code looks at every allocation: the request is refused ("busy" or "failed"), the commit
// fails, and all goes on. Two libraries do not look, or give up without a word: json-c copies the
// names in a message, libuv its table of sockets. Where those are refused the server ends, with the
// cause on standard error and status 3; whatever was acknowledged is in the store, and whoever
// watches over the server starts it again. libuv also aborts when it can't start its threads: they
// start here, before the server accepts anything.
#ifndef MEYDAN_SERVER_MEMORY_H
#define MEYDAN_SERVER_MEMORY_H

enum { EXIT_NO_MEMORY = 3 };

// Call it before the first loop of libuv.
void memory_guard(void);

#endif
