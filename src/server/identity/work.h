// SPDX-License-Identifier: MIT
// Proof of work, required of strangers while many passwords wait to be checked: a challenge, and a
// number such that SHA-256 of "CHALLENGE:NUMBER" begins with WORK_BITS zero bits.
//
// A challenge is valid once, for one address, for two minutes. The server stores only the answered
// ones.
#ifndef MEYDAN_SERVER_IDENTITY_WORK_H
#define MEYDAN_SERVER_IDENTITY_WORK_H

#include "base/text.h"

enum { WORK_BITS = 16, WORK_CHALLENGE = 44 };

typedef struct Work Work;

Work *work_new(void); // NULL if out of memory
void work_free(Work *work);

// work_key returns the key that signs this node's challenges, to be sent to the site's other nodes.
// work_trust adds the key of another node, so that its challenges are accepted here.
enum { WORK_KEY = 32 };
Text work_key(const Work *work);
void work_trust(Work *work, Text key);

void work_ask(Work *work, Text network, i64 now_ms, char challenge[WORK_CHALLENGE]);
// Whether `proof` answers a challenge for that network. A second time it doesn't.
bool work_done(Work *work, Text proof, Text network, i64 now_ms);

#endif
