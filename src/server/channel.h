// SPDX-License-Identifier: MIT
// Who watches which game: for each watched game a channel with its members.
//
// A member is known to its channel by place, and places change when somebody leaves: the member
// that moves is told (`moved`).
#ifndef MEYDAN_SERVER_CHANNEL_H
#define MEYDAN_SERVER_CHANNEL_H

#include "base/types.h"

typedef struct Client Client;

typedef struct Member {
    Client *client;
    bool seated; // plays there
} Member;

typedef struct Channel {
    struct Channel *next;       // in its chain
    struct Channel *next_dirty; // those whose number of watchers is to be told
    i64 game;
    void *subscription;
    Member *member;
    u32 count, room;
    u32 seated; // members who play
    int told;   // watchers, as last told
    bool dirty;
} Channel;

typedef struct Channels {
    Channel **chain;
    size_t chains; // a power of two
    size_t count;
} Channels;

bool channels_init(Channels *channels); // false without memory
void channels_free(Channels *channels); // of an empty one

Channel *channels_find(const Channels *channels, i64 game); // NULL if nobody watches
// Finds or makes it; NULL without memory.
Channel *channels_open(Channels *channels, i64 game);
// It has no members any more.
void channels_close(Channels *channels, Channel *channel);

// The place of the new member; -1 without memory.
i32 channel_join(Channel *channel, Client *client);
// Gives the last member the place of the one that leaves; that member, or NULL if none moved.
Client *channel_leave(Channel *channel, u32 place);
void channel_seat(Channel *channel, u32 place, bool seated);

static inline int channel_watchers(const Channel *channel)
{
    return (int)(channel->count - channel->seated);
}

#endif
