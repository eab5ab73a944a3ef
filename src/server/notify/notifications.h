// SPDX-License-Identifier: MIT
// Notifications: events that concern a person, stored for the bell and sent to open pages.
//
//     news of a room, or notifications_add  ->  does the person want it? (a read)
//                                           ->  the store  ->  committed  ->  their sockets
//                                                                         ->  pusher.h
//
// A notification's key is its kind and its game (or the other person): a later one with the same
// key replaces it. It is deleted when it is outdated: "your turn", once the player has moved. All
// of this runs on the owner's thread.
#ifndef MEYDAN_SERVER_NOTIFY_NOTIFICATIONS_H
#define MEYDAN_SERVER_NOTIFY_NOTIFICATIONS_H

#include "server/notify/devices.h"

enum { NOTIFICATIONS_MAX = 50 }; // kept for one person

typedef struct Notifications Notifications;

typedef struct NotificationsSetup {
    Store *store;
    void *owner;
    i64 (*now)(void *owner);
    // To all open pages of the person that asked to hear them; `json` is a message.
    void (*tell)(void *owner, i64 person, Text json);
    // Whether one of the two blocks the other.
    bool (*apart)(void *owner, i64 person, i64 other);
    // Whether this node warns of clocks in that game; where there are several, one of them does.
    bool (*keeps)(void *owner, i64 game);
    // Sends to browsers; with `contact` NULL: none. The rest as PusherSetup has it.
    const char *contact;
    bool anywhere;
    void (*wake)(void *owner); // from another thread: notifications_collect is wanted
} NotificationsSetup;

Notifications *notifications_new(const NotificationsSetup *setup,
                                 Fault *why); // NULL, and why, if it cannot begin
// Nothing is sent any more; before the store is closed.
void notifications_stop(Notifications *notifications);
// After the store was closed.
void notifications_free(Notifications *notifications);

// Tells `notice->person`, unless they do not want to hear of it or `other` is blocked; `at_ms` is
// set here. Nothing happens for nobody (0).
void notifications_add(Notifications *notifications, const Notification *notification);
// It has no meaning any more: the one of that kind about the game.
void notifications_drop(Notifications *notifications, i64 person, NotificationKind kind, i64 game);

// Of the rooms: turns in games of days, challenges, starts and ends that somebody does not see.
void notifications_news(Notifications *notifications, const News *news);
// Those whose time runs low since it was last looked; to be called every minute or so.
void notifications_check_clocks(Notifications *notifications, const Rooms *rooms);

// What the sending thread found out: browsers that are gone.
void notifications_collect(Notifications *notifications);
// NULL: nothing is sent to browsers. Else the key that they have to know, base64url.
const char *notifications_push_key(const Notifications *notifications);
bool notifications_push_anywhere(const Notifications *notifications);

// --- as it is kept -------------------------------------------------------------------------------

enum { NOTIFICATION_TEXT_MAX = 128 };
void notification_write(const Notification *notification, Out *out);
// False if it is not one.
bool notification_read(const StoredItem *item, Notification *notification);

// What somebody does not want, a bit for each kind, and until when they have read.
typedef struct NotificationSettings {
    int off, push_off;
    i64 read_ms;
} NotificationSettings;
enum { WISHES_TEXT_MAX = 64 };
NotificationSettings notification_settings(Store *reading, i64 person);
// The write that keeps them; `text` has WISHES_TEXT_MAX bytes and lives until it is written.
StoreWrite notification_settings_write(i64 person, const NotificationSettings *settings,
                                       char *text);

#endif
