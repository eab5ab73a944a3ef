// SPDX-License-Identifier: MIT
// JSON by the shape of a struct: one reader and one writer for every message.
//
// The reader refuses a field that is unknown, one that is missing (unless it is optional) and one
// that doesn't fit, names it, and leaves `into` untouched. A value that depends on anything but the
// struct is first computed by C and stored in a struct made for the message.
#ifndef MEYDAN_SERVER_API_MESSAGES_SHAPE_JSON_H
#define MEYDAN_SERVER_API_MESSAGES_SHAPE_JSON_H

#include "platform/json_heap.h"
#include "platform/shape.h"
#include "server/identity/person_ops.h"

// PERSON of docs/api.md: of AS_PERSON, or nested in a row that a SELECT joined.
typedef struct PersonShown {
    i64 id;
    char name[PERSON_NAME_MAX];
    PersonKind kind;
} PersonShown;
extern const Shape PERSON_SHOWN;
void person_shown(PersonShown *shown, i64 id, PersonKind kind, const char *name);

// Ids are texts of digits, since JavaScript's numbers are too small; a game's id 0 is null.
void js_id(Json *json, const char *key, i64 id);
void js_game_id(Json *json, const char *key, i64 game);

// `reading` looks up AS_PERSON; NULL if the shape has none.
void js_shape(Json *json, const char *key, const Shape *shape, const void *of, Store *reading);

// `into` holds the values of the fields that the sender may omit.
Status shape_read_json(Text text, const Shape *shape, void *into, Fault *why);
// A socket's message {"t":NAME,"n":NUMBER,...}. After OK it is closed by message_close.
typedef struct OpenMessage {
    struct json_object *object;
    i64 n; // -1: none, or unreadable
    Text name;
} OpenMessage;
Status message_open(Text text, OpenMessage *message, Fault *why);
// Reads the remaining fields into the struct of `shape`.
Status message_read(const OpenMessage *message, const Shape *shape, void *into, Fault *why);
void message_close(OpenMessage *message);
// Reads the struct from the parameters of a path: a=1&b=text. Refuses a parameter without a field.
Status shape_read_query(Text query, const Shape *shape, void *into, Fault *why);
// For Field.fits: the id of a variant; the name of a speed, or of a pool of
// ratings.
bool is_variant_id(Text value);
bool is_speed_name(Text value);
bool is_pool_name(Text value); // "blitz", "blitz-bots"
// Whether the readers can fill it: no KIND_TEXT or KIND_LIST, no AS_PERSON, AS_BITS or AS_JSON.
// False, with the field's name.
bool shape_is_readable(const Shape *shape, Fault *why);

#endif
