// SPDX-License-Identifier: MIT
#include "server/crowd.h"

#include "base/rng.h"
#include "server/listener.h"

#include <string.h>
#include <sys/random.h>

void crowd_init(Crowd *crowd, int most, int most_each)
{
    *crowd = (Crowd){ .most = most, .most_each = most_each < UINT16_MAX ? most_each : 0 };
    if (getrandom(&crowd->seed, sizeof crowd->seed, 0) < 0) crowd->seed = (u64)(uintptr_t)crowd;
}

static int bucket_of(const Crowd *crowd, const struct sockaddr *address)
{
    u64 network = 0;
    if (address->sa_family == AF_INET) {
        network = ((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr;
    } else if (address->sa_family == AF_INET6) {
        const struct in6_addr *in =
            &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
        bool mapped = IN6_IS_ADDR_V4MAPPED(in);
        memcpy(&network, &in->s6_addr[mapped ? 12 : 0], mapped ? 4 : 8);
    }
    return (int)(mix64(mix64(network ^ crowd->seed) ^ crowd->seed) % CROWD_BUCKETS);
}

bool crowd_enter(Crowd *crowd, const struct sockaddr *address, int *bucket)
{
    if (crowd->count >= crowd->most) return false;
    *bucket = CROWD_NOWHERE;
    if (crowd->most_each && !address_of(address).loopback) {
        *bucket = bucket_of(crowd, address);
        if (crowd->each[*bucket] >= crowd->most_each) return false;
        crowd->each[*bucket]++;
    }
    crowd->count++;
    return true;
}

void crowd_leave(Crowd *crowd, int bucket)
{
    crowd->count--;
    if (bucket != CROWD_NOWHERE) crowd->each[bucket]--;
}
