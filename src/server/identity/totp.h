// SPDX-License-Identifier: MIT
// Time-based codes of authenticator apps: RFC 6238 with SHA-1, six digits and 30 seconds, from a
// secret of 20 bytes.
#ifndef MEYDAN_SERVER_IDENTITY_TOTP_H
#define MEYDAN_SERVER_IDENTITY_TOTP_H

#include "base/text.h"

enum {
    TOTP_SECRET = 20,      // bytes
    TOTP_SECRET_SIZE = 33, // as base32, with NUL
    TOTP_DIGITS = 6,
    TOTP_STEP_MS = 30000,
    TOTP_URI_SIZE = 512,
};

// The code of a time step, with this many digits.
u32 totp_code(const u8 secret[TOTP_SECRET], i64 step, int digits);
// The time step of the code `text`: the present, previous or next one; 0 if it is none of them, or
// not after `last`, the step of the last accepted code.
i64 totp_check(const u8 secret[TOTP_SECRET], Text text, i64 now_ms, i64 last);

void totp_secret_write(const u8 secret[TOTP_SECRET], char text[TOTP_SECRET_SIZE]);
// otpauth://totp/Meydan:NAME?secret=...&issuer=Meydan
void totp_uri_write(const char *name, const u8 secret[TOTP_SECRET], char uri[TOTP_URI_SIZE]);

#endif
