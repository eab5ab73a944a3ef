// SPDX-License-Identifier: MIT
#include "client/ws.h"

#include <string.h>

//      0               1               2 ...
//     +-+-+-+-+-------+-+-------------+------------------+---------+------
//     |F|0|0|0| kind  |M|  length     | 2 or 8 more of it | 4: mask | body
//     +-+-+-+-+-------+-+-------------+------------------+---------+------
enum { LAST = 0x80, RESERVED = 0x70, KIND = 0x0f, CONTROL = 0x08, MASKED = 0x80 };
enum { LENGTH = 0x7f, LENGTH_16 = 126, LENGTH_64 = 127, CONTROL_MAX = 125 };

size_t ws_write(char *to, WsKind kind, Text body, u32 mask)
{
    u8 *at = (u8 *)to;
    *at++ = (u8)(LAST | kind);
    int more = body.length > 0xffff ? 8 : body.length > CONTROL_MAX ? 2 : 0;
    *at++ = (u8)(MASKED | (more == 8 ? LENGTH_64 : more ? LENGTH_16 : body.length));
    for (int i = more - 1; i >= 0; i--)
        *at++ = (u8)(body.length >> 8 * i);
    u8 key[4];
    memcpy(key, &mask, 4);
    memcpy(at, key, 4);
    at += 4;
    for (size_t i = 0; i < body.length; i++)
        at[i] = (u8)body.at[i] ^ key[i & 3];
    return (size_t)(at - (u8 *)to) + body.length;
}

i64 ws_read(Text bytes, size_t most, WsFrame *frame)
{
    const u8 *at = (const u8 *)bytes.at;
    if (bytes.length < 2) return 0;
    int kind = at[0] & KIND;
    bool last = at[0] & LAST, control = kind & CONTROL;
    u64 length = at[1] & LENGTH;
    bool known = kind <= WS_BINARY || (kind >= WS_CLOSE && kind <= WS_PONG);
    if (!known || at[0] & RESERVED || at[1] & MASKED) return -1;
    if (control && (!last || length > CONTROL_MAX)) return -1;
    size_t more = length == LENGTH_16 ? 2 : length == LENGTH_64 ? 8 : 0;
    if (bytes.length < 2 + more) return 0;
    if (more) length = 0;
    for (size_t i = 0; i < more; i++)
        length = length << 8 | at[2 + i];
    if (length > most) return -1;
    size_t size = 2 + more + (size_t)length;
    if (bytes.length < size) return 0;
    *frame = (WsFrame){ (WsKind)kind, last, { bytes.at + 2 + more, (size_t)length } };
    return (i64)size;
}

void ws_key(const u8 random[16], char key[WS_KEY_MAX])
{
    static const char SIGN[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < 6; i++) {
        const u8 *from = random + 3 * i;
        u32 bits = (u32)from[0] << 16;
        if (i < 5) bits |= (u32)from[1] << 8 | from[2];
        for (int j = 0; j < 4; j++)
            *key++ = SIGN[bits >> (18 - 6 * j) & 63];
    }
    key[-2] = key[-1] = '=';
    *key = '\0';
}
