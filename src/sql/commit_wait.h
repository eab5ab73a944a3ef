// SPDX-License-Identifier: MIT
// A background thread writes and waits until the store has committed.
#ifndef MEYDAN_SQL_COMMIT_WAIT_H
#define MEYDAN_SQL_COMMIT_WAIT_H

#include "platform/background.h"
#include "sql/store.h"

// Must live until the store is closed, because a commit may outlast the thread.
typedef struct CommitWait {
    Store *store;
    BackgroundThread *background;
    // Guarded by the lock of the background thread.
    bool deciding;
    StoreStatus status;
} CommitWait;

// On the background thread. False if the call isn't stored, or if the thread is to stop.
bool commit_and_wait(CommitWait *wait, const StoreWrite *writes, int count);

#endif
