// SPDX-License-Identifier: MIT
// Symmetric positions share a key, others don't, and moves are converted in both directions.
#include "analysis/book.h"
#include "analysis/canon.h"
#include "analysis/openings.h"
#include "support/check.h"
#include "support/walk.h"
#include "variants/variants.h"

#include <stdlib.h>

enum { POSITIONS = 300 };

// The position after applying a symmetry. Returns false if its walls can't be derived.
static bool seen(const Canon *canon, const Position *position, CanonView view, Position *other)
{
    const Variant *variant = position->head.variant;
    *other = *position;
    other->head.turn = view.player[position->head.turn];
    other->head.out = 0;
    for (int p = 0; p < variant->players; p++)
        if (position->head.out >> p & 1) other->head.out |= (u8)(1 << view.player[p]);
    if (variant->game == &AB_GAME) {
        const AbPosition *from = (const AbPosition *)position;
        AbPosition *to = (AbPosition *)other;
        for (int p = 0; p < variant->players; p++) {
            Cells cells = 0;
            for (Cells left = from->marble[p]; left; left &= left - 1)
                cells |= bit(canon->cell[view.turn][bits_first(left)]);
            to->marble[view.player[p]] = cells;
            to->score[variant->team[view.player[p]]] = from->score[variant->team[p]];
        }
        return true;
    }
    const QrPosition *from = (const QrPosition *)position;
    QrPosition *to = (QrPosition *)other;
    to->wall[HORIZONTAL] = to->wall[VERTICAL] = 0;
    for (int slot = 0; slot < SLOTS; slot++)
        for (int way = 0; way < ORIENTATIONS; way++)
            if (bits_has(from->wall[way], slot)) {
                Move move = canon_move(canon, view, qr_wall_move((Orientation)way, slot));
                to->wall[qr_move_orientation(move)] |= bit(qr_move_slot(move));
            }
    for (int p = 0; p < variant->players; p++) {
        to->pawn[view.player[p]] = canon->cell[view.turn][from->pawn[p]];
        to->walls[view.player[p]] = from->walls[p];
    }
    int who;
    return qr_derive(to, &who);
}

static int by_number(const void *a, const void *b)
{
    return *(const Move *)a - *(const Move *)b;
}

// The legal moves in the canonical position's orientation, in order.
static int canonical_moves(const Canon *canon, const Position *position, CanonView view,
                           Move *moves)
{
    int count = position->head.variant->game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        Move there = canon_move(canon, view, moves[i]);
        assert_int_equal(canon_move_back(canon, view, there), moves[i]);
        moves[i] = there;
    }
    qsort(moves, (size_t)count, sizeof *moves, by_number);
    return count;
}

static void look(const Canon *canon, const Position *position)
{
    CanonView first, view;
    Move moves[MOVES_MAX], others[MOVES_MAX];
    Key key = canon_key(canon, position, &first);
    int count = canonical_moves(canon, position, first, moves);
    for (int i = 0; i < canon->count; i++) {
        Position other;
        if (!seen(canon, position, canon->view[i], &other)) continue;
        assert_true(canon_key(canon, &other, &view) == key);
        assert_int_equal(canonical_moves(canon, &other, view, others), count);
        // If a position is symmetric itself, any of several views leads to the canonical one.
        Position here, there;
        if (seen(canon, position, first, &here) && seen(canon, &other, view, &there))
            assert_true(canon->variant->game->key(&here) == canon->variant->game->key(&there));
        for (int k = 0; k < count; k++)
            assert_int_equal(others[k], moves[k]);
    }
}

static void test_symmetric(void **state)
{
    (void)state;
    for (int i = 0; i < VARIANTS; i++) {
        const Variant *variant = variant_at(i);
        Canon canon;
        canon_init(&canon, variant);
        Position position;
        Rng rng = { 7 };
        for (int n = 0; n < POSITIONS; n++) {
            if (n % 60 == 0) variant_start(variant, &position);
            look(&canon, &position);
            Move moves[MOVES_MAX];
            int count = variant->game->moves(&position, moves);
            if (!count) {
                variant_start(variant, &position);
                continue;
            }
            variant->game->play(&position, moves[rng_below(&rng, (u32)count)]);
        }
    }
}

static void test_counts(void **state)
{
    (void)state;
    static const int COUNT[VARIANTS] = { 24, 36, 48, 24, 4, 4 };
    for (int i = 0; i < VARIANTS; i++) {
        Canon canon;
        canon_init(&canon, variant_at(i));
        assert_int_equal(canon.count, COUNT[i]);
    }
}

static void test_different(void **state)
{
    (void)state;
    const Variant *variant = variant_find(text_of("quoridor"));
    Canon canon;
    canon_init(&canon, variant);
    static const char *const PLACE[] = { "- / - / e1 e9 / 10 10 / 1", "- / - / e2 e9 / 10 10 / 1",
                                         "- / - / e2 e9 / 10 10 / 2", "e3 / - / e2 e9 / 9 10 / 2" };
    Key keys[4];
    CanonView view;
    for (int i = 0; i < 4; i++) {
        Position position;
        assert_int_equal(variant->game->read(variant, text_of(PLACE[i]), &position, NULL), OK);
        keys[i] = canon_key(&canon, &position, &view);
        for (int k = 0; k < i; k++)
            assert_true(keys[i] != keys[k]);
    }
}

// Moves that are equal under the position's own symmetry share a number.
static void test_own_symmetry(void **state)
{
    (void)state;
    const Variant *variant = variant_find(text_of("quoridor"));
    Canon canon;
    CanonPlace place;
    Position start;
    Move left, right, ahead;
    canon_init(&canon, variant);
    variant_start(variant, &start);
    canon_place(&canon, &start, &place);
    assert_true(place.count > 1);
    move_read(&start, text_of("d1"), &left, NULL);
    move_read(&start, text_of("f1"), &right, NULL);
    move_read(&start, text_of("e2"), &ahead, NULL);
    assert_int_equal(canon_place_move(&canon, &place, left),
                     canon_place_move(&canon, &place, right));
    assert_true(canon_place_move(&canon, &place, left) != canon_place_move(&canon, &place, ahead));
}

// Every layout has a name and an entry in the book, and all book moves are legal.
static void test_book(void **state)
{
    (void)state;
    for (int i = 0; i < VARIANTS; i++) {
        const Variant *variant = variant_at(i);
        Canon canon;
        canon_init(&canon, variant);
        for (int k = 0; k < variant->layouts; k++) {
            Position position;
            CanonPlace place;
            BookMove book[BOOK_MOVES_MAX];
            Opening opening;
            variant->game->read(variant, text_of(variant->layout[k].position), &position, NULL);
            canon_place(&canon, &position, &place);
            assert_true(opening_of(&canon, place.key, &opening));
            assert_string_equal(opening.id, variant->layout[k].name);
            int count = book_find(&canon, &place, book);
            assert_true(count > 0);
            for (int n = 0; n < count; n++) {
                char text[MOVE_TEXT_MAX];
                Out out = out_to(text, sizeof text);
                Move move;
                variant->game->write_move(&position, book[n].move, &out);
                assert_true(move_read(&position, text_of(text), &move, NULL) == OK);
                assert_int_equal(move, book[n].move);
                assert_true(!n || book[n].chance <= book[n - 1].chance);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symmetric), cmocka_unit_test(test_own_symmetry),
        cmocka_unit_test(test_book),      cmocka_unit_test(test_counts),
        cmocka_unit_test(test_different),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
