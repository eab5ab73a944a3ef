// SPDX-License-Identifier: MIT
#include "solve/layer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

static void path_of(char path[PATH_SIZE], const char *folder, int size, const char *ending)
{
    snprintf(path, PATH_SIZE, "%s/layer-%02d.%s", folder, size, ending);
}

static bool complain_of(const char *path)
{
    fprintf(stderr, "meydan: %s: %s\n", path, strerror(errno));
    return false;
}

// Maps a file of exactly this size. A new one is filled with zeros.
static u8 *map_file(const char *path, u64 size, bool create)
{
    int file = open(path, create ? O_RDWR | O_CREAT : O_RDONLY, 0644);
    if (file < 0) {
        complain_of(path);
        return NULL;
    }
    struct stat state;
    u8 *map = MAP_FAILED;
    if (fstat(file, &state)) {
        complain_of(path);
    } else if ((u64)state.st_size != size && !(create && state.st_size == 0)) {
        fprintf(stderr, "meydan: %s belongs to another board or number of walls\n", path);
    } else if (create && state.st_size == 0 && posix_fallocate(file, 0, (off_t)size)) {
        fprintf(stderr, "meydan: %s: no room for %llu MB on the disk\n", path,
                (unsigned long long)(size >> 20));
        unlink(path);
    } else {
        map = mmap(NULL, size, create ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, file, 0);
        if (map == MAP_FAILED) complain_of(path);
    }
    close(file);
    return map == MAP_FAILED ? NULL : map;
}

bool layer_open(Layer *layer, SolvedGame game, int size, const char *folder, bool create)
{
    *layer = (Layer){ .game = game };
    if (!wall_sets_init(&layer->sets, game.width, game.height, size)) {
        fprintf(stderr, "meydan: %d walls on %dx%d are too many sets for this memory\n", size,
                game.width, game.height);
        return false;
    }
    int squares = game.width * game.height;
    int most = size < game.walls ? size : game.walls;
    int left = 2 * game.walls - size;
    layer->splits = (left < most ? left : most) + 1;
    layer->cell = squares <= 32 ? 4 : 8;
    layer->record = (u64)layer->splits * 4 * (u64)squares * (u64)layer->cell;
    layer->size = layer->record * layer->sets.count;
    layer->chunks = (layer->sets.count + LAYER_CHUNK - 1) / LAYER_CHUNK;
    char values[PATH_SIZE], done[PATH_SIZE];
    path_of(values, folder, size, "values");
    path_of(done, folder, size, "done");
    layer->values = map_file(values, layer->size, create);
    if (layer->values) layer->done = map_file(done, layer->chunks, create);
    if (layer->done) return true;
    layer_close(layer);
    return false;
}

void layer_close(Layer *layer)
{
    if (layer->values) munmap(layer->values, layer->size);
    if (layer->done) munmap(layer->done, layer->chunks);
    wall_sets_free(&layer->sets);
    *layer = (Layer){ 0 };
}

bool layer_is_done(const Layer *layer)
{
    return !memchr(layer->done, 0, layer->chunks);
}

bool layer_checkpoint(Layer *layer, const u8 *ready)
{
    if (msync(layer->values, layer->size, MS_SYNC)) return complain_of("msync");
    memcpy(layer->done, ready, layer->chunks);
    return !msync(layer->done, layer->chunks, MS_SYNC) || complain_of("msync");
}

void layer_forget(const char *folder, int size)
{
    char path[PATH_SIZE];
    path_of(path, folder, size, "done");
    unlink(path);
    path_of(path, folder, size, "values");
    unlink(path);
}

int layer_hand(const Layer *layer)
{
    int rest = layer->game.walls - layer->sets.size;
    return rest > 0 ? rest : 0;
}

static u64 offset_of(const Layer *layer, u64 index, int hand, int player)
{
    int squares = layer->game.width * layer->game.height;
    u64 split = (u64)(hand - layer_hand(layer));
    return index * layer->record + (split * 2 + (u64)player) * 2 * (u64)squares * (u64)layer->cell;
}

const u8 *layer_cells(const Layer *layer, u64 index, int hand, int player)
{
    return layer->values + offset_of(layer, index, hand, player);
}

u64 layer_row(const Layer *layer, const u8 *cells, int square)
{
    u64 row = 0;
    memcpy(&row, cells + square * layer->cell, (size_t)layer->cell);
    return row;
}

void layer_put(Layer *layer, u64 index, int hand, const Outcome *outcome)
{
    int squares = layer->game.width * layer->game.height;
    for (int player = 0; player < 2; player++) {
        u8 *cells = layer->values + offset_of(layer, index, hand, player);
        for (int at = 0; at < squares; at++) {
            memcpy(cells + at * layer->cell, &outcome->wins[player].row[at], (size_t)layer->cell);
            memcpy(cells + (squares + at) * layer->cell, &outcome->loses[player].row[at],
                   (size_t)layer->cell);
        }
    }
}
