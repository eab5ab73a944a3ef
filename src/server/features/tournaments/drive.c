// SPDX-License-Identifier: MIT
// Drives tournaments: starts them, pairs rounds, creates the games of tables, records their results
// and ends them. One node drives a tournament, as one node keeps a game's time. The store refuses
// decisions of another node, so a second driver does no harm.
#include "server/features/tournaments/tournaments_internal.h"

#include "tournament/formats/arena.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEPS_MAX = 200,  // decisions of one drive
    ARENA_LARGE = 50, // entries, from which an arena pairs several at a time
};
static const i64 LOOK_MS = 30000, GATHER_MS = 2000, HINT_MS = 1500, AGAIN_MS = 5000;

typedef struct Drive {
    Ask ask;
    Tournaments *all;
    Held *held;
    GameHint *hint;
    size_t hints;
    i64 next_ms; // when to drive it again, as far as the job ran
} Drive;

static void at_earliest(Held *held, i64 ms)
{
    if (ms && (!held->plan_ms || ms < held->plan_ms)) held->plan_ms = ms;
}

// --- rounds --------------------------------------------------------------------------------------

// When the next round may be paired, once the one before is over; 0: only by hand.
static i64 round_ms(const Held *held)
{
    const Settings *settings = &held->settings;
    const Tournament *t = &held->state;
    if (settings->pace == PACE_HAND) return 0;
    if (!t->rounds || settings->pace == PACE_APPOINTMENT) return 1;
    if (settings->pace == PACE_TIMER) return held->idle_ms + settings->pause_s * (i64)1000;
    return held->paired_ms + settings->round_minutes * (i64)60000;
}

// In an arena several free players are paired at once, for better pairs.
static i64 arena_ms(const Held *held)
{
    return held->state.entries < ARENA_LARGE ? 1 : held->paired_ms + GATHER_MS;
}

static bool is(Text text, const char *word)
{
    size_t length = strlen(word);
    return text.length >= length && memcmp(text.at, word, length) == 0;
}

static bool advance(Held *held, i64 now)
{
    const Tournament *t = &held->state;
    Json decision = { 0 };
    Fault why;
    bool arena = t->rules.format == FORMAT_ARENA, due = false;
    Status status = tournament_next(t, now, &decision, &why);
    Text what = js_view(&decision), why_so = text_of("");
    // A round without a present player isn't paired: the tournament ends.
    if (status == OK && !arena && is(what, "pair ") && !memchr(what.at + 5, ' ', what.length - 5)) {
        what = text_of("end");
        why_so = text_of("no player is left");
    }
    if (status == OK && what.length && !decision.lost) {
        i64 from = arena ? arena_ms(held) : round_ms(held);
        due = is(what, "result ") || (is(what, "end") && (arena || from)) || (from && now >= from);
        if (!due) at_earliest(held, from);
    }
    bool done = due && held_try(held, now, 0, what, why_so, &why) == OK;
    js_free(&decision);
    return done;
}

bool drive_start(Held *held, Ask *ask, i64 by, Text reason)
{
    char what[SECRET_HEX + 16];
    Out out = out_to(what, sizeof what);
    out_format(&out, "start %s", held->row.seed);
    return held_decide(held, ask, by, (Text){ out.at, out.length }, reason);
}

bool drive_next(Held *held, Ask *ask, i64 by, Text reason)
{
    Json decision = { 0 };
    Status status = tournament_next(&held->state, ask->now_ms, &decision, &ask->why);
    bool done = false;
    if (status != OK)
        ask->code = ERROR_FORBIDDEN;
    else if (!decision.length)
        ask_refuse(ask, ERROR_FORBIDDEN, "the next round isn't due: results are missing");
    else
        done = held_decide(held, ask, by, js_view(&decision), reason);
    js_free(&decision);
    return done;
}

// --- people --------------------------------------------------------------------------------------

static void decide_number(Held *held, i64 now, const char *verb, int entry, const char *reason)
{
    char what[40];
    Fault why;
    Out out = out_to(what, sizeof what);
    out_format(&out, "%s %d", verb, entry + 1);
    held_try(held, now, 0, (Text){ out.at, out.length }, text_of(reason), &why);
}

// Deleted persons lose their further games.
static void leave_the_gone(Held *held, i64 now)
{
    for (size_t i = 0; i < held->state.entries; i++) {
        const Entry *entry = &held->state.entry[i];
        if (entry->left || (entry->kind != ENTRY_PERSON && entry->kind != ENTRY_BOT)) continue;
        if (!entry->person[0]) decide_number(held, now, "leave", (int)i, "deleted");
    }
}

// --- the job -------------------------------------------------------------------------------------

static void begin(Held *held, Ask *ask)
{
    if (!held->row.starts_ms) return;
    if (ask->now_ms < held->row.starts_ms) {
        at_earliest(held, held->row.starts_ms);
        return;
    }
    if (drive_start(held, ask, 0, text_of(""))) return;
    ask->code = ERROR_NONE;
    held_decide(held, ask, 0, text_of("end"), text_of(ask->why.message));
}

static void plan(Held *held, i64 now)
{
    const Tournament *t = &held->state;
    if (t->phase != PHASE_PLAY) return;
    if (t->unfinished) at_earliest(held, held->looked_ms + LOOK_MS);
    if (t->rules.format != FORMAT_ARENA) return;
    i64 next = arena_next_ms(t, now);
    at_earliest(held, next);
    if (now < t->end_ms) at_earliest(held, t->end_ms);
}

static void drive_all(Drive *drive, Held *held, Store *reading)
{
    i64 now = drive->ask.now_ms;
    if (held->state.phase == PHASE_ENTRIES) begin(held, &drive->ask);
    if (held->state.phase != PHASE_PLAY) return;
    bool every = now - held->looked_ms >= LOOK_MS;
    leave_the_gone(held, now);
    tables_look(held, now, reading, drive->hint, drive->hints, every);
    if (every) held->looked_ms = now;
    for (int i = 0; i < STEPS_MAX && advance(held, now); i++)
        ;
    tables_give(held, now, reading);
    plan(held, now);
}

static void drive_job(Ask *ask, Held *held, Store *reading)
{
    Drive *drive = (Drive *)ask;
    held->plan_ms = 0;
    drive_all(drive, held, reading);
    drive->next_ms = held->plan_ms;
}

static void drive_done(Ask *ask)
{
    Drive *drive = (Drive *)ask;
    Held *held = drive->held;
    drive->all->driven++;
    bool failed = ask->code != ERROR_NONE && ask->code != ERROR_NOT_FOUND;
    held->next_ms = failed ? app_now(drive->all->app) + AGAIN_MS : drive->next_ms;
    bool again = held->again || held->hints > 0;
    Tournaments *all = drive->all;
    held->driving = held->again = false;
    if (failed && !held->hints) { // for the next try
        held->hint = drive->hint;
        held->hints = drive->hints;
    } else {
        free(drive->hint);
    }
    free(drive);
    if (again && !held->hint_ms) tournament_drive(all, held->id);
}

bool tournament_kept(const Tournaments *all, i64 tournament)
{
    const Cluster *cluster = all->app->cluster;
    return !cluster || cluster_keeps(cluster, tournament, NODE_HAS_PEOPLE);
}

void tournament_drive(Tournaments *all, i64 tournament)
{
    if (all->stopping || !tournament_kept(all, tournament)) return;
    Held *held = held_open(all, tournament);
    if (held && held->driving) held->again = true;
    Drive *drive = held && !held->driving ? calloc(1, sizeof *drive) : NULL;
    if (!drive) return;
    *drive = (Drive){ .ask = { .tournament = tournament,
                               .decides = true,
                               .job = drive_job,
                               .done = drive_done,
                               .now_ms = app_now(all->app) },
                      .all = all,
                      .held = held,
                      .hint = held->hint,
                      .hints = held->hints };
    held->hint = NULL;
    held->hints = 0;
    held->hint_ms = held->next_ms = 0;
    held->driving = true;
    held_ask(all, &drive->ask);
}

void tournament_game_over(Tournaments *all, i64 tournament, GameHint hint, bool later)
{
    Held *held = tournament_kept(all, tournament) ? held_open(all, tournament) : NULL;
    if (!held) return;
    GameHint *more = realloc(held->hint, (held->hints + 1) * sizeof *more);
    if (!more) return;
    held->hint = more;
    more[held->hints++] = hint;
    if (later)
        held->hint_ms = app_now(all->app) + HINT_MS;
    else
        tournament_drive(all, tournament);
}
