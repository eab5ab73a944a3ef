// SPDX-License-Identifier: MIT
// Small boards of Quoridor: the published results, a search of the whole game that knows nothing of
// layers and symmetries, and the files after an interruption or damage.
#include "solve/recheck.h"
#include "solve/solve.h"
#include "support/check.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/test-solve-XXXXXX";

static void remove_files(void)
{
    for (int size = 0; size <= 2 * SOLVE_WALLS_MAX; size++)
        layer_forget(folder, size);
}

static SolveResult solve(int width, int height, int walls)
{
    remove_files();
    SolveSetup setup = { .game = { width, height, walls }, .folder = folder, .threads = 2 };
    return solve_run(&setup);
}

static RecheckResult recheck(int width, int height, int walls)
{
    u64 checked;
    RecheckSetup setup = { .game = { width, height, walls }, .folder = folder, .part = 1 };
    return recheck_run(&setup, &checked);
}

// --- published results ---------------------------------------------------------------------------

// Who wins with 0, 1, 2 ... walls each: 1 the first player, 2 the second, D a draw, ? not tried
// here.
static void test_published(void **state)
{
    (void)state;
    static const struct {
        int width, height;
        const char *results;
    } TABLE[] = {
        { 3, 3, "22222222222" }, { 3, 5, "22212222222" }, { 2, 3, "21111111111" },
        { 2, 5, "22222222222" }, { 2, 7, "22111111111" }, { 4, 3, "22211111111" },
        { 5, 3, "22211" },       { 6, 3, "2222" },        { 7, 3, "2222" },
        { 4, 5, "222" },         { 3, 7, "222" },         { 5, 5, "22" },
        { 8, 3, "???D" },        { 3, 4, "1111" },        { 4, 4, "111" },
    };
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++)
        for (int walls = 0; TABLE[i].results[walls]; walls++) {
            if (TABLE[i].results[walls] == '?') continue;
            SolveResult result = solve(TABLE[i].width, TABLE[i].height, walls);
            char found = result == SOLVE_FIRST_WINS ? '1' : result == SOLVE_SECOND_WINS ? '2' : 'D';
            if (found != TABLE[i].results[walls])
                fail_msg("%dx%d, %d walls: %c", TABLE[i].width, TABLE[i].height, walls, found);
        }
}

// --- the whole game, searched plainly ------------------------------------------------------------

enum { STATES_MAX = 400000, MOVES_OF_STATE_MAX = 64 };

typedef struct Plain {
    int width, height, count, table[1 << 20];
    struct {
        u64 horizontal, vertical;
        u8 pawn[2], hand[2], turn;
        i8 value; // for the player to move
        int next[MOVES_OF_STATE_MAX], moves;
    } state[STATES_MAX];
} Plain;

static bool shut(const Plain *plain, u64 horizontal, u64 vertical, int x, int y, int dx, int dy)
{
    int columns = plain->width - 1, rows = plain->height - 1;
    int nx = x + dx, ny = y + dy;
    if (nx < 0 || ny < 0 || nx >= plain->width || ny >= plain->height) return true;
    // A wall between the two squares lies in one of two slots.
    for (int side = 0; side < 2; side++) {
        int sx = dx ? (dx > 0 ? x : nx) : x - side, sy = dy ? (dy > 0 ? y : ny) : y - side;
        if (sx < 0 || sy < 0 || sx >= columns || sy >= rows) continue;
        if ((dx ? vertical : horizontal) >> (sy * columns + sx) & 1) return true;
    }
    return false;
}

static bool reaches(const Plain *plain, u64 horizontal, u64 vertical, int from, int row)
{
    bool seen[SOLVE_SQUARES_MAX] = { false };
    int stack[SOLVE_SQUARES_MAX], count = 0;
    stack[count++] = from;
    seen[from] = true;
    while (count) {
        int at = stack[--count], x = at % plain->width, y = at / plain->width;
        if (y == row) return true;
        for (int i = 0; i < 4; i++) {
            int dx = i == 0 ? 1 : i == 1 ? -1 : 0, dy = i == 2 ? 1 : i == 3 ? -1 : 0;
            if (shut(plain, horizontal, vertical, x, y, dx, dy)) continue;
            int to = (y + dy) * plain->width + x + dx;
            if (seen[to]) continue;
            seen[to] = true;
            stack[count++] = to;
        }
    }
    return false;
}

static int state_of(Plain *plain, u64 horizontal, u64 vertical, const int pawn[2],
                    const int hand[2], int turn)
{
    u64 hash = (horizontal * 0x9e3779b97f4a7c15u) ^ (vertical * 0xc2b2ae3d27d4eb4fu) ^
               (u64)(pawn[0] * 64 + pawn[1]) * 0x165667b19e3779f9u ^
               (u64)(hand[0] * 32 + hand[1] * 2 + turn) * 0x27d4eb2f165667c5u;
    for (u64 place = hash >> 44;; place = (place + 1) & ((1 << 20) - 1)) {
        int found = plain->table[place] - 1;
        if (found < 0) {
            assert(plain->count < STATES_MAX);
            plain->table[place] = plain->count + 1;
            found = plain->count++;
            plain->state[found].horizontal = horizontal;
            plain->state[found].vertical = vertical;
            for (int i = 0; i < 2; i++) {
                plain->state[found].pawn[i] = (u8)pawn[i];
                plain->state[found].hand[i] = (u8)hand[i];
            }
            plain->state[found].turn = (u8)turn;
            return found;
        }
        if (plain->state[found].horizontal == horizontal &&
            plain->state[found].vertical == vertical && plain->state[found].pawn[0] == pawn[0] &&
            plain->state[found].pawn[1] == pawn[1] && plain->state[found].hand[0] == hand[0] &&
            plain->state[found].hand[1] == hand[1] && plain->state[found].turn == turn)
            return found;
    }
}

static void add_move(Plain *plain, int from, u64 horizontal, u64 vertical, int to, int walls)
{
    int turn = plain->state[from].turn;
    int pawn[2] = { plain->state[from].pawn[0], plain->state[from].pawn[1] };
    int hand[2] = { plain->state[from].hand[0], plain->state[from].hand[1] };
    pawn[turn] = to;
    hand[turn] -= walls;
    int next = state_of(plain, horizontal, vertical, pawn, hand, 1 - turn);
    assert(plain->state[from].moves < MOVES_OF_STATE_MAX);
    plain->state[from].next[plain->state[from].moves++] = next;
}

static void add_moves(Plain *plain, int from)
{
    u64 horizontal = plain->state[from].horizontal, vertical = plain->state[from].vertical;
    int turn = plain->state[from].turn, own = plain->state[from].pawn[turn];
    int other = plain->state[from].pawn[1 - turn], width = plain->width;
    for (int i = 0; i < 4; i++) {
        int dx = i == 0 ? 1 : i == 1 ? -1 : 0, dy = i == 2 ? 1 : i == 3 ? -1 : 0;
        int x = own % width, y = own / width;
        if (shut(plain, horizontal, vertical, x, y, dx, dy)) continue;
        x += dx, y += dy;
        if (y * width + x != other) {
            add_move(plain, from, horizontal, vertical, y * width + x, 0);
        } else if (!shut(plain, horizontal, vertical, x, y, dx, dy)) {
            add_move(plain, from, horizontal, vertical, (y + dy) * width + x + dx, 0);
        } else {
            for (int side = -1; side < 2; side += 2)
                if (!shut(plain, horizontal, vertical, x, y, dy * side, dx * side))
                    add_move(plain, from, horizontal, vertical,
                             (y + dx * side) * width + x + dy * side, 0);
        }
    }
    int columns = width - 1, rows = plain->height - 1;
    for (int slot = 0; slot < columns * rows && plain->state[from].hand[turn]; slot++)
        for (int upright = 0; upright < 2; upright++) {
            u64 wall = (u64)1 << slot, h = horizontal, v = vertical;
            if ((h | v) & wall) continue;
            if (!upright && ((slot % columns && h & wall >> 1) ||
                             (slot % columns < columns - 1 && h & wall << 1)))
                continue;
            if (upright && ((slot >= columns && v & wall >> columns) ||
                            (slot / columns < rows - 1 && v & wall << columns)))
                continue;
            *(upright ? &v : &h) |= wall;
            if (reaches(plain, h, v, plain->state[from].pawn[0], plain->height - 1) &&
                reaches(plain, h, v, plain->state[from].pawn[1], 0))
                add_move(plain, from, h, v, own, 1);
        }
    if (!plain->state[from].moves) add_move(plain, from, horizontal, vertical, own, 0);
}

static SolveResult search_plainly(int width, int height, int walls)
{
    Plain *plain = calloc(1, sizeof *plain);
    plain->width = width;
    plain->height = height;
    SolvedGame game = { width, height, walls };
    int pawn[2] = { solve_start(game, 0), solve_start(game, 1) }, hand[2] = { walls, walls };
    state_of(plain, 0, 0, pawn, hand, 0);
    for (int i = 0; i < plain->count; i++) {
        // Only the player who has just moved can be at the goal.
        if (plain->state[i].pawn[0] / width == height - 1 || plain->state[i].pawn[1] / width == 0)
            plain->state[i].value = -1;
        else
            add_moves(plain, i);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = plain->count - 1; i >= 0; i--) {
            if (plain->state[i].value) continue;
            bool all_win = true;
            for (int k = 0; k < plain->state[i].moves; k++) {
                int value = plain->state[plain->state[i].next[k]].value;
                if (value < 0) plain->state[i].value = 1;
                all_win &= value > 0;
            }
            if (!plain->state[i].value && all_win) plain->state[i].value = -1;
            changed |= plain->state[i].value != 0;
        }
    }
    int value = plain->state[0].value;
    free(plain);
    return value > 0 ? SOLVE_FIRST_WINS : value < 0 ? SOLVE_SECOND_WINS : SOLVE_DRAW;
}

static void test_plain_search(void **state)
{
    (void)state;
    static const SolvedGame GAMES[] = { { 3, 3, 2 }, { 4, 3, 2 }, { 3, 4, 2 },
                                        { 5, 3, 1 }, { 3, 5, 2 }, { 4, 4, 1 },
                                        { 2, 5, 4 }, { 6, 2, 2 }, { 5, 4, 1 } };
    for (size_t i = 0; i < sizeof GAMES / sizeof *GAMES; i++)
        assert_int_equal(solve(GAMES[i].width, GAMES[i].height, GAMES[i].walls),
                         search_plainly(GAMES[i].width, GAMES[i].height, GAMES[i].walls));
}

// --- files ---------------------------------------------------------------------------------------

static bool stop_at_once(void *context, const SolveProgress *progress)
{
    (void)context;
    (void)progress;
    return false;
}

static void test_interruption(void **state)
{
    (void)state;
    remove_files();
    SolveSetup setup = { .game = { 4, 4, 3 }, .folder = folder, .threads = 1 };
    // `watch` is called a few times a second, so a quick layer may end before.
    setup.watch = stop_at_once;
    SolveResult result = SOLVE_STOPPED;
    for (int i = 0; i < 100 && result == SOLVE_STOPPED; i++)
        result = solve_run(&setup);
    setup.watch = NULL;
    assert_int_equal(solve_run(&setup), SOLVE_FIRST_WINS);
    assert_int_equal(recheck(4, 4, 3), RECHECK_GOOD);
}

static void flip_bit(const char *name, long at)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ 1 << 2, file);
    fclose(file);
}

static void test_damage(void **state)
{
    (void)state;
    solve(3, 5, 2);
    assert_int_equal(recheck(3, 5, 2), RECHECK_GOOD);
    for (long at = 1; at < 8000; at += 997) {
        flip_bit("layer-02.values", at);
        assert_int_equal(recheck(3, 5, 2), RECHECK_WRONG);
        flip_bit("layer-02.values", at);
    }
    assert_int_equal(recheck(3, 5, 2), RECHECK_GOOD);
    // The files of one board aren't taken for those of another.
    assert_int_equal(recheck(5, 3, 3), RECHECK_FAILED);
    SolveSetup setup = { .game = { 5, 5, 2 }, .folder = folder, .threads = 1 };
    assert_int_equal(solve_run(&setup), SOLVE_FAILED);
}

int main(void)
{
    if (!mkdtemp(folder)) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_plain_search),
        cmocka_unit_test(test_interruption),
        cmocka_unit_test(test_damage),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove_files();
    rmdir(folder);
    return failed;
}
