// SPDX-License-Identifier: MIT
// The secret of a session or of a bot's token, by which its sender is identified: 32 random bytes
// as text. The server stores only its hash, so that a stolen store opens no account.
#ifndef MEYDAN_SERVER_KERNEL_SECRET_H
#define MEYDAN_SERVER_KERNEL_SECRET_H

#include "sql/store.h"

#define TOKEN_PREFIX "mey_"
enum {
    SECRET_TEXT = 43, // SECRET_BYTES as base64url without padding
    SECRET_SIZE = SECRET_TEXT + 1,
    TOKEN_SIZE = sizeof TOKEN_PREFIX + SECRET_TEXT,
    COOKIE_SIZE = 256,
};

void secret_make(char text[SECRET_SIZE], SecretHash *hash);
// False if the text is not a valid secret.
bool secret_hash(Text text, SecretHash *hash);
// The same from the headers of a request; false without one of this kind.
bool secret_from_cookie(Text cookie, SecretHash *hash);
bool secret_from_authorization(Text authorization, SecretHash *hash);

// The value of Set-Cookie that gives a session to a browser, or ends it (`text` NULL).
void secret_cookie(const char *text, bool secure, char cookie[COOKIE_SIZE]);

// A random number in [1, below).
i64 secret_number(i64 below);

#endif
