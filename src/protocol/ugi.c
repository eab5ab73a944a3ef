// SPDX-License-Identifier: MIT
// Two threads meet here: the reader's (all commands) and the thinker's (reports, the end of a
// search). The lock guards the state of the search and keeps output lines whole.
#include "protocol/ugi.h"

#include "base/bits.h"
#include "game/match.h"
#include "opponent/opponent.h"
#include "protocol/go.h"
#include "protocol/options.h"
#include "protocol/thinker.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    GAME_PLIES = 32768, // limit for `position`, far longer than any game
    LINE_TEXT_MAX = 2048,
    RESPONSE_MAX = MOVES_MAX * MOVE_TEXT_MAX + 16,
};

struct Ugi {
    UgiHost host;
    Options options;
    u64 games; // number of `uginewgame` commands, which varies the choices of levels
    Match match;
    Ply plies[GAME_PLIES];
    Move moves[GAME_PLIES]; // the plies as moves, for the engine

    Thinker *thinker;  // NULL until first used
    int hash, threads; // as requested when it was created
    Position searched; // the position being searched

    pthread_mutex_t lock; // guards the following fields and host.write
    bool thinking;        // `bestmove` is pending
    bool endless;         // the search ends only with `stop`
    bool stopped;         // `stop` has arrived
    bool held;            // the search has ended and `bestmove` waits for `stop`
    Move best;
    bool muted; // the search ends without `bestmove`: another one follows (ponderhit)
    // Only for the reader's thread.
    bool pondering;
    Go pondered; // the limits from `ponderhit` on
    Move among[MOVES_MAX];
    int among_count; // searchmoves
};

// --- lines out -----------------------------------------------------------------------------------

static void say(Ugi *ugi, const char *line)
{
    pthread_mutex_lock(&ugi->lock);
    ugi->host.write(ugi->host.context, text_of(line));
    pthread_mutex_unlock(&ugi->lock);
}

void ugi_remark(Ugi *ugi, const char *what)
{
    char line[sizeof(Fault) + 16];
    Out out = out_to(line, sizeof line);
    out_format(&out, "info string %s", what);
    say(ugi, line);
}

static void remark(Ugi *ugi, const Fault *what)
{
    ugi_remark(ugi, what->message);
}

static void respond(Ugi *ugi, const char *answer)
{
    char line[RESPONSE_MAX];
    Out out = out_to(line, sizeof line);
    out_format(&out, "response %s", answer);
    say(ugi, line);
}

// --- the thinker's thread ------------------------------------------------------------------------

static void write_score(Out *out, const Position *position, Score score)
{
    if (score >= SCORE_MATED_MAX)
        out_format(out, "mate %d", engine_mate_moves(position, score));
    else if (score <= -SCORE_MATED_MAX)
        out_format(out, "mate -%d", engine_mate_moves(position, score));
    else
        out_format(out, "cp %d", score);
}

static void write_line(Out *out, const Position *start, const Line *line)
{
    Position position = *start;
    const Game *game = start->head.variant->game;
    for (int i = 0; i < line->length; i++) {
        out_char(out, ' ');
        game->write_move(&position, line->move[i], out);
        game->play(&position, line->move[i]);
    }
}

static void on_report(void *context, const Report *report)
{
    Ugi *ugi = context;
    const Line *line = report->line;
    if (report->rank > ugi->options.lines) return; // levels search more lines than requested
    char text[LINE_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    out_format(&out, "info depth %d seldepth %d", line->depth, line->seldepth);
    if (ugi->options.lines > 1) out_format(&out, " multipv %d", report->rank);
    out_str(&out, " score ");
    write_score(&out, &ugi->searched, line->score);
    out_str(&out, " nodes ");
    out_int(&out, (i64)report->nodes);
    out_str(&out, " nps ");
    i64 time = report->time_ms > 0 ? report->time_ms : 1;
    out_int(&out, (i64)(report->nodes * 1000 / (u64)time));
    out_str(&out, " time ");
    out_int(&out, report->time_ms);
    out_format(&out, " hashfull %d pv", report->hashfull);
    write_line(&out, &ugi->searched, line);
    say(ugi, text);
}

// The caller holds the lock.
static void answer(Ugi *ugi)
{
    char line[32];
    Out out = out_to(line, sizeof line);
    out_str(&out, "bestmove ");
    if (ugi->best == MOVE_NONE)
        out_str(&out, "none");
    else
        ugi->searched.head.variant->game->write_move(&ugi->searched, ugi->best, &out);
    ugi->thinking = false;
    ugi->host.write(ugi->host.context, text_of(line));
}

static void on_done(void *context)
{
    Ugi *ugi = context;
    pthread_mutex_lock(&ugi->lock);
    ugi->best = engine_best(thinker_engine(ugi->thinker));
    ugi->held = ugi->endless && !ugi->stopped && !ugi->muted;
    if (!ugi->held && !ugi->muted) answer(ugi);
    pthread_mutex_unlock(&ugi->lock);
}

// --- searches ------------------------------------------------------------------------------------

static bool is_thinking(Ugi *ugi)
{
    pthread_mutex_lock(&ugi->lock);
    bool thinking = ugi->thinking;
    pthread_mutex_unlock(&ugi->lock);
    return thinking;
}

static void stop(Ugi *ugi)
{
    pthread_mutex_lock(&ugi->lock);
    if (ugi->thinking) {
        ugi->stopped = true;
        if (ugi->held)
            answer(ugi);
        else
            thinker_stop(ugi->thinker);
    }
    pthread_mutex_unlock(&ugi->lock);
}

// Creates a thinker that matches the options, or the best that the system allows.
static bool prepare(Ugi *ugi)
{
    const Options *options = &ugi->options;
    if (ugi->thinker && ugi->hash == options->hash && ugi->threads == options->threads) return true;
    thinker_free(ugi->thinker);
    int hash = options->hash, threads = options->threads;
    ThinkerHost host = { .report = on_report, .done = on_done, .context = ugi };
    while (!(ugi->thinker = thinker_new(hash, threads, host)) && (hash > 1 || threads > 1)) {
        if (hash > 1)
            hash /= 2;
        else
            threads /= 2;
    }
    ugi->hash = options->hash;
    ugi->threads = options->threads;
    Fault what;
    if (!ugi->thinker)
        fault(&what, FULL, "not enough memory to think");
    else if (hash != options->hash || threads != options->threads)
        fault(&what, FULL, "not enough memory: Hash is %d, Threads is %d", hash, threads);
    else
        return true;
    remark(ugi, &what);
    return ugi->thinker;
}

static SearchLimits limits_of(Ugi *ugi, const Go *go, i64 began)
{
    const Position *position = &ugi->match.position;
    SearchLimits limits = go_limits(go, position->head.turn, thinker_now() - began);
    const Options *options = &ugi->options;
    Opponent opponent =
        opponent_of(options->level, options->seed ? (u64)options->seed : ugi->games);
    opponent_style(&opponent, &limits);
    limits.lines = options->lines;
    limits.among = ugi->among;
    limits.among_count = ugi->among_count;
    if (go_endless(go) || limits.lines > 1) limits.press = false; // an analysis
    return limits;
}

static void start_search(Ugi *ugi, const Go *go, i64 began)
{
    thinker_wait(ugi->thinker); // until the previous search is completely finished
    Engine *engine = thinker_engine(ugi->thinker);
    SearchLimits limits = limits_of(ugi, go, began);
    bool untimed = limits.soft_ms == 0 && (limits.nodes || limits.depth);
    if (untimed && ugi->options.threads == 1) engine_new_game(engine);
    for (u32 i = 0; i < ugi->match.count; i++)
        ugi->moves[i] = ugi->plies[i].move;
    engine_set_position(engine, &ugi->match.start, ugi->moves, (int)ugi->match.count);
    ugi->searched = ugi->match.position;
    ugi->endless = go_endless(go);
    ugi->stopped = ugi->held = ugi->muted = false;
    ugi->thinking = true;
    thinker_go(ugi->thinker, &limits);
}

// Reads the moves behind `searchmoves`. Returns false if none of them is legal.
static bool read_among(Ugi *ugi, Text moves)
{
    const Position *position = &ugi->match.position;
    const Game *game = position->head.variant->game;
    Text word;
    Fault what;
    ugi->among_count = 0;
    while (text_word(&moves, &word) && ugi->among_count < MOVES_MAX) {
        Move move;
        if (move_read(position, word, &move, &what) == OK &&
            game->refusal(position, move, NULL) == ALLOWED) {
            ugi->among[ugi->among_count++] = move;
        } else {
            fault(&what, ILLEGAL, "searchmoves: %q is not a legal move", word);
            remark(ugi, &what);
        }
    }
    return ugi->among_count > 0;
}

// The search so far stays in the table; a search with limits begins from there.
static void do_ponderhit(Ugi *ugi)
{
    i64 began = thinker_now();
    if (!is_thinking(ugi) || !ugi->pondering) return ugi_remark(ugi, "ponderhit without go ponder");
    ugi->pondering = false;
    if (go_endless(&ugi->pondered)) return; // until `stop`, as before
    pthread_mutex_lock(&ugi->lock);
    bool stopped = ugi->stopped;
    ugi->muted = !stopped;
    pthread_mutex_unlock(&ugi->lock);
    if (stopped) return; // the answer is on its way
    thinker_stop(ugi->thinker);
    start_search(ugi, &ugi->pondered, began);
}

static void do_go(Ugi *ugi, Text rest)
{
    i64 began = thinker_now();
    Go go;
    Status status;
    Fault what;
    go_init(&go);
    bool wrong = false;
    ugi->pondering = false;
    while (go_read(&go, &rest, &status, &what)) {
        if (status == OK) continue;
        wrong = true;
        remark(ugi, &what);
    }
    // An unreadable limit must not start an endless search. The GUI still waits for an answer, so
    // search to depth 1.
    if (wrong && go_endless(&go) && !go.infinite) go.depth = 1;
    ugi->among_count = 0;
    if (go.searchmoves.length && !ugi->match.outcome.over && !read_among(ugi, go.searchmoves))
        go.depth = 1; // for an answer at once
    ugi->pondering = go.ponder;
    ugi->pondered = go;
    if (go.ponder) {
        go_init(&go); // without limits until `ponderhit`
        go.infinite = true;
    }
    if (!ugi->match.outcome.over && prepare(ugi))
        start_search(ugi, &go, began);
    else
        say(ugi, "bestmove none");
}

// --- other commands ------------------------------------------------------------------------------

static void do_ugi(Ugi *ugi)
{
    char line[OPTION_TEXT_MAX];
    Out out = out_to(line, sizeof line);
    out_format(&out, "id name Meydan %s", ugi->host.version);
    say(ugi, line);
    say(ugi, "id author the Meydan authors");
    for (int i = 0; out = out_to(line, sizeof line), options_write(&ugi->options, i, &out); i++)
        say(ugi, line);
    say(ugi, "ugiok");
}

static void do_isready(Ugi *ugi)
{
    if (!is_thinking(ugi)) prepare(ugi);
    say(ugi, "readyok");
}

static void forget(Ugi *ugi)
{
    if (!ugi->thinker) return;
    thinker_wait(ugi->thinker);
    engine_new_game(thinker_engine(ugi->thinker));
}

static void do_newgame(Ugi *ugi)
{
    ugi->games++;
    forget(ugi);
}

static void set_up(Ugi *ugi, const Position *start)
{
    match_start(&ugi->match, start, (ClockSpec){ 0 }, 0);
    match_lend(&ugi->match, ugi->plies, GAME_PLIES);
}

static void set_up_layout(Ugi *ugi)
{
    const Options *options = &ugi->options;
    Position start;
    options->variant->game->read(options->variant, text_of(options->layout->position), &start,
                                 NULL);
    set_up(ugi, &start);
}

static void do_setoption(Ugi *ugi, Text rest)
{
    Text word, name;
    Fault what;
    bool named = text_word(&rest, &word) && text_is(word, "name") && text_word(&rest, &name);
    if (!named || !text_word(&rest, &word) || !text_is(word, "value")) {
        fault(&what, MALFORMED, "setoption: expected name NAME value VALUE");
        remark(ugi, &what);
        return;
    }
    const Options before = ugi->options, *now = &ugi->options;
    if (options_set(&ugi->options, name, text_trim(rest), &what) != OK) remark(ugi, &what);
    // The table's entries are valid for one variant only.
    if (now->variant != before.variant) forget(ugi);
    if (now->variant != before.variant || now->layout != before.layout) set_up_layout(ugi);
}

// Splits at the first word `moves`.
static void split_moves(Text text, Text *before, Text *moves)
{
    Text rest = text, word;
    while (text_word(&rest, &word))
        if (text_is(word, "moves")) {
            *before = text_trim(text_cut(text, 0, (size_t)(word.at - text.at)));
            *moves = rest;
            return;
        }
    *before = text_trim(text);
    *moves = text_from(text, text.length);
}

static void do_position(Ugi *ugi, Text rest)
{
    const Variant *variant = ugi->options.variant;
    Text start, kind, moves, word;
    Fault what;
    Position position;
    split_moves(rest, &start, &moves);
    text_word(&start, &kind);
    start = text_trim(start);
    if (text_is(kind, "startpos") && start.length == 0) {
        set_up_layout(ugi);
    } else if (!text_is(kind, "fen")) {
        fault(&what, MALFORMED, "position: expected startpos or fen TEXT");
        remark(ugi, &what);
        return;
    } else if (variant->game->read(variant, start, &position, &what) != OK) {
        remark(ugi, &what);
        return;
    } else {
        set_up(ugi, &position);
    }
    Match *match = &ugi->match;
    while (text_word(&moves, &word)) {
        Move move;
        Status status = move_read(&match->position, word, &move, &what);
        if (status == OK) status = match_play(match, match_turn(match), move, 0, &what);
        if (status == OK) continue;
        remark(ugi, &what);
        return;
    }
}

static const char *result_name(const Outcome *outcome)
{
    static const char *const WIN[PLAYERS_MAX] = { "p1win", "p2win", "p3win", "p4win" };
    if (outcome->winners) return WIN[bits_first(outcome->winners)];
    return outcome->drawn ? "draw" : "none";
}

static void respond_moves(Ugi *ugi)
{
    const Position *position = &ugi->match.position;
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    int count = ugi->match.outcome.over ? 0 : game->moves(position, moves);
    char text[RESPONSE_MAX - 16] = "none";
    Out out = out_to(text, sizeof text);
    for (int i = 0; i < count; i++) {
        if (i) out_char(&out, ' ');
        game->write_move(position, moves[i], &out);
    }
    respond(ugi, count ? text : "none");
}

static void respond_fen(Ugi *ugi)
{
    char text[POSITION_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    ugi->match.position.head.variant->game->write(&ugi->match.position, &out);
    respond(ugi, text);
}

// The board as text, for people.
static void do_draw(Ugi *ugi)
{
    const Position *position = &ugi->match.position;
    const Game *game = position->head.variant->game;
    char drawing[DRAWING_TEXT_MAX], text[POSITION_TEXT_MAX + 8];
    Out out = out_to(drawing, sizeof drawing);
    game->draw(position, (DrawStyle){ .ascii = true, .last = MOVE_NONE }, &out);
    Text rest = { drawing, out.length }, line;
    pthread_mutex_lock(&ugi->lock); // so that no report comes in between
    while (text_split(&rest, '\n', &line))
        ugi->host.write(ugi->host.context, line);
    out = out_to(text, sizeof text);
    out_str(&out, "fen ");
    game->write(position, &out);
    ugi->host.write(ugi->host.context, (Text){ text, out.length });
    pthread_mutex_unlock(&ugi->lock);
}

// The static evaluation from every player's view.
static void do_eval(Ugi *ugi)
{
    const Position *position = &ugi->match.position;
    char text[128];
    Out out = out_to(text, sizeof text);
    out_str(&out, "eval");
    for (int i = 0; i < position->head.variant->players; i++)
        out_format(&out, " p%d cp %d", i + 1, engine_evaluate_for(position, i));
    ugi_remark(ugi, text);
}

static void do_query(Ugi *ugi, Text rest)
{
    static const char *const NUMBER[PLAYERS_MAX] = { "1", "2", "3", "4" };
    const Outcome *outcome = &ugi->match.outcome;
    int turn = match_turn(&ugi->match);
    Text question = text_trim(rest);
    Fault what;
    if (text_is(question, "gameover")) {
        respond(ugi, outcome->over ? "true" : "false");
    } else if (text_is(question, "p1turn")) {
        respond(ugi, turn == 0 ? "true" : "false");
    } else if (text_is(question, "turn")) {
        respond(ugi, NUMBER[turn]);
    } else if (text_is(question, "result")) {
        respond(ugi, result_name(outcome));
    } else if (text_is(question, "moves")) {
        respond_moves(ugi);
    } else if (text_is(question, "fen")) {
        respond_fen(ugi);
    } else {
        fault(&what, MALFORMED, "unknown query %q", question);
        remark(ugi, &what);
    }
}

// --- lines in ------------------------------------------------------------------------------------

typedef enum CommandId {
    UGI,
    ISREADY,
    STOP,
    QUERY,
    QUIT,
    PONDERHIT,
    DRAW,
    EVAL,
    NEWGAME,
    SETOPTION,
    POSITION,
    GO,
    COMMANDS
} CommandId;

static const char *const COMMAND[COMMANDS] = {
    [UGI] = "ugi",
    [ISREADY] = "isready",
    [STOP] = "stop",
    [QUERY] = "query",
    [QUIT] = "quit",
    [NEWGAME] = "uginewgame",
    [SETOPTION] = "setoption",
    [POSITION] = "position",
    [GO] = "go",
    [PONDERHIT] = "ponderhit",
    [DRAW] = "d",
    [EVAL] = "eval",
};

bool ugi_line(Ugi *ugi, Text line)
{
    Text word;
    Fault what;
    if (!text_word(&line, &word)) return true;
    int command = 0;
    while (command < COMMANDS && !text_is(word, COMMAND[command]))
        command++;
    // The last four would change the running search.
    if (command >= NEWGAME && command < COMMANDS && is_thinking(ugi)) {
        fault(&what, ILLEGAL, "%s is ignored while thinking, send stop first", COMMAND[command]);
        remark(ugi, &what);
        return true;
    }
    switch (command) {
    case UGI: do_ugi(ugi); break;
    case ISREADY: do_isready(ugi); break;
    case STOP: stop(ugi); break;
    case QUERY: do_query(ugi, line); break;
    case QUIT: return false;
    case PONDERHIT: do_ponderhit(ugi); break;
    case DRAW: do_draw(ugi); break;
    case EVAL: do_eval(ugi); break;
    case NEWGAME: do_newgame(ugi); break;
    case SETOPTION: do_setoption(ugi, line); break;
    case POSITION: do_position(ugi, line); break;
    case GO: do_go(ugi, line); break;
    case COMMANDS: fault(&what, MALFORMED, "unknown command %q", word); remark(ugi, &what);
    }
    return true;
}

void ugi_finish(Ugi *ugi)
{
    if (is_thinking(ugi) && !ugi->endless) thinker_wait(ugi->thinker);
}

Ugi *ugi_new(UgiHost host)
{
    Ugi *ugi = calloc(1, sizeof *ugi);
    if (!ugi) return NULL;
    pthread_mutex_init(&ugi->lock, NULL);
    ugi->host = host;
    options_init(&ugi->options, host.hash_max);
    set_up_layout(ugi);
    return ugi;
}

void ugi_free(Ugi *ugi)
{
    if (!ugi) return;
    stop(ugi);
    thinker_free(ugi->thinker);
    pthread_mutex_destroy(&ugi->lock);
    free(ugi);
}
