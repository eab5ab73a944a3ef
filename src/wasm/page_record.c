// SPDX-License-Identifier: MIT
// Opens and writes records of the page's matches, including all remarks.
#include "wasm/page_match.h"

#include "base/bits.h"
#include "base/json.h"
#include "game/walk.h"
#include "record/replay.h"
#include "record/resume.h"
#include "record/writer.h"
#include "wasm/page_memory.h"

enum { OWN_TAGS_MAX = 1024 }; // written by page_match_record() itself

// --- tags ----------------------------------------------------------------------------------------

// Tags derived from the match, including those of foreign records.
static bool is_own_tag(Text name)
{
    static const char *const OWN[] = { "Game",     "Layout",      "Position", "FEN",
                                       "Variant",  "Notation",    "Result",   "Termination",
                                       "TurnTime", "TimeControl", "Offers",   "Black",
                                       "White",    "Swap",        "Handicap" };
    for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
        if (text_is_nocase(name, OWN[i])) return true;
    return false;
}

static bool is_player_tag(Text name)
{
    static const char *const PLAYER[] = { "Player1", "Player2", "Player3", "Player4" };
    for (size_t i = 0; i < sizeof PLAYER / sizeof *PLAYER; i++)
        if (text_is_nocase(name, PLAYER[i])) return true;
    return false;
}

static bool has_tag(const Out *written, const char *wanted)
{
    Tokens tags = tokens_of((Text){ written->at, written->length });
    Text name, value;
    while (record_next_tag(&tags, &name, &value))
        if (text_is_nocase(name, wanted)) return true;
    return false;
}

static bool is_letter(char c)
{
    return text_lower(c) >= 'a' && text_lower(c) <= 'z';
}

// Writes a line "name<tab>value" as a tag. Skips tags that a record can't contain.
void page_add_tag(Text line, Out *out)
{
    char key[TAG_NAME_MAX];
    Text name = { 0 };
    Out copy = out_to(key, sizeof key);
    text_split(&line, '\t', &name);
    out_text(&copy, name);
    bool fits = line.at && name.length && !copy.lost && !is_own_tag(name) && !has_tag(out, key) &&
                is_letter(name.at[0]);
    for (size_t i = 0; i < name.length; i++)
        fits = fits && (is_letter(name.at[i]) || text_digit(name.at[i]));
    if (fits) record_write_tag(out, key, line);
}

void page_exchange_names(PageMatch *game)
{
    Tokens tags = tokens_of((Text){ game->tags, game->tags_length });
    Text name, value;
    while (record_next_tag(&tags, &name, &value)) {
        char *last = &game->tags[name.at - game->tags + (ptrdiff_t)name.length - 1];
        Text word = text_cut(name, 0, name.length - 1);
        if (!text_is_nocase(word, "Player") && !text_is_nocase(word, "Seat")) continue;
        if (*last == '1' || *last == '2') *last = *last == '1' ? '2' : '1';
    }
}

// --- opening -------------------------------------------------------------------------------------

static void write_raw_tag(Out *out, Text name, Text value)
{
    out_format(out, "[%t \"%t\"]\n", name, value);
}

static void keep_tags(PageMatch *game, const Record *record)
{
    Out out = out_to(game->tags, game->tags_capacity);
    Tokens tags = record->tags;
    Text name, value;
    char player_tag[] = "Player1";
    for (int player = 0; player < PLAYERS_MAX; player++) {
        player_tag[6] = (char)('1' + player);
        value = record_player(record, player);
        if (value.length) write_raw_tag(&out, text_of(player_tag), value);
    }
    while (record_next_tag(&tags, &name, &value))
        if (!is_own_tag(name) && !is_player_tag(name)) write_raw_tag(&out, name, value);
    game->tags_length = out.length;
}

// Keeps everything after the tags, including remarks before the first move. If out of memory, only
// the remarks are lost.
static void keep_remarks(PageMatch *game, const Record *record)
{
    Tokens tags = record->tags;
    Text name, value;
    size_t start = tags.at;
    while (record_next_tag(&tags, &name, &value))
        start = tags.at;
    Text moves = text_from(record->moves.text, start);
    game->told = block_take(moves.length + 1);
    if (!game->told) return;
    Out out = out_to(game->told, moves.length + 1);
    out_text(&out, moves);
    game->told_length = out.length;
    game->told_plies = (u32)record->plies;
}

// The players who had offered a draw when the game was saved: "13".
static void restore_offers(PageMatch *game, const Record *record)
{
    Tokens tags = record->tags;
    Text name, value;
    while (record_next_tag(&tags, &name, &value)) {
        if (!text_is_nocase(name, "Offers")) continue;
        for (size_t i = 0; i < value.length; i++) {
            int player = value.at[i] - '1';
            if (player >= 0 && player < match_variant(&game->match)->players)
                match_offer_draw(&game->match, player, game->match.now, NULL);
        }
    }
}

static Status judge(const Record *record, Replay *replay, Fault *why)
{
    size_t size = record_replay_size(record) * sizeof(Key);
    Key *keys = block_take(size);
    if (!keys) return fault(why, FULL, "out of memory");
    Status status = record_replay(record, keys, replay, why);
    block_give(keys, size);
    return status;
}

static Status open_record(const Record *record, PageMatch **game, Fault *why)
{
    Replay replay;
    Position start;
    ClockSpec spec;
    i64 used = 0;
    Status status = judge(record, &replay, why);
    if (status == OK) status = record_setup(record, &start, why);
    if (status == OK) status = record_clock(record, &spec, why);
    if (status == OK) status = record_turn_time(record, &used, why);
    if (status != OK) return status;
    size_t tags_capacity = 2 * (record->moves.at - record->tags.at) + 64;
    PageMatch *made = page_match_make(&start, spec, (u32)record->plies, tags_capacity);
    if (!made) return fault(why, FULL, "out of memory");
    keep_tags(made, record);
    keep_remarks(made, record);
    Match *match = &made->match;
    status = record_restore(record, match, why);
    if (status != OK) {
        page_match_free(made);
        return status;
    }
    if (!replay.outcome.over) restore_offers(made, record);
    match->now += used;
    // Endings such as a resignation between two sides aren't steps.
    match->outcome = replay.outcome;
    *game = made;
    return OK;
}

u32 page_match_open(u32 length)
{
    Text text = argument(length);
    RecordReader reader = record_reader(text);
    RecordStatus read;
    Record record;
    Fault why, inner;
    int games = 0;
    for (; (read = record_next(&reader, &record, &why)) == RECORD_READ; games++)
        continue;
    if (read == RECORD_MALFORMED) return page_refuse(NULL, text, MALFORMED, &why);
    if (!games)
        return page_refuse(NULL, text, fault(&why, MALFORMED, "there is no game in it"), &why);

    PageMatch **opened = block_take((size_t)games * sizeof(PageMatch *));
    Status status = opened ? OK : fault(&why, FULL, "out of memory");
    reader = record_reader(text);
    int count = 0;
    while (status == OK && record_next(&reader, &record, &why) == RECORD_READ) {
        status = open_record(&record, &opened[count], &inner);
        if (status == OK)
            count++;
        else if (games > 1)
            fault(&why, status, "game %d: %s", count + 1, inner.message);
        else
            why = inner;
    }
    Out out = answer_begin(SMALL_MAX + 24 * (size_t)games);
    js_array(&out, NULL);
    for (int i = 0; i < count; i++)
        js_number(&out, NULL, (i64)(uintptr_t)opened[i]);
    js_close(&out, ']');
    for (int i = 0; status != OK && i < count; i++)
        page_match_free(opened[i]);
    block_give(opened, (size_t)games * sizeof(PageMatch *));
    return status == OK ? answer_end(&out) : page_refuse(NULL, text, status, &why);
}

// --- what was remarked ---------------------------------------------------------------------------

// Reads the next remark about the last step; false at the next step.
bool page_next_remark(Tokens *told, Text *remark)
{
    for (;;) {
        if (tokens_next_remark(told, remark)) return true;
        Tokens ahead = *told;
        Token token;
        if (tokens_next(&ahead, &token, NULL) != OK || token.kind != TOKEN_NUMBER) return false;
        *told = ahead;
    }
}

// Skips the next step, but not its marks: `e2!?`.
void page_pass_step(Tokens *told)
{
    Token token;
    if (tokens_next(told, &token, NULL) == OK && token.kind == TOKEN_WORD)
        told->at = (size_t)(token.text.at + token.text.length - told->text.at);
}

// The player whose departure is the next step; NOBODY if it isn't one.
int page_told_leave(Tokens told)
{
    RecordStep step;
    return record_next_step(&told, &step) && step.leaves ? step.player : NOBODY;
}

// Converts a mark to its standard number.
Text page_glyph(Text remark)
{
    static const char *const MARKS[] = { "!", "?", "!!", "??", "!?", "?!" };
    static const char *const GLYPHS[] = { "$1", "$2", "$3", "$4", "$5", "$6" };
    for (size_t i = 0; i < sizeof MARKS / sizeof *MARKS; i++)
        if (text_is(remark, MARKS[i])) return text_of(GLYPHS[i]);
    return remark;
}

// --- writing -------------------------------------------------------------------------------------
static void write_offers(const Match *match, Out *out)
{
    char players[PLAYERS_MAX + 1];
    Out text = out_to(players, sizeof players);
    for (u8 set = match->draw_agreed; set; set &= (u8)(set - 1))
        out_char(&text, (char)('1' + bits_first(set)));
    if (text.length) record_write_tag(out, "Offers", text_of(players));
}

static void write_tags(const PageMatch *game, Out *out)
{
    const Match *match = &game->match;
    record_write_setup(out, &match->start, &match->spec);
    out_text(out, (Text){ game->tags, game->tags_length });
    bool clock = !clock_spec_none(&match->spec) && !game->followed;
    if (clock) record_write_clock(out, &match->spec);
    record_write_outcome(out, &match->outcome, match_variant(match));
    if (!match->outcome.over) write_offers(match, out);
    // Also for a finished game: the clock's state at the end.
    if (clock && match->now > match->since) record_write_turn_time(match->now - match->since, out);
}

// Commands in other formats, such as foreign clocks, would be a fault in our records, so such a
// comment gets other brackets.
static void write_told(Tokens *told, RecordWriter *writer)
{
    Text remark;
    while (page_next_remark(told, &remark)) {
        Out *out = writer->out;
        size_t start = out->length;
        RecordNote note = note_empty();
        bool wrong = remark.at[0] == '{' && note_read(remark, &note).length;
        record_write_remark(writer, page_glyph(remark));
        for (size_t i = start; wrong && i < out->length; i++) {
            if (out->at[i] == '[') out->at[i] = '(';
            if (out->at[i] == ']') out->at[i] = ')';
        }
    }
}

u32 page_match_record(const PageMatch *game)
{
    const Match *match = &game->match;
    size_t steps = match->count + (size_t)match->departures + 1;
    Out out = answer_begin(OWN_TAGS_MAX + game->tags_length + 4 * game->told_length +
                           steps * RECORD_STEP_MAX);
    write_tags(game, &out);
    RecordWriter writer = record_writer(&out, match_variant(match));
    Tokens told = tokens_of((Text){ game->told, game->told_length });
    write_told(&told, &writer);
    for (MatchWalk walk = match_walk(match); match_walk_next(&walk);) {
        if (walk.departure) {
            int player = walk.departure->player;
            record_write_leave(&writer, player, walk.departure->reason);
            if (walk.plies > game->told_plies || page_told_leave(told) != player) continue;
            page_pass_step(&told);
            write_told(&told, &writer);
            continue;
        }
        RecordNote note = note_empty();
        // A follower doesn't know the earlier states of all clocks.
        if (!game->followed) record_note_clock(match, walk.ply, &note);
        bool is_told = walk.plies < game->told_plies;
        Tokens ahead = told;
        RecordStep step;
        if (is_told && record_next_step(&ahead, &step)) {
            if (step.note.clock >= 0) note.clock = NOTE_NONE;
            if (step.note.periods >= 0) note.periods = NOTE_NONE;
        }
        record_write_move(&writer, &walk.position, walk.ply->move, note);
        if (is_told) page_pass_step(&told);
        if (is_told) write_told(&told, &writer);
    }
    record_write_result(&writer, &match->outcome);
    return answer_end(&out);
}
