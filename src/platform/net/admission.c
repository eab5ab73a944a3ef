// SPDX-License-Identifier: MIT
#include "platform/net/admission.h"

#include "base/rng.h"
#include "platform/net/listener.h"

#include <string.h>
#include <sys/random.h>

void admission_init(Admission *admission, int most, int most_each)
{
    *admission = (Admission){ .most = most, .most_each = most_each < UINT16_MAX ? most_each : 0 };
    if (getrandom(&admission->seed, sizeof admission->seed, 0) < 0)
        admission->seed = (u64)(uintptr_t)admission;
}

static int bucket_of(const Admission *admission, const struct sockaddr *address)
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
    return (int)(mix64(mix64(network ^ admission->seed) ^ admission->seed) % ADMISSION_BUCKETS);
}

bool admission_enter(Admission *admission, const struct sockaddr *address, bool proxy, int *bucket)
{
    if (admission->count >= admission->most) return false;
    *bucket = ADMISSION_NOWHERE;
    if (admission->most_each && !proxy && !address_of(address).loopback) {
        *bucket = bucket_of(admission, address);
        if (admission->each[*bucket] >= admission->most_each) return false;
        admission->each[*bucket]++;
    }
    admission->count++;
    return true;
}

void admission_leave(Admission *admission, int bucket)
{
    admission->count--;
    if (bucket != ADMISSION_NOWHERE) admission->each[bucket]--;
}
