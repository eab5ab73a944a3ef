// SPDX-License-Identifier: MIT
// The computer as a player. It searches in the background, so that flags and signals are handled
// meanwhile. Typed input waits for the next person's turn.
#include "cli/play/play.h"

#include "cli/language.h"

#include <stdio.h>

enum {
    HASH_MB = 32,
    OVERHEAD_MS = 10,
    HINT_MS = 1000,
};

static bool open_engine(TerminalGame *play)
{
    if (play->think.thinker || think_open(&play->think, HASH_MB, 1)) return true;
    putchar('\n');
    puts(tr("There is not enough memory for the computer to think."));
    return false;
}

static Input think_about(TerminalGame *play, const SearchLimits *limits)
{
    i64 deadline = match_deadline(&play->match);
    if (deadline != CLOCK_NEVER) deadline += play->origin;
    return think_run(&play->think, limits, deadline);
}

static OpponentTime time_of(const TerminalGame *play)
{
    return opponent_time(&play->match, play_now(play), OVERHEAD_MS);
}

static Input find_move(TerminalGame *play, const SearchLimits *limits, Move *move)
{
    Move moves[HISTORY_MAX];
    OpponentGame game = opponent_game(&play->match, moves);
    if (!open_engine(play)) return INPUT_END;
    opponent_begin(think_engine(&play->think), &game);
    Input input = think_about(play, limits);
    *move = engine_best(think_engine(&play->think));
    return input;
}

static Opponent opponent_at(const TerminalGame *play, int player)
{
    return opponent_of(play->seat[player].level, play->seed);
}

Input computer_move(TerminalGame *play, Move *move)
{
    Opponent opponent = opponent_at(play, match_turn(&play->match));
    OpponentTime time = time_of(play);
    SearchLimits limits = { 0 };
    opponent_limits(&opponent, &time, &limits);
    return find_move(play, &limits, move);
}

Input computer_hint(TerminalGame *play, Move *move)
{
    OpponentTime time = time_of(play);
    SearchLimits limits = { 0 };
    time.move_ms = HINT_MS;
    opponent_time_limits(&time, &limits);
    return find_move(play, &limits, move);
}

Input computer_agrees(TerminalGame *play, int player, bool *agrees)
{
    Opponent opponent = opponent_at(play, player);
    Move moves[HISTORY_MAX];
    OpponentGame game = opponent_game(&play->match, moves);
    SearchLimits limits = opponent_draw_limits(&opponent, &game);
    *agrees = false;
    if (!open_engine(play)) return INPUT_END;
    Engine *engine = think_engine(&play->think);
    opponent_begin_draw(engine, &game, player);
    Input input = think_about(play, &limits);
    if (input == INPUT_LINE) *agrees = opponent_takes_draw(&opponent, engine, &game, player);
    return input;
}
