// SPDX-License-Identifier: MIT
// Record readers: any text is read safely, and a game that is read, replayed and written again
// reads the same, step by step and note by note. The same holds after adding notes, and for the
// whole tree.
// By hand:
//
//     clang -g -O1 -march=native -fno-strict-aliasing -Wno-psabi -Isrc
//         -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
//         -o /tmp/fuzz_record tests/fuzz/fuzz_record.c
//         src/{base,game,abalone,quoridor,variants,record}/*.c
//     /tmp/fuzz_record -max_total_time=60 tests/fuzz/corpus/record
#include "record/annotate.h"
#include "record/replay.h"
#include "record/tree.h"
#include "record/writer.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static void must(bool holds)
{
    if (!holds) __builtin_trap();
}

static Status replay(const Record *record, Replay *played, Fault *why)
{
    Key *keys = malloc(record_replay_size(record) * sizeof *keys);
    Status status = record_replay(record, keys, played, why);
    free(keys);
    must(status == OK || (why->message[0] && memchr(why->message, 0, sizeof why->message)));
    return status;
}

// The tags whose values don't follow from the others.
static void write_tags(const Record *record, Out *out)
{
    static const RecordTag KEPT[] = { TAG_EVENT, TAG_DATE, TAG_PLAYER3, TAG_TIME_CONTROL };
    char *value = malloc(out->capacity);
    for (size_t i = 0; i < sizeof KEPT / sizeof *KEPT; i++) {
        // Foreign records may contain tags that would be malformed in one of Meydan's records.
        if (KEPT[i] == TAG_TIME_CONTROL && record_is_foreign(record)) continue;
        Out unescaped = out_to(value, out->capacity);
        record_unescape(record->tag[KEPT[i]], &unescaped);
        record_write_tag(out, record_tag_name(KEPT[i]), (Text){ value, unescaped.length });
    }
    free(value);
}

// Writes steps in Meydan's notation, whatever notation they were read in.
static void write_steps(const Record *record, Position position, RecordWriter *writer)
{
    const Game *game = position.head.variant->game;
    Tokens moves = record->moves;
    RecordStep step;
    while (record_next_step(&moves, &step)) {
        Move move;
        if (step.leaves) {
            record_write_leave(writer, step.player, step.reason);
            game->leave(&position, step.player);
        } else {
            must(record_read_move(record, &position, step.text, &move, NULL) == OK);
            record_write_move(writer, &position, move, step.note);
            game->play(&position, move);
        }
    }
}

static bool same_note(RecordNote a, RecordNote b)
{
    return a.clock == b.clock && a.periods == b.periods && a.eval_kind == b.eval_kind &&
           a.eval == b.eval && a.loss == b.loss && a.limit_kind == b.limit_kind &&
           a.limit == b.limit && text_equal(a.best, b.best);
}

static void compare(const Record *a, const Record *b)
{
    Tokens moves_a = a->moves, moves_b = b->moves;
    RecordStep x, y;
    must(a->plies == b->plies && a->leaves == b->leaves);
    while (record_next_step(&moves_a, &x)) {
        must(record_next_step(&moves_b, &y) && x.leaves == y.leaves);
        if (x.leaves) must(x.player == y.player && x.reason == y.reason);
        if (!x.leaves) must(same_note(x.note, y.note));
    }
    must(!record_next_step(&moves_b, &y));
}

static void check_round_trip(const Record *record, const Replay *played, size_t size)
{
    size_t capacity = 1000 + 20 * size;
    char *text = malloc(capacity);
    Out out = out_to(text, capacity);
    Position start;
    must(record_setup(record, &start, NULL) == OK);
    record_write_setup(&out, &start, NULL);
    write_tags(record, &out);
    RecordWriter writer = record_writer(&out, start.head.variant);
    write_steps(record, start, &writer);
    record_write_result(&writer, &played->outcome);
    must(!out.lost);

    RecordReader reader = record_reader((Text){ text, out.length });
    Record again, other;
    Replay replayed;
    Fault why;
    must(record_next(&reader, &again, &why) == RECORD_READ);
    must(record_next(&reader, &other, &why) == RECORD_END);
    compare(record, &again);
    // A foreign game may continue where a native one is drawn; all others have the same end.
    Status status = replay(&again, &replayed, &why);
    must(status == OK || (status == ILLEGAL && record_is_foreign(record)));
    if (status == OK) {
        must(replayed.outcome.winners == played->outcome.winners);
        must(replayed.outcome.drawn == played->outcome.drawn && replayed.plies == played->plies);
        const Game *game = start.head.variant->game;
        must(game->key(&replayed.position) == game->key(&played->position));
    }
    free(text);
}

// Every other move gets an analysis; nothing else may change.
static void check_annotated(const Record *record)
{
    RecordNote *notes = malloc(((size_t)record->plies + 1) * sizeof *notes);
    for (int i = 0; i < record->plies; i++) {
        notes[i] = note_empty();
        if (i % 2) continue;
        notes[i].eval_kind = EVAL_POINTS;
        notes[i].eval = i;
        notes[i].best = text_of("a1 b2");
        notes[i].loss = i;
        notes[i].limit_kind = LIMIT_DEPTH;
        notes[i].limit = i;
    }
    size_t tags = record->moves.at - record->tags.at;
    size_t capacity = tags + record_annotate_size(record);
    char *text = malloc(capacity);
    Out out = out_to(text, capacity);
    out_text(&out, text_cut(record->moves.text, record->tags.at, record->moves.at));
    record_annotate(record, notes, &out);
    must(!out.lost);

    RecordReader reader = record_reader((Text){ text, out.length });
    Record again, other;
    Fault why;
    must(record_next(&reader, &again, &why) == RECORD_READ);
    must(record_next(&reader, &other, &why) == RECORD_END);
    must(again.plies == record->plies && again.leaves == record->leaves);
    must(text_equal(again.result, record->result));
    Tokens a = record->moves, b = again.moves;
    RecordStep x, y;
    for (int i = 0; record_next_step(&a, &x);) {
        must(record_next_step(&b, &y) && text_equal(x.text, y.text));
        RecordNote *note = x.leaves ? NULL : &notes[i++];
        if (note && note->limit_kind != LIMIT_NONE) {
            note->clock = x.note.clock;
            note->periods = x.note.periods;
            must(same_note(*note, y.note));
        } else {
            must(same_note(x.note, y.note));
        }
    }
    free(text);
    free(notes);
}

// The record's tree, written; `moves` counts all of them.
static Text written_tree(const Record *record, size_t capacity, int *moves)
{
    char *text = malloc(capacity);
    TreeReader *reader = malloc(sizeof *reader);
    TreeWriter *writer = malloc(sizeof *writer);
    Out out = out_to(text, capacity);
    Position start;
    TreeEvent event;
    must(record_setup(record, &start, NULL) == OK);
    record_write_setup(&out, &start, NULL);
    *writer = tree_writer(&out, &start);
    *reader = tree_reader(record, &start);
    *moves = 0;
    while (tree_next(reader, &event)) {
        // Only a mark may be longer than the longest written event.
        Status status = tree_write(writer, &event, NULL);
        must(status == OK || event.kind == TREE_MARK);
        *moves += event.kind == TREE_MOVE || event.kind == TREE_LEAVE;
    }
    must(!writer->depth && !out.lost);
    record_write_result(&writer->writer, &(Outcome){ 0 });
    free(reader);
    free(writer);
    return (Text){ text, out.length };
}

// A tree that is written and read again is the same.
static void check_tree(const Record *record, size_t size)
{
    int moves, same;
    Text text = written_tree(record, 4000 + 60 * size, &moves);
    RecordReader reader = record_reader(text);
    Record again, other;
    Fault why;
    must(record_next(&reader, &again, &why) == RECORD_READ);
    must(record_next(&reader, &other, &why) == RECORD_END);
    Text twice = written_tree(&again, 4000 + 60 * text.length, &same);
    must(moves == same && text_equal(text, twice));
    free((char *)text.at);
    free((char *)twice.at);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    // Exactly that size, so that ASan detects reads past the end.
    char *bytes = malloc(size ? size : 1);
    memcpy(bytes, data, size);
    RecordReader reader = record_reader((Text){ bytes, size });
    Record record;
    Fault why;
    RecordStatus status;
    Replay played;
    while ((status = record_next(&reader, &record, &why)) != RECORD_END) {
        if (status == RECORD_MALFORMED) {
            must(!strncmp(why.message, "line ", 5));
            continue;
        }
        Tokens tags = record.tags;
        Text name, value;
        while (record_next_tag(&tags, &name, &value))
            must(name.length);
        check_annotated(&record);
        if (replay(&record, &played, &why) != OK) continue;
        check_round_trip(&record, &played, size);
        check_tree(&record, size);
    }
    free(bytes);
    return 0;
}
