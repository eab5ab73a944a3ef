// SPDX-License-Identifier: MIT
// Writes a store's open data: finished games by month, ratings and puzzles, with a schema and
// checksums. docs/store.md says what is in it, and what never is.
//
// A month is written once, when it is over, and then kept while all of this is true: its checksum
// is the one in index.json, it was complete, and none of its players was deleted since. Deleted
// players lose their names in it, so that month is written again.
#include "cli/store/public_files.h"
#include "cli/store/store.h"

#include "cli/cli.h"
#include "cli/moderate.h"
#include "platform/array.h"
#include "server/features/puzzles/puzzle_ops.h"
#include "server/features/puzzles/puzzle_set.h"
#include "server/games/game_lists.h"
#include "server/games/live/rooms.h"
#include "server/games/rating_ops.h"
#include "variants/variants.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PAGE_GAMES = 500, // looked up at a time
    MONTH_NAME = 24,  // "games-2026-10.txt"
    DATE_SIZE = 16,
};
// Nodes' clocks may differ, and a commit may be late.
static const i64 MARGIN_MS = (i64)24 * 60 * 60 * 1000;

typedef struct Dump {
    PublicFiles files;
    Store *store;
    i64 as_of_ms; // before the store was opened
    int unreadable;
    Fault why;
} Dump;

static bool read_failed(Dump *dump)
{
    fault(&dump->why, MALFORMED, "cannot read the store: %s", store_cause(dump->store));
    return false;
}

// --- months --------------------------------------------------------------------------------------

typedef struct Month {
    i64 from_ms, until_ms; // both included
    char name[MONTH_NAME];
} Month;

static Month month_of(i64 ms)
{
    Month month;
    struct tm date;
    time_t seconds = (time_t)(ms / 1000);
    gmtime_r(&seconds, &date);
    strftime(month.name, sizeof month.name, "games-%Y-%m.txt", &date);
    struct tm first = { .tm_year = date.tm_year, .tm_mon = date.tm_mon, .tm_mday = 1 };
    struct tm next = { .tm_year = date.tm_year, .tm_mon = date.tm_mon + 1, .tm_mday = 1 };
    month.from_ms = (i64)timegm(&first) * 1000;
    month.until_ms = (i64)timegm(&next) * 1000 - 1;
    return month;
}

// --- deleted people ------------------------------------------------------------------------------

typedef struct GonePerson {
    i64 id, gone_ms;
} GonePerson;

typedef struct GonePeople {
    i64 since_ms;
    GonePerson *person;
    size_t count, capacity;
    bool lost; // out of memory
} GonePeople;

static bool take_gone(void *context, const void *row)
{
    const StoredPerson *person = row;
    GonePeople *gone = context;
    if (person->gone_ms < gone->since_ms || !person->gone_ms) return true;
    GonePerson *grown =
        array_grow(gone->person, &gone->capacity, gone->count + 1, sizeof *gone->person);
    gone->lost = !grown;
    if (!grown) return false;
    gone->person = grown;
    gone->person[gone->count++] = (GonePerson){ person->id, person->gone_ms };
    return true;
}

typedef struct Forgetting {
    Dump *dump;
    i64 gone_ms;
} Forgetting;

static bool forget_month(void *context, const StoredGame *game)
{
    const Forgetting *forgetting = context;
    const Month month = month_of(game->ended_ms);
    i64 as_of = public_files_as_of(&forgetting->dump->files, month.name);
    if (as_of && as_of - MARGIN_MS <= forgetting->gone_ms)
        public_files_forget(&forgetting->dump->files, month.name);
    return true;
}

// Months that name a person who was deleted since are not kept.
static bool forget_gone(Dump *dump)
{
    i64 oldest = public_files_oldest(&dump->files);
    if (!oldest) return true;
    GonePeople gone = { .since_ms = oldest - MARGIN_MS };
    bool fine =
        store_select(dump->store, &PERSON_OPS[PERSONS_LIST], NULL, take_gone, &gone) && !gone.lost;
    for (size_t i = 0; fine && i < gone.count; i++) {
        Forgetting forgetting = { dump, gone.person[i].gone_ms };
        GameFilter filter = { .player = gone.person[i].id, .open_only = true, .limit = PAGE_GAMES };
        do
            fine = games_list(dump->store, &filter, forget_month, &forgetting, &filter.before);
        while (fine && filter.before);
    }
    free(gone.person);
    if (!fine) return read_failed(dump);
    return public_files_save(&dump->files, dump->as_of_ms, false, &dump->why);
}

// --- games ---------------------------------------------------------------------------------------

// "*" is the result of a game that was called off.
static bool has_result(const StoredGame *game)
{
    return game->open_to_all && game->ended_ms && game->result.length &&
           !text_is(game->result, "*");
}

typedef struct Page {
    i64 id[PAGE_GAMES];
    int count;
} Page;

static bool take_game(void *context, const StoredGame *game)
{
    Page *page = context;
    if (has_result(game)) page->id[page->count++] = game->id;
    return true;
}

// A visitor and a deleted person look the same.
static void hide_names(Room *room)
{
    for (int i = 0; i < room_players(room); i++) {
        Seat *seat = &room->seat[i];
        bool named = seat->kind == PERSON_ACCOUNT || seat->kind == PERSON_BOT;
        if (seat->person && (!named || !seat->name[0])) memcpy(seat->name, "?", 2);
    }
}

// False if the store can't be read. A game that can't be replayed is counted and left out.
static bool write_game(Dump *dump, i64 id, FILE *out, int *count)
{
    Fault why;
    size_t length = 0;
    Room *room = rooms_load_over(dump->store, id, &why);
    if (store_failed(dump->store) || (!room && why.code == FULL)) {
        rooms_free_room(room);
        return read_failed(dump);
    }
    bool shown = room && room->open_to_all && room->state == ROOM_OVER && !room->aborted;
    if (shown) hide_names(room);
    char *record = shown ? room_record(room, room->ended_ms, &length) : NULL;
    if (!room || (shown && !record)) dump->unreadable++;
    if (record) {
        if ((*count)++) fputc('\n', out);
        fwrite(record, 1, length, out);
    }
    free(record);
    rooms_free_room(room);
    return true;
}

typedef struct MonthWriting {
    Dump *dump;
    const Month *month;
    int games;
} MonthWriting;

static bool write_month(void *context, FILE *out)
{
    MonthWriting *writing = context;
    Dump *dump = writing->dump;
    GameFilter filter = { .open_only = true,
                          .since_ms = writing->month->from_ms,
                          .until_ms = writing->month->until_ms,
                          .limit = PAGE_GAMES };
    do {
        Page page = { .count = 0 };
        if (!games_list(dump->store, &filter, take_game, &page, &filter.before))
            return read_failed(dump);
        for (int i = 0; i < page.count && !ferror(out); i++)
            if (!write_game(dump, page.id[i], out, &writing->games)) return false;
    } while (filter.before && !ferror(out));
    return true;
}

static bool dump_month(Dump *dump, const Month *month)
{
    bool complete = month->until_ms + MARGIN_MS < dump->as_of_ms;
    if (public_files_keep(&dump->files, month->name)) {
        printf("%-20s kept\n", month->name);
        return true;
    }
    MonthWriting writing = { dump, month, 0 };
    if (!public_files_write(&dump->files, month->name, write_month, &writing, &dump->why) ||
        !public_files_note_games(&dump->files, month->name, writing.games,
                                 complete ? dump->as_of_ms : 0, &dump->why) ||
        !public_files_save(&dump->files, dump->as_of_ms, false, &dump->why))
        return false;
    printf("%-20s games %d\n", month->name, writing.games);
    fflush(stdout);
    return true;
}

static bool take_end(void *context, const StoredGame *game)
{
    i64 *ended_ms = context;
    if (has_result(game)) *ended_ms = game->ended_ms;
    return !*ended_ms;
}

// The latest month first; months without a game are skipped.
static bool dump_games(Dump *dump)
{
    for (i64 until_ms = 0;;) {
        i64 ended_ms = 0;
        GameFilter filter = { .open_only = true, .until_ms = until_ms, .limit = PAGE_GAMES };
        do
            if (!games_list(dump->store, &filter, take_end, &ended_ms, &filter.before))
                return read_failed(dump);
        while (!ended_ms && filter.before);
        if (!ended_ms) return true;
        const Month month = month_of(ended_ms);
        if (!dump_month(dump, &month)) return false;
        until_ms = month.from_ms - 1;
        if (until_ms <= 0) return true;
    }
}

// --- ratings -------------------------------------------------------------------------------------

typedef struct PoolWriting {
    FILE *out;
    PoolWanted pool;
} PoolWriting;

static void add_text(json_object *line, const char *key, Text text)
{
    json_object_object_add(line, key, json_object_new_string_len(text.at, (int)text.length));
}

static void add_number(json_object *line, const char *key, i64 number)
{
    json_object_object_add(line, key, json_object_new_int64(number));
}

static void add_rounded(json_object *line, const char *key, double number)
{
    char text[32];
    snprintf(text, sizeof text, "%.1f", number);
    json_object_object_add(line, key, json_object_new_double_s(number, text));
}

static bool write_rating(void *context, const void *row)
{
    const StoredLeader *leader = row;
    const PoolWriting *writing = context;
    if (!leader->name.length) return true;
    char day[DATE_SIZE];
    time_t seconds = (time_t)(leader->at_ms / 1000);
    struct tm date;
    gmtime_r(&seconds, &date);
    strftime(day, sizeof day, "%Y-%m-%d", &date);
    json_object *line = json_object_new_object();
    add_text(line, "name", leader->name);
    json_object_object_add(line, "bot", json_object_new_boolean(writing->pool.kind == PERSON_BOT));
    add_text(line, "variant", writing->pool.variant);
    add_text(line, "speed", writing->pool.speed);
    add_rounded(line, "rating", leader->now.rating);
    add_rounded(line, "deviation", leader->now.deviation);
    add_number(line, "games", leader->games);
    add_text(line, "last_game", text_of(day));
    return public_files_line(writing->out, line);
}

static bool write_ratings(void *context, FILE *out)
{
    Dump *dump = context;
    static const PersonKind KINDS[] = { PERSON_ACCOUNT, PERSON_BOT };
    for (int v = 0; v < variant_count(); v++)
        for (int pool = 0; pool < 2 * SPEEDS; pool++)
            for (int kind = 0; kind < 2; kind++) {
                PoolWriting writing = { out,
                                        { text_of(variant_at(v)->id),
                                          text_of(speed_pool((Speed)(pool / 2), pool % 2)),
                                          KINDS[kind] } };
                if (!store_select(dump->store, &RATING_OPS[RATINGS_LEADERS], &writing.pool,
                                  write_rating, &writing))
                    return read_failed(dump);
                if (ferror(out)) return true;
            }
    return true;
}

// --- puzzles -------------------------------------------------------------------------------------

typedef struct PuzzlesWriting {
    Dump *dump;
    const PuzzleSet *set;
    RatedPuzzle *rated; // one for each puzzle; `tries` is 0 before the first
} PuzzlesWriting;

static bool take_rated(void *context, const void *row)
{
    PuzzlesWriting *writing = context;
    const RatedPuzzle *rated = row;
    int low = 0, high = puzzle_set_count(writing->set);
    while (low < high) {
        int middle = (low + high) / 2;
        if (puzzle_set_at(writing->set, middle)->id < rated->puzzle)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < puzzle_set_count(writing->set) &&
        puzzle_set_at(writing->set, low)->id == rated->puzzle)
        writing->rated[low] = *rated;
    return true;
}

static json_object *list_of(Text words, char separator)
{
    json_object *list = json_object_new_array();
    Text word;
    words = text_trim(words);
    while (words.length && text_split(&words, separator, &word))
        json_object_array_add(list, json_object_new_string_len(word.at, (int)word.length));
    return list;
}

static json_object *puzzle_line(const Puzzle *puzzle, const RatedPuzzle *rated)
{
    char text[PUZZLE_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    puzzle_write(puzzle, &out);
    Text moves = { text, out.length }, head, place, word[5] = { { 0 } };
    text_split(&moves, ';', &head);
    text_split(&moves, ';', &place);
    for (int i = 0; i < 5; i++)
        text_word(&head, &word[i]);
    const Rating start = puzzle_rating(puzzle);
    json_object *line = json_object_new_object();
    add_text(line, "id", word[0]);
    add_text(line, "variant", text_of(puzzle->position.head.variant->id));
    add_text(line, "position", text_trim(place));
    json_object_object_add(line, "moves", list_of(moves, ' '));
    add_text(line, "goal", word[2]);
    add_text(line, "proof", word[3]);
    json_object_object_add(line, "themes",
                           text_is(word[4], "-") ? json_object_new_array() : list_of(word[4], ','));
    add_number(line, "level", puzzle->level);
    add_rounded(line, "rating", rated->tries ? rated->rating : start.rating);
    add_rounded(line, "deviation", rated->tries ? rated->deviation : start.deviation);
    add_number(line, "tries", rated->tries);
    return line;
}

static bool write_puzzles(void *context, FILE *out)
{
    Dump *dump = context;
    PuzzleSet *set = puzzle_set_new(&dump->why);
    if (!set) return false;
    PuzzlesWriting writing = { dump, set,
                               calloc((size_t)puzzle_set_count(set), sizeof(RatedPuzzle)) };
    bool fine = writing.rated;
    if (!fine) fault(&dump->why, FULL, "out of memory");
    if (fine && !store_select(dump->store, &PUZZLE_OPS[PUZZLES_RATED], NULL, take_rated, &writing))
        fine = read_failed(dump);
    for (int i = 0; fine && i < puzzle_set_count(set) && !ferror(out); i++)
        public_files_line(out, puzzle_line(puzzle_set_at(set, i), &writing.rated[i]));
    free(writing.rated);
    puzzle_set_free(set);
    return fine;
}

// --- all of it -----------------------------------------------------------------------------------

static bool dump_all(Dump *dump)
{
    PublicFiles *files = &dump->files;
    return public_files_save(files, dump->as_of_ms, false, &dump->why) && forget_gone(dump) &&
           dump_games(dump) &&
           public_files_write(files, "ratings.jsonl", write_ratings, dump, &dump->why) &&
           public_files_write(files, "puzzles.jsonl", write_puzzles, dump, &dump->why) &&
           public_files_save(files, dump->as_of_ms, true, &dump->why);
}

ExitStatus export_public(const char *file, const char *folder)
{
    Dump dump = { .as_of_ms = moderate_now_ms() };
    if (!public_files_open(&dump.files, folder, &dump.why))
        return complain(EXIT_BAD, "%s", dump.why.message);
    dump.store = store_open(&(StoreSetup){ .where = file, .read_only = true }, &dump.why);
    bool fine = dump.store && dump_all(&dump);
    if (dump.store) store_close(dump.store);
    public_files_close(&dump.files);
    if (!fine) return complain(EXIT_BAD, "%s", dump.why.message);
    if (dump.unreadable)
        return complain(EXIT_NO,
                        "games that cannot be played through were left out: %d; see meydan store "
                        "check",
                        dump.unreadable);
    return EXIT_DONE;
}
