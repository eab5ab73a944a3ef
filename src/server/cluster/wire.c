// SPDX-License-Identifier: MIT
#include "server/cluster/wire.h"

#include "server/cluster/older.h"

#include <string.h>

static const char MAGIC[4] = { 'M', 'Y', 'D', '1' };

static void put(char *to, u64 number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (char)(number >> 8 * i);
}

static u64 take(const char *from, int bytes)
{
    u64 number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (u64)(u8)from[i] << 8 * i;
    return number;
}

void node_message_write(char *to, NodeId from, u64 number)
{
    memcpy(to, MAGIC, sizeof MAGIC);
    put(to + 4, from, 8);
    put(to + 12, number, 8);
}

bool node_message_read(Text text, NodeMessage *message)
{
    if (text.length < MESSAGE_HEADER || memcmp(text.at, MAGIC, sizeof MAGIC) != 0) return false;
    *message = (NodeMessage){ .from = take(text.at + 4, 8),
                              .number = take(text.at + 12, 8),
                              .records = text_from(text, MESSAGE_HEADER) };
    return true;
}

size_t node_record_write(char *to, const Topic *topic, const void *message)
{
    size_t name = strlen(topic->name) + 1, head = RECORD_HEADER + name;
    memcpy(to + RECORD_HEADER, topic->name, name);
    size_t size = shape_pack(topic->shape, message, to + head, RECORD_MAX - head);
    if (!size) return 0;
    put(to, RECORD_TOPIC, 1);
    put(to + 1, name + size, 4);
    return head + size;
}

bool node_record_next(NodeMessage *message, NodeRecord *record)
{
    Text rest = message->records;
    size_t length = rest.length < RECORD_HEADER ? 0 : (size_t)take(rest.at + 1, 4);
    bool whole = rest.length >= RECORD_HEADER && rest.length - RECORD_HEADER >= length;
    message->records = (Text){ 0 };
    if (!whole) return false;
    *record = (NodeRecord){ (u8)rest.at[0], text_cut(rest, RECORD_HEADER, RECORD_HEADER + length) };
    message->records = text_from(rest, RECORD_HEADER + length);
    return true;
}

bool node_record_topic(const NodeRecord *record, Text *name, Text *packed)
{
    *packed = record->body;
    return record->kind == RECORD_TOPIC && text_split(packed, '\0', name);
}

bool node_record_read(const NodeRecord *record, const Topic *topic, void *into)
{
    Text name, packed;
    OlderNews older;
    if (record->kind != RECORD_TOPIC)
        return record->kind == topic->older.kind && older_read(record, &older) &&
               older_take(&older, topic, into);
    return node_record_topic(record, &name, &packed) && text_is(name, topic->name) &&
           shape_unpack(topic->shape, packed, into);
}
