// SPDX-License-Identifier: MIT
// Where accounts are seen: addresses and devices, as hashes, once per day each.
//
// Two accounts that share one are flagged when they meet in a rated game (rooms/counting.h). A
// device is a cookie that a browser keeps when its user signs out.
#ifndef MEYDAN_SERVER_PEOPLE_FINGERPRINTS_H
#define MEYDAN_SERVER_PEOPLE_FINGERPRINTS_H

#include "server/api/secret.h"
#include "server/net/http.h"
#include "server/people/people.h"

typedef struct Fingerprints Fingerprints;

Fingerprints *fingerprints_new(Store *store); // NULL without memory
void fingerprints_free(Fingerprints *fingerprints);

// Notes where an account's request comes from; others leave no trace.
void fingerprints_note(Fingerprints *fingerprints, const Who *who, const Request *request,
                       i64 now_ms);
// The value of Set-Cookie for a browser that an account uses and that has no such cookie yet; false
// if it needs none.
bool fingerprints_cookie(const Who *who, const Request *request, char cookie[COOKIE_SIZE]);

// What its device cookie counts as in the store; 0: it has none.
i64 fingerprints_device(const Request *request);

#endif
