// SPDX-License-Identifier: MIT
// Rate limits: token buckets.
//
// A bucket holds up to `burst` tokens and gets one back every `each_ms`. An action takes one, and
// is refused if there is none. Buckets exist per action and actor (an address or a person), found
// by a hash with a secret seed, in a table of fixed size: if that is full, the fullest bucket is
// replaced, which is the one unused for longest.
#ifndef MEYDAN_SERVER_KERNEL_LIMITS_H
#define MEYDAN_SERVER_KERNEL_LIMITS_H

#include "base/text.h"
#include "platform/topic.h"

#include <netinet/in.h>

typedef enum Limit {
    LIMIT_REGISTER,        // by address
    LIMIT_SIGN_IN,         // by address
    LIMIT_PASSWORD,        // by address and name or person: one address guesses one password
    LIMIT_PASSWORD_ALL,    // by name or person: all guesses of one password
    LIMIT_PASSWORD_DEVICE, // by device and person: guesses by a device of the person
    LIMIT_CODE,            // by person and whether the device is known: codes of a second factor
    LIMIT_MAKE,            // games, by address
    LIMIT_MAKE_OWN,        // games, by person
    LIMIT_CHALLENGE,       // people and bots challenged, by person
    LIMIT_CHALLENGE_PAIR,  // one person challenged by another
    LIMIT_SAY,             // phrases and texts, by person
    LIMIT_ACT,             // any change by HTTP, by address
    LIMIT_ACT_OWN,         // by person
    LIMIT_READ,            // by address
    LIMIT_HEALTH,          // /health, by address
    LIMIT_METRICS,         // /metrics, by address
    LIMIT_SEARCH,          // the archive, by address
    LIMIT_LOAD,            // a hundred plies out of the store, by address
    LIMIT_PUZZLE,          // tries of puzzles, by person
    LIMIT_PUZZLE_RATED,    // those that change ratings, by person
    LIMIT_WORK,            // a thousand steps of the database, by address
    LIMIT_SOCKET,          // opening one, by address
    LIMIT_MESSAGE,         // of one socket
    LIMIT_MESSAGES,        // of all sockets, by address
    LIMIT_MESSAGES_OWN,    // by person
    LIMITS,
} Limit;

typedef struct Bucket {
    i64 full_us; // when it will have all its tokens
} Bucket;

typedef struct RateLimits RateLimits;

// `scale` makes every bucket that many times as large and as fast; 0 means no limits.
RateLimits *limits_new(int scale); // NULL if out of memory
void limits_free(RateLimits *limits);

// Takes a token; false, with the time to wait, if there is none.
bool limits_take(RateLimits *limits, Limit limit, Text who, i64 now_ms, i64 *wait_ms);
// With several nodes: announces tokens taken here, an eighth of a bucket at a time; and receives
// those taken at another node.
extern const Topic *const LIMIT_TOPICS[];
void limits_share(RateLimits *limits, Teller to);
// The same for an address: an IPv6 one counts by its first 64 bits.
bool limits_take_address(RateLimits *limits, Limit limit, Text address, i64 now_ms, i64 *wait_ms);
// Whether two addresses count as one. The text that stands for an address: the address itself, or
// for IPv6 its network in `bytes`.
Text limits_network(Text address, struct in6_addr *bytes);
bool limits_same_network(Text one, Text other);
// The state of an address's bucket: its tokens, its capacity, and the seconds until it is full.
// False if there are no limits.
typedef struct LimitLeft {
    int tokens, burst, full_s;
} LimitLeft;
bool limits_left(RateLimits *limits, Limit limit, Text address, i64 now_ms, LimitLeft *left);
// Charges for a loaded game, beside the token taken before: its plies, even beyond the available
// tokens. Then the next request waits.
void limits_charge_load(RateLimits *limits, Text address, i64 now_ms, u32 plies);
// The same for the database's work, but never more than one whole bucket.
void limits_charge_work(RateLimits *limits, Text address, i64 now_ms, u64 steps);
// Charges for a message that cannot be read as much as for MALFORMED_COST changes by HTTP, but
// never more than two whole buckets.
enum { MALFORMED_COST = 5 };
void limits_charge_malformed(RateLimits *limits, Text address, i64 now_ms);
// Whether one more than `count` is allowed under the limit `most`.
bool limits_capacity(const RateLimits *limits, int count, int most);
// As limits_take, for a bucket of the caller.
bool limits_take_own(const RateLimits *limits, Limit limit, Bucket *bucket, i64 now_ms);

#endif
