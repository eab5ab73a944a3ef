// SPDX-License-Identifier: MIT
// Limits the number of connections, in all and from each address.
//
// Addresses are counted in buckets by a hash with a secret seed: two addresses may share a count,
// which matters only near the limit, and no client can choose with whom. An IPv6 address counts by
// its first 64 bits, since a user who has one of them has them all. Loopback is not counted by
// address, because all clients of a reverse proxy come from there.
#ifndef MEYDAN_PLATFORM_NET_ADMISSION_H
#define MEYDAN_PLATFORM_NET_ADMISSION_H

#include "base/types.h"

#include <sys/socket.h>

enum { ADMISSION_BUCKETS = 4096, ADMISSION_NOWHERE = ADMISSION_BUCKETS };

typedef struct Admission {
    int most, most_each; // most_each 0: no limit per address
    int count;
    u64 seed;
    u16 each[ADMISSION_BUCKETS];
} Admission;

void admission_init(Admission *admission, int most, int most_each);
// False if the limit is reached. A proxy's connections are not counted by address. Otherwise the
// caller passes `*bucket` to admission_leave later.
bool admission_enter(Admission *admission, const struct sockaddr *address, bool proxy, int *bucket);
void admission_leave(Admission *admission, int bucket);

#endif
