// SPDX-License-Identifier: MIT
// Plays conditional moves (conditional/conditional_moves.h).
//
//    a turn begins      ->  the player's lines are read (reader's thread)
//    a line has a reply ->  it is judged and committed like any other move, at no cost of time
//    none has           ->  NEWS_TURN: now the player is notified
//
// The lines are read for every turn, whether there are any or not, and only after the move before
// has been committed and acknowledged: so no delay reveals whether a player has stored lines. The
// commit names the version of the lines it used, and the store refuses it if they have been changed
// or removed since. If several nodes share the store, the one that committed the previous move
// reads at once and the others a little later, in case it died; the event's number admits one of
// them. After a start all players' lines are read at once.
#include "server/games/live/rooms_internal.h"

#include "server/games/correspondence_ops.h"

#include <stdlib.h>
#include <string.h>

enum {
    RETRY_MS = 200,       // when the store was busy
    OTHER_NODE_MS = 2000, // before a node does another node's reading
};

typedef struct ConditionalRead {
    Rooms *rooms;
    i64 game, person;
    int number; // of the room's last event
    bool read;
    ConditionalFound *found;
} ConditionalRead;

static i64 player_to_move(const Room *room)
{
    int turn = room_turn(room);
    return turn >= 0 && conditional_fit(room->speed) ? room->seat[turn].person : 0;
}

static void tell_turn(ActiveRoom *active)
{
    bool tells = active->tells_turn;
    active->tells_turn = false;
    if (tells && player_to_move(&active->room))
        rooms_publish(active->rooms, NEWS_TURN, &active->room, NULL, 0);
}

void conditional_schedule(ActiveRoom *active, bool turns)
{
    Rooms *rooms = active->rooms;
    if (turns) active->tells_turn = !rooms->hearing;
    active->conditional_ms = CLOCK_NEVER;
    if (!player_to_move(&active->room)) return;
    bool others = rooms->setup.owns && (rooms->hearing || !turns);
    i64 patience = !others ? 0 : rooms_owns(active, OWNS_TIME) ? OTHER_NODE_MS : 2 * OTHER_NODE_MS;
    active->conditional_ms = rooms_clock(rooms) + patience;
}

void conditional_refused(ActiveRoom *active)
{
    tell_turn(active);
}

// --- reading -------------------------------------------------------------------------------------

static bool see_lines(void *context, const void *row)
{
    ConditionalRead *read = context;
    const StoredLines *lines = row;
    if (lines->body.length >= sizeof read->found->body) return true;
    read->found = malloc(sizeof *read->found);
    read->read = read->found != NULL;
    if (!read->found) return true;
    read->found->person = read->person;
    read->found->length = lines->body.length;
    memcpy(read->found->body, lines->body.at, lines->body.length);
    return true;
}

static void read_lines(void *context, Store *reading)
{
    ConditionalRead *read = context;
    read->read = true;
    if (!store_select(reading, &CORRESPONDENCE_OPS[CONDITIONAL_ONE],
                      &(LinesKey){ read->person, read->game }, see_lines, read))
        read->read = false;
}

// Deletes lines that the game has left, unless they have been changed meanwhile.
static void drop(const ActiveRoom *active)
{
    const ConditionalFound *found = active->found;
    const LinesRequired required = { found->person,
                                     active->room.id,
                                     { found->body, found->length } };
    const LinesKey gone = { found->person, active->room.id };
    const StoreWrite writes[] = {
        store_op(&CORRESPONDENCE_OPS[CONDITIONAL_REQUIRE], &required),
        store_op(&CORRESPONDENCE_OPS[CONDITIONAL_END], &gone),
    };
    store_write(active->rooms->setup.store, writes, 2, NULL, NULL);
}

// False if the lines have no reply.
static bool play(ActiveRoom *active)
{
    const Room *room = &active->room;
    const ConditionalFound *found = active->found;
    ConditionalMoves lines;
    Move move;
    bool sound = conditional_read((Text){ found->body, found->length }, &lines);
    if (sound) conditional_follow(&lines, room);
    if (!sound || !lines.count) drop(active);
    if (!sound || move_read(&room->match.position, conditional_reply(&lines), &move, NULL) != OK)
        return false;
    active_room_submit(
        active, &(ActRequest){
                    .action = { .kind = ACT_MOVE, .game = room->id, .ply = (int)room->match.count },
                    .at = rooms_clock(active->rooms),
                    .server_seat = room_turn(room),
                    .thought = move,
                    .lines_version = active->lines_version });
    return true;
}

static void on_lines_read(void *context, bool was_read)
{
    ConditionalRead *read = context;
    Rooms *rooms = read->rooms;
    ActiveRoom *active = registry_find(&rooms->registry, read->game);
    rooms->counts.waiting--;
    if (!active || !was_read || rooms->stopping) {
        if (active) active->reading_lines = false;
        free(read->found);
        free(read);
        return;
    }
    bool current =
        active->room.number == read->number && player_to_move(&active->room) == read->person;
    active->reading_lines = false;
    active->lines_version++;
    free(active->found);
    active->found = read->found;
    if (current && !read->read) active->conditional_ms = rooms_clock(rooms) + RETRY_MS;
    if (current && !(read->found && play(active))) tell_turn(active);
    free(read);
    if (!active->busy) active_room_go_on(active);
}

i64 conditional_poll(ActiveRoom *active)
{
    Rooms *rooms = active->rooms;
    i64 person = player_to_move(&active->room), now = rooms_clock(rooms);
    if (active->reading_lines || rooms->stopping || !person) return CLOCK_NEVER;
    if (now < active->conditional_ms) return active->conditional_ms;
    if (now < active->not_before) return active->not_before;
    ConditionalRead *read = calloc(1, sizeof *read);
    if (read)
        *read = (ConditionalRead){
            .rooms = rooms, .game = active->room.id, .person = person, .number = active->room.number
        };
    if (!read || !store_read(rooms->setup.store, READ_SHORT, read_lines, on_lines_read, read)) {
        free(read);
        return active->conditional_ms = now + RETRY_MS;
    }
    rooms->counts.waiting++;
    active->reading_lines = true;
    active->conditional_ms = CLOCK_NEVER;
    return CLOCK_NEVER;
}

// --- changed lines -------------------------------------------------------------------------------

void rooms_lines_changed(Rooms *rooms, i64 game, i64 person)
{
    ActiveRoom *active = registry_find(&rooms->registry, game);
    if (!active || player_to_move(&active->room) != person) return;
    active->conditional_ms = rooms_clock(rooms);
    if (!active->busy) active_room_go_on(active);
}

static bool see_stored(void *context, const void *row)
{
    Rooms *rooms = context;
    const StoredLines *lines = row;
    ActiveRoom *active = registry_find(&rooms->registry, lines->game);
    if (active && player_to_move(&active->room) == lines->person)
        active->conditional_ms = rooms_clock(rooms);
    return true;
}

bool conditional_resume(Rooms *rooms)
{
    return store_select(rooms->setup.store, &CORRESPONDENCE_OPS[CONDITIONAL_ALL], NULL, see_stored,
                        rooms);
}
