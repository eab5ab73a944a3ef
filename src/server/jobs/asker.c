// SPDX-License-Identifier: MIT
#include "server/jobs/asker.h"

#include "containers/hash.h"
#include "server/jobs/answer.h"

#include <stdlib.h>
#include <string.h>

enum {
    TICK_MS = 100,
    AGAIN_MS = 250,  // between looks into the store
    GRACE_MS = 1000, // for a worker to take it
    LEASE_MS = 5000, // of what the node takes back
};

// A question that waits for its answer.
typedef struct Asked {
    HashLink link; // by game
    struct Asked *next, *previous;
    i64 game;
    int number;
    i64 at_ms, look_ms; // when it was asked, and when to look
    bool looking;
} Asked;

struct Asker {
    AskerSetup setup;
    Rooms *rooms; // NULL: not yet, or not any more
    HashTable by_game;
    Asked *first;
    uv_timer_t tick;
    bool absent; // nobody took a job while workers could not be heard
    AskerCounts counts;
};

static i64 now_ms(void)
{
    return (i64)(uv_hrtime() / 1000000);
}

// --- what was asked ------------------------------------------------------------------------------

static Asked *find(const Asker *asker, i64 game)
{
    return (Asked *)hash_first(&asker->by_game, (u64)game);
}

static void forget(Asker *asker, Asked *asked)
{
    if (asked->previous)
        asked->previous->next = asked->next;
    else
        asker->first = asked->next;
    if (asked->next) asked->next->previous = asked->previous;
    hash_remove(&asker->by_game, &asked->link);
    asker->counts.open--;
    free(asked);
    if (!asker->first) uv_timer_stop(&asker->tick);
}

static void think_again(Asker *asker, Asked *asked, bool here)
{
    i64 game = asked->game;
    forget(asker, asked);
    asker->counts.taken_back += here;
    if (asker->rooms) rooms_think_again(asker->rooms, game, here);
}

// The thought that would fit the game as it is now; false if it is another question by now.
static bool expect(const Asker *asker, const Asked *asked, Thought *thought)
{
    const Room *room = asker->rooms ? rooms_find(asker->rooms, asked->game) : NULL;
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

static void take_answer(Asker *asker, Asked *asked, Text answer)
{
    Thought thought;
    asker->absent = false;
    if (!expect(asker, asked, &thought)) return think_again(asker, asked, false);
    const Room *room = rooms_find(asker->rooms, asked->game);
    if (answer_read(answer, &room->match.position, &thought) != ANSWER_FITS)
        return think_again(asker, asked, true);
    asker->counts.answered++;
    forget(asker, asked);
    rooms_answer(asker->rooms, &thought);
}

// Workers died of that position, so this node does not try it. The game goes on with any move.
static void play_any(Asker *asker, Asked *asked)
{
    Move moves[MOVES_MAX];
    Thought thought;
    if (!expect(asker, asked, &thought)) return think_again(asker, asked, false);
    const Room *room = rooms_find(asker->rooms, asked->game);
    if (!thought.draw && room_variant(room)->game->moves(&room->match.position, moves))
        thought.move = moves[0];
    forget(asker, asked);
    rooms_answer(asker->rooms, &thought);
}

// --- looking -------------------------------------------------------------------------------------

// Of a read or a write under way; the question may be another one when it is done.
typedef struct AskerCall {
    Asker *asker;
    i64 game;
    int number;
    bool found;
    StoredJob job;
    char text[JOB_TEXT_MAX];
} AskerCall;

static AskerCall *call_new(Asker *asker, i64 game, int number)
{
    AskerCall *call = malloc(sizeof *call);
    if (call) *call = (AskerCall){ .asker = asker, .game = game, .number = number };
    return call;
}

static Asked *asked_by(const AskerCall *call)
{
    Asked *asked = find(call->asker, call->game);
    return asked && asked->number == call->number ? asked : NULL;
}

static void on_claimed(void *context, StoreStatus status)
{
    AskerCall *call = context;
    Asked *asked = asked_by(call);
    if (asked && status == STORED) {
        call->asker->absent = !call->asker->setup.up(call->asker->setup.owner);
        think_again(call->asker, asked, true);
    } else if (asked) {
        asked->looking = false;
    }
    free(call);
}

static void claim(Asker *asker, Asked *asked)
{
    AskerCall *call = call_new(asker, asked->game, asked->number);
    const StoreWrite write = { .kind = WRITE_JOB_CLAIMED,
                               .job = { .kind = JOB_MOVE,
                                        .key = asked->game,
                                        .number = asked->number,
                                        .holder = asker->setup.holder,
                                        .lease_ms = LEASE_MS } };
    asked->looking = call && store_write(asker->setup.store, &write, 1, on_claimed, call);
    if (!asked->looking) free(call);
}

static bool note_job(void *context, const StoredJob *job)
{
    AskerCall *call = context;
    call->found = true;
    call->job = *job;
    call->job.text = (Text){ call->text, job->text.length };
    if (job->text.length > sizeof call->text) call->job.text.length = 0;
    memcpy(call->text, job->text.at, call->job.text.length);
    return false;
}

static void read_job(void *context, Store *reading)
{
    AskerCall *call = context;
    if (!store_job(reading, JOB_MOVE, call->game, note_job, call)) call->number = -2; // nobody's
}

static void decide(Asker *asker, Asked *asked, const AskerCall *call)
{
    const StoredJob *job = &call->job;
    bool waited = now_ms() - asked->at_ms >= GRACE_MS || !asker->setup.workers(asker->setup.owner);
    if (!call->found || job->number != asked->number)
        think_again(asker, asked, !call->found);
    else if (job->state == JOB_ANSWERED)
        take_answer(asker, asked, job->text);
    else if (job->state == JOB_SET_ASIDE && !job->text.length)
        play_any(asker, asked);
    else if (job->state == JOB_SET_ASIDE)
        think_again(asker, asked, true);
    else if (job->is_free && waited)
        claim(asker, asked);
}

static void on_job(void *context, bool was_read)
{
    AskerCall *call = context;
    Asked *asked = find(call->asker, call->game);
    if (asked) asked->looking = false;
    if (asked && was_read && asked->number == call->number) decide(call->asker, asked, call);
    free(call);
}

static void look(Asker *asker, Asked *asked)
{
    AskerCall *call = call_new(asker, asked->game, asked->number);
    asked->look_ms = now_ms() + AGAIN_MS;
    asked->looking = call && store_read(asker->setup.store, READ_SHORT, read_job, on_job, call);
    if (!asked->looking) free(call);
}

static void on_tick(uv_timer_t *timer)
{
    Asker *asker = timer->data;
    i64 now = now_ms();
    for (Asked *asked = asker->first, *next; asked; asked = next) {
        next = asked->next;
        if (!asked->looking && now >= asked->look_ms) look(asker, asked);
    }
}

void asker_look(Asker *asker)
{
    for (Asked *asked = asker->first; asked; asked = asked->next)
        asked->look_ms = 0;
}

void asker_link(Asker *asker, bool up)
{
    if (up) asker->absent = false;
    asker_look(asker);
}

// --- asking --------------------------------------------------------------------------------------

static void on_asked(void *context, StoreStatus status)
{
    AskerCall *call = context;
    Asked *asked = asked_by(call);
    if (asked && status != STORED) think_again(call->asker, asked, true);
    free(call);
}

bool asker_ask(Asker *asker, const Room *room)
{
    const AskerSetup *setup = &asker->setup;
    bool up = setup->up(setup->owner);
    if (!asker->rooms || !setup->workers(setup->owner) || (asker->absent && !up)) return false;
    Asked *asked = find(asker, room->id);
    if (asked) forget(asker, asked);
    asked = calloc(1, sizeof *asked);
    AskerCall *call = call_new(asker, room->id, room->number);
    const StoreWrite write = {
        .kind = WRITE_JOB, .job = { .kind = JOB_MOVE, .key = room->id, .number = room->number }
    };
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
    asked->next = asker->first;
    if (asked->next) asked->next->previous = asked;
    asker->first = asked;
    hash_add_first(&asker->by_game, &asked->link, (u64)room->id);
    asker->counts.asked++;
    asker->counts.open++;
    if (!asked->next) uv_timer_start(&asker->tick, on_tick, TICK_MS, TICK_MS);
    return true;
}

void asker_heard(Asker *asker, i64 game, int number, Text answer)
{
    Asked *asked = find(asker, game);
    if (asked && asked->number == number) take_answer(asker, asked, answer);
}

// --- the whole -----------------------------------------------------------------------------------

AskerCounts asker_counts(const Asker *asker)
{
    return asker->counts;
}

Asker *asker_new(const AskerSetup *setup)
{
    Asker *asker = calloc(1, sizeof *asker);
    if (!asker || !hash_init(&asker->by_game)) {
        free(asker);
        return NULL;
    }
    asker->setup = *setup;
    uv_timer_init(setup->loop, &asker->tick);
    asker->tick.data = asker;
    return asker;
}

void asker_start(Asker *asker, Rooms *rooms)
{
    asker->rooms = rooms;
}

void asker_close(Asker *asker)
{
    asker->rooms = NULL;
    while (asker->first)
        forget(asker, asker->first);
    uv_close((uv_handle_t *)&asker->tick, NULL);
}

void asker_free(Asker *asker)
{
    if (!asker) return;
    hash_free(&asker->by_game);
    free(asker);
}
