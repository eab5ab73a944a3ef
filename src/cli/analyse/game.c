// SPDX-License-Identifier: MIT
// Every move has two searches, both from the position it was played in, so that their scores can be
// compared: one for the best move and, if that was not played, one for the move that was, as deep
// as the first. The first one begins with an empty memory if the limit is nodes or depth: then the
// analysis of a move depends on nothing else, and one that was interrupted and resumed is the same
// as one in a go.
#include "cli/analyse/analyse.h"

#include "base/bits.h"

#include <stdlib.h>

// What counts as a loss ends here on both sides: further on the game is decided.
enum { DECIDED = 1000 };

// What a search has found out; the score is seen by the player to move.
typedef struct AnalysisSearch {
    Score score;
    int depth;
    Move best;
    char line[NOTE_BEST_MAX + 1];
} AnalysisSearch;

// A game that is walked through. The engine wants the positions since the last player left: those
// before cannot come again.
typedef struct Walk {
    Position position, base;
    Move *moves; // since `base`
    int count;
} Walk;

// --- reading -------------------------------------------------------------------------------------

static bool is_thorough(const RecordNote *note, const Analyser *wanted)
{
    return note->eval_kind != EVAL_NONE && note->limit_kind == wanted->kind &&
           note->limit >= wanted->limit;
}

static void read_moves(Analysed *game, const Analyser *resume)
{
    Position position = game->start;
    const Game *rules = position.head.variant->game;
    Tokens moves = game->record.moves;
    RecordStep step;
    while (record_next_step(&moves, &step)) {
        if (step.leaves) {
            rules->leave(&position, step.player);
            continue;
        }
        AnalysedMove *move = &game->move[game->plies];
        record_read_move(&game->record, &position, step.text, &move->move, NULL);
        move->player = position.head.turn;
        Out out = out_to(move->text, sizeof move->text);
        rules->write_move(&position, move->move, &out);
        rules->play(&position, move->move);
        bool kept = resume && is_thorough(&step.note, resume);
        game->note[game->plies++] = kept ? step.note : note_empty();
    }
}

Status analysed_read(Analysed *game, const Record *record, const Analyser *resume, Fault *why)
{
    *game = (Analysed){ .record = *record };
    Key *keys = malloc(record_replay_size(record) * sizeof *keys);
    if (!keys) return fault(why, FULL, "out of memory");
    Replay replay;
    Status status = record_replay(record, keys, &replay, why);
    free(keys);
    if (status != OK) return status;
    record_setup(record, &game->start, NULL);
    game->outcome = replay.outcome;
    size_t capacity = (size_t)record->plies + 1; // never nothing
    game->move = calloc(capacity, sizeof *game->move);
    game->note = calloc(capacity, sizeof *game->note);
    if (!game->move || !game->note) {
        analysed_free(game);
        return fault(why, FULL, "out of memory");
    }
    read_moves(game, resume);
    return OK;
}

void analysed_free(Analysed *game)
{
    free(game->move);
    free(game->note);
    game->move = NULL;
    game->note = NULL;
}

int analysed_done(const Analysed *game)
{
    int done = 0;
    for (int i = 0; i < game->plies; i++)
        done += game->note[i].limit_kind != LIMIT_NONE;
    return done;
}

// --- searching -----------------------------------------------------------------------------------

// As many moves as there is space for.
static void write_line(const Position *start, const Line *line, char text[NOTE_BEST_MAX + 1])
{
    Position position = *start;
    const Game *rules = position.head.variant->game;
    Out out = out_to(text, NOTE_BEST_MAX + 1);
    for (int i = 0; i < line->length && out.length + MOVE_TEXT_MAX < out.capacity; i++) {
        if (i) out_char(&out, ' ');
        rules->write_move(&position, line->move[i], &out);
        rules->play(&position, line->move[i]);
    }
}

// Searches the position of the walk. False if that was interrupted.
static bool look_at(Analyser *analyser, const Walk *walk, SearchLimits limits, AnalysisSearch *look)
{
    Engine *engine = think_engine(&analyser->think);
    engine_set_position(engine, &walk->base, walk->moves, walk->count);
    if (think_run(&analyser->think, &limits, INT64_MAX) != INPUT_LINE) return false;
    const Line *line;
    engine_lines(engine, &line);
    *look = (AnalysisSearch){ .score = line->score, .depth = line->depth, .best = line->move[0] };
    write_line(&walk->position, line, look->line);
    return true;
}

// The best move and the move that is given, which may be the same.
static bool compare(Analyser *analyser, const Walk *walk, Move move, AnalysisSearch *best,
                    AnalysisSearch *played)
{
    SearchLimits limits = { 0 };
    if (analyser->kind == LIMIT_NODES) limits.nodes = (u64)analyser->limit;
    if (analyser->kind == LIMIT_DEPTH) limits.depth = (int)analyser->limit;
    if (analyser->kind == LIMIT_MOVETIME) limits.hard_ms = analyser->limit;
    if (analyser->kind != LIMIT_MOVETIME && analyser->threads == 1)
        engine_new_game(think_engine(&analyser->think));
    if (!look_at(analyser, walk, limits, best)) return false;
    *played = *best;
    if (best->best == move) return true;
    limits.depth = best->depth;
    limits.among = &move;
    limits.among_count = 1;
    return look_at(analyser, walk, limits, played);
}

static void walk_play(Walk *walk, Move move)
{
    walk->position.head.variant->game->play(&walk->position, move);
    walk->moves[walk->count++] = move;
}

static void walk_leave(Walk *walk, int player)
{
    walk->position.head.variant->game->leave(&walk->position, player);
    walk->base = walk->position;
    walk->count = 0;
}

// --- notes ---------------------------------------------------------------------------------------

static bool is_forced(Score score)
{
    return score >= SCORE_MATED_MAX || score <= -SCORE_MATED_MAX;
}

static i32 clip(Score score)
{
    return score > DECIDED ? DECIDED : score < -DECIDED ? -DECIDED : score;
}

// How many of the next plies are moves of the side that makes the last one.
static int moves_to_end(Head head, int plies)
{
    const u8 *team = head.variant->team;
    Head last = head;
    for (int i = 1; i < plies; i++)
        head_advance(&last);
    int count = 0;
    for (int i = 0; i < plies; i++, head_advance(&head))
        count += team[head.turn] == team[last.turn];
    return count;
}

// `score` is that of the move, seen by the player who made it; `after` it.
static void note_score(RecordNote *note, Head after, int player, Score score)
{
    const Variant *variant = after.variant;
    int sign = score < 0 ? -1 : 1, size = score * sign;
    note->eval_kind = is_forced(score) ? EVAL_MATE : EVAL_POINTS;
    note->eval = sign * (is_forced(score) ? moves_to_end(after, SCORE_MATE - size - 1) : size);
    bool seen_by_first = !variant_each_alone(variant);
    if (seen_by_first && variant->team[player] != variant->team[0]) note->eval = -note->eval;
}

// A better line than the move that was played, if there is one.
static void note_loss(RecordNote *note, AnalysedMove *played, const AnalysisSearch *best,
                      Score score)
{
    if (best->best == played->move) return;
    Out out = out_to(played->best, sizeof played->best);
    out_str(&out, best->line);
    note->best = (Text){ played->best, out.length };
    i32 loss = clip(best->score) - clip(score);
    note->loss = loss > 0 ? loss : 0;
}

// Looks at the walk's next move. False if that was interrupted.
static bool analyse_move(Analyser *analyser, const Walk *walk, AnalysedMove *move, bool ends_drawn,
                         RecordNote *note)
{
    const Variant *variant = walk->position.head.variant;
    RecordNote found = note_empty();
    found.limit_kind = analyser->kind;
    found.limit = analyser->limit;
    Position after = walk->position;
    variant->game->play(&after, move->move);
    if (variant->game->winners(&after)) {
        found.eval_kind = EVAL_MATE; // in no more moves: there is nothing better
    } else {
        AnalysisSearch best, played;
        if (!compare(analyser, walk, move->move, &best, &played)) return false;
        if (ends_drawn) played.score = 0;
        note_score(&found, after.head, move->player, played.score);
        note_loss(&found, move, &best, played.score);
    }
    *note = found;
    return true;
}

static bool analyse_steps(Analyser *analyser, Analysed *game, Walk *walk)
{
    bool drawn = game->outcome.drawn && game->outcome.reason == REASON_REPETITION;
    Tokens moves = game->record.moves;
    RecordStep step;
    for (int ply = 0; record_next_step(&moves, &step);) {
        if (step.leaves) {
            walk_leave(walk, step.player);
            continue;
        }
        RecordNote *note = &game->note[ply];
        AnalysedMove *move = &game->move[ply++];
        if (note->limit_kind == LIMIT_NONE) {
            bool last = ply == game->plies;
            if (!analyse_move(analyser, walk, move, last && drawn, note)) return false;
            analyser->progress(analyser->context);
        }
        walk_play(walk, move->move);
    }
    return true;
}

bool analyse_game(Analyser *analyser, Analysed *game)
{
    Walk walk = { .position = game->start, .base = game->start };
    walk.moves = malloc(((size_t)game->plies + 1) * sizeof *walk.moves);
    if (!walk.moves) return false;
    bool done = analyse_steps(analyser, game, &walk);
    free(walk.moves);
    return done;
}
