// SPDX-License-Identifier: MIT
// A WebSocket to a server: whole messages out and in. Pings are answered here; the caller notices
// the other side's silence (channel_ping, channel_heard).
#ifndef MEYDAN_CLIENT_WEBSOCKET_H
#define MEYDAN_CLIENT_WEBSOCKET_H

#include "client/stream.h"

enum { MESSAGE_MAX = 1 << 20 };

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
// Hands out all messages that have come; then poll channel_file(). The function may write to the
// channel but not close it. Returns false when the channel has ended; then close it.
typedef void ChannelHear(void *context, Text message);
bool channel_read(Channel *channel, ChannelHear *hear, void *context);
// When bytes came last: ms of CLOCK_MONOTONIC.
i64 channel_heard(const Channel *channel);

#endif
