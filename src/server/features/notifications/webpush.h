// SPDX-License-Identifier: MIT
// Messages that only one browser can read, not the push service that carries them: RFC 8291 over
// aes128gcm (RFC 8188), and the server's key, by which push services identify it (VAPID, RFC 8292).
// Pure functions over OpenSSL; no network, no store.
#ifndef MEYDAN_SERVER_FEATURES_NOTIFICATIONS_WEBPUSH_H
#define MEYDAN_SERVER_FEATURES_NOTIFICATIONS_WEBPUSH_H

#include "base/text.h"

enum {
    PUSH_POINT = 65,  // bytes of a public key: 4, x, y
    PUSH_SCALAR = 32, // of a private one
    PUSH_AUTH = 16,
    PUSH_SALT = 16,
    PUSH_KEY_SIZE = 100, // bytes of a key in base64url, with NUL
    PUSH_PLAIN_MAX = 3000,
    PUSH_BODY_MAX = PUSH_PLAIN_MAX + 200,
    VAPID_HEADER_MAX = 1024,
};

// A pair of keys on P-256.
typedef struct PushKeys {
    u8 point[PUSH_POINT], scalar[PUSH_SCALAR];
} PushKeys;
bool push_keys_make(PushKeys *keys);

// A browser's public key and secret.
typedef struct PushReceiver {
    u8 point[PUSH_POINT], auth[PUSH_AUTH];
} PushReceiver;
// From base64url; false if it is not a point on the curve and 16 bytes.
bool push_receiver_read(Text p256dh, Text auth, PushReceiver *receiver);

// The body of a message. `once` and `salt` are fresh for every message. Returns its length, 0 on
// failure.
size_t push_encrypt(const PushReceiver *to, const PushKeys *once, const u8 salt[PUSH_SALT],
                    Text plain, u8 body[PUSH_BODY_MAX]);

// "vapid t=..., k=...": proves that this server is the sender, to `audience`
// ("https://push.example") and until `expires_s`. `contact` is a mailto: or https: address.
bool vapid_header(const PushKeys *own, const char *audience, i64 expires_s, const char *contact,
                  Out *out);

// Bytes as base64url without padding, and back; `size` is the exact number of bytes.
void push_base64_write(const u8 *bytes, size_t size, Out *out);
bool push_base64_read(Text text, u8 *bytes, size_t size);

#endif
