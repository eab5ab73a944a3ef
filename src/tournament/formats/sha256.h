// SPDX-License-Identifier: MIT
// SHA-256 (FIPS 180-4), for draws that everybody can check with `sha256sum`.
#ifndef MEYDAN_TOURNAMENT_FORMATS_SHA256_H
#define MEYDAN_TOURNAMENT_FORMATS_SHA256_H

#include "base/text.h"

enum { SHA256_BYTES = 32, SHA256_HEX = 65 };

void sha256(Text text, u8 hash[SHA256_BYTES]);
// In lower-case hexadecimal digits, NUL-terminated.
void sha256_hex(Text text, char hex[SHA256_HEX]);

#endif
