// SPDX-License-Identifier: MIT
// Who watches which game: for each watched game a channel with its members.
//
// A member is known to its channel by place, and places change when somebody leaves: the member
// that moves is told (`moved`).
#ifndef MEYDAN_SERVER_ONLINE_CHANNEL_H
#define MEYDAN_SERVER_ONLINE_CHANNEL_H

#include "base/types.h"

typedef struct Peer Peer;

typedef struct Member {
    Peer *peer;
    bool seated; // plays there
} Member;

typedef struct GameChannel {
    struct GameChannel *next;       // in its chain
    struct GameChannel *next_dirty; // those whose number of watchers is to be told
    i64 game;
    void *subscription;
    Member *member;
    u32 count, room;
    u32 seated; // members who play
    int told;   // watchers, as last told
    bool dirty;
} GameChannel;

typedef struct GameChannels {
    GameChannel **chain;
    size_t chains; // a power of two
    size_t count;
} GameChannels;

bool channels_init(GameChannels *channels); // false without memory
void channels_free(GameChannels *channels); // of an empty one

GameChannel *channels_find(const GameChannels *channels, i64 game); // NULL if nobody watches
// Finds or makes it; NULL without memory.
GameChannel *channels_open(GameChannels *channels, i64 game);
// It has no members any more.
void channels_close(GameChannels *channels, GameChannel *channel);

// The place of the new member; -1 without memory.
i32 channel_join(GameChannel *channel, Peer *peer);
// Gives the last member the place of the one that leaves; that member, or NULL if none moved.
Peer *channel_leave(GameChannel *channel, u32 place);
void channel_seat(GameChannel *channel, u32 place, bool seated);

static inline int channel_watchers(const GameChannel *channel)
{
    return (int)(channel->count - channel->seated);
}

#endif
