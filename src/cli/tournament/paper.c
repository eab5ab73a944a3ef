// SPDX-License-Identifier: MIT
// A tournament on paper: one HTML file without scripts, each part on A4 pages of its own. Pairings
// of the last round by table and by name, standings, cross-table, score cards.
#include "cli/tournament/paper.h"

#include "cli/language.h"
#include "tournament/formats/next.h"

#include <stdlib.h>
#include <string.h>

static const char STYLE[] =
    "<style>\n@page{size:A4;margin:14mm}\n"
    "body{font:14px/1.35 sans-serif;color:#000;background:#fff;max-width:182mm;margin:0 auto}\n"
    "section{break-after:page}section:last-child{break-after:auto}\n"
    "h1{font-size:22px;margin:12px 0 4px}h2{font-size:17px;margin:4px 0 10px}\n"
    "table{border-collapse:collapse;width:100%}thead{display:table-header-group}\n"
    "tr{break-inside:avoid}td,th{border:1px solid #777;padding:4px 7px;text-align:left}\n"
    "th::first-letter,b::first-letter{text-transform:uppercase}b{display:block}\n"
    "td.n,th.n{text-align:right;white-space:nowrap}td.wide{min-width:28mm}\n"
    ".cross{font-size:11px}.cross td,.cross th{padding:2px 3px;text-align:center}\n"
    ".cards{display:grid;grid-template-columns:1fr 1fr;gap:6mm}\n"
    ".card{border:1px solid #777;padding:4mm;break-inside:avoid}.card td{height:8mm}\n"
    "@media screen{section{border-bottom:1px dashed #999;padding:12px}}\n</style>\n";

static void escape(const char *text, Out *out)
{
    for (; *text; text++)
        switch (*text) {
        case '<': out_str(out, "&lt;"); break;
        case '&': out_str(out, "&amp;"); break;
        case '"': out_str(out, "&quot;"); break;
        default: out_char(out, *text); break;
        }
}

static void cell(const char *tag, const char *kind, const char *text, Out *out)
{
    out_format(out, *kind ? "<%s class=\"%s\">" : "<%s%s>", tag, kind);
    escape(text, out);
    out_format(out, "</%s>", tag);
}

static void number_cell(i64 number, Out *out)
{
    out_str(out, "<td class=\"n\">");
    out_int(out, number);
    out_str(out, "</td>");
}

static void value_cell(i64 value, Out *out)
{
    out_str(out, "<td class=\"n\">");
    tiebreak_write_value(value, out);
    out_str(out, "</td>");
}

static void begin_part(const char *name, const char *title, int round, Out *out)
{
    out_str(out, "<section><h1>");
    escape(name, out);
    out_str(out, "</h1><h2>");
    escape(title, out);
    if (round) {
        out_str(out, ", ");
        escape(tr_in("paper", "round"), out);
        out_char(out, ' ');
        out_int(out, round);
    }
    out_str(out, "</h2>\n");
}

static void end_part(Out *out)
{
    out_str(out, "</section>\n");
}

static const char *name_of(const Tournament *t, int entry)
{
    return t->entry[entry].name;
}

// --- pairings ------------------------------------------------------------------------------------

static bool in_last_round(const Tournament *t, const Table *table)
{
    int last = t->rules.format == FORMAT_ARENA ? 1 : t->rounds;
    bool running = t->rules.format != FORMAT_ARENA || !table->over;
    return !table->removed && table->round == last - 1 && running;
}

static void write_by_table(const char *name, const Tournament *t, Out *out)
{
    begin_part(name, tr_in("paper", "Pairings by table"), t->rounds, out);
    out_str(out, "<table><thead><tr>");
    cell("th", "n", tr_in("paper", "table"), out);
    for (int seat = 1; seat <= t->rules.seats; seat++) {
        out_str(out, "<th>");
        escape(tr_in("paper", "seat"), out);
        out_format(out, " %d</th>", seat);
    }
    cell("th", "", tr_in("paper", "result"), out);
    out_str(out, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < t->tables; i++) {
        const Table *table = &t->table[i];
        if (!in_last_round(t, table)) continue;
        out_str(out, "<tr>");
        number_cell((i64)i + 1, out);
        for (int seat = 0; seat < t->rules.seats; seat++)
            cell("td", "",
                 seat < table->seats ? name_of(t, table->entry[seat])
                 : table->seats == 1 ? tr_in("paper", "bye")
                                     : "",
                 out);
        out_str(out, "<td class=\"wide\"></td></tr>\n");
    }
    out_str(out, "</tbody></table>");
    end_part(out);
}

typedef struct NamedSeat {
    const char *name;
    size_t table;
    int seat;
} NamedSeat;

static int by_name(const void *a, const void *b)
{
    const NamedSeat *one = a, *two = b;
    int order = strcmp(one->name, two->name);
    return order ? order : one->table < two->table ? -1 : one->table > two->table;
}

static bool write_by_name(const char *name, const Tournament *t, Out *out)
{
    NamedSeat *list = calloc(t->entries + 1, sizeof *list);
    size_t count = 0;
    if (!list) return false;
    for (size_t i = 0; i < t->tables; i++)
        for (int seat = 0; in_last_round(t, &t->table[i]) && seat < t->table[i].seats; seat++)
            if (count < t->entries)
                list[count++] = (NamedSeat){ name_of(t, t->table[i].entry[seat]), i, seat };
    qsort(list, count, sizeof *list, by_name);
    begin_part(name, tr_in("paper", "Pairings by name"), t->rounds, out);
    out_str(out, "<table><thead><tr>");
    cell("th", "", tr_in("paper", "name"), out);
    cell("th", "n", tr_in("paper", "table"), out);
    cell("th", "n", tr_in("paper", "seat"), out);
    cell("th", "", tr_in("paper", "opponents"), out);
    out_str(out, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < count; i++) {
        const Table *table = &t->table[list[i].table];
        out_str(out, "<tr>");
        cell("td", "", list[i].name, out);
        number_cell((i64)list[i].table + 1, out);
        number_cell(list[i].seat + 1, out);
        out_str(out, "<td>");
        bool any = false;
        for (int seat = 0; seat < table->seats; seat++) {
            if (seat == list[i].seat) continue;
            if (any) out_str(out, ", ");
            escape(name_of(t, table->entry[seat]), out);
            any = true;
        }
        if (!any) escape(tr_in("paper", "bye"), out);
        out_str(out, "</td></tr>\n");
    }
    out_str(out, "</tbody></table>");
    end_part(out);
    free(list);
    return true;
}

// --- standings -----------------------------------------------------------------------------------

static void write_standings(const char *name, const Tournament *t, const Standing *row, Out *out)
{
    char column[TIEBREAKS_MAX][COLUMN_NAME];
    int columns = tournament_columns(t, column);
    begin_part(name, tr_in("paper", "Standings"), t->rounds, out);
    out_str(out, "<table><thead><tr>");
    cell("th", "n", tr_in("paper", "rank"), out);
    cell("th", "", tr_in("paper", "name"), out);
    cell("th", "n", tr_in("paper", "points"), out);
    for (int i = 0; i < columns; i++)
        cell("th", "n", column[i], out);
    out_str(out, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < t->entries; i++) {
        out_str(out, "<tr>");
        number_cell(row[i].rank, out);
        cell("td", "", name_of(t, row[i].player), out);
        value_cell(row[i].points * (i64)(TIEBREAK_UNIT / POINTS_ONE), out);
        for (int j = 0; j < columns; j++) {
            bool place = !strcmp(column[j], "DE") || !strcmp(column[j], "TPN");
            value_cell(place ? -row[i].value[j] : row[i].value[j], out);
        }
        out_str(out, "</tr>\n");
    }
    out_str(out, "</tbody></table>");
    end_part(out);
}

// Rows and columns are in the order of the standings. A cell has the points of all matches between
// the two.
static bool write_cross_table(const char *name, const Tournament *t, const Standing *row, Out *out)
{
    size_t n = t->entries;
    struct Score {
        int points, matches;
    } *score = calloc(n * n + 1, sizeof *score);
    if (!score) return false;
    for (size_t i = 0; i < t->tables; i++) {
        const Table *table = &t->table[i];
        if (table->removed || table->seats != 2 || !table->over) continue;
        int games[2];
        table_score(t, table, games);
        for (int seat = 0; seat < 2; seat++) {
            struct Score *one =
                &score[(size_t)table->entry[seat] * n + (size_t)table->entry[1 - seat]];
            one->points += games[seat];
            one->matches++;
        }
    }
    begin_part(name, tr_in("paper", "Cross-table"), 0, out);
    out_str(out, "<table class=\"cross\"><thead><tr><th></th>");
    cell("th", "", tr_in("paper", "name"), out);
    for (size_t i = 0; i < n; i++)
        out_format(out, "<th>%d</th>", (int)i + 1);
    out_str(out, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < n; i++) {
        out_format(out, "<tr><td>%d</td>", (int)i + 1);
        cell("td", "", name_of(t, row[i].player), out);
        for (size_t j = 0; j < n; j++) {
            const struct Score *one = &score[(size_t)row[i].player * n + (size_t)row[j].player];
            out_str(out, i == j ? "<td>&#215;" : "<td>");
            // Games won, draws count half.
            if (one->matches) tiebreak_write_value(one->points * (i64)(TIEBREAK_UNIT / 2), out);
            out_str(out, "</td>");
        }
        out_str(out, "</tr>\n");
    }
    out_str(out, "</tbody></table>");
    end_part(out);
    free(score);
    return true;
}

// --- score cards ---------------------------------------------------------------------------------

static void write_cards(const char *name, const Tournament *t, Out *out)
{
    begin_part(name, tr_in("paper", "Score cards"), t->rounds, out);
    out_str(out, "<div class=\"cards\">\n");
    for (size_t i = 0; i < t->tables; i++) {
        const Table *table = &t->table[i];
        if (!in_last_round(t, table) || table->seats == 1) continue;
        out_str(out, "<div class=\"card\"><b>");
        escape(tr_in("paper", "table"), out);
        out_format(out, " %d</b><table><thead><tr>", (int)i + 1);
        cell("th", "", tr_in("paper", "name"), out);
        for (int game = 1; game <= table->games; game++) {
            out_str(out, "<th>");
            escape(tr_in("paper", "game"), out);
            out_format(out, " %d</th>", game);
        }
        cell("th", "", tr_in("paper", "signature"), out);
        out_str(out, "</tr></thead><tbody>");
        for (int seat = 0; seat < table->seats; seat++) {
            out_str(out, "<tr>");
            cell("td", "", name_of(t, table->entry[seat]), out);
            for (int game = 0; game < table->games; game++)
                out_str(out, "<td></td>");
            out_str(out, "<td></td></tr>");
        }
        out_str(out, "</tbody></table></div>\n");
    }
    out_str(out, "</div>");
    end_part(out);
}

void paper_write(const Tournament *t, Text title, Json *out)
{
    enum { NAME = 300, CROSS_MAX = 32 };
    char name[NAME];
    Out text = out_to(name, sizeof name);
    out_text(&text, title.length ? title : text_of(tr_in("paper", "Tournament")));
    Standing *row = calloc(t->entries + 1, sizeof *row);
    bool ok = row && tournament_rank(t, row);
    out_str(out,
            "<!doctype html>\n<html><head><meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
    escape(name, out);
    out_str(out, "</title>\n");
    out_str(out, STYLE);
    out_str(out, "</head><body>\n");
    if (ok && t->tables) {
        write_by_table(name, t, out);
        ok = write_by_name(name, t, out);
    }
    if (ok) write_standings(name, t, row, out);
    if (ok && t->tables && t->rules.seats == 2 && t->entries <= CROSS_MAX)
        ok = write_cross_table(name, t, row, out);
    if (ok && t->phase == PHASE_PLAY && t->unfinished) write_cards(name, t, out);
    out_str(out, "</body></html>\n");
    if (!ok) out->lost = true;
    free(row);
}
