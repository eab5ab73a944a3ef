// SPDX-License-Identifier: MIT
#include "analysis/review.h"

#include "abalone/position.h"
#include "engine/chance.h"
#include "engine/paths.h"
#include "game/finding.h"
#include "quoridor/position.h"

const char *mark_name(int mark)
{
    static const char *const NAME[MARKS] = { "", "great", "inaccuracy", "mistake", "blunder" };
    return NAME[mark];
}

const char *phase_name(int phase)
{
    static const char *const NAME[PHASES] = { "opening", "middle", "end" };
    return NAME[phase];
}

// --- positions -----------------------------------------------------------------------------------

static bool is_abalone(const Position *position)
{
    return position->head.variant->game == &AB_GAME;
}

void review_units(const Position *position, int units[PLAYERS_MAX])
{
    const Variant *variant = position->head.variant;
    for (int player = 0; player < PLAYERS_MAX; player++) {
        units[player] = 0;
        if (player >= variant->players) continue;
        if (is_abalone(position)) {
            units[player] = ((const AbPosition *)position)->score[variant->team[player]];
        } else if (!bits_has(position->head.out, player)) {
            const QrPosition *quoridor = (const QrPosition *)position;
            Open open = open_of(quoridor);
            Side goal = (Side)qr_variant(quoridor)->goal[player];
            units[player] = way_find(&open, quoridor->pawn[player], goal).length;
        }
    }
}

static void see_push(void *context, const Finding *finding)
{
    bool *seen = context;
    *seen |= finding->kind == FOUND_SUMITO || finding->kind == FOUND_EJECTION;
}

// Abalone: the opening lasts until a push is possible; the endgame begins two marbles before the
// end. Quoridor: the opening lasts for two walls each; the endgame begins when as many are left in
// hand.
int review_phase(const Position *position)
{
    if (is_abalone(position)) {
        const AbPosition *abalone = (const AbPosition *)position;
        int most = 0;
        for (int team = 0; team < PLAYERS_MAX; team++)
            if (abalone->score[team] > most) most = abalone->score[team];
        if (most + 2 >= ab_count(abalone).to_win) return PHASE_END;
        if (most) return PHASE_MIDDLE;
        bool contact = false;
        ab_explain(abalone, see_push, &contact);
        return contact ? PHASE_MIDDLE : PHASE_OPENING;
    }
    const QrPosition *quoridor = (const QrPosition *)position;
    int players = position->head.variant->players, left = 0;
    for (int player = 0; player < players; player++)
        left += quoridor->walls[player];
    if (left <= 2 * players) return PHASE_END;
    return chance_progress(position) >= 2 * players ? PHASE_MIDDLE : PHASE_OPENING;
}

// How often the last position has occurred.
static int times_stood(const Position *start, const Move *moves, int count)
{
    const Game *game = start->head.variant->game;
    AnalysisPosition last = analysis_position(start, moves, count);
    Key key = game->key(&last.position);
    Position position = *start;
    int times = 0;
    for (int i = 0; i <= count; i++) {
        times += game->key(&position) == key;
        if (i < count) game->play(&position, moves[i]);
    }
    return times;
}

// --- marks ---------------------------------------------------------------------------------------

static int scaled(const Variant *variant, int loss)
{
    return loss * chance_sides(variant) / 2;
}

static ReviewMark mark_of(int loss)
{
    if (loss >= LOSS_BLUNDER) return MARK_BLUNDER;
    if (loss >= LOSS_MISTAKE) return MARK_MISTAKE;
    return loss >= LOSS_INACCURACY ? MARK_INACCURACY : MARK_NONE;
}

// Whether every other move is a mistake, and a shallow search would have chosen one of them.
// Returns false if a search was interrupted.
static bool find_great(Analysis *analysis, const AnalysisPosition *place, ReviewPly *ply)
{
    enum { GLANCE = 2 };
    const Game *game = place->position.head.variant->game;
    Move moves[MOVES_MAX];
    int count = game->moves(&place->position, moves), others = 0;
    if (count < 3 || ply->before < LOSS_MISTAKE) return true;
    analysis_begin(analysis);
    SearchResult glance, second;
    if (!analysis_search(analysis, place, NULL, 0, GLANCE, &glance)) return false;
    if (glance.line[0] == ply->move) return true;
    for (int i = 0; i < count; i++)
        if (moves[i] != ply->move) moves[others++] = moves[i];
    if (!analysis_search(analysis, place, moves, others, ply->best.depth, &second)) return false;
    int chance = chance_of_score(&place->position, second.score);
    if (scaled(place->position.head.variant, ply->before - chance) < LOSS_MISTAKE) return true;
    ply->mark = MARK_GREAT;
    reasons_for(&place->position, &ply->best, analysis->memo, &ply->why);
    return true;
}

// --- a ply ---------------------------------------------------------------------------------------

// Compares the best move with the played one.
static bool compare(Analysis *analysis, const AnalysisPosition *place, ReviewPly *ply)
{
    analysis_begin(analysis);
    if (!analysis_search(analysis, place, NULL, 0, 0, &ply->best)) return false;
    ply->played = ply->best;
    if (ply->best.line[0] == ply->move) return true;
    return analysis_search(analysis, place, &ply->move, 1, ply->best.depth, &ply->played);
}

static void judge(const Position *position, ReviewPly *ply)
{
    ply->before = chance_of_score(position, ply->best.score);
    ply->after = chance_of_score(position, ply->played.score);
    if (ply->after > ply->before) ply->before = ply->after;
    if (ply->best.line[0] == ply->move) ply->before = ply->after;
    ply->loss = scaled(position->head.variant, ply->before - ply->after);
    ply->mark = (u8)mark_of(ply->loss);
}

bool review_ply(Analysis *analysis, const Position *start, const Move *moves, int count,
                ReviewPly *ply)
{
    const Game *game = start->head.variant->game;
    AnalysisPosition place = analysis_position(start, moves, count - 1);
    Position after = place.position;
    *ply = (ReviewPly){ .player = place.position.head.turn, .move = moves[count - 1] };
    ply->phase = (u8)review_phase(&place.position);
    game->play(&after, ply->move);
    review_units(&after, ply->units);
    if (game->winners(&after)) {
        ply->ends = true;
        ply->best = (SearchResult){ .score = SCORE_MATE - 1, .length = 1, .line = { ply->move } };
        ply->played = ply->best;
        ply->before = ply->after = CHANCE_ONE;
    } else {
        if (!compare(analysis, &place, ply)) return false;
        if (times_stood(start, moves, count) >= REPETITIONS_DRAW) {
            ply->ends = true;
            ply->played = (SearchResult){ .length = 1, .line = { ply->move } };
        }
        judge(&place.position, ply);
        if (ply->mark) {
            reasons_against(&place.position, &ply->best, &ply->played, analysis->memo, &ply->why);
        } else if (ply->best.line[0] == ply->move && !find_great(analysis, &place, ply)) {
            return false;
        }
    }
    chance_shares(&after, ply->player, ply->after, ply->share);
    return true;
}

void review_recall(const Position *position, Move move, const SearchResult *best,
                   const SearchResult *played, ReviewPly *ply)
{
    Position after = *position;
    *ply = (ReviewPly){ .player = position->head.turn, .move = move, .best = *best };
    ply->played = *played;
    ply->phase = (u8)review_phase(position);
    after.head.variant->game->play(&after, move);
    ply->ends = after.head.variant->game->winners(&after);
    review_units(&after, ply->units);
    judge(position, ply);
    chance_shares(&after, ply->player, ply->after, ply->share);
}

ReviewDigest review_digest(const ReviewPly *ply)
{
    return (ReviewDigest){ ply->player, ply->mark, ply->phase, ply->before, ply->after, ply->loss };
}

static bool read_name(Text *rest, const char *(*name)(int), int names, u8 *found)
{
    Text word;
    if (!text_word(rest, &word)) return false;
    for (int i = 0; i < names; i++) {
        if (!text_is(word, *name(i) ? name(i) : "-")) continue;
        *found = (u8)i;
        return true;
    }
    return false;
}

static bool read_number(Text *rest, int most, int *number)
{
    Text word;
    i64 value;
    if (!text_word(rest, &word) || !text_number(word, most, &value)) return false;
    *number = (int)value;
    return true;
}

bool review_digest_read(const Variant *variant, Text text, ReviewDigest *digest)
{
    ReviewDigest read = { 0 };
    int player;
    if (!read_number(&text, variant->players - 1, &player) ||
        !read_name(&text, mark_name, MARKS, &read.mark) ||
        !read_name(&text, phase_name, PHASES, &read.phase) ||
        !read_number(&text, CHANCE_ONE, &read.before) ||
        !read_number(&text, CHANCE_ONE, &read.after) ||
        !read_number(&text, CHANCE_ONE * PLAYERS_MAX, &read.loss) || text_trim(text).length)
        return false;
    read.player = (u8)player;
    *digest = read;
    return true;
}

// --- totals --------------------------------------------------------------------------------------

// Ranks turning points: by the loss, weighted by 1.5 if the move lost the lead.
static int turn_of(const ReviewDigest *ply)
{
    bool lead = ply->before >= CHANCE_ONE / 2 && ply->after < CHANCE_ONE / 2;
    return ply->loss < LOSS_INACCURACY ? 0 : lead ? ply->loss * 3 / 2 : ply->loss;
}

static void find_turnings(const ReviewDigest *plies, int count, ReviewTotal *total)
{
    for (int n = 0; n < TURNING_MAX; n++) {
        int best = -1;
        for (int i = 0; i < count; i++) {
            bool taken = false;
            for (int k = 0; k < total->turnings; k++)
                taken |= total->turning[k] == i;
            if (taken || !turn_of(&plies[i])) continue;
            if (best < 0 || turn_of(&plies[i]) > turn_of(&plies[best])) best = i;
        }
        if (best < 0) break;
        total->turning[total->turnings++] = best;
    }
    for (int i = 1; i < total->turnings; i++)
        for (int k = i; k > 0 && total->turning[k] < total->turning[k - 1]; k--) {
            int swap = total->turning[k];
            total->turning[k] = total->turning[k - 1];
            total->turning[k - 1] = swap;
        }
}

// 65536 for a move without loss.
static u32 accuracy_of(int loss)
{
    enum { HALF = 150 };
    return loss ? chance_exact(loss, HALF) : 65536;
}

void review_total(const ReviewDigest *plies, int count, ReviewTotal *total)
{
    *total = (ReviewTotal){ 0 };
    u64 accuracy[PLAYERS_MAX] = { 0 };
    int phase = PHASE_OPENING;
    for (int i = 0; i < PHASES; i++)
        total->begin[i] = -1;
    for (int i = 0; i < count; i++) {
        ReviewPlayer *player = &total->player[plies[i].player];
        player->moves++;
        player->loss += plies[i].loss;
        player->marks[plies[i].mark]++;
        accuracy[plies[i].player] += accuracy_of(plies[i].loss);
        if (plies[i].phase > phase) phase = plies[i].phase; // phases never go back
        if (total->begin[phase] < 0) total->begin[phase] = i;
    }
    for (int p = 0; p < PLAYERS_MAX; p++) {
        ReviewPlayer *player = &total->player[p];
        u64 moves = (u64)player->moves;
        if (!moves) continue;
        player->loss = (int)(((u64)player->loss + moves / 2) / moves);
        player->accuracy = (int)((accuracy[p] * 1000 / moves + 32768) / 65536);
    }
    find_turnings(plies, count, total);
}
