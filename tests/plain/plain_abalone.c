// SPDX-License-Identifier: MIT
// Abalone, rule by rule (A1-A13, R1, R4, R5).
#include "plain/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char COLOUR[] = "bwac";

// The six directions as (row, digit); the first three lead to greater names.
static const int STEP[6][2] = { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 0, -1 }, { -1, 0 }, { -1, -1 } };

static bool on_board(int row, int digit)
{
    return row >= 0 && row <= 8 && digit >= 1 && digit <= 9 && digit - row <= 5 && row - digit <= 3;
}

static bool is_empty(const PlainPosition *position, int row, int digit)
{
    return on_board(row, digit) && position->abalone.cell[row][digit] == '.';
}

// The player whose marble is on the cell, or -1.
static int marble_at(const PlainPosition *position, int row, int digit)
{
    if (!on_board(row, digit) || position->abalone.cell[row][digit] == '.') return -1;
    return (int)(strchr(COLOUR, position->abalone.cell[row][digit]) - COLOUR);
}

// A12: diagonal players are partners, b+a and w+c. Else everyone is their own team.
static int team_of(const PlainPosition *position, int player)
{
    return position->teams ? player % 2 : player;
}

static int team_at(const PlainPosition *position, int row, int digit)
{
    int player = marble_at(position, row, digit);
    return player < 0 ? -1 : team_of(position, player);
}

// --- texts ---------------------------------------------------------------------------------------

static void read_abalone(PlainPosition *position, const char *variant, const char *text)
{
    *position = (PlainPosition){ .players = 2 };
    if (strcmp(variant, "abalone-3") == 0) position->players = 3;
    if (strncmp(variant, "abalone-4", 9) == 0) position->players = 4;
    position->teams = position->players == 4;
    position->pairs = strcmp(variant, "abalone-4-pairs") == 0;

    for (int row = 8; row >= 0; row--, text++) // over the '/' or the blank
        for (int digit = 1; digit <= 9; digit++) {
            if (!on_board(row, digit)) continue;
            if (*text >= '1' && *text <= '9') {
                for (int run = *text - '0'; run > 0; run--)
                    position->abalone.cell[row][digit++] = '.';
                digit--;
            } else {
                position->abalone.cell[row][digit] = *text;
            }
            text++;
        }
    position->turn = (int)(strchr(COLOUR, *text) - COLOUR);
    text += 2;
    for (int team = 0; *text && *text != ' '; team++, text++) {
        position->abalone.score[team] = (int)strtol(text, (char **)&text, 10);
        if (*text != '-') break;
    }
    for (; *text; text++)
        if (*text != ' ' && *text != '-') position->out[strchr(COLOUR, *text) - COLOUR] = true;
}

static void write_abalone(const PlainPosition *position, char text[PLAIN_TEXT])
{
    for (int row = 8; row >= 0; row--) {
        int run = 0;
        for (int digit = 1; digit <= 10; digit++) {
            bool here = on_board(row, digit);
            char marble = here ? position->abalone.cell[row][digit] : '.';
            if (here && marble == '.') run++;
            if (run && (marble != '.' || digit == 10)) {
                text += sprintf(text, "%d", run);
                run = 0;
            }
            if (marble != '.') *text++ = marble;
        }
        *text++ = row ? '/' : ' ';
    }
    *text++ = COLOUR[position->turn];
    int scores = position->teams ? 2 : position->players;
    for (int team = 0; team < scores; team++)
        text += sprintf(text, "%c%d", team ? '-' : ' ', position->abalone.score[team]);
    bool someone = false;
    for (int player = 0; player < position->players; player++) {
        if (!position->out[player]) continue;
        if (!someone) *text++ = ' ';
        someone = true;
        *text++ = COLOUR[player];
    }
    *text = '\0';
}

// --- rules ---------------------------------------------------------------------------------------

// R10: of seven marbles each, three; otherwise six. Odd boards of tests are games to six.
static int marbles_to_win(const PlainPosition *position)
{
    if (position->players != 2) return 6;
    int black = position->abalone.score[1], white = position->abalone.score[0];
    if (position->abalone.score[0] > 3 || position->abalone.score[1] > 3) return 6;
    for (int row = 0; row < 9; row++)
        for (int digit = 1; digit <= 9; digit++) {
            black += on_board(row, digit) && marble_at(position, row, digit) == 0;
            white += on_board(row, digit) && marble_at(position, row, digit) == 1;
        }
    return black == 7 && white == 7 ? 3 : 6;
}

static int winners(const PlainPosition *position)
{
    int set = 0, to_win = marbles_to_win(position);
    for (int player = 0; player < position->players; player++) // A9, A11, A12
        if (position->abalone.score[team_of(position, player)] >= to_win) set |= 1 << player;
    return set ? set : plain_last_one(position);
}

// A2, A3, A5-A7, A11, A12: may the marble on (row, digit) move along `step`, and all before it?
static bool in_line_allowed(const PlainPosition *position, int row, int digit, const int step[2])
{
    if (marble_at(position, row, digit) != position->turn) return false; // A12: the rear is own
    int us = team_of(position, position->turn);

    int movers = 0;
    while (team_at(position, row, digit) == us) {
        movers++;
        row += step[0];
        digit += step[1];
    }
    if (movers > 3) return false;                    // A2, A6
    if (!on_board(row, digit)) return false;         // A7
    if (is_empty(position, row, digit)) return true; // A3

    int pushed = 0;
    while (team_at(position, row, digit) >= 0 && team_at(position, row, digit) != us) {
        pushed++;
        row += step[0];
        digit += step[1];
    }
    if (pushed >= movers) return false;                             // A5, A6
    return !on_board(row, digit) || is_empty(position, row, digit); // A5, A6
}

// A2, A4, R4: may the `count` marbles from (row, digit) on along `line` go sideways by `step`?
static bool side_step_allowed(const PlainPosition *position, int row, int digit, int count,
                              const int line[2], const int step[2])
{
    if (line[0] == step[0] && line[1] == step[1]) return false;
    if (line[0] == -step[0] && line[1] == -step[1]) return false;
    for (int i = 0; i < count; i++) {
        if (marble_at(position, row, digit) != position->turn) return false;
        if (!is_empty(position, row + step[0], digit + step[1])) return false;
        row += line[0];
        digit += line[1];
    }
    return true;
}

static void write_cell(char *text, int row, int digit)
{
    text[0] = (char)('a' + row);
    text[1] = (char)('0' + digit);
    text[2] = '\0';
}

static int moves(const PlainPosition *position, PlainMove list[PLAIN_MOVES])
{
    int count = 0;
    if (winners(position)) return 0;
    for (int row = 0; row < 9; row++)
        for (int digit = 1; digit <= 9; digit++) {
            if (!on_board(row, digit)) continue;
            for (int dir = 0; dir < 6; dir++) {
                const int *step = STEP[dir];
                if (in_line_allowed(position, row, digit, step)) {
                    write_cell(list[count], row, digit);
                    write_cell(list[count++] + 2, row + step[0], digit + step[1]);
                }
                for (int axis = 0; axis < 3; axis++)
                    for (int more = 1; more <= 2; more++) {
                        const int *line = STEP[axis];
                        if (!side_step_allowed(position, row, digit, more + 1, line, step))
                            continue;
                        write_cell(list[count], row, digit);
                        write_cell(list[count] + 2, row + more * line[0], digit + more * line[1]);
                        write_cell(list[count++] + 4, row + step[0], digit + step[1]);
                    }
            }
        }
    if (count == 0) strcpy(list[count++], "pass"); // R1
    plain_sort(list, count);
    return count;
}

// Moves the marble one step; over the edge it is out and scores a point for the player to move
// (A7).
static void shift(PlainPosition *position, int row, int digit, const int step[2])
{
    char marble = position->abalone.cell[row][digit];
    position->abalone.cell[row][digit] = '.';
    if (on_board(row + step[0], digit + step[1]))
        position->abalone.cell[row + step[0]][digit + step[1]] = marble;
    else
        position->abalone.score[team_of(position, position->turn)]++;
}

static void play_in_line(PlainPosition *position, const char *move)
{
    int row = move[0] - 'a', digit = move[1] - '0';
    const int step[2] = { move[2] - move[0], move[3] - move[1] };
    int length = 0;
    while (marble_at(position, row + length * step[0], digit + length * step[1]) >= 0)
        length++;
    for (int i = length - 1; i >= 0; i--) // the front one first
        shift(position, row + i * step[0], digit + i * step[1], step);
}

static void play_side_step(PlainPosition *position, const char *move)
{
    int row = move[0] - 'a', digit = move[1] - '0';
    const int step[2] = { move[4] - move[0], move[5] - move[1] };
    int rows = move[2] - move[0], digits = move[3] - move[1];
    int more = abs(rows) > abs(digits) ? abs(rows) : abs(digits);
    for (int i = 0; i <= more; i++)
        shift(position, row + i * rows / more, digit + i * digits / more, step);
}

static void play(PlainPosition *position, const char *move)
{
    if (strlen(move) == 6)
        play_side_step(position, move);
    else if (strcmp(move, "pass") != 0)
        play_in_line(position, move);
    plain_next_turn(position);
}

// R5: the marbles stay.
static void leave(PlainPosition *position, int player)
{
    position->out[player] = true;
    if (position->turn == player) plain_next_turn(position);
}

static int shut_in(const PlainPosition *position)
{
    (void)position;
    return 0;
}

const PlainGame PLAIN_ABALONE = {
    .read = read_abalone,
    .write = write_abalone,
    .moves = moves,
    .play = play,
    .leave = leave,
    .winners = winners,
    .shut_in = shut_in,
};
