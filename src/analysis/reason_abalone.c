// SPDX-License-Identifier: MIT
// Marbles lost and won are counted along the lines. Groups, edge and centre are measured after the
// move and at the end of its line: a reason must hold in both.
#include "abalone/position.h"
#include "analysis/reason_games.h"

enum { HORIZON = 9, CENTRE_CELL = 56, CENTRE_GAP = 3 };

// The gains and losses of a player's side along a line, within the horizon.
typedef struct Balance {
    int lost, lost_ply; // marbles, and the ply of the first loss
    int won, won_ply;
} Balance;

static const AbPosition *ab(const Position *position)
{
    return (const AbPosition *)position;
}

static int own_marbles(const Position *position, int player)
{
    return bits_count(ab_team(ab(position), player));
}

static Balance balance_of(const Position *position, const SearchResult *result)
{
    int us = position->head.turn, team = position->head.variant->team[us];
    int before = own_marbles(position, us), score = ab(position)->score[team];
    Balance balance = { 0 };
    Position now = *position;
    for (int i = 0; i < result->length && i < HORIZON; i++) {
        ab_play((AbPosition *)&now, result->line[i]);
        int lost = before - own_marbles(&now, us), won = ab(&now)->score[team] - score;
        if (lost > 0 && !balance.lost) balance.lost_ply = i + 1;
        if (won > 0 && !balance.won) balance.won_ply = i + 1;
        balance.lost = lost;
        balance.won = won;
    }
    return balance;
}

// --- formations ----------------------------------------------------------------------------------

static Cells grown(Cells set)
{
    Cells more = set;
    for (Dir dir = E; dir < DIRS; dir++)
        more |= cells_shift(set, dir);
    return more;
}

static int groups_of(const Position *position, int player)
{
    Cells left = ab_team(ab(position), player);
    int groups = 0;
    for (; left; groups++) {
        Cells group = bit(bits_first(left)), before = 0;
        while (group != before) {
            before = group;
            group = grown(group) & left;
        }
        left &= ~group;
    }
    return groups;
}

static int edge_of(const Position *position, int player)
{
    Cells edge = 0;
    for (Dir dir = E; dir < DIRS; dir++)
        edge |= EDGE[dir];
    return bits_count(ab_team(ab(position), player) & edge);
}

// Sum of the steps to the centre over all marbles.
static int centre_of(const Position *position, int player)
{
    Cells own = ab_team(ab(position), player), reached = bit(CENTRE_CELL);
    int steps = 0;
    while (own & ~reached) {
        steps += bits_count(own & ~reached);
        reached = grown(reached) & ALL_CELLS;
    }
    return steps;
}

typedef int Measure(const Position *position, int player);

// Whether the measure is larger after the played move than after the better one: by `gap` at once,
// and by at least one at the end of the common length of both lines.
static bool grows(const Position *position, const SearchResult *better, const SearchResult *played,
                  Measure *measure, int gap, MoveReason *reason)
{
    int us = position->head.turn;
    Position good = reason_after(position, better->line, 1);
    Position bad = reason_after(position, played->line, 1);
    reason->from = measure(&good, us);
    reason->to = measure(&bad, us);
    reason->player = (u8)us;
    reason->move = played->line[0];
    reason->after = true;
    reason->sure = CERTAINTY_STATIC;
    int length = better->length < played->length ? better->length : played->length;
    if (length > HORIZON) length = HORIZON;
    reason->length = (u8)length;
    if (reason->to - reason->from < gap) return false;
    good = reason_after(position, better->line, length);
    bad = reason_after(position, played->line, length);
    return measure(&bad, us) > measure(&good, us);
}

// --- reasons -------------------------------------------------------------------------------------

static void say_marbles(const Position *position, const SearchResult *better,
                        const SearchResult *played, MoveReasons *reasons)
{
    u8 us = variant_teammates(position->head.variant, position->head.turn);
    u8 them = (u8)(variant_everyone(position->head.variant) & ~us);
    Balance good = balance_of(position, better), bad = balance_of(position, played);
    if (bad.lost > good.lost && bad.lost - good.lost > bad.won - good.won)
        reasons_add(reasons,
                    (MoveReason){ .code = WHY_MARBLE_LOST,
                                  // The opponent can push at once.
                                  .sure = bad.lost_ply == 2 ? CERTAINTY_PROVEN : CERTAINTY_SEARCHED,
                                  .player = position->head.turn,
                                  .after = true,
                                  .length = (u8)bad.lost_ply,
                                  .from = bad.lost,
                                  .to = good.lost,
                                  .number = reason_moves_by(position, them, bad.lost_ply),
                                  .move = played->line[bad.lost_ply - 1] });
    if (good.won > bad.won && good.won - bad.won >= good.lost - bad.lost)
        reasons_add(reasons,
                    (MoveReason){ .code = WHY_EJECTION_MISSED,
                                  .sure = good.won_ply == 1 ? CERTAINTY_PROVEN : CERTAINTY_SEARCHED,
                                  .player = position->head.turn,
                                  .length = (u8)good.won_ply,
                                  .from = good.won,
                                  .to = bad.won,
                                  .number = reason_moves_by(position, us, good.won_ply),
                                  .move = better->line[good.won_ply - 1] });
}

void ab_reasons_against(const Position *position, const SearchResult *better,
                        const SearchResult *played, MoveReasons *reasons)
{
    say_marbles(position, better, played, reasons);
    MoveReason reason = { .code = WHY_SPLIT };
    if (grows(position, better, played, groups_of, 1, &reason)) {
        reason.from = groups_of(position, position->head.turn);
        if (reason.to > reason.from) reasons_add(reasons, reason);
    }
    reason = (MoveReason){ .code = WHY_EDGE };
    if (grows(position, better, played, edge_of, 1, &reason)) reasons_add(reasons, reason);
    reason = (MoveReason){ .code = WHY_CENTRE };
    if (grows(position, better, played, centre_of, CENTRE_GAP, &reason))
        reasons_add(reasons, reason);
}

// The number of pushes with which the next player could take one of our marbles now.
static int under_threat(const Position *position, int us)
{
    Position other = *position;
    Move moves[MOVES_MAX];
    int before = own_marbles(position, us), threats = 0;
    if (other.head.turn == us) head_advance(&other.head);
    if (ab_winners(ab(&other))) return 0;
    int count = ab_moves(ab(&other), moves);
    for (int i = 0; i < count; i++) {
        Position next = other;
        ab_play((AbPosition *)&next, moves[i]);
        threats += own_marbles(&next, us) < before;
    }
    return threats;
}

void ab_reasons_for(const Position *position, const SearchResult *result, MoveReasons *reasons)
{
    int us = position->head.turn;
    u8 side = variant_teammates(position->head.variant, us);
    MoveReason reason = { .player = (u8)us, .length = 1, .move = result->line[0] };
    Balance balance = balance_of(position, result);
    if (balance.won > balance.lost) {
        reason.code = WHY_EJECTS;
        reason.sure = balance.won_ply == 1 ? CERTAINTY_PROVEN : CERTAINTY_SEARCHED;
        reason.from = balance.won;
        reason.number = reason_moves_by(position, side, balance.won_ply);
        reason.length = (u8)balance.won_ply;
        reason.move = result->line[balance.won_ply - 1];
        reasons_add(reasons, reason);
        reason.length = 1;
        reason.move = result->line[0];
    }
    Position after = reason_after(position, result->line, 1);
    reason.number = 0;
    reason.sure = CERTAINTY_PROVEN;
    reason.code = WHY_SAVES;
    reason.from = under_threat(position, us);
    reason.to = under_threat(&after, us);
    if (reason.to < reason.from) reasons_add(reasons, reason);
    Cells moved = ab_moved(ab(position), result->line[0]);
    reason.sure = CERTAINTY_STATIC;
    reason.code = WHY_PRESSES;
    reason.from = bits_count(moved & ab_team(ab(position), us));
    reason.to = bits_count(moved & ~ab_team(ab(position), us));
    if (reason.to && !balance.won) reasons_add(reasons, reason);
    reason.code = WHY_JOINS;
    reason.from = groups_of(position, us);
    reason.to = groups_of(&after, us);
    if (reason.to < reason.from) reasons_add(reasons, reason);
    reason.code = WHY_CENTRES;
    reason.from = centre_of(position, us);
    reason.to = centre_of(&after, us);
    if (reason.to < reason.from) reasons_add(reasons, reason);
}
