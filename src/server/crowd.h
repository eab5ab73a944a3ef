// SPDX-License-Identifier: MIT
// How many connections there are, in all and from each address, against limits.
//
// Addresses are counted in buckets by a hash with a secret seed: two addresses may share a count,
// which only matters near the limit, and nobody can choose whose. An IPv6 address counts by its
// first 64 bits, since whoever has one has them all. Loopback is not counted by address: behind a
// reverse proxy everybody comes from there.
#ifndef MEYDAN_SERVER_CROWD_H
#define MEYDAN_SERVER_CROWD_H

#include "base/types.h"

#include <sys/socket.h>

enum { CROWD_BUCKETS = 4096, CROWD_NOWHERE = CROWD_BUCKETS };

typedef struct Crowd {
    int most, most_each; // most_each 0: as many as there are
    int count;
    u64 seed;
    u16 each[CROWD_BUCKETS];
} Crowd;

void crowd_init(Crowd *crowd, int most, int most_each);
// False if there is no room. Otherwise `*bucket` is to be given back to crowd_leave.
bool crowd_enter(Crowd *crowd, const struct sockaddr *address, int *bucket);
void crowd_leave(Crowd *crowd, int bucket);

#endif
