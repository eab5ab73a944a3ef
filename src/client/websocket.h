// SPDX-License-Identifier: MIT
// A WebSocket to a server: sends and receives whole messages, and answers pings. The caller detects
// a silent server (channel_ping, channel_heard).
#ifndef MEYDAN_CLIENT_WEBSOCKET_H
#define MEYDAN_CLIENT_WEBSOCKET_H

#include "client/stream.h"

enum { MESSAGE_MAX = 1 << 20 };

typedef struct Channel Channel;

// On failure returns NULL and sets `why` and `status`, the HTTP status or 0 without a response.
Channel *channel_open(const Url *url, const char *path, const char *token, Wait wait, int *status,
                      Fault *why);
// Sends a close frame, without waiting for the reply.
void channel_close(Channel *channel);

int channel_file(const Channel *channel);
// Returns false if the channel is closed.
bool channel_say(Channel *channel, Text message);
bool channel_ping(Channel *channel);
// Passes all received messages to the callback; then poll channel_file(). The callback may write to
// the channel but not close it. Returns false when the channel has ended; then close it.
typedef void ChannelHear(void *context, Text message);
bool channel_read(Channel *channel, ChannelHear *hear, void *context);
// The time of the last received bytes, in ms of CLOCK_MONOTONIC.
i64 channel_heard(const Channel *channel);

#endif
