// SPDX-License-Identifier: MIT
// A WebSocket to a server: whole messages out and in. Pings are answered by themselves; one side's
// silence is the caller's to notice (channel_ping, channel_heard).
#ifndef MEYDAN_CLIENT_CHANNEL_H
#define MEYDAN_CLIENT_CHANNEL_H

#include "client/stream.h"

enum { MESSAGE_MAX = 1 << 20 };

typedef enum ChannelNews {
    CHANNEL_MESSAGE,
    CHANNEL_NOTHING, // now: poll channel_file()
    CHANNEL_GONE,    // close it
} ChannelNews;

typedef struct Channel Channel;

// NULL on failure; `why` says why, and `status` has the HTTP status if one came, otherwise 0.
Channel *channel_open(const Url *url, const char *path, const char *token, Wait wait, int *status,
                      Fault *why);
// Says goodbye, without waiting for the answer.
void channel_close(Channel *channel);

int channel_file(const Channel *channel);
// False: the channel is gone.
bool channel_say(Channel *channel, Text message);
bool channel_ping(Channel *channel);
// The message is valid until the next call.
ChannelNews channel_next(Channel *channel, Text *message);
// When bytes came last: ms of CLOCK_MONOTONIC.
i64 channel_heard(const Channel *channel);

#endif
