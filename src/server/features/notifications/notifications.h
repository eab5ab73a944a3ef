// SPDX-License-Identifier: MIT
// Notifications: events that concern a person, stored for the bell, sent to open pages and to
// browsers.
//
//     news of a game, or notifications_add  ->  does the person want it? (a read)
//                                           ->  the store  ->  committed  ->  their sockets
//                                                                         ->  pusher.h
//
// A notification's key is its kind and its game (or the other person): a later one with the same
// key replaces it. It is deleted when it is outdated: "your turn", once the player has moved. All
// of this runs on the loop.
#ifndef MEYDAN_SERVER_FEATURES_NOTIFICATIONS_NOTIFICATIONS_H
#define MEYDAN_SERVER_FEATURES_NOTIFICATIONS_NOTIFICATIONS_H

#include "server/api/feature.h"
#include "server/features/notifications/devices.h"
#include "server/identity/person_ops.h"

enum {
    NOTIFICATIONS_MAX = 50, // stored for one person
    NOTIFICATION_DETAIL_SIZE = 40,
    NOTIFICATION_VARIANT_SIZE = 32,
};

// The numbers are in the store.
typedef enum NotificationKind {
    NOTIFICATION_TURN,      // it is their turn in a game of days
    NOTIFICATION_TIME,      // and they have little time left
    NOTIFICATION_CHALLENGE, // `other` reserves a seat for them; detail: the clock
    NOTIFICATION_STARTED,   // their game began: `other` has joined
    NOTIFICATION_DECLINED,  // `other` declined a challenge; detail: the reason's word
    NOTIFICATION_ENDED,     // detail: "won", "lost", "drawn" or "aborted"
    NOTIFICATION_FOLLOW,    // `other` follows them
    NOTIFICATION_KINDS,
} NotificationKind;
extern const char *const NOTIFICATION_WORDS[NOTIFICATION_KINDS + 1];

typedef struct Notification {
    NotificationKind kind;
    i64 person;
    i64 game, other; // 0 for none
    char variant[NOTIFICATION_VARIANT_SIZE], detail[NOTIFICATION_DETAIL_SIZE];
    i64 at_ms;
} Notification;

// Notifies `person`, unless they don't want it or `other` is blocked; sets `at_ms`. Does
// nothing for person 0.
void notifications_add(const App *app, const Notification *notification);

// --- for notification_routes.c -------------------------------------------------------------------

void *notifications_open(const App *app, Fault *why);
void notifications_stop(void *state);
void notifications_close(void *state);
void notifications_on_game(const App *app, const struct News *news);

// The key that browsers need, in base64url; NULL: no Web Push.
const char *notifications_push_key(const App *app);

// A notification's text in the store; reading returns false if it is invalid, and sets neither
// `person` nor `at_ms`.
enum { NOTIFICATION_TEXT_MAX = 128 };
void notification_write(const Notification *notification, Out *out);
bool notification_read(Text body, Notification *notification);

// The kinds that a person doesn't want, as bits, and the time up to which they have read.
typedef struct NotificationSettings {
    int off, push_off;
    i64 read_ms;
} NotificationSettings;
NotificationSettings notification_settings(Store *reading, i64 person);

// To a socket: {"t":"notification",...}.
void notification_to_socket(Json *json, const Notification *notification,
                            const StoredPerson *other);

#endif
