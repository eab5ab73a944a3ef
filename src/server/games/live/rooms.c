// SPDX-License-Identifier: MIT
#include "server/games/live/rooms.h"

#include "server/games/game_ops.h"
#include "server/games/live/rooms_internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    HASH_MB = 8,
    MOVE_MS = 1000,
    BEAT_MS = 1000,         // of the sign of life, while a game's clock counts seconds
    BEAT_DAYS_MS = 60000,   // while only clocks of days run
    BEAT_IDLE_MS = 3600000, // otherwise
};

i64 rooms_clock(const Rooms *rooms)
{
    return rooms->setup.now(rooms->setup.context) + rooms->ahead;
}

void rooms_publish(Rooms *rooms, NewsKind kind, const Room *room, const Event *event, i64 next)
{
    News news = { .kind = kind,
                  .game = room->id,
                  .room = room,
                  .event = event,
                  .turn = room_turn(room),
                  .now = rooms_clock(rooms),
                  .next = next,
                  .elsewhere = rooms->hearing };
    for (int i = 0; i < room_players(room); i++)
        news.clock[i] = room_clock(room, i, news.now);
    rooms->setup.news(rooms->setup.context, &news);
}

// --- time ----------------------------------------------------------------------------------------

static void on_beat(void *context, StoreStatus status)
{
    stall_decided(context, status);
}

static void beat(Rooms *rooms, i64 now)
{
    const Instant at = { now };
    const StoreWrite alive = store_op(&GAME_OPS[GAMES_SET_ALIVE], &at);
    if (store_write(rooms->setup.store, &alive, 1, on_beat, rooms)) stall_sent(rooms);
}

static i64 next_beat(const Rooms *rooms, i64 now)
{
    const RoomRegistry *registry = &rooms->registry;
    i64 every = 0;
    bool probes = stall_probes(rooms, &every);
    if (rooms->stopping) return CLOCK_NEVER;
    if (rooms->beat_at == CLOCK_NEVER) return now;
    i64 latest = now + (probes              ? every
                        : registry->ticking ? BEAT_MS
                        : registry->days    ? BEAT_DAYS_MS
                                            : BEAT_IDLE_MS);
    return rooms->beat_at < latest ? rooms->beat_at : latest;
}

void rooms_rewake(Rooms *rooms)
{
    if (rooms->stopping) return;
    const Timer *first = timers_first(&rooms->timers);
    rooms->beat_at = next_beat(rooms, rooms_clock(rooms));
    i64 when = rooms->beat_at;
    if (first && first->at < when) when = first->at;
    if (stall_wake(rooms) < when) when = stall_wake(rooms);
    if (stall_thread_wake(rooms) < when) when = stall_thread_wake(rooms);
    if (rooms->poll_at && rooms->poll_at < when) when = rooms->poll_at;
    if (when == rooms->woken_at) return;
    rooms->woken_at = when;
    if (when != CLOCK_NEVER) rooms->setup.wake_at(rooms->setup.context, when - rooms->ahead);
}

static ActiveRoom *active_room_of(Timer *timer)
{
    return (ActiveRoom *)((char *)timer - offsetof(ActiveRoom, timer));
}

void rooms_tick(Rooms *rooms)
{
    i64 now = rooms_clock(rooms);
    rooms->woken_at = CLOCK_NEVER;
    stall_check_thread(rooms);
    stall_check(rooms);
    if (rooms->poll_at && rooms->poll_at <= now) rooms_poll(rooms);
    for (Timer *first;
         !rooms->stopping && (first = timers_first(&rooms->timers)) && first->at <= now;) {
        timer_clear(&rooms->timers, first);
        active_room_due(active_room_of(first));
    }
    if (rooms->beat_at <= now && !rooms->stopping) {
        if (!rooms->stall.on || !rooms->stall.undecided) beat(rooms, now);
        rooms->beat_at = now + BEAT_IDLE_MS;
    }
    rooms->woken_at = CLOCK_NEVER;
    rooms_rewake(rooms);
}

void rooms_answer(Rooms *rooms, const Thought *thought)
{
    ActiveRoom *active = registry_find(&rooms->registry, thought->game);
    if (!active) return;
    const Room *room = &active->room;
    const Game *game = room_variant(room)->game;
    bool draw;
    active->thinking = false;
    if (computers_due(room, &draw) != thought->seat || draw != thought->draw ||
        room->match.count != thought->ply || game->key(&room->match.position) != thought->key) {
        if (!active->busy) active_room_go_on(active); // something may have happened meanwhile
        return;
    }
    ActionKind kind = !draw ? ACT_MOVE : thought->takes ? ACT_DRAW : ACT_NODRAW;
    active_room_submit(
        active,
        &(ActRequest){ .action = { .kind = kind, .game = thought->game, .ply = (int)thought->ply },
                       .at = rooms_clock(rooms),
                       .server_seat = thought->seat,
                       .thought = thought->move,
                       .think_ms = thought->think_ms });
}

void rooms_think_again(Rooms *rooms, i64 game, bool here)
{
    ActiveRoom *active = registry_find(&rooms->registry, game);
    bool draw;
    if (!active || rooms->stopping) return;
    active->thinking = false;
    if (active->busy) return; // the commit starts it
    if (here && rooms->computers && computers_due(&active->room, &draw) != NOBODY)
        active->thinking = computers_ask(rooms->computers, &active->room);
    active_room_go_on(active);
}

void rooms_collect(Rooms *rooms)
{
    Thought thought;
    while (rooms->computers && computers_answer(rooms->computers, &thought))
        rooms_answer(rooms, &thought);
}

// --- life ----------------------------------------------------------------------------------------

static u64 system_random(void *context)
{
    (void)context;
    u64 number;
    while (getrandom(&number, sizeof number, 0) != sizeof number)
        ; // interrupted
    return number;
}

Rooms *rooms_new(const RoomsSetup *setup, Fault *why)
{
    Rooms *rooms = calloc(1, sizeof *rooms);
    if (!rooms) {
        fault(why, FULL, "out of memory");
        return NULL;
    }
    rooms->setup = *setup;
    rooms->judge =
        (Judge){ .store = setup->store,
                 .random = { setup->random ? setup->random : system_random, setup->context },
                 .rate_shared = setup->rate_shared,
                 .apart = setup->apart,
                 .context = setup->context,
                 .registry = &rooms->registry };
    rooms->beat_at = rooms->woken_at = CLOCK_NEVER;
    i64 alive = games_alive_ms(setup->store), now = setup->now(setup->context);
    if (alive > now) rooms->ahead = alive - now;
    rooms->stall.good_ms = rooms_clock(rooms);
    if (!setup->presence) rooms->own_presence = presence_new();
    rooms->presence = setup->presence ? setup->presence : rooms->own_presence;
    if (!registry_init(&rooms->registry) || !rooms->presence) {
        fault(why, FULL, "out of memory");
        goto fail;
    }
    if (!rooms_resume(rooms, why)) goto fail;
    if (setup->computer_threads) {
        rooms->computers = computers_new(&(ComputersSetup){
            .threads = setup->computer_threads,
            .hash_mb = setup->computer_hash_mb ? setup->computer_hash_mb : HASH_MB,
            .move_ms = setup->computer_move_ms ? setup->computer_move_ms : MOVE_MS,
            .wake = setup->wake,
            .context = setup->context });
        if (!rooms->computers) {
            fault(why, FULL, "no memory or threads for the computers");
            goto fail;
        }
    }
    if (!conditional_resume(rooms)) {
        fault(why, FULL, "the conditional moves cannot be read");
        goto fail;
    }
    rooms_arm_all(rooms);
    rooms_rewake(rooms);
    return rooms;
fail:
    rooms_free(rooms);
    return NULL;
}

void rooms_stop(Rooms *rooms)
{
    if (rooms->stopping) return;
    if (rooms->registry.ticking || rooms->registry.days) beat(rooms, rooms_clock(rooms));
    rooms->stopping = true;
    computers_free(rooms->computers);
    rooms->computers = NULL;
}

void rooms_free(Rooms *rooms)
{
    if (!rooms) return;
    computers_free(rooms->computers);
    registry_free(&rooms->registry);
    timers_free(&rooms->timers);
    presence_free(rooms->own_presence);
    free(rooms);
}

// --- actions -------------------------------------------------------------------------------------

// A request for a game that is not in memory.
typedef struct Fetching {
    Rooms *rooms;
    ActRequest request;
} Fetching;

static void on_fetched(void *context, ActiveRoom *active, ErrorCode code, const char *text)
{
    Fetching *fetching = context;
    ActRequest *request = &fetching->request;
    if (active)
        active_room_submit(active, request);
    else
        act_refuse(fetching->rooms, request, code, text, ALLOWED);
    free(fetching);
}

// For a rematch a finished game is loaded; for other actions only a game that another node made.
static void ask_absent(Rooms *rooms, const ActRequest *request)
{
    Fetching *fetching = malloc(sizeof *fetching);
    if (!fetching) return act_refuse(rooms, request, ERROR_BUSY, "out of memory", ALLOWED);
    *fetching = (Fetching){ .rooms = rooms, .request = *request };
    act_keep_move(&fetching->request, request);
    rooms_fetch(rooms, request->action.game,
                request->action.kind == ACT_REMATCH ? request->action.person : 0, on_fetched,
                fetching);
}

void rooms_act(Rooms *rooms, const Action *action, ActDone *done, void *context)
{
    const ActRequest request = { .action = *action,
                                 .at = rooms_clock(rooms),
                                 .server_seat = -1,
                                 .done = done,
                                 .context = context };
    rooms->counts.actions++;
    stall_check_thread(rooms);
    if ((unsigned)action->kind >= ACTIONS)
        return act_refuse(rooms, &request, ERROR_MALFORMED, "there is no such action", ALLOWED);
    if (action->person <= 0)
        return act_refuse(rooms, &request, ERROR_NOT_YOURS, "nobody asks", ALLOWED);
    if (action->kind == ACT_MOVE && action->move.length >= MOVE_TEXT_MAX)
        return act_refuse(rooms, &request, ERROR_ILLEGAL_MOVE, "that is not a move", ALLOWED);
    ActiveRoom *active = registry_find(&rooms->registry, action->game);
    if (!active) return ask_absent(rooms, &request);
    active_room_submit(active, &request);
}

void rooms_make(Rooms *rooms, const GameSetup *setup, i64 maker, ActDone *done, void *context)
{
    const ActRequest request = {
        .at = rooms_clock(rooms), .server_seat = -1, .done = done, .context = context
    };
    Fault why;
    rooms->counts.actions++;
    if (rooms->stopping)
        return act_refuse(rooms, &request, ERROR_BUSY, "the server is stopping", ALLOWED);
    if (setup->id && registry_find(&rooms->registry, setup->id))
        return act_accept(&request, setup->id);
    ErrorCode code =
        setup_check(setup, maker, rooms->setup.store, rooms_has_computers(rooms), &why);
    if (code == ERROR_NONE && !setup->arranged) {
        code = setup_is_manned(setup, &rooms->judge, request.at, &why);
        if (code == ERROR_NONE) code = setup_meets(setup, maker, &rooms->judge, &why);
    }
    if (code != ERROR_NONE) return act_refuse(rooms, &request, code, why.message, ALLOWED);
    commit_new(rooms, setup, maker, NULL, &request);
}

bool active_room_presence(ActiveRoom *active, int seat, bool on_purpose)
{
    Seat *who = &active->room.seat[seat];
    bool here = seat_is_anywhere(active, seat);
    if (who->here == here && who->on_purpose == (!here && on_purpose)) return false;
    if (who->here && !here) who->away_since = rooms_clock(active->rooms);
    who->here = here;
    who->on_purpose = !here && on_purpose;
    if (here && active->thaw_ms && !active->busy) active_room_go_on(active);
    return true;
}

void rooms_person(Rooms *rooms, i64 from, i64 to)
{
    ActiveRoom *last = NULL;
    // Listing a room again changes its links, so all rooms are collected first.
    for (PersonLink *link = registry_first_of(&rooms->registry, from); link;
         link = registry_next_of(link)) {
        link->active->next_changed = last;
        last = link->active;
    }
    for (ActiveRoom *active = last; active; active = active->next_changed) {
        Room *room = &active->room;
        if (from != to) presence_end(rooms->presence, PLACE_GAME, room->id, from);
        registry_unlist(&rooms->registry, active);
        if (room->maker == from) room->maker = to;
        for (int i = 0; i < room_players(room); i++) {
            if (room->seat[i].person == from) room->seat[i].person = to;
            if (room->seat[i].invited == from) room->seat[i].invited = to;
        }
        for (int i = 0; i < SEAT_RETURNS; i++)
            if (room->seat_return[i].person == from) room->seat_return[i].person = to;
        room_know(room, rooms->setup.store);
        registry_list(&rooms->registry, active);
    }
    for (ActiveRoom *active = last, *next; active; active = next) {
        next = active->next_changed;
        rooms_publish(rooms, NEWS_RESET, &active->room, NULL, 0);
    }
}

void rooms_vacation(Rooms *rooms, i64 person, const Vacation *vacation)
{
    ActiveRoom *last = NULL;
    const Vacation *before = registry_vacation(&rooms->registry, person);
    if (before && before->count == vacation->count &&
        !memcmp(before->span, vacation->span, (size_t)before->count * sizeof *before->span))
        return;
    if (!registry_set_vacation(&rooms->registry, person, vacation)) return;
    for (PersonLink *link = registry_first_of(&rooms->registry, person); link;
         link = registry_next_of(link)) {
        if (link->active->room.speed != SPEED_CORRESPONDENCE) continue;
        link->active->next_changed = last;
        last = link->active;
    }
    for (ActiveRoom *active = last, *next; active; active = next) {
        next = active->next_changed;
        registry_unlist(&rooms->registry, active);
        registry_list(&rooms->registry, active);
        if (!active->busy) active_room_go_on(active);
        rooms_publish(rooms, NEWS_RESET, &active->room, NULL, 0);
    }
}

// --- reading -------------------------------------------------------------------------------------

bool rooms_has_computers(const Rooms *rooms)
{
    return rooms->setup.computer_threads > 0;
}

const Room *rooms_find(const Rooms *rooms, i64 game)
{
    const ActiveRoom *active = registry_find(&rooms->registry, game);
    return active ? &active->room : NULL;
}

void rooms_each(const Rooms *rooms, RoomState state, SeeRoom *see, void *context)
{
    for (const ActiveRoom *active = rooms->registry.newest[state]; active; active = active->older)
        if (!see(context, &active->room)) return;
}

void rooms_each_of(const Rooms *rooms, i64 person, SeeRoom *see, void *context)
{
    for (const PersonLink *link = registry_first_of(&rooms->registry, person); link;
         link = registry_next_of(link))
        if (link->active->room.state != ROOM_OVER && !see(context, &link->active->room)) return;
}

RoomCounts rooms_counts(const Rooms *rooms)
{
    RoomCounts counts = rooms->counts;
    counts.open = rooms->registry.in_state[ROOM_OPEN];
    counts.live = rooms->registry.in_state[ROOM_LIVE];
    counts.over = rooms->registry.in_state[ROOM_OVER];
    counts.thinking = rooms->computers ? computers_waiting(rooms->computers) : 0;
    for (int state = 0; state <= ROOM_OVER; state++)
        for (const ActiveRoom *active = rooms->registry.newest[state]; active;
             active = active->older)
            counts.bytes += sizeof *active + active->room.match.capacity * sizeof(Ply);
    return counts;
}
