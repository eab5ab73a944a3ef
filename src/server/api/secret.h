// SPDX-License-Identifier: MIT
// What proves who somebody is: the secret of a session or of a bot's token, 32 random bytes as
// text. The server keeps only its hash, so that a store that is read by others opens no door.
#ifndef MEYDAN_SERVER_API_SECRET_H
#define MEYDAN_SERVER_API_SECRET_H

#include "store/store.h"

#define TOKEN_PREFIX "mey_"
enum {
    SECRET_TEXT = 43, // SECRET_BYTES as base64url without padding
    SECRET_SIZE = SECRET_TEXT + 1,
    TOKEN_SIZE = sizeof TOKEN_PREFIX + SECRET_TEXT,
    COOKIE_SIZE = 256,
};

void secret_make(char text[SECRET_SIZE], SecretHash *hash);
// False if that cannot be the text of one.
bool secret_hash(Text text, SecretHash *hash);
// The same from the headers of a request; false if there is none, or not of this kind.
bool secret_from_cookie(Text cookie, SecretHash *hash);
bool secret_from_authorization(Text authorization, SecretHash *hash);

// The value of Set-Cookie that gives a session to a browser, or takes it away (`text` NULL).
void secret_cookie(const char *text, bool secure, char cookie[COOKIE_SIZE]);

// A random number in [1, below).
i64 secret_number(i64 below);

#endif
