// SPDX-License-Identifier: MIT
// Standings of a TRF file, and how a player's tie-breaks were computed.
#include "cli/tournament/tournament.h"

#include "platform/json_heap.h"
#include "tournament/standings.h"

#include <stdio.h>
#include <stdlib.h>

static void pad_to(Out *out, size_t start, int width)
{
    int used = 0;
    for (size_t i = start; i < out->length; i++)
        used += ((unsigned char)out->at[i] & 0xC0) != 0x80;
    out_pad(out, ' ', width - used);
}

static void print_points(Points points, Out *out)
{
    tiebreak_write_value(points * (i64)(TIEBREAK_UNIT / POINTS_ONE), out);
}

static void write_table(const Trf *trf, const TiebreakRules *rules, const Standing *standing,
                        Out *out)
{
    size_t start = out->length;
    out_str(out, "rank  no.  name");
    pad_to(out, start, 40);
    out_str(out, "points");
    for (int i = 0; i < rules->count; i++) {
        pad_to(out, start, 48 + 9 * i);
        tiebreak_write(&rules->tiebreak[i], out);
    }
    out_line(out);
    for (int i = 0; i < trf->table.players; i++) {
        const Standing *s = &standing[i];
        start = out->length;
        out_int(out, s->rank);
        pad_to(out, start, 6);
        out_int(out, trf->player[s->player].number);
        pad_to(out, start, 11);
        out_str(out, trf->player[s->player].name);
        pad_to(out, start, 40);
        print_points(s->points, out);
        for (int j = 0; j < rules->count; j++) {
            pad_to(out, start, 48 + 9 * j);
            i64 value = s->value[j];
            bool place = rules->tiebreak[j].kind == TIEBREAK_DIRECT_ENCOUNTER ||
                         rules->tiebreak[j].kind == TIEBREAK_NUMBER;
            if (place && !value)
                out_char(out, '-');
            else
                tiebreak_write_value(place ? -value : value, out);
        }
        out_line(out);
    }
}

// One line per tie-break: "BH/C1 3.5 = 1 [round 1, unplayed] + (1.5) ... ": parts in brackets are
// cut.
static void write_explanation(const Trf *trf, const TiebreakRules *rules, int player, Out *out)
{
    for (int i = 0; i < rules->count; i++) {
        const Tiebreak *tiebreak = &rules->tiebreak[i];
        TiebreakPart part[ROUNDS_MAX];
        int parts;
        if (tiebreak->kind == TIEBREAK_DIRECT_ENCOUNTER || tiebreak->kind == TIEBREAK_NUMBER)
            continue;
        i64 value =
            tiebreak_value(&trf->table, rules, tiebreak, player, trf->columns, part, &parts);
        tiebreak_write(tiebreak, out);
        out_format(out, " (%s) ", tiebreak_name((TiebreakKind)tiebreak->kind));
        tiebreak_write_value(value, out);
        out_str(out, tiebreak->kind == TIEBREAK_MEAN_BUCHHOLZ ? ", the mean of:" : ", the sum of:");
        out_line(out);
        for (int j = 0; j < parts; j++) {
            out_format(out, "    round %d: ", part[j].round + 1);
            tiebreak_write_value(part[j].value, out);
            if (part[j].opponent >= 0)
                out_format(out, ", player %d", trf->player[part[j].opponent].number);
            else
                out_str(out, part[j].voluntary ? ", unplayed by choice" : ", no opponent");
            if (part[j].cut) out_str(out, ", cut");
            out_line(out);
        }
    }
}

ExitStatus tournament_standings(const char *path, const char *codes, int explain)
{
    Trf trf;
    TiebreakRules rules = { 0 };
    Fault why;
    Json out = { 0 };
    if (!tournament_read_trf(path, &trf)) return EXIT_BAD;
    ExitStatus status = EXIT_DONE;
    Text list = codes ? text_of(codes) : trf_line(&trf, "202");
    if (!list.length) list = text_of("BH/C1,BH,SB,DE,WIN");
    Standing *standing = calloc((size_t)trf.table.players, sizeof *standing);
    int player = 0;
    while (explain && player < trf.table.players && trf.player[player].number != explain)
        player++;
    if (tiebreak_read(list, &rules, &why) != OK)
        status = complain(EXIT_BAD, "%s", why.message);
    else if (player == trf.table.players)
        status = complain(EXIT_BAD, "there is no player %d", explain);
    else if (!standing || !standings_compute(&trf.table, &rules, trf.columns, standing))
        status = complain(EXIT_BAD, "out of memory");
    else if (explain)
        write_explanation(&trf, &rules, player, &out);
    else
        write_table(&trf, &rules, standing, &out);
    if (status == EXIT_DONE && out.lost) status = complain(EXIT_BAD, "out of memory");
    if (status == EXIT_DONE && out.length) fwrite(out.at, 1, out.length, stdout);
    js_free(&out);
    free(standing);
    trf_free(&trf);
    return status;
}
