// SPDX-License-Identifier: MIT
#include "server/api/messages/game_view.h"

#include <stdlib.h>
#include <string.h>

#define COUNT_OF(fields) (sizeof(fields) / sizeof *(fields))
#define NAMED(shape_name, type, fields)                                                            \
    { .name = shape_name, .size = sizeof(type), .field = (fields), .count = COUNT_OF(fields) }

// --- words ---------------------------------------------------------------------------------------

enum { NO_REASON = -1 };

static const char *speed_word(int speed)
{
    return speed < SPEEDS ? speed_name((Speed)speed) : NULL;
}
static const char *decline_word(int reason)
{
    return reason < DECLINE_REASONS ? decline_name((DeclineReason)reason) : NULL;
}
static const char *const STATES[] = {
    [ROOM_OPEN] = "open", [ROOM_LIVE] = "live", [ROOM_OVER] = "over", NULL
};
// The word for a reason for which a player leaves.
static const char *leave_word(int reason)
{
    return reason == REASON_TIME || reason == REASON_RESIGNATION || reason == REASON_ABANDONED
               ? reason_name((Reason)reason)
           : reason < REASONS ? ""
                              : NULL;
}

// --- shapes --------------------------------------------------------------------------------------

static const Field SEAT_FIELDS[] = {
    FIELD_SHAPE(SeatView, person, &PERSON_SHOWN, .flags = FIELD_NULL),
    FIELD(SeatView, computer, .flags = FIELD_NULL, .says = "the level of a computer"),
    FIELD(SeatView, invited, .says = "the name of the account that the seat is kept for"),
    FIELD(SeatView, rating, .flags = FIELD_NULL),
    FIELD(SeatView, provisional),
    FIELD(SeatView, here, .says = "a socket of the person watches the game"),
    FIELD(SeatView, out, .as = AS_WORD, .word_of = leave_word, .flags = FIELD_NULL,
          .none = NO_REASON, .says = "why the player has left"),
};
const Shape SEAT_VIEW = NAMED("SeatInfo", SeatView, SEAT_FIELDS);

static const Field RESULT_FIELDS[] = {
    FIELD(ResultView, result, .says = "`*` while the game goes on, and if it was called off"),
    FIELD(ResultView, reason, .says = "a termination of formats.md, or `aborted`"),
};
static const Shape RESULT_VIEW = NAMED("Result", ResultView, RESULT_FIELDS);

static const Field SUMMARY_FIELDS[] = {
    FIELD(SummaryView, id, .as = AS_GAME, .type = "string"),
    FIELD(SummaryView, variant, .type = "string"),
    FIELD(SummaryView, layout, .says = "null for another start"),
    FIELD(SummaryView, clock),
    FIELD(SummaryView, handicap, .flags = FIELD_OMIT,
          .says = "as in formats.md: `1 walls 3`, `2 move`, `1 time 300`"),
    FIELD(SummaryView, swap, .flags = FIELD_OMIT,
          .says = "the swap rule: after the first move the other player may move `swap`"),
    FIELD(SummaryView, speed, .as = AS_WORD, .word_of = speed_word),
    FIELD(SummaryView, rated),
    FIELD(SummaryView, annulled, .flags = FIELD_OMIT,
          .says = "a moderator has taken it out of the ratings"),
    FIELD(SummaryView, open_to_all, .key = "public"),
    FIELD(SummaryView, state, .as = AS_WORD, .words = STATES,
          .says = "`open` while seats are free"),
    FIELD(SummaryView, created, .as = AS_TIME),
    FIELD(SummaryView, ended, .as = AS_TIME, .flags = FIELD_NULL),
    FIELD_ARRAY(SummaryView, seat, seats, &SEAT_VIEW, .key = "seats"),
    FIELD(SummaryView, plies),
    FIELD(SummaryView, turn, .flags = FIELD_NULL, .none = -1,
          .says = "the seat to move; null if there is none"),
    FIELD_SHAPE(SummaryView, result, &RESULT_VIEW, .flags = FIELD_INLINE),
    FIELD(SummaryView, position),
    FIELD(SummaryView, watchers),
};
const Shape SUMMARY = NAMED("Summary", SummaryView, SUMMARY_FIELDS);

typedef struct MoveView {
    char text[MOVE_TEXT_MAX];
} MoveView;
static const Field MOVE_FIELDS[] = { FIELD(MoveView, text) };
static const Shape MOVE_VIEW = SHAPE_BARE(MoveView, MOVE_FIELDS);

typedef struct LeaveView LeaveView;
static const Field LEAVE_FIELDS[] = {
    FIELD(LeaveView, ply),
    FIELD(LeaveView, seat),
    FIELD(LeaveView, reason, .as = AS_WORD, .word_of = leave_word),
};
static const Shape LEAVE_VIEW = NAMED("Leave", LeaveView, LEAVE_FIELDS);

static const Field CLOCK_FIELDS[] = {
    FIELD(ClockView, main, .says = "ms"),
    FIELD(ClockView, period, .says = "ms left in the present byoyomi period"),
    FIELD(ClockView, periods),
};
static const Shape CLOCK_VIEW = NAMED("ClockInfo", ClockView, CLOCK_FIELDS);

typedef struct TakebackView TakebackView;
static const Field TAKEBACK_FIELDS[] = {
    FIELD(TakebackView, seat, .none = -1),
    FIELD(TakebackView, to, .says = "how many plies would be left"),
    FIELD(TakebackView, agreed, .as = AS_BITS),
};
static const Shape TAKEBACK_VIEW = NAMED("Takeback", TakebackView, TAKEBACK_FIELDS);

static const Field SPAN_FIELDS[] = {
    FIELD(SpanView, from, .as = AS_TIME),
    FIELD(SpanView, until, .as = AS_TIME),
};
const Shape SPAN_VIEW = NAMED("VacationSpan", SpanView, SPAN_FIELDS);

// A span or null, as an element.
typedef struct SpanSlot {
    SpanView span;
} SpanSlot;
static const Field SPAN_SLOT_FIELDS[] = { FIELD_SHAPE(SpanSlot, span, &SPAN_VIEW,
                                                      .flags = FIELD_NULL) };
static const Shape SPAN_SLOT = SHAPE_BARE(SpanSlot, SPAN_SLOT_FIELDS);

static const Field CHANGE_FIELDS[] = {
    FIELD(ChangeView, before),
    FIELD(ChangeView, after),
};
static const Shape CHANGE_VIEW = NAMED("SeatRating", ChangeView, CHANGE_FIELDS);
typedef struct ChangeSlot {
    ChangeView change;
} ChangeSlot;
static const Field CHANGE_SLOT_FIELDS[] = { FIELD_SHAPE(ChangeSlot, change, &CHANGE_VIEW,
                                                        .flags = FIELD_NULL) };
static const Shape CHANGE_SLOT = SHAPE_BARE(ChangeSlot, CHANGE_SLOT_FIELDS);

typedef struct DeclineView DeclineView;
static const Field DECLINE_FIELDS[] = {
    FIELD(DeclineView, seat),
    FIELD(DeclineView, name),
    FIELD(DeclineView, reason, .as = AS_WORD, .word_of = decline_word),
};
static const Shape DECLINE_VIEW = NAMED("Declined", DeclineView, DECLINE_FIELDS);

#define UNCOUNTED_TYPE "\"short\" | \"pair\" | \"shared\" | \"circle\""
static const Field GAME_FIELDS[] = {
    FIELD_SHAPE(GameView, summary, &SUMMARY, .flags = FIELD_INLINE),
    FIELD(GameView, start),
    FIELD(GameView, number, .says = "of the last event, -1 before the first"),
    FIELD_LIST(GameView, move, moves, &MOVE_VIEW, .key = "moves"),
    FIELD_ARRAY(GameView, leave, leaves, &LEAVE_VIEW, .key = "leaves"),
    FIELD(GameView, lot),
    FIELD_ARRAY(GameView, clock, clocks, &CLOCK_VIEW, .key = "clocks", .says = "as of `now`"),
    FIELD(GameView, running, .says = "the clock of `turn` runs"),
    FIELD(GameView, waiting, .says = "the clocks have stopped, because the server can't save"),
    FIELD(GameView, now, .as = AS_TIME),
    FIELD(GameView, first_move, .flags = FIELD_NULL, .none = CLOCK_NEVER,
          .says = "ms that each player's first move may take before the game is called off"),
    FIELD(GameView, draw, .as = AS_BITS, .says = "seats that offer a draw or agree to one"),
    FIELD_SHAPE(GameView, takeback, &TAKEBACK_VIEW, .flags = FIELD_NULL),
    FIELD(GameView, rematch, .as = AS_GAME),
    FIELD_ARRAY(GameView, vacation, vacations, &SPAN_SLOT, .key = "vacations", .flags = FIELD_OMIT,
                .says = "with days per move: by seat, the vacation that is under way"),
    FIELD(GameView, you, .as = AS_BITS, .says = "the caller's seats"),
    FIELD(GameView, maker, .says = "the caller created the game and may call it off while open"),
    FIELD_ARRAY(GameView, change, changes, &CHANGE_SLOT, .key = "ratings", .flags = FIELD_NULL,
                .says = "by seat, once a rated game is over"),
    FIELD(GameView, uncounted, .flags = FIELD_OMIT, .type = UNCOUNTED_TYPE,
          .says = "why a rated game changed no ratings"),
    FIELD_ARRAY(GameView, decline, declines, &DECLINE_VIEW, .key = "declined", .flags = FIELD_OMIT),
};
const Shape GAME_VIEW = NAMED("GameInfo", GameView, GAME_FIELDS);
_Static_assert(sizeof(SpanSlot) == sizeof(SpanView) && sizeof(ChangeSlot) == sizeof(ChangeView),
               "slots are elements of the view's arrays");

// --- filling in ----------------------------------------------------------------------------------

static void seat_view(SeatView *view, const Seat *seat)
{
    person_shown(&view->person, seat->person, (PersonKind)seat->kind, seat->name);
    view->computer = seat->level;
    view->invited = seat->invited && !seat->person ? seat->name : NULL;
    view->rating = seat->rating;
    view->provisional = seat->provisional;
    view->here = seat->here || seat->level;
    view->out = seat->out ? seat->reason : NO_REASON;
}

static int seats_view(SeatView seats[PLAYERS_MAX], const Room *room)
{
    for (int seat = 0; seat < room_players(room); seat++)
        seat_view(&seats[seat], &room->seat[seat]);
    return room_players(room);
}

static int clocks_view(ClockView clocks[PLAYERS_MAX], const ClockFace *faces, int players)
{
    for (int seat = 0; seat < players; seat++)
        clocks[seat] = (ClockView){ faces[seat].main, faces[seat].period, faces[seat].periods };
    return players;
}

static int changes_view(ChangeView changes[PLAYERS_MAX], const Room *room)
{
    if (!room->has_ratings) return 0;
    for (int seat = 0; seat < room_players(room); seat++)
        changes[seat] = (ChangeView){ room->shown[seat].before, room->shown[seat].after };
    return room_players(room);
}

static void position_view(char text[POSITION_TEXT_MAX], const Position *position)
{
    Out out = out_to(text, POSITION_TEXT_MAX);
    position->head.variant->game->write(position, &out);
}

static void result_view(ResultView *view, const Room *room)
{
    Out out = out_to(view->result, sizeof view->result);
    room_result(room, &out);
    view->reason = room_reason(room);
}

void summary_view(SummaryView *view, const Room *room, int watchers)
{
    Out clock = out_to(view->clock, sizeof view->clock);
    clock_write(&room->match.spec, &clock);
    Out handicap = out_to(view->handicap, sizeof view->handicap);
    handicap_write(&room->handicap, room_variant(room)->game, &handicap);
    view->swap = room->match.start.head.swap != SWAP_NONE;
    view->id = room->id;
    view->variant = room_variant(room)->id;
    view->layout = room->layout ? room->layout->name : NULL;
    view->speed = (int)room->speed;
    view->rated = room->rated;
    view->annulled = room->annulled;
    view->open_to_all = room->open_to_all;
    view->state = (int)room->state;
    view->created = room->created_ms;
    view->ended = room->ended_ms;
    view->seats = seats_view(view->seat, room);
    view->plies = (int)room->match.count;
    view->turn = room_turn(room);
    result_view(&view->result, room);
    position_view(view->position, &room->match.position);
    view->watchers = watchers;
}

typedef struct MoveList {
    MoveView *move;
    int count;
} MoveList;

static void add_move(void *context, int ply, Text move)
{
    MoveList *list = context;
    (void)ply;
    memcpy(list->move[list->count++].text, move.at, move.length);
}

// A vacation begins a second after its request. A clock that is about to stop doesn't run.
static bool is_about_to_rest(const Room *room, i64 now)
{
    return room_rest(room, now + 1500, now + 1501) != 0;
}

static int vacations_view(SpanView spans[PLAYERS_MAX], const Room *room, i64 now)
{
    if (room->speed != SPEED_CORRESPONDENCE) return 0;
    for (int seat = 0; seat < room_players(room); seat++) {
        const VacationSpan *span = vacation_at(room->seat[seat].vacation, now);
        spans[seat] = span ? (SpanView){ span->from, span->until } : (SpanView){ 0 };
    }
    return room_players(room);
}

static TakebackView takeback_view(const Match *match)
{
    if (match->takeback_by == NOBODY) return (TakebackView){ .seat = -1 };
    return (TakebackView){ match->takeback_by, (int)match->takeback_to, match->takeback_agreed };
}

static void game_seats(GameView *view, const Room *room, i64 person, i64 now)
{
    ClockFace faces[PLAYERS_MAX];
    view->you = 0;
    for (int seat = 0; seat < room_players(room); seat++) {
        faces[seat] = room_clock(room, seat, now);
        if (person && room->seat[seat].person == person) view->you |= 1 << seat;
    }
    view->clocks = clocks_view(view->clock, faces, room_players(room));
    for (view->leaves = 0; view->leaves < room->leaves; view->leaves++) {
        const Leave *leave = &room->leave[view->leaves];
        view->leave[view->leaves] = (LeaveView){ (int)leave->ply, leave->seat, leave->reason };
    }
    for (view->declines = 0; view->declines < room->declines; view->declines++) {
        const Decline *decline = &room->decline[view->declines];
        view->decline[view->declines] =
            (DeclineView){ decline->seat, *decline->name ? decline->name : NULL, decline->reason };
    }
}

bool game_view(GameView *view, const Room *room, i64 person, i64 now, int watchers)
{
    MoveList list = { .move = calloc(room->match.count + 1, sizeof *list.move) };
    if (!list.move) return false;
    summary_view(&view->summary, room, watchers);
    game_seats(view, room, person, now);
    position_view(view->start, &room->match.start);
    room_moves(room, add_move, &list);
    view->number = room->number;
    view->move = list.move;
    view->moves = list.count;
    view->lot = room->lot;
    view->running = room_clock_runs(room) && !is_about_to_rest(room, now);
    view->waiting = room->frozen_ms != 0;
    view->now = now;
    view->first_move = speed_first_move(room->speed);
    view->draw = room->state == ROOM_LIVE ? room->match.draw_agreed : 0;
    view->takeback = takeback_view(&room->match);
    view->rematch = room->rematch;
    view->vacations = vacations_view(view->vacation, room, now);
    view->maker = person && room->maker == person;
    view->changes = changes_view(view->change, room);
    view->uncounted = uncounted_name((Uncounted)room->uncounted);
    return true;
}

void game_view_free(GameView *view)
{
    free((void *)view->move);
}

void summary_write(Json *json, const char *key, const Room *room, int watchers)
{
    SummaryView view;
    summary_view(&view, room, watchers);
    js_shape(json, key, &SUMMARY, &view, NULL);
}

void game_write(Json *json, const char *key, const Room *room, i64 person, i64 now, int watchers)
{
    GameView view;
    if (!game_view(&view, room, person, now, watchers)) {
        json->lost = true;
        return;
    }
    js_shape(json, key, &GAME_VIEW, &view, NULL);
    game_view_free(&view);
}

// --- lists ---------------------------------------------------------------------------------------

typedef struct Listing {
    Json *json;
    const GamesView *view;
    const GamesWanted *wanted;
    int left;
} Listing;

static bool list_room(void *context, const Room *room)
{
    Listing *listing = context;
    const GamesView *view = listing->view;
    if (listing->wanted->live_only && room->state != ROOM_LIVE) return true;
    bool invites = room->state == ROOM_OPEN && !room_has_open_seat(room);
    if (listing->wanted->public_only &&
        (!room->open_to_all || invites || !view->waits(view->owner, room)))
        return true;
    summary_write(listing->json, NULL, room, view->watchers(view->owner, room->id));
    return --listing->left > 0;
}

void games_write(Json *json, const char *key, const GamesView *view, const GamesWanted *wanted)
{
    Listing listing = { json, view, wanted, wanted->max };
    js_array(json, key);
    if (wanted->person)
        rooms_each_of(view->rooms, wanted->person, list_room, &listing);
    else
        rooms_each(view->rooms, wanted->state, list_room, &listing);
    js_close(json, ']');
}

void games_write_own(Json *json, const char *key, const GamesView *view, i64 person)
{
    enum { OWN_MAX = 250 }; // upper bound of a person's games; only invitations could exceed it
    if (person) return games_write(json, key, view, &(GamesWanted){ person, .max = OWN_MAX });
    js_array(json, key);
    js_close(json, ']');
}

// --- messages to those who watch -----------------------------------------------------------------

typedef struct WatchedView {
    const char *t;
    i64 n;
    GameView game;
} WatchedView;
static const Field WATCHED_FIELDS[] = {
    FIELD(WatchedView, t, .type = "string"),
    FIELD(WatchedView, n, .flags = FIELD_OMIT, .none = -1),
    FIELD_SHAPE(WatchedView, game, &GAME_VIEW),
};
static const Shape WATCHED_VIEW = NAMED("Watched", WatchedView, WATCHED_FIELDS);

void game_write_watched(Json *json, i64 n, const Room *room, i64 person, i64 now, int watchers)
{
    WatchedView view = { .t = "game", .n = n };
    if (!game_view(&view.game, room, person, now, watchers)) {
        json->lost = true;
        return;
    }
    js_shape(json, NULL, &WATCHED_VIEW, &view, NULL);
    game_view_free(&view.game);
}

// Ends every event that changes the turn or the clocks.
typedef struct ClocksView {
    ClockView clock[PLAYERS_MAX];
    int clocks, turn;
    i64 now;
} ClocksView;
static const Field CLOCKS_FIELDS[] = {
    FIELD_ARRAY(ClocksView, clock, clocks, &CLOCK_VIEW, .key = "clocks"),
    FIELD(ClocksView, turn, .flags = FIELD_NULL, .none = -1),
    FIELD(ClocksView, now, .as = AS_TIME),
};
static const Shape CLOCKS_VIEW = NAMED("Clocks", ClocksView, CLOCKS_FIELDS);

typedef struct EventHead {
    const char *t;
    i64 game;
    int number;
    const char *kind;
    i64 at;
} EventHead;
static const Field EVENT_HEAD_FIELDS[] = {
    FIELD(EventHead, t, .type = "string"),
    FIELD(EventHead, game, .as = AS_GAME, .type = "string"),
    FIELD(EventHead, number),
    FIELD(EventHead, kind, .type = "string"),
    FIELD(EventHead, at, .as = AS_TIME),
};
static const Shape EVENT_HEAD = NAMED("EventHead", EventHead, EVENT_HEAD_FIELDS);

// Each kind of event has a shape of its own over this struct.
typedef struct EventView {
    EventHead head;
    int seat;
    SeatView person;
    SeatView sitter[PLAYERS_MAX];
    int sitters, ply;
    const char *move;
    int lag, to, plies, reason;
    ResultView result;
    ChangeView change[PLAYERS_MAX];
    int changes;
    const char *uncounted;
    ClocksView clocks;
} EventView;
#define EVENT_FIELD_HEAD   FIELD_SHAPE(EventView, head, &EVENT_HEAD, .flags = FIELD_INLINE)
#define EVENT_FIELD_CLOCKS FIELD_SHAPE(EventView, clocks, &CLOCKS_VIEW, .flags = FIELD_INLINE)
static const Field PAUSE_FIELDS[] = { EVENT_FIELD_HEAD, EVENT_FIELD_CLOCKS };
static const Field SEATED_FIELDS[] = { EVENT_FIELD_HEAD, FIELD(EventView, seat) };
static const Field SIT_FIELDS[] = {
    EVENT_FIELD_HEAD,
    FIELD(EventView, seat),
    FIELD_SHAPE(EventView, person, &SEAT_VIEW),
};
static const Field START_FIELDS[] = {
    EVENT_FIELD_HEAD,
    FIELD_ARRAY(EventView, sitter, sitters, &SEAT_VIEW, .key = "seats"),
    EVENT_FIELD_CLOCKS,
};
static const Field MOVED_FIELDS[] = {
    EVENT_FIELD_HEAD,
    FIELD(EventView, seat),
    FIELD(EventView, ply),
    FIELD(EventView, move, .type = "string"),
    FIELD(EventView, lag, .flags = FIELD_OMIT, .says = "ms given back for network delay"),
    EVENT_FIELD_CLOCKS,
};
static const Field ASK_FIELDS[] = {
    EVENT_FIELD_HEAD,
    FIELD(EventView, seat),
    FIELD(EventView, to, .says = "how many plies would be left"),
};
static const Field TAKEN_BACK_FIELDS[] = {
    EVENT_FIELD_HEAD,
    FIELD(EventView, plies, .says = "how many plies are left"),
    EVENT_FIELD_CLOCKS,
};
static const Field LEFT_FIELDS[] = {
    EVENT_FIELD_HEAD,
    FIELD(EventView, seat),
    FIELD(EventView, reason, .as = AS_WORD, .word_of = leave_word),
    EVENT_FIELD_CLOCKS,
};
static const Field END_FIELDS[] = {
    EVENT_FIELD_HEAD,
    FIELD_SHAPE(EventView, result, &RESULT_VIEW, .flags = FIELD_INLINE),
    FIELD_ARRAY(EventView, change, changes, &CHANGE_SLOT, .key = "ratings", .flags = FIELD_OMIT),
    FIELD(EventView, uncounted, .flags = FIELD_OMIT, .type = UNCOUNTED_TYPE),
    EVENT_FIELD_CLOCKS,
};
static const Field DECLINED_FIELDS[] = {
    EVENT_FIELD_HEAD,
    FIELD(EventView, seat),
    FIELD(EventView, reason, .as = AS_WORD, .word_of = decline_word),
};
static const Shape SEATED = NAMED("SeatEvent", EventView, SEATED_FIELDS);
static const Shape PAUSED = NAMED("PauseEvent", EventView, PAUSE_FIELDS);
static const Shape SAT = NAMED("SitEvent", EventView, SIT_FIELDS);
static const Shape STARTED = NAMED("StartEvent", EventView, START_FIELDS);
static const Shape MOVED = NAMED("MoveEvent", EventView, MOVED_FIELDS);
static const Shape ASKED = NAMED("AskEvent", EventView, ASK_FIELDS);
static const Shape TAKEN_BACK = NAMED("TakebackEvent", EventView, TAKEN_BACK_FIELDS);
static const Shape LEFT = NAMED("LeaveEvent", EventView, LEFT_FIELDS);
static const Shape ENDED = NAMED("EndEvent", EventView, END_FIELDS);
static const Shape DECLINED = NAMED("DeclineEvent", EventView, DECLINED_FIELDS);

static const Shape *const EVENT_SHAPES[EVENT_KINDS] = {
    [EVENT_SIT] = &SAT,       [EVENT_STAND] = &SEATED,
    [EVENT_START] = &STARTED, [EVENT_MOVE] = &MOVED,
    [EVENT_DRAW] = &SEATED,   [EVENT_NODRAW] = &SEATED,
    [EVENT_ASK] = &ASKED,     [EVENT_AGREE] = &SEATED,
    [EVENT_NOASK] = &SEATED,  [EVENT_TAKEBACK] = &TAKEN_BACK,
    [EVENT_LEAVE] = &LEFT,    [EVENT_END] = &ENDED,
    [EVENT_PAUSE] = &PAUSED,  [EVENT_DECLINE] = &DECLINED,
};

static void clocks_of(ClocksView *view, const News *news)
{
    view->clocks = clocks_view(view->clock, news->clock, room_players(news->room));
    view->turn = news->turn;
    view->now = news->now;
}

void game_write_event(Json *json, const News *news)
{
    const Event *event = news->event;
    const Room *room = news->room;
    EventView view;
    view.head =
        (EventHead){ .t = "event", news->game, event->number, event_name(event->kind), event->at };
    view.seat = event->seat;
    switch (event->kind) {
    case EVENT_SIT: seat_view(&view.person, &room->seat[event->seat]); break;
    case EVENT_START: view.sitters = seats_view(view.sitter, room); break;
    case EVENT_MOVE:
        view.ply = (int)event->ply;
        view.move = event->move;
        view.lag = (int)event->lag_ms;
        break;
    case EVENT_ASK: view.to = (int)room->match.takeback_to; break;
    case EVENT_TAKEBACK: view.plies = (int)event->plies; break;
    case EVENT_LEAVE: view.reason = (int)event->reason; break;
    case EVENT_DECLINE: view.reason = (int)event->decline; break;
    case EVENT_END:
        result_view(&view.result, room);
        view.changes = changes_view(view.change, room);
        view.uncounted = uncounted_name((Uncounted)room->uncounted);
        break;
    case EVENT_STAND:
    case EVENT_DRAW:
    case EVENT_NODRAW:
    case EVENT_AGREE:
    case EVENT_NOASK:
    case EVENT_PAUSE:
    case EVENT_KINDS: break;
    }
    clocks_of(&view.clocks, news);
    js_shape(json, NULL, EVENT_SHAPES[event->kind], &view, NULL);
}

typedef struct HereView {
    const char *t;
    i64 game;
    struct HereSlot {
        bool here;
    } here[PLAYERS_MAX];
    struct ClaimSlot {
        i64 at;
    } claim[PLAYERS_MAX];
    int seats;
} HereView;
typedef struct HereSlot HereSlot;
typedef struct ClaimSlot ClaimSlot;
static const Field HERE_SLOT_FIELDS[] = { FIELD(HereSlot, here) };
static const Field CLAIM_SLOT_FIELDS[] = { FIELD(ClaimSlot, at, .as = AS_TIME, .flags = FIELD_NULL,
                                                 .none = CLOCK_NEVER) };
static const Shape HERE_SLOT = SHAPE_BARE(HereSlot, HERE_SLOT_FIELDS);
static const Shape CLAIM_SLOT = SHAPE_BARE(ClaimSlot, CLAIM_SLOT_FIELDS);
static const Field HERE_FIELDS[] = {
    FIELD(HereView, t, .type = "string"),
    FIELD(HereView, game, .as = AS_GAME, .type = "string"),
    FIELD_ARRAY(HereView, here, seats, &HERE_SLOT),
    FIELD_ARRAY(HereView, claim, seats, &CLAIM_SLOT,
                .says = "when others may claim the game, if it is that player's turn"),
};
static const Shape HERE_VIEW = NAMED("Here", HereView, HERE_FIELDS);

void game_write_here(Json *json, const Room *room)
{
    HereView view = { .t = "here", .game = room->id, .seats = room_players(room) };
    for (int seat = 0; seat < view.seats; seat++) {
        view.here[seat] = (HereSlot){ room->seat[seat].here || room->seat[seat].level };
        view.claim[seat] = (ClaimSlot){ room_claim_at(room, seat) };
    }
    js_shape(json, NULL, &HERE_VIEW, &view, NULL);
}

typedef struct WaitingView {
    const char *t;
    i64 game;
    bool waiting;
    ClocksView clocks;
} WaitingView;
static const Field WAITING_FIELDS[] = {
    FIELD(WaitingView, t, .type = "string"),
    FIELD(WaitingView, game, .as = AS_GAME, .type = "string"),
    FIELD(WaitingView, waiting),
    FIELD_SHAPE(WaitingView, clocks, &CLOCKS_VIEW, .flags = FIELD_INLINE),
};
static const Shape WAITING_VIEW = NAMED("Waiting", WaitingView, WAITING_FIELDS);

void game_write_waiting(Json *json, const News *news)
{
    WaitingView view = { .t = "waiting", news->game, news->room->frozen_ms != 0 };
    clocks_of(&view.clocks, news);
    js_shape(json, NULL, &WAITING_VIEW, &view, NULL);
}

typedef struct WatchersView {
    const char *t;
    i64 game;
    int n;
} WatchersView;
static const Field WATCHERS_FIELDS[] = {
    FIELD(WatchersView, t, .type = "string"),
    FIELD(WatchersView, game, .as = AS_GAME, .type = "string"),
    FIELD(WatchersView, n, .says = "sockets that watch without playing"),
};
static const Shape WATCHERS_VIEW = NAMED("Watchers", WatchersView, WATCHERS_FIELDS);

void game_write_watchers(Json *json, i64 game, int watchers)
{
    const WatchersView view = { .t = "watchers", game, watchers };
    js_shape(json, NULL, &WATCHERS_VIEW, &view, NULL);
}

typedef struct RematchView {
    const char *t;
    i64 game, next;
} RematchView;
static const Field REMATCH_FIELDS[] = {
    FIELD(RematchView, t, .type = "string"),
    FIELD(RematchView, game, .as = AS_GAME, .type = "string"),
    FIELD(RematchView, next, .as = AS_GAME, .type = "string"),
};
static const Shape REMATCH_VIEW = NAMED("Rematch", RematchView, REMATCH_FIELDS);

void game_write_rematch(Json *json, i64 game, i64 next)
{
    const RematchView view = { .t = "rematch", game, next };
    js_shape(json, NULL, &REMATCH_VIEW, &view, NULL);
}
