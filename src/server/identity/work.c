// SPDX-License-Identifier: MIT
#include "server/identity/work.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { OTHERS_MAX = 64 }; // keys of other nodes: the oldest is replaced
enum { GOOD_MS = 120000, USED_MAX = 4096, MAC = 16, NUMBER_MAX = 20 };

//     until   random   mac of both and of the network
//     8       8        16
typedef struct Challenge {
    i64 until_ms;
    u64 random;
    u8 mac[MAC];
} Challenge;
_Static_assert(sizeof(Challenge) == 32, "43 characters of base64");

struct Work {
    u8 key[WORK_KEY];
    u8 other[OTHERS_MAX][WORK_KEY];
    u32 others;
    struct {
        u64 random;
        i64 until_ms;
    } used[USED_MAX];
    u32 next; // the place of the next one
};

Work *work_new(void)
{
    Work *work = calloc(1, sizeof *work);
    if (work) randombytes_buf(work->key, sizeof work->key);
    return work;
}

void work_free(Work *work)
{
    free(work);
}

Text work_key(const Work *work)
{
    return (Text){ (const char *)work->key, sizeof work->key };
}

void work_trust(Work *work, Text key)
{
    if (key.length != WORK_KEY) return;
    for (u32 i = 0; i < OTHERS_MAX; i++)
        if (!sodium_memcmp(work->other[i], key.at, WORK_KEY)) return;
    memcpy(work->other[work->others++ % OTHERS_MAX], key.at, WORK_KEY);
}

static void sign(const u8 *key, const Challenge *challenge, Text network, u8 mac[MAC])
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, key, WORK_KEY, MAC);
    crypto_generichash_update(&state, (const u8 *)challenge, offsetof(Challenge, mac));
    crypto_generichash_update(&state, (const u8 *)network.at, network.length);
    crypto_generichash_final(&state, mac, MAC);
}

void work_ask(Work *work, Text network, i64 now_ms, char challenge[WORK_CHALLENGE])
{
    Challenge made = { .until_ms = now_ms + GOOD_MS };
    randombytes_buf(&made.random, sizeof made.random);
    sign(work->key, &made, network, made.mac);
    sodium_bin2base64(challenge, WORK_CHALLENGE, (const u8 *)&made, sizeof made,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static int zero_bits(const u8 *hash)
{
    int bits = 0;
    while (bits < 256 && !(hash[bits / 8] >> (7 - bits % 8) & 1))
        bits++;
    return bits;
}

static bool signed_here(const Work *work, const Challenge *challenge, Text network)
{
    u8 mac[MAC];
    u32 others = work->others < OTHERS_MAX ? work->others : OTHERS_MAX;
    sign(work->key, challenge, network, mac);
    bool ours = !sodium_memcmp(mac, challenge->mac, MAC);
    for (u32 i = 0; !ours && i < others; i++) {
        sign(work->other[i], challenge, network, mac);
        ours = !sodium_memcmp(mac, challenge->mac, MAC);
    }
    return ours;
}

bool work_done(Work *work, Text proof, Text network, i64 now_ms)
{
    Challenge challenge;
    Text rest = proof, first;
    u8 hash[crypto_hash_sha256_BYTES];
    size_t length;
    text_split(&rest, ':', &first);
    if (!rest.at || !rest.length || rest.length > NUMBER_MAX ||
        first.length != WORK_CHALLENGE - 1 ||
        sodium_base642bin((u8 *)&challenge, sizeof challenge, first.at, first.length, NULL, &length,
                          NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING) ||
        length != sizeof challenge)
        return false;
    if (challenge.until_ms < now_ms || !signed_here(work, &challenge, network)) return false;
    crypto_hash_sha256(hash, (const u8 *)proof.at, proof.length);
    if (zero_bits(hash) < WORK_BITS) return false;
    for (int i = 0; i < USED_MAX; i++)
        if (work->used[i].random == challenge.random && work->used[i].until_ms) return false;
    // If too many are answered at once, none is accepted before the oldest expires.
    if (work->used[work->next].until_ms > now_ms) return false;
    work->used[work->next].random = challenge.random;
    work->used[work->next].until_ms = challenge.until_ms;
    work->next = (work->next + 1) % USED_MAX;
    return true;
}
