// SPDX-License-Identifier: MIT
// `meydan play`: sets up a game from the command line or a short menu.
#define _GNU_SOURCE
#include "cli/play/play.h"

#include "base/bits.h"
#include "base/rng.h"
#include "cli/file.h"
#include "cli/language.h"
#include "cli/play/fold.h"
#include "engine/engine.h"
#include "game/handicap.h"
#include "opponent/opponent.h"
#include "variants/variants.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

typedef struct PlayArgs {
    const char *variant;
    PositionArgs position;
    const char *time, *handicap, *players, *save, *resume, *language, *seed;
    const char *computer[OPTION_TIMES + 1]; // NULL-terminated
    bool computers;
    bool lot, no_lot, swap, ascii;
} PlayArgs;

static ExitStatus unknown_language(const char *code)
{
    char list[128];
    Out out = out_to(list, sizeof list);
    out_str(&out, "en");
    for (const Catalogue *catalogue = CATALOGUES; catalogue->code; catalogue++)
        out_format(&out, ", %s", catalogue->code);
    return complain(EXIT_BAD, "unknown language %s, there are %s", quote(code).text, list);
}

static ExitStatus read_args(int argc, char **argv, PlayArgs *args)
{
    const Option options[] = { { "--layout", &args->position.layout, NULL },
                               { "--position", &args->position.position, NULL },
                               { "--time", &args->time, NULL },
                               { "--handicap", &args->handicap, NULL },
                               { "--swap", NULL, &args->swap },
                               { "--players", &args->players, NULL },
                               { "--computer", args->computer, &args->computers },
                               { "--lot", NULL, &args->lot },
                               { "--no-lot", NULL, &args->no_lot },
                               { "--save", &args->save, NULL },
                               { "--resume", &args->resume, NULL },
                               { "--lang", &args->language, NULL },
                               { "--seed", &args->seed, NULL },
                               { "--ascii", NULL, &args->ascii },
                               { 0 } };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    if (left > 1) return args_unexpected(argv[1]);
    if (left == 1) args->variant = argv[0];
    language_from_environment();
    if (args->language && !language_set(args->language)) return unknown_language(args->language);
    if (args->lot && !args->players && !args->computers)
        return complain(EXIT_BAD, "--lot needs --players or --computer");
    if (args->lot && args->no_lot)
        return complain(EXIT_BAD, "--lot and --no-lot contradict each other");
    if (args->lot && args->handicap)
        return complain(EXIT_BAD, "--lot and --handicap contradict each other");
    if (args->swap && args->computers)
        return complain(EXIT_BAD, "--swap is for people: the computer doesn't swap");
    if (args->resume &&
        (args->variant || args->position.layout || args->position.position || args->time ||
         args->handicap || args->swap || args->players || args->computers))
        return complain(EXIT_BAD,
                        "--resume takes the game, the time and the players from the file");
    if ((args->resume && !strcmp(args->resume, "-")) || (args->save && !strcmp(args->save, "-")))
        return complain(EXIT_BAD, "a game is saved in a file and resumed from one, '-' is not one");
    if (!args->resume && !args->variant && !terminal_is_typed())
        return complain(EXIT_BAD, "play needs a variant");
    return EXIT_DONE;
}

// --- the menu ------------------------------------------------------------------------------------

static const Variant *menu_choice(Text line)
{
    i64 number;
    line = text_trim(line);
    if (!line.length) return variant_at(0);
    if (text_number(line, variant_count(), &number) && number > 0)
        return variant_at((int)number - 1);
    return variant_find(line);
}

// Returns NULL if the input ends before a choice.
static const char *ask_variant(Terminal *terminal)
{
    puts("Meydan");
    for (int i = 0; i < variant_count(); i++)
        printf("  %d  %s\n", i + 1, tr(variant_at(i)->title));
    for (;;) {
        Text line;
        printf(tr("Which game? 1-%d, Enter for 1: "), variant_count());
        if (terminal_read(terminal, INT64_MAX, &line) != INPUT_LINE) return NULL;
        const Variant *variant = menu_choice(line);
        if (variant) return variant->id;
    }
}

// Reads a level, or the name of its player in English or in the current language.
static bool read_opponent(Text text, i64 *level)
{
    if (text_number(text, LEVELS, level)) return *level > 0;
    for (*level = 1; *level <= LEVELS; ++*level) {
        const char *name = opponent_name((int)*level);
        if (fold_matches(text, name) || fold_matches(text, tr(name))) return true;
    }
    return false;
}

// 0 means none. Returns false without a choice.
static bool ask_opponent(Terminal *terminal, i64 *level)
{
    for (int i = 1; i <= LEVELS; i++)
        printf("  %2d  %s\n", i, tr(opponent_name(i)));
    for (;;) {
        Text line;
        printf(tr("Against the computer? Name or level 1-%d, Enter for people only: "), LEVELS);
        if (terminal_read(terminal, INT64_MAX, &line) != INPUT_LINE) return false;
        line = text_trim(line);
        *level = 0;
        if (!line.length || read_opponent(line, level)) return true;
    }
}

// --- players -------------------------------------------------------------------------------------

static bool name_is_sound(Text name)
{
    if (!name.length || name.length >= NAME_LENGTH_MAX) return false;
    for (size_t length; name.length; name = text_from(name, length)) {
        length = terminal_printable(name);
        if (!length) return false;
    }
    return true;
}

static ExitStatus read_players(TerminalGame *play, const char *list)
{
    int players = match_variant(&play->match)->players, count = 0;
    Text rest = text_of(list), name;
    for (; text_split(&rest, ',', &name); count++) {
        name = text_trim(name);
        if (count >= players) continue;
        if (!name_is_sound(name))
            return complain(EXIT_BAD, "player %d's name is empty, too long or not text", count + 1);
        seat_name(&play->seat[count], name);
    }
    if (count != players)
        return complain(EXIT_BAD, "--players needs %d names with commas between", players);
    return EXIT_DONE;
}

// Accepts "2:5" or "2:Kaya", or "5" for all players except the first.
static bool read_computer(TerminalGame *play, Text text)
{
    int players = match_variant(&play->match)->players;
    i64 seat = 0, level;
    Text first, rest = text;
    text_split(&rest, ':', &first);
    if (rest.at && (!text_number(first, players, &seat) || !seat)) return false;
    if (!read_opponent(rest.at ? rest : first, &level)) return false;
    int from = seat ? (int)seat - 1 : 1, to = seat ? (int)seat : players;
    for (int i = from; i < to; i++)
        seat_computer(&play->seat[i], (int)level);
    return true;
}

static ExitStatus read_computers(TerminalGame *play, const char *const *computer)
{
    for (; *computer; computer++)
        if (!read_computer(play, text_of(*computer)))
            return complain(EXIT_BAD,
                            "computer %s is neither a level 1 to %d, nor a name, nor PLAYER:LEVEL",
                            quote(*computer).text, LEVELS);
    return EXIT_DONE;
}

// By default if the game requires it (Q1, Q9) and the command line doesn't assign seats.
static bool draws_lots(const PlayArgs *args, const Variant *variant)
{
    if (args->lot || args->no_lot) return args->lot;
    if (!variant->game->lots || args->position.position || args->handicap) return false;
    for (const char *const *computer = args->computer; *computer; computer++)
        if (strchr(*computer, ':')) return false;
    return args->players || args->computer[0];
}

static ExitStatus draw_lots(TerminalGame *play)
{
    Rng rng;
    if (getrandom(&rng, sizeof rng, 0) != sizeof rng)
        return complain(EXIT_BAD, "no random numbers to draw lots with: %s", strerror(errno));
    for (int i = match_variant(&play->match)->players - 1; i > 0; i--) {
        int other = (int)rng_below(&rng, (u32)i + 1);
        TerminalSeat seat = play->seat[i];
        play->seat[i] = play->seat[other];
        play->seat[other] = seat;
    }
    return EXIT_DONE;
}

// --- the game ------------------------------------------------------------------------------------

static ExitStatus begin(TerminalGame *play, PlayArgs *args)
{
    Position start;
    ClockSpec spec = { 0 };
    Fault why;
    ExitStatus status = args_position(args->variant, args->position, &start);
    if (status != EXIT_DONE) return status;
    if (args->time && clock_read(text_of(args->time), &spec, &why) != OK)
        return complain(EXIT_BAD, "%s", why.message);
    if (args->handicap && handicap_give(text_of(args->handicap), &start, &spec, &why) != OK)
        return complain(EXIT_BAD, "%s", why.message);
    if (args->swap && start.head.variant->players != 2)
        return complain(EXIT_BAD, "the swap rule is for two players");
    if (args->swap && !start.head.swap) start.head.swap = SWAP_AFTER_MOVE;
    match_start(&play->match, &start, spec, 0);
    if (args->players) status = read_players(play, args->players);
    if (status == EXIT_DONE) status = read_computers(play, args->computer);
    args->lot = draws_lots(args, match_variant(&play->match));
    if (status == EXIT_DONE && args->lot) status = draw_lots(play);
    return status;
}

static ExitStatus resume(TerminalGame *play, const char *path)
{
    size_t length;
    Fault why;
    char *text = file_read(path, &length);
    if (!text) return complain(EXIT_BAD, "cannot read '%.200s': %s", path, strerror(errno));
    play->keep.source = (Text){ text, length };
    if (play_read(play, play->keep.source, &why) == OK) return EXIT_DONE;
    return complain(EXIT_BAD, "%.200s: %s", path, why.message);
}

static void greet(const TerminalGame *play, const PlayArgs *args)
{
    puts(tr(match_variant(&play->match)->title));
    if (args->lot) puts(tr("Drawn by lot:"));
    print_players(play);
    char help[WORD_NAME_MAX];
    printf(tr("Type a move, or %s.\n"), word_name(WORD_HELP, help));
}

// Returns false if the user leaves the menu.
static bool ask_game(TerminalGame *play, PlayArgs *args, char level[8])
{
    i64 number = 0;
    args->variant = ask_variant(&play->terminal);
    if (!args->variant) return false;
    if (!args->computers && !ask_opponent(&play->terminal, &number)) return false;
    snprintf(level, 8, "%d", (int)number);
    if (number) args->computer[0] = level;
    return true;
}

static ExitStatus play_game_of(TerminalGame *play, PlayArgs *args)
{
    char level[8];
    if (!args->resume && !args->variant && !ask_game(play, args, level)) return EXIT_DONE;
    ExitStatus status = args->resume ? resume(play, args->resume) : begin(play, args);
    if (status != EXIT_DONE) return status;
    bool computer = false;
    for (int i = 0; i < match_variant(&play->match)->players; i++)
        computer |= play->seat[i].level > 0;
    if (play->match.position.head.swap && computer)
        return complain(EXIT_BAD, "the swap rule is for people: the computer doesn't swap");
    if (play->match.outcome.over) {
        print_board(play);
        print_result(play);
        return EXIT_DONE;
    }
    bool elsewhere = args->save && args->resume;
    keep_open(play, args->resume && !elsewhere ? args->resume : args->save,
              args->resume && !elsewhere);
    greet(play, args);
    if (!args->resume) play->origin = terminal_now();
    status = play_run(play);
    keep_close(play);
    return status;
}

static ExitStatus run(int argc, char **argv)
{
    PlayArgs args = { 0 };
    ExitStatus status = read_args(argc, argv, &args);
    if (status != EXIT_DONE) return status;
    TerminalGame *play = calloc(1, sizeof *play);
    if (!play) return complain(EXIT_BAD, "out of memory");
    play->style.ascii = args.ascii || !terminal_has_unicode();
    play->style.colour = terminal_has_colour();
    play->ask_first = terminal_is_typed();
    i64 seed = 0;
    if (args.seed && !args_number(args.seed, "--seed", SEED_MAX, &seed)) {
        free(play);
        return EXIT_BAD;
    }
    play->seed = (u64)seed;
    if (!args.seed && getrandom(&play->seed, sizeof play->seed, GRND_NONBLOCK) < 0)
        play->seed = (u64)terminal_now();
    terminal_open(&play->terminal);
    status = play_game_of(play, &args);
    think_close(&play->think);
    terminal_close();
    free((char *)play->keep.source.at);
    free(play->match.plies);
    free(play);
    return status;
}

const Command COMMAND_PLAY = {
    .name = "play",
    .synopsis = "[VARIANT] [--layout NAME | --position TEXT] [--time SPEC]\n"
                "                   [--players NAME,NAME,...] [--computer [PLAYER:]LEVEL]...\n"
                "                   [--handicap TEXT] [--swap] [--lot | --no-lot] [--save FILE]\n"
                "       meydan play --resume FILE\n"
                "       both with   [--seed N] [--ascii] [--lang en|ro|ru|tr]",
    .summary = "play a game in the terminal",
    .help =
        "A game of people and computers at one terminal. Without VARIANT a menu opens. Type\n"
        "moves, or 'help'.\n"
        "--computer 2:5 makes player 2 a computer of level 5 of 10, --computer 5 all but\n"
        "player 1. Level 10 uses one second per move, or its clock. Levels also have names:\n"
        "Lina, Teo, Roza, Felix, Kaya, Mira, Oskar, Iris, Viktor, Atlas.\n"
        "--time 600+5 gives everyone 600 seconds and 5 more for every move; 600+0+3x30 adds\n"
        "three byoyomi periods of 30 seconds; 2d is two days per move.\n"
        "--handicap \"1 walls 3\" gives player 1 three walls fewer; also 1 marbles 2, 1 move (the\n"
        "other player moves first) and 1 time 300 (seconds).\n"
        "--swap: after the first move the other player may type 'swap' and take over that side.\n"
        "--lot draws lots for the players' seats. In Quoridor that is the default if players\n"
        "are named or the computer plays, unless PLAYER is given; --no-lot turns it off.\n"
        "--seed N makes the computers' moves reproducible.\n"
        "The game is saved after every move, in FILE or in last-game.pgn in the folder\n"
        "${XDG_STATE_HOME:-$HOME/.local/state}/meydan; --resume continues it. An existing file\n"
        "is kept as FILE~, and so is a resumed one after the next event in the game.\n"
        "The language comes from --lang or from LANGUAGE, LC_ALL, LC_MESSAGES and LANG.\n",
    .run = run,
};
