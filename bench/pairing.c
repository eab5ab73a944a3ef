// SPDX-License-Identifier: MIT
// Simulates quick pairing: waiting times, rating gaps, fairness, and the time of a round. Run by
// bench/pairing.
//
//     bench-pairing FILE.svg    prints the figures and draws them
#include "server/games/pairing/pairing.h"
#include "base/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PEOPLE = 1000, ARRIVE_MS = 600000, LAST_MS = 900000, STEP_MS = 150, CROWD = 10000 };

typedef struct Visitor {
    i64 came_ms, seated_ms; // -1 if not seated
    i32 rating;
    double gap; // to the mean of the others at the table; -1 for none
    int pool, first;
} Visitor;

static Visitor visitors[PEOPLE + 1];
static i64 now_ms;

static double uniform(Rng *rng)
{
    return (double)(rng_next(rng) >> 11) / 9007199254740992.0;
}

static double normal(Rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += uniform(rng);
    return sum;
}

static void on_table(void *context, const Paired *paired)
{
    (void)context;
    int players = pool_at(paired->pool).variant->players;
    for (int seat = 0; seat < players; seat++) {
        Visitor *one = &visitors[paired->person[seat]];
        double others = 0;
        if (!paired->person[seat]) continue;
        for (int other = 0; other < players; other++)
            if (other != seat) others += visitors[paired->person[other]].rating;
        one->seated_ms = now_ms;
        one->first = seat == 0;
        one->gap = paired->people == players ? fabs(others / (players - 1) - one->rating) : -1;
    }
}

static int by_arrival(const void *a, const void *b)
{
    const Visitor *one = a, *other = b;
    return (one->came_ms > other->came_ms) - (one->came_ms < other->came_ms);
}

static int by_size(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static int draw_pool(Rng *rng)
{
    static const char *const LIVE[] = { "60+2", "180+2", "300+3", "600+5", "900" };
    static const char *const TWO[] = { "abalone", "quoridor" };
    static const char *const MORE[] = { "abalone-3", "abalone-4", "abalone-4-pairs", "quoridor-4" };
    const char *variant = rng_below(rng, 10) ? TWO[rng_below(rng, 2)] : MORE[rng_below(rng, 4)];
    return pool_find(variant_find(text_of(variant)), text_of(LIVE[rng_below(rng, 5)]), true);
}

static void simulate(void)
{
    Rng rng = { 1 };
    Pairing *pairing = pairing_new(&(PairingSetup){ .seed = 1 });
    if (!pairing) exit(1);
    for (int i = 1; i <= PEOPLE; i++)
        visitors[i] = (Visitor){ .came_ms = (i64)(uniform(&rng) * ARRIVE_MS),
                                 .seated_ms = -1,
                                 .rating = (i32)(1500 + 250 * normal(&rng)),
                                 .gap = -1,
                                 .pool = draw_pool(&rng) };
    qsort(visitors + 1, PEOPLE, sizeof *visitors, by_arrival);
    int next = 1;
    for (now_ms = 0; now_ms < LAST_MS; now_ms += STEP_MS) {
        for (; next <= PEOPLE && visitors[next].came_ms <= now_ms; next++)
            pairing_enter(pairing, visitors[next].pool,
                          &(Entrant){ next, visitors[next].rating, 90 }, visitors[next].came_ms);
        for (int i = 1; i < next; i++) // everybody accepts computers when offered
            if (visitors[i].seated_ms < 0 && now_ms - visitors[i].came_ms >= OFFER_MS)
                pairing_agree(pairing, i, now_ms);
        pairing_round(pairing, now_ms, on_table, NULL);
    }
    pairing_free(pairing);
}

typedef struct Line {
    const char *title, *unit;
    double value[PEOPLE];
    int count;
} Line;

static double percentile(const Line *line, double part)
{
    if (!line->count) return 0;
    int at = (int)(part * (line->count - 1) + 0.5);
    return line->value[at];
}

static double wait_s(const Visitor *visitor)
{
    return (double)((visitor->seated_ms < 0 ? LAST_MS : visitor->seated_ms) - visitor->came_ms) /
           1000;
}

// Draws percentiles from left to right, with values up to `top`.
static void draw(FILE *file, const Line *line, int number, double top, const char *colour)
{
    double left = 50 + 300 * number, width = 230, base = 190, height = 130;
    fprintf(file, "<text x=\"%.0f\" y=\"30\" font-weight=\"600\">%s</text>\n", left, line->title);
    for (int i = 0; i <= 4; i++) {
        double y = base - height * i / 4;
        fprintf(file,
                "<path d=\"M%.0f %.1fh%.0f\" stroke=\"#d9cbb6\"/>"
                "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\" font-size=\"11\">%g</text>\n",
                left, y, width, left - 6, y + 4, top * i / 4);
        fprintf(file,
                "<text x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\" font-size=\"11\">%d</text>\n",
                left + width * i / 4, base + 16, 25 * i);
    }
    fprintf(file, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2.5\" d=\"", colour);
    for (int i = 0; i <= 100; i++) {
        double value = percentile(line, i / 100.0);
        if (value > top) value = top;
        fprintf(file, "%c%.1f %.1f", i ? 'L' : 'M', left + width * i / 100,
                base - height * value / top);
    }
    fprintf(file,
            "\"/>\n<text x=\"%.0f\" y=\"50\" font-size=\"12\">%s; median %.1f, 90%% %.1f</text>\n",
            left, line->unit, percentile(line, 0.5), percentile(line, 0.9));
}

static void report(FILE *file)
{
    static Line wait = { .title = "Waiting", .unit = "seconds" };
    static Line gap = { .title = "Rating gap", .unit = "points" };
    static Line unusual = { .title = "Waiting, unusual ratings",
                            .unit = "seconds, outside 1250-1750" };
    int two = 0, first = 0, seated = 0, computers = 0;
    for (int i = 1; i <= PEOPLE; i++) {
        const Visitor *one = &visitors[i];
        wait.value[wait.count++] = wait_s(one);
        if (abs(one->rating - 1500) > 250) unusual.value[unusual.count++] = wait_s(one);
        seated += one->seated_ms >= 0;
        if (one->seated_ms < 0) continue;
        if (one->gap >= 0)
            gap.value[gap.count++] = one->gap;
        else
            computers++;
        if (pool_at(one->pool).variant->players == 2) {
            two++;
            first += one->first;
        }
    }
    Line *lines[] = { &wait, &gap, &unusual };
    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 225\" "
                  "font-family=\"sans-serif\" font-size=\"15\" fill=\"#2b1a10\">\n"
                  "<rect width=\"900\" height=\"225\" rx=\"16\" fill=\"#faf5ec\"/>\n");
    static const double TOP[] = { 60, 400, 60 };
    static const char *const COLOUR[] = { "#7b3f17", "#1f5a93", "#3f6b1f" };
    printf("%-26s %8s %8s %8s %8s\n", "", "median", "75 %", "90 %", "99 %");
    for (int i = 0; i < 3; i++) {
        qsort(lines[i]->value, (size_t)lines[i]->count, sizeof(double), by_size);
        printf("%-26s %8.1f %8.1f %8.1f %8.1f  %s\n", lines[i]->title, percentile(lines[i], 0.5),
               percentile(lines[i], 0.75), percentile(lines[i], 0.9), percentile(lines[i], 0.99),
               lines[i]->unit);
        draw(file, lines[i], i, TOP[i], COLOUR[i]);
    }
    fprintf(file,
            "<text x=\"450\" y=\"220\" text-anchor=\"middle\" font-size=\"11\">percent of the "
            "people</text>\n</svg>\n");
    printf("seated %d of %d, %d of them with computers; %d of %d of two moved first\n", seated,
           PEOPLE, computers, first, two);
}

static void count_table(void *context, const Paired *paired)
{
    *(int *)context += paired->people;
}

// Processor time of one round, the best of several.
static void time_crowd(bool apart)
{
    double best = 1e9;
    int seated = 0;
    for (int run = 0; run < 9; run++) {
        Rng rng = { 3 };
        Pairing *pairing = pairing_new(&(PairingSetup){ .seed = 1 });
        if (!pairing) exit(1);
        for (int i = 1; i <= CROWD; i++) // apart: no two players are within reach of each other
            pairing_enter(pairing, 5,
                          &(Entrant){ i, apart ? i * 200 : (i32)(1500 + 250 * normal(&rng)), 90 },
                          (i64)rng_below(&rng, 1000));
        struct timespec begin, end;
        seated = 0;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
        pairing_round(pairing, 1000, count_table, &seated);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
        double ms =
            (double)(end.tv_sec - begin.tv_sec) * 1e3 + (double)(end.tv_nsec - begin.tv_nsec) / 1e6;
        if (ms < best) best = ms;
        pairing_free(pairing);
    }
    printf("%d waiting in one pool, %s: %d seated in %.1f ms\n", CROWD,
           apart ? "nobody in reach" : "ratings as above", seated, best);
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!file) {
        fprintf(stderr, "usage: bench-pairing FILE.svg\n");
        return 2;
    }
    simulate();
    report(file);
    time_crowd(false);
    time_crowd(true);
    return fclose(file) ? 1 : 0;
}
