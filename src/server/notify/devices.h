// SPDX-License-Identifier: MIT
// Browsers that take messages, as the page tells of them and as the store keeps them; and the
// server's own keys.
#ifndef MEYDAN_SERVER_NOTIFY_DEVICES_H
#define MEYDAN_SERVER_NOTIFY_DEVICES_H

#include "server/notify/pusher.h"

enum { DEVICE_TEXT_MAX = ENDPOINT_SIZE + 2 * PUSH_KEY_SIZE, PUSH_KEYS_TEXT_MAX = 160 };

// What a page told. False, and why, if nothing can be sent there.
bool device_check(const NotifyBody *body, bool anywhere, PushDevice *device, Fault *why);
// The number by which an endpoint is known.
i64 device_key(Text endpoint);

// A device of the store's; false if it is not one. The write that keeps it needs `text`
// (DEVICE_TEXT_MAX), which lives until it is written.
bool device_read(const StoredItem *item, PushDevice *device);
StoreWrite device_write(const PushDevice *device, i64 at_ms, char *text);

// The server's keys out of the store; where there are none they are made and kept.
bool push_keys_load(Store *store, i64 now_ms, PushKeys *keys, Fault *why);

// Whether push services can be told of it: "mailto:a@b.example" or "https://b.example".
bool push_contact_fits(const char *contact);

#endif
