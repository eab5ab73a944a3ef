// SPDX-License-Identifier: MIT
// Sends messages to push services, on a thread of its own: nothing on the loop waits for it.
//
//     loop    pusher_send  ->  queue (bounded: what does not fit is dropped)
//     thread                   queue -> encrypted, signed, sent; several at once
//                              refused for now -> again, after a pause that grows
//     loop    pusher_collect <- subscriptions that are gone (404, 410)
#ifndef MEYDAN_SERVER_FEATURES_NOTIFICATIONS_PUSHER_H
#define MEYDAN_SERVER_FEATURES_NOTIFICATIONS_PUSHER_H

#include "server/features/notifications/endpoint.h"
#include "server/features/notifications/webpush.h"

typedef struct Pusher Pusher;

enum {
    PUSH_DEVICES_MAX = 10,
    PUSH_TOPIC_MAX = 33,
    PUSH_PERSON_MAX = 40,    // messages to one person that wait or are being sent; more are dropped
    PUSH_PERSON_AT_ONCE = 4, // of those, being sent
};

typedef struct PusherSetup {
    PushKeys own;
    const char *contact;         // a mailto: or https: address, for those who run push services
    bool anywhere;               // also to http and private addresses, and soon again: for tests
    void (*wake)(void *context); // from its thread: there is something for pusher_collect
    void *context;
} PusherSetup;

// Where a browser takes messages.
typedef struct PushDevice {
    i64 person, key; // as the store knows it
    char endpoint[ENDPOINT_SIZE];
    PushReceiver receiver;
} PushDevice;

typedef struct PushMessage {
    Text plain; // what is encrypted
    const char
        *topic; // a later message with the same one replaces it while it waits, here or there
    bool urgent;
    int ttl_s; // how long the push service keeps it
} PushMessage;

Pusher *pusher_new(const PusherSetup *setup); // NULL without memory or threads
// What is being sent is broken off.
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
