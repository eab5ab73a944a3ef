// SPDX-License-Identifier: MIT
// Reader threads. Each has its own connection, so none waits for another. One of them takes short
// reads only, so that looking up a session never waits for a search.
#include "sql/store_internal.h"

#include <stdlib.h>

enum { READS_MAX = 2000 }; // waiting reads of each length

typedef struct Read {
    QueueLink link;
    StoreJob *job;
    StoreReadDone *done;
    void *context;
    bool was_read;
} Read;

static Read *take_next(Readers *readers, bool only_short)
{
    Read *read = (Read *)queue_take(&readers->waiting[READ_SHORT]);
    if (!read && !only_short) read = (Read *)queue_take(&readers->waiting[READ_LONG]);
    return read;
}

static void *read_all(void *argument)
{
    Reader *reader = argument;
    Store *store = reader->store;
    Readers *readers = &store->readers;
    pthread_mutex_lock(&readers->lock);
    while (!readers->closing) {
        Read *read = take_next(readers, reader->only_short);
        if (!read) {
            pthread_cond_wait(&readers->filled[reader->only_short], &readers->lock);
            continue;
        }
        pthread_mutex_unlock(&readers->lock);
        read->job(read->context, reader->view);
        pthread_mutex_lock(&readers->lock);
        read->was_read = true;
        readers->made++;
        queue_add(&readers->read, &read->link);
        bool first = readers->read.count == 1;
        pthread_mutex_unlock(&readers->lock);
        // Later results are collected with the wake-up for the first.
        if (first && store->setup.wake) store->setup.wake(store->setup.context);
        pthread_mutex_lock(&readers->lock);
    }
    pthread_mutex_unlock(&readers->lock);
    return NULL;
}

bool store_read(Store *store, ReadLength length, StoreJob *job, StoreReadDone *done, void *context)
{
    Readers *readers = &store->readers;
    Read *read = malloc(sizeof *read);
    if (!read) return false;
    *read = (Read){ .job = job, .done = done, .context = context };
    if (!store->setup.readers && !readers->closing) {
        job(context, store);
        read->was_read = true;
    }
    pthread_mutex_lock(&readers->lock);
    bool taken = !readers->closing && readers->waiting[length].count < READS_MAX;
    bool first = false;
    if (taken) {
        queue_add(read->was_read ? &readers->read : &readers->waiting[length], &read->link);
        first = read->was_read && readers->read.count == 1;
        pthread_cond_signal(&readers->filled[false]);
        if (length == READ_SHORT) pthread_cond_signal(&readers->filled[true]);
    }
    pthread_mutex_unlock(&readers->lock);
    if (first && store->setup.wake) store->setup.wake(store->setup.context);
    if (!taken) free(read);
    return taken;
}

static void report(Queue *queue)
{
    for (Read *read; (read = (Read *)queue_take(queue));) {
        read->done(read->context, read->was_read);
        free(read);
    }
}

void readers_collect(Store *store)
{
    Readers *readers = &store->readers;
    pthread_mutex_lock(&readers->lock);
    Queue read = readers->read;
    readers->read = (Queue){ 0 };
    pthread_mutex_unlock(&readers->lock);
    report(&read);
}

bool readers_start(Store *store, Fault *why)
{
    Readers *readers = &store->readers;
    int count = store->setup.readers < READERS_MAX ? store->setup.readers : READERS_MAX;
    for (int i = 0; i < count; i++) {
        Reader *reader = &readers->reader[i];
        *reader = (Reader){ .store = store, .only_short = !i && count > 1 };
        reader->view = calloc(1, sizeof *reader->view);
        if (!reader->view) {
            fault(why, MALFORMED, "out of memory");
            return false;
        }
        reader->view->database = store->database;
        reader->view->of = store;
        reader->view->setup.read_only = true;
        reader->view->reading = store->database->open(store->setup.where, OPEN_READING, why);
        if (!reader->view->reading) return false;
        reader->started = !pthread_create(&reader->thread, NULL, read_all, reader);
        if (!reader->started) {
            fault(why, MALFORMED, "cannot start a thread");
            return false;
        }
    }
    return true;
}

void readers_stop(Store *store)
{
    Readers *readers = &store->readers;
    pthread_mutex_lock(&readers->lock);
    readers->closing = true;
    pthread_cond_broadcast(&readers->filled[false]);
    pthread_cond_broadcast(&readers->filled[true]);
    pthread_mutex_unlock(&readers->lock);
    for (int i = 0; i < READERS_MAX; i++) {
        Reader *reader = &readers->reader[i];
        if (reader->started) store->database->give_up(reader->view->reading);
        if (reader->started) pthread_join(reader->thread, NULL);
        if (reader->view && reader->view->reading) store->database->close(reader->view->reading);
        free(reader->view);
        *reader = (Reader){ 0 };
    }
    report(&readers->read);
    report(&readers->waiting[READ_SHORT]);
    report(&readers->waiting[READ_LONG]);
}
