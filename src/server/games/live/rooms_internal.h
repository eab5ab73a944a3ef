// SPDX-License-Identifier: MIT
// Internal to rooms: shared by its files.
//
//    rooms.c        life, time, presence, reading
//    resume.c       from the store after a start
//    active_room.c  a room in memory: its queue, due events, computers
//    commit.c       decisions to the store, and their consequences after the commit
//    reload.c       a room read from the store again
//    conditional.c  conditional moves
//    catch_up.c     several nodes over one store
//    stall.c        stops clocks while commits fail
//    outages.c      refunds outages of nodes
//    rematch.c      one game after another
#ifndef MEYDAN_SERVER_GAMES_LIVE_ROOMS_INTERNAL_H
#define MEYDAN_SERVER_GAMES_LIVE_ROOMS_INTERNAL_H

#include "server/games/conditional/conditional_moves.h"
#include "server/games/live/computers.h"
#include "server/games/live/decide.h"
#include "server/games/live/registry.h"

enum { ACTIVE_ROOM_KEEP_MS = 5 * 60 * 1000 }; // how long finished rooms stay in memory

// Whether commits work (stall.c).
typedef struct Stall {
    bool on;         // commits fail, so clocks are stopped
    int undecided;   // our writes under way
    i64 progress_ms; // when the last one was decided, or the first one sent
    i64 good_ms;     // the last good commit
} Stall;

// Presence received for a game that is still being read (catch_up.c).
enum { EARLY_MAX = 256 };
typedef struct EarlyPresence {
    i64 game, person;
} EarlyPresence;

// An outage of a node: it stood still, was cut off, died, or could not save (outages.c).
enum { OUTAGES_MAX = 32 };
typedef struct Outage {
    u64 node; // 0: this one; ALL_NODES: messages between nodes
    i64 from, until;
} Outage;

// The end of a rated game whose ratings are being read (commit.c).
typedef struct RatedEnd RatedEnd;

struct Rooms {
    RoomsSetup setup;
    Judge judge;
    RoomRegistry registry;
    Presence *presence;
    Presence *own_presence; // unless the owner has one
    Timers timers;
    Computers *computers; // NULL: none on this server
    i64 ahead;            // of the system's clock, if that was set back
    i64 beat_at;          // when to store the next sign of life; CLOCK_NEVER if it isn't needed
    i64 woken_at;         // when the owner calls rooms_tick
    Stall stall;
    i64 thread_seen_ms; // when the thread was last seen running
    bool among_others;  // another node ran when this one was started
    bool stopping;
    bool hearing;             // events of other nodes are being applied
    bool cut_off;             // the bus is down
    bool polling, poll_again; // a check for missed events is under way; another one is needed
    i64 poll_at;              // when to retry a failed check; 0: not needed
    int coming;               // new games being committed
    RatedEnd *rated_end;      // the queue (the data of the first one is being read)
    EarlyPresence early[EARLY_MAX];
    u32 earlies; // entries ever added; the array has the last EARLY_MAX of them
    Outage outage[OUTAGES_MAX];
    int outages; // likewise
    RoomCounts counts;
};

// Requests a tick at the time of the next due event.
void rooms_rewake(Rooms *rooms);
void rooms_publish(Rooms *rooms, NewsKind kind, const Room *room, const Event *event, i64 next);

// --- resume.c ------------------------------------------------------------------------------------

// Loads the store's rooms, commits their refunds, then starts them.
bool rooms_resume(Rooms *rooms, Fault *why);
void rooms_arm_all(Rooms *rooms);

// --- active_room.c -------------------------------------------------------------------------------

// Judges it now, or queues it during a commit.
void active_room_submit(ActiveRoom *active, const ActRequest *request);
// The same, but at the front of the queue.
void active_room_submit_first(ActiveRoom *active, const ActRequest *request);
// After a commit: the queue, the next due event, a computer's turn.
void active_room_go_on(ActiveRoom *active);
// The room's timer has expired.
void active_room_due(ActiveRoom *active);
// Refuses all queued requests.
void active_room_refuse_waiting(ActiveRoom *active, ErrorCode code, const char *text);
void act_refuse(Rooms *rooms, const ActRequest *request, ErrorCode code, const char *text,
                Refusal refusal);
void act_accept(const ActRequest *request, i64 game);
// Copies the text of its move, which belongs to the caller.
void act_keep_move(ActRequest *kept, const ActRequest *request);

// --- commit.c ------------------------------------------------------------------------------------

// A commit under way.
typedef struct PendingCommit {
    ActiveRoom *active;
    Event event[EVENTS_AT_ONCE];
    int count;
    ActRequest request; // whose callback is called
    bool asked;         // requested by a client, otherwise due
    bool rated;         // another game may have changed the ratings meanwhile
    ActiveRoom *before; // of a new game: the game before the rematch, or NULL
    Match played;       // the match after a move among the events
} PendingCommit;

// Writes a decision with events. False if the store has no space, with nothing changed. `request`
// may be NULL.
bool commit_events(ActiveRoom *active, const Decision *decision, const ActRequest *request);
// Applies committed events, of this node or another. `played` is the draft's match after a move
// among them, or NULL if there is no draft.
void active_room_apply(ActiveRoom *active, const Event *events, int count, const Match *played);
// Computers answer requests for a takeback at once.
void active_room_answer(ActiveRoom *active, const Event *event);
// Makes a new game; `before`, which may be NULL, is the game before a rematch.
void commit_new(Rooms *rooms, const GameSetup *setup, i64 maker, ActiveRoom *before,
                const ActRequest *request);

// --- stall.c -------------------------------------------------------------------------------------

// Checks whether the thread has stalled. Call it before anything that depends on the time.
void stall_check_thread(Rooms *rooms);
i64 stall_thread_wake(const Rooms *rooms);
// Call after a write was sent or decided.
void stall_sent(Rooms *rooms);
void stall_decided(Rooms *rooms, StoreStatus status);
// Call after a read that a commit waits for; `was_read`: whether it succeeded.
void stall_answered(Rooms *rooms, bool was_read);
// Checks whether a commit takes too long, and schedules the next check.
void stall_check(Rooms *rooms);
i64 stall_wake(const Rooms *rooms);
// Whether to probe the store, and how often.
bool stall_probes(const Rooms *rooms, i64 *every_ms);
// Stops the clocks of a room as of then, if they run.
void active_room_freeze(ActiveRoom *active, i64 from);
// Refunds this much of a turn: its beginning is moved, without any time of rest.
void active_room_refund(ActiveRoom *active, i64 ms, i64 now);
// Continues the clocks of a room, if they were stopped and need not be: commits the pause.
void active_room_thaw(ActiveRoom *active);
// Applies a committed pause.
void active_room_paused(ActiveRoom *active, const Event *event);

// --- outages.c -----------------------------------------------------------------------------------

// A turn began, or its cost so far was charged: outages count from then on.
void outage_turn(ActiveRoom *active, i64 from);
// A player connected to this node.
void outage_came(ActiveRoom *active, int seat);
// A player has left that node (0: this one). The seat's presence is already updated.
void outage_went(ActiveRoom *active, int seat, u64 node);
// At the start: players may have lost their connection with this node's previous process.
void outage_before_start(Rooms *rooms);
// This node itself stalled for the last `ms`.
void outage_own(Rooms *rooms, i64 ms);
// Whether the room's clocks stay stopped for a player whose node is dead.
bool active_room_awaits_return(const ActiveRoom *active);
// Whether the player to move may be affected by a silent node that is not declared dead yet.
bool outage_suspected(const ActiveRoom *active);

// --- reload.c ------------------------------------------------------------------------------------

// Reads the room again, on a reader's thread; it is busy until `done`, which must free it. False if
// the read failed, with the room unchanged.
typedef void ReloadDone(void *context, ActiveRoom *active, bool was_read);
void active_room_reload(ActiveRoom *active, ReloadDone *done, void *context);
// The store may be ahead of this room: reads it again, once no commit is under way.
void active_room_catch_up(ActiveRoom *active);
// Call when a player connects: reads the game again, since the player may have seen later moves at
// another node. Moves arrive late at nodes that show them to no client, or never if the node that
// made them dies.
void active_room_shown(ActiveRoom *active);
// Reads a game that is not in memory. `done` gets the room, now in the registry, or why there is
// none; a finished one is loaded only for a rematch.
typedef void FetchDone(void *context, ActiveRoom *active, ErrorCode code, const char *text);
void rooms_fetch(Rooms *rooms, i64 game, i64 rematch_for, FetchDone *done, void *context);

// --- catch_up.c ----------------------------------------------------------------------------------

bool rooms_owns(const ActiveRoom *active, OwnedPart what);
// The check for missed events failed: tries again soon.
void rooms_poll_later(Rooms *rooms);
// Another node's new game is loaded: publishes it.
void rooms_admitted(ActiveRoom *active);
// How long this node leaves a due event to the node responsible for it.
i64 active_room_patience(const ActiveRoom *active);
// Whether another node measures the time of the player to move, who has no socket here.
bool active_room_timed_elsewhere(const ActiveRoom *active);
// Whether the seat's player watches the game at that node, or at any node.
bool seat_is_at(const ActiveRoom *active, int seat, u64 node);
bool seat_is_anywhere(const ActiveRoom *active, int seat);
// Finds a node other than this one and `but` where the player watches the game and `counts` is true
// (NULL: any). Returns 0 if there is none.
typedef bool NodeCounts(const Rooms *rooms, u64 node);
u64 seat_elsewhere(const ActiveRoom *active, int seat, u64 but, NodeCounts *counts);
// The player has left that node; returns whether they were there.
bool seat_left(ActiveRoom *active, int seat, u64 node);
// Updates the seat's presence; returns whether it changed.
bool active_room_presence(ActiveRoom *active, int seat, bool on_purpose);

// --- conditional.c -------------------------------------------------------------------------------

// The lines of the player to move, as last read from the store.
typedef struct ConditionalFound {
    i64 person;
    size_t length;
    char body[CONDITIONAL_TEXT_MAX];
} ConditionalFound;
// The room or a player's lines have changed: schedules reading them. `turns`: it is a new turn,
// whose player is notified once no line replies.
void conditional_schedule(ActiveRoom *active, bool turns);
// Reads the lines when they are due. Returns when to call again.
i64 conditional_poll(ActiveRoom *active);
// The conditional move could not be made after all, so the player has to move.
void conditional_refused(ActiveRoom *active);
// After a start: finds the players with stored lines.
bool conditional_resume(Rooms *rooms);

// --- rematch.c -----------------------------------------------------------------------------------

void active_room_rematch(ActiveRoom *active, const ActRequest *request);

#endif
