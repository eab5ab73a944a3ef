// SPDX-License-Identifier: MIT
// Searches breadth first from each layout: the engine's best moves in a position are its entry and
// lead to the next positions, until a layout has its quota.
#include "cli/explorer/explorer_book.h"

#include "analysis/book.h"
#include "analysis/chance.h"
#include "protocol/thinker.h"
#include "variants/variants.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES = 400000, // per search
    HASH_MB = 32,
    POSITIONS = 60,      // for a variant's default layout
    POSITIONS_EACH = 12, // for each other layout
    BRANCHES = 3,        // moves of a position that are followed
    CLOSE = 60,          // maximum loss compared with the best move, as a fraction of CHANCE_ONE
    ENTRIES_MAX = 4096,
};

typedef struct BookMaker {
    Thinker *thinker;
    u64 nodes;
    int count, moves;
    BookEntry entry[ENTRIES_MAX];
    BookMove move[ENTRIES_MAX * BOOK_MOVES_MAX];
} BookMaker;

static bool is_there(const BookMaker *maker, Key key, int variant)
{
    for (int i = 0; i < maker->count; i++)
        if (maker->entry[i].key == key && maker->entry[i].variant == variant) return true;
    return false;
}

// Whether a move equals one of the entry under a symmetry of the position.
static bool is_twin(const BookMaker *maker, const BookEntry *entry, Move move)
{
    for (int i = 0; i < entry->count; i++)
        if (maker->move[entry->from + i].move == move) return true;
    return false;
}

// Searches the position and adds its entry. Returns the number of positions added to `next`.
static int add_position(BookMaker *maker, const Canon *canon, const CanonPlace *place,
                        const Position *position, int variant, Position next[BRANCHES])
{
    const Line *lines;
    Engine *engine = thinker_engine(maker->thinker);
    engine_set_position(engine, position, NULL, 0);
    // Search more lines than the book needs, because symmetric ones count once.
    SearchLimits limits = { .nodes = maker->nodes, .lines = 2 * BOOK_MOVES_MAX, .fresh = true };
    thinker_go(maker->thinker, &limits);
    thinker_wait(maker->thinker);
    int found = engine_lines(engine, &lines), branches = 0;
    BookEntry *entry = &maker->entry[maker->count];
    *entry = (BookEntry){ place->key, (u16)maker->moves, (u8)variant, 0 };
    int best = found ? chance_of_score(position, lines[0].score) : 0;
    for (int i = 0; i < found && entry->count < BOOK_MOVES_MAX; i++) {
        int chance = chance_of_score(position, lines[i].score);
        Move move = canon_place_move(canon, place, lines[i].move[0]);
        if (chance + CLOSE < best || is_twin(maker, entry, move)) continue;
        maker->move[maker->moves++] = (BookMove){ move, (u16)chance };
        entry->count++;
        if (branches == BRANCHES) continue;
        next[branches] = *position;
        position->head.variant->game->play(&next[branches++], lines[i].move[0]);
    }
    if (entry->count) maker->count++;
    return branches;
}

static bool add_layout(BookMaker *maker, const Canon *canon, int variant, const Layout *layout,
                       int wanted)
{
    Position *queue = malloc((size_t)(wanted + 1) * (BRANCHES + 1) * sizeof *queue);
    if (!queue || canon->variant->game->read(canon->variant, text_of(layout->position), &queue[0],
                                             NULL) != OK) {
        free(queue);
        return false;
    }
    int end = 1;
    for (int at = 0, added = 0; at < end && added < wanted && maker->count < ENTRIES_MAX; at++) {
        CanonPlace place;
        canon_place(canon, &queue[at], &place);
        if (is_there(maker, place.key, variant) || canon->variant->game->winners(&queue[at]))
            continue;
        end += add_position(maker, canon, &place, &queue[at], variant, &queue[end]);
        added++;
    }
    free(queue);
    fprintf(stderr, "%s %s: %d positions\n", canon->variant->id, layout->name, maker->count);
    return true;
}

static int by_key(const void *a, const void *b)
{
    const BookEntry *one = a, *other = b;
    if (one->key != other->key) return one->key < other->key ? -1 : 1;
    return one->variant - other->variant;
}

// The lines of an interrupted search may have two depths and be unsorted.
static void sort_moves(BookMove *moves, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && moves[k].chance > moves[k - 1].chance; k--) {
            BookMove swap = moves[k];
            moves[k] = moves[k - 1];
            moves[k - 1] = swap;
        }
}

static bool write_book(BookMaker *maker, FILE *file)
{
    for (int i = 0; i < maker->count; i++)
        sort_moves(&maker->move[maker->entry[i].from], maker->entry[i].count);
    qsort(maker->entry, (size_t)maker->count, sizeof *maker->entry, by_key);
    fprintf(file,
            "// SPDX-License-Identifier: MIT\n"
            "// Made by `meydan explorer book`; do not edit. Key, first move, variant, moves; then "
            "move and\n// chance. %llu nodes each.\n\n"
            "static const BookEntry BOOK[] = {\n",
            (unsigned long long)maker->nodes);
    for (int i = 0; i < maker->count; i++) {
        const BookEntry *entry = &maker->entry[i];
        fprintf(file, "    { 0x%016llx, %d, %d, %d },\n", (unsigned long long)entry->key,
                entry->from, entry->variant, entry->count);
    }
    fprintf(file, "};\nstatic const BookMove BOOK_MOVE[] = {");
    for (int i = 0; i < maker->moves; i++)
        fprintf(file, "%s{ %d, %d },", i % 6 ? " " : "\n    ", maker->move[i].move,
                maker->move[i].chance);
    fprintf(file, "\n};\n");
    return !fclose(file);
}

ExitStatus book_make(const char *path, const char *nodes)
{
    static BookMaker maker;
    i64 number = NODES;
    if (nodes && (!args_number(nodes, "nodes", (i64)1 << 40, &number) || !number)) return EXIT_BAD;
    maker = (BookMaker){ .nodes = (u64)number };
    maker.thinker = thinker_new(HASH_MB, 1, (ThinkerHost){ 0 });
    bool good = maker.thinker;
    for (int i = 0; good && i < VARIANTS; i++) {
        const Variant *variant = variant_at(i);
        Canon canon;
        canon_init(&canon, variant);
        for (int k = 0; good && k < variant->layouts; k++)
            good =
                add_layout(&maker, &canon, i, &variant->layout[k], k ? POSITIONS_EACH : POSITIONS);
    }
    thinker_free(maker.thinker);
    if (!good) return complain(EXIT_BAD, "out of memory");
    FILE *file = fopen(path, "w");
    if (!file || !write_book(&maker, file))
        return complain(EXIT_BAD, "cannot write '%.200s': %s", path, strerror(errno));
    printf("positions %d, moves %d\n", maker.count, maker.moves);
    return EXIT_DONE;
}
