// SPDX-License-Identifier: MIT
#include "wasm/page_analysis.h"

#include "analysis/review_json.h"
#include "base/json.h"
#include "variants/variants.h"
#include "wasm/page_memory.h"
#include "wasm/page_shared.h"
#include "wasm/view.h"

#include <stdatomic.h>

enum { ANSWER_MAX = 8192, DIGESTS_FIRST = 256 };

static _Atomic u8 cancelled;

void *page_analysis_cancel_flag(void)
{
    return &cancelled;
}

// --- arguments -----------------------------------------------------------------------------------

// A game's moves in growing memory.
typedef struct AnalysedGame {
    Position start;
    Move *moves;
    int count, capacity;
} AnalysedGame;

static bool game_add(AnalysedGame *game, Move move)
{
    if (game->count == game->capacity) {
        int capacity = game->capacity ? 2 * game->capacity : DIGESTS_FIRST;
        Move *more = block_take((size_t)capacity * sizeof *more);
        if (!more) return false;
        for (int i = 0; i < game->count; i++)
            more[i] = game->moves[i];
        block_give(game->moves, (size_t)game->capacity * sizeof *more);
        game->moves = more;
        game->capacity = capacity;
    }
    game->moves[game->count++] = move;
    return true;
}

static void game_free(AnalysedGame *game)
{
    block_give(game->moves, (size_t)game->capacity * sizeof *game->moves);
}

static Status read_game(Text *rest, AnalysedGame *game, Fault *why)
{
    Text id = argument_line(rest), word;
    const Variant *variant = variant_find(id);
    *game = (AnalysedGame){ 0 };
    if (!variant) return fault(why, MALFORMED, "there is no variant %q", id);
    Status status = variant->game->read(variant, argument_line(rest), &game->start, why);
    Position position = game->start;
    Text list = argument_line(rest);
    while (status == OK && text_word(&list, &word)) {
        Move move;
        status = move_read(&position, word, &move, why);
        if (status != OK) break;
        variant->game->play(&position, move);
        if (!game_add(game, move)) status = fault(why, FULL, "out of memory");
    }
    return status;
}

static Status read_limits(Text text, SearchLimits *limits, Fault *why)
{
    Text word, value;
    i64 number;
    *limits = (SearchLimits){ 0 };
    if (!text_word(&text, &word) || !text_word(&text, &value) ||
        !text_number(value, (i64)1 << 53, &number) || number == 0 || text_trim(text).length)
        return fault(why, MALFORMED, "an analysis needs one limit and its number");
    if (text_is(word, "nodes"))
        limits->nodes = (u64)number;
    else if (text_is(word, "depth"))
        limits->depth = (int)(number < PLIES_MAX - 1 ? number : PLIES_MAX - 1);
    else if (text_is(word, "movetime"))
        limits->hard_ms = number;
    else
        return fault(why, MALFORMED, "there is no limit %q", word);
    return OK;
}

// --- analyses ------------------------------------------------------------------------------------

static bool search(void *context, Engine *engine, const SearchLimits *limits)
{
    (void)context;
    if (atomic_load(&cancelled)) return false;
    engine_go(engine, limits);
    engine_think(engine, 0);
    return !atomic_load(&cancelled);
}

// A request about a game: writes the result, returns false if interrupted.
typedef bool Question(Analysis *analysis, const AnalysedGame *game, Out *out);

static u32 ask(u32 length, Question *question, bool needs_move)
{
    Text rest = argument(length);
    Fault why;
    AnalysedGame game = { 0 };
    Analysis analysis = { .engine = page_engine(), .search = search };
    Status status = read_limits(argument_line(&rest), &analysis.limits, &why);
    if (status == OK) status = read_game(&rest, &game, &why);
    if (status == OK && needs_move && !game.count)
        status = fault(&why, MALFORMED, "there is no move to review");
    size_t memory = PROOF_MEMOS * sizeof *analysis.memo;
    analysis.memo = status == OK ? block_take(memory) : NULL;
    if (status == OK && !analysis.memo) status = fault(&why, FULL, "out of memory");
    analysis.shared = analysis.limits.hard_ms > 0;
    page_engine_quiet(true);
    Out out = answer_begin(ANSWER_MAX);
    if (status != OK) {
        view_write_refusal(NULL, rest, status, &why, &out);
    } else if (!question(&analysis, &game, &out)) {
        out = answer_begin(ANSWER_MAX);
        js_object(&out, NULL);
        js_bool(&out, "cancelled", true);
        js_close(&out, '}');
    }
    page_engine_quiet(false);
    block_give(analysis.memo, memory);
    game_free(&game);
    return answer_end(&out);
}

static bool ask_review(Analysis *analysis, const AnalysedGame *game, Out *out)
{
    ReviewPly ply;
    if (!review_ply(analysis, &game->start, game->moves, game->count, &ply)) return false;
    AnalysisPosition before = analysis_position(&game->start, game->moves, game->count - 1);
    review_ply_json(&before.position, &ply, game->count, out);
    return true;
}

static bool ask_threat(Analysis *analysis, const AnalysedGame *game, Out *out)
{
    AnalysisPosition place = analysis_position(&game->start, game->moves, game->count);
    Threat threat;
    if (!threat_find(analysis, &place, &threat)) return false;
    threat_json(&place.position, &threat, out);
    return true;
}

static bool ask_hint(Analysis *analysis, const AnalysedGame *game, Out *out)
{
    AnalysisPosition place = analysis_position(&game->start, game->moves, game->count);
    Hint hint;
    if (!hint_find(analysis, &place, &hint)) return false;
    hint_json(&place.position, &hint, out);
    return true;
}

u32 page_review_ply(u32 length)
{
    return ask(length, ask_review, true);
}

u32 page_threat(u32 length)
{
    return ask(length, ask_threat, false);
}

u32 page_hint(u32 length)
{
    return ask(length, ask_hint, false);
}

// --- totals and chances --------------------------------------------------------------------------

u32 page_review_total(u32 length)
{
    Text rest = argument(length);
    const Variant *variant = variant_find(argument_line(&rest));
    int lines = 0, count = 0;
    for (size_t i = 0; i < rest.length; i++)
        lines += rest.at[i] == '\n';
    size_t memory = (size_t)(lines + 1) * sizeof(ReviewDigest);
    ReviewDigest *digests = variant ? block_take(memory) : NULL;
    Fault why;
    Status status = !variant  ? fault(&why, MALFORMED, "there is no such variant")
                    : digests ? OK
                              : fault(&why, FULL, "out of memory");
    while (status == OK && rest.length) {
        Text line = argument_line(&rest);
        if (!text_trim(line).length) continue;
        if (review_digest_read(variant, line, &digests[count]))
            count++;
        else
            status = fault(&why, MALFORMED, "no ply of a review: %q", line);
    }
    Out out = answer_begin(ANSWER_MAX);
    if (status == OK) {
        ReviewTotal total;
        review_total(digests, count, &total);
        review_total_json(variant, &total, count, &out);
    } else {
        view_write_refusal(NULL, rest, status, &why, &out);
    }
    block_give(digests, memory);
    return answer_end(&out);
}

u32 page_chances(u32 length)
{
    Text rest = argument(length);
    const Variant *variant = variant_find(argument_line(&rest));
    Position position;
    Fault why;
    Status status = variant ? variant->game->read(variant, argument_line(&rest), &position, &why)
                            : fault(&why, MALFORMED, "there is no such variant");
    Text word = text_trim(argument_line(&rest));
    bool minus = word.length && *word.at == '-';
    i64 score = 0;
    if (status == OK && !text_number(text_from(word, minus), SCORE_MATE, &score))
        status = fault(&why, MALFORMED, "no score: %q", word);
    Out out = answer_begin(ANSWER_MAX);
    if (status != OK) {
        view_write_refusal(NULL, rest, status, &why, &out);
        return answer_end(&out);
    }
    int share[PLAYERS_MAX], chance = chance_of_score(&position, (Score)(minus ? -score : score));
    chance_shares(&position, position.head.turn, chance, share);
    js_object(&out, NULL);
    js_shares(&out, "chances", variant, share);
    js_close(&out, '}');
    return answer_end(&out);
}
