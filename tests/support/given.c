// SPDX-License-Identifier: MIT
#include "support/given.h"

#include "abalone/position.h"
#include "quoridor/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NO_WIN = 200 };

static const char COLOURS[] = "bwac";
static Position drawn;
static AbVariant few_marbles;
static QrVariant few_walls;

static const Variant *variant_named(const char *id)
{
    const Variant *variant = variant_find(text_of(id));
    if (!variant) fail_msg("no variant %s", id);
    return variant;
}

// --- drawings ------------------------------------------------------------------------------------

static void read_hexagon(const char *drawing, Cells marble[PLAYERS_MAX])
{
    Text rest = text_of(drawing), line;
    while (text_split(&rest, '\n', &line)) {
        line = text_trim(line);
        if (!line.length) continue;
        int row = line.at[0] - 'a', read = 0;
        if (row < 0 || row >= ROWS) fail_msg("no row '%.*s'", (int)line.length, line.at);
        for (size_t i = 1; i < line.length && read < row_length(row); i++) {
            if (text_blank(line.at[i])) continue;
            const char *colour = strchr(COLOURS, line.at[i]);
            if (!colour && line.at[i] != '.') fail_msg("no marble '%c'", line.at[i]);
            if (colour) marble[colour - COLOURS] |= bit(cell_at(row, row_first(row) + read));
            read++;
        }
        if (read != row_length(row)) fail_msg("row '%.*s' is short", (int)line.length, line.at);
        if (row == 0) return; // digits and players follow
    }
}

static char char_at(Text line, int column)
{
    return (size_t)column < line.length ? line.at[column] : ' ';
}

static void read_grid(const char *drawing, QrPosition *position)
{
    Text rest = text_of(drawing), line;
    int rank = 0;
    position->head.out = variant_everyone(position->head.variant);
    while (text_split(&rest, '\n', &line)) {
        bool squares = line.length && text_digit(line.at[0]);
        if (squares) rank = line.at[0] - '1';
        for (int file = 0; file < SIZE; file++) {
            char square = char_at(line, 3 + 4 * file), crossing = char_at(line, 5 + 4 * file);
            if (squares && square >= '1' && square <= '4') {
                position->pawn[square - '1'] = (u8)(SIZE * rank + file);
                position->head.out &= (u8)~bit(square - '1');
            }
            Slot slot = 8 * (rank - 1) + file;
            if (!squares && crossing == '=') position->wall[HORIZONTAL] |= bit(slot);
            if (!squares && crossing == '|') position->wall[VERTICAL] |= bit(slot);
        }
        if (squares && rank == 0) return; // letters and players follow
    }
}

Position *given_abalone(const char *variant, char turn, const char *drawing)
{
    drawn = (Position){ 0 };
    AbPosition *position = (AbPosition *)&drawn;
    few_marbles = *(const AbVariant *)variant_named(variant);
    AbCount count = { .to_win = NO_WIN };
    position->head.variant = &few_marbles.common;
    position->head.turn = (u8)(strchr(COLOURS, turn) - COLOURS);
    read_hexagon(drawing, position->marble);
    int players = few_marbles.common.players;
    for (int player = 0; player < players; player++) {
        int marbles = bits_count(position->marble[player]);
        if (marbles > count.marbles) count.marbles = (u8)marbles;
    }
    for (int i = 0; i < AB_COUNTS_MAX; i++)
        few_marbles.count[i] = i ? (AbCount){ 0 } : count;
    for (int player = 0; player < players; player++) {
        int gone = count.marbles - bits_count(position->marble[player]);
        position->score[few_marbles.common.team[(player + 1) % players]] += (u8)gone;
    }
    assert_true(ab_position_ok(position));
    return &drawn;
}

Position *given_quoridor(const char *variant, int turn, const char *drawing)
{
    drawn = (Position){ 0 };
    QrPosition *position = (QrPosition *)&drawn;
    few_walls = *(const QrVariant *)variant_named(variant);
    position->head.variant = &few_walls.common;
    position->head.turn = (u8)(turn - 1);
    read_grid(drawing, position);
    int placed = bits_count(position->wall[HORIZONTAL]) + bits_count(position->wall[VERTICAL]);
    int players = few_walls.common.players, who;
    few_walls.walls = (u8)(placed + 1);
    for (int player = 0; player < players; player++)
        position->walls[player] = few_walls.walls;
    position->walls[players - 1] = 1;
    if (!qr_derive(position, &who)) fail_msg("player %d is shut in", who + 1);
    return &drawn;
}

Position *given_text(const char *variant, const char *text)
{
    Fault why;
    const Variant *named = variant_named(variant);
    if (named->game->read(named, text_of(text), &drawn, &why) != OK)
        fail_msg("'%s': %s", text, why.message);
    return &drawn;
}

Position *given_start(const char *variant)
{
    variant_start(variant_named(variant), &drawn);
    return &drawn;
}

// --- expectations --------------------------------------------------------------------------------

// moves() must agree with refusal().
static bool is_listed(const Position *position, Move move)
{
    Move moves[MOVES_MAX];
    int count = position->head.variant->game->moves(position, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move) return true;
    return false;
}

void expect_played(Position *position, const char *move)
{
    Fault why;
    Move read;
    if (move_read(position, text_of(move), &read, &why) != OK)
        fail_msg("'%s': %s", position_text(position).at, why.message);
    if (!is_listed(position, read))
        fail_msg("'%s': %s is not among the moves", position_text(position).at, move);
    position->head.variant->game->play(position, read);
}

void expect_move(Position *position, const char *move, const char *drawing)
{
    expect_played(position, move);
    expect_board(position, drawing);
}

static void expect_message(const Position *position, const char *move, const char *reason)
{
    char wanted[sizeof((Fault *)0)->message];
    Fault why = { 0 };
    Move read = MOVE_NONE;
    snprintf(wanted, sizeof wanted, "illegal move '%s': %s", move, reason);
    assert_int_equal(move_read(position, text_of(move), &read, &why), ILLEGAL);
    assert_string_equal(why.message, wanted);
    assert_int_equal(read, MOVE_NONE);
    const Game *game = position->head.variant->game;
    if (game->read_move(position, text_of(move), &read, NULL) == OK && is_listed(position, read))
        fail_msg("'%s': %s is among the moves", position_text(position).at, move);
}

void expect_refused(const Position *position, const char *move, Refusal refusal)
{
    expect_message(position, move, refusal_text(refusal));
}

void expect_shut_in(const Position *position, const char *wall, int player)
{
    char reason[40];
    snprintf(reason, sizeof reason, "it shuts in player %d", player);
    expect_message(position, wall, reason);
}

void expect_board(const Position *position, const char *drawing)
{
    if (position->head.variant->game == &AB_GAME) {
        Cells marble[PLAYERS_MAX] = { 0 };
        read_hexagon(drawing, marble);
        for (int player = 0; player < PLAYERS_MAX; player++)
            assert_int_equal(((const AbPosition *)position)->marble[player], marble[player]);
        return;
    }
    const QrPosition *stands = (const QrPosition *)position;
    QrPosition wanted = { .head = { .variant = position->head.variant } };
    read_grid(drawing, &wanted);
    assert_int_equal(stands->head.out, wanted.head.out);
    assert_memory_equal(stands->pawn, wanted.pawn, sizeof wanted.pawn);
    assert_memory_equal(stands->wall, wanted.wall, sizeof wanted.wall);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void expect_list(const Position *position, bool walls, const char *expected)
{

    Move moves[MOVES_MAX];
    MoveText texts[MOVES_MAX];
    int count = position->head.variant->game->moves(position, moves), kept = 0;
    for (int i = 0; i < count; i++)
        if (walls || moves[i] == MOVE_PASS || !qr_move_is_wall(moves[i]))
            texts[kept++] = move_text(position, moves[i]);
    qsort(texts, (size_t)kept, sizeof *texts, by_bytes);
    char list[4096] = "";
    for (int i = 0; i < kept; i++) {
        if (i) strcat(list, " ");
        strcat(list, texts[i].at);
    }
    assert_string_equal(list, expected);
}

void expect_moves(const Position *position, const char *moves)
{
    expect_list(position, true, moves);
}

void expect_steps(const Position *position, const char *squares)
{
    expect_list(position, false, squares);
}

void expect_winners(const Position *position, const char *numbers)
{
    char list[8] = "";
    u8 winners = position->head.variant->game->winners(position);
    for (int player = 0, at = 0; player < PLAYERS_MAX; player++)
        if (bits_has(winners, player)) list[at++] = (char)('1' + player);
    assert_string_equal(list, numbers);
}
