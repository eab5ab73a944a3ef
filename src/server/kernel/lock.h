// SPDX-License-Identifier: MIT
// One server per store: a lock on the file, which ends with the process, however it ends.
#ifndef MEYDAN_SERVER_KERNEL_LOCK_H
#define MEYDAN_SERVER_KERNEL_LOCK_H

#include "base/text.h"

// The lock for lock_release; -1, with the reason, if another server has it. `shared`: together with
// others that also share it.
int lock_take(const char *store, bool shared, Fault *why);
void lock_release(int lock);

#endif
