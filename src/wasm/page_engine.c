// SPDX-License-Identifier: MIT
#include "wasm/page_engine.h"

#include "analysis/review_json.h"
#include "base/json.h"
#include "engine/bench.h"
#include "engine/engine.h"
#include "engine/worker.h"
#include "opponent/opponent.h"
#include "variants/variants.h"
#include "wasm/page_memory.h"
#include "wasm/page_shared.h"
#include "wasm/view.h"

enum {
    PAGE = 65536,
    STACK = 1 << 20,
    OVERHEAD_MS = 20, // upper bound of the delay between script and search
    ANSWER_MAX = LINES_MAX * PLIES_MAX * 12 + 4096,
};

static Engine *engine;
static int threads_max;
static OpponentGame game_asked;
static Move moves_asked[HISTORY_MAX];
static Opponent opponent;
static Position searched;
static int draw_seat;    // player who is offered a draw; NOBODY if a move is requested
static int wanted_lines; // levels search more lines
static bool quiet;       // an analysis is searching

// --- reports -------------------------------------------------------------------------------------

static void write_line(const Line *line, Out *out)
{
    Position position = searched;
    const Game *game = searched.head.variant->game;
    bool mate = line->score >= SCORE_MATED_MAX || line->score <= -SCORE_MATED_MAX;
    int moves = mate ? engine_mate_moves(&searched, line->score) : 0;
    js_number(out, "score", line->score);
    js_key(out, "mate");
    if (mate)
        js_number(out, NULL, line->score < 0 ? -moves : moves);
    else
        js_null(out, NULL);
    int share[PLAYERS_MAX];
    chance_shares(&searched, searched.head.turn, chance_of_score(&searched, line->score), share);
    js_shares(out, "chances", searched.head.variant, share);
    js_number(out, "depth", line->depth);
    js_array(out, "moves");
    for (int i = 0; i < line->length; i++) {
        char text[MOVE_TEXT_MAX];
        Out name = out_to(text, sizeof text);
        game->write_move(&position, line->move[i], &name);
        game->play(&position, line->move[i]);
        js_string(out, NULL, text);
    }
    js_close(out, ']');
}

static void on_report(void *context, const Report *report)
{
    (void)context;
    if (quiet || report->rank > wanted_lines) return;
    Out out = answer_begin(ANSWER_MAX);
    js_object(&out, NULL);
    js_number(&out, "rank", report->rank);
    write_line(report->line, &out);
    js_number(&out, "nodes", (i64)report->nodes);
    js_number(&out, "time", report->time_ms);
    js_close(&out, '}');
    host_report(answer_end(&out));
}

static i64 on_now(void *context)
{
    (void)context;
    return (i64)host_now();
}

// --- set-up --------------------------------------------------------------------------------------

bool page_engine_init(u32 hash_mb, u32 threads)
{
    size_t size = engine_size((int)hash_mb, (int)threads);
    size_t first = __builtin_wasm_memory_grow(0, (size + PAGE - 1) / PAGE);
    if (first == (size_t)-1) return false;
    threads_max = (int)threads;
    engine = engine_init((void *)(first * PAGE), size, threads_max,
                         (Host){ .now = on_now, .report = on_report });
    return engine;
}

char *page_engine_stack(void)
{
    char *stack = block_take(STACK);
    return stack ? stack + STACK : NULL;
}

Engine *page_engine(void)
{
    return engine;
}

void page_engine_quiet(bool wanted)
{
    quiet = wanted;
}

void *page_engine_stop_flag(void)
{
    return &engine->stop;
}

// --- searches ------------------------------------------------------------------------------------

typedef struct Wish {
    SearchLimits limits;
    OpponentTime time;
    int draw_seat;
    u32 plies; // number played in the game; 0: only the given moves
} Wish;

static Status read_wish(Text text, Wish *wish, Fault *why)
{
    Text word, value;
    i64 number;
    *wish = (Wish){ .time.overhead_ms = OVERHEAD_MS, .draw_seat = NOBODY };
    while (text_word(&text, &word)) {
        if (!text_word(&text, &value) || !text_number(value, (i64)1 << 53, &number))
            return fault(why, MALFORMED, "limit %q needs a number", word);
        SearchLimits *limits = &wish->limits;
        i64 small = number < PLIES_MAX - 1 ? number : PLIES_MAX - 1;
        OpponentTime *time = &wish->time;
        time->clock |= text_is(word, "time");
        if (text_is(word, "level"))
            limits->level = (int)(number < LEVELS ? number : LEVELS);
        else if (text_is(word, "depth"))
            limits->depth = (int)small;
        else if (text_is(word, "nodes"))
            limits->nodes = (u64)number;
        else if (text_is(word, "movetime"))
            time->move_ms = number;
        else if (text_is(word, "lines"))
            limits->lines = (int)(number < LINES_MAX ? number : LINES_MAX);
        else if (text_is(word, "seed"))
            limits->seed = (u64)number;
        else if (text_is(word, "time"))
            time->left.main_ms = number;
        else if (text_is(word, "inc"))
            time->left.inc_ms = number;
        else if (text_is(word, "period"))
            time->left.period_ms = number;
        else if (text_is(word, "draw"))
            wish->draw_seat = (int)(number < PLAYERS_MAX ? number : NOBODY);
        else if (text_is(word, "plies"))
            wish->plies = (u32)(number < UINT32_MAX ? number : UINT32_MAX);
        else
            return fault(why, MALFORMED, "there is no limit %q", word);
    }
    return OK;
}

// The engine keeps only the last moves to detect repetition. Earlier ones are played before.
static Status read_game(Text *rest, u32 plies, OpponentGame *told, Fault *why)
{
    Move *moves = moves_asked;
    Text id = argument_line(rest);
    const Variant *variant = variant_find(id);
    if (!variant) return fault(why, MALFORMED, "there is no variant %q", id);
    const Game *game = variant->game;
    *told = (OpponentGame){ .moves = moves };
    Status status = game->read(variant, argument_line(rest), &told->start, why);
    if (status != OK) return status;
    told->position = told->start;
    Text list = argument_line(rest), word;
    while (text_word(&list, &word)) {
        if (told->count == HISTORY_MAX) {
            for (int i = 0; i < HISTORY_MAX / 2; i++)
                game->play(&told->start, moves[i]);
            told->count -= HISTORY_MAX / 2;
            for (int i = 0; i < told->count; i++)
                moves[i] = moves[i + HISTORY_MAX / 2];
        }
        status = move_read(&told->position, word, &moves[told->count], why);
        if (status != OK) return status;
        game->play(&told->position, moves[told->count++]);
        told->plies++;
    }
    if (plies > told->plies) told->plies = plies;
    return OK;
}

// Sets the engine's position and returns the limits.
static SearchLimits begin(const Wish *wish)
{
    SearchLimits limits = wish->limits;
    draw_seat = wish->draw_seat;
    opponent = opponent_of(limits.level, limits.seed);
    if (draw_seat != NOBODY) {
        opponent_begin_draw(engine, &game_asked, draw_seat);
        return opponent_draw_limits(&opponent, &game_asked);
    }
    opponent_begin(engine, &game_asked);
    if (limits.level)
        opponent_limits(&opponent, &wish->time, &limits);
    else // not a move in a game
        opponent_time_limits(&wish->time, &limits);
    return limits;
}

u32 page_engine_go(u32 length)
{
    Text rest = argument(length);
    Fault why;
    Wish wish;
    Status status = read_wish(argument_line(&rest), &wish, &why);
    if (status == OK) status = read_game(&rest, wish.plies, &game_asked, &why);
    Out out = answer_begin(ANSWER_MAX);
    if (status != OK) {
        view_write_refusal(NULL, rest, status, &why, &out);
        return answer_end(&out);
    }
    const SearchLimits *wished = &wish.limits;
    bool same = wished->depth || wished->nodes || wish.draw_seat != NOBODY ||
                (wished->level && wished->level < LEVELS);
    if (same) engine_new_game(engine);
    SearchLimits limits = begin(&wish);
    wanted_lines = limits.lines ? limits.lines : 1;
    searched = engine->position;
    engine_go(engine, &limits);
    js_object(&out, NULL);
    js_number(&out, "threads", same ? 1 : threads_max);
    js_close(&out, '}');
    return answer_end(&out);
}

void page_engine_think(u32 thread)
{
    engine_think(engine, (int)thread);
}

u32 page_engine_answer(void)
{
    const Line *lines;
    int count = engine_lines(engine, &lines);
    Move best = engine_best(engine);
    char text[MOVE_TEXT_MAX] = "";
    Out name = out_to(text, sizeof text);
    if (best != MOVE_NONE) searched.head.variant->game->write_move(&searched, best, &name);
    Out out = answer_begin(ANSWER_MAX);
    js_object(&out, NULL);
    js_string(&out, "move", text);
    js_key(&out, "draw");
    if (draw_seat == NOBODY)
        js_null(&out, NULL);
    else
        js_bool(&out, NULL, opponent_takes_draw(&opponent, engine, &game_asked, draw_seat));
    js_number(&out, "nodes", (i64)engine_nodes(engine));
    js_array(&out, "lines");
    for (int i = 0; i < count && i < wanted_lines; i++) {
        js_object(&out, NULL);
        write_line(&lines[i], &out);
        js_close(&out, '}');
    }
    js_close(&out, ']');
    js_close(&out, '}');
    return answer_end(&out);
}

double page_engine_bench(u32 depth)
{
    return (double)bench_signature(engine, (int)depth);
}
