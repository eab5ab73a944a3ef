// SPDX-License-Identifier: MIT
#include "server/games/state/setup.h"

#include "engine/engine.h"
#include "variants/variants.h"

const Layout *setup_layout(const Position *start)
{
    const Variant *variant = start->head.variant;
    const Game *game = variant->game;
    Position bare = *start;
    bare.head.swap = SWAP_NONE;
    for (int i = 0; i < variant->layouts; i++) {
        Position set_up;
        game->read(variant, text_of(variant->layout[i].position), &set_up, NULL);
        if (game->key(&set_up) == game->key(&bare)) return &variant->layout[i];
    }
    return NULL;
}

// Four lines, the second one only if there is a lot:
//
//     clock 600+5
//     lot
//     seats 123 - ?456 c5      sits, open, invited, a computer of level 5
//     start POSITION
void setup_write(const GameSetup *setup, Out *out)
{
    const Variant *variant = setup->start.head.variant;
    out_str(out, "clock ");
    clock_write(&setup->clock, out);
    out_str(out, setup->lot ? "\nlot\nseats" : "\nseats");
    for (int i = 0; i < variant->players; i++) {
        const SeatSetup *seat = &setup->seat[i];
        out_char(out, ' ');
        if (seat->level) {
            out_format(out, "c%d", seat->level);
        } else if (seat->person || seat->invited) {
            if (!seat->person) out_char(out, '?');
            out_int(out, seat->person ? seat->person : seat->invited);
        } else {
            out_char(out, '-');
        }
    }
    out_str(out, "\nstart ");
    variant->game->write(&setup->start, out);
    out_char(out, '\n');
}

static bool read_seat(Text text, SeatSetup *seat)
{
    i64 level;
    *seat = (SeatSetup){ 0 };
    if (text_is(text, "-")) return true;
    if (!text.length) return false;
    Text rest = text_from(text, 1);
    switch (text.at[0]) {
    case 'c':
        if (!text_count(rest, LEVELS, &level)) return false;
        seat->level = (u8)level;
        return level > 0;
    case '?': return text_count(rest, INT64_MAX, &seat->invited) && seat->invited;
    default: return text_count(text, INT64_MAX, &seat->person) && seat->person;
    }
}

static bool read_seats(Text text, GameSetup *setup, int players)
{
    Text seat;
    for (int i = 0; i < players; i++)
        if (!text_split(&text, ' ', &seat) || !read_seat(seat, &setup->seat[i])) return false;
    return !text_split(&text, ' ', &seat);
}

// The rest of a line that begins with `word` and a blank; otherwise empty.
static Text after_word(Text line, const char *word)
{
    Text begin = text_of(word);
    if (line.length <= begin.length || line.at[begin.length] != ' ' ||
        !text_equal(text_cut(line, 0, begin.length), begin))
        return text_of("");
    return text_from(line, begin.length + 1);
}

Status setup_read(const StoredGame *game, GameSetup *setup, Fault *why)
{
    GameSetup read = { .rated = game->rated,
                       .open_to_all = game->open_to_all,
                       .rematch_of = game->rematch_of };
    const Variant *variant = variant_find(game->variant);
    if (!variant) return fault(why, MALFORMED, "there is no variant %q", game->variant);
    Text rest = game->setup, line = { 0 };
    text_split(&rest, '\n', &line);
    Status status = clock_read(after_word(line, "clock"), &read.clock, why);
    if (status != OK) return status;
    text_split(&rest, '\n', &line);
    read.lot = text_is(line, "lot");
    if (read.lot) text_split(&rest, '\n', &line);
    if (!read_seats(after_word(line, "seats"), &read, variant->players))
        return fault(why, MALFORMED, "%q is not a list of seats", line);
    if (!text_split(&rest, '\n', &line) || !rest.at || rest.length)
        return fault(why, MALFORMED, "a setup with too few or too many lines");
    status = variant->game->read(variant, after_word(line, "start"), &read.start, why);
    if (status == OK) *setup = read;
    return status;
}
