// SPDX-License-Identifier: MIT
// Invariants of every position of every variant: texts can be read back, incremental data equals
// data computed from scratch, keys are equal exactly for equal positions, and copies are
// independent.
//
// A new variant only needs to be listed in variants.c to be tested here.
#include "support/check.h"

#include "plain/plain.h"
#include "support/given.h"
#include "support/walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 20000 };

// --- from scratch --------------------------------------------------------------------------------

static void assert_same_abalone(const AbPosition *a, const AbPosition *b)
{
    assert_int_equal(a->head.turn, b->head.turn);
    assert_int_equal(a->head.out, b->head.out);
    assert_memory_equal(a->score, b->score, sizeof a->score);
    assert_memory_equal(a->marble, b->marble, sizeof a->marble);
}

// Chains and labels may differ, but not the results derived from them.
static void assert_same_quoridor(const QrPosition *a, const QrPosition *b)
{
    assert_int_equal(a->head.turn, b->head.turn);
    assert_int_equal(a->head.out, b->head.out);
    assert_memory_equal(a->pawn, b->pawn, sizeof a->pawn);
    assert_memory_equal(a->walls, b->walls, sizeof a->walls);
    assert_memory_equal(a->wall, b->wall, sizeof a->wall);
    assert_memory_equal(a->taken, b->taken, sizeof a->taken);
    assert_memory_equal(a->touch, b->touch, sizeof a->touch);
    for (int player = 0; player < PLAYERS_MAX; player++)
        for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
            assert_int_equal(a->shut[player][o] & ~a->taken[o], b->shut[player][o] & ~b->taken[o]);
    for (int point = 1; point < SLOTS; point++)
        for (int other = 0; other < point; other++)
            assert_int_equal(a->label[point] == a->label[other],
                             b->label[point] == b->label[other]);
}

static void assert_same_position(const Position *a, const Position *b)
{
    if (a->head.variant->game == &AB_GAME)
        assert_same_abalone((const AbPosition *)a, (const AbPosition *)b);
    else
        assert_same_quoridor((const QrPosition *)a, (const QrPosition *)b);
    assert_int_equal(a->head.variant->game->key(a), b->head.variant->game->key(b));
}

// --- texts ---------------------------------------------------------------------------------------

static void position_texts_read_back(void **state)
{
    const Variant *variant = *state;
    static Walk walk;
    walk_begin(&walk, variant, walk_seed());
    for (int i = 0; i < walk_positions(POSITIONS); i++, walk_on(&walk)) {
        PositionText text = position_text(&walk.position);
        Position read = { 0 };
        Fault why;
        if (variant->game->read(walk.position.head.variant, text_of(text.at), &read, &why) != OK)
            fail_msg("'%s': %s", text.at, why.message);
        assert_same_position(&walk.position, &read);
        assert_string_equal(text.at, position_text(&read).at);
    }
}

// c3c5d4 as c5c3d6: from the other end of the line.
static MoveText other_spelling(MoveText text)
{
    const char *t = text.at;
    char row = (char)(t[2] + t[4] - t[0]), digit = (char)(t[3] + t[5] - t[1]);
    return (MoveText){ { t[2], t[3], t[0], t[1], row, digit } };
}

static void assert_reads_as(const Position *position, MoveText text, Move move)
{
    Move read = MOVE_NONE;
    Fault why;
    if (move_read(position, text_of(text.at), &read, &why) != OK || read != move)
        fail_msg("'%s': %s reads as another move", position_text(position).at, text.at);
}

static void move_texts_read_back(void **state)
{
    const Variant *variant = *state;
    static Walk walk;
    walk_begin(&walk, variant, walk_seed());
    for (int i = 0; i < walk_positions(POSITIONS) / 5; i++, walk_on(&walk)) {
        Move moves[MOVES_MAX];
        int count = variant->game->moves(&walk.position, moves);
        for (int j = 0; j < count; j++) {
            MoveText text = move_text(&walk.position, moves[j]);
            assert_reads_as(&walk.position, text, moves[j]);
            if (strlen(text.at) != 6) continue;
            assert_true(memcmp(text.at, text.at + 2, 2) < 0); // the smaller name first
            assert_reads_as(&walk.position, other_spelling(text), moves[j]);
        }
    }
}

// The plain drawing, read like the drawings in tests.
static void drawings_show_the_board(void **state)
{
    const Variant *variant = *state;
    static Walk walk;
    walk_begin(&walk, variant, walk_seed());
    for (int i = 0; i < walk_positions(POSITIONS) / 20; i++, walk_on(&walk)) {
        char drawing[DRAWING_TEXT_MAX];
        Out out = out_to(drawing, sizeof drawing);
        DrawStyle style = { .ascii = true, .last = MOVE_NONE };
        variant->game->draw(&walk.position, style, &out);
        assert_false(out.lost);
        expect_board(&walk.position, drawing);
    }
}

// --- kept as the game goes on --------------------------------------------------------------------

// Marks of one player's slots: true where a wall would leave no path, found by walking.
static bool shuts_in(const PlainPosition *plain, bool upright, int slot, int player)
{
    PlainPosition after = *plain;
    if (upright)
        after.quoridor.upright[slot % 8][slot / 8] = true;
    else
        after.quoridor.across[slot % 8][slot / 8] = true;
    return PLAIN_QUORIDOR.shut_in(&after) >> player & 1;
}

// Compares the slots that shut each player in with a plain walk, whether or not a wall may be
// placed now.
static void assert_shut_is_true(const Position *position)
{
    const QrPosition *quoridor = (const QrPosition *)position;
    PlainPosition plain;
    PLAIN_QUORIDOR.read(&plain, position->head.variant->id, position_text(position).at);
    for (int player = 0; player < position->head.variant->players; player++)
        for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
            for (Slot slot = 0; slot < SLOTS; slot++) {
                if (bits_has(quoridor->taken[o], slot)) continue;
                bool said = bits_has(quoridor->shut[player][o], slot);
                if (said != shuts_in(&plain, o == VERTICAL, slot, player))
                    fail_msg("'%s': wrong about %c%d%c and player %d", position_text(position).at,
                             'a' + slot % 8, slot / 8 + 1, "hv"[o], player + 1);
            }
}

static void kept_is_as_from_scratch(void **state)
{
    const Variant *variant = *state;
    static Walk walk;
    walk_begin(&walk, variant, walk_seed());
    for (int i = 0; i < walk_positions(POSITIONS); i++, walk_on(&walk)) {
        if (variant->game == &AB_GAME) {
            assert_true(ab_position_ok((const AbPosition *)&walk.position));
            continue;
        }
        int who;
        Position scratch = walk.position;
        assert_true(qr_derive((QrPosition *)&scratch, &who));
        assert_same_position(&walk.position, &scratch);
        if (i % 16 == 0) assert_shut_is_true(&walk.position);
    }
}

// --- results -------------------------------------------------------------------------------------

static void results_are_consistent(void **state)
{
    const Variant *variant = *state;
    static Walk walk;
    walk_begin(&walk, variant, walk_seed());
    for (int i = 0; i < walk_positions(POSITIONS); i++, walk_on(&walk)) {
        const Position *position = &walk.position;
        Move moves[MOVES_MAX];
        int count = variant->game->moves(position, moves);
        u8 winners = variant->game->winners(position);
        assert_int_equal(count == 0, winners != 0);
        if (winners) {
            assert_int_equal(winners, variant_teammates(variant, bits_first(winners)));
            assert_int_equal(winners & position->head.out, 0);
            assert_int_equal(variant->game->refusal(position, MOVE_PASS, NULL), REFUSED_GAME_OVER);
            continue;
        }
        assert_false(bits_has(position->head.out, position->head.turn));
        bool passes = moves[0] == MOVE_PASS;
        assert_true(!passes || count == 1);
        assert_int_equal(variant->game->refusal(position, MOVE_PASS, NULL),
                         passes ? ALLOWED : REFUSED_PASS);
    }
}

static void copies_do_not_touch_each_other(void **state)
{
    const Variant *variant = *state;
    static Walk walk;
    walk_begin(&walk, variant, walk_seed());
    for (int i = 0; i < walk_positions(POSITIONS) / 20; i++, walk_on(&walk)) {
        Position kept = walk.position;
        Move moves[MOVES_MAX];
        int count = variant->game->moves(&walk.position, moves);
        for (int j = 0; j < count; j++) {
            Position child = walk.position;
            variant->game->play(&child, moves[j]);
            assert_memory_equal(&walk.position, &kept, sizeof kept);
            Position again = kept;
            variant->game->play(&again, moves[j]);
            assert_same_position(&child, &again);
        }
        variant->game->perft(&walk.position, 2);
        assert_memory_equal(&walk.position, &kept, sizeof kept);
    }
}

// --- keys ----------------------------------------------------------------------------------------

// A set of pairs in which each half belongs to only one pair.
typedef struct Pair {
    u64 name, value;
} Pair;

enum { TABLE_BITS = 20 };

// Returns false if the name has another value already. `added` is set if it is new.
static bool pair_add(Pair *table, u64 name, u64 value, bool *added)
{
    *added = false;
    for (u64 at = mix64(name);; at++) {
        Pair *pair = &table[at & (bit(TABLE_BITS) - 1)];
        if (pair->name == name) return pair->value == value;
        if (pair->name) continue;
        *pair = (Pair){ name, value };
        *added = true;
        return true;
    }
}

// A hash of the text that is independent of the keys (FNV-1a).
static u64 text_hash(const char *text)
{
    u64 hash = 0xcbf29ce484222325;
    for (; *text; text++)
        hash = (hash ^ (u8)*text) * 0x100000001b3;
    return hash | 1;
}

// Covers every position and all its successors, because similar positions reveal weak keys first.
static void keys_tell_positions_apart(void **state)
{
    const int wanted = 9 * walk_positions(POSITIONS);
    const Variant *variant = *state;
    Pair *by_key = calloc(bit(TABLE_BITS), sizeof *by_key);
    Pair *by_text = calloc(bit(TABLE_BITS), sizeof *by_text);
    assert_true(by_key && by_text);
    static Walk walk;
    walk_begin(&walk, variant, walk_seed());
    int distinct = 0, again = 0;
    for (; distinct < wanted; walk_on(&walk)) {
        Move moves[MOVES_MAX];
        int count = variant->game->moves(&walk.position, moves);
        for (int i = 0; i < count && distinct < wanted; i++) {
            Position child = walk.position;
            variant->game->play(&child, moves[i]);
            PositionText text = position_text(&child);
            Key key = variant->game->key(&child);
            bool added, text_added;
            if (!pair_add(by_key, key, text_hash(text.at), &added))
                fail_msg("another position has the key of '%s'", text.at);
            if (!pair_add(by_text, text_hash(text.at), key, &text_added))
                fail_msg("'%s' has two keys", text.at);
            distinct += added;
            again += !added;
        }
    }
    printf("%s: %d distinct positions, %d met again\n", variant->id, distinct, again);
    assert_true(again > 0);
    free(by_key);
    free(by_text);
}

// Walls placed in another order join other clusters on the way, but the result is the same.
static void walls_in_any_order(void **state)
{
    const Variant *variant = *state;
    static Walk walk;
    walk_begin(&walk, variant, walk_seed());
    for (int i = 0; i < walk_positions(POSITIONS) / 20; i++, walk_fresh(&walk)) {
        QrPosition one = *(const QrPosition *)&walk.position, other = one;
        Move walls[30];
        int count = 0;
        for (int tries = 0; tries < 30; tries++) {
            Orientation o = (Orientation)rng_below(&walk.rng, ORIENTATIONS);
            Slot slot = (Slot)rng_below(&walk.rng, SLOTS);
            bool shuts = bits_has(one.taken[o], slot);
            for (int player = 0; player < PLAYERS_MAX; player++)
                shuts |= bits_has(one.shut[player][o], slot);
            if (shuts) continue;
            qr_place_wall(&one, o, slot);
            walls[count++] = qr_wall_move(o, slot);
        }
        while (count--)
            qr_place_wall(&other, qr_move_orientation(walls[count]), qr_move_slot(walls[count]));
        assert_same_quoridor(&one, &other);
    }
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest ALL[] = {
        cmocka_unit_test(position_texts_read_back),
        cmocka_unit_test(move_texts_read_back),
        cmocka_unit_test(drawings_show_the_board),
        cmocka_unit_test(kept_is_as_from_scratch),
        cmocka_unit_test(results_are_consistent),
        cmocka_unit_test(copies_do_not_touch_each_other),
        cmocka_unit_test(keys_tell_positions_apart),
        cmocka_unit_test(walls_in_any_order),
    };
    enum { EACH = sizeof ALL / sizeof *ALL };
    int failed = 0;
    for (int i = 0; i < VARIANTS; i++) {
        const Variant *variant = variant_at(i);
        if (argc > 1 && strcmp(argv[1], variant->id) != 0) continue;
        struct CMUnitTest tests[EACH];
        size_t count = 0;
        for (int j = 0; j < EACH; j++) {
            if (ALL[j].test_func == walls_in_any_order && variant->game != &QR_GAME) continue;
            tests[count] = ALL[j];
            tests[count++].initial_state = (void *)variant;
        }
        failed += _cmocka_run_group_tests(variant->id, tests, count, NULL, NULL);
    }
    return failed;
}
