// SPDX-License-Identifier: MIT
#include "server/jobs/hand.h"

#include "server/jobs/answer.h"
#include "server/rooms/rooms.h"

#include <stdlib.h>
#include <string.h>

enum {
    HASH_MB = 8,
    MOVE_MS = 1000,  // longest thought
    PER_THREAD = 4,  // jobs held
    TRIES_MAX = 3,   // then it is set aside
    PAUSE_MS = 1000, // before a job that failed is tried again
};

// A job that we hold.
typedef struct Held {
    Hand *hand;
    struct Held *next;
    StoredJob job;
    bool lost;      // the lease: whatever is thought is for nothing
    bool answering; // the answer is being written
    bool asked;     // a thread has it
    Room *room;
    Fault why;
    Thought thought;
    char answer[ANSWER_MAX];
} Held;

struct Hand {
    HandSetup setup;
    Computers *computers;
    Held *first;
    JobsTaken taken;
    bool looking, again; // a take is under way; look again behind it
    bool stopping;
    HandCounts counts;
};

// --- what is held --------------------------------------------------------------------------------

static void let_go(Held *held)
{
    Hand *hand = held->hand;
    for (Held **at = &hand->first; *at; at = &(*at)->next)
        if (*at == held) {
            *at = held->next;
            break;
        }
    hand->counts.held--;
    rooms_free_room(held->room);
    free(held);
}

static StoreWrite about(const Held *held, enum WriteKind kind)
{
    StoreWrite write = { .job = { .id = held->job.id, .attempt = held->job.attempt } };
    write.kind = kind;
    return write;
}

static void give_back(Held *held)
{
    const StoreWrite write = about(held, WRITE_JOB_RETURNED);
    store_write(held->hand->setup.store, &write, 1, NULL, NULL);
    held->hand->counts.returned++;
    let_go(held);
}

// An empty cause means that those who held it vanished.
static void fail(Held *held, const char *cause)
{
    StoreWrite write = about(held, WRITE_JOB_FAILED);
    write.job.text = text_of(cause);
    if (write.job.text.length > JOB_TEXT_MAX) write.job.text.length = JOB_TEXT_MAX;
    write.job.most = TRIES_MAX;
    write.job.lease_ms = PAUSE_MS;
    store_write(held->hand->setup.store, &write, 1, NULL, NULL);
    held->hand->counts.failed++;
    if (held->hand->setup.say)
        held->hand->setup.say(held->hand->setup.context,
                              *cause ? cause : "a job whose workers vanished is set aside");
    let_go(held);
}

// --- answering -----------------------------------------------------------------------------------

static void on_answered(void *context, StoreStatus status)
{
    Held *held = context;
    Hand *hand = held->hand;
    const HandSetup *setup = &hand->setup;
    hand->counts.answered += status == STORED;
    hand->counts.late += status == STORE_CONFLICT;
    if (status == STORED)
        setup->answered(setup->context, held->job.key, held->job.number, text_of(held->answer));
    let_go(held);
    hand_look(hand, hand->again);
}

static void answer(Held *held)
{
    StoreWrite write = about(held, WRITE_JOB_ANSWERED);
    write.job.text = text_of(held->answer);
    held->answering = true;
    if (!store_write(held->hand->setup.store, &write, 1, on_answered, held)) give_back(held);
}

static Held *find(Hand *hand, const Thought *thought)
{
    for (Held *held = hand->first; held; held = held->next)
        if (held->asked && held->job.key == thought->game && held->thought.ply == thought->ply &&
            held->thought.key == thought->key && held->thought.draw == thought->draw)
            return held;
    return NULL;
}

void hand_collect(Hand *hand)
{
    Thought thought;
    while (hand->computers && computers_answer(hand->computers, &thought)) {
        Held *held = find(hand, &thought);
        if (!held) continue;
        Out out = out_to(held->answer, sizeof held->answer);
        held->asked = false;
        answer_write(&thought, &held->room->match.position, &out);
        if (held->lost) {
            hand->counts.late++;
            let_go(held);
        } else {
            answer(held);
        }
    }
    hand_look(hand, hand->again);
}

// --- thinking ------------------------------------------------------------------------------------

static void read_room(void *context, Store *reading)
{
    Held *held = context;
    held->room = rooms_load_over(reading, held->job.key, &held->why);
}

static void on_room(void *context, bool was_read)
{
    Held *held = context;
    Hand *hand = held->hand;
    bool draw;
    if (hand->stopping || !was_read || (!held->room && held->why.code == FULL))
        return give_back(held);
    if (!held->room)
        return fail(held, held->why.message[0] ? held->why.message : "there is no such game");
    int seat = computers_due(held->room, &draw);
    if (held->room->number != held->job.number || seat == NOBODY) {
        Out out = out_to(held->answer, sizeof held->answer);
        answer_write_stale(&out);
        return answer(held);
    }
    const Match *match = &held->room->match;
    held->thought = (Thought){ .ply = match->count,
                               .key = room_variant(held->room)->game->key(&match->position),
                               .draw = draw };
    held->asked = computers_ask(hand->computers, held->room);
    if (!held->asked) give_back(held);
}

static void begin(Hand *hand, const StoredJob *job)
{
    Held *held = calloc(1, sizeof *held);
    hand->counts.taken++;
    if (!held) return; // its lease will end
    *held = (Held){ .hand = hand, .next = hand->first, .job = *job };
    hand->first = held;
    hand->counts.held++;
    if (job->tries > TRIES_MAX) return fail(held, "");
    if (!store_read(hand->setup.store, READ_SHORT, read_room, on_room, held)) give_back(held);
}

// --- taking --------------------------------------------------------------------------------------

static int space(const Hand *hand)
{
    int most = PER_THREAD * hand->setup.threads - hand->counts.held;
    return most < JOBS_AT_ONCE ? most : JOBS_AT_ONCE;
}

static void on_taken(void *context, StoreStatus status)
{
    Hand *hand = context;
    int count = status == STORED ? hand->taken.count : 0;
    bool again = hand->again || (count && count == space(hand));
    hand->looking = hand->again = false;
    for (int i = 0; i < count; i++)
        begin(hand, &hand->taken.job[i]);
    hand->again = again;
    if (again && space(hand) > 0) hand_look(hand, true);
}

static void take(Hand *hand)
{
    const StoreWrite write = { .kind = WRITE_JOBS_TAKEN,
                               .job = { .kind = JOB_MOVE,
                                        .holder = hand->setup.holder,
                                        .lease_ms = HAND_LEASE_MS,
                                        .most = space(hand),
                                        .taken = &hand->taken } };
    hand->taken.count = 0;
    hand->looking = store_write(hand->setup.store, &write, 1, on_taken, hand);
}

static void read_free(void *context, Store *reading)
{
    Hand *hand = context;
    hand->taken.count = store_jobs_free(reading, JOB_MOVE);
}

static void on_free(void *context, bool was_read)
{
    Hand *hand = context;
    hand->looking = false;
    if (was_read && !hand->stopping && (hand->taken.count || hand->again)) {
        hand->again = false;
        take(hand);
    }
}

void hand_look(Hand *hand, bool sure)
{
    if (hand->stopping) return;
    if (hand->looking || space(hand) <= 0) {
        hand->again |= sure;
        return;
    }
    hand->again = false;
    if (sure)
        take(hand);
    else
        hand->looking = store_read(hand->setup.store, READ_SHORT, read_free, on_free, hand);
}

// --- leases --------------------------------------------------------------------------------------

// The job may have been let go of, so the context is the hand and the attempt is looked for.
typedef struct Renewing {
    Hand *hand;
    i64 id, attempt;
} Renewing;

static void on_renewed(void *context, StoreStatus status)
{
    Renewing *renewing = context;
    for (Held *held = renewing->hand->first; held; held = held->next)
        if (status == STORE_CONFLICT && held->job.id == renewing->id &&
            held->job.attempt == renewing->attempt && !held->answering)
            held->lost = true;
    free(renewing);
}

void hand_renew(Hand *hand)
{
    for (Held *held = hand->first; held; held = held->next) {
        if (held->lost || held->answering) continue;
        Renewing *renewing = malloc(sizeof *renewing);
        if (!renewing) return;
        *renewing = (Renewing){ hand, held->job.id, held->job.attempt };
        StoreWrite write = about(held, WRITE_JOB_RENEWED);
        write.job.lease_ms = HAND_LEASE_MS;
        if (!store_write(hand->setup.store, &write, 1, on_renewed, renewing)) free(renewing);
    }
}

// --- life ----------------------------------------------------------------------------------------

Hand *hand_new(const HandSetup *setup)
{
    Hand *hand = calloc(1, sizeof *hand);
    if (!hand) return NULL;
    hand->setup = *setup;
    hand->computers = computers_new(&(ComputersSetup){ .threads = setup->threads,
                                                       .hash_mb = HASH_MB,
                                                       .move_ms = MOVE_MS,
                                                       .wake = setup->wake,
                                                       .context = setup->context });
    if (hand->computers) return hand;
    free(hand);
    return NULL;
}

void hand_stop(Hand *hand)
{
    if (!hand || hand->stopping) return;
    hand->stopping = true;
    computers_free(hand->computers);
    hand->computers = NULL;
    for (Held *held = hand->first, *next; held; held = next) {
        next = held->next;
        if (held->asked && !held->answering)
            give_back(held); // the others are being read or written
    }
}

void hand_free(Hand *hand)
{
    if (!hand) return;
    hand_stop(hand);
    while (hand->first)
        let_go(hand->first);
    free(hand);
}

HandCounts hand_counts(const Hand *hand)
{
    return hand->counts;
}
