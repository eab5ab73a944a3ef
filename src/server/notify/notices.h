// SPDX-License-Identifier: MIT
// What happened to people who were not looking: kept for them, and told to their open pages.
//
//     news of a room, or notices_add  ->  what does the person want to hear of? (a read)
//                                     ->  the store  ->  committed  ->  their sockets
//                                                                   ->  their browsers (pusher.h)
//
// A notice is known by its kind and its game (or the other person): a later one replaces it. It
// goes when it has no meaning any more: their turn, once they have moved. On the owner's thread.
#ifndef MEYDAN_SERVER_NOTIFY_NOTICES_H
#define MEYDAN_SERVER_NOTIFY_NOTICES_H

#include "server/notify/devices.h"

enum { NOTICES_MAX = 50 }; // kept for one person

typedef struct Notices Notices;

typedef struct NoticesSetup {
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
    void (*wake)(void *owner); // from another thread: notices_collect is wanted
} NoticesSetup;

Notices *notices_new(const NoticesSetup *setup, Fault *why); // NULL, and why, if it cannot begin
// Nothing is sent any more; before the store is closed.
void notices_stop(Notices *notices);
// After the store was closed.
void notices_free(Notices *notices);

// Tells `notice->person`, unless they do not want to hear of it or `other` is blocked; `at_ms` is
// set here. Nothing happens for nobody (0).
void notices_add(Notices *notices, const Notice *notice);
// It has no meaning any more: the one of that kind about the game.
void notices_drop(Notices *notices, i64 person, NoticeKind kind, i64 game);

// Of the rooms: turns in games of days, challenges, starts and ends that somebody does not see.
void notices_news(Notices *notices, const News *news);
// Those whose time runs low since it was last looked; to be called every minute or so.
void notices_look_at_clocks(Notices *notices, const Rooms *rooms);

// What the sending thread found out: browsers that are gone.
void notices_collect(Notices *notices);
// NULL: nothing is sent to browsers. Else the key that they have to know, base64url.
const char *notices_push_key(const Notices *notices);
bool notices_push_anywhere(const Notices *notices);
PusherCounts notices_push_counts(const Notices *notices);

// --- as it is kept -------------------------------------------------------------------------------

enum { NOTICE_TEXT_MAX = 128 };
void notice_write(const Notice *notice, Out *out);
// False if it is not one.
bool notice_read(const StoredItem *item, Notice *notice);

// What somebody does not want, a bit for each kind, and until when they have read.
typedef struct NoticeWishes {
    int off, push_off;
    i64 read_ms;
} NoticeWishes;
enum { WISHES_TEXT_MAX = 64 };
NoticeWishes notice_wishes(Store *reading, i64 person);
// The write that keeps them; `text` has WISHES_TEXT_MAX bytes and lives until it is written.
StoreWrite notice_wishes_write(i64 person, const NoticeWishes *wishes, char *text);

#endif
