// SPDX-License-Identifier: MIT
// A game as clients see it, and what happens in it. C computes a view of a room, and the view's
// shape writes it: SUMMARY and GAME of docs/api.md, and the messages to sockets that watch.
#ifndef MEYDAN_SERVER_API_MESSAGES_GAME_VIEW_H
#define MEYDAN_SERVER_API_MESSAGES_GAME_VIEW_H

#include "platform/json_heap.h"
#include "server/api/messages/shape_json.h"
#include "server/games/live/rooms.h"

// --- views ---------------------------------------------------------------------------------------

typedef struct SeatView {
    PersonShown person;
    int computer;
    const char *invited;
    int rating;
    bool provisional, here;
    int out; // Reason; NO_REASON: they play
} SeatView;

typedef struct ResultView {
    char result[RESULT_TEXT_MAX];
    const char *reason;
} ResultView;

typedef struct SummaryView {
    i64 id;
    const char *variant, *layout;
    char clock[CLOCK_TEXT_MAX], handicap[HANDICAP_TEXT_MAX];
    bool swap;
    int speed;
    bool rated, annulled, open_to_all;
    int state;
    i64 created, ended;
    SeatView seat[PLAYERS_MAX];
    int seats, plies, turn;
    ResultView result;
    char position[POSITION_TEXT_MAX];
    int watchers;
} SummaryView;
extern const Shape SUMMARY, SEAT_VIEW;

typedef struct SpanView {
    i64 from, until;
} SpanView;
extern const Shape SPAN_VIEW;

typedef struct ClockView {
    i64 main, period;
    int periods;
} ClockView;

typedef struct ChangeView {
    int before, after;
} ChangeView;

typedef struct GameView {
    SummaryView summary;
    char start[POSITION_TEXT_MAX];
    int number;
    const struct MoveView *move; // owned
    int moves;
    struct LeaveView {
        int ply, seat, reason;
    } leave[PLAYERS_MAX];
    int leaves;
    bool lot;
    ClockView clock[PLAYERS_MAX];
    int clocks;
    bool running, waiting;
    i64 now, first_move;
    int draw; // a set of seats
    struct TakebackView {
        int seat, to, agreed;
    } takeback;
    i64 rematch;
    SpanView vacation[PLAYERS_MAX];
    int vacations;
    int you;
    bool maker;
    ChangeView change[PLAYERS_MAX];
    int changes;
    const char *uncounted;
    struct DeclineView {
        int seat;
        const char *name;
        int reason;
    } decline[DECLINES_MAX];
    int declines;
} GameView;
extern const Shape GAME_VIEW;

void summary_view(SummaryView *view, const Room *room, int watchers);
// As the person sees it (0: a visitor). False if out of memory; else free it with game_view_free.
bool game_view(GameView *view, const Room *room, i64 person, i64 now, int watchers);
void game_view_free(GameView *view);

// Fills in and writes such a view. If out of memory, json->lost is set.
void summary_write(Json *json, const char *key, const Room *room, int watchers);
void game_write(Json *json, const char *key, const Room *room, i64 person, i64 now, int watchers);

// --- lists ---------------------------------------------------------------------------------------

// Where lists of games come from, the number of watchers of each, and whether an open game waits
// for players.
typedef struct GamesView {
    const Rooms *rooms;
    int (*watchers)(const void *owner, i64 game);
    bool (*waits)(const void *owner, const Room *room);
    const void *owner;
} GamesView;

// The games of a person, or of everybody (0), of one state, as an array of SUMMARY.
typedef struct GamesWanted {
    i64 person;
    RoomState state;  // of everybody's
    bool public_only; // only those that strangers may see and join
    bool live_only;
    int max;
} GamesWanted;
void games_write(Json *json, const char *key, const GamesView *view, const GamesWanted *wanted);
// All games that a person plays or has created.
void games_write_own(Json *json, const char *key, const GamesView *view, i64 person);

// --- messages to those who watch -----------------------------------------------------------------

// The game that a client begins to watch or must read again; `n` is -1 if it didn't ask.
void game_write_watched(Json *json, i64 n, const Room *room, i64 person, i64 now, int watchers);
void game_write_event(Json *json, const News *news);
void game_write_here(Json *json, const Room *room);
void game_write_waiting(Json *json, const News *news);
void game_write_watchers(Json *json, i64 game, int watchers);
void game_write_rematch(Json *json, i64 game, i64 next);

#endif
