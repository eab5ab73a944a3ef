// SPDX-License-Identifier: MIT
#include "analysis/book.h"

#include "analysis/book.inc"
#include "variants/variants.h"

enum { ENTRIES = sizeof BOOK / sizeof *BOOK };

// Entries are sorted by key. Each key belongs to one variant.
static const BookEntry *find(const Canon *canon, Key key)
{
    int low = 0, high = ENTRIES;
    while (low < high) {
        int middle = (low + high) / 2;
        if (BOOK[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < ENTRIES && BOOK[low].key == key; low++)
        if (variant_at(BOOK[low].variant) == canon->variant) return &BOOK[low];
    return NULL;
}

int book_find(const Canon *canon, const CanonPlace *place, BookMove moves[BOOK_MOVES_MAX])
{
    const BookEntry *entry = find(canon, place->key);
    int count = entry ? entry->count : 0;
    for (int i = 0; i < count; i++) {
        moves[i] = BOOK_MOVE[entry->from + i];
        moves[i].move = canon_place_move_back(canon, place, moves[i].move);
    }
    return count;
}
