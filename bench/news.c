// SPDX-License-Identifier: MIT
// Measures the cost of sending moves to nodes over Redis; run by bench/news, which starts Redis.
//
//     bench-news PATH FORM NODES MOVES-A-SECOND SECONDS
//
//     channel   each commit is one message on the node's channel, which all nodes receive
//     topics    each move is a message on the game's topic, which its two players' nodes receive
//     shown     each commit is one message to each node that shows one of its games; all of it
//               follows on the node's channel with the next beat (nodes use this form)
//
// Each node is a process that gathers moves for 8 ms, publishes them, and parses the messages that
// it receives; four times a second it announces itself. Prints the CPU time of nodes and Redis per
// move in microseconds, the messages received per move, and the share of moves that the other
// player's node received at once.
#include "base/types.h"

#include <hiredis/hiredis.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NODES_MAX = 64, GAMES = 1000, EVENT = 100, GATHER_US = 8000, BEAT_US = 250000 };
typedef enum Form { CHANNEL, TOPICS, SHOWN } Form;
static const char *const FORMS[] = { "channel", "topics", "shown" };

typedef struct Counts {
    u64 moves, messages, events, own; // own: of games shown here
    double cpu_us;
} Counts;

static Form form;
static int nodes, self;
static double rate, seconds;
static redisContext *talks, *hears;
static Counts *counts; // one per node, shared

static double now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void die(const char *why)
{
    fprintf(stderr, "bench-news: %s\n", why);
    exit(2);
}

// --- who plays where -----------------------------------------------------------------------------

static int first_of(int game)
{
    return game % nodes;
}

static int second_of(int game)
{
    return nodes == 1 ? 0 : (game % nodes + 1 + game / nodes % (nodes - 1)) % nodes;
}

static int other_of(int game)
{
    return first_of(game) == self ? second_of(game) : first_of(game);
}

static bool is_here(int game)
{
    return first_of(game) == self || second_of(game) == self;
}

static int draw_game(void)
{
    for (;;) {
        int game = rand() % GAMES;
        if (is_here(game)) return game;
    }
}

// --- messages ------------------------------------------------------------------------------------

// Events are a game and padding to a realistic length.
typedef struct Message {
    char bytes[1 << 18];
    size_t length;
} Message;

static void add_event(Message *message, int game)
{
    if (message->length + EVENT > sizeof message->bytes) return;
    char *at = message->bytes + message->length;
    memset(at, '.', EVENT);
    memcpy(at, &game, sizeof game);
    message->length += EVENT;
}

static void publish(const char *kind, int number, Message *message)
{
    char channel[40];
    snprintf(channel, sizeof channel, "%s:%016d", kind, number);
    const char *part[] = { "PUBLISH", channel, message->bytes };
    const size_t length[] = { 7, strlen(channel), message->length };
    redisAppendCommandArgv(talks, 3, part, length);
    message->length = 0;
}

static void flush(void)
{
    int done = 0;
    while (!done)
        if (redisBufferWrite(talks, &done) != REDIS_OK) die(talks->errstr);
}

static void take(const redisReply *reply)
{
    if (reply->type != REDIS_REPLY_ARRAY || reply->elements < 3) return;
    const redisReply *news = reply->element[reply->elements - 1];
    if (news->type != REDIS_REPLY_STRING) return;
    Counts *mine = &counts[self];
    mine->messages++;
    for (size_t i = 0; i + EVENT <= (size_t)news->len; i += EVENT) {
        int game;
        memcpy(&game, news->str + i, sizeof game);
        mine->events++;
        bool late = form == SHOWN && reply->elements == 4; // on a node's own channel
        mine->own += is_here(game) && !late;
    }
}

static void hear(void)
{
    void *reply = NULL;
    if (redisBufferRead(hears) != REDIS_OK) die(hears->errstr);
    while (redisGetReplyFromReader(hears, &reply) == REDIS_OK && reply) {
        take(reply);
        freeReplyObject(reply);
    }
}

// --- a node --------------------------------------------------------------------------------------

static void subscribe(void)
{
    redisAppendCommand(hears, "PSUBSCRIBE node:*");
    int answers = 1;
    if (form == SHOWN) redisAppendCommand(hears, "SUBSCRIBE to:%016d", self);
    answers += form == SHOWN;
    for (int game = 0; form == TOPICS && game < GAMES; game++)
        if (is_here(game)) {
            redisAppendCommand(hears, "SUBSCRIBE game:%016d", game);
            answers++;
        }
    for (void *reply; answers-- > 0; freeReplyObject(reply))
        if (redisGetReply(hears, &reply) != REDIS_OK) die(hears->errstr);
}

static void commit(const int *moved, int count)
{
    static Message to[NODES_MAX], all;
    for (int i = 0; i < count; i++) {
        if (form == TOPICS) {
            add_event(&all, moved[i]);
            publish("game", moved[i], &all);
        } else {
            add_event(&all, moved[i]);
            if (form == SHOWN) add_event(&to[other_of(moved[i])], moved[i]);
        }
    }
    if (form == CHANNEL) publish("node", self, &all);
    for (int i = 0; i < nodes; i++)
        if (to[i].length && i != self) publish("to", i, &to[i]);
    if (!count) { // a beat
        add_event(&all, -1);
        publish("node", self, &all);
    }
    flush();
}

static double draw_wait(void)
{
    return -log(1 - drand48()) * 1e6 * nodes / rate;
}

static void run_node(const char *path, int ready, int go)
{
    static int moved[1 << 14];
    int count = 0;
    char byte = 0;
    talks = redisConnectUnix(path);
    hears = redisConnectUnix(path);
    if (!talks || !hears || talks->err || hears->err) die("no Redis");
    srand((unsigned)self + 1);
    srand48(self + 1);
    subscribe();
    redisAppendCommand(talks, "CLIENT REPLY OFF");
    flush();
    if (write(ready, &byte, 1) != 1 || read(go, &byte, 1) != 1) die("no beginning");
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    double begin = now_us(), end = begin + seconds * 1e6;
    double move = begin + draw_wait(), due = 0, beat = begin + BEAT_US * drand48();
    for (double now = begin; now < end; now = now_us()) {
        for (; move <= now; move += draw_wait()) {
            if (!count) due = move + GATHER_US;
            if (count < (int)(sizeof moved / sizeof *moved)) moved[count++] = draw_game();
        }
        if (count && due <= now) {
            counts[self].moves += (u64)count;
            commit(moved, count);
            count = 0;
        }
        if (beat <= now) {
            commit(NULL, 0);
            beat += BEAT_US;
        }
        // Search for moves only when something is due, to exclude their cost from the measurement.
        double next = count ? due : move + GATHER_US;
        if (beat < next) next = beat;
        struct pollfd poll_hears = { .fd = hears->fd, .events = POLLIN };
        int wait = next > now ? (int)((next - now) / 1000) + 1 : 0;
        if (poll(&poll_hears, 1, wait) > 0) hear();
    }
    getrusage(RUSAGE_SELF, &after);
    counts[self].cpu_us = (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec +
                                   after.ru_stime.tv_sec - before.ru_stime.tv_sec) *
                              1e6 +
                          (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec +
                                   after.ru_stime.tv_usec - before.ru_stime.tv_usec);
    exit(0);
}

// --- the whole -----------------------------------------------------------------------------------

static double redis_us(redisContext *redis)
{
    redisReply *reply = redisCommand(redis, "INFO cpu");
    double total = 0;
    if (!reply || reply->type != REDIS_REPLY_STRING) die("Redis does not say what it used");
    for (int i = 0; i < 2; i++) {
        const char *at = strstr(reply->str, i ? "used_cpu_user:" : "used_cpu_sys:");
        if (at) total += atof(strchr(at, ':') + 1) * 1e6;
    }
    freeReplyObject(reply);
    return total;
}

int main(int argc, char **argv)
{
    if (argc != 6) die("usage: bench-news PATH channel|topics|shown NODES MOVES-A-SECOND SECONDS");
    while (form < SHOWN && strcmp(argv[2], FORMS[form]))
        form++;
    nodes = atoi(argv[3]);
    rate = atof(argv[4]);
    seconds = atof(argv[5]);
    if (nodes < 1 || nodes > NODES_MAX || rate <= 0 || seconds <= 0) die("that cannot be");
    counts = mmap(NULL, NODES_MAX * sizeof *counts, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int ready[2], go[2];
    if (counts == MAP_FAILED || pipe(ready) || pipe(go)) die("no memory");
    redisContext *redis = redisConnectUnix(argv[1]);
    if (!redis || redis->err) die("no Redis");
    for (self = 0; self < nodes; self++)
        if (!fork()) run_node(argv[1], ready[1], go[0]);
    char bytes[NODES_MAX] = { 0 };
    for (int i = 0; i < nodes; i++)
        if (read(ready[0], bytes, 1) != 1) die("a node does not start");
    double before = redis_us(redis);
    if (write(go[1], bytes, (size_t)nodes) != nodes) die("no beginning");
    int status, bad = 0;
    while (wait(&status) > 0)
        bad |= status;
    if (bad) die("a node failed");
    Counts all = { 0 };
    for (int i = 0; i < nodes; i++) {
        all.moves += counts[i].moves;
        all.messages += counts[i].messages;
        all.own += counts[i].own;
        all.cpu_us += counts[i].cpu_us;
    }
    double moves = all.moves ? (double)all.moves : 1, used = redis_us(redis) - before;
    // A node receives its own messages on channels and topics.
    double back = form == SHOWN ? 0 : 1;
    printf("{\"form\":\"%s\",\"nodes\":%d,\"moves\":%.0f,\"node_us\":%.1f,\"redis_us\":%.1f,"
           "\"messages\":%.2f,\"at_once\":%.3f}\n",
           FORMS[form], nodes, moves, all.cpu_us / moves, used / moves,
           (double)all.messages / moves, (double)all.own / moves - back);
    return 0;
}
