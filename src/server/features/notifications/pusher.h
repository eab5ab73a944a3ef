// SPDX-License-Identifier: MIT
// Sends messages to push services, on its own thread: the loop never waits for it.
//
//    loop    pusher_send  ->  queue (bounded: messages that don't fit are dropped)
//    thread                   queue -> encrypted, signed, sent; several at once
//                             refused for now -> retried, after growing pauses
//    loop    pusher_collect <- subscriptions that have ended (404, 410)
#ifndef MEYDAN_SERVER_FEATURES_NOTIFICATIONS_PUSHER_H
#define MEYDAN_SERVER_FEATURES_NOTIFICATIONS_PUSHER_H

#include "server/features/notifications/endpoint.h"
#include "server/features/notifications/webpush.h"

typedef struct Pusher Pusher;

enum {
    PUSH_DEVICES_MAX = 10,
    PUSH_TOPIC_MAX = 33,
    PUSH_PERSON_MAX = 40,    // queued or being sent to one person; more are dropped
    PUSH_PERSON_AT_ONCE = 4, // of those, being sent
};

typedef struct PusherSetup {
    PushKeys own;
    const char *contact;         // a mailto: or https: address for operators of push services
    bool anywhere;               // also to http and private addresses, with short pauses: for tests
    void (*wake)(void *context); // from its thread: pusher_collect should be called
    void *context;
} PusherSetup;

// A browser's push address.
typedef struct PushDevice {
    i64 person, key; // the key of the device in the store
    char endpoint[ENDPOINT_SIZE];
    PushReceiver receiver;
} PushDevice;

typedef struct PushMessage {
    Text plain;        // encrypted before it is sent
    const char *topic; // a later message with the same one replaces a queued one, here and at the
                       // push service
    bool urgent;
    int ttl_s; // how long the push service keeps it
} PushMessage;

Pusher *pusher_new(const PusherSetup *setup); // NULL if out of memory or threads
// Aborts messages being sent.
void pusher_stop(Pusher *pusher);
void pusher_free(Pusher *pusher); // may be NULL

// False if the queue is full.
bool pusher_send(Pusher *pusher, const PushDevice *to, const PushMessage *message);
// Calls `gone` for each subscription that has ended.
void pusher_collect(Pusher *pusher, void (*gone)(void *owner, i64 person, i64 key), void *owner);

typedef struct PusherCounts {
    u64 sent, failed, dropped, gone, retried, replaced;
    int waiting;
} PusherCounts;
PusherCounts pusher_counts(Pusher *pusher);

#endif
