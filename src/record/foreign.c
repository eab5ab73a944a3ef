// SPDX-License-Identifier: MIT
#include "record/foreign.h"

#include "abalone/nacre.h"
#include "quoridor/position.h"
#include "variants/variants.h"

// How other programs write a game. Games without a row are read only in Meydan's form.
typedef struct ForeignGame {
    const Game *game;
    // Returns the variant's id if the record can be of this game, else NULL. Called in order.
    const char *(*guess)(const Record *record);
    const char *own[2];  // other programs' names for our notation; NULL accepts any name
    const char *other;   // another supported notation,
    size_t other_length; // used for moves of that length
    Status (*read_other)(const Position *position, Text text, Move *move, Fault *why);
} ForeignGame;

// Counts the cells in a move; 0 if it contains anything else.
static size_t count_cells(Text move)
{
    if (move.length % 2) return 0;
    for (size_t i = 0; i + 1 < move.length; i += 2)
        if (text_lower(move.at[i]) < 'a' || text_lower(move.at[i]) > 'i' ||
            !text_digit(move.at[i + 1]))
            return 0;
    return move.length / 2;
}

// Abalone moves are two or three cells. Only Abalone records have these tags.
static const char *guess_abalone(const Record *record)
{
    size_t cells = count_cells(record->first_move);
    bool apgn = record->tag[TAG_VARIANT].length || record->tag[TAG_NOTATION].length;
    bool empty = !record->first_move.length && record->tag_line[TAG_BLACK];
    return cells == 2 || cells == 3 || apgn || empty ? "abalone" : NULL;
}

// Quoridor moves are a square, or a square and a letter.
static const char *guess_quoridor(const Record *record)
{
    bool four = record->first_round == 3 || record->first_round == 4;
    if (record->first_move.length != 3 && count_cells(record->first_move) != 1) return NULL;
    return four ? "quoridor-4" : "quoridor";
}

static Status read_nacre(const Position *position, Text text, Move *move, Fault *why)
{
    return ab_read_nacre((const AbPosition *)position, text, move, why);
}

static const ForeignGame GAME[] = {
    { &AB_GAME, guess_abalone, { "Aba-Pro", "AbaPro" }, "Nacre", 4, read_nacre },
    { &QR_GAME, guess_quoridor, { NULL, NULL }, NULL, 0, NULL },
};
enum { GAMES = sizeof GAME / sizeof *GAME };

static const ForeignGame *game_of(const Variant *variant)
{
    for (int i = 0; i < GAMES; i++)
        if (GAME[i].game == variant->game) return &GAME[i];
    return NULL;
}

const Variant *foreign_variant(const Record *record)
{
    for (int i = 0; i < GAMES; i++) {
        const char *id = GAME[i].guess(record);
        if (id) return variant_find(text_of(id));
    }
    return NULL;
}

Status foreign_check(const Record *record, const Variant *variant, Fault *why)
{
    Text notation = record->tag[TAG_NOTATION];
    const ForeignGame *game = game_of(variant);
    if (!notation.length || !game || !game->own[0]) return OK;
    for (int i = 0; i < 2; i++)
        if (text_is_nocase(notation, game->own[i])) return OK;
    if (text_is_nocase(notation, game->other)) return OK;
    return fault(why, MALFORMED, "line %d: notation %q is neither %s nor %s",
                 record->tag_line[TAG_NOTATION], notation, game->own[0], game->other);
}

Status foreign_read_move(const Record *record, const Position *position, Text text, Move *move,
                         Fault *why)
{
    const ForeignGame *game = game_of(position->head.variant);
    bool other = game && game->read_other && text.length == game->other_length &&
                 text_is_nocase(record->tag[TAG_NOTATION], game->other) && !text_is(text, "pass");
    return other ? game->read_other(position, text, move, why)
                 : move_read(position, text, move, why);
}
