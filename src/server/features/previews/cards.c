// SPDX-License-Identifier: MIT
#include "server/features/previews/cards.h"

#include "platform/background.h"
#include "platform/wake.h"
#include "variants/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RETRY_S = 5, NAME_SIZE = POSITION_TEXT_MAX + 32 + (int)sizeof(CardWords) };

// A card that is kept, and sent: counted, since it may be dropped while it is being sent.
typedef struct Card {
    char name[NAME_SIZE]; // variant, position and words
    u8 *png;
    size_t length;
    u64 used; // the counter at the last use: the lowest is dropped first
    int holders;
} Card;

// A requested card. The thread reads `position` and `words`, writes `png`, then `done`.
typedef struct CardJob {
    char name[NAME_SIZE];
    Position position;
    CardWords words;
    u8 *png;
    size_t length;
    bool taken, done;
} CardJob;

struct Cards {
    BackgroundThread background; // its lock is that of the jobs
    Wake wake;
    Lettering *lettering;           // belongs to the thread, NULL if pictures have no words
    CardJob job[CARDS_WAITING_MAX]; // those in use have a name
    struct {
        WebCall *call; // NULL: free
        int job;
    } waiting[CARDS_WAITING_MAX];
    Card *kept[CARDS_KEPT_MAX];
    size_t bytes;
    u64 time;
    bool idle;    // there is no thread
    bool closing; // new requests are refused
};

// --- the thread ----------------------------------------------------------------------------------

static void draw(Lettering *lettering, CardJob *job)
{
    cairo_surface_t *card = board_card(&job->position, &job->words, lettering);
    if (!card) return;
    job->png = canvas_png(card, &job->length);
    cairo_surface_destroy(card);
}

static CardJob *next_job(Cards *cards)
{
    CardJob *found = NULL;
    pthread_mutex_lock(&cards->background.lock);
    for (int i = 0; i < CARDS_WAITING_MAX && !found; i++)
        if (*cards->job[i].name && !cards->job[i].taken) found = &cards->job[i];
    if (found) found->taken = true;
    pthread_mutex_unlock(&cards->background.lock);
    return found;
}

static void work(void *context)
{
    Cards *cards = context;
    CardJob *job;
    while (!background_stopping(&cards->background) && (job = next_job(cards))) {
        draw(cards->lettering, job);
        pthread_mutex_lock(&cards->background.lock);
        job->done = true;
        pthread_mutex_unlock(&cards->background.lock);
        wake_send(&cards->wake);
    }
}

// --- what is kept --------------------------------------------------------------------------------

static void release_card(void *holder)
{
    Card *card = holder;
    if (--card->holders) return;
    free(card->png);
    free(card);
}

static void drop(Cards *cards, int i)
{
    cards->bytes -= cards->kept[i]->length;
    release_card(cards->kept[i]);
    cards->kept[i] = NULL;
}

static int oldest(const Cards *cards)
{
    int found = -1;
    for (int i = 0; i < CARDS_KEPT_MAX; i++)
        if (cards->kept[i] && (found < 0 || cards->kept[i]->used < cards->kept[found]->used))
            found = i;
    return found;
}

// The card is the holder's and, if there is room for it, that of what is kept.
static Card *keep(Cards *cards, CardJob *job)
{
    Card *card = calloc(1, sizeof *card);
    if (!card) return NULL;
    *card = (Card){ .png = job->png, .length = job->length, .used = ++cards->time, .holders = 1 };
    job->png = NULL;
    memcpy(card->name, job->name, sizeof card->name);
    int free_place = -1;
    for (int i = 0; i < CARDS_KEPT_MAX; i++)
        if (!cards->kept[i]) free_place = i;
    while (free_place < 0 || cards->bytes + card->length > CARDS_KEPT_BYTES) {
        int old = oldest(cards);
        if (old < 0) return card;
        drop(cards, old);
        free_place = old;
    }
    cards->kept[free_place] = card;
    cards->bytes += card->length;
    card->holders++;
    return card;
}

// --- answers -------------------------------------------------------------------------------------

static void refuse(WebCall *call)
{
    Answer answer = http_error(503);
    answer.retry_after_s = RETRY_S;
    web_answer(call, &answer);
}

static void send_card(WebCall *call, Card *card)
{
    card->holders++;
    const Answer answer = {
        .status = 200,
        .type = "image/png",
        .cache = "public, max-age=60",
        .body = { (const char *)card->png, card->length },
        .holder = card,
        .release = release_card,
    };
    web_answer(call, &answer);
}

static void finish(Cards *cards, int at)
{
    CardJob *job = &cards->job[at];
    Card *card = job->png ? keep(cards, job) : NULL;
    for (int i = 0; i < CARDS_WAITING_MAX; i++) {
        WebCall *call = cards->waiting[i].call;
        if (!call || cards->waiting[i].job != at) continue;
        cards->waiting[i].call = NULL;
        if (card)
            send_card(call, card);
        else
            refuse(call);
    }
    if (card) release_card(card);
    free(job->png);
    pthread_mutex_lock(&cards->background.lock);
    *job = (CardJob){ .name = "" };
    pthread_mutex_unlock(&cards->background.lock);
}

static void on_wake(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    Cards *cards = poll->data;
    wake_take(&cards->wake);
    for (int i = 0; i < CARDS_WAITING_MAX; i++) {
        pthread_mutex_lock(&cards->background.lock);
        bool done = cards->job[i].done;
        pthread_mutex_unlock(&cards->background.lock);
        if (done) finish(cards, i);
    }
}

// The job of that name, or a new one; -1 if there are too many.
static int job_for(Cards *cards, const char *name, const Position *position, const CardWords *words)
{
    int free_job = -1;
    for (int i = 0; i < CARDS_WAITING_MAX; i++) {
        if (!strcmp(cards->job[i].name, name)) return i;
        if (!*cards->job[i].name) free_job = i;
    }
    if (free_job < 0) return -1;
    pthread_mutex_lock(&cards->background.lock);
    cards->job[free_job] = (CardJob){ .position = *position, .words = *words };
    snprintf(cards->job[free_job].name, NAME_SIZE, "%s", name);
    pthread_mutex_unlock(&cards->background.lock);
    background_wake(&cards->background);
    return free_job;
}

void cards_answer(Cards *cards, WebCall *call, const Position *position, const CardWords *words)
{
    static const CardWords NO_WORDS;
    Position plain;
    Fault why;
    char name[NAME_SIZE] = "";
    Out out = out_to(name, sizeof name);
    if (!position) {
        const Variant *variant = variant_find(text_of("abalone"));
        if (variant->game->read(variant, text_of(variant->layout->position), &plain, &why) != OK)
            return refuse(call);
        position = &plain;
        words = &NO_WORDS;
    }
    out_format(&out, "%s ", position->head.variant->id);
    position->head.variant->game->write(position, &out);
    for (int seat = 0; seat < PLAYERS_MAX; seat++)
        out_format(&out, "\n%s\n%s\n%s", words->seat[seat].name, words->seat[seat].rating,
                   words->seat[seat].points);
    for (int i = 0; i < CARDS_KEPT_MAX; i++)
        if (cards->kept[i] && !strcmp(cards->kept[i]->name, name)) {
            cards->kept[i]->used = ++cards->time;
            return send_card(call, cards->kept[i]);
        }
    int place = 0;
    while (place < CARDS_WAITING_MAX && cards->waiting[place].call)
        place++;
    int job = cards->closing || cards->idle || place == CARDS_WAITING_MAX
                  ? -1
                  : job_for(cards, name, position, words);
    if (job < 0) return refuse(call);
    cards->waiting[place].call = call;
    cards->waiting[place].job = job;
}

// --- the whole -----------------------------------------------------------------------------------

Cards *cards_new(uv_loop_t *loop)
{
    Cards *cards = calloc(1, sizeof *cards);
    if (!cards) return NULL;
    cards->wake.fd = -1;
    if (!wake_init(&cards->wake, loop, on_wake)) {
        wake_free(&cards->wake);
        free(cards);
        return NULL;
    }
    cards->wake.poll.data = cards;
    cards->lettering = lettering_new(CARD_FONT);
    cards->idle = !background_start(&cards->background, true, work, cards);
    return cards;
}

void cards_close(Cards *cards)
{
    if (!cards || cards->closing) return;
    cards->closing = true;
    background_stop(&cards->background);
    for (int i = 0; i < CARDS_WAITING_MAX; i++)
        if (cards->waiting[i].call) {
            refuse(cards->waiting[i].call);
            cards->waiting[i].call = NULL;
        }
    uv_close((uv_handle_t *)&cards->wake.poll, NULL);
}

void cards_free(Cards *cards)
{
    if (!cards) return;
    for (int i = 0; i < CARDS_KEPT_MAX; i++)
        if (cards->kept[i]) drop(cards, i);
    for (int i = 0; i < CARDS_WAITING_MAX; i++)
        free(cards->job[i].png);
    wake_free(&cards->wake);
    lettering_free(cards->lettering);
    free(cards);
}
