// SPDX-License-Identifier: MIT
#include "server/features/puzzles/tries.h"

#include "server/api/messages/shape_json.h"
#include "server/games/rating/ratings.h"

#include <stdlib.h>
#include <string.h>

enum {
    TRIES_MAX = 50, // of a request
    TRY_MOVES_SIZE = 80,
    CONFLICTS_MAX = 10, // in a row; then the client must send the remaining tries again
};

// Tries made offline are sent later, but not a season later.
static const i64 TRY_AGE_MS = 30 * (i64)86400000;

// --- a step --------------------------------------------------------------------------------------

static bool see_before(void *context, const void *row)
{
    TryStep *step = context;
    step->before[step->befores++] = *(const PuzzleBefore *)row;
    return step->befores < TRIES_AT_ONCE;
}

static void read_before(TryStep *step, Store *reading)
{
    char list[TRIES_AT_ONCE * 12 + 2];
    Out out = out_to(list, sizeof list);
    for (int i = 0; i < step->count; i++) {
        out_char(&out, i ? ',' : '[');
        out_int(&out, step->try[i].puzzle->id);
    }
    out_char(&out, ']');
    const PuzzlesWanted wanted = { .person = step->person, .puzzles = { list, out.length } };
    store_select(reading, &PUZZLE_OPS[PUZZLES_BEFORE_TRIES], &wanted, see_before, step);
}

// The row of a puzzle that the person hasn't tried; NULL: they have.
static PuzzleBefore *untried(TryStep *step, const Puzzle *puzzle)
{
    for (PuzzleBefore *before = step->before; before < step->before + step->befores; before++)
        if (before->puzzle == (i64)puzzle->id) return before->tried ? NULL : before;
    return NULL;
}

static void rate(TryStep *step, const Try *try, PuzzleBefore *before)
{
    SolverChange *solver = &step->solver;
    PuzzleChange *puzzle = &step->puzzle[step->adds];
    i64 rested = solver->at_ms && step->now_ms > solver->at_ms ? step->now_ms - solver->at_ms : 0;
    *puzzle = (PuzzleChange){ .puzzle = before->puzzle,
                              .now = before->tries ? before->now : puzzle_rating(try->puzzle),
                              .tries = before->tries + 1 };
    if (!try->unrated) puzzle_rate(&solver->now, rested, &puzzle->now, try->solved);
    solver->at_ms = step->now_ms;
    solver->tried++;
    solver->solved += try->solved;
    step->added[step->adds++] = (AddedTry){ .person = step->person,
                                            .number = solver->tried,
                                            .puzzle = before->puzzle,
                                            .solved = try->solved,
                                            .at_ms = try->at_ms,
                                            .after = solver->now };
    before->tried = true; // a second try in the same step
}

static int by_puzzle(const void *one, const void *other)
{
    i64 a = ((const PuzzleChange *)one)->puzzle, b = ((const PuzzleChange *)other)->puzzle;
    return (a > b) - (a < b);
}

// Every call locks puzzles in the same order, so that two calls can't wait for each other.
static void list_writes(TryStep *step)
{
    qsort(step->puzzle, (size_t)step->adds, sizeof *step->puzzle, by_puzzle);
    step->write[step->writes++] = store_op(&PUZZLE_OPS[PUZZLES_SET_SOLVER], &step->solver);
    for (int i = 0; i < step->adds; i++)
        step->write[step->writes++] = store_op(&PUZZLE_OPS[PUZZLES_SET_RATING], &step->puzzle[i]);
    for (int i = 0; i < step->adds; i++)
        step->write[step->writes++] = store_op(&PUZZLE_OPS[PUZZLES_ADD_TRY], &step->added[i]);
}

void tries_rate(TryStep *step, Store *reading)
{
    SolverNow now = { .now = rating_new() };
    step->writes = step->befores = step->adds = 0;
    read_before(step, reading);
    store_find(reading, &PUZZLE_OPS[PUZZLES_SOLVER], &(PersonArg){ step->person }, &now);
    step->solver = (SolverChange){ .person = step->person,
                                   .now = now.now,
                                   .at_ms = now.at_ms,
                                   .tried = now.tried,
                                   .solved = now.solved,
                                   .tried_before = now.tried };
    for (int i = 0; i < step->count; i++) {
        PuzzleBefore *before = untried(step, step->try[i].puzzle);
        if (before) rate(step, &step->try[i], before);
    }
    if (step->adds) list_writes(step);
}

// --- messages ------------------------------------------------------------------------------------

typedef struct TryAsked {
    char puzzle[PUZZLE_ID_LENGTH + 1];
    char moves[TRY_MOVES_SIZE];
    i64 at_ms;
} TryAsked;
#define NO_PUZZLE_ID "\"puzzle\" is not the id of a puzzle"
static const Field TRY_ASKED_FIELDS[] = {
    FIELD(TryAsked, puzzle, .flags = FIELD_OPTIONAL), // read_ids refuses an empty one
    FIELD(TryAsked, moves, .says = "the solver's, with blanks between them"),
    FIELD(TryAsked, at_ms, .key = "at", .as = AS_TIME, .flags = FIELD_OPTIONAL),
};
static const Shape TRY_ASKED = SHAPE_OF(TryAsked, TRY_ASKED_FIELDS);

typedef struct TriesBody {
    TryAsked try[TRIES_MAX];
    int count;
} TriesBody;
static const Field TRIES_BODY_FIELDS[] = {
    FIELD_ARRAY(TriesBody, try, count, &TRY_ASKED, .key = "results", .min = 1),
};
const Shape TRIES_BODY =
    SHAPE_NAMED("TriesBody", TriesBody, TRIES_BODY_FIELDS,
                .refusal = "there is no list \"results\", or something besides it");

typedef enum TryState { TRY_TAKEN, TRY_UNKNOWN, TRY_LATER, TRY_OLD } TryState;
static const char *const TRY_STATES[] = { "taken", "unknown", "later", "old", NULL };
typedef struct TryAnswer {
    char puzzle[PUZZLE_ID_LENGTH + 1];
    TryState state;
    const char *solved; // "true" or "false"; NULL if the try was refused
} TryAnswer;
static const Shape TRY_ANSWER =
    SHAPE(TryAnswer, FIELD(TryAnswer, puzzle),
          FIELD(TryAnswer, state, .as = AS_WORD, .words = TRY_STATES),
          FIELD(TryAnswer, solved, .as = AS_JSON, .type = "boolean", .flags = FIELD_OMIT));

typedef struct TriesReply {
    TryAnswer answer[TRIES_MAX];
    int count;
} TriesReply;
const Shape TRIES_REPLY =
    SHAPE(TriesReply, FIELD_ARRAY(TriesReply, answer, count, &TRY_ANSWER, .key = "results"));

// --- a request -----------------------------------------------------------------------------------

// The handler's memory.
typedef struct Brought {
    Try try[TRIES_MAX];   // those to be stored
    int place[TRIES_MAX]; // of the answer to each
    int count, done, conflicts;
    TryStep step;
    TriesReply reply;
} Brought;

static void rate_step(Call *call, Store *reading)
{
    tries_rate(&((Brought *)call->asked)->step, reading);
}

static void write_step(Call *call);

// Continues with the next tries, or answers.
static void go_on(Call *call)
{
    Brought *brought = call->asked;
    int left = brought->count - brought->done;
    if (!left) return js_shape(&call->json, NULL, &TRIES_REPLY, &brought->reply, NULL);
    brought->step.person = call->who.person.id;
    brought->step.now_ms = app_now(call->app);
    brought->step.try = brought->try + brought->done;
    brought->step.count = left < TRIES_AT_ONCE ? left : TRIES_AT_ONCE;
    route_read(call, READ_SHORT, rate_step, write_step);
}

static void end_step(Call *call)
{
    Brought *brought = call->asked;
    brought->done += brought->step.count;
    brought->conflicts = 0;
    go_on(call);
}

static void stored(Call *call, const void *args)
{
    (void)args;
    end_step(call);
}

// Another try has changed a rating since it was read.
static void conflicted(Call *call)
{
    Brought *brought = call->asked;
    if (++brought->conflicts == CONFLICTS_MAX)
        for (; brought->done < brought->count; brought->done++) {
            TryAnswer *answer = &brought->reply.answer[brought->place[brought->done]];
            answer->state = TRY_LATER;
            answer->solved = NULL;
        }
    go_on(call);
}

static void write_step(Call *call)
{
    const TryStep *step = &((Brought *)call->asked)->step;
    if (call->code != ERROR_NONE) return route_answer_read(call);
    if (step->writes)
        return route_write(call, &(RouteWrite){ .writes = step->write,
                                                .count = step->writes,
                                                .then = stored,
                                                .conflicted = conflicted });
    end_step(call);
    if (!call->held) route_answer_read(call);
}

// Refuses the request and returns false if an id is malformed.
static bool read_ids(const Call *call, const TriesBody *body, u32 id[TRIES_MAX])
{
    for (int i = 0; i < body->count; i++)
        if (!puzzle_id_read(text_of(body->try[i].puzzle), &id[i])) {
            route_refuse(call, ERROR_MALFORMED, NO_PUZZLE_ID);
            return false;
        }
    return true;
}

// Refuses the request and returns false if the moves are illegal.
static bool judge(Call *call, const TryAsked *asked, const Puzzle *puzzle, TryAnswer *answer)
{
    Brought *brought = call->asked;
    i64 now = app_now(call->app), person = call->who.person.id;
    bool solved;
    Fault why;
    if (puzzle_judge(puzzle, text_of(asked->moves), &solved, &why) != OK) {
        route_refuse(call, ERROR_MALFORMED, why.message);
        return false;
    }
    const Text key = { (char *)&person, sizeof person };
    answer->state = TRY_OLD;
    if (asked->at_ms && now - asked->at_ms > TRY_AGE_MS) return true;
    answer->state = TRY_LATER;
    if (!limits_take(call->app->limits, LIMIT_PUZZLE, key, now, NULL)) return true;
    bool rated = limits_take(call->app->limits, LIMIT_PUZZLE_RATED, key, now, NULL);
    answer->state = TRY_TAKEN;
    answer->solved = solved ? "true" : "false";
    brought->place[brought->count] = (int)(answer - brought->reply.answer);
    brought->try[brought->count++] =
        (Try){ puzzle, solved, asked->at_ms && asked->at_ms < now ? asked->at_ms : now, !rated };
    return true;
}

void tries_post(Call *call)
{
    const TriesBody *body = call->body;
    const PuzzleSet *set = app_state(call->app, &PUZZLES);
    u32 id[TRIES_MAX];
    Brought *brought = read_ids(call, body, id) ? route_ask(call, sizeof *brought) : NULL;
    if (!brought) return;
    for (int i = 0; i < body->count; i++) {
        const Puzzle *puzzle = puzzle_set_find(set, id[i]);
        TryAnswer *answer = &brought->reply.answer[brought->reply.count++];
        answer->state = TRY_UNKNOWN;
        memcpy(answer->puzzle, body->try[i].puzzle, sizeof answer->puzzle);
        if (puzzle && !judge(call, &body->try[i], puzzle, answer)) return;
    }
    go_on(call);
    if (!brought->count) route_answer_read(call);
}
