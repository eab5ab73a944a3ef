// SPDX-License-Identifier: MIT
#include "solve/wall_sets.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

// A rank counts sets slot by slot: at each slot no wall comes before a horizontal one, and that
// before a vertical one. `fit` has the number of ways to go on, given the columns whose last slot
// has a vertical wall and whether the slot to the left has a horizontal one.
typedef struct Profile {
    u32 upright; // columns
    bool flat;
} Profile;

static u64 *fit_at(const WallSets *sets, int slot, Profile profile, int walls)
{
    u64 place = ((u64)slot << sets->columns | profile.upright) * 2 + profile.flat;
    return &sets->fit[place * (u64)(sets->size + 1) + (u64)walls];
}

static Profile enter_slot(const WallSets *sets, Profile profile, int slot)
{
    if (slot % sets->columns == 0) profile.flat = false;
    return profile;
}

static Profile leave_slot(const WallSets *sets, Profile profile, int slot, bool flat, bool upright)
{
    u32 column = (u32)1 << slot % sets->columns;
    return (Profile){ (profile.upright & ~column) | (upright ? column : 0), flat };
}

static void fill_fit(WallSets *sets)
{
    u32 profiles = (u32)1 << sets->columns;
    for (u32 upright = 0; upright < profiles; upright++)
        for (int flat = 0; flat < 2; flat++)
            *fit_at(sets, sets->slots, (Profile){ upright, flat }, 0) = 1;
    for (int slot = sets->slots - 1; slot >= 0; slot--)
        for (u32 upright = 0; upright < profiles; upright++)
            for (int flat = 0; flat < 2; flat++)
                for (int walls = 0; walls <= sets->size; walls++) {
                    Profile here = { upright, flat };
                    Profile now = enter_slot(sets, here, slot);
                    u64 ways =
                        *fit_at(sets, slot + 1, leave_slot(sets, now, slot, false, false), walls);
                    if (walls && !now.flat)
                        ways += *fit_at(sets, slot + 1, leave_slot(sets, now, slot, true, false),
                                        walls - 1);
                    if (walls && !(now.upright >> slot % sets->columns & 1))
                        ways += *fit_at(sets, slot + 1, leave_slot(sets, now, slot, false, true),
                                        walls - 1);
                    *fit_at(sets, slot, here, walls) = ways;
                }
}

static u64 rank_of(const WallSets *sets, WallSet set)
{
    u64 rank = 0;
    int left = sets->size;
    Profile profile = { 0 };
    for (int slot = 0; slot < sets->slots && left > 0; slot++) {
        profile = enter_slot(sets, profile, slot);
        bool flat = bits_has(set.horizontal, slot), upright = bits_has(set.vertical, slot);
        if (flat || upright)
            rank += *fit_at(sets, slot + 1, leave_slot(sets, profile, slot, false, false), left);
        if (upright && !profile.flat)
            rank += *fit_at(sets, slot + 1, leave_slot(sets, profile, slot, true, false), left - 1);
        left -= flat || upright;
        profile = leave_slot(sets, profile, slot, flat, upright);
    }
    return rank;
}

static WallSet set_of(const WallSets *sets, u64 rank)
{
    WallSet set = { 0 };
    int left = sets->size;
    Profile profile = { 0 };
    for (int slot = 0; slot < sets->slots && left > 0; slot++) {
        profile = enter_slot(sets, profile, slot);
        bool flat = false, upright = false;
        u64 ways = *fit_at(sets, slot + 1, leave_slot(sets, profile, slot, false, false), left);
        if (rank >= ways) {
            rank -= ways;
            ways = profile.flat ? 0
                                : *fit_at(sets, slot + 1,
                                          leave_slot(sets, profile, slot, true, false), left - 1);
            flat = rank < ways;
            upright = !flat;
            if (upright) rank -= ways;
        }
        left -= flat || upright;
        set.horizontal |= flat ? bit(slot) : 0;
        set.vertical |= upright ? bit(slot) : 0;
        profile = leave_slot(sets, profile, slot, flat, upright);
    }
    return set;
}

static u64 turn_slots(const WallSets *sets, u64 slots)
{
    u64 turned = 0;
    for (; slots; slots &= slots - 1)
        turned |= bit(sets->slots - 1 - bits_first(slots));
    return turned;
}

static u64 mirror_slots(const WallSets *sets, u64 slots)
{
    u64 mirrored = 0, column = 0;
    for (int row = 0; row < sets->slots; row += sets->columns)
        column |= bit(row);
    for (int x = 0; x < sets->columns; x++)
        mirrored |= (slots >> x & column) << (sets->columns - 1 - x);
    return mirrored;
}

WallSet wall_set_image(const WallSets *sets, WallSet set, int image)
{
    if (image & IMAGE_MIRRORED)
        set = (WallSet){ mirror_slots(sets, set.horizontal), mirror_slots(sets, set.vertical) };
    if (image & IMAGE_TURNED)
        set = (WallSet){ turn_slots(sets, set.horizontal), turn_slots(sets, set.vertical) };
    return set;
}

static bool is_less(WallSet a, WallSet b)
{
    return a.horizontal < b.horizontal || (a.horizontal == b.horizontal && a.vertical < b.vertical);
}

WallSet wall_set_canonical(const WallSets *sets, WallSet set, int *image)
{
    WallSet least = set;
    *image = 0;
    for (int i = 1; i < IMAGES; i++) {
        WallSet other = wall_set_image(sets, set, i);
        if (!is_less(other, least)) continue;
        least = other;
        *image = i;
    }
    return least;
}

bool wall_set_fits(const WallSets *sets, WallSet set, int slot, bool vertical)
{
    if (bits_has(set.horizontal | set.vertical, slot)) return false;
    int column = slot % sets->columns;
    if (!vertical)
        return !(column > 0 && bits_has(set.horizontal, slot - 1)) &&
               !(column < sets->columns - 1 && bits_has(set.horizontal, slot + 1));
    return !(slot >= sets->columns && bits_has(set.vertical, slot - sets->columns)) &&
           !(slot + sets->columns < sets->slots && bits_has(set.vertical, slot + sets->columns));
}

u64 wall_sets_index(const WallSets *sets, WallSet set)
{
    u64 rank = rank_of(sets, set);
    u64 below = sets->canonical[rank / 64] & (bit((int)(rank % 64)) - 1);
    return sets->before[rank / 64] + (u64)bits_count(below);
}

bool wall_sets_each(const WallSets *sets, u64 from, u64 to,
                    bool (*see)(void *context, u64 index, WallSet set), void *context)
{
    u64 words = (sets->ranks + 63) / 64, low = 0, high = words;
    // The last word with at most `from` canonical sets before it.
    while (high - low > 1) {
        u64 middle = (low + high) / 2;
        if (sets->before[middle] <= from)
            low = middle;
        else
            high = middle;
    }
    for (u64 word = low; word < words; word++) {
        u64 index = sets->before[word];
        for (u64 rest = sets->canonical[word]; rest; rest &= rest - 1, index++) {
            if (index < from) continue;
            if (index >= to) return true;
            if (!see(context, index, set_of(sets, word * 64 + (u64)bits_first(rest)))) return false;
        }
    }
    return true;
}

static bool mark_canonical(WallSets *sets)
{
    u64 words = (sets->ranks + 63) / 64;
    sets->canonical = calloc(words + 1, sizeof *sets->canonical);
    sets->before = calloc(words + 1, sizeof *sets->before);
    if (!sets->canonical || !sets->before) return false;
    for (u64 rank = 0; rank < sets->ranks; rank++) {
        int image;
        if (rank % 64 == 0) sets->before[rank / 64] = (u32)sets->count;
        wall_set_canonical(sets, set_of(sets, rank), &image);
        if (image) continue;
        sets->canonical[rank / 64] |= bit((int)(rank % 64));
        sets->count++;
    }
    return true;
}

static bool init_fit(WallSets *sets, int width, int height, int size)
{
    *sets = (WallSets){ .width = width,
                        .height = height,
                        .columns = width - 1,
                        .slots = (width - 1) * (height - 1),
                        .size = size };
    size_t cells = ((size_t)(sets->slots + 1) << sets->columns) * 2 * (size_t)(size + 1);
    sets->fit = calloc(cells, sizeof *sets->fit);
    if (!sets->fit) return false;
    fill_fit(sets);
    sets->ranks = *fit_at(sets, 0, (Profile){ 0 }, size);
    return true;
}

u64 wall_sets_total(int width, int height, int size)
{
    WallSets sets;
    u64 total = init_fit(&sets, width, height, size) ? sets.ranks : 0;
    wall_sets_free(&sets);
    return total;
}

bool wall_sets_init(WallSets *sets, int width, int height, int size)
{
    if (init_fit(sets, width, height, size) && sets->ranks < (u64)1 << 32 && mark_canonical(sets))
        return true;
    wall_sets_free(sets);
    return false;
}

void wall_sets_free(WallSets *sets)
{
    free(sets->fit);
    free(sets->canonical);
    free(sets->before);
    *sets = (WallSets){ 0 };
}
