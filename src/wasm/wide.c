// SPDX-License-Identifier: MIT
// 128-bit shifts, which the compiler calls by these names on machines without them. Its run-time
// library has them, but the page doesn't link it.
#include "base/types.h"

typedef unsigned __int128 u128;

typedef union Wide {
    u128 whole;
    struct {
        u64 low, high;
    };
} Wide;

// Both shift by less than 128.
u128 __ashlti3(u128 number, int by);
u128 __lshrti3(u128 number, int by);

u128 __ashlti3(u128 number, int by)
{
    Wide x = { number };
    if (by == 0) return number;
    if (by >= 64) return (Wide){ .low = 0, .high = x.low << (by - 64) }.whole;
    return (Wide){ .low = x.low << by, .high = x.high << by | x.low >> (64 - by) }.whole;
}

u128 __lshrti3(u128 number, int by)
{
    Wide x = { number };
    if (by == 0) return number;
    if (by >= 64) return (Wide){ .low = x.high >> (by - 64), .high = 0 }.whole;
    return (Wide){ .low = x.low >> by | x.high << (64 - by), .high = x.high >> by }.whole;
}
