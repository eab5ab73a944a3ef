// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include "cli/file.h"
#include "record/replay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ExitStatus malformed(const char *path, int index, const Fault *why)
{
    return complain(EXIT_BAD, "%.200s: game %d: %s", path, index, why->message);
}

static ExitStatus replay_game(const char *path, const Record *record, int index)
{
    Key *keys = malloc(record_replay_size(record) * sizeof *keys);
    if (!keys) return complain(EXIT_BAD, "%.200s: game %d: out of memory", path, index);
    Replay replay;
    Fault why;
    Status status = record_replay(record, keys, &replay, &why);
    free(keys);
    if (status == MALFORMED) return malformed(path, index, &why);

    const Variant *variant = replay.position.head.variant;
    char result[RESULT_TEXT_MAX];
    Out out = out_to(result, sizeof result);
    outcome_write(&replay.outcome, variant, &out);
    printf("%d %s %d %s %s\n", index, variant->id, replay.plies, result,
           status == OK ? "ok" : why.message);
    return status == OK ? EXIT_DONE : EXIT_NO;
}

static ExitStatus worse(ExitStatus a, ExitStatus b)
{
    return a > b ? a : b;
}

// `index` is that of the last game of the previous file, and is set to that of this file's last
// game.
static ExitStatus replay_file(const char *path, int *index)
{
    size_t length;
    char *text = file_read(path, &length);
    if (!text) return complain(EXIT_BAD, "cannot read '%.200s': %s", path, strerror(errno));

    RecordReader reader = record_reader((Text){ text, length });
    Record record;
    RecordStatus read;
    Fault why;
    ExitStatus status = EXIT_DONE;
    int before = *index;
    while ((read = record_next(&reader, &record, &why)) != RECORD_END) {
        ++*index;
        status = worse(status, read == RECORD_READ ? replay_game(path, &record, *index)
                                                   : malformed(path, *index, &why));
    }
    free(text);
    if (*index == before) return complain(EXIT_BAD, "%.200s: line 1: there is no game in it", path);
    return status;
}

static ExitStatus run(int argc, char **argv)
{
    const Option options[] = { { 0 } };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    if (left < 1) return complain(EXIT_BAD, "replay needs a file, or - for standard input");
    ExitStatus status = EXIT_DONE;
    int index = 0;
    for (int i = 0; i < left; i++)
        status = worse(status, replay_file(argv[i], &index));
    return status;
}

const Command COMMAND_REPLAY = {
    .name = "replay",
    .synopsis = "FILE...",
    .summary = "check game records, one line per game",
    .help =
        "Each line is index, variant, plies, the result reached, and 'ok' or the error and its\n"
        "ply. Reads Meydan's records, APGN (Abalone) and bare lists of moves; '-' is standard\n"
        "input. The status is 1 if a game is illegal or its result impossible, 2 if a file\n"
        "can't be read or a game in it is malformed. A malformed game has an index too, but\n"
        "its line goes to standard error: 'FILE: game 3: line 17: ...'. All other games are\n"
        "still reported.\n",
    .run = run,
};
