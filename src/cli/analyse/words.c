// SPDX-License-Identifier: MIT
// The sentences of reports, with exactly the information of the codes in analysis/reason.h.
#include "cli/analyse/analyse.h"
#include "cli/language.h"

void words_player(const Analysed *game, int player, Out *out)
{
    char name[256];
    Out clean = out_to(name, sizeof name);
    report_name(game, player, &clean);
    out_format(out, tr("player %d"), player + 1);
    if (clean.length) out_format(out, " (%s)", name);
}

void words_line(const Position *position, const Move *line, int count, Out *out)
{
    Position now = *position;
    const Game *rules = now.head.variant->game;
    for (int i = 0; i < count; i++) {
        if (i) out_char(out, ' ');
        rules->write_move(&now, line[i], out);
        rules->play(&now, line[i]);
    }
}

void words_chance(int chance, Out *out)
{
    out_format(out, tr("%d.%d%%"), chance / 10, chance % 10);
}

const char *words_phase(int phase)
{
    switch (phase) {
    case PHASE_OPENING: return tr("opening");
    case PHASE_MIDDLE: return tr("middle");
    default: return tr("end");
    }
}

static void write_marbles(const MoveReason *reason, Out *out)
{
    int from = reason->from, to = reason->to;
    switch (reason->code) {
    case WHY_MARBLE_LOST:
        if (to)
            out_format(out, tr("marbles lost: %d instead of %d"), from, to);
        else
            out_format(out, tr_n("loses %d marble", "loses %d marbles", from), from);
        break;
    case WHY_EJECTION_MISSED:
        out_format(out, tr("misses a push off the board: marbles %d, moves %d"), from,
                   reason->number);
        break;
    case WHY_EJECTS:
        out_format(out, tr_n("pushes off %d marble", "pushes off %d marbles", from), from);
        break;
    case WHY_SPLIT: out_format(out, tr("splits the marbles, groups: %d -> %d"), from, to); break;
    case WHY_JOINS: out_format(out, tr("joins the marbles, groups: %d -> %d"), from, to); break;
    case WHY_EDGE:
        out_format(out, tr("leaves marbles on the edge: %d instead of %d"), to, from);
        break;
    case WHY_CENTRE:
        out_format(out, tr("stands further from the centre: steps %d instead of %d"), to, from);
        break;
    case WHY_CENTRES:
        out_format(out, tr("goes to the centre, steps away: %d -> %d"), from, to);
        break;
    case WHY_SAVES:
        out_format(out, tr("defends, threatened pushes off the board: %d -> %d"), from, to);
        break;
    case WHY_PRESSES: out_format(out, tr("pushes %d with %d"), to, from); break;
    default: break;
    }
}

static void write_paths(const Position *position, const MoveReason *reason, Out *out)
{
    char wall[MOVE_TEXT_MAX];
    Out name = out_to(wall, sizeof wall);
    position->head.variant->game->write_move(position, reason->move, &name);
    switch (reason->code) {
    case WHY_RACE:
        out_format(out, tr("loses the race: steps to go %d against %d, and the other moves first"),
                   reason->from, reason->to);
        break;
    case WHY_MISSED_CUT: out_format(out, tr("misses the wall %s"), wall); break;
    case WHY_MISSED_DEFENCE: out_format(out, tr("does nothing against the wall %s"), wall); break;
    case WHY_WRONG_SIDE: out_format(out, tr("goes to the wrong side: %s follows"), wall); break;
    case WHY_WASTED_WALL: out_str(out, tr("wastes a wall: no path gets longer")); break;
    case WHY_SELF_BLOCK: out_str(out, tr("makes its own path longer")); break;
    case WHY_TEMPO: out_str(out, tr("loses a move: the path is no shorter")); break;
    case WHY_CUTS: out_str(out, tr("cuts off the opponent")); break;
    case WHY_JUMPS: out_str(out, tr("jumps over a pawn")); break;
    case WHY_ADVANCES: out_str(out, tr("advances")); break;
    default: return;
    }
    if (reason->code == WHY_RACE || reason->code == WHY_WASTED_WALL) return;
    out_format(out, tr("; path of player %d: %d -> %d"), reason->player + 1, reason->from,
               reason->to);
}

void words_reason(const Position *position, const ReviewPly *ply, const MoveReason *reason,
                  Out *out)
{
    const SearchResult *result = reason->after ? &ply->played : &ply->best;
    if (reason->code == WHY_MISSED_WIN)
        out_format(out, tr("misses a forced win in %d"), reason->number);
    else if (reason->code == WHY_ALLOWS_WIN)
        out_format(out, tr("allows a forced win: player %d, moves %d"), reason->player + 1,
                   reason->number);
    else if (reason->code == WHY_WINS)
        out_format(out, tr("wins by force in %d"), reason->number);
    write_marbles(reason, out);
    write_paths(position, reason, out);
    if (reason->length > 1) {
        out_str(out, ": ");
        words_line(position, result->line, reason->length, out);
    }
    if (reason->sure == CERTAINTY_PROVEN) out_str(out, tr(" (proven)"));
}
