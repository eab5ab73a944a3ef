// SPDX-License-Identifier: MIT
#include "server/play.h"

#include "server/playing.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    HASH_MB = 8,
    MOVE_MS = 1000,
    BEAT_MS = 1000,       // while a game's clock counts seconds
    BEAT_DAYS_MS = 60000, // while only those of days are left
};

i64 play_clock(const Play *play)
{
    return play->setup.now(play->setup.context) + play->ahead;
}

void play_tell(Play *play, NewsKind kind, const Room *room, const Event *event, i64 next)
{
    News news = { .kind = kind,
                  .game = room->id,
                  .room = room,
                  .event = event,
                  .turn = room_turn(room),
                  .now = play_clock(play),
                  .next = next };
    for (int i = 0; i < room_players(room); i++)
        news.clock[i] = room_clock(room, i, news.now);
    play->setup.news(play->setup.context, &news);
}

// --- time ----------------------------------------------------------------------------------------

static void beat(Play *play, i64 now)
{
    const StoreWrite alive = { .kind = WRITE_ALIVE, .at_ms = now };
    store_write(play->setup.store, &alive, 1, NULL, NULL);
}

static i64 next_beat(const Play *play, i64 now)
{
    const Hall *hall = &play->hall;
    if ((!hall->ticking && !hall->days) || play->stopping) return CLOCK_NEVER;
    if (play->beat_at == CLOCK_NEVER) return now;
    i64 latest = now + (hall->ticking ? BEAT_MS : BEAT_DAYS_MS);
    return play->beat_at < latest ? play->beat_at : latest;
}

void play_rewake(Play *play)
{
    if (play->stopping) return;
    const Timer *first = timers_first(&play->timers);
    play->beat_at = next_beat(play, play_clock(play));
    i64 when = play->beat_at;
    if (first && first->at < when) when = first->at;
    if (when == play->woken_at) return;
    play->woken_at = when;
    if (when != CLOCK_NEVER) play->setup.wake_at(play->setup.context, when - play->ahead);
}

static Table *table_of(Timer *timer)
{
    return (Table *)((char *)timer - offsetof(Table, timer));
}

void play_tick(Play *play)
{
    i64 now = play_clock(play);
    play->woken_at = CLOCK_NEVER;
    for (Timer *first;
         !play->stopping && (first = timers_first(&play->timers)) && first->at <= now;) {
        timer_clear(&play->timers, first);
        table_due(table_of(first));
    }
    if (play->beat_at <= now && !play->stopping) {
        beat(play, now);
        play->beat_at = now + BEAT_DAYS_MS;
    }
    play->woken_at = CLOCK_NEVER;
    play_rewake(play);
}

void play_collect(Play *play)
{
    Thought thought;
    while (play->computers && computers_answer(play->computers, &thought)) {
        Table *table = hall_find(&play->hall, thought.game);
        if (!table) continue;
        const Room *room = &table->room;
        const Game *game = room_variant(room)->game;
        int turn = room_turn(room);
        table->thinking = false;
        if (turn < 0 || !room->seat[turn].level || room->match.count != thought.ply ||
            game->key(&room->match.position) != thought.key) {
            if (!table->busy) table_go_on(table); // it is another position by now
            continue;
        }
        char text[MOVE_TEXT_MOST];
        Out out = out_to(text, sizeof text);
        game->write_move(&room->match.position, thought.move, &out);
        table_ask(table, &(Ask){ .action = { .kind = ACT_MOVE,
                                             .game = thought.game,
                                             .ply = (int)thought.ply,
                                             .move = { text, out.length } },
                                 .at = play_clock(play),
                                 .computer = turn,
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

Play *play_new(const PlaySetup *setup, Fault *why)
{
    Play *play = calloc(1, sizeof *play);
    if (!play) {
        fault(why, FULL, "out of memory");
        return NULL;
    }
    play->setup = *setup;
    play->judge =
        (Judge){ .store = setup->store,
                 .chance = { setup->random ? setup->random : system_random, setup->context } };
    play->beat_at = play->woken_at = CLOCK_NEVER;
    i64 alive = store_alive_ms(setup->store), now = setup->now(setup->context);
    if (alive > now) play->ahead = alive - now;
    if (!hall_init(&play->hall)) {
        fault(why, FULL, "out of memory");
        goto fail;
    }
    if (!play_resume(play, why)) goto fail;
    if (setup->computer_threads) {
        play->computers = computers_new(&(ComputersSetup){
            .threads = setup->computer_threads,
            .hash_mb = setup->computer_hash_mb ? setup->computer_hash_mb : HASH_MB,
            .move_ms = setup->computer_move_ms ? setup->computer_move_ms : MOVE_MS,
            .wake = setup->wake,
            .context = setup->context });
        if (!play->computers) {
            fault(why, FULL, "no memory or threads for the computers");
            goto fail;
        }
    }
    play_arm_all(play);
    play_rewake(play);
    return play;
fail:
    play_free(play);
    return NULL;
}

void play_stop(Play *play)
{
    if (play->stopping) return;
    if (play->hall.ticking || play->hall.days) beat(play, play_clock(play));
    play->stopping = true;
    computers_free(play->computers);
    play->computers = NULL;
}

void play_free(Play *play)
{
    if (!play) return;
    computers_free(play->computers);
    hall_free(&play->hall);
    timers_free(&play->timers);
    free(play);
}

// --- actions -------------------------------------------------------------------------------------

static const char *const CODE[CODES] = {
    [CODE_OK] = "ok",
    [CODE_MALFORMED] = "malformed",
    [CODE_NOT_FOUND] = "not_found",
    [CODE_NOT_YOURS] = "not_yours",
    [CODE_FORBIDDEN] = "forbidden",
    [CODE_OUT_OF_TURN] = "out_of_turn",
    [CODE_STALE] = "stale",
    [CODE_ILLEGAL_MOVE] = "illegal_move",
    [CODE_OVER] = "over",
    [CODE_NOT_STARTED] = "not_started",
    [CODE_TAKEN] = "taken",
    [CODE_FULL] = "full",
    [CODE_NOT_RATED] = "not_rated",
    [CODE_BUSY] = "busy",
    [CODE_FAILED] = "failed",
};

const char *code_name(Code code)
{
    return CODE[code];
}

static bool see_any(void *context, const StoredGame *game)
{
    (void)game;
    *(bool *)context = true;
    return true;
}

// A game that is only in the store: for a rematch it comes back, anything else is too late, and
// not worth reading its moves.
static Table *table_from_store(Play *play, const Ask *ask)
{
    Fault why;
    bool there = false;
    const StoreReader reader = { .context = &there, .game = see_any };
    if (ask->action.kind != ACT_REMATCH &&
        store_load_game(play->setup.store, ask->action.game, &reader, &why) && there) {
        ask_refuse(play, ask, CODE_OVER, "the game is over", ALLOWED);
        return NULL;
    }
    Room *room = play_load_over(play->setup.store, ask->action.game, &why);
    if (!room) {
        bool absent = !why.message[0];
        ask_refuse(play, ask, absent ? CODE_NOT_FOUND : CODE_FAILED,
                   absent ? "there is no such game" : why.message, ALLOWED);
        return NULL;
    }
    Table *table = NULL;
    bool played = room_seat_of(room, ask->action.person) >= 0;
    if (room->state != ROOM_OVER)
        ask_refuse(play, ask, CODE_OVER, "the game is over", ALLOWED);
    else if (!played) // nor need it be in memory for them
        ask_refuse(play, ask, CODE_NOT_YOURS, "you did not play in this game", ALLOWED);
    else if (!timers_reserve(&play->timers, play->hall.count + (u32)play->coming + 1) ||
             !(table = table_new(play, room)))
        ask_refuse(play, ask, CODE_BUSY, "out of memory", ALLOWED);
    if (!table) {
        play_free_room(room);
        return NULL;
    }
    free(room); // its plies are the table's now
    hall_add(&play->hall, table);
    table->closes = play_clock(play) + TABLE_KEEP_MS;
    return table;
}

void play_act(Play *play, const Action *action, ActDone *done, void *context)
{
    const Ask ask = {
        .action = *action, .at = play_clock(play), .computer = -1, .done = done, .context = context
    };
    play->counts.actions++;
    if ((unsigned)action->kind >= ACTIONS)
        return ask_refuse(play, &ask, CODE_MALFORMED, "there is no such action", ALLOWED);
    if (action->person <= 0) return ask_refuse(play, &ask, CODE_NOT_YOURS, "nobody asks", ALLOWED);
    if (action->kind == ACT_MOVE && action->move.length >= MOVE_TEXT_MOST)
        return ask_refuse(play, &ask, CODE_ILLEGAL_MOVE, "that is no move", ALLOWED);
    Table *table = hall_find(&play->hall, action->game);
    if (!table) table = table_from_store(play, &ask);
    if (table) table_ask(table, &ask);
}

void play_make(Play *play, const GameSetup *setup, i64 maker, ActDone *done, void *context)
{
    const Ask ask = { .at = play_clock(play), .computer = -1, .done = done, .context = context };
    Fault why;
    play->counts.actions++;
    if (play->stopping) return ask_refuse(play, &ask, CODE_BUSY, "the server stops", ALLOWED);
    Code code = setup_check(setup, play->setup.store, play_has_computers(play), &why);
    if (code != CODE_OK) return ask_refuse(play, &ask, code, why.message, ALLOWED);
    commit_new(play, setup, maker, NULL, &ask);
}

bool play_presence(Play *play, i64 game, i64 person, bool here, bool on_purpose)
{
    Table *table = hall_find(&play->hall, game);
    bool changed = false;
    for (int i = 0; table && person && i < room_players(&table->room); i++) {
        Seat *seat = &table->room.seat[i];
        if (seat->person != person || (seat->here == here && seat->on_purpose == on_purpose))
            continue;
        if (seat->here && !here) seat->away_since = play_clock(play);
        seat->here = here;
        seat->on_purpose = !here && on_purpose;
        changed = true;
    }
    return changed;
}

void play_person(Play *play, i64 from, i64 to)
{
    Table *last = NULL;
    // A table moves to other ties when it is listed anew, so each is chained up first.
    for (Tie *tie = from ? hall_ties(&play->hall, from) : NULL; tie; tie = tie->next)
        if (tie->person == from) {
            tie->table->next_changed = last;
            last = tie->table;
        }
    for (Table *table = last; table; table = table->next_changed) {
        Room *room = &table->room;
        hall_unlist(&play->hall, table);
        if (room->maker == from) room->maker = to;
        for (int i = 0; i < room_players(room); i++) {
            if (room->seat[i].person == from) room->seat[i].person = to;
            if (room->seat[i].invited == from) room->seat[i].invited = to;
        }
        for (int i = 0; i < STANDERS; i++)
            if (room->stander[i].person == from) room->stander[i].person = to;
        room_know(room, play->setup.store);
        hall_list(&play->hall, table);
    }
    for (Table *table = last, *next; table; table = next) {
        next = table->next_changed;
        play_tell(play, NEWS_RESET, &table->room, NULL, 0);
    }
}

// --- reading -------------------------------------------------------------------------------------

bool play_has_computers(const Play *play)
{
    return play->setup.computer_threads > 0;
}

const Room *play_find(const Play *play, i64 game)
{
    const Table *table = hall_find(&play->hall, game);
    return table ? &table->room : NULL;
}

void play_each(const Play *play, RoomState state, SeeRoom *see, void *context)
{
    for (const Table *table = play->hall.newest[state]; table; table = table->older)
        if (!see(context, &table->room)) return;
}

void play_each_of(const Play *play, i64 person, SeeRoom *see, void *context)
{
    for (const Tie *tie = person ? hall_ties(&play->hall, person) : NULL; tie; tie = tie->next)
        if (tie->person == person && tie->table->room.state != ROOM_OVER &&
            !see(context, &tie->table->room))
            return;
}

PlayCounts play_counts(const Play *play)
{
    PlayCounts counts = play->counts;
    counts.open = play->hall.in_state[ROOM_OPEN];
    counts.live = play->hall.in_state[ROOM_LIVE];
    counts.over = play->hall.in_state[ROOM_OVER];
    counts.thinking = play->computers ? computers_waiting(play->computers) : 0;
    for (int state = 0; state <= ROOM_OVER; state++)
        for (const Table *table = play->hall.newest[state]; table; table = table->older)
            counts.bytes += sizeof *table + table->room.match.capacity * sizeof(Ply);
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
