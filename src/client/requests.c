// SPDX-License-Identifier: MIT
#include "client/requests.h"

void request_write(Out *out, const char *kind, int number, const char *game)
{
    out_format(out, "{\"t\":\"%s\",\"n\":%d,\"game\":\"%s\"}", kind, number, game);
}

void request_write_move(Out *out, int number, const char *game, u32 ply, const char *move)
{
    out_format(out, "{\"t\":\"move\",\"n\":%d,\"game\":\"%s\",\"ply\":%d,\"move\":\"%s\"}", number,
               game, (int)ply, move);
}
