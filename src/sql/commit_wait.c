// SPDX-License-Identifier: MIT
#include "sql/commit_wait.h"

static void decided(void *context, StoreStatus status)
{
    CommitWait *wait = context;
    pthread_mutex_lock(&wait->background->lock);
    wait->deciding = false;
    wait->status = status;
    pthread_cond_broadcast(&wait->background->changed);
    pthread_mutex_unlock(&wait->background->lock);
}

bool commit_and_wait(CommitWait *wait, const StoreWrite *writes, int count)
{
    BackgroundThread *background = wait->background;
    pthread_mutex_lock(&background->lock);
    bool good = !background->stopping;
    wait->deciding = good;
    pthread_mutex_unlock(&background->lock);
    if (!good || !store_write(wait->store, writes, count, decided, wait)) return false;
    pthread_mutex_lock(&background->lock);
    while (wait->deciding && !background->stopping)
        pthread_cond_wait(&background->changed, &background->lock);
    good = !wait->deciding && wait->status == STORED;
    pthread_mutex_unlock(&background->lock);
    return good;
}
