// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "server/games/live/computers.h"

#include "base/bits.h"
#include "platform/queue.h"
#include "protocol/thinker.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    NICENESS = 10,
    MOVE_MS_MIN = 50, // per thought, however long the queue
    OVERHEAD_MS = 20, // per move, until it reaches the clock
};
static const size_t STACK = (size_t)8 << 20; // see protocol/thinker.c

typedef struct ComputerQuestion {
    QueueLink link;
    Thought thought; // once answered
    Opponent opponent;
    OpponentTime time;
    OpponentGame game;
    Move move[HISTORY_MAX];
} ComputerQuestion;

typedef struct Thread {
    Computers *computers;
    Engine *engine;
    void *memory;
    pthread_t id;
} Thread;

struct Computers {
    ComputersSetup setup;
    pthread_mutex_t lock; // protects the fields below
    pthread_cond_t asked;
    Queue questions, answers;
    int open; // unanswered questions
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
    const Opponent *opponent = &question->opponent;
    const OpponentGame *game = &question->game;
    Thought *thought = &question->thought;
    SearchLimits limits = { 0 };
    question->time.move_ms = move_ms;
    if (thought->draw) {
        limits = opponent_draw_limits(opponent, game);
        opponent_begin_draw(engine, game, thought->seat);
    } else {
        opponent_limits(opponent, &question->time, &limits);
        opponent_begin(engine, game);
    }
    engine_go(engine, &limits);
    engine_think(engine, 0);
    if (thought->draw)
        thought->takes = opponent_takes_draw(opponent, engine, game, thought->seat);
    else
        thought->move = engine_best(engine);
    assert(thought->draw || thought->move != MOVE_NONE); // it is a player's turn
    thought->think_ms = thinker_now() - began;
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
        engine_stop(computers->thread[i].engine); // if it misses this, the thought is short anyway
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

Opponent computer_in(const Room *room, int seat)
{
    return opponent_of(room->seat[seat].level, (u64)room->id);
}

int computers_due(const Room *room, bool *draw)
{
    u8 computers = 0;
    int turn = room_turn(room);
    *draw = false;
    if (turn < 0) return NOBODY;
    for (int i = 0; i < room_players(room); i++)
        if (room->seat[i].level) computers |= (u8)bit(i);
    int asked = opponent_asked_draw(&room->match, computers);
    *draw = asked != NOBODY;
    return *draw ? asked : bits_has(computers, turn) ? turn : NOBODY;
}

bool computers_ask(Computers *computers, const Room *room)
{
    const Match *match = &room->match;
    ComputerQuestion *question = malloc(sizeof *question);
    if (!question) return false;
    bool draw;
    int seat = computers_due(room, &draw);
    question->thought = (Thought){ .game = room->id,
                                   .ply = match->count,
                                   .key = room_variant(room)->game->key(&match->position),
                                   .seat = seat,
                                   .draw = draw };
    question->opponent = computer_in(room, seat);
    question->game = opponent_game(match, question->move);
    // Only thinking is charged to its clock, so the turn begins now.
    question->time = opponent_time(match, match->since, OVERHEAD_MS);
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
