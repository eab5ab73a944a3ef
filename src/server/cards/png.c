// SPDX-License-Identifier: MIT
#include "server/cards/png.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    SIGNATURE = 8,
    CHUNK = 12, // its length, name and checksum
    HEADER = 13,
    FILTER_UP = 2, // each byte as the difference to the one above
};

static u8 *put_u32(u8 *at, u32 number)
{
    for (int i = 0; i < 4; i++)
        at[i] = (u8)(number >> (24 - 8 * i));
    return at + 4;
}

// `bytes` may already stand in their place.
static u8 *put_chunk(u8 *at, const char *name, const u8 *bytes, size_t length)
{
    u8 *begin = put_u32(at, (u32)length);
    memcpy(begin, name, 4);
    if (length && bytes != begin + 4) memcpy(begin + 4, bytes, length);
    u32 sum = (u32)crc32(crc32(0, NULL, 0), begin, (uInt)(length + 4));
    return put_u32(begin + 4 + length, sum);
}

// The rows as PNG has them: a filter's number before each.
static u8 *filtered(const Canvas *canvas, size_t *length)
{
    size_t row = 3 * (size_t)canvas->width;
    *length = (row + 1) * (size_t)canvas->height;
    u8 *rows = malloc(*length);
    for (int y = 0; rows && y < canvas->height; y++) {
        const u8 *from = &canvas->pixel[(size_t)y * row];
        u8 *to = &rows[(size_t)y * (row + 1)];
        *to++ = FILTER_UP;
        for (size_t i = 0; i < row; i++)
            to[i] = (u8)(from[i] - (y ? (from - row)[i] : 0));
    }
    return rows;
}

u8 *png_of(const Canvas *canvas, size_t *length)
{
    static const u8 BEGIN[SIGNATURE] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
    size_t plain;
    u8 *rows = filtered(canvas, &plain);
    if (!rows) return NULL;
    uLong packed = compressBound((uLong)plain);
    u8 *png = malloc(SIGNATURE + CHUNK + HEADER + CHUNK + (size_t)packed + CHUNK);
    if (png) {
        u8 header[HEADER] = { [8] = 8, [9] = 2 }; // eight bits of each of three colours
        memcpy(png, BEGIN, SIGNATURE);
        put_u32(put_u32(header, (u32)canvas->width), (u32)canvas->height);
        u8 *data = put_chunk(png + SIGNATURE, "IHDR", header, HEADER);
        if (compress2(data + 8, &packed, rows, (uLong)plain, Z_DEFAULT_COMPRESSION) == Z_OK) {
            u8 *end = put_chunk(put_chunk(data, "IDAT", data + 8, (size_t)packed), "IEND", NULL, 0);
            *length = (size_t)(end - png);
        } else {
            free(png);
            png = NULL;
        }
    }
    free(rows);
    return png;
}
