// SPDX-License-Identifier: MIT
// Games in progress for tests: a real store in its own folder, a clock that only moves on request,
// and a list of notifications.
#ifndef MEYDAN_TESTS_LAB_H
#define MEYDAN_TESTS_LAB_H

#include "support/check.h"

#include "server/games/live/rooms.h"

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
    bool shared;         // with other nodes, which exist only as far as the test simulates them
    u64 silent;          // id of the silent node; 0 for none
    i64 silent_ms;       // since when
    i64 thread_check_ms; // for RoomsSetup, from the next lab_restart
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
// Restarts the server, after a clean stop or, with `kill`, after a crash.
void lab_restart(i64 down_ms, bool kill);
// Waits until all requested writes are committed or rejected.
void lab_settle(void);
// Simulates a lock on the store by another process: commits wait that long.
void lab_hold_store(bool hold);
// Advances the clock and runs everything that is due.
void lab_wait(i64 ms);

GameSetup lab_setup(const char *variant, const char *clock);
// Creates it for these persons (0: an open seat) and seats everybody.
i64 lab_make(GameSetup setup, const i64 *people);
// A game for two in progress.
i64 lab_game(const char *clock);
const Room *lab_room(i64 game);

// Stores the result.
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

// Fails the test if the rooms differ in anything but presence.
void lab_same_room(const Room *a, const Room *b);
// Fails if the store's version of a game differs.
void lab_check_loaded(i64 game);
// Also fails if it differs after a restart.
void lab_check_restart(i64 game);
// Also fails if its record leads to another position.
void lab_check_record(i64 game);

#endif
