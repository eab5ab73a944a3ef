// SPDX-License-Identifier: MIT
// Only converts between texts and the core; contains no rules.
#include "wasm/page.h"

#include "base/bits.h"
#include "base/clock.h"
#include "base/errors.h"
#include "base/json.h"
#include "game/handicap.h"
#include "variants/variants.h"
#include "wasm/view.h"

enum {
    AHEAD_VIEW_MAX = 2 * VIEW_MAX, // with MOVES_MAX moves
    VARIANTS_VIEW_MAX = 8192,
    ERRORS_VIEW_MAX = 4096,
    FINDINGS_MAX = 1 << 18,
    REFUSAL_MAX = 1024
};

static u32 conditional_poll(const Position *position)
{
    Out out = answer_begin(VIEW_MAX);
    view_write(position, &out);
    return answer_end(&out);
}

static u32 answer_refusal(const Position *position, Text text, Status status, const Fault *why)
{
    Out out = answer_begin(REFUSAL_MAX);
    view_write_refusal(position, text, status, why, &out);
    return answer_end(&out);
}

static Status find_variant(Text id, const Variant **variant, Fault *why)
{
    *variant = variant_find(id);
    return *variant ? OK : fault(why, MALFORMED, "there is no variant %q", id);
}

// Reads the first two lines of an argument.
static Status read_position(Text *rest, Position *position, Fault *why)
{
    const Variant *variant;
    Status status = find_variant(argument_line(rest), &variant, why);
    if (status == OK) status = variant->game->read(variant, argument_line(rest), position, why);
    return status;
}

u32 page_variants(void)
{
    Out out = answer_begin(VARIANTS_VIEW_MAX);
    js_array(&out, NULL);
    for (int i = 0; i < variant_count(); i++)
        view_write_variant(variant_at(i), &out);
    js_close(&out, ']');
    return answer_end(&out);
}

u32 page_errors(void)
{
    Out out = answer_begin(ERRORS_VIEW_MAX);
    js_object(&out, NULL);
    for (ErrorCode code = ERROR_NONE + 1; code < ERRORS; code++)
        if (error_text(code)) {
            js_string(&out, error_name(code), error_text(code));
        }
    js_close(&out, '}');
    return answer_end(&out);
}

u32 page_start(u32 length)
{
    Fault why;
    Position position;
    const Variant *variant;
    Text rest = argument(length);
    Status status = find_variant(argument_line(&rest), &variant, &why);
    if (status != OK) return answer_refusal(NULL, rest, status, &why);
    Text name = argument_line(&rest);
    const Layout *layout = name.length ? variant_layout(variant, name) : variant->layout;
    if (!layout) {
        status = fault(&why, MALFORMED, "there is no layout %q", name);
        return answer_refusal(NULL, name, status, &why);
    }
    variant->game->read(variant, text_of(layout->position), &position, NULL);
    return conditional_poll(&position);
}

u32 page_read(u32 length)
{
    Fault why;
    Position position;
    Text rest = argument(length);
    Status status = read_position(&rest, &position, &why);
    if (status == OK && rest.at)
        status = fault(&why, MALFORMED, "the position is more than one line");
    return status == OK ? conditional_poll(&position) : answer_refusal(NULL, rest, status, &why);
}

// Reads a position and a legal move in it. On error returns false with a Refusal as the result.
static bool read_move(u32 length, Position *position, Move *move, u32 *answer)
{
    Fault why;
    Text rest = argument(length);
    Status status = read_position(&rest, position, &why);
    bool read = status == OK;
    if (read) status = move_read(position, rest, move, &why);
    if (status != OK) *answer = answer_refusal(read ? position : NULL, rest, status, &why);
    return status == OK;
}

u32 page_play(u32 length)
{
    Position position;
    Move move;
    u32 refusal;
    if (!read_move(length, &position, &move, &refusal)) return refusal;
    position.head.variant->game->play(&position, move);
    return conditional_poll(&position);
}

u32 page_check(u32 length)
{
    Position position;
    Move move;
    u32 refusal;
    if (!read_move(length, &position, &move, &refusal)) return refusal;
    Out out = answer_begin(REFUSAL_MAX);
    js_null(&out, NULL);
    return answer_end(&out);
}

// Checks that the player exists and is still in.
static Status check_player(const Position *position, u32 player, Fault *why)
{
    const Variant *variant = position->head.variant;
    if (player >= variant->players) return fault(why, MALFORMED, "there is no such player");
    if (bits_has(position->head.out, (int)player)) return fault(why, ILLEGAL, "the player is out");
    if (!variant->game->winners(position)) return OK;
    fault(why, ILLEGAL, "%s", refusal_text(REFUSED_GAME_OVER));
    why->code = REFUSED_GAME_OVER;
    return ILLEGAL;
}

u32 page_ahead(u32 length, u32 player)
{
    Fault why;
    Position position;
    Text rest = argument(length);
    Status status = read_position(&rest, &position, &why);
    if (status == OK) status = check_player(&position, player, &why);
    if (status != OK) return answer_refusal(NULL, rest, status, &why);
    Out out = answer_begin(AHEAD_VIEW_MAX);
    view_write_ahead(&position, (int)player, &out);
    return answer_end(&out);
}

static Status check_leave(const Position *position, u32 player, Fault *why)
{
    Status status = check_player(position, player, why);
    if (status == OK && !variant_each_alone(position->head.variant))
        status = fault(why, ILLEGAL, "nobody can leave a game between two sides");
    return status;
}

u32 page_leave(u32 length, u32 player)
{
    Fault why;
    Position position;
    Text rest = argument(length);
    Status status = read_position(&rest, &position, &why);
    if (status == OK) status = check_leave(&position, player, &why);
    if (status != OK) return answer_refusal(NULL, rest, status, &why);
    position.head.variant->game->leave(&position, (int)player);
    return conditional_poll(&position);
}

u32 page_explain(u32 length)
{
    Fault why;
    Position position;
    Text rest = argument(length);
    Status status = read_position(&rest, &position, &why);
    if (status != OK) return answer_refusal(NULL, rest, status, &why);
    Out out = answer_begin(FINDINGS_MAX);
    view_write_findings(&position, &out);
    return answer_end(&out);
}

u32 page_draw(u32 length, bool ascii)
{
    Fault why;
    Position position;
    Text rest = argument(length);
    Status status = read_position(&rest, &position, &why);
    if (status != OK) return answer_refusal(NULL, rest, status, &why);
    char text[DRAWING_TEXT_MAX];
    Out drawing = out_to(text, sizeof text);
    position.head.variant->game->draw(&position, (DrawStyle){ .ascii = ascii, .last = MOVE_NONE },
                                      &drawing);
    Out out = answer_begin(2 * sizeof text);
    js_text(&out, NULL, (Text){ text, drawing.length });
    return answer_end(&out);
}

u32 page_clock_read(u32 length)
{
    Fault why;
    ClockSpec spec;
    Text text = argument(length);
    Status status = clock_read(text, &spec, &why);
    if (status != OK) return answer_refusal(NULL, text, status, &why);
    Out out = answer_begin(REFUSAL_MAX);
    if (clock_spec_none(&spec)) {
        js_null(&out, NULL);
        return answer_end(&out);
    }
    js_object(&out, NULL);
    js_number(&out, "main", spec.main);
    js_number(&out, "increment", spec.increment);
    js_number(&out, "period", spec.period);
    js_number(&out, "periods", spec.periods);
    if (spec.less_of) js_number(&out, "lessOf", spec.less_of);
    if (spec.less_of) js_number(&out, "lessMain", spec.less_main);
    js_close(&out, '}');
    return answer_end(&out);
}

// Converts a number from the script and limits it.
static i64 bounded(double number, i64 most)
{
    if (!(number > 0)) return 0;
    return number < (double)most ? (i64)(number + 0.5) : most;
}

u32 page_clock_write(double main, double increment, double period, double periods, double less_of,
                     double less_main)
{
    ClockSpec spec = {
        .main = (u32)bounded(main, CLOCK_MAIN_MAX),
        .increment = (u32)bounded(increment, CLOCK_STEP_MAX),
        .period = bounded(period, (i64)CLOCK_DAYS_MAX * CLOCK_DAY),
        .periods = (u8)bounded(periods, CLOCK_PERIODS_MAX),
    };
    if (!spec.period) spec.periods = 0;
    u32 less = (u32)bounded(less_main, CLOCK_MAIN_MAX);
    if (less < spec.main && (less || spec.increment || spec.periods)) {
        spec.less_of = (u8)bounded(less_of, 2);
        spec.less_main = spec.less_of ? less : 0;
    }
    char text[CLOCK_TEXT_MAX];
    Out written = out_to(text, sizeof text);
    clock_write(&spec, &written);
    Out out = answer_begin(REFUSAL_MAX);
    js_text(&out, NULL, (Text){ text, written.length });
    return answer_end(&out);
}

u32 page_handicap(u32 length)
{
    Fault why;
    Position start;
    ClockSpec spec;
    Text rest = argument(length);
    Status status = read_position(&rest, &start, &why);
    if (status == OK) status = clock_read(argument_line(&rest), &spec, &why);
    Text asked = argument_line(&rest);
    if (status == OK) status = handicap_give(asked, &start, &spec, &why);
    if (status != OK) return answer_refusal(NULL, asked, status, &why);
    char position[POSITION_TEXT_MAX], clock[CLOCK_TEXT_MAX];
    Out given = out_to(position, sizeof position), time = out_to(clock, sizeof clock);
    start.head.variant->game->write(&start, &given);
    clock_write(&spec, &time);
    Out out = answer_begin(REFUSAL_MAX);
    js_object(&out, NULL);
    js_string(&out, "position", position);
    js_string(&out, "clock", clock);
    js_close(&out, '}');
    return answer_end(&out);
}

double page_perft(u32 length, u32 depth)
{
    Position position;
    Text rest = argument(length);
    if (read_position(&rest, &position, NULL) != OK) return -1;
    return (double)position.head.variant->game->perft(&position, (int)depth);
}
