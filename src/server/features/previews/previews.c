// SPDX-License-Identifier: MIT
// Link previews that other sites show for a game: a picture (cards.h), and tags in the head of its
// page. A private game looks like one that doesn't exist.
#include "server/features/previews/previews.h"

#include "server/features/previews/cards.h"
#include "server/games/live/rooms.h"

#include <stdlib.h>
#include <string.h>

extern const Feature PREVIEWS;

enum {
    TITLE_SIZE = PLAYERS_MAX * (PERSON_NAME_MAX + 8),
    TAGS_SIZE = 4096,
    PATH_LENGTH = 6, // of "/game/"
};

// --- the picture ---------------------------------------------------------------------------------

typedef struct CardAsked {
    i64 id;
    bool shown;
    Position position;
    CardWords words;
} CardAsked;

static void write_player(const Seat *seat, Out *out)
{
    out_str(out, *seat->name ? seat->name : seat->level ? "Meydan" : seat->person ? "Guest" : "…");
    if (seat->level) out_format(out, " %d", seat->level);
}

static void note_card(CardAsked *asked, const Room *room)
{
    static const char *const POINTS[] = { "0", "½", "1" };
    asked->shown = room->open_to_all;
    if (!asked->shown) return;
    asked->position = room->match.position;
    for (int i = 0; i < room_players(room); i++) {
        const Seat *seat = &room->seat[i];
        Out name = out_to(asked->words.seat[i].name, sizeof asked->words.seat[i].name);
        Out rating = out_to(asked->words.seat[i].rating, sizeof asked->words.seat[i].rating);
        Out points = out_to(asked->words.seat[i].points, sizeof asked->words.seat[i].points);
        write_player(seat, &name);
        if (seat->rating) out_format(&rating, seat->provisional ? "%d?" : "%d", seat->rating);
        if (room->state == ROOM_OVER && !room->aborted)
            out_str(&points, POINTS[outcome_halves(&room->match.outcome, i)]);
    }
}

static void answer_card(Call *call)
{
    const CardAsked *asked = call->asked;
    if (call->code != ERROR_NONE) {
        route_answer_read(call);
        return;
    }
    if (call->plies)
        limits_charge_load(call->app->limits, call->request->address, app_now(call->app),
                           call->plies);
    cards_answer(*(Cards **)app_state(call->app, &PREVIEWS), call->web,
                 asked->shown ? &asked->position : NULL, &asked->words);
}

static void read_card(Call *call, Store *reading)
{
    Fault why;
    CardAsked *asked = call->asked;
    Room *room = rooms_load_over(reading, asked->id, &why);
    if (!room) return;
    call->plies = room->match.count;
    note_card(asked, room);
    rooms_free_room(room);
}

static void get_card(Call *call)
{
    CardAsked *asked = route_ask(call, sizeof *asked);
    if (!asked) return;
    if (!*(Cards **)app_state(call->app, &PREVIEWS))
        return route_refuse(call, ERROR_BUSY, "there are no pictures at the moment");
    bool named = game_id_read(call->part[1], &asked->id);
    const Room *room = named ? rooms_find(call->app->rooms, asked->id) : NULL;
    if (room) note_card(asked, room);
    if (room || !named)
        answer_card(call);
    else if (route_allowed(call, LIMIT_LOAD))
        route_read(call, READ_SHORT, read_card, answer_card);
}

// --- the head of the page ------------------------------------------------------------------------

typedef struct Preview {
    const App *app;
    WebCall *web;
    i64 id;
    char origin[256], title[TITLE_SIZE], about[128];
    Text document; // its own
} Preview;

static void write_escaped(Out *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            out_str(out, "&amp;");
        else if (*text == '<')
            out_str(out, "&lt;");
        else if (*text == '>')
            out_str(out, "&gt;");
        else if (*text == '"')
            out_str(out, "&quot;");
        else
            out_char(out, *text);
    }
}

static void note_game(Preview *preview, const Room *room)
{
    if (!room->open_to_all) return;
    Out title = out_to(preview->title, sizeof preview->title);
    Out about = out_to(preview->about, sizeof preview->about);
    for (int i = 0; i < room_players(room); i++) {
        out_str(&title, i ? " – " : "");
        write_player(&room->seat[i], &title);
    }
    out_str(&about, room_variant(room)->title);
    if (room->state != ROOM_OVER) return;
    out_str(&about, " · ");
    room_result(room, &about);
}

static void write_tag(Out *out, const char *name, const char *value)
{
    out_format(out, "<meta property=\"og:%s\" content=\"", name);
    write_escaped(out, value);
    out_str(out, "\">");
}

static void write_tags(const Preview *preview, Out *out)
{
    char name[GAME_ID_LENGTH + 1], url[sizeof preview->origin + 64];
    Out address = out_to(url, sizeof url);
    game_id_write(preview->id, name);
    out_format(&address, "%s/game/%s", preview->origin, name);
    out_str(out, "<meta property=\"og:site_name\" content=\"Meydan\">"
                 "<meta property=\"og:type\" content=\"website\">");
    write_tag(out, "url", url);
    write_tag(out, "title", *preview->title ? preview->title : "Meydan");
    write_tag(out, "description", *preview->about ? preview->about : "Abalone · Quoridor");
    address = out_to(url, sizeof url);
    out_format(&address, "%s/api/v1/games/%s/card.png", preview->origin, name);
    write_tag(out, "image", url);
    out_str(out, "<meta property=\"og:image:width\" content=\"1200\">"
                 "<meta property=\"og:image:height\" content=\"630\">"
                 "<meta name=\"twitter:card\" content=\"summary_large_image\">");
}

static const char *head_end(Text document)
{
    static const char END[] = "</head>";
    for (size_t i = 0; i + sizeof END - 1 <= document.length; i++)
        if (!memcmp(document.at + i, END, sizeof END - 1)) return document.at + i;
    return NULL;
}

static void answer_page(Preview *preview)
{
    char tags[TAGS_SIZE];
    Out out = out_to(tags, sizeof tags);
    write_tags(preview, &out);
    const Text document = preview->document;
    size_t before = (size_t)(head_end(document) - document.at);
    char *page = malloc(document.length + out.length);
    Answer answer = http_error(503);
    if (page) {
        memcpy(page, document.at, before);
        memcpy(page + before, tags, out.length);
        memcpy(page + before + out.length, document.at + before, document.length - before);
        answer = (Answer){ .status = 200,
                           .type = "text/html; charset=utf-8",
                           .cache = "no-cache",
                           .body = { page, document.length + out.length },
                           .holder = page,
                           .release = free };
    }
    web_answer(preview->web, &answer);
    free((char *)document.at);
    free(preview);
}

static void read_page(void *context, Store *reading)
{
    Fault why;
    Preview *preview = context;
    Room *room = rooms_load_over(reading, preview->id, &why);
    if (!room) return;
    note_game(preview, room);
    rooms_free_room(room);
}

static void page_read(void *context, bool was_read)
{
    (void)was_read; // if the read failed, the page is sent without a description of the game
    answer_page(context);
}

static void note_origin(Preview *preview, const Request *request)
{
    Out out = out_to(preview->origin, sizeof preview->origin);
    const char *origin = preview->app->origin;
    if (origin)
        out_str(&out, origin);
    else
        out_format(&out, "%s://%t", request->secure ? "https" : "http", request->host);
}

bool previews_answer(const App *app, WebCall *web, const Request *request, Text document)
{
    i64 id, wait_ms;
    bool reads = request->method == METHOD_GET || request->method == METHOD_HEAD;
    if (!reads || !text_is(text_cut(request->path, 0, PATH_LENGTH), "/game/")) return false;
    if (!game_id_read(text_from(request->path, PATH_LENGTH), &id) || !head_end(document))
        return false;
    Preview *preview = calloc(1, sizeof *preview);
    char *copy = malloc(document.length);
    if (!preview || !copy) {
        free(preview);
        free(copy);
        return false;
    }
    memcpy(copy, document.at, document.length);
    *preview = (Preview){ .app = app, .web = web, .id = id, .document = { copy, document.length } };
    note_origin(preview, request);
    const Room *room = rooms_find(app->rooms, id);
    if (room) note_game(preview, room);
    // A client above the limit gets the page without tags.
    bool load = !room && limits_take_address(app->limits, LIMIT_LOAD, request->address,
                                             app_now(app), &wait_ms);
    if (!load || !store_read(app->store, READ_SHORT, read_page, page_read, preview))
        answer_page(preview);
    return true;
}

// --- the row -------------------------------------------------------------------------------------

static const Route PREVIEW_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "games/*/card.png",
      .answer = get_card,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &RAW,
      .errors = ERR_NO_OWN,
      .says = "a picture of the position with names, ratings and points, 1200x630, for previews of"
              " links. Private games and missing ones have the same picture. `/game/ID` itself has"
              " Open Graph tags with the players of a public game" },
};

static void *open_previews(const App *app, Fault *why)
{
    Cards **cards = calloc(1, sizeof *cards);
    if (cards)
        *cards = cards_new(app->loop); // NULL: no pictures are served
    else
        fault(why, MALFORMED, "out of memory");
    return cards;
}

static void stop_previews(void *state)
{
    cards_close(*(Cards **)state);
}

static void close_previews(void *state)
{
    cards_free(*(Cards **)state);
    free(state);
}

const Feature PREVIEWS = {
    .name = "previews",
    .tables = (const char *const[]){ NULL },
    .routes = PREVIEW_ROUTES,
    .routes_count = sizeof PREVIEW_ROUTES / sizeof *PREVIEW_ROUTES,
    .open = open_previews,
    .stop = stop_previews,
    .close = close_previews,
};
