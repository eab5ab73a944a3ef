// SPDX-License-Identifier: MIT
#include "platform/shape.h"

#include <string.h>

static const Field NOTHING_FIELDS[] = { FIELD(Nothing, unused, .as = AS_HIDDEN) };
const Shape NOTHING = SHAPE_OF(Nothing, NOTHING_FIELDS);

// --- values --------------------------------------------------------------------------------------

i64 field_number(const Field *field, const void *of)
{
    const void *at = field_at(field, of);
    switch (field->kind) {
    case KIND_I64: return *(const i64 *)at;
    case KIND_INT: return *(const int *)at;
    case KIND_BOOL: return *(const bool *)at;
    case KIND_DOUBLE:
    case KIND_TEXT:
    case KIND_CHARS:
    case KIND_STRING:
    case KIND_BYTES:
    case KIND_SHAPE:
    case KIND_ARRAY:
    case KIND_LIST:
    case KIND_RESULT: break;
    }
    return 0;
}

Text field_text(const Field *field, const void *of)
{
    const void *at = field_at(field, of);
    switch (field->kind) {
    case KIND_TEXT: return *(const Text *)at;
    case KIND_CHARS: return text_of(at);
    case KIND_STRING: {
        const char *string = *(const char *const *)at;
        return string ? text_of(string) : (Text){ 0 };
    }
    case KIND_BYTES: return (Text){ at, field->size };
    case KIND_I64:
    case KIND_INT:
    case KIND_BOOL:
    case KIND_DOUBLE:
    case KIND_SHAPE:
    case KIND_ARRAY:
    case KIND_LIST:
    case KIND_RESULT: break;
    }
    return (Text){ 0 };
}

const char *field_word(const Field *field, int number)
{
    if (number < 0) return NULL;
    if (field->word_of) {
        const char *word = field->word_of(number);
        return word && *word ? word : NULL;
    }
    for (int i = 0; i <= number; i++)
        if (!field->words[i]) return NULL;
    return *field->words[number] ? field->words[number] : NULL;
}

int field_find_word(const Field *field, Text word)
{
    for (int i = 0; field->words ? field->words[i] != NULL : field->word_of(i) != NULL; i++) {
        const char *known = field_word(field, i);
        if (known && text_is(word, known)) return i;
    }
    return -1;
}

bool field_is_empty(const Field *field, const void *of)
{
    const void *at = field_at(field, of);
    switch (field->kind) {
    case KIND_I64:
    case KIND_INT:
    case KIND_BOOL: return field_number(field, of) == field->none;
    case KIND_DOUBLE: return *(const double *)at == (double)field->none;
    case KIND_TEXT:
    case KIND_CHARS:
    case KIND_STRING: return !field_text(field, of).length;
    case KIND_SHAPE: return field_is_empty(&field->shape->field[0], at);
    case KIND_ARRAY:
    case KIND_LIST: return !field_count(field, of);
    case KIND_BYTES:
    case KIND_RESULT: break;
    }
    return false;
}

// --- checks --------------------------------------------------------------------------------------

static bool is_number(const Field *f)
{
    return f->kind == KIND_I64 || f->kind == KIND_INT;
}

static bool is_text(const Field *f)
{
    return f->kind == KIND_TEXT || f->kind == KIND_CHARS || f->kind == KIND_STRING;
}

// Why the field is wrong, or NULL.
static const char *contradiction(const Field *f)
{
    bool nested = f->kind == KIND_SHAPE || f->kind == KIND_ARRAY || f->kind == KIND_LIST;
    bool worded = f->as == AS_WORD || f->as == AS_WORDS, has_words = f->words || f->word_of;
    if (!f->kind) return "has no kind";
    if (nested != (f->shape != NULL) && f->as != AS_JSON)
        return "has a shape only if it is a struct or has elements";
    if (worded != has_words || (f->words && f->word_of))
        return "has words only as AS_WORD or AS_WORDS";
    if ((f->flags & FIELD_INLINE) && f->kind != KIND_SHAPE) return "is inline but no struct";
    if (f->kind == KIND_SHAPE && f->size != f->shape->size) return "has the shape of another type";
    if (f->kind == KIND_ARRAY && f->size % f->shape->size)
        return "has elements of the shape of another type";
    if (is_text(f) && f->max && f->kind == KIND_CHARS && 4 * f->max >= (i64)f->size)
        return "has a buffer that is too small for four bytes per character";
    switch (f->as) {
    case AS_PLAIN: return f->kind == KIND_RESULT ? "must be hidden" : NULL;
    case AS_GAME:
    case AS_PERSON:
    case AS_ID:
    case AS_TIME: return f->kind == KIND_I64 ? NULL : "must be an i64";
    case AS_WORD:
    case AS_WORDS:
    case AS_BITS: return is_number(f) ? NULL : "must be a number";
    case AS_JSON:
        return !is_text(f) ? "must be a text" : f->type || f->shape ? NULL : "must state its type";
    case AS_HIDDEN: return NULL;
    }
    return "has a meaning that is unknown";
}

static bool has_bool(const Shape *shape, u32 offset)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++)
        if (f->kind == KIND_BOOL && f->offset == offset) return true;
    return false;
}

bool shape_check(const Shape *shape, Fault *why)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        const char *wrong = contradiction(f);
        if (!wrong && f->given && !has_bool(shape, f->given))
            wrong = "says that it is given in a member that is no bool";
        if (wrong) {
            fault(why, MALFORMED, "%s.%s %s", shape->name, f->name, wrong);
            return false;
        }
        if (f->shape && !shape_check(f->shape, why)) return false;
    }
    if (shape->bare && shape->count != 1) {
        fault(why, MALFORMED, "%s is bare but has %d fields", shape->name, shape->count);
        return false;
    }
    return true;
}

// The end of the member that covers byte `at` or, failing that, of the next one, whose start is
// `*start`.
static size_t next_member(const Shape *shape, size_t at, size_t *start)
{
    size_t end = shape->size;
    *start = shape->size;
    for (const Field *f = shape->field, *last = f + shape->count; f < last; f++) {
        if (f->offset + f->size > at && f->offset < *start) {
            *start = f->offset;
            end = f->offset + f->size;
        }
        bool counts = f->kind == KIND_ARRAY || f->kind == KIND_LIST;
        if (counts && f->count_offset + sizeof(int) > at && f->count_offset < *start) {
            *start = f->count_offset;
            end = f->count_offset + sizeof(int);
        }
    }
    return end;
}

bool shape_tiles(const Shape *shape, Fault *why)
{
    enum { PADDING = 8 };
    for (size_t at = 0, start, end; at < shape->size; at = end) {
        end = next_member(shape, at, &start);
        if (start < at + PADDING) continue;
        fault(why, MALFORMED, "%s has bytes at %d that belong to no field", shape->name, (int)at);
        return false;
    }
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++)
        if (f->shape && !shape_tiles(f->shape, why)) return false;
    return true;
}

// --- copying -------------------------------------------------------------------------------------

static size_t texts_size(const Shape *shape, const void *of)
{
    size_t size = 0;
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        if (f->kind == KIND_TEXT) size += ((const Text *)field_at(f, of))->length;
        if (f->kind == KIND_SHAPE) size += texts_size(f->shape, field_at(f, of));
    }
    return size;
}

static char *copy_texts(const Shape *shape, char *copy, char *texts)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        if (f->kind == KIND_SHAPE) texts = copy_texts(f->shape, copy + f->offset, texts);
        if (f->kind != KIND_TEXT) continue;
        Text *text = (Text *)(void *)(copy + f->offset);
        if (text->length) memcpy(texts, text->at, text->length);
        text->at = texts;
        texts += text->length;
    }
    return texts;
}

static size_t rounded(size_t size)
{
    return (size + 15) & ~(size_t)15;
}

size_t shape_copy_size(const Shape *shape, const void *of)
{
    return rounded(shape->size + texts_size(shape, of));
}

char *shape_copy(const Shape *shape, const void *of, char *to)
{
    memcpy(to, of, shape->size);
    return to + rounded((size_t)(copy_texts(shape, to, to + shape->size) - to));
}

// --- between nodes -------------------------------------------------------------------------------

// A number is 'n' and eight bytes; a text is 't', its length in four bytes, and its bytes. All are
// little-endian.
enum { NUMBER_SIZE = 9, TEXT_HEAD = 5 };

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

static bool pack(const Shape *shape, const void *of, Out *out)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        char head[NUMBER_SIZE];
        u64 number = (u64)field_number(f, of);
        switch (f->kind) {
        case KIND_DOUBLE: memcpy(&number, field_at(f, of), sizeof number); // fall through
        case KIND_I64:
        case KIND_INT:
        case KIND_BOOL:
            head[0] = 'n';
            put(head + 1, number, 8);
            out_text(out, (Text){ head, NUMBER_SIZE });
            break;
        case KIND_TEXT:
        case KIND_CHARS:
        case KIND_BYTES: {
            Text text = field_text(f, of);
            head[0] = 't';
            put(head + 1, text.length, 4);
            out_text(out, (Text){ head, TEXT_HEAD });
            out_text(out, text);
            break;
        }
        case KIND_SHAPE:
            if (!pack(f->shape, field_at(f, of), out)) return false;
            break;
        case KIND_STRING:
        case KIND_ARRAY:
        case KIND_LIST:
        case KIND_RESULT: return false; // never sent between nodes
        }
    }
    return !out->lost;
}

size_t shape_pack(const Shape *shape, const void *of, char *to, size_t capacity)
{
    Out out = out_to(to, capacity);
    return pack(shape, of, &out) ? out.length : 0;
}

static bool unpack_number(const Field *f, const char *from, void *at)
{
    u64 number = take(from, 8);
    switch (f->kind) {
    case KIND_I64: *(i64 *)at = (i64)number; return true;
    case KIND_INT: *(int *)at = (int)number; return true;
    case KIND_BOOL: *(bool *)at = number != 0; return true;
    case KIND_DOUBLE: memcpy(at, &number, sizeof number); return true;
    case KIND_TEXT:
    case KIND_CHARS:
    case KIND_STRING:
    case KIND_BYTES:
    case KIND_SHAPE:
    case KIND_ARRAY:
    case KIND_LIST:
    case KIND_RESULT: break;
    }
    return false;
}

static bool unpack_text(const Field *f, Text text, void *at)
{
    switch (f->kind) {
    case KIND_TEXT: *(Text *)at = text; return true;
    case KIND_CHARS:
        if (text.length >= f->size || memchr(text.at, '\0', text.length)) return false;
        memcpy(at, text.at, text.length);
        ((char *)at)[text.length] = '\0';
        return true;
    case KIND_BYTES:
        if (text.length != f->size) return false;
        memcpy(at, text.at, text.length);
        return true;
    case KIND_I64:
    case KIND_INT:
    case KIND_BOOL:
    case KIND_DOUBLE:
    case KIND_STRING:
    case KIND_SHAPE:
    case KIND_ARRAY:
    case KIND_LIST:
    case KIND_RESULT: break;
    }
    return false;
}

static bool unpack(const Shape *shape, Text *from, void *into)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        void *at = (char *)into + f->offset;
        if (f->kind == KIND_SHAPE) {
            if (!unpack(f->shape, from, at)) return false;
            continue;
        }
        if (!from->length) return true; // the sender is older
        if (from->at[0] == 'n') {
            if (from->length < NUMBER_SIZE || !unpack_number(f, from->at + 1, at)) return false;
            *from = text_from(*from, NUMBER_SIZE);
        } else {
            if (from->length < TEXT_HEAD || from->at[0] != 't') return false;
            size_t length = (size_t)take(from->at + 1, 4);
            *from = text_from(*from, TEXT_HEAD);
            if (from->length < length || !unpack_text(f, text_cut(*from, 0, length), at))
                return false;
            *from = text_from(*from, length);
        }
    }
    return true;
}

bool shape_unpack(const Shape *shape, Text from, void *into)
{
    memset(into, 0, shape->size);
    return unpack(shape, &from, into);
}
