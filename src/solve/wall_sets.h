// SPDX-License-Identifier: MIT
// The sets of walls that fit on a small board of Quoridor, numbered without gaps.
//
// A wall lies across the middle of 2x2 squares, its slot:
//
//     slot 2 | slot 3        a horizontal wall on slot 0 blocks the two steps up from the squares
//     -------+-------        below it; a vertical one the two steps to the right from the squares
//     slot 0 | slot 1        on its left
//
// Two walls fit unless they cross or overlap: one wall for each slot, no two horizontal ones side
// by side, no two vertical ones on top of each other. Whether they shut in a pawn depends on the
// pawns and is decided elsewhere.
//
// Mirroring a board left to right, and turning it while the players swap sides, doesn't change who
// wins. So only the least of a set's four images, the canonical one, has a number:
// wall_sets_index() gives it for the sets of one size.
#ifndef MEYDAN_SOLVE_WALL_SETS_H
#define MEYDAN_SOLVE_WALL_SETS_H

#include "base/types.h"

enum {
    SOLVE_SIDE_MAX = 9,
    SOLVE_SQUARES_MAX = 64,
    SOLVE_SLOTS_MAX = 56,
    SOLVE_SLOT_COLUMNS_MAX = 8,
    SOLVE_WALLS_MAX = 10, // in each player's hand
};

// Which of its images a set is. The images are combined with |.
enum { IMAGE_MIRRORED = 1, IMAGE_TURNED = 2, IMAGES = 4 };

typedef struct WallSet {
    u64 horizontal, vertical; // slots
} WallSet;

// One board, and the numbers of its sets of `size` walls.
typedef struct WallSets {
    int width, height, columns, slots; // squares, and slots: columns x (height - 1)
    int size;
    u64 count; // canonical sets
    u64 *fit;  // [slots + 1][2^columns][2][size + 1]: ways to fill the slots from here on
    u64 ranks; // all sets of this size
    u64 *canonical;
    u32 *before; // canonical sets before each word of `canonical`
} WallSets;

// Returns false if memory is short. Boards of up to SOLVE_SQUARES_MAX squares.
bool wall_sets_init(WallSets *sets, int width, int height, int size);
void wall_sets_free(WallSets *sets);

// Sets of `size` walls including images; 0 if so many don't fit. Needs no other memory than this.
u64 wall_sets_total(int width, int height, int size);

// The number of a canonical set.
u64 wall_sets_index(const WallSets *sets, WallSet set);

// Calls `see` for the canonical sets of the numbers `from` to `to` - 1 in order, until it returns
// false.
bool wall_sets_each(const WallSets *sets, u64 from, u64 to,
                    bool (*see)(void *context, u64 index, WallSet set), void *context);

bool wall_set_fits(const WallSets *sets, WallSet set, int slot, bool vertical);
WallSet wall_set_image(const WallSets *sets, WallSet set, int image);

// The canonical image of a set; `image` receives which one it is.
WallSet wall_set_canonical(const WallSets *sets, WallSet set, int *image);

#endif
