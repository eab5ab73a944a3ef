// SPDX-License-Identifier: MIT
// Records with all variations for the analysis board: read into nodes, and written from events.
#include "base/json.h"
#include "record/tree.h"
#include "variants/variants.h"
#include "wasm/page_match.h"
#include "wasm/page_memory.h"

enum { TREE_ANSWER_MAX = 4096, BYTES_PER_LETTER = 40 };

// --- reading -------------------------------------------------------------------------------------

static Status find_record(Text text, u32 index, Record *record, Position *start, Fault *why)
{
    RecordReader reader = record_reader(text);
    for (u32 i = 0;; i++) {
        RecordStatus status = record_next(&reader, record, why);
        if (status == RECORD_MALFORMED) return MALFORMED;
        if (status == RECORD_END) return fault(why, MALFORMED, "there is no such game in it");
        if (i == index) return record_setup(record, start, why);
    }
}

// Events as [kind, text] pairs: "m" a move, "o" a departure, "c", "g", "(" and ")".
static void write_event(const TreeEvent *event, Out *out)
{
    static const char *const KIND[] = { "m", "o", "c", "g", "(", ")" };
    js_array(out, NULL);
    js_string(out, NULL, KIND[event->kind]);
    bool told = event->kind != TREE_OPEN && event->kind != TREE_CLOSE;
    if (told) js_text(out, NULL, event->kind == TREE_MARK ? page_glyph(event->text) : event->text);
    js_close(out, ']');
}

u32 page_tree_read(u32 length, u32 index)
{
    Text text = argument(length);
    Fault why;
    Record record;
    Position start;
    TreeReader *reader = block_take(sizeof *reader);
    Status status = reader ? find_record(text, index, &record, &start, &why)
                           : fault(&why, FULL, "out of memory");
    if (status != OK) {
        block_give(reader, sizeof *reader);
        return page_refuse(NULL, text, status, &why);
    }
    Out out = answer_begin(TREE_ANSWER_MAX + BYTES_PER_LETTER * text.length);
    *reader = tree_reader(&record, &start);
    TreeEvent event;
    js_array(&out, NULL);
    while (tree_next(reader, &event))
        write_event(&event, &out);
    js_close(&out, ']');
    block_give(reader, sizeof *reader);
    return answer_end(&out);
}

// --- writing -------------------------------------------------------------------------------------

// The end of the main line: from the board, or from the given result.
static Outcome outcome_of(const Position *position, Text result, Text reason)
{
    const Variant *variant = position->head.variant;
    Outcome outcome = { .over = true, .winners = variant->game->winners(position) };
    if (outcome.winners) return outcome;
    Outcome told = { 0 };
    bool read = outcome_read(variant, result, &told, NULL) == OK && told.over &&
                reason_read(reason, &told.reason, NULL) == OK;
    bool off_board = told.reason != REASON_NORMAL && told.reason != REASON_REPETITION;
    return read && off_board ? told : (Outcome){ 0 };
}

static Status read_event(Text line, const Position *position, TreeEvent *event, Fault *why)
{
    Text rest = line.length > 2 ? text_from(line, 2) : (Text){ line.at, 0 };
    *event = (TreeEvent){ .text = rest };
    switch (line.length ? line.at[0] : '\0') {
    case 'm': return tree_read_step(position, rest, event, why);
    case 'c': event->kind = TREE_COMMENT; return OK;
    case 'g': event->kind = TREE_MARK; return OK;
    case '(': event->kind = TREE_OPEN; return OK;
    case ')': event->kind = TREE_CLOSE; return OK;
    default: return fault(why, MALFORMED, "%q is no event", line);
    }
}

static Status write_events(Text events, TreeWriter *writer, Fault *why)
{
    Status status = OK;
    while (status == OK && events.at && events.length) {
        TreeEvent event;
        status = read_event(argument_line(&events), tree_position(writer), &event, why);
        if (status == OK) status = tree_write(writer, &event, why);
    }
    if (status == OK && writer->depth) status = fault(why, MALFORMED, "a variation is not closed");
    return status;
}

// Finds the end of the main line, which the tags need, by playing it.
static Status find_end(Text events, Position *position, Fault *why)
{
    int depth = 0;
    Status status = OK;
    while (status == OK && events.at && events.length) {
        Text line = argument_line(&events);
        char kind = line.length ? line.at[0] : '\0';
        depth += (kind == '(') - (kind == ')');
        if (kind != 'm' || depth) continue;
        TreeEvent event;
        status = read_event(line, position, &event, why);
        const Game *game = position->head.variant->game;
        if (status == OK && event.kind == TREE_MOVE) game->play(position, event.move);
        if (status == OK && event.kind == TREE_LEAVE) game->leave(position, event.player);
    }
    return status;
}

static Status write_tree(Text text, Out *out, TreeWriter *writer, Fault *why)
{
    const Variant *variant = variant_find(argument_line(&text));
    Position start, end;
    if (!variant) return fault(why, MALFORMED, "there is no such variant");
    Status status = variant->game->read(variant, argument_line(&text), &start, why);
    if (status != OK) return status;
    Text result = argument_line(&text), reason = argument_line(&text), line;
    record_write_setup(out, &start, NULL);
    while ((line = argument_line(&text)).length)
        page_add_tag(line, out);
    end = start;
    status = find_end(text, &end, why);
    if (status != OK) return status;
    Outcome outcome = outcome_of(&end, result, reason);
    record_write_outcome(out, &outcome, variant);
    *writer = tree_writer(out, &start);
    status = write_events(text, writer, why);
    if (status == OK) record_write_result(&writer->writer, &outcome);
    return status;
}

u32 page_tree_write(u32 length)
{
    Text text = argument(length);
    Fault why;
    TreeWriter *writer = block_take(sizeof *writer);
    Out out = answer_begin(TREE_ANSWER_MAX + BYTES_PER_LETTER * text.length);
    Status status =
        writer ? write_tree(text, &out, writer, &why) : fault(&why, FULL, "out of memory");
    block_give(writer, sizeof *writer);
    if (status != OK) return page_refuse(NULL, text, status, &why);
    return answer_end(&out);
}
