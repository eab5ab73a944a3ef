// SPDX-License-Identifier: MIT
// Converts a game at the terminal to a record and back. An unfinished game with clocks has the tag
// `TurnTime`, the seconds that the player to move has used; a computer's seat has `Seat2 "computer
// 5"`.
#include "cli/play/play.h"

#include "base/bits.h"
#include "cli/language.h"
#include "engine/engine.h"
#include "game/walk.h"
#include "opponent/opponent.h"
#include "platform/plies.h"
#include "record/replay.h"
#include "record/resume.h"
#include "record/writer.h"

#include <stdio.h>
#include <stdlib.h>

enum { TAGS_MAX = 4096 }; // the tags written here

// --- writing -------------------------------------------------------------------------------------

// A tag of the resumed record that this game doesn't write itself.
static bool is_other_tag(Text name)
{
    static const char *const OWN[] = { "Game",        "Layout",  "Position",    "FEN",
                                       "Variant",     "Black",   "White",       "Notation",
                                       "Player1",     "Player2", "Player3",     "Player4",
                                       "TimeControl", "Result",  "Termination", "TurnTime",
                                       "Seat1",       "Seat2",   "Seat3",       "Seat4",
                                       "Swap",        "Handicap" };
    for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
        if (text_is_nocase(name, OWN[i])) return false;
    return true;
}

static void write_other_tags(const TerminalGame *play, Out *out)
{
    if (!play->keep.source.at) {
        record_write_tag(out, "Date", text_of(play->keep.date));
        return;
    }
    RecordReader reader = record_reader(play->keep.source);
    Record record;
    Text name, value;
    if (record_next(&reader, &record, NULL) != RECORD_READ) return;
    Tokens tags = record.tags;
    while (record_next_tag(&tags, &name, &value))
        if (is_other_tag(name)) out_format(out, "[%t \"%t\"]\n", name, value);
}

static void write_tags(const TerminalGame *play, Out *out)
{
    const Match *match = &play->match;
    char text[CLOCK_TEXT_MAX], name[] = "Player1", seat[] = "Seat1";
    record_write_setup(out, &match->start, &match->spec);
    write_other_tags(play, out);
    for (int player = 0; player < match_variant(match)->players; player++) {
        name[6] = (char)('1' + player);
        const char *who = play->seat[player].name;
        if (*who) record_write_tag(out, name, text_of(who));
        seat[4] = name[6];
        snprintf(text, sizeof text, "computer %d", play->seat[player].level);
        if (play->seat[player].level) record_write_tag(out, seat, text_of(text));
    }
    bool clock = !clock_spec_none(&match->spec);
    if (clock) record_write_clock(out, &match->spec);
    record_write_outcome(out, &match->outcome, match_variant(match));
    if (clock && !match->outcome.over) record_write_turn_time(play_now(play) - match->since, out);
}

// The steps of the resumed record that are still part of the game, to keep their notes.
typedef struct Kept {
    Record record;
    Tokens steps;
    bool same;
} Kept;

static Kept kept_begin(Text source)
{
    Kept kept = { .same = source.at };
    RecordReader reader = record_reader(source);
    if (kept.same) kept.same = record_next(&reader, &kept.record, NULL) == RECORD_READ;
    kept.steps = kept.record.moves;
    return kept;
}

static void keep_departure(Kept *kept, const Departure *departure)
{
    RecordStep step;
    kept->same = kept->same && record_next_step(&kept->steps, &step) && step.leaves &&
                 step.player == departure->player;
}

// The record's note for a move played in `position`.
static RecordNote kept_note(Kept *kept, const Position *position, Move move)
{
    RecordStep step;
    Move read;
    kept->same = kept->same && record_next_step(&kept->steps, &step) && !step.leaves &&
                 record_read_move(&kept->record, position, step.text, &read, NULL) == OK &&
                 read == move;
    return kept->same ? step.note : note_empty();
}

static void write_moves(const TerminalGame *play, Out *out)
{
    const Match *match = &play->match;
    Kept kept = kept_begin(play->keep.source);
    RecordWriter writer = record_writer(out, match_variant(match));
    for (MatchWalk walk = match_walk(match); match_walk_next(&walk);) {
        if (walk.departure) {
            record_write_leave(&writer, walk.departure->player, walk.departure->reason);
            keep_departure(&kept, walk.departure);
            continue;
        }
        RecordNote note = kept_note(&kept, &walk.position, walk.ply->move);
        record_note_clock(match, walk.ply, &note);
        record_write_move(&writer, &walk.position, walk.ply->move, note);
    }
    record_write_result(&writer, &match->outcome);
}

char *play_write(const TerminalGame *play)
{
    size_t capacity =
        TAGS_MAX + play->match.count * (size_t)RECORD_STEP_MAX + play->keep.source.length;
    char *text = malloc(capacity);
    if (!text) return NULL;
    Out out = out_to(text, capacity);
    write_tags(play, &out);
    write_moves(play, &out);
    if (!out.lost) return text;
    free(text);
    return NULL;
}

// --- reading -------------------------------------------------------------------------------------

void seat_name(TerminalSeat *seat, Text name)
{
    Out out = out_to(seat->name, sizeof seat->name);
    terminal_clean(name, &out);
}

void seat_computer(TerminalSeat *seat, int level)
{
    char name[NAME_LENGTH_MAX];
    seat->level = level;
    snprintf(name, sizeof name, "%s %d", tr(opponent_name(level)), level);
    if (!seat->name[0]) seat_name(seat, text_of(name));
}

// "computer 5" or "person".
static bool read_level(Text text, int *level)
{
    Text word;
    i64 number = 0;
    if (!text_word(&text, &word)) return false;
    bool computer = text_is(word, "computer");
    if (!computer && !text_is(word, "person")) return false;
    text = text_trim(text);
    if (computer ? !text_number(text, LEVELS, &number) || !number : text.length) return false;
    *level = (int)number;
    return true;
}

// Call after reading the names: a computer without a name gets one.
static Status read_seats(TerminalGame *play, const Record *record, Fault *why)
{
    Tokens tags = record->tags;
    Text name, value;
    while (record_next_tag(&tags, &name, &value)) {
        i64 seat;
        int level;
        if (!text_is_nocase(text_cut(name, 0, 4), "Seat") || name.length != 5) continue;
        if (!text_number(text_from(name, 4), match_variant(&play->match)->players, &seat) || !seat)
            continue;
        if (!read_level(value, &level))
            return fault(why, MALFORMED, "seat %q is neither 'person' nor 'computer 1' to '%d'",
                         value, LEVELS);
        if (level) seat_computer(&play->seat[seat - 1], level);
    }
    return OK;
}

static void read_names(TerminalGame *play, const Record *record)
{
    for (int player = 0; player < match_variant(&play->match)->players; player++) {
        char name[2 * NAME_LENGTH_MAX];
        Out out = out_to(name, sizeof name);
        record_unescape(record_player(record, player), &out);
        seat_name(&play->seat[player], (Text){ name, out.length });
    }
}

// Checks that the game is valid; `replay` has its end.
static Status judge_record(const Record *record, Replay *replay, Fault *why)
{
    if (record_is_foreign(record)) return fault(why, MALFORMED, "it has no Game tag");
    // Every complete record ends with a result, possibly `*`.
    if (!record->result.length)
        return fault(why, MALFORMED, "the game breaks off: there is no result at its end");
    Key *keys = malloc(record_replay_size(record) * sizeof *keys);
    if (!keys) return fault(why, FULL, "out of memory");
    Status status = record_replay(record, keys, replay, why);
    free(keys);
    return status;
}

// Reads the only game in the text.
static Status read_record(Text text, Record *record, Fault *why)
{
    RecordReader reader = record_reader(text);
    Record another;
    switch (record_next(&reader, record, why)) {
    case RECORD_END: return fault(why, MALFORMED, "there is no game in it");
    case RECORD_MALFORMED: return MALFORMED;
    case RECORD_READ: break;
    }
    if (record_next(&reader, &another, why) != RECORD_END)
        return fault(why, MALFORMED, "line %d: there is more than one game in it", another.line);
    return OK;
}

Status play_read(TerminalGame *play, Text text, Fault *why)
{
    Record record;
    Replay replay;
    Position start;
    ClockSpec spec;
    i64 used = 0;
    Status status = read_record(text, &record, why);
    if (status == OK) status = judge_record(&record, &replay, why);
    if (status == OK) status = record_setup(&record, &start, why);
    if (status == OK) status = record_clock(&record, &spec, why);
    if (status == OK) status = record_turn_time(&record, &used, why);
    if (status != OK) return status;

    match_start(&play->match, &start, spec, 0);
    play->origin = terminal_now() - used;
    read_names(play, &record);
    status = read_seats(play, &record, why);
    if (status == OK && record.plies > 0 && !plies_reserve(&play->match, (u32)record.plies))
        status = fault(why, FULL, "out of memory");
    if (status == OK) status = record_restore(&record, &play->match, why);
    // Endings such as a resignation between two sides aren't steps. A finished game is only shown.
    if (status == OK) play->match.outcome = replay.outcome;
    return status;
}
