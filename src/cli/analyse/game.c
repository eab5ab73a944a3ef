// SPDX-License-Identifier: MIT
// Every move is reviewed independently (analysis/review.h). The result is kept as a review and as
// the note for the record. A note from an earlier analysis replaces the review, except for the
// reasons.
#include "cli/analyse/analyse.h"

#include "base/bits.h"

#include <stdlib.h>

// Losses are limited to this value on both sides: beyond it the game is decided.
enum { DECIDED = 1000 };

// Iterates over a game. The engine needs the positions since the last departure, because earlier
// ones can't recur.
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
    size_t capacity = (size_t)record->plies + 1; // never zero
    game->move = calloc(capacity, sizeof *game->move);
    game->note = calloc(capacity, sizeof *game->note);
    game->review = calloc(capacity, sizeof *game->review);
    if (!game->move || !game->note || !game->review) {
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
    free(game->review);
    game->move = NULL;
    game->note = NULL;
    game->review = NULL;
}

int analysed_done(const Analysed *game)
{
    int done = 0;
    for (int i = 0; i < game->plies; i++)
        done += game->note[i].limit_kind != LIMIT_NONE;
    return done;
}

int analysed_reviewed(const Analysed *game)
{
    int count = 0;
    while (count < game->plies && game->review[count].best.length)
        count++;
    return count;
}

AnalysedWalk analysed_walk(const Analysed *game)
{
    return (AnalysedWalk){ game, game->record.moves, game->start, -1 };
}

bool analysed_next(AnalysedWalk *walk)
{
    const Analysed *game = walk->game;
    const Game *rules = walk->position.head.variant->game;
    RecordStep step;
    if (walk->ply >= 0) rules->play(&walk->position, game->move[walk->ply].move);
    if (++walk->ply >= analysed_reviewed(game)) return false;
    while (record_next_step(&walk->moves, &step) && step.leaves)
        rules->leave(&walk->position, step.player);
    return true;
}

// --- searching -----------------------------------------------------------------------------------

// Writes as many moves as fit.
static void write_line(const Position *start, const SearchResult *result,
                       char text[NOTE_BEST_MAX + 1])
{
    Position position = *start;
    const Game *rules = position.head.variant->game;
    Out out = out_to(text, NOTE_BEST_MAX + 1);
    for (int i = 0; i < result->length && out.length + MOVE_TEXT_MAX < out.capacity; i++) {
        if (i) out_char(&out, ' ');
        rules->write_move(&position, result->line[i], &out);
        rules->play(&position, result->line[i]);
    }
}

static bool run_search(void *context, Engine *engine, const SearchLimits *limits)
{
    Think *think = context;
    (void)engine; // only one engine searches
    return think_run(think, limits, INT64_MAX) == INPUT_LINE;
}

static Analysis analysis_of(Analyser *analyser)
{
    Analysis analysis = { .engine = think_engine(&analyser->think),
                          .search = run_search,
                          .context = &analyser->think,
                          .memo = analyser->memo };
    if (analyser->kind == LIMIT_NODES) analysis.limits.nodes = (u64)analyser->limit;
    if (analyser->kind == LIMIT_DEPTH) analysis.limits.depth = (int)analyser->limit;
    if (analyser->kind == LIMIT_MOVETIME) analysis.limits.hard_ms = analyser->limit;
    analysis.shared = analyser->kind == LIMIT_MOVETIME || analyser->threads > 1;
    return analysis;
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

static i32 clip(Score score)
{
    return score > DECIDED ? DECIDED : score < -DECIDED ? -DECIDED : score;
}

// The number of moves, among the next plies, of the side that makes the last one.
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

// `score` is that of the move for the player who made it; `after` is the position after it.
static void note_score(RecordNote *note, Head after, int player, Score score)
{
    const Variant *variant = after.variant;
    int sign = score < 0 ? -1 : 1, size = score * sign;
    note->eval_kind = score_forced(score) ? EVAL_MATE : EVAL_POINTS;
    note->eval = sign * (score_forced(score) ? moves_to_end(after, SCORE_MATE - size - 1) : size);
    bool seen_by_first = !variant_each_alone(variant);
    if (seen_by_first && variant->team[player] != variant->team[0]) note->eval = -note->eval;
}

// Notes a better line than the played move, if there is one.
static void note_loss(RecordNote *note, AnalysedMove *played, const Position *position,
                      const ReviewPly *ply)
{
    if (ply->best.line[0] == played->move) return;
    write_line(position, &ply->best, played->best);
    note->best = text_of(played->best);
    i32 loss = clip(ply->best.score) - clip(ply->played.score);
    note->loss = loss > 0 ? loss : 0;
}

// Analyses the walk's next move. Returns false if interrupted.
static bool analyse_move(Analyser *analyser, Walk *walk, AnalysedMove *move, RecordNote *note,
                         ReviewPly *ply)
{
    const Variant *variant = walk->position.head.variant;
    Analysis analysis = analysis_of(analyser);
    RecordNote found = note_empty();
    found.limit_kind = analyser->kind;
    found.limit = analyser->limit;
    walk->moves[walk->count] = move->move;
    if (!review_ply(&analysis, &walk->base, walk->moves, walk->count + 1, ply)) return false;
    Position after = walk->position;
    variant->game->play(&after, move->move);
    if (variant->game->winners(&after)) {
        found.eval_kind = EVAL_MATE; // at most as many moves, so no move is better
    } else {
        note_score(&found, after.head, move->player, ply->played.score);
        note_loss(&found, move, &walk->position, ply);
    }
    *note = found;
    return true;
}

// Restores the information in a note from an earlier analysis.
static void recall_move(const Walk *walk, const AnalysedMove *move, const RecordNote *note,
                        ReviewPly *ply)
{
    const Variant *variant = walk->position.head.variant;
    Score most = note->eval_kind == EVAL_MATE ? SCORE_MATE - 1 : SCORE_MATED_MAX - 1;
    Score score = note->eval_kind == EVAL_MATE ? (note->eval < 0 ? -most : most) : note->eval;
    bool other = variant->team[move->player] != variant->team[0];
    bool won = note->eval_kind == EVAL_MATE && note->eval == 0;
    if (other && !won && !variant_each_alone(variant)) score = -score;
    int loss = note->loss > 0 ? note->loss : 0;
    SearchResult best = { .score = score, .length = 1, .line = { move->move } };
    Text line = note->best, word;
    Position position = walk->position;
    if (line.length) best.length = 0;
    while (text_word(&line, &word) && best.length < ANALYSIS_LINE_MAX &&
           move_read(&position, word, &best.line[best.length], NULL) == OK)
        variant->game->play(&position, best.line[best.length++]);
    SearchResult played = { .score = score, .length = 1, .line = { move->move } };
    if (!score_forced(score)) best.score = score + loss;
    // A loss this large means a forced win, or allowing one.
    if (score <= -SCORE_MATED_MAX) best.score = loss ? loss - DECIDED : score;
    if (loss && !score_forced(score) && clip(score) + loss >= DECIDED) best.score = SCORE_MATE - 1;
    review_recall(&walk->position, move->move, &best, &played, ply);
}

static bool analyse_steps(Analyser *analyser, Analysed *game, Walk *walk)
{
    Tokens moves = game->record.moves;
    RecordStep step;
    for (int ply = 0; record_next_step(&moves, &step);) {
        if (step.leaves) {
            walk_leave(walk, step.player);
            continue;
        }
        RecordNote *note = &game->note[ply];
        ReviewPly *review = &game->review[ply];
        AnalysedMove *move = &game->move[ply++];
        if (note->limit_kind != LIMIT_NONE) {
            recall_move(walk, move, note, review);
        } else {
            if (!analyse_move(analyser, walk, move, note, review)) return false;
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
