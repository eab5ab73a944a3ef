// SPDX-License-Identifier: MIT
// Tournaments: how long a pairing takes by size, how much memory an entrant needs, how long the
// standings take. Results are random; the better seed wins more often.
#include "base/rng.h"
#include "tournament/formats/next.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void apply(Tournament *t, i64 at_ms, Text what)
{
    Fault why;
    if (tournament_apply(t, at_ms, what, &why) == OK) return;
    fprintf(stderr, "%.*s: %s\n", (int)what.length, what.at, why.message);
    exit(2);
}

static void play_tables(Tournament *t, i64 now, Rng *rng)
{
    for (size_t i = 0; i < t->tables; i++) {
        const Table *table = &t->table[i];
        if (table_next_game(t, table) < 0) continue;
        char text[80];
        Out out = out_to(text, sizeof text);
        out_format(&out, "result %d 1", (int)i + 1);
        int first = (int)rng_below(rng, table->seats), draw = rng_below(rng, 5) == 0;
        for (int seat = 0; seat < table->seats; seat++)
            out_format(&out, " %d", draw ? 1 : 1 + (seat + first) % table->seats);
        apply(t, now, (Text){ out.at, out.length });
    }
}

static size_t memory(const Tournament *t)
{
    return t->entry_capacity * sizeof *t->entry + t->table_capacity * sizeof *t->table +
           t->game_capacity * sizeof *t->game + t->order_capacity * sizeof *t->order;
}

static void measure(const char *create, int players, int rounds)
{
    Tournament t = { 0 };
    Rng rng = { 7 };
    Json due = { 0 };
    Fault why;
    double slowest = 0, standings = 0;
    i64 now = 0;
    apply(&t, 0, text_of(create));
    for (int i = 1; i <= players; i++) {
        char text[80];
        Out out = out_to(text, sizeof text);
        out_format(&out, "enter %d name %d P%d", i, 1000 + (int)rng_below(&rng, 1200), i);
        apply(&t, 0, (Text){ out.at, out.length });
    }
    apply(&t, 0, text_of("start 0123456789abcdef"));
    Standing *row = calloc((size_t)players + 1, sizeof *row);
    for (int round = 0; row && round < rounds && t.phase == PHASE_PLAY; round++, now += 6000) {
        double start = seconds();
        if (tournament_next(&t, now, &due, &why) != OK || !due.length) break;
        double took = seconds() - start;
        slowest = took > slowest ? took : slowest;
        apply(&t, now, js_view(&due));
        play_tables(&t, now, &rng);
        start = seconds();
        tournament_rank(&t, row);
        standings = seconds() - start;
    }
    printf(
        "%-32s %5d players  slowest pairing %8.4f s  standings %8.4f s  %5zu bytes per entrant\n",
        create, players, slowest, standings, memory(&t) / (size_t)players);
    free(row);
    js_free(&due);
    tournament_free(&t);
}

int main(void)
{
    static const int SWISS[] = { 50, 200, 400, 1000 };
    for (size_t i = 0; i < sizeof SWISS / sizeof *SWISS; i++)
        measure("create swiss games=1 rounds=11", SWISS[i], 11);
    measure("create knockout games=1 twice=1", 1024, 40);
    measure("create arena minutes=120", 1000, 30);
    measure("create arena minutes=120", 5000, 30);
    measure("create tables seats=4 rounds=6", 100, 6);
    measure("create tables seats=4 rounds=6", 400, 6);
    measure("create tables seats=3 rounds=6", 999, 6);
    return 0;
}
