// SPDX-License-Identifier: MIT
// Games in progress on a bench: a real store in a folder of its own, a clock that stands still
// until it is moved, and a list of what was told.
#ifndef MEYDAN_TESTS_LAB_H
#define MEYDAN_TESTS_LAB_H

#include "support/check.h"

#include "server/rooms/rooms.h"

enum { TOLD_MAX = 1 << 16, LAB_PEOPLE = 16 };
#define LAB_BEGIN ((i64)1800000000000)

typedef struct Told {
    NewsKind kind;
    i64 game;
    Event event;
    int turn;
    ClockFace clock[PLAYERS_MAX];
    i64 next;
    RoomState state;
} Told;

typedef struct Lab {
    char folder[64], path[96];
    Store *store;
    Rooms *rooms;
    i64 now;
    i64 woken_at;
    u64 random;
    int threads;
    bool shared;         // with other nodes, which exist only in what the test says of them
    u64 silent;          // the one that is not heard; 0: none of them is
    i64 silent_ms;       // for how long
    i64 thread_check_ms; // of RoomsSetup; counts from the next lab_restart on
    int told_count;
    Told *told;
    int done; // calls of done
    ActResult result;
    char text[200];
    int said;
} Lab;

extern Lab lab;
// Persons: ADA .. are accounts, from GUEST on anonymous.
enum { ADA = 101, BOB, CEM, DAN, EVE, GUEST = 201, GAST, MISAFIR };

int lab_open(void **state);
int lab_open_shared(void **state);
int lab_close(void **state);
// As after a stop of the server or, with `kill`, without a last word from it.
void lab_restart(i64 down_ms, bool kill);
// Until all that was asked for is committed, or refused.
void lab_settle(void);
// Somebody else holds the store: the writer's commit takes as long as that.
void lab_hold_store(bool hold);
// Moves the clock and lets happen what is due then.
void lab_wait(i64 ms);

GameSetup lab_setup(const char *variant, const char *clock);
// Makes it for these persons (0: an open seat); everybody sits.
i64 lab_make(GameSetup setup, const i64 *people);
// A game of two that is under way.
i64 lab_game(const char *clock);
const Room *lab_room(i64 game);

// Notes the result.
void lab_done(void *context, const ActResult *result);
ErrorCode lab_do(const Action *action);
ErrorCode lab_seat(i64 game, i64 person, int seat);
ErrorCode lab_act(ActionKind kind, i64 game, i64 person);
ErrorCode lab_move(i64 game, i64 person, const char *move);
ErrorCode lab_move_lag(i64 game, i64 person, const char *move, i64 lag_ms);
// Any legal move by the player to move.
ErrorCode lab_any_move(i64 game);
const Told *lab_last(void);
i64 lab_left(i64 game, int seat); // main time on the clock now

// Fails the test unless they are the same but for who is there.
void lab_same_room(const Room *a, const Room *b);
// Fails unless the store tells the same of a game.
void lab_check_loaded(i64 game);
// And unless it is the same after a restart.
void lab_check_restart(i64 game);
// And unless its record leads to where it stands.
void lab_check_record(i64 game);

#endif
