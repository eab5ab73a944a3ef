// SPDX-License-Identifier: MIT
// Presence: people, however many sockets each has open.
//
// A person is present while one of their sockets is open, and for a while after each request. So a
// reload doesn't count as leaving, and a program without a socket is present while it polls.
#ifndef MEYDAN_SERVER_API_ACCOUNTS_PRESENCE_H
#define MEYDAN_SERVER_API_ACCOUNTS_PRESENCE_H

#include "base/text.h"

typedef struct Presence Presence;

Presence *presence_new(void); // NULL without memory
void presence_free(Presence *presence);

// A visitor without a session: all of one address are one.
i64 presence_visitor(Text address);

// A socket opens; false without memory. It closes: `on_purpose` if the page said so.
bool presence_enter(Presence *presence, i64 who, i64 now_ms);
void presence_leave(Presence *presence, i64 who, bool on_purpose, i64 now_ms);
// A request without a socket.
void presence_seen(Presence *presence, i64 who, i64 now_ms);
// The same at another node.
void presence_seen_at_other_node(Presence *presence, i64 who, i64 now_ms);
// Calls `seen` now and then for people seen at this node; NULL: not.
typedef void PresenceSeen(void *owner, i64 who);
void presence_on_seen(Presence *presence, PresenceSeen *seen, void *owner);

// Adds a round trip of a person, in us. The median of the last ones isn't affected by a few late
// answers. -1 while there are too few.
void presence_add_lag(Presence *presence, i64 who, i32 lag_us);
i32 presence_lag(const Presence *presence, i64 who);

bool presence_here(const Presence *presence, i64 who, i64 now_ms);
// How many have a socket.
int presence_count(const Presence *presence);

#endif
