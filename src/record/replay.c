// SPDX-License-Identifier: MIT
#include "record/replay.h"

#include "base/bits.h"

// --- repetition ----------------------------------------------------------------------------------

// The positions so far, in an open hash table that is at most half full. It stores each key once
// per occurrence, up to REPETITIONS_DRAW times, so that shuffling can't make it slow.
typedef struct Seen {
    Key *keys; // 0 is a free slot
    size_t mask;
} Seen;

size_t record_replay_size(const Record *record)
{
    size_t capacity = 4, positions = (size_t)record->plies + (size_t)record->leaves + 1;
    while (capacity < 2 * positions)
        capacity *= 2;
    return capacity;
}

// Adds the position; returns whether it has occurred three times or more.
static bool seen_again(Seen *seen, Key key)
{
    int times = 1;
    key |= !key;
    size_t place = key & seen->mask;
    for (; seen->keys[place]; place = (place + 1) & seen->mask)
        if (seen->keys[place] == key && times++ == REPETITIONS_DRAW) return true;
    seen->keys[place] = key;
    return times == REPETITIONS_DRAW;
}

// --- outcomes ------------------------------------------------------------------------------------

static bool decided(const Outcome *outcome)
{
    return outcome->winners || outcome->drawn;
}

static bool same_scores(const Outcome *a, const Outcome *b)
{
    return a->winners == b->winners && a->drawn == b->drawn;
}

// The outcome according to the record.
typedef struct Claim {
    Outcome tag, end; // the two places that give it
    Outcome outcome;  // both combined, with the reason
    bool terminated;  // the reason is given
} Claim;

static Status read_scores(const Variant *variant, Text text, int line, Outcome *outcome, Fault *why)
{
    Fault inner;
    if (!text.length || outcome_read(variant, text, outcome, &inner) == OK) return OK;
    return fault(why, MALFORMED, "line %d: %s", line, inner.message);
}

static bool read_reason(Text text, Reason *reason)
{
    for (Reason r = REASON_NORMAL; r < REASONS; r++) {
        if (!text_is_nocase(text, reason_name(r))) continue;
        *reason = r;
        return true;
    }
    return false;
}

static Status read_claim(const Record *record, const Variant *variant, Claim *claim, Fault *why)
{
    *claim = (Claim){ 0 };
    int line = record->tag_line[TAG_RESULT];
    Status status = read_scores(variant, record->tag[TAG_RESULT], line, &claim->tag, why);
    if (status == OK)
        status = read_scores(variant, record->result, record->result_line, &claim->end, why);
    if (status != OK) return status;
    claim->outcome = decided(&claim->tag) ? claim->tag : claim->end;
    // Other programs use other words, and "normal" for more reasons.
    if (record_is_foreign(record)) return OK;
    Text text = record->tag[TAG_TERMINATION];
    claim->terminated = read_reason(text, &claim->outcome.reason);
    // An aborted game is over without a result.
    if (claim->terminated && claim->outcome.reason == REASON_ABANDONED) claim->outcome.over = true;
    if (!text.length || claim->terminated) return OK;
    return fault(why, MALFORMED, "line %d: unknown termination %q",
                 record->tag_line[TAG_TERMINATION], text);
}

// The reason why a claim is impossible; NULL if it is possible.
static const char *claim_fault(const Claim *claim, const Position *position, const Outcome *board)
{
    const Outcome *told = &claim->outcome;
    if (decided(&claim->tag) && decided(&claim->end) && !same_scores(&claim->tag, &claim->end))
        return "the Result tag and the result after the moves differ";
    if (board->over && decided(told) && !same_scores(board, told))
        return "the record tells another result";
    if ((told->winners | told->drawn) & position->head.out)
        return "the record gives points to a player who had left";
    if (!claim->terminated) return NULL;
    bool repeated = board->over && board->reason == REASON_REPETITION;
    switch (told->reason) {
    case REASON_NORMAL:
        return decided(told) && !board->over ? "nothing on the board ends it" : NULL;
    case REASON_REPETITION: return repeated ? NULL : "no position stands for the third time";
    case REASON_AGREEMENT: return told->winners ? "an agreement is a draw" : NULL;
    case REASON_TIME:
    case REASON_RESIGNATION: return told->drawn ? "a flag or a resignation is no draw" : NULL;
    case REASON_ABANDONED:
    case REASONS: break;
    }
    return NULL;
}

// --- the game ------------------------------------------------------------------------------------

static Status play_leave(const RecordStep *step, Position *position, Fault *why)
{
    const Variant *variant = position->head.variant;
    const char *reason = NULL;
    if (!variant_each_alone(variant))
        reason = "nobody can leave a game between two sides";
    else if (step->player >= variant->players)
        reason = "there is no such player";
    else if (bits_has(position->head.out, step->player))
        reason = "that player had left before";
    else if (variant->game->winners(position))
        reason = refusal_text(REFUSED_GAME_OVER);
    if (reason) return fault(why, ILLEGAL, "illegal %q: %s", step->text, reason);
    variant->game->leave(position, step->player);
    return OK;
}

static Status play_step(const Record *record, const RecordStep *step, bool drawn,
                        Position *position, Fault *why)
{
    Move move;
    Status status = OK;
    if (!step->leaves) status = record_read_move(record, position, step->text, &move, why);
    if (status == OK && drawn)
        return fault(why, ILLEGAL, "illegal move %q: %s", step->text,
                     refusal_text(REFUSED_GAME_OVER));
    if (status == OK && step->leaves) return play_leave(step, position, why);
    if (status == OK) position->head.variant->game->play(position, move);
    return status;
}

// The outcome on the board; `reason` is for a won game.
static Outcome board_outcome(const Position *position, Reason reason, bool repeated)
{
    const Variant *variant = position->head.variant;
    u8 winners = variant->game->winners(position);
    if (winners) return (Outcome){ .over = true, .winners = winners, .reason = reason };
    if (!repeated) return (Outcome){ 0 };
    u8 in = variant_everyone(variant) & (u8)~position->head.out;
    return (Outcome){ .over = true, .drawn = in, .reason = REASON_REPETITION };
}

// Plays all steps and sets the outcome reached on the board.
static Status play_all(const Record *record, Seen *seen, Replay *replay, Fault *why)
{
    Position *position = &replay->position;
    const Game *game = position->head.variant->game;
    bool foreign = record_is_foreign(record);
    bool repeated = seen_again(seen, game->key(position));
    replay->outcome = board_outcome(position, REASON_NORMAL, repeated);
    replay->plies = 0;
    Tokens moves = record->moves;
    RecordStep step;
    while (record_next_step(&moves, &step)) {
        Fault inner;
        Status status = play_step(record, &step, repeated && !foreign, position, &inner);
        if (status == MALFORMED)
            return fault(why, status, "line %d: ply %d: %s", step.line, replay->plies + 1,
                         inner.message);
        if (status != OK) return fault(why, status, "ply %d: %s", replay->plies + 1, inner.message);
        if (step.malformed.length && !foreign)
            return fault(why, MALFORMED, "line %d: ply %d: malformed command %q",
                         step.malformed_line, replay->plies + 1, step.malformed);
        replay->plies += !step.leaves;
        repeated = seen_again(seen, game->key(position));
        Reason reason = step.leaves ? step.reason : REASON_NORMAL;
        replay->outcome = board_outcome(position, reason, repeated);
    }
    return OK;
}

Status record_replay(const Record *record, Key *keys, Replay *replay, Fault *why)
{
    Seen seen = { keys, record_replay_size(record) - 1 };
    for (size_t i = 0; i <= seen.mask; i++)
        keys[i] = 0;
    Claim claim;
    ClockSpec clock; // only checked for validity
    Status status = record_setup(record, &replay->position, why);
    if (status == OK) status = record_clock(record, &clock, why);
    if (status == OK) status = read_claim(record, replay->position.head.variant, &claim, why);
    if (status == OK) status = play_all(record, &seen, replay, why);
    if (status != OK) return status;

    bool foreign = record_is_foreign(record);
    if (foreign && claim.outcome.winners && replay->outcome.drawn) replay->outcome = (Outcome){ 0 };
    const char *reason = claim_fault(&claim, &replay->position, &replay->outcome);
    if (reason) return fault(why, ILLEGAL, "ply %d: %s", replay->plies, reason);
    if (!replay->outcome.over) replay->outcome = claim.outcome;
    return OK;
}
