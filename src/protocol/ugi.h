// SPDX-License-Identifier: MIT
// The Universal Game Interface of cutegames with Meydan's additions, line by line.
//
//     ugi  isready  uginewgame  quit
//     setoption name NAME value VALUE
//     position startpos|fen TEXT [moves MOVE...]
//     go [p1time MS] [p1inc MS] ... [p4inc MS] [movetime MS] [depth N] [nodes N] [infinite]
//        [ponder] [searchmoves MOVE...]
//     stop  ponderhit
//     query gameover|p1turn|turn|result|moves|fen
//     d  eval
//
// Where UGI leaves room:
// - `score mate N`: the mover's side (including partners) makes N more moves, the winning one
//   included; -N: it makes N more before another side wins. For two players this equals UCI's mate.
// - `response p2win`: names the winning side by its first player; partners 2 and 4 win as p2.
// - `query p1turn` refers to player 1 only, not to the partner.
// - A player without a clock in `go` uses that of the nearest player before them who has one.
//   With a GUI that sends two clocks, players 3 and 4 use the second.
// - `go` without any limit means `go infinite`: `bestmove` follows only after `stop`, even if the
//   search has finished. If the game is over, `bestmove none` follows at once.
// - A single-threaded search limited only by nodes or depth starts with empty tables: the same
//   position and limit always give the same answer.
// - `go ponder` with limits searches without them until `ponderhit`, and keeps to them from then
// on.
// - While a search runs, `position`, `go`, `setoption` and `uginewgame` are rejected.
// - After an illegal move the position remains the one before that move. An unreadable `fen`
//   changes nothing. A new variant or layout sets its start position.
#ifndef MEYDAN_PROTOCOL_UGI_H
#define MEYDAN_PROTOCOL_UGI_H

#include "base/text.h"

typedef struct UgiHost {
    // Writes one line without its end. Called from several threads, but never concurrently.
    void (*write)(void *context, Text line);
    void *context;
    const char *version;
    int hash_max; // largest accepted value of the option Hash, in megabytes
} UgiHost;

typedef struct Ugi Ugi;

// Returns NULL if out of memory. Tables and threads are created by the first `isready` or `go`.
Ugi *ugi_new(UgiHost host);
// Ends a running search, including its `bestmove`.
void ugi_free(Ugi *ugi);

// Processes one line without its end. Returns false after `quit`.
bool ugi_line(Ugi *ugi, Text line);
// Writes an `info string` about a problem that the caller found in the input.
void ugi_remark(Ugi *ugi, const char *what);
// Handles the end of the input: waits for a running search that ends by itself, so that scripts can
// be piped in.
void ugi_finish(Ugi *ugi);

#endif
