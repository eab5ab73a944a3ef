// SPDX-License-Identifier: MIT
// Writes the messages of the API that a client sends (docs/api.md).
#ifndef MEYDAN_CLIENT_REQUESTS_H
#define MEYDAN_CLIENT_REQUESTS_H

#include "base/text.h"

enum { REQUEST_TEXT_MAX = 160 };

// {"t":"watch","n":1,"game":"0aB1cD2e"}: a request with only the game as its argument. `number`
// identifies the response.
void request_write(Out *out, const char *kind, int number, const char *game);
// A move with the ply for which it is intended.
void request_write_move(Out *out, int number, const char *game, u32 ply, const char *move);

#endif
