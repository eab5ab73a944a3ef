// SPDX-License-Identifier: MIT
// The state file of a match to be resumed (bench/levels uses the format too). An input's first byte
// selects the variant, the rest is the file. A readable file can be extended: a game that is added
// is present at the next reading, with all others.
#include "memory_file.h"

#include "runner/journal.h"

#include <string.h>

enum { GAMES = 32 };

static void check_why(const Fault *why)
{
    must(why->message[0] && strlen(why->message) < sizeof why->message);
}

static void check_args(const Journal *journal)
{
    char **argv;
    int count = journal_args(journal, &argv);
    for (int i = 0; i < count; i++)
        must(!strchr(argv[i], '\n'));
    must(!argv[count]);
}

// Reads the games of the file; returns false if it isn't a state file.
static bool load(const char *path, const Variant *variant, GameResult results[GAMES], i64 *end)
{
    Fault why = { 0 };
    memset(results, 0, GAMES * sizeof *results);
    Journal *journal = journal_open(path, &why);
    if (!journal) {
        check_why(&why);
        return false;
    }
    check_args(journal);
    Status status = journal_load(journal, variant, results, GAMES, end, &why);
    if (status != OK) check_why(&why);
    journal_close(journal);
    return status == OK;
}

static void add(const char *path, const Variant *variant, u32 game, const GameResult *result)
{
    Fault why = { 0 };
    Journal *journal = journal_open(path, &why);
    must(journal != NULL);
    must(journal_add(journal, variant, game, result, 7, &why) == OK);
    journal_close(journal);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    static GameResult before[GAMES], after[GAMES];
    i64 end;
    if (!size) return 0;
    const Variant *variant = fuzz_variant(data[0]);
    const char *path = memory_file((Text){ (const char *)data + 1, size - 1 });
    if (!load(path, variant, before, &end)) return 0;
    must(end >= -1);
    u32 open = 0;
    while (open < GAMES && before[open].done)
        open++;
    if (open == GAMES) return 0;
    before[open] = (GameResult){ .done = true,
                                 .outcome = { .over = true, .drawn = variant_everyone(variant) },
                                 .plies = 9 };
    add(path, variant, open, &before[open]);
    must(load(path, variant, after, &end));
    must(end == 7);
    for (int i = 0; i < GAMES; i++) {
        must(after[i].done == before[i].done && after[i].plies == before[i].plies);
        must(after[i].outcome.winners == before[i].outcome.winners);
        must(after[i].outcome.drawn == before[i].outcome.drawn);
        must(after[i].outcome.reason == before[i].outcome.reason);
        must(after[i].verdict == before[i].verdict);
        must(!memcmp(after[i].trouble, before[i].trouble, sizeof before[i].trouble));
    }
    return 0;
}
