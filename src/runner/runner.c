// SPDX-License-Identifier: MIT
#include "runner/runner.h"

#include "base/rng.h"
#include "protocol/now.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WATCH_MS = 100 };

// One thread with the players it has needed so far: one copy for each seat that an entrant takes at
// once.
typedef struct MatchTable {
    Runner *runner;
    pthread_t thread;
    bool running;
    Player *player[ENTRANTS_MAX][PLAYERS_MAX];
    OpeningMaker *maker;
    Sheet *sheet;
    char *record;
} MatchTable;

struct Runner {
    RunnerSetup setup;
    Schedule schedule;
    Openings *openings;
    u32 games;
    char name[ENTRANTS_MAX][PLAYER_NAME_MAX + 8];
    char date[16];
    int record_file;
    i64 record_end;
    atomic_bool stop;

    pthread_mutex_t lock; // guards the following fields
    pthread_cond_t changed;
    u32 next; // all earlier games have begun
    u32 done;
    GameResult *results;
    u64 pair[PAIR_SCORES]; // counts of the pairs before `paired`
    u32 paired;
    SprtVerdict verdict;
    bool failed;
    Fault why;

    int tables;
    MatchTable *table;
};

// --- the end of a game ---------------------------------------------------------------------------

static void fail_with(Runner *runner, const Fault *why)
{
    if (!runner->failed) runner->why = *why;
    runner->failed = true;
    atomic_store(&runner->stop, true);
}

// Updates the sequential test with the complete pairs from the first one on.
static void follow_test(Runner *runner)
{
    const Variant *variant = runner->schedule.variant;
    if (!runner->setup.has_sprt) return;
    while (runner->verdict == SPRT_OPEN && runner->paired < runner->games) {
        const GameResult *first = &runner->results[runner->paired], *second = first + 1;
        if (!first->done || !second->done) return;
        int halves = outcome_team_halves(&first->outcome, variant, variant->team[0]) + 2 -
                     outcome_team_halves(&second->outcome, variant, variant->team[0]);
        runner->pair[halves]++;
        runner->paired += 2;
        runner->verdict = sprt_verdict(&runner->setup.sprt, runner->pair);
    }
    if (runner->verdict != SPRT_OPEN) atomic_store(&runner->stop, true);
}

static Status write_record(Runner *runner, const char *text, size_t length, Fault *why)
{
    if (runner->record_file < 0) return OK;
    for (size_t at = 0; at < length;) {
        ssize_t wrote = write(runner->record_file, text + at, length - at);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return fault(why, MALFORMED, "cannot write the record: %s", strerror(errno));
        at += (size_t)wrote;
    }
    runner->record_end += (i64)length;
    if (runner->setup.journal && fdatasync(runner->record_file) && errno != EINVAL)
        return fault(why, MALFORMED, "cannot write the record: %s", strerror(errno));
    return OK;
}

// Write the record first: after a crash, the length in the journal tells where to cut it off.
static void keep_result(Runner *runner, u32 game, const GameResult *result, const Out *record)
{
    Fault why;
    Status status = write_record(runner, record->at, record->length, &why);
    if (status == OK && runner->setup.journal)
        status = journal_add(runner->setup.journal, runner->schedule.variant, game, result,
                             runner->record_end, &why);
    if (status != OK) {
        fail_with(runner, &why);
        return;
    }
    runner->results[game] = *result;
    runner->done++;
    follow_test(runner);
}

// --- a thread ------------------------------------------------------------------------------------

static Player *seat_player(MatchTable *table, int entrant, int copy, Fault *why)
{
    Runner *runner = table->runner;
    Player **player = &table->player[entrant][copy];
    PlayerSetup setup = { &runner->setup.spec[entrant], runner->schedule.variant,
                          runner->setup.budget, runner->setup.grace_ms, &runner->stop };
    if (!*player) *player = player_new(&setup, why);
    return *player;
}

static PlayStatus play_at(MatchTable *table, u32 game, GameResult *result, Out *record, Fault *why)
{
    Runner *runner = table->runner;
    const Seating *seating = schedule_seating(&runner->schedule, game);
    int copies[ENTRANTS_MAX] = { 0 }, round = (int)(game / (u32)runner->schedule.round);
    Opening opening;
    openings_get(runner->openings, table->maker, (u64)round, &opening);
    GamePlan plan = { .rules = &runner->setup.rules,
                      .opening = &opening,
                      .seed = mix64(runner->setup.seed ^ mix64((u64)game + 1)) };
    RecordHead head = { .event = runner->setup.event,
                        .date = runner->date,
                        .round = round + 1,
                        .game = (int)game + 1 };
    for (int seat = 0; seat < runner->schedule.variant->players; seat++) {
        int entrant = seating->entrant[seat];
        plan.player[seat] = seat_player(table, entrant, copies[entrant]++, why);
        if (!plan.player[seat]) return PLAY_FAILED;
        head.player[seat] = runner->name[entrant];
    }
    PlayStatus status = play_game(&plan, table->sheet, result, why);
    if (status == PLAY_DONE && runner->record_file >= 0)
        sheet_write(table->sheet, &head, result, record);
    return status;
}

static void *sit_at_table(void *context)
{
    MatchTable *table = context;
    Runner *runner = table->runner;
    size_t capacity = sheet_record_size(&runner->setup.rules);
    pthread_mutex_lock(&runner->lock);
    while (!atomic_load(&runner->stop)) {
        while (runner->next < runner->games && runner->results[runner->next].done)
            runner->next++;
        if (runner->next == runner->games) break;
        u32 game = runner->next++;
        pthread_mutex_unlock(&runner->lock);

        GameResult result;
        Fault why;
        Out record = out_to(table->record, capacity);
        PlayStatus status = play_at(table, game, &result, &record, &why);

        pthread_mutex_lock(&runner->lock);
        bool stopped = atomic_load(&runner->stop);
        if (status == PLAY_DONE)
            keep_result(runner, game, &result, &record);
        else if (status == PLAY_FAILED && !stopped)
            fail_with(runner, &why);
        pthread_cond_signal(&runner->changed);
    }
    table->running = false;
    pthread_cond_signal(&runner->changed);
    pthread_mutex_unlock(&runner->lock);
    return NULL;
}

// --- the whole -----------------------------------------------------------------------------------

static bool any_running(const Runner *runner)
{
    for (int i = 0; i < runner->tables; i++)
        if (runner->table[i].running) return true;
    return false;
}

static void wait_for_change(Runner *runner)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WATCH_MS * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_cond_timedwait(&runner->changed, &runner->lock, &until);
}

Status runner_run(Runner *runner, RunnerWatch *watch, void *context, Fault *why)
{
    pthread_mutex_lock(&runner->lock);
    follow_test(runner); // a resumed match may already be decided
    int started = 0;
    for (; started < runner->tables && !runner_complete(runner); started++) {
        MatchTable *table = &runner->table[started];
        table->running = true;
        if (!pthread_create(&table->thread, NULL, sit_at_table, table)) continue;
        table->running = false;
        Fault cause;
        fault(&cause, MALFORMED, "cannot start a thread");
        fail_with(runner, &cause);
        break;
    }
    while (any_running(runner)) {
        wait_for_change(runner);
        pthread_mutex_unlock(&runner->lock);
        bool enough = watch && watch(context, runner);
        if (enough) atomic_store(&runner->stop, true);
        pthread_mutex_lock(&runner->lock);
    }
    pthread_mutex_unlock(&runner->lock);
    for (int i = 0; i < started; i++)
        pthread_join(runner->table[i].thread, NULL);
    if (!runner->failed) return OK;
    *why = runner->why;
    return MALFORMED;
}

bool runner_complete(const Runner *runner)
{
    return runner->verdict != SPRT_OPEN || runner->done == runner->games;
}

static u32 counted_games(const Runner *runner)
{
    return runner->verdict != SPRT_OPEN ? runner->paired : runner->games;
}

void runner_standing(Runner *runner, Standing *standing)
{
    pthread_mutex_lock(&runner->lock);
    standing_count(&runner->schedule, runner->results, counted_games(runner), standing);
    pthread_mutex_unlock(&runner->lock);
}

SprtVerdict runner_sprt(Runner *runner, double *llr)
{
    pthread_mutex_lock(&runner->lock);
    *llr = sprt_llr(&runner->setup.sprt, runner->pair);
    SprtVerdict verdict = runner->verdict;
    pthread_mutex_unlock(&runner->lock);
    return verdict;
}

const GameResult *runner_results(const Runner *runner, u32 *games)
{
    *games = counted_games(runner);
    return runner->results;
}

const Schedule *runner_schedule(const Runner *runner)
{
    return &runner->schedule;
}

const char *runner_name(const Runner *runner, int entrant)
{
    return runner->name[entrant];
}

u32 runner_games(const Runner *runner)
{
    return runner->games;
}

// --- setting up ----------------------------------------------------------------------------------

// Whether the rest of the file can be the record of a game that was written without reaching the
// state.
static bool is_leftover(int file, i64 from, i64 to)
{
    enum { TAG = 6 };
    char at[TAG];
    int games = 0;
    for (i64 i = from; i + TAG <= to && games < 2; i++)
        games += pread(file, at, TAG, (off_t)i) == TAG && !memcmp(at, "[Game ", TAG);
    return games < 2;
}

static Status open_record(Runner *runner, Fault *why)
{
    const char *path = runner->setup.record_path;
    struct stat info;
    if (!path) return OK;
    int file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    runner->record_file = file;
    if (file < 0 || fstat(file, &info))
        return fault(why, MALFORMED, "record file %q: %s", text_of(path), strerror(errno));
    if (runner->record_end < 0) runner->record_end = info.st_size;
    // It may also be a pipe or a terminal, which has no length.
    if (!S_ISREG(info.st_mode) || info.st_size == runner->record_end) return OK;
    if (info.st_size < runner->record_end)
        return fault(why, MALFORMED, "record file %q is shorter than the state says",
                     text_of(path));
    if (!is_leftover(file, runner->record_end, info.st_size))
        return fault(why, MALFORMED, "record file %q has games that the state does not know",
                     text_of(path));
    if (ftruncate(file, (off_t)runner->record_end))
        return fault(why, MALFORMED, "record file %q: %s", text_of(path), strerror(errno));
    return OK;
}

static Status load_results(Runner *runner, Fault *why)
{
    runner->record_end = -1;
    runner->results = calloc(runner->games, sizeof *runner->results);
    if (!runner->results) return fault(why, MALFORMED, "out of memory");
    if (!runner->setup.resumed) return OK;
    Status status = journal_load(runner->setup.journal, runner->schedule.variant, runner->results,
                                 runner->games, &runner->record_end, why);
    for (u32 i = 0; i < runner->games; i++)
        runner->done += runner->results[i].done;
    return status;
}

static Status set_tables(Runner *runner, Fault *why)
{
    runner->tables = runner->setup.concurrency;
    runner->table = calloc((size_t)runner->tables, sizeof *runner->table);
    if (!runner->table) {
        runner->tables = 0;
        return fault(why, MALFORMED, "out of memory");
    }
    for (int i = 0; i < runner->tables; i++) {
        MatchTable *table = &runner->table[i];
        table->runner = runner;
        table->maker = opening_maker_new();
        table->sheet = sheet_new(&runner->setup.rules);
        table->record = malloc(sheet_record_size(&runner->setup.rules));
        if (!table->maker || !table->sheet || !table->record)
            return fault(why, MALFORMED, "out of memory");
    }
    return OK;
}

// Numbers duplicate names, from the last one on, so that the names compared are still the original
// ones.
static void name_apart(Runner *runner)
{
    for (int i = runner->setup.entrants - 1; i > 0; i--) {
        char *name = runner->name[i];
        int number = 1;
        for (int other = 0; other < i; other++)
            number += !strcmp(runner->name[other], name);
        Out out = { .at = name, .capacity = sizeof runner->name[i], .length = strlen(name) };
        if (number > 1) out_format(&out, " #%d", number);
    }
}

static Status start_players(Runner *runner, Fault *why)
{
    for (int i = 0; i < runner->setup.entrants; i++) {
        Fault cause;
        Player *player = seat_player(&runner->table[0], i, 0, &cause);
        if (!player) return fault(why, MALFORMED, "player %d: %s", i + 1, cause.message);
        Out name = out_to(runner->name[i], PLAYER_NAME_MAX);
        player_name(player, &name);
    }
    name_apart(runner);
    return OK;
}

Runner *runner_new(const RunnerSetup *setup, Fault *why)
{
    Runner *runner = calloc(1, sizeof *runner);
    if (!runner) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    runner->setup = *setup;
    runner->record_file = -1;
    pthread_mutex_init(&runner->lock, NULL);
    pthread_cond_init(&runner->changed, NULL);
    time_t today = time(NULL);
    struct tm date;
    if (gmtime_r(&today, &date)) strftime(runner->date, sizeof runner->date, "%Y-%m-%d", &date);

    OpeningsSetup openings = { &runner->setup.start, setup->openings, setup->seed,
                               setup->opening_plies };
    const Variant *variant = setup->start.head.variant;
    Status status = schedule_make(variant, setup->entrants, setup->rotate, &runner->schedule, why);
    if (status != OK) goto fail;
    runner->games = schedule_whole(&runner->schedule, setup->games);
    runner->openings = openings_new(&openings, why);
    if (!runner->openings) goto fail;
    if (load_results(runner, why) != OK) goto fail;
    if (set_tables(runner, why) != OK || start_players(runner, why) != OK) goto fail;
    if (open_record(runner, why) != OK) goto fail;
    return runner;
fail:
    runner_free(runner);
    return NULL;
}

void runner_free(Runner *runner)
{
    if (!runner) return;
    for (int i = 0; i < runner->tables; i++) {
        MatchTable *table = &runner->table[i];
        for (int entrant = 0; entrant < ENTRANTS_MAX; entrant++)
            for (int copy = 0; copy < PLAYERS_MAX; copy++)
                player_free(table->player[entrant][copy]);
        opening_maker_free(table->maker);
        sheet_free(table->sheet);
        free(table->record);
    }
    free(runner->table);
    openings_free(runner->openings);
    free(runner->results);
    if (runner->record_file >= 0) close(runner->record_file);
    pthread_mutex_destroy(&runner->lock);
    pthread_cond_destroy(&runner->changed);
    free(runner);
}
