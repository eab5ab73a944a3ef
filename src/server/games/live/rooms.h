// SPDX-License-Identifier: MIT
// Games in progress: takes actions, publishes news.
//
//    rooms_act  ->  judged, by the server's clock  ->  store_write
//                                                         |  commit
//    done, news  <-  the room changes  <-  the writer is done (in the owner's store_collect)
//
// A Room always has exactly what is committed. An action is judged on a draft of the room and
// written. Only after the commit it is applied, reported (news) and acknowledged (done). Until then
// further actions in that room queue in order, each with its arrival time. So clients never see
// what could still be lost, and after a failed commit there is nothing to undo: the room is loaded
// again in case the store is ahead, and NEWS_RESET makes all clients start over. The next player's
// clock begins with the commit.
//
// Everything runs on one thread, the owner's loop; only `wake` is called from others. A callback is
// called after the function that caused it has done its work, except that `done` may come before
// rooms_act returns. Callbacks may call rooms_act, rooms_make, rooms_presence and the readers.
#ifndef MEYDAN_SERVER_GAMES_LIVE_ROOMS_H
#define MEYDAN_SERVER_GAMES_LIVE_ROOMS_H

#include "base/errors.h"
#include "server/cluster/presence.h"
#include "server/games/state/room.h"

typedef struct Rooms Rooms;

// --- news ----------------------------------------------------------------------------------------

typedef enum NewsKind {
    NEWS_EVENT,   // event: the next numbered event
    NEWS_MADE,    // a new room
    NEWS_RESET,   // clients must read the room again
    NEWS_REMATCH, // `next` is the rematch of this game
    NEWS_WAITING, // the clocks stop, or continue: room->frozen_ms
    NEWS_TURN,    // in a game with days per move: no line replies, the player has to move
    NEWS_CLOSED,  // a finished room is dropped from memory: its last news
} NewsKind;

// `room` has the state after the whole commit: the news of a last move already shows the game as
// over.
typedef struct News {
    NewsKind kind;
    i64 game;
    const Room *room;
    const Event *event; // of a NEWS_EVENT
    int turn;           // -1 if it is no player's turn
    i64 now;            // the time of the clocks
    ClockFace clock[PLAYERS_MAX];
    i64 next;
    bool elsewhere; // another node caused it
} News;

// --- the whole -----------------------------------------------------------------------------------

typedef enum OwnedPart { OWNS_TIME, OWNS_COMPUTERS } OwnedPart;

typedef struct RoomsSetup {
    Store *store;
    i64 (*now)(void *context); // ms since 1970, never backwards
    void (*news)(void *context, const News *news);
    void (*wake_at)(void *context, i64 ms);       // rooms_tick should be called then; replaces the
                                                  // previous time
    void (*wake)(void *context);                  // from any thread: rooms_collect should be called
    void (*say)(void *context, const char *line); // a line for the operator; may be NULL
    void *context;
    u64 (*random)(void *context); // for ids and lots; NULL: the system's
    int computer_threads;         // 0: computers do not move, and no game is made with one
    int computer_hash_mb;         // of each thread, 0 for a small default
    i64 computer_move_ms;         // longest thought; 0: a default
    // How often to check, while clocks run, that the owner's thread runs. Time in which it did not,
    // because the process or its machine was stopped, is not charged. 0: never.
    i64 thread_check_ms;
    bool rate_shared; // rated games count between accounts of one address, too
    // Whether one of the two blocks the other: then they don't meet. NULL without blocks.
    bool (*apart)(void *context, i64 person, i64 other);
    // Which players watch their game, and at which node. NULL: only rooms_presence reports it.
    Presence *presence;
    // With several nodes: whether this one handles a game's timeouts, or its computers. NULL: there
    // are no others.
    bool (*owns)(void *context, i64 game, OwnedPart what);
    // For how long another node (0: the one with the longest time) has been silent or unable to
    // save; 0 if unknown. Set together with `owns`.
    i64 (*silent_ms)(void *context, u64 node);
    // Whether another process computes the move of the computer due in that room: then rooms_answer
    // delivers it, or rooms_think_again reports that it won't come. NULL: there is none.
    bool (*think_elsewhere)(void *context, const Room *room);
} RoomsSetup;

// Loads all open and live games. Down time is not charged.
Rooms *rooms_new(const RoomsSetup *setup, Fault *why);
// Refuses actions from now on and stops computers. Then call store_close, which still reports the
// commits under way, then rooms_free.
void rooms_stop(Rooms *rooms);
void rooms_free(Rooms *rooms);

// How long the oldest write has been waiting for its commit.
i64 rooms_stuck_ms(const Rooms *rooms);
// The time used by all rooms: the owner's, or later if that was set back.
i64 rooms_clock(const Rooms *rooms);
// Handles what is due: flags, first moves, open games that no player joined.
void rooms_tick(Rooms *rooms);
// Takes the computers' answers.
void rooms_collect(Rooms *rooms);

// A thought from another process; refused like any action if the position has changed.
struct Thought;
void rooms_answer(Rooms *rooms, const struct Thought *thought);
// No thought about that game will come from elsewhere: requests it again, `here` or from any
// thinker.
void rooms_think_again(Rooms *rooms, i64 game, bool here);

// --- actions -------------------------------------------------------------------------------------

typedef enum ActionKind {
    ACT_JOIN,       // `seat`, or -1: the reserved one, else the first open one
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
    ACT_DECLINE,    // `decline`: the invited person declines
    ACT_BAR,        // the server's own: this person may no longer play
    ACTIONS,
} ActionKind;

typedef struct Action {
    ActionKind kind;
    i64 game, person;
    int seat;
    int ply; // plies played before the move
    Text move;
    DeclineReason decline;
    i64 lag_ms; // round trip of the player's connection by the server's measurement; 0 if unknown
} Action;

typedef struct ActResult {
    ErrorCode code;
    const char *text; // the reason of a refusal
    Refusal refusal;  // of an illegal move
    i64 game;         // the game made or joined
} ActResult;
// Called once per action, after the commit or with a refusal.
typedef void ActDone(void *context, const ActResult *result);

void rooms_act(Rooms *rooms, const Action *action, ActDone *done, void *context);
// The maker need not sit. The game starts at once if every seat is taken.
void rooms_make(Rooms *rooms, const GameSetup *setup, i64 maker, ActDone *done, void *context);

// A person in a seat has connected, or disconnected (closed the page `on_purpose`). Returns whether
// others should be informed.
bool rooms_presence(Rooms *rooms, i64 game, i64 person, bool here, bool on_purpose);
// Person `from` is now `to` (PERSONS_BECOME is committed), or has a new name or kind. The rooms
// concerned get a NEWS_RESET.
void rooms_person(Rooms *rooms, i64 from, i64 to);
// A game was annulled or restored in the store, without an event. A room in memory is read again
// and gets a NEWS_RESET.
void rooms_annulled(Rooms *rooms, i64 game);

// Gives up all games of a person who leaves for good, so that no opponent waits for them: live ones
// are resigned, open ones left, or called off if the person made them. Not all at once, so that
// other requests are served in between. Calls `then` once, when every game is decided: committed,
// or refused. `barred`: not by their own will, so that a game with a partner is called off instead.
void give_up_all(Rooms *rooms, i64 person, bool barred, void (*then)(void *context), void *context);

// A person has stored other conditional moves for a game (CONDITIONAL_SET): if it is their turn by
// now, they apply at once.
void rooms_lines_changed(Rooms *rooms, i64 game, i64 person);

// Sets a person's vacation, which the store already has (VACATION_SET). Their games with days per
// move get a NEWS_RESET.
void rooms_vacation(Rooms *rooms, i64 person, const Vacation *vacation);

// --- several nodes (catch_up.c) ------------------------------------------------------------------

// Events committed by another node, all of one game and one commit.
void rooms_receive_events(Rooms *rooms, const StoredEvent *events, int count);
void rooms_receive_made(Rooms *rooms, i64 game);
// Events of other nodes may have been missed: checks the store.
void rooms_poll(Rooms *rooms);
// A person in a seat has connected to another node, or disconnected there. Returns as
// rooms_presence.
bool rooms_presence_at(Rooms *rooms, u64 node, i64 game, i64 person, bool here, bool on_purpose);
// That presence has ended, since the node didn't announce it again (presence_sweep). Returns as
// rooms_presence.
bool rooms_presence_ended(Rooms *rooms, const Place *place);
// Marks a node as lost. Its players were last seen `since_ms` ago, and are not charged until they
// have had time to return. `changed` is called for each game in which a player is no longer here;
// it may be NULL.
typedef void SeeHereChanged(void *context, i64 game);
void rooms_node_left(Rooms *rooms, u64 node, i64 since_ms, SeeHereChanged *changed, void *context);
// Whether the bus is up. While it is not, a player may be at another node without our knowledge, so
// no player can be claimed to have left.
void rooms_link(Rooms *rooms, bool up);
// That node stalled for the last `ms`: its players are not charged for that time.
void rooms_node_stalled(Rooms *rooms, u64 node, i64 ms);
// That node could not save, or was silent, for the last `ms`.
void rooms_node_unreachable(Rooms *rooms, u64 node, i64 ms);
// No node received messages of others for the last `ms`, so turns were shown late.
void rooms_link_lost(Rooms *rooms, i64 ms);
// Known outages, with their begin and end in ms ago; and one reported by another node.
typedef void SeeOutage(void *context, u64 node, i64 from_ago, i64 until_ago);
void rooms_each_outage(const Rooms *rooms, SeeOutage *see, void *context);
void rooms_receive_outage(Rooms *rooms, u64 node, i64 from_ago, i64 until_ago);
// Whether this node handles that game's timeouts.
bool rooms_keeps_time(const Rooms *rooms, i64 game);
// The assignment of games to nodes has changed.
void rooms_owners_changed(Rooms *rooms);

// The messages between nodes about games (room_topics.c). It owns topics of the cluster.
typedef struct RoomTopics {
    Rooms *rooms;
    struct Cluster *cluster;
    Presence *presence;
} RoomTopics;
void room_topics_add(RoomTopics *topics);
// Sends the new games, events and vacations of a call that is committed.
void room_topics_committed(RoomTopics *topics, const StoreWrite *writes, int count);

// --- reading -------------------------------------------------------------------------------------

// Whether games with computers can be made.
bool rooms_has_computers(const Rooms *rooms);
// A room that is open, live, or finished some minutes ago; else NULL. Valid until the next call
// except to these readers.
const Room *rooms_find(const Rooms *rooms, i64 game);
// All rooms of that state, latest change of state first; the callback returns false to stop.
typedef bool SeeRoom(void *context, const Room *room);
void rooms_each(const Rooms *rooms, RoomState state, SeeRoom *see, void *context);
// Open and live rooms in which a person sits, is invited, or which they made.
void rooms_each_of(const Rooms *rooms, i64 person, SeeRoom *see, void *context);
// Any game from the store, for reading; free it with rooms_free_room. NULL if there is none (then
// why->message is empty) or it cannot be read. If the cause is temporary, a failed read or a lack
// of memory, why->code is FULL. Never from a store's callback.
Room *rooms_load_over(Store *store, i64 game, Fault *why);
void rooms_free_room(Room *room);

typedef struct RoomCounts {
    int open, live, over; // rooms in memory
    int waiting;          // queued actions, and those being committed
    int thinking;         // positions that computers have yet to answer
    u64 moves, actions, refused, failed;
    u64 conflicts, heard, reloads; // with several nodes
    size_t bytes;                  // of all rooms
} RoomCounts;
RoomCounts rooms_counts(const Rooms *rooms);

#endif
