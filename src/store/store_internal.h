// SPDX-License-Identifier: MIT
// Inside the store: what its files share.
//
//     store.c    opening and closing; the queue of writes, the writer, the checker
//     readers.c  the threads that read, and their queue
//     reads.c    each read, on whichever connection the caller has
//     known.c    people, sessions and tokens that are known without reading
#ifndef MEYDAN_STORE_STORE_INTERNAL_H
#define MEYDAN_STORE_STORE_INTERNAL_H

#include "containers/queue.h"
#include "store/backend.h"
#include "store/database.h"
#include "store/known.h"

#include <pthread.h>

// What one call of store_write asked for, with its texts behind it.
typedef struct Job {
    QueueLink link;
    StoreDone *done;
    void *context;
    struct Job *next_visible;
    bool visible; // it has a write that store_queued sees
    StoreStatus status;
    int count;
    StoreWrite write[];
} Job;

enum { READERS_MAX = 8 };

// A thread that reads, with a store of its own to read from.
typedef struct Reader {
    Store *store; // whose it is
    Store *view;
    bool only_short;
    pthread_t thread;
    bool started;
} Reader;

typedef struct Readers {
    Reader reader[READERS_MAX];
    pthread_mutex_t lock;     // of all below
    pthread_cond_t filled[2]; // for those who take any, and for the one of the short ones
    Queue waiting[2], read;   // by ReadLength; a read goes from one of these to `read`
    u64 made;
    bool closing;
} Readers;

struct Store {
    StoreSetup setup;
    const Database *database;
    const Backend *backend;
    void *writing, *reading; // connections
    Store *of;               // of what a reader has: the store; else NULL
    Readers readers;
    Known *known; // of the owner; NULL: every look is a read
    bool counts_reads;
    u64 reads_on_loop;
    pthread_t writer;
    pthread_mutex_t lock; // of all below
    pthread_cond_t filled;
    Queue waiting, under_way, decided; // a job goes from one to the next
    struct {
        Job *first, *last;
    } visible;        // of `waiting` and `under_way`, in their order
    StoreCall *calls; // of `under_way`, as the database gets them
    u64 groups;       // that have left `under_way`
    StoreHealth health;
    void *checking; // a connection; NULL: nothing is checked
    pthread_t checker;
    pthread_cond_t closed; // wakes the checker at the end
    StoreTraffic traffic;  // without what is waiting
    i64 commit_since_ms;   // by the monotonic clock; 0: none is under way
    bool check_wanted;     // before it is time
    bool foreign;          // somebody else has written
    bool closing;
};

// --- readers.c -----------------------------------------------------------------------------------

bool readers_start(Store *store, Fault *why);
// What is being read is read to its end, what waits is not; their `done` is called in both cases.
void readers_stop(Store *store);
void readers_collect(Store *store);

#endif
