// SPDX-License-Identifier: MIT
// Analyses every move of a game: the loss in chance to win, whether the best move stood out and was
// played, and the time used.
#include "cli/fairplay/fairplay.h"

#include "analysis/chance.h"

#include <stdlib.h>

static bool run_search(void *context, Engine *engine, const SearchLimits *limits)
{
    const FairLooker *looker = context;
    engine_go(engine, limits);
    engine_think(engine, 0);
    return !atomic_load(looker->stop);
}

void fair_add(FairSums *sums, const FairSums *more)
{
    sums->moves += more->moves;
    sums->loss += more->loss;
    sums->loss_squares += more->loss_squares;
    sums->matters += more->matters;
    sums->agrees += more->agrees;
    sums->timed += more->timed;
    sums->time += more->time;
    sums->time_squares += more->time_squares;
}

// The game since the last departure; earlier positions can't recur.
typedef struct Walk {
    Position position, base;
    Move *moves;
    int count, plies;
} Walk;

// Returns false if interrupted.
static bool look_at_move(FairLooker *looker, const Walk *walk, Move move, FairSums *sums)
{
    Analysis analysis = { .engine = looker->engine,
                          .search = run_search,
                          .context = looker,
                          .limits = { .nodes = (u64)looker->nodes },
                          .memo = looker->memo };
    const Variant *variant = walk->position.head.variant;
    AnalysisPosition place = analysis_position(&walk->base, walk->moves, walk->count);
    Move moves[MOVES_MAX];
    int count = variant->game->moves(&walk->position, moves), others = 0;
    if (count < 2) return true;
    SearchResult best, second, played;
    analysis_begin(&analysis);
    if (!analysis_search(&analysis, &place, NULL, 0, 0, &best)) return false;
    int chance = chance_of_score(&walk->position, best.score);
    if (chance < FAIR_DECIDED || chance > CHANCE_ONE - FAIR_DECIDED) return true;
    for (int i = 0; i < count; i++)
        if (moves[i] != best.line[0]) moves[others++] = moves[i];
    if (!analysis_search(&analysis, &place, moves, others, best.depth, &second)) return false;
    played = best;
    if (move != best.line[0] && move == second.line[0])
        played = second;
    else if (move != best.line[0] &&
             !analysis_search(&analysis, &place, &move, 1, best.depth, &played))
        return false;
    int half_sides = chance_sides(variant);
    i64 loss = (chance - chance_of_score(&walk->position, played.score)) * half_sides / 2;
    i64 margin = (chance - chance_of_score(&walk->position, second.score)) * half_sides / 2;
    if (loss < 0) loss = 0;
    sums->moves++;
    sums->loss += loss;
    sums->loss_squares += loss * loss;
    if (margin < FAIR_MATTERS) return true;
    sums->matters++;
    sums->agrees += move == best.line[0];
    return true;
}

// Computed from the clocks before and after the move. Moves in byoyomi have no known time.
static void add_time(const ClockSpec *spec, i64 *left, i64 now, FairSums *sums)
{
    i64 before = *left;
    *left = now;
    if (clock_spec_none(spec) || now == NOTE_NONE || before == NOTE_NONE || now == 0) return;
    i64 used = (before + (i64)spec->increment - now) / 10;
    if (used < 0) return;
    sums->timed++;
    sums->time += used;
    sums->time_squares += used * used;
}

static bool look_at_all(FairLooker *looker, const Record *record, Walk *walk, FairSums *sums)
{
    const Game *rules = walk->position.head.variant->game;
    Tokens steps = record->moves;
    RecordStep step;
    ClockSpec spec = { 0 };
    i64 left[PLAYERS_MAX];
    record_clock(record, &spec, NULL);
    for (int i = 0; i < PLAYERS_MAX; i++)
        left[i] = clock_start(&spec, i).main;
    while (record_next_step(&steps, &step)) {
        if (step.leaves) {
            rules->leave(&walk->position, step.player);
            walk->base = walk->position;
            walk->count = 0;
            continue;
        }
        Move move;
        int player = walk->position.head.turn;
        if (rules->winners(&walk->position) ||
            record_read_move(record, &walk->position, step.text, &move, NULL) != OK)
            return true;
        if (walk->plies >= FAIR_SKIP && !look_at_move(looker, walk, move, &sums[player]))
            return false;
        add_time(&spec, &left[player], step.note.clock,
                 walk->plies >= FAIR_SKIP ? &sums[player] : &(FairSums){ 0 });
        rules->play(&walk->position, move);
        walk->moves[walk->count++] = move;
        walk->plies++;
    }
    return true;
}

bool fair_look(FairLooker *looker, const Record *record, FairSums sums[PLAYERS_MAX])
{
    Walk walk = { .count = 0 };
    if (record_setup(record, &walk.position, NULL) != OK) return true;
    walk.base = walk.position;
    walk.moves = malloc(((size_t)record->plies + 1) * sizeof *walk.moves);
    bool done = walk.moves && look_at_all(looker, record, &walk, sums);
    free(walk.moves);
    return done;
}
