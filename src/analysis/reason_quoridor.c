// SPDX-License-Identifier: MIT
// Paths are measured in steps of the shortest path, ignoring pawns. The effect of a wall on them is
// a fact; the search has already found that it matters.
#include "analysis/reason_games.h"
#include "engine/paths.h"

enum { CUT = 2 }; // minimum number of additional steps

static const QrPosition *qr(const Position *position)
{
    return (const QrPosition *)position;
}

static int way_of(const Position *position, int player)
{
    if (bits_has(position->head.out, player)) return SQUARES;
    Open open = open_of(qr(position));
    return way_find(&open, qr(position)->pawn[player], (Side)qr_variant(qr(position))->goal[player])
        .length;
}

// The opponent nearest to the goal.
static int leader(const Position *position, int us)
{
    int best = -1, nearest = 0;
    for (int player = 0; player < position->head.variant->players; player++) {
        if (player == us || bits_has(position->head.out, player)) continue;
        int way = way_of(position, player);
        if (best < 0 || way < nearest) {
            best = player;
            nearest = way;
        }
    }
    return best;
}

static int walls_left(const Position *position)
{
    int walls = 0;
    for (int player = 0; player < position->head.variant->players; player++)
        walls += qr(position)->walls[player];
    return walls;
}

// In both positions the opponent is to move. Their steps minus ours: positive if we are ahead.
static void say_race(const Position *good, const Position *bad, const SearchResult *played, int us,
                     int them, MoveReasons *reasons)
{
    enum { FEW_WALLS = 2 };
    if (bad->head.variant->players != 2 || walls_left(bad) > FEW_WALLS) return;
    int ours = way_of(bad, us), theirs = way_of(bad, them);
    if (theirs > ours || way_of(good, them) <= way_of(good, us)) return;
    if (played->score > 0) return; // the search doesn't see a loss
    reasons_add(reasons, (MoveReason){ .code = WHY_RACE,
                                       .sure = walls_left(bad) || !score_forced(played->score)
                                                   ? CERTAINTY_SEARCHED
                                                   : CERTAINTY_PROVEN,
                                       .player = (u8)us,
                                       .after = true,
                                       .length = (u8)played->length,
                                       .from = ours,
                                       .to = theirs,
                                       .number = ours - theirs + 1,
                                       .move = played->line[0] });
}

static void say_cut(const Position *position, const Position *good, const Position *bad,
                    const SearchResult *better, int us, int them, MoveReasons *reasons)
{
    Move wall = better->line[0];
    if (!qr_move_is_wall(wall)) return;
    int before = way_of(position, them), after = way_of(good, them);
    int own = way_of(good, us) - way_of(position, us);
    if (after - before < CUT || own >= after - before) return;
    if (after - way_of(bad, them) < CUT) return;
    reasons_add(reasons, (MoveReason){ .code = WHY_MISSED_CUT,
                                       .sure = CERTAINTY_SEARCHED,
                                       .player = (u8)them,
                                       .length = 1,
                                       .from = before,
                                       .to = after,
                                       .move = wall });
}

// The reply to the played move is a wall that would have cost less after the better move.
static void say_defence(const Position *good, const Position *bad, const SearchResult *better,
                        const SearchResult *played, int us, MoveReasons *reasons)
{
    if (played->length < 2 || !qr_move_is_wall(played->line[1])) return;
    Move wall = played->line[1];
    Position cut = *bad;
    qr_play((QrPosition *)&cut, wall);
    int before = way_of(bad, us), after = way_of(&cut, us), spared = 0;
    if (after - before < CUT) return;
    if (qr_refusal(qr(good), wall, NULL) == ALLOWED) {
        Position same = *good;
        qr_play((QrPosition *)&same, wall);
        spared = way_of(&same, us) - way_of(good, us);
    }
    if (after - before - spared < CUT) return;
    bool steps = !qr_move_is_wall(better->line[0]) && !qr_move_is_wall(played->line[0]);
    reasons_add(reasons, (MoveReason){ .code = steps ? WHY_WRONG_SIDE : WHY_MISSED_DEFENCE,
                                       .sure = CERTAINTY_SEARCHED,
                                       .player = (u8)us,
                                       .after = true,
                                       .length = 2,
                                       .from = before,
                                       .to = after,
                                       .move = wall });
}

static void say_wall(const Position *position, const Position *bad, const SearchResult *played,
                     int us, int them, MoveReasons *reasons)
{
    if (!qr_move_is_wall(played->line[0])) return;
    int gained = 0, own = way_of(position, us), now = way_of(bad, us);
    for (int player = 0; player < position->head.variant->players; player++)
        if (player != us && !bits_has(position->head.out, player))
            gained += way_of(bad, player) - way_of(position, player);
    MoveReason reason = { .sure = CERTAINTY_STATIC,
                          .player = (u8)us,
                          .after = true,
                          .length = 1,
                          .from = own,
                          .to = now,
                          .move = played->line[0] };
    reason.code = WHY_SELF_BLOCK;
    if (now > own && now - own >= gained) reasons_add(reasons, reason);
    if (gained) return;
    reason.code = WHY_WASTED_WALL;
    reason.player = (u8)them;
    reason.from = reason.to = way_of(bad, them);
    reasons_add(reasons, reason);
}

static void say_tempo(const Position *position, const Position *good, const Position *bad,
                      const SearchResult *played, int us, MoveReasons *reasons)
{
    int before = way_of(position, us), after = way_of(bad, us);
    if (qr_move_is_wall(played->line[0]) || after < before || way_of(good, us) >= before) return;
    reasons_add(reasons, (MoveReason){ .code = WHY_TEMPO,
                                       .sure = CERTAINTY_STATIC,
                                       .player = (u8)us,
                                       .after = true,
                                       .length = 1,
                                       .from = before,
                                       .to = after,
                                       .move = played->line[0] });
}

void qr_reasons_against(const Position *position, const SearchResult *better,
                        const SearchResult *played, MoveReasons *reasons)
{
    int us = position->head.turn, them = leader(position, us);
    Position good = reason_after(position, better->line, 1);
    Position bad = reason_after(position, played->line, 1);
    if (them < 0 || qr_winners(qr(&good)) || qr_winners(qr(&bad))) return;
    say_race(&good, &bad, played, us, them, reasons);
    say_defence(&good, &bad, better, played, us, reasons);
    say_cut(position, &good, &bad, better, us, them, reasons);
    say_wall(position, &bad, played, us, them, reasons);
    say_tempo(position, &good, &bad, played, us, reasons);
}

void qr_reasons_for(const Position *position, const SearchResult *result, MoveReasons *reasons)
{
    int us = position->head.turn, them = leader(position, us);
    Move move = result->line[0];
    Position after = reason_after(position, result->line, 1);
    if (them < 0 || qr_winners(qr(&after))) return;
    MoveReason reason = { .sure = CERTAINTY_STATIC, .length = 1, .move = move };
    if (qr_move_is_wall(move)) {
        reason.code = WHY_CUTS;
        reason.player = (u8)them;
    } else {
        int from = qr(position)->pawn[us];
        bool neighbour = false;
        for (Side side = NORTH; side < SIDES; side++)
            neighbour |= square_next(from, side) == move;
        reason.code = neighbour ? WHY_ADVANCES : WHY_JUMPS;
        reason.player = (u8)us;
    }
    reason.from = way_of(position, reason.player);
    reason.to = way_of(&after, reason.player);
    if (qr_move_is_wall(move) ? reason.to > reason.from : reason.to < reason.from)
        reasons_add(reasons, reason);
}
