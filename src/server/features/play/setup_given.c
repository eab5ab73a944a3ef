// SPDX-License-Identifier: MIT
#include "server/features/play/setup_given.h"

#include "engine/levels.h"
#include "game/handicap.h"
#include "server/api/messages/fields.h"
#include "variants/variants.h"

#include <string.h>

// --- for docs and types --------------------------------------------------------------------------

typedef struct SetupText {
    const char *variant, *layout, *position, *clock, *handicap, *seats;
    bool swap, lot, rated, open_to_all;
} SetupText;
#define TEXT_FIELD(member, ...)                                                                    \
    FIELD(SetupText, member, .type = "string", .flags = FIELD_OPTIONAL, __VA_ARGS__)
static const Field SETUP_FIELDS_SHOWN[] = {
    FIELD(SetupText, variant, .type = "string"),
    TEXT_FIELD(layout, .says = "a start of the variant"),
    TEXT_FIELD(position, .says = "instead of a layout"),
    TEXT_FIELD(clock, .says = "as in formats.md; `-`, which is none, if omitted"),
    TEXT_FIELD(handicap, .says = "as in formats.md, for two players: `1 walls 3`, `1 marbles 2`, "
                                 "`1 move`, `1 time 300`; not rated, and no lot"),
    FIELD(SetupText, swap, .flags = FIELD_OPTIONAL,
          .says =
              "after the first move the other player chooses a side, for two people; not rated"),
    FIELD(SetupText, seats, .flags = FIELD_OPTIONAL,
          .type = "(\"me\" | \"open\" | { invite: string } | { computer: number })[]",
          .says = "one per player, at most one of them `me`; `me` and open seats if omitted"),
    FIELD(SetupText, lot, .flags = FIELD_OPTIONAL,
          .says = "seats are drawn by lot when the last one is taken"),
    FIELD(SetupText, rated, .flags = FIELD_OPTIONAL,
          .says = "between accounts, with a clock and a start of the variant; seats are drawn"),
    FIELD(SetupText, open_to_all, .key = "public", .flags = FIELD_OPTIONAL,
          .says = "true if omitted; otherwise the game is never listed"),
};
const Shape SETUP_GIVEN = SHAPE_NAMED("GameSetup", SetupText, SETUP_FIELDS_SHOWN);

// --- reading -------------------------------------------------------------------------------------

// "open", "me", {"invite":"Ada"} or {"computer":5}
static Status read_seat(struct json_object *value, int seat, SetupGiven *asked, Fault *why)
{
    struct json_object *inner;
    char word[8];
    i64 level = 0;
    if (json_object_is_type(value, json_type_string)) {
        bool fits = read_text(value, "seats", word, sizeof word, NULL) == OK;
        asked->me[seat] = fits && !strcmp(word, "me");
        if (asked->me[seat] || (fits && !strcmp(word, "open"))) return OK;
    } else if (json_object_is_type(value, json_type_object) &&
               json_object_object_length(value) == 1) {
        if (json_object_object_get_ex(value, "invite", &inner))
            return read_text(inner, "invite", asked->invited[seat], PERSON_NAME_MAX, why);
        if (json_object_object_get_ex(value, "computer", &inner)) {
            Status status = read_number(inner, "computer", LEVELS, &level, why);
            if (status == OK && !level)
                status = fault(why, MALFORMED, "\"computer\" is out of range");
            asked->setup.seat[seat].level = (u8)level;
            return status;
        }
    }
    return fault(why, MALFORMED,
                 "a seat is \"me\", \"open\", {\"invite\":NAME} or {\"computer\":LEVEL}");
}

static Status read_seats(struct json_object *seats, int players, SetupGiven *asked, Fault *why)
{
    if (!seats) {
        asked->me[0] = true;
        return OK;
    }
    if (!json_object_is_type(seats, json_type_array))
        return fault(why, MALFORMED, "\"seats\" is not an array");
    if (json_object_array_length(seats) != (size_t)players)
        return fault(why, MALFORMED, "\"seats\" does not have %d members", players);
    int mine = 0;
    for (int seat = 0; seat < players; seat++) {
        Status status = read_seat(json_object_array_get_idx(seats, (size_t)seat), seat, asked, why);
        if (status != OK) return status;
        mine += asked->me[seat];
    }
    if (mine > 1) return fault(why, MALFORMED, "only one seat is \"me\"");
    return OK;
}

// The start position, by a layout's name or as text.
static Status read_start(const Variant *variant, struct json_object *layout,
                         struct json_object *position, Position *start, Fault *why)
{
    char text[POSITION_TEXT_MAX];
    Status status;
    if (layout && position)
        return fault(why, MALFORMED, "give \"layout\" or \"position\", not both");
    if (position) {
        status = read_text(position, "position", text, sizeof text, why);
        return status != OK ? status : variant->game->read(variant, text_of(text), start, why);
    }
    variant_start(variant, start);
    if (!layout) return OK;
    status = read_text(layout, "layout", text, sizeof text, why);
    if (status != OK) return status;
    const Layout *found = variant_layout(variant, text_of(text));
    if (!found) return fault(why, MALFORMED, "there is no layout %q", text_of(text));
    return variant->game->read(variant, text_of(found->position), start, why);
}

// The handicap and the swap rule (R11, R12), once start and clock are known.
static Status read_rules(struct json_object *handicap, struct json_object *swap, GameSetup *setup,
                         Fault *why)
{
    char text[HANDICAP_TEXT_MAX];
    bool swaps = setup->start.head.swap;
    Status status = OK;
    if (handicap) {
        status = read_text(handicap, "handicap", text, sizeof text, why);
        if (status == OK) status = handicap_give(text_of(text), &setup->start, &setup->clock, why);
    }
    if (status == OK && swap) status = read_bool(swap, "swap", &swaps, why);
    if (status == OK && swaps && setup->start.head.variant->players != 2)
        status = fault(why, MALFORMED, "the swap rule is for two players");
    if (status == OK && swaps && !setup->start.head.swap) setup->start.head.swap = SWAP_AFTER_MOVE;
    return status;
}

enum {
    SETUP_VARIANT,
    SETUP_LAYOUT,
    SETUP_POSITION,
    SETUP_CLOCK,
    SETUP_HANDICAP,
    SETUP_SWAP,
    SETUP_SEATS,
    SETUP_LOT,
    SETUP_RATED,
    SETUP_PUBLIC,
    SETUP_FIELDS
};

static Status read_setup(struct json_object *object, SetupGiven *asked, Fault *why)
{
    static const char *const NAMES[SETUP_FIELDS] = { "variant",  "layout", "position", "clock",
                                                     "handicap", "swap",   "seats",    "lot",
                                                     "rated",    "public" };
    struct json_object *field[SETUP_FIELDS] = { 0 };
    char text[CLOCK_TEXT_MAX];
    Status status = OK;
    json_object_object_foreach(object, key, value)
    {
        int i = 0;
        while (i < SETUP_FIELDS && strcmp(NAMES[i], key))
            i++;
        if (i == SETUP_FIELDS) return fault(why, MALFORMED, "unknown field %q", text_of(key));
        if (!value) return fault(why, MALFORMED, "\"%s\" is null", key);
        field[i] = value;
    }
    GameSetup *setup = &asked->setup;
    if (!field[SETUP_VARIANT]) return fault(why, MALFORMED, "\"variant\" is missing");
    status = read_text(field[SETUP_VARIANT], "variant", text, sizeof text, why);
    if (status != OK) return status;
    const Variant *variant = variant_find(text_of(text));
    if (!variant) return fault(why, MALFORMED, "there is no variant %q", text_of(text));
    status = read_start(variant, field[SETUP_LAYOUT], field[SETUP_POSITION], &setup->start, why);
    if (status == OK && field[SETUP_CLOCK]) {
        status = read_text(field[SETUP_CLOCK], "clock", text, sizeof text, why);
        if (status == OK) status = clock_read(text_of(text), &setup->clock, why);
    }
    if (status == OK) status = read_rules(field[SETUP_HANDICAP], field[SETUP_SWAP], setup, why);
    if (status == OK) status = read_seats(field[SETUP_SEATS], variant->players, asked, why);
    if (status == OK && field[SETUP_LOT])
        status = read_bool(field[SETUP_LOT], "lot", &setup->lot, why);
    if (status == OK && field[SETUP_RATED])
        status = read_bool(field[SETUP_RATED], "rated", &setup->rated, why);
    if (status == OK && field[SETUP_PUBLIC])
        status = read_bool(field[SETUP_PUBLIC], "public", &setup->open_to_all, why);
    return status;
}

Status setup_given_read(Text text, SetupGiven *asked, Fault *why)
{
    *asked = (SetupGiven){ .setup.open_to_all = true };
    struct json_object *object = parse(text, why);
    if (!object) return MALFORMED;
    Status status = read_setup(object, asked, why);
    json_object_put(object);
    return status;
}
