// SPDX-License-Identifier: MIT
// Proof of work, asked of strangers while many passwords wait to be checked: a challenge, and a
// number behind it such that SHA-256 of "CHALLENGE:NUMBER" begins with WORK_BITS zero bits.
//
// A challenge is good for one address, for two minutes, for once. The server keeps none of them,
// only the ones that have been answered.
#ifndef MEYDAN_SERVER_PEOPLE_WORK_H
#define MEYDAN_SERVER_PEOPLE_WORK_H

#include "base/text.h"

enum { WORK_BITS = 16, WORK_CHALLENGE = 44 };

typedef struct Work Work;

Work *work_new(void); // NULL without memory
void work_free(Work *work);

// The key that signs its challenges, for the other nodes of a site; and those of others, whose
// challenges are as good as its own.
enum { WORK_KEY = 32 };
Text work_key(const Work *work);
void work_trust(Work *work, Text key);

void work_ask(Work *work, Text network, i64 now_ms, char challenge[WORK_CHALLENGE]);
// Whether `proof` is the answer to a challenge for that network; a second time it is not.
bool work_done(Work *work, Text proof, Text network, i64 now_ms);

#endif
