// SPDX-License-Identifier: MIT
#include "server/channel.h"

#include <stdlib.h>

enum { CHAINS_LEAST = 256 };

static Channel **chain_of(const Channels *channels, i64 game)
{
    return &channels->chain[((u64)game * 0x9e3779b97f4a7c15) >> 32 & (channels->chains - 1)];
}

bool channels_init(Channels *channels)
{
    *channels = (Channels){ .chains = CHAINS_LEAST };
    channels->chain = calloc(CHAINS_LEAST, sizeof *channels->chain);
    return channels->chain != NULL;
}

void channels_free(Channels *channels)
{
    free(channels->chain);
}

// If there is no memory the chains only get longer.
static void grow(Channels *channels)
{
    Channels larger = *channels;
    larger.chains *= 2;
    larger.chain = calloc(larger.chains, sizeof *larger.chain);
    if (!larger.chain) return;
    for (size_t i = 0; i < channels->chains; i++)
        for (Channel *at = channels->chain[i], *next; at; at = next) {
            next = at->next;
            Channel **chain = chain_of(&larger, at->game);
            at->next = *chain;
            *chain = at;
        }
    free(channels->chain);
    *channels = larger;
}

Channel *channels_find(const Channels *channels, i64 game)
{
    Channel *at = *chain_of(channels, game);
    while (at && at->game != game)
        at = at->next;
    return at;
}

Channel *channels_open(Channels *channels, i64 game)
{
    Channel *channel = channels_find(channels, game);
    if (channel) return channel;
    channel = calloc(1, sizeof *channel);
    if (!channel) return NULL;
    if (channels->count >= channels->chains) grow(channels);
    Channel **chain = chain_of(channels, game);
    channel->game = game;
    channel->next = *chain;
    *chain = channel;
    channels->count++;
    return channel;
}

void channels_close(Channels *channels, Channel *channel)
{
    Channel **at = chain_of(channels, channel->game);
    while (*at != channel)
        at = &(*at)->next;
    *at = channel->next;
    channels->count--;
    free(channel->member);
    free(channel);
}

i32 channel_join(Channel *channel, Client *client)
{
    if (channel->count == channel->room) {
        u32 room = channel->room ? channel->room * 2 : 2;
        Member *member = realloc(channel->member, room * sizeof *member);
        if (!member) return -1;
        channel->member = member;
        channel->room = room;
    }
    channel->member[channel->count] = (Member){ .client = client };
    return (i32)channel->count++;
}

Client *channel_leave(Channel *channel, u32 place)
{
    channel_seat(channel, place, false);
    u32 last = --channel->count;
    if (place == last) return NULL;
    channel->member[place] = channel->member[last];
    return channel->member[place].client;
}

void channel_seat(Channel *channel, u32 place, bool seated)
{
    Member *member = &channel->member[place];
    if (member->seated == seated) return;
    member->seated = seated;
    channel->seated += seated ? 1 : -1u;
}
