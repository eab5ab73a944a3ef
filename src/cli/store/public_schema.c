// SPDX-License-Identifier: MIT
#include "cli/store/public_schema.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct PublicField {
    const char *name;
    const char *type; // in JSON Schema, or "[string]" for a list of texts
    const char *says;
    const char *pattern; // a regular expression, or NULL
    bool optional;
} PublicField;

#define DAY     "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
#define SHA256  "^[0-9a-f]{64}$"
#define PLAYER  "a name, `computer 5` with its level, or `?`: a visitor or a deleted person"
#define SEATED  "the computer in this seat; a person if omitted"
#define VARIANT "`abalone`, `quoridor` ..."
static const PublicField GAME[] = {
    { "Game", "string", "the variant: " VARIANT, NULL, false },
    { "Position", "string", "the start, if it is no layout", NULL, true },
    { "Layout", "string", "the start, if it isn't the variant's usual one", NULL, true },
    { "Swap", "string", "the second player could swap sides", "^yes$", true },
    { "Handicap", "string", "what the stronger player gave", NULL, true },
    { "Id", "string", "the game's address is /game/ID on its server", "^[0-9A-Za-z]{8}$", false },
    { "Date", "string", "UTC day on which it began", "^[0-9]{4}\\.[0-9]{2}\\.[0-9]{2}$", false },
    { "Player1", "string", PLAYER, NULL, false },
    { "Player2", "string", PLAYER, NULL, false },
    { "Player3", "string", PLAYER, NULL, true },
    { "Player4", "string", PLAYER, NULL, true },
    { "Seat1", "string", SEATED, NULL, true },
    { "Seat2", "string", SEATED, NULL, true },
    { "Seat3", "string", SEATED, NULL, true },
    { "Seat4", "string", SEATED, NULL, true },
    { "TimeControl", "string", "the clock; none if omitted", NULL, true },
    { "Rated", "string", "the game was rated", "^yes$", true },
    { "Result", "string", "`1-0`, `1/2-1/2`; a number for each player", NULL, false },
    { "Termination", "string", "why it ended: `normal`, `time`, `resignation` ...", NULL, false },
    { 0 },
};
static const PublicField RATING_LINE[] = {
    { "name", "string", "the account", NULL, false },
    { "bot", "boolean", "a program plays", NULL, false },
    { "variant", "string", VARIANT, NULL, false },
    { "speed", "string", "`blitz`; `blitz-bots`: games with bots", NULL, false },
    { "rating", "number", "Glicko-2; in games of three or four on the same scale", NULL, false },
    { "deviation", "number", "its uncertainty: above 110 it is provisional", NULL, false },
    { "games", "integer", "rated games", NULL, false },
    { "last_game", "string", "UTC day of the last one", DAY, false },
    { 0 },
};
static const PublicField PUZZLE_LINE[] = {
    { "id", "string", "its address is /puzzles/ID", "^[0-9a-f]{8}$", false },
    { "variant", "string", VARIANT, NULL, false },
    { "position", "string", "the position, the solver to move", NULL, false },
    { "moves", "[string]", "the solver's moves and the answers, in turn", NULL, false },
    { "goal", "string", "`win-3`, `eject-2`, `ahead` or `save`", NULL, false },
    { "proof", "string", "`proven`, or `margin-51`: points to the next best move", NULL, false },
    { "themes", "[string]", "`jump`, `cut` ...", NULL, false },
    { "level", "integer", "the engine's lowest level that solves it, or 10", NULL, false },
    { "rating", "number", "Glicko-2, from tries; by its level before the first", NULL, false },
    { "deviation", "number", "its uncertainty", NULL, false },
    { "tries", "integer", "first tries by people", NULL, false },
    { 0 },
};
static const PublicField FILE_ENTRY[] = {
    { "name", "string", "the file", NULL, false },
    { "sha256", "string", "its checksum", SHA256, false },
    { "games", "integer", "games in it", NULL, true },
    { "as_of", "integer", "a complete month: when it was read, in ms since 1970", NULL, true },
    { 0 },
};

static const struct {
    const char *file, *unit, *is;
    const PublicField *fields;
} FILES[] = {
    { "games-YYYY-MM.txt", "record",
      "finished games that ended in that month (UTC), the latest first: records with tags, moves "
      "and clocks, with an empty line between them",
      GAME },
    { "ratings.jsonl", "line", "ratings of accounts and bots, the best of each pool first",
      RATING_LINE },
    { "puzzles.jsonl", "line", "puzzles", PUZZLE_LINE },
    { "index.json", "entry", "the files; entries of `files`", FILE_ENTRY },
};

static void add(json_object *object, const char *key, const char *text)
{
    json_object_object_add(object, key, json_object_new_string(text));
}

static json_object *field_schema(const PublicField *field)
{
    json_object *schema = json_object_new_object();
    bool list = field->type[0] == '[';
    add(schema, "type", list ? "array" : field->type);
    add(schema, "description", field->says);
    if (field->pattern) add(schema, "pattern", field->pattern);
    if (!list) return schema;
    json_object *items = json_object_new_object();
    add(items, "type", "string");
    json_object_object_add(schema, "items", items);
    return schema;
}

static json_object *fields_schema(const PublicField *fields)
{
    json_object *schema = json_object_new_object(), *properties = json_object_new_object();
    json_object *required = json_object_new_array();
    add(schema, "type", "object");
    for (const PublicField *field = fields; field->name; field++) {
        json_object_object_add(properties, field->name, field_schema(field));
        if (!field->optional) json_object_array_add(required, json_object_new_string(field->name));
    }
    json_object_object_add(schema, "properties", properties);
    json_object_object_add(schema, "required", required);
    json_object_object_add(schema, "additionalProperties", json_object_new_boolean(false));
    return schema;
}

json_object *public_schema(void)
{
    json_object *all = json_object_new_object(), *files = json_object_new_object();
    add(all, "licence", "CC0-1.0");
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        json_object *file = json_object_new_object();
        add(file, "description", FILES[i].is);
        add(file, "unit", FILES[i].unit);
        json_object *schema = fields_schema(FILES[i].fields);
        add(schema, "$schema", "https://json-schema.org/draft/2020-12/schema");
        json_object_object_add(file, "schema", schema);
        json_object_object_add(files, FILES[i].file, file);
    }
    json_object_object_add(all, "files", files);
    return all;
}

void public_schema_readme(FILE *out)
{
    fputs(
        "# Open data of a Meydan server\n"
        "\n"
        "Licence: CC0 1.0 Universal (public domain),\n"
        "https://creativecommons.org/publicdomain/zero/1.0/. Use these files for anything.\n"
        "\n"
        "They contain only games that everyone could watch. Private games, games that were called\n"
        "off, visitors' identities, and names of deleted people aren't in them. If you keep a\n"
        "copy, take the new files from time to time: a month is written again when one of its\n"
        "players asks for deletion.\n"
        "\n"
        "`sha256sum -c SHA256SUMS` checks the files. `schema.json` describes them for programs:\n"
        "for each file a JSON Schema of a record's tags, of a line or of an entry.\n",
        out);
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        fprintf(out, "\n## %s\n\n%s.\n\n| in each %s | |\n|---|---|\n", FILES[i].file, FILES[i].is,
                FILES[i].unit);
        for (const PublicField *field = FILES[i].fields; field->name; field++)
            fprintf(out, "| `%s` | %s |\n", field->name, field->says);
    }
}
