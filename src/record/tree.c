// SPDX-License-Identifier: MIT
#include "record/tree.h"

#include "base/bits.h"

enum { NUMBER_TEXT_MAX = 16 };

// --- steps ---------------------------------------------------------------------------------------

static bool read_leave(const Position *position, Text text, TreeEvent *event)
{
    static const Reason REASON[] = { REASON_ABANDONED, REASON_RESIGNATION, REASON_TIME };
    const Variant *variant = position->head.variant;
    i64 player;
    if (!text_is(text_cut(text, 0, 3), "out")) return false;
    if (!text_number(text_cut(text, 3, 4), variant->players, &player) || !player) return false;
    event->kind = TREE_LEAVE;
    event->player = (int)player - 1;
    event->reason = REASON_ABANDONED;
    bool known = text.length == 4;
    for (size_t i = 0; i < sizeof REASON / sizeof *REASON && !known; i++) {
        event->reason = REASON[i];
        known = text.at[4] == ':' && text_is(text_from(text, 5), reason_name(REASON[i]));
    }
    return known;
}

static bool can_leave(const Position *position, int player)
{
    const Variant *variant = position->head.variant;
    return variant_each_alone(variant) && !bits_has(position->head.out, player) &&
           !variant->game->winners(position);
}

static void spell(const Position *position, TreeEvent *event)
{
    Out out = out_to(event->spelled, sizeof event->spelled);
    if (event->kind == TREE_MOVE)
        position->head.variant->game->write_move(position, event->move, &out);
    else
        out_format(&out, "out%d:%s", event->player + 1, reason_name(event->reason));
    event->text = (Text){ event->spelled, out.length };
}

static Status check_leave(const Position *position, TreeEvent *event, Fault *why)
{
    if (!can_leave(position, event->player))
        return fault(why, ILLEGAL, "the player cannot leave here");
    spell(position, event);
    return OK;
}

Status tree_read_step(const Position *position, Text text, TreeEvent *event, Fault *why)
{
    if (read_leave(position, text, event)) return check_leave(position, event, why);
    event->kind = TREE_MOVE;
    Status status = move_read(position, text, &event->move, why);
    if (status == OK) spell(position, event);
    return status;
}

static void take_step(TreeLevel *level, const TreeEvent *event)
{
    const Game *game = level->position.head.variant->game;
    level->before = level->position;
    level->stepped = true;
    if (event->kind == TREE_MOVE)
        game->play(&level->position, event->move);
    else
        game->leave(&level->position, event->player);
}

// --- reading -------------------------------------------------------------------------------------

TreeReader tree_reader(const Record *record, const Position *start)
{
    TreeReader reader = { .record = record };
    Tokens tags = record->tags;
    Text name, value;
    size_t begin = tags.at;
    while (record_next_tag(&tags, &name, &value))
        begin = tags.at;
    reader.level[0].tokens = tokens_of(text_from(record->moves.text, begin));
    reader.level[0].position = *start;
    return reader;
}

static Text inside(Text bracketed)
{
    return text_cut(bracketed, 1, bracketed.length - 1);
}

// Converts a remark at the cursor to an event; returns false if it is empty.
static bool take_remark(TreeReader *reader, Text remark, TreeEvent *event)
{
    TreeLevel *level = &reader->level[reader->depth];
    char first = remark.at[0];
    event->text = remark;
    event->kind = first == '$' || first == '!' || first == '?' ? TREE_MARK : TREE_COMMENT;
    if (first == '{') event->text = inside(remark);
    if (first == ';') event->text = text_from(remark, 1);
    if (first != '(') return true;
    // Before the first move a variation has nothing to replace.
    if (!level->stepped || reader->depth == TREE_DEPTH_MAX) return true;
    event->kind = TREE_OPEN;
    TreeLevel *inner = &reader->level[++reader->depth];
    *inner = (TreeLevel){ .tokens = tokens_of(inside(remark)), .position = level->before };
    return true;
}

static Status read_word(const TreeReader *reader, Text word, TreeEvent *event)
{
    const Position *position = &reader->level[reader->depth].position;
    if (read_leave(position, word, event)) return check_leave(position, event, NULL);
    event->kind = TREE_MOVE;
    Status status = record_read_move(reader->record, position, word, &event->move, NULL);
    if (status == OK) spell(position, event);
    return status;
}

bool tree_next(TreeReader *reader, TreeEvent *event)
{
    for (;;) {
        TreeLevel *level = &reader->level[reader->depth];
        Text remark;
        Token token;
        *event = (TreeEvent){ .kind = TREE_CLOSE };
        if (tokens_next_remark(&level->tokens, &remark)) return take_remark(reader, remark, event);
        Status status = tokens_next(&level->tokens, &token, NULL);
        bool ends = status != OK || token.kind == TOKEN_END;
        if (ends && !reader->depth) return false;
        if (ends) {
            reader->depth--;
            return true;
        }
        if (token.kind != TOKEN_WORD) continue; // skip numbers and a result
        size_t start = (size_t)(token.text.at - level->tokens.text.at);
        if (read_word(reader, token.text, event) == OK) {
            take_step(level, event);
            level->tokens.at = start + token.text.length; // before its marks: `e2!?`
            return true;
        }
        event->kind = TREE_COMMENT;
        event->text = text_from(level->tokens.text, start);
        level->tokens.at = level->tokens.text.length;
        return true;
    }
}

// --- writing -------------------------------------------------------------------------------------

TreeWriter tree_writer(Out *out, const Position *start)
{
    TreeWriter writer = { .writer = record_writer(out, start->head.variant), .number = true };
    writer.level[0].position = *start;
    writer.level[0].place = PLAYERS_MAX;
    return writer;
}

const Position *tree_position(const TreeWriter *writer)
{
    return &writer->level[writer->depth].position;
}

static int place_of(const Position *position)
{
    int place = 0;
    for (int other = 0; other != position->head.turn; place++)
        other = position->head.variant->next[other];
    return place;
}

static void write_move(TreeWriter *writer, const TreeEvent *event)
{
    TreeLevel *level = &writer->level[writer->depth];
    char text[NUMBER_TEXT_MAX + sizeof event->spelled];
    Out word = out_to(text, sizeof text);
    int place = place_of(&level->position);
    level->round_before = level->round;
    level->place_before = level->place;
    bool next = place <= level->place; // also at the very start
    level->round += next;
    level->place = place;
    if (next || writer->number) out_format(&word, place ? "%d... " : "%d. ", level->round);
    writer->number = false;
    out_text(&word, event->text);
    record_write_remark(&writer->writer, (Text){ text, word.length });
}

// A comment must contain neither its own bracket nor text that looks like one of our commands.
static void write_comment(TreeWriter *writer, Text text)
{
    Out *out = writer->writer.out;
    RecordNote note = note_empty();
    bool wrong = note_read(text, &note).length;
    record_write_remark(&writer->writer, text_of("{"));
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        if (c == '}' || (wrong && c == ']')) c = ')';
        if (wrong && c == '[') c = '(';
        out_char(out, c == '\n' || c == '\r' ? ' ' : c);
    }
    out_char(out, '}');
    writer->writer.column += (int)text.length + 1;
}

static Status open_variation(TreeWriter *writer, Fault *why)
{
    const TreeLevel *level = &writer->level[writer->depth];
    if (!level->stepped) return fault(why, MALFORMED, "a variation replaces no move");
    if (writer->depth == TREE_DEPTH_MAX) return fault(why, MALFORMED, "a variation lies too deep");
    TreeLevel inner = { .position = level->before,
                        .round = level->round_before,
                        .place = level->place_before };
    writer->level[++writer->depth] = inner;
    writer->number = true;
    record_write_remark(&writer->writer, text_of("("));
    return OK;
}

static bool is_mark(Text text)
{
    if (!text.length || text.length > 4) return false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        bool number = text.at[0] == '$' && (i == 0 || text_digit(c));
        if (!number && (text.at[0] == '$' || (c != '!' && c != '?'))) return false;
    }
    return true;
}

Status tree_write(TreeWriter *writer, const TreeEvent *event, Fault *why)
{
    TreeLevel *level = &writer->level[writer->depth];
    switch (event->kind) {
    case TREE_MOVE:
        write_move(writer, event);
        take_step(level, event);
        return OK;
    case TREE_LEAVE:
        record_write_leave(&writer->writer, event->player, event->reason);
        take_step(level, event);
        return OK;
    case TREE_COMMENT: write_comment(writer, event->text); return OK;
    case TREE_MARK:
        if (!is_mark(event->text)) return fault(why, MALFORMED, "%q is no mark", event->text);
        record_write_remark(&writer->writer, event->text);
        return OK;
    case TREE_OPEN: return open_variation(writer, why);
    case TREE_CLOSE: break;
    }
    if (!writer->depth) return fault(why, MALFORMED, "there is no variation to close");
    writer->depth--;
    writer->number = true;
    record_write_remark(&writer->writer, text_of(")"));
    return OK;
}
