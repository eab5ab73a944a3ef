// SPDX-License-Identifier: MIT
// Implements the engine part of meydan.h on top of engine/engine.h. Single-threaded. The caller
// provides the memory; data for the callbacks precedes the engine in it.
#include "opponent/opponent.h"

#include "meydan.h"

enum {
    ALIGNMENT = 64,
    HIGHEST_NODES = 1000000, // for the highest level without a clock
};

struct MeydanEngine {
    Engine *engine;
    const MeydanSearch *search; // the search in progress, including an opponent's
    Position position;          // the searched position
};

static size_t front_size(void)
{
    return (sizeof(MeydanEngine) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static i64 tell_time(void *context)
{
    const MeydanEngine *engine = context;
    const MeydanSearch *search = engine->search;
    return search->now ? search->now(search->context) : 0;
}

static int mate_of(const Position *position, Score score)
{
    if (score > -SCORE_MATED_MAX && score < SCORE_MATED_MAX) return 0;
    int moves = engine_mate_moves(position, score);
    return score < 0 && moves > 0 ? -moves : moves;
}

static void tell_report(void *context, const Report *report)
{
    const MeydanEngine *engine = context;
    const MeydanSearch *search = engine->search;
    if (!search->report) return;
    const Line *line = report->line;
    search->report(search->context,
                   &(MeydanReport){ .rank = report->rank,
                                    .depth = line->depth,
                                    .score = line->score,
                                    .mate = mate_of(&engine->position, line->score),
                                    .nodes = report->nodes,
                                    .length = line->length,
                                    .line = line->move });
}

size_t meydan_engine_size(int hash_mb)
{
    return front_size() + engine_size(hash_mb < 1 ? 1 : hash_mb, 1);
}

MeydanEngine *meydan_engine_init(void *memory, size_t size)
{
    if (size <= front_size()) return NULL;
    MeydanEngine *engine = memory;
    engine->search = NULL;
    engine->engine = engine_init((char *)memory + front_size(), size - front_size(), 1,
                                 (Host){ tell_time, tell_report, engine });
    return engine->engine ? engine : NULL;
}

void meydan_engine_clear(MeydanEngine *engine)
{
    engine_new_game(engine->engine);
}

MeydanMove meydan_search(MeydanEngine *engine, const MeydanPosition *start, const MeydanMove *moves,
                         int count, const MeydanSearch *search)
{
    MeydanPosition position = *start;
    for (int i = 0; i < count; i++)
        if (meydan_play(&position, moves[i]) != MEYDAN_OK) return MOVE_NONE;
    if (meydan_winners(&position)) return MOVE_NONE;
    engine->search = search;
    engine->position = *(const Position *)&position;
    engine_set_position(engine->engine, (const Position *)start, moves, count);
    int lines = search->lines < 0 ? 0 : search->lines > LINES_MAX ? LINES_MAX : search->lines;
    int level = search->level < 0 || search->level > LEVELS ? 0 : search->level;
    int depth = search->depth < 0 ? 0 : search->depth >= PLIES_MAX ? PLIES_MAX - 1 : search->depth;
    i64 ms = search->now && search->milliseconds > 0 ? search->milliseconds : 0;
    SearchLimits limits = {
        .depth = depth, .nodes = search->nodes, .soft_ms = ms, .hard_ms = ms, .lines = lines
    };
    Opponent opponent = opponent_of(level, search->seed);
    if (level) opponent_style(&opponent, &limits); // a move in a game
    engine_go(engine->engine, &limits);
    engine_think(engine->engine, 0);
    return engine_best(engine->engine);
}

void meydan_engine_stop(MeydanEngine *engine)
{
    engine_stop(engine->engine);
}

// --- the opponent --------------------------------------------------------------------------------

// Returns false if the moves don't lead to an unfinished position.
static bool read_game(const MeydanPosition *start, const MeydanMove *moves, int count,
                      OpponentGame *game)
{
    MeydanPosition position = *start;
    for (int i = 0; i < count; i++)
        if (meydan_play(&position, moves[i]) != MEYDAN_OK) return false;
    if (meydan_winners(&position)) return false;
    *game = (OpponentGame){ .start = *(const Position *)start,
                            .position = *(const Position *)&position,
                            .moves = moves,
                            .count = count,
                            .plies = (u32)count };
    return true;
}

static Opponent seated(const MeydanOpponent *opponent)
{
    int level = opponent->level < 1 ? 1 : opponent->level > LEVELS ? LEVELS : opponent->level;
    return opponent_of(level, opponent->seed);
}

static void think(MeydanEngine *engine, const OpponentGame *game, const MeydanSearch *search,
                  const SearchLimits *limits)
{
    engine->search = search;
    engine->position = game->position;
    engine_go(engine->engine, limits);
    engine_think(engine->engine, 0);
}

MeydanMove meydan_opponent_move(MeydanEngine *engine, const MeydanPosition *start,
                                const MeydanMove *moves, int count, const MeydanOpponent *opponent)
{
    OpponentGame game;
    if (!read_game(start, moves, count, &game)) return MOVE_NONE;
    Opponent who = seated(opponent);
    OpponentTime time = { 0 };
    SearchLimits limits = { 0 };
    if (opponent->now)
        time.move_ms = opponent->milliseconds > 0 ? opponent->milliseconds : 0;
    else if (who.level == LEVELS)
        limits.nodes = HIGHEST_NODES;
    if (who.level < LEVELS || limits.nodes) engine_new_game(engine->engine);
    opponent_limits(&who, &time, &limits);
    opponent_begin(engine->engine, &game);
    MeydanSearch search = { .now = opponent->now, .context = opponent->context };
    think(engine, &game, &search, &limits);
    return engine_best(engine->engine);
}

bool meydan_opponent_takes_draw(MeydanEngine *engine, const MeydanPosition *start,
                                const MeydanMove *moves, int count, int player,
                                const MeydanOpponent *opponent)
{
    OpponentGame game;
    if (!read_game(start, moves, count, &game)) return false;
    if (player < 0 || player >= game.position.head.variant->players) return false;
    Opponent who = seated(opponent);
    opponent_begin_draw(engine->engine, &game, player);
    SearchLimits limits = opponent_draw_limits(&who, &game);
    MeydanSearch search = { 0 };
    think(engine, &game, &search, &limits);
    return opponent_takes_draw(&who, engine->engine, &game, player);
}
