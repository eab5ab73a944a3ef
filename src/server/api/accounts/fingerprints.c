// SPDX-License-Identifier: MIT
#include "server/api/accounts/fingerprints.h"

#include "server/identity/identity_ops.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char COOKIE[] = "meydan_device";
enum { NOTED = 1 << 13 }; // traces that are known to be in the store
static const i64 AGAIN_MS = 86400000;

typedef struct NotedTrace {
    i64 person, key;
    i64 at_ms;
} NotedTrace;

struct Fingerprints {
    Store *store;
    NotedTrace noted[NOTED]; // by a hash of both, replaced by newer ones
};

Fingerprints *fingerprints_new(Store *store)
{
    Fingerprints *fingerprints = calloc(1, sizeof *fingerprints);
    if (fingerprints) fingerprints->store = store;
    return fingerprints;
}

void fingerprints_free(Fingerprints *fingerprints)
{
    free(fingerprints);
}

static i64 hash_of(Text text)
{
    i64 hash[2];
    crypto_generichash((u8 *)hash, sizeof hash, (const u8 *)text.at, text.length, NULL, 0);
    return hash[0];
}

static void note(Fingerprints *fingerprints, i64 person, TraceKind kind, i64 key, i64 now_ms)
{
    u64 mixed = ((u64)person ^ (u64)key) * 0x9e3779b97f4a7c15u;
    NotedTrace *noted = &fingerprints->noted[(mixed >> 40) % NOTED];
    if (noted->person == person && noted->key == key && now_ms - noted->at_ms < AGAIN_MS) return;
    const Trace trace = { person, kind, key, now_ms };
    const TraceLimit old = { person, now_ms - TRACE_KEEP_MS };
    const StoreWrite writes[] = { store_op(&IDENTITY_OPS[IDENTITY_ADD_TRACE], &trace),
                                  store_op(&IDENTITY_OPS[IDENTITY_EXPIRE_TRACES], &old) };
    if (store_write(fingerprints->store, writes, 2, NULL, NULL))
        *noted = (NotedTrace){ person, key, now_ms };
}

i64 fingerprints_device(const Request *request)
{
    Text device = http_cookie(request->cookie, COOKIE);
    return device.length ? hash_of(device) : 0;
}

// When a session or a token was last used, to the hour.
static void note_use(Fingerprints *fingerprints, const Who *who, i64 now_ms)
{
    static const i64 HOUR_MS = 3600000;
    i64 key;
    memcpy(&key, &who->hash, sizeof key);
    NotedTrace *noted = &fingerprints->noted[((u64)key >> 40) % NOTED];
    if (noted->person == who->person.id && noted->key == key && now_ms - noted->at_ms < HOUR_MS)
        return;
    const SecretUse use = { who->hash, now_ms };
    const StoreWrite write =
        store_op(&PERSON_OPS[who->token ? PERSONS_USE_TOKEN : PERSONS_USE_SESSION], &use);
    if (store_write(fingerprints->store, &write, 1, NULL, NULL))
        *noted = (NotedTrace){ who->person.id, key, now_ms };
}

void fingerprints_note(Fingerprints *fingerprints, const Who *who, const Request *request,
                       i64 now_ms)
{
    if (who->session || who->token) note_use(fingerprints, who, now_ms);
    if (!people_account(who)) return;
    struct in6_addr bytes;
    Text network = limits_network(request->address, &bytes);
    note(fingerprints, who->person.id, TRACE_ADDRESS, hash_of(network), now_ms);
    Text device = http_cookie(request->cookie, COOKIE);
    if (who->session && device.length)
        note(fingerprints, who->person.id, TRACE_DEVICE, hash_of(device), now_ms);
}

bool fingerprints_cookie(const Who *who, const Request *request, char cookie[COOKIE_SIZE])
{
    char text[SECRET_SIZE];
    SecretHash hash;
    if (!people_account(who) || !who->session || http_cookie(request->cookie, COOKIE).length)
        return false;
    secret_make(text, &hash);
    snprintf(cookie, COOKIE_SIZE, "%s=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict%s",
             COOKIE, text, request->secure ? "; Secure" : "");
    return true;
}
