// SPDX-License-Identifier: MIT
// A FIFO queue. Elements begin with a QueueLink, so that a link can be cast to the element:
//
//     typedef struct Job { QueueLink link; ... } Job;
//     queue_add(&jobs, &job->link);
//     while ((job = (Job *)queue_take(&jobs))) ...
//
// An empty queue is all zeros. It owns nothing and can be copied; then only one of the copies may
// be used.
#ifndef MEYDAN_PLATFORM_QUEUE_H
#define MEYDAN_PLATFORM_QUEUE_H

#include "base/types.h"

#include <stddef.h>

typedef struct QueueLink {
    struct QueueLink *next;
} QueueLink;

typedef struct Queue {
    QueueLink *first, *last;
    int count;
} Queue;

static inline void queue_add(Queue *queue, QueueLink *link)
{
    link->next = NULL;
    if (queue->first)
        queue->last->next = link;
    else
        queue->first = link;
    queue->last = link;
    queue->count++;
}

static inline void queue_add_first(Queue *queue, QueueLink *link)
{
    link->next = queue->first;
    if (!queue->first) queue->last = link;
    queue->first = link;
    queue->count++;
}

// Returns NULL if the queue is empty.
static inline QueueLink *queue_take(Queue *queue)
{
    QueueLink *link = queue->first;
    if (!link) return NULL;
    queue->first = link->next;
    queue->count--;
    return link;
}

#endif
