// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // memmem
#include "tables.h"

#include "client/requests.h"
#include "variants/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEAT_US = 120000000,   // for all seats to be taken
    CONNECT_US = 60000000, // for all sockets to open
    CONNECT_AT_ONCE = 200, // sockets that are still opening
    DRAIN_US = 3000000,    // for the last moves to arrive
    LENGTH_SPREAD = 2,     // games end between length and twice that
};

// --- samples -------------------------------------------------------------------------------------

void sample_add(Sample *sample, i64 us)
{
    if (sample->count == sample->capacity) {
        size_t capacity = sample->capacity ? 2 * sample->capacity : 4096;
        u32 *value = realloc(sample->value, capacity * sizeof *value);
        if (!value) return;
        sample->value = value;
        sample->capacity = capacity;
    }
    sample->value[sample->count++] = us < 0 ? 0 : us > UINT32_MAX ? UINT32_MAX : (u32)us;
    sample->sorted = false;
}

static int by_size(const void *a, const void *b)
{
    u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return (x > y) - (x < y);
}

double sample_ms(Sample *sample, double quantile)
{
    if (!sample->count) return 0;
    if (!sample->sorted) qsort(sample->value, sample->count, sizeof(u32), by_size);
    sample->sorted = true;
    size_t rank = (size_t)(quantile * (double)sample->count);
    if (rank >= sample->count) rank = sample->count - 1;
    return sample->value[rank] / 1000.0;
}

void sample_clear(Sample *sample)
{
    free(sample->value);
    *sample = (Sample){ 0 };
}

// --- words of the server -------------------------------------------------------------------------

static bool has(Text text, const char *word)
{
    return memmem(text.at, text.length, word, strlen(word)) != NULL;
}

// Returns the text between `before` and the next quote.
static bool find(Text text, const char *before, char *to, size_t capacity)
{
    const char *at = memmem(text.at, text.length, before, strlen(before));
    if (!at) return false;
    at += strlen(before);
    Text rest = { at, (size_t)(text.at + text.length - at) }, value;
    text_split(&rest, '"', &value);
    Out out = out_to(to, capacity);
    out_text(&out, value);
    return !out.lost;
}

static void note_error(Row *row, Text text)
{
    row->errors++;
    Out out = out_to(row->error, sizeof row->error);
    out_text(&out, text);
}

// --- seats ---------------------------------------------------------------------------------------

typedef struct Seating {
    Row *row;
    const char *clock;
    bool joining;
} Seating;

static const Variant *variant_of(const Row *row, const Table *table)
{
    return variant_find(text_of((table - row->table) % 2 ? "quoridor" : "abalone"));
}

static void set_up(Table *table)
{
    Row *row = table->row;
    variant_start(variant_of(row, table), &table->position);
    table->ply = table->acked = 0;
    table->state = TABLE_OPEN;
    table->watching = 0;
    table->length =
        row->length ? row->length + rng_below(&row->rng, row->length * (LENGTH_SPREAD - 1)) : 0;
}

static void build_seat(void *context, int i, Errand *errand)
{
    const Seating *seating = context;
    const Table *table = &seating->row->table[i];
    if (seating->joining) {
        snprintf(errand->path, sizeof errand->path, "/api/v1/games/%s/join", table->id);
        snprintf(errand->body, sizeof errand->body, "{}");
        return;
    }
    const char *variant = variant_of(seating->row, table)->id;
    snprintf(errand->path, sizeof errand->path, "/api/v1/games");
    snprintf(errand->body, sizeof errand->body,
             "{\"variant\":\"%s\",\"clock\":\"%s\",\"seats\":[\"me\",\"open\"],\"lot\":false,"
             "\"rated\":false,\"public\":true}",
             variant, seating->clock);
}

static void seat_answered(void *context, int i, const Link *link, Text body)
{
    const Seating *seating = context;
    Row *row = seating->row;
    Table *table = &row->table[i];
    char *cookie = table->cookie[seating->joining];
    bool fine = link->status == (seating->joining ? 200 : 201) && link->cookie[0];
    if (fine && !seating->joining) fine = find(body, "\"id\":\"", table->id, sizeof table->id);
    if (fine)
        memcpy(cookie, link->cookie, sizeof link->cookie);
    else
        note_error(row, body);
}

bool row_seat(Row *row, const char *clock, int parallel, Fault *why)
{
    Seating seating = { row, clock, false };
    Errands errands = { row->count, parallel, SEAT_US, build_seat, seat_answered, &seating };
    row->errors = 0;
    bool fine = wire_errands(row->wire, &errands) && !row->errors;
    seating.joining = true;
    fine = fine && wire_errands(row->wire, &errands) && !row->errors;
    if (!fine) fault(why, MALFORMED, "not all seats were taken: %s", row->error);
    return fine;
}

// --- moves ---------------------------------------------------------------------------------------

static int mover(const Table *table)
{
    return table->first ^ table->position.head.turn;
}

static void say(Table *table, int person, const char *kind, int number)
{
    char text[REQUEST_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    request_write(&out, kind, number, table->id);
    if (table->link[person]) link_say(table->link[person], (Text){ text, out.length });
}

// Numbers of requests, which identify their answers.
enum { ASK_MOVE = 1, ASK_RESIGN, ASK_REMATCH, ASK_JOIN };

bool table_move(Table *table, i64 planned)
{
    if (table->state != TABLE_READY || !table->link[mover(table)]) return false;
    const Game *game = table->position.head.variant->game;
    Move moves[MOVES_MAX];
    char text[REQUEST_TEXT_MAX], name[MOVE_TEXT_MAX];
    int person = mover(table);
    table->planned = planned;
    table->sent = now_us();
    if (table->length && table->ply >= table->length) {
        table->state = TABLE_OVER;
        say(table, person, "resign", ASK_RESIGN);
        return true;
    }
    Move move = moves[rng_below(&table->row->rng, (u32)game->moves(&table->position, moves))];
    Out out = out_to(name, sizeof name);
    game->write_move(&table->position, move, &out);
    out = out_to(text, sizeof text);
    request_write_move(&out, ASK_MOVE, table->id, table->ply, name);
    table->state = TABLE_WAITING;
    game->play(&table->position, move);
    link_say(table->link[person], (Text){ text, out.length });
    return true;
}

static void told_move(Table *table, int person)
{
    Row *row = table->row;
    // The mover receives it too, but the opponent is the one who waits.
    if (table->state != TABLE_WAITING || person != mover(table)) return;
    i64 now = now_us();
    table->state = TABLE_READY;
    table->ply++;
    row->moves++;
    sample_add(&row->seen, now - table->sent);
    sample_add(&row->planned, now - table->planned);
}

// The previous game's first player requests the next game, which the other one joins: seats move
// on.
static void told_ok(Table *table, int person, Text text)
{
    Row *row = table->row;
    char id[sizeof table->id];
    if (has(text, "\"n\":1,") || has(text, "\"n\":1}")) {
        table->acked++;
        sample_add(&row->acknowledged, now_us() - table->sent);
    } else if (has(text, "\"n\":3") && find(text, "\"game\":\"", id, sizeof id)) {
        say(table, !person, "rematch", ASK_JOIN);
    } else if (has(text, "\"n\":4") && find(text, "\"game\":\"", id, sizeof id)) {
        say(table, 0, "unwatch", 0);
        say(table, 1, "unwatch", 0);
        memcpy(table->id, id, sizeof id);
        table->first ^= 1;
        row->games++;
        set_up(table);
        say(table, 0, "watch", 0);
        say(table, 1, "watch", 0);
    }
}

static void told_player(Link *link, LinkNews news, Text text)
{
    Table *table = link->owner;
    Row *row = table->row;
    int person = link->number;
    if (news == LINK_GONE) {
        table->link[person] = NULL;
        table->watching &= (u8) ~(1 << person);
        row->lost++;
        note_error(row, text);
    } else if (news == LINK_OPEN) {
        say(table, person, "watch", 0);
    } else if (has(text, "\"t\":\"event\"")) {
        if (has(text, "\"kind\":\"move\"")) {
            told_move(table, person);
        } else if (has(text, "\"kind\":\"end\"") && person == 0) {
            table->state = TABLE_OVER;
            say(table, 0, "rematch", ASK_REMATCH);
        }
    } else if (has(text, "\"t\":\"ok\"")) {
        told_ok(table, person, text);
    } else if (has(text, "\"t\":\"game\"")) {
        table->watching |= (u8)(1 << person);
        if (table->watching == 3 && table->state == TABLE_OPEN) table->state = TABLE_READY;
    } else if (has(text, "\"t\":\"error\"")) {
        note_error(row, text);
    }
}

// --- rows ----------------------------------------------------------------------------------------

Row *row_new(Wire *wire, int count, u64 seed, u32 length)
{
    Row *row = calloc(1, sizeof *row);
    if (!row) return NULL;
    row->wire = wire;
    row->count = count;
    row->table = calloc((size_t)count, sizeof *row->table);
    row->rng.state = seed;
    row->length = length;
    if (!row->table) {
        free(row);
        return NULL;
    }
    for (int i = 0; i < count; i++) {
        row->table[i].row = row;
        set_up(&row->table[i]);
    }
    return row;
}

void row_free(Row *row)
{
    if (!row) return;
    row_disconnect(row);
    sample_clear(&row->seen);
    sample_clear(&row->planned);
    sample_clear(&row->acknowledged);
    free(row->table);
    free(row);
}

static int watching(const Row *row)
{
    int count = 0;
    for (int i = 0; i < row->count; i++)
        count += (row->table[i].watching & 1) + (row->table[i].watching >> 1);
    return count;
}

bool row_connect(Row *row, Fault *why)
{
    int opened = 0;
    i64 until = now_us() + CONNECT_US;
    while (watching(row) < 2 * row->count && now_us() < until && !row->lost) {
        int most = watching(row) + CONNECT_AT_ONCE;
        for (; opened < 2 * row->count && opened < most; opened++) {
            Table *table = &row->table[opened / 2];
            int person = opened % 2;
            table->link[person] =
                wire_socket(row->wire, table->cookie[person], told_player, table, person);
            if (!table->link[person]) {
                fault(why, MALFORMED, "only %d sockets could be opened", opened);
                return false;
            }
        }
        wire_run(row->wire, now_us() + 2000, NULL);
    }
    if (watching(row) == 2 * row->count) return true;
    fault(why, MALFORMED, "only %d of %d sockets were let in: %s", watching(row), 2 * row->count,
          row->error);
    return false;
}

void row_disconnect(Row *row)
{
    for (int i = 0; i < 2 * row->count; i++) {
        Table *table = &row->table[i / 2];
        link_close(table->link[i % 2]);
        table->link[i % 2] = NULL;
        table->watching = 0;
        if (table->state == TABLE_READY || table->state == TABLE_WAITING) table->state = TABLE_OPEN;
    }
}

static int waiting(const Row *row)
{
    int count = 0;
    for (int i = 0; i < row->count; i++)
        count += row->table[i].state == TABLE_WAITING;
    return count;
}

void row_play(Row *row, double rate, i64 duration)
{
    i64 began = now_us();
    row->moves = row->skipped = row->errors = row->lost = row->games = 0;
    row->seen.count = row->planned.count = row->acknowledged.count = 0;
    for (u64 turn = 0;; turn++) {
        i64 due = began + (i64)((double)turn * 1e6 / rate);
        if (due >= began + duration) break;
        if (now_us() < due)
            wire_run(row->wire, due, NULL);
        else if (turn % 16 == 0) // even when behind the plan, process the received messages
            wire_run(row->wire, 0, NULL);
        if (!table_move(&row->table[turn % (u64)row->count], due)) row->skipped++;
    }
    i64 until = now_us() + DRAIN_US;
    while (waiting(row) && now_us() < until)
        wire_run(row->wire, now_us() + 10000, NULL);
}
