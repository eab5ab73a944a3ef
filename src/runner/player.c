// SPDX-License-Identifier: MIT
#include "runner/player.h"

#include "protocol/now.h"
#include "protocol/ugi_client.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    STARTUP_MS = 10000,    // until a program is ready
    PATIENCE_MS = 60000,   // per move if limited only by nodes or depth
    LAG_MS = 10,           // clock time that the built-in engine leaves unused
    FOREVER_MS = 86400000, // a day, longer than any search
    LINE_LENGTH_MAX = 1 << 16,
};

struct Player {
    PlayerSetup setup;
    Budget budget;
    Opponent opponent; // for the built-in engine
    bool scored;       // whether the last move had a score, which is:
    Score score;
    // Exactly one, according to spec->kind.
    Engine *engine;
    i64 late; // offset of the engine's clock, see engine_now()
    Rng rng;
    UgiClient *client;
    char line[LINE_LENGTH_MAX]; // a line for the client
};

const char *trouble_name(Trouble trouble)
{
    static const char *const NAME[TROUBLES] = {
        [TROUBLE_NONE] = "none", [TROUBLE_TIME] = "time",       [TROUBLE_CRASH] = "crash",
        [TROUBLE_HANG] = "hang", [TROUBLE_GARBAGE] = "garbage", [TROUBLE_ILLEGAL] = "illegal-move",
    };
    return NAME[trouble];
}

void player_name(const Player *player, Out *out)
{
    const PlayerSpec *spec = player->setup.spec;
    if (spec->name[0]) {
        out_str(out, spec->name);
    } else if (spec->kind == PLAYER_YARDSTICK) {
        out_str(out, yardstick_name(spec->yardstick));
    } else if (spec->kind == PLAYER_COMMAND) {
        const char *base = strrchr(spec->argv[0], '/');
        const char *own = client_name(player->client);
        out_str(out, *own ? own : base ? base + 1 : spec->argv[0]);
    } else {
        out_str(out, "engine");
    }
    if (spec->name[0]) return;
    if (spec->level) out_format(out, " level=%d", spec->level);
    if (spec->budget.nodes) out_format(out, " nodes=%d", (int)spec->budget.nodes);
    if (spec->budget.depth) out_format(out, " depth=%d", spec->budget.depth);
    if (spec->budget.movetime) out_format(out, " movetime=%d", (int)spec->budget.movetime);
    if (spec->threads) out_format(out, " threads=%d", spec->threads);
}

Score answer_score(const PlayerAnswer *answer)
{
    enum { FORCED = 1000000 };
    if (!answer->mate) return answer->score;
    return answer->score < 0 ? -FORCED : FORCED;
}

// --- the built-in engine -------------------------------------------------------------------------

// The engine checks the clock regularly, so an interrupt is implemented as a clock that runs out.
static i64 engine_now(void *context)
{
    Player *player = context;
    if (atomic_load(player->setup.interrupt)) player->late += 2 * (i64)FOREVER_MS;
    return now_ms() + player->late;
}

static bool engine_open(Player *player, Fault *why)
{
    const PlayerSpec *spec = player->setup.spec;
    int threads = spec->threads ? spec->threads : 1;
    size_t size = engine_size(spec->hash_mb ? spec->hash_mb : HASH_DEFAULT, threads);
    size = (size + 63) & ~(size_t)63;
    void *memory = aligned_alloc(64, size);
    Host host = { .now = engine_now, .context = player };
    player->engine = memory ? engine_init(memory, size, threads, host) : NULL;
    if (player->engine) return true;
    free(memory);
    fault(why, MALFORMED, "no memory for the engine");
    return false;
}

typedef struct Helper {
    pthread_t thread;
    Engine *engine;
    int number;
} Helper;

static void *help(void *context)
{
    Helper *helper = context;
    engine_think(helper->engine, helper->number);
    return NULL;
}

static void think_together(Engine *engine, int threads)
{
    Helper helper[THREADS_MAX];
    int helpers = 0;
    for (int i = 1; i < threads; i++) {
        helper[helpers] = (Helper){ .engine = engine, .number = i };
        if (!pthread_create(&helper[helpers].thread, NULL, help, &helper[helpers])) helpers++;
    }
    engine_think(engine, 0);
    for (int i = 0; i < helpers; i++)
        pthread_join(helper[i].thread, NULL);
}

static SearchLimits engine_limits(const Player *player, const PlayerQuestion *question)
{
    const Budget *budget = &player->budget;
    SearchLimits limits = { .nodes = budget->nodes, .depth = budget->depth };
    OpponentTime time = opponent_time(question->match, question->match->since, LAG_MS);
    time.clock = question->within_ms != CLOCK_NEVER && budget_none(budget);
    time.move_ms = budget->movetime ? budget->movetime : FOREVER_MS;
    opponent_limits(&player->opponent, &time, &limits);
    return limits;
}

static void engine_answer(Player *player, const PlayerQuestion *question, PlayerAnswer *answer)
{
    const PlayerSpec *spec = player->setup.spec;
    SearchLimits limits = engine_limits(player, question);
    opponent_begin(player->engine, &question->game);
    engine_go(player->engine, &limits);
    think_together(player->engine, spec->threads ? spec->threads : 1);
    answer->interrupted = atomic_load(player->setup.interrupt);
    answer->move = engine_best(player->engine);
    const Line *line;
    if (!engine_lines(player->engine, &line)) return;
    Score size = line->score < 0 ? -line->score : line->score;
    answer->scored = true;
    answer->score = line->score;
    answer->mate = size > SCORE_MATED_MAX;
    if (answer->mate) {
        // Converted to moves of the player to move.
        int players = player->setup.variant->players;
        int moves = (SCORE_MATE - size + players - 1) / players;
        answer->score = line->score < 0 ? -moves : moves;
    }
}

// --- programs ------------------------------------------------------------------------------------

static bool ask_option(UgiClient *client, const char *name, const char *value, Fault *why)
{
    char line[SPEC_TEXT_MAX + 64];
    if (!client_has_option(client, name)) {
        fault(why, MALFORMED, "%q has no option %q", text_of(client_name(client)), text_of(name));
        return false;
    }
    Out out = out_to(line, sizeof line);
    out_format(&out, "setoption name %s value %s", name, value);
    client_say(client, line);
    return true;
}

static bool ask_number(UgiClient *client, const char *name, int number, Fault *why)
{
    char value[16];
    Out out = out_to(value, sizeof value);
    out_int(&out, number);
    return !number || ask_option(client, name, value, why);
}

static bool command_open(Player *player, Fault *why)
{
    const PlayerSpec *spec = player->setup.spec;
    ClientSetup setup = { spec->argv, spec->stderr_path, player->setup.interrupt, STARTUP_MS };
    UgiClient *client = client_open(&setup, why);
    if (!client) return false;
    char variant[128];
    Out out = out_to(variant, sizeof variant);
    out_format(&out, "setoption name UGI_Variant value %s", player->setup.variant->id);
    client_say(client, variant);
    bool fine = ask_number(client, "Level", spec->level, why) &&
                ask_number(client, "Hash", spec->hash_mb, why) &&
                ask_number(client, "Threads", spec->threads, why);
    for (int i = 0; fine && i < spec->options; i++)
        fine = ask_option(client, spec->option[i].name, spec->option[i].value, why);
    if (fine && client_ready(client, STARTUP_MS) != TALK_OK) {
        fault(why, MALFORMED, "%q does not answer 'isready' with 'readyok'",
              text_of(spec->argv[0]));
        fine = false;
    }
    if (!fine) {
        client_close(client);
        return false;
    }
    player->client = client;
    return true;
}

static void command_close(Player *player)
{
    client_close(player->client);
    player->client = NULL;
}

static void say_position(Player *player, const PlayerQuestion *question)
{
    const Variant *variant = player->setup.variant;
    const Game *game = variant->game;
    const OpponentGame *told = &question->game;
    Position usual, position = told->start;
    variant_start(variant, &usual);
    Out out = out_to(player->line, sizeof player->line);
    if (game->key(&usual) == game->key(&position)) {
        out_str(&out, "position startpos");
    } else {
        out_str(&out, "position fen ");
        game->write(&position, &out);
    }
    if (told->count) out_str(&out, " moves");
    for (int i = 0; i < told->count; i++) {
        out_char(&out, ' ');
        game->write_move(&position, told->moves[i], &out);
        game->play(&position, told->moves[i]);
    }
    client_say(player->client, player->line);
}

// UGI has no byoyomi. A period restored in full after every move is equivalent to an increment of
// that length, of which the first is already on the clock.
static void write_clocks(const Match *match, Out *out)
{
    int players = match_variant(match)->players;
    for (int i = 0; i < players; i++) {
        i64 period = match->clock[i].periods ? match->spec.period : 0;
        out_format(out, " p%dtime ", i + 1);
        out_int(out, match->clock[i].main + period);
    }
    for (int i = 0; i < players; i++) {
        i64 period = match->clock[i].periods ? match->spec.period : 0;
        out_format(out, " p%dinc ", i + 1);
        out_int(out, match->spec.increment + period);
    }
}

static void write_go(const Player *player, const PlayerQuestion *question, Out *out)
{
    const Budget *budget = &player->budget;
    out_str(out, "go");
    if (budget->movetime) {
        out_str(out, " movetime ");
        out_int(out, budget->movetime);
    }
    if (budget->depth) out_format(out, " depth %d", budget->depth);
    if (budget->nodes) {
        out_str(out, " nodes ");
        out_int(out, (i64)budget->nodes);
    }
    if (budget_none(budget) && question->within_ms != CLOCK_NEVER)
        write_clocks(question->match, out);
}

// The outcome of a call to the client, with a message.
static void judge_talk(Player *player, Talk talk, PlayerAnswer *answer)
{
    char fate[32];
    Out out = out_to(fate, sizeof fate);
    switch (talk) {
    case TALK_OK: break;
    case TALK_INTERRUPTED: answer->interrupted = true; break;
    case TALK_CRASHED:
        client_fate(player->client, &out);
        answer->trouble = TROUBLE_CRASH;
        fault(&answer->why, ILLEGAL, "%s", fate);
        break;
    case TALK_HUNG:
        answer->trouble = TROUBLE_HANG;
        fault(&answer->why, ILLEGAL, "no answer in time");
        break;
    case TALK_GARBAGE:
        answer->trouble = TROUBLE_GARBAGE;
        fault(&answer->why, ILLEGAL, "no move in the answer");
        break;
    }
}

static void read_answer(Player *player, const PlayerQuestion *question, const ClientAnswer *said,
                        PlayerAnswer *answer)
{
    const Game *game = player->setup.variant->game;
    answer->scored = said->scored;
    answer->mate = said->mate;
    answer->score = said->score;
    Status status = game->read_move(&question->match->position, text_of(said->move), &answer->move,
                                    &answer->why);
    if (status == OK) return;
    answer->move = MOVE_NONE;
    answer->trouble = status == ILLEGAL ? TROUBLE_ILLEGAL : TROUBLE_GARBAGE;
}

static void command_answer(Player *player, const PlayerQuestion *question, PlayerAnswer *answer)
{
    const PlayerSetup *setup = &player->setup;
    i64 allowed = player->budget.movetime ? player->budget.movetime : PATIENCE_MS;
    bool clocked = question->within_ms != CLOCK_NEVER;
    if (clocked && (budget_none(&player->budget) || question->within_ms < allowed))
        allowed = question->within_ms;
    else
        allowed += setup->grace_ms, clocked = false;

    ClientAnswer said;
    say_position(player, question);
    Out out = out_to(player->line, sizeof player->line);
    write_go(player, question, &out);
    Talk talk = client_go(player->client, player->line, allowed, &said);
    if (talk == TALK_HUNG && clocked) {
        // Out of time. client_stop() shows whether it also hangs.
        talk = client_stop(player->client, setup->grace_ms);
        if (talk == TALK_OK) {
            answer->trouble = TROUBLE_TIME;
            fault(&answer->why, ILLEGAL, "out of time");
            return;
        }
    }
    judge_talk(player, talk, answer);
    if (talk == TALK_OK) read_answer(player, question, &said, answer);
    if (answer->trouble || answer->interrupted) command_close(player);
}

// --- all -----------------------------------------------------------------------------------------

Player *player_new(const PlayerSetup *setup, Fault *why)
{
    Player *player = calloc(1, sizeof *player);
    if (!player) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    player->setup = *setup;
    player->budget = budget_none(&setup->spec->budget) ? setup->budget : setup->spec->budget;
    // A level is a limit. Only the highest needs another one.
    bool levelled = setup->spec->level && setup->spec->level < LEVELS;
    if (setup->spec->kind == PLAYER_ENGINE && levelled && budget_none(&setup->spec->budget))
        player->budget = (Budget){ 0 };
    bool fine = true;
    if (setup->spec->kind == PLAYER_ENGINE) fine = engine_open(player, why);
    if (setup->spec->kind == PLAYER_COMMAND) fine = command_open(player, why);
    if (fine) return player;
    free(player);
    return NULL;
}

void player_free(Player *player)
{
    if (!player) return;
    client_close(player->client);
    free(player->engine); // the engine starts at the beginning of its memory
    free(player);
}

bool player_new_game(Player *player, u64 seed, Fault *why)
{
    const PlayerSpec *spec = player->setup.spec;
    if (spec->seed) seed = spec->seed;
    player->opponent = opponent_of(spec->level, seed);
    player->scored = false;
    player->rng = (Rng){ seed };
    if (player->engine) engine_new_game(player->engine);
    if (spec->kind != PLAYER_COMMAND) return true;
    if (player->client) {
        client_say(player->client, "uginewgame");
        if (client_ready(player->client, STARTUP_MS) == TALK_OK) return true;
        command_close(player);
    }
    return command_open(player, why);
}

void player_retire(Player *player)
{
    if (player->client) command_close(player);
}

void player_think(Player *player, const PlayerQuestion *question, PlayerAnswer *answer)
{
    *answer = (PlayerAnswer){ .move = MOVE_NONE };
    switch (player->setup.spec->kind) {
    case PLAYER_ENGINE: engine_answer(player, question, answer); break;
    case PLAYER_COMMAND: command_answer(player, question, answer); break;
    case PLAYER_YARDSTICK:
        answer->move =
            yardstick_move(player->setup.spec->yardstick, &question->match->position, &player->rng);
        break;
    }
    player->scored = answer->scored;
    player->score = answer_score(answer);
}

bool player_takes_draw(Player *player, const PlayerQuestion *question, const Manners *manners,
                       int seat)
{
    Opponent opponent = player->opponent;
    const OpponentGame *game = &question->game;
    opponent.manners = *manners;
    if (!player->engine) {
        Score score = player->scored ? player->score : SCORE_NONE;
        return opponent_takes_draw_at(&opponent, game->plies, score);
    }
    SearchLimits limits = opponent_draw_limits(&opponent, game);
    limits.hard_ms = FOREVER_MS; // makes it check the clock, so that it can be interrupted
    opponent_begin_draw(player->engine, game, seat);
    engine_go(player->engine, &limits);
    engine_think(player->engine, 0);
    return opponent_takes_draw(&opponent, player->engine, game, seat);
}
