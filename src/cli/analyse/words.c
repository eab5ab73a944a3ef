// SPDX-License-Identifier: MIT
// The sentences of reports, with exactly the information of the codes in analysis/reason.h.
#include "cli/analyse/analyse.h"

void words_player(const Analysed *game, int player, Out *out)
{
    char name[256];
    Out clean = out_to(name, sizeof name);
    report_name(game, player, &clean);
    out_format(out, "player %d", player + 1);
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
    out_format(out, "%d.%d %%", chance / 10, chance % 10);
}

static void counted(Out *out, int count, const char *one, const char *many)
{
    out_format(out, "%d %s", count, count == 1 ? one : many);
}

static void write_marbles(const MoveReason *reason, Out *out)
{
    switch (reason->code) {
    case WHY_MARBLE_LOST:
        out_str(out, "loses ");
        counted(out, reason->from, "marble", "marbles");
        if (reason->to) out_format(out, " instead of %d", reason->to);
        break;
    case WHY_EJECTION_MISSED:
        out_str(out, "misses a push off the board: ");
        counted(out, reason->from, "marble", "marbles");
        out_str(out, " in ");
        counted(out, reason->number, "move", "moves");
        break;
    case WHY_EJECTS:
        out_str(out, "pushes off ");
        counted(out, reason->from, "marble", "marbles");
        break;
    case WHY_SPLIT:
        out_format(out, "splits the marbles into %d groups, %d before", reason->to, reason->from);
        break;
    case WHY_JOINS:
        out_format(out, "joins the marbles: %d groups, %d before", reason->to, reason->from);
        break;
    case WHY_EDGE:
        out_format(out, "leaves %d marbles on the edge instead of %d", reason->to, reason->from);
        break;
    case WHY_CENTRE:
        out_format(out, "stands further from the centre: %d steps instead of %d", reason->to,
                   reason->from);
        break;
    case WHY_CENTRES:
        out_format(out, "goes to the centre: %d steps away, %d before", reason->to, reason->from);
        break;
    case WHY_SAVES:
        out_format(out, "parries: %d pushes off the board were threatened, %d are now",
                   reason->from, reason->to);
        break;
    case WHY_PRESSES: out_format(out, "pushes %d with %d", reason->to, reason->from); break;
    default: break;
    }
}

static void write_ways(const Position *position, const MoveReason *reason, Out *out)
{
    char wall[MOVE_TEXT_MAX];
    Out name = out_to(wall, sizeof wall);
    position->head.variant->game->write_move(position, reason->move, &name);
    switch (reason->code) {
    case WHY_RACE:
        out_str(out, "loses the race by ");
        counted(out, reason->number, "step", "steps");
        out_format(out, ": %d to go against %d, and the other moves first", reason->from,
                   reason->to);
        break;
    case WHY_MISSED_CUT: out_format(out, "misses the cut %s", wall); break;
    case WHY_MISSED_DEFENCE: out_format(out, "does nothing against %s", wall); break;
    case WHY_WRONG_SIDE: out_format(out, "goes to the wrong side: %s follows", wall); break;
    case WHY_WASTED_WALL: out_str(out, "wastes a wall: nobody's way is longer for it"); break;
    case WHY_SELF_BLOCK: out_str(out, "gets in its own way"); break;
    case WHY_TEMPO: out_str(out, "loses a move: the way is no shorter"); break;
    case WHY_CUTS: out_str(out, "cuts"); break;
    case WHY_JUMPS: out_str(out, "jumps"); break;
    case WHY_ADVANCES: out_str(out, "advances"); break;
    default: return;
    }
    if (reason->code == WHY_RACE || reason->code == WHY_WASTED_WALL) return;
    out_format(out, "; player %d's way: %d -> %d", reason->player + 1, reason->from, reason->to);
}

void words_reason(const Position *position, const ReviewPly *ply, const MoveReason *reason,
                  Out *out)
{
    const SearchResult *result = reason->after ? &ply->played : &ply->best;
    if (reason->code == WHY_MISSED_WIN)
        out_format(out, "misses a forced win in %d", reason->number);
    else if (reason->code == WHY_ALLOWS_WIN)
        out_format(out, "lets player %d win by force in %d", reason->player + 1, reason->number);
    else if (reason->code == WHY_WINS)
        out_format(out, "wins by force in %d", reason->number);
    write_marbles(reason, out);
    write_ways(position, reason, out);
    if (reason->length > 1) {
        out_str(out, ": ");
        words_line(position, result->line, reason->length, out);
    }
    if (reason->sure == CERTAINTY_PROVEN) out_str(out, " (proven)");
}
