// SPDX-License-Identifier: MIT
#include "server/identity/totp.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

u32 totp_code(const u8 secret[TOTP_SECRET], i64 step, int digits)
{
    u8 message[8], hash[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    for (int i = 0; i < 8; i++)
        message[i] = (u8)(step >> (56 - 8 * i));
    if (!HMAC(EVP_sha1(), secret, TOTP_SECRET, message, sizeof message, hash, &length)) return 0;
    // The last four bits select four bytes (RFC 4226, 5.3).
    const u8 *at = hash + (hash[length - 1] & 15);
    u32 number = (u32)(at[0] & 0x7f) << 24 | (u32)at[1] << 16 | (u32)at[2] << 8 | at[3], range = 1;
    for (int i = 0; i < digits; i++)
        range *= 10;
    return number % range;
}

i64 totp_check(const u8 secret[TOTP_SECRET], Text text, i64 now_ms, i64 last)
{
    u32 code = 0;
    i64 now = now_ms / TOTP_STEP_MS, found = 0;
    if (text.length != TOTP_DIGITS) return 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] < '0' || text.at[i] > '9') return 0;
        code = code * 10 + (u32)(text.at[i] - '0');
    }
    for (i64 step = now - 1; step <= now + 1; step++)
        if (step > last && !found && totp_code(secret, step, TOTP_DIGITS) == code) found = step;
    return found;
}

void totp_secret_write(const u8 secret[TOTP_SECRET], char text[TOTP_SECRET_SIZE])
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    int at = 0, bits = 0;
    u32 kept = 0;
    for (int i = 0; i < TOTP_SECRET; i++) {
        kept = kept << 8 | secret[i];
        for (bits += 8; bits >= 5; bits -= 5)
            text[at++] = DIGITS[kept >> (bits - 5) & 31];
    }
    text[at] = '\0';
}

void totp_uri_write(const char *name, const u8 secret[TOTP_SECRET], char uri[TOTP_URI_SIZE])
{
    static const char HEX[] = "0123456789ABCDEF";
    char text[TOTP_SECRET_SIZE];
    Out out = out_to(uri, TOTP_URI_SIZE);
    totp_secret_write(secret, text);
    out_str(&out, "otpauth://totp/Meydan:");
    for (const u8 *c = (const u8 *)name; *c; c++) {
        bool plain = (*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'Z') ||
                     (*c >= 'a' && *c <= 'z') || *c == '-' || *c == '_';
        if (plain) {
            out_char(&out, (char)*c);
        } else {
            out_char(&out, '%');
            out_char(&out, HEX[*c >> 4]);
            out_char(&out, HEX[*c & 15]);
        }
    }
    out_format(&out, "?secret=%s&issuer=Meydan", text);
}
