// SPDX-License-Identifier: MIT
// One server per store: a lock next to the file, which ends with the process, however it ends.
#ifndef MEYDAN_SERVER_LOCK_H
#define MEYDAN_SERVER_LOCK_H

#include "base/text.h"

// What lock_release wants; -1, and why, if another server has it.
// `shared`: with others that say so.
int lock_take(const char *store, bool shared, Fault *why);
void lock_release(int lock);

#endif
