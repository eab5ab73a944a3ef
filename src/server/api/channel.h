// SPDX-License-Identifier: MIT
// The watchers of games: for each watched game a channel with its members.
//
// A channel knows its members by index. When a member leaves, the last one takes its index, and
// `moved` reports that.
#ifndef MEYDAN_SERVER_API_CHANNEL_H
#define MEYDAN_SERVER_API_CHANNEL_H

#include "platform/hash.h"

typedef struct Peer Peer;

typedef struct Member {
    Peer *peer;
    bool seated; // plays there
} Member;

typedef struct GameChannel {
    HashLink by_game;
    struct GameChannel *next_dirty; // those whose number of watchers must be sent
    i64 game;
    Member *member;
    u32 count;
    size_t capacity;
    u32 seated; // members who play
    int told;   // watchers, as last sent
    bool dirty;
} GameChannel;

GameChannel *channels_find(const HashTable *channels, i64 game); // NULL if the game has no watchers
// Finds or makes it; NULL if out of memory.
GameChannel *channels_open(HashTable *channels, i64 game);
// The channel must have no members.
void channels_close(HashTable *channels, GameChannel *channel);

// The place of the new member; -1 if out of memory.
i32 channel_join(GameChannel *channel, Peer *peer);
// Gives the last member the place of the one that leaves; that member, or NULL if none moved.
Peer *channel_leave(GameChannel *channel, u32 place);
void channel_seat(GameChannel *channel, u32 place, bool seated);

static inline int channel_watchers(const GameChannel *channel)
{
    return (int)(channel->count - channel->seated);
}

#endif
