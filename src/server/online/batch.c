// SPDX-License-Identifier: MIT
#include "server/online/batch.h"

#include "server/api/limits.h"
#include "server/api/messages.h"
#include "server/api/reply.h"

#include <stdlib.h>
#include <string.h>

enum {
    BATCHES_MAX = 8,  // at once
    BATCHES_EACH = 2, // for one address
    PAGE_GAMES = 50,  // looked up at a time
    TURN_GAMES = 5,   // read at a time
    ADDRESS_SIZE = 64,
};

struct Batch {
    uv_idle_t idle;
    Batch *next;
    Batches *batches;
    WebCall *call;
    char address[ADDRESS_SIZE];
    GameFilter filter;
    char texts[4][32]; // of the filter
    int left;          // games that may still come
    bool export;
    i64 id[PAGE_GAMES];
    int count, at;
    bool last; // there is no further page
    Json text;
};

static void free_batch(uv_handle_t *handle)
{
    Batch *batch = handle->data;
    js_free(&batch->text);
    free(batch);
}

static void end(Batch *batch)
{
    if (batch->batches->closing) {
        reply_error(batch->call, ERROR_BUSY, "the server is stopping");
    } else if (batch->export) {
        message_end_export(&batch->text);
        reply_file(batch->call, &batch->text, "application/json", "meydan.json");
    } else {
        reply_file(batch->call, &batch->text, "text/plain; charset=utf-8", "meydan.txt");
    }
    Batch **link = &batch->batches->first;
    while (*link != batch)
        link = &(*link)->next;
    *link = batch->next;
    uv_close((uv_handle_t *)&batch->idle, free_batch);
}

static bool note_game(void *context, const StoredGame *game)
{
    Batch *batch = context;
    batch->id[batch->count++] = game->id;
    return true; // the filter's limit ends it, and then the store says whether there is more
}

static void next_page(Batch *batch)
{
    i64 next = 0;
    batch->count = batch->at = 0;
    batch->filter.limit = batch->left < PAGE_GAMES ? batch->left : PAGE_GAMES;
    if (!store_games(batch->batches->store, &batch->filter, note_game, batch, &next)) next = 0;
    batch->filter.before = next;
    batch->last = !next;
}

static void add_game(Batch *batch, i64 id)
{
    size_t length;
    Fault why;
    Room *room = rooms_load_over(batch->batches->store, id, &why);
    char *record =
        room ? room_record(room, batch->batches->now(batch->batches->owner), &length) : NULL;
    Json *text = &batch->text;
    if (record && batch->export) {
        message_write_exported(text, id, (Text){ record, length });
    } else if (record) {
        if (text->length) js_raw(text, text_of("\n"));
        js_raw(text, (Text){ record, length });
    }
    free(record);
    if (room) rooms_free_room(room);
}

static void go_on(uv_idle_t *idle)
{
    Batch *batch = idle->data;
    if (batch->batches->closing || batch->at == batch->count) {
        if (batch->batches->closing || batch->last || batch->left <= 0)
            end(batch);
        else
            next_page(batch);
        return;
    }
    for (int i = 0; i < TURN_GAMES && batch->at < batch->count; i++, batch->left--)
        add_game(batch, batch->id[batch->at++]);
}

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

static Batch *begin(Batches *batches, WebCall *call, Text address, const GameFilter *filter)
{
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
    batch->filter = *filter;
    batch->filter.variant = keep(batch, 0, filter->variant);
    batch->filter.speed = keep(batch, 1, filter->speed);
    batch->filter.result = keep(batch, 2, filter->result);
    batch->left = filter->limit;
    uv_idle_init(batches->loop, &batch->idle);
    batch->idle.data = batch;
    uv_idle_start(&batch->idle, go_on);
    return batch;
}

void batch_records(Batches *batches, WebCall *call, Text address, const GameFilter *filter)
{
    begin(batches, call, address, filter);
}

void batch_export(Batches *batches, WebCall *call, Text address, i64 person, Json *begun)
{
    Batch *batch =
        begin(batches, call, address, &(GameFilter){ .player = person, .limit = 1 << 30 });
    if (!batch) {
        js_free(begun);
        return;
    }
    batch->export = true;
    batch->text = *begun;
    *begun = (Json){ 0 };
}
