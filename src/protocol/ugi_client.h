// SPDX-License-Identifier: MIT
// A UGI client: runs an engine as a child process and asks it for moves.
//
// No behaviour of an engine does harm: it may crash, hang, write nonsense or flood its output, and
// the affected call returns an error within its time limit. After anything but TALK_OK and
// TALK_INTERRUPTED the engine is unusable: close it with client_close() and open another. A
// UgiClient belongs to one thread. The caller must ignore SIGPIPE.
#ifndef MEYDAN_PROTOCOL_UGI_CLIENT_H
#define MEYDAN_PROTOCOL_UGI_CLIENT_H

#include "base/text.h"

#include <stdatomic.h>

typedef enum Talk {
    TALK_OK,
    TALK_CRASHED,     // it exited, or closed its output
    TALK_HUNG,        // no answer within the time limit
    TALK_GARBAGE,     // the answer is invalid
    TALK_INTERRUPTED, // the caller set the flag
} Talk;

typedef struct ClientSetup {
    char *const *argv;            // NULL-terminated; the program is searched in PATH
    const char *stderr_path;      // its stderr is appended to this file; NULL discards it
    const atomic_bool *interrupt; // set to end any waiting; may be NULL
    i64 startup_ms;               // maximum time to become ready
} ClientSetup;

enum { CLIENT_MOVE_MAX = 16 };

typedef struct ClientAnswer {
    char move[CLIENT_MOVE_MAX]; // as the engine wrote it; longer ones count as invalid
    bool scored, mate;          // from the last `info` with a score, for the player to move
    i32 score;                  // hundredths, or moves to the mate
} ClientAnswer;

typedef struct UgiClient UgiClient;

// Starts the process and waits for `ugiok`. On failure returns NULL and sets `why`.
UgiClient *client_open(const ClientSetup *setup, Fault *why);
// Sends `quit`, waits a moment, then kills the process. A failed engine is killed at once.
void client_close(UgiClient *client);

// The engine's own name, or an empty string.
const char *client_name(const UgiClient *client);
bool client_has_option(const UgiClient *client, const char *name);
// How a crashed process ended: "exit status 3", "signal 11".
void client_fate(UgiClient *client, Out *out);

// Sends one line (without its end). Errors show up when waiting for the answer.
void client_say(UgiClient *client, const char *line);
// isready ... readyok
Talk client_ready(UgiClient *client, i64 within_ms);
// Sends a `go` line and waits for the move. After TALK_HUNG, client_stop() may still get a move.
Talk client_go(UgiClient *client, const char *go, i64 within_ms, ClientAnswer *answer);
// stop ... bestmove
Talk client_stop(UgiClient *client, i64 within_ms);

#endif
