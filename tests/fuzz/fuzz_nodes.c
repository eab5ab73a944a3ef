// SPDX-License-Identifier: MIT
// Messages between nodes: an accepted message of a topic, in either form, is written and read again
// as the same.
#include "fuzz.h"

#include "server/cluster/older.h"

#include <stdlib.h>
#include <string.h>

typedef struct Event {
    int number, kind, ply;
    bool takes_back;
    i64 at_ms;
    Text body;
} Event;
static const Field EVENT_FIELDS[] = {
    FIELD(Event, number),     FIELD(Event, kind),  FIELD(Event, ply),
    FIELD(Event, takes_back), FIELD(Event, at_ms), FIELD(Event, body),
};
static const Shape EVENT = SHAPE_OF(Event, EVENT_FIELDS);
typedef struct All {
    i64 game, person, other, count;
    int abilities;
    bool yes, on_purpose;
    SecretHash hash, but;
    Text body;
    int events;
    Event event[OLDER_EVENTS_MAX];
} All;
static const Field ALL_FIELDS[] = {
    FIELD(All, game),
    FIELD(All, person),
    FIELD(All, other),
    FIELD(All, count),
    FIELD(All, abilities),
    FIELD(All, yes),
    FIELD(All, on_purpose),
    FIELD(All, hash),
    FIELD(All, but),
    FIELD(All, body),
    FIELD_ARRAY(All, event, events, &EVENT),
};
static const Shape ALL = SHAPE_OF(All, ALL_FIELDS);

static void write_again(const Topic *topic, const All *heard)
{
    static char bytes[RECORD_MAX];
    All again;
    for (int form = 0; form < 2; form++) {
        size_t size = (form ? older_write : node_record_write)(bytes, topic, heard);
        NodeMessage message = { .records = { bytes, size } };
        NodeRecord record;
        if (!size) continue; // too long
        if (!node_record_next(&message, &record) || !node_record_read(&record, topic, &again))
            abort();
        if (again.game != heard->game || again.events != heard->events || again.yes != heard->yes ||
            !text_equal(again.body, heard->body))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    NodeMessage message;
    NodeRecord record;
    All heard;
    if (!node_message_read((Text){ (const char *)data, size }, &message)) return 0;
    while (node_record_next(&message, &record)) {
        int kind = record.kind == RECORD_TOPIC ? OLDER_EVENTS : record.kind;
        const Topic topic = { .name = "all", .shape = &ALL, .older = { kind, "gpocayuhxbe" } };
        if (node_record_read(&record, &topic, &heard)) write_again(&topic, &heard);
    }
    return 0;
}
