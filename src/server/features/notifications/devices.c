// SPDX-License-Identifier: MIT
#include "server/features/notifications/devices.h"

#include "server/features/notifications/endpoint.h"
#include "server/features/notifications/notification_ops.h"

#include <sodium.h>
#include <string.h>
#include <time.h>

i64 device_key(Text endpoint)
{
    u8 hash[crypto_hash_sha256_BYTES];
    i64 key = 0;
    crypto_hash_sha256(hash, (const u8 *)endpoint.at, endpoint.length);
    for (int i = 0; i < 6; i++)
        key = key << 8 | hash[i];
    return key + 1;
}

// As endpoint_read requires; the store may have been tampered with.
static bool printable(Text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] <= ' ' || text.at[i] > '~') return false;
    return text.length > 0;
}

static bool take(Text endpoint, Text p256dh, Text auth, PushDevice *device)
{
    if (endpoint.length >= sizeof device->endpoint || !printable(endpoint) ||
        !push_receiver_read(p256dh, auth, &device->receiver))
        return false;
    Out out = out_to(device->endpoint, sizeof device->endpoint);
    out_text(&out, endpoint);
    device->key = device_key(endpoint);
    return true;
}

bool device_check(const DeviceGiven *given, bool anywhere, PushDevice *device, Fault *why)
{
    char audience[AUDIENCE_MAX];
    *device = (PushDevice){ 0 };
    if (!endpoint_read(text_of(given->endpoint), anywhere, audience)) {
        fault(why, MALFORMED, "\"endpoint\" is not an https address on the internet");
        return false;
    }
    if (take(text_of(given->endpoint), text_of(given->p256dh), text_of(given->auth), device))
        return true;
    fault(why, MALFORMED, "\"p256dh\" and \"auth\" are not a browser's keys");
    return false;
}

bool device_read(Text body, PushDevice *device)
{
    Text endpoint = body, p256dh, auth;
    *device = (PushDevice){ .person = device->person };
    return text_split(&endpoint, ' ', &p256dh) && text_split(&endpoint, ' ', &auth) &&
           endpoint.at && take(endpoint, p256dh, auth, device);
}

void device_write(const PushDevice *device, Out *out)
{
    push_base64_write(device->receiver.point, PUSH_POINT, out);
    out_char(out, ' ');
    push_base64_write(device->receiver.auth, PUSH_AUTH, out);
    out_format(out, " %s", device->endpoint);
}

// --- the server's keys ---------------------------------------------------------------------------

typedef struct KeysFound {
    PushKeys keys;
    bool there, broken;
} KeysFound;

static bool see_keys(void *context, const void *row)
{
    KeysFound *found = context;
    Text point = ((const ItemText *)row)->body, scalar;
    found->there = text_split(&point, ' ', &scalar) &&
                   push_base64_read(scalar, found->keys.scalar, PUSH_SCALAR) &&
                   push_base64_read(point, found->keys.point, PUSH_POINT);
    found->broken = !found->there;
    return false;
}

static bool read_keys(Store *store, KeysFound *found, Fault *why)
{
    *found = (KeysFound){ 0 };
    if (store_select(store, &NOTIFICATION_OPS[NOTIFICATIONS_OF],
                     &(ItemsWanted){ .kind = ITEM_PUSH_KEY }, see_keys, found) &&
        !found->broken)
        return true;
    fault(why, MALFORMED, "the key of the server cannot be read");
    return false;
}

static void note_status(void *context, StoreStatus status)
{
    *(int *)context = (int)status;
}

// Blocks, since the server is still starting. The first node makes the site's key; if another node
// was faster, its key is used.
static bool save_keys(Store *store, const PushKeys *keys, i64 now_ms)
{
    enum { UNDECIDED = -1 };
    char text[PUSH_KEYS_TEXT_MAX];
    int status = UNDECIDED;
    Out out = out_to(text, sizeof text);
    push_base64_write(keys->scalar, PUSH_SCALAR, &out);
    out_char(&out, ' ');
    push_base64_write(keys->point, PUSH_POINT, &out);
    const ItemText keys_text = { now_ms, { text, out.length } };
    const StoreWrite write = store_op(&NOTIFICATION_OPS[NOTIFICATIONS_ADD_PUSH_KEY], &keys_text);
    bool saved = store_write(store, &write, 1, note_status, &status);
    sodium_memzero(text, sizeof text);
    const struct timespec moment = { .tv_nsec = 1000000 };
    while (saved && status == UNDECIDED) {
        store_collect(store);
        if (status == UNDECIDED) nanosleep(&moment, NULL);
    }
    return saved && status != STORE_FAILED;
}

bool push_keys_load(Store *store, i64 now_ms, PushKeys *keys, Fault *why)
{
    KeysFound found;
    if (!read_keys(store, &found, why)) return false;
    if (!found.there) {
        if (!push_keys_make(&found.keys)) {
            fault(why, MALFORMED, "no key can be made");
            return false;
        }
        if (!save_keys(store, &found.keys, now_ms)) {
            fault(why, MALFORMED, "the key of the server cannot be saved");
            return false;
        }
        if (!read_keys(store, &found, why)) return false;
    }
    *keys = found.keys;
    return true;
}

bool push_contact_fits(const char *contact)
{
    for (const char *c = contact; *c; c++)
        if (*c <= ' ' || *c > '~' || *c == '"' || *c == '\\') return false;
    return strlen(contact) < 200 && ((!strncmp(contact, "mailto:", 7) && strchr(contact, '@')) ||
                                     (!strncmp(contact, "https://", 8) && contact[8]));
}
