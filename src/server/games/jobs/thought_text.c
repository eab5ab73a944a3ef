// SPDX-License-Identifier: MIT
#include "server/games/jobs/thought_text.h"

enum { THINK_MS_MAX = 3600000 };

void thought_write(const Thought *thought, const Position *position, Out *out)
{
    static const char DIGITS[] = "0123456789abcdef";
    out_format(out, "%d ", (int)thought->ply);
    for (int shift = 60; shift >= 0; shift -= 4)
        out_char(out, DIGITS[thought->key >> shift & 15]);
    out_format(out, " %d %d ", thought->seat, (int)thought->think_ms);
    if (thought->draw)
        out_str(out, thought->takes ? "draw" : "nodraw");
    else
        position->head.variant->game->write_move(position, thought->move, out);
}

void thought_write_stale(Out *out)
{
    out_str(out, "stale");
}

static bool read_key(Text text, Key *key)
{
    *key = 0;
    if (text.length != 16) return false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        bool digit = c >= '0' && c <= '9', letter = c >= 'a' && c <= 'f';
        if (!digit && !letter) return false;
        *key = *key << 4 | (Key)(digit ? c - '0' : c - 'a' + 10);
    }
    return true;
}

ThoughtFit thought_read(Text text, const Position *position, Thought *thought)
{
    i64 ply, seat, think_ms;
    Key key;
    Text word[5];
    Fault why;
    if (text_is(text, "stale")) return THOUGHT_STALE;
    for (int i = 0; i < 5; i++)
        if (!text_word(&text, &word[i])) return THOUGHT_BROKEN;
    if (text_trim(text).length || !text_number(word[0], INT32_MAX, &ply) ||
        !read_key(word[1], &key) || !text_number(word[2], PLAYERS_MAX - 1, &seat) ||
        !text_number(word[3], THINK_MS_MAX, &think_ms))
        return THOUGHT_BROKEN;
    if (ply != (i64)thought->ply || key != thought->key) return THOUGHT_STALE;
    bool takes = text_is(word[4], "draw");
    Thought read = { .game = thought->game,
                     .ply = thought->ply,
                     .key = key,
                     .seat = (int)seat,
                     .draw = takes || text_is(word[4], "nodraw"),
                     .takes = takes,
                     .move = MOVE_NONE,
                     .think_ms = think_ms };
    if (!read.draw && move_read(position, word[4], &read.move, &why) != OK) return THOUGHT_BROKEN;
    *thought = read;
    return THOUGHT_FITS;
}
