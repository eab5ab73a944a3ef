// SPDX-License-Identifier: MIT
// Reads members of messages from the server. Missing members and those of another type read as
// NULL, an empty text or an empty array.
#ifndef MEYDAN_CLI_BOT_MEMBERS_H
#define MEYDAN_CLI_BOT_MEMBERS_H

#include "base/types.h"

#include <json-c/json.h>

static inline struct json_object *member(struct json_object *object, const char *key)
{
    struct json_object *value = NULL;
    json_object_object_get_ex(object, key, &value);
    return value;
}

static inline const char *text_at(struct json_object *object, const char *key)
{
    const char *text = json_object_get_string(member(object, key));
    return text ? text : "";
}

// Limit of magnitude, so that sums of a few numbers don't overflow. Any time in ms fits.
#define NUMBER_MAX ((i64)1 << 53)

static inline i64 number_of(struct json_object *value)
{
    i64 number = json_object_get_int64(value);
    return number > NUMBER_MAX ? NUMBER_MAX : number < -NUMBER_MAX ? -NUMBER_MAX : number;
}

static inline i64 number_at(struct json_object *object, const char *key, i64 missing)
{
    struct json_object *value = member(object, key);
    return value ? number_of(value) : missing;
}

static inline size_t length_of(struct json_object *array)
{
    return json_object_is_type(array, json_type_array) ? json_object_array_length(array) : 0;
}

#endif
