// SPDX-License-Identifier: MIT
// Conversations with the engine. A script consists of lines:
//
//     > position startpos      sent to the engine
//     < readyok                the next line it writes
//     <* bestmove              lines it writes, up to one that begins so
//
// talk() runs a script. Allocations are counted, and fail where a test requests it, by wrapping.
#include "engine/engine.h"
#include "protocol/thinker.h"
#include "protocol/ugi.h"
#include "variants/variants.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { LOG_MAX = 1 << 22, LINE_LENGTH_MAX = 4096, PATIENCE_S = 60 };

// --- allocations ---------------------------------------------------------------------------------

static atomic_int allocations;
static size_t refuse_above = SIZE_MAX;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return __real_realloc(memory, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return size > refuse_above ? NULL : __real_aligned_alloc(alignment, size);
}

// --- talking -------------------------------------------------------------------------------------

static Ugi *ugi;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t written = PTHREAD_COND_INITIALIZER;
static char heard[LOG_MAX]; // NUL-terminated lines
static size_t heard_end, read_end;
static char line[LINE_LENGTH_MAX]; // the last one read

static void hear(void *context, Text text)
{
    (void)context;
    pthread_mutex_lock(&lock);
    if (heard_end + text.length < LOG_MAX) {
        memcpy(heard + heard_end, text.at, text.length);
        heard_end += text.length;
        heard[heard_end++] = '\0';
    }
    pthread_cond_signal(&written);
    pthread_mutex_unlock(&lock);
}

// Returns false if no line arrives within the time.
static bool next_line(i64 seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    pthread_mutex_lock(&lock);
    while (read_end == heard_end)
        if (pthread_cond_timedwait(&written, &lock, &until) != 0) break;
    bool there = read_end < heard_end;
    if (there) {
        snprintf(line, sizeof line, "%s", heard + read_end);
        read_end += strlen(heard + read_end) + 1;
    }
    pthread_mutex_unlock(&lock);
    return there;
}

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static void await(const char *beginning)
{
    do
        if (!next_line(PATIENCE_S)) fail_msg("no line begins with '%s'", beginning);
    while (!begins(line, beginning));
}

static void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void tell(const char *format, ...)
{
    char text[LINE_LENGTH_MAX];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    assert_true(ugi_line(ugi, (Text){ text, (size_t)length }));
}

static void talk(const char *script)
{
    while (*script) {
        char words[LINE_LENGTH_MAX];
        size_t length = strcspn(script, "\n");
        snprintf(words, sizeof words, "%.*s", (int)length, script);
        script += length + (script[length] == '\n');
        if (begins(words, "> ")) {
            tell("%s", words + 2);
        } else if (begins(words, "<* ")) {
            await(words + 3);
        } else {
            if (!next_line(PATIENCE_S)) fail_msg("nothing said instead of '%s'", words + 2);
            assert_string_equal(line, words + 2);
        }
    }
}

static int begin(void **state)
{
    (void)state;
    heard_end = read_end = 0;
    ugi = ugi_new((UgiHost){ .write = hear, .version = "0", .hash_max = 1024 });
    tell("setoption name Hash value 1");
    return ugi ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    ugi_free(ugi);
    refuse_above = SIZE_MAX;
    return 0;
}

static void choose(int variant)
{
    tell("setoption name UGI_Variant value %s", variant_at(variant)->id);
    tell("position startpos");
}

// --- what the engine says of itself --------------------------------------------------------------

static void test_hello(void **state)
{
    (void)state;
    talk("> ugi\n"
         "< id name Meydan 0\n"
         "< id author the Meydan authors\n"
         "< option name UGI_Variant type combo default abalone var abalone var abalone-3"
         " var abalone-4 var abalone-4-pairs var quoridor var quoridor-4\n"
         "< option name Layout type combo default standard var standard var belgian-daisy"
         " var german-daisy var dutch-daisy var swiss-daisy var fujiyama var the-wall var star var "
         "face-to-face var alliances var domination var atomouche var centrifuge var snakes var "
         "snakes-variant var alien-attack var korean-daisy var anglattack var sixty-nine var "
         "discovery var checkerboard var duel var the-clearing var papillons\n"
         "< option name Hash type spin default 32 min 1 max 1024\n"
         "< option name Threads type spin default 1 min 1 max 64\n"
         "< option name MultiPV type spin default 1 min 1 max 16\n"
         "< option name Level type spin default 10 min 1 max 10\n"
         "< option name Seed type spin default 0 min 0 max 9007199254740992\n"
         "< ugiok\n"
         "> isready\n"
         "< readyok\n"
         "> uginewgame\n"
         "> isready\n"
         "< readyok\n");
}

static void test_garbage(void **state)
{
    (void)state;
    talk("> \n"
         ">  \t \r\n"
         "> uci\n"
         "< info string unknown command 'uci'\n"
         "> GO\n"
         "< info string unknown command 'GO'\n"
         "> \x01\xff go\n"
         "< info string unknown command '?"
         "?'\n"
         "> go7 depth 3\n"
         "< info string unknown command 'go7'\n"
         "> query\n"
         "< info string unknown query ''\n"
         "> query p1turn please\n"
         "< info string unknown query 'p1turn please'\n"
         "> setoption\n"
         "< info string setoption: expected name NAME value VALUE\n"
         "> setoption name Hash\n"
         "< info string setoption: expected name NAME value VALUE\n"
         "> stop\n"
         ">   isready  \r\n"
         "< readyok\n");
    static const char NULS[] = "isready\0go depth 1\0";
    assert_true(ugi_line(ugi, (Text){ NULS, sizeof NULS }));
    await("info string unknown command 'isready?go'");
    // Tries every short sequence of the protocol's words.
    static const char *const WORDS[] = { "position", "fen",   "startpos", "moves",
                                         "name",     "value", "query",    "depth",
                                         "-1",       "e2",    "/",        "setoption" };
    enum { COUNT = sizeof WORDS / sizeof *WORDS };
    for (int i = 0; i < COUNT * COUNT * COUNT; i++)
        tell("%s %s %s", WORDS[i % COUNT], WORDS[i / COUNT % COUNT], WORDS[i / COUNT / COUNT]);
    talk("> isready\n<* readyok\n");
    assert_false(ugi_line(ugi, text_of("quit")));
}

static void test_options(void **state)
{
    (void)state;
    talk("> setoption name hash value 2\n"
         "> setoption name Hash value 0\n"
         "< info string Hash '0' is not a number from 1 to 1024\n"
         "> setoption name Hash value 1025\n"
         "< info string Hash '1025' is not a number from 1 to 1024\n"
         "> setoption name Threads value two\n"
         "< info string Threads 'two' is not a number from 1 to 64\n"
         "> setoption name MultiPV value 17\n"
         "< info string MultiPV '17' is not a number from 1 to 16\n"
         "> setoption name Level value\n"
         "< info string Level '' is not a number from 1 to 10\n"
         "> setoption name Style value wild\n"
         "< info string unknown option 'Style'\n"
         "> setoption name UGI_Variant value chess\n"
         "< info string unknown variant 'chess'\n"
         "> setoption name Layout value belgian-daisy\n"
         "> position startpos moves a1b2 a4a3\n" // legal only from there
         "> query turn\n"
         "< response 1\n"
         // The other game has no such layout, so its start position is set.
         "> setoption name ugi_variant value QUORIDOR\n"
         "> position startpos moves e2\n"
         "> query turn\n"
         "< response 2\n"
         "> setoption name Layout value belgian-daisy\n"
         "< info string quoridor has no layout 'belgian-daisy'\n"
         "> setoption name UGI_Variant value abalone-3\n"
         "> query turn\n"
         "< response 1\n"
         "> setoption name Level value 1\n"
         "> setoption name Threads value 2\n"
         "> isready\n"
         "< readyok\n"
         "> go nodes 500\n"
         "<* bestmove \n");
}

static void test_position(void **state)
{
    (void)state;
    choose(4);
    talk("> position fen - / - / e4 e6 / 10 10 / 2\n"
         "> query turn\n"
         "< response 2\n"
         ">  position  fen   e3 / - / e4 e6 / 9 10 / 2   moves  e5 \r\n"
         "> query turn\n"
         "< response 1\n"
         "> position fen e3 / - / e4 e6 / 10 10 / 2 moves e5 d4\n" // a wall too many
         "<* info string \n"
         "> query turn\n"
         "< response 1\n"
         // An illegal move: the position before it remains.
         "> position startpos moves e2 e8 e3 e7 a1\n"
         "< info string illegal move 'a1': the pawn cannot reach that square\n"
         "> query turn\n"
         "< response 1\n"
         "> position startpos moves e2 x9 e8\n"
         "<* info string \n"
         "> query turn\n"
         "< response 2\n"
         "> position\n"
         "< info string position: expected startpos or fen TEXT\n"
         "> position startpos e2\n"
         "< info string position: expected startpos or fen TEXT\n"
         "> position fen\n"
         "<* info string \n"
         "> query turn\n"
         "< response 2\n"
         // No move is possible after the end.
         "> position fen - / - / e8 d3 / 10 10 / 1 moves e9 d2\n"
         "< info string illegal move 'd2': the game is over\n"
         "> query result\n"
         "< response p1win\n"
         "> position startpos moves e2 e8 e1 e9 e2 e8 e1 e9 e2\n"
         "< info string the game is over (repetition)\n"
         "> query result\n"
         "< response draw\n"
         "> query gameover\n"
         "< response true\n"
         "> go depth 3\n"
         "< bestmove none\n"
         "> go infinite\n"
         "< bestmove none\n");
}

// --- results -------------------------------------------------------------------------------------

typedef struct Win {
    const char *position, *turn, *move, *result;
} Win;

// One move from the end, for each variant.
static const Win WIN[VARIANTS] = {
    { "wwwww/www3/7/8/wbb6/8/b6/bbbbbb/bbbbb b 5-0", "1", "e3e2", "p1win" },
    { "wwwww/wwwww1/7/8/waa6/3aa3/aaaaaaa/b5/bbbbb a 0-0-5", "3", "e3e2", "p3win" },
    { "wwww1/wwww2/aaaaaaa/8/waa6/8/bbb4/bbbbbb/cccc1 a 5-0", "3", "e3e2", "p1win" },
    { "bbbb1/bbbb2/ccccccc/8/bcc6/8/www4/wwwwww/aaaa1 c 0-5", "4", "e3e2", "p2win" },
    { "- / - / e3 d2 / 10 10 / 2", "2", "d1", "p2win" },
    { "- / - / e2 c5 e5 b6 / 5 5 5 5 / 4", "4", "a6", "p4win" },
};

static void respond(const char *question, const char *answer)
{
    tell("query %s", question);
    assert_true(next_line(PATIENCE_S) && begins(line, "response "));
    assert_string_equal(line + strlen("response "), answer);
}

static void test_queries(void **state)
{
    (void)state;
    for (int i = 0; i < VARIANTS; i++) {
        choose(i);
        respond("gameover", "false");
        respond("p1turn", "true");
        respond("turn", "1");
        respond("result", "none");
        tell("position fen %s", WIN[i].position);
        respond("gameover", "false");
        respond("p1turn", *WIN[i].turn == '1' ? "true" : "false");
        respond("turn", WIN[i].turn);
        respond("result", "none");
        tell("position fen %s moves %s", WIN[i].position, WIN[i].move);
        respond("gameover", "true");
        respond("result", WIN[i].result);
        talk("> go depth 2\n< bestmove none\n");
    }
}

// --- searches ------------------------------------------------------------------------------------

// The number after a word that the line must contain.
static i64 number_after(const char *word)
{
    char padded[32];
    snprintf(padded, sizeof padded, " %s ", word);
    const char *at = strstr(line, padded);
    if (!at) fail_msg("no '%s' in '%s'", word, line);
    return atoll(at + strlen(padded));
}

static void play_words(Position *position, Text words)
{
    Text word;
    while (text_word(&words, &word)) {
        Move move;
        Fault why;
        if (move_read(position, word, &move, &why) != OK) fail_msg("%s in %s", why.message, line);
        position->head.variant->game->play(position, move);
    }
}

// Reads the lines of a search and checks each; returns the greatest depth.
static i64 check_search(const Position *position)
{
    i64 depth = 0;
    for (;;) {
        await("");
        Position copy = *position;
        if (begins(line, "bestmove ")) break;
        assert_true(begins(line, "info depth "));
        depth = number_after("depth");
        assert_true(depth >= 1 && number_after("seldepth") >= 1 && number_after("nodes") >= 1);
        assert_true(number_after("nps") >= 0 && number_after("time") >= 0);
        assert_in_range(number_after("hashfull"), 0, 1000);
        assert_true(strstr(line, " score cp ") || strstr(line, " score mate "));
        play_words(&copy, text_of(strstr(line, " pv ") + 4));
    }
    Position copy = *position;
    play_words(&copy, text_of(line + strlen("bestmove ")));
    return depth;
}

static void test_limits(void **state)
{
    (void)state;
    for (int i = 0; i < VARIANTS; i++) {
        Position position;
        variant_start(variant_at(i), &position);
        choose(i);
        tell("go depth 2");
        assert_int_equal(check_search(&position), 2);
        tell("go nodes 700");
        check_search(&position);
        tell("go nodes 1");
        check_search(&position);
        tell("go movetime 20");
        check_search(&position);
        tell("go p1time 300 p2time 1 p3time 1 p4time 1 p1inc 1 p2inc 1 p3inc 1 p4inc 1");
        check_search(&position);
        tell("go p2time 300 depth 30");
        check_search(&position);
        tell("go p1time -5 p2time 0");
        check_search(&position);
        tell("go depth 0");
        assert_int_equal(check_search(&position), 1);
        tell("go depth 999999999999 nodes 500");
        check_search(&position);
    }
    talk("> go depth 1 nodes x movetime\n"
         "< info string go: 'x' is not a number for 'nodes'\n"
         "< info string go: 'movetime' needs a number\n"
         "<* bestmove \n"
         "> go p5time 10 p0time 10 pxtime depth 1\n"
         "< info string go: unknown limit 'p5time'\n"
         "< info string go: unknown limit '10'\n"
         "< info string go: unknown limit 'p0time'\n"
         "< info string go: unknown limit '10'\n"
         "< info string go: unknown limit 'pxtime'\n"
         "<* bestmove \n"
         "> go depth\n" // isn't endless
         "< info string go: 'depth' needs a number\n"
         "<* bestmove \n");
}

static void test_lines(void **state)
{
    (void)state;
    choose(0);
    tell("setoption name MultiPV value 3");
    tell("go depth 3");
    // Three lines per depth. If a line turns out better than earlier ones, all of them are reported
    // again.
    char first[3][8] = { "", "", "" };
    i64 score[3] = { 0 };
    for (int depth = 1; depth <= 3; depth++)
        for (i64 last = 0; last < 3;) {
            await("info depth");
            i64 number = number_after("multipv");
            assert_int_equal(number_after("depth"), depth);
            assert_true(number == last + 1 || number == 1);
            last = number;
            score[last - 1] = number_after("cp");
            sscanf(strstr(line, " pv ") + 4, "%7s", first[last - 1]);
        }
    assert_true(score[0] >= score[1] && score[1] >= score[2]);
    assert_string_not_equal(first[0], first[1]);
    assert_string_not_equal(first[0], first[2]);
    assert_string_not_equal(first[1], first[2]);
    await("bestmove");
    assert_string_equal(line + strlen("bestmove "), first[0]);
    // More lines requested than there are moves.
    talk("> setoption name UGI_Variant value quoridor\n"
         "> setoption name MultiPV value 16\n"
         "> position fen a1 b3 b4 d3 e1 e4 f3 g4 g7 h3 h8 / a3 b1 c2 c5 c7 d4 d6 g6 h7 / h5 a2 /"
         " 0 0 / 1\n"
         "> go depth 2\n"
         "<* info depth 2 \n"
         "<* info depth 2 \n");
    assert_int_equal(number_after("multipv"), 2);
    await("bestmove");
}

static void test_mates(void **state)
{
    (void)state;
    for (int i = 0; i < VARIANTS; i++) {
        char wanted[64];
        choose(i);
        tell("position fen %s", WIN[i].position);
        tell("go depth 2");
        await("info depth 2 ");
        snprintf(wanted, sizeof wanted, "pv %s", WIN[i].move);
        assert_non_null(strstr(line, " score mate 1 "));
        assert_non_null(strstr(line, wanted));
        snprintf(wanted, sizeof wanted, "bestmove %s", WIN[i].move);
        await("bestmove");
        assert_string_equal(line, wanted);
    }
    static const struct {
        int variant;
        const char *position, *score;
    } LOST[] = {
        // No walls are left and the opponent is one step from the goal: one own move before the
        // end.
        { 4, "a6 a7 b3 c7 d1 d4 d6 e7 f1 g8 h1 h2 / a2 b4 c4 d5 d8 e1 e3 f8 / c5 a2 / 0 0 / 1",
          " score mate -1 " },
        // The same, but two others move before the fourth wins.
        { 5,
          "b4 b5 b7 c8 d1 d4 d5 e3 f5 g6 g8 / a7 b2 c1 d2 e4 f2 f6 g4 g7 / g3 b6 g9 b9 / 0 0 0 0 / "
          "1",
          " score mate -1 " },
        // Partners back to back: black and amber move, then white or cobalt wins.
        { 3, "bbbb1/bbbb2/ccccccc/8/bcc6/8/1www3/wwwwww/aaaa1 b 0-5", " score mate -2 " },
        { 3, "bbbb1/bbbb2/ccccccc/8/bcc6/8/1www3/wwwwww/aaaa1 a 0-5", " score mate -1 " },
    };
    for (size_t i = 0; i < sizeof LOST / sizeof *LOST; i++) {
        choose(LOST[i].variant);
        tell("position fen %s", LOST[i].position);
        tell("go depth 5");
        await("info depth 5 ");
        assert_non_null(strstr(line, LOST[i].score));
        await("bestmove");
    }
}

static void test_stop(void **state)
{
    (void)state;
    choose(4);
    tell("go infinite");
    await("info depth 3 ");
    talk("> isready\n<* readyok\n"
         "> query turn\n<* response 1\n"
         "> go depth 1\n<* info string go is ignored while thinking, send stop first\n"
         "> position startpos\n<* info string position is ignored \n"
         "> uginewgame\n<* info string uginewgame is ignored \n"
         "> setoption name Hash value 2\n<* info string setoption is ignored \n");
    i64 asked = thinker_now();
    talk("> stop\n<* bestmove \n");
    assert_true(thinker_now() - asked < 2000); // 50 ms, but this machine may be busy
    // A finished search still waits for `stop` and counts as running.
    talk("> go infinite depth 2\n"
         "<* info depth 2 \n");
    assert_false(next_line(0));
    talk("> go\n<* info string go is ignored \n"
         "> stop\n<* bestmove \n"
         "> stop\n"
         "> isready\n< readyok\n");
    // Stopped before it has begun.
    for (int i = 0; i < 20; i++)
        talk("> go\n> stop\n<* bestmove \n");
}

// Collects the lines without times.
static void take_down(char *into, size_t room)
{
    *into = '\0';
    do {
        await("");
        char *speed = strstr(line, " nps "), *rest = strstr(line, " hashfull ");
        size_t length = strlen(into);
        if (speed)
            snprintf(into + length, room - length, "%.*s%s\n", (int)(speed - line), line, rest);
        else
            snprintf(into + length, room - length, "%s\n", line);
    } while (!begins(line, "bestmove "));
}

static void test_questions(void **state)
{
    (void)state;
    talk("> setoption name UGI_Variant value quoridor\n"
         "> position startpos moves e2\n"
         "> query fen\n"
         "< response - / - / e2 e9 / 10 10 / 2\n"
         "> position fen - / - / e8 e3 / 0 0 / 1\n"
         "> query moves\n"
         "< response e9 f8 e7 d8\n"
         "> eval\n"
         "<* info string eval p1 cp \n"
         "> d\n"
         "<* fen - / - / e8 e3 / 0 0 / 1\n"
         "> position fen - / - / e8 e2 / 0 0 / 1 moves e9\n"
         "> query moves\n"
         "< response none\n");
}

static void test_searchmoves(void **state)
{
    (void)state;
    talk("> setoption name UGI_Variant value quoridor\n"
         "> position startpos\n"
         "> go depth 3 searchmoves d1\n"
         "<* bestmove d1\n"
         "> go depth 3 searchmoves e9 d1 x\n"
         "< info string searchmoves: 'e9' is not a legal move\n"
         "< info string searchmoves: 'x' is not a legal move\n"
         "<* bestmove d1\n"
         "> go depth 2 searchmoves\n"
         "< info string go: \"searchmoves\" needs moves\n"
         "<* bestmove \n"
         "> go depth 2\n" // the restriction is for one search
         "<* bestmove e2\n");
}

static void test_ponder(void **state)
{
    (void)state;
    talk("> setoption name UGI_Variant value quoridor\n"
         "> ponderhit\n"
         "< info string ponderhit without go ponder\n"
         "> position startpos moves e2\n"
         "> go ponder depth 2\n"
         "<* info depth 4 \n" // its limits don't count yet
         "> ponderhit\n"
         "<* bestmove \n"
         "> go ponder movetime 1\n"
         "<* info depth 3 \n"
         "> stop\n" // another move was played
         "<* bestmove \n"
         "> isready\n"
         "< readyok\n");
}

static void test_same_answer(void **state)
{
    (void)state;
    static char once[1 << 16], again[1 << 16];
    for (int i = 0; i < VARIANTS; i++) {
        choose(i);
        tell("go nodes 6000");
        take_down(once, sizeof once);
        tell("go movetime 20"); // leaves entries in the table
        await("bestmove");
        tell("position fen %s", WIN[i].position);
        tell("go depth 4");
        await("bestmove");
        tell("position startpos");
        tell("go nodes 6000");
        take_down(again, sizeof again);
        assert_string_equal(once, again);
    }
}

static void test_no_allocation(void **state)
{
    (void)state;
    tell("setoption name Threads value 3");
    tell("setoption name MultiPV value 2");
    for (int i = 0; i < VARIANTS; i++) {
        choose(i);
        talk("> isready\n<* readyok\n");
        int before = atomic_load(&allocations);
        talk("> uginewgame\n> position startpos\n> go nodes 3000\n<* bestmove \n"
             "> go infinite\n<* info depth 2 \n> stop\n<* bestmove \n");
        assert_int_equal(atomic_load(&allocations), before);
    }
}

static void test_little_memory(void **state)
{
    (void)state;
    refuse_above = (size_t)20 << 20;
    talk("> setoption name Hash value 128\n"
         "> isready\n"
         "< info string not enough memory: Hash is 16, Threads is 1\n"
         "< readyok\n"
         "> isready\n" // the warning is printed once
         "< readyok\n"
         "> go depth 1\n"
         "<* bestmove \n");
    refuse_above = 0;
    talk("> setoption name Hash value 2\n"
         "> isready\n"
         "< info string not enough memory to think\n"
         "< readyok\n"
         "> go depth 1\n"
         "< info string not enough memory to think\n"
         "< bestmove none\n");
    refuse_above = SIZE_MAX;
    talk("> isready\n"
         "< readyok\n"
         "> go depth 1\n"
         "<* bestmove a\n");
}

static void test_end_of_input(void **state)
{
    (void)state;
    choose(5);
    tell("go depth 3");
    ugi_finish(ugi);
    talk("<* info depth 3 \n");
    assert_true(next_line(0) && begins(line, "bestmove "));
    tell("go infinite");
    ugi_finish(ugi); // does not wait
    ugi_free(ugi);   // answers first
    ugi = NULL;
    await("bestmove ");
    assert_false(next_line(0));
}

// --- clocks --------------------------------------------------------------------------------------

static void test_clocks(void **state)
{
    (void)state;
    enum { PLIES = 8 };
    for (int i = 0; i < VARIANTS; i++) {
        const Variant *variant = variant_at(i);
        Position position;
        variant_start(variant, &position);
        choose(i);
        talk("> isready\n<* readyok\n");
        i64 left[PLAYERS_MAX] = { 1000, 1000, 1000, 1000 };
        char moves[256] = "";
        for (int ply = 0; ply < PLIES; ply++) {
            int turn = position.head.turn;
            tell("position startpos moves%s", moves);
            i64 began = thinker_now();
            tell("go p1time %d p2time %d p3time %d p4time %d p1inc 10 p2inc 10 p3inc 10 p4inc 10",
                 (int)left[0], (int)left[1], (int)left[2], (int)left[3]);
            await("bestmove ");
            left[turn] -= thinker_now() - began;
            assert_true(left[turn] > 0);
            left[turn] += 10;
            strcat(moves, line + strlen("bestmove"));
            play_words(&position, text_of(line + strlen("bestmove ")));
        }
        for (int player = 0; player < variant->players; player++)
            assert_true(left[player] < 1000); // it did think
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_hello, begin, end),
        cmocka_unit_test_setup_teardown(test_garbage, begin, end),
        cmocka_unit_test_setup_teardown(test_options, begin, end),
        cmocka_unit_test_setup_teardown(test_position, begin, end),
        cmocka_unit_test_setup_teardown(test_queries, begin, end),
        cmocka_unit_test_setup_teardown(test_limits, begin, end),
        cmocka_unit_test_setup_teardown(test_lines, begin, end),
        cmocka_unit_test_setup_teardown(test_mates, begin, end),
        cmocka_unit_test_setup_teardown(test_stop, begin, end),
        cmocka_unit_test_setup_teardown(test_questions, begin, end),
        cmocka_unit_test_setup_teardown(test_searchmoves, begin, end),
        cmocka_unit_test_setup_teardown(test_ponder, begin, end),
        cmocka_unit_test_setup_teardown(test_same_answer, begin, end),
        cmocka_unit_test_setup_teardown(test_no_allocation, begin, end),
        cmocka_unit_test_setup_teardown(test_little_memory, begin, end),
        cmocka_unit_test_setup_teardown(test_end_of_input, begin, end),
        cmocka_unit_test_setup_teardown(test_clocks, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
