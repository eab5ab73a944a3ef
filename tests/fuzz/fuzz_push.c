// SPDX-License-Identifier: MIT
// Untrusted push addresses: the body of POST /push, endpoints and a browser's keys. Also devices
// and notifications from a store that was tampered with.
// An endpoint that is accepted leads to the internet, over https.
#include "fuzz.h"

#include "server/features/notifications/devices.h"
#include "server/features/notifications/endpoint.h"
#include "server/features/notifications/notifications.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static void check_endpoint(Text text)
{
    char audience[AUDIENCE_MAX];
    if (!endpoint_read(text, false, audience)) return;
    must(!strncmp(audience, "https://", 8) && audience[8] && !strchr(audience, '"'));
    must(!strchr(audience, '@') && !strchr(audience + 8, '/'));
    must(endpoint_read(text, true, audience));
}

static void check_device(Text text)
{
    PushDevice device = { .person = 7 }, again = device;
    char written[DEVICE_TEXT_MAX];
    Out out = out_to(written, sizeof written);
    if (!device_read(text, &device)) return;
    device_write(&device, &out);
    must(!out.lost && device_read((Text){ written, out.length }, &again));
    must(again.key == device.key && again.person == 7);
    must(!memcmp(&again.receiver, &device.receiver, sizeof again.receiver));
}

static void check_notification(Text text)
{
    Notification notification, again;
    char written[2 * NOTIFICATION_TEXT_MAX];
    if (!notification_read(text, &notification)) return;
    Out out = out_to(written, sizeof written);
    notification_write(&notification, &out);
    must(!out.lost && notification_read((Text){ written, out.length }, &again));
    must(again.kind == notification.kind && again.game == notification.game &&
         again.other == notification.other);
}

static void put(Text *rest, char *buffer, size_t size)
{
    Text word = { 0 };
    Out out = out_to(buffer, size);
    if (text_split(rest, ' ', &word)) out_text(&out, word);
}

static void check_given(Text text)
{
    DeviceGiven given;
    PushDevice device;
    Fault why;
    put(&text, given.p256dh, sizeof given.p256dh);
    put(&text, given.auth, sizeof given.auth);
    put(&text, given.endpoint, sizeof given.endpoint);
    device_check(&given, false, &device, &why);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    if (sodium_init() < 0) return 0;
    char *bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    Text text = { bytes, size };
    check_endpoint(text);
    check_device(text);
    check_notification(text);
    check_given(text);
    free(bytes);
    return 0;
}
