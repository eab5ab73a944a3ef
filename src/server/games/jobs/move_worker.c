// SPDX-License-Identifier: MIT
#include "server/games/jobs/move_worker.h"

#include "server/games/jobs/jobs.h"
#include "server/games/jobs/thought_text.h"
#include "server/games/live/rooms.h"

#include <stdlib.h>
#include <string.h>

enum {
    HASH_MB = 8,
    MOVE_MS = 1000,  // longest thought
    PER_THREAD = 4,  // jobs held
    TRIES_MAX = 3,   // before it is set aside
    PAUSE_MS = 1000, // before a failed job is tried again
};

// A job held by this worker.
typedef struct Held {
    MoveWorker *move_worker;
    struct Held *next;
    TakenJob job;
    bool lost;      // the lease is lost, so the result is useless
    bool answering; // the answer is being written
    bool asked;     // a thread is working on it
    Room *room;
    Fault why;
    Thought thought;
    char answer[THOUGHT_TEXT_MAX];
} Held;

struct MoveWorker {
    MoveWorkerSetup setup;
    Computers *computers;
    Held *first;
    JobsTaken taken;
    bool looking, again; // jobs are being taken; try again afterwards
    bool stopping;
    MoveWorkerCounts counts;
};

// --- held jobs -----------------------------------------------------------------------------------

static void let_go(Held *held)
{
    MoveWorker *move_worker = held->move_worker;
    for (Held **at = &move_worker->first; *at; at = &(*at)->next)
        if (*at == held) {
            *at = held->next;
            break;
        }
    move_worker->counts.held--;
    rooms_free_room(held->room);
    free(held);
}

static JobAttempt attempt(const Held *held)
{
    return (JobAttempt){ held->job.id, held->job.attempt };
}

static void give_back(Held *held)
{
    const JobAttempt job = attempt(held);
    const StoreWrite write = store_op(&JOB_OPS[JOBS_GIVE_BACK], &job);
    store_write(held->move_worker->setup.store, &write, 1, NULL, NULL);
    held->move_worker->counts.returned++;
    let_go(held);
}

// An empty cause means that its holders died.
static void fail(Held *held, const char *cause)
{
    const JobFailure failure = { attempt(held), PAUSE_MS, TRIES_MAX, text_of(cause) };
    const StoreWrite write = store_op(&JOB_OPS[JOBS_FAIL], &failure);
    store_write(held->move_worker->setup.store, &write, 1, NULL, NULL);
    held->move_worker->counts.failed++;
    if (held->move_worker->setup.say)
        held->move_worker->setup.say(held->move_worker->setup.context,
                                     *cause ? cause : "a job whose workers vanished is set aside");
    let_go(held);
}

// --- answering -----------------------------------------------------------------------------------

static void on_answered(void *context, StoreStatus status)
{
    Held *held = context;
    MoveWorker *move_worker = held->move_worker;
    const MoveWorkerSetup *setup = &move_worker->setup;
    move_worker->counts.answered += status == STORED;
    move_worker->counts.late += status == STORE_CONFLICT;
    if (status == STORED)
        setup->answered(setup->context, held->job.key, held->job.number, text_of(held->answer));
    let_go(held);
    move_worker_poll(move_worker, move_worker->again);
}

static void answer(Held *held)
{
    const JobAnswer job = { attempt(held), text_of(held->answer) };
    const StoreWrite write = store_op(&JOB_OPS[JOBS_ANSWER], &job);
    held->answering = true;
    if (!store_write(held->move_worker->setup.store, &write, 1, on_answered, held)) give_back(held);
}

static Held *find(MoveWorker *move_worker, const Thought *thought)
{
    for (Held *held = move_worker->first; held; held = held->next)
        if (held->asked && held->job.key == thought->game && held->thought.ply == thought->ply &&
            held->thought.key == thought->key && held->thought.draw == thought->draw)
            return held;
    return NULL;
}

void move_worker_collect(MoveWorker *move_worker)
{
    Thought thought;
    while (move_worker->computers && computers_answer(move_worker->computers, &thought)) {
        Held *held = find(move_worker, &thought);
        if (!held) continue;
        Out out = out_to(held->answer, sizeof held->answer);
        held->asked = false;
        thought_write(&thought, &held->room->match.position, &out);
        if (held->lost) {
            move_worker->counts.late++;
            let_go(held);
        } else {
            answer(held);
        }
    }
    move_worker_poll(move_worker, move_worker->again);
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
    MoveWorker *move_worker = held->move_worker;
    bool draw;
    if (move_worker->stopping || !was_read || (!held->room && held->why.code == FULL))
        return give_back(held);
    if (!held->room)
        return fail(held, held->why.message[0] ? held->why.message : "there is no such game");
    int seat = computers_due(held->room, &draw);
    if (held->room->number != held->job.number || seat == NOBODY) {
        Out out = out_to(held->answer, sizeof held->answer);
        thought_write_stale(&out);
        return answer(held);
    }
    const Match *match = &held->room->match;
    held->thought = (Thought){ .ply = match->count,
                               .key = room_variant(held->room)->game->key(&match->position),
                               .draw = draw };
    held->asked = computers_ask(move_worker->computers, held->room);
    if (!held->asked) give_back(held);
}

static void begin(MoveWorker *move_worker, const TakenJob *job)
{
    Held *held = calloc(1, sizeof *held);
    move_worker->counts.taken++;
    if (!held) return; // its lease will end
    *held = (Held){ .move_worker = move_worker, .next = move_worker->first, .job = *job };
    move_worker->first = held;
    move_worker->counts.held++;
    if (job->tries > TRIES_MAX) return fail(held, "");
    if (!store_read(move_worker->setup.store, READ_SHORT, read_room, on_room, held))
        give_back(held);
}

// --- taking --------------------------------------------------------------------------------------

static int space(const MoveWorker *move_worker)
{
    int most = PER_THREAD * move_worker->setup.threads - move_worker->counts.held;
    return most < JOBS_AT_ONCE ? most : JOBS_AT_ONCE;
}

static void on_taken(void *context, StoreStatus status)
{
    MoveWorker *move_worker = context;
    int count = status == STORED ? move_worker->taken.count : 0;
    bool again = move_worker->again || (count && count == space(move_worker));
    move_worker->looking = move_worker->again = false;
    for (int i = 0; i < count; i++)
        begin(move_worker, &move_worker->taken.job[i]);
    move_worker->again = again;
    if (again && space(move_worker) > 0) move_worker_poll(move_worker, true);
}

static void take(MoveWorker *move_worker)
{
    const JobTake wanted = { .holder = move_worker->setup.holder,
                             .lease_ms = MOVE_WORKER_LEASE_MS,
                             .kind = JOB_MOVE,
                             .limit = space(move_worker),
                             .taken = &move_worker->taken };
    const StoreWrite write = store_op(&JOB_OPS[JOBS_TAKE], &wanted);
    move_worker->taken.count = 0;
    move_worker->looking = store_write(move_worker->setup.store, &write, 1, on_taken, move_worker);
}

static void read_free(void *context, Store *reading)
{
    MoveWorker *move_worker = context;
    move_worker->taken.count = jobs_free(reading, JOB_MOVE);
}

static void on_free(void *context, bool was_read)
{
    MoveWorker *move_worker = context;
    move_worker->looking = false;
    if (was_read && !move_worker->stopping && (move_worker->taken.count || move_worker->again)) {
        move_worker->again = false;
        take(move_worker);
    }
}

void move_worker_poll(MoveWorker *move_worker, bool sure)
{
    if (move_worker->stopping) return;
    if (move_worker->looking || space(move_worker) <= 0) {
        move_worker->again |= sure;
        return;
    }
    move_worker->again = false;
    if (sure)
        take(move_worker);
    else
        move_worker->looking =
            store_read(move_worker->setup.store, READ_SHORT, read_free, on_free, move_worker);
}

// --- leases --------------------------------------------------------------------------------------

// The job may have been released meanwhile, so the context is the MoveWorker and `attempt` finds
// it.
typedef struct Renewing {
    MoveWorker *move_worker;
    i64 id, attempt;
} Renewing;

static void on_renewed(void *context, StoreStatus status)
{
    Renewing *renewing = context;
    for (Held *held = renewing->move_worker->first; held; held = held->next)
        if (status == STORE_CONFLICT && held->job.id == renewing->id &&
            held->job.attempt == renewing->attempt && !held->answering)
            held->lost = true;
    free(renewing);
}

void move_worker_renew(MoveWorker *move_worker)
{
    for (Held *held = move_worker->first; held; held = held->next) {
        if (held->lost || held->answering) continue;
        Renewing *renewing = malloc(sizeof *renewing);
        if (!renewing) return;
        *renewing = (Renewing){ move_worker, held->job.id, held->job.attempt };
        const JobRenewal renewal = { attempt(held), MOVE_WORKER_LEASE_MS };
        const StoreWrite write = store_op(&JOB_OPS[JOBS_RENEW], &renewal);
        if (!store_write(move_worker->setup.store, &write, 1, on_renewed, renewing)) free(renewing);
    }
}

// --- life ----------------------------------------------------------------------------------------

MoveWorker *move_worker_new(const MoveWorkerSetup *setup)
{
    MoveWorker *move_worker = calloc(1, sizeof *move_worker);
    if (!move_worker) return NULL;
    move_worker->setup = *setup;
    move_worker->computers = computers_new(&(ComputersSetup){ .threads = setup->threads,
                                                              .hash_mb = HASH_MB,
                                                              .move_ms = MOVE_MS,
                                                              .wake = setup->wake,
                                                              .context = setup->context });
    if (move_worker->computers) return move_worker;
    free(move_worker);
    return NULL;
}

void move_worker_stop(MoveWorker *move_worker)
{
    if (!move_worker || move_worker->stopping) return;
    move_worker->stopping = true;
    computers_free(move_worker->computers);
    move_worker->computers = NULL;
    for (Held *held = move_worker->first, *next; held; held = next) {
        next = held->next;
        if (held->asked && !held->answering)
            give_back(held); // the others have a read or write under way
    }
}

void move_worker_free(MoveWorker *move_worker)
{
    if (!move_worker) return;
    move_worker_stop(move_worker);
    while (move_worker->first)
        let_go(move_worker->first);
    free(move_worker);
}

MoveWorkerCounts move_worker_counts(const MoveWorker *move_worker)
{
    return move_worker->counts;
}
