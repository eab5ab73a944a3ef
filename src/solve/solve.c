// SPDX-License-Identifier: MIT
#include "solve/solve.h"

#include "base/bits.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    WATCH_MS = 200,
    CHECKPOINT_SECONDS = 60,
    THREADS_MAX = 64,
};

// A set of walls that a further wall leads to.
typedef struct Child {
    u64 index;
    int image;        // from the set to its canonical image
    u64 way[2];       // squares from which each player can reach the goal
    u64 image_way[2]; // the same on the canonical board
} Child;

typedef struct SetSolver {
    Layer *layer;
    const Layer *fuller; // the layer with one wall more, or NULL for the fullest layer
    Ground ground;
    Child child[2 * SOLVE_SLOTS_MAX];
    int children;
} SetSolver;

static void find_children(SetSolver *solver, WallSet set)
{
    solver->children = 0;
    if (!solver->fuller) return;
    const WallSets *sets = &solver->fuller->sets;
    for (int slot = 0; slot < sets->slots; slot++)
        for (int vertical = 0; vertical < 2; vertical++) {
            if (!wall_set_fits(sets, set, slot, vertical)) continue;
            WallSet next = set;
            *(vertical ? &next.vertical : &next.horizontal) |= bit(slot);
            Ground ground;
            ground_find_ways(&ground, sets, next);
            Child *child = &solver->child[solver->children++];
            child->index = wall_sets_index(sets, wall_set_canonical(sets, next, &child->image));
            int turned = child->image & IMAGE_TURNED ? 1 : 0;
            for (int player = 0; player < 2; player++) {
                child->way[player] = ground.way[player];
                child->image_way[player] =
                    squares_image(&ground, ground.way[player ^ turned], child->image);
            }
        }
}

static void merge_plane(const Ground *ground, const Plane *from, int image, Plane *to)
{
    Plane back;
    plane_image(ground, from, image, &back);
    for (int at = 0; at < ground->squares; at++)
        to->row[at] |= back.row[at];
}

// What `player` can reach by a wall, while player 0 has `hand` walls left. The children's planes
// are gathered as they are stored, by image, and turned back once.
static void find_wall_moves(const SetSolver *solver, int hand, int player, WallMoves *moves)
{
    const Layer *fuller = solver->fuller;
    const Ground *ground = &solver->ground;
    int squares = ground->squares, left = 2 * fuller->game.walls - fuller->sets.size;
    int child_hand = hand - (player == 0);
    Plane wins[IMAGES] = { 0 }, holds[IMAGES] = { 0 };
    u32 used = 0;
    for (int i = 0; i < solver->children; i++) {
        const Child *child = &solver->child[i];
        int image = child->image;
        bool turned = image & IMAGE_TURNED;
        used |= 1u << image;
        const u8 *cells = layer_cells(fuller, child->index, turned ? left - child_hand : child_hand,
                                      turned ? player : 1 - player);
        for (int at = 0; at < squares; at++) {
            u64 legal = child->image_way[0] & mask_if(bits_has(child->image_way[1], at));
            holds[image].row[at] |= legal & ~layer_row(fuller, cells, at);
            wins[image].row[at] |= legal & layer_row(fuller, cells, squares + at);
            moves->any[player].row[at] |= child->way[0] & mask_if(bits_has(child->way[1], at));
        }
    }
    for (int image = 0; image < IMAGES; image++) {
        if (!(used >> image & 1)) continue;
        merge_plane(ground, &wins[image], image, &moves->wins[player]);
        merge_plane(ground, &holds[image], image, &moves->holds[player]);
    }
}

static void solve_set(SetSolver *solver, u64 index, WallSet set)
{
    Layer *layer = solver->layer;
    ground_init(&solver->ground, &layer->sets, set);
    find_children(solver, set);
    int left = 2 * layer->game.walls - layer->sets.size;
    for (int split = 0; split < layer->splits; split++) {
        int hand[2] = { layer_hand(layer) + split, left - layer_hand(layer) - split };
        WallMoves moves = { 0 };
        for (int player = 0; player < 2; player++)
            if (hand[player] && solver->children) find_wall_moves(solver, hand[0], player, &moves);
        Outcome outcome;
        positions_solve(&solver->ground, &moves, &outcome);
        layer_put(layer, index, hand[0], &outcome);
    }
}

// --- a layer by several threads ------------------------------------------------------------------

typedef struct Crew {
    Layer *layer;
    const Layer *fuller;
    u8 *ready; // a byte for each chunk
    _Atomic u64 next, records;
    atomic_bool stop;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    int running; // guarded by the lock
} Crew;

typedef enum LayerEnd { LAYER_DONE, LAYER_STOPPED, LAYER_FAILED } LayerEnd;

static bool see_set(void *context, u64 index, WallSet set)
{
    solve_set(context, index, set);
    return true;
}

static void *work(void *context)
{
    Crew *crew = context;
    Layer *layer = crew->layer;
    SetSolver *solver = malloc(sizeof *solver);
    while (solver && !crew->stop) {
        u64 chunk = crew->next++;
        if (chunk >= layer->chunks) break;
        if (layer->done[chunk]) continue;
        u64 from = chunk * LAYER_CHUNK, to = from + LAYER_CHUNK;
        if (to > layer->sets.count) to = layer->sets.count;
        solver->layer = layer;
        solver->fuller = crew->fuller;
        wall_sets_each(&layer->sets, from, to, see_set, solver);
        atomic_store((_Atomic u8 *)&crew->ready[chunk], 1);
        crew->records += to - from;
    }
    free(solver);
    pthread_mutex_lock(&crew->lock);
    crew->running--;
    pthread_cond_signal(&crew->ended);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static double now_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// Waits for WATCH_MS or until a thread ends. Returns whether one still runs.
static bool wait_for_threads(Crew *crew)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WATCH_MS * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&crew->lock);
    if (crew->running) pthread_cond_timedwait(&crew->ended, &crew->lock, &until);
    bool running = crew->running > 0;
    pthread_mutex_unlock(&crew->lock);
    return running;
}

// A chunk that becomes ready during the checkpoint waits for the next one.
static bool save_ready(Layer *layer, const u8 *ready)
{
    u8 *copy = malloc(layer->chunks);
    if (!copy) return true;
    for (u64 chunk = 0; chunk < layer->chunks; chunk++)
        copy[chunk] = atomic_load((const _Atomic u8 *)&ready[chunk]);
    bool good = layer_checkpoint(layer, copy);
    free(copy);
    return good;
}

static LayerEnd solve_layer(const SolveSetup *setup, Layer *layer, const Layer *fuller)
{
    Crew crew = { .layer = layer,
                  .fuller = fuller,
                  .ready = malloc(layer->chunks),
                  .lock = PTHREAD_MUTEX_INITIALIZER,
                  .ended = PTHREAD_COND_INITIALIZER };
    if (!crew.ready) return LAYER_FAILED;
    memcpy(crew.ready, layer->done, layer->chunks);
    u64 before = 0;
    for (u64 chunk = 0; chunk < layer->chunks; chunk++)
        before += crew.ready[chunk] ? LAYER_CHUNK : 0;
    pthread_t thread[THREADS_MAX];
    int started = 0;
    pthread_mutex_lock(&crew.lock);
    while (started < setup->threads && started < THREADS_MAX &&
           !pthread_create(&thread[started], NULL, work, &crew))
        started++;
    crew.running = started;
    pthread_mutex_unlock(&crew.lock);
    double begun = now_seconds(), saved = begun;
    bool good = started > 0;
    while (wait_for_threads(&crew)) {
        double now = now_seconds();
        SolveProgress progress = { layer->sets.size, before + crew.records, layer->sets.count,
                                   now - begun, before };
        if (setup->watch && !setup->watch(setup->context, &progress)) crew.stop = true;
        if (now - saved < CHECKPOINT_SECONDS) continue;
        saved = now;
        good &= save_ready(layer, crew.ready);
    }
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    good &= layer_checkpoint(layer, crew.ready);
    free(crew.ready);
    if (good && layer_is_done(layer)) return LAYER_DONE;
    return good && crew.stop ? LAYER_STOPPED : LAYER_FAILED;
}

// --- all layers ----------------------------------------------------------------------------------

const char *solve_refuses(SolvedGame game)
{
    if (game.width < 2 || game.height < 2) return "a board has at least 2x2 squares";
    if (game.width > SOLVE_SIDE_MAX || game.height > SOLVE_SIDE_MAX ||
        game.width * game.height > SOLVE_SQUARES_MAX)
        return "boards have at most 9 columns, 9 rows and 64 squares";
    if (game.walls < 0 || game.walls > SOLVE_WALLS_MAX) return "each player has 0 to 10 walls";
    return NULL;
}

int solve_fullest(SolvedGame game)
{
    int size = 2 * game.walls;
    while (size > 0 && !wall_sets_total(game.width, game.height, size))
        size--;
    return size;
}

int solve_start(SolvedGame game, int player)
{
    int first = game.width / 2;
    return player == 0 ? first : game.width * (game.height - 1) + first;
}

int solve_outcome(const Layer *empty, int to_move, int first, int second)
{
    const u8 *cells = layer_cells(empty, 0, empty->game.walls, to_move);
    int squares = empty->game.width * empty->game.height;
    if (bits_has(layer_row(empty, cells, second), first)) return 1;
    return bits_has(layer_row(empty, cells, squares + second), first) ? -1 : 0;
}

// Solves the layers from the fullest to the empty board, which stays open.
static LayerEnd solve_layers(const SolveSetup *setup, Layer *layer)
{
    Layer fuller = { 0 };
    LayerEnd end = LAYER_DONE;
    int fullest = solve_fullest(setup->game);
    for (int size = fullest; size >= 0 && end == LAYER_DONE; size--) {
        layer_close(&fuller);
        fuller = *layer;
        if (!layer_open(layer, setup->game, size, setup->folder, true))
            end = LAYER_FAILED;
        else if (!layer_is_done(layer))
            end = solve_layer(setup, layer, size < fullest ? &fuller : NULL);
        if (end == LAYER_DONE && setup->forget && size < fullest)
            layer_forget(setup->folder, size + 1);
    }
    layer_close(&fuller);
    return end;
}

SolveResult solve_run(const SolveSetup *setup)
{
    Layer empty = { 0 };
    LayerEnd end = solve_layers(setup, &empty);
    SolveResult result = end == LAYER_STOPPED ? SOLVE_STOPPED : SOLVE_FAILED;
    if (end == LAYER_DONE) {
        int outcome =
            solve_outcome(&empty, 0, solve_start(setup->game, 0), solve_start(setup->game, 1));
        result = outcome > 0 ? SOLVE_FIRST_WINS : outcome < 0 ? SOLVE_SECOND_WINS : SOLVE_DRAW;
    }
    layer_close(&empty);
    return result;
}
