// SPDX-License-Identifier: MIT
// TRF files: pairs the next round, compares pairings with ours, converts.
#include "cli/tournament/tournament.h"

#include "cli/file.h"
#include "platform/json_heap.h"
#include "tournament/swiss.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

bool tournament_read_trf(const char *path, Trf *trf)
{
    size_t length;
    char *text = file_read(path, &length);
    if (!text) {
        complain(EXIT_BAD, "cannot read %s: %s", quote(path).text, strerror(errno));
        return false;
    }
    Fault why;
    Status status = trf_read((Text){ text, length }, trf, &why);
    free(text);
    if (status == OK) return true;
    complain(EXIT_BAD, "%s: %s", quote(path).text, why.message);
    return false;
}

typedef struct Round {
    bool *present;
    Pairing *pairing;
    int count;
} Round;

static bool round_open(Round *round, int players)
{
    round->present = calloc((size_t)players + 1, sizeof *round->present);
    round->pairing = calloc((size_t)players + 1, sizeof *round->pairing);
    return round->present && round->pairing;
}

static void round_close(Round *round)
{
    free(round->present);
    free(round->pairing);
}

// --- comparing -----------------------------------------------------------------------------------

typedef struct Totals {
    int files, files_differ, rounds, rounds_differ;
    double slowest;
    int slowest_players;
} Totals;

// Prints the pairs of the round that differ. Returns their number.
static int print_differences(const Trf *trf, int round, const Round *ours)
{
    int differences = 0;
    for (int i = 0; i < ours->count; i++) {
        Pairing pair = ours->pairing[i];
        const TableCell *cell = crosstable_cell(&trf->table, pair.first, round);
        bool same = pair.second < 0 ? cell->outcome == OUTCOME_PAIRING_BYE
                                    : cell->opponent == pair.second && cell->side == SIDE_FIRST;
        if (same) continue;
        differences++;
        int first = trf->player[pair.first].number;
        printf("    ours %d-%d, ", first, pair.second < 0 ? 0 : trf->player[pair.second].number);
        int theirs = cell->opponent < 0 ? 0 : trf->player[cell->opponent].number;
        if (cell->side == SIDE_SECOND)
            printf("theirs %d-%d\n", theirs, first);
        else
            printf("theirs %d-%d\n", first, theirs);
    }
    return differences;
}

static ExitStatus compare_file(const char *path, Totals *totals)
{
    Trf trf;
    Round ours = { 0 };
    if (!tournament_read_trf(path, &trf)) return EXIT_BAD;
    ExitStatus status = EXIT_DONE;
    int players = trf.table.players;
    bool differs = false;
    if (!round_open(&ours, players)) status = complain(EXIT_BAD, "out of memory");
    for (int round = 0; status == EXIT_DONE && round < trf.columns; round++) {
        int present = 0;
        for (int player = 0; player < players; player++) {
            const TableCell *cell = crosstable_cell(&trf.table, player, round);
            ours.present[player] = cell->opponent >= 0 || cell->outcome == OUTCOME_PAIRING_BYE;
            present += ours.present[player];
        }
        SwissRound swiss = { .round = round, .present = ours.present };
        Fault why;
        clock_t start = clock();
        Status paired = swiss_pair(&trf.table, &swiss, ours.pairing, &ours.count, &why);
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (seconds > totals->slowest) {
            totals->slowest = seconds;
            totals->slowest_players = present;
        }
        totals->rounds++;
        if (paired == FULL) status = complain(EXIT_BAD, "%s", why.message);
        if (paired == ILLEGAL) printf("%s: round %d: %s\n", path, round + 1, why.message);
        int differences = paired == OK ? print_differences(&trf, round, &ours) : 1;
        if (!differences) continue;
        printf("%s: round %d differs\n", path, round + 1);
        totals->rounds_differ++;
        differs = true;
    }
    totals->files++;
    totals->files_differ += differs;
    round_close(&ours);
    trf_free(&trf);
    return status;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// The names of the .trf files in a folder, to be freed. Returns -1 on error.
static int list_folder(const char *path, char ***names)
{
    DIR *folder = opendir(path);
    int count = 0, capacity = 0;
    *names = NULL;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name), size = strlen(path) + length + 2;
        if (length < 5 || strcmp(entry->d_name + length - 4, ".trf") != 0) continue;
        if (count == capacity) {
            capacity = capacity ? capacity * 2 : 64;
            char **more = realloc(*names, (size_t)capacity * sizeof *more);
            if (!more) break;
            *names = more;
        }
        char *name = malloc(size);
        if (!name) break;
        snprintf(name, size, "%s/%s", path, entry->d_name);
        (*names)[count++] = name;
    }
    if (!folder) return -1;
    closedir(folder);
    qsort(*names, (size_t)count, sizeof **names, by_name);
    return count;
}

ExitStatus tournament_compare(const char *path)
{
    struct stat info;
    Totals totals = { 0 };
    ExitStatus status = EXIT_DONE;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        char **names;
        int count = list_folder(path, &names);
        if (count < 0)
            return complain(EXIT_BAD, "cannot read %s: %s", quote(path).text, strerror(errno));
        for (int i = 0; i < count; i++) {
            if (status == EXIT_DONE) status = compare_file(names[i], &totals);
            free(names[i]);
        }
        free(names);
    } else {
        status = compare_file(path, &totals);
    }
    if (status != EXIT_DONE) return status;
    printf("%d tournaments, %d differ; %d rounds, %d differ; the slowest round took %.3f s "
           "(%d players)\n",
           totals.files, totals.files_differ, totals.rounds, totals.rounds_differ, totals.slowest,
           totals.slowest_players);
    return totals.rounds_differ ? EXIT_NO : EXIT_DONE;
}

// --- pairing -------------------------------------------------------------------------------------

// Players without a result in the round take part, those with a bye don't.
ExitStatus tournament_pair(const char *path, int number)
{
    Trf trf;
    Round next = { 0 };
    if (!tournament_read_trf(path, &trf)) return EXIT_BAD;
    int round = number ? number - 1 : trf.columns;
    // The last column may contain only byes.
    for (bool paired = false; !number && round > 0 && !paired;) {
        for (int player = 0; player < trf.table.players; player++) {
            const TableCell *cell = crosstable_cell(&trf.table, player, round - 1);
            paired |= cell->opponent >= 0 || cell->outcome == OUTCOME_PAIRING_BYE;
        }
        round -= !paired;
    }
    ExitStatus status = EXIT_DONE;
    if (round >= trf.table.rounds || round > trf.columns) {
        status = complain(EXIT_BAD, "there is no round %d to pair", round + 1);
    } else if (!round_open(&next, trf.table.players)) {
        status = complain(EXIT_BAD, "out of memory");
    } else {
        if (trf.table.initial == SIDE_NONE) trf.table.initial = SIDE_FIRST;
        for (int player = 0; player < trf.table.players; player++) {
            const TableCell *cell = crosstable_cell(&trf.table, player, round);
            next.present[player] = cell->opponent >= 0 || cell->outcome == OUTCOME_NONE ||
                                   cell->outcome == OUTCOME_PAIRING_BYE;
        }
        SwissRound swiss = { .round = round, .present = next.present };
        Fault why;
        Status paired = swiss_pair(&trf.table, &swiss, next.pairing, &next.count, &why);
        if (paired != OK) status = complain_status(paired, &why);
    }
    for (int i = 0; status == EXIT_DONE && i < next.count; i++) {
        Pairing pair = next.pairing[i];
        printf("%d ", trf.player[pair.first].number);
        if (pair.second < 0)
            puts("bye");
        else
            printf("%d\n", trf.player[pair.second].number);
    }
    round_close(&next);
    trf_free(&trf);
    return status;
}

ExitStatus tournament_convert(const char *path, const char *dialect)
{
    bool old = !strcmp(dialect, "trf16");
    if (!old && strcmp(dialect, "trf26") != 0)
        return complain(EXIT_BAD, "unknown format %s: trf26 or trf16", quote(dialect).text);
    Trf trf;
    if (!tournament_read_trf(path, &trf)) return EXIT_BAD;
    Json out = { 0 };
    trf_write(&trf, old ? TRF_16 : TRF_26, &out);
    ExitStatus status = EXIT_DONE;
    if (out.lost)
        status = complain(EXIT_BAD, "out of memory");
    else
        fwrite(out.at, 1, out.length, stdout);
    js_free(&out);
    trf_free(&trf);
    return status;
}
