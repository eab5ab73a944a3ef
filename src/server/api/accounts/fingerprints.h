// SPDX-License-Identifier: MIT
// Where accounts are used: addresses and devices, as hashes, each once per day.
//
// Two accounts that share one are flagged when they meet in a rated game (live/counting.h). A
// device is a cookie that stays in a browser after its user signs out.
#ifndef MEYDAN_SERVER_API_ACCOUNTS_FINGERPRINTS_H
#define MEYDAN_SERVER_API_ACCOUNTS_FINGERPRINTS_H

#include "platform/net/http.h"
#include "server/api/accounts/people.h"
#include "server/kernel/secret.h"

typedef struct Fingerprints Fingerprints;

Fingerprints *fingerprints_new(Store *store); // NULL if out of memory
void fingerprints_free(Fingerprints *fingerprints);

// Notes the origin of an account's request; other people leave no trace.
void fingerprints_note(Fingerprints *fingerprints, const Who *who, const Request *request,
                       i64 now_ms);
// The value of Set-Cookie for an account's browser without such a cookie; false if it needs none.
bool fingerprints_cookie(const Who *who, const Request *request, char cookie[COOKIE_SIZE]);

// The key of its device cookie in the store; 0 without a cookie.
i64 fingerprints_device(const Request *request);

#endif
