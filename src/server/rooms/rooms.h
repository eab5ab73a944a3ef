// SPDX-License-Identifier: MIT
// Games in progress: actions in, news out.
//
//     rooms_act  ->  judged, by the server's clock  ->  store_write
//                                                          |  commit
//     done, news  <-  the room changes  <-  the writer is done (in the owner's store_collect)
//
// A Room is always what is committed. An action is judged as it would change the room, written, and
// only once committed applied, reported (news) and acknowledged (done). Until then further actions
// in that room wait behind it in order, each with the instant at which it came. So nobody ever sees
// what could still be lost, and after a failed commit there is nothing to undo: the room is loaded
// again in case the store knows more, and NEWS_RESET tells everybody to start over. The next
// player's clock begins with the commit.
//
// All on one thread, the owner's loop; only `wake` is called from others. No callback is called
// before the function that led to it has done its work, but `done` may come before rooms_act
// returns. Callbacks may call rooms_act, rooms_make, rooms_presence and the readers.
#ifndef MEYDAN_SERVER_ROOMS_ROOMS_H
#define MEYDAN_SERVER_ROOMS_ROOMS_H

#include "base/errors.h"
#include "server/room/room.h"

typedef struct Rooms Rooms;

// --- news ----------------------------------------------------------------------------------------

typedef enum NewsKind {
    NEWS_EVENT,   // event: something numbered happened
    NEWS_MADE,    // a new room
    NEWS_RESET,   // everybody must read the room again
    NEWS_REMATCH, // `next` follows on this game
    NEWS_WAITING, // the clocks stand still, or go on: room->frozen_ms
    NEWS_TURN,    // in a game with days for each move: no line answers, the player has to move
    NEWS_CLOSED,  // an over room is dropped from memory: the last that is heard of it
} NewsKind;

// `room` stands as after everything that was committed together: a last move's news already show
// the game as over.
typedef struct News {
    NewsKind kind;
    i64 game;
    const Room *room;
    const Event *event; // of a NEWS_EVENT
    int turn;           // -1 if nobody is to move
    i64 now;            // of the clocks
    ClockFace clock[PLAYERS_MAX];
    i64 next;
    bool elsewhere; // another node has brought it about
} News;

// --- the whole -----------------------------------------------------------------------------------

typedef enum OwnedPart { OWNS_TIME, OWNS_COMPUTERS } OwnedPart;

typedef struct RoomsSetup {
    Store *store;
    i64 (*now)(void *context); // ms since 1970, never backwards
    void (*news)(void *context, const News *news);
    void (*wake_at)(void *context, i64 ms); // rooms_tick is wanted then; replaces the time before
    void (*wake)(void *context);            // from any thread: rooms_collect is wanted
    void (*say)(void *context, const char *line); // what the operator should know; may be NULL
    void *context;
    u64 (*random)(void *context); // for ids and lots; NULL: the system's
    int computer_threads;         // 0: computers do not move, and no game is made with one
    int computer_hash_mb;         // of each thread; 0: a small default
    i64 computer_move_ms;         // longest thought; 0: a default
    // How often to check, while clocks run, that the owner's thread runs. Time during which it did
    // not, because the process or its machine was stopped, is charged to no player. 0: never.
    i64 thread_check_ms;
    bool rate_shared; // rated games count between accounts of one address, too
    // Whether one of the two blocks the other: they do not meet. NULL: nobody does.
    bool (*apart)(void *context, i64 person, i64 other);
    // Where several nodes share the store: whether this one sees to what a game does by itself, or
    // to its computers. NULL: there are no others.
    bool (*owns)(void *context, i64 game, OwnedPart what);
    // For how long another node (0: whichever it is for longest) has not been heard, or could not
    // save; 0 if that cannot be said. With `keeps`.
    i64 (*silent_ms)(void *context, u64 node);
    // Whether another process thinks about the computer that is due in that room: then its thought
    // comes by rooms_answer, or rooms_think_again says that none will come. NULL: nobody does.
    bool (*think_elsewhere)(void *context, const Room *room);
} RoomsSetup;

// Loads all that is open or live. Down time is not charged.
Rooms *rooms_new(const RoomsSetup *setup, Fault *why);
// Actions are refused from now on, computers stop. Then store_close, which still tells what is
// being committed, then rooms_free.
void rooms_stop(Rooms *rooms);
void rooms_free(Rooms *rooms);

// For how long the oldest write has waited for its commit.
i64 rooms_stuck_ms(const Rooms *rooms);
// The time that everything here goes by: the owner's, or later if that was set back.
i64 rooms_clock(const Rooms *rooms);
// What is due by now: flags, first moves, open games nobody joined.
void rooms_tick(Rooms *rooms);
// The computers' answers.
void rooms_collect(Rooms *rooms);

// What was thought elsewhere; refused like any other if something has happened by now.
struct Thought;
void rooms_answer(Rooms *rooms, const struct Thought *thought);
// No thought about that game comes from elsewhere: it is asked for again, `here` or by whoever
// thinks.
void rooms_think_again(Rooms *rooms, i64 game, bool here);

// --- actions -------------------------------------------------------------------------------------

typedef enum ActionKind {
    ACT_JOIN,       // `seat`, or -1: the one kept for the person, else the first open one
    ACT_LEAVE,      // before the start
    ACT_MOVE,       // `ply`, `move`
    ACT_RESIGN,     //
    ACT_ABORT,      //
    ACT_DRAW,       // offer or agree
    ACT_NODRAW,     // decline or withdraw
    ACT_TAKEBACK,   // ask or agree
    ACT_NOTAKEBACK, // decline or withdraw
    ACT_CLAIM,      // the player to move has been away too long
    ACT_REMATCH,    // after the end; also of a game that is only in the store
    ACT_DECLINE,    // `decline`: the person is invited, and does not come
    ACT_BAR,        // the server's own: this person may not play any more
    ACTIONS,
} ActionKind;

typedef struct Action {
    ActionKind kind;
    i64 game, person;
    int seat;
    int ply; // plies played before the move
    Text move;
    DeclineReason decline;
    i64 lag_ms; // of the player's line there and back, as the server measured it; 0 if it has not
} Action;

typedef struct ActResult {
    ErrorCode code;
    const char *text; // why not
    Refusal refusal;  // of an illegal move
    i64 game;         // the one that was made or joined
} ActResult;
// Once for every call, after the commit or with a refusal.
typedef void ActDone(void *context, const ActResult *result);

void rooms_act(Rooms *rooms, const Action *action, ActDone *done, void *context);
// The maker need not sit. It starts at once if every seat is taken.
void rooms_make(Rooms *rooms, const GameSetup *setup, i64 maker, ActDone *done, void *context);

// Somebody in a seat is there now, or has gone (closed the page `on_purpose`). Answers whether that
// changed anything that others should know.
bool rooms_presence(Rooms *rooms, i64 game, i64 person, bool here, bool on_purpose);
// Person `from` is `to` from now on (WRITE_MOVE_GAMES is committed), or the same with a new name or
// kind. The rooms concerned get a NEWS_RESET.
void rooms_person(Rooms *rooms, i64 from, i64 to);
// The store says something else of a game than its events do: it was annulled, or counts again. A
// room in memory is read again and gets a NEWS_RESET.
void rooms_annulled(Rooms *rooms, i64 game);

// A person has stored other conditional moves for a game (CONDITIONAL_SET): if it is their turn by now,
// they count at once.
void rooms_lines_changed(Rooms *rooms, i64 game, i64 person);

// A person's vacation is this from now on; it is in the store (VACATION_SET). Their games with
// days for each move get a NEWS_RESET.
void rooms_vacation(Rooms *rooms, i64 person, const Vacation *vacation);

// --- several nodes (catch_up.c)
// -------------------------------------------------------------------

// What another node has committed, all of one game and of one commit.
void rooms_receive_events(Rooms *rooms, const StoredEvent *events, int count);
void rooms_receive_made(Rooms *rooms, i64 game);
// Something may have happened elsewhere that was not heard: looks in the store.
void rooms_poll(Rooms *rooms);
// Somebody is there, or has gone, at another node. Answers as rooms_presence.
bool rooms_presence_at(Rooms *rooms, u64 node, i64 game, i64 person, bool here, bool on_purpose);
// Nobody is at that node any more; its players were last heard of so long ago, and are not charged
// until they have had the time to return. `changed` is called for each game in which somebody is
// not here any more; it may be NULL.
typedef void SeeHereChanged(void *context, i64 game);
void rooms_node_left(Rooms *rooms, u64 node, i64 since_ms, SeeHereChanged *changed, void *context);
// Whether other nodes can be heard. While they cannot, a player may be at one of them without our
// knowing, so nobody is taken for gone.
void rooms_link(Rooms *rooms, bool up);
// That node stood still for `ms`, until now: its players are not charged for that.
void rooms_node_stalled(Rooms *rooms, u64 node, i64 ms);
// That node could not save, or was not heard, for `ms`, until now.
void rooms_node_unreachable(Rooms *rooms, u64 node, i64 ms);
// No node heard another for `ms`, until now: turns were shown late.
void rooms_link_lost(Rooms *rooms, i64 ms);
// Outages that are known, from and until so many ms ago; and what another node knows.
typedef void SeeOutage(void *context, u64 node, i64 from_ago, i64 until_ago);
void rooms_each_outage(const Rooms *rooms, SeeOutage *see, void *context);
void rooms_receive_outage(Rooms *rooms, u64 node, i64 from_ago, i64 until_ago);
// That node tells all of its players again, between these two: whom it does not name is not there.
void rooms_presence_sync_begin(Rooms *rooms, u64 node);
void rooms_presence_sync_end(Rooms *rooms, u64 node, SeeHereChanged *changed, void *context);
// Whether this node sees to what that game does by itself.
bool rooms_keeps_time(const Rooms *rooms, i64 game);
// Other nodes see to other games now.
void rooms_owners_changed(Rooms *rooms);
// The players who are here, at this node.
typedef void SeeHere(void *context, i64 game, i64 person);
void rooms_each_here(const Rooms *rooms, SeeHere *see, void *context);

// --- reading -------------------------------------------------------------------------------------

// Whether a game can be made with them.
bool rooms_has_computers(const Rooms *rooms);
// Open, live, or over for not more than some minutes; else NULL. Good until the next call of
// anything but these readers.
const Room *rooms_find(const Rooms *rooms, i64 game);
// All of that state, latest change of state first; the callback returns false to stop.
typedef bool SeeRoom(void *context, const Room *room);
void rooms_each(const Rooms *rooms, RoomState state, SeeRoom *see, void *context);
// Open and live rooms where somebody sits, is invited, or that they made.
void rooms_each_of(const Rooms *rooms, i64 person, SeeRoom *see, void *context);
// Any game out of the store, to read and to free with rooms_free_room; NULL if there is none (then
// why->message is empty) or it cannot be read. If that may pass, because the store could not be
// read or there was no memory, why->code is FULL. Not from a store's callback.
Room *rooms_load_over(Store *store, i64 game, Fault *why);
void rooms_free_room(Room *room);

typedef struct RoomCounts {
    int open, live, over; // rooms in memory
    int waiting;          // actions that wait for a commit, their own or one before
    int thinking;         // positions that computers have still to answer
    u64 moves, actions, refused, failed;
    u64 conflicts, heard, reloads; // of several nodes
    size_t bytes;                  // of all rooms
} RoomCounts;
RoomCounts rooms_counts(const Rooms *rooms);

#endif
