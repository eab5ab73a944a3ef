// SPDX-License-Identifier: MIT
// Abalone positions and moves as text: docs/formats.md.
#include "abalone/position.h"

#include <assert.h>

char ab_colour(int player)
{
    return AB_GAME.letters[player];
}

static int colour_player(char c, int players)
{
    for (int player = 0; player < players; player++)
        if (c == ab_colour(player)) return player;
    return -1;
}

// --- positions -----------------------------------------------------------------------------------

// Reads one row from left to right. `letters` are the marbles' letters by player.
static Status read_row(Text text, int row, const char *letters, AbPosition *position, Fault *why)
{
    int players = position->head.variant->players;
    int digit = row_first(row), end = digit + row_length(row);
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        int player = 0;
        while (player < players && c != letters[player])
            player++;
        if (player == players && (c < '1' || c > '9'))
            return fault(why, MALFORMED, "row %c of the board has %q", 'a' + row,
                         text_cut(text, i, i + 1));
        if (player == players && i > 0 && text_digit(text.at[i - 1]))
            return fault(why, MALFORMED, "row %c of the board has two numbers in a row", 'a' + row);
        int cells = player < players ? 1 : c - '0';
        if (digit + cells > end)
            return fault(why, MALFORMED, "row %c of the board is longer than %d cells", 'a' + row,
                         row_length(row));
        if (player < players) position->marble[player] |= bit(cell_at(row, digit));
        digit += cells;
    }
    if (digit != end)
        return fault(why, MALFORMED, "row %c of the board is shorter than %d cells", 'a' + row,
                     row_length(row));
    return OK;
}

// Nine rows separated by slashes: Meydan writes row i first, PlayStrategy row a.
static Status read_board(Text text, bool top_first, const char *letters, AbPosition *position,
                         Fault *why)
{
    Text row;
    int rows = 0;
    for (; text_split(&text, '/', &row); rows++) {
        if (rows == ROWS) return fault(why, MALFORMED, "the board has more than nine rows");
        int number = top_first ? ROWS - 1 - rows : rows;
        Status status = read_row(row, number, letters, position, why);
        if (status != OK) return status;
    }
    if (rows != ROWS) return fault(why, MALFORMED, "the board has %d rows, not nine", rows);
    return OK;
}

static int team_count(const Variant *variant)
{
    int teams = 0;
    for (int player = 0; player < variant->players; player++)
        if (variant->team[player] >= teams) teams = variant->team[player] + 1;
    return teams;
}

static Status read_score(Text text, int team, AbPosition *position, Fault *why)
{
    i64 score;
    int most = ab_variant(position)->count[0].to_win;
    if (!text_count(text, most, &score))
        return fault(why, MALFORMED, "score %q is not a number from 0 to %d", text, most);
    position->score[team] = (u8)score;
    return OK;
}

static Status read_scores(Text text, AbPosition *position, Fault *why)
{
    int teams = team_count(position->head.variant), count = 0;
    Text rest = text, score;
    while (text_split(&rest, '-', &score)) {
        Status status = count < teams ? read_score(score, count, position, why) : OK;
        if (status != OK) return status;
        count++;
    }
    if (count != teams)
        return fault(why, MALFORMED, "scores %q are not %d numbers joined with '-'", text, teams);
    return OK;
}

static Status read_turn(Text text, AbPosition *position, Fault *why)
{
    int player = text.length == 1 ? colour_player(text.at[0], position->head.variant->players) : -1;
    if (player < 0) return fault(why, MALFORMED, "turn %q is not a player's colour", text);
    position->head.turn = (u8)player;
    return OK;
}

static Status read_out(Text text, AbPosition *position, Fault *why)
{
    const Variant *variant = position->head.variant;
    if (text_is(text, "-")) return OK;
    if (!variant_each_alone(variant))
        return fault(why, MALFORMED, "players out %q: nobody can leave a game between two sides",
                     text);
    for (size_t i = 0; i < text.length; i++) {
        int player = colour_player(text.at[i], variant->players);
        if (player < 0 || bits_has(position->head.out, player))
            return fault(why, MALFORMED, "players out %q is not a list of colours", text);
        position->head.out |= (u8)bit(player);
    }
    return OK;
}

// The number of missing marbles of each team, and of all.
static int marbles_gone(const AbPosition *position, int gone[PLAYERS_MAX])
{
    const Variant *variant = position->head.variant;
    int marbles = ab_count(position).marbles, all = 0;
    for (int team = 0; team < PLAYERS_MAX; team++)
        gone[team] = 0;
    for (int player = 0; player < variant->players; player++) {
        int missing = marbles - bits_count(position->marble[player]);
        gone[variant->team[player]] += missing;
        all += missing;
    }
    return all;
}

static int first_of(const Variant *variant, int team)
{
    int player = 0;
    while (variant->team[player] != team)
        player++;
    return player;
}

// Every missing marble must have been pushed out by another team, and counted.
static void find_wrong_scores(const AbPosition *position, Flaws *flaws)
{
    const Variant *variant = position->head.variant;
    int gone[PLAYERS_MAX], all = marbles_gone(position, gone), scores = 0;
    int teams = team_count(variant);
    for (int team = 0; team < teams; team++) {
        scores += position->score[team];
        int others = all - gone[team];
        if (teams == 2 ? position->score[team] == others : position->score[team] <= others)
            continue;
        Flaw *flaw = teams == 2 ? flaws_add(flaws, FLAW_MARBLES_MISSING, first_of(variant, !team))
                                : flaws_add(flaws, FLAW_SCORE_TOO_HIGH, first_of(variant, team));
        flaw->count = teams == 2 ? others : position->score[team];
        flaw->most = teams == 2 ? position->score[team] : others;
    }
    if (teams > 2 && scores != all) {
        Flaw *flaw = flaws_add(flaws, FLAW_SCORES, -1);
        flaw->count = all;
        flaw->most = scores;
    }
}

void ab_flaws(const AbPosition *position, Flaws *flaws)
{
    const Variant *variant = position->head.variant;
    AbCount start = ab_count(position);
    int won = 0, too_many = 0;
    for (int player = 0; player < variant->players; player++) {
        int count = bits_count(position->marble[player]);
        if (count <= start.marbles) continue;
        Flaw *flaw = flaws_add(flaws, FLAW_TOO_MANY_MARBLES, player);
        flaw->count = count;
        flaw->most = start.marbles;
        too_many++;
    }
    if (position->head.out == variant_everyone(variant))
        flaws_add(flaws, FLAW_NOBODY_LEFT, -1);
    else if (bits_has(position->head.out, position->head.turn) && !ab_winners(position))
        flaws_add(flaws, FLAW_TURN_OF_ONE_OUT, -1);
    for (int team = 0; team < PLAYERS_MAX; team++)
        won += position->score[team] == start.to_win;
    if (won > 1) flaws_add(flaws, FLAW_TWO_WON, -1);
    if (!too_many) find_wrong_scores(position, flaws);
}

// PlayStrategy: rows a to i with S black and s white, score, score, turn, half moves, moves.
static Status read_playstrategy(Text board, Text rest, AbPosition *position, Fault *why)
{
    Text word[5];
    i64 number;
    for (int i = 0; i < 5; i++)
        if (!text_word(&rest, &word[i]))
            return fault(why, MALFORMED, "a PlayStrategy position has six fields");
    Status status = read_board(board, false, "Ss", position, why);
    if (status == OK) status = read_score(word[0], 0, position, why);
    if (status == OK) status = read_score(word[1], 1, position, why);
    if (status == OK) status = read_turn(word[2], position, why);
    if (status != OK) return status;
    for (int i = 3; i < 5; i++)
        if (!text_number(word[i], 1000000, &number))
            return fault(why, MALFORMED, "move count %q is not a number", word[i]);
    if (text_word(&rest, &word[0]))
        return fault(why, MALFORMED, "trailing text %q after the position", word[0]);
    return OK;
}

static bool is_playstrategy(const AbVariant *variant, Text board)
{
    for (size_t i = 0; i < board.length; i++)
        if (board.at[i] == 'S' || board.at[i] == 's') return variant->common.players == 2;
    return false;
}

Status ab_read_sketch(const AbVariant *variant, Text text, AbPosition *position, Fault *why)
{
    AbPosition read = { .head = { .variant = &variant->common } };
    Text board, turn, scores, out, extra;
    Status status = head_read_swap(&read.head, &text, why);
    if (status != OK) return status;
    if (!text_word(&text, &board)) return fault(why, MALFORMED, "the position is empty");
    if (is_playstrategy(variant, board)) {
        status = read_playstrategy(board, text, &read, why);
    } else {
        status = read_board(board, true, "bwac", &read, why);
        if (status != OK) return status;
        if (!text_word(&text, &turn) || !text_word(&text, &scores))
            return fault(why, MALFORMED, "after the board come the turn and the scores");
        status = read_turn(turn, &read, why);
        if (status == OK) status = read_scores(scores, &read, why);
        if (status == OK && text_word(&text, &out)) status = read_out(out, &read, why);
        if (status == OK && text_word(&text, &extra))
            status = fault(why, MALFORMED, "trailing text %q after the position", extra);
    }
    if (status == OK) *position = read;
    return status;
}

Status ab_read(const AbVariant *variant, Text text, AbPosition *position, Fault *why)
{
    AbPosition read;
    Flaws flaws = { 0 };
    Status status = ab_read_sketch(variant, text, &read, why);
    if (status == OK) ab_flaws(&read, &flaws);
    if (flaws.count) status = flaw_refuse(&variant->common, &flaws.flaw[0], why);
    assert(status != OK || ab_position_ok(&read));
    if (status == OK) *position = read;
    return status;
}

static void write_row(const AbPosition *position, int row, Out *out)
{
    int empty = 0;
    for (int i = 0; i < row_length(row); i++) {
        Cell cell = cell_at(row, row_first(row) + i);
        int player = 0;
        while (player < PLAYERS_MAX && !bits_has(position->marble[player], cell))
            player++;
        if (player == PLAYERS_MAX) {
            empty++;
            continue;
        }
        if (empty) out_int(out, empty);
        empty = 0;
        out_char(out, ab_colour(player));
    }
    if (empty) out_int(out, empty);
}

void ab_write(const AbPosition *position, Out *out)
{
    for (int row = ROWS - 1; row >= 0; row--) {
        write_row(position, row, out);
        if (row) out_char(out, '/');
    }
    out_format(out, " %c ", ab_colour(position->head.turn));
    for (int team = 0; team < team_count(position->head.variant); team++)
        out_format(out, team ? "-%d" : "%d", position->score[team]);
    if (position->head.out) out_char(out, ' ');
    for (int player = 0; player < PLAYERS_MAX; player++)
        if (bits_has(position->head.out, player)) out_char(out, ab_colour(player));
    head_write_swap(&position->head, out);
}

// --- moves ---------------------------------------------------------------------------------------

// The two ends of a line and the cell where the first end lands.
static Status read_side_step(Text text, const Cell cell[3], Move *move, Fault *why)
{
    Cell first = cell[0], last = cell[1];
    Dir dir = cell_direction(first, cell[2]);
    if (dir == DIRS) return move_refuse(text, REFUSED_NOT_A_STEP, 0, why);
    for (Dir along = E; along < DIRS; along++) {
        Cells second = cells_shift(bit(first), along);
        bool two = second == bit(last), three = cells_shift(second, along) == bit(last);
        if (!(two || three) || dir_axis(along) == dir_axis(dir)) continue;
        Cell smaller = along < 3 ? first : last; // names grow towards E, NE and NW
        *move = ab_side_step(smaller, dir_axis(along), three, dir);
        return OK;
    }
    return move_refuse(text, REFUSED_NOT_A_LINE, 0, why);
}

Status ab_read_move(Text text, Move *move, Fault *why)
{
    if (text_is(text, "pass")) {
        *move = MOVE_PASS;
        return OK;
    }
    Cell cell[3];
    size_t cells = text.length / 2;
    if (text.length % 2 || cells < 2 || cells > 3)
        return fault(why, MALFORMED, "move %q is not two or three cells", text);
    for (size_t i = 0; i < cells; i++) {
        Text name = text_cut(text, 2 * i, 2 * i + 2);
        cell[i] = cell_read(name);
        if (cell[i] < 0) return fault(why, MALFORMED, "move %q: there is no cell %q", text, name);
    }
    if (cells == 3) return read_side_step(text, cell, move, why);
    Dir dir = cell_direction(cell[0], cell[1]);
    if (dir == DIRS) return move_refuse(text, REFUSED_NOT_A_STEP, 0, why);
    *move = ab_in_line(cell[0], dir);
    return OK;
}

void ab_write_move(Move move, Out *out)
{
    if (move == MOVE_PASS) {
        out_str(out, "pass");
        return;
    }
    Cells first = bit(ab_move_cell(move)), last = first;
    cell_write(ab_move_cell(move), out);
    if (ab_move_axis(move) != AB_IN_LINE) {
        Dir along = (Dir)ab_move_axis(move);
        last = cells_shift(last, along);
        if (ab_move_three(move)) last = cells_shift(last, along);
        cell_write(bits_first(last), out);
    }
    cell_write(bits_first(cells_shift(first, ab_move_dir(move))), out);
}
