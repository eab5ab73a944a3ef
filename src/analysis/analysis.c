// SPDX-License-Identifier: MIT
#include "analysis/analysis.h"

#include "base/bits.h"
#include "base/rng.h"

AnalysisPosition analysis_position(const Position *start, const Move *moves, int count)
{
    AnalysisPosition place = { start, moves, count, *start };
    for (int i = 0; i < count; i++)
        start->head.variant->game->play(&place.position, moves[i]);
    return place;
}

void analysis_begin(Analysis *analysis)
{
    if (!analysis->shared) engine_new_game(analysis->engine);
}

bool analysis_search(Analysis *analysis, const AnalysisPosition *place, const Move *among,
                     int among_count, int depth, SearchResult *result)
{
    SearchLimits limits = analysis->limits;
    limits.table_mb = analysis->shared ? 0 : ANALYSIS_TABLE_MB;
    limits.among = among;
    limits.among_count = among_count;
    if (depth && (!limits.depth || depth < limits.depth)) limits.depth = depth;
    engine_set_position(analysis->engine, place->start, place->moves, place->count);
    if (!analysis->search(analysis->context, analysis->engine, &limits)) return false;
    const Line *line;
    if (!engine_lines(analysis->engine, &line)) return false;
    *result = (SearchResult){ .score = line->score, .depth = line->depth };
    for (; result->length < line->length && result->length < ANALYSIS_LINE_MAX; result->length++)
        result->line[result->length] = line->move[result->length];
    return true;
}

// --- proofs --------------------------------------------------------------------------------------

typedef struct Proof {
    ProofMemo *memo;
    u8 side;
    u32 nodes;
} Proof;

static bool wins(Proof *proof, const Position *position, int plies);

// On the side's turn one winning move is enough; on another's turn all moves must win.
static bool try_moves(Proof *proof, const Position *position, int plies, bool ours)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        if (wins(proof, &next, plies - 1) == ours) return ours;
    }
    return !ours;
}

static bool wins(Proof *proof, const Position *position, int plies)
{
    const Game *game = position->head.variant->game;
    u8 winners = game->winners(position);
    if (winners) return winners & proof->side;
    bool ours = bits_has(proof->side, position->head.turn);
    if (plies == 0 || (plies == 1 && !ours)) return false;
    if (proof->nodes >= PROOF_NODES) return false;
    proof->nodes++;
    Key key = game->key(position) ^ mix64(proof->side);
    ProofMemo *memo = &proof->memo[key & (PROOF_MEMOS - 1)];
    if (memo->key == key && memo->wins && memo->wins <= plies) return true;
    if (memo->key == key && memo->fails >= plies) return false;
    bool won = try_moves(proof, position, plies, ours);
    if (proof->nodes >= PROOF_NODES) return false;
    if (memo->key != key) *memo = (ProofMemo){ .key = key };
    if (won)
        memo->wins = (u8)plies;
    else
        memo->fails = (u8)plies;
    return won;
}

bool proof_wins(ProofMemo *memo, const Position *position, u8 side, int plies)
{
    if (plies > PROOF_PLIES) return false;
    Proof proof = { memo, side, 0 };
    // Earlier entries can't change the answer, only the work, which must be reproducible.
    for (int i = 0; i < PROOF_MEMOS; i++)
        memo[i] = (ProofMemo){ 0 };
    // Try short wins first: their entries make the longer searches cheap.
    for (int n = plies & 1; n < plies; n += 2)
        if (wins(&proof, position, n)) return true;
    return wins(&proof, position, plies);
}
