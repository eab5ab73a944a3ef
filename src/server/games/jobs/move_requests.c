// SPDX-License-Identifier: MIT
#include "server/games/jobs/move_requests.h"

#include "platform/hash.h"
#include "server/games/jobs/jobs.h"
#include "server/games/jobs/thought_text.h"

#include <stdlib.h>
#include <string.h>

enum {
    TICK_MS = 100,
    AGAIN_MS = 250,  // between looks into the store
    GRACE_MS = 1000, // for a worker to take it
    LEASE_MS = 5000, // of a job that the node takes back to compute itself
};

// A question that awaits its answer.
typedef struct Asked {
    HashLink link; // by game
    struct Asked *next, *previous;
    i64 game;
    int number;
    i64 at_ms, look_ms; // time of the request and of the next look
    bool looking;
} Asked;

struct MoveRequests {
    MoveRequestsSetup setup;
    Rooms *rooms; // NULL before the start and after the end
    HashTable by_game;
    Asked *first;
    uv_timer_t tick;
    bool absent; // no worker took a job while announcements could not be received
    MoveRequestsCounts counts;
};

static i64 now_ms(void)
{
    return (i64)(uv_hrtime() / 1000000);
}

// --- requests ------------------------------------------------------------------------------------

static Asked *find(const MoveRequests *requests, i64 game)
{
    return (Asked *)hash_first(&requests->by_game, (u64)game);
}

static void forget(MoveRequests *requests, Asked *asked)
{
    if (asked->previous)
        asked->previous->next = asked->next;
    else
        requests->first = asked->next;
    if (asked->next) asked->next->previous = asked->previous;
    hash_remove(&requests->by_game, &asked->link);
    requests->counts.open--;
    free(asked);
    if (!requests->first) uv_timer_stop(&requests->tick);
}

static void think_again(MoveRequests *requests, Asked *asked, bool here)
{
    i64 game = asked->game;
    forget(requests, asked);
    requests->counts.taken_back += here;
    if (requests->rooms) rooms_think_again(requests->rooms, game, here);
}

// Fills in the thought that would fit the present position; false if the question has changed.
static bool expect(const MoveRequests *requests, const Asked *asked, Thought *thought)
{
    const Room *room = requests->rooms ? rooms_find(requests->rooms, asked->game) : NULL;
    bool draw;
    if (!room || room->number != asked->number || computers_due(room, &draw) == NOBODY)
        return false;
    *thought = (Thought){ .game = room->id,
                          .ply = room->match.count,
                          .key = room_variant(room)->game->key(&room->match.position),
                          .seat = computers_due(room, &draw),
                          .draw = draw };
    return true;
}

static void take_answer(MoveRequests *requests, Asked *asked, Text answer)
{
    Thought thought;
    requests->absent = false;
    if (!expect(requests, asked, &thought)) return think_again(requests, asked, false);
    const Room *room = rooms_find(requests->rooms, asked->game);
    if (thought_read(answer, &room->match.position, &thought) != THOUGHT_FITS)
        return think_again(requests, asked, true);
    requests->counts.answered++;
    forget(requests, asked);
    rooms_answer(requests->rooms, &thought);
}

// Workers crashed on this position, so this node doesn't search it. It plays any legal move.
static void play_any(MoveRequests *requests, Asked *asked)
{
    Move moves[MOVES_MAX];
    Thought thought;
    if (!expect(requests, asked, &thought)) return think_again(requests, asked, false);
    const Room *room = rooms_find(requests->rooms, asked->game);
    if (!thought.draw && room_variant(room)->game->moves(&room->match.position, moves))
        thought.move = moves[0];
    forget(requests, asked);
    rooms_answer(requests->rooms, &thought);
}

// --- looking -------------------------------------------------------------------------------------

// A read or a write under way. The question may have changed when it is done.
typedef struct AskerCall {
    MoveRequests *requests;
    i64 game;
    int number;
    bool found;
    StoredJob job;
} AskerCall;

static AskerCall *call_new(MoveRequests *requests, i64 game, int number)
{
    AskerCall *call = malloc(sizeof *call);
    if (call) *call = (AskerCall){ .requests = requests, .game = game, .number = number };
    return call;
}

static Asked *asked_by(const AskerCall *call)
{
    Asked *asked = find(call->requests, call->game);
    return asked && asked->number == call->number ? asked : NULL;
}

static void on_claimed(void *context, StoreStatus status)
{
    AskerCall *call = context;
    Asked *asked = asked_by(call);
    if (asked && status == STORED) {
        call->requests->absent = !cluster_up(call->requests->setup.cluster);
        think_again(call->requests, asked, true);
    } else if (asked) {
        asked->looking = false;
    }
    free(call);
}

static void claim(MoveRequests *requests, Asked *asked)
{
    AskerCall *call = call_new(requests, asked->game, asked->number);
    const JobClaim job = { .holder = requests->setup.holder,
                           .lease_ms = LEASE_MS,
                           .kind = JOB_MOVE,
                           .key = asked->game,
                           .number = asked->number };
    const StoreWrite write = store_op(&JOB_OPS[JOBS_CLAIM], &job);
    asked->looking = call && store_write(requests->setup.store, &write, 1, on_claimed, call);
    if (!asked->looking) free(call);
}

static void read_job(void *context, Store *reading)
{
    AskerCall *call = context;
    store_failed(reading);
    call->found = job_find(reading, JOB_MOVE, call->game, &call->job);
    if (store_failed(reading)) call->number = -2; // not an answer
}

static void decide(MoveRequests *requests, Asked *asked, const AskerCall *call)
{
    const StoredJob *job = &call->job;
    bool waited =
        now_ms() - asked->at_ms >= GRACE_MS || !cluster_has_workers(requests->setup.cluster);
    if (!call->found || job->number != asked->number)
        think_again(requests, asked, !call->found);
    else if (job->state == JOB_ANSWERED)
        take_answer(requests, asked, text_of(job->text));
    else if (job->state == JOB_SET_ASIDE && !job->text[0])
        play_any(requests, asked);
    else if (job->state == JOB_SET_ASIDE)
        think_again(requests, asked, true);
    else if (job->is_free && waited)
        claim(requests, asked);
}

static void on_job(void *context, bool was_read)
{
    AskerCall *call = context;
    Asked *asked = find(call->requests, call->game);
    if (asked) asked->looking = false;
    if (asked && was_read && asked->number == call->number) decide(call->requests, asked, call);
    free(call);
}

static void look(MoveRequests *requests, Asked *asked)
{
    AskerCall *call = call_new(requests, asked->game, asked->number);
    asked->look_ms = now_ms() + AGAIN_MS;
    asked->looking = call && store_read(requests->setup.store, READ_SHORT, read_job, on_job, call);
    if (!asked->looking) free(call);
}

static void on_tick(uv_timer_t *timer)
{
    MoveRequests *requests = timer->data;
    i64 now = now_ms();
    for (Asked *asked = requests->first, *next; asked; asked = next) {
        next = asked->next;
        if (!asked->looking && now >= asked->look_ms) look(requests, asked);
    }
}

// A message may have been lost, or a worker has stopped: looks into the store.
static void poll_all(MoveRequests *requests)
{
    for (Asked *asked = requests->first; asked; asked = asked->next)
        asked->look_ms = 0;
}

static void on_node_event(void *owner, const NodeEvent *event)
{
    MoveRequests *requests = owner;
    bool link = event->kind == NODE_LINK;
    if (link && event->yes) requests->absent = false;
    if (link || event->kind == NODE_MISSED || event->kind == NODE_WORKERS) poll_all(requests);
}

// --- requesting ----------------------------------------------------------------------------------

static void on_asked(void *context, StoreStatus status)
{
    AskerCall *call = context;
    Asked *asked = asked_by(call);
    if (status == STORED) cluster_call_workers(call->requests->setup.cluster);
    if (asked && status != STORED) think_again(call->requests, asked, true);
    free(call);
}

bool move_requests_send(MoveRequests *requests, const Room *room)
{
    const MoveRequestsSetup *setup = &requests->setup;
    bool up = cluster_up(setup->cluster);
    if (!requests->rooms || !cluster_has_workers(setup->cluster) || (requests->absent && !up))
        return false;
    Asked *asked = find(requests, room->id);
    if (asked) forget(requests, asked);
    asked = calloc(1, sizeof *asked);
    AskerCall *call = call_new(requests, room->id, room->number);
    const JobAsk job = { .kind = JOB_MOVE, .key = room->id, .number = room->number };
    const StoreWrite write = store_op(&JOB_OPS[JOBS_ASK], &job);
    if (!asked || !call || !store_write(setup->store, &write, 1, on_asked, call)) {
        free(asked);
        free(call);
        return false;
    }
    i64 now = now_ms();
    asked->game = room->id;
    asked->number = room->number;
    asked->at_ms = now;
    asked->look_ms = now + (up ? GRACE_MS : AGAIN_MS);
    asked->next = requests->first;
    if (asked->next) asked->next->previous = asked;
    requests->first = asked;
    hash_add_first(&requests->by_game, &asked->link, (u64)room->id);
    requests->counts.asked++;
    requests->counts.open++;
    if (!asked->next) uv_timer_start(&requests->tick, on_tick, TICK_MS, TICK_MS);
    return true;
}

static const Shape ANSWERED = SHAPE(MoveAnswered, FIELD(MoveAnswered, game),
                                    FIELD(MoveAnswered, number), FIELD(MoveAnswered, text));

static void receive_answered(void *owner, Arrival arrival, const void *message)
{
    MoveRequests *requests = owner;
    const MoveAnswered *answered = message;
    Asked *asked = find(requests, answered->game);
    (void)arrival;
    if (asked && asked->number == answered->number) take_answer(requests, asked, answered->text);
}

const Topic MOVE_ANSWERED = { .name = "jobs.move_answered",
                              .shape = &ANSWERED,
                              .receive = receive_answered,
                              .older = { OLDER_ANSWERED, "gcb" } };

// --- the whole -----------------------------------------------------------------------------------

MoveRequestsCounts move_requests_counts(const MoveRequests *requests)
{
    return requests->counts;
}

MoveRequests *move_requests_new(const MoveRequestsSetup *setup)
{
    MoveRequests *requests = calloc(1, sizeof *requests);
    if (!requests || !hash_init(&requests->by_game)) {
        free(requests);
        return NULL;
    }
    requests->setup = *setup;
    uv_timer_init(setup->loop, &requests->tick);
    requests->tick.data = requests;
    return requests;
}

void move_requests_start(MoveRequests *requests, Rooms *rooms)
{
    static const Topic *const TOPICS[] = { &MOVE_ANSWERED, NULL };
    requests->rooms = rooms;
    cluster_add(requests->setup.cluster,
                &(ClusterOwner){ .owner = requests, .topics = TOPICS, .on_event = on_node_event });
}

void move_requests_close(MoveRequests *requests)
{
    requests->rooms = NULL;
    while (requests->first)
        forget(requests, requests->first);
    uv_close((uv_handle_t *)&requests->tick, NULL);
}

void move_requests_free(MoveRequests *requests)
{
    if (!requests) return;
    hash_free(&requests->by_game);
    free(requests);
}
