// SPDX-License-Identifier: MIT
// Plays on running servers and measures the delay of moves; run by bench/cluster.
//
//     bench-play --games N --seconds N --rates N,N PORT...
//
// Connections alternate between the ports, so that the two players of a game are on different
// nodes. Before and after each rate it prints a line (`begin RATE`, a line of figures, `end RATE`)
// and waits for a line on standard input, while the caller measures the processes.
#include "tables.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { PARALLEL = 16, WARM_US = 3000000 };

static i64 cpu_us(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (i64)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 + used.ru_utime.tv_usec +
           used.ru_stime.tv_usec;
}

static void say(const char *what, double rate)
{
    char answer[16];
    printf("%s %.0f\n", what, rate);
    fflush(stdout);
    if (!fgets(answer, sizeof answer, stdin)) exit(2);
}

static void measure(Row *row, double rate, int seconds)
{
    row_play(row, rate, WARM_US);
    say("begin", rate);
    i64 cpu = cpu_us();
    row_play(row, rate, (i64)seconds * 1000000);
    cpu = cpu_us() - cpu;
    printf("{\"rate\":%.0f,\"moves\":%llu,\"skipped\":%llu,\"errors\":%llu,\"ack50\":%.2f,"
           "\"ack99\":%.2f,\"seen50\":%.2f,\"seen99\":%.2f,\"generator\":%.3f}\n",
           rate, (unsigned long long)row->moves, (unsigned long long)row->skipped,
           (unsigned long long)(row->errors + row->lost), sample_ms(&row->acknowledged, 0.5),
           sample_ms(&row->acknowledged, 0.99), sample_ms(&row->seen, 0.5),
           sample_ms(&row->seen, 0.99), (double)cpu / 1e6 / seconds);
    if (row->errors) fprintf(stderr, "... %s\n", row->error);
    say("end", rate);
}

int main(int argc, char **argv)
{
    int games = 500, seconds = 10, i = 1;
    const char *rates = "1000,2000";
    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        if (!strcmp(argv[i], "--games")) games = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--seconds")) seconds = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--rates")) rates = argv[i + 1];
    }
    if (i == argc || games < 1 || seconds < 1) {
        fprintf(stderr, "usage: bench-play --games N --seconds N --rates N,N PORT...\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    Wire *wire = wire_new(atoi(argv[i]));
    while (wire && ++i < argc)
        if (!wire_add(wire, atoi(argv[i]))) return 2;
    Fault why;
    Row *row = wire ? row_new(wire, games, 20261118, 0) : NULL;
    if (!row || !row_seat(row, "3600+10", PARALLEL, &why) || !row_connect(row, &why)) {
        fprintf(stderr, "bench-play: %s\n", row ? why.message : "out of memory");
        return 2;
    }
    for (const char *at = rates; at && *at; at = strchr(at, ','), at += at != NULL)
        measure(row, atof(at), seconds);
    row_free(row);
    wire_free(wire);
    return 0;
}
