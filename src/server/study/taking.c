// SPDX-License-Identifier: MIT
#include "server/study/taking.h"

#include "base/json.h"
#include "server/rooms/rooms.h"
#include "server/study/worker.h"

#include <stdlib.h>
#include <time.h>

enum { BATCH = 64, YEAR = 2020 };

typedef struct TakenGame {
    Position start;
    Move moves[EXPLORER_PLIES];
    char reference[EXPLORER_REF_MAX + 1];
} TakenGame;

struct Taking {
    Worker worker;
    Explorer *explorer;
    Store *reading;
    ExplorerMark mark;
    bool checked; // that the mark fits the store
    // Of a batch.
    int numbers;
    ExplorerMark number[BATCH];
    TakenGame taken[BATCH];
    ExplorerGame games[BATCH];
};

int taking_month(i64 ms)
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

// As the API tells of it; names are the store's to tell, as they may change.
static void write_reference(const Room *room, char text[EXPLORER_REF_MAX + 1])
{
    Out out = out_to(text, EXPLORER_REF_MAX + 1);
    char id[GAME_ID_LENGTH + 1], result[RESULT_TEXT_MAX];
    Out into = out_to(result, sizeof result);
    room_result(room, &into);
    game_id_write(room->id, id);
    json_open(&out, '{');
    json_key(&out, "game");
    json_string(&out, id);
    json_key(&out, "result");
    json_string(&out, result);
    json_key(&out, "ratings");
    json_open(&out, '[');
    for (int seat = 0; seat < room_players(room); seat++)
        if (rating_of(room, seat) > 0)
            json_number(&out, rating_of(room, seat));
        else
            json_null(&out);
    json_close(&out, ']');
    json_close(&out, '}');
}

// False if it tells nothing about openings: without a result, or with players who left on the way.
static bool take_room(const Room *room, TakenGame *taken, ExplorerGame *game)
{
    const Match *match = &room->match;
    const Outcome *outcome = &match->outcome;
    bool left_early = room->leaves > 0 && room_players(room) > 2;
    if (room->state != ROOM_OVER || room->aborted || left_early || !match->count ||
        !(outcome->winners || outcome->drawn))
        return false;
    taken->start = match->start;
    *game = (ExplorerGame){ .start = &taken->start,
                            .moves = taken->moves,
                            .winners = outcome->winners,
                            .speed = (u8)room->speed,
                            .month = (u16)taking_month(room->ended_ms),
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

static bool note_number(void *context, i64 number, i64 game)
{
    Taking *taking = context;
    taking->number[taking->numbers++] = (ExplorerMark){ number, game };
    return taking->numbers < BATCH;
}

static bool read_numbers(Taking *taking, i64 after, int limit)
{
    taking->numbers = 0;
    return store_finished(taking->reading, after, limit, note_number, taking);
}

// False if the explorer or the store cannot be read now.
static bool check_mark(Taking *taking)
{
    Fault why;
    ExplorerMark *mark = &taking->mark;
    if (!explorer_mark(taking->explorer, mark)) return false;
    if (mark->number) {
        if (!read_numbers(taking, mark->number - 1, 1)) return false;
        bool fits = taking->numbers && taking->number[0].number == mark->number &&
                    taking->number[0].game == mark->game;
        if (!fits) {
            if (!explorer_clear(taking->explorer, &why)) return false;
            *mark = (ExplorerMark){ 0 };
        }
    }
    return taking->checked = true;
}

// False if there is nothing to take, or nothing can be taken now.
static bool take_batch(Taking *taking)
{
    Fault why;
    int count = 0;
    if (!read_numbers(taking, taking->mark.number, BATCH) || !taking->numbers) return false;
    int seen = 0;
    for (; seen < taking->numbers; seen++) {
        Room *room = rooms_load_over(taking->reading, taking->number[seen].game, &why);
        // A game that makes no sense is left out, and the others are not; one that cannot be read
        // now comes again, and those behind it wait for it.
        if (!room && why.code == FULL) break;
        if (room && take_room(room, &taking->taken[count], &taking->games[count])) count++;
        rooms_free_room(room);
    }
    if (!seen) return false;
    const ExplorerMark mark = taking->number[seen - 1];
    if (!explorer_add(taking->explorer, taking->games, count, &mark, &why)) return false;
    taking->mark = mark;
    return true;
}

static void work(void *context)
{
    Taking *taking = context;
    if (!taking->checked && !check_mark(taking)) return;
    while (!worker_quits(&taking->worker) && take_batch(taking))
        ;
}

// --- life ----------------------------------------------------------------------------------------

Taking *taking_new(const char *store, const char *explorer, Fault *why)
{
    Taking *taking = calloc(1, sizeof *taking);
    if (!taking) return fault(why, FULL, "out of memory"), NULL;
    taking->explorer = explorer_open(explorer, true, why);
    if (taking->explorer)
        taking->reading =
            store_open(&(StoreSetup){ .where = store, .read_only = true, .follows = true }, why);
    if (taking->reading && worker_start(&taking->worker, false, work, taking)) return taking;
    if (taking->reading) fault(why, FULL, "cannot start a thread");
    taking_free(taking);
    return NULL;
}

void taking_stop(Taking *taking)
{
    if (taking) worker_stop(&taking->worker);
}

void taking_free(Taking *taking)
{
    if (!taking) return;
    taking_stop(taking);
    if (taking->reading) store_close(taking->reading);
    explorer_close(taking->explorer);
    free(taking);
}

void taking_wake(Taking *taking)
{
    worker_nudge(&taking->worker);
}

Explorer *taking_explorer(Taking *taking)
{
    return taking->explorer;
}
