// SPDX-License-Identifier: MIT
// A room at work. While something waits for its commit, what is asked for meanwhile waits too.
#include "server/playing.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

enum { WAITING_MOST = 32, LAG_MOST = 10000 };
static const i64 RETRY_MS = 200; // when there was no room for what is due

// --- answers -------------------------------------------------------------------------------------

void ask_refuse(Play *play, const Ask *ask, Code code, const char *text, Refusal refusal)
{
    play->counts.refused += ask->done != NULL;
    const ActResult result = {
        .code = code, .text = text, .refusal = refusal, .game = ask->action.game
    };
    if (ask->done) ask->done(ask->context, &result);
}

void ask_accept(const Ask *ask, i64 game)
{
    const ActResult result = { .code = CODE_OK, .text = "", .game = game };
    if (ask->done) ask->done(ask->context, &result);
}

// --- waiting -------------------------------------------------------------------------------------

static Ask *add_waiting(Table *table, const Ask *ask)
{
    Ask *waiting = table->waiting < WAITING_MOST ? malloc(sizeof *waiting) : NULL;
    if (!waiting) {
        ask_refuse(table->play, ask, CODE_BUSY, "too much at once in this game", ALLOWED);
        return NULL;
    }
    *waiting = *ask;
    Text *move = &waiting->action.move;
    if (move->length) memcpy(waiting->move, move->at, move->length);
    move->at = waiting->move;
    table->waiting++;
    table->play->counts.waiting++;
    return waiting;
}

static void wait_last(Table *table, const Ask *ask)
{
    Ask *waiting = add_waiting(table, ask);
    if (!waiting) return;
    waiting->next = NULL;
    *table->end = waiting;
    table->end = &waiting->next;
}

// It was its turn, but something else came before it.
static void wait_first(Table *table, const Ask *ask)
{
    Ask *waiting = add_waiting(table, ask);
    if (!waiting) return;
    waiting->next = table->first;
    if (!table->first) table->end = &waiting->next;
    table->first = waiting;
}

static bool take_waiting(Table *table, Ask *ask)
{
    Ask *first = table->first;
    if (!first) return false;
    *ask = *first;
    ask->action.move.at = ask->move;
    table->first = first->next;
    if (!table->first) table->end = &table->first;
    table->waiting--;
    table->play->counts.waiting--;
    free(first);
    return true;
}

void table_refuse_waiting(Table *table, Code code, const char *text)
{
    Ask ask;
    for (int left = table->waiting; left > 0 && take_waiting(table, &ask); left--)
        ask_refuse(table->play, &ask, code, text, ALLOWED);
}

// --- judging -------------------------------------------------------------------------------------

// Who acts is there, also without a socket, and this far away.
static void note_presence(Room *room, const Ask *ask)
{
    int seat = room_seat_of(room, ask->action.person);
    i64 lag = ask->action.lag_ms;
    if (seat < 0) return;
    room->seat[seat].away_since = ask->at;
    room->seat[seat].lag_ms = (i32)(lag < 0 ? 0 : lag < LAG_MOST ? lag : LAG_MOST);
}

// What was due by the instant `at` happens first. False if the store has no room for it; if there
// was something the table is busy with it from now on.
static bool settle_due(Table *table, i64 at)
{
    Due due;
    i64 when = room_due(&table->room, &due);
    if (due == DUE_NOTHING || when > at) return true;
    Decision decision;
    decide_due(&decision, &table->room, &table->play->judge, due, when);
    if (commit_events(table, &decision, NULL)) return true;
    table->not_before = play_clock(table->play) + RETRY_MS;
    return false;
}

static void judge(Table *table, const Ask *ask)
{
    Play *play = table->play;
    Room *room = &table->room;
    Decision decision;
    if (play->stopping) return ask_refuse(play, ask, CODE_BUSY, "the server stops", ALLOWED);
    note_presence(room, ask);
    if (!settle_due(table, ask->at))
        return ask_refuse(play, ask, CODE_BUSY, "the store does not keep up", ALLOWED);
    if (table->busy) return wait_first(table, ask);
    if (ask->action.kind == ACT_REMATCH) return table_rematch(table, ask);
    Fault why;
    if (ask->action.kind == ACT_MOVE && room->state == ROOM_LIVE && room_grow(room, &why) != OK)
        return ask_refuse(play, ask, CODE_FULL, why.message, ALLOWED);
    decide_action(&decision, room, &play->judge, ask);
    if (decision.code != CODE_OK)
        ask_refuse(play, ask, decision.code, decision.why.message,
                   decision.code == CODE_ILLEGAL_MOVE ? (Refusal)decision.why.code : ALLOWED);
    else if (!decision.count)
        ask_accept(ask, room->id);
    else if (!commit_events(table, &decision, ask))
        ask_refuse(play, ask, CODE_BUSY, "the store does not keep up", ALLOWED);
}

// --- what comes next -----------------------------------------------------------------------------

// When to try again, or CLOCK_NEVER if the answer will come by itself.
static i64 start_thinking(Table *table, i64 now)
{
    if (table->thinking || !table->play->computers) return CLOCK_NEVER;
    table->thinking = computers_ask(table->play->computers, &table->room, now);
    return table->thinking ? CLOCK_NEVER : now + RETRY_MS;
}

// Sets the timer for what is due next, or starts a computer whose turn it is.
static void arm(Table *table)
{
    Play *play = table->play;
    const Room *room = &table->room;
    i64 now = play_clock(play), when = CLOCK_NEVER;
    int turn = room_turn(room);
    Due due;
    if (table->busy) {
        // The commit will arm it.
    } else if (room->state == ROOM_OVER) {
        when = table->closes;
    } else if (turn >= 0 && room->seat[turn].level) {
        when = now < table->not_before ? table->not_before : start_thinking(table, now);
    } else {
        when = room_due(room, &due);
        if (when < table->not_before) when = table->not_before;
    }
    if (when == CLOCK_NEVER)
        timer_clear(&play->timers, &table->timer);
    else
        timer_set(&play->timers, &table->timer, when);
    play_rewake(play);
}

void table_go_on(Table *table)
{
    Ask ask;
    while (!table->busy && take_waiting(table, &ask))
        judge(table, &ask);
    arm(table);
}

void table_ask(Table *table, const Ask *ask)
{
    if (table->busy || table->first) return wait_last(table, ask);
    judge(table, ask);
    table_go_on(table);
}

static void close_table(Table *table)
{
    Play *play = table->play;
    play_tell(play, NEWS_CLOSED, &table->room, NULL, 0);
    hall_remove(&play->hall, table);
    table_free(table);
}

void table_due(Table *table)
{
    i64 now = play_clock(table->play);
    if (table->busy) return;
    if (table->room.state == ROOM_OVER && now >= table->closes) return close_table(table);
    if (now >= table->not_before) settle_due(table, now);
    arm(table);
}
