// SPDX-License-Identifier: MIT
// From a decision to its commit and its consequences: the room changes, and news is published.
#include "server/games/live/rooms_internal.h"

#include "base/bits.h"
#include "server/games/correspondence_ops.h"
#include "server/games/game_ops.h"
#include "server/games/rating_ops.h"

#include <stdlib.h>
#include <string.h>

enum {
    WRITES_MAX = 1 + EVENTS_AT_ONCE + PLAYERS_MAX + 1 + 3 * PLAYERS_MAX + 1,
    ID_DRAWS = 16,
    TRIES_MAX = 8, // of an action that loses against other nodes
};
static const i64 AFTER_FAILURE_MS = 1000;    // before the next attempt
static const i64 GAME_IDS = 218340105584896; // 62^8

// --- writes --------------------------------------------------------------------------------------

typedef union CommitArgs {
    NewGame game;
    StoredEvent event;
    GameEnd end;
    StoredSeat seat;
    SeatKey key;
    NewChange change;
    StoredFlag flag;
    LinesKey lines;
    LinesRequired required;
} CommitArgs;

// One call of store_write, with the arguments and texts it points to.
typedef struct CommitBatch {
    StoreWrite write[WRITES_MAX];
    CommitArgs args[WRITES_MAX];
    int count;
    int bodies;
    bool overflow; // a write or a text did not fit: the batch must not be stored
    char body[EVENTS_AT_ONCE][EVENT_TEXT_MAX];
    char setup[SETUP_TEXT_MAX];
    char result[RESULT_TEXT_MAX];
} CommitBatch;

static void batch_begin(CommitBatch *batch)
{
    batch->count = batch->bodies = 0;
    batch->overflow = false;
}

#define add(batch, op, args) add_copy((batch), (op), (args), sizeof *(args))
static void add_copy(CommitBatch *batch, const StoreOp *op, const void *args, size_t size)
{
    batch->overflow |= batch->count == WRITES_MAX;
    if (batch->overflow) return;
    int i = batch->count++;
    memcpy(&batch->args[i], args, size);
    batch->write[i] = store_op_of(op, &batch->args[i], size);
}

static bool store_batch(Rooms *rooms, const CommitBatch *batch, StoreDone *done, void *context)
{
    if (batch->overflow && rooms->setup.say)
        rooms->setup.say(rooms->setup.context, "a change of a game is too large to be stored");
    return !batch->overflow &&
           store_write(rooms->setup.store, batch->write, batch->count, done, context);
}

static void add_seat(CommitBatch *batch, const Room *room, int seat, i64 person)
{
    const StoredSeat taken = { room->id, seat, person };
    const SeatKey empty = { room->id, seat };
    if (person)
        add(batch, &GAME_OPS[GAMES_SIT], &taken);
    else
        add(batch, &GAME_OPS[GAMES_STAND], &empty);
}

// Adds the event's changes to the stored seats. `before` is the room without it, NULL for a new
// game.
static void add_seats(CommitBatch *batch, const Room *room, const Room *before, const Event *event)
{
    if (event->kind == EVENT_SIT) add_seat(batch, room, event->seat, event->person);
    if (event->kind == EVENT_STAND) add_seat(batch, room, event->seat, 0);
    for (int i = 0; event_swaps(event) && i < room_players(room); i++)
        add_seat(batch, room, i, before->seat[!i].person);
    if (event->kind != EVENT_START) return;
    for (int i = 0; i < room_players(room); i++) {
        i64 person = event->sitter[i].person;
        if (person || (before && before->seat[i].person)) add_seat(batch, room, i, person);
    }
}

static void add_event(CommitBatch *batch, const Room *room, const Event *event)
{
    batch->overflow |= batch->bodies == EVENTS_AT_ONCE;
    if (batch->overflow) return;
    char *body = batch->body[batch->bodies++];
    Out out = out_to(body, EVENT_TEXT_MAX);
    event_write(event, room_players(room), &out);
    batch->overflow |= out.lost;
    const StoredEvent stored = { .game = room->id,
                                 .number = event->number,
                                 .kind = (int)event->kind,
                                 .ply = event->kind == EVENT_MOVE       ? event->ply
                                        : event->kind == EVENT_TAKEBACK ? (int)event->plies
                                                                        : NO_PLY,
                                 .takes_back = event->kind == EVENT_TAKEBACK,
                                 .at_ms = event->at,
                                 .body = { body, out.length } };
    add(batch, &GAME_OPS[GAMES_ADD_EVENT], &stored);
}

static void add_end(CommitBatch *batch, const Decision *decision, const Event *end)
{
    const Room *room = &decision->draft;
    Out out = out_to(batch->result, sizeof batch->result);
    room_result(room, &out);
    batch->overflow |= out.lost;
    const GameEnd ended = { .game = room->id,
                            .ended_ms = room->ended_ms,
                            .result = text_of(batch->result),
                            .reason = text_of(room_reason(room)),
                            .plies = (int)room->match.count };
    add(batch, &GAME_OPS[GAMES_END], &ended);
    for (int i = 0; end->rated && i < room_players(room); i++) {
        const NewChange change = { .step = { .person = room->seat[i].person,
                                             .variant = text_of(room_variant(room)->id),
                                             .speed = text_of(room_pool(room)),
                                             .before = decision->rated[i].before,
                                             .after = decision->rated[i].after,
                                             .at_ms = end->at },
                                   .game = room->id,
                                   .discount = decision->discount };
        add(batch, &RATING_OPS[RATINGS_CHANGE], &change);
    }
    if (decision->circle) {
        const StoredFlag flag = { .game = room->id,
                                  .person = decision->circle,
                                  .kind = text_of("circle"),
                                  .detail = text_of("opponents who play nobody else"),
                                  .at_ms = end->at };
        add(batch, &GAME_OPS[GAMES_ADD_FLAG], &flag);
    }
    for (int i = 0; decision->shared && i < room_players(room); i++) {
        const StoredFlag flag = { .game = room->id,
                                  .person = room->seat[i].person,
                                  .kind = text_of("shared"),
                                  .detail = text_of(end->rated ? "rated" : "not rated"),
                                  .at_ms = end->at };
        add(batch, &GAME_OPS[GAMES_ADD_FLAG], &flag);
    }
}

// Drops the conditional moves for a game that is over.
static void add_lines_gone(CommitBatch *batch, const Room *room)
{
    for (int i = 0; conditional_fit(room->speed) && i < room_players(room); i++) {
        const LinesKey lines = { room->seat[i].person, room->id };
        if (lines.person) add(batch, &CORRESPONDENCE_OPS[CONDITIONAL_END], &lines);
    }
}

// A conditional move is made only if its lines have not changed since they were read.
static void add_lines_same(CommitBatch *batch, const ActiveRoom *active)
{
    const ConditionalFound *found = active->found;
    const LinesRequired required = { found->person,
                                     active->room.id,
                                     { found->body, found->length } };
    add(batch, &CORRESPONDENCE_OPS[CONDITIONAL_REQUIRE], &required);
}

static void add_decision(CommitBatch *batch, const Decision *decision, const Room *before)
{
    for (int i = 0; i < decision->count; i++) {
        const Event *event = &decision->event[i];
        add_event(batch, &decision->draft, event);
        // A start that follows when a player sits down names all seats.
        bool told = i + 1 < decision->count && decision->event[i + 1].kind == EVENT_START;
        if (!told) add_seats(batch, &decision->draft, before, event);
        if (event->kind == EVENT_END) add_end(batch, decision, event);
        if (event->kind == EVENT_END) add_lines_gone(batch, &decision->draft);
    }
}

// `before` is the game that it is a rematch of, or NULL.
static void add_game(CommitBatch *batch, const Room *room, const GameSetup *setup,
                     const ActiveRoom *before)
{
    Out out = out_to(batch->setup, sizeof batch->setup);
    setup_write(setup, &out);
    batch->overflow |= out.lost;
    const NewGame game = { .id = room->id,
                           .variant = text_of(room_variant(room)->id),
                           .setup = { batch->setup, out.length },
                           .speed = text_of(speed_name(room->speed)),
                           .created_ms = room->created_ms,
                           .maker = room->maker,
                           .rematch_of = room->rematch_of,
                           .rematch_after = before ? before->room.rematch : 0,
                           .rated = room->rated,
                           .open_to_all = room->open_to_all };
    add(batch, &GAME_OPS[GAMES_ADD], &game);
}

// --- after the commit ----------------------------------------------------------------------------

// The clock starts when its player sees the turn, which is now.
static bool begins_turn(const Event *event, int turn)
{
    return event->kind == EVENT_START || event->kind == EVENT_MOVE ||
           event->kind == EVENT_TAKEBACK || (event->kind == EVENT_LEAVE && event->seat == turn);
}

static bool changes_people(const Event *event)
{
    return event->kind == EVENT_SIT || event->kind == EVENT_STAND || event->kind == EVENT_START ||
           event->kind == EVENT_DECLINE;
}

void active_room_apply(ActiveRoom *active, const Event *events, int count, const Match *played)
{
    Rooms *rooms = active->rooms;
    Room *room = &active->room;
    i64 now = rooms_clock(rooms);
    bool turns = false, people = false, ends = false;
    const Event *pause = NULL;
    for (int i = 0; i < count; i++) {
        people |= changes_people(&events[i]);
        ends |= events[i].kind == EVENT_END;
    }
    if (people || ends) registry_unlist(&rooms->registry, active);
    for (int i = 0; i < count; i++) {
        const Event *event = &events[i];
        Fault why;
        turns |= begins_turn(event, room_turn(room));
        rooms->counts.moves += event->kind == EVENT_MOVE;
        if (event->kind == EVENT_PAUSE) pause = event;
        Status status = played && event->kind == EVENT_MOVE
                            ? room_take_move(room, event, played, &why)
                            : room_apply(room, event, &why);
        if (status != OK) { // the draft accepted the event, so the room is inconsistent
            if (rooms->setup.say) rooms->setup.say(rooms->setup.context, why.message);
            active->behind = true;
            break;
        }
    }
    if (pause) active_room_paused(active, pause);
    if (turns && room_turn(room) >= 0 && now > room->match.now) {
        match_set_time(&room->match, now, now);
        room->turn_ms = now;
    }
    if (turns || pause) outage_turn(active, now);
    if (people) room_know(room, rooms->setup.store);
    if (ends) active->closes = now + ACTIVE_ROOM_KEEP_MS;
    if (people || ends) registry_list(&rooms->registry, active);
    conditional_schedule(active, turns);
}

// Computers answer a takeback at once. They think about a draw (computers_due).
void active_room_answer(ActiveRoom *active, const Event *event)
{
    const Room *room = &active->room;
    if (event->kind != EVENT_ASK || !rooms_owns(active, OWNS_COMPUTERS)) return;
    for (int i = 0; i < room_players(room); i++) {
        if (!room->seat[i].level || opponent_asked_takeback(&room->match, (u8)bit(i)) != i)
            continue;
        bool grants = computer_in(room, i).manners.takebacks;
        ActionKind kind = grants ? ACT_TAKEBACK : ACT_NOTAKEBACK;
        active_room_submit(active, &(ActRequest){ .action = { .kind = kind, .game = room->id },
                                                  .at = rooms_clock(active->rooms),
                                                  .server_seat = i });
    }
}

// Another node wrote the next event first: the room was read again, so judge the request again.
static void on_conflict(void *context, ActiveRoom *active, bool was_read)
{
    PendingCommit *pending = context;
    Rooms *rooms = active->rooms;
    ActRequest request = pending->request;
    bool asked = pending->asked;
    request.action.move.at = request.move;
    request.tries++;
    free(pending);
    active->busy = false;
    // Clients here have not seen the other node's events.
    if (was_read)
        rooms_publish(rooms, NEWS_RESET, &active->room, NULL, 0);
    else
        rooms_poll_later(rooms);
    if (request.lines_version) {
        conditional_schedule(active, false);
    } else if (!asked) {
        // A timeout needs no retry: it is found again if it still applies.
    } else if (was_read && request.tries < TRIES_MAX) {
        active_room_submit_first(active, &request);
    } else {
        act_refuse(rooms, &request, ERROR_FAILED, "it could not be saved", ALLOWED);
    }
    active_room_go_on(active);
}

static void on_failure(void *context, ActiveRoom *active, bool was_read)
{
    PendingCommit *pending = context;
    Rooms *rooms = active->rooms;
    (void)was_read;
    active->not_before = rooms_clock(rooms) + AFTER_FAILURE_MS;
    if (pending->request.lines_version) conditional_schedule(active, false);
    rooms_publish(rooms, NEWS_RESET, &active->room, NULL, 0);
    act_refuse(rooms, &pending->request, ERROR_FAILED, "it could not be saved", ALLOWED);
    active_room_refuse_waiting(active, ERROR_FAILED, "it could not be saved");
    active->busy = false;
    active_room_go_on(active);
    free(pending);
}

static void on_events_stored(void *context, StoreStatus status)
{
    PendingCommit *pending = context;
    ActiveRoom *active = pending->active;
    Rooms *rooms = active->rooms;
    rooms->counts.waiting--;
    if (status != STORED) {
        bool conflict = status == STORE_CONFLICT &&
                        (rooms->setup.owns || pending->request.lines_version || pending->rated);
        rooms->counts.conflicts += conflict;
        rooms->counts.failed += !conflict;
        stall_decided(rooms, status);
        // The store may be ahead of this room.
        active_room_reload(active, conflict ? on_conflict : on_failure, pending);
        return;
    }
    active_room_apply(active, pending->event, pending->count, &pending->played);
    for (int i = 0; i < pending->count; i++)
        rooms_publish(rooms, NEWS_EVENT, &active->room, &pending->event[i], 0);
    act_accept(&pending->request, active->room.id);
    for (int i = 0; i < pending->count; i++)
        active_room_answer(active, &pending->event[i]); // they queue, since the room is busy
    active->busy = false;
    stall_decided(rooms, status);
    active_room_go_on(active);
    free(pending);
}

// The request may be NULL: the server's own.
static void keep_ask(ActRequest *kept, const ActRequest *request)
{
    *kept = request ? *request : (ActRequest){ .server_seat = -1 };
    if (request) act_keep_move(kept, request);
}

static bool write_events(ActiveRoom *active, const Decision *decision, const ActRequest *request)
{
    CommitBatch batch;
    PendingCommit *pending = malloc(sizeof *pending);
    if (!pending) return false;
    *pending = (PendingCommit){ .active = active,
                                .count = decision->count,
                                .asked = request != NULL,
                                .rated = decision->rates,
                                .played = decision->draft.match };
    keep_ask(&pending->request, request);
    memcpy(pending->event, decision->event, sizeof pending->event);
    batch_begin(&batch);
    add_decision(&batch, decision, &active->room);
    if (request && request->lines_version) add_lines_same(&batch, active);
    if (!store_batch(active->rooms, &batch, on_events_stored, pending)) {
        free(pending);
        return false;
    }
    active->rooms->counts.waiting++;
    stall_sent(active->rooms);
    active->busy = true;
    return true;
}

// The end of a rated game, between reading what counts for it and the commit. One at a time: the
// next one must read what this one writes.
struct RatedEnd {
    struct RatedEnd *next;
    ActiveRoom *active;
    Decision decision;
    ActRequest request;
    bool asked;
    bool rate_shared;
};

static bool begin_rating(Rooms *rooms);

static void read_ratings(void *context, Store *reading)
{
    RatedEnd *end = context;
    decide_ratings(&end->decision, reading, end->rate_shared);
}

static void end_rated(RatedEnd *end, bool was_read)
{
    ActiveRoom *active = end->active;
    Rooms *rooms = active->rooms;
    rooms->counts.waiting--;
    end->request.action.move.at = end->request.move;
    if (!was_read || !write_events(active, &end->decision, end->asked ? &end->request : NULL)) {
        rooms->counts.failed++;
        active->busy = false;
        active->not_before = rooms_clock(rooms) + AFTER_FAILURE_MS;
        if (end->request.lines_version) conditional_schedule(active, false);
        act_refuse(rooms, &end->request, ERROR_FAILED, "it could not be saved", ALLOWED);
        active_room_go_on(active);
    }
    // Removed only now, because the calls above may have queued others behind it.
    rooms->rated_end = end->next;
    free(end);
}

static void on_ratings_read(void *context, bool was_read)
{
    RatedEnd *end = context;
    Rooms *rooms = end->active->rooms;
    stall_answered(rooms, was_read);
    end_rated(end, was_read);
    while (rooms->rated_end && !begin_rating(rooms))
        end_rated(rooms->rated_end, false);
}

static bool begin_rating(Rooms *rooms)
{
    if (!store_read(rooms->setup.store, READ_SHORT, read_ratings, on_ratings_read,
                    rooms->rated_end))
        return false;
    stall_sent(rooms);
    return true;
}

bool commit_events(ActiveRoom *active, const Decision *decision, const ActRequest *request)
{
    Rooms *rooms = active->rooms;
    if (!decision->rates) return write_events(active, decision, request);
    RatedEnd *end = malloc(sizeof *end), **last = &rooms->rated_end;
    if (!end) return false;
    *end = (RatedEnd){ .active = active,
                       .decision = *decision,
                       .asked = request != NULL,
                       .rate_shared = rooms->judge.rate_shared };
    keep_ask(&end->request, request);
    while (*last)
        last = &(*last)->next;
    *last = end;
    if (rooms->rated_end == end && !begin_rating(rooms)) {
        rooms->rated_end = NULL;
        free(end);
        return false;
    }
    rooms->counts.waiting++;
    active->busy = true;
    return true;
}

// --- new games -----------------------------------------------------------------------------------

static i64 draw_id(Rooms *rooms)
{
    const RandomSource *random = &rooms->judge.random;
    i64 id = 0;
    for (int i = 0; i < ID_DRAWS && (!id || registry_find(&rooms->registry, id)); i++)
        id = (i64)(random->random(random->context) % (u64)GAME_IDS);
    return id ? id : 1; // the store refuses a duplicate
}

// Another node has made the rematch: it is read, then the request is judged again and leads to it.
static void on_next_fetched(void *context, ActiveRoom *next, ErrorCode code, const char *text)
{
    PendingCommit *pending = context;
    ActiveRoom *before = pending->before;
    ActRequest request = pending->request;
    (void)next;
    (void)code; // if it cannot be read, the next commit is refused as well, which is bounded
    (void)text;
    request.tries++;
    free(pending);
    before->busy = false;
    if (request.tries < TRIES_MAX)
        active_room_submit_first(before, &request);
    else
        act_refuse(before->rooms, &request, ERROR_FAILED, "it could not be saved", ALLOWED);
    active_room_go_on(before);
}

static void on_rematch_known(void *context, ActiveRoom *before, bool was_read)
{
    PendingCommit *pending = context;
    (void)was_read;
    before->busy = true; // until the next game is loaded
    rooms_fetch(before->rooms, before->room.rematch, 0, on_next_fetched, pending);
}

static void on_game_stored(void *context, StoreStatus status)
{
    PendingCommit *pending = context;
    ActiveRoom *active = pending->active, *before = pending->before;
    Rooms *rooms = active->rooms;
    i64 id = active->room.id;
    rooms->coming--;
    rooms->counts.waiting--;
    if (status == STORED) {
        room_know(&active->room, rooms->setup.store);
        registry_add(&rooms->registry, active);
        active_room_apply(active, pending->event, pending->count, NULL);
        if (before) before->room.rematch = id;
        rooms_publish(rooms, NEWS_MADE, &active->room, NULL, 0);
        if (before) rooms_publish(rooms, NEWS_REMATCH, &before->room, NULL, id);
        act_accept(&pending->request, id);
        active->busy = false;
        active_room_go_on(active);
    } else if (status == STORE_CONFLICT && before) {
        rooms->counts.conflicts++;
        active_room_free(active);
        stall_decided(rooms, status);
        active_room_reload(before, on_rematch_known, pending);
        return;
    } else {
        rooms->counts.failed++;
        active_room_free(active);
        act_refuse(rooms, &pending->request, ERROR_FAILED, "it could not be saved", ALLOWED);
    }
    stall_decided(rooms, status);
    if (before) {
        before->busy = false;
        active_room_go_on(before);
    }
    free(pending);
}

void commit_new(Rooms *rooms, const GameSetup *setup, i64 maker, ActiveRoom *before,
                const ActRequest *request)
{
    CommitBatch batch;
    Decision decision;
    Room room;
    room_start(&room, setup->id ? setup->id : draw_id(rooms), maker, request->at, setup);
    decide_start(&decision, &room, &rooms->judge, request->at);
    ActiveRoom *active = active_room_new(rooms, &room);
    PendingCommit *pending = malloc(sizeof *pending);
    if (!active || !pending ||
        !timers_reserve(&rooms->timers, rooms->registry.by_id.count + (u32)rooms->coming + 1))
        goto fail;
    *pending = (PendingCommit){
        .active = active, .count = decision.count, .request = *request, .before = before
    };
    memcpy(pending->event, decision.event, sizeof pending->event);
    batch_begin(&batch);
    add_game(&batch, &room, setup, before);
    for (int i = 0; !decision.count && i < room_players(&room); i++)
        if (room.seat[i].person) add_seat(&batch, &room, i, room.seat[i].person);
    add_decision(&batch, &decision, NULL);
    if (!store_batch(rooms, &batch, on_game_stored, pending)) goto fail;
    rooms->coming++;
    rooms->counts.waiting++;
    stall_sent(rooms);
    active->busy = true;
    if (before) before->busy = true;
    return;
fail:
    free(active);
    free(pending);
    act_refuse(rooms, request, ERROR_BUSY, "the store is overloaded", ALLOWED);
}
