// SPDX-License-Identifier: MIT
// Quoridor, rule by rule (Q1-Q9, R1, R3, R5).
#include "plain/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// North, east, south, west as (file, rank); players 1-4 (or 1 and 2) walk that way.
static const int STEP[4][2] = { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 } };

static int goal_of(const PlainPosition *position, int player)
{
    return position->players == 2 ? 2 * player : player;
}

static bool has_arrived(const PlainPosition *position, int player, int file, int rank)
{
    switch (goal_of(position, player)) {
    case 0: return rank == 8;
    case 1: return file == 8;
    case 2: return rank == 0;
    default: return file == 0;
    }
}

static bool on_board(int file, int rank)
{
    return file >= 0 && file <= 8 && rank >= 0 && rank <= 8;
}

// --- texts ---------------------------------------------------------------------------------------

static void read_walls(const char *text, bool walls[8][8])
{
    for (; *text && *text != '/'; text++)
        if (*text >= 'a' && *text <= 'h') walls[text[0] - 'a'][text[1] - '1'] = true;
}

static void read_quoridor(PlainPosition *position, const char *variant, const char *text)
{
    *position = (PlainPosition){ .players = strcmp(variant, "quoridor") == 0 ? 2 : 4 };
    PlainQuoridor *board = &position->quoridor;
    read_walls(text, board->across);
    text = strchr(text, '/') + 1;
    read_walls(text, board->upright);
    text = strchr(text, '/') + 1;
    for (int player = 0; player < position->players; player++) {
        while (*text == ' ')
            text++;
        if (*text == '-') {
            position->out[player] = true;
            text++;
            continue;
        }
        board->file[player] = *text++ - 'a';
        board->rank[player] = *text++ - '1';
    }
    text = strchr(text, '/') + 1;
    for (int player = 0; player < position->players; player++)
        board->walls[player] = (int)strtol(text, (char **)&text, 10);
    text = strchr(text, '/') + 1;
    position->turn = atoi(text) - 1;
}

static char *write_walls(char *text, const bool walls[8][8])
{
    char *start = text;
    for (int file = 0; file < 8; file++)
        for (int rank = 0; rank < 8; rank++)
            if (walls[file][rank]) text += sprintf(text, "%c%d ", 'a' + file, rank + 1);
    if (text == start) text += sprintf(text, "- ");
    return text + sprintf(text, "/");
}

static void write_quoridor(const PlainPosition *position, char text[PLAIN_TEXT])
{
    const PlainQuoridor *board = &position->quoridor;
    text = write_walls(text, board->across);
    *text++ = ' ';
    text = write_walls(text, board->upright);
    for (int player = 0; player < position->players; player++)
        if (position->out[player])
            text += sprintf(text, " -");
        else
            text += sprintf(text, " %c%d", 'a' + board->file[player], board->rank[player] + 1);
    text += sprintf(text, " /");
    for (int player = 0; player < position->players; player++)
        text += sprintf(text, " %d", board->walls[player]);
    sprintf(text, " / %d", position->turn + 1);
}

// --- rules ---------------------------------------------------------------------------------------

static bool wall_at(const bool walls[8][8], int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8 && walls[file][rank];
}

// Q3: no wall and no edge between the square and the next one that way.
static bool open_to(const PlainQuoridor *board, int file, int rank, int dir)
{
    if (!on_board(file + STEP[dir][0], rank + STEP[dir][1])) return false;
    if (dir == 2) rank--; // the groove south of a square is the one north of the next
    if (dir == 3) file--;
    if (dir % 2 == 0)
        return !wall_at(board->across, file, rank) && !wall_at(board->across, file - 1, rank);
    return !wall_at(board->upright, file, rank) && !wall_at(board->upright, file, rank - 1);
}

static bool pawn_at(const PlainPosition *position, int file, int rank)
{
    for (int player = 0; player < position->players; player++)
        if (!position->out[player] && position->quoridor.file[player] == file &&
            position->quoridor.rank[player] == rank)
            return true;
    return false;
}

// Q7, R5
static int winners(const PlainPosition *position)
{
    const PlainQuoridor *board = &position->quoridor;
    for (int player = 0; player < position->players; player++)
        if (!position->out[player] &&
            has_arrived(position, player, board->file[player], board->rank[player]))
            return 1 << player;
    return plain_last_one(position);
}

// The squares visited on the way from a pawn to its goal, and the path found: uses[file][rank][dir]
// when it leaves or enters that square on that side.
typedef struct Path {
    bool seen[9][9];
    bool uses[9][9][4];
} Path;

// Q5: searches a path from the square to the player's goal side, ignoring pawns. Tries the goal's
// direction first, only to save time.
static bool find_path(const PlainPosition *position, int player, int file, int rank, Path *path)
{
    if (has_arrived(position, player, file, rank)) return true;
    path->seen[file][rank] = true;
    static const int ORDER[4] = { 0, 1, 3, 2 };
    for (int i = 0; i < 4; i++) {
        int dir = (goal_of(position, player) + ORDER[i]) % 4;
        if (!open_to(&position->quoridor, file, rank, dir)) continue;
        int next_file = file + STEP[dir][0], next_rank = rank + STEP[dir][1];
        if (path->seen[next_file][next_rank]) continue;
        if (!find_path(position, player, next_file, next_rank, path)) continue;
        path->uses[file][rank][dir] = true;
        path->uses[next_file][next_rank][(dir + 2) % 4] = true;
        return true;
    }
    return false;
}

static bool has_path(const PlainPosition *position, int player, Path *path)
{
    *path = (Path){ 0 };
    return find_path(position, player, position->quoridor.file[player],
                     position->quoridor.rank[player], path);
}

static int shut_in(const PlainPosition *position)
{
    int set = 0;
    Path path;
    for (int player = 0; player < position->players; player++)
        if (!position->out[player] && !has_path(position, player, &path)) set |= 1 << player;
    return set;
}

static void add_square(int file, int rank, PlainMove list[PLAIN_MOVES], int *count)
{
    sprintf(list[(*count)++], "%c%d", 'a' + file, rank + 1);
}

// Q6, Q9, R3: over the pawn on (file, rank), coming in direction `dir`.
static void add_jumps(const PlainPosition *position, int file, int rank, int dir,
                      PlainMove list[PLAIN_MOVES], int *count)
{
    const PlainQuoridor *board = &position->quoridor;
    if (open_to(board, file, rank, dir)) {
        int over_file = file + STEP[dir][0], over_rank = rank + STEP[dir][1];
        if (!pawn_at(position, over_file, over_rank)) add_square(over_file, over_rank, list, count);
        return; // no wall behind it, so the sides are closed, even if the straight jump is blocked
    }
    for (int turn = 1; turn <= 3; turn += 2) {
        int side = (dir + turn) % 4;
        int side_file = file + STEP[side][0], side_rank = rank + STEP[side][1];
        if (open_to(board, file, rank, side) && !pawn_at(position, side_file, side_rank))
            add_square(side_file, side_rank, list, count);
    }
}

// Q2, Q3, Q6
static void add_steps(const PlainPosition *position, PlainMove list[PLAIN_MOVES], int *count)
{
    const PlainQuoridor *board = &position->quoridor;
    int file = board->file[position->turn], rank = board->rank[position->turn];
    for (int dir = 0; dir < 4; dir++) {
        if (!open_to(board, file, rank, dir)) continue;
        int next_file = file + STEP[dir][0], next_rank = rank + STEP[dir][1];
        if (pawn_at(position, next_file, next_rank))
            add_jumps(position, next_file, next_rank, dir, list, count);
        else
            add_square(next_file, next_rank, list, count);
    }
}

// Q4
static bool has_space(const PlainQuoridor *board, bool upright, int file, int rank)
{
    if (board->across[file][rank] || board->upright[file][rank]) return false;
    if (upright)
        return !wall_at(board->upright, file, rank - 1) && !wall_at(board->upright, file, rank + 1);
    return !wall_at(board->across, file - 1, rank) && !wall_at(board->across, file + 1, rank);
}

static void put_wall(PlainQuoridor *board, bool upright, int file, int rank)
{
    if (upright)
        board->upright[file][rank] = true;
    else
        board->across[file][rank] = true;
}

// A wall that crosses no edge of the path doesn't affect the path.
static bool wall_meets(const Path *path, bool upright, int file, int rank)
{
    if (upright) return path->uses[file][rank][1] || path->uses[file][rank + 1][1];
    return path->uses[file][rank][0] || path->uses[file + 1][rank][0];
}

// Q2, Q4, Q5
static void add_walls(const PlainPosition *position, PlainMove list[PLAIN_MOVES], int *count)
{
    if (position->quoridor.walls[position->turn] == 0) return;
    Path path[PLAIN_PLAYERS], other;
    for (int player = 0; player < position->players; player++)
        if (!position->out[player]) has_path(position, player, &path[player]);

    PlainPosition after = *position;
    for (int upright = 0; upright < 2; upright++)
        for (int file = 0; file < 8; file++)
            for (int rank = 0; rank < 8; rank++) {
                if (!has_space(&position->quoridor, upright, file, rank)) continue;
                put_wall(&after.quoridor, upright, file, rank);
                bool shuts = false;
                for (int player = 0; player < position->players && !shuts; player++)
                    shuts = !position->out[player] &&
                            wall_meets(&path[player], upright, file, rank) &&
                            !has_path(&after, player, &other);
                if (!shuts)
                    sprintf(list[(*count)++], "%c%d%c", 'a' + file, rank + 1, upright ? 'v' : 'h');
                after.quoridor = position->quoridor;
            }
}

static int moves(const PlainPosition *position, PlainMove list[PLAIN_MOVES])
{
    int count = 0;
    if (winners(position)) return 0;
    add_steps(position, list, &count);
    add_walls(position, list, &count);
    plain_sort(list, count);
    // Two ways round a corner can lead to the same square; list the move once.
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (kept == 0 || strcmp(list[kept - 1], list[i]) != 0)
            memmove(list[kept++], list[i], PLAIN_MOVE_TEXT);
    if (kept == 0) strcpy(list[kept++], "pass"); // R1
    return kept;
}

static void play(PlainPosition *position, const char *move)
{
    PlainQuoridor *board = &position->quoridor;
    int file = move[0] - 'a', rank = move[1] - '1';
    if (strlen(move) == 3) {
        put_wall(board, move[2] == 'v', file, rank);
        board->walls[position->turn]--;
    } else if (strcmp(move, "pass") != 0) {
        board->file[position->turn] = file;
        board->rank[position->turn] = rank;
    }
    plain_next_turn(position);
}

// R5: the pawn is taken off.
static void leave(PlainPosition *position, int player)
{
    position->out[player] = true;
    if (position->turn == player) plain_next_turn(position);
}

const PlainGame PLAIN_QUORIDOR = {
    .read = read_quoridor,
    .write = write_quoridor,
    .moves = moves,
    .play = play,
    .leave = leave,
    .winners = winners,
    .shut_in = shut_in,
};
