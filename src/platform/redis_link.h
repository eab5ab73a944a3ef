// SPDX-License-Identifier: MIT
// A link to Redis for news between processes: publishes on a channel and receives all channels of a
// pattern.
//
//    redis_link_publish  ->  PUBLISH own  ->  Redis  ->  PSUBSCRIBE pattern  ->  heard
//
// Redis stores nothing, and messages during an outage of the link are lost: a user who must not
// miss any numbers them. The link is up once both connections are open and Redis has confirmed the
// subscription. A lost link is retried forever, soon at first and then every two seconds; the loop
// never waits for it.
#ifndef MEYDAN_PLATFORM_REDIS_LINK_H
#define MEYDAN_PLATFORM_REDIS_LINK_H

#include "base/text.h"

#include <uv.h>

typedef struct RedisLink RedisLink;

// redis://[[USER]:PASSWORD@]HOST[:PORT] or redis+unix://[[USER]:PASSWORD@]/PATH
enum { REDIS_PART_MAX = 256 };
typedef struct RedisAddress {
    char user[REDIS_PART_MAX], password[REDIS_PART_MAX]; // empty: none
    char host[REDIS_PART_MAX];                           // empty if it is a path
    char path[REDIS_PART_MAX];
    int port;
} RedisAddress;
bool redis_address_read(Text text, RedisAddress *address, Fault *why);

typedef struct RedisLinkSetup {
    uv_loop_t *loop;
    RedisAddress address;
    const char *own;     // the channel to publish on
    const char *pattern; // of the channels to receive ("meydan:*" includes its own)
    const char *inbox;   // one more channel to receive; NULL: none
    void *owner;
    void (*heard)(void *owner, Text message);
    void (*changed)(void *owner, bool up);
} RedisLinkSetup;

// Starts connecting. The texts of the setup must live as long as the link. NULL if out of memory.
RedisLink *redis_link_new(const RedisLinkSetup *setup);
// Stops receiving. The caller runs the loop until it is empty, then calls redis_link_free.
void redis_link_close(RedisLink *link);
void redis_link_free(RedisLink *link);

bool redis_link_up(const RedisLink *link);
// False if the message is lost: the link is down, or Redis accepts no more. Sent by
// redis_link_flush.
bool redis_link_publish(RedisLink *link, Text message);
// The same on another channel.
bool redis_link_publish_to(RedisLink *link, const char *channel, Text message);
void redis_link_flush(RedisLink *link);
// Drops both connections and reconnects: the caller knows that Redis doesn't answer.
void redis_link_restart(RedisLink *link);

#endif
