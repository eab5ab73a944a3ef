// SPDX-License-Identifier: MIT
#include "server/features/tournaments/held.h"

#include "platform/array.h"
#include "server/features/tournaments/tournaments_internal.h"
#include "server/games/state/room.h"

#include <stdlib.h>
#include <string.h>

enum {
    TOGETHER_MAX = 64, // asks of one commit
    TRIES_MAX = 8,
    DECISIONS_MAX = 100000000,
};
static const i64 NAMES_MS = 60000; // after which names are read again

// --- the state -----------------------------------------------------------------------------------

static void clear_pending(Held *held)
{
    for (size_t i = 0; i < held->pendings; i++) {
        free(held->pending[i].what);
        free(held->pending[i].why);
    }
    held->pendings = held->writes = held->freshes = held->notes = 0;
}

static void unload(Held *held)
{
    clear_pending(held);
    tournament_free(&held->state);
    free(held->standing);
    held->standing = NULL;
    held->standing_number = -1;
    held->peoples = 0;
    held->number = held->committed = held->idle_ms = held->paired_ms = held->named_ms = 0;
    held->looked_ms = 0;
    held->loaded = false;
}

static void free_held(Held *held)
{
    unload(held);
    free(held->people);
    free(held->pending);
    free(held->write);
    free(held->fresh);
    free(held->note);
    free(held->hint);
    free(held);
}

EntrantRow *held_person(Held *held, i64 person)
{
    size_t low = 0, high = held->peoples;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (held->people[middle].person < person)
            low = middle + 1;
        else
            high = middle;
    }
    return low < held->peoples && held->people[low].person == person ? &held->people[low] : NULL;
}

int held_entry(const Held *held, i64 person)
{
    const EntrantRow *row = person ? held_person((Held *)held, person) : NULL;
    return row && row->number <= (int)held->state.entries ? row->number - 1 : -1;
}

bool held_organises(const Held *held, i64 person)
{
    const EntrantRow *row = person ? held_person((Held *)held, person) : NULL;
    return person && (person == held->row.maker || (row && row->role == ROLE_HELPER));
}

bool held_may_see(const Held *held, i64 person)
{
    if (!held->row.hidden || held_organises(held, person)) return true;
    const EntrantRow *row = person ? held_person((Held *)held, person) : NULL;
    return row && row->role != ROLE_BARRED && (row->number > 0 || row->role == ROLE_INVITED);
}

i64 held_player(const Held *held, int entry, int which)
{
    return held->state.entry[entry].person[which];
}

const Standing *held_standing(Held *held)
{
    if (held->standing && held->standing_number == held->number) return held->standing;
    Standing *standing =
        realloc(held->standing, (held->state.entries + 1) * sizeof *held->standing);
    if (!standing) return NULL;
    held->standing = standing;
    held->standing_number = held->number;
    if (tournament_rank(&held->state, standing)) return standing;
    held->standing_number = -1;
    return NULL;
}

// The name of an entry, which the log doesn't have: a person can change it, and be deleted.
static void name_entry(Held *held, const EntrantRow *row)
{
    if (row->number < 1 || row->number > (int)held->state.entries) return;
    Entry *entry = &held->state.entry[row->number - 1];
    if (entry->kind != ENTRY_PERSON && entry->kind != ENTRY_BOT) return;
    Out out = out_to(entry->name, sizeof entry->name);
    entry->person[0] = row->person;
    if (row->name[0])
        out_str(&out, row->name);
    else
        out_format(&out, "Guest %d", row->number);
}

static void name_entries(Held *held)
{
    for (size_t i = 0; i < held->state.entries; i++) {
        Entry *entry = &held->state.entry[i];
        if (entry->kind != ENTRY_PERSON && entry->kind != ENTRY_BOT) continue;
        entry->person[0] = 0;
        memcpy(entry->name, "?", sizeof "?");
    }
    for (size_t i = 0; i < held->peoples; i++)
        name_entry(held, &held->people[i]);
}

// Keeps them in the order of the persons.
static EntrantRow *add_person(Held *held, i64 person)
{
    EntrantRow *found = held_person(held, person);
    if (found) return found;
    EntrantRow *more =
        array_grow(held->people, &held->people_capacity, held->peoples + 1, sizeof *more);
    if (!more) return NULL;
    held->people = more;
    size_t at = held->peoples++;
    while (at > 0 && more[at - 1].person > person) {
        more[at] = more[at - 1];
        at--;
    }
    more[at] = (EntrantRow){ .person = person };
    return &more[at];
}

static bool see_person(void *context, const void *row)
{
    Held *held = context;
    EntrantRow *more =
        array_grow(held->people, &held->people_capacity, held->peoples + 1, sizeof *more);
    if (!more) return false;
    held->people = more;
    more[held->peoples++] = *(const EntrantRow *)row;
    return true;
}

static bool starts_with(Text text, const char *word)
{
    size_t length = strlen(word);
    return text.length >= length && memcmp(text.at, word, length) == 0;
}

static Status apply(Held *held, i64 at_ms, Text what, Fault *why)
{
    size_t open = held->state.unfinished;
    Status status = tournament_apply(&held->state, at_ms, what, why);
    if (status != OK) return status;
    if (starts_with(what, "pair ")) held->paired_ms = at_ms;
    if ((open && !held->state.unfinished) || starts_with(what, "start ")) held->idle_ms = at_ms;
    if (starts_with(what, "end")) held->row.at_ms = at_ms;
    held->number++;
    return OK;
}

typedef struct Replay {
    Held *held;
    bool broken;
    Fault why;
} Replay;

static bool see_decision(void *context, const void *row)
{
    Replay *replay = context;
    const DecisionRow *decision = row;
    if (decision->number != replay->held->number + 1 ||
        apply(replay->held, decision->at_ms, decision->what, &replay->why) != OK)
        replay->broken = true;
    return !replay->broken;
}

// Reads what is new in the store. False if the state isn't usable.
static bool catch_up(Held *held, Store *reading, i64 now_ms)
{
    TournamentRow row;
    const TournamentArg arg = { held->id };
    StoreStatus status = store_look(reading, &TOURNAMENT_OPS[TOURNAMENTS_ROW], &arg, &row);
    held->there = status == STORED;
    if (status != STORED) return status == STORE_CONFLICT;
    if (!held->loaded) unload(held);
    i64 ended_ms = held->loaded ? held->row.at_ms : row.at_ms;
    bool fresh = !held->loaded;
    held->row = row;
    if (held->loaded && held->state.phase == PHASE_OVER) held->row.at_ms = ended_ms;
    Replay replay = { .held = held };
    if (fresh && !settings_read(text_of(row.settings), &held->settings)) return false;
    held->loaded = true;
    bool behind = row.number > held->number;
    if (behind)
        store_select(reading, &TOURNAMENT_OPS[TOURNAMENTS_LOG],
                     &(LogWanted){ held->id, held->number, DECISIONS_MAX }, see_decision, &replay);
    if (replay.broken || held->number < row.number) {
        unload(held);
        return false;
    }
    if (fresh || behind || held->stale || now_ms - held->named_ms > NAMES_MS) {
        held->peoples = 0;
        held->stale = false;
        held->named_ms = now_ms;
        store_select(reading, &TOURNAMENT_OPS[TOURNAMENTS_PEOPLE], &arg, see_person, held);
        name_entries(held);
    }
    held->committed = held->number;
    if (!store_failed(reading)) return true;
    unload(held);
    return false;
}

// --- deciding ------------------------------------------------------------------------------------

void ask_refuse(Ask *ask, ErrorCode code, const char *why)
{
    ask->code = code;
    fault(&ask->why, ILLEGAL, "%s", why);
}

static char *copy_text(Text text)
{
    char *copy = malloc(text.length + 1);
    if (!copy) return NULL;
    if (text.length) memcpy(copy, text.at, text.length);
    copy[text.length] = '\0';
    return copy;
}

Status held_try(Held *held, i64 now_ms, i64 by, Text what, Text why, Fault *refusal)
{
    PendingDecision *more =
        array_grow(held->pending, &held->pending_capacity, held->pendings + 1, sizeof *more);
    if (!more) return fault(refusal, FULL, "out of memory");
    held->pending = more;
    PendingDecision decision = { .at_ms = now_ms,
                                 .by = by,
                                 .what = copy_text(what),
                                 .why = copy_text(why),
                                 .length = what.length,
                                 .why_length = why.length };
    Status status = decision.what && decision.why
                        ? apply(held, now_ms, (Text){ decision.what, what.length }, refusal)
                        : fault(refusal, FULL, "out of memory");
    if (status != OK) {
        free(decision.what);
        free(decision.why);
        return status;
    }
    more[held->pendings++] = decision;
    return OK;
}

bool held_decide(Held *held, Ask *ask, i64 by, Text what, Text why)
{
    Status status = held_try(held, ask->now_ms, by, what, why, &ask->why);
    if (status == OK) return true;
    ask->code = status == FULL        ? ERROR_FAILED
                : status == MALFORMED ? ERROR_MALFORMED
                                      : ERROR_FORBIDDEN;
    return false;
}

void held_write(Held *held, const StoreOp *op, const void *args, size_t size)
{
    PendingWrite *more =
        array_grow(held->write, &held->write_capacity, held->writes + 1, sizeof *more);
    if (!more || size > ENTRANT_ARGS) return;
    held->write = more;
    more[held->writes] = (PendingWrite){ .op = op };
    memcpy(more[held->writes++].args, args, size);
}

bool held_seat(Held *held, const EntrantRow *row, bool role)
{
    EntrantRow *place = add_person(held, row->person);
    if (!place) return false;
    bool is_new = !place->kind && !place->name[0];
    if (is_new || !role) {
        place->number = row->number;
        place->kind = row->kind;
        memcpy(place->name, row->name, sizeof place->name);
    }
    if (is_new || role) place->role = row->role;
    const Participant args = { held->id, row->person, place->number, place->role };
    held_write(held, &TOURNAMENT_OPS[role ? TOURNAMENTS_SET_ROLE : TOURNAMENTS_ENTER], &args,
               sizeof args);
    name_entry(held, place);
    return true;
}

// --- the queue -----------------------------------------------------------------------------------

static void run(Held *held);

static void work(void *context, Store *reading)
{
    Held *held = context;
    bool usable = catch_up(held, reading, held->running->now_ms);
    for (Ask *ask = held->running; ask; ask = ask->next) {
        ask->code = ERROR_NONE;
        if (!usable)
            ask_refuse(ask, ERROR_FAILED, "the tournament cannot be read");
        else if (!held->there)
            ask_refuse(ask, ERROR_NOT_FOUND, "there is no such tournament");
        else
            ask->job(ask, held, reading);
    }
}

// The asks that ran are decided.
static void end_asks(Held *held)
{
    Ask *ask = held->running;
    held->running = NULL;
    held->busy = false;
    clear_pending(held);
    while (ask) {
        Ask *next = ask->next;
        ask->done(ask);
        ask = next;
    }
    run(held);
}

static void refuse_running(Held *held, ErrorCode code, const char *why)
{
    for (Ask *ask = held->running; ask; ask = ask->next)
        if (ask->code == ERROR_NONE) ask_refuse(ask, code, why);
}

static void committed(void *context, StoreStatus status)
{
    Held *held = context;
    Tournaments *all = held->all;
    if (status == STORED) {
        bool decided = held->pendings > 0;
        all->decisions += held->pendings;
        held->committed = held->seen = held->number;
        tables_make(all, held);
        if (decided) subscribers_tell(all, held->id, held->number);
        end_asks(held);
        if (decided) tournament_drive(all, held->id);
        return;
    }
    unload(held);
    if (status == STORE_CONFLICT && held->running->tries < TRIES_MAX && !all->stopping) {
        // Another node decided first: the jobs run again on what it decided.
        all->conflicts++;
        Ask *last = held->running;
        for (Ask *ask = held->running; ask; ask = ask->next) {
            ask->tries++;
            last = ask;
        }
        last->next = held->first;
        if (!held->first) held->last = last;
        held->first = held->running;
        held->running = NULL;
        held->busy = false;
        run(held);
        return;
    }
    refuse_running(held, ERROR_FAILED, "it could not be saved; try again");
    end_asks(held);
}

static bool commit(Held *held)
{
    size_t count = (held->pendings ? held->pendings + 1 : 0) + held->writes, next = 0;
    StoreWrite *writes = malloc(count * sizeof *writes);
    NewDecision *decisions = malloc((held->pendings + 1) * sizeof *decisions);
    i64 before = held->number - (i64)held->pendings;
    const Tournament *state = &held->state;
    const TournamentStep step = { .tournament = held->id,
                                  .before = before,
                                  .number = held->number,
                                  .phase = state->phase,
                                  .entries = (int)state->entries,
                                  .at_ms = state->phase == PHASE_PLAY ? state->start_ms
                                                                      : held->row.at_ms };
    bool ok = writes && decisions;
    if (ok && held->pendings) writes[next++] = store_op(&TOURNAMENT_OPS[TOURNAMENTS_STEP], &step);
    for (size_t i = 0; ok && i < held->pendings; i++) {
        const PendingDecision *one = &held->pending[i];
        decisions[i] = (NewDecision){ .tournament = held->id,
                                      .number = before + 1 + (i64)i,
                                      .at_ms = one->at_ms,
                                      .person = one->by,
                                      .what = { one->what, one->length },
                                      .why = { one->why, one->why_length } };
        writes[next++] = store_op(&TOURNAMENT_OPS[TOURNAMENTS_DECIDE], &decisions[i]);
    }
    for (size_t i = 0; ok && i < held->writes; i++)
        writes[next++] =
            store_op_of(held->write[i].op, held->write[i].args, held->write[i].op->args->size);
    ok = ok && store_write(held->all->app->store, writes, (int)count, committed, held);
    free(writes);
    free(decisions);
    return ok;
}

static void worked(void *context, bool was_read)
{
    Held *held = context;
    if (!was_read) {
        unload(held);
        refuse_running(held, ERROR_BUSY, "the server is stopping");
        end_asks(held);
    } else if (!held->pendings && !held->writes) {
        tables_make(held->all, held);
        end_asks(held);
    } else if (!commit(held)) {
        unload(held);
        refuse_running(held, ERROR_BUSY, "the server is overloaded; try again in a moment");
        end_asks(held);
    }
}

// The first asks of one kind.
static void take(Held *held)
{
    Ask *last = held->first;
    for (int count = 1; count < TOGETHER_MAX && last->next; count++) {
        if (last->next->decides != held->first->decides) break;
        last = last->next;
    }
    held->running = held->first;
    held->first = last->next;
    if (!held->first) held->last = NULL;
    last->next = NULL;
    held->busy = true;
}

static void run(Held *held)
{
    while (!held->busy && held->first) {
        take(held);
        if (store_read(held->all->app->store, READ_LONG, work, worked, held)) return;
        refuse_running(held, ERROR_BUSY, "the server is overloaded; try again in a moment");
        Ask *ask = held->running;
        held->running = NULL;
        held->busy = false;
        while (ask) {
            Ask *next = ask->next;
            ask->done(ask);
            ask = next;
        }
    }
}

Held *held_find(Tournaments *all, i64 tournament)
{
    return (Held *)hash_first(&all->held, (u64)tournament);
}

Held *held_open(Tournaments *all, i64 tournament)
{
    Held *held = held_find(all, tournament);
    if (held) return held;
    held = calloc(1, sizeof *held);
    if (!held) return NULL;
    *held = (Held){ .all = all, .id = tournament, .standing_number = -1 };
    hash_add_first(&all->held, &held->link, (u64)tournament);
    held->next_held = all->first_held;
    if (all->first_held) all->first_held->previous_held = held;
    all->first_held = held;
    all->count++;
    return held;
}

void held_drop(Held *held)
{
    hash_remove(&held->all->held, &held->link);
    if (held->next_held) held->next_held->previous_held = held->previous_held;
    if (held->previous_held)
        held->previous_held->next_held = held->next_held;
    else
        held->all->first_held = held->next_held;
    held->all->count--;
    free_held(held);
}

void held_unload(Held *held)
{
    if (!held->busy) unload(held);
}

void held_ask(Tournaments *all, Ask *ask)
{
    Held *held = held_open(all, ask->tournament);
    ask->code = ERROR_NONE;
    ask->next = NULL;
    if (!held || all->stopping) {
        ask_refuse(ask, held ? ERROR_BUSY : ERROR_FAILED,
                   held ? "the server is stopping" : "out of memory");
        ask->done(ask);
        return;
    }
    held->used_ms = app_now(all->app);
    if (held->last)
        held->last->next = ask;
    else
        held->first = ask;
    held->last = ask;
    run(held);
}
