// SPDX-License-Identifier: MIT
#include "server/online/channel.h"

#include <stdlib.h>

enum { CHAINS_MIN = 256 };

static GameChannel **chain_of(const GameChannels *channels, i64 game)
{
    return &channels->chain[((u64)game * 0x9e3779b97f4a7c15) >> 32 & (channels->chains - 1)];
}

bool channels_init(GameChannels *channels)
{
    *channels = (GameChannels){ .chains = CHAINS_MIN };
    channels->chain = calloc(CHAINS_MIN, sizeof *channels->chain);
    return channels->chain != NULL;
}

void channels_free(GameChannels *channels)
{
    free(channels->chain);
}

// If there is no memory the chains only get longer.
static void grow(GameChannels *channels)
{
    GameChannels larger = *channels;
    larger.chains *= 2;
    larger.chain = calloc(larger.chains, sizeof *larger.chain);
    if (!larger.chain) return;
    for (size_t i = 0; i < channels->chains; i++)
        for (GameChannel *at = channels->chain[i], *next; at; at = next) {
            next = at->next;
            GameChannel **chain = chain_of(&larger, at->game);
            at->next = *chain;
            *chain = at;
        }
    free(channels->chain);
    *channels = larger;
}

GameChannel *channels_find(const GameChannels *channels, i64 game)
{
    GameChannel *at = *chain_of(channels, game);
    while (at && at->game != game)
        at = at->next;
    return at;
}

GameChannel *channels_open(GameChannels *channels, i64 game)
{
    GameChannel *channel = channels_find(channels, game);
    if (channel) return channel;
    channel = calloc(1, sizeof *channel);
    if (!channel) return NULL;
    if (channels->count >= channels->chains) grow(channels);
    GameChannel **chain = chain_of(channels, game);
    channel->game = game;
    channel->next = *chain;
    *chain = channel;
    channels->count++;
    return channel;
}

void channels_close(GameChannels *channels, GameChannel *channel)
{
    GameChannel **at = chain_of(channels, channel->game);
    while (*at != channel)
        at = &(*at)->next;
    *at = channel->next;
    channels->count--;
    free(channel->member);
    free(channel);
}

i32 channel_join(GameChannel *channel, Peer *peer)
{
    if (channel->count == channel->room) {
        u32 room = channel->room ? channel->room * 2 : 2;
        Member *member = realloc(channel->member, room * sizeof *member);
        if (!member) return -1;
        channel->member = member;
        channel->room = room;
    }
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
