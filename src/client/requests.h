// SPDX-License-Identifier: MIT
// The messages of the API that a program sends (docs/api.md): the other end of
// server/api/messages_in.c.
#ifndef MEYDAN_CLIENT_REQUESTS_H
#define MEYDAN_CLIENT_REQUESTS_H

#include "base/text.h"

enum { REQUEST_TEXT_MAX = 160 };

// {"t":"watch","n":1,"game":"0aB1cD2e"}: whatever needs no more than the game. By `number` its
// answer is known.
void request_write(Out *out, const char *kind, int number, const char *game);
// A move, at the ply that it is meant for.
void request_write_move(Out *out, int number, const char *game, u32 ply, const char *move);

#endif
