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

// Finds the member that covers byte `at`, or else the next one. Returns its end and sets `*start`.
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

// A number is 'n' and eight bytes; a text is 't', its length in four bytes, and its bytes; a struct
// is 's', the length of its fields, and its fields; an array is 'a', the number of its elements,
// and that many structs. All are little-endian.
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

static void pack_head(Out *out, char kind, u64 count)
{
    char head[TEXT_HEAD] = { kind };
    put(head + 1, count, 4);
    out_text(out, (Text){ head, TEXT_HEAD });
}

static bool pack(const Shape *shape, const void *of, Out *out);

static bool pack_struct(const Shape *shape, const void *of, Out *out)
{
    pack_head(out, 's', 0);
    size_t begin = out->length;
    if (!pack(shape, of, out)) return false;
    put(out->at + begin - 4, out->length - begin, 4);
    return true;
}

static bool pack(const Shape *shape, const void *of, Out *out)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        const char *at = field_at(f, of);
        char head[NUMBER_SIZE];
        u64 number = (u64)field_number(f, of);
        switch (f->kind) {
        case KIND_DOUBLE: memcpy(&number, at, sizeof number); // fall through
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
            pack_head(out, 't', text.length);
            out_text(out, text);
            break;
        }
        case KIND_SHAPE:
            if (!pack_struct(f->shape, at, out)) return false;
            break;
        case KIND_ARRAY:
            pack_head(out, 'a', (u64)field_count(f, of));
            for (int i = 0; i < field_count(f, of); i++)
                if (!pack_struct(f->shape, at + (size_t)i * f->shape->size, out)) return false;
            break;
        case KIND_STRING:
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

bool field_set_number(const Field *field, i64 number, void *into)
{
    void *at = (char *)into + field->offset;
    switch (field->kind) {
    case KIND_I64: *(i64 *)at = number; return true;
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

bool field_set_text(const Field *field, Text text, void *into)
{
    void *at = (char *)into + field->offset;
    switch (field->kind) {
    case KIND_TEXT: *(Text *)at = text; return true;
    case KIND_CHARS:
        if (text.length >= field->size || memchr(text.at, '\0', text.length)) return false;
        memcpy(at, text.at, text.length);
        ((char *)at)[text.length] = '\0';
        return true;
    case KIND_BYTES:
        if (text.length != field->size) return false;
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

// Takes the head and returns its count; false unless it is of that kind.
static bool unpack_head(Text *from, char kind, size_t *count)
{
    if (from->length < TEXT_HEAD || from->at[0] != kind) return false;
    *count = (size_t)take(from->at + 1, 4);
    *from = text_from(*from, TEXT_HEAD);
    return true;
}

static bool unpack(const Shape *shape, Text *from, void *into);

// Skips the fields that a newer sender has appended.
static bool unpack_struct(const Shape *shape, Text *from, void *into)
{
    size_t length;
    if (!unpack_head(from, 's', &length) || from->length < length) return false;
    Text fields = text_cut(*from, 0, length);
    *from = text_from(*from, length);
    return unpack(shape, &fields, into);
}

static bool unpack_array(const Field *f, Text *from, void *into)
{
    char *at = (char *)into + f->offset;
    size_t count;
    if (!unpack_head(from, 'a', &count) || count > f->size / f->shape->size) return false;
    *(int *)(void *)((char *)into + f->count_offset) = (int)count;
    for (size_t i = 0; i < count; i++)
        if (!unpack_struct(f->shape, from, at + i * f->shape->size)) return false;
    return true;
}

static bool unpack_field(const Field *f, Text *from, void *into)
{
    if (f->kind == KIND_SHAPE) return unpack_struct(f->shape, from, (char *)into + f->offset);
    if (f->kind == KIND_ARRAY) return unpack_array(f, from, into);
    if (from->at[0] == 'n') {
        if (from->length < NUMBER_SIZE || !field_set_number(f, (i64)take(from->at + 1, 8), into))
            return false;
        *from = text_from(*from, NUMBER_SIZE);
        return true;
    }
    size_t length;
    if (!unpack_head(from, 't', &length) || from->length < length ||
        !field_set_text(f, text_cut(*from, 0, length), into))
        return false;
    *from = text_from(*from, length);
    return true;
}

static bool unpack(const Shape *shape, Text *from, void *into)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        if (!from->length) return true; // the sender is older
        if (!unpack_field(f, from, into)) return false;
    }
    return true;
}

bool shape_unpack(const Shape *shape, Text from, void *into)
{
    memset(into, 0, shape->size);
    return unpack(shape, &from, into);
}
