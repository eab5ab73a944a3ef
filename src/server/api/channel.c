// SPDX-License-Identifier: MIT
#include "server/api/channel.h"

#include "platform/array.h"

GameChannel *channels_find(const HashTable *channels, i64 game)
{
    return (GameChannel *)hash_first(channels, (u64)game);
}

GameChannel *channels_open(HashTable *channels, i64 game)
{
    GameChannel *channel = channels_find(channels, game);
    if (channel) return channel;
    channel = calloc(1, sizeof *channel);
    if (!channel) return NULL;
    channel->game = game;
    hash_add_first(channels, &channel->by_game, (u64)game);
    return channel;
}

void channels_close(HashTable *channels, GameChannel *channel)
{
    hash_remove(channels, &channel->by_game);
    free(channel->member);
    free(channel);
}

i32 channel_join(GameChannel *channel, Peer *peer)
{
    Member *member =
        array_grow(channel->member, &channel->capacity, channel->count + 1, sizeof *member);
    if (!member) return -1;
    channel->member = member;
    channel->member[channel->count] = (Member){ .peer = peer };
    return (i32)channel->count++;
}

Peer *channel_leave(GameChannel *channel, u32 place)
{
    channel_seat(channel, place, false);
    u32 last = --channel->count;
    if (place == last) return NULL;
    channel->member[place] = channel->member[last];
    return channel->member[place].peer;
}

void channel_seat(GameChannel *channel, u32 place, bool seated)
{
    Member *member = &channel->member[place];
    if (member->seated == seated) return;
    member->seated = seated;
    channel->seated += seated ? 1 : -1u;
}
