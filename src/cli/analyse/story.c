// SPDX-License-Identifier: MIT
// The report of a game in plain text.
#include "cli/analyse/analyse.h"
#include "cli/language.h"

static const char *const GLYPH[MARKS] = { "", "!", "?!", "?", "??" };

static void write_players(const Analysed *game, const ReviewTotal *total, FILE *file)
{
    for (int p = 0; p < game->start.head.variant->players; p++) {
        const ReviewPlayer *player = &total->player[p];
        char name[WORDS_MAX];
        Out out = out_to(name, sizeof name);
        words_player(game, p, &out);
        char accuracy[WORDS_MAX];
        out = out_to(accuracy, sizeof accuracy);
        words_chance(player->accuracy, &out);
        fprintf(file,
                tr("%s: accuracy %s, inaccuracies %d, mistakes %d, blunders %d, great moves %d\n"),
                name, accuracy, player->marks[MARK_INACCURACY], player->marks[MARK_MISTAKE],
                player->marks[MARK_BLUNDER], player->marks[MARK_GREAT]);
    }
}

static void write_phases(const Analysed *game, const ReviewTotal *total, FILE *file)
{
    for (int phase = 0; phase < PHASES; phase++) {
        if (total->begin[phase] < 0) continue;
        int end = analysed_reviewed(game);
        for (int later = PHASES - 1; later > phase; later--)
            if (total->begin[later] >= 0) end = total->begin[later];
        fprintf(file, tr("%s: moves %d to %d\n"), words_phase(phase), total->begin[phase] + 1, end);
    }
}

static void write_move(const Analysed *game, const Position *position, int at, bool turning,
                       FILE *file)
{
    const ReviewPly *ply = &game->review[at];
    char text[WORDS_MAX];
    Out out = out_to(text, sizeof text);
    words_chance(ply->before, &out);
    out_str(&out, " → ");
    words_chance(ply->after, &out);
    fprintf(file, "%s%d. %s%s  ", turning ? "* " : "  ", at + 1, game->move[at].text,
            GLYPH[ply->mark]);
    fprintf(file, tr("player %d"), ply->player + 1);
    fprintf(file, ": %s\n", text);
    if (ply->best.line[0] != ply->move) {
        out = out_to(text, sizeof text);
        words_line(position, ply->best.line, ply->best.length, &out);
        fprintf(file, "      %s %s\n", tr("better:"), text);
    }
    for (int i = 0; i < ply->why.count; i++) {
        out = out_to(text, sizeof text);
        words_reason(position, ply, &ply->why.at[i], &out);
        fprintf(file, "      %s\n", text);
    }
}

void story_write(const Analysed *game, FILE *file)
{
    const Variant *variant = game->start.head.variant;
    ReviewTotal total = report_total(game);
    char result[POSITION_TEXT_MAX];
    Out out = out_to(result, sizeof result);
    outcome_write(&game->outcome, variant, &out);
    fprintf(file, tr("Game %d: %s"), game->index, variant->id);
    fprintf(file, ", %s\n", result);
    write_players(game, &total, file);
    write_phases(game, &total, file);
    fputs(tr("Marked moves, turning points with *:\n"), file);
    for (AnalysedWalk walk = analysed_walk(game); analysed_next(&walk);) {
        if (!game->review[walk.ply].mark) continue;
        bool turning = false;
        for (int i = 0; i < total.turnings; i++)
            turning |= total.turning[i] == walk.ply;
        write_move(game, &walk.position, walk.ply, turning, file);
    }
}
