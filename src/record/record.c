// SPDX-License-Identifier: MIT
#include "record/record.h"

#include "base/bits.h"
#include "record/foreign.h"
#include "variants/variants.h"

static const char *const TAG_NAME[RECORD_TAGS] = {
    [TAG_GAME] = "Game",
    [TAG_LAYOUT] = "Layout",
    [TAG_EVENT] = "Event",
    [TAG_DATE] = "Date",
    [TAG_PLAYER1] = "Player1",
    [TAG_PLAYER2] = "Player2",
    [TAG_PLAYER3] = "Player3",
    [TAG_PLAYER4] = "Player4",
    [TAG_TIME_CONTROL] = "TimeControl",
    [TAG_POSITION] = "Position",
    [TAG_SWAP] = "Swap",
    [TAG_RESULT] = "Result",
    [TAG_TERMINATION] = "Termination",
    [TAG_BLACK] = "Black",
    [TAG_WHITE] = "White",
    [TAG_VARIANT] = "Variant",
    [TAG_NOTATION] = "Notation",
    [TAG_FEN] = "FEN",
};

const char *record_tag_name(RecordTag tag)
{
    return TAG_NAME[tag];
}

static RecordTag find_tag(Text name)
{
    RecordTag tag = TAG_GAME;
    while (tag < RECORD_TAGS && !text_is_nocase(name, TAG_NAME[tag]))
        tag++;
    return tag;
}

// --- one game after the other --------------------------------------------------------------------

// State of record_next() within a game.
typedef struct RecordReading {
    Record *record;
    u32 seen; // set of known tags
    bool begun, tagged, in_moves;
    i64 first_number, number; // 0 before the first one
} RecordReading;

static bool read_leave(Text word, RecordStep *step)
{
    static const Reason REASON[] = { REASON_ABANDONED, REASON_RESIGNATION, REASON_TIME };
    i64 player;
    if (!text_is(text_cut(word, 0, 3), "out")) return false;
    if (!text_number(text_cut(word, 3, 4), PLAYERS_MAX, &player) || player == 0) return false;
    step->player = (int)player - 1;
    step->reason = REASON_ABANDONED;
    step->leaves = word.length == 4;
    for (size_t i = 0; i < sizeof REASON / sizeof *REASON && !step->leaves; i++) {
        step->reason = REASON[i];
        step->leaves = word.at[4] == ':' && text_is(text_from(word, 5), reason_name(REASON[i]));
    }
    return step->leaves;
}

// Whether a token belongs to the next game although this game's result is missing.
static bool begins_next(const RecordReading *reading, const Token *token)
{
    if (token->kind == TOKEN_TAG) {
        RecordTag tag = find_tag(token->text);
        bool again = tag < RECORD_TAGS && bits_has(reading->seen, (int)tag);
        return reading->in_moves || (again && token->gap >= 2);
    }
    // In lists without tags, a line that counts from 1 again begins a game.
    return token->kind == TOKEN_NUMBER && !reading->tagged && reading->number > 1 &&
           token->number == 1 && token->gap >= 1;
}

static Status take_tag(RecordReading *reading, const Token *token, Fault *why)
{
    reading->tagged = true;
    RecordTag tag = find_tag(token->text);
    if (tag == RECORD_TAGS) return OK;
    if (bits_has(reading->seen, (int)tag))
        return fault(why, MALFORMED, "line %d: tag %q stands twice", token->line, token->text);
    reading->seen |= (u32)bit((int)tag);
    if (!text_is(token->value, "?")) reading->record->tag[tag] = token->value;
    reading->record->tag_line[tag] = token->line;
    return OK;
}

static void take_word(RecordReading *reading, const Token *token)
{
    RecordStep step;
    if (read_leave(token->text, &step)) {
        reading->record->leaves++;
        return;
    }
    if (!reading->record->plies++) reading->record->first_move = token->text;
    if (reading->number && reading->number == reading->first_number) reading->record->first_round++;
}

static Status take(RecordReading *reading, const Tokens *before, const Token *token, Fault *why)
{
    Record *record = reading->record;
    if (token->kind == TOKEN_COMMENT) return OK;
    if (!reading->begun) record->line = token->line;
    reading->begun = true;
    if (token->kind == TOKEN_TAG) return take_tag(reading, token, why);
    if (!reading->in_moves) {
        reading->in_moves = true;
        record->tags.text.length = before->at;
        record->moves = *before;
    }
    if (token->kind == TOKEN_NUMBER) {
        reading->number = token->number;
        if (!reading->first_number) reading->first_number = token->number;
    } else if (token->kind == TOKEN_WORD) {
        take_word(reading, token);
    } else {
        record->result = token->text;
        record->result_line = token->line;
    }
    return OK;
}

RecordReader record_reader(Text text)
{
    return (RecordReader){ tokens_of(text) };
}

RecordStatus record_next(RecordReader *reader, Record *record, Fault *why)
{
    Tokens *tokens = &reader->tokens;
    *record = (Record){ .tags = *tokens };
    RecordReading reading = { .record = record };
    while (!record->result.length) {
        Tokens before = *tokens;
        Token token;
        Status status = tokens_next(tokens, &token, why);
        if (status == OK && token.kind == TOKEN_END) break;
        if (status == OK && begins_next(&reading, &token)) {
            *tokens = before;
            break;
        }
        if (status == OK) status = take(&reading, &before, &token, why);
        if (status != OK) {
            tokens_skip_game(tokens);
            return RECORD_MALFORMED;
        }
    }
    if (!reading.begun) return RECORD_END;
    if (!reading.in_moves) {
        record->tags.text.length = tokens->at;
        record->moves = *tokens;
    }
    record->moves.text.length = tokens->at;
    return RECORD_READ;
}

// --- what a game holds ---------------------------------------------------------------------------

bool record_next_tag(Tokens *tags, Text *name, Text *value)
{
    Token token;
    do
        if (tokens_next(tags, &token, NULL) != OK || token.kind == TOKEN_END) return false;
    while (token.kind != TOKEN_TAG);
    *name = token.text;
    *value = token.value;
    return true;
}

void record_unescape(Text value, Out *out)
{
    for (size_t i = 0; i < value.length; i++) {
        bool escape = value.at[i] == '\\' && i + 1 < value.length;
        if (escape && (value.at[i + 1] == '"' || value.at[i + 1] == '\\')) i++;
        out_char(out, value.at[i]);
    }
}

Text record_player(const Record *record, int player)
{
    Text name = record->tag[TAG_PLAYER1 + player];
    if (!name.length && player < 2) name = record->tag[TAG_BLACK + player];
    return name;
}

bool record_next_step(Tokens *moves, RecordStep *step)
{
    Token token;
    do
        if (tokens_next(moves, &token, NULL) != OK || token.kind == TOKEN_END) return false;
    while (token.kind != TOKEN_WORD);
    *step = (RecordStep){ .text = token.text, .line = token.line, .note = note_empty() };
    read_leave(token.text, step);
    // Comments directly after the step describe it.
    for (Tokens ahead = *moves; tokens_next(&ahead, &token, NULL) == OK; *moves = ahead) {
        if (token.kind != TOKEN_COMMENT) break;
        Text malformed = note_read(token.text, &step->note);
        if (!malformed.length || step->malformed.length) continue;
        step->malformed = malformed;
        step->malformed_line = token.line;
    }
    return true;
}

// --- which game, from where ----------------------------------------------------------------------

bool record_is_foreign(const Record *record)
{
    return !record->tag[TAG_GAME].length;
}

static const Variant *variant_nocase(Text id)
{
    for (int i = 0; i < variant_count(); i++)
        if (text_is_nocase(id, variant_at(i)->id)) return variant_at(i);
    return NULL;
}

static Status find_variant(const Record *record, const Variant **variant, Fault *why)
{
    Text id = record->tag[TAG_GAME];
    *variant = variant_nocase(id.length ? id : record->tag[TAG_VARIANT]);
    if (*variant) return OK;
    if (id.length)
        return fault(why, MALFORMED, "line %d: unknown game %q", record->tag_line[TAG_GAME], id);
    *variant = foreign_variant(record);
    if (*variant) return OK;
    return fault(why, MALFORMED, "line %d: neither a tag nor the first move tells which game",
                 record->line);
}

// Accepts "belgian", "Belgian daisy" and "belgian_daisy" for "belgian-daisy".
static bool names_layout(Text given, const char *name)
{
    size_t i = 0;
    for (;; i++, name++) {
        while (i < given.length && (given.at[i] == ' ' || given.at[i] == '-' || given.at[i] == '_'))
            i++;
        if (i == given.length) return !*name || *name == '-';
        while (*name == '-')
            name++;
        if (!*name || text_lower(given.at[i]) != *name) return false;
    }
}

static Status find_layout(const Record *record, const Variant *variant, const Layout **layout,
                          Fault *why)
{
    *layout = &variant->layout[0];
    RecordTag tag = TAG_LAYOUT;
    if (!record->tag[tag].length && record_is_foreign(record)) tag = TAG_VARIANT;
    Text name = text_trim(record->tag[tag]);
    if (!name.length || text_is_nocase(name, variant->id)) return OK;
    if (text_is_nocase(name, "centrifugeuse")) name = text_of("centrifuge"); // APGN
    for (int i = 0; i < variant->layouts; i++) {
        *layout = &variant->layout[i];
        if (names_layout(name, (*layout)->name)) return OK;
    }
    return fault(why, MALFORMED, "line %d: %s has no layout %q", record->tag_line[tag], variant->id,
                 name);
}

// `Swap "yes"`: the swap rule (R12), unless the position says more about it.
static Status read_swap(const Record *record, Position *position, Fault *why)
{
    Text value = record->tag[TAG_SWAP];
    if (record_is_foreign(record) || !value.length) return OK;
    if (!text_is(value, "yes") || position->head.variant->players != 2)
        return fault(why, MALFORMED, "line %d: Swap is \"yes\", in a game of two players",
                     record->tag_line[TAG_SWAP]);
    if (!position->head.swap) position->head.swap = SWAP_AFTER_MOVE;
    return OK;
}

Status record_setup(const Record *record, Position *position, Fault *why)
{
    const Variant *variant;
    const Layout *layout;
    Status status = find_variant(record, &variant, why);
    if (status == OK) status = foreign_check(record, variant, why);
    if (status != OK) return status;

    RecordTag tag = record->tag[TAG_POSITION].length ? TAG_POSITION : TAG_FEN;
    if (!record->tag[tag].length) {
        status = find_layout(record, variant, &layout, why);
        if (status == OK) variant->game->read(variant, text_of(layout->position), position, NULL);
        return status == OK ? read_swap(record, position, why) : status;
    }
    Fault inner;
    status = variant->game->read(variant, record->tag[tag], position, &inner);
    if (status == OK) return read_swap(record, position, why);
    return fault(why, status, "line %d: bad position: %s", record->tag_line[tag], inner.message);
}

Status record_clock(const Record *record, ClockSpec *spec, Fault *why)
{
    Fault inner;
    Text text = record->tag[TAG_TIME_CONTROL];
    *spec = (ClockSpec){ 0 };
    if (record_is_foreign(record) || !text.length) return OK;
    if (clock_read(text, spec, &inner) == OK) return OK;
    return fault(why, MALFORMED, "line %d: %s", record->tag_line[TAG_TIME_CONTROL], inner.message);
}

Status record_read_move(const Record *record, const Position *position, Text text, Move *move,
                        Fault *why)
{
    return foreign_read_move(record, position, text, move, why);
}
