// SPDX-License-Identifier: MIT
// Declarations shared by the store's files.
//
//     store.c    opening and closing; the queue of writes, the writer, the checker
//     readers.c  the threads that read, and their queue
#ifndef MEYDAN_SQL_STORE_INTERNAL_H
#define MEYDAN_SQL_STORE_INTERNAL_H

#include "platform/queue.h"
#include "sql/database.h"

#include <pthread.h>

// One call of store_write, with its arguments and their texts after it.
typedef struct Job {
    QueueLink link;
    StoreDone *done;
    void *context;
    struct Job *next_visible;
    bool visible; // store_queued sees one of its writes
    StoreStatus status;
    int count;
    StoreWrite write[];
} Job;

enum { READERS_MAX = 8 };

// A reader thread, with its own store to read from.
typedef struct Reader {
    Store *store;
    Store *view;
    bool only_short;
    pthread_t thread;
    bool started;
} Reader;

typedef struct Readers {
    Reader reader[READERS_MAX];
    pthread_mutex_t lock;     // of all below
    pthread_cond_t filled[2]; // for the threads of all reads, and for the one of short reads
    Queue waiting[2], read;   // by ReadLength. A finished read moves to `read`
    u64 made;
    bool closing;
} Readers;

struct Store {
    StoreSetup setup;
    const Database *database;
    void *writing, *reading; // connections
    Store *of;               // a reader's: the store itself. Else NULL
    Readers readers;
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
    u64 groups;       // groups that have left `under_way`
    StoreHealth health;
    void *checking; // a connection, or NULL
    pthread_t checker;
    pthread_cond_t closed; // wakes the checker at the end
    StoreTraffic traffic;  // store_traffic adds `waiting`
    i64 commit_since_ms;   // by the monotonic clock, or 0
    bool check_wanted;     // a check was requested before the next one is due
    bool foreign;          // another process has written
    bool closing;
};

// --- readers.c -----------------------------------------------------------------------------------

bool readers_start(Store *store, Fault *why);
// Finishes reads that have begun, drops those that wait, and calls `done` for both.
void readers_stop(Store *store);
void readers_collect(Store *store);

#endif
