// SPDX-License-Identifier: MIT
#include "server/features/archive/batch.h"

#include "server/api/messages/rating_view.h"
#include "server/api/messages/reply.h"
#include "server/features/archive/export.h"
#include "server/games/game_lists.h"
#include "server/games/rating_ops.h"

#include <stdlib.h>
#include <string.h>

typedef struct Batch Batch;
extern const Feature ARCHIVE;

enum {
    BATCHES_MAX = 8,        // at once
    BATCHES_EACH = 2,       // for one address
    PAGE_GAMES = 50,        // looked up at a time
    PIECE_GAMES = 20,       // in a piece, at most,
    PIECE_BYTES = 32 << 10, // or fewer once a piece has this many bytes
    PIECE_CHANGES = 300,
    ADDRESS_SIZE = 64,
};

// The next part of the export. Records have only games.
typedef enum BatchStage {
    STAGE_PERSON,
    STAGE_OWN,
    STAGE_CHANGES,
    STAGE_GAMES,
    STAGE_END
} BatchStage;

// While `reading`, the reader's thread has the part below; else the loop has all of it.
struct Batch {
    Batch *next;
    Batches *batches;
    WebCall *call;
    char address[ADDRESS_SIZE];
    bool reading, answered, released;
    bool broken; // the store failed before the end of the list
    Json piece;  // the piece that is being sent

    BatchStage stage;
    bool export, unreadable;
    StoredPerson person;
    Json playing;
    i64 change, now_ms;
    u64 work;    // of this piece
    int changes; // in this piece
    GameFilter filter;
    char texts[3][32]; // of the filter
    int left;          // games that may still come
    i64 id[PAGE_GAMES];
    int count, at;
    bool last; // there is no further page
    Json text;
};

// --- on a thread that reads ----------------------------------------------------------------------

static bool note_game(void *context, const StoredGame *game)
{
    Batch *batch = context;
    batch->id[batch->count++] = game->id;
    return true; // the filter's limit ends it, and then the store says whether there is more
}

static void next_page(Batch *batch, Store *reading)
{
    i64 next = 0;
    batch->count = batch->at = 0;
    batch->filter.limit = batch->left < PAGE_GAMES ? batch->left : PAGE_GAMES;
    if (!games_list(reading, &batch->filter, note_game, batch, &next)) batch->unreadable = true;
    batch->filter.before = next;
    batch->last = !next;
}

static void add_game(Batch *batch, Store *reading, i64 id)
{
    size_t length;
    Fault why;
    Room *room = rooms_load_over(reading, id, &why);
    char *record = room ? room_record(room, batch->now_ms, &length) : NULL;
    Json *text = &batch->text;
    if (record && batch->export) {
        export_write_game(text, id, (Text){ record, length });
    } else if (record) {
        if (text->length || text->before) out_text(text, text_of("\n"));
        out_text(text, (Text){ record, length });
    }
    free(record);
    rooms_free_room(room);
}

static void add_games(Batch *batch, Store *reading)
{
    for (int i = 0; i < PIECE_GAMES && batch->text.length < PIECE_BYTES; i++) {
        if (batch->at == batch->count && !batch->last && batch->left > 0) next_page(batch, reading);
        if (batch->at == batch->count) break;
        add_game(batch, reading, batch->id[batch->at++]);
        batch->left--;
    }
    if (batch->at < batch->count || (!batch->last && batch->left > 0)) return;
    if (batch->export) js_close(&batch->text, ']');
    if (batch->export) js_close(&batch->text, '}');
    batch->stage = STAGE_END;
}

static bool add_change(void *context, const StoredChange *change)
{
    Batch *batch = context;
    if (batch->changes == PIECE_CHANGES) return false;
    batch->changes++;
    batch->change = change->number;
    rating_change_write(&batch->text, change);
    return true;
}

static void add_changes(Batch *batch, Store *reading)
{
    const ChangeFilter filter = { .person = batch->person.id, .after = batch->change };
    batch->changes = 0;
    if (!ratings_changes(reading, &filter, add_change, batch)) batch->unreadable = true;
    if (batch->changes == PIECE_CHANGES) return;
    js_close(&batch->text, ']');
    features_export(batch->batches->app->features, &batch->text, reading, batch->person.id,
                    "puzzles", NULL);
    out_text(&batch->text, text_of(","));
    out_text(&batch->text, js_view(&batch->playing));
    js_array(&batch->text, "games");
    batch->stage = STAGE_GAMES;
}

static void make_piece(void *context, Store *reading)
{
    Batch *batch = context;
    store_work(reading);
    store_failed(reading);
    switch (batch->stage) {
    case STAGE_PERSON:
        export_begin(&batch->text, reading, &batch->person);
        batch->stage = STAGE_OWN;
        break;
    case STAGE_OWN:
        export_write_own(batch->batches->app->features, &batch->text, reading, batch->person.id);
        js_array(&batch->text, "changes");
        batch->stage = STAGE_CHANGES;
        break;
    case STAGE_CHANGES: add_changes(batch, reading); break;
    case STAGE_GAMES: add_games(batch, reading); break;
    case STAGE_END: break;
    }
    batch->work = store_work(reading);
    if (store_failed(reading)) batch->unreadable = true;
}

// --- on the loop ---------------------------------------------------------------------------------

static void free_if_done(Batch *batch)
{
    if (batch->reading || !batch->released) return;
    Batch **link = &batch->batches->first;
    while (*link != batch)
        link = &(*link)->next;
    *link = batch->next;
    js_free(&batch->text);
    js_free(&batch->piece);
    js_free(&batch->playing);
    free(batch);
}

static void piece_made(void *context, bool was_read);

static void read_on(Batch *batch)
{
    if (batch->stage == STAGE_END || batch->broken) return;
    batch->reading = !batch->batches->closing && store_read(batch->batches->app->store, READ_LONG,
                                                            make_piece, piece_made, batch);
    if (!batch->reading) batch->broken = true;
}

static BodyStep next_piece(void *holder, Text *piece)
{
    Batch *batch = holder;
    if (batch->reading) return BODY_LATER;
    if (batch->broken || batch->unreadable || batch->text.lost) return BODY_BROKEN;
    if (!batch->text.length && batch->stage == STAGE_END) return BODY_END;
    js_free(&batch->piece);
    batch->piece = js_take(&batch->text);
    *piece = js_view(&batch->piece);
    read_on(batch);
    return BODY_PIECE;
}

static void release(void *holder)
{
    Batch *batch = holder;
    batch->released = true;
    free_if_done(batch);
}

static void answer(Batch *batch)
{
    batch->answered = true;
    if (batch->batches->closing || batch->broken || batch->unreadable || batch->text.lost) {
        if (batch->batches->closing || batch->broken)
            reply_error(batch->call, ERROR_BUSY, "the server is stopping");
        else
            reply_error(batch->call, ERROR_FAILED, "the archive cannot be read");
        release(batch);
        return;
    }
    web_answer(batch->call,
               &(Answer){ .status = 200,
                          .type = batch->export ? "application/json" : "text/plain; charset=utf-8",
                          .cache = "no-store",
                          .disposition = batch->export ? "attachment; filename=\"meydan.json\""
                                                       : "attachment; filename=\"meydan.txt\"",
                          .next = next_piece,
                          .holder = batch,
                          .release = release });
}

static void piece_made(void *context, bool was_read)
{
    Batch *batch = context;
    batch->reading = false;
    if (!was_read) batch->broken = true;
    limits_charge_work(batch->batches->app->limits, text_of(batch->address),
                       app_now(batch->batches->app), batch->work);
    batch->work = 0;
    if (batch->released)
        free_if_done(batch);
    else if (batch->answered)
        web_continue(batch->call);
    else
        answer(batch);
}

// --- beginning -----------------------------------------------------------------------------------

static Text keep(Batch *batch, int place, Text text)
{
    size_t length = text.length < sizeof batch->texts[0] ? text.length : sizeof batch->texts[0];
    if (length) memcpy(batch->texts[place], text.at, length);
    return (Text){ batch->texts[place], length };
}

static bool has_space(const Batches *batches, Text address)
{
    int all = 0, own = 0;
    for (const Batch *batch = batches->first; batch; batch = batch->next) {
        all++;
        own += limits_same_network(text_of(batch->address), address);
    }
    return all < BATCHES_MAX && own < BATCHES_EACH;
}

static Batch *begin(const App *app, WebCall *call, Text address, const GameFilter *filter)
{
    Batches *batches = app_state(app, &ARCHIVE);
    Batch *batch = has_space(batches, address) ? calloc(1, sizeof *batch) : NULL;
    if (!batch) {
        reply_error(call, ERROR_BUSY, "too many downloads at once; try again in a moment");
        return NULL;
    }
    batch->next = batches->first;
    batches->first = batch;
    batch->batches = batches;
    batch->call = call;
    Out out = out_to(batch->address, sizeof batch->address);
    out_text(&out, address);
    batch->stage = STAGE_GAMES;
    batch->now_ms = app_now(app);
    batch->filter = *filter;
    batch->filter.variant = keep(batch, 0, filter->variant);
    batch->filter.speed = keep(batch, 1, filter->speed);
    batch->filter.result = keep(batch, 2, filter->result);
    batch->left = filter->limit;
    return batch;
}

static void start(Batch *batch)
{
    read_on(batch);
    if (!batch->reading) answer(batch);
}

void batch_records(const App *app, WebCall *call, Text address, const GameFilter *filter)
{
    Batch *batch = begin(app, call, address, filter);
    if (batch) start(batch);
}

void batch_export(const App *app, WebCall *call, Text address, const StoredPerson *person,
                  Json *playing)
{
    Batch *batch =
        begin(app, call, address, &(GameFilter){ .player = person->id, .limit = 1 << 30 });
    if (!batch) {
        js_free(playing);
        return;
    }
    batch->export = true;
    batch->stage = STAGE_PERSON;
    batch->person = *person;
    batch->playing = *playing;
    *playing = (Json){ 0 };
    start(batch);
}
