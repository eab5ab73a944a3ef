// SPDX-License-Identifier: MIT
// Browsers that receive messages, as described by the page and as stored; and the server's keys.
#ifndef MEYDAN_SERVER_FEATURES_NOTIFICATIONS_DEVICES_H
#define MEYDAN_SERVER_FEATURES_NOTIFICATIONS_DEVICES_H

#include "server/features/notifications/pusher.h"
#include "sql/store.h"

enum { DEVICE_TEXT_MAX = ENDPOINT_SIZE + 2 * PUSH_KEY_SIZE, PUSH_KEYS_TEXT_MAX = 160 };

// The body of POST /push.
typedef struct DeviceGiven {
    char endpoint[ENDPOINT_SIZE], p256dh[PUSH_KEY_SIZE], auth[PUSH_KEY_SIZE];
} DeviceGiven;
// False, with the reason, if nothing can be sent there.
bool device_check(const DeviceGiven *given, bool anywhere, PushDevice *device, Fault *why);
// The key of an endpoint in the store.
i64 device_key(Text endpoint);

// A device's text in the store; reading returns false if it is invalid. `device->person` stays.
void device_write(const PushDevice *device, Out *out);
bool device_read(Text body, PushDevice *device);

// Loads the server's keys from the store, or makes and stores them.
bool push_keys_load(Store *store, i64 now_ms, PushKeys *keys, Fault *why);

// Whether push services accept this contact: "mailto:a@b.example" or "https://b.example".
bool push_contact_fits(const char *contact);

#endif
