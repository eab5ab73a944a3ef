// SPDX-License-Identifier: MIT
// Conditional moves at work (room/lines.h).
//
//     it is somebody's turn  ->  their lines are read (reader's thread)
//     a line has the answer  ->  it is judged and committed as any other move, at no cost of time
//     none has               ->  NEWS_TURN: now the player is told
//
// The lines are read for every turn, whether there are any or not, and only after the move before
// has been committed and acknowledged: nobody can tell from any delay whether somebody has stored
// some. The commit names the lines by which it was decided, and the store refuses it if they have
// been changed or removed since. Where several nodes share the store, the one that committed the
// move before looks at once and the others a little later, should it be gone; the event's number
// lets only one of them in. After a start everybody's lines are looked at once.
#include "server/rooms/rooms_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK_AGAIN_MS = 200, // when the store had no time
    OTHERS_MS = 2000,    // until a node looks for another
};

typedef struct Look {
    Rooms *rooms;
    i64 game, person;
    int number; // of the room's last event
    bool read;
    LinesFound *found;
} Look;

static i64 player_to_move(const Room *room)
{
    int turn = room_turn(room);
    return turn >= 0 && lines_fit(room->speed) ? room->seat[turn].person : 0;
}

static void tell_turn(ActiveRoom *active)
{
    bool tells = active->tells_turn;
    active->tells_turn = false;
    if (tells && player_to_move(&active->room))
        rooms_tell(active->rooms, NEWS_TURN, &active->room, NULL, 0);
}

void answer_wanted(ActiveRoom *active, bool turns)
{
    Rooms *rooms = active->rooms;
    if (turns) active->tells_turn = !rooms->hearing;
    active->look_ms = CLOCK_NEVER;
    if (!player_to_move(&active->room)) return;
    bool others = rooms->setup.keeps && (rooms->hearing || !turns);
    i64 patience = !others ? 0 : rooms_keeps(active, KEEPS_TIME) ? OTHERS_MS : 2 * OTHERS_MS;
    active->look_ms = rooms_clock(rooms) + patience;
}

void answer_refused(ActiveRoom *active)
{
    tell_turn(active);
}

// --- reading -------------------------------------------------------------------------------------

static bool see_lines(void *context, const StoredItem *item)
{
    Look *look = context;
    if (item->body.length >= sizeof look->found->body) return true;
    look->found = malloc(sizeof *look->found);
    look->read = look->found != NULL;
    if (!look->found) return true;
    look->found->person = look->person;
    look->found->length = item->body.length;
    memcpy(look->found->body, item->body.at, item->body.length);
    return true;
}

static void read_lines(void *context, Store *reading)
{
    Look *look = context;
    look->read = true;
    if (!store_item(reading, look->person, ITEM_LINES, look->game, see_lines, look))
        look->read = false;
}

// The game has left them: they go, unless they have been changed meanwhile.
static void drop(const ActiveRoom *active)
{
    const LinesFound *found = active->found;
    const StoredItem item = { .person = found->person,
                              .kind = ITEM_LINES,
                              .key = active->room.id,
                              .body = { found->body, found->length } };
    const StoreWrite writes[] = { { .kind = WRITE_IF_ITEM, .item = item },
                                  { .kind = WRITE_ITEM_GONE, .item = item } };
    store_write(active->rooms->setup.store, writes, 2, NULL, NULL);
}

// False if the lines found have no answer.
static bool play(ActiveRoom *active)
{
    const Room *room = &active->room;
    const LinesFound *found = active->found;
    Lines lines;
    Move move;
    bool sound = lines_read((Text){ found->body, found->length }, &lines);
    if (sound) lines_follow(&lines, room);
    if (!sound || !lines.count) drop(active);
    if (!sound || move_read(&room->match.position, lines_answer(&lines), &move, NULL) != OK)
        return false;
    active_room_ask(
        active,
        &(Ask){ .action = { .kind = ACT_MOVE, .game = room->id, .ply = (int)room->match.count },
                .at = rooms_clock(active->rooms),
                .computer = room_turn(room),
                .thought = move,
                .look = active->looks });
    return true;
}

static void on_lines_read(void *context, bool was_read)
{
    Look *look = context;
    Rooms *rooms = look->rooms;
    ActiveRoom *active = registry_find(&rooms->registry, look->game);
    rooms->counts.waiting--;
    if (!active || !was_read || rooms->stopping) {
        if (active) active->looking = false;
        free(look->found);
        free(look);
        return;
    }
    bool current =
        active->room.number == look->number && player_to_move(&active->room) == look->person;
    active->looking = false;
    active->looks++;
    free(active->found);
    active->found = look->found;
    if (current && !look->read) active->look_ms = rooms_clock(rooms) + LOOK_AGAIN_MS;
    if (current && !(look->found && play(active))) tell_turn(active);
    free(look);
    if (!active->busy) active_room_go_on(active);
}

i64 answer_look(ActiveRoom *active)
{
    Rooms *rooms = active->rooms;
    i64 person = player_to_move(&active->room), now = rooms_clock(rooms);
    if (active->looking || rooms->stopping || !person) return CLOCK_NEVER;
    if (now < active->look_ms) return active->look_ms;
    if (now < active->not_before) return active->not_before;
    Look *look = calloc(1, sizeof *look);
    if (look)
        *look = (Look){
            .rooms = rooms, .game = active->room.id, .person = person, .number = active->room.number
        };
    if (!look || !store_read(rooms->setup.store, READ_SHORT, read_lines, on_lines_read, look)) {
        free(look);
        return active->look_ms = now + LOOK_AGAIN_MS;
    }
    rooms->counts.waiting++;
    active->looking = true;
    active->look_ms = CLOCK_NEVER;
    return CLOCK_NEVER;
}

// --- lines that come -----------------------------------------------------------------------------

void rooms_lines_changed(Rooms *rooms, i64 game, i64 person)
{
    ActiveRoom *active = registry_find(&rooms->registry, game);
    if (!active || player_to_move(&active->room) != person) return;
    active->look_ms = rooms_clock(rooms);
    if (!active->busy) active_room_go_on(active);
}

static bool see_stored(void *context, const StoredItem *item)
{
    Rooms *rooms = context;
    ActiveRoom *active = registry_find(&rooms->registry, item->key);
    if (active && player_to_move(&active->room) == item->person)
        active->look_ms = rooms_clock(rooms);
    return true;
}

bool answer_resume(Rooms *rooms)
{
    return store_items(rooms->setup.store, 0, ITEM_LINES, see_stored, rooms);
}
