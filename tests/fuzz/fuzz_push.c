// SPDX-License-Identifier: MIT
// What strangers say about where to send to: the bodies of POST /push and /notifications/settings,
// endpoints, a browser's keys; and devices and notifications out of a store that was tampered with.
// An endpoint that is accepted leads to the internet, over https.
#include "fuzz.h"

#include "server/notify/devices.h"
#include "server/notify/endpoint.h"
#include "server/notify/notifications.h"

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
    PushDevice device, again;
    char written[DEVICE_TEXT_MAX];
    StoredItem item = { .person = 7, .kind = ITEM_PUSH, .body = text };
    if (!device_read(&item, &device)) return;
    const StoreWrite write = device_write(&device, 1, written);
    must(device_read(&write.item, &again) && again.key == device.key && again.person == 7);
    must(!memcmp(&again.receiver, &device.receiver, sizeof again.receiver));
}

static void check_notification(Text text)
{
    Notification notification, again;
    char written[2 * NOTIFICATION_TEXT_MAX];
    StoredItem item = { .person = 7, .kind = ITEM_NOTICE, .body = text };
    if (!notification_read(&item, &notification)) return;
    Out out = out_to(written, sizeof written);
    notification_write(&notification, &out);
    item.body = (Text){ written, out.length };
    must(!out.lost && notification_read(&item, &again));
    must(again.kind == notification.kind && again.game == notification.game &&
         again.other == notification.other);
}

static void check_body(Text text)
{
    NotifyBody body;
    PushDevice device;
    Fault why;
    message_read_notify(text, NOTIFY_OFF | NOTIFY_PUSH_OFF, 0, &body, &why);
    if (message_read_notify(text, NOTIFY_ENDPOINT | NOTIFY_P256DH | NOTIFY_AUTH, 0, &body, &why) ==
        OK)
        device_check(&body, false, &device, &why);
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
    check_body(text);
    free(bytes);
    return 0;
}
