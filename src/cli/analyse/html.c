// SPDX-License-Identifier: MIT
// The report as one HTML file without scripts or external resources. The graph is SVG.
#include "cli/analyse/analyse.h"
#include "cli/language.h"

enum { WIDTH = 900, HEIGHT = 180 };

static const char *const GLYPH[MARKS] = { "", "!", "?!", "?", "??" };
static const char *const COLOUR[PLAYERS_MAX] = { "#2f1c10", "#b0500c", "#1f5a93", "#5d7a1f" };

static const char HEAD[] =
    "<!doctype html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
    "<title>%s</title>\n";

static const char STYLE[] =
    "<style>\n"
    "body{font:15px/1.4 sans-serif;color:#2f1c10;background:#fffaf2;max-width:940px;margin:0 auto;"
    "padding:16px}\nh1{font-size:26px}h2{font-size:17px}\n"
    "table{border-collapse:collapse;width:100%}td,th{padding:4px 8px;text-align:left;"
    "vertical-align:top;border-bottom:1px solid #e8dcc8}\n"
    ".inaccuracy{color:#6d4700}.mistake{color:#b0500c}.blunder{color:#a11a12}.great{color:#1f5a93}"
    "\n"
    "svg{width:100%;height:auto}small{color:#6a5a4c}\n</style></head><body>\n";

static void escape(FILE *file, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", file);
        else if (*text == '&')
            fputs("&amp;", file);
        else if (*text == '"')
            fputs("&quot;", file);
        else
            fputc(*text, file);
    }
}

// --- the graph -----------------------------------------------------------------------------------

static double across(int ply, int plies)
{
    return plies > 1 ? (double)(ply * WIDTH) / (plies - 1) : 0;
}

static double down(int chance)
{
    return (double)HEIGHT - (double)(chance * HEIGHT) / (double)CHANCE_ONE;
}

static void draw_phases(const ReviewTotal *total, int plies, FILE *file)
{
    static const char *const TINT[PHASES] = { "#f3ead9", "#faf3e6", "#f1e3ca" };
    int end = plies - 1;
    for (int phase = PHASES - 1; phase >= 0; phase--) {
        if (total->begin[phase] < 0) continue;
        double from = across(total->begin[phase], plies);
        fprintf(
            file,
            "<rect x=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"><title>%s</title></rect>\n",
            from, across(end, plies) - from, HEIGHT, TINT[phase], words_phase(phase));
        end = total->begin[phase];
    }
}

// One line per side; for two sides one is enough.
static void draw_graph(const Analysed *game, const ReviewTotal *total, FILE *file)
{
    const Variant *variant = game->start.head.variant;
    int plies = analysed_reviewed(game);
    int lines = variant_each_alone(variant) ? variant->players : 1;
    fprintf(file, "<svg viewBox=\"-4 -4 %d %d\" role=\"img\"><title>%s</title>\n", WIDTH + 8,
            HEIGHT + 8, tr("Chance to win, move by move"));
    draw_phases(total, plies, file);
    fprintf(file, "<path d=\"M0 %dH%d\" stroke=\"#e5a423\"/>\n", HEIGHT / 2, WIDTH);
    for (int player = 0; player < lines; player++) {
        fprintf(file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"",
                COLOUR[player]);
        for (int ply = 0; ply < plies; ply++)
            fprintf(file, "%.1f,%.1f ", across(ply, plies), down(game->review[ply].share[player]));
        fputs("\"/>\n", file);
    }
    for (int ply = 0; ply < plies; ply++) {
        const ReviewPly *review = &game->review[ply];
        if (review->mark < MARK_MISTAKE) continue;
        int shown = lines > 1 ? review->player : 0;
        fprintf(file,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"><title>%d. "
                "%s%s</title></circle>\n",
                across(ply, plies), down(review->share[shown]),
                review->mark == MARK_BLUNDER ? "#a11a12" : "#b0500c", ply + 1, game->move[ply].text,
                GLYPH[review->mark]);
    }
    fputs("</svg>\n", file);
}

// --- tables --------------------------------------------------------------------------------------

static void write_players(const Analysed *game, const ReviewTotal *total, FILE *file)
{
    fprintf(file, "<table><tr><th>%s<th>%s<th>%s<th>%s<th>%s<th>%s</tr>\n", tr("Player"),
            tr("Accuracy"), tr("Inaccuracies"), tr("Mistakes"), tr("Blunders"), tr("Great moves"));
    for (int p = 0; p < game->start.head.variant->players; p++) {
        const ReviewPlayer *player = &total->player[p];
        char name[WORDS_MAX];
        Out out = out_to(name, sizeof name);
        words_player(game, p, &out);
        fputs("<tr><td>", file);
        escape(file, name);
        char accuracy[WORDS_MAX];
        out = out_to(accuracy, sizeof accuracy);
        words_chance(player->accuracy, &out);
        fprintf(file, "<td>%s<td>%d<td>%d<td>%d<td>%d</tr>\n", accuracy,
                player->marks[MARK_INACCURACY], player->marks[MARK_MISTAKE],
                player->marks[MARK_BLUNDER], player->marks[MARK_GREAT]);
    }
    fputs("</table>\n", file);
}

static void write_why(const Position *position, const ReviewPly *ply, FILE *file)
{
    char text[WORDS_MAX];
    if (ply->best.line[0] != ply->move) {
        Out out = out_to(text, sizeof text);
        words_line(position, ply->best.line, ply->best.length, &out);
        fprintf(file, "%s ", tr("better:"));
        escape(file, text);
        fputs("<br>", file);
    }
    for (int i = 0; i < ply->why.count; i++) {
        Out out = out_to(text, sizeof text);
        words_reason(position, ply, &ply->why.at[i], &out);
        escape(file, text);
        fputs("<br>", file);
    }
}

static void write_moves(const Analysed *game, const ReviewTotal *total, FILE *file)
{
    fprintf(file, "<table><tr><th>%s<th>%s<th>%s<th>%s</tr>\n", tr("Move"), tr("Player"),
            tr("Chance to win"), tr("Reason"));
    for (AnalysedWalk walk = analysed_walk(game); analysed_next(&walk);) {
        const ReviewPly *ply = &game->review[walk.ply];
        bool turning = false;
        for (int i = 0; i < total->turnings; i++)
            turning |= total->turning[i] == walk.ply;
        if (!ply->mark) continue;
        char chance[WORDS_MAX];
        Out out = out_to(chance, sizeof chance);
        words_chance(ply->before, &out);
        out_str(&out, " → ");
        words_chance(ply->after, &out);
        fprintf(file, "<tr class=\"%s\"><td>%d. <b>%s%s</b> <small>%s</small><td>%d<td>%s<td>",
                mark_name(ply->mark), walk.ply + 1, game->move[walk.ply].text, GLYPH[ply->mark],
                turning ? tr("turning point") : "", ply->player + 1, chance);
        write_why(&walk.position, ply, file);
        fputs("</tr>\n", file);
    }
    fputs("</table>\n", file);
}

static void write_game(const Analysed *game, FILE *file)
{
    const Variant *variant = game->start.head.variant;
    ReviewTotal total = report_total(game);
    char result[POSITION_TEXT_MAX];
    Out out = out_to(result, sizeof result);
    outcome_write(&game->outcome, variant, &out);
    fputs("<section><h1>", file);
    fprintf(file, tr("Game %d: %s"), game->index, tr(variant->title));
    fputs(", ", file);
    escape(file, result);
    fputs("</h1>\n", file);
    draw_graph(game, &total, file);
    fprintf(file, "<p><small>%s</small></p>\n",
            variant_each_alone(variant) ? tr("Chance to win of each player.")
                                        : tr("Chance to win of player 1."));
    write_players(game, &total, file);
    fprintf(file, "<h2>%s</h2>\n", tr("Marked moves"));
    write_moves(game, &total, file);
    fprintf(file, "<h2>%s</h2>\n<p>", tr("All moves"));
    for (int ply = 0; ply < game->plies; ply++)
        fprintf(file, "<span class=\"%s\">%d. %s%s</span> ", mark_name(game->review[ply].mark),
                ply + 1, game->move[ply].text, GLYPH[game->review[ply].mark]);
    fputs("</p></section>\n", file);
}

void html_write(const Analysed *games, int count, FILE *file)
{
    fprintf(file, HEAD, language_code(), tr("Meydan: review"));
    fputs(STYLE, file);
    for (int i = 0; i < count; i++)
        write_game(&games[i], file);
    fputs("</body></html>\n", file);
}
