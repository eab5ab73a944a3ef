// SPDX-License-Identifier: MIT
#include "opponent/opponent.h"

#include "base/bits.h"
#include "game/walk.h"

enum {
    MOVE_MS = 1000,     // for the highest level without a clock
    LONGEST_MS = 60000, // upper bound for any clock

    DRAW_NODES = 20000, // for the search that decides about a draw
    DRAW_EARLY = 20,    // plies: before, it plays on
    DRAW_BEHIND = -100, // takes a draw at this score or a worse one
    DRAW_LONG = 100,    // plies: from here on it takes a draw
    DRAW_EVEN = 25,     // at this score or a worse one

    RESIGN_MOVES = 3, // consecutive own moves with a resignable score
};

const char *opponent_name(int level)
{
    static const char *const NAME[LEVELS] = {
        "Lina", "Teo", "Roza", "Felix", "Kaya", "Mira", "Oskar", "Iris", "Viktor", "Atlas",
    };
    return NAME[level - 1];
}

Opponent opponent_of(int level, u64 seed)
{
    return (Opponent){ .level = level, .seed = seed, .manners = { .takebacks = true } };
}

// --- the game ------------------------------------------------------------------------------------

OpponentGame opponent_game(const Match *match, Move moves[HISTORY_MAX])
{
    u32 first = match_walk_base(match, HISTORY_MAX);
    for (u32 i = first; i < match->count; i++)
        moves[i - first] = match->plies[i].move;
    return (OpponentGame){ .start = match_walk_position(match, first),
                           .position = match->position,
                           .moves = moves,
                           .count = (int)(match->count - first),
                           .plies = match->count };
}

void opponent_begin(Engine *engine, const OpponentGame *game)
{
    engine_set_position(engine, &game->start, game->moves, game->count);
}

// --- moves ---------------------------------------------------------------------------------------

OpponentTime opponent_time(const Match *match, i64 now, i64 overhead_ms)
{
    OpponentTime time = { .clock = !clock_spec_none(&match->spec), .overhead_ms = overhead_ms };
    if (!time.clock) return time;
    ClockFace face = match_clock(match, match_turn(match), now);
    time.left = (TimeLeft){ .main_ms = face.main,
                            .inc_ms = match->spec.increment,
                            .period_ms = face.periods ? face.period : 0 };
    return time;
}

void opponent_time_limits(const OpponentTime *time, SearchLimits *limits)
{
    i64 most = time->move_ms;
    if (time->clock) {
        engine_time(time->left, time->overhead_ms, limits);
        if (!most) most = LONGEST_MS;
    }
    if (!most) return;
    if (!limits->soft_ms || limits->soft_ms > most) limits->soft_ms = most;
    if (!limits->hard_ms || limits->hard_ms > most) limits->hard_ms = most;
}

void opponent_style(const Opponent *opponent, SearchLimits *limits)
{
    limits->level = opponent->level;
    limits->seed = opponent->seed;
    limits->press = true;
}

void opponent_limits(const Opponent *opponent, const OpponentTime *time, SearchLimits *limits)
{
    OpponentTime within = *time;
    // Lower levels have so few nodes that time doesn't matter.
    bool lower = opponent->level && opponent->level < LEVELS;
    bool limited = lower || limits->nodes || limits->depth || time->clock;
    if (!within.move_ms && !limited) within.move_ms = MOVE_MS;
    opponent_style(opponent, limits);
    opponent_time_limits(&within, limits);
}

bool opponent_resigns(Opponent *opponent, Score score)
{
    i64 behind = opponent->manners.resign;
    opponent->lost = behind && score <= -behind ? opponent->lost + 1 : 0;
    return opponent->lost >= RESIGN_MOVES;
}

// --- offers --------------------------------------------------------------------------------------

int opponent_asked_draw(const Match *match, u8 players)
{
    u8 asked = players & match_in(match) & (u8)~match->draw_agreed;
    if (match->outcome.over || !match->draw_agreed || !asked) return NOBODY;
    int player = match_turn(match);
    while (!bits_has(asked, player))
        player = match_variant(match)->next[player];
    return player;
}

int opponent_asked_takeback(const Match *match, u8 players)
{
    if (match->outcome.over || match->takeback_by == NOBODY) return NOBODY;
    u8 side = variant_teammates(match_variant(match), match->takeback_by);
    u8 asked = players & match_in(match) & (u8) ~(match->takeback_agreed | side);
    return asked ? bits_first(asked) : NOBODY;
}

// Where each plays alone, scores are from the view of the player to move only.
static bool scores_are_own(const OpponentGame *game)
{
    return variant_each_alone(game->position.head.variant);
}

void opponent_begin_draw(Engine *engine, const OpponentGame *game, int seat)
{
    if (!scores_are_own(game)) return opponent_begin(engine, game);
    Position position = game->position; // as if it were their turn
    position.head.turn = (u8)seat;
    engine_set_position(engine, &position, NULL, 0);
}

static bool is_decided(const Opponent *opponent, u32 plies)
{
    return opponent->manners.draws != DRAWS_BY_SCORE || plies < DRAW_EARLY;
}

SearchLimits opponent_draw_limits(const Opponent *opponent, const OpponentGame *game)
{
    SearchLimits limits = { .fresh = true };
    if (is_decided(opponent, game->plies))
        limits.depth = 1;
    else
        limits.nodes = DRAW_NODES;
    return limits;
}

bool opponent_takes_draw_at(const Opponent *opponent, u32 plies, Score score)
{
    if (is_decided(opponent, plies)) return opponent->manners.draws == DRAWS_ALWAYS;
    return score <= (plies >= DRAW_LONG ? DRAW_EVEN : DRAW_BEHIND);
}

bool opponent_takes_draw(const Opponent *opponent, const Engine *engine, const OpponentGame *game,
                         int seat)
{
    const Head *head = &game->position.head;
    const u8 *team = head->variant->team;
    const Line *line;
    if (!engine_lines(engine, &line)) return false; // the game is over
    int sign = scores_are_own(game) || team[head->turn] == team[seat] ? 1 : -1;
    return opponent_takes_draw_at(opponent, game->plies, sign * line->score);
}
