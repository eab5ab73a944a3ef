// SPDX-License-Identifier: MIT
// The engine's public functions: memory, positions, limits, threads, reports.
#include "engine/engine.h"

#include "base/bits.h"
#include "base/rng.h"
#include "engine/levels.h"
#include "engine/worker.h"

enum { LEVEL_BUCKETS = 1 << 14 }; // one megabyte; enough for all levels below the highest

static size_t align64(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

size_t engine_size(int hash_mb, int threads)
{
    size_t buckets = 1;
    while (buckets * 2 * sizeof(TTBucket) <= (size_t)hash_mb << 20)
        buckets *= 2;
    return align64(sizeof(Engine)) + align64((size_t)threads * sizeof(Worker)) +
           buckets * sizeof(TTBucket);
}

// The product of the logarithms of half the depth and half the move number, in units of ln(1.1).
// Integers make it the same on every machine.
static int find_lateness(int depth, int number)
{
    int log_depth = 0, log_number = 0;
    for (int x = depth * 8; x >= 16; x = x * 10 / 11)
        log_depth++;
    for (int x = number * 8; x >= 16; x = x * 10 / 11)
        log_number++;
    return log_depth * log_number;
}

Engine *engine_init(void *memory, size_t size, int threads, Host host)
{
    size_t fixed = align64(sizeof(Engine)) + align64((size_t)threads * sizeof(Worker));
    if (threads < 1 || threads > THREADS_MAX || size < fixed + sizeof(TTBucket)) return NULL;
    Engine *engine = memory;
    *engine = (Engine){ .host = host, .threads = threads };
    engine->worker = (Worker *)((char *)memory + align64(sizeof(Engine)));
    engine->table.bucket = (TTBucket *)((char *)memory + fixed);
    engine->table.buckets = 1;
    while (fixed + engine->table.buckets * 2 * sizeof(TTBucket) <= size)
        engine->table.buckets *= 2;
    engine->net = net_default();
    for (int i = 0; i < threads; i++)
        engine->worker[i] = (Worker){ .engine = engine, .number = i };
    for (int depth = 1; depth < PLIES_MAX; depth++)
        for (int number = 1; number < LATENESSES; number++)
            engine->lateness[depth][number] = (u16)find_lateness(depth, number);
    engine->buckets = engine->table.buckets;
    tt_clear(&engine->table);
    return engine;
}

void engine_new_game(Engine *engine)
{
    engine->table.buckets = engine->buckets;
    tt_clear(&engine->table);
    for (int i = 0; i < engine->threads; i++)
        engine->worker[i] = (Worker){ .engine = engine, .number = i };
}

void engine_set_nets(Engine *engine, const Nets *nets)
{
    engine->net = nets;
}

void engine_set_position(Engine *engine, const Position *start, const Move *moves, int count)
{
    const Game *game = start->head.variant->game;
    Worker *worker = &engine->worker[0];
    engine->game = engine_game(start->head.variant);
    engine->position = *start;
    engine->position.head.swap = SWAP_NONE; // the search never swaps (R12)
    engine->calm = 0;
    for (int player = 0; player < PLAYERS_MAX; player++)
        engine->unusual[player] = 0;
    worker->keys = 0;
    worker->key[worker->keys++] = game->key(start);
    for (int i = 0; i < count; i++) {
        if (moves[i] == MOVE_SWAP) continue;
        engine->calm++;
        if (engine->game->play(engine, moves[i], count - i - 1)) engine->calm = worker->keys = 0;
        if (worker->keys == HISTORY_MAX) {
            // Positions that far back practically never recur. Keep the latest.
            for (int k = 1; k < HISTORY_MAX; k++)
                worker->key[k - 1] = worker->key[k];
            worker->keys--;
        }
        worker->key[worker->keys++] = game->key(&engine->position);
    }
    for (int i = 1; i < engine->threads; i++) {
        engine->worker[i].keys = worker->keys;
        for (int k = 0; k < worker->keys; k++)
            engine->worker[i].key[k] = worker->key[k];
    }
}

static void set_root(Worker *worker, const Position *position, const SearchLimits *limits)
{
    worker->root_count = limits->among_count;
    for (int i = 0; i < limits->among_count; i++)
        worker->root[i] = limits->among[i];
    if (!limits->among_count)
        worker->root_count = position->head.variant->game->moves(position, worker->root);
}

static void limit_by(SearchLimits *limits, const Level *level)
{
    if (level->depth && (!limits->depth || limits->depth > level->depth))
        limits->depth = level->depth;
    if (level->nodes && (!limits->nodes || limits->nodes > level->nodes))
        limits->nodes = level->nodes;
    if (limits->lines < level->lines) limits->lines = level->lines;
}

// A level's result must depend only on the game and the seed, not on earlier searches or the
// table's size. It uses one thread. The same holds for a fresh search.
static void set_level(Engine *engine, const Level *level)
{
    SearchLimits *limits = &engine->limits;
    Worker *worker = &engine->worker[0];
    engine->table.buckets = engine->buckets;
    engine->alone = level || limits->fresh;
    if (!engine->alone) return;
    if (level) limit_by(limits, level);
    if (engine->buckets > LEVEL_BUCKETS) engine->table.buckets = LEVEL_BUCKETS;
    tt_clear(&engine->table);
    for (int id = 0; id < MOVE_IDS; id++) {
        worker->counter[id] = MOVE_NONE;
        for (int side = 0; side < SIDES_MAX; side++)
            worker->history[side][id] = 0;
    }
}

// Reduces the number of buckets in use, if requested.
static void limit_table(Engine *engine, int table_mb)
{
    u64 most = 1;
    while (most * 2 * sizeof(TTBucket) <= (u64)table_mb << 20)
        most *= 2;
    if (table_mb && engine->table.buckets > most) engine->table.buckets = most;
}

void engine_go(Engine *engine, const SearchLimits *limits)
{
    engine->limits = *limits;
    set_level(engine, level_of(engine->position.head.variant, limits->level));
    limit_table(engine, limits->table_mb);
    engine->started = engine->host.now ? engine->host.now(engine->host.context) : 0;
    atomic_store(&engine->stop, false);
    engine->permille = -1;
    engine->table.age = (u8)((engine->table.age + 1) & 63);
    const Head *head = &engine->position.head;
    engine->contempt = engine->urge = 0;
    if (limits->press && !limits->exact && engine->game->press) engine->game->press(engine);
    bool views = variant_each_alone(head->variant) || engine->contempt;
    engine->seat = views ? mix64(head->turn) : 0;
    for (int i = 0; i < engine->threads; i++) {
        Worker *worker = &engine->worker[i];
        set_root(worker, &engine->position, limits);
        worker->lines = 0;
        worker->stopped = false;
        for (int k = 0; k < worker->root_count; k++) {
            atomic_store_explicit(&worker->tally[k].visits, 0, memory_order_relaxed);
            atomic_store_explicit(&worker->tally[k].sum, 0, memory_order_relaxed);
        }
        atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
        for (int ply = 0; ply < PLIES_MAX + 2; ply++)
            worker->killer[ply][0] = worker->killer[ply][1] = MOVE_NONE;
    }
}

void engine_think(Engine *engine, int thread)
{
    Worker *worker = &engine->worker[thread];
    if (worker->root_count > 0 && (thread == 0 || !engine->alone)) engine->game->search(worker);
    if (thread == 0) atomic_store(&engine->stop, true);
}

void engine_stop(Engine *engine)
{
    atomic_store(&engine->stop, true);
}

u64 engine_nodes(const Engine *engine)
{
    u64 nodes = 0;
    for (int i = 0; i < engine->threads; i++)
        nodes += atomic_load_explicit(&engine->worker[i].nodes, memory_order_relaxed);
    return nodes;
}

int engine_lines(const Engine *engine, const Line **lines)
{
    *lines = engine->worker[0].line;
    return engine->worker[0].lines;
}

// Finds the lines, one bit each, that lead to an earlier position.
static u32 lines_again(const Engine *engine)
{
    const Worker *worker = &engine->worker[0];
    const Game *game = engine->position.head.variant->game;
    u32 again = 0;
    for (int i = 0; i < worker->lines; i++) {
        Position next = engine->position;
        game->play(&next, worker->line[i].move[0]);
        Key key = game->key(&next);
        for (int k = 0; k < worker->keys; k++)
            if (worker->key[k] == key) again |= 1u << i;
    }
    return again;
}

Move engine_best(const Engine *engine)
{
    const Worker *worker = &engine->worker[0];
    if (!worker->root_count) return MOVE_NONE;
    const Level *level = level_of(engine->position.head.variant, engine->limits.level);
    if (!level || !worker->lines) return worker->root[0];
    u64 seed = mix64(engine->limits.seed ^ worker->key[worker->keys - 1]);
    // Beyond one ply the search itself evaluates repetitions.
    u32 again = level->depth == 1 ? lines_again(engine) : 0;
    int choice = level_choose(level, worker->line, worker->lines, again, seed);
    return worker->line[choice].move[0];
}

static i64 elapsed(const Engine *engine)
{
    return engine->host.now ? engine->host.now(engine->host.context) - engine->started : 0;
}

void engine_report(Engine *engine, int rank)
{
    if (!engine->host.report) return;
    Report report = { rank + 1, &engine->worker[0].line[rank], engine_nodes(engine),
                      elapsed(engine),
                      engine->permille < 0 ? tt_permille(&engine->table) : engine->permille };
    engine->host.report(engine->host.context, &report);
}

bool engine_enough(const Engine *engine, int depth)
{
    const SearchLimits *limits = &engine->limits;
    const Worker *worker = &engine->worker[0];
    Score score = worker->line[0].score;
    bool timed = limits->soft_ms > 0;
    if (timed && elapsed(engine) >= limits->soft_ms) return true;
    if (timed && worker->root_count == 1) return true;
    // A forced win or loss that a deeper search can't change.
    int plies = SCORE_MATE - (score < 0 ? -score : score);
    bool limited = limits->soft_ms || limits->hard_ms || limits->nodes;
    return limited && plies < 1000 && plies * 2 <= depth;
}

bool worker_tick(Worker *worker)
{
    Engine *engine = worker->engine;
    u64 nodes = atomic_load_explicit(&worker->nodes, memory_order_relaxed) + 1;
    atomic_store_explicit(&worker->nodes, nodes, memory_order_relaxed);
    // Thread 0 always finishes the first depth, whatever the limits, to have a move to play.
    if (worker->number == 0 && worker->lines == 0) return false;
    if (worker->number == 0 && engine->limits.nodes && nodes >= engine->limits.nodes)
        worker->stopped = true;
    if ((nodes & 511) == 0) {
        if (atomic_load_explicit(&engine->stop, memory_order_relaxed)) worker->stopped = true;
        if (worker->number == 0 && engine->limits.hard_ms &&
            elapsed(engine) >= engine->limits.hard_ms)
            worker->stopped = true;
    }
    return worker->stopped;
}

void history_update(int16_t *value, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *value = (int16_t)(*value + bonus - *value * size / 8192);
}

Score engine_evaluate_for(const Position *position, int player)
{
    return engine_game(position->head.variant)->evaluate(net_default(), position, player);
}

int engine_mate_moves(const Position *position, Score score)
{
    Head head = position->head;
    const u8 *team = head.variant->team;
    int us = team[head.turn], count = 0;
    for (int plies = SCORE_MATE - (score < 0 ? -score : score); plies > 0; plies--) {
        count += team[head.turn] == us;
        head_advance(&head);
    }
    return count;
}

// Uses a part of the time above a reserve, and half of the increment. The reserve, many times the
// usual overhead, covers a machine that is busy for a while. Below it only a part of the increment
// is used, less the lower the clock, so that the reserve refills.
void engine_time(TimeLeft left, i64 overhead_ms, SearchLimits *limits)
{
    i64 inc = left.inc_ms, reserve = 20 * overhead_ms + inc / 2;
    i64 main = left.main_ms > 0 ? left.main_ms : 0;
    i64 soft, hard, most;
    if (main > reserve) {
        soft = (main - reserve) / 25 + inc / 2;
        hard = (main - reserve) / 5 + inc * 3 / 4;
        most = main - reserve / 2;
    } else {
        most = main / 2;
        soft = reserve ? (inc < reserve ? inc : reserve) * most / reserve * main / reserve : 0;
        hard = soft;
    }
    if (left.period_ms) {
        i64 period = left.period_ms - 2 * overhead_ms;
        most += period;
        soft = soft > period / 2 ? soft : period / 2;
        hard = hard > period ? hard : period;
    }
    if (hard > most) hard = most;
    if (hard < 1) hard = 1;
    limits->hard_ms = hard;
    limits->soft_ms = soft < 1 ? 1 : soft < hard ? soft : hard;
}
