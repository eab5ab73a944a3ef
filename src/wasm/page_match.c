// SPDX-License-Identifier: MIT
// Matches of the page: their memory, their time, their tags. The match itself is game/match.h.
#include "wasm/page.h"

#include "base/bits.h"
#include "game/walk.h"
#include "record/replay.h"
#include "record/resume.h"
#include "record/writer.h"
#include "variants/variants.h"
#include "wasm/json.h"
#include "wasm/memory.h"
#include "wasm/view.h"

enum {
    STATE_MAX = VIEW_MAX + 4096,
    SMALL_MAX = 1024,
    OWN_TAGS_MAX = 1024, // what page_match_record() writes itself
    FIRST_PLIES = 64,
    TAG_NAME_MAX = 32,
    TAG_VALUE_MAX = 1024,
};

struct PageMatch {
    Match match;
    i64 origin;  // the caller's time when the match's is 0
    bool begun;  // a time has been seen: `origin` is known
    bool paused; // then the match's time stands still
    char *tags;  // names and all else that a record tells, as it stands there
    size_t tags_length, tags_capacity;
    char *told; // the moves of the record it came from, for what is remarked about them
    size_t told_length;
    u32 told_plies; // so many of them still stand
};

static const Game *game_of(const PageMatch *game)
{
    return match_variant(&game->match)->game;
}

// --- memory --------------------------------------------------------------------------------------

void page_match_free(PageMatch *game)
{
    block_give(game->match.plies, game->match.capacity * sizeof(Ply));
    block_give(game->tags, game->tags_capacity);
    block_give(game->told, game->told_length + 1);
    block_give(game, sizeof *game);
}

static bool make_space(Match *match, u32 plies)
{
    if (plies <= match->capacity) return true;
    u32 capacity = match->capacity ? match->capacity : FIRST_PLIES;
    while (capacity < plies)
        capacity *= 2;
    Ply *more = block_take(capacity * sizeof *more);
    if (!more) return false;
    for (u32 i = 0; i < match->count; i++)
        more[i] = match->plies[i];
    block_give(match->plies, match->capacity * sizeof(Ply));
    match_lend(match, more, capacity);
    return true;
}

// A match that stands at its start, with an empty text of tags; NULL if there is no memory.
static PageMatch *match_make(const Position *start, ClockSpec spec, u32 plies, size_t tags_capacity)
{
    PageMatch *game = block_take(sizeof *game);
    if (!game) return NULL;
    *game = (PageMatch){ .tags = block_take(tags_capacity), .tags_capacity = tags_capacity };
    match_start(&game->match, start, spec, 0);
    if (game->tags && make_space(&game->match, plies)) return game;
    page_match_free(game);
    return NULL;
}

static u32 refuse(const Position *position, Text text, Status status, const Fault *why)
{
    Out out = answer_begin(SMALL_MAX);
    view_write_refusal(position, text, status, why, &out);
    return answer_end(&out);
}

static u32 answer_null(void)
{
    Out out = answer_begin(SMALL_MAX);
    json_null(&out);
    return answer_end(&out);
}

// --- tags ----------------------------------------------------------------------------------------

// Tags that follow from the match itself, also those of others.
static bool is_own_tag(Text name)
{
    static const char *const OWN[] = { "Game",     "Layout",      "Position", "FEN",
                                       "Variant",  "Notation",    "Result",   "Termination",
                                       "TurnTime", "TimeControl", "Offers",   "Black",
                                       "White" };
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

// A line "name<tab>value" as a tag. What no record can have is left out.
static void write_tag_line(Text line, Out *out)
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

// --- beginning -----------------------------------------------------------------------------------

static Status read_start(Text *rest, Position *start, Fault *why)
{
    Text id = argument_line(rest), name = argument_line(rest), text = argument_line(rest);
    const Variant *variant = variant_find(id);
    if (!variant) return fault(why, MALFORMED, "there is no variant %q", id);
    if (text.length) return variant->game->read(variant, text, start, why);
    const Layout *layout = name.length ? variant_layout(variant, name) : variant->layout;
    if (!layout) return fault(why, MALFORMED, "there is no layout %q", name);
    return variant->game->read(variant, text_of(layout->position), start, why);
}

u32 page_match_new(u32 length)
{
    Fault why;
    Position start;
    ClockSpec spec;
    Text rest = argument(length), line;
    Status status = read_start(&rest, &start, &why);
    if (status == OK) status = clock_read(argument_line(&rest), &spec, &why);
    if (status != OK) return refuse(NULL, rest, status, &why);
    // Every byte may need a backslash, every tag its brackets and quotes.
    PageMatch *game = match_make(&start, spec, 0, 8 * rest.length + 1);
    if (!game) return refuse(NULL, rest, fault(&why, FULL, "out of memory"), &why);
    Out tags = out_to(game->tags, game->tags_capacity);
    while (text_split(&rest, '\n', &line))
        write_tag_line(line, &tags);
    game->tags_length = tags.length;
    Out out = answer_begin(SMALL_MAX);
    json_number(&out, (i64)(uintptr_t)game);
    return answer_end(&out);
}

// --- records -------------------------------------------------------------------------------------

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

// All behind the tags: the remarks before the first move, too. Without memory for them they are
// lost, the game is not.
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

// Who offered a draw when the game was saved: "13".
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
    PageMatch *made = match_make(&start, spec, (u32)record->plies, tags_capacity);
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
    // A resignation between two sides, say, is no step.
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
    if (read == RECORD_MALFORMED) return refuse(NULL, text, MALFORMED, &why);
    if (!games) return refuse(NULL, text, fault(&why, MALFORMED, "there is no game in it"), &why);

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
    json_open(&out, '[');
    for (int i = 0; i < count; i++)
        json_number(&out, (i64)(uintptr_t)opened[i]);
    json_close(&out, ']');
    for (int i = 0; status != OK && i < count; i++)
        page_match_free(opened[i]);
    block_give(opened, (size_t)games * sizeof(PageMatch *));
    return status == OK ? answer_end(&out) : refuse(NULL, text, status, &why);
}

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
    record_write_setup(out, &match->start);
    out_text(out, (Text){ game->tags, game->tags_length });
    bool clock = !clock_spec_none(&match->spec);
    if (clock) record_write_clock(out, &match->spec);
    record_write_outcome(out, &match->outcome, match_variant(match));
    if (!match->outcome.over) write_offers(match, out);
    // Of a game that is over, too: it tells how the clock stood then.
    if (clock && match->now > match->since) record_write_turn_time(match->now - match->since, out);
}

// --- what was remarked ---------------------------------------------------------------------------

// Takes the next remark about the step that was passed last; false in front of the next one.
static bool next_remark(Tokens *told, Text *remark)
{
    for (;;) {
        if (tokens_next_remark(told, remark)) return true;
        Tokens ahead = *told;
        Token token;
        if (tokens_next(&ahead, &token, NULL) != OK || token.kind != TOKEN_NUMBER) return false;
        *told = ahead;
    }
}

// Goes behind the next step, but not behind its marks: `e2!?`.
static void pass_step(Tokens *told)
{
    Token token;
    if (tokens_next(told, &token, NULL) == OK && token.kind == TOKEN_WORD)
        told->at = (size_t)(token.text.at + token.text.length - told->text.at);
}

// Who leaves next; NOBODY if that is not the next step.
static int told_leave(Tokens told)
{
    RecordStep step;
    return record_next_step(&told, &step) && step.leaves ? step.player : NOBODY;
}

// Marks as the number that every program knows.
static Text glyph_of(Text remark)
{
    static const char *const MARKS[] = { "!", "?", "!!", "??", "!?", "?!" };
    static const char *const GLYPHS[] = { "$1", "$2", "$3", "$4", "$5", "$6" };
    for (size_t i = 0; i < sizeof MARKS / sizeof *MARKS; i++)
        if (text_is(remark, MARKS[i])) return text_of(GLYPHS[i]);
    return remark;
}

// What others wrote as a clock, say, in their way would be a fault in a record of ours: such a
// comment gets other brackets.
static void write_told(Tokens *told, RecordWriter *writer)
{
    Text remark;
    while (next_remark(told, &remark)) {
        Out *out = writer->out;
        size_t start = out->length;
        RecordNote note = note_empty();
        bool wrong = remark.at[0] == '{' && note_read(remark, &note).length;
        record_write_remark(writer, glyph_of(remark));
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
            if (walk.plies > game->told_plies || told_leave(told) != player) continue;
            pass_step(&told);
            write_told(&told, &writer);
            continue;
        }
        RecordNote note = note_empty();
        record_note_clock(match, walk.ply, &note);
        bool is_told = walk.plies < game->told_plies;
        Tokens ahead = told;
        RecordStep step;
        if (is_told && record_next_step(&ahead, &step)) {
            if (step.note.clock >= 0) note.clock = NOTE_NONE;
            if (step.note.periods >= 0) note.periods = NOTE_NONE;
        }
        record_write_move(&writer, &walk.position, walk.ply->move, note);
        if (is_told) pass_step(&told);
        if (is_told) write_told(&told, &writer);
    }
    record_write_result(&writer, &match->outcome);
    return answer_end(&out);
}

// --- what there is to see ------------------------------------------------------------------------

static void write_clock(const PageMatch *game, Out *out)
{
    const Match *match = &game->match;
    int players = match_variant(match)->players;
    ClockFace face[PLAYERS_MAX];
    if (clock_spec_none(&match->spec)) {
        json_null(out);
        return;
    }
    for (int player = 0; player < players; player++)
        face[player] = match_clock(match, player, match->now);
    json_open(out, '{');
    json_key(out, "left");
    json_open(out, '[');
    for (int i = 0; i < players; i++)
        json_number(out, face[i].main ? face[i].main : face[i].period);
    json_close(out, ']');
    json_key(out, "periods");
    json_open(out, '[');
    for (int i = 0; i < players; i++)
        json_number(out, face[i].periods);
    json_close(out, ']');
    json_key(out, "byoyomi");
    json_open(out, '[');
    for (int i = 0; i < players; i++)
        json_bool(out, !face[i].main && face[i].periods);
    json_close(out, ']');
    bool runs = game->begun && !game->paused && !match->outcome.over;
    json_key(out, "running");
    json_number(out, runs ? match_turn(match) : -1);
    json_key(out, "nextFlag");
    if (runs)
        json_number(out, match_deadline(match) + game->origin);
    else
        json_null(out);
    json_key(out, "at");
    json_number(out, match->now + game->origin);
    json_close(out, '}');
}

static void write_outcome(const Match *match, Out *out)
{
    char text[RESULT_TEXT_MAX];
    Out result = out_to(text, sizeof text);
    outcome_write(&match->outcome, match_variant(match), &result);
    json_key(out, "over");
    json_bool(out, match->outcome.over);
    json_key(out, "result");
    json_string(out, text);
    json_key(out, "reason");
    json_string(out, match->outcome.over ? reason_name(match->outcome.reason) : "");
    json_key(out, "winners");
    json_players(out, match->outcome.winners);
}

static void write_departures(const Match *match, Out *out)
{
    json_key(out, "departures");
    json_open(out, '[');
    for (int i = 0; i < match->departures; i++) {
        json_open(out, '{');
        json_key(out, "seat");
        json_number(out, match->departure[i].player);
        json_key(out, "ply");
        json_number(out, match->departure[i].ply);
        json_key(out, "reason");
        json_string(out, reason_name((Reason)match->departure[i].reason));
        json_close(out, '}');
    }
    json_close(out, ']');
}

// Where the engine starts from.
static void write_base(const PageMatch *game, Out *out)
{
    const Match *match = &game->match;
    u32 ply = match_walk_base(match, match->count + 1);
    Position base = match_walk_position(match, ply);
    char text[POSITION_TEXT_MAX];
    Out written = out_to(text, sizeof text);
    game_of(game)->write(&base, &written);
    json_key(out, "base");
    json_open(out, '{');
    json_key(out, "position");
    json_string(out, text);
    json_key(out, "ply");
    json_number(out, ply);
    json_close(out, '}');
}

static void write_tag_values(const PageMatch *game, Out *out)
{
    Tokens tags = tokens_of((Text){ game->tags, game->tags_length });
    Text name, value;
    json_key(out, "tags");
    json_open(out, '{');
    while (record_next_tag(&tags, &name, &value)) {
        char text[TAG_VALUE_MAX], key[TAG_NAME_MAX];
        Out plain = out_to(text, sizeof text), word = out_to(key, sizeof key);
        record_unescape(value, &plain);
        out_text(&word, name);
        json_key(out, key);
        json_text(out, (Text){ text, plain.length });
    }
    json_close(out, '}');
}

// By move, those before the first one first; of a game that was not opened from a record nothing.
static void write_remarks(const PageMatch *game, Out *out)
{
    Tokens told = tokens_of((Text){ game->told, game->told_length });
    Text remark;
    json_key(out, "remarks");
    json_open(out, '[');
    for (u32 i = 0; game->told && i <= game->told_plies; i++) {
        if (i) pass_step(&told);
        json_open(out, '[');
        for (;; pass_step(&told)) {
            while (next_remark(&told, &remark))
                json_text(out, glyph_of(remark));
            if (told_leave(told) == NOBODY) break;
        }
        json_close(out, ']');
    }
    json_close(out, ']');
}

u32 page_match_state(const PageMatch *game)
{
    const Match *match = &game->match;
    Out out = answer_begin(STATE_MAX + 6 * game->tags_length + 8 * game->told_length +
                           4 * (size_t)game->told_plies);
    json_open(&out, '{');
    json_key(&out, "look");
    view_write(&match->position, &out);
    json_key(&out, "plies");
    json_number(&out, match->count);
    write_outcome(match, &out);
    json_key(&out, "clock");
    write_clock(game, &out);
    json_key(&out, "paused");
    json_bool(&out, game->paused);
    json_key(&out, "offers");
    json_players(&out, match->draw_agreed);
    write_departures(match, &out);
    write_base(game, &out);
    write_tag_values(game, &out);
    write_remarks(game, &out);
    json_close(&out, '}');
    return answer_end(&out);
}

u32 page_match_clock(const PageMatch *game)
{
    Out out = answer_begin(SMALL_MAX);
    write_clock(game, &out);
    return answer_end(&out);
}

u32 page_match_moves(const PageMatch *game, u32 from)
{
    const Match *match = &game->match;
    u32 count = match->count > from ? match->count - from : 0;
    Out out = answer_begin(SMALL_MAX + (size_t)count * MOVE_VIEW_MAX);
    json_open(&out, '[');
    for (MatchWalk walk = match_walk(match); match_walk_next(&walk);)
        if (walk.ply && walk.plies >= from) view_write_played(&walk.position, walk.ply->move, &out);
    json_close(&out, ']');
    return answer_end(&out);
}

u32 page_match_at(const PageMatch *game, u32 ply)
{
    Position position = match_walk_position(&game->match, ply);
    Out out = answer_begin(VIEW_MAX);
    view_write(&position, &out);
    return answer_end(&out);
}

// --- what happens --------------------------------------------------------------------------------

static i64 whole_ms(double now)
{
    static const double MOST = 9007199254740991.0; // what a script counts exactly
    if (!(now > -MOST)) return -(i64)MOST;
    return now < MOST ? (i64)now : (i64)MOST;
}

// From the caller's time to the match's. The first time that is seen is when the clock starts.
static i64 local_time(PageMatch *game, double now)
{
    if (game->paused) return game->match.now;
    if (!game->begun) game->origin = whole_ms(now) - game->match.now;
    game->begun = true;
    return whole_ms(now) - game->origin;
}

void page_match_pause(PageMatch *game, double now)
{
    match_tick(&game->match, local_time(game, now));
    game->paused = true;
}

void page_match_resume(PageMatch *game, double now)
{
    if (game->paused) game->begun = game->paused = false;
    local_time(game, now);
}

bool page_match_tick(PageMatch *game, double now)
{
    Match *match = &game->match;
    bool over = match->outcome.over;
    u8 departures = match->departures;
    match_tick(match, local_time(game, now));
    return match->outcome.over != over || match->departures != departures;
}

u32 page_match_play(PageMatch *game, u32 length, double now)
{
    Match *match = &game->match;
    Text text = argument(length);
    Fault why;
    Move move;
    page_match_resume(game, now);
    match_tick(match, local_time(game, now));
    Status status = OK;
    if (match->outcome.over) {
        status = fault(&why, ILLEGAL, "%s", refusal_text(REFUSED_GAME_OVER));
        why.code = REFUSED_GAME_OVER;
    }
    if (status == OK) status = move_read(&match->position, text, &move, &why);
    if (status == OK && !make_space(match, match->count + 1))
        status = fault(&why, FULL, "out of memory");
    if (status == OK)
        status = match_play(match, match_turn(match), move, local_time(game, now), &why);
    return status == OK ? answer_null() : refuse(&match->position, text, status, &why);
}

bool page_match_undo(PageMatch *game, u32 plies, double now)
{
    Match *match = &game->match;
    u32 left = plies < match->count ? match->count - plies : 0;
    i64 local = game->begun ? local_time(game, now) : match->now; // it starts no clock
    if (match_undo(match, left, local, NULL) != OK) return false;
    if (game->told_plies > match->count) game->told_plies = match->count;
    return true;
}

static bool is_player(const PageMatch *game, u32 player)
{
    return player < match_variant(&game->match)->players;
}

bool page_match_resign(PageMatch *game, u32 player, double now)
{
    i64 local = local_time(game, now);
    return is_player(game, player) &&
           match_leave(&game->match, (int)player, REASON_RESIGNATION, local, NULL) == OK;
}

bool page_match_offer_draw(PageMatch *game, u32 player, double now)
{
    i64 local = local_time(game, now);
    return is_player(game, player) &&
           match_offer_draw(&game->match, (int)player, local, NULL) == OK;
}

bool page_match_decline_draw(PageMatch *game, u32 player, double now)
{
    i64 local = local_time(game, now);
    return is_player(game, player) &&
           match_decline_draw(&game->match, (int)player, local, NULL) == OK;
}

bool page_match_abort(PageMatch *game, double now)
{
    return match_abort(&game->match, local_time(game, now), NULL) == OK;
}
