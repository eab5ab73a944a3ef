// SPDX-License-Identifier: MIT
#include "server/nodes/wire.h"

#include <assert.h>
#include <string.h>

static const char MAGIC[4] = { 'M', 'Y', 'D', '1' };
enum { NEWS_HEADER = 5 };
enum { HAS_YES = 1, HAS_PURPOSE = 2, HAS_HASH = 4, HAS_BUT = 8, HAS_TAKEBACK = 1 };

// --- bytes ---------------------------------------------------------------------------------------

static char *put(char *to, u64 number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *to++ = (char)(number >> (8 * i));
    return to;
}

static char *put_bytes(char *to, const void *from, size_t length)
{
    if (length) memcpy(to, from, length);
    return to + length;
}

// Reading never fails half-way: behind the end there are zeros, and `broken` stays.
typedef struct Bytes {
    const char *at;
    size_t left;
    bool broken;
} Bytes;

static u64 take(Bytes *bytes, size_t count)
{
    u64 number = 0;
    if (bytes->left < count) {
        bytes->broken = true;
        bytes->left = 0;
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        number |= (u64)(u8)bytes->at[i] << (8 * i);
    bytes->at += count;
    bytes->left -= count;
    return number;
}

static Text take_text(Bytes *bytes, size_t length)
{
    Text text = { bytes->at, length };
    if (bytes->left < length) {
        bytes->broken = true;
        bytes->left = 0;
        return (Text){ "", 0 };
    }
    bytes->at += length;
    bytes->left -= length;
    return text;
}

static void take_hash(Bytes *bytes, SecretHash *hash)
{
    Text text = take_text(bytes, sizeof hash->bytes);
    if (text.length) memcpy(hash->bytes, text.at, sizeof hash->bytes);
}

// --- writing -------------------------------------------------------------------------------------

void node_header_write(char *to, NodeId from, u64 number)
{
    to = put_bytes(to, MAGIC, sizeof MAGIC);
    to = put(to, from, 8);
    put(to, number, 8);
}

static char *put_event(char *to, const StoredEvent *event)
{
    assert(event->body.length <= NODE_EVENT_BODY_MAX);
    to = put(to, (u32)event->number, 4);
    to = put(to, (u32)event->kind, 2);
    to = put(to, (u32)event->ply, 4);
    to = put(to, event->takes_back ? HAS_TAKEBACK : 0, 1);
    to = put(to, (u64)event->at_ms, 8);
    to = put(to, event->body.length, 2);
    return put_bytes(to, event->body.at, event->body.length);
}

size_t node_news_write(char *to, const NodeNews *news)
{
    assert(news->body.length <= NODE_BODY_MAX);
    char *begin = to, *body = to + NEWS_HEADER;
    int flags = (news->yes ? HAS_YES : 0) | (news->on_purpose ? HAS_PURPOSE : 0) |
                (news->has_hash ? HAS_HASH : 0) | (news->has_but ? HAS_BUT : 0);
    to = put(body, (u64)news->game, 8);
    to = put(to, (u64)news->person, 8);
    to = put(to, (u64)news->other, 8);
    to = put(to, (u64)news->count, 8);
    to = put(to, news->abilities, 4);
    to = put(to, (u64)flags, 1);
    if (news->has_hash) to = put_bytes(to, news->hash.bytes, sizeof news->hash.bytes);
    if (news->has_but) to = put_bytes(to, news->but.bytes, sizeof news->but.bytes);
    to = put(to, (u64)news->events, 1);
    for (int i = 0; i < news->events; i++)
        to = put_event(to, &news->event[i]);
    to = put(to, news->body.length, 2);
    to = put_bytes(to, news->body.at, news->body.length);
    put(put(begin, news->kind, 1), (u64)(to - body), 4);
    return (size_t)(to - begin);
}

// --- reading -------------------------------------------------------------------------------------

bool node_message_read(Text text, NodeMessage *message)
{
    Bytes bytes = { text.at, text.length, false };
    Text magic = take_text(&bytes, sizeof MAGIC);
    if (bytes.broken || memcmp(magic.at, MAGIC, sizeof MAGIC) != 0) return false;
    message->from = take(&bytes, 8);
    message->number = take(&bytes, 8);
    message->news = (Text){ bytes.at, bytes.left };
    return !bytes.broken;
}

static void take_event(Bytes *bytes, i64 game, StoredEvent *event)
{
    event->game = game;
    event->number = (i32)take(bytes, 4);
    event->kind = (int)take(bytes, 2);
    event->ply = (i32)take(bytes, 4);
    event->takes_back = take(bytes, 1) & HAS_TAKEBACK;
    event->at_ms = (i64)take(bytes, 8);
    event->body = take_text(bytes, (size_t)take(bytes, 2));
}

static bool read_one(Bytes *bytes, NodeNews *news)
{
    news->game = (i64)take(bytes, 8);
    news->person = (i64)take(bytes, 8);
    news->other = (i64)take(bytes, 8);
    news->count = (i64)take(bytes, 8);
    news->abilities = (u32)take(bytes, 4);
    u64 flags = take(bytes, 1);
    news->yes = flags & HAS_YES;
    news->on_purpose = flags & HAS_PURPOSE;
    news->has_hash = flags & HAS_HASH;
    news->has_but = flags & HAS_BUT;
    if (news->has_hash) take_hash(bytes, &news->hash);
    if (news->has_but) take_hash(bytes, &news->but);
    news->events = (int)take(bytes, 1);
    if (news->events > NODE_EVENTS_MAX) return false;
    for (int i = 0; i < news->events; i++)
        take_event(bytes, news->game, &news->event[i]);
    news->body = take_text(bytes, (size_t)take(bytes, 2));
    return !bytes->broken && news->body.length <= NODE_BODY_MAX; // more may follow: a newer version
}

bool node_news_read(NodeMessage *message, NodeNews *news)
{
    while (message->news.length) {
        Bytes bytes = { message->news.at, message->news.length, false };
        u64 kind = take(&bytes, 1);
        Text body = take_text(&bytes, (size_t)take(&bytes, 4));
        message->news = bytes.broken ? (Text){ "", 0 } : (Text){ bytes.at, bytes.left };
        if (bytes.broken) return false;
        if (!kind || kind >= NODE_KINDS) continue;
        *news = (NodeNews){ .kind = (NodeNewsKind)kind };
        Bytes inside = { body.at, body.length, false };
        if (read_one(&inside, news)) return true;
    }
    return false;
}
