// SPDX-License-Identifier: MIT
// The other end of UGI: an engine in a process of its own, asked for moves.
//
// Nothing an engine does can hurt: it may crash, hang, talk nonsense or flood its output, and the
// call that notices says so within its time limit. After anything but TALK_OK and TALK_INTERRUPTED
// the engine is of no more use: client_close() it and open another. A UgiClient belongs to one
// thread; the caller ignores SIGPIPE.
#ifndef MEYDAN_PROTOCOL_UGI_CLIENT_H
#define MEYDAN_PROTOCOL_UGI_CLIENT_H

#include "base/text.h"

#include <stdatomic.h>

typedef enum Talk {
    TALK_OK,
    TALK_CRASHED,     // it ended, or closed its output
    TALK_HUNG,        // no answer in time
    TALK_GARBAGE,     // what it said is not an answer
    TALK_INTERRUPTED, // the caller's flag was raised
} Talk;

typedef struct ClientSetup {
    char *const *argv;            // ends with NULL; looked for in PATH like a shell does
    const char *stderr_path;      // what it says there is appended to this file; NULL drops it
    const atomic_bool *interrupt; // ends any waiting when raised; NULL if never
    i64 startup_ms;               // how long it may take to get ready
} ClientSetup;

enum { CLIENT_MOVE_MAX = 16 };

typedef struct ClientAnswer {
    char move[CLIENT_MOVE_MAX]; // as the engine wrote it; anything longer is not a move
    bool scored, mate;          // from the last `info` with a score; seen by the player to move
    i32 score;                  // hundredths, or moves to the mate
} ClientAnswer;

typedef struct UgiClient UgiClient;

// Starts the process and waits for `ugiok`. NULL if it does not get there; `why` says why.
UgiClient *client_open(const ClientSetup *setup, Fault *why);
// Says `quit`, waits a moment, then ends the process; one that failed is ended at once.
void client_close(UgiClient *client);

// As it calls itself; empty if it does not.
const char *client_name(const UgiClient *client);
bool client_has_option(const UgiClient *client, const char *name);
// What became of a process that crashed: "exit status 3", "signal 11".
void client_fate(UgiClient *client, Out *out);

// Sends one line (without its end). Troubles show when an answer is waited for.
void client_say(UgiClient *client, const char *line);
// isready ... readyok
Talk client_ready(UgiClient *client, i64 within_ms);
// Sends a `go` line and waits for the move. When TALK_HUNG, client_stop() may still save it.
Talk client_go(UgiClient *client, const char *go, i64 within_ms, ClientAnswer *answer);
// stop ... bestmove
Talk client_stop(UgiClient *client, i64 within_ms);

#endif
