// SPDX-License-Identifier: MIT
// What a loss means depends on how the game stands: half a marble decides an even game and changes
// nothing in a won one. So moves are judged by how much of a chance to win they give away.
#include "cli/analyse/analyse.h"

#include "base/bits.h"

#include <stdio.h>

typedef enum Judgement { GOOD, INACCURACY, MISTAKE, BLUNDER, JUDGEMENTS } Judgement;

static const char *const JUDGEMENT[JUDGEMENTS] = { "", "inaccuracy", "mistake", "blunder" };
static const int PERMILLE[JUDGEMENTS] = { 0, 100, 200, 300 }; // given away, at least

// The chance to win in permille for scores of 0.00, 0.50 ... 10.00: 1 / (1 + exp(-score / 1.28)),
// as the engine's evaluations are fitted.
enum { STEP = 50, STEPS = 20 };
static const int CHANCE[STEPS + 1] = { 500, 596, 686, 763, 827, 876, 912, 939, 958, 971, 980,
                                       987, 991, 994, 996, 997, 998, 999, 999, 999, 1000 };

static int chance(int score)
{
    if (score < 0) return 1000 - chance(-score);
    if (score >= STEP * STEPS) return CHANCE[STEPS];
    int low = CHANCE[score / STEP], high = CHANCE[score / STEP + 1];
    return low + (high - low) * (score % STEP) / STEP;
}

// The evaluation in hundredths as the player saw it who made the move, within +-10.00.
static int score_for(const Analysed *game, int ply)
{
    const Variant *variant = game->start.head.variant;
    const RecordNote *note = &game->note[ply];
    const int most = STEP * STEPS;
    if (note->eval_kind == EVAL_MATE && note->eval == 0) return most; // who won
    int score = note->eval;
    if (note->eval_kind == EVAL_MATE || score > most || score < -most)
        score = score < 0 ? -most : most;
    bool other = variant->team[game->move[ply].player] != variant->team[0];
    return other && !variant_each_alone(variant) ? -score : score;
}

static int loss_of(const RecordNote *note)
{
    return note->loss > 0 ? note->loss : 0;
}

static Judgement judge(const Analysed *game, int ply)
{
    int after = score_for(game, ply), before = after + loss_of(&game->note[ply]);
    int given = chance(before) - chance(after);
    Judgement judgement = GOOD;
    while (judgement + 1 < JUDGEMENTS && given >= PERMILLE[judgement + 1])
        judgement++;
    return judgement;
}

typedef struct Sum {
    int moves;
    i64 loss;
    int count[JUDGEMENTS];
} Sum;

static Sum sum_of(const Analysed *game, int player)
{
    Sum sum = { 0 };
    for (int ply = 0; ply < game->plies; ply++) {
        const RecordNote *note = &game->note[ply];
        if (note->limit_kind == LIMIT_NONE || game->move[ply].player != player) continue;
        sum.moves++;
        sum.loss += loss_of(note);
        sum.count[judge(game, ply)]++;
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
    Judgement judgement = judge(game, ply);
    if (judgement != GOOD) add_text(object, "judgement", JUDGEMENT[judgement]);
    add_number(object, note_limit_name(note->limit_kind), (int)note->limit);
    return object;
}

static json_object *json_player(const Analysed *game, int player)
{
    char name[256];
    Out out = out_to(name, sizeof name), clean;
    record_unescape(record_player(&game->record, player), &out);
    char printable[256];
    clean = out_to(printable, sizeof printable);
    terminal_clean((Text){ name, out.length }, &clean);

    Sum sum = sum_of(game, player);
    json_object *object = json_object_new_object();
    add_number(object, "player", player + 1);
    add_text(object, "name", printable);
    add_number(object, "moves", sum.moves);
    add_points(object, "average_loss", average_of(&sum));
    add_number(object, "inaccuracies", sum.count[INACCURACY]);
    add_number(object, "mistakes", sum.count[MISTAKE]);
    add_number(object, "blunders", sum.count[BLUNDER]);
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
                (int)(average % 100), sum.count[INACCURACY], sum.count[MISTAKE],
                sum.count[BLUNDER]);
    }
}
