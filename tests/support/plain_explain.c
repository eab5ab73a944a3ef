// SPDX-License-Identifier: MIT
#include "support/plain_explain.h"

enum { EMPTY = -1, OFF = -2, MARBLES_MAX = 14 };

typedef struct Spot {
    int row, digit;
} Spot;

// In the order of Dir.
static const Spot STEP[DIRS] = { { 0, 1 }, { 1, 1 }, { 1, 0 }, { 0, -1 }, { -1, -1 }, { -1, 0 } };

typedef struct Plain {
    const AbPosition *position;
    int player;
    FindingVisit *visit;
    void *context;
    int marbles;
    Spot marble[MARBLES_MAX]; // the player's, by name
    u32 group[MARBLES_MAX];   // of each, as a set of indices
} Plain;

static Spot step(Spot spot, int dir)
{
    return (Spot){ spot.row + STEP[dir].row, spot.digit + STEP[dir].digit };
}

static bool touch(Spot a, Spot b)
{
    for (int dir = 0; dir < DIRS; dir++)
        if (step(a, dir).row == b.row && step(a, dir).digit == b.digit) return true;
    return false;
}

// The owner of the marble on the spot; EMPTY or OFF the board.
static int owner(const AbPosition *position, Spot spot)
{
    Cell cell = cell_at(spot.row, spot.digit);
    if (cell < 0) return OFF;
    for (int player = 0; player < position->head.variant->players; player++)
        if (position->marble[player] >> cell & 1) return player;
    return EMPTY;
}

// The team of the marble on the spot; EMPTY or OFF the board.
static int team(const AbPosition *position, Spot spot)
{
    int player = owner(position, spot);
    return player < 0 ? player : position->head.variant->team[player];
}

static u8 cell_of(Spot spot)
{
    return (u8)cell_at(spot.row, spot.digit);
}

static Finding start(const Plain *plain, FindingKind kind)
{
    return (Finding){ .kind = kind, .player = (u8)plain->player, .move = MOVE_NONE };
}

// --- formations: subsets of the player's marbles, as sets of indices into plain->marble ----------

static u32 find_group(const Plain *plain, int index)
{
    u32 group = 1u << index;
    for (int round = 0; round < plain->marbles; round++)
        for (int i = 0; i < plain->marbles; i++)
            for (int j = 0; j < plain->marbles; j++)
                if (group >> i & 1 && touch(plain->marble[i], plain->marble[j])) group |= 1u << j;
    return group;
}

static void tell(const Plain *plain, FindingKind kind, const int *index, int count)
{
    Finding found = start(plain, kind);
    u32 set = 0;
    for (int i = 0; i < count; i++) {
        found.cell[found.cells++] = cell_of(plain->marble[index[i]]);
        set |= 1u << index[i];
    }
    if (kind != FOUND_GROUP && kind != FOUND_SINGLE) found.whole = plain->group[index[0]] == set;
    plain->visit(plain->context, &found);
}

// Whether nine marbles are three rows of three along E-W (axis 0), NE-SW or NW-SE.
static bool three_rows(const Plain *plain, const int *index, int axis)
{
    int row_of[9], place[9], lowest = 99;
    for (int i = 0; i < 9; i++) {
        Spot spot = plain->marble[index[i]];
        row_of[i] = axis == 0 ? spot.row : axis == 1 ? spot.row - spot.digit : spot.digit;
        place[i] = axis == 2 ? spot.row : spot.digit;
        if (row_of[i] < lowest) lowest = row_of[i];
    }
    Spot first[3];
    for (int row = 0; row < 3; row++) {
        int count = 0, from = 99, to = -99;
        for (int i = 0; i < 9; i++) {
            if (row_of[i] != lowest + row) continue;
            count++;
            if (place[i] < from) first[row] = plain->marble[index[i]];
            if (place[i] < from) from = place[i];
            if (place[i] > to) to = place[i];
        }
        if (count != 3 || to - from != 2) return false;
    }
    return touch(first[0], first[1]) && touch(first[1], first[2]);
}

static void judge_trio(const Plain *plain, const int *index)
{
    Spot a = plain->marble[index[0]], b = plain->marble[index[1]], c = plain->marble[index[2]];
    int touching = touch(a, b) + touch(b, c) + touch(a, c);
    // Sorted by name, a line's middle marble is the second.
    bool line = a.row + c.row == 2 * b.row && a.digit + c.digit == 2 * b.digit;
    if (touching == 3) tell(plain, FOUND_SHIELD, index, 3);
    if (touching == 2) tell(plain, line ? FOUND_SPEAR : FOUND_ARC, index, 3);
}

static void judge_subset(const Plain *plain, u32 set)
{
    int index[MARBLES_MAX], count = 0;
    for (int i = 0; i < plain->marbles; i++)
        if (set >> i & 1) index[count++] = i;
    if (set == plain->group[index[0]]) tell(plain, FOUND_GROUP, index, count);
    if (set == plain->group[index[0]] && count == 1) tell(plain, FOUND_SINGLE, index, count);
    if (count == 2 && touch(plain->marble[index[0]], plain->marble[index[1]]))
        tell(plain, FOUND_PAIR, index, count);
    if (count == 3) judge_trio(plain, index);
    if (count == 9 &&
        (three_rows(plain, index, 0) || three_rows(plain, index, 1) || three_rows(plain, index, 2)))
        tell(plain, FOUND_BLOCK, index, count);
}

// --- dets ----------------------------------------------------------------------------------------

// Marks the team's marbles that are connected with this one.
static void spread(const AbPosition *position, Spot spot, int whose, bool reached[CELLS])
{
    if (team(position, spot) != whose || reached[cell_of(spot)]) return;
    reached[cell_of(spot)] = true;
    for (int dir = 0; dir < DIRS; dir++)
        spread(position, step(spot, dir), whose, reached);
}

static bool judge_det(const Plain *plain, Spot spot, Spot neighbour)
{
    int whose = team(plain->position, neighbour);
    if (whose < 0 || whose == team(plain->position, spot)) return false;
    bool reached[CELLS] = { 0 };
    spread(plain->position, neighbour, whose, reached);
    Finding found = start(plain, FOUND_DET);
    found.cell[found.cells++] = cell_of(spot);
    // In the order of cells, so that the neighbours are sorted by name.
    for (int row = 0; row < 9; row++)
        for (int digit = 1; digit <= 9; digit++) {
            Spot other = { row, digit };
            if (team(plain->position, other) == whose && touch(spot, other) &&
                reached[cell_of(other)])
                found.other[found.others++] = cell_of(other);
        }
    if (found.others >= 4) plain->visit(plain->context, &found);
    return found.others >= 4;
}

static void find_det(const Plain *plain, Spot spot)
{
    for (int dir = 0; dir < DIRS; dir++)
        if (owner(plain->position, step(spot, dir)) == plain->player) return;
    for (int dir = 0; dir < DIRS; dir++)
        if (judge_det(plain, spot, step(spot, dir))) return;
}

// --- lines ---------------------------------------------------------------------------------------

// Compares the strength of the lines that meet at a marble with an opposing one in front.
static void find_pat(const Plain *plain, Spot front, int dir)
{
    const AbPosition *position = plain->position;
    int side = position->head.variant->team[plain->player], ours = 0, theirs = 0;
    Spot rear = front, at = front, foe = step(front, dir);
    for (; ours < 3 && team(position, at) == side; ours++) {
        rear = at;
        at = step(at, (dir + 3) % DIRS);
    }
    for (at = foe; theirs < 3 && team(position, at) >= 0 && team(position, at) != side; theirs++)
        at = step(at, dir);
    if (ours != theirs || ours == 0 || owner(position, rear) != plain->player) return;
    Finding found = start(plain, FOUND_PAT);
    found.ours = found.theirs = (u8)ours;
    for (at = rear; found.cells < ours; at = step(at, dir))
        found.cell[found.cells++] = cell_of(at);
    for (; found.others < theirs; at = step(at, dir))
        found.other[found.others++] = cell_of(at);
    plain->visit(plain->context, &found);
}

static void find_push(const Plain *plain, Spot rear, int dir)
{
    const AbPosition *position = plain->position;
    int side = position->head.variant->team[plain->player];
    Finding found = start(plain, FOUND_SUMITO);
    Spot at = rear;
    for (; team(position, at) == side; at = step(at, dir))
        found.cell[found.cells++] = cell_of(at);
    for (; team(position, at) >= 0 && team(position, at) != side; at = step(at, dir))
        found.other[found.others++] = cell_of(at);
    found.ours = found.cells;
    found.theirs = found.others;
    if (found.ours > 3 || found.theirs == 0 || found.theirs >= found.ours) return;
    if (team(position, at) >= 0) return;
    if (team(position, at) == OFF) found.kind = FOUND_EJECTION;
    found.move = ab_in_line(cell_of(rear), (Dir)dir);
    plain->visit(plain->context, &found);
}

static void explain_player(Plain *plain)
{
    const AbPosition *position = plain->position;
    bool in = !(position->head.out >> plain->player & 1);
    for (int row = 0; row < 9; row++)
        for (int digit = 1; digit <= 9; digit++)
            if (owner(position, (Spot){ row, digit }) == plain->player)
                plain->marble[plain->marbles++] = (Spot){ row, digit };
    for (int i = 0; i < plain->marbles; i++)
        plain->group[i] = find_group(plain, i);
    for (u32 set = 1; set < 1u << plain->marbles; set++)
        judge_subset(plain, set);
    for (int i = 0; i < plain->marbles; i++)
        find_det(plain, plain->marble[i]);
    for (int cell = 0; cell < CELLS && in; cell++)
        for (int dir = 0; dir < DIRS; dir++)
            find_pat(plain, (Spot){ cell_row(cell), cell_digit(cell) }, dir);
    for (int i = 0; i < plain->marbles && in && !ab_winners(position); i++)
        for (int dir = 0; dir < DIRS; dir++)
            find_push(plain, plain->marble[i], dir);
}

void plain_explain(const AbPosition *position, FindingVisit *visit, void *context)
{
    for (int player = 0; player < position->head.variant->players; player++) {
        Plain plain = {
            .position = position, .player = player, .visit = visit, .context = context
        };
        explain_player(&plain);
    }
}
