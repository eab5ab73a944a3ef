// SPDX-License-Identifier: MIT
// Games that are over are reviewed once, and the review is kept for everybody.
//
// The queue is in the store (WRITE_REVIEW): one job for each game, people before machines, then in
// the order in which they were asked for. A thread takes one after the other and holds each by a
// lease that it renews, so that several processes can work on one queue. A game that was begun
// twice and never came to its end, because it cannot be read or because the process died of it, is
// given up. A clean end does not count.
#ifndef MEYDAN_SERVER_REVIEWS_REVIEWS_H
#define MEYDAN_SERVER_REVIEWS_REVIEWS_H

#include "server/room/room.h"
#include "store/store.h"

enum {
    REVIEW_TRIES = 2,
    REVIEW_WAITING_MAX = 1000, // in the queue; no more are taken
    REVIEW_PLIES_MAX = 1000,   // of a game
};

typedef enum ReviewPriority {
    REVIEW_ASKED,    // by a person
    REVIEW_PEOPLE,   // that nobody asked for: of people,
    REVIEW_PERSON,   // of a person and machines,
    REVIEW_MACHINES, // of machines; also what a bot asks for
} ReviewPriority;

typedef struct ReviewsSetup {
    Store *store;      // to write to
    const char *where; // its file: the thread reads on its own
    i64 holder;        // whose leases they are: drawn, not 0
    u64 nodes;         // of each search
    bool all;          // every game is reviewed; else only those asked for
} ReviewsSetup;

typedef struct Reviews Reviews;

// NULL, and why, without memory, thread or store.
Reviews *reviews_new(const ReviewsSetup *setup, Fault *why);
// The thread ends; what it was at goes back into the queue. Before store_close.
void reviews_stop(Reviews *reviews);
void reviews_free(Reviews *reviews); // after store_close; NULL is fine

// Into the queue; `done` once it is there, NULL if nobody wants to know. False if the store is
// full.
bool reviews_ask(Reviews *reviews, i64 game, ReviewPriority priority, i64 now_ms, StoreDone *done,
                 void *context);
// It has been committed that one more waits.
void reviews_wake(Reviews *reviews);
// Others do them now, or do not any more: what is begun is finished, and nothing is taken.
void reviews_leave_to_others(Reviews *reviews, bool others);
// How many were done and given up here.
typedef struct ReviewCounts {
    u64 done, given_up;
} ReviewCounts;
ReviewCounts reviews_counts(Reviews *reviews);
// A game has ended: with `all` it goes into the queue.
void reviews_ended(Reviews *reviews, const Room *room, i64 now_ms);

#endif
