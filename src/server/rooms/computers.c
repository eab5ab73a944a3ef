// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "server/rooms/computers.h"

#include "base/rng.h"
#include "containers/queue.h"
#include "engine/engine.h"
#include "game/walk.h"
#include "protocol/thinker.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    NICENESS = 10,
    MOVE_MS_MIN = 50, // of a thought, however many wait
    OVERHEAD_MS = 20, // per move, until it reaches the clock
    LOST = 200,       // behind by that much a computer takes a draw
    EVEN = 30,        // a difference this small is even
    OLD_ROUNDS = 40,
};
static const size_t STACK = (size_t)8 << 20; // see protocol/thinker.c

typedef struct ComputerQuestion {
    QueueLink link;
    Thought thought; // the answer, when there is one
    Position start;
    int level;
    u64 seed;
    bool clock;
    TimeLeft left;
    int moves;
    Move move[];
} ComputerQuestion;

typedef struct Thread {
    Computers *computers;
    Engine *engine;
    void *memory;
    pthread_t id;
} Thread;

struct Computers {
    ComputersSetup setup;
    pthread_mutex_t lock; // of what follows
    pthread_cond_t asked;
    Queue questions, answers;
    int open; // questions without an answer
    bool quit;
    int running;
    Thread thread[];
};

// --- thinking ------------------------------------------------------------------------------------

static i64 now(void *context)
{
    (void)context;
    return thinker_now();
}

static void think(Engine *engine, ComputerQuestion *question, i64 move_ms)
{
    i64 began = thinker_now();
    SearchLimits limits = { .level = question->level, .seed = question->seed };
    if (question->clock) engine_time(question->left, OVERHEAD_MS, &limits);
    if (!limits.hard_ms || limits.hard_ms > move_ms) limits.hard_ms = move_ms;
    engine_set_position(engine, &question->start, question->move, question->moves);
    engine_go(engine, &limits);
    engine_think(engine, 0);
    question->thought.move = engine_best(engine);
    assert(question->thought.move != MOVE_NONE); // somebody is to move
    question->thought.think_ms = thinker_now() - began;
}

static i64 share_of(const Computers *computers)
{
    i64 ms = computers->setup.move_ms / (1 + computers->questions.count / computers->setup.threads);
    return ms > MOVE_MS_MIN ? ms : MOVE_MS_MIN;
}

static void *run_thread(void *context)
{
    Thread *thread = context;
    Computers *computers = thread->computers;
    setpriority(PRIO_PROCESS, 0, NICENESS); // of this thread only, on Linux
    pthread_mutex_lock(&computers->lock);
    for (;;) {
        while (!computers->questions.first && !computers->quit)
            pthread_cond_wait(&computers->asked, &computers->lock);
        if (computers->quit) break;
        ComputerQuestion *question = (ComputerQuestion *)queue_take(&computers->questions);
        i64 move_ms = share_of(computers);
        pthread_mutex_unlock(&computers->lock);
        think(thread->engine, question, move_ms);
        pthread_mutex_lock(&computers->lock);
        queue_add(&computers->answers, &question->link);
        pthread_mutex_unlock(&computers->lock);
        computers->setup.wake(computers->setup.context);
        pthread_mutex_lock(&computers->lock);
    }
    pthread_mutex_unlock(&computers->lock);
    return NULL;
}

// --- life ----------------------------------------------------------------------------------------

static bool start_thread(Thread *thread, int hash_mb)
{
    size_t size = (engine_size(hash_mb, 1) + 63) & ~(size_t)63;
    thread->memory = aligned_alloc(64, size);
    if (!thread->memory) return false;
    thread->engine = engine_init(thread->memory, size, 1, (Host){ .now = now });
    pthread_attr_t attributes;
    if (!thread->engine || pthread_attr_init(&attributes)) return false;
    bool started = !pthread_attr_setstacksize(&attributes, STACK) &&
                   !pthread_create(&thread->id, &attributes, run_thread, thread);
    pthread_attr_destroy(&attributes);
    return started;
}

Computers *computers_new(const ComputersSetup *setup)
{
    Computers *computers =
        calloc(1, sizeof *computers + (size_t)setup->threads * sizeof *computers->thread);
    if (!computers) return NULL;
    computers->setup = *setup;
    pthread_mutex_init(&computers->lock, NULL);
    pthread_cond_init(&computers->asked, NULL);
    for (; computers->running < setup->threads; computers->running++) {
        Thread *thread = &computers->thread[computers->running];
        thread->computers = computers;
        if (start_thread(thread, setup->hash_mb)) continue;
        free(thread->memory);
        computers_free(computers);
        return NULL;
    }
    return computers;
}

void computers_free(Computers *computers)
{
    if (!computers) return;
    pthread_mutex_lock(&computers->lock);
    computers->quit = true;
    pthread_cond_broadcast(&computers->asked);
    pthread_mutex_unlock(&computers->lock);
    for (int i = 0; i < computers->running; i++) {
        engine_stop(computers->thread[i].engine); // should it miss, the thought is short
        pthread_join(computers->thread[i].id, NULL);
        free(computers->thread[i].memory);
    }
    for (ComputerQuestion *question;
         (question = (ComputerQuestion *)queue_take(&computers->questions));)
        free(question);
    for (ComputerQuestion *question;
         (question = (ComputerQuestion *)queue_take(&computers->answers));)
        free(question);
    pthread_cond_destroy(&computers->asked);
    pthread_mutex_destroy(&computers->lock);
    free(computers);
}

// --- questions and answers -----------------------------------------------------------------------

static TimeLeft time_left(const Match *match, int player)
{
    const Clock clock = match->clock[player];
    return (TimeLeft){ .main_ms = clock.main,
                       .inc_ms = match->spec.increment,
                       .period_ms = clock.periods ? match->spec.period : 0 };
}

bool computers_ask(Computers *computers, const Room *room, i64 at)
{
    const Match *match = &room->match;
    const Game *game = room_variant(room)->game;
    u32 first = match_walk_base(match, HISTORY_MAX);
    ComputerQuestion *question =
        malloc(sizeof *question + (match->count - first) * sizeof *question->move);
    if (!question) return false;
    int turn = room_turn(room);
    *question = (ComputerQuestion){
        .thought = { .game = room->id, .ply = match->count, .key = game->key(&match->position) },
        .start = match_walk_position(match, first),
        .level = room->seat[turn].level,
        .seed = mix64((u64)room->id ^ mix64((u64)at)),
        .clock = !clock_spec_none(&match->spec),
        .left = time_left(match, turn),
        .moves = (int)(match->count - first),
    };
    for (u32 i = first; i < match->count; i++)
        question->move[i - first] = match->plies[i].move;
    pthread_mutex_lock(&computers->lock);
    queue_add(&computers->questions, &question->link);
    computers->open++;
    pthread_cond_signal(&computers->asked);
    pthread_mutex_unlock(&computers->lock);
    return true;
}

bool computers_answer(Computers *computers, Thought *thought)
{
    pthread_mutex_lock(&computers->lock);
    ComputerQuestion *question = (ComputerQuestion *)queue_take(&computers->answers);
    if (question) computers->open--;
    pthread_mutex_unlock(&computers->lock);
    if (!question) return false;
    *thought = question->thought;
    free(question);
    return true;
}

int computers_waiting(Computers *computers)
{
    pthread_mutex_lock(&computers->lock);
    int waiting = computers->open;
    pthread_mutex_unlock(&computers->lock);
    return waiting;
}

bool computer_takes_draw(const Room *room, int seat)
{
    const Match *match = &room->match;
    Score score = engine_evaluate_for(&match->position, seat);
    bool old = match->count >= (u32)(OLD_ROUNDS * room_players(room));
    return score <= -LOST || (old && score <= EVEN);
}
