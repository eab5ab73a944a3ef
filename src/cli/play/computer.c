// SPDX-License-Identifier: MIT
// The computer at the table. It thinks in the background, so that flags fall and signals come while
// it does. What is typed in the meantime waits for the next person's turn.
#include "cli/play/play.h"

#include "cli/draws.h"
#include "cli/language.h"
#include "game/walk.h"

#include <stdio.h>

enum {
    HASH_MB = 32,
    OVERHEAD_MS = 10,
    MOVE_MS = 1000,     // of the highest level without a clock, and of hints
    LONGEST_MS = 60000, // whatever the clock allows
    DRAW_NODES = 20000, // of thoughts about a draw
};

static bool open_engine(TerminalGame *play)
{
    if (play->think.thinker || think_open(&play->think, HASH_MB, 1)) return true;
    putchar('\n');
    puts(tr("There is not enough memory for the computer to think."));
    return false;
}

// The game so far, as much of it as counts for repetition.
static void set_game(TerminalGame *play)
{
    const Match *match = &play->match;
    u32 first = match_walk_base(match, HISTORY_MAX);
    Position base = match_walk_position(match, first);
    Move moves[HISTORY_MAX];
    int count = 0;
    for (u32 i = first; i < match->count; i++)
        moves[count++] = match->plies[i].move;
    engine_set_position(think_engine(&play->think), &base, moves, count);
}

static Input think_about(TerminalGame *play, const SearchLimits *limits)
{
    i64 deadline = match_deadline(&play->match);
    if (deadline != CLOCK_NEVER) deadline += play->origin;
    return think_run(&play->think, limits, deadline);
}

// At most this many ms; 0 means no limit.
static void limit_time(const TerminalGame *play, i64 most, SearchLimits *limits)
{
    const Match *match = &play->match;
    if (!clock_spec_none(&match->spec)) {
        ClockFace face = match_clock(match, match_turn(match), play_now(play));
        TimeLeft left = { .main_ms = face.main, .inc_ms = match->spec.increment };
        if (face.periods) left.period_ms = face.period;
        engine_time(left, OVERHEAD_MS, limits);
        if (!most) most = LONGEST_MS;
    }
    if (!most) return;
    if (!limits->soft_ms || limits->soft_ms > most) limits->soft_ms = most;
    if (!limits->hard_ms || limits->hard_ms > most) limits->hard_ms = most;
}

static Input find_move(TerminalGame *play, SearchLimits *limits, Move *move)
{
    if (!open_engine(play)) return INPUT_END;
    set_game(play);
    Input input = think_about(play, limits);
    *move = engine_best(think_engine(&play->think));
    return input;
}

Input computer_move(TerminalGame *play, Move *move)
{
    int level = play->seat[match_turn(&play->match)].level;
    bool clock = !clock_spec_none(&play->match.spec);
    SearchLimits limits = { .level = level, .seed = play->seed, .press = true };
    // Lower levels have so few nodes that time does not matter.
    limit_time(play, level == LEVELS && !clock ? MOVE_MS : 0, &limits);
    return find_move(play, &limits, move);
}

Input computer_hint(TerminalGame *play, Move *move)
{
    SearchLimits limits = { 0 };
    limit_time(play, MOVE_MS, &limits);
    return find_move(play, &limits, move);
}

Input computer_agrees(TerminalGame *play, int player, bool *agrees)
{
    const Match *match = &play->match;
    const Variant *variant = match_variant(match);
    SearchLimits limits = { .nodes = DRAW_NODES };
    *agrees = false;
    if (draw_is_early(match->count)) return INPUT_LINE;
    if (!open_engine(play)) return INPUT_END;
    Engine *engine = think_engine(&play->think);
    int sign = 1;
    if (variant_each_alone(variant)) {
        // Where each plays alone only the player to move sees a score: as if it were their turn.
        Position position = match->position;
        position.head.turn = (u8)player;
        engine_set_position(engine, &position, NULL, 0);
    } else {
        set_game(play);
        sign = variant->team[match_turn(match)] == variant->team[player] ? 1 : -1;
    }
    Input input = think_about(play, &limits);
    if (input != INPUT_LINE) return input;
    const Line *line;
    engine_lines(engine, &line);
    *agrees = draw_is_welcome(match->count, sign * line->score);
    return INPUT_LINE;
}
