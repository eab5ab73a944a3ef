// SPDX-License-Identifier: MIT
// QTP, the Quoridor dialect of the Go Text Protocol that KataQuoridor and zquoridor speak, line by
// line. Two players on the usual board; docs/ugi.md lists the commands.
//
// Black moves first from e9 towards rank 1, white from e1 towards rank 9. A wall is named by the
// lower left of its four squares: e2h lies between ranks 2 and 3 under e and f. That is our board
// upside down: our player 1, on e1, is black, and rank r of a square is our rank 10 - r.
//
// A command is answered by "= TEXT" or "? ERROR" and an empty line, with the command's number if it
// has one. Moves are searched in the caller's thread: an answer is complete when qtp_line returns.
#ifndef MEYDAN_PROTOCOL_QTP_H
#define MEYDAN_PROTOCOL_QTP_H

#include "base/text.h"

typedef struct QtpHost {
    void (*write)(void *context, Text text); // an answer, with its line ends
    void *context;
    const char *version;
    int hash_mb, threads;
    int level;       // 1..10
    i64 movetime_ms; // per move, unless the controller has set a clock; 0: 1 s
    u64 nodes;       // instead of that time; 0: not limited
} QtpHost;

typedef struct Qtp Qtp;

// Returns NULL if out of memory.
Qtp *qtp_new(QtpHost host);
void qtp_free(Qtp *qtp);
// Processes one line without its end. Returns false after `quit`.
bool qtp_line(Qtp *qtp, Text line);

#endif
