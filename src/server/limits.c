// SPDX-License-Identifier: MIT
#include "server/limits.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

// A bucket is the one number of the "generic cell rate algorithm": when it will be full again.
// Every token taken moves that by `each_ms`; it may lie at most burst * each_ms ahead.
static const struct {
    int burst, each_ms;
} RATE[LIMITS] = {
    [LIMIT_REGISTER] = { 10, 60000 }, [LIMIT_SIGN_IN] = { 20, 10000 },
    [LIMIT_PASSWORD] = { 10, 30000 }, [LIMIT_MAKE] = { 60, 2000 },
    [LIMIT_MAKE_OWN] = { 30, 5000 },  [LIMIT_ACT] = { 400, 20 },
    [LIMIT_ACT_OWN] = { 100, 50 },    [LIMIT_READ] = { 400, 20 },
    [LIMIT_SEARCH] = { 30, 500 },     [LIMIT_SOCKET] = { 100, 100 },
    [LIMIT_MESSAGE] = { 40, 50 },
};

enum { SETS = 4096, WAYS = 4 };

typedef struct Entry {
    u64 key; // 0: unused
    Bucket bucket;
} Entry;

struct Limits {
    int scale;
    u8 seed[crypto_shorthash_KEYBYTES];
    Entry entry[SETS][WAYS];
};

Limits *limits_new(int scale)
{
    Limits *limits = calloc(1, sizeof *limits);
    if (!limits) return NULL;
    limits->scale = scale;
    randombytes_buf(limits->seed, sizeof limits->seed);
    return limits;
}

void limits_free(Limits *limits)
{
    free(limits);
}

static bool take(const Limits *limits, Limit limit, Bucket *bucket, i64 now_ms, i64 *wait_ms)
{
    // In thousandths of a millisecond, so that a scale does not round a short time away.
    i64 each = (i64)RATE[limit].each_ms * 1000 / limits->scale;
    i64 most = (i64)RATE[limit].burst * RATE[limit].each_ms * 1000, now = now_ms * 1000;
    i64 full = bucket->full_us > now ? bucket->full_us : now;
    if (full + each - now > most) {
        if (wait_ms) *wait_ms = (full + each - now - most) / 1000 + 1;
        return false;
    }
    bucket->full_us = full + each;
    return true;
}

bool limits_take_own(const Limits *limits, Limit limit, Bucket *bucket, i64 now_ms)
{
    return !limits->scale || take(limits, limit, bucket, now_ms, NULL);
}

bool limits_take(Limits *limits, Limit limit, Text who, i64 now_ms, i64 *wait_ms)
{
    if (!limits->scale) return true;
    u8 bytes[128] = { (u8)limit }, hash[crypto_shorthash_BYTES];
    size_t length = who.length < sizeof bytes - 1 ? who.length : sizeof bytes - 1;
    if (length) memcpy(bytes + 1, who.at, length);
    crypto_shorthash(hash, bytes, 1 + length, limits->seed);
    u64 key;
    memcpy(&key, hash, sizeof key);
    key |= 1;
    Entry *set = limits->entry[(key >> 32) % SETS], *found = &set[0];
    for (int way = 0; way < WAYS; way++) {
        if (set[way].key == key) {
            found = &set[way];
            break;
        }
        if (set[way].bucket.full_us < found->bucket.full_us) found = &set[way];
    }
    if (found->key != key) *found = (Entry){ .key = key };
    return take(limits, limit, &found->bucket, now_ms, wait_ms);
}

bool limits_take_address(Limits *limits, Limit limit, Text address, i64 now_ms, i64 *wait_ms)
{
    char text[INET6_ADDRSTRLEN] = "";
    struct in6_addr bytes;
    if (address.length < sizeof text && address.length) memcpy(text, address.at, address.length);
    if (inet_pton(AF_INET6, text, &bytes) != 1)
        return limits_take(limits, limit, address, now_ms, wait_ms);
    // An IPv4 address in IPv6 clothes is that of one machine.
    size_t length = IN6_IS_ADDR_V4MAPPED(&bytes) ? 16 : 8;
    return limits_take(limits, limit, (Text){ (const char *)&bytes, length }, now_ms, wait_ms);
}
