// SPDX-License-Identifier: MIT
// The line to the server: kept, and opened again when it breaks; which games are accepted; the end.
#define _GNU_SOURCE // pipe2
#include "cli/bot.h"

#include "cli/cli.h"
#include "cli/terminal.h"
#include "client/channel.h"
#include "client/http.h"
#include "protocol/now.h"
#include "variants/variants.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    TOKEN_MOST = 256,
    TICK_MS = 500,
    PATIENCE_MS = 10000, // for the server to answer
    RETRY_MS = 500,      // before the first new attempt; then twice as long each time
    RETRY_MOST_MS = 30000,
    TOO_FAST_MS = 1000, // before what was refused for that is tried again
    SILENT_MS = 20000,  // then it is asked whether it is still there
    DEAD_MS = 45000,    // then it is not
    LOOK_MS = 5000,     // between looks for invitations
    REMATCH_MS = 60000, // how long a table waits for one
    SEATED_MS = 600000, // and for others to come
    MOVETIME_DEFAULT = 1000,
};

#define SOCKET_PATH "/api/v1/socket"
#define ME_PATH     "/api/v1/me"

typedef struct Bot {
    Url url;
    char token[TOKEN_MOST];
    bool variant[VARIANTS]; // which ones it plays
    const char *game;       // the one it is for, or NULL
    bool lobby;             // joins whoever waits there
    i64 games;              // then it ends; 0: never
    i64 at_once;
    BotManners manners;

    char name[64];
    Channel *channel;
    i64 retry, retry_at; // ms
    i64 look_at;
    i64 again_at; // ms: the server found us too fast; 0 if it did not
    int wake[2];
    BotTable table[TABLES_MOST];
    i64 begun, ended; // games
    bool failed;
} Bot;

static atomic_bool leaving, hurry; // one signal, two signals
static int signal_pipe;

static void on_signal(int number)
{
    int saved = errno;
    (void)number;
    if (atomic_exchange(&leaving, true)) atomic_store(&hurry, true);
    if (write(signal_pipe, "", 1) < 0) errno = saved;
    errno = saved;
}

static void report(const BotTable *table, const char *format, const char *a, const char *b)
{
    printf("%s: ", table->id);
    printf("%s%s%s", format, a, b);
    putchar('\n');
    fflush(stdout);
}

// --- tables --------------------------------------------------------------------------------------

static int tables_taken(const Bot *bot)
{
    int count = 0;
    for (int i = 0; i < TABLES_MOST; i++)
        count += bot->table[i].stage != STAGE_FREE && bot->table[i].stage != STAGE_OVER;
    return count;
}

static BotTable *table_of(Bot *bot, const char *id)
{
    for (int i = 0; i < TABLES_MOST; i++)
        if (bot->table[i].stage != STAGE_FREE && !strcmp(bot->table[i].id, id))
            return &bot->table[i];
    return NULL;
}

static bool has_room(const Bot *bot)
{
    int taken = tables_taken(bot);
    return !atomic_load(&leaving) && taken < bot->at_once &&
           (!bot->games || bot->ended + taken < bot->games);
}

// A table for the game; one that only waits for a rematch is given up for it.
static void take_game(Bot *bot, const char *id)
{
    BotTable *free_table = NULL;
    if (strlen(id) >= TABLE_ID_MOST || table_of(bot, id)) return;
    for (int i = 0; i < TABLES_MOST; i++)
        if (bot->table[i].stage == STAGE_FREE) free_table = &bot->table[i];
    for (int i = 0; i < TABLES_MOST && !free_table; i++)
        if (bot->table[i].stage == STAGE_OVER) free_table = &bot->table[i];
    if (!free_table) return;
    if (free_table->stage == STAGE_OVER) bot_close(free_table);
    bot_open(free_table, id);
}

static void drop_table(Bot *bot, BotTable *table)
{
    if (table->stage == STAGE_SEATED || table->stage == STAGE_JOINING)
        bot_ask(table, ASK_OTHER, "leave");
    bot_ask(table, ASK_OTHER, "unwatch");
    bot_close(table);
    if (bot->game) bot->failed = true;
}

// Sees what a table's stage has become since it was `before`.
static void follow(Bot *bot, BotTable *table, Stage before)
{
    if (table->stage == before) return;
    if (table->stage == STAGE_PLAYING) {
        if (!table->own) {
            // Somebody else was faster.
            drop_table(bot, table);
            return;
        }
        char seat[2] = { (char)('1' + __builtin_ctz(table->own)), '\0' };
        report(table, match_variant(&table->match)->id, " as player ", seat);
        bot->begun++;
    } else if (table->stage == STAGE_OVER) {
        if (before != STAGE_PLAYING && before != STAGE_SEATED) {
            drop_table(bot, table);
            return;
        }
        report(table, table->result, " ", table->reason);
        bot->ended++;
        bool more = !atomic_load(&leaving) && (!bot->games || bot->ended < bot->games);
        if (!more) bot_close(table);
    }
}

// --- what is accepted ----------------------------------------------------------------------------

static bool plays(const Bot *bot, const char *variant)
{
    for (int i = 0; i < VARIANTS; i++)
        if (!strcmp(variant_at(i)->id, variant)) return bot->variant[i];
    return false;
}

typedef struct Places {
    bool own, invited, open;
} Places;

static Places find_places(const Bot *bot, struct json_object *game)
{
    Places places = { 0 };
    struct json_object *seats = member(game, "seats");
    size_t count =
        json_object_is_type(seats, json_type_array) ? json_object_array_length(seats) : 0;
    for (size_t i = 0; i < count; i++) {
        struct json_object *seat = json_object_array_get_idx(seats, i);
        struct json_object *person = member(seat, "person");
        const char *invited = text_at(seat, "invited");
        if (person)
            places.own |= !strcmp(text_at(person, "name"), bot->name);
        else if (!member(seat, "computer"))
            *(*invited ? &places.invited : &places.open) |=
                !*invited || !strcmp(invited, bot->name);
    }
    return places;
}

// Games of the lobby or of its own that it plays, or could.
static void look_through(Bot *bot, struct json_object *games)
{
    size_t count =
        json_object_is_type(games, json_type_array) ? json_object_array_length(games) : 0;
    for (size_t i = 0; i < count; i++) {
        struct json_object *game = json_object_array_get_idx(games, i);
        Places places = find_places(bot, game);
        bool open = !strcmp(text_at(game, "state"), "open");
        const char *speed = text_at(game, "speed");
        // A stranger's game without an end in sight would take a table for days.
        bool slow = !strcmp(speed, "correspondence") || !strcmp(speed, "unlimited");
        bool accepted = places.own || (open && plays(bot, text_at(game, "variant")) &&
                                       (places.invited || (bot->lobby && places.open && !slow)));
        // Its own go on whatever the options say now; there is always a table for them.
        if (accepted && (places.own || has_room(bot))) take_game(bot, text_at(game, "id"));
    }
}

// Own games, and those it is invited to, which need not be public. False if the server refuses.
static bool look_at_own(Bot *bot, Fault *why)
{
    HttpAsk ask = { .method = "GET", .path = ME_PATH, .token = bot->token };
    HttpAnswer answer;
    Wait wait = { now_ms() + PATIENCE_MS, &hurry };
    bot->look_at = now_ms() + LOOK_MS;
    if (!http_ask(&bot->url, &ask, wait, &answer, why)) return false;
    struct json_object *me = json_tokener_parse(answer.body);
    struct json_object *person = member(me, "person");
    bool fine = answer.status == 200 && person;
    if (fine) {
        Out out = out_to(bot->name, sizeof bot->name);
        out_str(&out, text_at(person, "name"));
        if (!bot->game) look_through(bot, member(me, "games"));
    } else {
        fault(why, ILLEGAL,
              answer.status == 200 || answer.status == 401 ? "the server does not know the token"
                                                           : "the server answers with status %d",
              answer.status);
    }
    json_object_put(me);
    http_free(&answer);
    return fine;
}

// --- messages ------------------------------------------------------------------------------------

static bool say(void *context, Text message)
{
    Bot *bot = context;
    // A line that breaks is noticed when it is read; whatever was said is asked for again then.
    return bot->channel && channel_say(bot->channel, message);
}

static void refused(Bot *bot, struct json_object *message)
{
    int number = json_object_get_int(member(message, "n"));
    const char *code = text_at(message, "code");
    // What was refused is not told, so everything is asked anew; a move is sent again then.
    if (!strcmp(code, "too_fast")) {
        if (!bot->again_at) bot->again_at = now_ms() + TOO_FAST_MS;
        return;
    }
    if (!member(message, "n") || number < 0 || number >= TABLES_MOST * ASKS) return;
    BotTable *table = &bot->table[number / ASKS];
    if (table->stage == STAGE_FREE || bot_refused(table, (Ask)(number % ASKS), code)) return;
    char text[200];
    Out out = out_to(text, sizeof text);
    terminal_clean(text_of(text_at(message, "text")), &out);
    report(table, "refused: ", text, "");
    drop_table(bot, table);
}

static void told_rematch(Bot *bot, BotTable *table, const char *next)
{
    if (table->stage != STAGE_OVER || table->asked_next || !has_room(bot)) return;
    table->asked_next = true;
    bot_ask(table, ASK_OTHER, "unwatch");
    bot_close(table);
    take_game(bot, next);
}

static void handle(Bot *bot, struct json_object *message)
{
    const char *t = text_at(message, "t");
    struct json_object *game = member(message, "game");
    bool whole = !strcmp(t, "game");
    BotTable *table = table_of(bot, whole ? text_at(game, "id") : text_at(message, "game"));
    Stage before = table ? table->stage : STAGE_FREE;
    if (!strcmp(t, "lobby")) {
        if (!bot->game) look_through(bot, member(message, "open"));
    } else if (!strcmp(t, "error")) {
        refused(bot, message);
    } else if (!table) {
        return; // not ours any more
    } else if (whole) {
        bot_show(table, game);
        follow(bot, table, before);
        if (table->stage == STAGE_OVER && *text_at(game, "rematch"))
            told_rematch(bot, table, text_at(game, "rematch"));
    } else if (!strcmp(t, "event")) {
        bot_event(table, message);
    } else if (!strcmp(t, "here")) {
        bot_here(table, message);
    } else if (!strcmp(t, "rematch")) {
        told_rematch(bot, table, text_at(message, "next"));
    }
}

static bool read_messages(Bot *bot)
{
    Text text;
    ChannelNews news = CHANNEL_NOTHING;
    while (bot->channel && (news = channel_next(bot->channel, &text)) == CHANNEL_MESSAGE) {
        struct json_tokener *tokener = json_tokener_new();
        struct json_object *message =
            tokener ? json_tokener_parse_ex(tokener, text.at, (int)text.length) : NULL;
        if (message) handle(bot, message);
        json_object_put(message);
        if (tokener) json_tokener_free(tokener);
    }
    return news != CHANNEL_GONE;
}

// --- the line ------------------------------------------------------------------------------------

static void hang_up(Bot *bot)
{
    channel_close(bot->channel);
    bot->channel = NULL;
}

// False if there is no point in trying again.
static bool connect_line(Bot *bot, Fault *why)
{
    int status;
    Wait wait = { now_ms() + PATIENCE_MS, &hurry };
    bot->channel = channel_open(&bot->url, SOCKET_PATH, bot->token, wait, &status, why);
    if (!bot->channel) {
        bot->retry = bot->retry ? 2 * bot->retry : RETRY_MS;
        if (bot->retry > RETRY_MOST_MS) bot->retry = RETRY_MOST_MS;
        bot->retry_at = now_ms() + bot->retry;
        return status != 401 && status != 403;
    }
    bot->retry = 0;
    for (int i = 0; i < TABLES_MOST; i++)
        bot_greet(&bot->table[i]);
    if (bot->lobby) say(bot, text_of("{\"t\":\"lobby\"}"));
    if (bot->game && !bot->begun && !tables_taken(bot)) take_game(bot, bot->game);
    return true;
}

static void keep_line(Bot *bot, i64 now)
{
    if (!bot->channel) return;
    i64 silent = now - channel_heard(bot->channel);
    if (silent > DEAD_MS)
        hang_up(bot);
    else if (silent > SILENT_MS && !channel_ping(bot->channel))
        hang_up(bot);
}

static void tick(Bot *bot, i64 now)
{
    Fault why;
    keep_line(bot, now);
    bool again = bot->again_at && now >= bot->again_at;
    if (again) bot->again_at = 0;
    for (int i = 0; i < TABLES_MOST; i++) {
        BotTable *table = &bot->table[i];
        if (again && bot->channel) bot_greet(table);
        bot_tick(table, now);
        i64 waited = now - table->since;
        bool stale = (table->stage == STAGE_OVER && waited > REMATCH_MS) ||
                     (table->stage == STAGE_SEATED && waited > SEATED_MS && !bot->game);
        if (stale) drop_table(bot, table);
    }
    if (bot->channel && !bot->game && now >= bot->look_at && has_room(bot)) look_at_own(bot, &why);
}

static bool take_thoughts(Bot *bot)
{
    char index[64];
    if (read(bot->wake[0], index, sizeof index) < 0) return true;
    for (int i = 0; i < TABLES_MOST; i++) {
        Fault why = { 0 };
        BotTable *table = &bot->table[i];
        if (bot_thought(table, &why)) continue;
        report(table, "the engine failed: ", why.message, "");
        bot_close(table);
        bot->failed = true;
    }
    return true;
}

static bool finished(const Bot *bot)
{
    if (atomic_load(&hurry)) return true;
    bool playing = tables_taken(bot) > 0;
    if (bot->failed || atomic_load(&leaving)) return !playing;
    return !playing && bot->games && bot->ended >= bot->games;
}

static ExitStatus play_on(Bot *bot)
{
    Fault why = { 0 };
    while (!finished(bot)) {
        i64 now = now_ms();
        if (!bot->channel && now >= bot->retry_at && !connect_line(bot, &why))
            return complain(EXIT_BAD, "%s", why.message);
        struct pollfd files[2] = { { bot->wake[0], POLLIN, 0 }, { -1, POLLIN, 0 } };
        if (bot->channel) files[1].fd = channel_file(bot->channel);
        // What came with the handshake is not in the kernel any more.
        if (bot->channel && !read_messages(bot))
            hang_up(bot);
        else if (poll(files, 2, TICK_MS) > 0 && files[0].revents)
            take_thoughts(bot);
        tick(bot, now_ms());
        // Waiting for others to come is no playing.
        for (int i = 0; i < TABLES_MOST && atomic_load(&leaving); i++)
            if (bot->table[i].stage > STAGE_FREE && bot->table[i].stage < STAGE_PLAYING)
                drop_table(bot, &bot->table[i]);
    }
    return bot->failed ? EXIT_NO : EXIT_DONE;
}

// --- the command ---------------------------------------------------------------------------------

typedef struct BotArgs {
    const char *server, *token_file, *engine, *variants, *games, *game, *accept, *at_once;
    const char *movetime, *draws, *resign;
    bool takebacks;
} BotArgs;

static ExitStatus read_token(const char *path, char token[TOKEN_MOST])
{
    if (!path) return complain(EXIT_BAD, "bot needs --token-file, a file with the bot's token");
    FILE *file = fopen(path, "r");
    if (!file) return complain(EXIT_BAD, "cannot read '%.200s': %s", path, strerror(errno));
    size_t length = fread(token, 1, TOKEN_MOST - 1, file);
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

static ExitStatus read_variants(const char *text, bool plays_it[VARIANTS])
{
    for (int i = 0; i < VARIANTS; i++)
        plays_it[i] = !text;
    Text rest = text_of(text ? text : ""), name;
    while (text && text_split(&rest, ',', &name)) {
        bool known = false;
        for (int i = 0; i < VARIANTS; i++)
            if (text_is(name, variant_at(i)->id)) plays_it[i] = known = true;
        if (!known) {
            Fault why;
            fault(&why, MALFORMED, "unknown variant %q", name);
            return complain(EXIT_BAD, "%s", why.message);
        }
    }
    return EXIT_DONE;
}

// What `meydan match` takes for a player; anything else is a program.
static ExitStatus read_engine(const char *text, PlayerSpec *spec)
{
    char command[SPEC_TEXT_MOST];
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
    bot->game = args->game;
    bot->lobby = args->accept && !strcmp(args->accept, "lobby");
    bot->games = args->game ? 1 : 0;
    bot->at_once = 1;
    bot->manners = (BotManners){ .spec = spec,
                                 .movetime = MOVETIME_DEFAULT,
                                 .draws = (DrawPolicy)policy,
                                 .takebacks = args->takebacks };
    if (!read_number(args->games, "--games", 1, 1000000000, &bot->games) ||
        !read_number(args->at_once, "--at-once", 1, TABLES_MOST, &bot->at_once) ||
        !read_number(args->movetime, "--movetime", 1, 3600000, &bot->manners.movetime) ||
        !read_number(args->resign, "--resign", 1, 1000000, &bot->manners.resign))
        return EXIT_BAD;
    ExitStatus status = read_variants(args->variants, bot->variant);
    if (status == EXIT_DONE) status = read_engine(args->engine ? args->engine : "engine", spec);
    return status == EXIT_DONE ? read_token(args->token_file, bot->token) : status;
}

static bool set_up(Bot *bot)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN }, act = { .sa_handler = on_signal };
    if (pipe2(bot->wake, O_CLOEXEC | O_NONBLOCK) != 0) return false;
    signal_pipe = bot->wake[1];
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    for (int i = 0; i < TABLES_MOST; i++) {
        BotTable *table = &bot->table[i];
        table->manners = &bot->manners;
        table->index = i;
        table->wake = bot->wake[1];
        table->say = say;
        table->context = bot;
    }
    return true;
}

static ExitStatus run(int argc, char **argv)
{
    static Bot bot; // large
    static PlayerSpec spec;
    BotArgs args = { 0 };
    const Option options[] = {
        { "--server", &args.server, NULL },
        { "--token-file", &args.token_file, NULL },
        { "--engine", &args.engine, NULL },
        { "--variants", &args.variants, NULL },
        { "--games", &args.games, NULL },
        { "--game", &args.game, NULL },
        { "--accept", &args.accept, NULL },
        { "--at-once", &args.at_once, NULL },
        { "--movetime", &args.movetime, NULL },
        { "--draws", &args.draws, NULL },
        { "--resign", &args.resign, NULL },
        { "--takebacks", NULL, &args.takebacks },
        { 0 },
    };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    if (left > 0) return args_unexpected(argv[0]);
    ExitStatus status = read_args(&args, &bot, &spec);
    if (status != EXIT_DONE) return status;
    Fault why;
    if (!set_up(&bot)) return complain(EXIT_BAD, "not enough files");
    if (!look_at_own(&bot, &why)) return complain(EXIT_BAD, "%s", why.message);
    printf("%s at %s\n", bot.name, bot.url.authority);
    fflush(stdout);
    status = play_on(&bot);
    for (int i = 0; i < TABLES_MOST; i++)
        bot_close(&bot.table[i]);
    hang_up(&bot);
    return status;
}

const Command COMMAND_BOT = {
    .name = "bot",
    .synopsis = "--token-file FILE [--server URL] [--engine ENGINE] [...]",
    .summary = "let an engine play on a server",
    .help =
        "\n"
        "  --server URL        http://localhost:8080 if not given; https:// for TLS\n"
        "  --token-file FILE   holds the bot's token, as POST /api/v1/tokens gave it\n"
        "  --engine ENGINE     a program that speaks UGI, or a player as `meydan match` takes "
        "them;\n"
        "                      the engine in this program if not given\n"
        "  --game ID           joins this game, plays it and ends\n"
        "  --accept WHAT       invitations (the default), or lobby: also whoever waits there\n"
        "  --variants A,B      accepts these only\n"
        "  --games N           ends after so many\n"
        "  --at-once N         plays so many at the same time (1)\n"
        "  --movetime MS       where no clock runs, or it has days (1000)\n"
        "  --draws WHAT        score (the default): agrees if it is not better; never; always\n"
        "  --takebacks         grants them\n"
        "  --resign SCORE      when it is behind by so much, in hundredths; else never\n"
        "Games that it is already playing go on. Ctrl-C takes no more games and ends after those\n"
        "under way, a second one at once. docs/bot.md tells how to get a token.\n",
    .run = run,
};
