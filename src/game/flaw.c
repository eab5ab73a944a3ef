// SPDX-License-Identifier: MIT
#include "game/flaw.h"

#include "game/game.h"

static const struct {
    const char *name, *text;
} FLAW[FLAW_KINDS] = {
    [FLAW_NONE] = { "none", "nothing" },
    [FLAW_TOO_MANY_MARBLES] = { "too-many-marbles",
                                "{player}: {count} marbles on the board, at most {most}" },
    [FLAW_MARBLES_MISSING] = { "marbles-missing",
                               "{player}: missing from the board {count}, pushed off {most}" },
    [FLAW_SCORES] = { "scores", "all together: missing from the board {count}, pushed off {most}" },
    [FLAW_SCORE_TOO_HIGH] = { "score-too-high", "{player}: pushed off {count}, but the others are "
                                                "only missing {most}" },
    [FLAW_TWO_WON] = { "two-won", "two sides have won" },
    [FLAW_NOBODY_LEFT] = { "nobody-left", "nobody is left" },
    [FLAW_TURN_OF_ONE_OUT] = { "turn-of-one-out", "the player to move is out" },
    [FLAW_WALL_OVERLAPS] = { "wall-overlaps", "wall {at} overlaps another wall" },
    [FLAW_WALL_CROSSES] = { "wall-crosses", "wall {at} crosses another wall" },
    [FLAW_WALLS] = { "walls", "walls on the board {count}, in hand {rest}: at most {most} in all" },
    [FLAW_PAWN_MISSING] = { "pawn-missing", "{player}: no pawn on the board" },
    [FLAW_PAWNS_TOGETHER] = { "pawns-together", "two pawns on {at}" },
    [FLAW_TWO_ARRIVED] = { "two-arrived", "two pawns have reached their goals" },
    [FLAW_SHUT_IN] = { "shut-in", "{player} is shut in" },
};

const char *flaw_name(FlawKind kind)
{
    return FLAW[kind].name;
}

const char *flaw_text(FlawKind kind)
{
    return FLAW[kind].text;
}

Flaw *flaws_add(Flaws *flaws, FlawKind kind, int player)
{
    int at = flaws->count < FLAWS_MAX ? flaws->count++ : FLAWS_MAX - 1;
    flaws->flaw[at] = (Flaw){ .kind = kind, .player = player };
    return &flaws->flaw[at];
}

// Names players by colour if their pieces have colours, otherwise by number.
static void write_player(const Variant *variant, int player, Out *out)
{
    const char *const *pieces = variant->game->pieces;
    if (pieces[0] != pieces[1] && !text_equal(text_of(pieces[0]), text_of(pieces[1])))
        out_str(out, pieces[player]);
    else
        out_format(out, "player %d", player + 1);
}

Status flaw_refuse(const Variant *variant, const Flaw *flaw, Fault *why)
{
    char message[sizeof why->message];
    Out out = out_to(message, sizeof message);
    const char *text = flaw_text(flaw->kind);
    while (*text) {
        Text rest = text_of(text), name;
        if (*text != '{' || !text_split(&rest, '}', &name)) {
            out_char(&out, *text++);
            continue;
        }
        text += name.length + 1;
        name = text_from(name, 1);
        if (text_is(name, "player"))
            write_player(variant, flaw->player, &out);
        else if (text_is(name, "at"))
            out_str(&out, flaw->at);
        else
            out_int(&out, text_is(name, "count")  ? flaw->count
                          : text_is(name, "rest") ? flaw->rest
                                                  : flaw->most);
    }
    return fault(why, MALFORMED, "%s", message);
}
