// SPDX-License-Identifier: MIT
// Reads the archive, runs the workers, and writes the state file.
//
// Each game is analysed independently, so games can be distributed, and an interrupted run
// continues with the missing games: --state has one line per game.
#include "cli/fairplay/fairplay.h"

#include "cli/cli.h"
#include "cli/file.h"
#include "platform/array.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JOBS_MAX = 64, NODES_DEFAULT = 2000, LINE_SIZE = 1024, SUMS = 8 };

typedef struct FairGame {
    Record record;
    u64 key;   // hash of its text
    int index; // position in the archive, from 1
    int players;
    bool done;
    FairSums sums[PLAYERS_MAX];
} FairGame;

typedef struct Run {
    FairGame *game;
    int count;
    size_t capacity;
    int bad; // number of skipped records
    i64 nodes;
    FILE *state; // NULL for none
    bool quiet;
    pthread_mutex_t lock; // guards the following fields
    int next, done;
    bool failed;
} Run;

static atomic_bool stopped;

static void on_signal(int number)
{
    (void)number;
    atomic_store(&stopped, true);
}

// --- the archive ---------------------------------------------------------------------------------

static u64 key_of(Text text)
{
    u64 key = 0xcbf29ce484222325u;
    for (size_t i = 0; i < text.length; i++)
        key = (key ^ (u8)text.at[i]) * 0x100000001b3u;
    return key;
}

static bool is_sound(const Record *record, Position *start)
{
    Fault why;
    Replay replay;
    Key *keys = malloc(record_replay_size(record) * sizeof *keys);
    bool sound = keys && record_replay(record, keys, &replay, &why) == OK &&
                 record_setup(record, start, &why) == OK;
    free(keys);
    return sound;
}

static bool read_archive(Run *run, Text text)
{
    RecordReader reader = record_reader(text);
    Record record;
    Fault why;
    Position start;
    RecordStatus status;
    size_t before = 0;
    for (int index = 1; (status = record_next(&reader, &record, &why)) != RECORD_END;
         index++, before = reader.tokens.at) {
        if (status != RECORD_READ || !is_sound(&record, &start)) {
            run->bad++;
            continue;
        }
        FairGame *grown =
            array_grow(run->game, &run->capacity, (size_t)run->count + 1, sizeof *grown);
        if (!grown) return false;
        run->game = grown;
        run->game[run->count++] =
            (FairGame){ .record = record,
                        .key = key_of(text_cut(text, before, reader.tokens.at)),
                        .index = index,
                        .players = start.head.variant->players };
    }
    return true;
}

// --- actions -------------------------------------------------------------------------------------

static void print_sums(FILE *out, const FairSums *sums)
{
    fprintf(out, " %lld %lld %lld %lld %lld %lld %lld %lld", (long long)sums->moves,
            (long long)sums->loss, (long long)sums->loss_squares, (long long)sums->matters,
            (long long)sums->agrees, (long long)sums->timed, (long long)sums->time,
            (long long)sums->time_squares);
}

static void note_done(const Run *run, const FairGame *game)
{
    if (!run->state) return;
    fprintf(run->state, "%016" PRIx64 " %lld %d", game->key, (long long)run->nodes, game->players);
    for (int i = 0; i < game->players; i++)
        print_sums(run->state, &game->sums[i]);
    fputs(" .\n", run->state); // ends a line; truncated lines lack it
    fflush(run->state);
}

static bool read_sums(Text *line, FairSums *sums)
{
    i64 *field[SUMS] = { &sums->moves,  &sums->loss,  &sums->loss_squares, &sums->matters,
                         &sums->agrees, &sums->timed, &sums->time,         &sums->time_squares };
    Text word;
    for (int i = 0; i < SUMS; i++)
        if (!text_word(line, &word) || !text_count(word, INT64_MAX / 2, field[i])) return false;
    return true;
}

// Reads a line of an earlier run; ignores lines that don't match.
static void take_line(Run *run, Text line)
{
    Text word;
    i64 nodes, players;
    FairSums sums[PLAYERS_MAX] = { 0 };
    char hex[17] = "";
    if (!text_word(&line, &word) || word.length != 16) return;
    memcpy(hex, word.at, 16);
    u64 key = strtoull(hex, NULL, 16);
    if (!text_word(&line, &word) || !text_count(word, INT64_MAX / 2, &nodes) ||
        nodes != run->nodes || !text_word(&line, &word) || !text_count(word, PLAYERS_MAX, &players))
        return;
    for (int i = 0; i < (int)players; i++)
        if (!read_sums(&line, &sums[i])) return;
    if (!text_word(&line, &word) || !text_is(word, ".")) return;
    for (int i = 0; i < run->count; i++) {
        FairGame *game = &run->game[i];
        if (game->done || game->key != key || game->players != (int)players) continue;
        memcpy(game->sums, sums, sizeof sums);
        game->done = true;
        run->done++;
        return;
    }
}

static ExitStatus open_state(Run *run, const char *path)
{
    size_t length = 0;
    char *text = file_read(path, &length);
    if (!text && errno != ENOENT)
        return complain(EXIT_BAD, "cannot read %s: %s", quote(path).text, strerror(errno));
    Text rest = { text ? text : "", length }, line;
    while (rest.at && text_split(&rest, '\n', &line))
        take_line(run, line);
    bool cut = length && text[length - 1] != '\n';
    free(text);
    run->state = fopen(path, "a");
    if (!run->state)
        return complain(EXIT_BAD, "cannot write %s: %s", quote(path).text, strerror(errno));
    if (cut) fputc('\n', run->state);
    return EXIT_DONE;
}

// --- workers -------------------------------------------------------------------------------------

static FairGame *take_game(Run *run)
{
    pthread_mutex_lock(&run->lock);
    while (run->next < run->count && run->game[run->next].done)
        run->next++;
    FairGame *game = run->next < run->count ? &run->game[run->next++] : NULL;
    pthread_mutex_unlock(&run->lock);
    return game;
}

static void end_game(Run *run, FairGame *game)
{
    pthread_mutex_lock(&run->lock);
    game->done = true;
    run->done++;
    note_done(run, game);
    if (!run->quiet) fprintf(stderr, "\r%d of %d games", run->done, run->count);
    pthread_mutex_unlock(&run->lock);
}

static void *work(void *context)
{
    Run *run = context;
    size_t size = (engine_size(ANALYSIS_TABLE_MB, 1) + 63) / 64 * 64;
    void *memory = aligned_alloc(64, size);
    ProofMemo *memo = calloc(PROOF_MEMOS, sizeof *memo);
    Engine *engine = memory && memo ? engine_init(memory, size, 1, (Host){ 0 }) : NULL;
    FairLooker looker = { engine, memo, run->nodes, &stopped };
    bool fine = engine != NULL;
    for (FairGame *game; fine && !atomic_load(&stopped) && (game = take_game(run));) {
        fine = fair_look(&looker, &game->record, game->sums);
        if (fine) end_game(run, game);
    }
    if (!fine && !atomic_load(&stopped)) run->failed = true;
    free(memory);
    free(memo);
    return NULL;
}

static bool run_workers(Run *run, int jobs)
{
    pthread_t thread[JOBS_MAX];
    int started = 0;
    pthread_mutex_init(&run->lock, NULL);
    while (started < jobs && !pthread_create(&thread[started], NULL, work, run))
        started++;
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&run->lock);
    if (!run->quiet) fputc('\n', stderr);
    return started && !run->failed;
}

// --- players -------------------------------------------------------------------------------------

// A player without a name counts as a different person in each game.
static void name_player(const FairGame *game, int player, char name[64])
{
    Text given = record_player(&game->record, player);
    Out out = out_to(name, 64);
    if (given.length)
        record_unescape(given, &out);
    else
        out_format(&out, "game %d player %d", game->index, player + 1);
    for (char *at = name; *at; at++)
        if ((unsigned char)*at < ' ') *at = ' ';
}

static int collect(const Run *run, FairPlayer *players)
{
    int count = 0;
    for (int i = 0; i < run->count; i++)
        for (int seat = 0; seat < run->game[i].players; seat++) {
            char name[64];
            int at = 0;
            name_player(&run->game[i], seat, name);
            while (at < count && strcmp(players[at].name, name))
                at++;
            if (at == count) memcpy(players[count++].name, name, sizeof name);
            players[at].games++;
            fair_add(&players[at].sums, &run->game[i].sums[seat]);
        }
    return count;
}

static ExitStatus report(const Run *run, bool json)
{
    FairPlayer *players = calloc((size_t)run->count * PLAYERS_MAX + 1, sizeof *players);
    if (!players) return complain(EXIT_BAD, "out of memory");
    int count = collect(run, players);
    if (run->bad)
        fprintf(stderr, "meydan: records left out, since they are not sound: %d\n", run->bad);
    fair_print(players, count, run->nodes, json);
    free(players);
    return EXIT_DONE;
}

// --- the command ---------------------------------------------------------------------------------

static ExitStatus run_on(Run *run, Text text, const char *state, int jobs, bool json)
{
    struct sigaction action = { .sa_handler = on_signal };
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (!read_archive(run, text)) return complain(EXIT_BAD, "out of memory");
    if (!run->count) return complain(EXIT_NO, "there is no sound game in the archive");
    ExitStatus status = state ? open_state(run, state) : EXIT_DONE;
    if (status != EXIT_DONE) return status;
    bool fine = run_workers(run, jobs);
    if (run->state && fclose(run->state)) fine = false;
    if (atomic_load(&stopped))
        return complain(EXIT_NO, "interrupted after %d of %d games%s", run->done, run->count,
                        state ? "; the same command goes on from there" : "");
    return fine ? report(run, json)
                : complain(EXIT_BAD, "out of memory, or the state cannot be written");
}

static ExitStatus run_fairplay(int argc, char **argv)
{
    const char *nodes = NULL, *jobs = NULL, *state = NULL;
    bool json = false, quiet = false;
    const Option options[] = { { "--nodes", &nodes, NULL }, { "--jobs", &jobs, NULL },
                               { "--state", &state, NULL }, { "--json", NULL, &json },
                               { "--quiet", NULL, &quiet }, { 0 } };
    int left = args_options(argc, argv, options);
    i64 wanted = NODES_DEFAULT, workers = 1;
    if (left < 0) return EXIT_BAD;
    if (!left) return complain(EXIT_BAD, "fairplay needs an archive of games");
    if (left > 1) return args_unexpected(argv[1]);
    if (nodes && !args_number(nodes, "--nodes", 100000000, &wanted)) return EXIT_BAD;
    if (jobs && !args_number(jobs, "--jobs", JOBS_MAX, &workers)) return EXIT_BAD;
    if (wanted < 1 || workers < 1) return complain(EXIT_BAD, "--nodes and --jobs are at least 1");
    size_t length;
    char *text = file_read(argv[0], &length);
    if (!text)
        return complain(EXIT_BAD, "cannot read %s: %s", quote(argv[0]).text, strerror(errno));
    Run run = { .nodes = wanted, .quiet = quiet || !isatty(STDERR_FILENO) };
    ExitStatus status = run_on(&run, (Text){ text, length }, state, (int)workers, json);
    free(run.game);
    free(text);
    return status;
}

const Command COMMAND_FAIRPLAY = {
    .name = "fairplay",
    .synopsis = "ARCHIVE [--nodes N] [--jobs N] [--state FILE] [--json] [--quiet]",
    .summary = "compare players with the engine and with each other",
    .help = "ARCHIVE has game records. The engine analyses each move. For each player the command\n"
            "prints, compared with all the others: the average loss in chance to win, how often\n"
            "they played the best move where it stood out, and how much the time per move varies.\n"
            "It flags players who differ from the others towards the engine: a reason to look at\n"
            "their games, not a proof.\n"
            "\n"
            "  --nodes N      nodes per move (2000); results with different N aren't comparable\n"
            "  --jobs N       number of games analysed in parallel (1)\n"
            "  --state FILE   stores the progress, so that an interrupted run can continue\n"
            "  --json         everything as JSON\n"
            "  --quiet        no progress\n",
    .run = run_fairplay,
};
