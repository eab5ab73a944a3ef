// SPDX-License-Identifier: MIT
// The page's position editor.
#include "base/json.h"
#include "game/sketch.h"
#include "variants/variants.h"
#include "wasm/page.h"
#include "wasm/view.h"

enum { REFUSAL_MAX = 1024, FLAWS_VIEW_MAX = FLAWS_MAX * 256 };

static void write_flaw(const Flaw *flaw, Out *out)
{
    js_object(out, NULL);
    js_string(out, "id", flaw_name(flaw->kind));
    js_string(out, "text", flaw_text(flaw->kind));
    js_number(out, "seat", flaw->player);
    js_number(out, "count", flaw->count);
    js_number(out, "rest", flaw->rest);
    js_number(out, "most", flaw->most);
    js_string(out, "at", flaw->at);
    js_close(out, '}');
}

static u32 answer_sketch(const Position *sketch)
{
    const Variant *variant = sketch->head.variant;
    char text[POSITION_TEXT_MAX];
    Out written = out_to(text, sizeof text);
    variant->game->write(sketch, &written);
    Flaws flaws = { 0 };
    variant->game->sketching->flaws(sketch, &flaws);
    Out out = answer_begin(VIEW_MAX + FLAWS_VIEW_MAX);
    js_object(&out, NULL);
    js_key(&out, "look");
    Position position;
    if (!flaws.count && variant->game->read(variant, text_of(text), &position, NULL) == OK)
        view_write(&position, &out);
    else
        view_write_sketch(sketch, &out);
    js_array(&out, "flaws");
    for (int i = 0; i < flaws.count; i++)
        write_flaw(&flaws.flaw[i], &out);
    js_close(&out, ']');
    js_close(&out, '}');
    return answer_end(&out);
}

static u32 answer_refusal(Text text, const Fault *why)
{
    Out out = answer_begin(REFUSAL_MAX);
    view_write_refusal(NULL, text, MALFORMED, why, &out);
    return answer_end(&out);
}

u32 page_sketch(u32 length)
{
    Fault why = { 0 };
    Position sketch;
    Text rest = argument(length), text;
    const Variant *variant = variant_find(argument_line(&rest));
    if (!variant) {
        fault(&why, MALFORMED, "there is no such variant");
        return answer_refusal(rest, &why);
    }
    text = argument_line(&rest);
    if (variant->game->sketching->read(variant, text, &sketch, &why) != OK)
        return answer_refusal(text, &why);
    while (rest.at) {
        Text edit = argument_line(&rest);
        if (sketch_edit(&sketch, edit)) continue;
        fault(&why, MALFORMED, "there is no edit %q", edit);
        return answer_refusal(edit, &why);
    }
    return answer_sketch(&sketch);
}
