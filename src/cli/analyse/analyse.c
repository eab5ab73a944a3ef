// SPDX-License-Identifier: MIT
// `meydan analyse`: reads a file of games and writes it with an analysis of every move.
#include "cli/analyse/analyse.h"

#include "cli/cli.h"
#include "cli/file.h"
#include "cli/language.h"
#include "platform/array.h"
#include "record/annotate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    NODES = 100000, // without a limit
    HASH_MB = 16,
    HASH_MAX = 1 << 16,
    NODES_MAX = 999999999, // largest number in a note
    BAR = 30,
};

typedef struct AnalyseArgs {
    const char *file, *output, *html;
    const char *nodes, *movetime, *depth, *game, *threads, *hash;
    bool json, report, resume;
} AnalyseArgs;

typedef struct Work {
    Analyser analyser;
    const char *output; // NULL for standard output
    const char *html;   // NULL for none
    bool json, report;
    bool replaces; // the existing file at `output` has not been replaced yet
    Text source;
    Analysed *game; // the games to analyse
    int games;
    size_t capacity;
    int moves; // total
    int done;
    int before; // total at the start
    i64 began;
    bool bar;
} Work;

// --- limits --------------------------------------------------------------------------------------

static bool read_number(const char *text, const char *what, i64 most, i64 *number)
{
    if (!text) return true;
    if (text_number(text_of(text), most, number) && *number > 0) return true;
    complain(EXIT_BAD, "%s %s is not a number from 1 to %lld", what, quote(text).text,
             (long long)most);
    return false;
}

// Reads at most one of the limits nodes, depth and time.
static bool read_limit(const AnalyseArgs *args, Analyser *analyser)
{
    if ((args->nodes != NULL) + (args->movetime != NULL) + (args->depth != NULL) > 1) {
        complain(EXIT_BAD, "--nodes, --movetime and --depth exclude each other");
        return false;
    }
    analyser->kind = args->movetime ? LIMIT_MOVETIME : args->depth ? LIMIT_DEPTH : LIMIT_NODES;
    analyser->limit = NODES;
    return read_number(args->nodes, "nodes", NODES_MAX, &analyser->limit) &&
           read_number(args->movetime, "movetime", NODES_MAX, &analyser->limit) &&
           read_number(args->depth, "depth", PLIES_MAX - 1, &analyser->limit);
}

static bool read_args(int argc, char **argv, AnalyseArgs *args)
{
    const Option options[] = {
        { "--nodes", &args->nodes, NULL },     { "--movetime", &args->movetime, NULL },
        { "--depth", &args->depth, NULL },     { "--game", &args->game, NULL },
        { "--threads", &args->threads, NULL }, { "--hash", &args->hash, NULL },
        { "--output", &args->output, NULL },   { "--json", NULL, &args->json },
        { "--report", NULL, &args->report },   { "--html", &args->html, NULL },
        { "--resume", NULL, &args->resume },   { 0 }
    };
    int left = args_options(argc, argv, options);
    if (left < 0) return false;
    if (left != 1) {
        complain(EXIT_BAD, "analyse needs one file, or - for standard input");
        return false;
    }
    if (args->json && args->report) {
        complain(EXIT_BAD, "--json and --report exclude each other");
        return false;
    }
    args->file = argv[0];
    return true;
}

// --- the games of the file -----------------------------------------------------------------------

static bool add_game(Work *work, const Analysed *game)
{
    Analysed *more = array_grow(work->game, &work->capacity, (size_t)work->games + 1, sizeof *more);
    if (!more) return false;
    work->game = more;
    work->game[work->games++] = *game;
    work->moves += game->plies;
    work->done += analysed_done(game);
    return true;
}

static ExitStatus read_game(Work *work, const AnalyseArgs *args, const Record *record, int index)
{
    Fault why;
    Analysed game;
    Status status = analysed_read(&game, record, args->resume ? &work->analyser : NULL, &why);
    if (status != OK)
        return complain(status == ILLEGAL ? EXIT_NO : EXIT_BAD, "%.200s: game %d: %s", args->file,
                        index, why.message);
    game.index = index;
    if (add_game(work, &game)) return EXIT_DONE;
    analysed_free(&game);
    return complain(EXIT_BAD, "out of memory");
}

// Reads all games, or only the `wanted` one; faults in other games are then ignored.
static ExitStatus read_games(Work *work, const AnalyseArgs *args, i64 wanted)
{
    RecordReader reader = record_reader(work->source);
    Record record;
    RecordStatus read;
    Fault why;
    int index = 0;
    ExitStatus status = EXIT_DONE;
    while (status == EXIT_DONE && (read = record_next(&reader, &record, &why)) != RECORD_END) {
        index++;
        if (wanted && index != wanted) continue;
        status = read == RECORD_READ
                     ? read_game(work, args, &record, index)
                     : complain(EXIT_BAD, "%.200s: game %d: %s", args->file, index, why.message);
    }
    if (status != EXIT_DONE) return status;
    if (!index) return complain(EXIT_BAD, "%.200s: line 1: there is no game in it", args->file);
    if (!work->games)
        return complain(EXIT_NO, "%.200s: there is no game %d, only %d", args->file, (int)wanted,
                        index);
    return EXIT_DONE;
}

// --- writing -------------------------------------------------------------------------------------

// The file's text with the new comments, to be freed; NULL if out of memory.
static Text write_records(const Work *work)
{
    size_t capacity = work->source.length + 1;
    for (int i = 0; i < work->games; i++)
        capacity += record_annotate_size(&work->game[i].record);
    char *text = malloc(capacity);
    if (!text) return (Text){ 0 };
    Out out = out_to(text, capacity);
    const char *copied = work->source.at, *end = copied + work->source.length;
    for (int i = 0; i < work->games; i++) {
        const Tokens *moves = &work->game[i].record.moves;
        const char *begin = moves->text.at + moves->at;
        out_text(&out, (Text){ copied, (size_t)(begin - copied) });
        record_annotate(&work->game[i].record, work->game[i].note, &out);
        copied = moves->text.at + moves->text.length;
    }
    out_text(&out, (Text){ copied, (size_t)(end - copied) });
    return (Text){ text, out.length };
}

static Text write_json(const Work *work)
{
    json_object *object = json_object_new_object(), *games = json_object_new_array();
    json_object_object_add(object, "complete", json_object_new_boolean(work->done == work->moves));
    json_object_object_add(object, "games", games);
    for (int i = 0; i < work->games; i++)
        json_object_array_add(games, report_json(&work->game[i]));
    size_t length;
    const char *json =
        json_object_to_json_string_length(object, JSON_C_TO_STRING_NOSLASHESCAPE, &length);
    char *text = json ? malloc(length + 2) : NULL;
    if (text) {
        memcpy(text, json, length);
        memcpy(text + length, "\n", 2);
    }
    json_object_put(object);
    return (Text){ text, length + 1 };
}

// The report of all games as text, to be freed; NULL if out of memory.
static Text write_report(const Work *work)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (!file) return (Text){ 0 };
    for (int i = 0; i < work->games; i++) {
        if (i) fputc('\n', file);
        story_write(&work->game[i], file);
    }
    if (fclose(file)) {
        free(text);
        return (Text){ 0 };
    }
    return (Text){ text, length };
}

static ExitStatus save_html(const Work *work)
{
    FILE *file = fopen(work->html, "w");
    bool good = file;
    if (file) {
        html_write(work->game, work->games, file);
        good = !ferror(file);
        good &= fclose(file) == 0;
    }
    if (good) return EXIT_DONE;
    return complain(EXIT_BAD, "cannot write '%.200s': %s", work->html, strerror(errno));
}

// Saves intermediate results to the file; writes to standard output only at the end.
static ExitStatus save(Work *work, bool end)
{
    if (!work->output && !end) return EXIT_DONE;
    Text text = work->json     ? write_json(work)
                : work->report ? write_report(work)
                               : write_records(work);
    if (!text.at) return complain(EXIT_BAD, "out of memory");
    ExitStatus status = EXIT_DONE;
    if (!work->output)
        fwrite(text.at, 1, text.length, stdout);
    else if (!file_write(work->output, text, work->replaces))
        status = complain(EXIT_BAD, "cannot write '%.200s': %s", work->output, strerror(errno));
    work->replaces = false;
    free((char *)text.at);
    return status;
}

// --- searching -----------------------------------------------------------------------------------

static void show_bar(const Work *work)
{
    if (!work->bar) return;
    char bar[BAR + 1];
    int full = work->moves ? (int)((i64)BAR * work->done / work->moves) : BAR;
    memset(bar, '.', BAR);
    memset(bar, '#', (size_t)full);
    bar[BAR] = '\0';
    i64 spent = terminal_now() - work->began;
    int fresh = work->done - work->before;
    int left = fresh ? (int)(spent * (work->moves - work->done) / fresh / 1000) : 0;
    fprintf(stderr, "\r[%s] %d of %d moves, %d:%02d:%02d left ", bar, work->done, work->moves,
            left / 3600, left / 60 % 60, left % 60);
    fflush(stderr);
}

static void clear_bar(const Work *work)
{
    if (work->bar) fprintf(stderr, "\r%*s\r", BAR + 60, "");
}

static void on_move(void *context)
{
    Work *work = context;
    work->done++;
    show_bar(work);
}

static ExitStatus search(Work *work)
{
    ExitStatus status = save(work, false); // fail early if the file isn't writable
    bool going = true;
    work->before = work->done;
    work->began = terminal_now();
    show_bar(work);
    for (int i = 0; i < work->games && going && status == EXIT_DONE; i++) {
        going = analyse_game(&work->analyser, &work->game[i]);
        if (going && i + 1 < work->games) status = save(work, false);
    }
    clear_bar(work);
    if (status == EXIT_DONE) status = save(work, true);
    if (status == EXIT_DONE && work->html) status = save_html(work);
    if (status != EXIT_DONE) return status;
    for (int i = 0; i < work->games && !work->json && !work->report; i++)
        report_players(&work->game[i]);
    if (going) return EXIT_DONE;
    return complain(EXIT_NO, "interrupted, %d of %d moves are analysed; --resume continues",
                    work->done, work->moves);
}

static ExitStatus analyse(Work *work, int hash_mb)
{
    Terminal terminal;
    terminal_open(&terminal);
    ExitStatus status = EXIT_BAD;
    work->analyser.memo = malloc(PROOF_MEMOS * sizeof *work->analyser.memo);
    if (work->analyser.memo && think_open(&work->analyser.think, hash_mb, work->analyser.threads))
        status = search(work);
    else
        complain(EXIT_BAD, "not enough memory for that table and those threads");
    think_close(&work->analyser.think);
    free(work->analyser.memo);
    terminal_close();
    return status;
}

static ExitStatus run(int argc, char **argv)
{
    AnalyseArgs args = { 0 };
    Work work = { .replaces = true, .bar = isatty(STDERR_FILENO) };
    i64 game = 0, threads = 1, hash = HASH_MB;
    if (!read_args(argc, argv, &args) || !read_limit(&args, &work.analyser) ||
        !read_number(args.game, "game", INT32_MAX, &game) ||
        !read_number(args.threads, "threads", THREADS_MAX, &threads) ||
        !read_number(args.hash, "hash", HASH_MAX, &hash))
        return EXIT_BAD;
    language_from_environment();
    work.output = args.output;
    work.html = args.html;
    work.json = args.json;
    work.report = args.report;
    work.analyser.threads = (int)threads;
    work.analyser.progress = on_move;
    work.analyser.context = &work;
    size_t length;
    char *text = file_read(args.file, &length);
    if (!text) return complain(EXIT_BAD, "cannot read '%.200s': %s", args.file, strerror(errno));
    work.source = (Text){ text, length };
    ExitStatus status = read_games(&work, &args, game);
    if (hash < ANALYSIS_TABLE_MB) hash = ANALYSIS_TABLE_MB;
    if (status == EXIT_DONE) status = analyse(&work, (int)hash);
    for (int i = 0; i < work.games; i++)
        analysed_free(&work.game[i]);
    free(work.game);
    free(text);
    return status;
}

const Command COMMAND_ANALYSE = {
    .name = "analyse",
    .synopsis = "FILE [--nodes N | --movetime MS | --depth N] [--game N] [--threads N]\n"
                "                      [--hash MB] [--output FILE] [--json | --report]\n"
                "                      [--html FILE] [--resume]",
    .summary = "analyse every move of game records: evaluation, better line, loss",
    .help =
        "Prints the records with an added comment after every move:\n"
        "  [%eval 1.30]            the game after the move, in marbles or steps; #3 is a forced "
        "win\n"
        "                          in 3. For player 1 and partner; where three or four play each\n"
        "                          alone, for the player who moved\n"
        "  [%best e3 e7] [%loss 0.45]\n"
        "                          the better line, if it was not played, and its advantage\n"
        "  [%limit nodes 100000]   the limit of the search\n"
        "and a line for each player on standard error. A move that loses 10 % of the chance to\n"
        "win is an inaccuracy, 20 % a mistake, 30 % a blunder. --json prints an object instead,\n"
        "--report a report as text: accuracy, phases, turning points, and the marked moves with\n"
        "the better move and the reason. --html FILE also writes that as a page with a graph.\n"
        "Both are in the language of LANGUAGE, LC_ALL, LC_MESSAGES or LANG.\n"
        "\n"
        "--nodes 100000 is the default. With one thread, the same limit in nodes or depth always\n"
        "gives the same analysis. --movetime is per position.\n"
        "--game N analyses only the N-th game; the others stay unchanged.\n"
        "--output FILE may name the input file; an existing file is kept as FILE~.\n"
        "An interrupted run writes its results so far and ends with status 1. --resume keeps "
        "existing\n"
        "analyses if their limit is of the same kind and no smaller.\n"
        "The status is also 1 if a game is illegal, 2 if one is malformed; then nothing is "
        "written.\n",
    .run = run,
};
