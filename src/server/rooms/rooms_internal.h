// SPDX-License-Identifier: MIT
// Inside rooms: what its files share.
//
//     rooms.c        the whole: life, time, presence, reading
//     resume.c       from the store after a start
//     active_room.c  a room at work: asks in order, what is due, computers
//     commit.c       decisions to the store, and what follows when they are committed
//     reload.c       a room out of the store again
//     conditional.c  conditional moves
//     catch_up.c     several nodes over one store
//     stall.c        clocks stand still while nothing can be saved
//     outages.c      and for players whose node is out
//     rematch.c      one game after another
#ifndef MEYDAN_SERVER_ROOMS_ROOMS_INTERNAL_H
#define MEYDAN_SERVER_ROOMS_ROOMS_INTERNAL_H

#include "server/room/conditional_moves.h"
#include "server/rooms/computers.h"
#include "server/rooms/decide.h"
#include "server/rooms/registry.h"

enum { ACTIVE_ROOM_KEEP_MS = 5 * 60 * 1000 }; // how long rooms that are over stay

// Whether the store keeps up (stall.c).
typedef struct Stall {
    bool on;         // it does not: clocks stand still
    int undecided;   // writes of ours
    i64 progress_ms; // when the last one was decided, or the first one sent
    i64 good_ms;     // when one was last committed
} Stall;

// What was heard of a player in a game that is still being read (catch_up.c).
enum { EARLY_MAX = 256 };
typedef struct EarlyPresence {
    u64 node;
    i64 game, person;
    bool here;
} EarlyPresence;

// A node was out, or is: it stood still, was cut off, died, or could not save (outages.c).
enum { OUTAGES_MAX = 32 };
typedef struct Outage {
    u64 node; // 0: this one; ALL_NODES: what they say to each other
    i64 from, until;
} Outage;

// The end of a rated game that waits for what counts for it (commit.c).
typedef struct RatedEnd RatedEnd;

struct Rooms {
    RoomsSetup setup;
    Judge judge;
    RoomRegistry registry;
    Timers timers;
    Computers *computers; // NULL: they do not move
    i64 ahead;            // of the system's clock, should it have been set back
    i64 beat_at;  // when to tell the store again that we are alive; CLOCK_NEVER if there is no need
    i64 woken_at; // when the owner calls rooms_tick
    Stall stall;
    i64 thread_seen_ms; // when it was last seen that the thread runs
    bool among_others;  // another node ran when this one was started
    bool stopping;
    bool hearing;             // what other nodes did
    bool cut_off;             // from what they say
    bool polling, poll_again; // for what happened elsewhere
    i64 poll_at;              // when to look again, after the store could not be read; 0: no need
    int coming;               // games whose making waits for its commit
    RatedEnd *rated_end;      // the first one's is being read
    EarlyPresence early[EARLY_MAX];
    u32 earlies; // entries ever added; the array has the last EARLY_MAX of them
    Outage outage[OUTAGES_MAX];
    int outages; // likewise
    RoomCounts counts;
};

// Asks the owner for a tick when the next thing is due.
void rooms_rewake(Rooms *rooms);
void rooms_publish(Rooms *rooms, NewsKind kind, const Room *room, const Event *event, i64 next);

// --- resume.c ------------------------------------------------------------------------------------

// The rooms of the store, with their pauses committed; then each is set to work.
bool rooms_resume(Rooms *rooms, Fault *why);
void rooms_arm_all(Rooms *rooms);

// --- active_room.c -------------------------------------------------------------------------------

// Judges it now, or behind others that wait for a commit.
void active_room_submit(ActiveRoom *active, const ActRequest *request);
// The same, but before them: it is its turn again.
void active_room_submit_first(ActiveRoom *active, const ActRequest *request);
// After a commit: those who wait, what is due next, a computer's turn.
void active_room_go_on(ActiveRoom *active);
// Whatever the room's timer was set for.
void active_room_due(ActiveRoom *active);
// Refuses everybody who waits.
void active_room_refuse_waiting(ActiveRoom *active, ErrorCode code, const char *text);
void act_refuse(Rooms *rooms, const ActRequest *request, ErrorCode code, const char *text,
                Refusal refusal);
void act_accept(const ActRequest *request, i64 game);
// The text of its move, which is the caller's, becomes its own.
void act_keep_move(ActRequest *kept, const ActRequest *request);

// --- commit.c ------------------------------------------------------------------------------------

// What waits for its commit.
typedef struct PendingCommit {
    ActiveRoom *active;
    Event event[EVENTS_AT_ONCE];
    int count;
    ActRequest request; // who is told
    bool asked;         // by somebody; otherwise it was due
    bool rated;         // another game may have changed the ratings meanwhile
    ActiveRoom *before; // of a new game: the one it is a rematch of, or NULL
    Match played;       // the match after a move among the events
} PendingCommit;

// Writes a decision with events. False if the store has no space: nothing has changed. `request`
// may be NULL.
bool commit_events(ActiveRoom *active, const Decision *decision, const ActRequest *request);
// Applies committed events, of this node or another. `played` is the draft's match after a move
// among them, or NULL if there is no draft.
void active_room_apply(ActiveRoom *active, const Event *events, int count, const Match *played);
// Computers answer at once to what they are asked.
void active_room_answer(ActiveRoom *active, const Event *event);
// A new game, which follows on `before` (may be NULL).
void commit_new(Rooms *rooms, const GameSetup *setup, i64 maker, ActiveRoom *before,
                const ActRequest *request);

// --- stall.c -------------------------------------------------------------------------------------

// Did the thread stand still? To be asked before anything that depends on the time.
void stall_check_thread(Rooms *rooms);
i64 stall_thread_wake(const Rooms *rooms);
// A write was sent, or decided.
void stall_sent(Rooms *rooms);
void stall_decided(Rooms *rooms, StoreStatus status);
// What was sent was a read that a commit waits for.
void stall_answered(Rooms *rooms, bool was_read);
// Whether a commit takes too long, and when to look.
void stall_check(Rooms *rooms);
i64 stall_wake(const Rooms *rooms);
// Whether the store is to be tried again, and how often.
bool stall_probes(const Rooms *rooms, i64 *every_ms);
// The clocks of a room stand still since then, if they run.
void active_room_freeze(ActiveRoom *active, i64 from);
// The clocks of a room go on, if they stood and need not any more: commits the pause.
void active_room_thaw(ActiveRoom *active);
// That was committed.
void active_room_paused(ActiveRoom *active, const Event *event);

// --- outages.c -----------------------------------------------------------------------------------

// It is another turn, or what it cost so far is settled: from then on somebody may be held up.
void outage_turn(ActiveRoom *active, i64 from);
// A player came to this node who was not here.
void outage_came(ActiveRoom *active, int seat);
// A player is not at that node any more (0: this one); that has been noted.
void outage_went(ActiveRoom *active, int seat, u64 node);
// At the start: whoever comes may have lost their line with this node, in its life before.
void outage_before_start(Rooms *rooms);
// This node itself stood still for `ms`, until now.
void outage_own(Rooms *rooms, i64 ms);
// Whether its clocks must stand still for a player whose node is gone.
bool active_room_awaits_return(const ActiveRoom *active);
// Whether the player to move may be held up by a node that is silent, but not yet given up.
bool outage_suspected(const ActiveRoom *active);

// --- reload.c ------------------------------------------------------------------------------------

// Reads the room again, on a reader's thread; it is busy until `done`, which must free it. False:
// it could not be read, and is what it was.
typedef void ReloadDone(void *context, ActiveRoom *active, bool was_read);
void active_room_reload(ActiveRoom *active, ReloadDone *done, void *context);
// The store may know more than this room: it is read again, once nothing is under way.
void active_room_catch_up(ActiveRoom *active);
// A player came to it, who may have seen more of it at another node: moves are heard late where
// nobody sees them, or not at all if the node that made them dies.
void active_room_shown(ActiveRoom *active);
// Reads a game that is not in memory. `done` gets the room, now in the registry, or why there is
// none; one that is over only comes in for a rematch.
typedef void FetchDone(void *context, ActiveRoom *active, ErrorCode code, const char *text);
void rooms_fetch(Rooms *rooms, i64 game, i64 rematch_for, FetchDone *done, void *context);

// --- catch_up.c ----------------------------------------------------------------------------------

bool rooms_owns(const ActiveRoom *active, OwnedPart what);
// The store could not be read: looks again soon for what was missed.
void rooms_poll_later(Rooms *rooms);
// A game that was made elsewhere is here now: everybody is told.
void rooms_admitted(ActiveRoom *active);
// How long this node leaves what is due to one that should see to it.
i64 active_room_patience(const ActiveRoom *active);
// Whether the player to move is at another node, which is their stopwatch, and at no socket here.
bool active_room_timed_elsewhere(const ActiveRoom *active);
// A player came or went at this node; true if they were not here before.
bool seat_presence_note(ActiveRoom *active, int seat, bool here);
// They are not at that node any more; whether they were.
bool seat_presence_leave(ActiveRoom *active, int seat, u64 node);
bool seat_presence_anywhere(const ActiveRoom *active, int seat);
// What has been noted becomes the seat's; whether that is news.
bool active_room_presence(ActiveRoom *active, int seat, bool on_purpose);

// --- conditional.c -------------------------------------------------------------------------------

// The lines of the player to move, as the last look found them in the store.
typedef struct ConditionalFound {
    i64 person;
    size_t length;
    char body[CONDITIONAL_TEXT_MAX];
} ConditionalFound;
// Something has happened in the room, or somebody has other lines: they are to be looked at.
// `turns`: it is another turn; whose it is, is told once no line answers.
void conditional_schedule(ActiveRoom *active, bool turns);
// Looks if it is time; when to come back.
i64 conditional_poll(ActiveRoom *active);
// The conditional move could not be made after all: its player has to move.
void conditional_refused(ActiveRoom *active);
// After a start: whose lines the store has.
bool conditional_resume(Rooms *rooms);

// --- rematch.c -----------------------------------------------------------------------------------

void active_room_rematch(ActiveRoom *active, const ActRequest *request);

#endif
