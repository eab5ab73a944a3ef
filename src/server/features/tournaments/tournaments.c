// SPDX-License-Identifier: MIT
// Tournaments: the server's side of src/tournament. Each is the sum of its decisions in the store.
//
//     held.h           tournaments in memory; asks, decisions, their commit
//     drive.c          rounds begin, results are taken, tournaments end
//     table_games.c    the games of tables
//     views.h          tournaments as JSON
//     settings.h       the game, the pace, who may enter
//     subscribers.c    sockets subscribed to a tournament
//     tournament_routes.c
//
// Uses: chat
#include "server/features/tournaments/tournaments_internal.h"

#include <stdlib.h>

enum { TICK_MS = 500 };
static const i64 LIST_MS = 60000, FORGET_MS = 10 * 60000, LISTED_SOON_MS = 1000;

// --- other nodes ---------------------------------------------------------------------------------

static void receive_step(void *owner, Arrival arrival, const void *message)
{
    const TournamentStep *step = message;
    Tournaments *all = app_state(owner, &TOURNAMENTS);
    (void)arrival;
    if (!all || all->stopping) return;
    subscribers_tell(all, step->tournament, step->number);
    tournament_drive(all, step->tournament);
}
const Topic TOURNAMENT_STEPPED = { .name = "tournaments.stepped",
                                   .shape = &TOURNAMENT_STEP,
                                   .receive = receive_step };

// A game was called off by this person, which the store doesn't keep.
typedef struct CalledOff {
    i64 game, by;
} CalledOff;
static const Shape CALLED_OFF_SHAPE =
    SHAPE(CalledOff, FIELD(CalledOff, game), FIELD(CalledOff, by));

static void game_over(Tournaments *all, GameHint hint, bool later)
{
    HashLink *link = hash_first(&all->games, (u64)hint.game);
    if (link) tournament_game_over(all, ((TableGameLink *)link)->tournament, hint, later);
}

static void receive_called_off(void *owner, Arrival arrival, const void *message)
{
    const CalledOff *off = message;
    Tournaments *all = app_state(owner, &TOURNAMENTS);
    (void)arrival;
    if (all && !all->stopping) game_over(all, (GameHint){ off->game, off->by }, false);
}
static const Topic CALLED_OFF = { .name = "tournaments.called_off",
                                  .shape = &CALLED_OFF_SHAPE,
                                  .receive = receive_called_off };

static void on_game(const App *app, const News *news)
{
    Tournaments *all = app_state(app, &TOURNAMENTS);
    if (news->kind != NEWS_EVENT || news->event->kind != EVENT_END || all->stopping) return;
    i64 by = news->event->aborted ? news->event->person : 0;
    if (by) app_tell(app, &CALLED_OFF, &(CalledOff){ news->game, by });
    game_over(all, (GameHint){ news->game, by }, false);
}

static void on_game_elsewhere(const App *app, const News *news)
{
    Tournaments *all = app_state(app, &TOURNAMENTS);
    if (news->kind != NEWS_EVENT || news->event->kind != EVENT_END || all->stopping) return;
    game_over(all, (GameHint){ news->game, 0 }, news->event->aborted);
}

// --- the open tournaments ------------------------------------------------------------------------

typedef struct Listing {
    Tournaments *all;
    i64 *id;
    size_t count, capacity;
} Listing;

static bool see_active(void *context, const void *row)
{
    Listing *listing = context;
    if (listing->count == listing->capacity) {
        size_t capacity = listing->capacity ? 2 * listing->capacity : 64;
        i64 *more = realloc(listing->id, capacity * sizeof *more);
        if (!more) return false;
        listing->id = more;
        listing->capacity = capacity;
    }
    listing->id[listing->count++] = ((const ActiveRow *)row)->tournament;
    return true;
}

static void read_active(void *context, Store *reading)
{
    store_select(reading, &TOURNAMENT_OPS[TOURNAMENTS_ACTIVE], &(ActiveWanted){ PHASE_OVER },
                 see_active, context);
}

static void listed(void *context, bool was_read)
{
    Listing *listing = context;
    Tournaments *all = listing->all;
    all->listing = false;
    i64 now = app_now(all->app);
    if (!was_read) all->listed_ms = now + LISTED_SOON_MS - LIST_MS;
    for (size_t i = 0; was_read && !all->stopping && i < listing->count; i++) {
        Held *held = held_open(all, listing->id[i]);
        if (held && !held->driving && !held->next_ms) held->next_ms = now;
    }
    free(listing->id);
    free(listing);
}

static void list_active(Tournaments *all)
{
    Listing *listing = calloc(1, sizeof *listing);
    if (!listing) return;
    listing->all = all;
    all->listing = store_read(all->app->store, READ_LONG, read_active, listed, listing);
    if (!all->listing) free(listing);
}

// --- time ----------------------------------------------------------------------------------------

static bool is_subscribed(const Tournaments *all, i64 tournament)
{
    return hash_first(&all->subscribers, (u64)tournament) != NULL;
}

static void on_tick(uv_timer_t *timer)
{
    Tournaments *all = timer->data;
    i64 now = app_now(all->app);
    if (!all->listing && now - all->listed_ms >= LIST_MS) {
        all->listed_ms = now;
        list_active(all);
    }
    for (Held *held = all->first_held, *next; held; held = next) {
        next = held->next_held;
        if (held->told < held->seen) subscribers_tell(all, held->id, held->seen);
        bool due =
            (held->next_ms && held->next_ms <= now) || (held->hint_ms && held->hint_ms <= now);
        // Others may ask for it without a pause, so that it is busy at every tick: the drive waits
        // in the queue.
        if (due && !held->driving && tournament_kept(all, held->id)) {
            tournament_drive(all, held->id);
            continue;
        }
        if (held->busy || held->first || due || now - held->used_ms < FORGET_MS) continue;
        if (held->next_ms || is_subscribed(all, held->id))
            held_unload(held);
        else
            held_drop(held);
    }
}

// --- persons -------------------------------------------------------------------------------------

// Names are read again at the next check, and the entry of a deleted person leaves.
static void on_person_gone(const App *app, i64 person)
{
    Tournaments *all = app_state(app, &TOURNAMENTS);
    (void)person;
    for (Held *held = all->first_held; held; held = held->next_held)
        held->stale = true;
}

static void on_person_moved(const App *app, i64 from, i64 to)
{
    (void)to;
    on_person_gone(app, from);
}

static void on_peer_closed(const App *app, Peer *peer)
{
    subscribers_closed(app_state(app, &TOURNAMENTS), peer);
}

// --- the whole -----------------------------------------------------------------------------------

static void close_tournaments(void *state)
{
    Tournaments *all = state;
    while (all->first_held)
        held_drop(all->first_held);
    for (size_t i = 0; i < all->games.chains; i++)
        for (HashLink *at = all->games.chain[i], *next; at; at = next) {
            next = at->next;
            free(at);
        }
    while (all->first_subscriber) {
        Subscriber *next = all->first_subscriber->next;
        free(all->first_subscriber);
        all->first_subscriber = next;
    }
    hash_free(&all->held);
    hash_free(&all->games);
    hash_free(&all->subscribers);
    free(all);
}

static void *open_tournaments(const App *app, Fault *why)
{
    Tournaments *all = calloc(1, sizeof *all);
    fault(why, FULL, "out of memory");
    if (!all) return NULL;
    all->app = app;
    if (!hash_init(&all->held) || !hash_init(&all->games) || !hash_init(&all->subscribers)) {
        close_tournaments(all);
        return NULL;
    }
    all->listed_ms = LISTED_SOON_MS - LIST_MS;
    uv_timer_init(app->loop, &all->timer);
    all->timer.data = all;
    uv_timer_start(&all->timer, on_tick, TICK_MS, TICK_MS);
    return all;
}

static void stop_tournaments(void *state)
{
    Tournaments *all = state;
    all->stopping = true;
    uv_close((uv_handle_t *)&all->timer, NULL);
}

static void write_metrics(const App *app, Json *text)
{
    const Tournaments *all = app_state(app, &TOURNAMENTS);
    const struct {
        const char *name, *type, *help;
        u64 value;
    } LINES[] = {
        { "tournaments_held", "gauge", "Tournaments in memory.", (u64)all->count },
        { "tournament_decisions_total", "counter", "Decisions committed.", all->decisions },
        { "tournament_conflicts_total", "counter", "Decisions that another node forestalled.",
          all->conflicts },
        { "tournament_drives_total", "counter", "Looks at what is due.", all->driven },
        { "tournament_games_total", "counter", "Games made for tables.", all->games_made },
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        out_format(text, "# HELP meydan_%s %s\n# TYPE meydan_%s %s\nmeydan_%s ", LINES[i].name,
                   LINES[i].help, LINES[i].name, LINES[i].type, LINES[i].name);
        out_int(text, (i64)LINES[i].value);
        out_char(text, '\n');
    }
}

const Feature TOURNAMENTS = {
    .name = "tournaments",
    .tables = (const char *const[]){ "tournament", "decision", "entrant", "tournament_game",
                                     "appointment", NULL },
    .ops = TOURNAMENT_OPS,
    .ops_count = TOURNAMENTS_OPS,
    .routes = TOURNAMENT_ROUTES,
    .routes_count = TOURNAMENT_ROUTE_COUNT,
    .messages = TOURNAMENT_MESSAGES,
    .messages_count = TOURNAMENT_MESSAGE_COUNT,
    .topics = (const Topic *const[]){ &TOURNAMENT_STEPPED, &CALLED_OFF, NULL },
    .open = open_tournaments,
    .stop = stop_tournaments,
    .close = close_tournaments,
    .person = { .forget = { &TOURNAMENT_OPS[TOURNAMENTS_FORGET],
                            &TOURNAMENT_OPS[TOURNAMENTS_FORGET_TIMES] },
                .move = { &TOURNAMENT_OPS[TOURNAMENTS_MOVE], &TOURNAMENT_OPS[TOURNAMENTS_MOVED],
                          &TOURNAMENT_OPS[TOURNAMENTS_MOVE_TIMES],
                          &TOURNAMENT_OPS[TOURNAMENTS_MOVED_TIMES] },
                .export = { { .key = "tournaments", .op = &TOURNAMENT_OPS[TOURNAMENTS_OWN] },
                            { .key = "tournament_times",
                              .op = &TOURNAMENT_OPS[TOURNAMENTS_OWN_TIMES] } } },
    .on_game = on_game,
    .on_game_elsewhere = on_game_elsewhere,
    .on_person_gone = on_person_gone,
    .on_person_moved = on_person_moved,
    .on_peer_closed = on_peer_closed,
    .metrics = write_metrics,
};
