// SPDX-License-Identifier: MIT
// The meaning of a loss depends on the position: half a marble decides an even game and doesn't
// matter in a won one. So moves are rated by the loss in chance to win (analysis/review.h).
#include "cli/analyse/analyse.h"

#include "base/bits.h"

#include <stdio.h>
#include <stdlib.h>

static int loss_of(const RecordNote *note)
{
    return note->loss > 0 ? note->loss : 0;
}

typedef struct Sum {
    int moves;
    i64 loss;
    int count[MARKS];
} Sum;

static Sum sum_of(const Analysed *game, int player)
{
    Sum sum = { 0 };
    for (int ply = 0; ply < game->plies; ply++) {
        const RecordNote *note = &game->note[ply];
        if (note->limit_kind == LIMIT_NONE || game->move[ply].player != player) continue;
        sum.moves++;
        sum.loss += loss_of(note);
        sum.count[game->review[ply].mark]++;
    }
    return sum;
}

// Rounded to hundredths.
static i64 average_of(const Sum *sum)
{
    return sum->moves ? (sum->loss + sum->moves / 2) / sum->moves : 0;
}

// --- JSON ----------------------------------------------------------------------------------------

static void add_text(json_object *object, const char *key, const char *text)
{
    json_object_object_add(object, key, json_object_new_string(text));
}

static void add_number(json_object *object, const char *key, int number)
{
    json_object_object_add(object, key, json_object_new_int(number));
}

// With two decimals, as in the record.
static void add_points(json_object *object, const char *key, i64 hundredths)
{
    char text[32];
    i64 size = hundredths < 0 ? -hundredths : hundredths;
    snprintf(text, sizeof text, "%s%lld.%02d", hundredths < 0 ? "-" : "", (long long)(size / 100),
             (int)(size % 100));
    json_object_object_add(object, key, json_object_new_double_s((double)hundredths / 100, text));
}

static void add_line(json_object *object, const char *key, Text line)
{
    json_object *array = json_object_new_array();
    Text word;
    while (text_word(&line, &word))
        json_object_array_add(array, json_object_new_string_len(word.at, (int)word.length));
    json_object_object_add(object, key, array);
}

static json_object *json_move(const Analysed *game, int ply)
{
    const RecordNote *note = &game->note[ply];
    json_object *object = json_object_new_object();
    add_number(object, "ply", ply + 1);
    add_number(object, "player", game->move[ply].player + 1);
    add_text(object, "move", game->move[ply].text);
    if (note->limit_kind == LIMIT_NONE) return object;
    if (note->eval_kind == EVAL_MATE)
        add_number(object, "mate", note->eval);
    else
        add_points(object, "eval", note->eval);
    if (note->best.length) add_line(object, "best", note->best);
    add_points(object, "loss", loss_of(note));
    int mark = game->review[ply].mark;
    if (mark != MARK_NONE) add_text(object, "judgement", mark_name(mark));
    add_number(object, note_limit_name(note->limit_kind), (int)note->limit);
    return object;
}

void report_name(const Analysed *game, int player, Out *out)
{
    char name[256];
    Out raw = out_to(name, sizeof name);
    record_unescape(record_player(&game->record, player), &raw);
    terminal_clean((Text){ name, raw.length }, out);
}

static json_object *json_player(const Analysed *game, int player)
{
    char printable[256];
    Out clean = out_to(printable, sizeof printable);
    report_name(game, player, &clean);
    Sum sum = sum_of(game, player);
    json_object *object = json_object_new_object();
    add_number(object, "player", player + 1);
    add_text(object, "name", printable);
    add_number(object, "moves", sum.moves);
    add_points(object, "average_loss", average_of(&sum));
    add_number(object, "inaccuracies", sum.count[MARK_INACCURACY]);
    add_number(object, "mistakes", sum.count[MARK_MISTAKE]);
    add_number(object, "blunders", sum.count[MARK_BLUNDER]);
    return object;
}

ReviewTotal report_total(const Analysed *game)
{
    ReviewTotal total = { 0 };
    int count = analysed_reviewed(game);
    ReviewDigest *digests = calloc((size_t)count + 1, sizeof *digests);
    if (!digests) return total;
    for (int ply = 0; ply < count; ply++)
        digests[ply] = review_digest(&game->review[ply]);
    review_total(digests, count, &total);
    free(digests);
    return total;
}

// The same JSON as in the page.
static json_object *json_review(const Analysed *game)
{
    char text[REVIEW_JSON_MAX];
    json_object *object = json_object_new_object(), *plies = json_object_new_array();
    json_object_object_add(object, "plies", plies);
    for (AnalysedWalk walk = analysed_walk(game); analysed_next(&walk);) {
        Out out = out_to(text, sizeof text);
        review_ply_json(&walk.position, &game->review[walk.ply], walk.ply + 1, &out);
        json_object_array_add(plies, json_tokener_parse(text));
    }
    ReviewTotal total = report_total(game);
    Out out = out_to(text, sizeof text);
    review_total_json(game->start.head.variant, &total, analysed_reviewed(game), &out);
    json_object_object_add(object, "total", json_tokener_parse(text));
    return object;
}

json_object *report_json(const Analysed *game)
{
    const Variant *variant = game->start.head.variant;
    char text[POSITION_TEXT_MAX];
    Out result = out_to(text, sizeof text);
    outcome_write(&game->outcome, variant, &result);
    json_object *object = json_object_new_object();
    add_number(object, "index", game->index);
    add_text(object, "variant", variant->id);
    add_text(object, "result", text);
    Out position = out_to(text, sizeof text);
    variant->game->write(&game->start, &position);
    add_text(object, "position", text);
    add_text(object, "view", variant_each_alone(variant) ? "mover" : "player 1");
    json_object *players = json_object_new_array(), *moves = json_object_new_array();
    json_object_object_add(object, "players", players);
    for (int player = 0; player < variant->players; player++)
        json_object_array_add(players, json_player(game, player));
    json_object_object_add(object, "moves", moves);
    for (int ply = 0; ply < game->plies; ply++)
        json_object_array_add(moves, json_move(game, ply));
    json_object_object_add(object, "review", json_review(game));
    return object;
}

// --- lines ---------------------------------------------------------------------------------------

void report_players(const Analysed *game)
{
    for (int player = 0; player < game->start.head.variant->players; player++) {
        Sum sum = sum_of(game, player);
        i64 average = average_of(&sum);
        fprintf(stderr,
                "game %d player %d: moves %d, average loss %lld.%02d, inaccuracies %d, "
                "mistakes %d, blunders %d\n",
                game->index, player + 1, sum.moves, (long long)(average / 100),
                (int)(average % 100), sum.count[MARK_INACCURACY], sum.count[MARK_MISTAKE],
                sum.count[MARK_BLUNDER]);
    }
}
