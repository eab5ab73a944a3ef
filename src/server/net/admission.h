// SPDX-License-Identifier: MIT
// How many connections there are, in all and from each address, against limits.
//
// Addresses are counted in buckets by a hash with a secret seed: two addresses may share a count,
// which only matters near the limit, and nobody can choose whose. An IPv6 address counts by its
// first 64 bits, since a user who has one of them has them all. Loopback is not counted by address:
// behind a reverse proxy everybody comes from there.
#ifndef MEYDAN_SERVER_NET_ADMISSION_H
#define MEYDAN_SERVER_NET_ADMISSION_H

#include "base/types.h"

#include <sys/socket.h>

enum { ADMISSION_BUCKETS = 4096, ADMISSION_NOWHERE = ADMISSION_BUCKETS };

typedef struct Admission {
    int most, most_each; // most_each 0: as many as there are
    int count;
    u64 seed;
    u16 each[ADMISSION_BUCKETS];
} Admission;

void admission_init(Admission *admission, int most, int most_each);
// False if there is no space. A proxy's connections are not counted by address. Otherwise `*bucket`
// is to be given back to admission_leave.
bool admission_enter(Admission *admission, const struct sockaddr *address, bool proxy, int *bucket);
void admission_leave(Admission *admission, int bucket);

#endif
