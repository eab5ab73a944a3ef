// SPDX-License-Identifier: MIT
// The integer names used everywhere. Includes only freestanding headers because the page uses it
// too.
#ifndef MEYDAN_BASE_TYPES_H
#define MEYDAN_BASE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int32_t i32;
typedef int64_t i64;

typedef u64 Key; // a position's hash

// Result of an operation that can fail. Every status but OK comes with a Fault that gives the
// reason.
typedef enum Status {
    OK = 0,
    ILLEGAL,   // well formed, but the rules forbid it (exit status 1)
    MALFORMED, // not even the right form (exit status 2)
    FULL,      // the caller's buffer is too small: grow it and call again
} Status;

#endif
