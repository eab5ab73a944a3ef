// SPDX-License-Identifier: MIT
// Implements the record part of meydan.h on top of record/record.h.
#include "record/record.h"

#include "base/bits.h"
#include "meydan.h"

_Static_assert(sizeof(MeydanRecords) >= sizeof(RecordReader), "a reader fits");
_Static_assert(sizeof(MeydanRecord) >= sizeof(Record), "a record fits");
_Static_assert((int)MEYDAN_RECORDS_MALFORMED == (int)RECORD_MALFORMED, "malformed");
_Static_assert((int)MEYDAN_RECORDS_END == (int)RECORD_END, "the end");

static const Record *core(const MeydanRecord *record)
{
    return (const Record *)record;
}

MeydanRecords meydan_records(const char *text, size_t length)
{
    MeydanRecords records = { 0 };
    *(RecordReader *)&records = record_reader((Text){ text, length });
    return records;
}

MeydanRecordsStatus meydan_records_next(MeydanRecords *records, MeydanRecord *record,
                                        MeydanFault *why)
{
    Fault ignored;
    return (MeydanRecordsStatus)record_next((RecordReader *)records, (Record *)record,
                                            why ? (Fault *)why : &ignored);
}

// The length that record_unescape() would write.
static size_t unescaped_length(Text value)
{
    size_t length = 0;
    for (size_t i = 0; i < value.length; i++, length++)
        if (value.at[i] == '\\' && i + 1 < value.length &&
            (value.at[i + 1] == '"' || value.at[i + 1] == '\\'))
            i++;
    return length;
}

size_t meydan_record_tag(const MeydanRecord *record, const char *name, char *buffer,
                         size_t capacity)
{
    Tokens tags = core(record)->tags;
    Text found, value;
    if (capacity) buffer[0] = '\0';
    while (record_next_tag(&tags, &found, &value)) {
        if (!text_is(found, name)) continue;
        if (capacity) {
            Out out = out_to(buffer, capacity);
            record_unescape(value, &out);
        }
        return unescaped_length(value);
    }
    return 0;
}

MeydanStatus meydan_record_start(const MeydanRecord *record, MeydanPosition *position,
                                 MeydanFault *why)
{
    Fault ignored;
    return (MeydanStatus)record_setup(core(record), (Position *)position,
                                      why ? (Fault *)why : &ignored);
}

int meydan_record_plies(const MeydanRecord *record)
{
    return core(record)->plies;
}

MeydanStatus meydan_record_moves(const MeydanRecord *record, MeydanMove *moves, int count,
                                 MeydanPosition *position, MeydanFault *why)
{
    Fault ignored;
    Fault *fault_to = why ? (Fault *)why : &ignored;
    Position reached;
    Status status = record_setup(core(record), &reached, fault_to);
    if (status != OK) return (MeydanStatus)status;
    // Two passes, so that a record with a later error writes nothing.
    for (int pass = 0; pass < 2; pass++) {
        Position now;
        record_setup(core(record), &now, fault_to);
        const Game *game = now.head.variant->game;
        Tokens tokens = core(record)->moves;
        RecordStep step;
        for (int ply = 0; ply < count && record_next_step(&tokens, &step);) {
            if (step.leaves) {
                if (!variant_each_alone(now.head.variant) || step.player < 0 ||
                    step.player >= now.head.variant->players || game->winners(&now) ||
                    bits_has(now.head.out, step.player))
                    return (MeydanStatus)fault(fault_to, ILLEGAL,
                                               "ply %d: no player can leave there", ply + 1);
                game->leave(&now, step.player);
                continue;
            }
            Move move;
            status = record_read_move(core(record), &now, step.text, &move, fault_to);
            if (status != OK) return (MeydanStatus)status;
            game->play(&now, move);
            if (pass) moves[ply] = move;
            ply++;
        }
        reached = now;
    }
    if (position) *(Position *)position = reached;
    return MEYDAN_OK;
}
