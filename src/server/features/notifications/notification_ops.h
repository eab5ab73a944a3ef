// SPDX-License-Identifier: MIT
// The stored part of notifications: rows of the table `item`, each of a person, with a kind, a key
// and a text. Correspondence has the other kinds.
#ifndef MEYDAN_SERVER_FEATURES_NOTIFICATIONS_NOTIFICATION_OPS_H
#define MEYDAN_SERVER_FEATURES_NOTIFICATIONS_NOTIFICATION_OPS_H

#include "sql/op.h"

typedef enum NotificationItem {
    ITEM_NOTICE,   // a notification; at most one with a key
    ITEM_SETTINGS, // what the person wants to be notified of; the key is 1
    ITEM_DEVICE,   // a browser that receives messages
    ITEM_PUSH_KEY, // the server's keys for push services (person 0, key 1)
} NotificationItem;

enum {
    NOTIFICATIONS_SET,
    NOTIFICATIONS_TRIM,
    NOTIFICATIONS_END,
    NOTIFICATIONS_FIND,
    NOTIFICATIONS_OF,
    NOTIFICATIONS_ADD_PUSH_KEY,
    NOTIFICATIONS_FORGET,
    NOTIFICATIONS_MOVE,
    NOTIFICATIONS_LEAVE,
    NOTIFICATIONS_EXPIRE,
    NOTIFICATIONS_OPS
};
extern const StoreOp NOTIFICATION_OPS[NOTIFICATIONS_OPS];

// NOTIFICATIONS_SET replaces the item with that key. It conflicts if the person was deleted.
typedef struct ItemSet {
    i64 person;
    NotificationItem kind;
    i64 key; // above 0
    i64 at_ms;
    Text body;
} ItemSet;

// NOTIFICATIONS_TRIM deletes all items of the kind but the latest.
typedef struct ItemTrim {
    i64 person;
    NotificationItem kind;
    int most;
} ItemTrim;

// NOTIFICATIONS_END; NOTIFICATIONS_FIND, a read.
typedef struct ItemKey {
    i64 person;
    NotificationItem kind;
    i64 key;
} ItemKey;

// NOTIFICATIONS_OF: all items of the kind, the latest first.
typedef struct ItemsWanted {
    i64 person;
    NotificationItem kind;
} ItemsWanted;

// A row of both reads. The argument of NOTIFICATIONS_ADD_PUSH_KEY: a conflict if there is one.
typedef struct ItemText {
    i64 at_ms;
    Text body;
} ItemText;

#endif
