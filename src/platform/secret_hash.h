// SPDX-License-Identifier: MIT
// The hash of a secret. Sessions, tokens and names are stored and looked up by their hash.
#ifndef MEYDAN_PLATFORM_SECRET_HASH_H
#define MEYDAN_PLATFORM_SECRET_HASH_H

#include "base/types.h"

enum { SECRET_BYTES = 32 };
typedef struct SecretHash {
    u8 bytes[SECRET_BYTES];
} SecretHash;

#endif
