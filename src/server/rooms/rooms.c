// SPDX-License-Identifier: MIT
#include "server/rooms/rooms.h"

#include "server/rooms/rooms_internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    HASH_MB = 8,
    MOVE_MS = 1000,
    BEAT_MS = 1000,         // while a game's clock counts seconds
    BEAT_DAYS_MS = 60000,   // while only those of days are left
    BEAT_IDLE_MS = 3600000, // otherwise
};

i64 rooms_clock(const Rooms *rooms)
{
    return rooms->setup.now(rooms->setup.context) + rooms->ahead;
}

void rooms_tell(Rooms *rooms, NewsKind kind, const Room *room, const Event *event, i64 next)
{
    News news = { .kind = kind,
                  .game = room->id,
                  .room = room,
                  .event = event,
                  .turn = room_turn(room),
                  .now = rooms_clock(rooms),
                  .next = next };
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
    const StoreWrite alive = { .kind = WRITE_ALIVE, .at_ms = now };
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
    stall_check(rooms);
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

void rooms_collect(Rooms *rooms)
{
    Thought thought;
    while (rooms->computers && computers_answer(rooms->computers, &thought)) {
        ActiveRoom *active = registry_find(&rooms->registry, thought.game);
        if (!active) continue;
        const Room *room = &active->room;
        const Game *game = room_variant(room)->game;
        bool draw;
        active->thinking = false;
        if (computers_due(room, &draw) != thought.seat || draw != thought.draw ||
            room->match.count != thought.ply || game->key(&room->match.position) != thought.key) {
            if (!active->busy) active_room_go_on(active); // something has happened by now
            continue;
        }
        ActionKind kind = !draw ? ACT_MOVE : thought.takes ? ACT_DRAW : ACT_NODRAW;
        active_room_ask(
            active,
            &(Ask){ .action = { .kind = kind, .game = thought.game, .ply = (int)thought.ply },
                    .at = rooms_clock(rooms),
                    .computer = thought.seat,
                    .thought = thought.move,
                    .think_ms = thought.think_ms });
    }
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
                 .chance = { setup->random ? setup->random : system_random, setup->context },
                 .rate_shared = setup->rate_shared,
                 .apart = setup->apart,
                 .context = setup->context };
    rooms->beat_at = rooms->woken_at = CLOCK_NEVER;
    i64 alive = store_alive_ms(setup->store), now = setup->now(setup->context);
    if (alive > now) rooms->ahead = alive - now;
    rooms->stall.good_ms = rooms_clock(rooms);
    if (!registry_init(&rooms->registry)) {
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
    free(rooms);
}

// --- actions -------------------------------------------------------------------------------------

static bool see_any(void *context, const StoredGame *game)
{
    (void)game;
    *(bool *)context = true;
    return true;
}

// A game that is only in the store: for a rematch it comes back, anything else is too late, and
// not worth reading its moves.
static ActiveRoom *active_room_from_store(Rooms *rooms, const Ask *ask)
{
    Fault why;
    bool there = false;
    const StoreReader reader = { .context = &there, .game = see_any };
    if (ask->action.kind != ACT_REMATCH &&
        store_load_game(rooms->setup.store, ask->action.game, &reader, &why) && there) {
        ask_refuse(rooms, ask, ERROR_OVER, "the game is over", ALLOWED);
        return NULL;
    }
    Room *room = rooms_load_over(rooms->setup.store, ask->action.game, &why);
    if (!room) {
        bool absent = !why.message[0];
        ask_refuse(rooms, ask, absent ? ERROR_NOT_FOUND : ERROR_FAILED,
                   absent ? "there is no such game" : why.message, ALLOWED);
        return NULL;
    }
    ActiveRoom *active = NULL;
    bool played = room_seat_of(room, ask->action.person) >= 0;
    if (room->state != ROOM_OVER)
        ask_refuse(rooms, ask, ERROR_OVER, "the game is over", ALLOWED);
    else if (!played) // nor need it be in memory for them
        ask_refuse(rooms, ask, ERROR_NOT_YOURS, "you did not play in this game", ALLOWED);
    else if (!timers_reserve(&rooms->timers,
                             rooms->registry.by_id.count + (u32)rooms->coming + 1) ||
             !(active = active_room_new(rooms, room)))
        ask_refuse(rooms, ask, ERROR_BUSY, "out of memory", ALLOWED);
    if (!active) {
        rooms_free_room(room);
        return NULL;
    }
    free(room); // its plies are the active room's now
    registry_add(&rooms->registry, active);
    active->closes = rooms_clock(rooms) + ACTIVE_ROOM_KEEP_MS;
    return active;
}

void rooms_act(Rooms *rooms, const Action *action, ActDone *done, void *context)
{
    const Ask ask = { .action = *action,
                      .at = rooms_clock(rooms),
                      .computer = -1,
                      .done = done,
                      .context = context };
    rooms->counts.actions++;
    if ((unsigned)action->kind >= ACTIONS)
        return ask_refuse(rooms, &ask, ERROR_MALFORMED, "there is no such action", ALLOWED);
    if (action->person <= 0)
        return ask_refuse(rooms, &ask, ERROR_NOT_YOURS, "nobody asks", ALLOWED);
    if (action->kind == ACT_MOVE && action->move.length >= MOVE_TEXT_MAX)
        return ask_refuse(rooms, &ask, ERROR_ILLEGAL_MOVE, "that is not a move", ALLOWED);
    ActiveRoom *active = registry_find(&rooms->registry, action->game);
    if (!active) active = active_room_from_store(rooms, &ask);
    if (active) active_room_ask(active, &ask);
}

void rooms_make(Rooms *rooms, const GameSetup *setup, i64 maker, ActDone *done, void *context)
{
    const Ask ask = { .at = rooms_clock(rooms), .computer = -1, .done = done, .context = context };
    Fault why;
    rooms->counts.actions++;
    if (rooms->stopping)
        return ask_refuse(rooms, &ask, ERROR_BUSY, "the server is stopping", ALLOWED);
    ErrorCode code =
        setup_check(setup, maker, rooms->setup.store, rooms_has_computers(rooms), &why);
    if (code == ERROR_NONE) code = setup_meets(setup, maker, &rooms->judge, &why);
    if (code != ERROR_NONE) return ask_refuse(rooms, &ask, code, why.message, ALLOWED);
    commit_new(rooms, setup, maker, NULL, &ask);
}

bool rooms_presence(Rooms *rooms, i64 game, i64 person, bool here, bool on_purpose)
{
    ActiveRoom *active = registry_find(&rooms->registry, game);
    bool changed = false;
    for (int i = 0; active && person && i < room_players(&active->room); i++) {
        Seat *seat = &active->room.seat[i];
        if (seat->person != person || (seat->here == here && seat->on_purpose == on_purpose))
            continue;
        if (seat->here && !here) seat->away_since = rooms_clock(rooms);
        seat->here = here;
        seat->on_purpose = !here && on_purpose;
        changed = true;
    }
    return changed;
}

void rooms_person(Rooms *rooms, i64 from, i64 to)
{
    ActiveRoom *last = NULL;
    // A room gets other links when it is listed again, so all of them are chained up first.
    for (PersonLink *link = registry_first_of(&rooms->registry, from); link;
         link = registry_next_of(link)) {
        link->active->next_changed = last;
        last = link->active;
    }
    for (ActiveRoom *active = last; active; active = active->next_changed) {
        Room *room = &active->room;
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
        rooms_tell(rooms, NEWS_RESET, &active->room, NULL, 0);
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

// --- names of games ------------------------------------------------------------------------------

static const char DIGITS[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
enum { BASE = sizeof DIGITS - 1 };

void game_id_write(i64 id, char text[GAME_ID_LENGTH + 1])
{
    for (int i = GAME_ID_LENGTH - 1; i >= 0; i--, id /= BASE)
        text[i] = DIGITS[id % BASE];
    text[GAME_ID_LENGTH] = '\0';
}

bool game_id_read(Text text, i64 *id)
{
    i64 number = 0;
    if (text.length != GAME_ID_LENGTH) return false;
    for (int i = 0; i < GAME_ID_LENGTH; i++) {
        const char *digit = text.at[i] ? strchr(DIGITS, text.at[i]) : NULL;
        if (!digit) return false;
        number = number * BASE + (digit - DIGITS);
    }
    if (!number) return false;
    *id = number;
    return true;
}
