// SPDX-License-Identifier: MIT
#include "server/features/explorer/indexer.h"

#include "base/json.h"
#include "platform/background.h"
#include "server/games/game_ops.h"
#include "server/games/live/rooms.h"

#include <stdlib.h>
#include <time.h>

enum { BATCH = 64, YEAR = 2020 };

typedef struct IndexedGame {
    Position start;
    Move moves[EXPLORER_PLIES];
    char reference[EXPLORER_REF_MAX + 1];
} IndexedGame;

struct Indexer {
    BackgroundThread background;
    Explorer *explorer;
    Store *reading;
    ExplorerMark mark;
    bool checked; // that the mark matches the store
    // The state of the present batch.
    int numbers;
    ExplorerMark number[BATCH];
    IndexedGame taken[BATCH];
    ExplorerGame games[BATCH];
};

int indexer_month(i64 ms)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm date;
    gmtime_r(&seconds, &date);
    int month = (date.tm_year + 1900 - YEAR) * 12 + date.tm_mon;
    return month < 0 ? 0 : month;
}

// --- a game --------------------------------------------------------------------------------------

static int rating_of(const Room *room, int seat)
{
    if (room->has_ratings) return room->shown[seat].before;
    return room->seat[seat].rating;
}

// As in the API; without names, which may change.
static void write_reference(const Room *room, char text[EXPLORER_REF_MAX + 1])
{
    Out out = out_to(text, EXPLORER_REF_MAX + 1);
    char id[GAME_ID_LENGTH + 1], result[RESULT_TEXT_MAX];
    Out into = out_to(result, sizeof result);
    room_result(room, &into);
    game_id_write(room->id, id);
    js_object(&out, NULL);
    js_string(&out, "game", id);
    js_string(&out, "result", result);
    js_array(&out, "ratings");
    for (int seat = 0; seat < room_players(room); seat++)
        if (rating_of(room, seat) > 0)
            js_number(&out, NULL, rating_of(room, seat));
        else
            js_null(&out, NULL);
    js_close(&out, ']');
    js_close(&out, '}');
}

// False if it says nothing about openings: without a result, or with players who left during it.
static bool index_room(const Room *room, IndexedGame *taken, ExplorerGame *game)
{
    const Match *match = &room->match;
    const Outcome *outcome = &match->outcome;
    bool left_early = room->leaves > 0 && room_players(room) > 2;
    // With the swap rule the first move is to be neither good nor bad.
    if (room->state != ROOM_OVER || room->aborted || left_early || !match->count ||
        match->start.head.swap || !(outcome->winners || outcome->drawn))
        return false;
    taken->start = match->start;
    *game = (ExplorerGame){ .start = &taken->start,
                            .moves = taken->moves,
                            .winners = outcome->winners,
                            .speed = (u8)room->speed,
                            .month = (u16)indexer_month(room->ended_ms),
                            .own_only = !room->open_to_all,
                            .reference = taken->reference };
    for (; game->count < EXPLORER_PLIES && (u32)game->count < match->count; game->count++)
        taken->moves[game->count] = match->plies[game->count].move;
    for (int seat = 0; seat < room_players(room); seat++) {
        int rating = rating_of(room, seat);
        game->rating[seat] = (u16)(rating > 0 ? rating : 0);
        game->person[seat] = room->seat[seat].person;
    }
    write_reference(room, taken->reference);
    return true;
}

// --- batches -------------------------------------------------------------------------------------

static bool note_number(void *context, const void *row)
{
    Indexer *indexer = context;
    const FinishedGame *one = row;
    indexer->number[indexer->numbers++] = (ExplorerMark){ one->number, one->game };
    return indexer->numbers < BATCH;
}

static bool read_numbers(Indexer *indexer, i64 after, int limit)
{
    indexer->numbers = 0;
    return store_select(indexer->reading, &GAME_OPS[GAMES_FINISHED],
                        &(FinishedWanted){ after, limit }, note_number, indexer);
}

// False if the explorer or the store cannot be read now.
static bool check_mark(Indexer *indexer)
{
    Fault why;
    ExplorerMark *mark = &indexer->mark;
    if (!explorer_mark(indexer->explorer, mark)) return false;
    if (mark->number) {
        if (!read_numbers(indexer, mark->number - 1, 1)) return false;
        bool fits = indexer->numbers && indexer->number[0].number == mark->number &&
                    indexer->number[0].game == mark->game;
        if (!fits) {
            if (!explorer_clear(indexer->explorer, &why)) return false;
            *mark = (ExplorerMark){ 0 };
        }
    }
    return indexer->checked = true;
}

// False if there is no game to add, or none can be added now.
static bool index_batch(Indexer *indexer)
{
    Fault why;
    int count = 0;
    if (!read_numbers(indexer, indexer->mark.number, BATCH) || !indexer->numbers) return false;
    int seen = 0;
    for (; seen < indexer->numbers; seen++) {
        Room *room = rooms_load_over(indexer->reading, indexer->number[seen].game, &why);
        // An invalid game is skipped. One that cannot be read now is read again later, and those
        // after it wait.
        if (!room && why.code == FULL) break;
        if (room && index_room(room, &indexer->taken[count], &indexer->games[count])) count++;
        rooms_free_room(room);
    }
    if (!seen) return false;
    const ExplorerMark mark = indexer->number[seen - 1];
    if (!explorer_add(indexer->explorer, indexer->games, count, &mark, &why)) return false;
    indexer->mark = mark;
    return true;
}

static void work(void *context)
{
    Indexer *indexer = context;
    if (!indexer->checked && !check_mark(indexer)) return;
    while (!background_stopping(&indexer->background) && index_batch(indexer))
        ;
}

// --- life ----------------------------------------------------------------------------------------

Indexer *indexer_new(const char *store, const char *explorer, Fault *why)
{
    Indexer *indexer = calloc(1, sizeof *indexer);
    if (!indexer) return fault(why, FULL, "out of memory"), NULL;
    indexer->explorer = explorer_open(explorer, true, why);
    if (indexer->explorer)
        indexer->reading =
            store_open(&(StoreSetup){ .where = store, .read_only = true, .follows = true }, why);
    if (indexer->reading && background_start(&indexer->background, false, work, indexer))
        return indexer;
    if (indexer->reading) fault(why, FULL, "cannot start a thread");
    indexer_free(indexer);
    return NULL;
}

void indexer_stop(Indexer *indexer)
{
    if (indexer) background_stop(&indexer->background);
}

void indexer_free(Indexer *indexer)
{
    if (!indexer) return;
    indexer_stop(indexer);
    if (indexer->reading) store_close(indexer->reading);
    explorer_close(indexer->explorer);
    free(indexer);
}

void indexer_wake(Indexer *indexer)
{
    background_wake(&indexer->background);
}

Explorer *indexer_explorer(Indexer *indexer)
{
    return indexer->explorer;
}
