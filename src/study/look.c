// SPDX-License-Identifier: MIT
#include "study/look.h"

#include "base/bits.h"
#include "base/rng.h"

StudyPlace study_place(const Position *start, const Move *moves, int count)
{
    StudyPlace place = { start, moves, count, *start };
    for (int i = 0; i < count; i++)
        start->head.variant->game->play(&place.position, moves[i]);
    return place;
}

void look_begin(Study *study)
{
    if (!study->shared) engine_new_game(study->engine);
}

bool look_at(Study *study, const StudyPlace *place, const Move *among, int among_count, int depth,
             Look *look)
{
    SearchLimits limits = study->limits;
    limits.table_mb = study->shared ? 0 : LOOK_TABLE_MB;
    limits.among = among;
    limits.among_count = among_count;
    if (depth && (!limits.depth || depth < limits.depth)) limits.depth = depth;
    engine_set_position(study->engine, place->start, place->moves, place->count);
    if (!study->search(study->context, study->engine, &limits)) return false;
    const Line *line;
    if (!engine_lines(study->engine, &line)) return false;
    *look = (Look){ .score = line->score, .depth = line->depth };
    for (; look->length < line->length && look->length < LOOK_LINE_MAX; look->length++)
        look->line[look->length] = line->move[look->length];
    return true;
}

// --- proofs --------------------------------------------------------------------------------------

typedef struct Proof {
    ProofMemo *memo;
    u8 side;
    u32 nodes;
} Proof;

static bool wins(Proof *proof, const Position *position, int plies);

// On the side's turn one move that wins is enough; on another's all must.
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
    // What is in the memory from elsewhere could only make the answer come sooner or later.
    for (int i = 0; i < PROOF_MEMOS; i++)
        memo[i] = (ProofMemo){ 0 };
    // Short wins first: what they leave in the memory makes the long ones cheap.
    for (int n = plies & 1; n < plies; n += 2)
        if (wins(&proof, position, n)) return true;
    return wins(&proof, position, plies);
}
