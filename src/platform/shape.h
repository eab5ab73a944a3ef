// SPDX-License-Identifier: MIT
// The shape of a struct: its fields by name, kind and offset. With it one walker copies any struct
// into a queue, binds it to a statement, fills it from a row, reads and writes it as JSON, and
// sends it to other nodes.
//
//     typedef struct Favourite {
//         i64 person, game;
//         char note[4 * NOTE_MAX + 1];
//     } Favourite;
//     static const Field FAVOURITE_FIELDS[] = {
//         FIELD(Favourite, person, .as = AS_HIDDEN),
//         FIELD(Favourite, game, .as = AS_GAME),
//         FIELD(Favourite, note, .max = NOTE_MAX, .flags = FIELD_OPTIONAL),
//     };
//     static const Shape FAVOURITE = SHAPE_OF(Favourite, FAVOURITE_FIELDS);
//
// The compiler derives the kind from the member. A member whose type has no kind doesn't compile.
#ifndef MEYDAN_PLATFORM_SHAPE_H
#define MEYDAN_PLATFORM_SHAPE_H

#include "base/text.h"
#include "platform/secret_hash.h"

#include <stddef.h>

// The member in C.
typedef enum FieldKind {
    KIND_I64 = 1,
    KIND_INT, // also an enum
    KIND_BOOL,
    KIND_DOUBLE,
    KIND_TEXT,   // Text: bytes owned by the caller
    KIND_CHARS,  // char[N], NUL-terminated
    KIND_STRING, // const char *, or NULL: write-only, as JSON
    KIND_BYTES,  // u8[N] or SecretHash: not in JSON
    KIND_SHAPE,  // a struct within the struct
    KIND_ARRAY,  // T[N] and an int that counts the elements in use
    KIND_LIST,   // const T * and an int that counts the elements: write-only, as JSON
    KIND_RESULT, // a pointer to the caller's memory: copied, never bound
} FieldKind;

// The meaning of the member outside the program.
typedef enum FieldAs {
    AS_PLAIN,  // a number (a double is rounded), a text, a boolean, an object, an array
    AS_GAME,   // i64: a game's id, as a text; 0 is null
    AS_PERSON, // i64: PERSON, looked up in the store; 0 is null. Write-only
    AS_ID,     // i64: a number, as a text
    AS_TIME,   // i64: milliseconds since 1970
    AS_WORD,   // int: one of `words`
    AS_WORDS,  // int: a set of bits, as an array of `words`
    AS_BITS,   // int: a set of bits, as an array of their numbers
    AS_JSON,   // text: ready-made JSON of TypeScript's `type`, or an array of `shape`. Write-only
    AS_HIDDEN, // not in JSON: an argument or a column
} FieldAs;

// A value is empty if a number equals `none` (usually 0), a text has no bytes, a boolean is false,
// a list has no elements, or the first field of a struct is empty.
enum {
    FIELD_OPTIONAL = 1, // the sender may omit it, and the member then keeps its value
    FIELD_NULL = 2,     // null if empty
    FIELD_OMIT = 4,     // not written if empty
    FIELD_INLINE = 8,   // KIND_SHAPE: its fields are members of the outer object
    FIELD_STRICT = 16,  // `refusal` also replaces the message about a wrong type
};

typedef struct Shape Shape;

typedef struct Field {
    const char *name;
    const char *key; // in JSON; NULL means `name`
    FieldKind kind;
    FieldAs as;
    u32 flags;
    u32 offset, size;
    u32 count_offset;   // KIND_ARRAY, KIND_LIST: offset of the counter
    u32 given;          // the reader sets the bool at this offset if the sender included the field
    const Shape *shape; // KIND_SHAPE, KIND_ARRAY, KIND_LIST, AS_JSON: of the struct or an element
    // Text: `max` limits the characters, and the buffer has four times as many bytes; 0 limits the
    // bytes to the buffer. Number: the range; a `max` of 0 is the member's own limit. Array: at
    // least `min` elements.
    i64 min, max;
    i64 none;
    const char *const *words; // indexed by number, NULL-terminated; "" for a number without a word
    const char *(*word_of)(int number); // instead of `words`; returns NULL after the last
    bool (*fits)(Text value);           // KIND_CHARS: whether the value is known; NULL: any value
    const char *refusal;                // replaces the usual message for an invalid value
    const char *noun;                   // AS_WORDS: "is not an array of NOUN"
    const char *type;                   // in TypeScript; NULL derives it
    const char *says;                   // for docs/api.md: a clause, without a full stop
} Field;

struct Shape {
    const char *name; // in TypeScript and in docs/api.md
    size_t size;
    const Field *field;
    int count;
    bool bare; // JSON has the value of the only field instead of an object
    // Replaces the usual message for an unknown or missing field, or for a list of the wrong type.
    // These are checked before any value.
    const char *refusal;
    const void *defaults; // initial values for a reader; NULL means zeros
};

#define SHAPE_KIND(type, member)                                                                   \
    _Generic(((type *)0)->member,                                                                  \
        i64: KIND_I64,                                                                             \
        int: KIND_INT,                                                                             \
        unsigned: KIND_INT,                                                                        \
        bool: KIND_BOOL,                                                                           \
        double: KIND_DOUBLE,                                                                       \
        Text: KIND_TEXT,                                                                           \
        char *: KIND_CHARS,                                                                        \
        const char *: KIND_STRING,                                                                 \
        u8 *: KIND_BYTES,                                                                          \
        SecretHash: KIND_BYTES)
#define SHAPE_MEMBER(type, member)                                                                 \
    .name = #member, .offset = offsetof(type, member), .size = sizeof((type *)0)->member
#define FIELD(type, member, ...)                                                                   \
    { SHAPE_MEMBER(type, member), .kind = SHAPE_KIND(type, member), __VA_ARGS__ }
// A nested struct.
#define FIELD_SHAPE(type, member, of, ...)                                                         \
    { SHAPE_MEMBER(type, member), .kind = KIND_SHAPE, .shape = (of), __VA_ARGS__ }
// T member[N], or const T *member, with its counter.
#define FIELD_ARRAY(type, member, counter, of, ...)                                                \
    { SHAPE_MEMBER(type, member), .kind = KIND_ARRAY, .count_offset = offsetof(type, counter),     \
      .shape = (of), __VA_ARGS__ }
#define FIELD_LIST(type, member, counter, of, ...)                                                 \
    { SHAPE_MEMBER(type, member), .kind = KIND_LIST, .count_offset = offsetof(type, counter),      \
      .shape = (of), __VA_ARGS__ }
#define FIELD_RESULT(type, member)                                                                 \
    { SHAPE_MEMBER(type, member), .kind = KIND_RESULT, .as = AS_HIDDEN }
#define SHAPE_OF(type, fields) SHAPE_NAMED(#type, type, fields)
// Where messages have another name than the struct, or the shape has more to state.
#define SHAPE_NAMED(its_name, type, fields, ...)                                                   \
    { .name = (its_name),                                                                          \
      .size = sizeof(type),                                                                        \
      .field = (fields),                                                                           \
      .count = sizeof(fields) / sizeof *(fields),                                                  \
      __VA_ARGS__ }
// The same with its fields.
#define SHAPE(type, ...) SHAPE_OF(type, ((const Field[]){ __VA_ARGS__ }))
#define SHAPE_BARE(type, fields)                                                                   \
    { .name = #type, .size = sizeof(type), .field = (fields), .count = 1, .bare = true }

// A message without fields: an empty body, no parameters. `Nothing` has one byte because C has no
// empty structs.
typedef struct Nothing {
    u8 unused[1];
} Nothing;
extern const Shape NOTHING;

static inline const void *field_at(const Field *field, const void *of)
{
    return (const char *)of + field->offset;
}
static inline const char *field_key(const Field *field)
{
    return field->key ? field->key : field->name;
}
// The number of elements of an array or a list.
static inline int field_count(const Field *field, const void *of)
{
    return *(const int *)(const void *)((const char *)of + field->count_offset);
}
// The value of KIND_I64, KIND_INT or KIND_BOOL.
i64 field_number(const Field *field, const void *of);
bool field_is_empty(const Field *field, const void *of);
// The word for a number, or NULL; the number of a word, or -1.
const char *field_word(const Field *field, int number);
int field_find_word(const Field *field, Text word);
// The bytes of KIND_TEXT, KIND_CHARS, KIND_STRING or KIND_BYTES.
Text field_text(const Field *field, const void *of);
// Sets it in the struct `into`; false if the member is of another kind or too small.
bool field_set_number(const Field *field, i64 number, void *into);
bool field_set_text(const Field *field, Text text, void *into);

// Checks the shape for contradictions: a meaning that doesn't fit the kind, missing words, a buffer
// too small for `max`. Returns false with the field's name.
bool shape_check(const Shape *shape, Fault *why);
// Checks that the fields cover the struct except for padding. A struct copied to a queue must be
// covered: an unlisted Text would remain a pointer to memory that its owner frees.
bool shape_tiles(const Shape *shape, Fault *why);

// --- copying -------------------------------------------------------------------------------------

// The size of a copy of the struct followed by its texts, a multiple of 16; and the copy itself at
// `to`, which must be aligned to 16. Returns the end of the copy.
size_t shape_copy_size(const Shape *shape, const void *of);
char *shape_copy(const Shape *shape, const void *of, char *to);

// --- between nodes -------------------------------------------------------------------------------

// Serialises the struct; returns 0 if it doesn't fit. Fields may be appended to a shape but never
// reordered or removed, because nodes of two versions may run at the same time.
size_t shape_pack(const Shape *shape, const void *of, char *to, size_t capacity);
// Fields unknown to an older sender are 0; fields appended by a newer one are skipped. Texts point
// into `from`. Returns false if the bytes are damaged.
bool shape_unpack(const Shape *shape, Text from, void *into);

#endif
