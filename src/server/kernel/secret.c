// SPDX-License-Identifier: MIT
#include "server/kernel/secret.h"

#include "platform/net/http.h"

#include <sodium.h>
#include <string.h>

static const char COOKIE[] = "meydan_session";

void secret_make(char text[SECRET_SIZE], SecretHash *hash)
{
    u8 bytes[SECRET_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(text, SECRET_SIZE, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    crypto_generichash(hash->bytes, sizeof hash->bytes, bytes, sizeof bytes, NULL, 0);
    sodium_memzero(bytes, sizeof bytes);
}

bool secret_hash(Text text, SecretHash *hash)
{
    u8 bytes[SECRET_BYTES];
    size_t length;
    const char *end;
    if (text.length != SECRET_TEXT ||
        sodium_base642bin(bytes, sizeof bytes, text.at, text.length, NULL, &length, &end,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) ||
        length != sizeof bytes || end != text.at + text.length)
        return false;
    crypto_generichash(hash->bytes, sizeof hash->bytes, bytes, sizeof bytes, NULL, 0);
    return true;
}

bool secret_from_cookie(Text cookie, SecretHash *hash)
{
    return secret_hash(http_cookie(cookie, COOKIE), hash);
}

bool secret_from_authorization(Text authorization, SecretHash *hash)
{
    Text scheme, token;
    if (!text_word(&authorization, &scheme) || !text_is_nocase(scheme, "bearer") ||
        !text_word(&authorization, &token))
        return false;
    size_t prefix = sizeof TOKEN_PREFIX - 1;
    return text_is(text_cut(token, 0, prefix), TOKEN_PREFIX) &&
           secret_hash(text_from(token, prefix), hash);
}

void secret_cookie(const char *text, bool secure, char cookie[COOKIE_SIZE])
{
    Out out = out_to(cookie, COOKIE_SIZE);
    out_format(&out, "%s=%s; HttpOnly; SameSite=Strict; Path=/; Max-Age=%d%s", COOKIE,
               text ? text : "", text ? 365 * 24 * 60 * 60 : 0, secure ? "; Secure" : "");
}

i64 secret_number(i64 below)
{
    u64 bytes, range = (u64)below - 1;
    do
        randombytes_buf(&bytes, sizeof bytes);
    while (bytes >= UINT64_MAX / range * range);
    return (i64)(bytes % range) + 1;
}
