// SPDX-License-Identifier: MIT
// `meydan match`: reads the settings, runs the match, reports.
#include "cli/match/match.h"
#include "cli/cli.h"

#include "protocol/now.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    GAMES_DEFAULT = 100,
    GAMES_WITH_TEST = 20000,
    GAMES_MAX = 1000000,
    PLIES_DEFAULT = 300,
    PLIES_HIGHEST = 5000,
    MOVETIME_DEFAULT = 100,
    MARGIN_DEFAULT = 20,
    GRACE_DEFAULT = 2000,
    MS_MAX = 24 * 60 * 60 * 1000,
    ARGS_MAX = 256,
    EVENT_MAX = 200,
};

// The command line as given.
typedef struct MatchArgs {
    const char *player[ENTRANTS_MAX];
    int players;
    const char *variant;
    PositionArgs position;
    const char *games, *openings, *opening_plies, *seed, *seating;
    const char *time, *movetime, *nodes, *depth, *margin, *grace;
    const char *sprt, *draw, *resign, *max_plies;
    const char *concurrency, *event, *record, *state, *resume;
    bool json, quiet;
} MatchArgs;

static volatile sig_atomic_t interrupts;

static void on_signal(int number)
{
    (void)number;
    interrupts = 1;
}

// The first signal ends the match after the current games, the second at once.
static void catch_signals(void)
{
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN); // an exited program is detected when it doesn't answer
}

static bool watch(void *context, Runner *runner)
{
    match_progress(context, runner, false);
    return interrupts;
}

// --- settings ------------------------------------------------------------------------------------

// Removes every --player from the arguments. Returns the number of remaining ones, or -1.
static int take_players(int argc, char **argv, MatchArgs *args)
{
    static const char NAME[] = "--player";
    size_t length = sizeof NAME - 1;
    int left = 0;
    for (int i = 0; i < argc; i++) {
        bool ours = !strncmp(argv[i], NAME, length) && (!argv[i][length] || argv[i][length] == '=');
        if (!ours) {
            argv[left++] = argv[i];
            continue;
        }
        const char *value = argv[i][length] ? argv[i] + length + 1
                            : i + 1 < argc  ? argv[++i]
                                            : NULL;
        if (!value) complain(EXIT_BAD, "option '--player' needs a value");
        if (value && args->players == ENTRANTS_MAX)
            complain(EXIT_BAD, "more than %d players", ENTRANTS_MAX);
        if (!value || args->players == ENTRANTS_MAX) return -1;
        args->player[args->players++] = value;
    }
    return left;
}

static ExitStatus read_args(int argc, char **argv, MatchArgs *args)
{
    const char *player = NULL;
    const Option options[] = {
        { "--layout", &args->position.layout, NULL },
        { "--position", &args->position.position, NULL },
        { "--player", &player, NULL }, // handled above, listed for --help
        { "--games", &args->games, NULL },
        { "--openings", &args->openings, NULL },
        { "--opening-plies", &args->opening_plies, NULL },
        { "--seed", &args->seed, NULL },
        { "--seating", &args->seating, NULL },
        { "--time", &args->time, NULL },
        { "--movetime", &args->movetime, NULL },
        { "--nodes", &args->nodes, NULL },
        { "--depth", &args->depth, NULL },
        { "--margin", &args->margin, NULL },
        { "--grace", &args->grace, NULL },
        { "--sprt", &args->sprt, NULL },
        { "--draw", &args->draw, NULL },
        { "--resign", &args->resign, NULL },
        { "--max-plies", &args->max_plies, NULL },
        { "--concurrency", &args->concurrency, NULL },
        { "--event", &args->event, NULL },
        { "--record", &args->record, NULL },
        { "--state", &args->state, NULL },
        { "--resume", &args->resume, NULL },
        { "--json", NULL, &args->json },
        { "--quiet", NULL, &args->quiet },
        { 0 },
    };
    int left = take_players(argc, argv, args);
    if (left >= 0) left = args_options(left, argv, options);
    if (left < 0) return EXIT_BAD;
    if (left > 1) return complain(EXIT_BAD, "unexpected argument '%.40s'", argv[1]);
    if (left == 1) args->variant = argv[0];
    return EXIT_DONE;
}

// A match continues with its original settings, except for these.
static ExitStatus merge_args(MatchArgs *old, const MatchArgs *new)
{
    const char *const settled[] = {
        new->variant,
        new->position.layout,
        new->position.position,
        new->openings,
        new->seed,
        new->seating,
        new->opening_plies,
        new->time,
        new->movetime,
        new->nodes,
        new->depth,
        new->margin,
        new->grace,
        new->sprt,
        new->draw,
        new->resign,
        new->max_plies,
        new->event,
        new->record,
        new->state,
    };
    bool other = new->players > 0;
    for (size_t i = 0; i < sizeof settled / sizeof *settled; i++)
        other |= settled[i] != NULL;
    if (other)
        return complain(EXIT_BAD, "--resume goes with --concurrency, --games, --json and --quiet "
                                  "only; all else is in the state file");
    if (new->concurrency) old->concurrency = new->concurrency;
    if (new->games) old->games = new->games;
    old->json |= new->json;
    old->quiet |= new->quiet;
    return EXIT_DONE;
}

// Reads an optional number within bounds; returns `otherwise` if it is missing.
static bool number_or(const char *text, const char *what, i64 least, i64 most, i64 otherwise,
                      i64 *number)
{
    *number = otherwise;
    if (!text || (text_number(text_of(text), most, number) && *number >= least)) return true;
    complain(EXIT_BAD, "%s '%.40s' is not a number from %lld to %lld", what, text, (long long)least,
             (long long)most);
    return false;
}

// Reads "elo0=0,elo1=5" into values by name. Returns false after printing an error.
typedef struct MatchSetting {
    const char *name;
    double *value;
} MatchSetting;

static bool read_settings(const char *option, const char *text, const MatchSetting *settings,
                          int count)
{
    char copy[200];
    Out out = out_to(copy, sizeof copy);
    out_str(&out, text);
    for (char *word = strtok(copy, ", "); word; word = strtok(NULL, ", ")) {
        char *equals = strchr(word, '='), *end = NULL;
        int i = 0;
        if (equals) *equals = '\0';
        while (i < count && strcmp(settings[i].name, word) != 0)
            i++;
        if (equals && i < count) *settings[i].value = strtod(equals + 1, &end);
        if (!end || end == equals + 1 || *end || !(*settings[i].value > -1e6) ||
            !(*settings[i].value < 1e6)) {
            complain(EXIT_BAD, "bad setting '%.40s' in %s '%.80s'", word, option, text);
            return false;
        }
    }
    if (out.lost) complain(EXIT_BAD, "%s '%.80s' is too long", option, text);
    return !out.lost;
}

static bool read_adjudication(const char *option, const char *text, Adjudication *rule)
{
    double score = rule->score, moves = rule->moves, after = rule->after;
    const MatchSetting settings[] = { { "score", &score },
                                      { "moves", &moves },
                                      { "after", &after } };
    if (!text) {
        rule->moves = 0;
        return true;
    }
    if (!read_settings(option, text, settings, 3)) return false;
    if (score < 0 || moves < 1 || after < 0) {
        complain(EXIT_BAD, "%s '%.80s' has a number that is too small", option, text);
        return false;
    }
    *rule = (Adjudication){ (int)score, (int)moves, (int)after };
    return true;
}

static bool read_sprt(const MatchArgs *args, RunnerSetup *setup)
{
    Sprt *sprt = &setup->sprt;
    *sprt = (Sprt){ 0, 5, 0.05, 0.05 };
    const MatchSetting settings[] = { { "elo0", &sprt->elo0 },
                                      { "elo1", &sprt->elo1 },
                                      { "alpha", &sprt->alpha },
                                      { "beta", &sprt->beta } };
    setup->has_sprt = args->sprt;
    if (!args->sprt) return true;
    if (!read_settings("--sprt", args->sprt, settings, 4)) return false;
    bool fine = sprt->elo0 < sprt->elo1 && sprt->elo0 > -1000 && sprt->elo1 < 1000 &&
                sprt->alpha > 0 && sprt->alpha < 0.5 && sprt->beta > 0 && sprt->beta < 0.5;
    if (!fine)
        complain(EXIT_BAD, "--sprt needs -1000 < elo0 < elo1 < 1000 and 0 < alpha, beta < 0.5");
    return fine;
}

static bool read_limits(const MatchArgs *args, RunnerSetup *setup)
{
    i64 nodes, depth, movetime, margin, grace, plies;
    if (!number_or(args->nodes, "--nodes", 1, 1000000000, 0, &nodes) ||
        !number_or(args->depth, "--depth", 1, PLIES_MAX - 1, 0, &depth) ||
        !number_or(args->movetime, "--movetime", 1, MS_MAX, 0, &movetime) ||
        !number_or(args->margin, "--margin", 0, MS_MAX, MARGIN_DEFAULT, &margin) ||
        !number_or(args->grace, "--grace", 0, MS_MAX, GRACE_DEFAULT, &grace) ||
        !number_or(args->max_plies, "--max-plies", 1, PLIES_HIGHEST, PLIES_DEFAULT, &plies))
        return false;
    Fault why;
    if (args->time && clock_read(text_of(args->time), &setup->rules.clock, &why) != OK) {
        complain(EXIT_BAD, "--time: %s", why.message);
        return false;
    }
    setup->budget = (Budget){ (u64)nodes, (int)depth, movetime };
    if (clock_spec_none(&setup->rules.clock) && budget_none(&setup->budget))
        setup->budget.movetime = MOVETIME_DEFAULT;
    setup->rules.margin_ms = margin;
    setup->grace_ms = grace;
    setup->rules.plies_max = (int)plies;
    setup->rules.draw = (Adjudication){ 20, 8, 60 };
    setup->rules.win = (Adjudication){ 800, 4, 0 };
    return read_adjudication("--draw", args->draw, &setup->rules.draw) &&
           read_adjudication("--resign", args->resign, &setup->rules.win);
}

static bool read_course(const MatchArgs *args, RunnerSetup *setup)
{
    i64 games, plies, seed, concurrency;
    if (!number_or(args->games, "--games", 1, GAMES_MAX,
                   setup->has_sprt ? GAMES_WITH_TEST : GAMES_DEFAULT, &games) ||
        !number_or(args->opening_plies, "--opening-plies", 1, OPENING_PLIES_MAX, 0, &plies) ||
        !number_or(args->seed, "--seed", 0, INT64_MAX, 1, &seed) ||
        !number_or(args->concurrency, "--concurrency", 1, CONCURRENCY_MAX, 1, &concurrency))
        return false;
    setup->games = (u32)games;
    setup->opening_plies = (int)plies;
    setup->seed = (u64)seed;
    setup->concurrency = (int)concurrency;
    setup->openings = args->openings ? args->openings : "random:6";
    setup->event = args->event ? args->event : "meydan match";
    setup->record_path = args->record;
    if (strlen(setup->event) > EVENT_MAX) {
        complain(EXIT_BAD, "--event is longer than %d bytes", EVENT_MAX);
        return false;
    }
    setup->rotate = args->seating && !strcmp(args->seating, "rotate");
    if (!args->seating || setup->rotate || !strcmp(args->seating, "all")) return true;
    complain(EXIT_BAD, "--seating '%.40s' is neither 'all' nor 'rotate'", args->seating);
    return false;
}

static ExitStatus read_setup(const MatchArgs *args, PlayerSpec *specs, RunnerSetup *setup)
{
    *setup = (RunnerSetup){ .spec = specs, .entrants = args->players };
    if (!args->variant) return complain(EXIT_BAD, "match needs a variant");
    ExitStatus status = args_position(args->variant, args->position, &setup->start);
    if (status != EXIT_DONE) return status;
    const Variant *variant = setup->start.head.variant;
    if (variant->game->winners(&setup->start))
        return complain(EXIT_BAD, "the game is over in that position");
    if (!read_sprt(args, setup) || !read_limits(args, setup) || !read_course(args, setup))
        return EXIT_BAD;
    if (setup->has_sprt && (args->players != 2 || variant_each_alone(variant)))
        return complain(EXIT_BAD, "--sprt is for two players and two sides");
    if (setup->rules.win.moves && variant_each_alone(variant))
        return complain(EXIT_BAD, "--resign is for two sides");
    for (int i = 0; i < args->players; i++) {
        Fault why;
        if (spec_read(args->player[i], &specs[i], &why) != OK)
            return complain(EXIT_BAD, "player %d: %s", i + 1, why.message);
    }
    return EXIT_DONE;
}

// --- the command ---------------------------------------------------------------------------------

static void write_limits(const RunnerSetup *setup, Out *out)
{
    if (!clock_spec_none(&setup->rules.clock)) {
        out_str(out, "time ");
        clock_write(&setup->rules.clock, out);
        out_char(out, ' ');
    }
    if (setup->budget.movetime) out_format(out, "movetime %d ", (int)setup->budget.movetime);
    if (setup->budget.depth) out_format(out, "depth %d ", setup->budget.depth);
    if (setup->budget.nodes) out_format(out, "nodes %d ", (int)setup->budget.nodes);
    out_format(out, "max-plies %d", setup->rules.plies_max);
}

static ExitStatus run_match(const RunnerSetup *setup, const MatchArgs *args)
{
    Fault why;
    Runner *runner = runner_new(setup, &why);
    if (!runner) {
        if (!setup->resumed && args->state) unlink(args->state); // there is nothing to continue
        return complain(EXIT_BAD, "%s", why.message);
    }
    MatchShow show = { .setup = setup, .quiet = args->quiet, .json = args->json };
    Out limits = out_to(show.limits, sizeof show.limits);
    write_limits(setup, &limits);
    show.terminal = isatty(STDERR_FILENO);
    show.began = show.last = now_ms();
    Standing standing;
    runner_standing(runner, &standing);
    show.before = show.shown = standing.games;

    Status status = runner_run(runner, watch, &show, &why);
    match_progress(&show, runner, true);
    bool printed = true;
    if (args->json)
        printed = match_print_json(&show, runner);
    else
        match_print(&show, runner);
    bool complete = runner_complete(runner);
    runner_free(runner);
    const char *state = args->resume ? args->resume : args->state;
    if (!printed) return complain(EXIT_BAD, "out of memory");
    if (status != OK) return complain(EXIT_BAD, "%s", why.message);
    if (complete) return EXIT_DONE;
    if (!state) return complain(EXIT_NO, "interrupted");
    return complain(EXIT_NO, "interrupted; to continue: meydan match --resume %s", state);
}

static ExitStatus start_match(int argc, char **argv, const MatchArgs *args, Journal *journal)
{
    PlayerSpec *specs = calloc(ENTRANTS_MAX, sizeof *specs);
    if (!specs) return complain(EXIT_BAD, "out of memory");
    RunnerSetup setup;
    ExitStatus status = read_setup(args, specs, &setup);
    if (status != EXIT_DONE) goto end;
    setup.journal = journal;
    setup.resumed = journal;
    Fault why;
    if (args->state && !journal) {
        setup.journal = journal_create(args->state, argc, argv, &why);
        if (!setup.journal) {
            status = complain(EXIT_BAD, "%s", why.message);
            goto end;
        }
    }
    catch_signals();
    status = run_match(&setup, args);
    if (!journal) journal_close(setup.journal);
end:
    free(specs);
    return status;
}

static ExitStatus run(int argc, char **argv)
{
    char *given[ARGS_MAX]; // a copy, because reading the options reorders them
    if (argc > ARGS_MAX) return complain(EXIT_BAD, "too many arguments");
    memcpy(given, argv, (size_t)argc * sizeof *given);
    MatchArgs args = { 0 };
    ExitStatus status = read_args(argc, argv, &args);
    if (status != EXIT_DONE) return status;
    if (!args.resume) return start_match(argc, given, &args, NULL);

    Fault why;
    Journal *journal = journal_open(args.resume, &why);
    if (!journal) return complain(EXIT_BAD, "%s", why.message);
    MatchArgs old = { 0 };
    char **old_argv;
    int old_argc = journal_args(journal, &old_argv);
    status = read_args(old_argc, old_argv, &old);
    if (status == EXIT_DONE) status = merge_args(&old, &args);
    old.resume = args.resume;
    if (status == EXIT_DONE) status = start_match(old_argc, old_argv, &old, journal);
    journal_close(journal);
    return status;
}

const Command COMMAND_MATCH = {
    .name = "match",
    .synopsis = "VARIANT --player SPEC --player SPEC [...] | --resume FILE [...]",
    .summary = "play engines against each other",
    .help =
        "\nplayers:\n"
        "  engine [level=N] [hash=MB] [threads=N] [LIMIT]   the built-in engine\n"
        "  random, greedy, plain                            yardsticks: see docs/match.md\n"
        "  cmd=PROGRAM ARG... [option.NAME=VALUE] [level=N] [stderr=FILE] [LIMIT]\n"
        "                                                   a program that speaks UGI\n"
        "  All accept name=NAME. A LIMIT is nodes=N, depth=N or movetime=MS and overrides\n"
        "  those below. Two sides: 2-16 players, round robin; else at most one player per seat.\n"
        "limits: (without any: --movetime 100)\n"
        "  --time SPEC        clocks: 60+1 seconds + increment, 60+1+3x10 with byoyomi\n"
        "  --movetime MS, --nodes N, --depth N\n"
        "  --margin MS        time per move that isn't charged (20)\n"
        "  --grace MS         how late a program may still answer (2000)\n"
        "games:\n"
        "  --games N          rounded up to whole rounds (100; with --sprt at most 20000)\n"
        "  --layout NAME, --position TEXT   where games start\n"
        "  --openings WHAT    start, random:PLIES, random:FROM-TO or a file (random:6)\n"
        "  --opening-plies N  number of moves used from the file's game records (all)\n"
        "  --seed N           seed of openings and random choices (1)\n"
        "  --seating WHAT     each alone: all seatings, or rotate A B .. B only (all)\n"
        "  --concurrency N    number of games played in parallel (1)\n"
        "ends:\n"
        "  --max-plies N      longer games are drawn and counted as unfinished (300)\n"
        "  --draw score=20,moves=8,after=60   draw after 8 moves each with scores within 0.20\n"
        "  --resign score=800,moves=4         win when both sides agree on 8.00 for 4 moves\n"
        "  --sprt elo0=0,elo1=5,alpha=0.05,beta=0.05   stop when the test is decided\n"
        "files:\n"
        "  --record FILE      append the records of all games; --event NAME names them\n"
        "  --state FILE       keep the state; --resume FILE continues the match\n"
        "  --json             the standing as JSON; --quiet no live line\n"
        "\nStatus 0 if the match is complete, 1 if it was interrupted (Ctrl-C reports the results\n"
        "so far), 2 on errors.\n",
    .run = run,
};
