// SPDX-License-Identifier: MIT
// A link to Redis, for news between processes: publishes on a channel, hears all channels of a
// pattern.
//
//     redis_link_publish  ->  PUBLISH own  ->  Redis  ->  PSUBSCRIBE pattern  ->  heard
//
// Redis keeps nothing of it, and what is said while the link is down is lost: whoever must not miss
// anything numbers what it says. The link is up once both of its connections stand and Redis has
// confirmed the subscription. When it is lost it is tried again, soon at first and then every two
// seconds, for ever; nothing on the loop waits for it.
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
    const char *pattern; // of the channels to hear; "meydan:*" hears one's own too
    const char *inbox;   // one more channel to hear; NULL: none
    void *owner;
    void (*heard)(void *owner, Text message);
    void (*changed)(void *owner, bool up);
} RedisLinkSetup;

// Begins to connect. The texts of the setup must last as long as the link. NULL without memory.
RedisLink *redis_link_new(const RedisLinkSetup *setup);
// Hears nothing any more; the loop is run until it is empty, then comes redis_link_free.
void redis_link_close(RedisLink *link);
void redis_link_free(RedisLink *link);

bool redis_link_up(const RedisLink *link);
// False if it is lost: the link is down, or Redis takes nothing any more. It goes out
// with redis_link_flush.
bool redis_link_publish(RedisLink *link, Text message);
// The same on another channel.
bool redis_link_publish_to(RedisLink *link, const char *channel, Text message);
void redis_link_flush(RedisLink *link);
// Gives up both connections and begins again: somebody knows that Redis does not answer.
void redis_link_restart(RedisLink *link);

#endif
