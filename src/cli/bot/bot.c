// SPDX-License-Identifier: MIT
#include "cli/bot/bot.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { MOVETIME_DEFAULT = 1000, RATING_MAX = 4000 };

typedef struct BotArgs {
    const char *server, *token_file, *engine, *variants, *games, *game, *accept, *at_once;
    const char *movetime, *draws, *resign, *speeds, *rated, *rating;
    bool takebacks;
} BotArgs;

static ExitStatus read_token(const char *path, char token[TOKEN_MAX])
{
    if (!path) return complain(EXIT_BAD, "bot needs --token-file, a file with the bot's token");
    FILE *file = fopen(path, "r");
    if (!file) return complain(EXIT_BAD, "cannot read '%.200s': %s", path, strerror(errno));
    size_t length = fread(token, 1, TOKEN_MAX - 1, file);
    fclose(file);
    token[length] = '\0';
    Text text = text_trim((Text){ token, length });
    memmove(token, text.at, text.length);
    token[text.length] = '\0';
    bool fine = text.length > 0;
    for (const char *c = token; *c; c++)
        fine = fine && *c > ' ' && *c < 127;
    return fine ? EXIT_DONE : complain(EXIT_BAD, "there is no token in '%.200s'", path);
}

static ExitStatus read_variants(const char *text, bool plays_it[VARIANTS_MAX])
{
    for (int i = 0; i < variant_count(); i++)
        plays_it[i] = !text;
    Text rest = text_of(text ? text : ""), name;
    while (text && text_split(&rest, ',', &name)) {
        bool known = false;
        for (int i = 0; i < variant_count(); i++)
            if (text_is(name, variant_at(i)->id)) plays_it[i] = known = true;
        if (!known) {
            Fault why;
            fault(&why, MALFORMED, "unknown variant %q", name);
            return complain(EXIT_BAD, "%s", why.message);
        }
    }
    return EXIT_DONE;
}

static ExitStatus read_speeds(const char *text, bool plays_it[SPEEDS])
{
    for (int i = 0; i < SPEEDS; i++)
        plays_it[i] = !text;
    Text rest = text_of(text ? text : ""), name;
    while (text && text_split(&rest, ',', &name)) {
        Speed speed;
        if (speed_read(name, &speed)) {
            plays_it[speed] = true;
            continue;
        }
        Fault why;
        fault(&why, MALFORMED, "unknown speed %q", name);
        return complain(EXIT_BAD, "%s", why.message);
    }
    return EXIT_DONE;
}

// "1000-2000"
static ExitStatus read_rating(const char *text, i64 *low, i64 *high)
{
    Text rest = text_of(text ? text : "0-4000"), first;
    if (text_split(&rest, '-', &first) && rest.at && text_count(first, RATING_MAX, low) &&
        text_count(rest, RATING_MAX, high) && *low <= *high)
        return EXIT_DONE;
    return complain(EXIT_BAD, "--rating %s is not like 1000-2000", quote(text).text);
}

// Accepts the players of `meydan match`; anything else is a program.
static ExitStatus read_engine(const char *text, PlayerSpec *spec)
{
    char command[SPEC_TEXT_MAX];
    Fault why;
    Yardstick yardstick;
    Text rest = text_of(text), word = { 0 };
    text_word(&rest, &word);
    bool known = text_is(word, "engine") || text_is(word, "builtin") ||
                 text_is(text_cut(word, 0, 4), "cmd=") || yardstick_find(word, &yardstick);
    Out out = out_to(command, sizeof command);
    out_format(&out, known ? "%s" : "cmd=%s", text);
    if (spec_read(command, spec, &why) == OK) return EXIT_DONE;
    return complain(EXIT_BAD, "--engine: %s", why.message);
}

static bool read_number(const char *text, const char *option, i64 least, i64 most, i64 *number)
{
    if (!text || (text_number(text_of(text), most, number) && *number >= least)) return true;
    complain(EXIT_BAD, "%s %s is not a number from %lld to %lld", option, quote(text).text,
             (long long)least, (long long)most);
    return false;
}

static ExitStatus read_args(const BotArgs *args, Bot *bot, PlayerSpec *spec)
{
    static const char *const DRAWS[] = { "score", "never", "always" };
    Fault why;
    const char *draws = args->draws ? args->draws : DRAWS[0];
    int policy = 0;
    while (policy < 3 && strcmp(draws, DRAWS[policy]))
        policy++;
    if (policy == 3)
        return complain(EXIT_BAD, "--draws is score, never or always, not %s", quote(draws).text);
    if (args->accept && strcmp(args->accept, "lobby") && strcmp(args->accept, "invitations"))
        return complain(EXIT_BAD, "--accept is lobby or invitations, not %s",
                        quote(args->accept).text);
    if (args->game && args->accept)
        return complain(EXIT_BAD, "--game and --accept exclude each other");
    if (!url_read(text_of(args->server ? args->server : "http://localhost:8080"), &bot->url, &why))
        return complain(EXIT_BAD, "%s", why.message);
    const char *rated = args->rated ? args->rated : "both";
    if (strcmp(rated, "both") && strcmp(rated, "only") && strcmp(rated, "never"))
        return complain(EXIT_BAD, "--rated is both, only or never, not %s", quote(rated).text);
    bot->rated = strcmp(rated, "never") != 0;
    bot->casual = strcmp(rated, "only") != 0;
    bot->game = args->game;
    bot->lobby = args->accept && !strcmp(args->accept, "lobby");
    bot->games = args->game ? 1 : 0;
    bot->at_once = 1;
    bot->manners =
        (BotManners){ .spec = spec,
                      .movetime = MOVETIME_DEFAULT,
                      .offers = { .draws = (DrawPolicy)policy, .takebacks = args->takebacks } };
    if (!read_number(args->games, "--games", 1, 1000000000, &bot->games) ||
        !read_number(args->at_once, "--at-once", 1, BOT_GAMES_MAX, &bot->at_once) ||
        !read_number(args->movetime, "--movetime", 1, 3600000, &bot->manners.movetime) ||
        !read_number(args->resign, "--resign", 1, 1000000, &bot->manners.offers.resign))
        return EXIT_BAD;
    ExitStatus status = read_variants(args->variants, bot->variant);
    if (status == EXIT_DONE) status = read_speeds(args->speeds, bot->speed);
    if (status == EXIT_DONE) status = read_rating(args->rating, &bot->rating_min, &bot->rating_max);
    if (status == EXIT_DONE) status = read_engine(args->engine ? args->engine : "engine", spec);
    return status == EXIT_DONE ? read_token(args->token_file, bot->token) : status;
}

static ExitStatus run(int argc, char **argv)
{
    static Bot bot; // large
    static PlayerSpec spec;
    BotArgs args = { 0 };
    const Option options[] = {
        { "--server", &args.server, NULL },       { "--token-file", &args.token_file, NULL },
        { "--engine", &args.engine, NULL },       { "--variants", &args.variants, NULL },
        { "--speeds", &args.speeds, NULL },       { "--rated", &args.rated, NULL },
        { "--rating", &args.rating, NULL },       { "--games", &args.games, NULL },
        { "--game", &args.game, NULL },           { "--accept", &args.accept, NULL },
        { "--at-once", &args.at_once, NULL },     { "--movetime", &args.movetime, NULL },
        { "--draws", &args.draws, NULL },         { "--resign", &args.resign, NULL },
        { "--takebacks", NULL, &args.takebacks }, { 0 },
    };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    if (left > 0) return args_unexpected(argv[0]);
    ExitStatus status = read_args(&args, &bot, &spec);
    return status == EXIT_DONE ? bot_play(&bot) : status;
}

const Command COMMAND_BOT = {
    .name = "bot",
    .synopsis = "--token-file FILE [--server URL] [--engine ENGINE] [...]",
    .summary = "let an engine play on a server",
    .help =
        "\n"
        "  --server URL        the server (http://localhost:8080); https:// for TLS\n"
        "  --token-file FILE   holds the bot's token from POST /api/v1/tokens\n"
        "  --engine ENGINE     a program that speaks UGI, or a player as in `meydan match`\n"
        "                      (the built-in engine)\n"
        "  --game ID           joins this game, plays it and ends\n"
        "  --accept WHAT       invitations (the default), or lobby: also open seats in the lobby\n"
        "  --variants A,B      accepts only these\n"
        "  --speeds A,B        accepts only these: bullet, blitz, rapid, classical,\n"
        "                      correspondence, unlimited\n"
        "  --rated WHAT        both (the default), only or never\n"
        "  --rating LOW-HIGH   accepts only players with such ratings\n"
        "  --games N           ends after N games\n"
        "  --at-once N         plays up to N games at the same time (1)\n"
        "  --movetime MS       time per move without a clock, or with days per move (1000)\n"
        "  --draws WHAT        score (the default): agrees unless it is better; never; always\n"
        "  --takebacks         agrees to takebacks\n"
        "  --resign SCORE      resigns when behind by this much, in hundredths (never)\n"
        "The bot continues games in progress. After Ctrl-C it takes no more games and ends when\n"
        "those in progress are over; a second Ctrl-C ends it at once. docs/bot.md explains how\n"
        "to get a token.\n",
    .run = run,
};
