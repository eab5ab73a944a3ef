// SPDX-License-Identifier: MIT
// Presence: people, however many sockets each has open.
//
// Somebody is here while a socket of theirs is open, and for a while after a sign of life: a page
// that is loaded again is the same person, and a program without a socket is there while it asks.
#ifndef MEYDAN_SERVER_PEOPLE_CROWD_H
#define MEYDAN_SERVER_PEOPLE_CROWD_H

#include "base/text.h"

typedef struct Crowd Crowd;

Crowd *crowd_new(void); // NULL without memory
void crowd_free(Crowd *crowd);

// A visitor without a session: all of one address are one.
i64 crowd_nobody(Text address);

// A socket opens; false without memory. It closes: `on_purpose` if the page said so.
bool crowd_enter(Crowd *crowd, i64 who, i64 now_ms);
void crowd_leave(Crowd *crowd, i64 who, bool on_purpose, i64 now_ms);
// A request without a socket.
void crowd_seen(Crowd *crowd, i64 who, i64 now_ms);
// The same at another node; and whom to tell of those seen here, now and then.
void crowd_seen_elsewhere(Crowd *crowd, i64 who, i64 now_ms);
typedef void CrowdTell(void *owner, i64 who);
void crowd_tells(Crowd *crowd, CrowdTell *tell, void *owner);

// A round trip of theirs, in us; and the median of the last ones, which a few late answers do not
// change. -1 while there are too few.
void crowd_add_lag(Crowd *crowd, i64 who, i32 lag_us);
i32 crowd_lag(const Crowd *crowd, i64 who);

bool crowd_here(const Crowd *crowd, i64 who, i64 now_ms);
// How many have a socket.
int crowd_count(const Crowd *crowd);

#endif
