// SPDX-License-Identifier: MIT
#include "server/cluster/older.h"

#include <string.h>

enum { HAS_YES = 1, HAS_PURPOSE = 2, HAS_HASH = 4, HAS_BUT = 8, HAS_TAKEBACK = 1 };

// --- bytes ---------------------------------------------------------------------------------------

static char *put(char *to, u64 number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *to++ = (char)(number >> (8 * i));
    return to;
}

static char *put_text(char *to, Text text)
{
    if (text.length) memcpy(to, text.at, text.length);
    return to + text.length;
}

// Reading never fails half-way: behind the end there are zeros, and `broken` stays.
typedef struct Bytes {
    Text left;
    bool broken;
} Bytes;

static Text take_text(Bytes *bytes, size_t length)
{
    Text text = bytes->left;
    if (text.length < length) {
        *bytes = (Bytes){ .left = { "", 0 }, .broken = true };
        return bytes->left;
    }
    bytes->left = text_from(text, length);
    return (Text){ text.at, length };
}

static u64 take(Bytes *bytes, size_t count)
{
    Text text = take_text(bytes, count);
    u64 number = 0;
    for (size_t i = 0; i < text.length; i++)
        number |= (u64)(u8)text.at[i] << (8 * i);
    return number;
}

static void take_hash(Bytes *bytes, SecretHash *hash)
{
    Text text = take_text(bytes, sizeof hash->bytes);
    if (text.length) memcpy(hash->bytes, text.at, sizeof hash->bytes);
}

static char *put_event(char *to, const OlderEvent *event)
{
    to = put(to, (u64)event->number, 4);
    to = put(to, (u64)event->kind, 2);
    to = put(to, (u64)event->ply, 4);
    to = put(to, event->takes_back ? HAS_TAKEBACK : 0, 1);
    to = put(to, (u64)event->at_ms, 8);
    to = put(to, event->body.length, 2);
    return put_text(to, event->body);
}

static void take_event(Bytes *bytes, OlderEvent *event)
{
    event->number = (i32)take(bytes, 4);
    event->kind = (i64)take(bytes, 2);
    event->ply = (i32)take(bytes, 4);
    event->takes_back = take(bytes, 1) & HAS_TAKEBACK;
    event->at_ms = (i64)take(bytes, 8);
    event->body = take_text(bytes, (size_t)take(bytes, 2));
}

static size_t write_news(char *to, int kind, const OlderNews *news)
{
    char *begin = to, *body = to + RECORD_HEADER;
    int flags = (news->yes ? HAS_YES : 0) | (news->on_purpose ? HAS_PURPOSE : 0) |
                (news->has_hash ? HAS_HASH : 0) | (news->has_but ? HAS_BUT : 0);
    to = put(body, (u64)news->game, 8);
    to = put(to, (u64)news->person, 8);
    to = put(to, (u64)news->other, 8);
    to = put(to, (u64)news->count, 8);
    to = put(to, (u64)news->abilities, 4);
    to = put(to, (u64)flags, 1);
    if (news->has_hash)
        to = put_text(to, (Text){ (const char *)news->hash.bytes, sizeof news->hash });
    if (news->has_but) to = put_text(to, (Text){ (const char *)news->but.bytes, sizeof news->but });
    to = put(to, (u64)news->events, 1);
    for (int i = 0; i < news->events; i++)
        to = put_event(to, &news->event[i]);
    to = put(to, news->body.length, 2);
    to = put_text(to, news->body);
    put(put(begin, (u64)kind, 1), (u64)(to - body), 4);
    return (size_t)(to - begin);
}

bool older_read(const NodeRecord *record, OlderNews *news)
{
    Bytes bytes = { record->body, false };
    *news = (OlderNews){ .game = (i64)take(&bytes, 8) };
    news->person = (i64)take(&bytes, 8);
    news->other = (i64)take(&bytes, 8);
    news->count = (i64)take(&bytes, 8);
    news->abilities = (i64)take(&bytes, 4);
    u64 flags = take(&bytes, 1);
    news->yes = flags & HAS_YES;
    news->on_purpose = flags & HAS_PURPOSE;
    news->has_hash = flags & HAS_HASH;
    news->has_but = flags & HAS_BUT;
    if (news->has_hash) take_hash(&bytes, &news->hash);
    if (news->has_but) take_hash(&bytes, &news->but);
    news->events = (int)take(&bytes, 1);
    if (news->events > OLDER_EVENTS_MAX) return false;
    for (int i = 0; i < news->events; i++)
        take_event(&bytes, &news->event[i]);
    news->body = take_text(&bytes, (size_t)take(&bytes, 2));
    return !bytes.broken && news->body.length <= OLDER_BODY_MAX;
}

// --- from and into a topic's struct --------------------------------------------------------------

// The number that a letter stands for, or NULL.
static i64 *number_of(OlderNews *news, char letter)
{
    return letter == 'g'   ? &news->game
           : letter == 'p' ? &news->person
           : letter == 'o' ? &news->other
           : letter == 'c' ? &news->count
           : letter == 'a' ? &news->abilities
                           : NULL;
}

static bool is_zero(const SecretHash *hash)
{
    static const SecretHash NONE;
    return !memcmp(hash, &NONE, sizeof NONE);
}

static bool get_events(OlderNews *news, const Field *f, const void *message)
{
    const char *at = field_at(f, message);
    const Field *inner = f->shape->field;
    news->events = field_count(f, message);
    if (news->events > OLDER_EVENTS_MAX) return false;
    for (int i = 0; i < news->events; i++, at += f->shape->size) {
        news->event[i] = (OlderEvent){ field_number(&inner[0], at), field_number(&inner[1], at),
                                       field_number(&inner[2], at), field_number(&inner[3], at),
                                       field_number(&inner[4], at), field_text(&inner[5], at) };
        if (news->event[i].body.length > OLDER_EVENT_BODY_MAX) return false;
    }
    return true;
}

static void set_events(const OlderNews *news, const Field *f, void *into)
{
    char *at = (char *)into + f->offset;
    const Field *inner = f->shape->field;
    *(int *)(void *)((char *)into + f->count_offset) = news->events;
    for (int i = 0; i < news->events; i++, at += f->shape->size) {
        const OlderEvent *event = &news->event[i];
        const i64 number[] = { event->number, event->kind, event->ply, event->takes_back,
                               event->at_ms };
        for (int k = 0; k < 5; k++)
            field_set_number(&inner[k], number[k], at);
        field_set_text(&inner[5], event->body, at);
    }
}

size_t older_write(char *to, const Topic *topic, const void *message)
{
    OlderNews news = { 0 };
    const char *letters = topic->older.fields;
    if (!topic->older.kind) return 0;
    for (int i = 0; i < topic->shape->count; i++) {
        const Field *f = &topic->shape->field[i];
        i64 *number = number_of(&news, letters[i]);
        Text text = field_text(f, message);
        if (number) *number = field_number(f, message);
        if (letters[i] == 'y') news.yes = field_number(f, message);
        if (letters[i] == 'u') news.on_purpose = field_number(f, message);
        if (letters[i] == 'h') memcpy(&news.hash, text.at, sizeof news.hash);
        if (letters[i] == 'x') memcpy(&news.but, text.at, sizeof news.but);
        if (letters[i] == 'b') news.body = text;
        if (letters[i] == 'e' && !get_events(&news, f, message)) return 0;
    }
    news.yes |= strchr(letters, 'Y') != NULL;
    news.has_hash = !is_zero(&news.hash);
    news.has_but = !is_zero(&news.but);
    return news.body.length <= OLDER_BODY_MAX ? write_news(to, topic->older.kind, &news) : 0;
}

bool older_take(const OlderNews *news, const Topic *topic, void *into)
{
    OlderNews copy = *news;
    const char *letters = topic->older.fields;
    bool fits = !(strchr(letters, 'Y') && !news->yes) && !(strchr(letters, 'N') && news->yes) &&
                !(strchr(letters, 'P') && !news->person) && !(strchr(letters, 'Z') && news->person);
    memset(into, 0, topic->shape->size);
    for (int i = 0; fits && i < topic->shape->count; i++) {
        const Field *f = &topic->shape->field[i];
        const i64 *number = number_of(&copy, letters[i]);
        if (number) fits &= field_set_number(f, *number, into);
        if (letters[i] == 'y') fits &= field_set_number(f, news->yes, into);
        if (letters[i] == 'u') fits &= field_set_number(f, news->on_purpose, into);
        if (letters[i] == 'h') memcpy((char *)into + f->offset, &news->hash, sizeof news->hash);
        if (letters[i] == 'x') memcpy((char *)into + f->offset, &news->but, sizeof news->but);
        if (letters[i] == 'b') fits &= field_set_text(f, news->body, into);
        if (letters[i] == 'e') set_events(news, f, into);
    }
    return fits;
}
