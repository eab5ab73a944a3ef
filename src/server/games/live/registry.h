// SPDX-License-Identifier: MIT
// All rooms in memory: by id, by person, and by state, each in constant time.
#ifndef MEYDAN_SERVER_GAMES_LIVE_REGISTRY_H
#define MEYDAN_SERVER_GAMES_LIVE_REGISTRY_H

#include "platform/hash.h"
#include "platform/queue.h"
#include "server/games/live/rooms.h"
#include "server/games/live/timers.h"

typedef struct ActiveRoom ActiveRoom;

// Per-person index entry: one for each seat, one for the creator.
typedef struct PersonLink {
    HashLink link;      // by person
    ActiveRoom *active; // NULL: unused
} PersonLink;
enum { PERSON_LINKS = PLAYERS_MAX + 1 };

// An action to be judged, with its arrival time and the caller's callback. The server's own
// requests have no person.
typedef struct ActRequest {
    QueueLink link;
    Action action;
    char move[MOVE_TEXT_MAX]; // action.move, while the request waits
    i64 at;
    int server_seat;   // the seat of a computer's or a conditional move, -1 if a person acts
    Move thought;      // the move of that seat, which needs no text
    i64 think_ms;      // the time it took
    int tries;         // commits that lost against another node
    u32 lines_version; // a conditional move: the version of the lines it comes from; else 0
    ActDone *done;
    void *context;
} ActRequest;

// When the player to move may have had no connection, within this turn (outages.c).
typedef struct Lineless {
    i64 from, until; // until CLOCK_NEVER if still disconnected
    i64 gone_ms;  // since when they are at no node; 0: they are at one, or were when they came here
    i64 given_ms; // refunded so far
    u64 only;     // only this node's outages count, since the player was connected there too; 0:
                  // outages of all nodes nodes
} Lineless;

// A room and what it takes to run it.
struct ActiveRoom {
    HashLink by_id;
    Room room;
    Rooms *rooms;
    bool busy;      // a commit, or its consequences, are under way
    bool thinking;  // a computer thinks about its move
    Queue waiting;  // queued requests
    i64 thawed_ms;  // when its stopped clocks continued; 0: never
    i64 not_before; // after a failed commit: when to try a due event again
    i64 closes;     // when a finished room is dropped
    bool behind;    // events arrived while it was busy
    i64 thaw_ms;    // frozen because a player's node is dead: when to continue, unless they return
    Lineless lineless; // with several nodes
    // Conditional moves (conditional.c).
    i64 checked_ms; // the deadline for which the game was read again, as another node may know of a
                    // vacation
    i64 conditional_ms; // when to read the lines of the player to move; or CLOCK_NEVER
    bool reading_lines;
    bool tells_turn;                // notify the player once no line replies
    u32 lines_version;              // counts the reads
    struct ConditionalFound *found; // NULL: none
    Timer timer;
    PersonLink person[PERSON_LINKS];
    ActiveRoom *newer, *older; // of the same state
    ActiveRoom *next_changed;  // used in rooms_person
};

typedef struct RoomRegistry {
    HashTable by_id, by_person;
    HashTable vacations; // by person
    ActiveRoom *newest[ROOM_OVER + 1];
    int in_state[ROOM_OVER + 1];
    struct PersonVacation *first_vacation;
    int ticking, days; // live games with a clock: of seconds, of days
    struct RoomWalk *walk;
} RoomRegistry;

// A loop over the rooms of these states, whose body may list, unlist and free rooms. A room that is
// listed meanwhile may be left out. The loop ends with NULL, and must not be left before.
//
//     for (ActiveRoom *active = registry_first(&rooms->registry, &walk, ROOM_OPEN, ROOM_LIVE);
//          active; active = registry_next(&walk)) ...
typedef struct RoomWalk {
    RoomRegistry *registry;
    ActiveRoom *next;
    int state, last;
    struct RoomWalk *outer;
} RoomWalk;
ActiveRoom *registry_first(RoomRegistry *registry, RoomWalk *walk, int first, int last);
ActiveRoom *registry_next(RoomWalk *walk);

bool registry_init(RoomRegistry *registry);
// Frees the rooms too.
void registry_free(RoomRegistry *registry);

// For a room that is not yet in the registry. NULL if out of memory.
ActiveRoom *active_room_new(Rooms *rooms, const Room *room);
void active_room_free(ActiveRoom *active);

void registry_add(RoomRegistry *registry, ActiveRoom *active);
void registry_remove(RoomRegistry *registry, ActiveRoom *active);
ActiveRoom *registry_find(const RoomRegistry *registry, i64 game);
// Call these before and after a change of the room's state or people.
void registry_unlist(RoomRegistry *registry, ActiveRoom *active);
void registry_list(RoomRegistry *registry, ActiveRoom *active);
// The known vacation of a person; NULL: none. Its address is stable.
const Vacation *registry_vacation(const RoomRegistry *registry, i64 person);
// Sets a person's vacation, for every room that is listed later. False if out of memory.
bool registry_set_vacation(RoomRegistry *registry, i64 person, const Vacation *vacation);
// The person's links, latest first; NULL after the last one.
PersonLink *registry_first_of(const RoomRegistry *registry, i64 person);
PersonLink *registry_next_of(const PersonLink *link);

#endif
