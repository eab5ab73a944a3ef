// SPDX-License-Identifier: MIT
// Creates the games of tables and reads their results. The game's id is committed first, as a
// decision ("game 3 1 ID"), and the game is created after that commit. If the server dies in
// between, the next check finds an id without a game and creates it; a game that exists is never
// created twice. Results are always read from the store, whichever node reported the end of the
// game.
#include "server/features/tournaments/tournaments_internal.h"

#include "analysis/review.h"
#include "platform/array.h"
#include "server/games/clocks/speed.h"
#include "server/kernel/secret.h"

#include <stdlib.h>
#include <string.h>

#define GAME_IDS ((i64)218340105584896) // 62^8
enum { BRIEF_PLIES = 20, PLACE_GAMES = 16 };

// --- results -------------------------------------------------------------------------------------

typedef struct Found {
    int place[PLAYERS_MAX]; // by seat
    int margin, steps;
    bool brief;
} Found;

// Winners, then those who share a draw, then those who played to the end, then the others, the last
// to leave first.
static void rank_seats(const Room *room, int players, Found *found)
{
    int merit[PLAYERS_MAX];
    const Match *match = &room->match;
    const Variant *variant = room_variant(room);
    for (int seat = 0; seat < players; seat++) {
        merit[seat] = outcome_halves(&match->outcome, seat) * 100 + 50;
        for (int i = 0; i < match->departures; i++)
            if (match->departure[i].player == seat) merit[seat] -= 50 - i;
    }
    // A team has the merit of its best member.
    for (int seat = 0; seat < players; seat++)
        for (int other = 0; other < players; other++)
            if (variant->team[seat] == variant->team[other] && merit[other] > merit[seat])
                merit[seat] = merit[other];
    for (int seat = 0; seat < players; seat++) {
        found->place[seat] = 1;
        for (int other = 0; other < players; other++)
            found->place[seat] += merit[other] > merit[seat];
    }
}

// The player who called a game off, or didn't make the first move, forfeits it.
static void forfeit(const Room *room, int players, i64 by, Found *found)
{
    int absent = by ? room_seat_of(room, by) : match_turn(&room->match);
    if (absent < 0) absent = match_turn(&room->match);
    for (int seat = 0; seat < players; seat++)
        found->place[seat] = seat == absent ? PLACE_ABSENT : 1;
}

static Found find_result(const Room *room, i64 by)
{
    int players = room_players(room), units[PLAYERS_MAX];
    Found found = { .brief = false };
    if (room->aborted) {
        forfeit(room, players, by, &found);
        return found;
    }
    rank_seats(room, players, &found);
    if (players != 2) return found;
    review_units(&room->match.position, units);
    bool marbles = strncmp(room_variant(room)->id, "abalone", 7) == 0;
    int winner = found.place[1] < found.place[0], ahead = units[winner] - units[!winner];
    bool drawn = found.place[0] == found.place[1];
    if (!drawn && marbles && ahead > 0) found.margin = ahead;
    if (!drawn && !marbles && units[!winner] > 0) found.steps = units[!winner];
    found.brief = drawn && room->match.count < BRIEF_PLIES;
    return found;
}

static bool write_result(Held *held, i64 now, int number, int game, const Found *found)
{
    const Table *table = &held->state.table[number];
    char what[100];
    Fault why;
    Out out = out_to(what, sizeof what);
    out_format(&out, "result %d %d", number + 1, game + 1);
    for (int at = 0; at < table->seats; at++) {
        int seat = table->seats == 2 && game % 2 ? 1 - at : at;
        if (found->place[seat] == PLACE_ABSENT)
            out_str(&out, " -");
        else
            out_format(&out, " %d", found->place[seat]);
    }
    if (found->margin) out_format(&out, " margin %d", found->margin);
    if (found->steps) out_format(&out, " steps %d", found->steps);
    if (found->brief) out_str(&out, " short");
    return held_try(held, now, 0, (Text){ out.at, out.length }, text_of(""), &why) == OK;
}

// In an arena and where rounds are paired anew, who doesn't appear sits out until they return, so
// that no other opponent waits for them.
static void pause_absent(Held *held, i64 now, int number, int game, const Found *found)
{
    const Table *table = &held->state.table[number];
    int format = held->state.rules.format;
    if (format == FORMAT_ROUND_ROBIN || format == FORMAT_KNOCKOUT) return;
    for (int at = 0; at < table->seats; at++) {
        int seat = table->seats == 2 && game % 2 ? 1 - at : at;
        const Entry *entry = &held->state.entry[table->entry[at]];
        char what[40];
        Fault why;
        if (found->place[seat] != PLACE_ABSENT || entry->left || entry->paused) continue;
        Out out = out_to(what, sizeof what);
        out_format(&out, "pause %d", (int)table->entry[at] + 1);
        held_try(held, now, 0, (Text){ out.at, out.length }, text_of("did not appear"), &why);
    }
}

static void note_game(Held *held, i64 game, bool over)
{
    GameNote *more = array_grow(held->note, &held->note_capacity, held->notes + 1, sizeof *more);
    if (!more) return;
    held->note = more;
    more[held->notes++] = (GameNote){ game, over };
}

static bool sits_nobody(const Held *held, const Table *table)
{
    for (int at = 0; at < table->seats; at++)
        if (!held_player(held, table->entry[at], 0)) return true;
    return false;
}

static void add_fresh(Held *held, int number, int game, i64 id)
{
    const Table *table = &held->state.table[number];
    NewTable *more =
        array_grow(held->fresh, &held->fresh_capacity, held->freshes + 1, sizeof *more);
    if (!more) return;
    held->fresh = more;
    NewTable *fresh = &more[held->freshes++];
    *fresh = (NewTable){ .table = number, .number = game, .game = id };
    for (int seat = 0; seat < table->seats; seat++)
        fresh->person[seat] = held_player(held, table_entry_at(table, game, seat), 0);
}

static void look_at(Held *held, i64 now, Store *reading, int number, int game, i64 by)
{
    i64 id = table_game(&held->state, &held->state.table[number], game)->id;
    GameEnded ended;
    Fault why = { .message = "" };
    StoreStatus status =
        store_look(reading, &TOURNAMENT_OPS[TOURNAMENTS_GAME_ENDED], &(GameArg){ id }, &ended);
    if (status == STORE_CONFLICT) {
        // The server died before it was made; or a player was deleted then.
        if (!sits_nobody(held, &held->state.table[number]))
            return add_fresh(held, number, game, id);
        Found found = { .brief = false };
        const Table *table = &held->state.table[number];
        for (int seat = 0; seat < table->seats; seat++)
            found.place[seat] =
                held_player(held, table_entry_at(table, game, seat), 0) ? 1 : PLACE_ABSENT;
        write_result(held, now, number, game, &found);
        return;
    }
    if (status != STORED) return;
    note_game(held, id, ended.ended_ms != 0);
    Room *room = ended.ended_ms ? rooms_load_over(reading, id, &why) : NULL;
    if (!room) return;
    Found found = find_result(room, by);
    rooms_free_room(room);
    if (write_result(held, now, number, game, &found))
        pause_absent(held, now, number, game, &found);
}

void tables_look(Held *held, i64 now, Store *reading, const GameHint *hint, size_t hints,
                 bool every)
{
    if (!every && !hints) return;
    for (int number = (int)held->state.tables; number-- > 0;) {
        const Table *table = &held->state.table[number];
        if (table->removed || table->over) continue;
        for (int game = 0; game < table->games; game++) {
            const TableGame *one = table_game(&held->state, table, game);
            if (one->known || !one->id) continue;
            bool wanted = every;
            i64 by = 0;
            for (size_t i = 0; i < hints; i++)
                if (hint[i].game == one->id) {
                    wanted = true;
                    if (hint[i].by) by = hint[i].by;
                }
            if (wanted) look_at(held, now, reading, number, game, by);
        }
    }
}

// --- new games -----------------------------------------------------------------------------------

typedef struct Times {
    Proposal *list;
    size_t count, capacity;
} Times;

enum { AGREED_MS = 60000 }; // proposals that are no further apart are an appointment

static bool see_time(void *context, const void *row)
{
    Times *times = context;
    Proposal *more = array_grow(times->list, &times->capacity, times->count + 1, sizeof *more);
    if (!more) return false;
    times->list = more;
    more[times->count++] = *(const Proposal *)row;
    return true;
}

static void at_earliest(Held *held, i64 ms)
{
    if (!held->plan_ms || ms < held->plan_ms) held->plan_ms = ms;
}

// Whether the table's appointment has come. After the deadline the player who proposed a time wins
// by forfeit over one who didn't; if neither or both did, nobody wins.
static bool appointment_is_now(Held *held, i64 now, const Times *times, int number, int game)
{
    const Proposal *own[2] = { NULL, NULL };
    if (game > 0) return true; // they are here
    for (size_t i = 0; i < times->count; i++)
        for (int seat = 0; seat < 2; seat++) {
            int entry = table_entry_at(&held->state.table[number], game, seat);
            if (times->list[i].place == number + 1 &&
                times->list[i].person == held_player(held, entry, 0))
                own[seat] = &times->list[i];
        }
    i64 deadline = held->state.table[number].since_ms + held->settings.round_minutes * (i64)60000;
    if (own[0] && own[1]) {
        i64 gap = own[0]->at_ms - own[1]->at_ms;
        i64 later = gap > 0 ? own[0]->at_ms : own[1]->at_ms;
        bool agreed = gap <= AGREED_MS && gap >= -AGREED_MS;
        if (agreed && later <= now) return true;
        if (agreed && later <= deadline) {
            at_earliest(held, later);
            return false;
        }
    }
    if (now < deadline) {
        at_earliest(held, deadline);
        return false;
    }
    Found found = { .place = { PLACE_ABSENT, PLACE_ABSENT } };
    if (!own[0] != !own[1]) found.place[own[1] != NULL] = 1;
    while (game >= 0 && write_result(held, now, number, game, &found)) {
        int other = found.place[0];
        found.place[0] = found.place[1]; // the seats of the next game are swapped
        found.place[1] = other;
        game = table_next_game(&held->state, &held->state.table[number]);
    }
    return false;
}

// With a clock of seconds nobody plays two tables at once.
static bool plays_elsewhere(const Held *held, const Table *table, const u8 *busy)
{
    if (!speed_is_live(speed_of(&held->settings.clock))) return false;
    for (int at = 0; at < table->seats; at++)
        if (busy[table->entry[at]]) return true;
    return false;
}

void tables_give(Held *held, i64 now, Store *reading)
{
    const Tournament *t = &held->state;
    if (t->phase != PHASE_PLAY || !t->unfinished) return;
    u8 *busy = calloc(t->entries + 1, 1);
    Times times = { 0 };
    if (!busy) return;
    if (held->settings.pace == PACE_APPOINTMENT)
        store_select(reading, &TOURNAMENT_OPS[TOURNAMENTS_TIMES], &(TournamentArg){ held->id },
                     see_time, &times);
    for (size_t i = 0; i < t->tables; i++) {
        const Table *table = &t->table[i];
        int game = table_next_game(t, table);
        for (int at = 0; game >= 0 && table_game(t, table, game)->id && at < table->seats; at++)
            busy[table->entry[at]] = 1;
    }
    for (int number = 0; number < (int)t->tables; number++) {
        const Table *table = &t->table[number];
        int game = table_next_game(t, table);
        if (game < 0 || table_game(t, table, game)->id || sits_nobody(held, table)) continue;
        if (plays_elsewhere(held, table, busy)) continue;
        if (held->settings.pace == PACE_APPOINTMENT &&
            !appointment_is_now(held, now, &times, number, game))
            continue;
        i64 id = secret_number(GAME_IDS);
        char what[60];
        Fault why;
        Out out = out_to(what, sizeof what);
        out_format(&out, "game %d %d ", number + 1, game + 1);
        out_int(&out, id);
        if (held_try(held, now, 0, (Text){ out.at, out.length }, text_of(""), &why) != OK) continue;
        const TournamentGame row = { id, held->id, (number + 1) * PLACE_GAMES + game };
        held_write(held, &TOURNAMENT_OPS[TOURNAMENTS_ADD_GAME], &row, sizeof row);
        add_fresh(held, number, game, id);
        table = &t->table[number];
        for (int at = 0; at < table->seats; at++)
            busy[table->entry[at]] = 1;
    }
    free(busy);
    free(times.list);
}

// --- after the commit ----------------------------------------------------------------------------

// To the sockets of a player.
typedef struct TableMessage {
    const char *t;
    i64 tournament;
    int table, number;
    i64 game;
} TableMessage;
static const Shape TABLE_MESSAGE = SHAPE(
    TableMessage, FIELD(TableMessage, t),
    FIELD(TableMessage, tournament, .as = AS_GAME, .type = "string"), FIELD(TableMessage, table),
    FIELD(TableMessage, number), FIELD(TableMessage, game, .as = AS_GAME, .type = "string"));

typedef struct Making {
    Tournaments *all;
    i64 tournament;
    NewTable table;
} Making;

static void on_made(void *context, const ActResult *result)
{
    Making *making = context;
    Tournaments *all = making->all;
    const NewTable *table = &making->table;
    if (result->code == ERROR_NONE) {
        const TableMessage message = {
            .t = "table", making->tournament, table->table + 1, table->number + 1, table->game
        };
        Json json = { 0 };
        js_shape(&json, NULL, &TABLE_MESSAGE, &message, NULL);
        all->games_made++;
        for (int seat = 0; seat < PLAYERS_MAX && !json.lost; seat++)
            if (table->person[seat]) app_tell_person(all->app, table->person[seat], js_view(&json));
        js_free(&json);
    }
    free(making);
}

static void link_game(Tournaments *all, i64 game, i64 tournament)
{
    if (hash_first(&all->games, (u64)game)) return;
    TableGameLink *link = malloc(sizeof *link);
    if (!link) return; // then the next check finds its end
    link->tournament = tournament;
    hash_add_first(&all->games, &link->link, (u64)game);
}

static void unlink_game(Tournaments *all, i64 game)
{
    HashLink *link = hash_first(&all->games, (u64)game);
    if (!link) return;
    hash_remove(&all->games, link);
    free(link);
}

static void make(Tournaments *all, const Held *held, const NewTable *table)
{
    const Settings *settings = &held->settings;
    const Variant *variant = settings->variant;
    GameSetup setup = { .clock = settings->clock,
                        .rated = settings->rated,
                        .seated = true,
                        .arranged = true,
                        .open_to_all = !held->row.hidden,
                        .id = table->game };
    Making *making = malloc(sizeof *making);
    if (!making) return; // the next check creates it
    *making = (Making){ all, held->id, *table };
    variant->game->read(variant, text_of(variant->layout[0].position), &setup.start, NULL);
    for (int seat = 0; seat < variant->players; seat++)
        setup.seat[seat].person = table->person[seat];
    rooms_make(all->app->rooms, &setup, table->person[0], on_made, making);
}

void tables_make(Tournaments *all, Held *held)
{
    for (size_t i = 0; i < held->notes; i++) {
        if (held->note[i].over)
            unlink_game(all, held->note[i].game);
        else
            link_game(all, held->note[i].game, held->id);
    }
    for (size_t i = 0; i < held->freshes; i++) {
        link_game(all, held->fresh[i].game, held->id);
        make(all, held, &held->fresh[i]);
    }
    held->notes = held->freshes = 0;
}
