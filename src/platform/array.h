// SPDX-License-Identifier: MIT
// Growing arrays. The owner keeps the array, its length and its capacity.
//
//     Watch *more = array_grow(peer->watch, &peer->capacity, peer->watches + 1, sizeof *more);
//     if (!more) return false; // the array is unchanged
//     peer->watch = more;
#ifndef MEYDAN_PLATFORM_ARRAY_H
#define MEYDAN_PLATFORM_ARRAY_H

#include "base/types.h"

#include <stdlib.h>

enum { ARRAY_BYTES_MIN = 64 };

// Returns the array with space for `wanted` elements of `size` bytes, doubling its capacity as
// needed. Returns NULL and changes nothing if out of memory.
static inline void *array_grow(void *array, size_t *capacity, size_t wanted, size_t size)
{
    if (wanted <= *capacity) return array;
    size_t first = ARRAY_BYTES_MIN / size;
    size_t grown = *capacity ? *capacity : first ? first : 1;
    while (grown < wanted)
        grown *= 2;
    void *moved = realloc(array, grown * size);
    if (moved) *capacity = grown;
    return moved;
}

// The same for arrays that are many or stay for long: it grows by a quarter.
static inline void *array_grow_tight(void *array, size_t *capacity, size_t wanted, size_t size)
{
    if (wanted <= *capacity) return array;
    size_t first = ARRAY_BYTES_MIN / size, grown = *capacity + *capacity / 4;
    if (grown < first) grown = first;
    if (grown < wanted) grown = wanted;
    void *moved = realloc(array, grown * size);
    if (moved) *capacity = grown;
    return moved;
}

#endif
