// SPDX-License-Identifier: MIT
// The Universal Game Interface of cutegames, with Meydan's additions: lines in, lines out.
//
//     ugi  isready  uginewgame  quit
//     setoption name NAME value VALUE
//     position startpos|fen TEXT [moves MOVE...]
//     go [p1time MS] [p1inc MS] ... [p4inc MS] [movetime MS] [depth N] [nodes N] [infinite]
//     stop
//     query gameover|p1turn|turn|result
//
// What UGI leaves open:
// - `score mate N`: the mover's side (partners count) makes N more moves, the winning one included;
//   -N: it makes N more and then somebody else has won. For two players that is UCI's mate.
// - `response p2win`: the winning side by its first player; partners 2 and 4 win as p2.
// - `query p1turn` is about player 1 alone, not about the partner.
// - A player whose clock is not in `go` has that of the nearest player before them who has one: a
//   GUI that knows two clocks gives players 3 and 4 the second.
// - `go` without any limit is `go infinite`; the answer to it waits for `stop`, even if the search
//   has come to its end. Where the game is over the answer is `bestmove none`, at once.
// - A search in one thread that is limited by nodes or depth alone begins with an empty memory: the
//   same position and the same limit give the same answer, always.
// - While a search runs, `position`, `go`, `setoption` and `uginewgame` are refused.
// - After an illegal move the position stays as it was before that move; a `fen` that cannot be
// read
//   changes nothing. A new variant or layout puts up its start position.
#ifndef MEYDAN_PROTOCOL_UGI_H
#define MEYDAN_PROTOCOL_UGI_H

#include "base/text.h"

typedef struct UgiHost {
    // One line without its end. From several threads, but never from two at a time.
    void (*write)(void *context, Text line);
    void *context;
    const char *version;
    int hash_max; // megabytes that the option Hash may ask for
} UgiHost;

typedef struct Ugi Ugi;

// NULL without memory. Tables and threads come with the first `isready` or `go`.
Ugi *ugi_new(UgiHost host);
// Ends a search that runs, with its `bestmove`.
void ugi_free(Ugi *ugi);

// One line without its end. False after `quit`.
bool ugi_line(Ugi *ugi, Text line);
// An `info string` about something that the caller saw in the input.
void ugi_remark(Ugi *ugi, const char *what);
// The input has ended: waits for a search that will end by itself, so that a script can be piped
// in.
void ugi_finish(Ugi *ugi);

#endif
