// SPDX-License-Identifier: MIT
// Exports a store as JSON lines: people, then games with their events and records, then rating
// changes. Omits password hashes, sessions and tokens. docs/store.md describes the objects.
#include "cli/store/store.h"

#include "platform/array.h"
#include "server/games/game_ops.h"
#include "server/games/live/rooms.h"
#include "server/games/rating_ops.h"
#include "server/identity/person_ops.h"

#include <json-c/json.h>
#include <stdlib.h>

static const char *const KINDS[] = {
    [PERSON_ANONYMOUS] = "anonymous",
    [PERSON_ACCOUNT] = "account",
    [PERSON_BOT] = "bot",
    [PERSON_GONE] = "gone",
};

// --- values --------------------------------------------------------------------------------------

static void add(json_object *object, const char *key, json_object *value)
{
    json_object_object_add(object, key, value);
}

static void add_text(json_object *object, const char *key, Text text)
{
    if (text.length) add(object, key, json_object_new_string_len(text.at, (int)text.length));
}

static void add_number(json_object *object, const char *key, i64 number)
{
    add(object, key, json_object_new_int64(number));
}

// Ids are written as texts, because JavaScript would round them.
static json_object *person_id(i64 id)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)id);
    return id ? json_object_new_string(text) : NULL;
}

static json_object *game_id(i64 id)
{
    char text[GAME_ID_LENGTH + 1];
    game_id_write(id, text);
    return json_object_new_string(text);
}

static json_object *rating_object(Rating rating)
{
    json_object *object = json_object_new_object();
    add(object, "rating", json_object_new_double(rating.rating));
    add(object, "deviation", json_object_new_double(rating.deviation));
    add(object, "volatility", json_object_new_double(rating.volatility));
    return object;
}

static json_object *line_of(const char *type)
{
    json_object *line = json_object_new_object();
    add(line, "type", json_object_new_string(type));
    return line;
}

// Frees the line. Returns false after a write error, to stop reading.
static bool print_line(FILE *out, json_object *line)
{
    fputs(json_object_to_json_string_ext(line,
                                         JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE),
          out);
    fputc('\n', out);
    json_object_put(line);
    return !ferror(out);
}

// --- people and ratings --------------------------------------------------------------------------

static bool print_person(void *context, const void *row)
{
    const StoredPerson *person = row;
    json_object *line = line_of("person");
    add(line, "id", person_id(person->id));
    add(line, "kind", json_object_new_string(KINDS[person->kind]));
    add_text(line, "name", text_of(person->name));
    add_number(line, "created", person->created_ms);
    if (person->gone_ms) add_number(line, "gone", person->gone_ms);
    if (person->became) add(line, "became", person_id(person->became));
    return print_line(context, line);
}

static bool print_change(void *context, const StoredChange *change)
{
    json_object *line = line_of("rating");
    add(line, "person", person_id(change->person));
    add_text(line, "variant", change->variant);
    add_text(line, "speed", change->speed);
    add(line, "game", game_id(change->game));
    add_number(line, "at", change->at_ms);
    add(line, "before", rating_object(change->before));
    add(line, "after", rating_object(change->after));
    if (change->annulled) add(line, "annulled", json_object_new_boolean(true));
    return print_line(context, line);
}

// --- games ---------------------------------------------------------------------------------------

static bool take_id(void *context, const StoredGame *game)
{
    GameIds *ids = context;
    i64 *grown = array_grow(ids->id, &ids->capacity, (size_t)ids->count + 1, sizeof *grown);
    ids->lost = !grown;
    if (!grown) return false;
    ids->id = grown;
    ids->id[ids->count++] = game->id;
    return true;
}

bool game_ids(Store *store, GameIds *ids, Fault *why)
{
    *ids = (GameIds){ .count = 0 };
    const GameReader reader = { .context = ids, .game = take_id };
    bool fine = games_load_all(store, &reader, why);
    if (ids->lost) fault(why, FULL, "out of memory");
    if (fine && !ids->lost) return true;
    free(ids->id);
    return false;
}

typedef struct GameLine {
    json_object *line, *seats, *events;
} GameLine;

static bool see_game(void *context, const StoredGame *game)
{
    json_object *line = ((GameLine *)context)->line;
    add(line, "id", game_id(game->id));
    add_text(line, "variant", game->variant);
    add_text(line, "speed", game->speed);
    add(line, "rated", json_object_new_boolean(game->rated));
    add(line, "public", json_object_new_boolean(game->open_to_all));
    add_number(line, "created", game->created_ms);
    if (game->maker) add(line, "maker", person_id(game->maker));
    if (game->rematch_of) add(line, "rematch_of", game_id(game->rematch_of));
    if (game->ended_ms) {
        add_number(line, "ended", game->ended_ms);
        add_text(line, "result", game->result);
        add_text(line, "reason", game->reason);
        add_number(line, "plies", game->plies);
    }
    if (game->annulled) add(line, "annulled", json_object_new_boolean(true));
    add_text(line, "setup", game->setup);
    return true;
}

static bool see_seat(void *context, const StoredSeat *seat)
{
    json_object_array_put_idx(((GameLine *)context)->seats, (size_t)seat->seat,
                              person_id(seat->person));
    return true;
}

static bool see_event(void *context, const StoredEvent *event)
{
    json_object *object = json_object_new_object();
    add_number(object, "kind", event->kind);
    if (event->ply != NO_PLY) add_number(object, "ply", event->ply);
    if (event->takes_back) add(object, "takes_back", json_object_new_boolean(true));
    add_number(object, "at", event->at_ms);
    add_text(object, "body", event->body);
    json_object_array_add(((GameLine *)context)->events, object);
    return true;
}

// A game that can't be replayed has no record; `meydan store check` reports why.
static void add_record(Store *store, i64 id, json_object *line)
{
    Fault why;
    size_t length;
    Room *room = rooms_load_over(store, id, &why);
    if (!room) return;
    char *record = room_record(room, room->match.now, &length);
    rooms_free_room(room);
    if (record) add_text(line, "record", (Text){ record, length });
    free(record);
}

static bool print_games(Store *store, FILE *out, Fault *why)
{
    GameIds ids;
    bool fine = game_ids(store, &ids, why);
    if (!fine) return false;
    for (int i = 0; fine && i < ids.count && !ferror(out); i++) {
        GameLine game = { line_of("game"), json_object_new_array(), json_object_new_array() };
        const GameReader reader = { &game, see_game, see_event, see_seat };
        fine = games_load(store, ids.id[i], &reader, why);
        add(game.line, "seats", game.seats);
        add(game.line, "events", game.events);
        add_record(store, ids.id[i], game.line);
        print_line(out, game.line);
    }
    free(ids.id);
    return fine;
}

bool export_store(Store *store, FILE *out, Fault *why)
{
    fault(why, MALFORMED, "cannot read the store");
    return store_select(store, &PERSON_OPS[PERSONS_LIST], NULL, print_person, out) &&
           print_games(store, out, why) &&
           ratings_changes(store, &(ChangeFilter){ .annulled_too = true }, print_change, out);
}
