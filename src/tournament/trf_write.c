// SPDX-License-Identifier: MIT
#include "tournament/trf.h"

#include <string.h>

// A field of a fixed number of characters.
static void put(Out *out, const char *text, int width, bool right)
{
    int used = 0;
    for (const char *c = text; *c; c++)
        used += ((unsigned char)*c & 0xC0) != 0x80;
    if (right) out_pad(out, ' ', width - used);
    out_str(out, text);
    if (!right) out_pad(out, ' ', width - used);
}

static void put_number(Out *out, int number, int width, char pad)
{
    int digits = 1;
    for (int rest = number / 10; rest; rest /= 10)
        digits++;
    out_pad(out, pad, width - digits);
    out_int(out, number);
}

static void put_points(Out *out, Points points, int width)
{
    char text[24];
    Out small = out_to(text, sizeof text);
    Points plus = points < 0 ? -points : points;
    if (points < 0) out_char(&small, '-');
    out_int(&small, plus / POINTS_ONE);
    if (plus % POINTS_ONE || plus / POINTS_ONE < (points < 0 ? 10 : 100))
        out_format(&small, ".%d", plus % POINTS_ONE);
    put(out, text, width, true);
}

static void end_line(Out *out)
{
    out_char(out, '\r');
}

static void put_player(const Trf *trf, int index, Out *out)
{
    const TrfPlayer *player = &trf->player[index];
    out_str(out, "001 ");
    put_number(out, player->number, 4, ' ');
    out_char(out, ' ');
    out_char(out, player->sex);
    put(out, player->title, 3, true);
    out_char(out, ' ');
    put(out, player->name, 33, false);
    out_char(out, ' ');
    if (player->rating)
        put_number(out, player->rating, 4, ' ');
    else
        out_pad(out, ' ', 4);
    out_char(out, ' ');
    put(out, player->federation, 3, false);
    out_char(out, ' ');
    put(out, player->id, 11, true);
    out_char(out, ' ');
    put(out, player->birth, 10, false);
    out_char(out, ' ');
    put_points(out, player->points, 4);
    out_char(out, ' ');
    if (player->rank)
        put_number(out, player->rank, 4, ' ');
    else
        out_pad(out, ' ', 4);
    for (int round = 0; round < trf->columns; round++) {
        static const char CODES[] = " 1=0WDL+-ZHFU ";
        const TableCell *cell = crosstable_cell(&trf->table, index, round);
        out_pad(out, ' ', 2);
        if (cell->opponent >= 0)
            put_number(out, trf->player[cell->opponent].number, 4, ' ');
        else if (cell->outcome != OUTCOME_NONE)
            out_str(out, "0000");
        else
            out_pad(out, ' ', 4);
        out_char(out, ' ');
        out_char(out, cell->side == SIDE_FIRST        ? 'w'
                      : cell->side == SIDE_SECOND     ? 'b'
                      : cell->outcome == OUTCOME_NONE ? ' '
                                                      : '-');
        out_char(out, ' ');
        out_char(out, CODES[cell->outcome]);
    }
    end_line(out);
}

static void put_values(const Crosstable *table, TrfDialect dialect, Out *out)
{
    const Points *v = table->value;
    const struct {
        char code;
        const char *old;
        Points value, usual;
    } VALUES[] = {
        { 'W', "BBW", v[OUTCOME_WIN], POINTS_ONE },
        { 'D', "BBD", v[OUTCOME_DRAW], POINTS_ONE / 2 },
        { 'L', "BBL", v[OUTCOME_LOSS], 0 },
        { 'A', "BBZ", v[OUTCOME_ZERO_BYE], 0 },
        { 'F', "BBF", v[OUTCOME_FORFEIT_LOSS], 0 },
        { 'P', "BBU", v[OUTCOME_PAIRING_BYE], v[OUTCOME_WIN] },
        { 'X', NULL, v[OUTCOME_OPEN], v[OUTCOME_DRAW] },
    };
    bool begun = false;
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++) {
        bool usual = VALUES[i].value == VALUES[i].usual;
        if (dialect == TRF_16 && VALUES[i].old) {
            if (usual) continue;
            out_format(out, "%s ", VALUES[i].old);
            put_points(out, VALUES[i].value, 4);
            end_line(out);
        } else if (dialect == TRF_26 && !usual && VALUES[i].code != 'F') {
            out_str(out, begun ? "    " : "162  ");
            begun = true;
            out_char(out, VALUES[i].code);
            put_points(out, VALUES[i].value, 4);
        }
    }
    if (begun) end_line(out);
}

static Points extra_at(const Crosstable *table, int player, int round)
{
    return table->extra[(size_t)player * (size_t)table->rounds + (size_t)round];
}

// The last round that has the same fictitious points as `round`.
static int same_rounds(const Crosstable *table, int player, int round)
{
    int last = round;
    while (last + 1 < table->rounds &&
           extra_at(table, player, last + 1) == extra_at(table, player, round))
        last++;
    return last;
}

static void put_acceleration(const Trf *trf, TrfDialect dialect, Out *out)
{
    const Crosstable *table = &trf->table;
    for (int player = 0; table->extra && player < table->players; player++) {
        int number = trf->player[player].number;
        if (dialect == TRF_16) {
            out_str(out, "XXA ");
            put_number(out, number, 4, ' ');
            for (int round = 0; round < table->rounds; round++) {
                out_char(out, ' ');
                put_points(out, extra_at(table, player, round), 4);
            }
            end_line(out);
            continue;
        }
        for (int from = 0, to; from < table->rounds; from = to + 1) {
            to = same_rounds(table, player, from);
            if (!extra_at(table, player, from)) continue;
            out_str(out, "250      ");
            put_points(out, extra_at(table, player, from), 4);
            out_char(out, ' ');
            put_number(out, from + 1, 3, '0');
            out_char(out, ' ');
            put_number(out, to + 1, 3, '0');
            out_char(out, ' ');
            put_number(out, number, 4, '0');
            out_char(out, ' ');
            put_number(out, number, 4, '0');
            end_line(out);
        }
    }
}

static void put_forbidden(const Trf *trf, TrfDialect dialect, Out *out)
{
    for (size_t i = 0; i < trf->table.forbiddens; i++) {
        Forbidden pair = trf->table.forbidden[i];
        if (dialect == TRF_16) {
            out_str(out, "XXP");
        } else {
            out_str(out, "260 ");
            put_number(out, pair.from + 1, 3, '0');
            out_char(out, ' ');
            put_number(out, pair.to + 1, 3, '0');
        }
        out_char(out, ' ');
        put_number(out, trf->player[pair.a].number, 4, ' ');
        out_char(out, ' ');
        put_number(out, trf->player[pair.b].number, 4, ' ');
        end_line(out);
    }
}

// Byes in rounds that the player lines don't contain.
static void put_byes(const Trf *trf, Out *out)
{
    for (int round = trf->columns; round < trf->table.rounds; round++)
        for (int player = 0; player < trf->table.players; player++) {
            u8 outcome = crosstable_cell(&trf->table, player, round)->outcome;
            if (outcome < OUTCOME_ZERO_BYE || outcome > OUTCOME_FULL_BYE) continue;
            out_str(out, "240 ");
            out_char(out, "ZHF"[outcome - OUTCOME_ZERO_BYE]);
            out_char(out, ' ');
            put_number(out, round + 1, 3, '0');
            out_char(out, ' ');
            put_number(out, trf->player[player].number, 4, ' ');
            end_line(out);
        }
}

void trf_write(const Trf *trf, TrfDialect dialect, Out *out)
{
    const Crosstable *table = &trf->table;
    for (size_t i = 0; i < trf->lines; i++) {
        out_format(out, "%t %t", trf->line[i].code, trf->line[i].text);
        end_line(out);
    }
    out_format(out, "%s %d", dialect == TRF_26 ? "142" : "XXR", table->rounds);
    end_line(out);
    if (table->initial) {
        bool first = table->initial == SIDE_FIRST;
        if (dialect == TRF_26)
            out_format(out, "152 %c", first ? 'W' : 'B');
        else
            out_format(out, "XXC %s", first ? "white1" : "black1");
        end_line(out);
    }
    put_values(table, dialect, out);
    for (int player = 0; player < table->players; player++)
        put_player(trf, player, out);
    put_byes(trf, out);
    put_acceleration(trf, dialect, out);
    put_forbidden(trf, dialect, out);
}
