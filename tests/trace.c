// SPDX-License-Identifier: MIT
// Random games of one variant, every answer of the core written down: `trace VARIANT SEED GAMES`.
// tests/wasm.mjs plays the same games through the exports of meydan.wasm and compares the lines.
//
// A ply is one line: position, hash of its legal moves, what the move of the ply before is told
// now, the move played, winners, key. A game ends with hashes of its last position's drawing and
// findings. Moves are drawn from the list in byte order, so that both sides draw the same.
#include "base/bits.h"
#include "base/rng.h"
#include "variants/variants.h"
#include "wasm/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MOST = 150, LEAVE_ODDS = 64 };
typedef char MoveText[MOVE_TEXT_MOST];

// FNV-1a in 32 bits, which JavaScript can do too.
static u32 hash_bytes(u32 hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (u8)*text) * 16777619u;
    return hash;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

static int sorted_moves(const Position *position, MoveText texts[MOVES_MOST])
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MOST];
    int count = game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        Out out = out_to(texts[i], sizeof texts[i]);
        game->write_move(position, moves[i], &out);
    }
    qsort(texts, (size_t)count, sizeof *texts, by_bytes);
    return count;
}

static bool may_leave(const Position *position, int player)
{
    const Variant *variant = position->head.variant;
    return variant_each_alone(variant) && !bits_has(position->head.out, player) &&
           !variant->game->winners(position);
}

static void print_end(const Position *position, int variant)
{
    const Game *game = position->head.variant->game;
    static char drawing[DRAWING_TEXT_MOST];
    char text[POSITION_TEXT_MOST];
    Out out = out_to(drawing, sizeof drawing);
    game->draw(position, (DrawStyle){ .last = MOVE_NONE }, &out);
    // Findings have no text of their own in the core; the page's is compared with itself.
    out = out_to(text, sizeof text);
    game->write(position, &out);
    strcpy(page_input(), text);
    page_read((u32)variant, (u32)out.length);
    page_explain();
    printf("%s\t%08x\t%08x\n", text, hash_bytes(2166136261u, drawing),
           hash_bytes(2166136261u, page_output()));
}

static void trace_game(int variant, int layout, Rng *rng)
{
    static MoveText texts[MOVES_MOST];
    const Variant *rules = variant_at(variant);
    const Game *game = rules->game;
    Position position;
    game->read(rules, text_of(rules->layout[layout].position), &position, NULL);
    MoveText last = "pass";
    for (int ply = 0; ply < PLIES_MOST; ply++) {
        if (rng_below(rng, LEAVE_ODDS) == 0) {
            int player = (int)rng_below(rng, rules->players);
            bool leaves = may_leave(&position, player);
            if (leaves) game->leave(&position, player);
            printf("leave\t%d\t%d\n", player, leaves);
        }
        int count = sorted_moves(&position, texts);
        if (!count) break;
        u32 hash = 2166136261u;
        for (int i = 0; i < count; i++)
            hash = hash_bytes(hash_bytes(hash, texts[i]), "\n");
        char text[POSITION_TEXT_MOST];
        Out out = out_to(text, sizeof text);
        game->write(&position, &out);
        Move move;
        Fault why;
        Status status = move_read(&position, text_of(last), &move, &why);
        strcpy(last, texts[rng_below(rng, (u32)count)]);
        printf("%s\t%08x\t%s\t%s\t%d\t%016" PRIx64 "\n", text, hash,
               status == OK ? "ok" : why.message, last, game->winners(&position),
               game->key(&position));
        if (move_read(&position, text_of(last), &move, &why) != OK) exit(1);
        game->play(&position, move);
    }
    print_end(&position, variant);
}

int main(int argc, char **argv)
{
    if (argc != 4) return 2;
    int variant = 0;
    while (variant < VARIANTS && strcmp(variant_at(variant)->id, argv[1]) != 0)
        variant++;
    if (variant == VARIANTS) return 2;
    Rng rng = { strtoull(argv[2], NULL, 10) };
    int games = atoi(argv[3]);
    for (int i = 0; i < games; i++)
        trace_game(variant, i % variant_at(variant)->layouts, &rng);
    return 0;
}
