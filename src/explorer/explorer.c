// SPDX-License-Identifier: MIT
#include "explorer/explorer.h"

#include "analysis/canon.h"
#include "base/bits.h"
#include "base/rng.h"
#include "variants/variants.h"

#include <errno.h>
#include <lmdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    BAND = 200,    // width of a rating band
    BANDS = 15,    // 1 to 15; 0 means unknown
    LAST_KEPT = 2, // games per row
    READERS_MAX = 126,
};
static const size_t MAP_SIZE = (size_t)1 << 36; // of address space, not of memory or disk

typedef struct Row {
    u16 move;
    u8 group; // speed << 4 | band
    u8 month;
    u32 count, won, drawn, ratings;
    u32 last[LAST_KEPT]; // latest first; 0 for none
} Row;
_Static_assert(sizeof(Row) == 28, "as the file has it");

struct Explorer {
    MDB_env *env;
    MDB_dbi rows, games, state;
    bool write;
    Canon canon[VARIANTS];
};

// --- small things --------------------------------------------------------------------------------

static int band_of(int rating)
{
    int band = rating / BAND;
    return rating <= 0 ? 0 : band < 1 ? 1 : band > BANDS ? BANDS : band;
}

static const Canon *canon_of(const Explorer *explorer, const Variant *variant)
{
    int i = 0;
    while (i < VARIANTS - 1 && explorer->canon[i].variant != variant)
        i++;
    return &explorer->canon[i];
}

// A different key for each variant, and for each person's own games.
static size_t key_of(const Explorer *explorer, const Canon *canon, Key key, i64 person)
{
    key ^= (Key)(canon - explorer->canon) << 60;
    return (size_t)(person ? mix64(key ^ mix64((u64)person)) : key);
}

static Status broken(Fault *why, const char *what, int code)
{
    return fault(why, ILLEGAL, "%s: %s", what, mdb_strerror(code));
}

// Ends a transaction: commits it unless `code` is an error. Returns the first error.
static int end(MDB_txn *txn, int code)
{
    if (!code) return mdb_txn_commit(txn);
    if (txn) mdb_txn_abort(txn);
    return code;
}

// --- opening -------------------------------------------------------------------------------------

Explorer *explorer_open(const char *path, bool write, Fault *why)
{
    Explorer *explorer = calloc(1, sizeof *explorer);
    if (!explorer) return fault(why, FULL, "out of memory"), NULL;
    explorer->write = write;
    for (int i = 0; i < VARIANTS; i++)
        canon_init(&explorer->canon[i], variant_at(i));
    MDB_txn *txn = NULL;
    if (write) mkdir(path, 0700);
    unsigned flags = write ? MDB_NOMETASYNC | MDB_NOTLS : MDB_RDONLY | MDB_NOTLS;
    int code = mdb_env_create(&explorer->env);
    if (!code) code = mdb_env_set_mapsize(explorer->env, MAP_SIZE);
    if (!code) code = mdb_env_set_maxdbs(explorer->env, 3);
    if (!code) code = mdb_env_set_maxreaders(explorer->env, READERS_MAX);
    if (!code) code = mdb_env_open(explorer->env, path, flags, 0600);
    if (!code) mdb_reader_check(explorer->env, NULL); // clears the slots of killed readers
    if (!code) code = mdb_txn_begin(explorer->env, NULL, write ? 0 : MDB_RDONLY, &txn);
    unsigned create = write ? MDB_CREATE : 0;
    if (!code) code = mdb_dbi_open(txn, "rows", create | MDB_INTEGERKEY, &explorer->rows);
    if (!code) code = mdb_dbi_open(txn, "games", create | MDB_INTEGERKEY, &explorer->games);
    if (!code) code = mdb_dbi_open(txn, "state", create, &explorer->state);
    if (!(code = end(txn, code))) return explorer;
    broken(why, path, code);
    explorer_close(explorer);
    return NULL;
}

void explorer_close(Explorer *explorer)
{
    if (!explorer) return;
    if (explorer->env) mdb_env_close(explorer->env);
    free(explorer);
}

// --- adding --------------------------------------------------------------------------------------

// A move of a game before it is stored.
typedef struct Entry {
    size_t key;
    Row row;
} Entry;

static int by_key(const void *a, const void *b)
{
    const Entry *one = a, *other = b;
    if (one->key != other->key) return one->key < other->key ? -1 : 1;
    // Sort by game, so that the last ones are the latest.
    return one->row.last[0] < other->row.last[0] ? -1 : one->row.last[0] > other->row.last[0];
}

// Lists the entry under the keys of all its owners. Returns the number of entries.
static int list_ply(const Explorer *explorer, const ExplorerGame *game, const Canon *canon,
                    Key position, const Row *row, Entry *entries)
{
    int count = 0;
    if (!game->own_only) entries[count++] = (Entry){ key_of(explorer, canon, position, 0), *row };
    for (int player = 0; player < canon->variant->players; player++) {
        i64 person = game->person[player];
        bool again = false; // a person who plays against themselves
        for (int other = 0; other < player; other++)
            again = again || game->person[other] == person;
        if (person && !again)
            entries[count++] = (Entry){ key_of(explorer, canon, position, person), *row };
    }
    return count;
}

static int list_game(const Explorer *explorer, const ExplorerGame *game, u32 number, Entry *entries)
{
    const Variant *variant = game->start->head.variant;
    const Canon *canon = canon_of(explorer, variant);
    Position position = *game->start;
    CanonPlace place;
    int count = 0;
    for (int ply = 0; ply < game->count && ply < EXPLORER_PLIES; ply++) {
        int mover = position.head.turn;
        canon_place(canon, &position, &place);
        const Row row = { .move = canon_place_move(canon, &place, game->moves[ply]),
                          .group = (u8)(game->speed << 4 | band_of(game->rating[mover])),
                          .month = (u8)(game->month < 255 ? game->month : 255),
                          .count = 1,
                          .won = bits_has(game->winners, mover),
                          .drawn = !game->winners,
                          .ratings = game->rating[mover],
                          .last = { number } };
        count += list_ply(explorer, game, canon, place.key, &row, &entries[count]);
        variant->game->play(&position, game->moves[ply]);
    }
    return count;
}

// Merges a row into the one of the same move and group, or appends it. Returns the number of rows.
static int merge_row(Row *rows, int count, const Row *row)
{
    int i = 0;
    while (i < count && (rows[i].move != row->move || rows[i].group != row->group ||
                         rows[i].month != row->month))
        i++;
    if (i == count) {
        rows[i] = *row;
        return count + 1;
    }
    rows[i].count += row->count;
    rows[i].won += row->won;
    rows[i].drawn += row->drawn;
    rows[i].ratings += row->ratings;
    rows[i].last[1] = rows[i].last[0];
    rows[i].last[0] = row->last[0];
    return count;
}

// Stores all entries of one key, from `entries` on.
static int put_key(MDB_cursor *cursor, const Entry *entries, int count)
{
    size_t number = entries->key;
    MDB_val key = { sizeof number, &number }, value;
    int code = mdb_cursor_get(cursor, &key, &value, MDB_SET_KEY);
    if (code && code != MDB_NOTFOUND) return code;
    int old = code ? 0 : (int)(value.mv_size / sizeof(Row));
    Row *rows = malloc((size_t)(old + count) * sizeof *rows);
    if (!rows) return ENOMEM;
    if (old) memcpy(rows, value.mv_data, (size_t)old * sizeof *rows);
    int now = old;
    for (int i = 0; i < count; i++)
        now = merge_row(rows, now, &entries[i].row);
    key = (MDB_val){ sizeof number, &number };
    value = (MDB_val){ (size_t)now * sizeof *rows, rows };
    code = mdb_cursor_put(cursor, &key, &value, 0);
    free(rows);
    return code;
}

static int put_rows(const Explorer *explorer, MDB_txn *txn, Entry *entries, int count)
{
    MDB_cursor *cursor;
    int code = mdb_cursor_open(txn, explorer->rows, &cursor);
    if (code) return code;
    qsort(entries, (size_t)count, sizeof *entries, by_key);
    for (int from = 0, to; !code && from < count; from = to) {
        for (to = from + 1; to < count && entries[to].key == entries[from].key;)
            to++;
        code = put_key(cursor, &entries[from], to - from);
    }
    mdb_cursor_close(cursor);
    return code;
}

static int put_references(const Explorer *explorer, MDB_txn *txn, const ExplorerGame *games,
                          int count, size_t first)
{
    int code = 0;
    for (int i = 0; !code && i < count; i++) {
        size_t number = first + (size_t)i;
        const char *text = games[i].reference ? games[i].reference : "";
        MDB_val key = { sizeof number, &number };
        MDB_val value = { strnlen(text, EXPLORER_REF_MAX), (void *)text };
        code = mdb_put(txn, explorer->games, &key, &value, MDB_APPEND);
    }
    return code;
}

static MDB_val mark_key(void)
{
    static char name[] = "taken";
    return (MDB_val){ sizeof name - 1, name };
}

static int put_mark(const Explorer *explorer, MDB_txn *txn, const ExplorerMark *mark)
{
    ExplorerMark copy = *mark;
    MDB_val key = mark_key(), value = { sizeof copy, &copy };
    return mdb_put(txn, explorer->state, &key, &value, 0);
}

bool explorer_add(Explorer *explorer, const ExplorerGame *games, int count,
                  const ExplorerMark *mark, Fault *why)
{
    enum { OWNERS = PLAYERS_MAX + 1 };
    Entry *entries = malloc(((size_t)count * EXPLORER_PLIES * OWNERS + 1) * sizeof *entries);
    if (!entries) return fault(why, FULL, "out of memory") == OK;
    MDB_txn *txn = NULL;
    MDB_stat stat;
    int code = mdb_txn_begin(explorer->env, NULL, 0, &txn), listed = 0;
    if (!code) code = mdb_stat(txn, explorer->games, &stat);
    size_t first = code ? 0 : stat.ms_entries + 1;
    for (int i = 0; !code && i < count; i++)
        listed += list_game(explorer, &games[i], (u32)(first + (size_t)i), &entries[listed]);
    if (!code) code = put_references(explorer, txn, games, count, first);
    if (!code) code = put_rows(explorer, txn, entries, listed);
    if (!code && mark) code = put_mark(explorer, txn, mark);
    code = end(txn, code);
    free(entries);
    return code ? broken(why, "explorer", code) == OK : true;
}

bool explorer_mark(Explorer *explorer, ExplorerMark *mark)
{
    MDB_val key = mark_key(), value;
    MDB_txn *txn;
    *mark = (ExplorerMark){ 0 };
    if (mdb_txn_begin(explorer->env, NULL, MDB_RDONLY, &txn)) return false;
    int code = mdb_get(txn, explorer->state, &key, &value);
    if (!code && value.mv_size == sizeof *mark) memcpy(mark, value.mv_data, sizeof *mark);
    mdb_txn_abort(txn);
    return !code || code == MDB_NOTFOUND;
}

bool explorer_clear(Explorer *explorer, Fault *why)
{
    MDB_txn *txn = NULL;
    int code = mdb_txn_begin(explorer->env, NULL, 0, &txn);
    if (!code) code = mdb_drop(txn, explorer->rows, 0);
    if (!code) code = mdb_drop(txn, explorer->games, 0);
    if (!code) code = mdb_drop(txn, explorer->state, 0);
    code = end(txn, code);
    return code ? broken(why, "explorer", code) == OK : true;
}

// --- asking --------------------------------------------------------------------------------------

static bool passes(const Row *row, const ExplorerFilter *filter)
{
    int band = row->group & 15;
    if (filter->speeds && !bits_has(filter->speeds, row->group >> 4)) return false;
    if (filter->rating_min && band < band_of(filter->rating_min)) return false;
    if (filter->rating_max && (!band || band > band_of(filter->rating_max))) return false;
    if (!filter->month_min && !filter->month_max) return true;
    return row->month >= filter->month_min && row->month <= filter->month_max;
}

// Keeps the latest games of a move, latest first.
static void add_last(ExplorerMove *move, u32 game)
{
    if (!game) return;
    int at = move->lasts;
    while (at > 0 && move->last[at - 1] < game)
        at--;
    if (at == EXPLORER_LAST) return;
    if (move->lasts < EXPLORER_LAST) move->lasts++;
    for (int i = move->lasts - 1; i > at; i--)
        move->last[i] = move->last[i - 1];
    move->last[at] = game;
}

// The sums of a query, with space for every move of a position.
typedef struct ExplorerSum {
    int count;
    u64 ratings[MOVES_MAX];
    ExplorerMove move[MOVES_MAX];
} ExplorerSum;

static void add_row(ExplorerSum *sum, Move move, const Row *row)
{
    int i = 0;
    while (i < sum->count && sum->move[i].move != move)
        i++;
    if (i == MOVES_MAX) return;
    ExplorerMove *into = &sum->move[i];
    if (i == sum->count) {
        *into = (ExplorerMove){ .move = move };
        sum->ratings[sum->count++] = 0;
    }
    into->count += row->count;
    into->won += row->won;
    into->drawn += row->drawn;
    if (row->group & 15) into->rated += row->count;
    sum->ratings[i] += row->ratings;
    for (int k = 0; k < LAST_KEPT; k++)
        add_last(into, row->last[k]);
}

static int by_count(const void *a, const void *b)
{
    const ExplorerMove *one = a, *other = b;
    if (one->count != other->count) return one->count > other->count ? -1 : 1;
    return one->move - other->move;
}

bool explorer_query(Explorer *explorer, const Position *position, ExplorerFilter filter,
                    ExplorerAnswer *answer)
{
    const Canon *canon = canon_of(explorer, position->head.variant);
    ExplorerSum sum;
    sum.count = 0;
    CanonPlace place;
    canon_place(canon, position, &place);
    size_t number = key_of(explorer, canon, place.key, filter.person);
    MDB_val key = { sizeof number, &number }, value;
    MDB_txn *txn;
    answer->games = 0;
    answer->count = 0;
    if (mdb_txn_begin(explorer->env, NULL, MDB_RDONLY, &txn)) return false;
    int code = mdb_get(txn, explorer->rows, &key, &value);
    const char *at = value.mv_data;
    for (size_t i = 0; !code && i < value.mv_size / sizeof(Row); i++) {
        Row row;
        memcpy(&row, at + i * sizeof row, sizeof row);
        if (passes(&row, &filter)) add_row(&sum, row.move, &row);
    }
    mdb_txn_abort(txn);
    for (int i = 0; i < sum.count; i++) {
        ExplorerMove *move = &sum.move[i];
        if (move->rated) move->rating = (u32)(sum.ratings[i] / move->rated);
        answer->games += move->count;
        move->move = canon_place_move_back(canon, &place, move->move);
    }
    qsort(sum.move, (size_t)sum.count, sizeof *sum.move, by_count);
    answer->count = sum.count < EXPLORER_MOVES ? sum.count : EXPLORER_MOVES;
    memcpy(answer->move, sum.move, (size_t)answer->count * sizeof *answer->move);
    return !code || code == MDB_NOTFOUND;
}

void explorer_reference(Explorer *explorer, u32 game, Out *out)
{
    size_t number = game;
    MDB_val key = { sizeof number, &number }, value;
    MDB_txn *txn;
    if (mdb_txn_begin(explorer->env, NULL, MDB_RDONLY, &txn)) return;
    if (!mdb_get(txn, explorer->games, &key, &value))
        out_text(out, (Text){ value.mv_data, value.mv_size });
    mdb_txn_abort(txn);
}

ExplorerSize explorer_size(Explorer *explorer)
{
    ExplorerSize size = { 0 };
    MDB_txn *txn;
    MDB_stat rows, games;
    MDB_cursor *cursor;
    if (mdb_txn_begin(explorer->env, NULL, MDB_RDONLY, &txn)) return size;
    if (!mdb_stat(txn, explorer->rows, &rows) && !mdb_stat(txn, explorer->games, &games)) {
        size.positions = rows.ms_entries;
        size.games = games.ms_entries;
        size.bytes = rows.ms_psize *
                     (u64)(rows.ms_branch_pages + rows.ms_leaf_pages + rows.ms_overflow_pages);
    }
    if (!mdb_cursor_open(txn, explorer->rows, &cursor)) {
        MDB_val key, value;
        while (!mdb_cursor_get(cursor, &key, &value, MDB_NEXT))
            size.rows += value.mv_size / sizeof(Row);
        mdb_cursor_close(cursor);
    }
    mdb_txn_abort(txn);
    return size;
}
