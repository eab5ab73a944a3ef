// SPDX-License-Identifier: MIT
#include "server/kernel/limits.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// A bucket is one number of the "generic cell rate algorithm": when it will be full again. Every
// token taken moves that by `each_ms`, at most burst * each_ms ahead.
static const struct {
    int burst, each_ms;
} RATE[LIMITS] = {
    [LIMIT_REGISTER] = { 10, 60000 },
    [LIMIT_SIGN_IN] = { 20, 10000 },
    [LIMIT_PASSWORD] = { 10, 30000 },
    [LIMIT_PASSWORD_ALL] = { 100, 3000 },
    [LIMIT_PASSWORD_DEVICE] = { 10, 30000 },
    [LIMIT_CODE] = { 10, 600000 },
    [LIMIT_MAKE] = { 60, 2000 },
    [LIMIT_MAKE_OWN] = { 30, 5000 },
    [LIMIT_CHALLENGE] = { 20, 30000 },
    [LIMIT_CHALLENGE_PAIR] = { 4, 180000 },
    [LIMIT_SAY] = { 5, 5000 },
    [LIMIT_ACT] = { 400, 20 },
    [LIMIT_ACT_OWN] = { 100, 50 },
    [LIMIT_READ] = { 400, 20 },
    [LIMIT_LOAD] = { 400, 20 },
    [LIMIT_SEARCH] = { 30, 500 },
    [LIMIT_SOCKET] = { 100, 100 },
    [LIMIT_MESSAGE] = { 40, 50 },
    [LIMIT_MESSAGES] = { 1000, 5 },
    [LIMIT_MESSAGES_OWN] = { 200, 10 },
    [LIMIT_HEALTH] = { 100, 50 },
    [LIMIT_METRICS] = { 60, 500 },
    [LIMIT_PUZZLE] = { 200, 5000 },
    [LIMIT_PUZZLE_RATED] = { 40, 20000 },
    [LIMIT_WORK] = { 2000, 20 },
};

enum { SPENT_MAX = 100000 }; // tokens in a message of another node
enum { SETS = 4096, WAYS = 4 };

typedef struct LimitEntry {
    u64 key; // 0: unused
    Bucket bucket;
    u32 untold; // tokens not announced to other nodes
} LimitEntry;

struct RateLimits {
    int scale;
    u8 seed[crypto_shorthash_KEYBYTES];
    Teller to; // announces to other nodes
    LimitEntry entry[SETS][WAYS];
};

RateLimits *limits_new(int scale)
{
    RateLimits *limits = calloc(1, sizeof *limits);
    if (!limits) return NULL;
    limits->scale = scale;
    randombytes_buf(limits->seed, sizeof limits->seed);
    return limits;
}

void limits_free(RateLimits *limits)
{
    free(limits);
}

static bool take(const RateLimits *limits, Limit limit, Bucket *bucket, i64 now_ms, i64 *wait_ms)
{
    // In thousandths of a millisecond, so that a scale doesn't round a short time to zero.
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

bool limits_take_own(const RateLimits *limits, Limit limit, Bucket *bucket, i64 now_ms)
{
    return !limits->scale || take(limits, limit, bucket, now_ms, NULL);
}

bool limits_capacity(const RateLimits *limits, int count, int most)
{
    return !limits->scale || count < most * limits->scale;
}

// The bucket of `who`; a new one replaces the fullest.
static Bucket *find(RateLimits *limits, Limit limit, Text who)
{
    u8 bytes[128] = { (u8)limit }, hash[crypto_shorthash_BYTES];
    size_t length = who.length < sizeof bytes - 1 ? who.length : sizeof bytes - 1;
    if (length) memcpy(bytes + 1, who.at, length);
    crypto_shorthash(hash, bytes, 1 + length, limits->seed);
    u64 key;
    memcpy(&key, hash, sizeof key);
    key |= 1;
    LimitEntry *set = limits->entry[(key >> 32) % SETS], *found = &set[0];
    for (int way = 0; way < WAYS; way++) {
        if (set[way].key == key) {
            found = &set[way];
            break;
        }
        if (set[way].bucket.full_us < found->bucket.full_us) found = &set[way];
    }
    if (found->key != key) *found = (LimitEntry){ .key = key };
    return &found->bucket;
}

void limits_share(RateLimits *limits, Teller to)
{
    limits->to = to;
}

// Tokens taken at another node.
typedef struct Spent {
    int limit, count;
    Text who;
} Spent;
static const Shape SPENT_SHAPE =
    SHAPE(Spent, FIELD(Spent, limit), FIELD(Spent, count), FIELD(Spent, who));

static void receive_spent(void *owner, Arrival arrival, const void *message)
{
    RateLimits *limits = owner;
    const Spent *spent = message;
    if (!limits->scale || (unsigned)spent->limit >= LIMITS || spent->count > SPENT_MAX) return;
    Bucket *bucket = find(limits, (Limit)spent->limit, spent->who);
    for (int i = 0; i < spent->count; i++)
        if (!take(limits, (Limit)spent->limit, bucket, arrival.now_ms, NULL)) return;
}

static const Topic SPENT = { .name = "limits.spent",
                             .shape = &SPENT_SHAPE,
                             .receive = receive_spent,
                             .older = { OLDER_SPENT, "gcb" } };
const Topic *const LIMIT_TOPICS[] = { &SPENT, NULL };

bool limits_take(RateLimits *limits, Limit limit, Text who, i64 now_ms, i64 *wait_ms)
{
    enum { TELL_SHARE = 8 }; // 1/8 of a bucket taken: announced to other nodes
    if (!limits->scale) return true;
    Bucket *bucket = find(limits, limit, who);
    if (!take(limits, limit, bucket, now_ms, wait_ms)) return false;
    LimitEntry *entry = (LimitEntry *)((char *)bucket - offsetof(LimitEntry, bucket));
    if (limits->to.tell &&
        ++entry->untold * TELL_SHARE >= (u32)RATE[limit].burst * (u32)limits->scale) {
        teller_tell(&limits->to, &SPENT, &(Spent){ (int)limit, (int)entry->untold, who });
        entry->untold = 0;
    }
    return true;
}

Text limits_network(Text address, struct in6_addr *bytes)
{
    char text[INET6_ADDRSTRLEN] = "";
    if (address.length < sizeof text && address.length) memcpy(text, address.at, address.length);
    if (inet_pton(AF_INET6, text, bytes) != 1) return address;
    // IPv4-mapped addresses count as a single host.
    return (Text){ (const char *)bytes, IN6_IS_ADDR_V4MAPPED(bytes) ? 16 : 8 };
}

bool limits_same_network(Text one, Text other)
{
    struct in6_addr first, second;
    return text_equal(limits_network(one, &first), limits_network(other, &second));
}

bool limits_take_address(RateLimits *limits, Limit limit, Text address, i64 now_ms, i64 *wait_ms)
{
    struct in6_addr bytes;
    return limits_take(limits, limit, limits_network(address, &bytes), now_ms, wait_ms);
}

bool limits_left(RateLimits *limits, Limit limit, Text address, i64 now_ms, LimitLeft *left)
{
    struct in6_addr bytes;
    if (!limits->scale) return false;
    const Bucket *bucket = find(limits, limit, limits_network(address, &bytes));
    i64 each = (i64)RATE[limit].each_ms * 1000 / limits->scale, now = now_ms * 1000;
    i64 most = (i64)RATE[limit].burst * RATE[limit].each_ms * 1000;
    i64 taken = bucket->full_us > now ? bucket->full_us - now : 0;
    *left = (LimitLeft){ .tokens = taken < most ? (int)((most - taken) / each) : 0,
                         .burst = RATE[limit].burst * limits->scale,
                         .full_s = (int)((taken + 999999) / 1000000) };
    return true;
}

// Charges that many tokens beyond those that are left, but at most `buckets` whole buckets.
static void charge(RateLimits *limits, Limit limit, Text address, i64 now_ms, i64 tokens,
                   i64 buckets)
{
    struct in6_addr bytes;
    if (!limits->scale) return;
    Bucket *bucket = find(limits, limit, limits_network(address, &bytes));
    i64 each = (i64)RATE[limit].each_ms * 1000 / limits->scale, now = now_ms * 1000;
    i64 most = now + buckets * (i64)RATE[limit].burst * RATE[limit].each_ms * 1000;
    if (bucket->full_us < now) bucket->full_us = now;
    bucket->full_us += each * tokens;
    if (bucket->full_us > most) bucket->full_us = most;
}

void limits_charge_load(RateLimits *limits, Text address, i64 now_ms, u32 plies)
{
    enum { PLIES_EACH = 100, BUCKETS_MAX = 1000 };
    charge(limits, LIMIT_LOAD, address, now_ms, plies / PLIES_EACH, BUCKETS_MAX);
}

void limits_charge_work(RateLimits *limits, Text address, i64 now_ms, u64 steps)
{
    enum { STEPS_EACH = 1000, TOKENS_MAX = 1 << 20 };
    u64 tokens = steps / STEPS_EACH;
    charge(limits, LIMIT_WORK, address, now_ms, tokens < TOKENS_MAX ? (i64)tokens : TOKENS_MAX, 2);
}

void limits_charge_malformed(RateLimits *limits, Text address, i64 now_ms)
{
    charge(limits, LIMIT_ACT, address, now_ms, MALFORMED_COST, 2);
}
